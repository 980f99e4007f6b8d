//! Which theme is shown: the one that was chosen, or one of two as the terminal's background is.
//!
//! Some themes leave the page to the terminal. Where its background is not of their kind, or nothing can be known of it, their page
//! is painted: dark letters on a dark page can't be read.

use super::terminal::background;
use super::terminal::background::Background;
use crate::config::{self, ConfigError, ThemeChoice};
use crate::tui::view::palette::Depth;
use crate::tui::view::theme::Theme;

/// How many colours the terminal shows, from the environment: `NO_COLOR`, `COLORTERM`, `TERM`. A terminal of DEC's has none, and
/// one that has no name is not trusted with any. GNU screen (`STY`) hands `COLORTERM` on and takes true colours for something else.
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
        _ if term.contains("256color") => Depth::Palette256,
        _ => Depth::Ansi16,
    }
}

/// The theme in use, and the pair that follows the terminal's background.
pub(super) struct Themes {
    pub(super) current: Theme,
    /// Its name.
    pub(super) name: String,
    /// The themes for a dark and for a light background, where the background decides.
    pair: Option<[String; 2]>,
    all: config::Themes,
    depth: Depth,
    page: Page,
}

/// What is known of the page that the terminal would give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    /// Nothing yet; themes are shown as they are.
    Unknown,
    /// The terminal doesn't say.
    Unsaid,
    Is(Background),
}

impl Themes {
    /// The theme that was chosen; of a pair the one that fits the background, the dark one as long as nothing is known of it.
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
                    // Without colours both look the same.
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

    /// Takes over what the environment says of the terminal's background.
    pub(super) fn read_environment(&mut self) {
        if let Some(background) = background::from_environment(std::env::var("COLORFGBG").ok().as_deref()) {
            self.page = Page::Is(background);
            self.paint();
        }
    }

    /// Whether it matters what the terminal says of its background: where the theme follows it, and where there are colours enough
    /// to paint a page that fits.
    pub(super) fn depends_on_background(&self) -> bool {
        self.follows_background() || matches!(self.depth, Depth::TrueColor | Depth::Palette256)
    }

    /// Not where another theme than those two was chosen since.
    fn follows_background(&self) -> bool {
        self.pair.as_ref().is_some_and(|pair| pair.contains(&self.name))
    }

    /// Whether an answer of the terminal would still be the first that is known.
    pub(super) fn waits_for_background(&self) -> bool {
        self.page == Page::Unknown
    }

    /// The terminal has not said in time what its background is.
    pub(super) fn nothing_said(&mut self) {
        self.page = Page::Unsaid;
        self.paint();
    }

    /// The terminal said what its background is: the name of the theme that is shown for it, if that is another one now.
    pub(super) fn background(&mut self, background: Background) -> Option<Result<String, (String, String)>> {
        self.page = Page::Is(background);
        let pair = self.pair.clone().filter(|_| self.follows_background());
        let fits = pair.map(|[dark, light]| if background == Background::Light { light } else { dark });
        match fits.filter(|fits| *fits != self.name) {
            Some(fits) => Some(self.show(&fits).map(|()| fits)),
            // Painted or not may be another thing now.
            None => {
                let name = self.name.clone();
                self.show(&name).err().map(Err)
            }
        }
    }

    /// Paints the theme's page where the terminal's does not fit it.
    fn paint(&mut self) {
        let fits = match self.page {
            Page::Unknown => true,
            Page::Unsaid => false,
            Page::Is(background) => (background == Background::Light) == self.current.is_light(),
        };
        if !fits {
            self.current = self.current.clone().on_its_own_page();
        }
    }

    /// Shows the theme of this name; else the name and why not.
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
    fn a_page_is_painted_where_the_terminals_does_not_fit() {
        let all = config::Themes::default();
        let one = |name: &str| Themes::new(&ThemeChoice::One(name.to_owned()), all.clone(), Depth::TrueColor);
        let mut light = one("light").expect("bundled");
        let is_painted = |themes: &Themes| themes.current.page.bg.is_some();
        assert!(!is_painted(&light) && light.depends_on_background(), "as long as it may still be told");
        light.background(Background::Dark);
        assert!(is_painted(&light));
        light.background(Background::Light);
        assert!(!is_painted(&light));
        light.show("dark").expect("bundled");
        assert!(is_painted(&light), "dark on a light one");
        let mut dark = one("dark").expect("bundled");
        dark.nothing_said();
        assert!(is_painted(&dark));
        let bare = Themes::new(&ThemeChoice::One("light".to_owned()), all.clone(), Depth::None);
        assert!(!bare.expect("bundled").depends_on_background(), "there are no colours");
    }

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::TrueColor);
        assert_eq!(depth(&[("TERM", "screen-256color")]), Depth::Palette256);
        assert_eq!(depth(&[("TERM", "xterm")]), Depth::Ansi16);
        assert_eq!(depth(&[("TERM", "linux")]), Depth::Ansi16);
        assert_eq!(depth(&[("TERM", "vt100")]), Depth::None);
        assert_eq!(
            depth(&[("TERM", "screen"), ("COLORTERM", "truecolor"), ("STY", "7.pts")]),
            Depth::Palette256,
            "screen hands on what its terminal can show"
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
            "an empty NO_COLOR says nothing"
        );
    }
}
