//! An evaluation as one long table: one row per figure, then one row per comparison of a figure, which has a
//! `versus_approach`.

use std::io::{self, Write};

use serde::Serialize;

use super::Report;
use crate::evaluate::{ApproachResult, Comparison, Contestant, Figures, magnitude};
use crate::model::OracleKind;
use crate::report::writers::CsvTable;

/// A row: cells that do not apply, or whose value is unknown, are empty.
#[derive(Default, Serialize)]
struct Row<'a> {
    approach: &'a str,
    ranker: &'a str,
    seeds: &'a str,
    oracle: &'a str,
    per: &'a str,
    figure: String,
    value: Number,
    interval_low: Number,
    interval_high: Number,
    bound_low: Number,
    bound_high: Number,
    versus_approach: &'a str,
    versus_ranker: &'a str,
    versus_seeds: &'a str,
    versus_value: Number,
    difference: Number,
    difference_low: Number,
    difference_high: Number,
    ratio: Number,
    ratio_low: Number,
    ratio_high: Number,
    over: &'a str,
    pairs: Option<usize>,
    alternative: &'a str,
    wilcoxon_p: Number,
    wilcoxon_method: &'a str,
    cliffs_delta: Number,
    magnitude: &'a str,
}

/// The shortest text that reads back as the same number; `inf` if a ratio has no upper end.
#[derive(Default, Serialize)]
struct Number(String);

impl From<Option<f64>> for Number {
    fn from(value: Option<f64>) -> Number {
        Number(value.map_or_else(String::new, |value| value.to_string()))
    }
}

fn ends(interval: Option<[f64; 2]>) -> [Number; 2] {
    interval.map_or_else(Default::default, |ends| ends.map(|end| Some(end).into()))
}

/// Writes RFC 4180 with a header; lines end in `\n`. Numbers have all digits.
pub(crate) fn csv(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut table = CsvTable::new(out);
    let figures = report.evaluation.approaches.iter().flat_map(figure_rows);
    let comparisons = report.evaluation.comparisons.iter().map(comparison_row);
    figures.chain(comparisons).try_for_each(|row| table.serialize(row))?;
    table.finish()
}

fn figure_rows<'a>(approach: &'a ApproachResult) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    let mut add = |[ranker, seeds]: [&'a str; 2],
                   overall: &Figures,
                   signatures: &Figures,
                   kinds: &[(OracleKind, Figures)]| {
        let all = [("", "test", overall), ("", "signature", signatures)].into_iter();
        let of_kinds = kinds.iter().map(|(kind, figures)| (kind.name(), "test", figures));
        for (oracle, per, figures) in all.chain(of_kinds) {
            rows.extend(figures.0.iter().map(|estimate| {
                let [interval_low, interval_high] = ends(estimate.interval);
                let [bound_low, bound_high] = estimate.bounds.unwrap_or_default().map(Number::from);
                Row {
                    approach: &approach.name,
                    ranker,
                    seeds,
                    oracle,
                    per,
                    figure: estimate.figure.to_string(),
                    value: estimate.value.into(),
                    interval_low,
                    interval_high,
                    bound_low,
                    bound_high,
                    ..Row::default()
                }
            }));
        }
    };
    add(["", ""], &approach.overall, &approach.per_signature, &approach.kinds);
    for ranking in &approach.rankings {
        let names = [&*ranking.ranker, ranking.averaged.name()];
        add(names, &ranking.overall, &ranking.per_signature, &ranking.kinds);
    }
    rows
}

fn comparison_row<'a>(comparison: &'a Comparison) -> Row<'a> {
    let [first, second] = &comparison.contestants;
    let names = |side: &'a Contestant| {
        side.ranking.as_ref().map_or(["", ""], |(ranker, averaged)| [&**ranker, averaged.name()])
    };
    let ([ranker, seeds], [versus_ranker, versus_seeds]) = (names(first), names(second));
    let [difference_low, difference_high] = ends(comparison.interval);
    let [ratio_low, ratio_high] = ends(comparison.ratio_interval);
    Row {
        approach: &first.approach,
        ranker,
        seeds,
        per: "test",
        figure: comparison.figure.to_string(),
        value: comparison.values[0].into(),
        versus_approach: &second.approach,
        versus_ranker,
        versus_seeds,
        versus_value: comparison.values[1].into(),
        difference: comparison.difference.into(),
        difference_low,
        difference_high,
        ratio: comparison.ratio.into(),
        ratio_low,
        ratio_high,
        over: comparison.over.name(),
        pairs: Some(comparison.pairs),
        alternative: comparison.alternative.name(),
        wilcoxon_p: comparison.test.map(|test| test.p).into(),
        wilcoxon_method: comparison.test.map_or("", |test| test.method.name()),
        cliffs_delta: comparison.cliffs_delta.into(),
        magnitude: comparison.cliffs_delta.map_or("", magnitude),
        ..Row::default()
    }
}
