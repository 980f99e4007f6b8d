//! Tests that are run again, mostly in part, while the workbench shows their results. The files are real, and are read again as
//! after a change on disk.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use fossick::import::{Input, Reading};
use fossick::labels::Journal;
use fossick::model::{ClockTime, FailureId, Label, LabelEvent};
use fossick::tui::Pane;
use fossick::tui::runtime::{Headless, LabelStorage, Options};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::folder::write;
use crate::support::{Player, options};

thread_local! {
    /// The minute of the clock: results are read at 07:22, and again every ten minutes.
    static MINUTE: Cell<u32> = const { Cell::new(22) };
}

fn clock() -> Option<ClockTime> {
    let minute = MINUTE.get();
    ClockTime::parse(&format!("2031-05-04T{:02}:{:02}:00", 7 + minute / 60, minute % 60))
}

/// The outcome of a test in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ran {
    Passed,
    Failed,
    Skipped,
}
use Ran::{Failed, Passed, Skipped};

/// The tests of the project: module and name.
const TESTS: [(&str, &str); 7] = [
    ("test_pen", "test_refill"),
    ("test_pen", "test_letters[1]"),
    ("test_pen", "test_letters[2]"),
    ("test_pen", "test_nib"),
    ("test_stock", "test_total"),
    ("test_stock", "test_labels"),
    ("test_stock", "test_cheapest"),
];

const PEN: &str = "\
import pytest

from inkwell.pen import Pen


def test_refill():
    assert Pen(ink=3).refill(4) == 7


@pytest.mark.parametrize('count', [1, 2])
def test_letters(count):
    assert Pen().write('x' * count) == count


def test_nib():
    assert Pen().nib == 'fine'
";

const STOCK: &str = "\
from inkwell.stock import cheapest, labels, total


def test_total():
    assert total([3, 4]) == 7


def test_labels():
    assert labels(['nib']) == ['Nib']


def test_cheapest():
    assert cheapest([3, 4]) == 3
";

/// A report as pytest writes it, of the tests that were run.
fn report(ran: &[(usize, Ran)]) -> String {
    let cases: String = ran.iter().map(|&(test, ran)| case(test, ran)).collect();
    let failures = ran.iter().filter(|(_, ran)| *ran == Failed).count();
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><testsuites name=\"pytest tests\"><testsuite name=\"pytest\" \
         errors=\"0\" failures=\"{failures}\" skipped=\"0\" tests=\"{}\">{cases}</testsuite></testsuites>",
        ran.len()
    )
}

fn case(test: usize, ran: Ran) -> String {
    let (module, name) = TESTS[test];
    let inner = match ran {
        Passed => String::new(),
        Skipped => "<skipped message=\"later\" type=\"pytest.skip\"/>".to_owned(),
        Failed => {
            let function = name.split('[').next().expect("a name");
            let source = if module == "test_pen" { PEN } else { STOCK };
            let start =
                source.lines().position(|line| line.contains(&format!("def {function}("))).expect("there");
            let line = source.lines().nth(start + 1).expect("a body");
            let assertion = line.trim();
            let expected = assertion.rsplit_once(" == ").map_or("True", |(_, expected)| expected);
            let message = format!("AssertionError: assert {test} == {expected}").replace('\'', "&apos;");
            format!(
                "<failure message=\"{message}\">def {function}():\n&gt;   {}\nE   {message}\n\n\
                 tests/{module}.py:{}: AssertionError</failure>",
                line.replace('\'', "&apos;"),
                start + 2
            )
        }
    };
    format!("<testcase classname=\"tests.{module}\" name=\"{name}\" time=\"0.01\">{inner}</testcase>")
}

/// A project with its workbench.
struct Session {
    folder: TempDir,
    player: Player,
    labels: PathBuf,
    /// The number of judgements that are in the journal.
    written: usize,
}

