//! Which theme is shown: the one that was chosen, or one of two as the terminal's background is.

use super::background::{self, Background};
use crate::config::{self, ConfigError, ThemeChoice};
use crate::ui::palette::Depth;
use crate::ui::theme::Theme;

/// How many colours the terminal shows, from the environment: `NO_COLOR`, `COLORTERM`, `TERM`.
pub(super) fn color_depth(variable: impl Fn(&str) -> Option<String>) -> Depth {
    let term = variable("TERM").unwrap_or_default();
    if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) || term == "dumb" {
        return Depth::None;
    }
    match variable("COLORTERM").as_deref() {
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
        Ok(Themes { current: all.theme(name, depth)?, name: name.clone(), pair, all, depth })
    }

    /// Whether it matters what the terminal says of its background: not to who has chosen another theme since.
    pub(super) fn depends_on_background(&self) -> bool {
        self.pair.as_ref().is_some_and(|pair| pair.contains(&self.name))
    }

    /// The terminal said what its background is: the name of the theme that is shown for it, if that is another one now.
    pub(super) fn background(&mut self, background: Background) -> Option<Result<String, (String, String)>> {
        let [dark, light] = self.pair.clone().filter(|_| self.depends_on_background())?;
        let fits = if background == Background::Light { light } else { dark };
        (fits != self.name).then(|| self.show(&fits).map(|()| fits))
    }

    /// Shows the theme of this name; else the name and why not.
    pub(super) fn show(&mut self, name: &str) -> Result<(), (String, String)> {
        self.current =
            self.all.theme(name, self.depth).map_err(|error| (name.to_owned(), error.to_string()))?;
        name.clone_into(&mut self.name);
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
    fn the_environment_says_how_many_colours_there_are() {
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::TrueColor);
        assert_eq!(depth(&[("TERM", "screen-256color")]), Depth::Palette256);
        assert_eq!(depth(&[("TERM", "xterm")]), Depth::Ansi16);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(
            depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]),
            Depth::Palette256,
            "an empty NO_COLOR says nothing"
        );
    }
}
