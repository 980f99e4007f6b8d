//! The output of `fossick assess`: tables in the layout of the papers, and the list of pairs.
//!
//! ```text
//! figures ──sections──▶ Section ──▶ table and Markdown, rounded
//!                                └─▶ JSON and CSV, with every digit
//! ```

mod pairs;
mod section;
mod tests;
mod worth;

use std::collections::HashSet;
use std::io::{self, Write};

use serde::Serialize;

use super::layout::{self, Block};
use super::writers::{CsvTable, Object, write_json};
use crate::assess::{
    self, ADEQUACY, Accuracy, Correlated, Definition, GroupFigures, Measure, Measured, Metrics,
    measure_snippet, normalized, strength_of_rho, strength_of_tau,
};
use crate::import::instances::{AdequacyRow, WholeTest};
use crate::model::OracleCategory;
use crate::model::text::{number, plural};
pub(crate) use pairs::Pairs;
use rayon::prelude::*;
use section::{Row, Section, Value, deviation, mean, median};
pub(crate) use tests::TestReport;

/// A data set of whole tests, with its name.
pub(crate) type DataSet = (String, Vec<WholeTest>);

/// A figure of a column: its name, and its function.
type Summary = (&'static str, fn(&[f64]) -> Option<f64>);

/// The figures, and what they are of.
pub(crate) struct Report<'a> {
    pub(crate) measured: &'a [Measured<'a>],
    pub(crate) figures: &'a [GroupFigures],
    /// The kind of the groups: project, bug or kind.
    pub(crate) grouped_by: &'static str,
    pub(crate) data_sets: &'a [DataSet],
    pub(crate) tests: TestReport<'a>,
    /// None where no table of it was given.
    pub(crate) adequacy: Option<(&'a [AdequacyRow], &'a [Correlated])>,
    pub(crate) definition: Definition,
}

/// Writes aligned columns for a person.
pub(crate) fn table(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    layout::text(&report.blocks(), out)
}

/// Writes Markdown.
pub(crate) fn markdown(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    layout::markdown(&report.blocks(), out)
}

/// Writes an object with a list of rows for each section.
pub(crate) fn json(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut object = vec![("definition", Item::Word(report.definition_name()))];
    for section in report.sections() {
        let row = |row: Row| {
            let names = section.names.into_iter().zip([row.approach, row.group]);
            let names = names.filter(|(name, _)| !name.is_empty());
            let names = names.map(|(name, text)| (name.to_owned(), Cell::Name(text)));
            let values = section.columns.iter().cloned().zip(row.values.into_iter().map(Cell::Value));
            Object(names.chain(values).collect())
        };
        object.push((section.name, Item::Rows(section.rows.into_iter().map(row).collect())));
    }
    write_json(&Object(object), out)
}

/// Writes a row for each figure, with every digit.
pub(crate) fn csv(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut table = CsvTable::new(out);
    table.add(["approach", "group", "figure", "value"])?;
    for section in report.sections() {
        for row in &section.rows {
            for (column, value) in section.columns.iter().zip(&row.values) {
                table.add([&row.approach, &row.group, column, &value.exact()])?;
            }
        }
    }
    table.finish()
}

