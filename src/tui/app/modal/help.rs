//! The text of the help: every key from the table, what the signs mean, and what the features say.

use crate::model::Feature;
use crate::model::text;
use crate::rank::feature_words;
use crate::tui::app::commands::Section;
use crate::tui::app::keys::Keys;

/// A row of the help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HelpRow {
    /// Begins a section; an empty one is a blank row.
    Heading(String),
    /// Something, and what it means.
    Entry(String, String),
}

const SIGNS: [(&str, &str); 14] = [
    (
        "throw  value  no throw  ·",
        "what the oracle expects: an exception, the asserted value, no exception, or it is not known",
    ),
    ("score", "how far up the ranker puts it"),
    ("╮ │ ╯", "equal scores: no order among these"),
    ("T  F  ?", "labelled true positive, false positive, unsure"),
    (
        "~  !  s  n",
        "label of another text of this test · not saved · given to its whole signature · has a note",
    ),
    (
        "▸  ▾  ┄",
        "tests with the same exception, masked message and top project frames: folded · unfolded · one of them",
    ),
    ("≈", "flaky: it failed and passed on the same version ({toggle-flaky} hides these)"),
    ("▶  ▷", "the line that failed: known · inferred from exception and frames"),
    ("▸", "in a source file: the frame, the test or the focal method that was opened"),
    ("•", "a line that no other test of the group has; “lines of its own” counts each once"),
    ("↑  ↪", "the method that was scrolled into · a long line goes on"),
    (
        "-  +",
        "below a message: expected, actual · beside another failure: only that has it, only this one (`▶`: from here on)",
    ),
    ("why: bars", "right: moves it up, left: moves it down; they add up to its place"),
    ("┄", "frames folded away: not the project's, or repeated by recursion"),
];

/// Cells of the column with keys and signs.
pub const KEY_WIDTH: usize = 18;

/// All rows, top to bottom, for a box of `width` cells: first how to judge and what the signs mean, then the other keys.
/// `ranker` says how the list came about.
pub fn rows(keys: &Keys, ranker: &str, width: usize) -> Vec<HelpRow> {
    let mut rows = Rows { keys, lines: Vec::new(), meaning: width.saturating_sub(KEY_WIDTH + 2) };
    rows.section(Section::Judge);
    rows.heading("Signs");
    for (sign, meaning) in SIGNS {
        rows.entry(sign, &keys.fill(meaning));
    }
    rows.heading("Why a failure stands where it does");
    rows.entry("the list", ranker);
    for feature in Feature::ALL {
        rows.entry(feature_words::title(feature), feature_words::sentence(feature));
    }
    for section in Section::ALL.into_iter().filter(|&section| section != Section::Judge) {
        rows.section(section);
    }
    rows.lines
}

struct Rows<'a> {
    keys: &'a Keys,
    lines: Vec<HelpRow>,
    /// Cells for what something means.
    meaning: usize,
}

impl Rows<'_> {
    fn heading(&mut self, title: &str) {
        if !self.lines.is_empty() {
            self.lines.push(HelpRow::Heading(String::new()));
        }
        self.lines.push(HelpRow::Heading(title.to_owned()));
    }

    fn entry(&mut self, key: &str, meaning: &str) {
        for (line, text) in text::wrap(meaning, self.meaning).into_iter().enumerate() {
            self.lines.push(HelpRow::Entry(if line == 0 { key.to_owned() } else { String::new() }, text));
        }
    }

    fn section(&mut self, section: Section) {
        self.heading(section.title());
        let all = self.keys;
        for (binding, keys) in all.rows(section) {
            let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
            self.entry(&keys.join("  "), &all.fill(binding.description));
        }
    }
}
