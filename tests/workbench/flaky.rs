//! Flaky failures: marked, counted, and hidden by a filter.

use fossick::model::{Corpus, Passed};

use crate::support::{Player, corpus};

/// Groups of these sizes; every second failure is flaky, beginning with the first.
fn flaky_corpus(sizes: &[usize]) -> Corpus {
    let mut corpus = corpus(sizes);
    for group in &corpus.groups {
        for (place, &failure) in group.failures.iter().enumerate() {
            corpus.failures[failure].is_flaky = place % 2 == 0;
        }
    }
    corpus
}

#[test]
fn flaky_failures_are_marked_and_counted() {
    let mut player = Player::open(flaky_corpus(&[5, 2]), 80, 24);
    insta::assert_snapshot!("flaky_shown", player.screen());
    player.keys("& -is:flaky <enter>");
    assert!(!player.screen().contains('≈'), "{}", player.screen());
}

#[test]
fn a_flaky_pass_is_counted_but_not_a_failure() {
    let mut corpus = corpus(&[3]);
    corpus.groups[0].passed = Passed { unknown: 4, flaky: 2, ..Passed::default() };
    let player = Player::open(corpus.clone(), 140, 45);
    assert!(player.screen().contains("3 failures · 2 flaky, passed"), "{}", player.screen());
    corpus.failures.clear();
    corpus.groups[0].failures.clear();
    let screen = Player::open(corpus, 80, 24).screen();
    assert!(screen.contains("2 of them failed before: flaky"), "{screen}");
}
