//! Translates the bytes that a terminal sends to keys, mouse events and pasted text.
//!
//! ```text
//! bytes, in pieces ──▶ Parser ──▶ Input
//!                        └── something is unfinished: patience() ──nothing arrives──▶ give_up()
//! ```
//!
//! Terminals also send answers, even to a program that asked and has ended: vim asks for the terminal's name,
//! and over a slow line the next program gets it. An answer is a control string (ECMA-48, 5.6: DCS, OSC, APC,
//! PM or SOS, up to ST; xterm also ends one with BEL), or a control sequence that stands for no key. Both are
//! dropped whole; only an answer about the background is read. A read may end anywhere in a sequence.
//!
//! crossterm's parser takes the introducer of a string for alt and a letter, and its text for keys; it waits
//! for the end of a sequence for ever, and can't be told to stop waiting. Therefore it reads the console of
//! Windows only, where keys are not bytes.
//!
//! Nothing can swallow keys for ever: what is unfinished is given up when nothing more arrives, a control
//! character ends a sequence, and ctrl-c counts within everything.

use std::mem;
use std::time::Duration;

use super::background::{self, Background};
use crate::tui::core::action::{Mouse, MouseKind};
use crate::tui::core::command::keys::key::{Key, KeyCode};

/// Something that the terminal sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui::runtime) enum Input {
    Key(Key),
    Mouse(Mouse),
    Paste(String),
    /// The window has the focus again.
    Focused,
    /// The answer to the question about the background; None if it names no colour.
    Background(Option<Background>),
    /// The terminal has another size, as the console of Windows reports it.
    #[cfg(windows)]
    Resized,
}

const CTRL_C: Key = Key::ctrl('c');
const ETX: u8 = 0x03;
const BEL: u8 = 0x07;
const ESC: u8 = 0x1b;
/// The end of a string in a single byte, which only a string that began with a single byte has: it is also a
/// part of letters.
const ST: u8 = 0x9c;

const END_OF_PASTE: &[u8] = b"\x1b[201~";

/// The number of bytes of a sequence that are kept: longer ones are no keys.
const MAX_SEQUENCE_BYTES: usize = 64;

/// The part of a string that is kept: an answer about the background is shorter.
const KEPT_STRING_BYTES: usize = 64;

/// The time for the rest of a sequence that may also be a key of its own, such as `esc`. Over a slow line the
/// bytes of an answer come one by one, some 50 ms apart, and what follows a key that was given up too early
/// is read as keys: a label. Users press keys more slowly, and an `esc` that closes something after a tenth
/// of a second still feels immediate.
const KEY_PATIENCE: Duration = Duration::from_millis(120);
/// The time after which a letter is no longer one with alt, which a terminal sends at once: users may be this fast.
const ALT_PATIENCE: Duration = Duration::from_millis(30);
const SEQUENCE_PATIENCE: Duration = Duration::from_millis(250);
const STRING_PATIENCE: Duration = Duration::from_millis(500);
/// Pasted text may be long, and a line may stall.
const PASTE_PATIENCE: Duration = Duration::from_secs(1);

/// The time in which the rest of something that was given up is recognized.
const LATE_REST: Duration = Duration::from_secs(2);
/// The same for what follows `esc`, which users press as well.
const LATE_AFTER_ESCAPE: Duration = Duration::from_millis(500);

#[derive(Debug, Default)]
pub(in crate::tui::runtime) struct Parser {
    state: State,
    given_up: Option<GivenUp>,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Ground,
    /// The first bytes of a character.
    Character {
        bytes: Vec<u8>,
        alt: bool,
    },
    /// `ESC`
    Escape,
    /// `ESC O`, which some keys have before a letter.
    SingleShift,
    /// `ESC [` and the bytes after it.
    Sequence(Vec<u8>),
    /// `ESC [ [`, which the console of Linux has before the letter of a function key.
    ConsoleKey,
    /// `ESC [ M` and the bytes after it, three of which are an event of the mouse.
    OldMouse(Vec<u8>),
    String(ControlString),
    Paste {
        text: Vec<u8>,
        keys: Swallowed,
    },
}

/// A string that is being dropped.
#[derive(Debug)]
struct ControlString {
    introducer: u8,
    is_eight_bit: bool,
    is_empty: bool,
    /// The beginning of its text.
    text: Vec<u8>,
    keys: Swallowed,
}

