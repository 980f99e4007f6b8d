//! Replays as one long table: a row per figure of a policy, a row per comparison of a figure, told by `versus_policy`, and a
//! row per policy for each group with a TP, told by `bug`.

use std::io::{self, Write};

use super::Report;
use crate::evaluate::{Comparison, Estimate, PlayedGroup, Replay};
use crate::report::io_error;

const COLUMNS: [&str; 20] = [
    "approach",
    "policy",
    "figure",
    "value",
    "interval_low",
    "interval_high",
    "versus_policy",
    "versus_value",
    "difference",
    "difference_low",
    "difference_high",
    "ratio",
    "ratio_low",
    "ratio_high",
    "wilcoxon_p",
    "run",
    "project",
    "bug",
    "failed",
    "tp",
];

/// RFC 4180 with a header; lines end in `\n`. Numbers have every digit; what is not known, or does not apply, is empty.
pub fn csv(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(out);
    table.write_record(COLUMNS).map_err(io_error)?;
    for row in report.replays.iter().flat_map(rows) {
        table.write_record(&row).map_err(io_error)?;
    }
    table.flush()
}

fn rows(replay: &Replay) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for policy in &replay.policies {
        let cells = policy.figures.0.iter().map(figure_cells);
        let median = vec![("figure", "median_first_tp".to_owned()), ("value", number(policy.median))];
        rows.extend(cells.chain([median]).map(|cells| row(replay, policy.policy, cells)));
    }
    for comparison in &replay.comparisons {
        let [policy, versus] = &comparison.contestants;
        let name = |side: &crate::evaluate::Contestant| side.ranking.map_or("", |(name, _)| name);
        rows.push(row(replay, name(policy), comparison_cells(comparison, name(versus))));
    }
    for group in &replay.groups {
        for (policy, &first) in replay.policies.iter().zip(&group.first) {
            rows.push(row(replay, policy.policy, group_cells(group, first)));
        }
    }
    rows
}

/// The cells of a row, by the columns that it fills.
fn row(replay: &Replay, policy: &str, cells: Vec<(&'static str, String)>) -> Vec<String> {
    let mut row = vec![String::new(); COLUMNS.len()];
    row[0].clone_from(&replay.name);
    policy.clone_into(&mut row[1]);
    for (column, cell) in cells {
        if let Some(index) = COLUMNS.iter().position(|known| *known == column) {
            row[index] = cell;
        }
    }
    row
}

fn figure_cells(estimate: &Estimate) -> Vec<(&'static str, String)> {
    let [low, high] = ends(estimate.interval);
    vec![
        ("figure", estimate.figure.to_string()),
        ("value", number(estimate.value)),
        ("interval_low", low),
        ("interval_high", high),
    ]
}

fn comparison_cells(comparison: &Comparison, versus: &str) -> Vec<(&'static str, String)> {
    let [difference_low, difference_high] = ends(comparison.interval);
    let [ratio_low, ratio_high] = ends(comparison.ratio_interval);
    vec![
        ("figure", comparison.figure.to_string()),
        ("value", number(comparison.values[0])),
        ("versus_policy", versus.to_owned()),
        ("versus_value", number(comparison.values[1])),
        ("difference", number(comparison.difference)),
        ("difference_low", difference_low),
        ("difference_high", difference_high),
        ("ratio", number(comparison.ratio)),
        ("ratio_low", ratio_low),
        ("ratio_high", ratio_high),
        ("wilcoxon_p", number(comparison.test.map(|test| test.p))),
    ]
}

fn group_cells(group: &PlayedGroup, first: f64) -> Vec<(&'static str, String)> {
    vec![
        ("figure", "first_tp".to_owned()),
        ("value", number(Some(first))),
        ("run", group.run.clone()),
        ("project", group.project.clone()),
        ("bug", group.bug.clone()),
        ("failed", group.failed.to_string()),
        ("tp", group.true_positives.to_string()),
    ]
}

fn ends(interval: Option<[f64; 2]>) -> [String; 2] {
    interval.map_or_else(Default::default, |ends| ends.map(|end| number(Some(end))))
}

/// The shortest text that reads back as the same number; `inf` where a ratio has no upper end.
fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
