//! A report as XML: decoded from bytes, then read leniently, piece by piece. Errors are pieces.
//!
//! If markup breaks off, the reader continues at the next `<testcase` at the beginning of a line: text
//! written into the middle of a report by another program must not affect the rest of it. Only XML's own
//! entities and references to characters are resolved, so that no document is larger in memory than on disk.

use std::borrow::Cow;
use std::cell::OnceCell;

use memchr::memchr;
use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::Event;

use super::short_text::count_lines;
use crate::encoding::decode;

/// The beginning of a section of text without references.
pub(crate) const CDATA: &str = "<![CDATA[";

/// A piece of a document. Declarations and processing instructions are skipped.
pub(crate) enum Piece<'a> {
    Open(Tag<'a>),
    /// The name, without a prefix.
    Close(&'a str),
    /// Text without references, or inside CDATA.
    Text(&'a str),
    /// The name between `&` and `;`.
    Reference(&'a str),
    /// A document type that declares entities.
    Entities,
    /// The text of a comment. Node writes its totals there.
    Comment(&'a str),
    /// Unterminated markup: the error, and the skipped markup.
    Broken {
        what: String,
        markup: &'a str,
    },
    End,
}

pub(crate) struct Tag<'a> {
    /// A tag is asked for many names: its attributes are told apart once, if it is asked at all.
    attributes: OnceCell<Vec<Attribute<'a>>>,
    /// The name, without a prefix.
    pub name: &'a str,
    /// The tag as written, including brackets.
    pub raw: &'a str,
    /// The text behind the name.
    behind_name: &'a str,
    /// True if it is self-closing.
    pub is_empty: bool,
}

/// The name of an attribute whose value has no quotes: what follows it in the tag may be anything.
pub(crate) const DAMAGED: &str = "";

/// An attribute of a tag.
pub(crate) struct Attribute<'a> {
    /// The name, without a prefix.
    pub name: &'a str,
    /// The value as written.
    pub value: &'a str,
}

impl<'a> Tag<'a> {
    /// Returns the attributes in their order.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = Attribute<'a>> + use<'a> {
        attributes(self.behind_name)
    }

    /// Returns the value of the first attribute of this name, without prefixes, and the first unresolved entity in it.
    pub(crate) fn attribute(&self, name: &str) -> Option<(String, Option<String>)> {
        let attributes = self.attributes.get_or_init(|| self.attributes().collect());
        let found = attributes.iter().find(|attribute| attribute.name == name)?;
        let (value, foreign) = unescape(found.value);
        Some((value.into_owned(), foreign))
    }
}

/// Returns the value of the first attribute of this name in a tag as it is written, without prefixes.
pub(crate) fn attribute_of<'a>(raw: &'a str, name: &str) -> Option<Cow<'a, str>> {
    let found = tag(raw, false).attributes().find(|attribute| attribute.name == name)?;
    Some(unescape(found.value).0)
}

pub(crate) struct XmlReader<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    /// The offset in `text` at which the tokenizer began.
    base: usize,
    /// The offset of the last piece.
    start: usize,
    /// An offset in `text`, and its line.
    counted: (usize, u64),
}

