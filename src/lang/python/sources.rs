//! The answers of the index of Python about the tests of reports.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::index::Index;
use crate::lang::index::{IndexedFile, NotLocated, SourceIndex, TestName};
use crate::lang::lines::line_of_code;
use crate::model::{Located, StackTrace, TestKind};
use crate::trace::SourceMethod;

const NO_FUNCTION: &str = "the source of a failed test is not known: no .py file of the project has its function; it is a doctest, was made at run time, or its file is damaged or larger than 8 MB";

impl SourceIndex for Index {
    fn files(&self) -> Vec<IndexedFile<'_>> {
        Index::files(self)
            .map(|file| IndexedFile { path: self.path(file), text: self.text(file), classes: Vec::new() })
            .collect()
    }

    fn locate(&self, test: TestName<'_>, trace: &StackTrace) -> Result<Located, NotLocated> {
        let (class, name) = class_and_name(test.name);
        let located = Index::locate(self, class, name, test.file, trace);
        located.ok_or(NotLocated { reason: NO_FUNCTION, class: None, may_be_elsewhere: false })
    }

    fn source_of(&self, test: &str) -> Option<String> {
        let (class, name) = class_and_name(test);
        Some(Index::locate(self, class, name, None, &StackTrace::default())?.test)
    }

    fn passed_kinds(&self, class: &str, method: &str) -> BTreeSet<TestKind> {
        Index::passed_kinds(self, class, method)
    }

    fn file_printed(&self, path: &str) -> Option<&Arc<Path>> {
        Some(self.path(self.file_of(path)?))
    }

    fn function_at(&self, path: &str, line: u32) -> Option<String> {
        Some(Index::function_at(self, self.file_of(path)?, line))
    }

    fn line_of_code(&self, path: &str, line: u32, code: &str, function: &str) -> Option<u32> {
        let file = self.file_of(path)?;
        line_of_code(self.text(file), line, code, |line| {
            let around = Index::function_at(self, file, line);
            around.rsplit('.').next() == Some(function)
        })
    }
}

/// Splits the name of a test into its class, or module, and the name within it, which may contain `::` itself.
pub(crate) fn class_and_name(test: &str) -> (&str, &str) {
    test.split_once("::").unwrap_or((test, ""))
}

/// Returns the function of a test, without its parameters.
pub(super) fn function_of_test(test: &str) -> SourceMethod {
    let (class, name) = class_and_name(test);
    let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(name.len());
    SourceMethod { class: class.to_owned(), method: Some(name[..end].to_owned()) }
}
