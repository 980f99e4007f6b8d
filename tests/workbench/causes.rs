//! A red build of whole tests: the list opens with a row for each cause, and everything that counts what is judged counts these.

use std::sync::Arc;

use fossick::import::{Input, Reading};
use fossick::model::{Judgement, Label};
use fossick::tui::Pane;
use fossick::tui::core::action::Imported;
use fossick::tui::runtime::{Headless, Options};
use fossick::tui::triage::judging::Mark;
use tempfile::TempDir;

use crate::folder::write;
use crate::support::{Player, imported, options};

/// A failed test of a report of pytest.
fn failed(function: &str, message: &str) -> String {
    format!(
        "<testcase classname='tests.test_ink' name='{function}'><failure message='{message}'>def {function}():\n&gt;   check()\nE   {message}\n\ntests/test_ink.py:7: AssertionError</failure></testcase>"
    )
}

fn report(folder: &TempDir, cases: &str) {
    write(folder.path(), "junit.xml", format!("<testsuite name='pytest'>{cases}</testsuite>"));
}

fn open(folder: &TempDir, options: Options, size: (u16, u16)) -> Player {
    let reading = Reading { inputs: vec![Input::Path(folder.path().to_owned())], ..Reading::default() };
    let options = Options { reading, ..options };
    let mut player = Player::with(options.clone(), size.0, size.1);
    player.headless = Headless::open(options, size).expect("it is read");
    player
}

/// Twelve causes: one of three cases of two tests, the others of a test each.
fn twelve() -> TempDir {
    const COLOURS: [&str; 11] =
        ["amber", "beige", "coral", "denim", "ebony", "frost", "green", "hazel", "ivory", "khaki", "lilac"];
    let folder = tempfile::tempdir().expect("a folder");
    let alike = [("test_fill[3]", 3), ("test_fill[5]", 5), ("test_pour", 8)];
    let alike =
        alike.map(|(test, litres)| failed(test, &format!("AssertionError: {litres} litres are spilt")));
    let others = COLOURS
        .map(|colour| failed(&format!("test_{colour}"), &format!("AssertionError: no {colour} is left")));
    report(&folder, &[alike.concat(), others.concat()].concat());
    folder
}

#[test]
fn a_build_opens_with_a_row_for_each_cause_and_all_are_to_be_judged() {
    let folder = twelve();
    let mut player = open(&folder, options(), (140, 45));
    let screen = player.screen();
    let list = player.rows(Pane::List).join("\n");
    assert!(list.contains("×3, 2 tests · ") && !list.contains("test_fill[5]"), "{screen}");
    assert!(player.header().contains("0 of 12 causes judged"), "{}", player.header());
    assert!(!screen.contains("below the top"), "every cause is to be judged\n{screen}");
    assert!(screen.contains("3 cases of 2 tests fail alike"), "{screen}");
    player.keys("2");
    let progress = player.screen();
    assert!(progress.contains("Judge the 12 causes:"), "{progress}");
    assert!(progress.contains("14 failures, 12 causes to judge"), "{progress}");
    assert!(!progress.contains("top 10"), "{progress}");
    player.keys("1 t");
    assert_eq!(player.recorded.len(), 3, "one key judges what fails alike");
    player.keys(&"f ".repeat(11));
    assert!(player.header().contains("12 of 12 causes judged"), "{}", player.header());
    assert!(player.message().contains("all causes are judged"), "{}", player.message());
    player.keys("2");
    assert!(player.screen().contains("1 bug found; 12 of 12 causes judged"), "{}", player.screen());
}

#[test]
fn a_session_resumes_at_the_first_cause_without_a_label() {
    let folder = twelve();
    let first = open(&folder, options(), (140, 45));
    let (corpus, order) = (Arc::new(first.corpus().clone()), first.headless.state().cx.lists.listing.order);
    let judgement =
        Judgement { label: Some(Label::FalsePositive), by_signature: true, ..Judgement::default() };
    let mark = Mark { judgement, stale: false, saved: true, look: 0 };
    let is_judged = |test: &str| ["test_fill", "test_pour"].iter().any(|judged| test.contains(judged));
    let marks =
        corpus.failures.iter().map(|failure| is_judged(&failure.test).then(|| mark.clone())).collect();
    let mut player = Player::loading(140, 45);
    let again = imported(corpus, marks, "junit.xml".to_owned());
    player.headless.show(Imported { order: Some(order), ..again });
    assert!(player.header().contains("1 of 12 causes judged"), "{}", player.header());
    let selected = player.selection().test.rsplit("::").next().expect("a function").to_owned();
    assert!(player.rows(Pane::List)[2].contains(&selected), "{}", player.screen());
}

