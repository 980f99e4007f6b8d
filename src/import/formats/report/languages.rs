//! The table of the languages that reports are read for: the names of their tests, the texts of their failures.

use super::test_name::escaped;
use super::tests::{FailureText, ReportedFailure};
use super::trace::{Problem, stack_trace};
use super::{javascript, python};
use crate::model::Language;

/// A failure as a reader found it.
pub(crate) struct FoundFailure<'f> {
    /// The name of its test.
    pub test: &'f str,
    pub problem: Problem<'f>,
    /// The file in which the test is declared.
    pub file: Option<&'f str>,
    /// The output of the test.
    pub output: &'f str,
}

/// Returns the name of a test by its class, its name and its failures.
type NameOfTest = fn(&str, &str, &[Problem<'_>]) -> String;

/// The properties that only reports of tests in one language have.
pub(crate) struct ReportLanguage {
    language: Language,
    /// None where the name is made of the class and the suite.
    pub test_name: Option<NameOfTest>,
    /// Reads the text of a failure.
    pub failure: fn(FoundFailure<'_>) -> ReportedFailure,
    /// True if the trace is made from the text that a tool printed: the text is shown with the output.
    pub keeps_text: bool,
    /// True if tests have names by their sources, also those that passed.
    pub has_names_by_sources: bool,
    /// True if the name of a test without a class may have its class in it.
    pub has_classes_in_names: bool,
}

/// The languages; the last row is that of every other one.
static TABLE: [ReportLanguage; 3] = [
    ReportLanguage {
        language: Language::Python,
        test_name: Some(|class, name, problems| {
            if problems.iter().any(python::is_collection_failure) {
                format!("{}::{}", escaped(class.trim()), escaped(name.trim()))
            } else {
                python::test_name(class, name)
            }
        }),
        failure: |FoundFailure { problem, file, .. }| {
            let printed = python::Printed::of(problem, file.map(str::to_owned));
            let phase = printed.phase();
            ReportedFailure { phase, attempt: None, text: FailureText::Printed(Box::new(printed)) }
        },
        keeps_text: true,
        has_names_by_sources: false,
        has_classes_in_names: false,
    },
    ReportLanguage {
        language: Language::JavaScript,
        test_name: None,
        failure: |FoundFailure { test, problem, file, output }| {
            let trace = stack_trace(test, &problem, output);
            let printed = javascript::Printed::of(&problem, file, trace);
            ReportedFailure { text: FailureText::JavaScript(Box::new(printed)), ..ReportedFailure::default() }
        },
        keeps_text: true,
        has_names_by_sources: true,
        has_classes_in_names: true,
    },
    ReportLanguage {
        language: Language::Other,
        test_name: None,
        failure: |FoundFailure { test, problem, output, .. }| ReportedFailure {
            text: FailureText::Trace(stack_trace(test, &problem, output)),
            ..ReportedFailure::default()
        },
        keeps_text: false,
        has_names_by_sources: false,
        has_classes_in_names: true,
    },
];

impl ReportLanguage {
    /// Returns the row of a language.
    pub(crate) fn of(language: Language) -> &'static ReportLanguage {
        let [rows @ .., others] = &TABLE;
        rows.iter().find(|row| row.language == language).unwrap_or(others)
    }
}
