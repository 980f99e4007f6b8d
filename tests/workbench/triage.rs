//! The triage screen: its panes, the top K, focus, zoom, scrolling, mouse, messages, loading, sizes and hostile text.

use fossick::model::{Corpus, FailureId, Passed, Ranking, StackTrace};
use fossick::tui::core::action::{Message, MouseKind, Progress, RankedGroup};
use fossick::tui::frame::color::Depth;
use fossick::tui::frame::theme::Theme;
use fossick::tui::{Action, Pane};
use ratatui::style::Modifier;

use crate::support::{Player, corpus, imported};

#[test]
fn the_triage_screen_at_140x45() {
    let mut player = Player::of(&[14, 5, 1]);
    player.keys("j f t n maybe <enter>");
    insta::assert_snapshot!(player.screen());
}

#[test]
fn the_triage_screen_at_80x24() {
    let mut player = Player::open(corpus(&[14, 5]), 80, 24);
    insta::assert_snapshot!("small_code", player.screen());
    player.keys("<tab> <tab>");
    insta::assert_snapshot!("small_trace", player.screen());
    player.keys("<tab>");
    insta::assert_snapshot!("small_why", player.screen());
}

#[test]
fn the_triage_screen_at_200x60() {
    insta::assert_snapshot!(Player::open(corpus(&[14, 5, 1]), 200, 60).screen());
}

#[test]
fn the_help_lists_every_key() {
    let mut player = Player::open(corpus(&[3]), 140, 125);
    let before = player.screen();
    player.keys("?");
    insta::assert_snapshot!(player.screen());
    player.keys("j <esc>");
    assert_eq!(player.screen(), before);
}

/// The lines of the help, without its border.
fn help(player: &Player) -> Vec<String> {
    let screen = player.screen();
    let rows = screen.lines().filter_map(|line| line.split_once("│ ")?.1.rsplit_once('│'));
    rows.map(|(row, _)| row.trim_end().to_owned()).collect()
}

#[test]
fn the_help_has_the_keys_of_this_screen_in_columns() {
    let mut player = Player::open(corpus(&[14]), 140, 49);
    player.keys("?");
    let keys = help(&player);
    let row = keys.iter().find(|row| row.starts_with("t ")).unwrap_or_else(|| panic!("{keys:?}"));
    assert!(row.split("   ").filter(|cell| !cell.trim().is_empty()).count() >= 4, "side by side: {row}");
    assert!(keys.iter().any(|row| row.contains("compare")), "{keys:?}");
    assert!(keys.iter().any(|row| row.contains("Javadoc similarity")), "all of it fits: {keys:?}");
    assert!(!player.screen().contains("next part"), "so nothing scrolls: {}", player.screen());
    assert!(!keys.iter().any(|row| row.contains("back to the test")), "no source is open: {keys:?}");
    assert!(!keys.iter().any(|row| row.contains("neighbour")), "those of a comparison are not: {keys:?}");
    player.keys("<esc> d ?");
    let keys = help(&player).join("\n");
    for here in ["next neighbour", "next difference", "previous difference", "note"] {
        assert!(keys.contains(&format!("  {here}")), "{here} in a comparison: {keys}");
    }
    assert!(keys.contains("true positive") && !keys.contains("all features"), "{keys}");
    player.keys("<esc> <esc> 3 ?");
    let keys = help(&player).join("\n");
    assert!(keys.contains("all actions") && !keys.contains("compare  "), "only those of the table: {keys}");
}

#[test]
fn beside_the_name_of_the_method_a_message_has_room_for_its_values() {
    let mut corpus = corpus(&[14]);
    for failure in &mut corpus.failures {
        failure.focal_method = "int takeCoins() { return 0; }".into();
        failure.generated_test =
            "@Test\npublic void test00() {\n  assertEquals(10, purse0.takeCoins());\n}".into();
        failure.trace =
            StackTrace("a.B::t\njunit.framework.AssertionFailedError: expected:<10> but was:<1234>\n".into());
    }
    let list = Player::open(corpus, 80, 24).rows(Pane::List);
    assert!(list[1].contains("takeCoins  ") && list[1].contains("takeCoins(): 1234 ≠ 10"), "{list:?}");
}

