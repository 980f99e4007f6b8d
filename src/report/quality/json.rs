//! A report for programs: one object with all digits, keys in alphabetical order.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};

use super::QualityReport;
use super::sections::{JudgedFailure, TopOfGroup, groups, judged};
use crate::evaluate::{
    Agreement, ApproachResult, Estimate, Figure, Figures, LabelCounts, Quality, RankingResult,
};
use crate::model::{Group, Label, PlaceInGroup};
use crate::report::writers::{Each, write_json};

pub(crate) fn write(report: &QualityReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    let quality = report.quality;
    let ApproachResult { rankings, kinds, overall, runs, .. } = &quality.result;
    let by_oracle = kinds.iter().zip(&quality.kinds).map(|((kind, figures), (_, judged))| {
        json!({ "oracle": kind.name(), "figures": all(figures), "labels": labels(*judged) })
    });
    let object = Object {
        across: report.across.map(|order| first_looks(report, order)),
        by_oracle: by_oracle.collect(),
        caveat: report.rankers.caveat(),
        compared: report.compared,
        definition: report.definition.to_string(),
        figures: all(overall),
        groups: Each(|| groups(report).map(move |(group, top)| of_group(report, group, &top))),
        input: report.input,
        judged: Each(|| judged(report).map(move |judged| of_judged(report, &judged))),
        labels: json!({ "all": labels(quality.all), "top": labels(quality.top) }),
        labels_against_fixed_version: quality.against_truth.map(agreement),
        ranker: report.rankers.to_string(),
        rankings: rankings.iter().map(|ranking| of_ranking(ranking, quality)).collect(),
        runs,
        seeds: report.seeds.get(),
        signatures: json!(quality.signatures),
        top_k: quality.top_k,
        truth: quality.source.name(),
    };
    write_json(&object, out)
}

fn run_name<'r>(report: &'r QualityReport<'_>, run: usize) -> Option<&'r str> {
    report.corpus.runs.get(run).map(|run| &*run.name)
}

/// Returns the failures at the top of the list of a group.
fn of_group(report: &QualityReport<'_>, group: &Group, top: &TopOfGroup<'_>) -> Value {
    json!({
        "run": run_name(report, group.run),
        "project": group.project,
        "bug": group.bug,
        "failed": group.failures.len(),
        "top": top.entries,
    })
}

fn of_judged(report: &QualityReport<'_>, judged: &JudgedFailure<'_>) -> Value {
    json!({
        "run": run_name(report, judged.group.run),
        "project": judged.failure.project,
        "bug": judged.failure.bug,
        "test": judged.failure.test,
        "rank": judged.rank,
        "label": judged.judgement.label.map(Label::name),
        "note": judged.judgement.note,
    })
}

/// Returns the first failures of the list over all groups, by their groups and ranks.
fn first_looks(report: &QualityReport<'_>, order: &[PlaceInGroup]) -> Vec<Value> {
    let looks =
        order.iter().take(report.quality.top_k).enumerate().map(|(index, &PlaceInGroup { group, place })| {
            let entry = report.rankings[group].entries[place];
            let failure = &report.corpus.failures[entry.failure];
            json!({
                "look": index + 1,
                "run": run_name(report, report.corpus.groups[group].run),
                "project": failure.project,
                "bug": failure.bug,
                "rank": place + 1,
                "test": failure.test,
            })
        });
    looks.collect()
}

/// The report, written key by key: as one value it takes a hundred times the memory of the failures.
#[derive(Serialize)]
#[serde(bound = "Each<G>: Serialize, Each<J>: Serialize")]
struct Object<'a, G, J> {
    #[serde(skip_serializing_if = "Option::is_none")]
    across: Option<Vec<Value>>,
    by_oracle: Vec<Value>,
    caveat: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<&'a str>,
    definition: String,
    figures: BTreeMap<String, Value>,
    groups: Each<G>,
    input: &'a str,
    judged: Each<J>,
    labels: Value,
    labels_against_fixed_version: Option<Value>,
    ranker: String,
    rankings: Vec<Value>,
    runs: &'a [String],
    seeds: u32,
    signatures: Value,
    top_k: usize,
    truth: &'static str,
}

fn of_ranking(ranking: &RankingResult, quality: &Quality) -> Value {
    let found = |figures: &Figures| -> BTreeMap<String, Value> {
        quality
            .ks
            .iter()
            .filter_map(|&k| Some((k.to_string(), of_estimate(figures.get(Figure::Found(k))?))))
            .collect()
    };
    let by_oracle = ranking.kinds.iter().map(|(kind, figures)| (kind.name(), found(figures)));
    json!({
        "ranker": ranking.ranker,
        "found": found(&ranking.overall),
        "first_tp": ranking.overall.get(Figure::FirstTruePositive).map(of_estimate),
        "per_signature": found(&ranking.per_signature),
        "by_oracle": by_oracle.collect::<BTreeMap<_, _>>(),
        "looks": looks(&ranking.overall),
    })
}

/// Returns the bugs within N looks, under the name of each figure; empty for lists of which they are not counted.
fn looks(figures: &Figures) -> BTreeMap<String, Value> {
    let of_looks = figures
        .0
        .iter()
        .filter(|estimate| estimate.figure.looks().is_some() || estimate.figure == Figure::FirstLook);
    of_looks.map(|estimate| (estimate.figure.to_string(), of_estimate(estimate))).collect()
}

fn of_estimate(estimate: &Estimate) -> Value {
    let [least, most] = estimate.bounds.unwrap_or_default();
    json!({ "value": estimate.value, "interval": estimate.interval, "least": least, "most": most })
}

fn all(figures: &Figures) -> BTreeMap<String, Value> {
    figures.0.iter().map(|estimate| (estimate.figure.to_string(), of_estimate(estimate))).collect()
}

fn labels(judged: LabelCounts) -> Value {
    json!({
        "failures": judged.failures,
        "labelled": judged.labelled(),
        "tp": judged.true_positives,
        "fp": judged.false_positives,
        "unsure": judged.unsure,
        "precision": judged.precision(),
    })
}

fn agreement(agreement: Agreement) -> Value {
    let decided = agreement.decided();
    json!({
        "labels": decided.total(),
        "agreed": decided.agreed(),
        "kappa": decided.kappa().ok(),
        "table": agreement.0,
    })
}
