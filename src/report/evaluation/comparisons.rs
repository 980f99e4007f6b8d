//! Comparisons as a person reads them: a table per pair.

use super::layout::{Block, Table};
use super::ranking_name;
use crate::evaluate::{Alternative, Comparison, Contestant, Figure, Method, Pairs, magnitude};

const OVER_BUGS: &str = "Over bugs, p and Cliff's delta ask in how many bugs the first does better than the second, not by how \
                         much: where most bugs are found by neither, look at the interval.";

/// A heading, how to read it, and a table for every two contestants; nothing if nobody is compared.
pub(super) fn blocks(comparisons: &[Comparison], alternative: Alternative) -> Vec<Block> {
    if comparisons.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![Block::Heading("Comparisons".to_owned()), Block::Paragraph(legend(alternative))];
    if comparisons.iter().any(|comparison| comparison.over == Pairs::Bugs) {
        blocks.push(Block::Paragraph(OVER_BUGS.to_owned()));
    }
    for pair in comparisons.chunk_by(|a, b| a.contestants == b.contestants) {
        let [first, second] = &pair[0].contestants;
        let header =
            ["figure", "first", "second", "difference", "", "ratio", "", "pairs", "p", "Cliff's delta"];
        blocks.push(Block::Paragraph(title(first, second)));
        blocks.push(Block::Table(Table {
            header: header.map(str::to_owned).into(),
            names: 1,
            rows: pair.iter().map(row).collect(),
        }));
    }
    blocks
}

fn legend(alternative: Alternative) -> String {
    let hypothesis = match alternative {
        Alternative::TwoSided => "two-sided: that the two differ, in either direction",
        Alternative::Greater => "one-sided: that the first is greater",
        Alternative::Less => "one-sided: that the first is less",
    };
    format!(
        "First minus second and first over second, each with its 95% interval, paired over bugs. p: Wilcoxon's signed-rank \
         test ({hypothesis}), exact, or with ≈ by the normal approximation where pairs tie or are many; ten pairs can give \
         {:.5} at best. Missing labels count as no TP. – stands for an interval of fewer than two bugs.",
        alternative.smallest_p(10)
    )
}

fn title(first: &Contestant, second: &Contestant) -> String {
    let name = |side: &Contestant| side.ranking.map(|(ranker, averaged)| ranking_name(ranker, averaged));
    match (name(first), name(second)) {
        (Some(one), Some(other)) if first.approach == second.approach => {
            format!("{}: {one} against {other}", first.approach)
        }
        (Some(both), Some(_)) => format!("{both}: {} against {}", first.approach, second.approach),
        _ => format!("{} against {}", first.approach, second.approach),
    }
}

fn row(comparison: &Comparison) -> Vec<String> {
    let (factor, unit) = if comparison.figure.is_share() { (100.0, "%") } else { (1.0, "") };
    let number = |value: f64| format!("{:.2}{unit}", value * factor);
    let value = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), number);
    let signed = |value: f64| format!("{}{unit}", signed(value * factor));
    let [first, second] = comparison.values;
    vec![
        label(comparison.figure),
        value(first),
        value(second),
        comparison.difference.map_or_else(|| "–".to_owned(), signed),
        comparison
            .interval
            .map_or_else(|| "–".to_owned(), |[low, high]| format!("[{}, {}]", signed(low), signed(high))),
        comparison.ratio.map_or_else(|| "–".to_owned(), ratio),
        comparison
            .ratio_interval
            .map_or_else(|| "–".to_owned(), |[low, high]| format!("[{}, {}]", ratio(low), ratio(high))),
        format!("{} {}", comparison.pairs, comparison.over.name()),
        p(comparison),
        comparison
            .cliffs_delta
            .map_or_else(|| "–".to_owned(), |delta| format!("{} {}", signed(delta), magnitude(delta))),
    ]
}

/// Two digits with a sign; what rounds to zero has none.
fn signed(value: f64) -> String {
    let text = format!("{value:+.2}");
    if text.ends_with("0.00") && value.abs() < 0.005 { "0.00".to_owned() } else { text }
}

fn ratio(value: f64) -> String {
    if value.is_finite() { format!("{value:.2}") } else { "∞".to_owned() }
}

fn p(comparison: &Comparison) -> String {
    let Some(test) = comparison.test else { return "–".to_owned() };
    let sign = if test.method == Method::Approximate { "≈" } else { "" };
    if test.p < 0.000_05 { format!("{sign}{:.0e}", test.p) } else { format!("{sign}{:.4}", test.p) }
}

/// As in the tables of an approach.
fn label(figure: Figure) -> String {
    match figure {
        Figure::BugsFound => "BugFound".to_owned(),
        Figure::TruePositives => "#TP".to_owned(),
        Figure::FalsePositives => "#FP".to_owned(),
        Figure::Precision => "precision".to_owned(),
        Figure::FalsePositiveRate => "FPR".to_owned(),
        Figure::Found(k) => format!("Found@{k}"),
        Figure::FirstTruePositive => "first TP".to_owned(),
        other => other.to_string(),
    }
}
