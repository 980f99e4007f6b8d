//! Learning from labels while the list is folded by signature and flaky failures are hidden.

use crate::support::{Player, corpus};
use fossick::model::{Corpus, Label};
use fossick::tui::app::ListOrder;

/// What a list looks like: its failures, which of them have rows, the selected one and its row.
#[derive(Debug, PartialEq)]
struct Seen {
    failures: Vec<usize>,
    rows: Vec<usize>,
    selected: usize,
    row: usize,
    rises: Vec<isize>,
}

fn seen(player: &Player) -> Seen {
    let (_, group) = player.state.current_group().expect("a group");
    assert_eq!(group.shown(), ListOrder::Learned);
    let failures: Vec<usize> = group.list().entries.iter().map(|entry| entry.failure).collect();
    let folded = group.folded().expect("it is folded");
    let rows: Vec<usize> = (0..folded.rows()).map(|row| folded.position(row).expect("a row")).collect();
    let row = folded.row_of(group.selected);
    assert_eq!(rows[row], group.selected, "the selection has a row of its own");
    Seen {
        selected: failures[group.selected],
        row,
        rises: failures.iter().map(|&failure| player.state.rise(failure)).collect(),
        failures,
        rows: rows.iter().map(|&position| group.failure_at(position).expect("one")).collect(),
    }
}

/// Thirty failures of three signatures and of others that stand alone; every seventh is flaky.
fn purse() -> Corpus {
    let mut corpus = corpus(&[30]);
    for (number, failure) in corpus.failures.iter_mut().enumerate() {
        failure.is_flaky = number % 7 == 3;
        if number % 5 == 4 {
            failure.trace = fossick::model::StackTrace(
                format!(
                    "shop.Purse_ESTest::t\njava.lang.Error\n\tat shop.Purse.m{}(Purse.java:1)\n",
                    number / 10
                )
                .into(),
            );
        }
    }
    corpus
}

#[test]
fn labels_unfold_nothing_and_lead_over_every_signature() {
    let mut player = Player::open(purse(), 140, 45);
    player.keys("X g L");
    let signatures = seen(&player).rows.len();
    assert!(signatures > 3 && signatures < 26, "{signatures}");
    let mut judged = Vec::new();
    for _ in 0..signatures {
        let before = seen(&player);
        assert_eq!(player.state.judging.label(before.selected), None);
        judged.push(before.selected);
        player.keys("f");
        let after = seen(&player);
        assert_eq!(after.rows.len(), signatures, "nothing is unfolded");
        assert_eq!(after.failures.len(), 26, "what is hidden is in no list");
    }
    let (_, group) = player.state.current_group().expect("a group");
    let folded = group.folded().expect("it is folded");
    let numbers: Vec<usize> = judged
        .iter()
        .map(|&failure| folded.number(group.position_of(failure).expect("in the list")).expect("it has one"))
        .collect();
    let mut different = numbers.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), signatures, "each signature once: {numbers:?}");
}

#[test]
fn undo_brings_back_lists_rows_and_selections() {
    let mut player = Player::open(purse(), 140, 45);
    player.keys("X g L");
    let mut history = vec![seen(&player)];
    for key in ["f", "f", "t", "F", "u", "f"] {
        player.keys(key);
        history.push(seen(&player));
    }
    let last = history.pop().expect("the last one");
    for before in history.iter().rev() {
        player.keys("z");
        assert_eq!(&seen(&player), before);
    }
    for _ in 0..history.len() {
        player.keys("Z");
    }
    assert_eq!(seen(&player).failures, last.failures);
    assert_eq!(seen(&player).rows, last.rows);
}

#[test]
fn a_signature_that_a_person_unfolded_stays_so() {
    let mut player = Player::open(purse(), 140, 45);
    player.keys("g L");
    let (_, group) = player.state.current_group().expect("a group");
    let folded = group.folded().expect("it is folded");
    let many = (0..folded.rows())
        .find(|&row| {
            let number = folded.number(folded.position(row).expect("a row"));
            (0..30).filter(|&position| folded.number(position) == number).count() > 3
        })
        .expect("a signature of several tests");
    for _ in 0..many {
        player.keys("j");
    }
    let before = seen(&player).rows.len();
    player.keys("<enter> j");
    let inside = seen(&player);
    assert!(inside.rows.len() > before);
    player.keys("f");
    assert_eq!(player.state.judging.label(inside.selected), Some(Label::FalsePositive));
    assert_eq!(seen(&player).rows.len(), inside.rows.len(), "it is still unfolded");
    player.keys("z");
    assert_eq!(seen(&player), inside);
}

#[test]
fn with_hidden_failures_the_next_one_is_never_one_that_is_judged() {
    let mut player = Player::open(purse(), 140, 45);
    player.keys("X L + + + +");
    for _ in 0..14 {
        let (failure, _) = player.state.selected().expect("one");
        assert_eq!(player.state.judging.label(failure), None);
        player.keys("f");
    }
}
