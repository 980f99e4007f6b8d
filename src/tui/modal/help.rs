//! The text of the help: the keys of the screen, the meanings of the symbols, and the meanings of the features.

use std::borrow::Cow;

use crate::model::{Feature, VerdictWords, text};
use crate::rank::feature_words;
use crate::tui::core::command::keys::Keys;
use crate::tui::core::command::keys::key::Key;
use crate::tui::core::command::table::{Binding, Section};

/// A line of a column.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum HelpLine {
    #[default]
    Blank,
    Heading(String),
    /// A key or a name, its meaning, and the width of the column of keys.
    Entry(String, String, usize),
}

/// A row: a line of each of its columns, which are equally wide.
pub type HelpRow = Vec<HelpLine>;

/// The signs of all screens, and those of the triage screen.
const SIGNS: [(&str, &str); 9] = [
    ("T", "a bug in the code (true positive, TP)"),
    ("F", "no bug: test or oracle is wrong (false positive, FP)"),
    ("E", "no bug: a file, a module or a service was missing"),
    ("?", "you are unsure"),
    ("·", "to judge"),
    ("✗", "{reveal-truth}: you said F, but it is a bug"),
    ("○", "{reveal-truth}: you said T, but it is no bug"),
    ("●", "a bug: by the fixed version; in groups: by your labels"),
    ("labels", "saved at once; {quality} shows their file"),
];
const TRIAGE_SIGNS: [(&str, &str); 26] = [
    ("expected", "by the test: a throw, no throw, or an asserted value"),
    ("score", "how unusual it is in its group: higher ones come first"),
    ("dim row", "judged, not run, below top K, same as the row above"),
    ("◆  a…z", "a marked row: all are judged together; a bookmark"),
    ("╮ │ ╯", "equal scores: no order among these"),
    ("~", "the test has changed since this label"),
    ("!", "this label is not saved"),
    ("s", "this label was given to the whole signature"),
    ("n", "there is a note"),
    ("▸", "folded: one signature (same exception, message, frames)"),
    ("▾", "the same, unfolded"),
    ("┄", "one test of the row above; elsewhere: lines hidden here"),
    ("≈", "flaky: it failed and passed; in a comparison: equal but for generated names"),
    ("Δ", "changed code in trace or focal method; (Δ) elsewhere"),
    ("±", "a line beside the code that was changed (--changes)"),
    ("F×1, new", "--before: judged so there; it did not fail there"),
    ("✓", "fixed since you opened these results"),
    ("▶", "the line that failed"),
    ("▷", "the same, inferred from the trace"),
    ("•", "a line that no other test of the group has"),
    ("↑", "the method of the first visible line"),
    ("↪", "a wrapped line"),
    ("-", "expected value; in a comparison: only the other has it"),
    ("+", "actual value; in a comparison: only this one has it"),
    ("why: bars", "how far a reason moved it up; {all-features} says it in numbers"),
    ("unexpected", "neither the focal method nor its documentation names it"),
];

/// The order of the tests that people wrote, and the signs that only a list by scores has.
const WRITTEN_SIGNS: [(&str, &str); 2] = [
    (
        "order",
        "by cause: what most tests share (cases of one count once), then what failed in production code; a missing file or service last, if no production code ran; {list-menu} changes it",
    ),
    ("×3", "the tests that fail alike: one row, and one key judges all"),
];
/// The signs that only a fixed version makes.
const OF_TRUTH: [&str; 3] = ["✗", "○", "●"];
const OF_SCORES: [&str; 5] = ["expected", "score", "╮ │ ╯", "why: bars", "unexpected"];

/// The widths of the column with keys and signs, and of that with the names of features, in cells.
const KEY: usize = 11;
const NAME: usize = 27;
/// The minimum width of a key with the title of its command, and that of a sign with its meaning, in cells.
const COLUMN: usize = 34;
const MEANING: usize = 68;

/// Returns the title of a command on the current screen; None if it has no keys there.
pub type TitleHere<'a> = &'a dyn Fn(&Binding) -> Option<String>;

/// The facts that decide about the signs whose meanings the help of a screen has, and their words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meanings {
    pub words: VerdictWords,
    /// True if those of the triage screen follow the signs that all screens have.
    pub is_triage: bool,
    /// True if a fixed version can show which labels are wrong.
    pub knows_truth: bool,
    /// The order of the list in a sentence, above the features; empty for tests that people wrote, whose order
    /// no feature makes.
    pub order: String,
}

impl Meanings {
    /// Returns the signs, each with its meaning.
    fn signs(&self) -> impl Iterator<Item = (&'static str, Cow<'_, str>)> {
        let is_written = self.words == VerdictWords::Written;
        let has_truth = self.knows_truth || !is_written;
        let (own, more) = match (self.is_triage, is_written) {
            (false, _) => (&[][..], &[][..]),
            (true, false) => (&[][..], &TRIAGE_SIGNS[..]),
            (true, true) => (&WRITTEN_SIGNS[..], &TRIAGE_SIGNS[..]),
        };
        let more = more.iter().filter(move |(sign, _)| !is_written || !OF_SCORES.contains(sign));
        let common = SIGNS.iter().filter(move |(sign, _)| has_truth || !OF_TRUTH.contains(sign));
        common.chain(own).chain(more).map(|&(sign, meaning)| (sign, self.words.in_plain_words(meaning)))
    }
}

