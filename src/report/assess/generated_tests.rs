//! The tables of generated tests: the stages that they pass, and what stopped them.

use std::collections::BTreeMap;

use super::figure_table::{FigureTable, Row, Value};
use crate::assess::inputs::cases::{Case, GeneratedTests};
use crate::assess::{CaseGroup, Definition, Ladder, label_counts, stages_of};
use crate::model::Stage;
use crate::model::text::{number, plural};

/// Generated tests, and the groups that figures are printed for.
pub(crate) struct TestReport<'a> {
    pub(crate) cases: &'a GeneratedTests,
    pub(crate) groups: &'a [CaseGroup<'a>],
    /// The kind of the groups: project or bug.
    pub(crate) grouped_by: &'static str,
    pub(crate) definition: Definition,
    /// The numbers of tests of cov@k.
    pub(crate) ks: &'a [usize],
    /// True to list every label of compiler errors.
    pub(crate) all_labels: bool,
}

/// The number of labels that `TestBench` prints for an approach.
const LABELS: usize = 3;

impl TestReport<'_> {
    /// Returns the result of each approach in a sentence.
    pub(super) fn headlines(&self) -> Vec<String> {
        let whole = self.groups.iter().filter(|group| group.group.is_none() && !group.is_context);
        let sentence = |group: &CaseGroup<'_>| {
            let ladder = Ladder::of(group.cases.iter().copied());
            let [syntax, compile, passed] =
                [Stage::Syntax, Stage::Compile, Stage::Passed].map(|stage| ladder.at(stage));
            let failed = ladder.tests() - syntax - compile - passed;
            let parts = [
                (syntax, "with a syntax error"),
                (compile, "with a compiler error"),
                (failed, "failed"),
                (passed, "passed"),
                (ladder.unknown, "not run"),
            ];
            // That a stage stopped no test is a result, too; that everything is known goes without saying.
            let parts = parts.into_iter().filter(|(count, what)| *count > 0 || *what != "not run");
            let parts: Vec<String> = parts.map(|(count, what)| format!("{} {what}", number(count))).collect();
            format!("{}: of {} {}.", group.approach, plural(group.cases.len(), "test"), parts.join(", "))
        };
        whole.map(sentence).collect()
    }

    pub(super) fn tables(&self) -> Vec<FigureTable> {
        if self.cases.cases.is_empty() {
            return Vec::new();
        }
        let mut tables = vec![self.stages()];
        if !self.cases.errors.is_empty() {
            tables.push(self.compiler_errors());
        }
        tables.extend([self.structure(), self.worth(), self.coverage()].into_iter().flatten());
        tables.extend(self.targeted());
        tables.extend(self.samples());
        tables.extend(self.runtime_errors());
        tables
    }

    pub(super) fn row(group: &CaseGroup<'_>, values: Vec<Value>) -> Row {
        Row { approach: group.approach.clone(), group: group.group.clone().unwrap_or_default(), values }
    }

    fn stages(&self) -> FigureTable {
        let ladders: Vec<Ladder> =
            self.groups.iter().map(|group| Ladder::of(group.cases.iter().copied())).collect();
        let shown = stages_of(ladders.iter());
        let values = |ladder: &Ladder| {
            let counts = shown.iter().map(|(stage, _)| ladder.at(*stage)).chain([ladder.unknown]);
            let shares = [ladder.syntax(), ladder.compilation(), ladder.execution(), ladder.assertion()];
            std::iter::once(ladder.parsed())
                .chain(counts)
                .map(|count| Value::Count(count as u64))
                .chain(shares.map(Value::Share))
                .collect()
        };
        let rows = self.groups.iter().zip(&ladders).map(|(group, ladder)| Self::row(group, values(ladder)));
        let mut notes = vec![
            "A test counts at the stage that stopped it; n are those of which it is known whether they parse. syntax% parse, compile% \
             compile, execution% ran to their end or to a failed assertion, assertion% passed."
                .to_owned(),
        ];
        let whole = || {
            self.groups.iter().zip(&ladders).filter(|(group, _)| group.group.is_none() && !group.is_context)
        };
        let not_compiled: usize = whole().map(|(_, ladder)| ladder.not_compiled()).sum();
        if not_compiled > 0 {
            notes.push(format!(
                "{} not run, and no input tells whether they compile: they are not in compile%.",
                plural(not_compiled, "test")
            ));
        }
        let stopped = whole().any(|(_, ladder)| ladder.compilation().is_none() && ladder.parsed() > 0);
        if stopped {
            notes.push(
                "A share is – where nothing but failures is known: javac looks at no types while a file does not parse.".to_owned(),
            );
        }
        let calling_nothing = whole()
            .flat_map(|(group, _)| &group.cases)
            .filter(|case| case.stage == Some(Stage::Passed) && !case.calls_focal)
            .count();
        if calling_nothing > 0 {
            notes.push(format!(
                "{} passed without a call of the function under test: execution% and assertion% leave them out, as TestEval does.",
                plural(calling_nothing, "test")
            ));
        }
        if shown.iter().any(|(stage, _)| *stage == Stage::Failed) {
            notes.push(
                "failed: at runtime or in an assertion; the input does not tell them apart.".to_owned(),
            );
        }
        notes.extend(self.cases.notes.iter().cloned());
        let columns = std::iter::once("n").chain(shown.iter().map(|(_, name)| *name));
        FigureTable {
            name: "stages",
            unit: "(TestBench, Figures 6, 7, 10, 11 and Table 3; TestEval, Tables 1 to 4)",
            names: ["approach", self.grouped_by],
            columns: columns
                .chain(["unknown", "syntax%", "compile%", "execution%", "assertion%"])
                .map(str::to_owned)
                .collect(),
            rows: rows.collect(),
            notes,
        }
    }

    /// Returns the exceptions of tests that failed at runtime; None if there are none.
    fn runtime_errors(&self) -> Option<FigureTable> {
        let whole = self.groups.iter().filter(|group| group.group.is_none() && !group.is_context);
        let rows = whole.flat_map(|group| {
            let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
            let is_runtime = |case: &&&Case| case.stage == Some(Stage::Runtime) && !case.exception.is_empty();
            for case in group.cases.iter().filter(is_runtime) {
                *counts.entry(&case.exception).or_default() += 1;
            }
            let mut counts: Vec<(&str, u64)> = counts.into_iter().collect();
            counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            counts.into_iter().map(|(exception, count)| Row {
                approach: group.approach.clone(),
                group: exception.to_owned(),
                values: vec![Value::Count(count)],
            })
        });
        let rows: Vec<Row> = rows.collect();
        (!rows.is_empty()).then(|| {
            FigureTable::new("runtime errors", "", ["approach", "exception"], ["tests"], rows)
                .with("The number of tests that threw it, other than in an assertion.")
        })
    }

    fn compiler_errors(&self) -> FigureTable {
        let counts = label_counts(&self.cases.errors, self.definition);
        let most = if self.all_labels { usize::MAX } else { LABELS };
        let of_approaches = counts.chunk_by(|one, other| one.approach == other.approach);
        let shown = of_approaches.flat_map(|counts| counts.iter().take(most));
        let rows: Vec<Row> = shown
            .map(|count| Row {
                approach: count.approach.to_owned(),
                group: count.label.to_owned(),
                values: vec![Value::Count(count.classes as u64)],
            })
            .collect();
        let mut notes = vec!["The number of classes with such an error.".to_owned()];
        if rows.len() < counts.len() {
            notes.push(format!("{} less frequent ones are listed with --pairs.", counts.len() - rows.len()));
        }
        FigureTable {
            name: "compiler errors",
            unit: "(TestBench, Table 2)",
            names: ["approach", "error"],
            columns: vec!["classes".to_owned()],
            rows,
            notes,
        }
    }
}
