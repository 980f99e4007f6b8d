//! The use of the screen: names take precedence over bars, locations over names, nothing covers the code, the header's parts are
//! ordered by importance, tabs can be clicked, and every text has a readable contrast in every theme.

use std::sync::Arc;

use crate::support::{Player, corpus};
use fossick::model::{Corpus, StackTrace};
use fossick::tui::core::action::MouseKind;
use fossick::tui::frame::color;
use fossick::tui::frame::color::Depth;
use fossick::tui::frame::theme::{BUNDLED, Theme};
use fossick::tui::{Action, CodeView, Message, Pane};
use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};

const SIZES: [(u16, u16); 7] = [(60, 15), (80, 24), (100, 30), (120, 30), (140, 45), (180, 45), (200, 60)];

/// Failures whose tests and exceptions have the long names of a real project.
fn long_names() -> Corpus {
    let mut corpus = corpus(&[14]);
    let names = ["testHugeLineSeparator", "testHash32x86WithLengthAndSeed", "testCodec265", "testHash32"];
    let thrown = [
        "java.lang.ArrayIndexOutOfBoundsException",
        "org.junit.ComparisonFailure",
        "java.lang.AssertionError",
    ];
    for (i, failure) in corpus.failures.iter_mut().enumerate() {
        let name = format!("{}{i}", names[i % names.len()]);
        failure.test = format!("org.acme.codec.Base64Test::{name}").into();
        failure.trace = StackTrace(Arc::from(format!(
            "org.acme.codec.Base64Test::{name}\n{}: m{i}\n\tat org.acme.codec.VeryLongClassNameOfTheProject.andItsMethodWithALongName(VeryLongClassNameOfTheProject.java:31)\n\tat org.acme.codec.Base64Test.{name}(Base64Test.java:{i})\n",
            thrown[i % thrown.len()]
        )));
    }
    corpus
}

#[test]
fn no_text_stands_beside_prompts_and_menus() {
    for (width, height) in SIZES {
        for keys in ["&", "/", "n", "s", "y", "'", ":", ": 7", "?"] {
            let mut player = Player::open(corpus(&[14]), width, height);
            player.keys(keys);
            let screen = player.screen();
            let mut rows = screen.lines().skip_while(|line| !line.starts_with('╭'));
            let is_whole = |row: &str| row.starts_with(['╭', '│', '╰']) && row.ends_with(['╮', '│', '╯']);
            assert!(rows.next().is_some_and(is_whole) && rows.all(is_whole), "{keys}\n{screen}");
        }
    }
}

#[test]
fn exceptions_are_not_cut_and_columns_do_not_move() {
    for (width, height) in SIZES {
        for keys in ["", "t t R"] {
            let mut player = Player::open(long_names(), width, height);
            player.keys(keys);
            let list = player.rows(Pane::Candidates);
            let names = ["ArrayIndexOutOfBounds", "ComparisonFailure", "AssertionError"];
            // In a column, or followed by the message or the truth.
            let is_whole = |row: &String| {
                names.iter().any(|name| {
                    ["  ", ": ", " in ", " · ", " FP", " TP"]
                        .iter()
                        .any(|end| row.contains(&format!("{name}{end}")))
                })
            };
            // A second line has no rank.
            let has_rank = |row: &&String| row.chars().skip(1).take(3).any(|c| c.is_ascii_digit());
            let mut first = list.iter().filter(has_rank).take(3);
            assert!(first.all(is_whole), "at {width} {keys:?}\n{}", list.join("\n"));
            assert_eq!(list[0].contains("truth"), !keys.is_empty(), "{}", list[0]);
            let heading = list[0].clone();
            player.keys("G");
            // The place is that of the rows shown.
            let words = |heading: &str| {
                heading
                    .split('–')
                    .next()
                    .map(|it| it.trim_end_matches(|c: char| !c.is_alphabetic()).to_owned())
            };
            assert_eq!(words(&player.rows(Pane::Candidates)[0]), words(&heading), "for every selection");
        }
    }
}

#[test]
fn a_folded_row_shows_its_number_of_tests_and_unfolds_to_their_names() {
    let mut player = Player::open(corpus(&[14]), 80, 24);
    player.keys("s g");
    let list = player.rows(Pane::Candidates).join("\n");
    assert!(list.contains("×5 · take: not enough: 7"), "{list}");
    player.keys("<enter>");
    let list = player.rows(Pane::Candidates).join("\n");
    assert!(list.contains('▾') && list.matches('┄').count() >= 3, "{list}");
    assert!(list.lines().filter(|row| row.contains('┄')).all(|row| row.contains("test")), "{list}");
}

