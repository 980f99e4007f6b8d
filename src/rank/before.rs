//! The failures and judgements of earlier runs, by group and signature.
//!
//! ```text
//! earlier runs and their labels ──Earlier::add──▶ signatures and tests of each group ──known──▶ KnownBefore, for each later failure
//! ```
//!
//! This knowledge is no label: it is shown beside a failure, and orders the list over all groups. A signature
//! that was judged both a bug and a false alarm is as one that was not judged.
//!
//! A generator numbers its tests anew on each run: of one name, its tests are only the same if their code is.
//!
//! Results that lie elsewhere than the project, as a server of builds hands them out, may have another
//! project's name, and no sources: one project in each is the same one, and failures are then compared by
//! exception and place, without the sources' names.

use std::collections::{HashMap, HashSet};
use std::fmt;

use foldhash::fast::RandomState;
use indexmap::{IndexMap, IndexSet};

use super::signature::Signature;
use super::{Rankers, group_signatures};
use crate::import::{Import, Outcome, SourceHash, hash_of_source};
use crate::lang::MethodNames;
use crate::model::text::plural;
use crate::model::{Corpus, Failure, FailureId, Label, Ranking, TestKey, Verdict};

/// The failures of earlier runs and the labels that were given to them.
#[derive(Debug, Default)]
pub struct Earlier {
    /// The runs, as the user named them.
    names: Vec<String>,
    groups: HashMap<[String; 2], OfGroup>,
    /// The projects of the runs, in order of first appearance.
    projects: IndexSet<String>,
}

/// A group of the earlier runs.
#[derive(Debug, Default)]
struct OfGroup {
    signatures: IndexMap<Signature, EarlierLabels, RandomState>,
    tests: HashMap<String, Vec<EarlierFailure>>,
}

/// An earlier failure of a test.
#[derive(Debug)]
struct EarlierFailure {
    /// The index of its signature.
    signature: usize,
    /// Its exception and where it was thrown.
    mode: String,
    has_source: bool,
    /// The hash of a generated test's code; None for a whole test, or if it is unknown.
    code: Option<SourceHash>,
}

impl EarlierFailure {
    fn new(failure: &Failure, signature: usize, code: Option<SourceHash>) -> EarlierFailure {
        EarlierFailure { signature, mode: failure.mode(), has_source: failure.location.is_some(), code }
    }

    /// Returns true for a later test of the same name with this code, as far as both are known.
    fn is_of_test(&self, code: Option<SourceHash>) -> bool {
        self.code.zip(code).is_none_or(|(earlier, later)| earlier == later)
    }

    /// Returns true for a later failure of the test that is like this one. `signature` is the index of its
    /// signature here.
    fn is_like(&self, later: &Failure, signature: Option<usize>) -> bool {
        // A signature without sources has other names.
        let are_comparable = self.has_source == later.location.is_some();
        if are_comparable { signature == Some(self.signature) } else { self.mode == later.mode() }
    }
}

/// The labels of the failures with one signature.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct EarlierLabels {
    pub true_positives: usize,
    /// All false alarms, those of the environment too.
    pub false_positives: usize,
    /// False alarms whose reason is the environment.
    pub environment: usize,
    /// The runs in which they were given, in their order.
    pub runs: Vec<String>,
}

/// A failure compared with the earlier runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
pub(crate) enum Since {
    /// The test did not fail there.
    #[strum(serialize = "new")]
    New,
    /// It failed there with the same signature.
    #[strum(serialize = "as before")]
    AsBefore,
    /// It failed there with another signature.
    #[strum(serialize = "changed")]
    Changed,
}

impl Since {
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

/// The knowledge of a failure from the earlier runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KnownBefore {
    pub since: Since,
    /// The labels of its signature.
    pub judged: EarlierLabels,
}

/// A step of the order over all groups, the outermost one: what comes first is smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Step {
    /// True in builds for what is not new.
    is_known: bool,
    judged: JudgedBefore,
}

/// The labels of a failure's signature in earlier runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum JudgedBefore {
    /// There are none, or some that contradict each other.
    #[default]
    Undecided,
    Bug,
    FalseAlarm,
}

impl KnownBefore {
    /// Returns the step of the failure in the order over all groups. In builds, what is new comes first.
    pub(crate) fn step(&self, is_of_builds: bool) -> Step {
        let judged = match (self.judged.true_positives > 0, self.judged.false_positives > 0) {
            (true, false) => JudgedBefore::Bug,
            (false, true) => JudgedBefore::FalseAlarm,
            _ => JudgedBefore::Undecided,
        };
        Step { is_known: is_of_builds && self.since != Since::New, judged }
    }
}