impl Session {
    /// Opens the workbench on the results of a run of all tests.
    fn open(ran: [Ran; 7], size: (u16, u16)) -> Session {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), "pyproject.toml", "[project]\nname = 'inkwell'\n");
        write(folder.path(), "tests/test_pen.py", PEN);
        write(folder.path(), "tests/test_stock.py", STOCK);
        let all: Vec<(usize, Ran)> = ran.into_iter().enumerate().collect();
        write(folder.path(), "junit.xml", report(&all));
        Session::of(folder, size)
    }

    fn of(folder: TempDir, size: (u16, u16)) -> Session {
        MINUTE.set(22);
        let labels = folder.path().join("labels.jsonl");
        let options = Options {
            reading: Reading { inputs: vec![Input::Path(folder.path().to_owned())], ..Reading::default() },
            labels: LabelStorage::In(labels.clone()),
            clock,
            ..options()
        };
        let mut player = Player::with(options.clone(), size.0, size.1);
        player.headless = Headless::open(options, size).expect("results");
        player.settle();
        Session { folder, player, labels, written: 0 }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs some tests again: the report has only these.
    fn run(&mut self, ran: &[(usize, Ran)]) -> &mut Session {
        fs::write(self.path("junit.xml"), report(ran)).expect("a report");
        self.reread()
    }

    fn reread(&mut self) -> &mut Session {
        self.write_labels();
        MINUTE.set(MINUTE.get() + 10);
        self.player.headless.reread().expect("results");
        self.player.settle();
        self
    }

    /// Writes the labels that were given since the last time, as the label writer does at once.
    fn write_labels(&mut self) {
        let (mut journal, _) = Journal::open(&self.labels).expect("a journal");
        for (identity, judgement) in &self.player.journal[self.written..] {
            let event = LabelEvent {
                identity: identity.clone(),
                judgement: judgement.clone(),
                annotator: "ada".to_owned(),
                time: "2031-05-04T07:22:00Z".to_owned(),
                decision: false,
                by: None,
            };
            journal.append(&event).expect("it is written");
        }
        self.written = self.player.journal.len();
    }

    fn keys(&mut self, script: &str) -> &mut Session {
        self.player.keys(script);
        self
    }

    fn screen(&self) -> String {
        self.player.screen()
    }

    /// The names of the failures in the list of the first group, in their order there; those that were not run again in brackets.
    fn failures(&self) -> Vec<String> {
        if self.player.headless.state().cx.lists.order.is_empty() {
            return Vec::new();
        }
        let name = |failure: FailureId| {
            let failure = &self.player.corpus().failures[failure];
            let name = failure.test.rsplit("::").next().unwrap_or_default().trim_start_matches("test_");
            if failure.not_run().is_some() { format!("({name})") } else { name.to_owned() }
        };
        let mut names: Vec<String> = self.player.list().into_iter().map(name).collect();
        names.sort_by_key(|name| name.trim_start_matches('(').to_owned());
        names
    }

    /// Selects the failure of a test.
    fn select(&mut self, name: &str) -> &mut Session {
        self.keys("g g");
        for _ in 0..20 {
            if self.player.selection().test.ends_with(name) {
                return self;
            }
            self.keys("j");
        }
        panic!("no {name} in\n{}", self.screen());
    }

    /// The lines of the screen that have a text, from top to bottom, without the rest of the line behind a column.
    fn line_with(&self, words: &str) -> Option<usize> {
        self.screen().lines().position(|line| line.contains(words))
    }
}

const SIX_FAIL: [Ran; 7] = [Failed, Failed, Failed, Passed, Failed, Failed, Failed];

#[test]
fn one_test_that_passes_is_fixed_and_the_others_stay() {
    let mut session = Session::open(SIX_FAIL, (140, 30));
    assert_eq!(session.failures().len(), 6);
    session.run(&[(0, Passed)]);
    assert_eq!(session.player.message(), "1 fixed, 5 not run again");
    assert_eq!(session.failures(), ["(cheapest)", "(labels)", "(letters[1])", "(letters[2])", "(total)"]);
    assert!(
        session.player.header().contains("5 failures · 5 not run since 07:22"),
        "{}",
        session.player.header()
    );
    insta::assert_snapshot!("one_test_fixed", session.screen());
    // Later, progress names it; the groups of one group say nothing that the list does not.
    session.keys("2");
    let progress = session.screen();
    assert!(progress.contains("1 fixed; 5 failures, 4 causes to judge"), "{progress}");
    assert!(progress.contains("fixed since you opened these results: 1"), "{progress}");
    assert!(progress.lines().any(|line| line.contains("✓   test_")), "{progress}");
    assert!(!progress.contains("3 Groups"), "{progress}");
    session.keys("1 3");
    assert_eq!(session.player.message(), "there is one group: 1 shows its failures");
    // The fixed one stays in sight until the next key.
    session.keys("j");
    assert!(!session.screen().contains('✓'), "{}", session.screen());
    // It is said how old a failure is, also of one that was not run in two runs.
    session.run(&[(4, Failed)]);
    assert_eq!(session.player.message(), "1 failed again");
    assert_eq!(session.failures(), ["(cheapest)", "(labels)", "(letters[1])", "(letters[2])", "total"]);
    assert!(
        session.player.header().contains("1 failure · 4 not run since 07:22"),
        "{}",
        session.player.header()
    );
    session.run(&[(5, Failed)]);
    assert_eq!(session.player.message(), "1 failed again, 1 not run again");
    assert!(
        session.player.header().contains("4 not run again"),
        "at several times: {}",
        session.player.header()
    );
    session.select("test_total");
    assert!(
        session.player.rows(Pane::Why).join("\n").contains("not run since 07:42"),
        "{}",
        session.screen()
    );
}

