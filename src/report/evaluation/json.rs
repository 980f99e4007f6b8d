//! An evaluation as one JSON object: `{"approaches": […], "comparisons": […], "settings": {…}}`.
//!
//! Figures are means over runs, with all digits; unknown values are null. `interval` holds the ends of 95% bootstrap
//! intervals. If tests are unlabelled, `bounds` holds the least and the greatest value of a figure that the missing
//! labels could lead to; otherwise it is null. `per_signature` holds the same figures for signatures instead of
//! tests, and `judge` those of a judge's labels. Keys within objects have the order of the tables.

use std::io::{self, Write};
use std::num::NonZeroU32;

use serde::Serialize;

use super::Report;
use crate::evaluate::{
    ApproachResult, Comparison, Contestant, Estimate, Figure, Figures, RESAMPLES, RankingResult, SEED,
    magnitude,
};
use crate::model::OracleKind;
use crate::report::writers::{Object, write_json};

pub(crate) fn json(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let object = ReportObject {
        approaches: report.evaluation.approaches.iter().map(ApproachObject::new).collect(),
        comparisons: report.evaluation.comparisons.iter().map(ComparisonObject::new).collect(),
        settings: SettingsObject {
            definition: report.definition.name(),
            k: &report.ks,
            resamples: RESAMPLES,
            resampling_seed: SEED,
            seeds: report.seeds,
            truth: report.truth,
        },
    };
    write_json(&object, out)
}

#[derive(Serialize)]
struct ReportObject<'a> {
    approaches: Vec<ApproachObject<'a>>,
    comparisons: Vec<ComparisonObject<'a>>,
    settings: SettingsObject<'a>,
}

#[derive(Serialize)]
struct SettingsObject<'a> {
    definition: &'static str,
    k: &'a [usize],
    resamples: usize,
    resampling_seed: u64,
    seeds: NonZeroU32,
    truth: &'static str,
}

#[derive(Serialize)]
struct ApproachObject<'a> {
    name: &'a str,
    runs: usize,
    run_names: &'a [String],
    #[serde(flatten)]
    counts: CountsObject,
    per_signature: CountsObject,
    oracle_kinds: Vec<KindObject<CountsObject>>,
    rankings: Vec<RankingObject<'a>>,
}

impl ApproachObject<'_> {
    fn new(approach: &ApproachResult) -> ApproachObject<'_> {
        let ApproachResult { name, runs, overall, kinds, per_signature, rankings } = approach;
        ApproachObject {
            name,
            runs: runs.len(),
            run_names: runs,
            counts: CountsObject::new(overall),
            per_signature: CountsObject::new(per_signature),
            oracle_kinds: of_kinds(kinds, CountsObject::new),
            rankings: rankings.iter().map(RankingObject::new).collect(),
        }
    }
}

#[derive(Serialize)]
struct RankingObject<'a> {
    ranker: &'a str,
    seeds: &'static str,
    #[serde(flatten)]
    found: FoundObject,
    per_signature: FoundObject,
    oracle_kinds: Vec<KindObject<FoundObject>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    judge: Option<CountsObject>,
}

impl RankingObject<'_> {
    fn new(ranking: &RankingResult) -> RankingObject<'_> {
        let RankingResult { ranker, averaged, overall, per_signature, kinds } = ranking;
        RankingObject {
            ranker,
            seeds: averaged.name(),
            found: FoundObject::new(overall),
            per_signature: FoundObject::new(per_signature),
            oracle_kinds: of_kinds(kinds, FoundObject::new),
            judge: overall.get(Figure::Judged).map(|_| CountsObject::new(overall)),
        }
    }
}

#[derive(Serialize)]
struct KindObject<F> {
    oracle: &'static str,
    #[serde(flatten)]
    figures: F,
}

fn of_kinds<F>(kinds: &[(OracleKind, Figures)], object: fn(&Figures) -> F) -> Vec<KindObject<F>> {
    kinds.iter().map(|(kind, figures)| KindObject { oracle: kind.name(), figures: object(figures) }).collect()
}

/// Values under the names of figures, or under the K of Found@K.
type ByFigure<V> = Object<String, V>;

/// The figures that do not depend on the order: each under its name, then the intervals and bounds of all.
#[derive(Serialize)]
struct CountsObject {
    #[serde(flatten)]
    values: ByFigure<Option<f64>>,
    interval: ByFigure<Option<[f64; 2]>>,
    bounds: Option<ByFigure<[Option<f64>; 2]>>,
}

impl CountsObject {
    fn new(figures: &Figures) -> CountsObject {
        let name = Figure::to_string;
        CountsObject {
            values: by_figure(figures, name, is_count, |estimate| Some(estimate.value)),
            interval: by_figure(figures, name, is_count, |estimate| Some(estimate.interval)),
            bounds: bounds(figures, name, is_count),
        }
    }
}

