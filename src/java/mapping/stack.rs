//! The frames of a trace, as the mapping reads them: which are the test's own, and what the test had called.

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

impl<'a> Section<'a> {
    /// The topmost frame of a method, and the frame above it: what the method had called.
    pub(super) fn topmost(&self, class: &str, method: &str) -> Option<(&Frame<'a>, Option<&Frame<'a>>)> {
        let own = self.frames.iter().position(|frame| is_in(frame, class, method))?;
        Some((&self.frames[own], own.checked_sub(1).map(|above| &self.frames[above])))
    }

    /// What was thrown says that a check does not hold: by name, as every framework has its own.
    pub(super) fn is_assertion_failure(&self) -> bool {
        let name = self.exception.rsplit(['.', '$']).next().unwrap_or("");
        name.contains("Assertion") || name.contains("ComparisonFailure") || name == "MultipleFailuresError"
    }
}
