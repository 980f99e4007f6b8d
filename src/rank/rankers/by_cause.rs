//! By cause: what several tests of people share comes first, because a bug breaks several tests, and a wrong
//! test itself.
//!
//! ```text
//! failures ──signature──▶ causes ──environment, changes, test functions, production code, hash──▶ their order
//!                            └── one failure of each, then the second of each, …: a round is sorted by its own failures
//! ```
//!
//! The steps are asked one after the other, without weights; the number of test functions is asked of a
//! cause, the others of each failure. Measured on red builds of pytest: of 40 builds that were not seen, the
//! first bug comes at look 1.82 on average (3.04 in random order, 2.75 in the diversified one). A bug that
//! breaks one test only comes late; an intended change that outdates many tests looks like a bug.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::{Criterion, GroupFacts, MeasuredOn, Ordered, PlaceByScore, Reasons, Row, Scored, Scores, Tests};
use crate::message::mask::mask;
use crate::model::text::capitalized;
use crate::model::{
    Changed, Extent, Failure, Language, Location, Phase, RankedFailure, Ranking, UNNAMED_EXCEPTIONS,
};
use crate::parallel;
use crate::rank::circumstances::{
    Circumstances, has_exception_of_machine, is_raised_by_tests, ran_production_anywhere,
};
use crate::rank::{Likeness, PlaceInRound, Traits, hash_of_name};

pub(super) const ROW: Row = Row {
    name: "by-cause",
    title: "by cause",
    help: "what most tests share first",
    key: 'b',
    scores: Scores::Unused,
    order: Some(order),
    scored: Scored::Anew,
    reasons: Reasons::Criterion,
    measured: MeasuredOn::OneList,
    counts_as_shown: true,
    shows_score: false,
    too_few: "Ordered by cause.",
    tests: Some(Tests::Whole),
    ..Row::FOREST
};

fn order(_: Ranking, facts: &GroupFacts<'_>) -> Ordered {
    let causes = CausesOfGroup::of(facts);
    let ranking = causes.ranking(facts);
    Ordered { ranking, criterion: Some(Arc::new(causes)) }
}

/// The properties by which a failure is ordered, one after the other; smaller first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked on its own, in this order")]
struct PlaceByCause {
    /// True for a test that was not run again: what fails now comes first.
    is_not_run: bool,
    is_environment: bool,
    is_unchanged: bool,
    is_unmarked: bool,
    cause_size: Reverse<u32>,
    is_outside_production: bool,
    /// The SHA-256 of the test's name.
    hash: [u8; 32],
    row: usize,
}

/// The causes of the failures of a group, by row.
#[derive(Debug)]
pub(crate) struct CausesOfGroup {
    circumstances: Vec<Circumstances>,
    is_changed: Vec<bool>,
    /// True for a failure with any mark of a change, be it only in another part of its file.
    is_marked: Vec<bool>,
    is_not_run: Vec<bool>,
    sizes: CauseSizes,
    /// The failures of other causes that are like that of a row; empty for a large group.
    others: Vec<AlikeElsewhere>,
    /// The causes whose tests each say a difference that no other test of the cause says; empty for a large group.
    of_several_values: HashSet<u32, RandomState>,
}

/// The failures of other causes that are so like one that they may be of its bug.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct AlikeElsewhere {
    /// The number of those that say the same, and what that is; None without any.
    says: Option<(u32, Likeness)>,
    /// The number of those that the same line threw, unless some say the same.
    same_line: u32,
}

