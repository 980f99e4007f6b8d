//! The list folded by signature: one row for each signature, which unfolds into its tests.
//!
//! ```text
//!  1   ▸.712  NullPointer   ×12 · 1T 3F · take: the purse is null   represented by its first test
//!  4   ▾.640  StringIndex   ×2 · split: index 3                     unfolded: its other tests follow
//! ```
//!
//! Ranks are still those of the tests in the order shown. K counts signatures while the list is folded. Near
//! signatures are computed by a worker on request; until they are known, the list is folded by the exact ones.

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::model::{
    Failure, FailureId, Group, Label, RankedFailure, Ranking, Verdict, VerdictCounts, VerdictWords, text,
};
use crate::rank::{Signatures, function};
use crate::tui::frame::layout::Pane;
use crate::tui::triage::judging::{Labels, Progress, label_letter};
use crate::tui::triage::list::names::error_in_words;
use crate::tui::{Cx, GroupState, GroupTable, Job, Lazy, ListOrder, Lists, Screen, SignedGroup};

/// The number of failures among which different errors are searched.
pub(in crate::tui) const SEARCHED: usize = 200;

/// The kind of signature by which the list is folded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Fold {
    /// Not folded: a row per test.
    #[default]
    Off,
    Signatures,
    NearSignatures,
}

#[derive(Debug, Clone, Default)]
pub struct GroupSignatures {
    pub exact: Option<Arc<Signatures>>,
    /// The number of the near signature of each failure of the group, in input order.
    pub(in crate::tui) near: Lazy<Arc<Vec<usize>>>,
    /// The number of the unfolded signature.
    pub(in crate::tui) open: Option<usize>,
    /// The failure for which it was unfolded, if only for that.
    pub(super) open_for: Option<FailureId>,
    pub(in crate::tui) folded: Option<Folded>,
}

impl GroupState {
    pub(in crate::tui) fn take_signatures(&mut self, signatures: Arc<Signatures>) {
        let open = self.signatures.open;
        self.signatures = GroupSignatures { exact: Some(signatures), open, ..GroupSignatures::default() };
    }

    pub fn folded(&self) -> Option<&Folded> {
        self.signatures.folded.as_ref()
    }
}

/// The signature of the selected row of a folded list.
struct SelectedSignature {
    number: usize,
    is_open: bool,
    first_position: usize,
    tests: usize,
}

impl Lists {
    fn selected_signature(&self) -> Option<SelectedSignature> {
        let (_, group) = self.current_group()?;
        let signature = group.folded()?.signature(group.selected)?;
        Some(SelectedSignature {
            number: signature.number,
            is_open: signature.open,
            first_position: *signature.positions.first()?,
            tests: signature.positions.len(),
        })
    }

    /// Returns true if the selected row represents all tests of its signature.
    pub(in crate::tui) fn is_on_folded_row(&self) -> bool {
        self.selected_signature().is_some_and(|signature| !signature.is_open && signature.tests > 1)
    }

    /// Groups failures by their signatures, or else by their errors, cut to `width` cells: each group has at
    /// least one. Of many failures only the first are searched, because frames are made of it.
    pub(in crate::tui) fn one_of_each(
        &self,
        failures: impl Iterator<Item = FailureId>,
        width: u16,
    ) -> Vec<Vec<FailureId>> {
        let mut errors = IndexMap::<_, Vec<FailureId>>::new();
        for (id, failure) in failures.take(SEARCHED).filter_map(|id| Some((id, self.corpus.failure(id)?))) {
            errors
                .entry(self.signature_number(id).ok_or_else(|| error_in_words(failure, usize::from(width))))
                .or_default()
                .push(id);
        }
        errors.into_values().collect()
    }

