//! Incremental search over all failures.

use fossick::model::StackTrace;
use fossick::tui::Pane;
use ratatui::style::Modifier;

use crate::support::{Player, corpus};

/// The text that is searched and the place of the selected match, as the bottom line says them.
fn search(player: &Player) -> Option<String> {
    let bottom = player.bottom();
    bottom.strip_prefix('/')?.split("  ").next().map(str::to_owned)
}

fn shown(player: &Player) -> String {
    search(player).unwrap_or_default()
}

#[test]
fn a_search_shows_the_first_match_while_typing() {
    let mut player = Player::of(&[14, 5]);
    player.keys("/ not <space> take(7) 0");
    assert!(player.prompt().starts_with("not take(7)0"), "{}", player.prompt());
    assert!(player.screen().contains("no failure has not take(7)0"), "{}", player.screen());
    let before = player.selected();
    player.keys("<bs> <enter>");
    assert!(shown(&player).contains(" 1 of 7"), "{}", shown(&player));
    assert_ne!(player.selected(), before, "the first that fits");
    insta::assert_snapshot!(player.screen());
}

#[test]
fn n_steps_through_all_groups_and_wraps_around() {
    let mut player = Player::of(&[6, 5]);
    player.keys("/ take( 7 <enter>");
    let first = player.selected();
    let mut seen = vec![first.clone()];
    player.keys("n n n");
    seen.push(player.selected());
    assert!(seen[1].starts_with("2/"), "{seen:?}");
    assert!(shown(&player).contains(" 4 of 4"), "{}", shown(&player));
    player.keys("n");
    assert_eq!(player.selected(), first);
    assert!(shown(&player).contains(" 1 of 4"), "{}", shown(&player));
    player.keys("N");
    assert_eq!(player.selected(), seen[1]);
    player.keys("n N");
    assert_eq!(player.selected(), seen[1], "the keys that always step do as well");
    player.keys("k");
    assert!(
        ["1 of 4", "2 of 4", "3 of 4", "3 fit", "4 fit"].iter().any(|place| shown(&player).contains(place)),
        "{}",
        shown(&player)
    );
}

#[test]
fn in_the_code_pane_the_code_is_searched() {
    let mut player = Player::of(&[14]);
    player.keys("/ enough <enter>");
    let here = player.selected();
    player.keys("<tab> n N");
    assert_eq!(player.selected(), here, "one on and one back, from failure to failure");
    player.keys("/ purse <enter> n");
    assert_eq!(player.selected(), here);
    // From the last match, on the line that failed, it wraps around to the first.
    assert!(player.message().starts_with("purse: 1 of "), "{}", player.message());
    player.keys("J n");
    assert_ne!(player.selected(), here);
    assert!(search(&player).is_some(), "another test is searched only on request");
}

#[test]
fn while_a_search_is_shown_n_steps_and_after_esc_it_writes_a_note() {
    let mut player = Player::of(&[14]);
    player.keys("/ enough <enter> n");
    assert!(!player.headless.state().is_within_a_prompt(), "n is no note now");
    assert!(player.bottom().contains("n next match  N prev  esc end search"), "{}", player.bottom());
    assert!(!player.bottom().contains("note"));
    player.keys("<esc>");
    assert!(search(&player).is_none());
    assert!(player.bottom().contains("n note"), "{}", player.bottom());
    player.keys("n");
    assert!(player.screen().contains("╭─ note on "));
}

#[test]
fn esc_while_typing_restores_the_selection() {
    let mut player = Player::of(&[14, 5]);
    player.keys("j j");
    let before = (player.selected(), player.screen());
    player.keys("/ java:23");
    assert_ne!(player.selected(), before.0);
    player.keys("<esc>");
    assert_eq!((player.selected(), player.screen()), before);
}

#[test]
fn a_search_without_match_says_so_and_moves_nothing() {
    let mut player = Player::of(&[14]);
    player.keys("j");
    let before = player.selected();
    player.keys("/ nowhere <enter>");
    assert_eq!(player.selected(), before);
    assert!(player.prompt().starts_with("nowhere"), "what was typed can be changed: {}", player.prompt());
    assert!(player.screen().contains("no failure has nowhere"), "{}", player.screen());
    player.keys("<esc>");
    assert_eq!(player.selected(), before);
    assert!(search(&player).is_none());
    let mut corpus = corpus(&[14]);
    for failure in &mut corpus.failures {
        failure.docstring = format!("/** Takes.\n{}*/", " * Or not.\n *\n".repeat(20)).into();
    }
    let mut player = Player::open(corpus, 140, 45);
    let before = player.rows(Pane::Focal);
    assert!(before.concat().contains("more lines"), "{before:?}");
    player.keys("/ t a k e");
    assert_ne!(player.rows(Pane::Focal), before, "with a match all of it is shown");
    player.keys("x");
    assert_eq!(player.rows(Pane::Focal), before);
}

