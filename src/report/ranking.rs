//! The ranked list: `project,bug,rank,score,tie,test,truth,label`, groups in input order, each with its most suspicious failures
//! first. With more than one run, or where the input names its run, a `run` column leads.
//!
//! `tie` numbers the block of equal scores within the group: the order within a block has no meaning. Scores are printed with
//! all digits for programs, so that they read back as they were, and with four for people.

use std::io::{self, Write};

use serde::Serialize;

use super::layout::{aligned, escape_markdown, paragraph};
use super::writers;
use super::writers::CsvTable;
use crate::model::text::{plural, sanitize};
use crate::model::{Corpus, FailureId, Feature, Group, Label, Ranking, Truth};
use crate::rank::{Explanation, Ranker, Reasons, how_to_read};

/// The width at which sentences are broken in a table for the terminal.
const WIDTH: usize = 110;

/// A ranked corpus, ready to be written. Writing panics if a ranking names failures that the corpus does not have.
pub(crate) struct RankedList<'a> {
    /// The corpus that was ranked.
    pub corpus: &'a Corpus,
    /// One per group of the corpus.
    pub rankings: &'a [Ranking],
    /// True to name the run of each failure.
    pub names_runs: bool,
    /// The number of failures per group; None for all.
    pub top: Option<usize>,
    /// The label of the failure with this index, if it has one.
    pub label: &'a dyn Fn(FailureId) -> Option<Label>,
    /// The ranker of the list. Its caveat is above the list in the formats that people read.
    pub ranker: Ranker,
    /// The explanations of the first failures of each group's list; None to leave them out.
    pub explanations: Option<&'a [Vec<Explanation>]>,
}

/// One failure of the list, as it is written.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'a str>,
    project: &'a str,
    bug: &'a str,
    rank: usize,
    score: f64,
    tie: usize,
    test: &'a str,
    truth: &'static str,
    label: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'a Explanation>,
}

const COLUMNS: [&str; 8] = ["project", "bug", "rank", "score", "tie", "test", "truth", "label"];
/// The columns of a table that has project and bug in its heading.
const GROUP_COLUMNS: [&str; 6] = ["rank", "score", "tie", "test", "truth", "label"];

