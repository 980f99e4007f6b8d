//! Oracles to assess: pairs of the oracle that a developer wrote (the reference) and the generated one, and
//! whole tests.
//!
//! ```text
//! table of pairs, two text files ──┐
//! results ──load──▶ Import ────────┴──▶ Instance
//! data set, results ──────────────────▶ WholeTest
//! ```
//!
//! Nothing is dropped here, not even duplicates, and a row of a table of pairs that can't be used is an error.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::adequacy::AdequacyRow;
use crate::assess::{Definition, Measure, is_measured, kind_of, measured_language};
use crate::import::error::{ImportError, Result};
use crate::import::formats::head::header;
use crate::import::formats::recognition::recognize;
use crate::import::formats::run_folder::RunFolder;
use crate::import::input::{Opened, UNMETERED};
use crate::import::rows::{Rows, boolean, bug_name};
use crate::import::{Import, Input, Outcome, Test};
use crate::lang::java::has_syntax_error_in_method;
use crate::model::{Language, Oracle, Truth};
use crate::parallel;
use crate::project::build::is_build;
use crate::project::walk;

/// One place for an oracle.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Instance {
    /// The generator; empty if the input does not name it.
    pub approach: String,
    /// The index of its run among the runs of the approach.
    pub run: usize,
    pub project: String,
    pub bug: String,
    pub test: String,
    /// The language of both oracles.
    pub language: Language,
    /// The oracle that a developer or another tool wrote.
    pub reference: Oracle,
    /// The oracle that was generated; empty if none was.
    pub generated: Oracle,
    /// True if the input says whether the oracles expect an exception; else their texts do.
    pub is_told: bool,
    /// The outcome of the generated oracle on the correct version: the fixed one if known, else the version under test.
    pub outcome: Option<Outcome>,
}

pub(crate) struct WholeTest {
    pub(crate) source: String,
    /// The kind that the data set gives it.
    pub(crate) kind: Option<String>,
    /// The language, if the input tells it; else the source does.
    pub(crate) language: Option<Language>,
}

/// The similarity of an approach on a project, as a paper prints it.
pub(crate) struct GivenFigures {
    pub(crate) approach: String,
    pub(crate) project: String,
    /// The shares by measure; None for an empty cell.
    pub(crate) scores: [Option<f64>; Measure::ALL.len()],
}

pub(crate) enum Assessable {
    Instances(Vec<Instance>),
    /// A data set of tests such as `TOGBench`'s `inputs.csv`.
    Tests(Vec<WholeTest>),
    /// Published figures of approaches on projects, instead of pairs.
    Figures(Vec<GivenFigures>),
    /// Results that are loaded as for every other command.
    Results,
}

const REFERENCE: [&str; 4] = ["reference", "ground_truth", "assertion_lbl", "target"];
const GENERATED: [&str; 4] = ["generated", "hypothesis", "prediction", "assert_pred"];
const TEST: [&str; 4] = ["test", "test_name", "unique_test_name", "id"];
const BUG: [&str; 2] = ["bug", "bug_num"];
const TEST_SOURCE: [&str; 1] = ["test_prefix"];
const TEST_KIND: [&str; 2] = ["oracle_type", "dataset_type"];
const CHANGES: [&str; 2] = ["lc_change", "ms_change"];
const ADEQUACY: [&str; 4] = ["lc_before", "lc_after", "ms_before", "ms_after"];

/// Reads a stream into memory, because its kind is detected before it is read; files and folders are unchanged.
pub(crate) fn in_memory(input: Input) -> Result<Input> {
    let is_stream = match &input {
        Input::Stdin => true,
        Input::Path(path) => path.metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()),
        Input::Bytes { .. } => false,
    };
    if !is_stream {
        return Ok(input);
    }
    let opened = Opened::input(&input, &UNMETERED)?;
    Ok(Input::Bytes { name: opened.name.to_string(), bytes: Cow::Owned(opened.bytes()?) })
}

