//! Paragraphs for a terminal.

use unicode_width::UnicodeWidthStr;

/// Breaks a text at blanks into lines of so many cells; a word that is longer keeps its line to itself.
pub(super) fn broken(text: &str, cells: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= cells => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_blanks_and_count_cells() {
        assert_eq!(broken("ab 日本 c", 7), ["ab 日本", "c"]);
        assert_eq!(broken("toolong x", 3), ["toolong", "x"]);
    }
}