impl fmt::Display for EarlierLabels {
    /// Writes `3 FP in run1`, `3 FP (1 environment) in run1` or `2 FP, 1 TP in run1 and run2`; nothing without a label.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let environment = match self.environment {
            0 => String::new(),
            count => format!(" ({count} environment)"),
        };
        let counts = [(self.false_positives, "FP", &*environment), (self.true_positives, "TP", "")];
        let counts = counts.iter().filter(|(count, ..)| *count > 0);
        let counts = counts.map(|(count, name, reason)| format!("{count} {name}{reason}"));
        let counts = counts.collect::<Vec<_>>().join(", ");
        if counts.is_empty() { Ok(()) } else { write!(f, "{counts} in {}", self.runs.join(" and ")) }
    }
}

impl Earlier {
    /// Adds the runs of a corpus, with the verdict on each failure; `name` is the user's for them.
    pub(crate) fn add(&mut self, name: String, corpus: &Corpus, verdicts: &[Option<Verdict>]) {
        self.names.push(name);
        let names = MethodNames::default();
        for group in &corpus.groups {
            let signatures = group_signatures(corpus, group, &names);
            let is_whole = corpus.has_whole_tests(group);
            self.projects.insert(group.project.to_string());
            let known = self.groups.entry([group.project.to_string(), group.bug.to_string()]).or_default();
            for (&failure, &number) in group.failures.iter().zip(&signatures.of_failure) {
                let entry = known.signatures.entry(signatures.all[number].clone());
                let index = entry.index();
                let judged = entry.or_default();
                if let Some(verdict) =
                    verdicts[failure.index()].filter(|verdict| verdict.label != Label::Unsure)
                {
                    judged.true_positives += usize::from(verdict.label == Label::TruePositive);
                    judged.false_positives += usize::from(verdict.label == Label::FalsePositive);
                    judged.environment += usize::from(verdict.is_environment());
                    let run = &corpus.runs[group.run].name;
                    if !judged.runs.contains(run) {
                        judged.runs.push(run.clone());
                    }
                }
                let failure = &corpus.failures[failure];
                let earlier = EarlierFailure::new(failure, index, code_of(failure, is_whole));
                known.tests.entry(failure.test.to_string()).or_default().push(earlier);
            }
        }
    }

    /// Compares each failure of a corpus with these runs.
    pub(crate) fn known(&self, corpus: &Corpus) -> Vec<KnownBefore> {
        let names = MethodNames::default();
        let projects = self.projects_of(corpus);
        let nothing = KnownBefore { since: Since::New, judged: EarlierLabels::default() };
        let mut known = vec![nothing; corpus.failures.len()];
        for group in &corpus.groups {
            let signatures = group_signatures(corpus, group, &names);
            let is_whole = corpus.has_whole_tests(group);
            let mut modules: HashMap<[&str; 2], Option<&OfGroup>, RandomState> = HashMap::default();
            for (&failure, &number) in group.failures.iter().zip(&signatures.of_failure) {
                let now = &corpus.failures[failure];
                let earlier = modules
                    .entry([&now.project, &now.bug])
                    .or_insert_with(|| self.group(projects.earlier(&now.project), &now.bug));
                let Some(earlier) = earlier else { continue };
                let signature = earlier.signatures.get_full(&signatures.all[number]);
                let index = signature.map(|(index, ..)| index);
                let code = code_of(now, is_whole);
                let failures = earlier.tests.get(&*now.test).into_iter().flatten();
                let failures: Vec<&EarlierFailure> =
                    failures.filter(|earlier| earlier.is_of_test(code)).collect();
                let since = match &failures[..] {
                    [] => Since::New,
                    failures if failures.iter().any(|earlier| earlier.is_like(now, index)) => Since::AsBefore,
                    _ => Since::Changed,
                };
                let judged = signature.map(|(_, _, judged)| judged.clone()).unwrap_or_default();
                known[failure.index()] = KnownBefore { since, judged };
            }
        }
        known
    }

    /// Returns true for each group of a corpus of which a failure was judged a bug.
    pub(crate) fn known_bugs(&self, corpus: &Corpus) -> Vec<bool> {
        let projects = self.projects_of(corpus);
        let mut known = Vec::with_capacity(corpus.groups.len());
        for group in &corpus.groups {
            let modules: HashSet<[&str; 2]> =
                corpus.failures_of(group).iter().map(|of| [&*of.project, &*of.bug]).collect();
            let earlier =
                modules.iter().filter_map(|[project, bug]| self.group(projects.earlier(project), bug));
            let mut judged = earlier.flat_map(|earlier| earlier.signatures.values());
            known.push(judged.any(|judged| judged.true_positives > 0));
        }
        known
    }

