//! Asks the terminal for its background, dark or light, without blocking.
//!
//! The query is the xterm sequence OSC 11; terminals that support it answer with their background colour, others send
//! nothing. The answer, `ESC ] 1 1 ; rgb:1e1e/1e1e/2e2e` followed by `BEL` or `ESC \`, arrives among the keys, and
//! crossterm reads it as keys: `alt-]`, digits and letters, then `ctrl-g` or `alt-\`. If the bytes arrive in two
//! pieces that are split after an escape, that escape is a separate `esc` key. [`Answer::filter`] removes all of it.

use std::time::{Duration, Instant};

use crate::tui::core::command::keys::key::{Key, KeyCode};

pub(in crate::tui::runtime) const QUESTION: &str = "\x1b]11;?\x07";

const OPENING: [char; 4] = [']', '1', '1', ';'];

const LONGEST: usize = 48;

/// The longest time between two pieces of an answer; users press keys more slowly.
const SAME_MESSAGE: Duration = Duration::from_millis(50);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::runtime) enum Background {
    Dark,
    Light,
}

/// Reads the background from the environment variable `COLORFGBG`, which some terminals set.
pub(in crate::tui::runtime) fn from_environment(colorfgbg: Option<&str>) -> Option<Background> {
    let index: u8 = colorfgbg?.rsplit(';').next()?.parse().ok()?;
    // Of the sixteen colours, white and the bright ones except black are light.
    Some(if index == 7 || (9..16).contains(&index) { Background::Light } else { Background::Dark })
}

/// The state of waiting for the answer, whose keys are removed from those of the user.
#[derive(Debug)]
pub(in crate::tui::runtime) enum Answer {
    /// No key of an answer yet; `escape` is the time of an immediately preceding escape.
    ForStart { escape: Option<Instant> },
    /// These keys look like its opening, but are the user's if a different one follows.
    Opening(Vec<Key>),
    /// The characters after its opening.
    ForEnd(String),
    /// The answer has arrived, or was never requested.
    Done,
}

pub(in crate::tui::runtime) enum Filtered {
    /// Keys of the user; none while the key is or may be part of the answer.
    Keys(Vec<Key>),
    Background(Option<Background>),
}

impl Answer {
    pub(in crate::tui::runtime) fn awaited() -> Answer {
        Answer::ForStart { escape: None }
    }

    pub(in crate::tui::runtime) fn is_awaited(&self) -> bool {
        !matches!(self, Answer::Done)
    }

    /// Filters a key that was pressed `now`.
    pub(in crate::tui::runtime) fn filter(&mut self, key: Key, now: Instant) -> Filtered {
        match self {
            Answer::Done => Filtered::Keys(vec![key]),
            Answer::ForStart { escape } => {
                let torn = escape.is_some_and(|escape| now.duration_since(escape) < SAME_MESSAGE);
                if key == (Key { alt: true, ..Key::char(OPENING[0]) })
                    || (torn && key == Key::char(OPENING[0]))
                {
                    *self = Answer::Opening(vec![key]);
                    return Filtered::Keys(Vec::new());
                }
                *escape = (key == Key::plain(KeyCode::Esc)).then_some(now);
                Filtered::Keys(vec![key])
            }
            Answer::Opening(held) if key == Key::char(OPENING[held.len()]) => {
                held.push(key);
                if held.len() == OPENING.len() {
                    *self = Answer::ForEnd(String::new());
                }
                Filtered::Keys(Vec::new())
            }
            Answer::Opening(held) => {
                let mut keys = std::mem::take(held);
                *self = Answer::awaited();
                if let Filtered::Keys(next) = self.filter(key, now) {
                    keys.extend(next);
                }
                Filtered::Keys(keys)
            }
            Answer::ForEnd(text) => {
                let ended = match key {
                    Key { code: KeyCode::Char('\\'), .. }
                    | Key { code: KeyCode::Char('g'), ctrl: true, .. } => true,
                    Key { code: KeyCode::Char(c), .. } => {
                        text.push(c);
                        text.len() > LONGEST
                    }
                    // The first half of `ESC \`.
                    Key { code: KeyCode::Esc, .. } => false,
                    _ => true,
                };
                if !ended {
                    return Filtered::Keys(Vec::new());
                }
                let background = parse(text);
                *self = Answer::Done;
                Filtered::Background(background)
            }
        }
    }
}

