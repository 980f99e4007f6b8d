//! A session in a pseudo-terminal: start and end, signals, resizes, pasted text, suspension, faults, labels on disk.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::opened::{journal, labels, open, quit, results, start, wait_until_ready};
use crate::pty::{Terminal, fossick, script};

#[test]
fn the_workbench_starts_and_restores_the_terminal() {
    let folder = results(&[14, 5]);
    let mut terminal = open(&folder);
    assert!(terminal.screen().alternate_screen());
    assert!(!terminal.line_is_as_before(), "keys come in one by one");
    for expected in [
        "Shop-1",
        "1 of 14",
        "Purse_ESTest.test11 · expects a throw",
        "@Test",
        "focal method · put",
        "trace",
        "why it is suspicious",
        "Expecting exception",
    ] {
        assert!(terminal.text().contains(expected), "no {expected} on\n{}", terminal.text());
    }
    terminal.send("q");
    let ended = terminal.end();
    assert_eq!((ended.code, ended.left_on), (0, vec![]));
    assert_eq!(ended.screen.trim(), "", "nothing is left on the shell's screen");
    let sent = String::from_utf8_lossy(&ended.bytes);
    for mode in ["1049", "1002", "1004", "1006", "2004", "2026"] {
        let (on, off) = (format!("\x1b[?{mode}h"), format!("\x1b[?{mode}l"));
        assert!(sent.rfind(&on) < sent.rfind(&off), "mode {mode} is on");
    }
    assert!(!journal(&folder).exists(), "who labels nothing leaves no journal");
}

#[test]
fn ctrl_c_and_signals_also_restore_the_terminal() {
    let folder = results(&[5]);
    for (how, code) in [("ctrl-c", 0), ("TERM", 143), ("HUP", 129), ("INT", 130), ("QUIT", 131)] {
        let mut terminal = open(&folder);
        match how {
            "ctrl-c" => terminal.send("\x03"),
            signal => terminal.signal(signal),
        }
        let ended = terminal.end();
        assert_eq!((ended.code, ended.signal, ended.left_on), (code, None, vec![]), "{how}");
        assert_eq!(ended.screen.trim(), "", "{how}");
    }
}

#[test]
fn closing_the_window_ends_the_program_quietly() {
    let folder = results(&[5]);
    let mut command = fossick(folder.path(), &["run.jsonl"]);
    command.env("TMPDIR", folder.path());
    let mut terminal = start(command);
    terminal.send("f");
    terminal.wait_for("1 FP");
    assert_eq!(terminal.close(), 129);
    assert_eq!(labels(&journal(&folder)), ["FP"]);
    let names = names_in(folder.path());
    assert!(!names.iter().any(|name| name.contains("fault")), "{names:?}");
}

#[test]
fn the_program_can_be_quit_while_results_are_loading() {
    let folder = results(&[5]);
    let mut terminal = Terminal::start(script(folder.path(), "mkfifo never && exec \"$FOSSICK\" never"));
    terminal.wait_for("reading");
    terminal.send("tfj");
    quit(terminal);
}

#[test]
fn a_label_is_on_disk_before_it_is_on_the_screen_and_survives_a_kill() {
    let folder = results(&[2, 5]);
    let mut terminal = open(&folder);
    // The second group is ranked, too: its list does not change any more.
    terminal.wait_for("0 of 2 judged");
    terminal.wait_while("to go");
    terminal.send("f");
    terminal.wait_for("1 FP");
    assert_eq!(labels(&journal(&folder)), ["FP"]);
    terminal.send("t");
    terminal.wait_for("Shop-2");
    terminal.send("u");
    terminal.wait_for_rank(2, 5);
    terminal.signal("KILL");
    assert_eq!(terminal.end().signal.as_deref(), Some("Killed"));
    assert_eq!(labels(&journal(&folder)), ["FP", "TP", "unsure"]);

    let mut again = Terminal::start(fossick(folder.path(), &["run.jsonl"]));
    again.wait_for_rank(2, 5);
    assert!(again.text().contains("Shop-2"), "the session resumes\n{}", again.text());
    again.send("[");
    again.wait_for("1 TP, 1 FP");
    quit(again);
}

