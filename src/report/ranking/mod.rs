//! The ranked list, for programs with the columns of `columns`, for people as tables. Groups are in input
//! order, each with its most suspicious failures first.
//!
//! `exception`, `frame` and `message` are those of the exception that ended the test; `root` is what is behind it.
//!
//! `tie` numbers the block of equal scores within the group, and is empty if no other failure has the score: the
//! order within a block has no meaning. Programs get whole texts and scores with all digits, so that they read back
//! unchanged. A table for the terminal has two lines per failure: the error, cut to the width of the screen, and
//! below it the test with the number of its signature.

mod columns;

pub use columns::columns_in_markdown;

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};
use std::iter;
use std::sync::Arc;

use serde::Serialize;

use super::List;
use super::escape::escape_markdown;
use super::layout::{Widths, paragraph};
use crate::message::cause_alone;
use crate::model::text::{cut_end, first_bytes, plural, sanitize, width};
use crate::model::{
    Corpus, Failure, FailureId, Group, Label, OracleKind, PlaceInGroup, Ranking, ReportTime, Tool, Truth,
    VerdictWords,
};
use crate::parallel;
use crate::project::ProjectRunners;
use crate::rank::{
    CauseSizes, Circumstances, CorpusSignatures, Explainer, Explanation, GroupFacts, GroupSignatures,
    KnownBefore, Ranker, Rankers, Sentence, Since, failing_call, how_to_read, list_across, module_in,
    modules_of, steps,
};

const WIDTH: usize = 100;

/// The maximum width of an exception in that table, in cells.
const EXCEPTION: usize = 24;

/// A ranked corpus, ready to be written. Writing panics if a ranking names failures that the corpus does not have.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent column or option")]
pub(crate) struct RankedList<'a> {
    pub corpus: &'a Corpus,
    pub rankings: &'a [Ranking],
    /// The words for the verdicts on the failures of all groups.
    pub words: VerdictWords,
    /// True to name the run of each failure.
    pub names_runs: bool,
    /// True to name the truth of each failure, where it is known.
    pub names_truth: bool,
    /// True to name the cells of a matrix in which each failure happened, and old reports.
    pub names_remarks: bool,
    /// The number of failures per group; None for all.
    pub top: Option<usize>,
    pub label: &'a (dyn Fn(FailureId) -> Option<Label> + Sync),
    /// The ranker of each group. Their caveat and the reason for their order precede the list in the formats
    /// for people.
    pub rankers: &'a Rankers,
    /// The signatures of the corpus, as far as they are known by now.
    pub signatures: &'a CorpusSignatures<'a>,
    /// Explains the first failures of each group's list; None to leave that out.
    pub explainer: Option<&'a Explainer<'a>>,
    /// True for one list over all groups.
    pub is_across: bool,
    /// The knowledge of each failure from earlier runs; empty without any.
    pub known: &'a [KnownBefore],
    /// True for reports of builds, in which what is new comes first in the list over all groups.
    pub is_of_builds: bool,
    /// True for only those failures that are new since the earlier runs.
    pub only_new: bool,
    /// The test runners of the projects, for the commands that run tests again.
    pub runners: Option<&'a ProjectRunners>,
}

/// A row of the list, with the values of its columns.
pub(crate) struct Row<'a> {
    run: Option<&'a str>,
    project: &'a str,
    bug: &'a str,
    rank: usize,
    score: f64,
    tie: Option<usize>,
    oracle: &'static str,
    exception: &'a str,
    frame: Cow<'a, str>,
    message: &'a str,
    test: &'a str,
    signature: &'a str,
    changed: Option<&'static str>,
    remarks: Option<String>,
    truth: Option<&'static str>,
    label: &'static str,
    explanation: Option<Arc<Explanation>>,
    ranker: &'static str,
    group_size: usize,
    cause_size: u32,
    environment: bool,
    root: String,
    before: Option<String>,
    since: Option<&'static str>,
    execution: Execution,
    look: Option<usize>,
    id: FailureId,
    failure: &'a Failure,
    /// The name of its module in the list of a whole build.
    module: Option<String>,
    /// The number of its signature in the group's list, from 1, and the number of that signature's tests.
    signature_number: (usize, usize),
}

