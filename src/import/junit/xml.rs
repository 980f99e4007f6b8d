//! The markup of a report, one piece at a time, read leniently: faults are returned as pieces, and the reading goes on.
//!
//! Built on quick-xml's tokenizer, which resolves nothing, fetches nothing and never recurses. When markup breaks off, the
//! reader goes on at the next `<testcase` that begins a line: the text that another program wrote into the middle of a report
//! must not cost the rest of it.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::text::{decode, unescape};

/// The beginning of a section of text without references.
pub(super) const CDATA: &str = "<![CDATA[";

/// A piece of a document. Comments, declarations and processing instructions are skipped.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    Open(Tag<'a>),
    /// The name, without a prefix.
    Close(&'a str),
    /// Without references, or within CDATA.
    Text(&'a str),
    /// The name between `&` and `;`.
    Reference(&'a str),
    /// A document type that declares entities.
    Entities,
    /// Markup that never ends: the fault, and the markup that is skipped.
    Broken {
        what: String,
        markup: &'a str,
    },
    End,
}

/// An opening tag.
#[derive(Debug)]
pub(super) struct Tag<'a> {
    start: BytesStart<'a>,
    /// The name, without a prefix.
    pub name: &'a str,
    /// As it is written, brackets included.
    pub raw: &'a str,
    /// It closes itself.
    pub is_empty: bool,
}

impl Tag<'_> {
    /// Returns the value of the first attribute of this name (prefixes don't count) and the first entity in it that was left
    /// unresolved.
    pub(super) fn attribute(&self, name: &str) -> Option<(String, Option<String>)> {
        let mut attributes = self.start.attributes();
        attributes
            .with_checks(false)
            .filter_map(Result::ok)
            .find(|attribute| without_prefix(attribute.key.as_ref()) == name)
            .map(|attribute| unescape(&attribute.value))
    }
}

/// A reader of documents.
pub(super) struct XmlReader<'a> {
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
    pub(super) fn new(text: &'a str) -> XmlReader<'a> {
        XmlReader { text, reader: tokenizer(text), base: 0, start: 0, counted: (0, 1) }
    }

    /// Returns the line on which the last piece begins, from 1.
    pub(super) fn line(&mut self) -> u64 {
        let (offset, line) = self.counted;
        // Offsets never go back: the lines of a whole document are counted once.
        let between = self.text.get(offset..self.start).unwrap_or_default();
        let line = line + between.matches('\n').count() as u64;
        self.counted = (self.start.max(offset), line);
        line
    }

    /// Returns the next piece. After [`Piece::Broken`], the reading goes on behind it.
    pub(super) fn next(&mut self) -> Piece<'a> {
        loop {
            self.start = self.position();
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(error) => return self.broken(&error),
            };
            let raw = &self.text[self.start..self.position()];
            let piece = match event {
                Event::Start(start) => Piece::Open(tag(start, raw, false)),
                Event::Empty(start) => Piece::Open(tag(start, raw, true)),
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
                Event::DocType(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => continue,
                Event::Eof => Piece::End,
            };
            return piece;
        }
    }

    fn position(&self) -> usize {
        self.offset(self.reader.buffer_position())
    }

    /// Returns the offset in the text of a position of the tokenizer.
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

fn tag<'a>(start: BytesStart<'a>, raw: &'a str, is_empty: bool) -> Tag<'a> {
    let name = raw.strip_prefix('<').unwrap_or(raw);
    let end = name.find(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/').unwrap_or(name.len());
    Tag { start, name: without_prefix(&name[..end]), raw, is_empty }
}

fn without_prefix(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, name)| name)
}

/// Returns the offset behind `offset` at which a line begins with `<testcase`.
fn next_case(text: &str, offset: usize) -> Option<usize> {
    let behind = offset + 1;
    let rest = text.get(behind..)?;
    rest.match_indices("<testcase").find_map(|(index, _)| {
        let line_start = rest[..index].rfind('\n').map_or(0, |newline| newline + 1);
        rest[line_start..index].trim().is_empty().then_some(behind + index)
    })
}

/// Returns true if the root element of a document is that of a report: `<testsuites>` or `<testsuite>`.
pub(in crate::import) fn is_report(head: &[u8]) -> bool {
    matches!(root_element(head).as_deref(), Some("testsuites" | "testsuite"))
}

/// Returns the name of a document's root element; none if the document is not XML or does not begin with one.
pub(in crate::import) fn root_element(head: &[u8]) -> Option<String> {
    let decoded = decode(head);
    let text = decoded.text.trim_start();
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
            Piece::Text(_) | Piece::Entities => {}
        }
    }
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
                Piece::Broken { what, markup } => format!("{line}: {what} {markup:?}"),
                Piece::End => return pieces,
            };
            pieces.push(shown);
        }
    }

    #[test]
    fn a_document_comes_piece_by_piece() {
        let document = "<?xml version='1.0'?><!-- no --><a:b c='d>'>x &amp; y<e />\n<![CDATA[<z>]]></a:b >";
        assert_eq!(pieces(document), ["+b", "\"x \"", "&amp", "\" y\"", "+e/", "\"\\n\"", "\"<z>\"", "-b"]);
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
        ] {
            assert!(!is_report(head.as_bytes()), "{head}");
        }
    }
}
