//! The paper's order together with the list of another ranker.

use fossick::rank::Ranker;

use crate::support::{Player, corpus};

/// The tests of the list, top to bottom, with their scores.
fn list(player: &Player) -> Vec<(usize, u64)> {
    player.ranking().entries.iter().map(|entry| (entry.failure.index(), entry.score.to_bits())).collect()
}

#[test]
fn p_shows_the_papers_list_and_scores_with_any_ranker() {
    let paper = list(&Player::open(corpus(&[12, 9]), 140, 45));
    let mut player = Player::open_ranked_by(Ranker::RANDOM, corpus(&[12, 9]), 140, 45);
    let random = list(&player);
    assert_ne!(random, paper);
    player.keys("s d");
    assert!(player.message().ends_with("(s: other orders)"), "{}", player.message());
    player.keys("s p");
    assert_eq!(list(&player), paper);
    let screen = player.screen();
    assert!(screen.contains("order: by score") && screen.contains("by random"), "{screen}");
    player.keys("f");
    assert_eq!(player.recorded[0].0.index(), paper[0].0, "the first of the paper's list was judged");
    player.keys("]");
    assert!(
        player.screen().lines().next().is_some_and(|header| header.contains("order: by score")),
        "in all groups"
    );
    player.keys("[ s r");
    assert_eq!(list(&player), random, "the ranker's own order again");
    player.keys("s p s e s p");
    assert_eq!(list(&player), paper);
    assert!(!player.screen().contains('▾'), "rows that were sorted are back");
}

#[test]
fn with_the_forest_as_ranker_there_is_no_second_list() {
    let mut player = Player::open(corpus(&[12]), 140, 45);
    let paper = list(&player);
    player.keys("s d s p");
    assert_eq!(list(&player), paper);
    player.keys("s");
    assert_eq!(player.screen().matches("as in the paper").count(), 1, "{}", player.screen());
    let mut diversified = Player::open_ranked_by(Ranker::DIVERSIFIED, corpus(&[12]), 140, 45);
    diversified.keys("s p");
    assert_eq!(list(&diversified), paper);
}

#[test]
fn the_progress_screen_measures_the_papers_list() {
    let mut player = Player::open_ranked_by(Ranker::RANDOM, corpus(&[12, 9, 8]), 140, 45);
    player.keys("t ] t ] t 2");
    assert!(
        player.screen().contains(" random\n") || player.screen().contains(" random  "),
        "{}",
        player.screen()
    );
    player.keys("1 s p 2");
    assert!(
        player.screen().contains(" by score\n") || player.screen().contains(" by score  "),
        "{}",
        player.screen()
    );
}

#[test]
fn a_diversified_list_is_the_forests_with_any_ranker() {
    let mut forest = Player::of(&[14]);
    let mut random = Player::open_ranked_by(Ranker::RANDOM, corpus(&[14]), 140, 45);
    for player in [&mut forest, &mut random] {
        player.keys("s d");
    }
    assert_eq!(list(&random), list(&forest));
    let why = random.screen();
    assert!(why.contains("The list is in the order diversified"), "{why}");
}