/// Bytes that are no keys, and in which only ctrl-c counts: the byte, or a sequence that stands for it.
#[derive(Debug, Default)]
struct Swallowed {
    /// The bytes since the last `ESC`, as long as they may be a sequence.
    sequence: Option<Vec<u8>>,
}

/// A sequence that was given up, whose rest may still arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GivenUp {
    Escape,
    String,
    Paste,
}

impl Parser {
    /// Reads the bytes of one read, `after` the previous one.
    pub(in crate::tui::runtime) fn read(&mut self, bytes: &[u8], after: Duration, inputs: &mut Vec<Input>) {
        if matches!(self.state, State::Escape)
            && after >= ALT_PATIENCE
            && bytes.first().is_some_and(|&byte| !matches!(byte, b'[' | b'O') && !is_introducer(byte))
        {
            self.give_up(inputs);
        }
        for &byte in self.without_rest(bytes, after) {
            self.state = match mem::take(&mut self.state) {
                State::Ground => ground(byte, false, inputs),
                State::Character { bytes, alt } => character(bytes, byte, alt, inputs),
                State::Escape => escape(byte, inputs),
                State::SingleShift => single_shift(byte, inputs),
                State::Sequence(bytes) => sequence(bytes, byte, inputs),
                State::ConsoleKey => console_key(byte, inputs),
                State::OldMouse(bytes) => old_mouse(bytes, byte, inputs),
                State::String(string) => string.with(byte, inputs),
                State::Paste { text, keys } => paste(text, keys, byte, inputs),
            };
        }
    }

    /// Returns how long to wait for more bytes before giving up; None if nothing is unfinished.
    pub(in crate::tui::runtime) fn patience(&self) -> Option<Duration> {
        Some(match &self.state {
            State::Ground => return None,
            State::Escape | State::SingleShift => KEY_PATIENCE,
            State::Character { .. } | State::Sequence(_) | State::ConsoleKey | State::OldMouse(_) => {
                SEQUENCE_PATIENCE
            }
            State::String(string) if string.is_empty => SEQUENCE_PATIENCE,
            State::String(_) => STRING_PATIENCE,
            State::Paste { .. } => PASTE_PATIENCE,
        })
    }

    /// Ends what is unfinished: it is a key if it can be one, and text that was pasted is kept.
    pub(in crate::tui::runtime) fn give_up(&mut self, inputs: &mut Vec<Input>) {
        let alt = |c: char| Input::Key(Key { alt: true, ..Key::char(c) });
        match mem::take(&mut self.state) {
            State::Escape => {
                inputs.push(Input::Key(Key::plain(KeyCode::Esc)));
                self.given_up = Some(GivenUp::Escape);
            }
            State::SingleShift => inputs.push(alt('O')),
            State::Sequence(bytes) if bytes.is_empty() => inputs.push(alt('[')),
            State::String(string) => {
                if string.is_empty && !string.is_eight_bit {
                    inputs.push(alt(char::from(string.introducer)));
                }
                self.given_up = Some(GivenUp::String);
            }
            State::Paste { text, .. } => {
                inputs.push(Input::Paste(String::from_utf8_lossy(&text).into_owned()));
                self.given_up = Some(GivenUp::Paste);
            }
            State::Ground
            | State::Character { .. }
            | State::Sequence(_)
            | State::ConsoleKey
            | State::OldMouse(_) => {}
        }
    }

    /// Returns the bytes of a read without the rest of what was given up before it. Users don't type several
    /// keys in one read.
    fn without_rest<'b>(&mut self, bytes: &'b [u8], after: Duration) -> &'b [u8] {
        match self.given_up.take() {
            Some(GivenUp::Escape)
                if after < LATE_AFTER_ESCAPE
                    && bytes.len() > 1
                    && (matches!(bytes[0], b'[' | b'O') || is_introducer(bytes[0])) =>
            {
                self.state = State::Escape;
                bytes
            }
            Some(GivenUp::String) if after < LATE_REST => {
                let end_of = |ending: &[u8]| bytes.windows(ending.len()).position(|part| part == ending);
                let ends = [end_of(b"\x1b\\").map(|at| at + 2), end_of(&[BEL]).map(|at| at + 1)];
                &bytes[ends.into_iter().flatten().min().unwrap_or(0)..]
            }
            Some(GivenUp::Paste) if after < LATE_REST => {
                let length = END_OF_PASTE.len();
                let end = bytes.windows(length).position(|part| part == END_OF_PASTE);
                &bytes[end.map_or(0, |at| at + length)..]
            }
            _ => bytes,
        }
    }
}

