//! Source files of a project: opened from frames and tests, searched, opened in the editor; copying a test and a trace.

use std::fs;
use std::path::Path;

use fossick::import::{self, Input};
use fossick::model::Corpus;
use fossick::tui::core::effect::Copied;
use fossick::tui::triage::code::source::SourceLocation;
use fossick::tui::{Action, Pane};
use tempfile::TempDir;

use crate::project::{PURSE, PURSE_TEST, TRACE, project, project_with, write};
use crate::support;
use crate::support::{Player, rank_groups};

fn corpus(folder: &TempDir) -> Corpus {
    let inputs = [Input::Path(folder.path().to_owned())];
    import::load_versions(&inputs, &[], import::Options::default(), &|_| {}).expect("reports").corpus
}

fn open_at(folder: &TempDir, width: u16, height: u16) -> Player {
    Player::open(corpus(folder), width, height)
}

fn open(folder: &TempDir) -> Player {
    open_at(folder, 140, 34)
}

/// The last line of the screen, from the message on.
fn places(player: &Player) -> Vec<(String, Option<usize>)> {
    let place = |place: &SourceLocation| (place.file.display().to_string(), place.line);
    player.edited.iter().map(place).collect()
}

fn title(player: &Player) -> String {
    let title = player.rows(Pane::Code)[0].trim_start_matches(['▌', ' ']).to_owned();
    let file = title.split("  ").find(|part| part.contains(".java"));
    file.unwrap_or_default().trim().to_owned()
}

#[test]
fn enter_on_a_frame_opens_its_source_at_the_line() {
    let folder = project();
    let mut player = open(&folder);
    player.keys("<tab> <tab> <tab> <enter>");
    insta::assert_snapshot!(player.screen());
    player.keys("<esc>");
    assert_eq!(title(&player), "");
    assert!(player.screen().contains("PurseTest.takesTooMany · expects no throw"), "{}", player.screen());
    player.keys("<down> <enter>");
    assert_eq!(player.message(), "no source file is known for this frame", "it is a library's");
    player.keys("<down> <enter>");
    assert_eq!(title(&player), PURSE_TEST, "the trace has its focus and its cursor back");
    assert!(player.screen().contains("▸ 11         purse.take(7);"), "{}", player.screen());
}

#[test]
fn the_line_that_threw_is_below_the_focal_method_that_called_it() {
    let below = |trace: &str| {
        let folder = project_with(trace);
        let player = open(&folder);
        player.rows(Pane::Focal).into_iter().find(|row| row.contains(" Purse.java:"))
    };
    assert_eq!(below(TRACE), None, "it is marked in the focal method");
    let deeper = TRACE.replacen('\n', "\n\tat shop.Purse.put(Purse.java:10)\n", 1);
    let shown = below(&deeper).expect("the line");
    assert!(shown.contains("▶ Purse.java:10  throw new IllegalArgumentException("), "{shown}");
}

#[test]
fn a_small_screen_shows_the_source_too() {
    let folder = project();
    let mut player = open_at(&folder, 80, 24);
    player.keys("<tab> <tab> <tab>");
    insta::assert_snapshot!(player.screen());
    player.keys("<enter>");
    insta::assert_snapshot!(player.screen());
    player.keys("<esc>");
    assert!(player.screen().contains("▌  at Purse.take"), "{}", player.screen());
}

#[test]
fn the_test_opens_its_file_from_any_pane_and_again_goes_back() {
    let folder = project();
    let mut player = open(&folder);
    player.keys("X");
    assert_eq!(title(&player), PURSE_TEST);
    assert!(player.screen().contains("IllegalStateException: only 0 coins"), "{}", player.screen());
    player.keys("X");
    assert_eq!(title(&player), "");
    player.keys("X o o");
    assert_eq!(title(&player), "", "the focal method is a text of the failure");
    player.keys("X t");
    assert_eq!(title(&player), PURSE_TEST, "a label for the only failure: nothing moves");
    player.keys("J");
    assert_eq!(title(&player), "", "a step to a failure shows its test");
}

#[test]
fn a_ranking_that_arrives_late_does_not_close_an_open_source() {
    let folder = project();
    let mut player = open(&folder);
    player.keys("X");
    for group in rank_groups(&corpus(&folder)) {
        player.act(Action::Ranked(group));
    }
    assert_eq!(title(&player), PURSE_TEST);
}

