//! The use of the screen: names before bars, locations before names, nothing over the code, the header's parts by importance, tabs that
//! can be clicked, and a readable contrast of every text in every theme.

use std::sync::Arc;

use crate::support::{Player, corpus};
use fossick::model::{Corpus, StackTrace};
use fossick::tui::app::action::MouseKind;
use fossick::tui::app::{Action, CodeView, Message, Pane};
use fossick::tui::view::palette;
use fossick::tui::view::palette::Depth;
use fossick::tui::view::theme::{BUNDLED, Theme};
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
fn no_name_is_cut_beside_a_bar_or_beside_empty_cells() {
    for (width, height) in SIZES {
        for keys in ["", "L t t R"] {
            let mut player = Player::open(long_names(), width, height);
            player.keys(keys);
            let list = player.rows(Pane::Candidates);
            let has_bars = list[1].contains('█');
            let is_cut = list[1..].iter().any(|row| row.contains('…'));
            assert!(!(has_bars && is_cut), "at {width} {keys:?}\n{}", list.join("\n"));
            assert!(list[0].contains(if keys.is_empty() { "label" } else { "truth" }), "{}", list[0]);
            // Wherever one stands, the columns are the same.
            let heading = list[0].clone();
            player.keys("G");
            assert_eq!(player.rows(Pane::Candidates)[0], heading);
        }
    }
    let list = Player::open(long_names(), 140, 45).rows(Pane::Candidates).join("\n");
    assert!(list.contains("testCodec265") && list.contains("testHash323"), "short names stay whole\n{list}");
}

#[test]
fn a_folded_row_says_its_first_test_how_many_and_the_message() {
    let mut player = Player::open(corpus(&[14]), 80, 24);
    player.keys("g");
    let list = player.rows(Pane::Candidates).join("\n");
    assert!(list.contains("×5 · not enough: 7"), "{list}");
    player.keys("<right>");
    let list = player.rows(Pane::Candidates).join("\n");
    assert!(list.contains('▾') && list.matches('┄').count() >= 3, "{list}");
    assert!(list.lines().filter(|row| row.contains('┄')).all(|row| row.contains("test")), "{list}");
}

#[test]
fn what_failed_has_code_below_it_and_nothing_over_it() {
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
        let player = Player::open(corpus.clone(), width, height);
        let code = player.rows(Pane::Code);
        let failed = code.iter().position(|row| row.contains("purse0.take(7)")).expect("it is in sight");
        assert!(
            code[failed + 1].contains("one();") && code[failed + 2].contains("two();"),
            "{}",
            code.join("\n")
        );
        assert!(code[1..].iter().all(|row| !row.contains(" of 24")), "{}", code.join("\n"));
        if code.len() - 1 < 24 {
            assert!(code[0].contains(" of 24"), "where one is stands in the title\n{}", code[0]);
        }
    }
}

#[test]
fn a_long_frame_keeps_its_place() {
    for (width, height) in [(100, 30), (140, 45)] {
        let player = Player::open(long_names(), width, height);
        let trace = player.rows(Pane::Trace).join("\n");
        assert!(trace.contains(".java:31") && trace.contains("at Very"), "{trace}");
    }
}

#[test]
fn why_takes_what_a_short_list_leaves_and_keeps_its_height() {
    for (width, height) in [(140, 45), (200, 60)] {
        let mut player = Player::open(corpus(&[5, 40]), width, height);
        let why = player.area(Pane::Why).height;
        let title = player.rows(Pane::Why)[0].clone();
        assert!(!title.contains(" of "), "all of it is in sight at {width} x {height}: {title}");
        player.keys("<down> <down>");
        assert_eq!(player.area(Pane::Why).height, why);
    }
    let player = Player::open(corpus(&[40]), 120, 30);
    let list = player.rows(Pane::Candidates).join("\n");
    assert!(list.contains(" 10 "), "the top ten stay in sight\n{list}");
    let why = player.rows(Pane::Why);
    assert!(why[0].contains(" of "), "{}", why[0]);
}

