//! Text from files on its way to a terminal: nothing in it may act as a control sequence.

use std::fmt::{self, Display, Write};

/// Shows a text in one line, with a visible symbol for every character that a terminal would act on: `␛` for escape, `␉`
/// for a tab, `<U+202E>` for what turns the direction of writing around.
pub fn printable(text: &str) -> impl Display {
    struct Printable<'a>(&'a str);

    impl Display for Printable<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            for c in self.0.chars() {
                match c {
                    '\0'..='\x1F' => f.write_char(char::from_u32(0x2400 + c as u32).unwrap_or('\u{FFFD}'))?,
                    '\x7F' => f.write_char('␡')?,
                    _ if acts(c) => write!(f, "<U+{:04X}>", c as u32)?,
                    _ => f.write_char(c)?,
                }
            }
            Ok(())
        }
    }

    Printable(text)
}

/// Control characters, marks and overrides of direction, and separators that end a line.
fn acts(c: char) -> bool {
    let directions_and_separators =
        matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    c.is_control() || directions_and_separators || c == '\u{FEFF}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_the_terminal_as_a_control_sequence() {
        assert_eq!(printable("\x1B[31mred\x07\t\n").to_string(), "␛[31mred␇␉␊");
        assert_eq!(printable("a\u{202E}b\u{9B}2J\x7F").to_string(), "a<U+202E>b<U+009B>2J␡");
    }

    #[test]
    fn other_text_stays_as_it_is() {
        let text = "größe 日本 👩‍👧 -> x";
        assert_eq!(printable(text).to_string(), text);
    }
}
