//! The beginning of an input, as the formats recognize it: read once, before its format is known.

use std::borrow::Cow;
use std::cell::OnceCell;

use csv::ReaderBuilder;
use serde_json::Value;

use super::Recognized;
use super::json::{self, Container, Json};
use super::xml::root_of;
use crate::encoding::decode;

/// The beginning of the lines that npm prints before the output of a script.
pub(crate) const HEADER: &str = "> ";

/// The beginning of an input.
pub(crate) struct Head<'h> {
    /// The input as given, for messages.
    pub name: &'h str,
    pub content: Content<'h>,
    /// Its text in whatever encoding, for the readers that decode it.
    pub text: Cow<'h, str>,
    /// The objects and arrays of the value of JSON with which the text begins: many formats look into it, and
    /// some folders have thousands of files.
    containers: OnceCell<Vec<Container>>,
    /// True for the first byte of every packet of subunit, which is no text.
    pub is_subunit: bool,
}

/// The kind of text that an input begins with. Each format looks into the kind that it is written in.
pub(crate) enum Content<'h> {
    /// XML with this root element.
    Xml(String),
    Json(JsonLine<'h>),
    Text {
        text: Cow<'h, str>,
        /// The first line, as the header of a CSV.
        header: Vec<String>,
    },
    /// Something that no format is written in, and what to do.
    Foreign(&'static str),
}

/// A text that begins with an object of JSON.
pub(crate) struct JsonLine<'h> {
    text: Cow<'h, str>,
    /// The fields of the first line; None if it is broken or extends beyond the head. Few formats ask for them.
    fields: OnceCell<Option<Vec<String>>>,
}

impl<'h> Head<'h> {
    pub(crate) fn of(bytes: &'h [u8], name: &'h str) -> Head<'h> {
        let text = match decode(bytes).text {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim_start()),
            Cow::Owned(text) => Cow::Owned(text.trim_start().to_owned()),
        };
        let (content, containers) = (Content::of(bytes, &text), OnceCell::new());
        Head { name, content, text, containers, is_subunit: bytes.first() == Some(&0xB3) }
    }

    /// Returns the value of JSON with which the input begins, or the part of it that is here.
    pub(crate) fn json(&self) -> Option<Json<'_>> {
        self.text.starts_with(['{', '[']).then(|| {
            let document = json::Document { text: &self.text, line: 1 };
            document.root_with(self.containers.get_or_init(|| document.containers()))
        })
    }

    /// Returns the value of JSON below what a program printed.
    fn json_below_output(&self) -> Option<Json<'_>> {
        json::document(&self.text).map(|document| document.root())
    }

    /// Returns true if only the lines stand before a document of JSON that npm prints before what a script does.
    fn is_below_header(&self) -> bool {
        json::document(&self.text).is_some_and(|document| {
            let before = usize::try_from(document.line - 1).unwrap_or(usize::MAX);
            self.text.lines().take(before).all(|line| line.trim().is_empty() || line.starts_with(HEADER))
        })
    }

    /// Recognizes a document of JSON that `is_report` accepts, also below what a program printed.
    pub(crate) fn recognized_json(&self, is_report: impl Fn(Json<'_>) -> bool) -> Recognized {
        if self.json().is_some_and(&is_report) {
            return Recognized::Certainly;
        }
        // What begins with an object is nothing that a program printed.
        if self.text.starts_with('{') || !self.json_below_output().is_some_and(&is_report) {
            return Recognized::No;
        }
        if self.is_below_header() { Recognized::Certainly } else { Recognized::IfNamed }
    }

    /// Returns the root element, if the input is XML.
    pub(crate) fn root(&self) -> Option<&str> {
        match &self.content {
            Content::Xml(root) => Some(root),
            _ => None,
        }
    }

    /// Describes what the input begins with, if no format recognizes it.
    pub(crate) fn description(&self) -> String {
        match &self.content {
            Content::Xml(root) => format!("it is XML, but not a report of tests: its root is <{root}>"),
            Content::Foreign(found) => (*found).to_owned(),
            Content::Json(_) => "it is JSON, but no report of tests that fossick knows".to_owned(),
            Content::Text { text, .. } => {
                let first: String = text.lines().next().unwrap_or("").chars().take(60).collect();
                format!("it begins with {first:?}")
            }
        }
    }
}

