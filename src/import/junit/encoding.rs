//! From the bytes of a report to text: UTF-8, UTF-16, ISO-8859-1 and Windows-1252, as the byte order mark or the XML
//! declaration says.
//!
//! Bytes that make no sense in that encoding become U+FFFD, and the first such line is told: a report with an odd byte in
//! one message still says what failed.

use std::borrow::Cow;

/// A report as text.
pub(super) struct Decoded {
    pub text: String,
    /// What had to be replaced: the line, from 1, and why.
    pub repaired: Option<(u64, String)>,
}

/// Windows-1252 where it differs from ISO-8859-1: 0x80 to 0x9F.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// Decodes a whole report.
pub(super) fn decode(bytes: Vec<u8>) -> Decoded {
    if let Some(order) = ByteOrder::of(&bytes) {
        return utf_16(&bytes, order);
    }
    let bytes = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
        Some(rest) => rest.to_vec(),
        None => bytes,
    };
    let declared = declared(&bytes).map(str::to_ascii_lowercase);
    match declared.as_deref() {
        Some("iso-8859-1" | "iso8859-1" | "iso_8859-1" | "latin1" | "l1") => single_bytes(&bytes, char::from),
        Some("windows-1252" | "cp1252") => single_bytes(&bytes, |byte| match byte {
            0x80..=0x9F => WINDOWS_1252[usize::from(byte - 0x80)],
            _ => char::from(byte),
        }),
        // A program that says UTF-16 in bytes that are not has only copied the declaration.
        None | Some("utf-8" | "utf8" | "us-ascii" | "ascii" | "utf-16" | "utf16") => {
            utf_8(bytes, "the report is not UTF-8: the odd bytes became U+FFFD")
        }
        Some(other) => utf_8(
            bytes,
            &format!("the encoding {other:?} is not known: read as UTF-8, and the odd bytes became U+FFFD"),
        ),
    }
}

/// Decodes the beginning of a report, which may end within a character.
pub(super) fn decode_head(head: &[u8]) -> Cow<'_, str> {
    match ByteOrder::of(head) {
        Some(order) => Cow::Owned(utf_16(head, order).text),
        None => String::from_utf8_lossy(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head)),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ByteOrder {
    Big,
    Little,
}

impl ByteOrder {
    /// Of UTF-16, told from a byte order mark, or from the zero beside the first `<`.
    fn of(bytes: &[u8]) -> Option<ByteOrder> {
        match bytes {
            [0xFE, 0xFF, ..] | [0, b'<', ..] => Some(ByteOrder::Big),
            [0xFF, 0xFE, ..] | [b'<', 0, ..] => Some(ByteOrder::Little),
            _ => None,
        }
    }
}

fn utf_16(bytes: &[u8], order: ByteOrder) -> Decoded {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|&pair| match order {
        ByteOrder::Big => u16::from_be_bytes(pair),
        ByteOrder::Little => u16::from_le_bytes(pair),
    });
    let mut text = String::with_capacity(bytes.len() / 2);
    let mut first_odd: Option<usize> = None;
    for unit in char::decode_utf16(units) {
        let character = unit.unwrap_or_else(|_| {
            first_odd.get_or_insert(text.len());
            char::REPLACEMENT_CHARACTER
        });
        text.push(character);
    }
    if !rest.is_empty() {
        first_odd.get_or_insert(text.len());
        text.push(char::REPLACEMENT_CHARACTER);
    }
    let repaired = first_odd.map(|place| {
        (line_of(&text[..place]), "the report is not UTF-16: the odd bytes became U+FFFD".to_owned())
    });
    if text.starts_with('\u{FEFF}') {
        text.remove(0);
    }
    Decoded { text, repaired }
}

fn utf_8(bytes: Vec<u8>, why: &str) -> Decoded {
    match String::from_utf8(bytes) {
        Ok(text) => Decoded { text, repaired: None },
        Err(error) => {
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let line = line_of(&text[..error.utf8_error().valid_up_to()]);
            Decoded { text, repaired: Some((line, why.to_owned())) }
        }
    }
}

fn single_bytes(bytes: &[u8], character: impl Fn(u8) -> char) -> Decoded {
    Decoded { text: bytes.iter().map(|&byte| character(byte)).collect(), repaired: None }
}

/// The line on which something stands that has `before` in front of it.
fn line_of(before: &str) -> u64 {
    before.matches('\n').count() as u64 + 1
}

/// The encoding that the XML declaration names.
fn declared(bytes: &[u8]) -> Option<&str> {
    let head = &bytes[..bytes.len().min(256)];
    let end = head.windows(2).position(|pair| pair == b"?>")?;
    let declaration = str::from_utf8(&head[..end]).ok()?.trim_start().strip_prefix("<?xml")?;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
    value[1..].split_once(quote).map(|(name, _)| name.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (String, Option<u64>) {
        let Decoded { text, repaired } = decode(bytes.to_vec());
        (text, repaired.map(|(line, _)| line))
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
        assert!(decoded(latin).0.ends_with("<a>ü\u{80}</a>"));
        let windows = b"<?xml version=\"1.0\" encoding='Windows-1252' ?><a>\xFC\x80</a>";
        assert!(decoded(windows).0.ends_with("<a>ü€</a>"));
    }

    #[test]
    fn odd_bytes_are_replaced_and_their_line_is_told() {
        assert_eq!(decoded(b"<a>\n\xFF</a>"), ("<a>\n\u{FFFD}</a>".to_owned(), Some(2)));
        let unknown = decode(b"<?xml encoding='EBCDIC'?>\n\n<a>\xFF</a>".to_vec());
        let (line, why) = unknown.repaired.expect("it can't be read");
        assert!(line == 3 && why.contains("ebcdic"), "{line}: {why}");
        let broken = [b'<', 0, 0, 0xD8, b'>', 0, b'x'];
        assert_eq!(decoded(&broken), ("<\u{FFFD}>\u{FFFD}".to_owned(), Some(1)));
    }

    #[test]
    fn plain_text_with_an_unknown_name_needs_no_repair() {
        assert_eq!(decoded(b"<?xml encoding='KOI8-R'?><a/>").1, None);
        assert_eq!(decoded(b"<?xml encoding='UTF-8").1, None, "cut off within the declaration");
    }
}
