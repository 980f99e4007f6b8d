//! The code pane: expected and actual values, distinct lines, terms of the score, the nearest neighbour, wrapping, brackets.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use fossick::features::{Definition, group_features};
use fossick::lang::MethodNames;
use fossick::model::{
    Corpus, Failure, FailureId, Feature, FocalLocation, Group, Label, Language, Passed, Run, StackTrace,
};
use fossick::tui::core::action::MouseKind;
use fossick::tui::frame::color::Depth;
use fossick::tui::frame::theme::Theme;
use fossick::tui::{Action, Pane};
use ratatui::style::Modifier;

use crate::support;
use crate::support::{Player, corpus};

/// A failed test with this body and this exception with its frames.
fn failure(number: usize, body: &str, thrown: &str) -> Failure {
    let method = format!("test{number:02}");
    let trace = format!(
        "shop.Purse_ESTest::{method}\n{thrown}\n\tat shop.Purse_ESTest.{method}(Purse_ESTest.java:{})\n",
        20 + number
    );
    Failure {
        test: format!("shop.Purse_ESTest::{method}").into(),
        test_prefix: format!("void {method}() {{\n{body}\n}}").into(),
        generated_test: format!("@Test(timeout = 4000)\n  public void {method}() throws Throwable {{\n{body}\n  }}")
            .into(),
        docstring: "/**\n     * Takes coins out of this purse, unless its size is less.\n     *\n     * @return the size of the purse\n     */".into(),
        trace: StackTrace(Arc::from(trace)),
        ..support::failure("1", number)
    }
}

const COMPARED: &str = "org.junit.ComparisonFailure: expected:<...e ink of the [black pen] is dry> but was:<...e ink of the [red pencil] is dry>\n\tat org.junit.Assert.assertEquals(Assert.java:117)";

/// Four failures of one group: a short test, a long one with a compared message, one with a long line, and one like the first.
fn failures() -> Vec<Failure> {
    let long: String = (0..40)
        .map(|i| {
            format!("      int int{i} = purse0.take({i});\n      if (int{i} > 3) {{ purse0.put({i}); }}\n")
        })
        .collect();
    let wide = format!("      purse0.put(\"日本語 {}\");", "word ".repeat(40));
    let frames = "\n\tat shop.Purse.take(Purse.java:3)";
    vec![
        failure(
            0,
            "      Purse purse0 = new Purse(2);\n      int size = purse0.take(5);",
            &format!("java.lang.IllegalStateException: empty{frames}\n\tat shop.Purse.all(Purse.java:9)"),
        ),
        failure(
            1,
            &format!("      Purse purse0 = new Purse(2);\n{long}      assertEquals(\"x\", purse0.name());"),
            COMPARED,
        ),
        failure(
            2,
            &format!("      Purse purse0 = new Purse(3);\n{wide}"),
            &format!("java.lang.IllegalStateException: full{frames}"),
        ),
        failure(
            3,
            "      Purse purse0 = new Purse(2);\n      int size = purse0.take(6);",
            &format!("java.lang.IllegalStateException: empty{frames}"),
        ),
    ]
}

fn corpus_of(failures: Vec<Failure>) -> Corpus {
    let group = Group {
        is_predicted: false,
        run: 0,
        project: "Shop".into(),
        bug: "1".into(),
        failures: (0..failures.len()).map(FailureId::new).collect(),
        passed: Passed::default(),
    };
    Corpus {
        runs: vec![Run { name: "purse".to_owned() }],
        failures,
        groups: vec![group],
        ..Corpus::default()
    }
}

/// Opens the workbench on these failures, with the one of this number selected.
fn open_at(number: usize, width: u16, height: u16) -> Player {
    let mut player = Player::open(corpus_of(failures()), width, height);
    while player.failure().is_some_and(|index| index.index() != number) {
        let before = player.failure();
        player.keys("J");
        assert_ne!(player.failure(), before, "it is in the list");
    }
    player
}

