//! Bugs within N looks and earlier runs from outside: the order over all groups in every command, and what is counted in it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program;
use crate::purse::{failed, write};

const DEMO: &str = "assets/demo/demo.jsonl";

fn rows(arguments: &[&str]) -> Vec<Value> {
    let all = [&["rank"], arguments, &["--format", "jsonl"]].concat();
    let output = program::output(&all);
    let lines = String::from_utf8(output.stdout).expect("text");
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn text(row: &Value, column: &str) -> String {
    row[column].as_str().unwrap_or_default().to_owned()
}

/// The groups with a TP among these rows.
fn bugs<'a>(rows: impl IntoIterator<Item = &'a Value>) -> usize {
    let hits = rows.into_iter().filter(|row| row["truth"] == "TP");
    hits.map(|row| text(row, "bug")).collect::<BTreeSet<_>>().len()
}

/// The value of a figure of a ranker's list.
fn figure(evaluation: &str, ranker: &str, name: &str) -> f64 {
    let row = evaluation
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>())
        .find(|cells| (cells[1], cells[3], cells[4], cells[5]) == (ranker, "", "test", name));
    row.expect(name)[6].parse().expect("a number")
}

#[test]
fn looks_are_counted_in_the_orders_that_rank_prints() {
    let evaluation = program::printed(&["evaluate", DEMO, "--looks", "10,25,400", "--format", "csv"]);
    let across = rows(&[DEMO, "--truth", "--across"]);
    let by_group = rows(&[DEMO, "--truth", "--top", "10"]);
    for looks in [10, 25, 400] {
        for (name, list) in [("within", &across), ("by_group", &by_group)] {
            let found = bugs(list.iter().take(looks));
            let counted = figure(&evaluation, "isolation-forest", &format!("{name}-{looks}"));
            assert!((counted - found as f64).abs() < 1e-9, "{name}-{looks}: {counted} instead of {found}");
        }
    }
    let first = across.iter().position(|row| row["truth"] == "TP").expect("a bug") + 1;
    assert!((figure(&evaluation, "isolation-forest", "first_look") - first as f64).abs() < 1e-9);
    // 12 groups of 358 failures have 16 TPs: 1 − (342 choose 10)/(358 choose 10) for all of them is far more than for one.
    let random = figure(&evaluation, "random", "within-10");
    assert!((0.2..0.5).contains(&random), "{random}");
    let in_any_order = figure(&evaluation, "isolation-forest", "by_group_in_any_order-400");
    assert!((in_any_order - 8.0).abs() < 1e-9, "all groups fit: {in_any_order}");
}

#[test]
fn a_gate_can_ask_for_bugs_within_looks() {
    let gate = |gate: &str| program::output(&["evaluate", DEMO, "--gate", gate]);
    assert!(gate("within-77>=1").status.success());
    let failed = gate("within-77>=13");
    assert_eq!(failed.status.code(), Some(1));
    let said = String::from_utf8_lossy(&failed.stderr);
    assert!(said.contains("within-77 of demo/isolation-forest/one-list is "), "{said}");
}

