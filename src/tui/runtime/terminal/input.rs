//! Reads the terminal's events and translates them to the program's own.
//!
//! A thread that can be stopped reads the events: while an editor owns the terminal, this program must not read from
//! it.
//!
//! crossterm's stream reads on its own thread, and dropping the stream only asks that thread to stop. The thread
//! keeps its waker for as long as it may read: when the last waker is dropped, it has stopped.

use crate::tui::Action;
use crate::tui::core::action::{Mouse, MouseKind};
use crate::tui::core::command::keys::key::{Key, KeyCode};
use crate::tui::runtime::{Incoming, send};
use crossterm::event::{
    Event, EventStream, KeyCode as TerminalKey, KeyEvent, KeyEventKind, KeyModifiers, MouseButton,
    MouseEventKind,
};
use futures_core::Stream;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, JoinHandle, Thread};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;

/// Returns the action of a terminal event; None for events without a meaning here (releases, motion, unknown keys).
pub(in crate::tui::runtime) fn action(event: &Event) -> Option<Action> {
    match event {
        Event::Key(event) => key(event).map(Action::Key),
        Event::Mouse(event) => {
            let kind = match event.kind {
                MouseEventKind::Down(MouseButton::Left) => MouseKind::Click,
                MouseEventKind::Drag(MouseButton::Left) => MouseKind::Drag,
                MouseEventKind::Up(MouseButton::Left) => MouseKind::Release,
                MouseEventKind::ScrollUp => MouseKind::ScrollUp,
                MouseEventKind::ScrollDown => MouseKind::ScrollDown,
                _ => return None,
            };
            Some(Action::Mouse(Mouse { kind, column: event.column, row: event.row }))
        }
        Event::Paste(text) => Some(Action::Paste(text.clone())),
        Event::Resize(..) | Event::FocusGained | Event::FocusLost => None,
    }
}

/// Returns the key of an event. Windows reports releases as well, but only presses and repeats are keys.
pub(in crate::tui::runtime) fn key(event: &KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let code = match event.code {
        TerminalKey::Char(c) => KeyCode::Char(c),
        TerminalKey::Enter => KeyCode::Enter,
        TerminalKey::Esc => KeyCode::Esc,
        TerminalKey::Tab if event.modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
        TerminalKey::Tab => KeyCode::Tab,
        TerminalKey::BackTab => KeyCode::BackTab,
        TerminalKey::Backspace => KeyCode::Backspace,
        TerminalKey::Delete => KeyCode::Delete,
        TerminalKey::Up => KeyCode::Up,
        TerminalKey::Down => KeyCode::Down,
        TerminalKey::Left => KeyCode::Left,
        TerminalKey::Right => KeyCode::Right,
        TerminalKey::Home => KeyCode::Home,
        TerminalKey::End => KeyCode::End,
        TerminalKey::PageUp => KeyCode::PageUp,
        TerminalKey::PageDown => KeyCode::PageDown,
        TerminalKey::F(number @ 1..=12) => KeyCode::F(number),
        _ => return None,
    };
    let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
    let alt = event.modifiers.contains(KeyModifiers::ALT);
    let key = Key { code, ctrl, alt };
    Some(if cfg!(windows) { without_alt_gr(key) } else { key })
}

/// Returns the character that `AltGr` writes on many keyboards, such as `@` or `[`: Windows reports it as ctrl and alt.
fn without_alt_gr(key: Key) -> Key {
    let is_written = matches!(key.code, KeyCode::Char(c) if !c.is_ascii_alphanumeric() && c != ' ');
    if key.ctrl && key.alt && is_written { Key { ctrl: false, alt: false, ..key } } else { key }
}

/// The interval between checks whether crossterm's thread has stopped, which is immediate unless the machine is busy.
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// A thread that passes the terminal's events on to the loop.
pub(in crate::tui::runtime) struct Events {
    thread: JoinHandle<()>,
    is_stopped: Arc<AtomicBool>,
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

impl Events {
    pub(in crate::tui::runtime) fn start(stream: EventStream, sender: UnboundedSender<Incoming>) -> Events {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_stopped);
        Events { thread: thread::spawn(move || pass_on(stream, &sender, &stop)), is_stopped }
    }

    /// Stops reading; returns when no thread reads from the terminal any more.
    pub(in crate::tui::runtime) fn stop(self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        self.thread.thread().unpark();
        // A thread that panicked has reported it, and reads no more.
        drop(self.thread.join());
    }
}

fn pass_on(mut stream: EventStream, sender: &UnboundedSender<Incoming>, is_stopped: &AtomicBool) {
    let unpark = Arc::new(Unpark(thread::current()));
    let waker = Waker::from(Arc::clone(&unpark));
    while !is_stopped.load(Ordering::SeqCst) {
        match Pin::new(&mut stream).poll_next(&mut Context::from_waker(&waker)) {
            Poll::Ready(Some(Ok(event))) => send(sender, Incoming::Terminal(event)),
            Poll::Ready(_) => return send(sender, Incoming::Gone),
            Poll::Pending => thread::park(),
        }
    }
    drop(stream);
    drop(waker);
    while Arc::strong_count(&unpark) > 1 {
        thread::park_timeout(LOOK_AGAIN);
    }
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