/// The texts below the header that have all of these modifiers, top to bottom.
fn styled(player: &Player, modifier: Modifier) -> Vec<String> {
    let buffer = player.buffer();
    let mut found = Vec::new();
    for y in 1..buffer.area.height {
        let mut piece = String::new();
        for x in 0..=buffer.area.width {
            let cell = (x < buffer.area.width).then(|| &buffer[(x, y)]);
            match cell.filter(|cell| cell.modifier.contains(modifier)) {
                Some(cell) => piece += cell.symbol(),
                None if piece.trim().is_empty() => piece.clear(),
                None => found.push(std::mem::take(&mut piece)),
            }
        }
    }
    found
}

#[test]
fn a_message_without_room_beside_the_failed_line_is_whole_below_it() {
    let thrown = "java.lang.IllegalStateException: the purse is as empty as it was before\n\tat shop.Purse.take(Purse.java:3)";
    let body = "      Purse purse0 = new Purse(2);\n      int size = purse0.take(5);";
    let rows = |width| Player::open(corpus_of(vec![failure(0, body, thrown); 3]), width, 45).rows(Pane::Code);
    let narrow = rows(140);
    let failed = narrow.iter().position(|row| row.starts_with('▷')).expect("a failed line");
    assert!(narrow[failed].trim_end().ends_with("purse0.take(5);"), "{narrow:?}");
    assert_eq!(narrow[failed + 1].trim(), "IllegalState: the purse is as empty as it was before");
    assert!(narrow[failed + 2].contains('}'), "{narrow:?}");
    let long = "java.lang.IllegalStateException: the purse is as empty as it was before, so that nobody can take any of it\n\tat shop.Purse.take(Purse.java:3)";
    let long = Player::open(corpus_of(vec![failure(0, body, long); 3]), 140, 45).rows(Pane::Code);
    let failed = long.iter().position(|row| row.starts_with('▷')).expect("a failed line");
    let below = long[failed + 1..failed + 3].iter().map(|row| row.trim()).collect::<Vec<_>>().join(" ");
    assert!(below.starts_with("IllegalState: the purse") && below.ends_with("take any of it"), "{long:?}");
    let body = body.replace("(5)", "(\n          5)");
    let rows_of_two = Player::open(corpus_of(vec![failure(0, &body, thrown); 3]), 140, 45).rows(Pane::Code);
    let end = rows_of_two.iter().find(|row| row.contains(" 5);")).expect("the statement's end");
    assert!(end.contains("the purse is as empty as it was before"), "{rows_of_two:?}");
    let wide = rows(200);
    assert!(wide.iter().any(|row| row.starts_with('▷') && row.contains("as it was before")), "{wide:?}");
}

#[test]
fn the_lines_that_may_have_thrown_are_named() {
    let thrown = "java.lang.IllegalStateException: out\n\tat java.base/java.lang.String.charAt(String.java:9)\n\tat shop.Purse.take(Purse.java:31)";
    for (body, said) in [
        ("a.charAt(i);\n    b.charAt(i);", "thrown by charAt, called in line 2 or 3"),
        ("a.length();\n    b.length();", "the line that threw is not known"),
    ] {
        let focal_method = format!("int take(int i) {{\n    {body}\n}}").into();
        let failure = Failure {
            focal_method,
            docstring: "".into(),
            ..failure(0, "      Purse purse0 = new Purse(2);\n      purse0.take(5);", thrown)
        };
        let mut player = Player::open(corpus_of(vec![failure; 3]), 140, 45);
        let focal = player.rows(Pane::Focal);
        assert!(focal.iter().any(|row| row.trim() == said), "{focal:?}");
        let marked = focal.iter().filter(|row| row.starts_with('▷')).count();
        let expected = if said.contains("line 2 or 3") { 2 } else { 0 };
        assert_eq!(marked, expected, "{focal:?}");
        player.keys("d");
        let compared = player.screen();
        let marked = compared.lines().filter(|row| row.contains("▷") && row.contains(".charAt(i)")).count();
        assert_eq!(marked, expected, "{compared}");
    }
}

