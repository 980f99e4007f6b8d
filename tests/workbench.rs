//! The workbench by key scripts: keys go into the real update loop, the screen comes out of the real drawing code.

#![allow(missing_docs)]

mod support;

use fossick::app::action::{Imported, Message, MouseKind, Progress, RankedGroup};
use fossick::app::judging::Mark;
use fossick::app::key::Key;
use fossick::app::{Action, Pane};
use fossick::model::{Corpus, Judgement, Label, Passed, Ranking, StackTrace};
use fossick::ui::palette::Depth;
use fossick::ui::theme::Theme;
use ratatui::style::Modifier;
use support::{Player, corpus};

fn open(sizes: &[usize]) -> Player {
    Player::open(corpus(sizes), 140, 45)
}

fn labels(player: &Player) -> Vec<Option<Label>> {
    player.recorded.iter().map(|(_, judgement)| judgement.label).collect()
}

fn message(player: &Player) -> &str {
    player.state.message.as_ref().map_or("", |message| &message.text)
}

#[test]
fn the_triage_screen_at_140x45() {
    let mut player = open(&[14, 5, 1]);
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
    player.keys("?");
    insta::assert_snapshot!(player.screen());
    player.keys("j <esc>");
    assert_eq!(player.state.overlay, None);
}

#[test]
fn a_label_is_recorded_and_moves_on_to_the_next_unlabelled() {
    let mut player = open(&[14]);
    let first = player.selected();
    player.keys("f");
    assert_eq!(labels(&player), [Some(Label::FalsePositive)]);
    assert_ne!(player.selected(), first);
    player.keys("j t");
    assert_eq!(
        player.state.current_group().expect("a group").1.selected,
        3,
        "rank 2 is left behind, rank 4 comes next"
    );
}

#[test]
fn the_last_label_of_the_top_goes_back_to_what_was_left_out() {
    let mut player = open(&[14]);
    player.keys("j j j f f f f f f f");
    assert_eq!(player.state.current_group().expect("a group").1.selected, 0);
    player.keys("f f f");
    assert!(message(&player).contains("top 10 of this group is judged"), "{}", message(&player));
}

#[test]
fn a_judged_group_leads_to_the_next_and_undo_leads_back() {
    let mut player = open(&[3, 4]);
    player.keys("f f");
    let last = player.selected();
    assert!(last.starts_with("1/"));
    player.keys("t");
    assert!(player.selected().starts_with("2/"));
    assert!(
        message(&player).contains("Shop-1") && message(&player).contains("now Shop-2"),
        "{}",
        message(&player)
    );
    player.keys("z");
    assert_eq!(player.selected(), last);
    assert_eq!(labels(&player).last(), Some(&None), "the undo is recorded");
    player.keys("Z");
    assert_eq!(labels(&player).last(), Some(&Some(Label::TruePositive)), "and so is the redo");
}

#[test]
fn below_the_top_a_label_leads_further_down() {
    let mut player = open(&[14, 2]);
    player.keys("# 1 2 <enter> f");
    assert_eq!(player.state.current_group().expect("a group").1.selected, 12);
}

#[test]
fn space_finds_the_next_unlabelled_in_another_group() {
    let mut player = open(&[1, 0, 2]);
    player.keys("f [ <space>");
    assert!(player.selected().starts_with("3/"));
    player.keys("f f <space>");
    assert!(message(&player).contains("all 2 groups is judged"), "{}", message(&player));
}

#[test]
fn clearing_keeps_the_note() {
    let mut player = open(&[5]);
    player.keys("n why <enter> t k x");
    let (failure, judgement) = player.recorded.last().expect("three records").clone();
    assert_eq!(judgement, Judgement { note: "why".to_owned(), ..Judgement::default() });
    assert_eq!(player.state.judging.note(failure), "why");
}

#[test]
fn escape_leaves_a_note_as_it_was() {
    let mut player = open(&[5]);
    player.keys("n draft <esc>");
    assert!(player.recorded.is_empty());
    player.keys("n first <enter> n <bs> <bs> <enter>");
    assert_eq!(player.recorded.last().expect("recorded").1.note, "fir");
}

