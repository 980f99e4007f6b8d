//! The output of `fossick evaluate`: figures of approaches and rankings, and their comparisons.
//!
//! [`json()`] and [`csv()`] are for programs and hold all digits; [`sections`] are for people.

mod csv;
mod json;

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use crate::evaluate::{
    Alternative, ApproachResult, Averaged, Comparison, Contestant, Estimate, Evaluation, Figure, Figures,
    Method, Pairs, RankingResult, magnitude,
};
use crate::features::Definition;
use crate::model::text::plural;
use crate::model::{TOP_K, VerdictWords};
use crate::rank::{MeasuredOn, Ranker};
use crate::report::layout::{self, or_dash};
use crate::report::section::{Section, Table};

pub(crate) use csv::csv;
pub(crate) use json::json;

#[derive(Debug)]
pub(crate) struct Report<'a> {
    pub evaluation: &'a Evaluation,
    /// The Ks of Found@K, ascending.
    pub ks: Vec<usize>,
    pub seeds: NonZeroU32,
    pub definition: Definition,
    /// The source of the truth: `fixed` for the fixed version, or `labels`.
    pub truth: &'static str,
    /// The words for the verdicts in tables and Markdown.
    pub words: VerdictWords,
    /// True if every two approaches are compared, not only the first with each other one.
    pub pairwise: bool,
    pub alternative: Alternative,
    /// The number of failures of each group at which a person looks who goes group by group.
    pub top_k: usize,
}

/// Returns the name of a ranking for people; only those by a forest have seeds to name.
fn ranking_name(ranker: &str, averaged: Averaged) -> String {
    // The list of a judge has no ranker's name.
    match ranker.parse().map_or(MeasuredOn::OneList, |ranker: Ranker| ranker.row().measured) {
        MeasuredOn::AllOrders => format!("{ranker} (exact)"),
        MeasuredOn::OneList => ranker.to_owned(),
        MeasuredOn::EachSeed => format!("{ranker} ({})", averaged.name().replace('-', " ")),
    }
}

pub(crate) fn sections(report: &Report<'_>) -> Vec<Section> {
    let mut sections = vec![Section::untitled().paragraphs(headlines(report))];
    for approach in &report.evaluation.approaches {
        sections.push(of_approach(report, approach));
    }
    sections.extend(projects(report));
    sections.push(Section::untitled().paragraph(legend(report)).paragraph(LEGEND_OF_LOOKS));
    sections.extend(comparisons(report));
    sections.extend(overlaps(report));
    for section in &mut sections {
        section.say_in(report.words);
    }
    sections
}

fn of_approach(report: &Report<'_>, approach: &ApproachResult) -> Section {
    let mut section = Section::titled(heading(approach));
    let unlabelled = approach.overall.value(Figure::Unlabelled).unwrap_or_default();
    if unlabelled > 0.0 {
        section = section.paragraph(missing_labels(approach, unlabelled, report.truth));
    }
    if let Some(table) = judges(approach) {
        section = section.table(table).paragraph(LEGEND_OF_JUDGES);
    }
    section = section.table(counts(approach)).table(rankings(report, approach));
    if approach.kinds.len() > 1 {
        section = section.table(rankings_by_kind(report, approach));
    }
    section.tables(looks(&approach.rankings, report.top_k, &|ranking| {
        ranking_name(&ranking.ranker, ranking.averaged)
    }))
}

const HEADLINES: usize = 6;

/// Returns the result in one sentence; with several approaches a sentence for each of the first.
fn headlines(report: &Report<'_>) -> Vec<String> {
    let approaches = &report.evaluation.approaches;
    // Most readers look only at the top K.
    let k = report
        .ks
        .iter()
        .rev()
        .find(|&&k| k <= TOP_K.get())
        .or(report.ks.first())
        .copied()
        .unwrap_or(TOP_K.get());
    let more = approaches.len().saturating_sub(HEADLINES);
    let more = (more > 0).then(|| format!("… and {more} more approaches."));
    approaches
        .iter()
        .take(HEADLINES)
        .map(|approach| {
            let headline = headline(approach, k);
            if approaches.len() > 1 { format!("{}: {headline}", approach.name) } else { headline }
        })
        .chain(more)
        .collect()
}