#[test]
fn the_help_is_searched() {
    let mut player = Player::open(corpus(&[14]), 80, 24);
    player.keys("? / diff");
    let found = help(&player);
    assert!(
        found.iter().any(|row| row.starts_with("d ") && row.contains("compare: ")),
        "by another word: {found:?}"
    );
    assert!(!found.iter().any(|row| row.contains("write a note")), "nothing else: {found:?}");
    player.keys("zzz");
    assert!(player.screen().contains("nothing here has these words"), "{}", player.screen());
    player.keys("<esc>");
    assert!(help(&player).iter().any(|row| row.starts_with("Judge ")), "all keys again: {}", player.screen());
    player.keys("<esc>");
    assert!(!player.screen().contains("keys of this screen"), "{}", player.screen());
    assert!(player.recorded.is_empty(), "what is typed into it is no key");
}

#[test]
fn the_top_is_typed_as_a_number() {
    let mut player = Player::of(&[14]);
    player.keys("+ 7 <enter>");
    assert!(player.screen().contains("── below the top 7 ─"));
    player.keys("+ 1 4 <enter>");
    assert!(!player.screen().contains("── below the top 14"), "no line when all are in the top");
    player.keys("+ 0 <enter>");
    assert_eq!(player.message(), "K is a whole number from 1 up");
    player.keys("+ 1 <enter>");
    assert!(player.screen().contains("── below the top 1 ─"), "{}", player.screen());
}

#[test]
fn a_rank_that_does_not_exist_is_reported() {
    let mut player = Player::of(&[14]);
    player.keys("g r 9 9 <enter>");
    assert!(player.message().contains("from 1 to 14"));
    assert_eq!(player.position(), 0);
    player.keys("g r 3 <enter>");
    assert_eq!(player.position(), 2);
}

#[test]
fn the_code_pane_shows_test_and_focal_method() {
    let mut player = Player::of(&[14]);
    let text = |player: &Player, pane| {
        let rows = player.rows(pane).join("\n");
        (rows.contains("@Test"), rows.contains("/**") && rows.contains("@throws IllegalArgumentException"))
    };
    let (in_test, in_focal) = ((true, false), (false, true));
    let both = |player: &Player| [Pane::Code, Pane::Focal].map(|pane| text(player, pane));
    assert_eq!(both(&player), [in_test, in_focal]);
    player.keys("o");
    assert_eq!(both(&player), [in_focal, in_test], "the focal method changes places with the test");
    assert!(player.rows(Pane::Focal)[0].contains("Purse_ESTest.test11"), "{}", player.screen());
    player.keys("o");
    assert_eq!(both(&player), [in_test, in_focal], "the same key again goes back to the test");
}

#[test]
fn frames_fold_and_unfold() {
    let mut player = Player::of(&[14]);
    assert!(!player.screen().contains("Method.invoke"));
    player.keys("a");
    assert!(player.screen().contains("Method.invoke"));
    player.keys("a");
    assert!(!player.screen().contains("Method.invoke"));
}

#[test]
fn the_failing_line_and_the_oracle_are_marked() {
    let mut player = Player::of(&[14]);
    while !player.selection().oracle.expects_exception {
        player.keys("j");
    }
    let screen = player.screen();
    let failed: Vec<&str> = screen.lines().filter(|line| line.contains("▷  ")).collect();
    assert!(matches!(failed[..], [line] if line.contains("fail(\"Expecting exception\")")), "{failed:?}");
    assert!(screen.contains("oracle: should throw"));
}

#[test]
fn tab_cycles_through_the_panes_and_zoom_maximizes_one() {
    let mut player = Player::of(&[14]);
    player.keys("<tab>");
    assert_eq!(player.focus(), Pane::Code);
    player.keys("Z");
    let zoomed = player.screen();
    assert!(zoomed.contains("@Test") && !player.is_shown(Pane::Why), "{zoomed}");
    player.keys("<esc>");
    assert!(player.is_shown(Pane::Why));
    player.keys("<backtab>");
    assert_eq!(player.focus(), Pane::List);
}

#[test]
fn panes_scroll_by_keys_and_wheel_and_stop_at_their_ends() {
    let mut corpus = corpus(&[3]);
    let long: String = (0..80).map(|i| format!("      int int{i} = {i};\n")).collect();
    for failure in &mut corpus.failures {
        failure.generated_test = long.as_str().into();
    }
    let mut player = Player::open(corpus, 140, 45);
    player.keys("<tab> j j");
    assert_eq!(player.code_lines()[0], 3);
    player.keys("<end>");
    let end = player.code_lines()[0];
    assert!(player.screen().contains("int79"));
    player.keys("j <pgdn>");
    assert_eq!(player.code_lines()[0], end);
    player.mouse(MouseKind::ScrollUp, 30, 10);
    assert_eq!(player.code_lines()[0], end - 3);
    player.keys("<home>");
    assert_eq!(player.code_lines()[0], 1);
}