#[test]
fn what_threw_below_a_call_is_reached_through_it() {
    let thrown = "java.lang.IllegalStateException: out\n\tat shop.Purse.split(Purse.java:9)\n\tat shop.Purse.read(Purse.java:7)\n\tat shop.Purse.take(Purse.java:31)";
    let body = "      Purse purse0 = new Purse(2);\n      purse0.take(5);";
    let said = |called: &str| {
        let focal_method = format!("int take(int i) {{\n    {called}();\n}}").into();
        let failure = Failure { focal_method, docstring: "".into(), ..failure(0, body, thrown) };
        Player::open(corpus_of(vec![failure; 3]), 140, 45).rows(Pane::Focal).join("\n")
    };
    let said = said("read");
    assert!(said.contains("split() threw, called through read() in line 2"), "{said}");
}

#[test]
fn the_overload_that_the_test_calls_is_named_and_shown_first() {
    let lines = "        use(ink);\n".repeat(40);
    let focal_method = format!(
        "abstract int take(int ink, Pen pen);\n\n    /**\n     * Takes ink.\n     */\n    int take(int ink) {{\n{lines}    }}"
    );
    let failure = Failure {
        focal_method: focal_method.into(),
        docstring: "/**\n * Takes a pen.\n */".into(),
        ..failure(0, "      Purse purse0 = new Purse(2);\n      purse0.take(5);", "java.lang.Error: out")
    };
    let mut player = Player::open(corpus_of(vec![failure; 3]), 140, 45);
    let focal = player.rows(Pane::Focal);
    assert!(focal[0].contains("take(int)"), "{focal:?}");
    assert!(focal[1].contains("6 /**") && focal[2].contains("Takes ink."), "{focal:?}");
    player.keys("d");
    assert!(player.screen().contains("6 /**") && !player.screen().contains("Pen pen"), "{}", player.screen());
}

#[test]
fn a_docstring_is_scrolled_away_between_signature_and_body() {
    let mut corpus = support::corpus(&[14]);
    let docstring = format!("\"\"\" Takes coins.\n{}    \"\"\"", "    More of it.\n".repeat(40));
    let method =
        format!("def take(purse, count):\n    {docstring}\n    purse.coins -= count\n    return purse\n");
    for failure in &mut corpus.failures {
        failure.language = Language::Python;
        failure.focal_method = method.as_str().into();
        failure.docstring = docstring.as_str().into();
    }
    let player = Player::open(corpus, 140, 45);
    let rows = player.rows(Pane::Focal).join("\n");
    for line in ["def take(purse, count):", "purse.coins -= count", "return purse"] {
        assert!(rows.contains(line), "{rows}");
    }
}

#[test]
fn a_focal_method_does_not_begin_inside_a_wrapped_line() {
    let begin = |words: usize| {
        let mut corpus = support::corpus(&[14]);
        let javadoc = format!(
            "/**\n{} */",
            " * Takes coins out of a purse, which must have so many of them.\n".repeat(words)
        );
        for failure in &mut corpus.failures {
            failure.focal_method = "public int take(int count) {\n    return count;\n}\n".into();
            failure.docstring = javadoc.as_str().into();
        }
        Player::open(corpus, 140, 45).rows(Pane::Focal)[1].clone()
    };
    for words in [11, 12, 13, 14, 15, 16] {
        assert!(!begin(words).contains('↪'), "{}", begin(words));
    }
}

#[test]
fn compared_values_are_below_their_message_and_need_no_colour() {
    let mut player = open_at(1, 80, 24);
    player.keys("<tab> <tab> <tab>");
    insta::assert_snapshot!(player.screen());
    player.theme = Some(Theme::bundled("dark", Depth::None).expect("bundled").expect("readable"));
    let mut underlined = styled(&player, Modifier::UNDERLINED);
    underlined.retain(|piece| !piece.contains("fails with") && piece != "1 triage");
    assert_eq!(underlined, ["black pen", "red pencil"]);
    player.keys("a");
    assert!(player.screen().contains("+ actual    ...e ink of the red pencil is dry"), "{}", player.screen());
}

