//! The values with which a parametrized test failed, which its source shows among those of all its cases.
//!
//! ```text
//! pytest:   the arguments that it prints above the test, as far as a decorator names them   ──▶  nights = 1, price = 130
//! JUnit 5:  the row of the annotation with the number of the invocation, `adds(int)[2]`      ──▶  case 2: "3, 4"
//! ```

use super::difference::outside;
use super::printed::REPORT;
use crate::model::{Failure, Language};

/// The maximum number of lines with arguments that are read.
const MAX_LINES: usize = 40;

/// The maximum number of closing braces of which one may end the values.
const MAX_BRACES: usize = 100;

/// The annotations of JUnit 5 that hold the values of all cases.
const ANNOTATIONS: [&str; 2] = ["@CsvSource(", "@ValueSource("];

/// Returns the values with which a parametrized test failed; None of another test, and where they are not known.
pub(crate) fn case_values(failure: &Failure) -> Option<String> {
    match failure.language {
        Language::Python => printed_arguments(failure),
        Language::Java => row_of_annotation(failure),
        Language::JavaScript | Language::Other => None,
    }
}

fn printed_arguments(failure: &Failure) -> Option<String> {
    let (decorators, _) = failure.generated_test.split_once("def ").filter(|_| failure.test.contains('['))?;
    let (_, report) = failure.output().rsplit_once(REPORT)?;
    let lines = report.lines().skip(1).take(MAX_LINES).take_while(|line| !line.trim().is_empty());
    let arguments = lines.flat_map(split_at_commas).filter(|argument| {
        argument.split_once(" = ").is_some_and(|(name, _)| has_parameter(decorators, name))
    });
    let arguments: Vec<&str> = arguments.collect();
    (!arguments.is_empty()).then(|| arguments.join(", "))
}

/// Returns true if a text in quotes among some decorators names a parameter, alone or between commas.
fn has_parameter(decorators: &str, name: &str) -> bool {
    let quoted = decorators.split(['"', '\'']).skip(1).step_by(2);
    let mut names = quoted.flat_map(|text| text.split(','));
    names.any(|parameter| parameter.trim() == name)
}

fn row_of_annotation(failure: &Failure) -> Option<String> {
    let (_, number) = failure.test.strip_suffix(']')?.rsplit_once('[')?;
    let index = number.parse::<usize>().ok()?.checked_sub(1)?;
    let source = &failure.generated_test;
    let rest = ANNOTATIONS.iter().find_map(|annotation| Some(source.split_once(annotation)?.1))?;
    let row = match rest.split_once("\"\"\"") {
        Some((before, text)) if !before.contains(')') => {
            let (text, _) = text.split_once("\"\"\"")?;
            text.lines().map(str::trim).filter(|line| !line.is_empty()).nth(index)?
        }
        _ => {
            let (_, rows) = rest.split_once('{')?;
            // The first one that is in no quotes.
            let mut ends = rows.match_indices('}').map(|(end, _)| &rows[..end]).take(MAX_BRACES);
            let rows = ends.find(|rows| outside(rows, ',').is_some())?;
            split_at_commas(rows.trim()).into_iter().nth(index)?
        }
    };
    Some(format!("case {number}: {row}"))
}

/// Splits a text at its commas outside of brackets and quotes.
fn split_at_commas(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for comma in outside(text, ',').unwrap_or_default() {
        parts.push(text[start..comma].trim());
        start = comma + 1;
    }
    parts.push(text[start..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pytest_prints_the_arguments_of_a_case() {
        let source = "@pytest.mark.parametrize(\"pen, count\", [\n    (Pen('red', 1), 2),\n])\ndef test_ink(desk, pen, count):\n    assert 1\n";
        let report = format!(
            "{REPORT}\ndesk = <desk.Desk object at 0x7f19>\npen = Pen(ink='red', tip=1), count = 2\n\n    def test_ink(desk, pen, count):\n>       assert 1\n"
        );
        let failure = |test: &str| Failure {
            test: test.into(),
            language: Language::Python,
            generated_test: source.into(),
            execution: Some(Box::new(crate::model::Execution {
                output: report.as_str().into(),
                ..crate::model::Execution::default()
            })),
            ..Failure::default()
        };
        let values = case_values(&failure("test_pen::test_ink[pen0-2]"));
        assert_eq!(values.as_deref(), Some("pen = Pen(ink='red', tip=1), count = 2"));
        assert_eq!(case_values(&failure("test_pen::test_ink")), None, "it has no parameters");
    }

    #[test]
    fn the_number_of_an_invocation_is_that_of_a_row() {
        for (source, expected) in [
            (
                "@ParameterizedTest @CsvSource({\"red, 1\", \"blue, 2\"}) void t(String a, int b) { f({}); }",
                Some("case 2: \"blue, 2\""),
            ),
            ("@ValueSource(strings = {\n  \"a}\",\n  \"b\"\n})\nvoid t(String a) { }", Some("case 2: \"b\"")),
            (
                "@CsvSource(textBlock = \"\"\"\n  red, 1\n  blue, 2\n  \"\"\")\nvoid t(String a, int b) { }",
                Some("case 2: blue, 2"),
            ),
            ("@MethodSource(\"pens\") void t(Pen pen) { }", None),
            ("@ValueSource(ints = 3) void t(int a) { }", None),
        ] {
            let failure = Failure {
                test: "a.PenTest::t(String)[2]".into(),
                language: Language::Java,
                generated_test: source.into(),
                ..Failure::default()
            };
            assert_eq!(case_values(&failure).as_deref(), expected, "{source}");
        }
    }
}