impl AlikeElsewhere {
    /// Finds them for each failure of a group.
    fn of(traits: &[Traits<'_>], sizes: &CauseSizes) -> Vec<AlikeElsewhere> {
        let (mut says, mut lines) = (CausesOfTrait::default(), CausesOfTrait::default());
        for (traits, &cause) in traits.iter().zip(&sizes.cause_of) {
            says.add(traits.says.as_deref(), cause);
            lines.add(traits.line.as_deref(), cause);
        }
        let rows = traits.iter().zip(&sizes.cause_of);
        rows.map(|(traits, &cause)| {
            let others = says.others(traits.says.as_deref(), cause);
            let says = (others > 0).then(|| (others, traits.likeness_of_words()));
            let same_line = if others > 0 { 0 } else { lines.others(traits.line.as_deref(), cause) };
            AlikeElsewhere { says, same_line }
        })
        .collect()
    }

    /// Returns `another test has the same difference`, or what is said if there is none.
    fn in_words(&self, without: &str) -> String {
        let (others, likeness) = match &self.says {
            Some((others, Likeness::Difference)) => (*others, "the same difference"),
            Some((others, _)) => (*others, "the same message"),
            None if self.same_line == 1 => return "another test fails in the same line".to_owned(),
            None if self.same_line > 1 => {
                return format!("{} other tests fail in the same line", self.same_line);
            }
            None => return without.to_owned(),
        };
        match others {
            1 => format!("another test has {likeness}"),
            _ => format!("{others} other tests have {likeness}"),
        }
    }
}

/// Returns the causes of several test functions of which each says a difference that none of the others says: one function may be
/// wrong in several ways.
fn causes_of_several_values(traits: &[Traits<'_>], sizes: &CauseSizes) -> HashSet<u32, RandomState> {
    let mut said: HashMap<ValueOfCause<'_>, &Traits<'_>, RandomState> = HashMap::default();
    let mut causes: HashSet<u32, RandomState> = (0..)
        .zip(&sizes.functions)
        .filter(|(_, functions)| **functions > 1)
        .map(|(cause, _)| cause)
        .collect();
    for (traits, &cause) in traits.iter().zip(&sizes.cause_of) {
        let difference = traits.says.as_deref().filter(|_| traits.is_difference());
        let first = difference.map(|value| *said.entry(ValueOfCause { value, cause }).or_insert(traits));
        if first.is_none_or(|first| first.test != traits.test) {
            causes.remove(&cause);
        }
    }
    causes
}

/// The number of failures with a value of a trait: all of them, and those of each cause.
#[derive(Default)]
struct CausesOfTrait<'t> {
    all: HashMap<&'t str, u32, RandomState>,
    of_cause: HashMap<ValueOfCause<'t>, u32, RandomState>,
}

#[derive(PartialEq, Eq, Hash)]
struct ValueOfCause<'t> {
    value: &'t str,
    cause: u32,
}

impl<'t> CausesOfTrait<'t> {
    fn add(&mut self, value: Option<&'t str>, cause: u32) {
        let Some(value) = value else { return };
        *self.all.entry(value).or_default() += 1;
        *self.of_cause.entry(ValueOfCause { value, cause }).or_default() += 1;
    }

    /// Returns the number of failures of other causes with a value.
    fn others(&self, value: Option<&str>, cause: u32) -> u32 {
        value.map_or(0, |value| {
            let all = self.all.get(value).copied().unwrap_or_default();
            all - self.of_cause.get(&ValueOfCause { value, cause }).copied().unwrap_or_default()
        })
    }
}

/// The sizes of the causes of a group.
#[derive(Debug)]
pub(crate) struct CauseSizes {
    /// The cause of each failure, by row.
    cause_of: Vec<u32>,
    /// The number of test functions that fail for each cause.
    functions: Vec<u32>,
    /// The number of failures for each cause: a parametrized function can have several.
    failures: Vec<u32>,
    /// The number of failures of each failure's test function, whatever their causes, by row.
    failures_of_function: Vec<u32>,
    /// True if each failure's test function fails in several phases, as itself and in a hook, by row.
    fails_in_phases: Vec<bool>,
}

/// The failures of a test function, whatever their causes.
#[derive(Default)]
struct FailuresOfFunction {
    count: u32,
    /// The phase of the first.
    phase: Option<Phase>,
    are_of_several_phases: bool,
}

/// A test function that fails. In a build of several modules, two may have functions of one name.
#[derive(PartialEq, Eq, Hash)]
struct FailedFunction<'f> {
    project: &'f str,
    bug: &'f str,
    function: (&'f str, Cow<'f, str>),
}

