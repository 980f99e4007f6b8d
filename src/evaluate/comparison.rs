//! Comparisons of two rankings, or of two approaches, for each figure.
//!
//! Pairs are runs, as in the paper (Liu et al., ISSTA 2023, section 4.4), if both sides have the same number
//! of runs and more than one: the i-th run of one side is paired with the i-th run of the other. Otherwise
//! pairs are bugs, over all runs of each side. The interval of a difference is over bugs in both cases.
//! Unlabelled tests do not count as TPs here.

use indexmap::IndexSet;

use super::approach::{Approach, Averaged, MeasuredRanking, Measurement};
use super::figure::Figure;
use super::sample::{self, Form, Sample};
use super::significance::{Alternative, SignedRank, cliffs_delta, rounded, signed_rank};

/// One side of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contestant {
    pub approach: String,
    /// The ranker and its averaging over seeds; `None` if approaches are compared without regard to the order
    /// of failures.
    pub ranking: Option<(String, Averaged)>,
}

/// The unit that a test pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Pairs {
    /// The runs of both sides, in their order.
    Runs,
    /// The bugs of both sides; for a ranking's figures, only the bugs with a TP on at least one side.
    Bugs,
}

impl Pairs {
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

/// A comparison of one figure between two contestants.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    pub contestants: [Contestant; 2],
    pub figure: Figure,
    /// The mean over runs, for each contestant.
    pub values: [Option<f64>; 2],
    pub difference: Option<f64>,
    /// The ends of the difference's 95% bootstrap interval, paired over bugs.
    pub interval: Option<[f64; 2]>,
    /// The first value divided by the second; `None` if the second is zero.
    pub ratio: Option<f64>,
    /// The ends of the ratio's 95% bootstrap interval; infinite if the second value can be zero.
    pub ratio_interval: Option<[f64; 2]>,
    /// The unit that the test paired.
    pub over: Pairs,
    /// The number of pairs that have the figure on both sides.
    pub pairs: usize,
    /// The alternative that was tested against "no difference".
    pub alternative: Alternative,
    /// The signed-rank test over the pairs; `None` without pairs.
    pub test: Option<SignedRank>,
    /// Cliff's delta of the same values; `None` without pairs.
    pub cliffs_delta: Option<f64>,
}

/// The figures for which approaches are compared without regard to the order of failures.
const OF_APPROACHES: [Figure; 5] = [
    Figure::BugsFound,
    Figure::TruePositives,
    Figure::FalsePositives,
    Figure::Precision,
    Figure::FalsePositiveRate,
];

/// Compares every two rankings of each approach, then the first approach with each other one, or every two if
/// `pairwise`: first the approaches themselves, then with each ranking that both have.
pub(super) fn compare_all(
    approaches: &[Approach],
    pairwise: bool,
    alternative: Alternative,
) -> Vec<Comparison> {
    let mut all = Vec::new();
    for approach in approaches {
        let pair = Pair::new(approach, approach, alternative);
        let rankings = &approach.measured.rankings;
        for (index, first) in rankings.iter().enumerate() {
            for second in &rankings[index + 1..] {
                pair.compare([Some(first), Some(second)], [&first.overall, &second.overall], &mut all);
            }
        }
    }
    let baselines = if pairwise { approaches } else { &approaches[..approaches.len().min(1)] };
    for (index, first) in baselines.iter().enumerate() {
        for second in &approaches[index + 1..] {
            let pair = Pair::new(first, second, alternative);
            let (first, second) = (&first.measured, &second.measured);
            pair.compare([None, None], [&first.overall, &second.overall], &mut all);
            for ranking in &first.rankings {
                let same = second
                    .rankings
                    .iter()
                    .find(|other| (&other.ranker, other.averaged) == (&ranking.ranker, ranking.averaged));
                if let Some(other) = same {
                    pair.compare([Some(ranking), Some(other)], [&ranking.overall, &other.overall], &mut all);
                }
            }
        }
    }
    all
}

/// A comparison of values that are paired by any unit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PairedComparison {
    /// The means of both sides.
    pub(crate) values: [f64; 2],
    /// The mean difference, first minus second.
    pub(crate) difference: f64,
    /// The ends of its 95% bootstrap interval over the pairs; None for fewer than two.
    pub(crate) interval: Option<[f64; 2]>,
    pub(crate) pairs: usize,
    pub(crate) test: SignedRank,
    pub(crate) cliffs_delta: Option<f64>,
}

/// Compares paired values, as [`compare_all`] compares figures; None without pairs.
pub(crate) fn compare_paired(pairs: &[(f64, f64)], alternative: Alternative) -> Option<PairedComparison> {
    let mut sample = Sample::new(Form::Ratio, 1);
    for (unit, (first, second)) in pairs.iter().enumerate() {
        sample.add(0, unit, first - second, 1.0);
    }
    let difference = sample.value()?;
    let drawn = sample::draws(pairs.len(), &[&sample]).swap_remove(0);
    let differences: Vec<f64> = pairs.iter().map(|(first, second)| rounded(first - second)).collect();
    let (firsts, seconds): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let [rounded_firsts, rounded_seconds] =
        [&firsts, &seconds].map(|values| values.iter().copied().map(rounded).collect::<Vec<f64>>());
    Some(PairedComparison {
        values: [mean(&firsts), mean(&seconds)],
        difference,
        interval: sample::interval(drawn),
        pairs: pairs.len(),
        test: signed_rank(&differences, alternative),
        cliffs_delta: cliffs_delta(&rounded_firsts, &rounded_seconds),
    })
}

