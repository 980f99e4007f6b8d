//! The theme that is shown: the chosen one, or one of two, selected by the terminal's background.
//!
//! Some themes leave the background to the terminal. If it does not fit the theme, or is unknown, the theme's own
//! background is painted, because dark letters on a dark background can't be read.

use super::terminal::background;
use super::terminal::background::Background;
use crate::config::{self, ConfigError, ThemeChoice};
use crate::tui::view::palette::Depth;
use crate::tui::view::theme::Theme;

/// Determines the terminal's colour depth from the environment: `NO_COLOR`, `COLORTERM`, `TERM`. A DEC terminal has
/// no colours, and neither has one without a name. GNU Screen (`STY`) passes on `COLORTERM` but does not support true
/// colours.
pub(super) fn color_depth(variable: impl Fn(&str) -> Option<String>) -> Depth {
    let term = variable("TERM").unwrap_or_default();
    let has_none = term == "dumb" || term.starts_with("vt") || (term.is_empty() && cfg!(unix));
    if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) || has_none {
        return Depth::None;
    }
    match variable("COLORTERM").as_deref() {
        Some("truecolor" | "24bit") if variable("STY").is_some() => Depth::Palette256,
        Some("truecolor" | "24bit") => Depth::TrueColor,
        _ if term.contains("direct") || variable("WT_SESSION").is_some() => Depth::TrueColor,
        // The console of Windows has no name.
        _ if term.is_empty() => Depth::TrueColor,
        _ if term.contains("256color") => Depth::Palette256,
        _ => Depth::Ansi16,
    }
}

/// The theme in use, and the pair of themes that follows the terminal's background.
pub(super) struct Themes {
    pub(super) current: Theme,
    /// The name of that theme.
    pub(super) name: String,
    /// The themes for a dark and a light background, if the background selects the theme.
    pair: Option<[String; 2]>,
    all: config::Themes,
    depth: Depth,
    page: Page,
}

/// The background of the terminal, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    /// Not known yet; themes are shown as they are.
    Unknown,
    /// The terminal has not answered.
    NotAnswered,
    Is(Background),
}

impl Themes {
    /// Creates the chosen theme; for a pair, the one that fits the background, or the dark one while that is unknown.
    pub(super) fn new(
        choice: &ThemeChoice,
        all: config::Themes,
        depth: Depth,
    ) -> Result<Themes, ConfigError> {
        let (name, pair) = match choice {
            ThemeChoice::One(name) => (name, None),
            ThemeChoice::Pair { dark, light } => {
                match background::from_environment(std::env::var("COLORFGBG").ok().as_deref()) {
                    Some(Background::Light) => (light, None),
                    Some(Background::Dark) => (dark, None),
                    // Without colours, both look the same.
                    None => {
                        (dark, (depth != Depth::None && light != dark).then(|| [dark.clone(), light.clone()]))
                    }
                }
            }
        };
        Ok(Themes {
            current: all.theme(name, depth)?,
            name: name.clone(),
            pair,
            all,
            depth,
            page: Page::Unknown,
        })
    }

    /// Shows a theme chosen in an earlier session, whatever the background. Returns false if it can't be shown.
    pub(super) fn keep(&mut self, name: &str) -> bool {
        let is_shown = self.show(name).is_ok();
        if is_shown {
            self.pair = None;
        }
        is_shown
    }

    /// Reads the terminal's background from the environment.
    pub(super) fn read_environment(&mut self) {
        if let Some(background) = background::from_environment(std::env::var("COLORFGBG").ok().as_deref()) {
            self.page = Page::Is(background);
            self.paint();
        }
    }

    /// Returns `true` if the terminal's background matters: the theme follows it, or there are enough colours to
    /// paint a background.
    pub(super) fn depends_on_background(&self) -> bool {
        self.follows_background() || matches!(self.depth, Depth::TrueColor | Depth::Palette256)
    }

