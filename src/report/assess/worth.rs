//! The tables of what tests cover: those that pass, programs by several tests, targets; and the structure of
//! broken texts.

use super::figure_table::{FigureTable, Row, Value};
use super::generated_tests::TestReport;
use crate::assess::{CaseGroup, Definition, Programs, Reached, Samples, Targeted, Worth};
use crate::lang::java::Level;
use crate::model::text::plural;

impl TestReport<'_> {
    fn table<T>(
        &self,
        name: &'static str,
        unit: &'static str,
        measure: impl Fn(&CaseGroup<'_>) -> Option<T>,
        columns: impl IntoIterator<Item: Into<String>>,
        values: impl Fn(&T) -> Vec<Value>,
    ) -> Option<FigureTable> {
        let rows: Vec<Row> =
            self.groups.iter().filter_map(|group| Some(Self::row(group, values(&measure(group)?)))).collect();
        (!rows.is_empty()).then(|| FigureTable::new(name, unit, ["approach", self.grouped_by], columns, rows))
    }

    pub(super) fn worth(&self) -> Option<FigureTable> {
        let table = self.table(
            "worth of passed tests",
            "(TestBench, Table 4)",
            |group| {
                let worth = Worth::of(&group.cases, self.definition);
                (worth.reported > 0 || worth.calls_nothing.is_some()).then_some(worth)
            },
            ["passed", "reported", "lines%", "killed%", "meaningless%", "calls nothing"],
            |worth| {
                let nothing = worth.calls_nothing.map(|count| Value::Count(count as u64));
                vec![
                    Value::Count(worth.passed as u64),
                    Value::Count(worth.reported as u64),
                    Value::Share(worth.lines),
                    Value::Share(worth.killed),
                    Value::Loss(worth.meaningless),
                    nothing.unwrap_or(Value::Real(None, 0)),
                ]
            },
        )?;
        let mean = match self.definition {
            Definition::Paper => "means over tests",
            Definition::Package => "means over projects of the means over their tests",
        };
        Some(table.with(format!(
            "lines% (of the function under test) and killed% (mutants) are {mean}, without the meaningless tests: those that cover no \
             line and detect no mutant. calls nothing: tests without a call of production code in their source."
        )))
    }

    pub(super) fn structure(&self) -> Option<FigureTable> {
        let table = self.table(
            "structure of texts that do not parse",
            "(TestBench, Table 5)",
            |group| {
                let structures: Vec<_> = group.cases.iter().filter_map(|case| case.structure).collect();
                (!structures.is_empty()).then_some(structures)
            },
            ["snippet", "function", "class", "total", "not parsed", "after repair"],
            |structures| {
                let levels = [Level::Snippet, Level::Function, Level::Class]
                    .map(|level| structures.iter().filter(|one| one.level == Some(level)).count());
                let repaired: Vec<bool> =
                    structures.iter().filter_map(|one| one.is_broken_after_repair).collect();
                let after = match repaired.iter().filter(|is_broken| **is_broken).count() {
                    _ if repaired.is_empty() => Value::Real(None, 0),
                    count => Value::Count(count as u64),
                };
                let counts = levels.into_iter().chain([levels.iter().sum(), structures.len()]);
                counts.map(|count| Value::Count(count as u64)).chain([after]).collect()
            },
        )?;
        Some(table.with(
            "not parsed: those with a level, and texts that declare nothing; after repair: those that still do not parse with \
             TestBench's repair. Nothing is repaired on disk.",
        ))
    }

    /// Returns compile@k and pass@k, if the tests are several answers for each program.
    pub(super) fn samples(&self) -> Option<FigureTable> {
        if !self.cases.has_samples {
            return None;
        }
        let at = |what: &'static str| self.ks.iter().map(move |k| format!("{what}@{k}"));
        let table = self.table(
            "pass@k",
            "(Chen et al. 2021)",
            |group| Samples::of(&group.cases),
            at("compile").chain(at("pass")).chain(["programs".to_owned()]),
            |samples| {
                let compile = self.ks.iter().map(|k| Value::Share(samples.compile(*k)));
                let pass = self.ks.iter().map(|k| Value::Share(samples.pass(*k)));
                compile.chain(pass).chain([Value::Count(samples.programs() as u64)]).collect()
            },
        )?;
        let table = table.with(
            "The probability that of k tests of a program at least one compiles, or passes: the unbiased estimate from all its tests of \
             which that is known, as the mean over programs.",
        );
        let all = self.groups.iter().filter(|group| group.group.is_none() && !group.is_context);
        let samples: Vec<Samples> = all.filter_map(|group| Samples::of(&group.cases)).collect();
        let mut left_out = Vec::new();
        for k in self.ks {
            let programs: usize = samples.iter().map(|samples| samples.smaller_than(*k)).sum();
            if programs > 0 {
                left_out.push(format!("{} in pass@{k}", plural(programs, "program")));
            }
        }
        if left_out.is_empty() {
            return Some(table);
        }
        Some(table.with(format!("Left out, with fewer tests of a known stage: {}.", left_out.join(", "))))
    }

    pub(super) fn coverage(&self) -> Option<FigureTable> {
        let at = |what: &'static str| {
            self.ks.iter().flat_map(move |k| match k {
                1 => vec![format!("{what}cov@1")],
                k => vec![format!("{what}cov@{k}"), format!("{what}+@{k}")],
            })
        };
        let whole = ["line", "branch"].map(str::to_owned);
        let table = self.table(
            "coverage",
            "(TestEval, Table 1)",
            |group| Programs::of(&group.cases),
            whole.into_iter().chain(at("")).chain(at("branch ")),
            |programs| {
                let mut shares = vec![programs.lines(), programs.branches()];
                for of_k in [Programs::lines_at, Programs::branches_at] {
                    let at_one = of_k(programs, 1, self.definition);
                    for &k in self.ks {
                        let at_k = of_k(programs, k, self.definition);
                        let more = at_k.zip(at_one).map(|(at_k, at_one)| at_k - at_one);
                        shares.extend([at_k].into_iter().chain((k != 1).then_some(more)));
                    }
                }
                shares.into_iter().map(Value::Share).collect()
            },
        )?;
        let reading = if self.definition == Definition::Paper {
            "cov@k is the expected coverage of k random tests of a program"
        } else {
            "cov@k is the mean of the coverage after 1 to k tests, as TestEval's script computes it"
        };
        let table = table.with(format!(
            "{reading}; +@k is what they cover more than one test. Means over programs; a program without an executed test counts 0."
        ));
        let unknown: usize =
            self.groups.iter().filter_map(|group| Some(Programs::of(&group.cases)?.unknown)).sum();
        if unknown == 0 {
            return Some(table);
        }
        Some(table.with(format!("Left out: {unknown} executed tests whose coverage is not known.")))
    }

    pub(super) fn targeted(&self) -> Vec<FigureTable> {
        let with_targets = |has: fn(&Targeted) -> usize| {
            move |group: &CaseGroup<'_>| {
                let targeted = Some(Targeted::of(&group.cases, self.definition));
                // A context alone has no baseline.
                targeted.filter(|targeted| !group.is_context && has(targeted) > 0)
            }
        };
        let cells = |reached: &Reached| {
            let more = reached.share().zip(reached.baseline()).map(|(own, baseline)| own - baseline);
            [reached.share(), more, reached.baseline()].map(Value::Share)
        };
        let lines = self.table(
            "targeted lines",
            "(TestEval, Table 2)",
            with_targets(|targeted| targeted.lines.targets),
            ["targets", "recall", "±", "baseline"],
            |targeted| {
                let count = Value::Count(targeted.lines.targets as u64);
                std::iter::once(count).chain(cells(&targeted.lines)).collect()
            },
        );
        let of_branches = ["total", "easy", "medium", "hard"]
            .into_iter()
            .flat_map(|name| [name.to_owned(), format!("{name} ±"), format!("{name} baseline")]);
        let branches = self.table(
            "targeted branches",
            "(TestEval, Table 3)",
            with_targets(|targeted| targeted.branches[0].targets),
            std::iter::once("targets".to_owned()).chain(of_branches),
            |targeted| {
                let count = Value::Count(targeted.branches[0].targets as u64);
                std::iter::once(count).chain(targeted.branches.iter().flat_map(cells)).collect()
            },
        );
        let of_paths = ["cov ±", "cov baseline", "similarity", "similarity ±", "similarity baseline"];
        let paths = self.table(
            "targeted paths",
            "(TestEval, Table 4)",
            with_targets(|targeted| targeted.paths.targets),
            ["targets", "empty", "path cov"].into_iter().chain(of_paths),
            |targeted| {
                let counts =
                    [targeted.paths.targets, targeted.empty_paths].map(|count| Value::Count(count as u64));
                counts.into_iter().chain(cells(&targeted.paths)).chain(cells(&targeted.similarity)).collect()
            },
        );
        let note = "± is the figure less its baseline: the first untargeted test of each program, held against all targets of it.";
        let all: Vec<Targeted> = self
            .groups
            .iter()
            .filter(|group| group.group.is_none() && !group.is_context)
            .map(|group| Targeted::of(&group.cases, self.definition))
            .collect();
        let unknown = |reached: fn(&Targeted) -> &Reached| {
            all.iter().map(|targeted| reached(targeted).unknown).sum::<usize>()
        };
        let lines = with_unknown(lines, unknown(|targeted| &targeted.lines), "the coverage of its test");
        let branches =
            with_unknown(branches, unknown(|targeted| &targeted.branches[0]), "the coverage of its test");
        let paths =
            with_unknown(paths, unknown(|targeted| &targeted.paths), "the path that its test executed");
        let mut tables: Vec<FigureTable> = [lines, branches, paths].into_iter().flatten().collect();
        if let Some(last) = tables.last_mut() {
            last.notes.push(note.to_owned());
        }
        tables
    }
}

/// Adds a note on the targets that are in no share.
fn with_unknown(table: Option<FigureTable>, targets: usize, what: &str) -> Option<FigureTable> {
    if targets == 0 {
        return table;
    }
    Some(table?.with(format!("Left out: {}, because no input tells {what}.", plural(targets, "target"))))
}
