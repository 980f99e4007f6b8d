//! Labels and notes: recording them, the next failure after one, undo and redo, resuming a session.

use std::sync::Arc;

use fossick::model::{Corpus, FailureId, Judgement, Label, Ranking, Truth, Verdict};
use fossick::tui::core::action::RankedGroup;
use fossick::tui::core::command::keys::key::Key;
use fossick::tui::triage::judging::Mark;
use fossick::tui::{Action, Pane};

use crate::support::{Player, corpus, imported};

fn labels(player: &Player) -> Vec<Option<Label>> {
    player.recorded.iter().map(|(_, judgement)| judgement.label).collect()
}

#[test]
fn the_last_failure_to_judge_is_not_taken_for_a_judged_one() {
    let mut player = Player::open(corpus(&[3]), 140, 45);
    player.keys("f f <space>");
    assert_eq!(player.message(), "this is the last one to judge");
    player.keys("f");
    assert!(player.message().starts_with("all failures are judged"), "{}", player.message());
}

#[test]
fn a_label_is_recorded_and_moves_on_to_the_next_unlabelled() {
    let mut player = Player::of(&[14]);
    let first = player.selected();
    player.keys("f");
    assert_eq!(labels(&player), [Some(Label::FalsePositive)]);
    assert_ne!(player.selected(), first);
    player.keys("j t");
    assert_eq!(player.position(), 3, "rank 2 is skipped, rank 4 comes next");
}

#[test]
fn the_environment_is_a_false_positive_with_a_reason() {
    let mut player = Player::of(&[14]);
    player.keys("i f");
    let verdicts: Vec<_> = player.recorded.iter().filter_map(|(_, judgement)| judgement.verdict()).collect();
    assert_eq!(verdicts, [Verdict::ENVIRONMENT, Verdict::from(Label::FalsePositive)]);
    let letters = |player: &Player| -> Vec<String> {
        let rows = player.rows(Pane::List).into_iter().skip(1);
        rows.filter_map(|row| row.trim_start_matches('▌').split_whitespace().nth(1).map(str::to_owned))
            .collect()
    };
    assert_eq!(letters(&player)[..2], ["E", "F"]);
    player.keys("k k n late <enter>");
    assert_eq!(player.recorded[2].1.verdict(), Some(Verdict::ENVIRONMENT), "a note changes no label");
    player.keys("f");
    assert!(player.message().starts_with("changed from environment to"), "{}", player.message());
    player.keys("z & label:environment <enter>");
    assert_eq!(player.position(), 0);
    assert_eq!(letters(&player)[0], "En", "with its note");
    assert!(player.screen().contains("1 of 14 · "), "{}", player.screen());
}

#[test]
fn the_last_label_of_the_top_k_returns_to_skipped_failures() {
    let mut player = Player::of(&[14]);
    player.keys("j j j f f f f f f f");
    assert_eq!(player.position(), 0);
    player.keys("f f f");
    assert_eq!(player.message(), "top 10 judged · 2: what is next");
    let mut whole = Player::of(&[3]);
    assert_eq!(whole.keys("f f f <space>").message(), "all failures are judged", "nothing is below");
}

#[test]
fn a_completed_group_is_followed_by_the_next_and_undo_goes_back() {
    let mut player = Player::of(&[3, 4]);
    player.keys("f f");
    let last = player.selected();
    assert!(last.starts_with("1/"));
    player.keys("t");
    assert!(player.selected().starts_with("2/"));
    assert!(
        player.message().contains("Shop-1") && player.message().contains("now Shop-2"),
        "{}",
        player.message()
    );
    player.keys("z");
    assert_eq!(player.selected(), last);
    assert_eq!(labels(&player).last(), Some(&None), "the undo is recorded");
    player.keys("<ctrl-r>");
    assert_eq!(labels(&player).last(), Some(&Some(Label::TruePositive)), "and so is the redo");
}

