//! Texts as a terminal shows them, without its colours.

use std::borrow::Cow;

const ESCAPE: char = '\u{1b}';

/// The sign before the two digits of such a character.
const WRITTEN: &str = "#x";

/// Returns a text without the sequences that set colours or move the cursor.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(ESCAPE) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(ESCAPE) {
        kept.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(sequence) = rest.strip_prefix('[') else { continue };
        let parameters = sequence.trim_start_matches(|c: char| matches!(c, '\u{20}'..='\u{3f}'));
        let mut after = parameters.chars();
        rest = if after.next().is_some_and(|end| matches!(end, '@'..='~')) {
            after.as_str()
        } else {
            parameters
        };
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

/// The ends of colours, what may stand for the escape before one, and how a program writes that itself.
const RESETS: [&str; 4] = ["[0m", "[39m", "[22m", "[m"];
const ESCAPES: [&str; 2] = ["\u{1b}", "\u{fffd}"];
const IN_CODE: [&str; 6] = ["\\x1b", "\\x1B", "\\u001b", "\\u001B", "\\033", "\\e"];

/// Returns a text without the colours of a terminal whose escapes were lost: `[31mred[0m`. What only begins so, and never ends,
/// is no colour, and neither is a part of a source that writes one.
pub(crate) fn without_lost_colours(text: &str) -> Cow<'_, str> {
    if !RESETS.iter().any(|reset| text.contains(reset)) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    let (mut has_colour, mut has_reset) = (false, false);
    while let Some(at) = rest.find('[') {
        let parameters = rest[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        let Some(after) = parameters.strip_prefix('m') else {
            kept.push_str(&rest[..=at]);
            rest = &rest[at + 1..];
            continue;
        };
        let sequence = &rest[at..rest.len() - after.len()];
        let before = &rest[..at];
        if IN_CODE.iter().any(|escape| before.ends_with(escape)) {
            kept.push_str(&rest[..rest.len() - after.len()]);
            rest = after;
            continue;
        }
        let is_reset = RESETS.contains(&sequence);
        (has_colour, has_reset) = (has_colour || !is_reset, has_reset || is_reset);
        let escape = ESCAPES.iter().find(|escape| before.ends_with(*escape)).map_or(0, |escape| escape.len());
        kept.push_str(&before[..before.len() - escape]);
        rest = after;
    }
    kept.push_str(rest);
    if has_colour && has_reset { Cow::Owned(kept) } else { Cow::Borrowed(text) }
}

/// Returns a name without the sign that begins such a sequence, as in the reports in XML, which can't have it.
pub(crate) fn plain_name(name: &str) -> Cow<'_, str> {
    if name.contains(ESCAPE) { Cow::Owned(name.replace(ESCAPE, "")) } else { Cow::Borrowed(name) }
}

/// Returns a text without the colours of a terminal, in which pytest has written as `#x1B` every character
/// that XML can't have.
pub(crate) fn plain_of_pytest(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains(WRITTEN) {
        return text;
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(at) = rest.find(WRITTEN) {
        if let Some((digits, character)) = beyond_the_first_plane(&rest[at + WRITTEN.len()..]) {
            decoded.push_str(&rest[..at]);
            decoded.push(character);
            rest = &rest[at + WRITTEN.len() + digits..];
            continue;
        }
        let digits = rest.get(at + WRITTEN.len()..at + WRITTEN.len() + 2).unwrap_or("");
        let is_upper = !digits.bytes().any(|digit| digit.is_ascii_lowercase());
        let code = u8::from_str_radix(digits, 16).ok().filter(|_| is_upper);
        let end =
            match code.map(char::from).filter(|c| c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r')) {
                Some(character) => {
                    decoded.push_str(&rest[..at]);
                    decoded.push(character);
                    at + WRITTEN.len() + digits.len()
                }
                None => {
                    decoded.push_str(&rest[..at + WRITTEN.len()]);
                    at + WRITTEN.len()
                }
            };
        rest = &rest[end..];
    }
    decoded.push_str(rest);
    Cow::Owned(plain(&decoded).into_owned())
}

/// Returns the character of five or six digits, as pytest writes signs such as 🎉, and the number of digits.
fn beyond_the_first_plane(text: &str) -> Option<(usize, char)> {
    let count = text.bytes().take(6).take_while(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'F')).count();
    (5..=count).rev().find_map(|count| {
        let code = u32::from_str_radix(&text[..count], 16).ok().filter(|code| *code > 0xffff)?;
        Some((count, char::from_u32(code)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_taken_out_and_nothing_else() {
        assert_eq!(plain("a\u{1b}[31mb\u{1b}[0m [31m c\u{1b}[38;5;1m"), "ab [31m c");
        assert_eq!(plain("a\u{1b}[2Kb\u{1b}"), "ab");
        assert_eq!(plain("é\u{1b}["), "é");
        assert!(matches!(plain("a"), Cow::Borrowed(_)));
        assert_eq!(plain_of_pytest("#x1B[31mred#x1B[0m #x00 #x1b #x41 #x é".into()), "red \0 #x1b #x41 #x é");
        assert_eq!(
            plain_of_pytest("red #x1F389 ink #x10FFFF #x1F38".into()),
            "red 🎉 ink \u{10ffff} \u{1f}38"
        );
        assert_eq!(plain_name("a\u{1b}[31m b"), "a[31m b");
    }

    #[test]
    fn colours_without_their_escapes_are_taken_out_if_they_end() {
        for (text, expected) in [
            ("[31mred[0m", "red"),
            ("a \u{fffd}[1;31mred\u{fffd}[39m é", "a red é"),
            ("ink('\\x1B[31mred\\x1B[39m'): [31mred[0m [1]", "ink('\\x1B[31mred\\x1B[39m'): red [1]"),
            ("[31m of metres", "[31m of metres"),
        ] {
            assert_eq!(without_lost_colours(text), expected);
        }
    }
}
