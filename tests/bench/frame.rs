//! From a key to the finished frame, with 100,000 failures in one list or 5,000 groups. What a key asks of the workers is left unanswered
//! where it is not what is measured: in the workbench it is computed in the background.

#![allow(missing_docs)]

#[path = "../support/mod.rs"]
mod support;

use std::cell::RefCell;

use fossick::model::Cancel;
use fossick::tui::core::action::Effect;
use fossick::tui::core::command::keys::key::{Key, KeyCode};
use fossick::tui::{Action, Job};
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

/// Presses a key; returns what it asks for, which is left undone.
fn press(player: &mut Player, key: Key) -> Vec<Effect> {
    send(player, Action::Key(key))
}

fn send(player: &mut Player, event: Action) -> Vec<Effect> {
    player.headless.send(event);
    player.headless.take_pending()
}

#[divan::bench]
fn draw_a_frame(bencher: divan::Bencher<'_, '_>) {
    let player = player();
    bencher.bench_local(|| player.buffer());
}

#[divan::bench]
fn step_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    bencher.bench_local(|| (press(&mut player, Key::char('j')), player.buffer()));
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
    bencher.bench_local(|| (press(&mut player, Key::char('f')), player.buffer()));
}

/// A letter of a search, before the worker answers.
#[divan::bench]
fn type_a_search_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    player.keys("/ tak");
    let mut letters = "exabcdefgh".chars().cycle();
    bencher.bench_local(|| {
        let asked = press(&mut player, Key::char(letters.next().expect("an endless cycle")));
        (asked, player.buffer())
    });
}

/// The same with the worker's result: all texts are searched, and the first match is shown.
#[divan::bench]
fn search_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    player.keys("/ purse0.take(");
    let mut letters = "7x".chars().cycle();
    bencher.bench_local(|| {
        let letter = letters.next().expect("an endless cycle");
        player.act(Action::Key(if letter == '7' { Key::char('7') } else { Key::plain(KeyCode::Backspace) }));
        player.buffer()
    });
}

/// The frame in which the worker's answer arrives: matches are counted, and the first one is shown.
#[divan::bench]
fn take_what_was_found_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    player.keys("/ purse0.take(");
    take_an_answer(bencher, player, [Key::char('7'), Key::plain(KeyCode::Backspace)]);
}

#[divan::bench]
fn take_what_passes_a_filter_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    player.keys("& trace:purse.take code:int0");
    take_an_answer(bencher, player, [Key::char('0'), Key::plain(KeyCode::Backspace)]);
}

/// Presses keys in turn, has a worker answer, and measures the frame in which that arrives.
fn take_an_answer(bencher: divan::Bencher<'_, '_>, player: Player, keys: [Key; 2]) {
    let player = RefCell::new(player);
    let mut keys = keys.into_iter().cycle();
    bencher
        .with_inputs(|| {
            let asked = press(&mut player.borrow_mut(), keys.next().expect("an endless cycle"));
            let answer = asked.into_iter().find_map(|effect| match effect {
                Effect::Job(job) => match *job {
                    Job::Search(request) => Some(request.answer(&Cancel::default())),
                    Job::Filter(request) => Some(request.answer(&Cancel::default())),
                    _ => None,
                },
                Effect::Request(_) => None,
            });
            answer.expect("a question")
        })
        .bench_local_values(|answer| {
            let mut player = player.borrow_mut();
            (send(&mut player, answer), player.buffer())
        });
}

#[divan::bench]
fn step_to_the_next_match_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    player.keys("/ purse0.take( <enter>");
    bencher.bench_local(|| (press(&mut player, Key::char('n')), player.buffer()));
}

/// Back and forth over the whole list.
#[divan::bench]
fn jump_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    player.keys("<end>");
    let mut keys = [KeyCode::Left, KeyCode::Right].into_iter().cycle();
    bencher.bench_local(|| {
        let key = Key { alt: true, ..Key::plain(keys.next().expect("an endless cycle")) };
        (press(&mut player, key), player.buffer())
    });
}

/// A letter of a filter without text terms: the list is rebuilt before the frame.
#[divan::bench]
fn type_a_filter_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    player.keys("& label:none <space> rank>1");
    let mut keys = [Key::char('0'), Key::plain(KeyCode::Backspace)].into_iter().cycle();
    bencher.bench_local(|| {
        player.act(Action::Key(keys.next().expect("an endless cycle")));
        player.buffer()
    });
}

/// A letter of a filter that looks through texts, the worker's answer included.
#[divan::bench]
fn filter_by_texts_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    player.keys("& trace:purse.take code:int0");
    let mut keys = [Key::char('0'), Key::plain(KeyCode::Backspace)].into_iter().cycle();
    bencher.bench_local(|| {
        player.act(Action::Key(keys.next().expect("an endless cycle")));
        player.buffer()
    });
}

#[divan::bench]
fn label_in_a_filtered_list_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    player.keys("& label:none <enter>");
    bencher.bench_local(|| (press(&mut player, Key::char('f')), player.buffer()));
}

