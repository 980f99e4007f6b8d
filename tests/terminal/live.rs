//! Results that change on disk while the program shows them, in a real pseudo-terminal.
//!
//! Nothing here waits for a fixed time: after changing a file, a test waits until the screen shows the result.

#![cfg(unix)]

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use crate::pty as terminal;
use crate::pty::{Terminal, fossick};

/// A line of our JSON Lines; the test fails if it has an exception.
fn line(number: usize, exception: &str) -> String {
    let test = format!("shop.PurseTest::test{number:02}");
    let outcome = if exception.is_empty() { "passed" } else { "failed" };
    format!(
        "{{\"project\":\"Shop\",\"bug\":\"1\",\"test\":\"{test}\",\"outcome\":\"{outcome}\",\
         \"generated_test\":\"void test{number:02}() {{ }}\",\
         \"trace\":\"{test}\\n{exception}\\n\\tat shop.Purse.take(Purse.java:3)\"}}\n"
    )
}

/// So many lines of tests that fail.
fn lines(numbers: std::ops::Range<usize>) -> String {
    numbers.map(|number| line(number, "java.lang.IllegalStateException: empty")).collect()
}

fn write(path: &Path, content: &str) {
    fs::create_dir_all(path.parent().expect("it has a parent")).expect("a folder");
    fs::write(path, content).expect("written");
}

/// Replaces a file by renaming, as careful tools do.
fn replace(path: &Path, content: &str) {
    let new = path.with_extension("new");
    write(&new, content);
    fs::rename(&new, path).expect("renamed");
}

/// A report of one class, in which test 1 to `count` fail and one more passes.
/// The number of tests in each report, so that each run runs all of them again.
const TESTS: usize = 6;

/// Returns the report of a class in which the first `count` tests fail.
fn report(class: &str, count: usize) -> String {
    let failed: String = (1..=count)
        .map(|number| {
            format!(
                "<testcase classname='shop.{class}' name='test{number}'><failure type='java.lang.AssertionError' \
                 message='no'>java.lang.AssertionError: no\n\tat shop.{class}.test{number}({class}.java:{number})\
                 </failure></testcase>\n"
            )
        })
        .collect();
    let passed: String = (count + 1..=TESTS)
        .map(|number| format!("<testcase classname='shop.{class}' name='test{number}'/>\n"))
        .collect();
    format!("<testsuite name='shop.{class}'>\n{failed}{passed}</testsuite>\n")
}

fn open(folder: &Path, arguments: &[&str]) -> Terminal {
    Terminal::start(fossick(folder, arguments))
}

/// Quits the program, which must still be running correctly.
fn quit(mut terminal: Terminal) {
    terminal.send("q");
    let ended = terminal.end();
    assert_eq!((ended.code, ended.left_on.len()), (0, 0), "{ended:?}");
}

#[test]
fn a_file_that_is_replaced_or_written_over_is_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results.jsonl");
    write(&file, &lines(0..6));
    let mut terminal = open(folder.path(), &["results.jsonl"]);
    terminal.wait_for("6 failures");
    // The label journal is next to the results, but not one of them.
    terminal.send("f");
    terminal.wait_for("1 FP");
    for round in 1..4 {
        let passed = line(6 + round, "");
        let content = format!("{}{}{passed}", lines(0..6), lines(20..20 + round));
        if round == 2 {
            write(&file, &content);
        } else {
            replace(&file, &content);
        }
        terminal.wait_for(&format!("{} failures", 6 + round));
        terminal.wait_for("1 FP");
        terminal.wait_for("1 new");
    }
    replace(&file, &format!("{}{}", line(0, ""), lines(1..6)));
    terminal.wait_for("5 failures");
    terminal.wait_for("1 fixed");
    quit(terminal);
}

#[test]
fn reports_deleted_with_their_folder_and_written_again_are_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(&root.join("pom.xml"), "<project><artifactId>shop</artifactId></project>");
    let reports = root.join("target/surefire-reports");
    write(&reports.join("TEST-shop.PurseTest.xml"), &report("PurseTest", 3));
    let mut terminal = open(root, &[]);
    terminal.wait_for("3 failures");
    for count in [5, 2, 4] {
        fs::remove_dir_all(root.join("target")).expect("removed");
        if count == 2 {
            terminal.wait_for("results are being written");
            terminal.wait_for("5 failures");
        }
        write(&reports.join("TEST-shop.PurseTest.xml"), &report("PurseTest", count));
        terminal.wait_for(&format!("{count} failures"));
        terminal.wait_while("being written");
    }
    // A module that was not there before.
    write(&root.join("core/pom.xml"), "<project><artifactId>core</artifactId></project>");
    write(&root.join("core/target/surefire-reports/TEST-shop.CoinTest.xml"), &report("CoinTest", 1));
    terminal.wait_for("1 new");
    // Only the source of a test has changed.
    write(
        &root.join("src/test/java/shop/PurseTest.java"),
        "package shop;\nclass PurseTest {\n  @Test void test1() { assertTrue(purse.isOpen()); }\n}\n",
    );
    terminal.wait_for("purse.isOpen()");
    quit(terminal);
}

