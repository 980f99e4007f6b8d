//! The executions of one test in several reports of a run, and those of them that count.
//!
//! ```text
//! reports ──by name──▶ executions of a test ──attempts, repetitions──▶ cells ──▶ one test, or a failure for each that differs
//! ```
//!
//! Times of files mean nothing here: a copy of a folder gives them new ones. Reports that state the same
//! environment and are in the same place are repetitions, of which the later one counts, by the times that
//! they state. All others are cells of a matrix: jobs on several systems, variants of a build, suites of the
//! same name. A failure in any cell is a failure.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::ReadReport;
use super::cell_names::{Placement, cell_names};
use super::repeated::repeated;
use super::suite_facts::{Environment, SuiteFacts};
use super::tests::{FailureText, Reported, ReportedTest};
use crate::import::account::{Notes, ReportCounts};
use crate::import::{Outcome, short};
use crate::model::{Cells, Extent, Failure, ReportTime, StackTrace};

/// A test of a run, with the execution that counts.
pub(crate) struct CountedTest<'r> {
    pub read: &'r ReadReport,
    pub test: &'r ReportedTest,
    /// True if another execution of it had the other outcome, on the same version and in the same environment.
    pub has_both_outcomes: bool,
    /// The facts of a test that was executed in several cells; most are in one, and a run can have hundreds
    /// of thousands.
    in_cells: Option<Box<InCells>>,
    /// The position of the test in all reports.
    sequence: u32,
}

struct InCells {
    /// The name with the cell, if the test failed otherwise in a later one.
    name: Option<String>,
    cells: Option<Arc<Cells>>,
}

impl CountedTest<'_> {
    /// Returns the name of the test in this run.
    pub(crate) fn name(&self) -> &str {
        self.in_cells
            .as_ref()
            .and_then(|in_cells| in_cells.name.as_deref())
            .unwrap_or_else(|| &*self.test.name)
    }

    /// Returns its name, which takes no memory of its own where the report has it.
    pub(crate) fn shared_name(&self) -> Arc<str> {
        let own = self.in_cells.as_ref().and_then(|in_cells| in_cells.name.as_deref());
        own.map_or_else(|| Arc::clone(&self.test.name), Arc::from)
    }

    pub(crate) fn outcome(&self) -> Outcome {
        match &self.test.reported {
            Reported::Passed => Outcome::Passed,
            Reported::Failed(failed) if failed.extent == Extent::Test => Outcome::Failed,
            Reported::Skipped | Reported::Failed(_) => Outcome::NotExecuted,
        }
    }

    pub(crate) fn cells(&self) -> Option<&Arc<Cells>> {
        self.in_cells.as_ref()?.cells.as_ref()
    }

    pub(crate) fn executed(&self) -> Option<ReportTime> {
        self.read.facts(self.test).executed
    }
}

/// An execution of a test in one of the reports.
#[derive(Clone, Copy)]
struct Execution<'r> {
    /// The index of the report.
    report: usize,
    read: &'r ReadReport,
    test: &'r ReportedTest,
    /// The position among the executions of all tests.
    sequence: usize,
}

/// The last execution of a test in one cell of a matrix.
#[derive(Clone, Copy)]
struct Cell<'r> {
    last: Execution<'r>,
    failed_before: bool,
}

impl<'r> Execution<'r> {
    /// Returns what executions of one test have in common: the module and the name. Folders that no build
    /// marks as modules may be those of jobs and runs.
    fn key(&self) -> (&'r str, &'r str) {
        let module = if self.read.place.is_certain { &*self.read.place.module } else { "" };
        (module, &self.test.name)
    }

    fn facts(&self) -> &'r SuiteFacts {
        self.read.facts(self.test)
    }

    /// Returns the order in time; of the same time, that of the reports.
    fn time_and_place(&self) -> (Option<ReportTime>, usize) {
        (self.facts().executed, self.sequence)
    }
}

