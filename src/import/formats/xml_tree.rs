//! A report as a tree of elements, for formats whose facts about a test are in several places.
//!
//! The tree of a document that breaks off has what stands before the break; elements without an end are closed there.

use std::borrow::Cow;

use super::report::builder::Builder;
use super::xml::{
    Attribute, DAMAGED, Piece, Tag, TextBuffer, XmlReader, attribute_of, damaged_attribute, tag, unescape,
};

/// The depth from which elements are no longer kept: no tool nests as many.
const DEEPEST: usize = 256;

pub(crate) struct Tree<'a> {
    pub root: Element<'a>,
}

/// The attributes of an element.
pub(crate) struct Attributes<'a>(Vec<Attribute<'a>>);

impl<'a> Attributes<'a> {
    /// Returns the value of the first attribute of this name, without prefixes.
    pub(crate) fn get(&self, name: &str) -> Option<Cow<'a, str>> {
        let found = self.0.iter().find(|attribute| attribute.name == name)?;
        Some(unescape(found.value).0)
    }
}

pub(crate) struct Element<'a> {
    pub name: &'a str,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Its tag as it is written: a report has many elements, and few attributes of each are asked for.
    tag: &'a str,
    text: Cow<'a, str>,
    pub children: Vec<Element<'a>>,
    /// False if the document ends or breaks off within it.
    pub is_whole: bool,
}

impl<'a> Element<'a> {
    fn new(name: &'a str, line: u64, tag: &'a str) -> Element<'a> {
        Element { name, line, tag, text: Cow::Borrowed(""), children: Vec::new(), is_whole: true }
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        attribute_of(self.tag, name)
    }

    /// Returns its attributes, for those who ask for several.
    pub(crate) fn attributes(&self) -> Attributes<'a> {
        // Most elements have fewer.
        let mut attributes = Vec::with_capacity(16);
        attributes.extend(tag(self.tag, false).attributes());
        Attributes(attributes)
    }

    /// Returns the elements of a name in it.
    pub(crate) fn children<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s Element<'a>> {
        self.children.iter().filter(move |child| child.name == name)
    }

    pub(crate) fn child(&self, name: &str) -> Option<&Element<'a>> {
        self.children.iter().find(|child| child.name == name)
    }

    /// Returns its text, without that of the elements in it.
    pub(crate) fn text(&self) -> String {
        self.text.clone().into_owned()
    }
}

/// Reads a document, and tells in the report where it breaks off.
pub(crate) fn tree<'a>(text: &'a str, builder: &mut Builder<'_>) -> Tree<'a> {
    let mut xml = XmlReader::new(text);
    let mut open = vec![Element::new("", 1, "")];
    let mut texts: Vec<TextBuffer<'a>> = vec![TextBuffer::default()];
    let mut too_deep = 0_usize;
    loop {
        let piece = xml.next();
        match piece {
            Piece::Open(tag) if tag.is_empty => {
                let line = xml.line();
                check_attributes(&tag, line, builder);
                if let Some(parent) = open.last_mut().filter(|_| too_deep == 0) {
                    parent.children.push(Element::new(tag.name, line, tag.raw));
                }
            }
            Piece::Open(_) if open.len() >= DEEPEST => too_deep += 1,
            Piece::Open(tag) => {
                let line = xml.line();
                check_attributes(&tag, line, builder);
                open.push(Element::new(tag.name, line, tag.raw));
                texts.push(TextBuffer::default());
            }
            Piece::Close(_) if too_deep > 0 => too_deep -= 1,
            Piece::Close(name) => {
                let inner = open.last().map_or("", |element| element.name);
                if inner != name {
                    let line = xml.line();
                    let expected =
                        if inner.is_empty() { String::new() } else { format!(", expected </{inner}>") };
                    let what = format!("</{name}> ends no element{expected}: something may be missing");
                    builder.fault(line, what, false);
                }
                // An end without a beginning is skipped.
                if open.len() > 1 && open.iter().any(|element| element.name == name) {
                    while open.last().is_some_and(|element| element.name != name) {
                        close(&mut open, &mut texts, true);
                    }
                    close(&mut open, &mut texts, true);
                }
            }
            Piece::Text(part) => {
                if let Some(buffer) = texts.last_mut() {
                    buffer.push(part);
                }
            }
            Piece::Reference(name) => {
                if let Some(buffer) = texts.last_mut() {
                    buffer.push_reference(name);
                }
            }
            Piece::Entities => {
                let line = xml.line();
                builder.fault(line, "the document type declares entities: none is resolved".to_owned(), true);
            }
            Piece::Comment(_) => {}
            Piece::Broken { what, .. } => {
                let line = xml.line();
                builder.fault(line, format!("the report breaks off: {what}"), false);
                builder.report.is_cut_off = true;
            }
            Piece::End => break,
        }
    }
    if open.len() > 1 && !builder.report.is_cut_off {
        let line = xml.line();
        builder.fault(line, "the report ends too early: it is truncated".to_owned(), false);
        builder.report.is_cut_off = true;
    }
    while open.len() > 1 {
        close(&mut open, &mut texts, false);
    }
    let mut top = open.pop().map(|top| top.children).unwrap_or_default();
    let root = if top.is_empty() { Element::new("", 1, "") } else { top.swap_remove(0) };
    Tree { root }
}

/// Tells an attribute that is damaged: the tag may go on over elements that are not known.
fn check_attributes(tag: &Tag<'_>, line: u64, builder: &mut Builder<'_>) {
    if let Some(damaged) = tag.attributes().find(|attribute| attribute.name == DAMAGED) {
        builder.fault(line, damaged_attribute(damaged.value), false);
    }
}

fn close<'a>(open: &mut Vec<Element<'a>>, texts: &mut Vec<TextBuffer<'a>>, is_whole: bool) {
    let (Some(mut element), Some(text)) = (open.pop(), texts.pop()) else { return };
    element.text = text.finish().0;
    // Between elements there is only white space.
    if !element.children.is_empty() && element.text.trim().is_empty() {
        element.text = Cow::Borrowed("");
    }
    element.is_whole = is_whole;
    match open.last_mut() {
        Some(parent) => parent.children.push(element),
        None => open.push(element),
    }
}
