//! Comparing the selected failure with a marked one, and two traces frame by frame.

use std::path::Path;
use std::sync::Arc;

use fossick::import::{Input, Options, load_versions};
use fossick::model::{Corpus, Failure, FailureId, Group, Passed, Run, StackTrace};
use ratatui::style::Modifier;

use crate::support;
use crate::support::Player;

/// A failed test with this body, thrown through these calls.
fn failure(bug: &str, number: usize, body: &str, calls: &[&str]) -> Failure {
    let method = format!("test{number:02}");
    let frames: String = calls.iter().map(|call| format!("\tat {call}\n")).collect();
    let own = format!("\tat shop.Purse_ESTest.{method}(Purse_ESTest.java:{})\n", 20 + number);
    let trace = format!("shop.Purse_ESTest::{method}\njava.lang.IllegalStateException: empty\n{frames}{own}");
    Failure {
        generated_test: format!("@Test\n  public void {method}() {{\n{body}\n  }}").into(),
        trace: StackTrace(Arc::from(trace)),
        ..support::failure(bug, number)
    }
}

/// A workbench on groups of such failures.
fn open(groups: Vec<Vec<Failure>>, width: u16, height: u16) -> Player {
    let mut corpus = Corpus { runs: vec![Run { name: "purse".to_owned() }], ..Corpus::default() };
    for failures in groups {
        let start = corpus.failures.len();
        corpus.groups.push(Group {
            is_predicted: false,
            run: 0,
            project: "Shop".into(),
            bug: Arc::clone(&failures[0].bug),
            failures: (start..start + failures.len()).map(FailureId::new).collect(),
            passed: Passed::default(),
        });
        corpus.failures.extend(failures);
    }
    Player::open(corpus, width, height)
}

/// Three failures of one group and one of another.
fn two_groups() -> Player {
    let one = |number: usize| {
        failure("1", number, &format!("      purse0.take({number});"), &["shop.Purse.take(Purse.java:3)"])
    };
    let other = failure("2", 7, "      pen0.write(\"日本\");", &["shop.Pen.write(Pen.java:5)"]);
    open(vec![vec![one(0), one(1), one(2)], vec![other]], 140, 30)
}

/// The line so many rows below the title of the comparison.
fn below_title(player: &Player, rows: usize) -> String {
    let screen = player.screen();
    let mut lines = screen.lines().skip_while(|line| !line.starts_with("▌ compare"));
    lines.nth(rows).unwrap_or_else(|| panic!("no comparison on\n{screen}")).to_owned()
}

fn title(player: &Player) -> String {
    below_title(player, 0)
}

fn names(player: &Player) -> String {
    below_title(player, 1)
}

/// The row of the current difference: the one whose sign is inverted.
fn current(player: &Player) -> String {
    let buffer = player.buffer();
    let is_inverted = |y: &u16| buffer[(0, *y)].modifier.contains(Modifier::REVERSED);
    let row = (1..buffer.area.height).find(is_inverted).expect("a current difference");
    player.screen().lines().nth(usize::from(row)).expect("a row").to_owned()
}

/// The heading of the traces, below the tests.
fn traces(player: &Player) -> String {
    let screen = player.screen();
    screen.lines().find(|line| line.starts_with("  traces")).expect("the traces").to_owned()
}

#[test]
fn a_marked_failure_stays_while_stepping_through_the_list() {
    let mut player = two_groups();
    player.keys("' A J d");
    assert!(names(&player).contains("nearest 1 of") || names(&player).contains("with the same features"));
    assert!(player.screen().contains("' a marked one"), "{}", player.screen());
    player.keys("' a");
    assert!(names(&player).contains(" bookmark a "), "{}", names(&player));
    assert!(names(&player).starts_with("- #1 "), "{}", names(&player));
    player.keys("f");
    let next = names(&player);
    assert!(next.starts_with("- #1 ") && next.contains("+ #3 "), "a label leaves it there: {next}");
    player.keys("K K");
    assert!(
        player.screen().contains("this is the other failure itself: J selects the next one"),
        "{}",
        player.screen()
    );
    player.keys("J >");
    assert!(!names(&player).contains("bookmark a") && player.message().is_empty(), "the neighbours are back");
    player.keys("' b");
    assert_eq!(player.message(), "there is no bookmark b here");
    assert!(player.is_comparing());
}