#[test]
fn the_cursor_goes_from_frame_to_frame_and_long_messages_can_be_read() {
    let message = "word ".repeat(200);
    let frames = "\tat shop.Purse.take(Purse.java:18)\n\tat lib.Helper.call(Helper.java:3)\n\tat shop.PurseTest.takesTooMany(PurseTest.java:11)\n\tat java.base/java.lang.reflect.Method.invoke(Method.java:580)\n";
    let folder = project_with(&format!("java.lang.IllegalStateException: {message}\n{frames}"));
    let mut player = open_at(&folder, 140, 28);
    player.keys("<tab> <tab> <tab>");
    let chosen = |player: &Player| {
        let trace = player.rows(Pane::Trace);
        let chosen = trace[1..].iter().find(|row| row.starts_with('▌'));
        chosen.map(|row| row.split_whitespace().nth(2).unwrap_or("").to_owned())
    };
    assert_eq!(chosen(&player).as_deref(), Some("Purse.take"), "a long message is told in brief");
    let mut seen: Vec<String> = chosen(&player).into_iter().collect();
    for _ in 0..40 {
        player.keys("j");
        let now = chosen(&player);
        if now.is_some() && seen.last() != now.as_ref() {
            seen.extend(now);
        }
    }
    assert_eq!(seen, ["Purse.take", "Helper.call", "PurseTest.takesTooMany"]);
    assert!(player.rows(Pane::Trace).concat().contains("word word word"), "{}", player.screen());
    player.keys("a");
    assert_eq!(chosen(&player).as_deref(), Some("PurseTest.takesTooMany"), "unfolding keeps the frame");
    player.keys("j");
    assert_eq!(chosen(&player).as_deref(), Some("Method.invoke"));
    player.keys("<home> G k");
    assert_eq!(chosen(&player).as_deref(), Some("PurseTest.takesTooMany"));
}

#[test]
fn the_code_is_searched() {
    let folder = project();
    let mut player = open(&folder);
    player.keys("<tab> <tab> <tab> <enter> / coins");
    insta::assert_snapshot!(player.screen());
    player.keys("<enter>");
    assert!(player.message().starts_with("coins: 7 of 10"), "{}", player.message());
    player.keys("n");
    assert!(player.message().starts_with("coins: 8 of 10"), "{}", player.message());
    player.keys("n N N N");
    assert!(player.message().starts_with("coins: 6 of 10"), "{}", player.message());
    player.keys("/ nowhere");
    assert!(player.screen().contains("no line has nowhere"));
    player.keys("<esc> / <enter>");
    assert!(player.message().starts_with("coins: "), "what was searched before is still known");
    player.keys("<esc> <esc> / <enter>");
    assert_eq!(player.message(), "nothing was searched yet: / searches", "the failures were not");
    let mut empty = open(&folder);
    empty.keys("/ <enter>");
    assert!(empty.message().contains("nothing was searched"), "{}", empty.message());
}

#[test]
fn the_editor_opens_the_shown_file() {
    let folder = project();
    let mut player = open(&folder);
    player.keys("e");
    player.keys("<tab> <tab> <tab> e");
    player.keys("j e");
    assert_eq!(player.message(), "no source file is known for this frame");
    player.keys("k <enter> e");
    player.keys("/ class <enter> e");
    let file = |name: &str, line| (name.to_owned(), Some(line));
    assert_eq!(places(&player), [file(PURSE_TEST, 11), file(PURSE, 18), file(PURSE, 18), file(PURSE, 4)]);
    let mut small = open_at(&folder, 80, 24);
    small.keys("<tab> <tab> <tab> <enter> <home> <pgdn> <pgup> e <end> e");
    assert_eq!(
        places(&small),
        [file(PURSE, 18 - 17), file(PURSE, 18)],
        "the first visible line, or the marked one"
    );
}

#[test]
fn changes_made_in_the_editor_are_shown() {
    let folder = project();
    let mut player = open(&folder);
    player.keys("<tab> <tab> <tab> <enter> j");
    let lines = player.code_lines();
    let changed = fs::read_to_string(folder.path().join(PURSE)).expect("a file").replace("only ", "merely ");
    write(folder.path(), PURSE, &changed);
    player.act(fossick::tui::Action::Edited);
    assert!(player.screen().contains("merely "), "{}", player.screen());
    assert_eq!(player.code_lines(), lines);
    assert_eq!(title(&player), format!("{PURSE} · changed"));
    player.keys("<esc>");
    assert!(player.screen().contains("▌  at Purse.take"), "{}", player.screen());
}