#[derive(Serialize)]
#[serde(untagged)]
enum Item {
    Word(&'static str),
    Rows(Vec<Object<String, Cell>>),
}

#[derive(Serialize)]
#[serde(untagged)]
enum Cell {
    Name(String),
    Value(Value),
}

/// The most pairs that are named as left out.
const NAMED: usize = 10;

impl Report<'_> {
    fn definition_name(&self) -> &'static str {
        match self.definition {
            Definition::Paper => "paper",
            Definition::Package => "package",
        }
    }

    fn blocks(&self) -> Vec<Block> {
        let headlines = self.tests.headlines().into_iter().chain(self.headlines());
        let mut blocks: Vec<Block> = headlines.map(Block::Paragraph).collect();
        blocks.extend(self.sections().iter().flat_map(Section::blocks));
        blocks.extend(self.missing().into_iter().map(Block::Paragraph));
        blocks
    }

    /// Returns the result of each approach in a sentence, and the size of the data in another.
    fn headlines(&self) -> Vec<String> {
        let whole = self.figures.iter().filter(|figures| figures.group.is_none());
        let mut sentences: Vec<String> = whole
            .map(|figures| {
                let percent = |measure| figures.means.score(measure).unwrap_or_default() * 100.0;
                let name = if figures.approach.is_empty() { "" } else { &*format!("{}: ", figures.approach) };
                format!(
                    "{name}{} of {} oracles answered; {:.2}% equal their reference, and the mean chrF is {:.2}%.",
                    number(figures.means.answered),
                    number(figures.means.instances),
                    percent(Measure::Accuracy),
                    percent(Measure::Chrf),
                )
            })
            .collect();
        let references: Vec<_> = self
            .measured
            .iter()
            .filter(|measured| measured.has_reference())
            .map(|one| one.instance)
            .collect();
        if !references.is_empty() {
            let (mut tokens, mut distinct) = (0, HashSet::new());
            for instance in &references {
                for token in normalized(&instance.reference.assertion).split(' ') {
                    tokens += 1;
                    distinct.insert(token.to_owned());
                }
            }
            sentences.push(format!(
                "{}, {} with a reference of {:.2} tokens in the mean; {}.",
                plural(self.measured.len(), "instance"),
                number(references.len()),
                f64::from(u32::try_from(tokens).unwrap_or(u32::MAX)) / references.len() as f64,
                plural(distinct.len(), "distinct token"),
            ));
        }
        sentences
    }

    fn sections(&self) -> Vec<Section> {
        let mut sections = self.tests.sections();
        if !self.measured.is_empty() {
            sections.push(self.similarity());
        }
        if self.figures.iter().any(|figures| figures.accuracy.is_some()) {
            sections.push(self.accuracy());
        }
        if let Some((rows, correlated)) = self.adequacy {
            sections.push(adequacy(rows));
            sections.push(self.correlation(correlated));
        }
        if !self.data_sets.is_empty() {
            sections.push(structure(self.data_sets));
            sections.push(self.kinds());
        }
        sections
    }

    fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        if self.measured.is_empty() {
            missing.push(
                "No similarity and accuracy: no test has a reference oracle. Run folders have references in meta.csv (exception_lbl, \
                 assertion_lbl), JSON Lines in `reference`, tables in the column reference."
                    .to_owned(),
            );
        }
        if !self.measured.is_empty() && self.figures.iter().all(|figures| figures.accuracy.is_none()) {
            missing.push(
                "No accuracy under execution: the table has no column outcome or fixed_outcome (passed, failed, not executed)."
                    .to_owned(),
            );
        }
        if !self.measured.is_empty() && self.adequacy.is_none() {
            missing.push(
                "No adequacy and correlation: name a table of coverage and mutation scores with --adequacy."
                    .to_owned(),
            );
        }
        if self.data_sets.is_empty() {
            missing.push("No structure and kinds: they need the source of the tests.".to_owned());
        }
        missing
    }

    fn similarity(&self) -> Section {
        let values = |figures: &GroupFigures| {
            let scores = Measure::ALL.map(|measure| Value::Share(figures.means.score(measure)));
            let counts =
                [figures.means.instances, figures.means.answered].map(|count| Value::Count(count as u64));
            scores.into_iter().chain(counts).collect::<Vec<_>>()
        };
        let mut rows = Vec::new();
        for of_approach in self.figures.chunk_by(|one, other| one.approach == other.approach) {
            rows.extend(of_approach.iter().map(|figures| row(figures, values(figures))));
            let groups: Vec<_> = of_approach.iter().filter(|figures| figures.group.is_some()).collect();
            let summaries: [Summary; 2] = [("average", mean), ("stdev", deviation)];
            for (name, summary) in summaries.into_iter().filter(|_| groups.len() > 1) {
                let of = |measure| {
                    let scores: Vec<f64> =
                        groups.iter().filter_map(|figures| figures.means.score(measure)).collect();
                    Value::Share(summary(&scores))
                };
                let counts = [Value::Real(None, 0), Value::Real(None, 0)];
                let values = Measure::ALL.map(of).into_iter().chain(counts).collect();
                rows.push(Row { approach: of_approach[0].approach.clone(), group: name.to_owned(), values });
            }
        }
        let columns = Measure::ALL.map(Measure::name).into_iter().chain(["n", "answered"]);
        Section {
            name: "similarity",
            unit: "(%)",
            names: ["approach", self.grouped_by],
            columns: columns.map(str::to_owned).collect(),
            rows,
            notes: self.similarity_notes(),
        }
    }

    fn similarity_notes(&self) -> Vec<String> {
        let reading = match self.definition {
            Definition::Paper => "Texts are Java tokens with one blank between.",
            Definition::Package => {
                "As the package of Shin et al. computes them: BLEU is of characters, ChrF the share of equal characters at equal \
                 positions."
            }
        };
        let mut notes = vec![format!(
            "{reading} CB is CodeBLEU of all pairs as one corpus; a single assertion has hardly any data flow, so equal oracles score \
             at most 75%. MT is METEOR without WordNet's synonyms. Missing answers count 0."
        )];
        let without = self.measured.iter().filter(|measured| !measured.has_reference()).count();
        if without > 0 {
            notes.push(format!("Left out: {} without a reference.", plural(without, "instance")));
        }
        let too_long: Vec<_> =
            self.measured.iter().filter_map(|one| Some((&one.instance.test, one.too_long()?))).collect();
        if !too_long.is_empty() {
            let named = too_long.iter().take(NAMED).map(|(test, reason)| format!("{test} ({reason})"));
            let named = named.collect::<Vec<_>>().join(", ");
            let more = if too_long.len() > NAMED { ", …" } else { "" };
            notes.push(format!("Left out: {}: {named}{more}.", plural(too_long.len(), "pair")));
        }
        notes
    }

    fn accuracy(&self) -> Section {
        let columns = ["Except", "Assert", "Te", "Tpred", "Ta", "Tce", "Tfp", "Tem", "neither"];
        let values = |accuracy: &Accuracy| {
            let counts = [
                accuracy.exceptions,
                accuracy.predicted,
                accuracy.assertions,
                accuracy.not_executed,
                accuracy.false_positives,
                accuracy.empty,
                accuracy.neither,
            ];
            let shares = [accuracy.of_exceptions(), accuracy.of_assertions()].map(Value::Share);
            shares.into_iter().chain(counts.map(|count| Value::Count(count as u64))).collect()
        };
        let rows =
            self.figures.iter().filter_map(|figures| Some(row(figures, values(figures.accuracy.as_ref()?))));
        Section {
            name: "accuracy",
            unit: "(%)",
            names: ["approach", self.grouped_by],
            columns: columns.map(str::to_owned).to_vec(),
            rows: rows.collect(),
            notes: vec![
                "Except is Tpred/Te: of the references that expect an exception, those for which one is predicted. Assert is the share of \
                 Ta, the references that are assertions, without Tce (not executed), Tfp (fails on the correct version) and Tem \
                 (nothing generated)."
                    .to_owned(),
            ],
        }
    }

    fn correlation(&self, correlated: &[Correlated]) -> Section {
        let rows = correlated.iter().map(|one| {
            let strength =
                |value: Option<f64>, name: fn(f64) -> &'static str| Value::Word(value.map_or("–", name));
            let (rho, tau) = (one.rho.map(|rho| rho.coefficient), one.tau.map(|tau| tau.coefficient));
            Row {
                approach: String::new(),
                group: format!("{} vs {}", one.adequacy, one.measure.name()),
                values: vec![
                    Value::Real(rho, 4),
                    Value::Real(one.rho.and_then(|rho| rho.p), 4),
                    strength(rho, strength_of_rho),
                    Value::Real(tau, 4),
                    Value::Real(one.tau.and_then(|tau| tau.p), 4),
                    strength(tau, strength_of_tau),
                    Value::Count(one.samples as u64),
                ],
            }
        });
        let sides = match self.definition {
            Definition::Paper => "p is two-sided, as scipy's",
            Definition::Package => "p is one-sided, as in Shin et al.",
        };
        Section {
            name: "correlation",
            unit: "",
            names: ["", "pair"],
            columns: ["ρ", "p of ρ", "strength of ρ", "τ", "p of τ", "strength of τ", "n"]
                .map(str::to_owned)
                .to_vec(),
            rows: rows.collect(),
            notes: vec![format!(
                "Of closeness in adequacy (1 = same adequacy before and after) with similarity, over all approaches and projects; {sides}."
            )],
        }
    }

    fn kinds(&self) -> Section {
        let mut notes = Vec::new();
        let rows = self.data_sets.iter().map(|(name, tests)| {
            let kinds: Vec<Vec<OracleCategory>> =
                tests.par_iter().map(|test| assess::kinds(&test.source, self.definition)).collect();
            let given: Vec<_> = tests
                .iter()
                .zip(&kinds)
                .filter_map(|(test, kinds)| Some((test.kind.as_ref()?, kinds)))
                .collect();
            let without = kinds.iter().filter(|kinds| kinds.is_empty()).count();
            if without > 0 {
                notes.push(format!(
                    "{name}: {without} of {} have no test, or one that is too long or too deep.",
                    tests.len()
                ));
            }
            if !given.is_empty() {
                let is_equal = |(given, kinds): &&(&String, &Vec<OracleCategory>)| {
                    kinds.iter().any(|kind| kind.name().eq_ignore_ascii_case(given.trim()))
                };
                let equal = given.iter().filter(is_equal).count();
                notes.push(format!(
                    "{name}: {} of {} tests have an oracle of the kind that the data set says.",
                    number(equal),
                    number(given.len())
                ));
            }
            let count =
                |kind| Value::Count(kinds.iter().flatten().filter(|found| **found == kind).count() as u64);
            Row {
                approach: name.clone(),
                group: String::new(),
                values: OracleCategory::ALL.map(count).to_vec(),
            }
        });
        let rows = rows.collect();
        let what = match self.definition {
            Definition::Paper => "Each oracle of a test counts, by its syntax tree.",
            Definition::Package => {
                "Each test counts once, by the rule of TOGBench's script, which reads text."
            }
        };
        notes.insert(0, what.to_owned());
        Section {
            name: "kinds",
            unit: "",
            names: ["data set", ""],
            columns: OracleCategory::ALL.map(|kind| kind.name().to_owned()).to_vec(),
            rows,
            notes,
        }
    }
}

