//! What a person has chosen for good: the file `config.toml`, and what it says.
//!
//! ```text
//! place ──▶ document (TOML, each value with its line and column) ──▶ keys
//! ```
//!
//! A file that says something which can't be meant is no configuration: the first such thing is told with its place, and
//! nothing is started. The configuration concerns the workbench alone; whatever prints figures or lists takes what
//! they are computed by from its command line, so that a command that stands in a paper or a script gives the same on every
//! machine.

mod document;
mod error;
mod keys;
mod nearest;
mod place;

use std::fs;

pub use error::ConfigError;
pub use keys::PRESETS;
pub use nearest::nearest;
pub use place::config_file;

use crate::app::keys::Keys;
use document::{Document, entries};

/// A text as TOML writes it.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// What a person has chosen.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// The keys in effect.
    pub keys: Keys,
}

impl Config {
    /// What the person's file says; as fossick comes where there is none.
    pub fn load() -> Result<Config, ConfigError> {
        let file = config_file()?;
        match fs::read(&file) {
            Ok(bytes) => {
                let name = file.display().to_string();
                let text = String::from_utf8(bytes).map_err(|error| ConfigError::not_text(&name, &error))?;
                Config::parse(&name, &text)
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Config::default()),
            Err(error) => Err(ConfigError::Unreadable { file, error }),
        }
    }

    /// What a text says; `file` is what it is called in errors.
    pub fn parse(file: &str, text: &str) -> Result<Config, ConfigError> {
        let document = Document::new(file, text);
        let mut config = Config::default();
        let root = document.parse()?;
        for entry in entries(&root) {
            match &*entry.name {
                "keys" => config.keys = keys::read(&document, document.table(&entry)?)?,
                _ => return Err(document.unknown(&entry, "setting", &["keys"])),
            }
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_file_that_says_nothing_changes_nothing() {
        for text in ["", "# nothing\n", "\u{feff}# with a byte order mark\n", "[keys]\n"] {
            assert_eq!(Config::parse("config.toml", text).expect(text).keys, Keys::default());
        }
    }

    #[test]
    fn what_is_no_toml_and_what_is_unknown_is_told_with_its_place() {
        let told = |text: &str| Config::parse("config.toml", text).expect_err(text).to_string();
        assert!(
            told("[keys]\nundo = [\"z\"\n").starts_with("config.toml:"),
            "{}",
            told("[keys]\nundo = [\"z\"\n")
        );
        assert_eq!(told("\n  kyes = 1"), "config.toml:2:3: there is no setting `kyes`; did you mean `keys`?");
        assert_eq!(told("keys = 1"), "config.toml:1:8: expected a table `[keys]`, found a number");
    }

    proptest! {
        #[test]
        fn no_text_is_too_hostile(text in "[ -~\\n\\t\u{0}é]{0,80}") {
            let _: Result<Config, ConfigError> = Config::parse("config.toml", &text);
        }

        #[test]
        fn no_key_table_is_too_hostile(
            entries in prop::collection::vec(("[a-z-]{1,12}|\"[^\"\\\\\n]{0,5}\"|undo|quit|preset", "\\[(\"[a-z?]\"(, )?){0,3}\\]|[0-9]{1,3}|true|\"vim\"|\\{\\}"), 0..6)
        ) {
            let lines: String = entries.iter().map(|(name, value)| format!("{name} = {value}\n")).collect();
            if let Err(error) = Config::parse("config.toml", &format!("[keys]\n{lines}")) {
                prop_assert!(error.to_string().starts_with("config.toml:"), "{}", error);
            }
        }
    }
}
