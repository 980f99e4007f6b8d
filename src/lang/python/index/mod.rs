//! The source index of a Python project: its modules, what they declare, and what names mean in them.
//!
//! ```text
//! source texts ──declarations──▶ SourceFile (functions, classes, imports) ──▶ Index ──names, values──▶ a module, class, function or object
//! ```
//!
//! Files are passed in as text: nothing here reads the disk, and nothing outside the project is known.

mod chain;
mod declarations;
mod names;
mod values;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use chain::IMPORTED;
pub(super) use chain::{Assigned, FIXTURE, MADE_CLASS, binary, unary};
pub(super) use declarations::{Class, Function, Kind, Param, SourceFile, run_id};
pub(super) use values::{Meaning, is_in_run, split_head};

use crate::lang::located::Source;
use crate::parallel;

/// The method names of Python's own types: `str`, `list`, `dict`, files, paths, exceptions.
const BUILTIN_METHODS: &str = include_str!("builtin_methods.txt");

/// A file of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(usize);

/// A class, as an index into the classes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ClassId {
    pub file: FileId,
    class: usize,
}

/// A function, as an index into the functions of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct FunctionId {
    pub file: FileId,
    function: usize,
}

/// The modules of a project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Index {
    /// The files, ascending by path.
    files: Vec<Arc<SourceFile>>,
    /// The files by file name: `purse.py`.
    by_file_name: HashMap<String, Vec<FileId>, foldhash::fast::RandomState>,
    /// The methods of production classes by name.
    methods: HashMap<String, Vec<FunctionId>, foldhash::fast::RandomState>,
    /// The names of attributes that production classes set, without properties.
    attributes: HashSet<String, foldhash::fast::RandomState>,
}

impl Index {
    /// Parses `sources` in parallel; `read` returns the text of each, if it can be read. Their order makes no
    /// difference.
    pub fn build<S: Sync>(sources: &[S], read: impl Fn(&S) -> Option<Source> + Sync) -> Index {
        let parsed = parallel::map(sources, |source| Some(Arc::new(SourceFile::read(read(source)?))));
        let mut files: Vec<Arc<SourceFile>> = parsed.into_iter().flatten().collect();
        files.sort_by(|a, b| a.name.cmp(&b.name));
        let mut index = Index { files, ..Index::default() };
        for (file, source) in index.files.iter().enumerate() {
            let id = FileId(file);
            index
                .by_file_name
                .entry(source.name.rsplit('/').next().unwrap_or_default().to_owned())
                .or_default()
                .push(id);
            if !source.is_test_code {
                let attributes = source.classes.iter().flat_map(|class| &class.attributes);
                let plain = attributes.filter(|(_, value)| !value.starts_with("property("));
                index.attributes.extend(plain.map(|(name, _)| name.clone()));
            }
            for (function, declared) in source.functions.iter().enumerate() {
                let is_method = declared.class.is_some() && declared.kind != Kind::Part;
                if is_method && !source.is_test_code {
                    let methods = index.methods.entry(declared.known_as().to_owned()).or_default();
                    methods.push(FunctionId { file: id, function });
                }
            }
        }
        index
    }

    /// Returns the files, ascending by path.
    pub fn files(&self) -> impl Iterator<Item = FileId> {
        (0..self.files.len()).map(FileId)
    }

    /// Returns the path of a file, relative to the project's root.
    pub fn path(&self, file: FileId) -> &Arc<Path> {
        &self.source_file(file).path
    }

    /// Returns the text of a file.
    pub fn text(&self, file: FileId) -> &str {
        &self.source_file(file).text
    }

    /// Returns true for a file that belongs to the tests: tests, fixtures and helpers of tests.
    pub(crate) fn is_test_code(&self, file: FileId) -> bool {
        self.source_file(file).is_test_code
    }

    /// Returns the dotted name of a module, `package.module`, from its path without a leading `src/`, `lib/`
    /// or `python/`.
    pub(crate) fn module_name(&self, file: FileId) -> String {
        let name = &*self.source_file(file).name;
        let inner = ["src/", "lib/", "python/"].iter().find_map(|folder| name.strip_prefix(folder));
        module_path(inner.unwrap_or(name)).replace('/', ".")
    }

    /// Returns the file of a frame: the longest suffix of the path is the end of its path alone, or its whole path.
    pub(crate) fn file_of(&self, printed: &str) -> Option<FileId> {
        let printed = printed.replace('\\', "/");
        let named = self.by_file_name.get(printed.rsplit('/').next()?)?;
        let separators = printed.match_indices('/').map(|(at, _)| at + 1);
        std::iter::once(0).chain(separators).map(|start| &printed[start..]).find_map(|suffix| {
            let mut fitting = named.iter().filter(|file| ends_with(&self.source_file(**file).name, suffix));
            let first = *fitting.next()?;
            let whole = named.iter().copied().find(|file| self.source_file(*file).name == suffix);
            let only = Some(first).filter(|_| fitting.next().is_none() && suffix.contains('/'));
            Some(whole.or(only))
        })?
    }

