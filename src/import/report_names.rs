//! The names of files that only reports have, whatever is in them, and what is left of one.

use std::ffi::OsStr;
use std::path::Path;

use crate::encoding::decode;
use crate::import::formats::json;
use crate::project::walk::stem;

pub(crate) fn is_xml(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"))
}

/// Returns true for `TEST-<class>.xml`, the name of reports of all tools except TestNG and Bazel.
pub(crate) fn has_reports_name(file: &Path) -> bool {
    let name = file.file_name().and_then(OsStr::to_str).unwrap_or("");
    name.starts_with("TEST-") && is_xml(file)
}

/// Returns the words of a file's name, in lower case.
pub(crate) fn words_of(file: &Path) -> Vec<String> {
    let stem = stem(file).to_lowercase();
    stem.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect()
}

/// Returns true for a name that is only given to reports, such as `junit.xml` or `app-junit.xml`.
pub(crate) fn is_called_report(file: &Path) -> bool {
    words_of(file).iter().any(|word| matches!(&**word, "junit" | "xunit"))
}

/// Returns true for a name that only reports in JUnit XML have.
pub(crate) fn is_called_xml_report(file: &Path) -> bool {
    is_xml(file) && (is_called_report(file) || has_reports_name(file))
}

/// Returns true for the beginning of a document of JSON that ends before its end.
pub(crate) fn is_beginning_of_json(head: &[u8]) -> bool {
    let text = decode(head).text;
    let text = text.trim();
    text.starts_with(['{', '[']) && json::extent(text) == Err(text.len())
}