#[test]
fn a_failure_of_another_group_is_named_with_it() {
    let mut player = two_groups();
    player.keys("] ' X d");
    assert!(player.is_comparing(), "alone in its group, but something is marked");
    player.keys("<esc> [ d ' x");
    assert!(names(&player).starts_with("- Shop-2 #1 bookmark x  Purse_ESTest.test07"), "{}", names(&player));
    assert!(player.screen().contains("  IllegalState in write: empty"), "{}", player.screen());
    assert!(player.screen().contains("pen0.write(\"日 本 \")"), "{}", player.screen());
    player.keys("]");
    assert!(player.screen().contains("this is the other failure itself"), "in the other group");
    let mut narrow = two_groups();
    narrow.keys("] ' X [ d ' x");
    narrow.act(fossick::tui::Action::Resize(80, 24));
    insta::assert_snapshot!("marked_in_another_group", narrow.screen());
}

#[test]
fn without_sources_a_comparison_has_the_next_groups_and_is_whole_if_it_is_short() {
    let bare = |bug: &str, number: usize, deep: usize| {
        let mut calls = vec!["java.util.ArrayList.get(ArrayList.java:9)"; deep];
        calls.push("shop.Purse.take(Purse.java:3)");
        Failure {
            generated_test: "".into(),
            test_prefix: "".into(),
            focal_method: "".into(),
            ..failure(bug, number, "", &calls)
        }
    };
    for (deep, frame) in [(2, "at ArrayList.get"), (40, "┄ 40 JDK frames")] {
        let failures = vec![vec![bare("1", 0, deep), bare("1", 1, deep)], vec![bare("2", 2, deep)]];
        let mut player = open(failures, 140, 45);
        player.keys("d");
        let screen = player.screen();
        for said in [frame, "no sources: start fossick", "  next groups"] {
            assert!(screen.contains(said), "no {said}: {screen}");
        }
        assert!(!screen.contains("the same test"), "none is known: {screen}");
        player.keys("a");
        assert!(player.screen().contains("at ArrayList.get"), "{}", player.screen());
    }
}

#[test]
fn a_focal_method_begins_at_its_signature_without_documentation_of_its_own() {
    let of = |number| Failure {
        docstring: "/**\n * {@inheritDoc}\n */".into(),
        focal_method: "int size() {\n    return 1;\n}".into(),
        ..failure("1", number, "      purse.size();", &["shop.Purse.size(Purse.java:7)"])
    };
    let mut player = open(vec![vec![of(0), of(1)]], 140, 45);
    player.keys("d");
    let screen = player.screen();
    let (_, method) = screen.split_once("  focal method of both").expect("a method");
    assert!(method.lines().nth(1).is_some_and(|row| row.contains(" 4 int size()")), "{screen}");
}

#[test]
fn compared_methods_have_line_numbers_and_begin_where_they_may_have_thrown() {
    let steps = (0..40).map(|step| format!("    step{step}();\n")).collect::<String>();
    let of = |number: usize| Failure {
        focal_method: format!("int size{number}() {{\n{steps}    next();\n    next();\n}}").into(),
        ..failure(
            "1",
            number,
            "      purse.size();",
            &["shop.Ink.next(Ink.java:3)", &format!("shop.Purse.size{number}(Purse.java:7)")],
        )
    };
    let mut player = open(vec![vec![of(0), of(1)]], 140, 45);
    player.keys("d");
    let screen = player.screen();
    assert_eq!(screen.matches("▷47     next();").count(), 2, "{screen}");
    assert!(screen.contains("▷48") && screen.contains("┄ 39 more lines"), "{screen}");
    player.keys("a");
    assert!(player.screen().contains("14     step7();"), "{}", player.screen());
}

#[test]
fn nearest_failures_of_one_signature_have_a_row_each_and_a_marked_row_comes_first() {
    let same =
        |number: usize| failure("1", number, "      purse0.take(7);", &["shop.Purse.take(Purse.java:3)"]);
    let mut player = open(vec![vec![same(0), same(1), same(2), same(3)]], 140, 45);
    player.keys("d > ' A");
    let screen = player.screen();
    let (_, rows) = screen.split_once("  3 other failures, one signature").expect("the nearest failures");
    let marked = rows.lines().map(|row| row.starts_with('▌')).collect::<Vec<_>>();
    assert_eq!(marked[1..4], [false, true, false], "{screen}");
    assert!(title(&player).contains("same exception, message and line: Purse.take:3"), "{screen}");
    player.keys("<esc> J");
    assert!(player.screen().contains("\na 1  "), "the bookmark is in the list: {}", player.screen());
    player.keys("K v d");
    assert!(names(&player).contains("a marked row"), "{}", names(&player));
}

