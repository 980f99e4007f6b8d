//! The ranker of each group.
//!
//! ```text
//! --ranker ───────────────────▶ Rankers::named ───────┐
//! groups, the format of each ─▶ Rankers::default_for ─┴─▶ the ranker of each group
//! ```
//!
//! The kind of the tests decides, never their statistics: a group's order depends on that group alone, so
//! that parts of the results are ranked as the whole. Whole tests, which people or models wrote, are ordered
//! by cause; tests of a generator and predicted oracles in the paper's order, in reports of builds one of
//! each signature first.

use std::fmt;

use super::Ranker;
use crate::import::Import;
use crate::model::Corpus;

/// The ranker of each group of a corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rankers {
    of_groups: Vec<Ranker>,
    /// The different ones, in the order of the groups; at least one.
    all: Vec<Ranker>,
    is_named: bool,
}

impl Rankers {
    /// Returns one ranker for all groups, because it was named.
    pub(crate) fn named(ranker: Ranker, corpus: &Corpus) -> Rankers {
        Rankers { of_groups: vec![ranker; corpus.groups.len()], all: vec![ranker], is_named: true }
    }

    /// Returns the default ranker of each group; a group without failures has that of the others.
    pub(crate) fn default_for(import: &Import) -> Rankers {
        let corpus = &import.corpus;
        let of_groups: Vec<Option<Ranker>> = corpus
            .groups
            .iter()
            .map(|group| match import.is_of_build(group.run) {
                _ if group.failures.is_empty() => None,
                _ if corpus.has_whole_tests(group) => Some(Ranker::BY_CAUSE),
                // One of each changed method first.
                _ if corpus.knows_changes => Some(Ranker::CHANGE_AWARE),
                true => Some(Ranker::DIVERSIFIED),
                false => Some(Ranker::ISOLATION_FOREST),
            })
            .collect();
        let mut all: Vec<Ranker> = Vec::new();
        for &ranker in of_groups.iter().flatten() {
            if !all.contains(&ranker) {
                all.push(ranker);
            }
        }
        if all.is_empty() {
            all.push(if import.is_of_builds() { Ranker::BY_CAUSE } else { Ranker::ISOLATION_FOREST });
        }
        let of_groups = of_groups.into_iter().map(|ranker| ranker.unwrap_or(all[0])).collect();
        Rankers { of_groups, all, is_named: false }
    }

    /// Returns the ranker of a group, given by its index.
    pub(crate) fn of(&self, group: usize) -> Ranker {
        self.of_groups[group]
    }

    /// Returns the different rankers, in the order of the groups; at least one.
    pub(crate) fn all(&self) -> &[Ranker] {
        &self.all
    }

    /// Returns the ranker of most groups.
    pub(crate) fn of_most(&self) -> Ranker {
        // The first of equal ones.
        let most = self
            .all
            .iter()
            .rev()
            .max_by_key(|ranker| self.of_groups.iter().filter(|of_group| of_group == ranker).count());
        most.copied().unwrap_or_default()
    }

    /// Returns true if all groups have this ranker.
    pub(crate) fn are_all(&self, ranker: Ranker) -> bool {
        self.all == [ranker]
    }

    /// Returns true if the list of a group depends on the features of its failures.
    pub(crate) fn use_features(&self) -> bool {
        self.all.iter().any(|ranker| ranker.uses_features())
    }

    /// Returns true if a group has the forest's list, or one that is made from it.
    pub(crate) fn are_of_forest(&self) -> bool {
        self.all.iter().any(|ranker| ranker.is_of_forest())
    }

    /// Returns a warning that a reader of the lists must know.
    pub(crate) fn caveat(&self) -> Option<&'static str> {
        self.all.iter().find_map(|ranker| ranker.caveat())
    }

    /// Returns a remark if one of them lacks data.
    pub(crate) fn lacks(&self, corpus: &Corpus) -> Option<String> {
        self.all.iter().find_map(|ranker| ranker.lacks(corpus))
    }

    /// Returns the reason for the order, as a sentence, if it is not the paper's and nobody named it.
    pub(crate) fn reason(&self) -> Option<String> {
        let others: Vec<&str> = self
            .all
            .iter()
            .filter(|ranker| !ranker.is_for_whole_tests())
            .map(|ranker| ranker.name())
            .collect();
        let has_whole = others.len() < self.all.len();
        match others.is_empty() {
            _ if self.is_named || !has_whole => None,
            true => Some("Whole tests: ordered by cause, what most tests share first.".to_owned()),
            false => Some(format!(
                "Whole tests are ordered by cause, what most tests share first; those of a generator by {}.",
                others.join(" and ")
            )),
        }
    }
}

impl fmt::Display for Rankers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.all.iter().map(|ranker| ranker.name()).collect::<Vec<_>>().join(" and "))
    }
}
