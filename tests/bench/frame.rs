//! From a key to the finished frame, with 100,000 failures in one list.

#![allow(missing_docs)]

#[path = "../support/mod.rs"]
mod support;

use fossick::app::Action;
use fossick::app::key::Key;
use support::Player;

const FAILURES: usize = 100_000;

fn main() {
    divan::main();
}

fn player() -> Player {
    let mut player = Player::loading(140, 45);
    player.import(support::corpus(&[FAILURES]));
    player
}

#[divan::bench]
fn draw_a_frame(bencher: divan::Bencher<'_, '_>) {
    let player = player();
    bencher.bench_local(|| player.buffer());
}

#[divan::bench]
fn step_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    bencher.bench_local(|| {
        player.act(Action::Key(Key::char('j')));
        player.buffer()
    });
}

#[divan::bench]
fn label_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    bencher.bench_local(|| {
        player.act(Action::Key(Key::char('f')));
        player.buffer()
    });
}

/// What a label costs while learning, before the worker answers.
#[divan::bench]
fn label_while_learning(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    player.keys("L");
    bencher.bench_local(|| {
        let asked = player.state.update(Action::Key(Key::char('f')));
        (asked, player.buffer())
    });
}

/// The same with the worker's answer: the list that the label makes, and its frame.
#[divan::bench]
fn label_learn_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    player.keys("L");
    bencher.bench_local(|| {
        player.act(Action::Key(Key::char('f')));
        player.buffer()
    });
}
