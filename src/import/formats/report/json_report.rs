//! Reports that are one document of JSON: the document is found, read by its format, and what is wrong with it is told.
//!
//! ```text
//! text ──json::document──▶ the document ──its format's reader──▶ Builder ──▶ Report
//! ```

use super::Document;
use super::builder::Builder;
use super::tests::Report;
use crate::import::formats::json::{self, Json};
use crate::model::Language;

/// Reads a document of JSON into a report of tests in a language; without an object of JSON, the report says so.
pub(crate) fn report_of(
    document: &Document<'_>,
    language: Language,
    read: impl FnOnce(Json<'_>, &mut Builder<'_>),
) -> Report {
    let mut builder = Builder::new(language, document.class);
    let Some(found) = json::document(document.text) else {
        builder.fault(1, "no object of JSON: it is empty or truncated".to_owned(), false);
        builder.report.is_cut_off = true;
        return builder.finish();
    };
    if found.line > 1 {
        let line = found.line;
        builder.fault(
            1,
            format!("the report begins on line {line}: what was printed before it is skipped"),
            true,
        );
    }
    let containers = found.containers();
    let root = found.root_with(&containers);
    if !root.is_whole {
        let end = document.text.lines().count().max(1) as u64;
        builder.fault(
            end,
            "the file ends within its JSON: it is truncated, and what follows is not known".to_owned(),
            false,
        );
        builder.report.is_cut_off = true;
    }
    read(root, &mut builder);
    builder.finish()
}