/// A test function in the order of appearance, and a cause it fails for.
#[derive(PartialEq, Eq, Hash)]
struct FunctionOfCause {
    function: usize,
    cause: u32,
}

impl CauseSizes {
    /// Finds the causes of a group: failures with one signature are one.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a group has fewer failures than memory has bytes for"
    )]
    pub(crate) fn of(facts: &GroupFacts<'_>) -> CauseSizes {
        let failures = facts.corpus.failures_of(facts.group);
        let cause_of: Vec<u32> =
            facts.group.failures.iter().map(|&failure| (facts.signature)(failure) as u32).collect();
        let causes = cause_of.iter().max().map_or(0, |&last| last as usize + 1);
        let mut known: IndexMap<FailedFunction<'_>, FailuresOfFunction, RandomState> = IndexMap::default();
        let function_of: Vec<usize> = failures
            .iter()
            .map(|failure| {
                let failed = FailedFunction {
                    project: &failure.project,
                    bug: &failure.bug,
                    function: function(failure),
                };
                let entry = known.entry(failed);
                let place = entry.index();
                let failed = entry.or_default();
                failed.count += 1;
                failed.are_of_several_phases |= *failed.phase.get_or_insert(failure.phase) != failure.phase;
                place
            })
            .collect();
        let (mut functions, mut failures) = (vec![0; causes], vec![0; causes]);
        let mut seen = HashSet::with_hasher(RandomState::default());
        for (&function, &cause) in function_of.iter().zip(&cause_of) {
            functions[cause as usize] += u32::from(seen.insert(FunctionOfCause { function, cause }));
            failures[cause as usize] += 1;
        }
        let failures_of_function = function_of.iter().map(|&function| known[function].count).collect();
        let fails_in_phases =
            function_of.iter().map(|&function| known[function].are_of_several_phases).collect();
        CauseSizes { cause_of, functions, failures, failures_of_function, fails_in_phases }
    }

    /// Returns the number of test functions that fail for the cause of a failure.
    pub(crate) fn of_row(&self, row: usize) -> u32 {
        self.functions[self.cause_of[row] as usize]
    }
}

impl CausesOfGroup {
    /// Returns what failures of other causes have in common with that of a row.
    fn alike_elsewhere(&self, row: usize) -> &AlikeElsewhere {
        const NONE: AlikeElsewhere = AlikeElsewhere { says: None, same_line: 0 };
        self.others.get(row).unwrap_or(&NONE)
    }

    pub(crate) fn of(facts: &GroupFacts<'_>) -> CausesOfGroup {
        /// The failures from which on nobody compares all of them.
        const MANY: usize = 2000;
        let failures = facts.corpus.failures_of(facts.group);
        let sizes = CauseSizes::of(facts);
        let compared = if failures.len() > MANY { &[][..] } else { &failures[..] };
        let traits = parallel::map(compared, |failure| Traits::of(failure));
        CausesOfGroup {
            others: AlikeElsewhere::of(&traits, &sizes),
            of_several_values: if compared.is_empty() {
                HashSet::default()
            } else {
                causes_of_several_values(&traits, &sizes)
            },
            circumstances: parallel::map(&failures, |failure| Circumstances::of(failure)),
            is_changed: failures.iter().map(|failure| has_changed_code(failure)).collect(),
            is_marked: failures.iter().map(|failure| has_mark(failure)).collect(),
            is_not_run: failures.iter().map(|failure| failure.not_run().is_some()).collect(),
            sizes,
        }
    }

    /// Returns the number of test functions that fail for the cause of a failure.
    pub(crate) fn size(&self, row: usize) -> u32 {
        self.sizes.of_row(row)
    }

    /// Returns what the place of a failure in a round over all groups depends on; `test` is its test.
    pub(crate) fn place_in_round(&self, row: usize, test: &str) -> PlaceInRound {
        PlaceInRound {
            is_environment: self.is_environment(row),
            cause_size: Reverse(self.size(row)),
            hash: hash_of_name(test),
        }
    }