/// Returns each test of the reports once, or once for each different failure of a matrix, in the order of the reports.
pub(crate) fn counted_tests<'r>(
    reports: &'r [ReadReport],
    counts: &mut ReportCounts,
    notes: &mut Notes,
) -> Vec<CountedTest<'r>> {
    let executions = reports.iter().enumerate().flat_map(|(report, read)| {
        read.report.tests.iter().map(move |test| Execution { report, read, test, sequence: 0 })
    });
    let executions = executions.enumerate().map(|(sequence, execution)| Execution { sequence, ..execution });
    let alone = |execution: Execution<'r>| execution.counted(false);
    if let [read] = reports
        && !read.report.tests.iter().any(ReportedTest::is_numbered)
    {
        // The tests of a report have names of their own, but for one whose title is another's with its number.
        return executions.map(alone).collect();
    }
    let of_one_test = repeated(executions.clone().map(|execution| execution.key()));
    if of_one_test.is_empty() {
        return executions.map(alone).collect();
    }
    let executions: Vec<Execution<'r>> = executions.collect();
    let is_repeated: HashSet<usize, RandomState> = of_one_test.iter().flatten().copied().collect();
    let once = executions.iter().filter(|execution| !is_repeated.contains(&execution.sequence));
    let mut counted: Vec<CountedTest<'r>> = once.copied().map(alone).collect();
    let mut matrix = Matrix::new(reports);
    let mut in_cells = Vec::new();
    for places in of_one_test {
        let of_test: Vec<Execution<'r>> = places.into_iter().map(|place| executions[place]).collect();
        match matrix.cells(&of_test, counts, notes)[..] {
            [Cell { last, failed_before }] => counted.push(last.counted(failed_before)),
            ref cells => in_cells.push(cells.to_vec()),
        }
    }
    let names = matrix.names(&in_cells);
    for cells in in_cells {
        matrix.count(&cells, &names, counts, notes, &mut counted);
    }
    counted.sort_by_key(|test| test.sequence);
    counted
}

impl<'r> Execution<'r> {
    fn counted(self, failed_before: bool) -> CountedTest<'r> {
        CountedTest {
            read: self.read,
            test: self.test,
            has_both_outcomes: failed_before && self.test.reported == Reported::Passed,
            in_cells: None,
            sequence: short(self.sequence),
        }
    }
}

/// The properties that tell the reports of a run apart.
struct Matrix<'r> {
    reports: &'r [ReadReport],
    placements: Vec<Placement>,
    /// A number for each environment that suites state.
    environments: HashMap<&'r Environment, usize>,
}