    /// Returns the names of the projects of a corpus in these runs.
    fn projects_of<'c>(&'c self, corpus: &'c Corpus) -> Projects<'c> {
        let mut now: Vec<&str> = corpus.groups.iter().map(|group| &*group.project).collect();
        now.dedup();
        match (&now[..], self.projects.len()) {
            ([only], 1) => Projects { renamed: Some([*only, &self.projects[0]]) },
            _ => Projects { renamed: None },
        }
    }

    fn group(&self, project: &str, bug: &str) -> Option<&OfGroup> {
        self.groups.get(&[project.to_owned(), bug.to_owned()])
    }

    /// Compares the failures of an import, of which `known` is known, with these runs.
    pub(crate) fn compared(&self, import: &Import, known: &[KnownBefore]) -> ComparedRuns {
        let passed = import.others.iter().filter(|test| test.outcome == Outcome::Passed);
        self.compare(&import.corpus, known, &passed.map(|test| (test.key(), test.source)).collect())
    }

    /// `passed` are the tests that pass now, with the hashes of their code.
    fn compare(
        &self,
        corpus: &Corpus,
        known: &[KnownBefore],
        passed: &HashMap<TestKey<&str>, Option<SourceHash>>,
    ) -> ComparedRuns {
        let projects = self.projects_of(corpus);
        let mut failed: HashMap<TestKey<&str>, Vec<Option<SourceHash>>> = HashMap::new();
        for group in &corpus.groups {
            let is_whole = corpus.has_whole_tests(group);
            for failure in corpus.failures_of(group) {
                failed.entry(failure.key()).or_default().push(code_of(failure, is_whole));
            }
        }
        let (mut fixed, mut not_run) = (Vec::new(), 0);
        for ([project, bug], group) in &self.groups {
            for (test, failures) in &group.tests {
                let key = TestKey { project: projects.now(project), bug: &**bug, test: &**test };
                let is_same =
                    |code: &Option<SourceHash>| failures.iter().any(|earlier| earlier.is_of_test(*code));
                if failed.get(&key).is_some_and(|codes| codes.iter().any(is_same)) {
                    continue;
                }
                if passed.get(&key).is_some_and(is_same) {
                    fixed.push(test.clone());
                } else {
                    not_run += 1;
                }
            }
        }
        let now = [Since::New, Since::Changed, Since::AsBefore].map(|since| {
            format!("{} {}", known.iter().filter(|known| known.since == since).count(), since.name())
        });
        fixed.sort_unstable();
        let (names, count) = (self.names.join(", "), fixed.len());
        let counts = format!("compared with {names}: {}; {count} fixed, {not_run} not run", now.join(", "));
        ComparedRuns { counts, fixed }
    }
}

/// Returns the hash of a generated test's code; None for a whole test, which stays the same when somebody edits it.
fn code_of(failure: &Failure, is_whole: bool) -> Option<SourceHash> {
    if is_whole { None } else { hash_of_source(&failure.generated_test) }
}

/// The comparison of results with earlier runs.
#[derive(Debug, PartialEq)]
pub(crate) struct ComparedRuns {
    /// The counts, for people: `compared with main/: 3 new, 1 changed, 12 as before; 4 fixed, 2 not run`.
    pub(crate) counts: String,
    /// The names of the tests that failed there and pass now, in order.
    pub(crate) fixed: Vec<String>,
}

/// The names of projects now and in the earlier runs.
struct Projects<'c> {
    /// The only project now and the only one of the earlier runs: they are one, whatever the folders are called.
    renamed: Option<[&'c str; 2]>,
}

impl Projects<'_> {
    fn earlier<'s>(&'s self, project: &'s str) -> &'s str {
        self.renamed.filter(|[now, _]| *now == project).map_or(project, |[_, earlier]| earlier)
    }

    fn now<'s>(&'s self, project: &'s str) -> &'s str {
        self.renamed.filter(|[_, earlier]| *earlier == project).map_or(project, |[now, _]| now)
    }
}

impl KnownBefore {
    /// Returns what was judged of failures like this one, as a sentence without an end; None if nothing was.
    pub(crate) fn in_words(&self) -> Option<String> {
        let EarlierLabels { true_positives, false_positives, .. } = &self.judged;
        let count = true_positives + false_positives;
        let verb = if count == 1 { "was" } else { "were" };
        let runs = self.judged.runs.join(" and ");
        match (*true_positives, *false_positives) {
            (0, 0) => None,
            (tp, 0) => Some(format!("{tp} like this {verb} judged TP in {runs}")),
            (0, fp) if self.judged.environment == fp => {
                Some(format!("{fp} like this {verb} judged environment in {runs}"))
            }
            (0, fp) => Some(format!("{fp} like this {verb} judged FP in {runs}")),
            (tp, fp) => Some(format!("{} like this: {fp} FP, {tp} TP in {runs}", plural(count, "label"))),
        }
    }
}