    pub(crate) fn is_environment(&self, row: usize) -> bool {
        self.circumstances[row].is_environment
    }

    /// Returns the rows in order: one failure of each cause, then the second of each. `hash_of` returns that
    /// of a test's name.
    fn rows(&self, hash_of: impl Fn(usize) -> [u8; 32] + Sync) -> Vec<usize> {
        let mut places = parallel::indexes(self.circumstances.len(), |row| {
            let Circumstances { in_production, is_environment } = self.circumstances[row];
            PlaceByCause {
                is_not_run: self.is_not_run[row],
                is_environment,
                is_unchanged: !self.is_changed[row],
                is_unmarked: !self.is_marked[row],
                cause_size: Reverse(self.size(row)),
                is_outside_production: !in_production,
                hash: hash_of(row),
                row,
            }
        });
        places.sort_unstable();
        let mut rows: Vec<usize> = places.into_iter().map(|place| place.row).collect();
        let mut seen: HashMap<u32, usize, RandomState> = HashMap::default();
        let mut rounds = vec![0; rows.len()];
        for &row in &rows {
            let count = seen.entry(self.sizes.cause_of[row]).or_default();
            rounds[row] = *count;
            *count += 1;
        }
        rows.sort_by_key(|&row| rounds[row]);
        rows
    }

    /// Returns the list. Scores count down by place: they say nothing, and no two tie.
    fn ranking(&self, facts: &GroupFacts<'_>) -> Ranking {
        let failures = &facts.group.failures;
        let count = failures.len() as f64;
        let rows = self.rows(|row| hash_of_name(&facts.corpus.failures[failures[row]].test));
        let entries = rows.into_iter().enumerate().map(|(place, row)| RankedFailure {
            failure: failures[row],
            score: 1.0 - place as f64 / count,
            tie: place + 1,
        });
        Ranking { entries: entries.collect(), without_test: 0 }
    }
}

impl Criterion for CausesOfGroup {
    fn words(&self, failure: &Failure, row: usize) -> String {
        let failures = self.sizes.failures[self.sizes.cause_of[row] as usize];
        let others = self.sizes.failures_of_function[row].saturating_sub(failures);
        let elsewhere = self.alike_elsewhere(row);
        let is_of_several_values = self.of_several_values.contains(&self.sizes.cause_of[row]);
        let values = if is_of_several_values { ", with different values" } else { "" };
        let alike = match (self.size(row), failures) {
            (1, 1) if others == 1 && self.sizes.fails_in_phases[row] => {
                let other = match failure.phase {
                    Phase::Test => "its set-up or tear-down fails as well",
                    _ => "the test itself fails as well",
                };
                format!("no other test fails like this, but {other}")
            }
            // That it is of one test says more than that it is of one line.
            (1, 1) if others == 1 && elsewhere.says.is_none() => {
                "no other test fails like this, but another case of this one fails".to_owned()
            }
            (1, 1) if others > 1 && elsewhere.says.is_none() => {
                format!("no other test fails like this, but {others} more cases of this one fail")
            }
            (1, 1) => elsewhere.in_words("no other test fails like this"),
            (1, cases) => {
                format!("{cases} cases of this test fail alike, {}", elsewhere.in_words("no other test does"))
            }
            (tests, cases) if cases == tests => format!("{tests} tests fail alike{values}"),
            (tests, cases) => format!("{cases} cases of {tests} tests fail alike{values}"),
        };
        match self.circumstances[row] {
            // A set-up may fail by a bug of the tests as well: it comes last, and no more is said.
            Circumstances { is_environment: true, .. }
                if failure.phase == Phase::SetUp && !has_exception_of_machine(failure) =>
            {
                format!("its set-up failed; {alike}")
            }
            Circumstances { is_environment: true, .. } => {
                format!("looks like the environment: {}; {alike}", why_of_environment(failure))
            }
            Circumstances { in_production: true, .. } if is_raised_by_tests(failure) => {
                format!("{alike}; raised in code of the tests that production code called")
            }
            Circumstances { in_production: true, .. } => {
                let says = if self.size(row) == 1 { "; this one failed" } else { "," };
                // It may only have been the first to miss what the machine lacks.
                let may_be = if has_exception_of_machine(failure) {
                    ": the environment may be the reason"
                } else {
                    ""
                };
                format!("{alike}{says} in production code{may_be}")
            }
            // Without a name and without calls only the words of the system tell it, as in what an assertion met.
            _ if (UNNAMED_EXCEPTIONS.contains(&failure.trace.exception())
                || failure.is_assertion_failure())
                && has_exception_of_machine(failure) =>
            {
                format!("{alike}: the environment may be the reason")
            }
            _ => alike,
        }
    }