#[test]
fn without_tests_the_trace_and_similar_errors_take_their_room() {
    let mut corpus = corpus(&[14]);
    for failure in &mut corpus.failures {
        failure.generated_test = "".into();
    }
    let mut player = Player::open(corpus.clone(), 80, 24);
    assert!(player.is_shown(Pane::Code) && player.is_shown(Pane::Trace));
    player.keys("<tab> <tab> <tab>");
    assert!(player.focus() == Pane::Trace && !player.is_shown(Pane::Code), "{}", player.screen());
    let player = Player::open(corpus, 200, 60);
    let column = player.rows(Pane::Focal).join("\n");
    let (_, similar) = column.split_once("traces of similar failures").expect("they are shown");
    for error in ["Expecting exception", "expected:<3> but was:<4>"] {
        assert_eq!(similar.matches(error).count(), 1, "{column}");
    }
}

#[test]
fn without_code_rows_name_their_tests_and_the_list_is_wider() {
    let mut corpus = corpus(&[14]);
    let with_code = Player::open(corpus.clone(), 140, 45).area(Pane::Candidates).width;
    for failure in &mut corpus.failures {
        (failure.generated_test, failure.focal_method) = ("".into(), "".into());
    }
    let player = Player::open(corpus, 140, 45);
    let list = player.rows(Pane::Candidates);
    for test in ["test03", "test09", "test12"] {
        assert_eq!(list.iter().filter(|row| row.contains(test)).count(), 1, "{}", list.join("\n"));
    }
    assert!(player.area(Pane::Candidates).width > with_code);
}

#[test]
fn few_failures_without_code_fold_frames_until_asked_and_other_groups_have_their_whole_names() {
    let mut corpus = corpus(&[2, 2]);
    for failure in &mut corpus.failures {
        (failure.generated_test, failure.focal_method) = ("".into(), "".into());
    }
    let name = "the-coins-of-a-long-winter";
    corpus.groups[1].project = name.into();
    let mut player = Player::open(corpus, 140, 45);
    let screen = player.screen();
    assert_eq!(screen.matches("┄ 1 reflection frame").count(), 2, "{screen}");
    player.keys("a");
    assert!(player.screen().contains("at Method.invoke"), "{}", player.screen());
    assert!(screen.contains(&format!("{name}-2  ··  2 failures")), "{screen}");
}

#[test]
fn below_the_last_group_are_those_before_it() {
    let mut player = Player::open(corpus(&[3, 4, 5]), 140, 45);
    player.keys("] ]");
    let list = player.rows(Pane::Candidates).join("\n");
    let (_, others) = list.split_once("other groups").expect("there is room");
    assert!(
        others.contains("[ previous") && others.contains("Shop-1") && others.contains("Shop-2"),
        "{list}"
    );
}

