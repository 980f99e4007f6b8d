//! Bugs within N looks over all groups: what a person finds who has the time for N failures. A look is one failure.
//!
//! ```text
//! the lists of all groups ──rank::list_across──▶ one order of all failures ──▶ the look at each bug's first TP ─┐
//!            └──▶ the first K of one group after the other ──▶ the same ────────────────────────────────────────┴─▶ by run and bug
//! ```
//!
//! Lists count as they are shown: a person walks through one order. Looks at random, and random orders within groups, count by
//! their exact expectation; random orders of the groups as the mean of [`SHUFFLES`].
//!
//! A bug is a group with a TP. In a build, where a group can have many bugs, it is a cause with a TP: the failures of one signature.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::approach::Data;
use super::figure::{Figure, Figures, View};
use super::found_at_k::{TieBlock, found_at};
use super::{ApproachResult, figures};
use crate::model::{Corpus, FailureId, Ranking, Truth};
use crate::split_mix::SplitMix64;

/// The numbers of looks that are counted by default.
pub(crate) const USUAL_LOOKS: [usize; 7] = [10, 25, 50, 100, 200, 400, 800];

/// The number of random orders of the groups.
const SHUFFLES: u32 = 1000;

/// What is counted.
#[derive(Debug, Clone)]
pub(crate) struct Looks {
    /// The numbers of looks, ascending.
    pub counts: Vec<usize>,
    /// The number of failures of each group at which a person looks who goes group by group.
    pub top_k: usize,
    /// True to count causes with a TP, and not groups.
    pub counts_causes: bool,
}

impl Looks {
    /// Returns the numbers of looks up to the first one that all failures of a run need.
    pub(crate) fn usual(corpus: &Corpus) -> Vec<usize> {
        let mut failures = vec![0; corpus.runs.len()];
        corpus.groups.iter().for_each(|group| failures[group.run] += group.failures.len());
        let most = failures.into_iter().max().unwrap_or(0);
        let last = USUAL_LOOKS.iter().position(|&count| count >= most).unwrap_or(USUAL_LOOKS.len() - 1);
        USUAL_LOOKS[..=last].to_vec()
    }
}

/// The order in which a person looks.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Walk<'a> {
    /// The lists as they are shown, and the order over all groups: each failure as the index of its group and its place in that list.
    Shown(&'a [(usize, usize)]),
    /// All orders, each equally likely.
    Random,
}

/// A bug of a group: the place of its first TP in the group's list, from 0, and the number of its TPs.
#[derive(Debug, Clone, Copy)]
struct Bug {
    first: usize,
    hits: usize,
}

/// The bugs of each group that are found within the numbers of looks, as their expectation, and the first look that finds one.
struct Found {
    /// By group, then by the number of looks.
    across: Vec<Vec<f64>>,
    by_group: Vec<Vec<f64>>,
    in_any_order: Vec<Vec<f64>>,
    /// The look of each group's first TP in the order across; None without one, and for random looks.
    first: Vec<Option<usize>>,
}

/// Returns the bugs within N looks of the lists of one ranker, a list for each group, with 95% intervals over bugs.
///
/// # Panics
/// Panics if there is not one verdict and one signature for each failure, or not one list for each group.
pub(crate) fn bugs_within(
    corpus: &Corpus,
    (verdicts, signatures): (&[Option<Truth>], &[usize]),
    lists: &[Ranking],
    walk: Walk<'_>,
    looks: &Looks,
) -> Figures {
    let (data, bugs) = Data::new(corpus, verdicts, signatures);
    let walks = Walks { data: &data, lists, walk, looks };
    let (known, most) = (walks.found(View::Known), OnceCell::new());
    let found = |view: View| match view {
        View::Known | View::Least => &known,
        View::Most => most.get_or_init(|| walks.found(View::Most)),
    };
    let mut measured = Vec::new();
    for (index, &count) in looks.counts.iter().enumerate() {
        let mut add = |figure, of_walk: fn(&Found) -> &Vec<Vec<f64>>| {
            measured.push(
                data.measurement(figure, true, |group, view| (of_walk(found(view))[group][index], 1.0)),
            );
        };
        add(Figure::Within(count), |found| &found.across);
        add(Figure::ByGroup(count), |found| &found.by_group);
        add(Figure::ByGroupInAnyOrder(count), |found| &found.in_any_order);
    }
    measured.push(data.measurement(Figure::FirstLook, true, |group, view| {
        // A failure without a verdict can only move the first bug forward.
        let found = found(if view == View::Least { View::Most } else { View::Known });
        found.first[group].map_or((0.0, 0.0), |look| (look as f64, 1.0))
    }));
    let mut figures = figures(bugs.len(), &measured);
    // It is that of one bug in each run: drawing bugs says nothing about it.
    if let Some(first) = figures.0.last_mut() {
        first.interval = None;
    }
    figures
}

