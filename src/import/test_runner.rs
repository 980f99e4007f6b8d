//! The test runners of a project, recognized by its files: where reports are looked for, and the command that writes
//! them there. It is the answer to a project in which there are none.

use std::path::Path;

use crate::regular_file;

/// The number of bytes in which the word of a test runner is looked for.
const LOOK: u64 = 256 * 1024;

/// A tool that builds a project or runs its tests.
struct TestRunner {
    name: &'static str,
    /// The files that mark a project that uses it.
    files: &'static [&'static str],
    /// A word that one of the files contains; empty if its existence suffices.
    word: &'static str,
    /// The places in which its reports are found.
    reports: &'static str,
    /// The command that writes them there.
    command: &'static str,
}

/// The report in the folder of the project that tools without a place of their own are asked for.
const OWN_REPORT: &str = "the XML files of each folder";

const TEST_RUNNERS: [TestRunner; 11] = [
    TestRunner {
        name: "Maven",
        files: &["pom.xml"],
        word: "",
        reports: "target/surefire-reports and target/failsafe-reports of each module",
        command: "mvn test --fail-at-end",
    },
    TestRunner {
        name: "Gradle",
        files: &["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"],
        word: "",
        reports: "build/test-results of each module",
        command: "gradle test --continue",
    },
    TestRunner {
        name: "Ant",
        files: &["build.xml"],
        word: "",
        reports: "files TEST-*.xml of each folder, which <junit> writes with <formatter type=\"xml\"/>",
        command: "ant test",
    },
    TestRunner {
        name: "Bazel",
        files: &["MODULE.bazel", "WORKSPACE.bazel", "WORKSPACE"],
        word: "",
        reports: "bazel-testlogs",
        command: "bazel test --keep_going //...",
    },
    TestRunner {
        name: "sbt",
        files: &["build.sbt"],
        word: "",
        reports: "target/test-reports of each module",
        command: "sbt test",
    },
    TestRunner {
        name: "Vitest",
        files: &["package.json"],
        word: "\"vitest\"",
        reports: OWN_REPORT,
        command: "npx vitest run --reporter=junit --outputFile=junit.xml",
    },
    TestRunner {
        name: "Jest",
        files: &["package.json"],
        word: "\"jest\"",
        reports: OWN_REPORT,
        command: "npm install --save-dev jest-junit && npx jest --reporters=default --reporters=jest-junit",
    },
    TestRunner {
        name: "pytest",
        files: &["pytest.ini", "pyproject.toml", "setup.py", "setup.cfg", "tox.ini", "conftest.py"],
        word: "",
        reports: OWN_REPORT,
        command: "pytest --junitxml=junit.xml",
    },
    TestRunner {
        name: "Go",
        files: &["go.mod"],
        word: "",
        reports: OWN_REPORT,
        command: "go run gotest.tools/gotestsum@latest --junitfile junit.xml ./...",
    },
    TestRunner {
        name: "Cargo",
        files: &["Cargo.toml"],
        word: "",
        reports: "target/nextest, where [profile.default.junit] of .config/nextest.toml names a path",
        command: "cargo nextest run --no-fail-fast",
    },
    TestRunner {
        name: "CTest",
        files: &["CMakeLists.txt"],
        word: "",
        reports: "files TEST-*.xml of the build folder",
        command: "ctest --test-dir build --output-junit TEST-ctest.xml",
    },
];

/// A project whose test runner is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecognizedProject {
    pub runner: &'static str,
    pub file: &'static str,
    pub reports: &'static str,
    pub command: String,
}

/// Returns the projects in a folder; several where different tools test its parts.
pub(crate) fn recognized_projects(folder: &Path) -> Vec<RecognizedProject> {
    let recognized = TEST_RUNNERS.iter().filter_map(|runner| {
        let TestRunner { name, reports, .. } = *runner;
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
    fn marked_by(&self, folder: &Path) -> Option<&'static str> {
        let is_mark = |file: &&&str| {
            let head = regular_file::read_head(&folder.join(file), LOOK);
            head.is_ok_and(|head| String::from_utf8_lossy(&head).contains(self.word))
        };
        self.files.iter().find(is_mark).copied()
    }

    /// Returns its command, by the wrapper script that the project brings along if it has one.
    fn command_in(&self, folder: &Path) -> String {
        let wrapped =
            [("mvn ", "mvnw"), ("gradle ", "gradlew")].into_iter().find_map(|(program, wrapper)| {
                let arguments = self.command.strip_prefix(program)?;
                folder.join(wrapper).is_file().then(|| format!("./{wrapper} {arguments}"))
            });
        wrapped.unwrap_or_else(|| self.command.to_owned())
    }
}