impl<'r> Matrix<'r> {
    fn new(reports: &'r [ReadReport]) -> Matrix<'r> {
        let placements = reports.iter().map(|read| Placement::of(&read.place, &read.stem)).collect();
        Matrix { reports, placements, environments: HashMap::new() }
    }

    fn environment(&mut self, execution: &Execution<'r>) -> usize {
        let next = self.environments.len();
        *self.environments.entry(&execution.facts().environment).or_insert(next)
    }

    /// Returns the cells in which a test was executed, in the order of the reports.
    fn cells(
        &mut self,
        executions: &[Execution<'r>],
        counts: &mut ReportCounts,
        notes: &mut Notes,
    ) -> Vec<Cell<'r>> {
        let mut repeated: BTreeMap<(&str, usize), Vec<Cell<'r>>> = BTreeMap::new();
        let cells = last_attempts(executions, counts);
        let environments: Vec<usize> = cells.iter().map(|cell| self.environment(&cell.last)).collect();
        for (cell, environment) in cells.into_iter().zip(environments) {
            let place = &*self.placements[cell.last.report].place;
            repeated.entry((place, environment)).or_default().push(cell);
        }
        let mut cells: Vec<Cell<'r>> = Vec::new();
        for mut executions in repeated.into_values() {
            if executions.iter().any(|cell| cell.last.facts().executed.is_none()) {
                cells.append(&mut executions);
                continue;
            }
            // Of one time, the failure counts.
            executions.sort_by_key(|Cell { last, .. }| {
                (last.facts().executed, last.test.has_failed(), last.sequence)
            });
            let Some((last, earlier)) = executions.split_last() else { continue };
            let failed_before = last.failed_before
                || earlier
                    .iter()
                    .filter(|cell| cell.last.facts().executed < last.last.facts().executed)
                    .any(|cell| cell.failed_before || cell.last.test.has_failed());
            let has_passed = last.last.test.reported == Reported::Passed;
            for Cell { last, .. } in earlier {
                counts.superseded += 1;
                counts.recovered += usize::from(has_passed && last.test.has_failed());
                let reason =
                    "a test is in several reports of one suite: the later one counts, by the times in them";
                notes.unjoined(reason, || last.read.describe(last.test));
            }
            cells.push(Cell { failed_before, ..*last });
        }
        cells.sort_by_key(|cell| cell.last.sequence);
        cells
    }

    /// Returns the names of the cells, by report: those that hold the same tests are told apart.
    fn names(&self, tests: &[Vec<Cell<'r>>]) -> Vec<Arc<str>> {
        let mut sets = Sets::new(self.reports.len());
        for cells in tests {
            for pair in cells.windows(2) {
                sets.unite(pair[0].last.report, pair[1].last.report);
            }
        }
        let mut names = vec![Arc::default(); self.reports.len()];
        for set in sets.with_several() {
            let reports: Vec<&ReadReport> = set.iter().map(|&report| &self.reports[report]).collect();
            for (report, name) in set.into_iter().zip(cell_names(&reports)) {
                names[report] = Arc::from(name);
            }
        }
        names
    }

    /// Counts a test that was executed in several cells: in each module once, or once for each different failure.
    fn count(
        &mut self,
        cells: &[Cell<'r>],
        names: &[Arc<str>],
        counts: &mut ReportCounts,
        notes: &mut Notes,
        counted: &mut Vec<CountedTest<'r>>,
    ) {
        let name_of = |cell: &&Cell<'_>| Arc::clone(&names[cell.last.report]);
        let passed: Vec<&Cell<'r>> =
            cells.iter().filter(|cell| cell.last.test.reported == Reported::Passed).collect();
        let mut modules: Vec<(&str, Vec<&Cell<'r>>)> = Vec::new();
        for cell in cells {
            let module = &*cell.last.read.place.module;
            match modules.iter_mut().find(|(known, _)| *known == module) {
                Some((_, cells)) => cells.push(cell),
                None => modules.push((module, vec![cell])),
            }
        }
        for (_, cells) in modules {
            let first = cells.iter().map(|cell| cell.last.sequence).min().unwrap_or_default();
            let before = counted.len();
            let mut failures = different_failures(&cells);
            // What the latest execution says keeps the name of the test.
            failures.sort_by_key(|cells| std::cmp::Reverse(latest(cells).last.time_and_place()));
            for (place, failed) in failures.iter().enumerate() {
                let last = latest(failed);
                let has_several = cells.len() > 1 || !passed.is_empty();
                let of_matrix = Cells {
                    failed: failed.iter().map(name_of).collect(),
                    passed: passed.iter().map(name_of).collect(),
                };
                let name = &last.last.test.name;
                let in_cells = InCells {
                    name: (place > 0).then(|| format!("{name} [{}]", names[failed[0].last.report])),
                    cells: has_several.then(|| Arc::new(of_matrix)),
                };
                counted.push(CountedTest {
                    has_both_outcomes: self.are_runs(failed, &passed),
                    in_cells: Some(Box::new(in_cells)),
                    sequence: short(first),
                    ..last.last.counted(false)
                });
            }
            if failures.is_empty() {
                let Some(last) =
                    cells.iter().rfind(|cell| cell.last.test.reported == Reported::Passed).or(cells.last())
                else {
                    continue;
                };
                let failed_before = cells.iter().any(|cell| cell.failed_before);
                counted.push(CountedTest { sequence: short(first), ..last.last.counted(failed_before) });
            }
            counts.cells += cells.len() - (counted.len() - before);
            for cell in &cells[1..] {
                let reason =
                    "a test is in several reports that are not repetitions: a failure in any of them counts";
                notes.unjoined(reason, || cell.last.read.describe(cell.last.test));
            }
        }
    }

    /// Returns true if a test passed in a cell that differs from one in which it failed in nothing but the
    /// number of a run.
    fn are_runs(&mut self, failed: &[&Cell<'r>], passed: &[&Cell<'r>]) -> bool {
        let mut run_of = |cell: &&Cell<'r>| {
            let place = self.placements[cell.last.report].without_run.clone()?;
            Some((place, self.environment(&cell.last)))
        };
        let of_passed: Vec<_> = passed.iter().filter_map(&mut run_of).collect();
        failed.iter().filter_map(&mut run_of).any(|run| of_passed.contains(&run))
    }
}

/// Returns the last attempt of each execution: Bazel keeps the reports of the earlier ones in a folder next to it.
fn last_attempts<'r>(executions: &[Execution<'r>], counts: &mut ReportCounts) -> Vec<Cell<'r>> {
    let mut cells: Vec<Cell<'r>> = Vec::with_capacity(executions.len());
    for &execution in executions {
        let Some(attempt) = execution.read.attempt else {
            cells.push(Cell { last: execution, failed_before: false });
            continue;
        };
        let earlier = cells
            .iter_mut()
            .find(|cell| cell.last.read.attempt.is_some() && cell.last.read.place == execution.read.place);
        match earlier {
            None => cells.push(Cell { last: execution, failed_before: false }),
            Some(cell) => {
                counts.retries += 1;
                let is_later = cell.last.read.attempt < Some(attempt);
                let earlier = if is_later { cell.last } else { execution };
                cell.failed_before |= earlier.test.has_failed();
                if is_later {
                    cell.last = execution;
                }
            }
        }
    }
    cells
}

