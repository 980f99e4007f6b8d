//! The second station: the kind of an input, detected from its first bytes. Names of files don't count.

use csv::ReaderBuilder;
use serde_json::Value;

use super::error::ImportError;
use super::junit::xml::root_element;
use super::log::test_name;

/// The kinds of a single stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Table,
    Log,
    JunitXml,
    JsonLines,
}

/// Detects the kind of an input that begins with `head`.
pub(super) fn kind(head: &[u8], name: &str) -> Result<Kind, ImportError> {
    let name = || name.to_owned();
    if head.trim_ascii().is_empty() {
        return Err(ImportError::Empty { name: name() });
    }
    if let Some(root) = root_element(head) {
        return match &*root {
            "testsuites" | "testsuite" => Ok(Kind::JunitXml),
            _ => Err(ImportError::UnknownKind { name: name(), found: foreign_xml(&root) }),
        };
    }
    if let Some(found) = foreign(head) {
        return Err(ImportError::UnknownKind { name: name(), found: found.to_owned() });
    }
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start();
    if text.starts_with('{') {
        return match json_fields(text) {
            Some(fields) if fields.is_journal() => Err(ImportError::LabelJournal { name: name() }),
            _ => Ok(Kind::JsonLines),
        };
    }
    let header = header(head);
    if is_table(&header) {
        return Ok(Kind::Table);
    }
    if has_record(text) {
        return Ok(Kind::Log);
    }
    if let Some(part) = part_of_run_folder(&header) {
        return Err(ImportError::RunFolderPart { name: name(), part });
    }
    if header.iter().any(|column| column == "project") {
        let fault = match missing(&header) {
            Some(column) => format!("the column {column} is missing (there are: {})", header.join(", ")),
            None => {
                "no column tells whether a test failed (failed_buggy, TP, FP or buggy_test_trace)".to_owned()
            }
        };
        return Err(ImportError::Columns { name: name(), fault });
    }
    let first: String = text.lines().next().unwrap_or("").chars().take(60).collect();
    Err(ImportError::UnknownKind { name: name(), found: format!("it begins with {first:?}") })
}

/// Detects the kind of a file that was not named, if it certainly holds results.
pub(super) fn kind_of_results(head: &[u8]) -> Option<Kind> {
    let kind = kind(head, "").ok()?;
    let is_sure = match kind {
        Kind::Table | Kind::Log | Kind::JunitXml => true,
        Kind::JsonLines => {
            let text = String::from_utf8_lossy(head);
            match json_fields(text.trim_start()) {
                Some(fields) => fields.is_test(),
                // A long first line may reach beyond the head; its first fields then have to do.
                None => {
                    !text.trim_start().contains('\n')
                        && ["\"project\"", "\"test\""].iter().all(|field| text.contains(field))
                }
            }
        }
    };
    is_sure.then_some(kind)
}

/// Describes an XML document that is no report.
fn foreign_xml(root: &str) -> String {
    match root {
        "testng-results" => "it is TestNG's own format; give the folder junitreports beside it".to_owned(),
        "failsafe-summary" => "it is Failsafe's summary; give the reports TEST-*.xml beside it".to_owned(),
        _ => format!("it is XML, but no report of tests: its root is <{root}>"),
    }
}

const JSON_ARRAY: &str =
    "it looks like a JSON array, not an object a line: `jq -c '.[]' FILE` takes it apart";

/// Recognizes formats that can't be read, by their first bytes.
fn foreign(head: &[u8]) -> Option<&'static str> {
    const MAGIC: [(&[u8], &str); 6] = [
        (b"\x1F\x8B", "it is compressed with gzip; unpack it first"),
        (b"BZh", "it is compressed with bzip2; unpack it first"),
        (b"PK\x03\x04", "it is a ZIP archive; unpack it first"),
        (b"\xFF\xFE", "it is UTF-16; convert it to UTF-8 first"),
        (b"\xFE\xFF", "it is UTF-16; convert it to UTF-8 first"),
        (b"<", "it looks like XML"),
    ];
    let found =
        MAGIC.iter().find(|(magic, _)| head.trim_ascii_start().starts_with(magic)).map(|(_, found)| *found);
    let array = head.trim_ascii_start().starts_with(b"[").then_some(JSON_ARRAY);
    found.or(array)
}

/// The fields of the first object.
struct JsonFields(Vec<String>);

/// Reads the fields of the first object; none if the line is broken or reaches beyond the head.
fn json_fields(text: &str) -> Option<JsonFields> {
    match serde_json::from_str::<Value>(text.lines().next()?) {
        Ok(Value::Object(object)) => Some(JsonFields(object.into_iter().map(|(field, _)| field).collect())),
        _ => None,
    }
}