impl<'a> XmlReader<'a> {
    /// Begins at the report, if a program printed something into the file before it.
    pub(crate) fn new(text: &'a str) -> XmlReader<'a> {
        let base = below_output(text).unwrap_or(0);
        XmlReader { text, reader: tokenizer(&text[base..]), base, start: base, counted: (0, 1) }
    }

    /// Returns the line on which the last piece begins, from 1.
    pub(crate) fn line(&mut self) -> u64 {
        let (offset, line) = self.counted;
        // Offsets never decrease: the lines of a whole document are counted once.
        let between = self.text.as_bytes().get(offset..self.start).unwrap_or_default();
        let line = line + count_lines(between);
        self.counted = (self.start.max(offset), line);
        line
    }

    /// Returns the next piece. After [`Piece::Broken`], reading continues after it.
    pub(crate) fn next(&mut self) -> Piece<'a> {
        loop {
            self.start = self.position();
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(error) => return self.broken(&error),
            };
            let raw = &self.text[self.start..self.position()];
            return match event {
                Event::Start(_) => Piece::Open(tag(raw, false)),
                Event::Empty(_) => Piece::Open(tag(raw, true)),
                Event::End(_) => {
                    let name = raw.strip_prefix("</").unwrap_or(raw).trim_end_matches('>').trim();
                    Piece::Close(without_prefix(name))
                }
                Event::Text(_) => Piece::Text(raw),
                Event::CData(_) => {
                    let inner = raw.strip_prefix(CDATA).and_then(|rest| rest.strip_suffix("]]>"));
                    Piece::Text(inner.unwrap_or(raw))
                }
                Event::GeneralRef(_) => Piece::Reference(raw.trim_start_matches('&').trim_end_matches(';')),
                Event::DocType(_) if raw.contains("<!ENTITY") => Piece::Entities,
                Event::Comment(_) => {
                    let inner = raw.strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->"));
                    Piece::Comment(inner.unwrap_or(raw))
                }
                Event::DocType(_) | Event::Decl(_) | Event::PI(_) => continue,
                Event::Eof => Piece::End,
            };
        }
    }

    fn position(&self) -> usize {
        self.offset(self.reader.buffer_position())
    }

    fn offset(&self, position: u64) -> usize {
        let offset = usize::try_from(position).unwrap_or(usize::MAX).saturating_add(self.base);
        // The tokenizer stops at markup, which is never within a character.
        if self.text.is_char_boundary(offset) { offset } else { self.text.len() }
    }

    fn broken(&mut self, error: &quick_xml::Error) -> Piece<'a> {
        let offset = self.offset(self.reader.error_position()).max(self.start);
        self.start = offset;
        let next = next_case(self.text, offset).unwrap_or(self.text.len());
        self.base = next;
        self.reader = tokenizer(&self.text[next..]);
        let what = error.to_string().replace("syntax error: ", "");
        Piece::Broken { what, markup: &self.text[offset..next] }
    }
}

fn tokenizer(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
    reader
}

/// Reads a tag as it is written, including its brackets.
pub(crate) fn tag(raw: &str, is_empty: bool) -> Tag<'_> {
    let inner = within_brackets(raw);
    let (name, behind_name) = inner.split_at(end_of_name(inner));
    Tag { attributes: OnceCell::new(), name: without_prefix(name), raw, behind_name, is_empty }
}

/// Returns a tag without its brackets; one that breaks off has no closing one.
fn within_brackets(raw: &str) -> &str {
    let inner = raw.strip_prefix('<').unwrap_or(raw);
    inner.strip_suffix('>').map_or(inner, |inner| inner.strip_suffix('/').unwrap_or(inner))
}

/// Returns the end of the name of the element in a tag without brackets.
fn end_of_name(inner: &str) -> usize {
    let end = inner.bytes().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'));
    end.unwrap_or(inner.len())
}

/// Returns the attributes in what is written behind the name of a tag; of one that breaks off, those that are
/// whole. A value without quotes has no name: it is damaged.
fn attributes(behind_name: &str) -> impl Iterator<Item = Attribute<'_>> {
    let mut rest = behind_name;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_ascii_start();
            let end = rest.bytes().position(|byte| byte == b'=' || byte.is_ascii_whitespace())?;
            let name = &rest[..end];
            let after = rest[end..].trim_ascii_start();
            let Some(value) = after.strip_prefix('=') else {
                rest = after;
                continue;
            };
            let value = value.trim_ascii_start();
            let quote = value.bytes().next().filter(|byte| matches!(byte, b'"' | b'\''));
            let Some(quote) = quote else {
                rest = value.trim_start_matches(|c: char| !c.is_ascii_whitespace());
                return Some(Attribute { name: DAMAGED, value: name });
            };
            let length = memchr(quote, &value.as_bytes()[1..])?;
            rest = &value[length + 2..];
            return Some(Attribute { name: without_prefix(name), value: &value[1..=length] });
        }
    })
}

/// Says that an attribute is damaged.
pub(crate) fn damaged_attribute(name: &str) -> String {
    format!("the attribute {name:?} has no quotes around its value: what follows may be missing")
}

fn without_prefix(name: &str) -> &str {
    // Most names have no prefix, and are too short for a faster search.
    if name.bytes().all(|byte| byte != b':') {
        return name;
    }
    name.rsplit(':').next().unwrap_or(name)
}

/// Returns the next offset after `offset` where a line begins with `<testcase`.
fn next_case(text: &str, offset: usize) -> Option<usize> {
    let after = offset + 1;
    let rest = text.get(after..)?;
    rest.match_indices("<testcase").find_map(|(index, _)| {
        let line_start = rest[..index].rfind('\n').map_or(0, |newline| newline + 1);
        rest[line_start..index].trim().is_empty().then_some(after + index)
    })
}

/// The root elements of reports; the last one is Eclipse's.
const ROOTS: [&str; 3] = ["testsuites", "testsuite", "testrun"];

