//! The rows of the list: names, exceptions and messages that fit, what repeats, and what follows where there is room.

use fossick::model::{Corpus, StackTrace};
use fossick::tui::Pane;
use fossick::tui::core::action::MouseKind;

use crate::support::{Player, corpus, long_names};

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
            "{}\norg.opentest4j.AssertionFailedError: \nExpecting:\n <\"ink {number}\">\nto be drawn by:\n <\"pen\">\nbut was not.\n\tat {class}.a(CartTest.java:3)\n",
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
    let (x, y) = player.find("Expecting <\"ink 3\">");
    player.mouse(MouseKind::Click, x, y);
    assert!(player.selection().test.ends_with("rejectsNumber3"), "{}", player.screen());

    let list =
        |failures, width, height| Player::open(build(failures), width, height).rows(Pane::List).join("\n");
    let low = list(5, 80, 24);
    assert!(
        low.contains("rejectsNumber0  Expecting <\"ink 0\"> to be drawn by <\"pen\"> but was not."),
        "{low}"
    );
    // Names and messages that have room side by side are not below each other.
    let wide = list(60, 140, 45);
    assert!(wide.contains("rejectsNumber3   Expecting <\"ink 3\"> to be drawn by <\"pen\"> but"), "{wide}");
    let narrow = list(60, 100, 45);
    assert!(narrow.contains("\n        Expecting <\"ink 3\"> to be drawn by"), "{narrow}");
}

#[test]
fn the_selection_stays_visible_among_rows_of_two_lines() {
    let mut player = Player::open(build(60), 100, 30);
    for keys in ["G", "g g", "<ctrl-d>", "<ctrl-d>", "<ctrl-u>", "j j j j j j j j j j j j"] {
        player.keys(keys);
        let name = player.selection().test.rsplit("::").next().unwrap_or_default().to_owned();
        let list = player.rows(Pane::List);
        assert!(list.iter().any(|row| row.starts_with('▌') && row.contains(&name[..9])), "{keys}: {list:?}");
    }
}

#[test]
fn what_tells_failures_apart_is_whole_or_left_out() {
    for width in [80, 120, 140] {
        let list = Player::open(corpus(&[14]), width, 45).rows(Pane::List);
        assert!(list.iter().all(|row| !row.contains(", on") || !row.trim_end().ends_with('…')), "{list:?}");
    }
}

#[test]
fn a_short_list_shows_whole_messages_if_it_would_cut_one() {
    let mut corpus = corpus(&[2, 2]);
    let message = format!("{} but was:<7>", "a long message ".repeat(5));
    corpus.failures[0].trace =
        StackTrace(format!("t::t\njava.lang.Error: {message}\n\tat a.B.c(B.java:7)\n").into());
    let list = Player::open(corpus, 140, 45).rows(Pane::List).join("\n");
    assert!(list.contains("but was:<7>") && list.contains("next groups"), "{list}");
}

const SIZES: [(u16, u16); 7] = [(60, 15), (80, 24), (100, 30), (120, 30), (140, 45), (180, 45), (200, 60)];

#[test]
fn exceptions_are_not_cut_and_columns_do_not_move() {
    for (width, height) in SIZES {
        for keys in ["", "t t R"] {
            let mut player = Player::open(long_names(), width, height);
            player.keys(keys);
            let list = player.rows(Pane::List);
            let names = ["ArrayIndexOutOfBounds", "ComparisonFailure", "AssertionError"];
            // In a column, or followed by the message or the truth.
            let is_whole = |row: &String| {
                names.iter().any(|name| {
                    ["  ", ": ", " in ", " · ", " FP", " TP"]
                        .iter()
                        .any(|end| row.contains(&format!("{name}{end}")))
                })
            };
            // A second line has no rank.
            let has_rank = |row: &&String| row.chars().skip(1).take(3).any(|c| c.is_ascii_digit());
            let mut first = list.iter().filter(has_rank).take(3);
            assert!(first.all(is_whole), "at {width} {keys:?}\n{}", list.join("\n"));
            assert_eq!(list[0].contains("truth"), !keys.is_empty(), "{}", list[0]);
            let heading = list[0].clone();
            player.keys("G");
            // The place is that of the rows shown.
            let words = |heading: &str| {
                heading
                    .split('–')
                    .next()
                    .map(|it| it.trim_end_matches(|c: char| !c.is_alphabetic()).to_owned())
            };
            assert_eq!(words(&player.rows(Pane::List)[0]), words(&heading), "for every selection");
        }
    }
}

#[test]
fn without_code_rows_name_their_tests_and_the_list_is_wider() {
    let mut corpus = corpus(&[14]);
    let with_code = Player::open(corpus.clone(), 140, 45).area(Pane::List).width;
    for failure in &mut corpus.failures {
        (failure.generated_test, failure.focal_method) = ("".into(), "".into());
    }
    let player = Player::open(corpus, 140, 45);
    let list = player.rows(Pane::List);
    for test in ["test03", "test09", "test12"] {
        assert_eq!(list.iter().filter(|row| row.contains(test)).count(), 1, "{}", list.join("\n"));
    }
    assert!(player.area(Pane::List).width > with_code);
}

#[test]
fn below_the_last_group_are_those_before_it() {
    let mut player = Player::open(corpus(&[3, 4, 5]), 140, 45);
    player.keys("] ]");
    let list = player.rows(Pane::List).join("\n");
    let (_, others) = list.split_once("other groups").expect("there is room");
    assert!(
        others.contains("[ previous") && others.contains("Shop-1") && others.contains("Shop-2"),
        "{list}"
    );
}

#[test]
fn a_row_equal_to_the_one_above_is_dim() {
    let player = Player::open(corpus(&[14]), 125, 28);
    let (buffer, theme) = (player.buffer(), player.headless.theme().clone());
    let list = player.rows(Pane::List);
    let (x, _) = player.find("put(null) should throw");
    let mut dim = 0;
    for row in 2..=10 {
        let text = |row: usize| list[row].chars().skip(usize::from(x)).collect::<String>();
        let is_dim =
            buffer[(x, u16::try_from(row + 1).expect("a row"))].fg == theme.dim.fg.expect("a colour");
        assert_eq!(is_dim, text(row) == text(row - 1), "{}", list[row]);
        dim += usize::from(is_dim);
    }
    assert_eq!(
        dim, 5,
        "two more of one kind, one of another, and three of the last, of which one is below the top"
    );
}
