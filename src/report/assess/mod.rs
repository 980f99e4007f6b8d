//! The output of `fossick assess`: tables in the layout of the papers, and the list of pairs.
//!
//! ```text
//! figures ──tables──▶ FigureTable ──section──▶ text, Markdown and LaTeX, rounded
//!                         └──▶ JSON and CSV, with every digit
//! ```

mod figure_table;
mod generated_tests;
mod oracles;
mod pairs;
mod structure;
mod worth;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::json;

use super::section::Section;
use super::writers::{CsvTable, Json, Object, write_json};
use crate::assess::inputs::adequacy::AdequacyRow;
use crate::assess::inputs::instances::{Instance, WholeTest};
use crate::assess::{
    Compared, Correlated, Definition, GroupFigures, Measure, MeasuredInstance, Unit, normalized,
};
use crate::evaluate::Alternative;
use crate::model::text::{number, plural};
use figure_table::{FigureTable, Row, rounded};
pub(crate) use generated_tests::TestReport;
use oracles::adequacy;
pub(crate) use pairs::Pairs;

pub(crate) struct DataSet {
    pub(crate) name: String,
    pub(crate) tests: Vec<WholeTest>,
    /// The number of further tests, whose source is not known.
    pub(crate) without_source: usize,
}

/// The adequacy of test suites, and its correlation with similarity: of all approaches pooled, and of each if
/// there are several.
pub(crate) struct Adequacy<'a> {
    pub(crate) rows: &'a [AdequacyRow],
    pub(crate) correlated: &'a [Correlated],
    pub(crate) by_approach: &'a [(String, Vec<Correlated>)],
}

pub(crate) struct Report<'a> {
    pub(crate) measured: &'a [MeasuredInstance<'a>],
    pub(crate) figures: &'a [GroupFigures],
    /// The kind of the groups: project, bug or kind.
    pub(crate) grouped_by: &'static str,
    pub(crate) data_sets: &'a [DataSet],
    pub(crate) tests: TestReport<'a>,
    /// None if neither a table of it nor reports of coverage were given.
    pub(crate) adequacy: Option<Adequacy<'a>>,
    /// The comparisons of approaches, and the unit that they are paired by.
    pub(crate) compared: (&'a [Compared], Unit),
    pub(crate) alternative: Alternative,
    pub(crate) definition: Definition,
}

pub(crate) fn json(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut object = Object::of([("definition", json!(<&str>::from(report.definition)))]);
    for table in report.tables() {
        let row = |row: Row| {
            let names = table.names.into_iter().zip([row.approach, row.group]);
            let names = names.filter(|(name, _)| !name.is_empty()).map(|(name, text)| (name, json!(text)));
            let values =
                table.columns.iter().cloned().zip(row.values.iter().map(|value| json!(value).into()));
            Object::of(names).with(Object(values.collect()))
        };
        let rows = Json::List(table.rows.into_iter().map(row).collect());
        object = object.with(Object::of([(table.name, rows)]));
    }
    write_json(&object, out)
}

/// Writes a row for each figure, with every digit.
pub(crate) fn csv(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = CsvTable::new(out);
    csv.add(["approach", "group", "figure", "value", "section"])?;
    for table in report.tables() {
        for row in &table.rows {
            for (column, value) in table.columns.iter().zip(&row.values) {
                csv.add([&row.approach, &row.group, column, &value.exact(), table.name])?;
            }
        }
    }
    csv.finish()
}