#[test]
fn of_the_last_failed_only_the_first_is_run() {
    let mut session = Session::open(SIX_FAIL, (140, 30));
    // --lf -x: the run stops at the first failure.
    session.run(&[(0, Failed)]);
    assert_eq!(session.player.message(), "5 not run again");
    session.run(&[(0, Passed), (1, Failed)]);
    assert_eq!(session.player.message(), "1 fixed, 1 failed again");
    session.run(&[(1, Passed), (2, Passed), (4, Failed)]);
    assert_eq!(session.failures(), ["(cheapest)", "(labels)", "total"]);
    // Those that failed alike are one row.
    assert!(session.screen().contains("2 tests fixed"), "{}", session.screen());
    session.run(&[(4, Passed), (5, Passed), (6, Passed)]);
    assert!(session.screen().contains("all 6 fixed"), "{}", session.screen());
}

#[test]
fn fixed_rows_stay_in_their_places_and_no_row_moves() {
    for size in [(140, 30), (80, 24), (200, 40)] {
        let mut session = Session::open(SIX_FAIL, size);
        session.select("test_labels");
        let places = |session: &Session| {
            ["test_refill", "test_cheapest", "test_labels"].map(|name| session.line_with(name))
        };
        let before = places(&session);
        session.run(&[
            (0, Passed),
            (1, Failed),
            (2, Failed),
            (3, Passed),
            (4, Failed),
            (5, Failed),
            (6, Passed),
        ]);
        assert_eq!(session.player.message(), "2 fixed");
        assert_eq!(session.screen().matches('✓').count(), 2, "{}", session.screen());
        assert_eq!(places(&session), before, "{}", session.screen());
        assert!(session.player.selection().test.ends_with("test_labels"));
        session.keys("k j");
        assert!(!session.screen().contains('✓'), "{}", session.screen());
        assert!(session.player.selection().test.ends_with("test_labels"));
    }
}

#[test]
fn a_click_takes_the_row_that_it_shows() {
    let mut session = Session::open(SIX_FAIL, (140, 30));
    session.keys("g g");
    session.run(&[(0, Passed), (2, Passed)]);
    let (column, row) = session.player.find("test_cheapest");
    session.player.mouse(fossick::tui::MouseKind::Click, column, row);
    assert!(session.player.selection().test.ends_with("test_cheapest"));
    assert!(!session.screen().contains('✓'), "{}", session.screen());
}

#[test]
fn the_end_says_what_was_fixed_with_labels_and_notes() {
    let mut session = Session::open(SIX_FAIL, (140, 30));
    session.select("test_refill").keys("t");
    session.select("test_total").keys("f");
    for (name, note) in [("test_total", "a <space> total"), ("test_refill", "adds"), ("test_labels", "why?")]
    {
        session.select(name).keys("n").keys(note).keys("<enter>");
    }
    session.run(&[(0, Passed), (1, Passed), (2, Passed)]);
    session.run(&[(4, Passed), (5, Passed), (6, Passed)]);
    insta::assert_snapshot!("all_fixed", session.screen());
    for (page, said) in
        [("2", "this is all there is"), ("3", "this is all there is"), ("z", "nothing to undo")]
    {
        session.keys(page);
        assert!(session.screen().contains("all 6 fixed"), "{}", session.screen());
        assert!(session.player.message().contains(said), "{}", session.player.message());
    }
    // On a small screen the list scrolls.
    session.player.act(fossick::tui::Action::Resize(80, 15));
    assert!(session.screen().contains("1–4 of 6"), "{}", session.screen());
    session.keys("G");
    assert!(
        session.screen().contains("2–6 of 6") && session.screen().contains("n  why?"),
        "{}",
        session.screen()
    );
    session.keys("k j j j g g");
    assert!(session.screen().contains("1–4 of 6"), "{}", session.screen());
    // One fails again.
    session.player.act(fossick::tui::Action::Resize(140, 30));
    session.run(&[(0, Failed)]);
    assert_eq!((session.failures(), session.player.message()), (vec!["refill".to_owned()], "1 new"));
    assert_eq!(session.player.label(session.player.failure().expect("a failure")), Some(Label::TruePositive));
    session.run(&[(0, Passed)]);
    assert!(session.screen().contains("all 6 fixed"), "{}", session.screen());
}