/// The execution of a test, as its report states it, and the command that runs it again.
#[derive(Serialize)]
pub(super) struct Execution {
    #[serde(skip_serializing_if = "Option::is_none")]
    executed: Option<ReportTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<Tool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rerun: Option<String>,
}

/// The columns of a table for people that are right-aligned numbers.
const NUMBERS: [&str; 3] = ["rank", "score", "tie"];

/// The columns of a table for people whose width is not limited, before the verdicts.
const WIDE: [&str; 9] =
    ["rank", "score", "tie", "oracle", "exception", "frame", "message", "test", "signature"];

impl<'l> RankedList<'l> {
    pub(super) fn run(&self, group: &Group) -> Option<&'l str> {
        self.names_runs.then(|| self.corpus.runs[group.run].name.as_str())
    }

    /// Makes what the rows of each group need, for a few groups at a time on all cores.
    fn groups<'s>(&'s self) -> impl Iterator<Item = GroupRows<'s, 'l>> {
        /// As many groups wait for being written at most.
        const AT_ONCE: usize = 64;
        let explained =
            self.explainer.into_iter().flat_map(Explainer::groups).chain(iter::repeat_with(Vec::new));
        let groups = self.rankings.iter().enumerate().zip(explained);
        let mut shown = groups
            .filter(|((_, ranking), _)| ranking.entries.iter().any(|one| self.shows(one.failure)))
            .map(|((group, _), explained)| (group, explained.into_iter().map(Arc::new).collect()));
        iter::from_fn(move || {
            let few: Vec<(usize, Vec<Arc<Explanation>>)> = shown.by_ref().take(AT_ONCE).collect();
            let made =
                parallel::map(&few, |(group, explained)| GroupRows::new(self, *group, explained.clone()));
            (!made.is_empty()).then_some(made)
        })
        .flatten()
    }

    /// Writes what a reader must know of the order, then each group, with a blank line between them.
    fn write_groups(
        &self,
        write_group: fn(&GroupRows<'_, '_>, &mut dyn Write) -> io::Result<()>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.write_remarks(out)?;
        let mut separator = "";
        for block in in_blocks(self.groups()) {
            if let [alone] = &block[..] {
                write!(out, "{separator}")?;
                write_group(alone, out)?;
                separator = "\n";
                continue;
            }
            let texts = parallel::map(&block, |group| {
                let mut text = Vec::new();
                write_group(group, &mut text).map(|()| text)
            });
            for text in texts {
                write!(out, "{separator}")?;
                out.write_all(&text?)?;
                separator = "\n";
            }
        }
        Ok(())
    }

    fn write_remarks(&self, out: &mut dyn Write) -> io::Result<()> {
        let remarks = self.rankers.caveat().map(str::to_owned).into_iter().chain(self.rankers.reason());
        remarks.into_iter().try_for_each(|remark| writeln!(out, "{remark}\n"))
    }

    /// Returns the list over all groups.
    pub(crate) fn overall_order(&self) -> Vec<PlaceInGroup> {
        let step = steps(self.known, self.is_of_builds);
        let mut order = list_across(self.signatures, self.rankings, self.rankers, &step);
        order
            .retain(|&PlaceInGroup { group, place }| self.shows(self.rankings[group].entries[place].failure));
        order
    }

    /// Returns true for a failure that is asked for.
    fn shows(&self, failure: FailureId) -> bool {
        !self.only_new || self.known.get(failure.index()).is_none_or(|known| known.since == Since::New)
    }

    /// Makes the first rows of the list over all groups.
    fn rows_of_all_groups(&self) -> impl Iterator<Item = Row<'l>> {
        let mut order = self.overall_order();
        order.truncate(self.top.unwrap_or(usize::MAX));
        // The explanations of a group's first failures, as many as there are rows.
        let mut shown: HashMap<usize, usize> = HashMap::new();
        for &PlaceInGroup { group, place } in &order {
            let count = shown.entry(group).or_default();
            *count = (*count).max(place + 1);
        }
        let mut groups: HashMap<usize, GroupRows<'_, 'l>> = HashMap::new();
        order.into_iter().enumerate().map(move |(index, PlaceInGroup { group, place })| {
            let rows = groups.entry(group).or_insert_with(|| {
                let explained = self.explainer.map(|explainer| explainer.of_places(group, 0..shown[&group]));
                let explained = explained.unwrap_or_default().into_iter().map(Arc::new).collect();
                GroupRows::new(self, group, explained)
            });
            Row { look: Some(index + 1), ..rows.row(place) }
        })
    }

    /// Writes the list over all groups for people: two lines per failure, as in the list of a group.
    fn write_all_groups(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_remarks(out)?;
        let failures = plural(self.corpus.failures.len(), "failure");
        let groups = plural(self.groups_with_failures(), "group");
        writeln!(out, "{failures} of {groups} in one list, {} in each group", self.rankers)?;
        for row in self.rows_of_all_groups() {
            let group = Group::name_of(row.project, row.bug);
            let run = row.run.map_or_else(String::new, |run| format!("{run}: "));
            let look = row.look.unwrap_or_default();
            let line = format!("{look:>6}  {}", row.error(false));
            writeln!(out, "{}", cut_end(&line, WIDTH))?;
            let place = format!("{run}{group}, rank {} of {}", row.rank, row.group_size);
            let known = self.remark_on(row.id);
            writeln!(out, "        {}", sanitize(&format!("{} · {place}{known}", row.failure.name_once())))?;
            if let Some(explanation) = &row.explanation {
                write_sentences(explanation, out)?;
            }
        }
        out.flush()
    }

    fn groups_with_failures(&self) -> usize {
        self.corpus.groups.iter().filter(|group| !group.failures.is_empty()).count()
    }

    /// Returns the execution of a test of a group.
    pub(super) fn execution(&self, group: &Group, failure: &Failure) -> Execution {
        Execution {
            executed: failure.executed(),
            tool: failure.tool(),
            rerun: self.runners.and_then(|runners| runners.line(group.run, failure)),
        }
    }

    pub(super) fn known(&self, failure: FailureId) -> Option<&'l KnownBefore> {
        self.known.get(failure.index())
    }

    /// Returns what is known of a failure from earlier runs, behind its name in a list for people.
    fn remark_on(&self, failure: FailureId) -> String {
        let words = self.known(failure).map(|known| {
            let judged = known.in_words().map_or_else(String::new, |judged| format!(" · {judged}"));
            format!(" · {}{judged}", known.since.name())
        });
        words.unwrap_or_default()
    }

    /// Returns the cell of `changed`, `truth` or `label`.
    fn verdict(&self, column: &str, id: FailureId) -> &'static str {
        let failure = &self.corpus.failures[id];
        match column {
            "changed" => failure.changes.as_ref().map_or("", |changes| changes.name()),
            "truth" => failure.truth.map_or("", Truth::abbreviation),
            _ => self.label_of(id),
        }
    }

    pub(super) fn label_of(&self, failure: FailureId) -> &'static str {
        (self.label)(failure).map_or("", Label::name)
    }

    /// Returns the heading of a group; one with too few failures for scores says so.
    fn heading(&self, group: &Group, ranker: Ranker) -> String {
        let failures = group.failures.len();
        let shown = match self.top {
            Some(top) if top < failures => format!("top {top} of {}", plural(failures, "failure")),
            _ => plural(failures, "failure"),
        };
        let run = self.run(group).map_or(String::new(), |run| format!("{run}: "));
        let modules = match modules_of(self.corpus, group) {
            0 | 1 => String::new(),
            modules => format!(" of {modules} modules"),
        };
        let order = match ranker {
            ranker if self.corpus.is_too_small(group) => format!(". {}", ranker.row().too_few),
            ranker if ranker == Ranker::default() => String::new(),
            other => format!(", {other}"),
        };
        sanitize(&format!("{run}{}, {shown}{modules}{order}", group.name())).into_owned()
    }

    /// Returns the explanation of the numbers in the sentences, which follows a list for people.
    fn legend(&self) -> Option<&'static str> {
        self.explainer.filter(|_| !self.corpus.is_too_small_to_rank()).and_then(|_| how_to_read(self.rankers))
    }
}

