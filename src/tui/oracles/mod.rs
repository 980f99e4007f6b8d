//! The oracles of the progress screen: each generated oracle next to its reference, and the figures of the approaches.
//!
//! `tab` on the progress screen opens it, and requests the measures, which [`assess`](crate::assess) computes on a
//! worker. References tell the truth about an oracle, so they are shown only with it.

pub(crate) mod draw;

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use ratatui::layout::Rect;

use super::{App, Cx, Job, Lists, Results, Screen, text};
use crate::assess::inputs::Instance;
use crate::assess::{
    AccuracyFigures, Definition, Disagreement, GroupFigures, Grouping, Ladder, Measure, MeasuredInstance,
    figures, measure, stages_of,
};
use crate::import::{Import, Outcome};
use crate::model::{Cancel, Corpus, Failure, FailureId, Group, Language, TestKey};
use crate::tui::core::command::conditions::has_references;
use crate::tui::frame::layout::oracle_areas;
use crate::tui::progress::words::ProgressLine;
use crate::tui::triage::compare::TestText;
use crate::tui::triage::compare::diff;
use crate::tui::triage::compare::diff::WordDiff;
use crate::tui::triage::trace::expected_actual::{Captions, in_words, value_rows};
use crate::tui::triage::trace::row::TraceRow;

#[derive(Debug, Clone, PartialEq)]
pub struct Approach {
    name: String,
    /// Its runs, as indices into [`Corpus::runs`].
    runs: Vec<usize>,
    /// The stages of the tests that did not fail, and of duplicates, which are not kept.
    others: Ladder,
    duplicates: Ladder,
}

impl Approach {
    pub(in crate::tui) fn new(name: String, runs: Vec<usize>, import: &Import) -> Approach {
        let [mut others, mut duplicates] = [Ladder::default(), Ladder::default()];
        for other in import.others.iter().filter(|other| runs.contains(&other.run())) {
            others.add(other.stage(), true);
        }
        for (&stage, &count) in runs.iter().flat_map(|&run| &import.sources[run].stages_of_duplicates) {
            (0..count).for_each(|_| duplicates.add(Some(stage), true));
        }
        Approach { name, runs, others, duplicates }
    }

    /// Counts its tests by stage: each once, or with duplicates, as `fossick assess` does.
    fn ladder(&self, corpus: &Corpus, has_duplicates: bool) -> Ladder {
        let mut ladder = self.others.clone();
        if has_duplicates {
            ladder.append(&self.duplicates);
        }
        for group in corpus.groups.iter().filter(|group| self.runs.contains(&group.run)) {
            for failure in group.failures.iter().filter_map(|&failure| corpus.failure(failure)) {
                ladder.add(Some(failure.stage()), true);
            }
        }
        ladder
    }
}

