//! The figures of the quality screen, line by line.

use crate::evaluate::{Agreement, Estimate, Figure, Quality, RankingResult, SignatureCounts, VerdictSource};
use crate::model::OracleKind;
use crate::model::text;

/// The Ks that stand in the table; the curve shows all.
const TABLE_KS: [usize; 4] = [1, 3, 5, 10];

/// A line of the figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QualityLine {
    /// Begins a section.
    Heading(String),
    /// Headings of the columns: a wide one and narrow ones.
    Columns(String, Vec<String>),
    /// A row of such a table.
    Row(String, Vec<String>),
    /// A sentence.
    Text(String),
}

/// The figures as a person reads them.
pub(in crate::tui::app) fn lines(quality: &Quality) -> Vec<QualityLine> {
    use QualityLine::{Columns, Heading, Row, Text};
    let cells = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<String>>();
    let mut lines = vec![
        Heading("Labels so far".to_owned()),
        Columns(String::new(), cells(&["judged", "of", "TP", "FP", "unsure"])),
    ];
    let top = format!("top {}", quality.top_k);
    for (name, judged) in [(top, quality.top), ("all failures".to_owned(), quality.all)] {
        lines.push(Row(name, judged.counts().map(text::number).to_vec()));
    }
    let decided = quality.all.true_positives + quality.all.false_positives;
    lines.push(Text(match quality.all.precision() {
        Some(share) => {
            format!(
                "precision so far {} ({} TP of {decided})",
                text::percent(share),
                quality.all.true_positives
            )
        }
        None => "no precision yet: nothing is labelled TP or FP".to_owned(),
    }));
    lines.push(Text(String::new()));
    let runs = quality.result.runs.len();
    lines.push(Heading(format!("Bugs found in the top K, {}", by_whom(quality.source))));
    if runs > 1 {
        lines.push(Text(format!("means of {runs} runs")));
    }
    let rankings = &quality.result.rankings;
    let of_all = |cell: &dyn Fn(&RankingResult) -> String| rankings.iter().map(cell).collect::<Vec<String>>();
    lines.push(Columns("K".to_owned(), of_all(&|ranking| ranking.ranker.to_owned())));
    let ks: Vec<usize> = TABLE_KS.into_iter().filter(|k| quality.ks.contains(k)).collect();
    for &k in &ks {
        let found = |ranking: &RankingResult| estimate(ranking.overall.get(Figure::Found(k)));
        lines.push(Row(k.to_string(), of_all(&found)));
    }
    let first = |ranking: &RankingResult| estimate(ranking.overall.get(Figure::FirstTruePositive));
    lines.push(Row("first TP".to_owned(), of_all(&first)));
    let bugs = estimate(quality.result.overall.get(Figure::BugsFound));
    let groups = quality.result.overall.value(Figure::Groups).unwrap_or_default();
    let groups = if runs > 1 { format!("{groups:.1} groups a run") } else { format!("{groups:.0} groups") };
    lines.push(Text(format!("{bugs} of {groups} have a true positive at all")));
    lines.push(Text(String::new()));
    lines.push(Heading("By oracle kind".to_owned()));
    lines.push(Columns(
        String::new(),
        cells(&["failed", "judged", "TP", "FP"])
            .into_iter()
            .chain([format!("top {}", quality.top_k)])
            .collect(),
    ));
    for (kind, judged) in &quality.kinds {
        let of_kind = rankings.first().and_then(|ranking| {
            ranking
                .kinds
                .iter()
                .find(|(of, _)| of == kind)
                .map(|(_, figures)| figures.get(Figure::Found(quality.top_k)))
        });
        let counts = [judged.failures, judged.labelled(), judged.true_positives, judged.false_positives];
        let found = estimate(of_kind.flatten());
        lines.push(Row(
            kind_in_words(*kind).to_owned(),
            counts.map(text::number).into_iter().chain([found]).collect(),
        ));
    }
    lines.push(Text(String::new()));
    lines.extend(by_signature(quality, &ks));
    if quality.source == VerdictSource::Fixed {
        lines.push(Text(String::new()));
        lines.push(Heading("Labels beside the truth".to_owned()));
        lines.extend(beside_truth(quality.against_truth).into_iter().map(Text));
    }
    lines
}

/// Lists the tests per signature, and the list by tests and by signatures side by side.
fn by_signature(quality: &Quality, ks: &[usize]) -> Vec<QualityLine> {
    use QualityLine::{Columns, Heading, Row, Text};
    let SignatureCounts { signatures, single, largest, labelled, true_positives, mixed } = quality.signatures;
    let mean = if signatures == 0 { 0.0 } else { quality.all.failures as f64 / signatures as f64 };
    let number = text::number;
    let mut lines = vec![
        Heading("Tests per signature".to_owned()),
        Text(format!(
            "{} tests, {} {}: {mean:.1} each, at most {}",
            number(quality.all.failures),
            number(signatures),
            if signatures == 1 { "signature" } else { "signatures" },
            number(largest)
        )),
        Text(format!("{} of one test, {} labelled", number(single), number(labelled))),
        Text(format!("{} with a TP ({} of these with FPs)", number(true_positives), number(mixed))),
    ];
    if let Some(list) = quality.result.rankings.first() {
        lines.push(Columns("K".to_owned(), ["tests", "signatures"].map(str::to_owned).to_vec()));
        for &k in ks {
            let of =
                [&list.overall, &list.per_signature].map(|figures| estimate(figures.get(Figure::Found(k))));
            lines.push(Row(k.to_string(), of.to_vec()));
        }
    }
    lines
}

fn by_whom(source: VerdictSource) -> &'static str {
    match source {
        VerdictSource::Labels => "by the labels",
        VerdictSource::Fixed => "by the fixed version",
    }
}

fn kind_in_words(kind: OracleKind) -> &'static str {
    match kind {
        OracleKind::Exception => "expects a throw",
        OracleKind::Assertion => "asserts a value",
        OracleKind::NoException => "expects no throw",
    }
}

/// A value, or what it can still become.
fn estimate(estimate: Option<&Estimate>) -> String {
    let shown = |value: Option<f64>| {
        value.map_or("–".to_owned(), |value| {
            let text = format!("{value:.1}");
            text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
        })
    };
    match estimate {
        None => "–".to_owned(),
        Some(Estimate { bounds: Some([least, most]), .. }) if shown(*least) != shown(*most) => {
            format!("{}–{}", shown(*least), shown(*most))
        }
        Some(Estimate { value, .. }) => shown(*value),
    }
}

fn beside_truth(agreement: Option<Agreement>) -> Vec<String> {
    let Some(agreement) = agreement else {
        return vec!["no label yet on what the fixed version tells".to_owned()];
    };
    let decided = agreement.decided();
    let [[hit, raised], [missed, rejected], _] = [0, 1, 2].map(|row| [decided.0[row][0], decided.0[row][1]]);
    let kappa = decided.kappa().map_or("–".to_owned(), |kappa| format!("{kappa:.2}"));
    vec![
        format!(
            "{} of {} labels agree ({}), kappa {kappa}",
            decided.agreed(),
            decided.total(),
            decided.observed().map_or("–".to_owned(), text::percent)
        ),
        format!("labelled TP: {hit} are TPs, {raised} are FPs"),
        format!("labelled FP: {rejected} are FPs, {missed} are TPs"),
    ]
}
