//! Equality with scikit-learn on real groups: every row of every reference file, for the seeds 0 to 9, and the list that
//! averages them.
//!
//! Reads `dev/*.reference.csv` in the folder that `FOSSICK_CORPUS` names; skipped when it names none.

use std::path::{Path, PathBuf};

use crate::corpus_folder::corpus;
use fossick::model::{FailureId, Feature, FeatureVector, Ranking};
use fossick::rank::forest::seed_scores;
use fossick::rank::{DEFAULT_SEEDS, isolation_forest_scores};
use rayon::prelude::*;

const SEEDS: usize = 10;

/// One (project, bug) of a reference file.
struct ReferenceGroup {
    name: String,
    rows: Vec<FeatureVector>,
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

fn read_groups(file: &Path) -> Vec<ReferenceGroup> {
    let mut reader = csv::Reader::from_path(file).expect("a reference file opens");
    let headers = reader.headers().expect("and has a header").clone();
    let column = |name: &str| headers.iter().position(|header| header == name).expect(name);
    let (project, bug) = (column("project"), column("bug"));
    let features = Feature::ALL.map(|feature| column(feature.name()));
    let seeds: [usize; SEEDS] = std::array::from_fn(|seed| column(&format!("score_seed{seed}")));
    let mut groups: Vec<ReferenceGroup> = Vec::new();
    for record in reader.records() {
        let record = record.expect("a record");
        let number = |index: usize| record[index].parse::<f64>().expect("a number");
        let name = format!("{}-{}", &record[project], &record[bug]);
        let known = groups.iter().position(|group| group.name == name).unwrap_or_else(|| {
            groups.push(ReferenceGroup { name, rows: Vec::new(), scores: Vec::new() });
            groups.len() - 1
        });
        groups[known].rows.push(FeatureVector(features.map(number)));
        groups[known].scores.push(seeds.map(number));
    }
    groups
}

/// The worst difference of a group over all rows and seeds.
fn worst_difference(group: &ReferenceGroup) -> f64 {
    let mut worst: f64 = 0.0;
    for seed in 0..SEEDS {
        let ours = seed_scores(&group.rows, u32::try_from(seed).expect("ten seeds"));
        assert_eq!(ours.len(), group.rows.len());
        for (score, reference) in ours.iter().zip(&group.scores) {
            worst = worst.max((score - reference[seed]).abs());
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

fn assert_same_list(group: &ReferenceGroup) {
    let means: Vec<f64> = group.scores.iter().map(|seeds| seeds.iter().sum::<f64>() / SEEDS as f64).collect();
    let ours = isolation_forest_scores(&group.rows, DEFAULT_SEEDS);
    assert_eq!(order(&ours), order(&means), "{}", group.name);
}

#[test]
fn scores_equal_the_reference_on_every_group_of_the_corpus() {
    let Some(corpus) = corpus(&["dev"]) else { return };
    for file in reference_files(&corpus) {
        let groups = read_groups(&file);
        let differences: Vec<f64> = groups.par_iter().map(worst_difference).collect();
        for (group, difference) in groups.iter().zip(&differences) {
            assert!(*difference <= 1e-12, "{} in {}: off by {difference:e}", group.name, file.display());
        }
        groups.par_iter().for_each(assert_same_list);
        let rows: usize = groups.iter().map(|group| group.rows.len()).sum();
        let worst = differences.iter().copied().fold(0.0, f64::max);
        eprintln!(
            "{}: {} groups, {rows} rows, {SEEDS} seeds, worst difference {worst:e}",
            file.display(),
            groups.len()
        );
    }
}
