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
    if let Some(root) = check(&mut builder, document.text) {
        read(root, &mut builder);
    }
    builder.finish()
}

/// Tells in a report whose document was read what is wrong with it as a whole. Returns false if it has no document.
pub(crate) fn check<'a>(builder: &mut Builder<'_>, text: &'a str) -> Option<Json<'a>> {
    let Some(json::Document { root, line }) = json::document(text) else {
        builder.fault(1, "no object of JSON: it is empty or truncated".to_owned(), false);
        builder.report.is_cut_off = true;
        return None;
    };
    if line > 1 {
        builder.fault(
            1,
            format!("the report begins on line {line}: what was printed before it is skipped"),
            true,
        );
    }
    if !root.is_whole {
        let end = text.lines().count().max(1) as u64;
        builder.fault(
            end,
            "the file ends within its JSON: it is truncated, and what follows is not known".to_owned(),
            false,
        );
        builder.report.is_cut_off = true;
    }
    Some(root)
}
