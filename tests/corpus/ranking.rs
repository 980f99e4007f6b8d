//! Equality with scikit-learn on real groups: every row of every reference file, for the seeds 0 to 9, and the list that
//! averages them.
//!
//! Reads `dev/*.reference.csv` in the folder that `FOSSICK_CORPUS` names.

use std::path::{Path, PathBuf};

use fossick::model::{Corpus, Failure, FailureId, Feature, FeatureVector, Group, Passed, Ranking};
use fossick::rank::{DEFAULT_SEEDS, ListScores, Ranker, list_scores};

use crate::corpus_folder::corpus;

const SEEDS: usize = 10;

/// A reference file: its groups, and the features and the expected scores by row.
struct Reference {
    groups: Vec<Group>,
    features: Vec<FeatureVector>,
    scores: Vec<[f64; SEEDS]>,
}

fn reference_files(corpus: &Path) -> Vec<PathBuf> {
    let folder = corpus.join("dev");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the corpus has a folder dev")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.to_string_lossy().ends_with(".reference.csv"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no reference files in {}", folder.display());
    files
}

fn read(file: &Path) -> Reference {
    let mut reader = csv::Reader::from_path(file).expect("a reference file opens");
    let headers = reader.headers().expect("and has a header").clone();
    let column = |name: &str| headers.iter().position(|header| header == name).expect(name);
    let (project, bug) = (column("project"), column("bug"));
    let columns = Feature::ALL.map(|feature| column(feature.name()));
    let seeds: [usize; SEEDS] = std::array::from_fn(|seed| column(&format!("score_seed{seed}")));
    let mut reference = Reference { groups: Vec::new(), features: Vec::new(), scores: Vec::new() };
    for (row, record) in reader.records().enumerate() {
        let record = record.expect("a record");
        let number = |index: usize| record[index].parse::<f64>().expect("a number");
        let groups = &mut reference.groups;
        let is_its = |group: &Group| *group.project == record[project] && *group.bug == record[bug];
        let known = groups.iter().position(is_its).unwrap_or_else(|| {
            let (project, bug) = (record[project].into(), record[bug].into());
            let passed = Passed::default();
            groups.push(Group { is_predicted: false, run: 0, project, bug, failures: Vec::new(), passed });
            groups.len() - 1
        });
        groups[known].failures.push(FailureId::new(row));
        reference.features.push(FeatureVector(columns.map(number)));
        reference.scores.push(seeds.map(number));
    }
    reference
}

/// The worst difference of a group over all rows and seeds; `expected` are the scores of its rows.
fn worst_difference(ours: &ListScores, expected: &[[f64; SEEDS]]) -> f64 {
    assert_eq!(ours.of_seeds.len(), SEEDS);
    let mut worst: f64 = 0.0;
    for (seed, ours) in ours.of_seeds.iter().enumerate() {
        assert_eq!(ours.len(), expected.len());
        for (score, expected) in ours.iter().zip(expected) {
            worst = worst.max((score - expected[seed]).abs());
        }
    }
    worst
}

/// The rows in the order of their mean scores, ties in input order. Sums of floating-point numbers leave scores that are
/// equal a few units in the last place apart, so scores are rounded to 1e-12.
fn order(scores: &[f64]) -> Vec<usize> {
    let rounded: Vec<f64> = scores.iter().map(|score| (score * 1e12).round()).collect();
    let rows: Vec<FailureId> = (0..scores.len()).map(FailureId::new).collect();
    Ranking::from_scores(&rows, &rounded).entries.iter().map(|entry| entry.failure.index()).collect()
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn scores_equal_the_reference_on_every_group_of_the_corpus() {
    let corpus = corpus(&["dev"]);
    for file in reference_files(&corpus) {
        let reference = read(&file);
        let failures = vec![Failure::default(); reference.features.len()];
        let corpus = Corpus { groups: reference.groups.clone(), failures, ..Corpus::default() };
        let ours = list_scores(&corpus, &reference.features, Ranker::ISOLATION_FOREST, DEFAULT_SEEDS);
        let mut worst: f64 = 0.0;
        for (group, ours) in reference.groups.iter().zip(&ours) {
            let expected: Vec<[f64; SEEDS]> =
                group.failures.iter().map(|row| reference.scores[row.index()]).collect();
            let difference = worst_difference(ours, &expected);
            assert!(difference <= 1e-12, "{} in {}: off by {difference:e}", group.name(), file.display());
            worst = worst.max(difference);
            let means: Vec<f64> =
                expected.iter().map(|seeds| seeds.iter().sum::<f64>() / SEEDS as f64).collect();
            assert_eq!(order(&ours.shown), order(&means), "{}", group.name());
        }
        eprintln!(
            "{}: {} groups, {} rows, {SEEDS} seeds, worst difference {worst:e}",
            file.display(),
            reference.groups.len(),
            reference.features.len()
        );
    }
}
