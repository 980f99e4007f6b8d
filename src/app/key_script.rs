//! Keys as a person writes them down: separated by blanks, named ones in angle brackets, as in `j j <enter> n flaky <enter>`.
//!
//! A word without brackets is typed letter by letter.

use super::key::Key;

/// A word of a script that stands for no key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no key: expected a character or one of <enter> <esc> <tab> <shift-tab> <space> <backspace> <delete> <up> \
     <down> <left> <right> <home> <end> <page-up> <page-down> <f1> … <f12> <ctrl-…> <alt-…> <lt>"
)]
pub struct UnknownKey(String);

/// The keys of a script, in order.
pub fn parse(script: &str) -> Result<Vec<Key>, UnknownKey> {
    let mut keys = Vec::new();
    for word in script.split_whitespace() {
        match word.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            Some(name) if !name.is_empty() => {
                keys.push(name.parse().map_err(|_| UnknownKey(word.to_owned()))?);
            }
            _ => keys.extend(word.chars().map(Key::char)),
        }
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::key::KeyCode;

    #[test]
    fn characters_words_and_names() {
        let keys = parse("j <enter>  n a< <ctrl-d> <alt-left> <space> <lt> < é").expect("all are keys");
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
        assert_eq!(keys, expected);
        assert_eq!(parse(""), Ok(Vec::new()));
    }

    #[test]
    fn a_name_that_no_key_has_is_told() {
        for script in ["j <entr>", "<ctrl-nothing>", "<ctrl->"] {
            let error = parse(script).expect_err(script);
            assert!(error.to_string().contains(script.split(' ').next_back().expect("a word")), "{error}");
        }
    }
}