impl<'a> RankedList<'a> {
    fn run(&self, group: &Group) -> Option<&'a str> {
        self.names_runs.then(|| self.corpus.runs[group.run].name.as_str())
    }

    /// Returns the groups that have failures, with their rows.
    fn groups(&self) -> impl Iterator<Item = (&'a Group, Vec<Row<'a>>)> {
        let groups = self.corpus.groups.iter().zip(self.rankings).enumerate();
        groups.filter(|(_, (group, _))| !group.failures.is_empty()).map(|(index, (group, ranking))| {
            let explanations = self.explanations.and_then(|explanations| explanations.get(index));
            let entries = ranking.entries.iter().take(self.top.unwrap_or(usize::MAX)).enumerate();
            let rows = entries.map(|(place, entry)| {
                let failure = &self.corpus.failures[entry.failure];
                Row {
                    run: self.run(group),
                    project: &group.project,
                    bug: &group.bug,
                    rank: place + 1,
                    score: entry.score,
                    tie: entry.tie,
                    test: &failure.test,
                    truth: failure.truth.map_or("", Truth::abbreviation),
                    label: (self.label)(entry.failure).map_or("", Label::name),
                    explanation: explanations.and_then(|explanations| explanations.get(place)),
                }
            });
            (group, rows.collect())
        })
    }

    /// Writes CSV with a header.
    pub(crate) fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut table = CsvTable::new(out);
        let run = self.names_runs.then_some("run");
        let explained = self.explanations.map_or_else(Vec::new, |_| csv_columns(self.ranker));
        let header = run.into_iter().chain(COLUMNS).chain(explained.iter().map(String::as_str));
        table.add(header)?;
        for row in self.groups().flat_map(|(_, rows)| rows) {
            let [rank, score, tie] = row.numbers();
            let cells = [row.project, row.bug, &rank, &score, &tie, row.test, row.truth, row.label];
            let explained = row.explanation.map_or_else(Vec::new, csv_cells);
            let cells = row.run.into_iter().chain(cells).chain(explained.iter().map(String::as_str));
            table.add(cells)?;
        }
        table.finish()
    }

    /// Writes a JSON object per line.
    pub(crate) fn jsonl(&self, out: &mut dyn Write) -> io::Result<()> {
        writers::write_json_lines(self.groups().flat_map(|(_, rows)| rows), out)
    }

    fn caveat(&self, out: &mut dyn Write) -> io::Result<()> {
        self.ranker.caveat().map_or(Ok(()), |caveat| writeln!(out, "{caveat}\n"))
    }

    fn heading(&self, group: &Group) -> String {
        let failures = group.failures.len();
        let shown = match self.top {
            Some(top) if top < failures => format!("top {top} of {}", plural(failures, "failure")),
            _ => plural(failures, "failure"),
        };
        let run = self.run(group).map_or(String::new(), |run| format!("{run}: "));
        sanitize(&format!("{run}{}, {shown}", group.name())).into_owned()
    }

    /// The explanation of the numbers in the sentences, below a list for people.
    fn legend(&self) -> Option<&'static str> {
        self.explanations.and_then(|_| how_to_read(self.ranker))
    }

    /// Writes aligned columns, with a heading per group.
    pub(crate) fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        self.caveat(out)?;
        for (index, (group, rows)) in self.groups().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{}", self.heading(group))?;
            let cells: Vec<[String; 6]> = rows.iter().map(Row::cells).collect();
            let lines =
                aligned(&GROUP_COLUMNS, &cells, |column| !matches!(GROUP_COLUMNS[column], "rank" | "tie"));
            writeln!(out, "{}", lines[0])?;
            for (row, line) in rows.iter().zip(&lines[1..]) {
                writeln!(out, "{line}")?;
                if let Some(explanation) = row.explanation {
                    write_sentences(explanation, out)?;
                }
            }
        }
        if let Some(legend) = self.legend() {
            paragraph(legend, WIDTH).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        out.flush()
    }

    /// Writes a Markdown table per group.
    pub(crate) fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        self.caveat(out)?;
        for (index, (group, rows)) in self.groups().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            writeln!(out, "### {}\n", escape_markdown(&self.heading(group)))?;
            writeln!(out, "| {} |\n|---:|---|---:|---|---|---|", GROUP_COLUMNS.join(" | "))?;
            for row in &rows {
                let cells = row.cells().map(|cell| escape_markdown(&cell));
                writeln!(out, "| {} |", cells.join(" | "))?;
            }
            let explained = rows.iter().filter_map(|row| Some((row, row.explanation?)));
            for (place, (row, explanation)) in explained.enumerate() {
                if place == 0 {
                    writeln!(out)?;
                }
                let (test, said) =
                    (escape_markdown(row.test), escape_markdown(&explanation.sentences.join(" ")));
                writeln!(out, "{}. **{test}** {said}", row.rank)?;
            }
        }
        if let Some(legend) = self.legend() {
            writeln!(out, "\n{legend}")?;
        }
        out.flush()
    }
}

impl Row<'_> {
    /// Rank, score and tie as text: Rust's shortest decimal reads back as the same number.
    fn numbers(&self) -> [String; 3] {
        [self.rank.to_string(), format!("{:?}", self.score), self.tie.to_string()]
    }

    /// Returns the cells of a table for people.
    fn cells(&self) -> [String; 6] {
        let [rank, _, tie] = self.numbers();
        let score = format!("{:.4}", self.score);
        [rank, score, tie, sanitize(self.test).into_owned(), self.truth.to_owned(), self.label.to_owned()]
    }
}

/// Returns the columns that explanations add to a CSV: what the ranker counted, the ranks by seed, and all of it in words.
fn csv_columns(ranker: Ranker) -> Vec<String> {
    let counted: Vec<String> = match ranker {
        Ranker::IsolationForest | Ranker::Diversified => {
            let credits = Feature::ALL.map(|feature| format!("credit_{}", feature.name()));
            credits
                .into_iter()
                .chain(["root_path", "mean_path", "standard_error"].map(str::to_owned))
                .collect()
        }
        Ranker::ExtendedIsolationForest | Ranker::Random | Ranker::InputOrder => Vec::new(),
    };
    let ranks: &[&str] = if counted.is_empty() { &[] } else { &["best_rank", "worst_rank"] };
    counted.into_iter().chain(ranks.iter().chain(&["explanation"]).map(|&name| name.to_owned())).collect()
}

/// Returns the cells below [`csv_columns`].
fn csv_cells(explanation: &Explanation) -> Vec<String> {
    let counted: Vec<String> = match &explanation.reasons {
        Reasons::Forest(forest) => {
            let numbers =
                forest.credit.into_iter().chain([forest.root_path, forest.mean_path, forest.standard_error]);
            numbers.map(|number| format!("{number:?}")).collect()
        }
        Reasons::None => Vec::new(),
    };
    let ranks =
        explanation.reasons.seed_ranks().map(|ranks| [ranks.best, ranks.worst].map(|rank| rank.to_string()));
    counted.into_iter().chain(ranks.into_iter().flatten()).chain([explanation.sentences.join(" ")]).collect()
}

