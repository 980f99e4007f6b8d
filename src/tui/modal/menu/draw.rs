//! The menus: a row per entry, and a column per section if there is room.

use crate::tui::frame::canvas::Canvas;
use crate::tui::frame::canvas::fitted;
use crate::tui::modal::menu::{Menu, MenuEntry};
use crate::tui::{App, text};

/// The number of cells between the text of an entry and the mark of the current one, and between columns.
const GAP: usize = 3;
const NOW: &str = "now";
const KEY: usize = 3;

pub(crate) fn draw(menu: Menu, app: &App, canvas: &mut Canvas<'_>) {
    let entries = menu.entries(app);
    let sections: Vec<&[MenuEntry]> = entries.chunk_by(|_, next| next.heading.is_none()).collect();
    let words =
        |section: &[MenuEntry]| section.iter().map(|entry| text::width(&entry.title)).max().unwrap_or(0);
    let width = |section: &&[MenuEntry]| {
        let heading = text::width(section[0].heading.unwrap_or_default());
        heading.max(KEY + words(section) + GAP + NOW.len()) + GAP
    };
    let has_room = sections.iter().map(width).sum::<usize>() <= usize::from(app.cx.panes.size.0);
    let all = sections.iter().map(|section| section.len() + usize::from(section[0].heading.is_some()));
    let most = if has_room { all.max().unwrap_or(0) } else { all.sum() };
    let inside = canvas.panel(most, menu.title(), "a letter chooses · esc cancels");
    let theme = canvas.theme;
    let (mut x, mut y) = (inside.x, inside.y);
    for section in sections {
        if let Some(heading) = section[0].heading {
            canvas.put(x, y, inside.width, heading, theme.dim);
            y += 1;
        }
        for (entry, y) in section.iter().zip(y..inside.bottom()) {
            let key = format!("{}  ", entry.key);
            // Whatever is cut, the mark of the current one is whole.
            let room = usize::from(inside.right().saturating_sub(x)).saturating_sub(KEY + NOW.len());
            let widest = words(if has_room { section } else { &entries[..] }) + GAP;
            let title = fitted(&entry.title, widest.min(room));
            let now = if entry.is_current { NOW } else { "" };
            let (key_style, style) = match (entry.is_vain, entry.is_current) {
                (true, _) => (theme.dim, theme.dim),
                (false, true) => (theme.heading, theme.strong),
                (false, false) => (theme.heading, theme.text),
            };
            let pieces = [(&*key, key_style), (&*title, style), (now, theme.accent)];
            canvas.pieces(x, y, inside.right().saturating_sub(x), &pieces);
        }
        y += u16::try_from(section.len()).unwrap_or(u16::MAX);
        if has_room {
            (x, y) = (x + u16::try_from(width(&section)).unwrap_or(u16::MAX), inside.y);
        }
    }
}
