//! The modals that lie over a screen: help, prompts, the theme chooser, the card of the tour, and lists to
//! choose from: the command palette, the marks, the columns to sort by.
//!
//! ```text
//! ╭─ help ──────────────────────────────╮      ╭─ 1 of 6 · the list ────────────────────────────╮
//! │ Move                                │      ◂ The failed tests of one bug, the least ordinary │
//! │ j ↓              next row           │      │ first. j and k step through them.               │
//! ╰─────────── j k scroll · esc closes ─╯      ╰──────────────────────── enter next · esc skips ─╯
//!  search: null                                                   3 of 17 in message, code
//! ```
//!
//! The filter line: what is typed, what is wrong with it, and above it what could be written next.
//!
//! ```text
//! ╭──────────────────────────────────────────────╮
//! │ NullPointerException    61 here              │
//! │ NumberFormatException   12 here              │
//! ╰──────────────────────────────────────────────╯
//!  filter: oracle:throws exc:N                           12 of 79 · tab completes, ctrl-s saves
//! ```

use ratatui::layout::Rect;
use ratatui::widgets::{Block, BorderType};

use super::canvas::{Canvas, FOUND};
use super::{fitted, fitted_end};
use crate::tui::app::commands::{self, Binding};
use crate::tui::app::layout::{HELP_WIDTH, Layout, help_size};
use crate::tui::app::list::filter::FilterPrompt;
use crate::tui::app::list::names::qualified_method;
use crate::tui::app::modal::command_palette::{CommandPalette, HEIGHT};
use crate::tui::app::modal::prompt::LineEditor;
use crate::tui::app::modal::tour::TOUR;
use crate::tui::app::modal::{self, HelpRow};
use crate::tui::app::navigate::Screen;
use crate::tui::app::search::document::Search;
use crate::tui::app::search::failures::FailureSearch;
use crate::tui::app::search::{IncrementalSearch, SearchTarget};
use crate::tui::app::{App, Cx, GroupTable, Modal, Triage, text};

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
            columns(&app.table, &app.cx, canvas, layout.status);
            None
        }
        Modal::Palette(palette) => Some(draw_palette(app, palette, canvas, layout.status)),
        Modal::Mark { sets } => Some(marks(&app.triage, &app.cx, *sets, canvas, layout.status)),
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
        SearchTarget::Code(_) => (
            "search the code",
            app.triage.code.search.found.as_ref().map(Search::in_words).unwrap_or_default(),
        ),
    };
    canvas.prompt(title, &found, &search.prompt.editor, area)
}