#[test]
fn only_files_of_the_project_are_opened() {
    let secret = tempfile::tempdir().expect("a folder");
    write(secret.path(), "Secret.java", "class Secret { }");
    let outside = secret.path().join("Secret.java").display().to_string();
    for frame in [
        "shop.Purse.take(../../../../../../etc/passwd:1)".to_owned(),
        "etc.passwd.read(passwd:1)".to_owned(),
        format!("shop.Secret.read({outside}:1)"),
        "../../../etc/passwd.read(passwd:1)".to_owned(),
        format!("{}.x(Purse.java:1)", "shop.Purse$".repeat(9000)),
        "shop.Purse\u{202e}.take(Purse.java:1)".to_owned(),
        "shop.Purse\u{1b}[2J.take(Purse.java:1)".to_owned(),
    ] {
        let folder = project_with(&format!("java.lang.Error: x\n\tat {frame}\n"));
        let mut player = open(&folder);
        player.keys("a");
        while player.focus() != Pane::Trace {
            player.keys("<tab>");
        }
        player.keys("<enter> e");
        assert_eq!((title(&player), places(&player)), (String::new(), Vec::new()), "{frame}");
        assert!(
            player.message().contains("no source file is known") || player.message().contains("no frame")
        );
    }
}

#[test]
fn a_file_that_has_changed_is_reported() {
    let folder = project();
    let path = folder.path().join(PURSE);
    let mut player = open(&folder);
    player.keys("<tab> <tab> <tab>");
    let mut refused = |change: &dyn Fn(&Path), expected: &str| {
        fs::remove_file(&path).expect("it is there");
        change(&path);
        player.keys("<enter>");
        assert_eq!(title(&player), "");
        assert!(player.message().contains(expected), "{expected}: {}", player.message());
        assert!(player.screen().contains(&player.message()[..40]), "{}", player.screen());
    };
    #[cfg(unix)]
    refused(&|path| std::os::unix::fs::symlink("/etc/passwd", path).expect("a link"), "is a link");
    refused(&|path| fs::write(path, b"\xCA\xFE\xBA\xBE\x00").expect("written"), "it is not a text file");
    refused(&|path| fs::create_dir(path).expect("a folder"), "it is not a file");
    fs::remove_dir(&path).expect("it is there");
    fs::write(&path, "class Purse { }\n").expect("written");
    player.keys("<enter>");
    assert_eq!(title(&player), format!("{PURSE} · changed"));
    assert_eq!(player.message(), format!("there is no line 18: {PURSE} now has 1 line"));
    player.keys("<esc>");
    fs::remove_file(&path).expect("it is there");
    player.keys("<enter>");
    assert_eq!(player.message(), format!("can't open {PURSE}: it is no longer there"));
}

#[test]
fn failures_of_tables_have_no_files() {
    let mut player = Player::open(support::corpus(&[5]), 140, 45);
    player.keys("X");
    assert_eq!(player.message(), "no source file is known for this test");
    player.keys("<tab> <tab> <tab> <enter>");
    assert_eq!(player.message(), "no source file is known for this frame");
    player.keys("e");
    assert_eq!(player.message(), "no source file is known for this frame");
    assert!(!player.screen().contains("e editor"), "nothing is offered that can't be done");
}

#[test]
fn the_test_and_the_trace_are_copied() {
    let folder = project();
    let mut player = open(&folder);
    player.keys("y y y t");
    let test = "// shop.PurseTest::takesTooMany\n    @Test\n    public void takesTooMany() {\n        Purse purse = new Purse();\n        purse.take(7);\n    }\n";
    let trace = format!("shop.PurseTest::takesTooMany\n{TRACE}");
    assert_eq!(player.copied, [(Copied::Test, test.to_owned()), (Copied::Trace, trace)]);

    let mut corpus = support::corpus(&[1]);
    corpus.failures[0].generated_test = "".into();
    corpus.failures[0].trace = fossick::model::StackTrace("".into());
    let mut player = Player::open(corpus, 140, 45);
    player.keys("s");
    assert!(player.screen().contains("s  score: too few failures here"), "{}", player.screen());
    player.keys("<esc> y");
    assert!(player.screen().contains("t  the trace: there is none here"), "{}", player.screen());
    player.keys("y y t");
    assert_eq!(player.copied, [(Copied::TestName, "shop.Purse_ESTest::test00\n".to_owned())]);
    assert_eq!(player.message(), "there is no trace to copy");
}