/// Parses `rgb:1e1e/1e1e/2e2e` or `rgba:…`, with one to four hexadecimal digits per channel.
fn parse(color: &str) -> Option<Background> {
    let channels = color.strip_prefix("rgb")?.trim_start_matches('a').strip_prefix(':')?;
    let mut parts = channels.split('/').map(|digits| {
        let value = u32::from_str_radix(digits, 16).ok()?;
        let bits = u32::try_from(digits.len()).ok()? * 4;
        (bits <= 16).then(|| f64::from(value) / f64::from((1u32 << bits) - 1))
    });
    let mut channel = || parts.next().flatten();
    let luminance = 0.2126 * channel()? + 0.7152 * channel()? + 0.0722 * channel()?;
    Some(if luminance > 0.5 { Background::Light } else { Background::Dark })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ESC: Key = Key::plain(KeyCode::Esc);

    const fn alt(c: char) -> Key {
        Key { code: KeyCode::Char(c), ctrl: false, alt: true }
    }

    fn chars(text: &str) -> Vec<Key> {
        text.chars().map(Key::char).collect()
    }

    /// Filters keys pressed at intervals of `pause`; returns the user's keys and the background.
    fn filtered(keys: &[Key], pause: Duration) -> (Vec<Key>, Option<Background>) {
        let (mut answer, mut now) = (Answer::awaited(), Instant::now());
        let (mut passed, mut answered) = (Vec::new(), None);
        for &key in keys {
            now += pause;
            match answer.filter(key, now) {
                Filtered::Keys(keys) => passed.extend(keys),
                Filtered::Background(background) => answered = background,
            }
        }
        (passed, answered)
    }

    #[test]
    fn the_answer_never_reaches_the_keys() {
        for (start, end) in [
            (vec![alt(']')], vec![Key::ctrl('g')]),
            (vec![alt(']')], vec![alt('\\')]),
            (vec![alt(']')], vec![ESC, Key::char('\\')]),
        ] {
            let keys = [chars("j"), start, chars("11;rgb:fafa/f4f4/eded"), end, chars("f")].concat();
            assert_eq!(filtered(&keys, Duration::ZERO), (chars("jf"), Some(Background::Light)));
        }
    }

    #[test]
    fn an_answer_split_after_its_escape_is_still_removed() {
        let keys = [vec![ESC], chars("]11;rgb:10/10/14"), vec![alt('\\')]].concat();
        assert_eq!(filtered(&keys, Duration::from_millis(10)), (vec![ESC], Some(Background::Dark)));
    }

    #[test]
    fn without_an_answer_no_key_is_lost() {
        let pause = Duration::from_millis(80);
        for keys in [chars("jjtq]"), [vec![ESC], chars("]jf")].concat(), chars("]11;")] {
            assert_eq!(filtered(&keys, pause), (keys, None));
        }
        let hasty = [vec![ESC], chars("]1j"), vec![alt(']')], chars("f")].concat();
        assert_eq!(filtered(&hasty, Duration::ZERO), (hasty, None));
        assert_eq!(filtered(&[alt(']'), alt(']')], pause).0, [alt(']')], "the second may begin an answer");
    }

    #[test]
    fn an_unreadable_or_endless_answer_is_abandoned() {
        let unreadable = [vec![alt(']')], chars("11;white"), vec![Key::ctrl('g')], chars("f")].concat();
        assert_eq!(filtered(&unreadable, Duration::ZERO), (chars("f"), None));
        let endless = [vec![alt(']')], chars("11;"), chars(&"0".repeat(LONGEST + 1)), chars("f")].concat();
        assert_eq!(filtered(&endless, Duration::ZERO), (chars("f"), None));
    }

    #[test]
    fn the_environment_can_define_the_background() {
        assert_eq!(from_environment(Some("15;0")), Some(Background::Dark));
        assert_eq!(from_environment(Some("0;default;15")), Some(Background::Light));
        assert_eq!(from_environment(None), None);
    }
}
