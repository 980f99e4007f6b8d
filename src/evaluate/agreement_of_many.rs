//! The agreement of three judges or more.
//!
//! **Fleiss' kappa** (Fleiss, "Measuring Nominal Scale Agreement Among Many Raters", Psychological Bulletin 76(5), 1971) is over the
//! tests that all of them labelled. **Krippendorff's alpha** for nominal data (Krippendorff, "Content
//! Analysis", 4th edition, 2018, chapter 12) is over all tests with two labels or more, so that nothing is
//! lost where some have not labelled everything.

/// The number of labels of each kind that a test got, in the order of [`Label::ALL`](crate::model::Label::ALL).
pub(crate) type CountsByLabel = [usize; 3];

/// Returns Fleiss' kappa over the tests with a label from each of `raters`, and the number of these tests;
/// None if it is undefined: no such test, or only one kind of label.
pub(crate) fn fleiss_kappa(tests: &[CountsByLabel], raters: usize) -> (Option<f64>, usize) {
    let complete: Vec<&CountsByLabel> = tests.iter().filter(|counts| total(counts) == raters).collect();
    if complete.is_empty() || raters < 2 {
        return (None, complete.len());
    }
    let labels = (complete.len() * raters) as f64;
    let agreeing: usize = complete.iter().map(|counts| pairs(counts)).sum();
    let observed = agreeing as f64 / (labels * (raters - 1) as f64);
    let expected: f64 = (0..3)
        .map(|label| {
            let share = complete.iter().map(|counts| counts[label]).sum::<usize>() as f64 / labels;
            share * share
        })
        .sum();
    let is_one_label = complete.iter().all(|counts| counts.iter().filter(|count| **count > 0).count() == 1)
        && (expected - 1.0).abs() < 1e-12;
    ((!is_one_label).then(|| (observed - expected) / (1.0 - expected)), complete.len())
}

/// Returns Krippendorff's alpha for nominal data, and the number of tests with at least two labels; None if
/// it is undefined: no such test, or only one kind of label.
pub(crate) fn krippendorffs_alpha(tests: &[CountsByLabel]) -> (Option<f64>, usize) {
    let paired: Vec<&CountsByLabel> = tests.iter().filter(|counts| total(counts) > 1).collect();
    let all: usize = paired.iter().map(|counts| total(counts)).sum();
    let observed: f64 = paired
        .iter()
        .map(|counts| {
            let labels = total(counts);
            (labels * (labels - 1) - pairs(counts)) as f64 / (labels - 1) as f64
        })
        .sum();
    let of_label = |label: usize| paired.iter().map(|counts| counts[label]).sum::<usize>();
    let by_chance: usize = (0..3).map(|label| of_label(label) * (all - of_label(label))).sum();
    let alpha = (by_chance > 0).then(|| 1.0 - observed * (all - 1) as f64 / by_chance as f64);
    (alpha, paired.len())
}

fn total(counts: &CountsByLabel) -> usize {
    counts.iter().sum()
}

/// Returns the number of ordered pairs of equal labels.
fn pairs(counts: &CountsByLabel) -> usize {
    counts.iter().map(|count| count * count.saturating_sub(1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of statsmodels 0.15 (`fleiss_kappa`) and krippendorff 0.9 (`alpha`).
    #[test]
    fn kappa_and_alpha_are_those_of_other_libraries() {
        let complete = [[3, 0, 0], [0, 3, 0], [2, 1, 0], [1, 1, 1], [0, 2, 1], [3, 0, 0], [0, 3, 0]];
        let with_gaps =
            [[3, 0, 0], [0, 3, 0], [2, 1, 0], [1, 1, 1], [0, 2, 0], [1, 1, 0], [0, 3, 0], [1, 0, 0]];
        let of_four = [[4, 0, 0], [1, 3, 0], [2, 2, 0], [0, 4, 0], [2, 0, 2], [1, 1, 1]];
        for (tests, raters, kappa, alpha) in [
            (&complete[..], 3, (0.425_781_25, 7), (0.453_125, 7)),
            (&with_gaps, 3, (0.395_161_290_322_580_5, 5), (0.336_842_105_263_157_8, 7)),
            (&of_four, 4, (0.373_219_373_219_373_15, 5), (0.289_583_333_333_333_3, 6)),
        ] {
            let (found_kappa, complete) = fleiss_kappa(tests, raters);
            let (found_alpha, paired) = krippendorffs_alpha(tests);
            assert!((found_kappa.expect("defined") - kappa.0).abs() < 1e-12, "{found_kappa:?}");
            assert!((found_alpha.expect("defined") - alpha.0).abs() < 1e-12, "{found_alpha:?}");
            assert_eq!((complete, paired), (kappa.1, alpha.1));
        }
    }

    #[test]
    fn one_kind_of_label_has_no_agreement_beyond_chance() {
        assert_eq!(fleiss_kappa(&[[3, 0, 0], [3, 0, 0]], 3), (None, 2));
        assert_eq!(krippendorffs_alpha(&[[3, 0, 0], [2, 0, 0]]), (None, 2));
        assert_eq!(
            (fleiss_kappa(&[[1, 0, 0]], 3), krippendorffs_alpha(&[[1, 0, 0]])),
            ((None, 0), (None, 0))
        );
    }
}