#[test]
fn reports_given_by_their_folder_are_followed_when_the_folder_above_is_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let reports = root.join("build/test-results/test");
    write(&reports.join("TEST-shop.PurseTest.xml"), &report("PurseTest", 3));
    let mut terminal = open(root, &["build/test-results/test"]);
    terminal.wait_for("3 failures");
    for count in [1, 4] {
        fs::remove_dir_all(root.join("build")).expect("removed");
        terminal.wait_for("results are being written");
        write(&reports.join("TEST-shop.PurseTest.xml"), &report("PurseTest", count));
        terminal.wait_for(&format!("{count} failure"));
    }
    // A build in another folder moves the finished folder here.
    write(&root.join("other/test-results/test/TEST-shop.PurseTest.xml"), &report("PurseTest", 2));
    fs::rename(root.join("build"), root.join("old")).expect("renamed");
    fs::rename(root.join("other"), root.join("build")).expect("renamed");
    terminal.wait_for("2 failures");
    quit(terminal);
}

#[test]
fn a_file_being_written_is_not_shown_before_it_is_complete() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results.jsonl");
    write(&file, &lines(0..6));
    let mut terminal = open(folder.path(), &["results.jsonl"]);
    terminal.wait_for("6 failures");
    let mut writer = File::create(&file).expect("it can be written");
    writer.write_all(lines(0..2).as_bytes()).expect("written");
    // Each line is whole, and so is the file by its form: only the system knows that there is more to come.
    terminal.wait_for("results are being written");
    assert!(terminal.text().contains("6 failures"), "{}", terminal.text());
    writer.write_all(lines(2..9).as_bytes()).expect("written");
    drop(writer);
    terminal.wait_for("9 failures");
    terminal.wait_while("being written");
    assert!(terminal.text().contains("3 new"), "{}", terminal.text());
    quit(terminal);
}

#[test]
fn a_truncated_file_is_reported_with_its_line_and_the_last_complete_state_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results.jsonl");
    write(&file, &lines(0..6));
    let mut terminal = open(folder.path(), &["results.jsonl"]);
    terminal.wait_for("6 failures");
    let whole = lines(0..4);
    replace(&file, &whole[..whole.len() - 20]);
    terminal.wait_for("results are being written");
    terminal.wait_for("not up to date");
    terminal.wait_for("results.jsonl, line 4");
    assert!(terminal.text().contains("6 failures"), "{}", terminal.text());
    // On request, the usable part is loaded.
    terminal.send("r");
    terminal.wait_for("3 failures");
    terminal.wait_while("not up to date");
    replace(&file, &whole);
    terminal.wait_for("4 failures");
    quit(terminal);
}

#[test]
fn the_report_that_pytest_writes_again_is_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(&root.join("pyproject.toml"), "[project]\nname = 'pens'");
    write(&root.join("test_pen.py"), "def test_ink():\n    assert 1 == 2\n");
    let pytest = |failed: std::ops::Range<usize>| {
        let case = |number| {
            format!(
                "<testcase classname='test_pen' name='test_ink[{number}]'><failure message='assert 1 == 2'>test_pen.py:2: in test_ink\nE   assert 1 == 2</failure></testcase>"
            )
        };
        let cases: String = failed.map(case).collect();
        format!("<testsuites name='pytest tests'><testsuite name='pytest'>{cases}</testsuite></testsuites>")
    };
    let report = root.join("junit.xml");
    write(&report, &pytest(0..3));
    let mut terminal = open(root, &[]);
    terminal.wait_for("3 failures");
    write(&report, &pytest(0..5));
    terminal.wait_for("5 failures");
    quit(terminal);
}

#[test]
fn without_watching_a_key_reloads() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results.jsonl");
    write(&file, &lines(0..6));
    let mut terminal = open(folder.path(), &["--no-watch", "results.jsonl"]);
    terminal.wait_for("6 failures");
    terminal.send("r");
    terminal.wait_for("reloaded: nothing has changed");
    replace(&file, &lines(0..7));
    terminal.send("r");
    terminal.wait_for("7 failures");
    fs::remove_file(&file).expect("removed");
    terminal.send("r");
    terminal.wait_for("can't find results.jsonl");
    assert!(terminal.text().contains("7 failures"), "{}", terminal.text());
    quit(terminal);
}

#[test]
fn a_project_without_reports_offers_the_demo_and_says_how_to_write_them() {
    let folder = tempfile::tempdir().expect("a folder");
    write(&folder.path().join("pom.xml"), "<project/>");
    let mut terminal = open(folder.path(), &[]);
    terminal.wait_for("Press enter to see the demo");
    let said = terminal.text();
    assert!(said.contains("Maven project (pom.xml)") && said.contains("mvn test"), "{said}");
    terminal.send("\r");
    terminal.wait_for("this is the demo");
    quit(terminal);
}

