//! Sorting by a column, the command palette, marks and the jump list.

use crate::support::{Player, corpus};
use fossick::model::FailureId;
use fossick::tui::Action;
use fossick::tui::core::command::keys::key::Key;
use fossick::tui::core::navigate::Screen;
use fossick::tui::core::session_state::SessionChange;

/// The ranks in the list, top to bottom; `-` for the line below the top K.
fn ranks(player: &Player) -> Vec<String> {
    let screen = player.screen();
    let list = screen.lines().skip(2).map(|line| line.chars().take(52).collect::<String>());
    let rows = list.take_while(|line| !line.trim().is_empty());
    let rank = |line: String| {
        if line.contains("top 10") {
            "-".to_owned()
        } else {
            line[..].trim_start_matches('▌').split_whitespace().next().unwrap_or_default().to_owned()
        }
    };
    rows.map(rank).collect()
}

#[test]
fn the_list_is_sorted_by_a_column_and_ranks_stay() {
    let mut player = Player::of(&[14]);
    player.keys("j s");
    insta::assert_snapshot!("choosing_a_column", player.screen());
    let selected = player.selected();
    player.keys("e");
    assert_eq!(ranks(&player), ["1", "3", "4", "5", "6", "7", "12", "13", "14", "2", "8", "9", "10", "11"]);
    assert_eq!(player.selected(), selected, "one stays where one is");
    insta::assert_snapshot!("sorted", player.screen());
    player.keys("s e");
    assert_eq!(
        ranks(&player)[..5],
        ["2", "8", "9", "10", "11"],
        "the other way round; equal ones as they were"
    );
    player.keys("s p");
    assert_eq!(ranks(&player)[9..12], ["10", "-", "11"]);
    player.keys("s q");
    assert_eq!(player.message(), "q is not in the menu order, fold, sort");
}

#[test]
fn labelling_in_a_sorted_list_moves_down_and_keeps_the_order() {
    let mut player = Player::of(&[14]);
    player.keys("f k s l");
    assert_eq!(ranks(&player)[..3], ["1", "2", "3"]);
    player.keys("s e j t t");
    assert_eq!(ranks(&player)[..3], ["1", "3", "4"]);
    assert_eq!(player.position() + 1, 5, "from 3 to 4 and further down the list");
}

#[test]
fn sorting_folding_and_filtering_combine() {
    let mut player = Player::of(&[14]);
    player.keys("& exc:assertion|illegal <enter> s g s o");
    let screen = player.screen();
    assert!(screen.contains("by expected▾") && screen.contains("14 of 14 · filter"), "{screen}");
    let first = screen.lines().nth(2).unwrap_or_default();
    assert!(first.contains("put(null) should"), "the throwing ones come first: {screen}");
    player.keys("s s s s <end>");
    assert_eq!(player.screen().matches('×').count(), 3, "{}", player.screen());
}

#[test]
fn the_palette_finds_and_runs_a_command() {
    let mut player = Player::of(&[14, 5, 2]);
    player.keys(": nxt <space> group");
    insta::assert_snapshot!("palette", player.screen());
    player.keys("<enter>");
    assert!(player.selected().starts_with("2/"));
    assert_eq!(player.remembered, [SessionChange::Used("next-group".to_owned())]);
    player.keys(":");
    let recent = player.screen();
    let first = recent.lines().find(|line| line.contains("▌")).unwrap_or_default();
    assert!(recent.contains("the next group") && !first.is_empty(), "{recent}");
}

#[test]
fn the_palette_says_why_a_command_is_unavailable() {
    let mut player = Player::of(&[3]);
    player.keys(": undo");
    assert!(player.screen().contains("nothing to undo"), "{}", player.screen());
    player.keys("<enter>");
    assert_eq!(player.message(), "nothing to undo");
    assert!(player.prompt().starts_with("undo"), "it stays open");
    assert!(player.screen().contains("not now: nothing to undo"), "{}", player.screen());
    player.keys("xyz");
    assert!(player.screen().contains("no action has these letters"), "{}", player.screen());
    player.keys("<enter> <esc> j");
    assert!(!player.headless.state().is_within_a_prompt());
    insta::assert_snapshot!("palette_small", {
        let mut small = Player::open(corpus(&[3]), 80, 24);
        small.keys(": label");
        small.screen()
    });
}

#[test]
fn enter_in_the_palette_judges_nothing_before_anything_is_typed() {
    let mut player = Player::of(&[14]);
    player.keys(": true <space> positive <enter> : <enter>");
    assert_eq!(player.recorded.len(), 1, "only what was typed: {}", player.screen());
}

#[test]
fn an_action_of_another_screen_goes_there_and_labels_nothing_unseen() {
    let mut player = Player::of(&[14, 2]);
    player.keys("3 : compare <enter>");
    assert!(player.is_comparing(), "{}", player.screen());
    player.keys("<esc> 2 : true <space> positive <enter>");
    assert_eq!((player.page(), player.recorded.len()), (Screen::Triage, 0));
}

#[test]
fn the_palette_works_on_every_screen() {
    for screen in ["2", "3", "4"] {
        let mut player = Player::of(&[14, 2]);
        player.keys(&format!("{screen} : triage <space> screen <enter>"));
        assert!(player.screen().contains("why it is suspicious"), "from {screen}: {}", player.screen());
    }
    let mut player = Player::of(&[5]);
    player.keys("d : next <space> failure");
    assert!(player.is_comparing() && player.prompt().starts_with("next"), "{}", player.screen());
    player.keys("<esc> : wrap <space> long <enter>");
    assert!(
        player.is_comparing() && player.message() == "long lines are scrolled: h and l",
        "it is done to what is shown"
    );
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

/// The title of the marked action in the palette.
fn marked(player: &Player) -> String {
    let screen = player.screen();
    let row = screen.lines().find_map(|line| line.split_once("│ ▌").or(line.split_once("│▌")));
    let (_, row) = row.unwrap_or_else(|| panic!("no action is marked:\n{screen}"));
    row.split("  ").next().unwrap_or_default().trim().to_owned()
}

#[test]
fn the_palette_lists_the_intended_command_first() {
    for (typed, title) in [
        ("diff", "compare"),
        ("compare", "compare"),
        ("next <space> bug", "next group"),
        ("go <space> back", "go back"),
        ("delete", "clear the label"),
        ("theme", "theme"),
        ("wrap", "wrap lines"),
    ] {
        let mut player = Player::of(&[14, 5]);
        // There is something to clear, and a place to go back to.
        player.keys("t k ] [");
        player.keys(&format!(": {typed}"));
        assert_eq!(marked(&player), title, "{typed}:\n{}", player.screen());
    }
}

#[test]
fn a_number_in_the_palette_goes_to_that_rank() {
    let mut player = Player::of(&[14, 5]);
    player.keys(": 12");
    assert!(player.screen().contains("enter goes to this rank"), "{}", player.screen());
    player.keys("<enter>");
    assert_eq!((player.position() + 1, player.headless.state().is_within_a_prompt()), (12, false));
    player.keys(": 15 <enter>");
    assert_eq!(player.position() + 1, 12);
    assert!(player.message().contains("14"), "{}", player.message());
    player.keys(": 3 <esc>");
    assert_eq!(player.position() + 1, 12);
    player.keys(": top <space> 4");
    assert!(player.screen().contains("enter makes this number K"), "{}", player.screen());
    player.keys("<enter>");
    assert!(player.screen().contains("── below the top 4 ─"), "{}", player.screen());
}
