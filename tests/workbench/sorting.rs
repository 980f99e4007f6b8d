//! The list sorted by a column.

use crate::support::{Player, corpus};

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
    insta::assert_snapshot!(player.over(), @r#"
    ╭─ order, fold, sort ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────╮
    │ Order                                                      Fold                                  Or by column (again: reverse)           │
    │ p  isolation-forest: most unusual, as in the paper   now   u  not folded: a row per test   now   s  score                                │
    │ b  by-cause: what most tests share first                   g  by signature                       o  expected                             │
    │ d  diversified: one of each signature first                n  by similar signatures              e  fails with                           │
    │ a  pass-aware: those most like passing tests first                                               t  test                                 │
    │                                                                                                  l  label: nothing is judged here        │
    ╰───────────────────────────────────────────────────────────────────────────────────────────────────────── a letter chooses · esc cancels ─╯
    "#);
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
    assert!(screen.contains("by expected▾") && screen.contains("14 of 14 · "), "{screen}");
    let first = screen.lines().nth(2).unwrap_or_default();
    assert!(first.contains("put(null) should"), "the throwing ones come first: {screen}");
    player.keys("s s s s <end>");
    assert_eq!(player.screen().matches('×').count(), 3, "{}", player.screen());
}
