//! The user's editor in a real pseudo-terminal, which gets the terminal, its arguments and nothing else; and copied text.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use portable_pty::CommandBuilder;
use tempfile::TempDir;

use crate::project::{PURSE, PURSE_TEST, project, write};
use crate::pty::{GIVE_UP, Terminal, fossick, script};

/// A text that appears on the screen once the only failure is ranked and explained.
const READY: &str = "No other test fails like this";

/// Writes its arguments to a file, says that it is there, and waits for a line, which it keeps as well.
const EDITOR: &str = "#!/bin/sh
for argument; do printf '%s\\n' \"$argument\"; done > \"$RECORD\"
echo the editor is here
read line
echo \"typed $line\" >> \"$RECORD\"
";

/// The same for an editor with its own window, which has no terminal to ask.
const WINDOW: &str = "#!/bin/sh
for argument; do printf '%s\\n' \"$argument\"; done > \"$RECORD.part\"
read line && echo terminal >> \"$RECORD.part\"
mv \"$RECORD.part\" \"$RECORD\"
";

/// A folder outside the project with a program of this name, and the file that it writes to.
fn editor(name: &str, content: &str) -> (TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join(name);
    fs::write(&program, content).expect("written");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it may be run");
    let record = folder.path().join("record");
    (folder, program, record)
}

fn with_editor(mut command: CommandBuilder, variable: &str, value: &str, record: &Path) -> CommandBuilder {
    command.env(variable, value);
    command.env("RECORD", record);
    command
}

fn start(command: CommandBuilder) -> Terminal {
    let mut terminal = Terminal::start(command);
    terminal.wait_for(READY);
    terminal
}