fn row(figures: &GroupFigures, values: Vec<Value>) -> Row {
    Row { approach: figures.approach.clone(), group: figures.group.clone().unwrap_or_default(), values }
}

fn adequacy(rows: &[AdequacyRow]) -> Section {
    let points = |value| Value::Real(value, 2);
    let mut found = Vec::new();
    for of_approach in rows.chunk_by(|one, other| one.approach == other.approach) {
        let columns: [Vec<Option<f64>>; 4] = [
            of_approach.iter().map(|row| row.values[0]).collect(),
            of_approach.iter().map(|row| row.change(0)).collect(),
            of_approach.iter().map(|row| row.values[2]).collect(),
            of_approach.iter().map(|row| row.change(1)).collect(),
        ];
        let approach = &of_approach[0].approach;
        for (number, row) in of_approach.iter().enumerate() {
            let values = columns.iter().map(|column| points(column[number])).collect();
            found.push(Row { approach: approach.clone(), group: row.project.clone(), values });
        }
        let summaries: [Summary; 3] = [("median", median), ("average", mean), ("stdev", deviation)];
        for (name, summary) in summaries {
            let of = |column: &Vec<Option<f64>>| {
                points(summary(&column.iter().copied().flatten().collect::<Vec<f64>>()))
            };
            let values = columns.iter().map(of).collect();
            found.push(Row { approach: approach.clone(), group: name.to_owned(), values });
        }
    }
    Section {
        name: "adequacy",
        unit: "(%)",
        names: ["approach", "project"],
        columns: [ADEQUACY[0], "±LC", ADEQUACY[1], "±MS"].map(str::to_owned).to_vec(),
        rows: found,
        notes: vec!["LC is line coverage and MS mutation score with the reference oracles; ± is the change with the generated ones.".to_owned()],
    }
}

