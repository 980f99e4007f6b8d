//! The trace pane: long frames, folded frames, and the room that it has without code.

use fossick::tui::Pane;

use crate::support::{Player, corpus, long_names};

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
fn a_long_frame_keeps_its_place() {
    for (width, height) in [(100, 30), (140, 45)] {
        let player = Player::open(long_names(), width, height);
        let trace = player.rows(Pane::Trace).join("\n");
        assert!(trace.contains(".java:31") && trace.contains("at andItsMetho"), "{trace}");
    }
}
