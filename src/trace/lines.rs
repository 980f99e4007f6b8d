//! The lines of a stack trace with their meaning, made by [`StackTrace::parse`].
//!
//! All lines between an exception's first line and the first frame belong to its message, whatever they look
//! like, and so does the trace of another exception that it shows ([`SHOWS_TRACE`]). `Caused by:` and
//! `Suppressed:` begin the next exception, and `Also failed in teardown:` and its like the next failure. No
//! text is lost: the lines' texts, joined, are the trace.

use memchr::memchr;

use crate::model::text::{has_blank, is_number};
use crate::model::{ALSO_FAILED, StackTrace, split_caption};
use crate::trace::{Frame, is_identifier};

/// One line of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceLine<'a> {
    /// The line as in the trace, including its line end.
    pub text: &'a str,
    /// The number of `Suppressed:` sections that contain the line.
    pub depth: usize,
    /// The meaning of the line.
    pub kind: TraceLineKind<'a>,
}

/// The meaning of a line of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TraceLineKind<'a> {
    /// The name of the test, `package.Class::method`.
    Test,
    /// The first line of an exception.
    Exception(Exception<'a>),
    /// A further line of an exception's message.
    Message,
    /// A call on the stack.
    Frame(Frame<'a>),
    /// `... 12 more`: frames that the enclosing trace already shows; or foreign frames that a library left out.
    Omitted,
    /// Any other line, such as a blank line or a remark of a test runner.
    Other,
}

/// The parts of the first line of an exception.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exception<'a> {
    /// The reason why the exception is in the trace.
    pub role: ExceptionRole,
    /// The qualified name of the exception: the text before the first colon, trimmed.
    pub name: &'a str,
    /// The first line of its message, trimmed; empty if there is none. [`TraceLineKind::Message`] lines continue it.
    pub message: &'a str,
}

/// The reason why an exception is in a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExceptionRole {
    /// The exception ended the test.
    Thrown,
    /// The exception follows `Caused by:`.
    Cause,
    /// The exception follows `Suppressed:`.
    Suppressed,
    /// The exception is that of another failure of the test: of its tear-down, or of a further attempt.
    Further,
}

impl<'a> TraceLine<'a> {
    /// Returns the line without its line end.
    pub fn content(&self) -> &'a str {
        without_line_end(self.text)
    }
}

impl StackTrace {
    /// Returns the test's qualified class, from the first line; empty if that line names no test.
    pub fn test_class(&self) -> &str {
        test_class(&self.0)
    }

    /// Returns all lines, in order. A message is taken to end at a line that looks exactly like a frame.
    pub fn parse(&self) -> Vec<TraceLine<'_>> {
        self.parse_on().collect()
    }

    /// Returns the same lines one by one, so that a caller that needs only the top of a trace does not read all of it.
    pub(crate) fn parse_on(&self) -> impl Iterator<Item = TraceLine<'_>> {
        trace_lines(&self.0)
    }
}

pub(crate) fn trace_lines(trace: &str) -> impl Iterator<Item = TraceLine<'_>> {
    let test_class = test_class(trace);
    let mut section = Section { depth: 0, part: Part::Start };
    trace.split_inclusive('\n').map(move |text| {
        let kind = section.read(without_line_end(text), test_class);
        TraceLine { text, depth: section.depth, kind }
    })
}

pub(super) fn test_class(trace: &str) -> &str {
    trace.split('\n').next().and_then(read_test).map_or("", |(class, _)| class)
}

fn without_line_end(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}

/// The line of a message below which `AssertJ` shows the trace of an exception that was not thrown, up to an
/// empty line.
const SHOWS_TRACE: &str = "Throwable that failed the check:";

struct Section {
    depth: usize,
    part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Start,
    AfterTest,
    /// After the first line of the thrown exception, before its first frame.
    Message,
    /// After the first line of a cause or a suppressed exception, which may have no frames of its own.
    NestedMessage,
    /// In a trace that the message shows: before its first frame, and behind it.
    ShownMessage,
    ShownFrames,
    Frames,
}

