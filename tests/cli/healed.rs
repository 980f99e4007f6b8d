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
