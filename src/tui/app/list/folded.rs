//! The rows of a list that is folded by signature: which tests have one, and what each row stands for.
//!
//! They are made anew whenever the order, the filter, the column sorted by or the signature unfolded changes ([`super::fold`]).

use super::rows::View;
use crate::model::{Group, Label, Ranking};
use crate::tui::app::GroupState;
use crate::tui::app::labelling::Labels;
use crate::tui::app::labelling::progress::Progress;

/// A folded list: which tests have a row. Positions are those of the order shown.
#[derive(Debug, Clone, Default)]
pub struct Folded {
    /// True if near signatures are folded together.
    pub near: bool,
    /// In order of their first tests.
    signatures: Vec<FoldedSignature>,
    /// The position of each row's test, top to bottom.
    rows: Vec<usize>,
    /// By position, an index into `signatures`.
    of_position: Vec<usize>,
    /// By position, its row or that of its folded signature; 0 for what is not shown.
    row_of: Vec<usize>,
}

/// A signature in a folded list.
#[derive(Debug, Clone)]
pub(in crate::tui::app) struct FoldedSignature {
    /// Its number, which stays the same in any order of the list.
    pub(in crate::tui::app) number: usize,
    /// Of all its tests, ascending: at least one.
    all: Vec<usize>,
    /// Of those that are shown, top to bottom.
    pub(in crate::tui::app) positions: Vec<usize>,
    /// Rows before it.
    row: usize,
    pub(in crate::tui::app) open: bool,
    /// The labels of the tests that are shown.
    labels: Progress,
}

/// The kind of a row of a folded list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldedRow {
    /// A signature of a single test.
    Single,
    /// A signature, with how many tests it has and how those are labelled.
    Signature {
        /// Its tests have rows of their own.
        open: bool,
        /// Its tests, and the labels inside.
        labels: Progress,
    },
    /// A further test of the unfolded signature.
    Test,
}

impl Folded {
    pub(in crate::tui::app) fn new(
        group: &Group,
        state: &GroupState,
        numbers: &[usize],
        near: bool,
    ) -> Folded {
        let entries = &state.list().entries;
        let mut folded = Folded { near, ..Folded::default() };
        let mut index_of: Vec<Option<usize>> = vec![None; numbers.iter().max().map_or(0, |last| last + 1)];
        for (position, entry) in entries.iter().enumerate() {
            let row = group.row_of(entry.failure).unwrap_or(0);
            let number = numbers.get(row).copied().unwrap_or(0);
            let next = folded.signatures.len();
            let index = index_of.get_mut(number).map_or(0, |index| *index.get_or_insert(next));
            if index == next {
                let open = state.signatures.open == Some(number);
                let (all, positions, labels) = (Vec::new(), Vec::new(), Progress::default());
                folded.signatures.push(FoldedSignature { number, all, positions, row: 0, open, labels });
            }
            folded.signatures[index].all.push(position);
            folded.of_position.push(index);
        }
        folded.row_of = vec![0; entries.len()];
        folded.make_rows(state.view.as_ref());
        folded
    }

    /// The rows: of the signatures in order of their first tests, or as the view has these.
    fn make_rows(&mut self, view: Option<&View>) {
        let mut by_view = Vec::new();
        match view {
            Some(view) => {
                for &position in view.rows() {
                    let index = self.of_position[position];
                    if self.signatures[index].positions.is_empty() {
                        by_view.push(index);
                    }
                    self.signatures[index].positions.push(position);
                }
            }
            None => self
                .signatures
                .iter_mut()
                .for_each(|signature| signature.positions.clone_from(&signature.all)),
        }
        if view.is_none_or(|view| !view.is_sorted) {
            by_view = (0..self.signatures.len()).collect();
        }
        for index in by_view {
            let signature = &mut self.signatures[index];
            signature.row = self.rows.len();
            for (below, &position) in signature.positions.iter().enumerate() {
                self.row_of[position] = signature.row + if signature.open { below } else { 0 };
            }
            let shown =
                if signature.open { signature.positions.len() } else { signature.positions.len().min(1) };
            self.rows.extend(&signature.positions[..shown]);
        }
    }

