//! The judgements that result from the events of one or several journals.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use crate::model::{Corpus, Failure, FailureId, Judgement, LabelEvent, TestIdentity, TestKey, Timestamp};

/// An event with its time, by which events are ordered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Timed {
    pub(super) event: LabelEvent,
    pub(super) at: Timestamp,
}

/// The last event of each test, in the order that the [module](super) defines.
#[derive(Debug, Clone, Default)]
pub struct Judgements {
    /// Ordered by project, bug and test.
    tests: BTreeSet<OfTest>,
}

impl PartialEq for Judgements {
    fn eq(&self, other: &Judgements) -> bool {
        self.tests.iter().map(|test| &test.0).eq(other.tests.iter().map(|test| &test.0))
    }
}

impl Eq for Judgements {}

/// The last events of the tests with one name, ordered by hash and failure mode; never empty. A journal can have
/// millions of tests, so their names are stored only within the events.
#[derive(Debug, Clone)]
struct OfTest(Vec<KnownVersion>);

impl Borrow<TestKey<String>> for OfTest {
    fn borrow(&self) -> &TestKey<String> {
        &self.0[0].any().event.identity.key
    }
}

impl Ord for OfTest {
    fn cmp(&self, other: &OfTest) -> Ordering {
        Borrow::<TestKey<String>>::borrow(self).cmp(other.borrow())
    }
}

impl PartialOrd for OfTest {
    fn partial_cmp(&self, other: &OfTest) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for OfTest {
    fn eq(&self, other: &OfTest) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for OfTest {}

/// The last label and the last decision, or one of them: a revoked decision must not hide the label before it.
#[derive(Debug, Clone, Default, PartialEq)]
struct KnownVersion {
    opinion: Option<Arc<Timed>>,
    decision: Option<Arc<Timed>>,
}

impl KnownVersion {
    /// Applies an event unless a later one of its kind is known; returns `true` if it was applied.
    fn apply(&mut self, new: Arc<Timed>) -> bool {
        let place = if new.event.decision { &mut self.decision } else { &mut self.opinion };
        let is_later = place.as_ref().is_none_or(|known| order(&new) >= order(known));
        if is_later {
            *place = Some(new);
        }
        is_later
    }

    fn last(&self) -> LastOfKinds<'_> {
        [self.opinion.as_deref(), self.decision.as_deref()]
    }

    fn any(&self) -> &Timed {
        // `apply_timed` alone makes one, and applies an event to it at once; the first event always has its place.
        self.last().into_iter().flatten().next().expect("an event is known")
    }
}

/// Returns the sort key of an event among those of tests with the same name.
fn version(event: &Timed) -> (&str, &str, bool) {
    let TestIdentity { hash, mode, own, .. } = &event.event.identity;
    (hash, mode, *own)
}

/// The last opinion and the last decision on a test.
type LastOfKinds<'a> = [Option<&'a Timed>; 2];

/// Returns the event that counts: a decision, unless it was revoked or a later label follows.
fn counts([opinion, decision]: LastOfKinds<'_>) -> Option<&Timed> {
    let valid = decision
        .filter(|decision| is_not_empty(decision))
        .filter(|decision| opinion.is_none_or(|opinion| order(decision) >= order(opinion)));
    valid.or(opinion).or(decision)
}

fn latest<'a>(events: impl Iterator<Item = &'a Timed>) -> Option<&'a Timed> {
    events.max_by(|a, b| order(a).cmp(&order(b)))
}

