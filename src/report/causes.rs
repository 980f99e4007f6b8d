//! The failures of a whole input by cause: one object for each signature of a group, in the order of the list
//! over all groups.
//!
//! ```text
//! list over all groups ──by signature──▶ causes, each with its first failure ──▶ JSON, JSON Lines, a table; whole objects up to a size
//! ```
//!
//! Made for programs that read little: an object has no code and no trace, and what is empty is left out. The
//! object is described by `assets/causes.schema.json`; `schema` in it is raised with each breaking change.

use std::io::{self, Write};

use indexmap::IndexMap;
use serde::Serialize;

use super::failure::failed_line;
use super::ranking::{Execution, RankedList};
use crate::model::text::{cut_end, plural, sanitize};
use crate::model::{Cells, FailureId, Group, OracleKind, Phase, PlaceInGroup, Truth};
use crate::rank::{Circumstances, Sentence};

const SCHEMA: u32 = 1;

/// The number of tests that an object names; others are counted.
const NAMED: usize = 20;

/// The width of the table, in cells.
const WIDTH: usize = 100;

/// The causes of a ranked list.
pub(crate) struct CauseReport<'s, 'l> {
    list: &'s RankedList<'l>,
    /// The failures of each group and signature, in the order of the list over all groups.
    members: Vec<(usize, Vec<FailureId>)>,
    /// The largest number of bytes that are written; None for all.
    max_bytes: Option<usize>,
}

/// A cause, by the first of its failures in the list.
#[derive(Serialize)]
struct ReportedCause<'l> {
    schema: u32,
    /// The place in the list of causes, from 1.
    #[serde(rename = "cause")]
    number: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'l str>,
    project: &'l str,
    bug: &'l str,
    signature: &'l str,
    /// The number of failed tests, and the names of the first of them.
    count: usize,
    tests: Vec<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(rename = "says")]
    error: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    exception: &'l str,
    #[serde(skip_serializing_if = "String::is_empty")]
    root: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'static str>,
    #[serde(skip_serializing_if = "is_of_test")]
    phase: Phase,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    environment: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    flaky: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<&'l Cells>,
    #[serde(skip_serializing_if = "str::is_empty")]
    label: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    /// The execution of the first test.
    #[serde(flatten)]
    execution: Execution,
    /// The number of its tests that reveal a bug.
    #[serde(skip_serializing_if = "Option::is_none")]
    true_positives: Option<usize>,
}

/// The last object where others are left out.
#[derive(Serialize)]
struct LeftOut {
    left_out: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_of_test(phase: &Phase) -> bool {
    *phase == Phase::Test
}

impl<'s, 'l> CauseReport<'s, 'l> {
    pub(crate) fn of(list: &'s RankedList<'l>, max_bytes: Option<usize>) -> CauseReport<'s, 'l> {
        let mut members: IndexMap<(usize, usize), Vec<FailureId>> = IndexMap::new();
        for PlaceInGroup { group, place } in list.overall_order() {
            let failure = list.rankings[group].entries[place].failure;
            members.entry((group, list.signatures.number(group, failure))).or_default().push(failure);
        }
        let members = members.into_iter().map(|((group, _), failures)| (group, failures));
        CauseReport { list, members: members.take(list.top.unwrap_or(usize::MAX)).collect(), max_bytes }
    }

