//! Whether the terminal is dark or light: asked without waiting for the answer.
//!
//! The question is the xterm sequence OSC 11; terminals that know it answer with their background colour, the others say
//! nothing. The answer comes in between the keys, and must never be taken for keys: [`Answer::filter`] takes it out.

use crate::app::key::{Key, KeyCode};

/// "Which colour is your background?"
pub(super) const QUESTION: &str = "\x1b]11;?\x07";

/// Longer than any answer: what goes on beyond this is no answer.
const LONGEST: usize = 48;

/// Dark or light.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Background {
    Dark,
    Light,
}

/// What the environment says of the background (`COLORFGBG`, set by some terminals), if anything.
pub(super) fn from_environment(colorfgbg: Option<&str>) -> Option<Background> {
    let index: u8 = colorfgbg?.rsplit(';').next()?.parse().ok()?;
    // Of the sixteen colours, white and the bright ones but black are light.
    Some(if index == 7 || (9..16).contains(&index) { Background::Light } else { Background::Dark })
}

/// Takes the answer out of the stream of keys.
#[derive(Debug, Default)]
pub(super) struct Answer {
    state: Waiting,
}

#[derive(Debug, Default, PartialEq)]
enum Waiting {
    #[default]
    ForStart,
    /// An escape came alone: the rest of the answer may follow.
    AfterEscape,
    ForEnd(String),
    Done,
}

/// What becomes of a key.
#[derive(Debug, PartialEq)]
pub(super) enum Filtered {
    /// It is a key of the person.
    Key(Key),
    /// It belongs to the answer.
    Taken,
    /// It ends the answer.
    Background(Option<Background>),
}

impl Answer {
    /// Nothing was asked: every key is the person's.
    pub(super) fn not_asked() -> Answer {
        Answer { state: Waiting::Done }
    }

    pub(super) fn filter(&mut self, key: Key) -> Filtered {
        let escape_bracket = Key { code: KeyCode::Char(']'), ctrl: false, alt: true };
        match &mut self.state {
            Waiting::Done => Filtered::Key(key),
            Waiting::ForStart | Waiting::AfterEscape if key == escape_bracket => {
                self.state = Waiting::ForEnd(String::new());
                Filtered::Taken
            }
            Waiting::AfterEscape if key == Key::char(']') => {
                self.state = Waiting::ForEnd(String::new());
                Filtered::Taken
            }
            Waiting::ForStart | Waiting::AfterEscape => {
                self.state = if key.code == KeyCode::Esc { Waiting::AfterEscape } else { Waiting::ForStart };
                Filtered::Key(key)
            }
            Waiting::ForEnd(text) => {
                let ended = match key {
                    Key { code: KeyCode::Char('\\'), alt: true, .. }
                    | Key { code: KeyCode::Char('g'), ctrl: true, .. } => true,
                    Key { code: KeyCode::Char(c), .. } => {
                        text.push(c);
                        // A terminal whose escape and backslash came apart.
                        c == '\\' || text.len() > LONGEST
                    }
                    Key { code: KeyCode::Esc, .. } => false,
                    _ => true,
                };
                if !ended {
                    return Filtered::Taken;
                }
                let background = parse(text);
                self.state = Waiting::Done;
                Filtered::Background(background)
            }
        }
    }
}

/// `11;rgb:1e1e/1e1e/2e2e`: one to four hexadecimal digits a channel.
fn parse(answer: &str) -> Option<Background> {
    let channels =
        answer.trim_end_matches('\\').strip_prefix("11;rgb")?.trim_start_matches('a').strip_prefix(':')?;
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

    fn send(answer: &mut Answer, keys: &[Key]) -> Vec<Filtered> {
        keys.iter().map(|&key| answer.filter(key)).collect()
    }

    fn chars(text: &str) -> Vec<Key> {
        text.chars().map(Key::char).collect()
    }

    #[test]
    fn the_answer_never_reaches_the_keys() {
        let mut answer = Answer::default();
        let mut keys = vec![Key { code: KeyCode::Char(']'), ctrl: false, alt: true }];
        keys.extend(chars("11;rgb:fafa/f4f4/eded"));
        keys.push(Key::ctrl('g'));
        let filtered = send(&mut answer, &keys);
        assert_eq!(filtered.last(), Some(&Filtered::Background(Some(Background::Light))));
        assert!(!filtered.iter().any(|one| matches!(one, Filtered::Key(_))));
        assert_eq!(answer.filter(Key::char('f')), Filtered::Key(Key::char('f')), "keys pass afterwards");
    }

    #[test]
    fn an_answer_torn_after_its_escape_is_still_taken() {
        let mut answer = Answer::default();
        let mut keys = vec![Key::plain(KeyCode::Esc)];
        keys.extend(chars("]11;rgb:10/10/14"));
        keys.push(Key { code: KeyCode::Char('\\'), ctrl: false, alt: true });
        let filtered = send(&mut answer, &keys);
        assert_eq!(filtered[0], Filtered::Key(Key::plain(KeyCode::Esc)));
        assert_eq!(filtered.last(), Some(&Filtered::Background(Some(Background::Dark))));
        assert_eq!(filtered.iter().filter(|one| matches!(one, Filtered::Key(_))).count(), 1);
    }

    #[test]
    fn a_silent_terminal_costs_no_key() {
        let mut answer = Answer::default();
        for key in chars("jjtq]") {
            assert_eq!(answer.filter(key), Filtered::Key(key));
        }
    }

    #[test]
    fn the_environment_can_say_it() {
        assert_eq!(from_environment(Some("15;0")), Some(Background::Dark));
        assert_eq!(from_environment(Some("0;default;15")), Some(Background::Light));
        assert_eq!(from_environment(None), None);
    }
}