/// Joins small groups, whose texts are made together on all cores. A large group is alone: its text would
/// take more memory than its failures, so it is written line by line.
fn in_blocks<'s, 'l: 's>(
    groups: impl Iterator<Item = GroupRows<'s, 'l>>,
) -> impl Iterator<Item = Vec<GroupRows<'s, 'l>>> {
    /// The number of failures in the groups of a block.
    const BLOCK: usize = 4096;
    let mut groups = groups.peekable();
    iter::from_fn(move || {
        let mut block = Vec::new();
        let mut failures = 0;
        while let Some(next) =
            groups.next_if(|next| failures == 0 || failures + next.ranking.entries.len() <= BLOCK)
        {
            failures += next.ranking.entries.len();
            block.push(next);
        }
        (!block.is_empty()).then_some(block)
    })
}

/// The rows of a group. Each is made when it is written, because a list can have a million of them.
struct GroupRows<'s, 'l> {
    list: &'s RankedList<'l>,
    group: &'l Group,
    ranking: &'l Ranking,
    ranker: Ranker,
    is_hand_written: bool,
    explanations: Vec<Arc<Explanation>>,
    signatures: &'l GroupSignatures,
    /// The number of each signature by its first appearance in the list, from 1, and the number of its tests.
    numbers: Vec<(usize, usize)>,
    cause_sizes: CauseSizes,
    /// The number of failures in each block of equal scores; the first block is 1.
    tied: Vec<usize>,
}

