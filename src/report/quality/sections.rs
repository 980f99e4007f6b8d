//! The contents of a report for all formats: sections of tables and sentences, and the first failures of each group.

use std::collections::BTreeMap;
use std::mem::take;

use serde::Serialize;

use super::words::{name_of, value};
use super::{QualityReport, by_label, chart};
use crate::evaluate::{Estimate, Figure, Figures, Quality, SignatureCounts, VerdictSource};
use crate::model::text::{self, capitalized, number, plural};
use crate::model::{
    Failure, Group, Judgement, Label, OracleKind, PlaceInGroup, Truth, failed_in_words, is_generated,
};
use crate::rank::{Explanation, KnownBefore, Sentence, Statement, failing_call, module_in};
use crate::report::agreement::{kappa, percent};
use crate::report::evaluation;
use crate::report::layout;
use crate::report::section::{Chart, Section, Table};
use crate::report::texts;

/// The values of K in the tables; the chart shows all.
const TABLE_KS: [usize; 4] = [1, 3, 5, 10];

pub(super) fn title(report: &QualityReport<'_>) -> String {
    format!("Failed tests of {}", texts::sentence(report.input))
}

/// Returns the result in one sentence, or advice if nothing is known.
pub(super) fn headline(report: &QualityReport<'_>) -> String {
    let quality = report.quality;
    if let Some(sentence) = report.nothing_failed {
        return format!("{}.{}", capitalized(sentence), compared_in_words(report));
    }
    if by_label::is_of_judged_build(report) {
        return by_label::counts_in_words(report);
    }
    if knows_verdicts(quality) {
        if ranks(report) {
            return evaluation::headline(&quality.result, quality.top_k);
        }
        let [bugs, wrong] = [Figure::TruePositives, Figure::FalsePositives]
            .map(|figure| value(quality.result.overall.value(figure)));
        let [bug, not] = report.corpus.verdict_words().names();
        return format!("{bugs} {bug}, {wrong} {not} in {}.", plural(quality.all.failures, "failed test"));
    }
    let of_each = if ranks(report) && !report.is_by_cause() {
        format!("the top {} of each group", quality.top_k)
    } else {
        "them".to_owned()
    };
    format!(
        "It is not known yet which of these failures reveal bugs: label {of_each} with `fossick`, or name the results of a \
         fixed version with `--fixed`, and this report has figures."
    )
}

/// Returns true if there are enough failures for scores and for figures of the list.
pub(super) fn ranks(report: &QualityReport<'_>) -> bool {
    !report.corpus.is_too_small_to_rank()
}

/// Returns true if at least one failure is known to be a TP or an FP.
fn knows_verdicts(quality: &Quality) -> bool {
    let value = |figure| quality.result.overall.value(figure).unwrap_or_default();
    value(Figure::TruePositives) + value(Figure::FalsePositives) > 0.0
}

/// Returns what the list is made of, in words; None if nothing failed.
pub(super) fn summary(report: &QualityReport<'_>) -> Option<String> {
    if report.nothing_failed.is_some() {
        return None;
    }
    let quality = report.quality;
    let is_judged_build = by_label::is_of_judged_build(report);
    let by = match quality.source {
        _ if !knows_verdicts(quality) || is_judged_build => "",
        VerdictSource::Labels => {
            " The labels say which failure is a bug; tests without a label can still change the figures."
        }
        VerdictSource::Fixed => " A failure that passes on the fixed version is a bug.",
    };
    let groups = quality.result.overall.value(Figure::Groups).unwrap_or_default();
    let order = if ranks(report) && !report.is_by_cause() {
        let QualityReport { rankers, seeds, definition, .. } = report;
        let reason = rankers.reason().map_or_else(String::new, |reason| format!(" {reason}"));
        format!(", ranked by {rankers}, seeds: {seeds}, features: {definition}.{reason}")
    } else {
        format!(". {}", report.rankers.all()[0].row().too_few)
    };
    let groups = match quality.result.runs.len() {
        0 | 1 => format!("{groups:.0} {}", if groups < 1.5 { "group" } else { "groups" }),
        runs => format!("{groups:.1} groups a run, {runs} runs"),
    };
    let failed = failed_in_words(&report.corpus.failures.iter());
    let meaning = report.corpus.verdict_words().meaning();
    let compared = compared_in_words(report);
    Some(format!("{failed} in {groups}{order}{by} {meaning}{compared}"))
}

