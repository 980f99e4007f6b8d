//! The menus: a box above the status line with one row per entry.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::fitted;
use crate::tui::app::modal::menu::Menu;
use crate::tui::app::{App, text};

/// The number of cells between the text of an entry and the mark of the current one.
const GAP: usize = 3;
const NOW: &str = "now";

/// Draws a menu above the status line.
pub(super) fn draw(menu: Menu, app: &App, canvas: &mut Canvas<'_>, status: Rect) {
    let entries = menu.entries(app);
    let headings = entries.iter().filter(|entry| entry.heading.is_some()).count();
    let longest = |texts: &mut dyn Iterator<Item = &str>| texts.map(text::width).max().unwrap_or(0);
    let words = longest(&mut entries.iter().map(|entry| &*entry.title));
    let heading = longest(&mut entries.iter().filter_map(|entry| entry.heading));
    let width = (3 + words + GAP + NOW.len()).max(heading) + 4;
    let height = entries.len() + headings + 2;
    let cells = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    let (width, height) = (cells(width).min(status.width), cells(height).min(status.y));
    let area = Rect { x: status.x, y: status.y - height, width, height };
    let theme = canvas.theme;
    let inside = canvas.framed(area, menu.title(), "esc");
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