    fn sentence(&self, failure: &Failure, row: usize, _: PlaceByScore) -> String {
        format!("{}.", capitalized(&self.words(failure, row)))
    }

    fn comes_first(&self) -> bool {
        true
    }
}

/// Returns why a failure looks like one of the environment, as far as it is true of this one.
fn why_of_environment(failure: &Failure) -> &'static str {
    match (failure.extent, failure.phase) {
        (Extent::Module, _) => "something that its module needs is missing",
        (_, Phase::SetUp) => "its set-up failed",
        _ if ran_production_anywhere(failure) => "production code ran, but did not raise it",
        _ => "no production code in its trace",
    }
}

/// Returns true if a line or a method that the failure ran through was changed.
fn has_changed_code(failure: &Failure) -> bool {
    let code = failure.changes.as_ref().and_then(|changes| changes.code);
    matches!(code, Some(Changed::Line | Changed::Method | Changed::FocalMethod))
}

/// Returns true if anything of its code was changed: the column `changed` has a mark.
fn has_mark(failure: &Failure) -> bool {
    failure.changes.as_ref().is_some_and(|changes| !changes.name().is_empty())
}

/// Returns the module and the test function of a failure: a parametrized test is one function with all its values.
pub(crate) fn function(failure: &Failure) -> (&str, Cow<'_, str>) {
    let (module, name) = failure.test.split_once("::").unwrap_or(("", &failure.test));
    let plain = name.split(['[', '(']).next().unwrap_or(name).trim();
    if failure.language == Language::Python {
        return (
            module,
            Cow::Borrowed(plain.split(' ').next().filter(|first| !first.is_empty()).unwrap_or(name)),
        );
    }
    // A call is one function with all values of its table, whatever its title makes of them.
    if let (Language::JavaScript, Some(location)) = (failure.language, &failure.location) {
        let Location { file, line, .. } = &**location;
        return (module, Cow::Owned(format!("{file}:{line}")));
    }
    // A sentence is a title, which may have the values of a table in it, some of them negative.
    if name.trim().contains(' ') && (plain.is_empty() || plain.contains(' ')) {
        return (module, Cow::Owned(mask(name).replace("-#", "#")));
    }
    // Go names the cases of a test after it.
    let plain = if plain.starts_with("Test") { plain.split('/').next().unwrap_or(plain) } else { plain };
    (module, Cow::Borrowed(if plain.is_empty() { name } else { plain }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn causes(of: &[(u32, bool, bool, bool)], functions: Vec<u32>) -> Vec<usize> {
        let circumstances = of
            .iter()
            .map(|&(_, is_environment, _, in_production)| Circumstances { in_production, is_environment });
        let hashes: Vec<[u8; 32]> =
            (0..of.len()).map(|row| [u8::try_from(of.len() - row).expect("few"); 32]).collect();
        let causes = CausesOfGroup {
            circumstances: circumstances.collect(),
            is_changed: of.iter().map(|of| of.2).collect(),
            is_marked: of.iter().map(|of| of.2).collect(),
            sizes: CauseSizes {
                cause_of: of.iter().map(|of| of.0).collect(),
                failures: functions.clone(),
                functions,
                failures_of_function: vec![1; of.len()],
                fails_in_phases: vec![false; of.len()],
            },
            is_not_run: vec![false; of.len()],
            others: Vec::new(),
            of_several_values: HashSet::default(),
        };
        causes.rows(|row| hashes[row])
    }

    /// Worked by hand: causes 0 (three functions), 1 (one, in production), 2 (one), 3 (two, environment).
    #[test]
    fn steps_are_asked_one_after_the_other_and_rounds_follow() {
        let failures = [
            (3, true, false, false),
            (2, false, false, false),
            (0, false, false, false),
            (1, false, false, true),
            (0, false, false, false),
            (3, true, false, false),
            (0, false, false, false),
        ];
        assert_eq!(causes(&failures, vec![3, 1, 1, 2]), [6, 3, 1, 5, 4, 0, 2]);
        let changed =
            failures.map(|(cause, environment, _, production)| (cause, environment, cause == 2, production));
        assert_eq!(causes(&changed, vec![3, 1, 1, 2])[..2], [1, 6], "what was changed comes first");
    }

    #[test]
    fn tests_of_one_cause_that_each_say_another_difference_are_known() {
        let failing = |test: &str, message: &str| Failure {
            test: test.into(),
            language: Language::Python,
            ..Failure::with_trace(&format!("{test}\nAssertionError: {message}\n"))
        };
        let other_values = |failures: [Failure; 3]| {
            let traits: Vec<Traits<'_>> = failures.iter().map(Traits::of).collect();
            let sizes = CauseSizes {
                cause_of: vec![0; 3],
                functions: vec![2],
                failures: vec![3],
                failures_of_function: vec![2, 2, 1],
                fails_in_phases: vec![false; 3],
            };
            !causes_of_several_values(&traits, &sizes).is_empty()
        };
        let red = |case: &str, values: &str| failing(&format!("test_pen::test_red[{case}]"), values);
        let blue = |values: &str| failing("test_pen::test_blue", values);
        assert!(other_values([
            red("1", "assert 'red ink' == 'red nib'"),
            red("2", "assert 'red ink' == 'red nib'"),
            blue("assert 'blue ink' == 'blue nib'")
        ]));
        assert!(!other_values([
            red("1", "assert 'red ink' == 'red nib'"),
            red("2", "assert 'dry pen' == 'wet pen'"),
            blue("assert 'dry pen' == 'wet pen'")
        ]));
        assert!(!other_values([
            red("1", "assert 'red ink' == 'red nib'"),
            red("2", "assert 'dry pen' == 'wet pen'"),
            blue("no ink")
        ]));
    }

    #[test]
    fn a_function_has_no_parameters() {
        let function_of = |test: &str, language| {
            let failure = Failure { test: test.into(), language, ..Failure::default() };
            function(&failure).1.into_owned()
        };
        for (test, expected) in [
            ("pen::draws(int)[2]", "draws"),
            ("pen::TestDraw/red_ink", "TestDraw"),
            ("pen::adds 1 to 2", "adds # to #"),
            ("pen::adds 3 to 4", "adds # to #"),
            ("pen::adds -3 to -4", "adds # to #"),
            ("pen::[1] red", "[#] red"),
        ] {
            assert_eq!(function_of(test, Language::Java), expected);
        }
        assert_eq!(function_of("test_pen::test_x[a b]", Language::Python), "test_x");
        assert_eq!(function_of("test_pen::test_x (i=1)", Language::Python), "test_x");
    }

    #[test]
    fn the_cases_of_a_call_are_one_function_whatever_their_titles_say() {
        let at = |test: &str, line| Failure {
            test: test.into(),
            language: Language::JavaScript,
            location: Some(Box::new(Location { file: "pen.test.ts".into(), line, failing_line: None })),
            ..Failure::default()
        };
        let failures =
            [at("pen.test.ts::draws red", 7), at("pen.test.ts::draws blue", 7), at("pen.test.ts::dries", 12)];
        let functions: HashSet<_> = failures.iter().map(function).collect();
        assert_eq!(functions.len(), 2);
    }
}
