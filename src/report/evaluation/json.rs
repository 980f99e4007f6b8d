//! An evaluation as one JSON object: `{"approaches": […], "comparisons": […], "settings": {…}}`.
//!
//! Figures are means over runs, with every digit; what is not known is null. `interval` holds the ends of 95% bootstrap
//! intervals. Where tests are not labelled, `bounds` holds the least and the most that the missing labels could make of a
//! figure; else it is null. `per_signature` holds the same figures with signatures in place of tests. Keys within stand in the
//! order of the tables.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

use super::Report;
use crate::evaluate::{
    ApproachResult, Comparison, Contestant, Estimate, Figure, Figures, RESAMPLES, RankingResult, SEED,
    magnitude,
};
use crate::model::OracleKind;

/// Writes the object, indented, and a line end.
pub fn json(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    out.write_all(b"\n")?;
    out.flush()
}

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        let approaches: Vec<ApproachObject<'_>> =
            self.evaluation.approaches.iter().map(ApproachObject).collect();
        object.serialize_entry("approaches", &approaches)?;
        let comparisons: Vec<ComparisonObject<'_>> =
            self.evaluation.comparisons.iter().map(ComparisonObject).collect();
        object.serialize_entry("comparisons", &comparisons)?;
        let settings = json!({
            "truth": self.truth,
            "definition": self.definition.name(),
            "seeds": self.seeds,
            "k": self.ks,
            "resamples": RESAMPLES,
            "resampling_seed": SEED,
        });
        object.serialize_entry("settings", &settings)?;
        object.end()
    }
}

/// An object whose values are made one by one.
struct Object<K, V>(Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for Object<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

struct ApproachObject<'a>(&'a ApproachResult);

impl Serialize for ApproachObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ApproachResult { name, runs, overall, kinds, per_signature, rankings } = self.0;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("name", name)?;
        object.serialize_entry("runs", &runs.len())?;
        object.serialize_entry("run_names", runs)?;
        serialize_counts(&mut object, overall)?;
        object
            .serialize_entry("per_signature", &FiguresObject { figures: per_signature, of_ranking: false })?;
        let kinds: Vec<KindObject<'_>> = kinds
            .iter()
            .map(|(kind, figures)| KindObject { kind: *kind, figures, of_ranking: false })
            .collect();
        object.serialize_entry("oracle_kinds", &kinds)?;
        let rankings: Vec<RankingObject<'_>> = rankings.iter().map(RankingObject).collect();
        object.serialize_entry("rankings", &rankings)?;
        object.end()
    }
}

struct RankingObject<'a>(&'a RankingResult);

impl Serialize for RankingObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RankingResult { ranker, averaged, overall, per_signature, kinds } = self.0;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("ranker", ranker)?;
        object.serialize_entry("seeds", averaged.name())?;
        serialize_found(&mut object, overall)?;
        object
            .serialize_entry("per_signature", &FiguresObject { figures: per_signature, of_ranking: true })?;
        let kinds: Vec<KindObject<'_>> = kinds
            .iter()
            .map(|(kind, figures)| KindObject { kind: *kind, figures, of_ranking: true })
            .collect();
        object.serialize_entry("oracle_kinds", &kinds)?;
        object.end()
    }
}

/// Figures in an object of their own.
struct FiguresObject<'a> {
    figures: &'a Figures,
    of_ranking: bool,
}

impl Serialize for FiguresObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        if self.of_ranking {
            serialize_found(&mut object, self.figures)?;
        } else {
            serialize_counts(&mut object, self.figures)?;
        }
        object.end()
    }
}

struct KindObject<'a> {
    kind: OracleKind,
    figures: &'a Figures,
    of_ranking: bool,
}

impl Serialize for KindObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("oracle", self.kind.name())?;
        if self.of_ranking {
            serialize_found(&mut object, self.figures)?;
        } else {
            serialize_counts(&mut object, self.figures)?;
        }
        object.end()
    }
}

/// Every figure under its name, then the intervals and bounds of all.
fn serialize_counts<M: SerializeMap>(object: &mut M, figures: &Figures) -> Result<(), M::Error> {
    for estimate in &figures.0 {
        object.serialize_entry(&estimate.figure.to_string(), &estimate.value)?;
    }
    serialize_ends(object, figures, Figure::to_string)
}