/// Once the order of its texts is known, or for a column without texts.
#[divan::bench(args = ["e", "t", "l"])]
fn sort_and_draw(bencher: divan::Bencher<'_, '_>, column: &str) {
    let mut player = player();
    player.keys("s").keys(column);
    bencher.bench_local(|| {
        player.keys("s").keys(column);
        player.buffer()
    });
}

/// Putting texts in order, and then the frame.
#[divan::bench]
fn sort_texts_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = player();
    bencher.bench_local(|| {
        player.keys("s t s e");
        player.buffer()
    });
}

/// Results that were read again: ranked, compared with those that are shown, and taken over.
#[divan::bench]
fn reload_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut left_out = [7, 70_000].into_iter().cycle();
    let player = RefCell::new(player());
    bencher
        .with_inputs(|| {
            let mut corpus = support::corpus(&[FAILURES]);
            corpus.failures.remove(left_out.next().expect("an endless cycle"));
            corpus.groups[0].failures.pop();
            corpus
        })
        .bench_local_values(|corpus| {
            let mut player = player.borrow_mut();
            let marks = vec![None; corpus.failures.len()];
            player.reload(corpus, marks, &[]);
            player.buffer()
        });
}

fn many_groups() -> Player {
    let mut player = Player::loading(140, 45);
    player.import(support::corpus(&vec![20; 5000]));
    player
}

/// Five thousand groups as a table: made, sorted, drawn.
#[divan::bench]
fn open_the_groups_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = many_groups();
    bencher.bench_local(|| {
        // Opened again each time: its own key returns.
        player.keys("3");
        let shown = player.buffer();
        player.keys("3");
        shown
    });
}

#[divan::bench]
fn sort_the_groups_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = many_groups();
    player.keys("3");
    bencher.bench_local(|| {
        player.keys("<right>");
        player.buffer()
    });
}

#[divan::bench]
fn step_in_the_groups_and_draw(bencher: divan::Bencher<'_, '_>) {
    let mut player = many_groups();
    player.keys("3");
    bencher.bench_local(|| {
        player.keys("j");
        player.buffer()
    });
}

/// A hundred failures whose tests have 3,000 lines each, all different.
fn long_tests() -> Player {
    let mut corpus = support::corpus(&[100]);
    for (number, failure) in corpus.failures.iter_mut().enumerate() {
        let body: String = (0..3_000)
            .map(|line| format!("      int int{line} = purse0.take({line}, {number});\n"))
            .collect();
        failure.generated_test = format!("@Test\n  public void test() {{\n{body}  }}").into();
    }
    let mut player = Player::loading(140, 45);
    player.import(corpus);
    player
}

/// Presses a key and draws, before any answer.
fn key_and_draw(player: &mut Player, key: char) {
    drop(press(player, Key::char(key)));
    player.buffer();
}

#[divan::bench(args = ["plain", "wrapped"])]
fn scroll_a_test_of_3000_lines(bencher: divan::Bencher<'_, '_>, with: &str) {
    let mut player = long_tests();
    player.keys("<tab>");
    match with {
        "wrapped" => player.keys("w"),
        _ => &mut player,
    };
    let mut keys = "jk".chars().cycle();
    bencher.bench_local(|| key_and_draw(&mut player, keys.next().unwrap_or('j')));
}

#[divan::bench]
fn step_to_a_test_of_3000_lines(bencher: divan::Bencher<'_, '_>) {
    let mut player = long_tests();
    let mut keys = "JK".chars().cycle();
    bencher.bench_local(|| key_and_draw(&mut player, keys.next().unwrap_or('J')));
}

#[divan::bench]
fn put_tests_of_3000_lines_beside_each_other(bencher: divan::Bencher<'_, '_>) {
    let mut player = long_tests();
    bencher.bench_local(|| {
        key_and_draw(&mut player, 'd');
        key_and_draw(&mut player, 'd');
    });
}

/// Two traces of 10,000 frames, as endless recursion leaves them; folded, and frame by frame.
#[divan::bench(args = ["folded", "unfolded"])]
fn put_traces_of_10000_frames_beside_each_other(bencher: divan::Bencher<'_, '_>, frames: &str) {
    let mut corpus = support::corpus(&[100]);
    for (number, failure) in corpus.failures.iter_mut().enumerate() {
        let calls: String = (0..10_000 - number)
            .map(|frame| format!("\tat shop.Node.call{}(Node.java:{})\n", frame % 7, 10 + frame % 7))
            .collect();
        let trace = format!("shop.Purse_ESTest::test\njava.lang.StackOverflowError\n{calls}");
        failure.trace = fossick::model::StackTrace(trace.into());
    }
    let mut player = Player::loading(140, 45);
    player.import(corpus);
    if frames == "unfolded" {
        player.keys("a");
    }
    bencher.bench_local(|| {
        key_and_draw(&mut player, 'V');
        key_and_draw(&mut player, 'V');
    });
}

/// Finding the lines that are each test's alone.
#[divan::bench]
fn find_distinct_lines(bencher: divan::Bencher<'_, '_>) {
    let corpus = support::corpus(&[FAILURES]);
    bencher.bench_local(|| {
        fossick::tui::triage::code::marks::find_distinct_lines(&corpus, 0, &Cancel::default())
    });
}
