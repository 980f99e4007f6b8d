//! Results in a folder without write permission: everything is shown, and labels are refused.

use fossick::tui::Action;

use crate::support::{Player, corpus};

#[test]
fn labels_and_notes_are_refused_if_they_can_not_be_saved() {
    let mut player = Player::open(corpus(&[5]), 140, 45);
    player.act(Action::LookOnly("can't write labels to run.jsonl.labels.ada.jsonl: no".to_owned()));
    assert!(player.screen().contains("read-only; start with --labels PATH"), "{}", player.screen());
    let before = player.selected();
    for key in ["t", "f", "u", "x", "n"] {
        player.keys(key);
        let screen = player.screen();
        assert!(screen.contains("can't write labels to run.jsonl"), "{key}: {screen}");
        assert!(screen.contains(" ····· ") && player.selected() == before, "{key}: {screen}");
    }
    let hints = player.keys("j").screen();
    assert!(!hints.contains("true positive") && hints.contains("all keys"), "{hints}");
    assert_ne!(player.selected(), before, "everything else works");
}