fn is_introducer(byte: u8) -> bool {
    matches!(byte, b'P' | b']' | b'_' | b'^' | b'X')
}

/// Reads a byte that begins something, after `ESC` with `alt`.
fn ground(byte: u8, alt: bool, inputs: &mut Vec<Input>) -> State {
    let code = match byte {
        ESC => {
            if alt {
                inputs.push(Input::Key(Key::plain(KeyCode::Esc)));
            }
            return State::Escape;
        }
        // The second half of `ESC` and a letter, in a single byte: no character begins so.
        0x8f => return State::SingleShift,
        0x9b => return State::Sequence(Vec::new()),
        0x90 | 0x98 | 0x9d..=0x9f => return State::String(ControlString::new(byte - 0x40, true)),
        0xc2..=0xf4 => return State::Character { bytes: vec![byte], alt },
        0x80.. => return State::Ground,
        b'\r' => KeyCode::Enter,
        b'\t' => KeyCode::Tab,
        0x7f => KeyCode::Backspace,
        0x20..0x7f => KeyCode::Char(char::from(byte)),
        0 => KeyCode::Char(' '),
        0x01..=0x1a => KeyCode::Char(char::from(byte - 1 + b'a')),
        0x1c..=0x1f => KeyCode::Char(char::from(byte - 0x1c + b'4')),
    };
    let ctrl = byte < 0x20 && matches!(code, KeyCode::Char(_));
    inputs.push(Input::Key(Key { code, ctrl, alt }));
    State::Ground
}

fn character(mut bytes: Vec<u8>, byte: u8, alt: bool, inputs: &mut Vec<Input>) -> State {
    if !(0x80..=0xbf).contains(&byte) {
        return ground(byte, false, inputs);
    }
    bytes.push(byte);
    match std::str::from_utf8(&bytes) {
        Ok(text) => {
            inputs.extend(text.chars().map(|c| Input::Key(Key { alt, ..Key::char(c) })));
            State::Ground
        }
        // The character goes on.
        Err(error) if error.error_len().is_none() => State::Character { bytes, alt },
        Err(_) => State::Ground,
    }
}

fn escape(byte: u8, inputs: &mut Vec<Input>) -> State {
    match byte {
        b'[' => State::Sequence(Vec::new()),
        b'O' => State::SingleShift,
        ETX => ground(byte, false, inputs),
        _ if is_introducer(byte) => State::String(ControlString::new(byte, false)),
        _ => ground(byte, true, inputs),
    }
}

fn single_shift(byte: u8, inputs: &mut Vec<Input>) -> State {
    if is_control(byte) {
        return ground(byte, false, inputs);
    }
    let code = if byte == b'R' { Some(KeyCode::F(3)) } else { key_of_letter(byte) };
    inputs.extend(code.map(|code| Input::Key(Key::plain(code))));
    State::Ground
}

/// Returns true for a byte that no sequence has, and that therefore ends one.
fn is_control(byte: u8) -> bool {
    !(0x20..0x7f).contains(&byte)
}

fn sequence(mut bytes: Vec<u8>, byte: u8, inputs: &mut Vec<Input>) -> State {
    match byte {
        _ if is_control(byte) => ground(byte, false, inputs),
        0x20..=0x3f => {
            if bytes.len() < MAX_SEQUENCE_BYTES {
                bytes.push(byte);
            }
            State::Sequence(bytes)
        }
        b'[' if bytes.is_empty() => State::ConsoleKey,
        b'M' if bytes.is_empty() => State::OldMouse(bytes),
        b'~' if bytes == b"200" => State::Paste { text: Vec::new(), keys: Swallowed::default() },
        _ => {
            inputs.extend(meaning(&bytes, byte));
            State::Ground
        }
    }
}

fn console_key(byte: u8, inputs: &mut Vec<Input>) -> State {
    match byte {
        b'A'..=b'E' => inputs.push(Input::Key(Key::plain(KeyCode::F(byte - b'A' + 1)))),
        _ if is_control(byte) => return ground(byte, false, inputs),
        _ => {}
    }
    State::Ground
}

