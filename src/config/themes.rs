//! The themes that can be chosen: those that come with fossick, and a person's own in `themes` beside the configuration.
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
//! A person's own theme overrides a bundled one of the same name, and may inherit from it. A file is read when its theme is used:
//! a mistake in it is reported then, and does not keep anybody from using another theme. A bundled theme is the schema: it has
//! every name, with a value of its kind.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::document::{Document, Entry, entries, nearest};
use super::settings::quoted;
use super::{ConfigError, LARGEST, Setting};
use crate::regular_file;
use crate::tui::view::palette::{Depth, PlainColor, ThemeColor};
use crate::tui::view::theme::{BUNDLED, Theme};

/// The chosen theme, or two of which the terminal's background chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ThemeChoice {
    /// One theme for every terminal.
    One(String),
    /// Two themes, by the terminal's background.
    Pair {
        /// The theme for a dark background, or an unknown one.
        dark: String,
        /// The theme for a light background.
        light: String,
    },
}

impl Default for ThemeChoice {
    fn default() -> ThemeChoice {
        ThemeChoice::pair(None, None)
    }
}

impl ThemeChoice {
    /// Creates a pair; `None` stands for the default.
    pub(super) fn pair(dark: Option<String>, light: Option<String>) -> ThemeChoice {
        let or = |name: Option<String>, usual: &str| name.unwrap_or_else(|| usual.to_owned());
        ThemeChoice::Pair { dark: or(dark, "dark"), light: or(light, "light") }
    }

    /// Returns the names of the chosen themes.
    pub fn names(&self) -> Vec<&str> {
        match self {
            ThemeChoice::One(name) => vec![name],
            ThemeChoice::Pair { dark, light } => vec![dark, light],
        }
    }

    /// Returns the theme for a dark background.
    pub fn dark(&self) -> &str {
        match self {
            ThemeChoice::One(name) | ThemeChoice::Pair { dark: name, .. } => name,
        }
    }

