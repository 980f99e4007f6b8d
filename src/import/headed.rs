//! The head of a trace. The program, like the tables of the replication package, knows a trace by its first line, the
//! test's name, and its second, the exception. What people paste into their own tables and lines begins with the exception, as
//! `printStackTrace` prints it: such a trace is given its test's name.

use std::borrow::Cow;

use super::log::reader::is_exception_line;
use crate::model::names_test;

/// The trace of `test` with its name as the first line. One that begins neither with a test nor with an exception stays as it is.
pub(super) fn headed<'a>(test: &str, trace: &'a str) -> Cow<'a, str> {
    let printed = trace.trim_start();
    let (first, below) = first_line(printed);
    if names_test(first) || first.trim() == test {
        let (second, _) = first_line(below);
        return match without_lead(second) {
            Some(caption) => Cow::Owned(format!("{}\n{caption}{}", first.trim_end(), &below[second.len()..])),
            None => Cow::Borrowed(trace),
        };
    }
    let caption = without_lead(first).unwrap_or(first);
    // A name alone may be that of a class that failed as a whole, above its exception.
    let names_class = !caption.contains(':') && is_exception_line(first_line(below).0);
    if !is_exception_line(caption) || names_class {
        return Cow::Borrowed(trace);
    }
    Cow::Owned(format!("{test}\n{caption}{}", &printed[first.len()..]))
}

/// The first line, and what follows its end.
fn first_line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// An exception's line without what the JVM prints before that of a thread that ended, or of a cause; none if there is nothing.
fn without_lead(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let thread = line.strip_prefix("Exception in thread \"").and_then(|rest| Some(rest.split_once("\" ")?.1));
    let caption = thread.or_else(|| line.strip_prefix("Caused by: "))?;
    is_exception_line(caption).then_some(caption)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::model::{StackTrace, TraceLineKind};

    /// The trace's exception and message, and how many calls it shows.
    fn read(trace: &str) -> (String, String, usize) {
        let trace = StackTrace(Arc::from(&*headed("a.B::c", trace)));
        let lines = trace.parse();
        let calls = lines.iter().filter(|line| matches!(line.kind, TraceLineKind::Frame(_))).count();
        (trace.exception().to_owned(), trace.message().to_owned(), calls)
    }

    fn found(exception: &str, message: &str, calls: usize) -> (String, String, usize) {
        (exception.to_owned(), message.to_owned(), calls)
    }

    #[test]
    fn what_print_stack_trace_prints_is_given_the_tests_name() {
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
        assert_eq!(headed("a.B::c", "x.E: m\r\n\tat b"), "a.B::c\nx.E: m\r\n\tat b", "nothing else changes");
    }

    #[test]
    fn what_begins_otherwise_stays_as_it_is() {
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
            assert_eq!(headed("a.B::c", trace), trace);
        }
        assert_eq!(headed("a.Whole", " a.Whole\n\tat a.B.c(B.java:1)"), " a.Whole\n\tat a.B.c(B.java:1)");
    }

    proptest! {
        #[test]
        fn what_was_headed_once_is_so_for_good(trace in "(a.B::c|x.E|: m|Caused by: |Exception in thread \"|\" |\n|\\PC){0,8}") {
            let once = headed("a.B::c", &trace);
            prop_assert_eq!(headed("a.B::c", &once), once.clone());
        }
    }
}
