//! Which colours: from the command line, the environment, or what the terminal says of its background.

use super::RuntimeError;
use super::background::{self, Background};
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

/// The theme in use, and the one to change to if the terminal says that it is light.
pub(super) struct Themes {
    pub(super) current: Theme,
    light: Option<Theme>,
}

impl Themes {
    /// The theme of this name; without a name, the one that fits the background.
    pub(super) fn new(name: Option<&str>, depth: Depth) -> Result<Themes, RuntimeError> {
        let bundled = |name: &str| {
            Theme::bundled(name, depth)
                .ok_or_else(|| RuntimeError::UnknownTheme(name.to_owned()))?
                .map_err(RuntimeError::Theme)
        };
        if let Some(name) = name {
            return Ok(Themes { current: bundled(name)?, light: None });
        }
        Ok(match background::from_environment(std::env::var("COLORFGBG").ok().as_deref()) {
            Some(Background::Light) => Themes { current: bundled("light")?, light: None },
            Some(Background::Dark) => Themes { current: bundled("dark")?, light: None },
            None => {
                let light = if depth == Depth::None { None } else { Some(bundled("light")?) };
                Themes { current: bundled("dark")?, light }
            }
        })
    }

    /// Whether it matters what the terminal says of its background.
    pub(super) fn depends_on_background(&self) -> bool {
        self.light.is_some()
    }

    /// The terminal said what its background is.
    pub(super) fn background(&mut self, background: Background) {
        if let (Background::Light, Some(light)) = (background, self.light.take()) {
            self.current = light;
        }
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
