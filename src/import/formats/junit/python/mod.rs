//! Reports of Python's tests: pytest, unittest-xml-reporting, nose2, and what runs one of them (Django, tox, nox).
//!
//! ```text
//! <failure type message>text ──caption──▶ exception and message ──┐
//!                             ──frames───▶ calls, by exception ───┴─trace──▶ the trace in the form that Java's have
//! ```
//!
//! The tools print five styles, and none says which code is the project's. The trace is therefore made when the
//! sources are known, and is the same in every style that prints calls. The printed text is kept with the test's output.

mod caption;
mod frames;
mod trace;

use super::test_name::escaped;
use super::trace::{Problem, has_frames};
use crate::model::Stage;
use crate::trace::CLASS_AS_A_WHOLE;

/// The message with which pytest reports a module that it can't load, as a test without a class.
const NOT_LOADED: &str = "collection failure";

/// A failed test of a report of Python.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Printed {
    /// The type of the exception; empty if the report has none.
    type_name: String,
    message: String,
    /// The text of the failure.
    pub text: String,
    /// The file of the test, if the report names it.
    pub file: Option<String>,
}

impl Printed {
    /// Returns the first failure of a test: further ones are those of its subtests, or of its teardown.
    pub(crate) fn of(problem: Problem<'_>, file: Option<String>) -> Printed {
        let text = problem.text.replace("\r\n", "\n");
        let message = problem.message.unwrap_or_default().replace("\r\n", "\n");
        Printed { type_name: problem.type_name, message, text, file }
    }

    /// Returns true if the failure is that of a module that could not be loaded.
    pub(crate) fn is_of_loading(&self) -> bool {
        self.message == NOT_LOADED
    }

    /// Returns the stage that stopped the tests of a module that could not be loaded, and the exception.
    pub(crate) fn loading(&self, test: &str) -> (Stage, String) {
        let caption = self.caption();
        let exception = caption.split(':').next().unwrap_or_default().trim().to_owned();
        let module = class_and_name(test).0.rsplit('.').next().unwrap_or_default().to_owned();
        let place = self.text.lines().rfind(|line| line.contains("File \""));
        let is_own = place.is_some_and(|place| place.contains(&format!("{module}.py\"")));
        let is_syntax = ["SyntaxError", "IndentationError", "TabError"].contains(&&*exception);
        (if is_syntax && is_own { Stage::Syntax } else { Stage::Compile }, exception)
    }

    /// Returns the exception and its message, as one text.
    pub(crate) fn caption(&self) -> String {
        caption::caption(&self.type_name, &self.message, &self.text)
    }
}

/// Returns true for the names that tools give to the suites of a report.
pub(crate) fn is_suite(element: &str, name: &str) -> bool {
    match element {
        "testsuites" => name == "pytest tests",
        _ => matches!(name, "pytest" | "nose2-junit"),
    }
}

/// Returns true for the text of a failure that Python's tools print.
pub(crate) fn is_printed_by_python(text: &str) -> bool {
    let is_of_python = |line: &str| line.starts_with("E   ") || frames::is_call(line) && line.contains(".py");
    text.lines().any(is_of_python) && !has_frames(text)
}

/// Returns the name of a test with these attributes, as pytest wrote them: parameters have any form. A module that could not be
/// loaded has no class.
pub(crate) fn test_name(class: &str, name: &str) -> String {
    match (escaped(class.trim()), escaped(name.trim())) {
        (class, name) if class.is_empty() => format!("{name}::{CLASS_AS_A_WHOLE}"),
        (class, name) => format!("{class}::{name}"),
    }
}

/// Splits the name of a test into its class, or module, and the name within it, which may contain `::` itself.
pub(crate) fn class_and_name(test: &str) -> (&str, &str) {
    test.split_once("::").unwrap_or((test, ""))
}
