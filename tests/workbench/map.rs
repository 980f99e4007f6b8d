//! The map of the failures as points.

use crate::support::{Player, corpus};
use fossick::model::{Corpus, FailureId, Judgement, Label};
use fossick::tui::app::Action;
use fossick::tui::app::Pane;
use fossick::tui::app::action::MouseKind;
use fossick::tui::app::layout::map_areas;
use fossick::tui::app::navigate::Screen;
use fossick::tui::view::palette::Depth;
use fossick::tui::view::theme::Theme;
use ratatui::style::Modifier;

/// The cell of the selected failure's point.
fn ringed(player: &Player) -> (u16, u16) {
    let screen = player.screen();
    let area = player.buffer().area;
    // The code next to the points has brackets too.
    let (plot, _) = map_areas((area.width, area.height));
    let places = screen.lines().enumerate().filter_map(|(y, line)| {
        let cells: Vec<char> = line.chars().take(usize::from(plot.width)).collect();
        let x = (1..cells.len().saturating_sub(1)).find(|&x| cells[x - 1] == '(' && cells[x + 1] == ')')?;
        Some((u16::try_from(x).ok()?, u16::try_from(y).ok()?))
    });
    let found: Vec<(u16, u16)> = places.filter(|&(_, y)| y > 2 && y < 43).collect();
    assert_eq!(found.len(), 1, "one ring: {screen}");
    found[0]
}

#[test]
fn failures_are_points_with_the_symbol_of_their_label() {
    let mut player = Player::of(&[14, 5]);
    player.keys("t f u 4");
    insta::assert_snapshot!("map_140x45", player.screen());
    player.keys("s");
    insta::assert_snapshot!("map_by_signature", player.screen());
    let mut small = Player::open(corpus(&[14, 5]), 80, 24);
    small.keys("t f u 4");
    insta::assert_snapshot!("map_80x24", small.screen());
    let mut smallest = Player::open(corpus(&[14, 5]), 60, 15);
    smallest.keys("4");
    insta::assert_snapshot!("map_60x15", smallest.screen());
}

#[test]
fn arrows_go_to_the_nearest_point_in_their_direction_and_stop_at_the_edge() {
    let mut player = Player::of(&[14]);
    player.keys("4");
    let ahead = |key: &str, a: (u16, u16), b: (u16, u16)| match key {
        "<left>" => b.0 < a.0,
        "<right>" => b.0 > a.0,
        "<up>" => b.1 < a.1,
        _ => b.1 > a.1,
    };
    let mut steps = 0;
    for key in ["<left>", "<up>", "<right>", "<down>", "<left>"] {
        loop {
            let before = ringed(&player);
            player.keys(key);
            let after = ringed(&player);
            if player.message().contains("there is no point further") {
                assert_eq!(after, before);
                break;
            }
            assert!(ahead(key, before, after), "{key}: {before:?} to {after:?}");
            steps += 1;
            assert!(steps < 50, "{key} goes round");
        }
    }
    assert!(steps > 5, "from edge to edge, and back");
}

#[test]
fn a_click_selects_a_point_and_enter_shows_that_failure() {
    let mut player = Player::of(&[14]);
    player.keys("4 <right> <right>");
    let (at, selected) = (ringed(&player), player.selected());
    player.keys("<home>");
    assert_ne!(player.selected(), selected);
    player.mouse(MouseKind::Click, at.0 + 1, at.1);
    assert_eq!(ringed(&player), at, "a click next to the point selects it");
    assert_eq!(player.selected(), selected);
    let (plot, _) = map_areas((140, 45));
    player.mouse(MouseKind::Click, plot.x + plot.width + 8, 20);
    assert_eq!(player.selected(), selected, "a click outside the plot has no effect");
    player.keys("<enter>");
    assert_eq!(player.page(), Screen::Triage);
    assert_eq!(player.selected(), selected);
    let shown = player.rows(Pane::Code).join("\n");
    assert!(shown.contains(selected.rsplit('/').next().expect("a name")), "{shown}");
}

/// Returns failures that differ only in their names, and one that is different.
fn lookalikes(count: usize) -> Corpus {
    let mut corpus = corpus(&[count]);
    let first = corpus.failures[0].clone();
    for (number, failure) in corpus.failures.iter_mut().enumerate().take(count - 1) {
        let test = failure.test.clone();
        *failure = first.clone();
        failure.test = test;
        failure.generated_test = format!("// {number}").into();
    }
    corpus
}

