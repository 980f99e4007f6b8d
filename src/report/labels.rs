//! The labels as a table: `project,bug,test,label,note,annotator,time,rank,score,given_to,reason`, one row
//! per labelled failed test, groups in input order and best rank first. `given_to` is `test`, or `signature`
//! if the label was given to a whole signature. With more than one run, a `run` column comes first; if
//! requested, `truth` comes before `given_to`. `reason` is `environment`, or empty.
//!
//! A label whose test has changed since, or is not among these failures, has no rank and no truth, and therefore no
//! row: [`LabelTable`] counts such labels for a remark.

use std::collections::HashMap;
use std::iter;

use serde::Serialize;

use super::List;
use crate::labels::RunJudgements;
use crate::model::{Corpus, ENVIRONMENT, Ranking, TestIdentity, TestKey, Truth};

pub(crate) struct LabelTable<'a> {
    rows: Vec<Row<'a>>,
    has_runs: bool,
    names_truth: bool,
    /// The number of labels of tests whose source has changed since.
    pub stale: usize,
    /// The number of labels of tests that are not among the failures.
    pub elsewhere: usize,
    /// The number of notes on tests without a label.
    pub notes_only: usize,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Row<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'a str>,
    project: &'a str,
    bug: &'a str,
    test: &'a str,
    label: &'static str,
    note: &'a str,
    annotator: &'a str,
    time: &'a str,
    rank: usize,
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    truth: Option<&'static str>,
    given_to: &'static str,
    /// The reason of a false positive; empty if it is the test's.
    reason: &'static str,
}

const COLUMNS: [&str; 9] = ["project", "bug", "test", "label", "note", "annotator", "time", "rank", "score"];

impl<'a> LabelTable<'a> {
    /// Looks up the label of every failure; `rankings` has one entry per group. With `names_truth` each row
    /// has its truth as well.
    pub(crate) fn new(
        corpus: &'a Corpus,
        rankings: &[Ranking],
        judgements: &'a RunJudgements,
        names_truth: bool,
    ) -> LabelTable<'a> {
        let events = judgements.last_events(corpus);
        let has_runs = corpus.runs.len() > 1;
        let mut rows = Vec::new();
        for (group, ranking) in corpus.groups.iter().zip(rankings) {
            let run = has_runs.then(|| corpus.runs[group.run].name.as_str());
            for (place, entry) in ranking.entries.iter().enumerate() {
                if let Some(event) = events[entry.failure.index()]
                    && let Some(label) = event.judgement.label
                {
                    let failure = &corpus.failures[entry.failure];
                    rows.push(Row {
                        run,
                        project: &failure.project,
                        bug: &failure.bug,
                        test: &failure.test,
                        label: label.name(),
                        note: &event.judgement.note,
                        annotator: &event.annotator,
                        time: &event.time,
                        rank: place + 1,
                        score: entry.score,
                        truth: names_truth.then(|| failure.truth.map_or("", Truth::abbreviation)),
                        given_to: if event.judgement.by_signature { "signature" } else { "test" },
                        reason: if event.judgement.reason.is_of_test() { "" } else { ENVIRONMENT },
                    });
                }
            }
        }
        let mut table = LabelTable { rows, has_runs, names_truth, stale: 0, elsewhere: 0, notes_only: 0 };
        for (judgements, failures) in judgements.by_input(corpus) {
            let identities: Vec<TestIdentity> = failures
                .into_iter()
                .flat_map(|failure| {
                    let failure = &corpus.failures[failure];
                    iter::once(failure.identity()).chain(failure.former_identities())
                })
                .collect();
            let mut loaded: HashMap<&TestKey<String>, Vec<&TestIdentity>> = HashMap::new();
            for identity in &identities {
                loaded.entry(&identity.key).or_default().push(identity);
            }
            for event in judgements.events() {
                let identity = &event.identity;
                let of_test = loaded.get(&identity.key).map_or(&[][..], Vec::as_slice);
                if of_test.iter().any(|failed| identity.may_be_of(failed)) {
                    continue;
                }
                // One that is the test's own is of no subtest that had the test's name.
                let is_known = of_test.iter().any(|failed| failed.own || failed.own == identity.own);
                let count = if is_known { &mut table.stale } else { &mut table.elsewhere };
                *count += usize::from(event.judgement.label.is_some());
            }
            table.notes_only += judgements.events().filter(|event| event.judgement.label.is_none()).count();
        }
        table
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// Writes one row per label. An unknown truth is an empty text.
impl<'l> List for LabelTable<'l> {
    type Row = Row<'l>;

    fn columns(&self) -> Vec<String> {
        let names = self.has_runs.then_some("run").into_iter().chain(COLUMNS);
        names
            .chain(self.names_truth.then_some("truth"))
            .chain(["given_to", "reason"])
            .map(str::to_owned)
            .collect()
    }

    fn rows(&self) -> impl Iterator<Item = Row<'l>> {
        self.rows.iter().copied()
    }