#[test]
fn a_click_selects_a_failure_and_focuses_its_pane() {
    let mut player = Player::of(&[14]);
    for pane in Pane::DETAILS {
        let area = player.area(pane);
        player.mouse(MouseKind::Click, area.x + 20, area.y + 1);
        assert_eq!(player.focus(), pane);
    }
    player.mouse(MouseKind::Click, 10, 4);
    assert_eq!((player.focus(), player.position()), (Pane::List, 2));
    player.mouse(MouseKind::Click, 10, 12);
    assert_eq!(player.position(), 2, "the line below the top is no failure");
    player.mouse(MouseKind::Click, 10, 13);
    assert_eq!(player.position(), 10);
}

#[test]
fn brackets_step_from_group_to_group() {
    let mut player = Player::of(&[2, 14, 5]);
    player.keys("]");
    assert!(player.selected().starts_with("2/"));
    player.keys("[ [");
    assert!(player.message().contains("first group"));
}

#[test]
fn each_group_keeps_its_own_selection() {
    let mut player = Player::of(&[5, 5]);
    player.keys("j j");
    let here = player.selected();
    player.keys("] j [");
    assert_eq!(player.selected(), here);
}

#[test]
fn enter_on_a_failure_focuses_its_code() {
    let mut player = Player::open(corpus(&[14]), 80, 24);
    player.keys("j <enter>");
    assert_eq!(player.focus(), Pane::Code);
    assert!(player.screen().contains("Purse purse0"), "{}", player.screen());
    player.keys("<esc> Z <enter>");
    assert_eq!(player.focus(), Pane::Code, "also from the list that has the whole screen");
    assert!(player.screen().contains("Purse purse0"), "{}", player.screen());
}

#[test]
fn a_late_ranking_keeps_the_selected_failure() {
    let corpus = std::sync::Arc::new(corpus(&[4]));
    let mut player = Player::loading(140, 45);
    let marks = vec![None; 4];
    let input = "purse.jsonl".to_owned();
    player.act(Action::Imported(imported(corpus.clone(), marks, input)));
    assert!(player.screen().contains("ranking, 1 group to go"));
    player.keys("j j");
    let chosen = player.selected();
    let features = vec![fossick::model::FeatureVector::default(); 4];
    let ranking = Ranking::from_scores(&[0, 1, 2, 3].map(FailureId::new), &[0.1, 0.2, 0.3, 0.4]);
    player.act(Action::Ranked(RankedGroup::new(0, features, fossick::rank::Ranker::default(), ranking)));
    assert_eq!(player.selected(), chosen);
}

#[test]
fn several_messages_are_shown_one_after_the_other() {
    let mut player = Player::of(&[5]);
    player.act(Action::Notice(Message::warning("first")));
    player.act(Action::Notice(Message::warning("second")));
    assert_eq!(player.message(), "first");
    player.keys("j");
    assert_eq!(player.message(), "second");
    player.keys("j");
    assert_eq!(player.message(), "");
}

#[test]
fn messages_leave_the_keys_that_judge_in_their_place() {
    for said in ["this is the demo: ? for help".to_owned(), "a long one ".repeat(6)] {
        let mut player = Player::open(corpus(&[14]), 80, 24);
        player.act(Action::Notice(Message::info(said.trim())));
        let screen = player.screen();
        assert!(screen.contains(said.trim()), "{screen}");
        let last = screen.lines().last().expect("a status line");
        assert!(last.contains("t TP: bug  f FP  u unsure  n note"), "{screen}");
    }
}

