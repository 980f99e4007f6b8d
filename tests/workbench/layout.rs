//! The panes on screens of all sizes, and their borders.

use fossick::tui::core::action::MouseKind;
use fossick::tui::core::navigate::Screen;
use fossick::tui::frame::color::Depth;
use fossick::tui::frame::theme::Theme;
use fossick::tui::runtime::Options;
use fossick::tui::{Action, CodeView, Pane};
use ratatui::layout::Rect;

use crate::support::{Player, corpus, options};

fn open(width: u16, height: u16) -> Player {
    Player::open(corpus(&[14, 5]), width, height)
}

/// Drags the vertical border left of a column to another column, or the border above a row to another row.
fn drag(player: &mut Player, from: (u16, u16), to: (u16, u16)) {
    player.mouse(MouseKind::Click, from.0, from.1);
    player.mouse(MouseKind::Drag, to.0, to.1);
    player.mouse(MouseKind::Release, to.0, to.1);
}

/// Drags a vertical border by a number of columns.
fn drag_column(player: &mut Player, border: usize, by: i16) {
    let x = player.headless.state().cx.layout().expect("large enough").dividers[border].x;
    drag(player, (x, 20), (x.saturating_add_signed(by), 20));
}

/// Drags the border below the list of a low screen by a number of rows.
fn drag_row(player: &mut Player, by: i16) {
    let y = player.area(Pane::Code).y;
    drag(player, (70, y), (70, y.saturating_add_signed(by)));
}

#[test]
fn one_command_resets_all_borders() {
    let mut player = open(140, 45);
    let before = Pane::ALL.map(|shown| player.area(shown));
    drag_column(&mut player, 0, 4);
    assert_eq!(player.area(Pane::List).width, before[0].width + 4);
    drag_column(&mut player, 0, -2);
    assert_eq!(player.area(Pane::List).width, before[0].width + 2);
    insta::assert_snapshot!(player.screen());
    player.keys("0");
    assert_eq!(Pane::ALL.map(|shown| player.area(shown)), before);
    assert!(player.message().contains("all borders are reset"));
}

#[test]
fn a_list_of_a_few_failures_is_above_everything_else() {
    let list = |sizes: &[usize]| Player::open(corpus(sizes), 140, 45).area(Pane::List);
    assert_eq!(list(&[4]), Rect::new(0, 1, 140, 6));
    assert_eq!(list(&[4, 5]), Rect::new(0, 1, 140, 9), "with a title and a row for the next group");
    assert!(list(&[4, 15]).width < 140, "the next groups take the rows below it");
    assert!(list(&[28]).width < 140);
    let mut player = Player::open(corpus(&[4]), 140, 45);
    let row = player.rows(Pane::List)[1].clone();
    assert!(row.contains("put(null) should throw, on new Purse(2)"), "{row}");
    drag(&mut player, (20, 7), (20, 12));
    assert_eq!(player.area(Pane::List).height, 11);
    player.keys("s d");
    assert!(!player.header().contains("diversified"), "nothing is ranked: {}", player.header());
}

#[test]
fn a_border_at_its_limit_turns_back_immediately() {
    let mut player = open(140, 45);
    drag_column(&mut player, 0, -100);
    assert_eq!(player.area(Pane::List).width, 30, "every pane can still be read");
    drag_column(&mut player, 0, 2);
    assert_eq!(player.area(Pane::List).width, 32);
    player.act(Action::Resize(80, 24));
    drag_row(&mut player, -100);
    assert_eq!(player.area(Pane::List).height, 3, "the same from top to bottom");
    drag_row(&mut player, 1);
    assert_eq!(player.area(Pane::List).height, 4);
    assert!(player.failure().is_some() && player.screen().contains("▌"), "the selection stays visible");
}

#[test]
fn three_columns_have_two_vertical_borders() {
    let mut player = open(200, 60);
    let before = Pane::ALL.map(|shown| player.area(shown).width);
    drag_column(&mut player, 0, 2);
    assert_eq!(player.area(Pane::List).width, before[0] + 2);
    assert_eq!(player.area(Pane::Trace).width, before[3]);
    drag_column(&mut player, 1, -2);
    assert_eq!(player.area(Pane::Trace).width, before[3] + 2);
    assert_eq!(player.area(Pane::List).width, before[0] + 2);
    // Even if they are pushed against each other.
    drag_column(&mut player, 1, -200);
    drag_column(&mut player, 0, 200);
    let widths = [Pane::List, Pane::Code, Pane::Trace].map(|shown| player.area(shown).width);
    assert!(widths.iter().all(|&width| width >= 30), "{widths:?}");
    assert_eq!(widths.iter().sum::<u16>() + 2, 200);
}

