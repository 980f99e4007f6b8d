//! Completions at the cursor of the filter line.

use std::collections::{BTreeMap, HashMap};

use super::language::{FIELDS, KINDS, LABELS, ORACLES, STATES};
use crate::model::Failure;

/// The most that is offered at once.
pub const MOST: usize = 8;

/// Words that fit at the cursor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completions {
    /// First byte of what they stand in for.
    pub from: usize,
    /// One past its last byte.
    pub to: usize,
    /// The words, the best first.
    pub choices: Vec<Choice>,
}

/// A word, and what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The word to insert.
    pub word: String,
    /// An explanation of the word.
    pub meaning: String,
}

/// Values that occur in the failures, to be completed behind a field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// The exceptions of the group by their short names, the most frequent first, and how often they are.
    pub(super) exceptions: Vec<(String, usize)>,
    /// The names of all groups, in the order of the screen.
    pub(super) groups: Vec<String>,
}

/// The exceptions of failures by their short names, the most frequent first.
pub(super) fn exceptions<'a>(failures: impl Iterator<Item = &'a Failure>) -> Vec<(String, usize)> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for failure in failures {
        *counts.entry(failure.trace.exception_name()).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts
        .into_iter()
        .filter(|(name, _)| {
            !name.is_empty() && !name.contains(['|', '"']) && !name.contains(char::is_whitespace)
        })
        .map(|(name, count)| (name.to_owned(), count))
        .collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts
}

/// Completes at a byte of a filter: fields and saved filters where a term begins, values behind a field.
pub(super) fn complete(
    text: &str,
    cursor: usize,
    seen: &Known,
    saved: &BTreeMap<String, String>,
) -> Completions {
    let before = text.get(..cursor).unwrap_or_default();
    let Some(term_start) = open_term(before) else { return Completions::default() };
    let term = &before[term_start..];
    let (sign, term) = match term.strip_prefix(['-', '!']) {
        Some(rest) => (1, rest),
        None => (0, term),
    };
    let choice = |word: &str, meaning: &str| Choice { word: word.to_owned(), meaning: meaning.to_owned() };
    let (typed, choices): (&str, Vec<Choice>) = match term.split_once(':') {
        None if term.starts_with('@') => {
            let saved = saved.iter().map(|(name, text)| choice(&format!("@{name}"), text));
            (term, saved.collect())
        }
        None => {
            let fields = FIELDS.iter().map(|field| choice(field.word, field.meaning));
            let saved =
                saved.iter().filter(|_| sign == 0).map(|(name, text)| choice(&format!("@{name}"), text));
            (term, fields.chain(saved).collect())
        }
        Some((field, values)) => {
            let value = values.rsplit('|').next().unwrap_or_default();
            let words = |words: &[&str]| words.iter().map(|word| choice(word, "")).collect::<Vec<_>>();
            let known = match field {
                "exc" => {
                    let exceptions = seen.exceptions.iter();
                    exceptions.map(|(name, count)| choice(name, &format!("{count} here"))).collect()
                }
                "group" => seen.groups.iter().map(|name| choice(&quoted(name), "")).collect(),
                "oracle" => words(&ORACLES.map(|(word, _)| word)),
                "label" => words(&LABELS.map(|(word, _)| word)),
                "is" => words(&STATES.map(|(word, _)| word)),
                "kind" => KINDS.iter().map(|(word, kind)| choice(word, kind.words())).collect(),
                _ => Vec::new(),
            };
            (value, known)
        }
    };
    let small = typed.to_lowercase();
    let begins = |choice: &Choice| choice.word.to_lowercase().starts_with(&small);
    let (mut fitting, rest): (Vec<Choice>, Vec<Choice>) = choices.into_iter().partition(begins);
    fitting.extend(rest.into_iter().filter(|choice| {
        term.contains(':') && small.len() > 1 && choice.word.to_lowercase().contains(&small)
    }));
    // What is written already needs no completion.
    fitting.retain(|choice| choice.word != typed);
    fitting.truncate(MOST);
    Completions { from: cursor - typed.len(), to: cursor, choices: fitting }
}

/// A text as a value is written: in quotes where it must be.
fn quoted(text: &str) -> String {
    if text.contains(['|', '"', '\\']) || text.contains(char::is_whitespace) {
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        text.to_owned()
    }
}

/// Returns the start of the term at the end of a text; None within quotes.
fn open_term(before: &str) -> Option<usize> {
    let (mut start, mut is_quoted, mut is_escaped) = (0, false, false);
    for (at, c) in before.char_indices() {
        match c {
            '"' if !is_escaped => is_quoted = !is_quoted,
            c if c.is_whitespace() && !is_quoted => start = at + c.len_utf8(),
            _ => {}
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    (!is_quoted).then_some(start)
}
