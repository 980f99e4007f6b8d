//! Bugs within N looks over all groups: what a person finds who has the time for N failures. A look is one failure.
//!
//! ```text
//! the lists of all groups ──rank::list_across──▶ one order of all failures ──▶ the look at each bug's first TP ─┐
//!            └──▶ the first K of one group after the other ──▶ the same ────────────────────────────────────────┴─▶ by run and bug
//! ```
//!
//! Lists count as they are shown: a person walks through one order. Looks at random, and random orders within
//! groups, count by their exact expectation; random orders of the groups as the mean of [`SHUFFLES`].
//!
//! A bug is a group with a TP. In a build, where a group can have many bugs, it is a cause with a TP: the
//! failures of one signature.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::approach::{CountedCorpus, EvaluatedCorpus};
use super::figure::{Figure, Figures, View};
use super::found_at_k::{TieBlock, found_at};
use super::{ApproachResult, figures};
use crate::model::{Corpus, PlaceInGroup, Ranking, Truth};
use crate::split_mix::SplitMix64;

/// The numbers of looks that are counted by default.
pub(crate) const DEFAULT_LOOKS: [usize; 7] = [10, 25, 50, 100, 200, 400, 800];

/// The number of random orders of the groups.
const SHUFFLES: u32 = 1000;

/// The settings for the figures of looks.
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
    pub(crate) fn default_counts(corpus: &Corpus) -> Vec<usize> {
        let mut failures = vec![0; corpus.runs.len()];
        corpus.groups.iter().for_each(|group| failures[group.run] += group.failures.len());
        let most = failures.into_iter().max().unwrap_or(0);
        let last = DEFAULT_LOOKS.iter().position(|&count| count >= most).unwrap_or(DEFAULT_LOOKS.len() - 1);
        DEFAULT_LOOKS[..=last].to_vec()
    }
}

/// The order in which a person looks.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Walk<'a> {
    /// The lists as they are shown, and the order over all groups.
    Shown(&'a [PlaceInGroup]),
    /// All orders, each equally likely.
    Random,
}

/// A bug of a group: the place of its first TP in the group's list, from 0, and the number of its TPs.
#[derive(Debug, Clone, Copy)]
struct Bug {
    first: usize,
    hits: usize,
}

