//! The blocks that testify prints of assertions that failed: fields, each behind its label.
//!
//! ```text
//! pen_test.go:12:
//!     Error Trace:  /pens/pen_test.go:12          Failed: red ink: Not equal: expected: 3 actual  : 2
//!     Error:        Not equal:                    Not equal:
//!                   expected: 3            ──▶    expected: 3
//!                   actual  : 2                   actual  : 2
//!     Test:         TestDraws                     Messages: red ink
//!     Messages:     red ink                       at /pens/pen_test.go:12
//! ```
//!
//! A test has one for each assertion that failed: each is a failure of its own.

use std::borrow::Cow;

use super::trace::Problem;
use crate::message::exception_line::joined;
use crate::message::{MESSAGES, is_place};
use crate::model::ONLY_FAILED;
use crate::trace::test_code::is_test_code;

/// The label of the calls, which begins a block.
const TRACE: &str = "Error Trace";

/// The labels of what failed, and of the test's name, which its row has.
const ERROR: &str = "Error";
const TEST: &str = "Test";

/// The words between the place in the suite and a panic that it caught.
const PANICKED: &str = ": test panicked: ";

/// A label, and the lines behind it.
struct Field<'t> {
    label: &'t str,
    lines: Vec<&'t str>,
}

/// Returns a failure for each assertion of which testify printed a block, and what else stands in the text with the first; a panic, which ended
/// the test, comes before them. Other failures are returned as they are.
pub(super) fn each_assertion(problem: Problem<'_>) -> Vec<Problem<'_>> {
    if ![TRACE, PANICKED].iter().any(|words| problem.text.contains(words)) {
        return vec![problem];
    }
    let lines: Vec<&str> = problem.text.lines().collect();
    let (mut blocks, mut others): (Vec<String>, Vec<Cow<'_, str>>) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < lines.len() {
        let is_heading = lines[at].trim().strip_suffix(':').is_some_and(is_place);
        let fields = if is_heading { fields(&lines[at + 1..]) } else { Vec::new() };
        if fields.first().is_some_and(|field| field.label == TRACE) {
            at += 1 + fields.iter().map(|field| field.lines.len()).sum::<usize>();
            blocks.push(in_own_form(&fields));
        } else {
            others.push(panic_of_suite(lines[at]).unwrap_or(lines[at].into()));
            at += 1;
        }
    }
    let has_panicked = others.iter().any(|line| line.starts_with("panic: "));
    let Some(first) = blocks.first_mut().filter(|_| !has_panicked) else {
        let text = Cow::Owned(others.join("\n"));
        let own = Problem { text, type_name: problem.type_name, message: problem.message, subtest: None };
        return std::iter::once(own).chain(blocks.into_iter().map(of_block)).collect();
    };
    first.push_str(&others.join("\n"));
    blocks.into_iter().map(of_block).collect()
}

/// Returns the first line of a panic as Go prints it, which a suite of testify caught: `suite.go:77: test panicked: no ink`.
fn panic_of_suite(line: &str) -> Option<Cow<'_, str>> {
    let (place, said) = line.trim_start().split_once(PANICKED)?;
    is_place(place).then(|| Cow::Owned(format!("panic: {said}")))
}

fn of_block(text: String) -> Problem<'static> {
    Problem { type_name: ONLY_FAILED.to_owned(), text: Cow::Owned(text), ..Problem::default() }
}

/// Reads the fields at the beginning of these lines: `Error:      Not equal:`, with a tab before the label and one behind it; the
/// lines that go on have no label.
fn fields<'t>(lines: &[&'t str]) -> Vec<Field<'t>> {
    let mut fields: Vec<Field<'t>> = Vec::new();
    for line in lines {
        let row = line.trim_start_matches(' ').strip_prefix('\t').and_then(|row| row.split_once('\t'));
        let Some((label, content)) = row else { break };
        match (label.trim_end().strip_suffix(':'), fields.last_mut()) {
            (Some(label), _) => fields.push(Field { label, lines: vec![content] }),
            (None, Some(field)) if label.trim().is_empty() => field.lines.push(content),
            _ => break,
        }
    }
    fields
}

