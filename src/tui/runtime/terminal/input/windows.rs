//! Reads the events of a console.
//!
//! They are keys rather than bytes; only the answers of the terminal are letters, which pass through the parser.
//!
//! crossterm's stream reads on its own thread, and dropping the stream only asks that thread to stop. The thread
//! keeps its waker for as long as it may read: when the last waker is dropped, it has stopped.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, JoinHandle, Thread};
use std::time::Duration;

use crossterm::event::{
    Event, EventStream, KeyCode as ConsoleKey, KeyEvent, KeyEventKind, KeyModifiers, MouseButton,
    MouseEventKind,
};
use futures_core::Stream;

use super::{Arrived, Reading};
use crate::tui::core::action::{Mouse, MouseKind};
use crate::tui::core::command::keys::key::{Key, KeyCode};
use crate::tui::runtime::terminal::parser::Input;

/// The interval between checks whether crossterm's thread has stopped, which is immediate unless the machine is busy.
const LOOK_AGAIN: Duration = Duration::from_millis(1);

pub(super) struct Source {
    /// Dropped before the wakers, which then wait for its thread.
    stream: EventStream,
    is_stopped: Arc<AtomicBool>,
    wakers: Wakers,
}

/// The wakers of the thread that reads, created on it.
#[derive(Default)]
struct Wakers(Option<Arc<Unpark>>);

impl Drop for Wakers {
    fn drop(&mut self) {
        while self.0.as_ref().is_some_and(|unpark| Arc::strong_count(unpark) > 1) {
            thread::park_timeout(LOOK_AGAIN);
        }
    }
}

pub(super) struct Stop(Arc<AtomicBool>);

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

impl Stop {
    pub(super) fn stop(self, thread: &JoinHandle<()>) {
        self.0.store(true, Ordering::SeqCst);
        thread.thread().unpark();
    }
}

impl Source {
    pub(super) fn open() -> io::Result<(Source, Stop)> {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stop = Stop(Arc::clone(&is_stopped));
        Ok((Source { stream: EventStream::new(), is_stopped, wakers: Wakers::default() }, stop))
    }

    pub(super) fn wait(&mut self, reading: &mut Reading) -> io::Result<Arrived> {
        let unpark = self.wakers.0.get_or_insert_with(|| Arc::new(Unpark(thread::current())));
        let waker = Waker::from(Arc::clone(unpark));
        loop {
            if self.is_stopped.load(Ordering::SeqCst) {
                return Ok(Arrived::Stopped);
            }
            match Pin::new(&mut self.stream).poll_next(&mut Context::from_waker(&waker)) {
                Poll::Ready(Some(event)) => {
                    read(&event?, reading);
                    return Ok(Arrived::Something);
                }
                Poll::Ready(None) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Poll::Pending => {}
            }
            match reading.patience() {
                Some(Duration::ZERO) => return Ok(Arrived::Nothing),
                Some(left) => thread::park_timeout(left),
                None => thread::park(),
            }
        }
    }
}

/// Passes letters to the parser, and everything else on as it is.
fn read(event: &Event, reading: &mut Reading) {
    if let Some(c) = letter(event, reading.is_unfinished()) {
        return reading.read(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
    // The release of a key is within whatever its press is in.
    if let Some(input) = input(event) {
        reading.give_up();
        reading.inputs.push(input);
    }
}

/// Returns the character of a key that answers of the terminal hold as well. A control character ends them,
/// and is otherwise a key of its own.
fn letter(event: &Event, is_unfinished: bool) -> Option<char> {
    let Event::Key(KeyEvent { code, modifiers, kind, .. }) = event else { return None };
    let held = *modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
    match code {
        _ if *kind == KeyEventKind::Release => None,
        ConsoleKey::Esc if held.is_empty() => Some('\u{1b}'),
        ConsoleKey::Char(c) if held.is_empty() => Some(*c),
        ConsoleKey::Char(c @ 'a'..='z') if is_unfinished && held == KeyModifiers::CONTROL => {
            u8::try_from(*c).ok().map(|c| char::from(c & 0x1f))
        }
        _ => None,
    }
}

/// Returns the input of an event; None for events without a meaning here (releases, motion, unknown keys).
fn input(event: &Event) -> Option<Input> {
    match event {
        Event::Key(event) => key(event).map(Input::Key),
        Event::Mouse(event) => {
            let kind = match event.kind {
                MouseEventKind::Down(MouseButton::Left) => MouseKind::Click,
                MouseEventKind::Drag(MouseButton::Left) => MouseKind::Drag,
                MouseEventKind::Up(MouseButton::Left) => MouseKind::Release,
                MouseEventKind::ScrollUp => MouseKind::ScrollUp,
                MouseEventKind::ScrollDown => MouseKind::ScrollDown,
                _ => return None,
            };
            Some(Input::Mouse(Mouse { kind, column: event.column, row: event.row }))
        }
        Event::Paste(text) => Some(Input::Paste(text.clone())),
        Event::Resize(..) => Some(Input::Resized),
        Event::FocusGained => Some(Input::Focused),
        Event::FocusLost => None,
    }
}

/// Returns the key of an event. The console reports releases as well, but only presses and repeats are keys.
fn key(event: &KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let code = match event.code {
        ConsoleKey::Char(c) => KeyCode::Char(c),
        ConsoleKey::Enter => KeyCode::Enter,
        ConsoleKey::Esc => KeyCode::Esc,
        ConsoleKey::Tab if event.modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
        ConsoleKey::Tab => KeyCode::Tab,
        ConsoleKey::BackTab => KeyCode::BackTab,
        ConsoleKey::Backspace => KeyCode::Backspace,
        ConsoleKey::Delete => KeyCode::Delete,
        ConsoleKey::Up => KeyCode::Up,
        ConsoleKey::Down => KeyCode::Down,
        ConsoleKey::Left => KeyCode::Left,
        ConsoleKey::Right => KeyCode::Right,
        ConsoleKey::Home => KeyCode::Home,
        ConsoleKey::End => KeyCode::End,
        ConsoleKey::PageUp => KeyCode::PageUp,
        ConsoleKey::PageDown => KeyCode::PageDown,
        ConsoleKey::F(number @ 1..=12) => KeyCode::F(number),
        _ => return None,
    };
    let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
    let alt = event.modifiers.contains(KeyModifiers::ALT);
    Some(super::without_alt_gr(Key { code, ctrl, alt }))
}
