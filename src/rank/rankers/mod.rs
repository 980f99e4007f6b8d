//! The rankers: a table with a row for each, from which everything else about them is made.
//!
//! ```text
//! features ──Scores──▶ a score per failure ──Ranking──▶ the list by score ──order──▶ Ordered: the list that is shown
//!                                                                                     └─ its Criterion, in words and fields
//! ```
//!
//! A ranker is a file in this folder with its [`Row`], and a line in [`TABLE`]. The command line, its help
//! and completions, the menu of the workbench, the columns of outputs, `evaluate` and the quality report read
//! the row. Rankers are named elsewhere only where a figure compares two of them.

mod by_cause;
mod change_aware;
mod diversified;
mod extended_isolation_forest;
mod input_order;
mod isolation_forest;
mod pass_aware;
mod random;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::Arc;

use serde_json::Value;

use crate::model::{Corpus, Failure, FailureId, FeatureVector, Group, PassedKinds, Ranking};

pub(crate) use by_cause::{CauseSizes, CausesOfGroup, function};
pub(crate) use diversified::of_its_kind;

/// The rows, in the order of help and menus.
const TABLE: &[&Row] = &[
    &isolation_forest::ROW,
    &extended_isolation_forest::ROW,
    &by_cause::ROW,
    &diversified::ROW,
    &pass_aware::ROW,
    &change_aware::ROW,
    &random::ROW,
    &input_order::ROW,
];

/// The method that orders a group: a row of the table.
#[derive(Clone, Copy)]
pub struct Ranker(&'static Row);

/// Everything that is known about a ranker.
pub(crate) struct Row {
    /// The name on the command line and in outputs.
    pub name: &'static str,
    /// The name of its order in the workbench.
    pub title: &'static str,
    /// The order in a few words, for help and menus.
    pub help: &'static str,
    /// The key in the workbench's menu of orders.
    pub key: char,
    /// True if the menu offers it to everybody, and not only to those who named it on the command line.
    pub is_offered: bool,
    /// A warning that a reader of its list must know: the list is not the same on every run.
    pub caveat: Option<&'static str>,
    /// The data that its order needs besides features and signatures.
    pub needs: Option<Need>,
    pub scores: Scores,
    /// Makes the list from the one by score; None if it is that list.
    pub order: Option<fn(Ranking, &GroupFacts<'_>) -> Ordered>,
    pub scored: Scored,
    pub reasons: Reasons,
    /// The fields of its criterion that are columns of an explanation in a CSV.
    pub columns: &'static [&'static str],
    pub measured: MeasuredOn,
    /// True if equal scores count in the order in which they are shown, and not by their expectation.
    pub counts_as_shown: bool,
    /// False if its scores only count down by place.
    pub shows_score: bool,
    /// The sentence on a group with too few failures for scores.
    pub too_few: &'static str,
    /// The tests for which its order is made; None if it is for none more than for others.
    pub tests: Option<Tests>,
}

/// The two kinds of tests, of which one ranker is not good for both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tests {
    /// Those of a generator, or oracles predicted for prefixes: what fails alone reveals the bug.
    Generated,
    /// Whole tests, which people or models wrote: what fails alike reveals the bug.
    Whole,
}

/// The scores that a list starts from. A higher score is more suspicious.
#[derive(Clone, Copy)]
pub(crate) enum Scores {
    /// Those of the isolation forest.
    Forest,
    /// Those of another method with seeds: a list for each of the seeds `0..seeds`, from the features of a group.
    BySeed(fn(&[FeatureVector], NonZeroU32) -> Vec<Vec<f64>>),
    /// One list of a group's tests, of which there are so many, without features.
    Once(fn(&Group, usize, NonZeroU32) -> Vec<f64>),
    /// None: its order needs no scores. The workbench shows those of the isolation forest beside it.
    Unused,
}

/// The scores of the entries of its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scored {
    /// Those that the list starts from.
    AsBefore,
    /// Its own.
    Anew,
}

/// The data that the order of a ranker needs besides features and signatures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// The kinds of the tests that passed.
    PassedTests,
    /// The changes of the code since another version.
    Changes,
}

/// The reasons for a failure's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reasons {
    /// The features that shortened its paths in the isolation forest.
    Forest,
    /// Its criterion says them.
    Criterion,
    /// There are none, for the reason given.
    None(&'static str),
}

/// The lists by which `evaluate` measures a ranker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MeasuredOn {
    /// A list for each seed, as in the paper, and the one list of averaged scores.
    EachSeed,
    /// The one list that is shown.
    OneList,
    /// All orders, each equally likely: the figures are exact.
    AllOrders,
}

/// The facts about a group, besides scores, that a list can be ordered by.
#[derive(Clone, Copy)]
pub(crate) struct GroupFacts<'a> {
    pub corpus: &'a Corpus,
    pub group: &'a Group,
    /// The kinds of the group's tests that passed.
    pub passed: &'a PassedKinds,
    /// Returns the number of a failure's signature, comparable within the group.
    pub signature: &'a dyn Fn(FailureId) -> usize,
}

