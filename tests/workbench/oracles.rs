//! The generated oracles next to their references, on the progress screen and in triage.

use fossick::import::{Input, Reading};
use fossick::tui::Screen;
use fossick::tui::runtime::{Headless, Options};
use tempfile::TempDir;

use crate::program::object;
use crate::support::{Player, options};

/// A failed test whose oracle is similar to its reference, one whose oracle is not, and a test that passes with another
/// oracle than its reference.
const TESTS: &str = r#"{"project":"Shop","bug":"7","test":"shop.PurseTest::adds","outcome":"failed","fixed_outcome":"failed","generated_test":"@Test void adds() {\n  assertEquals(3, purse0.total());\n}","oracle":{"assertion":"assertEquals(3, purse0.total())"},"reference":{"assertion":"assertEquals(2, purse0.total())"}}
{"project":"Shop","bug":"7","test":"shop.PurseTest::takes","outcome":"failed","fixed_outcome":"failed","generated_test":"@Test void takes() {\n  purse0.take(9);\n}","oracle":{"expects_exception":false},"reference":{"expects_exception":true}}
{"project":"Shop","bug":"7","test":"shop.PurseTest::names","outcome":"passed","fixed_outcome":"passed","oracle":{"assertion":"assertNotNull(string0)"},"reference":{"assertion":"assertEquals(\"black leather\", string0)"}}
"#;

fn open(lines: &str, size: (u16, u16)) -> (TempDir, Player) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("toga.jsonl");
    std::fs::write(&file, lines).expect("written");
    let options =
        Options { reading: Reading { inputs: vec![Input::Path(file)], ..Reading::default() }, ..options() };
    let mut player = Player::with(options.clone(), size.0, size.1);
    player.headless = Headless::open(options, size).expect("results");
    player.settle();
    (folder, player)
}

fn has(player: &Player, wanted: &str) {
    assert!(player.screen().contains(wanted), "{wanted}:\n{}", player.screen());
}

#[test]
fn references_are_hidden_until_the_truth_is_shown() {
    let (_folder, mut player) = open(TESTS, (140, 45));
    player.keys("2 <tab>");
    has(&player, "2 Progress · oracles");
    has(&player, "R adds the right ones, and reveals the bugs");
    assert!(!player.screen().contains("leather"), "{}", player.screen());
    has(&player, "▌fails       Shop-7  adds   assertEquals(3, purse0.total())");
    player.keys("G");
    has(&player, "▌passes      Shop-7  names  assertNotNull(string0)");
    player.keys("k <enter>");
    assert_eq!((player.page(), &*player.selection().test), (Screen::Triage, "shop.PurseTest::takes"));
    assert!(!player.screen().contains("reference  "), "{}", player.screen());
    player.keys("2 <tab> G R");
    has(&player, "reference   assertEquals(\"black leather\", string0)");
    has(&player, "generated   assertNotNull(string0)");
    has(&player, "text differs, but the test passes");
    has(&player, "similarity in the list (chrF)");
    has(&player, "Shop-7 · PurseTest.names ");
    assert!(!player.screen().contains("purse0.total());"), "it did not fail: {}", player.screen());
    player.keys("j");
    has(&player, "  assertEquals(3, purse0.total());");
    player.keys("R");
    assert!(!player.screen().contains("leather"), "{}", player.screen());
}