/// Returns what is new since the earlier runs, as a sentence that follows another; empty without them.
fn compared_in_words(report: &QualityReport<'_>) -> String {
    report.compared.map_or_else(String::new, |counts| format!(" It was {counts}."))
}

/// Returns the sections before the failures: those of a judged build by label.
pub(super) fn first_sections(report: &QualityReport<'_>) -> Vec<Section> {
    if by_label::is_of_judged_build(report) { by_label::sections(report) } else { Vec::new() }
}

pub(super) fn sections(report: &QualityReport<'_>) -> Vec<Section> {
    let quality = report.quality;
    let [bug, wrong] = report.corpus.verdict_words().names();
    // What a build is handed on with stands first; how well its order is says nothing more.
    if by_label::is_of_judged_build(report) {
        return against_truth(quality, [bug, wrong]).into_iter().collect();
    }
    let mut sections = Vec::new();
    if knows_verdicts(quality) && ranks(report) {
        sections.extend([found(quality), kinds(quality)]);
        sections.extend(looks(quality));
    }
    if quality.all.labelled() > 0 {
        sections.push(labels(quality, [bug, wrong]));
    }
    sections.push(signatures(quality));
    sections.extend(against_truth(quality, [bug, wrong]));
    sections.extend(judged_section(report));
    sections
}

fn labels(quality: &Quality, [bug, wrong]: [&str; 2]) -> Section {
    let header = ["labels so far", "judged", "of", bug, wrong, "unsure", "precision so far"];
    let top = format!("top {}", quality.top_k);
    let rows = [(top, quality.top), ("all failures".to_owned(), quality.all)].map(|(name, judged)| {
        let precision = judged.precision().map_or("–".to_owned(), text::percent);
        std::iter::once(name).chain(judged.counts().map(number)).chain([precision]).collect()
    });
    Section::titled("Progress").table(Table::new(header, 1, rows))
}

fn found(quality: &Quality) -> Section {
    let ks: Vec<usize> = TABLE_KS.into_iter().filter(|k| quality.ks.contains(k)).collect();
    let mut rows = Vec::new();
    for (number, ranking) in quality.result.rankings.iter().enumerate() {
        let mut add = |name: String, figures: &Figures, with_interval: bool| {
            let mut row = |name: String, cell: &dyn Fn(&Estimate) -> String| {
                rows.push(evaluation::found_row(vec![name], &ks, figures, cell));
            };
            row(name, &|estimate| layout::with_rate(value(estimate.value), estimate.figure, figures));
            if evaluation::has_bounds(figures) {
                row("  still possible".to_owned(), &possible);
            }
            if with_interval {
                row("  95% interval".to_owned(), &|estimate| {
                    layout::or_dash(estimate.interval, |[low, high]: [f64; 2]| {
                        format!("[{}, {}]", value(Some(low)), value(Some(high)))
                    })
                });
            }
        };
        add(name_of(number, &ranking.ranker), &ranking.overall, true);
        if !ranking.per_signature.0.is_empty() {
            add("  per signature".to_owned(), &ranking.per_signature, false);
        }
    }
    let header =
        evaluation::found_header(&["ranking"], &ks).into_iter().map(|title| title.replace("TP", "bug"));
    let bugs = quality.result.overall.get(Figure::BugsFound);
    let bugs = bugs.map_or_else(String::new, |estimate| match estimate.bounds {
        Some(_) => format!("{}; {} are possible", value(estimate.value), possible(estimate)),
        None => value(estimate.value),
    });
    Section::titled("Bugs found in the top K").chart(chart_of_found(quality)).table(Table::new(header, 1, rows)).paragraph(format!(
            "Found@K: groups with a bug among the first K, in brackets as a share of the groups that have one ({bugs}). \
             First bug: failures to look at until the first one, over those groups; what is still possible \
             includes groups to which a later label can give one. Ties, and a random order beside the list, count by their exact expectation, a \
             diversified list as it is shown. Intervals are bootstrap intervals over bugs, – with fewer than two bugs. Per \
             signature: tests with the same signature count as one, at the rank of the first of them."
    ))
}