/// The bugs of each group that are found within the numbers of looks, as their expectation, and the first
/// look that finds one.
struct Found {
    /// By group, then by the number of looks.
    overall: Vec<Vec<f64>>,
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
    evaluated: EvaluatedCorpus<'_>,
    lists: &[Ranking],
    walk: Walk<'_>,
    looks: &Looks,
) -> Figures {
    let (counted, bugs) = CountedCorpus::new(evaluated);
    let walks = Walks { counted: &counted, lists, walk, looks };
    let (known, most) = (walks.found(View::Known), OnceCell::new());
    let found = |view: View| match view {
        View::Known | View::Least => &known,
        View::Most => most.get_or_init(|| walks.found(View::Most)),
    };
    let mut measured = Vec::new();
    for (index, &count) in looks.counts.iter().enumerate() {
        let mut add = |figure, of_walk: fn(&Found) -> &Vec<Vec<f64>>| {
            measured.push(
                counted.measurement(figure, true, |group, view| (of_walk(found(view))[group][index], 1.0)),
            );
        };
        add(Figure::Within(count), |found| &found.overall);
        add(Figure::ByGroup(count), |found| &found.by_group);
        add(Figure::ByGroupInAnyOrder(count), |found| &found.in_any_order);
    }
    measured.push(counted.measurement(Figure::FirstLook, true, |group, view| {
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

/// Returns the bugs within N looks that no label of an earlier run tells: in `with`, the order that earlier
/// runs change, and in `without`, the order that they do not. `is_known` is true for each group with a bug
/// that is known.
pub(crate) fn new_bugs_within(
    evaluated: EvaluatedCorpus<'_>,
    lists: &[Ranking],
    [with, without]: [&[PlaceInGroup]; 2],
    is_known: &[bool],
    looks: &Looks,
) -> Figures {
    let (counted, bugs) = CountedCorpus::new(evaluated);
    let found = |order, view| -> Vec<Vec<f64>> {
        let walks = Walks { counted: &counted, lists, walk: Walk::Shown(order), looks };
        let bugs = lists.iter().zip(is_known).map(|(list, is_known)| match is_known {
            true => Vec::new(),
            false => walks.bugs_of(list, view),
        });
        walks.in_order(order, &bugs.collect::<Vec<_>>()).0
    };
    let mut measured = Vec::new();
    let mut add = |figure: fn(usize) -> Figure, order| {
        let (known, most) = (found(order, View::Known), OnceCell::new());
        for (index, &count) in looks.counts.iter().enumerate() {
            measured.push(counted.measurement(figure(count), true, |group, view| {
                let found = match view {
                    View::Known | View::Least => &known,
                    View::Most => most.get_or_init(|| found(order, View::Most)),
                };
                (found[group][index], 1.0)
            }));
        }
    };
    add(Figure::NewWithin, with);
    add(Figure::NewWithinWithoutBefore, without);
    figures(bugs.len(), &measured)
}

impl ApproachResult {
    /// Adds figures of looks to those of a ranker's one list.
    pub(crate) fn add_looks(&mut self, ranker: &str, figures: &Figures) {
        let averaged = self.list_of(ranker).map(|list| list.averaged);
        let mut rankings = self.rankings.iter_mut();
        if let Some(list) = rankings.find(|one| one.ranker == ranker && Some(one.averaged) == averaged) {
            list.overall.0.extend(figures.0.iter().cloned());
        }
    }
}

/// The ways to walk through the lists of a ranker.
struct Walks<'a> {
    counted: &'a CountedCorpus<'a>,
    lists: &'a [Ranking],
    walk: Walk<'a>,
    looks: &'a Looks,
}

impl Walks<'_> {
    fn found(&self, view: View) -> Found {
        let bugs: Vec<Vec<Bug>> = self.lists.iter().map(|list| self.bugs_of(list, view)).collect();
        let mut groups_of_runs = vec![Vec::new(); self.counted.corpus.runs.len()];
        for (index, group) in self.counted.corpus.groups.iter().enumerate() {
            groups_of_runs[group.run].push(index);
        }
        let nothing = vec![vec![0.0; self.looks.counts.len()]; self.lists.len()];
        let (mut by_group, mut in_any_order) = (nothing.clone(), nothing);
        for groups in &mut groups_of_runs {
            self.walk_groups(groups, &bugs, &mut by_group);
            let mut generator = SplitMix64(super::SEED);
            for _ in 0..SHUFFLES {
                self.shuffle(groups, &mut generator);
                self.walk_groups(groups, &bugs, &mut in_any_order);
            }
        }
        in_any_order.iter_mut().flatten().for_each(|sum| *sum /= f64::from(SHUFFLES));
        let (overall, first) = match self.walk {
            Walk::Shown(order) => self.in_order(order, &bugs),
            Walk::Random => (self.at_random(&bugs), vec![None; bugs.len()]),
        };
        Found { overall, by_group, in_any_order, first }
    }

    /// Returns the bugs of a group; a failure without a verdict is one in the view of the most.
    fn bugs_of(&self, list: &Ranking, view: View) -> Vec<Bug> {
        let mut bugs: BTreeMap<usize, Bug> = BTreeMap::new();
        for (place, entry) in list.entries.iter().enumerate() {
            let is_hit = match self.counted.verdicts[entry.failure] {
                Some(verdict) => verdict == Truth::TruePositive,
                None => view == View::Most && self.counted.is_of(entry.failure, None),
            };
            if is_hit {
                let cause = if self.looks.counts_causes { self.counted.signatures[entry.failure] } else { 0 };
                bugs.entry(cause).or_insert(Bug { first: place, hits: 0 }).hits += 1;
            }
        }
        bugs.into_values().collect()
    }

    /// Returns the number of a group's bugs that are among the first so many failures of its list.
    fn found_in(&self, group: usize, bugs: &[Bug], places: usize) -> f64 {
        let size = self.lists[group].entries.len();
        bugs.iter()
            .map(|bug| match self.walk {
                Walk::Shown(_) => f64::from(u8::from(bug.first < places)),
                Walk::Random => found_at(&[TieBlock { size, hits: bug.hits }], places),
            })
            .sum()
    }

    /// Adds what is found in the first K failures of each group, one group after the other.
    fn walk_groups(&self, groups: &[usize], bugs: &[Vec<Bug>], found: &mut [Vec<f64>]) {
        let mut before = 0;
        for &group in groups {
            if self.looks.counts.last().is_none_or(|&most| before >= most) {
                break;
            }
            let places = self.lists[group].entries.len().min(self.looks.top_k);
            for (index, &count) in self.looks.counts.iter().enumerate() {
                let seen = count.saturating_sub(before).min(places);
                found[group][index] += self.found_in(group, &bugs[group], seen);
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

    fn in_order(&self, order: &[PlaceInGroup], bugs: &[Vec<Bug>]) -> (Vec<Vec<f64>>, Vec<Option<usize>>) {
        let mut looks_of_runs = vec![0; self.counted.corpus.runs.len()];
        let mut look_of: Vec<Vec<usize>> =
            self.lists.iter().map(|list| vec![usize::MAX; list.entries.len()]).collect();
        for &PlaceInGroup { group, place } in order {
            let look = &mut looks_of_runs[self.counted.corpus.groups[group].run];
            *look += 1;
            look_of[group][place] = *look;
        }
        let mut firsts: Vec<Option<usize>> = vec![None; bugs.len()];
        let mut first_of_runs: Vec<Option<(usize, usize)>> = vec![None; looks_of_runs.len()];
        let mut found = Vec::with_capacity(bugs.len());
        for (group, bugs) in bugs.iter().enumerate() {
            let looks: Vec<usize> = bugs.iter().map(|bug| look_of[group][bug.first]).collect();
            found.push(
                self.looks
                    .counts
                    .iter()
                    .map(|count| looks.iter().filter(|look| *look <= count).count() as f64)
                    .collect(),
            );
            if let Some(&look) = looks.iter().min() {
                let first = &mut first_of_runs[self.counted.corpus.groups[group].run];
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
        let groups = &self.counted.corpus.groups;
        let mut sizes = vec![0; self.counted.corpus.runs.len()];
        for (group, list) in groups.iter().zip(self.lists) {
            sizes[group.run] += list.entries.len();
        }
        let mut found = Vec::with_capacity(groups.len());
        for (group, bugs) in groups.iter().zip(bugs) {
            let size = sizes[group.run];
            let chances = self.looks.counts.iter().map(|&count| {
                bugs.iter().map(|bug| found_at(&[TieBlock { size, hits: bug.hits }], count)).sum()
            });
            found.push(chances.collect());
        }
        found
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "sums of small whole numbers are the very same")]
mod tests {
    use super::*;
    use crate::model::{Failure, Group, Passed, Run};

    type Truths = Vec<Option<Truth>>;
    type Order = Vec<PlaceInGroup>;

    /// Returns a corpus of one run with lists of these verdicts, true for a TP, and the order across them in rounds.
    fn corpus(groups: &[&[bool]]) -> (Corpus, Truths, Vec<Ranking>, Order) {
        let verdicts: Vec<bool> = groups.concat();
        let mut ids = (0..verdicts.len()).map(crate::model::FailureId::new);
        let corpus = Corpus {
            runs: vec![Run { name: "run".to_owned() }],
            groups: groups
                .iter()
                .enumerate()
                .map(|(bug, group)| Group {
                    is_predicted: false,
                    run: 0,
                    project: "Ink".into(),
                    bug: bug.to_string().into(),
                    failures: ids.by_ref().take(group.len()).collect(),
                    passed: Passed::default(),
                })
                .collect(),
            failures: vec![Failure::default(); verdicts.len()],
            ..Corpus::default()
        };
        let lists = corpus
            .groups
            .iter()
            .map(|group| {
                Ranking::from_scores(&group.failures, &vec![0.0; group.failures.len()]).without_ties()
            })
            .collect();
        let longest = groups.iter().map(|group| group.len()).max().unwrap_or(0);
        let rounds =
            (0..longest).flat_map(|place| (0..groups.len()).map(move |group| PlaceInGroup { group, place }));
        let order = rounds.filter(|failure| failure.place < groups[failure.group].len()).collect();
        (
            corpus,
            verdicts
                .into_iter()
                .map(|is_bug| Some(if is_bug { Truth::TruePositive } else { Truth::FalsePositive }))
                .collect(),
            lists,
            order,
        )
    }

    fn evaluated<'a>(
        corpus: &'a Corpus,
        verdicts: &'a [Option<Truth>],
        signatures: &'a [usize],
    ) -> EvaluatedCorpus<'a> {
        EvaluatedCorpus { corpus, verdicts, signatures }
    }

    fn looks(counts: &[usize]) -> Looks {
        Looks { counts: counts.to_vec(), top_k: 2, counts_causes: false }
    }

    /// Worked by hand: looks 1 to 6 across are a0 b0 c0 a1 c1 c2; group by group with the top 2 a0 a1 b0 c0 c1.
    #[test]
    fn walks_find_what_is_worked_out_by_hand() {
        let (corpus, truth, lists, order) = corpus(&[&[false, true], &[true], &[false, false, true]]);
        let counts = [1, 2, 4, 6];
        let figures =
            bugs_within(evaluated(&corpus, &truth, &[0; 6]), &lists, Walk::Shown(&order), &looks(&counts));
        let values =
            |figure: fn(usize) -> Figure| counts.map(|count| figures.value(figure(count)).expect("a value"));
        assert_eq!(values(Figure::Within), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(values(Figure::ByGroup), [0.0, 1.0, 2.0, 2.0]);
        assert_eq!(figures.value(Figure::FirstLook), Some(2.0));
        // Of the six orders of the groups, b is the first in two; within two looks a is the first in two, b
        // the first or after nothing.
        let in_any_order = values(Figure::ByGroupInAnyOrder);
        assert!((in_any_order[0] - 1.0 / 3.0).abs() < 0.05, "{in_any_order:?}");
        assert!((in_any_order[1] - 2.0 / 3.0).abs() < 0.06, "{in_any_order:?}");
        assert_eq!(in_any_order[3], 2.0);
    }

    /// A failure drawn from six is one of the three TPs, of three bugs, with the probability 1/6 each.
    #[test]
    fn random_looks_are_drawn_from_all_failures() {
        let (corpus, truth, lists, _) = corpus(&[&[false, true], &[true], &[false, false, true]]);
        let figures =
            bugs_within(evaluated(&corpus, &truth, &[0; 6]), &lists, Walk::Random, &looks(&[1, 3, 6]));
        let within = [1, 3, 6].map(|count| figures.value(Figure::Within(count)).expect("a value"));
        assert!(
            within.iter().zip([0.5, 1.5, 3.0]).all(|(value, expected)| (value - expected).abs() < 1e-9),
            "{within:?}"
        );
        // One look at the first group finds its TP with the probability 1/2, two find it.
        let by_group = [1, 3].map(|count| figures.value(Figure::ByGroup(count)).expect("a value"));
        assert!((by_group[0] - 0.5).abs() < 1e-9 && (by_group[1] - 2.0).abs() < 1e-9, "{by_group:?}");
    }

    #[test]
    fn in_builds_causes_are_bugs() {
        let (corpus, truth, lists, order) = corpus(&[&[true, true, true, false]]);
        let causes = Looks { counts_causes: true, ..looks(&[1, 3]) };
        let figures =
            bugs_within(evaluated(&corpus, &truth, &[0, 0, 1, 2]), &lists, Walk::Shown(&order), &causes);
        assert_eq!(figures.value(Figure::Within(1)), Some(1.0));
        assert_eq!(figures.value(Figure::Within(3)), Some(2.0));
    }

    #[test]
    fn known_bugs_are_no_new_ones() {
        let (corpus, truth, lists, order) = corpus(&[&[true], &[true]]);
        let reversed = [1, 0].map(|group| PlaceInGroup { group, place: 0 });
        let figures = new_bugs_within(
            evaluated(&corpus, &truth, &[0, 1]),
            &lists,
            [&reversed, &order],
            &[true, false],
            &looks(&[1, 2]),
        );
        assert_eq!(figures.value(Figure::NewWithin(1)), Some(1.0));
        assert_eq!(figures.value(Figure::NewWithinWithoutBefore(1)), Some(0.0));
        assert_eq!(figures.value(Figure::NewWithinWithoutBefore(2)), Some(1.0));
    }

    #[test]
    fn missing_verdicts_give_bounds() {
        let (corpus, mut truth, lists, order) = corpus(&[&[true], &[false]]);
        truth[1] = None;
        let figures =
            bugs_within(evaluated(&corpus, &truth, &[0, 0]), &lists, Walk::Shown(&order), &looks(&[1, 2]));
        assert_eq!(figures.get(Figure::Within(2)).expect("it").bounds, Some([Some(1.0), Some(2.0)]));
    }
}
