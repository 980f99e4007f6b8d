//! The declarations of a project's files in JavaScript and TypeScript, and what names mean in them.
//!
//! ```text
//! files ──declarations──▶ functions, classes, names, exports, tests ──meaning──▶ what a name, a member or a call is
//! package.json, tsconfig.json, … ──config──▶ the file that an import names
//! ```
//!
//! Building the index reads the files and parses none. A file is parsed when it is first asked for its declarations or its tests: one
//! with a failed test, one that a frame names, one to which a name leads. Where any file may be meant, its words are asked first.

pub(super) mod added;
mod config;
pub(super) mod declarations;
mod meaning;
mod modules;

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use tree_sitter::Tree;

pub(super) use declarations::{Declared, Expr, Function, Kind, SourceFile};
pub(super) use meaning::Meaning;
pub(super) use modules::Wanted;

use super::syntax::{declared_name, is_bundle, parse, roles};
use super::titles::{ByTitle, TestCall, may_have_tests, test_calls, words};
use crate::lang::located::Source;
use crate::parallel;
use config::Config;

/// The names of methods of the language's own classes: a call on a value of which nothing is known may mean one of them.
const BUILT_IN: &str = include_str!("builtin_methods.txt");

/// A file of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::lang::javascript) struct FileId(pub(super) usize);

/// A function of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::lang::javascript) struct FunctionId {
    pub file: FileId,
    pub place: usize,
}

/// A class, or an object with functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::lang::javascript) struct ClassId {
    pub file: FileId,
    pub place: usize,
}

/// The subject of a test: a function, or a class without a constructor that is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::lang::javascript) enum Target {
    Function(FunctionId),
    Class(ClassId),
}

/// The index of a project's sources.
#[derive(Debug, Default)]
pub(in crate::lang::javascript) struct Index {
    pub(super) files: Vec<SourceFile>,
    by_name: HashMap<String, FileId>,
    /// The files by the last part of their paths.
    by_last: HashMap<String, Vec<FileId>>,
    config: Config,
    /// The files that runners execute before tests.
    set_ups: Vec<FileId>,
    /// The tests by their titles, for reports that name no files.
    by_title: OnceLock<ByTitle<(FileId, usize)>>,
    has_tests: OnceLock<bool>,
    /// The methods, getters and setters of production code of the names that were asked for.
    methods: Mutex<HashMap<String, Methods>>,
    /// The files of production code that add to prototypes.
    adding: OnceLock<Vec<FileId>>,
    /// The trees of the files that were parsed last: several tests of a file fail one after another.
    trees: Mutex<VecDeque<(FileId, Tree)>>,
}

/// The length of all texts whose trees are kept, in bytes: a tree takes a hundred times the memory of its text.
const LONGEST_KEPT: usize = 500_000;

impl Index {
    fn by_title(&self) -> &ByTitle<(FileId, usize)> {
        self.by_title.get_or_init(|| {
            let files = (0..self.files.len()).map(FileId);
            ByTitle::of(files.flat_map(|file| {
                self.tests(file).iter().enumerate().map(move |(test, call)| ((file, test), call))
            }))
        })
    }

    /// Reads the tests of all files, on all cores.
    pub(super) fn read_all_tests(&self) {
        parallel::indexes(self.files.len(), |file| self.tests(FileId(file)).len());
    }

    pub(super) fn has_tests(&self) -> bool {
        *self.has_tests.get_or_init(|| {
            let files = (0..self.files.len()).map(FileId);
            let (tests, others): (Vec<FileId>, Vec<FileId>) =
                files.partition(|file| !self.is_production(*file));
            tests.into_iter().chain(others).any(|file| !self.tests(file).is_empty())
        })
    }

    /// Returns the tests of which a name in a report may be with all titles, in the order of the files.
    pub(super) fn tests_named(&self, name: &str) -> Vec<(FileId, usize)> {
        self.by_title().named_whole(name)
    }

    /// Returns the calls of tests and suites of which a name in a report may be, in the order of the files.
    pub(super) fn calls_named(&self, name: &str) -> Vec<(FileId, usize)> {
        let mut calls = self.by_title().named(name);
        calls.sort_unstable();
        calls.dedup();
        calls
    }