#[test]
fn a_journal_with_an_incomplete_last_line_is_repaired_and_reported() {
    let folder = results(&[5]);
    let mut terminal = open(&folder);
    terminal.send("f");
    terminal.wait_for("1 FP");
    quit(terminal);
    let whole = fs::read_to_string(journal(&folder)).expect("a journal");
    fs::write(journal(&folder), format!("{whole}{{\"project\":\"Sho")).expect("a torn journal");

    let mut again = open(&folder);
    again.wait_for("line 2 was cut off");
    assert!(again.text().contains("1 FP"), "{}", again.text());
    assert_eq!(fs::read_to_string(journal(&folder)).expect("a journal"), whole);
    again.send("t");
    again.wait_for("1 TP, 1 FP");
    assert_eq!(labels(&journal(&folder)), ["FP", "TP"]);
    quit(again);
}

#[test]
fn an_unwritable_journal_is_reported_with_a_remedy() {
    let folder = results(&[5]);
    for (place, reason) in [
        ("missing/labels.jsonl", "No such file"),
        ("run.jsonl/labels.jsonl", "Not a directory"),
        (".", "it is not a regular file"),
        ("run.jsonl", "is not a label journal"),
    ] {
        let ended = Terminal::start(fossick(folder.path(), &["run.jsonl", "--labels", place])).end();
        assert_eq!((ended.code, &*ended.left_on), (2, &[][..]), "{place}");
        let message = ended.screen.replace('\n', "");
        assert!(message.contains(reason) && message.contains("--labels PATH"), "{place}: {message}");
        assert_eq!(message.matches("fossick: ").count(), 1, "{message}");
    }
    assert!(open(&folder).text().contains("5 failures"), "the results were not written to");
}

#[test]
fn unusable_inputs_are_reported_without_opening_the_screen() {
    let folder = results(&[5]);
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    fs::write(folder.path().join("blank.csv"), " \n").expect("a file");
    fs::write(folder.path().join("binary.jsonl"), b"\x7FELF\x02\x01\x00\xFF\x1B[2J").expect("a file");
    fs::write(folder.path().join("run.jsonl.labels.jsonl"), "").expect("a file");
    for (input, expected) in [
        ("missing.csv", "can't find missing.csv"),
        ("blank.csv", "blank.csv is empty"),
        ("binary.jsonl", "can't recognize binary.jsonl"),
        ("empty", "found no results in the folder empty"),
        ("run.jsonl.labels.jsonl", "contains labels, not results"),
        ("-", "standard input is the terminal"),
    ] {
        let ended = Terminal::start(fossick(folder.path(), &[input])).end();
        assert_eq!(ended.code, 2, "{input}");
        let message = ended.screen.replace('\n', "");
        assert!(message.contains(expected), "{input}: {message}");
        assert_eq!(message.matches("fossick: ").count(), 1, "{message}");
        assert!(!ended.bytes.contains(&0x1b), "{input}: nothing but the message is sent");
    }
}

#[test]
fn inputs_without_results_are_reported_after_the_terminal_is_restored() {
    let folder = results(&[5]);
    fs::write(folder.path().join("other.jsonl"), "{\"project\": \"Shop\"}\n{\"bug\": 7}\n").expect("a file");
    let ended = Terminal::start(fossick(folder.path(), &["other.jsonl"])).end();
    assert_eq!((ended.code, &*ended.left_on), (2, &[][..]));
    assert!(ended.screen.contains("other.jsonl contains no usable record"), "{}", ended.screen);
}

#[test]
fn a_storm_of_resizes_ends_with_the_right_screen() {
    let folder = results(&[14, 5]);
    let mut expected = Terminal::start_at(80, 24, fossick(folder.path(), &["run.jsonl"]));
    // The first of the ranking, far down in the input.
    expected.wait_for("▌ 1     put ");
    // The second group is ranked, too, and the test's own lines are known: nothing on this screen changes any more.
    expected.wait_for(" 0 of 10 judged       1 Triage 2 Progress 3 Groups");
    expected.wait_for("reads so little like its Javadoc");
    expected.wait_for(" • 4 ");
    let mut terminal = Terminal::start(fossick(folder.path(), &["run.jsonl"]));
    let sizes = [(1, 1), (30, 8), (140, 45), (2, 60), (200, 1), (50, 12), (99, 28), (1, 1), (200, 60)];
    for (width, height) in sizes.into_iter().cycle().take(45) {
        terminal.resize(width, height);
    }
    wait_until_ready(&mut terminal);
    for (width, height) in sizes {
        terminal.resize(width, height);
        // A key in the same instant must not hide that the size has changed.
        terminal.resize(80, 24);
        terminal.send("k");
        terminal.wait_until("the small screen", |terminal| terminal.text() == expected.text());
    }
    quit(terminal);
}