fn heading(approach: &ApproachResult) -> String {
    let ApproachResult { name, runs, .. } = approach;
    match &runs[..] {
        [run] if run == name => name.clone(),
        [run] => format!("{name} (run {run})"),
        _ => format!("{name} ({} runs: {})", runs.len(), runs.join(", ")),
    }
}

fn missing_labels(approach: &ApproachResult, unlabelled: f64, truth: &str) -> String {
    let unlabelled = count(unlabelled, approach);
    let failed = count(approach.overall.value(Figure::Failed).unwrap_or_default(), approach);
    let why = if truth == "labels" { "have no label" } else { "were not executed on the fixed version" };
    format!(
        "{unlabelled} of {failed} failed tests {why}. Figures count the known verdicts; the row below shows the least and \
         the greatest value that the missing ones can lead to. A group without a known TP counts in the mean of the first TP \
         only in the cases in which it has one."
    )
}

const COUNTS: [(&str, Figure); 7] = [
    ("failed", Figure::Failed),
    ("groups", Figure::Groups),
    ("BugFound", Figure::BugsFound),
    ("#TP", Figure::TruePositives),
    ("#FP", Figure::FalsePositives),
    ("precision", Figure::Precision),
    ("FPR", Figure::FalsePositiveRate),
];

fn counts(approach: &ApproachResult) -> Table {
    let has_rate = approach.overall.value(Figure::FalsePositiveRate).is_some();
    let columns: Vec<_> =
        COUNTS.into_iter().filter(|(_, figure)| has_rate || *figure != Figure::FalsePositiveRate).collect();
    let rows_of = |label: &str, figures: &Figures| count_rows(label, &columns, figures, approach);
    let mut rows = rows_of("all", &approach.overall);
    rows.push(interval_row(&columns, &approach.overall, approach));
    if approach.kinds.len() > 1 {
        rows.extend(approach.kinds.iter().flat_map(|(kind, figures)| rows_of(kind.name(), figures)));
    }
    rows.extend(rows_of("signatures", &approach.per_signature));
    let header = std::iter::once("oracle").chain(columns.iter().map(|(label, _)| *label));
    Table::new(header, 1, rows)
}

const OF_JUDGES: [(&str, Figure); 9] = [
    ("judged", Figure::Judged),
    ("BugFound", Figure::BugsFound),
    ("#TP", Figure::TruePositives),
    ("#FP", Figure::FalsePositives),
    ("missed", Figure::Missed),
    ("precision", Figure::Precision),
    ("recall", Figure::Recall),
    ("looks saved", Figure::LooksSaved),
    ("seconds", Figure::Seconds),
];

/// Returns the figures of the judges' labels, if there are judges.
fn judges(approach: &ApproachResult) -> Option<Table> {
    let of_judges = approach.rankings.iter().filter(|ranking| ranking.overall.get(Figure::Judged).is_some());
    let rows: Vec<Vec<String>> = of_judges
        .flat_map(|ranking| {
            let rows = count_rows(&ranking.ranker, &OF_JUDGES, &ranking.overall, approach);
            rows.into_iter().chain([interval_row(&OF_JUDGES, &ranking.overall, approach)])
        })
        .collect();
    let header = std::iter::once("judge").chain(OF_JUDGES.iter().map(|(label, _)| *label));
    (!rows.is_empty()).then(|| Table::new(header, 1, rows))
}

const LEGEND_OF_JUDGES: &str = "Judges: what the judge calls a TP and is one counts as #TP, what it calls a TP and is none as \
    #FP. BugFound: the groups with such a TP. Missed: TPs that it calls FP or unsure. Recall: #TP of #TP and missed. A judge's list has first what it calls TP, then what \
    it is unsure of, then the rest, each in the order of the first ranking. Looks saved: the first TP of that ranking minus that \
    of the judge's list. Seconds: the time for one answer.";

/// Returns the row of known counts and, if labels are missing, the row of the values that are still possible.
fn count_rows(
    label: &str,
    columns: &[(&str, Figure)],
    figures: &Figures,
    approach: &ApproachResult,
) -> Vec<Vec<String>> {
    let mut rows =
        vec![count_row(label, columns, figures, &|estimate| show(estimate.figure, estimate.value, approach))];
    if has_bounds(figures) {
        rows.push(count_row(POSSIBLE, columns, figures, &|estimate| possible(estimate, approach)));
    }
    rows
}

