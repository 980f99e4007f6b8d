//! `--ranker best` on real results: the figures that the README states of it.
//!
//! Reads `dev/*.failed_test_data.csv` in the folder that `FOSSICK_CORPUS` names; skipped when it names none.

#![allow(missing_docs)]

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Found@1, @3, @5, @10 and inspections to the first TP of the one list, means over three runs, to two digits.
const STATED: [(&str, &str, [f64; 5]); 4] = [
    ("naive", "isolation-forest", [5.33, 9.33, 10.33, 13.33, 4.23]),
    ("naive", "best", [10.67, 12.00, 13.33, 14.00, 2.28]),
    ("template", "isolation-forest", [6.17, 8.67, 11.67, 15.33, 12.76]),
    ("template", "best", [6.50, 12.00, 13.67, 15.67, 11.22]),
];

fn evaluate(corpus: &Path) -> Value {
    let approach = |name: &str| format!("{name}={}/dev/{name}_run*.failed_test_data.csv", corpus.display());
    let output = Command::new(env!("CARGO_BIN_EXE_fossick"))
        .args(["evaluate", "--format", "json", "--ranker", "isolation-forest", "--ranker", "best"])
        .args(["--approach", &approach("naive"), "--approach", &approach("template")])
        .output()
        .expect("fossick runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn the_figures_are_those_that_are_stated() {
    let Some(corpus) = std::env::var_os("FOSSICK_CORPUS") else {
        eprintln!("skipped: FOSSICK_CORPUS names no corpus");
        return;
    };
    let report = evaluate(Path::new(&corpus));
    for (approach, ranker, figures) in STATED {
        let approaches = report["approaches"].as_array().expect("approaches");
        let of_approach = approaches.iter().find(|one| one["name"] == approach).expect(approach);
        let rankings = of_approach["rankings"].as_array().expect("rankings");
        let ranking = rankings
            .iter()
            .find(|one| one["ranker"] == ranker && one["seeds"] == "scores")
            .expect("the one list of the ranker");
        let found = ["1", "3", "5", "10"].map(|k| &ranking["found"][k]);
        let ours = found.into_iter().chain([&ranking["first_tp"]]);
        for (value, stated) in ours.zip(figures) {
            let value = value.as_f64().expect("a figure");
            assert!((value - stated).abs() <= 0.005_000_1, "{approach}, {ranker}: {value}, stated {stated}");
        }
    }
}
