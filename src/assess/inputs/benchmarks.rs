//! The published formats of the benchmarks `TestBench` (JSON arrays) and `TestEval` (JSON Lines).
//!
//! ```text
//! TestBench: answers (texts) ── outcomes ── coverage ──by project, class, method──▶ Case
//! TestEval:  predictions (texts) ── results with the same text ── targets ─────────▶ Case
//! ```
//!
//! `TestBench`'s contexts of a prompt and `TestEval`'s four tasks become the contexts of cases.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::cases::{Case, GeneratedTests, Structure, Target, by_text};
use crate::import::error::{ImportError, Result};
use crate::import::input::{Opened, UNMETERED};
use crate::import::{Import, Input};
use crate::lang::java::{Focal, Level, repaired};
use crate::lang::python::targets;
use crate::model::{Coverage, Language, Stage};
use crate::project::build::is_build;
use crate::project::walk::{self, stem};
use crate::{parallel, regular_file};

#[derive(Debug, Default)]
pub(crate) struct Benchmarks {
    /// The rows of `TestBench` with the name of their folder.
    pub(crate) testbench: Vec<(String, TestBenchRow)>,
    pub(crate) testeval: Vec<TestEvalRow>,
    /// The names of the files of `TestEval`.
    files: Vec<String>,
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
    /// The index of the test that executed `path` among the predictions of its program.
    test: Option<usize>,
    path: Option<Vec<String>>,
    /// The predictions that `test` counts in, where the file says so.
    context: Option<Context>,
    /// True if the texts are one for each target path.
    #[serde(skip)]
    is_of_paths: bool,
    /// The number of the file among those of an approach.
    #[serde(skip)]
    file: usize,
}

/// The task of predictions whose tests have a path: untargeted ones, or one for each target path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
enum Context {
    Overall,
    Paths,
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
            Input::Path(path) if path.is_dir() => return self.add_folder(path),
            Input::Path(path) if path.is_file() => path.as_path(),
            Input::Path(_) | Input::Stdin => return Ok(false),
            Input::Bytes { .. } => Path::new(""),
        };
        let opened = Opened::input(input, &UNMETERED)?;
        let head = String::from_utf8_lossy(opened.head());
        let is_testbench = is_testbench(&head);
        let is_testeval = head.trim_start().starts_with('{')
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
            let rows: Result<Vec<TestBenchRow>, _> = if text.trim_ascii_start().starts_with(b"[") {
                serde_json::from_slice(&text)
            } else {
                // The released answers are one object in each file.
                serde_json::Deserializer::from_slice(&text).into_iter().collect()
            };
            let rows = rows.map_err(|error| bad(error.line(), error.to_string(), expected))?;
            let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
            self.testbench.extend(rows.into_iter().map(|row| (folder.clone().into_owned(), row)));
        } else {
            let lines = text.split(|byte| *byte == b'\n').enumerate();
            for (number, line) in lines.filter(|(_, line)| !line.trim_ascii().is_empty()) {
                let row: Result<TestEvalRow, _> = serde_json::from_slice(line);
                let expected = "TestEval's predictions, targets, or paths";
                let row = row.map_err(|error| bad(number + 1, error.to_string(), expected))?;
                let (is_of_paths, file) = (stem.contains("path"), self.files.len());
                self.testeval.push(TestEvalRow { is_of_paths, file, ..row });
            }
            self.files.push(name.to_string());
        }
        self.name.get_or_insert(stem);
        Ok(true)
    }
}

/// The depth of the released answers: a folder for each project, function and context.
const TREE_DEPTH: usize = 5;

