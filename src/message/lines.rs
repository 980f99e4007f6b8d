//! The lines of a message in the text of an exception, which begins with the exception's name and goes on
//! with its calls.

use crate::model::{Failure, split_caption};

/// The beginnings of lines that end a message.
const ENDS: [&str; 3] = ["Caused by: ", "Suppressed: ", "Throwable that failed the check:"];

impl Failure {
    /// Returns the line of the message by which failures are compared: the first one, of a report the first
    /// one with text.
    pub fn message(&self) -> &str {
        message_line(self.trace.without_test(), self.is_reported)
    }

    /// Returns the message without cutting anything: of a report all its lines.
    pub(crate) fn whole_message(&self) -> &str {
        if self.is_reported { whole_message(self.trace.without_test()) } else { self.trace.message() }
    }

    /// Returns the exception behind the one that ended the test, with the first line of its message; of a
    /// group of several its members. Empty if nothing is behind it.
    pub(crate) fn root_in_words(&self) -> String {
        let cause = self.trace.cause();
        if !cause.members.is_empty() {
            return cause
                .members
                .iter()
                .map(|member| in_words(member.exception, member.text))
                .collect::<Vec<_>>()
                .join("; ");
        }
        if cause.is_behind_another() { in_words(cause.exception, cause.text) } else { String::new() }
    }
}

fn in_words(exception: &str, text: &str) -> String {
    match message_line(text, true) {
        "" => exception.to_owned(),
        message => format!("{exception}: {message}"),
    }
}

/// Returns the line of the message in the text of an exception by which failures are compared: the first one,
/// of a report the first one with text.
pub(crate) fn message_line(text: &str, is_reported: bool) -> &str {
    if is_reported {
        return message_lines(text).map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    }
    split_caption(first_line(text)).1
}

/// Returns all lines of the message in the text of an exception, as they are written.
pub(crate) fn whole_message(text: &str) -> &str {
    let text = from_message(text);
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().map_or(0, str::len);
    text[..first + lines.take_while(|line| !is_end(line)).map(str::len).sum::<usize>()].trim()
}

/// Returns the lines of the message in the text of an exception.
pub(crate) fn message_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut lines = from_message(text).lines();
    lines.next().into_iter().chain(lines.take_while(|line| !is_end(line)))
}

/// Returns the first line of the text of an exception, which names it.
pub(crate) fn first_line(text: &str) -> &str {
    let line = text.split('\n').next().unwrap_or("");
    line.strip_suffix('\r').unwrap_or(line)
}

/// Returns the text of an exception from its message on; empty if nothing announces one: some tools print
/// other things there.
pub(crate) fn from_message(text: &str) -> &str {
    let line = first_line(text);
    if !line.contains(':') {
        return "";
    }
    let (_, message) = split_caption(line);
    // The message is a part of the line.
    &text[if message.is_empty() { line.len() } else { message.as_ptr() as usize - text.as_ptr() as usize }..]
}

/// Returns true for a file and a line, `src/lib.rs:5:23`.
pub(crate) fn is_place(text: &str) -> bool {
    let mut parts = text.trim_end_matches(|c: char| c.is_ascii_digit() || c == ':').rsplit(['/', '.']);
    text.ends_with(|c: char| c.is_ascii_digit())
        && !text.contains(char::is_whitespace)
        && parts
            .next()
            .is_some_and(|ending| !ending.is_empty() && ending.bytes().all(|b| b.is_ascii_lowercase()))
        && parts.next().is_some()
}

/// Returns true for a line that ends a message: a call, or another exception.
pub(crate) fn is_end(line: &str) -> bool {
    let line = line.trim_start();
    ENDS.iter().any(|end| line.starts_with(end))
        || line.strip_prefix("at ").is_some_and(|call| call.contains('(') || is_place(call))
        // A frame of Ruby.
        || line.split_once(":in ").is_some_and(|(place, _)| is_place(place))
}

/// Returns the name and the number of the failures below a heading: `cart (2 failures)`, `2 expectations failed:`.
pub(super) fn heading_of_several(line: &str) -> Option<(&str, Option<usize>)> {
    if let Some(failed) = line.strip_suffix(" failed:") {
        let mut words = failed.split(' ').rev();
        let are_checks = matches!(words.next(), Some("assertions" | "asserts" | "expectations"));
        return are_checks.then(|| ("", words.next().and_then(|count| count.parse().ok())));
    }
    let (name, count) = line.strip_suffix(')')?.rsplit_once('(')?;
    let (count, unit) = count.split_once(' ')?;
    let name = if name.trim() == "Multiple Failures" { "" } else { name.trim() };
    matches!(unit, "failure" | "failures").then(|| Some((name, Some(count.parse().ok()?))))?
}
