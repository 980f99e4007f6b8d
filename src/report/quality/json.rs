//! A report for programs: one object with all digits, keys in alphabetical order.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroU32;

use serde::Serialize;

use super::QualityReport;
use super::sections::{Entry, JudgedFailure, groups, judged};
use crate::evaluate::{
    Agreement, ApproachResult, Estimate, Figure, Figures, Judged, Quality, RankingResult, SignatureCounts,
};
use crate::model::Label;
use crate::report::writers;

pub(super) fn write(report: &QualityReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    let quality = report.quality;
    let ApproachResult { rankings, kinds, overall, runs, .. } = &quality.result;
    let of_kinds = kinds.iter().zip(&quality.kinds).map(|((kind, figures), (_, judged))| KindObject {
        figures: all(figures),
        labels: LabelsObject::new(*judged),
        oracle: kind.name(),
    });
    let groups = groups(report).map(|(group, top)| GroupObject {
        bug: &group.bug,
        failed: group.failures.len(),
        project: &group.project,
        run: run_name(report, group.run),
        top: top.entries,
    });
    let object = ReportObject {
        by_oracle: of_kinds.collect(),
        caveat: report.ranker.caveat(),
        definition: report.definition.to_string(),
        figures: all(overall),
        groups: groups.collect(),
        input: report.input,
        judged: judged(report).map(|judged| JudgedObject::new(report, &judged)).collect(),
        labels: LabelCountsObject {
            all: LabelsObject::new(quality.all),
            top: LabelsObject::new(quality.top),
        },
        labels_against_fixed_version: quality.against_truth.map(AgreementObject::new),
        ranker: report.ranker.name(),
        rankings: rankings.iter().map(|ranking| RankingObject::new(ranking, quality)).collect(),
        runs,
        seeds: report.seeds,
        signatures: quality.signatures,
        top_k: quality.top_k,
        truth: quality.source.name(),
    };
    // The keys of a value are in alphabetical order.
    writers::write_json(&serde_json::to_value(object)?, out)
}

fn run_name<'a>(report: &QualityReport<'a>, run: usize) -> Option<&'a str> {
    report.corpus.runs.get(run).map(|run| &*run.name)
}

#[derive(Serialize)]
struct ReportObject<'a> {
    by_oracle: Vec<KindObject>,
    caveat: Option<&'static str>,
    definition: String,
    figures: BTreeMap<String, EstimateObject>,
    groups: Vec<GroupObject<'a>>,
    input: &'a str,
    judged: Vec<JudgedObject<'a>>,
    labels: LabelCountsObject,
    labels_against_fixed_version: Option<AgreementObject>,
    ranker: &'static str,
    rankings: Vec<RankingObject>,
    runs: &'a [String],
    seeds: NonZeroU32,
    signatures: SignatureCounts,
    top_k: usize,
    truth: &'static str,
}

#[derive(Serialize)]
struct KindObject {
    figures: BTreeMap<String, EstimateObject>,
    labels: LabelsObject,
    oracle: &'static str,
}

#[derive(Serialize)]
struct RankingObject {
    by_oracle: BTreeMap<&'static str, BTreeMap<String, EstimateObject>>,
    first_tp: Option<EstimateObject>,
    found: BTreeMap<String, EstimateObject>,
    per_signature: BTreeMap<String, EstimateObject>,
    ranker: &'static str,
}

impl RankingObject {
    fn new(ranking: &RankingResult, quality: &Quality) -> RankingObject {
        let found = |figures: &Figures| {
            let at = |&k: &usize| Some((k.to_string(), EstimateObject::new(figures.get(Figure::Found(k))?)));
            quality.ks.iter().filter_map(at).collect()
        };
        RankingObject {
            by_oracle: ranking.kinds.iter().map(|(kind, figures)| (kind.name(), found(figures))).collect(),
            first_tp: ranking.overall.get(Figure::FirstTruePositive).map(EstimateObject::new),
            found: found(&ranking.overall),
            per_signature: found(&ranking.per_signature),
            ranker: ranking.ranker,
        }
    }
}

#[derive(Serialize)]
struct EstimateObject {
    interval: Option<[f64; 2]>,
    least: Option<f64>,
    most: Option<f64>,
    value: Option<f64>,
}

impl EstimateObject {
    fn new(estimate: &Estimate) -> EstimateObject {
        let Estimate { interval, value, .. } = *estimate;
        let [least, most] = estimate.bounds.unwrap_or_default();
        EstimateObject { interval, least, most, value }
    }
}

fn all(figures: &Figures) -> BTreeMap<String, EstimateObject> {
    figures.0.iter().map(|estimate| (estimate.figure.to_string(), EstimateObject::new(estimate))).collect()
}

#[derive(Serialize)]
struct LabelCountsObject {
    all: LabelsObject,
    top: LabelsObject,
}

#[derive(Serialize)]
struct LabelsObject {
    failures: usize,
    fp: usize,
    labelled: usize,
    precision: Option<f64>,
    tp: usize,
    unsure: usize,
}

impl LabelsObject {
    fn new(judged: Judged) -> LabelsObject {
        LabelsObject {
            failures: judged.failures,
            fp: judged.false_positives,
            labelled: judged.labelled(),
            precision: judged.precision(),
            tp: judged.true_positives,
            unsure: judged.unsure,
        }
    }
}

#[derive(Serialize)]
struct AgreementObject {
    agreed: usize,
    kappa: Option<f64>,
    labels: usize,
    table: [[usize; 3]; 3],
}

impl AgreementObject {
    fn new(agreement: Agreement) -> AgreementObject {
        let decided = agreement.decided();
        AgreementObject {
            agreed: decided.agreed(),
            kappa: decided.kappa().ok(),
            labels: decided.total(),
            table: agreement.0,
        }
    }
}

#[derive(Serialize)]
struct GroupObject<'a> {
    bug: &'a str,
    failed: usize,
    project: &'a str,
    run: Option<&'a str>,
    top: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct JudgedObject<'a> {
    bug: &'a str,
    label: Option<&'static str>,
    note: &'a str,
    project: &'a str,
    rank: usize,
    run: Option<&'a str>,
    test: &'a str,
}

impl<'a> JudgedObject<'a> {
    fn new(report: &QualityReport<'a>, judged: &JudgedFailure<'a>) -> JudgedObject<'a> {
        JudgedObject {
            bug: &judged.group.bug,
            label: judged.judgement.label.map(Label::name),
            note: &judged.judgement.note,
            project: &judged.group.project,
            rank: judged.rank,
            run: run_name(report, judged.group.run),
            test: &judged.failure.test,
        }
    }
}
