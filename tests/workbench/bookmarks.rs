//! Bookmarks and marked rows, and the way back from jumps.

use fossick::model::FailureId;
use fossick::tui::Action;
use fossick::tui::core::command::keys::key::Key;
use fossick::tui::core::navigate::Screen;

use crate::support::{Player, corpus};

#[test]
fn marks_and_jumping_back_work_on_every_screen() {
    let mut player = Player::of(&[60, 5]);
    player.keys("j j j ' A");
    let first = player.selected();
    player.keys("3 j ' B");
    assert!(player.message().starts_with("bookmark b: Purse_ESTest::test0"), "{}", player.message());
    player.keys("' a");
    assert_eq!((player.page(), player.selected()), (Screen::Triage, first.clone()));
    player.keys("2 ' b");
    assert_eq!(player.page(), Screen::Triage);
    assert!(player.selected().starts_with("2/"));
    player.keys("3 <ctrl-o>");
    assert_eq!((player.page(), player.selected()), (Screen::Triage, first.clone()));
    player.keys("' b");
    assert!(player.selected().starts_with("2/"));
    player.keys("' C ' '");
    assert_eq!(player.selected(), first);
}

#[test]
fn marks_and_ranks_are_jumps_at_any_distance() {
    let mut player = Player::of(&[14]);
    player.keys("' A j j j");
    let here = player.selected();
    player.keys("' a");
    assert_ne!(player.selected(), here);
    player.keys("' '");
    assert_eq!(player.selected(), here);
    player.keys("g r 6 <enter> <ctrl-o>");
    assert_eq!(player.selected(), here);
}

#[test]
fn a_mark_is_reached_from_another_group() {
    let mut player = Player::of(&[14, 5]);
    player.keys("j j j ' A");
    let marked = player.selected();
    player.keys("] ' B k '");
    insta::assert_snapshot!("marks", player.screen());
    player.keys("a");
    assert_eq!(player.selected(), marked);
    player.keys("' ' ' x");
    assert_eq!(player.message(), "there is no bookmark x here");
    assert!(player.selected().starts_with("2/"), "two quotes go back");
    let mut less = corpus(&[14, 5]);
    less.failures.remove(0);
    less.groups[0].failures.pop();
    less.groups[1].failures = (13..18).map(FailureId::new).collect();
    player.reload(less, vec![None; 18], &[]);
    player.keys("' a");
    assert_eq!(player.selected(), marked, "marks hold by name");
}

#[test]
fn bookmarks_are_listed_with_the_marked_rows_and_only_what_does_something() {
    let mut player = Player::of(&[14, 5]);
    player.keys("'");
    assert!(!player.screen().contains("last jump"), "nothing was left by a jump:\n{}", player.screen());
    player.keys("<esc> j j");
    let marked = player.selected();
    player.keys("v ] '");
    assert!(player.screen().contains("1    ◆ Shop-1 #3 "), "{}", player.screen());
    player.keys("1");
    assert_eq!(player.selected(), marked);
}

#[test]
fn jumps_are_undone_and_steps_are_not() {
    let mut player = Player::of(&[60, 5]);
    player.keys("j j");
    let first = player.selected();
    player.keys("<end>");
    let second = player.selected();
    player.keys("] j");
    player.keys("<ctrl-o>");
    assert_eq!(player.selected(), second);
    player.act(Action::Key(Key::ctrl('o')));
    assert_eq!(player.selected(), first);
    player.act(Action::Key(Key::ctrl('o')));
    assert_eq!(player.message(), "no place to go back to");
}

#[test]
fn a_search_is_one_jump() {
    let mut player = Player::of(&[60, 5]);
    let before = player.selected();
    player.keys("/ test59 <enter> <esc> <ctrl-o>");
    assert_eq!(player.selected(), before);
}