#[test]
fn below_the_top_k_labelling_moves_further_down() {
    let mut player = Player::of(&[14, 2]);
    player.keys("g r 1 2 <enter> f");
    assert_eq!(player.position(), 12);
}

#[test]
fn space_finds_the_next_unlabelled_in_another_group() {
    let mut player = Player::of(&[1, 0, 2]);
    player.keys("f [ <space>");
    assert!(player.selected().starts_with("3/"));
    player.keys("f f <space>");
    assert!(player.message().contains("both groups are judged"), "{}", player.message());
}

#[test]
fn clearing_keeps_the_note() {
    let mut player = Player::of(&[5]);
    player.keys("n why <enter> t k x");
    let (failure, judgement) = player.recorded.last().expect("three records").clone();
    assert_eq!(judgement, Judgement { note: "why".to_owned(), ..Judgement::default() });
    assert_eq!(player.note(failure), "why");
}

#[test]
fn escape_cancels_a_note() {
    let mut player = Player::of(&[5]);
    player.keys("n draft <esc>");
    assert!(player.recorded.is_empty());
    player.keys("n first <enter> n <bs> <bs> <enter>");
    assert_eq!(player.recorded.last().expect("recorded").1.note, "fir");
}

#[test]
fn keys_typed_into_a_note_are_not_commands() {
    let mut player = Player::of(&[5]);
    player.keys("n q f t");
    assert!(!player.quit && player.recorded.is_empty());
    player.keys("<enter> q");
    assert!(player.quit);
    assert_eq!(player.recorded.last().expect("the note").1.note, "qft");
}

#[test]
fn the_truth_is_hidden_until_revealed() {
    let mut player = Player::of(&[14]);
    let list = |player: &Player| player.rows(Pane::List).join("\n");
    let blind = list(&player);
    assert!(!blind.contains("TP") && !blind.contains("FP"), "{blind}");
    player.keys("R");
    let (shown, listed) = (player.screen(), list(&player));
    assert_eq!(
        listed.lines().filter(|line| line.contains("TP")).count(),
        1,
        "one true positive among fourteen\n{shown}"
    );
    assert!(shown.contains("truth shown"));
    player.keys("R");
    assert!(!player.screen().contains("truth shown"));
}

#[test]
fn a_label_that_the_truth_refutes_is_marked() {
    let mut player = Player::open(corpus(&[14]), 100, 30);
    let is_bug = |player: &Player| player.selection().truth == Some(Truth::TruePositive);
    while !is_bug(&player) {
        player.keys("j");
    }
    let bug = player.position();
    player.keys("f R");
    let refuted = |player: &Player| {
        let rows = player.rows(Pane::List);
        rows.into_iter().filter(|row| row.contains('✗')).collect::<Vec<String>>()
    };
    let rows = refuted(&player);
    assert!(rows.len() == 1 && rows[0].contains("F✗") && rows[0].trim_end().ends_with(" TP"), "{rows:?}");
    player.keys("gg t");
    assert!(player.header().contains("1 of 10 judged · 1 TP"), "{}", player.header());
    player.keys(&format!("gg f {} t", "j ".repeat(bug)));
    assert_eq!(refuted(&player), Vec::<String>::new());
    player.keys(&format!("gg {} f R", "j ".repeat(bug)));
    assert_eq!(refuted(&player), Vec::<String>::new(), "nothing gives the hidden truth away");
}

#[test]
fn without_a_fixed_version_there_is_no_truth_to_reveal() {
    let mut corpus = corpus(&[3]);
    corpus.failures.iter_mut().for_each(|failure| failure.truth = None);
    let mut player = Player::open(corpus, 140, 45);
    player.keys("R");
    assert!(!player.screen().contains("truth shown"));
    assert!(player.message().contains("The truth is unknown"));
}

