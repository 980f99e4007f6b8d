//! The functions of Go around the lines of a failure: the test itself, a helper, a method for set-up or tear-down of a suite.
//!
//! Go's formatter writes each function of a file at the margin, so that they are found without reading the language.

use std::path::{Path, PathBuf};

use crate::model::Phase;

/// The beginnings of the names of methods that a suite has for set-up and tear-down, in lower case.
const HOOKS: [(&str, Phase); 4] = [
    ("setup", Phase::SetUp),
    ("before", Phase::SetUp),
    ("teardown", Phase::TearDown),
    ("after", Phase::TearDown),
];

/// A function in a file of Go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GoFunction<'s> {
    pub name: &'s str,
    /// True if it has a receiver.
    is_method: bool,
    /// The line on which it begins, from 1.
    pub line: usize,
}

impl<'s> GoFunction<'s> {
    /// Returns the function around a line, from 1; None in a file of another language.
    pub(super) fn around(file: &Path, text: &'s str, line: usize) -> Option<GoFunction<'s>> {
        functions(file, text).take_while(|function| function.line <= line).last()
    }

    /// Returns the function of a test by its name: `TestPurse`, or for `TestPurse/TestTakes` also the method of a suite.
    pub(super) fn of_test(file: &Path, source: &'s str, test: &str) -> Option<GoFunction<'s>> {
        let mut own: Vec<GoFunction<'s>> =
            functions(file, source).filter(|function| function.is_test(test)).collect();
        own.sort_by_key(|function| !function.is_method);
        own.into_iter().next()
    }

    /// Returns true for the function of a test.
    pub(super) fn is_test(&self, test: &str) -> bool {
        let name = test.rsplit_once("::").map_or(test, |(_, name)| name);
        let mut parts = name.split('/');
        let function = parts.next();
        if self.is_method { parts.any(|part| part == self.name) } else { function == Some(self.name) }
    }

    /// Returns the phase in which a suite calls it: a test, unless it is a method for set-up or tear-down.
    pub(super) fn phase(&self) -> Phase {
        let name = self.name.to_ascii_lowercase();
        let hook = HOOKS.iter().find(|(start, _)| self.is_method && name.starts_with(start));
        hook.map_or(Phase::Test, |(_, phase)| *phase)
    }
}

fn functions<'s>(file: &Path, text: &'s str) -> impl Iterator<Item = GoFunction<'s>> {
    let is_of_go = file.extension().is_some_and(|ending| ending == "go");
    let lines = text.lines().enumerate().filter(move |_| is_of_go);
    lines.filter_map(|(row, line)| {
        let declared = line.strip_prefix("func ")?;
        let (is_method, declared) = match declared.strip_prefix('(') {
            Some(receiver) => (true, receiver.split_once(") ")?.1),
            None => (false, declared),
        };
        let name = declared.split(['(', '[']).next()?;
        Some(GoFunction { name, is_method, line: row + 1 })
    })
}

/// Returns the files of tests of a package among those of a project, by its import path: that of the module stands before the
/// folder.
pub(super) fn tests_of_package<'f>(files: &'f [PathBuf], package: &str) -> Vec<&'f PathBuf> {
    let folder = |file: &'f PathBuf| file.parent().unwrap_or(Path::new(""));
    let tests = || files.iter().filter(|file| file.to_string_lossy().ends_with("_test.go"));
    let nearest = tests().map(folder).filter(|folder| Path::new(package).ends_with(folder));
    let nearest = nearest.max_by_key(|folder| folder.iter().count());
    tests().filter(|file| Some(folder(file)) == nearest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITE: &str = "package pens\n\nfunc (s *PenSuite) SetupTest() {\n\ts.pen = open()\n}\n\nfunc (s *PenSuite) TestDraws() { s.True(s.pen.Dry()) }\nfunc TestPens(t *testing.T) {\n\tsuite.Run(t, new(PenSuite))\n}\nfunc max[T any](a, b T) T {\n\treturn a\n}\n";

    #[test]
    fn a_line_is_in_a_test_a_hook_or_a_helper() {
        let file = Path::new("pens/pen_test.go");
        let test = "ink/pens::TestPens/TestDraws";
        for (line, name, phase, is_test) in [
            (4, "SetupTest", Phase::SetUp, false),
            (7, "TestDraws", Phase::Test, true),
            (9, "TestPens", Phase::Test, true),
            (12, "max", Phase::Test, false),
        ] {
            let function = GoFunction::around(file, SUITE, line).expect("a function");
            assert_eq!((function.name, function.phase(), function.is_test(test)), (name, phase, is_test));
        }
        assert_eq!(GoFunction::around(file, SUITE, 1), None);
        assert_eq!(GoFunction::around(Path::new("pen_test.rs"), SUITE, 4), None);
        let names = [test, "ink/pens::TestPens"].map(|test| GoFunction::of_test(file, SUITE, test));
        assert_eq!(names.map(|function| function.expect("a test").name), ["TestDraws", "TestPens"]);
    }

    #[test]
    fn the_tests_of_a_package_are_those_in_its_folder() {
        let files = ["a_test.go", "ink/ink.go", "ink/ink_test.go", "pens/ink/b_test.go"].map(PathBuf::from);
        for (package, found) in [
            ("example.org/shop", &["a_test.go"][..]),
            ("example.org/shop/ink", &["ink/ink_test.go"]),
            ("example.org/shop/pens/ink", &["pens/ink/b_test.go"]),
        ] {
            assert_eq!(
                tests_of_package(&files, package),
                found.iter().map(PathBuf::from).collect::<Vec<_>>().iter().collect::<Vec<_>>()
            );
        }
    }
}
