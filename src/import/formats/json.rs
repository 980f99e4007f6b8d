//! JSON as the readers of reports see it: values in place, looked into only where a reader asks.
//!
//! ```text
//! text ──document──▶ Json ──fields──▶ name, Json ──text, number, items──▶ what a test says
//! ```
//!
//! A document may be cut off at any byte, and then has the values before the cut; values may be nested to any depth. Nothing is
//! copied but texts with escapes, so that a test that passed costs only what is asked of it.

use std::borrow::Cow;

/// A value, or the part of one before the document is cut off.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Json<'a> {
    raw: &'a str,
    /// False if the document ends or breaks off within it.
    pub is_whole: bool,
}

/// The fields of an object, in the order of the document.
#[derive(Debug, Default)]
pub(crate) struct Fields<'a>(Vec<(&'a str, Json<'a>)>);

/// A document, and what stands before it.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    pub root: Json<'a>,
    /// The line on which it begins, from 1: what a program printed may stand before it.
    pub line: u64,
}

/// Counts lines up to places that never go back.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    counted: (usize, u64),
}

impl<'a> Lines<'a> {
    pub(crate) fn of(text: &'a str) -> Lines<'a> {
        Lines { text, counted: (0, 1) }
    }

    /// Returns the line on which a value begins, from 1.
    pub(crate) fn of_value(&mut self, value: Json<'_>) -> u64 {
        let offset = (value.raw.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let (known, line) = self.counted;
        let between = self.text.get(known..offset).unwrap_or_default();
        let line = line + between.bytes().filter(|&byte| byte == b'\n').count() as u64;
        self.counted = (known.max(offset.min(self.text.len())), line);
        line
    }
}

/// Returns the document in a text: it begins on the first line that begins with `{` or `[`.
pub(crate) fn document(text: &str) -> Option<Document<'_>> {
    let mut offset = 0;
    for (line, printed) in (1..).zip(text.split_inclusive('\n')) {
        let start = printed.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let is_array =
            || start.strip_prefix('[').is_some_and(|rest| rest.starts_with('{') || rest.trim().is_empty());
        if start.starts_with('{') || is_array() {
            let at = offset + printed.len() - start.len();
            return Some(Document { root: Json::at_start(&text[at..]), line });
        }
        offset += printed.len();
    }
    None
}

impl<'a> Json<'a> {
    /// Returns the value at the start of a text.
    pub(crate) fn at_start(text: &'a str) -> Json<'a> {
        let start = text.trim_start_matches(is_space);
        let (end, is_whole) = end_of_value(start.as_bytes());
        Json { raw: &start[..end], is_whole }
    }

    /// Returns its fields; none if it is no object.
    pub(crate) fn fields(self) -> Fields<'a> {
        let mut fields = Fields::default();
        let Some(mut rest) = self.raw.strip_prefix('{') else { return fields };
        loop {
            rest = rest.trim_start_matches(|c| is_space(c) || c == ',');
            if !rest.starts_with('"') {
                return fields;
            }
            let (end, is_whole) = end_of_value(rest.as_bytes());
            let name = &rest[..end];
            rest = rest[end..].trim_start_matches(is_space);
            let Some(after) = rest.strip_prefix(':').filter(|_| is_whole) else { return fields };
            let value = Json::at_start(after);
            if value.raw.is_empty() {
                return fields;
            }
            rest = &after[after.len() - after.trim_start_matches(is_space).len() + value.raw.len()..];
            fields.0.push((name.trim_matches('"'), value));
            if !value.is_whole {
                return fields;
            }
        }
    }

    /// Returns the values of an array; none if it is no array.
    pub(crate) fn items(self) -> impl Iterator<Item = Json<'a>> {
        let mut rest = self.raw.strip_prefix('[').unwrap_or("");
        std::iter::from_fn(move || {
            rest = rest.trim_start_matches(|c| is_space(c) || c == ',');
            let value = Json::at_start(rest);
            if value.raw.is_empty() {
                return None;
            }
            rest = if value.is_whole { &rest[value.raw.len()..] } else { "" };
            Some(value)
        })
    }

    pub(crate) fn is_object(self) -> bool {
        self.raw.starts_with('{')
    }

    pub(crate) fn is_array(self) -> bool {
        self.raw.starts_with('[')
    }

    pub(crate) fn is_true(self) -> bool {
        self.raw == "true"
    }

    pub(crate) fn is_false(self) -> bool {
        self.raw == "false"
    }

    /// Returns a text; of one that is cut off, the part that is there.
    pub(crate) fn text(self) -> Option<Cow<'a, str>> {
        let inner = self.raw.strip_prefix('"')?;
        let inner = if self.is_whole { &inner[..inner.len() - 1] } else { inner };
        Some(unescaped(inner))
    }

    /// Returns a number, also one that was written as a text.
    pub(crate) fn number(self) -> Option<f64> {
        self.raw.trim_matches('"').parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// Returns the value as it is written.
    pub(crate) fn raw(self) -> &'a str {
        self.raw
    }
}

impl<'a> Fields<'a> {
    pub(crate) fn get(&self, name: &str) -> Option<Json<'a>> {
        self.0.iter().find(|(own, _)| *own == name).map(|(_, value)| *value)
    }

    pub(crate) fn has(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.get(name).is_some())
    }

    /// Returns a text; empty without one.
    pub(crate) fn text(&self, name: &str) -> Cow<'a, str> {
        self.get(name).and_then(Json::text).unwrap_or_default()
    }

    /// Returns a whole number that is not negative.
    pub(crate) fn count(&self, name: &str) -> Option<usize> {
        let number = self.get(name)?.number()?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it saturates, and is not negative"
        )]
        (number >= 0.0).then_some(number as usize)
    }

    pub(crate) fn is_true(&self, name: &str) -> bool {
        self.get(name).is_some_and(Json::is_true)
    }

    /// Returns the values of an array; none without one.
    pub(crate) fn items(&self, name: &str) -> impl Iterator<Item = Json<'a>> + use<'a> {
        self.get(name).into_iter().flat_map(Json::items)
    }

    /// Returns the fields of an object; none without one.
    pub(crate) fn object(&self, name: &str) -> Fields<'a> {
        self.get(name).map(Json::fields).unwrap_or_default()
    }
}

