//! Marks on failures, and the way back to where one was.
//!
//! A mark is a letter on a test, by its name: it is found again when results are read anew, and in the next session. The way
//! back holds the failures that a person left by a leap: to a mark or a rank, into another group, or further than the list shows. While a
//! search or a filter is typed, only where it began and where it ended count.

use super::changes::TestName;
use super::keys::key::{Key, KeyCode};
use super::layout::Pane;
use super::list::group::ListRows;
use super::list::names::qualified_method;
use super::remembered::MemoryChange;
use super::{Effect, Message, Overlay, State, text};
use crate::model::FailureId;
use crate::tui::app::Page;

/// The most places that the jump list keeps.
const MOST: usize = 100;

/// The jump list, as indices into the corpus's failures.
#[derive(Debug, Default)]
pub(super) struct Jumps {
    /// The last one was left last.
    back: Vec<FailureId>,
    /// The last one is the next.
    forward: Vec<FailureId>,
    /// The failure that was selected before a prompt moved the selection.
    from: Option<FailureId>,
    /// The person is on the way back or forward: that leaves no place.
    is_travelling: bool,
    /// The person has named where to go: that leaves a place, however near it is.
    is_leap: bool,
}

impl State {
    /// After something was done by hand: remembers the failure that was left by a leap.
    pub(super) fn note_jump(&mut self, before: Option<FailureId>) {
        let is_typing = matches!(self.overlay, Some(Overlay::Find { .. } | Overlay::Filter(_)));
        if is_typing {
            self.jumps.from = self.jumps.from.or(before);
            return;
        }
        let left = self.jumps.from.take().or(before);
        let here = self.selected().map(|(failure, _)| failure);
        let is_leap = std::mem::take(&mut self.jumps.is_leap);
        if std::mem::take(&mut self.jumps.is_travelling) {
            return;
        }
        if let (Some(left), Some(here)) = (left, here)
            && left != here
            && (is_leap || self.is_far(left))
        {
            self.jumps.back.retain(|&place| place != left);
            self.jumps.back.push(left);
            let surplus = self.jumps.back.len().saturating_sub(MOST);
            self.jumps.back.drain(..surplus);
            self.jumps.forward.clear();
        }
    }

    /// Returns true if a failure is of another group than the selected one, or further away than the list shows at once.
    fn is_far(&self, failure: FailureId) -> bool {
        let Some((group, state)) = self.current_group() else { return false };
        if group.failures.binary_search(&failure).is_err() {
            return true;
        }
        let Some(position) = state.position_of(failure) else { return false };
        let rows = ListRows::of(state, self.top);
        let height = self.layout().map_or(0, |layout| layout.content_height(Pane::Candidates));
        rows.row_of(position).abs_diff(rows.row_of(state.selected)) >= height.max(1)
    }

    /// Goes back to where one was before a leap, or forward again.
    pub(super) fn travel(&mut self, back: bool) {
        self.jumps.is_travelling = true;
        let here = self.selected().map(|(failure, _)| failure);
        let (from, to) = if back {
            (&mut self.jumps.back, &mut self.jumps.forward)
        } else {
            (&mut self.jumps.forward, &mut self.jumps.back)
        };
        let place = std::iter::from_fn(|| from.pop()).find(|&place| Some(place) != here);
        let Some(place) = place else {
            let way = if back { "no place to go back to" } else { "no place to go forward to" };
            self.message = Some(Message::info(way));
            return;
        };
        to.extend(here);
        self.arrive(place)
    }

    /// Marks the next change of the selection as a jump.
    pub(super) fn leap(&mut self) {
        self.jumps.is_leap = true;
    }

    /// Goes to a failure by name, and to where it is shown.
    fn arrive(&mut self, failure: FailureId) {
        self.go_to_failure(failure);
        self.count_progress();
        self.show_arrival();
    }

    /// Returns true if there is a way back, or forward.
    pub(super) fn can_travel(&self, back: bool) -> bool {
        !if back { &self.jumps.back } else { &self.jumps.forward }.is_empty()
    }

    /// After the results were read again; `moved` says where each failure is now.
    pub(super) fn keep_jumps(&mut self, moved: &[Option<FailureId>]) {
        let place = |failure: &FailureId| moved.get(failure.index()).copied().flatten();
        for places in [&mut self.jumps.back, &mut self.jumps.forward] {
            *places = places.iter().filter_map(place).collect();
        }
        self.jumps.from = None;
    }

    /// A letter while a mark is set.
    pub(super) fn mark_key(&mut self, key: Key) {
        let Key { code: KeyCode::Char(letter), ctrl: false, alt: false } = key else { return };
        // In the table of groups, the failure with which the marked group would open.
        let group = match self.page {
            Page::Groups => self.table.marked(),
            _ => self.order.get(self.current).copied(),
        };
        let failure = group.and_then(|group| self.groups.get(group)?.selected_failure());
        let (Some(group), Some(failure)) = (group, failure) else { return };
        if !letter.is_alphanumeric() {
            self.message = Some(Message::info("a mark is a letter or a digit"));
            return;
        }
        let test = TestName::of(&self.corpus, group, failure);
        let leads = if self.reading.beside.is_some() { "puts others beside it" } else { "leads back here" };
        let leads = self.keys.fill(&format!("({{go-to-mark}}{letter} {leads})"));
        let name = text::sanitize(qualified_method(&test.test));
        self.message = Some(Message::info(match self.page {
            Page::Groups => format!("marked {letter}: {name}, where the group opens {leads}"),
            _ => format!("marked {letter} {leads}"),
        }));
        let change = MemoryChange::Mark {
            place: self.place.clone(),
            letter,
            test: [test.run.clone(), test.project.to_string(), test.bug.to_string(), test.test.to_string()],
        };
        self.remembered.apply(change.clone());
        self.ask(Effect::Remember(change));
    }

    /// A letter while a mark is gone to; `'` again goes back to where one was. Where two failures stand beside each other, that
    /// failure comes in the place of the other one.
    pub(super) fn go_to_mark_key(&mut self, key: Key) {
        let Key { code: KeyCode::Char(letter), ctrl: false, alt: false } = key else { return };
        let is_beside = self.reading.beside.is_some() && self.page == Page::Triage;
        if letter == '\'' {
            return match self.jumps.back.last() {
                Some(&place) if is_beside => self.choose_other(place, None),
                _ => self.travel(true),
            };
        }
        let Some(test) = self.marks().find(|(mark, _)| *mark == letter).map(|(_, test)| test) else {
            self.message = Some(Message::info(format!("nothing is marked {letter}")));
            return;
        };
        let Some((_, failure)) = super::reload::find(&self.corpus, &test) else {
            let name = text::sanitize(qualified_method(&test.test));
            self.message =
                Some(Message::info(format!("{name}, which is marked {letter}, does not fail here")));
            return;
        };
        if is_beside {
            return self.choose_other(failure, Some(letter));
        }
        self.leap();
        self.arrive(failure)
    }

    /// The marks of these results: letters and tests.
    pub fn marks(&self) -> impl Iterator<Item = (char, TestName)> {
        let marks = self.remembered.marks.get(&self.place).into_iter().flatten();
        marks.map(|(&letter, [run, project, bug, test])| {
            let (project, bug, test) = (project.as_str().into(), bug.as_str().into(), test.as_str().into());
            (letter, TestName { run: run.clone(), project, bug, test })
        })
    }
}
