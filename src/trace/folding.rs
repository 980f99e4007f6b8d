//! A trace shortened by [`fold`]: it shows exceptions, messages and the project's frames and hides everything else.
//!
//! Of a cycle of frames in a recursion, the first round is shown, with the number of rounds that follow it.

use std::fmt::{self, Display};
use std::ops::Range;

use super::{Frame, Origin, TraceLine, TraceLineKind};

/// The number of frames in the longest cycle that is searched for.
const LONGEST_CYCLE: usize = 32;

/// The smallest number of repeated frames that is folded.
const FEWEST_REPEATED: usize = 8;

/// A row of a folded trace. Lines are counted from 0, as in the result of
/// [`StackTrace::parse`](crate::model::StackTrace::parse).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FoldedLine {
    /// A line that is shown unchanged.
    Line(usize),
    /// The line with the place of a call in a form that is no frame.
    Call(usize),
    Fold(TraceFold),
}

/// Lines of a trace that are hidden together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TraceFold {
    /// The hidden lines: frames, and between them lines like `... 12 more`.
    pub lines: Range<usize>,
    pub frames: usize,
    pub kind: FoldKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FoldKind {
    /// None of the frames belongs to the project; these are their origins.
    Foreign(Vec<Origin>),
    /// The frames repeat those above.
    Repeated {
        /// The number of frames in one round.
        frames: usize,
        /// The number of rounds that are hidden.
        times: usize,
    },
}

/// Writes `2 framework, JDK frames` or `these 3 frames 340 times more`.
impl Display for TraceFold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            FoldKind::Foreign(origins) => {
                let names = [
                    (Origin::Framework, "framework"),
                    (Origin::Library, "library"),
                    (Origin::Reflection, "reflection"),
                    (Origin::Jdk, "JDK"),
                    (Origin::Python, "Python"),
                ];
                let names = names.into_iter().filter(|(origin, _)| origins.contains(origin));
                let names: Vec<&str> = names.map(|(_, name)| name).collect();
                let frames = if self.frames == 1 { "frame" } else { "frames" };
                write!(f, "{} {} {frames}", self.frames, names.join(", "))
            }
            FoldKind::Repeated { frames: 1, times } => write!(f, "this frame {times} times more"),
            FoldKind::Repeated { frames, times } => write!(f, "these {frames} frames {times} times more"),
        }
    }
}

