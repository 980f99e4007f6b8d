//! JSON as the readers of reports see it: values in place, looked into only where a reader asks.
//!
//! ```text
//! text ──document──▶ Json ──fields──▶ name, Json ──text, number, items──▶ what a test says
//! ```
//!
//! A document may be cut off at any byte, and then has the values before the cut; values may be nested to any
//! depth. Nothing is copied but texts with escapes, so that a test that passed costs only what is asked of
//! it.

use std::borrow::Cow;

use memchr::memchr2;

use super::short_text::count_lines;

/// A value, or the part of one before the document is cut off.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Json<'a> {
    raw: &'a str,
    /// False if the document ends or breaks off within it.
    pub is_whole: bool,
    /// The objects and arrays in it, itself first, if they were found before; else empty.
    within: &'a [Container],
}

/// The extent of an object or an array of a document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Container {
    /// Its length in bytes.
    length: u32,
    /// The number of objects and arrays in it, with itself.
    count: u32,
    is_whole: bool,
}

/// Values that follow each other, with what is between them skipped by the caller.
struct Values<'a> {
    rest: &'a str,
    within: &'a [Container],
}

/// The fields of an object, in the order of the document.
#[derive(Debug, Default)]
pub(crate) struct Fields<'a>(Vec<(&'a str, Json<'a>)>);

/// A document, and what stands before it.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    /// The text from its beginning on.
    pub text: &'a str,
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
        let between = self.text.as_bytes().get(known..offset).unwrap_or_default();
        let line = line + count_lines(between);
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
            start.strip_prefix('[').is_some_and(|rest| rest.starts_with('{') || rest.trim().is_empty());
        if start.starts_with('{') || is_array {
            let at = offset + printed.len() - start.len();
            return Some(Document { text: &text[at..], line });
        }
        offset += printed.len();
    }
    None
}

impl<'a> Document<'a> {
    /// Returns its value. Each look into an object or an array searches for the ends of what is in it: for a few looks.
    pub(crate) fn root(&self) -> Json<'a> {
        Json::at_start(self.text)
    }

    /// Finds its objects and arrays in one pass, in the order of their beginnings: then each byte is searched
    /// once, however deep it is. Empty for a document of more than 4 GB, in which they are searched for as in
    /// [`Document::root`].
    pub(crate) fn containers(&self) -> Vec<Container> {
        containers(self.text)
    }

    /// Returns its value; `containers` are its objects and arrays.
    pub(crate) fn root_with<'c>(&self, containers: &'c [Container]) -> Json<'c>
    where
        'a: 'c,
    {
        Values { rest: self.text, within: containers }.next()
    }
}

impl<'a> Json<'a> {
    /// Returns the value at the start of a text.
    pub(crate) fn at_start(text: &'a str) -> Json<'a> {
        Values { rest: text, within: &[] }.next()
    }

    fn values(self) -> Values<'a> {
        Values { rest: self.raw.get(1..).unwrap_or(""), within: self.within.get(1..).unwrap_or(&[]) }
    }