impl<'s, 'l> GroupRows<'s, 'l> {
    fn new(list: &'s RankedList<'l>, index: usize, explanations: Vec<Arc<Explanation>>) -> GroupRows<'s, 'l> {
        let (group, ranking) = (&list.corpus.groups[index], &list.rankings[index]);
        let signatures = list.signatures.of_group(index);
        let signature = |failure| list.signatures.number(index, failure);
        let facts =
            GroupFacts { corpus: list.corpus, group, passed: &group.passed.kinds, signature: &signature };
        let mut rows = GroupRows {
            list,
            group,
            ranking,
            ranker: list.rankers.of(index),
            is_hand_written: list.corpus.is_hand_written(group),
            explanations,
            signatures,
            numbers: vec![(0, 0); signatures.texts.len()],
            cause_sizes: CauseSizes::of(&facts),
            tied: vec![0; ranking.entries.len() + 1],
        };
        let mut next = 1;
        for entry in &ranking.entries {
            let signature = rows.signature_of(entry.failure);
            let (number, count) = &mut rows.numbers[signature];
            if *number == 0 {
                *number = next;
                next += 1;
            }
            *count += 1;
            rows.tied[entry.tie] += 1;
        }
        rows
    }

    /// Returns the places of the list that are shown.
    fn places(&self) -> Vec<usize> {
        let entries = self.ranking.entries.iter().enumerate();
        let shown = entries.filter(|(_, entry)| self.list.shows(entry.failure)).map(|(place, _)| place);
        shown.take(self.list.top.unwrap_or(usize::MAX)).collect()
    }

    fn signature_of(&self, failure: FailureId) -> usize {
        self.group.row_of(failure).map_or(0, |row| self.signatures.of_row[row] as usize)
    }