impl Section {
    fn read<'a>(&mut self, line: &'a str, test_class: &str) -> TraceLineKind<'a> {
        match self.part {
            Part::Start if read_test(line).is_some() => {
                self.part = Part::AfterTest;
                return TraceLineKind::Test;
            }
            Part::Start | Part::AfterTest => {
                self.part = Part::Message;
                return TraceLineKind::Exception(read_exception(ExceptionRole::Thrown, line));
            }
            Part::ShownMessage | Part::ShownFrames => {
                self.part = match self.part {
                    Part::ShownFrames if line.is_empty() => Part::Message,
                    _ if Frame::read(line, test_class).is_some() => Part::ShownFrames,
                    part => part,
                };
                return TraceLineKind::Message;
            }
            Part::Message if line == SHOWS_TRACE => {
                self.part = Part::ShownMessage;
                return TraceLineKind::Message;
            }
            Part::Message | Part::NestedMessage | Part::Frames => {}
        }
        if let Some(frame) = Frame::read(line, test_class) {
            self.part = Part::Frames;
            return TraceLineKind::Frame(frame);
        }
        if let Some(exception) = self.read_nested(line) {
            self.part = Part::NestedMessage;
            return TraceLineKind::Exception(exception);
        }
        if is_collapsed(line) || (self.part != Part::Message && is_omission(line)) {
            self.part = Part::Frames;
            return TraceLineKind::Omitted;
        }
        if self.part == Part::Frames { TraceLineKind::Other } else { TraceLineKind::Message }
    }

    /// Reads a `Caused by:` or `Suppressed:` line. Within a message such a line counts only if it names an exception.
    fn read_nested<'a>(&mut self, line: &'a str) -> Option<Exception<'a>> {
        if let Some((_, thrown)) = further_failure(line) {
            self.depth = 0;
            return Some(read_exception(ExceptionRole::Further, thrown));
        }
        let caption = line.trim_start_matches(['\t', ' ']);
        let (role, rest) = if let Some(rest) = caption.strip_prefix("Caused by: ") {
            (ExceptionRole::Cause, rest)
        } else {
            (ExceptionRole::Suppressed, caption.strip_prefix("Suppressed: ")?)
        };
        let exception = read_exception(role, rest);
        let is_name = exception.name.split('.').all(is_identifier);
        let indent = line.len() - caption.len();
        // A member of a group that was never raised has no calls: the next one, or its own member, follows its message.
        let follows_member = role == ExceptionRole::Suppressed
            && self.part == Part::NestedMessage
            && self.depth > 0
            && (indent == self.depth || indent == self.depth + 1)
            && line.starts_with('\t');
        let is_expected = exception.name.contains('.') || follows_member;
        if self.part != Part::Frames && !(is_name && is_expected) {
            return None;
        }
        // Four blanks replace a tab if a tool has expanded it.
        self.depth = if line.starts_with(' ') { indent / 4 } else { indent };
        Some(exception)
    }
}

/// Splits the first line of a further failure, `Also failed in teardown: OSError: spilt`, into what it is and
/// its exception.
pub(crate) fn further_failure(line: &str) -> Option<(&str, &str)> {
    let (caption, thrown) = line.split_once(": ")?;
    let is_caption =
        caption.strip_prefix(ALSO_FAILED).is_some_and(|rest| rest.is_empty() || rest.starts_with(" in "));
    is_caption.then_some((caption, thrown))
}

/// Splits `package.Class::method` into its parts; a blank may precede it.
pub(crate) fn read_test(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let colon = memchr(b':', line.as_bytes())?;
    let (class, method) = (&line[..colon], line[colon + 1..].strip_prefix(':')?);
    let is_name = !class.is_empty() && !has_blank(class);
    (is_name && !method.is_empty()).then_some((class, method))
}

fn read_exception(role: ExceptionRole, line: &str) -> Exception<'_> {
    let (name, message) = split_caption(line);
    Exception { role, name, message }
}

/// Returns true for `at [[Testing framework: 27 frames collapsed (…)]].(:0)`, which Truth writes for foreign frames.
fn is_collapsed(line: &str) -> bool {
    line.trim_start().strip_prefix("at [[").is_some_and(|rest| rest.contains(" frames collapsed ("))
}

