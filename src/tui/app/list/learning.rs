//! The learned order: what a person has judged stays where it was seen, and what is left follows the labels.
//!
//! ```text
//! labels of the group, changed ──keep_learning──▶ Effect::Learn ──worker──▶ Action::Learned: every failure by learned score
//!      └─ judged failures keep their places ───────────────────────────────────▶ the list: the rest fills the other places
//! ```
//!
//! Learning is on while [`ListOrder::Learned`] is asked for. A failure is pinned to the place at which it stood when it was
//! judged: its place in the learned list, or in the ranker's where none had been learned yet. Undo takes the pin away with
//! the label, and the scores follow from the labels alone ([`crate::rank::Feedback`]): so the list before comes back exactly.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::fold::Fold;
use super::group::ListRows;
use super::order::ListOrder;
use crate::model::{FailureId, Label, RankedFailure, Ranking};
use crate::tui::app::action::Effect;
use crate::tui::app::keys::keymap::Command;
use crate::tui::app::{Message, State, text};

/// How far a group has learned.
#[derive(Debug, Clone, Default)]
pub struct Learning {
    /// For each row of the group its place in the ranker's list.
    paper: Vec<usize>,
    /// Judged rows, and their places in the learned list.
    pins: BTreeMap<usize, usize>,
    /// How the pins came about, for the way back.
    history: Vec<PinChange>,
    /// The labels, by row, that the order was last asked for with; None before the first time.
    asked: Option<Vec<(usize, Label)>>,
    /// The number of that request: answers to older ones are out of date.
    ticket: u64,
    /// The person went on after a label, and waits at a place for the failure that will stand there.
    waits: bool,
    /// For each row how many places above its place by score it stands; 0 for what is pinned.
    rises: Vec<isize>,
    /// The digits of the farthest rise or fall.
    widest_rise: usize,
}

/// A pin that was set or taken away when so many changes could be undone.
#[derive(Debug, Clone)]
struct PinChange {
    depth: usize,
    row: usize,
    before: Option<usize>,
}

impl Learning {
    /// The digits of the farthest rise or fall.
    pub fn widest_rise(&self) -> usize {
        self.widest_rise.max(1)
    }

    /// How many labels the order last asked for goes by: those that say something.
    pub fn taught(&self) -> usize {
        let labels = self.asked.iter().flatten();
        labels.filter(|(_, label)| *label != Label::Unsure).count()
    }

    /// Pins what is newly judged to its place in `list`, frees what is no longer judged, and goes back where labels were
    /// undone: `depth` is how many changes can still be.
    fn pin(&mut self, labels: &[(usize, Label)], list: &Ranking, failures: &[FailureId], depth: usize) {
        while let Some(PinChange { row, before, .. }) = self.history.pop_if(|change| change.depth > depth) {
            match before {
                Some(place) => self.pins.insert(row, place),
                None => self.pins.remove(&row),
            };
        }
        let is_judged = |row: &usize| labels.binary_search_by_key(row, |(judged, _)| *judged).is_ok();
        let freed: Vec<(usize, usize)> =
            self.pins.iter().filter(|(row, _)| !is_judged(row)).map(|(&row, &place)| (row, place)).collect();
        for (row, place) in freed {
            self.pins.remove(&row);
            self.history.push(PinChange { depth, row, before: Some(place) });
        }
        let mut new: BTreeMap<FailureId, usize> = labels
            .iter()
            .filter(|(row, _)| !self.pins.contains_key(row))
            .filter_map(|&(row, _)| Some((*failures.get(row)?, row)))
            .collect();
        for (place, entry) in list.entries.iter().enumerate() {
            if new.is_empty() {
                break;
            }
            if let Some(row) = new.remove(&entry.failure) {
                self.pins.insert(row, place);
                self.history.push(PinChange { depth, row, before: None });
            }
        }
    }

    /// The list: pinned rows at their places, the others at the free places in the order of `learned`, a ranking of rows.
    /// Scores are the ranker's.
    fn arranged(&mut self, learned: &Ranking, ranker: &Ranking, failures: &[FailureId]) -> Ranking {
        let mut places = vec![None; learned.entries.len()];
        let mut is_pinned = vec![false; places.len()];
        for (&row, &place) in &self.pins {
            // Where labels came from elsewhere in between, a place can have gone to another: then it is as if free.
            if let Some(place @ None) = places.get_mut(place) {
                *place = Some(row);
                is_pinned[row] = true;
            }
        }
        let mut rest = learned.entries.iter().filter(|entry| !is_pinned[entry.failure.index()]);
        let mut tie = 0;
        let mut last_tie = None;
        self.rises = vec![0; places.len()];
        let entries = places.into_iter().enumerate().filter_map(|(place, pinned)| {
            let (row, own_tie) = match pinned {
                Some(row) => (row, None),
                None => rest.next().map(|entry| (entry.failure.index(), Some(entry.tie)))?,
            };
            let by_score = self.paper[row];
            if pinned.is_none() {
                self.rises[row] = by_score.cast_signed() - place.cast_signed();
            }
            tie += usize::from(own_tie.is_none() || own_tie != last_tie);
            last_tie = own_tie;
            Some(RankedFailure { failure: failures[row], score: ranker.entries[by_score].score, tie })
        });
        let list = Ranking { entries: entries.collect() };
        let farthest = self.rises.iter().map(|rise| rise.unsigned_abs()).max().unwrap_or(0);
        self.widest_rise = farthest.to_string().len();
        list
    }
}

impl State {
    /// Turns learning on, or off again: then the list is the ranker's.
    pub(in crate::tui::app) fn toggle_learning(&mut self) -> Vec<Effect> {
        let is_on = self.listing.order == ListOrder::Learned;
        let effects = self.show_order(if is_on { ListOrder::Paper } else { ListOrder::Learned });
        self.message = Some(Message::info(self.keys.fill(if is_on {
            "learning is off: the order is by score"
        } else {
            "learning is on: each label reorders what is left ({learn}: off again)"
        })));
        effects
    }

