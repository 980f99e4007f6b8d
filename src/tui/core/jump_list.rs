//! Bookmarks on failures, and going back to earlier failures.
//!
//! A bookmark is a letter on a test, identified by its name: it is found again after a reload, and in the next session.
//! The jump list holds the failures that the user left by a jump: to a bookmark or a rank, into another
//! group, or further than the visible list. While a search or a filter is typed, only its start and its end
//! count.

use super::session_state::SessionChange;
use crate::model::{FailureId, TestKey, TestOfRun};
use crate::tui::core::command::keys::key::{Key, KeyCode};
use crate::tui::frame::layout::Pane;
use crate::tui::triage::list::group::ListRows;
use crate::tui::triage::list::names::qualified_method;
use crate::tui::{App, Cx, Modal, Screen, text};

const MAX_JUMPS: usize = 100;

/// The jump list, as indices into the corpus's failures.
#[derive(Debug, Default)]
pub(crate) struct JumpList {
    /// The failures to go back to, the last one left last.
    pub(crate) back: Vec<FailureId>,
    /// The failure that was selected before a prompt moved the selection.
    from: Option<FailureId>,
    /// True while going back, which records no jump.
    is_walking: bool,
    /// True if the user has named a target, which records a jump at any distance.
    pub(crate) is_named: bool,
}

impl Cx {
    /// Returns true if a failure is in another group than the selected one, or further away than the visible list.
    fn is_far(&self, failure: FailureId) -> bool {
        let Some((group, state)) = self.lists.current_group() else { return false };
        if group.failures.binary_search(&failure).is_err() {
            return true;
        }
        let Some(position) = state.position_of(failure) else { return false };
        let rows = ListRows::of(state, self.lists.top());
        let height = self.content_height(Pane::List);
        rows.row_of(position).abs_diff(rows.row_of(state.selected)) >= height.max(1)
    }

    pub fn marks(&self) -> impl Iterator<Item = (char, TestOfRun)> {
        let marks = self.last_session.marks.get(&self.place).into_iter().flatten();
        marks.map(|(&letter, [run, project, bug, test])| {
            let (project, bug, test) = (project.as_str().into(), bug.as_str().into(), test.as_str().into());
            (letter, TestOfRun { run: run.clone(), key: TestKey { project, bug, test } })
        })
    }
}

impl JumpList {
    /// Updates the list after a reload; `moved` gives the new index of each failure.
    pub(crate) fn keep_jumps(&mut self, moved: &[Option<FailureId>]) {
        self.back =
            self.back.iter().filter_map(|failure| moved.get(failure.index()).copied().flatten()).collect();
        self.from = None;
    }
}

impl App {
    /// Records the failure that was left by a jump, after a user action.
    pub(crate) fn note_jump(&mut self, before: Option<FailureId>) {
        let is_typing = self.is_typing_search() || matches!(self.modal, Some(Modal::Filter(_)));
        if is_typing {
            self.jump_list.from = self.jump_list.from.or(before);
            return;
        }
        let left = self.jump_list.from.take().or(before);
        let here = self.cx.lists.selected_id();
        let is_named = std::mem::take(&mut self.jump_list.is_named);
        if std::mem::take(&mut self.jump_list.is_walking) {
            return;
        }
        if let (Some(left), Some(here)) = (left, here)
            && left != here
            && (is_named || self.cx.is_far(left))
        {
            self.jump_list.back.retain(|&place| place != left);
            self.jump_list.back.push(left);
            let surplus = self.jump_list.back.len().saturating_sub(MAX_JUMPS);
            self.jump_list.back.drain(..surplus);
        }
    }

    pub(crate) fn jump_back(&mut self) {
        self.jump_list.is_walking = true;
        let here = self.cx.lists.selected_id();
        let place = std::iter::from_fn(|| self.jump_list.back.pop()).find(|&place| Some(place) != here);
        match place {
            Some(place) => self.arrive(place),
            None => self.cx.messages.info("no place to go back to"),
        }
    }

    pub(crate) fn arrive(&mut self, failure: FailureId) {
        self.cx.go_to_failure(failure);
        self.turn_to(Screen::Triage);
    }

    fn set_mark(&mut self, letter: char) {
        // In the table of groups, this is the selected failure of the marked group.
        let group = match self.cx.screen {
            Screen::Groups => self.table.marked(),
            _ => self.cx.lists.current_index(),
        };
        let failure = group.and_then(|group| self.cx.lists.groups.get(group)?.selected_failure());
        let (Some(group), Some(failure)) = (group, failure) else { return };
        let test = TestOfRun::of(&self.cx.lists.corpus, group, failure);
        let leads =
            if self.triage.compare.open.is_some() { "compares others with it" } else { "returns here" };
        let leads = self.cx.keys.fill(&format!("({{go-to-mark}}{letter} {leads})"));
        let name = text::sanitize(qualified_method(&test.key.test));
        self.cx.messages.info(match self.cx.screen {
            Screen::Groups => format!("bookmark {letter}: {name}, where the group opens {leads}"),
            _ => format!("bookmark {letter} {leads}"),
        });
        let TestOfRun { run, key: TestKey { project, bug, test } } = test;
        let (place, test) =
            (self.cx.place.clone(), [run, project.to_string(), bug.to_string(), test.to_string()]);
        self.cx.remember(SessionChange::Mark { place, letter, test });
    }

    /// Handles the letter of a bookmark, or the number of a marked row, to go to; a second `'` goes back to
    /// the previous failure. In a comparison, that failure replaces the other one.
    pub(crate) fn go_to_mark_key(&mut self, key: Key) {
        let Key { code: KeyCode::Char(letter), ctrl: false, alt: false } = key else { return };
        let is_compare = self.triage.compare.open.is_some() && self.cx.screen == Screen::Triage;
        if letter == '\'' {
            return match self.jump_list.back.last() {
                Some(&place) if is_compare => self.triage.compare.choose_other(place, None, &mut self.cx),
                _ => self.jump_back(),
            };
        }
        if letter.is_uppercase() && !self.cx.marks().any(|(mark, _)| mark == letter) {
            let lowercase = letter.to_lowercase().next().unwrap_or(letter);
            return self.set_mark(lowercase);
        }
        let bookmark = self.cx.marks().find(|(mark, _)| *mark == letter);
        let bookmark = bookmark.and_then(|(_, test)| super::reloaded::find(&self.cx.lists.corpus, &test));
        let place = letter.to_digit(10).and_then(|number| (number as usize).checked_sub(1));
        let marked = place.and_then(|place| self.cx.judging.marked_rows.iter().nth(place).copied());
        let Some(failure) = bookmark.map(|(_, failure)| failure).or(marked) else {
            return self.cx.messages.info(format!("there is no bookmark {letter} here"));
        };
        if is_compare {
            return self.triage.compare.choose_other(failure, Some(letter), &mut self.cx);
        }
        self.jump_list.is_named = true;
        self.arrive(failure);
    }
}