#[test]
fn two_quotes_compare_with_the_previous_failure() {
    let mut player = two_groups();
    let first = player.selected();
    player.keys("] [");
    assert_eq!(player.selected(), first);
    player.keys("d ' '");
    assert!(names(&player).contains("where you were"), "{}", names(&player));
    assert!(names(&player).starts_with("- Shop-2 #1 "), "{}", names(&player));
    assert_eq!(player.selected(), first, "the selection stays");
}

#[test]
fn a_reload_keeps_the_compared_failure() {
    let mut player = two_groups();
    player.keys("' A J d ' a");
    let before = names(&player);
    let mut corpus = Corpus::clone(player.corpus());
    corpus.failures[3].generated_test = "@Test void other() { }".into();
    let marks = vec![None; corpus.failures.len()];
    player.reload(corpus.clone(), marks, &[]);
    assert_eq!(names(&player), before);
    corpus.failures.remove(0);
    corpus.groups[0].failures.pop();
    corpus.groups[1].failures[0] = FailureId::new(2);
    player.reload(corpus, vec![None; 3], &[]);
    assert!(!names(&player).contains("bookmark a"), "it is gone: a neighbour again, {}", names(&player));
}

#[test]
fn a_call_on_another_line_differs_and_folded_frames_do_not() {
    let calls = |line: &str, folded: &[&'static str]| {
        let take = format!("shop.Purse.take(Purse.java:{line})");
        let calls: Vec<String> = std::iter::once(take)
            .chain(folded.iter().map(|call| (*call).to_owned()))
            .chain(["shop.Purse.all(Purse.java:9)".to_owned()])
            .collect();
        calls
    };
    let of = |number: usize, calls: &[String]| {
        let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
        failure("1", number, "      purse0.take(1);", &calls)
    };
    let list = ["java.util.List.get(List.java:3)", "java.util.List.get(List.java:7)"];
    let mut player = open(vec![vec![of(0, &calls("3", &list[..1])), of(1, &calls("7", &list))]], 140, 20);
    player.keys("d");
    insta::assert_snapshot!("traces_by_frames", player.screen());
    player.keys("a");
    assert!(player.screen().contains("List.java:7"), "{}", player.screen());
    let same = [of(0, &calls("3", &list[..1])), of(0, &calls("3", &list))];
    let mut player = open(vec![same.to_vec()], 140, 20);
    player.keys("d");
    assert!(traces(&player).ends_with("the same except folded frames"), "{}", traces(&player));
}

#[test]
fn recursion_is_folded_on_both_sides() {
    let deep = |number: usize, rounds: usize| {
        let round = ["shop.Node.a(Node.java:10)", "shop.Node.b(Node.java:11)", "shop.Node.c(Node.java:12)"];
        failure("1", number, "      new Node().a();", &round.repeat(rounds))
    };
    let mut player = open(vec![vec![deep(0, 341), deep(0, 3_400)]], 140, 30);
    assert!(player.screen().contains("times more"), "in the trace pane as well: {}", player.screen());
    player.keys("d");
    let screen = player.screen();
    assert!(screen.contains("┄ these 3 frames 340 times more"), "{screen}");
    assert!(screen.contains("┄ these 3 frames 3399 times more"), "{screen}");
    assert!(traces(&player).ends_with("the same except folded frames"), "{screen}");
    player.keys("a <tab>");
    assert!(!player.screen().contains("times more"), "{}", player.screen());
}

