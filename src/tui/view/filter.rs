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
use super::fitted;
use crate::tui::app::list::filter::FilterPrompt;
use crate::tui::app::{Cx, text};

/// Cells of the box with completions, at most.
const WIDTH: u16 = 72;

/// Draws the line and what belongs to it; returns where the cursor stands.
pub(super) fn draw(cx: &Cx, line: &FilterPrompt, canvas: &mut Canvas<'_>, area: Rect) -> (u16, u16) {
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
        // Where there is no room beside the line, what is wrong stands above it.
        canvas.upwards(Rect { y: area.y.saturating_sub(1), ..area }, &hint, style);
    }
    if let Some(error) = &line.error {
        // Something that is missing is missing behind what stands there.
        let place = Rect { x: start, width: (area.x + area.width).saturating_sub(start), ..area };
        let padded = format!("{typed} ");
        let next = padded.get(error.start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let wrong = (error.start, error.end.max(error.start + next));
        canvas.mark(wrong, &padded, FOUND, place);
    }
    completions(line, canvas, area, start);
    cursor
}

/// The words that fit at the cursor, in a box that stands on the line.
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