/// The marks of a journal in which the first `judged` failures of the corpus are labelled.
fn labelled(corpus: &Corpus, judged: usize) -> Vec<Option<Mark>> {
    let judgement = Judgement { label: Some(Label::FalsePositive), ..Judgement::default() };
    let mark = Mark { judgement, stale: false, saved: true, look: 0 };
    (0..corpus.failures.len()).map(|failure| (failure < judged).then(|| mark.clone())).collect()
}

#[test]
fn a_session_resumes_at_the_first_unlabelled_failure() {
    let corpus = corpus(&[3, 4, 2]);
    let marks = labelled(&corpus, 3 + 2);
    let mut player = Player::loading(140, 45);
    player.import_marked(corpus, marks);
    assert!(player.selected().starts_with("2/"), "the first group is judged");
    let first_unlabelled = player.list().iter().position(|&failure| failure >= FailureId::new(5));
    assert_eq!(Some(player.position()), first_unlabelled);
    assert_eq!(player.judged(), 2);
}

#[test]
fn if_everything_is_labelled_the_session_starts_at_the_beginning() {
    let corpus = corpus(&[3, 4]);
    let marks = labelled(&corpus, 7);
    let mut player = Player::loading(140, 45);
    player.import_marked(corpus, marks);
    assert!(player.selected().starts_with("1/"));
    assert!(player.message().contains("both groups are judged"), "{}", player.message());
}

#[test]
fn the_selection_does_not_move_after_the_first_key() {
    let corpus = Arc::new(corpus(&[3, 4]));
    let mut player = Player::loading(140, 45);
    let (marks, input) = (labelled(&corpus, 3), "purse.jsonl".to_owned());
    player.act(Action::Imported(imported(corpus, marks, input)));
    player.keys("j k");
    let ranking = Ranking::from_scores(&[0, 1, 2].map(FailureId::new), &[0.1, 0.2, 0.3]);
    let features = vec![fossick::model::FeatureVector::default(); 3];
    player.act(Action::Ranked(RankedGroup::new(0, features, fossick::rank::Ranker::default(), ranking)));
    assert!(player.selected().starts_with("1/"));
}

#[test]
fn ctrl_z_suspends_even_while_a_note_is_typed() {
    let mut player = Player::of(&[3]);
    player.keys("n half");
    player.act(Action::Key(Key::ctrl('z')));
    assert!(player.suspended);
    player.keys("done <enter>");
    assert_eq!(player.recorded.last().expect("the note").1.note, "halfdone");
}

#[test]
fn a_stale_label_is_shown_and_does_not_count() {
    let corpus = Arc::new(corpus(&[2]));
    let mut player = Player::loading(140, 45);
    let judgement = Judgement { label: Some(Label::TruePositive), ..Judgement::default() };
    let marks = vec![Some(Mark { judgement, stale: true, saved: true, look: 0 }), None];
    let input = "purse.jsonl".to_owned();
    player.act(Action::Imported(imported(corpus, marks, input)));
    assert!(player.screen().contains("T~"));
    assert_eq!(player.judged(), 0);
}

#[test]
fn an_unsaved_label_is_shown_as_such() {
    let mut player = Player::of(&[5]);
    player.keys("t");
    let failure = player.recorded[0].0;
    player.act(Action::RecordFailed { failures: vec![failure], message: "disk full".to_owned() });
    let screen = player.screen();
    assert!(screen.contains("T!") && screen.contains("disk full"), "{screen}");
    player.act(Action::Recorded { failure });
    assert!(!player.screen().contains("T!"), "it was saved after all");
}

#[test]
fn correcting_a_label_keeps_the_selection() {
    let mut player = Player::of(&[2, 3]);
    player.keys("f f [");
    assert!(player.selected().starts_with("1/"));
    let here = player.selected();
    player.keys("t");
    assert_eq!(player.selected(), here, "a correction does not move on");
    assert!(player.message().contains("changed from FP to TP"), "{}", player.message());
}