/// Reads a table of pairs, a folder with pairs of text files, or a data set of whole tests; of results only
/// the beginning.
pub(crate) fn read_assessable(input: &Input) -> Result<Assessable> {
    let data_set = match input {
        Input::Path(path) if path.is_dir() => {
            let inputs = path.join("inputs.csv");
            if !RunFolder::all(path).is_empty() || is_build(path) {
                return Ok(Assessable::Results);
            }
            if !inputs.is_file() {
                let instances = text_tree(path)?;
                let is_tree = !instances.is_empty();
                return Ok(if is_tree { Assessable::Instances(instances) } else { Assessable::Results });
            }
            Some(Input::Path(inputs))
        }
        _ => None,
    };
    let input = data_set.as_ref().unwrap_or(input);
    let opened = Opened::input(input, &UNMETERED)?;
    let header = header(opened.head());
    let has = |names: &[&str]| names.iter().any(|name| header.iter().any(|column| column == name));
    if has(&["approach"]) && has(&["project"]) && has(&Measure::ALL.map(Measure::name)) && !has(&REFERENCE) {
        return Ok(Assessable::Figures(given_figures(opened)?));
    }
    if !(has(&REFERENCE) && has(&GENERATED)) {
        match recognize(opened.head(), &opened.name) {
            Ok(_) => return Ok(Assessable::Results),
            Err(ImportError::Columns { .. } | ImportError::UnknownKind { .. })
                if header.len() > 1 || has(&TEST_SOURCE) => {}
            // `TOGBench`'s table has an identifier for each test.
            Err(ImportError::RunFolderPart { .. }) if has(&TEST_SOURCE) && has(&["id"]) => {}
            Err(error) => return Err(error),
        }
    }
    let expected = "a table of pairs with the columns reference and generated, a table of tests with the column test_prefix, two \
                   text files (the generated oracles, and --reference FILE), or results such as a TEval+ run folder";
    let table = Rows::new(opened, expected)?;
    if table.column(&REFERENCE)?.is_none() && table.column(&TEST_SOURCE)?.is_some() {
        return Ok(Assessable::Tests(whole_tests(input, table)?));
    }
    Ok(Assessable::Instances(pairs(table)?))
}

/// Reads a table of similarities in percent, with a column for each measure that a paper has.
fn given_figures(opened: Opened<'_>) -> Result<Vec<GivenFigures>> {
    let expected =
        "a table with the columns approach, project, and BLEU, ACC, CB, RL, MT, ES or ChrF in percent";
    let table = Rows::new(opened, expected)?;
    let [approach, project] = [table.required(&["approach"])?, table.required(&["project"])?];
    let columns = table.columns(Measure::ALL.map(Measure::name), 0)?;
    table.read_all(|cells| {
        let mut scores = [None; Measure::ALL.len()];
        for ((score, column), measure) in scores.iter_mut().zip(columns).zip(Measure::ALL) {
            *score = percent(&cells.text(column), measure.name())?.map(|percent| percent / 100.0);
        }
        let [approach, project] = [approach, project].map(|column| cells.text(column).into_owned());
        Ok(GivenFigures { approach, project, scores })
    })
}

/// Parses a number in percent; None for an empty cell.
fn percent(cell: &str, name: &str) -> Result<Option<f64>, String> {
    let number = cell.trim().trim_end_matches('%').trim_end();
    match number.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Some(value)),
        _ if number.is_empty() => Ok(None),
        _ => Err(format!("{name} is {:?}, expected a number", cell.trim())),
    }
}

fn pairs(table: Rows<'_>) -> Result<Vec<Instance>> {
    let [reference, generated] = [table.required(&REFERENCE)?, table.required(&GENERATED)?];
    let [expects, predicts] = [table.column(&["exception_lbl"])?, table.column(&["except_pred"])?];
    let [outcome, fixed_outcome] = [table.column(&["outcome"])?, table.column(&["fixed_outcome"])?];
    let [approach, project] = [table.column(&["approach"])?, table.column(&["project"])?];
    let [bug, test] = [table.column(&BUG)?, table.column(&TEST)?];
    let language = table.column(&["language"])?;
    let pairs = table.read_all(|cells| {
        let owned = |column: Option<usize>| cells.text(column).into_owned();
        let flag = |column: Option<usize>, name: &str| {
            let cell = cells.text(column);
            boolean(&cell).map_err(|()| format!("{name} is {cell:?}, expected True or False"))
        };
        let expectations = [flag(expects, "exception_lbl")?, flag(predicts, "except_pred")?];
        let oracle = |assertion, expectation: Option<bool>| Oracle {
            expects_exception: expectation.unwrap_or(false),
            assertion: cells.text(assertion).into(),
        };
        let [outcome, fixed_outcome] = [
            parse_outcome(&cells.text(outcome), "outcome")?,
            parse_outcome(&cells.text(fixed_outcome), "fixed_outcome")?,
        ];
        let instance = Instance {
            approach: owned(approach),
            run: 0,
            project: owned(project),
            bug: bug_name(&cells.text(bug)).to_owned(),
            test: test.map_or_else(|| format!("line {}", cells.line), |test| owned(Some(test))),
            language: Language::default(),
            reference: oracle(reference, expectations[0]),
            generated: oracle(generated, expectations[1]),
            is_told: expectations.iter().all(Option::is_some),
            outcome: on_correct_version(outcome, fixed_outcome),
        };
        let language = parse_language(&cells.text(language))?;
        Ok(Pair { instance, expectations, language })
    })?;
    Ok(completed(&pairs))
}