#[test]
fn each_arrangement_keeps_its_own_borders_at_every_size() {
    let mut player = open(80, 24);
    let usual = player.area(Pane::List).height;
    drag_row(&mut player, 2);
    assert_eq!(player.area(Pane::List).height, usual + 2);
    player.act(Action::Resize(140, 45));
    drag_column(&mut player, 0, 2);
    let share = f64::from(player.area(Pane::List).width) / 140.0;
    player.act(Action::Resize(170, 45));
    assert!((f64::from(player.area(Pane::List).width) / 170.0 - share).abs() < 0.01, "a share stays a share");
    player.act(Action::Resize(80, 24));
    assert_eq!(player.area(Pane::List).height, usual + 2);
}

#[test]
fn borders_are_dragged_with_the_mouse() {
    let mut player = open(140, 45);
    let divider = player.headless.state().cx.layout().expect("large enough").dividers[0];
    player.mouse(MouseKind::Click, divider.x, 20);
    assert_eq!(player.focus(), Pane::List, "a line belongs to no pane");
    player.mouse(MouseKind::Drag, 70, 22);
    assert_eq!(player.area(Pane::List).width, 70);
    assert!(player.screen().contains('┃'), "one sees what is held");
    player.mouse(MouseKind::Drag, 0, 0);
    assert_eq!(player.area(Pane::List).width, 30);
    player.mouse(MouseKind::Release, 0, 0);
    assert!(!player.screen().contains('┃'));
    player.mouse(MouseKind::Drag, 90, 20);
    assert_eq!(player.area(Pane::List).width, 30, "what was let go stays");
    // The tabs of a low screen are the border below the list, and their pane gets the focus as with any click.
    player.act(Action::Resize(80, 24));
    let code = player.area(Pane::Code);
    player.mouse(MouseKind::Click, 70, code.y);
    player.mouse(MouseKind::Drag, 70, code.y - 3);
    player.mouse(MouseKind::Release, 70, code.y - 3);
    assert_eq!(player.area(Pane::Code).y, code.y - 3);
    assert_eq!(player.focus(), Pane::Code);
}

#[test]
fn a_zoomed_pane_has_no_border() {
    let mut player = open(140, 45);
    let (before, x) =
        (player.area(Pane::List), player.headless.state().cx.layout().expect("it").dividers[0].x);
    player.keys("Z");
    drag(&mut player, (x, 20), (x + 10, 20));
    player.keys("Z");
    assert_eq!(player.area(Pane::List), before);
}

#[test]
fn a_screen_that_is_too_small_shows_the_needed_size() {
    let mut player = open(60, 15);
    assert!(player.screen().contains("test ▸ focal"));
    for (width, height) in [(59, 15), (60, 14)] {
        player.act(Action::Resize(width, height));
        let screen = player.screen();
        assert!(screen.contains("fossick needs 60 x 15 cells"), "{screen}");
    }
    player.act(Action::Resize(16, 6));
    let words: Vec<String> = player.screen().split_whitespace().map(str::to_owned).collect();
    assert_eq!(
        words.join(" "),
        "fossick needs 60 x 15 cells, but there are 16 x 6 · q quits",
        "in lines that fit"
    );
}

#[test]
fn the_layout_is_restored_in_the_next_session() {
    let folder = tempfile::tempdir().expect("a folder");
    let session = || {
        let options = Options { session_state: Some(folder.path().join("state.json")), ..options() };
        let mut player = Player::with(options, 140, 45);
        player.import(corpus(&[14, 5]));
        player
    };
    let panes = |player: &Player| Pane::ALL.map(|shown| player.area(shown));
    let mut player = session();
    let first = panes(&player);
    drag_column(&mut player, 0, 2);
    let moved = panes(&player);
    assert_ne!(first, moved);
    player.headless.close().expect("written");
    assert_eq!(panes(&session()), moved);
}

#[test]
fn a_moved_border_holds_without_colours_and_while_loading() {
    let mut player = Player::loading(140, 45);
    player.theme = Some(Theme::bundled("light", Depth::None).expect("bundled").expect("readable"));
    player.keys("0 I");
    player.mouse(MouseKind::Click, 53, 20);
    player.mouse(MouseKind::Drag, 60, 20);
    player.screen();
    player.import(corpus(&[14]));
    player.screen();
}

