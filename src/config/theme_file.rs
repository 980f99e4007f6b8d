//! What a theme file may say: the names and kinds of a theme that says everything, and any part of them.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::ConfigError;
use super::document::{Document, Entry, entries};
use crate::tui::view::palette::{PlainColor, ThemeColor};
use crate::tui::view::theme::BUNDLED;

/// The name of the entry that names the theme to begin with.
pub(super) const INHERITS: &str = "inherits";

/// A theme that says everything: what another may say.
pub(super) fn known_names() -> Result<toml::Table, ConfigError> {
    BUNDLED[0].1.parse().map_err(|error| ConfigError::Theme(format!("theme `{}`: {error}", BUNDLED[0].0)))
}

/// Whether everything that a file says is known and can be meant.
pub(super) fn check(
    document: &Document<'_>,
    root: &DeTable<'_>,
    known: &toml::Table,
) -> Result<(), ConfigError> {
    for entry in entries(root) {
        match known.get(&*entry.name) {
            _ if entry.name == INHERITS => {}
            Some(toml::Value::Table(known)) => {
                for inner in entries(document.table(&entry)?) {
                    match known.get(&*inner.name) {
                        Some(like) => check_value(document, &inner, like)?,
                        None => {
                            let names: Vec<&str> = known.keys().map(String::as_str).collect();
                            return Err(document.unknown(
                                &inner,
                                &format!("[{}] of a theme has no", entry.name),
                                &names,
                            ));
                        }
                    }
                }
            }
            Some(like) => check_value(document, &entry, like)?,
            None => {
                let names: Vec<&str> = known.keys().map(String::as_str).chain([INHERITS]).collect();
                return Err(document.unknown(&entry, "a theme has no", &names));
            }
        }
    }
    Ok(())
}

/// Whether a value is one of its kind: a colour, a colour of its own, a switch.
fn check_value(
    document: &Document<'_>,
    entry: &Entry<'_, '_>,
    like: &toml::Value,
) -> Result<(), ConfigError> {
    let name = &entry.name;
    let wrong = |at: Range<usize>, what: String| Err(document.error(&at, format!("`{name}`: {what}")));
    let pair = "two colours, as in `[\"#e0af68\", \"yellow\"]`";
    match (like, entry.value.get_ref()) {
        (toml::Value::Boolean(_), DeValue::Boolean(_)) => Ok(()),
        (toml::Value::Boolean(_), _) => Err(document.expected(entry.value, "true or false")),
        (toml::Value::String(_), _) => {
            let color = document.string(entry.value, "a colour, as in `\"#16171d\"`")?;
            match PlainColor::try_from(color.to_owned()) {
                Ok(_) => Ok(()),
                Err(what) => wrong(entry.value.span(), what),
            }
        }
        _ => {
            let [full, ansi] = document.list(entry.value, pair)? else {
                return Err(document.expected(entry.value, pair));
            };
            let text = |word: &Spanned<DeValue<'_>>| match word.get_ref() {
                DeValue::String(text) => Ok(text.to_string()),
                _ => Err(document.error(&word.span(), format!("`{name}`: expected a colour in quotes"))),
            };
            let (first, second) = (text(full)?, text(ansi)?);
            // Each is tried beside one that is certainly right, to know which is wrong.
            if let Err(what) = ThemeColor::try_from((first, "default".to_owned())) {
                return wrong(full.span(), what);
            }
            if let Err(what) = ThemeColor::try_from(("default".to_owned(), second)) {
                return wrong(ansi.span(), what);
            }
            Ok(())
        }
    }
}

/// Puts what a theme says over what it inherits.
pub(super) fn lay_over(below: &mut toml::Table, above: toml::Table) {
    for (name, value) in above {
        match (below.get_mut(&name), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => lay_over(below, above),
            _ if name == INHERITS => {}
            (_, value) => {
                below.insert(name, value);
            }
        }
    }
}

/// The names that a whole theme has and this one has not.
pub(super) fn missing(theme: &toml::Table, known: &toml::Table) -> Vec<String> {
    let mut missing = Vec::new();
    for (name, like) in known {
        match (theme.get(name), like) {
            (Some(toml::Value::Table(inner)), toml::Value::Table(known)) => {
                missing
                    .extend(self::missing(inner, known).into_iter().map(|inner| format!("{name}.{inner}")));
            }
            (Some(_), _) => {}
            (None, _) => missing.push(name.clone()),
        }
    }
    missing
}
