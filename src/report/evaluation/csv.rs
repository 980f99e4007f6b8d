//! An evaluation as one long table: a row per figure, then a row per comparison of a figure, told by `versus_approach`.

use std::io::{self, Write};

use super::Report;
use crate::evaluate::{ApproachResult, Comparison, Estimate, Figures, magnitude};
use crate::model::OracleKind;
use crate::report::io_error;

const COLUMNS: [&str; 28] = [
    "approach",
    "ranker",
    "seeds",
    "oracle",
    "per",
    "figure",
    "value",
    "interval_low",
    "interval_high",
    "bound_low",
    "bound_high",
    "versus_approach",
    "versus_ranker",
    "versus_seeds",
    "versus_value",
    "difference",
    "difference_low",
    "difference_high",
    "ratio",
    "ratio_low",
    "ratio_high",
    "over",
    "pairs",
    "alternative",
    "wilcoxon_p",
    "wilcoxon_method",
    "cliffs_delta",
    "magnitude",
];

/// RFC 4180 with a header; lines end in `\n`. Numbers have every digit; what is not known, or does not apply, is empty.
pub fn csv(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(out);
    table.write_record(COLUMNS).map_err(io_error)?;
    let rows = report.evaluation.approaches.iter().flat_map(rows_of);
    for row in rows.chain(report.evaluation.comparisons.iter().map(comparison_row)) {
        table.write_record(&row).map_err(io_error)?;
    }
    table.flush()
}

/// The cells of a row, by the columns that it fills.
fn row(cells: impl IntoIterator<Item = (&'static str, String)>) -> Vec<String> {
    let mut row = vec![String::new(); COLUMNS.len()];
    for (column, cell) in cells {
        if let Some(index) = COLUMNS.iter().position(|known| *known == column) {
            row[index] = cell;
        }
    }
    row
}

fn rows_of(approach: &ApproachResult) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut add =
        |ranking: [&str; 2], overall: &Figures, signatures: &Figures, kinds: &[(OracleKind, Figures)]| {
            let all = [("", "test", overall), ("", "signature", signatures)].into_iter();
            for (oracle, per, figures) in
                all.chain(kinds.iter().map(|(kind, figures)| (kind.name(), "test", figures)))
            {
                rows.extend(figures.0.iter().map(|estimate| {
                    let names = [&*approach.name, ranking[0], ranking[1], oracle, per].map(str::to_owned);
                    let names = ["approach", "ranker", "seeds", "oracle", "per"].into_iter().zip(names);
                    row(names.chain(figure_cells(estimate)))
                }));
            }
        };
    add(["", ""], &approach.overall, &approach.per_signature, &approach.kinds);
    for ranking in &approach.rankings {
        add(
            [ranking.ranker, ranking.averaged.name()],
            &ranking.overall,
            &ranking.per_signature,
            &ranking.kinds,
        );
    }
    rows
}

fn figure_cells(estimate: &Estimate) -> Vec<(&'static str, String)> {
    let [interval_low, interval_high] = ends(estimate.interval);
    let bounds = estimate.bounds.unwrap_or_default().map(number);
    let [bound_low, bound_high] = bounds;
    vec![
        ("figure", estimate.figure.to_string()),
        ("value", number(estimate.value)),
        ("interval_low", interval_low),
        ("interval_high", interval_high),
        ("bound_low", bound_low),
        ("bound_high", bound_high),
    ]
}

fn comparison_row(comparison: &Comparison) -> Vec<String> {
    let [first, second] = &comparison.contestants;
    let ranker = |ranking: Option<(&'static str, _)>| ranking.map_or("", |(ranker, _)| ranker).to_owned();
    let seeds = |side: &crate::evaluate::Contestant| {
        side.ranking.map_or("", |(_, averaged)| averaged.name()).to_owned()
    };
    let [difference_low, difference_high] = ends(comparison.interval);
    let [ratio_low, ratio_high] = ends(comparison.ratio_interval);
    row([
        ("approach", first.approach.clone()),
        ("ranker", ranker(first.ranking)),
        ("seeds", seeds(first)),
        ("per", "test".to_owned()),
        ("figure", comparison.figure.to_string()),
        ("value", number(comparison.values[0])),
        ("versus_approach", second.approach.clone()),
        ("versus_ranker", ranker(second.ranking)),
        ("versus_seeds", seeds(second)),
        ("versus_value", number(comparison.values[1])),
        ("difference", number(comparison.difference)),
        ("difference_low", difference_low),
        ("difference_high", difference_high),
        ("ratio", number(comparison.ratio)),
        ("ratio_low", ratio_low),
        ("ratio_high", ratio_high),
        ("over", comparison.over.name().to_owned()),
        ("pairs", comparison.pairs.to_string()),
        ("alternative", comparison.alternative.name().to_owned()),
        ("wilcoxon_p", number(comparison.test.map(|test| test.p))),
        ("wilcoxon_method", comparison.test.map_or("", |test| test.method.name()).to_owned()),
        ("cliffs_delta", number(comparison.cliffs_delta)),
        ("magnitude", comparison.cliffs_delta.map_or("", magnitude).to_owned()),
    ])
}

fn ends(interval: Option<[f64; 2]>) -> [String; 2] {
    interval.map_or_else(Default::default, |ends| ends.map(|end| number(Some(end))))
}

/// The shortest text that reads back as the same number; `inf` where a ratio has no upper end.
fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