/// Puts what is new first in the lists of whole tests, each of which is that of its group's ranker.
pub(crate) fn new_first_in_all(
    rankings: &mut [Ranking],
    rankers: &Rankers,
    known: &[KnownBefore],
    is_of_builds: bool,
) {
    for (group, ranking) in rankings.iter_mut().enumerate() {
        if rankers.of(group).is_for_whole_tests() {
            new_first(ranking, known, is_of_builds);
        }
    }
}

/// Puts what is new first in the list of a build, then what was not judged before, known bugs, and false
/// alarms; the rest of the order stays. Other lists keep theirs: labels do not move it.
pub(crate) fn new_first(ranking: &mut Ranking, known: &[KnownBefore], is_of_builds: bool) {
    if !is_of_builds || known.is_empty() {
        return;
    }
    let step = steps(known, is_of_builds);
    let tested = ranking.entries.len() - ranking.without_test;
    let scores: Vec<(f64, usize)> = ranking.entries.iter().map(|entry| (entry.score, entry.tie)).collect();
    ranking.entries[..tested].sort_by_key(|entry| step(entry.failure));
    // Scores by cause only count down by place.
    for (entry, (score, tie)) in ranking.entries.iter_mut().zip(scores) {
        (entry.score, entry.tie) = (score, tie);
    }
}