    fn cause(&self, index: usize) -> ReportedCause<'l> {
        let list = self.list;
        let (group, ref failures) = self.members[index];
        let id = failures[0];
        let of_group: &'l Group = &list.corpus.groups[group];
        let failure = &list.corpus.failures[id];
        let signature = &list.signatures.of_group(group).texts[list.signatures.number(group, id)];
        let known = list.known(id);
        ReportedCause {
            schema: SCHEMA,
            number: index + 1,
            run: list.run(of_group),
            project: &failure.project,
            bug: &failure.bug,
            signature: &signature.whole,
            count: failures.len(),
            tests: failures.iter().take(NAMED).map(|&id| &*list.corpus.failures[id].test).collect(),
            file: failure.location.as_deref().map(|location| &*location.file),
            line: failure.location.as_deref().map(failed_line),
            error: Sentence::of(failure).beside_exception(usize::MAX),
            exception: failure.trace.exception(),
            root: failure.root_in_words(),
            expected: failure.oracle_kind().map(OracleKind::short),
            phase: failure.phase,
            environment: Circumstances::are_of_environment(failure),
            flaky: failure.is_flaky,
            cells: failure.cells(),
            label: list.label_of(id),
            since: known.map(|known| known.since.name()),
            before: known.map(|known| known.judged.to_string()).filter(|judged| !judged.is_empty()),
            execution: list.execution(of_group, failure),
            true_positives: list.names_truth.then(|| {
                failures
                    .iter()
                    .filter(|id| list.corpus.failures[**id].truth == Some(Truth::TruePositive))
                    .count()
            }),
        }
    }

    /// Writes all causes, or as many whole ones as fit, each by `text`, and how many are left out; `around`
    /// stands between and around them.
    fn write(
        &self,
        text: impl Fn(&ReportedCause<'_>) -> String,
        left_out: impl Fn(usize) -> String,
        around: [&str; 3],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let [first, between, last] = around;
        let most = self.max_bytes.unwrap_or(usize::MAX);
        let mut written = first.len() + last.len();
        out.write_all(first.as_bytes())?;
        for index in 0..self.members.len() {
            let object = text(&self.cause(index));
            let further = self.members.len() - index - 1;
            let note = if further > 0 { between.len() + left_out(further).len() } else { 0 };
            let own = if index > 0 { between.len() } else { 0 } + object.len();
            if written + own + note > most {
                let between = if index > 0 { between } else { "" };
                write!(out, "{between}{}", left_out(further + 1))?;
                break;
            }
            written += own;
            write!(out, "{}{object}", if index > 0 { between } else { "" })?;
        }
        out.write_all(last.as_bytes())?;
        out.flush()
    }

    pub(crate) fn write_json_lines(&self, out: &mut dyn Write) -> io::Result<()> {
        let is_empty = self.members.is_empty();
        let last = if is_empty { "" } else { "\n" };
        self.write(|cause| in_json(cause), |left_out| in_json(&LeftOut { left_out }), ["", "\n", last], out)
    }

    pub(crate) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write(
            |cause| in_json(cause),
            |left_out| in_json(&LeftOut { left_out }),
            ["[", ",\n", "]\n"],
            out,
        )
    }

    /// Writes the causes for people: the sentence, and below it the first test with the number of all.
    pub(crate) fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let failures = plural(self.members.iter().map(|(_, failures)| failures.len()).sum(), "failure");
        let heading = format!("{failures} by {}\n", plural(self.members.len(), "cause"));
        self.write(
            in_table,
            |count| format!("… {} left out: --max-bytes is too small for all\n", plural(count, "cause")),
            [&heading, "", ""],
            out,
        )
    }
}

fn in_json(object: &impl Serialize) -> String {
    // The objects have text keys and no values that JSON lacks.
    serde_json::to_string(object).unwrap_or_default()
}

fn in_table(cause: &ReportedCause<'_>) -> String {
    let line = format!("{:>4}  {}", cause.number, cause.error);
    let label = if cause.label.is_empty() { String::new() } else { format!(" · {}", cause.label) };
    let since = cause.since.map_or_else(String::new, |since| format!(" · {since}"));
    let environment = if cause.environment { " · environment" } else { "" };
    let group = Group::name_of(cause.project, cause.bug);
    let run = cause.run.map_or_else(String::new, |run| format!("{run}: "));
    let tests = plural(cause.count, "test");
    let test = cause.tests.first().copied().unwrap_or_default();
    let below = format!("      {tests} · {test} · {run}{group}{environment}{since}{label}");
    let rerun =
        cause.execution.rerun.as_ref().map_or_else(String::new, |line| format!("      {}\n", sanitize(line)));
    format!("{}\n{}\n{rerun}", cut_end(&sanitize(&line), WIDTH), sanitize(&below))
}