    /// Formats the choice as TOML.
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

/// The themes that can be chosen.
#[derive(Debug, Clone, Default)]
pub struct Themes {
    /// The person's own themes: name and file, ordered by name.
    own: Vec<(String, PathBuf)>,
}

impl Themes {
    /// Finds the bundled themes and those beside the person's configuration.
    pub fn find() -> Themes {
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

    /// Returns all names: the person's own themes first, then the bundled ones.
    pub fn names(&self) -> Vec<String> {
        let own = self.own.iter().map(|(name, _)| name.clone());
        let bundled = BUNDLED.iter().map(|(name, _)| (*name).to_owned());
        own.chain(bundled.filter(|name| !self.is_own(name))).collect()
    }

    /// Returns `true` if a theme is the person's own.
    pub fn is_own(&self, name: &str) -> bool {
        self.own.iter().any(|(own, _)| own == name)
    }

    /// Reads the theme of this name, for a terminal of this colour depth.
    pub fn theme(&self, name: &str, depth: Depth) -> Result<Theme, ConfigError> {
        let table = self.table(name, true, &mut Vec::new())?;
        Theme::of(name, table, depth).map_err(|error| ConfigError::Theme(error.to_string()))
    }

    /// Checks that the chosen themes exist and can be used.
    pub fn check(&self, choice: &Setting<ThemeChoice>) -> Result<(), ConfigError> {
        for name in choice.value.names() {
            if !self.names().iter().any(|known| known == name) {
                return Err(ConfigError::of(&choice.origin, self.unknown(name)));
            }
            self.theme(name, Depth::TrueColor)?;
        }
        Ok(())
    }

    /// Returns warnings about the person's own themes in which something is hard to read.
    pub fn hard_to_read(&self, choice: &ThemeChoice) -> Vec<String> {
        let mut names: Vec<&str> = choice.names().into_iter().filter(|name| self.is_own(name)).collect();
        names.dedup();
        let faintest = |name: &str| Some(self.theme(name, Depth::TrueColor).ok()?.faintest);
        let said = names.into_iter().filter_map(|name| {
            let faintest = faintest(name).filter(|faintest| !faintest.is_readable())?;
            Some(format!("theme `{name}`: {faintest}"))
        });
        said.collect()
    }

    /// Describes an unknown name, with the themes that exist.
    fn unknown(&self, name: &str) -> String {
        let names = self.names();
        let meant = nearest(name, names.iter().map(String::as_str))
            .map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        format!("there is no theme `{name}`: expected one of {}{meant}", names.join(", "))
    }

    /// Returns a theme as a table, with what it inherits. `children` are the themes that inherit from it.
    fn table(
        &self,
        name: &str,
        may_be_own: bool,
        children: &mut Vec<String>,
    ) -> Result<toml::Table, ConfigError> {
        let own = self.own.iter().find(|(own, _)| may_be_own && own == name);
        let Some((_, file)) = own else {
            let bundled = BUNDLED.iter().find(|(known, _)| *known == name);
            let (_, text) = bundled.ok_or_else(|| ConfigError::Theme(self.unknown(name)))?;
            return text.parse().map_err(|error| ConfigError::Theme(format!("theme `{name}`: {error}")));
        };
        let text = regular_file::read_to_string(file, LARGEST)
            .map_err(|error| ConfigError::Unreadable { file: file.clone(), error })?;
        let called = file.display().to_string();
        let document = Document::new(&called, &text);
        let root = document.parse()?;
        let mut above = toml::Table::new();
        children.push(name.to_owned());
        if let Some(entry) = entries(&root).iter().find(|entry| entry.name == INHERITS) {
            let parent = document.string(entry.value, "the name of a theme in quotes")?;
            let wrong = |what: String| document.error(&entry.value.span(), what);
            // A person's own theme may be a variant of the bundled one of its name.
            let is_same = parent == name;
            if children.iter().any(|child| child == parent) && !(is_same && is_bundled(name)) {
                let chain = children.join("` inherits `");
                return Err(wrong(format!("`{chain}` inherits `{parent}`: there is no beginning")));
            }
            if !self.is_own(parent) && !is_bundled(parent) {
                return Err(wrong(self.unknown(parent)));
            }
            above = self.table(parent, !is_same, children)?;
        }
        let known = known_names()?;
        check(&document, &root, &known)?;
        let own: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            let at = error.span().map_or(0, |span| span.start);
            document.error(&(at..at), error.message())
        })?;
        lay_over(&mut above, own);
        let missing = missing(&above, &known);
        if !missing.is_empty() {
            let what = format!(
                "there is no {}; `{INHERITS} = \"dark\"` takes the rest from there",
                missing.join(", ")
            );
            return Err(document.error(&(0..0), what));
        }
        Ok(above)
    }
}

fn is_bundled(name: &str) -> bool {
    BUNDLED.iter().any(|(known, _)| *known == name)
}

/// The name of the entry that names the inherited theme.
const INHERITS: &str = "inherits";

/// Returns a bundled theme, as the schema of all others.
fn known_names() -> Result<toml::Table, ConfigError> {
    BUNDLED[0].1.parse().map_err(|error| ConfigError::Theme(format!("theme `{}`: {error}", BUNDLED[0].0)))
}