#[test]
fn a_test_that_was_not_run_neither_fails_nor_passes() {
    let not_run =
        TESTS.lines().nth(2).expect("a line").replace(r#""outcome":"passed""#, r#""outcome":"not executed""#);
    let (_folder, mut player) = open(&(TESTS.to_owned() + &not_run.replace("::names", "::skips")), (140, 45));
    player.keys("2 <tab> G");
    has(&player, "▌not run ");
    has(&player, " was not executed\n");
    let not_run = not_run.replace(r#""fixed_outcome":"passed""#, r#""fixed_outcome":"not executed""#);
    let (_folder, mut player) = open(&(TESTS.to_owned() + &not_run), (140, 45));
    player.keys("2 <tab> R G");
    has(&player, "▌not run ");
    has(&player, " was not executed ");
}

#[test]
fn the_worst_disagreement_is_first_and_enter_opens_its_failure() {
    for size in [(80, 24), (140, 45)] {
        let (_folder, mut player) = open(TESTS, size);
        player.keys("2 <tab> R");
        let rows: Vec<String> = player.screen().lines().map(str::to_owned).collect();
        let row = |name: &str| rows.iter().position(|row| row.contains(name)).expect(name);
        assert!(row("passes   ") < row("fails   "), "{rows:#?}");
        assert!(row("names ") < row("adds ") && row("adds ") < row("takes "));
        player.keys("<enter>");
        assert_eq!(player.message(), "this test did not fail on the version under test");
        player.keys("j");
        has(&player, "similar text, but the test fails");
        player.keys("<enter>");
        assert_eq!((player.page(), &*player.selection().test), (Screen::Triage, "shop.PurseTest::adds"));
        has(&player, "reference  assertEquals(2, purse0.total())");
        player.keys("R");
        assert!(!player.screen().contains("reference  "), "{}", player.screen());
    }
}

#[test]
fn a_low_screen_has_all_measures_of_the_selected_oracle() {
    let (_folder, mut player) = open(TESTS, (80, 24));
    player.keys("2 <tab> R");
    let screen = player.screen();
    let cells = |name: &str| {
        let row = screen.lines().rfind(|row| row.starts_with(name)).expect(name);
        row.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(cells(" in %")[2..6], ["chrF", "BLEU", "accuracy", "CodeBLEU"], "{screen}");
    assert_eq!(cells(" this one ").len(), 2 + 7, "{screen}");
    assert_eq!(cells(" toga ").len(), 1 + 7, "{screen}");
}

#[test]
fn equal_oracles_without_an_assertion_are_equal() {
    let throws = TESTS.lines().nth(2).expect("a line").replace("::names", "::throws");
    let throws = throws.replace(r#""assertion":"assertNotNull(string0)""#, r#""expects_exception":true"#);
    let throws = throws
        .replace(r#""assertion":"assertEquals(\"black leather\", string0)""#, r#""expects_exception":true"#);
    let (_folder, mut player) = open(&(TESTS.to_owned() + &throws), (140, 45));
    player.keys("2 <tab> R");
    let screen = player.screen();
    let row = screen.lines().find(|row| row.contains(" throws ")).expect("a row");
    assert!(row.starts_with(" same text ") && row.contains("  –  "), "{screen}");
}

#[test]
fn the_figures_return_and_results_without_references_say_so() {
    let (_folder, mut player) = open(TESTS, (140, 45));
    player.keys("2 <tab> R");
    has(&player, "this one    Shop-7");
    player.keys("<esc>");
    assert_eq!(player.page(), Screen::Progress);
    assert!(!player.screen().contains("PurseTest.names"), "{}", player.screen());
    player.keys("<tab> 2");
    assert_eq!(player.page(), Screen::Progress, "the key of the screen returns to the figures");
    player.keys("<tab> 1");
    assert_eq!(player.page(), Screen::Triage);
    let mut without = Player::of(&[3]);
    without.keys("2 <tab>");
    assert!(without.message().starts_with("no reference oracles are known"), "{}", without.message());
}

#[test]
fn oracles_that_differ_only_in_values_are_one_row_until_it_is_unfolded() {
    let mut lines = TESTS.to_owned();
    for (test, name) in [("pays", "string7"), ("gives", "string2")] {
        let names = TESTS.lines().nth(2).expect("a line").replace("::names", &format!("::{test}"));
        lines += &(names.replace("string0", name).replace("black leather", test) + "\n");
    }
    for size in [(80, 24), (140, 45)] {
        let (_folder, mut player) = open(&lines, size);
        player.keys("2 <tab> R");
        let is_wide = size.0 > 80;
        let named =
            |name: &str| if is_wide { format!("  Shop-7  {name}") } else { "    assertEquals(\"".to_owned() };
        has(&player, &format!("3×{}", named("names")));
        has(&player, "enter unfold");
        if is_wide {
            has(&player, "the results have code of failed tests only");
            has(&player, " PurseTest.pays   assertNotNull(string7)");
        }
        assert!(!player.screen().contains("┄"), "{}", player.screen());
        player.keys("<enter>");
        has(&player, "enter fold ");
        player.keys("j");
        has(&player, &format!("┄{}", named("names")));
        player.keys("j");
        has(&player, &format!("┄{}", named("pays")));
        player.keys("j");
        has(&player, "Shop-7 · PurseTest.pays ");
        player.keys("R R");
        has(&player, "▌");
        has(&player, "PurseTest.pays ");
        player.keys("g e");
        has(&player, "PurseTest.takes ");
        has(&player, "fails on the fixed version · unmeasured: not two assertions");
        player.keys("g g <enter>");
        assert!(!player.screen().contains("┄"), "folded again: {}", player.screen());
    }
}

/// Tests of two approaches: one names the stages, one only outcomes.
const STAGES: &str = r#"{"run":"a","approach":"atlas","project":"Shop","bug":"7","test":"shop.PurseTest::a","outcome":"not executed","stage":"syntax"}
{"run":"a","approach":"atlas","project":"Shop","bug":"7","test":"shop.PurseTest::b","outcome":"not executed","stage":"compile"}
{"run":"a","approach":"atlas","project":"Shop","bug":"7","test":"shop.PurseTest::c","outcome":"failed","stage":"failed","generated_test":"@Test void c() {}","oracle":{"assertion":"assertTrue(b)"},"reference":{"assertion":"assertFalse(b)"}}
{"run":"t","approach":"toga","project":"Shop","bug":"7","test":"shop.PurseTest::a","outcome":"not executed"}
{"run":"t","approach":"toga","project":"Shop","bug":"7","test":"shop.PurseTest::b","outcome":"passed"}
{"run":"t","approach":"toga","project":"Shop","bug":"7","test":"shop.PurseTest::c","outcome":"failed","trace":"java.lang.AssertionError: no\n\tat shop.PurseTest.c(PurseTest.java:3)","generated_test":"@Test void c() {}","oracle":{"assertion":"assertTrue(b)"},"reference":{"assertion":"assertFalse(b)"}}
{"run":"t","approach":"toga","project":"Shop","bug":"7","test":"shop.PurseTest::d","outcome":"failed","trace":"java.io.IOException\n\tat shop.Purse.read(Purse.java:9)","generated_test":"@Test void d() {}","oracle":{"expects_exception":false},"reference":{"expects_exception":true}}
"#;

/// Returns the rows of stages as `fossick assess` computes them, in the words of the screen.
fn assessed_stages(file: &str, has_failed: bool) -> Vec<Vec<String>> {
    let report = object(&["assess", file]);
    let row = |row: &serde_json::Value| {
        let count = |name: &str| row[name].to_string();
        let mut cells = vec![row["approach"].as_str().expect("a name").to_owned()];
        cells.extend(["syntax", "compile", "runtime", "assertion"].map(count));
        cells.extend(has_failed.then(|| count("failed")));
        cells.extend(["passed", "unknown"].map(count));
        let all = ["n", "unknown"].map(|name| row[name].as_u64().expect("a count"));
        cells.push((all[0] + all[1]).to_string());
        cells
    };
    report["stages"].as_array().expect("rows").iter().map(row).collect()
}

#[test]
fn the_stages_are_those_that_assess_counts() {
    let demo = include_str!("../../assets/demo/demo.jsonl");
    for (lines, has_failed, approaches) in [(demo, false, 1), (STAGES, true, 2)] {
        for size in [(80, 34), (200, 60)] {
            let (folder, mut player) = open(lines, size);
            player.keys("2 <tab> R");
            assert!(
                has_failed || player.screen().contains("12 alike, in 7 groups"),
                "all of its groups are counted"
            );
            let file = folder.path().join("toga.jsonl");
            let expected = assessed_stages(file.to_str().expect("a path"), has_failed);
            assert_eq!(expected.len(), approaches);
            let screen = player.screen().replace(',', "");
            let from_header =
                screen.lines().skip_while(|line| !line.trim_start().starts_with("tested version"));
            let cells = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let mut shown: Vec<_> =
                from_header.skip(1).map(cells).take_while(|cells| !cells.is_empty()).collect();
            if shown.len() > approaches {
                // Each test once: as many as there are oracles, and as failures elsewhere.
                assert!(
                    screen.contains("1256 oracles")
                        && shown[0].ends_with(&["888".into(), "10".into(), "1256".into()])
                );
                let all = shown.remove(1);
                assert_eq!(all[..2], ["with", "duplicates"]);
                shown[0].splice(1.., all.into_iter().skip(2));
            }
            assert_eq!(shown, expected, "{screen}");
        }
    }
}