fn interval_row(columns: &[(&str, Figure)], figures: &Figures, approach: &ApproachResult) -> Vec<String> {
    count_row("  95% interval", columns, figures, &|estimate| match estimate.interval {
        _ if matches!(estimate.figure, Figure::Failed | Figure::Groups | Figure::Judged) => String::new(),
        Some(ends) => bracketed(estimate.figure, ends, approach),
        None => "–".to_owned(),
    })
}

fn count_row(
    label: &str,
    columns: &[(&str, Figure)],
    figures: &Figures,
    cell: &dyn Fn(&Estimate) -> String,
) -> Vec<String> {
    let cells = columns.iter().map(|(_, figure)| figures.get(*figure).map_or_else(String::new, cell));
    std::iter::once(label.to_owned()).chain(cells).collect()
}

fn rankings(report: &Report<'_>, approach: &ApproachResult) -> Table {
    let mut rows = Vec::new();
    for ranking in &approach.rankings {
        let name = ranking_name(&ranking.ranker, ranking.averaged);
        rows.extend(found_rows(vec![name], report, &ranking.overall, approach));
        rows.push(found_row(vec!["  95% interval".to_owned()], &report.ks, &ranking.overall, &|estimate| {
            or_dash(estimate.interval, |ends| bracketed(estimate.figure, ends, approach))
        }));
        let name = vec!["  per signature".to_owned()];
        rows.extend(found_rows(name, report, &ranking.per_signature, approach));
    }
    Table::new(found_header(&["ranking"], &report.ks), 1, rows)
}

fn rankings_by_kind(report: &Report<'_>, approach: &ApproachResult) -> Table {
    let of_kinds = approach.rankings.iter().flat_map(|ranking| {
        let name = ranking_name(&ranking.ranker, ranking.averaged);
        ranking.kinds.iter().enumerate().flat_map(move |(index, (kind, figures))| {
            let name = if index == 0 { name.clone() } else { String::new() };
            found_rows(vec![name, kind.name().to_owned()], report, figures, approach)
        })
    });
    let header = found_header(&["ranking, by kind", "oracle"], &report.ks);
    Table::new(header, 2, of_kinds)
}

/// Returns the bugs within N looks of each ranker's one list: in one list over all groups, and group by group.
pub(super) fn looks(
    rankings: &[RankingResult],
    top_k: usize,
    name: &dyn Fn(&RankingResult) -> String,
) -> Option<Table> {
    let mut header = None;
    let mut rows = Vec::new();
    for ranking in rankings {
        let figures = &ranking.overall;
        let Some(first) = figures.get(Figure::FirstLook) else { continue };
        let counts: BTreeSet<usize> =
            figures.0.iter().filter_map(|estimate| estimate.figure.looks()).collect();
        let row = |name: String, figure: fn(usize) -> Figure, cell: &dyn Fn(&Estimate) -> String| {
            let cells = counts.iter().filter_map(|&count| figures.get(figure(count))).map(cell);
            std::iter::once(name).chain(cells).collect::<Vec<String>>()
        };
        let value = |estimate: &Estimate| or_dash(estimate.value, one_digit);
        let mut across = row(format!("{}, across", name(ranking)), Figure::Within, &value);
        across.push(value(first));
        rows.push(across);
        rows.push(row("  95% interval".to_owned(), Figure::Within, &|estimate| {
            or_dash(estimate.interval, |[low, high]| format!("[{low:.1}, {high:.1}]"))
        }));
        if has_bounds(figures) {
            rows.push(row(POSSIBLE.to_owned(), Figure::Within, &|estimate| {
                or_dash(estimate.bounds, |ends| ends.map(|end| or_dash(end, one_digit)).join(" to "))
            }));
        }
        rows.push(row(format!("  group by group, top {top_k}"), Figure::ByGroup, &value));
        rows.push(row("  groups in any order".to_owned(), Figure::ByGroupInAnyOrder, &value));
        if figures.0.iter().any(|estimate| matches!(estimate.figure, Figure::NewWithin(_))) {
            rows.push(row("  new bugs, with what was judged before".to_owned(), Figure::NewWithin, &value));
            rows.push(row("  95% interval".to_owned(), Figure::NewWithin, &|estimate| {
                or_dash(estimate.interval, |[low, high]| format!("[{low:.1}, {high:.1}]"))
            }));
            rows.push(row("  new bugs, without it".to_owned(), Figure::NewWithinWithoutBefore, &value));
        }
        header.get_or_insert(counts);
    }
    let columns = header?.into_iter().map(|count| format!("{count} looks"));
    let header = std::iter::once("bugs within".to_owned()).chain(columns).chain(["first bug".to_owned()]);
    Some(Table::new(header, 1, rows))
}