#[test]
fn results_come_from_standard_input_and_keys_from_the_terminal() {
    let folder = results(&[5]);
    for (arguments, journal) in [("-", "stdin.labels.ada.jsonl"), ("- --labels mine.jsonl", "mine.jsonl")] {
        let mut terminal = start(script(folder.path(), &format!("cat run.jsonl | \"$FOSSICK\" {arguments}")));
        terminal.send("f");
        terminal.wait_for("1 FP");
        assert_eq!(labels(&folder.path().join(journal)), ["FP"]);
        quit(terminal);
    }
}

#[test]
fn redirected_standard_output_is_refused() {
    let folder = results(&[5]);
    let ended =
        Terminal::start(script(folder.path(), "{ \"$FOSSICK\" run.jsonl; echo code $?; } | cat")).end();
    assert!(ended.screen.contains("standard output is not a terminal"), "{}", ended.screen);
    assert!(ended.screen.contains("fossick rank") && ended.screen.contains("code 2"), "{}", ended.screen);
    assert!(!ended.bytes.contains(&0x1b));
}

#[test]
fn a_burst_of_keys_is_handled_completely() {
    let folder = results(&[300]);
    let mut terminal = open(&folder);
    terminal.send(&"j".repeat(250));
    terminal.wait_for_rank(251, 300);
    terminal.send(&"k".repeat(500));
    terminal.wait_for_rank(1, 300);
    terminal.send(&"f".repeat(10));
    terminal.wait_for("10 FP");
    assert_eq!(labels(&journal(&folder)).len(), 10);
    quit(terminal);
}

#[test]
fn pasted_text_is_not_keys_unless_a_prompt_is_open() {
    let folder = results(&[14]);
    let mut terminal = open(&folder);
    let paste = "\x1b[200~ft jq\nx\x1b[201~";
    terminal.send(&format!("{paste}j"));
    terminal.wait_for_rank(2, 14);
    assert!(!journal(&folder).exists());
    terminal.send("n");
    terminal.wait_for("─ note on ");
    terminal.send(paste);
    terminal.wait_for("› ft jq x");
    terminal.send("\r");
    terminal.wait_while("─ note on ");
    let kept: Value =
        serde_json::from_str(&fs::read_to_string(journal(&folder)).expect("a journal")).expect("one line");
    assert_eq!((&kept["note"], &kept["label"]), (&json!("ft jq x"), &Value::Null));
    quit(terminal);
}

#[test]
fn answers_to_questions_of_other_programs_are_no_keys() {
    let folder = results(&[14]);
    let mut terminal = open(&folder);
    for answer in [
        "\x1bP>|pen(42) tfu\x1b\\",
        "\x1b]10;rgb:ffff/ffff/ffff\x07",
        "\x1b]12;rgb:ffff/ffff/ffff\x1b\\",
        "\x1b]lTitle tfu\x1b\\",
        "\x1b_Gi=31;OK tfu\x1b\\",
        "\x1b^tfu\x1b\\",
        "\x1bXtfu\x1b\\",
        "\x1b[?62;4c",
    ] {
        terminal.send(answer);
    }
    terminal.send("j");
    terminal.wait_for_rank(2, 14);
    assert!(
        terminal.text().contains("0 of 10 judged") && !terminal.text().contains("› "),
        "{}",
        terminal.text()
    );
    assert!(!journal(&folder).exists(), "an answer labelled something");
    quit(terminal);
}

#[test]
fn what_is_never_finished_swallows_neither_keys_nor_ctrl_c() {
    let folder = results(&[14]);
    for unfinished in ["\x1b[<", "\x1b[M", "\x1b[200~tfu", "\x1bPtfu"] {
        let mut terminal = open(&folder);
        terminal.send(unfinished);
        terminal.send("\x03");
        assert_eq!(terminal.end().code, 0, "{unfinished:?}");
    }
    let mut terminal = open(&folder);
    terminal.send("n");
    terminal.wait_for("─ note on ");
    terminal.send("\x1b[200~never closed");
    // It is given up when nothing more comes.
    terminal.wait_for("› never closed");
    terminal.send("\r");
    terminal.wait_while("─ note on ");
    terminal.send("j");
    terminal.wait_for_rank(2, 14);
    assert_eq!(labels(&journal(&folder)), ["none"], "a note");
    quit(terminal);
}