    /// Returns the failures of the selected failure's signature, by the kind of signature that is shown.
    pub(in crate::tui) fn signature_of_selected(&self) -> Option<Vec<FailureId>> {
        let (group, state) = self.current_group()?;
        let signatures = &state.signatures;
        let near = signatures.near.ready().filter(|_| self.listing.fold == Fold::NearSignatures);
        let near = near.map(|near| &**near);
        let numbers = near.or(signatures.exact.as_ref().map(|exact| &exact.of_failure))?;
        let number = |failure| numbers.get(group.row_of(failure)?).copied();
        let selected = number(state.selected_failure()?)?;
        // Failures hidden from the list are not labelled.
        let folded = state.folded().and_then(|folded| folded.signature(state.selected));
        Some(match folded.filter(|signature| signature.number == selected) {
            Some(signature) => signature.positions.iter().filter_map(|&at| state.failure_at(at)).collect(),
            None => {
                let shown = state.walk().filter_map(|position| state.failure_at(position));
                shown.filter(|&failure| number(failure) == Some(selected)).collect()
            }
        })
    }
}

impl Cx {
    /// Folds the list by these signatures, or not at all.
    pub(in crate::tui) fn fold_by(&mut self, fold: Fold) {
        (self.lists.listing.fold, self.lists.listing.is_fold_chosen) = (fold, true);
        self.judging.counted.all_stale = true;
        for index in std::mem::take(&mut self.lists.rows.opened) {
            if let Some(group) = self.lists.groups.get_mut(index) {
                (group.signatures.open, group.signatures.open_for) = (None, None);
            }
        }
        self.refold_all();
        let words = self.lists.verdict_words();
        self.messages.info(self.keys.fill(&words.in_plain_words(match self.lists.listing.fold {
            Fold::Off => "a row per test",
            Fold::Signatures => {
                "folded by signature: {toggle-signature} unfolds one, {true-positive} {false-positive} {unsure} label all its tests"
            }
            Fold::NearSignatures => "folded by near signatures: similar stacks count as one",
        })));
    }

    /// Unfolds a signature of the current group, possibly only to show a failure; with None, folds the unfolded one.
    fn open(&mut self, number: Option<usize>, only_for: Option<FailureId>) {
        if let Some(index) = self.lists.current_index() {
            let signatures = &mut self.lists.groups[index].signatures;
            (signatures.open, signatures.open_for) = (number, only_for);
            self.lists.rows.opened.push(index);
            self.refold(index);
        }
    }

    /// Unfolds the signature of a position that has no row.
    pub(in crate::tui) fn make_visible(&mut self, position: usize) {
        let Some((_, group)) = self.lists.current_group() else { return };
        let Some(folded) = group.folded() else { return };
        if folded.position(folded.row_of(position)) != Some(position) {
            let number = folded.signature(position).map(|signature| signature.number);
            self.open(number, group.failure_at(position));
        }
    }

    pub(in crate::tui) fn is_in_folded_list(&self) -> bool {
        self.screen == Screen::Triage
            && self.panes.focus == Pane::List
            && self.lists.selected_signature().is_some()
    }

    /// Unfolds the selected signature, or folds it.
    pub(in crate::tui) fn fold_signature(&mut self) {
        let Some(signature) = self.lists.selected_signature() else {
            return self.messages.info(self.keys.fill("the list is not folded: {list-menu} folds it"));
        };
        if signature.tests == 1 {
            return self.messages.info(match self.lists.verdict_words() {
                VerdictWords::Generated => "this signature has one test",
                VerdictWords::Written => "no other test fails like this",
            });
        }
        self.open((!signature.is_open).then_some(signature.number), None);
        if signature.is_open {
            self.select(signature.first_position);
        }
    }

    /// Stores the near signatures of a group; with None, they can be requested again.
    pub(in crate::tui) fn found_near(&mut self, index: usize, clusters: Option<Vec<usize>>) {
        let Some(state) = self.lists.groups.get_mut(index) else { return };
        let Some(clusters) = clusters else {
            state.signatures.near.cancelled();
            return self.ask_near();
        };
        if clusters.len() != state.ranking.entries.len() {
            return;
        }
        state.signatures.near = Lazy::Ready(Arc::new(clusters));
        (state.signatures.open, state.signatures.open_for) = (None, None);
        self.refold(index);
    }

    /// Requests the near signatures of the current group, once, if the list is folded by them.
    pub(in crate::tui) fn ask_near(&mut self) {
        let Some(index) = self.lists.current_index() else { return };
        let known = &mut self.lists.groups[index].signatures;
        let Some(signatures) = known.exact.clone() else { return };
        if self.lists.listing.fold == Fold::NearSignatures && known.near.ask() {
            self.start(Job::NearSignatures { group: index, signatures });
        }
    }
}

