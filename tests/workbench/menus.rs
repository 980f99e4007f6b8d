//! The menus of the list, of copying and of going.

use fossick::tui::Pane;
use fossick::tui::core::effect::Copied;

use crate::support::{Player, corpus, options};

/// Returns the current entry of the open menu, in words.
fn current(player: &Player) -> Vec<String> {
    let screen = player.screen();
    let mut found = Vec::new();
    for line in screen.lines().filter_map(|line| line.strip_prefix("│ ")) {
        let cells: Vec<&str> = line.split("   ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        found.extend(cells.windows(2).filter(|pair| pair[1] == "now").map(|pair| pair[0].to_owned()));
    }
    found
}

#[test]
fn the_sort_menu_offers_orders_folds_and_columns() {
    let mut player = Player::open_with(options(), corpus(&[12, 5]), 140, 45);
    player.keys("s");
    assert_eq!(
        current(&player),
        ["p  isolation-forest: most unusual, as in the paper", "u  not folded: a row per test"]
    );
    player.keys("d s g s");
    assert_eq!(
        current(&player),
        ["g  by signature", "d  diversified: one of each signature first"],
        "{}",
        player.screen()
    );
    player.keys("u s e");
    let exceptions = |player: &Player| -> Vec<&str> {
        let rows = player.rows(Pane::List);
        let exception =
            |row: &String| ["Assertion", "IllegalArgument"].into_iter().find(|name| row.contains(name));
        rows.iter().take_while(|row| !row.contains("next groups")).filter_map(exception).collect()
    };
    assert_eq!(exceptions(&player).len(), 12, "{}", player.screen());
    assert!(exceptions(&player).is_sorted(), "{:?}", exceptions(&player));
    player.keys("s e");
    assert!(exceptions(&player).is_sorted_by(|a, b| a >= b), "again: reverse");
    let list = player.list();
    player.keys("s q");
    assert_eq!((player.message(), player.quit), ("q is not in the menu order, fold, sort", false));
    player.keys("s <esc>");
    assert_eq!((player.message(), player.list()), ("", list));
}

#[test]
fn the_copy_menu_copies_the_named_text() {
    let mut player = Player::open_with(options(), corpus(&[12, 5]), 140, 45);
    player.keys("y");
    assert!(player.screen().contains("a  everything as Markdown, for a ticket"), "{}", player.screen());
    player.keys("y y t y a");
    let copied: Vec<Copied> = player.copied.iter().map(|(what, _)| *what).collect();
    assert_eq!(copied, [Copied::Test, Copied::Trace, Copied::Markdown]);
    let [test, trace, all] = [0, 1, 2].map(|copy: usize| player.copied[copy].1.clone());
    assert!(test.contains("public void test11()"), "{test}");
    assert!(trace.contains("\tat shop.Purse_ESTest.test11"), "{trace}");
    assert!(
        all.contains("Expecting exception") && all.contains("```java") && all.contains("test11()"),
        "{all}"
    );
}

#[test]
fn the_go_menu_goes_to_the_top_the_end_and_a_rank() {
    let mut player = Player::open_with(options(), corpus(&[12, 5]), 140, 45);
    player.keys("g e");
    assert_eq!(player.position(), 11);
    player.keys("g g");
    assert_eq!(player.position(), 0);
    player.keys("g r 3 <enter>");
    assert_eq!(player.position(), 2);
    player.keys("<tab> g e");
    assert_eq!(player.position(), 2, "in a pane they are its top and its end");
}