/// The text of the failure that the code pane shows.
fn view_of(player: &Player) -> CodeView {
    let code = player.rows(Pane::Code).join("\n");
    match (code.contains("@Test"), code.contains("/**")) {
        (true, _) => CodeView::Test,
        (_, true) => CodeView::FocalMethod,
        _ => CodeView::Prefix,
    }
}

#[test]
fn a_click_on_a_tab_shows_what_it_names() {
    for (width, height) in [(80, 24), (140, 45)] {
        let mut player = Player::open(corpus(&[14]), width, height);
        for (word, view) in
            [("focal ▸", CodeView::FocalMethod), ("prefix ", CodeView::Prefix), ("test ▸", CodeView::Test)]
        {
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
    }
    let mut player = Player::open(corpus(&[14]), 80, 24);
    for (word, pane) in [("trace ", Pane::Trace), ("why ", Pane::Why), ("test ▸", Pane::Code)] {
        let (x, y) = player.find(word);
        player.mouse(MouseKind::Click, x, y);
        assert!(player.is_shown(pane) && player.focus() == pane);
    }
}

#[test]
fn the_header_says_what_matters_most_and_spaces_it_evenly() {
    let header = |player: &Player| player.screen().lines().next().unwrap_or_default().to_owned();
    for (width, height) in SIZES {
        for keys in ["", "g", "g t", "L t f", "3"] {
            let mut player = Player::open(corpus(&[28, 14]), width, height);
            player.keys(keys);
            let header = header(&player);
            assert!(header.ends_with('?') || header.ends_with("? help"), "{header}");
            if keys == "3" {
                continue;
            }
            assert!(header.contains("Shop-1"), "{header}");
            let progress =
                header.split("top 10").nth(1).expect("how far one is").trim_start_matches(" signatures");
            let progress = progress.trim_start_matches(':').trim_start();
            assert!(
                progress.starts_with(['●', '○']) || progress.starts_with(|c: char| c.is_ascii_digit()),
                "{header}"
            );
            let left = &header[..header.find("top 10").expect("just seen")];
            let gaps: Vec<usize> =
                left.trim().split(|c: char| c != ' ').map(str::len).filter(|&blanks| blanks > 1).collect();
            assert!(gaps.iter().all(|&gap| gap == 3), "{header}");
        }
    }
}

#[test]
fn a_long_message_is_read_to_its_end() {
    let mut player = Player::open(corpus(&[28]), 80, 24);
    let words: Vec<String> = (0..40).map(|n| format!("word{n}")).collect();
    player.act(Action::Notice(Message::error(words.join(" "))));
    let screen = player.screen();
    assert!(words.iter().all(|word| screen.contains(word)), "{screen}");
    player.keys("j");
    assert!(!player.screen().contains("word39"), "until the next key");
}

#[test]
fn on_a_screen_too_small_to_show_anything_nothing_is_judged() {
    let mut player = Player::open(corpus(&[28]), 80, 24);
    let selected = player.selected();
    player.act(Action::Resize(50, 12));
    player.keys("t f u j : n x");
    player.act(Action::Resize(80, 24));
    assert_eq!((player.recorded.len(), player.selected()), (0, selected));
    assert!(!player.headless.is_within_a_prompt());
    player.act(Action::Resize(50, 12));
    player.keys("q");
    assert!(player.quit);
}

/// WCAG 2 contrast of everything that is written on these screens, in every theme, on the terminal's page and on a painted one.
#[test]
fn every_text_on_every_screen_can_be_read() {
    let themes = BUNDLED.map(|(name, toml)| (name, Theme::parse(toml, Depth::TrueColor).expect("readable")));
    for keys in [
        "t f u s R",
        "g",
        "2",
        "3",
        "4",
        "?",
        "<ctrl-t>",
        "d",
        "V",
        "n x",
        "<tab> / size",
        "H",
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
    palette::contrast(text, page)
}
