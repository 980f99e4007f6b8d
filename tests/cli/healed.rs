//! `fossick rank --before … --only healed`: tests that pass because they were edited.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::output;

/// Writes a project of pytest whose function returns `value`, with a test that expects `expected`.
fn project(folder: &Path, value: u32, expected: u32) {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    };
    write("pyproject.toml", "[project]\nname = \"ink\"\n");
    write("ink/__init__.py", "");
    write("ink/pen.py", &format!("def draw(times):\n    return {value}\n"));
    write(
        "tests/test_pen.py",
        &format!(
            "from ink.pen import draw\n\n\ndef test_draws():\n    drawn = draw(3)\n    assert drawn == {expected}\n"
        ),
    );
    let failure = if value == expected {
        String::new()
    } else {
        format!(
            "<failure message=\"AssertionError: assert {value} == {expected}\">def test_draws():\n        drawn = draw(3)\n&gt;       assert drawn == {expected}\nE       assert {value} == {expected}\n\ntests/test_pen.py:6: AssertionError</failure>"
        )
    };
    write(
        "junit.xml",
        &format!(
            "<testsuite name=\"pytest\" tests=\"1\"><testcase classname=\"tests.test_pen\" name=\"test_draws\">{failure}</testcase></testsuite>"
        ),
    );
}

#[test]
fn a_test_that_was_edited_to_pass_is_told_from_code_that_was_repaired() {
    for (value, expected, by, code) in [(2, 2, "the test", 1), (3, 3, "the code", 0), (4, 4, "both", 0)] {
        let folder = TempDir::new().expect("a folder");
        let [before, now] = ["before", "now"].map(|name| folder.path().join(name));
        project(&before, 2, 3);
        project(&now, value, expected);
        let [before, now] = [before, now].map(|path| path.display().to_string());
        output(&["label", &before, "test_draws", "tp", "--annotator", "ada"]);
        let healed = |format: &str| {
            output(&["rank", &now, "--before", &before, "--only", "healed", "--format", format])
        };
        let json = healed("jsonl");
        assert_eq!(json.status.code(), Some(code), "{by}: {json:?}");
        let row: Value = serde_json::from_slice(json.stdout.trim_ascii_end()).expect("one line");
        assert_eq!((&row["fixed_by"], &row["test"]), (&by.into(), &"tests.test_pen::test_draws".into()));
        assert!(row["judged"].as_str().is_some_and(|judged| judged.starts_with("judged bug on 2")), "{row}");
        let table = String::from_utf8(healed("table").stdout).expect("text");
        if by == "the code" {
            assert_eq!(table, "fixed: 1 test, 1 of them by the code\n");
        } else {
            let lines = format!("  -     assert drawn == 3\n  +     assert drawn == {expected}\n");
            assert!(table.contains(&format!("fixed by {by}: ")) && table.ends_with(&lines), "{table}");
        }
    }
}

/// A file of a project and its text; None takes it away.
type Edit = (&'static str, Option<&'static str>);

const CODE: Edit = ("ink/pen.py", Some("def draw(times):\n    return 2\n\n\ndef fill():\n    return 1\n"));
const CONFTEST: Edit =
    ("tests/conftest.py", Some("import pytest\n\n\n@pytest.fixture\ndef wanted():\n    return 3\n"));
const TEST: Edit = (
    "tests/test_pen.py",
    Some("from ink.pen import draw\n\n\ndef test_draws(wanted):\n    assert draw(3) == wanted\n"),
);

/// Writes a project with a report in which the test has this outcome; None leaves it out.
fn write_edited(folder: &Path, edits: &[Edit], outcome: Option<&str>) {
    for (name, text) in
        [&[("pyproject.toml", Some("[project]\nname = \"ink\"\n")), CODE, CONFTEST, TEST], edits].concat()
    {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        match text {
            Some(text) => fs::write(path, text).expect("written"),
            None => fs::remove_file(path).expect("removed"),
        }
    }
    let case = outcome.map(|inner| {
        format!("<testcase classname=\"tests.test_pen\" name=\"test_draws\">{inner}</testcase>")
    });
    let other = "<testcase classname=\"tests.test_cap\" name=\"test_closes\"/>";
    let report = format!("<testsuite name=\"pytest\">{}{other}</testsuite>", case.unwrap_or_default());
    fs::write(folder.join("junit.xml"), report).expect("written");
}