    /// Builds the index of sources; `read` returns other files of the project, by their paths.
    pub(super) fn build<T: Sync>(
        sources: &[T],
        source: impl Fn(&T) -> Option<Source> + Sync,
        read: &(dyn Fn(&Path) -> Option<String> + Sync),
    ) -> Index {
        let files = parallel::map(sources, |from| source(from).map(SourceFile::new));
        let mut files: Vec<SourceFile> = files.into_iter().flatten().collect();
        files.sort_by(|one, other| one.path.cmp(&other.path));
        let config = Config::read(files.iter().map(|file| (&*file.name, &*file.text)), read);
        for file in &mut files {
            file.is_test_code |= config.is_set_up(&file.name);
        }
        let mut index = Index { files, config, ..Index::default() };
        for (place, file) in index.files.iter().enumerate() {
            let id = FileId(place);
            if index.config.is_set_up(&file.name) {
                index.set_ups.push(id);
            }
            index.by_name.insert(file.name.clone(), id);
            index.by_last.entry(last_part(&file.name).to_owned()).or_default().push(id);
        }
        index
    }

    /// Returns the tree of a file, by its own grammar.
    pub(super) fn tree(&self, file: FileId) -> Tree {
        let known = |trees: &VecDeque<(FileId, Tree)>| {
            trees.iter().find(|(known, _)| *known == file).map(|(_, tree)| tree.clone())
        };
        if let Some(tree) = known(&self.trees.lock().unwrap_or_else(PoisonError::into_inner)) {
            return tree;
        }
        let source = self.file(file);
        let tree = parse(&source.text, source.dialect());
        let mut trees = self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        if known(&trees).is_none() {
            trees.push_back((file, tree.clone()));
        }
        let mut length: usize = trees.iter().map(|(file, _)| self.file(*file).text.len()).sum();
        while length > LONGEST_KEPT
            && let Some((first, _)) = trees.pop_front()
        {
            length -= self.file(first).text.len();
        }
        tree
    }

    /// Returns what a file declares; nothing of one that no person wrote, or that is nested too deeply.
    pub(in crate::lang::javascript) fn declared(&self, file: FileId) -> &Declared {
        let source = self.file(file);
        source.declared.get_or_init(|| {
            if is_bundle(&source.text) {
                return Declared::default();
            }
            Declared::read(&self.tree(file), &source.text, source.dialect())
        })
    }

    /// Returns the calls of a file that declare tests and suites.
    pub(in crate::lang::javascript) fn tests(&self, file: FileId) -> &[TestCall] {
        let source = self.file(file);
        source.tests.get_or_init(|| {
            if is_bundle(&source.text) || !may_have_tests(&source.text) {
                return Vec::new();
            }
            let tree = self.tree(file);
            test_calls(tree.root_node(), &source.text, roles(source.dialect())).unwrap_or_default()
        })
    }

    /// Returns the file with this path, relative to the project with `/` as separator.
    pub(super) fn file_named(&self, name: &str) -> Option<FileId> {
        self.by_name.get(name).copied()
    }

    pub(super) fn file(&self, file: FileId) -> &SourceFile {
        &self.files[file.0]
    }

    pub(super) fn function(&self, function: FunctionId) -> &Function {
        &self.declared(function.file).functions[function.place]
    }

    pub(super) fn class(&self, class: ClassId) -> &declarations::Class {
        &self.declared(class.file).classes[class.place]
    }

    pub(super) fn is_production(&self, file: FileId) -> bool {
        !self.files[file.0].is_test_code
    }

