//! `fossick labels merge` and `labels agreement` from outside: several annotators' journals next to one input.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::program;

/// A line of a journal.
fn line(test: &str, label: &str, annotator: &str, second: u32, more: &str) -> String {
    format!(
        "{{\"project\":\"Lang\",\"bug\":\"7\",\"test\":\"{test}\",\"hash\":\"00\",\"label\":{label},\"annotator\":\"{annotator}\",\
         \"time\":\"2026-01-02T03:04:{second:02}Z\"{more}}}\n"
    )
}

/// Results to which the labels belong; its tests need not be among those labelled.
const TABLE: &str = "project,bug_num,unique_test_name,failed_buggy\nLang,7,a,True\n";

const TP: &str = "\"TP\"";
const FP: &str = "\"FP\"";

/// Ada and Ben both labelled a to e, each one more; they disagree on c and d. Ada said FP of c first, then TP.
fn journals() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, lines: &[String]| fs::write(folder.path().join(name), lines.concat()).expect("written");
    write("run.csv", &[TABLE.to_owned()]);
    write(
        "run.csv.labels.ada.jsonl",
        &[
            line("a", TP, "ada", 1, ""),
            line("b", FP, "ada", 2, ""),
            line("c", FP, "ada", 3, ""),
            line("c", TP, "ada", 4, ",\"note\":\"thrown by the constructor\""),
            line("d", FP, "ada", 5, ""),
            line("e", FP, "ada", 6, ""),
            line("f", FP, "ada", 7, ""),
        ],
    );
    write(
        "run.csv.labels.ben.jsonl",
        &[
            line("a", TP, "ben", 11, ""),
            line("b", FP, "ben", 12, ""),
            line("c", FP, "ben", 13, ""),
            line("d", "\"unsure\"", "ben", 14, ""),
            line("e", FP, "ben", 15, ""),
            line("g", FP, "ben", 16, ""),
        ],
    );
    folder
}

fn labels(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = program::fossick();
    command.arg("labels").args(arguments).current_dir(folder);
    command.output().expect("the program can be started")
}

fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = labels(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = labels(folder, arguments);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).expect("text")
}

fn message_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Worked by hand. Of five tests three agree: o = 3/5. Ada said TP, FP, unsure 2, 3, 0 times, Ben 1, 3, 1 times:
/// e = (2·1 + 3·3)/25 = 11/25; kappa = (15 − 11)/(25 − 11). Without the unsure one: o = 3/4,
/// e = (2·1 + 2·3)/16 = 1/2, kappa = 1/2.
#[test]
fn percent_kappa_and_disagreements_equal_the_hand_computed_ones() {
    let folder = journals();
    let report: Value =
        serde_json::from_str(&printed(folder.path(), &["agreement", "run.csv", "--format", "json"]))
            .expect("JSON");
    let pair = &report["pairs"][0];
    assert_eq!(pair["annotators"], serde_json::json!(["ada", "ben"]));
    assert_eq!((&pair["all"]["tests"], &pair["all"]["agreed"]), (&5.into(), &3.into()));
    let number = |value: &Value| value.as_f64().expect("a number");
    assert!((number(&pair["all"]["observed"]) - 0.6).abs() < 1e-15);
    assert!((number(&pair["all"]["expected"]) - 0.44).abs() < 1e-15);
    assert!((number(&pair["all"]["kappa"]) - 4.0 / 14.0).abs() < 1e-15);
    assert!((number(&pair["decided"]["kappa"]) - 0.5).abs() < 1e-15);
    let disagreements = report["disagreements"].as_array().expect("a list");
    let tests: Vec<&str> = disagreements.iter().filter_map(|one| one["test"].as_str()).collect();
    assert_eq!(tests, ["c", "d"]);
    assert_eq!(disagreements[0]["opinions"][0]["note"], "thrown by the constructor");
    let table = printed(folder.path(), &["agreement", "run.csv"]);
    assert!(
        table.contains("60.0%") && table.contains("0.286") && table.contains("2 disagreements"),
        "{table}"
    );
    let markdown = printed(folder.path(), &["agreement", "run.csv", "--format", "markdown"]);
    assert!(markdown.contains("| ada and ben | 5 | 3 | 60.0% | 0.286 | 4 | 0.500 |"), "{markdown}");
}

#[test]
fn a_decision_is_shown_and_changes_no_figure() {
    let folder = journals();
    let before: Value =
        serde_json::from_str(&printed(folder.path(), &["agreement", "run.csv", "--format", "json"]))
            .expect("JSON");
    let path = folder.path().join("run.csv.labels.ben.jsonl");
    let mut ben = fs::read_to_string(&path).expect("a journal");
    ben.push_str(&line("c", TP, "ben", 20, ",\"decision\":true"));
    fs::write(&path, ben).expect("written");
    let after: Value =
        serde_json::from_str(&printed(folder.path(), &["agreement", "run.csv", "--format", "json"]))
            .expect("JSON");
    assert_eq!(after["pairs"], before["pairs"]);
    assert_eq!(after["disagreements"][0]["decision"]["label"], "TP");
    assert_eq!(after["disagreements"][0]["decision"]["annotator"], "ben");
}