#[test]
fn keys_typed_into_a_note_are_no_commands() {
    let mut player = open(&[5]);
    player.keys("n q f t");
    assert!(!player.quit && player.recorded.is_empty());
    player.keys("<enter> q");
    assert!(player.quit);
    assert_eq!(player.recorded.last().expect("the note").1.note, "qft");
}

#[test]
fn the_truth_is_hidden_until_asked_for() {
    let mut player = open(&[14]);
    let blind = player.screen();
    assert!(!blind.contains("TP") && !blind.contains("FP"), "{blind}");
    player.keys("R");
    let shown = player.screen();
    assert_eq!(
        shown.lines().filter(|line| line.contains("TP")).count(),
        1,
        "one true positive among fourteen\n{shown}"
    );
    assert!(shown.contains("truth shown"));
    player.keys("R");
    assert!(!player.screen().contains("truth shown"));
}

#[test]
fn without_a_fixed_version_there_is_no_truth_to_reveal() {
    let mut corpus = corpus(&[3]);
    corpus.failures.iter_mut().for_each(|failure| failure.truth = None);
    let mut player = Player::open(corpus, 140, 45);
    player.keys("R");
    assert!(!player.state.truth_shown);
    assert!(message(&player).contains("nothing is known"));
}

#[test]
fn the_top_moves_with_its_keys() {
    let mut player = open(&[14]);
    player.keys("- - -");
    assert!(player.screen().contains("── top 7 ─"));
    player.keys("+ + + + + + +");
    assert!(!player.screen().contains("── top 14"), "no line when all are in the top");
    player.keys(&"- ".repeat(20));
    assert_eq!(player.state.top, 1);
}

#[test]
fn a_rank_that_does_not_exist_is_told() {
    let mut player = open(&[14]);
    player.keys("# 9 9 <enter>");
    assert!(message(&player).contains("from 1 to 14"));
    assert_eq!(player.state.current_group().expect("a group").1.selected, 0);
    player.keys("# 3 <enter>");
    assert_eq!(player.state.current_group().expect("a group").1.selected, 2);
}

#[test]
fn the_code_pane_shows_test_focal_method_and_prefix() {
    let mut player = open(&[14]);
    assert!(player.screen().contains("@Test"));
    player.keys("o");
    let focal = player.screen();
    assert!(
        focal.contains("/**")
            && focal.contains("@throws IllegalArgumentException")
            && !focal.contains("@Test")
    );
    player.keys("p");
    assert!(!player.screen().contains("@throws") && !player.screen().contains("@Test"));
    player.keys("p");
    assert!(player.screen().contains("@Test"), "the same key again goes back to the test");
}

#[test]
fn frames_fold_and_unfold() {
    let mut player = open(&[14]);
    assert!(!player.screen().contains("Method.invoke"));
    player.keys("a");
    assert!(player.screen().contains("Method.invoke"));
    player.keys("a");
    assert!(!player.screen().contains("Method.invoke"));
}

#[test]
fn the_failing_line_and_the_oracle_are_marked() {
    let mut player = open(&[14]);
    while !player.state.selected().expect("one").1.oracle.expects_exception {
        player.keys("j");
    }
    let screen = player.screen();
    let failed: Vec<&str> = screen.lines().filter(|line| line.contains('▷')).collect();
    assert!(matches!(failed[..], [line] if line.contains("fail(\"Expecting exception\")")), "{failed:?}");
    assert!(screen.contains("oracle: expects an exception"));
}