fn old_mouse(mut bytes: Vec<u8>, byte: u8, inputs: &mut Vec<Input>) -> State {
    if byte < 0x20 {
        return ground(byte, false, inputs);
    }
    bytes.push(byte - 0x20);
    let &[button, column, row] = &*bytes else { return State::OldMouse(bytes) };
    let is_release = button & 0b1100_0011 == 3;
    let button = if is_release { button & !3 } else { button };
    inputs.extend(mouse(button.into(), column.into(), row.into(), is_release));
    State::Ground
}

fn paste(mut text: Vec<u8>, mut keys: Swallowed, byte: u8, inputs: &mut Vec<Input>) -> State {
    let is_interrupt = keys.is_interrupt(byte);
    inputs.extend(is_interrupt.then_some(Input::Key(CTRL_C)));
    text.push(byte);
    if !text.ends_with(END_OF_PASTE) {
        return State::Paste { text, keys };
    }
    text.truncate(text.len() - END_OF_PASTE.len());
    inputs.push(Input::Paste(String::from_utf8_lossy(&text).into_owned()));
    State::Ground
}

impl ControlString {
    fn new(introducer: u8, is_eight_bit: bool) -> ControlString {
        let (text, keys) = (Vec::new(), Swallowed::default());
        ControlString { introducer, is_eight_bit, is_empty: true, text, keys }
    }

    fn with(mut self, byte: u8, inputs: &mut Vec<Input>) -> State {
        let is_after_escape = self.keys.sequence.as_ref().is_some_and(Vec::is_empty);
        let is_end = byte == BEL || (byte == b'\\' && is_after_escape) || (byte == ST && self.is_eight_bit);
        if is_end {
            inputs.extend(self.answer());
            return State::Ground;
        }
        self.is_empty = false;
        inputs.extend(self.keys.is_interrupt(byte).then_some(Input::Key(CTRL_C)));
        if byte != ESC && self.text.len() < KEPT_STRING_BYTES {
            self.text.push(byte);
        }
        State::String(self)
    }

    /// Returns what the string answers, if it was asked for by this program.
    fn answer(&self) -> Option<Input> {
        let is_command = self.introducer == b']';
        let color = std::str::from_utf8(&self.text).ok()?.strip_prefix("11;").filter(|_| is_command)?;
        Some(Input::Background(background::parse(color)))
    }
}

impl Swallowed {
    /// Returns true if the byte is ctrl-c, or the last one of a sequence that is.
    fn is_interrupt(&mut self, byte: u8) -> bool {
        let sequence = self.sequence.take();
        match (byte, sequence) {
            (ETX, _) => return true,
            (ESC, _) => self.sequence = Some(Vec::new()),
            (b'[', Some(bytes)) if bytes.is_empty() => self.sequence = Some(vec![byte]),
            (0x20..=0x3f, Some(mut bytes)) if !bytes.is_empty() && bytes.len() < MAX_SEQUENCE_BYTES => {
                bytes.push(byte);
                self.sequence = Some(bytes);
            }
            (0x40..=0x7e, Some(bytes)) if !bytes.is_empty() => {
                return meaning(&bytes[1..], byte) == Some(Input::Key(CTRL_C));
            }
            _ => {}
        }
        false
    }
}

/// Returns the meaning of a control sequence: its parameters, and its last byte. Most sequences have none:
/// they are answers.
fn meaning(parameters: &[u8], last: u8) -> Option<Input> {
    let text = std::str::from_utf8(parameters).ok()?;
    if let (Some(event), b'M' | b'm') = (text.strip_prefix('<'), last) {
        let mut numbers = event.split(';').map(|number| number.parse().ok());
        let mut next = || numbers.next().flatten();
        return mouse(next()?, next()?, next()?, last == b'm');
    }
    if !text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b';' | b':')) {
        return None;
    }
    if let (true, b'I') = (text.is_empty(), last) {
        return Some(Input::Focused);
    }
    let mut fields = text.split(';');
    let first = fields.next()?;
    let modifiers = Modifiers::parse(fields.next())?;
    let code = match last {
        b'u' => key_of_code(first, modifiers)?,
        b'~' if first == "27" => key_of_code(fields.next()?, modifiers)?,
        b'~' => key_of_number(first.parse().ok()?)?,
        // A position of the cursor looks like F3 with a modifier.
        b'Z' => KeyCode::BackTab,
        letter => key_of_letter(letter)?,
    };
    Some(Input::Key(Key { code, ctrl: modifiers.ctrl, alt: modifiers.alt }))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Modifiers {
    shift: bool,
    alt: bool,
    ctrl: bool,
}

