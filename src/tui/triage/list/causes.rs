//! The causes and the bugs of failures, as the lists count them.

use crate::model::{FailureId, VerdictWords};
use crate::tui::Lists;

impl Lists {
    /// Returns the number of a failure's bug. The failures of a group have one bug, but each hand-written
    /// test is a case of its own; where the rows are causes, those that fail alike are one.
    pub(in crate::tui) fn bug_of(&self, failure: FailureId) -> Option<usize> {
        let group = self.group_of(failure);
        match self.verdict_words() {
            VerdictWords::Generated => group,
            VerdictWords::Written => {
                Some(group.and_then(|group| self.first_of_cause(group, failure)).unwrap_or(failure).index())
            }
        }
    }

    /// Returns the first failure with the signature of this one, if the rows of the group are causes.
    pub(in crate::tui) fn first_of_cause(&self, index: usize, failure: FailureId) -> Option<FailureId> {
        let (group, state) = (&self.corpus.groups[index], &self.groups[index]);
        let signatures = state.signatures.exact.as_ref().filter(|_| self.causes_of(state).is_some())?;
        let number = signatures.of_failure.get(group.row_of(failure)?)?;
        let first = signatures.of_failure.iter().position(|other| other == number)?;
        group.failures.get(first).copied()
    }

    /// Returns true if the list of the current group is in the order by cause.
    pub(in crate::tui) fn is_by_cause(&self) -> bool {
        self.current_group().is_some_and(|(_, group)| group.is_by_cause())
    }

    /// Returns true if two failures have one signature, and so one cause.
    pub(in crate::tui) fn have_one_cause(&self, one: FailureId, other: FailureId) -> bool {
        let number = |failure: FailureId| {
            let index = self.group_of(failure)?;
            let signatures = self.groups[index].signatures.exact.as_ref()?;
            Some((index, *signatures.of_failure.get(self.corpus.groups[index].row_of(failure)?)?))
        };
        number(one).is_some_and(|one| Some(one) == number(other))
    }
}
