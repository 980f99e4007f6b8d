//! The oracles of the progress screen: each generated oracle next to its reference, and the figures of the approaches.
//!
//! `tab` on the progress screen opens it, and requests the measures, which [`assess`](crate::assess) computes on a
//! worker. References tell the truth about an oracle, so they are shown only with it.

use super::detail::TraceRow;
use super::detail::compare::TestText;
use super::detail::expected_actual::{Captions, in_words, value_rows};
use super::layout::oracle_areas;
use super::quality::QualityLine;
use super::{App, Cx, Job, Screen, Session, text};
use crate::assess::{
    Definition, Disagreement, GroupFigures, Grouping, Ladder, Measure, Measured, figures, measure,
};
use crate::import::{Import, Instance, Outcome};
use crate::model::{Cancel, Corpus, Failure, FailureId, Stage, TestKey};
use std::sync::Arc;

/// An approach that generated tests.
#[derive(Debug, Clone, PartialEq)]
pub struct Approach {
    name: String,
    /// Its runs, as indices into [`Corpus::runs`].
    runs: Vec<usize>,
    /// The stages of the tests that are not kept: those that did not fail, and duplicates.
    others: Ladder,
}

impl Approach {
    pub(in crate::tui) fn new(name: String, runs: Vec<usize>, import: &Import) -> Approach {
        let mut others = Ladder::default();
        for other in import.others.iter().filter(|other| runs.contains(&other.run())) {
            others.add(other.stage(), true);
        }
        for (&stage, &count) in runs.iter().flat_map(|&run| &import.sources[run].stages_of_duplicates) {
            (0..count).for_each(|_| others.add(Some(stage), true));
        }
        Approach { name, runs, others }
    }

    /// Counts all its tests by stage, as `fossick assess` does.
    fn ladder(&self, corpus: &Corpus) -> Ladder {
        let mut ladder = self.others.clone();
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

/// The measured instances.
#[derive(Debug, Clone, PartialEq)]
pub struct Assessed {
    figures: Vec<GroupFigures>,
    /// The stages of all tests, by approach.
    ladders: Vec<(String, Ladder)>,
    /// The instances, those whose similarity and outcome disagree first.
    pub rows: Vec<OracleRow>,
}

/// An instance in the list.
#[derive(Debug, Clone, PartialEq)]
pub struct OracleRow {
    /// `✗` if it does not compile or fails on the correct version, `=` if both texts are equal, `≈` if they differ and it
    /// passes; blank if no outcome is known.
    pub sign: &'static str,
    /// The chrF of the generated oracle; None if it is not measured.
    pub chrf: Option<f64>,
    /// The name of the test, without its package.
    pub test: String,
    /// The project and the bug.
    pub bug: String,
    /// The index into the instances.
    index: usize,
    disagreement: Option<Disagreement>,
}

impl Assess {
    /// Measures the instances. This takes longer than a frame if there are many. Stops early if requested.
    pub fn answer(self, cancel: &Cancel) -> Assessed {
        let measured = measure(&self.instances, Definition::Paper, cancel);
        let figures = figures(&measured, Some(Grouping::Bug), Definition::Paper);
        let mut order: Vec<usize> = (0..measured.len()).collect();
        order.sort_by(|&one, &other| measured[one].reading_order(&measured[other]));
        let rows = order.into_iter().map(|index| OracleRow::new(index, &measured[index]));
        let ladder = |approach: &Approach| (approach.name.clone(), approach.ladder(&self.corpus));
        let ladders = self.approaches.iter().map(ladder).collect();
        Assessed { figures, ladders, rows: rows.collect() }
    }
}

impl OracleRow {
    /// Returns its instance.
    pub fn instance<'a>(&self, session: &'a Session) -> Option<&'a Instance> {
        session.instances.get(self.index)
    }

    fn new(index: usize, measured: &Measured<'_>) -> OracleRow {
        let Instance { project, bug, test, outcome, .. } = measured.instance;
        let is_equal = measured.score(Measure::Accuracy) == Some(1.0);
        let (class, method) = test.split_once("::").unwrap_or(("", test));
        let simple = class.rsplit('.').next().unwrap_or(class);
        let name = if simple.is_empty() { method.to_owned() } else { format!("{simple}.{method}") };
        OracleRow {
            sign: match outcome {
                Some(Outcome::Failed | Outcome::NotExecuted) => "✗",
                _ if is_equal => "=",
                Some(Outcome::Passed) => "≈",
                None => " ",
            },
            chrf: measured.score(Measure::Chrf),
            test: text::sanitize(&name).into_owned(),
            bug: text::sanitize(format!("{project} {bug}").trim()).into_owned(),
            index,
            disagreement: measured.disagreement(),
        }
    }
}

