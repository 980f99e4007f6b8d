//! The diversified order, folding by signature, labels for a whole signature.

use std::sync::Arc;

use fossick::lang::MethodNames;
use fossick::model::{FailureId, FeatureVector, Label, Ranking, StackTrace};
use fossick::rank::Ranker;
use fossick::tui::core::action::{RankedGroup, SignedGroup};
use fossick::tui::{Action, ListOrder, Pane};

use crate::support::{Player, corpus, imported};

const DIVERSIFIED: ListOrder = ListOrder::By(Ranker::DIVERSIFIED);

/// Brings the failures of the first group in input order, as the diversified order.
fn bring_input_order(player: &mut Player, failures: usize) {
    let mut entries = player.ranking().entries.clone();
    entries.sort_by_key(|entry| entry.failure);
    assert_eq!(entries.len(), failures);
    for (tie, entry) in (1..).zip(&mut entries) {
        entry.tie = tie;
    }
    let ranking = Ranking { entries, ..Ranking::default() };
    player.act(Action::Ordered { group: 0, order: DIVERSIFIED, ordered: ranking.into() });
}

fn place(player: &Player) -> usize {
    player.position()
}

#[test]
fn another_order_keeps_the_selection_and_is_named() {
    let mut player = Player::open(corpus(&[14, 3]), 140, 45);
    bring_input_order(&mut player, 14);
    player.keys("j j j");
    let (selected, paper) = (player.selected(), player.screen());
    assert!(!paper.contains("diversified"), "{paper}");
    player.keys("s d");
    assert_eq!(player.selected(), selected);
    let failure = player.failure().expect("one");
    assert_eq!(place(&player), failure.index(), "the place in the order shown");
    let shown = player.screen();
    assert!(shown.lines().next().is_some_and(|header| header.contains("diversified")), "{shown}");
    assert!(shown.contains("Ranks 3 to 5 have the same score"), "by score: {shown}");
    player.keys("s p");
    assert_eq!((player.selected(), place(&player)), (selected, 3));
    assert!(!player.screen().lines().next().is_some_and(|header| header.contains("diversified")));
}

#[test]
fn labelling_follows_the_order_shown() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    bring_input_order(&mut player, 14);
    player.keys("s d g r 1 <enter> f");
    assert_eq!(player.failure().expect("one"), FailureId::new(1), "the second of the input");
    assert_eq!(player.recorded[0].0, FailureId::new(0));
    player.keys("f f");
    assert_eq!(player.judged(), 3, "they are at the top of the order shown");
}

#[test]
fn a_recomputed_order_keeps_the_selection() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    bring_input_order(&mut player, 14);
    player.keys("s d g r 5 <enter>");
    let selected = player.selected();
    let mut entries = player.ranking().entries.clone();
    entries.reverse();
    let ranking = Ranking { entries, ..Ranking::default() };
    player.act(Action::Ordered { group: 0, order: DIVERSIFIED, ordered: ranking.into() });
    assert_eq!((player.selected(), place(&player)), (selected, 9));
}

#[test]
fn until_an_order_is_computed_the_list_is_unchanged() {
    let mut player = Player::loading(140, 45);
    let corpus = Arc::new(corpus(&[4]));
    let (marks, input) = (vec![None; 4], "purse".to_owned());
    player.act(Action::Imported(imported(corpus, marks, input)));
    let ranking = Ranking::from_scores(&[0, 1, 2, 3].map(FailureId::new), &[0.4, 0.3, 0.2, 0.1]);
    player.act(Action::Ranked(RankedGroup::new(
        0,
        vec![FeatureVector::default(); 4],
        Ranker::default(),
        ranking,
    )));
    let shown = player.list();
    player.keys("s d");
    assert_eq!(player.list(), shown);
    player.keys("s g s n s u");
    assert!(!player.header().contains("signatures"), "{}", player.header());
}

/// The kind of the selected failure, of three: tests of one kind have one signature.
fn kind(player: &Player) -> usize {
    player.failure().expect("one").index() % 3
}

#[test]
fn the_diversified_list_shows_each_signature_once_before_any_twice() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    let first = player.selected();
    player.keys("s d");
    assert_eq!(player.selected(), first, "the first of the paper's list is the first of this one");
    let kinds: Vec<usize> = player.list().iter().map(|failure| failure.index() % 3).collect();
    for round in kinds.chunks(3).take(4) {
        let mut round = round.to_vec();
        round.sort_unstable();
        assert_eq!(round, [0, 1, 2], "{kinds:?}");
    }
}

#[test]
fn a_folded_row_represents_a_signature() {
    let mut player = Player::open(corpus(&[14, 3]), 140, 45);
    player.keys("s g");
    insta::assert_snapshot!("folded", player.screen());
    player.keys("<enter> j f");
    insta::assert_snapshot!("unfolded", player.screen());
    let small = {
        let mut small = Player::open(corpus(&[14, 3]), 80, 24);
        small.keys("s g f");
        small.screen()
    };
    insta::assert_snapshot!("folded_small", small);
}

