//! What scripts and agents use: `fossick show` and `fossick label`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

#[cfg(unix)]
use saphyr_parser::{Event, Parser};
use serde_json::Value;
use tempfile::TempDir;

use crate::program::{fossick, object, output, printed};
use crate::{project, schema};

const DEMO: &str = "assets/demo/demo.jsonl";
const TEST: &str = "satchel.CsvReader_ESTest::test140";

/// The demo's results in a folder of their own.
fn demo() -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("demo.jsonl");
    fs::copy(DEMO, &path).expect("the demo can be copied");
    let path = path.to_str().expect("a plain path").to_owned();
    (folder, path)
}

/// The message of a run that must fail because of its input.
fn refused(arguments: &[&str]) -> String {
    let output = output(arguments);
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}: {message}");
    message
}

/// What a run that must succeed says on standard error.
fn said(arguments: &[&str]) -> String {
    let output = output(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr).expect("text")
}

fn journals(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut journals: Vec<PathBuf> =
        entries.filter(|path| path.to_string_lossy().contains(".labels.")).collect();
    journals.sort();
    journals
}

#[test]
fn a_failure_is_shown_with_everything_that_a_reader_needs() {
    let shown = printed(&["show", DEMO, "--group", "Satchel-1", "--rank", "1"]);
    for part in [
        "# Satchel-1, rank 1 of 28",
        "- says: split: out of range: 13",
        "- oracle: expects no throw",
        "(shared by 2 tests)",
        "- most similar: satchel.CsvReader\\_ESTest::test330",
        "csvReader0.skip(1);  // ◀ failed here (inferred)",
        "     * Skips records; at the end of the source nothing is left to skip.",
        "    ┄ 2 JDK frames\n    at satchel.CsvReader.split(CsvReader.java:68)",
        "## Why it has this rank\n\n- ",
    ] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    assert!(!shown.contains("fixed version"), "{shown}");
    assert_eq!(printed(&["show", DEMO, "--test", TEST]), shown, "by its name");
    assert_eq!(
        printed(&["show", DEMO, "--test", "CsvReader_ESTest::test140"]),
        shown,
        "by the end of its name"
    );
    let truth = printed(&["show", DEMO, "--test", TEST, "--truth"]);
    assert!(truth.contains("- fixed version: TP"), "{truth}");
}

#[test]
fn objects_fit_their_schema_and_agree_with_the_ranked_list() {
    let schema: Value = serde_json::from_str(include_str!("../../assets/show.schema.json")).expect("JSON");
    let folder = project::project();
    let project = folder.path().to_str().expect("a plain path");
    for arguments in [["show", DEMO, "--top", "3", "--truth"], ["show", project, "--top", "9", "--truth"]] {
        let shown = printed(&[&arguments[..], &["--format", "json"]].concat());
        for line in shown.lines() {
            let object = serde_json::from_str(line).expect("an object");
            schema::check(&schema, &object).unwrap_or_else(|error| panic!("{error} in {line}"));
        }
        let list = printed(&["rank", arguments[1], "--top", arguments[3], "--format", "jsonl"]);
        let ranks = |text: &str, place: &str| -> Vec<(String, Value)> {
            let objects = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object"));
            objects
                .map(|object| {
                    (object["test"].to_string(), object.pointer(place).cloned().unwrap_or_default())
                })
                .collect()
        };
        assert_eq!(ranks(&shown, "/place/rank"), ranks(&list, "/rank"));
    }
}

#[test]
fn a_name_that_is_ambiguous_or_unknown_is_refused_with_a_way_on() {
    let several = refused(&["show", DEMO, "--test", "test140"]);
    assert!(
        several.contains("fits 3 failed tests: satchel.CsvReader_ESTest::test140 in Satchel-1, "),
        "{several}"
    );
    let unknown = refused(&["show", DEMO, "--test", "satchel.CsvReader_ESTest::test14"]);
    assert!(unknown.contains("did you mean `satchel.CsvReader_ESTest::test140`?"), "{unknown}");
    assert!(
        refused(&["show", DEMO, "--rank", "1"]).contains("--rank needs one group: the groups are Satchel-1")
    );
    let beyond = refused(&["show", DEMO, "--group", "Satchel-1", "--rank", "29"]);
    assert!(beyond.contains("there is no rank 29 in Satchel-1: it has 28 failures"), "{beyond}");
}