    /// Returns the file that a path of any machine means: the longest end of it that is a file's path, if it is the end of exactly
    /// one, or all of it.
    pub(super) fn file_of(&self, path: &str) -> Option<FileId> {
        let path = path.replace('\\', "/");
        let path = path.trim_start_matches("./");
        if let Some(file) = self.by_name.get(path) {
            return Some(*file);
        }
        let candidates = self.by_last.get(last_part(path))?;
        let common = |file: &FileId| {
            let own = self.file(*file).name.rsplit('/');
            path.rsplit('/').zip(own).take_while(|(one, other)| one.eq_ignore_ascii_case(other)).count()
        };
        let best = candidates.iter().map(common).max()?;
        let mut best_files = candidates.iter().filter(|file| common(file) == best);
        let only = best_files.next().filter(|_| best_files.next().is_none())?;
        let parts = self.file(*only).name.split('/').count();
        // A single name is a file only in the root, and what a report shortens ends within the project.
        let is_end = best == parts
            || best == path.split('/').filter(|part| !matches!(*part, ".." | "")).count() && best > 1;
        is_end.then_some(*only)
    }

    /// Returns the files whose paths end with a path.
    pub(super) fn files_ending(&self, path: &str) -> Vec<FileId> {
        let path = path.replace('\\', "/");
        let candidates = self.by_last.get(last_part(&path)).into_iter().flatten();
        candidates
            .filter(|file| {
                let name = &self.file(**file).name;
                name.strip_suffix(path.trim_start_matches("./"))
                    .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
            })
            .copied()
            .collect()
    }

    /// Returns the name of the function around a row as a trace has it: `src/till.Till.undo`.
    pub(super) fn name_at(&self, file: FileId, row: usize) -> String {
        let source = self.file(file);
        let module = source.name.rsplit_once('.').map_or(&*source.name, |(stem, _)| stem);
        let declared = self.declared(file);
        match span_at(declared, row) {
            Some(span) => format!("{module}.{}", plain_name(&declared.spans[span].name)),
            None => format!("{module}.<module>"),
        }
    }

    /// Returns the function with a name around a row.
    pub(super) fn function_at(&self, file: FileId, row: usize) -> Option<FunctionId> {
        let declared = self.declared(file);
        let place = declared.spans[span_at(declared, row)?].function?;
        Some(FunctionId { file, place })
    }

    /// Returns true for a row in a function without a name, or on which one begins.
    pub(super) fn is_nameless_at(&self, file: FileId, row: usize) -> bool {
        let declared = self.declared(file);
        let around = span_at(declared, row).map(|span| &declared.spans[span]);
        let mut spans = declared.spans.iter().filter(|span| span.rows.start == row).chain(around);
        spans.any(|span| span.name.ends_with("<anonymous>"))
    }

    /// Returns the name by which a target is known: of a function with its class. What is the whole of a module without a name of its own
    /// has that of the module, by which others import it.
    pub(super) fn target_name(&self, target: Target) -> &str {
        let (file, name) = match target {
            Target::Function(function) => (function.file, &self.function(function).qualified),
            Target::Class(class) => (class.file, &self.class(class).name),
        };
        if name == "default" { module_name(&self.file(file).name).unwrap_or(name) } else { name }
    }

    /// Returns the source of a target and its documentation.
    pub(super) fn target_source(&self, target: Target) -> (&str, &str) {
        match target {
            Target::Function(function) => {
                let declared = self.function(function);
                let text = &self.file(function.file).text;
                // A constructor without documentation has that of its class.
                let docs = declared.docs.as_deref().or_else(|| {
                    let class = declared.class.filter(|_| declared.name == "constructor")?;
                    self.class(ClassId { file: function.file, place: class }).docs.as_deref()
                });
                (text.get(declared.source.clone()).unwrap_or(""), docs.unwrap_or(""))
            }
            Target::Class(class) => {
                let declared = self.class(class);
                let text = &self.file(class.file).text;
                (text.get(declared.source.clone()).unwrap_or(""), declared.docs.as_deref().unwrap_or(""))
            }
        }
    }

    /// Returns the file of a target, and the row on which it begins.
    pub(super) fn target_place(&self, target: Target) -> (FileId, usize) {
        match target {
            Target::Function(function) => (function.file, self.function(function).first_row),
            Target::Class(class) => (class.file, self.class(class).first_row),
        }
    }

