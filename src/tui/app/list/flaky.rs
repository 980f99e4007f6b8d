//! Flaky failures: counted, marked in the list, and hidden on a key.
//!
//! Hiding takes them out of the lists and of the top K. Features and scores stay what they are: they were computed with them.
//! `--no-flaky` computes without.

use crate::model::{Failure, FailureId, Group, Ranking};
use crate::tui::app::Command;
use crate::tui::app::Message;
use crate::tui::app::{Cx, GroupState, GroupTable, Session, text};

/// The flaky failures of a group.
#[derive(Debug, Clone, Default)]
pub struct Flaky {
    /// Indices into the corpus's failures, ascending.
    failures: Vec<FailureId>,
    /// The order shown, without them; None while they are shown, or there are none.
    list_without: Option<Ranking>,
    hidden: bool,
}

impl Flaky {
    /// Those of a group.
    pub(in crate::tui::app) fn of(group: &Group, failures: &[Failure]) -> Flaky {
        let flaky = group.failures.iter().copied().filter(|&failure| failures[failure].is_flaky);
        Flaky { failures: flaky.collect(), ..Flaky::default() }
    }

    /// Returns the number of them.
    pub fn count(&self) -> usize {
        self.failures.len()
    }

    /// The list to show in place of the whole one.
    pub(in crate::tui::app) fn list_without(&self) -> Option<&Ranking> {
        self.list_without.as_ref()
    }
}

impl GroupState {
    /// After the order changed: takes the flaky failures out again, if they are hidden.
    pub(in crate::tui::app) fn leave_out_flaky(&mut self) {
        self.flaky.list_without = None;
        if self.flaky.hidden && !self.flaky.failures.is_empty() {
            let is_shown = |failure: FailureId| self.flaky.failures.binary_search(&failure).is_err();
            let entries = self.list().entries.iter().copied().filter(|entry| is_shown(entry.failure));
            let entries = entries.collect();
            self.flaky.list_without = Some(Ranking { entries });
        }
    }

    /// Hides the flaky failures or shows them. The selection stays on its failure, or goes to the next one that is shown.
    pub(in crate::tui::app) fn hide_flaky(&mut self, hidden: bool) {
        let behind: Vec<FailureId> =
            self.list().entries.iter().skip(self.selected).map(|entry| entry.failure).collect();
        self.flaky.hidden = hidden;
        self.leave_out_flaky();
        let entries = &self.list().entries;
        let place = |failure: &FailureId| entries.iter().position(|entry| entry.failure == *failure);
        self.selected = behind.iter().find_map(place).unwrap_or(entries.len().saturating_sub(1));
    }
}

impl Session {
    /// The groups that have failures to show, in input order.
    pub(in crate::tui::app) fn groups_to_show(&self) -> Vec<usize> {
        (0..self.groups.len()).filter(|&group| !self.groups[group].list().entries.is_empty()).collect()
    }

    /// Flaky failures in all groups, shown or hidden.
    pub fn flaky_failures(&self) -> usize {
        self.groups.iter().map(|group| group.flaky.count()).sum()
    }
}

impl GroupTable {
    /// Hides the flaky failures of all groups, or shows them again.
    pub(in crate::tui::app) fn toggle_flaky(&mut self, cx: &mut Cx) {
        let count = cx.session.flaky_failures();
        let passed: usize = cx.session.corpus.groups.iter().map(|group| group.passed.flaky).sum();
        if count == 0 {
            cx.messages.current = Some(Message::info(match passed {
                0 => "no failure is flaky, as far as these results tell".to_owned(),
                _ => format!("no failure is flaky; {}", passed_in_words(passed)),
            }));
            return;
        }
        cx.session.list.flaky_hidden = !cx.session.list.flaky_hidden;
        self.apply_flaky(cx);
        let failures = if count == 1 { "failure" } else { "failures" };
        cx.messages.current = Some(Message::info(if cx.session.list.flaky_hidden {
            format!(
                "{} flaky {failures} hidden, still counted in scores ({} shows them)",
                text::number(count),
                cx.keys.shown(Command::ToggleFlaky)
            )
        } else {
            format!("{} flaky {failures} shown, marked ≈", text::number(count))
        }));
        cx.refold_all();
        cx.dirty.selection = true;
    }

    /// Brings lists and groups in line with what is hidden.
    pub(in crate::tui::app) fn apply_flaky(&mut self, cx: &mut Cx) {
        // A group that goes gives way to the one that follows it.
        let behind: Vec<usize> = cx.session.order.iter().skip(cx.session.current).copied().collect();
        for group in &mut cx.session.groups {
            group.hide_flaky(cx.session.list.flaky_hidden);
        }
        self.sort_groups_again(cx);
        let at = |group: &usize| cx.session.order.iter().position(|other| other == group);
        let last = if behind.is_empty() { 0 } else { cx.session.order.len().saturating_sub(1) };
        cx.session.current = behind.iter().find_map(at).unwrap_or(last);
    }
}

/// A flaky pass is no failure, and worth a word.
fn passed_in_words(count: usize) -> String {
    let tests = if count == 1 { "test" } else { "tests" };
    format!("{} {tests} failed and then passed: `fossick check` names them", text::number(count))
}