    /// Returns the row of a place in the list, from 0.
    fn row(&self, place: usize) -> Row<'l> {
        let entry = self.ranking.entries[place];
        let failure = &self.list.corpus.failures[entry.failure];
        let row = self.group.row_of(entry.failure).unwrap_or(0);
        let signature = self.signatures.of_row[row] as usize;
        let knows_changes = self.list.corpus.knows_changes;
        // Without a cause, the signature has the call of the exception that ended the test.
        let texts = &self.signatures.texts[signature];
        let (root, frame) = if self.signatures.has_root[row] {
            (failure.root_in_words(), Cow::Owned(failing_call(failure).unwrap_or_default()))
        } else {
            (String::new(), Cow::Borrowed(&*texts.call))
        };
        Row {
            run: self.list.run(self.group),
            project: &failure.project,
            bug: &failure.bug,
            rank: place + 1,
            score: entry.score,
            tie: self.tie(place),
            oracle: failure.oracle_kind().map_or("", OracleKind::short),
            exception: failure.trace.exception(),
            frame,
            message: failure.whole_message(),
            test: &failure.test,
            signature: &texts.whole,
            changed: knows_changes.then(|| self.list.verdict("changed", entry.failure)),
            remarks: self.list.names_remarks.then(|| failure.remarks().collect::<Vec<_>>().join("; ")),
            truth: self.list.names_truth.then(|| self.list.verdict("truth", entry.failure)),
            label: self.list.label_of(entry.failure),
            explanation: self.explanations.get(place).cloned(),
            ranker: self.ranker.name(),
            group_size: self.group.failures.len(),
            cause_size: self.cause_sizes.of_row(row),
            environment: Circumstances::are_of_environment(failure),
            root,
            before: self.list.known(entry.failure).map(|known| known.judged.to_string()),
            since: self.list.known(entry.failure).map(|known| known.since.name()),
            execution: self.list.execution(self.group, failure),
            look: None,
            id: entry.failure,
            failure,
            module: module_in(self.group, failure),
            signature_number: self.numbers[signature],
        }
    }

    fn rows(&self) -> impl Iterator<Item = Row<'l>> {
        self.places().into_iter().map(|place| self.row(place))
    }

    /// Returns the number of columns before the verdicts in a table for people: rank, score and tie, or the rank alone.
    fn shown_numbers(&self) -> usize {
        let has_scores = self.ranker.row().shows_score && !self.list.corpus.is_too_small(self.group);
        if has_scores { 3 } else { 1 }
    }

    /// Returns the columns that not every table for people needs: the truth, and the labels if there are any.
    fn verdict_columns(&self) -> Vec<&'static str> {
        let mut shown = self.places().into_iter().map(|place| self.ranking.entries[place].failure);
        let has_labels = shown.any(|failure| !self.list.label_of(failure).is_empty());
        let changed = self.list.corpus.knows_changes.then_some("changed");
        let truth = self.list.names_truth.then_some("truth");
        changed.into_iter().chain(truth).chain(has_labels.then_some("label")).collect()
    }

    /// Returns the cells of a place in the table for the terminal, but for the last one, which says what
    /// failed and takes longer than all others; `verdicts` names the columns of truth and label.
    fn table_cells(&self, place: usize, verdicts: &[&str]) -> Vec<String> {
        let entry = self.ranking.entries[place];
        let failure = &self.list.corpus.failures[entry.failure];
        let numbers = numbers(place, &format!("{:.4}", entry.score), self.tie(place));
        let verdicts = verdicts.iter().map(|column| match self.list.verdict(column, entry.failure) {
            "TP" => self.list.words.names()[0].to_owned(),
            "FP" => self.list.words.names()[1].to_owned(),
            other => other.to_owned(),
        });
        let oracle = failure.oracle_kind().map_or("", OracleKind::short);
        let oracle = failure.language.in_its_words(oracle).into_owned();
        let exception = (!self.is_hand_written)
            .then(|| cut_end(&sanitize(&failure.exception_in_words()), EXCEPTION).into_owned());
        numbers
            .into_iter()
            .take(self.shown_numbers())
            .chain(verdicts)
            .chain([oracle])
            .chain(exception)
            .collect()
    }

    /// Returns the number of the block of equal scores in which a place is, if it is not alone there.
    fn tie(&self, place: usize) -> Option<usize> {
        Some(self.ranking.entries[place].tie).filter(|&tie| self.tied[tie] > 1)
    }

    fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let verdicts = self.verdict_columns();
        let further: &[&str] =
            if self.is_hand_written { &["oracle", "says"] } else { &["oracle", "exception", "says"] };
        let numbers = NUMBERS[..self.shown_numbers()].iter();
        let header: Vec<String> =
            numbers.chain(&verdicts).chain(further).map(|&name| name.to_owned()).collect();
        let is_text = |column: usize| !matches!(&*header[column], "rank" | "tie");
        // They are made twice, because all of them together take more memory than the failures.
        let mut widths = Widths::default();
        widths.add(&header);
        for place in self.places() {
            widths.add(&self.table_cells(place, &verdicts));
        }
        writeln!(out, "{}\n{}", self.list.heading(self.group, self.ranker), widths.line(&header, is_text))?;
        for place in self.places() {
            let row = self.row(place);
            let mut cells = self.table_cells(place, &verdicts);
            cells.push(row.error(self.is_hand_written));
            writeln!(out, "{}", cut_end(&widths.line(&cells, is_text), WIDTH))?;
            let (number, tests) = row.signature_number;
            let flaky = row.failure.is_flaky.then(|| "flaky".to_owned());
            let module = row.module.clone();
            let remarks = module
                .into_iter()
                .chain(row.failure.remarks())
                .chain(flaky)
                .map(|remark| format!(" · {remark}"));
            let remarks: String = remarks.chain([self.list.remark_on(row.id)]).collect();
            let (test, tests) = (row.failure.name_once(), plural(tests, "test"));
            writeln!(out, "        {} · signature {number}, {tests}", sanitize(&format!("{test}{remarks}")))?;
            if let Some(explanation) = &row.explanation {
                write_sentences(explanation, out)?;
            }
        }
        Ok(())
    }

    fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let verdicts = self.verdict_columns();
        let columns: Vec<&str> = WIDE.iter().chain(&verdicts).copied().collect();
        writeln!(out, "### {}\n", escape_markdown(&self.list.heading(self.group, self.ranker)))?;
        writeln!(out, "| {} |", columns.join(" | "))?;
        writeln!(out, "|---:|---|---:|{}", "---|".repeat(columns.len() - NUMBERS.len()))?;
        for row in self.rows() {
            let cells = columns.iter().map(|column| {
                let remarks = if *column == "message" { row.failure.remarks_before() } else { String::new() };
                escape_markdown(&(remarks + &row.shown(column)))
            });
            writeln!(out, "| {} |", cells.collect::<Vec<_>>().join(" | "))?;
        }
        let explained = self.rows().filter_map(|row| Some((row.explanation.clone()?, row)));
        for (place, (explanation, row)) in explained.enumerate() {
            if place == 0 {
                writeln!(out)?;
            }
            let (test, sentences) =
                (escape_markdown(row.test), escape_markdown(&explanation.sentences.join(" ")));
            writeln!(out, "{}. **{test}** {sentences}", row.rank)?;
        }
        Ok(())
    }
}

