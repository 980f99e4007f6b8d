//! The figures of the progress screen in words.

use crate::evaluate::{Agreement, Estimate, Figure, Figures, Quality, VerdictSource};
use crate::model::{VerdictWords, text};

/// The values of K in the table, above the one that is judged; the curve shows all.
const TABLE_KS: [usize; 4] = [1, 3, 5, 10];

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgressLine {
    Heading(String),
    /// Headings of the columns: a wide one and narrow ones.
    Columns(String, Vec<String>),
    Row(String, Vec<String>),
    /// A key or a command, and what it does.
    Step(String, String),
    Text(String),
}

/// Returns the figures as lines for people; lists are compared only if `has_curves`, signatures counted
/// unless `has_causes`.
pub(super) fn lines(
    quality: &Quality,
    words: VerdictWords,
    has_curves: bool,
    has_causes: bool,
) -> Vec<ProgressLine> {
    use ProgressLine::{Heading, Row, Text};
    let [bug, wrong] = words.names();
    let mut lines = Vec::new();
    // Of hand-written tests, it is no usual figure.
    let precision = quality.all.precision().filter(|_| words == VerdictWords::Generated);
    lines.extend(precision.map(|share| {
        let [found, wrong] = [quality.all.true_positives, quality.all.false_positives].map(text::number);
        let unsure = if quality.all.unsure > 0 { "; unsure not counted" } else { "" };
        Text(format!("precision so far {} ({found} TP, {wrong} FP{unsure})", text::percent(share)))
    }));
    if quality.all.labelled() > 0 {
        lines.push(Text(String::new()));
    }
    if has_curves {
        lines.extend(bugs_by_order(quality));
    }
    if has_causes {
        return lines;
    }
    let counts = quality.signatures;
    let [title, signatures] = match words {
        VerdictWords::Generated => ["failures that look alike (signatures)", "signatures"],
        VerdictWords::Written => ["causes: tests that fail alike are one", "causes"],
    };
    lines.push(Heading(title.to_owned()));
    // The truth also knows the verdicts of those without a label.
    let source = if quality.source == VerdictSource::Fixed { ", by the truth" } else { "" };
    let [with_bug, with_both] =
        [format!("with a {bug}{source}"), format!("with both {bug} and {wrong}{source}")];
    let rows = [
        (signatures, counts.signatures),
        ("with a label", counts.labelled),
        (&*with_bug, counts.true_positives),
        (&*with_both, counts.mixed),
    ];
    let known = rows.into_iter().filter(|&(name, count)| count > 0 || name == with_bug);
    lines.extend(known.map(|(name, count)| Row(name.to_owned(), vec![text::number(count)])));
    lines.push(Text(String::new()));
    lines
}

pub(super) fn title_of_bugs(quality: &Quality) -> String {
    let source = if quality.source == VerdictSource::Fixed { "the truth" } else { "your labels" };
    format!("bugs in the top K, by {source}")
}

/// Lists the bugs found in the top K of each list, and among the first K signatures of the shown one.
fn bugs_by_order(quality: &Quality) -> Vec<ProgressLine> {
    use ProgressLine::{Columns, Heading, Row, Text};
    let mut lines = vec![Heading(title_of_bugs(quality))];
    let runs = quality.result.runs.len();
    if runs > 1 {
        lines.push(Text(format!("means of {runs} runs")));
    }
    let rankings = &quality.result.rankings;
    let signatures = rankings.first().map(|list| &list.per_signature);
    let results: Vec<&Figures> = rankings.iter().map(|ranking| &ranking.overall).chain(signatures).collect();
    let names = rankings.iter().map(|ranking| &*ranking.ranker).chain(["per signature"]).map(str::to_owned);
    lines.push(Columns("in the top".to_owned(), names.collect()));
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    let last = Some(quality.top_k).filter(|top| !TABLE_KS.contains(top));
    for k in TABLE_KS.into_iter().chain(last).filter(|k| quality.ks.contains(k)) {
        let found = results.iter().map(|figures| certain(figures.get(Figure::Found(k)))).enumerate();
        // A random order finds parts of bugs.
        let cells = found.map(|(place, found)| match found {
            Some(found) if (place + 1 == rankings.len()) => format!("{found:.1}"),
            found => shown(found),
        });
        rows.push((k.to_string(), cells.collect()));
    }
    let parts = rows.iter().filter_map(|(_, cells)| cells.first()).find(|cell| cell.contains('.'));
    let parts = parts.map(|part| format!("{part}: failures with the same score share a rank"));
    lines.extend(rows.into_iter().map(|(name, cells)| Row(name, cells)));
    let bugs = bounds_in_words(quality.result.overall.get(Figure::BugsFound));
    let groups = quality.result.overall.value(Figure::Groups).unwrap_or_default();
    let groups = if runs > 1 { format!("{groups:.1} a run") } else { format!("{groups:.0}") };
    let alike = "per signature: those that look alike are one row".to_owned();
    // Without cells, it is dim.
    let notes = parts.into_iter().chain([alike, format!("groups with a bug: {bugs} of {groups}")]);
    lines.extend(notes.map(|note| Columns(note, Vec::new())));
    lines.push(Text(String::new()));
    lines
}

/// Formats a value with one digit, or without any if it is whole.
pub(super) fn shown(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| {
        let text = format!("{value:.1}");
        text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
    })
}

/// Returns the part of an estimate that missing labels can't change.
fn certain(estimate: Option<&Estimate>) -> Option<f64> {
    estimate.and_then(|estimate| estimate.bounds.and_then(|bounds| bounds[0]).or(estimate.value))
}

/// Formats a value, or `at least 1, at most 12`.
fn bounds_in_words(estimate: Option<&Estimate>) -> String {
    match estimate.and_then(|estimate| estimate.bounds).map(|bounds| bounds.map(shown)) {
        Some([least, most]) if least != most => format!("at least {least}, at most {most}"),
        _ => shown(certain(estimate)),
    }
}

/// Compares the labels with the truth: how many of each verdict are right, and kappa.
pub(super) fn against_truth(agreement: Agreement, words: VerdictWords) -> Vec<ProgressLine> {
    use ProgressLine::{Columns, Heading, Row, Text};
    let decided = agreement.decided();
    let counts = |right: usize, all: usize| [right, all - right].map(text::number).to_vec();
    let mut lines = vec![
        Heading("labels compared with the truth".to_owned()),
        Columns(String::new(), ["right", "wrong"].map(str::to_owned).to_vec()),
    ];
    let rows = words.names().into_iter().zip(decided.0).enumerate();
    lines.extend(rows.map(|(row, (name, labels))| {
        Row(format!("labelled {name}"), counts(labels[row], labels.iter().sum()))
    }));
    lines.push(Row("all labels".to_owned(), counts(decided.agreed(), decided.total())));
    let kappa = decided.kappa();
    // Rounded, zero has no sign.
    let kappa = kappa.map(|kappa| (kappa * 100.0).round() / 100.0 + 0.0);
    lines.extend(kappa.map(|kappa| Text(format!("kappa {kappa:.2} (1 is full agreement, 0 is chance)"))));
    lines.push(Text(String::new()));
    lines
}

/// Returns the number of bugs that labels have found for certain.
pub(super) fn bugs_found(quality: &Quality) -> f64 {
    let certain = certain(quality.result.overall.get(Figure::BugsFound));
    // Figures over several runs are means.
    certain.unwrap_or(0.0) * quality.result.runs.len().max(1) as f64
}
