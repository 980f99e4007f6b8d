//! Import, features and ranking of whole files: of the corpus where `FOSSICK_CORPUS` says that there is one, of the demo
//! otherwise.

#![allow(missing_docs)]

use std::num::NonZeroU32;
use std::path::PathBuf;

use fossick::features::{self, Definition};
use fossick::import::{self, Input, Options};
use fossick::lang::MethodNames;
use fossick::model::Corpus;
use fossick::rank::{self, Ranker};

const SEEDS: NonZeroU32 = NonZeroU32::new(10).unwrap();

fn main() {
    divan::main();
}

fn file() -> PathBuf {
    match std::env::var_os("FOSSICK_CORPUS") {
        Some(corpus) => PathBuf::from(corpus).join("dev/template_run1.failed_test_data.csv"),
        None => PathBuf::from("assets/demo/demo.jsonl"),
    }
}

fn read() -> Corpus {
    let import = import::load_versions(&[Input::Path(file())], &[], Options::default(), &|_| ());
    import.expect("the file can be read").corpus
}

#[divan::bench]
fn import_a_file() -> Corpus {
    read()
}

#[divan::bench]
fn features_of_a_file(bencher: divan::Bencher<'_, '_>) {
    let corpus = read();
    bencher.bench(|| features::corpus_features(&corpus, &MethodNames::default(), Definition::Paper));
}

#[divan::bench]
fn rank_a_file(bencher: divan::Bencher<'_, '_>) {
    let corpus = read();
    let features = features::corpus_features(&corpus, &MethodNames::default(), Definition::Paper);
    bencher.bench(|| rank::rank_corpus(&corpus, &features, Ranker::ISOLATION_FOREST, SEEDS));
}

#[divan::bench]
fn all_of_it() -> usize {
    let corpus = read();
    let features = features::corpus_features(&corpus, &MethodNames::default(), Definition::Paper);
    rank::rank_corpus(&corpus, &features, Ranker::ISOLATION_FOREST, SEEDS).len()
}