/// Returns all rows, top to bottom, for a box of `width` cells: a column of keys for each section, then the meanings of
/// the symbols and of the features. With a query, all matching rows of any screen.
pub fn rows(
    keys: &Keys,
    title: TitleHere<'_>,
    meanings: &Meanings,
    width: usize,
    query: &str,
) -> Vec<HelpRow> {
    let query = query.trim().to_lowercase();
    let parts = if query.is_empty() { (width / MEANING).clamp(1, 2) } else { 1 };
    let order = &*meanings.order;
    let signs = meanings.signs().map(|(sign, meaning)| (sign, keys.fill(&meaning), KEY));
    let features = Feature::ALL.iter().filter(|_| !order.is_empty()).map(|&of| feature_words::words(of));
    let features = features.map(|[title, sentence]| (title, sentence.to_owned(), NAME));
    let entries = |meanings: Vec<(&str, String, usize)>| -> Vec<Vec<HelpLine>> {
        let found = meanings
            .iter()
            .filter(|(key, meaning, _)| format!("{key} {meaning}").to_lowercase().contains(&query));
        found.map(|(key, meaning, name)| entry(key, meaning, (*name, width / parts))).collect()
    };
    let [signs, features] = [signs.collect(), features.collect()].map(entries);
    if !query.is_empty() {
        let found =
            Section::ALL.into_iter().flat_map(|section| found(keys, section, meanings.words, &query, width));
        let own = own_of(keys, &query, width).into_iter().skip(1);
        return found.chain(own).chain([signs, features].concat().concat()).map(|line| vec![line]).collect();
    }
    let sections: Vec<_> =
        Section::ALL.into_iter().filter_map(|section| keys_of(keys, section, title)).collect();
    let own = own_of(keys, "", COLUMN);
    let sections: Vec<_> = sections.into_iter().chain(Some(own).filter(|own| own.len() > 1)).collect();
    let columns = [1, 1, 2, 2, 4][(width / COLUMN).min(4)];
    let mut rows: Vec<HelpRow> = sections.chunks(columns).flat_map(side_by_side).collect();
    for (title, entries) in [("Signs".to_owned(), signs), (order.to_owned(), features)] {
        if !entries.is_empty() {
            let title = text::wrap(&title, width).into_iter().map(HelpLine::Heading);
            rows.extend(title.map(|line| vec![line]));
            rows.extend(side_by_side(&in_columns(entries, parts)));
        }
    }
    rows.pop();
    rows
}

/// Returns the rows of columns, and a blank one.
fn side_by_side(columns: &[Vec<HelpLine>]) -> Vec<HelpRow> {
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let rows = (0..=height)
        .map(|row| columns.iter().map(|column| column.get(row).cloned().unwrap_or_default()).collect());
    rows.collect()
}

/// Shares entries among one column, or two of about the same height.
fn in_columns(entries: Vec<Vec<HelpLine>>, count: usize) -> Vec<Vec<HelpLine>> {
    let height = entries.iter().map(Vec::len).sum::<usize>().div_ceil(count);
    let mut used = 0;
    let (left, right): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| {
        used += entry.len();
        used <= height
    });
    if count == 1 { vec![left.concat()] } else { vec![left.concat(), right.concat()] }
}

fn entry(key: &str, meaning: &str, (name, width): (usize, usize)) -> Vec<HelpLine> {
    let lines = text::wrap(meaning, width.saturating_sub(name + 2)).into_iter().enumerate();
    lines
        .map(|(line, text)| {
            HelpLine::Entry(if line == 0 { key.to_owned() } else { String::new() }, text, name)
        })
        .collect()
}

/// Returns the heading of a section and its keys; None if the screen has none of them.
fn keys_of(keys: &Keys, section: Section, title: TitleHere<'_>) -> Option<Vec<HelpLine>> {
    let bindings = keys.rows(section).filter(|(_, keys)| !keys.is_empty());
    let entries: Vec<HelpLine> = bindings
        .filter_map(|(binding, keys)| Some(HelpLine::Entry(in_column(keys), title(binding)?, KEY)))
        .collect();
    let heading = HelpLine::Heading(section.title().to_owned());
    (!entries.is_empty()).then(|| [vec![heading], entries].concat())
}

/// Returns a heading and the user's own commands that a query finds, by name, key and line.
fn own_of(keys: &Keys, query: &str, width: usize) -> Vec<HelpLine> {
    let mut lines = vec![HelpLine::Heading("Your commands".to_owned())];
    for own in keys.own() {
        let (key, line) = (in_words(own.key.as_slice()), text::sanitize(&own.run));
        // Beside the columns of keys there is no room for the line.
        let meaning = if query.is_empty() { own.name.clone() } else { format!("{}: {line}", own.name) };
        if format!("{key} {} {line}", own.name).to_lowercase().contains(query) {
            lines.extend(entry(&key, &meaning, (KEY, width)));
        }
    }
    lines
}

/// Returns the commands of a section that a query finds, by their titles, other names, descriptions or keys.
fn found(keys: &Keys, section: Section, words: VerdictWords, query: &str, width: usize) -> Vec<HelpLine> {
    let mut lines = Vec::new();
    for (binding, all_keys) in keys.rows(section) {
        let (title, aliases) = (binding.command.title(), binding.command.aliases().join(" "));
        let description = keys.fill(&words.in_plain_words(binding.description));
        let (names, meaning) = (in_words(all_keys), format!("{title}: {description}"));
        if format!("{aliases} {names} {meaning}").to_lowercase().contains(query) {
            lines.extend(entry(&names, &meaning, (KEY, width)));
        }
    }
    lines
}

fn in_words(keys: &[Key]) -> String {
    keys.iter().map(ToString::to_string).collect::<Vec<_>>().join("  ")
}

/// Returns as many of the keys as fit into a column, at least the first.
fn in_column(keys: &[Key]) -> String {
    let all = in_words(keys);
    if text::width(&all) < KEY { all } else { in_words(&keys[..1]) }
}
