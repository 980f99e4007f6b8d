//! The bottom line: the text before hints and messages, and the cells of each hint, for drawing and for clicks.
//!
//! A message stands at the right end, or above the line if it would hide the first hints.

pub(crate) mod draw;

use super::header::Class;
use crate::tui::core::command::keys::Hint;
use crate::tui::{App, Command, Pane, Phase, Screen, text};

/// The number of hints that a message leaves in their place: those to judge.
const KEPT_HINTS: usize = 4;
const VERDICTS: [Command; 4] =
    [Command::TruePositive, Command::FalsePositive, Command::Environment, Command::Unsure];

fn cells(hint: &Hint) -> usize {
    text::width(&hint.key) + 1 + text::width(hint.word)
}

impl App {
    /// Returns the pieces before messages and hints: the position, the search, the note.
    pub(crate) fn status_pieces(&self) -> Vec<(String, Class)> {
        use Class::{Heading, Strong, Text};
        let width = usize::from(self.cx.panes.size.0);
        let mut pieces = Vec::new();
        if self.cx.results.phase != Phase::Ready {
            return pieces;
        }
        if let (Screen::Triage, Some((_, group))) = (self.cx.screen, self.cx.lists.current_group()) {
            // Otherwise, the title of the test or the comparison shows it.
            let is_low = self.triage.compare.open.is_none()
                && self.cx.layout().is_some_and(|layout| layout.tabs.is_some());
            if group.shown_failures() > 0 && is_low {
                let (place, all) = self.cx.lists.selected_of_all();
                pieces.push((format!(" {place} of {} ", text::number(all)), Strong));
            }
        }
        pieces.push((" ".to_owned(), Text));
        let search = match (self.cx.screen, &self.cx.search, &self.table.search) {
            (Screen::Triage, Some(finding), _) => Some((&finding.text, finding.in_words())),
            (Screen::Groups, _, Some(search)) => Some((&search.text, self.table.group_matches_in_words())),
            _ => None,
        };
        if let Some((typed, place)) = search {
            let typed = text::sanitize(typed);
            pieces.push((format!("/{}", text::cut_end(&typed, width / 4)), Heading));
            pieces.push((format!(" {place}  "), Strong));
        }
        let note = self.cx.lists.selected().map_or("", |(failure, _)| self.cx.judging.labels.note(failure));
        // Usually it stands below the test.
        let is_below = self.cx.layout().is_some_and(|layout| layout.pane(Pane::Code).is_some())
            && self.triage.code.footer(&self.cx).is_some();
        let is_free = self.cx.messages.current.is_none() && self.cx.screen == Screen::Triage;
        if is_free && !note.is_empty() && !is_below {
            pieces.push(("note ".to_owned(), Heading));
            pieces.push((format!("{}  ", text::cut_end(&text::sanitize(note), width / 3)), Text));
        }
        pieces
    }

    /// Returns the line of the current message, safe to draw, and its first cell if it has room next to the
    /// first hints.
    pub(crate) fn placed_message(&self) -> Option<(String, Option<u16>)> {
        let message = self.cx.messages.current.as_ref().filter(|_| self.cx.messages.summary().is_none())?;
        let shown = text::sanitize(message.text.lines().next().unwrap_or_default()).into_owned();
        let (help, hints): (Vec<Hint>, Vec<Hint>) =
            self.hints().into_iter().partition(|hint| hint.command == Command::Help);
        let first = &hints[..hints.len().min(KEPT_HINTS)];
        let end = self.start_of_hints() + first.iter().map(|hint| cells(hint) + 2).sum::<usize>();
        // The hint of all keys stays, unless the message needs its cells or names its key.
        let kept = help.first().filter(|help| !shown.contains(&help.key)).map_or(0, |help| cells(help) + 2);
        let room = (usize::from(self.cx.panes.size.0) - 1).checked_sub(text::width(&shown));
        let start = room.and_then(|room| room.checked_sub(kept)).filter(|start| *start >= end).or(room);
        let start = if first.is_empty() { start.map(|_| end) } else { start };
        let start = start.filter(|start| *start >= end).and_then(|start| u16::try_from(start).ok());
        Some((shown, start))
    }

    /// Returns the lines of the current message if it has no room there: they are above the bottom line.
    pub(crate) fn message_above(&self) -> Vec<String> {
        match self.placed_message() {
            Some((shown, None)) => text::wrap(&shown, usize::from(self.cx.panes.size.0.saturating_sub(2))),
            _ => Vec::new(),
        }
    }

    fn start_of_hints(&self) -> usize {
        self.status_pieces().iter().map(|(piece, _)| text::width(piece)).sum()
    }

    /// Returns the hints that have room, each with its first cell; the one for all keys is at the right end.
    pub(crate) fn placed_hints(&self) -> Vec<(u16, Hint)> {
        let mut x = self.start_of_hints();
        let mut end = usize::from(self.cx.panes.size.0) - 1;
        let (help, others): (Vec<Hint>, Vec<Hint>) =
            self.hints().into_iter().partition(|hint| hint.command == Command::Help);
        let mut placed = Vec::new();
        let message =
            self.placed_message().and_then(|(shown, start)| Some((text::width(&shown), usize::from(start?))));
        let used = message.map_or(x, |(width, start)| start + width + 2);
        if let Some(help) = help.into_iter().next()
            && let Some(start) = end.checked_sub(cells(&help)).filter(|&start| start >= used)
        {
            end = start.saturating_sub(2);
            placed.push((start, help));
        }
        end = message.map_or(end, |(_, start)| start.saturating_sub(2));
        let mut leaves_out_verdicts = false;
        for hint in others {
            let next = x + cells(&hint);
            let is_verdict = VERDICTS.contains(&hint.command);
            if next > end || (is_verdict && leaves_out_verdicts) {
                // A later one may be shorter, but no verdict is shown without the usual ones before it.
                leaves_out_verdicts |= is_verdict;
                continue;
            }
            placed.push((x, hint));
            x = next + 2;
        }
        placed.into_iter().filter_map(|(x, hint)| Some((u16::try_from(x).ok()?, hint))).collect()
    }

    /// Returns the command whose hint is at a cell of the status line.
    pub(in crate::tui) fn hint_command(&self, column: u16, row: u16) -> Option<Command> {
        self.cx.layout().filter(|layout| layout.status.y == row)?;
        self.placed_hints()
            .into_iter()
            .find(|(x, hint)| {
                (*x..x.saturating_add(u16::try_from(cells(hint)).unwrap_or(u16::MAX))).contains(&column)
            })
            .map(|(_, hint)| hint.command)
    }
}
