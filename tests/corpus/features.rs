//! The features of real results, compared with those computed by the paper's own package.
//!
//! The environment variable `FOSSICK_CORPUS` names the folder that holds `dev/<file>.failed_test_data.csv` and
//! `dev/<file>.reference.csv`; without it the test is skipped with a message.

use std::collections::HashMap;
use std::path::Path;

use fossick::features::{Definition, corpus_features};
use fossick::lang::MethodNames;
use fossick::model::{Corpus, Feature, FeatureVector};

use crate::corpus_folder::corpus;
use crate::tables::failed_tests;

const FILES: [&str; 4] = ["naive_run1", "naive_run2", "template_run1", "template_run2"];

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn real_results_have_the_references_features() {
    let folder = corpus(&["dev"]);
    for file in FILES {
        let corpus = failed_tests(&folder, file);
        let teval_plus = corpus_features(&corpus, &MethodNames::default(), Definition::TevalPlus);
        let differences = compare(&corpus, &teval_plus, &folder.join(format!("dev/{file}.reference.csv")));
        eprintln!("{file}: {} rows, {} cells differ", teval_plus.len(), differences.len());
        assert!(differences.is_empty(), "{file}: {:#?}", &differences[..differences.len().min(20)]);

        // All assertion failures here are JUnit 3's: the two definitions may differ in one point only.
        let paper = corpus_features(&corpus, &MethodNames::default(), Definition::Paper);
        for ((failure, paper), mut expected) in corpus.failures.iter().zip(paper).zip(teval_plus) {
            if expected[Feature::IsExpTraceException] > 0.0 {
                expected[Feature::FocalUnexpTraceECount] = 0.0;
            }
            assert_eq!(paper, expected, "{file}: {} {} {}", failure.project, failure.bug, failure.test);
        }
    }
}

/// Returns every cell that differs: integers exactly, the similarity by more than 1e-9.
fn compare(corpus: &Corpus, features: &[FeatureVector], reference: &Path) -> Vec<String> {
    let mut reader = csv::Reader::from_path(reference).expect("the reference can be opened");
    let columns = columns(&mut reader);
    let mut rows = 0;
    let mut differences = Vec::new();
    for ((record, failure), vector) in reader.records().zip(&corpus.failures).zip(features) {
        let record = record.expect("a record of the reference");
        let cell = |name: &str| &record[columns[name]];
        assert_eq!(
            [cell("project"), cell("bug"), cell("test")],
            [&*failure.project, &*failure.bug, &*failure.test],
            "row {rows} is the same test"
        );
        for feature in Feature::ALL {
            let theirs: f64 = cell(feature.name()).parse().expect("a number");
            let tolerance = if feature == Feature::TestDocSim { 1e-9 } else { 0.0 };
            if (vector[feature] - theirs).abs() > tolerance {
                differences.push(format!(
                    "{} {} {}: {} is {}, not {theirs}",
                    failure.project,
                    failure.bug,
                    failure.test,
                    feature.name(),
                    vector[feature]
                ));
            }
        }
        rows += 1;
    }
    assert_eq!(rows, corpus.failures.len(), "a reference row for every failed test");
    differences
}

fn columns(reader: &mut csv::Reader<std::fs::File>) -> HashMap<String, usize> {
    let header = reader.headers().expect("a header");
    header.iter().enumerate().map(|(index, name)| (name.to_owned(), index)).collect()
}
