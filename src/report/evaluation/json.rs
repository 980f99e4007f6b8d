//! An evaluation as one JSON object: `{"approaches": […], "comparisons": […], "settings": {…}}`.
//!
//! Figures are means over runs, with all digits; unknown values are null. `interval` holds the ends of 95% bootstrap
//! intervals. If tests are unlabelled, `bounds` holds the least and the greatest value of a figure that the missing
//! labels could lead to; otherwise it is null. `per_signature` holds the same figures for signatures instead of
//! tests, and `judge` those of a judge's labels. Keys within objects have the order of the tables.

use std::io::{self, Write};
use std::sync::Arc;

use serde_json::{Value, json};

use super::Report;
use crate::evaluate::{
    ApproachResult, Comparison, Contestant, Estimate, Figure, Figures, Overlap, RESAMPLES, RankingResult,
    SEED, magnitude,
};
use crate::model::OracleKind;
use crate::report::writers::{Json, Object, write_json};

type Fields = Object<String, Json>;

pub(crate) fn json(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let evaluation = report.evaluation;
    let settings = json!({
        "definition": report.definition.name(),
        "k": report.ks,
        "resamples": RESAMPLES,
        "resampling_seed": SEED,
        "seeds": report.seeds,
        "truth": report.truth,
    });
    let object = Fields::of([
        ("approaches", Json::List(evaluation.approaches.iter().map(approach).collect())),
        ("comparisons", Json::List(evaluation.comparisons.iter().map(comparison).collect())),
        ("settings", Json::Value(settings)),
        ("overlaps", Json::List(evaluation.overlaps.iter().map(overlap).collect())),
    ]);
    let of_projects =
        evaluation.approaches.iter().zip(&evaluation.projects).flat_map(|(approach, projects)| {
            projects.iter().map(|(name, result)| project(&approach.name, name, result))
        });
    let of_projects: Vec<Fields> = of_projects.collect();
    let object = if of_projects.is_empty() {
        object
    } else {
        object.with(Fields::of([("projects", Json::List(of_projects))]))
    };
    write_json(&object, out)
}

fn approach(approach: &ApproachResult) -> Fields {
    let ApproachResult { name, runs, overall, kinds, per_signature, rankings } = approach;
    Fields::of([("name", json!(name)), ("runs", json!(runs.len())), ("run_names", json!(runs))])
        .with(counts(overall))
        .with(Fields::of([
            ("per_signature", Json::Object(counts(per_signature))),
            ("oracle_kinds", of_kinds(kinds, counts)),
            ("rankings", Json::List(rankings.iter().map(ranking).collect())),
        ]))
}

/// Returns the figures of a project: the counts, and Found@K of each ranking.
fn project(approach: &str, project: &str, result: &ApproachResult) -> Fields {
    let ranking = |ranking: &RankingResult| {
        let names = [("ranker", json!(ranking.ranker)), ("seeds", json!(ranking.averaged.name()))];
        Fields::of(names).with(found(&ranking.overall))
    };
    Fields::of([("approach", json!(approach)), ("project", json!(project))])
        .with(counts(&result.overall))
        .with(Fields::of([("rankings", Json::List(result.rankings.iter().map(ranking).collect()))]))
}

fn overlap(overlap: &Overlap) -> Fields {
    let names = |bugs: &[[Arc<str>; 2]]| {
        json!(bugs.iter().map(|[project, bug]| [&**project, &**bug]).collect::<Vec<_>>())
    };
    let [a, b] = &overlap.approaches;
    Fields::of([
        ("a", json!(a)),
        ("b", json!(b)),
        ("both", names(&overlap.both)),
        ("only_a", names(&overlap.only[0])),
        ("only_b", names(&overlap.only[1])),
        ("neither", json!(overlap.neither)),
    ])
}

fn ranking(ranking: &RankingResult) -> Fields {
    let RankingResult { ranker, averaged, overall, per_signature, kinds } = ranking;
    let fields = Fields::of([("ranker", json!(ranker)), ("seeds", json!(averaged.name()))])
        .with(found(overall))
        .with(Fields::of([
            ("per_signature", Json::Object(found(per_signature))),
            ("oracle_kinds", of_kinds(kinds, found)),
        ]));
    let fields = if overall.get(Figure::FirstLook).is_some() {
        fields.with(Fields::of([("looks", Json::Object(looks(overall)))]))
    } else {
        fields
    };
    match overall.get(Figure::Judged) {
        Some(_) => fields.with(Fields::of([("judge", Json::Object(counts(overall)))])),
        None => fields,
    }
}

fn of_kinds(kinds: &[(OracleKind, Figures)], fields: fn(&Figures) -> Fields) -> Json {
    let of_kinds = kinds
        .iter()
        .map(|(kind, figures)| Fields::of([("oracle", json!(kind.name()))]).with(fields(figures)));
    Json::List(of_kinds.collect())
}

/// Returns the figures that do not depend on the order: each under its name, then the intervals and bounds of all.
fn counts(figures: &Figures) -> Fields {
    let (name, is_count) = (Figure::to_string, |figure: Figure| !figure.is_of_ranking());
    let values = by_figure(figures, name, is_count, |estimate| Some(json!(estimate.value)));
    let intervals = by_figure(figures, name, is_count, |estimate| Some(json!(estimate.interval)));
    values.with(Fields::of([
        ("interval", Json::Object(intervals)),
        ("bounds", bounds(figures, name, is_count)),
    ]))
}

