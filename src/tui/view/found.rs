//! Marks on what was searched: every place underlined and bold, the one that was gone to reversed; no colour is needed.

use ratatui::style::{Modifier, Style};

use super::canvas::Canvas;
use crate::tui::app::layout::Area;
use crate::tui::app::{State, text};

/// A place that was searched.
pub(super) const FOUND: Modifier = Modifier::UNDERLINED.union(Modifier::BOLD);

/// Marks the words of the search in a text that is drawn in an area.
pub(super) fn mark_words(state: &State, drawn: &str, canvas: &mut Canvas<'_>, area: Area) {
    let Some(finding) = &state.finding else { return };
    for span in finding.words().spans(drawn) {
        mark(span, drawn, FOUND, canvas, area);
    }
}

/// Marks a piece of a text, given by its first byte and one past its last, that is drawn in an area.
pub(super) fn mark(span: (usize, usize), drawn: &str, how: Modifier, canvas: &mut Canvas<'_>, area: Area) {
    let cell = |at: usize| {
        let cells = drawn.get(..at).map_or(0, text::width);
        u16::try_from(cells).unwrap_or(u16::MAX).min(area.width)
    };
    let (start, end) = (cell(span.0), cell(span.1));
    canvas.tint(area.x + start, area.y, end.saturating_sub(start), Style::new().add_modifier(how));
}