/// Draws all keys and the meanings of the signs.
fn help(cx: &Cx, offset: usize, canvas: &mut Canvas<'_>) {
    let (width, shown) = help_size(cx.panes.size);
    let rows = modal::help_rows(&cx.keys, &cx.session.list.ranker, width);
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
                let key = format!("{}  ", fitted(key, modal::KEY_WIDTH));
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

/// Cells of the box with completions, at most.
const WIDTH: u16 = 72;

/// Draws the line and what belongs to it; returns where the cursor is.
fn draw_filter(cx: &Cx, line: &FilterPrompt, canvas: &mut Canvas<'_>, area: Rect) -> (u16, u16) {
    let said = cx.messages.current.as_ref().map(|message| text::sanitize(&message.text).into_owned());
    if let Some(name) = &line.name {
        let hint = match (&said, line.prompt.text().trim()) {
            (Some(said), _) => said,
            (None, "") => "enter forgets the filter of this name, esc goes back",
            (None, _) => "enter saves the filter under this name, esc goes back",
        };
        return canvas.prompt("save as @", hint, name, area);
    }
    let (shown, all) = cx.session.listed();
    let hint = match &line.error {
        Some(error) => error.to_string(),
        None if said.is_some() => said.unwrap_or_default(),
        None if cx.session.is_filtering() => "…".to_owned(),
        None if area.width < 100 => format!("{} of {}", text::number(shown), text::number(all)),
        None => {
            let saved = if cx.remembered().filters.is_empty() { "" } else { ", @ saved ones" };
            let (shown, all) = (text::number(shown), text::number(all));
            format!("{shown} of {all} · tab completes, ctrl-s saves it, ↑ earlier ones{saved}")
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
        // Where there is no room beside the line, what is wrong is above it.
        canvas.upwards(Rect { y: area.y.saturating_sub(1), ..area }, &hint, style);
    }
    if let Some(error) = &line.error {
        // Something that is missing is missing after what is there.
        let place = Rect { x: start, width: (area.x + area.width).saturating_sub(start), ..area };
        let padded = format!("{typed} ");
        let next = padded.get(error.start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let wrong = (error.start, error.end.max(error.start + next));
        canvas.mark(wrong, &padded, FOUND, place);
    }
    completions(line, canvas, area, start);
    cursor
}

/// The words that fit at the cursor, in a box that is on the line.
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

/// Cells of the palette, at most.
const PALETTE_WIDTH: u16 = 96;
/// Rows below the list: a rule, and the description of the marked action.
const FOOT: u16 = 4;
/// Cells of the column with keys.
const KEY: usize = 16;

/// Draws the palette; returns the cell of the cursor.
fn draw_palette(app: &App, palette: &CommandPalette, canvas: &mut Canvas<'_>, status: Rect) -> (u16, u16) {
    let rows = u16::try_from(palette.commands.len().clamp(1, HEIGHT)).unwrap_or(1);
    let place =
        format!("{} of {}", (palette.selected + 1).min(palette.commands.len()), palette.commands.len());
    let size = (PALETTE_WIDTH, rows + 2 + FOOT);
    let inside = canvas.dialog(size, "actions", &format!("{place} · enter does it"));
    let theme = canvas.theme;
    let foot = if inside.height > FOOT { FOOT } else { 0 };
    let list = Rect { height: inside.height - foot, ..inside };
    let shown = usize::from(list.height);
    let first = (palette.selected + 1).saturating_sub(shown);
    if palette.commands.is_empty() {
        canvas.put(inside.x, inside.y, inside.width, "no action has these letters", theme.dim);
    }
    for (index, y) in (first..palette.commands.len()).zip(list.y..list.y + list.height) {
        let Some(binding) = commands::find(palette.commands[index]) else { continue };
        let does = app.why_not(binding.command).is_none();
        let keys: Vec<String> = app.cx.keys.of(binding.command).iter().map(ToString::to_string).collect();
        let key = fitted_end(&keys.join(" "), KEY);
        let room = usize::from(inside.width).saturating_sub(KEY + 1);
        let pieces = [
            (&*key, if does { theme.accent } else { theme.dim }),
            (" ", theme.text),
            (&*fitted_end(&described(&app.cx, binding), room), if does { theme.text } else { theme.dim }),
        ];
        canvas.pieces(inside.x, y, inside.width, &pieces);
        if index == palette.selected {
            canvas.put(inside.x - 1, y, 1, "▌", theme.accent);
            canvas.tint(inside.x, y, inside.width, theme.selection);
        }
    }
    let marked = palette.commands.get(palette.selected).and_then(|&command| commands::find(command));
    if let Some(binding) = marked.filter(|_| foot > 0) {
        let foot = Rect { y: list.y + list.height, height: FOOT, ..inside };
        draw_foot(app, binding, canvas, foot);
    }
    canvas.prompt("action", "", &palette.editor, status)
}

/// Draws the whole description of the marked action, and the reason if it would do nothing now.
fn draw_foot(app: &App, binding: &Binding, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let width = usize::from(area.width);
    canvas.put(area.x, area.y, area.width, &"─".repeat(width), theme.border);
    let sentence = text::wrap(&described(&app.cx, binding), width);
    let why_not = app.why_not(binding.command).map(|why| app.cx.keys.fill(why));
    let reason = why_not.map(|why| text::wrap(&format!("not now: {why}"), width)).unwrap_or_default();
    let lines =
        sentence.iter().map(|line| (line, theme.text)).chain(reason.iter().map(|line| (line, theme.warning)));
    for ((line, style), y) in lines.zip(area.y + 1..area.y + area.height) {
        canvas.put(area.x, y, area.width, line, style);
    }
}

/// Returns the description of an action, without the backquotes that mark keys and terms in the README.
fn described(cx: &Cx, binding: &Binding) -> String {
    cx.keys.fill(binding.description).replace('`', "")
}

/// Draws the columns to sort by, in place of the status line.
fn columns(table: &GroupTable, cx: &Cx, canvas: &mut Canvas<'_>, status: Rect) {
    let theme = canvas.theme;
    canvas.clear(status);
    let choices = table.sort_choices(cx);
    let words: usize = choices.iter().map(|(_, word)| text::width(word) + 2).sum();
    let fits = words + 2 * choices.len() + 11 <= usize::from(status.width);
    let (title, gap) = if fits { (" sort by:  ", 2) } else { (" sort: ", 1) };
    let mut x = status.x + canvas.put(status.x, status.y, status.width, title, theme.heading);
    let end = status.x + status.width;
    for (key, word) in choices {
        x += canvas.put(x, status.y, end.saturating_sub(x), &key.to_string(), theme.heading);
        x += canvas.put(x, status.y, end.saturating_sub(x), &format!(" {word}"), theme.dim) + gap;
    }
    canvas.put_right(x, end - 1, status.y, "again: the other way round", theme.dim);
}

/// Draws the marks and asks for the letter of one; returns the cell of the cursor.
fn marks(triage: &Triage, cx: &Cx, sets: bool, canvas: &mut Canvas<'_>, status: Rect) -> (u16, u16) {
    let marks: Vec<(String, String)> = cx
        .marks()
        .map(|(letter, test)| {
            let name = format!("{}-{}  {}", test.key.project, test.key.bug, qualified_method(&test.key.test));
            (letter.to_string(), text::sanitize(&name).into_owned())
        })
        .collect();
    if !marks.is_empty() {
        let rows = u16::try_from(marks.len()).unwrap_or(u16::MAX);
        let inside = canvas.dialog((64, rows.saturating_add(2)), "marks", "esc closes");
        let theme = canvas.theme;
        for ((letter, name), y) in marks.iter().zip(inside.y..inside.y + inside.height) {
            let room = usize::from(inside.width).saturating_sub(3);
            let name = text::cut_middle(name, room);
            canvas.pieces(
                inside.x,
                y,
                inside.width,
                &[(letter, theme.accent), ("  ", theme.text), (&name, theme.text)],
            );
        }
    }
    let (title, hint) = if sets {
        ("mark", "a letter for this failure")
    } else if triage.compare.open.is_some() {
        ("beside the mark", "its letter · ' takes where you were")
    } else {
        ("go to mark", "its letter · ' goes back to where you were")
    };
    canvas.prompt(title, hint, &LineEditor::default(), status)
}