#[test]
fn keys_walk_over_the_rows_of_the_folded_list() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    player.keys("s g");
    let kinds: Vec<usize> = (0..3)
        .map(|_| {
            let kind = kind(&player);
            player.keys("j");
            kind
        })
        .collect();
    assert_eq!(
        {
            let mut sorted = kinds.clone();
            sorted.sort_unstable();
            sorted
        },
        [0, 1, 2]
    );
    assert_eq!(kind(&player), kinds[2], "the last row stays the last");
    player.keys("<home> <enter> j");
    assert_eq!(kind(&player), kinds[0], "its second test");
    player.keys("<enter> j");
    assert_eq!(kind(&player), kinds[1], "folded again");
    player.keys("s u");
    assert!(!player.header().contains("signatures"), "{}", player.header());
    player.keys("<end>");
    assert_eq!(place(&player), 13);
}

#[test]
fn a_rank_within_a_folded_signature_unfolds_it() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    player.keys("s g g r 1 4 <enter>");
    assert_eq!(place(&player), 13);
    assert!(player.screen().contains("▾"));
}

#[test]
fn in_a_folded_list_the_top_counts_signatures() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    player.keys("+ 2 <enter> s g");
    let screen = player.screen();
    let rows: Vec<&str> = screen.lines().skip(2).take(4).collect();
    assert!(rows[2].contains("── below the top 2 signatures"), "{rows:?}");
    player.keys("f f");
    assert_eq!(player.message(), "5 tests of the signature judged FP (z undoes it)");
    assert!(player.screen().contains("   2 of 2 signatures judged"), "{}", player.screen());
}

#[test]
fn labels_of_a_signature_are_given_and_undone_together() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    player.keys("t");
    let (own, _) = player.recorded[0].clone();
    player.keys("s g <home>");
    while kind(&player) != own.index() % 3 {
        player.keys("j");
    }
    player.keys("f");
    let tests = (0..14).filter(|failure| *failure % 3 == own.index() % 3).count();
    let given = player.recorded.split_off(1);
    assert_eq!(given.len(), tests - 1, "except the one with an individual label");
    for (failure, judgement) in &given {
        assert_eq!(failure.index() % 3, own.index() % 3);
        assert!(judgement.by_signature && judgement.label == Some(Label::FalsePositive));
    }
    assert_eq!(player.label(own), Some(Label::TruePositive));
    assert!(player.screen().contains(&format!("×{tests} · 1T {}F", tests - 1)), "{}", player.screen());
    player.keys("z");
    assert_eq!(player.message(), format!("undone: the labels of {} tests", tests - 1));
    assert_eq!(player.recorded.len(), tests, "each is recorded as removed");
    assert!(given.iter().all(|(failure, _)| player.label(*failure).is_none()));
    assert_eq!(player.label(own), Some(Label::TruePositive));
    player.keys("<ctrl-r>");
    assert!(given.iter().all(|(failure, _)| player.is_by_signature(*failure)));
    player.keys("z z");
    assert_eq!(player.label(own), None, "the next undo is the label before");
}

#[test]
fn a_label_of_a_signature_is_shown_as_such_and_can_be_overruled() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    player.keys("s g u s u <home>");
    let row = |player: &Player| player.screen().lines().nth(2).unwrap_or_default().to_owned();
    assert!(row(&player).contains(" ?s"), "{}", row(&player));
    let failure = player.failure().expect("one");
    player.keys("n why <enter>");
    assert!(player.is_by_signature(failure), "a note changes nothing about the label");
    player.keys("t");
    assert!(!player.is_by_signature(failure));
    assert_eq!(player.note(failure), "why");
    assert!(!row(&player).contains("Ts") && row(&player).contains(" Tn "), "{}", row(&player));
    player.keys("s g <home> f");
    assert_eq!(player.label(failure), Some(Label::TruePositive), "now it is its own");
    player.keys("s u <home> x s g <home> f");
    assert_eq!(player.label(failure), Some(Label::FalsePositive), "without one, it goes along");
    player.keys("<home> f");
    assert_eq!(player.message(), "already judged: FP");
}

