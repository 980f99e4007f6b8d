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
    pub(super) file: &'t str,
    pub(super) text: &'t str,
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
    pub(super) fn parse(&self) -> Result<DeTable<'t>, ConfigError> {
        DeTable::parse(self.text).map(Spanned::into_inner).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let line = self.text.get(..at).unwrap_or("").lines().next_back().unwrap_or("");
            // The parser takes a missing value for an unquoted word.
            let is_missing = line.trim_end().ends_with('=')
                && self.text.get(at..).unwrap_or("").lines().next().is_none_or(|rest| rest.trim().is_empty());
            let message = error.message().replace('\n', ", ");
            self.error(&(at..at), if is_missing { "expected a value after `=`".to_owned() } else { message })
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

    /// Returns the error of a value of a different kind than `expected`.
    pub(super) fn expected(&self, value: &Spanned<DeValue<'t>>, expected: &str) -> ConfigError {
        self.error(&value.span(), Raw::Toml(value.get_ref()).instead_of(expected))
    }
}

/// A value that is not yet converted to the type of its setting.
#[derive(Clone, Copy)]
pub(super) enum Raw<'a> {
    Toml(&'a DeValue<'a>),
    Text(&'a str),
}

impl<'a> Raw<'a> {
    fn instead_of(self, expected: &str) -> String {
        let found = match self {
            Raw::Text(text) => format!("`{text}`"),
            Raw::Toml(DeValue::String(text)) => format!("`{text}`"),
            Raw::Toml(DeValue::Integer(number)) => format!("the number {number}"),
            Raw::Toml(DeValue::Float(number)) => format!("the number {number}"),
            Raw::Toml(DeValue::Boolean(value)) => format!("`{value}`"),
            Raw::Toml(DeValue::Datetime(_)) => "a date".to_owned(),
            Raw::Toml(DeValue::Array(_)) => "a list".to_owned(),
            Raw::Toml(DeValue::Table(_)) => "a table".to_owned(),
        };
        format!("expected {expected}, found {found}")
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
            Raw::Toml(DeValue::Integer(number)) => i64::from_str_radix(number.as_str(), number.radix())
                .map_or_else(|_| number.as_str().to_owned(), |number| number.to_string()),
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
        let (mut dark, mut light) = (None, None);
        for (name, value) in table {
            let side = match &**name.get_ref() {
                "dark" => &mut dark,
                "light" => &mut light,
                other => return Err(format!("a pair of themes has `dark` and `light`, not `{other}`")),
            };
            *side = Some(Raw::Toml(value.get_ref()).text("the name of a theme in quotes")?.to_owned());
        }
        Ok(ThemeChoice::pair(dark, light))
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
    // `lables` is as near to `label` as to `labels`.
    let near = names
        .into_iter()
        .map(|name| (strsim::levenshtein(typed, name), name.len().abs_diff(typed.len()), name))
        .filter(|(edits, ..)| *edits <= most);
    near.min().map(|(.., name)| name)
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
