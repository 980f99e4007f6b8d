//! A folded trace of a language that is not parsed, shortened further: its calls have many forms, and its
//! tools say things twice.
//!
//! ```text
//! === RUN   TestPanics                           left out: the tool's own words
//! panic: no ink [recovered]                      left out: the message above says it
//! testing.tRunner.func1()          ┐
//!     /usr/lib/go/testing.go:1399  ┘             ──▶  ┄ 1 library frame
//! shop.Index(...)                  ┐
//!     /home/dev/shop/money.go:24   ┘             ──▶  at shop.Index   money.go:24
//! ```

use super::calls::{Call, call_below};
use super::{FoldKind, FoldedLine, Origin, TraceFold, TraceLine, TraceLineKind};
use crate::model::split_caption;

/// The words with which a line of Go's tools begins that tells a test's name and no more.
const OF_TOOL: [&str; 5] = ["=== RUN ", "=== PAUSE ", "=== CONT ", "=== NAME ", "--- FAIL: "];

/// Returns the rows of a folded trace with the calls in them told apart, and without what was said above;
/// `test` is the name of the test that failed.
pub(crate) fn fold_printed(rows: Vec<FoldedLine>, lines: &[TraceLine<'_>], test: &str) -> Vec<FoldedLine> {
    let mut shown: Vec<FoldedLine> = Vec::new();
    let mut message = "";
    for row in rows {
        let at = match row {
            FoldedLine::Line(at) => at,
            other => {
                shown.push(other);
                continue;
            }
        };
        let line = &lines[at];
        match &line.kind {
            TraceLineKind::Exception(exception) => message = exception.message,
            TraceLineKind::Message | TraceLineKind::Other => {
                let content = line.content().trim();
                if let Some(call) = call_in(lines, at, test) {
                    let above = at.checked_sub(1).map_or("", |above| lines[above].content());
                    let names_function = !call.function.is_empty() && above.contains(call.function);
                    if names_function && shown.last() == Some(&FoldedLine::Line(at - 1)) {
                        shown.pop();
                    }
                    push_call(&mut shown, at, call.origin);
                    continue;
                }
                let is_running = content.starts_with("goroutine ") && content.ends_with("[running]:");
                if is_running || is_said(content, message) || OF_TOOL.iter().any(|it| content.starts_with(it))
                {
                    continue;
                }
            }
            _ => {}
        }
        shown.push(FoldedLine::Line(at));
    }
    shown
}

/// Returns the call in a line of a trace; of a message behind a place, `money_test.go:14: sum = 99`, the
/// place if the trace begins with that message.
pub(crate) fn call_in<'a>(lines: &[TraceLine<'a>], at: usize, test: &str) -> Option<Call<'a>> {
    let content = lines.get(at)?.content();
    let above = at.checked_sub(1).map_or("", |above| lines[above].content());
    if let Some(call) = call_below(content, above, test) {
        return Some(call);
    }
    let (place, message) = content.trim().split_once(": ")?;
    let is_first = lines[..at].iter().rev().find_map(|line| match &line.kind {
        TraceLineKind::Exception(exception) => Some(is_said(message, exception.message)),
        _ => None,
    });
    is_first.filter(|is_first| *is_first)?;
    Call::of_place(place, test)
}

/// Returns true for a line that repeats the message of the exception above it.
fn is_said(line: &str, message: &str) -> bool {
    let bare = |text: &'_ str| text.trim().trim_end_matches(" [recovered]").to_owned();
    let message = bare(message);
    let line = bare(line);
    !message.is_empty() && (line == message || split_caption(&line).1 == message)
}

/// Adds a call: of the project or the test as a row, of a library to those above it.
fn push_call(shown: &mut Vec<FoldedLine>, at: usize, origin: Origin) {
    if matches!(origin, Origin::Project | Origin::Test) {
        return shown.push(FoldedLine::Call(at));
    }
    if let Some(FoldedLine::Fold(TraceFold { lines, frames, kind: FoldKind::Foreign(origins) })) =
        shown.last_mut()
    {
        (lines.end, *frames) = (at + 1, *frames + 1);
        if !origins.contains(&origin) {
            origins.push(origin);
        }
        return;
    }
    let kind = FoldKind::Foreign(vec![origin]);
    shown.push(FoldedLine::Fold(TraceFold { lines: at..at + 1, frames: 1, kind }));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::StackTrace;
    use crate::trace::fold;

    fn rows(trace: &str) -> Vec<String> {
        let trace = StackTrace(Arc::from(trace));
        let lines = trace.parse();
        let rows = fold_printed(fold(&lines), &lines, "example.com/shop::TestPanics");
        let shown = rows.iter().map(|row| match row {
            FoldedLine::Line(at) => lines[*at].content().trim().to_owned(),
            FoldedLine::Call(at) => {
                let call = call_in(&lines, *at, "").expect("a call");
                format!("at {} {}:{}", call.function, call.place.file_name(), call.place.line)
            }
            FoldedLine::Fold(fold) => format!("┄ {fold}"),
        });
        shown.collect()
    }

    #[test]
    fn a_panic_of_go_shows_the_calls_of_the_project() {
        let trace = "shop::TestPanics\npanic: no ink [recovered]\n=== RUN   TestPanics\n--- FAIL: TestPanics (0.00s)\npanic: no ink [recovered]\n\tpanic: no ink\n\ngoroutine 12 [running]:\ntesting.tRunner.func1.2({0x51dfa0, 0xc00001a1b0})\n\t/usr/lib/go-1.19/src/testing/testing.go:1396 +0x24e\npanic({0x51dfa0, 0xc00001a1b0})\n\t/usr/lib/go-1.19/src/runtime/panic.go:884 +0x212\nexample.com/shop.Index(...)\n\t/home/dev/go/money.go:24\nexample.com/shop.TestPanics(0xc0000a2820?)\n\t/home/dev/go/money_test.go:43 +0x4a\ncreated by testing.(*T).Run\n\t/usr/lib/go-1.19/src/testing/testing.go:1493 +0x35f\n";
        let shown = rows(trace);
        let shown: Vec<&str> = shown.iter().map(String::as_str).filter(|row| !row.is_empty()).collect();
        assert_eq!(
            shown[1..],
            [
                "panic: no ink [recovered]",
                "┄ 2 library frames",
                "at example.com/shop.Index money.go:24",
                "at example.com/shop.TestPanics money_test.go:43",
                "┄ 1 library frame",
            ]
        );
    }

    #[test]
    fn a_failed_check_of_go_shows_its_place_and_what_else_was_logged() {
        let trace = "shop::TestSum\nFailed: sum = 99, want 100\n=== RUN   TestSum\n    money_test.go:12: adding\n    money_test.go:14: sum = 99, want 100\n--- FAIL: TestSum (0.00s)\n";
        assert_eq!(
            rows(trace)[1..],
            ["Failed: sum = 99, want 100", "money_test.go:12: adding", "at  money_test.go:14"]
        );
    }
}