/// Writes the sentences below a row of a table for the terminal.
fn write_sentences(explanation: &Explanation, out: &mut dyn Write) -> io::Result<()> {
    for sentence in &explanation.sentences {
        let sentence = sanitize(sentence);
        for (number, line) in paragraph(&sentence, WIDTH - 10).iter().enumerate() {
            writeln!(out, "      {}{line}", if number == 0 { "" } else { "  " })?;
        }
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::text::width;
    use crate::model::{Failure, Passed, Run};

    fn failure(test: &str, truth: Option<Truth>) -> Failure {
        Failure { project: "Lang".into(), bug: "7".into(), test: test.into(), truth, ..Failure::default() }
    }

    fn written(
        write: impl Fn(&RankedList<'_>, &mut dyn Write) -> io::Result<()>,
        top: Option<usize>,
        runs: usize,
    ) -> String {
        let mut corpus = Corpus::default();
        let mut rankings = Vec::new();
        for run in 0..runs {
            let failures: Vec<FailureId> = (0..3).map(|place| FailureId::new(run * 3 + place)).collect();
            rankings.push(Ranking::from_scores(&failures, &[0.1 + 0.2, 0.75, 0.75]));
            corpus.runs.push(Run { name: format!("run{run}") });
            let passed = Passed::default();
            corpus.groups.push(Group { run, project: "Lang".into(), bug: "7".into(), failures, passed });
            corpus.failures.extend([
                failure("a.B::x_y", None),
                failure("a.B::t,１", Some(Truth::FalsePositive)),
                failure("a.B::t|2\u{1b}", Some(Truth::TruePositive)),
            ]);
        }
        let label = |failure: FailureId| corpus.failures[failure].truth.map(|_| Label::Unsure);
        let mut out = Vec::new();
        let list = RankedList {
            corpus: &corpus,
            rankings: &rankings,
            names_runs: runs > 1,
            top,
            label: &label,
            ranker: Ranker::ExtendedIsolationForest,
            explanations: None,
        };
        write(&list, &mut out).expect("memory takes all");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn csv_has_all_digits_and_numbers_the_ties() {
        assert_eq!(
            written(|list, out| list.csv(out), None, 1),
            "project,bug,rank,score,tie,test,truth,label\n\
             Lang,7,1,0.75,1,\"a.B::t,１\",FP,unsure\n\
             Lang,7,2,0.75,1,a.B::t|2\u{1b},TP,unsure\n\
             Lang,7,3,0.30000000000000004,2,a.B::x_y,,\n"
        );
    }

    #[test]
    fn several_runs_get_a_leading_column() {
        let csv = written(|list, out| list.csv(out), Some(1), 2);
        assert_eq!(
            csv.lines().collect::<Vec<_>>(),
            [
                "run,project,bug,rank,score,tie,test,truth,label",
                "run0,Lang,7,1,0.75,1,\"a.B::t,１\",FP,unsure",
                "run1,Lang,7,1,0.75,1,\"a.B::t,１\",FP,unsure",
            ]
        );
        assert!(
            written(|list, out| list.jsonl(out), None, 2)
                .starts_with("{\"run\":\"run0\",\"project\":\"Lang\"")
        );
    }

    #[test]
    fn tables_are_aligned_and_show_no_control_characters() {
        let table = written(|list, out| list.table(out), Some(2), 1);
        let lines: Vec<&str> = table.lines().collect();
        let caveat = Ranker::ExtendedIsolationForest.caveat().expect("it has one");
        assert_eq!(lines[..3], [caveat, "", "Lang-7, top 2 of 3 failures"]);
        assert_eq!(lines[3].find("test"), lines[4].find("a.B"), "{table}");
        let cells_before_truth = |line: &str, truth| line.split(truth).next().map(width);
        assert_eq!(cells_before_truth(lines[4], " FP"), cells_before_truth(lines[5], " TP"), "{table}");
        assert!(!table.contains('\u{1b}'));
    }

    #[test]
    fn markdown_cells_hold_what_they_should() {
        let markdown = written(|list, out| list.markdown(out), None, 1);
        assert!(markdown.contains("a.B::t\\|2"), "{markdown}");
        assert!(markdown.contains("a.B::x\\_y"), "{markdown}");
        let list = "\n\n### Lang-7, 3 failures\n\n| rank | score |";
        assert!(
            markdown.starts_with("this list can't be reproduced") && markdown.contains(list),
            "{markdown}"
        );
    }
}
