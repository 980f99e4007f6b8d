//! The palette, the marks and the columns to sort by: what lies over the screen while one of them is chosen.

use super::canvas::Canvas;
use super::overlay::{framed, prompt};
use super::{fitted, fitted_end};
use crate::app::command_palette::{CommandPalette, HEIGHT};
use crate::app::editor::LineEditor;
use crate::app::group::qualified_method;
use crate::app::keymap;
use crate::app::layout::Area;
use crate::app::sort::Column;
use crate::app::{State, text};

/// Cells of the palette, at most.
const WIDTH: u16 = 96;
/// Cells of the column with keys.
const KEY: usize = 16;

/// Draws the palette; returns where the cursor stands.
pub(super) fn draw(
    state: &State,
    palette: &CommandPalette,
    canvas: &mut Canvas<'_>,
    status: Area,
) -> (u16, u16) {
    let rows = u16::try_from(palette.commands.len().clamp(1, HEIGHT)).unwrap_or(1);
    let place =
        format!("{} of {}", (palette.selected + 1).min(palette.commands.len()), palette.commands.len());
    let inside =
        framed(canvas, state.screen, (WIDTH, rows + 2), "actions", &format!("{place} · enter does it"));
    let theme = canvas.theme;
    let shown = usize::from(inside.height);
    let first = (palette.selected + 1).saturating_sub(shown);
    if palette.commands.is_empty() {
        canvas.put(inside.x, inside.y, inside.width, "no action has these letters", theme.dim);
    }
    for (index, y) in (first..palette.commands.len()).zip(inside.y..inside.y + inside.height) {
        let Some(binding) = keymap::find(palette.commands[index]) else { continue };
        let why_not = state.why_not(binding.command);
        let keys: Vec<String> = state.keys.of(binding.command).iter().map(ToString::to_string).collect();
        let key = fitted_end(&keys.join(" "), KEY);
        let room = usize::from(inside.width).saturating_sub(KEY + 1);
        let reason = why_not.map(|why| format!("  {why}")).unwrap_or_default();
        let described = room.saturating_sub(text::width(&reason));
        let pieces = [
            (&*key, if why_not.is_some() { theme.dim } else { theme.accent }),
            (" ", theme.text),
            (
                &*fitted(&text::cut_end(&state.keys.fill(binding.description), described), described),
                if why_not.is_some() { theme.dim } else { theme.text },
            ),
            (&*reason, theme.dim),
        ];
        canvas.pieces(inside.x, y, inside.width, &pieces);
        if index == palette.selected {
            canvas.put(inside.x - 1, y, 1, "▌", theme.accent);
            canvas.tint(inside.x, y, inside.width, theme.selection);
        }
    }
    let said = state.message.as_ref().map_or("", |message| &message.text);
    prompt("action", said, &palette.editor, canvas, status)
}

/// The columns to sort by, in place of the status line.
pub(super) fn columns(canvas: &mut Canvas<'_>, status: Area) {
    let theme = canvas.theme;
    canvas.clear(status);
    let keys = Column::ALL.map(|column| (column.letter().to_string(), column.title()));
    let mut x = status.x + canvas.put(status.x, status.y, status.width, " sort by:  ", theme.heading);
    let end = status.x + status.width;
    for (key, word) in
        keys.iter().map(|(key, word)| (key.as_str(), *word)).chain([("P", "the paper's order")])
    {
        x += canvas.put(x, status.y, end.saturating_sub(x), key, theme.heading);
        x += canvas.put(x, status.y, end.saturating_sub(x), &format!(" {word}"), theme.dim) + 2;
    }
    canvas.put_right(x, end - 1, status.y, "again: the other way round", theme.dim);
}

/// The marks that can be gone to, or the mark that is set.
pub(super) fn marks(state: &State, sets: bool, canvas: &mut Canvas<'_>, status: Area) -> (u16, u16) {
    let marks: Vec<(String, String)> = state
        .marks()
        .map(|(letter, test)| {
            let name = format!("{}-{}  {}", test.project, test.bug, qualified_method(&test.test));
            (letter.to_string(), text::display_flat(&name))
        })
        .collect();
    if !marks.is_empty() {
        let rows = u16::try_from(marks.len()).unwrap_or(u16::MAX);
        let inside = framed(canvas, state.screen, (64, rows.saturating_add(2)), "marks", "esc closes");
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
    } else if state.beside.is_some() {
        ("beside the mark", "its letter · ' takes where you were")
    } else {
        ("go to mark", "its letter · ' goes back to where you were")
    };
    prompt(title, hint, &LineEditor::default(), canvas, status)
}
