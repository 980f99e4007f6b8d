//! The modals that are shown over a screen: prompts, the theme chooser, the card of the tour; others have a
//! file of their own.
//!
//! Prompts, menus and lists are boxes at the lower edge, with their keys on their own lower edge.

use std::iter;
use std::path::PathBuf;

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::import::plain;
use crate::model::{Label, VerdictWords};
use crate::tui::core::navigate::Screen;
use crate::tui::frame::canvas::fitted;
use crate::tui::frame::canvas::{Canvas, FOUND, INPUT};
use crate::tui::modal::draw_help;
use crate::tui::modal::menu;
use crate::tui::modal::palette;
use crate::tui::modal::prompt::Number;
use crate::tui::modal::tour::TOUR;
use crate::tui::progress::results::{JudgedFailure, RUN_AGAIN};
use crate::tui::search::{IncrementalSearch, NOT_FOUND, SearchTarget};
use crate::tui::triage::list;
use crate::tui::triage::list::filter::FilterPrompt;
use crate::tui::triage::list::filter::language::FilterError;
use crate::tui::triage::list::names::without_packages;
use crate::tui::{App, Cx, Modal, Pane, text};

/// The number of completions from which on they have two columns, and the width of the screen that has room for these.
const MOST_IN_A_COLUMN: usize = 8;
const TWO_COLUMNS: u16 = 130;
const NOTE_TITLE: usize = 60;

/// Draws the open modal; returns the cell of the cursor, if it has one.
pub(crate) fn draw(app: &App, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    match app.modal.as_ref()? {
        Modal::Help { offset, query } => draw_help::draw(app, *offset, query.as_ref(), canvas),
        Modal::Note { failure, editor } => {
            let title =
                format!("note on {}", list::draw::test_name(&app.cx.lists.corpus.failures[*failure], true));
            let title = text::cut_end(&title, NOTE_TITLE);
            Some(canvas.prompt(&title, "enter saves it · esc cancels", "", editor))
        }
        Modal::Number(number, editor) => {
            let (title, keys) = match number {
                Number::Top => ("judge the top", "enter changes K · esc cancels"),
                Number::Rank if app.cx.screen == Screen::Groups => {
                    ("go to group number", "enter goes there · esc cancels")
                }
                Number::Rank => ("go to rank", "enter goes there · esc cancels"),
            };
            Some(canvas.prompt(title, keys, "", editor))
        }
        Modal::Search(search) => Some(draw_search(app, search, canvas)),
        Modal::Menu(chosen) => {
            menu::draw::draw(*chosen, app, canvas);
            None
        }
        Modal::Palette(palette) => Some(palette::draw::draw(app, palette, canvas)),
        Modal::Mark => {
            palette::draw::bookmarks(app, canvas);
            None
        }
        Modal::Filter(line) => Some(draw_filter(&app.cx, line, canvas)),
        Modal::Themes { selected, offset } => {
            themes(app, *selected, *offset, canvas);
            None
        }
        Modal::Output { offset } => {
            output(&app.cx, *offset, canvas);
            None
        }
    }
}

/// Draws the prompt of a search, with the matches found so far.
fn draw_search(app: &App, search: &IncrementalSearch, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let (title, target) = match search.target {
        SearchTarget::Failures(_) => ("search the failures", "failure"),
        SearchTarget::Groups(_) => ("search the groups", "group"),
        SearchTarget::Code(_) => ("search the code", "line"),
    };
    let (found, typed) = (app.found_in_words(search), &search.prompt.editor);
    let is_vain = found.as_deref() == Some(NOT_FOUND);
    let keeps = if found.is_some() && !is_vain { "enter keeps it · " } else { "" };
    let hint = found.filter(|_| !is_vain).unwrap_or_else(|| "!not  ^begins  ends$".to_owned());
    let keys = format!("↑ earlier · {keeps}esc cancels");
    let inside = canvas.panel(1 + usize::from(is_vain), title, &keys);
    if is_vain {
        let message = format!("no {target} has {}", text::sanitize(typed.text()));
        canvas.put(inside.x, inside.y + 1, inside.width, &message, canvas.theme.error);
    }
    canvas.input(typed, &hint, inside)
}