    fn cells(&self, row: &Row<'l>) -> Vec<String> {
        let texts = [row.project, row.bug, row.test, row.label, row.note, row.annotator, row.time];
        let (rank, score) = (row.rank.to_string(), format!("{:?}", row.score));
        let cells = row.run.into_iter().chain(texts).chain([&*rank, &*score]);
        let cells = cells.chain(row.truth).chain([row.given_to, row.reason]);
        cells.map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Judgements;
    use crate::model::{Failure, FailureId, Group, Judgement, Label, LabelEvent, Passed, Run};

    fn failure(test: &str, source: &str, truth: Option<Truth>) -> Failure {
        Failure {
            project: "Lang".into(),
            bug: "7".into(),
            test: test.into(),
            generated_test: source.into(),
            truth,
            ..Failure::default()
        }
    }

    /// Returns one group per run with three failures, of which the second ranks first.
    fn corpus(runs: &[&str]) -> (Corpus, Vec<Ranking>) {
        let mut corpus = Corpus::default();
        let mut rankings = Vec::new();
        for (run, name) in runs.iter().enumerate() {
            let failures: Vec<FailureId> = (3 * run..3 * run + 3).map(FailureId::new).collect();
            rankings.push(Ranking::from_scores(&failures, &[0.5, 0.7, 0.1 + 0.2]));
            corpus.runs.push(Run { name: (*name).to_owned() });
            let passed = Passed::default();
            corpus.groups.push(Group {
                is_predicted: false,
                run,
                project: "Lang".into(),
                bug: "7".into(),
                failures,
                passed,
            });
            corpus.failures.extend([
                failure("a", "x", Some(Truth::FalsePositive)),
                failure("b", "x", Some(Truth::TruePositive)),
                failure("c", "x", None),
            ]);
        }
        (corpus, rankings)
    }

    /// Returns the judgements of one journal for up to two runs.
    fn judgements(events: &[(&str, &str, Option<Label>, &str)]) -> RunJudgements {
        let mut judgements = Judgements::default();
        for (second, &(test, source, label, note)) in events.iter().enumerate() {
            judgements.apply(LabelEvent {
                identity: TestIdentity::new("Lang", "7", test, source),
                judgement: Judgement { label, note: note.to_owned(), ..Judgement::default() },
                annotator: "ada".to_owned(),
                time: format!("2026-01-02T03:04:{second:02}Z"),
                decision: false,
                by: None,
            });
        }
        RunJudgements::new(vec![judgements], vec![0, 0], &Corpus::default())
    }

    const FP: Option<Label> = Some(Label::FalsePositive);

    #[test]
    fn a_row_per_labelled_test_best_first() {
        let judgements = judgements(&[
            ("c", "x", Some(Label::Unsure), "two\nlines"),
            ("a", "x", FP, ""),
            ("b", "x", Some(Label::TruePositive), "a \"bug\""),
        ]);
        let (corpus, rankings) = corpus(&["run"]);
        let table = LabelTable::new(&corpus, &rankings, &judgements, true);
        let mut csv = Vec::new();
        table.csv(&mut csv).expect("memory takes all");
        assert_eq!(
            String::from_utf8(csv).expect("text"),
            "project,bug,test,label,note,annotator,time,rank,score,truth,given_to,reason\n\
             Lang,7,b,TP,\"a \"\"bug\"\"\",ada,2026-01-02T03:04:02Z,1,0.7,TP,test,\n\
             Lang,7,a,FP,,ada,2026-01-02T03:04:01Z,2,0.5,FP,test,\n\
             Lang,7,c,unsure,\"two\nlines\",ada,2026-01-02T03:04:00Z,3,0.30000000000000004,,test,\n"
        );
        let mut jsonl = Vec::new();
        table.jsonl(&mut jsonl).expect("memory takes all");
        assert_eq!(
            String::from_utf8(jsonl).expect("text").lines().last(),
            Some(
                "{\"project\":\"Lang\",\"bug\":\"7\",\"test\":\"c\",\"label\":\"unsure\",\"note\":\"two\\nlines\",\
                 \"annotator\":\"ada\",\"time\":\"2026-01-02T03:04:00Z\",\"rank\":3,\"score\":0.30000000000000004,\
                 \"truth\":\"\",\"given_to\":\"test\",\"reason\":\"\"}"
            )
        );
    }

    #[test]
    fn without_label_or_test_there_is_no_row() {
        let judgements = judgements(&[
            ("a", "x", None, "only a note"),
            ("b", "x", FP, ""),
            ("b", "x", None, ""),
            ("c", "older", FP, ""),
            ("c", "oldest", None, "a stale note is no label"),
            ("d", "x", FP, ""),
        ]);
        let (corpus, rankings) = corpus(&["run"]);
        let table = LabelTable::new(&corpus, &rankings, &judgements, true);
        assert!(table.is_empty());
        assert_eq!((table.stale, table.elsewhere, table.notes_only), (1, 1, 2));
    }

    #[test]
    fn several_runs_add_a_leading_column() {
        let judgements = judgements(&[("a", "x", FP, "")]);
        let (corpus, rankings) = corpus(&["first", "second"]);
        let table = LabelTable::new(&corpus, &rankings, &judgements, true);
        let (mut csv, mut jsonl) = (Vec::new(), Vec::new());
        table.csv(&mut csv).expect("memory takes all");
        table.jsonl(&mut jsonl).expect("memory takes all");
        let csv = String::from_utf8(csv).expect("text");
        let starts: Vec<&str> = csv.lines().map(|line| line.split(',').next().unwrap_or("")).collect();
        assert_eq!(starts, ["run", "first", "second"]);
        assert!(jsonl.starts_with(b"{\"run\":\"first\",\"project\":\"Lang\","));
    }
}
