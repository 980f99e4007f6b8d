//! The inputs that tell which stages generated tests pass, beside results, and the projects whose sources
//! declare tests.

use std::iter;
use std::path::PathBuf;
use std::sync::Arc;

use super::benchmarks::Benchmarks;
use super::build_log::BuildLog;
use super::case_reports;
use super::cases::{GeneratedTests, Logged, SourceProject, read_log};
use crate::import::detect::{Found, look};
use crate::import::error::Result;
use crate::import::find::Scope;
use crate::import::{Import, Input};
use crate::model::Language;
use crate::project::sources::{files_in, python_tests};

/// The inputs about the generated tests of one approach, beside results.
#[derive(Debug, Default)]
pub(crate) struct TestInputs {
    logs: Vec<BuildLog>,
    reports: Vec<PathBuf>,
    benchmarks: Benchmarks,
    projects: Vec<SourceProject>,
}

impl TestInputs {
    /// Takes an input that is no result of a test; returns false for any other.
    pub(crate) fn take(&mut self, input: &Input) -> Result<bool> {
        if self.benchmarks.add(input)? {
            return Ok(true);
        }
        if let Input::Path(path) = input
            && case_reports::is_report(path)
        {
            self.reports.push(path.clone());
            return Ok(true);
        }
        let log = read_log(input)?;
        let is_log = log.is_some();
        self.logs.extend(log);
        Ok(is_log)
    }

    /// Takes the folders that contain sources of tests, and no results but reports; returns true if there are any.
    pub(crate) fn take_projects(&mut self, results: &[Input]) -> bool {
        let folders = results.iter().filter_map(|input| match input {
            Input::Path(path) if path.is_dir() => Some(path.as_path()),
            _ => None,
        });
        let with_sources = folders.filter(|folder| match look(folder, Scope::All) {
            Found::Reports(_) | Found::Nothing => {
                !files_in(folder, Language::Java).is_empty() || !python_tests(folder).is_empty()
            }
            Found::RunFolder | Found::Entries(_) | Found::Logs(_) => false,
        });
        self.projects.extend(with_sources.map(SourceProject::of));
        !self.projects.is_empty()
    }
}

impl GeneratedTests {
    /// Adds the tests of an import, and all that other inputs tell about them; `ends` is for `TestBench`'s repair.
    pub(crate) fn add(
        &mut self,
        import: &mut Import,
        approaches: &[(String, Vec<usize>)],
        name: Option<&str>,
        inputs: &TestInputs,
        ends: &str,
    ) -> Result<()> {
        let TestInputs { logs, reports, benchmarks, projects } = inputs;
        self.has_samples |= logs.is_empty() && projects.is_empty() && !import.is_of_builds();
        // Other approaches have tests of the same names.
        let mut own = GeneratedTests::default();
        if let Some(name) = name.or(benchmarks.name.as_deref()) {
            let name = Arc::from(name);
            own.add_testbench(&name, &benchmarks.testbench, ends);
            own.add_testeval(&name, benchmarks, import);
        }
        // Predictions have their results in other inputs.
        if !benchmarks.testeval.iter().any(|row| row.tests.is_some()) {
            for (name, runs) in approaches {
                own.add_results(import, name, runs);
            }
            let name = approaches.first().map(|(name, _)| name.as_str()).or(name);
            let mut logged = Logged {
                is_cut: logs.iter().any(|log| log.is_cut),
                compiles_tests: !logs.is_empty()
                    && logs.iter().all(|log| log.succeeded == Some(true) && log.compiles_tests),
                ..Logged::default()
            };
            for (file, of_file) in logs.iter().flat_map(|log| &log.files) {
                logged.errors.entry(file.clone()).or_default().extend(of_file.iter().cloned());
            }
            for project in projects {
                let index = import.indexes.take(&project.folder, iter::once(Language::Java));
                let Some(index) = index.of(Language::Java) else { continue };
                own.add_sources(project, index, name.unwrap_or(&project.project.name), &mut logged);
            }
            let of_project = projects.first().map(|source| &*source.project.name);
            own.add_unknown_files(name.or(of_project).unwrap_or("build"), logged.errors);
            let found = projects.iter().flat_map(|project| case_reports::find(&project.folder));
            own.add_reports(&reports.iter().cloned().chain(found).collect())?;
        }
        self.cases.append(&mut own.cases);
        self.errors.append(&mut own.errors);
        self.notes.append(&mut own.notes);
        Ok(())
    }
}
