//! The terminal: taken over, and restored in every case.

pub(super) mod background;
pub(super) mod clipboard;
pub(super) mod handlers;
pub(super) mod input;
pub(super) mod output;
pub(super) mod panic_hook;
pub(super) mod parser;
pub(super) mod signals;

use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::event::{DisableBracketedPaste, DisableFocusChange, EnableBracketedPaste, EnableFocusChange};
use crossterm::style::{Print, ResetColor};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use tokio::sync::Notify;

use crate::tui::App;
use crate::tui::frame;
use crate::tui::frame::color::Depth;
use crate::tui::frame::layout::MAX_SCREEN_SIDE;
use crate::tui::frame::theme::Theme;
use output::Output;

/// Reports presses, the wheel, and motion while a button is held, with positions beyond column 223. Other motion is
/// not requested, because it would wake the program for nothing.
#[cfg(unix)]
const MOUSE_ON: Print<&str> = Print("\x1b[?1002h\x1b[?1006h");
#[cfg(unix)]
const MOUSE_OFF: Print<&str> = Print("\x1b[?1006l\x1b[?1002l");
#[cfg(not(unix))]
use crossterm::event::{DisableMouseCapture as MOUSE_OFF, EnableMouseCapture as MOUSE_ON};

/// Distinguishes keys that a terminal otherwise sends as the same bytes, if it supports kitty's keyboard protocol:
/// `esc` is no longer the beginning of a sequence, `ctrl-i` is not a tab. Other terminals ignore it.
const KEYS_ON: Print<&str> = Print(if cfg!(unix) { "\x1b[>1u" } else { "" });
const KEYS_OFF: Print<&str> = Print(if cfg!(unix) { "\x1b[<1u" } else { "" });

/// Set while this program owns the terminal; only one of the panic hook and the guard may restore it.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Returns true if this program owns the terminal and may draw on it.
pub(super) fn is_ours() -> bool {
    TAKEN.load(Ordering::SeqCst)
}

/// Set if the mouse is captured together with the terminal.
static MOUSE: AtomicBool = AtomicBool::new(true);

/// Notified when a thread has panicked: the terminal is restored, and the panic reported on it.
pub(super) static PANICKED: Notify = Notify::const_new();

/// The terminal while this program owns it. Dropping it restores the terminal.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Output>>,
    depth: Depth,
    /// True if something else is shown, such as a shell's output: the next frame clears it first.
    pub(super) is_stale: bool,
}

impl Screen {
    /// Takes over the terminal, the mouse only with `mouse`, and sets a panic hook that restores it first.
    pub(super) fn take(depth: Depth, mouse: bool) -> io::Result<Screen> {
        MOUSE.store(mouse, Ordering::SeqCst);
        panic::set_hook(Box::new(|info| {
            give_back();
            panic_hook::report(info);
            PANICKED.notify_one();
        }));
        enter()?;
        match size().and_then(|size| terminal(depth, size)) {
            Ok(terminal) => Ok(Screen { terminal, depth, is_stale: true }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Takes over the terminal again after another process has used or changed it.
    pub(super) fn take_again(&mut self) -> io::Result<()> {
        // crossterm remembers that it set raw mode, and would not notice that it was reset.
        disable_raw_mode()?;
        self.is_stale = true;
        enter()
    }

    /// Draws a frame, which the terminal shows in a single step. It has the size for which the state laid it
    /// out: while a person drags a window the terminal may already have another one, which arrives as the
    /// next event.
    pub(super) fn draw(&mut self, state: &App, theme: &Theme) -> io::Result<()> {
        if !is_ours() {
            return Ok(());
        }
        let is_stale = std::mem::take(&mut self.is_stale);
        if is_stale {
            self.terminal = terminal(self.depth, state.cx.panes.size)?;
        }
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        if is_stale {
            queue!(self.terminal.backend_mut(), ResetColor, Clear(ClearType::All))?;
        }
        self.terminal.draw(|frame| frame::draw(state, theme, frame))?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    /// Sends a sequence to the terminal. The answer to a query arrives among the keys.
    pub(super) fn send(&mut self, sequence: &str) -> io::Result<()> {
        self.terminal.backend_mut().write_all(sequence.as_bytes())?;
        Write::flush(self.terminal.backend_mut())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Returns the width and height in cells, at most [`MAX_SCREEN_SIDE`] each.
pub(super) fn size() -> io::Result<(u16, u16)> {
    let (width, height) = crossterm::terminal::size()?;
    Ok((width.min(MAX_SCREEN_SIDE), height.min(MAX_SCREEN_SIDE)))
}

/// Creates a terminal of a fixed size: another would allocate as much as the real terminal claims to have.
fn terminal(depth: Depth, (width, height): (u16, u16)) -> io::Result<Terminal<CrosstermBackend<Output>>> {
    let viewport = Viewport::Fixed(Rect::new(0, 0, width, height));
    Terminal::with_options(CrosstermBackend::new(Output::new(depth)), TerminalOptions { viewport })
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    let entered = execute!(
        io::stdout(),
        EnterAlternateScreen,
        EnableBracketedPaste,
        EnableFocusChange,
        KEYS_ON,
        cursor::Hide
    )
    .and_then(|()| if MOUSE.load(Ordering::SeqCst) { execute!(io::stdout(), MOUSE_ON) } else { Ok(()) });
    if entered.is_err() {
        give_back();
    }
    entered
}

/// Restores the terminal, even in the middle of a frame. Errors are ignored: nothing could report them.
pub(super) fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        drop(execute!(
            io::stdout(),
            EndSynchronizedUpdate,
            ResetColor,
            KEYS_OFF,
            DisableFocusChange,
            DisableBracketedPaste,
            MOUSE_OFF,
            // Without an alternate screen, the shell continues below the last frame.
            cursor::MoveTo(0, MAX_SCREEN_SIDE - 1),
            Clear(ClearType::CurrentLine),
            LeaveAlternateScreen,
            cursor::Show
        ));
        drop(disable_raw_mode());
    }
}