/// The known label of a failed test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup<'a> {
    /// The test has a label.
    Current(&'a LabelEvent),
    /// A test of this name has a label, but its source or its failure mode was different then.
    Stale(&'a LabelEvent),
    /// There is no label, or it was removed again.
    None,
}

impl Judgements {
    /// Applies an event unless a later one of its test is known; `true` if it did. An unreadable time is the oldest.
    pub(crate) fn apply(&mut self, event: LabelEvent) -> bool {
        let at = Timestamp::parse(&event.time).unwrap_or(Timestamp::MIN);
        self.apply_timed(Arc::new(Timed { event, at }))
    }

    pub(super) fn apply_timed(&mut self, new: Arc<Timed>) -> bool {
        let mut test = self.tests.take(&new.event.identity.key).unwrap_or_else(|| OfTest(Vec::new()));
        let place = test.0.binary_search_by(|known| version(known.any()).cmp(&version(&new)));
        let place = place.unwrap_or_else(|place| {
            test.0.insert(place, KnownVersion::default());
            place
        });
        let is_later = test.0[place].apply(new);
        self.tests.insert(test);
        is_later
    }

    /// Merges the events of another journal, as if the lines of both were in one file.
    pub(crate) fn merge(&mut self, other: Judgements) {
        if self.tests.is_empty() {
            *self = other;
            return;
        }
        for known in other.tests.into_iter().flat_map(|test| test.0) {
            known.opinion.into_iter().chain(known.decision).for_each(|timed| _ = self.apply_timed(timed));
        }
    }

    /// Returns the last event of exactly this test, even one that revokes everything.
    pub fn get(&self, identity: &TestIdentity) -> Option<&LabelEvent> {
        counts(self.known_of(identity)?).map(|known| &known.event)
    }

    /// Returns the last event of exactly this test that is not a decision, even one that revokes everything.
    pub(crate) fn opinion(&self, identity: &TestIdentity) -> Option<&LabelEvent> {
        self.known_of(identity)?[0].map(|known| &known.event)
    }

    /// Moves an event's time just past that of every known event of its test: its annotator had seen them, regardless
    /// of the clocks. An unreadable time is not changed.
    pub(crate) fn put_last(&self, event: &mut LabelEvent) {
        let latest = latest(self.known_of(&event.identity).into_iter().flatten().flatten());
        let (Some(known), Some(at)) = (latest, Timestamp::parse(&event.time)) else { return };
        if at <= known.at {
            event.time = known.at.just_after().to_string();
        }
    }

    /// Returns the last events of exactly this test, over all its failure modes.
    fn known_of(&self, identity: &TestIdentity) -> Option<LastOfKinds<'_>> {
        let versions = self.versions(identity)?;
        Some([0, 1].map(|kind| {
            let of_kind = versions.iter().filter_map(|known| known.last()[kind]);
            latest(of_kind.filter(|known| is_of(identity, known)))
        }))
    }

    fn versions(&self, identity: &TestIdentity) -> Option<&[KnownVersion]> {
        Some(&self.tests.get(&identity.key)?.0)
    }

    /// Takes over the events that version 1.0 kept under other names of these failures. An event under the
    /// name of today, even one that revokes everything, is newer than all of them.
    ///
    /// A failure that has such a name today, because the test failed itself after its subtest and in the same
    /// way, keeps the event of version 1.0 too: that listed one of the two, with nothing in its journal that
    /// tells them apart, and showed its label for either that was left alone. No label of 1.0 is stale;
    /// whoever sees both can judge each anew. A label that was given to such a failure since is its own.
    pub(crate) fn adopt_former<'f>(&mut self, failures: impl IntoIterator<Item = &'f Failure>) {
        // Most journals are empty at first.
        if self.tests.is_empty() {
            return;
        }
        for failure in failures.into_iter().filter(|failure| failure.former_identities().next().is_some()) {
            let identity = failure.identity();
            if self.known_of(&identity).is_some_and(|known| known.iter().any(Option::is_some)) {
                continue;
            }
            let events = failure.former_identities().map(|former| -> Vec<Timed> {
                let known = self.known_of(&former).into_iter().flatten().flatten();
                known.cloned().collect()
            });
            let Some(events) = events.into_iter().find(|events| !events.is_empty()) else { continue };
            for Timed { event, at } in events {
                let event = LabelEvent { identity: identity.clone(), ..event };
                self.apply_timed(Arc::new(Timed { event, at }));
            }
        }
    }

    /// Looks up the label of a failed test.
    ///
    /// A label of a test with the same name but another source is stale, unless `is_loaded` knows a test with
    /// that source, in any failure mode: two runs share names with different oracles, and each keeps its
    /// label.
    pub fn lookup(&self, identity: &TestIdentity, is_loaded: impl Fn(&TestIdentity) -> bool) -> Lookup<'_> {
        let Some(versions) = self.versions(identity) else { return Lookup::None };
        let current = self.known_of(identity).and_then(counts);
        if let Some(known) = current.filter(|known| is_not_empty(known)) {
            return Lookup::Current(&known.event);
        }
        let others = versions.iter().filter_map(|known| counts(known.last()));
        let others = others.filter(|known| is_not_empty(known) && !is_of(identity, known));
        // A label of a test that is loaded is that test's.
        let stale = others.filter(|known| {
            let judged = &known.event.identity;
            !is_loaded(judged) && (judged.hash == identity.hash || !is_loaded(&judged.in_any_mode()))
        });
        latest(stale).map_or(Lookup::None, |known| Lookup::Stale(&known.event))
    }

    /// Iterates over the last event of every test, ordered by project, bug, test and hash; revoked ones are left out.
    pub fn events(&self) -> impl Iterator<Item = &LabelEvent> {
        let all = self.tests.iter().flat_map(|test| &test.0).filter_map(|known| counts(known.last()));
        all.filter(|known| is_not_empty(known)).map(|known| &known.event)
    }
}

