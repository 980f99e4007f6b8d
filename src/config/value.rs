//! Values as a file or a variable has them, read as what a setting expects.

use std::str::FromStr;

use toml::Spanned;
use toml::de::DeValue;

use super::ThemeChoice;

/// A value that is still to be understood. The file's have kinds, a variable's are text.
#[derive(Clone, Copy)]
pub(super) enum Raw<'a> {
    Toml(&'a DeValue<'a>),
    Text(&'a str),
}

impl<'a> Raw<'a> {
    /// What was found, for a message.
    fn found(self) -> String {
        match self {
            Raw::Text(text) => format!("`{text}`"),
            Raw::Toml(value) => found(value),
        }
    }

    fn instead_of(self, expected: &str) -> String {
        format!("expected {expected}, found {}", self.found())
    }

    /// `true` or `false`.
    pub(super) fn switch(self) -> Result<bool, String> {
        match self {
            Raw::Toml(DeValue::Boolean(value)) => Ok(*value),
            Raw::Text("true" | "1") => Ok(true),
            Raw::Text("false" | "0") => Ok(false),
            _ => Err(self.instead_of("true or false")),
        }
    }

    /// A number, read as the command line reads it.
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

    /// One of some names.
    pub(super) fn name<T: FromStr<Err: ToString>>(self) -> Result<T, String> {
        self.text("a name in quotes")?.parse().map_err(|error: T::Err| error.to_string())
    }

    /// Text that says something.
    pub(super) fn text(self, expected: &str) -> Result<&'a str, String> {
        match self {
            Raw::Text(text) if !text.trim().is_empty() => Ok(text),
            Raw::Toml(DeValue::String(text)) if !text.trim().is_empty() => Ok(text),
            _ => Err(self.instead_of(expected)),
        }
    }

    /// `"nord"`, or `{ dark = "nord", light = "solarized-light" }`.
    pub(super) fn theme(self) -> Result<ThemeChoice, String> {
        const EXPECTED: &str = "the name of a theme, as in `\"nord\"`, or a pair, as in `{ dark = \"nord\", light = \"light\" }`";
        let Raw::Toml(DeValue::Table(table)) = self else { return self.text(EXPECTED)?.parse() };
        let mut pair: [Option<String>; 2] = [None, None];
        for (name, value) in table {
            let side = match &**name.get_ref() {
                "dark" => 0,
                "light" => 1,
                other => return Err(format!("a pair of themes has `dark` and `light`, and no `{other}`")),
            };
            pair[side] = Some(Raw::Toml(value.get_ref()).text("the name of a theme in quotes")?.to_owned());
        }
        let [dark, light] = pair;
        Ok(ThemeChoice::pair(dark, light))
    }
}

/// A TOML value by its kind, for a message.
pub(super) fn found(value: &DeValue<'_>) -> String {
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

/// The value in a file.
pub(super) fn raw<'a>(value: &'a Spanned<DeValue<'a>>) -> Raw<'a> {
    Raw::Toml(value.get_ref())
}