    /// Returns its fields; none if it is no object.
    pub(crate) fn fields(self) -> Fields<'a> {
        if !self.is_object() {
            return Fields::default();
        }
        // Most objects of reports have fewer.
        let mut fields = Fields(Vec::with_capacity(16));
        fields.0.extend(self.fields_in_order());
        fields
    }

    /// Returns the first field of a name, for those who ask for no other. None if it is no object.
    pub(crate) fn field(self, name: &str) -> Option<Json<'a>> {
        let mut fields = self.is_object().then(|| self.fields_in_order())?;
        fields.find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// Returns the text of the first field of a name; empty without one.
    pub(crate) fn text_of(self, name: &str) -> Cow<'a, str> {
        self.field(name).and_then(Json::text).unwrap_or_default()
    }

    /// Returns the fields of an object, up to the first that is not whole.
    fn fields_in_order(self) -> impl Iterator<Item = (&'a str, Json<'a>)> {
        let mut values = self.values();
        let mut is_over = false;
        std::iter::from_fn(move || {
            if is_over {
                return None;
            }
            values.skip_to_next();
            if !values.begins_with(b'"') {
                return None;
            }
            let name = values.next();
            values.skip_blanks();
            values.rest = values.rest.strip_prefix(':').filter(|_| name.is_whole)?;
            let value = values.next();
            is_over = !value.is_whole;
            // A name that is whole has quotes at both ends.
            (!value.raw.is_empty()).then(|| (&name.raw[1..name.raw.len() - 1], value))
        })
    }

    /// Returns the values of an array; none if it is no array.
    pub(crate) fn items(self) -> impl Iterator<Item = Json<'a>> {
        let mut values = if self.is_array() { self.values() } else { Values { rest: "", within: &[] } };
        std::iter::from_fn(move || {
            values.skip_to_next();
            let value = values.next();
            if !value.is_whole {
                values.rest = "";
            }
            (!value.raw.is_empty()).then_some(value)
        })
    }

    pub(crate) fn is_object(self) -> bool {
        self.raw.as_bytes().first() == Some(&b'{')
    }

    pub(crate) fn is_array(self) -> bool {
        self.raw.as_bytes().first() == Some(&b'[')
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

    /// Returns the names as they are written, with their values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'a str, Json<'a>)> {
        self.0.iter().copied()
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

impl<'a> Values<'a> {
    /// Skips the blanks and commas before a value.
    fn skip_to_next(&mut self) {
        let value = self.rest.bytes().position(|byte| !byte.is_ascii_whitespace() && byte != b',');
        self.rest = &self.rest[value.unwrap_or(self.rest.len())..];
    }

    fn skip_blanks(&mut self) {
        if self.rest.as_bytes().first().is_some_and(u8::is_ascii_whitespace) {
            self.rest = self.rest.trim_ascii_start();
        }
    }

    fn begins_with(&self, byte: u8) -> bool {
        self.rest.as_bytes().first() == Some(&byte)
    }

    /// Returns the next value; an empty one at the end.
    fn next(&mut self) -> Json<'a> {
        self.skip_blanks();
        if self.begins_with(b'"') {
            let (end, is_whole) = end_of_text(self.rest.as_bytes(), 0);
            return self.take(end, is_whole, 0);
        }
        match self.within.first().filter(|_| self.begins_with(b'{') || self.begins_with(b'[')) {
            Some(&Container { length, count, is_whole }) => {
                self.take(length as usize, is_whole, count as usize)
            }
            None => {
                let (end, is_whole) = end_of_value(self.rest.as_bytes());
                let count = count_containers(&self.rest.as_bytes()[..end]);
                self.take(end, is_whole, count)
            }
        }
    }

    /// Takes a value of this length, in which are so many objects and arrays.
    fn take(&mut self, length: usize, is_whole: bool, count: usize) -> Json<'a> {
        let (raw, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        let (within, after) = self.within.split_at_checked(count).unwrap_or((self.within, &[]));
        (self.rest, self.within) = (rest, after);
        Json { raw, is_whole, within }
    }
}

/// True for the bytes that begin a text, and begin or end an object or an array.
const IS_STRUCTURE: [bool; 256] = {
    let mut is_structure = [false; 256];
    let mut at = 0;
    while at < STRUCTURE.len() {
        is_structure[STRUCTURE[at] as usize] = true;
        at += 1;
    }
    is_structure
};
const STRUCTURE: &[u8] = b"\"{}[]";