/// A job that measures all instances, and counts the tests by stage.
#[derive(Debug, Clone, PartialEq)]
pub struct Assess {
    instances: Arc<Vec<Instance>>,
    approaches: Arc<Vec<Approach>>,
    corpus: Arc<Corpus>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Assessed {
    figures: Vec<GroupFigures>,
    ladders: Vec<(String, Ladder)>,
    /// The instances, those whose similarity and outcome disagree first.
    pub rows: Vec<OracleRow>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct OracleRow {
    /// `✗` if it fails on the correct version, `·` if it was not executed, as it does not compile, `=` if
    /// both texts are equal, `≈` if they differ and it passes; blank if no outcome is known.
    pub sign: &'static str,
    /// The chrF of the generated oracle, by which the rows are ordered, below 1 if the texts differ; None if it is not
    /// measured.
    pub similarity: Option<f64>,
    /// The similarity by each measure; None if it is not measured.
    scores: [Option<f64>; Measure::ALL.len()],
    pub test: String,
    pub bug: String,
    /// Its reference and its generated oracle in words.
    pub words: [String; 2],
    index: usize,
    /// The same without numbers and texts: rows that are equal in this are folded.
    kind: [String; 2],
    disagreement: Option<Disagreement>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedOracle {
    row: usize,
    kind: usize,
    /// The number of oracles of its kind; 0 in each of those that are listed below it.
    pub count: usize,
    /// The number of groups that they are in, beside that of the first.
    pub others: usize,
    /// The outcomes of their tests on the version under test.
    pub outcome: Outcome,
}

impl Assess {
    /// Measures the instances. This takes longer than a frame if there are many. Stops early if requested.
    pub fn answer(self, cancel: &Cancel) -> Assessed {
        let measured = measure(&self.instances, Definition::Paper, cancel);
        let figures = figures(&measured, Some(Grouping::Bug), Definition::Paper);
        let mut order: Vec<usize> = (0..measured.len()).collect();
        order.sort_by(|&one, &other| measured[one].reading_order(&measured[other]));
        let rows = order.into_iter().map(|index| OracleRow::new(index, &measured[index]));
        let mut rows: Vec<OracleRow> = rows.collect();
        // The others by their result, the most similar first.
        let place = |row: &OracleRow| {
            row.disagreement.is_none().then(|| ["✗", "·", "≈", "="].iter().position(|&sign| sign == row.sign))
        };
        rows.sort_by(|one, other| {
            place(one).cmp(&place(other)).then_with(|| match place(one) {
                Some(_) => other.similarity.unwrap_or(-1.0).total_cmp(&one.similarity.unwrap_or(-1.0)),
                None => Ordering::Equal,
            })
        });
        let mut ladders = Vec::new();
        for approach in self.approaches.iter() {
            let [once, all] = [false, true].map(|all| approach.ladder(&self.corpus, all));
            let with_duplicates = (all != once).then(|| ("  with duplicates".to_owned(), all));
            ladders.extend(std::iter::once((approach.name.clone(), once)).chain(with_duplicates));
        }
        Assessed { figures, ladders, rows }
    }
}

impl OracleRow {
    pub(crate) fn instance<'a>(&self, results: &'a Results) -> Option<&'a Instance> {
        results.instances.get(self.index)
    }

    fn new(index: usize, measured: &MeasuredInstance<'_>) -> OracleRow {
        let Instance { project, bug, test, outcome, reference, generated, .. } = measured.instance;
        let words = [reference, generated].map(|oracle| in_words(oracle, Language::Java));
        // Those without an assertion are not measured.
        let is_equal = reference == generated || measured.score(Measure::Accuracy) == Some(1.0);
        let (class, method) = test.split_once("::").unwrap_or(("", test));
        let simple = class.rsplit('.').next().unwrap_or(class);
        let name = if simple.is_empty() { method.to_owned() } else { format!("{simple}.{method}") };
        OracleRow {
            sign: match outcome {
                Some(Outcome::Failed) => "✗",
                Some(Outcome::NotExecuted) => "·",
                _ if is_equal => "=",
                Some(Outcome::Passed) => "≈",
                None => " ",
            },
            similarity: measured
                .score(Measure::Chrf)
                .map(|share| if is_equal { share } else { share.min(0.99) }),
            scores: Measure::ALL.map(|measure| measured.score(measure)),
            test: text::sanitize(&name).into_owned(),
            bug: text::sanitize(&Group::name_of(project, bug)).into_owned(),
            index,
            // Tests of a generator differ in their values and in the numbers of their variables.
            kind: words.each_ref().map(|words| mask(words)),
            words,
            disagreement: measured.disagreement().filter(|_| *outcome != Some(Outcome::NotExecuted)),
        }
    }
}

#[derive(Debug, Default)]
pub struct Oracles {
    /// True while they replace the quality of the list.
    pub is_open: bool,
    /// The measured instances; None until measured.
    pub assessed: Option<Box<Assessed>>,
    /// The stages at which the tests of the approaches end, as lines of a table.
    pub table: Vec<ProgressLine>,
    /// The similarity and accuracy of the selected instance, its bug and all approaches, as lines of a table.
    pub measures: Vec<ProgressLine>,
    pub listed: Vec<ListedOracle>,
    /// The oracles of each kind, as indices into the measured ones.
    kinds: Vec<Vec<usize>>,
    /// The first row of the kind that is unfolded, as an index into the instances.
    unfolded: Option<usize>,
    /// True if the list is made with the references.
    has_references: bool,
    pub selected: usize,
    pub offset: usize,
    pub outcome: &'static str,
    /// Its two oracles, with the differences marked.
    pub pair: Vec<TraceRow>,
    /// Its test, or those of its kind, if they failed on the version under test.
    pub tests: Vec<TestText>,
}

/// Replaces texts, and numbers with the names that end with them.
fn mask(oracle: &str) -> String {
    let mut masked = String::with_capacity(oracle.len());
    let (mut is_quoted, mut is_escaped) = (false, false);
    for c in oracle.chars() {
        if c == '"' && !is_escaped {
            is_quoted = !is_quoted;
        }
        is_escaped = c == '\\' && !is_escaped;
        match c {
            _ if is_quoted && c != '"' => {}
            '0'..='9' if masked.ends_with('#') => {}
            '0'..='9' => masked.push('#'),
            c => masked.push(c),
        }
    }
    masked
}

const CAPTIONS: [Captions; 2] = [["reference   ", ""], ["generated   ", ""]];
/// The similarity from which on the differences of two oracles are marked.
const LEAST_ALIKE: f64 = 0.5;
const MOST_TESTS: usize = 8;

impl Oracles {
    /// Shows or hides the oracles; starts to measure them if that was not done yet.
    fn toggle(&mut self, cx: &mut Cx) {
        self.is_open = !self.is_open;
        if self.is_open && self.assessed.is_none() {
            let job = Assess {
                instances: Arc::clone(&cx.results.instances),
                approaches: Arc::clone(&cx.results.approaches),
                corpus: Arc::clone(&cx.lists.corpus),
            };
            cx.start(Job::Assess(job));
        }
        self.lay(cx);
    }