/// Returns the bugs within N looks that no label of an earlier run tells: in `with`, the order that earlier runs change, and in
/// `without`, the order that they do not. `is_known` is true for each group with a bug that is known.
pub(crate) fn new_bugs_within(
    corpus: &Corpus,
    (verdicts, signatures): (&[Option<Truth>], &[usize]),
    lists: &[Ranking],
    [with, without]: [&[(usize, usize)]; 2],
    is_known: &[bool],
    looks: &Looks,
) -> Figures {
    let (data, bugs) = Data::new(corpus, verdicts, signatures);
    let found = |order, view| -> Vec<Vec<f64>> {
        let walks = Walks { data: &data, lists, walk: Walk::Shown(order), looks };
        let bugs = lists.iter().zip(is_known).map(|(list, is_known)| match is_known {
            true => Vec::new(),
            false => walks.bugs_of(list, view),
        });
        walks.across(order, &bugs.collect::<Vec<_>>()).0
    };
    let figure_and_order: [(fn(usize) -> Figure, _); 2] =
        [(Figure::NewWithin, with), (Figure::NewWithinWithoutBefore, without)];
    let mut measured = Vec::new();
    for (figure, order) in figure_and_order {
        let (known, most) = (found(order, View::Known), OnceCell::new());
        for (index, &count) in looks.counts.iter().enumerate() {
            measured.push(data.measurement(figure(count), true, |group, view| {
                let found = match view {
                    View::Known | View::Least => &known,
                    View::Most => most.get_or_init(|| found(order, View::Most)),
                };
                (found[group][index], 1.0)
            }));
        }
    }
    figures(bugs.len(), &measured)
}

impl ApproachResult {
    /// Adds figures of looks to those of a ranker's one list.
    pub(crate) fn add_looks(&mut self, ranker: &str, figures: Figures) {
        let averaged = self.list_of(ranker).map(|list| list.averaged);
        let mut rankings = self.rankings.iter_mut();
        let list = rankings.find(|one| one.ranker == ranker && Some(one.averaged) == averaged);
        list.into_iter().for_each(|list| list.overall.0.extend(figures.0.iter().cloned()));
    }
}

/// The ways to walk through the lists of a ranker.
struct Walks<'a> {
    data: &'a Data<'a>,
    lists: &'a [Ranking],
    walk: Walk<'a>,
    looks: &'a Looks,
}