/// Two approaches (or one approach twice), with a common numbering of the bugs of both.
struct Pair<'a> {
    approaches: [&'a Approach; 2],
    /// For each approach, the index of each of its bugs in `found`.
    numbers: [Vec<usize>; 2],
    /// True for each bug for which at least one approach has a TP in some run.
    found: Vec<bool>,
    alternative: Alternative,
}

impl<'a> Pair<'a> {
    fn new(first: &'a Approach, second: &'a Approach, alternative: Alternative) -> Pair<'a> {
        let mut known = IndexSet::new();
        let numbers = [first, second]
            .map(|approach| approach.bugs.iter().map(|bug| known.insert_full(bug).0).collect::<Vec<usize>>());
        let mut found = vec![false; known.len()];
        for (approach, numbers) in [first, second].into_iter().zip(&numbers) {
            let mut overall = approach.measured.overall.iter();
            let bugs_found = overall.find(|measured| measured.figure == Figure::BugsFound);
            let of_bugs = bugs_found.map(|measured| measured.value.of_bugs(numbers.len()));
            for (bug, value) in of_bugs.into_iter().flatten().enumerate() {
                found[numbers[bug]] |= value.is_some_and(|value| value > 0.0);
            }
        }
        Pair { approaches: [first, second], numbers, found, alternative }
    }

    fn compare(
        &self,
        rankings: [Option<&MeasuredRanking>; 2],
        measured: [&[Measurement]; 2],
        all: &mut Vec<Comparison>,
    ) {
        let [first, second] = self.approaches;
        let contestant = |approach: &Approach, ranking: Option<&MeasuredRanking>| Contestant {
            approach: approach.measured.name.clone(),
            ranking: ranking.map(|ranking| (ranking.ranker.clone(), ranking.averaged)),
        };
        let contestants = [contestant(first, rankings[0]), contestant(second, rankings[1])];
        let of_ranking = rankings[0].is_some();
        let figures = measured[0].iter().map(|measured| measured.figure).filter(|figure| {
            if of_ranking {
                !matches!(figure, Figure::FoundRate(_) | Figure::FoundOfAll(_))
            } else {
                OF_APPROACHES.contains(figure)
            }
        });
        let sample = |side: usize, figure| {
            let measured: &Measurement = measured[side].iter().find(|measured| measured.figure == figure)?;
            Some(measured.value.renumbered(&self.numbers[side]))
        };
        let (figures, samples): (Vec<Figure>, Vec<[Sample; 2]>) = figures
            .filter_map(|figure| Some((figure, [sample(0, figure)?, sample(1, figure)?])))
            .filter(|(_, samples)| samples.iter().all(|sample| sample.value().is_some()))
            .unzip();
        let drawn = sample::draws(self.found.len(), &samples.iter().flatten().collect::<Vec<_>>());
        for ((figure, samples), drawn) in figures.into_iter().zip(&samples).zip(drawn.chunks(2)) {
            all.push(self.one(contestants.clone(), figure, samples, drawn));
        }
    }

    fn one(
        &self,
        contestants: [Contestant; 2],
        figure: Figure,
        samples: &[Sample; 2],
        drawn: &[Vec<f64>],
    ) -> Comparison {
        let values = [samples[0].value(), samples[1].value()];
        let both = values[0].zip(values[1]);
        let interval = |of_draw: fn((&f64, &f64)) -> f64| {
            let [first, second] = drawn else { return None };
            sample::interval(first.iter().zip(second).map(of_draw).collect())
        };
        let (over, pairs) = self.pairs(figure, samples);
        let differences: Vec<f64> = pairs.iter().map(|(first, second)| rounded(first - second)).collect();
        let [firsts, seconds]: [Vec<f64>; 2] = [
            pairs.iter().map(|(first, _)| rounded(*first)).collect(),
            pairs.iter().map(|(_, second)| rounded(*second)).collect(),
        ];
        Comparison {
            contestants,
            figure,
            values,
            difference: both.map(|(first, second)| first - second),
            interval: interval(|(first, second)| first - second),
            ratio: both.filter(|(_, second)| *second != 0.0).map(|(first, second)| first / second),
            ratio_interval: interval(|(first, second)| first / second),
            over,
            pairs: pairs.len(),
            alternative: self.alternative,
            test: (!pairs.is_empty()).then(|| signed_rank(&differences, self.alternative)),
            cliffs_delta: cliffs_delta(&firsts, &seconds),
        }
    }

    /// Returns the unit of the pairs, and the values of every pair that has the figure on both sides.
    fn pairs(&self, figure: Figure, samples: &[Sample; 2]) -> (Pairs, Vec<(f64, f64)>) {
        let runs = self.approaches.map(|approach| approach.measured.runs.len());
        let (over, firsts, seconds) = if runs[0] == runs[1] && runs[0] > 1 {
            (Pairs::Runs, samples[0].of_runs(), samples[1].of_runs())
        } else {
            let of_bugs = |sample: &Sample| -> Vec<Option<f64>> {
                let of_bugs = sample.of_bugs(self.found.len()).into_iter().zip(&self.found);
                of_bugs
                    .filter(|(_, found)| **found || !figure.is_of_ranking())
                    .map(|(value, _)| value)
                    .collect()
            };
            (Pairs::Bugs, of_bugs(&samples[0]), of_bugs(&samples[1]))
        };
        (over, firsts.into_iter().zip(seconds).filter_map(|(first, second)| first.zip(second)).collect())
    }
}
