//! `fossick evaluate` compared with the figures that belong to a corpus of real results.
//!
//! Reads `figures.md` and `dev/*.failed_test_data.csv` in the folder that `FOSSICK_CORPUS` names.
//! Figures that `figures.md` states to two digits must be equal to two digits, counts exactly.

use std::path::Path;

use serde_json::{Value, json};

use crate::corpus_folder::corpus;
use crate::program;

const KS: [&str; 4] = ["1", "3", "5", "10"];

/// A row of the table of figures.
struct Stated {
    file: String,
    /// Failed tests, groups, bugs found, TP.
    counts: [f64; 4],
    precision: f64,
    /// Found@K of the random ranking, per seed, and of the one list.
    found: [[f64; 4]; 3],
    /// Of the random ranking and of the one list.
    first: [f64; 2],
}

fn stated(corpus: &Path) -> Vec<Stated> {
    let text = std::fs::read_to_string(corpus.join("figures.md")).expect("the corpus has figures");
    let rows: Vec<Stated> = text
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [file, failed, groups, bugs, tp, precision, random, per_seed, one_list, first] = cells[..]
            else {
                return None;
            };
            let number = |text: &str| text.trim().parse::<f64>();
            let found = |cell: &str| -> [f64; 4] {
                let values: Vec<f64> =
                    cell.split('/').map(|value| number(value).expect("a number")).collect();
                values.try_into().expect("four of them")
            };
            // The header and the rule under it hold no numbers.
            let counts = [number(failed).ok()?, groups.parse().ok()?, bugs.parse().ok()?, tp.parse().ok()?];
            let (random_first, list_first) = first.split_once('→').expect("two means");
            Some(Stated {
                file: file.to_owned(),
                counts,
                precision: number(precision.trim_end_matches('%')).expect("a percentage"),
                found: [random, per_seed, one_list].map(found),
                first: [random_first, list_first].map(|value| number(value).expect("a number")),
            })
        })
        .collect();
    assert!(!rows.is_empty(), "no table in figures.md");
    rows
}

fn evaluate(corpus: &Path, arguments: &[&str]) -> Value {
    let output = program::fossick()
        .current_dir(corpus)
        .args(["evaluate", "--definition", "teval-plus", "--format", "json"])
        .args(arguments)
        .output()
        .expect("the program can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn ranking<'a>(approach: &'a Value, ranker: &str, seeds: &str) -> &'a Value {
    let rankings = approach["rankings"].as_array().expect("a list");
    let is_meant = |ranking: &&Value| ranking["ranker"] == ranker && ranking["seeds"] == seeds;
    rankings.iter().find(is_meant).expect("the ranking is there")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn every_stated_figure_is_reproduced() {
    let corpus = corpus(&["dev", "figures.md"]);
    let mut worst: f64 = 0.0;
    for stated in stated(&corpus) {
        let report = evaluate(&corpus, &[&format!("dev/{}.failed_test_data.csv", stated.file)]);
        let approach = &report["approaches"][0];
        for (name, count) in ["failed", "groups", "bugs_found", "tp"].into_iter().zip(stated.counts) {
            assert_eq!(approach[name], json!(count), "{}: {name}", stated.file);
        }
        let mut is_close = |what: &str, ours: f64, theirs: f64| {
            let difference = (ours - theirs).abs();
            assert!(difference <= 0.005 + 1e-9, "{}, {what}: {ours} instead of {theirs}", stated.file);
            worst = worst.max(difference);
        };
        is_close("precision", number(&approach["precision"]) * 100.0, stated.precision);
        let rankings =
            [("random", "per-seed"), ("isolation-forest", "per-seed"), ("isolation-forest", "one-list")]
                .map(|(ranker, seeds)| ranking(approach, ranker, seeds));
        for (ranking, found) in rankings.iter().zip(stated.found) {
            for (k, found) in KS.into_iter().zip(found) {
                let what = format!("{} {} found@{k}", ranking["ranker"], ranking["seeds"]);
                is_close(&what, number(&ranking["found"][k]), found);
            }
        }
        for (ranking, first) in [rankings[0], rankings[2]].into_iter().zip(stated.first) {
            is_close(&format!("{} first TP", ranking["ranker"]), number(&ranking["first_tp"]), first);
        }
    }
    eprintln!("all stated figures equal, the largest difference to their two digits is {worst:.6}");
}

/// Figures of approaches with several runs are the means over their runs, however the runs are specified.
#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn figures_of_several_runs_are_means() {
    let corpus = corpus(&["dev", "figures.md"]);
    let both = evaluate(
        &corpus,
        &["--approach", "naive=dev/naive_run[12].failed_test_data.csv", "--ranker", "random"],
    );
    let single = |run: u8| {
        evaluate(&corpus, &[&format!("dev/naive_run{run}.failed_test_data.csv"), "--ranker", "random"])
    };
    let runs = [single(1), single(2)];
    for path in ["/bugs_found", "/precision", "/rankings/0/found/5", "/rankings/0/first_tp"] {
        let figure = |report: &Value| number(report.pointer(&format!("/approaches/0{path}")).expect(path));
        let mean = f64::midpoint(figure(&runs[0]), figure(&runs[1]));
        assert!((figure(&both) - mean).abs() < 1e-12, "{path}");
    }
    assert_eq!(both["approaches"][0]["runs"], 2);
}
