//! The header of a trace: a line with the test's name, then the line of the exception.
//!
//! A trace that users paste into their own tables begins with the exception: it gets the test's name as first line.

use std::borrow::Cow;

use crate::model::split_caption;
use crate::trace::{is_identifier, read_test};

/// Returns the trace of `test` below its name; unchanged if it begins neither with a test nor with an exception.
pub(crate) fn with_header<'a>(test: &str, trace: &'a str) -> Cow<'a, str> {
    let printed = trace.trim_start();
    let (first, below) = first_line(printed);
    if read_test(first).is_some() || first.trim() == test {
        let (second, _) = first_line(below);
        return match without_prefix(second) {
            Some(caption) => Cow::Owned(format!("{}\n{caption}{}", first.trim_end(), &below[second.len()..])),
            None => Cow::Borrowed(trace),
        };
    }
    let caption = without_prefix(first).unwrap_or(first);
    // A name alone may be that of a class that failed as a whole, before its exception.
    let names_class = !caption.contains(':') && is_exception_line(first_line(below).0);
    if !is_exception_line(caption) || names_class {
        return Cow::Borrowed(trace);
    }
    Cow::Owned(format!("{test}\n{caption}{}", &printed[first.len()..]))
}

fn first_line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// Removes the words that the JVM prints before the exception of a thread that ended, or of a cause.
fn without_prefix(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let thread = line.strip_prefix("Exception in thread \"").and_then(|rest| Some(rest.split_once("\" ")?.1));
    let caption = thread.or_else(|| line.strip_prefix("Caused by: "))?;
    is_exception_line(caption).then_some(caption)
}

/// Returns true for a possible exception line: a name with a package or a typical ending, up to its end or a colon.
pub(crate) fn is_exception_line(line: &str) -> bool {
    // Other languages separate packages with `::` and `\\`.
    let mut exception = Cow::Borrowed(split_caption(line).0);
    if exception.contains("::") || exception.contains('\\') {
        exception = Cow::Owned(exception.replace("::", ".").replace('\\', "."));
    }
    is_java_name(&exception)
        && (exception.contains('.') || exception.ends_with("Exception") || exception.ends_with("Error"))
}

/// Returns true for identifiers with dots between them.
pub(crate) fn is_java_name(name: &str) -> bool {
    name.split('.').all(is_identifier)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::model::StackTrace;
    use crate::trace::TraceLineKind;

    /// Returns the trace's exception and message, and its number of calls.
    fn read(trace: &str) -> (String, String, usize) {
        let trace = StackTrace(Arc::from(&*with_header("a.B::c", trace)));
        let lines = trace.parse();
        let calls = lines.iter().filter(|line| matches!(line.kind, TraceLineKind::Frame(_))).count();
        (trace.exception().to_owned(), trace.message().to_owned(), calls)
    }

    fn found(exception: &str, message: &str, calls: usize) -> (String, String, usize) {
        (exception.to_owned(), message.to_owned(), calls)
    }

    #[test]
    fn traces_printed_by_print_stack_trace_get_the_tests_name() {
        let call = "\tat a.B.c(B.java:1)";
        for (trace, exception, message, calls) in [
            (format!("x.E: no: m\n{call}\n"), "x.E", "no: m", 1),
            (format!("x.E\n{call}"), "x.E", "", 1),
            ("x.E".to_owned(), "x.E", "", 0),
            ("TimeoutException: late".to_owned(), "TimeoutException", "late", 0),
            (format!("\n  x.E: m\r\n{call}\r\n"), "x.E", "m", 1),
            (format!("x.E: first\ny.F: second\n\n{call}"), "x.E", "first", 1),
            (format!("x.E: \nExpected: 1\n{call}"), "x.E", "", 1),
            (format!("x.E: m\n{call}\nCaused by: y.F: n\n{call}\n\t... 2 more"), "x.E", "m", 2),
            (format!("Exception in thread \"main\" x.E: m\n{call}"), "x.E", "m", 1),
            (format!("a.B::c\nException in thread \"main\" x.E: m\n{call}"), "x.E", "m", 1),
            (format!("Caused by: x.E: m\n{call}"), "x.E", "m", 1),
        ] {
            assert_eq!(read(&trace), found(exception, message, calls), "{trace:?}");
        }
        assert_eq!(
            with_header("a.B::c", "x.E: m\r\n\tat b"),
            "a.B::c\nx.E: m\r\n\tat b",
            "nothing else changes"
        );
    }

    #[test]
    fn other_texts_are_unchanged() {
        for trace in [
            " a.B::c\nx.E: m\n\tat a.B.c(B.java:1)\n",
            "a.Other::test[1]\nx.E: m",
            "a.B::c\n\tat a.B.c(B.java:1)",
            " a.Whole\nx.E: m",
            "it went wrong\nx.E: m",
            "Test a.B.c: failed\nx.E: m",
            "\tat a.B.c(B.java:1)",
            "",
            "\n",
        ] {
            assert_eq!(with_header("a.B::c", trace), trace);
        }
        assert_eq!(
            with_header("a.Whole", " a.Whole\n\tat a.B.c(B.java:1)"),
            " a.Whole\n\tat a.B.c(B.java:1)"
        );
    }

    proptest! {
        #[test]
        fn a_trace_with_a_header_is_unchanged(trace in "(a.B::c|x.E|: m|Caused by: |Exception in thread \"|\" |\n|\\PC){0,8}") {
            let once = with_header("a.B::c", &trace);
            prop_assert_eq!(with_header("a.B::c", &once), once.clone());
        }
    }
}
