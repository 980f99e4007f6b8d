//! The tables about whole tests: the structure of their code, the kinds of their oracles, and the variants of tests.

use super::figure_table::{FigureTable, Row, Value, deviation};
use super::{DataSet, Report};
use crate::assess::{Definition, Metrics, TestFacts, Variant};
use crate::model::text::number;
use crate::model::{Language, OracleCategory};
use crate::parallel;

impl Report<'_> {
    pub(super) fn tests(&self) -> Vec<FigureTable> {
        let of_sets = self.data_sets.iter().map(|set| {
            (
                set,
                parallel::map(&set.tests, |test| TestFacts::of(&test.source, self.definition, test.language)),
            )
        });
        let sets: Vec<(&DataSet, Vec<TestFacts>)> = of_sets.collect();
        vec![structure(&sets), self.kinds(&sets), variants(&sets)]
    }

    fn kinds(&self, sets: &[(&DataSet, Vec<TestFacts>)]) -> FigureTable {
        let counted = match self.definition {
            Definition::Paper => "Each oracle of a test counts, by its syntax tree.",
            Definition::Package => {
                "Each test counts once, by the rule of TOGBench's script, which reads text."
            }
        };
        let mut notes = vec![counted.to_owned()];
        let mut rows = Vec::new();
        for (DataSet { name, tests, .. }, facts) in sets {
            let kinds = || facts.iter().map(|facts| &facts.kinds);
            let without = facts
                .iter()
                .filter(|facts| facts.kinds.is_empty() && facts.language == Language::Java)
                .count();
            notes.extend(in_others(name, facts, "kinds of oracles are read in Java and Python only"));
            if self.definition == Definition::Package {
                notes.extend(in_python(name, facts, "the rule of TOGBench's script is for Java"));
            }
            if without > 0 {
                let why = "have no test, or one that is too long or too deep";
                notes.push(format!("{name}: {without} of {} {why}.", tests.len()));
            }
            let row = |name: String, count: &dyn Fn(OracleCategory) -> usize| Row {
                approach: name,
                group: String::new(),
                values: OracleCategory::ALL.map(|kind| Value::Count(count(kind) as u64)).to_vec(),
            };
            rows.push(row(name.clone(), &|kind| kinds().flatten().filter(|found| **found == kind).count()));
            let is = |given: &str, kind: OracleCategory| kind.name().eq_ignore_ascii_case(given.trim());
            let given =
                || tests.iter().zip(kinds()).filter_map(|(test, kinds)| Some((test.kind.as_deref()?, kinds)));
            let named = |kind| given().filter(|(given, _)| is(given, kind)).count();
            if OracleCategory::ALL.into_iter().any(|kind| named(kind) > 0) {
                rows.push(row(format!("{name}, as it says"), &named));
                let equal = given().filter(|(given, kinds)| kinds.iter().any(|kind| is(given, *kind)));
                let equal = of_all(equal.count(), given().count());
                notes.push(format!("{name}: {equal} have an oracle of the kind that the data set says."));
            }
        }
        let columns = OracleCategory::ALL.map(OracleCategory::name);
        FigureTable { notes, ..FigureTable::new("kinds", "", ["data set", ""], columns, rows) }
    }
}