#[test]
fn the_marked_lines_are_those_counted_by_the_feature() {
    let failures = failures();
    let group: Vec<&Failure> = failures.iter().collect();
    let features = group_features(&group, &MethodNames::default(), Definition::Paper);
    for (number, features) in features.iter().enumerate() {
        let player = open_at(number, 140, 200);
        let screen = player.screen();
        let marked: Vec<&str> =
            screen.lines().filter_map(|line| line.split_once('•')).map(|(_, code)| code).collect();
        // Without the number of the line.
        let text = |line: &'_ str| {
            line.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']).to_owned()
        };
        let own: BTreeSet<String> = marked.iter().map(|line| text(line)).collect();
        let counted = features[Feature::TestDistinctCodeLine];
        // Where most lines would have the mark, it says nothing.
        let is_most = 2.0 * counted > group[number].generated_test.lines().count() as f64;
        let marked = if is_most { "0".to_owned() } else { counted.to_string() };
        assert_eq!(own.len().to_string(), marked, "{number}\n{screen}");
    }
    let mut player = open_at(0, 140, 45);
    player.keys("o");
    assert!(!player.rows(Pane::Code).concat().contains("•"), "the focal method is another text");
}

#[test]
fn a_test_is_shown_next_to_its_nearest_neighbour() {
    let mut player = open_at(0, 140, 30);
    player.keys("d");
    insta::assert_snapshot!("beside_wide", player.screen());
    let names = |player: &Player| {
        let screen = player.screen();
        let mut lines = screen.lines().skip_while(|line| !line.starts_with("▌ compare"));
        lines.nth(1).expect("it is open").to_owned()
    };
    assert!(names(&player).contains(" nearest 1 of"), "{}", names(&player));
    player.keys(">");
    let second = names(&player);
    assert!(second.contains(" nearest 2 of") || second.contains(" with the same features"), "{second}");
    player.keys("<");
    assert!(names(&player).contains(" nearest 1 of"), "{}", names(&player));
    player.keys("<");
    assert_eq!(player.message(), "this is the nearest neighbour");
    player.keys("n odd <enter>");
    assert!(player.is_comparing() && player.recorded[0].1.note == "odd", "a note is written as everywhere");
    player.keys("d");
    assert!(!player.is_comparing());
}

#[test]
fn on_a_small_screen_compared_lines_are_stacked() {
    let mut player = open_at(0, 80, 24);
    player.keys("d");
    insta::assert_snapshot!("beside_small", player.screen());
    player.keys("<esc>");
    assert!(!player.is_comparing());
    assert!(player.screen().contains("▌"), "the list is back");
}

#[test]
fn labelling_in_a_comparison_moves_to_the_next_failure() {
    let mut player = open_at(0, 140, 30);
    player.keys("g r 1 <enter> d");
    let first = player.selected();
    player.keys("f");
    assert_eq!(player.recorded.len(), 1);
    assert_eq!(player.recorded[0].1.label, Some(Label::FalsePositive));
    assert_ne!(player.selected(), first, "as ever, the next one follows");
    let selected = player.selected();
    let screen = player.screen();
    for said in [
        "+ #2 selected  Purse_ESTest.test02",
        "  IllegalState in take: full",
        "  name(): ...e ink of the [red pencil]",
    ] {
        assert!(screen.contains(said), "no {said}: {screen}");
    }
    let label = "- #1 nearest 1 of 3  F Purse_ESTest.test01";
    assert!(screen.contains(label), "the label is shown with its rank: {screen}");
    player.keys("K J");
    assert_eq!(player.selected(), selected);
    player.keys("z");
    assert!(player.is_comparing(), "an undo leaves it open");
    assert_eq!(player.selected(), first);
    player.keys("o");
    let code = player.rows(Pane::Code).join("\n");
    assert!(!player.is_comparing() && code.contains("Takes coins"), "{}", player.screen());
}

#[test]
fn a_failure_without_neighbour_says_so() {
    let mut player = Player::open(corpus_of(failures().split_off(3)), 100, 30);
    player.keys("d");
    assert_eq!(player.message(), "this is the only failure of its group: it has no neighbour");
    assert!(!player.is_comparing());
}

#[test]
fn until_the_neighbours_are_known_the_view_waits() {
    let corpus = Arc::new(corpus_of(failures()));
    let mut player = Player::loading(100, 30);
    let marks = vec![None; corpus.failures.len()];
    player.act(Action::Imported(support::imported(Arc::clone(&corpus), marks, String::new())));
    player.keys("d");
    assert!(player.screen().contains("looking for the nearest neighbour …"), "{}", player.screen());
    for ranked in support::rank_groups(&corpus) {
        player.act(Action::Ranked(ranked));
    }
    assert!(player.screen().contains("nearest 1 of"), "{}", player.screen());
}

