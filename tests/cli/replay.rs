//! `fossick replay` from outside: on results made by hand, on the demo against `fossick evaluate`, and on a corpus of real
//! results where `FOSSICK_CORPUS` names one.

use crate::program;

use std::fs;

use crate::corpus_folder::corpus;
use crate::program::{object, printed};
use crate::purse::{failed, write};
use serde_json::{Value, json};
use tempfile::TempDir;

const DEMO: &str = "assets/demo/demo.jsonl";

/// Two bugs: of the first's four failed tests the third is the TP, the second has two failed tests and no TP.
fn by_hand(folder: &TempDir, fixed_of_last: Option<&str>) -> String {
    let tests = [
        failed("1", 0, Some("failed"), ""),
        failed("1", 1, Some("failed"), ""),
        failed("1", 2, Some("passed"), ""),
        failed("1", 3, Some("failed"), ""),
        failed("2", 0, Some("failed"), ""),
        failed("2", 1, fixed_of_last, ""),
    ];
    write(folder, "purse.jsonl", &tests)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn assert_close(what: &str, ours: &Value, theirs: &Value) {
    assert!((number(ours) - number(theirs)).abs() < 1e-12, "{what}: {ours} and {theirs}");
}

#[test]
fn orders_worked_out_on_paper() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = by_hand(&folder, Some("failed"));
    let report = object(&["replay", &input, "--policy", "input-order,random", "--k", "1,2,3"]);
    let approach = &report["approaches"][0];
    assert_eq!((&approach["groups_with_tp"], &approach["groups_without_tp"]), (&json!(1), &json!(1)));
    assert_eq!((&approach["failures_without_tp"], &approach["unlabelled"]), (&json!(2), &json!(0)));
    let [input_order, random] = [0, 1].map(|policy| &approach["policies"][policy]);
    assert_eq!(input_order["found"], json!({"1": 0.0, "2": 0.0, "3": 1.0}));
    assert_eq!((&input_order["first_tp"], &input_order["median_first_tp"]), (&json!(3.0), &json!(3.0)));
    for (k, found) in [("1", 0.25), ("2", 0.5), ("3", 0.75)] {
        assert_close("random", &random["found"][k], &json!(found));
    }
    let group = json!({
        "run": "purse", "project": "Shop", "bug": "1", "failed": 4, "tp": 1,
        "first_tp": {"input-order": 3.0, "random": 2.5},
    });
    assert_eq!(approach["groups"], json!([group]));
    assert_eq!(approach["comparisons"], json!([]), "the forest is not among them");
}

#[test]
fn what_is_not_known_is_no_true_positive() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = object(&["replay", &by_hand(&folder, None), "--policy", "feedback"]);
    assert_eq!(report["approaches"][0]["unlabelled"], 1);
    assert_eq!(report["approaches"][0]["groups_with_tp"], 1);
}

#[test]
fn labels_of_a_person_can_be_the_truth() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = by_hand(&folder, Some("failed"));
    // In bug 2, which has no TP by the fixed version, the person saw one.
    let source = "@Test\npublic void test01() {\n  int int0 = 1;\n}";
    let identity = fossick::model::TestIdentity::new("Shop", "2", "shop.Purse_ESTest::test01", source);
    let label = json!({
        "project": identity.project, "bug": identity.bug, "test": identity.test, "hash": identity.hash,
        "label": "TP", "annotator": "ada", "time": "2026-01-02T03:04:05Z",
    });
    let journal = folder.path().join("mine.jsonl");
    fs::write(&journal, format!("{label}\n")).expect("a file");
    let journal = journal.to_str().expect("a plain path");
    let report =
        object(&["replay", &input, "--truth", "labels", "--labels", journal, "--policy", "input-order"]);
    let approach = &report["approaches"][0];
    assert_eq!(report["settings"]["truth"], "labels");
    assert_eq!((&approach["groups"][0]["bug"], &approach["unlabelled"]), (&json!("2"), &json!(5)));
    assert_eq!(approach["policies"][0]["first_tp"], json!(2.0));
}

/// What a list that stays is worth, `evaluate` says too, by other ways.
fn assert_equal_to_evaluate(inputs: &[&str], definition: &str) {
    let all = |command| -> Vec<&str> {
        [&[command][..], inputs, &["--definition", definition, "--k", "1,2,5,10,40"]].concat()
    };
    let rankers = ["isolation-forest", "best", "diversified", "random", "input-order"];
    let replayed =
        object(&[all("replay"), vec!["--policy", "forest,best,diversified,random,input-order"]].concat());
    let flags = rankers.iter().flat_map(|ranker| ["--ranker", ranker]);
    let evaluated = object(&all("evaluate").into_iter().chain(flags).collect::<Vec<_>>());
    let (replayed, evaluated) = (&replayed["approaches"][0], &evaluated["approaches"][0]);
    for (index, ranker) in rankers.into_iter().enumerate() {
        let policy = &replayed["policies"][index];
        assert_eq!(policy["policy"], ranker);
        let rankings = evaluated["rankings"].as_array().expect("a list");
        // The last one of a ranker is the one list that a person sees.
        let ranking = rankings.iter().rfind(|ranking| ranking["ranker"] == ranker).expect("the same");
        assert_close(ranker, &policy["first_tp"], &ranking["first_tp"]);
        for (k, found) in policy["found"].as_object().expect("by K") {
            assert_close(&format!("{ranker} found@{k}"), found, &ranking["found"][k]);
            assert_eq!(policy["interval"][k], ranking["interval"][k]);
        }
    }
}

