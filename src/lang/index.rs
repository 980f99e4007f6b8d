//! The sources of a project in one language, in which the code of tests is looked up.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use crate::model::{Distance, Located, StackTrace, TestKind};

/// Returns the text of a file, given by its path relative to the project; None if it can't be read.
pub(crate) type ReadFile<'a> = dyn Fn(&Path) -> Option<String> + Sync + 'a;

/// The index of a project's sources in one language.
pub(crate) trait SourceIndex: Debug + Send + Sync {
    /// Returns the files, ascending by path.
    fn files(&self) -> Vec<IndexedFile<'_>>;

    /// Returns true if a file may have tests: reports of a project without any have no sources here.
    fn has_tests(&self) -> bool {
        true
    }

    /// Reads the titles of all tests at once, for a report that names no files, where sources are read when
    /// they are asked for.
    fn read_titles(&self) {}

    /// Finds the code of a failed test.
    fn locate(&self, test: TestName<'_>, trace: &StackTrace) -> Result<Located, NotLocated>;

    /// Finds the code of a hook that failed and is of no test; None if the trace shows none.
    fn locate_hook(&self, _trace: &StackTrace) -> Option<Located> {
        None
    }

    /// Returns the name of a test by the file and the titles of its source, where reports name it in several
    /// ways; None where the report's name is the one.
    fn known_as(&self, _test: TestName<'_>, _trace: &StackTrace) -> Option<String> {
        None
    }

    /// Returns the source of a test that passed, by its name.
    fn source_of(&self, test: &str) -> Option<String>;

    /// Returns the kinds of the oracles of a test that passed; none if the project does not have it.
    fn passed_kinds(&self, class: &str, method: &str) -> BTreeSet<TestKind>;

    /// Returns true if several files declare classes of the same name.
    fn repeats_classes(&self) -> bool {
        false
    }

    /// Returns the index as seen by one module: of classes with the same name, only that of the nearest file.
    /// None if every module sees the same.
    fn seen_from(&self, _distance: &dyn Fn(&Path) -> Distance) -> Option<Arc<dyn SourceIndex>> {
        None
    }

    /// Returns the file of a class of tests.
    fn file_of_class(&self, _class: &str) -> Option<&Path> {
        None
    }

    /// Returns the file of the project that a tool printed as this path.
    fn file_printed(&self, _path: &str) -> Option<&Arc<Path>> {
        None
    }

    /// Returns the full name of the function around a line, from 1, of a file that a tool printed as this path.
    fn function_at(&self, _path: &str, _line: u32) -> Option<String> {
        None
    }

    /// Returns the line, from 1, that code of a function has now in a file that a tool printed as this path; `line` is the one that it
    /// had. None if the file does not have it.
    fn line_of_code(&self, _path: &str, _line: u32, _code: &str, _function: &str) -> Option<u32> {
        None
    }

    /// Returns the files of tests that the sources declare, by path, whether or not they were ever executed.
    fn test_files(&self) -> Vec<TestFile<'_>> {
        Vec::new()
    }

    /// Returns true for a file, by its path relative to the project, of main code.
    fn is_main(&self, _path: &Path) -> bool {
        false
    }

    /// Returns true if no oracle of a test checks or follows a call of production code; None if that is not known.
    fn calls_nothing(&self, _class: &str, _method: &str) -> Option<bool> {
        None
    }
}

/// A file of tests that the sources declare.
pub(crate) struct TestFile<'a> {
    pub path: &'a Path,
    pub text: &'a str,
    pub classes: Vec<&'a str>,
    /// The names of its tests, `package.Class::method`.
    pub tests: Vec<String>,
}

/// A file of an index.
#[derive(PartialEq, Eq)]
pub(crate) struct IndexedFile<'a> {
    /// The path, relative to the project.
    pub path: &'a Arc<Path>,
    pub text: &'a str,
    /// The names by which traces name its classes; empty in a language whose traces name files.
    pub classes: Vec<&'a Arc<str>>,
}

/// The name of a test, as its report has it.
#[derive(Clone, Copy)]
pub(crate) struct TestName<'a> {
    pub name: &'a str,
    /// The file of the test, if the report names it.
    pub file: Option<&'a str>,
}

/// The reason why the code of a test was not found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NotLocated {
    pub reason: &'static str,
    /// The class in which it was looked for, in a language whose traces name classes.
    pub class: Option<String>,
    /// True if the test may be written in another language.
    pub may_be_elsewhere: bool,
}

/// Returns the files that can be read, each with its text.
pub(super) fn source_of(path: &Path, read: &ReadFile<'_>) -> Option<super::Source> {
    Some(super::Source { text: read(path)?, path: path.to_owned() })
}