#[test]
fn traces_are_below_the_tests_with_their_first_difference() {
    let mut player = open_at(0, 140, 45);
    player.keys("d");
    let screen = player.screen();
    let row = |text: &str| screen.lines().position(|line| line.contains(text));
    assert!(row("compare") < row("@Test") && row("@Test") < row("  traces"), "{screen}");
    assert!(row("  traces") < row("at Purse."), "{screen}");
    insta::assert_snapshot!("traces_wide", screen);
    player.keys("d");
    assert!(!player.is_comparing());
}

#[test]
fn long_lines_wrap_and_can_be_read_to_their_end() {
    let mut player = open_at(2, 80, 24);
    insta::assert_snapshot!("wrapped", player.screen());
    player.keys("l");
    assert_eq!(player.message(), "long lines are wrapped: w scrolls them again");
    player.keys("J K");
    assert!(player.screen().contains('↪'), "it stays so");
    let mut narrow = open_at(2, 60, 15);
    narrow.keys("<tab>");
    let mut seen = String::new();
    for _ in 0..20 {
        seen += &narrow.screen();
        narrow.keys("j");
    }
    assert!(seen.matches('↪').count() > 3 && seen.contains("\");"), "{seen}");
    narrow.keys("w");
    assert!(!narrow.screen().contains('↪'));
    assert_eq!(narrow.message(), "long lines are scrolled: h and l");
}

#[test]
fn a_match_is_found_in_the_middle_of_a_wrapped_line() {
    let mut player = open_at(2, 60, 15);
    player.keys("<tab> / \" ) ;");
    assert_eq!(styled(&player, Modifier::REVERSED).concat().trim(), "\");", "{}", player.screen());
}

#[test]
fn the_signature_stays_visible_and_hides_nothing() {
    let mut player = open_at(1, 140, 30);
    player.keys("<tab> <home> j j j j j");
    insta::assert_snapshot!("sticky", player.screen());
    player.keys("<home>");
    let mut seen = BTreeSet::new();
    for _ in 0..200 {
        let lines = player.code_lines();
        seen.extend(lines.iter().copied());
        let row = player.rows(Pane::Code)[1].clone();
        assert!(row.contains("test01()") || lines[0] <= 2, "{row}");
        player.keys("j");
    }
    assert!((1..=84).all(|line| seen.contains(&line)), "every line can be read: {seen:?}");
    player.keys("<home> / int7 <enter> / int39 <enter> N");
    let found = styled(&player, Modifier::REVERSED);
    assert!(found.contains(&"int39".to_owned()), "no match is hidden by the signature: {found:?}");
}

#[test]
fn the_failed_line_is_visible_when_its_pane_is_shown_again() {
    let mut lines: Vec<String> = (0..60).map(|i| format!("      purse0.put({i});")).collect();
    lines[30] = "      assertEquals(\"x\", purse0.name());".to_owned();
    let with_a_failed_line = || failure(0, &lines.join("\n"), COMPARED);
    let mut player = Player::open(corpus_of(vec![with_a_failed_line(), with_a_failed_line()]), 80, 24);
    player.keys("<tab> <tab> <tab> J <tab> <tab> <tab>");
    assert!(player.screen().contains('↑'), "{}", player.screen());
    assert!(player.screen().contains("▷ 33 "), "{}", player.screen());
}

#[test]
fn a_very_long_test_finds_its_signature_when_it_is_scrolled() {
    let body: String = (0..1_500).map(|i| format!("      purse0.put({i});\n")).collect();
    let long = failure(0, &body, "java.lang.IllegalStateException: full");
    let mut player = Player::open(corpus_of(vec![long]), 140, 30);
    player.keys("<tab> j j j");
    assert!(player.screen().contains("↑    2 public void test00()"), "{}", player.screen());
    player.keys("G");
    assert!(player.screen().contains("↑    2 public void test00()"), "{}", player.screen());
}