#[test]
fn near_signatures_fold_more_and_are_computed_on_request() {
    let mut corpus = corpus(&[14]);
    // One failure in a deep stack, of which the second frame differs in one test.
    for failure in corpus.failures.iter_mut().filter(|failure| failure.trace.0.contains("Purse.take")) {
        let second = if failure.test.ends_with("test03") { "grab" } else { "hold" };
        let frames = ["take", second, "pay", "serve", "open"]
            .map(|method| format!("\tat shop.Purse.{method}(Purse.java:31)\n"));
        let trace = failure.trace.0.replace("\tat shop.Purse.take(Purse.java:31)\n", &frames.concat());
        failure.trace = StackTrace(trace.into());
    }
    let mut player = Player::open(corpus, 140, 45);
    player.keys("s g");
    assert!(player.screen().contains(" · 4 signatures"), "{}", player.screen());
    player.keys("s n");
    assert!(player.screen().contains(" · 3 near signatures"), "{}", player.screen());
    while kind(&player) != 0 {
        player.keys("j");
    }
    player.keys("u");
    assert_eq!(player.recorded.len(), 5, "all tests of the row");
    player.keys("s u");
    assert!(!player.header().contains("signatures"), "{}", player.header());
}

#[test]
fn labelling_moves_from_signature_to_signature_and_to_the_next_group() {
    let mut player = Player::open(corpus(&[14, 3]), 140, 45);
    player.keys("s g f f");
    assert!(player.selected().starts_with("1/"));
    player.keys("t");
    assert!(player.selected().starts_with("2/"), "one label is enough for a signature");
    assert_eq!(player.judged(), 0);
    player.keys("[");
    assert_eq!(player.judged(), 3);
}

/// Its rows are built and counted by workers, and those of other groups when they are shown.
#[test]
fn a_very_long_list_is_filtered_sorted_and_folded() {
    let mut player = Player::loading(140, 45);
    let results = Arc::new(corpus(&[20_001, 5]));
    let marks = vec![None; results.failures.len()];
    player.act(Action::Imported(imported(Arc::clone(&results), marks, "purse".to_owned())));
    for (index, group) in results.groups.iter().enumerate() {
        let scores: Vec<f64> = (0..group.failures.len()).map(|place| 1.0 / (2 + place) as f64).collect();
        let ranking = Ranking::from_scores(&group.failures, &scores);
        let features = vec![FeatureVector::default(); scores.len()];
        let ranked = RankedGroup::new(index, features, Ranker::default(), ranking);
        player.headless.send(Action::Ranked(ranked.clone()));
        player.act(Action::Signatures(SignedGroup::new(&results, &ranked, &MethodNames::default())));
    }
    player.keys("& is:top <enter>");
    assert!(player.header().contains("10 of 20,001 · "), "{}", player.header());
    player.keys("]");
    assert!(player.header().contains("5 of 5 · is:top"), "{}", player.header());
    player.keys("[ <esc> s s s s");
    assert_eq!(player.failure().map(FailureId::index), Some(0), "the selection stays");
    player.keys("<home>");
    assert_eq!(player.failure().map(FailureId::index), Some(20_000), "the lowest score is on top");
    player.keys("s p s g");
    assert!(player.header().contains("20,001 failures · 3 signatures"), "{}", player.header());
    player.keys("] s u");
    assert!(player.header().contains("5 failures") && !player.header().contains("signatures"));
    player.keys("[ <home> / test03 <enter>");
    assert!(player.screen().contains("1 of 2"), "{}", player.screen());
    player.keys("n");
    assert!(player.screen().contains("2 of 2"), "in the other group: {}", player.screen());
    player.keys("& rank>3 <enter>");
    assert!(player.screen().contains("2 of 2"), "both are at rank 4: {}", player.screen());
    player.keys("<esc> <esc> & rank:2 <enter>");
    assert!(player.header().contains("1 of 5 · rank:2"), "{}", player.header());
    player.keys("<esc> & test:nowhere <enter>");
    assert!(player.screen().contains("nothing passes test:nowhere"), "{}", player.screen());
    player.keys("<esc> & test:test20000 <enter>");
    assert!(player.header().contains("1 of 20,001 · "), "it is in the other group: {}", player.header());
}

#[test]
fn a_folded_row_shows_its_count_and_its_error() {
    for width in [80, 100, 120, 140] {
        let mut player = Player::open(corpus(&[14]), width, 45);
        player.keys("s g");
        let list = player.rows(Pane::List).join("\n");
        // A narrow list has no column for the exception.
        for said in ["×4 · put(null) s", "×5 · take: n", "×5 · size(): "] {
            assert!(list.contains(said), "at {width}: {list}");
        }
    }
}

#[test]
fn a_folded_row_shows_its_number_of_tests_and_unfolds_to_their_names() {
    let mut player = Player::open(corpus(&[14]), 80, 24);
    player.keys("s g");
    let list = player.rows(Pane::List).join("\n");
    assert!(list.contains("×5 · take: not enough: 7"), "{list}");
    player.keys("<enter>");
    let list = player.rows(Pane::List).join("\n");
    assert!(list.contains('▾') && list.matches('┄').count() >= 3, "{list}");
    assert!(list.lines().filter(|row| row.contains('┄')).all(|row| row.contains("test")), "{list}");
}