#[test]
fn tab_walks_through_the_panes_and_zoom_gives_one_all_the_room() {
    let mut player = open(&[14]);
    player.keys("<tab>");
    assert_eq!(player.state.focus, Pane::Code);
    player.keys("m");
    let zoomed = player.screen();
    assert!(zoomed.contains("@Test") && !zoomed.contains("why #"), "{zoomed}");
    player.keys("<esc>");
    assert!(player.screen().contains("why #"));
    player.keys("<backtab>");
    assert_eq!(player.state.focus, Pane::Candidates);
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
    assert_eq!(player.state.detail.code_offset, 2);
    player.keys("<end>");
    let end = player.state.detail.code_offset;
    assert!(player.screen().contains("int79"));
    player.keys("j <pgdn>");
    assert_eq!(player.state.detail.code_offset, end);
    player.mouse(MouseKind::ScrollUp, 100, 10);
    assert_eq!(player.state.detail.code_offset, end - 3);
    player.keys("<home>");
    assert_eq!(player.state.detail.code_offset, 0);
}

#[test]
fn a_click_selects_a_failure_and_focuses_its_pane() {
    let mut player = open(&[14]);
    player.mouse(MouseKind::Click, 100, 40);
    assert_eq!(player.state.focus, Pane::Trace);
    player.mouse(MouseKind::Click, 10, 4);
    assert_eq!(
        (player.state.focus, player.state.current_group().expect("a group").1.selected),
        (Pane::Candidates, 2)
    );
    player.mouse(MouseKind::Click, 10, 12);
    assert_eq!(
        player.state.current_group().expect("a group").1.selected,
        2,
        "the line below the top is no failure"
    );
    player.mouse(MouseKind::Click, 10, 13);
    assert_eq!(player.state.current_group().expect("a group").1.selected, 10);
}

#[test]
fn one_steps_from_group_to_group() {
    let mut player = open(&[2, 14, 5]);
    player.keys("]");
    assert!(player.selected().starts_with("2/"));
    player.keys("[ [");
    assert!(message(&player).contains("first group"));
}

#[test]
fn each_group_keeps_its_own_selection() {
    let mut player = open(&[5, 5]);
    player.keys("j j");
    let here = player.selected();
    player.keys("] j [");
    assert_eq!(player.selected(), here);
}

#[test]
fn a_ranking_that_arrives_late_keeps_the_selection_on_its_failure() {
    let corpus = std::sync::Arc::new(corpus(&[4]));
    let mut player = Player::loading(140, 45);
    let marks = vec![None; 4];
    let input = "purse.jsonl".to_owned();
    player.act(Action::Imported(Imported {
        corpus: corpus.clone(),
        marks,
        notices: Vec::new(),
        said_of_results: Vec::new(),
        input,
    }));
    assert!(player.screen().contains("ranking, 1 groups to go"));
    player.keys("j j");
    let chosen = player.selected();
    let features = vec![fossick::model::FeatureVector::default(); 4];
    let ranking = Ranking::from_scores(&[0, 1, 2, 3], &[0.1, 0.2, 0.3, 0.4]);
    player.act(Action::Ranked(RankedGroup { group: 0, features, ranking }));
    assert_eq!(player.selected(), chosen);
}

/// What a journal says after the first `judged` failures of the corpus were labelled.
fn labelled(corpus: &Corpus, judged: usize) -> Vec<Option<Mark>> {
    let judgement = Judgement { label: Some(Label::FalsePositive), ..Judgement::default() };
    let mark = Mark { judgement, stale: false, saved: true };
    (0..corpus.failures.len()).map(|failure| (failure < judged).then(|| mark.clone())).collect()
}

#[test]
fn one_resumes_where_one_stopped() {
    let corpus = corpus(&[3, 4, 2]);
    let marks = labelled(&corpus, 3 + 2);
    let mut player = Player::loading(140, 45);
    player.import_marked(corpus, marks);
    assert!(player.selected().starts_with("2/"), "the first group is judged");
    let (_, group) = player.state.current_group().expect("a group");
    let first_unlabelled = group.ranking.entries.iter().position(|entry| entry.failure >= 5);
    assert_eq!(Some(group.selected), first_unlabelled);
    assert_eq!(player.state.progress.0.judged, 2);
}