/// Finds the objects and arrays of the value at the start of a text, in the order of their beginnings. Those
/// that are open where the text ends are not whole.
#[expect(clippy::cast_possible_truncation, reason = "the text is not longer than 4 GB")]
fn containers(text: &str) -> Vec<Container> {
    let mut containers: Vec<Container> = Vec::new();
    if u32::try_from(text.len()).is_err() {
        return containers;
    }
    let text = text.as_bytes();
    // The number and the beginning of each one that is open.
    let mut open: Vec<(u32, u32)> = Vec::new();
    let mut at = 0;
    while let Some(length) =
        text.get(at..).and_then(|rest| rest.iter().position(|&byte| IS_STRUCTURE[usize::from(byte)]))
    {
        at += length;
        match text[at] {
            b'"' => {
                at = end_of_text(text, at).0;
                continue;
            }
            b'{' | b'[' => {
                open.push((containers.len() as u32, at as u32));
                containers.push(Container { length: 0, count: 0, is_whole: false });
            }
            b'}' | b']' => {
                let Some((number, start)) = open.pop() else { break };
                let (length, count) = (at as u32 + 1 - start, containers.len() as u32 - number);
                containers[number as usize] = Container { length, count, is_whole: true };
                if open.is_empty() {
                    break;
                }
            }
            _ => {}
        }
        at += 1;
    }
    for (number, start) in open {
        let (length, count) = (text.len() as u32 - start, containers.len() as u32 - number);
        containers[number as usize] = Container { length, count, is_whole: false };
    }
    containers.shrink_to_fit();
    containers
}

/// Counts the objects and arrays in what is no value: a word may stand before one in a document that is damaged.
fn count_containers(text: &[u8]) -> usize {
    let (mut at, mut count) = (0, 0);
    while let Some(&byte) = text.get(at) {
        at = if byte == b'"' { end_of_text(text, at).0 } else { at + 1 };
        count += usize::from(matches!(byte, b'{' | b'['));
    }
    count
}

/// Returns the length of the value at the start of a text, and whether it ends there. Brackets are counted,
/// not followed.
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
    while let Some(length) = text.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        at += length;
        if text[at] == b'"' {
            return (at + 1, true);
        }
        at += 2;
    }
    (text.len(), false)
}

/// Returns the length of the value at the start of a text; the error is the place at which it is none, or the
/// end of the text. What tools write and JSON forbids is allowed where it loses nothing: words such as `NaN`,
/// a comma behind the last value, control characters in a text.
pub(crate) fn extent(text: &str) -> Result<usize, usize> {
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Expected {
        Value,
        Name,
        Colon,
        CommaOrEnd,
    }
    let bytes = text.as_bytes();
    let mut open: Vec<u8> = Vec::new();
    let mut expected = Expected::Value;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += 1;
        expected = match (byte, expected) {
            (byte, _) if byte.is_ascii_whitespace() => continue,
            (b'{', Expected::Value) => {
                open.push(b'}');
                Expected::Name
            }
            (b'[', Expected::Value) => {
                open.push(b']');
                Expected::Value
            }
            // A name has a value: `Value` is expected behind its colon as well, where no bracket may stand.
            (b'}', Expected::CommaOrEnd | Expected::Name)
            | (b']', Expected::CommaOrEnd | Expected::Value)
                if open.last() == Some(&byte) =>
            {
                open.pop();
                Expected::CommaOrEnd
            }
            (b'"', Expected::Name | Expected::Value) => {
                let (end, is_whole) = end_of_text(bytes, start);
                if !is_whole {
                    return Err(text.len());
                }
                at = end;
                if expected == Expected::Name { Expected::Colon } else { Expected::CommaOrEnd }
            }
            (b':', Expected::Colon) => Expected::Value,
            (b',', Expected::CommaOrEnd) if open.last() == Some(&b'}') => Expected::Name,
            (b',', Expected::CommaOrEnd) if open.last() == Some(&b']') => Expected::Value,
            (byte, Expected::Value) if is_of_word(byte) => {
                let length = bytes[at..].iter().position(|&byte| !is_of_word(byte));
                at = length.map_or(bytes.len(), |length| at + length);
                Expected::CommaOrEnd
            }
            _ => return Err(start),
        };
        if open.is_empty() && expected == Expected::CommaOrEnd {
            return Ok(at);
        }
    }
    Err(text.len())
}