fn chart_of_found(quality: &Quality) -> Chart {
    let list = quality.result.rankings.first();
    let mut figures = list.iter().flat_map(|list| &list.overall.0);
    let has_band = figures.any(|estimate| {
        matches!(estimate.figure, Figure::Found(_))
            && estimate.bounds.is_some_and(|[least, most]| least != most)
    });
    Chart {
        svg: chart::found(quality),
        note: if has_band {
            "The band shows the values that the missing labels can still lead to."
        } else {
            ""
        },
    }
}

/// Returns the bugs within N looks over all groups; None for a single group, in which they are Found@K.
fn looks(quality: &Quality) -> Option<Section> {
    let groups = quality.result.overall.value(Figure::Groups).unwrap_or_default();
    let table =
        evaluation::looks(&quality.result.rankings, quality.top_k, &|ranking| ranking.ranker.clone())?;
    let section = Section::titled("Bugs within N looks").table(table);
    (groups > 1.5).then(|| section.paragraph(evaluation::LEGEND_OF_LOOKS))
}

fn kinds(quality: &Quality) -> Section {
    let list = quality.result.rankings.first();
    let has_labels = quality.all.labelled() > 0;
    let rows = quality.kinds.iter().map(|(kind, judged)| {
        let figures =
            quality.result.kinds.iter().find(|(known, _)| known == kind).map(|(_, figures)| figures);
        let of_list = list
            .and_then(|list| list.kinds.iter().find(|(known, _)| known == kind))
            .map(|(_, figures)| figures);
        let figure = |figures: Option<&Figures>, figure| {
            figures.and_then(|figures| figures.get(figure)).map_or_else(String::new, |estimate| {
                if estimate.bounds.is_some() { possible(estimate) } else { value(estimate.value) }
            })
        };
        let counts = [kind.words().to_owned(), number(judged.failures)];
        let figures = [
            figure(figures, Figure::TruePositives),
            figure(figures, Figure::FalsePositives),
            figure(figures, Figure::BugsFound),
            figure(of_list, Figure::Found(quality.top_k)),
        ];
        let labelled = has_labels.then(|| number(judged.labelled()));
        counts.into_iter().chain(labelled).chain(figures).collect()
    });
    let found = format!("Found@{}", quality.top_k);
    let labelled = has_labels.then_some("labelled");
    let header = ["oracle", "failed"].into_iter().chain(labelled).chain(["TP", "FP", "bugs", &found]);
    let section = Section::titled("By oracle kind");
    let section =
        if has_labels { section.chart(Chart { svg: chart::kinds(quality), note: "" }) } else { section };
    section
        .table(Table::new(header, 1, rows))
        .paragraph("Found@K by kind: the list reduced to the tests of one kind, in unchanged order.")
}

fn signatures(quality: &Quality) -> Section {
    let SignatureCounts { signatures, single, largest, labelled, true_positives, mixed } = quality.signatures;
    let mean = if signatures == 0 { 0.0 } else { quality.all.failures as f64 / signatures as f64 };
    let counts = [
        ("signatures", number(signatures)),
        ("tests", number(quality.all.failures)),
        ("tests per signature", format!("{mean:.2}")),
        ("at most", number(largest)),
        ("of one test", number(single)),
    ];
    let labels = (labelled > 0).then(|| ("labelled", number(labelled)));
    let verdicts = [("with a bug", number(true_positives)), ("and false alarms", number(mixed))];
    let verdicts = verdicts.into_iter().filter(|_| knows_verdicts(quality));
    let (header, row): (Vec<&str>, Vec<String>) = counts.into_iter().chain(labels).chain(verdicts).unzip();
    let of_labels = if labelled > 0 { " Labelled: at least one of its tests has a label." } else { "" };
    Section::titled("Tests per signature").table(Table::new(header, 0, [row])).paragraph(format!(
            "Failures of a group with the same exception, masked message and top project frames have one signature: they are \
             probably one failure.{of_labels}"
    ))
}

fn against_truth(quality: &Quality, [bug, wrong]: [&str; 2]) -> Option<Section> {
    let all = quality.against_truth?;
    let decided = all.decided();
    let [tp, fp, unsure] = all.0;
    let row = |name: &str, [tp, fp, _]: [usize; 3]| vec![name.to_owned(), number(tp), number(fp)];
    let rows = vec![row(bug, tp), row(wrong, fp), row("unsure", unsure)];
    let header = ["labelled", "fails only on the buggy version", "fails on both"];
    let section =
        Section::titled("Labels compared with the fixed version").table(Table::new(header, 1, rows));
    Some(section.paragraph(format!(
        "{} of {} agree ({}), Cohen's kappa {}; tests labelled unsure are not counted here.",
        number(decided.agreed()),
        plural(decided.total(), "label"),
        percent(decided),
        kappa(decided)
    )))
}

