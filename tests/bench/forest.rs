//! Times of the forest: `cargo bench --bench forest`.
//!
//! Groups are made by a formula in the shape of real ones, a seventh of their rows copies.

#[path = "../support/rows.rs"]
mod rows;

use divan::Bencher;
use fossick::model::Cancel;
use fossick::rank::{DEFAULT_SEEDS, isolation_forest_scores, path_credits};

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
    bencher.bench(|| path_credits(&rows, DEFAULT_SEEDS, &Cancel::default()));
}
