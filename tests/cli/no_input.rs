//! Commands without an input: they take the results in the current folder.

use std::path::Path;

use crate::program;

/// Returns standard output, standard error and the exit code.
fn run(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = program::fossick().args(arguments).current_dir(folder).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn the_demo_can_be_written_and_is_found_by_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = run(folder.path(), &["demo", "--write", "."]);
    assert_eq!((written.0.as_str(), written.2), ("./demo.jsonl\n", Some(0)), "{}", written.1);
    for command in [
        &["check"][..],
        &["convert", "--format", "jsonl"],
        &["features", "--format", "csv"],
        &["rank", "--seeds", "2", "--format", "csv"],
        &["evaluate", "--seeds", "2", "--format", "json"],
        &["labels", "export"],
    ] {
        let here = run(folder.path(), command);
        assert_eq!(here.2, Some(0), "{command:?}: {}", here.1);
        let named = run(folder.path(), &[command, &["demo.jsonl"]].concat());
        assert!(here.0.replace("./demo.jsonl", "demo.jsonl") == named.0, "{command:?}");
    }
    let again = run(folder.path(), &["demo", "--write", "."]);
    assert!(again.2 == Some(2) && again.1.contains("can't write ./demo.jsonl"), "{}", again.1);
}

#[test]
fn without_results_the_message_says_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    for command in [&["check"][..], &["rank"], &["evaluate"], &["report", "-o", "x.md"]] {
        let (_, said, code) = run(folder.path(), command);
        assert_eq!(code, Some(2), "{command:?}");
        assert!(
            said.contains(
                "there are no results in this folder: give their path, or try `fossick demo --write"
            ),
            "{said}"
        );
    }
}

#[test]
fn a_project_without_reports_is_told_the_command_that_writes_them() {
    for (file, content, name, command) in [
        ("pom.xml", "<project/>", "Maven project (pom.xml)", "mvn test --fail-at-end"),
        ("build.gradle.kts", "", "Gradle project (build.gradle.kts)", "gradle test --continue"),
        ("build.xml", "", "Ant project", "ant test"),
        ("build.sbt", "", "sbt project", "sbt test"),
        ("pyproject.toml", "", "pytest project (pyproject.toml)", "pytest --junitxml=junit.xml"),
        (
            "package.json",
            r#"{"devDependencies": {"jest": "30"}}"#,
            "Jest project",
            "--json --outputFile=jest.json",
        ),
        ("package.json", r#"{"devDependencies": {"vitest": "3"}}"#, "Vitest project", "npx vitest run"),
        ("go.mod", "", "Go project", "go test -json ./... > test.jsonl"),
        ("Cargo.toml", "", "Cargo project", "cargo nextest run"),
        ("CMakeLists.txt", "", "CTest project", "--output-junit TEST-ctest.xml"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join(file), content).expect("written");
        for arguments in [&["rank"][..], &["rank", "."]] {
            let (_, said, code) = run(folder.path(), arguments);
            assert_eq!(code, Some(2), "{arguments:?}");
            assert!(said.contains(name) && said.contains(command), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn a_report_in_an_unusual_folder_of_a_project_is_found_without_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("rep")).expect("a folder");
    let report = "<testsuite><testcase name='b' classname='a'><failure message='m'/></testcase></testsuite>";
    for (file, content) in [("pyproject.toml", ""), ("rep/junit.xml", report)] {
        std::fs::write(path(file), content).expect("written");
    }
    let [alone, named] = [&["rank"][..], &["rank", "."]].map(|arguments| run(folder.path(), arguments));
    assert_eq!((&alone.2, &alone.0), (&Some(0), &named.0), "{}", alone.1);
}