/// Returns the step of each failure; all are equal without earlier runs.
pub(crate) fn steps(known: &[KnownBefore], is_of_builds: bool) -> impl Fn(FailureId) -> Step + '_ {
    move |failure| known.get(failure.index()).map_or(Step::default(), |known| known.step(is_of_builds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Group, Location, Passed, Run};

    fn corpus(run: &str, failures: &[(&str, &str)]) -> Corpus {
        let failure = |&(test, exception): &(&str, &str)| Failure {
            project: "ink".into(),
            bug: "1".into(),
            test: test.into(),
            ..Failure::with_trace(&format!("{test}\na.{exception}: m\n\tat shop.Pen.draw(Pen.java:3)\n"))
        };
        let group = Group {
            is_predicted: false,
            run: 0,
            project: "ink".into(),
            bug: "1".into(),
            failures: (0..failures.len()).map(FailureId::new).collect(),
            passed: Passed::default(),
        };
        Corpus {
            runs: vec![Run { name: run.to_owned() }],
            groups: vec![group],
            failures: failures.iter().map(failure).collect(),
            ..Corpus::default()
        }
    }

    #[test]
    fn failures_are_compared_by_signature_and_by_test() {
        let [tp, fp] = [Label::TruePositive, Label::FalsePositive].map(|label| Some(Verdict::from(label)));
        let before = corpus(
            "run1",
            &[
                ("t::a", "Dry"),
                ("t::b", "Dry"),
                ("t::c", "Leak"),
                ("t::d", "Leak"),
                ("t::e", "Cap"),
                ("t::gone", "Nib"),
            ],
        );
        let mut earlier = Earlier::default();
        earlier.add("run1".to_owned(), &before, &[fp, fp, tp, fp, tp, None]);
        let now = corpus(
            "run2",
            &[
                ("t::a", "Dry"),
                ("t::x", "Dry"),
                ("t::c", "Dry"),
                ("t::y", "Leak"),
                ("t::z", "Cap"),
                ("t::n", "Nib"),
            ],
        );
        let known = earlier.known(&now);
        let words: Vec<String> =
            known.iter().map(|known| format!("{}: {}", known.since.name(), known.judged)).collect();
        assert_eq!(
            words,
            [
                "as before: 2 FP in run1",
                "new: 2 FP in run1",
                "changed: 2 FP in run1",
                "new: 1 FP, 1 TP in run1",
                "new: 1 TP in run1",
                "new: "
            ]
        );
        let steps: Vec<Step> = known.iter().map(|known| known.step(false)).collect();
        let judged: Vec<JudgedBefore> = steps.iter().map(|step| step.judged).collect();
        let [undecided, bug] = [JudgedBefore::Undecided, JudgedBefore::Bug];
        let false_alarm = JudgedBefore::FalseAlarm;
        assert_eq!(judged, [false_alarm, false_alarm, false_alarm, undecided, bug, undecided]);
        assert!(steps.iter().all(|step| !step.is_known));
        assert!(known[0].step(true).is_known && !known[1].step(true).is_known);
        assert_eq!(earlier.known_bugs(&now), [true]);
        let passed = |test| HashMap::from([(TestKey { project: "ink", bug: "1", test }, None)]);
        let compared = earlier.compare(&now, &known, &passed("t::b"));
        assert_eq!(compared.counts, "compared with run1: 4 new, 1 changed, 1 as before; 1 fixed, 3 not run");
        assert_eq!(compared.fixed, ["t::b"]);
        // What is new comes first in builds, then what was not judged, a known bug, false alarms.
        let failures: Vec<FailureId> = (0..now.failures.len()).map(FailureId::new).collect();
        let order = |is_of_builds| -> Vec<usize> {
            let mut ranking = Ranking::from_scores(&failures, &[6.0, 5.0, 4.0, 3.0, 2.0, 1.0]);
            new_first(&mut ranking, &known, is_of_builds);
            ranking.entries.iter().map(|entry| entry.failure.index()).collect()
        };
        assert_eq!(order(true), [3, 5, 4, 1, 0, 2]);
        assert_eq!(order(false), [0, 1, 2, 3, 4, 5]);
        assert_eq!(known[0].in_words().as_deref(), Some("2 like this were judged FP in run1"));
        assert_eq!(known[5].in_words(), None);
    }

    #[test]
    fn the_only_project_is_the_same_whatever_its_folder_is_called_and_whether_its_sources_are_there() {
        let mut before = corpus("artifact", &[("t::a", "Dry"), ("t::b", "Leak"), ("t::gone", "Nib")]);
        before.groups[0].project = "downloads".into();
        for failure in &mut before.failures {
            failure.project = "downloads".into();
        }
        let mut earlier = Earlier::default();
        earlier.add("artifact".to_owned(), &before, &[None; 3]);
        let mut now = corpus("run2", &[("t::a", "Dry"), ("t::b", "Dry"), ("t::c", "Leak")]);
        for failure in &mut now.failures {
            failure.location =
                Some(Box::new(Location { file: "pen.java".into(), line: 3, failing_line: None }));
            failure.focal_method = "void draw()".into();
        }
        let known = earlier.known(&now);
        let since: Vec<&str> = known.iter().map(|known| known.since.name()).collect();
        assert_eq!(since, ["as before", "changed", "new"]);
        let passed = HashMap::from([(TestKey { project: "ink", bug: "1", test: "t::gone" }, None)]);
        assert_eq!(
            earlier.compare(&now, &known, &passed).counts,
            "compared with artifact: 1 new, 1 changed, 1 as before; 1 fixed, 0 not run"
        );
    }

    #[test]
    fn generated_tests_of_one_name_are_the_same_only_with_the_same_code() {
        let generated = |run: &str, tests: &[(&str, &str, &str)]| {
            let failures: Vec<(&str, &str)> =
                tests.iter().map(|&(test, exception, _)| (test, exception)).collect();
            let mut corpus = corpus(run, &failures);
            corpus.groups[0].is_predicted = true;
            for (failure, &(.., code)) in corpus.failures.iter_mut().zip(tests) {
                failure.generated_test = code.into();
            }
            corpus
        };
        let [draw, fill, cap, shake] = ["pen.draw();", "pen.fill();", "pen.cap();", "pen.shake();"];
        let tests = [
            ("t::test0", "Dry", draw),
            ("t::test1", "Dry", fill),
            ("t::test2", "Leak", cap),
            ("t::test3", "Leak", shake),
        ];
        let mut earlier = Earlier::default();
        earlier.add("run1".to_owned(), &generated("run1", &tests), &[None; 4]);
        let now = generated(
            "run2",
            &[("t::test0", "Dry", draw), ("t::test1", "Dry", shake), ("t::test4", "Dry", cap)],
        );
        let known = earlier.known(&now);
        let since: Vec<&str> = known.iter().map(|known| known.since.name()).collect();
        assert_eq!(since, ["as before", "new", "new"]);
        let key = |test| TestKey { project: "ink", bug: "1", test };
        let passed = HashMap::from([
            (key("t::test2"), hash_of_source(draw)),
            (key("t::test3"), hash_of_source(shake)),
        ]);
        let compared = earlier.compare(&now, &known, &passed);
        assert_eq!(compared.counts, "compared with run1: 2 new, 0 changed, 1 as before; 1 fixed, 2 not run");
        assert_eq!(compared.fixed, ["t::test3"]);
    }
}
