//! The card of the tour, over the pane beside the one that it speaks of.
//!
//! ```text
//! ╭─ 1 of 6 · the list ───────────────────────────────╮
//! ◂ The failed tests of one bug, the least ordinary   │
//! │ first. j and k step through them.                 │
//! ╰──────────────────────────── enter next · esc skips ╯
//! ```

use super::canvas::Canvas;
use crate::tui::app::State;
use crate::tui::app::overlay::tour::TOUR;

pub(super) fn draw(state: &State, canvas: &mut Canvas<'_>) {
    let Some(card) = state.tour_card() else { return };
    let Some(step) = TOUR.get(card.step) else { return };
    let theme = canvas.theme;
    let title = format!("{} of {} · {}", card.step + 1, TOUR.len(), step.title);
    let inside = canvas.framed(card.area, &title, &state.tour_keys(), theme.accent);
    for (line, y) in card.lines.iter().zip(inside.y..inside.y + inside.height) {
        canvas.put(inside.x, y, inside.width, line, theme.text);
    }
    if let Some((x, y, sign)) = card.tip {
        canvas.put(x, y, 1, sign, theme.heading);
    }
}
