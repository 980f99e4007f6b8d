//! Search, filter, sort, marks, the jump list and the palette on the groups and quality screens.

use crate::support::{Player, corpus};
use fossick::model::StackTrace;
use fossick::tui::Pane;
use fossick::tui::core::navigate::Screen;

#[test]
fn groups_are_searched_by_their_names() {
    let mut player = Player::of(&[2; 23]);
    player.keys("3 j / -2");
    assert!(player.prompt().starts_with("-2"), "{}", player.prompt());
    assert!(player.prompt().ends_with("1 of 5"), "from where one is on: {}", player.prompt());
    assert_eq!(player.marked_group(), "Shop-2");
    player.keys("<enter> n n");
    assert_eq!(player.marked_group(), "Shop-21");
    assert!(player.bottom().starts_with("/-2 3 of 5"), "{}", player.bottom());
    insta::assert_snapshot!("groups_searched", player.screen());
    player.keys("N N N");
    assert_eq!(player.marked_group(), "Shop-23", "round and round");
    player.keys("<esc>");
    assert_eq!(player.page(), Screen::Groups, "esc ends the search first");
    player.keys("<home> / <enter>");
    assert_eq!(player.marked_group(), "Shop-2", "what was searched last is searched again");
    player.keys("<esc>");
    player.keys("<end> / ^shop-1$ <esc>");
    assert_eq!(player.marked_group(), "Shop-23", "esc while typing goes back");
    player.keys("/ lang <enter>");
    assert!(player.screen().contains("no group has lang"), "the prompt stays: {}", player.screen());
    player.keys("<esc>");
    assert!(!player.bottom().starts_with('/'), "failures are searched elsewhere");
}

#[test]
fn the_filter_removes_groups_from_the_table() {
    let mut player = Player::of(&[14, 2, 6, 1]);
    player.keys("3 & test:test05");
    assert_eq!(player.group_rows(), ["Shop-1", "Shop-3"], "while one types");
    insta::assert_snapshot!("groups_filtered", player.screen());
    player.keys("<enter> j");
    assert_eq!(player.marked_group(), "Shop-3");
    player.keys("g r 2 <enter>");
    assert_eq!(player.message(), "in group 2 nothing passes the filter");
    player.keys("& <home> - <enter>");
    assert_eq!(player.group_rows().len(), 4, "all have another test");
    player.keys("& <home> group:Shop-1 <space> <enter>");
    assert_eq!(player.group_rows(), ["Shop-1"]);
    player.keys("& nowhere <enter>");
    let screen = player.screen();
    let said = " nowhere: all groups are shown, unfiltered · esc ends the filter";
    assert!(screen.contains(said) && player.bottom().contains("enter open, end filter"), "{screen}");
    let [band, row] = [player.find("fail(\"Expecting"), player.find("Purse purse0")]
        .map(|(x, y)| player.buffer()[(x, y)].bg);
    assert_eq!(band, row, "nothing stands out");
    player.keys("<esc>");
    assert_eq!(player.group_rows().len(), 4, "as the screen says");
    player.keys("& nowhere <enter>");
    let screen = player.screen();
    assert!(screen.contains("& group:nowhere") && screen.contains("Shop-4"), "{screen}");
    assert!(
        screen.contains("▌  1  Shop-1") && screen.contains("  tests of Shop-1, different errors"),
        "all stays: {screen}"
    );
    player.keys("' A j k g g j <enter>");
    let opened = player.screen().contains(" Shop-2   group 2 of 4 ");
    assert!(player.page() == Screen::Triage && opened, "enter ends the filter: {}", player.screen());
}

#[test]
fn few_failures_that_pass_a_filter_all_have_their_traces() {
    let mut player = Player::of(&[8, 4]);
    // Both have the same signature.
    player.keys("3 & group:Shop-1 <space> Expecting <enter>");
    let screen = player.screen();
    let (_, traces) = screen.split_once(" traces").expect("the traces");
    assert!(
        traces.contains("at Purse_ESTest.test02") && traces.contains("at Purse_ESTest.test05"),
        "{screen}"
    );
}

#[test]
fn with_a_filter_the_failures_that_pass_are_judged() {
    let mut player = Player::of(&[14, 2, 6, 1]);
    player.keys("& test:test05 <enter> 3");
    let screen = player.screen();
    assert!(screen.contains("0 of 2 judged · 0 of 2 groups judged"), "{screen}");
    player.keys("2");
    let screen = player.screen();
    assert!(screen.contains("2 to judge with this filter"), "{screen}");
    player.keys("<enter>");
    assert!(player.header().contains("1 of 14 · filter"), "{}", player.header());
    assert!(player.selection().test.contains("test05"), "{:?}", player.selection().test);
}

#[test]
fn a_filter_by_group_holds_in_triage_too() {
    let mut player = Player::of(&[3, 4, 5, 2, 2, 2, 2, 2, 2, 6]);
    player.keys("& group:shop-1 <enter>");
    assert!(player.selected().starts_with("1/"), "{}", player.selected());
    player.keys("]");
    assert!(player.message().contains("last group with a failure that passes"), "not Shop-10");
    player.keys("& <bs> <bs> 2|Shop-10 <enter> ]");
    assert!(player.selected().starts_with("10/"), "{}", player.selected());
}

