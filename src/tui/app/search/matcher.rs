//! A piece of text that is looked for in other texts, and where it stands in them.
//!
//! A needle without capital letters finds them as well; one with a capital letter means what it says. It is found as it
//! stands, without gaps: what a person looks for in messages, code and traces are pieces of these (`<3> but`, `.take(`), and
//! with gaps allowed nearly every word is in nearly every trace. (nucleo's fuzzy matching is for short names, such as those
//! of commands. Its substring matching, in nucleo-matcher 0.3.1, misses needles that begin with two signs: `<3> but`.)

/// Bytes of Java code and traces, the most frequent first: a needle is looked for by its rarest one.
const FREQUENT: &[u8] = b" etaonrsil.ucdpmgv(h)0jbfy;:x1w\"E=TSA2k";

/// The text to find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matcher {
    text: String,
    /// Capitals are not small letters.
    is_exact: bool,
    /// The byte to look for first, and where it stands in the text.
    rarest: (u8, usize),
}

impl Matcher {
    /// A needle; an empty one is found nowhere.
    pub fn new(text: &str) -> Matcher {
        let is_exact = text.chars().any(char::is_uppercase);
        let commonness = |byte: u8| {
            let place = FREQUENT.iter().position(|&frequent| frequent == byte);
            FREQUENT.len() - place.unwrap_or(FREQUENT.len())
        };
        let bytes = text.bytes().enumerate();
        let rarest = bytes.min_by_key(|&(_, byte)| commonness(byte)).map_or((0, 0), |(at, byte)| (byte, at));
        Matcher { text: text.to_owned(), is_exact, rarest }
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns true if a text has it.
    pub fn is_in(&self, text: &str) -> bool {
        self.find(text, 0).is_some()
    }

    /// First byte and one past the last of all places in a text, ascending and without overlap.
    pub fn all_in(&self, text: &str) -> Vec<(usize, usize)> {
        let mut places = Vec::new();
        let mut from = 0;
        while let Some((start, end)) = self.find(text, from) {
            places.push((start, end));
            from = end;
        }
        places
    }

    /// One past its last byte where a text begins with it.
    pub fn at_start(&self, text: &str) -> Option<usize> {
        if self.text.is_empty() { None } else { self.fits(text) }
    }

    /// Its first byte where a text ends with it.
    pub fn at_end(&self, text: &str) -> Option<usize> {
        let all = self.text.chars().count();
        let (start, _) = text.char_indices().rev().nth(all.checked_sub(1)?)?;
        (self.fits(&text[start..]) == Some(text.len() - start)).then_some(start)
    }

    /// The first place from a byte on.
    fn find(&self, text: &str, from: usize) -> Option<(usize, usize)> {
        if self.text.is_empty() {
            return None;
        }
        if !self.is_exact && !self.text.is_ascii() {
            let mut places = text[from..].char_indices().map(|(at, _)| from + at);
            return places.find_map(|start| Some((start, start + self.fits(&text[start..])?)));
        }
        let (bytes, needle) = (text.as_bytes(), self.text.as_bytes());
        let (rarest, offset) = self.rarest;
        let mut at = from + offset;
        // A byte of the text that is the rarest one of the needle; no other place can be one of the needle.
        while let Some(rest) = bytes.get(at..) {
            let next = if self.is_exact {
                memchr::memchr(rarest, rest)
            } else {
                memchr::memchr2(rarest.to_ascii_lowercase(), rarest.to_ascii_uppercase(), rest)
            };
            let start = at + next? - offset;
            let found = bytes.get(start..start + needle.len())?;
            if if self.is_exact { found == needle } else { found.eq_ignore_ascii_case(needle) } {
                return Some((start, start + needle.len()));
            }
            at = start + offset + 1;
        }
        None
    }

    /// One past its last byte, where it stands at the very beginning.
    fn fits(&self, text: &str) -> Option<usize> {
        let mut rest = text.char_indices();
        for wanted in self.text.chars() {
            let (_, c) = rest.next()?;
            let equal = c == wanted
                || !self.is_exact
                    && if wanted.is_ascii() {
                        c.eq_ignore_ascii_case(&wanted)
                    } else {
                        c.to_lowercase().eq(wanted.to_lowercase())
                    };
            if !equal {
                return None;
            }
        }
        Some(rest.next().map_or(text.len(), |(at, _)| at))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found<'a>(needle: &str, text: &'a str) -> Vec<&'a str> {
        Matcher::new(needle).all_in(text).into_iter().map(|(start, end)| &text[start..end]).collect()
    }

    #[test]
    fn small_letters_find_capitals_and_not_the_other_way() {
        assert_eq!(found("size", "int size = Size.of(SIZE);").len(), 3);
        assert_eq!(found("Size", "int size = Size.of(SIZE);"), ["Size"]);
        assert_eq!(found("größe", "Größe GRÖSSE größe"), ["Größe", "größe"]);
        assert_eq!(found("<3> but", "expected:<3> BUT was"), ["<3> BUT"]);
        assert_eq!(found("", "text"), [""; 0]);
    }

    #[test]
    fn a_text_can_begin_and_end_with_it() {
        let needle = Matcher::new("take");
        assert_eq!((needle.at_start("Takes"), needle.at_end("retake")), (Some(4), Some(2)));
        assert_eq!((needle.at_start("retake"), needle.at_end("takes")), (None, None));
        assert_eq!((needle.at_start("tak"), needle.at_end("ake")), (None, None));
        assert_eq!(Matcher::new("").at_start("x"), None);
        assert_eq!(Matcher::new("").at_end("x"), None);
    }

    proptest! {
        /// The fast way finds what comparing at every place finds.
        #[test]
        fn nothing_is_missed(needle in "[aAbB(é]{0,3}", text in "[aAbB(éÉ ]{0,24}") {
            let needle = Matcher::new(&needle);
            let mut places = Vec::new();
            let mut from = 0;
            for (start, _) in text.char_indices() {
                if start >= from && let Some(length) = needle.at_start(&text[start..]) {
                    places.push((start, start + length));
                    from = start + length;
                }
            }
            prop_assert_eq!(needle.all_in(&text), places);
        }
    }
}