#[test]
fn a_single_failure_that_is_fixed() {
    let mut session = Session::open([Passed, Passed, Passed, Failed, Passed, Passed, Passed], (80, 24));
    session.run(&[(3, Passed)]);
    assert!(session.screen().contains("the one failure is fixed"), "{}", session.screen());
}

#[test]
fn labels_and_notes_of_tests_that_were_not_run_stay() {
    let mut session = Session::open(SIX_FAIL, (140, 30));
    session.select("test_total").keys("t");
    session.select("test_total").keys("n why? <enter>");
    session.select("test_labels").keys("f");
    session.run(&[(0, Failed)]).run(&[(0, Failed), (1, Failed)]);
    session.select("test_total");
    let total = session.player.failure().expect("it is selected");
    assert_eq!(
        (session.player.label(total), session.player.note(total)),
        (Some(Label::TruePositive), "why?")
    );
    // One can be judged as before, and undone.
    session.keys("f z");
    assert_eq!(session.player.label(session.player.failure().expect("selected")), Some(Label::TruePositive));
    session.select("test_labels");
    let labels = session.player.failure().expect("it is selected");
    assert_eq!(session.player.label(labels), Some(Label::FalsePositive));
}

#[test]
fn undo_waits_for_a_test_that_is_fixed_and_fails_again() {
    let mut session = Session::open(SIX_FAIL, (140, 30));
    session.select("test_total").keys("t");
    session.select("test_labels").keys("f");
    session.run(&[(5, Passed)]).keys("z");
    let total = session.player.failure().expect("the other one is selected");
    assert!(session.player.selection().test.ends_with("test_total"));
    assert_eq!(session.player.label(total), None, "its label was undone, though it was not run again");
    session.run(&[(5, Failed)]).keys("z");
    assert!(session.player.selection().test.ends_with("test_labels"));
    assert_eq!(session.player.label(session.player.failure().expect("selected")), None);
}

#[test]
fn a_module_that_can_not_be_imported_keeps_its_failures() {
    let mut session = Session::open(SIX_FAIL, (140, 30));
    fs::write(session.path("tests/test_stock.py"), STOCK.replace("def test_total():", "def test_total(:"))
        .expect("written");
    let error = "<testsuites name=\"pytest tests\"><testsuite name=\"pytest\" errors=\"1\" failures=\"0\" tests=\"1\">\
                 <testcase classname=\"\" name=\"tests.test_stock\" time=\"0.0\"><error message=\"collection failure\">\
                 E     File \"tests/test_stock.py\", line 4\nE       def test_total(:\nE   SyntaxError: invalid syntax\
                 </error></testcase></testsuite></testsuites>";
    fs::write(session.path("junit.xml"), error).expect("written");
    session.reread();
    let known = ["(cheapest)", "(labels)", "(letters[1])", "(letters[2])", "(refill)", "(total)"];
    let failures = session.failures();
    assert!(known.iter().all(|name| failures.iter().any(|failure| failure == name)), "{failures:?}");
    assert!(!session.player.message().contains("gone"), "{}", session.player.message());
    assert_eq!(failures.len(), 7, "the module has a row: {failures:?}");
    assert!(session.player.header().contains(" · 1 module not loaded"), "{}", session.player.header());
    let row = "not imported: SyntaxError: invalid syntax";
    assert!(session.screen().contains(row), "{}", session.screen());
    // It has no test, but the line at which it stopped is shown.
    session.select("tests.test_stock");
    assert!(session.screen().contains("def test_total(:"), "{}", session.screen());
    assert!(!session.screen().contains("start fossick in"), "{}", session.screen());
    let mut small = Session::open(SIX_FAIL, (80, 24));
    small.select("test_labels");
    fs::write(small.path("junit.xml"), error).expect("written");
    small.reread();
    assert!(small.player.header().contains("1 failure, 6 not run"), "{}", small.player.header());
    // What broke is in sight, and the test that it kept from being run is selected again once it is mended.
    assert!(small.player.selection().test.contains("tests.test_stock"), "{}", small.screen());
    assert!(
        small.player.rows(Pane::List).iter().any(|row| row.starts_with('▌') && row.contains("not imported"))
    );
    small.run(&SIX_FAIL.into_iter().enumerate().collect::<Vec<_>>());
    assert!(small.player.selection().test.ends_with("test_labels"), "{}", small.screen());
    // As long as the module is not run, nothing is known of it.
    session.run(&[(0, Passed)]);
    assert_eq!(session.failures().len(), 6, "{:?}", session.failures());
    // It can be imported again.
    fs::write(session.path("tests/test_stock.py"), STOCK).expect("written");
    session.run(&[(4, Passed), (5, Failed), (6, Passed)]);
    assert_eq!(session.failures(), ["labels", "(letters[1])", "(letters[2])"]);
    session.run(&[(1, Passed), (2, Passed), (5, Passed)]);
    assert!(session.screen().contains("all 7 fixed"), "{}", session.screen());
}