impl Walks<'_> {
    fn found(&self, view: View) -> Found {
        let bugs: Vec<Vec<Bug>> = self.lists.iter().map(|list| self.bugs_of(list, view)).collect();
        let mut groups_of_runs = vec![Vec::new(); self.data.corpus.runs.len()];
        for (index, group) in self.data.corpus.groups.iter().enumerate() {
            groups_of_runs[group.run].push(index);
        }
        let nothing = vec![vec![0.0; self.looks.counts.len()]; self.lists.len()];
        let (mut by_group, mut in_any_order) = (nothing.clone(), nothing);
        for groups in &mut groups_of_runs {
            self.walk_groups(groups, &bugs, 1.0, &mut by_group);
            let mut generator = SplitMix64(super::SEED);
            for _ in 0..SHUFFLES {
                self.shuffle(groups, &mut generator);
                self.walk_groups(groups, &bugs, 1.0 / f64::from(SHUFFLES), &mut in_any_order);
            }
        }
        let (across, first) = match self.walk {
            Walk::Shown(order) => self.across(order, &bugs),
            Walk::Random => (self.at_random(&bugs), vec![None; bugs.len()]),
        };
        Found { across, by_group, in_any_order, first }
    }

    /// Returns the bugs of a group; a failure without a verdict is one in the view of the most.
    fn bugs_of(&self, list: &Ranking, view: View) -> Vec<Bug> {
        let is_hit = |failure: FailureId| match self.data.verdicts[failure] {
            Some(verdict) => verdict == Truth::TruePositive,
            None => view == View::Most && self.data.is_of(failure, None),
        };
        let mut bugs: BTreeMap<usize, Bug> = BTreeMap::new();
        for (place, entry) in list.entries.iter().enumerate() {
            if is_hit(entry.failure) {
                let cause = if self.looks.counts_causes { self.data.signatures[entry.failure] } else { 0 };
                bugs.entry(cause).or_insert(Bug { first: place, hits: 0 }).hits += 1;
            }
        }
        bugs.into_values().collect()
    }

    /// Returns the number of a group's bugs that are among the first so many failures of its list.
    fn found_in(&self, group: usize, bugs: &[Bug], places: usize) -> f64 {
        let size = self.lists[group].entries.len();
        let chance = |bug: &Bug| match self.walk {
            Walk::Shown(_) => f64::from(u8::from(bug.first < places)),
            Walk::Random => found_at(&[TieBlock { size, hits: bug.hits }], places),
        };
        bugs.iter().map(chance).sum()
    }

    /// Adds what is found in the first K failures of each group, one group after the other, with this weight.
    fn walk_groups(&self, groups: &[usize], bugs: &[Vec<Bug>], weight: f64, found: &mut [Vec<f64>]) {
        let mut before = 0;
        for &group in groups {
            if self.looks.counts.last().is_none_or(|&most| before >= most) {
                break;
            }
            let places = self.lists[group].entries.len().min(self.looks.top_k);
            for (index, &count) in self.looks.counts.iter().enumerate() {
                let seen = count.saturating_sub(before).min(places);
                found[group][index] += weight * self.found_in(group, &bugs[group], seen);
            }
            before += places;
        }
    }

    /// Puts groups in a random order, as far as looks reach.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the upper half of the product is below the number of groups"
    )]
    fn shuffle(&self, groups: &mut [usize], generator: &mut SplitMix64) {
        let most = self.looks.counts.last().copied().unwrap_or(0);
        for place in 0..groups.len().min(most) {
            let rest = (groups.len() - place) as u128;
            let chosen = ((u128::from(generator.next()) * rest) >> 64) as usize;
            groups.swap(place, place + chosen);
        }
    }

    fn across(&self, order: &[(usize, usize)], bugs: &[Vec<Bug>]) -> (Vec<Vec<f64>>, Vec<Option<usize>>) {
        let mut looks_of_runs = vec![0; self.data.corpus.runs.len()];
        let mut look_of: Vec<Vec<usize>> =
            self.lists.iter().map(|list| vec![usize::MAX; list.entries.len()]).collect();
        for &(group, place) in order {
            let look = &mut looks_of_runs[self.data.corpus.groups[group].run];
            *look += 1;
            look_of[group][place] = *look;
        }
        let mut firsts: Vec<Option<usize>> = vec![None; bugs.len()];
        let mut first_of_runs: Vec<Option<(usize, usize)>> = vec![None; looks_of_runs.len()];
        let mut found = Vec::with_capacity(bugs.len());
        for (group, bugs) in bugs.iter().enumerate() {
            let looks: Vec<usize> = bugs.iter().map(|bug| look_of[group][bug.first]).collect();
            let within = |count: &usize| looks.iter().filter(|look| *look <= count).count() as f64;
            found.push(self.looks.counts.iter().map(within).collect());
            if let Some(&look) = looks.iter().min() {
                let first = &mut first_of_runs[self.data.corpus.groups[group].run];
                *first = Some(first.map_or((look, group), |known| known.min((look, group))));
            }
        }
        for (look, group) in first_of_runs.into_iter().flatten() {
            firsts[group] = Some(look);
        }
        (found, firsts)
    }

    /// Returns what looks at failures drawn from all of a run find.
    fn at_random(&self, bugs: &[Vec<Bug>]) -> Vec<Vec<f64>> {
        let groups = &self.data.corpus.groups;
        let mut sizes = vec![0; self.data.corpus.runs.len()];
        for (group, list) in groups.iter().zip(self.lists) {
            sizes[group.run] += list.entries.len();
        }
        let of_group = |(group, bugs): (&crate::model::Group, &Vec<Bug>)| {
            let size = sizes[group.run];
            let chance = |count: usize, bug: &Bug| found_at(&[TieBlock { size, hits: bug.hits }], count);
            let counts = self.looks.counts.iter();
            counts.map(|&count| bugs.iter().map(|bug| chance(count, bug)).sum()).collect()
        };
        groups.iter().zip(bugs).map(of_group).collect()
    }
}