#[test]
fn text_from_files_can_not_control_the_terminal() {
    let mut corpus = corpus(&[2]);
    let hostile = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}desrever\u{0}\t\u{9b}31m";
    for failure in &mut corpus.failures {
        failure.test = format!("a.B::{hostile}").into();
        failure.generated_test = hostile.into();
        failure.focal_method = hostile.into();
        failure.trace =
            StackTrace(format!("{hostile}\n{hostile}: {hostile}\n\tat a.B.{hostile}(B.java:1)\n").into());
        failure.project = hostile.into();
    }
    corpus.groups[0].project = hostile.into();
    let mut player = Player::open(corpus, 140, 45);
    for keys in ["a", "o", "b", "<esc>", "?"] {
        player.keys(keys);
        let buffer = player.buffer();
        for cell in buffer.content() {
            assert!(!cell.symbol().chars().any(|c| c.is_control() || c == '\u{202e}'), "{:?}", cell.symbol());
        }
    }
    player.keys("<esc> o");
    assert!(player.screen().contains("␛[2J"), "{}", player.screen());
}

#[test]
fn without_colours_no_information_is_lost() {
    let mut player = Player::of(&[14]);
    player.theme = Some(Theme::bundled("dark", Depth::None).expect("bundled").expect("readable"));
    player.keys("t f u");
    let buffer = player.buffer();
    for cell in buffer.content() {
        assert_eq!(cell.fg, ratatui::style::Color::Reset);
        assert_eq!(cell.bg, ratatui::style::Color::Reset);
    }
    let selected = (0..50).filter(|&x| buffer[(x, 5)].modifier.contains(Modifier::REVERSED)).count();
    assert_eq!(selected, 50, "the selected row is reversed");
    for (row, letter) in ["T", "F", "?"].into_iter().enumerate() {
        let line = player.screen().lines().nth(row + 2).expect("a row").to_owned();
        assert!(line.contains(&format!(" {} {letter} ", row + 1)), "{line}");
    }
}

#[test]
fn loading_shows_its_progress() {
    let mut player = Player::loading(100, 30);
    player.act(Action::Progress(Progress { read: 3_000_000, total: Some(12_000_000) }));
    assert!(player.screen().contains("reading 3.0 MB of 12.0 MB"));
    player.keys("t j ? <esc> q");
    assert!(player.quit && player.recorded.is_empty());
}

#[test]
fn without_failures_the_screen_says_so() {
    let mut corpus = Corpus::default();
    corpus.groups.push(fossick::model::Group {
        is_predicted: false,
        run: 0,
        project: "Shop".into(),
        bug: "1".into(),
        failures: Vec::new(),
        passed: Passed { unknown: 214, ..Passed::default() },
    });
    let mut player = Player::open(corpus, 100, 30);
    player.keys("t f j ] z 3 <enter> o");
    assert!(
        player.screen().contains("no failed tests among 214 in purse.jsonl: nothing to triage"),
        "{}",
        player.screen()
    );
}

#[test]
fn a_screen_that_is_too_small_says_so_and_recovers() {
    let mut player = Player::of(&[14]);
    player.act(Action::Resize(30, 8));
    assert!(player.screen().contains("fossick needs 60 x 15"));
    player.keys("j t");
    player.act(Action::Resize(80, 24));
    assert!(player.screen().contains("@Test"));
}

#[test]
fn every_size_can_be_drawn() {
    let mut player = Player::of(&[14, 3]);
    for width in (1..160).step_by(7) {
        for height in 1..50 {
            player.act(Action::Resize(width, height));
            player.screen();
            player.keys("3").screen();
            player.keys("<esc> ?").screen();
            player.keys("<esc>");
        }
    }
}

#[test]
fn wide_characters_keep_the_columns() {
    let mut corpus = corpus(&[3]);
    for failure in &mut corpus.failures {
        failure.generated_test = "String string0 = \"日本語テキスト\";\nint int0 = 1;".into();
        failure.test = "a.日本語_ESTest::テスト".into();
    }
    let screen = Player::open(corpus, 140, 45).screen();
    assert!(screen.contains("日 本 語 テ キ ス ト") || screen.contains("日本語テキスト"), "{screen}");
}

#[test]
fn tied_ranks_are_not_stable() {
    let mut player = Player::of(&[14]);
    player.keys("<end>");
    assert!(player.screen().contains("Ranks 12 to 14"), "{}", player.screen());
}

#[test]
fn after_a_label_below_the_top_k_the_unlabelled_rows_of_the_top_follow() {
    let mut player = Player::of(&[14, 3]);
    player.keys("G t");
    assert!(player.screen().contains("group 1 of 2"), "nothing of its top is judged: {}", player.screen());
    assert_eq!(player.selected(), Player::of(&[14, 3]).selected(), "the first of the list");
}
