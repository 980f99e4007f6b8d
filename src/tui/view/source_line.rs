//! A line of text, or a part of it, in a row: its pieces in their styles, and what is laid over them.

use std::ops::Range;

use ratatui::style::Style;

use super::canvas::Canvas;
use crate::tui::app::layout::Area;
use crate::tui::app::reading::code_rows::Part;
use crate::tui::app::text;

/// A part of a line and where it stands.
pub(super) struct SourceLine<'a> {
    /// The whole line.
    pub(super) source: &'a str,
    /// What of it stands here.
    pub(super) part: Part,
    /// First cell of the line that is shown.
    pub(super) column: usize,
    /// A single row.
    pub(super) area: Area,
}

impl SourceLine<'_> {
    /// Draws the line, its spans (bytes of the whole line, ascending) in their styles, the rest as plain text; `‹` and `›` say that it
    /// goes on beyond the edges.
    pub(super) fn draw(
        &self,
        spans: impl Iterator<Item = (Range<usize>, Style)>,
        plain: Style,
        canvas: &mut Canvas<'_>,
    ) {
        let Area { x, y, width, .. } = self.area;
        let (bytes, source) = (&self.part.bytes, self.source);
        let shown = source.get(bytes.clone()).unwrap_or("");
        let (pad, visible) = text::skip_cells(shown, self.column);
        let mut used = u16::try_from(pad + self.part.indent).unwrap_or(u16::MAX);
        let mut at = bytes.end - visible.len();
        let mut put = |from: usize, to: usize, style: Style| {
            if from < to && used < width {
                used += canvas.put(x + used, y, width - used, source.get(from..to).unwrap_or(""), style);
            }
        };
        for (span, style) in spans {
            let (start, end) = (span.start.clamp(at, bytes.end), span.end.clamp(at, bytes.end));
            put(at, start, plain);
            put(start, end, style);
            at = end;
        }
        put(at, bytes.end, plain);
        let accent = canvas.theme.accent;
        if self.column > 0 && visible.len() < shown.len() {
            canvas.put(x, y, 1, "‹", accent);
        }
        if self.cells() > usize::from(width) {
            canvas.put(x + width.saturating_sub(1), y, 1, "›", accent);
        }
    }

    /// Lays a style over some bytes of the line, as far as they stand here.
    pub(super) fn tint(&self, bytes: &Range<usize>, style: Style, canvas: &mut Canvas<'_>) {
        let here = &self.part.bytes;
        let (start, end) = (self.cell(bytes.start.max(here.start)), self.cell(bytes.end.min(here.end)));
        if bytes.start < here.end && bytes.end > here.start && start < end {
            canvas.tint(self.area.x + start, self.area.y, end - start, style);
        }
    }

    /// Cells from the left edge to the end of the text, beyond the right edge as well.
    pub(super) fn cells(&self) -> usize {
        let shown = self.source.get(self.part.bytes.clone()).unwrap_or("");
        self.part.indent + text::width(shown).saturating_sub(self.column)
    }

    /// The cell of a byte, within the row.
    fn cell(&self, byte: usize) -> u16 {
        let before = self.source.get(self.part.bytes.start..byte).map_or(0, text::width);
        let cells = self.part.indent + before.saturating_sub(self.column);
        u16::try_from(cells).unwrap_or(u16::MAX).min(self.area.width)
    }
}