impl Benchmarks {
    /// Adds the files of `TestBench` in a folder; returns false for any other folder.
    fn add_folder(&mut self, folder: &Path) -> Result<bool> {
        let mut files = walk::files(walk::walk(folder).max_depth(Some(TREE_DEPTH)))
            .filter(|path: &PathBuf| path.extension().is_some_and(|extension| extension == "json"));
        let Some(first) = files.next().filter(|_| !is_build(folder)) else { return Ok(false) };
        let head = regular_file::read_head(&first, HEAD).unwrap_or_default();
        if !is_testbench(&String::from_utf8_lossy(&head)) {
            return Ok(false);
        }
        self.name.get_or_insert(walk::name_of(folder).unwrap_or_default());
        for path in std::iter::once(first).chain(files) {
            self.add(&Input::Path(path))?;
        }
        Ok(true)
    }
}

/// The number of bytes from which the format is recognized.
const HEAD: u64 = 4096;

/// Returns true for the beginning of a file of `TestBench`: a list of rows, or a row.
fn is_testbench(head: &str) -> bool {
    let fields = ["\"file_name\"", "\"package\"", "\"class_name\"", "\"method_name\"", "\"code\""];
    head.contains("\"project_name\"")
        && (head.trim_start().starts_with('[')
            || head.trim_start().starts_with('{') && fields.iter().any(|field| head.contains(field)))
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
            let read: Vec<_> = parallel::map(texts, |text| {
                let is_broken = Language::Java.answers().has_syntax_error(text);
                let after = is_broken
                    .then(|| Language::Java.answers().has_syntax_error(&repaired(text, focal, ends)));
                (is_broken, Level::of(text), after)
            });
            for (number, (is_broken, level, after)) in read.into_iter().enumerate() {
                let structure = is_broken.then_some(Structure { level, is_broken_after_repair: after });
                let (stage, passed) = by_text(is_broken);
                add(folder, row, nth, number, Case { stage, passed, structure, ..new(row, number) });
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
    pub(crate) fn add_testeval(&mut self, approach: &Arc<str>, benchmarks: &Benchmarks, results: &Import) {
        let project: Arc<str> = Arc::from("TestEval");
        let rows = &benchmarks.testeval;
        let results = results_by_text(results);
        let (executed, notes) = executed_paths(rows, &benchmarks.files);
        self.notes.extend(notes);
        let target_paths = target_paths(rows);
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
                let (stage, passed) = match stage {
                    Some(stage) => (Some(stage), None),
                    None => by_text(Language::Python.answers().has_syntax_error(text)),
                };
                self.cases.push(Case {
                    context: Arc::from(context),
                    stage,
                    passed,
                    calls_focal: text.contains(&call),
                    coverage: coverage.cloned(),
                    target,
                    path: executed.get(&(task, text)).map(|path| path.to_vec()),
                    ..Case::new(approach, &project, &bug, name)
                });
            };
            match predicted {
                Predicted::Texts(texts) => {
                    let of_task = target_paths.get(&task).copied().unwrap_or_default();
                    for (number, text) in texts.iter().enumerate() {
                        let steps = of_task.get(number).cloned().unwrap_or_default();
                        let target = row.is_of_paths.then_some(Target::Path(steps));
                        add(row.of_texts().into(), &format!("test_{number}"), text, target);
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

/// Gives the rows of coverage, which name no test, to the tests of their method that passed, in their order.
/// Returns a case for each row without such a test; `new` makes one of a row and a number.
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
            let cases = found.iter().enumerate().rev().filter(|(_, case)| {
                case.stage == Some(Stage::Passed) && *case.project == *row.project_name && *case.bug == *bug
            });
            cases.map(|(place, _)| place).collect()
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

type TextResult<'a> = (Option<Stage>, Option<&'a Coverage>);

fn results_by_text(results: &Import) -> HashMap<(&str, &str), TextResult<'_>> {
    let found = results.tests().map(|(_, test)| {
        let (key, stage, measured) = test.result();
        let coverage = measured.and_then(|measured| measured.coverage.as_ref());
        ((key.bug, test.generated_test().trim()), (stage, coverage))
    });
    found.filter(|((_, text), _)| !text.is_empty()).collect()
}

impl TestEvalRow {
    /// Returns the task of a list of texts.
    fn of_texts(&self) -> Context {
        if self.is_of_paths { Context::Paths } else { Context::Overall }
    }
}

/// The texts of a task by program.
type Texts<'a> = HashMap<u64, &'a [String]>;

/// The paths that tests executed, by program and text.
type ExecutedPaths<'a> = HashMap<(u64, &'a str), &'a [String]>;

/// Returns the executed paths by program and text, empty for a test that did not run; and a note on each file
/// whose tests were told by their number only.
fn executed_paths<'a>(rows: &'a [TestEvalRow], files: &[String]) -> (ExecutedPaths<'a>, Vec<String>) {
    let [overall, of_paths] = [Context::Overall, Context::Paths].map(|context: Context| -> Texts<'a> {
        let of_context = rows.iter().filter(|row| row.of_texts() == context);
        let texts = of_context.filter_map(|row| match (row.task_num, &row.tests) {
            (Some(task), Some(Predicted::Texts(texts))) => Some((task, &**texts)),
            _ => None,
        });
        texts.collect()
    });
    let (mut found, mut notes) = (HashMap::new(), Vec::new());
    for of_file in rows.chunk_by(|one, other| one.file == other.file) {
        let executions: Vec<&TestEvalRow> = of_file.iter().filter(|row| row.test.is_some()).collect();
        let guess = context_of(&executions, [&overall, &of_paths]);
        let is_unsure = !overall.is_empty() && !of_paths.is_empty();
        if is_unsure && executions.iter().any(|row| row.context.is_none()) {
            let (file, context): (_, &str) = (&files[of_file[0].file], guess.into());
            notes.push(format!(
                "Executed paths in {file}: `test` counts in the predictions of the task {context}, as their number suggests; \
                 `context` in a line says it."
            ));
        }
        for row in executions {
            let texts = if row.context.unwrap_or(guess) == Context::Paths { &of_paths } else { &overall };
            let text = row
                .task_num
                .zip(row.test)
                .and_then(|(task, test)| Some((task, texts.get(&task)?.get(test)?.as_str())));
            found.extend(text.map(|text| (text, row.path.as_deref().unwrap_or_default())));
        }
    }
    (found, notes)
}

