//! Translates the terminal's events to the program's own.

use crossterm::event::{
    Event, KeyCode as TerminalKey, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

use crate::tui::app::Action;
use crate::tui::app::action::{Mouse, MouseKind};
use crate::tui::app::keys::key::{Key, KeyCode};

/// Returns the action of a terminal event; None for those that mean nothing here (releases, motion, unknown keys).
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
    Some(Key { code, ctrl, alt })
}
