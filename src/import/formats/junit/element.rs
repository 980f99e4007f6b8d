//! An element within a `<testcase>` or a `<testsuite>` whose text is being read: a failure, another attempt, an output.

use crate::import::formats::report::trace::Problem;
use crate::import::formats::xml::TextBuffer;

/// The meaning of an element within a test or a suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Problem,
    Rerun,
    /// The test failed before it passed.
    Flaky,
    Skipped,
    Out,
    Err,
}

impl Kind {
    /// Returns the kind of the element with this name; none if its text is not needed.
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

    /// Returns true for other executions, which contain elements of their own: their trace and their output.
    fn has_elements(self) -> bool {
        matches!(self, Kind::Rerun | Kind::Flaky)
    }
}

/// An element whose text is being read.
pub(super) struct Element<'a> {
    pub kind: Kind,
    /// True for an error, false for a failure.
    pub is_error: bool,
    pub type_name: String,
    pub message: Option<String>,
    pub text: TextBuffer<'a>,
    /// True if the current text is the output of another execution.
    pub is_aside: bool,
    pub has_markup: bool,
}

impl<'a> Element<'a> {
    /// Returns its text, unless the output of another execution is being read.
    pub(super) fn open_text(&mut self) -> Option<&mut TextBuffer<'a>> {
        (!self.is_aside).then_some(&mut self.text)
    }

    /// Opens an element within this one. Returns true for the first markup of a text: some tools don't escape it.
    pub(super) fn open(&mut self, name: &str, raw: &'a str, is_empty: bool) -> bool {
        if self.kind.has_elements() {
            self.is_aside |= !is_empty && matches!(name, "system-out" | "system-err");
            return false;
        }
        self.text.push(raw);
        !std::mem::replace(&mut self.has_markup, true)
    }

    /// Handles a closing tag. Returns true if it is this element's own.
    pub(super) fn close(&mut self, name: &'a str) -> bool {
        if Kind::of(name) == Some(self.kind) {
            return true;
        }
        if !self.kind.has_elements() {
            for part in ["</", name, ">"] {
                self.text.push(part);
            }
        } else if matches!(name, "system-out" | "system-err") {
            self.is_aside = false;
        }
        false
    }

    /// Returns the content of the element, and the first unresolved entity in it.
    pub(super) fn finish(self) -> (Problem<'a>, Option<String>) {
        let (text, foreign) = self.text.finish();
        (Problem { type_name: self.type_name, message: self.message, text, ..Problem::default() }, foreign)
    }
}
