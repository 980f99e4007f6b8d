//! The theme that is shown: the chosen one, or one of two, selected by the terminal's background.
//!
//! A theme that was named paints its own background. The one that the background selects leaves it to the
//! terminal, unless it does not fit the theme or is unknown: dark letters on a dark background can't be read.

use super::terminal::background::Background;
use crate::config::{self, ConfigError, ThemeChoice};
use crate::tui::Action;
use crate::tui::frame::color::Depth;
use crate::tui::frame::theme::Theme;

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
    pub(super) name: String,
    /// The themes for a dark and a light background; None if a theme was named.
    pair: Option<[String; 2]>,
    /// True if the terminal's answer selects one of the pair.
    is_open: bool,
    all: config::Themes,
    depth: Depth,
    page: Page,
}

/// The background of the terminal, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    /// Not known yet; themes are shown as they are.
    Unknown,
    NotAnswered,
    Is(Background),
}

impl Themes {
    /// Creates the chosen theme; for a pair, the one that fits the background, or the dark one while that is unknown.
    pub(super) fn new(
        choice: &ThemeChoice,
        all: config::Themes,
        depth: Depth,
        background: Option<Background>,
    ) -> Result<Themes, ConfigError> {
        let (name, pair, is_open) = match choice {
            ThemeChoice::One(name) => (name, None, false),
            ThemeChoice::Pair { dark, light } => {
                let name = if background == Some(Background::Light) { light } else { dark };
                // Without colours, both look the same.
                let is_open = background.is_none() && depth != Depth::None && light != dark;
                (name, Some([dark.clone(), light.clone()]), is_open)
            }
        };
        let current = all.theme(name, depth)?;
        let page = background.map_or(Page::Unknown, Page::Is);
        let mut themes = Themes { current, name: name.clone(), pair, is_open, all, depth, page };
        themes.paint();
        Ok(themes)
    }

    /// Shows a theme chosen in an earlier cx, whatever the background. Returns false if it can't be shown.
    pub(super) fn keep(&mut self, name: &str) -> bool {
        let pair = self.pair.take();
        let is_shown = self.show(name).is_none();
        self.pair = pair.filter(|_| !is_shown);
        is_shown
    }

    /// Returns `true` if the terminal's background matters: the theme is one of a pair, and follows the
    /// background, or there are enough colours to paint one.
    pub(super) fn depends_on_background(&self) -> bool {
        let can_paint = matches!(self.depth, Depth::TrueColor | Depth::Palette256);
        self.is_of_pair() && (self.is_open || can_paint)
    }

    /// Returns `true` if the theme is one of a pair, for dark and for light backgrounds.
    fn is_of_pair(&self) -> bool {
        self.pair.as_ref().is_some_and(|pair| pair.contains(&self.name))
    }

    /// Returns `true` while the background is unknown and the terminal may still answer.
    pub(super) fn waits_for_background(&self) -> bool {
        self.page == Page::Unknown
    }

    pub(super) fn no_answer(&mut self) {
        self.page = Page::NotAnswered;
        self.paint();
    }

    /// Handles the terminal's answer; returns the action if the theme has changed, or can't be shown.
    pub(super) fn background(&mut self, background: Background) -> Option<Action> {
        self.page = Page::Is(background);
        let pair = self.pair.clone().filter(|_| self.is_open && self.is_of_pair());
        let fits = pair.map(|[dark, light]| if background == Background::Light { light } else { dark });
        // The same theme may have to paint its background now, or no longer.
        let name = fits.unwrap_or_else(|| self.name.clone());
        let is_new = name != self.name;
        self.show(&name).or_else(|| is_new.then_some(Action::ThemeFollows(name)))
    }

    /// Paints the theme's background if the theme was named, or if the terminal's does not fit it.
    fn paint(&mut self) {
        let fits = self.is_of_pair()
            && match self.page {
                Page::Unknown => true,
                Page::NotAnswered => false,
                Page::Is(background) => (background == Background::Light) == self.current.is_light(),
            };
        if !fits {
            self.current = self.current.clone().on_its_own_page();
        }
    }

    /// Shows the theme of this name, or returns the action that says why not.
    pub(super) fn show(&mut self, name: &str) -> Option<Action> {
        match self.all.theme(name, self.depth) {
            Ok(theme) => self.current = theme,
            Err(why) => return Some(Action::ThemeFailed { name: name.to_owned(), why: why.to_string() }),
        }
        name.clone_into(&mut self.name);
        self.paint();
        None
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
    fn a_background_is_painted_if_the_theme_was_named_or_the_terminals_does_not_fit() {
        let all = config::Themes::default();
        let of =
            |choice: &ThemeChoice, depth| Themes::new(choice, all.clone(), depth, None).expect("bundled");
        let is_painted = |themes: &Themes| themes.current.page.bg.is_some();
        let (dark, light) = ("dark".to_owned(), "light".to_owned());
        let mut named = of(&ThemeChoice::One(light.clone()), Depth::TrueColor);
        assert!(is_painted(&named) && !named.depends_on_background(), "before any answer");
        for background in [Background::Dark, Background::Light] {
            named.background(background);
            assert!(is_painted(&named) && named.name == "light");
        }
        let pair = ThemeChoice::Pair { dark, light };
        let mut themes = of(&pair, Depth::TrueColor);
        assert!(!is_painted(&themes) && themes.depends_on_background(), "as long as it is unknown");
        themes.background(Background::Light);
        assert!(!is_painted(&themes) && themes.name == "light", "the terminal's own");
        assert!(themes.show("dark").is_none());
        assert!(is_painted(&themes), "dark on a light one");
        assert!(themes.show("nord").is_none());
        themes.background(Background::Dark);
        assert!(is_painted(&themes), "it was named");
        let mut silent = of(&pair, Depth::TrueColor);
        silent.no_answer();
        assert!(is_painted(&silent));
        assert!(!of(&pair, Depth::None).depends_on_background(), "there are no colours");
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