#[test]
fn a_very_long_test_scrolls_to_its_failed_line_unless_the_user_scrolled() {
    let long = |number: usize| {
        let mut lines: Vec<String> = (0..1_500).map(|i| format!("      purse0.put({i});")).collect();
        lines[900] = "      assertEquals(\"x\", purse0.name());".to_owned();
        failure(number, &lines.join("\n"), COMPARED)
    };
    let mut player = Player::open(corpus_of(vec![long(0), long(1)]), 140, 30);
    assert!(player.screen().contains("▷  903 "), "{}", player.screen());
    player.type_ahead("J");
    assert!(player.screen().contains(" 1 @Test"), "shown at once: {}", player.screen());
    player.type_ahead("<tab> j j j").settle();
    assert!(player.screen().contains("  5 "), "nothing jumps: {}", player.screen());
    player.keys("G");
    assert!(player.screen().contains("↑    2 "), "{}", player.screen());
}

#[test]
fn every_size_shows_everything_without_harm() {
    for (width, height) in
        [(60, 15), (61, 16), (80, 24), (100, 30), (109, 28), (110, 28), (140, 45), (200, 60)]
    {
        for number in 0..4 {
            let mut player = open_at(number, width, height);
            for key in ["w", "<tab> G", "d", "l l G", "w l", "a", "<esc>", "o", "o w", "J"] {
                player.keys(key);
                assert_eq!(player.screen().lines().count(), usize::from(height));
            }
        }
    }
    let mut player = open_at(1, 140, 45);
    player.keys("d w");
    for (width, height) in [(60, 15), (20, 5), (200, 60), (110, 28), (80, 24)] {
        player.act(Action::Resize(width, height));
        player.mouse(MouseKind::ScrollDown, 5, 5);
        assert_eq!(player.screen().lines().count(), usize::from(height));
    }
}

#[test]
fn huge_lines_are_shown_without_delay() {
    let mut corpus = support::corpus(&[3]);
    let long = "word ".repeat(200_000);
    for failure in &mut corpus.failures {
        failure.trace = StackTrace(format!("t::t\njava.lang.Error: {long}\n\tat a.B.run(B.java:7)\n").into());
        failure.generated_test = format!("@Test\n  void test() {{\n    call(\"{long}\");\n  }}").into();
    }
    // If each row of a line read everything after it, this would take minutes.
    let mut player = Player::open(corpus, 140, 45);
    for keys in ["j", "<enter>", "w", "<tab> j", "G", "w", "l", "a"] {
        player.keys(keys);
        player.screen();
    }
    assert!(player.screen().contains("word word"), "{}", player.screen());
}

#[test]
fn code_beyond_a_megabyte_is_shown_and_the_pane_says_that_it_is_not_parsed() {
    let thrown = "java.lang.IllegalStateException: empty\n\tat shop.Purse.take(Purse.java:3)";
    let code = |statements: usize| failure(0, &"purse0.take(5); ".repeat(statements), thrown);
    let mut player = Player::open(corpus_of(vec![code(3), code(70_000)]), 140, 40);
    let is_told = |player: &Player| player.screen().contains("not parsed, because it is longer than 1 MB");
    let first = player.failure();
    for _ in 0..2 {
        let is_long = player.selection().generated_test.len() > 1_000_000;
        assert_eq!(is_told(&player), is_long);
        assert!(player.screen().contains("purse0.take(5);"), "{}", player.screen());
        player.keys("j");
    }
    player.keys("k");
    assert_eq!(player.failure(), first);
}

fn title_of(player: &Player, pane: Pane) -> String {
    let area = player.headless.state().cx.layout().expect("large enough").pane(pane).expect("it is shown");
    let screen = player.screen();
    let line = screen.lines().nth(usize::from(area.y)).unwrap_or_default();
    line.chars().skip(usize::from(area.x)).take(usize::from(area.width)).collect()
}