/// Returns the task in whose predictions a file of executed paths counts: that which has predictions, or as
/// many of each program as the file has paths. Untargeted tests may be the texts for paths as well.
fn context_of(executions: &[&TestEvalRow], [overall, of_paths]: [&Texts<'_>; 2]) -> Context {
    if of_paths.is_empty() {
        return Context::Overall;
    }
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    for row in executions {
        *counts.entry(row.task_num.unwrap_or_default()).or_default() += 1;
    }
    let fits = |texts: &Texts<'_>| {
        counts.iter().all(|(task, count)| texts.get(task).is_some_and(|texts| texts.len() == *count))
    };
    if overall.is_empty() {
        return Context::Paths;
    }
    if !fits(of_paths) {
        return Context::Overall;
    }
    let has_other_texts = counts.keys().any(|task| {
        let [overall, of_paths] =
            [overall, of_paths].map(|texts| texts.get(task).copied().unwrap_or_default());
        of_paths.iter().any(|text| !overall.contains(text))
    });
    if !fits(overall) || has_other_texts { Context::Paths } else { Context::Overall }
}

/// Returns the target paths by program. Their file may name programs by title only.
fn target_paths(rows: &[TestEvalRow]) -> HashMap<u64, &[Vec<String>]> {
    let titles: HashMap<&str, u64> =
        rows.iter().filter_map(|row| Some((row.task_title.as_deref()?, row.task_num?))).collect();
    let paths = rows.iter().filter_map(|row| {
        Some((
            row.task_num.or_else(|| titles.get(row.task_title.as_deref()?).copied())?,
            row.sampled_paths.as_deref()?,
        ))
    });
    paths.collect()
}
