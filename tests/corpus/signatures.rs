//! Signatures from outside: the diversified ranker, figures per signature, labels given to a signature, on made-up results and
//! on real ones.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use fossick::lang::MethodNames;
use fossick::model::{Cancel, Failure, Judgement, Label, LabelEvent, TestIdentity};
use fossick::rank::Signatures;
use fossick::rank::signature::near_signatures;
use serde_json::Value;

use crate::corpus_folder::corpus;
use crate::program;
use crate::tables::failed_tests;

/// Eight failed tests of one bug: four see signature a, three b, one c; the only TP is the last of b.
fn table(folder: &Path) -> PathBuf {
    let header = "project,bug_num,test_id,unique_test_name,focal_method,test_prefix,docstring,generated_test,except_pred,\
        assert_pred,failed_buggy,buggy_test_trace,TP,FP\n";
    let row = |number: usize, message: &str, truth: &str| {
        let trace = format!(
            "\"shop.Purse_ESTest::test{number}\nx.E: {message}\n\tat shop.Purse.take(Purse.java:{number})\""
        );
        format!(
            "Shop,1,{number},shop.Purse_ESTest::test{number},,,,@Test t{number},0,,True,{trace},{truth}\n"
        )
    };
    let rows = [
        row(0, "a 1", "False,True"),
        row(1, "a 2", "False,True"),
        row(2, "b 1", "False,True"),
        row(3, "a 3", "False,True"),
        row(4, "b 2", "False,True"),
        row(5, "a 4", "False,True"),
        row(6, "c", "False,True"),
        row(7, "b 3", "True,False"),
    ];
    let path = folder.join("results.csv");
    fs::write(&path, format!("{header}{}", rows.concat())).expect("written");
    path
}

fn fossick(arguments: &[&str]) -> Output {
    let output = program::output(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn rank_lists_each_signature_once_before_any_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = table(folder.path());
    let results = results.to_str().expect("UTF-8");
    let list = |ranker: &str| -> Vec<Value> {
        let output = text(&fossick(&["rank", results, "--ranker", ranker, "--format", "jsonl"]));
        output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let (forest, diversified) = (list("isolation-forest"), list("diversified"));
    assert_eq!(diversified.len(), 8);
    assert_eq!(diversified[0]["test"], forest[0]["test"]);
    let signature = |row: &Value| {
        let number =
            row["test"].as_str().expect("a name").rsplit("test").next().expect("a number").to_owned();
        ["a", "a", "b", "a", "b", "a", "c", "b"][number.parse::<usize>().expect("a number")]
    };
    let signatures: Vec<&str> = diversified.iter().map(signature).collect();
    let round = |range: std::ops::Range<usize>| {
        let mut round = signatures[range].to_vec();
        round.sort_unstable();
        round
    };
    assert_eq!(
        (round(0..3), round(3..5), round(5..7)),
        (vec!["a", "b", "c"], vec!["a", "b"], vec!["a", "b"])
    );
    assert_eq!(signatures[7], "a");
    for row in &diversified {
        let same = forest.iter().find(|other| other["test"] == row["test"]).expect("the same tests");
        assert_eq!(row["score"], same["score"], "scores are the forest's");
    }
}

/// In input order the TP is the eighth test; its signature is the second of three.
#[test]
fn evaluate_counts_per_test_and_per_signature_side_by_side() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = table(folder.path());
    let results = results.to_str().expect("UTF-8");
    let rankers = ["--ranker", "input-order", "--ranker", "random", "--ranker", "diversified"];
    let arguments = [&["evaluate", results, "--k", "1,2,7", "--format", "json"][..], &rankers].concat();
    let report: Value = serde_json::from_str(&text(&fossick(&arguments))).expect("JSON");
    let approach = &report["approaches"][0];
    let counts =
        |figures: &Value| ["failed", "tp", "fp", "bugs_found"].map(|figure| figures[figure].as_f64());
    assert_eq!(counts(approach), [8.0, 1.0, 7.0, 1.0].map(Some));
    assert_eq!(counts(&approach["per_signature"]), [3.0, 1.0, 2.0, 1.0].map(Some));
    let found = |index: usize, per: &str| {
        let ranking = &approach["rankings"][index];
        let figures = if per == "signature" { &ranking["per_signature"] } else { ranking };
        let found = ["1", "2", "7"].map(|k| figures["found"][k].as_f64().expect("a figure"));
        (found, figures["first_tp"].as_f64().expect("a figure"))
    };
    assert_eq!(found(0, "test"), ([0.0, 0.0, 0.0], 8.0));
    assert_eq!(found(0, "signature"), ([0.0, 1.0, 1.0], 2.0));
    // One block of three signatures, one of which is it.
    let ([first, second, all], position) = found(1, "signature");
    for (ours, exact) in [(first, 1.0 / 3.0), (second, 2.0 / 3.0), (all, 1.0), (position, 2.0)] {
        assert!((ours - exact).abs() < 1e-12, "{ours} for {exact}");
    }
    assert_eq!(approach["rankings"][3]["ranker"], "diversified");
    let shown = text(&fossick(&["rank", results, "--ranker", "diversified", "--truth", "--format", "jsonl"]));
    let place =
        shown.lines().position(|row| row.contains("\"truth\":\"TP\"")).expect("a TP is in the list") + 1;
    assert!((found(3, "test").1 - place as f64).abs() < 1e-12, "a diversified list counts as it is shown");
    let table = text(&fossick(&["evaluate", results]));
    assert!(table.contains("signatures") && table.contains("per signature"), "{table}");
}

#[test]
fn export_marks_labels_given_by_signature() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = table(folder.path());
    let event = |number: usize, by_signature: bool| {
        let event = LabelEvent {
            identity: TestIdentity::new(
                "Shop",
                "1",
                &format!("shop.Purse_ESTest::test{number}"),
                &format!("@Test t{number}"),
            ),
            judgement: Judgement { label: Some(Label::FalsePositive), by_signature, ..Judgement::default() },
            annotator: "ada".to_owned(),
            time: "2026-01-02T03:04:05Z".to_owned(),
            decision: false,
            by: None,
        };
        serde_json::to_string(&event).expect("it can be written") + "\n"
    };
    let journal = folder.path().join("results.csv.labels.jsonl");
    fs::write(&journal, event(0, true) + &event(2, false)).expect("written");
    let exported = text(&fossick(&["labels", "export", results.to_str().expect("UTF-8"), "--format", "csv"]));
    let mut given: Vec<(&str, &str)> = exported
        .lines()
        .skip(1)
        .filter_map(|line| Some((line.split(',').nth(2)?.rsplit("test").next()?, line.rsplit(',').nth(1)?)))
        .collect();
    given.sort_unstable();
    assert_eq!(given, [("0", "signature"), ("2", "test")], "{exported}");
}

