//! Reads what the terminal sends, on a thread that can be stopped: while an editor owns the terminal, this
//! program must not read from it.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::io;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::parser::{Input, Parser};
#[cfg(any(windows, test))]
use crate::tui::core::command::keys::key::{Key, KeyCode};
use crate::tui::runtime::{Incoming, send};
#[cfg(unix)]
use unix::{Source, Stop};
#[cfg(windows)]
use windows::{Source, Stop};

/// A thread that passes what the terminal sends on to the loop.
pub(in crate::tui::runtime) struct Inputs {
    thread: JoinHandle<()>,
    stop: Stop,
}

impl Inputs {
    pub(in crate::tui::runtime) fn start(sender: UnboundedSender<Incoming>) -> io::Result<Inputs> {
        let (source, stop) = Source::open()?;
        Ok(Inputs { thread: thread::Builder::new().spawn(move || pass_on(source, &sender))?, stop })
    }

    /// Stops reading; returns when no thread reads from the terminal any more.
    pub(in crate::tui::runtime) fn stop(self) {
        let Inputs { thread, stop } = self;
        stop.stop(&thread);
        // A thread that panicked has reported it, and reads no more.
        drop(thread.join());
    }
}

/// The outcome of waiting for the terminal.
enum Arrived {
    Something,
    /// Nothing arrived, and what is unfinished is to be given up.
    Nothing,
    /// This thread is to stop reading.
    Stopped,
}

/// The inputs that were read and not passed on yet.
struct Reading {
    parser: Parser,
    inputs: Vec<Input>,
    last: Instant,
}

impl Reading {
    fn read(&mut self, bytes: &[u8]) {
        self.parser.read(bytes, self.last.elapsed(), &mut self.inputs);
        self.last = Instant::now();
    }

    /// Returns how long to wait from now on; None if nothing is unfinished.
    fn patience(&self) -> Option<Duration> {
        self.parser.patience().map(|patience| patience.saturating_sub(self.last.elapsed()))
    }

    fn give_up(&mut self) {
        self.parser.give_up(&mut self.inputs);
    }

    #[cfg(windows)]
    fn is_unfinished(&self) -> bool {
        self.parser.patience().is_some()
    }
}

fn pass_on(mut source: Source, sender: &UnboundedSender<Incoming>) {
    let mut reading = Reading { parser: Parser::default(), inputs: Vec::new(), last: Instant::now() };
    loop {
        match source.wait(&mut reading) {
            Ok(Arrived::Something) => {}
            Ok(Arrived::Nothing) => reading.give_up(),
            Ok(Arrived::Stopped) => return,
            Err(_) => return send(sender, Incoming::Gone),
        }
        reading.inputs.drain(..).for_each(|input| send(sender, Incoming::Terminal(input)));
    }
}
/// Returns the character that `AltGr` writes on many keyboards, such as `@` or `[`: Windows reports it as ctrl and alt.
#[cfg(any(windows, test))]
fn without_alt_gr(key: Key) -> Key {
    let is_written = matches!(key.code, KeyCode::Char(c) if !c.is_ascii_alphanumeric() && c != ' ');
    if key.ctrl && key.alt && is_written { Key { ctrl: false, alt: false, ..key } } else { key }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alt_gr_of_windows_writes_a_character_and_ctrl_alt_stays_a_shortcut() {
        let pressed = |c| without_alt_gr(Key { code: KeyCode::Char(c), ctrl: true, alt: true });
        for written in ['[', '@', '\\', '€', 'ą'] {
            assert_eq!(pressed(written), Key::char(written));
        }
        assert!(pressed('a').ctrl && pressed(' ').alt);
    }
}