#[test]
fn tab_steps_through_the_differences() {
    let test = |number: usize| {
        let lines = (0..3_000).map(|line| {
            let value = if line % 1_000 == 500 { number } else { 9 };
            format!("      int int{line} = purse0.take({value});\n")
        });
        failure(
            "1",
            0,
            &lines.collect::<String>(),
            &[if number == 0 { "a.B.c(B.java:1)" } else { "a.B.d(B.java:1)" }],
        )
    };
    let mut player = open(vec![vec![test(0), test(1)]], 140, 30);
    player.keys("d");
    assert!(title(&player).contains("difference 1 of 4"), "{}", title(&player));
    assert!(current(&player).starts_with("-  503 "), "it is visible immediately: {}", player.screen());
    player.keys("<tab>");
    assert!(current(&player).starts_with("- 1503 ") && title(&player).contains("difference 2 of 4"));
    player.keys("<tab>");
    assert!(current(&player).starts_with("- 2503 "), "{}", player.screen());
    player.keys("<tab>");
    assert!(
        current(&player).starts_with("-     at B.d"),
        "the traces come after the tests: {}",
        player.screen()
    );
    player.keys("<tab>");
    assert!(current(&player).starts_with("-  503 "), "it goes round: {}", player.screen());
    player.keys("<home> <tab>");
    assert!(current(&player).starts_with("-  503 "), "starting at the visible rows: {}", player.screen());
    player.keys("<end> <backtab>");
    assert!(current(&player).starts_with("-     at B.d"), "{}", player.screen());
    player.keys("<backtab> <backtab> <backtab> <backtab>");
    assert!(current(&player).starts_with("-     at B.d"), "{}", player.screen());
    player.keys("l");
    assert_eq!(player.message(), "long lines are wrapped: w scrolls them again");
}

#[test]
fn a_missing_text_is_reported_on_its_side() {
    let mut empty = failure("1", 0, "", &[]);
    (empty.generated_test, empty.trace) = ("".into(), StackTrace::default());
    let full = failure("1", 1, "      purse0.take(1);", &["shop.Purse.take(Purse.java:3)"]);
    let mut player = open(vec![vec![empty, full]], 140, 30);
    player.keys("d");
    assert_eq!(names(&player).matches("no source in the input").count(), 1, "{}", player.screen());
    assert!(traces(&player).ends_with("one is not in the input"), "{}", player.screen());
}

#[test]
fn a_capital_letter_marks_and_the_small_one_compares() {
    let mut player = two_groups();
    let first = player.failure();
    player.keys("' A");
    assert!(player.message().contains("bookmark a"), "{}", player.message());
    player.keys("] ' a");
    assert_eq!(player.failure(), first, "its small letter leads back to it");
    player.keys("J d ' a");
    assert!(names(&player).contains(" bookmark a "), "{}", names(&player));
    assert!(names(&player).starts_with("- #1 "), "{}", names(&player));
    player.keys("<esc> '");
    assert!(
        player.screen().contains("a  ") && player.screen().contains("Purse_ESTest"),
        "{}",
        player.screen()
    );
}

#[test]
fn lines_that_differ_only_in_generated_names_are_the_same() {
    let one = |number: usize| {
        let body = format!(
            "      Purse purse{number} = new Purse(2);\n      int int{number} = purse{number}.take(7);"
        );
        failure("1", 0, &body, &["shop.Purse.take(Purse.java:3)"])
    };
    let mut player = open(vec![vec![one(0), one(1)]], 140, 30);
    player.keys("d");
    assert!(!title(&player).contains("difference"), "{}", title(&player));
    assert!(names(&player).ends_with("the same test"), "{}", names(&player));
    assert!(player.screen().contains("purse0.take") && player.screen().contains("purse1.take"));
    player.keys("<tab>");
    assert_eq!(player.message(), "there is no difference");
    // A handwritten number does count.
    let other = failure("1", 0, "      Purse purse0 = new Purse(3);", &["shop.Purse.take(Purse.java:3)"]);
    let mut player = open(vec![vec![one(0), other]], 140, 30);
    player.keys("d");
    assert!(!names(&player).ends_with("the same test"), "{}", player.screen());
}

#[test]
fn the_list_stays_above_the_comparison_if_there_is_room() {
    let rows = |height: u16| {
        let mut player = two_groups();
        player.act(fossick::tui::Action::Resize(140, height));
        player.keys("d J");
        let screen = player.screen();
        let above = screen.lines().skip(1).take_while(|line| !line.starts_with("▌ compare"));
        (above.map(str::to_owned).collect::<Vec<_>>(), names(&player))
    };
    let (above, names) = rows(30);
    assert_eq!(above.len(), 5, "three failures and the heading, above a blank row");
    assert!(above[2].starts_with("▌ 2 "), "it follows: {above:?}");
    assert!(names.contains("+ #2 "), "{names}");
    assert_eq!(rows(24).0, [""; 0], "on a low screen the texts have it all");
}