#[test]
fn an_unfinished_note_is_kept_when_the_program_ends() {
    let folder = results(&[14]);
    for (typed, signal) in [("half", "INT"), (" typed", "TERM")] {
        let mut terminal = open(&folder);
        terminal.send("n");
        terminal.wait_for("─ note on ");
        terminal.send(typed);
        terminal.wait_for(typed);
        terminal.signal(signal);
        terminal.end();
    }
    let journal = fs::read_to_string(journal(&folder)).expect("a journal");
    let last: Value = serde_json::from_str(journal.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["note"], json!("half typed"));
}

#[test]
fn ctrl_c_ends_a_prompt_and_not_the_program() {
    let folder = results(&[14]);
    let mut terminal = open(&folder);
    terminal.send("nhalf\x03");
    terminal.wait_while("─ note on ");
    terminal.send("j");
    terminal.wait_for_rank(2, 14);
    assert!(!journal(&folder).exists(), "the note is not kept");
    terminal.send("\x03");
    assert_eq!(terminal.end().code, 0);
}

#[test]
fn the_closing_message_shows_progress_journal_and_next_step() {
    let folder = results(&[14, 5]);
    let mut terminal = open(&folder);
    terminal.send("tf");
    terminal.wait_for("1 TP, 1 FP");
    terminal.send("q");
    let ended = terminal.end();
    assert_eq!((ended.code, ended.left_on), (0, vec![]));
    for said in [
        "2 of 15 judged: 1 TP, 1 FP\n",
        "labels: run.jsonl.labels.ada.jsonl\n",
        "next: fossick report run.jsonl -o report.html",
    ] {
        assert!(ended.screen.contains(said), "no {said} in\n{}", ended.screen);
    }
}

#[test]
fn the_last_label_shows_counts_journal_and_next_step_until_the_next_key() {
    let folder = results(&[2, 1]);
    let mut terminal = open(&folder);
    terminal.send("tf");
    terminal.wait_for("0 of 1 judged");
    assert!(!terminal.text().contains("both groups are judged"), "{}", terminal.text());
    terminal.send("u");
    terminal.wait_for("all failures of both groups are judged");
    for said in [
        "groups are judged: 1 TP, 1 FP, 1 unsure",
        " T  Shop-1 #",
        "run.jsonl.labels.ada.jsonl",
        "  writes a report",
        "z  undo",
        "esc closes",
    ] {
        assert!(terminal.text().contains(said), "no {said} in\n{}", terminal.text());
    }
    assert!(!terminal.text().contains(":top"), "nothing is left to ask for: {}", terminal.text());
    terminal.send("\r");
    terminal.wait_while("both groups are judged");
    terminal.send("z");
    terminal.wait_for("0 of 1 judged");
    quit(terminal);
}

#[test]
fn two_workbenches_on_one_journal_see_each_others_labels() {
    let folder = results(&[14]);
    let (mut one, mut other) = (open(&folder), open(&folder));
    one.send("f");
    one.wait_for("1 FP");
    other.send("jjt");
    other.wait_for("1 TP, 1 FP");
    assert!(other.text().contains("1 label came from elsewhere"), "{}", other.text());
    one.send("u");
    one.wait_for("1 TP, 1 FP");
    assert_eq!(labels(&journal(&folder)), ["FP", "TP", "unsure"]);
    quit(one);
    quit(other);
}

#[test]
fn ctrl_z_suspends_to_the_shell_and_fg_resumes() {
    let folder = results(&[14]);
    let shell = "set -m; \"$FOSSICK\" run.jsonl; echo the shell; read line; fg; echo code $?";
    let mut terminal = start(script(folder.path(), shell));
    terminal.send("j\x1a");
    terminal.wait_for("the shell");
    assert_eq!(terminal.left_on(), [""; 0]);
    terminal.resize(80, 24);
    terminal.send("\n");
    terminal.wait_for_rank(2, 14);
    assert!(terminal.screen().alternate_screen() && !terminal.line_is_as_before());
    assert!(terminal.text().contains("test ▸ focal"), "{}", terminal.text());
    terminal.send("fq");
    let ended = terminal.end();
    assert!(ended.screen.contains("code 0"), "{}", ended.screen);
    assert_eq!(ended.left_on, [""; 0]);
    assert_eq!(labels(&journal(&folder)), ["FP"]);
}

