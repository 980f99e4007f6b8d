//! The command that runs failed tests again, by the test runner of their project. It is printed, and never run.
//!
//! ```text
//! failures ──tool of the report, files of the project──▶ runner ──names──▶ its name for each test ──▶ a command line
//! ```
//!
//! `names` has the names and arguments of each runner, `shell` the words of a command line.

mod names;
mod shell;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;

use super::test_runner::{RecognizedProject, recognized_projects};
use crate::model::{Corpus, Failure, FailureId, Tool};
use names::Selected;

/// A command that runs tests again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RerunCommand {
    /// The line for a shell, to be run in the project's folder.
    pub line: String,
    /// The project's folder; empty for the current one.
    pub folder: PathBuf,
    /// The reason for which it also runs other tests, if the runner has no name for one of these alone.
    pub runs_more: Option<&'static str>,
}

/// A test runner that can run single tests.
struct Runner {
    tool: Tool,
    /// Its name in the list of test runners, by which a project's files tell it.
    name: &'static str,
    /// Returns true for a test that it may have run, of a report that names no tool.
    may_run: fn(&Failure) -> bool,
    select: fn(&Failure) -> Option<Selected>,
    /// Returns the arguments for tests of one place.
    arguments: fn(&names::Place, &[&str]) -> String,
    /// The command before the arguments; that of a wrapper script takes its place.
    program: &'static str,
}

/// The test runners. The first of a project that may have run a test runs it, if its report names no tool.
#[rustfmt::skip]
const RUNNERS: [Runner; 13] = [
    Runner { tool: Tool::Vitest, name: "Vitest", may_run: names::has_file, select: names::by_part_of_path, arguments: names::of_vitest, program: "npx vitest run" },
    Runner { tool: Tool::Jest, name: "Jest", may_run: names::has_file, select: names::by_title, arguments: names::of_jest, program: "npx jest" },
    Runner { tool: Tool::Playwright, name: "Playwright", may_run: names::has_file, select: names::by_line, arguments: names::of_playwright, program: "npx playwright test" },
    Runner { tool: Tool::Mocha, name: "Mocha", may_run: names::has_file, select: names::by_title_or_hook, arguments: names::of_mocha, program: "npx mocha" },
    Runner { tool: Tool::Node, name: "Node", may_run: names::has_file, select: names::by_last_title, arguments: names::of_node, program: "node --test" },
    Runner { tool: Tool::Pytest, name: "pytest", may_run: names::is_python, select: names::by_node_id, arguments: names::of_pytest, program: "pytest" },
    Runner { tool: Tool::Maven, name: "Maven", may_run: names::is_of_jvm, select: names::by_class, arguments: names::of_maven, program: "mvn" },
    Runner { tool: Tool::Gradle, name: "Gradle", may_run: names::is_of_jvm, select: names::by_class, arguments: names::of_gradle, program: "gradle" },
    Runner { tool: Tool::Go, name: "Go", may_run: names::is_other, select: names::by_package, arguments: names::of_go, program: "go test" },
    Runner { tool: Tool::Nextest, name: "Cargo", may_run: names::is_other, select: names::by_binary, arguments: names::of_nextest, program: "cargo nextest run" },
    Runner { tool: Tool::CargoTest, name: "", may_run: names::is_other, select: names::by_path, arguments: names::of_cargo_test, program: "cargo test" },
    Runner { tool: Tool::CTest, name: "CTest", may_run: names::is_other, select: names::by_name, arguments: names::of_ctest, program: "ctest --test-dir build" },
    Runner { tool: Tool::DotNet, name: "", may_run: names::is_other, select: names::by_full_name, arguments: names::of_dotnet, program: "dotnet test" },
];

/// The project of a run: its folder, and the test runners that its files show.
#[derive(Debug, Clone, Default)]
struct RunProject {
    folder: PathBuf,
    recognized: Vec<RecognizedProject>,
}

/// The test runners of the projects of a corpus, by run.
#[derive(Debug, Default)]
pub struct ProjectRunners(Vec<RunProject>);

