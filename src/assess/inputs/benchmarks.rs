//! The published formats of the benchmarks `TestBench` (JSON arrays) and `TestEval` (JSON Lines).
//!
//! ```text
//! TestBench: answers (texts) ── outcomes ── coverage ──by project, class, method──▶ Case
//! TestEval:  predictions (texts) ── results with the same text ── targets ─────────▶ Case
//! ```
//!
//! `TestBench`'s contexts of a prompt and `TestEval`'s four tasks become the contexts of cases.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::cases::{Case, GeneratedTests, Structure, Target};
use crate::import::error::{ImportError, Result};
use crate::import::input::{Opened, UNMETERED};
use crate::import::{Import, Input};
use crate::lang::syntax::{Focal, Level, has_syntax_error, repaired, targets};
use crate::model::{Coverage, Language, Stage};
use crate::parallel;
use crate::project::walk::stem;

#[derive(Debug, Default)]
pub(crate) struct Benchmarks {
    /// The rows of `TestBench` with the name of their folder.
    pub(crate) testbench: Vec<(String, TestBenchRow)>,
    pub(crate) testeval: Vec<TestEvalRow>,
    /// The name of the first file without its extension.
    pub(crate) name: Option<String>,
}

/// A row of one of `TestBench`'s files: answers, outcomes by context, or the coverage of a test that passed.
#[derive(Debug, Deserialize)]
pub(crate) struct TestBenchRow {
    project_name: String,
    #[serde(default)]
    package: String,
    class_name: String,
    method_name: String,
    #[serde(default)]
    source_code: String,
    generate_test: Option<Vec<String>>,
    method_metric: Option<Percent>,
    pitest: Option<Percent>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl TestBenchRow {
    fn key(&self, context: &str) -> [String; 4] {
        [context, &self.project_name, &self.class_name, &self.method_name].map(str::to_owned)
    }

    fn function(&self) -> String {
        format!("{}.{}", self.class_name, self.method_name)
    }
}

/// A percentage, with or without its sign.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Percent {
    Number(f64),
    Text(String),
}

impl Percent {
    /// Returns the share; None for a negative number, which stands for no result.
    fn share(&self) -> Option<f64> {
        let percent = match self {
            Percent::Number(number) => *number,
            Percent::Text(text) => text.trim().trim_end_matches('%').trim().parse().ok()?,
        };
        (percent >= 0.0).then_some(percent / 100.0)
    }
}