#[test]
fn a_label_is_on_disk_when_the_command_ends_and_is_written_once() {
    let (folder, demo) = demo();
    let label = |label: &str, more: &[&str]| {
        said(&[&["label", &demo, TEST, label, "--annotator", "ada"], more].concat())
    };
    assert!(label("tp", &["--note", "off by one at the quote"]).contains("1 label written to "));
    assert_eq!(journals(folder.path()), [folder.path().join("demo.jsonl.labels.ada.jsonl")]);
    let lines = || fs::read_to_string(&journals(folder.path())[0]).expect("a journal").lines().count();
    assert!(label("TP", &[]).contains("1 label already there"), "its note stays");
    assert_eq!(lines(), 1);
    let shown = printed(&["show", &demo, "--test", TEST]);
    assert!(shown.contains("- label: TP\n- note: off by one at the quote\n"), "{shown}");
    label("unsure", &[]);
    let list = printed(&["labels", "export", &demo, "--format", "csv"]);
    assert!(list.contains(&format!("{TEST},unsure,off by one at the quote,ada,")), "{list}");
    label("clear", &[]);
    assert_eq!(printed(&["rank", &demo, "--format", "csv"]), printed(&["rank", DEMO, "--format", "csv"]));
    assert_eq!(lines(), 3);
    assert!(refused(&["label", &demo, "test140", "tp"]).contains("fits 3 failed tests"));
    assert!(
        refused(&["label", &demo, TEST, "maybe"])
            .contains("expected tp or bug, fp or wrong-test, environment, unsure or clear, found `maybe`")
    );
}

#[test]
fn a_batch_is_checked_whole_before_its_first_label_is_written() {
    let (folder, demo) = demo();
    let file = folder.path().join("labels.txt");
    let from = file.to_str().expect("a plain path");
    let good = format!("test,label,note\n{TEST},tp,\"two\nlines\"\n");
    for (text, place, reason) in [
        (format!("{good}satchel.CsvReader_ESTest::test14,fp,\n"), ":4: ", "there is no failed test"),
        (format!("{good}test140,fp,\n"), ":4: ", "fits 3 failed tests"),
        (
            format!("{good}{TEST},wrong,\n"),
            ":4: ",
            "expected tp or bug, fp or wrong-test, environment, unsure or clear, found `wrong`",
        ),
        (format!("{good}{TEST},fp,\n"), ":4: ", "has another label above"),
        ("name,label\na,tp\n".to_owned(), ":1: ", "there is no column `test`; the columns are name, label"),
        (format!("{{\"test\":\"{TEST}\",\"label\":\"tp\"}}\n{{\"test\":3}}\n"), ":2: ", "invalid type"),
        (
            format!("{{\"test\":\"{TEST}\",\"label\":\"tp\"}}\n{{\"test\":\"a\"}}\n"),
            ":2: ",
            "`test` and `label`",
        ),
        (format!("test,label,time\n{TEST},tp,noon\n"), ":2: ", "got `noon`"),
    ] {
        fs::write(&file, text).expect("a file");
        let message = refused(&["label", &demo, "--from", from, "--annotator", "ada"]);
        assert!(message.contains(&format!("labels.txt{place}")) && message.contains(reason), "{message}");
        assert!(journals(folder.path()).is_empty(), "nothing was written: {message}");
    }
    fs::write(&file, format!("{{\"test\":\"{TEST}\",\"label\":\"Tp\",\"note\":\"a\"}}\n\n")).expect("a file");
    assert!(said(&["label", &demo, "--from", from, "--annotator", "ada"]).contains("1 label written"));
}

#[test]
fn exported_labels_that_are_read_back_change_nothing_and_make_the_same_list_elsewhere() {
    let (folder, demo) = demo();
    said(&["label", &demo, TEST, "tp", "--note", "a \"quote\", and\ntwo lines", "--annotator", "ada"]);
    said(&["label", &demo, "satchel.CsvReader_ESTest::test330", "fp", "--annotator", "ben"]);
    let before = journals(folder.path()).iter().map(fs::read).map(Result::unwrap).collect::<Vec<_>>();
    let (_other_folder, other) = self::demo();
    for format in ["csv", "jsonl"] {
        let exported = printed(&["labels", "export", &demo, "--format", format]);
        for results in [&demo, &other] {
            let mut label = fossick();
            label.args(["label", results, "--from", "-"]).stdin(Stdio::piped()).stderr(Stdio::null());
            let mut child = label.spawn().expect("the program can be started");
            let mut input = child.stdin.take().expect("a pipe");
            std::io::Write::write_all(&mut input, exported.as_bytes()).expect("it reads");
            drop(input);
            assert!(child.wait().expect("it ends").success());
        }
        let after = journals(folder.path()).iter().map(fs::read).map(Result::unwrap).collect::<Vec<_>>();
        assert_eq!(after, before, "nothing is written twice");
        assert_eq!(printed(&["labels", "export", &other, "--format", format]), exported);
    }
}

