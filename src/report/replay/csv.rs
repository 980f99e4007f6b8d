//! Replays as one long table: a row per figure of a policy, a row per comparison of a figure, told by `versus_policy`, and a
//! row per policy for each group with a TP, told by `bug`.

use std::io::{self, Write};

use super::Report;
use crate::evaluate::{PlayedGroup, Replay};
use crate::report::figure_table::{self, Cells, comparison_cells, estimate_cells, number};

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
    figure_table::write(&COLUMNS, report.replays.iter().flat_map(rows), out)
}

fn rows(replay: &Replay) -> Vec<Cells> {
    let of = |policy: &str, cells: Cells| {
        let names = [("approach", replay.name.clone()), ("policy", policy.to_owned())];
        names.into_iter().chain(cells).collect::<Cells>()
    };
    let mut rows = Vec::new();
    for policy in &replay.policies {
        let median = vec![("figure", "median_first_tp".to_owned()), ("value", number(policy.median))];
        let cells = policy.figures.0.iter().map(estimate_cells).chain([median]);
        rows.extend(cells.map(|cells| of(policy.policy, cells)));
    }
    for comparison in &replay.comparisons {
        let [policy, versus] =
            comparison.contestants.each_ref().map(|side| side.ranking.map_or("", |(name, _)| name));
        let mut cells = comparison_cells(comparison);
        cells.push(("versus_policy", versus.to_owned()));
        rows.push(of(policy, cells));
    }
    for group in &replay.groups {
        for (policy, &first) in replay.policies.iter().zip(&group.first) {
            rows.push(of(policy.policy, group_cells(group, first)));
        }
    }
    rows
}

fn group_cells(group: &PlayedGroup, first: f64) -> Cells {
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