pub(super) struct JudgedFailure<'a> {
    pub(super) group: &'a Group,
    /// The rank in the reported list, from 1.
    pub(super) rank: usize,
    pub(super) failure: &'a Failure,
    pub(super) judgement: &'a Judgement,
}

/// Returns the judged failures: groups in input order, in each the best rank first.
pub(super) fn judged<'a>(report: &QualityReport<'a>) -> impl Iterator<Item = JudgedFailure<'a>> {
    let groups = report.corpus.groups.iter().zip(report.rankings);
    groups.flat_map(move |(group, ranking)| {
        ranking.entries.iter().enumerate().filter_map(move |(place, entry)| {
            let failure = &report.corpus.failures[entry.failure];
            let judgement = (report.judgement)(entry.failure)?;
            let is_given = judgement.label.is_some() || !judgement.note.is_empty();
            is_given.then_some(JudgedFailure { group, rank: place + 1, failure, judgement })
        })
    })
}

/// Returns a table of the judged failures; None if there are none.
fn judged_section(report: &QualityReport<'_>) -> Option<Section> {
    let runs = &report.corpus.runs;
    let has_runs = runs.len() > 1;
    let words = report.corpus.verdict_words();
    let rows: Vec<Vec<String>> = judged(report)
        .map(|judged| {
            let run = has_runs.then(|| texts::name(&runs[judged.group.run].name));
            let name = texts::name(&Group::name_of(&judged.failure.project, &judged.failure.bug));
            let label = judged.judgement.verdict().map_or("", |verdict| words.name(verdict));
            let judgement = [label.to_owned(), texts::sentence(&judged.judgement.note)];
            let cells = [name, judged.rank.to_string(), texts::name(judged.failure.name_once())];
            run.into_iter().chain(cells).chain(judgement).collect::<Vec<String>>()
        })
        .collect();
    let header = has_runs.then_some("run").into_iter().chain(["bug", "rank", "test", "label", "note"]);
    let header: Vec<&str> = header.collect();
    let table = Table::new(header.clone(), header.len(), rows);
    (!table.rows.is_empty()).then(|| Section::titled("Labels and notes").table(table))
}

pub(super) struct TopOfGroup<'a> {
    pub(super) heading: String,
    pub(super) entries: Vec<Entry<'a>>,
}

#[derive(Serialize)]
pub(super) struct Entry<'a> {
    pub(super) rank: usize,
    pub(super) score: f64,
    pub(super) test: &'a str,
    #[serde(skip)]
    pub(super) failure: &'a Failure,
    pub(super) exception: String,
    /// The failed call of the project; empty if the test itself failed.
    pub(super) frame: String,
    pub(super) message: &'a str,
    /// The expected behaviour: `throw`, `no throw` or `value`.
    pub(super) oracle: &'static str,
    pub(super) label: &'static str,
    /// TP or FP by the fixed version; empty if unknown, and in a report based on labels, which must not reveal it.
    pub(super) truth: &'static str,
    /// The comparison with the earlier runs, and the judgements there of failures like it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) since: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<String>,
    pub(super) explanation: Option<Explanation>,
    /// The name of its group in a list over all groups, or of its module in that of a build; empty in the
    /// list of its group.
    #[serde(skip)]
    pub(super) group: String,
    /// The words for label and truth.
    #[serde(skip)]
    pub(super) verdicts: [&'static str; 2],
    /// False if the group has too few failures for a score.
    #[serde(skip)]
    pub(super) shows_score: bool,
}