/// Draws the list of themes. The first line says which text of the marked theme is hard to read.
fn themes(app: &App, selected: usize, offset: usize, canvas: &mut Canvas<'_>) {
    let keeps = if app.themes.configured_in.is_some() { "takes it for this session" } else { "keeps it" };
    let keys = app.cx.keys.fill(&format!("{{open-or-zoom}} {keeps} · {{back}} cancels"));
    let theme = canvas.theme;
    let mut inside = canvas.panel(app.themes.themes_height(&app.cx) + 1, "theme", &keys);
    if !theme.faintest.is_readable() {
        let warning = text::cut_end(&theme.faintest.to_string(), usize::from(inside.width)).into_owned();
        canvas.put(inside.x, inside.y, inside.width, &warning, theme.warning);
    }
    inside = Rect { y: inside.y + 1, height: inside.height - 1, ..inside };
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

/// Draws the output of a command of the user's own, and its end below the last line.
fn output(cx: &Cx, offset: usize, canvas: &mut Canvas<'_>) {
    let Some(output) = &cx.output else { return };
    let (rows, height) = (cx.output_rows(), cx.output_height());
    let keys = cx.keys.fill("{down} {up} scroll · {back} closes");
    let title = text::cut_end(&format!("{}: {}", output.name, output.line), usize::from(cx.panes.size.0) / 2)
        .into_owned();
    let inside = canvas.panel(height, &title, &keys);
    let end = match &output.ended {
        Some(how) => format!("{} {how}", output.name),
        None => format!("{} runs …", output.name),
    };
    let lines = output.lines.iter().map(|line| text::sanitize(&plain(line)).into_owned());
    let (text_style, dim) = (canvas.theme.text, canvas.theme.dim);
    for ((row, line), y) in lines.chain([end]).enumerate().skip(offset).zip(inside.y..inside.bottom()) {
        let line = text::cut_end(&line, usize::from(inside.width));
        canvas.put(inside.x, y, inside.width, &line, if row + 1 == rows { dim } else { text_style });
    }
}

pub(crate) fn tour(app: &App, canvas: &mut Canvas<'_>) {
    let Some(card) = app.tour_card() else { return };
    let Some(step) = TOUR.get(card.step) else { return };
    let title = format!("{} of {} · {}", card.step + 1, TOUR.len(), step.title);
    let inside = canvas.framed(card.area, &title, &app.tour_keys());
    // The titles of the panes that it speaks of.
    let panes = [&[Pane::List][..], &Pane::DETAILS, &[]][card.step];
    let layout = app.cx.layout();
    for area in panes.iter().filter_map(|&pane| layout.as_ref()?.pane(pane)) {
        canvas.tint(area.x, area.y, area.width, canvas.theme.heading);
    }
    for (line, y) in card.lines.iter().zip(inside.y..) {
        let mut x = inside.x;
        for word in line.split_inclusive(' ') {
            let is_key = card.keys.iter().any(|key| key == word.trim_end());
            let style = if is_key { canvas.theme.heading } else { canvas.theme.text };
            x += canvas.put(x, y, inside.right().saturating_sub(x), word, style);
        }
    }
}

/// Draws the card that summarizes the work when everything is judged, until the next key. It is below the
/// list or beside it: the judged rows stay visible.
pub(crate) fn summary(cx: &Cx, canvas: &mut Canvas<'_>) {
    let (Some(message), Some(layout)) = (cx.messages.summary(), cx.layout()) else { return };
    let theme = canvas.theme;
    let (width, height) = (cx.panes.size.0, cx.panes.size.1 - 1);
    let list = layout.pane(Pane::List).unwrap_or_default();
    let column = layout.pane(Pane::Why).filter(|why| why.x > 0).unwrap_or(Rect { x: 0, width, ..list });
    let top = if column.x >= list.right() { 0 } else { list.bottom() };
    let room = usize::from(column.width.saturating_sub(4));
    let counts = cx.lists.verdict_words().counted(cx.judging.progress.all.verdicts).join(", ");
    let done = message.split(" · ").next().unwrap_or_default();
    let whole = format!("{done}: {counts}");
    let has_counts = text::width(&whole) + 6 <= usize::from(column.width);
    let title = if has_counts { whole } else { done.to_owned() };
    let counts = if has_counts { Vec::new() } else { text::wrap(&counts, room) };
    let (_, bugs) = cx.judging.found_bugs(&cx.lists);
    let next = cx.what_is_next();
    let keys = [("{quality}", "progress"), ("{undo}", "undo"), ("{quit}", "quit")];
    let longest = |part: fn(&(String, String)) -> &String| {
        next.iter().map(|step| text::width(&cx.keys.fill(part(step)))).max().unwrap_or(0)
    };
    let (wide, half) = (longest(|step| &step.0) + 2, longest(|step| &step.1) + 3);
    let steps = next.iter().map(|(command, does)| {
        vec![(fitted(&cx.keys.fill(command), wide), theme.heading), (fitted(does, half), theme.text)]
    });
    let keys = keys.map(|(key, what)| {
        vec![(fitted(&cx.keys.fill(key), 3), theme.heading), (what.to_owned(), theme.text)]
    });
    // Side by side, if both have room.
    let keys: Vec<Vec<(String, Style)>> = if wide + half + 3 + "progress".len() <= room {
        let blank = vec![(" ".repeat(wide + half), theme.text)];
        let count = steps.len().max(keys.len());
        let (steps, keys) =
            (steps.chain(iter::repeat(blank)), keys.into_iter().chain(iter::repeat(Vec::new())));
        steps.zip(keys).take(count).map(|(step, key)| [step, key].concat()).collect()
    } else {
        steps.chain(keys).collect()
    };
    let again = (cx.lists.verdict_words() == VerdictWords::Written).then_some(RUN_AGAIN);
    let lines = cx
        .judging
        .labels_file
        .iter()
        .map(|file: &PathBuf| format!("labels: {}", text::sanitize(&file.display().to_string())))
        .chain(again.map(str::to_owned));
    let lines = lines.flat_map(|line| text::wrap(&line, room)).map(|line| vec![(line, theme.text)]);
    let rest: Vec<_> = iter::once(Vec::new()).chain(keys).chain([Vec::new()]).chain(lines).collect();
    let free = usize::from(height - top).saturating_sub(rest.len() + 2 + counts.len());
    let shown = if bugs.len() > free { free.saturating_sub(1) } else { bugs.len() };
    let wrapped = |bug: &JudgedFailure, most| {
        text::wrap_into(&format!("{} {}", bug.place, without_packages(&bug.error)), room - 3, most)
    };
    let most = if bugs.iter().map(|bug| wrapped(bug, 2).len()).sum::<usize>() <= free { 2 } else { 1 };
    let mut rows: Vec<_> = counts.into_iter().map(|line| vec![(line, theme.text)]).collect();
    for bug in bugs.iter().take(shown) {
        for (sign, line) in ["T  ", "   "].into_iter().zip(wrapped(bug, most)) {
            rows.push(vec![(sign.to_owned(), theme.label(Label::TruePositive)), (line, theme.text)]);
        }
    }
    if shown < bugs.len() {
        rows.push(vec![(format!("   and {} more", bugs.len() - shown), theme.text)]);
    }
    rows.extend(rest);
    let rows_high = u16::try_from(rows.len() + 2).unwrap_or(u16::MAX).min(height - top);
    let card = Rect { y: height - rows_high, height: rows_high, ..column };
    let inside = canvas.framed(card, &title, &cx.keys.fill("{back} closes"));
    for (row, y) in rows.iter().zip(inside.y..inside.bottom()) {
        let pieces: Vec<_> = row.iter().map(|(text, style)| (&**text, *style)).collect();
        canvas.pieces(inside.x, y, inside.width, &pieces);
    }
}

/// Draws the filter line with its error and its completions; returns the cell of the cursor.
fn draw_filter(cx: &Cx, line: &FilterPrompt, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let theme = canvas.theme;
    let (shown, all) = cx.lists.listed();
    let hint = match &cx.messages.current {
        // The count is that of the last line that was valid.
        _ if line.error.is_some() => String::new(),
        Some(message) => text::sanitize(&message.text).into_owned(),
        None if cx.lists.is_filtering() => "…".to_owned(),
        None if shown == 0 => format!("no hit in {}", text::plural(all, "failure")),
        None => {
            let groups = cx.lists.order.iter().filter(|&&group| cx.lists.listed_in(group) > 0).count();
            format!("{} of {} in {}", text::number(shown), text::number(all), text::plural(groups, "group"))
        }
    };
    let choices = &line.completions.choices;
    let room = usize::from(cx.panes.size.0.saturating_sub(4));
    let errors =
        line.shown_error().map(|error: &FilterError| text::wrap(&error.expected, room)).unwrap_or_default();
    let filters = if line.error.is_none() { "enter filters · " } else { "" };
    let keys = format!("tab completes · ↑ earlier · {filters}esc cancels");
    // On a low screen, a long list is words, with the meaning of one: the failures stay visible.
    let is_low = usize::from(cx.panes.size.1) < 2 * choices.len();
    let words = choices.iter().map(|choice| &*choice.word).collect::<Vec<_>>().join("  ");
    let words = if is_low { text::wrap(&words, room) } else { Vec::new() };
    let shown =
        if is_low { line.chosen.unwrap_or(0)..line.chosen.unwrap_or(0) + 1 } else { 0..choices.len() };
    let has_two = shown.len() > MOST_IN_A_COLUMN && cx.panes.size.0 >= TWO_COLUMNS;
    let rows_each = if has_two { shown.len().div_ceil(2) } else { shown.len() };
    let inside = canvas.panel(1 + errors.len() + words.len() + rows_each, "filter", &keys);
    let cursor = canvas.input(&line.prompt.editor, &hint, inside);
    if let Some(error) = line.shown_error() {
        let (before, _) = line.prompt.editor.split();
        let start = cursor.0.saturating_sub(u16::try_from(text::width(before)).unwrap_or(u16::MAX));
        let start = start.max(inside.x + u16::try_from(text::width(INPUT)).unwrap_or(0));
        // A missing part is marked after the existing text.
        let place = Rect { x: start, width: inside.right().saturating_sub(start), ..inside };
        let padded = format!("{} ", line.prompt.text());
        let next = padded.get(error.start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        canvas.mark((error.start, error.end.max(error.start + next)), &padded, FOUND, place);
    }
    let mut rows = inside.y + 1..inside.bottom();
    for (error, y) in errors.iter().zip(&mut rows) {
        canvas.put(inside.x, y, inside.width, error, theme.error);
    }
    for (line, y) in words.iter().zip(&mut rows) {
        canvas.put(inside.x, y, inside.width, line, theme.accent);
    }
    let longest =
        choices[shown.clone()].iter().map(|choice| text::width(&choice.word)).max().unwrap_or(0).min(36);
    let places: Vec<u16> = rows.collect();
    let width = if has_two { inside.width / 2 } else { inside.width };
    for (place, index) in shown.enumerate() {
        let Some(&y) = places.get(place % rows_each) else { continue };
        let x = inside.x + width * u16::from(place >= rows_each);
        let choice = &choices[index];
        let word = format!("{}  ", fitted(&choice.word, longest));
        let meaning = text::sanitize(&choice.meaning);
        let meaning = text::cut_end(&meaning, usize::from(width).saturating_sub(longest + 3));
        canvas.pieces(x, y, width, &[(&word, theme.accent), (&meaning, theme.dim)]);
        if line.chosen == Some(index) {
            canvas.tint(x, y, width, theme.selection);
        }
    }
    cursor
}
