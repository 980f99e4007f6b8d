//! An evaluation as one table: one row per figure, then one per comparison of a figure, with a `versus_approach`.

use std::io::{self, Write};

use super::Report;
use crate::evaluate::{ApproachResult, Comparison, Contestant, Figures, magnitude};
use crate::model::OracleKind;
use crate::report::writers::CsvTable;

/// Cells that do not apply, or whose value is unknown, are empty.
const HEADER: &str = "approach,ranker,seeds,oracle,per,figure,value,interval_low,interval_high,bound_low,bound_high,\
                      versus_approach,versus_ranker,versus_seeds,versus_value,difference,difference_low,difference_high,\
                      ratio,ratio_low,ratio_high,over,pairs,alternative,wilcoxon_p,wilcoxon_method,cliffs_delta,magnitude,project";

/// Returns the shortest text that reads back as the same number; `inf` if a ratio has no upper end.
fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn ends(interval: Option<[f64; 2]>) -> [String; 2] {
    interval.map_or_else(Default::default, |ends| ends.map(|end| number(Some(end))))
}

/// Writes RFC 4180 with a header; lines end in `\n`. Numbers have all digits.
pub(crate) fn csv(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut table = CsvTable::new(out);
    table.add(HEADER.split(','))?;
    let of_whole = report.evaluation.approaches.iter().flat_map(figure_rows);
    let projects = report.evaluation.projects.iter().flatten();
    let of_projects = projects.flat_map(|(project, result)| {
        figure_rows(result).into_iter().map(|mut row| {
            row.pop();
            row.push(project.to_string());
            row
        })
    });
    let figures = of_whole.chain(of_projects);
    let comparisons = report.evaluation.comparisons.iter().map(comparison_row);
    figures.chain(comparisons).try_for_each(|row| table.add(row))?;
    table.finish()
}

fn figure_rows(approach: &ApproachResult) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut add = |[ranker, seeds]: [&str; 2],
                   overall: &Figures,
                   signatures: &Figures,
                   kinds: &[(OracleKind, Figures)]| {
        let all = [("", "test", overall), ("", "signature", signatures)].into_iter();
        let of_kinds = kinds.iter().map(|(kind, figures)| (kind.name(), "test", figures));
        for (oracle, per, figures) in all.chain(of_kinds) {
            rows.extend(figures.0.iter().map(|estimate| {
                let names = [&*approach.name, ranker, seeds, oracle, per].map(str::to_owned);
                let value = [estimate.figure.to_string(), number(estimate.value)];
                let bounds = estimate.bounds.unwrap_or_default().map(number);
                let mut row = [&names[..], &value, &ends(estimate.interval), &bounds].concat();
                row.resize(HEADER.split(',').count(), String::new());
                row
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

fn comparison_row(comparison: &Comparison) -> Vec<String> {
    let [first, second] = comparison.contestants.each_ref().map(|side: &Contestant| {
        let ranking = side.ranking.as_ref();
        let [ranker, seeds] = ranking.map_or([""; 2], |(ranker, averaged)| [ranker, averaged.name()]);
        [&side.approach, ranker, seeds].map(str::to_owned)
    });
    let [value, versus] = comparison.values.map(number);
    let method = comparison.test.map_or("", |test| test.method.name());
    [
        &first[..],
        &[String::new(), "test".to_owned(), comparison.figure.to_string(), value],
        &[const { String::new() }; 4],
        &second,
        &[versus, number(comparison.difference)],
        &ends(comparison.interval),
        &[number(comparison.ratio)],
        &ends(comparison.ratio_interval),
        &[comparison.over.name().to_owned(), comparison.pairs.to_string()],
        &[
            comparison.alternative.name().to_owned(),
            number(comparison.test.map(|test| test.p)),
            method.to_owned(),
        ],
        &[number(comparison.cliffs_delta), comparison.cliffs_delta.map_or("", magnitude).to_owned()],
        &[String::new()],
    ]
    .concat()
}