/// Returns `true` if an event is about exactly this test, failing in this mode or from this root cause.
/// Journals of older versions don't record failure modes: their labels apply to any.
fn is_of(identity: &TestIdentity, known: &Timed) -> bool {
    known.event.identity.may_be_of(identity)
}

/// Returns the key by which events are ordered; of equal events the last one counts. Nothing can be moved past the
/// last instant, so the annotators' names are not compared there.
fn order(event: &Timed) -> (Timestamp, &str) {
    (event.at, if event.at == Timestamp::MAX { "" } else { &event.event.annotator })
}

fn is_not_empty(known: &Timed) -> bool {
    known.event.judgement != Judgement::default()
}

/// The judgements of several inputs, each from its own journals. Runs never mix: a label in one input says nothing
/// about a test of the same name in another, even with the same source.
pub(crate) struct RunJudgements {
    pub(super) by_input: Vec<Judgements>,
    pub(super) input_of_run: Vec<usize>,
}

impl RunJudgements {
    /// Combines the judgements of each input; `input_of_run` assigns each run of the corpus to its input.
    pub(crate) fn new(by_input: Vec<Judgements>, input_of_run: Vec<usize>, corpus: &Corpus) -> RunJudgements {
        assert!(input_of_run.iter().all(|&input| input < by_input.len()), "every run belongs to an input");
        let mut judgements = RunJudgements { by_input, input_of_run };
        let failures = judgements.by_input(corpus).into_iter().map(|(_, failures)| failures);
        for (input, failures) in failures.collect::<Vec<_>>().into_iter().enumerate() {
            judgements.by_input[input]
                .adopt_former(failures.iter().map(|&failure| &corpus.failures[failure]));
        }
        judgements
    }

    /// Returns the judgements of the tests of a run.
    pub(crate) fn of_run(&self, run: usize) -> Option<&Judgements> {
        self.by_input.get(*self.input_of_run.get(run)?)
    }

    pub(crate) fn by_input(&self, corpus: &Corpus) -> Vec<(&Judgements, Vec<FailureId>)> {
        let mut inputs: Vec<(&Judgements, Vec<FailureId>)> =
            self.by_input.iter().map(|judgements| (judgements, Vec::new())).collect();
        for group in &corpus.groups {
            if let Some(&input) = self.input_of_run.get(group.run) {
                inputs[input].1.extend(&group.failures);
            }
        }
        inputs
    }

    /// Returns the last event of each failure, by the failure's index; `None` where there is no label.
    pub(crate) fn last_events(&self, corpus: &Corpus) -> Vec<Option<&LabelEvent>> {
        let mut events = vec![None; corpus.failures.len()];
        for (judgements, failures) in self.by_input(corpus) {
            // Most failures have no label: the hash of the source is computed only for the others.
            let known: HashSet<&str> = judgements.events().map(|event| &*event.identity.key.test).collect();
            for failure in failures {
                if known.contains(&*corpus.failures[failure].test) {
                    events[failure.index()] = judgements.get(&corpus.failures[failure].identity());
                }
            }
        }
        events
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::{Label, Language};

    #[test]
    fn a_label_of_version_1_counts_for_a_test_in_javascript_whose_source_is_known_now() {
        let mut former =
            event("pen.test.ts::draws", "", Some(Label::TruePositive), "ada", "2026-01-02T03:04:05Z");
        former.identity.mode = "Error@".to_owned();
        let failure = Failure {
            project: "Lang".into(),
            bug: "7".into(),
            test: "pen.test.ts::draws".into(),
            generated_test: "it('draws', () => expect(pen.draw()).toBe(1));".into(),
            language: Language::JavaScript,
            ..Failure::default()
        };
        let label = |failure: &Failure| {
            let mut judgements = Judgements::default();
            judgements.apply(former.clone());
            judgements.adopt_former([failure]);
            match judgements.lookup(&failure.identity(), |_| false) {
                Lookup::Current(event) => event.judgement.label,
                Lookup::Stale(_) | Lookup::None => None,
            }
        };
        assert_eq!(label(&failure), Some(Label::TruePositive));
        assert_eq!(label(&Failure { language: Language::Java, ..failure }), None, "its sources were known");
    }

    fn event(test: &str, source: &str, label: Option<Label>, annotator: &str, time: &str) -> LabelEvent {
        LabelEvent {
            identity: TestIdentity::new("Lang", "7", test, source),
            judgement: Judgement { label, ..Judgement::default() },
            annotator: annotator.to_owned(),
            time: time.to_owned(),
            decision: false,
            by: None,
        }
    }

    fn replayed<'a>(events: impl IntoIterator<Item = &'a LabelEvent>) -> Judgements {
        let mut judgements = Judgements::default();
        for event in events {
            judgements.apply(event.clone());
        }
        judgements
    }