/// On real results a bug has a TP per test if and only if it has one per signature.
#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn bugs_of_the_corpus_are_the_same_per_test_and_per_signature() {
    let corpus = corpus(&["dev"]);
    let dev = corpus.join("dev");
    for oracle in ["naive", "template"] {
        let runs = format!("{oracle}={}/{oracle}_run*.failed_test_data.csv", dev.display());
        // Any order gives the same counts; the input's needs no forest.
        let arguments = ["evaluate", "--approach", &runs, "--format", "json", "--ranker", "input-order"];
        let report: Value = serde_json::from_str(&text(&fossick(&arguments))).expect("JSON");
        let approach = &report["approaches"][0];
        let signatures = approach["per_signature"]["failed"].as_f64().expect("a count");
        let tests = approach["failed"].as_f64().expect("a count");
        assert!(signatures < tests && signatures > tests / 10.0, "{signatures} of {tests}");
        assert_eq!(approach["per_signature"]["bugs_found"], approach["bugs_found"], "{oracle}");
    }
}

/// Near signatures of real results: fewer than the exact ones, which they never split. Printed, for the README.
#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn near_signatures_of_the_corpus_join_whole_signatures() {
    let folder = corpus(&["dev"]);
    for oracle in ["naive", "template"] {
        let corpus = failed_tests(&folder, &format!("{oracle}_run1"));
        let (mut exact_in_all, mut near_in_all) = (0, 0);
        for group in &corpus.groups {
            let failures: Vec<&Failure> =
                group.failures.iter().map(|&failure| &corpus.failures[failure]).collect();
            let signatures = Signatures::of(&failures, &MethodNames::default());
            let near =
                near_signatures(&failures, &signatures, &Cancel::default()).expect("it is never cancelled");
            let pairs: BTreeSet<(usize, usize)> =
                signatures.of_failure.iter().copied().zip(near.iter().copied()).collect();
            assert_eq!(pairs.len(), signatures.all.len(), "no signature is in two clusters");
            exact_in_all += signatures.all.len();
            near_in_all += near.iter().max().map_or(0, |last| last + 1);
        }
        eprintln!(
            "{oracle}: {} failures, {exact_in_all} signatures, {near_in_all} near ones",
            corpus.failures.len()
        );
        assert!(near_in_all < exact_in_all);
    }
}
