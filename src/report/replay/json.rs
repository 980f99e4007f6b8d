//! Replays as one JSON object: `{"approaches": [{…, "policies": […], "comparisons": […], "groups": […]}], "settings": {…}}`.
//!
//! Figures are means over runs, with every digit; what is not known is null, as is the end of an interval that is infinite.

use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::json;

use super::Report;
use crate::evaluate::{Comparison, Estimate, Figure, Figures, RESAMPLES, Replay, SEED};

/// Writes the object, indented, and a line end.
pub fn json(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let object = ReportObject {
        approaches: report.replays.iter().map(approach).collect(),
        settings: json!({
            "truth": report.truth,
            "definition": report.definition.name(),
            "seeds": report.seeds,
            "k": report.ks,
            "resamples": RESAMPLES,
            "resampling_seed": SEED,
        }),
    };
    serde_json::to_writer_pretty(&mut *out, &object)?;
    out.write_all(b"\n")?;
    out.flush()
}

#[derive(Serialize)]
struct ReportObject<'a> {
    approaches: Vec<ApproachObject<'a>>,
    settings: serde_json::Value,
}

#[derive(Serialize)]
struct ApproachObject<'a> {
    name: &'a str,
    runs: usize,
    run_names: &'a [String],
    groups_with_tp: usize,
    groups_without_tp: usize,
    failures_without_tp: usize,
    unlabelled: usize,
    policies: Vec<PolicyObject<'a>>,
    comparisons: Vec<ComparisonObject<'a>>,
    groups: Vec<GroupObject<'a>>,
}

#[derive(Serialize)]
struct PolicyObject<'a> {
    policy: &'a str,
    found: Map<Option<f64>>,
    found_rate: Map<Option<f64>>,
    interval: Map<Option<[f64; 2]>>,
    first_tp: Option<f64>,
    median_first_tp: Option<f64>,
}

#[derive(Serialize)]
struct ComparisonObject<'a> {
    policy: &'a str,
    versus: &'a str,
    figure: String,
    value: Option<f64>,
    versus_value: Option<f64>,
    difference: Option<f64>,
    interval: Option<[f64; 2]>,
    ratio: Option<f64>,
    ratio_interval: Option<[f64; 2]>,
    over: &'static str,
    pairs: usize,
    alternative: &'static str,
    wilcoxon_p: Option<f64>,
    cliffs_delta: Option<f64>,
}

#[derive(Serialize)]
struct GroupObject<'a> {
    run: &'a str,
    project: &'a str,
    bug: &'a str,
    failed: usize,
    tp: usize,
    /// Expected inspections by policy.
    first_tp: Map<f64>,
}

/// An object whose keys stand in the order of the tables.
struct Map<V>(Vec<(String, V)>);

impl<V: Serialize> Serialize for Map<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

fn approach(replay: &Replay) -> ApproachObject<'_> {
    let policies = replay.policies.iter().map(|policy| PolicyObject {
        policy: policy.policy,
        found: by_k(&policy.figures, |figure| matches!(figure, Figure::Found(_))),
        found_rate: by_k(&policy.figures, |figure| matches!(figure, Figure::FoundRate(_))),
        interval: Map(ends(&policy.figures)),
        first_tp: policy.mean(),
        median_first_tp: policy.median,
    });
    let groups = replay.groups.iter().map(|group| GroupObject {
        run: &group.run,
        project: &group.project,
        bug: &group.bug,
        failed: group.failed,
        tp: group.true_positives,
        first_tp: Map(replay
            .policies
            .iter()
            .zip(&group.first)
            .map(|(policy, &first)| (policy.policy.to_owned(), first))
            .collect()),
    });
    ApproachObject {
        name: &replay.name,
        runs: replay.runs.len(),
        run_names: &replay.runs,
        groups_with_tp: replay.groups.len(),
        groups_without_tp: replay.groups_without,
        failures_without_tp: replay.failures_without,
        unlabelled: replay.unknown,
        policies: policies.collect(),
        comparisons: replay.comparisons.iter().map(comparison).collect(),
        groups: groups.collect(),
    }
}

fn by_k(figures: &Figures, is_wanted: fn(Figure) -> bool) -> Map<Option<f64>> {
    let wanted = figures.0.iter().filter(|estimate| is_wanted(estimate.figure));
    Map(wanted.map(|estimate| (key(estimate.figure), estimate.value)).collect())
}

/// The intervals of Found@K by K, and of the first TP.
fn ends(figures: &Figures) -> Vec<(String, Option<[f64; 2]>)> {
    let shown = |estimate: &&Estimate| !matches!(estimate.figure, Figure::FoundRate(_));
    figures.0.iter().filter(shown).map(|estimate| (key(estimate.figure), estimate.interval)).collect()
}

/// The K alone where there is one.
fn key(figure: Figure) -> String {
    figure.k().map_or_else(|| figure.to_string(), |k| k.to_string())
}

fn comparison(comparison: &Comparison) -> ComparisonObject<'_> {
    let [policy, versus] =
        [0, 1].map(|side| comparison.contestants[side].ranking.map_or("", |(name, _)| name));
    ComparisonObject {
        policy,
        versus,
        figure: comparison.figure.to_string(),
        value: comparison.values[0],
        versus_value: comparison.values[1],
        difference: comparison.difference,
        interval: comparison.interval,
        ratio: comparison.ratio,
        ratio_interval: comparison.ratio_interval,
        over: comparison.over.name(),
        pairs: comparison.pairs,
        alternative: comparison.alternative.name(),
        wilcoxon_p: comparison.test.map(|test| test.p),
        cliffs_delta: comparison.cliffs_delta,
    }
}