impl<'h> Content<'h> {
    /// Returns the kind of what begins with these bytes, which are `decoded` in whatever encoding.
    fn of(bytes: &'h [u8], decoded: &str) -> Content<'h> {
        if let Some(root) = root_of(decoded) {
            return Content::Xml(root);
        }
        if let Some(found) = foreign(bytes) {
            return Content::Foreign(found);
        }
        let text = match String::from_utf8_lossy(bytes) {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim_start()),
            Cow::Owned(text) => Cow::Owned(text.trim_start().to_owned()),
        };
        if text.starts_with('{') {
            return Content::Json(JsonLine { text, fields: OnceCell::new() });
        }
        Content::Text { text, header: header(bytes) }
    }
}

impl JsonLine<'_> {
    fn fields(&self) -> Option<&[String]> {
        self.fields.get_or_init(|| json_fields(&self.text)).as_deref()
    }

    /// Returns true if the first line has all these fields. One that is not whole has none.
    pub(crate) fn has(&self, fields: &[&str]) -> bool {
        self.fields().is_some_and(|own| has(own, fields))
    }

    /// Returns true for an object that begins on the first line and does not end there.
    pub(crate) fn is_of_several_lines(&self) -> bool {
        let value = Json::at_start(&self.text);
        value.raw().contains('\n')
            && (value.is_whole || self.text.lines().next().is_some_and(|line| line.trim() == "{"))
    }

    /// Returns true if the first line extends beyond the head and its part here names these fields.
    pub(crate) fn begins_with(&self, fields: &[&str]) -> bool {
        let is_part = self.fields().is_none() && !self.text.contains('\n');
        is_part && fields.iter().all(|field| self.text.contains(&format!("\"{field}\"")))
    }
}

/// Recognizes what can't be read, by its first bytes.
fn foreign(head: &[u8]) -> Option<&'static str> {
    const MAGIC: [(&[u8], &str); 7] = [
        (b"\x1F\x8B", "it is compressed with gzip; unpack it first"),
        (b"BZh", "it is compressed with bzip2; unpack it first"),
        (b"PK\x03\x04", "it is a ZIP archive; unpack it first"),
        (b"\xFF\xFE", "it is UTF-16; convert it to UTF-8 first"),
        (b"\xFE\xFF", "it is UTF-16; convert it to UTF-8 first"),
        (b"<", "it looks like XML"),
        (b"[", "it looks like a JSON array, not one object per line: `jq -c '.[]' FILE` splits it"),
    ];
    MAGIC.iter().find(|(magic, _)| head.trim_ascii_start().starts_with(magic)).map(|(_, found)| *found)
}

fn json_fields(text: &str) -> Option<Vec<String>> {
    match serde_json::from_str::<Value>(text.lines().next()?) {
        Ok(Value::Object(object)) => Some(object.into_iter().map(|(field, _)| field).collect()),
        _ => None,
    }
}

/// Returns the cells of the first line.
pub(crate) fn header(head: &[u8]) -> Vec<String> {
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(head);
    let mut record = csv::ByteRecord::new();
    match reader.read_byte_record(&mut record) {
        Ok(_) => record.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_owned()).collect(),
        // Reading from memory can't fail.
        Err(_) => Vec::new(),
    }
}

/// Returns true if a header or an object has all these names.
pub(crate) fn has(header: &[String], names: &[&str]) -> bool {
    names.iter().all(|name| header.iter().any(|own| own == name))
}
