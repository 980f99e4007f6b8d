//! The themes that can be chosen: the bundled ones, and the user's own in `themes` next to the configuration.
//!
//! ```toml
//! # themes/mine.toml
//! inherits = "dark"
//! accent = ["#ff9e64", "yellow"]
//!
//! [code]
//! keyword = ["#bb9af7", "magenta"]
//! ```
//!
//! A user's theme overrides a bundled one of the same name, and may inherit from it. A file is read when its
//! theme is used: an error in it is reported then, and does not prevent the use of other themes. Entries are
//! merged over those of the inherited theme; since that is valid, any error is in the file itself.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::document::{Document, entries, nearest};
use super::settings::quoted;
use super::{ConfigError, MAX_CONFIG_BYTES, Setting};
use crate::regular_file;
use crate::tui::frame::color::Depth;
use crate::tui::frame::theme::{BUNDLED, Theme, ThemeFile};

/// The chosen theme, or two themes to choose from by the terminal's background.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ThemeChoice {
    One(String),
    Pair {
        /// The theme for a dark background, or an unknown one.
        dark: String,
        light: String,
    },
}

impl ThemeChoice {
    /// Creates a pair; `None` stands for the default theme.
    pub(super) fn pair(dark: Option<String>, light: Option<String>) -> ThemeChoice {
        let or = |name: Option<String>, usual: &str| name.unwrap_or_else(|| usual.to_owned());
        ThemeChoice::Pair { dark: or(dark, "dark"), light: or(light, "light") }
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            ThemeChoice::One(name) => vec![name],
            ThemeChoice::Pair { dark, light } => vec![dark, light],
        }
    }

    pub(crate) fn dark(&self) -> &str {
        match self {
            ThemeChoice::One(name) | ThemeChoice::Pair { dark: name, .. } => name,
        }
    }

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

    /// Parses a name, or `dark=NAME,light=NAME`.
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

#[derive(Debug, Clone, Default)]
pub struct Themes {
    /// The user's own themes: name and file, ordered by name.
    own: Vec<(String, PathBuf)>,
}

impl Themes {
    /// Finds the bundled themes and those next to the user's configuration.
    pub(crate) fn find() -> Themes {
        let folder = super::config_file().ok().and_then(|file| Some(file.parent()?.join("themes")));
        folder.map_or_else(Themes::default, |folder| Themes::in_folder(&folder))
    }

    /// Finds the bundled themes and those in a folder, which may be missing.
    pub fn in_folder(folder: &Path) -> Themes {
        let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut own: Vec<(String, PathBuf)> = files
            .filter(|file| file.extension().is_some_and(|ending| ending == "toml"))
            .filter_map(|file| Some((file.file_stem()?.to_str()?.to_owned(), file)))
            .collect();
        own.sort();
        Themes { own }
    }

    /// Returns all names: the user's own themes first, then the bundled ones.
    pub(crate) fn names(&self) -> Vec<String> {
        let own = self.own.iter().map(|(name, _)| name.clone());
        let bundled = BUNDLED.iter().map(|(name, _)| (*name).to_owned());
        own.chain(bundled.filter(|name| !self.is_own(name))).collect()
    }

    pub(crate) fn is_own(&self, name: &str) -> bool {
        self.own.iter().any(|(own, _)| own == name)
    }

    pub(crate) fn theme(&self, name: &str, depth: Depth) -> Result<Theme, ConfigError> {
        Ok(Theme::new(&self.read(name)?, depth))
    }

    /// Checks that the chosen themes exist and can be used.
    pub(crate) fn check(&self, choice: &Setting<ThemeChoice>) -> Result<(), ConfigError> {
        for name in choice.value.names() {
            if !self.names().iter().any(|known| known == name) {
                return Err(ConfigError::of(&choice.origin, self.unknown(name)));
            }
            self.theme(name, Depth::TrueColor)?;
        }
        Ok(())
    }

    /// Returns warnings about the user's own themes that have colours which are hard to read.
    pub(crate) fn hard_to_read(&self, choice: &ThemeChoice) -> Vec<String> {
        let mut names: Vec<&str> = choice.names().into_iter().filter(|name| self.is_own(name)).collect();
        names.dedup();
        let warnings = names.into_iter().filter_map(|name| {
            let faintest = self.theme(name, Depth::TrueColor).ok()?.faintest;
            (!faintest.is_readable()).then(|| format!("theme `{name}`: {faintest}"))
        });
        warnings.collect()
    }