/// Returns the figures that depend on the order: `found` and `found_rate` by K, the intervals and bounds of
/// `found` by K and of `first_tp`, the bounds of `found_rate`, `first_tp`, and `found_of_all` by K.
fn found(figures: &Figures) -> Fields {
    let value = |estimate: &Estimate| Some(json!(estimate.value));
    let is_rate = |figure| matches!(figure, Figure::FoundRate(_));
    let is_found_or_first = |figure| matches!(figure, Figure::Found(_) | Figure::FirstTruePositive);
    let key = |figure: &Figure| figure.k().map_or_else(|| figure.to_string(), |k| k.to_string());
    let intervals = by_figure(figures, key, is_found_or_first, |estimate| Some(json!(estimate.interval)));
    Fields::of([
        ("found", Json::Object(by_figure(figures, key, |figure| matches!(figure, Figure::Found(_)), value))),
        ("found_rate", Json::Object(by_figure(figures, key, is_rate, value))),
        ("interval", Json::Object(intervals)),
        ("bounds", bounds(figures, key, is_found_or_first)),
        ("found_rate_bounds", bounds(figures, key, is_rate)),
        ("first_tp", Json::Value(json!(figures.value(Figure::FirstTruePositive)))),
        (
            "found_of_all",
            Json::Object(by_figure(figures, key, |figure| matches!(figure, Figure::FoundOfAll(_)), value)),
        ),
    ])
}

/// Returns the bugs within N looks by N, of each walk, with the intervals and bounds of the one across the groups.
fn looks(figures: &Figures) -> Fields {
    let value = |estimate: &Estimate| Some(json!(estimate.value));
    let key = |figure: &Figure| figure.looks().map_or_else(|| figure.to_string(), |looks| looks.to_string());
    let is_within = |figure| matches!(figure, Figure::Within(_));
    let intervals = by_figure(figures, key, is_within, |estimate| Some(json!(estimate.interval)));
    Fields::of([
        ("within", Json::Object(by_figure(figures, key, is_within, value))),
        (
            "by_group",
            Json::Object(by_figure(figures, key, |figure| matches!(figure, Figure::ByGroup(_)), value)),
        ),
        (
            "by_group_in_any_order",
            Json::Object(by_figure(
                figures,
                key,
                |figure| matches!(figure, Figure::ByGroupInAnyOrder(_)),
                value,
            )),
        ),
        (
            "new_within",
            Json::Object(by_figure(figures, key, |figure| matches!(figure, Figure::NewWithin(_)), value)),
        ),
        (
            "new_within_without_before",
            Json::Object(by_figure(
                figures,
                key,
                |figure| matches!(figure, Figure::NewWithinWithoutBefore(_)),
                value,
            )),
        ),
        ("interval", Json::Object(intervals)),
        ("bounds", bounds(figures, key, is_within)),
        ("first_look", Json::Value(json!(figures.value(Figure::FirstLook)))),
    ])
}

/// Returns values under the names of figures, or under the K of Found@K.
fn by_figure(
    figures: &Figures,
    key: fn(&Figure) -> String,
    is_wanted: fn(Figure) -> bool,
    value: fn(&Estimate) -> Option<Value>,
) -> Fields {
    let wanted = figures.0.iter().filter(|estimate| is_wanted(estimate.figure));
    Object(wanted.filter_map(|one| Some((key(&one.figure), Json::Value(value(one)?)))).collect())
}

/// Returns the bounds of the selected figures; null if no label is missing.
fn bounds(figures: &Figures, key: fn(&Figure) -> String, is_wanted: fn(Figure) -> bool) -> Json {
    let bounds = by_figure(figures, key, is_wanted, |estimate| estimate.bounds.map(|bounds| json!(bounds)));
    if bounds.0.is_empty() { Json::Value(Value::Null) } else { Json::Object(bounds) }
}

fn comparison(comparison: &Comparison) -> Fields {
    let [a, b] = comparison.contestants.each_ref().map(contestant);
    Fields::of([
        ("a", a),
        ("b", b),
        ("figure", json!(comparison.figure.to_string())),
        ("a_value", json!(comparison.values[0])),
        ("b_value", json!(comparison.values[1])),
        ("difference", json!(comparison.difference)),
        ("interval", json!(comparison.interval)),
        ("ratio", json!(comparison.ratio)),
        ("ratio_interval", json!(comparison.ratio_interval)),
        ("over", json!(comparison.over.name())),
        ("pairs", json!(comparison.pairs)),
        ("alternative", json!(comparison.alternative.name())),
        ("wilcoxon_p", json!(comparison.test.map(|test| test.p))),
        ("wilcoxon_method", json!(comparison.test.map(|test| test.method.name()))),
        ("smallest_p", json!(comparison.alternative.smallest_p(comparison.pairs))),
        ("cliffs_delta", json!(comparison.cliffs_delta)),
        ("magnitude", json!(comparison.cliffs_delta.map(magnitude))),
    ])
}

fn contestant(side: &Contestant) -> Value {
    json!({
        "approach": side.approach,
        "ranker": side.ranking.as_ref().map(|(ranker, _)| ranker),
        "seeds": side.ranking.as_ref().map(|(_, averaged)| averaged.name()),
    })
}
