//! The modals that lie over a screen: help, prompts, the theme chooser, the card of the tour.
//!
//! ```text
//! ╭─ help ──────────────────────────────╮      ╭─ 1 of 6 · the list ────────────────────────────╮
//! │ Move                                │      ◂ The failed tests of one bug, the least ordinary │
//! │ j ↓              next row           │      │ first. j and k step through them.               │
//! ╰─────────── j k scroll · esc closes ─╯      ╰──────────────────────── enter next · esc skips ─╯
//!  search: null                                                   3 of 17 in message, code
//! ```

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::{command_palette, fitted};
use crate::tui::app::layout::{HELP_WIDTH, Layout, help_size};
use crate::tui::app::modal::help;
use crate::tui::app::modal::help::HelpRow;
use crate::tui::app::modal::tour::TOUR;
use crate::tui::app::screen::Screen;
use crate::tui::app::search::document::Search;
use crate::tui::app::search::failures::FailureSearch;
use crate::tui::app::search::{IncrementalSearch, SearchTarget};
use crate::tui::app::{App, Cx, Modal, text};

/// Draws the open modal; returns the cell of the cursor, if it has one.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>, layout: Layout) -> Option<(u16, u16)> {
    match app.modal.as_ref()? {
        Modal::Help(offset) => {
            help(&app.cx, *offset, canvas);
            None
        }
        Modal::Note { editor, .. } => {
            Some(canvas.prompt("note", "enter keeps it, esc leaves it as it was", editor, layout.status))
        }
        Modal::Jump(editor) => {
            let what = if app.cx.screen == Screen::Groups { "go to group number" } else { "go to rank" };
            Some(canvas.prompt(what, "enter goes there", editor, layout.status))
        }
        Modal::Search(search) => Some(draw_search(app, search, canvas, layout.status)),
        Modal::Sort => {
            command_palette::columns(&app.table, &app.cx, canvas, layout.status);
            None
        }
        Modal::Palette(palette) => Some(command_palette::draw(app, palette, canvas, layout.status)),
        Modal::Mark { sets } => {
            Some(command_palette::marks(&app.triage, &app.cx, *sets, canvas, layout.status))
        }
        Modal::Filter(line) => Some(super::filter::draw(&app.cx, line, canvas, layout.status)),
        Modal::Themes { selected, offset } => {
            themes(app, *selected, *offset, canvas, layout.status);
            None
        }
    }
}

/// Draws the prompt of a search, with the matches found so far.
fn draw_search(app: &App, search: &IncrementalSearch, canvas: &mut Canvas<'_>, area: Rect) -> (u16, u16) {
    let (title, found) = match search.target {
        SearchTarget::Failures(_) => {
            let hint = "test, exception, message, code, trace · !not  ^begins  ends$  ↑ earlier";
            let found = app.cx.session.search.as_ref().map(FailureSearch::in_words);
            ("search", found.unwrap_or_else(|| hint.to_owned()))
        }
        SearchTarget::Groups(_) => {
            let found = match &app.table.search {
                Some(_) => app.table.group_matches_in_words(),
                None => "the groups' names · !not  ^begins  ends$".to_owned(),
            };
            ("search the groups", found)
        }
        SearchTarget::Code(_) => {
            ("search the code", app.triage.detail.search.as_ref().map(Search::in_words).unwrap_or_default())
        }
    };
    canvas.prompt(title, &found, &search.prompt.editor, area)
}

/// Draws all keys and the meanings of the signs.
fn help(cx: &Cx, offset: usize, canvas: &mut Canvas<'_>) {
    let (width, shown) = help_size(cx.panes.size);
    let rows = help::rows(&cx.keys, &cx.session.list.ranker, width);
    let height = u16::try_from(rows.len() + 2).unwrap_or(u16::MAX);
    let foot = if rows.len() > shown {
        let scroll = cx.keys.fill("{down} {up} scroll · any other key closes");
        format!("{}–{} of {} · {scroll}", offset + 1, offset + shown, rows.len())
    } else {
        "any key closes".to_owned()
    };
    let inside = canvas.dialog((HELP_WIDTH, height), "help", &foot);
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

/// Cells of the box of themes, borders included.
const THEMES_WIDTH: u16 = 32;

/// Draws the list of themes at the side, so that most of the screen shows the effect of the marked one. The status line says
/// which of its text is hard to read.
fn themes(app: &App, selected: usize, offset: usize, canvas: &mut Canvas<'_>, status: Rect) {
    let (width, height) = app.cx.panes.size;
    let rows = u16::try_from(app.themes.themes_height(&app.cx)).unwrap_or(u16::MAX);
    let size =
        (THEMES_WIDTH.min(width.saturating_sub(2)), rows.saturating_add(2).min(height.saturating_sub(2)));
    let area = Rect {
        x: width.saturating_sub(size.0 + 1),
        y: height.saturating_sub(size.1) / 2,
        width: size.0,
        height: size.1,
    };
    let foot = app.cx.keys.fill("{open-or-zoom} for this session · {back} as it was");
    let theme = canvas.theme;
    if !theme.faintest.is_readable() {
        let said = text::cut_end(&theme.faintest.to_string(), usize::from(status.width)).into_owned();
        canvas.clear(status);
        canvas.put(status.x + 1, status.y, status.width - 1, &said, theme.warning);
    }
    let inside = canvas.framed(area, "theme", &foot, theme.border);
    let names = app.themes.names.iter().enumerate().skip(offset);
    for ((position, name), y) in names.zip(inside.y..inside.y + inside.height) {
        let is_current = *name == app.themes.current;
        let marks = (if position == selected { "▌" } else { " " }, if is_current { "now" } else { "" });
        let room = usize::from(inside.width).saturating_sub(6);
        let row = format!("{} {} {:>3}", marks.0, fitted(&text::sanitize(name), room), marks.1);
        canvas.put(inside.x, y, inside.width, &row, theme.text);
        if position == selected {
            canvas.tint(inside.x, y, inside.width, theme.selection);
        }
    }
}

/// Draws the card of the tour, over the pane beside the one that it speaks of.
pub(super) fn tour(app: &App, canvas: &mut Canvas<'_>) {
    let Some(card) = app.tour_card() else { return };
    let Some(step) = TOUR.get(card.step) else { return };
    let theme = canvas.theme;
    let title = format!("{} of {} · {}", card.step + 1, TOUR.len(), step.title);
    let inside = canvas.framed(card.area, &title, &app.tour_keys(), theme.accent);
    for (line, y) in card.lines.iter().zip(inside.y..inside.y + inside.height) {
        canvas.put(inside.x, y, inside.width, line, theme.text);
    }
    if let Some((x, y, sign)) = card.tip {
        canvas.put(x, y, 1, sign, theme.heading);
    }
}
