//! The call that recurs where the stack overflowed: the topmost frame is only where the stack happened to end.
//!
//! ```text
//! frames of a trace ──more than all others there is one──▶ the frames from that one on
//! ```

use std::collections::HashMap;

use super::{Frame, Origin, TraceLineKind};
use crate::model::StackTrace;

/// The exceptions of a stack that overflowed, and what JavaScript says of it.
const OVERFLOWS: [&str; 3] = ["StackOverflowError", "RecursionError", "Maximum call stack size exceeded"];

/// The number of frames in which the call that recurs is looked for.
const MOST_FRAMES: usize = 200;

/// The number of times from which on a frame recurs.
const RECURS: usize = 3;

impl StackTrace {
    /// Returns the frames from the one on that tells where the test failed: where the stack overflowed, the first of the
    /// project that recurs; else all.
    pub(crate) fn telling_frames(&self) -> impl Iterator<Item = Frame<'_>> {
        let above = if OVERFLOWS.iter().any(|words| self.exception_line().contains(words)) {
            frames_above_recursion(self)
        } else {
            0
        };
        self.frames().skip(above)
    }

    /// Returns the frames of all exceptions of the trace.
    pub(crate) fn frames(&self) -> impl Iterator<Item = Frame<'_>> {
        self.parse_on().filter_map(|line| match line.kind {
            TraceLineKind::Frame(frame) => Some(frame),
            _ => None,
        })
    }
}

/// Returns the number of frames above the first of those that recur.
fn frames_above_recursion(trace: &StackTrace) -> usize {
    let own: Vec<_> = trace
        .frames()
        .take(MOST_FRAMES)
        .enumerate()
        .filter(|(_, frame)| matches!(frame.origin, Origin::Project | Origin::Test))
        .map(|(at, frame)| (at, (frame.class, frame.method, frame.line)))
        .collect();
    let mut times: HashMap<_, usize> = HashMap::new();
    for (_, call) in &own {
        *times.entry(call).or_default() += 1;
    }
    let most = times.values().copied().max().unwrap_or(0);
    // In a recursion of several calls, each is as frequent as the others, but for one round.
    let recurs = own.iter().find(|(_, call)| times[call] + 1 >= most);
    recurs.filter(|_| most >= RECURS).map_or(0, |(at, _)| *at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_line(exception: &str, lines: &[u64]) -> Option<u64> {
        let frames: String =
            lines.iter().map(|line| format!("\tat shop.Pen.draw(Pen.java:{line})\n")).collect();
        let trace = StackTrace(format!("shop.PenTest::draws\n{exception}\n{frames}").into());
        trace.telling_frames().next().and_then(|frame| frame.line).map(u64::from)
    }

    #[test]
    fn the_call_that_recurs_tells_where_a_stack_overflowed() {
        let overflow = "java.lang.StackOverflowError";
        assert_eq!(first_line(overflow, &[42, 44, 44, 44, 44]), Some(44));
        assert_eq!(first_line(overflow, &[9, 42, 44, 48, 44, 48, 44, 48, 44]), Some(44));
        assert_eq!(first_line(overflow, &[42, 44]), Some(42), "nothing recurs");
        assert_eq!(first_line("shop.DryException", &[42, 44, 44, 44, 44]), Some(42));
    }
}
