//! The pass-aware ranker: the isolation forest with the outcomes of tests that demand the same of the same method.
//!
//! If most tests of a kind pass, one that fails is suspicious; if most of them fail, the oracle is wrong for
//! this method. A kind is the form of the oracle and the focal method. Few tests are weak evidence, so their
//! share of failing ones is shrunk towards that of all tests with this form of oracle, and that one towards
//! the share of the group:
//!
//! ```text
//! p0 = (failing + 1) / (tests + 2)                            of the group
//! p1 = (failing with the form + p0) / (tests with it + 1)
//! p  = (failing of the kind + p1) / (tests of it + 1)
//!
//! score = place by the forest's score + place by low p
//! ```
//!
//! A place is 0 for the last failure of the group and 1 for the first; equal ones share their mean place. All
//! executed tests of the group in its run count, except duplicates. The rule has no fitted number.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use super::{Criterion, Fields, GroupFacts, MeasuredOn, Need, Ordered, PlaceByScore, Row, Scored};
use crate::model::text::plural;
use crate::model::{Corpus, Failure, Group, PassedKinds, Ranking, TestKind};
use crate::rank::signature::focal_name;

pub(super) const ROW: Row = Row {
    name: "pass-aware",
    title: "pass-aware",
    help: "those most like passing tests first",
    key: 'a',
    needs: Some(Need::PassedTests),
    order: Some(order),
    scored: Scored::Anew,
    columns: &["alike_passed", "tests_alike", "failing_share"],
    measured: MeasuredOn::OneList,
    ..Row::FOREST
};

/// Returns the forest's list if no kind of the tests that passed is known.
fn order(by_score: Ranking, facts: &GroupFacts<'_>) -> Ordered {
    let GroupFacts { corpus, group, .. } = *facts;
    match similar_tests(group, &corpus.executed_of(group), facts.passed) {
        Some(similar) => {
            let scores = scores(&by_score.scores_of(corpus.tests_of(group)), &similar);
            let ranking = Ranking::of_group(&group.failures, &scores);
            Ordered { ranking, criterion: Some(Arc::new(similar)) }
        }
        None => by_score.into(),
    }
}

/// Returns a remark if in some groups no kind of the tests that passed is known.
pub(super) fn lacks(corpus: &Corpus) -> Option<String> {
    let groups = || corpus.groups.iter().filter(|group| !group.failures.is_empty());
    let without = groups().filter(|group| group.passed.kinds.is_empty()).count();
    let of_all = groups().count();
    let unknown = "no test that passed is known with its oracle and focal method";
    match without {
        0 => None,
        _ if without == of_all => Some(format!("{unknown}: the list is that of the isolation forest")),
        _ => {
            let groups = plural(of_all, "group");
            Some(format!("in {without} of {groups} {unknown}: their lists are those of the isolation forest"))
        }
    }
}

/// The outcomes of the tests similar to a failed one: those of its kind, itself included.
#[derive(Debug, Clone, PartialEq)]
struct SimilarTests {
    /// The kind; None if the failure's oracle is not known.
    kind: Option<TestKind>,
    passed: usize,
    tests: usize,
    /// The shrunk share of failing tests.
    share: f64,
}

#[derive(Debug, Clone, Copy, Default)]
struct Outcomes {
    tests: usize,
    failed: usize,
}

impl Outcomes {
    fn add(&mut self, passed: usize, failed: usize) {
        self.tests += passed + failed;
        self.failed += failed;
    }

    /// Returns the share of failing tests after adding one test that fails with the share of a larger set.
    fn shrunk(self, larger: f64) -> f64 {
        (self.failed as f64 + larger) / (self.tests as f64 + 1.0)
    }
}

/// Returns the similar tests of each failure of a group; `passed` are those that passed. None if no kind of
/// theirs is known.
fn similar_tests(group: &Group, failures: &[&Failure], passed: &PassedKinds) -> Option<Vec<SimilarTests>> {
    if passed.is_empty() {
        return None;
    }
    let kinds: Vec<Option<TestKind>> = failures.iter().map(|failure| failure.test_kind()).collect();
    let (mut of_form, mut of_kind) = (HashMap::new(), HashMap::new());
    let failed = kinds.iter().flatten().map(|kind| (kind, 0, 1));
    for (kind, passed, failed) in passed.iter().map(|(kind, &passed)| (&**kind, passed, 0)).chain(failed) {
        of_form.entry(kind.form()).or_insert_with(Outcomes::default).add(passed, failed);
        of_kind.entry(kind).or_insert_with(Outcomes::default).add(passed, failed);
    }
    let tests = failures.len() + group.passed.total();
    let of_group = (failures.len() as f64 + 1.0) / (tests as f64 + 2.0);
    let similar = kinds.iter().map(|kind| {
        let Some(kind) = kind else {
            return SimilarTests { kind: None, passed: 0, tests: 1, share: of_group };
        };
        let outcomes = of_kind.get(kind).copied().unwrap_or_default();
        let of_form = of_form.get(kind.form()).copied().unwrap_or_default();
        SimilarTests {
            kind: Some(kind.clone()),
            passed: outcomes.tests - outcomes.failed,
            tests: outcomes.tests,
            share: outcomes.shrunk(of_form.shrunk(of_group)),
        }
    });
    Some(similar.collect())
}

