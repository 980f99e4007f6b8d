//! The text of the help: every key from the table, what the signs mean, and what the features say.

use super::keymap::{BINDINGS, Section};
use super::why;
use crate::model::Feature;

/// A row of the help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HelpRow {
    /// Begins a section; an empty one is a blank row.
    Heading(String),
    /// Something, and what it means.
    Entry(String, String),
}

const SIGNS: [(&str, &str); 8] = [
    ("throws  =  ∅", "the oracle expects an exception, asserts a value, expects no exception"),
    ("score, bar", "how unlike the others of its group; the bar spans the group's scores"),
    ("╮ │ ╯", "equal scores: no order among these"),
    ("T  F  ?", "labelled true positive, false positive, unsure"),
    ("~  !  n", "label of another text of this test · not saved · has a note"),
    ("▶  ▷", "the line that failed: known · inferred from exception and frames"),
    ("why: bars", "right: made it stand out, left: hid it, in steps of the forest's path"),
    ("┄", "frames folded away"),
];

/// All rows, top to bottom. `ranker` says how the list came about.
pub fn rows(ranker: &str) -> Vec<HelpRow> {
    let entry = |key: &str, text: &str| HelpRow::Entry(key.to_owned(), text.to_owned());
    let heading = |text: &str| HelpRow::Heading(text.to_owned());
    let mut rows = Vec::new();
    for section in Section::ALL {
        rows.push(heading(section.title()));
        for binding in BINDINGS.iter().filter(|binding| binding.section == section) {
            let keys: Vec<String> = binding.keys.iter().map(ToString::to_string).collect();
            rows.push(entry(&keys.join("  "), binding.description));
        }
        rows.push(heading(""));
    }
    rows.push(heading("Signs"));
    rows.extend(SIGNS.iter().map(|(sign, meaning)| entry(sign, meaning)));
    rows.push(heading(""));
    rows.push(heading("Why"));
    rows.push(entry("the list", ranker));
    rows.extend(Feature::ALL.map(|feature| entry(why::title(feature), why::sentence(feature))));
    rows
}
