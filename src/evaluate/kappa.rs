//! The agreement of two people beyond chance.
//!
//! Cohen's kappa (Cohen, "A Coefficient of Agreement for Nominal Scales", Educational and Psychological Measurement 20,
//! 1960): (o − e)/(1 − e). Here o is the share of equal labels, and e is the share of equal labels expected
//! by chance from the label counts of the two people: for each label, the product of the two counts, summed
//! over the labels and divided by n². Computed in whole numbers, with one division.

use crate::model::{Label, Verdict};

/// The number of tests for each pair of labels: the first person's labels in rows, in the order of [`Label::ALL`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Agreement(pub [[usize; 3]; 3]);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Undefined {
    /// The two people have labelled no common test.
    NothingInCommon,
    /// Both people gave the same single label to all tests: the agreement expected by chance is already complete.
    OneLabel(Label),
}

impl Agreement {
    pub(crate) fn of(pairs: impl IntoIterator<Item = [Label; 2]>) -> Agreement {
        let mut table = Agreement::default();
        for [one, other] in pairs {
            table.0[one as usize][other as usize] += 1;
        }
        table
    }

    /// Returns the agreement without the tests that at least one person marked as unsure.
    #[must_use]
    pub(crate) fn decided(self) -> Agreement {
        let mut table = self;
        let unsure = Label::Unsure as usize;
        table.0[unsure] = [0; 3];
        table.0.iter_mut().for_each(|row| row[unsure] = 0);
        table
    }

    /// Returns the number of tests that both people labelled.
    pub(crate) fn total(self) -> usize {
        self.0.iter().flatten().sum()
    }

    /// Returns the number of tests to which both people gave the same label.
    pub(crate) fn agreed(self) -> usize {
        Label::ALL.map(|label| self.0[label as usize][label as usize]).iter().sum()
    }

    /// Returns the share of equal labels, in 0..=1; `None` without a common test.
    pub(crate) fn observed(self) -> Option<f64> {
        (self.total() > 0).then(|| self.agreed() as f64 / self.total() as f64)
    }

    /// Returns the share of equal labels expected by chance, in 0..=1; `None` without a common test.
    pub(crate) fn expected(self) -> Option<f64> {
        let total = self.total() as f64;
        (self.total() > 0).then(|| self.by_chance() as f64 / (total * total))
    }

    /// Returns Cohen's kappa, in −1..=1.
    pub(crate) fn kappa(self) -> Result<f64, Undefined> {
        if self.total() == 0 {
            return Err(Undefined::NothingInCommon);
        }
        beyond_chance(&self.0).ok_or_else(|| {
            let label = Label::ALL.into_iter().find(|&label| self.0[label as usize][label as usize] > 0);
            label.map_or(Undefined::NothingInCommon, Undefined::OneLabel)
        })
    }

    fn by_chance(self) -> u128 {
        by_chance(&self.0)
    }
}

/// The number of tests for each pair of verdicts, as [`Agreement`] for labels: a false positive because of
/// the environment is another verdict than one because of the test.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct AgreementWithReasons([[usize; 4]; 4]);

impl AgreementWithReasons {
    pub(crate) fn of(pairs: impl IntoIterator<Item = [Verdict; 2]>) -> AgreementWithReasons {
        let category = |verdict: Verdict| match verdict.label {
            _ if verdict.is_environment() => Label::ALL.len(),
            label => label as usize,
        };
        let mut table = AgreementWithReasons::default();
        for [one, other] in pairs {
            table.0[category(one)][category(other)] += 1;
        }
        table
    }

    /// Returns true if one of the two people gave the environment as a reason.
    pub(crate) fn has_reasons(&self) -> bool {
        let environment = Label::ALL.len();
        self.0[environment].iter().chain(self.0.iter().map(|row| &row[environment])).any(|&tests| tests > 0)
    }

    /// Returns the number of tests to which both people gave the same verdict.
    pub(crate) fn agreed(&self) -> usize {
        (0..self.0.len()).map(|category| self.0[category][category]).sum()
    }

    /// Returns Cohen's kappa, in −1..=1; None if it is undefined.
    pub(crate) fn kappa(&self) -> Option<f64> {
        beyond_chance(&self.0)
    }
}