    /// Returns `true` if the theme is one of a pair, one for dark and one for light backgrounds; `false` without a pair, or
    /// once a theme outside it has been chosen.
    fn follows_background(&self) -> bool {
        self.pair.as_ref().is_some_and(|pair| pair.contains(&self.name))
    }

    /// Returns `true` while the background is unknown and the terminal may still answer.
    pub(super) fn waits_for_background(&self) -> bool {
        self.page == Page::Unknown
    }

    /// Handles a missing answer of the terminal.
    pub(super) fn no_answer(&mut self) {
        self.page = Page::NotAnswered;
        self.paint();
    }

    /// Handles the terminal's answer; returns the name of the theme if it has changed.
    pub(super) fn background(&mut self, background: Background) -> Option<Result<String, (String, String)>> {
        self.page = Page::Is(background);
        let pair = self.pair.clone().filter(|_| self.follows_background());
        let fits = pair.map(|[dark, light]| if background == Background::Light { light } else { dark });
        match fits.filter(|fits| *fits != self.name) {
            Some(fits) => Some(self.show(&fits).map(|()| fits)),
            // The background may have to be painted now, or no longer.
            None => {
                let name = self.name.clone();
                self.show(&name).err().map(Err)
            }
        }
    }

    /// Paints the theme's background if the terminal's does not fit it.
    fn paint(&mut self) {
        let fits = match self.page {
            Page::Unknown => true,
            Page::NotAnswered => false,
            Page::Is(background) => (background == Background::Light) == self.current.is_light(),
        };
        if !fits {
            self.current = self.current.clone().on_its_own_page();
        }
    }

    /// Shows the theme of this name; the error contains the name and the reason.
    pub(super) fn show(&mut self, name: &str) -> Result<(), (String, String)> {
        self.current =
            self.all.theme(name, self.depth).map_err(|error| (name.to_owned(), error.to_string()))?;
        name.clone_into(&mut self.name);
        self.paint();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(variables: &[(&str, &str)]) -> Depth {
        color_depth(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn a_background_is_painted_if_the_terminals_does_not_fit() {
        let all = config::Themes::default();
        let one = |name: &str| Themes::new(&ThemeChoice::One(name.to_owned()), all.clone(), Depth::TrueColor);
        let mut light = one("light").expect("bundled");
        let is_painted = |themes: &Themes| themes.current.page.bg.is_some();
        assert!(!is_painted(&light) && light.depends_on_background(), "as long as it is unknown");
        light.background(Background::Dark);
        assert!(is_painted(&light));
        light.background(Background::Light);
        assert!(!is_painted(&light));
        light.show("dark").expect("bundled");
        assert!(is_painted(&light), "dark on a light one");
        let mut dark = one("dark").expect("bundled");
        dark.no_answer();
        assert!(is_painted(&dark));
        let bare = Themes::new(&ThemeChoice::One("light".to_owned()), all.clone(), Depth::None);
        assert!(!bare.expect("bundled").depends_on_background(), "there are no colours");
    }

    #[test]
    fn the_environment_determines_the_colour_depth() {
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::TrueColor);
        assert_eq!(depth(&[("TERM", "screen-256color")]), Depth::Palette256);
        assert_eq!(depth(&[("TERM", "xterm")]), Depth::Ansi16);
        assert_eq!(depth(&[("TERM", "linux")]), Depth::Ansi16);
        assert_eq!(depth(&[("TERM", "vt100")]), Depth::None);
        assert_eq!(
            depth(&[("TERM", "screen"), ("COLORTERM", "truecolor"), ("STY", "7.pts")]),
            Depth::Palette256,
            "screen passes on its terminal's colour depth"
        );
        assert_eq!(
            depth(&[("TERM", "screen"), ("COLORTERM", "truecolor")]),
            Depth::TrueColor,
            "tmux converts"
        );
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(
            depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]),
            Depth::Palette256,
            "an empty NO_COLOR is ignored"
        );
    }
}
