//! The menus: a row per entry.

use super::canvas::Canvas;
use super::fitted;
use crate::tui::app::layout::SIDE_BY_SIDE;
use crate::tui::app::modal::menu::Menu;
use crate::tui::app::{App, Pane, Screen, text};

/// The number of cells between the text of an entry and the mark of the current one.
const GAP: usize = 3;
/// The mark of the current entry.
const NOW: &str = "now";
/// The number of cells of a key and the blanks behind it.
const KEY: usize = 3;

pub(super) fn draw(menu: Menu, app: &App, canvas: &mut Canvas<'_>) {
    let entries = menu.entries(app);
    let headings = entries.iter().filter(|entry| entry.heading.is_some()).count();
    let words = entries.iter().map(|entry| text::width(&entry.title)).max().unwrap_or(0);
    let marked = if entries.iter().any(|entry| entry.is_current) { GAP + NOW.len() } else { 0 };
    let widths = entries.iter().map(|entry| text::width(entry.heading.unwrap_or_default()));
    let width = widths.max().unwrap_or(0).max(KEY + words + marked);
    let rows = entries.len() + headings;
    // Beside the list that a menu arranges, over the code, or at the left of what it copies.
    let list = app.cx.layout().and_then(|layout| layout.pane(Pane::Candidates));
    let x = match list.filter(|_| app.cx.panes.size.0 >= SIDE_BY_SIDE && menu != Menu::Copy) {
        Some(list) if app.cx.screen == Screen::Triage => list.right(),
        Some(_) => u16::MAX,
        None => 0,
    };
    let inside = canvas.panel_of((width, rows), x, menu.title(), "a letter chooses · esc cancels");
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
        let now = if entry.is_current { NOW } else { "" };
        canvas.pieces(
            inside.x,
            y,
            inside.width,
            &[(&key, theme.heading), (&title, theme.text), (now, theme.dim)],
        );
        y += 1;
    }
}
