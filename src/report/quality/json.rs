//! A report for a program: one object, every digit.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::QualityReport;
use super::top::{Entry, groups};
use crate::evaluate::{Agreement, Estimate, Figure, Figures, Judged, SignatureCounts};
use crate::report::explanation::Explained;

pub(super) fn write(report: &QualityReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    let quality = report.quality;
    let rankings = quality.result.rankings.iter().map(|ranking| {
        let of_kinds =
            ranking.kinds.iter().map(|(kind, figures)| (kind.name().to_owned(), found(figures, &quality.ks)));
        json!({
            "ranker": ranking.ranker,
            "found": found(&ranking.overall, &quality.ks),
            "per_signature": found(&ranking.per_signature, &quality.ks),
            "first_tp": ranking.overall.get(Figure::FirstTruePositive).map(estimate),
            "by_oracle": of_kinds.collect::<serde_json::Map<String, Value>>(),
        })
    });
    let rankings: Vec<Value> = rankings.collect();
    let kinds = quality.result.kinds.iter().zip(&quality.kinds).map(|((kind, figures), (_, judged))| {
        json!({"oracle": kind.name(), "labels": labels(*judged), "figures": all(figures)})
    });
    let kinds: Vec<Value> = kinds.collect();
    let top: Vec<Value> = groups(report)
        .map(|(group, top)| {
            json!({
                "run": report.corpus.runs.get(group.run).map(|run| &run.name),
                "project": &*group.project,
                "bug": &*group.bug,
                "failed": group.failures.len(),
                "top": top.entries.iter().map(entry).collect::<Vec<_>>(),
            })
        })
        .collect();
    let value = json!({
        "input": report.input,
        "ranker": report.ranker.name(),
        "seeds": report.seeds,
        "definition": report.definition.to_string(),
        "caveat": report.ranker.caveat(),
        "truth": quality.source.name(),
        "runs": quality.result.runs,
        "top_k": quality.top_k,
        "labels": {"top": labels(quality.top), "all": labels(quality.all)},
        "figures": all(&quality.result.overall),
        "rankings": rankings,
        "by_oracle": kinds,
        "signatures": signatures(quality.signatures),
        "labels_against_fixed_version": quality.against_truth.map(agreement),
        "judged": super::judged::json(report),
        "groups": top,
    });
    serde_json::to_writer_pretty(&mut *out, &value)?;
    out.write_all(b"\n")?;
    out.flush()
}

fn signatures(counts: SignatureCounts) -> Value {
    let SignatureCounts { signatures, single, largest, labelled, true_positives, mixed } = counts;
    json!({
        "signatures": signatures,
        "of_one_test": single,
        "most_tests": largest,
        "labelled": labelled,
        "with_tp": true_positives,
        "with_tp_and_fp": mixed,
    })
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

fn found(figures: &Figures, ks: &[usize]) -> Value {
    let at = |&k: &usize| Some((k.to_string(), estimate(figures.get(Figure::Found(k))?)));
    Value::Object(ks.iter().filter_map(at).collect())
}

fn all(figures: &Figures) -> Value {
    Value::Object(figures.0.iter().map(|one| (one.figure.to_string(), estimate(one))).collect())
}

fn estimate(estimate: &Estimate) -> Value {
    json!({
        "value": estimate.value,
        "least": estimate.bounds.map(|bounds| bounds[0]),
        "most": estimate.bounds.map(|bounds| bounds[1]),
        "interval": estimate.interval,
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

fn entry(entry: &Entry<'_>) -> Value {
    json!({
        "rank": entry.rank,
        "score": entry.score,
        "test": entry.test,
        "exception": entry.exception,
        "label": entry.label,
        "truth": entry.truth,
        "explanation": entry.account.map(Explained),
    })
}