/// Returns the rows of a folded trace, given all its lines. `... 12 more` appears in no row.
pub(crate) fn fold(lines: &[TraceLine<'_>]) -> Vec<FoldedLine> {
    let mut rows: Vec<FoldedLine> = Vec::new();
    let mut cycles = cycles(lines).into_iter().peekable();
    let mut at = 0;
    // True if the last row is a fold to which lines can be added.
    let mut is_open = false;
    while let Some(line) = lines.get(at) {
        if let Some(cycle) = cycles.next_if(|cycle| cycle.lines.start == at) {
            at = cycle.lines.end;
            rows.push(FoldedLine::Fold(cycle));
            is_open = false;
            continue;
        }
        match &line.kind {
            TraceLineKind::Frame(frame) if is_foreign(frame) => {
                if !is_open {
                    let kind = FoldKind::Foreign(Vec::new());
                    rows.push(FoldedLine::Fold(TraceFold { lines: at..at, frames: 0, kind }));
                }
                is_open = true;
                if let Some(FoldedLine::Fold(TraceFold { lines, frames, kind: FoldKind::Foreign(origins) })) =
                    rows.last_mut()
                {
                    (lines.end, *frames) = (at + 1, *frames + 1);
                    if !origins.contains(&frame.origin) {
                        origins.push(frame.origin);
                    }
                }
            }
            TraceLineKind::Omitted => {}
            _ => {
                rows.push(FoldedLine::Line(at));
                is_open = false;
            }
        }
        at += 1;
    }
    rows
}

fn is_foreign(frame: &Frame<'_>) -> bool {
    !matches!(frame.origin, Origin::Project | Origin::Test)
}

/// Finds the repetitions in a trace, top to bottom.
fn cycles(lines: &[TraceLine<'_>]) -> Vec<TraceFold> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < lines.len() {
        let frames =
            lines[start..].iter().take_while(|line| matches!(line.kind, TraceLineKind::Frame(_))).count();
        let (mut at, end) = (start, start + frames);
        while at < end {
            let Some((length, times)) = cycle(&lines[at..end]) else {
                at += 1;
                continue;
            };
            let hidden = at + length..at + length + times * length;
            let round = at..hidden.start;
            at = hidden.end;
            let is_shown = lines[round]
                .iter()
                .any(|line| matches!(&line.kind, TraceLineKind::Frame(frame) if !is_foreign(frame)));
            // Frames outside the project are already folded.
            if !is_shown {
                continue;
            }
            let kind = FoldKind::Repeated { frames: length, times };
            found.push(TraceFold { frames: hidden.len(), lines: hidden, kind });
        }
        start = end + 1;
    }
    found
}

/// Returns the length of the cycle at the start of these frames that hides the most, and the number of its repetitions.
fn cycle(frames: &[TraceLine<'_>]) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize, usize)> = None;
    for length in 1..=LONGEST_CYCLE.min(frames.len() / 3) {
        let pairs = frames.iter().zip(&frames[length..]);
        let times = pairs.take_while(|(frame, later)| frame.content() == later.content()).count() / length;
        let hides = times * length;
        if times >= 2 && hides >= FEWEST_REPEATED && best.is_none_or(|(most, ..)| hides > most) {
            best = Some((hides, length, times));
        }
    }
    best.map(|(_, length, times)| (length, times))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::model::StackTrace;

    /// Folds a trace that consists of an exception and of frames given by letters: `J` is a JDK frame, `O` is
    /// `... 2 more`.
    fn folded(frames: &str) -> String {
        let mut trace = "a.B_ESTest::test0\nx.Y: z\n".to_owned();
        for letter in frames.chars() {
            trace += &match letter {
                'J' => "\tat java.util.List.get(List.java:3)\n".to_owned(),
                'O' => "\t... 2 more\n".to_owned(),
                _ => format!("\tat a.B.{letter}(B.java:3)\n"),
            };
        }
        let trace = StackTrace(Arc::from(trace));
        let lines = trace.parse();
        let shown = |row: FoldedLine| match row {
            FoldedLine::Line(index) | FoldedLine::Call(index) => {
                lines[index].content().trim().trim_start_matches("at a.B.")[..1].to_owned()
            }
            FoldedLine::Fold(fold) => format!("({fold})"),
        };
        fold(&lines)[2..].iter().cloned().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn foreign_frames_and_repeated_ones_are_folded() {
        assert_eq!(folded("JabJJcO"), "(1 JDK frame) a b (2 JDK frames) c");
        assert_eq!(folded("xababababababy"), "x a b (these 2 frames 5 times more) y");
        assert_eq!(folded(&"f".repeat(1024)), "f (this frame 1023 times more)");
        assert_eq!(folded(&"abJ".repeat(5)), "a b (1 JDK frame) (these 3 frames 4 times more)");
        assert_eq!(folded(&"J".repeat(50)), "(50 JDK frames)", "not frames of the project");
        assert_eq!(folded("aaab").matches('a').count(), 3, "too few to be worth a fold");
        assert_eq!(folded(&"aaaab".repeat(4)), "a a a a b (these 5 frames 3 times more)");
        assert_eq!(folded(&format!("{}b", "a".repeat(9))), "a (this frame 8 times more) b");
    }

    proptest! {
        #[test]
        fn every_line_is_in_one_row(frames in "[abJ]{0,12}", again in 0usize..6) {
            let trace = format!("a.B_ESTest::t\nx.Y\n{}", frames.repeat(again).chars().map(|letter| match letter {
                'J' => "\tat java.util.List.get(List.java:3)\n".to_owned(),
                _ => format!("\tat a.B.{letter}(B.java:3)\n"),
            }).collect::<String>());
            let trace = StackTrace(Arc::from(trace));
            let lines = trace.parse();
            let mut at = 0;
            for row in fold(&lines) {
                let rows = match row {
                    FoldedLine::Line(index) | FoldedLine::Call(index) => index..index + 1,
                    FoldedLine::Fold(fold) => {
                        prop_assert_eq!(fold.frames, fold.lines.len());
                        if let FoldKind::Repeated { frames, times } = fold.kind {
                            prop_assert_eq!(frames * times, fold.frames);
                            for line in fold.lines.clone() {
                                prop_assert_eq!(lines[line].content(), lines[line - frames].content());
                            }
                        }
                        fold.lines
                    }
                };
                prop_assert_eq!(rows.start, at);
                at = rows.end;
            }
            prop_assert_eq!(at, lines.len());
        }
    }
}