/// The figures that depend on the order: `found` and `found_rate` by K, the intervals and bounds of `found` by K and
/// of `first_tp`, the bounds of `found_rate`, and `first_tp`.
#[derive(Serialize)]
struct FoundObject {
    found: ByFigure<Option<f64>>,
    found_rate: ByFigure<Option<f64>>,
    interval: ByFigure<Option<[f64; 2]>>,
    bounds: Option<ByFigure<[Option<f64>; 2]>>,
    found_rate_bounds: Option<ByFigure<[Option<f64>; 2]>>,
    first_tp: Option<f64>,
}

impl FoundObject {
    fn new(figures: &Figures) -> FoundObject {
        let is_found = |figure| matches!(figure, Figure::Found(_));
        FoundObject {
            found: by_figure(figures, key, is_found, |estimate| Some(estimate.value)),
            found_rate: by_figure(figures, key, is_rate, |estimate| Some(estimate.value)),
            interval: by_figure(figures, key, is_found_or_first, |estimate| Some(estimate.interval)),
            bounds: bounds(figures, key, is_found_or_first),
            found_rate_bounds: bounds(figures, key, is_rate),
            first_tp: figures.value(Figure::FirstTruePositive),
        }
    }
}

fn by_figure<V>(
    figures: &Figures,
    key: fn(&Figure) -> String,
    is_wanted: fn(Figure) -> bool,
    value: fn(&Estimate) -> Option<V>,
) -> ByFigure<V> {
    let wanted = figures.0.iter().filter(|estimate| is_wanted(estimate.figure));
    Object(wanted.filter_map(|estimate| Some((key(&estimate.figure), value(estimate)?))).collect())
}

/// Returns the bounds of the selected figures; none if no label is missing.
fn bounds(
    figures: &Figures,
    key: fn(&Figure) -> String,
    is_wanted: fn(Figure) -> bool,
) -> Option<ByFigure<[Option<f64>; 2]>> {
    let bounds = by_figure(figures, key, is_wanted, |estimate| estimate.bounds);
    (!bounds.0.is_empty()).then_some(bounds)
}

fn is_rate(figure: Figure) -> bool {
    matches!(figure, Figure::FoundRate(_))
}

fn is_found_or_first(figure: Figure) -> bool {
    figure.is_of_ranking() && !is_rate(figure)
}

fn is_count(figure: Figure) -> bool {
    !figure.is_of_ranking()
}

/// Returns the K alone for figures that have one.
fn key(figure: &Figure) -> String {
    figure.k().map_or_else(|| figure.to_string(), |k| k.to_string())
}

#[derive(Serialize)]
struct ComparisonObject<'a> {
    a: ContestantObject<'a>,
    b: ContestantObject<'a>,
    figure: String,
    a_value: Option<f64>,
    b_value: Option<f64>,
    difference: Option<f64>,
    interval: Option<[f64; 2]>,
    ratio: Option<f64>,
    ratio_interval: Option<[f64; 2]>,
    over: &'static str,
    pairs: usize,
    alternative: &'static str,
    wilcoxon_p: Option<f64>,
    wilcoxon_method: Option<&'static str>,
    smallest_p: f64,
    cliffs_delta: Option<f64>,
    magnitude: Option<&'static str>,
}

impl ComparisonObject<'_> {
    fn new(comparison: &Comparison) -> ComparisonObject<'_> {
        let [a, b] = comparison.contestants.each_ref().map(ContestantObject::new);
        ComparisonObject {
            a,
            b,
            figure: comparison.figure.to_string(),
            a_value: comparison.values[0],
            b_value: comparison.values[1],
            difference: comparison.difference,
            interval: comparison.interval,
            ratio: comparison.ratio,
            ratio_interval: comparison.ratio_interval,
            over: comparison.over.name(),
            pairs: comparison.pairs,
            alternative: comparison.alternative.name(),
            wilcoxon_p: comparison.test.map(|test| test.p),
            wilcoxon_method: comparison.test.map(|test| test.method.name()),
            smallest_p: comparison.alternative.smallest_p(comparison.pairs),
            cliffs_delta: comparison.cliffs_delta,
            magnitude: comparison.cliffs_delta.map(magnitude),
        }
    }
}

#[derive(Serialize)]
struct ContestantObject<'a> {
    approach: &'a str,
    ranker: Option<&'a str>,
    seeds: Option<&'static str>,
}

impl ContestantObject<'_> {
    fn new(side: &Contestant) -> ContestantObject<'_> {
        ContestantObject {
            approach: &side.approach,
            ranker: side.ranking.as_ref().map(|(ranker, _)| &**ranker),
            seeds: side.ranking.as_ref().map(|(_, averaged)| averaged.name()),
        }
    }
}