#[test]
fn an_input_that_can_be_read_only_once_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut demo = open(folder.path(), &["demo"]);
    demo.wait_for(" random seeds");
    demo.send("r");
    demo.wait_for("they never change");
    quit(demo);
    write(&folder.path().join("results.jsonl"), &lines(0..6));
    let mut piped = Terminal::start(terminal::script(folder.path(), "cat results.jsonl | \"$FOSSICK\" -"));
    piped.wait_for("6 failures");
    piped.send("r");
    piped.wait_for("standard input can be read only once");
    quit(piped);
}

#[test]
fn labels_removed_by_another_program_are_reported_and_not_written_again() {
    let folder = tempfile::tempdir().expect("a folder");
    write(&folder.path().join("results.jsonl"), &lines(0..6));
    let journal = folder.path().join("results.jsonl.labels.ada.jsonl");
    let labels = || fs::read_to_string(&journal).unwrap_or_default().lines().count();
    let mut terminal = open(folder.path(), &["results.jsonl"]);
    terminal.wait_for("6 failures");
    terminal.send("tt");
    terminal.wait_for("2 TP");
    // A stash, and back: the file is not in its way.
    fs::rename(&journal, folder.path().join("stashed")).expect("moved");
    terminal.wait_for("2 labels were removed by another program from ");
    terminal.wait_while("2 TP");
    assert!(!journal.exists());
    fs::rename(folder.path().join("stashed"), &journal).expect("moved back");
    terminal.wait_for("2 TP");
    fs::remove_file(&journal).expect("removed");
    terminal.wait_while("2 TP");
    terminal.send("f");
    terminal.wait_for("1 FP");
    terminal.send("q");
    let ended = terminal.end();
    assert_eq!((ended.code, labels()), (0, 1), "{ended:?}");
}

#[test]
fn two_windows_of_one_annotator_see_each_others_labels() {
    let folder = tempfile::tempdir().expect("a folder");
    write(&folder.path().join("results.jsonl"), &lines(0..6));
    let mut windows = [(); 2].map(|()| open(folder.path(), &["results.jsonl"]));
    for window in &mut windows {
        window.wait_for("6 failures");
    }
    let [mut one, mut other] = windows;
    other.send("j");
    other.wait_for_rank(2, 6);
    one.send("t");
    one.wait_for("1 TP");
    other.wait_for("1 TP");
    other.wait_for("1 label came from elsewhere");
    other.wait_for_rank(2, 6);
    quit(one);
    quit(other);
    // Results from a stream can be labelled as well.
    let piped = || Terminal::start(terminal::script(folder.path(), "cat results.jsonl | \"$FOSSICK\" -"));
    let mut windows = [piped(), piped()];
    for window in &mut windows {
        window.wait_for("6 failures");
    }
    let [mut one, mut other] = windows;
    one.send("f");
    other.wait_for("1 FP");
    quit(one);
    quit(other);
}

#[test]
fn an_unusable_record_is_not_a_complete_state_and_its_message_disappears_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results.jsonl");
    // A state that could not be used before keeps nothing waiting.
    let old = "{\"odd\n";
    write(&file, &format!("{old}{}", lines(0..6)));
    let mut terminal = open(folder.path(), &["results.jsonl"]);
    terminal.wait_for("6 failures");
    terminal.wait_for("results.jsonl, line 1");
    replace(&file, &format!("{}{old}", lines(0..7)));
    terminal.wait_for("7 failures");
    replace(&file, &format!("{}{{\"half\n{old}", lines(10..19)));
    terminal.wait_for("not up to date");
    terminal.wait_for("results.jsonl, line 10");
    assert!(terminal.text().contains("7 failures"), "{}", terminal.text());
    replace(&file, &lines(0..5));
    terminal.wait_for("5 failures");
    terminal.wait_while("not up to date");
    terminal.wait_while("results.jsonl, line");
    // On request, the readable part is loaded.
    replace(&file, &format!("{}{{\"half\n", lines(0..3)));
    terminal.wait_for("not up to date");
    terminal.send("r");
    terminal.wait_for("3 failures");
    terminal.wait_while("not up to date");
    quit(terminal);
}

#[test]
fn a_broken_report_is_not_a_complete_state() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("reports/TEST-shop.PurseTest.xml");
    write(&file, &report("PurseTest", 3));
    write(&folder.path().join("reports/TEST-shop.CoinTest.xml"), &report("CoinTest", 1));
    let mut terminal = open(folder.path(), &["reports"]);
    terminal.wait_for("4 failures");
    let broken = report("PurseTest", 2).replacen("</failure></testcase>", "</failure>", 1);
    replace(&file, &broken);
    terminal.wait_for("not up to date");
    terminal.wait_for("PurseTest.xml, line");
    assert!(terminal.text().contains("4 failures"), "{}", terminal.text());
    replace(&file, &report("PurseTest", 2));
    terminal.wait_for("3 failures");
    quit(terminal);
}
