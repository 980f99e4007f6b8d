//! The agreement of two people beyond chance.
//!
//! Cohen's kappa (Cohen, "A Coefficient of Agreement for Nominal Scales", Educational and Psychological Measurement 20,
//! 1960): (o − e)/(1 − e). Here o is the share of equal labels, and e is the share of equal labels expected by chance from
//! the label counts of the two people: for each label, the product of the two counts, summed over the labels and divided by
//! n². Computed in whole numbers, with one division.

use crate::model::Label;

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
        let total = self.total() as u128;
        if total == 0 {
            return Err(Undefined::NothingInCommon);
        }
        let (agreed, chance) = (self.agreed() as u128, self.by_chance());
        if chance == total * total {
            let label = Label::ALL.into_iter().find(|&label| self.0[label as usize][label as usize] > 0);
            return Err(label.map_or(Undefined::NothingInCommon, Undefined::OneLabel));
        }
        let beyond = (total * agreed) as f64 - chance as f64;
        Ok(beyond / (total * total - chance) as f64)
    }

    /// Returns the share expected by chance times n²: for each label the product of the two people's counts, summed.
    fn by_chance(self) -> u128 {
        let row = |category: usize| self.0[category].iter().sum::<usize>() as u128;
        let column = |category: usize| self.0.iter().map(|row| row[category]).sum::<usize>() as u128;
        (0..Label::ALL.len()).map(|category| row(category) * column(category)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by hand: 35 of 50 are equal, (25·30 + 25·20)/2500 = 1/2 by chance, so kappa = 0.2/0.5.
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
