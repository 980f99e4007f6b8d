//! An evaluation as one long table: a row per figure, then a row per comparison of a figure, told by `versus_approach`.

use std::io::{self, Write};

use super::Report;
use crate::evaluate::{ApproachResult, Comparison, Contestant, Estimate, Figures, magnitude};
use crate::model::OracleKind;
use crate::report::figure_table::{self, Cells, comparison_cells, estimate_cells, number};

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
    let rows = report.evaluation.approaches.iter().flat_map(rows_of);
    let rows = rows.chain(report.evaluation.comparisons.iter().map(comparison_row));
    figure_table::write(&COLUMNS, rows, out)
}

fn rows_of(approach: &ApproachResult) -> Vec<Cells> {
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
                    names.chain(figure_cells(estimate)).collect()
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

fn figure_cells(estimate: &Estimate) -> Cells {
    let [low, high] = estimate.bounds.unwrap_or_default().map(number);
    let mut cells = estimate_cells(estimate);
    cells.extend([("bound_low", low), ("bound_high", high)]);
    cells
}

fn comparison_row(comparison: &Comparison) -> Cells {
    let [first, second] = &comparison.contestants;
    let ranker = |side: &Contestant| side.ranking.map_or("", |(ranker, _)| ranker).to_owned();
    let seeds = |side: &Contestant| side.ranking.map_or("", |(_, averaged)| averaged.name()).to_owned();
    let mut cells = comparison_cells(comparison);
    cells.extend([
        ("approach", first.approach.clone()),
        ("ranker", ranker(first)),
        ("seeds", seeds(first)),
        ("per", "test".to_owned()),
        ("versus_approach", second.approach.clone()),
        ("versus_ranker", ranker(second)),
        ("versus_seeds", seeds(second)),
        ("over", comparison.over.name().to_owned()),
        ("pairs", comparison.pairs.to_string()),
        ("alternative", comparison.alternative.name().to_owned()),
        ("wilcoxon_method", comparison.test.map_or("", |test| test.method.name()).to_owned()),
        ("cliffs_delta", number(comparison.cliffs_delta)),
        ("magnitude", comparison.cliffs_delta.map_or("", magnitude).to_owned()),
    ]);
    cells
}