    pub(super) fn assessed(&mut self, assessed: Box<Assessed>, cx: &mut Cx) {
        self.assessed = Some(assessed);
        (self.selected, self.offset) = (0, 0);
        self.list(None, cx);
        self.lay(cx);
    }

    /// Makes the list and selects the row of an instance: with their references in the order of what is
    /// surprising, else failures first, in the order of the input, as any other order would tell which
    /// oracles are right.
    fn list(&mut self, selected: Option<usize>, cx: &Cx) {
        let Some(assessed) = &self.assessed else { return };
        self.has_references = cx.judging.truth_shown;
        let row = |row: &usize| &assessed.rows[*row];
        let mut order: Vec<usize> = (0..assessed.rows.len()).collect();
        let outcome = |at: usize| {
            row(&at).instance(&cx.results).map_or(Outcome::Passed, |instance| cx.lists.outcome_of(instance))
        };
        if !self.has_references {
            order.sort_by_cached_key(|at| (outcome(*at) != Outcome::Failed, row(at).index));
        }
        let kind = |at: &usize| {
            let OracleRow { sign, kind: [reference, generated], .. } = row(at);
            let known = if self.has_references { (*sign, &**reference) } else { ("", "") };
            (known, &**generated, outcome(*at))
        };
        let mut places: HashMap<_, usize> = HashMap::new();
        let mut kinds: Vec<Vec<usize>> = Vec::new();
        for at in order {
            let place = *places.entry(kind(&at)).or_insert(kinds.len());
            if place == kinds.len() {
                kinds.push(Vec::new());
            }
            kinds[place].push(at);
        }
        self.listed.clear();
        for (kind, rows) in kinds.iter().enumerate() {
            let groups: HashSet<&str> = rows.iter().map(|at| &*row(at).bug).collect();
            let (others, outcome) = (groups.len() - 1, outcome(rows[0]));
            let first = ListedOracle { row: rows[0], kind, count: rows.len(), others, outcome };
            self.listed.push(first);
            let has = |index: Option<usize>| rows[1..].iter().any(|at| Some(row(at).index) == index);
            if self.unfolded == Some(row(&rows[0]).index) || has(selected) || has(self.unfolded) {
                self.unfolded = Some(row(&rows[0]).index);
                let one = ListedOracle { count: 0, others: 0, ..first };
                self.listed.extend(rows.iter().map(|&row| ListedOracle { row, ..one }));
            }
        }
        self.selected = self
            .listed
            .iter()
            .position(|listed: &ListedOracle| Some(row(&listed.row).index) == selected)
            .unwrap_or(self.selected);
        self.kinds = kinds;
    }

