//! `--ranker best` on real results and on the demo: the figures that the README states of it.
//!
//! The former are `dev/*.failed_test_data.csv` in the folder that `FOSSICK_CORPUS` names; skipped when it names none.

use crate::program;

use crate::corpus_folder::corpus;
use serde_json::Value;

/// Found@1, @3, @5, @10 and inspections to the first TP of the one list, means over three runs, to two digits.
const STATED: [(&str, &str, [f64; 5]); 4] = [
    ("naive", "isolation-forest", [5.33, 9.33, 10.33, 13.33, 4.23]),
    ("naive", "best", [10.17, 12.67, 13.83, 14.00, 2.23]),
    ("template", "isolation-forest", [6.17, 8.67, 11.67, 15.33, 12.76]),
    ("template", "best", [7.83, 11.67, 15.33, 16.17, 8.93]),
];

/// The same on the demo, one run.
const STATED_OF_DEMO: [(&str, &str, [f64; 5]); 2] =
    [("demo", "isolation-forest", [5.0, 6.0, 6.0, 8.0, 7.25]), ("demo", "best", [4.0, 7.0, 8.0, 9.0, 5.67])];

fn evaluate(inputs: &[String]) -> Value {
    let output = program::fossick()
        .args(["evaluate", "--format", "json", "--ranker", "isolation-forest", "--ranker", "best"])
        .args(inputs)
        .output()
        .expect("fossick runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn assert_stated(report: &Value, stated: &[(&str, &str, [f64; 5])]) {
    for (approach, ranker, figures) in stated {
        let approaches = report["approaches"].as_array().expect("approaches");
        let of_approach = approaches.iter().find(|one| one["name"] == *approach).expect(approach);
        let rankings = of_approach["rankings"].as_array().expect("rankings");
        let ranking = rankings
            .iter()
            .find(|one| one["ranker"] == *ranker && one["seeds"] == "one-list")
            .expect("the one list of the ranker");
        let found = ["1", "3", "5", "10"].map(|k| &ranking["found"][k]);
        let ours = found.into_iter().chain([&ranking["first_tp"]]);
        for (value, stated) in ours.zip(figures) {
            let value = value.as_f64().expect("a figure");
            assert!((value - stated).abs() <= 0.005_000_1, "{approach}, {ranker}: {value}, stated {stated}");
        }
    }
}

#[test]
fn the_figures_of_the_corpus_are_those_that_are_stated() {
    let Some(corpus) = corpus(&["dev"]) else { return };
    let files =
        |name: &str| format!("--approach={name}={}/dev/{name}_run*.failed_test_data.csv", corpus.display());
    assert_stated(&evaluate(&[files("naive"), files("template")]), &STATED);
}

#[test]
fn the_figures_of_the_demo_are_those_that_are_stated() {
    assert_stated(&evaluate(&["assets/demo/demo.jsonl".to_owned()]), &STATED_OF_DEMO);
}