impl Report<'_> {
    pub(crate) fn sections(&self) -> Vec<Section> {
        let whole = self.figures.iter().filter(|figures| figures.group.is_none()).map(headline);
        let data = (!self.measured.is_empty()).then(|| self.data());
        let headlines = self.tests.headlines().into_iter().chain(whole).chain(data);
        let mut sections = vec![Section::untitled().paragraphs(headlines)];
        sections.extend(self.tables().iter().map(FigureTable::section));
        sections.push(Section::untitled().paragraphs(self.missing()));
        sections
    }

    fn data(&self) -> String {
        let count = |key: &dyn Fn(&Instance) -> [String; 3]| {
            self.measured.iter().map(|one| one.instance).map(key).collect::<HashSet<_>>().len()
        };
        let of_group = |instance: &Instance, rest: &str| {
            [instance.project.clone(), instance.bug.clone(), rest.to_owned()]
        };
        let (mut references, mut tokens, mut distinct) = (0, 0_usize, HashSet::new());
        for instance in self.measured.iter().filter(|one| one.has_reference()).map(|one| one.instance) {
            references += 1;
            for token in normalized(&instance.reference.assertion, instance.language).split(' ') {
                tokens += 1;
                distinct.insert(token.to_owned());
            }
        }
        let mean = tokens as f64 / references.max(1) as f64;
        let classes =
            count(&|instance| of_group(instance, instance.test.split("::").next().unwrap_or_default()));
        format!(
            "Data: {} in {} of {} and {}; {} with a reference text, of {mean:.2} tokens on average, {} distinct.",
            plural(self.measured.len(), "instance"),
            plural(count(&|instance| of_group(instance, &instance.test)), "test"),
            if classes == 1 { "1 class".to_owned() } else { format!("{} classes", number(classes)) },
            plural(count(&|instance| of_group(instance, "")), "module"),
            number(references),
            number(distinct.len()),
        )
    }

    fn tables(&self) -> Vec<FigureTable> {
        let mut tables = self.tests.tables();
        if !self.figures.is_empty() {
            tables.push(self.similarity());
        }
        if self.figures.iter().any(|figures| figures.accuracy.is_some()) {
            tables.push(self.accuracy());
            tables.push(self.execution());
        }
        if let Some(Adequacy { rows, correlated, by_approach }) = &self.adequacy {
            tables.push(adequacy(rows));
            if !self.figures.is_empty() {
                tables.push(self.correlation(correlated));
            }
            if !by_approach.is_empty() {
                tables.push(self.correlation_by_approach(by_approach));
            }
        }
        if !self.data_sets.is_empty() {
            tables.extend(self.tests());
        }
        tables.extend(self.comparison());
        tables
    }

    fn missing(&self) -> Vec<String> {
        let is_measured = !self.measured.is_empty();
        let has_figures = !self.figures.is_empty();
        let parts = [
            (
                !has_figures,
                "No similarity and accuracy: no test has a reference oracle. Run folders have references in meta.csv (exception_lbl, \
                 assertion_lbl), JSON Lines in `reference`, tables in the column reference.",
            ),
            (
                is_measured && self.figures.iter().all(|figures| figures.accuracy.is_none()),
                "No accuracy under execution: the table has no column outcome or fixed_outcome (passed, failed, not executed).",
            ),
            (
                has_figures && self.adequacy.is_none(),
                "No adequacy and correlation: name the reports of coverage and mutation scores with --before and --after, or a table \
                 of them with --adequacy.",
            ),
            (self.data_sets.is_empty(), "No structure and kinds: they need the source of the tests."),
        ];
        let missing = parts.into_iter().filter(|(is_missing, _)| *is_missing);
        missing.map(|(_, sentence)| sentence.to_owned()).collect()
    }
}

fn headline(figures: &GroupFigures) -> String {
    let GroupFigures { approach, means, accuracy, .. } = figures;
    let percent = |share: Option<f64>| share.unwrap_or_default() * 100.0;
    let name = if approach.is_empty() { String::new() } else { format!("{approach}: ") };
    let mut sentence = format!(
        "{name}{} of {} oracles answered; {:.2}% equal their reference, and the mean chrF is {:.2}%",
        number(rounded(means.answered)),
        number(rounded(means.instances)),
        percent(means.score(Measure::Accuracy)),
        percent(means.score(Measure::Chrf)),
    );
    if let Some(accuracy) = accuracy
        && let [_, Some(passing), _] = accuracy.rates
    {
        let _ = write!(sentence, "; {:.2}% of the executed tests pass", passing * 100.0);
    }
    sentence + "."
}
