//! The source index of a project: its classes, their members, and the resolution of names. Nothing here reads the disk.
//!
//! ```text
//! source texts ──declarations──▶ SourceFile (classes, members, Javadoc) ──▶ Index ──names, members──▶ a class, a method
//! ```

mod conventions;
mod declarations;
mod members;
mod names;
pub(super) mod overloads;
mod type_ref;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use super::syntax::Snippet;
use crate::lang::index::TestFile;
use crate::lang::located::Source;
use crate::model::Distance;
use crate::parallel;

pub(super) use conventions::marks_test;
pub(crate) use declarations::CLASSES;
pub(super) use declarations::{Class, Method, SourceFile};
pub(super) use members::{FoundMethod, Type};
pub(super) use type_ref::{TypeRef, dimensions_of};

/// A class, as an index into the files and into the classes of that file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ClassId {
    file: usize,
    class: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct MethodId {
    pub class: ClassId,
    method: usize,
}

/// The classes of a project by qualified name. Files are shared between an index and the views of its modules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Index {
    /// The files, ascending by path.
    files: Vec<Arc<SourceFile>>,
    /// The classes by binary name, `package.Outer$Inner`; classes with the same name ascending by path.
    by_name: HashMap<Arc<str>, Vec<ClassId>, foldhash::fast::RandomState>,
    /// The methods with a body that may implement one without, by their name.
    implementing: HashMap<String, Vec<MethodId>, foldhash::fast::RandomState>,
}

impl Index {
    /// Parses `sources` in parallel; `read` returns the text of each, if it can be read. Their order makes no
    /// difference.
    pub fn build<S: Sync>(sources: &[S], read: impl Fn(&S) -> Option<Source> + Sync) -> Index {
        let parsed = parallel::map(sources, |source| Some(Arc::new(SourceFile::parse(read(source)?))));
        let mut files: Vec<Arc<SourceFile>> = parsed.into_iter().flatten().collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Index::of_files(files)
    }

    pub(super) fn of_snippet(test: &Snippet) -> Index {
        let path = Path::new("src/test/java/Snippet.java");
        Index::of_files(vec![Arc::new(SourceFile::read(path, test.whole_text(), test.root()))])
    }

    fn of_files(files: Vec<Arc<SourceFile>>) -> Index {
        let mut index = Index { files, ..Index::default() };
        for (file, source) in index.files.iter().enumerate() {
            for (class, declared) in source.classes.iter().enumerate() {
                let id = ClassId { file, class };
                index.by_name.entry(declared.name.clone()).or_default().push(id);
            }
        }
        index.implementing = index.methods_with_body_of_others();
        index
    }

    /// Returns the methods with a body whose names those without one have, by name.
    fn methods_with_body_of_others(&self) -> HashMap<String, Vec<MethodId>, foldhash::fast::RandomState> {
        let methods = || {
            let ids = self.by_name.values().flatten().copied();
            ids.flat_map(|class| self.declared(class))
        };
        let open = methods().filter(|(_, method)| !method.has_body && !method.is_constructor);
        let mut found: HashMap<String, Vec<MethodId>, foldhash::fast::RandomState> =
            open.map(|(_, method)| (method.name.clone(), Vec::new())).collect();
        for (id, method) in methods().filter(|(_, method)| method.has_body) {
            if let Some(known) = found.get_mut(&method.name) {
                known.push(id);
            }
        }
        for known in found.values_mut() {
            known.sort_unstable();
        }
        found
    }

    /// Returns the methods that implement one without a body: of production code, or of the tests, as that one.
    pub(super) fn implementations(&self, method: MethodId) -> Vec<MethodId> {
        let declared = self.method(method);
        let named = self.implementing.get(&declared.name).into_iter().flatten().copied();
        let fitting = named.filter(|own| {
            !declared.has_body
                && self.is_production(own.class) == self.is_production(method.class)
                && self.method(*own).parameters.len() == declared.parameters.len()
                && self.ancestry(own.class).contains(&method.class)
        });
        fitting.collect()
    }

    /// Returns true if no file declares a class.
    pub(crate) fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// Returns true if several files declare classes with the same name.
    pub(crate) fn repeats_classes(&self) -> bool {
        self.by_name.values().any(|classes| is_ambiguous(classes))
    }

