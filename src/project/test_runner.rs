//! The test runners of a project, recognized by its files: where their reports are, and the command that
//! writes them there.

use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::regular_file;

/// The number of bytes in which the word of a test runner is looked for.
const LOOK: u64 = 256 * 1024;

#[derive(Deserialize)]
struct TestRunner {
    name: String,
    files: Vec<String>,
    /// A word that one of the files contains; empty if its existence suffices.
    #[serde(default)]
    word: String,
    reports: String,
    command: String,
}

static TEST_RUNNERS: LazyLock<Vec<TestRunner>> = LazyLock::new(|| {
    // The text is compiled in, and every test of this module reads it.
    serde_json::from_str(include_str!("test_runners.json")).expect("the list is part of the program")
});

/// A project in a folder, by one of its test runners.
#[derive(Debug, Clone)]
pub(crate) struct RecognizedProject {
    pub runner: &'static str,
    pub file: &'static str,
    pub reports: &'static str,
    pub command: String,
}

/// Returns the projects in a folder; several where different tools test its parts.
pub(crate) fn recognized_projects(folder: &Path) -> Vec<RecognizedProject> {
    let recognized = TEST_RUNNERS.iter().filter_map(|runner| {
        let TestRunner { name, reports, .. } = runner;
        let file = runner.marked_by(folder)?;
        Some(RecognizedProject { runner: name, file, reports, command: runner.command_in(folder) })
    });
    recognized.collect()
}

/// Says in a line how the reports of the projects in a folder are written; None if no project is recognized.
pub(crate) fn how_to_write_reports(folder: &Path) -> Option<String> {
    let projects: Vec<String> = recognized_projects(folder)
        .into_iter()
        .map(|RecognizedProject { runner, file, reports, command }| {
            format!("{runner} project ({file}): `{command}` writes them, they are looked for in {reports}")
        })
        .collect();
    (!projects.is_empty()).then(|| projects.join("; "))
}

impl TestRunner {
    /// Returns the file by which a project that uses the tool is recognized.
    fn marked_by(&self, folder: &Path) -> Option<&str> {
        self.files.iter().map(String::as_str).find(|file| {
            let head = regular_file::read_head(&folder.join(file), LOOK);
            head.is_ok_and(|head| String::from_utf8_lossy(&head).contains(&self.word))
        })
    }

    /// Returns its command, by the wrapper script that the project brings along if it has one.
    fn command_in(&self, folder: &Path) -> String {
        let wrapped =
            [("mvn ", "mvnw"), ("gradle ", "gradlew")].into_iter().find_map(|(program, wrapper)| {
                let arguments = self.command.strip_prefix(program)?;
                folder.join(wrapper).is_file().then(|| format!("./{wrapper} {arguments}"))
            });
        wrapped.unwrap_or_else(|| self.command.clone())
    }
}