#[test]
fn searching_a_file_begins_at_the_visible_lines() {
    let folder = project();
    let mut player = open_at(&folder, 80, 16);
    player.keys("X <pgdn> <pgdn>");
    let before = player.code_lines();
    player.keys("/ purse");
    assert!(player.code_lines()[0] >= before[0], "{}", player.screen());
    player.keys("<esc>");
    assert_eq!(player.code_lines(), before);
}

#[test]
fn the_methods_that_a_test_calls_are_shown_one_after_another() {
    let folder = project();
    let trace = "java.lang.AssertionError: expected:<0> but was:<1>\n\tat org.junit.Assert.fail(Assert.java:89)\n\tat shop.PurseTest.takesAll(PurseTest.java:18)\n";
    let report = format!(
        "<testsuite name=\"shop.PurseTest\" tests=\"1\" failures=\"1\"><testcase name=\"takesAll\" classname=\"shop.PurseTest\">\
         <failure message=\"expected:&lt;0&gt; but was:&lt;1&gt;\" type=\"java.lang.AssertionError\"><![CDATA[{trace}]]></failure></testcase></testsuite>"
    );
    write(folder.path(), "core/target/surefire-reports/TEST-shop.PurseTest.xml", report);
    let mut player = open(&folder);
    let title = |player: &Player| player.rows(Pane::Code)[0].clone();
    assert!(title(&player).contains("PurseTest.takesAll"), "{}", player.screen());
    player.keys("o");
    assert!(title(&player).contains("focal method · Purse.take · 1 of 2"), "{}", player.screen());
    player.keys("o");
    assert!(
        title(&player).contains("method that the test calls · Purse.put · 2 of 2"),
        "{}",
        player.screen()
    );
    assert!(player.screen().contains("public void put(int count) {"), "{}", player.screen());
    player.keys("e");
    let (file, line) = places(&player).pop().expect("a place");
    assert_eq!((file.ends_with("Purse.java"), line), (true, Some(8)), "the method that is shown is opened");
    player.keys("o");
    assert!(title(&player).contains("PurseTest.takesAll"), "{}", player.screen());
}

#[test]
fn the_functions_that_a_test_in_javascript_calls_are_shown_one_after_another() {
    let report = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/javascript/reports/vitest3.json");
    let inputs = [Input::Path(report.into())];
    let import = import::load_versions(&inputs, &[], import::Options::default(), &|_| {});
    let mut player = Player::open(import.expect("the report").corpus, 140, 34);
    player.keys("g g");
    while !player.selection().test.contains("keeps NaN drops") {
        player.keys("j");
    }
    let called: Vec<&str> = player.selection().called().iter().map(|called| &*called.name).collect();
    assert_eq!(called, ["Pen.left"], "behind the focal function");
    player.keys("o");
    let screen = player.screen();
    assert!(screen.contains("1 of 2") && screen.contains("async write("), "{screen}");
    player.keys("o");
    let screen = player.screen();
    assert!(screen.contains("2 of 2") && screen.contains("get left(): number"), "{screen}");
}

