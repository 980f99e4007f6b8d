//! All groups in one list: its order, moving and judging in it, and the way to the list of one group and back.

use std::sync::Arc;

use fossick::model::{FailureId, Judgement, Label};
use fossick::tui::frame::layout::Pane;
use fossick::tui::runtime::Options;
use fossick::tui::triage::judging::Mark;
use fossick::tui::{Action, Screen};

use crate::support::{Player, corpus, imported, options};

/// The workbench on groups of these sizes, which shows all of them in one list.
fn across(sizes: &[usize], width: u16, height: u16) -> Player {
    let mut player = Player::with(Options { across: true, ..options() }, width, height);
    player.import(corpus(sizes));
    player
}

/// The groups of the rows on the screen, top to bottom.
fn groups(player: &Player) -> Vec<String> {
    let rows = player.rows(Pane::List);
    let names =
        rows.iter().skip(1).filter_map(|row| row.split_whitespace().find(|word| word.starts_with("Shop-")));
    names.map(str::to_owned).collect()
}

#[test]
fn rounds_begin_with_the_smallest_group() {
    let player = across(&[4, 2, 3], 140, 45);
    let rounds = ["Shop-2", "Shop-3", "Shop-1"];
    let expected = [&rounds[..], &rounds[..], &["Shop-3", "Shop-1"], &["Shop-1"]].concat();
    assert_eq!(groups(&player), expected);
    insta::assert_snapshot!("across_140x45", player.screen());
    insta::assert_snapshot!("across_80x24", across(&[4, 2, 3], 80, 24).screen());
    insta::assert_snapshot!("across_200x60", across(&[40, 12, 3], 200, 60).screen());
}

#[test]
fn labels_go_on_down_the_list_and_are_counted_as_looks() {
    let mut player = across(&[4, 2, 3], 140, 45);
    assert!(player.header().contains("all 3 groups"), "{}", player.header());
    assert!(player.selected().starts_with("2/"), "{}", player.selected());
    player.keys("f");
    assert!(player.selected().starts_with("3/"), "{}", player.selected());
    player.keys("t");
    assert!(player.selected().starts_with("1/"), "{}", player.selected());
    assert!(player.header().contains("2 looks · 1 bug"), "{}", player.header());
    player.keys("z");
    assert!(player.header().contains("1 look · 0 bugs"), "{}", player.header());
    assert!(player.selected().starts_with("3/"), "undo selects its failure: {}", player.selected());
}

#[test]
fn the_end_is_told_and_the_start_is_searched_again() {
    let mut player = across(&[1, 2], 140, 45);
    player.keys("j f f");
    assert!(player.selected().starts_with("1/"), "the one that was left out: {}", player.selected());
    player.keys("f");
    assert!(player.message().contains("all failures of both groups are judged"), "{}", player.message());
}

#[test]
fn one_key_shows_this_group_alone_and_all_groups_again() {
    let mut player = across(&[14, 2, 3], 140, 45);
    player.keys("j j");
    let selected = player.selected();
    player.keys("A");
    assert!(player.header().contains("group 1 of 3"), "{}", player.header());
    assert!(
        player.screen().contains("below the top 10"),
        "the top K is that of a group\n{}",
        player.screen()
    );
    assert_eq!(player.selected(), selected, "the selection stays");
    player.keys("A");
    assert!(!player.screen().contains("below the top 10"));
    assert_eq!(player.selected(), selected);
    player.keys("]");
    assert!(player.header().contains("group 2 of 3"), "the next group has its own list: {}", player.header());
    player.keys("A 3 <enter>");
    assert_eq!(player.page(), Screen::Triage);
    assert!(player.header().contains("group 2 of 3"), "the table opens a group: {}", player.header());
}

#[test]
fn the_reasons_tell_the_look_only_in_the_list_of_all_groups() {
    let mut player = across(&[40, 12, 14], 200, 60);
    let tells_look = |player: &Player| player.rows(Pane::Why).join(" ").contains("Look 1 is rank 1");
    assert!(tells_look(&player), "{}", player.screen());
    player.keys("A");
    assert!(!tells_look(&player), "the same failure, in the list of its group: {}", player.screen());
    player.keys("A");
    assert!(tells_look(&player), "{}", player.screen());
}