impl Modifiers {
    /// Parses one and a sum of bits, and the kind of the event. Returns None for the release of a key, and
    /// for modifiers that no command has (super, hyper, meta).
    fn parse(field: Option<&str>) -> Option<Modifiers> {
        let mut parts = field.unwrap_or_default().split(':');
        let mask = match parts.next() {
            None | Some("") => 0,
            Some(number) => number.parse::<u8>().ok()?.saturating_sub(1),
        };
        let is_press = matches!(parts.next(), None | Some("" | "1" | "2"));
        let has = |bit: u8| mask & bit != 0;
        (is_press && !has(0b11_1000)).then_some(Modifiers { shift: has(1), alt: has(2), ctrl: has(4) })
    }
}

/// Returns the key with the number of a character, or with one of kitty's keyboard protocol: of `97:65`, the
/// second is the character with shift.
fn key_of_code(field: &str, modifiers: Modifiers) -> Option<KeyCode> {
    let mut numbers = field.split(':').map(str::parse::<u32>);
    let number = numbers.next()?.ok()?;
    let with_shift = numbers.next().and_then(Result::ok).filter(|_| modifiers.shift);
    Some(match with_shift.unwrap_or(number) {
        27 => KeyCode::Esc,
        13 | 57414 => KeyCode::Enter,
        9 if modifiers.shift => KeyCode::BackTab,
        9 => KeyCode::Tab,
        127 => KeyCode::Backspace,
        // The numeric keypad.
        digit @ 57399..=57408 => KeyCode::Char(char::from_digit(digit - 57399, 10)?),
        sign @ 57409..=57413 => KeyCode::Char(char::from(b"./*-+"[usize::try_from(sign - 57409).ok()?])),
        57415 => KeyCode::Char('='),
        57416 => KeyCode::Char(','),
        57417 => KeyCode::Left,
        57418 => KeyCode::Right,
        57419 => KeyCode::Up,
        57420 => KeyCode::Down,
        57421 => KeyCode::PageUp,
        57422 => KeyCode::PageDown,
        57423 => KeyCode::Home,
        57424 => KeyCode::End,
        57426 => KeyCode::Delete,
        // The private use area holds keys without a character, such as those that start a player.
        57344..=63743 => return None,
        number => {
            let c = char::from_u32(number).filter(|c| !c.is_control())?;
            let is_raised = modifiers.shift && !modifiers.ctrl && with_shift.is_none();
            KeyCode::Char(if is_raised { c.to_ascii_uppercase() } else { c })
        }
    })
}

fn key_of_letter(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P' => KeyCode::F(1),
        b'Q' => KeyCode::F(2),
        b'S' => KeyCode::F(4),
        _ => return None,
    })
}

fn key_of_number(number: u8) -> Option<KeyCode> {
    Some(match number {
        1 | 7 => KeyCode::Home,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        11..=15 => KeyCode::F(number - 10),
        17..=21 => KeyCode::F(number - 11),
        23..=24 => KeyCode::F(number - 12),
        _ => return None,
    })
}

