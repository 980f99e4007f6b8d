//! Copying: to the terminal's clipboard, and to the system's if there is one.
//!
//! The system's clipboard is accessed through the usual programs. A library (`arboard`) would add some twenty crates,
//! and under X11 and Wayland the text would be lost when fossick ends: there, a clipboard lives only as long as the
//! program that owns it, and `xclip`, `xsel` and `wl-copy` leave a process running for that. If none of them is
//! installed, copying through the terminal still works.
//!
//! Copying through the terminal uses the sequence OSC 52, which passes text to the clipboard of the machine that the
//! terminal runs on, even over ssh. No terminal reports whether it accepted the text.
//!
//! Within tmux and GNU Screen the sequence must be wrapped to reach the outer terminal. tmux accepts the plain one if
//! `set-clipboard` is on, and the wrapped one if `allow-passthrough` is: it gets both. Screen accepts strings of a
//! few hundred bytes: it gets many.

use std::io::Write;
use std::process::{Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::model::text::{first_bytes, number, plural};
use crate::tui::Message;
use crate::tui::core::effect::Copied;
use crate::tui::runtime::{Incoming, Workbench, load, send};

/// A program that copies its standard input to the clipboard.
type Tool = &'static [&'static str];

pub(in crate::tui::runtime) struct Copying {
    what: Copied,
    text: String,
    multiplexer: Multiplexer,
    /// Alternative programs: the first one that succeeds is enough.
    system: Vec<Tool>,
}

impl Copying {
    pub(in crate::tui::runtime) fn new(
        what: Copied,
        text: String,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Copying {
        let system = system_tools(&variable);
        Copying { what, text, multiplexer: Multiplexer::of(variable), system }
    }

    fn is_short(&self) -> bool {
        self.text.len() <= MAX_COPIED_BYTES
    }

    /// Passes the text to the system's clipboard and to tmux, and waits. Returns true if one of them took it.
    fn hand_to_programs(&self) -> bool {
        let taken = self.system.iter().any(|tool| takes(tool, &self.text));
        // This reaches tmux's own buffer regardless of its settings, and the outer terminal if possible.
        let in_tmux =
            self.multiplexer == Multiplexer::Tmux && takes(&["tmux", "load-buffer", "-w", "-"], &self.text);
        taken || in_tmux
    }

    /// Returns the message after the programs have ended, and the sequence still to be sent to the terminal.
    pub(in crate::tui::runtime) fn finish(&self, taken: bool) -> (Message, Option<String>) {
        let name = self.what.name();
        let lines = plural(self.text.lines().count(), "line");
        if taken {
            return (Message::info(format!("copied the {name}: {lines}")), None);
        }
        if self.is_short() {
            return (Message::info(format!("sent the {name} to the terminal's clipboard: {lines}")), None);
        }
        let beginning = beginning(&self.text);
        let message = Message::warning(format!(
            "a terminal's clipboard takes {} bytes: only the first {} of {lines} of the {name} were sent",
            number(MAX_COPIED_BYTES),
            number(beginning.lines().count()),
        ));
        (message, Some(sequence(beginning, self.multiplexer)))
    }
}

/// Returns the programs that may reach the clipboard of the user's machine.
fn system_tools(variable: impl Fn(&str) -> Option<String>) -> Vec<Tool> {
    let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    // Over ssh, the clipboard of this machine is not the user's, unless X11 is forwarded.
    let is_here = !is_set("SSH_CONNECTION") && !is_set("SSH_TTY");
    let mut tools: Vec<Tool> = Vec::new();
    if cfg!(target_os = "macos") && is_here {
        tools.push(&["pbcopy"]);
    }
    if is_set("WAYLAND_DISPLAY") && is_here {
        tools.push(&["wl-copy"]);
    }
    if is_set("DISPLAY") {
        tools.push(&["xclip", "-selection", "clipboard"]);
        tools.push(&["xsel", "--clipboard", "--input"]);
    }
    tools
}

fn takes(tool: Tool, text: &str) -> bool {
    let Some((program, arguments)) = tool.split_first() else { return false };
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return false };
    // A program that ends before reading everything did not accept the text.
    let written = child.stdin.take().is_some_and(|mut stdin| stdin.write_all(text.as_bytes()).is_ok());
    child.wait().is_ok_and(|status| status.success()) && written
}

