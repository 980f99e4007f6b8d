//! Legibility: names keep their distinctive part, long lines wrap, tabs and panes do not move, and there is one column if two would be
//! too narrow.

use crate::support::{Player, corpus};
use fossick::model::{Corpus, StackTrace};
use fossick::tui::Action;
use fossick::tui::Pane;
use fossick::tui::core::action::{Message, MouseKind};
use fossick::tui::frame::color::Depth;
use fossick::tui::frame::theme::{BUNDLED, Theme};
use ratatui::style::Color;
use std::collections::HashSet;

fn line(player: &Player, row: usize) -> String {
    player.screen().lines().nth(row).unwrap_or_default().to_owned()
}

fn title_of(player: &Player, pane: Pane) -> String {
    let area = player.headless.state().cx.layout().expect("large enough").pane(pane).expect("it is shown");
    line(player, usize::from(area.y))
        .chars()
        .skip(usize::from(area.x))
        .take(usize::from(area.width))
        .collect()
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
    for pane in [Pane::Code, Pane::Focal, Pane::Trace, Pane::Why, Pane::Candidates] {
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

/// Failures of tests that people wrote, one after the other in two classes.
fn build(failures: usize) -> Corpus {
    let mut corpus = corpus(&[failures]);
    for (number, failure) in corpus.failures.iter_mut().enumerate() {
        let class = if number % 2 == 0 { "shop.CartTest" } else { "shop.CartTest$Paying" };
        failure.test = format!("{class}::rejectsNumber{number}").into();
        for text in [&mut failure.generated_test, &mut failure.test_prefix, &mut failure.focal_method] {
            *text = "".into();
        }
        let trace = format!(
            "{}\norg.opentest4j.AssertionFailedError: \nExpecting:\n <\"ink {number}\">\nto be equal to:\n <\"pen\">\nbut was not.\n\tat {class}.a(CartTest.java:3)\n",
            failure.test
        );
        failure.trace = StackTrace(trace.into());
    }
    corpus
}

#[test]
fn tests_that_people_wrote_are_listed_by_name_and_with_the_whole_message_where_there_is_room() {
    let mut player = Player::open(build(5), 100, 30);
    insta::assert_snapshot!("build_100x30", player.screen());
    // A click on the second line of a failure selects it.
    let (x, y) = find(&player, "Expecting <\"ink 3\">");
    player.mouse(MouseKind::Click, x, y);
    assert!(player.selection().test.ends_with("rejectsNumber3"), "{}", player.screen());

    let list = |failures, width, height| {
        Player::open(build(failures), width, height).rows(Pane::Candidates).join("\n")
    };
    let low = list(5, 80, 24);
    assert!(
        low.contains("rejectsNumber0  Expecting <\"ink 0\"> to be equal to <\"pen\"> but was not."),
        "{low}"
    );
    let wide = list(60, 140, 45);
    assert!(
        wide.contains("\n        Expecting <\"ink 3\"> to be equal to <\"pen\"> but was not."),
        "below the name: {wide}"
    );
}

#[test]
fn the_selection_stays_visible_among_rows_of_two_lines() {
    let mut player = Player::open(build(60), 100, 30);
    for keys in ["G", "g g", "<ctrl-d>", "<ctrl-d>", "<ctrl-u>", "j j j j j j j j j j j j"] {
        player.keys(keys);
        let name = player.selection().test.rsplit("::").next().unwrap_or_default().to_owned();
        let list = player.rows(Pane::Candidates);
        assert!(list.iter().any(|row| row.starts_with('▌') && row.contains(&name[..9])), "{keys}: {list:?}");
    }
}

fn find(player: &Player, wanted: &str) -> (u16, u16) {
    let screen = player.screen();
    let found = screen
        .lines()
        .enumerate()
        .find_map(|(y, line)| line.find(wanted).map(|byte| (line[..byte].chars().count(), y)));
    let (x, y) = found.unwrap_or_else(|| panic!("no {wanted} on\n{screen}"));
    (u16::try_from(x).expect("a cell"), u16::try_from(y).expect("a cell"))
}

#[test]
fn the_tabs_of_a_small_screen_do_not_move() {
    let mut player = Player::open(corpus(&[14]), 80, 24);
    let places = |player: &Player| ["test ▸", "focal ", "trace", "why"].map(|tab| find(player, tab));
    let before = places(&player);
    // The focal method comes after the test, in the same pane.
    for pane in [Pane::Code, Pane::Code, Pane::Trace, Pane::Why, Pane::Candidates] {
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

#[test]
fn a_title_drops_the_class_and_the_oracle_before_the_test() {
    let mut corpus = corpus(&[14]);
    for (i, failure) in corpus.failures.iter_mut().enumerate() {
        failure.test = format!("shop.AVeryLongNameOfATestClass_ESTest::testTakesMoreThanThereIs{i}").into();
    }
    for (width, expected) in [(240, " · expects"), (140, "testTakesMore"), (120, "testTakesMore")] {
        let player = Player::open(corpus.clone(), width, 45);
        let title = title_of(&player, Pane::Code);
        assert!(title.contains(expected) && !title.contains('…'), "{title}");
        let failure = player.selection();
        let method = failure.test.rsplit("::").next().expect("a method");
        assert!(title.contains(method), "{title}");
    }
}

#[test]
fn the_error_of_a_filter_is_shown_completely() {
    for width in [60, 80, 100, 140] {
        let mut player = Player::open(corpus(&[14]), width, 24);
        player.keys("& f o c a l s : x <enter>");
        let said: String = player.screen().lines().rev().take(9).collect::<Vec<_>>().join(" ");
        assert!(
            said.contains("unknown field `focals`")
                && ["Did you mean focal?", "exc:", "rank<"].iter().all(|word| said.contains(word)),
            "{said}"
        );
    }
}

#[test]
fn a_message_is_shown_completely() {
    let said = "the labels can't be saved: no space is left on the disk of shop.labels.ada.jsonl; make room there, and the \
                next label saves those that wait as well";
    for (width, height) in [(60, 15), (80, 24), (140, 45)] {
        let mut player = Player::open(corpus(&[14]), width, height);
        player.act(Action::Notice(Message::error(said)));
        let screen = player.screen();
        let last: Vec<&str> = screen.lines().rev().skip(1).take(3).collect();
        let words: Vec<&str> = last.iter().rev().flat_map(|line| line.split_whitespace()).collect();
        assert!(words.join(" ").ends_with(said), "{screen}");
        assert!(screen.contains("fails with") || height == 15, "the list stays visible\n{screen}");
    }
}

#[test]
fn a_screen_about_all_groups_names_none_of_them() {
    let mut player = Player::open(corpus(&[14, 5]), 140, 45);
    assert!(line(&player, 0).contains("Shop-1"));
    for key in ["2", "3"] {
        player.keys(key);
        assert!(!line(&player, 0).contains("Shop-1"), "{}", line(&player, 0));
    }
}

#[test]
fn a_folded_row_shows_its_count_and_its_error() {
    for width in [80, 100, 120, 140] {
        let mut player = Player::open(corpus(&[14]), width, 45);
        player.keys("s g");
        let list = player.rows(Pane::Candidates).join("\n");
        // A narrow list has no column for the exception.
        let said = match width {
            100 => ["×4 · put(null) should", "×5 · take: not enough", "×5 · size(): expec"],
            _ => ["×4 · put(null) s", "×5 · take: n", "×5 · size(): exp"],
        };
        for said in said {
            assert!(list.contains(said), "at {width}: {list}");
        }
    }
}

/// White letters on a light page can't be read.
#[test]
fn on_a_painted_background_no_terminal_colours_are_used() {
    for name in ["light", "dark", "nord"] {
        for depth in [Depth::TrueColor, Depth::Palette256] {
            let theme = Theme::bundled(name, depth).expect("bundled").expect("readable").on_its_own_page();
            for keys in ["", "?", "4", "d", "/ x", "<ctrl-t>"] {
                let mut player = Player::open(corpus(&[14, 5]), 120, 45);
                player.theme = Some(theme.clone());
                let buffer = player.keys(keys).buffer();
                let own = buffer.content().iter().filter(|cell| [cell.fg, cell.bg].contains(&Color::Reset));
                assert_eq!(own.count(), 0, "{name} {keys}");
            }
        }
    }
}

#[test]
fn a_theme_that_is_hard_to_read_says_so_in_the_preview() {
    let mut player = Player::open(corpus(&[14]), 100, 30);
    player.keys("<ctrl-t>");
    assert!(!player.screen().contains("hard to read"));
    let faint = BUNDLED[0].1.replace("dim = [\"#969ca7\"", "dim = [\"#555555\"");
    player.theme = Some(Theme::parse(&faint, Depth::TrueColor).expect("a theme"));
    assert!(
        player.screen().contains("`dim` on `selection` is hard to read: contrast"),
        "{}",
        player.screen()
    );
}

#[test]
fn what_tells_failures_apart_is_whole_or_left_out() {
    for width in [80, 120, 140] {
        let list = Player::open(corpus(&[14]), width, 45).rows(Pane::Candidates);
        assert!(list.iter().all(|row| !row.contains(", on") || !row.trim_end().ends_with('…')), "{list:?}");
    }
}

#[test]
fn a_short_list_shows_whole_messages_if_it_would_cut_one() {
    let mut corpus = corpus(&[2, 2]);
    let message = format!("{} but was:<7>", "a long message ".repeat(5));
    corpus.failures[0].trace =
        StackTrace(format!("t::t\njava.lang.Error: {message}\n\tat a.B.c(B.java:7)\n").into());
    let list = Player::open(corpus, 140, 45).rows(Pane::Candidates).join("\n");
    assert!(list.contains("but was:<7>") && list.contains("next groups"), "{list}");
}

#[test]
fn without_sources_the_pane_names_the_folder_and_the_other_failure_has_its_trace() {
    let mut corpus = corpus(&[2]);
    for failure in &mut corpus.failures {
        (failure.generated_test, failure.focal_method) = ("".into(), "".into());
        failure.is_reported = true;
    }
    let mut player = Player::open(corpus, 140, 45);
    let code = player.rows(Pane::Code).join("\n");
    let input = &player.headless.state().cx.session.input;
    assert!(code.contains(&format!("No source of Purse_ESTest around {input}:")), "{code}");
    assert!(code.contains("folder of its project."), "{code}");
    let similar = player.rows(Pane::Why).join("\n");
    let (_, traces) = similar.split_once("the other failure's trace").expect("it has room");
    assert!(traces.contains("#2 AssertionError  expected:<3> but was:<4>"), "{traces}");
    assert!(traces.contains("at Purse_ESTest.test01  Purse_ESTest.java:21"), "{traces}");
    let ends = traces.lines().filter(|row| row.contains(".java:")).map(|row| row.trim_end().chars().count());
    assert_eq!(ends.collect::<HashSet<_>>().len(), 1, "one column of places: {traces}");
    player.keys("n odd <enter> <esc>");
    assert_eq!(player.screen().matches("odd").count(), 1, "{}", player.screen());
}