#[test]
fn a_signal_to_stop_does_what_ctrl_z_does() {
    let folder = results(&[14]);
    let shell =
        "set -m; \"$FOSSICK\" run.jsonl & echo $! > pid; fg; echo the shell; read line; fg; echo code $?";
    let mut terminal = start(script(folder.path(), shell));
    let id = fs::read_to_string(folder.path().join("pid")).expect("the shell has said it");
    let stopped = Command::new("kill").args(["-s", "TSTP", id.trim()]).status();
    assert!(stopped.expect("there is a `kill`").success());
    terminal.wait_for("the shell");
    assert_eq!(terminal.left_on(), [""; 0]);
    terminal.send("\n");
    terminal.wait_for_rank(1, 14);
    assert!(terminal.screen().alternate_screen() && !terminal.line_is_as_before());
    terminal.send("q");
    let ended = terminal.end();
    assert!(ended.screen.contains("code 0"), "{}", ended.screen);
    assert_eq!(ended.left_on, [""; 0]);
}

#[test]
fn a_terminal_without_a_shell_is_not_stopped() {
    let folder = results(&[14]);
    let mut terminal = open(&folder);
    terminal.signal("TSTP");
    terminal.wait_until("the terminal to be taken again", |terminal| {
        String::from_utf8_lossy(&terminal.bytes).matches("\x1b[?1049h").count() == 2
    });
    terminal.send("j");
    terminal.wait_for_rank(2, 14);
    quit(terminal);
}

#[test]
fn without_an_alternate_screen_no_shell_text_remains() {
    let folder = results(&[14]);
    let mut terminal = open(&folder);
    let sent = String::from_utf8(terminal.bytes.clone()).expect("text").replace("\x1b[?1049h", "");
    let (rows, columns) = terminal.screen().size();
    let mut bare = vt100::Parser::new(rows, columns, 0);
    bare.process("X".repeat(140 * 45).as_bytes());
    bare.process(sent.as_bytes());
    assert_eq!(bare.screen().contents(), terminal.screen().contents());
    terminal.send("q");
    let sent = String::from_utf8(terminal.end().bytes).expect("text");
    bare.process(sent.replace("\x1b[?1049h", "").replace("\x1b[?1049l", "").as_bytes());
    assert_eq!(bare.screen().cursor_position(), (rows.get() - 1, 0));
    assert_eq!(bare.screen().rows(0, columns.get()).last().as_deref(), Some(""), "a line for the shell");
}

#[test]
fn a_terminal_of_any_size_is_drawn() {
    let folder = results(&[14]);
    let mut terminal = open(&folder);
    // At most a thousand columns and rows are drawn, whatever size it claims to have.
    terminal.claim(65535, 65535);
    terminal.wait_until("a frame of the largest size", |terminal| {
        let last = b"\x1b[1000;";
        terminal.bytes.windows(last.len()).any(|sent| sent == last)
    });
    terminal.resize(140, 45);
    terminal.send("j");
    terminal.wait_for_rank(2, 14);
    quit(terminal);
}

#[test]
fn missing_threads_are_reported_before_the_terminal_is_used() {
    let folder = results(&[5]);
    let mut command = fossick(folder.path(), &["run.jsonl"]);
    // No thread can be started with a stack as large as the address space.
    command.env("RUST_MIN_STACK", (1_u64 << 60).to_string());
    let ended = Terminal::start(command).end();
    assert_eq!((ended.code, &*ended.left_on), (2, &[][..]));
    assert!(ended.screen.contains("can't start threads"), "{}", ended.screen);
}

#[test]
fn a_key_during_a_resize_is_handled() {
    let folder = results(&[120]);
    let mut terminal = open(&folder);
    for (rank, width) in (2..=100).zip([139, 140].into_iter().cycle()) {
        terminal.resize(width, 45);
        terminal.send("j");
        terminal.wait_for_rank(rank, 120);
    }
    quit(terminal);
}