/// An instance as a table or a file of lines gives it.
struct Pair {
    instance: Instance,
    /// The values that say whether the reference, and the generated oracle, expect an exception.
    expectations: [Option<bool>; 2],
    language: Option<Language>,
}

/// Completes what an input does not say: the language of all oracles, by their references, and the expected
/// exceptions, by the kinds of the oracles.
fn completed(pairs: &[Pair]) -> Vec<Instance> {
    let unknown = pairs.iter().filter(|pair| pair.language.is_none());
    let usual = language_of(unknown.map(|pair| &*pair.instance.reference.assertion));
    parallel::map(pairs, |pair| {
        let mut instance = pair.instance.clone();
        instance.language = pair.language.unwrap_or(usual);
        for (oracle, expectation) in
            [&mut instance.reference, &mut instance.generated].into_iter().zip(pair.expectations)
        {
            oracle.expects_exception = expectation.unwrap_or_else(|| {
                kind_of(&oracle.assertion, instance.language, Definition::Paper).expects_exception()
            });
        }
        instance
    })
}

/// The number of oracles from which a language is recognized.
const RECOGNIZED: usize = 200;

/// Returns the language in which more oracles parse and do not parse in the other; Java if there are as many of both.
fn language_of<'a>(oracles: impl Iterator<Item = &'a str>) -> Language {
    let (mut java, mut python) = (0, 0);
    for oracle in oracles.filter(|oracle| !oracle.trim().is_empty()).take(RECOGNIZED) {
        let is_java = !has_syntax_error_in_method(&format!("void test() {{\n{oracle};\n}}"))
            || !has_syntax_error_in_method(oracle);
        let is_python = !Language::Python.answers().has_syntax_error(oracle);
        java += usize::from(is_java && !is_python);
        python += usize::from(is_python && !is_java);
    }
    if python > java { Language::Python } else { Language::Java }
}

fn parse_language(cell: &str) -> Result<Option<Language>, String> {
    let name = cell.trim().to_lowercase();
    match measured_language(&name) {
        None if !name.is_empty() => Err(format!("language is {cell:?}, expected java or python")),
        language => Ok(language),
    }
}

/// Returns the outcome on the fixed version if known, else on the version under test: not executed there, a
/// test has no other.
fn on_correct_version(outcome: Option<Outcome>, fixed_outcome: Option<Outcome>) -> Option<Outcome> {
    let fixed_outcome = fixed_outcome.filter(|outcome| *outcome != Outcome::NotExecuted);
    if outcome == Some(Outcome::NotExecuted) { outcome } else { fixed_outcome.or(outcome) }
}

impl<'a> Test<'a> {
    /// Returns the reference and the generated oracle with their language; None without a reference.
    fn oracles(&self) -> Option<([Oracle; 2], Language)> {
        let (reference, generated, language) = match self {
            Test::Failed(failure) => (failure.reference.as_deref()?, Some(&failure.oracle), failure.language),
            Test::Other(other) => {
                let texts = other.texts()?;
                (texts.reference.as_ref()?, texts.oracle.as_ref(), texts.language)
            }
        };
        Some(([reference.clone(), generated.cloned().unwrap_or_default()], language))
    }