#[test]
fn the_same_label_twice_is_recorded_once() {
    let mut player = Player::of(&[2]);
    player.keys("f f");
    let recorded = player.recorded.len();
    player.keys("f f f");
    assert_eq!(player.recorded.len(), recorded);
    assert!(player.message().contains("already judged: FP"), "{}", player.message());
}

#[test]
fn the_note_of_the_selected_failure_is_shown() {
    let mut player = Player::of(&[5]);
    player.keys("n looks-odd <enter>");
    let shown = player.screen().lines().filter(|line| line.contains("note  looks-odd")).count();
    assert_eq!(shown, 1, "below the test: {}", player.screen());
    player.keys("j");
    assert!(!player.screen().contains("looks-odd"));
}

#[test]
fn undoing_a_note_mentions_the_note() {
    let mut player = Player::of(&[4]);
    player.keys("n o d d <enter> n ! <enter> z");
    assert_eq!(player.message(), "undone: the note is now \u{201c}odd\u{201d}");
    player.keys("z");
    assert_eq!(player.message(), "undone: now without a note");
    player.keys("<ctrl-r>");
    assert_eq!(player.message(), "redone: the note is now \u{201c}odd\u{201d}");
    player.keys("f z");
    assert_eq!(player.message(), "undone: now without a label");
}

/// The failures whose rows are marked on the screen.
fn marked_rows(player: &Player) -> usize {
    player.rows(Pane::List).iter().filter(|row| row.contains('◆')).count()
}

#[test]
fn marked_rows_are_labelled_and_undone_together() {
    let mut player = Player::of(&[14]);
    let list = player.list();
    player.keys("v j v");
    assert_eq!((marked_rows(&player), player.position()), (2, 3), "marking moves to the next row");
    assert!(player.message().starts_with("2 failures marked: t f u label all"), "{}", player.message());
    player.keys("f");
    assert_eq!(player.message(), "2 failures judged FP (z undoes it)");
    assert_eq!(
        [0, 1, 2].map(|rank| player.label(list[rank])),
        [Some(Label::FalsePositive), None, Some(Label::FalsePositive)]
    );
    assert_eq!((marked_rows(&player), player.judged()), (0, 2));
    assert_eq!(player.position(), 3, "the selected row is not judged yet");
    player.keys("z");
    assert_eq!((player.judged(), labels(&player).len()), (0, 4), "all of them are recorded again");
    player.keys("<ctrl-r>");
    assert_eq!(player.judged(), 2);
}

#[test]
fn a_second_v_and_esc_clear_marked_rows() {
    let mut player = Player::of(&[14]);
    player.keys("v v k v");
    assert_eq!((marked_rows(&player), player.position()), (1, 1), "the second one again: not");
    player.keys("<esc>");
    assert_eq!((marked_rows(&player), player.message()), (0, "no row is marked"));
    player.keys("t");
    assert_eq!(labels(&player).len(), 1);
}

#[test]
fn a_label_on_a_folded_row_labels_its_signature() {
    let mut player = Player::of(&[14]);
    player.keys("s g");
    assert!(player.rows(Pane::List)[1].contains("×4"), "{}", player.screen());
    let first = player.selection().trace.0.lines().nth(1).map(str::to_owned);
    player.keys("t");
    assert_eq!(labels(&player), [Some(Label::TruePositive); 4]);
    for (failure, judgement) in &player.recorded {
        assert!(judgement.by_signature);
        let trace = &player.corpus().failures[*failure].trace;
        assert_eq!(trace.0.lines().nth(1).map(str::to_owned), first);
    }
    assert!(player.message().starts_with("4 tests of the signature judged TP"), "{}", player.message());
    player.keys("z");
    assert_eq!((labels(&player).len(), player.judged()), (8, 0), "undone together");
    player.keys("g g <enter> j f");
    assert_eq!(labels(&player).len(), 9, "a test of an unfolded signature is labelled alone");
    player.keys("G v");
    assert!(player.message().starts_with("5 failures marked"), "all of a folded row: {}", player.message());
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
