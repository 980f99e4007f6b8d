//! The order that also uses the tests that passed, and the default order of a build.

use std::path::Path;

use fossick::import::{Input, Reading};
use fossick::rank::Ranker;
use fossick::tui::Pane;
use fossick::tui::runtime::{Headless, Options};
use tempfile::TempDir;

use crate::project::{PURSE_TEST, TRACE, project, write};
use crate::support::{Player, corpus, options};

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/pass_aware/table.csv");

fn open(input: &Path, ranker: Option<Ranker>) -> Player {
    let options = Options {
        reading: Reading { inputs: vec![Input::Path(input.to_owned())], ..Reading::default() },
        ranker,
        ..options()
    };
    let mut player = Player::with(options.clone(), 140, 40);
    player.headless = Headless::open(options, (140, 40)).expect("results");
    player.settle();
    player
}

fn list(player: &Player) -> Vec<usize> {
    player.ranking().entries.iter().map(|entry| entry.failure.index()).collect()
}

fn why(player: &Player) -> String {
    player.rows(Pane::Why).join("\n")
}

#[test]
fn the_order_of_a_table_is_in_the_menu_and_explained() {
    let mut player = open(Path::new(TABLE), None);
    let paper = list(&player);
    assert!(!player.header().contains("diversified"), "a table keeps the paper's order");
    player.keys("s a");
    assert!(player.header().contains("pass-aware"), "{}", player.header());
    assert_ne!(list(&player), paper);
    player.keys("g g");
    let first = player.ranking().entries[0];
    assert!((first.score - 1.794_117_647_058_823_6).abs() < 1e-12, "its own score: {first:?}");
    assert!(
        why(&player).contains("2 of 4 tests like this one pass (assertNotNull, open)."),
        "{}",
        why(&player)
    );
    player.keys("s p");
    assert_eq!(list(&player), paper);
    assert!(!why(&player).contains("tests like"), "{}", why(&player));
    assert_ne!(list(&open(Path::new(TABLE), Some(Ranker::PASS_AWARE))), paper, "as when it is requested");
}

#[test]
fn without_passed_tests_the_list_stays() {
    let mut player = Player::open(corpus(&[12]), 140, 40);
    let paper = list(&player);
    player.keys("s a");
    assert!(player.message().starts_with("no test that passed is known"), "{}", player.message());
    assert_eq!(list(&player), paper);
    assert!(!player.header().contains("pass-aware"), "{}", player.header());
}

/// Creates the project with an additional test, and a report in which all but one test passed.
fn build() -> TempDir {
    let folder = project();
    let source = std::fs::read_to_string(folder.path().join(PURSE_TEST)).expect("the test class");
    let more = "    @Test\n    public void takesNone() {\n        new Purse().take(0);\n    }\n}\n";
    let source = source.strip_suffix("}\n").expect("it ends").to_owned() + more;
    write(folder.path(), PURSE_TEST, &source);
    let report = format!(
        "<testsuite name=\"shop.PurseTest\" tests=\"3\"><testcase name=\"takesTooMany\" classname=\"shop.PurseTest\">\
         <error type=\"java.lang.IllegalStateException\"><![CDATA[{TRACE}]]></error></testcase>\
         <testcase name=\"takesAll\" classname=\"shop.PurseTest\"/>\
         <testcase name=\"takesNone\" classname=\"shop.PurseTest\"/></testsuite>\n"
    );
    write(folder.path(), "core/target/surefire-reports/TEST-shop.PurseTest.xml", &report);
    folder
}

#[test]
fn a_build_of_people_is_shown_by_cause_unless_a_ranker_is_requested() {
    let folder = build();
    let is_by_cause = |ranker| {
        let mut player = open(folder.path(), ranker);
        player.keys("s");
        let screen = player.screen();
        let (_, after) = screen
            .split_once("by-cause: what most tests share, then what failed in production code")
            .expect("the menu");
        after.trim_start().starts_with("now")
    };
    assert!(is_by_cause(None));
    assert!(!is_by_cause(Some(Ranker::ISOLATION_FOREST)));
}

#[test]
fn the_passed_tests_of_a_build_are_found_in_its_sources() {
    let folder = build();
    let mut player = open(folder.path(), None);
    player.keys("s a");
    assert!(player.header().contains("pass-aware"), "{}", player.header());
    let expected = "1 of 2 tests like this one pass (throws nothing, Purse.take).";
    assert!(why(&player).contains(expected), "{}", why(&player));
}

#[test]
fn tests_in_javascript_that_passed_are_found_in_their_sources() {
    let report = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/javascript/reports/vitest3.json");
    let mut player = open(Path::new(report), Some(Ranker::PASS_AWARE));
    assert!(player.header().contains("pass-aware"), "{}", player.header());
    let mut reasons = Vec::new();
    player.keys("g g");
    for _ in 0..6 {
        reasons.push(why(&player));
        player.keys("j");
    }
    let reasons = reasons.join("\n");
    assert!(reasons.contains("1 of 5 tests like this one pass (expect, pen.write)"), "{reasons}");
}
