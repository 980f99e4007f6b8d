//! Every figure held against the reference values in `$FOSSICK_CORPUS/assess`, which the packages of the
//! papers made: nltk, rouge-score, sacrebleu, CodeXGLUE, scipy, PMD, `TOGBench`.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::accuracy::Accuracy;
use super::correlation::{Correlation, correlations, kendall, spearman};
use super::kinds::togbench_kind;
use super::languages::{normalized, row_of};
use super::similarity::{CodeBleu, Definition, Means, Measure, Similarity};
use super::structure::measure_at;
use crate::assess::inputs::adequacy::{AdequacyRow, Pooling, read_reports};
use crate::assess::inputs::instances::instances_of;
use crate::corpus_folder::corpus;
use crate::import::{Input, Options, load_versions};
use crate::model::Language;

const TOLERANCE: f64 = 1e-9;
const MEASURES: [(Measure, &str); 7] = [
    (Measure::Bleu, "bleu"),
    (Measure::Accuracy, "acc"),
    (Measure::CodeBleu, "cb"),
    (Measure::RougeL, "rl"),
    (Measure::Meteor, "mt"),
    (Measure::Edit, "es"),
    (Measure::Chrf, "chrf"),
];
const DEFINITIONS: [(Definition, &str); 2] = [(Definition::Paper, ""), (Definition::Package, "pkg_")];

/// The rows of a table, by column.
fn rows(path: &Path) -> Vec<HashMap<String, String>> {
    let mut reader =
        csv::Reader::from_path(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let header: Vec<String> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    let cells =
        |record: csv::StringRecord| header.iter().cloned().zip(record.iter().map(str::to_owned)).collect();
    reader.records().map(|record| cells(record.expect("a record"))).collect()
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("the file")).expect("JSON")
}

fn near(value: f64, expected: f64, label: &str) {
    assert!((value - expected).abs() <= TOLERANCE, "{label}: {value} instead of {expected}");
}