impl Workbench {
    /// Copies through the terminal immediately, and through the system's programs, which may take long, on a thread.
    pub(in crate::tui::runtime) fn copy(&mut self, what: Copied, text: String) {
        let copying = Copying::new(what, text, |name| std::env::var(name).ok());
        if copying.is_short() {
            self.send_to_terminal(&sequence(&copying.text, copying.multiplexer));
        }
        let sender = self.sender.clone();
        load::spawn(move || {
            let taken = copying.hand_to_programs();
            send(&sender, Incoming::Copied(copying, taken));
        });
    }

    pub(in crate::tui::runtime) fn send_to_terminal(&mut self, sequence: &str) {
        let sent = self.screen.send(sequence);
        self.end_on_error(sent);
    }

    pub(in crate::tui::runtime) fn copied(&mut self, copying: &Copying, taken: bool) {
        let (message, sequence) = copying.finish(taken);
        if let Some(sequence) = sequence {
            self.send_to_terminal(&sequence);
        }
        self.notice(message);
    }
}

/// The most bytes copied through the terminal: many terminals accept no sequence of more than 100,000 bytes.
pub(in crate::tui::runtime) const MAX_COPIED_BYTES: usize = 74_994;

/// The number of bytes sent to Screen at a time, which leaves room for the wrapping.
const SCREEN_PIECE: usize = 240;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::runtime) enum Multiplexer {
    Nothing,
    Tmux,
    Screen,
}

impl Multiplexer {
    pub(in crate::tui::runtime) fn of(variable: impl Fn(&str) -> Option<String>) -> Multiplexer {
        let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        match (is_set("TMUX"), is_set("STY")) {
            (true, _) => Multiplexer::Tmux,
            (false, true) => Multiplexer::Screen,
            (false, false) => Multiplexer::Nothing,
        }
    }
}

/// Returns the sequence that copies a text of at most [`MAX_COPIED_BYTES`] bytes.
pub(in crate::tui::runtime) fn sequence(text: &str, multiplexer: Multiplexer) -> String {
    let plain = format!("\x1b]52;c;{}\x07", STANDARD.encode(text));
    match multiplexer {
        Multiplexer::Nothing => plain,
        Multiplexer::Tmux => format!("{plain}\x1bPtmux;\x1b{plain}\x1b\\"),
        Multiplexer::Screen => {
            let pieces = plain.as_bytes().chunks(SCREEN_PIECE).map(String::from_utf8_lossy);
            pieces.map(|piece| format!("\x1bP{piece}\x1b\\")).collect()
        }
    }
}