    /// Returns the function around a line of a file (from 1), as `package.module[.Class].function`; without
    /// one, `<module>` is last.
    pub fn function_at(&self, file: FileId, line: u32) -> String {
        let row = usize::try_from(line).unwrap_or_default().wrapping_sub(1);
        let source = self.source_file(file);
        let module = self.module_name(file);
        let Some(function) = source.functions.iter().rfind(|function| function.rows.contains(&row)) else {
            return format!("{module}.<module>");
        };
        match function.class {
            Some(class) => format!("{module}.{}.{}", source.classes[class].name, function.name),
            None => format!("{module}.{}", function.name),
        }
    }

    /// Returns the first function of the first file.
    pub(super) fn first_function(&self) -> Option<FunctionId> {
        let is_known = self.files.first().is_some_and(|file| !file.functions.is_empty());
        is_known.then_some(FunctionId { file: FileId(0), function: 0 })
    }

    /// Returns the function around a row of a file that no other function declares.
    pub(super) fn outer_function_at(&self, file: FileId, row: usize) -> Option<FunctionId> {
        let functions = &self.source_file(file).functions;
        Some(FunctionId {
            file,
            function: functions
                .iter()
                .rposition(|function| !function.is_nested && function.rows.contains(&row))?,
        })
    }

    pub(super) fn source_file(&self, file: FileId) -> &SourceFile {
        &self.files[file.0]
    }

    pub(super) fn function(&self, function: FunctionId) -> &Function {
        &self.source_file(function.file).functions[function.function]
    }

    /// Returns the class that declares a function.
    pub(super) fn class_of(&self, function: FunctionId) -> Option<ClassId> {
        Some(ClassId { file: function.file, class: self.function(function).class? })
    }

    fn class(&self, class: ClassId) -> &Class {
        &self.source_file(class.file).classes[class.class]
    }

    /// Returns the name of a class with those of the classes around it.
    pub(super) fn class_name(&self, class: ClassId) -> &str {
        &self.class(class).name
    }

    /// Returns the source of a function: whole lines, with its decorators.
    pub(super) fn source(&self, function: FunctionId) -> &str {
        self.source_file(function.file).text.get(self.function(function).source.clone()).unwrap_or_default()
    }

    /// Returns the text of a function's docstring; for an `__init__` without one, that of its class; else empty.
    pub(super) fn docstring(&self, function: FunctionId) -> &str {
        let declared = self.function(function);
        declared
            .docstring
            .as_deref()
            .filter(|text| !text.is_empty())
            .or_else(|| {
                let class = declared.class.filter(|_| declared.name == "__init__")?;
                self.source_file(function.file).classes[class].docstring.as_deref()
            })
            .unwrap_or_default()
    }

    /// Returns the file name that a test module is named for: `purse.py` of `test_purse.py`.
    pub(super) fn tested_file_name(&self, file: FileId) -> String {
        let name = self.file_name(file);
        let name = name.strip_prefix("test_").unwrap_or(name);
        let stem = name.strip_suffix(".py").unwrap_or(name);
        let stem = stem.strip_suffix("_test").or_else(|| stem.strip_suffix("_tests")).unwrap_or(stem);
        format!("{stem}.py")
    }

    /// Returns the last part of a file's path.
    pub(super) fn file_name(&self, file: FileId) -> &str {
        self.source_file(file).name.rsplit('/').next().unwrap_or_default()
    }

    /// Returns a fixture of tests in a file: one of their class, or else of the file, or else of a
    /// `conftest.py`, the nearest first.
    pub(super) fn fixture(&self, file: FileId, class: Option<ClassId>, name: &str) -> Option<FunctionId> {
        let of_class = class.and_then(|class| self.method(class, name));
        let mut shared = self.by_file_name.get("conftest.py").cloned().unwrap_or_default();
        shared.sort_by_key(|shared| {
            let name = &*self.source_file(*shared).name;
            let folder = &name[..name.len() - "conftest.py".len()];
            (!self.source_file(file).name.starts_with(folder), Reverse(folder.len()))
        });
        let of_class = of_class.filter(|method| self.function(*method).is_fixture);
        of_class.or_else(|| {
            std::iter::once(file).chain(shared).find_map(|file| {
                let function = self.source_file(file).functions.iter().rposition(|function| {
                    function.is_fixture && function.name == name && function.class.is_none()
                })?;
                Some(FunctionId { file, function })
            })
        })
    }

    /// Returns true for a function that is under test.
    pub(super) fn is_production(&self, function: FunctionId) -> bool {
        !self.is_test_code(function.file)
    }