/// Returns the scores of a group's failures from the forest's scores and their similar tests.
fn scores(forest: &[f64], similar: &[SimilarTests]) -> Vec<f64> {
    let shares: Vec<f64> = similar.iter().map(|similar| -similar.share).collect();
    let places = twice_places(forest).into_iter().zip(twice_places(&shares));
    match forest.len() {
        0 | 1 => vec![1.0; forest.len()],
        count => places.map(|(one, other)| (one + other) as f64 / (2 * (count - 1)) as f64).collect(),
    }
}

/// Returns twice the number of values below each, equal ones counting half: whole numbers tie exactly.
fn twice_places(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut places = vec![0; values.len()];
    let mut below = 0;
    for equal in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]) == Ordering::Equal) {
        for &row in equal {
            places[row] = 2 * below + equal.len() - 1;
        }
        below += equal.len();
    }
    places
}

impl SimilarTests {
    /// Describes the outcomes; `focal` is the name of the focal method, empty if it is unknown.
    fn words(&self, focal: &str) -> String {
        let Some(kind) = &self.kind else {
            return "Its oracle is not known, so no tests that passed are like it".to_owned();
        };
        let method = if focal.is_empty() { "no focal method known" } else { focal };
        let alike = match self.tests {
            1 => "No other test is like this one".to_owned(),
            tests => format!("{} of {tests} tests like this one pass", self.passed),
        };
        format!("{alike} ({kind}, {method})")
    }
}

impl Criterion for Vec<SimilarTests> {
    fn words(&self, failure: &Failure, row: usize) -> String {
        self[row].words(&focal_name(failure))
    }

    fn sentence(&self, failure: &Failure, row: usize, place: PlaceByScore) -> String {
        let words = Criterion::words(self, failure, row);
        format!("{words}; by the isolation forest alone its rank is {}.", place.rank)
    }

    fn comes_first(&self) -> bool {
        true
    }

    fn fields(&self, row: usize, _: PlaceByScore) -> Fields {
        let SimilarTests { passed, tests, share, .. } = self[row];
        vec![("alike_passed", passed.into()), ("tests_alike", tests.into()), ("failing_share", share.into())]
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{FailureId, Oracle, Passed};

    fn failure(assertion: &str, focal_method: &str) -> Failure {
        Failure {
            oracle: Oracle { expects_exception: false, assertion: Arc::from(assertion) },
            focal_method: Arc::from(focal_method),
            generated_test: Arc::from("@Test void t() {}"),
            ..Failure::with_trace("")
        }
    }

    /// Worked by hand: of a group of three failed and six passed tests, p0 = 4/11; of `assertEquals` 1 of 5 fail.
    #[test]
    fn shares_are_shrunk_twice() {
        let failures =
            [failure("assertEquals(1, a)", "int a() {}"), failure("", "int a() {}"), failure("", "")];
        let kind = |assertion, method| Arc::new(TestKind::new(false, assertion, method));
        let passed: PassedKinds =
            [(kind("assertEquals", "int a()"), 3), (kind("assertEquals", "int b()"), 1)].into();
        let group = Group {
            is_predicted: false,
            run: 0,
            project: "P".into(),
            bug: "1".into(),
            failures: (0..3).map(FailureId::new).collect(),
            passed: Passed { unknown: 6, ..Passed::default() },
        };
        let similar = similar_tests(&group, &failures.each_ref(), &passed).expect("kinds are known");
        let p0 = 4.0 / 11.0;
        let (equals, nothing) = ((1.0 + p0) / 6.0, (2.0 + p0) / 3.0);
        let alone = f64::midpoint(1.0, nothing);
        let expected = [(1.0 + equals) / 5.0, alone, alone];
        for (similar, expected) in similar.iter().zip(expected) {
            assert!((similar.share - expected).abs() < 1e-15, "{similar:?}, expected {expected}");
        }
        assert_eq!(similar[0].words("A.a"), "3 of 4 tests like this one pass (assertEquals, A.a)");
        assert_eq!(
            similar[2].words(""),
            "No other test is like this one (throws nothing, no focal method known)"
        );
        // The first is first by its share and last by the forest; the others tie by their share.
        assert_eq!(scores(&[0.4, 0.5, 0.6], &similar), [1.0, 0.75, 1.25]);
        assert_eq!(similar_tests(&group, &failures.each_ref(), &PassedKinds::new()), None);
    }
}
