//! The tour: three cards over the end of the list, as wide as this, so that they cut no text; none while it
//! would cover the selected row.
//!
//! It is shown once, when the demo is opened for the first time, and on request. Keys have their usual
//! effect, except those on the lower edge of a card; the tour goes on with the keys that the card speaks of,
//! and ends with the first label, search, or other command on the failures.

use ratatui::layout::{Position, Rect};

use crate::tui::core::command::table::{Section, find};
use crate::tui::frame::layout::Pane;
use crate::tui::{App, Command, Phase, Screen, text};

#[derive(Debug)]
pub struct TourStep {
    pub title: &'static str,
    /// The lines; `{name}` stands for the key of the command of that name, `{failures}` for the number of
    /// failures of the group.
    text: &'static str,
}

pub const TOUR: [TourStep; 3] = [
    TourStep {
        title: "failed tests",
        text: "{failures} failed in this group. Unusual ones reveal bugs more often, so they come first. {down} and {up} select another one.",
    },
    TourStep {
        title: "a row",
        text: "Each row is a failure: its exception, its message, the call that failed.\nOther panes: test, method under test, trace and reasons; {next-pane} goes there.",
    },
    TourStep {
        title: "does it reveal a bug?",
        text: "{true-positive}  yes, a bug (TP)   {false-positive}  no (FP)   {unsure}  unsure\n{environment}  no, something was missing where it ran   {undo}  undo   {help}  all keys",
    },
];

/// The texts for a build of tests that people wrote, in the order by cause.
const WHOLE_TESTS: [&str; 3] = [
    "{failures} failed. What most tests share comes first, then what failed in production code. A missing file or service comes last, if no production code ran. {down} and {up} select another one.",
    "Each row is a cause: the name of a test, and what differs, actual ≠ expected; ×3 are three tests that fail alike.\nOther panes: test, function under test, trace and what fails like it; {next-pane} goes there.",
    "{true-positive}  yes, a bug   {false-positive}  no, a wrong test   {unsure}  unsure\n{environment}  no, the environment: something was missing   {undo}  undo   {help}  all keys",
];

/// The text of the first card for the list over all groups.
const ALL_GROUPS: &str = "{failures} failed in {groups} groups. Unusual ones reveal bugs more often: the first of each group come first. {down} and {up} select another one, {all-groups} shows one group.";

#[derive(Debug, Default)]
pub struct Tour {
    pub card: Option<usize>,
    /// True if the tour starts when the results are loaded.
    pub(in crate::tui) offered: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TourCard {
    pub step: usize,
    pub area: Rect,
    pub lines: Vec<String>,
    pub keys: Vec<String>,
}

impl App {
    pub(in crate::tui) fn begin_tour(&mut self) {
        if self.cx.results.phase != Phase::Ready || self.cx.lists.order.is_empty() {
            return;
        }
        self.turn_to(Screen::Triage);
        self.cx.last_session.tour_seen = true;
        self.show_step(0);
    }

    fn show_step(&mut self, step: usize) {
        self.tour.card = (step < TOUR.len()).then_some(step);
        self.cx.panes.zoomed = false;
        self.cx.panes.detail = Pane::Code;
        self.cx.focus(Pane::List);
    }

    /// Runs a command of the tour. Returns false if the command is not one of the tour.
    pub(in crate::tui) fn tour_command(&mut self, command: Option<Command>) -> bool {
        let (Some(card), Some(command)) = (self.tour_card(), command) else { return false };
        match command {
            Command::OpenOrZoom | Command::Right => self.show_step(card.step + 1),
            Command::Left => self.show_step(card.step.saturating_sub(1)),
            Command::Back => self.show_step(TOUR.len()),
            _ => {
                let section = find(command).map(|binding| binding.section);
                self.tour.card = match (command, card.step) {
                    _ if matches!(section, Some(Section::Judge | Section::Look)) => None,
                    (Command::Down | Command::Up, 0) | (Command::NextPane, 1) => Some(card.step + 1),
                    (_, step) => Some(step),
                };
                return false;
            }
        }
        true
    }

    /// Advances the tour if the click was on the card. Returns false if it was not.
    pub(in crate::tui) fn tour_click(&mut self, column: u16, row: u16) -> bool {
        let card = self.tour_card().filter(|card| card.area.contains(Position::new(column, row)));
        if let Some(card) = &card {
            self.show_step(card.step + 1);
        }
        card.is_some()
    }

    pub(crate) fn tour_keys(&self) -> String {
        let next = if self.tour.card == Some(TOUR.len() - 1) { "ends" } else { "next" };
        let back = self.cx.keys.of(Command::Left).last().filter(|_| self.tour.card != Some(0));
        let back = back.map_or_else(String::new, |key| format!("{key} back · "));
        self.cx.keys.fill(&format!("{{open-or-zoom}} {next} · {back}{{back}} skips"))
    }

    pub(crate) fn tour_card(&self) -> Option<TourCard> {
        let step =
            self.tour.card.filter(|_| self.modal.is_none() && self.cx.results.phase == Phase::Ready)?;
        let is_across = self.cx.lists.is_across();
        let is_by_cause = self.cx.lists.is_by_cause();
        let text = match step {
            0 if is_across && !is_by_cause => ALL_GROUPS,
            _ if is_by_cause => WHOLE_TESTS.get(step)?,
            _ => TOUR.get(step)?.text,
        };
        if self.cx.screen != Screen::Triage || self.triage.compare.open.is_some() {
            return None;
        }
        let layout = self.cx.layout()?;
        let failures = match self.cx.lists.current_group() {
            Some((group, _)) if !is_across => group.failures.len(),
            _ => self.cx.lists.corpus.failures.len(),
        };
        let named = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
        let keys = named.map(|(name, _)| self.cx.keys.fill(&format!("{{{name}}}"))).collect();
        let text = text.replace("{failures}", &text::plural(failures, "test"));
        let text = self.cx.keys.fill(&text.replace("{groups}", &text::number(self.cx.lists.order.len())));
        let list = layout.pane(Pane::List)?;
        let Rect { x, width, .. } = list;
        let cells = usize::from(width.saturating_sub(4));
        let lines: Vec<_> = text.split('\n').flat_map(|line| text::wrap(line, cells)).collect();
        let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX);
        let messages = u16::try_from(self.message_above().len()).unwrap_or(0);
        let y = list.bottom().min(layout.status.y.saturating_sub(messages)).saturating_sub(height);
        let is_free = self.cx.end_of_selected_row(list) <= usize::from(y);
        is_free.then_some(TourCard { step, area: Rect { x, y, width, height }, lines, keys })
    }
}
