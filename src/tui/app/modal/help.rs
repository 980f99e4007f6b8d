//! The text of the help: every key from the table, what the signs mean, and what the features say.

use crate::model::Feature;
use crate::model::text;
use crate::rank::feature_words;
use crate::tui::app::Screen;
use crate::tui::app::commands::Section;
use crate::tui::app::keys::Keys;
use crate::tui::app::keys::key::Key;

/// A row of the help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HelpRow {
    /// Begins a section; an empty one is a blank row.
    Heading(String),
    /// Something, and what it means.
    Entry(String, String),
    /// Keys with the titles of their commands, side by side.
    Columns(Vec<(String, String)>),
}

const SIGNS: [(&str, &str); 15] = [
    (
        "expected",
        "throw: the code should throw · no throw: it should throw nothing · value: a value should be as asserted",
    ),
    ("score", "how odd the failure is among those of its bug: higher ones come first"),
    ("◆", "a marked row: all of these are labelled together"),
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
        "below a message: expected, actual · beside another failure: only that has it, only this one (▶: the current difference)",
    ),
    ("why: bars", "right: moves it up, left: moves it down; they add up to its place"),
    ("┄", "frames folded away: not the project's, or repeated by recursion"),
];

/// Cells of the column with keys and signs.
pub const KEY_WIDTH: usize = 18;
/// Cells of a key with the title of its command, where several stand side by side.
pub const COLUMN: usize = 38;
/// Of these, the cells of the key.
pub const COLUMN_KEY: usize = 13;

/// All rows, top to bottom, for a box of `width` cells: the keys of a screen in columns, then what the signs and the reasons mean.
/// `ranker` says how the list came about. With words to look for, everything that has them, from any screen.
pub fn rows(keys: &Keys, screen: Screen, ranker: &str, width: usize, query: &str) -> Vec<HelpRow> {
    let mut rows = Rows {
        keys,
        lines: Vec::new(),
        meaning: width.saturating_sub(KEY_WIDTH + 2),
        query: query.trim().to_lowercase(),
    };
    let columns = (width / COLUMN).max(1);
    for section in Section::ALL {
        if rows.query.is_empty() {
            rows.section(section, screen, columns);
        } else {
            rows.found(section);
        }
    }
    rows.part("Signs");
    for (sign, meaning) in SIGNS {
        rows.entry(sign, &keys.fill(meaning));
    }
    rows.part("Why a failure stands where it does");
    rows.entry("the list", ranker);
    for feature in Feature::ALL {
        rows.entry(feature_words::title(feature), feature_words::sentence(feature));
    }
    rows.lines
}

struct Rows<'a> {
    keys: &'a Keys,
    lines: Vec<HelpRow>,
    /// Cells for what something means.
    meaning: usize,
    /// Words that are looked for, in small letters.
    query: String,
}

impl Rows<'_> {
    fn heading(&mut self, title: &str) {
        if !self.lines.is_empty() {
            self.lines.push(HelpRow::Heading(String::new()));
        }
        self.lines.push(HelpRow::Heading(title.to_owned()));
    }

    /// A heading of a part that is left out of what is found.
    fn part(&mut self, title: &str) {
        if self.query.is_empty() {
            self.heading(title);
        }
    }

    /// Adds an entry, if it has the words that are looked for.
    fn entry(&mut self, key: &str, meaning: &str) {
        if !format!("{key} {meaning}").to_lowercase().contains(&self.query) {
            return;
        }
        for (line, text) in text::wrap(meaning, self.meaning).into_iter().enumerate() {
            self.lines.push(HelpRow::Entry(if line == 0 { key.to_owned() } else { String::new() }, text));
        }
    }

    /// The keys of a screen in columns, read downwards.
    fn section(&mut self, section: Section, screen: Screen, columns: usize) {
        let all = self.keys;
        let bindings = all.rows(section);
        let entries: Vec<(String, String)> = bindings
            .filter(|(binding, keys)| !keys.is_empty() && binding.applies_to(screen).is_ok())
            .map(|(binding, keys)| (in_column(keys), binding.command.title()))
            .collect();
        if entries.is_empty() {
            return;
        }
        self.heading(section.title());
        let height = entries.len().div_ceil(columns);
        for row in 0..height {
            let cells = entries.iter().skip(row).step_by(height).cloned().collect();
            self.lines.push(HelpRow::Columns(cells));
        }
    }

    /// The commands of any screen that have what is looked for.
    fn found(&mut self, section: Section) {
        let all = self.keys;
        for (binding, keys) in all.rows(section) {
            let (title, aliases) = (binding.command.title(), binding.command.aliases().join(" "));
            let words = all.fill(binding.description);
            if format!("{title} {aliases}").to_lowercase().contains(&self.query) {
                // The entry itself looks for the words as well.
                let query = std::mem::take(&mut self.query);
                self.entry(&in_words(keys), &format!("{title}: {words}"));
                self.query = query;
            } else {
                self.entry(&in_words(keys), &format!("{title}: {words}"));
            }
        }
    }
}

fn in_words(keys: &[Key]) -> String {
    keys.iter().map(ToString::to_string).collect::<Vec<_>>().join("  ")
}

/// Returns as many of the keys as a column has room for, and at least the first.
fn in_column(keys: &[Key]) -> String {
    let all = in_words(keys);
    if text::width(&all) <= COLUMN_KEY { all } else { in_words(&keys[..1]) }
}