/// Checks every name and value of a theme file.
fn check(document: &Document<'_>, root: &DeTable<'_>, known: &toml::Table) -> Result<(), ConfigError> {
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

/// Checks that a value is of its kind: two colours, one colour, or `true` or `false`.
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

/// Overrides what a theme inherits with its own entries.
fn lay_over(below: &mut toml::Table, above: toml::Table) {
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

/// Returns the names that a theme lacks.
fn missing(theme: &toml::Table, known: &toml::Table) -> Vec<String> {
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
    fn told(files: &[(&str, &str)]) -> String {
        let (folder, themes) = themes(files);
        let error = themes.theme("mine", Depth::TrueColor).expect_err("it is wrong");
        error.to_string().replace(&format!("{}/", folder.path().display()), "")
    }

    #[test]
    fn a_theme_takes_what_it_does_not_say_from_the_one_it_inherits() {
        let files = [
            ("mine", "inherits = \"base\"\naccent = [\"#010203\", \"red\"]\n"),
            (
                "base",
                "inherits = \"nord\"\ndim = [\"#040506\", \"blue\"]\n[code]\nkeyword = [\"#070809\", \"red\"]\n",
            ),
        ];
        let (_folder, themes) = themes(&files);
        let nord = themes.theme("nord", Depth::TrueColor).expect("it comes along");
        let mine = themes.theme("mine", Depth::TrueColor).expect("it can be used");
        assert_eq!(mine.accent.fg, Some(Color::Rgb(1, 2, 3)));
        assert_eq!(mine.dim.fg, Some(Color::Rgb(4, 5, 6)));
        assert_eq!((mine.page, mine.text), (nord.page, nord.text));
        assert_eq!(themes.names()[..2], ["base", "mine"], "one's own come first");
    }

    #[test]
    fn a_theme_may_be_a_variant_of_the_one_of_its_name() {
        let (_folder, themes) = themes(&[("nord", "inherits = \"nord\"\naccent = [\"#010203\", \"red\"]\n")]);
        assert_eq!(
            themes.theme("nord", Depth::TrueColor).expect("a variant").accent.fg,
            Some(Color::Rgb(1, 2, 3))
        );
        assert_eq!(themes.names().iter().filter(|name| *name == "nord").count(), 1);
    }

    #[test]
    fn a_theme_that_says_everything_needs_no_other() {
        let (_folder, themes) = themes(&[("mine", BUNDLED[4].1)]);
        let mine = themes.theme("mine", Depth::TrueColor).expect("it says everything");
        assert_eq!(mine.text, themes.theme(BUNDLED[4].0, Depth::TrueColor).expect("it comes along").text);
    }

    #[test]
    fn what_is_wrong_is_told_with_file_line_and_name() {
        let mine = |text: &str| told(&[("mine", &format!("inherits = \"dark\"\n{text}"))]);
        assert_eq!(
            mine("acent = [\"#010203\", \"red\"]"),
            "mine.toml:2:1: a theme has no `acent`; did you mean `accent`?"
        );
        assert!(
            mine("[code]\nkeywort = 1").starts_with("mine.toml:3:1: [code] of a theme has no `keywort`; did")
        );
        assert_eq!(
            mine("accent = [\"#01020\", \"red\"]"),
            "mine.toml:2:11: `accent`: `#01020` is no colour: expected `#rrggbb` or `default`"
        );
        assert!(
            mine("accent = [\"#010203\", \"pink\"]")
                .starts_with("mine.toml:2:22: `accent`: `pink` is none of the")
        );
        assert!(mine("accent = \"#010203\"").starts_with("mine.toml:2:10: expected two colours, as in"));
        assert!(
            mine("accent = [\"#010203\", 1]")
                .starts_with("mine.toml:2:22: `accent`: expected a colour in quotes")
        );
        assert!(mine("page = 1").starts_with("mine.toml:2:8: expected a table `[page]`"));
        assert!(mine("[page]\npainted = \"yes\"").starts_with("mine.toml:3:11: expected true or false"));
        assert!(
            mine("[page]\ncolor = \"default\"").contains("3:9: `color`: `default` is no colour of its own")
        );
        assert!(mine("accent = [").starts_with("mine.toml:2:"), "{}", mine("accent = ["));
    }

    #[test]
    fn what_it_inherits_has_to_be_there_and_to_begin_somewhere() {
        let unknown = told(&[("mine", "inherits = \"nrod\"")]);
        assert!(
            unknown
                .starts_with("mine.toml:1:12: there is no theme `nrod`: expected one of mine, dark, light")
        );
        assert!(unknown.ends_with("; did you mean `nord`?"), "{unknown}");
        let circle = [("mine", "inherits = \"other\""), ("other", "\ninherits = \"mine\"")];
        assert_eq!(
            told(&circle),
            "other.toml:2:12: `mine` inherits `other` inherits `mine`: there is no beginning"
        );
        assert!(
            told(&[("mine", "inherits = \"mine\"")])
                .contains("`mine` inherits `mine`: there is no beginning")
        );
        let bare = told(&[("mine", "accent = [\"#010203\", \"red\"]")]);
        assert!(bare.starts_with("mine.toml:1:1: there is no bar, border, code,"), "{bare}");
        assert!(bare.ends_with("`inherits = \"dark\"` takes the rest from there"), "{bare}");
    }

    #[test]
    fn a_choice_is_checked_where_it_was_made() {
        let (_folder, themes) = themes(&[("mine", "accent = 1")]);
        let mut choice = Setting::default(ThemeChoice::default());
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
                .contains("mine.toml:1:10: expected two")
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
