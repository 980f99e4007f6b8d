//! Keys, independent of any terminal library, and their notation.
//!
//! On the screen a key is shown by its symbol (`↓`, `page down`); [`Key::notation`] is its name in files (`down`,
//! `page-down`). Both can be parsed.
//!
//! A key script separates keys by blanks, with named ones in angle brackets, as in `j j <enter> n flaky <enter>`. A
//! word without brackets is typed letter by letter. `<pause>` is not a key: it gives viewers time to read. A line
//! that begins with `//` is a comment; `/ /` types these two characters.

use std::fmt;
use std::str::FromStr;

/// A key press with its modifiers. Shift is part of the character (`J`), except for [`KeyCode::BackTab`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    pub code: KeyCode,
    pub ctrl: bool,
    /// Alt (or a leading escape) was held.
    pub alt: bool,
}

/// The keys that fossick uses; other keys are ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyCode {
    Char(char),
    Enter,
    Esc,
    Tab,
    BackTab,
    Backspace,
    Delete,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    /// F1 to F12.
    F(u8),
}

/// Named keys: their names in files and on the screen.
const NAMED: [(&str, &str, KeyCode); 16] = [
    ("enter", "enter", KeyCode::Enter),
    ("esc", "esc", KeyCode::Esc),
    ("tab", "tab", KeyCode::Tab),
    ("shift-tab", "shift-tab", KeyCode::BackTab),
    ("space", "space", KeyCode::Char(' ')),
    ("lt", "<", KeyCode::Char('<')),
    ("backspace", "backspace", KeyCode::Backspace),
    ("delete", "delete", KeyCode::Delete),
    ("up", "↑", KeyCode::Up),
    ("down", "↓", KeyCode::Down),
    ("left", "←", KeyCode::Left),
    ("right", "→", KeyCode::Right),
    ("home", "home", KeyCode::Home),
    ("end", "end", KeyCode::End),
    ("page-up", "page up", KeyCode::PageUp),
    ("page-down", "page down", KeyCode::PageDown),
];

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error("`{0}` is not a key: expected a character such as `j` or `?`, or one of {names}, f1 to f12, with ctrl- or alt- before it", names = names())]
    Unknown(String),
    /// Terminals send the same bytes for another key.
    #[error("`{0}` never arrives: terminals send {1} for it")]
    Ambiguous(String, &'static str),
    #[error("`{0}` can't be recognized: write the shifted character, such as `J`")]
    Shifted(String),
    /// Many terminals send the same bytes for a named key with and without shift.
    #[error(
        "`{0}` can't be recognized: terminals report shift for few keys other than characters; use ctrl- or alt-, as in `alt-{1}`"
    )]
    ShiftedName(String, String),
}

fn names() -> String {
    let names = NAMED.iter().map(|(name, ..)| *name).filter(|name| *name != "lt");
    names.collect::<Vec<_>>().join(", ")
}

impl Key {
    pub const fn plain(code: KeyCode) -> Key {
        Key { code, ctrl: false, alt: false }
    }

    pub const fn char(c: char) -> Key {
        Key::plain(KeyCode::Char(c))
    }

    pub const fn ctrl(c: char) -> Key {
        Key { code: KeyCode::Char(c), ctrl: true, alt: false }
    }

    /// Returns the name of the key in files: `j`, `page-down`, `ctrl-r`.
    pub fn notation(self) -> String {
        self.spelled(true)
    }

    fn spelled(self, in_files: bool) -> String {
        let named = NAMED.iter().find(|(.., code)| *code == self.code);
        let code = match (self.code, named) {
            (KeyCode::Char('<'), _) => "<".to_owned(),
            (_, Some((name, shown, _))) => (*if in_files { name } else { shown }).to_owned(),
            (KeyCode::Char(c), None) => c.to_string(),
            (KeyCode::F(number), None) => format!("{}{number}", if in_files { "f" } else { "F" }),
            // Every other code is in the table, as a test checks.
            (_, None) => String::new(),
        };
        format!("{}{}{code}", if self.ctrl { "ctrl-" } else { "" }, if self.alt { "alt-" } else { "" })
    }
}

