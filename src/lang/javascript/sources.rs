//! The answers of the index of JavaScript about the tests of reports.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::index::Index;
use crate::lang::index::{IndexedFile, NotLocated, SourceIndex, TestName};
use crate::model::{Failure, Located, OracleKind, StackTrace, TestKind};

const NO_TEST: &str = "the source of a failed test is not known: no file of the project declares a test with its titles; they are computed, or its file is damaged, larger than 1 MB, or not in the project";

impl SourceIndex for Index {
    fn files(&self) -> Vec<IndexedFile<'_>> {
        self.files
            .iter()
            .map(|file| IndexedFile { path: &file.path, text: &file.text, classes: Vec::new() })
            .collect()
    }

    fn has_tests(&self) -> bool {
        Index::has_tests(self)
    }

    fn read_titles(&self) {
        self.read_all_tests();
    }

    fn locate(&self, test: TestName<'_>, trace: &StackTrace) -> Result<Located, NotLocated> {
        let located = Index::locate(self, test, trace);
        located.ok_or(NotLocated { reason: NO_TEST, class: None, may_be_elsewhere: true })
    }

    fn locate_hook(&self, trace: &StackTrace) -> Option<Located> {
        Index::locate_hook(self, trace)
    }

    fn known_as(&self, test: TestName<'_>, trace: &StackTrace) -> Option<String> {
        self.name_of_test(test, trace)
    }

    fn source_of(&self, test: &str) -> Option<String> {
        self.source_of_test(test)
    }

    fn passed_kinds(&self, class: &str, method: &str) -> BTreeSet<TestKind> {
        self.kinds_of(&format!("{class}::{method}"))
    }

    fn file_printed(&self, path: &str) -> Option<&Arc<Path>> {
        Some(&self.file(self.file_of(path)?).path)
    }

    fn function_at(&self, path: &str, line: u32) -> Option<String> {
        let row = usize::try_from(line).ok()?.checked_sub(1)?;
        Some(self.name_at(self.file_of(path)?, row))
    }
}

/// Returns the lines of a test that are its assertion; none if it is there several times and the trace tells none.
pub(super) fn assertion_lines(failure: &Failure) -> Vec<usize> {
    let (test, assertion) = (&*failure.generated_test, failure.oracle.assertion.trim());
    if failure.oracle.kind() != OracleKind::Assertion || assertion.is_empty() {
        return Vec::new();
    }
    let row = |place: usize| test[..place].matches('\n').count();
    let found: Vec<_> =
        test.match_indices(assertion).map(|(start, text)| row(start)..=row(start + text.len())).collect();
    let failed = failure.known_line();
    let chosen = found
        .iter()
        .find(|rows| failed.is_some_and(|line| rows.contains(&line)))
        .or(found.first().filter(|_| found.len() == 1));
    chosen.map_or_else(Vec::new, |rows| rows.clone().collect())
}