    const TP: Option<Label> = Some(Label::TruePositive);
    const FP: Option<Label> = Some(Label::FalsePositive);

    #[test]
    fn the_latest_event_counts_regardless_of_its_position() {
        let early = event("t", "x", TP, "ada", "2026-01-02T03:04:05Z");
        // Compared as text, the later time would come first, and so would the one in another time zone.
        let later = event("t", "x", FP, "ada", "2026-01-02T03:04:05.5Z");
        let latest = event("t", "x", None, "ada", "2026-01-02T02:04:06-01:00");
        for order in [[&early, &later, &latest], [&latest, &early, &later], [&later, &latest, &early]] {
            assert_eq!(replayed(order).get(&early.identity), Some(&latest));
        }
        let mut judgements = replayed([&later]);
        assert!(!judgements.apply(early));
        assert!(judgements.apply(latest));
    }

    #[test]
    fn equal_times_are_ordered_by_annotator_and_then_by_position() {
        let ada = event("t", "x", TP, "ada", "2026-01-02T03:04:05Z");
        let ben = event("t", "x", FP, "ben", "2026-01-02T03:04:05Z");
        assert_eq!(replayed([&ada, &ben]).get(&ada.identity), Some(&ben));
        assert_eq!(replayed([&ben, &ada]).get(&ada.identity), Some(&ben));
        let again = LabelEvent { annotator: "ben".to_owned(), ..ada };
        assert_eq!(replayed([&ben, &again]).get(&ben.identity), Some(&again));
    }

    #[test]
    fn a_label_of_another_source_is_stale() {
        let old = event("t", "old", TP, "ada", "2026-01-02T03:04:05Z");
        let older = event("t", "older", FP, "ada", "2026-01-01T03:04:05Z");
        let judgements = replayed([&old, &older]);
        let new = TestIdentity::new("Lang", "7", "t", "new");
        assert_eq!(judgements.lookup(&new, |_| false), Lookup::Stale(&old), "the latest one");
        assert_eq!(judgements.lookup(&new, |loaded| *loaded == old.identity), Lookup::Stale(&older));
        assert_eq!(judgements.lookup(&new, |_| true), Lookup::None, "they belong to tests of other runs");
        assert_eq!(judgements.lookup(&old.identity, |_| false), Lookup::Current(&old));
        let other_bug = TestIdentity { key: TestKey { bug: "8".to_owned(), ..new.key.clone() }, ..new };
        assert_eq!(judgements.lookup(&other_bug, |_| false), Lookup::None);
    }

    #[test]
    fn a_label_of_another_failure_mode_is_stale() {
        let mode =
            |mode: &str| TestIdentity { mode: mode.to_owned(), ..TestIdentity::new("Lang", "7", "t", "x") };
        let at = |second: u32, identity: TestIdentity, label| LabelEvent {
            identity,
            ..event("t", "x", label, "ada", &format!("2026-01-02T03:04:{second:02}Z"))
        };
        let null = at(1, mode("NullPointerException"), FP);
        let judgements = replayed([&null]);
        assert_eq!(judgements.lookup(&mode("NullPointerException"), |_| false), Lookup::Current(&null));
        assert_eq!(judgements.lookup(&mode("Error"), |_| false), Lookup::Stale(&null));
        assert_eq!(judgements.lookup(&mode("Error"), |loaded| *loaded == null.identity), Lookup::None);
        let is_loaded = |loaded: &TestIdentity| *loaded == mode("");
        assert_eq!(
            judgements.lookup(&mode("Error"), is_loaded),
            Lookup::Stale(&null),
            "it is this very test"
        );
        let other_text = TestIdentity::new("Lang", "7", "t", "other");
        assert_eq!(judgements.lookup(&other_text, is_loaded), Lookup::None, "it is that of another run");

        // After its label is removed for this mode, the lookup is stale as before.
        let undone = at(3, mode("Error"), None);
        assert_eq!(replayed([&null, &undone]).lookup(&mode("Error"), |_| false), Lookup::Stale(&null));

        let unknown = at(2, mode(""), TP);
        let judgements = replayed([&null, &unknown]);
        for any in ["NullPointerException", "Error", ""] {
            assert_eq!(judgements.lookup(&mode(any), |_| false), Lookup::Current(&unknown), "{any}");
        }
        let later = at(3, mode("Error"), FP);
        let judgements = replayed([&unknown, &later]);
        assert_eq!(judgements.get(&mode("Error")), Some(&later));
        assert_eq!(judgements.get(&mode("NullPointerException")), Some(&unknown));
    }