impl<'l> List for RankedList<'l> {
    type Row = Row<'l>;

    fn columns(&self) -> Vec<String> {
        columns::header(self)
    }

    fn rows(&self) -> impl Iterator<Item = Row<'l>> {
        let (across, by_group) = if self.is_across {
            (Some(self.rows_of_all_groups()), None)
        } else {
            (
                None,
                Some(
                    self.groups()
                        .flat_map(|group| group.places().into_iter().map(move |place| group.row(place))),
                ),
            )
        };
        across.into_iter().flatten().chain(by_group.into_iter().flatten())
    }

    fn cells(&self, row: &Row<'l>) -> Vec<String> {
        columns::cells(self, row)
    }

    fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_across {
            return self.write_all_groups(out);
        }
        self.write_groups(|group, out| group.write_table(out), out)?;
        if let Some(legend) = self.legend() {
            paragraph(legend, WIDTH).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        out.flush()
    }

    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_groups(|group, out| group.write_markdown(out), out)?;
        if let Some(legend) = self.legend() {
            writeln!(out, "\n{legend}")?;
        }
        out.flush()
    }
}

impl Row<'_> {
    /// Returns the cell of a column in a table for people.
    fn shown(&self, column: &str) -> String {
        if column == "score" { format!("{:.4}", self.score) } else { columns::cell(column, self) }
    }

    /// Returns as much of the sentence as a line can show. It names an exception that says something and has no column.
    fn error(&self, is_hand_written: bool) -> String {
        /// The cells of a line before the sentence.
        const BEFORE: usize = 17;
        let sentence = Sentence::of(self.failure);
        let sentence = if is_hand_written {
            sentence.with_exception(&self.failure.exception_in_words(), usize::MAX)
        } else {
            sentence.beside_exception(usize::MAX)
        };
        let line = sanitize(first_bytes(&sentence, 4 * WIDTH)).into_owned();
        let shorter = if width(&line) > WIDTH - BEFORE { cause_alone(&line) } else { None };
        shorter.unwrap_or(line)
    }
}

/// Returns the cells of rank, score and tie.
fn numbers(place: usize, score: &str, tie: Option<usize>) -> [String; 3] {
    let tie = tie.map_or_else(String::new, |tie| tie.to_string());
    [(place + 1).to_string(), score.to_owned(), tie]
}