#[test]
fn a_title_drops_the_class_and_the_oracle_before_the_test() {
    let mut corpus = corpus(&[14]);
    for (i, failure) in corpus.failures.iter_mut().enumerate() {
        failure.test = format!("shop.AVeryLongNameOfATestClass_ESTest::testTakesMoreThanThereIs{i}").into();
    }
    for (width, expected) in [(240, " · expects"), (140, "testTakesMore"), (120, "testTakesMore")] {
        let player = Player::open(corpus.clone(), width, 45);
        let title = title_of(&player, Pane::Code);
        assert!(title.contains(expected) && !title.contains('…'), "{title}");
        let failure = player.selection();
        let method = failure.test.rsplit("::").next().expect("a method");
        assert!(title.contains(method), "{title}");
    }
}

#[test]
fn without_sources_the_pane_names_the_folder_and_the_other_failure_has_its_trace() {
    let mut corpus = corpus(&[2]);
    for failure in &mut corpus.failures {
        (failure.generated_test, failure.focal_method) = ("".into(), "".into());
        failure.is_reported = true;
    }
    let mut player = Player::open(corpus, 140, 45);
    let code = player.rows(Pane::Code).join("\n");
    let input = &player.headless.state().cx.results.input;
    assert!(code.contains(&format!("No source of Purse_ESTest around {input}:")), "{code}");
    assert!(code.contains("Open the project's folder"), "{code}");
    let similar = player.rows(Pane::Why).join("\n");
    let (_, traces) = similar.split_once("the other failure's trace").expect("it has room");
    assert!(traces.contains("#2 AssertionError  expected:<3> but was:<4>"), "{traces}");
    assert!(traces.contains("at Purse_ESTest.test01  Purse_ESTest.java:21"), "{traces}");
    let ends = traces.lines().filter(|row| row.contains(".java:")).map(|row| row.trim_end().chars().count());
    assert_eq!(ends.collect::<HashSet<_>>().len(), 1, "one column of places: {traces}");
    player.keys("n odd <enter> <esc>");
    assert_eq!(player.screen().matches("odd").count(), 1, "{}", player.screen());
}

#[test]
fn the_failed_line_has_code_below_it_and_is_not_covered() {
    let mut corpus = corpus(&[3]);
    let lines: String =
        (0..17).map(|i| format!("      purse0.size(); // {} {i}\n", "x".repeat(80))).collect();
    for failure in &mut corpus.failures {
        let (method, thrown) = (failure.test.rsplit("::").next().expect("a method").to_owned(), "a.E: m");
        failure.generated_test =
            format!("@Test\npublic void {method}() {{\n{lines}      purse0.take(7);\n      one();\n      two();\n      three();\n}}").into();
        failure.trace = StackTrace(Arc::from(format!(
            "shop.Purse_ESTest::{method}\n{thrown}\n\tat shop.Purse.take(Purse.java:31)\n\tat shop.Purse_ESTest.{method}(P.java:2)\n\tat java.lang.reflect.Method.invoke(M.java:1)\n"
        )));
    }
    for (width, height) in [(80, 24), (100, 30), (140, 33), (140, 45)] {
        for keys in ["", "w"] {
            let mut player = Player::open(corpus.clone(), width, height);
            player.keys(keys);
            let code = player.rows(Pane::Code);
            let failed = code.iter().position(|row| row.contains("purse0.take(7)")).expect("it is visible");
            assert!(
                code[failed + 1].contains("one();") && code[failed + 2].contains("two();"),
                "{}",
                code.join("\n")
            );
            let is_whole = code[1].contains("@Test") && code.iter().any(|row| row.contains("three();"));
            assert_eq!(!code[0].contains('–'), is_whole, "the visible rows are in the title\n{}", code[0]);
        }
    }
}

#[test]
fn without_a_focal_method_the_test_stays_and_the_reason_is_said() {
    let mut corpus = corpus(&[3]);
    for failure in &mut corpus.failures {
        failure.focal_method = "".into();
        failure.docstring = "".into();
        failure.focal_location = FocalLocation::Undecided("two methods are called".into());
    }
    let mut player = Player::open(corpus, 80, 24);
    let test = player.rows(Pane::Code);
    player.keys("o");
    assert_eq!(player.rows(Pane::Code), test, "{}", player.screen());
    assert_eq!(player.message(), "the focal method is undecided: two methods are called");
}