impl GroupTable {
    /// Stores the signatures of a group, and its diversified order.
    pub(in crate::tui) fn signatures_found(&mut self, signed: SignedGroup, cx: &mut Cx) {
        let SignedGroup { group: index, signatures, orders } = signed;
        let Some(state) = cx.lists.groups.get_mut(index) else { return };
        if signatures.of_failure.len() != state.ranking.entries.len() {
            return; // They belong to a group that has changed since.
        }
        state.take_signatures(signatures);
        cx.refold(index);
        self.refresh_group(index, cx);
        for (ranker, ordered) in orders {
            cx.ordered(index, ListOrder::By(ranker), ordered);
        }
    }
}

/// A folded list: the tests that have a row. Positions are those of the order shown.
#[derive(Debug, Clone, Default)]
pub struct Folded {
    pub near: bool,
    /// The signatures, in order of their first tests.
    signatures: Vec<FoldedSignature>,
    /// The position of each row's test, top to bottom.
    rows: Vec<usize>,
    /// The index into `signatures` of each position.
    of_position: Vec<usize>,
    /// The row of each position, or that of its folded signature; 0 for hidden ones.
    row_of: Vec<usize>,
    /// The signatures whose labels must be counted; None for all of them.
    uncounted: Option<Vec<usize>>,
}

#[derive(Debug, Clone, Default)]
pub(in crate::tui) struct FoldedSignature {
    /// Its number, which does not depend on the order of the list.
    pub(in crate::tui) number: usize,
    /// The positions of all its tests, ascending: at least one.
    all: Vec<usize>,
    /// The positions of its visible tests, top to bottom.
    pub(in crate::tui) positions: Vec<usize>,
    /// The position of the test that stands for all: the first without a label, or else with that of their row.
    example: usize,
    /// The number of rows before it.
    row: usize,
    pub(in crate::tui) open: bool,
    /// The number of modules that its visible tests are of; 0 if the group is no build of several.
    modules: usize,
    /// The difference between its visible tests.
    pub(super) differing: Differing,
    /// The labels of its visible tests.
    labels: Progress,
    /// The labels of all its tests.
    all_labels: Progress,
}

impl FoldedSignature {
    /// Returns the positions of its visible tests, or of all if none is.
    fn shown_or_all(&self) -> &[usize] {
        if self.positions.is_empty() { &self.all } else { &self.positions }
    }
}

/// The difference between the tests of a cause, although they fail alike: one label on their row is for all of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Differing {
    /// The positions of the first test of each difference of two values, if all say one and they are several.
    pub values: Vec<usize>,
    /// The number of test functions.
    functions: usize,
}