/// The commands for fossick in the lines of a script or a YAML file.
fn commands(text: &str) -> Vec<&str> {
    let lines = text.lines().map(|line| line.trim().trim_start_matches("- "));
    lines.filter(|line| line.starts_with("fossick ")).collect()
}

/// Returns all values of a YAML text.
#[cfg(unix)]
fn scalars(text: &str) -> Vec<String> {
    let events = Parser::new_from_str(text).map(|event| event.expect("YAML").0);
    let scalar = |event| match event {
        Event::Scalar(value, ..) => Some(value.into_owned()),
        _ => None,
    };
    events.filter_map(scalar).collect()
}

#[cfg(unix)]
#[test]
fn each_command_of_the_examples_for_ci_runs_in_a_project() {
    let folder = project::project();
    fs::copy(DEMO, folder.path().join("results.jsonl")).expect("the demo can be copied");
    let passed = r#"<testsuite name="shop.PurseTest" tests="1"><testcase name="takesTooMany" classname="shop.PurseTest"/></testsuite>"#;
    crate::folder::write(
        folder.path(),
        "main-reports/core/target/surefire-reports/TEST-shop.PurseTest.xml",
        passed,
    );
    for pom in ["pom.xml", "core/pom.xml"] {
        fs::copy(folder.path().join(pom), folder.path().join("main-reports").join(pom)).expect("a POM");
    }
    let program = Path::new(env!("CARGO_BIN_EXE_fossick")).parent().expect("a folder").display().to_string();
    let path = format!("{program}:{}", std::env::var("PATH").unwrap_or_default());
    let mut run = 0;
    for entry in fs::read_dir("docs/examples").expect("examples") {
        let example = entry.expect("an example").path();
        let mut text = fs::read_to_string(&example).expect("text");
        if example.extension().is_some_and(|extension| extension == "yml") {
            text = scalars(&text).join("\n");
        }
        for command in commands(&text) {
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", command]).current_dir(folder.path()).env("PATH", &path);
            let output = shell.env("GITHUB_STEP_SUMMARY", "summary.md").output().expect("sh can be started");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {command}: {errors}", example.display());
            run += 1;
        }
    }
    assert!(run >= 7, "{run} commands");
    let failures = fs::read_to_string(folder.path().join("failures.jsonl")).expect("written");
    assert!(
        failures.contains("\"truth\":\"TP\""),
        "a failure that the main branch does not have: {failures}"
    );
    let summary = fs::read_to_string(folder.path().join("summary.md")).expect("written");
    assert!(
        summary.contains("1 failed test in 1 group") && summary.contains("<details><summary>"),
        "{summary}"
    );
}

#[test]
fn sarif_fits_the_published_schema_and_names_the_place() {
    let text = include_str!("../fixtures/sarif/sarif-schema-2.1.0.json");
    let schema: Value = serde_json::from_str(text).expect("JSON");
    let folder = project::project();
    let project = folder.path().to_str().expect("a plain path");
    for input in [DEMO, project] {
        let sarif = printed(&["report", input, "--format", "sarif", "--seeds", "2"]);
        let log: Value = serde_json::from_str(&sarif).expect("JSON");
        schema::check(&schema, &log).unwrap_or_else(|error| panic!("{error}"));
        let results = log["runs"][0]["results"].as_array().expect("results");
        assert_eq!(results.len(), if input == DEMO { 120 } else { 1 });
        assert!(!sarif.to_lowercase().contains("truth") && !sarif.contains("\"TP\""));
        if input == project {
            let result = &results[0];
            let place = |pointer: &str| result.pointer(pointer).cloned().unwrap_or_default();
            assert_eq!(result["ruleId"], "java.lang.IllegalStateException");
            let at = "/locations/0/physicalLocation";
            assert_eq!(place(&format!("{at}/artifactLocation/uri")), project::PURSE_TEST);
            assert_eq!(place(&format!("{at}/region/startLine")), 11);
            let related = result["relatedLocations"].to_string();
            assert!(
                related.contains(project::PURSE) && related.contains("the focal method take"),
                "{related}"
            );
        }
    }
}

#[test]
fn lines_for_editors_name_the_line_that_failed() {
    let folder = project::project();
    let project = folder.path().to_str().expect("a plain path");
    let lines = printed(&["rank", project, "--format", "quickfix"]);
    assert!(lines.starts_with(&format!("{}:11: error: ", project::PURSE_TEST)), "{lines}");
    assert!(lines.contains("only 0 coins") && lines.contains(" [rank 1 of "), "{lines}");
    let demo = printed(&["rank", DEMO, "--top", "1", "--group", "Satchel-1", "--format", "quickfix"]);
    assert!(
        demo.starts_with("satchel/CsvReader.java:68: error: ") && demo.ends_with("[rank 1 of Satchel-1]\n"),
        "{demo}"
    );
}