fn variants(sets: &[(&DataSet, Vec<TestFacts>)]) -> FigureTable {
    let mut notes = vec![
        "multiple: at least two assertions, or at least two checks for exceptions; mixed: at least one of each; custom: an \
         assertion method of the project."
            .to_owned(),
    ];
    let rows = sets.iter().map(|(DataSet { name, tests, .. }, facts)| {
        notes.extend(in_others(name, facts, "variants are told in Java and Python only"));
        notes.extend(in_python(name, facts, "custom assertions are found in Java only"));
        let count_of = |wanted: Variant| facts.iter().filter(|facts| facts.variant == Some(wanted)).count();
        let custom = facts.iter().filter(|facts| facts.has_custom_assertion).count();
        let counts = [
            count_of(Variant::Single),
            count_of(Variant::Multiple),
            count_of(Variant::Mixed),
            custom,
            tests.len(),
        ];
        let given: Vec<(&str, Variant)> = tests
            .iter()
            .zip(facts)
            .filter_map(|(test, facts)| Some((test.kind.as_deref()?.trim(), facts.variant?)))
            .filter(|(given, _)| {
                Variant::ALL.iter().any(|variant| variant.name().eq_ignore_ascii_case(given))
            })
            .collect();
        if !given.is_empty() {
            let equal = given.iter().filter(|(given, variant)| variant.name().eq_ignore_ascii_case(given));
            let equal = of_all(equal.count(), given.len());
            notes.push(format!("{name}: {equal} are of the variant that the data set says."));
        }
        Row {
            approach: name.clone(),
            group: String::new(),
            values: counts.map(|count| Value::Count(count as u64)).to_vec(),
        }
    });
    let columns = ["single", "multiple", "mixed", "custom", "tests"];
    let table = FigureTable::new("variants", "", ["data set", ""], columns, rows.collect());
    FigureTable { notes, ..table }
}

/// Returns a note on the tests of a data set for which a figure is not defined; none if there are none.
fn in_python(name: &str, facts: &[TestFacts], reason: &str) -> Option<String> {
    let count = facts.iter().filter(|facts| facts.language == Language::Python).count();
    (count > 0).then(|| format!("{name}: {} are in Python; {reason}.", of_all(count, facts.len())))
}

/// Returns a note on the tests of a data set in languages that are not measured; none if there are none.
fn in_others(name: &str, facts: &[TestFacts], reason: &str) -> Option<String> {
    let count_of = |wanted: Language| facts.iter().filter(|facts| facts.language == wanted).count();
    let (javascript, other) = (count_of(Language::JavaScript), count_of(Language::Other));
    let languages = match (javascript, other) {
        (0, 0) => return None,
        (_, 0) => "JavaScript",
        (0, _) => "other languages",
        _ => "JavaScript or other languages",
    };
    Some(format!("{name}: {} are in {languages}; {reason}.", of_all(javascript + other, facts.len())))
}

fn of_all(part: usize, all: usize) -> String {
    let share = part as f64 / all as f64 * 100.0;
    format!("{} of {} tests ({share:.2}%)", number(part), number(all))
}

fn structure(sets: &[(&DataSet, Vec<TestFacts>)]) -> FigureTable {
    const METRICS: [&str; 4] = ["CC", "Cog.", "NCSS", "NPath"];
    let mut notes = Vec::new();
    let rows = sets.iter().map(|(DataSet { name, tests, without_source }, facts)| {
        let metrics: Vec<Metrics> = facts.iter().filter_map(|facts| facts.metrics).collect();
        if *without_source > 0 {
            let all = tests.len() + without_source;
            notes.push(format!("{name}: the source of {} is in the input.", of_all(tests.len(), all)));
        }
        notes.extend(in_others(name, facts, "PMD's metrics are for Java"));
        notes.extend(in_python(name, facts, "PMD's metrics are for Java"));
        let without = facts.iter().filter(|facts| facts.language == Language::Java).count() - metrics.len();
        if without > 0 {
            let why = "have no method, or one that is nested too deep";
            notes.push(format!("{name}: {without} of {} {why}.", tests.len()));
        }
        let mut values = Vec::new();
        for metric in 0..METRICS.len() {
            let all = || metrics.iter().map(|metrics| metrics.values()[metric]);
            let most = all().max().map_or(Value::Real(None, 0), Value::Count);
            let as_reals: Vec<f64> = all().map(|value| value as f64).collect();
            values.extend([Value::Real(deviation(&as_reals), 2), most]);
        }
        values.push(Value::Count(metrics.len() as u64));
        Row { approach: name.clone(), group: String::new(), values }
    });
    let columns = METRICS.iter().flat_map(|metric| [format!("{metric} σ"), format!("{metric} max")]);
    let columns = columns.chain(["tests".to_owned()]);
    let table = FigureTable::new("structure", "", ["data set", ""], columns, rows.collect());
    FigureTable { notes, ..table }
}
