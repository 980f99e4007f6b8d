//! The lists that are shown over a screen: the command palette and the bookmarks.

use ratatui::layout::Rect;

use crate::tui::core::command::table;
use crate::tui::core::command::table::{Binding, Command};
use crate::tui::core::reloaded::find;
use crate::tui::frame::canvas::Canvas;
use crate::tui::frame::canvas::fitted_end;
use crate::tui::modal::palette::{CommandPalette, HEIGHT, Offered};
use crate::tui::modal::prompt::Number;
use crate::tui::triage::list::names::error_in_words;
use crate::tui::{App, text};

/// The number of rows below the list: what the row of the marked action can't say; one if this is as wide as here.
const FOOT: u16 = 2;
const WIDE_SCREEN: u16 = 130;
/// The number of rows above the list: the typed text, and a blank one.
const HEAD: u16 = 2;
/// The widths of the columns with titles and with keys, in cells.
const TITLE: usize = 24;
const KEY: usize = 10;

/// Draws the palette with the typed text on top; returns the cell of the cursor.
pub(crate) fn draw(app: &App, palette: &CommandPalette, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let rows = palette.offered.len().clamp(1, HEIGHT);
    let place = format!("{} of {}", (palette.selected + 1).min(palette.offered.len()), palette.offered.len());
    let keys = match (palette.offered.is_empty(), palette.number()) {
        (false, _) => format!("{place} · enter runs it · esc cancels"),
        (true, Some(_)) => "enter goes on · esc cancels".to_owned(),
        (true, None) => "esc cancels".to_owned(),
    };
    let foot = if app.cx.panes.size.0 < WIDE_SCREEN { FOOT } else { 1 };
    let inside = canvas.panel(rows + usize::from(HEAD + foot), "actions", &keys);
    let theme = canvas.theme;
    let cursor = canvas.input(&palette.editor, "a number goes to that rank", inside);
    let below = Rect { y: inside.y + HEAD, height: inside.height.saturating_sub(HEAD), ..inside };
    let foot = if below.height > foot { foot } else { 0 };
    let list = Rect { height: below.height - foot, ..below };
    let shown = usize::from(list.height);
    let first = (palette.selected + 1).saturating_sub(shown);
    if palette.offered.is_empty() {
        let remark = match palette.number() {
            Some((Number::Rank, _)) => "enter goes to this rank",
            Some((Number::Top, _)) => "enter makes this number K",
            None => "no action has these letters",
        };
        canvas.put(list.x, list.y, list.width, remark, theme.dim);
    }
    for (index, y) in (first..palette.offered.len()).zip(list.y..list.bottom()) {
        let Some(Entry { title, key, words, does }) = entry(app, palette.offered[index]) else { continue };
        let pieces = [
            (&*fitted_end(&title, TITLE), if does { theme.text } else { theme.dim }),
            (" ", theme.text),
            (&*format!("{key:KEY$}"), if does { theme.accent } else { theme.dim }),
            (&*fitted_end(first_words(&words, room_for_words(list)), room_for_words(list)), theme.dim),
        ];
        canvas.pieces(list.x, y, list.width, &pieces);
        if index == palette.selected {
            canvas.put(list.x - 1, y, 1, "▌", theme.accent);
            canvas.tint(list.x, y, list.width, theme.selection);
        }
    }
    let marked = palette.offered.get(palette.selected).and_then(|&offered| match offered {
        Offered::Command(command) => table::find(command),
        Offered::Own(_) => None,
    });
    if let Some(binding) = marked.filter(|_| foot > 0) {
        let foot = Rect { y: list.bottom(), height: foot, ..list };
        draw_foot(app, binding, canvas, foot);
    }
    cursor
}

/// A row of the palette.
struct Entry {
    title: String,
    key: String,
    words: String,
    /// False if it can't be run now.
    does: bool,
}

