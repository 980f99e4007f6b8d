//! Learning from labels in the workbench, by key scripts against the real update loop.

use crate::support::{Player, corpus};
use fossick::model::Label;
use fossick::tui::app::ListOrder;
use fossick::tui::app::action::{Action, Effect};
use fossick::tui::app::keys::key::Key;

/// The failures as they stand in the list.
fn list(player: &Player) -> Vec<usize> {
    let (_, group) = player.state.current_group().expect("a group");
    group.list().entries.iter().map(|entry| entry.failure).collect()
}

fn place(player: &Player) -> usize {
    player.state.current_group().expect("a group").1.selected
}

/// Whether what has no label stands in another order than before, some of it.
fn rest_differs(player: &Player, before: &[usize], after: &[usize]) -> bool {
    let rest = |list: &[usize]| -> Vec<usize> {
        list.iter().copied().filter(|&failure| player.state.judging.label(failure).is_none()).collect()
    };
    rest(before) != rest(after)
}

#[test]
fn learning_starts_from_the_paper_s_order() {
    let mut player = Player::open(corpus(&[30]), 140, 45);
    let paper = list(&player);
    player.keys("L");
    assert_eq!(player.state.listing.order, ListOrder::Learned);
    assert_eq!(list(&player), paper, "without a label there is nothing to learn");
    assert!(player.message().contains("learning is on"), "{}", player.message());
    player.keys("L");
    assert_eq!(player.state.listing.order, ListOrder::Paper);
    assert!(player.message().contains("by score"), "{}", player.message());
}

#[test]
fn a_label_reorders_what_is_left_and_says_so() {
    let mut player = Player::open(corpus(&[30]), 140, 45);
    player.keys("L");
    let before = list(&player);
    let judged = before[0];
    player.keys("f");
    let after = list(&player);
    assert_eq!(after[0], judged, "what is judged stays where it was seen");
    assert!(rest_differs(&player, &before, &after), "the rest follows the label");
    assert_eq!(place(&player), 1, "and the best of it is next");
    assert!(player.message().starts_with("learned: "), "{}", player.message());
    let screen = player.screen();
    assert!(screen.contains('↑') && screen.contains('↓') && screen.contains("learned"), "{screen}");
    insta::assert_snapshot!(screen);
}

#[test]
fn judged_failures_keep_the_places_at_which_they_were_judged() {
    let mut player = Player::open(corpus(&[30]), 140, 45);
    player.keys("L f");
    // The person skips two.
    player.keys("j j");
    let (skipped_to, judged) = (place(&player), list(&player)[place(&player)]);
    player.keys("f t u");
    assert_eq!(list(&player)[skipped_to], judged);
    let mut sorted = list(&player);
    sorted.sort_unstable();
    assert_eq!(sorted, (0..30).collect::<Vec<_>>(), "nobody is lost");
}

#[test]
fn undo_restores_every_list_exactly_and_redo_makes_it_again() {
    let mut player = Player::open(corpus(&[40, 9]), 140, 45);
    player.keys("L");
    let mut lists = vec![list(&player)];
    for key in ["f", "f", "j t", "u", "k x", "f", "f"] {
        player.keys(key);
        lists.push(list(&player));
    }
    let last = lists.pop().expect("some lists");
    for before in lists.iter().rev() {
        player.keys("z");
        assert_eq!(&list(&player), before);
    }
    player.keys("z");
    assert!(player.message().contains("nothing to undo"), "{}", player.message());
    for _ in 0..lists.len() {
        player.keys("Z");
    }
    assert_eq!(list(&player), last);
}

#[test]
fn the_paper_s_order_is_one_key_away_and_keeps_teaching() {
    let mut player = Player::open(corpus(&[30]), 140, 45);
    let paper = list(&player);
    player.keys("L f f");
    let learned = list(&player);
    assert_ne!(learned, paper);
    player.keys("P");
    assert_eq!(list(&player), paper);
    // Back without a new label: the very same list.
    player.keys("L");
    assert_eq!(list(&player), learned);
    // A label given in the paper's order is learned on the way back, at the place that it had in the learned one.
    player.keys("P # 1 5 <enter>");
    let judged = list(&player)[14];
    player.keys("f L");
    let seen = learned.iter().position(|&failure| failure == judged).expect("in the list");
    assert_eq!(list(&player)[seen], judged);
    assert!(rest_differs(&player, &learned, &list(&player)));
}

#[test]
fn unsure_moves_nobody() {
    let mut player = Player::open(corpus(&[30]), 140, 45);
    player.keys("L");
    let before = list(&player);
    player.keys("u u");
    assert_eq!(list(&player), before);
    assert_eq!(place(&player), 2);
}

#[test]
fn the_next_group_learns_from_its_own_labels() {
    let mut player = Player::open(corpus(&[12, 14]), 140, 45);
    player.keys("]");
    let second = list(&player);
    player.keys("[ L f f f ]");
    assert_eq!(list(&player), second, "labels of another bug say nothing here");
    player.keys("f");
    assert_ne!(list(&player), second);
}

#[test]
fn labels_from_before_are_learned_from_when_learning_starts() {
    let mut judged_first = Player::open(corpus(&[30]), 140, 45);
    judged_first.keys("f L");
    let mut learned_first = Player::open(corpus(&[30]), 140, 45);
    learned_first.keys("L f");
    assert_eq!(list(&judged_first), list(&learned_first));
}

/// The answers of the worker, held back.
fn press(player: &mut Player, key: char) -> Vec<Effect> {
    player.state.update(Action::Key(Key::char(key)))
}

fn answers(player: &mut Player, effects: Vec<Effect>) -> Vec<Action> {
    let requests = effects.into_iter().filter_map(|effect| match effect {
        Effect::Learn { group, ticket, features, labels } => {
            Some(fossick::tui::runtime::LearnRequest { group, ticket, features, labels })
        }
        _ => None,
    });
    requests.collect::<Vec<_>>().iter().map(|request| player.learner.learn(request)).collect()
}

#[test]
fn keys_that_come_before_the_answer_judge_what_is_on_the_screen() {
    let mut player = Player::open(corpus(&[30]), 140, 45);
    player.keys("L");
    let shown = list(&player);
    let first = press(&mut player, 'f');
    let late = answers(&mut player, first);
    let second = press(&mut player, 'f');
    assert_eq!(player.state.judging.label(shown[1]), Some(Label::FalsePositive));
    let newest = answers(&mut player, second);
    for action in late {
        player.act(action);
    }
    assert_eq!(list(&player), shown, "an answer that is out of date changes nothing");
    for action in newest {
        player.act(action);
    }
    assert_eq!(list(&player)[..2], shown[..2]);
    assert_eq!(place(&player), 2);
    assert!(rest_differs(&player, &shown, &list(&player)));
}

#[test]
fn who_steps_on_before_the_answer_stays_with_the_failure() {
    let mut player = Player::open(corpus(&[30]), 140, 45);
    player.keys("L");
    let effects = press(&mut player, 'f');
    let late = answers(&mut player, effects);
    player.keys("j j");
    let selected = player.selected();
    for action in late {
        player.act(action);
    }
    assert_eq!(player.selected(), selected);
}
