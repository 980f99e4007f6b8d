//! The owner of what a person enters: labels and notes, marked rows, the disagreements that are stepped
//! through, and how far they are. Nothing else changes a label.
//!
//! ```text
//! t f u, a note ──label──▶ Labels ──Request::Record──▶ runtime writes the journal
//!                            └──count_progress──▶ Progress, here and in all groups
//! ```

pub mod before;
pub mod disagreements;
pub(crate) mod give_labels;
mod labels;

use self::disagreements::Disagreed;
pub use self::labels::{Changed, Labels, Look, Mark, NewJudgements, Progress, Replaced, ShownJudge};
pub(crate) use self::labels::{Marks, is_same, label_letter};
use crate::model::FailureId;
use crate::tui::Lists;
use std::collections::BTreeSet;
use std::mem;
use std::path::PathBuf;

#[derive(Debug, Default)]
pub struct Judging {
    pub labels: Labels,
    /// The file of the labels; None if they are not kept.
    pub(in crate::tui) labels_file: Option<PathBuf>,
    /// The annotator and that file in words; empty if they are not kept.
    pub(in crate::tui) labels_named: String,
    /// The reason why labels can't be saved, if the results are read-only.
    pub(crate) look_only: Option<String>,
    /// The failures that are marked to be labelled together.
    pub marked_rows: BTreeSet<FailureId>,
    /// The disagreements of annotators in the order of the screen, while the user steps through them.
    pub disagreements: Vec<Disagreed>,
    pub truth_shown: bool,
    /// The looks of the annotator over all groups, the earliest first.
    pub looks: Vec<Look>,
    pub progress: TopProgress,
    pub(crate) counted: CountedProgress,
}

/// The progress in the top K.
#[derive(Debug, Default)]
pub struct TopProgress {
    /// Of the current group.
    pub here: Progress,
    /// Of all groups; per signature where one group is all there is, and folded.
    pub all: Progress,
    /// Of the current group per signature; None while its list is not folded.
    pub signatures: Option<Progress>,
}

/// The progress of each group, and where it must be counted again.
#[derive(Debug, Default)]
pub(crate) struct CountedProgress {
    of_group: Vec<Progress>,
    of_all: Progress,
    /// The groups in which it may have changed.
    pub(crate) stale: Vec<usize>,
    /// True if it may have changed in all groups.
    pub(crate) all_stale: bool,
}

impl Judging {
    pub(crate) fn count_progress(&mut self, lists: &mut Lists) {
        if self.counted.all_stale || !self.labels.uncounted.is_empty() {
            self.looks =
                self.labels.looks(|failure| lists.group_of(failure), |failure| self.is_wrong(lists, failure));
        }
        for failure in mem::take(&mut self.labels.uncounted) {
            let Some(index) = lists.group_of(failure) else { continue };
            self.counted.stale.push(index);
            let group = &mut lists.groups[index];
            let position = group.position_of(failure);
            if let (Some(folded), Some(position)) = (&mut group.signatures.folded, position) {
                folded.label_changed(position);
                lists.rows.uncounted.push(index);
            }
        }
        if mem::take(&mut self.counted.all_stale) || self.counted.of_group.len() != lists.groups.len() {
            self.counted.stale = (0..lists.groups.len()).collect();
            self.counted.of_group = vec![Progress::default(); lists.groups.len()];
        }
        if lists.is_across() || lists.counts_causes() {
            self.count_all_signatures(lists);
        }
        self.progress.signatures = self.count_signatures(lists);
        let is_stale = !self.counted.stale.is_empty();
        for index in mem::take(&mut self.counted.stale) {
            let looks = lists.looks_at(&lists.groups[index]).take(lists.top());
            self.counted.of_group[index] = Progress::of_failures(looks, &self.labels);
        }
        if is_stale {
            self.counted.of_all = self.counted.of_group.iter().fold(Progress::default(), Progress::plus);
        }
        let here = lists.order.get(lists.current).and_then(|&index| self.counted.of_group.get(index));
        self.progress.here = here.copied().unwrap_or_default();
        self.progress.all = match self.progress.signatures {
            // The rows of the only list are what is to be judged.
            Some(progress) if lists.order.len() == 1 => progress,
            _ => self.counted.of_all,
        };
    }

    /// Counts the labels in the signatures of all groups whose lists are folded, where they may have changed.
    fn count_all_signatures(&mut self, lists: &mut Lists) {
        let top = lists.top();
        for index in mem::take(&mut lists.rows.uncounted) {
            self.counted.stale.push(index);
            let group = &mut lists.groups[index];
            if let Some(mut folded) = group.signatures.folded.take() {
                folded.count(group.list(), &self.labels, top);
                group.signatures.folded = Some(folded);
            }
        }
    }

    /// Counts the labels in the current group's signatures; returns the progress of the top K while folded.
    fn count_signatures(&mut self, lists: &mut Lists) -> Option<Progress> {
        let (index, top) = (lists.current_index()?, lists.top());
        let group = &mut lists.groups[index];
        let mut folded = group.signatures.folded.take()?;
        let progress = folded.count(group.list(), &self.labels, top);
        lists.groups[index].signatures.folded = Some(folded);
        Some(progress)
    }
}
