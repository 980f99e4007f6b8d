//! Incremental search: one prompt for the failures, the names of the groups, and the shown code.
//!
//! ```text
//! key ──IncrementalSearch──▶ target: failures (a Job, `failures`), names of groups (`groups`), lines of code (`document`)
//!                              └ the first match is shown while typing; esc returns to the start
//! ```
//!
//! `query` parses the typed text and finds its words, `reveal` makes a match visible.

pub mod document;
pub mod failures;
pub mod query;
pub(super) mod reveal;

use super::{App, Direction, Modal, Screen, text};
use crate::tui::core::command::keys::key::{Key, KeyCode};
use crate::tui::core::session_state::SessionChange;
use crate::tui::frame::layout::Pane;
use crate::tui::modal::prompt::Prompt;
use document::Search;
use failures::{FailureSearch, ViewPosition};

#[derive(Debug, Clone, PartialEq)]
pub struct IncrementalSearch {
    pub prompt: Prompt,
    pub target: SearchTarget,
}

/// The searched texts, with the state before the search.
#[derive(Debug, Clone, PartialEq)]
pub enum SearchTarget {
    /// The failures, with the selection and the scroll positions.
    Failures(ViewPosition),
    /// The names of the groups, with the marked one.
    Groups(Option<usize>),
    /// The code, with its first row and its first cell.
    Code((usize, usize)),
}

pub(crate) const NOT_FOUND: &str = "not found";

/// Returns `3 of 17`, the number of matches, or that there are none; `place` is the selected one.
pub(super) fn matches_in_words(place: Option<usize>, all: usize) -> String {
    match (place, all) {
        (_, 0) => NOT_FOUND.to_owned(),
        (Some(place), all) => format!("{} of {}", text::number(place), text::number(all)),
        (None, 1) => "1 fits".to_owned(),
        (None, all) => format!("{} fit", text::number(all)),
    }
}

impl App {
    /// Opens the prompt: for the focused code, for names in the table of groups, or for the failures.
    pub(super) fn open_search(&mut self) {
        let target = match self.cx.screen {
            Screen::Groups => {
                self.table.search = None;
                SearchTarget::Groups(self.table.marked())
            }
            Screen::Triage if self.cx.panes.focus == Pane::Code => {
                if self.triage.code.document.as_ref().is_none_or(|document| document.lines.is_empty()) {
                    return self.cx.messages.info("there is no code here");
                }
                self.cx.focus(Pane::Code);
                SearchTarget::Code((self.triage.code.offset, self.triage.code.column))
            }
            _ => {
                if self.cx.lists.order.is_empty() {
                    return self.cx.messages.info("there are no failures to search");
                }
                self.cx.end_failure_search();
                SearchTarget::Failures(self.triage.view_position(&self.cx.lists))
            }
        };
        self.modal = Some(Modal::Search(IncrementalSearch { prompt: Prompt::default(), target }));
    }

    /// Returns the matches of a search so far; None before anything is searched.
    pub(crate) fn found_in_words(&self, search: &IncrementalSearch) -> Option<String> {
        match search.target {
            SearchTarget::Failures(_) => self.cx.search.as_ref().map(FailureSearch::in_words),
            SearchTarget::Groups(_) => {
                self.table.search.as_ref().map(|_| self.table.group_matches_in_words())
            }
            SearchTarget::Code(_) => self.triage.code.search.found.as_ref().map(Search::in_words),
        }
    }

    pub(super) fn search_key(&mut self, mut search: IncrementalSearch, key: Key) {
        match key.code {
            KeyCode::Esc => self.cancel_search(search.target),
            KeyCode::Enter if search.prompt.text().is_empty() => match search.target {
                SearchTarget::Failures(_) => self.step_match(Direction::Forward),
                SearchTarget::Groups(_) => self.table.step_group_match(Direction::Forward, &mut self.cx),
                SearchTarget::Code(_) => self.triage.code.step_code_match(Direction::Forward, &mut self.cx),
            },
            KeyCode::Enter if self.found_in_words(&search).as_deref() == Some(NOT_FOUND) => {
                self.modal = Some(Modal::Search(search));
            }
            KeyCode::Enter => self.accept_search(&search),
            _ => {
                match search.target {
                    SearchTarget::Failures(_) => search.prompt.press(key, &self.cx.last_session.searched),
                    SearchTarget::Groups(_) | SearchTarget::Code(_) => search.prompt.editor.press(key),
                }
                self.search_typed(search);
            }
        }
    }

    pub(super) fn search_typed(&mut self, search: IncrementalSearch) {
        let typed = search.prompt.text();
        match &search.target {
            SearchTarget::Failures(from) => {
                if self.cx.search.as_ref().is_none_or(|search| search.text != typed) {
                    self.triage.ask_for(typed, from.clone(), &mut self.cx);
                }
            }
            SearchTarget::Groups(from) => self.table.search_names(typed, *from, &mut self.cx),
            SearchTarget::Code(from) => self.triage.code.search_code(typed, *from, &mut self.cx),
        }
        self.modal = Some(Modal::Search(search));
    }

    fn cancel_search(&mut self, target: SearchTarget) {
        match target {
            SearchTarget::Failures(from) => {
                self.cx.end_failure_search();
                self.triage.go_back_to(&from, &mut self.cx);
            }
            SearchTarget::Groups(from) => {
                self.table.search = None;
                self.table.mark_group(from, &mut self.cx);
            }
            SearchTarget::Code(from) => {
                self.triage.code.search.found = None;
                (self.triage.code.offset, self.triage.code.column) = from;
            }
        }
    }

    /// Keeps the typed text for the next search, and shows a message if nothing matches.
    fn accept_search(&mut self, search: &IncrementalSearch) {
        let typed = search.prompt.text().to_owned();
        match search.target {
            SearchTarget::Failures(_) => {
                self.end_vain_search();
                self.cx.remember(SessionChange::Searched(typed));
            }
            SearchTarget::Groups(_) => self.table.searched = typed,
            SearchTarget::Code(_) => {
                self.triage.code.search.query = typed;
                self.triage.code.tell_match(&mut self.cx);
            }
        }
    }

    /// Returns true if the screen shows a search: in the failures, or in the names of the groups.
    pub(super) fn is_searching(&self) -> bool {
        match self.cx.screen {
            Screen::Triage => self.cx.search.is_some() && self.triage.compare.open.is_none(),
            Screen::Groups => self.table.search.is_some(),
            Screen::Progress => false,
        }
    }

    /// Returns true if there are visible matches to step through: on this screen, or in the focused code.
    pub(super) fn shows_matches(&self) -> bool {
        self.is_searching()
            || (self.triage.code.steps_in_code(&self.cx) && self.triage.code.search.found.is_some())
    }

    pub(super) fn end_search(&mut self) {
        match self.cx.screen {
            Screen::Groups => self.table.search = None,
            _ => self.cx.end_failure_search(),
        }
    }
}