#[test]
fn coinciding_points_are_counted_and_stepped_through() {
    let mut player = Player::open(lookalikes(6), 140, 45);
    player.keys("4 <end>");
    let screen = player.screen();
    assert!(screen.contains("one of 5 at this point"), "{screen}");
    let at = ringed(&player);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..5 {
        seen.insert(player.selected());
        player.keys("<tab>");
        assert_eq!(ringed(&player), at);
    }
    assert_eq!(seen.len(), 5);
    player.keys("<backtab>");
    assert_eq!(ringed(&player), at);
    player.keys("<home>");
    let screen = player.screen();
    assert!(screen.contains("●5"), "the number is next to the point: {screen}");
    player.keys("<tab>");
    assert!(player.screen().contains("alone at this point"));
}

#[test]
fn without_a_difference_the_map_says_so() {
    let mut alone = Player::of(&[1]);
    alone.keys("4");
    assert!(alone.screen().contains("a single failure: there is nothing to compare it with"));
    ringed(&alone);
    alone.keys("<left> <tab> s");
    let mut same = corpus(&[5]);
    let first = same.failures[0].clone();
    for failure in &mut same.failures {
        failure.clone_from(&first);
    }
    let mut player = Player::open(same, 140, 45);
    player.keys("4");
    let screen = player.screen();
    assert!(screen.contains("all eleven features are the same"), "{screen}");
    assert!(screen.contains("one of 5 at this point") && !screen.contains("of the variance"), "{screen}");
    let mut two = Player::of(&[2]);
    two.keys("4");
    let screen = two.screen();
    assert!(screen.contains("100.0% of the variance") && screen.contains("along one line only"), "{screen}");
}

#[test]
fn until_it_is_computed_the_map_waits_and_ignores_old_results() {
    let mut player = Player::of(&[14, 5]);
    player.type_ahead("4");
    assert!(player.screen().contains("computing the positions"));
    player.type_ahead("]");
    assert!(player.headless.step(), "the first answer");
    assert!(player.screen().contains("computing the positions"), "this is of the group before");
    player.settle();
    assert!(player.screen().contains("5 failures of Shop-2"));
    ringed(&player);
}

#[test]
fn a_true_positive_is_visible_among_others() {
    let mut player = Player::open(lookalikes(6), 140, 45);
    player.keys("<end> f g r 4 <enter> t 4 <home>");
    let labels: Vec<Option<Label>> =
        player.recorded.iter().map(|(_, judgement): &(FailureId, Judgement)| judgement.label).collect();
    assert_eq!(labels, [Some(Label::FalsePositive), Some(Label::TruePositive)]);
    assert!(player.screen().contains("T5"), "{}", player.screen());
}

#[test]
fn the_map_follows_the_group_the_screen_and_the_results() {
    let mut player = Player::of(&[14, 5]);
    player.keys("4 ]");
    assert!(player.screen().contains("5 failures of Shop-2"));
    player.act(Action::Resize(80, 24));
    assert!(player.screen().contains("5 failures of Shop-2"), "{}", player.screen());
    player.reload(corpus(&[14, 7]), vec![None; 21], &[]);
    assert!(player.screen().contains("7 failures of Shop-2"), "{}", player.screen());
    player.keys("t");
    assert!(player.recorded.is_empty());
    player.keys("<esc>");
    assert_eq!(player.page(), Screen::Triage);
}

#[test]
fn without_colours_symbols_and_the_ring_are_visible() {
    let mut player = Player::of(&[14]);
    player.theme = Some(Theme::bundled("dark", Depth::None).expect("bundled").expect("readable"));
    player.keys("t f 4");
    let (x, y) = ringed(&player);
    let buffer = player.buffer();
    assert!(buffer[(x, y)].modifier.contains(Modifier::REVERSED));
    assert!(buffer.content().iter().all(|cell| cell.fg == ratatui::style::Color::Reset));
}

#[test]
fn every_size_of_the_other_screens_can_be_drawn() {
    let mut player = Player::of(&[14, 3]);
    for key in ["2", "3", "4"] {
        player.keys(key);
        for width in (1..160).step_by(13) {
            for height in (1..50).step_by(3) {
                player.act(Action::Resize(width, height));
                player.screen();
                player.mouse(MouseKind::Click, width / 2, height / 2);
            }
        }
        player.keys("<esc>");
    }
}