impl JsonFields {
    fn has(&self, fields: &[&str]) -> bool {
        fields.iter().all(|field| self.0.iter().any(|own| own == field))
    }

    fn is_test(&self) -> bool {
        self.has(&["project", "bug", "test", "outcome"])
    }

    fn is_journal(&self) -> bool {
        self.has(&["test", "hash", "annotator"]) && !self.has(&["outcome"])
    }
}

/// Returns true if a record of a log begins on some line of the text.
fn has_record(text: &str) -> bool {
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if test_name(line, lines.peek().copied()).is_some() {
            return true;
        }
    }
    false
}

fn header(head: &[u8]) -> Vec<String> {
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(head);
    let mut record = csv::ByteRecord::new();
    match reader.read_byte_record(&mut record) {
        Ok(_) => record.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_owned()).collect(),
        // Memory can always be read.
        Err(_) => Vec::new(),
    }
}

fn has(header: &[String], column: &str) -> bool {
    header.iter().any(|own| own == column)
}

fn missing(header: &[String]) -> Option<&'static str> {
    match ["project", "bug_num"].into_iter().find(|column| !has(header, column)) {
        None if !has(header, "unique_test_name") && !has(header, "test_name") => Some("unique_test_name"),
        missing => missing,
    }
}

fn is_table(header: &[String]) -> bool {
    let outcomes = ["failed_buggy", "TP", "FP", "buggy_test_trace"];
    missing(header).is_none() && outcomes.iter().any(|column| has(header, column))
}

fn part_of_run_folder(header: &[String]) -> Option<&'static str> {
    [
        ("dropped.csv", &["unique_test_name", "reason", "detail"][..]),
        ("meta.csv", &["test_name", "exception_lbl", "assertion_lbl"]),
        ("oracle_preds.csv", &["except_pred", "assert_pred"]),
        ("uniq_test_names.csv", &["test_id", "unique_test_name"]),
        ("inputs.csv", &["focal_method", "test_prefix"]),
    ]
    .into_iter()
    .find(|(_, columns)| columns.iter().all(|column| has(header, column)))
    .map(|(part, _)| part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_results(head: &[u8]) -> bool {
        kind_of_results(head).is_some()
    }

    fn error(head: &[u8]) -> String {
        kind(head, "x").expect_err("this is no input").to_string()
    }

    #[test]
    fn each_kind_is_known_by_its_content() {
        let cases: [(&[u8], Kind); 7] = [
            (b"project,bug_num,unique_test_name,failed_buggy\r\n", Kind::Table),
            (b"\"FP\",extra,\"unique_test_name\", bug_num ,project\n", Kind::Table),
            (b"project,bug_num,test_name,buggy_test_trace", Kind::Table),
            (b"\n--- a.B::c\njava.lang.Error\n", Kind::Log),
            (b"Running tests\n--- a.B::c\r\njava.lang.Error\r\n", Kind::Log),
            (b" {\"project\":\"x\"}\n", Kind::JsonLines),
            (b"{\"project\":\"cut off", Kind::JsonLines),
        ];
        for (head, expected) in cases {
            assert_eq!(
                kind(head, "x").expect("it is an input"),
                expected,
                "{}",
                String::from_utf8_lossy(head)
            );
        }
    }

    #[test]
    fn what_is_no_input_is_named() {
        let journal =
            br#"{"project":"p","bug":"1","test":"t","hash":"0","label":"FP","annotator":"a","time":"t"}"#;
        assert!(error(journal).contains("is a journal of labels"));
        assert!(error(b"focal_method,test_prefix,docstring\n").contains("the part inputs.csv"));
        assert!(
            error(b"project,bug_num,test_id,unique_test_name\n").contains("the part uniq_test_names.csv")
        );
        assert!(error(b"project,bug,test,score\n").contains("the column bug_num is missing"));
        assert!(error(b"project,bug_num,unique_test_name\n").contains("no column tells whether"));
        assert!(error(b" \r\n\t").contains("x is empty"));
        assert!(error(b"\x1F\x8B\x08").contains("gzip"));
        assert!(error(b"\xFF\xFEp\0r\0").contains("UTF-16"));
        assert!(error(b"<?xml version").contains("XML"));
        assert!(error(b"[{\"project\"").contains("JSON array"));
        assert!(error(b"a;b\n").contains("it begins with \"a;b\""));
    }

    #[test]
    fn a_file_nobody_named_must_surely_be_results() {
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
