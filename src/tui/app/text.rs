//! Wrapping of text, and all of [`crate::model::text`].

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

pub use crate::model::text::*;

/// `text` in lines of at most `cells`, broken after blanks where possible.
pub fn wrap(text: &str, cells: usize) -> Vec<String> {
    let cells = cells.max(1);
    let mut lines = Vec::new();
    let mut rest = text;
    while rest.width() > cells {
        let fitting = take_cells(rest, cells);
        let cut = match fitting.rfind(' ') {
            Some(blank) if blank > 0 => blank + 1,
            _ if fitting.is_empty() => rest.graphemes(true).next().map_or(rest.len(), str::len),
            _ => fitting.len(),
        };
        lines.push(rest[..cut].trim_end_matches(' ').to_owned());
        rest = &rest[cut..];
    }
    lines.push(rest.to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn wrapping_keeps_every_word() {
        assert_eq!(wrap("expected:<1> but was:<0>", 14), ["expected:<1>", "but was:<0>"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
    }

    proptest! {
        #[test]
        fn lines_fit(text in "\\PC{0,40}", cells in 0usize..30) {
            // A single character can be wider than the room there is.
            let fits = |line: &String| width(line) <= cells.max(1) || line.graphemes(true).count() == 1;
            prop_assert!(wrap(&text, cells).iter().all(fits));
        }
    }
}
