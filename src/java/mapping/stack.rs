//! The frames of a trace, as the mapping reads them: which are the test's own, and what the test had called.

use std::ops::Range;

use crate::model::{ExceptionRole, Frame, StackTrace, TraceLineKind};

/// One exception of a trace with its frames.
pub(super) struct Section<'a> {
    pub role: ExceptionRole,
    /// The qualified exception.
    pub exception: &'a str,
    /// The last call first.
    pub frames: Vec<Frame<'a>>,
}

/// All exceptions of a trace, in its order.
pub(super) fn sections(trace: &StackTrace) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for line in trace.parse() {
        match line.kind {
            TraceLineKind::Exception(exception) => {
                sections.push(Section {
                    role: exception.role,
                    exception: exception.name,
                    frames: Vec::new(),
                });
            }
            TraceLineKind::Frame(frame) => {
                if let Some(section) = sections.last_mut() {
                    section.frames.push(frame);
                }
            }
            _ => {}
        }
    }
    sections
}

/// Whether a frame is that of a class's method, or of a lambda within it.
pub(super) fn is_in(frame: &Frame<'_>, class: &str, method: &str) -> bool {
    frame.class == class && (frame.method == method || frame.lambda_within() == Some(method))
}

/// The row of the file that a frame names, from 0.
pub(super) fn row(frame: &Frame<'_>) -> Option<usize> {
    usize::try_from(frame.line?).ok()?.checked_sub(1)
}

impl<'a> Section<'a> {
    /// The topmost frame of a method, and the frame above it: what the method had called.
    pub(super) fn topmost(&self, class: &str, method: &str) -> Option<(&Frame<'a>, Option<&Frame<'a>>)> {
        let own = self.frames.iter().position(|frame| is_in(frame, class, method))?;
        Some((&self.frames[own], own.checked_sub(1).map(|above| &self.frames[above])))
    }

    /// The frame that is a method's own: the topmost on one of its rows, as overloads share a name; else the topmost.
    pub(super) fn own_frame(&self, class: &str, method: &str, rows: &Range<usize>) -> Option<usize> {
        let is_own = |frame: &Frame<'_>| is_in(frame, class, method);
        let is_on_a_row = |frame: &Frame<'_>| row(frame).is_some_and(|row| rows.contains(&row));
        let fitting = self.frames.iter().position(|frame| is_own(frame) && is_on_a_row(frame));
        fitting.or_else(|| self.frames.iter().position(is_own))
    }

    /// Whether a method has these rows, as far as the trace tells: a test calls an overload of itself, never the other way.
    pub(super) fn starts_on(&self, class: &str, method: &str, rows: &Range<usize>) -> bool {
        let first = self.frames.iter().rfind(|frame| is_in(frame, class, method));
        first.and_then(row).is_some_and(|row| rows.contains(&row))
    }

    /// What was thrown says that a check does not hold: by name, as every framework has its own.
    pub(super) fn is_assertion_failure(&self) -> bool {
        let name = self.exception.rsplit(['.', '$']).next().unwrap_or("");
        name.contains("Assertion") || name.contains("ComparisonFailure") || name == "MultipleFailuresError"
    }
}
