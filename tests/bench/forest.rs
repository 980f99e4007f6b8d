//! How long the forest takes: `cargo bench --bench forest`.
//!
//! Groups are made by a formula in the shape of real ones, a seventh of their rows copies.

#[path = "../support/rows.rs"]
mod rows;

use divan::Bencher;
use fossick::model::Label;
use fossick::rank::{DEFAULT_SEEDS, Feedback, explain, isolation_forest_scores};

fn main() {
    divan::main();
}

/// Ten seeds of a hundred trees.
#[divan::bench(args = [20, 300, 3_000, 26_000])]
fn rank_one_group(bencher: Bencher, size: usize) {
    let rows = rows::shaped(size);
    bencher.bench(|| isolation_forest_scores(&rows, DEFAULT_SEEDS));
}

/// The same with the reasons for every row.
#[divan::bench(args = [20, 300, 3_000])]
fn explain_one_group(bencher: Bencher, size: usize) {
    let rows = rows::shaped(size);
    bencher.bench(|| explain(&rows, DEFAULT_SEEDS));
}

/// A label and all scores after it; every label is of another row.
#[divan::bench(args = [300, 3_000, 10_000, 100_000])]
fn learn_a_label(bencher: Bencher, size: usize) {
    let mut feedback = Feedback::new(&rows::shaped(size), DEFAULT_SEEDS);
    let mut row = 0;
    bencher.bench_local(|| {
        row = (row + 1) % size;
        feedback.set_label(row, Some(Label::FalsePositive));
        feedback.scores()
    });
}

/// What learning in a group begins with.
#[divan::bench(args = [300, 3_000, 10_000])]
fn prepare_to_learn(bencher: Bencher, size: usize) {
    let rows = rows::shaped(size);
    bencher.bench(|| Feedback::new(&rows, DEFAULT_SEEDS));
}