fn latest<'c, 'r>(cells: &[&'c Cell<'r>]) -> &'c Cell<'r> {
    // No list of cells is empty.
    cells.iter().max_by_key(|cell| cell.last.time_and_place()).unwrap_or(&cells[0])
}

/// Returns the cells in which a test failed, those with the same failure together.
fn different_failures<'c, 'r>(cells: &[&'c Cell<'r>]) -> Vec<Vec<&'c Cell<'r>>> {
    let mut failures: Vec<(Cow<'_, str>, Vec<&Cell<'_>>)> = Vec::new();
    for &cell in cells.iter().filter(|cell| cell.last.test.has_failed()) {
        let failure = failure_of(cell.last.test);
        match failures.iter_mut().find(|(known, _)| *known == failure) {
            Some((_, cells)) => cells.push(cell),
            None => failures.push((failure, vec![cell])),
        }
    }
    failures.into_iter().map(|(_, cells)| cells).collect()
}

/// Returns what tells two failures of one test apart: the exception, its message, and where it was thrown.
fn failure_of(test: &ReportedTest) -> Cow<'_, str> {
    let trace = match test.failed().map(|failed| &failed.first.text) {
        None => return Cow::Borrowed(""),
        Some(FailureText::Printed(printed)) => {
            let place = printed.text.trim_end().lines().next_back().unwrap_or_default();
            return Cow::Owned(format!("{}\n{}", printed.caption(), place.replace('\\', "/")));
        }
        Some(FailureText::JavaScript(printed)) => &printed.trace,
        Some(FailureText::Trace(trace)) => trace,
    };
    let failure =
        Failure { trace: StackTrace(Arc::from(trace.as_str())), is_reported: true, ..Failure::default() };
    Cow::Owned(format!("{}\n{}", failure.mode(), failure.whole_message()))
}

/// Sets of reports, united step by step.
struct Sets(Vec<usize>);

impl Sets {
    fn new(count: usize) -> Sets {
        Sets((0..count).collect())
    }

    fn first_of(&mut self, mut member: usize) -> usize {
        while self.0[member] != member {
            self.0[member] = self.0[self.0[member]];
            member = self.0[member];
        }
        member
    }

    fn unite(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first_of(one), self.first_of(other));
        self.0[one.max(other)] = one.min(other);
    }

    /// Returns the sets with several members, both ascending.
    fn with_several(mut self) -> Vec<Vec<usize>> {
        let mut sets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for member in 0..self.0.len() {
            sets.entry(self.first_of(member)).or_default().push(member);
        }
        sets.into_values().filter(|set| set.len() > 1).collect()
    }
}
