//! The guided tour of the first start.

use fossick::tui::core::action::MouseKind;
use fossick::tui::core::command::keys::Keys;
use fossick::tui::core::command::keys::key::{Key, KeyCode};
use fossick::tui::core::command::table::Command;
use fossick::tui::core::navigate::Screen;
use fossick::tui::modal::tour::TOUR;
use fossick::tui::runtime::Options;
use fossick::tui::{Action, Pane};

use crate::support::{Player, corpus, options};

/// The workbench as it opens for the first time with the demo.
fn first_start(width: u16, height: u16) -> Player {
    Player::open_with(Options { tour: true, ..options() }, corpus(&[14, 5]), width, height)
}

/// The card that is shown, from 1; None without one.
fn step(player: &Player) -> Option<usize> {
    let screen = player.screen();
    (1..=TOUR.len()).find(|step| screen.contains(&format!("{step} of {} · ", TOUR.len())))
}

/// The words of the card.
fn card(player: &Player) -> String {
    let (x, y) = player.find(&format!("╭─ {} of ", step(player).expect("a card")));
    let screen = player.screen();
    let lines = screen.lines().skip(usize::from(y) + 1).take_while(|line| !line.contains("╰─"));
    let words =
        lines.map(|line| line.chars().skip(usize::from(x) + 1).take_while(|&c| c != '│').collect::<String>());
    words.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_first_start_shows_three_cards_that_do_not_cover_the_list() {
    let mut player = first_start(140, 45);
    for said in [
        "14 tests failed in this group. Unusual ones reveal bugs more often, so they come first.",
        "Each row is a failure: its exception, its message, the call that failed.",
        "t yes, a bug (TP) f no (FP) u unsure i no, something was missing where it ran z undo ? all keys",
    ] {
        assert!(card(&player).contains(said), "{}", player.screen());
        insta::assert_snapshot!(format!("tour_{}", step(&player).expect("a card")), player.screen());
        player.keys("<enter>");
    }
    assert_eq!((step(&player), player.focus()), (None, Pane::List));
    let mut small = first_start(80, 24);
    insta::assert_snapshot!("tour_80x24", small.keys("<right>").screen());
    small.keys("<right> <right>");
    assert!(step(&small).is_none() && small.is_shown(Pane::Code), "as it was before");
}

#[test]
fn cards_cover_neither_the_selected_row_nor_the_failed_line() {
    for (width, height) in [(80, 24), (100, 30), (140, 45), (200, 60)] {
        let mut player = first_start(width, height);
        let without = Player::open(corpus(&[14, 5]), width, height);
        let (bare, code) = (without.rows(Pane::List), without.rows(Pane::Code));
        for card in 1..=TOUR.len() {
            // The heading, the failures, and the line below the top ten; a low screen keeps the first failures.
            let rows = if width >= 100 { bare.len().min(16) } else { 4 };
            assert_eq!(player.rows(Pane::Code), code, "{width} x {height}: {card}");
            assert_eq!(player.rows(Pane::List)[..rows], bare[..rows], "{width} x {height}: {card}");
            let details = |player: &Player| {
                let screen = player.screen();
                screen.lines().skip(10).take(usize::from(height) - 11).map(str::to_owned).collect::<Vec<_>>()
            };
            assert!(width >= 100 || details(&player) == details(&without), "{}", player.screen());
            assert!(player.screen().contains(&format!("╭─ {card} of {}", TOUR.len())), "{}", player.screen());
            player.keys("<enter>");
        }
        assert_eq!(step(&player), None);
    }
}

#[test]
fn esc_ends_the_tour_for_good() {
    let folder = tempfile::tempdir().expect("a folder");
    let session = || {
        let memory = Some(folder.path().join("state.json"));
        Player::open_with(
            Options { tour: true, session_state: memory, ..options() },
            corpus(&[14, 5]),
            140,
            45,
        )
    };
    let mut player = session();
    player.keys("<enter> <esc>");
    assert_eq!(step(&player), None);
    assert_eq!(player.focus(), Pane::List);
    player.headless.close().expect("written");
    let mut next = session();
    assert_eq!(step(&next), None);
    next.keys("4 I");
    assert_eq!((step(&next), next.page()), (Some(1), Screen::Triage), "except on request");
}

#[test]
fn without_the_offer_there_is_no_tour() {
    let mut player = Player::open(corpus(&[14]), 140, 45);
    assert_eq!(step(&player), None);
    player.keys("I");
    assert_eq!(step(&player), Some(1));
}

#[test]
fn the_tour_can_be_stepped_back_and_clicked() {
    let mut player = first_start(140, 45);
    player.keys("<right> <right> <left>");
    assert_eq!(step(&player), Some(2));
    player.keys("<left> <left> <left>");
    assert_eq!(step(&player), Some(1), "there is nothing before the first");
    let (x, y) = player.find("1 of 3 · ");
    player.mouse(MouseKind::Click, x, y + 1);
    assert_eq!(step(&player), Some(2));
}

#[test]
fn the_tour_follows_the_keys_that_its_cards_name() {
    let mut player = first_start(140, 45);
    player.keys("?");
    assert_eq!(step(&player), None, "the help covers everything");
    player.keys("<esc> 3");
    assert_eq!(step(&player), None, "this card speaks of another screen");
    player.keys("j <enter>");
    assert_eq!(step(&player), Some(1));
    assert!(player.selected().starts_with("2/"), "{}", player.selected());
    player.keys("j j");
    assert_eq!((step(&player), player.position()), (Some(2), 2), "and keys have their usual effect");
    player.keys("<tab>");
    assert_eq!((step(&player), player.focus()), (Some(3), Pane::Code));
    player.keys("f");
    assert_eq!((step(&player), player.recorded.len()), (None, 1));
    let mut player = first_start(140, 45);
    player.keys("t");
    assert_eq!(step(&player), None, "whoever labels needs no tour");
    let mut player = first_start(140, 45);
    player.keys("/ t <enter> <esc>");
    assert_eq!(step(&player), None, "nor whoever searches");
}

#[test]
fn no_card_covers_the_selected_row() {
    let mut player = first_start(80, 24);
    player.keys("j j j j");
    assert_eq!((step(&player), player.position()), (None, 4), "{}", player.screen());
    player.keys("k");
    assert_eq!(step(&player), Some(2));
}

#[test]
fn the_tour_names_the_keys_in_effect() {
    let mut keys = Keys::default();
    keys.set(Command::Down, vec![Key::char('n')]);
    keys.set(Command::Back, vec![Key::plain(KeyCode::Backspace)]);
    let mut player = Player::with(Options { tour: true, keys, ..options() }, 140, 45);
    player.import(corpus(&[14]));
    let screen = player.screen();
    assert!(screen.contains("n and k select") && screen.contains("backspace skips"), "{screen}");
    player.keys("<bs>");
    assert_eq!(step(&player), None);
}

#[test]
fn without_failures_there_is_no_tour() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state.json");
    let mut player =
        Player::with(Options { tour: true, session_state: Some(state.clone()), ..options() }, 140, 45);
    player.keys("I");
    player.import(corpus(&[0]));
    assert_eq!(step(&player), None);
    player.headless.close().expect("nothing to write");
    assert!(!state.exists(), "the tour is offered again");
}

#[test]
fn every_card_can_be_drawn_at_every_size() {
    let mut player = first_start(140, 45);
    for _ in 0..TOUR.len() {
        for width in (1..210).step_by(9) {
            for height in (1..60).step_by(4) {
                player.act(Action::Resize(width, height));
                player.screen();
            }
        }
        player.act(Action::Resize(140, 45));
        player.keys("<enter>");
    }
}