/// A project of pytest with a fixture that fails, and a report that is older than its files.
fn with_fixture() -> TempDir {
    const MISSING: &str = "FileNotFoundError: [Errno 2] No such file or directory: &apos;ink.txt&apos;";
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "pyproject.toml", "[project]\nname = 'pens'\n");
    write(folder.path(), "pens.py", "def ink():\n    return open('ink.txt')\n");
    let conftest = "import pens\nimport pytest\n\n\n@pytest.fixture\ndef ink():\n    return pens.ink()\n";
    write(folder.path(), "tests/conftest.py", conftest);
    write(folder.path(), "tests/test_ink.py", "def test_is_wet(ink):\n    assert ink.wet\n");
    let report = format!(
        "<testsuites name='pytest tests'><testsuite name='pytest' timestamp='2020-01-02T03:04:05+00:00'><testcase classname='tests.test_ink' name='test_is_wet'><error message='failed on setup with &quot;{MISSING}&quot;'>@pytest.fixture\n    def ink():\n&gt;       return pens.ink()\n\ntests/conftest.py:7: \n_ _ _ _ \n\n    def ink():\n&gt;       return open('ink.txt')\nE       {MISSING}\n\npens.py:2: FileNotFoundError</error></testcase></testsuite></testsuites>"
    );
    write(folder.path(), "junit.xml", report);
    folder
}

#[test]
fn a_test_says_that_its_file_was_edited_and_that_it_did_not_start() {
    let folder = with_fixture();
    let mut player = open(&folder, options(), (160, 45));
    let screen = player.screen();
    assert!(screen.contains("test_ink.py edited after the run: lines may have moved"), "{screen}");
    assert!(screen.contains("did not start: its set-up failed"), "{screen}");
    assert!(screen.contains("environment may be the reason"), "{screen}");
    player.keys("& phase:test <enter>");
    assert!(player.header().contains("0 of 1"), "{}", player.header());
    let mut player = open(&folder, options(), (80, 24));
    player.keys("<tab>");
    assert!(player.screen().contains("i environment"), "{}", player.screen());
}

#[test]
fn a_chosen_k_is_told_as_a_part_of_the_causes() {
    let folder = twelve();
    let mut player = open(&folder, Options { top: Some(5), ..options() }, (140, 45));
    assert!(player.header().contains("0 of the first 5 causes judged"), "{}", player.header());
    assert!(player.screen().contains("below the top 5 causes"), "{}", player.screen());
    player.keys("2");
    assert!(player.screen().contains("Judge the first 5 of 12 causes:"), "{}", player.screen());
}

#[test]
fn another_fold_that_a_person_chose_stays_when_results_are_read_again() {
    let folder = twelve();
    let mut player = open(&folder, options(), (140, 45));
    player.keys("s u");
    assert!(player.screen().contains("test_fill[5]"), "{}", player.screen());
    report(&folder, &failed("test_fill[3]", "AssertionError: 3 litres are spilt"));
    player.headless.reread().expect("it is read");
    player.settle();
    assert!(!player.screen().contains("causes judged"), "{}", player.screen());
}

#[test]
fn a_build_that_was_green_at_first_is_folded_when_it_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    report(&folder, "<testcase classname='tests.test_ink' name='test_pour'/>");
    let mut player = open(&folder, options(), (140, 45));
    let alike = ["test_fill[3]", "test_fill[5]"].map(|test| failed(test, "AssertionError: spilt"));
    report(&folder, &alike.concat());
    player.headless.reread().expect("it is read");
    player.settle();
    assert!(player.screen().contains("×2 · "), "{}", player.screen());
    assert!(player.header().contains("0 of 1 cause judged"), "{}", player.header());
}