/// A line of one of `TestEval`'s files: predictions, targets, target paths, or an executed path.
#[derive(Debug, Deserialize)]
pub(crate) struct TestEvalRow {
    task_num: Option<u64>,
    task_title: Option<String>,
    #[serde(default)]
    func_name: String,
    #[serde(default)]
    code: String,
    pub(crate) tests: Option<Predicted>,
    blocks: Option<Vec<Block>>,
    sampled_paths: Option<Vec<Vec<String>>>,
    /// The index of the test that executed `path`.
    test: Option<usize>,
    path: Option<Vec<String>>,
    /// True if the texts are one for each target path.
    #[serde(skip)]
    is_of_paths: bool,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Predicted {
    Texts(Vec<String>),
    OfLines(BTreeMap<String, String>),
    OfBranches(Vec<OfBranch>),
}

#[derive(Debug, Deserialize)]
pub(crate) struct OfBranch {
    start: u64,
    end: u64,
    test: String,
}

#[derive(Debug, Deserialize)]
struct Block {
    start: u64,
    end: u64,
    difficulty: Option<u8>,
}

/// The fields by which a line of `TestEval` is known.
const TESTEVAL: [&str; 4] = ["\"tests\"", "\"blocks\"", "\"sampled_paths\"", "\"path\""];

impl Benchmarks {
    /// Adds a file of a benchmark; returns false for any other input, of which at most the beginning is read.
    pub(crate) fn add(&mut self, input: &Input) -> Result<bool> {
        let path = match input {
            Input::Path(path) if path.is_file() => path.as_path(),
            Input::Path(_) | Input::Stdin => return Ok(false),
            Input::Bytes { .. } => Path::new(""),
        };
        let opened = Opened::input(input, &UNMETERED)?;
        let head = String::from_utf8_lossy(opened.head());
        let begins = |start: char| head.trim_start().starts_with(start);
        let is_testbench = begins('[') && head.contains("\"project_name\"");
        let is_testeval = begins('{')
            && (head.contains("\"task_num\"") || head.contains("\"task_title\""))
            && TESTEVAL.iter().any(|field| head.contains(field));
        if !is_testbench && !is_testeval {
            return Ok(false);
        }
        let (name, text) = (opened.name.clone(), opened.bytes()?);
        let bad = |line: usize, fault: String, expected| ImportError::BadRow {
            name: name.to_string(),
            line: line as u64,
            fault,
            expected,
        };
        let stem = stem(path);
        if is_testbench {
            let expected = "TestBench's answers, outcomes or coverage";
            let rows: Vec<TestBenchRow> = serde_json::from_slice(&text)
                .map_err(|error| bad(error.line(), error.to_string(), expected))?;
            let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
            self.testbench.extend(rows.into_iter().map(|row| (folder.clone().into_owned(), row)));
        } else {
            let lines = text.split(|byte| *byte == b'\n').enumerate();
            for (number, line) in lines.filter(|(_, line)| !line.trim_ascii().is_empty()) {
                let row: Result<TestEvalRow, _> = serde_json::from_slice(line);
                let expected = "TestEval's predictions, targets, or paths";
                let row = row.map_err(|error| bad(number + 1, error.to_string(), expected))?;
                self.testeval.push(TestEvalRow { is_of_paths: stem.contains("path"), ..row });
            }
        }
        self.name.get_or_insert(stem);
        Ok(true)
    }
}

impl GeneratedTests {
    /// Adds the tests of `TestBench`. `ends` is what its repair writes behind the imports of a class.
    pub(crate) fn add_testbench(&mut self, approach: &Arc<str>, rows: &[(String, TestBenchRow)], ends: &str) {
        // The imports of a repair are those of the first function of that name.
        let mut sources: HashMap<&str, &str> = HashMap::new();
        for (_, row) in rows.iter().filter(|(_, row)| !row.source_code.is_empty()) {
            sources.entry(&row.method_name).or_insert(&row.source_code);
        }
        let mut found: Vec<Case> = Vec::new();
        let mut places: HashMap<([String; 4], usize, usize), usize> = HashMap::new();
        let mut add = |context: &str, row: &TestBenchRow, nth: usize, number: usize, case: Case| {
            let place = *places.entry((row.key(context), nth, number)).or_insert(found.len());
            match found.get_mut(place) {
                Some(known) => {
                    known.stage = case.stage.or(known.stage);
                    known.structure = case.structure.or(known.structure);
                }
                None => found.push(Case { context: Arc::from(context), ..case }),
            }
        };
        // Several functions of a class have one name: the nth row of answers belongs to the nth row of outcomes.
        let mut seen: HashMap<(&str, [String; 4]), usize> = HashMap::new();
        let mut next = |kind: &'static str, context: &str, row: &TestBenchRow| {
            let count = seen.entry((kind, row.key(context))).or_default();
            *count += 1;
            *count
        };
        let new = |row: &TestBenchRow, number: usize| {
            let bug = row.function();
            Case::new(approach, &Arc::from(&*row.project_name), &bug, &format!("test_{number}"))
        };
        for (folder, row) in rows {
            let focal = Focal {
                package: &row.package,
                class: &row.class_name,
                method: &row.method_name,
                source: sources.get(&*row.method_name).copied().unwrap_or_default(),
            };
            let texts = row.generate_test.as_deref().unwrap_or_default();
            let nth = next("answers", folder, row);
            let of_text = |text: &String| {
                let is_broken = has_syntax_error(text, Language::Java);
                let after = is_broken.then(|| has_syntax_error(&repaired(text, focal, ends), Language::Java));
                (is_broken, Level::of(text), after)
            };
            let read: Vec<_> = parallel::map(texts, of_text);
            for (number, (is_broken, level, after)) in read.into_iter().enumerate() {
                let structure = is_broken.then_some(Structure { level, is_broken_after_repair: after });
                let stage = is_broken.then_some(Stage::Syntax);
                add(folder, row, nth, number, Case { stage, structure, ..new(row, number) });
            }
        }
        for (_, row) in rows {
            for (context, outcomes) in &row.rest {
                let nth = next("outcomes", context, row);
                for (number, outcome) in outcomes.as_array().into_iter().flatten().enumerate() {
                    let stage = match outcome.as_str() {
                        Some("Syntax Error") => Stage::Syntax,
                        Some("Compile Error") => Stage::Compile,
                        Some("Test Error") => Stage::Failed,
                        Some("Accept") => Stage::Passed,
                        // The list has another meaning.
                        _ => break,
                    };
                    add(context, row, nth, number, Case { stage: Some(stage), ..new(row, number) });
                }
            }
        }
        let covered = add_coverage(rows, &mut found, new);
        self.cases.extend(found);
        self.cases.extend(covered);
    }

