//! Generated tests as cases: each with the stage that it reached, as far as results, build logs, sources or
//! the input tell.
//!
//! ```text
//! results ──load──▶ Import ──┐
//! sources of a project ──────┼──▶ Case (stage, coverage, mutants)
//! build logs ────────────────┘
//! ```
//!
//! A test with a result has the stage of the result. A test that the sources declare and no result names was
//! stopped before: by an error of the compiler in its file, if a log contains one; else its file does not
//! parse; else its stage is unknown, because javac stops before it has seen every file.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::build_log::{BuildLog, is_of_parser};
use crate::import::error::{ImportError, Result};
use crate::import::formats::recognition::recognize;
use crate::import::input::{CHUNK, Opened, UNMETERED};
use crate::import::{Import, Input, Test};
use crate::lang::index::{IndexedFile, SourceIndex};
use crate::lang::java::{Level, has_syntax_error_in_method};
use crate::model::{Coverage, Extent, Language, Measured, StackTrace, Stage, TestKey};
use crate::parallel;
use crate::project::build::Project;
use crate::project::sources::{python_tests, read_text};
use crate::project::walk::stem;
use crate::trace::{CLASS_AS_A_WHOLE, source_method};

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Case {
    pub(crate) approach: Arc<str>,
    pub(crate) project: Arc<str>,
    pub(crate) bug: Arc<str>,
    pub(crate) test: Arc<str>,
    pub(crate) stage: Option<Stage>,
    /// The last stage that it is known to have passed, if its own is not known.
    pub(crate) passed: Option<Stage>,
    /// The exception that a failed test threw; empty if there is none, or it is not known.
    pub(crate) exception: Arc<str>,
    /// False for a test that does not call the function under test, where that is asked.
    pub(crate) calls_focal: bool,
    /// True for a test that calls no production code; None if that is not known.
    pub(crate) calls_nothing: Option<bool>,
    pub(crate) structure: Option<Structure>,
    /// The part of an input that distinguishes several attempts at one test: the context of a prompt, or a task.
    pub(crate) context: Arc<str>,
    pub(crate) coverage: Option<Coverage>,
    /// The share of lines of the function under test that it covers.
    pub(crate) lines: Option<f64>,
    pub(crate) killed: Option<f64>,
    pub(crate) target: Option<Target>,
    /// The path that it executed, empty if it did not run; None if that is not known.
    pub(crate) path: Option<Vec<String>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Structure {
    /// None for a text that declares nothing.
    pub(crate) level: Option<Level>,
    /// None if the function under test is not known, which a repair needs.
    pub(crate) is_broken_after_repair: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    Line(u64),
    /// A branch: the lines of its keyword and of its first statement; 0 is easy to reach, 1 medium, 2 hard.
    Branch {
        start: u64,
        first: u64,
        difficulty: Option<u8>,
    },
    Path(Vec<String>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClassErrors {
    pub(crate) approach: Arc<str>,
    pub(crate) file: String,
    pub(crate) messages: BTreeSet<String>,
}

/// The facts about the tests of an approach that the logs of builds state.
#[derive(Debug, Default)]
pub(crate) struct Logged {
    /// The compiler's messages by file, as a log names it.
    pub(super) errors: BTreeMap<String, BTreeSet<String>>,
    /// True if the compiler left errors out.
    pub(super) is_cut: bool,
    /// True if all builds succeeded, and compiled tests.
    pub(super) compiles_tests: bool,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct GeneratedTests {
    pub(crate) cases: Vec<Case>,
    pub(crate) errors: Vec<ClassErrors>,
    pub(crate) notes: Vec<String>,
    /// True if the tests of a bug are answers to one question, as far as the input tells: not those of a build.
    pub(crate) has_samples: bool,
}

impl Case {
    /// Returns a case of which nothing but its name is known.
    pub(crate) fn new(approach: &Arc<str>, project: &Arc<str>, bug: &str, test: &str) -> Case {
        Case {
            approach: Arc::clone(approach),
            project: Arc::clone(project),
            bug: Arc::from(bug),
            test: Arc::from(test),
            calls_focal: true,
            ..Case::default()
        }
    }
}

/// Reads an input that is a build log; None for every other kind.
pub(crate) fn read_log(input: &Input) -> Result<Option<BuildLog>> {
    if matches!(input, Input::Path(path) if !path.is_file()) {
        return Ok(None);
    }
    let opened = Opened::input(input, &UNMETERED)?;
    // Other kinds are told by their beginning, a log only by a line anywhere in it.
    if !matches!(recognize(opened.head(), &opened.name), Err(ImportError::UnknownKind { .. })) {
        return Ok(None);
    }
    let name = opened.name.clone();
    BuildLog::read(BufReader::with_capacity(CHUNK, opened))
        .map_err(|error| ImportError::from_io(&name, error))
}

#[derive(Debug)]
pub(crate) struct SourceProject {
    pub(crate) folder: PathBuf,
    pub(crate) project: Project,
}

impl SourceProject {
    pub(crate) fn of(folder: &Path) -> SourceProject {
        let project = Project::around(folder);
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        SourceProject { folder, project }
    }
}

impl<'a> Test<'a> {
    pub(crate) fn result(&self) -> (TestKey<&'a str>, Option<Stage>, Option<&'a Measured>) {
        match self {
            Test::Failed(failure) => {
                let measured = failure.measured.as_deref();
                let known = measured.and_then(|measured| measured.stage);
                let stage = if failure.is_executed() { Some(failure.stage()) } else { known };
                (failure.key(), stage, measured)
            }
            Test::Other(other) => (other.key(), other.stage(), other.measured()),
        }
    }
}

impl GeneratedTests {
    pub(crate) fn add_results(&mut self, import: &Import, approach: &str, runs: &[usize]) {
        let approach: Arc<str> = Arc::from(approach);
        let tests = import.tests().filter(|(run, _)| runs.contains(run)).map(|(_, test)| test);
        // A row for a total or a class says nothing of a test.
        let cases = tests.filter(|test| match test {
            Test::Failed(failure) => matches!(failure.extent, Extent::Test | Extent::Module),
            Test::Other(_) => true,
        });
        let tests: Vec<Test<'_>> = cases.collect();
        for test in &tests {
            let (key, _, measured) = test.result();
            if let Some(measured) = measured.filter(|measured| !measured.error.is_empty()) {
                self.errors.push(ClassErrors {
                    approach: Arc::clone(&approach),
                    file: key.test.to_owned(),
                    messages: BTreeSet::from([measured.error.to_string()]),
                });
            }
        }
        // A module that could not be loaded tells an error; its tests are found in the sources.
        let loaded = tests
            .into_iter()
            .filter(|test| !matches!(test, Test::Failed(failure) if failure.extent == Extent::Module));
        let tests: Vec<Test<'_>> = loaded.collect();
        self.cases.extend(parallel::map(&tests, |test| {
            let (key, outcome, measured) = test.result();
            let Measured { coverage, killed, .. } = measured.cloned().unwrap_or_default();
            let (stage, passed) = match outcome {
                Some(stage) => (Some(stage), None),
                None => by_source(test),
            };
            let case = Case::new(&approach, &Arc::from(key.project), key.bug, key.test);
            let covering = coverage.as_ref().filter(|coverage| coverage.statements > 0);
            let lines = covering.map(|coverage| coverage.lines.len() as f64 / coverage.statements as f64);
            let killed = killed.filter(|(_, all)| *all > 0).map(|(killed, all)| killed as f64 / all as f64);
            let exception = match test {
                Test::Failed(failure) => Arc::from(failure.trace.exception_name()),
                Test::Other(_) => Arc::default(),
            };
            Case { stage, passed, exception, coverage, lines, killed, ..case }
        }));
    }

    /// Adds the tests that the sources of a project declare and no result names, and takes the compiler's
    /// errors in them.
    pub(crate) fn add_sources(
        &mut self,
        source: &SourceProject,
        index: &dyn SourceIndex,
        approach: &str,
        logged: &mut Logged,
    ) {
        let new = NewCases { source, name: Arc::from(&*source.project.name), approach: Arc::from(approach) };
        let stopped = self.add_errors(&new, logged, index);
        let compiled = stopped.compiled;
        let first = self.cases.len();
        self.find_calls(index);
        let known = self.classes();
        let mut contradicted = 0;
        let mut missing = Vec::new();
        for file in index.test_files() {
            let errors = stopped.stages.get(&*file.path.to_string_lossy()).copied();
            if file.classes.iter().any(|class| known.contains(*class)) {
                contradicted += usize::from(errors.is_some());
            } else {
                missing.push((file, errors));
            }
        }
        let of_files = parallel::map(&missing, |(file, stage)| {
            let mut cases = new.of_file(
                file.path,
                stage.or_else(|| {
                    Language::Java.answers().has_syntax_error(file.text).then_some(Stage::Syntax)
                }),
                &file.tests,
            );
            for case in cases.iter_mut().filter(|case| case.stage.is_none()) {
                let is_compiled = logged.compiles_tests || compiled.contains(&*case.bug);
                case.passed = Some(if is_compiled { Stage::Compile } else { Stage::Syntax });
            }
            // A file is one text, however many tests it declares.
            if let Some(first) = cases.first_mut().filter(|first| first.stage == Some(Stage::Syntax)) {
                let level = Level::of(file.text);
                first.structure = Some(Structure { level, is_broken_after_repair: None });
            }
            cases
        });
        self.cases.extend(of_files.into_iter().flatten());
        if contradicted > 0 {
            self.notes.push(format!(
                "Compiler errors in test files that have results: {contradicted}. The results count; they may be those of an earlier \
                 build."
            ));
        }
        self.add_python(&new, first);
    }

    /// Takes the errors in files of a project, and returns the stage of each, by its path in the project.
    fn add_errors(&mut self, new: &NewCases<'_>, logged: &mut Logged, index: &dyn SourceIndex) -> Stopped {
        let errors = &mut logged.errors;
        let mut by_name: HashMap<&str, Vec<&Path>> = HashMap::new();
        for IndexedFile { path, .. } in index.files() {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            by_name.entry(name).or_default().push(path);
        }
        let mut stages: BTreeMap<String, Stage> = BTreeMap::new();
        let mut of_main = 0;
        // The modules in which the compiler looked at types, and those in which it stopped before.
        let (mut looked_at, mut not_looked_at) = (BTreeSet::new(), BTreeSet::new());
        let found: Vec<(String, &Path)> =
            errors.keys().filter_map(|path| Some((path.clone(), meant_by(path, &by_name)?))).collect();
        for (path, file) in found {
            let messages = errors.remove(&path).unwrap_or_default();
            let module = new.module(file);
            if index.is_main(file) {
                of_main += 1;
                not_looked_at.insert(module);
                continue;
            }
            let file = file.to_string_lossy().into_owned();
            let stage = self.add_class(&new.approach, file.clone(), messages);
            if stage == Stage::Syntax { &mut not_looked_at } else { &mut looked_at }.insert(module);
            let known = stages.entry(file).or_insert(stage);
            *known = (*known).min(stage);
        }
        self.note_main(of_main);
        looked_at.retain(|module| !not_looked_at.contains(module) && !logged.is_cut);
        Stopped { stages, compiled: looked_at }
    }

    /// Adds the compiler's errors about a class, and returns the stage at which they stopped it.
    fn add_class(&mut self, approach: &Arc<str>, file: String, messages: BTreeSet<String>) -> Stage {
        let stage =
            if messages.iter().any(|message| is_of_parser(message)) { Stage::Syntax } else { Stage::Compile };
        self.errors.push(ClassErrors { approach: Arc::clone(approach), file, messages });
        stage
    }

    fn note_main(&mut self, files: usize) {
        if files > 0 {
            self.notes.push(format!(
                "Files of main code with compiler errors: {files}. They are not counted; no test compiles before they do."
            ));
        }
    }

    /// Adds a case for each file with compiler errors that is in no known project.
    pub(super) fn add_unknown_files(&mut self, approach: &str, errors: BTreeMap<String, BTreeSet<String>>) {
        if !errors.is_empty() && self.cases.is_empty() {
            self.notes.push(
                "Only the classes with errors are known: name the folder of the project as well, and its other tests count."
                    .to_owned(),
            );
        }
        let (approach, project): (Arc<str>, Arc<str>) = (Arc::from(approach), Arc::from("unknown"));
        let (of_main, of_tests): (Vec<_>, Vec<_>) =
            errors.into_iter().partition(|(path, _)| path.contains("src/main/"));
        for (path, messages) in of_tests {
            let case = Case::new(&approach, &project, "-", &stem(Path::new(&path)));
            let stage = Some(self.add_class(&approach, path, messages));
            self.cases.push(Case { stage, ..case });
        }
        self.note_main(of_main.len());
    }

    fn classes(&self) -> HashSet<String> {
        self.cases
            .iter()
            .map(|case| {
                let class = case.test.split("::").next().unwrap_or_default();
                class.split('$').next().unwrap_or_default().to_owned()
            })
            .collect()
    }

    fn find_calls(&mut self, index: &dyn SourceIndex) {
        self.cases.par_iter_mut().filter(|case| case.stage == Some(Stage::Passed)).for_each(|case| {
            let source = source_method(&case.test, &StackTrace::default());
            let method = source.method.unwrap_or_default();
            case.calls_nothing = case.calls_nothing.or_else(|| index.calls_nothing(&source.class, &method));
        });
    }

    /// Adds the tests of Python modules without results. A module that was not collected has one result for
    /// all its tests.
    fn add_python(&mut self, new: &NewCases<'_>, results: usize) {
        let modules = python_tests(&new.source.folder);
        if modules.is_empty() {
            return;
        }
        let mut not_collected = BTreeMap::new();
        let mut known: HashSet<&str> = HashSet::new();
        for (place, case) in self.cases[..results].iter().enumerate() {
            match case.test.split_once("::") {
                Some((module, CLASS_AS_A_WHOLE)) if case.stage <= Some(Stage::Compile) => {
                    not_collected.insert(module.to_owned(), place);
                }
                _ => known.extend(case.test.split("::").next().unwrap_or_default().split('.')),
            }
        }
        let mut replaced = HashSet::new();
        let mut added = Vec::new();
        for path in modules {
            let module = stem(&path);
            let Ok(text) = read_text(&new.source.folder, &path) else { continue };
            let dotted = path.with_extension("").to_string_lossy().replace(['/', '\\'], ".");
            let result = not_collected.iter().find(|(name, _)| {
                dotted.strip_suffix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
            });
            let (stage, passed) = match result {
                Some((_, &place)) => {
                    replaced.insert(place);
                    (self.cases[place].stage, self.cases[place].passed)
                }
                None if known.contains(&*module) => continue,
                None => by_text(Language::Python.answers().has_syntax_error(&text)),
            };
            let definitions = text.lines().filter_map(|line| line.trim_start().strip_prefix("def test"));
            let names = definitions.map(|rest| rest.split('(').next().unwrap_or_default());
            let tests: Vec<String> = names.map(|name| format!("{module}::test{name}")).collect();
            let cases = new.of_file(&path, stage, &tests).into_iter();
            added.extend(cases.map(|case| Case { passed, ..case }));
        }
        let mut place = 0..;
        self.cases.retain(|_| place.next().is_none_or(|place| !replaced.contains(&place)));
        self.cases.extend(added);
    }
}

/// The files of a project that its compiler stopped at.
struct Stopped {
    /// The stage of each, by its path in the project.
    stages: BTreeMap<String, Stage>,
    /// The modules of which the compiler looked at all files: those without an error compile.
    compiled: BTreeSet<String>,
}

/// Returns the stage of a test without a result, and the last one that it passed, as far as its source tells.
fn by_source(test: &Test<'_>) -> (Option<Stage>, Option<Stage>) {
    match test.generated_test() {
        source if source.trim().is_empty() => (None, None),
        source if test.language() == Language::Python => {
            by_text(Language::Python.answers().has_syntax_error(source))
        }
        source => by_text(has_syntax_error_in_method(source)),
    }
}

/// Returns the stage of a text that was not run, and the last one that it passed.
pub(super) fn by_text(is_broken: bool) -> (Option<Stage>, Option<Stage>) {
    if is_broken { (Some(Stage::Syntax), None) } else { (None, Some(Stage::Syntax)) }
}

struct NewCases<'a> {
    source: &'a SourceProject,
    name: Arc<str>,
    approach: Arc<str>,
}

impl NewCases<'_> {
    /// Returns the module of a file, by its path in the project.
    fn module(&self, path: &Path) -> String {
        self.source.project.module(&self.source.folder.join(path))
    }

    /// Returns the cases of a source file; a file that was stopped and declares no test counts as one.
    fn of_file(&self, path: &Path, stage: Option<Stage>, tests: &[String]) -> Vec<Case> {
        let bug = self.module(path);
        let new = |test: &str| Case { stage, ..Case::new(&self.approach, &self.name, &bug, test) };
        if tests.is_empty() && stage.is_some() {
            return vec![new(&stem(path))];
        }
        tests.iter().map(|test| new(test)).collect()
    }
}

/// Returns the file of a project that a path in a log means: the one that agrees with it on the most folders.
fn meant_by<'a>(path: &str, by_name: &HashMap<&str, Vec<&'a Path>>) -> Option<&'a Path> {
    let agreement = |known: &Path| {
        let own = known.components().rev().map(|part| part.as_os_str().to_string_lossy());
        own.zip(path.rsplit('/')).take_while(|(own, other)| own == other).count()
    };
    let candidates = by_name.get(path.rsplit('/').next().unwrap_or_default())?;
    let best = candidates.iter().map(|known| agreement(known)).max()?;
    let mut fitting = candidates.iter().filter(|known| agreement(known) == best);
    let first = fitting.next()?;
    fitting.next().is_none().then_some(*first)
}
