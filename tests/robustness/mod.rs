//! Repeated stress tests of the label journal and the terminal: kill -9, truncated files, a full disk, two writers, signals, resizes.
//!
//! A few repetitions run with all tests. `FOSSICK_REPEATS=1000 cargo test --test terminal robustness -- --nocapture` runs as many as
//! wanted and prints the figures that the book's page on robustness shows. The moments are pseudo-random, from a fixed seed.

#![cfg(unix)]

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use fossick::labels::{Journal, read_events};
use fossick::model::{Judgement, Label, LabelEvent, TestIdentity};
use tempfile::TempDir;

use crate::opened::{journal, labels, open, quit, results, start, wait_until_ready};
use crate::pty::{GIVE_UP, Terminal, fossick, script};

/// The default number of repetitions.
const FEW: usize = 3;

fn repeats() -> usize {
    std::env::var("FOSSICK_REPEATS").ok().and_then(|count| count.parse().ok()).unwrap_or(FEW)
}

/// Pseudo-random numbers (Marsaglia's xorshift with 64 bits), the same in every run.
struct Moments(u64);

impl Moments {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    /// Returns a key that labels, and the label as the journal writes it.
    fn label(&mut self) -> (&'static str, &'static str) {
        [("t", "TP"), ("f", "FP"), ("u", "unsure")][usize::try_from(self.below(3)).expect("below three")]
    }
}

