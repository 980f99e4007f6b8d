//! Messages: shown completely, until the next key.

use fossick::tui::{Action, Message};

use crate::support::{Player, corpus};

#[test]
fn a_message_is_shown_completely() {
    let said = "the labels can't be saved: no space is left on the disk of shop.labels.ada.jsonl; make room there, and the \
                next label saves those that wait as well";
    for (width, height) in [(60, 15), (80, 24), (140, 45)] {
        let mut player = Player::open(corpus(&[14]), width, height);
        player.act(Action::Notice(Message::error(said)));
        let screen = player.screen();
        let last: Vec<&str> = screen.lines().rev().skip(1).take(3).collect();
        let words: Vec<&str> = last.iter().rev().flat_map(|line| line.split_whitespace()).collect();
        assert!(words.join(" ").ends_with(said), "{screen}");
        assert!(screen.contains("fails with") || height == 15, "the list stays visible\n{screen}");
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