#[test]
fn a_python_project_opens_its_files_and_has_its_words() {
    let report = "tests/fixtures/python/reports/pytest9-auto.xml";
    let inputs = [Input::Path(Path::new(env!("CARGO_MANIFEST_DIR")).join(report))];
    let import = load_versions(&inputs, &[], Options::default(), &|_| {}).expect("a report");
    let mut player = Player::open(import.corpus, 140, 45);
    player.keys("e o e o o <tab> <tab> e <tab> e");
    for (edited, file, line) in [
        (&player.edited[0], "tests/test_pen.py", 17),
        (&player.edited[1], "src/inkwell/pen.py", 19),
        (&player.edited[2], "src/inkwell/pen.py", 19),
        (&player.edited[3], "src/inkwell/pen.py", 27),
    ] {
        assert!(edited.file.ends_with(file) && edited.line == Some(line), "{edited:?}");
    }
    player.keys("<esc> d");
    let screen = player.screen();
    assert!(screen.contains("focal functions") && screen.contains("test_load[no::ink]"), "{screen}");
}

#[test]
fn unlike_tests_are_shown_without_marks_above_their_traces_and_folded_if_they_are_long() {
    let frames = ["shop.Purse.take(Purse.java:3)"];
    for (width, lines) in [(80, 28), (140, 28), (140, 8)] {
        let body = |call: &str| {
            (0..lines).map(|line| format!("      {call}{line}0();")).collect::<Vec<_>>().join("\n")
        };
        // A blank line in both of them is nothing in common.
        let of = |number, call| failure("1", number, &format!("\n{}", body(call)), &frames);
        let mut player = open(vec![vec![of(0, "purse.take"), of(1, "pen.write")]], width, 60);
        player.keys("d");
        let screen = player.screen();
        let row = |title: &str| screen.lines().position(|line| line.starts_with(title)).expect("a title");
        let (tests, traces) = (row("  tests"), row("  traces"));
        assert!(tests < traces, "{screen}");
        let rows: Vec<&str> =
            screen.lines().skip(tests).take_while(|line| !line.starts_with("  traces")).collect();
        assert!(rows[0].contains("nothing in common but @Test  public void test"), "{screen}");
        // One below the other, only marks tell whose lines they are.
        assert_eq!(rows.iter().any(|row| row.starts_with(['-', '+'])), width == 80, "{screen}");
        assert!(rows.iter().any(|row| row.contains("10();")), "{screen}");
        assert_eq!(rows.iter().any(|row| row.contains("more lines")), lines == 28, "{screen}");
        assert!(!title(&player).contains("difference"), "{screen}");
    }
}

#[test]
fn a_late_failing_line_is_in_sight_and_what_unlike_failures_share_is_said() {
    let of = |number: usize, call: &str, class: &str, thrown: &str| {
        let before = (0..32).map(|line| format!("      {call}{line}0();\n")).collect::<String>();
        let own =
            failure("1", number, &format!("{before}      {call}(1);"), &[&format!("shop.{class}(A.java:3)")]);
        Failure {
            focal_method: format!("int size{number}() {{ return {number}; }}").into(),
            trace: StackTrace(own.trace.0.replace("java.lang.IllegalStateException: empty", thrown).into()),
            ..own
        }
    };
    let failures = vec![
        of(0, "purse.take", "Purse.take", "java.lang.IllegalStateException: empty"),
        of(1, "pen.write", "Pen.write", "java.io.IOException: dry"),
        of(2, "ink.spill", "Ink.spill", "java.lang.Error: wet"),
    ];
    let mut player = open(vec![failures], 140, 45);
    player.keys("d");
    let screen = player.screen();
    assert!(
        title(&player).ends_with("little in common: different exception, message and method"),
        "{screen}"
    );
    let row = screen.lines().find(|row| row.contains("purse.take(1);")).expect("the lines that failed");
    assert_eq!(row.matches("▷35").count(), 2, "{screen}");
    assert!(screen.contains("┄ 32 more lines") && !screen.contains("take30();"), "{screen}");
    player.keys("a <home>");
    assert!(player.screen().contains("take30();"), "all of it: {}", player.screen());
}