    /// All positions, as their rows would follow each other with every signature unfolded.
    pub fn walk(&self) -> impl Iterator<Item = usize> {
        let mut in_rows: Vec<&FoldedSignature> =
            self.signatures.iter().filter(|signature| !signature.positions.is_empty()).collect();
        in_rows.sort_by_key(|signature| signature.row);
        in_rows.into_iter().flat_map(|signature| signature.positions.iter().copied())
    }

    /// The number of a position's signature, which stays the same in any order of the list.
    pub fn number(&self, position: usize) -> Option<usize> {
        self.signature(position).map(|signature| signature.number)
    }

    /// Returns the number of signatures.
    pub fn signatures(&self) -> usize {
        self.signatures.len()
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Rows of the first `top` signatures.
    pub fn top_rows(&self, top: usize) -> usize {
        self.signatures.get(top).map_or(self.rows.len(), |below| below.row)
    }

    /// Returns true if a position is of one of the first `top` signatures.
    pub fn is_in_top(&self, position: usize, top: usize) -> bool {
        self.of_position.get(position).is_some_and(|&index| index < top)
    }

    /// The position of a row's test.
    pub fn position(&self, row: usize) -> Option<usize> {
        self.rows.get(row).copied()
    }

    /// The row that shows a position: its own, or that of its folded signature.
    pub fn row_of(&self, position: usize) -> usize {
        self.row_of.get(position).copied().unwrap_or(0)
    }

    /// Returns the kind of the row of a position.
    pub fn kind(&self, position: usize) -> FoldedRow {
        match self.signature(position) {
            Some(signature) if !self.is_first(position) => {
                if signature.open {
                    FoldedRow::Test
                } else {
                    FoldedRow::Single
                }
            }
            Some(FoldedSignature { positions, open, labels, .. }) if positions.len() > 1 => {
                FoldedRow::Signature { open: *open, labels: *labels }
            }
            _ => FoldedRow::Single,
        }
    }

    /// Returns true if a position's test is the first of its signature.
    pub(in crate::tui::app) fn is_first(&self, position: usize) -> bool {
        self.signature(position).is_some_and(|signature| signature.positions.first() == Some(&position))
    }

    pub(in crate::tui::app) fn signature(&self, position: usize) -> Option<&FoldedSignature> {
        self.signatures.get(*self.of_position.get(position)?)
    }

    /// The positions that a row speaks for: its own, or those of its folded signature.
    pub fn spoken_for(&self, row: usize) -> &[usize] {
        let Some(position) = self.rows.get(row) else { return &[] };
        match self.signature(*position) {
            Some(signature) if !signature.open => &signature.positions,
            _ => std::slice::from_ref(position),
        }
    }

    /// Counts the labels inside each signature; returns how far the first `top` signatures are judged. One counts as judged as
    /// soon as one of its tests is: as a TP if any is one, else as an FP if any is one.
    pub(in crate::tui::app) fn count(&mut self, list: &Ranking, judging: &Labels, top: usize) -> Progress {
        let mut progress = Progress::default();
        for (index, signature) in self.signatures.iter_mut().enumerate() {
            let labels = |positions: &[usize]| {
                let entries = positions.iter().filter_map(|&position| list.entries.get(position));
                Progress::of_entries(entries, judging)
            };
            signature.labels = labels(&signature.positions);
            if index < top {
                progress.add(match labels(&signature.all) {
                    Progress { true_positives: 1.., .. } => Some(Label::TruePositive),
                    Progress { false_positives: 1.., .. } => Some(Label::FalsePositive),
                    Progress { unsure: 1.., .. } => Some(Label::Unsure),
                    _ => None,
                });
            }
        }
        progress
    }
}