#[test]
fn the_tests_of_an_unfolded_cause_say_what_tells_them_apart() {
    let folder = twelve();
    let mut player = open(&folder, options(), (140, 45));
    player.keys("<enter>");
    let screen = player.screen();
    let row = screen.lines().find(|line| line.contains("┄")).unwrap_or_default();
    assert!(row.contains("litres are spilt"), "{screen}");
    let list = player.rows(Pane::List).join("\n");
    assert_eq!(list.matches("test_fill[5]").count(), 1, "its name is there once\n{screen}");
}

#[test]
fn a_failed_tear_down_is_told_in_the_row_of_its_test() {
    let folder = tempfile::tempdir().expect("a folder");
    let both = "<testcase classname='test_desk' name='test_desk'><failure message='assert 1 == 2'>def test_desk(desk):\n&gt;   assert 1 == 2\nE   assert 1 == 2\n\ntest_desk.py:11: AssertionError</failure></testcase><testcase classname='test_desk' name='test_desk'><error message='failed on teardown with &quot;OSError: the desk is wet&quot;'>@pytest.fixture\n    def desk():\n        yield\n&gt;       raise OSError(&quot;the desk is wet&quot;)\nE       OSError: the desk is wet\n\ntest_desk.py:7: OSError</error></testcase>";
    report(&folder, both);
    let player = open(&folder, options(), (200, 60));
    let screen = player.screen();
    let row = screen.lines().find(|line| line.contains("test_desk  ")).unwrap_or_default();
    assert!(row.contains("1 ≠ 2 · teardown: OSError: the desk is wet"), "{screen}");
}

#[test]
fn the_help_of_a_build_that_is_fixed_names_no_key_that_does_nothing_there() {
    let folder = tempfile::tempdir().expect("a folder");
    report(&folder, "<testcase classname='tests.test_ink' name='test_pour'/>");
    let mut player = open(&folder, options(), (140, 45));
    player.keys("?");
    let help = player.screen();
    for word in ["bug (TP)", "ranked by", "isolation", "focal", "unsure\n", "next failure"] {
        assert!(!help.contains(word), "{word}\n{help}");
    }
    assert!(help.contains("quit") && help.contains("all actions"), "{help}");
}

#[test]
fn the_help_and_the_orders_of_a_build_begin_with_its_own() {
    let folder = twelve();
    let mut player = open(&folder, options(), (140, 45));
    player.keys("s");
    let menu = player.screen();
    let order = "by-cause: what most tests share, then what failed in production code";
    let (cause, forest) = (menu.find(order), menu.find("isolation-forest"));
    assert!(cause < forest && cause.is_some(), "{menu}");
    player.keys("<esc> ?");
    let help = player.screen();
    assert!(help.contains("by cause: what most tests share (cases of one count"), "{help}");
    assert!(!help.contains("isolation"), "{help}");
}

#[test]
fn a_cause_of_which_one_test_is_judged_is_still_to_judge() {
    let folder = tempfile::tempdir().expect("a folder");
    let alike = ["test_fill[3]", "test_fill[5]"].map(|test| failed(test, "AssertionError: spilt"));
    report(&folder, &alike.concat());
    let mut player = open(&folder, options(), (140, 45));
    player.keys("<enter> t");
    assert_eq!(player.recorded.len(), 1, "only the selected test of an unfolded cause");
    assert!(player.header().contains("0 of 1 cause judged"), "{}", player.header());
    player.keys("2");
    let progress = player.screen();
    assert!(progress.contains("1 bug found; 0 of 1 cause judged (1 of 2 failures)"), "{progress}");
    assert!(!progress.contains("done: next steps"), "{progress}");
    player.keys("1 t");
    assert_eq!(player.recorded.len(), 2, "the other one was selected next");
    assert!(player.header().contains("1 of 1 cause judged"), "{}", player.header());
    player.keys("2");
    let progress = player.screen();
    assert!(progress.contains("1 bug found; 1 of 1 cause judged (2 of 2 failures)"), "{progress}");
    assert!(progress.contains("done: next steps"), "{progress}");
}

