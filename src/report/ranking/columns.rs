//! The columns of the ranked list for programs: a row of the table has the name of each, what it is, and its value.
//!
//! ```text
//! TABLE ──▶ header and cells of CSV, keys of JSON, the table of the book
//! ```
//!
//! New columns are added at the end, because scripts may count those of CSV.

use indexmap::IndexSet;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{RankedList, Row};
use crate::model::{FEATURE_COUNT, Feature, ReportTime, Tool};
use crate::rank::{Explanation, Rankers};

/// A column.
pub(super) struct Column {
    name: &'static str,
    /// The contents, as the book describes them.
    contents: &'static str,
    /// Returns true for a list whose CSV has the column.
    is_in_csv: fn(&RankedList<'_>) -> bool,
    /// Returns the value in a row; None in a row that has none.
    value: for<'r> fn(&'r Row<'r>) -> Option<Value<'r>>,
}

/// A value for a program.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Value<'r> {
    Text(&'r str),
    Count(usize),
    Real(f64),
    Flag(bool),
    Nothing(()),
    Time(ReportTime),
    Tool(Tool),
    /// Several columns in CSV.
    Explanation(&'r Explanation),
}

use Value::{Count, Flag, Nothing, Real, Text};

impl Value<'_> {
    /// Returns the cell in CSV.
    fn cell(&self) -> String {
        match self {
            Text(text) => (*text).to_owned(),
            Count(count) => count.to_string(),
            // Rust's shortest decimal representation reads back as the same number.
            Real(number) => format!("{number:?}"),
            Flag(flag) => flag.to_string(),
            Nothing(()) | Value::Time(_) | Value::Tool(_) | Value::Explanation(_) => String::new(),
        }
    }
}

/// The column that is several in CSV.
const EXPLANATION: &str = "explanation";

/// A column of JSON alone.
const IN_JSON: fn(&RankedList<'_>) -> bool = |_| false;
const ALWAYS: fn(&RankedList<'_>) -> bool = |_| true;

#[rustfmt::skip]
const TABLE: [Column; 28] = [
    Column { name: "run", contents: "the run, with several runs", is_in_csv: |list| list.names_runs, value: |row| row.run.map(Text) },
    Column { name: "project", contents: "the project", is_in_csv: ALWAYS, value: |row| Some(Text(row.project)) },
    Column { name: "bug", contents: "the bug; with the project it names the group", is_in_csv: ALWAYS, value: |row| Some(Text(row.bug)) },
    Column { name: "rank", contents: "the place in the list of the group, from 1", is_in_csv: ALWAYS, value: |row| Some(Count(row.rank)) },
    Column { name: "score", contents: "the score, with all digits", is_in_csv: ALWAYS, value: |row| Some(Real(row.score)) },
    Column { name: "tie", contents: "the number of the block of equal scores; empty if no other failure of the group has the score", is_in_csv: ALWAYS, value: |row| Some(row.tie.map_or(Nothing(()), Count)) },
    Column { name: "oracle", contents: "the expected behaviour: `throw`, `no throw` or `value`", is_in_csv: ALWAYS, value: |row| Some(Text(row.oracle)) },
    Column { name: "exception", contents: "the exception that ended the test", is_in_csv: ALWAYS, value: |row| Some(Text(row.exception)) },
    Column { name: "frame", contents: "the project's call that threw it", is_in_csv: ALWAYS, value: |row| Some(Text(&row.frame)) },
    Column { name: "message", contents: "its message", is_in_csv: ALWAYS, value: |row| Some(Text(row.message)) },
    Column { name: "test", contents: "the test", is_in_csv: ALWAYS, value: |row| Some(Text(row.test)) },
    Column { name: "signature", contents: "what failures of one kind have in common", is_in_csv: ALWAYS, value: |row| Some(Text(row.signature)) },
    Column { name: "changed", contents: "the changed code that the failure passes through, with `--changes`", is_in_csv: |list| list.corpus.knows_changes, value: |row| row.changed.map(Text) },
    Column { name: "remarks", contents: "the cells of a matrix in which it happened, such as `windows, not linux`, and the day of an old report", is_in_csv: |list| list.names_remarks, value: |row| row.remarks.as_deref().map(Text) },
    Column { name: "truth", contents: "`TP` or `FP` by the fixed version, with `--truth`; without it the list reveals nothing about it", is_in_csv: |list| list.names_truth, value: |row| row.truth.map(Text) },
    Column { name: "label", contents: "the label that a person gave", is_in_csv: ALWAYS, value: |row| Some(Text(row.label)) },
    Column { name: EXPLANATION, contents: "the reasons for the rank, with `--explain`; in CSV several columns", is_in_csv: |list| list.explainer.is_some(), value: |row| row.explanation.as_deref().map(Value::Explanation) },
    Column { name: "ranker", contents: "the ranker of the group", is_in_csv: ALWAYS, value: |row| Some(Text(row.ranker)) },
    Column { name: "group_size", contents: "the number of failures of the group", is_in_csv: ALWAYS, value: |row| Some(Count(row.group_size)) },
    Column { name: "cause_size", contents: "the test functions that fail for its cause", is_in_csv: ALWAYS, value: |row| Some(Count(row.cause_size as usize)) },
    Column { name: "environment", contents: "`true` if it looks like a failure of the environment", is_in_csv: ALWAYS, value: |row| Some(Flag(row.environment)) },
    Column { name: "root", contents: "the exception behind the one that ended the test, with its message", is_in_csv: ALWAYS, value: |row| Some(Text(&row.root)) },
    Column { name: "before", contents: "the labels of failures like it in earlier runs, with `--before`", is_in_csv: |list| !list.known.is_empty(), value: |row| row.before.as_deref().map(Text) },
    Column { name: "since", contents: "how it compares with them, with `--before`", is_in_csv: |list| !list.known.is_empty(), value: |row| row.since.map(Text) },
    Column { name: "executed", contents: "the time of its execution, in JSON", is_in_csv: IN_JSON, value: |row| row.execution.executed.map(Value::Time) },
    Column { name: "tool", contents: "the tool that ran it, in JSON", is_in_csv: IN_JSON, value: |row| row.execution.tool.map(Value::Tool) },
    Column { name: "rerun", contents: "the command that runs it again, in JSON", is_in_csv: IN_JSON, value: |row| row.execution.rerun.as_deref().map(Text) },
    Column { name: "look", contents: "the place in the list over all groups, from 1, with `--across`", is_in_csv: |list| list.is_across, value: |row| row.look.map(Count) },
];

/// Returns the header of a list's CSV.
pub(super) fn header(list: &RankedList<'_>) -> Vec<String> {
    let mut header = Vec::new();
    for column in TABLE.iter().filter(|column| (column.is_in_csv)(list)) {
        if column.name == EXPLANATION {
            header.extend(columns_of_explanation(list.rankers));
        } else {
            header.push(column.name.to_owned());
        }
    }
    header
}

/// Returns the cells of a row in a list's CSV.
pub(super) fn cells(list: &RankedList<'_>, row: &Row<'_>) -> Vec<String> {
    let mut cells = Vec::new();
    for column in TABLE.iter().filter(|column| (column.is_in_csv)(list)) {
        match (column.value)(row) {
            Some(Value::Explanation(explanation)) => {
                cells.extend(cells_of_explanation(explanation, list.rankers));
            }
            value => cells.push(value.map_or_else(String::new, |value| value.cell())),
        }
    }
    cells
}

/// Returns the cell of a column in a row.
pub(super) fn cell(name: &str, row: &Row<'_>) -> String {
    let column = TABLE.iter().find(|column| column.name == name);
    column.and_then(|column| (column.value)(row)).map_or_else(String::new, |value| value.cell())
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        for column in &TABLE {
            if let Some(value) = (column.value)(self) {
                object.serialize_entry(column.name, &value)?;
            }
        }
        object.end()
    }
}

/// Returns the table of the columns for the book.
pub fn columns_in_markdown() -> String {
    let rows = TABLE.iter().map(|Column { name, contents, .. }| format!("| `{name}` | {contents} |\n"));
    format!("| column | contents |\n|---|---|\n{}", rows.collect::<String>())
}

/// Returns the columns of an explanation in CSV: counts of the ranker, ranks by seed, sentences.
fn columns_of_explanation(rankers: &Rankers) -> Vec<String> {
    let credits = Feature::ALL.map(|feature| format!("credit_{}", feature.name()));
    let paths = ["root_path", "mean_path", "standard_error", "best_rank", "worst_rank"].map(str::to_owned);
    let counted = credits.into_iter().chain(paths).filter(|_| rankers.are_of_forest());
    let own = own_columns(rankers).chain(["explanation"]);
    counted.chain(own.map(str::to_owned)).collect()
}

/// Returns the columns of the rankers' own criteria, each once.
fn own_columns(rankers: &Rankers) -> impl Iterator<Item = &'static str> {
    let all = rankers.all().iter().flat_map(|ranker| ranker.row().columns).copied();
    all.collect::<IndexSet<&str>>().into_iter()
}

fn cells_of_explanation(explanation: &Explanation, rankers: &Rankers) -> Vec<String> {
    let mut cells = Vec::new();
    if let Some(of) = &explanation.reasons {
        let counted = of.credit.into_iter().chain([of.root_path, of.mean_path, of.standard_error]);
        cells.extend(counted.map(|number| format!("{number:?}")));
        cells.extend([of.ranks.best, of.ranks.worst].map(|rank| rank.to_string()));
    } else if rankers.are_of_forest() {
        cells.resize(FEATURE_COUNT + 5, String::new());
    }
    let field = |column: &str| explanation.fields.iter().find(|(name, _)| *name == column);
    let own = own_columns(rankers).map(field);
    cells.extend(own.map(|field| field.map_or_else(String::new, |(_, value)| value.to_string())));
    cells.push(explanation.sentences.join(" "));
    cells
}
