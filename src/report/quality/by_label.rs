//! A report on a build of tests that people wrote, for whoever goes on with it: how many of its causes are bugs, wrong
//! tests or due to the environment, and below each label its causes with what their first tests say.
//!
//! ```text
//! rankings ──signature, verdict──▶ causes, in the order of the list ──▶ a sentence of counts, a table for each label
//! ```

use indexmap::{IndexMap, IndexSet};

use super::QualityReport;
use crate::model::text::{number, plural};
use crate::model::{Failure, FailureId, Judgement, Label, Verdict, VerdictCounts};
use crate::rank::{CorpusSignatures, Sentence};
use crate::report::failure::failed_line;
use crate::report::section::{Section, Table};
use crate::report::texts;
use crate::trace::CLASS_AS_A_WHOLE;

/// The failures of a cause with one verdict, or without one.
struct JudgedCause<'a> {
    /// The number of the cause in the list of its group, from 1.
    rank: usize,
    verdict: Option<Verdict>,
    first: &'a Failure,
    /// The number of its tests.
    tests: usize,
    note: &'a str,
}

/// Returns true for a report on tests that people wrote, in the order by cause, of which some are judged.
pub(super) fn is_of_judged_build(report: &QualityReport<'_>) -> bool {
    report.is_by_cause() && (report.quality.all.labelled() > 0 || !report.repaired.is_empty())
}

/// Returns true for a judged build in which a failure is a bug.
pub(super) fn has_bugs(report: &QualityReport<'_>) -> bool {
    is_of_judged_build(report) && places_of_bugs(report).iter().any(|places| !places.is_empty())
}

/// Returns for each group the places of the failures that are labelled as bugs, ascending, the first of each cause.
pub(super) fn places_of_bugs(report: &QualityReport<'_>) -> Vec<Vec<usize>> {
    let signatures = CorpusSignatures::new(report.corpus);
    let by_group = report.rankings.iter().enumerate().map(|(group, ranking)| {
        let mut causes: IndexSet<usize> = IndexSet::new();
        let bugs = ranking.entries.iter().enumerate().filter(|(_, entry)| {
            let label = (report.judgement)(entry.failure).and_then(|judgement| judgement.label);
            label == Some(Label::TruePositive) && causes.insert(signatures.number(group, entry.failure))
        });
        bugs.map(|(place, _)| place).collect()
    });
    by_group.collect()
}

/// Returns the causes in the order of the lists, and their number; one whose tests have several verdicts is listed below
/// each.
fn causes<'a>(report: &QualityReport<'a>) -> (Vec<JudgedCause<'a>>, usize) {
    let signatures = CorpusSignatures::new(report.corpus);
    let (mut judged, mut count) = (Vec::new(), 0);
    for (group, ranking) in report.rankings.iter().enumerate() {
        let mut ranks: IndexSet<usize> = IndexSet::new();
        let mut of_verdict: IndexMap<(usize, Option<Verdict>), Vec<FailureId>> = IndexMap::new();
        for entry in &ranking.entries {
            let signature = signatures.number(group, entry.failure);
            ranks.insert(signature);
            let verdict = (report.judgement)(entry.failure).and_then(Judgement::verdict);
            of_verdict.entry((signature, verdict)).or_default().push(entry.failure);
        }
        count += ranks.len();
        judged.extend(of_verdict.into_iter().map(|((signature, verdict), failures)| {
            let note = failures.iter().filter_map(|id| (report.judgement)(*id)).map(|it| &*it.note);
            JudgedCause {
                rank: ranks.get_index_of(&signature).map_or(0, |place| place + 1),
                verdict,
                first: &report.corpus.failures[failures[0]],
                tests: failures.len(),
                note: note.into_iter().find(|note| !note.is_empty()).unwrap_or_default(),
            }
        }));
    }
    (judged, count)
}

/// Returns the counts of a judged build: `37 causes: 23 bugs, 13 wrong tests, 1 environment.`
pub(super) fn counts_in_words(report: &QualityReport<'_>) -> String {
    let (causes, count) = causes(report);
    let mut verdicts = VerdictCounts::default();
    causes.iter().filter_map(|cause| cause.verdict).for_each(|verdict| verdicts.add(verdict));
    let mut counted = report.corpus.verdict_words().counted(verdicts);
    let left = causes.iter().filter(|cause| cause.verdict.is_none()).count();
    counted.extend((left > 0).then(|| format!("{} not judged", number(left))));
    let repaired = match report.repaired.len() {
        0 => String::new(),
        1 => " 1 test that found a bug passes now.".to_owned(),
        tests => format!(" {} that found a bug pass now.", plural(tests, "test")),
    };
    format!("{}: {}.{repaired}", plural(count, "cause"), counted.join(", "))
}

/// Returns a table of causes for each label that was given, bugs first, and one of those without a label.
pub(super) fn sections(report: &QualityReport<'_>) -> Vec<Section> {
    let labels = [
        (Some(Label::TruePositive.into()), "Bugs"),
        (Some(Label::FalsePositive.into()), "Wrong tests"),
        (Some(Verdict::ENVIRONMENT), "Due to the environment"),
        (Some(Label::Unsure.into()), "Unsure"),
        (None, "Not judged"),
    ];
    let (causes, _) = causes(report);
    let with_label = |verdict| causes.iter().filter(move |cause| cause.verdict == verdict);
    let given = labels.into_iter().filter(|(verdict, _)| with_label(*verdict).next().is_some());
    let of_labels = given.map(|(verdict, title)| {
        let has_notes = with_label(verdict).any(|cause| !cause.note.is_empty());
        let rows = with_label(verdict).map(|cause| cause.cells(has_notes));
        let note = has_notes.then_some("note");
        let header: Vec<&str> = ["#", "test", "fails with", "at"].into_iter().chain(note).collect();
        let names = header.len();
        Section::titled(title).table(Table::new(header, names, rows.collect::<Vec<_>>()))
    });
    repaired_section(report).into_iter().chain(of_labels).collect()
}

/// Returns a table of the tests that found a bug and pass now; None if there are none.
fn repaired_section(report: &QualityReport<'_>) -> Option<Section> {
    let rows = report.repaired.iter().map(|bug| vec![texts::name(bug.test), texts::sentence(bug.note)]);
    let table = Table::new(["test", "note"], 2, rows.collect::<Vec<_>>());
    (!table.rows.is_empty()).then(|| Section::titled("Found and repaired").table(table))
}

impl JudgedCause<'_> {
    fn cells(&self, has_notes: bool) -> Vec<String> {
        let others = if self.tests > 1 { format!(" ×{}", number(self.tests)) } else { String::new() };
        let exception = self.first.exception_in_words();
        let says = Sentence::of(self.first).with_exception(&exception, usize::MAX);
        let place = self
            .first
            .location
            .as_ref()
            .map_or(String::new(), |location| format!("{}:{}", location.file, failed_line(location)));
        let name = self.first.name_once();
        let name = name.strip_suffix(CLASS_AS_A_WHOLE).map_or(name, |file| file.trim_end_matches(':'));
        let name = format!("{name}{others}");
        let cells = [self.rank.to_string(), texts::name(&name), texts::sentence(&says), texts::name(&place)];
        let note = has_notes.then(|| texts::sentence(self.note));
        cells.into_iter().chain(note).collect()
    }
}