fn recorded(record: &Path) -> Vec<String> {
    let text = fs::read_to_string(record).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn quit(mut terminal: Terminal) {
    terminal.send("q");
    let ended = terminal.end();
    assert_eq!((ended.code, ended.signal), (0, None), "{}", ended.screen);
    assert_eq!(ended.left_on, [""; 0]);
}

#[test]
fn the_editor_gets_the_terminal_and_returns_it() {
    let folder = project();
    let (_programs, program, record) = editor("vim", EDITOR);
    let path = folder.path().join(PURSE).display().to_string();
    let direct = fossick(folder.path(), &["."]);
    // Results piped in, or nothing at all: the editor's keys come from the terminal.
    let without_input = script(folder.path(), "\"$FOSSICK\" . < /dev/null");
    for command in [direct, without_input] {
        let value = format!("'{}' -u NONE", program.display());
        let mut terminal = start(with_editor(command, "VISUAL", &value, &record));
        terminal.send("\t\t\te");
        terminal.wait_for("the editor is here");
        assert_eq!(terminal.left_on(), [""; 0], "the terminal is as a shell would hand it over");
        terminal.resize(120, 40);
        terminal.send("ffq\n");
        terminal.wait_until("the workbench", |terminal| {
            terminal.screen().alternate_screen() && terminal.text().contains("▌  at Purse.take")
        });
        assert!(!terminal.line_is_as_before(), "keys come in one by one again");
        assert_eq!(recorded(&record), ["-u", "NONE", "+18", &path, "typed ffq"]);
        // Text typed into the editor reached only the editor.
        assert!(!folder.path().join("fossick.labels.ada.jsonl").exists());
        terminal.send("f");
        terminal.wait_for("1 wrong test");
        quit(terminal);
        fs::remove_file(folder.path().join("fossick.labels.ada.jsonl")).expect("the label is on disk");
    }
}

#[test]
fn a_shown_source_is_read_again_after_it_was_edited() {
    let folder = project();
    let (_programs, program, record) = editor("nano", "#!/bin/sh\nsed -i.before 's/only/merely/' \"$2\"\n");
    let command = fossick(folder.path(), &["."]);
    let mut terminal = start(with_editor(command, "EDITOR", &program.display().to_string(), &record));
    terminal.send("\t\t\t\r");
    terminal.wait_for(PURSE);
    terminal.send("e");
    terminal.wait_for("\"merely \"");
    terminal.wait_for("Purse.java · changed");
    quit(terminal);
}

#[test]
fn ctrl_c_in_the_editor_is_the_editors() {
    let folder = project();
    let (_programs, program, record) = editor("vi", EDITOR);
    let command = fossick(folder.path(), &["."]);
    let mut terminal = start(with_editor(command, "EDITOR", &program.display().to_string(), &record));
    terminal.send("e");
    terminal.wait_for("the editor is here");
    terminal.send("\x03");
    terminal.wait_for("vi ended with signal: 2");
    let path = folder.path().join(PURSE_TEST).display().to_string();
    assert_eq!(recorded(&record), ["+11", &path]);
    terminal.send("f");
    terminal.wait_for("1 wrong test");
    quit(terminal);
}

#[test]
fn an_editor_with_its_own_window_is_not_waited_for() {
    let folder = project();
    let (_programs, program, record) = editor("code", WINDOW);
    let value = format!("{} --wait", program.display());
    let mut terminal = start(with_editor(fossick(folder.path(), &["."]), "VISUAL", &value, &record));
    terminal.send("e");
    terminal.wait_for("opened in code");
    terminal.send("f");
    terminal.wait_for("1 wrong test");
    quit(terminal);
    let place = format!("{}:11", folder.path().join(PURSE_TEST).display());
    // It outlives the program.
    let deadline = Instant::now() + GIVE_UP;
    while !record.exists() && Instant::now() < deadline {
        std::thread::yield_now();
    }
    assert_eq!(recorded(&record), ["--wait", "--goto", &place], "it has no terminal to read from");
}

#[test]
fn no_shell_interprets_the_command_or_the_path() {
    let folder = project();
    // A file and a folder that a shell would do something about.
    let odd = "core/src/main/java/a $(touch pwned);`touch pwned`&/'x\".java";
    write(folder.path(), odd, "package shop;\npublic class Odd { }\n");
    let report = folder.path().join("core/target/surefire-reports/TEST-shop.PurseTest.xml");
    let text = fs::read_to_string(&report).expect("a report");
    fs::write(&report, text.replace("shop.Purse.take(Purse.java:18)", "shop.Odd.take('x\".java:2)"))
        .expect("written");
    let (_programs, program, record) = editor("ed", EDITOR);
    let value = format!(
        "{} ; touch pwned $(touch pwned) `touch pwned` > pwned --at={{line}} {{file}}",
        program.display()
    );
    let command = with_editor(fossick(folder.path(), &["."]), "FOSSICK_EDITOR", &value, &record);
    let mut terminal = start(command);
    terminal.send("\t\t\te");
    terminal.wait_for("the editor is here");
    terminal.send("\n");
    terminal.wait_until("the workbench", |terminal| terminal.screen().alternate_screen());
    quit(terminal);
    let path = folder.path().join(odd).display().to_string();
    let expected = [
        ";", "touch", "pwned", "$(touch", "pwned)", "`touch", "pwned`", ">", "pwned", "--at=2", &path,
        "typed ",
    ];
    assert_eq!(recorded(&record), expected);
    assert!(!folder.path().join("pwned").exists());
}

#[test]
fn an_editor_that_can_not_be_started_is_reported_and_the_workbench_stays() {
    let folder = project();
    let record = folder.path().join("record");
    for (value, expected) in [
        ("", "no editor is configured: set VISUAL or EDITOR"),
        ("no-such-editor -x", "can't start no-such-editor: No such file"),
        ("vim 'x", "EDITOR can't be read: missing closing quote"),
        ("/nowhere/code", "can't start /nowhere/code: No such file"),
    ] {
        let mut terminal = start(with_editor(fossick(folder.path(), &["."]), "EDITOR", value, &record));
        terminal.send("e");
        terminal.wait_for(expected);
        assert!(terminal.screen().alternate_screen() && !terminal.line_is_as_before(), "{value}");
        quit(terminal);
    }
}

#[test]
fn a_file_that_became_a_link_is_not_passed_to_the_editor() {
    let folder = project();
    let (_programs, program, record) = editor("vim", EDITOR);
    let command = fossick(folder.path(), &["."]);
    let mut terminal = start(with_editor(command, "EDITOR", &program.display().to_string(), &record));
    let path = folder.path().join(PURSE_TEST);
    fs::remove_file(&path).expect("it is there");
    std::os::unix::fs::symlink("/etc/passwd", &path).expect("a link");
    terminal.send("e");
    terminal.wait_for("is not opened: it is a link");
    quit(terminal);
    assert!(!record.exists());
}

#[test]
fn tests_and_traces_are_copied_through_the_terminal() {
    let folder = project();
    let sent = |variables: &[(&str, &str)], key: &str, message: &str| {
        let mut command = fossick(folder.path(), &["."]);
        for (name, value) in variables {
            command.env(name, value);
        }
        let mut terminal = start(command);
        terminal.send(key);
        terminal.wait_for(message);
        let bytes = String::from_utf8_lossy(&terminal.bytes).into_owned();
        quit(terminal);
        bytes
    };
    // "shop.PurseTest::takesTooMany\njava.lang…" and "// shop.PurseTest::t…" begin so.
    let (trace, test) = (
        "\x1b]52;c;c2hvcC5QdXJzZVRlc3Q6OnRha2VzVG9vTWFueQpqYXZhLmxhbmcu",
        "\x1b]52;c;Ly8gc2hvcC5QdXJzZVRlc3Q6O",
    );
    assert!(sent(&[], "yt", "sent the trace to the terminal's clipboard: 6 lines").contains(trace));
    assert!(sent(&[], "yy", "sent the test to the terminal's clipboard: 6 lines").contains(test));
    let in_tmux = sent(&[("TMUX", "/nowhere/tmux,1,0")], "yy", "sent the test");
    assert!(
        in_tmux.contains(test) && in_tmux.contains(&format!("\x1bPtmux;\x1b{test}")),
        "both ways into it"
    );
    assert!(sent(&[("STY", "1.x")], "yy", "sent the test").contains(&format!("\x1bP{test}")));
}

#[test]
fn without_an_editor_of_its_own_that_of_git_is_started() {
    let folder = project();
    let (_programs, program, record) = editor("vim", EDITOR);
    let value = program.display().to_string();
    let mut terminal = start(with_editor(fossick(folder.path(), &["."]), "GIT_EDITOR", &value, &record));
    terminal.send("\te");
    terminal.wait_for("the editor is here");
    terminal.send("\n");
    terminal.wait_until("the workbench", |terminal| terminal.screen().alternate_screen());
    quit(terminal);
    assert_eq!(recorded(&record).last().map(String::as_str), Some("typed "));
}