fn similarity(pair: &HashMap<String, String>, definition: Definition) -> Similarity {
    Similarity::of(&pair["reference"], &pair["hypothesis"], row_of(Language::Java), definition)
        .expect("short texts")
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn each_pair_has_the_score_of_every_package() {
    let corpus = corpus(&["assess"]);
    let (pairs, expected) =
        (rows(&corpus.join("assess/pairs.csv")), rows(&corpus.join("assess/similarity.csv")));
    assert_eq!((pairs.len(), expected.len()), (169, 169));
    for (pair, expected) in pairs.iter().zip(&expected) {
        let id = &pair["id"];
        assert_eq!(normalized(&pair["reference"], Language::Java), expected["tokens_reference"], "{id}");
        assert_eq!(normalized(&pair["hypothesis"], Language::Java), expected["tokens_hypothesis"], "{id}");
        for (definition, prefix) in DEFINITIONS {
            let found = similarity(pair, definition);
            let number = |column: &str| expected[&format!("{prefix}{column}")].parse().expect("a number");
            for (measure, name) in MEASURES {
                near(found.score(measure), number(name), &format!("{id} {prefix}{name}"));
            }
            for (part, name) in
                found.codebleu.parts().into_iter().zip(["ngram", "weighted", "syntax", "dataflow"])
            {
                near(part, number(&format!("cb_{name}")), &format!("{id} {prefix}cb_{name}"));
            }
        }
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn each_group_of_pairs_has_the_figures_of_the_packages() {
    let corpus = corpus(&["assess"]);
    let pairs = rows(&corpus.join("assess/pairs.csv"));
    for (source, expected) in json(&corpus.join("assess/corpus.json")).as_object().expect("sources") {
        for (definition, prefix) in DEFINITIONS {
            let of_source = pairs.iter().filter(|pair| pair["source"] == *source);
            let found: Vec<Similarity> = of_source.map(|pair| similarity(pair, definition)).collect();
            let means = Means::of(found.iter().map(Some), definition);
            for (measure, name) in MEASURES {
                let expected = expected[&format!("{prefix}{name}")].as_f64().expect("a number");
                let value = means.score(measure).expect("instances");
                // This one the package rounds.
                let is_rounded = (measure, definition) == (Measure::RougeL, Definition::Package);
                let expected = if is_rounded { (expected * 1e4).round() / 1e4 } else { expected };
                near(value, expected, &format!("{source} {prefix}{name}"));
            }
            let mut codebleu = CodeBleu::default();
            for found in &found {
                codebleu.add(&found.codebleu);
            }
            for (part, expected) in codebleu
                .parts()
                .into_iter()
                .zip(expected[&format!("{prefix}cb_parts")].as_array().expect("parts"))
            {
                near(part, expected.as_f64().expect("a number"), &format!("{source} {prefix}cb"));
            }
        }
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn stems_are_nltks() {
    let corpus = corpus(&["assess"]);
    let stems = rows(&corpus.join("assess/stems.csv"));
    assert_eq!(stems.len(), 341);
    for row in stems {
        assert_eq!(super::similarity::stem(&row["word"]), row["stem"], "{}", row["word"]);
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn methods_have_pmds_metrics() {
    let corpus = corpus(&["assess"]);
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    let methods = rows(&corpus.join("assess/methods.csv"));
    assert_eq!(methods.len(), 516);
    for method in methods {
        let line: usize = method["line"].parse().expect("a line");
        let (text, line) = match method["source"].as_str() {
            // Snippets, each alone in a class, which begins on a line of its own.
            "dev" => (format!("class W {{\n{}\n}}\n", method["code"]), line + 1),
            "constructs" => {
                (fs::read_to_string(corpus.join("assess").join(&method["file"])).expect("a source"), line)
            }
            _ => (fs::read_to_string(repository.join(&method["file"])).expect("a source"), line),
        };
        let signature = &method["signature"];
        let name = signature.split('(').next().and_then(|name| name.rsplit('.').next()).unwrap_or_default();
        let metrics =
            measure_at(&text, line, name).unwrap_or_else(|| panic!("{} {signature}", method["file"]));
        for (value, metric) in metrics.values().into_iter().zip(["cyclomatic", "cognitive", "ncss", "npath"])
        {
            let is_left_out = method["needs_types"].split(' ').any(|name| name == metric);
            assert!(is_left_out || value.to_string() == method[metric], "{signature}: {metric} is {value}");
        }
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn kinds_are_those_of_togbenchs_script() {
    let corpus = corpus(&["assess"]);
    let cases = rows(&corpus.join("assess/kinds.csv"));
    assert_eq!(cases.len(), 24);
    for case in cases {
        assert_eq!(togbench_kind(&case["test"]).name(), case["togbench"], "{}", case["case"]);
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn correlations_are_scipys_and_those_of_fishers_z() {
    let corpus = corpus(&["assess"]);
    for (name, case) in json(&corpus.join("assess/correlations.json")).as_object().expect("cases") {
        let list = |key: &str| -> Vec<f64> {
            case[key]
                .as_array()
                .expect("a list")
                .iter()
                .map(|value| value.as_f64().expect("a number"))
                .collect()
        };
        let pairs: Vec<(f64, f64)> = list("x").into_iter().zip(list("y")).collect();
        let [rho, tau] = [spearman(&pairs, Definition::Paper), kendall(&pairs, Definition::Paper)];
        let [fisher, normal] = [spearman(&pairs, Definition::Package), kendall(&pairs, Definition::Package)];
        let coefficient = |found: Option<Correlation>| found.map(|found| found.coefficient);
        let p = |found: Option<Correlation>| found.and_then(|found| found.p);
        for (key, value) in [
            ("rho", coefficient(rho)),
            ("rho_p_two_sided", p(rho)),
            ("rho_p_fisher_one_sided", p(fisher)),
            ("tau", coefficient(tau)),
            ("tau_p_two_sided", p(tau)),
            ("tau_p_asymptotic_two_sided", p(normal).map(|p| 2.0 * p)),
        ] {
            match (value, case[key].as_f64()) {
                (Some(value), Some(expected)) => near(value, expected, &format!("{name} {key}")),
                (value, expected) => assert_eq!(value, expected, "{name} {key}"),
            }
        }
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn the_correlations_of_shins_printed_tables_are_recomputed() {
    let corpus = corpus(&["assess"]);
    let tables = rows(&corpus.join("assess/shin-tables.csv"));
    let number = |row: &HashMap<String, String>, column: &str| row[column].parse::<f64>().expect("a number");
    // The change as it is printed: a sum and a difference would lose the ties.
    let adequacy = |row: &HashMap<String, String>| AdequacyRow {
        approach: row["approach"].clone(),
        project: row["project"].clone(),
        values: [Some(0.0), Some(number(row, "LC_delta")), Some(0.0), Some(number(row, "MS_delta"))],
        changes: [None; 2],
        strength: [None; 2],
    };
    let adequacies: Vec<AdequacyRow> = tables.iter().map(adequacy).collect();
    let printed = |wanted: &AdequacyRow, measure: Measure| {
        let is_wanted = |row: &&HashMap<String, String>| {
            row["approach"] == wanted.approach && row["project"] == wanted.project
        };
        Some(number(tables.iter().find(is_wanted)?, measure.name()))
    };
    let adequacy_rows: Vec<&AdequacyRow> = adequacies.iter().collect();
    let found = correlations(&adequacy_rows, printed, Definition::Package);
    let expected = rows(&corpus.join("assess/shin-table10.csv"));
    assert_eq!((found.len(), expected.len()), (14, 14));
    for (found, expected) in found.iter().zip(&expected) {
        let label = format!("{} vs {}", found.adequacy, found.measure.name());
        assert_eq!((&label, found.samples.to_string()), (&expected["pair"], expected["n"].clone()));
        let (rho, tau) = (found.rho.expect("defined"), found.tau.expect("defined"));
        near(rho.coefficient, number(expected, "rho"), &label);
        near(rho.p.expect("defined"), number(expected, "p_fisher_one_sided"), &label);
        near(tau.coefficient, number(expected, "tau"), &label);
        near(tau.p.expect("defined"), number(expected, "p_asymptotic_one_sided"), &label);
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn accuracy_of_a_run_folder_is_that_of_togbenchs_formulas() {
    let corpus = corpus(&["assess"]);
    let expected = rows(&corpus.join("assess/accuracy.csv"));
    let options = Options { strict: true, all_tests: true, ..Options::default() };
    let folder = Input::from(&*corpus.join("run-folder"));
    let mut import = load_versions(&[folder], &[], options, &|_| {}).expect("a good run folder");
    let mut compared = 0;
    for version in ["fixed", "under test"] {
        if version == "under test" {
            import.corpus.failures.iter_mut().for_each(|failure| failure.truth = None);
            import.others.iter_mut().for_each(|other| other.fixed_outcome = None);
        }
        for (run, approach) in ["naive", "template"].into_iter().enumerate() {
            let mut groups: BTreeMap<(String, String), Accuracy> = BTreeMap::new();
            for instance in instances_of(&import, approach, &[run]) {
                let outcome = instance.outcome.expect("it is known");
                for group in [(instance.project, instance.bug), ("all".to_owned(), String::new())] {
                    let accuracy = groups.entry(group).or_default();
                    accuracy.add(&instance.reference, &instance.generated, outcome);
                }
            }
            for ((project, bug), found) in groups {
                let is_group = |row: &&HashMap<String, String>| {
                    [&row["approach"], &row["version"], &row["project"], &row["bug"]]
                        == [approach, version, &project, &bug]
                };
                let expected = expected.iter().find(is_group).expect("a row");
                let counts = [
                    ("Te", found.exceptions),
                    ("Tpred", found.predicted),
                    ("Ta", found.assertions),
                    ("Tce", found.not_executed),
                    ("Tfp", found.false_positives),
                    ("Tem", found.empty),
                    ("neither", found.neither),
                ];
                for (column, count) in counts {
                    assert_eq!(
                        count.to_string(),
                        expected[column],
                        "{approach} {version} {project} {bug} {column}"
                    );
                }
                let shares = [
                    ("exception_accuracy", found.figures().accuracies[0]),
                    ("assertion_accuracy", found.figures().accuracies[1]),
                ];
                for (column, share) in shares {
                    match (share, expected[column].parse::<f64>()) {
                        (Some(share), Ok(percent)) => near(share * 100.0, percent, column),
                        (share, percent) => assert!(share.is_none() && percent.is_err(), "{column}"),
                    }
                }
                compared += 1;
            }
        }
    }
    assert_eq!(compared, expected.len());
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn adequacy_is_read_from_reports() {
    let corpus = corpus(&["assess"]);
    let folder = corpus.join("assess/adequacy");
    let expected = json(&folder.join("adequacy.json"));
    let after = [("toga".to_owned(), folder.join("after"))];
    for (pooling, name) in [(Pooling::Sums, "pooled"), (Pooling::MeanOfModules, "mean_of_modules")] {
        let rows = read_reports(&folder.join("before"), &after, pooling).expect("good reports");
        assert_eq!(rows.iter().map(|row| &*row.project).collect::<Vec<_>>(), ["shop", "till"]);
        for row in &rows {
            let figures = ["line_coverage", "mutation_score"];
            let places = figures.iter().flat_map(|figure| ["before", "after"].map(|side| (side, figure)));
            for ((side, figure), value) in places.zip(row.values) {
                let expected = expected[&row.project][side][name][figure].as_f64().expect("a number");
                near(value.expect("known"), expected, &format!("{} {side} {name} {figure}", row.project));
            }
        }
    }
    let till = [("toga".to_owned(), folder.join("after/till"))];
    let rows = read_reports(&folder.join("before/till"), &till, Pooling::Sums).expect("one project");
    assert_eq!((rows.len(), rows[0].values[0]), (1, Some(62.5)));
}