/// The state of the oracles on the progress screen.
#[derive(Debug, Default)]
pub struct Oracles {
    /// True while they replace the quality of the list.
    pub is_open: bool,
    /// The measured instances; None until measured.
    pub assessed: Option<Box<Assessed>>,
    /// The figures of the approaches, as lines of a table.
    pub table: Vec<QualityLine>,
    /// The selected row.
    pub selected: usize,
    /// The first visible row.
    pub offset: usize,
    /// The outcome of the selected instance in words.
    pub outcome: String,
    /// Its two oracles, with the differences marked.
    pub pair: Vec<TraceRow>,
    /// Its test, if that failed on the version under test.
    pub test: Vec<TestText>,
}

/// The captions of the two oracles.
const CAPTIONS: [Captions; 2] = [["reference   ", ""], ["generated   ", ""]];

impl Oracles {
    /// Shows or hides the oracles; starts to measure them if that was not done yet.
    fn toggle(&mut self, cx: &mut Cx) {
        self.is_open = !self.is_open;
        if self.is_open && self.assessed.is_none() {
            let Session { instances, approaches, corpus, .. } = &cx.session;
            let job = Assess {
                instances: Arc::clone(instances),
                approaches: Arc::clone(approaches),
                corpus: Arc::clone(corpus),
            };
            cx.start(Job::Assess(job));
        }
        self.lay(cx);
    }

    pub(super) fn assessed(&mut self, assessed: Box<Assessed>, cx: &mut Cx) {
        self.assessed = Some(assessed);
        (self.selected, self.offset) = (0, 0);
        self.lay(cx);
    }

    /// Forgets the results that are no longer shown.
    pub(super) fn forget(&mut self) {
        *self = Oracles::default();
    }

    /// Moves the selection.
    pub(super) fn step(&mut self, by: isize, cx: &mut Cx) {
        self.selected = self.selected.saturating_add_signed(by);
        self.lay(cx);
    }

    /// Selects a visible row.
    pub(super) fn click(&mut self, column: u16, row: u16, cx: &mut Cx) {
        let [_, list, _] = oracle_areas(cx.panes.size, self.table.len());
        if list.contains((column, row).into()) {
            self.selected = self.offset + usize::from(row - list.y);
            self.lay(cx);
        }
    }

    /// Rebuilds what is shown of the selected instance and of the current bug, for the size of the screen.
    pub(super) fn lay(&mut self, cx: &mut Cx) {
        let Some(assessed) = &self.assessed else { return };
        self.table = assessed.table(cx);
        let [_, list, pair] = oracle_areas(cx.panes.size, self.table.len());
        let height = usize::from(list.height).max(1);
        self.selected = self.selected.min(assessed.rows.len().saturating_sub(1));
        self.offset = self.offset.clamp((self.selected + 1).saturating_sub(height), self.selected);
        let Some(row) = assessed.rows.get(self.selected) else { return };
        let Some(instance) = cx.session.instances.get(row.index) else { return };
        let outcome = match instance.outcome {
            Some(Outcome::Passed) => "passes on the correct version",
            Some(Outcome::Failed) => "fails on the correct version",
            Some(Outcome::NotExecuted) => "was not executed",
            None => "outcome unknown",
        };
        self.outcome = match row.disagreement {
            Some(disagreement) => format!("{outcome} ({})", disagreement.name()),
            None => outcome.to_owned(),
        };
        let texts = [&instance.reference, &instance.generated].map(in_words);
        let width = usize::from(pair.width.saturating_sub(2));
        self.pair = value_rows(&texts[0], &texts[1], CAPTIONS, width, 0, true);
        let failure = cx.session.failure_of(instance);
        self.test = TestText::of(&cx.session.corpus, failure.into_iter(), 1);
        for test in &self.test {
            cx.highlight(test.key(), || Arc::clone(&test.lines));
        }
    }

    /// Returns the selected instance.
    pub fn instance<'a>(&self, session: &'a Session) -> Option<&'a Instance> {
        self.assessed.as_ref()?.rows.get(self.selected)?.instance(session)
    }
}

impl Session {
    /// Returns the failure of an instance; None if its test did not fail on the version under test.
    fn failure_of(&self, instance: &Instance) -> Option<FailureId> {
        let key = TestKey { project: &*instance.project, bug: &*instance.bug, test: &*instance.test };
        let is_it = |failure: &Failure| failure.key() == key && failure.oracle == instance.generated;
        let groups = self.corpus.groups.iter().filter(|of| {
            (&*of.project, &*of.bug, of.run) == (&*instance.project, &*instance.bug, instance.run)
        });
        let mut failures = groups.flat_map(|group| &group.failures).copied();
        failures.find(|&failure| self.corpus.failure(failure).is_some_and(is_it))
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1}", share * 100.0))
}