fn one_digit(value: f64) -> String {
    format!("{value:.1}")
}

pub(super) const LEGEND_OF_LOOKS: &str = "Bugs within N looks: a look is one failure. Across: one list over all groups, the r-th failures of all groups in round \
    r (rank --across); of a random ranking, failures drawn from all. Group by group: the top K of each, in the order of the input, and as the mean of 1000 \
    random orders of the groups. Lists count as they are shown. A bug is a group with a TP, in reports of builds a cause with one. First bug: the look that finds it.";

/// The name of the row below figures that labels can still change.
const POSSIBLE: &str = "  still possible";

pub(super) fn has_bounds(figures: &Figures) -> bool {
    figures.0.iter().any(|estimate| estimate.bounds.is_some())
}

/// Returns the row of a ranking's figures and, if labels are missing, the row of the values that are still possible.
fn found_rows(
    names: Vec<String>,
    report: &Report<'_>,
    figures: &Figures,
    approach: &ApproachResult,
) -> Vec<Vec<String>> {
    let below = [vec![String::new(); names.len() - 1], vec![POSSIBLE.to_owned()]].concat();
    let with_rate =
        |one: &Estimate| layout::with_rate(show(one.figure, one.value, approach), one.figure, figures);
    let mut rows = vec![found_row(names, &report.ks, figures, &with_rate)];
    if has_bounds(figures) {
        rows.push(found_row(below, &report.ks, figures, &|estimate| possible(estimate, approach)));
    }
    rows
}

pub(super) fn found_header(names: &[&str], ks: &[usize]) -> Vec<String> {
    let found = ks.iter().map(|k| format!("Found@{k}"));
    names.iter().map(|&name| name.to_owned()).chain(found).chain(["first TP".to_owned()]).collect()
}

/// Returns the cells of a ranking: one per K, and the first TP.
pub(super) fn found_row(
    names: Vec<String>,
    ks: &[usize],
    figures: &Figures,
    cell: &dyn Fn(&Estimate) -> String,
) -> Vec<String> {
    let shown = ks.iter().map(|&k| Figure::Found(k)).chain([Figure::FirstTruePositive]);
    let cells = shown.map(|figure| figures.get(figure).map_or_else(String::new, cell));
    names.into_iter().chain(cells).collect()
}

fn possible(estimate: &Estimate, approach: &ApproachResult) -> String {
    match estimate.bounds {
        Some([least, most]) => {
            let [least, most] = [least, most].map(|end| show(estimate.figure, end, approach));
            format!("{least} to {most}")
        }
        None => String::new(),
    }
}

fn bracketed(figure: Figure, ends: [f64; 2], approach: &ApproachResult) -> String {
    let [low, high] = ends.map(|end| show(figure, Some(end), approach));
    format!("[{low}, {high}]")
}

/// Formats a figure with two digits; counts of a single run are whole.
fn show(figure: Figure, value: Option<f64>, approach: &ApproachResult) -> String {
    match value {
        None => "–".to_owned(),
        Some(value) if figure.is_share() => format!("{:.2}%", value * 100.0),
        Some(value) if figure.is_of_ranking() || figure.is_mean() => format!("{value:.2}"),
        Some(value) => count(value, approach),
    }
}

fn count(value: f64, approach: &ApproachResult) -> String {
    if approach.runs.len() == 1 { format!("{value:.0}") } else { format!("{value:.2}") }
}

fn legend(report: &Report<'_>) -> String {
    let seeds = report.seeds;
    let runs = if report.evaluation.approaches.iter().any(|approach| approach.runs.len() > 1) {
        "All figures are means over runs. "
    } else {
        ""
    };
    format!(
        "{runs}Found@K: groups with a TP among the first K, in brackets as a share of BugFound; ties and random rankings \
         by their exact expectation, a diversified list as it is shown. First TP: failures inspected until the first TP, \
         over groups with a TP. Per seed: figures averaged over the lists of {seeds} seeds; one list: scores averaged over \
         them. By kind: the list's tests of one oracle kind, in its order. Signatures: failures with the same exception, \
         masked message and top project frames count as one, which is a TP if one of its tests is, at the rank of the \
         first of them. Intervals: bootstrap over bugs, – with fewer than two. Features: {}.",
        report.definition
    )
}

