//! The text of a file in the encoding that it declares: reports, build files and XML of other tools come in many.

use std::borrow::Cow;

use memchr::memchr;
use quick_xml::Reader;
use quick_xml::encoding::{DetectedEncoding, detect_encoding};
use quick_xml::events::Event;

/// The number of bytes that contain the XML declaration.
const DECLARATION: usize = 256;

/// A text with the place from which on it is not what the file says.
pub(crate) struct Decoded<'a> {
    pub text: Cow<'a, str>,
    /// The first line with a replaced byte, from 1, and the reason.
    pub repaired: Option<(u64, String)>,
}

/// Returns the reason why something, such as `the row`, was read with other characters than are in the file.
pub(crate) fn repaired_bytes(what: &str, encoding: &str) -> String {
    format!("{what} is not {encoding}: the invalid bytes became U+FFFD")
}

/// Splits bytes into lines, each with its line end.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let end = memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let (line, after) = rest.split_at(end);
        rest = after;
        (!line.is_empty()).then_some(line)
    })
}

/// Returns the text of a file: by its byte order mark, by what an XML declaration says, or else as UTF-8.
pub(crate) fn decode(bytes: &[u8]) -> Decoded<'_> {
    let detected = detect_encoding(bytes);
    let bytes = &bytes[detected.as_ref().map_or(0, DetectedEncoding::bom_len)..];
    let utf_8 = DetectedEncoding::Utf8Bom.encoding();
    let mut encoding = detected.map_or(utf_8, |detected| detected.encoding());
    let mut unknown = None;
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(DECLARATION)]);
    if encoding == utf_8
        && let Ok(Event::Decl(declaration)) = Reader::from_str(head.trim_start()).read_event()
        && let Some(Ok(name)) = declaration.encoding()
    {
        match declaration.encoder() {
            // A program that declares UTF-16 in other bytes has only copied the declaration; one that declares ASCII
            // and writes other characters usually writes UTF-8.
            Some(declared) if declared.is_ascii_compatible() && !name.to_lowercase().contains("ascii") => {
                encoding = declared;
            }
            Some(_) => {}
            None => unknown = Some(name.to_lowercase()),
        }
    }
    let (text, has_errors) = encoding.decode_without_bom_handling(bytes);
    let repaired = has_errors.then(|| {
        let odd = text.find(char::REPLACEMENT_CHARACTER).unwrap_or(text.len());
        let reason = match unknown {
            None => repaired_bytes("the report", encoding.name()),
            Some(name) => {
                format!(
                    "the encoding {name:?} is unknown: read as UTF-8, and the invalid bytes became U+FFFD"
                )
            }
        };
        (text[..odd].matches('\n').count() as u64 + 1, reason)
    });
    Decoded { text, repaired }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (String, Option<u64>) {
        let Decoded { text, repaired } = decode(bytes);
        (text.into_owned(), repaired.map(|(line, _)| line))
    }

    #[test]
    fn each_encoding_is_read_as_declared_or_marked() {
        let utf_16 = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            text.encode_utf16().flat_map(bytes).collect()
        };
        let document = "<?xml version='1.0' encoding='UTF-16'?>\n<testsuite name=\"größer 😀\"/>";
        let marked = format!("\u{FEFF}{document}");
        for bytes in [
            utf_16(document, u16::to_be_bytes),
            utf_16(document, u16::to_le_bytes),
            utf_16(&marked, u16::to_be_bytes),
            utf_16(&marked, u16::to_le_bytes),
            document.as_bytes().to_vec(),
            marked.into_bytes(),
        ] {
            assert_eq!(decoded(&bytes), (document.to_owned(), None));
        }
        let latin = b"<?xml version=\"1.0\" encoding = \"ISO-8859-1\"?><a>\xFC\x80</a>";
        assert!(decoded(latin).0.ends_with("<a>ü€</a>"), "as browsers read it, like Windows-1252");
        let windows = b"<?xml version=\"1.0\" encoding='Windows-1252' ?><a>\xFC\x80</a>";
        assert!(decoded(windows).0.ends_with("<a>ü€</a>"));
    }

    #[test]
    fn invalid_bytes_are_replaced_and_their_line_is_reported() {
        assert_eq!(decoded(b"<a>\n\xFF</a>"), ("<a>\n\u{FFFD}</a>".to_owned(), Some(2)));
        let unknown = decode(b"<?xml version='1.0' encoding='EBCDIC'?>\n\n<a>\xFF</a>");
        let (line, why) = unknown.repaired.expect("it can't be read");
        assert!(line == 3 && why.contains("ebcdic"), "{line}: {why}");
        let broken = [0xFF, 0xFE, b'<', 0, 0, 0xD8, b'>', 0, b'x'];
        assert_eq!(decoded(&broken), ("<\u{FFFD}>\u{FFFD}".to_owned(), Some(1)));
    }

    #[test]
    fn other_encodings_are_known_by_their_names_and_ascii_is_read_as_utf_8() {
        assert!(decoded(b"<?xml version='1.0' encoding='KOI8-R'?><a>\xC1</a>").0.ends_with("<a>а</a>"));
        let ascii = "<?xml version='1.0' encoding='US-ASCII'?><a>ü</a>";
        assert_eq!(decoded(ascii.as_bytes()), (ascii.to_owned(), None));
        assert_eq!(decoded(b"<?xml version='1.0' encoding='EBCDIC'?><a/>").1, None);
        assert_eq!(decoded(b"<?xml encoding='UTF-8").1, None, "cut off within the declaration");
    }
}