#[test]
fn what_fails_now_comes_before_what_was_not_run_and_each_row_says_so() {
    let mut session = Session::open(SIX_FAIL, (80, 24));
    session.run(&[(4, Failed)]);
    let first = session.player.list()[0];
    assert_eq!(&*session.player.corpus().failures[first].test, "tests.test_stock::test_total");
    assert!(session.player.header().contains("1 failure, 5 not run"), "{}", session.player.header());
    // One row has two cases.
    let rows = session.screen().lines().filter(|line| line.contains("not run · ")).count();
    assert_eq!(rows, 4, "{}", session.screen());
    assert!(session.line_with("total") < session.line_with("not run · "), "{}", session.screen());
}

#[test]
fn a_run_without_a_test_changes_nothing_but_the_age() {
    let mut session = Session::open(SIX_FAIL, (140, 30));
    session.run(&[]);
    assert_eq!(session.failures().len(), 6);
    assert_eq!(session.player.message(), "6 not run again");
    assert!(
        session.player.header().contains("6 failures · 6 not run since 07:22"),
        "{}",
        session.player.header()
    );
}

#[test]
fn a_test_is_gone_only_with_its_source() {
    let mut session = Session::open(SIX_FAIL, (140, 30));
    fs::write(session.path("tests/test_pen.py"), PEN.replace("test_refill", "test_filling"))
        .expect("written");
    session.run(&[(1, Passed)]);
    assert_eq!(session.player.message(), "1 fixed, 1 gone, 4 not run again");
    fs::remove_file(session.path("tests/test_stock.py")).expect("removed");
    session.run(&[(1, Passed)]);
    assert_eq!(session.player.message(), "3 gone");
    assert_eq!(session.failures(), ["(letters[2])"]);
    session.run(&[(2, Passed)]);
    assert!(session.screen().contains("all 2 fixed, 4 gone"), "{}", session.screen());
}

#[test]
fn a_bug_that_is_repaired_stays_found() {
    let mut session = Session::open(SIX_FAIL, (140, 30));
    session.select("test_total").keys("t");
    session.select("test_labels").keys("t 2");
    assert!(session.screen().contains("2 bugs found; "), "{}", session.screen());
    session.keys("1");
    session.run(&[(0, Failed), (1, Failed), (2, Failed), (4, Passed), (5, Passed), (6, Failed)]);
    session.keys("2");
    assert!(session.screen().contains("2 bugs found, all repaired; "), "{}", session.screen());
}

#[test]
fn a_skipped_test_was_not_run() {
    let mut session = Session::open(SIX_FAIL, (140, 30));
    session.run(&[(0, Skipped), (1, Failed), (2, Failed), (4, Failed), (5, Failed), (6, Failed)]);
    assert_eq!(session.player.message(), "1 not run again");
    assert_eq!(session.failures().iter().filter(|name| name.starts_with('(')).count(), 1);
}

