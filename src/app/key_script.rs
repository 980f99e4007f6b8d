//! Keys as a person writes them down: separated by blanks, named ones in angle brackets, as in `j j <enter> n flaky <enter>`.
//!
//! A word without brackets is typed letter by letter.

use super::key::{Key, KeyCode};

/// A word of a script that stands for no key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no key: expected a character or one of <enter> <esc> <tab> <shift-tab> <space> <backspace> <delete> <up> \
     <down> <left> <right> <home> <end> <page-up> <page-down> <ctrl-…> <alt-…> <lt>"
)]
pub struct UnknownKey(String);

/// The keys of a script, in order.
pub fn parse(script: &str) -> Result<Vec<Key>, UnknownKey> {
    let mut keys = Vec::new();
    for word in script.split_whitespace() {
        match word.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            Some(name) if !name.is_empty() => {
                keys.push(named(name).ok_or_else(|| UnknownKey(word.to_owned()))?);
            }
            _ => keys.extend(word.chars().map(Key::char)),
        }
    }
    Ok(keys)
}

fn named(name: &str) -> Option<Key> {
    if let Some(rest) = name.strip_prefix("ctrl-") {
        return named_or_single(rest).map(|key| Key { ctrl: true, ..key });
    }
    if let Some(rest) = name.strip_prefix("alt-") {
        return named_or_single(rest).map(|key| Key { alt: true, ..key });
    }
    let code = match name {
        "enter" => KeyCode::Enter,
        "esc" => KeyCode::Esc,
        "tab" => KeyCode::Tab,
        "shift-tab" => KeyCode::BackTab,
        "space" => KeyCode::Char(' '),
        "lt" => KeyCode::Char('<'),
        "backspace" => KeyCode::Backspace,
        "delete" => KeyCode::Delete,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "page-up" => KeyCode::PageUp,
        "page-down" => KeyCode::PageDown,
        _ => return None,
    };
    Some(Key::plain(code))
}

fn named_or_single(name: &str) -> Option<Key> {
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => Some(Key::char(c)),
        _ => named(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