#[test]
fn lines_for_editors_name_the_line_of_a_fixture_that_failed() {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, text) in [
        ("pyproject.toml", "[project]\nname = 'pens'\n"),
        ("conftest.py", "import pytest\n\n\n@pytest.fixture\ndef ink():\n    return open('ink.txt')\n"),
        ("test_ink.py", "def test_is_wet(ink):\n    assert ink.wet\n"),
        (
            "junit.xml",
            "<testsuite name='pytest'><testcase classname='test_ink' name='test_is_wet'><error message='failed on setup with &quot;OSError: no ink&quot;'>conftest.py:6: in ink\n    return open('ink.txt')\nE   OSError: no ink</error></testcase></testsuite>",
        ),
    ] {
        fs::write(folder.path().join(file), text).expect("written");
    }
    let project = folder.path().to_str().expect("a plain path");
    let lines = printed(&["rank", project, "--format", "quickfix"]);
    assert!(lines.starts_with("conftest.py:6: error: setup: ink: "), "{lines}");
    let sarif = printed(&["report", project, "--format", "sarif"]);
    let sarif: Value = serde_json::from_str(&sarif).expect("JSON");
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "conftest.py", "{place}");
    assert_eq!(place["region"]["startLine"], 6, "{place}");
}

#[test]
fn a_brief_report_is_small_and_tells_no_truth() {
    let brief = printed(&["report", DEMO, "--truth", "fixed", "--brief", "--top", "100", "--seeds", "2"]);
    assert!(
        brief.len() <= 60_000 && brief.contains("358 failed tests in 12 groups"),
        "{} bytes",
        brief.len()
    );
    assert_eq!(brief.matches("<details>").count(), brief.matches("</details>").count());
    assert!(!brief.contains("fixed version") && !brief.contains("— TP"), "{brief}");
    let one =
        printed(&["report", DEMO, "--group", "Satchel-2", "--format", "markdown", "-o", "-", "--seeds", "2"]);
    assert!(one.contains("### Satchel-2") && !one.contains("### Satchel-1,"), "{one}");
    assert!(refused(&["report", DEMO, "--brief", "--format", "html"]).contains("--brief is for Markdown"));
}

#[cfg(unix)]
#[test]
fn the_table_of_the_rules_is_what_they_answer_on_the_demo() {
    let (_folder, demo) = demo();
    let script = std::env::current_dir().expect("a folder").join("docs/examples/judge-rules.sh");
    let command = format!("'{}'", script.display());
    said(&["judge", &demo, "--with", &command, "--annotator", "rules", "--jobs", "4"]);
    let rankers = ["--ranker", "isolation-forest", "--ranker", "pass-aware", "--ranker", "random"];
    let report = object(&[&["evaluate", &demo, "--judge", "rules"], &rankers[..]].concat());
    let rankings = report["approaches"][0]["rankings"].as_array().expect("a list");
    let page = fs::read_to_string("docs/src/guide/judges.md").expect("the page");
    let judge = &rankings.last().expect("the judge's list")["judge"];
    let cell = |(figure, digits, factor, unit): (&str, usize, f64, &str)| {
        let number = |value: &Value| format!("{:.digits$}", factor * value.as_f64().expect("a number"));
        let [low, high] = [0, 1].map(|end| number(&judge["interval"][figure][end]));
        format!("{}{unit} [{low}, {high}]", number(&judge[figure]))
    };
    let cells = [
        ("tp", 0, 1.0, ""),
        ("fp", 0, 1.0, ""),
        ("missed", 0, 1.0, ""),
        ("precision", 1, 100.0, " %"),
        ("recall", 1, 100.0, " %"),
        ("looks_saved", 2, 1.0, ""),
    ];
    let row = format!("| {} |", cells.map(cell).join(" | "));
    assert!(page.contains(&row), "{row}");
    assert!(judge["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{judge}");
    for ranking in
        rankings.iter().filter(|ranking| ranking["ranker"] == "random" || ranking["seeds"] == "one-list")
    {
        let mut cells = ["1", "3", "5", "10"].map(|k| ranking["found"][k].as_f64()).to_vec();
        cells.push(ranking["first_tp"].as_f64());
        let cells = cells.into_iter().map(|cell| format!(" {:.2} |", cell.expect("a number")));
        let row = format!("| {} |{}", ranking["ranker"].as_str().expect("a name"), cells.collect::<String>());
        assert!(page.contains(&row), "{row}");
    }
}
