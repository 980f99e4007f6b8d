//! What a replay says to a person: the policies, each against the forest, and the inspections of every bug.

use super::Report;
use super::layout::{Block, Table};
use crate::evaluate::{Comparison, Estimate, Figure, PolicyResult, Replay};
use crate::model::bug_name;
use crate::model::text::plural;

/// The whole report, in order.
pub(super) fn blocks(report: &Report<'_>) -> Vec<Block> {
    let mut blocks = Vec::new();
    for replay in report.replays {
        blocks.push(Block::Heading(heading(replay)));
        blocks.push(Block::Paragraph(groups_in_words(replay)));
        blocks.push(policies(report, replay));
        if !replay.comparisons.is_empty() {
            blocks.push(comparisons(report, replay));
        }
        if !replay.groups.is_empty() {
            blocks.push(groups(replay));
        }
    }
    blocks.push(Block::Paragraph(legend(report)));
    blocks
}

fn heading(replay: &Replay) -> String {
    let Replay { name, runs, .. } = replay;
    match &runs[..] {
        [run] if run == name => name.clone(),
        [run] => format!("{name} (run {run})"),
        _ => format!("{name} ({} runs: {})", runs.len(), runs.join(", ")),
    }
}

fn groups_in_words(replay: &Replay) -> String {
    let mut words = format!(
        "{} with a TP, in which the search is played. {} without one ({}): nothing can be found there, and no figure \
         counts them.",
        plural(replay.groups.len(), "group"),
        plural(replay.groups_without, "group"),
        plural(replay.failures_without, "failure"),
    );
    if replay.unknown > 0 {
        let unknown = plural(replay.unknown, "failed test");
        words.push_str(&format!(
            " The truth of {unknown} is not known: they count as no TP, and teach nothing."
        ));
    }
    words
}

/// Each policy's figures, and below them their intervals.
fn policies(report: &Report<'_>, replay: &Replay) -> Block {
    let found = report.ks.iter().map(|k| format!("Found@{k}"));
    let header = ["policy".to_owned()].into_iter().chain(found);
    let header = header.chain(["first TP".to_owned(), "median".to_owned()]);
    let row = |name: &str, policy: &PolicyResult, cell: &dyn Fn(&Estimate) -> String, median: String| {
        let cells = shown(report).map(|figure| policy.figures.get(figure).map_or_else(String::new, cell));
        [name.to_owned()].into_iter().chain(cells).chain([median]).collect::<Vec<String>>()
    };
    let rows = replay.policies.iter().flat_map(|policy| {
        let value = |estimate: &Estimate| number(estimate.value);
        let interval = |estimate: &Estimate| estimate.interval.map_or_else(|| "–".to_owned(), bracketed);
        [
            row(policy.policy, policy, &value, number(policy.median)),
            row("  95% interval", policy, &interval, String::new()),
        ]
    });
    Block::Table(Table { header: header.collect(), names: 1, rows: rows.collect() })
}

/// Found@K by K, and the first TP.
fn shown(report: &Report<'_>) -> impl Iterator<Item = Figure> {
    report.ks.iter().map(|&k| Figure::Found(k)).chain([Figure::FirstTruePositive])
}

/// Each other policy over the forest: ratio and interval of every figure.
fn comparisons(report: &Report<'_>, replay: &Replay) -> Block {
    let reference = replay.comparisons.iter().find_map(|comparison| comparison.contestants[1].ranking);
    let reference = reference.map_or("", |(name, _)| name);
    let found = report.ks.iter().map(|k| format!("Found@{k}"));
    let header = [format!("over {reference}")].into_iter().chain(found).chain(["first TP".to_owned()]);
    let rows = replay.comparisons.chunk_by(|a, b| a.contestants == b.contestants).flat_map(|pair| {
        let name = pair[0].contestants[0].ranking.map_or("", |(name, _)| name);
        let row = |name: &str, cell: &dyn Fn(&Comparison) -> String| {
            let of = |figure| pair.iter().find(|comparison| comparison.figure == figure);
            let cells = shown(report).map(|figure| of(figure).map_or_else(String::new, cell));
            [name.to_owned()].into_iter().chain(cells).collect::<Vec<String>>()
        };
        [
            row(name, &|comparison| number(comparison.ratio)),
            row("  95% interval", &|comparison| {
                comparison.ratio_interval.map_or_else(|| "–".to_owned(), bracketed)
            }),
        ]
    });
    Block::Table(Table { header: header.collect(), names: 1, rows: rows.collect() })
}

/// The expected inspections of every group with a TP.
fn groups(replay: &Replay) -> Block {
    let several = replay.runs.len() > 1;
    let run = several.then_some("run");
    let names = run.into_iter().chain(["bug", "failed", "TP"]).map(str::to_owned);
    let header = names.chain(replay.policies.iter().map(|policy| policy.policy.to_owned()));
    let rows = replay.groups.iter().map(|group| {
        let run = several.then(|| group.run.clone());
        let counts = [group.failed.to_string(), group.true_positives.to_string()];
        let name = bug_name(&group.project, &group.bug);
        let first = group.first.iter().map(|&first| number(Some(first)));
        run.into_iter().chain([name]).chain(counts).chain(first).collect()
    });
    let names = 1 + usize::from(several);
    Block::Table(Table { header: header.collect(), names, rows: rows.collect() })
}

/// Two digits.
fn number(value: Option<f64>) -> String {
    match value {
        Some(value) if value.is_infinite() => "∞".to_owned(),
        Some(value) => format!("{value:.2}"),
        None => "–".to_owned(),
    }
}

fn bracketed(ends: [f64; 2]) -> String {
    let [low, high] = ends.map(|end| number(Some(end)));
    format!("[{low}, {high}]")
}

fn legend(report: &Report<'_>) -> String {
    let runs = if report.replays.iter().any(|replay| replay.runs.len() > 1) {
        "Found@K and first TP are means over runs. "
    } else {
        ""
    };
    format!(
        "{runs}A person looks at the first failure of the current order, labels it by its truth, and goes on until the \
         first TP. Found@K: groups in which that is among the first K shown. First TP: failures looked at until then, the \
         mean over groups with a TP, and the median of what each expects; below, group by group. Ratios are of these \
         figures, with intervals paired over bugs. Ties by their exact expectation: every order of a block is equally \
         likely, for random that is the whole list; under feedback the label goes to the first false positive of a block, \
         in input order. All figures are per test; fossick evaluate has those per signature beside them. Intervals: bootstrap over \
         bugs, – with fewer than two. One list of {} seeds. Features: {}.",
        report.seeds, report.definition
    )
}
