//! TOML in which every name and value knows its location, so that an error can state line and column.
//!
//! Values of a file have types, those of the environment are text; [`Raw`] converts both to the type of a setting.

use std::borrow::Cow;
use std::ops::Range;
use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{ConfigError, Location, ThemeChoice};

pub(super) struct Document<'t> {
    file: &'t str,
    text: &'t str,
}

pub(super) struct Entry<'t, 'd> {
    pub(super) name: Cow<'t, str>,
    pub(super) span: Range<usize>,
    pub(super) value: &'d Spanned<DeValue<'t>>,
}

pub(super) fn entries<'t, 'd>(table: &'d DeTable<'t>) -> Vec<Entry<'t, 'd>> {
    let mut entries: Vec<Entry<'t, 'd>> = table
        .iter()
        .map(|(name, value)| Entry { name: name.get_ref().clone(), span: name.span(), value })
        .collect();
    entries.sort_by_key(|entry| entry.span.start);
    entries
}

impl<'t> Document<'t> {
    pub(super) fn new(file: &'t str, text: &'t str) -> Document<'t> {
        Document { file, text }
    }

    pub(super) fn parse(&self) -> Result<DeTable<'t>, ConfigError> {
        DeTable::parse(self.text).map(Spanned::into_inner).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let line = self.text.get(..at).unwrap_or("").lines().next_back().unwrap_or("");
            // The parser takes a missing value for an unquoted word.
            let is_missing = line.trim_end().ends_with('=')
                && self.text.get(at..).unwrap_or("").lines().next().is_none_or(|rest| rest.trim().is_empty());
            let said = error.message().replace('\n', ", ");
            self.error(&(at..at), if is_missing { "expected a value after `=`".to_owned() } else { said })
        })
    }

    pub(super) fn error(&self, span: &Range<usize>, what: impl Into<String>) -> ConfigError {
        ConfigError::Wrong { location: self.location(span), what: what.into() }
    }

    pub(super) fn location(&self, at: &Range<usize>) -> Location {
        // A byte order mark is invisible, so it does not count as a column.
        let before = self.text.get(..at.start).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before[line_start..].chars().filter(|c| *c != '\u{feff}').count() + 1;
        Location { file: self.file.to_owned(), line: before.matches('\n').count() + 1, column }
    }

    /// Returns the error of an unknown name, with the most similar known one; `lacking` begins the sentence.
    pub(super) fn unknown(&self, entry: &Entry<'_, '_>, lacking: &str, known: &[&str]) -> ConfigError {
        let meant = match nearest(&entry.name, known.iter().copied()) {
            Some(name) => format!("; did you mean `{name}`?"),
            None if known.len() <= 20 => format!(": expected one of {}", known.join(", ")),
            None => String::new(),
        };
        self.error(&entry.span, format!("{lacking} `{}`{meant}", entry.name))
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

    /// Returns the error of a value of a different kind than `expected`.
    pub(super) fn expected(&self, value: &Spanned<DeValue<'t>>, expected: &str) -> ConfigError {
        let found = found(value.get_ref());
        self.error(&value.span(), format!("expected {expected}, found {found}"))
    }
}

/// A value that is not yet converted to the type of its setting.
#[derive(Clone, Copy)]
pub(super) enum Raw<'a> {
    Toml(&'a DeValue<'a>),
    Text(&'a str),
}

impl<'a> Raw<'a> {
    fn found(self) -> String {
        match self {
            Raw::Text(text) => format!("`{text}`"),
            Raw::Toml(value) => found(value),
        }
    }

    fn instead_of(self, expected: &str) -> String {
        format!("expected {expected}, found {}", self.found())
    }

    pub(super) fn switch(self) -> Result<bool, String> {
        match self {
            Raw::Toml(DeValue::Boolean(value)) => Ok(*value),
            Raw::Text("true" | "1") => Ok(true),
            Raw::Text("false" | "0") => Ok(false),
            _ => Err(self.instead_of("true or false")),
        }
    }

    /// Converts a number, parsed as on the command line.
    pub(super) fn number<T>(self, read: impl Fn(&str) -> Result<T, String>) -> Result<T, String> {
        let text = match self {
            Raw::Text(text) => text.to_owned(),
            Raw::Toml(DeValue::Integer(number)) => {
                match i64::from_str_radix(number.as_str(), number.radix()) {
                    Ok(number) => number.to_string(),
                    Err(_) => number.as_str().to_owned(),
                }
            }
            Raw::Toml(_) => return Err(self.instead_of("a whole number")),
        };
        read(&text).map_err(|expected| format!("{expected}, found `{text}`"))
    }

    pub(super) fn name<T: FromStr<Err: ToString>>(self) -> Result<T, String> {
        self.text("a name in quotes")?.parse().map_err(|error: T::Err| error.to_string())
    }

    /// Converts text that is not blank.
    pub(super) fn text(self, expected: &str) -> Result<&'a str, String> {
        match self {
            Raw::Text(text) if !text.trim().is_empty() => Ok(text),
            Raw::Toml(DeValue::String(text)) if !text.trim().is_empty() => Ok(text),
            _ => Err(self.instead_of(expected)),
        }
    }

    /// Converts `"nord"`, or `{ dark = "nord", light = "solarized-light" }`.
    pub(super) fn theme(self) -> Result<ThemeChoice, String> {
        const EXPECTED: &str = "the name of a theme, as in `\"nord\"`, or a pair, as in `{ dark = \"nord\", light = \"light\" }`";
        let Raw::Toml(DeValue::Table(table)) = self else { return self.text(EXPECTED)?.parse() };
        let mut pair: [Option<String>; 2] = [None, None];
        for (name, value) in table {
            let side = match &**name.get_ref() {
                "dark" => 0,
                "light" => 1,
                other => return Err(format!("a pair of themes has `dark` and `light`, not `{other}`")),
            };
            pair[side] = Some(Raw::Toml(value.get_ref()).text("the name of a theme in quotes")?.to_owned());
        }
        let [dark, light] = pair;
        Ok(ThemeChoice::pair(dark, light))
    }
}

/// Describes a TOML value by its kind, for a message.
fn found(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("`{text}`"),
        DeValue::Integer(number) => format!("the number {number}"),
        DeValue::Float(number) => format!("the number {number}"),
        DeValue::Boolean(value) => format!("`{value}`"),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// Returns the name most similar to the typed one, if any is similar enough.
pub(crate) fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Nearly any two words of two letters are similar.
    let most = match typed.chars().count() {
        0..=2 => return None,
        3..=8 => 2,
        _ => 3,
    };
    let near = names.into_iter().map(|name| (edits(typed, name), name)).filter(|(edits, _)| *edits <= most);
    // `lables` is as near to `label` as to `labels`.
    let by_length = |(edits, name): &(usize, &'a str)| (*edits, name.len().abs_diff(typed.len()), *name);
    near.min_by_key(by_length).map(|(_, name)| name)
}

/// Counts the letters to insert, remove or replace to turn one word into the other.
fn edits(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (line, from) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], line + 1);
        for (column, to) in b.chars().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_finds_the_name_and_another_word_does_not() {
        let names = ["undo", "unsure", "next-unlabelled"];
        assert_eq!(nearest("undoo", names), Some("undo"));
        assert_eq!(nearest("next-unlabeled", names), Some("next-unlabelled"));
        assert_eq!(nearest("un", names), None);
        assert_eq!(nearest("quality", names), None);
    }
}