pub(crate) fn is_root_of_report(name: &str) -> bool {
    ROOTS.contains(&name)
}

/// Returns true for the beginning of the name of a report's root, at which its file may end.
pub(crate) fn begins_root_of_report(name: &str) -> bool {
    ROOTS.iter().any(|root| root.starts_with(name))
}

pub(crate) fn is_report(head: &[u8]) -> bool {
    root_element(head).is_some_and(|root| is_root_of_report(&root))
        || below_output(&decode(head).text).is_some()
}

/// Returns the offset of a report below what a program printed into the same file, before or after the
/// declaration: that of the first line that begins with the root of a report. None for a document that begins
/// with an element, and for other text.
pub(crate) fn below_output(text: &str) -> Option<usize> {
    let document = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let declared = document.strip_prefix("<?xml").and_then(|rest| Some(rest.split_once("?>")?.1));
    if declared.unwrap_or(document).trim_start().starts_with('<') {
        return None;
    }
    let line = text.split_inclusive('\n').find(|line| {
        let line = line.trim_start();
        // The declaration may stand before the root on its line.
        let declared = line.strip_prefix("<?xml ").and_then(|rest| Some(rest.split_once("?>")?.1));
        let name = declared.unwrap_or(line).trim_start().strip_prefix('<').unwrap_or("");
        let end = name.find(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/');
        is_root_of_report(&name[..end.unwrap_or(name.len())])
    })?;
    Some(line.as_ptr() as usize - text.as_ptr() as usize)
}

/// Returns true for Failsafe's summary of its reports.
pub(crate) fn is_summary(text: &str) -> bool {
    root_of(text).as_deref() == Some("failsafe-summary")
}

/// Returns the name of the root element of a document in whatever encoding.
pub(crate) fn root_element(head: &[u8]) -> Option<String> {
    root_of(&decode(head).text)
}

/// Returns the name of a document's root element; none if the document is not XML or does not begin with an element.
pub(crate) fn root_of(text: &str) -> Option<String> {
    let text = text.trim_start();
    if !text.starts_with('<') {
        return None;
    }
    let mut xml = XmlReader::new(text);
    loop {
        match xml.next() {
            Piece::Open(tag) => return Some(tag.name.to_owned()),
            // The first tag may be longer than the head.
            Piece::Broken { markup, .. } => {
                let name = markup.strip_prefix('<')?.split(|c: char| c.is_whitespace() || c == '>').next()?;
                let name = name.rsplit(':').next()?;
                return name.starts_with(char::is_alphabetic).then(|| name.to_owned());
            }
            Piece::Text(text) if !text.trim().is_empty() => return None,
            Piece::Close(_) | Piece::Reference(_) | Piece::End => return None,
            Piece::Text(_) | Piece::Entities | Piece::Comment(_) => {}
        }
    }
}

/// Returns true for the beginning of a document that ends before its first element is open.
pub(crate) fn is_beginning_of_document(text: &str) -> bool {
    if !text.trim_start().starts_with('<') {
        return false;
    }
    let mut xml = XmlReader::new(text);
    loop {
        match xml.next() {
            Piece::Text(text) if text.trim().is_empty() => {}
            Piece::Comment(_) | Piece::Entities => {}
            Piece::Broken { .. } | Piece::End => return true,
            Piece::Open(_) | Piece::Close(_) | Piece::Text(_) | Piece::Reference(_) => return false,
        }
    }
}

/// Collects the text of an element or an attribute. One piece is not copied: it may be as long as the report.
#[derive(Debug, Default)]
pub(crate) struct TextBuffer<'a> {
    text: Cow<'a, str>,
    /// The first half of a character that a JVM wrote as two references, `&#55357;&#56832;`.
    high_surrogate: Option<u32>,
    /// The first entity that is not one of XML's own.
    foreign: Option<String>,
}

impl<'a> TextBuffer<'a> {
    pub(crate) fn push(&mut self, text: &'a str) {
        if !text.is_empty() {
            self.close_surrogate();
            self.text += text;
        }
    }

    /// Adds the character of `&name;`. Other entities than XML's own are not resolved.
    pub(crate) fn push_reference(&mut self, name: &str) {
        if let Some(character) = resolve_xml_entity(name) {
            self.close_surrogate();
            self.text.to_mut().push_str(character);
        } else if let Some(code) = code_point(name) {
            self.push_code(code);
        } else {
            self.close_surrogate();
            self.foreign.get_or_insert_with(|| name.chars().take(40).collect());
            self.text.to_mut().extend(["&", name, ";"]);
        }
    }