    /// Returns the methods, properties or setters of production classes with this name.
    pub(super) fn methods_named(&self, name: &str, kind: Kind) -> impl Iterator<Item = FunctionId> {
        let named = self.methods.get(name).into_iter().flatten().copied();
        named.filter(move |method| self.function(*method).kind == kind)
    }

    /// Returns true if a production class sets an attribute of this name.
    pub(super) fn is_attribute(&self, name: &str) -> bool {
        self.attributes.contains(name)
    }

    /// Returns true if what a class gives one of its attributes comes from outside of the project: by its type, or by its value.
    pub(super) fn is_foreign_attribute(&self, class: ClassId, name: &str) -> bool {
        let mut values = self.class(class).attributes.iter().filter(|(attribute, _)| attribute == name);
        values.any(|(_, value)| self.is_foreign(class.file, split_head(value).0))
    }

    /// Returns true for a name that a module imports from outside of the project.
    pub(super) fn is_foreign(&self, file: FileId, name: &str) -> bool {
        let is_bound = self.source_file(file).imports.iter().any(|import| {
            import
                .alias
                .as_deref()
                .or(import.member.as_deref())
                .unwrap_or_else(|| import.module.split('.').next().unwrap_or_default())
                == name
        });
        name == IMPORTED || is_bound && self.resolve(file, name).is_none()
    }

    /// Returns true for a class whose objects are classes.
    pub(super) fn is_metaclass(&self, class: ClassId) -> bool {
        let is_of_type = |class: ClassId| {
            let mut bases =
                self.class(class).bases.iter().map(|base| base.rsplit('.').next().unwrap_or(base));
            bases.any(|base| matches!(base, "type" | "ABCMeta" | "EnumMeta" | "EnumType")).then_some(())
        };
        self.in_bases(class, &is_of_type).is_some()
    }
}

/// Returns true for the name of a method of Python's own types, which says nothing about whose method it is.
pub(super) fn is_built_in(method: &str) -> bool {
    BUILTIN_METHODS.lines().any(|name| name == method)
}

/// Returns true if `suffix` is a path or the end of one, on a component's boundary.
fn ends_with(path: &str, suffix: &str) -> bool {
    path.strip_suffix(suffix).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

/// Returns a file's path without its ending, and of a package's file the package's path.
fn module_path(name: &str) -> &str {
    let name = name.strip_suffix(".py").unwrap_or(name);
    name.strip_suffix("/__init__").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(files: &[(&str, &str)]) -> Index {
        let source =
            |(path, text): &(&str, &str)| Some(Source { path: path.into(), text: (*text).to_owned() });
        Index::build(files, source)
    }

    #[test]
    fn the_path_of_a_frame_means_the_file_with_its_longest_suffix() {
        let index = index(&[
            ("src/shop/purse.py", ""),
            ("src/shop/__init__.py", ""),
            ("tests/__init__.py", ""),
            ("tests/unit/test_purse.py", ""),
            ("test_purse.py", ""),
        ]);
        let file = |printed: &str| index.file_of(printed).map(|file| index.source_file(file).name.clone());
        for (printed, expected) in [
            ("src/shop/purse.py", Some("src/shop/purse.py")),
            ("/home/me/x/src/shop/purse.py", Some("src/shop/purse.py")),
            ("../.tox/py3/site-packages/shop/purse.py", Some("src/shop/purse.py")),
            ("C:\\x\\shop\\purse.py", Some("src/shop/purse.py")),
            ("purse.py", None),
            ("test_purse.py", Some("test_purse.py")),
            ("unit/test_purse.py", Some("tests/unit/test_purse.py")),
            ("/x/__init__.py", None),
            ("x/shop/__init__.py", Some("src/shop/__init__.py")),
            ("", None),
        ] {
            assert_eq!(file(printed).as_deref(), expected, "{printed}");
        }
    }

    #[test]
    fn a_line_belongs_to_the_innermost_function_around_it() {
        let text = "import a\n\nclass A:\n    class B:\n        @c\n        def d(self):\n            def e():\n                pass\n\n\
                    def f():\n    pass  # f\n    # f\n";
        let index = index(&[("src/shop/x.py", text), ("lib/y/__init__.py", "")]);
        let x = index.file_of("src/shop/x.py").expect("a file");
        let at = |line| index.function_at(x, line);
        assert_eq!(at(1), "shop.x.<module>");
        assert_eq!(
            [at(5), at(6)],
            ["shop.x.A.B.d", "shop.x.A.B.d"].map(str::to_owned),
            "a decorator belongs to it"
        );
        assert_eq!(at(8), "shop.x.e");
        assert_eq!(
            [at(9), at(11), at(12)],
            ["shop.x.<module>", "shop.x.f", "shop.x.<module>"].map(str::to_owned)
        );
        assert_eq!(index.module_name(index.file_of("lib/y/__init__.py").expect("a file")), "y");
    }
}
