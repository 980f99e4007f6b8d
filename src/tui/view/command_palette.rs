//! The lists that are shown over a screen: the command palette and the marks.
//!
//! ```text
//! ╭─ actions ─────────────────────────────────────────────╮
//! │ action: fl                                            │
//! │                                                       │
//! │▌toggle flaky       hide or show flaky failures        │
//! │ reload             reload the results               r │
//! │ ───────────────────────────────────────────────────── │
//! │ hide or show flaky failures                           │
//! │ not now: no failure is flaky                          │
//! ╰───────────────────────────── 1 of 2 · enter runs it ─╯
//! ```

use super::canvas::Canvas;
use super::fitted_end;
use crate::tui::app::commands::Binding;
use crate::tui::app::list::names::qualified_method;
use crate::tui::app::modal::command_palette::{CommandPalette, HEIGHT};
use crate::tui::app::modal::prompt::LineEditor;
use crate::tui::app::modal::prompt::Number;
use crate::tui::app::{App, Cx, Triage, commands, text};
use ratatui::layout::Rect;

/// The maximum width of the palette in cells.
const WIDTH: u16 = 96;
/// The number of rows below the list: a rule, and the description of the marked action.
const FOOT: u16 = 4;
/// The number of rows above the list: the typed text, and a blank one.
const HEAD: u16 = 2;
/// The width of the list of marks in cells.
const MARKS_WIDTH: u16 = 64;
/// The widths of the columns with titles and with keys, in cells.
const TITLE: usize = 25;
const KEY: usize = 12;

/// Draws the palette with the typed text on top; returns the cell of the cursor.
pub(super) fn draw(app: &App, palette: &CommandPalette, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let rows = u16::try_from(palette.commands.len().clamp(1, HEIGHT)).unwrap_or(1);
    let place =
        format!("{} of {}", (palette.selected + 1).min(palette.commands.len()), palette.commands.len());
    let size = (WIDTH, rows + HEAD + 2 + FOOT);
    let inside = canvas.dialog(size, "actions", &format!("{place} · enter runs it"));
    let theme = canvas.theme;
    let cursor =
        canvas.prompt("action", "a number goes to that rank", &palette.editor, Rect { height: 1, ..inside });
    let below = Rect { y: inside.y + HEAD, height: inside.height.saturating_sub(HEAD), ..inside };
    let foot = if below.height > FOOT { FOOT } else { 0 };
    let list = Rect { height: below.height - foot, ..below };
    let shown = usize::from(list.height);
    let first = (palette.selected + 1).saturating_sub(shown);
    if palette.commands.is_empty() {
        let what = match palette.number() {
            Some((Number::Rank, _)) => "enter goes to this rank",
            Some((Number::Top, _)) => "enter makes this number K",
            None => "no action has these letters",
        };
        canvas.put(list.x, list.y, list.width, what, theme.dim);
    }
    for (index, y) in (first..palette.commands.len()).zip(list.y..list.bottom()) {
        let Some(binding) = commands::find(palette.commands[index]) else { continue };
        let does = app.why_not(binding.command).is_none();
        let keys: Vec<String> = app.cx.keys.of(binding.command).iter().map(ToString::to_string).collect();
        let room = usize::from(list.width).saturating_sub(TITLE + KEY + 2);
        let (title, words) = (binding.command.title(), described(&app.cx, binding));
        let pieces = [
            (&*fitted_end(&title, TITLE), if does { theme.text } else { theme.dim }),
            (" ", theme.text),
            (&*fitted_end(&words, room), theme.dim),
            (" ", theme.text),
            (&*fitted_end(&keys.join(" "), KEY), if does { theme.accent } else { theme.dim }),
        ];
        canvas.pieces(list.x, y, list.width, &pieces);
        if index == palette.selected {
            canvas.put(list.x - 1, y, 1, "▌", theme.accent);
            canvas.tint(list.x, y, list.width, theme.selection);
        }
    }
    let marked = palette.commands.get(palette.selected).and_then(|&command| commands::find(command));
    if let Some(binding) = marked.filter(|_| foot > 0) {
        let foot = Rect { y: list.bottom(), height: FOOT, ..list };
        draw_foot(app, binding, canvas, foot);
    }
    cursor
}

/// Draws the whole description of the marked action, and the reason if it is not available now.
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

/// Draws the marks and asks for a letter; returns the cell of the cursor.
pub(super) fn marks(triage: &Triage, cx: &Cx, canvas: &mut Canvas<'_>, status: Rect) -> (u16, u16) {
    let marks: Vec<(String, String)> = cx
        .marks()
        .map(|(letter, test)| {
            let name = format!("{}-{}  {}", test.key.project, test.key.bug, qualified_method(&test.key.test));
            (letter.to_string(), text::sanitize(&name).into_owned())
        })
        .collect();
    let is_compared = triage.compare.open.is_some();
    let back = if is_compared { "compares with" } else { "goes back to" };
    let back = format!("{back} where you were before the last jump");
    let choices = [("A–Z", "marks this failure with that letter"), ("'", &*back)];
    let none = if marks.is_empty() { "no failure is marked yet" } else { "" };
    let rows = marks.len().max(1) + choices.len() + 2;
    let height = u16::try_from(rows).unwrap_or(u16::MAX).min(status.y);
    let area = Rect { y: status.y - height, width: MARKS_WIDTH.min(status.width), height, ..status };
    let theme = canvas.theme;
    let inside = canvas.framed(area, "marks", "esc");
    canvas.put(inside.x, inside.y, inside.width, none, theme.dim);
    // The marks that have no room are left out, not what else can be pressed.
    let room = usize::from(inside.height).saturating_sub(choices.len());
    let marks = marks.iter().take(room).map(|(key, name)| (key.as_str(), name.as_str()));
    for ((key, words), y) in marks.zip(inside.y..) {
        let words = text::cut_middle(words, usize::from(inside.width).saturating_sub(5));
        canvas.pieces(
            inside.x,
            y,
            inside.width,
            &[(&fitted_end(key, 5), theme.heading), (&words, theme.text)],
        );
    }
    let first = inside.bottom().saturating_sub(u16::try_from(choices.len()).unwrap_or(0));
    for ((key, words), y) in choices.into_iter().zip(first..inside.bottom()) {
        canvas.pieces(inside.x, y, inside.width, &[(&fitted_end(key, 5), theme.heading), (words, theme.dim)]);
    }
    let title = if is_compared { "compare with mark" } else { "go to mark" };
    canvas.prompt(title, "", &LineEditor::default(), status)
}