    fn push_code(&mut self, code: u32) {
        match (self.high_surrogate, code) {
            (Some(high), 0xDC00..=0xDFFF) => {
                self.high_surrogate = None;
                let code = 0x1_0000 + ((high - 0xD800) << 10) + (code - 0xDC00);
                self.text.to_mut().push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            (_, 0xD800..=0xDBFF) => {
                self.close_surrogate();
                self.high_surrogate = Some(code);
            }
            _ => {
                self.close_surrogate();
                self.text.to_mut().push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
        }
    }

    fn close_surrogate(&mut self) {
        if self.high_surrogate.take().is_some() {
            self.text.to_mut().push(char::REPLACEMENT_CHARACTER);
        }
    }

    /// Returns the text, and the first unresolved entity in it.
    pub(crate) fn finish(mut self) -> (Cow<'a, str>, Option<String>) {
        self.close_surrogate();
        let text = match restore_controls(&self.text) {
            Cow::Borrowed(_) => self.text,
            Cow::Owned(restored) => Cow::Owned(restored),
        };
        (text, self.foreign)
    }
}

/// Resolves the references in an attribute's value, and returns the first unresolved entity.
pub(crate) fn unescape(raw: &str) -> (Cow<'_, str>, Option<String>) {
    if memchr(b'&', raw.as_bytes()).is_none() {
        return (Cow::Borrowed(raw), None);
    }
    let mut buffer = TextBuffer::default();
    let mut rest = raw;
    while let Some(start) = rest.find('&') {
        buffer.push(&rest[..start]);
        rest = &rest[start + 1..];
        let end = rest.find(|c: char| c == ';' || c == '&' || c.is_whitespace());
        match end.filter(|&end| end > 0 && rest[end..].starts_with(';')) {
            Some(end) => {
                buffer.push_reference(&rest[..end]);
                rest = &rest[end + 1..];
            }
            None => buffer.push("&"),
        }
    }
    buffer.push(rest);
    buffer.finish()
}

/// Returns the code point of a character reference, `#27` or `#x1b`; U+FFFD for those beyond Unicode.
fn code_point(name: &str) -> Option<u32> {
    let number = name.strip_prefix('#')?;
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    is_number.then(|| u32::from_str_radix(digits, radix).unwrap_or(0xFFFD))
}

/// Restores control characters, which XML can't contain: Surefire writes `&amp#27;`, the console launcher `&#27;`.
fn restore_controls(text: &str) -> Cow<'_, str> {
    if !text.contains('&') || !text.contains("&#") && !text.contains("&amp#") {
        return Cow::Borrowed(text);
    }
    let mut restored = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        restored.push_str(&rest[..start]);
        rest = &rest[start..];
        let control = ["&#", "&amp#"].iter().find_map(|opening| control(rest.strip_prefix(opening)?));
        let (character, after) = control.unwrap_or(('&', &rest[1..]));
        restored.push(character);
        rest = after;
    }
    restored.push_str(rest);
    Cow::Owned(restored)
}