/// Returns as much of a text as one sequence can copy: whole lines, if there is at least one.
pub(in crate::tui::runtime) fn beginning(text: &str) -> &str {
    let cut = first_bytes(text, MAX_COPIED_BYTES);
    let last_line = cut.rfind('\n').filter(|_| cut.len() < text.len());
    last_line.map_or(cut, |end| &cut[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_wrapped_for_multiplexers() {
        assert_eq!(sequence("foo", Multiplexer::Nothing), "\x1b]52;c;Zm9v\x07");
        assert_eq!(
            sequence("foo", Multiplexer::Tmux),
            "\x1b]52;c;Zm9v\x07\x1bPtmux;\x1b\x1b]52;c;Zm9v\x07\x1b\\",
            "the escape is doubled within"
        );
        let pieces = sequence(&"foo".repeat(200), Multiplexer::Screen);
        let inner: Vec<&str> =
            pieces.split("\x1b\\").filter_map(|piece| piece.strip_prefix("\x1bP")).collect();
        assert!(inner.len() == 4 && inner.iter().all(|piece| piece.len() <= SCREEN_PIECE));
        assert_eq!(inner.concat(), sequence(&"foo".repeat(200), Multiplexer::Nothing));
    }

    #[test]
    fn a_long_text_is_cut_after_a_line() {
        let line = "ä".repeat(50) + "\n";
        let text = line.repeat(1000);
        let cut = beginning(&text);
        assert!(
            cut.len() <= MAX_COPIED_BYTES && cut.len() > MAX_COPIED_BYTES - line.len() && cut.ends_with('\n')
        );
        assert!(sequence(cut, Multiplexer::Nothing).len() <= 100_000);
        assert_eq!(
            beginning(&text[..MAX_COPIED_BYTES - MAX_COPIED_BYTES % 101]),
            &text[..MAX_COPIED_BYTES - MAX_COPIED_BYTES % 101]
        );
        assert!(beginning(&"ä".repeat(MAX_COPIED_BYTES)).len() >= MAX_COPIED_BYTES - 1, "one endless line");
    }

    #[test]
    fn the_environment_names_the_multiplexer() {
        let of = |name: &'static str| Multiplexer::of(move |asked| (asked == name).then(|| "x".to_owned()));
        assert_eq!(
            (of("TMUX"), of("STY"), of("TERM")),
            (Multiplexer::Tmux, Multiplexer::Screen, Multiplexer::Nothing)
        );
        assert_eq!(Multiplexer::of(|_| Some(String::new())), Multiplexer::Nothing);
    }
}

#[cfg(test)]
#[cfg(unix)]
mod unix_tests {
    use super::*;

    fn copying(text: &str, variables: &'static [(&str, &str)]) -> Copying {
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        Copying::new(Copied::Trace, text.to_owned(), variable)
    }

    fn programs(variables: &'static [(&str, &str)]) -> Vec<&'static str> {
        copying("", variables).system.iter().map(|tool| tool[0]).filter(|name| *name != "pbcopy").collect()
    }

    #[test]
    fn the_clipboard_is_that_of_the_users_machine() {
        assert_eq!(programs(&[]), [""; 0]);
        assert_eq!(
            programs(&[("WAYLAND_DISPLAY", "wayland-0"), ("DISPLAY", ":0")]),
            ["wl-copy", "xclip", "xsel"]
        );
        assert_eq!(programs(&[("WAYLAND_DISPLAY", "wayland-0"), ("SSH_TTY", "/dev/pts/1")]), [""; 0]);
        assert_eq!(programs(&[("DISPLAY", "localhost:10.0"), ("SSH_CONNECTION", "x")]), ["xclip", "xsel"]);
    }

    #[test]
    fn a_text_that_is_too_long_for_a_terminal_is_cut_with_a_message() {
        let short = copying("one\ntwo\n", &[]);
        assert!(short.is_short());
        assert_eq!(short.finish(true).0, Message::info("copied the trace: 2 lines"));
        let (message, sequence) = short.finish(false);
        assert_eq!(
            (message.text.as_str(), sequence),
            ("sent the trace to the terminal's clipboard: 2 lines", None)
        );

        let long = copying(&"0123456789\n".repeat(10_000), &[]);
        assert!(!long.is_short());
        assert_eq!(long.finish(true), (Message::info("copied the trace: 10,000 lines"), None));
        let (message, sequence) = long.finish(false);
        assert_eq!(
            message.text,
            "a terminal's clipboard takes 74,994 bytes: only the first 6,817 of 10,000 lines of the trace were sent"
        );
        assert!(sequence.is_some_and(|sequence| sequence.len() <= 100_000));
    }

    #[test]
    fn a_failing_or_missing_program_copies_nothing() {
        assert!(takes(&["sh", "-c", "cat > /dev/null"], "text"));
        assert!(!takes(&["sh", "-c", "exit 1"], "text"));
        assert!(!takes(&["no-such-program-anywhere"], "text"));
        assert!(!takes(&["true"], &"x".repeat(1 << 20)), "it read nothing of it");
    }
}