#[test]
fn the_tests_of_a_cause_are_numbered_below_it_on_all_panes() {
    let folder = twelve();
    let mut player = open(&folder, options(), (140, 45));
    player.keys("<enter> j");
    let number = |player: &Player| {
        let mut rows = player.rows(Pane::List).into_iter().skip(1);
        let row = rows.find(|row| row.contains('▌')).unwrap_or_default();
        row.trim_start_matches('▌').split_whitespace().next().unwrap_or_default().to_owned()
    };
    assert_eq!(number(&player), "1.2", "{}", player.screen());
    assert!(player.screen().contains("#1.2 of 12"), "{}", player.screen());
    player.keys("j d");
    assert!(player.screen().contains("#1.3 "), "compare names it too\n{}", player.screen());
    player.keys("<esc> s t");
    while !number(&player).contains('.') {
        player.keys("k");
    }
    assert!(
        ["1.2", "1.3"].contains(&&*number(&player)),
        "sorted by name it is the same\n{}",
        player.screen()
    );
    let mut low = open(&folder, options(), (80, 24));
    low.keys("<enter> j");
    assert!(low.screen().contains(" 1.2 of 12 "), "{}", low.screen());
    low.keys("g 3 <enter>");
    assert!(low.screen().contains(" 3 of 12 "), "a rank is that of a cause\n{}", low.screen());
}

#[test]
fn progress_lists_each_cause_to_judge_once() {
    let folder = twelve();
    for size in [(80, 24), (140, 45), (200, 60)] {
        let mut player = open(&folder, options(), size);
        player.keys("2");
        let progress = player.screen();
        assert_eq!(progress.matches("no ivory is left").count(), 1, "at {size:?}\n{progress}");
        assert!(progress.contains("············"), "a sign for each cause\n{progress}");
    }
}

#[test]
fn the_signs_of_many_causes_have_the_whole_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = (b'a'..=b'z').map(char::from).map(|letter| {
        failed(
            &format!("test_{letter}"),
            &format!("AssertionError: no {} is left", letter.to_string().repeat(4)),
        )
    });
    report(&folder, &cases.collect::<String>());
    let mut player = open(&folder, options(), (80, 24));
    player.keys("t f i 2");
    let row = player.screen().lines().find(|row| row.contains("TFE")).map(str::to_owned).unwrap_or_default();
    assert!(row.contains(&format!("TFE{}", "·".repeat(23))), "{}", player.screen());
}

#[test]
fn a_build_offers_what_has_an_effect_there_in_its_words() {
    let folder = twelve();
    let mut player = open(&folder, options(), (140, 45));
    player.keys("s");
    let menu = player.screen();
    for word in ["paper", "signature", "s  score", "o  expected", "nothing is judged"] {
        assert!(!menu.contains(word), "{word}\n{menu}");
    }
    assert!(menu.contains("Or by column") && menu.contains("one of each cause first"), "{menu}");
    player.keys("<esc> :");
    let palette = player.screen();
    assert!(!palette.contains("top K") && !palette.contains("change K"), "{palette}");
    let first = palette.lines().find(|line| line.contains('▌') && line.contains("write a report"));
    assert!(first.is_some(), "{palette}");
    player.keys("next unj");
    assert!(player.screen().contains("the next cause to judge"), "{}", player.screen());
    player.keys("<esc> &");
    let filter = player.screen();
    for word in
        ["cell", "oracle:", "kind:", "judge:", "before:", "changed:", "score>", "group:", "Javadoc", "tp,"]
    {
        assert!(!filter.contains(word), "{word}\n{filter}");
    }
    assert!(filter.contains("bug, wrong-test, unsure"), "{filter}");
    player.keys("label:");
    assert!(player.screen().contains("wrong-test"), "{}", player.screen());
    player.keys("<esc> ?");
    let help = player.screen();
    for word in ["✗", "fixed version", "oracle", "(true positive"] {
        assert!(!help.contains(word), "{word}\n{help}");
    }
    player.keys("<esc> 2 ?");
    let help = player.screen();
    assert!(!help.contains("oracle") && help.contains("no bug: test is wrong"), "{help}");
}

#[test]
fn what_fails_like_it_has_a_line_for_each_test_and_nothing_that_is_not_like_it() {
    let folder = twelve();
    let player = open(&folder, options(), (140, 45));
    let why = player.rows(Pane::Why).join("\n");
    assert!(why.contains("1.2  ") && why.contains("1.3  "), "{why}");
    for test in ["test_fill[3]", "test_fill[5]"] {
        assert!(player.list().iter().any(|&id| player.corpus().failures[id].test.ends_with(test)));
    }
    assert!(why.contains("litres are spilt"), "each says its own message\n{why}");
    assert!(!why.contains("is left"), "other messages are of other bugs\n{why}");
}