#[test]
fn a_filter_a_fold_and_a_comparison_stay_open() {
    let mut session = Session::open(SIX_FAIL, (140, 30));
    session.keys("& is:not-run <enter>");
    session.keys("<esc> & test_l <enter>");
    session.run(&[(0, Failed), (1, Failed)]);
    assert!(session.player.header().contains("3 of 6 · test_l"), "{}", session.player.header());
    session.keys("<esc> & is:earlier <enter>");
    assert!(session.player.header().contains("4 of 6"), "{}", session.player.header());
    session.keys("<esc> & is:not-run <enter>");
    assert!(session.player.header().contains("4 of 6"), "{}", session.player.header());
    session.run(&[(2, Failed)]);
    assert!(
        session.player.header().contains("5 of 6"),
        "the filter is applied again: {}",
        session.player.header()
    );
    session.keys("<esc>");
    session.select("test_labels").keys("d");
    assert!(session.player.is_comparing());
    session.run(&[(0, Failed)]);
    assert!(session.player.is_comparing(), "{}", session.screen());
    session.keys("d s n");
    session.run(&[(0, Passed), (1, Passed), (2, Passed)]);
    assert!(session.screen().contains("fixed"), "{}", session.screen());
    session.keys("j k <enter> t");
    session.run(&[(4, Passed), (5, Passed), (6, Passed)]);
    assert!(session.screen().contains("all 6 fixed"), "{}", session.screen());
}

#[test]
fn other_screens_stay_open() {
    for page in ["2", "3"] {
        let mut session = Session::open(SIX_FAIL, (140, 30));
        session.keys("t f").keys(page);
        let shown = session.player.page();
        session.run(&[(0, Passed)]);
        assert_eq!(session.player.page(), shown, "{}", session.screen());
        session.keys("j k");
        session.run(&[(1, Passed), (2, Passed), (4, Passed), (5, Passed), (6, Passed)]);
        assert!(session.screen().contains("all 6 fixed"), "{}", session.screen());
        session.run(&[(6, Failed)]);
        assert_eq!(session.player.page(), shown);
        assert!(!session.screen().contains("all 6 fixed"), "{}", session.screen());
    }
}

/// A Maven project of two modules, each with a report of one class, in which these tests fail.
fn maven(pen: &[&str], stock: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "pom.xml", "<project><artifactId>inkwell</artifactId></project>");
    for (module, class, failed) in [("pen", "PenTest", pen), ("stock", "StockTest", stock)] {
        write(
            folder.path(),
            &format!("{module}/pom.xml"),
            format!("<project><artifactId>{module}</artifactId></project>"),
        );
        let methods: String =
            failed.iter().map(|name| format!("  @Test void {name}() {{ fail(); }}\n")).collect();
        let source = format!("package org.inkwell;\n\nclass {class} {{\n{methods}}}\n");
        write(folder.path(), &format!("{module}/src/test/java/org/inkwell/{class}.java"), source);
        surefire(folder.path(), module, class, failed, &[]);
    }
    folder
}

fn surefire(root: &Path, module: &str, class: &str, failed: &[&str], passed: &[&str]) {
    let trace = |name: &&str| {
        format!(
            "<testcase classname='org.inkwell.{class}' name='{name}'><failure type='java.lang.AssertionError' message='no {name}'>\
             java.lang.AssertionError: no {name}\n\tat org.inkwell.{class}.{name}({class}.java:4)</failure></testcase>"
        )
    };
    let failed: String = failed.iter().map(trace).collect();
    let passed: String = passed
        .iter()
        .map(|name| format!("<testcase classname='org.inkwell.{class}' name='{name}'/>"))
        .collect();
    let report = format!("<testsuite name='org.inkwell.{class}'>{failed}{passed}</testsuite>");
    write(root, &format!("{module}/target/surefire-reports/TEST-org.inkwell.{class}.xml"), report);
}

