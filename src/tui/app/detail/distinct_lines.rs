//! The lines of a test that no other test of its group has: those that the feature `test_distinct_code_line` counts. They are found
//! by a worker, for a whole group at once.

use std::sync::Arc;

use crate::features::distinct_code_rows;
use crate::model::Corpus;
use crate::tui::app::lazy::Lazy;
use crate::tui::app::{Action, CodeView, Cx, Job, Session, Triage};

/// The rows of each failure's test that are its own, in the order of the group's failures.
pub type DistinctLines = Arc<Vec<Vec<usize>>>;

/// Finds the distinct lines of a group.
pub fn find_distinct_lines(corpus: &Corpus, group: usize) -> Option<Action> {
    let failures = &corpus.groups.get(group)?.failures;
    let tests: Vec<&str> =
        failures.iter().map(|&failure| &*corpus.failures[failure].generated_test).collect();
    Some(Action::DistinctLines { group, lines: Arc::new(distinct_code_rows(&tests)) })
}

impl Session {
    /// Takes over the own lines of a group.
    pub(in crate::tui::app) fn distinct_lines_found(&mut self, index: usize, lines: DistinctLines) {
        let failures = self.corpus.groups.get(index).map_or(0, |group| group.failures.len());
        if let Some(group) = self.groups.get_mut(index).filter(|_| failures == lines.len()) {
            group.distinct_lines = Lazy::Ready(lines);
        }
    }
}

impl Cx {
    /// Asks for the own lines of the current group, once.
    pub(in crate::tui::app) fn ask_distinct_lines(&mut self) {
        let Some(&index) = self.session.order.get(self.session.current) else { return };
        let group = &mut self.session.groups[index];
        if group.is_ranked() && group.distinct_lines.ask() {
            self.start(Job::DistinctLines { group: index });
        }
    }
}

impl Triage {
    /// The lines of the text that is shown that are the selected test's own, ascending; none while they are not known, and in
    /// other texts.
    pub fn distinct_lines<'a>(&self, cx: &'a Cx) -> &'a [usize] {
        let known = || {
            let (group, state) = cx.session.current_group()?;
            let row = group.failures.binary_search(&state.selected_failure()?).ok()?;
            state.distinct_lines.ready()?.get(row)
        };
        let is_test = self.viewer.view == CodeView::Test && self.detail.source.is_none();
        if is_test { known().map_or(&[], Vec::as_slice) } else { &[] }
    }
}