/// Returns the trace of an assertion: what failed, a person's words about it, and the calls.
fn in_own_form(fields: &[Field<'_>]) -> String {
    let lines = |label: &str| {
        let field = fields.iter().find(|field| field.label == label);
        field.map_or(&[][..], |field| &field.lines)
    };
    let (error, words) = (lines(ERROR), lines(MESSAGES));
    let told = joined(error);
    let caption = match &words.join(" ") {
        words if words.is_empty() => told,
        words => format!("{words}: {told}"),
    };
    let mut text = format!("{ONLY_FAILED}: {caption}\n");
    if error.len() > 1 || !words.is_empty() {
        text.extend(error.iter().flat_map(|line| [*line, "\n"]));
    }
    let others = fields.iter().filter(|field| ![TRACE, ERROR, TEST].contains(&field.label));
    for Field { label, lines } in others {
        text.push_str(&format!("{label}: {}\n", lines.join("\n")));
    }
    // Before the name of each file it writes the folder of the test: of others than those of tests it is none.
    let calls = lines(TRACE).iter().map(|call| call.trim()).filter(|call| {
        call.rsplit_once(':').is_some_and(|(file, _)| is_test_code(file.rsplit('/').next().unwrap_or(file)))
    });
    for call in calls {
        text.push_str(&format!("at {call}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let message = Some(ONLY_FAILED.to_owned());
        let problem = Problem { message, text: Cow::Borrowed(text), ..Problem::default() };
        each_assertion(problem).into_iter().map(|problem| problem.text.into_owned()).collect()
    }

    const BLOCKS: &str = "=== RUN   TestDraws\n    pen_test.go:11: dipped\n    pen_test.go:12: \n        \tError Trace:\t/pens/pen_test.go:12\n        \t            \t\t\t\t/pens/suite.go:165\n        \tError:      \tNot equal: \n        \t            \texpected: 3\n        \t            \tactual  : 2\n        \tTest:       \tTestDraws\n        \tMessages:   \tred ink\n    pen_test.go:13: \n        \tError Trace:\t/pens/pen_test.go:13\n        \tError:      \tShould be true\n        \tTest:       \tTestDraws\n--- FAIL: TestDraws (0.00s)\n";

    #[test]
    fn each_block_is_a_failure() {
        assert_eq!(
            texts(BLOCKS),
            [
                "Failed: red ink: Not equal: expected: 3 actual  : 2\nNot equal: \nexpected: 3\nactual  : 2\nMessages: red ink\nat /pens/pen_test.go:12\n=== RUN   TestDraws\n    pen_test.go:11: dipped\n--- FAIL: TestDraws (0.00s)",
                "Failed: Should be true\nat /pens/pen_test.go:13\n",
            ]
        );
    }

    #[test]
    fn a_panic_comes_before_the_assertions() {
        let panicked = format!("{BLOCKS}panic: no ink\n\ngoroutine 7 [running]:\n");
        let found = texts(&panicked);
        assert_eq!(found.len(), 3);
        assert!(found[0].ends_with("panic: no ink\n\ngoroutine 7 [running]:"), "{}", found[0]);
        assert!(!found[0].contains(TRACE));
    }

    #[test]
    fn a_panic_that_a_suite_caught_is_one() {
        let caught = "    suite.go:77: test panicked: no ink\n        goroutine 7 [running]:";
        assert_eq!(texts(caught), ["panic: no ink\n        goroutine 7 [running]:"]);
    }

    #[test]
    fn a_text_without_such_a_block_stays_as_it_is() {
        for text in ["pen_test.go:12: got 2, want 3", "pen_test.go:12: \n\tError Trace: none", ""] {
            assert_eq!(texts(text), [text]);
        }
    }
}