#[test]
fn with_one_group_nothing_changes() {
    let mut player = across(&[14], 140, 45);
    assert_eq!(player.screen(), Player::of(&[14]).screen());
    player.keys("A");
    assert_eq!(player.message(), "there is one group");
}

#[test]
fn a_filter_leaves_rows_out_and_a_search_goes_through_them() {
    let mut player = across(&[4, 2, 3], 140, 45);
    player.keys("& g r o u p : S h o p - 3 <enter>");
    assert_eq!(groups(&player), ["Shop-3"; 3]);
    player.keys("f");
    assert!(player.selected().starts_with("3/"), "{}", player.selected());
    player.keys("<esc>");
    assert_eq!(groups(&player).len(), 9);
}

#[test]
fn a_folded_row_is_one_look() {
    let mut player = across(&[14, 12], 140, 45);
    let rows = groups(&player).len();
    player.keys("s g");
    assert!(groups(&player).len() < rows, "{}", player.screen());
    player.keys("f");
    assert!(player.recorded.len() > 1, "all failures of the signature in its group: {:?}", player.recorded);
    assert!(player.header().contains("1 look · 0 bugs"), "{}", player.header());
}

#[test]
fn a_later_session_goes_on_at_the_first_failure_without_a_label() {
    let corpus = corpus(&[4, 2, 3]);
    let first = across(&[4, 2, 3], 140, 45).failure();
    let mark = |look| Mark {
        judgement: Judgement { label: Some(Label::FalsePositive), ..Judgement::default() },
        stale: false,
        saved: true,
        look,
    };
    let ids = (0..corpus.failures.len()).map(FailureId::new);
    let marks = ids.map(|id| (Some(id) == first).then(|| mark(7))).collect();
    let mut player = Player::with(Options { across: true, ..options() }, 140, 45);
    player.import_marked(corpus, marks);
    assert!(player.selected().starts_with("3/"), "{}", player.selected());
    assert!(player.header().contains("1 look · 0 bugs"), "{}", player.header());
}

#[test]
fn after_looks_without_a_bug_the_status_line_says_once_what_is_usual() {
    let mut player = across(&[30, 30], 140, 45);
    for _ in 0..25 {
        player.keys("f");
    }
    assert!(player.message().contains("25 looks without a bug are usual"), "{}", player.message());
    for key in ["<space>", "f"] {
        player.keys(key);
        assert!(!player.message().contains("looks without a bug"), "{key}: {}", player.message());
    }
}

#[test]
fn the_progress_screen_counts_bugs_within_looks() {
    let mut player = across(&[30, 30], 140, 45);
    player.keys("f t f f f f f f f f f f 2");
    let screen = player.screen();
    assert!(screen.contains("bugs within N looks, over all groups"), "{screen}");
    let row = screen.lines().find(|row| row.contains(" you ")).expect("a row");
    assert!(row.split_whitespace().any(|word| word == "1"), "one bug within ten looks: {row}");
}

#[test]
fn a_group_that_is_not_ranked_yet_stands_in_its_place() {
    let mut player = Player::with(Options { across: true, ..options() }, 140, 45);
    let imported = imported(Arc::new(corpus(&[4, 2, 3])), vec![None; 9], "purse.jsonl".to_owned());
    player.act(Action::Imported(imported));
    let rows = player.rows(Pane::List);
    assert!(rows[1].contains('1') && rows[1].contains("Shop-2  ranking 2 failures"), "{rows:#?}");
}

#[test]
fn folded_rows_of_all_groups_are_counted_and_keep_their_looks() {
    let mut player = across(&[14, 12, 13], 140, 45);
    player.keys("s g");
    assert!(!player.screen().contains("×0"), "{}", player.screen());
    player.keys("s u & l a b e l : n o n e <enter> f f");
    let first = player.rows(Pane::List)[1].clone();
    assert!(first.contains(" 2 F"), "the second look keeps its number: {first}");
}

#[test]
fn a_search_follows_the_order_of_the_list() {
    let mut player = across(&[4, 2, 3], 140, 45);
    player.keys("/ n u l l <enter>");
    let selected = |player: &Player| player.rows(Pane::List).iter().rposition(|row| row.starts_with('▌'));
    let first = selected(&player).expect("a row");
    player.keys("n");
    assert!(selected(&player).expect("a row") > first, "{}", player.screen());
}
