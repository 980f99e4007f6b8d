//! The modals that are shown over a screen: help, prompts, the theme chooser, the card of the tour.
//!
//! ```text
//! ╭─ keys of this screen ───────────────╮      ╭─ 1 of 3 · failed tests ────────────────────────╮
//! │ Judge                               │      │ 28 tests failed. Unusual ones reveal bugs more │
//! │ t   true positive   z   undo        │      │ often, so they come first.                     │
//! ╰────────────── any other key closes ─╯      ╰───────────────────────── enter next · esc skips ─╯
//!  search: null                                                                    3 of 17
//! ```
//!
//! The filter line: the typed text, its error, and above it the completions.
//!
//! ```text
//! ╭──────────────────────────────────────────────╮
//! │ NullPointerException    61 here              │
//! │ NumberFormatException   12 here              │
//! ╰──────────────────────────────────────────────╯
//!  filter: oracle:throws exc:N                           12 of 79 · tab completes, ↑ earlier ones
//! ```

use super::canvas::{Canvas, FOUND};
use super::{command_palette, fitted, menu};
use crate::tui::app::action::MessageKind;
use crate::tui::app::layout::{HELP_WIDTH, Layout, help_size};
use crate::tui::app::list::filter::FilterPrompt;
use crate::tui::app::modal::help;
use crate::tui::app::modal::help::HelpRow;
use crate::tui::app::modal::prompt::LineEditor;
use crate::tui::app::modal::prompt::Number;
use crate::tui::app::modal::tour::TOUR;
use crate::tui::app::navigate::Screen;
use crate::tui::app::search::failures::FailureSearch;
use crate::tui::app::search::{IncrementalSearch, SearchTarget};
use crate::tui::app::{App, Cx, Modal, text};
use ratatui::layout::Rect;
use ratatui::widgets::{Block, BorderType};

/// Draws the open modal; returns the cell of the cursor, if it has one.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>, layout: Layout) -> Option<(u16, u16)> {
    match app.modal.as_ref()? {
        Modal::Help { offset, query } => help(app, *offset, query.as_ref(), canvas),
        Modal::Note { editor, .. } => {
            Some(canvas.prompt("note", "enter saves it, esc discards the change", editor, layout.status))
        }
        Modal::Number(number, editor) => {
            let (what, hint) = match number {
                Number::Top => ("judge the top", "enter changes K"),
                Number::Rank if app.cx.screen == Screen::Groups => ("go to group number", "enter goes there"),
                Number::Rank => ("go to rank", "enter goes there"),
            };
            Some(canvas.prompt(what, hint, editor, layout.status))
        }
        Modal::Search(search) => Some(draw_search(app, search, canvas, layout.status)),
        Modal::Menu(chosen) => {
            menu::draw(*chosen, app, canvas, layout.status);
            None
        }
        Modal::Palette(palette) => Some(command_palette::draw(app, palette, canvas)),
        Modal::Mark => Some(command_palette::marks(&app.triage, &app.cx, canvas, layout.status)),
        Modal::Filter(line) => Some(draw_filter(&app.cx, line, canvas, layout.status)),
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
    };
    canvas.prompt(title, &found, &search.prompt.editor, area)
}

/// Draws the keys of the screen and the meanings of the symbols; returns the cell of the cursor during a search.
fn help(app: &App, offset: usize, query: Option<&LineEditor>, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    let (_, shown) = help_size(app.cx.panes.size);
    let rows = app.help_rows();
    let height = u16::try_from(rows.len() + 2).unwrap_or(u16::MAX).max(HELP_WIDTH / 4);
    let keys = app.cx.keys.fill("{search} searches · any other key closes");
    let foot = if rows.len() > shown {
        let scroll = app.cx.keys.fill("{down} {up} scroll");
        format!("{}–{} of {} · {scroll} · {keys}", offset + 1, offset + shown, rows.len())
    } else {
        keys
    };
    let inside = canvas.dialog((HELP_WIDTH, height), "keys of this screen", &foot);
    let theme = canvas.theme;
    let mut below = inside;
    let cursor = query.map(|editor| {
        below = Rect { y: inside.y + 2, height: inside.height.saturating_sub(2), ..inside };
        canvas.prompt("find", "esc: all keys", editor, Rect { height: 1, ..inside })
    });
    if rows.is_empty() {
        canvas.put(below.x, below.y, below.width, "nothing here has these words", theme.dim);
    }
    for (row, y) in rows.iter().skip(offset).zip(below.y..below.bottom()) {
        match row {
            HelpRow::Heading(title) => {
                canvas.put(below.x, y, below.width, title, theme.heading);
            }
            HelpRow::Entry(key, meaning) => {
                let key = format!("{}  ", fitted(key, help::KEY_WIDTH));
                canvas.pieces(below.x, y, below.width, &[(&key, theme.accent), (meaning, theme.text)]);
            }
            HelpRow::Columns(entries) => {
                for ((key, title), column) in entries.iter().zip(0u16..) {
                    let x = below.x + column * u16::try_from(help::COLUMN).unwrap_or(0);
                    let key = fitted(key, help::COLUMN_KEY);
                    // With a blank on either side.
                    let title = fitted(title, help::COLUMN - help::COLUMN_KEY - 2);
                    let pieces =
                        [(&*key, theme.accent), (" ", theme.text), (&*title, theme.text), (" ", theme.text)];
                    canvas.pieces(x, y, below.right().saturating_sub(x), &pieces);
                }
            }
        }
    }
    cursor
}

/// The width of the box of themes in cells, borders included.
const THEMES_WIDTH: u16 = 32;