#[test]
fn a_number_goes_to_a_group_or_a_rank() {
    let mut player = Player::of(&[14, 5, 6]);
    player.keys("3 s f g r 3 <enter>");
    assert_eq!(player.marked_group(), "Shop-3", "by its number, in any order");
    player.keys("g r 9 <enter>");
    assert_eq!(player.message(), "a group's number is from 1 to 3");
}

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
fn a_command_not_available_on_a_screen_says_so() {
    let mut player = Player::of(&[14, 5]);
    for (keys, said) in [
        ("2 /", "figures are not searched: 1 shows the failures, 3 the groups"),
        ("]", "this screen shows all groups together: 3 lists them"),
        ("t", "labels are given on the triage screen: 1 opens it"),
        ("3 o", "that is available on the triage screen: 1 opens it"),
        ("l", "all columns are visible: s sorts by one"),
    ] {
        player.keys(keys);
        assert_eq!(player.message(), said, "{keys}");
        assert!(!player.headless.state().is_within_a_prompt(), "{keys}");
    }
    player.keys("2 <space>");
    assert_eq!(player.page(), Screen::Triage, "the next unlabelled one is shown where it is judged");
}

#[test]
fn the_palette_lists_available_commands_first() {
    let mut player = Player::of(&[14, 5]);
    player.keys("3 : <up>");
    let last = player.screen();
    let mut can = Vec::new();
    for _ in 0..200 {
        player.keys("<down>");
        can.push(!player.screen().contains("not now: "));
        if player.screen() == last {
            break;
        }
    }
    assert!(can.is_sorted_by(|a, b| a >= b) && can.contains(&true) && can.contains(&false), "{can:?}");
    insta::assert_snapshot!("palette_end", player.screen());
}

/// A group in which one trace has a frame of the JDK that no other text has.
fn with_a_hidden_frame(width: u16, height: u16) -> Player {
    let mut corpus = corpus(&[14]);
    let trace = &corpus.failures[4].trace.0;
    let trace = format!("{trace}\tat java.base/java.util.TreeMap.rotateLeft(TreeMap.java:2060)\n");
    corpus.failures[4].trace = StackTrace(trace.into());
    Player::open(corpus, width, height)
}

#[test]
fn a_match_in_folded_frames_is_unfolded_as_long_as_the_search_is_shown() {
    let mut player = with_a_hidden_frame(160, 45);
    let before = player.screen();
    player.keys("/ rotateleft");
    assert_eq!(player.selected(), "1/test04");
    assert!(player.screen().contains("at TreeMap.rotateLeft"), "{}", player.screen());
    player.keys("<esc>");
    assert_eq!(player.screen(), before, "esc folds it again");
    player.keys("/ java.util.tree <enter>");
    assert!(
        player.screen().contains("at java.base/java.util.TreeMap.rotateLeft"),
        "a package is shown where it is meant"
    );
    player.keys("J");
    assert!(
        player.screen().contains("folded") && !player.screen().contains("all frames"),
        "others stay folded"
    );
    player.keys("K a");
    assert!(!player.screen().contains("TreeMap"), "folded by hand");
    player.keys("n");
    assert!(player.screen().contains("TreeMap"), "stepped onto again");
    player.keys("<esc>");
    assert!(
        !player.screen().contains("TreeMap") && !player.screen().contains("all frames"),
        "{}",
        player.screen()
    );
    player.keys("/ enough <enter>");
    assert!(!player.screen().contains("all frames"), "what is seen anyway unfolds nothing");
}

#[test]
fn on_a_small_screen_the_trace_is_shown_if_only_it_has_the_match() {
    let mut player = with_a_hidden_frame(80, 24);
    player.keys("/ rotateleft <enter>");
    assert!(player.is_shown(Pane::Trace));
    assert!(player.screen().contains("at TreeMap.rotateLeft"), "{}", player.screen());
    player.keys("<esc>");
    assert!(player.is_shown(Pane::Code));
    player.keys("/ purse0 <enter>");
    assert!(player.is_shown(Pane::Code), "the code has it");
}

#[test]
fn a_text_column_is_sorted_in_the_background() {
    let mut player = Player::of(&[14]);
    player.keys("s");
    player.type_ahead("t");
    let before = player.selected();
    player.type_ahead("j");
    assert_ne!(player.selected(), before, "keys are answered meanwhile");
    player.type_ahead("s o").settle();
    let headings = |player: &Player| player.screen().lines().nth(1).unwrap_or_default().to_owned();
    assert!(headings(&player).contains("by expected▾"), "an outdated result: {}", headings(&player));
    player.keys("s t");
    assert!(headings(&player).contains("by test▾"), "{}", headings(&player));
    player.keys("<home>");
    let mut tests = vec![player.selected()];
    for _ in 1..14 {
        player.keys("j");
        tests.push(player.selected());
    }
    assert!(tests.is_sorted() && tests[0] < tests[13], "{tests:?}");
    player.reload(corpus(&[16]), vec![None; 16], &[]);
    assert!(headings(&player).contains("test▾"), "{}", headings(&player));
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
fn a_filter_by_the_top_follows_the_current_k() {
    let mut player = Player::of(&[14]);
    player.keys("& is:top <enter> + 1 1 <enter>");
    assert!(player.screen().contains("11 of 14 · filter"), "{}", player.screen());
}
