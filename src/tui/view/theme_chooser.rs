//! The list of themes, at the side, so that most of the screen shows what the marked one looks like. What is hard to read in it is
//! said on the bottom line.

use super::canvas::Canvas;
use super::fitted;
use crate::tui::app::layout::Area;
use crate::tui::app::{State, text};

/// Cells of the box, borders included.
const WIDTH: u16 = 32;

pub(super) fn draw(state: &State, selected: usize, offset: usize, canvas: &mut Canvas<'_>, status: Area) {
    let (width, height) = state.screen;
    let rows = u16::try_from(state.themes_height()).unwrap_or(u16::MAX);
    let size = (WIDTH.min(width.saturating_sub(2)), rows.saturating_add(2).min(height.saturating_sub(2)));
    let area = Area {
        x: width.saturating_sub(size.0 + 1),
        y: height.saturating_sub(size.1) / 2,
        width: size.0,
        height: size.1,
    };
    let foot = state.keys.fill("{open-or-zoom} for this session · {back} as it was");
    let theme = canvas.theme;
    if !theme.faintest.is_readable() {
        let said = text::cut_end(&theme.faintest.to_string(), usize::from(status.width)).into_owned();
        canvas.clear(status);
        canvas.put(status.x + 1, status.y, status.width - 1, &said, theme.warning);
    }
    let inside = canvas.framed(area, "theme", &foot, theme.border);
    let names = state.themes.names.iter().enumerate().skip(offset);
    for ((position, name), y) in names.zip(inside.y..inside.y + inside.height) {
        let is_current = *name == state.themes.current;
        let marks = (if position == selected { "▌" } else { " " }, if is_current { "now" } else { "" });
        let room = usize::from(inside.width).saturating_sub(6);
        let row = format!("{} {} {:>3}", marks.0, fitted(&text::sanitize(name), room), marks.1);
        canvas.put(inside.x, y, inside.width, &row, theme.text);
        if position == selected {
            canvas.tint(inside.x, y, inside.width, theme.selection);
        }
    }
}