    /// Returns the index as seen by one module: of classes with the same name, only that of the nearest file,
    /// if there is one.
    #[must_use]
    pub(crate) fn seen_from(&self, distance: impl Fn(&Path) -> Distance) -> Index {
        let mut seen = self.clone();
        for classes in seen.by_name.values_mut().filter(|classes| is_ambiguous(classes)) {
            let distance = |class: &ClassId| distance(&self.file(*class).path);
            let nearest = classes.iter().map(distance).min();
            classes.retain(|class| Some(distance(class)) == nearest);
            if is_ambiguous(classes) {
                classes.clear();
            }
        }
        seen
    }

    /// Returns the file of a class by its binary name, `package.Outer$Inner`; none if the project does not declare it.
    pub(crate) fn file_of(&self, name: &str) -> Option<&Path> {
        let class = *self.by_name.get(name)?.first()?;
        Some(&self.file(class).path)
    }

    /// Returns all files, ascending by path, each with its text and the binary names of its classes.
    pub fn files(&self) -> impl Iterator<Item = (&Arc<Path>, &str, impl Iterator<Item = &Arc<str>>)> {
        self.files.iter().map(|file| (&file.path, &*file.text, file.classes.iter().map(|class| &class.name)))
    }

    pub(super) fn file(&self, class: ClassId) -> &SourceFile {
        &self.files[class.file]
    }

    pub(super) fn class(&self, class: ClassId) -> &Class {
        &self.files[class.file].classes[class.class]
    }

    pub(super) fn method(&self, method: MethodId) -> &Method {
        &self.class(method.class).methods[method.method]
    }

    /// Returns the source of a method, including annotations and the blanks before its first line.
    pub(super) fn source(&self, method: MethodId) -> &str {
        self.file(method.class).text.get(self.method(method).source.clone()).unwrap_or("")
    }

    /// Returns the Javadoc comment of a method; empty if it has none.
    pub(super) fn javadoc(&self, method: MethodId) -> &str {
        let javadoc = self.method(method).javadoc.clone();
        javadoc.and_then(|javadoc| self.file(method.class).text.get(javadoc)).unwrap_or("")
    }

    /// Returns all classes with this binary name: modules can have classes of the same name.
    pub(super) fn classes_named(&self, name: &str) -> &[ClassId] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn declared(&self, class: ClassId) -> impl Iterator<Item = (MethodId, &Method)> {
        let methods = self.class(class).methods.iter().enumerate();
        methods.map(move |(method, declared)| (MethodId { class, method }, declared))
    }

    pub(super) fn is_production(&self, class: ClassId) -> bool {
        !self.file(class).is_of_tests
    }

    /// Returns the files below the roots of tests, by path. In a broken one the tests are those that the
    /// parser recognized.
    pub(crate) fn test_files(&self) -> impl Iterator<Item = TestFile<'_>> {
        self.files.iter().filter(|file| file.is_of_tests).map(|file| {
            let is_declared =
                |kind: &str, class: &Class| file.text.contains(&format!("{kind} {}", class.simple_name()));
            let tests = file
                .classes
                .iter()
                .filter(|class| !is_declared("abstract class", class) && !is_declared("interface", class))
                .flat_map(|class| {
                    let tests = class.methods.iter().filter(|method| {
                        let source = file.text.get(method.source.clone()).unwrap_or_default();
                        let is_by_name = method.name.starts_with("test") && method.parameters.is_empty();
                        marks_test(source) || is_by_name && method.has_body
                    });
                    tests.map(|method| format!("{}::{}", class.name, method.name))
                });
            TestFile {
                path: &file.path,
                text: &file.text,
                classes: file.classes.iter().map(|class| &*class.name).collect(),
                tests: tests.collect(),
            }
        })
    }

    /// Returns true for a file, by its path relative to the project's root, of main code.
    pub(crate) fn is_main(&self, path: &Path) -> bool {
        let found = self.files.binary_search_by(|file| (*file.path).cmp(path));
        found.is_ok_and(|file| !self.files[file].is_of_tests)
    }
}

fn is_ambiguous(classes: &[ClassId]) -> bool {
    classes.windows(2).any(|pair| pair[0].file != pair[1].file)
}

#[cfg(test)]
pub(in crate::lang::java) mod tests;