#[test]
fn lists_that_stay_have_the_figures_of_evaluate() {
    assert_equal_to_evaluate(&[DEMO], "paper");
}

#[test]
fn a_diversified_list_is_played_as_it_is_shown() {
    let report = object(&["replay", DEMO, "--policy", "forest,diversified"]);
    let [forest, diversified] = [0, 1].map(|index| &report["approaches"][0]["policies"][index]);
    assert_ne!(forest["found"], diversified["found"]);
    assert_ne!(forest["first_tp"], diversified["first_tp"]);
}

#[test]
fn lists_that_stay_have_the_figures_of_evaluate_on_real_results() {
    let Some(corpus) = corpus(&["dev"]) else { return };
    let runs = [1, 2].map(|run| corpus.join(format!("dev/naive_run{run}.failed_test_data.csv")));
    let runs = runs.each_ref().map(|run| run.to_str().expect("a plain path"));
    assert_equal_to_evaluate(&runs, "teval-plus");
}

#[test]
fn the_first_look_teaches_nothing_and_the_forest_is_held_against() {
    let report = object(&["replay", DEMO, "--policy", "forest,feedback"]);
    let approach = &report["approaches"][0];
    let [forest, feedback] = [0, 1].map(|policy| &approach["policies"][policy]);
    assert_eq!(forest["policy"], "isolation-forest");
    assert_close("found@1", &forest["found"]["1"], &feedback["found"]["1"]);
    let comparisons = approach["comparisons"].as_array().expect("a list");
    let first = comparisons.iter().find(|one| one["figure"] == "first_tp").expect("compared");
    assert_eq!((&first["policy"], &first["versus"]), (&json!("feedback"), &json!("isolation-forest")));
    let ratio = number(&feedback["first_tp"]) / number(&forest["first_tp"]);
    assert_close("ratio", &first["ratio"], &json!(ratio));
    let [low, high] = [0, 1].map(|end| number(&first["ratio_interval"][end]));
    assert!(low <= ratio && ratio <= high, "{first}");
    // The mean over the bugs is the figure.
    let groups = approach["groups"].as_array().expect("a list");
    let sum: f64 = groups.iter().map(|group| number(&group["first_tp"]["feedback"])).sum();
    assert_close("mean", &feedback["first_tp"], &json!(sum / groups.len() as f64));
}

#[test]
fn the_same_bytes_with_any_number_of_threads() {
    let with_threads = |threads: &str| {
        let output = program::fossick()
            .env("RAYON_NUM_THREADS", threads)
            .args(["replay", DEMO, "--policy", "feedback", "--format", "csv"])
            .output()
            .expect("the program can be started");
        assert!(output.status.success());
        output.stdout
    };
    assert_eq!(with_threads("1"), with_threads("4"));
}

#[test]
fn every_format_holds_every_policy_and_bug() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = by_hand(&folder, Some("failed"));
    let written =
        |format: &str| printed(&["replay", &input, "--policy", "forest,input-order", "--format", format]);
    let table = written("table");
    assert!(table.contains("1 group with a TP"), "{table}");
    assert!(table.contains("1 group without one (2 failures)"), "{table}");
    assert!(table.contains("over isolation-forest"), "{table}");
    let is_bug = |line: &&str| line.trim_start().starts_with("Shop-1") && line.ends_with("3.00");
    assert!(table.lines().any(|line| is_bug(&line)), "{table}");
    let markdown = written("markdown");
    assert!(
        markdown.contains("| policy | Found@1 |") && markdown.contains("| Shop-1 | 4 | 1 |"),
        "{markdown}"
    );
    let csv = written("csv");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let column = |name: &str| header.iter().position(|known| known == name).expect("the column");
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let of_bug =
        rows.iter().find(|row| &row[column("bug")] == "1" && &row[column("policy")] == "input-order");
    let of_bug = of_bug.expect("a row for the bug");
    assert_eq!((&of_bug[column("figure")], &of_bug[column("value")]), ("first_tp", "3"));
    assert!(rows.iter().any(|row| &row[column("figure")] == "median_first_tp"));
    assert!(rows.iter().any(|row| &row[column("versus_policy")] == "isolation-forest"));
}

#[test]
fn mistakes_say_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = by_hand(&folder, Some("failed"));
    let refused = |arguments: &[&str]| {
        let output = program::output(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).expect("text")
    };
    let unknown = refused(&["replay", &input, "--policy", "tree"]);
    assert!(unknown.contains("unknown policy `tree`") && unknown.contains("feedback"), "{unknown}");
    let path = folder.path().join("untold.jsonl");
    let untold = fs::read_to_string(&input).expect("just written").replace("\"fixed_outcome\"", "\"note\"");
    fs::write(&path, untold).expect("a file");
    let error = refused(&["replay", path.to_str().expect("a plain path")]);
    assert!(error.contains("nothing is known of the fixed version"), "{error}");
    let error = refused(&["replay", &input, "--truth", "labels"]);
    assert!(error.contains("none of its failed tests is labelled"), "{error}");
    assert!(refused(&["replay", &input, "--labels", "mine.jsonl"]).contains("give both"));
}
