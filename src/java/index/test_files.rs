//! The tests that a project's sources declare, whether or not they were ever executed.

use std::path::Path;

use super::declarations::{Class, Method, SourceFile};
use super::{Index, marks_test};

pub(crate) struct TestFile<'a> {
    pub(crate) path: &'a Path,
    pub(crate) text: &'a str,
    pub(crate) classes: Vec<&'a str>,
    /// The names of its tests, `package.Class::method`.
    pub(crate) tests: Vec<String>,
}

impl Index {
    /// Returns the files below the roots of tests, by path. In a broken one the tests are those that the parser recognized.
    pub(crate) fn test_files(&self) -> impl Iterator<Item = TestFile<'_>> {
        self.files.iter().filter(|file| file.is_of_tests).map(|file| {
            let is_declared =
                |kind: &str, class: &Class| file.text.contains(&format!("{kind} {}", class.simple_name()));
            let is_executed =
                |class: &&Class| !is_declared("abstract class", class) && !is_declared("interface", class);
            let tests = file.classes.iter().filter(is_executed).flat_map(|class| {
                let tests = class.methods.iter().filter(|method| is_test(file, method));
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

fn is_test(file: &SourceFile, method: &Method) -> bool {
    let source = file.text.get(method.source.clone()).unwrap_or_default();
    marks_test(source) || (method.name.starts_with("test") && method.parameters.is_empty() && method.has_body)
}