/// A project in Go with a panic in its own code, two cases of one test and a check that failed.
fn project_in_go() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let code =
        "package pens\n\n// Ink returns the ink.\nfunc Ink(pens []int, at int) int { return pens[at] }\n";
    let test = "package pens\n\nimport \"testing\"\n\nfunc TestInk(t *testing.T) {\n\tInk([]int{1}, 2)\n}\n\nfunc TestDraws(t *testing.T) {\n\tfor _, name := range []string{\"red\", \"blue\"} {\n\t\tt.Run(name, func(t *testing.T) {\n\t\t\tt.Errorf(\"%s = 1, want 2\", name)\n\t\t})\n\t}\n}\n\nfunc TestSum(t *testing.T) {\n\tt.Errorf(\"sum = 9, want 10\")\n}\n";
    let case = |name: &str, text: &str| {
        format!(
            "<testcase classname=\"example.com/pens\" name=\"{name}\"><failure message=\"Failed\" type=\"\">=== RUN   {name}\n{text}</failure></testcase>"
        )
    };
    let panic = "--- FAIL: TestInk (0.00s)\npanic: no ink at 2 [recovered]\n\tpanic: no ink at 2\n\ngoroutine 12 [running]:\ntesting.tRunner.func1()\n\t/usr/lib/go-1.19/src/testing/testing.go:1399 +0x39f\npanic({0x51dfa0, 0xc00001a1b0})\n\t/usr/lib/go-1.19/src/runtime/panic.go:884 +0x212\nexample.com/pens.Ink(...)\n\t/home/dev/pens/ink.go:4\nexample.com/pens.TestInk(0xc0000a2820?)\n\t/home/dev/pens/ink_test.go:6 +0x4a\ncreated by testing.(*T).Run\n\t/usr/lib/go-1.19/src/testing/testing.go:1493 +0x35f\n";
    let cases = [
        case("TestInk", panic),
        case("TestDraws/red", "    ink_test.go:12: red = 1, want 2\n"),
        case("TestSum", "    ink_test.go:18: sum = 9, want 10\n--- FAIL: TestSum (0.00s)\n"),
        case("TestDraws/blue", "    ink_test.go:12: blue = 1, want 2\n"),
    ];
    let report = format!(
        "<testsuites><testsuite name=\"example.com/pens\" tests=\"4\" failures=\"4\"><properties><property name=\"go.version\" value=\"go1.19.8\"/></properties>{}</testsuite></testsuites>",
        cases.concat()
    );
    for (file, text) in [
        ("go.mod", "module example.com/pens\n"),
        ("ink.go", code),
        ("ink_test.go", test),
        ("junit.xml", &report),
    ] {
        write(folder.path(), file, text);
    }
    folder
}

fn select(player: &mut Player, test: &str) {
    player.keys("g g");
    for _ in 0..20 {
        if player.selection().test.ends_with(test) {
            return;
        }
        player.keys("j");
    }
    panic!("no row of {test}: {}", player.screen());
}

#[test]
fn the_place_of_the_project_that_a_trace_names_stands_beside_the_test() {
    let folder = project_in_go();
    let mut player = open_at(&folder, 80, 24);
    select(&mut player, "TestInk");
    let screen = player.screen();
    for row in ["at pens.Ink", "ink.go:4", "┄ 2 library frames", "▶  6     Ink([]int{1}, 2)"] {
        assert!(screen.contains(row), "{row} is at 80x24:\n{screen}");
    }
    for noise in ["=== RUN", "--- FAIL", "goroutine", "testing.go", "no focal method"] {
        assert!(!screen.contains(noise), "{noise}:\n{screen}");
    }
    player.keys("o");
    let screen = player.screen();
    assert!(screen.contains("where it failed · ink.go:4"), "{screen}");
    assert!(screen.contains("▶  4 func Ink(pens []int, at int) int { return pens[at] }"), "{screen}");
    player.keys("e");
    let (file, line) = places(&player).pop().expect("a place");
    assert_eq!((&*file, line), ("ink.go", Some(3)));
}

#[test]
fn a_failure_without_a_method_beside_its_test_shows_the_test_and_the_next_one_its_method_again() {
    let folder = project_in_go();
    let mut player = open_at(&folder, 80, 24);
    select(&mut player, "TestInk");
    player.keys("o");
    select(&mut player, "TestSum");
    let screen = player.screen();
    assert!(screen.contains("t.Errorf(\"sum = 9, want 10\")"), "its test:\n{screen}");
    assert!(!screen.contains("test ▸ focal"), "there is no second text:\n{screen}");
    player.keys("o");
    assert_eq!(player.message(), "no focal method is known for this failure");
    select(&mut player, "TestInk");
    assert!(player.screen().contains("where it failed · ink.go:4"), "{}", player.screen());
    player.keys("o");
    select(&mut player, "TestSum");
    select(&mut player, "TestInk");
    assert!(!player.screen().contains("where it failed"), "back at the tests:\n{}", player.screen());
    // Without a text beside the test, no pane is kept for one.
    let mut player = open_at(&folder, 140, 45);
    select(&mut player, "TestSum");
    assert!(!player.screen().contains("focal method"), "{}", player.screen());
}

#[test]
fn the_other_cases_of_a_test_are_nearest() {
    let folder = project_in_go();
    let mut player = open_at(&folder, 140, 45);
    select(&mut player, "TestDraws/blue");
    player.keys("d");
    let screen = player.screen();
    let other = screen.lines().find(|line| line.contains("another case of this test")).unwrap_or_default();
    assert!(other.contains("TestDraws/red"), "{screen}");
}
