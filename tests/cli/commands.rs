//! The command line from outside: the output of each subcommand.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::program;
use crate::program::printed;

const DEMO: &str = "assets/demo/demo.jsonl";

/// The message of a run that must fail because of its input: exit code 2, nothing printed, one line.
fn refused(arguments: &[&str]) -> String {
    let output = program::output(arguments);
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    message
}

fn rows(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
    let records = reader.records().map(|record| record.expect("a record"));
    records.map(|record| record.iter().map(str::to_owned).collect()).collect()
}

/// The demo's results in a folder of their own.
fn demo_in(folder: &TempDir, name: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::copy(DEMO, &path).expect("the demo can be copied");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn features_are_printed_in_input_order_under_the_papers_names() {
    let csv = printed(&["features", DEMO, "--format", "csv"]);
    let rows = rows(&csv);
    assert_eq!(rows[0][..4], ["project", "bug", "test", "focal_method_name_count"]);
    assert_eq!(rows[0].len(), 14);
    assert_eq!(rows.len() - 1, 358, "a row per failed test");
    let jsonl = printed(&["features", DEMO, "--format", "jsonl", "--definition", "teval-plus"]);
    assert_eq!(jsonl.lines().count(), 358);
}

#[test]
fn ranks_follow_the_scores_and_ties_share_a_number() {
    let rows = rows(&printed(&["rank", DEMO, "--format", "csv"]));
    let what_failed = ["oracle", "exception", "frame", "message", "test", "signature"];
    let across = ["ranker", "group_size", "cause_size", "environment", "root"];
    let columns =
        [&["project", "bug", "rank", "score", "tie"][..], &what_failed, &["label"], &across].concat();
    assert_eq!(rows[0], columns);
    for pair in rows[1..].windows(2).filter(|pair| pair[0][1] == pair[1][1]) {
        let number = |row: &[String], column: usize| row[column].parse::<f64>().expect("a number");
        let (a, b) = (number(&pair[0], 3), number(&pair[1], 3));
        assert!(a >= b, "{pair:?}");
        let ties = !pair[0][4].is_empty() && pair[0][4] == pair[1][4];
        assert_eq!(a.to_bits() == b.to_bits(), ties, "{pair:?}");
        assert!((number(&pair[0], 2) + 1.0 - number(&pair[1], 2)).abs() < f64::EPSILON, "{pair:?}");
    }
}

#[test]
fn a_list_shows_the_error_in_every_format_and_hides_the_truth() {
    let list =
        |more: &[&str]| printed(&[&["rank", DEMO, "--top", "1", "--group", "Satchel-1"], more].concat());
    for (format, exception) in [
        ("table", "StringIndexOutOfBounds"),
        ("csv", "java.lang.StringIndexOutOfBoundsException"),
        ("json", "java.lang.StringIndexOutOfBoundsException"),
        ("jsonl", "java.lang.StringIndexOutOfBoundsException"),
        ("markdown", "java.lang.StringIndexOutOfBoundsException"),
    ] {
        let hidden = list(&["--format", format]);
        for said in ["no throw", exception, "split", "out of range: 13", "test140", "signature"] {
            assert!(hidden.contains(said), "{format}: no {said}: {hidden}");
        }
        assert!(!hidden.contains("TP") && !hidden.contains("truth"), "{format}: {hidden}");
        let shown = list(&["--format", format, "--truth"]);
        assert!(shown.contains("TP") && shown.contains("truth"), "{format}: {shown}");
    }
    let objects: serde_json::Value = serde_json::from_str(&list(&["--format", "json"])).expect("JSON");
    let object: serde_json::Value = serde_json::from_str(&list(&["--format", "jsonl"])).expect("JSON");
    assert_eq!(objects, serde_json::json!([object]));
    assert!(object["tie"].is_null(), "nothing ties with the first: {object}");
    assert!(list(&[]).lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn a_named_group_is_listed_alone_and_unchanged() {
    for ranker in ["isolation-forest", "diversified", "random"] {
        let list = |more: &[&str]| {
            rows(&printed(&[&["rank", DEMO, "--format", "csv", "--ranker", ranker], more].concat()))
        };
        let all = list(&[]);
        let of_bugs = |bugs: &[&str]| {
            all.iter().filter(|row| row[1] == "bug" || bugs.contains(&&*row[1])).cloned().collect::<Vec<_>>()
        };
        assert_eq!(list(&["--group", "Satchel-5"]), of_bugs(&["5"]), "{ranker}");
        assert_eq!(list(&["--group", "Satchel-5", "--group", "Satchel-2"]), of_bugs(&["2", "5"]), "{ranker}");
    }
    let message = refused(&["rank", DEMO, "--group", "Satchel-99"]);
    assert!(
        message.contains("there is no group `Satchel-99`: the groups are Satchel-1, Satchel-2"),
        "{message}"
    );
}

#[test]
fn formats_have_the_same_names_everywhere_and_a_wrong_one_lists_them() {
    for format in ["table", "csv", "json", "jsonl", "markdown"] {
        let of_lists = [&["rank", "--seeds", "1"][..], &["features"], &["labels", "export", "--seeds", "1"]];
        for command in of_lists {
            let output = program::output(&[command, &[DEMO, "--format", format]].concat());
            assert!(output.status.success(), "{command:?} {format}: {output:?}");
        }
    }
    for (command, can_write) in [
        (&["evaluate", DEMO][..], "[possible values: table, csv, json, markdown, latex]"),
        (&["labels", "agreement", DEMO], "[possible values: table, json, markdown, latex]"),
        (&["check", DEMO], "[possible values: table, json]"),
        (&["convert", DEMO], "[possible values: jsonl]"),
        (&["keys"], "[possible values: table, markdown, toml]"),
    ] {
        let message = refused(&[command, &["--format", "yaml"]].concat());
        assert!(message.contains(can_write), "{command:?}: {message}");
    }
    // The names of earlier versions.
    assert_eq!(printed(&["check", DEMO, "--format", "text"]), printed(&["check", DEMO]));
    let converted =
        ["--to", "--format"].map(|option| program::output(&["convert", DEMO, option, "jsonl"]).stdout);
    assert_eq!(converted[0], converted[1]);
}

#[test]
fn the_same_input_gives_the_same_bytes_on_any_number_of_threads() {
    let all = printed(&["rank", DEMO, "--format", "csv"]);
    for threads in ["1", "3"] {
        let output = program::fossick()
            .args(["rank", DEMO, "--format", "csv"])
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .expect("it runs");
        assert_eq!(String::from_utf8(output.stdout).expect("text"), all, "{threads} threads");
    }
}

#[test]
fn the_top_is_per_group() {
    let rows = rows(&printed(&["rank", DEMO, "--format", "csv", "--top", "2"]));
    assert_eq!(rows.len() - 1, 2 * 12);
}

#[test]
fn rankers_and_seeds_change_the_list() {
    let list = |more: &[&str]| printed(&[&["rank", DEMO, "--format", "csv"], more].concat());
    let paper = list(&[]);
    assert_ne!(list(&["--ranker", "random"]), paper);
    assert_eq!(list(&["--ranker", "random"]), list(&["--ranker", "random"]), "random is seeded");
    assert_ne!(list(&["--seeds", "1"]), paper);
    let input_order = rows(&list(&["--ranker", "input-order"]));
    let features = rows(&printed(&["features", DEMO, "--format", "csv"]));
    let tests = |rows: &[Vec<String>], column: usize| {
        rows[1..].iter().map(|row| row[column].clone()).collect::<Vec<_>>()
    };
    let mut ranked = input_order;
    ranked[1..]
        .sort_by_key(|row| (row[1].parse::<u32>().expect("a bug"), row[2].parse::<u32>().expect("a rank")));
    let mut read = features;
    read[1..].sort_by_key(|row| row[1].parse::<u32>().expect("a bug"));
    assert_eq!(tests(&ranked, 9), tests(&read, 2), "the order of the input");
}

#[test]
fn the_extended_forest_says_that_it_can_not_be_reproduced() {
    let arguments = ["rank", DEMO, "--seeds", "1", "--ranker", "extended-isolation-forest", "--format"];
    let output = program::output(&[&arguments[..], &["csv"]].concat());
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).expect("text").lines().count(), 359);
    let note = String::from_utf8(output.stderr).expect("text");
    assert!(note.contains("reproduce"), "{note}");
    for format in ["table", "markdown"] {
        let list = printed(&[&arguments[..], &[format]].concat());
        assert!(list.starts_with("this list can't be reproduced"), "{list}");
    }
}

#[test]
fn several_inputs_are_runs_that_never_mix() {
    let folder = TempDir::new().expect("a folder");
    let (a, b) = (demo_in(&folder, "first.jsonl"), demo_in(&folder, "second.jsonl"));
    let both = rows(&printed(&["rank", text(&a), text(&b), "--format", "csv"]));
    assert_eq!(both[0][..2], ["run", "project"]);
    let one = rows(&printed(&["rank", text(&a), "--format", "csv"]));
    for run in ["first", "second"] {
        let of_run = both[1..].iter().filter(|row| row[0] == run).map(|row| row[1..].to_vec());
        assert_eq!(of_run.collect::<Vec<_>>(), one[1..], "{run} ranks as it does alone");
    }
    let features = rows(&printed(&["features", text(&a), text(&b), "--format", "csv"]));
    assert_eq!(features[0][0], "run");
    assert_eq!(features.len() - 1, 2 * 358);
}

#[test]
fn labels_are_listed_and_exported() {
    let folder = TempDir::new().expect("a folder");
    let input = demo_in(&folder, "demo.jsonl");
    let first = fs::read_to_string(&input).expect("the demo");
    let failed: serde_json::Value = first
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .find(|test| test["outcome"] == "failed")
        .expect("a failed test");
    let of = |key: &str| failed[key].as_str().expect("a text").to_owned();
    let identity =
        fossick::model::TestIdentity::new(&of("project"), &of("bug"), &of("test"), &of("generated_test"));
    let event = |hash: &str, second: u32| {
        serde_json::json!({
            "project": identity.key.project, "bug": identity.key.bug, "test": identity.key.test, "hash": hash,
            "label": "TP", "note": "see, \"here\"", "annotator": "ada", "time": format!("2026-01-02T03:04:{second:02}Z"),
        })
    };
    let journal = folder.path().join("demo.jsonl.labels.jsonl");
    fs::write(&journal, format!("{}\n{}\n", event(&identity.hash, 5), event("0000000000000000", 6)))
        .expect("written");

    let output = program::output(&["labels", "export", text(&input), "--format", "csv"]);
    let exported = rows(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(
        exported[0],
        [
            "project",
            "bug",
            "test",
            "label",
            "note",
            "annotator",
            "time",
            "rank",
            "score",
            "given_to",
            "reason"
        ]
    );
    assert_eq!(exported.len(), 2, "one row, the stale label has none");
    assert_eq!(exported[1][3..7], ["TP", "see, \"here\"", "ada", "2026-01-02T03:04:05Z"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 stale"), "{output:?}");

    let ranked = rows(&printed(&["rank", text(&input), "--format", "csv"]));
    let labelled: Vec<&Vec<String>> = ranked[1..].iter().filter(|row| !row[11].is_empty()).collect();
    assert_eq!(labelled.len(), 1);
    assert_eq!(
        [&labelled[0][2], &labelled[0][3]],
        [&exported[1][7], &exported[1][8]],
        "the same rank and score"
    );

    let elsewhere = folder.path().join("none.jsonl");
    assert!(refused(&["rank", text(&input), "--labels", text(&elsewhere)]).contains("none.jsonl"));
}

#[test]
fn the_environment_is_the_reason_of_a_false_positive_and_survives_an_export() {
    let folder = TempDir::new().expect("a folder");
    let results = folder.path().join("pens.jsonl");
    let row = |test: &str| {
        format!(
            r#"{{"project":"Ink","bug":"1","test":"ink.PenTest::{test}","outcome":"failed","trace":"ink.PenTest::{test}\njava.io.IOException: no ink\n"}}"#
        )
    };
    fs::write(&results, format!("{}\n{}\n", row("draws"), row("fills"))).expect("written");
    let results = text(&results);
    program::output(&["label", results, "draws", "Environment", "--annotator", "ada"]);
    program::output(&["label", results, "fills", "fp", "--annotator", "ada"]);
    let journal = fs::read_to_string(folder.path().join("pens.jsonl.labels.ada.jsonl")).expect("a journal");
    assert!(journal.contains(r#""label":"FP","reason":"environment""#), "{journal}");
    assert_eq!(
        journal.matches("reason").count(),
        1,
        "the reason is told where it is not the test: {journal}"
    );

    let exported = printed(&["labels", "export", results, "--format", "csv"]);
    let reasons: BTreeMap<String, String> =
        rows(&exported)[1..].iter().map(|row| (row[2].clone(), row[10].clone())).collect();
    assert_eq!(reasons["ink.PenTest::draws"], "environment", "{exported}");
    assert_eq!(reasons["ink.PenTest::fills"], "", "{exported}");
    let copy = folder.path().join("labels.csv");
    fs::write(&copy, &exported).expect("written");
    let again = program::output(&["label", results, "--from", text(&copy)]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("2 labels already there"), "{again:?}");
    let shown = printed(&["show", results, "--test", "draws"]);
    assert!(shown.contains("environment"), "{shown}");

    fs::write(&copy, exported.replace(",environment", ",weather")).expect("written");
    assert!(refused(&["label", results, "--from", text(&copy)]).contains("found `weather`"));
    fs::write(&copy, "test,label,reason\ndraws,tp,environment\n").expect("written");
    assert!(refused(&["label", results, "--from", text(&copy)]).contains("is the reason of a label fp"));
}

#[test]
fn every_subcommand_that_skips_records_says_so() {
    let folder = TempDir::new().expect("a folder");
    let table = folder.path().join("run.csv");
    fs::write(&table, "project,bug_num,unique_test_name,failed_buggy\nLang,7,t1,True\nLang,7,t2,perhaps\n")
        .expect("written");
    for command in [&["rank"][..], &["features"], &["labels", "export"], &["convert"]] {
        let output = program::output(&[command, &[text(&table)]].concat());
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(
            messages.contains("1 record could not be used (") && messages.contains("line 3: failed_buggy"),
            "{messages}"
        );
        assert!(output.status.success() && messages.contains("`fossick check` lists them"), "{messages}");
    }
}

#[test]
fn wrong_arguments_and_inputs_are_reported_in_one_message() {
    assert!(refused(&["rank", DEMO, "--ranker", "best-of-all"]).contains("isolation-forest"));
    let removed = refused(&["rank", DEMO, "--ranker", "best"]);
    assert!(removed.contains("was removed, because it showed no gain on unseen projects"), "{removed}");
    for seeds in ["0", "-1", "1001", "many"] {
        let message = refused(&["rank", DEMO, "--seeds", seeds]);
        assert!(message.contains("'--seeds <N>': expected a whole number from 1 to 1000"), "{message}");
    }
    for top in ["0", "-1", "abc"] {
        for arguments in [&["rank", DEMO, "--top", top][..], &[DEMO, "--top", top]] {
            assert!(refused(arguments).contains("'--top <K>': expected a whole number from 1 up"), "{top}");
        }
    }
    for (typed, meant) in [("chek", "check"), ("lables", "labels"), ("feature", "features")] {
        assert!(refused(&[typed, DEMO]).contains(&format!("did you mean `fossick {meant}`?")), "{typed}");
    }
    assert!(refused(&["features", DEMO, "--definition", "mine"]).contains("teval-plus"));
    assert!(refused(&["rank", "no/such/file.csv"]).contains("no/such/file.csv"));
    assert!(refused(&["check"]).contains("there are no reports of tests in this folder"));
}

#[test]
fn the_manual_is_complete_and_has_no_dangling_references() {
    let manual = printed(&["man"]).replace("\\-", "-");
    assert_eq!(manual.matches(".TH ").count(), 1, "one page");
    assert!(!manual.contains("(1)"), "no other page is referred to");
    for (section, option) in [
        ("fossick check", "--fixed"),
        ("fossick rank", "--explain"),
        ("fossick evaluate", "--gate"),
        ("fossick labels merge", "--output"),
        ("fossick labels agreement", "--annotator"),
        ("fossick snapshot", "--keys"),
    ] {
        let start = manual.find(&format!(".SH \"{section}\"")).unwrap_or_else(|| panic!("{section}"));
        let end = manual[start + 1..].find(".SH ").map_or(manual.len(), |end| start + 1 + end);
        assert!(manual[start..end].contains(option), "{section} {option}");
    }
}

#[test]
fn tables_round_scores_and_say_when_there_is_nothing() {
    let table = printed(&["rank", DEMO, "--top", "2"]);
    let score = table.lines().nth(2).and_then(|row| row.split_whitespace().nth(1)).expect("a score");
    assert_eq!(score.len(), 6, "four digits: {score}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("passed.jsonl");
    let test = "{\"project\":\"Shop\",\"bug\":\"1\",\"test\":\"a.B::t\",\"outcome\":\"passed\"}\n";
    std::fs::write(&path, test).expect("written");
    let output = program::output(&["rank", text(&path)]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "fossick: no failed tests: nothing to rank\n");
    let checked = printed(&["check", text(&path)]);
    assert!(!checked.contains("fixed version"), "it was not requested: {checked}");
}

#[test]
fn an_invalid_k_is_reported_like_other_invalid_numbers() {
    for k in ["0", "a", "1,-3"] {
        let message = refused(&["evaluate", DEMO, "--k", k]);
        assert!(message.contains("expected a whole number from 1 up"), "{message}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let script = format!("{} rank {DEMO} --format csv 2>&1 >&3 3>&- | cat", env!("CARGO_BIN_EXE_fossick"));
    let shell = Command::new("sh")
        .args(["-c", &format!("{{ {script}; }} 3>&1 | head -1")])
        .output()
        .expect("a shell");
    let printed = String::from_utf8(shell.stdout).expect("text");
    assert_eq!(printed.lines().count(), 1, "{printed}");
    assert!(!printed.contains("fossick:"), "{printed}");
}

#[test]
fn no_argument_path_or_variable_reaches_the_terminal_raw() {
    let folder = TempDir::new().expect("a folder");
    let demo = demo_in(&folder, "demo.jsonl");
    let (demo, hostile) = (text(&demo), "\u{1b}]0;owned\u{7}\u{202e}\u{ad}");
    let path = folder.path().join(hostile);
    let path = text(&path);
    let named = format!("{path}={path}");
    let gate = format!("{hostile}:found@5>=1");
    for arguments in [
        &["rank", demo, "--labels", path][..],
        &["labels", "export", demo, "--labels", path],
        &["labels", "merge", demo, "-o", path],
        &["labels", "agreement", demo, "--annotator", hostile],
        &["rank", path],
        &[path],
        &[path, hostile],
        &["evaluate", "--approach", path],
        &["evaluate", "--approach", &named],
        &["evaluate", demo, "--gate", &gate],
        &["evaluate", demo, "--truth", "labels", "--labels", path],
        &["report", demo, "-o", path],
        &["snapshot", demo, "--keys", &format!("<{hostile}>")],
        &["snapshot", demo, "-o", path],
        &["demo", "--play", path],
        &["demo", "--theme", hostile],
        &["rank", demo, "--ranker", hostile],
        &["rank", demo, "--top", hostile],
        &["rank", demo, hostile, "--surprise"],
        &["rank", demo, &format!("--{hostile}")],
        &["keys", "--keys-preset", hostile],
        &["completions", hostile],
        &["config", hostile],
    ] {
        let output = program::output(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        for bytes in [output.stdout, output.stderr] {
            let messages = String::from_utf8(bytes).expect("text");
            assert!(
                !messages.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{ad}']),
                "{arguments:?}: {messages:?}"
            );
        }
    }
    for arguments in [&["config", "path"][..], &["config", "show"], &["keys"]] {
        let output = program::fossick_in(&folder.path().join(hostile))
            .args(arguments)
            .env("EDITOR", hostile)
            .env("VISUAL", hostile)
            .env("USER", hostile)
            .output()
            .expect("it runs");
        for bytes in [output.stdout, output.stderr] {
            let messages = String::from_utf8(bytes).expect("text");
            assert!(
                !messages.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{ad}']),
                "{arguments:?}: {messages:?}"
            );
        }
    }
}

/// Root starts the program as a user who may have one process, which is then the program itself.
#[cfg(target_os = "linux")]
#[test]
fn missing_threads_are_reported() {
    let limited = |program: &str, args: &[&str]| {
        std::process::Command::new("setpriv")
            .args(["--reuid=64999", "--clear-groups", "prlimit", "--nproc=1:1", program])
            .args(args)
            .output()
    };
    if !limited("true", &[]).is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: only root can take away the right to start threads");
        return;
    }
    let output =
        limited(env!("CARGO_BIN_EXE_fossick"), &["rank", "/dev/null"]).expect("it was there a moment ago");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if said.contains("Permission denied") {
        eprintln!("skipped: another user can't run the program: {said}");
        return;
    }
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("fossick: can't start threads: "), "{said}");
}

#[test]
fn a_csv_for_a_spreadsheet_contains_no_formula() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("run.jsonl");
    let line =
        r#"{"project":"=1+1","bug":"7","test":"@SUM(A1)","outcome":"failed","trace":"java.lang.Error: x"}"#;
    fs::write(&path, format!("{line}\n")).expect("a file");
    let cells = |more: &[&str]| {
        let arguments = [&["rank", "--format", "csv", text(&path)], more].concat();
        let output = program::output(&arguments);
        let rows = rows(&String::from_utf8(output.stdout).expect("text"));
        [rows[1][0].clone(), rows[1][9].clone()]
    };
    assert_eq!(cells(&[]), ["=1+1", "@SUM(A1)"], "to a pipe, every character as it is");
    assert_eq!(cells(&["--csv-safe"]), ["'=1+1", "'@SUM(A1)"]);
}