    fn unknown(&self, name: &str) -> String {
        let names = self.names();
        let suggestion = nearest(name, names.iter().map(String::as_str))
            .map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        format!("there is no theme `{name}`: expected one of {}{suggestion}", names.join(", "))
    }

    /// Reads a theme, merged over the one it inherits.
    fn read(&self, name: &str) -> Result<ThemeFile, ConfigError> {
        let chain = self.chain(name)?;
        let mut table = DeTable::new();
        let mut theme = None;
        for (file, text) in chain.iter().rev() {
            let document = Document { file, text };
            override_entries(&mut table, document.parse()?);
            theme = Some(deserialize(&document, table.clone())?);
        }
        theme.ok_or_else(|| ConfigError::Theme(self.unknown(name)))
    }

    /// Returns the files of a theme, of the one it inherits, and so on: their names in messages, and their texts.
    fn chain(&self, name: &str) -> Result<Vec<(String, Cow<'static, str>)>, ConfigError> {
        let mut chain = Vec::new();
        let mut children: Vec<String> = Vec::new();
        let mut name = name.to_owned();
        loop {
            // A user's theme may be a variant of the bundled one of the same name.
            let own = self.own.iter().find(|(own, _)| *own == name && children.last() != Some(own));
            let Some((_, path)) = own else {
                let bundled = BUNDLED.iter().find(|(known, _)| *known == name);
                let (_, text) = bundled.ok_or_else(|| ConfigError::Theme(self.unknown(&name)))?;
                chain.push((name, Cow::Borrowed(*text)));
                return Ok(chain);
            };
            let text = regular_file::read_to_string(path, MAX_CONFIG_BYTES)
                .map_err(|error| ConfigError::Unreadable { file: path.clone(), error })?;
            let file = path.display().to_string();
            let parent = self.parent(&Document { file: &file, text: &text }, &name, &children)?;
            chain.push((file, text.into()));
            children.push(name);
            match parent {
                Some(parent) => name = parent,
                None => return Ok(chain),
            }
        }
    }

    /// Returns the name of the theme that a file inherits from, if any. `children` are the themes that inherit from it.
    fn parent(
        &self,
        document: &Document<'_>,
        name: &str,
        children: &[String],
    ) -> Result<Option<String>, ConfigError> {
        let root = document.parse()?;
        let entries = entries(&root);
        let Some(entry) = entries.iter().find(|entry| entry.name == INHERITS) else { return Ok(None) };
        let parent = entry.value.get_ref().as_str();
        let parent = parent.ok_or_else(|| document.expected(entry.value, "the name of a theme in quotes"))?;
        let wrong = |what: String| Err(document.error(&entry.value.span(), what));
        let is_variant = parent == name && is_bundled(name);
        if !is_variant && (parent == name || children.iter().any(|child| child == parent)) {
            let chain: Vec<&str> = children.iter().map(String::as_str).chain([name]).collect();
            let chain = chain.join("` inherits `");
            return wrong(format!(
                "`{chain}` inherits `{parent}`: themes can't inherit from each other in a circle"
            ));
        }
        if !self.is_own(parent) && !is_bundled(parent) {
            return wrong(self.unknown(parent));
        }
        Ok(Some(parent.to_owned()))
    }
}

fn is_bundled(name: &str) -> bool {
    BUNDLED.iter().any(|(known, _)| *known == name)
}

const INHERITS: &str = "inherits";