impl ProjectRunners {
    /// Looks for the test runners of each run's project: in the folder of its sources, or else around the results at
    /// `path_of` of the run, or in the folder `here`.
    pub(crate) fn of<'p>(
        corpus: &Corpus,
        path_of: impl Fn(usize) -> Option<&'p Path>,
        here: &Path,
    ) -> ProjectRunners {
        let mut known: HashMap<PathBuf, Vec<RecognizedProject>> = HashMap::new();
        let mut recognized = |folder: &Path| {
            known.entry(folder.to_owned()).or_insert_with(|| recognized_projects(folder)).clone()
        };
        let projects = (0..corpus.runs.len()).map(|run| {
            if let Some(sources) = corpus.sources_of(run) {
                let folder = sources.folder();
                return RunProject { folder: folder.to_owned(), recognized: recognized(folder) };
            }
            let around = path_of(run).into_iter().flat_map(Path::ancestors);
            let folders =
                around.map(|folder| if folder == Path::new("") { here } else { folder }).chain([here]);
            let mut projects = folders
                .map(|folder| RunProject { folder: folder.to_owned(), recognized: recognized(folder) });
            projects
                .find(|project| !project.recognized.is_empty())
                .unwrap_or_else(|| RunProject { folder: here.to_owned(), recognized: Vec::new() })
        });
        ProjectRunners(projects.collect())
    }

    /// Returns the commands that run these failures again, one for each project and place, and the number of
    /// failures for which none is known.
    pub(crate) fn commands(&self, corpus: &Corpus, failures: &[FailureId]) -> (Vec<RerunCommand>, usize) {
        let mut selected: IndexMap<(usize, usize, names::Place), Vec<Selected>> = IndexMap::new();
        let mut unknown = 0;
        for group in &corpus.groups {
            for id in failures.iter().filter(|id| group.row_of(**id).is_some()) {
                let failure = &corpus.failures[*id];
                let runner = self.runner_of(group.run, failure);
                match runner.and_then(|runner| Some((runner, (RUNNERS[runner].select)(failure)?))) {
                    Some((runner, test)) => {
                        let tests = selected.entry((group.run, runner, test.place.clone())).or_default();
                        if tests.iter().all(|known: &Selected| known.name != test.name) {
                            tests.push(test);
                        }
                    }
                    None => unknown += 1,
                }
            }
        }
        let commands = selected.into_iter().map(|((run, runner, place), tests)| {
            let RunProject { folder, recognized } = &self.0[run];
            RerunCommand {
                line: line(&RUNNERS[runner], recognized, &place, &tests),
                folder: folder.clone(),
                runs_more: tests.iter().find_map(|test| test.runs_more),
            }
        });
        (commands.collect(), unknown)
    }

    /// Returns the folder of the project of a run; empty if it is not known.
    pub(crate) fn folder(&self, run: usize) -> &Path {
        self.0.get(run).map_or(Path::new(""), |project| &project.folder)
    }

    /// Returns the command that runs a test of this run again; None if none is known.
    pub(crate) fn line(&self, run: usize, failure: &Failure) -> Option<String> {
        let runner = &RUNNERS[self.runner_of(run, failure)?];
        let test = (runner.select)(failure)?;
        Some(line(runner, &self.0.get(run)?.recognized, &test.place, std::slice::from_ref(&test)))
    }

    /// Returns the index of the runner that ran a test: the tool that its report names, or else one of its project.
    fn runner_of(&self, run: usize, failure: &Failure) -> Option<usize> {
        if let Some(tool) = failure.tool() {
            return RUNNERS.iter().position(|runner| runner.tool == tool);
        }
        let recognized = self.0.get(run).map_or(&[][..], |project| &*project.recognized);
        RUNNERS.iter().position(|runner| {
            (runner.may_run)(failure) && recognized.iter().any(|project| project.runner == runner.name)
        })
    }
}

/// Returns the command line for tests of one place.
fn line(
    runner: &Runner,
    recognized: &[RecognizedProject],
    place: &names::Place,
    tests: &[Selected],
) -> String {
    let project = recognized.iter().find(|project| project.runner == runner.name);
    let wrapper = project.and_then(|project| project.command.split_once(' ')).map(|(program, _)| program);
    let program = wrapper.filter(|wrapper| wrapper.starts_with("./")).unwrap_or(runner.program);
    let names: Vec<&str> = tests.iter().map(|test| &*test.name).collect();
    format!("{program} {}", (runner.arguments)(place, &names)).trim_end().to_owned()
}

#[cfg(test)]
mod tests;