/// A list in the order of a ranker.
#[derive(Debug, Clone)]
pub struct Ordered {
    /// The list.
    pub ranking: Ranking,
    /// The criterion of the order besides the scores; None if there is no other.
    pub(crate) criterion: Option<Arc<dyn Criterion>>,
}

impl From<Ranking> for Ordered {
    fn from(ranking: Ranking) -> Ordered {
        Ordered { ranking, criterion: None }
    }
}

/// A criterion of an order besides scores: its words on each failure, which is given by its row, its index in
/// the group.
pub(crate) trait Criterion: fmt::Debug + Send + Sync {
    /// Describes what it says about a failure, without an end.
    fn words(&self, failure: &Failure, row: usize) -> String;

    /// Returns the words as a sentence of an explanation, with the failure's place by score.
    fn sentence(&self, failure: &Failure, row: usize, _: PlaceByScore) -> String {
        format!("{}.", self.words(failure, row))
    }

    /// Returns true if the sentence precedes the reasons of the scores.
    fn comes_first(&self) -> bool {
        false
    }

    /// Returns the fields of an explanation for programs.
    fn fields(&self, _row: usize, _: PlaceByScore) -> Fields {
        Vec::new()
    }
}

/// Named numbers of an explanation, in the order of outputs.
pub(crate) type Fields = Vec<(&'static str, Value)>;

#[derive(Debug, Clone, Copy)]
pub(crate) struct PlaceByScore {
    /// The rank in the list by score, from 1.
    pub rank: usize,
    /// False if the group has too few failures for a score.
    pub says_something: bool,
}

impl Row {
    /// The row of a list by the forest's score, from which the other rows differ.
    const FOREST: Row = Row {
        name: "",
        title: "",
        help: "",
        key: '\0',
        is_offered: true,
        caveat: None,
        needs: None,
        scores: Scores::Forest,
        order: None,
        scored: Scored::AsBefore,
        reasons: Reasons::Forest,
        columns: &[],
        measured: MeasuredOn::EachSeed,
        counts_as_shown: false,
        shows_score: true,
        too_few: "Too few failures to rank.",
        tests: Some(Tests::Generated),
    };
}

impl Ranker {
    /// The paper's ranker: scikit-learn's isolation forest.
    pub const ISOLATION_FOREST: Ranker = Ranker(&isolation_forest::ROW);
    /// The isolation forest's list, walked so that every round shows each signature once.
    pub const DIVERSIFIED: Ranker = Ranker(&diversified::ROW);
    /// The isolation forest combined with the outcomes of similar tests.
    pub const PASS_AWARE: Ranker = Ranker(&pass_aware::ROW);
    /// The causes that most tests share first, for tests that people wrote.
    pub const BY_CAUSE: Ranker = Ranker(&by_cause::ROW);
    /// One failure for each changed method, then the diversified list.
    pub const CHANGE_AWARE: Ranker = Ranker(&change_aware::ROW);
    /// A random order, which a ranking has to beat.
    pub const RANDOM: Ranker = Ranker(&random::ROW);
    /// The order of the input.
    pub const INPUT_ORDER: Ranker = Ranker(&input_order::ROW);
    /// A forest with oblique cuts (Hariri, Kind & Brunner, TKDE 2021), as a second opinion.
    pub const EXTENDED_ISOLATION_FOREST: Ranker = Ranker(&extended_isolation_forest::ROW);

    /// Returns all rankers, the default first.
    pub fn all() -> impl DoubleEndedIterator<Item = Ranker> + Clone {
        TABLE.iter().copied().map(Ranker)
    }

    pub(crate) fn row(self) -> &'static Row {
        self.0
    }

    /// Returns the name on the command line and in outputs.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the ranker whose list is the one by the scores that this one starts from: itself, unless it
    /// reorders that of another.
    #[must_use]
    pub(crate) fn starts_from(self) -> Ranker {
        let is_forest = matches!(self.0.scores, Scores::Forest | Scores::Unused);
        if is_forest { Ranker::ISOLATION_FOREST } else { self }
    }

    /// Returns true if its list depends on the features of the failures.
    pub(crate) fn uses_features(self) -> bool {
        matches!(self.0.scores, Scores::Forest | Scores::BySeed(_))
    }

    /// Returns true if the scores in its list are those of `base`.
    pub(crate) fn shows_scores_of(self, base: Ranker) -> bool {
        self.starts_from() == base && self.0.scored == Scored::AsBefore
    }

    /// Returns true if its list is that of the isolation forest, or made from it.
    pub(crate) fn is_of_forest(self) -> bool {
        self.0.reasons == Reasons::Forest
    }

    /// Returns true if its order is made for whole tests, so that the one over all groups goes by cause.
    pub(crate) fn is_for_whole_tests(self) -> bool {
        self.0.tests == Some(Tests::Whole)
    }

    /// Returns a remark if its order is made for other tests than these.
    pub(crate) fn is_for_others(self, corpus: &Corpus) -> Option<String> {
        let groups = corpus.groups.iter().filter(|group| !group.failures.is_empty());
        let (whole, others): (Vec<_>, Vec<_>) = groups.partition(|group| corpus.has_whole_tests(group));
        match (self.0.tests?, whole.is_empty(), others.is_empty()) {
            (Tests::Generated, false, true) => Some(format!(
                "{self} puts first what fails alone; these are whole tests, in which what fails alike reveals a bug more often: \
                 try --ranker {}",
                Ranker::BY_CAUSE
            )),
            (Tests::Whole, true, false) => Some(format!(
                "{self} puts first what fails alike; these are tests of a generator or predicted oracles, in which what fails \
                 alone reveals a bug more often: try --ranker {}",
                Ranker::ISOLATION_FOREST
            )),
            _ => None,
        }
    }

    /// Returns why this ranker's list gives no reasons for a failure's place; None if it gives reasons.
    pub(crate) fn why_without_reasons(self) -> Option<&'static str> {
        match self.0.reasons {
            Reasons::Forest | Reasons::Criterion => None,
            Reasons::None(why) => Some(why),
        }
    }

    /// Returns a warning that a reader of this ranker's list must know.
    pub(crate) fn caveat(self) -> Option<&'static str> {
        self.0.caveat
    }

    /// Returns true if the data is known that its order needs in this group.
    pub(crate) fn has_its_data(self, facts: &GroupFacts<'_>) -> bool {
        match self.0.needs {
            None => true,
            Some(Need::PassedTests) => !facts.passed.is_empty(),
            Some(Need::Changes) => facts.corpus.knows_changes,
        }
    }

    /// Returns a remark if it lacks data, so that some of its lists are those of another ranker.
    pub(crate) fn lacks(self, corpus: &Corpus) -> Option<String> {
        match self.0.needs? {
            Need::PassedTests => pass_aware::lacks(corpus),
            Need::Changes => change_aware::lacks(corpus),
        }
    }

    /// Returns a group's list in the order of this ranker, from the list by the scores that it starts from.
    pub(crate) fn order(self, by_score: Ranking, facts: &GroupFacts<'_>) -> Ordered {
        match self.0.order {
            Some(order) => order(by_score, facts),
            None => by_score.into(),
        }
    }

    /// Returns a list as `evaluate` counts it.
    pub(crate) fn as_measured(self, list: Ranking) -> Ranking {
        if self.0.counts_as_shown { list.without_ties() } else { list }
    }
}