/// Deserializes the entries of a theme; those of the file are merged over the inherited ones.
fn deserialize(document: &Document<'_>, entries: DeTable<'_>) -> Result<ThemeFile, ConfigError> {
    let deserializer = toml::Deserializer::from(Spanned::new(0..0, entries));
    ThemeFile::deserialize(deserializer).map_err(|error| {
        let at = error.span().unwrap_or(0..0);
        // serde names an unknown or a missing field first, and then the known fields, each in backticks.
        let mut names = error.message().split('`').skip(1).step_by(2);
        let message = match (error.message().split_once(" field"), names.next()) {
            (Some(("missing", _)), Some(name)) => {
                format!("there is no `{name}`; `{INHERITS} = \"dark\"` takes the rest from there")
            }
            (Some(("unknown", _)), Some(name)) => match nearest(name, names.clone()) {
                Some(meant) => format!("a theme has no `{name}`; did you mean `{meant}`?"),
                None => format!(
                    "a theme has no `{name}`: expected one of {}",
                    names.collect::<Vec<_>>().join(", ")
                ),
            },
            _ => match error.message().split_once(", expected ") {
                Some((found, expected)) => {
                    let found = found.trim_start_matches("invalid type: ").trim_start_matches("invalid ");
                    format!("expected {expected}, found {found}")
                }
                None => error.message().to_owned(),
            },
        };
        document.error(&at, message)
    })
}