    #[test]
    fn a_removed_label_does_not_count() {
        let old = event("t", "old", TP, "ada", "2026-01-01T00:00:00Z");
        let new = event("t", "new", FP, "ada", "2026-01-02T00:00:00Z");
        let undone = event("t", "new", None, "ada", "2026-01-03T00:00:00Z");
        let judgements = replayed([&old, &new, &undone]);
        assert_eq!(
            judgements.lookup(&new.identity, |_| false),
            Lookup::Stale(&old),
            "as before it was judged"
        );
        assert_eq!(judgements.events().collect::<Vec<_>>(), [&old]);
    }

    #[test]
    fn a_decision_counts_until_it_is_revoked_or_a_later_label_follows() {
        let decided =
            |label, time: &str| LabelEvent { decision: true, ..event("t", "x", label, "ada", time) };
        let ben = event("t", "x", FP, "ben", "2026-01-02T03:04:05Z");
        let decision = decided(TP, "2026-01-02T03:04:06Z");
        let taken_back = decided(None, "2026-01-02T03:04:07Z");
        let later = event("t", "x", FP, "ada", "2026-01-02T03:04:08Z");
        let last = |events: &[&LabelEvent]| replayed(events.iter().copied()).get(&ben.identity).cloned();
        assert_eq!(last(&[&decision, &ben]), Some(decision.clone()));
        assert_eq!(last(&[&ben, &decision, &taken_back]), Some(ben.clone()), "what was said is there again");
        assert_eq!(last(&[&ben, &decision, &later]), Some(later));
        let judgements = replayed([&taken_back]);
        assert_eq!(judgements.lookup(&ben.identity, |_| false), Lookup::None);
    }

    #[test]
    fn a_new_event_is_ordered_after_all_known_events() {
        let ahead = event("t", "x", TP, "ben", "2030-01-01T00:00:00Z");
        let mut new = event("t", "x", FP, "ada", "2026-01-02T03:04:05Z");
        replayed([&ahead]).put_last(&mut new);
        assert_eq!(new.time, "2030-01-01T00:00:00.000001Z");
        let mut other = event("u", "x", FP, "ada", "2026-01-02T03:04:05Z");
        replayed([&ahead]).put_last(&mut other);
        assert_eq!(other.time, "2026-01-02T03:04:05Z");
    }

    #[test]
    fn at_the_last_instant_the_label_that_was_given_last_counts() {
        for time in ["9999-12-30T22:00:00.999999999Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-12:00"] {
            let known = event("t", "x", TP, "zoe", time);
            let mut new = event("t", "x", FP, "ada", "2026-01-02T03:04:05Z");
            let mut judgements = replayed([&known]);
            judgements.put_last(&mut new);
            assert!(judgements.apply(new.clone()), "{time}");
            assert_eq!(judgements.get(&known.identity), Some(&new), "{time}");
        }
    }

    fn any_event() -> impl Strategy<Value = LabelEvent> {
        let label = prop_oneof![Just(None), Just(TP), Just(FP)];
        ("[ab]", "[xy]", label, 0..60u32).prop_map(|(test, source, label, second)| {
            event(&test, &source, label, "", &format!("2026-01-02T03:04:{second:02}Z"))
        })
    }

    proptest! {
        /// Each annotator's lines keep their order in a merge, as in git.
        #[test]
        fn the_order_of_merged_lines_does_not_matter(
            mut ours in prop::collection::vec(any_event(), 0..12),
            mut theirs in prop::collection::vec(any_event(), 0..12),
            takes_ours in prop::collection::vec(any::<bool>(), 24),
        ) {
            for (events, annotator) in [(&mut ours, "ada"), (&mut theirs, "ben")] {
                for event in events {
                    event.annotator = annotator.to_owned();
                }
            }
            let expected = replayed(ours.iter().chain(&theirs));
            prop_assert_eq!(&replayed(theirs.iter().chain(&ours)), &expected);
            let (mut left, mut right) = (ours.iter().peekable(), theirs.iter().peekable());
            let mut merged = Vec::new();
            for take in takes_ours {
                merged.extend(if take { left.next() } else { right.next() });
            }
            merged.extend(left.chain(right));
            prop_assert_eq!(&replayed(merged), &expected);
        }
    }
}