#[test]
fn without_two_annotators_there_is_no_agreement() {
    let folder = journals();
    fs::remove_file(folder.path().join("run.csv.labels.ben.jsonl")).expect("it was there");
    assert!(refused(folder.path(), &["agreement", "run.csv"]).contains("only ada has labelled anything"));
    let unknown = refused(folder.path(), &["agreement", "run.csv", "--annotator", "cleo"]);
    assert!(unknown.contains("cleo labelled nothing") && unknown.contains("ada"), "{unknown}");
    fs::remove_file(folder.path().join("run.csv.labels.ada.jsonl")).expect("it was there");
    let nothing = refused(folder.path(), &["agreement", "run.csv"]);
    assert!(nothing.contains("there are no labels") && nothing.contains("run.csv.labels.jsonl"), "{nothing}");
}

#[test]
fn an_undefined_kappa_has_a_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = ["ada", "ben"].map(|name| line("a", FP, name, 1, "") + &line("b", FP, name, 2, ""));
    fs::write(folder.path().join("run.csv"), TABLE).expect("written");
    // Two people in one journal, as before there was one for each.
    fs::write(folder.path().join("run.csv.labels.jsonl"), lines.concat()).expect("written");
    let table = printed(folder.path(), &["agreement", "run.csv"]);
    assert!(table.contains("100.0%") && table.contains("undefined: both gave only the label FP"), "{table}");
    let json = printed(folder.path(), &["agreement", "run.csv", "--format", "json"]);
    let report: Value = serde_json::from_str(&json).expect("JSON");
    assert!(report["pairs"][0]["all"]["kappa"].is_null());
}

#[test]
fn a_merge_keeps_every_event_once_and_in_order_of_time() {
    let folder = journals();
    let output = labels(folder.path(), &["merge", "run.csv"]);
    let merged = String::from_utf8(output.stdout.clone()).expect("text");
    assert_eq!(merged.lines().count(), 13, "all events, those that were overruled too");
    assert!(message_of(&output).contains("2 tests are labelled differently"), "{}", message_of(&output));
    let times: Vec<&str> = merged.lines().filter_map(|line| line.split("\"time\":").nth(1)).collect();
    assert!(times.is_sorted());

    let dash = labels(folder.path(), &["merge", "run.csv", "-o", "-"]);
    assert_eq!(String::from_utf8_lossy(&dash.stdout), merged, "`-` is standard output");
    assert!(!folder.path().join("-").exists());
    let common = ["merge", "run.csv", "-o", "run.csv.labels.jsonl"];
    assert!(message_of(&labels(folder.path(), &common)).contains("13 events added"));
    let file = fs::read_to_string(folder.path().join("run.csv.labels.jsonl")).expect("a journal");
    assert_eq!(file, merged);
    let again = message_of(&labels(folder.path(), &common));
    assert!(again.contains("0 events added") && again.contains("13 were already there"), "{again}");
    assert_eq!(fs::read_to_string(folder.path().join("run.csv.labels.jsonl")).expect("a journal"), file);
}

#[test]
fn a_merge_into_a_named_journal_changes_no_existing_line() {
    let folder = journals();
    let arguments = ["merge", "run.csv.labels.ben.jsonl", "-o", "run.csv.labels.ada.jsonl"];
    let before = fs::read_to_string(folder.path().join("run.csv.labels.ada.jsonl")).expect("a journal");
    assert!(message_of(&labels(folder.path(), &arguments)).contains("6 events added"));
    let after = fs::read_to_string(folder.path().join("run.csv.labels.ada.jsonl")).expect("a journal");
    assert!(after.starts_with(&before), "{after}");
    assert_eq!(after.lines().count(), 13);
    fs::write(folder.path().join("notes.txt"), "not a journal\n").expect("written");
    let refused = refused(folder.path(), &["merge", "run.csv", "-o", "notes.txt"]);
    assert!(refused.contains("is not a label journal"), "{refused}");
    assert_eq!(fs::read_to_string(folder.path().join("notes.txt")).expect("it is there"), "not a journal\n");
}

/// The values of statsmodels (`fleiss_kappa`) and of krippendorff (`alpha`): of seven tests two have a label of all three, six of two.
#[test]
fn three_annotators_have_an_agreement_together() {
    let folder = journals();
    let of_two = labels(folder.path(), &["agreement", "run.csv", "--format", "json"]);
    let of_two: Value = serde_json::from_slice(&of_two.stdout).expect("JSON");
    assert_eq!(of_two["together"], Value::Null);
    let lines = [line("a", TP, "cleo", 21, ""), line("c", FP, "cleo", 22, ""), line("f", FP, "cleo", 23, "")];
    fs::write(folder.path().join("run.csv.labels.cleo.jsonl"), lines.concat()).expect("written");
    let output = labels(folder.path(), &["agreement", "run.csv", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let together = &report["together"];
    let near = |name: &str, expected: f64| {
        let found = together[name].as_f64().expect(name);
        assert!((found - expected).abs() < 1e-12, "{name} is {found}");
    };
    near("fleiss_kappa", 0.25);
    near("krippendorffs_alpha", 0.469_387_755_102_040_8);
    assert_eq!(
        (&together["tests_of_all"], &together["tests_of_two_or_more"]),
        (&Value::from(2), &Value::from(6))
    );
    let text = printed(folder.path(), &["agreement", "run.csv"]);
    assert!(text.contains("Fleiss' kappa") && text.contains("all 3"), "{text}");
    let latex = printed(folder.path(), &["agreement", "run.csv", "--format", "latex"]);
    assert!(latex.contains("Krippendorff's alpha"), "{latex}");
}
