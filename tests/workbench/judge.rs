//! The labels of a judge beside the failures, which only `--show-judge` shows.

use std::sync::Arc;

use fossick::model::{FailureId, Judgement, Label};
use fossick::tui::triage::judging::ShownJudge;

use crate::support::{Player, corpus, options};

/// A workbench on 14 failures, of which a judge calls one TP, is unsure of another and calls ten FP.
fn judged(width: u16, height: u16) -> Player {
    let judgement = |number: usize| {
        let (label, note) = match number {
            13 => (Label::TruePositive, "the purse is \u{1b}[2Jempty"),
            12 => (Label::Unsure, ""),
            _ => (Label::FalsePositive, "documented"),
        };
        let judgement = Judgement { label: Some(label), note: note.to_owned(), ..Judgement::default() };
        (FailureId::new(number), judgement)
    };
    let judge = ShownJudge { name: "rules".to_owned(), judgements: (2..14).map(judgement).collect() };
    let mut player = Player::with(options(), width, height);
    player.judge = Some(Arc::new(judge));
    player.import(corpus(&[14]));
    player
}

#[test]
fn a_judge_is_beside_the_failures_and_labels_are_not_blind() {
    let mut player = judged(140, 45);
    player.keys("s j g g");
    insta::assert_snapshot!(player.screen());
    assert!(player.selection().test.ends_with("test13"), "what the judge calls TP comes first");
    player.keys("f");
    let (_, recorded) = player.recorded.last().expect("a label");
    assert!(recorded.informed);
    player.keys("& j u d g e : d i s a g r e e s <enter>");
    assert!(player.selection().test.ends_with("test13"), "{}", player.screen());
    player.keys("& <ctrl-u> j u d g e :");
    assert!(player.screen().contains("fp         10 in this group"), "{}", player.screen());
    player.keys("n o n e <enter>");
    assert!(player.screen().contains("2 of 14 · "), "{}", player.screen());
    for (width, height) in [(80, 24), (200, 60), (60, 15)] {
        let player = judged(width, height);
        assert!(player.screen().contains("judge shown"), "{}", player.screen());
    }
}

#[test]
fn without_the_option_no_judge_is_shown() {
    let mut player = Player::of(&[14]);
    player.keys("s");
    assert!(!player.screen().contains("calls TP first"), "{}", player.screen());
    player.keys("<esc> & j u d g e : n o n e <enter> t");
    let (_, recorded) = player.recorded.last().expect("a label");
    assert!(!recorded.informed);
}
