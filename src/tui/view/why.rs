//! The why pane: the value of each feature, counted in the group, and its effect on the rank as a bar.
//!
//! ```text
//! ━ why #3 ━━━━━━━━━━━━━━━━━━━ ordinary ◂▸ unusual ━
//!  same exception    61 of 79          ▐█▏
//!  same message      9 of 79             ▏████▌
//!
//!  sum +1.20 (ordinary 0) · rank between 2 and 4 over 10 seeds
//!  The 40 failures most like it share: throw NullPointerException (38), …
//! ```
//! Bars to the right made the failure stand out, bars to the left hid it; the longest of the group fills its side.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::canvas::Canvas;
use super::fitted;
use super::theme::Theme;
use crate::rank::ReasonRow;
use crate::tui::app::detail::why::Why;
use crate::tui::app::{Cx, ListOrder, Pane, Triage};

const TITLE: usize = 18;

pub(super) fn draw(triage: &Triage, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let Some((_, group)) = cx.session.current_group() else { return };
    let why = &triage.why.content;
    if cx.layout().is_some_and(|layout| layout.tabbed() != Some(Pane::Why)) {
        let title = match group.shown() {
            _ if group.selected_failure().is_none() => "why".to_owned(),
            ListOrder::Paper => format!("why #{}", why.rank),
            ListOrder::Forest => format!("why #{} by {}", why.rank, cx.session.list.ranked_by),
            // The list counts places in another order.
            ListOrder::Diversified => {
                format!("why #{} {}", why.rank, ListOrder::Paper.title())
            }
        };
        let rows = triage.rows_in_words(Pane::Why, cx);
        canvas.title(area, &[&title], rows, &ends(why, theme), cx.panes.focus == Pane::Why);
    }
    if group.selected_failure().is_none() {
        return;
    }
    if why.rows.is_empty() {
        canvas.put(area.x + 1, area.y + 1, area.width - 1, "computing …", theme.dim);
        return;
    }
    let width = usize::from(area.width);
    let value = (width * 2 / 5).clamp(16, 22);
    let side = width.saturating_sub(TITLE + value + 5) / 2;
    let first = triage.why.offset;
    for line in 1..area.height {
        let index = first + usize::from(line) - 1;
        let y = area.y + line;
        if let Some(row) = why.rows.get(index) {
            let title = fitted(row.title, TITLE);
            let shown = fitted(&row.value, value);
            let used = canvas.pieces(
                area.x + 1,
                y,
                area.width - 1,
                &[(&title, theme.dim), (" ", theme.dim), (&shown, theme.text), (" ", theme.dim)],
            );
            if why.has_bars {
                draw_bar(row, why.scale, side, canvas, area.x + 1 + used, y);
            }
        } else if let Some(text) = index.checked_sub(why.rows.len() + 1).and_then(|line| why.said.get(line)) {
            canvas.put(area.x + 1, y, area.width - 1, text, theme.dim);
        }
    }
}

/// Returns the meanings of bars to the left and to the right.
pub(super) fn ends(why: &Why, theme: &Theme) -> Vec<(&'static str, Style)> {
    if !why.has_bars {
        return Vec::new();
    }
    let (left, right) = (("ordinary", theme.lowers), ("unusual", theme.raises));
    vec![(" ", theme.dim), left, (" ◂▸ ", theme.dim), right, (" ", theme.dim)]
}

/// Draws a bar from the axis. Bars to the left can only have halves of cells, so those to the right have them as well.
fn draw_bar(row: &ReasonRow, scale: f64, side: usize, canvas: &mut Canvas<'_>, x: u16, y: u16) {
    let theme = canvas.theme;
    let axis = x + u16::try_from(side).unwrap_or(0);
    let Some(pull) = row.pull else {
        canvas.put(axis, y, 1, "·", theme.dim);
        return;
    };
    let share = if scale > 0.0 { (pull.abs() / scale).clamp(0.0, 1.0) } else { 0.0 };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the share is clamped to 0..=1"
    )]
    let halves = (share * (2 * side) as f64).round() as usize;
    let (full, half) = (halves / 2, halves % 2);
    if pull < 0.0 {
        let bar = format!("{}{}", if half == 1 { "▐" } else { "" }, "█".repeat(full));
        let start = axis - u16::try_from(full + half).unwrap_or(0);
        canvas.put(start, y, axis - start, &bar, theme.lowers);
    }
    canvas.put(axis, y, 1, "│", theme.border);
    if pull > 0.0 {
        let bar = format!("{}{}", "█".repeat(full), if half == 1 { "▌" } else { "" });
        canvas.put(axis + 1, y, u16::try_from(side).unwrap_or(0) + 1, &bar, theme.raises);
    }
}
