//! The text of the help: the keys of the screen, the meanings of the symbols, and the meanings of the features.

use crate::model::{Feature, text};
use crate::rank::feature_words;
use crate::tui::app::commands::{Binding, Section};
use crate::tui::app::keys::Keys;
use crate::tui::app::keys::key::Key;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HelpRow {
    /// The heading of a section; an empty one is a blank row.
    Heading(String),
    /// A key or a name, its meaning, and the width of the column of keys.
    Entry(String, String, usize),
    /// Keys with the titles of their commands, side by side.
    Columns(Vec<(String, String)>),
}

/// The signs of all screens, and those of the triage screen.
const SIGNS: [(&str, &str); 7] = [
    ("T", "judged a bug in the code (true positive, TP)"),
    ("F", "judged no bug: the test or its oracle is wrong (false positive, FP)"),
    ("?", "you are unsure"),
    ("·", "to judge"),
    (
        "✗  ○",
        "your label is wrong, by the fixed version ({reveal-truth}) · in a row of labels: ✗ is a missed bug, ○ no bug",
    ),
    ("●", "a bug: by the fixed version, or in the table of groups by your labels"),
    ("labels", "saved at once in NAME.labels.YOU.jsonl; {quality} shows the path, --labels chooses another"),
];
const TRIAGE_SIGNS: [(&str, &str); 21] = [
    ("expected", "what the test expects: throw (an exception), no throw, or value (an asserted one)"),
    ("score", "how unusual the failure is among those of its group: higher scores come first"),
    ("dim row", "judged, or below the top K, or it says the same as the row above"),
    ("◆", "a marked row: all of these are judged together"),
    ("╮ │ ╯", "equal scores: no order among these"),
    ("~", "the test has changed since it got this label"),
    ("!", "the label is not saved"),
    ("s", "the label was given to the whole signature"),
    ("n", "there is a note"),
    (
        "▸  ▾  ┄",
        "failures with one signature (the same exception, masked message and top project frames): folded · unfolded · one of them",
    ),
    ("≈", "flaky: it failed and passed on the same version ({filter} -is:flaky hides these)"),
    ("Δ", "code in its trace, or its focal method, was changed (--changes)"),
    ("▶  ▷", "the line that failed: known · inferred from exception and frames"),
    ("•", "a line that no other test of the group has; “lines of its own” counts each once"),
    ("↑  ↪", "the method that the first visible line belongs to · the line above goes on here"),
    ("-", "below a message: the expected value · in a comparison: only the other failure has it"),
    (
        "+",
        "below a message: the actual value · in a comparison: only this failure has it (inverted: current difference)",
    ),
    ("≈", "in a comparison: equal except for generated names"),
    (
        "why: bars",
        "what is rare about the failure, and how much that moved it up · in the rows of all features ({all-features}), left: moved it down",
    ),
    ("unexpected", "an exception that neither the focal method nor its documentation names"),
    ("┄", "folded frames: outside the project, or repeated by recursion"),
];

/// The widths of the column with keys and signs, and of that with the names of features, in cells.
const KEY: usize = 12;
const NAME: usize = 27;
/// The minimum width of a key with the title of its command, if several are side by side, in cells.
const COLUMN: usize = 34;
pub const COLUMN_KEY: usize = 11;

/// Returns the number of columns of keys in a box of `width` cells.
pub fn columns(width: usize) -> usize {
    (width / COLUMN).max(1)
}

/// Returns the title of a command on the current screen; None if it has no keys there.
pub type TitleHere<'a> = &'a dyn Fn(&Binding) -> Option<String>;

/// Returns all rows, top to bottom, for a box of `width` cells: the keys of a screen in columns, then the meanings of
/// the symbols and, on the triage screen, with a `ranker` that describes the ranking, the reasons. With a query, all matching
/// rows of any screen.
pub fn rows(keys: &Keys, title: TitleHere<'_>, ranker: &str, width: usize, query: &str) -> Vec<HelpRow> {
    let mut rows = Rows { keys, lines: Vec::new(), widths: (KEY, width), query: query.trim().to_lowercase() };
    let columns = columns(width);
    for section in Section::ALL {
        if rows.query.is_empty() {
            rows.section(section, title, columns);
        } else {
            rows.found(section);
        }
    }
    rows.part("Signs");
    let more = if ranker.is_empty() { &[][..] } else { &TRIAGE_SIGNS };
    for (sign, meaning) in SIGNS.iter().chain(more) {
        rows.entry(sign, &keys.fill(meaning));
    }
    if ranker.is_empty() {
        return rows.lines;
    }
    rows.part("The rank of a failure");
    rows.widths.0 = NAME;
    rows.entry("the list", ranker);
    for feature in Feature::ALL {
        rows.entry(feature_words::title(feature), feature_words::sentence(feature));
    }
    rows.lines
}

struct Rows<'a> {
    keys: &'a Keys,
    lines: Vec<HelpRow>,
    /// The width of the keys, and of the whole, in cells.
    widths: (usize, usize),
    query: String,
}

impl Rows<'_> {
    fn heading(&mut self, title: &str) {
        if !self.lines.is_empty() {
            self.lines.push(HelpRow::Heading(String::new()));
        }
        self.lines.push(HelpRow::Heading(title.to_owned()));
    }

    /// Adds a heading, which is not part of search results.
    fn part(&mut self, title: &str) {
        if self.query.is_empty() {
            self.heading(title);
        }
    }

    /// Adds an entry if it matches the query.
    fn entry(&mut self, key: &str, meaning: &str) {
        if format!("{key} {meaning}").to_lowercase().contains(&self.query) {
            self.add(key, meaning);
        }
    }

    fn add(&mut self, key: &str, meaning: &str) {
        let (width, all) = self.widths;
        for (line, text) in text::wrap(meaning, all.saturating_sub(width)).into_iter().enumerate() {
            self.lines.push(HelpRow::Entry(
                if line == 0 { key.to_owned() } else { String::new() },
                text,
                width,
            ));
        }
    }

    fn section(&mut self, section: Section, title: TitleHere<'_>, columns: usize) {
        let bindings = self.keys.rows(section).filter(|(_, keys)| !keys.is_empty());
        let entries: Vec<(String, String)> =
            bindings.filter_map(|(binding, keys)| Some((in_column(keys), title(binding)?))).collect();
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

    fn found(&mut self, section: Section) {
        let all = self.keys;
        for (binding, keys) in all.rows(section) {
            let (title, aliases) = (binding.command.title(), binding.command.aliases().join(" "));
            let (keys, said) = (in_words(keys), format!("{title}: {}", all.fill(binding.description)));
            let texts = format!("{title} {aliases}\n{keys} {said}");
            if texts.to_lowercase().contains(&self.query) {
                self.add(&keys, &said);
            }
        }
    }
}

fn in_words(keys: &[Key]) -> String {
    keys.iter().map(ToString::to_string).collect::<Vec<_>>().join("  ")
}

/// Returns as many of the keys as fit into a column, at least the first.
fn in_column(keys: &[Key]) -> String {
    let all = in_words(keys);
    if text::width(&all) <= COLUMN_KEY { all } else { in_words(&keys[..1]) }
}
