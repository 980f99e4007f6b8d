//! Which theme a person has chosen: one, or one for each kind of background.

use std::str::FromStr;

use super::default::quoted;

/// Which theme: one, or two of which the terminal's background chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ThemeChoice {
    /// This one on any terminal.
    One(String),
    /// By the terminal's background.
    Pair {
        /// On a dark one, and where nothing is known of it.
        dark: String,
        /// On a light one.
        light: String,
    },
}

impl Default for ThemeChoice {
    fn default() -> ThemeChoice {
        ThemeChoice::pair(None, None)
    }
}

impl ThemeChoice {
    /// A pair; what is left open is as fossick comes.
    pub(super) fn pair(dark: Option<String>, light: Option<String>) -> ThemeChoice {
        let or = |name: Option<String>, usual: &str| name.unwrap_or_else(|| usual.to_owned());
        ThemeChoice::Pair { dark: or(dark, "dark"), light: or(light, "light") }
    }

    /// The names in it.
    pub fn names(&self) -> Vec<&str> {
        match self {
            ThemeChoice::One(name) => vec![name],
            ThemeChoice::Pair { dark, light } => vec![dark, light],
        }
    }

    /// The one for a dark background.
    pub fn dark(&self) -> &str {
        match self {
            ThemeChoice::One(name) | ThemeChoice::Pair { dark: name, .. } => name,
        }
    }

    /// As a file has it.
    pub(super) fn to_toml(&self) -> String {
        match self {
            ThemeChoice::One(name) => quoted(name),
            ThemeChoice::Pair { dark, light } => {
                format!("{{ dark = {}, light = {} }}", quoted(dark), quoted(light))
            }
        }
    }
}

impl FromStr for ThemeChoice {
    type Err = String;

    /// A name, or `dark=NAME,light=NAME`.
    fn from_str(text: &str) -> Result<ThemeChoice, String> {
        if !text.contains('=') {
            return Ok(ThemeChoice::One(text.trim().to_owned()));
        }
        let (mut dark, mut light) = (None, None);
        for part in text.split(',') {
            match part.split_once('=').map(|(side, name)| (side.trim(), name.trim())) {
                Some(("dark", name)) if !name.is_empty() => dark = Some(name.to_owned()),
                Some(("light", name)) if !name.is_empty() => light = Some(name.to_owned()),
                _ => {
                    return Err(format!(
                        "expected the name of a theme, or dark=NAME,light=NAME, found `{text}`"
                    ));
                }
            }
        }
        Ok(ThemeChoice::pair(dark, light))
    }
}