/// Draws the list of themes at the side, so that most of the screen shows the effect of the marked one. The status
/// line shows text of the theme that is hard to read.
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
    let keeps = if app.themes.configured_in.is_some() { "for this session" } else { "keeps it" };
    let foot = app.cx.keys.fill(&format!("{{open-or-zoom}} {keeps} · {{back}} as it was"));
    let theme = canvas.theme;
    if !theme.faintest.is_readable() {
        let said = text::cut_end(&theme.faintest.to_string(), usize::from(status.width)).into_owned();
        canvas.clear(status);
        canvas.put(status.x + 1, status.y, status.width - 1, &said, theme.warning);
    }
    let inside = canvas.framed(area, "theme", &foot);
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

/// Draws the card of the tour.
pub(super) fn tour(app: &App, canvas: &mut Canvas<'_>) {
    let Some(card) = app.tour_card() else { return };
    let Some(step) = TOUR.get(card.step) else { return };
    let theme = canvas.theme;
    let title = format!("{} of {} · {}", card.step + 1, TOUR.len(), step.title);
    let inside = canvas.framed(card.area, &title, &app.tour_keys());
    for (line, y) in card.lines.iter().zip(inside.y..inside.y + inside.height) {
        canvas.put(inside.x, y, inside.width, line, theme.text);
    }
}

/// Draws the card that summarizes the work when everything is judged, until the next key.
pub(super) fn summary(cx: &Cx, canvas: &mut Canvas<'_>) {
    let Some(message) = &cx.messages.current else { return };
    if message.kind == MessageKind::Summary {
        let keys = cx
            .keys
            .fill("{palette}report writes a report · {quality} progress · {undo} undoes · {quit} quits");
        // The first line is on the bottom line, and the next command is for the time after the end.
        let lines: Vec<&str> =
            message.text.lines().skip(1).filter(|line| !line.starts_with("next: ")).collect();
        canvas.card("all judged", [lines.join("\n"), keys].into_iter());
    }
}

/// The maximum width of the box of completions in cells.
const WIDTH: u16 = 72;

/// Draws the input line with its hints; returns the cell of the cursor.
fn draw_filter(cx: &Cx, line: &FilterPrompt, canvas: &mut Canvas<'_>, area: Rect) -> (u16, u16) {
    let said = cx.messages.current.as_ref().map(|message| text::sanitize(&message.text).into_owned());
    let (shown, all) = cx.session.listed();
    let hint = match &line.error {
        Some(error) => error.to_string(),
        None if said.is_some() => said.unwrap_or_default(),
        None if cx.session.is_filtering() => "…".to_owned(),
        None if area.width < 100 => format!("{} of {}", text::number(shown), text::number(all)),
        None => {
            let (shown, all) = (text::number(shown), text::number(all));
            format!("{shown} of {all} · tab completes, ↑ earlier ones")
        }
    };
    let cursor = canvas.prompt("filter", "", &line.prompt.editor, area);
    let (before, _) = line.prompt.editor.split();
    let start = cursor.0.saturating_sub(u16::try_from(text::width(before)).unwrap_or(u16::MAX));
    let typed = line.prompt.text();
    let end = start.saturating_add(u16::try_from(text::width(typed)).unwrap_or(u16::MAX));
    let style = if line.error.is_some() { canvas.theme.error } else { canvas.theme.dim };
    let right = area.x + area.width - 1;
    if canvas.put_right(end + 3, right, area.y, &hint, style) == right && line.error.is_some() {
        // If there is no room next to the line, the error is above it.
        canvas.upwards(Rect { y: area.y.saturating_sub(1), ..area }, &hint, style);
    }
    if let Some(error) = &line.error {
        // A missing part is marked after the existing text.
        let place = Rect { x: start, width: (area.x + area.width).saturating_sub(start), ..area };
        let padded = format!("{typed} ");
        let next = padded.get(error.start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let wrong = (error.start, error.end.max(error.start + next));
        canvas.mark(wrong, &padded, FOUND, place);
    }
    completions(line, canvas, area, start);
    cursor
}

/// Draws the completions at the cursor in a box above the line.
fn completions(line: &FilterPrompt, canvas: &mut Canvas<'_>, area: Rect, start: u16) {
    let choices = &line.completions.choices;
    let Ok(rows) = u16::try_from(choices.len()) else { return };
    if rows == 0 || rows + 3 > area.y {
        return;
    }
    let theme = canvas.theme;
    let width = WIDTH.min(area.width);
    let from = text::width(line.prompt.text().get(..line.completions.from).unwrap_or_default());
    let x = start
        .saturating_add(u16::try_from(from).unwrap_or(u16::MAX))
        .saturating_sub(2)
        .min(area.x + area.width - width);
    let frame = Rect { x, y: area.y - rows - 2, width, height: rows + 2 };
    canvas.clear(frame);
    let inner = usize::from(width - 2);
    canvas.widget(frame, Block::bordered().border_type(BorderType::Rounded).border_style(theme.border));
    let longest = choices.iter().map(|choice| text::width(&choice.word)).max().unwrap_or(0).min(36);
    for (index, (choice, y)) in choices.iter().zip(frame.y + 1..).enumerate() {
        let word = format!(" {}  ", fitted(&choice.word, longest));
        let room = inner.saturating_sub(longest + 4);
        let meaning = text::sanitize(&choice.meaning);
        let meaning = text::cut_end(&meaning, room);
        canvas.pieces(frame.x + 1, y, width - 2, &[(&word, theme.accent), (&meaning, theme.dim)]);
        if line.chosen == Some(index) {
            canvas.tint(frame.x + 1, y, width - 2, theme.selection);
        }
    }
}