/// Returns an event of the mouse, whose positions are counted from 1; None for buttons and motion without a
/// meaning here.
fn mouse(button: u16, column: u16, row: u16, is_release: bool) -> Option<Input> {
    // Shift, alt and ctrl don't matter.
    let kind = match (button & !0b1_1100, is_release) {
        (0, true) => MouseKind::Release,
        (0, false) => MouseKind::Click,
        (32, false) => MouseKind::Drag,
        (64, false) => MouseKind::ScrollUp,
        (65, false) => MouseKind::ScrollDown,
        _ => return None,
    };
    Some(Input::Mouse(Mouse { kind, column: column.checked_sub(1)?, row: row.checked_sub(1)? }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The inputs of reads that follow each other at once, and what is unfinished at the end.
    fn inputs(reads: &[&[u8]]) -> Vec<Input> {
        let (mut parser, mut inputs) = (Parser::default(), Vec::new());
        for read in reads {
            parser.read(read, Duration::ZERO, &mut inputs);
        }
        inputs
    }

    /// The same, with nothing more arriving after each read.
    fn given_up(reads: &[&[u8]]) -> Vec<Input> {
        let (mut parser, mut inputs) = (Parser::default(), Vec::new());
        for read in reads {
            parser.read(read, Duration::from_millis(600), &mut inputs);
            assert_eq!(parser.patience().is_none(), matches!(parser.state, State::Ground));
            parser.give_up(&mut inputs);
            assert_eq!(parser.patience(), None);
        }
        inputs
    }

    fn keys(names: &str) -> Vec<Input> {
        names.split_whitespace().map(|name| Input::Key(name.parse().expect(name))).collect()
    }

    #[test]
    fn keys_of_every_kind_of_terminal_are_read() {
        for (sent, names) in [
            (&b"j\x1bj\r\t\x7f \x03\x0a"[..], "j alt-j enter tab backspace space ctrl-c ctrl-j"),
            (b"\x1b[A\x1bOB\x1b[1;5C\x1b[1;3D", "up down ctrl-right alt-left"),
            (b"\x1b[H\x1b[4~\x1b[3;5~\x1b[5~\x1b[Z", "home end ctrl-delete page-up shift-tab"),
            (b"\x1bOP\x1bOR\x1b[[E\x1b[15~\x1b[24~", "f1 f3 f5 f5 f12"),
            (b"\x1b[27u\x1b[99;5u\x1b[97;3u\x1b[9;2u", "esc ctrl-c alt-a shift-tab"),
            (b"\x1b[97:65;4u\x1b[97;4u\x1b[57400;129u\x1b[57414u", "alt-A alt-A 1 enter"),
            (b"\x1b[27;5;99~\x1b[27;5;9~", "ctrl-c ctrl-tab"),
            (b"\x1b[116;9u\x1b[116;5:3u\x1b[57430u", ""),
            ("é€😀\u{1b}ß".as_bytes(), "é € 😀 alt-ß"),
            (b"\xff\x80\xc3j\xe2\x82k", "j k"),
            (b"\x1b\x1b[A", "esc up"),
        ] {
            assert_eq!(inputs(&[sent]), keys(names), "{}", String::from_utf8_lossy(sent));
            let pieces: Vec<&[u8]> = sent.chunks(1).collect();
            assert_eq!(inputs(&pieces), keys(names), "in pieces: {}", String::from_utf8_lossy(sent));
        }
    }

    #[test]
    fn events_of_the_mouse_have_positions_from_zero() {
        let event = |kind, column, row| Input::Mouse(Mouse { kind, column, row });
        assert_eq!(
            inputs(&[b"\x1b[<0;10;5M\x1b[<32;300;6M\x1b[<0;10;5m\x1b[<65;1;1M\x1b[<35;1;1M\x1b[<0;0;0M"]),
            [
                event(MouseKind::Click, 9, 4),
                event(MouseKind::Drag, 299, 5),
                event(MouseKind::Release, 9, 4),
                event(MouseKind::ScrollDown, 0, 0),
            ]
        );
        assert_eq!(
            inputs(&[b"\x1b[M +&\x1b[M#+&"]),
            [event(MouseKind::Click, 10, 5), event(MouseKind::Release, 10, 5)]
        );
    }

    #[test]
    fn answers_to_other_programs_are_no_keys() {
        for answer in [
            &b"\x1bP>|pen(42) tfu\x1b\\"[..],
            b"\x1bP1$r0;1 q\x1b\\",
            b"\x1bP1+r544e=70656e\x1b\\",
            b"\x1bP!|00000000\x1b\\",
            b"\x1b]10;rgb:ffff/ffff/ffff\x07",
            b"\x1b]12;rgb:ffff/ffff/ffff\x1b\\",
            b"\x1b]4;1;rgb:ff/00/00\x1b\\",
            b"\x1b]52;c;dGZ1dGZ1\x07",
            b"\x1b]lTitle tfu\x1b\\",
            b"\x1b_Gi=31;OK\x1b\\",
            b"\x1b^private tfu\x1b\\",
            b"\x1bXany \x01\x02 text\x1b\\",
            "\x1b]L✓ ü\x1b\\".as_bytes(),
            b"\x90>|pen 1\x9c",
            b"\x9d10;rgb:ff/ff/ff\x9c",
            b"\x1b[?62;4c",
            b"\x1b[>41;370;0c",
            b"\x1b[?2026;2$y",
            b"\x1b[24;80R",
            b"\x1b[0n",
            b"\x1b[8;24;80t",
            b"\x1b[?1u",
            b"\x1b[?997;1n",
            b"\x9b?62;4c",
        ] {
            for pieces in 1..=answer.len() {
                let reads: Vec<&[u8]> = std::iter::once(&b"j"[..])
                    .chain(answer.chunks(pieces))
                    .chain(std::iter::once(&b"f"[..]))
                    .collect();
                assert_eq!(inputs(&reads), keys("j f"), "{}", String::from_utf8_lossy(answer));
            }
        }
    }

    /// The inputs of single bytes that arrive with pauses between them, as over a slow line.
    fn byte_by_byte(bytes: &[u8], pause: Duration) -> Vec<Input> {
        let (mut parser, mut inputs) = (Parser::default(), Vec::new());
        for byte in bytes.chunks(1) {
            if parser.patience().is_some_and(|patience| patience <= pause) {
                parser.give_up(&mut inputs);
            }
            parser.read(byte, pause, &mut inputs);
        }
        inputs
    }

    #[test]
    fn an_answer_over_a_slow_line_is_no_key() {
        for answer in [
            &b"\x1bP>|pen(42) tfu\x1b\\"[..],
            b"\x1b]10;rgb:ffff/ffff/ffff\x07",
            b"\x1b[?62;4c",
            b"\x1b[24;80R",
        ] {
            for pause in [10, 50, 100].map(Duration::from_millis) {
                assert_eq!(byte_by_byte(&[answer, b"f"].concat(), pause), keys("f"), "{pause:?}");
            }
        }
        let pressed = byte_by_byte(b"\x1b]f", Duration::from_millis(150));
        assert_eq!(pressed, keys("esc ] f"), "a person presses keys");
        for (pause, pressed) in [(0, "alt-j k"), (50, "esc j k"), (100, "esc j k")] {
            assert_eq!(byte_by_byte(b"\x1bjk", Duration::from_millis(pause)), keys(pressed), "{pause} ms");
        }
    }

    #[test]
    fn the_answer_about_the_background_is_read() {
        for (answer, background) in [
            (&b"\x1b]11;rgb:fafa/f4f4/eded\x07"[..], Some(Background::Light)),
            (b"\x1b]11;rgb:10/10/14\x1b\\", Some(Background::Dark)),
            (b"\x1b]11;white\x07", None),
        ] {
            for pieces in 1..=answer.len() {
                let reads: Vec<&[u8]> = answer.chunks(pieces).collect();
                assert_eq!(inputs(&reads), [Input::Background(background)]);
            }
        }
    }

    #[test]
    fn what_is_never_finished_is_given_up() {
        assert_eq!(given_up(&[b"\x1b", b"]", b"\x1b]", b"j"]), keys("esc ] alt-] j"));
        assert_eq!(given_up(&[b"\x1b[<", b"j"]), keys("j"));
        assert_eq!(given_up(&[b"\x1b[M", b"\x1b[M!", b"j"]), keys("j"));
        assert_eq!(given_up(&[b"\x1bPtfu", b"j", b"\xe2\x82", b"k"]), keys("j k"));
        assert_eq!(
            given_up(&[b"\x1b[200~ft q", b"j"]),
            [Input::Paste("ft q".to_owned()), Input::Key(Key::char('j'))]
        );
        // Keys that follow at once.
        assert_eq!(inputs(&[b"\x1b[<", b"j", b"k"]), keys("k"), "its last byte, which nothing means");
        assert_eq!(inputs(&[b"\x1b[M", b"jkl", b"j"]), keys("j"));
        assert_eq!(inputs(&[b"\x1b[<1;2", b"\r", b"\x1b[M", b"\x1b[B"]), keys("enter down"));
        assert_eq!(inputs(&[&b"\x1b[".repeat(40), &b"1".repeat(100), b"jk"]), keys("k"), "an endless one");
    }

    #[test]
    fn ctrl_c_counts_within_everything() {
        for ctrl_c in [&b"\x03"[..], b"\x1b[99;5u", b"\x1b[99;69u", b"\x1b[27;5;99~"] {
            for unfinished in [
                &b"\x1b"[..],
                b"\x1b[",
                b"\x1b[<0;1",
                b"\x1b[M",
                b"\x1b[[",
                b"\x1bO",
                b"\x1b[200~tf q",
                b"\x1bPtf",
            ] {
                let read = inputs(&[unfinished, ctrl_c]);
                assert_eq!(read.last(), Some(&Input::Key(CTRL_C)), "{unfinished:?} {ctrl_c:?}");
                assert!(!read.contains(&Input::Key(Key::char('t'))));
            }
        }
        let paste = inputs(&[b"\x1b[200~a\x03tf q", b"tf\x1b[201~j"]);
        assert_eq!(paste.len(), 3, "the rest of the paste is still none: {paste:?}");
    }

    #[test]
    fn a_rest_that_arrives_late_is_no_key() {
        let late = |reads: &[&[u8]], pause: u64| {
            let (mut parser, mut inputs) = (Parser::default(), Vec::new());
            for read in reads {
                parser.read(read, Duration::from_millis(pause), &mut inputs);
                parser.give_up(&mut inputs);
            }
            inputs
        };
        assert_eq!(late(&[b"\x1b", b"P>|pen tf\x1b\\j"], 100), keys("esc j"));
        assert_eq!(
            late(&[b"\x1b", b"]11;rgb:0/0/0\x07"], 100),
            [&keys("esc")[..], &[Input::Background(Some(Background::Dark))]].concat()
        );
        assert_eq!(late(&[b"\x1b", b"]"], 100), keys("esc ]"), "a key of the user");
        assert_eq!(late(&[b"\x1b", b"]]"], 5_000), keys("esc ] ]"));
        assert_eq!(late(&[b"\x1bP>|pe", b"n tf\x1b\\j"], 700), keys("j"));
        let paste = late(&[b"\x1b[200~ab", b"tf\x1b[201~j"], 1_500);
        assert_eq!(paste, [Input::Paste("ab".to_owned()), Input::Key(Key::char('j'))]);
    }

    const ENDS: [&[u8]; 2] = [b"\x1b\\", b"\x07"];

    /// A string as ECMA-48 allows it, and more: everything but its ends, `ESC` and ctrl-c.
    fn control_string() -> impl Strategy<Value = Vec<u8>> {
        let content = prop_oneof![
            "[ -~]{0,60}".prop_map(String::into_bytes),
            "\\PC{0,30}".prop_map(String::into_bytes),
            prop::collection::vec(any::<u8>(), 0..60),
        ];
        let (introducer, end) = (prop::sample::select(&b"P]_^X"[..]), prop::sample::select(&ENDS[..]));
        (introducer, content, end).prop_map(|(introducer, content, end)| {
            let content = content.into_iter().filter(|byte| ![BEL, ESC, ETX].contains(byte));
            [ESC, introducer].into_iter().chain(content).chain(end.iter().copied()).collect()
        })
    }

    proptest! {
        #[test]
        fn no_string_is_a_key_however_it_is_split(
            strings in prop::collection::vec(control_string(), 1..4),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        ) {
            let sent = [&b"j"[..], &strings.concat(), b"f"].concat();
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(sent.len())).collect();
            cuts.extend([0, sent.len()]);
            cuts.sort_unstable();
            let reads: Vec<&[u8]> = cuts.windows(2).map(|cut| &sent[cut[0]..cut[1]]).collect();
            let mut read = inputs(&reads);
            read.retain(|input| !matches!(input, Input::Background(_)));
            prop_assert_eq!(read, keys("j f"));
        }

        #[test]
        fn after_any_bytes_a_key_counts_again(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let (mut parser, mut read) = (Parser::default(), Vec::new());
            parser.read(&bytes, Duration::ZERO, &mut read);
            parser.give_up(&mut read);
            read.clear();
            parser.read(b"j", Duration::from_secs(1), &mut read);
            prop_assert_eq!(&read, &keys("j"));
            parser.read(&bytes, Duration::ZERO, &mut read);
            read.clear();
            parser.read(b"\x03", Duration::ZERO, &mut read);
            prop_assert_eq!(read.last(), Some(&Input::Key(CTRL_C)));
        }
    }
}