    /// Adds the predictions of `TestEval`. A prediction has the results of a test of its program with the same text.
    pub(crate) fn add_testeval(&mut self, approach: &Arc<str>, rows: &[TestEvalRow], results: &Import) {
        let project: Arc<str> = Arc::from("TestEval");
        let results = results_by_text(results);
        let (paths_by_text, target_paths) = (executed_paths(rows), target_paths(rows));
        let mut blocks: HashMap<(u64, u64, u64), Option<u8>> = HashMap::new();
        for row in rows {
            for block in row.blocks.iter().flatten() {
                blocks.insert((row.task_num.unwrap_or_default(), block.start, block.end), block.difficulty);
            }
        }
        for row in rows {
            let (Some(task), Some(predicted)) = (row.task_num, &row.tests) else { continue };
            let call = format!("solution.{}", row.func_name);
            let bug = task.to_string();
            let mut add = |context: &str, name: &str, text: &str, target: Option<Target>| {
                let result = results.get(&(bug.as_str(), text.trim()));
                let (stage, coverage) = result.copied().unwrap_or_default();
                let is_broken = || has_syntax_error(text, Language::Python).then_some(Stage::Syntax);
                self.cases.push(Case {
                    context: Arc::from(context),
                    stage: stage.or_else(is_broken),
                    calls_focal: text.contains(&call),
                    coverage: coverage.cloned(),
                    target,
                    path: paths_by_text.get(&(task, text)).and_then(|path| (*path).map(<[String]>::to_vec)),
                    ..Case::new(approach, &project, &bug, name)
                });
            };
            match predicted {
                Predicted::Texts(texts) => {
                    let of_task = target_paths.get(&task).copied().unwrap_or_default();
                    for (number, text) in texts.iter().enumerate() {
                        let steps = of_task.get(number).cloned().unwrap_or_default();
                        let target = row.is_of_paths.then_some(Target::Path(steps));
                        let context = if row.is_of_paths { "paths" } else { OVERALL };
                        add(context, &format!("test_{number}"), text, target);
                    }
                }
                Predicted::OfLines(texts) => {
                    for (line, text) in texts {
                        let target = line.parse().ok().map(Target::Line);
                        add("lines", &format!("test_{line}"), text, target);
                    }
                }
                Predicted::OfBranches(texts) => {
                    let found = targets(&row.code).branches;
                    for OfBranch { start, end, test } in texts {
                        let own = found.iter().find(|branch| branch.start as u64 == *start);
                        let target = Target::Branch {
                            first: own.map_or(start + 1, |branch| branch.first as u64),
                            start: *start,
                            difficulty: blocks.get(&(task, *start, *end)).copied().flatten(),
                        };
                        add("branches", &format!("test_{start}_{end}"), test, Some(target));
                    }
                }
            }
        }
    }
}

/// Gives the rows of coverage, which name no test, to the tests of their method that passed, in their order. Returns a case for
/// each row without such a test; `new` makes one of a row and a number.
fn add_coverage(
    rows: &[(String, TestBenchRow)],
    found: &mut [Case],
    new: impl Fn(&TestBenchRow, usize) -> Case,
) -> Vec<Case> {
    let mut passed: HashMap<(&str, String), Vec<usize>> = HashMap::new();
    let mut covered = Vec::new();
    for (_, row) in rows.iter().filter(|(_, row)| row.method_metric.is_some()) {
        let bug = row.function();
        let free = passed.entry((&row.project_name, bug.clone())).or_insert_with(|| {
            let is_meant = |case: &Case| {
                case.stage == Some(Stage::Passed) && *case.project == *row.project_name && *case.bug == *bug
            };
            (0..found.len()).rev().filter(|place| is_meant(&found[*place])).collect()
        });
        let lines = row.method_metric.as_ref().and_then(Percent::share);
        let killed = row.pitest.as_ref().and_then(Percent::share);
        match free.pop() {
            Some(place) => (found[place].lines, found[place].killed) = (lines, killed),
            None => {
                let stage = Some(Stage::Passed);
                covered.push(Case { stage, lines, killed, ..new(row, covered.len()) });
            }
        }
    }
    covered
}

const OVERALL: &str = "overall";

type TextResult<'a> = (Option<Stage>, Option<&'a Coverage>);

fn results_by_text(results: &Import) -> HashMap<(&str, &str), TextResult<'_>> {
    let found = results.tests().map(|(_, test)| {
        let (key, stage, measured) = test.result();
        let coverage = measured.and_then(|measured| measured.coverage.as_ref());
        ((key.bug, test.generated_test().trim()), (stage, coverage))
    });
    found.filter(|((_, text), _)| !text.is_empty()).collect()
}

/// Returns the executed paths by program and text; None for a test that did not run.
fn executed_paths(rows: &[TestEvalRow]) -> HashMap<(u64, &str), Option<&[String]>> {
    let mut texts: HashMap<u64, &[String]> = HashMap::new();
    for row in rows.iter().filter(|row| !row.is_of_paths) {
        if let (Some(task), Some(Predicted::Texts(of_task))) = (row.task_num, &row.tests) {
            texts.insert(task, of_task);
        }
    }
    let paths = rows.iter().filter_map(|row| {
        let (task, number) = (row.task_num?, row.test?);
        Some(((task, texts.get(&task)?.get(number)?.as_str()), row.path.as_deref()))
    });
    paths.collect()
}

/// Returns the target paths by program. Their file may name programs by title only.
fn target_paths(rows: &[TestEvalRow]) -> HashMap<u64, &[Vec<String>]> {
    let titles: HashMap<&str, u64> =
        rows.iter().filter_map(|row| Some((row.task_title.as_deref()?, row.task_num?))).collect();
    let paths = rows.iter().filter_map(|row| {
        let title = || titles.get(row.task_title.as_deref()?).copied();
        Some((row.task_num.or_else(title)?, row.sampled_paths.as_deref()?))
    });
    paths.collect()
}