    /// Asks for the learned order of the current group where its labels have changed since the last time. `by_hand`: the
    /// person has just done something.
    pub(in crate::tui::app) fn keep_learning(&mut self, by_hand: bool) -> Option<Effect> {
        if self.listing.order != ListOrder::Learned {
            return None;
        }
        let &index = self.order.get(self.current)?;
        let (group, state) = (self.corpus.groups.get(index)?, self.groups.get_mut(index)?);
        let features = state.features.as_ref()?;
        let selected = state.selected_failure();
        let judging = &self.judging;
        let of_row = |(row, &failure): (usize, &FailureId)| Some((row, judging.label(failure)?));
        let labels: Vec<(usize, Label)> = group.failures.iter().enumerate().filter_map(of_row).collect();
        let list = state.orders.get(&ListOrder::Learned).unwrap_or(&state.ranking);
        let learning = &mut state.learning;
        if by_hand {
            learning.waits = false;
        }
        if learning.asked.as_ref() == Some(&labels) {
            return None;
        }
        if learning.paper.is_empty() {
            learning.paper = places_of_rows(&state.ranking, &group.failures)?;
        }
        let has_gone_on = selected.is_some_and(|failure| judging.label(failure).is_none());
        let more = learning.asked.as_ref().is_some_and(|asked| labels.len() > asked.len());
        learning.waits = by_hand && more && has_gone_on;
        learning.pin(&labels, list, &group.failures, judging.depth());
        self.listing.learning_requests += 1;
        learning.ticket = self.listing.learning_requests;
        learning.asked = Some(labels.clone());
        Some(Effect::Learn {
            group: index,
            ticket: learning.ticket,
            features: Arc::clone(features),
            labels: Arc::new(labels),
        })
    }

    /// How many places above its place by score a failure of the current group stands in the learned order; 0 in any other
    /// order, and for what is judged.
    pub fn rise(&self, failure: FailureId) -> isize {
        let Some((group, state)) = self.current_group() else { return 0 };
        match group.failures.binary_search(&failure) {
            Ok(row) if state.shown() == ListOrder::Learned => {
                state.learning.rises.get(row).copied().unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// Takes over the order of a group's rows by learned scores.
    pub(in crate::tui::app) fn learned(
        &mut self,
        index: usize,
        ticket: u64,
        learned: &Ranking,
    ) -> Vec<Effect> {
        let (Some(group), Some(state)) = (self.corpus.groups.get(index), self.groups.get_mut(index)) else {
            return Vec::new();
        };
        let is_newest =
            state.learning.ticket == ticket && state.learning.paper.len() == learned.entries.len();
        if !is_newest {
            return Vec::new();
        }
        let waits = std::mem::take(&mut state.learning.waits);
        let here = ListRows::of(state, self.top).index_of(state.selected);
        // What a person sees move: without what is hidden.
        let before = (state.shown() == ListOrder::Learned).then(|| state.list().clone());
        let arranged = state.learning.arranged(learned, &state.ranking, &group.failures);
        let mut effects = self.ordered(index, ListOrder::Learned, arranged);
        if self.listing.order != ListOrder::Learned || self.order.get(self.current) != Some(&index) {
            return effects;
        }
        // What stands at the place now is next; in a folded list that may be done with, and what is hidden can shift places.
        if waits && let Some(position) = self.unlabelled_in_group(here, here) {
            effects.extend(self.select(position));
        }
        let change = before.and_then(|before| {
            let top = if self.listing.fold == Fold::Off { Some(self.top) } else { None };
            Change::between(&before, self.groups[index].list(), top)
        });
        if let (None, Some(change)) = (&self.message, change) {
            let undo = self.keys.shown(Command::Undo);
            self.message = Some(Message::info(change.in_words(&undo)));
        }
        effects
    }
}

/// For each row its place in a list of the group's failures; None if the list is not of these.
fn places_of_rows(list: &Ranking, failures: &[FailureId]) -> Option<Vec<usize>> {
    let mut places = vec![0; failures.len()];
    for (place, entry) in list.entries.iter().enumerate() {
        places[failures.binary_search(&entry.failure).ok()?] = place;
    }
    (list.entries.len() == failures.len()).then_some(places)
}

/// What a label changed in a list.
struct Change {
    /// Failures that have another place.
    moved: usize,
    /// The top K, and those in it that were below it; None where K counts something else than failures.
    into_top: Option<(usize, usize)>,
}

impl Change {
    /// None if nothing moved.
    fn between(before: &Ranking, after: &Ranking, top: Option<usize>) -> Option<Change> {
        let pairs = before.entries.iter().zip(&after.entries);
        // A place that changed hands has a failure that moved, and the other way round.
        let moved = pairs.filter(|(before, after)| before.failure != after.failure).count();
        let into_top = top.map(|top| {
            let top_of = |list: &Ranking| -> HashSet<FailureId> {
                list.entries.iter().take(top).map(|entry| entry.failure).collect()
            };
            (top, top_of(after).difference(&top_of(before)).count())
        });
        (moved > 0).then_some(Change { moved, into_top })
    }

    /// `undo` is the key that takes the label back.
    fn in_words(&self, undo: &str) -> String {
        let failures = if self.moved == 1 { "failure" } else { "failures" };
        let into = match self.into_top {
            None | Some((_, 0)) => String::new(),
            Some((top, came)) => format!(", {came} into the top {top}"),
        };
        format!("learned: {} {failures} moved{into} ({undo} takes it back)", text::grouped(self.moved))
    }
}