fn override_entries<'t>(below: &mut DeTable<'t>, above: DeTable<'t>) {
    for (name, value) in above {
        let inherited = below.remove(name.get_ref().as_ref()).map(Spanned::into_inner);
        let value = match (inherited, value.get_ref()) {
            (Some(DeValue::Table(mut inner)), DeValue::Table(above)) => {
                override_entries(&mut inner, above.clone());
                Spanned::new(value.span(), DeValue::Table(inner))
            }
            _ => value,
        };
        below.insert(name, value);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::style::Color;
    use tempfile::TempDir;

    use super::*;

    /// Writes themes, by name and text, into a folder.
    fn themes(files: &[(&str, &str)]) -> (TempDir, Themes) {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            fs::write(folder.path().join(format!("{name}.toml")), text).expect("it can be written");
        }
        let themes = Themes::in_folder(folder.path());
        (folder, themes)
    }

    /// Returns the error of the theme `mine`, without the folder.
    fn error_of_mine(files: &[(&str, &str)]) -> String {
        let (folder, themes) = themes(files);
        let error = themes.theme("mine", Depth::TrueColor).expect_err("it is wrong");
        error.to_string().replace(&format!("{}/", folder.path().display()), "")
    }

    #[test]
    fn a_theme_takes_missing_entries_from_the_one_it_inherits() {
        let files = [
            ("mine", "inherits = \"base\"\naccent = [\"#010203\", \"red\"]\n"),
            (
                "base",
                "inherits = \"nord\"\ndim = [\"#040506\", \"blue\"]\n[code]\nkeyword = [\"#070809\", \"red\"]\n",
            ),
        ];
        let (_folder, themes) = themes(&files);
        let nord = themes.theme("nord", Depth::TrueColor).expect("it is bundled");
        let mine = themes.theme("mine", Depth::TrueColor).expect("it can be used");
        assert_eq!(mine.accent.fg, Some(Color::Rgb(1, 2, 3)));
        assert_eq!(mine.dim.fg, Some(Color::Rgb(4, 5, 6)));
        assert_eq!((mine.page, mine.text), (nord.page, nord.text));
        assert_eq!(themes.names()[..2], ["base", "mine"], "one's own come first");
    }

    #[test]
    fn a_theme_may_be_a_variant_of_the_bundled_one_of_its_name() {
        let (_folder, themes) = themes(&[("nord", "inherits = \"nord\"\naccent = [\"#010203\", \"red\"]\n")]);
        assert_eq!(
            themes.theme("nord", Depth::TrueColor).expect("a variant").accent.fg,
            Some(Color::Rgb(1, 2, 3))
        );
        assert_eq!(themes.names().iter().filter(|name| *name == "nord").count(), 1);
    }

    #[test]
    fn a_complete_theme_needs_no_other() {
        let (_folder, themes) = themes(&[("mine", BUNDLED[4].1)]);
        let mine = themes.theme("mine", Depth::TrueColor).expect("it is complete");
        assert_eq!(mine.text, themes.theme(BUNDLED[4].0, Depth::TrueColor).expect("it comes along").text);
    }

    #[test]
    fn errors_are_reported_with_file_line_and_name() {
        let mine = |text: &str| error_of_mine(&[("mine", &format!("inherits = \"dark\"\n{text}"))]);
        assert_eq!(
            mine("acent = [\"#010203\", \"red\"]"),
            "mine.toml:2:1: a theme has no `acent`; did you mean `accent`?"
        );
        assert!(mine("[code]\nkeywort = 1").starts_with("mine.toml:3:1: a theme has no `keywort`; did"));
        assert_eq!(
            mine("accent = [\"#01020\", \"red\"]"),
            "mine.toml:2:10: `#01020` is not a colour: expected `#rrggbb` or `default`"
        );
        for (text, expected) in [
            ("accent = [\"#010203\", \"pink\"]", "2:10: `pink` is not one of the"),
            (
                "accent = \"#010203\"",
                "2:10: expected two colours, as in [\"#e0af68\", \"yellow\"], found string \"#010203\"",
            ),
            ("accent = [\"#010203\", 1]", "2:22: expected a string, found integer `1`"),
            (
                "accent = [\"#010203\"]",
                "2:10: expected two colours, as in [\"#e0af68\", \"yellow\"], found length 1",
            ),
            ("page = 1", "2:8: expected a table `[page]`, found integer `1`"),
            ("[page]\npainted = \"yes\"", "3:11: expected a boolean, found string \"yes\""),
            ("[page]\ncolor = \"default\"", "3:9: `default` is not a true colour"),
        ] {
            let error = mine(text);
            assert!(error.starts_with(&format!("mine.toml:{expected}")), "{text}: {error}");
        }
        assert!(mine("accent = [").starts_with("mine.toml:2:"), "{}", mine("accent = ["));
    }

    #[test]
    fn the_inherited_theme_must_exist_and_not_be_circular() {
        let unknown = error_of_mine(&[("mine", "inherits = \"nrod\"")]);
        assert!(
            unknown
                .starts_with("mine.toml:1:12: there is no theme `nrod`: expected one of mine, dark, light")
        );
        assert!(unknown.ends_with("; did you mean `nord`?"), "{unknown}");
        let circle = [("mine", "inherits = \"other\""), ("other", "\ninherits = \"mine\"")];
        assert_eq!(
            error_of_mine(&circle),
            "other.toml:2:12: `mine` inherits `other` inherits `mine`: themes can't inherit from each other in a circle"
        );
        assert!(
            error_of_mine(&[("mine", "inherits = \"mine\"")])
                .contains("`mine` inherits `mine`: themes can't inherit from each other in a circle")
        );
        let bare = error_of_mine(&[("mine", "accent = [\"#010203\", \"red\"]")]);
        assert!(bare.starts_with("mine.toml:1:1: there is no `page`;"), "{bare}");
        assert!(bare.ends_with("`inherits = \"dark\"` takes the rest from there"), "{bare}");
    }

    #[test]
    fn a_choice_is_checked_with_its_origin() {
        let (_folder, themes) = themes(&[("mine", "accent = 1")]);
        let mut choice = Setting::default(ThemeChoice::pair(None, None));
        assert!(themes.check(&choice).is_ok());
        choice.flag("dark=nord,light=ligth".parse().ok(), "--theme");
        let error = themes.check(&choice).expect_err("there is none").to_string();
        assert!(
            error.starts_with("--theme: there is no theme `ligth`: expected one of mine, dark, light,"),
            "{error}"
        );
        choice.flag("mine".parse().ok(), "--theme");
        assert!(
            themes
                .check(&choice)
                .expect_err("it is wrong")
                .to_string()
                .contains("mine.toml:1:10: expected two colours")
        );
        assert!("dark=".parse::<ThemeChoice>().is_err() && "dim=nord".parse::<ThemeChoice>().is_err());
    }

    proptest! {
        #[test]
        fn no_theme_is_too_hostile(
            lines in prop::collection::vec(
                "(inherits|accent|page|code|text|x) = (\"[a-z#]{0,7}\"|\\[(\"[#0-9a-fé]{0,8}\"(, )?){0,3}\\]|1|true|\\{ painted = 1 \\})\n|\\[(code|page|x)\\]\n|[ -~]{0,9}\n",
                0..6,
            ),
        ) {
            let text = lines.concat();
            let (_folder, themes) = themes(&[("mine", &text)]);
            if let Err(error) = themes.theme("mine", Depth::TrueColor) {
                prop_assert!(error.to_string().contains("mine.toml:"), "{}", error);
            }
        }
    }
}