/// Waits until the journal, which another thread of the program writes, holds so many labels.
fn wait_for_labels(folder: &TempDir, count: usize, terminal: &Terminal) {
    let journal = journal(folder);
    let deadline = Instant::now() + GIVE_UP;
    while labels(&journal).len() < count {
        assert!(
            Instant::now() < deadline,
            "{count} labels are not written; the screen:\n{}",
            terminal.text()
        );
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_kill_at_any_moment_loses_no_written_label() {
    let mut folder = results(&[100]);
    let mut moments = Moments(2023);
    let (mut typed_in_all, mut kept_in_all, mut kept): (usize, usize, Vec<String>) = (0, 0, Vec::new());
    for round in 0..repeats() {
        if kept.len() > 80 {
            folder = results(&[100]);
            kept_in_all += std::mem::take(&mut kept).len();
        }
        let mut terminal = start(fossick(folder.path(), &["--top", "100", "run.jsonl"]));
        if !kept.is_empty() {
            // To the next failure without a label: the one that is selected at first has one.
            terminal.send(" ");
        }
        let mut typed = Vec::new();
        let waits = moments.below(4);
        for number in 0..=waits + moments.below(6) {
            let (key, label) = moments.label();
            terminal.send(key);
            typed.push(label.to_owned());
            if number < waits {
                wait_for_labels(&folder, kept.len() + typed.len(), &terminal);
            }
        }
        terminal.signal("KILL");
        drop(terminal.end());
        typed_in_all += typed.len();
        let after = read_events(&journal(&folder)).map(|(events, _)| events).unwrap_or_default();
        let after: Vec<String> =
            after.iter().map(|event| event.judgement.label.map_or("none", Label::name).to_owned()).collect();
        assert_eq!(after[..kept.len()], kept, "round {round}: labels of earlier rounds");
        let new = &after[kept.len()..];
        assert!(
            new.len() >= usize::try_from(waits).expect("a few"),
            "round {round}: labels that were seen in the journal"
        );
        assert!(typed.starts_with(new), "round {round}: {new:?} are the first of {typed:?}");
        kept = after;
    }
    eprintln!(
        "kill -9: {} times, {typed_in_all} labels typed, {} in the journal, none of those written lost",
        repeats(),
        kept_in_all + kept.len()
    );
    quit(open(&folder));
}

#[test]
fn a_journal_cut_at_any_byte_keeps_its_complete_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.jsonl.labels.ada.jsonl");
    let event = |number: usize| LabelEvent {
        identity: TestIdentity::new("Lang", "7", &format!("größe.B_ESTest::test{number:02}"), "@Test"),
        judgement: Judgement { label: Some(Label::FalsePositive), ..Judgement::default() },
        annotator: "ada".to_owned(),
        time: "2030-01-01T00:00:00Z".to_owned(),
        decision: false,
        by: None,
    };
    let (mut whole, _) = Journal::open(&path).expect("a new journal");
    whole.append_all(&[event(1), event(2), event(3)]).expect("it can be written");
    drop(whole);
    let bytes = fs::read(&path).expect("a journal");
    for length in 0..=bytes.len() {
        fs::write(&path, &bytes[..length]).expect("written");
        let (mut journal, _) = Journal::open(&path).expect("a torn journal can be opened");
        journal.append(&event(4)).expect("and written");
        let (events, _) = read_events(&path).expect("and read");
        let whole_lines = bytes[..length].split_inclusive(|byte| *byte == b'\n');
        let whole_lines = whole_lines.filter(|line| line.ends_with(b"\n")).count();
        assert!(events.len() > whole_lines, "cut after {length} bytes");
        assert_eq!(events.last(), Some(&event(4)), "cut after {length} bytes");
    }
    eprintln!("torn journals: one for each of {} bytes, no whole line lost", bytes.len());
}

#[test]
fn on_a_full_disk_labels_are_rescued() {
    let folder = results(&[400]);
    for round in 0..repeats().min(20) {
        // The shell's limit on the size of a file (blocks of 512 or 1024 bytes) simulates a full disk.
        let mut command = script(folder.path(), "trap '' XFSZ; ulimit -f 2; exec \"$FOSSICK\" run.jsonl");
        command.env("TMPDIR", folder.path());
        let mut terminal = start(command);
        while !terminal.text().contains("not saved") {
            let sent = terminal.bytes.len();
            terminal.send("t");
            terminal.wait_until("a frame", |terminal| terminal.bytes.len() > sent);
        }
        terminal.send("q");
        let ended = terminal.end();
        assert_eq!(ended.left_on, [""; 0], "round {round}");
        assert!(ended.screen.contains("could not be written"), "round {round}: {}", ended.screen);
        let (events, _) = read_events(&journal(&folder)).expect("the journal is sound");
        assert!(!events.is_empty(), "round {round}");
        fs::remove_file(journal(&folder)).expect("a journal");
    }
    eprintln!("full disk: {} times, journal sound, the rest in a file of its own", repeats().min(20));
}

#[test]
fn two_writers_lose_no_labels() {
    let mut moments = Moments(7);
    let mut typed_in_all = 0;
    for round in 0..repeats() {
        let folder = results(&[60, 50]);
        let open = || start(fossick(folder.path(), &["--top", "60", "run.jsonl"]));
        let (mut one, mut other) = (open(), open());
        // Each labels different failures, because an existing label is not written again.
        other.send("]");
        other.wait_for("of 50 ");
        let typed = 5 + usize::try_from(moments.below(20)).expect("a few");
        for _ in 0..typed {
            let (key, _) = moments.label();
            if moments.below(2) == 0 { &mut one } else { &mut other }.send(key);
        }
        wait_for_labels(&folder, typed, &one);
        quit(one);
        quit(other);
        assert_eq!(labels(&journal(&folder)).len(), typed, "round {round}");
        typed_in_all += typed;
    }
    eprintln!("two writers: {} pairs, {typed_in_all} labels typed, all in the journal", repeats());
}

#[test]
fn every_signal_leaves_the_terminal_and_the_journal_intact() {
    let mut moments = Moments(99);
    for round in 0..repeats() {
        for name in ["TERM", "HUP", "INT", "QUIT"] {
            let folder = results(&[20]);
            let mut terminal = open(&folder);
            let typed = usize::try_from(moments.below(5)).expect("a few");
            for _ in 0..typed {
                terminal.send(moments.label().0);
            }
            wait_for_labels(&folder, typed, &terminal);
            terminal.signal(name);
            assert_eq!(terminal.end().left_on, [""; 0], "round {round}, SIG{name}");
            assert_eq!(labels(&journal(&folder)).len(), typed, "round {round}, SIG{name}");
        }
    }
    eprintln!("signals: {} of each of four, terminal clean and labels kept", repeats());
}

#[test]
fn any_sequence_of_sizes_ends_in_a_correct_screen() {
    let mut moments = Moments(31);
    let folder = results(&[40, 3]);
    let begun = Instant::now();
    let mut sizes = 0;
    for round in 0..repeats() {
        let mut terminal = Terminal::start(fossick(folder.path(), &["run.jsonl"]));
        wait_until_ready(&mut terminal);
        for _ in 0..20 {
            let mut cells = |most| u16::try_from(1 + moments.below(most)).expect("a screen");
            terminal.resize(cells(300), cells(100));
            terminal.send(
                ["j", "k", "\t", "w", "sd", "4"][usize::try_from(moments.below(6)).expect("below six")],
            );
            sizes += 1;
        }
        terminal.send("1");
        terminal.resize(140, 45);
        terminal.wait_until(&format!("the failures (round {round})"), |terminal| {
            terminal.text().contains("of 40 ")
        });
        quit(terminal);
    }
    eprintln!("resizes: {sizes} sizes from 1x1 to 300x100 in {:.0?}, no fault", begun.elapsed());
}