impl Entry<'_> {
    /// Returns the exception that is told: of a test that people wrote with the one that it expected, or that is around it.
    pub(super) fn thrown(&self) -> String {
        let told = self.failure.exception_in_words();
        match if is_generated(self.failure) { &*self.exception } else { &*told } {
            "" => "no exception".to_owned(),
            exception => texts::name(exception),
        }
    }

    /// Returns what failed in one sentence with its exception.
    pub(super) fn in_words(&self) -> String {
        texts::name(&Sentence::of(self.failure).with_exception(&self.thrown(), usize::MAX))
    }

    /// Returns what failed behind the name of its exception, as in `in split: out of range: 13`.
    pub(super) fn error(&self) -> String {
        let sentence = Sentence::of(self.failure);
        let remarks = self.failure.remarks_before();
        let known = self.since.iter().copied().chain(self.before.as_deref());
        let known: String = known.map(|known| format!(" · {known}")).collect();
        texts::name(&format!("{remarks}{}{known}", sentence.behind_exception()))
    }

    /// Returns the name of the test, behind that of its group in a list over all groups.
    pub(super) fn name(&self) -> String {
        let test = texts::name(self.test);
        if self.group.is_empty() { test } else { format!("{}: {test}", self.group) }
    }

    /// Returns the statements that moved the failure, each with its share of the `strongest` of its group.
    pub(super) fn statements(&self, strongest: f64) -> impl Iterator<Item = (&Statement, f64)> {
        let statements = self.explanation.as_ref().map_or(&[][..], |explanation| &explanation.statements);
        statements.iter().map(move |statement| (statement, statement.pull / strongest))
    }
}

impl TopOfGroup<'_> {
    pub(super) fn strongest(&self) -> f64 {
        let explanations = self.entries.iter().filter_map(|entry| entry.explanation.as_ref());
        let statements = explanations.flat_map(|one| &one.statements);
        statements.map(|statement| statement.pull).fold(f64::MIN_POSITIVE, f64::max)
    }
}

pub(super) fn heading_of_top(report: &QualityReport<'_>) -> String {
    if report.across.is_some() {
        format!("The first {} of one list over all groups", report.quality.top_k)
    } else if by_label::has_bugs(report) {
        "Code and traces of the bugs".to_owned()
    } else if by_label::is_of_judged_build(report) {
        let first = number(report.quality.top_k);
        format!("Code and traces of the first {first} failures of each group")
    } else if ranks(report) && report.is_by_cause() {
        format!("The first {}", report.quality.top_k)
    } else if ranks(report) {
        format!("The top {} of each group", report.quality.top_k)
    } else {
        "The failures".to_owned()
    }
}