#[test]
fn hints_are_clicked() {
    for (width, hint) in [(140, "d compare"), (80, "d compare")] {
        let mut player = open(width, 24);
        let status = player.screen().lines().last().expect("a status line").to_owned();
        let column = status.find(hint).map(|at| status[..at].chars().count()).expect("its hint");
        let click = |player: &mut Player, column: usize| {
            player.mouse(MouseKind::Click, u16::try_from(column).expect("a column"), 23);
        };
        click(&mut player, column - 1);
        assert!(!player.is_comparing(), "between two hints");
        click(&mut player, column + 4);
        assert!(player.is_comparing(), "{}", player.screen());
    }
}

#[test]
fn the_names_of_the_screens_are_clicked() {
    let mut player = open(140, 45);
    for (name, shown) in
        [("2 Progress", Screen::Progress), ("3 Groups", Screen::Groups), ("1 Triage", Screen::Triage)]
    {
        let screen = player.screen();
        let header = screen.lines().next().expect("a header");
        let column = header.find(name).map(|at| header[..at].chars().count()).expect("its name");
        player.mouse(MouseKind::Click, u16::try_from(column + 3).expect("a column"), 0);
        assert_eq!(player.page(), shown, "{name}");
        player.mouse(MouseKind::Click, u16::try_from(column + 3).expect("a column"), 0);
        assert_eq!(player.page(), shown, "the screen that is shown stays: {name}");
    }
    player.mouse(MouseKind::Click, 137, 0);
    assert!(player.screen().contains("esc closes"), "{}", player.screen());
    player.keys("<esc>");
    player.mouse(MouseKind::Click, 1, 0);
    assert_eq!(player.page(), Screen::Triage, "the program's name leads nowhere");
}

fn shown(player: &Player) -> Vec<Pane> {
    let layout = player.headless.state().cx.layout().expect("large enough");
    Pane::ALL.into_iter().filter(|&pane| layout.pane(pane).is_some()).collect()
}

#[test]
fn from_100_columns_on_all_panes_are_visible() {
    let mut player = Player::open(corpus(&[14, 5]), 100, 30);
    assert_eq!(shown(&player), Pane::ALL);
    insta::assert_snapshot!("all_at_100x30", player.screen());
    for pane in [Pane::Code, Pane::Focal, Pane::Trace, Pane::Why, Pane::List] {
        player.keys("<tab>");
        assert_eq!((player.focus(), shown(&player).len()), (pane, 5));
    }
}

#[test]
fn a_narrow_high_screen_stacks_all_panes() {
    let player = Player::open(corpus(&[14, 5]), 80, 45);
    assert_eq!(shown(&player), Pane::ALL);
    insta::assert_snapshot!("all_at_80x45", player.screen());
}

#[test]
fn the_tabs_of_a_small_screen_do_not_move() {
    let mut player = Player::open(corpus(&[14]), 80, 24);
    let places = |player: &Player| ["test ▸", "focal ", "trace", "why"].map(|tab| player.find(tab));
    let before = places(&player);
    // The focal method comes after the test, in the same pane.
    for pane in [Pane::Code, Pane::Code, Pane::Trace, Pane::Why, Pane::List] {
        player.keys("<tab>");
        assert_eq!((player.focus(), places(&player)), (pane, before), "{}", player.screen());
    }
    // Also while another pane is shown, a tab shows what it names.
    player.keys("<tab> <tab> <tab>");
    assert_eq!(player.focus(), Pane::Trace);
    player.mouse(MouseKind::Click, before[1].0, before[1].1);
    assert_eq!(player.focus(), Pane::Code);
    assert!(player.screen().contains("/**") || player.screen().contains("public"), "{}", player.screen());
}

/// The text of the failure that the code pane shows.
fn view_of(player: &Player) -> CodeView {
    let code = player.rows(Pane::Code).join("\n");
    if code.contains("@Test") { CodeView::Test } else { CodeView::FocalMethod }
}

#[test]
fn a_click_on_a_tab_shows_its_text() {
    let mut player = Player::open(corpus(&[14]), 80, 24);
    for (word, view) in [("focal ", CodeView::FocalMethod), ("test ▸", CodeView::Test)] {
        let (x, y) = player.find(word);
        for _ in 0..2 {
            player.mouse(MouseKind::Click, x, y);
            assert_eq!(
                (view_of(&player), player.focus()),
                (view, Pane::Code),
                "a second click changes nothing"
            );
        }
    }
    let (x, y) = player.find(" ▸ focal");
    player.mouse(MouseKind::Click, x + 1, y);
    assert_eq!(view_of(&player), CodeView::Test, "between the tabs there is none");
    for (word, pane) in [("trace ", Pane::Trace), ("why ", Pane::Why), ("test ▸", Pane::Code)] {
        let (x, y) = player.find(word);
        player.mouse(MouseKind::Click, x, y);
        assert!(player.is_shown(pane) && player.focus() == pane);
    }
}
