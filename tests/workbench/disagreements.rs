//! Deciding, one after the other, the failures that annotators label differently.

use fossick::labels::Opinion;
use fossick::model::{FailureId, Judgement, Label};
use fossick::tui::triage::judging::disagreements::Disagreed;

use crate::support::{Player, corpus};

fn opinion(annotator: &str, label: Label, note: &str) -> Opinion {
    let judgement = Judgement { label: Some(label), note: note.to_owned(), ..Judgement::default() };
    Opinion { annotator: annotator.to_owned(), judgement }
}

/// Ada and Ben disagree on three failures of two groups, and decided one of these before.
fn player(width: u16, height: u16) -> Player {
    let mut player = Player::open(corpus(&[14, 5]), width, height);
    let both = |failure, notes: [&str; 2], decision| Disagreed {
        failure: FailureId::new(failure),
        opinions: vec![
            opinion("Ada Lovelace", Label::FalsePositive, notes[0]),
            opinion("ben", Label::TruePositive, notes[1]),
        ],
        decision,
    };
    player.annotators = (
        vec!["Ada Lovelace".to_owned(), "ben".to_owned()],
        vec![
            both(16, ["", ""], None),
            both(4, ["the Javadoc allows it", "the purse lies about its size\tsee \u{1b}[31m#7"], None),
            both(7, ["", ""], Some(opinion("ben", Label::Unsure, ""))),
        ],
    );
    player
}

fn decided(player: &Player) -> Vec<(FailureId, Option<Label>)> {
    player.decided.iter().map(|(failure, judgement)| (*failure, judgement.label)).collect()
}

#[test]
fn both_labels_and_notes_are_shown_with_the_failure() {
    let mut wide = player(140, 45);
    wide.keys("D");
    assert_eq!(wide.selected(), "1/test04", "the first on the screen that is not decided");
    insta::assert_snapshot!("disagreement_140x45", wide.screen());
    let mut small = player(80, 24);
    small.keys("D");
    insta::assert_snapshot!("disagreement_80x24", small.screen());
}

#[test]
fn a_label_decides_and_moves_to_the_next_undecided_failure() {
    let mut player = player(140, 45);
    player.keys("D t");
    assert_eq!(decided(&player), [(FailureId::new(4), Some(Label::TruePositive))]);
    assert_eq!(player.recorded, [], "what this person said on their own stays as it was");
    assert_eq!(player.selected(), "2/test02", "the one decided before is passed over");
    player.keys("f");
    assert_eq!(decided(&player).last(), Some(&(FailureId::new(16), Some(Label::FalsePositive))));
    assert!(player.message().contains("0 of 3 left; esc ends the pass"), "{}", player.message());
    player.keys("D D");
    assert_eq!(decided(&player).len(), 2, "going through what is decided decides nothing");
    player.keys("<esc>");
    assert!(!player.screen().contains(" ben "), "{}", player.screen());
    player.keys("t");
    assert_eq!(player.recorded.len(), 1, "outside the pass a label is a label");
}

#[test]
fn a_decision_is_undone_and_redone_as_a_decision() {
    let mut player = player(140, 45);
    player.keys("[ g r 3 <enter>");
    let own = player.failure().expect("selected");
    player.annotators.1[1].failure = own;
    player.keys("f D t z");
    assert_eq!(decided(&player), [(own, Some(Label::TruePositive)), (own, None)]);
    assert_eq!(player.label(own), Some(Label::FalsePositive), "the own label is there again");
    assert!(player.screen().contains("not decided"), "{}", player.screen());
    player.keys("<ctrl-r>");
    assert_eq!(decided(&player).last(), Some(&(own, Some(Label::TruePositive))));
    player.keys("z z");
    assert_eq!(player.recorded.last().map(|(_, judgement)| judgement.label), Some(None));
}

#[test]
fn a_note_goes_with_the_decision() {
    let mut player = player(140, 45);
    player.keys("D t [ k");
    while player.failure().expect("selected") != FailureId::new(4) {
        player.keys("j");
    }
    player.keys("n agreed <enter>");
    let (failure, judgement) = player.decided.last().expect("a decision");
    assert_eq!(
        (*failure, judgement.label, &*judgement.note),
        (FailureId::new(4), Some(Label::TruePositive), "agreed")
    );
}

#[test]
fn labels_of_other_failures_are_not_decisions() {
    let mut player = player(140, 45);
    player.keys("D j");
    if player.screen().contains("none on this failure") {
        player.keys("f");
        assert_eq!((player.recorded.len(), player.decided.len()), (1, 0));
    }
    player.keys("x");
}

#[test]
fn without_disagreements_the_message_says_why() {
    let mut player = player(140, 45);
    for (annotators, said) in [
        (vec![], "no one has judged"),
        (vec!["ada"], "only ada has judged"),
        (vec!["ada", "ben"], "no disagreement among ada, ben"),
    ] {
        player.annotators = (annotators.into_iter().map(str::to_owned).collect(), Vec::new());
        player.keys("D");
        assert!(player.message().contains(said), "{}", player.message());
    }
}

#[test]
fn a_decision_does_not_hide_the_users_own_note() {
    let mut player = player(140, 45);
    player.keys("[ g r 3 <enter>");
    let own = player.failure().expect("selected");
    player.annotators.1[1].failure = own;
    player.keys("n o d d <enter> f D u");
    assert_eq!(player.label(own), Some(Label::Unsure));
    assert_eq!(player.note(own), "odd");
    assert_eq!(
        player.decided.last().map(|(_, judgement)| &*judgement.note),
        Some("odd"),
        "after a restart, too"
    );
    player.keys("z");
    assert_eq!((player.label(own), player.note(own)), (Some(Label::FalsePositive), "odd"));
}