/// Returns what comes first in the list of each group, in words.
pub(super) fn first_in_words(report: &QualityReport<'_>) -> &'static str {
    if report.is_by_cause() { "what most tests share first" } else { "the oddest of each first" }
}

/// Returns the explanation of order and bars; None if there are no such reasons.
pub(super) fn legend(report: &QualityReport<'_>) -> Option<&'static str> {
    (ranks(report) && report.rankers.are_of_forest()).then_some(
        "Odd failures come first in their group, because they reveal bugs more often. Reasons are what is rare in the group; the \
         longer a bar, the more its reason moved the failure up. An unexpected exception is one that neither the focal method \
         nor its Javadoc names.",
    )
}

/// Returns the failures that the report lists, for people: the top of every group that has failures, or the
/// first ones of the list over all groups.
pub(super) fn listed<'a>(report: &'a QualityReport<'_>) -> impl Iterator<Item = TopOfGroup<'a>> {
    let across = report.across.map(|order| top_across(report, order));
    let by_group = across.is_none().then(|| groups(report).map(|(_, group)| group));
    across.into_iter().chain(by_group.into_iter().flatten())
}

/// Returns the failures of which people see code and traces: the bugs of a judged build, each cause once, or else those
/// that are listed.
pub(super) fn shown_with_code<'a>(report: &'a QualityReport<'_>) -> Vec<TopOfGroup<'a>> {
    if report.across.is_none() && by_label::has_bugs(report) {
        bugs_by_group(report).collect()
    } else {
        listed(report).collect()
    }
}

/// Returns the bugs of every group that has some, each cause at the place of its first failure that is one.
fn bugs_by_group<'a>(report: &'a QualityReport<'_>) -> impl Iterator<Item = TopOfGroup<'a>> {
    let places = by_label::places_of_bugs(report).into_iter().enumerate();
    places.filter(|(_, places)| !places.is_empty()).map(|(index, places)| {
        let last = places.last().copied().unwrap_or_default();
        let mut explanations = report.explainer.of_places(index, 0..last + 1);
        let heading = format!(
            "{}, {}",
            name_of_group(report, &report.corpus.groups[index]),
            plural(places.len(), "bug")
        );
        let entries = places.into_iter().map(|place| {
            let explanation = explanations.get_mut(place).map(take);
            entry(report, index, place, explanation)
        });
        TopOfGroup { heading, entries: entries.collect() }
    })
}

/// Returns the top of every group that has failures.
pub(super) fn groups<'a>(report: &'a QualityReport<'_>) -> impl Iterator<Item = (&'a Group, TopOfGroup<'a>)> {
    let corpus = report.corpus;
    let groups = corpus.groups.iter().enumerate().zip(report.explainer.groups());
    groups.filter(|((_, group), _)| !group.failures.is_empty()).map(move |((index, group), explanations)| {
        let mut explanations = explanations.into_iter();
        let places = 0..report.rankings[index].entries.len().min(report.quality.top_k);
        let entries = places.map(|place| entry(report, index, place, explanations.next())).collect();
        let name = name_of_group(report, group);
        let heading = format!("{name}, {}", plural(group.failures.len(), "failure"));
        (group, TopOfGroup { heading, entries })
    })
}

/// Returns the first failures of the list over all groups, as one group; their rank is that of the list.
fn top_across<'a>(report: &'a QualityReport<'_>, order: &[PlaceInGroup]) -> TopOfGroup<'a> {
    let first = &order[..order.len().min(report.quality.top_k)];
    let mut shown: BTreeMap<usize, usize> = BTreeMap::new();
    for &PlaceInGroup { group, place } in first {
        let places = shown.entry(group).or_default();
        *places = (*places).max(place + 1);
    }
    let mut explained: BTreeMap<usize, Vec<Explanation>> = shown
        .into_iter()
        .map(|(group, places)| (group, report.explainer.of_places(group, 0..places)))
        .collect();
    let entries = first.iter().enumerate().map(|(look, &PlaceInGroup { group, place })| {
        let explanation = explained.get_mut(&group).and_then(|of_group| of_group.get_mut(place)).map(take);
        let entry = entry(report, group, place, explanation);
        let group = if entry.group.is_empty() {
            name_of_group(report, &report.corpus.groups[group])
        } else {
            entry.group
        };
        Entry { rank: look + 1, group, ..entry }
    });
    let heading = format!("All groups, {}", plural(order.len(), "failure"));
    TopOfGroup { heading, entries: entries.collect() }
}

fn name_of_group(report: &QualityReport<'_>, group: &Group) -> String {
    let name = match &report.corpus.runs[..] {
        [] | [_] => group.name(),
        runs => format!("{}: {}", runs[group.run].name, group.name()),
    };
    texts::name(&name)
}

/// Returns the failure at a place of a group's list.
fn entry<'a>(
    report: &'a QualityReport<'_>,
    group: usize,
    place: usize,
    explanation: Option<Explanation>,
) -> Entry<'a> {
    let entry = report.rankings[group].entries[place];
    let failure = &report.corpus.failures[entry.failure];
    let judgement = (report.judgement)(entry.failure);
    let label = judgement.and_then(|judgement| judgement.label);
    let verdict = judgement.and_then(Judgement::verdict);
    let truth = failure.truth.filter(|_| report.quality.source == VerdictSource::Fixed);
    let known = report.known.get(entry.failure.index());
    let words = report.corpus.verdict_words();
    Entry {
        rank: place + 1,
        score: entry.score,
        test: failure.name_once(),
        group: module_in(&report.corpus.groups[group], failure).unwrap_or_default(),
        failure,
        exception: failure.trace.exception_name().to_owned(),
        frame: failing_call(failure).unwrap_or_default(),
        message: failure.whole_message(),
        oracle: failure.oracle_kind().map_or("", OracleKind::short),
        label: label.map_or("", Label::name),
        truth: truth.map_or("", Truth::abbreviation),
        since: known.map(|known| known.since.name()),
        before: known.and_then(KnownBefore::in_words),
        explanation,
        verdicts: [
            verdict.map_or("", |verdict| words.name(verdict)),
            truth.map_or("", |truth| words.truth(truth)),
        ],
        shows_score: !report.corpus.is_too_small(&report.corpus.groups[group]) && !report.is_by_cause(),
    }
}

fn possible(estimate: &Estimate) -> String {
    match estimate.bounds {
        Some([least, most]) if least == most => value(least),
        Some([least, most]) => format!("{} to {}", value(least), value(most)),
        None => String::new(),
    }
}
