//! A report for programs: one object with all digits, keys in alphabetical order.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::QualityReport;
use super::sections::{groups, judged};
use crate::evaluate::{Agreement, ApproachResult, Estimate, Figure, Figures, Judged, Quality, RankingResult};
use crate::model::Label;
use crate::report::writers;

pub(crate) fn write(report: &QualityReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    let quality = report.quality;
    let ApproachResult { rankings, kinds, overall, runs, .. } = &quality.result;
    let run_name = |run: usize| report.corpus.runs.get(run).map(|run| &*run.name);
    let by_oracle = kinds.iter().zip(&quality.kinds).map(|((kind, figures), (_, judged))| {
        json!({ "oracle": kind.name(), "figures": all(figures), "labels": labels(*judged) })
    });
    let groups = groups(report).map(|(group, top)| {
        json!({
            "run": run_name(group.run),
            "project": group.project,
            "bug": group.bug,
            "failed": group.failures.len(),
            "top": top.entries,
        })
    });
    let judged = judged(report).map(|judged| {
        json!({
            "run": run_name(judged.group.run),
            "project": judged.group.project,
            "bug": judged.group.bug,
            "test": judged.failure.test,
            "rank": judged.rank,
            "label": judged.judgement.label.map(Label::name),
            "note": judged.judgement.note,
        })
    });
    let object = json!({
        "input": report.input,
        "runs": runs,
        "ranker": report.ranker.name(),
        "caveat": report.ranker.caveat(),
        "definition": report.definition.to_string(),
        "seeds": report.seeds,
        "top_k": quality.top_k,
        "truth": quality.source.name(),
        "figures": all(overall),
        "by_oracle": by_oracle.collect::<Vec<_>>(),
        "rankings": rankings.iter().map(|ranking| of_ranking(ranking, quality)).collect::<Vec<_>>(),
        "signatures": quality.signatures,
        "labels": { "all": labels(quality.all), "top": labels(quality.top) },
        "labels_against_fixed_version": quality.against_truth.map(agreement),
        "groups": groups.collect::<Vec<_>>(),
        "judged": judged.collect::<Vec<_>>(),
    });
    writers::write_json(&object, out)
}

fn of_ranking(ranking: &RankingResult, quality: &Quality) -> Value {
    let found = |figures: &Figures| -> BTreeMap<String, Value> {
        let at = |&k: &usize| Some((k.to_string(), of_estimate(figures.get(Figure::Found(k))?)));
        quality.ks.iter().filter_map(at).collect()
    };
    let by_oracle = ranking.kinds.iter().map(|(kind, figures)| (kind.name(), found(figures)));
    json!({
        "ranker": ranking.ranker,
        "found": found(&ranking.overall),
        "first_tp": ranking.overall.get(Figure::FirstTruePositive).map(of_estimate),
        "per_signature": found(&ranking.per_signature),
        "by_oracle": by_oracle.collect::<BTreeMap<_, _>>(),
    })
}

fn of_estimate(estimate: &Estimate) -> Value {
    let [least, most] = estimate.bounds.unwrap_or_default();
    json!({ "value": estimate.value, "interval": estimate.interval, "least": least, "most": most })
}

fn all(figures: &Figures) -> BTreeMap<String, Value> {
    figures.0.iter().map(|estimate| (estimate.figure.to_string(), of_estimate(estimate))).collect()
}

fn labels(judged: Judged) -> Value {
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
