//! Wrapping of text, and all of [`crate::model::text`].

pub use crate::model::text::*;

/// `text` in lines of at most `cells`, broken after blanks where possible.
pub fn wrap(text: &str, cells: usize) -> Vec<String> {
    let cells = cells.max(1);
    let mut lines = Vec::new();
    let mut rest = text;
    loop {
        let fitting = take_cells(rest, cells);
        if fitting.len() == rest.len() {
            lines.push(rest.to_owned());
            return lines;
        }
        let cut = match fitting.rfind(' ') {
            Some(blank) if blank > 0 => blank + 1,
            _ if fitting.is_empty() => first_character(rest).len(),
            _ => fitting.len(),
        };
        lines.push(rest[..cut].trim_end_matches(' ').to_owned());
        rest = &rest[cut..];
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;

    #[test]
    fn wrapping_keeps_every_word() {
        assert_eq!(wrap("expected:<1> but was:<0>", 14), ["expected:<1>", "but was:<0>"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
    }

    #[test]
    fn a_line_of_megabytes_is_wrapped_and_cut_in_an_instant() {
        let text = "word ".repeat(2_000_000);
        let begun = std::time::Instant::now();
        assert_eq!(wrap(&text, 80).len(), 125_000);
        assert_eq!(cut_end(&text, 80).len(), 79 + "…".len());
        assert_eq!(skip_cells(&text, 9_999_999).1, " ");
        // Far more than it takes, and far less than the square of its length.
        assert!(begun.elapsed() < std::time::Duration::from_secs(5), "{:?}", begun.elapsed());
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
