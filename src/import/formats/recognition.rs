//! The recognition of a format by the first bytes of an input.

use std::path::Path;

use super::head::Head;
use super::{InputFormat, Recognized, known};
use crate::import::error::{ImportError, Result};
use crate::regular_file;

/// Recognizes the format of an input that begins with `head`; never a run folder.
pub(crate) fn recognize(head: &[u8], name: &str) -> Result<InputFormat> {
    if head.trim_ascii().is_empty() {
        return Err(ImportError::Empty { name: name.to_owned() });
    }
    let head = Head::of(head, name);
    let (mut unusable, mut if_named) = (None, None);
    for format in InputFormat::all() {
        match (format.row().recognize)(&head) {
            Recognized::Certainly => return Ok(format),
            Recognized::IfNamed => if_named = if_named.or(Some(format)),
            Recognized::Unusable(error) => unusable = unusable.or(Some(error)),
            Recognized::No => {}
        }
    }
    // What is certainly something else is not read as what it might be.
    known::refuse(&head)?;
    if let Some(format) = if_named {
        return Ok(format);
    }
    Err(unusable
        .unwrap_or_else(|| ImportError::UnknownKind { name: name.to_owned(), found: head.description() }))
}

/// Recognizes the format of a file that was not named, if it certainly contains results.
fn recognize_unnamed(head: &[u8]) -> Option<InputFormat> {
    let head = Head::of(head, "");
    InputFormat::all().find(|format| matches!((format.row().recognize)(&head), Recognized::Certainly))
}

/// The number of bytes used to recognize the format of a file that was not named.
pub(crate) const LOOK: u64 = 16 * 1024;

/// Returns the format in which a file that was named is read; None if there is none.
pub(crate) fn format_of_named(file: &Path) -> Option<InputFormat> {
    let head = regular_file::read_head(file, LOOK).ok()?;
    recognize(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head), "").ok()
}

/// Returns the format of a file that certainly contains results.
pub(crate) fn format_of_file(file: &Path) -> Option<InputFormat> {
    // An unreadable file is not found here; naming it gives the reason.
    let head = regular_file::read_head(file, LOOK).ok()?;
    recognize_unnamed(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_results(head: &[u8]) -> bool {
        recognize_unnamed(head).is_some()
    }

    fn error(head: &[u8]) -> String {
        recognize(head, "x").expect_err("this is no input").to_string()
    }

    #[test]
    fn each_format_is_known_by_its_content() {
        let cases: [(&[u8], &str); 7] = [
            (b"project,bug_num,unique_test_name,failed_buggy\r\n", "table"),
            (b"\"FP\",extra,\"unique_test_name\", bug_num ,project\n", "table"),
            (b"project,bug_num,test_name,buggy_test_trace", "table"),
            (b"\n--- a.B::c\njava.lang.Error\n", "log"),
            (b"Running tests\n--- a.B::c\r\njava.lang.Error\r\n", "log"),
            (b" {\"project\":\"x\"}\n", "json-lines"),
            (b"{\"project\":\"cut off", "json-lines"),
        ];
        for (head, expected) in cases {
            assert_eq!(
                recognize(head, "x").expect("it is an input").name(),
                expected,
                "{}",
                String::from_utf8_lossy(head)
            );
        }
    }

    #[test]
    fn unknown_inputs_are_described() {
        let journal =
            br#"{"project":"p","bug":"1","test":"t","hash":"0","label":"FP","annotator":"a","time":"t"}"#;
        assert!(error(journal).contains("contains labels, not results"));
        assert!(error(b"focal_method,test_prefix,docstring\n").contains("the part inputs.csv"));
        assert!(
            error(b"project,bug_num,test_id,unique_test_name\n").contains("the part uniq_test_names.csv")
        );
        assert!(error(b"project,bug,test,score\n").contains("the column bug_num is missing"));
        assert!(error(b"project,bug_num,unique_test_name\n").contains("no column states whether"));
        assert!(error(b" \r\n\t").contains("x is empty"));
        assert!(error(b"\x1F\x8B\x08").contains("gzip"));
        assert!(error(b"\xFF\xFEp\0r\0").contains("UTF-16"));
        assert!(error(b"<?xml version").contains("XML"));
        assert!(error(b"[{\"project\"").contains("JSON array"));
        assert!(error(b"a;b\n").contains("it begins with \"a;b\""));
    }

    #[test]
    fn an_unnamed_file_must_certainly_be_results() {
        assert!(is_results(br#"{"project":"p","bug":1,"test":"t","outcome":"failed"}"#));
        assert!(!is_results(b"{\n  \"name\": \"package.json\"\n}"));
        assert!(!is_results(br#"{"project":"p","bug":"1"}"#));
        assert!(is_results(b"project,bug_num,unique_test_name,TP\n"));
        assert!(is_results(
            br#"{"project":"p","bug":"1","test":"t","outcome":"failed","trace":"longer than the head"#
        ));
        assert!(!is_results(br#"{"name":"a long line of another kind"#));
    }
}