#[test]
fn a_row_equal_to_the_one_above_is_dim() {
    let player = Player::open(corpus(&[14]), 125, 28);
    let (buffer, theme) = (player.buffer(), player.headless.theme().clone());
    let list = player.rows(Pane::Candidates);
    let (x, _) = player.find("put(null) should throw");
    let mut dim = 0;
    for row in 2..=10 {
        let text = |row: usize| list[row].chars().skip(usize::from(x)).collect::<String>();
        let is_dim =
            buffer[(x, u16::try_from(row + 1).expect("a row"))].fg == theme.dim.fg.expect("a colour");
        assert_eq!(is_dim, text(row) == text(row - 1), "{}", list[row]);
        dim += usize::from(is_dim);
    }
    assert_eq!(
        dim, 5,
        "two more of one kind, one of another, and three of the last, of which one is below the top"
    );
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
fn a_long_frame_keeps_its_place() {
    for (width, height) in [(100, 30), (140, 45)] {
        let player = Player::open(long_names(), width, height);
        let trace = player.rows(Pane::Trace).join("\n");
        assert!(trace.contains(".java:31") && trace.contains("at andItsMetho"), "{trace}");
    }
}

/// The text of the failure that the code pane shows.
fn view_of(player: &Player) -> CodeView {
    let code = player.rows(Pane::Code).join("\n");
    if code.contains("@Test") { CodeView::Test } else { CodeView::FocalMethod }
}

#[test]
fn a_click_on_a_tab_shows_its_text() {
    let mut player = Player::open(corpus(&[14]), 80, 24);
    for (word, view) in [("focal ", CodeView::FocalMethod), ("test ▸", CodeView::Test)] {
        let (x, y) = player.find(word);
        for _ in 0..2 {
            player.mouse(MouseKind::Click, x, y);
            assert_eq!(
                (view_of(&player), player.focus()),
                (view, Pane::Code),
                "a second click changes nothing"
            );
        }
    }
    let (x, y) = player.find(" ▸ focal");
    player.mouse(MouseKind::Click, x + 1, y);
    assert_eq!(view_of(&player), CodeView::Test, "between the tabs there is none");
    for (word, pane) in [("trace ", Pane::Trace), ("why ", Pane::Why), ("test ▸", Pane::Code)] {
        let (x, y) = player.find(word);
        player.mouse(MouseKind::Click, x, y);
        assert!(player.is_shown(pane) && player.focus() == pane);
    }
}

#[test]
fn the_header_shows_the_most_important_parts_evenly_spaced() {
    let header = |player: &Player| player.screen().lines().next().unwrap_or_default().to_owned();
    for (width, height) in SIZES {
        for keys in ["", "s g", "s g t", "s n t f", "3"] {
            let mut player = Player::open(corpus(&[28, 14]), width, height);
            player.keys(keys);
            let header = header(&player);
            assert!(header.ends_with("3 Groups") || header.ends_with("? help"), "{header}");
            if keys == "3" {
                continue;
            }
            assert!(header.contains("Shop-1"), "{header}");
            assert!(
                header.contains("1 Triage") && header.contains("2 Progress"),
                "tabs keep names: {header}"
            );
            let progress =
                ["·", "F", "T", "0 of ", "1 of ", "2 of "].iter().filter_map(|sign| header.rfind(sign)).min();
            let (left, progress) = header.split_at(progress.expect("how far one is"));
            assert!(progress.contains(" of "), "{header}");
            let gaps: Vec<usize> =
                left.trim().split(|c: char| c != ' ').map(str::len).filter(|&blanks| blanks > 1).collect();
            assert!(gaps.iter().all(|&gap| gap == 3), "{header}");
        }
    }
}

#[test]
fn a_long_message_can_be_read_completely() {
    let mut player = Player::open(corpus(&[28]), 80, 24);
    let words: Vec<String> = (0..40).map(|n| format!("word{n}")).collect();
    player.act(Action::Notice(Message::error(words.join(" "))));
    let screen = player.screen();
    assert!(words.iter().all(|word| screen.contains(word)), "{screen}");
    player.keys("j");
    assert!(!player.screen().contains("word39"), "until the next key");
}

#[test]
fn on_a_screen_that_is_too_small_nothing_is_labelled() {
    let mut player = Player::open(corpus(&[28]), 80, 24);
    let selected = player.selected();
    player.act(Action::Resize(50, 12));
    player.keys("t f u j : n x");
    player.act(Action::Resize(80, 24));
    assert_eq!((player.recorded.len(), player.selected()), (0, selected));
    assert!(!player.headless.state().is_within_a_prompt());
    player.act(Action::Resize(50, 12));
    player.keys("q");
    assert!(player.quit);
}

/// Checks the WCAG 2 contrast of all text on these screens, in every theme, on the terminal's background and on a painted one.
#[test]
fn every_text_on_every_screen_can_be_read() {
    let themes = BUNDLED.map(|(name, toml)| (name, Theme::parse(toml, Depth::TrueColor).expect("readable")));
    for keys in [
        "t f u R",
        "s g",
        "s",
        "y",
        "v j v",
        "2",
        "1 t f 2",
        "3",
        "4",
        "?",
        ":",
        "<ctrl-t>",
        "d",
        "n x",
        "<tab> / size",
        "<tab> <tab>",
    ] {
        let mut player = Player::open(corpus(&[28, 5]), 140, 45);
        player.keys(keys);
        for (name, theme) in &themes {
            player.theme = Some(theme.clone().on_its_own_page());
            let left_out = |cell: &Cell| cell.fg == Color::Reset || cell.bg == Color::Reset;
            assert!(
                !player.buffer().content().iter().any(left_out),
                "{name}, {keys}: the whole page is painted"
            );
            player.theme = Some(theme.clone());
            let buffer = player.buffer();
            for (at, cell) in buffer.content().iter().enumerate() {
                let contrast = contrast_of(cell, theme);
                let is_text = cell.symbol().chars().any(char::is_alphanumeric);
                let row = at / usize::from(buffer.area.width);
                assert!(
                    !is_text || contrast >= 4.5,
                    "{name}, {keys}: {:?} has {contrast:.2} in\n{}",
                    cell.symbol(),
                    player.screen().lines().nth(row).unwrap_or_default()
                );
            }
        }
    }
}

fn contrast_of(cell: &Cell, theme: &Theme) -> f64 {
    let rgb = |color: Color, own: [u8; 3]| match color {
        Color::Rgb(r, g, b) => [r, g, b],
        _ => own,
    };
    let (mut text, mut page) = (rgb(cell.fg, theme.picture_text), rgb(cell.bg, theme.picture_page));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut text, &mut page);
    }
    color::contrast(text, page)
}
