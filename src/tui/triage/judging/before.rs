//! The failures compared with earlier runs: whether they are new, and what was judged of failures like them.
//! It is shown beside the failures, orders the list over all groups, and is no label.

use crate::import::Import;
use crate::model::{FailureId, Ranking, VerdictCounts, VerdictWords};
use crate::rank::{ComparedRuns, Earlier, EarlierLabels, KnownBefore, Since, Step, new_first, steps};

/// The knowledge of the failures from earlier runs.
#[derive(Debug, PartialEq)]
pub struct ShownBefore {
    known: Vec<KnownBefore>,
    /// The counts of what is new and what is not, and what is fixed.
    compared: ComparedRuns,
    /// True for reports of builds, in which what is new comes first.
    is_of_builds: bool,
}

impl ShownBefore {
    pub(in crate::tui) fn new(earlier: &Earlier, import: &Import) -> ShownBefore {
        let known = earlier.known(&import.corpus);
        let compared = earlier.compared(import, &known);
        ShownBefore { known, compared, is_of_builds: import.is_of_builds() }
    }

    pub(in crate::tui) fn counts(&self) -> &str {
        &self.compared.counts
    }

    /// Returns the names of the tests that failed there and pass now.
    pub(in crate::tui) fn fixed(&self) -> &[String] {
        &self.compared.fixed
    }

    pub(in crate::tui) fn known(&self, failure: FailureId) -> Option<&KnownBefore> {
        self.known.get(failure.index())
    }

    /// Puts what is new first in the list of a build.
    pub(in crate::tui) fn new_first(&self, ranking: &mut Ranking) {
        new_first(ranking, &self.known, self.is_of_builds);
    }

    /// Returns the step of each failure in the order over all groups.
    pub(in crate::tui) fn steps(&self) -> impl Fn(FailureId) -> Step + '_ {
        steps(&self.known, self.is_of_builds)
    }
}

/// Returns what is known of a failure in at most seven cells: `T×1 F×3`, `new`, `changed`; nothing for one
/// that failed before and was not judged.
pub(in crate::tui) fn in_row(known: &KnownBefore) -> String {
    let EarlierLabels { true_positives, false_positives, environment, .. } = known.judged;
    match (true_positives, false_positives, known.since) {
        (0, 0, Since::New) => "new".to_owned(),
        (0, 0, Since::Changed) => "changed".to_owned(),
        (0, 0, Since::AsBefore) => String::new(),
        (0, count, _) if count == environment => format!("E×{count}"),
        (0, count, _) => format!("F×{count}"),
        (count, 0, _) => format!("T×{count}"),
        (bugs @ ..10, wrong @ ..10, _) => format!("T×{bugs} F×{wrong}"),
        _ => "T and F".to_owned(),
    }
}

/// Returns what is known of the failures of a folded row in at most seven cells: `2 new` if they are not all.
pub(in crate::tui) fn in_folded_row(all: &[&KnownBefore]) -> String {
    let new = all.iter().filter(|known| known.since == Since::New).count();
    match all.first() {
        Some(_) if new > 0 && new < all.len() => format!("{} new", new.min(999)),
        Some(first) => in_row(first),
        None => String::new(),
    }
}

/// Returns what is known of a failure in sentences.
pub(in crate::tui) fn in_words(known: &KnownBefore, words: VerdictWords) -> String {
    let since = match known.since {
        Since::New => "The test did not fail in the earlier runs.",
        Since::AsBefore => "It failed in the same way in the earlier runs.",
        Since::Changed => "In the earlier runs the test failed in another way.",
    };
    let EarlierLabels { true_positives, false_positives, environment, ref runs } = known.judged;
    let counts = VerdictCounts { true_positives, false_positives, environment, unsure: 0 };
    let counts = words.counted(counts);
    if counts.is_empty() {
        return since.to_owned();
    }
    format!("{since} Failures like it were judged in {}: {}.", runs.join(" and "), counts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_the_labels_or_what_is_new() {
        let known = |since, true_positives, false_positives| KnownBefore {
            since,
            judged: EarlierLabels {
                true_positives,
                false_positives,
                environment: usize::from(false_positives == 1),
                runs: vec!["run1".to_owned()],
            },
        };
        for (known, expected) in [
            (known(Since::AsBefore, 1, 9), "T×1 F×9"),
            (known(Since::AsBefore, 1, 12), "T and F"),
            (known(Since::New, 0, 3), "F×3"),
            (known(Since::AsBefore, 0, 1), "E×1"),
            (known(Since::New, 0, 0), "new"),
            (known(Since::Changed, 0, 0), "changed"),
            (known(Since::AsBefore, 0, 0), ""),
        ] {
            assert_eq!(in_row(&known), expected);
        }
        assert_eq!(
            in_words(&known(Since::AsBefore, 0, 3), VerdictWords::Generated),
            "It failed in the same way in the earlier runs. Failures like it were judged in run1: 3 FP."
        );
    }
}