impl Assessed {
    /// Returns the stages of each approach, and its figures for all bugs and for the current one.
    fn table(&self, cx: &Cx) -> Vec<QualityLine> {
        let current = cx.session.current_group();
        let current = current.map(|(group, _)| Grouping::bug_name(&group.project, &group.bug));
        let row = |figures: &GroupFigures| {
            let bug = figures.group.as_ref().map_or(String::new(), |group| format!(", {group}"));
            let accuracy = figures.accuracy.as_ref();
            let shares = accuracy.map_or([None; 4], |found| {
                [found.accuracies[0], found.accuracies[1], found.rates[0], found.rates[1]]
            });
            let measures = Measure::ALL.map(|measure| figures.means.score(measure));
            let cells = measures.into_iter().chain(shares).map(percent);
            let count = format!("{:.0}", figures.means.instances);
            let name = format!("{}{bug}", figures.approach);
            QualityLine::Row(text::sanitize(&name).into_owned(), cells.chain([count]).collect())
        };
        let shown = self.figures.iter().filter(|one| one.group.is_none() || one.group == current);
        let names =
            Measure::ALL.map(Measure::name).into_iter().chain(["Except", "Assert", "compile", "pass", "n"]);
        let header = QualityLine::Columns(
            "similarity and accuracy (%)".to_owned(),
            names.map(str::to_owned).collect(),
        );
        self.stages().into_iter().chain([header]).chain(shown.map(row)).collect()
    }

    /// Returns the number of tests that each stage stopped, and the share that got past it; nothing if no stage is known.
    fn stages(&self) -> Vec<QualityLine> {
        let shown: Vec<_> = self.ladders.iter().filter(|(_, ladder)| ladder.tests() > 0).collect();
        if shown.is_empty() {
            return Vec::new();
        }
        let is_any = |count: &dyn Fn(&Ladder) -> usize| shown.iter().any(|(_, ladder)| count(ladder) > 0);
        let is_joined = is_any(&|ladder| ladder.at(Stage::Failed));
        let is_any_unknown = is_any(&|ladder| ladder.unknown);
        let columns = ["syntax", "compile", "runtime", "assertion"].into_iter();
        let columns = columns.chain(is_joined.then_some("failed")).chain(["passed", "n"]);
        let columns = columns.chain(is_any_unknown.then_some("unknown"));
        let row = |(name, ladder): &(String, Ladder)| {
            let stages = [
                (Stage::Syntax, ladder.syntax()),
                (Stage::Compile, ladder.compilation()),
                (Stage::Runtime, ladder.execution()),
                (Stage::Assertion, ladder.assertion()),
            ];
            let count = |stage| text::number(ladder.at(stage));
            let cells =
                stages.into_iter().map(|(stage, past)| format!("{} {:>5}", count(stage), percent(past)));
            let cells = cells.chain(is_joined.then(|| count(Stage::Failed)));
            let cells = cells.chain([count(Stage::Passed), text::number(ladder.tests())]);
            let cells = cells.chain(is_any_unknown.then(|| text::number(ladder.unknown)));
            QualityLine::Row(text::sanitize(name).into_owned(), cells.collect())
        };
        let mut lines = vec![QualityLine::Columns(
            "tests stopped, % past".to_owned(),
            columns.map(str::to_owned).collect(),
        )];
        lines.extend(shown.iter().map(|one| row(one)));
        let said = "duplicates count here, not below; `fossick assess` also reads sources and logs";
        lines.push(QualityLine::Text(said.to_owned()));
        lines
    }
}

impl App {
    /// Shows the oracles, or the quality of the list again.
    pub(super) fn toggle_oracles(&mut self) {
        if self.cx.session.instances.is_empty() {
            let why = "no reference oracles are known: JSON Lines have them in `reference`, run folders in meta.csv (--rebuild)";
            return self.cx.messages.info(why);
        }
        if self.cx.screen != Screen::Quality {
            self.turn_to(Screen::Quality);
        }
        if self.cx.screen == Screen::Quality {
            self.oracles.toggle(&mut self.cx);
        }
    }

    /// Opens the failure of the selected instance on the triage screen.
    pub(super) fn open_instance(&mut self) {
        if !self.cx.session.truth_shown {
            return;
        }
        let Some(instance) = self.oracles.instance(&self.cx.session) else { return };
        match self.cx.session.failure_of(instance) {
            Some(failure) => {
                self.cx.go_to_failure(failure);
                self.turn_to(Screen::Triage);
            }
            None => self.cx.messages.info("this test did not fail on the version under test"),
        }
    }
}