fn structure(data_sets: &[DataSet]) -> Section {
    const METRICS: [&str; 4] = ["CC", "Cog.", "NCSS", "NPath"];
    let mut notes = Vec::new();
    let rows = data_sets.iter().map(|(name, tests)| {
        let metrics: Vec<Metrics> =
            tests.par_iter().filter_map(|test| measure_snippet(&test.source)).collect();
        if metrics.len() < tests.len() {
            let without = tests.len() - metrics.len();
            notes.push(format!(
                "{name}: {without} of {} have no method, or one that is nested too deep.",
                tests.len()
            ));
        }
        let mut values = Vec::new();
        for metric in 0..METRICS.len() {
            let all: Vec<f64> = metrics.iter().map(|metrics| metrics.values()[metric] as f64).collect();
            values.push(Value::Real(deviation(&all), 2));
            values.push(
                metrics
                    .iter()
                    .map(|metrics| metrics.values()[metric])
                    .max()
                    .map_or(Value::Real(None, 0), Value::Count),
            );
        }
        values.push(Value::Count(metrics.len() as u64));
        Row { approach: name.clone(), group: String::new(), values }
    });
    let rows = rows.collect();
    let columns = METRICS.iter().flat_map(|metric| [format!("{metric} σ"), format!("{metric} max")]);
    Section {
        name: "structure",
        unit: "",
        names: ["data set", ""],
        columns: columns.chain(["tests".to_owned()]).collect(),
        rows,
        notes,
    }
}