#[test]
fn a_played_demo_runs_until_a_key_is_pressed() {
    let folder = results(&[5]);
    let script: String = std::iter::once("j j t ").chain(std::iter::repeat_n("<pause> ", 1000)).collect();
    fs::write(folder.path().join("talk.keys"), script + "q").expect("written");
    let mut command = fossick(folder.path(), &["demo", "--play", "talk.keys"]);
    command.env("TMPDIR", folder.path());
    let mut terminal = Terminal::start(command);
    terminal.wait_for("1 look · 1 bug");
    // A key of the user counts immediately.
    terminal.send("f");
    terminal.wait_for("2 looks · 1 bug");
    terminal.send("q");
    assert_eq!(terminal.end().code, 0);
    let left: Vec<String> =
        names_in(folder.path()).into_iter().filter(|name| name.contains("fossick-")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn all_groups_are_in_one_list_and_looks_are_counted_again_later() {
    let folder = results(&[5, 3]);
    let open = || {
        let mut command = fossick(folder.path(), &["run.jsonl"]);
        command.env_remove("FOSSICK_ACROSS");
        Terminal::start(command)
    };
    let mut terminal = open();
    terminal.wait_for("all 2 groups");
    terminal.send("f");
    terminal.wait_for("1 look · 0 bugs");
    terminal.send("t");
    terminal.wait_for("2 looks · 1 bug");
    terminal.send("q");
    assert_eq!(terminal.end().code, 0);
    // Labels that were given at different times stay different looks.
    let mut terminal = open();
    terminal.wait_for("2 looks · 1 bug");
    terminal.send("A");
    terminal.wait_for("group ");
    terminal.send("q");
    assert_eq!(terminal.end().code, 0);
}

#[test]
fn a_script_ignores_configured_keys() {
    let folder = results(&[5]);
    fs::write(folder.path().join("talk.keys"), "// down twice\nj j t").expect("written");
    fs::write(folder.path().join("config.toml"), "[keys]\npreset = \"arrows\"\ntrue-positive = \"f9\"")
        .expect("written");
    let mut command = fossick(folder.path(), &["demo", "--play", "talk.keys", "--labels", "kept.jsonl"]);
    command.env("FOSSICK_CONFIG", folder.path().join("config.toml"));
    let mut terminal = Terminal::start(command);
    terminal.wait_for("1 look · 1 bug");
    quit(terminal);
    let own = fossick(
        folder.path(),
        &["snapshot", "--size", "140x40", "--keys", "j j t", "--labels", "kept.jsonl"],
    );
    assert_eq!(labels(&folder.path().join("kept.jsonl")), ["TP"]);
    assert!(Terminal::start(own).end().screen.contains("1 TP"), "the same failure is labelled");
}

#[test]
fn without_a_writable_journal_the_demo_says_so_and_keeps_no_labels() {
    let folder = results(&[5]);
    let temporary = folder.path().join("temporary");
    fs::create_dir(&temporary).expect("a folder");
    let mut command = fossick(folder.path(), &["demo"]);
    // A file where a folder should be.
    command.env("XDG_STATE_HOME", folder.path().join("run.jsonl"));
    command.env("TMPDIR", &temporary);
    let mut terminal = Terminal::start(command);
    // The session state can't be read there either, which is reported first; the tour covers the list.
    terminal.send("\x1b");
    terminal.wait_for("labels are kept for this session only");
    terminal.send("t");
    terminal.wait_for("1 TP");
    terminal.signal("TERM");
    assert_eq!(terminal.end().code, 143);
    assert_eq!(names_in(&temporary), [""; 0]);
}

fn names_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").filter_map(Result::ok);
    names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_file_is_finished_when_the_workbench_is_left_while_it_is_written() {
    let folder = results(&[14]);
    let mut terminal = open(&folder);
    terminal.send(":");
    terminal.wait_for("─ actions ─");
    terminal.send("report\r");
    terminal.wait_while("─ actions ─");
    terminal.send("q");
    assert_eq!(terminal.end().code, 0);
    let report = fs::read_to_string(folder.path().join("fossick-report.html")).expect("the report is there");
    assert!(report.trim_end().ends_with("</html>"), "it is whole: {} bytes", report.len());
    let names = fs::read_dir(folder.path()).expect("a folder");
    let names: Vec<String> =
        names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    assert!(!names.iter().any(|name| name.starts_with(".fossick-")), "nothing else is left: {names:?}");
}
