//! What an XML document is, told from its root element.

use super::encoding::decode_head;
use super::xml::{Piece, XmlReader};

/// The root element of a document is that of a report: `<testsuites>` or `<testsuite>`.
pub(in crate::import) fn is_report(head: &[u8]) -> bool {
    matches!(root_element(head).as_deref(), Some("testsuites" | "testsuite"))
}

/// The name of a document's root element; none if the document is not XML or does not begin with one.
pub(in crate::import) fn root_element(head: &[u8]) -> Option<String> {
    let text = decode_head(head);
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
            Piece::Text(_) | Piece::Entities => {}
        }
    }
}

#[cfg(test)]
mod tests {
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