/// Returns Cohen's kappa of a table; None without a test, or if chance explains all.
fn beyond_chance<const N: usize>(table: &[[usize; N]; N]) -> Option<f64> {
    let total = table.iter().flatten().sum::<usize>() as u128;
    let agreed = (0..N).map(|category| table[category][category]).sum::<usize>() as u128;
    let chance = by_chance(table);
    (chance < total * total)
        .then(|| ((total * agreed) as f64 - chance as f64) / (total * total - chance) as f64)
}

/// Returns the share expected by chance times n²: for each category the product of the two people's counts, summed.
fn by_chance<const N: usize>(table: &[[usize; N]; N]) -> u128 {
    let products = (0..N).map(|category| {
        let row: usize = table[category].iter().sum();
        let column: usize = table.iter().map(|row| row[category]).sum();
        row as u128 * column as u128
    });
    products.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by hand: 35 of 50 are equal, (25·30 + 25·20)/2500 = 1/2 by chance, so kappa = 0.2/0.5.
    /// Of ten tests two people agree on 3 TP, 2 FP and 2 environment; one says FP three times where the other
    /// says environment. Labels: full agreement. With reasons: observed 7/10, by chance (3·3 + 5·2 + 2·5)/100
    /// = 0.29, kappa 0.41/0.71.
    #[test]
    fn reasons_are_verdicts_of_their_own() {
        let [bug, wrong, environment] =
            [Label::TruePositive.into(), Label::FalsePositive.into(), Verdict::ENVIRONMENT];
        let pairs = [
            ([bug, bug], 3),
            ([wrong, wrong], 2),
            ([environment, environment], 2),
            ([wrong, environment], 3),
        ];
        let pairs = || pairs.into_iter().flat_map(|(pair, count)| std::iter::repeat_n(pair, count));
        let with_reasons = AgreementWithReasons::of(pairs());
        assert!((with_reasons.kappa().expect("defined") - 0.41 / 0.71).abs() < 1e-15);
        assert_eq!((with_reasons.agreed(), with_reasons.has_reasons()), (7, true));
        let labels = Agreement::of(pairs().map(|pair| pair.map(|verdict| verdict.label)));
        assert_eq!((labels.kappa(), labels.agreed()), (Ok(1.0), 10));
        assert_eq!(AgreementWithReasons::default().kappa(), None);
        assert!(!AgreementWithReasons::of([[bug, wrong]]).has_reasons());
    }

    #[test]
    fn kappa_worked_by_hand() {
        let table = Agreement([[20, 5, 0], [10, 15, 0], [0, 0, 0]]);
        assert_eq!(table.observed(), Some(0.7));
        assert_eq!(table.expected(), Some(0.5));
        assert_eq!(table.kappa(), Ok(0.4));
    }

    /// The value of `sklearn.metrics.cohen_kappa_score` of scikit-learn 1.9.1 for the same labels.
    #[test]
    fn kappa_is_scikit_learns() {
        let three = Agreement([[2, 1, 1], [2, 3, 1], [0, 1, 2]]);
        assert_eq!(three.total(), 13);
        for (table, kappa) in [
            (three, 0.297_297_297_297_297_26),
            (Agreement([[0, 1, 0], [1, 0, 0], [0, 0, 0]]), -1.0),
            (Agreement([[0, 3, 0], [0, 0, 0], [0, 0, 0]]), 0.0),
            (Agreement([[0, 2, 0], [0, 1, 0], [0, 0, 0]]), 0.0),
            (Agreement([[1, 0, 0], [0, 98, 1], [0, 0, 0]]), 0.663_299_663_299_663_3),
        ] {
            let ours = table.kappa().expect("it is defined");
            assert!((ours - kappa).abs() < 1e-12, "{ours} instead of {kappa}");
        }
    }

    #[test]
    fn kappa_is_undefined_if_chance_explains_everything() {
        assert_eq!(Agreement::default().kappa(), Err(Undefined::NothingInCommon));
        assert_eq!(Agreement::default().observed(), None);
        let only_fps = Agreement::of([[Label::FalsePositive; 2]; 4]);
        assert_eq!(only_fps.kappa(), Err(Undefined::OneLabel(Label::FalsePositive)));
        assert_eq!(only_fps.observed(), Some(1.0));
    }

    #[test]
    fn unsure_labels_can_be_left_out() {
        let table = Agreement([[2, 1, 1], [2, 3, 1], [0, 1, 2]]).decided();
        assert_eq!(table, Agreement([[2, 1, 0], [2, 3, 0], [0, 0, 0]]));
        assert_eq!((table.total(), table.agreed()), (8, 5));
    }
}
