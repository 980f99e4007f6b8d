//! Keys as a person writes them down: separated by blanks, named ones in angle brackets, as in `j j <enter> n flaky <enter>`.
//!
//! A word without brackets is typed letter by letter. `<pause>` is no key: it leaves those who watch time to read. A line that
//! begins with `//` is for those who read the script; `/ /` types these two.

use super::key::Key;

/// Milliseconds between two keys, so that one can see what the first one did.
const STEP: u64 = 900;
/// Between the letters of a word that is typed.
const LETTER: u64 = 110;
/// Milliseconds that `<pause>` adds.
const PAUSE: u64 = 1500;

/// A key of a script, and when a person who shows something would press it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stroke {
    /// Milliseconds after the key before it.
    pub after: u64,
    /// The key.
    pub key: Key,
}

/// A word of a script that stands for no key, with its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line}, column {column}: `{word}` is no key: expected characters, or between blanks one of <enter> <esc> <tab> \
     <shift-tab> <space> <backspace> <delete> <up> <down> <left> <right> <home> <end> <page-up> <page-down> <f1> … <f12> \
     <ctrl-…> <alt-…> <lt>, or <pause>"
)]
pub struct UnknownKey {
    word: String,
    /// From 1.
    line: usize,
    /// In characters, from 1.
    column: usize,
}

/// The keys of a script, in order. A pause behind the last key is for nothing.
pub fn parse(script: &str) -> Result<Vec<Stroke>, UnknownKey> {
    let mut strokes: Vec<Stroke> = Vec::new();
    let mut after = STEP;
    // Whether what came last is a word that was typed, or the blank behind one: what follows it is typed as well.
    let (mut behind_word, mut behind_blank) = (false, false);
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
                    (behind_word, behind_blank) = (false, false);
                    continue;
                }
                Some(rest) if !rest.is_empty() => {
                    let key =
                        rest.strip_suffix('>').and_then(|name| name.parse().ok()).ok_or_else(unknown)?;
                    behind_blank = behind_word && key == Key::char(' ');
                    strokes.push(Stroke { after: if behind_blank { LETTER } else { after }, key });
                    behind_word = false;
                }
                _ if holds_a_name(word) => return Err(unknown()),
                _ => {
                    behind_word = behind_blank || word.chars().nth(1).is_some();
                    after = if behind_blank { LETTER } else { after };
                    behind_blank = false;
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

/// Returns true if a key's name stands in a word, as in `j<enter>`, where a blank was forgotten. `List<T>` is what people search for.
fn holds_a_name(word: &str) -> bool {
    let names = word.split('<').skip(1).filter_map(|rest| rest.split_once('>'));
    names
        .map(|(name, _)| name)
        .any(|name| name == "pause" || (name.chars().nth(1).is_some() && name.parse::<Key>().is_ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::app::keys::key::KeyCode;

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
        let strokes = parse("j <space> n as <space> a <space> rule <enter> <space>").expect("all are keys");
        let slow: String = strokes
            .iter()
            .filter(|stroke| stroke.after == STEP)
            .map(|stroke| stroke.key.to_string() + " ")
            .collect();
        assert_eq!(slow, "j space n a enter space ", "a sentence is typed through");
    }

    #[test]
    fn a_name_that_no_key_has_is_told() {
        for script in ["j <entr>", "<ctrl-nothing>", "<ctrl->", "n why <enter", "j<enter>", "<esc>j", "<>"] {
            let error = parse(script).expect_err(script).to_string();
            assert!(
                error.contains(&format!("`{}`", script.split(' ').next_back().expect("a word"))),
                "{error}"
            );
        }
        let error = parse("j j\n\n  é <enter").expect_err("no end").to_string();
        assert!(error.starts_with("line 3, column 5: `<enter` is no key"), "{error}");
        assert_eq!(keys("score<0.6 Map<K> List<Integer>").len(), 28, "what is searched for is typed");
    }

    #[test]
    fn lines_for_those_who_read_press_nothing() {
        assert_eq!(
            keys("// the first bug\nj\n# 5\n/ /"),
            ["j", "#", "5", "/", "/"].map(|key| key.parse().expect("a key"))
        );
    }
}