/// Returns true for `... 12 more`, and for `... 12 common frames omitted` as logging libraries write it.
fn is_omission(line: &str) -> bool {
    let number = line.trim_start().strip_prefix("... ").and_then(|rest| rest.split_once(' '));
    number.is_some_and(|(count, rest)| {
        is_number(count) && matches!(rest.trim_end(), "more" | "common frames omitted")
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::trace::Origin;

    fn kinds(trace: &str) -> String {
        let trace = StackTrace(Arc::from(trace));
        let letter = |line: &TraceLine<'_>| match &line.kind {
            TraceLineKind::Test => 'T',
            TraceLineKind::Exception(exception) => match exception.role {
                ExceptionRole::Thrown => 'E',
                ExceptionRole::Cause => 'C',
                ExceptionRole::Suppressed => 'S',
                ExceptionRole::Further => 'F',
            },
            TraceLineKind::Message => 'm',
            TraceLineKind::Frame(_) => 'f',
            TraceLineKind::Omitted => '.',
            TraceLineKind::Other => '?',
        };
        trace.parse().iter().map(letter).collect()
    }

    const NESTED: &str = " org.acme.Pen_ESTest::test01
org.acme.InkException: no: ink
\tat position 3 of \"a.B\"
--- end
\tat org.acme.Pen.draw(Pen.java:12)
\tat org.acme.Pen_ESTest.test01(Pen_ESTest.java:90)
\tSuppressed: java.io.IOException: close
\t\tat org.acme.Pen.close(Pen.java:30)
\t\t... 1 more
\tCaused by: java.lang.Error
\t\t... 2 more
Caused by: java.lang.NullPointerException
\tat java.base/java.util.Objects.requireNonNull(Objects.java:233)
\t... 2 more

";

    #[test]
    fn sections_messages_and_frames() {
        assert_eq!(kinds(NESTED), "TEmmffSf.C.Cf.?");
        let trace = StackTrace(Arc::from(NESTED));
        let lines = trace.parse();
        let depths: Vec<usize> = lines.iter().map(|line| line.depth).collect();
        assert_eq!(depths, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
        let TraceLineKind::Exception(thrown) = &lines[1].kind else { panic!("an exception") };
        assert_eq!((thrown.name, thrown.message), ("org.acme.InkException", "no: ink"));
        let TraceLineKind::Frame(frame) = &lines[5].kind else { panic!("a frame") };
        assert_eq!(frame.origin, Origin::Test);
        assert_eq!(lines[5].content(), "\tat org.acme.Pen_ESTest.test01(Pen_ESTest.java:90)");
    }

    #[test]
    fn further_failures_follow_the_trace() {
        let further = "Also failed in teardown: OSError: spilt\n\tat pen.down(pen.py:1)\nAlso failed in attempt 2: x.E\n";
        assert_eq!(kinds(&format!("a.B::c\nx.E: m\nmore\n{further}")), "TEmFfF");
        assert_eq!(kinds("a.B::c\nx.E: m\nAlso failed: nothing\nAlso failed today: x"), "TEFm");
    }

    #[test]
    fn the_trace_of_an_exception_that_a_message_shows_is_part_of_it() {
        let shown = "Throwable that failed the check:\n\na.E: 7\n\tat a.Pen.draw(Pen.java:9)\n\tat a.B.c(B.java:3)\n\n";
        let trace = format!("a.B::c\njava.lang.AssertionError: \nno ink\n{shown}\tat a.B.c(B.java:4)\n");
        assert_eq!(kinds(&trace), "TEmmmmmmmf");
    }

    #[test]
    fn windows_line_ends_make_no_difference() {
        assert_eq!(kinds(&NESTED.replace('\n', "\r\n")), kinds(NESTED));
    }

    #[test]
    fn unusual_traces() {
        assert_eq!(kinds(""), "");
        assert_eq!(kinds("a.B::c"), "T");
        assert_eq!(
            kinds(
                "a.B::c\na.E: m\n\tat a.B.c(B.java:1)\n\tat [[Reflective call: 4 frames collapsed (https://goo.gl/aH3UyP)]].(:0)\n"
            ),
            "TEf."
        );
        assert_eq!(kinds("a.B::c\na.E: the message\n\nends\n\n\tat a.B.c(B.java:1)"), "TEmmmf");
        assert_eq!(kinds("a.E: who: is::it\n\tat a.B.c(B.java:1)"), "Ef", "no line names the test");
        assert_eq!(kinds("a.B::c\n\n\tat a.B.c(B.java:1)"), "TEf", "the exception line is empty");
        assert_eq!(
            kinds("a.B::c\na.E: x\nCaused by: the weather\n... 3 more\n\tat a.B.c(B.java:1)"),
            "TEmmf"
        );
        assert_eq!(kinds("a.B::c\na.E\nCaused by: a.F: no frames at all\nmore\nCaused by: a.G"), "TECmC");
        assert_eq!(kinds("a.B::c\na.E\n\tat a.B.c(B.java:1)\nCaused by: [CIRCULAR REFERENCE: a.E]"), "TEfC");
    }

    proptest! {
        #[test]
        fn no_text_is_lost(pieces in prop::collection::vec(
            prop_oneof![
                Just("\tat a.B.c(B.java:1)".to_owned()),
                Just("Caused by: a.E: x".to_owned()),
                Just("\tSuppressed: a.E".to_owned()),
                Just("\t... 3 more".to_owned()),
                Just("a.B::c".to_owned()),
                Just("\n".to_owned()),
                Just("\r\n".to_owned()),
                "\\s*at [a-zé./$(): <>\\[\\]]{0,20}",
                "\\PC{0,12}",
                any::<String>(),
            ],
            0..20,
        )) {
            let text = pieces.concat();
            let trace = StackTrace(Arc::from(text.as_str()));
            let lines = trace.parse();
            prop_assert_eq!(lines.iter().map(|line| line.text).collect::<String>(), text);
        }
    }
}
