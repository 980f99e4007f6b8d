//! The palette of all actions: found, ordered, and run, or why not.

use fossick::tui::core::navigate::Screen;
use fossick::tui::core::session_state::SessionChange;

use crate::support::{Player, corpus};

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
    let mut small = Player::open(corpus(&[3]), 80, 24);
    small.keys(": label");
    insta::assert_snapshot!(small.over(), @r#"
    ╭─ actions ────────────────────────────────────────────────────────────────────╮
    │ › label                                           a number goes to that rank │
    │                                                                              │
    │▌export                             export the labels                         │
    │ next disagreement        D         the next failure on which annotators dis… │
    │ filter                   &         list only failures that pass a filter     │
    │ quit                     q         quit; every label is already saved        │
    │ clear the label          x         clear the label                           │
    │ undo                     z         undo the last label or note               │
    │ export the labels, as CSV in the current folder                              │
    │                                                                              │
    ╰─────────────────────────────────────── 1 of 6 · enter runs it · esc cancels ─╯
    "#);
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