impl FromStr for Key {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Key, KeyError> {
        let mut rest = text;
        let (mut ctrl, mut alt) = (false, false);
        loop {
            // `-` is a key as well.
            if let Some(after) = rest.strip_prefix("ctrl-").filter(|after| !after.is_empty() && !ctrl) {
                (ctrl, rest) = (true, after);
            } else if let Some(after) = rest.strip_prefix("alt-").filter(|after| !after.is_empty() && !alt) {
                (alt, rest) = (true, after);
            } else {
                break;
            }
        }
        let mut characters = rest.chars();
        let code = match (characters.next(), characters.next()) {
            (Some(c), None) if !c.is_control() && !"↑↓←→".contains(c) => KeyCode::Char(c),
            _ => named(rest).ok_or_else(|| match rest.strip_prefix("shift-") {
                Some(name) if named(name).is_some() => {
                    KeyError::ShiftedName(text.to_owned(), name.to_owned())
                }
                Some(character) if character.chars().count() == 1 => KeyError::Shifted(text.to_owned()),
                _ => KeyError::Unknown(text.to_owned()),
            })?,
        };
        let sent = match code {
            KeyCode::Char('i' | 'I') if ctrl => "tab",
            KeyCode::Char('m' | 'M') if ctrl => "enter",
            KeyCode::Char('[') if ctrl => "esc",
            // Terminals don't report shift together with control.
            KeyCode::Char(c) if ctrl && c.is_ascii_uppercase() => "the same without shift",
            _ => return Ok(Key { code, ctrl, alt }),
        };
        Err(KeyError::Ambiguous(text.to_owned(), sent))
    }
}

fn named(name: &str) -> Option<KeyCode> {
    let number = name.strip_prefix(['f', 'F']).and_then(|number| number.parse().ok());
    match number {
        Some(number @ 1..=12) => Some(KeyCode::F(number)),
        _ => NAMED.iter().find(|(known, shown, _)| [*known, *shown].contains(&name)).map(|(.., code)| *code),
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled(false))
    }
}

/// The time between two keys in milliseconds, so that viewers see the effect of each.
const STEP: u64 = 900;
/// The time between the letters of a typed word in milliseconds.
const LETTER: u64 = 110;
/// The time that `<pause>` adds in milliseconds.
const PAUSE: u64 = 1500;

/// A key of a script, with the time at which a presenter would press it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stroke {
    /// The milliseconds since the previous key.
    pub after: u64,
    pub key: Key,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line}, column {column}: `{word}` is not a key: expected characters, or between blanks one of <enter> <esc> <tab> \
     <shift-tab> <space> <backspace> <delete> <up> <down> <left> <right> <home> <end> <page-up> <page-down> <f1> … <f12> \
     <ctrl-…> <alt-…> <lt>, or <pause>"
)]
pub struct UnknownKey {
    word: String,
    /// The line, from 1.
    line: usize,
    /// The column in characters, from 1.
    column: usize,
}

/// Parses the keys of a script in order. A pause after the last key has no effect.
pub fn parse_script(script: &str) -> Result<Vec<Stroke>, UnknownKey> {
    let mut strokes: Vec<Stroke> = Vec::new();
    let mut after = STEP;
    // True if the last word was typed, or a blank after it: a following word is typed as well.
    let (mut after_word, mut after_blank) = (false, false);
    for (number, line) in script.lines().enumerate().filter(|(_, line)| !line.starts_with("//")) {
        for word in line.split_whitespace() {
            let unknown = || {
                let at = word.as_ptr().addr() - line.as_ptr().addr();
                let column = line[..at].chars().count() + 1;
                UnknownKey { word: word.to_owned(), line: number + 1, column }
            };
            match word.strip_prefix('<') {
                Some("pause>") => {
                    after = after.saturating_add(PAUSE);
                    (after_word, after_blank) = (false, false);
                    continue;
                }
                Some(rest) if !rest.is_empty() => {
                    let key =
                        rest.strip_suffix('>').and_then(|name| name.parse().ok()).ok_or_else(unknown)?;
                    after_blank = after_word && key == Key::char(' ');
                    strokes.push(Stroke { after: if after_blank { LETTER } else { after }, key });
                    after_word = false;
                }
                _ if holds_a_name(word) => return Err(unknown()),
                _ => {
                    after_word = after_blank || word.chars().nth(1).is_some();
                    after = if after_blank { LETTER } else { after };
                    after_blank = false;
                    for c in word.chars() {
                        strokes.push(Stroke { after, key: Key::char(c) });
                        after = LETTER;
                    }
                }
            }
            after = STEP;
        }
    }
    Ok(strokes)
}