    pub(crate) fn language(&self) -> Language {
        match self {
            Test::Failed(failure) => failure.language,
            Test::Other(other) => other.texts().map(|texts| texts.language).unwrap_or_default(),
        }
    }

    pub(crate) fn generated_test(&self) -> &'a str {
        match self {
            Test::Failed(failure) => &failure.generated_test,
            Test::Other(other) => other.texts().map_or("", |texts| &texts.generated_test),
        }
    }

    fn outcome_on_correct_version(&self) -> Option<Outcome> {
        match self {
            Test::Failed(failure) => Some(match failure.truth {
                Some(Truth::TruePositive) => Outcome::Passed,
                Some(Truth::FalsePositive) | None => Outcome::Failed,
            }),
            Test::Other(other) => on_correct_version(Some(other.outcome), other.fixed_outcome),
        }
    }
}

/// Returns the tests with a reference among those of an approach's runs.
pub(crate) fn instances_of(import: &Import, approach: &str, runs: &[usize]) -> Vec<Instance> {
    let tests = import.tests().filter_map(|(run, test)| {
        let run = runs.iter().position(|known| *known == run)?;
        let (key, ..) = test.result();
        let ([reference, generated], language) = test.oracles()?;
        is_measured(language).then(|| Instance {
            approach: approach.to_owned(),
            run,
            project: key.project.to_owned(),
            bug: key.bug.to_owned(),
            test: key.test.to_owned(),
            language,
            reference,
            generated,
            is_told: true,
            outcome: test.outcome_on_correct_version(),
        })
    });
    tests.collect()
}

/// Returns the number of tests with a reference in languages that are not measured.
pub(crate) fn not_measured(import: &Import) -> usize {
    let tests = import.tests().filter_map(|(_, test)| test.oracles());
    tests.filter(|(_, language)| !is_measured(*language)).count()
}

/// Returns the sources of the tests of an approach's runs, and the number of tests whose source is not known.
pub(crate) fn whole_tests_of(import: &Import, runs: &[usize]) -> (Vec<WholeTest>, usize) {
    let (mut known, mut unknown) = (Vec::new(), 0);
    for (_, test) in import.tests().filter(|(run, _)| runs.contains(run)) {
        match test.generated_test() {
            source if source.trim().is_empty() => unknown += 1,
            source => known.push(WholeTest {
                source: source.to_owned(),
                kind: None,
                language: Some(test.language()).filter(|language| !is_measured(*language)),
            }),
        }
    }
    (known, unknown)
}

fn parse_outcome(cell: &str, column: &str) -> Result<Option<Outcome>, String> {
    match cell.trim() {
        "" => Ok(None),
        "passed" => Ok(Some(Outcome::Passed)),
        "failed" => Ok(Some(Outcome::Failed)),
        "not executed" => Ok(Some(Outcome::NotExecuted)),
        other => Err(format!("{column} is {other:?}, expected passed, failed or not executed")),
    }
}

/// Reads a data set of tests, whose kinds are in the table itself, or in the `meta.csv` next to it, by `id`.
fn whole_tests(input: &Input, table: Rows<'_>) -> Result<Vec<WholeTest>> {
    let [source, kind, id] =
        [table.required(&TEST_SOURCE)?, table.column(&TEST_KIND)?, table.column(&["id"])?];
    let kinds = match input {
        Input::Path(path) if kind.is_none() && id.is_some() && path.with_file_name("meta.csv").is_file() => {
            kinds_by_id(&Input::Path(path.with_file_name("meta.csv")))?
        }
        _ => HashMap::new(),
    };
    table.read_all(|cells| {
        let own = Some(cells.text(kind).into_owned()).filter(|kind| !kind.trim().is_empty());
        let kind = own.or_else(|| kinds.get(&*cells.text(id)).cloned());
        Ok(WholeTest { source: cells.text(source).into_owned(), kind, language: None })
    })
}

fn kinds_by_id(meta: &Input) -> Result<HashMap<String, String>> {
    let meta = Rows::new(Opened::input(meta, &UNMETERED)?, "the meta.csv of a data set")?;
    let [id, kind] = [meta.column(&["id"])?, meta.column(&TEST_KIND)?];
    let rows = meta.read_all(|cells| Ok((cells.text(id).into_owned(), cells.text(kind).into_owned())))?;
    Ok(if id.is_some() && kind.is_some() { rows.into_iter().collect() } else { HashMap::new() })
}

