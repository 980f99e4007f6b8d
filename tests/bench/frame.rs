//! From a key to the finished frame, with 100,000 failures in one list. What a key asks of the workers is left unanswered
//! where it is not what is measured: in the workbench it is computed beside the frames.

#![allow(missing_docs)]

#[path = "../support/mod.rs"]
mod support;

use std::cell::RefCell;
use std::sync::Arc;

use fossick::app::Action;
use fossick::app::action::Imported;
use fossick::app::key::Key;
use fossick::app::reload::{Reload, Reread};
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
    bencher.bench_local(|| (player.state.update(Action::Key(Key::char('j'))), player.buffer()));
}

/// The same with the workers' answers, of which the neighbours in the trees are by far the longest.
#[divan::bench]
fn step_answer_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    bencher.bench_local(|| {
        player.act(Action::Key(Key::char('j')));
        player.buffer()
    });
}

#[divan::bench]
fn label_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    bencher.bench_local(|| (player.state.update(Action::Key(Key::char('f'))), player.buffer()));
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

/// Between two frames: what was read again is taken over. What is prepared beside that, on another thread, does not count.
#[divan::bench]
fn reload_and_draw(bencher: divan::Bencher<'_, '_>) {
    let reread = |left_out: usize| {
        let mut corpus = support::corpus(&[FAILURES]);
        corpus.failures.remove(left_out);
        corpus.groups[0].failures.pop();
        let ranked = support::rank_groups(&corpus);
        let marks = vec![None; corpus.failures.len()];
        let signatures = support::group_signatures(&corpus);
        let imported =
            Imported { corpus: Arc::new(corpus), marks, notices: Vec::new(), input: String::new() };
        Reread { imported, ranked, signatures, passed: Vec::new(), is_asked_for: false }
    };
    let rereads = [reread(7), reread(70_000)];
    let mut rounds = rereads.iter().cycle();
    let player = RefCell::new(player());
    bencher
        .with_inputs(|| {
            let state = &player.borrow().state;
            let reread = rounds.next().expect("an endless cycle").clone();
            Reload::compare(reread, Arc::clone(&state.corpus), state.seen_corpus())
        })
        .bench_local_values(|reload| {
            let mut player = player.borrow_mut();
            (player.state.update(Action::Reloaded(Box::new(reload))), player.buffer())
        });
}
