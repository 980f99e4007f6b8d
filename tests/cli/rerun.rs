//! `fossick rerun`: the command that runs failed tests again.

use std::fs;

use tempfile::TempDir;

use crate::program::{fossick, output, printed};

/// A project of pytest with two failed tests, one of them with values.
fn project() -> (TempDir, String) {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("tests")).expect("a folder");
    fs::write(folder.path().join("pyproject.toml"), "[project]\nname = \"ink\"\n").expect("written");
    fs::write(
        folder.path().join("tests/test_pen.py"),
        "import pytest\n\n@pytest.mark.parametrize('ink', ['red ink'])\ndef test_draws(ink):\n    assert ink == 1\n\n\
         class TestCap:\n    def test_fits(self):\n        assert 3 == 4\n",
    )
    .expect("written");
    let failure = |line: u32| {
        format!(
            "<failure message=\"AssertionError: assert 3 == 4\">tests/test_pen.py:{line}: AssertionError</failure>"
        )
    };
    let report = format!(
        "<testsuite name=\"pytest\" tests=\"2\"><testcase classname=\"tests.test_pen\" name=\"test_draws[red ink]\">{}</testcase>\
         <testcase classname=\"tests.test_pen.TestCap\" name=\"test_fits\">{}</testcase></testsuite>",
        failure(5),
        failure(9)
    );
    fs::write(folder.path().join("junit.xml"), report).expect("written");
    let path = folder.path().display().to_string();
    (folder, path)
}

#[test]
fn the_chosen_tests_are_named_as_their_runner_names_them() {
    let (folder, path) = project();
    let rerun = |choice: &[&str]| {
        let output = fossick().current_dir(folder.path()).args(["rerun", "."]).args(choice).output();
        let output = output.expect("it runs");
        assert_eq!(output.stderr, b"", "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    assert_eq!(
        rerun(&[]),
        "pytest 'tests/test_pen.py::test_draws[red ink]' tests/test_pen.py::TestCap::test_fits\n"
    );
    let one = "pytest tests/test_pen.py::TestCap::test_fits\n";
    assert_eq!(rerun(&["--test", "test_fits"]), one);
    output(&["label", &path, "test_fits", "tp", "--annotator", "ada"]);
    assert_eq!(rerun(&["--label", "bug"]), one);
    let elsewhere = output(&["rerun", &path, "--label", "bug"]);
    assert!(
        String::from_utf8_lossy(&elsewhere.stderr).contains(&format!("to be run in {path}")),
        "{elsewhere:?}"
    );
    let nothing = output(&["rerun", &path, "--label", "fp"]);
    assert!(nothing.status.success() && nothing.stdout.is_empty(), "{nothing:?}");
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("no failed test is chosen"), "{nothing:?}");
    assert!(
        printed(&["show", &path, "--test", "test_fits"]).contains("run again: `pytest tests/test_pen.py")
    );
    let shown = printed(&["show", &path, "--test", "test_fits", "--format", "json"]);
    assert!(shown.contains(r#""rerun":"pytest tests/test_pen.py::TestCap::test_fits""#), "{shown}");
}

#[test]
fn without_a_known_test_runner_it_says_so() {
    let folder = TempDir::new().expect("a folder");
    let report = folder.path().join("junit.xml");
    fs::write(
        &report,
        "<testsuite><testcase classname=\"ink.CapTest\" name=\"fits\"><failure/></testcase></testsuite>",
    )
    .expect("written");
    let output = fossick().current_dir(folder.path()).args(["rerun", "junit.xml"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("no command is known for 1 test"), "{output:?}");
}
