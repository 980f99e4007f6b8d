//! The rows of a build of tests that people wrote: names and reasons share the width, and a folded row tells what its
//! tests differ in.

use fossick::import::{Input, Reading};
use fossick::tui::Pane;
use fossick::tui::runtime::{Headless, Options};
use tempfile::TempDir;

use crate::folder::write;
use crate::support::{Player, options};

/// A failed test of a report of pytest.
fn failed(module: &str, test: &str, message: &str) -> String {
    let function = test.split('[').next().unwrap_or(test);
    format!(
        "<testcase classname='tests.{module}' name='{test}'><failure message='{message}'>def {function}():\n&gt;   check()\nE   {message}\n\ntests/{module}.py:7: AssertionError</failure></testcase>"
    )
}

fn open(cases: &[String], size: (u16, u16)) -> (TempDir, Player) {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "junit.xml", format!("<testsuite name='pytest'>{}</testsuite>", cases.concat()));
    let reading = Reading { inputs: vec![Input::Path(folder.path().to_owned())], ..Reading::default() };
    let options = Options { reading, ..options() };
    let mut player = Player::with(options.clone(), size.0, size.1);
    player.headless = Headless::open(options, size).expect("it is read");
    player.settle();
    (folder, player)
}

const LONG_NAME: &str = "test_that_the_nib_draws_a_line";
const LONG_REASON: &str = "the ink of the black pen is dry, the red one is";

/// Thirty causes, of which one has a long name, and another one says much.
fn thirty() -> Vec<String> {
    let mut cases = vec![
        failed("test_ink", LONG_NAME, "AssertionError: assert 3 == 4"),
        failed("test_ink", "test_dry", &format!("AssertionError: {LONG_REASON}")),
    ];
    let letters = ('a'..='z').flat_map(|letter| [letter.to_string(), letter.to_string().repeat(2)]);
    cases.extend(letters.take(28).map(|letters| {
        failed("test_ink", &format!("test_{letters}"), &format!("AssertionError: no {letters} is left"))
    }));
    cases
}

#[test]
fn on_a_wide_screen_every_row_is_whole_in_one_line() {
    let (_folder, player) = open(&thirty(), (200, 60));
    let list = player.rows(Pane::List);
    assert!(list.iter().all(|row| !row.contains('…')), "{}", list.join("\n"));
    let rows: Vec<&String> = list.iter().skip(1).filter(|row| !row.trim().is_empty()).collect();
    assert_eq!(rows.len(), 30, "a line each\n{}", list.join("\n"));
    for whole in [LONG_NAME, LONG_REASON] {
        assert!(rows.iter().any(|row| row.contains(whole)), "{whole}\n{}", list.join("\n"));
    }
    let width = player.area(Pane::List).width;
    assert!((77..=100).contains(&width), "as wide as its rows need: {width}");
}

#[test]
fn short_reasons_leave_their_cells_to_long_names() {
    let cases = [("a_pen", "assert 13 == 4"), ("a_cup", "no ink is left")].map(|(object, message)| {
        let test = format!("test_that_the_nib_of_{object}_draws_a_line");
        failed("test_ink", &test, &format!("AssertionError: {message}"))
    });
    let (_folder, player) = open(&cases, (80, 24));
    let list = player.rows(Pane::List).join("\n");
    assert!(list.contains("test_that_the_nib_of_a_pen_draws_a_line"), "{list}");
    assert!(list.contains("13 ≠ 4"), "{list}");
}

#[test]
fn the_file_is_named_only_where_two_have_a_test_of_one_name() {
    let cases = [
        failed("test_ink", "test_draws", "AssertionError: no ink is left"),
        failed("test_pen", "test_draws", "AssertionError: the nib is bent"),
        failed("test_pen", "test_writes", "AssertionError: the cap is lost"),
    ];
    for size in [(80, 24), (140, 45), (200, 60)] {
        let (_folder, player) = open(&cases, size);
        let list = player.rows(Pane::List).join("\n");
        assert!(list.contains("test_ink.test_draws") && list.contains("test_pen.test_draws"), "{list}");
        assert!(!list.contains("test_pen.test_writes") && !list.contains("· test_pen"), "{list}");
    }
}

#[test]
fn a_folded_row_counts_the_values_for_which_it_has_no_room() {
    let cases: Vec<_> = (5..9)
        .map(|ink| {
            failed("test_ink", &format!("test_fill[{ink}]"), &format!("AssertionError: assert {ink} == 4"))
        })
        .collect();
    let (_folder, player) = open(&cases, (140, 45));
    let list = player.rows(Pane::List).join("\n");
    assert!(list.contains("×4, 4 values: "), "{list}");
    assert!(list.contains(" ≠ 4 +1"), "three are told\n{list}");
}

#[test]
fn a_folded_row_tells_that_its_tests_have_different_values_or_are_several() {
    let values = [
        ("test_fill[3]", "AssertionError: assert 3 == 4"),
        ("test_fill[5]", "AssertionError: assert 5 == 4"),
    ];
    let cases = values.map(|(test, message)| failed("test_ink", test, message));
    for size in [(80, 24), (140, 45), (200, 60)] {
        let (_folder, mut player) = open(&cases, size);
        let list = player.rows(Pane::List).join("\n");
        let told = ["×2, two values: 3 ≠ 4, 5 ≠ 4", "×2, two values: 5 ≠ 4, 3 ≠ 4"];
        assert!(told.iter().any(|told| list.contains(told)), "{list}");
        player.keys("<enter>");
        let list = player.rows(Pane::List).join("\n");
        assert!(!list.contains("two values"), "unfolded, each has its own row\n{list}");
    }
    let alike =
        ["test_fill", "test_pour"].map(|test| failed("test_ink", test, "AssertionError: it is spilt"));
    let (_folder, player) = open(&alike, (140, 45));
    assert!(player.rows(Pane::List).join("\n").contains("×2 tests · "), "{}", player.screen());
}

#[test]
fn the_pages_stay_apart_from_the_counts_while_a_long_filter_is_typed() {
    let (_folder, mut player) = open(&thirty(), (80, 24));
    player.keys("& test_that_the_nib_draws_nothing");
    let header = player.header();
    assert!(header.contains(" 1 Triage 2 Progress") && header.contains("0 of 30 · "), "{header}");
    assert!(!header.contains("judged1"), "a blank stands before the pages\n{header}");
}

#[test]
fn the_tour_of_a_build_tells_its_order_and_its_words() {
    let (_folder, mut player) = open(&thirty(), (140, 60));
    player.keys(": tour <enter>");
    let first = player.screen();
    assert!(first.contains("What most tests share comes first"), "{first}");
    assert!(!first.contains("Unusual"), "{first}");
    player.keys("<enter> <enter>");
    let last = player.screen();
    assert!(last.contains("no, a wrong test") && !last.contains("(FP)"), "{last}");
}
