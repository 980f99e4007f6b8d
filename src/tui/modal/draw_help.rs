//! The help over a screen: the rows of `help`, with a frame of the whole screen but its header.

use ratatui::layout::Rect;

use crate::tui::App;
use crate::tui::frame::canvas::{Canvas, fitted};
use crate::tui::frame::layout::help_size;
use crate::tui::modal::help::HelpLine;
use crate::tui::modal::prompt::LineEditor;

/// Draws the keys of the screen and the meanings of the symbols; returns the cell of the cursor during a search.
pub(super) fn draw(
    app: &App,
    offset: usize,
    query: Option<&LineEditor>,
    canvas: &mut Canvas<'_>,
) -> Option<(u16, u16)> {
    let (_, shown) = help_size(app.cx.panes.size);
    let rows = app.help_rows();
    let fill = |words| app.cx.keys.fill(words);
    let keys = fill("{search} searches · {back} closes");
    let scroll = fill("{down} {up} scroll · {next-pane} next part");
    let foot = if rows.len() > shown {
        format!("{}–{} of {} · {scroll} · {keys}", offset + 1, offset + shown, rows.len())
    } else {
        keys
    };
    // The header stays.
    let (width, height) = app.cx.panes.size;
    let inside =
        canvas.framed(Rect::new(0, 1, width, height.saturating_sub(1)), "keys of this screen", &foot);
    let theme = canvas.theme;
    let mut below = inside;
    let cursor = query.map(|editor| {
        below = Rect { y: inside.y + 2, height: inside.height.saturating_sub(2), ..inside };
        canvas.input(editor, "esc shows all keys", Rect { height: 1, ..inside })
    });
    if rows.is_empty() {
        canvas.put(below.x, below.y, below.width, "nothing here has these words", theme.dim);
    }
    for (row, y) in rows.iter().skip(offset).zip(below.y..below.bottom()) {
        let width = below.width / u16::try_from(row.len()).unwrap_or(1).max(1);
        for (line, x) in row.iter().zip((below.x..below.right()).step_by(usize::from(width))) {
            match line {
                HelpLine::Blank => 0,
                HelpLine::Heading(title) => canvas.put(x, y, width, title, theme.heading),
                HelpLine::Entry(key, meaning, name) => {
                    let pieces = [(&*fitted(key, *name), theme.accent), (meaning, theme.text)];
                    canvas.pieces(x, y, width, &pieces)
                }
            };
        }
    }
    cursor
}