#[test]
fn a_failure_that_names_no_file_leaves_its_room_to_the_trace() {
    let folder = tempfile::tempdir().expect("a folder");
    let step = r#"{"keyword":"Given ","line":4,"name":"I dance","result":{"status":"undefined"}}"#;
    let scenario =
        format!(r#"{{"type":"scenario","keyword":"Scenario","line":3,"name":"dances","steps":[{step}]}}"#);
    let feature = format!(
        r#"[{{"uri":"cart.feature","id":"cart","keyword":"Feature","line":1,"name":"Cart","elements":[{scenario}]}}]"#
    );
    write(folder.path(), "package.json", "{}");
    write(folder.path(), "cucumber.json", feature);
    let player = open(&folder, options(), (80, 24));
    let screen = player.screen();
    assert!(screen.contains("No source of it is known: its failure names no file."), "{screen}");
    let rows: Vec<&str> = screen.lines().collect();
    let said = rows.iter().position(|row| row.contains("No source of it")).expect("its row");
    assert!(rows[said + 2].contains("trace"), "{screen}");
}

/// A failed test of a report of pytest that failed at a statement of its own.
fn failed_at(function: &str, statement: &str, message: &str) -> String {
    format!(
        "<testcase classname='tests.test_ink' name='{function}'><failure message='{message}'>def {function}():\n&gt;   {statement}\nE   {message}\n\ntests/test_ink.py:7: AssertionError</failure></testcase>"
    )
}

#[test]
fn what_has_the_same_difference_comes_before_all_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = "AssertionError: assert [&apos;07.30 Berta&apos;] == [&apos;07:30 Berta&apos;]";
    let cases = [
        failed_at("test_board", "assert board(line) == want", said),
        failed_at("test_ink", "assert ink(pen) is full", "AssertionError: the pen is empty"),
        failed_at("test_paper", "assert paper.fits(desk)", "AssertionError: no desk is that small"),
        failed_at("test_ships", "assert [str(ship) for ship in ships()] == want", said),
    ];
    report(&folder, &cases.concat());
    let mut player = open(&folder, options(), (140, 45));
    select(&mut player, "test_ships");
    let screen = player.screen();
    assert!(screen.contains("Another test has the same difference."), "{screen}");
    let why = player.rows(Pane::Why);
    let shared = why.iter().position(|row| row.contains("Has the same difference")).expect("what they share");
    assert!(why[shared + 1].contains("test_board"), "its test follows\n{screen}");
    assert!(!screen.contains("failures like it"), "one pane tells it\n{screen}");
    assert!(!screen.contains("No other test fails like this"), "{screen}");
    player.keys("d");
    let compared = player.screen();
    let other = compared.lines().find(|row| row.starts_with("- #")).unwrap_or_default();
    assert!(other.contains("has the same difference") && other.contains("test_board"), "{compared}");
    player.keys("<esc>");
    select(&mut player, "test_paper");
    let screen = player.screen();
    assert!(screen.contains("No other test fails like this."), "{screen}");
    assert!(!screen.contains("nearest") && !screen.contains("like it  "), "nothing is near\n{screen}");
}

/// Selects the row of a test.
fn select(player: &mut Player, test: &str) {
    player.keys(&format!("<home> / {test} <enter> <esc>"));
    let row =
        player.screen().lines().find(|row| row.starts_with('▌') && row.contains(test)).map(str::to_owned);
    assert!(row.is_some(), "{}", player.screen());
}

