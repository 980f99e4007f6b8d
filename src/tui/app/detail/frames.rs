//! The cursor among the frames of the trace pane.
//!
//! Down and up go from one frame in sight to the next; where the next one is not in sight the pane scrolls by a row, so that
//! messages and output between and behind the frames can be read with the same keys.

use super::source::SourceLocation;
use super::trace::FrameRow;
use crate::model::TraceLineKind;
use crate::tui::app::layout::Pane;
use crate::tui::app::{Cx, Triage};

/// The frames that the trace pane shows, and which of them is chosen.
#[derive(Debug, Default)]
pub struct Frames {
    frames: Vec<ShownFrame>,
    /// Index into `frames`.
    cursor: usize,
}

/// A frame in the trace pane.
#[derive(Debug)]
pub struct ShownFrame {
    /// Its row in the pane, and its line in the trace.
    pub at: FrameRow,
    /// Its place in the project's sources, or the reason why none is known.
    pub place: Result<SourceLocation, String>,
}

impl Frames {
    /// The chosen frame; None if none is shown.
    pub fn selected(&self) -> Option<&ShownFrame> {
        self.frames.get(self.cursor)
    }

    /// The frame in a row of the pane.
    pub fn at_row(&self, row: usize) -> Option<&ShownFrame> {
        let index = self.frames.binary_search_by_key(&row, |frame| frame.at.row).ok()?;
        self.frames.get(index)
    }

    /// Chooses the frame in a line of the trace, if it is shown.
    pub(in crate::tui::app) fn choose_line(&mut self, line: Option<usize>) {
        if let Some(found) = self.frames.iter().position(|frame| Some(frame.at.line) == line) {
            self.cursor = found;
        }
    }

    fn row(&self) -> Option<usize> {
        self.selected().map(|frame| frame.at.row)
    }

    /// Chooses the first frame (or the last) whose row is among these; whether there is one.
    fn choose(&mut self, rows: std::ops::Range<usize>, last: bool) -> bool {
        let within = |frame: &ShownFrame| rows.contains(&frame.at.row);
        let found =
            if last { self.frames.iter().rposition(within) } else { self.frames.iter().position(within) };
        if let Some(found) = found {
            self.cursor = found;
        }
        found.is_some()
    }
}

impl Triage {
    /// Takes up the frames of the trace pane's rows. The frame that was chosen stays chosen; else the first one that can be
    /// opened is.
    pub(in crate::tui::app) fn show_frames(&mut self, cx: &mut Cx) {
        let chosen = self.detail.frames.selected().map(|frame| frame.at.line);
        let Some((_, failure)) = cx.session.selected() else {
            self.detail.frames = Frames::default();
            return;
        };
        let lines = failure.trace.parse();
        let shown = |&at: &FrameRow| {
            let place = match lines.get(at.line).map(|line| &line.kind) {
                Some(TraceLineKind::Frame(frame)) => cx.session.place_of_frame(frame),
                _ => Err(String::new()),
            };
            ShownFrame { at, place }
        };
        let frames: Vec<ShownFrame> = self.detail.trace.frames.iter().map(shown).collect();
        let cursor = chosen
            .and_then(|chosen| frames.iter().position(|frame| frame.at.line == chosen))
            .or_else(|| frames.iter().position(|frame| frame.place.is_ok()))
            .unwrap_or(0);
        self.detail.frames = Frames { frames, cursor };
    }

    /// Moves the cursor of the trace pane, or scrolls to where the next frame is.
    pub(in crate::tui::app) fn move_frame(&mut self, by: isize, cx: &mut Cx) {
        let down = by > 0;
        let Some(before) = self.rows_in_sight(cx) else { return };
        if by.unsigned_abs() == 1 && self.step_frame(down, cx) {
            return;
        }
        self.scroll(Pane::Trace, by, cx);
        let Some(rows) = self.rows_in_sight(cx) else { return };
        let frames = &mut self.detail.frames;
        let is_hidden = frames.row().is_none_or(|row| !rows.contains(&row));
        if by.unsigned_abs() == 1 {
            self.step_frame(down, cx);
        } else if rows == before || by == isize::MIN || by == isize::MAX {
            frames.choose(rows, down);
        } else if is_hidden {
            frames.choose(rows, !down);
        }
    }

    /// Goes to the next frame in sight; whether there is one.
    fn step_frame(&mut self, down: bool, cx: &mut Cx) -> bool {
        let Some(rows) = self.rows_in_sight(cx) else { return false };
        let frames = &mut self.detail.frames;
        match frames.row().filter(|row| rows.contains(row)) {
            Some(row) if down => frames.choose(row + 1..rows.end, false),
            Some(row) => frames.choose(rows.start..row, true),
            None => frames.choose(rows, !down),
        }
    }

    /// Chooses the frame in a row of the pane, if there is one.
    pub(in crate::tui::app) fn choose_frame(&mut self, row: usize) {
        self.detail.frames.choose(row..row + 1, false);
    }

    fn rows_in_sight(&self, cx: &Cx) -> Option<std::ops::Range<usize>> {
        let height = cx.layout()?.content_height(Pane::Trace);
        let first = self.detail.trace_offset;
        Some(first..first + height)
    }
}