#[test]
fn when_all_is_judged_one_starts_at_the_beginning() {
    let corpus = corpus(&[3, 4]);
    let marks = labelled(&corpus, 7);
    let mut player = Player::loading(140, 45);
    player.import_marked(corpus, marks);
    assert!(player.selected().starts_with("1/"));
    assert!(message(&player).contains("all 2 groups is judged"), "{}", message(&player));
}

#[test]
fn whoever_moves_first_is_not_led_on() {
    let corpus = std::sync::Arc::new(corpus(&[3, 4]));
    let mut player = Player::loading(140, 45);
    let (marks, input) = (labelled(&corpus, 3), "purse.jsonl".to_owned());
    player.act(Action::Imported(Imported {
        corpus,
        marks,
        notices: Vec::new(),
        said_of_results: Vec::new(),
        input,
    }));
    player.keys("j k");
    let ranking = Ranking::from_scores(&[0, 1, 2], &[0.1, 0.2, 0.3]);
    let features = vec![fossick::model::FeatureVector::default(); 3];
    player.act(Action::Ranked(RankedGroup { group: 0, features, ranking }));
    assert!(player.selected().starts_with("1/"));
}

#[test]
fn ctrl_z_suspends_even_while_a_note_is_typed() {
    let mut player = open(&[3]);
    player.keys("n half");
    player.act(Action::Key(Key::ctrl('z')));
    assert!(player.suspended);
    player.keys("done <enter>");
    assert_eq!(player.recorded.last().expect("the note").1.note, "halfdone");
}

#[test]
fn a_stale_label_is_shown_and_does_not_count() {
    let corpus = std::sync::Arc::new(corpus(&[2]));
    let mut player = Player::loading(140, 45);
    let judgement = Judgement { label: Some(Label::TruePositive), ..Judgement::default() };
    let marks = vec![Some(Mark { judgement, stale: true, saved: true }), None];
    let input = "purse.jsonl".to_owned();
    player.act(Action::Imported(Imported {
        corpus,
        marks,
        notices: Vec::new(),
        said_of_results: Vec::new(),
        input,
    }));
    assert!(player.screen().contains("T~"));
    assert_eq!(player.state.progress.0.judged, 0);
}

#[test]
fn a_label_that_is_not_on_disk_is_shown_as_such() {
    let mut player = open(&[5]);
    player.keys("t");
    let failure = player.recorded[0].0;
    player.act(Action::RecordFailed { failures: vec![failure], message: "disk full".to_owned() });
    let screen = player.screen();
    assert!(screen.contains("T!") && screen.contains("disk full"), "{screen}");
    player.act(Action::Recorded { failure });
    assert!(!player.screen().contains("T!"), "it was saved after all");
}

#[test]
fn several_messages_are_shown_one_after_the_other() {
    let mut player = open(&[5]);
    player.act(Action::Notice(Message::warning("first")));
    player.act(Action::Notice(Message::warning("second")));
    assert_eq!(message(&player), "first");
    player.keys("j");
    assert_eq!(message(&player), "second");
    player.keys("j");
    assert_eq!(message(&player), "");
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
    for keys in ["a", "o", "p", "b", "<esc>", "?"] {
        player.keys(keys);
        let buffer = player.buffer();
        for cell in buffer.content() {
            assert!(!cell.symbol().chars().any(|c| c.is_control() || c == '\u{202e}'), "{:?}", cell.symbol());
        }
    }
    player.keys("<esc> c");
    assert!(player.screen().contains("␛[2J"), "{}", player.screen());
}

#[test]
fn without_colours_everything_is_still_told() {
    let mut player = open(&[14]);
    player.theme = Theme::bundled("dark", Depth::None).expect("bundled").expect("readable");
    player.keys("t f u");
    let buffer = player.buffer();
    for cell in buffer.content() {
        assert_eq!(cell.fg, ratatui::style::Color::Reset);
        assert_eq!(cell.bg, ratatui::style::Color::Reset);
    }
    let selected = (0..50).filter(|&x| buffer[(x, 5)].modifier.contains(Modifier::REVERSED)).count();
    assert_eq!(selected, 50, "the selected row is reversed");
    let letters: Vec<&str> = player.state.list_rows().at(0).map(|_| vec!["T", "F", "?"]).expect("rows");
    for (row, letter) in letters.into_iter().enumerate() {
        let line = player.screen().lines().nth(row + 2).expect("a row").to_owned();
        assert!(line.contains(&format!("{letter}  │")), "{line}");
    }
}