/// Returns the figures of each project, with those of the first ranker's one list, if they are asked for.
fn projects(report: &Report<'_>) -> Option<Section> {
    let of_approaches = report.evaluation.approaches.iter().zip(&report.evaluation.projects);
    let rows = of_approaches.flat_map(|(approach, projects)| {
        projects.iter().map(|(project, result)| {
            let names = vec![approach.name.clone(), project.to_string()];
            let list = result.rankings.first().and_then(|first| result.list_of(&first.ranker));
            let shown = |figures: &Figures, figure| {
                figures.get(figure).map_or_else(String::new, |one| show(figure, one.value, approach))
            };
            let counts = COUNTS.into_iter().map(|(_, figure)| shown(&result.overall, figure));
            let found = report.ks.iter().map(|k| Figure::Found(*k)).chain([Figure::FirstTruePositive]);
            let found =
                found.map(|figure| list.map_or_else(String::new, |list| shown(&list.overall, figure)));
            names.into_iter().chain(counts).chain(found).collect::<Vec<String>>()
        })
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let counts: Vec<&str> = COUNTS.iter().map(|(label, _)| *label).collect();
    let header = found_header(&[&["approach", "project"][..], &counts].concat(), &report.ks);
    (!rows.is_empty()).then(|| Section::titled("By project").table(Table::new(header, 2, rows)))
}

/// Returns the bugs that two approaches found; nothing for a single approach.
fn overlaps(report: &Report<'_>) -> Option<Section> {
    let rows: Vec<Vec<String>> = report
        .evaluation
        .overlaps
        .iter()
        .map(|overlap| {
            let [first, second] = &overlap.only;
            let counts = [overlap.both.len(), first.len(), second.len(), overlap.neither];
            std::iter::once(overlap.approaches.join(" and "))
                .chain(counts.map(|count| count.to_string()))
                .collect()
        })
        .collect();
    let header = ["approaches", "both", "only the first", "only the second", "neither"];
    (!rows.is_empty()).then(|| {
        Section::titled("Bugs found by two approaches").table(Table::new(header, 1, rows)).paragraph(
            "A bug is found if one of its failed tests is a TP in at least one run; JSON names the bugs.",
        )
    })
}

const OVER_BUGS: &str = "Over bugs, p and Cliff's delta ask in how many bugs the first does better than the second, not by how \
                         much: where most bugs are found by neither, look at the interval.";

/// Returns an explanation and a table for every two contestants; None if there are no comparisons.
fn comparisons(report: &Report<'_>) -> Option<Section> {
    let comparisons = &report.evaluation.comparisons;
    if comparisons.is_empty() {
        return None;
    }
    let mut section = Section::titled("Comparisons").paragraph(comparison_legend(report.alternative));
    if let [first, _, _, ..] = &report.evaluation.approaches[..]
        && !report.pairwise
    {
        section = section.paragraph(format!(
            "{}, the first approach, is compared with each other one; --pairwise compares every two.",
            first.name
        ));
    }
    if comparisons.iter().any(|comparison| comparison.over == Pairs::Bugs) {
        section = section.paragraph(OVER_BUGS);
    }
    for pair in comparisons.chunk_by(|a, b| a.contestants == b.contestants) {
        let [first, second] = &pair[0].contestants;
        let header =
            ["figure", "first", "second", "difference", "", "ratio", "", "pairs", "p", "Cliff's delta"];
        let table = Table::new(header, 1, pair.iter().map(comparison_row));
        section = section.paragraph(title(first, second)).table(table);
    }
    Some(section)
}

fn comparison_legend(alternative: Alternative) -> String {
    let hypothesis = match alternative {
        Alternative::TwoSided => "two-sided: that the two differ, in either direction",
        Alternative::Greater => "one-sided: that the first is greater",
        Alternative::Less => "one-sided: that the first is less",
    };
    format!(
        "First minus second and first over second, each with its 95% interval, paired over bugs. p: Wilcoxon's signed-rank \
         test ({hypothesis}), exact, or with ≈ by the normal approximation for more than 50 pairs, or 20 if some tie; ten pairs can give \
         {:.5} at best. Missing labels count as no TP. – means an interval of fewer than two bugs.",
        alternative.smallest_p(10)
    )
}

fn title(first: &Contestant, second: &Contestant) -> String {
    let name =
        |side: &Contestant| side.ranking.as_ref().map(|(ranker, averaged)| ranking_name(ranker, *averaged));
    match (name(first), name(second)) {
        (Some(one), Some(other)) if first.approach == second.approach => {
            format!("{}: {one} against {other}", first.approach)
        }
        (Some(both), Some(_)) => format!("{both}: {} against {}", first.approach, second.approach),
        _ => format!("{} against {}", first.approach, second.approach),
    }
}

fn comparison_row(comparison: &Comparison) -> Vec<String> {
    let (factor, unit) = if comparison.figure.is_share() { (100.0, "%") } else { (1.0, "") };
    let value = |value: Option<f64>| or_dash(value, |value| format!("{:.2}{unit}", value * factor));
    let signed = |value: f64| format!("{}{unit}", signed(value * factor));
    let [first, second] = comparison.values;
    vec![
        label(comparison.figure),
        value(first),
        value(second),
        or_dash(comparison.difference, signed),
        or_dash(comparison.interval, |[low, high]| format!("[{}, {}]", signed(low), signed(high))),
        or_dash(comparison.ratio, ratio),
        or_dash(comparison.ratio_interval, |[low, high]| format!("[{}, {}]", ratio(low), ratio(high))),
        format!("{} {}", comparison.pairs, comparison.over.name()),
        p(comparison),
        or_dash(comparison.cliffs_delta, |delta| format!("{} {}", self::signed(delta), magnitude(delta))),
    ]
}

/// Formats a number with two digits and a sign; zero after rounding has no sign.
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

fn label(figure: Figure) -> String {
    match (figure, COUNTS.iter().find(|(_, known)| *known == figure)) {
        (_, Some((label, _))) => (*label).to_owned(),
        (Figure::Found(k), _) => format!("Found@{k}"),
        (Figure::FirstTruePositive, _) => "first TP".to_owned(),
        _ => figure.to_string(),
    }
}

/// Returns `isolation-forest: 9 of 12 bugs found in the top 10 of each; a random order finds 5.2.`, based on the
/// first ranker, and on its one list if it has one.
pub(super) fn headline(approach: &ApproachResult, k: usize) -> String {
    let figure = |figure| approach.overall.value(figure).unwrap_or_default();
    let failed = figure(Figure::Failed);
    if failed < 0.5 {
        return "No test failed: there is nothing to measure.".to_owned();
    }
    let bugs = figure(Figure::BugsFound);
    if bugs <= 0.0 {
        let unknown = figure(Figure::Unlabelled);
        return match unknown {
            0.0 => "No failure reveals a bug: no order can find one.".to_owned(),
            _ => format!(
                "No failure is known to reveal a bug; {} of {} are not known.",
                short(unknown),
                short(failed)
            ),
        };
    }
    let first = approach.rankings.first();
    let Some(list) = first.and_then(|first| approach.list_of(&first.ranker)) else { return String::new() };
    let found = list.overall.get(Figure::Found(k));
    let value = found.and_then(|found| found.value).unwrap_or_default();
    let random = Ranker::RANDOM.name();
    let of_random = approach.rankings.iter().find(|ranking| ranking.ranker == random);
    let of_random = of_random
        .filter(|_| list.ranker != random)
        .and_then(|ranking| ranking.overall.value(Figure::Found(k)))
        .map_or_else(String::new, |value| format!("; a random order finds {}", short(value)));
    let so_far = match found.and_then(|found| found.bounds) {
        Some([least, most]) if least != most => " so far",
        _ => "",
    };
    let mean = match approach.runs.len() {
        1 => String::new(),
        runs => format!(", as the mean of {}", plural(runs, "run")),
    };
    let found = if bugs <= 1.0 { "bug" } else { "bugs" };
    format!(
        "{}: {} of {} {found} found in the top {k} of each{so_far}{of_random}{mean}.",
        list.ranker,
        short(value),
        short(bugs),
    )
}

/// Formats a number with one digit, or without any if it is whole.
fn short(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}
