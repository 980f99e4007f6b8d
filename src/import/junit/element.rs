//! The elements of a report whose text is wanted: failures of all kinds, and what was printed.

use super::text::TextBuffer;
use super::trace::Problem;

/// How much of each output stream of a test is kept, in bytes.
const MAX_OUTPUT: usize = 64 * 1024;

/// How JUnit's launcher begins an output stream in which it writes about the test itself.
const ABOUT_THE_TEST: &str = "unique-id: [engine:";

/// What an element within a test or a suite says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The test failed; assertions and other exceptions are one to us.
    Problem,
    /// It failed again when it was run again.
    Rerun,
    /// It failed before it passed.
    Flaky,
    Skipped,
    Out,
    Err,
}

impl Kind {
    /// The kind of the element with this name; none if its text is not wanted.
    pub(super) fn of(name: &str) -> Option<Kind> {
        Some(match name {
            "failure" | "error" => Kind::Problem,
            "rerunFailure" | "rerunError" => Kind::Rerun,
            "flakyFailure" | "flakyError" => Kind::Flaky,
            "skipped" | "aborted" | "disabled" | "ignored" => Kind::Skipped,
            "system-out" => Kind::Out,
            "system-err" => Kind::Err,
            _ => return None,
        })
    }

    /// Other executions hold elements of their own: their trace, and what they printed.
    fn has_elements(self) -> bool {
        matches!(self, Kind::Rerun | Kind::Flaky)
    }
}

/// An element whose text is being read.
#[derive(Debug)]
pub(super) struct Element {
    pub kind: Kind,
    type_name: String,
    message: Option<String>,
    text: TextBuffer,
    /// What is being read was printed by another execution.
    is_aside: bool,
    has_markup: bool,
}

impl Element {
    pub(super) fn new(kind: Kind, type_name: String, message: Option<String>) -> Element {
        let text = TextBuffer::default();
        Element { kind, type_name, message, text, is_aside: false, has_markup: false }
    }

    pub(super) fn push(&mut self, text: &str) {
        if !self.is_aside {
            self.text.push(text);
        }
    }

    pub(super) fn push_reference(&mut self, name: &str) {
        if !self.is_aside {
            self.text.push_reference(name);
        }
    }

    /// An element opens within this one. True if that is the first markup which is part of the text: some tools write a
    /// message as it is.
    pub(super) fn open(&mut self, name: &str, raw: &str, is_empty: bool) -> bool {
        if self.kind.has_elements() {
            self.is_aside |= !is_empty && matches!(name, "system-out" | "system-err");
            return false;
        }
        self.text.push(raw);
        !std::mem::replace(&mut self.has_markup, true)
    }

    /// A closing tag stands within this element. True if it is this one's own.
    pub(super) fn close(&mut self, name: &str) -> bool {
        if Kind::of(name) == Some(self.kind) {
            return true;
        }
        if !self.kind.has_elements() {
            self.text.push(&format!("</{name}>"));
        } else if matches!(name, "system-out" | "system-err") {
            self.is_aside = false;
        }
        false
    }

    /// What the element says, and the first entity in it that was left unresolved.
    pub(super) fn finish(self) -> (Problem, Option<String>) {
        let (text, foreign) = self.text.finish();
        (Problem { type_name: self.type_name, message: self.message, text }, foreign)
    }
}

/// What a test or a suite printed.
#[derive(Debug, Default)]
pub(super) struct Output {
    out: String,
    err: String,
}

impl Output {
    /// Adds what one element of a stream holds.
    pub(super) fn add(&mut self, kind: Kind, text: &str) {
        let stream = if kind == Kind::Out { &mut self.out } else { &mut self.err };
        let text = text.replace("\r\n", "\n");
        let content = text.trim_matches('\n');
        if !content.trim().is_empty() && !content.starts_with(ABOUT_THE_TEST) {
            stream.push_str(content);
            stream.push('\n');
        }
    }

    /// Both streams, each under its name with `whose` behind it; empty if nothing was printed.
    pub(super) fn finish(&self, whose: &str) -> String {
        [("system-out", &self.out), ("system-err", &self.err)]
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| format!("{name}{whose}:\n{}", shortened(text)))
            .collect()
    }
}

/// Beginning and end of a text that is longer than is kept.
fn shortened(text: &str) -> String {
    if text.len() <= MAX_OUTPUT {
        return text.to_owned();
    }
    let boundary = |from: usize| (from..text.len()).find(|&place| text.is_char_boundary(place));
    let head = boundary(MAX_OUTPUT / 2).unwrap_or(text.len());
    let tail = boundary(text.len() - MAX_OUTPUT / 2).unwrap_or(text.len());
    format!("{}\n[{} bytes are left out here]\n{}", &text[..head], tail - head, &text[tail..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_streams_are_kept_under_their_names() {
        let mut output = Output::default();
        output.add(Kind::Err, "careful\r\n");
        output.add(Kind::Out, "\nunique-id: [engine:junit-jupiter]/[class:a.B]\ndisplay-name: b()\n");
        output.add(Kind::Out, "\n  one\n");
        output.add(Kind::Out, "two");
        output.add(Kind::Out, " \n");
        assert_eq!(output.finish(""), "system-out:\n  one\ntwo\nsystem-err:\ncareful\n");
        assert_eq!(Output::default().finish(" of all"), "");
    }

    #[test]
    fn of_a_long_output_beginning_and_end_are_kept() {
        let mut output = Output::default();
        output.add(Kind::Out, &format!("first{}last", "ü".repeat(MAX_OUTPUT)));
        let kept = output.finish("");
        assert!(kept.starts_with("system-out:\nfirstü") && kept.ends_with("ülast\n"), "both ends");
        assert!(kept.contains("bytes are left out here]"));
        assert!(kept.len() < MAX_OUTPUT + 100, "{}", kept.len());
    }
}