    /// Returns the selected oracle, or all that its row stands for.
    pub fn chosen(&self) -> impl Iterator<Item = &OracleRow> {
        let listed = self.listed.get(self.selected);
        let rows = listed.map_or(&[][..], |listed| match listed.count {
            0 => std::slice::from_ref(&listed.row),
            _ => &self.kinds[listed.kind],
        });
        rows.iter().filter_map(|&row| self.assessed.as_ref()?.rows.get(row))
    }

    /// Returns the selected row if it stands for several oracles.
    pub fn folded(&self) -> Option<ListedOracle> {
        self.listed.get(self.selected).copied().filter(|listed| listed.count > 1)
    }

    /// Returns true if the oracles of the selected kind are listed below its first one.
    pub(crate) fn is_unfolded(&self) -> bool {
        self.listed.get(self.selected + 1).is_some_and(|next| next.count == 0)
    }

    /// Lists the oracles of the selected kind, or only the first of them again.
    fn fold(&mut self, cx: &mut Cx) {
        let index = self.row().map(|row| row.index);
        self.unfolded = if self.is_unfolded() { None } else { index };
        self.list(index, cx);
        self.lay(cx);
    }

    /// Returns what opening the selected row does; None if its test did not fail.
    pub(super) fn opens(&self) -> Option<&'static str> {
        let listed = self.listed.get(self.selected)?;
        match self.folded() {
            Some(_) => Some(if self.is_unfolded() { "fold" } else { "unfold" }),
            None => (listed.outcome == Outcome::Failed).then_some("open"),
        }
    }

    pub(super) fn step(&mut self, by: isize, cx: &mut Cx) {
        self.selected = self.selected.saturating_add_signed(by);
        self.lay(cx);
    }

    pub(super) fn click(&mut self, column: u16, row: u16, cx: &mut Cx) {
        let [_, list, ..] = self.areas(cx);
        if list.contains((column, row).into()) {
            self.selected = self.offset + usize::from(row - list.y);
            self.lay(cx);
        }
    }

    /// Rebuilds what is shown of the selected instance and of the current bug, for the size of the screen.
    pub(super) fn lay(&mut self, cx: &mut Cx) {
        if self.has_references != cx.judging.truth_shown {
            // A chosen oracle stays selected, also where its row moves.
            let selected = self.row().filter(|_| self.selected > 0).map(|row| row.index);
            self.unfolded = None;
            self.list(selected, cx);
        }
        let Some(assessed) = &self.assessed else { return };
        // A low screen needs the rows for oracles.
        self.table = assessed.stages(cx.panes.size.1 >= 30);
        let [_, list, pair, below] = self.areas(cx);
        let height = usize::from(list.height).max(1);
        self.selected = self.selected.min(self.listed.len().saturating_sub(1));
        let end = self.listed.len().saturating_sub(height);
        self.offset = self.offset.clamp((self.selected + 1).saturating_sub(height), self.selected.min(end));
        let Some(row) = self.row() else { return };
        let Some(instance) = cx.results.instances.get(row.index) else { return };
        let disagreement = row.disagreement;
        let failed = TestText::of(
            &cx.lists.corpus,
            self.chosen().filter_map(|row: &OracleRow| cx.lists.failure_of(row.instance(&cx.results)?)),
            MOST_TESTS,
        );
        let mut measures = assessed.measures(row, instance);
        if usize::from(below.height) <= measures.len() {
            measures = on_its_side(&measures);
        }
        let outcome = match (disagreement, instance.outcome) {
            _ if !self.has_references => match cx.lists.outcome_of(instance) {
                Outcome::Failed => "fails on the tested version",
                Outcome::Passed => "passes on the tested version",
                Outcome::NotExecuted => "was not executed",
            },
            (Some(Disagreement::DifferentPasses), _) => "text differs, but the test passes",
            (Some(Disagreement::SimilarFails), _) => "similar text, but the test fails",
            (None, Some(Outcome::Passed)) => "passes on the fixed version",
            (None, Some(Outcome::Failed)) => "fails on the fixed version",
            (None, Some(Outcome::NotExecuted)) => "was not executed",
            (None, None) => "outcome unknown",
        };
        let texts = row.words.each_ref().map(|text| &**text);
        let width = usize::from(pair.width.saturating_sub(2));
        // Where little is common, marks would be everywhere.
        let is_alike = row.similarity.is_some_and(|share| share >= LEAST_ALIKE);
        let words = if is_alike { diff::words(texts[0], texts[1]) } else { WordDiff::default() };
        let pair = value_rows(texts, &words, CAPTIONS, width, 0, true);
        (self.outcome, self.pair, self.tests, self.measures) = (outcome, pair, failed, measures);
        cx.highlight_tests(&self.tests);
    }