impl Differing {
    fn of<'f>(tests: impl Iterator<Item = (usize, &'f Failure)>) -> Differing {
        let (mut values, mut functions) = (IndexMap::new(), BTreeSet::new());
        let mut are_differences = true;
        for (position, failure) in tests {
            let headline = failure.plain_headline().into_owned();
            are_differences &= headline.contains(" ≠ ");
            values.entry(headline).or_insert(position);
            functions.insert(function(failure));
        }
        let are_several = are_differences && values.len() > 1;
        let values = if are_several { values.into_values().collect() } else { Vec::new() };
        Differing { values, functions: functions.len() }
    }

    /// Returns what follows the number of tests in a row, before what they say: `, two values: `. Tests that are no
    /// cases of one are only named so, if nothing else follows the number.
    pub(super) fn in_words(&self, labels: Progress) -> String {
        match (self.values.len(), self.functions) {
            (2, _) => ", two values: ".to_owned(),
            (3.., _) => format!(", {} values: ", self.values.len()),
            (_, 2..) if self.functions == labels.total && !tests_in_words(labels).contains('·') => {
                " tests · ".to_owned()
            }
            (_, 2..) => format!(", {} tests · ", self.functions),
            _ => " · ".to_owned(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldedRow {
    /// A signature of a single test.
    Single,
    /// A signature with several tests, which have separate rows if it is open.
    Signature { open: bool, labels: Progress },
    /// A further test of the unfolded signature.
    Test,
}

/// Returns the number of a signature's tests, and the counts of their labels unless they are one: `×12 · 1T 3F`.
pub(super) fn tests_in_words(labels: Progress) -> String {
    // One letter of the row tells what all have.
    if labels.is_unanimous() {
        return format!("×{}", text::number(labels.total));
    }
    let VerdictCounts { true_positives, false_positives, environment, unsure } = labels.verdicts;
    let counts = [
        (true_positives, Label::TruePositive.into()),
        (false_positives - environment, Label::FalsePositive.into()),
        (environment, Verdict::ENVIRONMENT),
        (unsure, Label::Unsure.into()),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let labelled: String =
        counts.map(|(count, verdict)| format!(" {}{}", text::number(count), label_letter(verdict))).collect();
    let separator = if labelled.is_empty() { "" } else { " ·" };
    format!("×{}{separator}{labelled}", text::number(labels.total))
}

impl Folded {
    pub(in crate::tui) fn new(
        group: &Group,
        entries: &[RankedFailure],
        numbers: &[usize],
        modules: &[u32],
        open: Option<usize>,
        view: Option<&View>,
    ) -> Folded {
        let mut folded = Folded::default();
        let mut index_of: Vec<Option<usize>> = vec![None; numbers.iter().max().map_or(0, |last| last + 1)];
        for (position, entry) in entries.iter().enumerate() {
            let row = group.row_of(entry.failure).unwrap_or(0);
            let number = numbers.get(row).copied().unwrap_or(0);
            let next = folded.signatures.len();
            let index = index_of.get_mut(number).map_or(0, |index| *index.get_or_insert(next));
            if index == next {
                let open = open == Some(number);
                folded.signatures.push(FoldedSignature { number, open, ..FoldedSignature::default() });
            }
            folded.signatures[index].all.push(position);
            folded.of_position.push(index);
        }
        folded.row_of = vec![0; entries.len()];
        folded.make_rows(view);
        folded.count_modules(|position| {
            modules.get(group.row_of(entries[position].failure)?).map(|module| *module as usize)
        });
        folded
    }

    fn count_modules(&mut self, module: impl Fn(usize) -> Option<usize>) {
        // The signature in which each module was last seen.
        let mut seen_in: Vec<Option<usize>> = Vec::new();
        for (index, signature) in self.signatures.iter_mut().enumerate() {
            for module in signature.positions.iter().map_while(|&position| module(position)) {
                if module >= seen_in.len() {
                    seen_in.resize(module + 1, None);
                }
                signature.modules += usize::from(seen_in[module].replace(index) != Some(index));
            }
        }
    }

    /// Finds what the tests of each signature differ in.
    pub(super) fn find_differing<'f>(&mut self, failure: impl Fn(usize) -> Option<&'f Failure>) {
        /// The most tests of a signature that are read.
        const MOST: usize = 100;
        for signature in self.signatures.iter_mut().filter(|signature| signature.positions.len() > 1) {
            let positions = signature.positions.iter().take(MOST);
            signature.differing =
                Differing::of(positions.filter_map(|&position| Some((position, failure(position)?))));
        }
    }

    /// Returns the number of modules of a folded signature's tests; None for a position that stands for itself.
    pub(crate) fn modules_of(&self, position: usize) -> Option<usize> {
        let signature = self.signature(position).filter(|signature| !signature.open)?;
        self.is_first(position).then_some(signature.modules)
    }

    /// Builds the rows: of the signatures in order of their first tests, or in the order of the view.
    fn make_rows(&mut self, view: Option<&View>) {
        let mut by_view = Vec::new();
        for &position in view.map_or(&[][..], |view| &view.rows) {
            let index = self.of_position[position];
            if self.signatures[index].positions.is_empty() {
                by_view.push(index);
            }
            self.signatures[index].positions.push(position);
        }
        if view.is_none() {
            self.signatures.iter_mut().for_each(|signature| signature.positions.clone_from(&signature.all));
        }
        if view.is_none_or(|view| !view.is_sorted) {
            by_view = (0..self.signatures.len()).collect();
        }
        for index in by_view {
            let signature = &mut self.signatures[index];
            signature.example = signature.shown_or_all()[0];
            signature.row = self.rows.len();
            for (below, &position) in signature.positions.iter().enumerate() {
                self.row_of[position] = signature.row + if signature.open { below } else { 0 };
            }
            let shown =
                if signature.open { signature.positions.len() } else { signature.positions.len().min(1) };
            self.rows.extend(&signature.positions[..shown]);
        }
    }

    /// Iterates over all positions, in the order of the rows if every signature were unfolded.
    pub(crate) fn walk(&self) -> impl Iterator<Item = usize> {
        let mut in_rows: Vec<&FoldedSignature> =
            self.signatures.iter().filter(|signature| !signature.positions.is_empty()).collect();
        in_rows.sort_by_key(|signature| signature.row);
        in_rows.into_iter().flat_map(|signature| signature.positions.iter().copied())
    }

    pub fn signatures(&self) -> usize {
        self.signatures.len()
    }

    /// Returns the number of the signature of a position, from 1, in the order of their first tests.
    pub(crate) fn number(&self, position: usize) -> usize {
        self.of_position.get(position).map_or(0, |index| index + 1)
    }

    /// Returns the number of a position in words: that of its signature, and below its first test the place among
    /// its tests, `1.2`.
    pub(crate) fn number_in_words(&self, position: usize) -> String {
        let number = self.number(position).to_string();
        let tests = self.signature(position).map_or(&[][..], |signature| &signature.all);
        match tests.binary_search(&position) {
            Ok(place @ 1..) => format!("{number}.{}", place + 1),
            _ => number,
        }
    }

    /// Returns the position of a signature's test by their numbers, both from 1.
    pub(crate) fn position_of_number(&self, signature: usize, test: usize) -> Option<usize> {
        self.signatures.get(signature.checked_sub(1)?)?.all.get(test.checked_sub(1)?).copied()
    }

    /// Returns the width of the widest number of any test, in cells.
    pub(crate) fn widest_number(&self) -> usize {
        let last = self.signatures.iter().filter_map(|signature| signature.all.last());
        last.map(|&position| self.number_in_words(position).len()).max().unwrap_or(0)
    }

    /// Returns the width of the widest number in the rows, in cells.
    pub(crate) fn number_width(&self) -> usize {
        let opened = self.signatures.iter().filter(|signature| signature.open);
        let opened = opened.filter_map(|signature| signature.all.last());
        let last = self.signatures.len().to_string().len();
        opened.map(|&position| self.number_in_words(position).len()).fold(last, usize::max)
    }

    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of rows of the first `top` signatures.
    pub(crate) fn top_rows(&self, top: usize) -> usize {
        self.signatures.get(top).map_or(self.rows.len(), |below| below.row)
    }

    /// Returns true if a position belongs to one of the first `top` signatures.
    pub(crate) fn is_in_top(&self, position: usize, top: usize) -> bool {
        self.of_position.get(position).is_some_and(|&index| index < top)
    }

    pub fn position(&self, row: usize) -> Option<usize> {
        self.rows.get(row).copied()
    }

    /// Returns the row that shows a position: its own, or that of its folded signature.
    pub(crate) fn row_of(&self, position: usize) -> usize {
        self.row_of.get(position).copied().unwrap_or(0)
    }

    pub fn kind(&self, position: usize) -> FoldedRow {
        match self.signature(position) {
            Some(signature) if !self.is_first(position) && signature.open => FoldedRow::Test,
            Some(FoldedSignature { positions, open, labels, .. })
                if positions.len() > 1 && positions[0] == position =>
            {
                FoldedRow::Signature { open: *open, labels: *labels }
            }
            _ => FoldedRow::Single,
        }
    }

    pub(in crate::tui) fn is_first(&self, position: usize) -> bool {
        self.signature(position).is_some_and(|signature| signature.positions.first() == Some(&position))
    }

    pub(in crate::tui) fn signature(&self, position: usize) -> Option<&FoldedSignature> {
        self.signatures.get(*self.of_position.get(position)?)
    }

    /// Returns the positions that a row represents: its own, or those of its folded signature.
    pub(crate) fn represented(&self, row: usize) -> &[usize] {
        let Some(position) = self.rows.get(row) else { return &[] };
        match self.signature(*position) {
            Some(signature) if !signature.open => &signature.positions,
            _ => std::slice::from_ref(position),
        }
    }

    /// Counts the labels in each signature; returns the progress of the first `top` signatures. One is judged when
    /// all its tests are: as a TP if any test is one, otherwise as an FP if any test is one.
    pub(in crate::tui) fn count(&mut self, list: &Ranking, judging: &Labels, top: usize) -> Progress {
        let labels = |positions: &[usize]| {
            let entries = positions.iter().filter_map(|&position| list.entries.get(position));
            Progress::of_failures(entries.map(|entry| entry.failure), judging)
        };
        let uncounted = self.uncounted.replace(Vec::new());
        for index in uncounted.unwrap_or_else(|| (0..self.signatures.len()).collect()) {
            let signature = &mut self.signatures[index];
            signature.labels = labels(&signature.positions);
            let shows_all = signature.positions.len() == signature.all.len();
            signature.all_labels = if shows_all { signature.labels } else { labels(&signature.all) };
            let verdict = labels(signature.shown_or_all()).as_one();
            let mut positions = signature.shown_or_all().iter();
            let example =
                positions.find(|position| judging.verdict(list.entries[**position].failure) == verdict);
            signature.example = example.copied().unwrap_or(signature.example);
        }
        let mut progress = Progress::default();
        for signature in self.signatures.iter().take(top) {
            progress.add(signature.all_labels.as_one());
        }
        progress
    }

    /// Iterates over the tests that stand for the signatures, by position; with `only_shown`, for those with
    /// a visible test.
    pub(in crate::tui) fn examples(&self, only_shown: bool) -> impl Iterator<Item = usize> {
        let shown =
            self.signatures.iter().filter(move |signature| !only_shown || !signature.positions.is_empty());
        shown.map(|signature| signature.example)
    }

    pub(in crate::tui) fn label_changed(&mut self, position: usize) {
        if let (Some(uncounted), Some(&index)) = (&mut self.uncounted, self.of_position.get(position)) {
            uncounted.push(index);
        }
    }

    /// Returns true if all tests that a row represents have labels; None if the labels are not counted.
    pub(in crate::tui) fn is_judged(&self, row: usize) -> Option<bool> {
        let signature = self.signature(*self.rows.get(row)?)?;
        let is_counted = self.uncounted.as_ref().is_some_and(Vec::is_empty) && !signature.open;
        is_counted.then_some(signature.labels.is_complete())
    }
}

/// The positions of a list that have rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct View {
    /// The positions, top to bottom.
    pub rows: Vec<usize>,
    /// The row of each position, if it has one.
    row_of: Vec<Option<usize>>,
    /// True if the rows are not in the order of the positions.
    pub is_sorted: bool,
}

impl View {
    /// Creates the rows of a list with `positions` positions.
    pub(in crate::tui) fn new(rows: Vec<usize>, positions: usize, is_sorted: bool) -> View {
        let mut row_of = vec![None; positions];
        for (row, &position) in rows.iter().enumerate() {
            row_of[position] = Some(row);
        }
        View { rows, row_of, is_sorted }
    }

    pub fn has(&self, position: usize) -> bool {
        self.row_of(position).is_some()
    }

    pub(crate) fn row_of(&self, position: usize) -> Option<usize> {
        self.row_of.get(position).copied().flatten()
    }

    /// Returns this position, or else the next one that has a row, or the last one before it.
    pub fn nearest(&self, position: usize) -> Option<usize> {
        let after = (position..self.row_of.len()).find(|&position| self.has(position));
        after.or_else(|| (0..position.min(self.row_of.len())).rev().find(|&position| self.has(position)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_row_is_the_next_one_or_the_last() {
        let view = View::new(vec![7, 2], 9, true);
        assert_eq!([0, 2, 3, 8, 99].map(|position| view.nearest(position)), [2, 2, 7, 7, 7].map(Some));
        assert_eq!((view.row_of(7), view.row_of(3), view.has(2)), (Some(0), None, true));
        assert_eq!(View::new(Vec::new(), 3, false).nearest(1), None);
    }
}
