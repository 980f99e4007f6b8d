//! A build of several modules: one list, in which what fails for one reason is one row.

use std::fs;
use std::path::Path;

use fossick::import::{Input, Reading};
use fossick::tui::runtime::Headless;
use fossick::tui::runtime::Options;
use tempfile::TempDir;

use crate::support::{Player, options};

/// A build of Maven whose three modules fail for one reason, and one of them for another one, too.
fn build() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let modules = ["cap", "nib", "pen"];
    let list: String = modules.iter().map(|name| format!("<module>{name}</module>")).collect();
    write(
        folder.path(),
        "pom.xml",
        &format!("<project><artifactId>inkwell</artifactId><modules>{list}</modules></project>"),
    );
    for module in modules {
        write(
            folder.path(),
            &format!("{module}/pom.xml"),
            &format!("<project><artifactId>{module}</artifactId></project>"),
        );
        let alike = "<testcase classname='org.inkwell.Opens' name='opens'><failure type='java.lang.IllegalStateException' message='no licence'>java.lang.IllegalStateException: no licence\n\tat org.inkwell.Licence.check(Licence.java:3)\n\tat org.inkwell.Opens.opens(Opens.java:9)</failure></testcase>";
        let own = "<testcase classname='org.inkwell.Counts' name='counts'><failure type='java.lang.AssertionError' message='expected:&lt;3&gt; but was:&lt;4&gt;'>java.lang.AssertionError: expected:&lt;3&gt; but was:&lt;4&gt;\n\tat org.inkwell.Counts.counts(Counts.java:4)</failure></testcase>";
        let failed = if module == "nib" { format!("{alike}{own}") } else { alike.to_owned() };
        let report = format!("<testsuite name='org.inkwell.Opens'>{failed}</testsuite>");
        write(
            folder.path(),
            &format!("{module}/target/surefire-reports/TEST-org.inkwell.Opens.xml"),
            &report,
        );
    }
    folder
}

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

fn open(folder: &TempDir) -> Player {
    let reading = Reading { inputs: vec![Input::Path(folder.path().to_owned())], ..Reading::default() };
    let options = Options { reading, across: true, ..options() };
    let mut player = Player::with(options.clone(), 140, 45);
    player.headless = Headless::open(options, (140, 45)).expect("it is read");
    player
}

#[test]
fn modules_are_one_list_with_a_row_for_each_cause() {
    let folder = build();
    let mut player = open(&folder);
    let screen = player.screen();
    assert!(screen.contains("3 modules"), "the modules that fail for one reason are counted\n{screen}");
    assert!(screen.contains("×3 · IllegalStateException in check: no licence"), "{screen}");
    assert!(screen.contains("counts    4 ≠ 3"), "{screen}");
    // A label of the row is for all its tests, in all modules.
    player.keys("t");
    assert_eq!(player.recorded.len(), 3);
    player.keys("2");
    assert!(
        player.screen().contains("1 bug found; 1 of 2 causes judged (3 of 4 failures)"),
        "what fails alike is one bug\n{}",
        player.screen()
    );
    // Where the list has the causes, the groups count by module.
    player.keys("3");
    let groups = player.screen();
    let of_module = |name: &str| {
        groups.lines().find(|line| line.trim_end().ends_with(name) && line.contains('×')).map(str::to_owned)
    };
    assert!(groups.contains("modules of inkwell"), "{groups}");
    assert!(groups.contains("1 of 2 causes judged · 1 bug"), "a bug is a cause\n{groups}");
    assert!(groups.contains("1/2     1  T #1 IllegalStateException in check: no licence"), "{groups}");
    let counts =
        ["nib", "cap", "pen"].map(|name| of_module(name).unwrap_or_else(|| panic!("{name}: {groups}")));
    assert!(counts[0].contains("2×  1 T") && counts[1].contains("1×  T"), "{counts:?}");
    player.keys("1");
    player.keys("& g r o u p : n i b <enter>");
    assert!(!player.screen().contains("3 modules"), "the module is a filter\n{}", player.screen());
    assert!(player.header().contains("2 of 4"), "{}", player.header());
}

#[test]
fn a_cause_has_one_verdict_on_all_screens() {
    let folder = build();
    let mut player = open(&folder);
    // Of the cause, two tests are wrong tests, and then the last one a bug.
    player.keys("<enter> f f 2");
    let letters = |player: &Player| {
        let screen = player.screen();
        let row = screen.lines().find(|line| line.contains("4 failures") && line.contains("inkwell"));
        row.and_then(|row| row.split_whitespace().nth(2)).unwrap_or_default().to_owned()
    };
    assert_eq!(letters(&player), "··", "a part of it is not judged\n{}", player.screen());
    player.keys("1 t 2");
    assert_eq!(letters(&player), "T·", "{}", player.screen());
    player.keys("3");
    assert!(player.screen().contains("1 of 2 causes judged · 1 bug"), "{}", player.screen());
    // Not folded, each failure is judged.
    player.keys("1 s u 3");
    assert!(player.screen().contains("3 of 4 judged"), "{}", player.screen());
}

#[test]
fn tests_that_fell_with_one_fixture_are_one_row_though_each_has_a_folder_of_its_own() {
    let error = |test: &str| {
        format!(
            "<testcase classname='tests.test_ink' name='{test}'><error message='failed on setup with &quot;OSError: no well at &apos;/tmp/run-3/{test}0/well&apos;&quot;'>store = None\n\n    @pytest.fixture\n    def well(store):\n&gt;       return store.open()\nE       OSError: no well at '/tmp/run-3/{test}0/well'\n\ntests/conftest.py:5: OSError</error></testcase>"
        )
    };
    let other = "<testcase classname='tests.test_ink' name='test_count'><failure message='assert 3 == 4'>    def test_count():\n&gt;       assert 3 == 4\nE       assert 3 == 4\n\ntests/test_ink.py:9: AssertionError</failure></testcase>";
    let folder = tempfile::tempdir().expect("a folder");
    let tests = [error("test_fill"), error("test_draw"), other.to_owned()].concat();
    write(folder.path(), "junit.xml", &format!("<testsuite name='pytest'>{tests}</testsuite>"));
    let mut player = open(&folder);
    let screen = player.screen();
    let rows: Vec<&str> = screen.lines().filter(|line| line.contains("setup: ")).collect();
    assert_eq!(rows.len(), 1, "{screen}");
    assert!(screen.contains("×2 tests · setup: "), "{screen}");
    player.keys("G f");
    assert_eq!(player.recorded.len(), 2, "one key judges both: {}", player.screen());
}