    /// Returns the oracle of the selected row, or the first of several.
    pub fn row(&self) -> Option<&OracleRow> {
        self.listed.get(self.selected).and_then(|listed| self.measured(listed))
    }

    pub fn measured(&self, listed: &ListedOracle) -> Option<&OracleRow> {
        self.assessed.as_ref()?.rows.get(listed.row)
    }

    pub(crate) fn areas(&self, cx: &Cx) -> [Rect; 4] {
        oracle_areas(cx.panes.size, self.table.len(), self.listed.len(), cx.judging.truth_shown)
    }
}

impl Lists {
    /// Returns the outcome of the test of an instance on the version under test.
    fn outcome_of(&self, instance: &Instance) -> Outcome {
        match instance.outcome {
            _ if self.failure_of(instance).is_some() => Outcome::Failed,
            Some(Outcome::NotExecuted) => Outcome::NotExecuted,
            _ => Outcome::Passed,
        }
    }

    /// Returns the failure of an instance; None if its test did not fail on the version under test.
    fn failure_of(&self, instance: &Instance) -> Option<FailureId> {
        let key = TestKey { project: &*instance.project, bug: &*instance.bug, test: &*instance.test };
        let groups = self.corpus.groups.iter().filter(|group| {
            (&*group.project, &*group.bug, group.run) == (&*instance.project, &*instance.bug, instance.run)
        });
        let mut failures = groups.flat_map(|group| &group.failures).copied();
        failures.find(|&failure| {
            self.corpus
                .failure(failure)
                .is_some_and(|failure: &Failure| failure.key() == key && failure.oracle == instance.generated)
        })
    }
}

type Named<Of, Value> = (&'static str, fn(&Of) -> Value);

/// Formats a count, which as a mean over runs need not be whole.
fn counted(count: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of tests")]
    text::number(count.round() as usize)
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1}", share * 100.0))
}

/// Turns the measures of similarity into columns, for a low screen: all of them, of the selected oracle and
/// of all of its approach, and of its bug if there is room.
fn on_its_side(lines: &[ProgressLine]) -> Vec<ProgressLine> {
    let [ProgressLine::Columns(corner, names), rows @ ..] = lines else { return Vec::new() };
    let measures = rows.iter().filter_map(|line| match line {
        ProgressLine::Row(words, cells) => Some((words.split_once('(')?.1.trim_end_matches(')'), cells)),
        _ => None,
    });
    let (columns, cells): (Vec<_>, Vec<_>) = measures.map(|(name, cells)| (name.to_owned(), cells)).unzip();
    let mut turned = vec![ProgressLine::Columns(corner.clone(), columns)];
    turned.extend(names.iter().enumerate().map(|(place, name)| {
        ProgressLine::Row(name.clone(), cells.iter().map(|cells| cells[place].clone()).collect())
    }));
    turned[2..].rotate_left(1);
    turned
}

