//! A row that shows a line of text or a part of it: pieces in their styles, and marks over them.

use super::canvas::Canvas;
use crate::model::text;
use crate::tui::app::detail::code::Part;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::ops::Range;

/// Bytes on both sides of the visible text in which found words are looked for.
const MARGIN: usize = 4096;

/// A part of a line and its location on the screen.
pub(super) struct SourceLine<'a> {
    /// The whole line.
    pub(super) source: &'a str,
    /// The part of it that stands in this row.
    pub(super) part: Part,
    /// A single row.
    pub(super) area: Rect,
    /// The bytes of the line that can be seen.
    visible: Range<usize>,
    /// Cells before the first of them: the indentation, and half of a wide character that is cut.
    before: usize,
    /// Set if the beginning of the part is hidden at the left edge.
    is_scrolled: bool,
}

impl<'a> SourceLine<'a> {
    /// Lays out a part of a line in a row from its cell `column` on. Text beyond the right edge is never looked at: a line can
    /// have megabytes.
    pub(super) fn new(source: &'a str, part: Part, column: usize, area: Rect) -> SourceLine<'a> {
        let shown = source.get(part.bytes.clone()).unwrap_or("");
        let (pad, rest) = text::skip_cells(shown, column);
        let before = pad + part.indent;
        let start = part.bytes.end - rest.len();
        let fitting = text::take_cells(rest, usize::from(area.width).saturating_sub(before));
        let is_scrolled = column > 0 && rest.len() < shown.len();
        SourceLine { source, visible: start..start + fitting.len(), part, area, before, is_scrolled }
    }

    /// Draws the line, its spans (bytes of the whole line, ascending) in their styles, the rest as plain text; `‹` and `›` say that it
    /// goes on beyond the edges.
    pub(super) fn draw(
        &self,
        spans: impl Iterator<Item = (Range<usize>, Style)>,
        plain: Style,
        canvas: &mut Canvas<'_>,
    ) {
        let Rect { x, y, width, .. } = self.area;
        let (source, end) = (self.source, self.part.bytes.end);
        let mut used = u16::try_from(self.before).unwrap_or(u16::MAX);
        let mut at = self.visible.start;
        let mut put = |from: usize, to: usize, style: Style| {
            if from < to && used < width {
                used += canvas.put(x + used, y, width - used, source.get(from..to).unwrap_or(""), style);
            }
        };
        for (span, style) in spans.take_while(|(span, _)| span.start < self.visible.end) {
            let (from, to) = (span.start.clamp(at, end), span.end.clamp(at, end));
            put(at, from, plain);
            put(from, to, style);
            at = to;
        }
        put(at, end, plain);
        let accent = canvas.theme.accent;
        if self.is_scrolled {
            canvas.put(x, y, 1, "‹", accent);
        }
        if self.visible.end < end {
            canvas.put(x + width.saturating_sub(1), y, 1, "›", accent);
        }
    }

    /// Applies a style to some bytes of the line, as far as they are visible.
    pub(super) fn tint(&self, bytes: &Range<usize>, style: Style, canvas: &mut Canvas<'_>) {
        let here = &self.part.bytes;
        let (start, end) = (self.cell(bytes.start.max(here.start)), self.cell(bytes.end.min(here.end)));
        if bytes.start < here.end && bytes.end > here.start && start < end {
            canvas.tint(self.area.x + start, self.area.y, end - start, style);
        }
    }

    /// Returns the first cell behind the text, at most that behind the row.
    pub(super) fn end(&self) -> u16 {
        self.cell(self.part.bytes.end)
    }

    /// Returns the visible text with [`MARGIN`] bytes on both sides, behind its first byte in the line.
    pub(super) fn around(&self) -> (usize, &'a str) {
        let is_boundary = |&at: &usize| self.source.is_char_boundary(at);
        let first = self.visible.start.saturating_sub(MARGIN);
        let start = (0..=first).rev().find(is_boundary).unwrap_or(0);
        let end =
            (self.visible.end + MARGIN..self.source.len()).find(is_boundary).unwrap_or(self.source.len());
        (start, self.source.get(start..end).unwrap_or(""))
    }

    /// Returns the cell of a byte within the row.
    fn cell(&self, byte: usize) -> u16 {
        if byte > self.visible.end {
            return self.area.width;
        }
        let cells = self.source.get(self.visible.start..byte).map_or(0, text::width);
        u16::try_from(self.before + cells).unwrap_or(u16::MAX).min(self.area.width)
    }
}
