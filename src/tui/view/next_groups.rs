//! The groups after the current one, below a list that leaves room for them.

use super::canvas::Canvas;
use super::fitted;
use crate::tui::app::list::group::GroupState;
use crate::tui::app::list::names::error_in_words;
use crate::tui::app::list::next_bugs::NextBugs;
use crate::tui::app::{Cx, text};
use ratatui::layout::Rect;

/// Draws the groups after the current one, each with its most suspicious failures once it is ranked.
pub(super) fn draw(cx: &Cx, next: &NextBugs, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let keys = cx.keys.fill(" {next-group} ");
    canvas.title(Rect { height: 1, ..next.area }, &["next groups"], None, &[(&keys, theme.dim)], false);
    let bugs: Vec<_> = next
        .places
        .clone()
        .filter_map(|place| {
            let index = *cx.session.order.get(place)?;
            let name = cx.session.group_title(cx.session.corpus.groups.get(index)?);
            Some((place, text::sanitize(&name).into_owned(), cx.session.groups.get(index)?))
        })
        .collect();
    let longest = bugs.iter().map(|(_, name, _)| text::width(name)).max().unwrap_or(0).min(LONGEST_NAME);
    let first_rows = (next.area.y + 1..).step_by(usize::from(next.rows_each));
    for (y, (place, name, group)) in first_rows.zip(bugs) {
        let entries = &group.list().entries;
        let judged = entries
            .iter()
            .take(cx.session.list.top)
            .filter(|entry| cx.session.labels.label(entry.failure).is_some());
        let judged = match judged.count() {
            0 => String::new(),
            judged => format!(", {judged} judged"),
        };
        let room = next.area.width.saturating_sub(1);
        let pieces = [
            (&*format!("{:>3}  ", text::number(place + 1)), theme.dim),
            (&*fitted(&name, longest), theme.text),
            (&*format!("  {}{judged}  ", text::plural(entries.len(), "failure")), theme.dim),
        ];
        let x = next.area.x + canvas.pieces(next.area.x, y, room, &pieces);
        // Errors below the name have the whole width.
        let (x, first) = if next.rows_each > 2 { (next.area.x + 7, y + 1) } else { (x, y) };
        let room = next.area.right().saturating_sub(x + 1);
        let end = y + next.rows_each - u16::from(next.rows_each > 3);
        for (said, y) in first_errors(cx, group, usize::from(room)).iter().zip(first..end) {
            canvas.put(x, y, room, &text::cut_end(said, usize::from(room)), theme.dim);
        }
    }
}

/// Returns the different errors of the first failures of a group, the most suspicious first, cut to about `room` cells;
/// none before it is ranked.
fn first_errors(cx: &Cx, group: &GroupState, room: usize) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    let entries = group.list().entries.iter().filter(|_| group.is_ranked()).take(cx.session.list.top);
    for failure in entries.filter_map(|entry| cx.session.corpus.failure(entry.failure)) {
        let error = error_in_words(failure, room);
        if !said.contains(&error) {
            said.push(error);
        }
    }
    said
}

/// The maximum width of a group's name.
const LONGEST_NAME: usize = 24;