#[test]
fn a_ranker_for_other_tests_is_named() {
    let output = program::output(&["evaluate", DEMO, "--ranker", "by-cause"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("by-cause puts first what fails alike; these are tests of a generator"), "{said}");
}

#[test]
fn commands_across_the_groups_have_the_order_of_rank() {
    let expected: Vec<String> =
        rows(&[DEMO, "--across", "--top", "7"]).iter().map(|row| text(row, "test")).collect();
    let shown = program::printed(&["show", DEMO, "--across", "--top", "7", "--format", "json"]);
    let shown: Vec<Value> = shown.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(shown.iter().map(|row| text(row, "test")).collect::<Vec<_>>(), expected);
    let report: Value = serde_json::from_str(&program::printed(&[
        "report", DEMO, "--across", "--top", "7", "--format", "json",
    ]))
    .expect("JSON");
    let listed: Vec<String> =
        report["across"].as_array().expect("a list").iter().map(|row| text(row, "test")).collect();
    assert_eq!(listed, expected);
    let sarif: Value = serde_json::from_str(&program::printed(&[
        "report", DEMO, "--across", "--top", "7", "--format", "sarif",
    ]))
    .expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let named: Vec<String> = results.iter().map(|result| text(&result["properties"], "test")).collect();
    assert_eq!(named, expected);
    let page = program::printed(&["report", DEMO, "--across", "--top", "7", "--format", "markdown"]);
    assert!(
        page.contains("## The first 7 of one list over all groups")
            && page.contains(&expected[6].replace('_', "\\_"))
    );
}

/// A failed test with an exception of its own.
fn thrown(bug: &str, number: usize, exception: &str, fixed: &str) -> Value {
    let mut test = failed(bug, number, Some(fixed), "");
    let name = text(&test, "test");
    test["trace"] = json!(format!("{name}\nshop.{exception}: no\n\tat shop.Purse.take(Purse.java:3)\n"));
    test
}

fn passed(bug: &str, number: usize) -> Value {
    let mut test = failed(bug, number, Some("passed"), "");
    test["outcome"] = json!("passed");
    test
}

/// Two runs of two bugs; in the first one, failures of three signatures are labelled.
fn two_runs(folder: &TempDir) -> [String; 2] {
    let before = [
        thrown("1", 1, "Lost", "failed"),
        thrown("1", 2, "Lost", "failed"),
        thrown("1", 3, "Stolen", "passed"),
        thrown("2", 4, "Torn", "failed"),
        thrown("2", 5, "Torn", "failed"),
        thrown("2", 6, "Gone", "failed"),
    ];
    let now = [
        thrown("1", 1, "Lost", "failed"),
        thrown("1", 3, "Lost", "failed"),
        thrown("1", 7, "Stolen", "passed"),
        thrown("1", 8, "Burnt", "failed"),
        thrown("2", 4, "Torn", "failed"),
        thrown("2", 9, "Spent", "passed"),
        passed("2", 5),
    ];
    let paths = [write(folder, "monday.jsonl", &before), write(folder, "tuesday.jsonl", &now)];
    for (test, label) in [("test01", "fp"), ("test02", "fp"), ("test03", "tp"), ("test04", "fp")] {
        let labelled = program::output(&["label", &paths[0], test, label, "--annotator", "ada"]);
        assert!(labelled.status.success(), "{}", String::from_utf8_lossy(&labelled.stderr));
    }
    paths
}

#[test]
fn a_failure_says_what_was_judged_before_and_whether_it_is_new() {
    let folder = tempfile::tempdir().expect("a folder");
    let [monday, tuesday] = two_runs(&folder);
    let known: BTreeMap<String, [String; 2]> = rows(&[&tuesday, "--before", &monday])
        .iter()
        .map(|row| (text(row, "test")[23..].to_owned(), [text(row, "since"), text(row, "before")]))
        .collect();
    let of = |test: &str| known[test].each_ref().map(|cell| &**cell);
    assert_eq!(of("01"), ["as before", "2 FP in monday"]);
    assert_eq!(of("03"), ["changed", "2 FP in monday"]);
    assert_eq!(of("07"), ["new", "1 TP in monday"]);
    assert_eq!(of("08"), ["new", ""]);
    assert_eq!(of("04"), ["as before", "1 FP in monday"]);
    let counts = "3 new, 1 changed, 2 as before; 1 fixed, 2 not run";
    let table = program::output(&["rank", &tuesday, "--before", &monday]);
    assert!(String::from_utf8_lossy(&table.stderr).contains(counts), "{table:?}");
    let shown = String::from_utf8_lossy(&table.stdout).into_owned();
    assert!(shown.contains("as before · 2 like this were judged FP in monday"), "{shown}");
    let brief = program::printed(&["report", &tuesday, "--before", &monday, "--brief"]);
    assert!(
        brief.starts_with("compared with ") && brief.lines().next().is_some_and(|line| line.contains(counts))
    );
    let shown = program::printed(&["show", &tuesday, "--before", &monday, "--test", "test07"]);
    assert!(shown.contains("judged before: 1 like this was judged TP in monday"), "{shown}");
    let none = program::output(&["rank", &tuesday, "--before", &monday, "--annotator", "bob"]);
    assert!(String::from_utf8_lossy(&none.stderr).contains("bob"), "{none:?}");
}

#[test]
fn the_workbench_shows_what_was_judged_before_and_walks_to_it_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let [monday, tuesday] = two_runs(&folder);
    let screen = |keys: &str| {
        let printed =
            program::printed(&["snapshot", &tuesday, "--before", &monday, "--size", "80x24", "--keys", keys]);
        printed.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<String>>()
    };
    let last_words = |rows: &[String]| -> Vec<String> {
        rows.iter().filter_map(|row| row.split_whitespace().next_back()).map(str::to_owned).collect()
    };
    let rows = screen("");
    assert!(rows[1].ends_with("before"), "{rows:?}");
    assert_eq!(last_words(&rows[4..8]), ["T×1", "F×1", "F×2", "F×2"], "{rows:?}");
    let filtered = screen("& b e f o r e : t p <enter>");
    assert_eq!(last_words(&filtered[2..3]), ["T×1"], "{filtered:?}");
    assert!(!filtered.join("").contains("F×"), "{filtered:?}");
    let why =
        program::printed(&["snapshot", &tuesday, "--before", &monday, "--size", "300x60", "--keys", "G"]);
    assert!(why.contains("Failures like it were judged in monday: 2 FP."), "{why}");
}

#[test]
fn what_was_judged_comes_last_across_the_groups_and_stays_in_its_group() {
    let folder = tempfile::tempdir().expect("a folder");
    let [monday, tuesday] = two_runs(&folder);
    let order: Vec<String> =
        rows(&[&tuesday, "--before", &monday, "--across"]).iter().map(|row| text(row, "before")).collect();
    assert_eq!(order, ["", "", "1 TP in monday", "1 FP in monday", "2 FP in monday", "2 FP in monday"]);
    let tests = |more: &[&str]| -> Vec<String> {
        rows(&[&[&*tuesday], more].concat()).iter().map(|row| text(row, "test")).collect()
    };
    assert_eq!(tests(&["--before", &monday]), tests(&[]), "labels never move a group's own list");
    let evaluation =
        program::printed(&["evaluate", &tuesday, "--before", &monday, "--looks", "2", "--format", "csv"]);
    let new = figure(&evaluation, "isolation-forest", "new_within-2");
    assert!((new - 1.0).abs() < 1e-9, "the bug that monday's labels do not tell: {new}");
}

#[test]
fn only_new_failures_are_printed_and_fail() {
    let folder = tempfile::tempdir().expect("a folder");
    let [monday, tuesday] = two_runs(&folder);
    let only = |input: &str, before: &str| {
        program::output(&["rank", input, "--before", before, "--only", "new", "--format", "jsonl"])
    };
    let new = only(&tuesday, &monday);
    assert_eq!(new.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&new.stderr).contains("3 new failures"), "{new:?}");
    let printed = String::from_utf8_lossy(&new.stdout).into_owned();
    assert_eq!(printed.lines().count(), 3, "{printed}");
    assert!(printed.lines().all(|line| line.contains("\"since\":\"new\"")), "{printed}");
    let same = only(&monday, &monday);
    assert!(same.status.success() && same.stdout.is_empty(), "{same:?}");
}
