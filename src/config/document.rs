//! A TOML file in which everything knows its place, so that an error can say line and column.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::nearest::nearest;
use super::value::found;
use super::{ConfigError, Place};

/// A text and what it is called.
pub(super) struct Document<'t> {
    file: &'t str,
    text: &'t str,
}

/// A name with its value.
pub(super) struct Entry<'t, 'd> {
    pub(super) name: Cow<'t, str>,
    /// Where the name stands.
    pub(super) place: Range<usize>,
    pub(super) value: &'d Spanned<DeValue<'t>>,
}

/// The entries of a table in the order of the file.
pub(super) fn entries<'t, 'd>(table: &'d DeTable<'t>) -> Vec<Entry<'t, 'd>> {
    let mut entries: Vec<Entry<'t, 'd>> = table
        .iter()
        .map(|(name, value)| Entry { name: name.get_ref().clone(), place: name.span(), value })
        .collect();
    entries.sort_by_key(|entry| entry.place.start);
    entries
}

impl<'t> Document<'t> {
    pub(super) fn new(file: &'t str, text: &'t str) -> Document<'t> {
        Document { file, text }
    }

    /// The text as a table.
    pub(super) fn parse(&self) -> Result<DeTable<'t>, ConfigError> {
        DeTable::parse(self.text).map(Spanned::into_inner).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let line = self.text.get(..at).unwrap_or("").lines().next_back().unwrap_or("");
            // The parser takes what is not there for a word without quotes.
            let is_missing = line.trim_end().ends_with('=')
                && self.text.get(at..).unwrap_or("").lines().next().is_none_or(|rest| rest.trim().is_empty());
            let said = error.message().replace('\n', ", ");
            self.error(&(at..at), if is_missing { "expected a value behind `=`".to_owned() } else { said })
        })
    }

    /// What is wrong at this place.
    pub(super) fn error(&self, place: &Range<usize>, what: impl Into<String>) -> ConfigError {
        ConfigError::Wrong { place: self.place(place), what: what.into() }
    }

    /// Where something stands.
    pub(super) fn place(&self, at: &Range<usize>) -> Place {
        // A file saved with a byte order mark shows none.
        let before = self.text.get(..at.start).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before[line_start..].chars().filter(|c| *c != '\u{feff}').count() + 1;
        Place { file: self.file.to_owned(), line: before.matches('\n').count() + 1, column }
    }

    /// A name that means nothing here; `lacking` begins the sentence, as in "there is no setting".
    pub(super) fn unknown(&self, entry: &Entry<'_, '_>, lacking: &str, known: &[&str]) -> ConfigError {
        let meant = match nearest(&entry.name, known.iter().copied()) {
            Some(name) => format!("; did you mean `{name}`?"),
            None if known.len() <= 20 => format!(": expected one of {}", known.join(", ")),
            None => String::new(),
        };
        self.error(&entry.place, format!("{lacking} `{}`{meant}", entry.name))
    }

    pub(super) fn table<'d>(&self, entry: &Entry<'t, 'd>) -> Result<&'d DeTable<'t>, ConfigError> {
        match entry.value.get_ref() {
            DeValue::Table(table) => Ok(table),
            _ => Err(self.expected(entry.value, &format!("a table `[{}]`", entry.name))),
        }
    }

    pub(super) fn list<'d>(
        &self,
        value: &'d Spanned<DeValue<'t>>,
        expected: &str,
    ) -> Result<&'d [Spanned<DeValue<'t>>], ConfigError> {
        match value.get_ref() {
            DeValue::Array(list) => Ok(list),
            _ => Err(self.expected(value, expected)),
        }
    }

    pub(super) fn string<'d>(
        &self,
        value: &'d Spanned<DeValue<'t>>,
        expected: &str,
    ) -> Result<&'d str, ConfigError> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text),
            _ => Err(self.expected(value, expected)),
        }
    }

    /// A value of another kind than `expected`.
    pub(super) fn expected(&self, value: &Spanned<DeValue<'t>>, expected: &str) -> ConfigError {
        let found = found(value.get_ref());
        self.error(&value.span(), format!("expected {expected}, found {found}"))
    }
}
