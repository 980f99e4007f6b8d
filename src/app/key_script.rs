//! Keys as a person writes them down: separated by blanks, named ones in angle brackets, as in `j j <enter> n flaky <enter>`.
//!
//! A word without brackets is typed letter by letter. `<pause>` is no key: it leaves those who watch time to read.

use super::key::Key;

/// Milliseconds between two keys, so that one can see what the first one did.
const STEP: u64 = 900;
/// Between the letters of a word that is typed.
const LETTER: u64 = 110;
/// What `<pause>` adds.
const PAUSE: u64 = 1500;

/// A key of a script, and when a person who shows something would press it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stroke {
    /// How many milliseconds after the key before it.
    pub after: u64,
    /// The key.
    pub key: Key,
}

/// A word of a script that stands for no key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no key: expected a character or one of <enter> <esc> <tab> <shift-tab> <space> <backspace> <delete> <up> \
     <down> <left> <right> <home> <end> <page-up> <page-down> <f1> … <f12> <ctrl-…> <alt-…> <lt>, or <pause>"
)]
pub struct UnknownKey(String);

/// The keys of a script, in order. A pause behind the last key is for nothing.
pub fn parse(script: &str) -> Result<Vec<Stroke>, UnknownKey> {
    let mut strokes: Vec<Stroke> = Vec::new();
    let mut after = STEP;
    for word in script.split_whitespace() {
        match word.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            Some("pause") => {
                after = after.saturating_add(PAUSE);
                continue;
            }
            Some(name) if !name.is_empty() => {
                let key = name.parse().map_err(|_| UnknownKey(word.to_owned()))?;
                strokes.push(Stroke { after, key });
            }
            _ => {
                for c in word.chars() {
                    strokes.push(Stroke { after, key: Key::char(c) });
                    after = LETTER;
                }
            }
        }
        after = STEP;
    }
    Ok(strokes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::key::KeyCode;

    fn keys(script: &str) -> Vec<Key> {
        parse(script).expect("all are keys").into_iter().map(|stroke| stroke.key).collect()
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
        let strokes = parse("j <pause> <pause> ab <pause>").expect("all are keys");
        let times: Vec<u64> = strokes.iter().map(|stroke| stroke.after).collect();
        assert_eq!(times, [STEP, STEP + 2 * PAUSE, LETTER]);
    }

    #[test]
    fn a_name_that_no_key_has_is_told() {
        for script in ["j <entr>", "<ctrl-nothing>", "<ctrl->"] {
            let error = parse(script).expect_err(script);
            assert!(error.to_string().contains(script.split(' ').next_back().expect("a word")), "{error}");
        }
    }
}