#[test]
fn up_recalls_earlier_searches_and_an_empty_one_repeats_the_last() {
    let mut player = Player::of(&[14]);
    player.keys("/ enough <enter> <esc> / size( <enter> <esc>");
    player.keys("/ <up> <up>");
    assert!(player.prompt().starts_with("enough"), "{}", player.prompt());
    player.keys("<esc> / <enter>");
    assert!(shown(&player).starts_with("size( "), "{}", shown(&player));
}

#[test]
fn matches_are_marked_in_list_code_and_trace() {
    let mut player = Player::of(&[14]);
    player.keys("/ purse0.take <enter>");
    let buffer = player.buffer();
    let marked = |text: &str| {
        (0..buffer.area.height).any(|y| {
            let line: Vec<_> = (0..buffer.area.width).map(|x| &buffer[(x, y)]).collect();
            let runs = line.chunk_by(|a, b| a.modifier == b.modifier);
            runs.filter(|run| run[0].modifier.contains(Modifier::UNDERLINED | Modifier::BOLD))
                .any(|run| run.iter().map(|cell| cell.symbol()).collect::<String>().trim() == text)
        })
    };
    assert!(marked("purse0.take"), "in the code");
    assert!(marked("2"), "its rank in the list");
    player.keys("/ illegal <space> purse.java <enter>");
    let buffer = player.buffer();
    let text: String = buffer
        .content()
        .iter()
        .filter(|cell| cell.modifier.contains(Modifier::UNDERLINED | Modifier::BOLD))
        .map(ratatui::buffer::Cell::symbol)
        .collect();
    assert!(text.contains("Illegal") && text.contains("Purse.java"), "{text}");
}

#[test]
fn a_match_in_a_folded_signature_is_unfolded() {
    let mut player = Player::of(&[14]);
    player.keys("s g / test09 <enter>");
    assert_eq!(player.selected(), "1/test09");
    assert!(player.screen().contains("┄"), "{}", player.screen());
}

#[test]
fn a_late_result_does_not_move_the_selection() {
    let mut player = Player::of(&[14]);
    player.type_ahead("/ 9 <enter> j");
    let there = player.selected();
    player.settle();
    assert_eq!(player.selected(), there);
    assert!(shown(&player).contains("of") || shown(&player).contains("fit"), "{}", shown(&player));
}

#[test]
fn a_search_stays_with_results_that_are_read_again() {
    let mut player = Player::of(&[14]);
    player.keys("/ enough <enter>");
    assert!(shown(&player).contains(" 1 of 5"), "{}", shown(&player));
    let mut less = corpus(&[14]);
    less.failures.remove(0);
    less.groups[0].failures.pop();
    let marks = vec![None; 13];
    player.reload(less, marks, &[]);
    assert!(shown(&player).contains(" of 4"), "{}", shown(&player));
}

#[test]
fn the_search_on_a_small_screen() {
    let mut player = Player::open(corpus(&[14, 5]), 80, 24);
    player.keys("/ enough");
    insta::assert_snapshot!(player.over(), @r#"
    ╭─ search the failures ────────────────────────────────────────────────────────╮
    │ › enough                                            1 of 7 · 5 in this group │
    ╰─────────────────────────────────── ↑ earlier · enter keeps it · esc cancels ─╯
    "#);
    player.keys("<enter> n");
    insta::assert_snapshot!(player.bottom(), @"8 of 14  /enough 2 of 7 · 5 in this group  n next match  N prev     ? all keys");
    assert_eq!(player.focus(), Pane::List);
}

#[test]
fn a_row_says_where_it_matches_if_it_does_not_show_that() {
    let mut player = Player::of(&[14, 5]);
    player.keys("/ enough");
    assert!(player.prompt().ends_with("1 of 7 · 5 in this group"), "{}", player.prompt());
    let is_told = |player: &Player| player.rows(Pane::List).concat().contains(" in code");
    assert!(!is_told(&player), "the rows show it: {}", player.screen());
    player.keys("<esc> / purse0");
    assert!(is_told(&player) && player.screen().contains("enter keeps it"), "{}", player.screen());
    player.keys("zzz");
    assert!(!player.screen().contains("enter keeps it"), "there is nothing to keep: {}", player.screen());
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
