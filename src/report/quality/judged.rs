//! What people said of single failures: every label, and every note word for word.

use serde_json::{Value, json};

use super::QualityReport;
use super::tables::{Chart, Section};
use crate::model::{Failure, Group, Judgement, Label};
use crate::report::evaluation::layout::Table;

/// A failure that has a label or a note.
struct Judged<'a> {
    group: &'a Group,
    /// In the list that is reported on, from 1.
    rank: usize,
    failure: &'a Failure,
    judgement: &'a Judgement,
}

impl Judged<'_> {
    fn label(&self) -> &'static str {
        self.judgement.label.map_or("", Label::name)
    }
}

/// Groups in input order, in each the best rank first.
fn judged<'a>(report: &'a QualityReport<'_>) -> impl Iterator<Item = Judged<'a>> {
    let groups = report.corpus.groups.iter().zip(report.rankings);
    groups.flat_map(move |(group, ranking)| {
        ranking.entries.iter().enumerate().filter_map(move |(place, entry)| {
            let failure = &report.corpus.failures[entry.failure];
            let judgement = (report.judgement)(entry.failure)?;
            let is_said = judgement.label.is_some() || !judgement.note.is_empty();
            is_said.then_some(Judged { group, rank: place + 1, failure, judgement })
        })
    })
}

/// A table of them; none where nobody has said anything.
pub(super) fn section(report: &QualityReport<'_>) -> Option<Section> {
    let runs = &report.corpus.runs;
    let has_runs = runs.len() > 1;
    let row = |judged: Judged<'_>| {
        let run = has_runs.then(|| runs[judged.group.run].name.clone());
        let name = judged.group.name();
        let said = [judged.label().to_owned(), judged.judgement.note.clone()];
        let cells = [name, judged.rank.to_string(), judged.failure.test.to_string()];
        run.into_iter().chain(cells).chain(said).collect::<Vec<String>>()
    };
    let rows: Vec<Vec<String>> = judged(report).map(row).collect();
    let header = has_runs.then_some("run").into_iter().chain(["bug", "rank", "test", "label", "note"]);
    let header: Vec<String> = header.map(str::to_owned).collect();
    (!rows.is_empty()).then(|| Section {
        title: "What was said of single failures".to_owned(),
        table: Some(Table { names: header.len(), header, rows }),
        said: Vec::new(),
        chart: Chart::None,
    })
}

/// The same for a program.
pub(super) fn json(report: &QualityReport<'_>) -> Value {
    let one = |judged: Judged<'_>| {
        json!({
            "run": report.corpus.runs.get(judged.group.run).map(|run| &run.name),
            "project": &*judged.group.project,
            "bug": &*judged.group.bug,
            "rank": judged.rank,
            "test": &*judged.failure.test,
            "label": judged.judgement.label.map(Label::name),
            "note": judged.judgement.note,
        })
    };
    Value::Array(judged(report).map(one).collect())
}
