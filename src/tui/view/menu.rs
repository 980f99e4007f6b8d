//! The menus: a row per entry.

use super::canvas::Canvas;
use super::fitted;
use crate::tui::app::modal::menu::Menu;
use crate::tui::app::{App, text};

/// The number of cells between the text of an entry and the mark of the current one.
const GAP: usize = 3;

pub(super) fn draw(menu: Menu, app: &App, canvas: &mut Canvas<'_>) {
    let entries = menu.entries(app);
    let headings = entries.iter().filter(|entry| entry.heading.is_some()).count();
    let words = entries.iter().map(|entry| text::width(&entry.title)).max().unwrap_or(0);
    let inside = canvas.panel(entries.len() + headings, menu.title(), "a letter chooses · esc cancels");
    let theme = canvas.theme;
    let mut y = inside.y;
    for entry in &entries {
        if let Some(heading) = entry.heading {
            canvas.put(inside.x, y, inside.width, heading, theme.dim);
            y += 1;
        }
        if y >= inside.bottom() {
            break;
        }
        let key = format!("{}  ", entry.key);
        let title = fitted(&entry.title, words + GAP);
        let now = if entry.is_current { "now" } else { "" };
        canvas.pieces(
            inside.x,
            y,
            inside.width,
            &[(&key, theme.heading), (&title, theme.text), (now, theme.dim)],
        );
        y += 1;
    }
}
