//! The workbench by key scripts: the order of the candidates.

#![allow(missing_docs)]

mod support;

use fossick::app::{Action, ListOrder};
use fossick::model::Ranking;
use support::{Player, corpus};

/// Brings the failures of the first group in input order, as the diversified order.
fn bring_input_order(player: &mut Player, failures: usize) {
    let (_, group) = player.state.current_group().expect("a group");
    let mut entries = group.ranking.entries.clone();
    entries.sort_by_key(|entry| entry.failure);
    assert_eq!(entries.len(), failures);
    for (tie, entry) in (1..).zip(&mut entries) {
        entry.tie = tie;
    }
    let ranking = Ranking { entries };
    player.act(Action::Ordered { group: 0, order: ListOrder::Diversified, ranking });
}

fn place(player: &Player) -> usize {
    player.state.current_group().expect("a group").1.selected
}

#[test]
fn another_order_keeps_the_selection_and_is_named() {
    let mut player = Player::open(corpus(&[14, 3]), 140, 45);
    bring_input_order(&mut player, 14);
    player.keys("j j j");
    let (selected, paper) = (player.selected(), player.screen());
    assert!(!paper.contains("diversified"), "{paper}");
    player.keys("v");
    assert_eq!(player.selected(), selected);
    let (failure, _) = player.state.selected().expect("one");
    assert_eq!(place(&player), failure, "the place in the order shown");
    let shown = player.screen();
    assert!(shown.lines().next().is_some_and(|header| header.contains("diversified")), "{shown}");
    assert!(shown.contains("why #4 by score"), "{shown}");
    player.keys("P");
    assert_eq!((player.selected(), place(&player)), (selected, 3));
    assert!(!player.screen().lines().next().is_some_and(|header| header.contains("diversified")));
    player.keys("v v");
    assert_eq!(player.state.list_order, ListOrder::Paper, "round and round");
}

#[test]
fn labels_go_on_in_the_order_shown() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    bring_input_order(&mut player, 14);
    player.keys("v # 1 <enter> f");
    assert_eq!(player.state.selected().expect("one").0, 1, "the second of the input");
    assert_eq!(player.recorded[0].0, 0);
    player.keys("f f");
    assert_eq!(player.state.progress.0.judged, 3, "they stand in the top of the order shown");
}

#[test]
fn an_order_that_comes_anew_keeps_the_selection() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    bring_input_order(&mut player, 14);
    player.keys("v # 5 <enter>");
    let selected = player.selected();
    let (_, group) = player.state.current_group().expect("a group");
    let mut entries = group.list().entries.clone();
    entries.reverse();
    player.act(Action::Ordered { group: 0, order: ListOrder::Diversified, ranking: Ranking { entries } });
    assert_eq!((player.selected(), place(&player)), (selected, 9));
}

#[test]
fn before_an_order_is_known_the_list_stays_as_it_is() {
    let mut player = Player::open(corpus(&[4]), 140, 45);
    player.keys("v");
    assert_eq!(player.state.list_order, ListOrder::Paper);
    assert_eq!(
        player.state.message.as_ref().map(|message| message.text.as_str()),
        Some("no other order is known yet")
    );
}