    /// Returns the only production method, getter or setter of a name; None if a field has the same name, or if the language has it.
    pub(super) fn only_method(&self, name: &str, kind: Kind) -> Option<FunctionId> {
        let Methods { all, is_field } = self.methods_of_name(name);
        let is_kind = |method: &FunctionId| self.function(*method).kind == kind;
        let mut found = all.into_iter().filter(|method| match kind {
            Kind::Setter => is_kind(method),
            Kind::Called | Kind::Getter => self.function(*method).kind != Kind::Setter,
        });
        found.next().filter(|only| found.next().is_none() && !is_field && is_kind(only))
    }

    /// Returns the production methods that the call of a member of an unknown object may mean; none if the language has one of the
    /// name.
    pub(super) fn may_be_meant(&self, name: &str) -> Vec<FunctionId> {
        let methods = self.methods_of_name(name).all.into_iter();
        methods.filter(|method| self.function(*method).kind == Kind::Called).collect()
    }

    fn methods_of_name(&self, name: &str) -> Methods {
        if name.is_empty() || is_built_in(name) {
            return Methods::default();
        }
        let known = || self.methods.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().get(name).cloned();
        found.unwrap_or_else(|| {
            let found = self.find_methods(name);
            known().insert(name.to_owned(), found.clone());
            found
        })
    }

    fn find_methods(&self, name: &str) -> Methods {
        let mut found = Methods::default();
        for file in (0..self.files.len()).map(FileId) {
            if !self.is_production(file) || !may_declare_member(&self.file(file).text, name) {
                continue;
            }
            let declared = self.declared(file);
            let mut fields = declared.classes.iter().flat_map(|class| &class.fields);
            found.is_field |= fields.any(|field| field.name == name);
            let functions = declared.functions.iter().enumerate();
            let own = functions.filter(|(_, function)| function.name == name && function.class.is_some());
            found.all.extend(own.map(|(place, _)| FunctionId { file, place }));
        }
        found
    }
}

/// The members of one name in production code.
#[derive(Debug, Clone, Default)]
struct Methods {
    all: Vec<FunctionId>,
    /// True if a field has the name as well.
    is_field: bool,
}

/// Returns false for a text in which no class or object has a member of a name: each use of it is behind a dot, and sets nothing.
fn may_declare_member(text: &str, name: &str) -> bool {
    words(text, name).any(|at| {
        let behind = text[at + name.len()..].trim_start();
        !text[..at].ends_with('.') || behind.starts_with('=') || behind.starts_with('/')
    })
}

/// Returns true for a method of the language's own classes.
pub(super) fn is_built_in(name: &str) -> bool {
    BUILT_IN.lines().any(|known| known == name)
}

fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns a name without what a frame can't have.
fn plain_name(name: &str) -> String {
    name.chars()
        .map(
            |c| {
                if matches!(c, '(' | ')' | '[' | ']' | ' ' | '/' | ';' | '\n' | '\t' | ':') { '_' } else { c }
            },
        )
        .collect()
}

/// Returns the innermost function around a row that begins above it, or else the first that begins on it.
fn span_at(file: &Declared, row: usize) -> Option<usize> {
    let around = || file.spans.iter().enumerate().filter(|(_, span)| span.rows.contains(&row));
    let above = around().filter(|(_, span)| span.rows.start < row).map(|(at, _)| at).next_back();
    let on = around().find(|(_, span)| span.rows.start == row).map(|(at, _)| at);
    match (above, on) {
        // A function of several lines that begins on the row is around what is behind its head; one of a single line is all there is.
        (Some(above), Some(on))
            if file.spans[on].rows.len() > 1
                || file.spans[on].function.is_none_or(|own| file.spans[above].function == Some(own)) =>
        {
            Some(above)
        }
        (above, on) => on.or(above),
    }
}

/// Returns the name of the first function in a source.
pub(super) fn function_name(source: &str) -> String {
    declared_name(source)
}

/// Returns the name of a module by its path: that of the file or, of an `index`, that of its folder. None for an `index` in the root.
fn module_name(path: &str) -> Option<&str> {
    let mut parts = path.rsplit('/');
    let name = parts.next()?.split('.').next()?;
    if name == "index" { parts.next() } else { Some(name) }
}