#[test]
fn one_module_is_run_again() {
    let folder = maven(&["writes", "refills"], &["counts", "sorts", "sells"]);
    let mut session = Session::of(folder, (140, 30));
    let root = session.folder.path().to_owned();
    session.keys("3");
    assert_eq!(session.player.group_rows().len(), 0, "modules are no bugs");
    session.keys("3");
    // mvn clean test -pl pen -am: the reports of the other module are deleted with its folder.
    fs::remove_dir_all(root.join("stock/target")).expect("removed");
    surefire(&root, "pen", "PenTest", &["writes"], &["refills"]);
    session.reread();
    assert_eq!(session.player.message(), "1 fixed, 3 not run again");
    assert_eq!(session.player.corpus().failures.len(), 4, "those of the other module are still there");
    // Then the other one.
    surefire(&root, "stock", "StockTest", &[], &["counts", "sorts", "sells"]);
    fs::remove_dir_all(root.join("pen/target")).expect("removed");
    session.reread();
    assert_eq!(session.player.message(), "3 fixed, 1 not run again");
    surefire(&root, "pen", "PenTest", &[], &["writes", "refills"]);
    session.reread();
    assert!(session.screen().contains("all 5 fixed"), "{}", session.screen());
}

#[test]
fn a_report_that_is_deleted_takes_no_failure_with_it() {
    let mut session = Session::of(maven(&["writes", "refills"], &["counts"]), (140, 30));
    let report = session.path("pen/target/surefire-reports/TEST-org.inkwell.PenTest.xml");
    fs::remove_file(report).expect("removed");
    session.reread();
    assert_eq!(session.player.message(), "2 not run again");
    // With its class, they are gone.
    fs::remove_file(session.path("pen/src/test/java/org/inkwell/PenTest.java")).expect("removed");
    session.reread();
    assert_eq!(session.player.message(), "2 gone");
}

#[test]
fn without_any_report_the_failures_are_kept() {
    let mut session = Session::of(maven(&["writes"], &["counts"]), (140, 30));
    fs::remove_dir_all(session.path("pen/target")).expect("removed");
    fs::remove_dir_all(session.path("stock/target")).expect("removed");
    // The reload worker keeps the screen as it is.
    assert!(session.player.headless.reread().is_err());
    assert!(session.screen().contains("writes"), "{}", session.screen());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// However the tests are run again, each that failed when it was run last is in the list, and each that passed is not.
    #[test]
    fn any_parts_of_the_tests_can_be_run_again(
        first in prop::array::uniform7(prop::bool::ANY),
        runs in prop::collection::vec(
            (prop::collection::btree_map(0..7usize, prop::bool::ANY, 0..7), "[jkftz\\]\\[sdZ23]{0,5}"), 1..5),
    ) {
        let outcome = |failed: bool| if failed { Failed } else { Passed };
        let mut session = Session::open(first.map(outcome), (100, 20));
        let mut failing = first;
        let mut ever = first;
        for (ran, keys) in runs {
            session.keys(&keys).keys("<esc> <esc> 1");
            for (&test, &failed) in &ran {
                failing[test] = failed;
                ever[test] |= failed;
            }
            let ran: Vec<(usize, Ran)> = ran.into_iter().map(|(test, failed)| (test, outcome(failed))).collect();
            session.run(&ran);
            let mut expected: Vec<String> = (0..7)
                .filter(|&test| failing[test])
                .map(|test| TESTS[test].1.trim_start_matches("test_").to_owned())
                .collect();
            expected.sort();
            let shown: Vec<String> =
                session.failures().iter().map(|name| name.trim_matches(['(', ')']).to_owned()).collect();
            prop_assert_eq!(&shown, &expected);
            let fixed = session.player.headless.state().cx.reruns.fixed.len();
            prop_assert_eq!(fixed, ever.iter().filter(|&&failed| failed).count() - expected.len());
            session.screen();
        }
    }
}

#[test]
fn two_failures_of_one_test_are_fixed_when_it_passes() {
    let mut session = Session::open(SIX_FAIL, (140, 30));
    // pytest writes the failures of subtests into the element of their test.
    let once = case(0, Failed);
    let failure =
        &once[once.find("<failure").expect("it failed")..once.find("</testcase>").expect("its end")];
    let twice = report(&[(0, Failed)]).replacen("</testcase>", &format!("{failure}</testcase>"), 1);
    fs::write(session.path("junit.xml"), twice).expect("written");
    session.reread();
    let of_one = session.failures().iter().filter(|name| name.contains("refill")).count();
    assert_eq!(of_one, 2, "{:?}", session.failures());
    session.run(&[(0, Passed)]);
    assert!(!session.failures().iter().any(|name| name.contains("refill")), "{:?}", session.failures());
}