impl Default for Ranker {
    fn default() -> Ranker {
        Ranker::ISOLATION_FOREST
    }
}

impl FromStr for Ranker {
    type Err = String;

    fn from_str(name: &str) -> Result<Ranker, String> {
        Ranker::all().find(|ranker| ranker.name() == name).ok_or_else(|| unknown(name))
    }
}

fn unknown(name: &str) -> String {
    let names = Ranker::all().map(Ranker::name).collect::<Vec<_>>().join(", ");
    match name {
        // Configuration files of earlier versions may still contain it.
        "best" => format!(
            "the ranker `best` was removed, because it showed no gain on unseen projects: use one of {names}"
        ),
        _ => format!("unknown ranker `{name}`: expected {names}"),
    }
}

impl fmt::Display for Ranker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Ranker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for Ranker {
    fn eq(&self, other: &Ranker) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Ranker {}

impl Hash for Ranker {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl PartialOrd for Ranker {
    fn partial_cmp(&self, other: &Ranker) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranker {
    fn cmp(&self, other: &Ranker) -> Ordering {
        self.name().cmp(other.name())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_ranker_is_found_by_its_name() {
        for ranker in Ranker::all() {
            assert_eq!(ranker.name().parse(), Ok(ranker));
        }
        let names = "isolation-forest, extended-isolation-forest, by-cause, diversified, pass-aware, change-aware, random, input-order";
        let error = "forest".parse::<Ranker>().expect_err("no such ranker");
        assert_eq!(error, format!("unknown ranker `forest`: expected {names}"));
        let error = "best".parse::<Ranker>().expect_err("it was removed");
        assert_eq!(
            error,
            format!(
                "the ranker `best` was removed, because it showed no gain on unseen projects: use one of {names}"
            )
        );
    }

    #[test]
    fn every_row_has_its_words_and_its_key() {
        for row in TABLE {
            assert!(!row.title.is_empty() && !row.help.is_empty() && !row.too_few.is_empty(), "{}", row.name);
            assert!(row.key.is_ascii_alphanumeric(), "{}", row.name);
        }
    }

    #[test]
    fn no_two_rows_share_a_name_or_a_key() {
        let names: HashSet<&str> = Ranker::all().map(Ranker::name).collect();
        assert_eq!(names.len(), TABLE.len());
        assert_eq!(TABLE.iter().map(|row| row.key).collect::<HashSet<_>>().len(), TABLE.len());
    }
}
