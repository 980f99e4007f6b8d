//! Flaky failures: marked, counted, hidden and shown by a key.

use crate::support::{Player, corpus};
use fossick::model::{Corpus, FailureId, Passed};

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

fn failures_in_list(player: &Player) -> usize {
    player.list().len()
}

#[test]
fn flaky_failures_are_marked_and_counted() {
    let mut player = Player::open(flaky_corpus(&[5, 2]), 80, 24);
    insta::assert_snapshot!("flaky_shown", player.screen());
    player.keys("X");
    insta::assert_snapshot!("flaky_hidden", player.screen());
}

#[test]
fn hiding_keeps_the_selection_or_selects_the_next_shown_failure() {
    for position in 0..14 {
        let mut player = Player::open(flaky_corpus(&[14]), 140, 45);
        player.keys(&"j ".repeat(position));
        let corpus = player.corpus().clone();
        let is_flaky = |failure: FailureId| corpus.failures[failure].is_flaky;
        let whole = player.list();
        let next = whole[position..]
            .iter()
            .chain(whole[..position].iter().rev())
            .find(|failure| !is_flaky(**failure));
        player.keys("X");
        let shown = player.list();
        assert!(shown.len() == 7 && !shown.iter().any(|&failure| is_flaky(failure)));
        let selected = player.failure();
        assert_eq!(selected.as_ref(), next, "from position {position}");
        player.keys("X");
        assert_eq!((player.list(), player.failure()), (whole, selected));
    }
}

#[test]
fn the_top_k_counts_only_shown_failures() {
    let mut player = Player::open(flaky_corpus(&[30]), 140, 45);
    player.keys("X");
    assert_eq!(player.header().matches('○').count(), 10);
    for _ in 0..10 {
        player.keys("f");
    }
    assert!(player.message().contains("the top 10 of this group is judged"), "{}", player.message());
    let is_flaky = |failure: FailureId| player.corpus().failures[failure].is_flaky;
    assert!(player.recorded.iter().all(|(failure, _)| !is_flaky(*failure)));
}

#[test]
fn a_group_of_only_hidden_failures_is_skipped_and_comes_back() {
    let mut player = Player::open(flaky_corpus(&[1, 4, 1]), 140, 45);
    assert!(player.selected().starts_with("1/"));
    player.keys("X");
    assert!(player.selected().starts_with("2/"), "{}", player.selected());
    assert!(!player.header().contains(" of 3 "), "{}", player.header());
    player.keys("3 s f <esc> X");
    assert!(player.selected().starts_with("2/"), "{}", player.selected());
    assert!(player.header().contains(" of 3 "), "{}", player.header());
    player.keys("X 3 s f <esc>");
    assert!(!player.header().contains(" of 3 "), "another order of the groups brings none of them back");
}

#[test]
fn when_all_are_flaky_the_screen_says_how_to_see_them() {
    let mut player = Player::open(flaky_corpus(&[1, 1]), 80, 24);
    player.keys("X");
    let screen = player.screen();
    assert!(screen.contains("all 2 failed tests are flaky, and hidden"), "{screen}");
    player.keys("t j <space> ] 3 <esc> X");
    assert!(player.selected().starts_with("1/"));
    assert!(player.recorded.is_empty());
}

#[test]
fn a_flaky_pass_is_counted_but_not_a_failure() {
    let mut corpus = corpus(&[3]);
    corpus.groups[0].passed = Passed { unknown: 4, flaky: 2, ..Passed::default() };
    let mut player = Player::open(corpus.clone(), 140, 45);
    assert!(player.screen().contains("3 failures · 2 flaky, passed"), "{}", player.screen());
    player.keys("X");
    assert_eq!(
        player.message(),
        "no failure is flaky; 2 tests failed and then passed: `fossick check` names them"
    );
    corpus.failures.clear();
    corpus.groups[0].failures.clear();
    let screen = Player::open(corpus, 80, 24).screen();
    assert!(screen.contains("2 of them flaky"), "{screen}");
}

#[test]
fn other_orders_of_the_list_hide_them_too() {
    let mut player = Player::open(flaky_corpus(&[14]), 140, 45);
    player.keys("X s d");
    assert_eq!(failures_in_list(&player), 7);
    player.keys("s p X");
    assert_eq!(failures_in_list(&player), 14);
}
