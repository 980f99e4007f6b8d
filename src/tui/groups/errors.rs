//! The errors of a group, the most frequent first, for its preview on the screen of all groups.
//!
//! ```text
//! signatures of the group ──counts──▶ the largest ──what messages have in common──▶ errors: those that read alike are one
//! list of the group ──the most suspicious failure of each──┘
//! ```
//!
//! Of a build of several modules, the preview counts by module: its list has the causes.

use std::cmp::Reverse;

use indexmap::IndexMap;

use crate::model::FailureId;
use crate::rank::{failing_call, module_in};
use crate::tui::triage::compare::diff;
use crate::tui::triage::list::names::error_of_message;
use crate::tui::{Judging, Lists};

/// The number of the largest signatures that are looked at.
const MOST_SIGNATURES: usize = 200;

/// The number of failures of a signature whose messages are compared.
const COMPARED: usize = 20;

/// The largest number of cells of an error's message.
const MESSAGE: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupError {
    pub tests: usize,
    /// The number of them with each label: TP, FP, unsure; with the truth, wrong TP and wrong FP apart.
    pub labelled: [usize; 5],
    /// The exception and the message, with `…` for what differs between them; of a build the name of the module.
    pub message: String,
    /// The method of the project that failed.
    pub call: Option<String>,
    /// The place of the most suspicious one among those listed.
    pub(crate) first: usize,
}

impl Lists {
    /// Counts the listed tests of each error of a group; none before the signatures are known.
    pub(crate) fn errors_of(&self, judging: &Judging, index: usize) -> Vec<GroupError> {
        let (Some(group), Some(state)) = (self.corpus.groups.get(index), self.groups.get(index)) else {
            return Vec::new();
        };
        // The list of a build has a row for each cause.
        if state.module_width > 0 {
            return self.modules_of(judging, index);
        }
        let Some(signatures) = &state.signatures.exact else { return Vec::new() };
        // The number of tests of each signature, that with each label, and the first of the list.
        let mut counts: Vec<(usize, [usize; 5], Vec<usize>)> =
            vec![(0, [0; 5], Vec::new()); signatures.all.len()];
        let listed: Vec<FailureId> = self.listed_entries(state).map(|entry| entry.failure).collect();
        for (place, &failure) in listed.iter().enumerate() {
            let number = group.row_of(failure).and_then(|row| signatures.of_failure.get(row));
            let Some((tests, labelled, first)) = number.and_then(|&number| counts.get_mut(number)) else {
                continue;
            };
            *tests += 1;
            if first.len() < COMPARED {
                first.push(place);
            }
            judging.count_label(self, failure, labelled);
        }
        counts.sort_by_key(|&(tests, ..)| Reverse(tests));
        let mut errors: Vec<GroupError> = Vec::new();
        for (tests, labelled, first) in counts.into_iter().take(MOST_SIGNATURES) {
            let Some(&place) = first.first() else { continue };
            let failures = first.iter().map(|&place| &self.corpus.failures[listed[place]]);
            let message = failures.map(|failure| error_of_message(failure, MESSAGE));
            let message = message.reduce(|message, other| in_common(&message, &other)).unwrap_or_default();
            let call = failing_call(&self.corpus.failures[listed[place]]);
            let mut made = GroupError { tests, labelled, message, call, first: place };
            // Signatures also differ in frames that are not shown. No count is beside another one that
            // includes it. What fails in whole tests is counted by cause, as the list is ordered.
            let same = errors.extract_if(.., |error| {
                let [one, other] = [&error.message, &made.message];
                !state.is_by_cause()
                    && error.call == made.call
                    && (stands_for(one, other) || stands_for(other, one))
            });
            for error in same.collect::<Vec<_>>() {
                made.tests += error.tests;
                made.labelled.iter_mut().zip(error.labelled).for_each(|(all, more)| *all += more);
                made.first = made.first.min(error.first);
                if stands_for(&error.message, &made.message) {
                    made.message = error.message;
                }
            }
            errors.push(made);
        }
        errors.sort_by_key(|error| Reverse(error.tests));
        errors
    }

    /// Counts the listed tests of each module of a build, those with the most first.
    fn modules_of(&self, judging: &Judging, index: usize) -> Vec<GroupError> {
        let (group, state) = (&self.corpus.groups[index], &self.groups[index]);
        let mut modules: IndexMap<String, GroupError> = IndexMap::new();
        for (place, entry) in self.listed_entries(state).enumerate() {
            let failure = &self.corpus.failures[entry.failure];
            let name = module_in(group, failure).unwrap_or_else(|| self.group_title(group));
            let new =
                GroupError { tests: 0, labelled: [0; 5], message: String::new(), call: None, first: place };
            let module = modules.entry(name).or_insert(new);
            module.tests += 1;
            judging.count_label(self, entry.failure, &mut module.labelled);
        }
        let mut counted: Vec<GroupError> =
            modules.into_iter().map(|(message, module)| GroupError { message, ..module }).collect();
        counted
            .sort_by(|one, other| other.tests.cmp(&one.tests).then_with(|| one.message.cmp(&other.message)));
        counted
    }
}

impl Judging {
    /// Counts the label of a failure, by the places of [`GroupError::labelled`].
    fn count_label(&self, lists: &Lists, failure: FailureId, labelled: &mut [usize; 5]) {
        if let Some(label) = self.labels.label(failure) {
            let wrong = if self.is_wrong(lists, failure) { 3 } else { 0 };
            labelled[label as usize + wrong] += 1;
        }
    }
}

/// Returns what two messages have in common, with `…` in place of the rest.
fn in_common(one: &str, other: &str) -> String {
    let diff::WordDiff { before, after, .. } = diff::words(one, other);
    // Words may be missing in one of them.
    let (text, own, others) =
        if after.len() > before.len() { (other, after, before) } else { (one, before, after) };
    let beside = if text == one { other } else { one };
    // `list1` and `list2` have a name in common.
    let name = |word: &'_ str| word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '…').len();
    let (mut common, mut end) = (String::new(), 0);
    for (at, range) in own.iter().enumerate() {
        let word = &text[range.clone()];
        let other = others.get(at).filter(|_| own.len() == others.len()).map(|range| &beside[range.clone()]);
        let shared = other.filter(|other| other[..name(other)] == word[..name(word)]).map_or(0, name);
        common.extend([&text[end..range.start], &word[..shared], "…"]);
        end = range.end;
    }
    common + &text[end..]
}

/// Returns true if a text that may have `…` in place of words is that of a message, too.
fn stands_for(common: &str, message: &str) -> bool {
    let mut parts = common.split('…');
    let mut rest = message.strip_prefix(parts.next().unwrap_or_default());
    for part in parts {
        rest = rest.and_then(|rest| rest.find(part).map(|at| &rest[at + part.len()..]));
    }
    rest.is_some_and(|rest| rest.is_empty() || common.ends_with('…'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_that_differ_say_what_they_have_in_common() {
        for (one, other, expected) in [
            ("expected:<1> but was:<0>", "expected:<0> but was:<1>", "expected:<…> but was:<…>"),
            ("\"list1\" is null", "\"list2\" is null", "\"list…\" is null"),
            ("a quote inside a field at 2", "a quote inside a field at 6", "a quote inside a field at …"),
            ("no such element", "no such element", "no such element"),
        ] {
            let common = in_common(one, other);
            assert_eq!(common, expected);
            assert!(stands_for(&common, one) && stands_for(&common, other), "{common}");
        }
        assert!(!stands_for("expected:<…> but was:<…>", "expected null, but was:<1>"));
        assert!(!stands_for("\"list…\" is null", "\"map\" is null"));
    }
}