impl Assessed {
    /// Returns the measures as rows: of an instance, of its bug and of all bugs, the latter for each approach.
    fn measures(&self, row: &OracleRow, instance: &Instance) -> Vec<ProgressLine> {
        let bug = Grouping::bug_name(&instance.project, &instance.bug);
        let of_bug =
            |one: &&GroupFigures| one.group.as_ref() == Some(&bug) && *one.approach == *instance.approach;
        let of_bug = self.figures.iter().find(of_bug);
        let of_all: Vec<&GroupFigures> = self.figures.iter().filter(|one| one.group.is_none()).collect();
        let shown = || of_bug.into_iter().chain(of_all.iter().copied());
        let names = of_bug.map(|_| row.bug.clone()).into_iter();
        let names = names.chain(of_all.iter().map(|one| text::sanitize(&one.approach).into_owned()));
        let names = std::iter::once("this one".to_owned()).chain(names).collect();
        let mut lines = vec![ProgressLine::Columns("in %".to_owned(), names)];
        let mut scores: Vec<_> = Measure::ALL.into_iter().zip(row.scores).collect();
        // First the one by which the list is ordered.
        scores.sort_by_key(|&(measure, _)| measure != Measure::Chrf);
        for (measure, score) in scores {
            let others = shown().map(|figures| percent(figures.means.score(measure)));
            // As the list shows it.
            let score = if measure == Measure::Chrf { row.similarity } else { score };
            let cells = std::iter::once(percent(score)).chain(others).collect();
            lines.push(ProgressLine::Row(measure.words().to_owned(), cells));
        }
        let accuracies: [Named<AccuracyFigures, Option<f64>>; 4] = [
            ("exceptions predicted right", |found| found.accuracies[0]),
            ("assertions predicted right", |found| found.accuracies[1]),
            ("tests that can be run", |found| found.rates[0]),
            ("of these, pass when fixed", |found| found.rates[1]),
        ];
        for (name, share) in accuracies {
            let cells = shown().map(|figures| percent(figures.accuracy.as_ref().and_then(share)));
            let cells = std::iter::once(String::new()).chain(cells).collect();
            lines.push(ProgressLine::Row(name.to_owned(), cells));
        }
        let counts = shown().map(|figures| counted(figures.means.instances));
        let counts = std::iter::once("1".to_owned()).chain(counts).collect();
        lines.push(ProgressLine::Row("oracles with a reference text".to_owned(), counts));
        lines
    }

    /// Returns the number of tests that end at each stage; nothing if no stage is known.
    fn stages(&self, has_duplicates: bool) -> Vec<ProgressLine> {
        let shown = self
            .ladders
            .iter()
            .filter(|(name, ladder)| (has_duplicates || !name.starts_with(' ')) && ladder.tests() > 0);
        let shown: Vec<_> = shown.collect();
        if shown.is_empty() {
            return Vec::new();
        }
        let stages = stages_of(shown.iter().map(|(_, ladder)| ladder));
        let is_any_unknown = shown.iter().any(|(_, ladder)| ladder.unknown > 0);
        let names = stages.iter().map(|(_, name)| *name).chain(is_any_unknown.then_some("not run"));
        let names = names.chain(["all tests"]).map(str::to_owned).collect();
        let mut lines = vec![ProgressLine::Columns("tested version".to_owned(), names)];
        lines.extend(shown.iter().map(|(name, ladder)| {
            let counts = stages.iter().map(|(stage, _)| ladder.at(*stage));
            let counts = counts.chain(is_any_unknown.then_some(ladder.unknown));
            let counts = counts.chain([ladder.tests() + ladder.unknown]);
            ProgressLine::Row(text::sanitize(name).into_owned(), counts.map(text::number).collect())
        }));
        lines
    }
}

impl App {
    /// Shows the oracles, or the quality of the list again.
    pub(super) fn toggle_oracles(&mut self) {
        if let Err(lack) = has_references(self) {
            return self.cx.messages.info(lack);
        }
        if self.cx.screen != Screen::Progress {
            self.turn_to(Screen::Progress);
        }
        if self.cx.screen == Screen::Progress {
            self.oracles.toggle(&mut self.cx);
        }
    }

    /// Unfolds or folds the selected kind, or opens the failure of the selected instance on the triage screen.
    pub(super) fn open_instance(&mut self) {
        if self.oracles.folded().is_some() {
            return self.oracles.fold(&mut self.cx);
        }
        let row = self.oracles.row();
        let Some(instance) = row.and_then(|row| row.instance(&self.cx.results)) else { return };
        match self.cx.lists.failure_of(instance) {
            Some(failure) => self.arrive(failure),
            None => self.cx.messages.info("this test did not fail on the version under test"),
        }
    }
}