/// Parses the number of a control character with its semicolon, and also returns the text after it.
fn control(text: &str) -> Option<(char, &str)> {
    let (digits, after) = text.split_once(';')?;
    let code: u8 = digits.parse().ok().filter(|_| !digits.starts_with('+'))?;
    let is_control = code < 0x20 && !matches!(code, b'\t' | b'\n' | b'\r');
    is_control.then_some((char::from(code), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<String> {
        let mut reader = XmlReader::new(text);
        let mut pieces = Vec::new();
        loop {
            let piece = reader.next();
            let line = reader.line();
            let shown = match piece {
                Piece::Open(tag) => format!("+{}{}", tag.name, if tag.is_empty { "/" } else { "" }),
                Piece::Close(name) => format!("-{name}"),
                Piece::Text(text) => format!("{text:?}"),
                Piece::Reference(name) => format!("&{name}"),
                Piece::Entities => "entities".to_owned(),
                Piece::Comment(comment) => format!("!{comment}"),
                Piece::Broken { what, markup } => format!("{line}: {what} {markup:?}"),
                Piece::End => return pieces,
            };
            pieces.push(shown);
        }
    }

    #[test]
    fn a_document_comes_piece_by_piece() {
        let document = "<?xml version='1.0'?><!-- no --><a:b c='d>'>x &amp; y<e />\n<![CDATA[<z>]]></a:b >";
        assert_eq!(
            pieces(document),
            ["! no ", "+b", "\"x \"", "&amp", "\" y\"", "+e/", "\"\\n\"", "\"<z>\"", "-b"]
        );
    }

    #[test]
    fn attributes_are_read_whatever_their_prefix_and_quotes() {
        let mut reader = XmlReader::new("<t a='1 &lt; 2' x:b=\"line\nbreak\" c = '' d=e a='again'/>");
        let Piece::Open(tag) = reader.next() else { panic!("a tag") };
        let value = |name: &str| tag.attribute(name).map(|(value, _)| value);
        assert_eq!(value("a").as_deref(), Some("1 < 2"));
        assert_eq!(value("b").as_deref(), Some("line\nbreak"));
        assert_eq!(value("c").as_deref(), Some(""));
        assert_eq!(value("z"), None);
    }

    #[test]
    fn broken_markup_is_named_with_its_line_and_the_next_test_is_found() {
        let document = "<testsuite>\n<testcase name='a'>\n<failure><![CDATA[never closed\nsee <testcase>\n  <testcase name='b'/>\n</testsuite>";
        let found = pieces(document);
        let broken = "3: CDATA not closed: `]]>` not found before end of input \"<![CDATA[never closed\\nsee <testcase>\\n  \"";
        assert!(found.iter().any(|piece| piece == broken), "{found:?}");
        assert_eq!(found[found.len() - 3], "+testcase/");
        let cut_off = pieces("<a>\n\n<b");
        assert_eq!(cut_off[2], "3: tag not closed: `>` not found before end of input \"<b\"");
    }

    #[test]
    fn entities_are_announced_and_not_resolved() {
        let bomb = "<!DOCTYPE a [<!ENTITY b 'c'><!ENTITY d SYSTEM 'file:///etc/passwd'>]><a>&b;&d;</a>";
        assert_eq!(pieces(bomb), ["entities", "+a", "&b", "&d", "-a"]);
        assert_eq!(pieces("<!DOCTYPE html><a/>"), ["+a/"]);
    }
}

#[cfg(test)]
mod root_tests {
    use super::*;

    #[test]
    fn a_report_is_known_by_its_root() {
        for head in [
            "<testsuite",
            "<?xml version='1.0'?>\n<!-- by hand -->\n<testsuites>",
            "\u{FEFF}<testsuite name='cut o",
            "  <!DOCTYPE x><testsuite/>",
            "<x:testsuite xmlns:x='y'/>",
            "<testrun name='a'>",
            "<?xml version='1.0'?>\nprinted, 1 < 2\n<testsuites>",
            "printed\n<?xml version='1.0'?>\n  <testsuite name='a'>",
            "> test\n<?xml version='1.0'?><testsuites>",
        ] {
            assert!(is_report(head.as_bytes()), "{head}");
        }
        for head in [
            "",
            "testsuite",
            "<testsuitex>",
            "<project><testsuite/></project>",
            "<!-- never closed",
            "<<testsuite>",
            "see <testsuite>",
            "<html>\n<testsuite>",
            "text\n<testsuitex>",
        ] {
            assert!(!is_report(head.as_bytes()), "{head}");
        }
    }
}

#[cfg(test)]
mod reference_tests {
    use super::*;

    #[test]
    fn references_become_characters() {
        for (raw, text) in [
            ("a &lt;b&gt; &amp; &quot;c&apos;&quot;", "a <b> & \"c'\""),
            ("&#10;&#x9;&#x1F600;", "\n\t\u{1F600}"),
            ("&#55357;&#56832;!", "\u{1F600}!"),
            ("&#55357;!&#56832;&#55357;", "\u{FFFD}!\u{FFFD}\u{FFFD}"),
            ("&#0;&#xFFFFFF;&#99999999999;", "\0\u{FFFD}\u{FFFD}"),
            ("a & b &; &#; &#x; & &amp", "a & b &; &#; &#x; & &amp"),
            ("&amp;lt;", "&lt;"),
        ] {
            assert_eq!(unescape(raw).0, text, "{raw}");
        }
    }

    #[test]
    fn control_characters_that_tools_wrote_as_text_are_restored() {
        assert_eq!(unescape("&amp;#1;&amp;amp#27;[0m &amp;#27").0, "\u{1}\u{1b}[0m &#27");
        assert_eq!(
            unescape("&amp;#10; &amp;#65; &amp;#160; é&amp;#é").0,
            "&#10; &#65; &#160; é&#é",
            "not ours"
        );
    }

    #[test]
    fn custom_entities_are_left_unresolved_and_named() {
        assert_eq!(unescape("&lol9; &amp; &xxe;"), ("&lol9; & &xxe;".into(), Some("lol9".to_owned())));
        assert_eq!(unescape("fine &amp; well").1, None);
    }
}