/// `found` and `found_rate` by K, `first_tp`, then the intervals and bounds of `found` by K and of `first_tp`, and the bounds of
/// `found_rate`.
fn serialize_found<M: SerializeMap>(object: &mut M, figures: &Figures) -> Result<(), M::Error> {
    let by_k = |is_wanted: fn(Figure) -> bool| {
        let wanted = figures.0.iter().filter(|estimate| is_wanted(estimate.figure));
        Object(wanted.map(|estimate| (key(&estimate.figure), estimate.value)).collect())
    };
    object.serialize_entry("found", &by_k(|figure| matches!(figure, Figure::Found(_))))?;
    object.serialize_entry("found_rate", &by_k(is_rate))?;
    serialize_ends(object, figures, key)?;
    object.serialize_entry("found_rate_bounds", &bounds(figures, key, is_rate))?;
    object.serialize_entry("first_tp", &figures.value(Figure::FirstTruePositive))
}

fn serialize_ends<M: SerializeMap>(
    object: &mut M,
    figures: &Figures,
    key: fn(&Figure) -> String,
) -> Result<(), M::Error> {
    let shown = figures.0.iter().filter(|estimate| !is_rate(estimate.figure));
    let intervals = shown.map(|estimate| (key(&estimate.figure), estimate.interval));
    object.serialize_entry("interval", &Object(intervals.collect()))?;
    object.serialize_entry("bounds", &bounds(figures, key, |figure| !is_rate(figure)))
}

/// The bounds of those figures that are wanted; none where no label is missing.
fn bounds(
    figures: &Figures,
    key: fn(&Figure) -> String,
    is_wanted: fn(Figure) -> bool,
) -> Option<Object<String, [Option<f64>; 2]>> {
    let wanted = figures.0.iter().filter(|estimate| is_wanted(estimate.figure));
    let bounds: Vec<_> =
        wanted.filter_map(|Estimate { figure, bounds, .. }| Some((key(figure), (*bounds)?))).collect();
    (!bounds.is_empty()).then_some(Object(bounds))
}

fn is_rate(figure: Figure) -> bool {
    matches!(figure, Figure::FoundRate(_))
}

/// The K alone where there is one.
fn key(figure: &Figure) -> String {
    figure.k().map_or_else(|| figure.to_string(), |k| k.to_string())
}

struct ComparisonObject<'a>(&'a Comparison);

impl Serialize for ComparisonObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let comparison = self.0;
        let mut object = serializer.serialize_map(None)?;
        for (key, side) in ["a", "b"].into_iter().zip(&comparison.contestants) {
            object.serialize_entry(key, &contestant(side))?;
        }
        object.serialize_entry("figure", &comparison.figure.to_string())?;
        object.serialize_entry("a_value", &comparison.values[0])?;
        object.serialize_entry("b_value", &comparison.values[1])?;
        object.serialize_entry("difference", &comparison.difference)?;
        object.serialize_entry("interval", &comparison.interval)?;
        object.serialize_entry("ratio", &comparison.ratio)?;
        object.serialize_entry("ratio_interval", &comparison.ratio_interval)?;
        object.serialize_entry("over", comparison.over.name())?;
        object.serialize_entry("pairs", &comparison.pairs)?;
        object.serialize_entry("alternative", comparison.alternative.name())?;
        object.serialize_entry("wilcoxon_p", &comparison.test.map(|test| test.p))?;
        object.serialize_entry("wilcoxon_method", &comparison.test.map(|test| test.method.name()))?;
        object.serialize_entry("smallest_p", &comparison.alternative.smallest_p(comparison.pairs))?;
        object.serialize_entry("cliffs_delta", &comparison.cliffs_delta)?;
        object.serialize_entry("magnitude", &comparison.cliffs_delta.map(magnitude))?;
        object.end()
    }
}

fn contestant(side: &Contestant) -> Value {
    json!({
        "approach": side.approach,
        "ranker": side.ranking.map(|(ranker, _)| ranker),
        "seeds": side.ranking.map(|(_, averaged)| averaged.name()),
    })
}