#[test]
fn what_a_test_depends_on_is_a_part_of_it_and_a_test_left_out_is_told() {
    const FAILED: &str = "<failure message=\"AssertionError: assert 2 == 3\">def test_draws(wanted):\n&gt;       assert draw(3) == wanted\nE       assert 2 == 3\n\ntests/test_pen.py:5: AssertionError</failure>";
    let passed = Some("");
    let skipped = Some("<skipped message=\"later\"/>");
    let body = |expected| {
        format!("from ink.pen import draw\n\n\ndef test_draws(wanted):\n    assert draw(3) == {expected}\n")
    };
    let weaker: &'static str = Box::leak(body("2").into_boxed_str());
    let fixture: Edit =
        ("tests/conftest.py", Some("import pytest\n\n\n@pytest.fixture\ndef wanted():\n    return 2\n"));
    let repaired: Edit =
        ("ink/pen.py", Some("def draw(times):\n    return times\n\n\ndef fill():\n    return 1\n"));
    let comment: Edit = (
        "ink/pen.py",
        Some("def draw(times):\n    return 2\n\n\n# One is enough.\ndef fill():\n    return 1\n"),
    );
    let other: Edit = ("tests/test_cap.py", Some("def test_closes(): pass\n"));
    let empty: Edit = ("tests/test_pen.py", Some("from ink.pen import draw\n"));
    let marked: &'static str = "import pytest\nfrom ink.pen import draw\n\n\n@pytest.mark.skip\ndef test_draws(wanted):\n    assert draw(3) == wanted\n";
    for (edits, outcome, expected) in [
        (&[fixture][..], passed, Some(("the test", true))),
        (&[("tests/test_pen.py", Some(weaker))], passed, Some(("the test", true))),
        // What was repaired may be anywhere in a file that the failure names.
        (&[("tests/test_pen.py", Some(weaker)), comment], passed, Some(("both", false))),
        (&[repaired], passed, Some(("the code", false))),
        (&[repaired, other], passed, Some(("the code", false))),
        (&[("tests/test_pen.py", Some(weaker)), repaired], passed, Some(("both", false))),
        (&[("tests/test_pen.py", Some(marked))], skipped, Some(("left out", true))),
        (&[empty], None, Some(("left out", true))),
        (&[("tests/test_pen.py", None)], None, Some(("left out", true))),
        // It was not run, which says nothing.
        (&[], None, None),
        (&[], passed, Some(("not known", false))),
    ] {
        let folder = TempDir::new().expect("a folder");
        let [before, now] = ["before", "now"].map(|name| folder.path().join(name));
        write_edited(&before, &[], Some(FAILED));
        write_edited(&now, edits, outcome);
        let [before, now] = [before, now].map(|path| path.display().to_string());
        let found = output(&["rank", &now, "--before", &before, "--only", "healed", "--format", "jsonl"]);
        let fixed_by = serde_json::from_slice::<Value>(found.stdout.trim_ascii_end());
        let fixed_by = fixed_by.ok().map(|row| row["fixed_by"].as_str().expect("text").to_owned());
        assert_eq!(fixed_by.as_deref(), expected.map(|(by, _)| by), "{edits:?}: {found:?}");
        let fails = expected.is_some_and(|(_, fails)| fails);
        assert_eq!(found.status.code(), Some(i32::from(fails)), "{edits:?}: {found:?}");
    }
}

#[test]
fn earlier_results_within_the_current_ones_are_refused() {
    let folder = TempDir::new().expect("a folder");
    project(folder.path(), 2, 3);
    project(&folder.path().join("before"), 2, 3);
    let now = folder.path().display().to_string();
    let before = folder.path().join("before").display().to_string();
    for command in
        [&["rank", &now, "--before", &before][..], &["rank", &now, "--before", &before, "--only", "healed"]]
    {
        let refused = output(command);
        let message = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{message}");
        assert!(message.contains("move it out of that folder"), "{message}");
    }
}