fn is_space(c: char) -> bool {
    c.is_ascii_whitespace()
}

/// Returns the length of the value at the start of a text, and whether it ends there. Brackets are counted, not followed.
fn end_of_value(text: &[u8]) -> (usize, bool) {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => {
                let (end, is_whole) = end_of_text(text, at);
                at = end;
                if !is_whole {
                    return (at, false);
                }
                if depth == 0 {
                    return (at, true);
                }
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    return (at + 1, true);
                }
            }
            // The end of a word or a number.
            b'}' | b']' | b',' | b':' if depth == 0 => return (at, true),
            byte if depth == 0 && byte.is_ascii_whitespace() => return (at, true),
            _ => {}
        }
        at += 1;
    }
    // A word or a number may end with the text; an object or an array has to be closed.
    (at, depth == 0 && at > 0)
}

/// Returns the end of the text in quotes that begins at `start`.
fn end_of_text(text: &[u8], start: usize) -> (usize, bool) {
    let mut at = start + 1;
    while let Some(length) =
        text.get(at..).and_then(|rest| rest.iter().position(|&byte| byte == b'"' || byte == b'\\'))
    {
        at += length;
        if text[at] == b'"' {
            return (at + 1, true);
        }
        at += 2;
    }
    (text.len(), false)
}

/// Resolves the escapes in a text. Half of a character that needs two escapes becomes U+FFFD.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut resolved = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        resolved.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(escape) = rest.chars().next() else { break };
        rest = &rest[escape.len_utf8()..];
        match escape {
            'n' => resolved.push('\n'),
            't' => resolved.push('\t'),
            'r' => resolved.push('\r'),
            'b' => resolved.push('\u{8}'),
            'f' => resolved.push('\u{c}'),
            'u' => {
                let (character, length) = code_point(rest);
                resolved.push(character);
                rest = &rest[length..];
            }
            other => resolved.push(other),
        }
    }
    resolved.push_str(rest);
    Cow::Owned(resolved)
}

/// Returns the character of four hexadecimal digits, or of a pair of surrogates, and its length.
fn code_point(text: &str) -> (char, usize) {
    let unit = |text: &str| u32::from_str_radix(text.get(..4)?, 16).ok();
    let Some(high) = unit(text) else { return (char::REPLACEMENT_CHARACTER, 0) };
    if let Some(character) = char::from_u32(high) {
        return (character, 4);
    }
    let low = text.get(4..).and_then(|rest| unit(rest.strip_prefix("\\u")?));
    match low {
        Some(low @ 0xDC00..=0xDFFF) if high < 0xDC00 => {
            let code = 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00);
            (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 10)
        }
        _ => (char::REPLACEMENT_CHARACTER, 4),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_are_found_in_place() {
        let text = " {\"pen\": {\"ink\": [1, \"tw\\\"o\", {\"x\": null}]}, \"cap\" :true,\"nib\":\"\\u00e9\\ud83d\\ude00\\ud83d\"}";
        let document = document(text).expect("a document");
        let fields = document.root.fields();
        assert!(document.root.is_whole && fields.has(&["pen", "cap", "nib"]) && fields.is_true("cap"));
        let ink: Vec<&str> = fields.object("pen").items("ink").map(Json::raw).collect();
        assert_eq!(ink, ["1", "\"tw\\\"o\"", "{\"x\": null}"]);
        assert_eq!(fields.text("nib"), "é😀\u{fffd}");
        assert_eq!(fields.text("cap"), "");
    }

    #[test]
    fn a_document_that_is_cut_off_has_what_is_before_the_cut() {
        let text =
            "printed\n[ignored] {no}\n{\"tests\": [{\"name\": \"a\"}, {\"name\": \"b\"}, {\"name\": \"c";
        let document = document(text).expect("a document");
        assert!(!document.root.is_whole && document.line == 3);
        let tests: Vec<(String, bool)> = document
            .root
            .fields()
            .items("tests")
            .map(|test| (test.fields().text("name").into_owned(), test.is_whole))
            .collect();
        assert_eq!(tests, [("a".to_owned(), true), ("b".to_owned(), true), ("c".to_owned(), false)]);
    }

    #[test]
    fn depth_is_no_danger() {
        let deep = format!("{{\"a\": {}", "[".repeat(1_000_000));
        assert!(!document(&deep).expect("a document").root.is_whole);
    }

    proptest! {
        #[test]
        fn any_text_is_read_to_an_end(text in "(\\{|\\}|\\[|\\]|\"|\\\\|\\\\u|d83d|:|,|a|1|é| |\n){0,60}") {
            if let Some(Document { root, .. }) = document(&text) {
                let fields = root.fields();
                for (_, value) in &fields.0 {
                    let _ = value.text();
                    prop_assert!(value.items().count() <= text.len());
                }
                prop_assert!(root.items().count() <= text.len());
            }
        }

        #[test]
        fn texts_are_read_as_serde_reads_them(text in any::<String>()) {
            let written = serde_json::to_string(&text).expect("a text");
            let value = Json::at_start(&written);
            prop_assert_eq!(value.text().expect("a text"), text);
        }
    }
}