/// Returns true for a byte of a number or of a word such as `true`.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'_')
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
    fn the_extent_of_a_value_is_known_unless_it_is_damaged() {
        for (text, expected) in [
            ("{}", Ok(2)),
            (" [1, 2.5e-3, -1] [", Ok(16)),
            (r#"{"a":{"b":[{},[],"}"]},"c":null} x"#, Ok(32)),
            (r#"{"a":NaN,"b":[1,],}"#, Ok(19)),
            ("{\"a\":\"two\nlines\"}", Ok(17)),
            (r#"{"a":1"#, Err(6)),
            (r#"{"a":"b"#, Err(7)),
            ("", Err(0)),
            (r#"{"a":1}}"#, Ok(7)),
            (r#"[{"a":1}},{}]"#, Err(8)),
            (r#"[{"a":1]"#, Err(7)),
            (r#"{"a":}"#, Err(5)),
            (r#"{"a",1}"#, Err(4)),
            (r#"{"a":1 "b":2}"#, Err(7)),
            (r"{a:1}", Err(1)),
            ("[{}{}]", Err(3)),
            ("[1}", Err(2)),
            ("\u{fffd}[]", Err(0)),
        ] {
            assert_eq!(extent(text), expected, "{text}");
        }
    }

    #[test]
    fn values_are_found_in_place() {
        let text = " {\"pen\": {\"ink\": [1, \"tw\\\"o\", {\"x\": null}]}, \"cap\" :true,\"nib\":\"\\u00e9\\ud83d\\ude00\\ud83d\"}";
        let document = document(text).expect("a document");
        let containers = document.containers();
        let root = document.root_with(&containers);
        let fields = root.fields();
        assert!(root.is_whole && fields.has(&["pen", "cap", "nib"]) && fields.is_true("cap"));
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
        let containers = document.containers();
        let root = document.root_with(&containers);
        assert!(!root.is_whole && document.line == 3);
        let tests: Vec<(String, bool)> = root
            .fields()
            .items("tests")
            .map(|test| (test.fields().text("name").into_owned(), test.is_whole))
            .collect();
        assert_eq!(tests, [("a".to_owned(), true), ("b".to_owned(), true), ("c".to_owned(), false)]);
    }

    /// Returns true if two values of a document hold the same, whether or not their objects and arrays were
    /// found before.
    fn are_equal(one: Json<'_>, other: Json<'_>, depth: usize) -> bool {
        let (fields, others) = (one.fields(), other.fields());
        let (items, other_items): (Vec<_>, Vec<_>) = (one.items().collect(), other.items().collect());
        one.raw == other.raw
            && one.is_whole == other.is_whole
            && one.text() == other.text()
            && fields.0.len() == others.0.len()
            && fields
                .0
                .iter()
                .zip(&others.0)
                .all(|(one, other)| one.0 == other.0 && (depth > 9 || are_equal(one.1, other.1, depth + 1)))
            && items.len() == other_items.len()
            && items
                .iter()
                .zip(&other_items)
                .all(|(one, other)| depth > 9 || are_equal(*one, *other, depth + 1))
    }

    #[test]
    fn a_word_before_an_object_shifts_nothing() {
        for text in [
            "[\nx{\"a\": [1]}, {\"b\": {\"c\": \"long enough\"}}, {}]",
            r#"{"a": x[1, {}], "b": {"c": [{}]}, "d": [{}]}"#,
        ] {
            let document = document(text).expect("a document");
            let containers = document.containers();
            assert!(are_equal(document.root_with(&containers), document.root(), 0), "{text}");
        }
    }

    #[test]
    fn depth_is_no_danger() {
        let deep = format!("{{\"a\": {}", "[".repeat(1_000_000));
        let document = document(&deep).expect("a document");
        let containers = document.containers();
        assert!(!document.root().is_whole && !document.root_with(&containers).is_whole);
    }

    proptest! {
        #[test]
        fn any_text_is_read_to_an_end(text in "(\\{|\\}|\\[|\\]|\"|\\\\|\\\\u|d83d|:|,|a|1|é| |\n){0,60}") {
            if let Some(document) = document(&text) {
                let containers = document.containers();
                let (root, searched) = (document.root_with(&containers), document.root());
                prop_assert!(are_equal(root, searched, 0), "{text}");
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