/// Writes the sentences below a row of a terminal table.
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
        let trace = format!(
            "{test}\njava.lang.NullPointerException: no {test}\n\tat shop.Purse.take(Purse.java:3)\n"
        );
        let (project, bug) = ("Lang".into(), "7".into());
        Failure { project, bug, test: test.into(), truth, ..Failure::with_trace(&trace) }
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
            corpus.groups.push(Group {
                is_predicted: false,
                run,
                project: "Lang".into(),
                bug: "7".into(),
                failures,
                passed,
            });
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
            words: corpus.verdict_words(),
            names_runs: runs > 1,
            names_truth: true,
            names_remarks: false,
            top,
            label: &label,
            rankers: &Rankers::named(Ranker::EXTENDED_ISOLATION_FOREST, &corpus),
            signatures: &CorpusSignatures::new(&corpus),
            explainer: None,
            is_across: false,
            known: &[],
            is_of_builds: false,
            only_new: false,
            runners: None,
        };
        write(&list, &mut out).expect("memory takes all");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn csv_has_all_digits_and_numbers_ties() {
        let csv = written(|list, out| list.csv(out), None, 1);
        assert_eq!(
            csv,
            "project,bug,rank,score,tie,oracle,exception,frame,message,test,signature,truth,label,ranker,group_size,cause_size,environment,root\n\
             Lang,7,1,0.75,1,,java.lang.NullPointerException,take,\"no a.B::t,１\",\"a.B::t,１\",\
             \"NullPointerException: no a.B::t,# · Purse.take\",FP,unsure,extended-isolation-forest,3,1,false,\n\
             Lang,7,2,0.75,1,,java.lang.NullPointerException,take,no a.B::t|2\u{1b},a.B::t|2\u{1b},\
             NullPointerException: no a.B::t|#\u{1b} · Purse.take,TP,unsure,extended-isolation-forest,3,1,false,\n\
             Lang,7,3,0.30000000000000004,,,java.lang.NullPointerException,take,no a.B::x_y,a.B::x_y,\
             NullPointerException: no a.B::x_y · Purse.take,,,extended-isolation-forest,3,1,false,\n"
        );
    }

    #[test]
    fn several_runs_add_a_leading_column() {
        let csv = written(|list, out| list.csv(out), Some(1), 2);
        let starts: Vec<&str> =
            csv.lines().map(|line| line.split(",0.75").next().unwrap_or_default()).collect();
        assert!(starts[0].starts_with("run,project,bug,rank,"), "{csv}");
        assert_eq!(starts[1..], ["run0,Lang,7,1", "run1,Lang,7,1"]);
        assert!(
            written(|list, out| list.jsonl(out), None, 2)
                .starts_with("{\"run\":\"run0\",\"project\":\"Lang\"")
        );
    }

    #[test]
    fn tables_are_aligned_fit_the_screen_and_show_no_control_characters() {
        let table = written(|list, out| list.table(out), Some(2), 1);
        let lines: Vec<&str> = table.lines().collect();
        let caveat = Ranker::EXTENDED_ISOLATION_FOREST.caveat().expect("it has one");
        assert_eq!(lines[..3], [caveat, "", "Lang-7, top 2 of 3 failures. Too few failures to rank."]);
        assert_eq!(lines[3].find("says"), lines[4].find("NullPointerException in take: no a.B"), "{table}");
        assert_eq!(lines[5], "        a.B::t,１ · signature 1, 1 test");
        assert!(lines[2..].iter().all(|line| width(line) <= WIDTH), "{table}");
        assert!(!table.contains('\u{1b}'));
    }

    #[test]
    fn markdown_cells_are_complete_and_escaped() {
        let markdown = written(|list, out| list.markdown(out), None, 1);
        assert!(markdown.contains("a.B::t\\|2"), "{markdown}");
        assert!(markdown.contains("a.B::x\\_y"), "{markdown}");
        let list = "\n\n### Lang-7, 3 failures. Too few failures to rank.\n\n| rank | score |";
        assert!(
            markdown.starts_with("this list can't be reproduced") && markdown.contains(list),
            "{markdown}"
        );
    }
}
