//! The judgements that a journal's events come to.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::replay::Timed;
use crate::model::{Judgement, LabelEvent, TestIdentity};

/// For each test, its last event; the [module](super) says which one that is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Judgements {
    /// By project, bug and test, then by the hash of the generated test.
    tests: BTreeMap<[String; 3], BTreeMap<String, Timed>>,
}

/// What is known of a failed test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup<'a> {
    /// Somebody judged it.
    Current(&'a LabelEvent),
    /// Somebody judged a test of this name; the generated test was another one then.
    Stale(&'a LabelEvent),
    /// Nobody did, or what they said was taken back.
    None,
}

impl Judgements {
    /// Takes an event in, unless a later one of the same test is already there; tells which.
    ///
    /// An event whose time can't be read counts as older than any other.
    pub fn apply(&mut self, event: LabelEvent) -> bool {
        let at = event.time.parse().unwrap_or(Timestamp::MIN);
        self.apply_timed(Timed { event, at })
    }

    pub(super) fn apply_timed(&mut self, new: Timed) -> bool {
        let TestIdentity { project, bug, test, hash } = new.event.identity.clone();
        let versions = self.tests.entry([project, bug, test]).or_default();
        let is_later = versions.get(&hash).is_none_or(|known| order(&new) >= order(known));
        if is_later {
            versions.insert(hash, new);
        }
        is_later
    }

    /// Takes in those of another journal, as if the lines of both stood in one.
    pub fn merge(&mut self, other: Judgements) {
        for known in other.tests.into_values().flat_map(BTreeMap::into_values) {
            self.apply_timed(known);
        }
    }

    /// The last event of exactly this test, even if it took everything back.
    pub fn get(&self, identity: &TestIdentity) -> Option<&LabelEvent> {
        self.timed(identity).map(|known| &known.event)
    }

    pub(super) fn timed(&self, identity: &TestIdentity) -> Option<&Timed> {
        self.versions(identity)?.get(&identity.hash)
    }

    fn versions(&self, identity: &TestIdentity) -> Option<&BTreeMap<String, Timed>> {
        // The three names stand in an array of their own: one copy per lookup.
        let TestIdentity { project, bug, test, hash: _ } = identity.clone();
        self.tests.get(&[project, bug, test])
    }

    /// What is known of a failed test.
    ///
    /// A judgement of the same name but another source is stale, unless `is_loaded` knows a test with that source: two runs
    /// have tests of one name with different oracles, and each keeps its own label.
    pub fn lookup(&self, identity: &TestIdentity, is_loaded: impl Fn(&TestIdentity) -> bool) -> Lookup<'_> {
        let Some(versions) = self.versions(identity) else { return Lookup::None };
        if let Some(known) = versions.get(&identity.hash).filter(|known| says_something(known)) {
            return Lookup::Current(&known.event);
        }
        let stale = versions
            .values()
            .filter(|known| says_something(known) && !is_loaded(&known.event.identity))
            .max_by(|a, b| order(a).cmp(&order(b)));
        stale.map_or(Lookup::None, |known| Lookup::Stale(&known.event))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// The last event of every test, in order of project, bug, test and hash; those that took everything back are left out.
    pub fn events(&self) -> impl Iterator<Item = &LabelEvent> {
        self.tests
            .values()
            .flat_map(BTreeMap::values)
            .filter(|known| says_something(known))
            .map(|known| &known.event)
    }
}

/// What events are ordered by; of equal ones the one that comes last counts.
fn order(event: &Timed) -> (Timestamp, &str) {
    (event.at, &event.event.annotator)
}

fn says_something(known: &Timed) -> bool {
    known.event.judgement != Judgement::default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::Label;

    fn event(test: &str, source: &str, label: Option<Label>, annotator: &str, time: &str) -> LabelEvent {
        LabelEvent {
            identity: TestIdentity::new("Lang", "7", test, source),
            judgement: Judgement { label, ..Judgement::default() },
            annotator: annotator.to_owned(),
            time: time.to_owned(),
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
    fn the_latest_event_counts_wherever_it_stands() {
        let early = event("t", "x", TP, "ada", "2026-01-02T03:04:05Z");
        // As text the later time comes first, and so does the one in another zone.
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
    fn at_one_time_the_annotator_decides_and_then_the_place() {
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
        let other_bug = TestIdentity { bug: "8".to_owned(), ..new };
        assert_eq!(judgements.lookup(&other_bug, |_| false), Lookup::None);
    }

    #[test]
    fn what_was_taken_back_says_nothing() {
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

    fn any_event() -> impl Strategy<Value = LabelEvent> {
        let label = prop_oneof![Just(None), Just(TP), Just(FP)];
        ("[ab]", "[xy]", label, 0..60u32).prop_map(|(test, source, label, second)| {
            event(&test, &source, label, "", &format!("2026-01-02T03:04:{second:02}Z"))
        })
    }

    proptest! {
        /// Each annotator's lines keep their order in a merge, as git keeps it.
        #[test]
        fn a_merge_means_the_same_in_any_order(
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