#[test]
fn loading_tells_how_far_it_is() {
    let mut player = Player::loading(100, 30);
    player.act(Action::Progress(Progress { read: 3_000_000, total: Some(12_000_000) }));
    assert!(player.screen().contains("reading 3.0 MB of 12.0 MB"));
    player.keys("t j ? <esc> q");
    assert!(player.quit && player.recorded.is_empty());
}

#[test]
fn no_failures_say_that_there_is_nothing_to_do() {
    let mut corpus = Corpus::default();
    corpus.groups.push(fossick::model::Group {
        run: 0,
        project: "Shop".into(),
        bug: "1".into(),
        failures: Vec::new(),
        passed: Passed { unknown: 214, ..Passed::default() },
    });
    let mut player = Player::open(corpus, 100, 30);
    player.keys("t f j ] z b <enter> o");
    assert!(
        player.screen().contains("no failed tests among 214 in purse.jsonl: nothing to triage"),
        "{}",
        player.screen()
    );
}

#[test]
fn a_screen_that_is_too_small_says_so_and_recovers() {
    let mut player = open(&[14]);
    player.act(Action::Resize(30, 8));
    assert!(player.screen().contains("fossick needs 60 x 15"));
    player.keys("j t");
    player.act(Action::Resize(80, 24));
    assert!(player.screen().contains("@Test"));
}

#[test]
fn every_size_can_be_drawn() {
    let mut player = open(&[14, 3]);
    for width in (1..160).step_by(7) {
        for height in 1..50 {
            player.act(Action::Resize(width, height));
            player.screen();
            player.keys("b").screen();
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
fn who_corrects_a_label_stays_on_the_failure() {
    let mut player = open(&[2, 3]);
    player.keys("f f [");
    assert!(player.selected().starts_with("1/"));
    let here = player.selected();
    player.keys("t");
    assert_eq!(player.selected(), here, "a correction does not move on");
    assert!(message(&player).contains("changed from FP to TP"), "{}", message(&player));
}

#[test]
fn the_same_label_twice_is_recorded_once() {
    let mut player = open(&[2]);
    player.keys("f f");
    let recorded = player.recorded.len();
    player.keys("f f f");
    assert_eq!(player.recorded.len(), recorded);
    assert!(message(&player).contains("labelled FP already"), "{}", message(&player));
}

#[test]
fn a_note_can_be_read_where_its_failure_is_selected() {
    let mut player = open(&[5]);
    player.keys("n looks-odd <enter>");
    assert!(player.screen().contains("note looks-odd"), "{}", player.screen());
    player.keys("j");
    assert!(!player.screen().contains("looks-odd"));
}

#[test]
fn ties_are_no_firm_ranks() {
    let mut player = open(&[14]);
    player.keys("<end>");
    assert!(player.screen().contains("tied, ranks 12–14"), "{}", player.screen());
}

#[test]
fn what_is_taken_back_of_a_note_speaks_of_the_note() {
    let mut player = Player::open(corpus(&[4]), 140, 45);
    let said =
        |player: &Player| player.state.message.as_ref().map_or(String::new(), |message| message.text.clone());
    player.keys("n o d d <enter> n ! <enter> z");
    assert_eq!(said(&player), "taken back: the note is now \u{201c}odd\u{201d}");
    player.keys("z");
    assert_eq!(said(&player), "taken back: now without a note");
    player.keys("Z");
    assert_eq!(said(&player), "done again: the note is now \u{201c}odd\u{201d}");
    player.keys("f z");
    assert_eq!(said(&player), "taken back: now without a label");
}