#[test]
fn the_values_of_a_case_have_a_row_of_their_own_and_tell_two_cases_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "import pytest\n\nfrom ships import parse\n\n\n@pytest.mark.parametrize('text, hour, minute', [('07.05', 7, 5), ('', 0, 0), ('x', 1, 1)])\ndef test_parse_the_time_of_a_departure(text, hour, minute):\n    assert parse(text) == (hour, minute)\n";
    write(folder.path(), "tests/test_ships.py", source);
    write(
        folder.path(),
        "ships.py",
        "def parse(text):\n    hour, minute = text.split(':')\n    return int(hour), int(minute)\n",
    );
    let case = |id: &str, text: &str, hour: u32, message: &str| {
        format!(
            "<testcase classname='tests.test_ships' name='test_parse_the_time_of_a_departure[{id}]'><failure message='{message}'>text = &apos;{text}&apos;, hour = {hour}, minute = {hour}\n\n    @pytest.mark.parametrize(&apos;text, hour, minute&apos;, [(&apos;07.05&apos;, 7, 5), (&apos;&apos;, 0, 0), (&apos;x&apos;, 1, 1)])\n    def test_parse_the_time_of_a_departure(text, hour, minute):\n&gt;       assert parse(text) == (hour, minute)\nE       {message}\n\ntests/test_ships.py:8: ValueError</failure></testcase>"
        )
    };
    let said = "ValueError: not enough values to unpack";
    report(&folder, &[case("07.05-7-7", "07.05", 7, said), case("-0-0", "", 0, said)].concat());
    for size in [(80, 24), (140, 45), (200, 60)] {
        let mut player = open(&folder, options(), size);
        let screen = player.screen();
        assert!(screen.contains("text = '', hour = 0, minute = 0"), "{size:?}\n{screen}");
        player.keys("<enter> d");
        let compared = player.screen();
        let rows = ["text = '', hour = 0, minute = 0", "text = '07.05', hour = 7, minute = 7"];
        assert!(rows.iter().all(|values| compared.contains(values)), "{size:?}\n{compared}");
    }
}

#[test]
fn a_narrow_menu_marks_the_current_entries_with_a_whole_word() {
    let folder = twelve();
    let mut player = open(&folder, options(), (80, 24));
    player.keys("t s");
    let menu = player.screen();
    let marked = menu.lines().filter(|row| row.ends_with(" now │")).count();
    assert_eq!(marked, 2, "the order and the fold\n{menu}");
    assert!(menu.contains("l  label"), "every row has room\n{menu}");
}

#[test]
fn two_tests_that_are_compared_in_a_narrow_window_have_their_names() {
    let folder = twelve();
    let mut player = open(&folder, options(), (80, 24));
    player.keys("d");
    let screen = player.screen();
    let sides: Vec<&str> =
        screen.lines().filter(|line| line.starts_with("- #") || line.starts_with("+ #")).collect();
    assert!(
        sides.len() == 2 && sides.iter().all(|side| side.contains("test_") || side.contains('[')),
        "{screen}"
    );
    assert!(!screen.contains("selected"), "{screen}");
}

#[test]
fn the_hook_of_a_test_is_told_from_its_cases() {
    const TEST: &str = "\
import { expect } from 'chai';

describe('pen', () => {
  afterEach(() => {
    throw new Error('the cap is lost');
  });
  it('draws', () => {
    expect(1).to.equal(2);
  });
});
";
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "package.json", "{\"name\": \"desk\"}");
    write(folder.path(), "test/pen.test.js", TEST);
    let failed = |title: &str, message: &str, line: usize| {
        serde_json::json!({
            "title": title,
            "fullTitle": format!("pen {title}"),
            "file": folder.path().join("test/pen.test.js"),
            "err": {
                "message": message,
                "stack": format!("{message}\n    at Context.<anonymous> (test/pen.test.js:{line}:5)"),
            },
        })
    };
    let failures = [
        failed("draws", "AssertionError: expected 1 to equal 2", 8),
        failed("\"after each\" hook for \"draws\"", "Error: the cap is lost", 5),
    ];
    let report = serde_json::json!({
        "stats": {"suites": 1, "tests": 1, "passes": 0, "pending": 0, "failures": 2},
        "tests": failures, "pending": [], "failures": failures, "passes": [],
    });
    write(folder.path(), "mocha.json", report.to_string());
    let mut player = open(&folder, options(), (140, 45));
    let mut told = Vec::new();
    for _ in 0..2 {
        told.push(player.screen());
        player.keys("j");
    }
    for words in ["its set-up or tear-down fails", "the test itself fails"] {
        assert!(told.iter().any(|screen| screen.contains(words)), "{words}\n{}\n{}", told[0], told[1]);
    }
    assert!(!told.concat().contains("another case"), "{}", told.concat());
}