/// Returns true if a word contains the name of a key, as in `j<enter>`; `List<T>` is text to search for.
fn holds_a_name(word: &str) -> bool {
    let names = word.split('<').skip(1).filter_map(|rest| rest.split_once('>'));
    names
        .map(|(name, _)| name)
        .any(|name| name == "pause" || (name.chars().nth(1).is_some() && name.parse::<Key>().is_ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Key {
        text.parse().expect(text)
    }

    #[test]
    fn keys_are_parsed_as_written_and_as_shown() {
        assert_eq!(read("j"), Key::char('j'));
        assert_eq!(read("-"), Key::char('-'));
        assert_eq!(read("ctrl--"), Key::ctrl('-'));
        assert_eq!(read("ctrl-alt-left"), Key { code: KeyCode::Left, ctrl: true, alt: true });
        assert_eq!(read("F12"), read("f12"));
        let named = NAMED.iter().map(|(.., code)| *code).chain((1..=12).map(KeyCode::F));
        for code in named {
            for key in [Key::plain(code), Key { alt: true, ..Key::plain(code) }] {
                assert_eq!(read(&key.notation()), key);
                assert_eq!(read(&key.to_string()), key, "as the screen shows it");
            }
        }
    }

    #[test]
    fn keys_that_no_terminal_sends_are_reported() {
        let error = |text: &str| text.parse::<Key>().expect_err(text).to_string();
        assert!(error("ctrl-i").contains("terminals send tab"), "{}", error("ctrl-i"));
        assert!(error("ctrl-J").contains("without shift"));
        assert!(error("shift-j").contains("such as `J`"));
        assert!(error("shift-f5").ends_with("use ctrl- or alt-, as in `alt-f5`"));
        assert!(error("shift-f13").contains("is not a key"));
        for text in ["", "entr", "ctrl-", "ctrl-ctrl-a", "f13", "f0", "<enter>", "\u{1b}"] {
            assert!(error(text).contains("is not a key"), "{text}");
        }
    }

    proptest! {
        #[test]
        fn parsed_keys_are_written_unchanged(text in "(ctrl-|alt-)?(.|[a-z-]{1,9}|f[0-9]{1,2})") {
            if let Ok(key) = text.parse::<Key>() {
                prop_assert_eq!(key.notation().parse(), Ok(key));
                prop_assert_eq!(key.to_string().parse(), Ok(key));
            }
        }
    }

    fn keys(script: &str) -> Vec<Key> {
        parse_script(script).expect("all are keys").into_iter().map(|stroke| stroke.key).collect()
    }

    #[test]
    fn characters_words_and_names() {
        let alt_left = Key { alt: true, ..Key::plain(KeyCode::Left) };
        let expected = [
            Key::char('j'),
            Key::plain(KeyCode::Enter),
            Key::char('n'),
            Key::char('a'),
            Key::char('<'),
            Key::ctrl('d'),
            alt_left,
            Key::char(' '),
            Key::char('<'),
            Key::char('<'),
            Key::char('é'),
        ];
        assert_eq!(keys("j <enter>  n a< <ctrl-d> <alt-left> <space> <lt> < é"), expected);
        assert_eq!(keys(""), []);
    }

    #[test]
    fn words_are_typed_faster_than_keys_are_pressed_and_pauses_add_up() {
        let strokes = parse_script("j <pause> <pause> ab <pause>").expect("all are keys");
        let times: Vec<u64> = strokes.iter().map(|stroke| stroke.after).collect();
        assert_eq!(times, [STEP, STEP + 2 * PAUSE, LETTER]);
        let strokes =
            parse_script("j <space> n as <space> a <space> rule <enter> <space>").expect("all are keys");
        let slow: String = strokes
            .iter()
            .filter(|stroke| stroke.after == STEP)
            .map(|stroke| stroke.key.to_string() + " ")
            .collect();
        assert_eq!(slow, "j space n a enter space ", "a sentence is typed without pauses");
    }

    #[test]
    fn an_unknown_key_name_is_reported() {
        for script in ["j <entr>", "<ctrl-nothing>", "<ctrl->", "n why <enter", "j<enter>", "<esc>j", "<>"] {
            let error = parse_script(script).expect_err(script).to_string();
            assert!(
                error.contains(&format!("`{}`", script.split(' ').next_back().expect("a word"))),
                "{error}"
            );
        }
        let error = parse_script("j j\n\n  é <enter").expect_err("no end").to_string();
        assert!(error.starts_with("line 3, column 5: `<enter` is not a key"), "{error}");
        assert_eq!(keys("score<0.6 Map<K> List<Integer>").len(), 28, "text to search for is typed");
    }

    #[test]
    fn comment_lines_press_nothing() {
        assert_eq!(
            keys("// the first bug\nj\n# 5\n/ /"),
            ["j", "#", "5", "/", "/"].map(|key| key.parse().expect("a key"))
        );
    }
}