fn entry(app: &App, offered: Offered) -> Option<Entry> {
    let keys = &app.cx.keys;
    Some(match offered {
        Offered::Command(command) => Entry {
            title: app.title(command),
            key: keys.of(command).first().map(ToString::to_string).unwrap_or_default(),
            words: described(app, table::find(command)?),
            does: app.palette_refuses(command).is_none(),
        },
        Offered::Own(index) => {
            let own = keys.own().get(index)?;
            let key = own.key.map(|key| key.to_string()).unwrap_or_default();
            Entry { title: own.name.clone(), key, words: text::sanitize(&own.run).into_owned(), does: true }
        }
    })
}

/// Draws the reason why the marked action is not available now, or else its description if its row cuts it.
fn draw_foot(app: &App, binding: &Binding, canvas: &mut Canvas<'_>, area: Rect) {
    let words = described(app, binding);
    let (said, style) = match app.palette_refuses(binding.command) {
        Some(why) => (format!("not now: {}", app.cx.keys.fill(why)), canvas.theme.warning),
        None if text::width(&words) > room_for_words(area) => (words, canvas.theme.text),
        None => return,
    };
    let lines = text::wrap(&said, usize::from(area.width));
    canvas.lines(area, &lines, style);
}

fn room_for_words(list: Rect) -> usize {
    usize::from(list.width).saturating_sub(TITLE + KEY + 1)
}

/// Returns as many whole clauses of a description as fit into `room` cells.
fn first_words(words: &str, room: usize) -> &str {
    let ends = words.match_indices([',', ';', ':']).map(|(end, _)| &words[..end]);
    let fits = |clause: &&str| text::width(clause) <= room;
    if fits(&words) { words } else { ends.rev().find(fits).unwrap_or(words) }
}

/// Returns the description of an action, without the backquotes that mark keys and terms in the README.
fn described(app: &App, binding: &Binding) -> String {
    let words = app.cx.lists.verdict_words().in_plain_words(binding.description);
    app.cx.keys.fill(&words).replace('`', "")
}

/// Draws what a key goes to: the bookmarks, the marked rows, and the place before the last jump.
pub(crate) fn bookmarks(app: &App, canvas: &mut Canvas<'_>) {
    let cx = &app.cx;
    let (title, back, does) = match app.triage.compare.open {
        Some(_) => ("compare with", "where you were before the last jump", "compares with A"),
        None => ("bookmarks", "back to where you were before the last jump", "goes to A"),
    };
    let in_words = |failure| {
        let (rank, group) = cx.lists.rank_and_group(failure);
        let group = group.map_or(String::new(), |group| format!("{group} "));
        let rank = rank.map_or(String::new(), |rank| format!("#{rank} "));
        let error = error_in_words(&cx.lists.corpus.failures[failure], usize::from(cx.panes.size.0));
        format!("{group}{rank}{error}")
    };
    let marks = cx
        .marks()
        .filter_map(|(letter, test)| Some((letter.to_string(), in_words(find(&cx.lists.corpus, &test)?.1))));
    let rows = cx.judging.marked_rows.iter().zip(1..10);
    let rows = rows.map(|(&failure, number)| (number.to_string(), format!("◆ {}", in_words(failure))));
    let mut rows: Vec<(String, String)> = marks.chain(rows).collect();
    // Those that have no room are left out, not what else can be pressed.
    rows.truncate(usize::from(cx.panes.size.1).saturating_sub(4));
    rows.push(("A–Z".to_owned(), cx.keys.fill(&format!("set a bookmark here; {{go-to-mark}}a {does}"))));
    if app.why_not(Command::JumpBack).is_none() {
        rows.push(("'".to_owned(), back.to_owned()));
    }
    let inside = canvas.panel(rows.len(), title, "a key chooses · esc cancels");
    let theme = canvas.theme;
    for ((key, words), y) in rows.iter().zip(inside.y..inside.bottom()) {
        let words = text::sanitize(words);
        let words = text::cut_middle(&words, usize::from(inside.width).saturating_sub(5));
        let pieces = [(&*fitted_end(key, 5), theme.heading), (&*words, theme.text)];
        canvas.pieces(inside.x, y, inside.width, &pieces);
    }
}