pub(crate) fn read_lines(reference: &Input, generated: &Input) -> Result<Vec<Instance>> {
    let [references, generateds] = [text_of(reference)?, text_of(generated)?];
    let [count, generated_count] = [references.1.lines().count(), generateds.1.lines().count()];
    if count != generated_count {
        let mut files = [(count, &references.0), (generated_count, &generateds.0)];
        files.sort();
        let [(lines, shorter), (more, longer)] = files;
        let [shorter, longer] = [shorter, longer].map(ToString::to_string);
        return Err(ImportError::DifferentLengths { shorter, lines, longer, more });
    }
    let oracle = |line: &str| Oracle { expects_exception: false, assertion: line.into() };
    let lines = references.1.lines().zip(generateds.1.lines());
    let pairs = lines.enumerate().map(|(number, (reference, generated))| Pair {
        instance: Instance {
            test: format!("line {}", number + 1),
            reference: oracle(reference),
            generated: oracle(generated),
            ..Instance::default()
        },
        expectations: [None; 2],
        language: None,
    });
    Ok(completed(&pairs.collect::<Vec<_>>()))
}

/// The files of a project's oracles in the package of Shin et al., one oracle per line.
const TREE: [&str; 2] = ["true_new.txt", "gen_new.txt"];

const TREE_DEPTH: usize = 5;

/// Pairs the lines of all such files in a folder, which names the project; the folder above names the approach.
fn text_tree(folder: &Path) -> Result<Vec<Instance>> {
    let mut instances = Vec::new();
    for reference in walk::files(walk::walk(folder).max_depth(Some(TREE_DEPTH))) {
        if !reference.ends_with(TREE[0]) {
            continue;
        }
        let generated = Input::Path(reference.with_file_name(TREE[1]));
        let read = read_lines(&Input::Path(reference.clone()), &generated)?;
        let absolute = std::path::absolute(&reference).unwrap_or(reference);
        let mut above = absolute.ancestors().skip(1).map(|folder| walk::name_of(folder).unwrap_or_default());
        let (project, approach) = (above.next().unwrap_or_default(), above.next().unwrap_or_default());
        instances.extend(read.into_iter().map(|instance| Instance {
            project: project.clone(),
            approach: approach.clone(),
            ..instance
        }));
    }
    Ok(instances)
}

fn text_of(input: &Input) -> Result<(Arc<str>, String)> {
    let opened = Opened::input(input, &UNMETERED)?;
    let name = opened.name.clone();
    match String::from_utf8(opened.bytes()?) {
        Ok(text) => Ok((name, text)),
        Err(error) => {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = before.split(|byte| *byte == b'\n').count();
            let fault = io::Error::new(io::ErrorKind::InvalidData, format!("line {line} is not UTF-8"));
            Err(ImportError::Unreadable { name: name.to_string(), error: fault })
        }
    }
}

pub(crate) fn read_adequacy(path: &Path) -> Result<Vec<AdequacyRow>> {
    let input = Input::from(path);
    let expected =
        "a table with the columns approach, project, lc_before, lc_after, ms_before and ms_after, in percent";
    let table = Rows::new(Opened::input(&input, &UNMETERED)?, expected)?;
    let [approach, project] = [table.required(&["approach"])?, table.required(&["project"])?];
    let of_changes = table.columns(CHANGES, 0)?;
    let required = if of_changes.iter().any(Option::is_some) { 0 } else { ADEQUACY.len() };
    let columns = table.columns(ADEQUACY, required)?;
    table.read_all(|cells| {
        let (mut values, mut changes) = ([None; 4], [None; 2]);
        for ((value, column), name) in values.iter_mut().zip(columns).zip(ADEQUACY) {
            *value = percent(&cells.text(column), name)?;
        }
        for ((change, column), name) in changes.iter_mut().zip(of_changes).zip(CHANGES) {
            *change = percent(&cells.text(column), name)?;
        }
        Ok(AdequacyRow {
            changes,
            strength: [None; 2],
            approach: cells.text(approach).into_owned(),
            project: cells.text(project).into_owned(),
            values,
        })
    })
}
