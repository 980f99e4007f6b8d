//! What lies over a screen: help, the note, the rank to jump to.

use super::canvas::Canvas;
use super::{command_palette, fitted};
use crate::tui::app::find::finding::Finding;
use crate::tui::app::find::search::Search;
use crate::tui::app::layout::{Area, HELP_WIDTH, Layout, help_size};
use crate::tui::app::overlay::editor::LineEditor;
use crate::tui::app::overlay::help;
use crate::tui::app::overlay::help::HelpRow;
use crate::tui::app::page::Page;
use crate::tui::app::{Overlay, State, text};

/// Draws the open overlay; returns where the cursor stands, if it has one.
pub(super) fn draw(state: &State, canvas: &mut Canvas<'_>, layout: Layout) -> Option<(u16, u16)> {
    match state.overlay.as_ref()? {
        Overlay::Help(offset) => {
            help(state, *offset, canvas);
            None
        }
        Overlay::Note { editor, .. } => {
            Some(prompt("note", "enter keeps it, esc leaves it as it was", editor, canvas, layout.status))
        }
        Overlay::Jump(editor) => {
            let what = if state.page == Page::Groups { "go to group number" } else { "go to rank" };
            Some(prompt(what, "enter goes there", editor, canvas, layout.status))
        }
        Overlay::Find { prompt: typed, .. } => {
            let found = state.finding.as_ref().map_or_else(
                || "test, exception, message, code, trace · !not  ^begins  ends$  ↑ earlier".to_owned(),
                Finding::in_words,
            );
            Some(prompt("search", &found, &typed.editor, canvas, layout.status))
        }
        Overlay::FindGroup { editor, .. } => {
            let found = match &state.table.search {
                Some(_) => state.group_matches_in_words(),
                None => "the groups' names · !not  ^begins  ends$".to_owned(),
            };
            Some(prompt("search the groups", &found, editor, canvas, layout.status))
        }
        Overlay::Sort => {
            command_palette::columns(state, canvas, layout.status);
            None
        }
        Overlay::Palette(palette) => Some(command_palette::draw(state, palette, canvas, layout.status)),
        Overlay::Mark { sets } => Some(command_palette::marks(state, *sets, canvas, layout.status)),
        Overlay::Filter(line) => Some(super::filter::draw(state, line, canvas, layout.status)),
        Overlay::Search { editor, .. } => {
            let found = state.detail.search.as_ref().map(Search::in_words).unwrap_or_default();
            Some(prompt("search the code", &found, editor, canvas, layout.status))
        }
        Overlay::Themes { selected, offset } => {
            super::theme_chooser::draw(state, *selected, *offset, canvas, layout.status);
            None
        }
    }
}

/// All keys, and what the signs mean.
fn help(state: &State, offset: usize, canvas: &mut Canvas<'_>) {
    let (width, shown) = help_size(state.screen);
    let rows = help::rows(&state.keys, &state.ranker, state.ranked_by, width);
    let height = u16::try_from(rows.len() + 2).unwrap_or(u16::MAX);
    let foot = if rows.len() > shown {
        let scroll = state.keys.fill("{down} {up} scroll · any other key closes");
        format!("{}–{} of {} · {scroll}", offset + 1, offset + shown, rows.len())
    } else {
        "any key closes".to_owned()
    };
    let inside = framed(canvas, state.screen, (HELP_WIDTH, height), "help", &foot);
    let theme = canvas.theme;
    for (row, y) in rows.iter().skip(offset).zip(inside.y..inside.y + inside.height) {
        match row {
            HelpRow::Heading(title) => canvas.put(inside.x, y, inside.width, title, theme.heading),
            HelpRow::Entry(key, meaning) => {
                let key = format!("{}  ", fitted(key, help::KEY_WIDTH));
                canvas.pieces(inside.x, y, inside.width, &[(&key, theme.accent), (meaning, theme.text)])
            }
        };
    }
}

/// A line to type in, in place of the status line.
pub(super) fn prompt(
    title: &str,
    hint: &str,
    editor: &LineEditor,
    canvas: &mut Canvas<'_>,
    area: Area,
) -> (u16, u16) {
    let theme = canvas.theme;
    canvas.clear(area);
    let mut x = area.x
        + canvas.put(
            area.x,
            area.y,
            area.width,
            &format!(" {title}{} ", if title.ends_with('@') { "" } else { ":" }),
            theme.heading,
        );
    let room = usize::from(area.width.saturating_sub(x + 1));
    let (before, after) = editor.split();
    // The text moves left when the cursor would leave the line.
    let overflow = text::width(before).saturating_sub(room.saturating_sub(1));
    let (_, before) = text::skip_cells(before, overflow);
    x += canvas.put(x, area.y, area.width, before, theme.text);
    let cursor = x;
    x += canvas.put(x, area.y, area.width, after, theme.text);
    canvas.put_right(x + 3, area.x + area.width - 1, area.y, hint, theme.dim);
    (cursor.min(area.x + area.width - 1), area.y)
}

/// An empty box with a border and a title in the middle of the screen; returns the area inside.
pub(super) fn framed(
    canvas: &mut Canvas<'_>,
    screen: (u16, u16),
    size: (u16, u16),
    title: &str,
    foot: &str,
) -> Area {
    let width = size.0.min(screen.0.saturating_sub(2));
    let height = size.1.min(screen.1.saturating_sub(2));
    let area = Area { x: (screen.0 - width) / 2, y: (screen.1 - height) / 2, width, height };
    let border = canvas.theme.border;
    canvas.framed(area, title, foot, border)
}
