//! The exceptions of a trace, each with its own frames, as the mapping from a failed test to its code reads them.

use crate::model::{StackTrace, is_named_like_assertion_error};
use crate::trace::{Exception, ExceptionRole, Frame, TraceLineKind};

pub(crate) struct Section<'a> {
    pub role: ExceptionRole,
    pub exception: &'a str,
    /// The text from the exception's name to the next exception.
    pub text: &'a str,
    /// The number of `Suppressed:` sections that contain it.
    pub depth: usize,
    /// True if the one before was thrown while this one was handled, and does not name it as its cause.
    pub was_handled: bool,
    /// The frames, last call first: of a deep recursion those nearest to the test.
    pub frames: Vec<Frame<'a>>,
}

/// The line above an exception that was being handled when the one before it was thrown, in a trace of
/// Python: it is no cause.
pub(crate) const WHILE_HANDLING: &str = "\traised while handling the exception below";

/// The maximum number of exceptions of a trace that are looked at.
const MAX_EXCEPTIONS: usize = 1_000;

/// The maximum number of exceptions whose omitted frames are added, so that they cannot multiply the size of a trace.
const MAX_COMPLETED: usize = 32;

/// The minimum number of frames that are kept of a longer section, so that a huge trace does not take four
/// times its size.
const MAX_FRAMES: usize = 10_000;

pub(crate) fn sections(trace: &StackTrace) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    let mut at = 0;
    let mut start = 0;
    let mut was_handled = false;
    for line in trace.parse_on() {
        let line_start = at;
        at += line.text.len();
        match line.kind {
            TraceLineKind::Exception(_) if sections.len() == MAX_EXCEPTIONS => break,
            TraceLineKind::Exception(exception) => {
                if let Some(before) = sections.last_mut() {
                    before.text = &trace.0[start..line_start];
                }
                let Exception { role, name: exception, .. } = exception;
                let before_name = line.text.split(exception).next().unwrap_or("");
                start = line_start + before_name.len();
                sections.push(Section {
                    role,
                    exception,
                    text: &trace.0[start..],
                    depth: line.depth,
                    was_handled,
                    frames: Vec::new(),
                });
                was_handled = false;
            }
            TraceLineKind::Frame(frame) => add(&mut sections, frame),
            // The checks that soft assertions collected failed before the call that reports them.
            TraceLineKind::Message => {
                if let Some(frame) = Frame::of_call(line.content(), "") {
                    add(&mut sections, frame);
                }
            }
            TraceLineKind::Omitted => complete(&mut sections, line.content()),
            TraceLineKind::Other => was_handled = line.content() == WHILE_HANDLING,
            TraceLineKind::Test => {}
        }
    }
    sections
}

fn add<'a>(sections: &mut [Section<'a>], frame: Frame<'a>) {
    if let Some(section) = sections.last_mut() {
        if section.frames.len() == 2 * MAX_FRAMES {
            section.frames.drain(..MAX_FRAMES);
        }
        section.frames.push(frame);
    }
}

/// Adds to the last exception the frames that its trace omits, `... 12 more`: the last ones of the exception
/// that it caused.
fn complete(sections: &mut [Section<'_>], line: &str) {
    let Some((cause, before)) = sections.split_last_mut().filter(|(_, before)| before.len() < MAX_COMPLETED)
    else {
        return;
    };
    let caused = before.iter().rfind(|before| before.depth == cause.depth);
    let count = line.split_whitespace().nth(1).and_then(|count| count.parse::<usize>().ok());
    let (Some(caused), Some(count)) = (caused.filter(|_| cause.role == ExceptionRole::Cause), count) else {
        return;
    };
    // A made-up trace can repeat such a line.
    let has_room = cause.frames.len().saturating_add(count) <= 2 * MAX_FRAMES;
    if let Some(first) = caused.frames.len().checked_sub(count).filter(|_| has_room) {
        cause.frames.extend_from_slice(&caused.frames[first..]);
    }
}

impl Section<'_> {
    pub(crate) fn is_assertion_failure(&self) -> bool {
        is_named_like_assertion_error(self.exception)
    }
}

impl Frame<'_> {
    /// Returns the row of the file that the frame names, from 0.
    pub(crate) fn row(&self) -> Option<usize> {
        usize::try_from(self.line?).ok()?.checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_deep_recursion_keeps_the_calls_nearest_to_the_test() {
        let recursion = "\tat a.Tree.depth(Tree.java:7)\n".repeat(100_000);
        let trace = format!("a.B::c\njava.lang.StackOverflowError\n{recursion}\tat a.B.c(B.java:3)\n");
        let trace = StackTrace(Arc::from(trace));
        let sections = sections(&trace);
        let frames = &sections[0].frames;
        assert!((MAX_FRAMES..=2 * MAX_FRAMES).contains(&frames.len()), "{}", frames.len());
        assert_eq!(frames[frames.len() - 1].class, "a.B");
    }

    #[test]
    fn a_chain_of_causes_has_a_bound() {
        let trace = format!("a.B::c\nx.E: m\n{}", "Caused by: x.E: m\n\tat a.B.c(B.java:3)\n".repeat(5_000));
        let trace = StackTrace(Arc::from(trace));
        let sections = sections(&trace);
        assert_eq!(sections.len(), MAX_EXCEPTIONS);
        assert!(
            sections[MAX_EXCEPTIONS - 1].frames.len() <= 1,
            "the frames of later exceptions are not its own"
        );
    }

    #[test]
    fn omitted_frames_that_are_counted_again_and_again_have_a_bound() {
        let thrown = "\tat a.B.c(B.java:3)\n".repeat(1_000);
        let omitted = "\t... 1000 more\n".repeat(5_000);
        let trace = StackTrace(Arc::from(format!("a.B::c\nx.E: m\n{thrown}Caused by: x.E: m\n{omitted}")));
        let sections = sections(&trace);
        assert_eq!(sections[1].frames.len(), 2 * MAX_FRAMES);
    }
}
