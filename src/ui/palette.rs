//! Colours as a theme names them, and how they come out on terminals with fewer.

use ratatui::style::Color;
use serde::Deserialize;

/// How many colours the terminal shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// All of them.
    TrueColor,
    /// The xterm palette.
    Palette256,
    /// The sixteen that the person chose for the terminal.
    Ansi16,
    /// None, because the person said so (`NO_COLOR`) or the terminal has none.
    None,
}

/// A colour of a theme: the true one, and the one of the sixteen that stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "(String, String)")]
pub struct ThemeColor {
    full: Color,
    ansi: Color,
}

impl ThemeColor {
    /// The colour for this terminal; None where only the terminal's own colours are to be used.
    pub fn at(self, depth: Depth) -> Option<Color> {
        match depth {
            Depth::TrueColor => Some(self.full),
            Depth::Palette256 => Some(match self.full {
                Color::Rgb(r, g, b) => Color::Indexed(nearest_indexed(r, g, b)),
                other => other,
            }),
            Depth::Ansi16 => Some(self.ansi),
            Depth::None => None,
        }
    }
}

/// Red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct PlainColor(pub [u8; 3]);

impl PlainColor {
    /// The nearest that a terminal with at least 256 colours shows.
    pub(super) fn at(self, depth: Depth) -> Color {
        let [r, g, b] = self.0;
        match depth {
            Depth::TrueColor => Color::Rgb(r, g, b),
            _ => Color::Indexed(nearest_indexed(r, g, b)),
        }
    }
}

impl TryFrom<String> for PlainColor {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match parse_full(&text)? {
            Color::Rgb(r, g, b) => Ok(PlainColor([r, g, b])),
            _ => Err(format!("`{text}` is no colour of its own: expected `#rrggbb`")),
        }
    }
}

impl TryFrom<(String, String)> for ThemeColor {
    type Error = String;

    fn try_from((full, ansi): (String, String)) -> Result<Self, String> {
        Ok(ThemeColor { full: parse_full(&full)?, ansi: parse_ansi(&ansi)? })
    }
}

fn parse_full(text: &str) -> Result<Color, String> {
    if text == "default" {
        return Ok(Color::Reset);
    }
    text.strip_prefix('#')
        .filter(|digits| digits.len() == 6)
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .map(|rgb| {
            let [_, r, g, b] = rgb.to_be_bytes();
            Color::Rgb(r, g, b)
        })
        .ok_or_else(|| format!("`{text}` is no colour: expected `#rrggbb` or `default`"))
}

fn parse_ansi(text: &str) -> Result<Color, String> {
    Ok(match text {
        "default" => Color::Reset,
        "black" => Color::Black,
        "red" => Color::Red,
        "green" => Color::Green,
        "yellow" => Color::Yellow,
        "blue" => Color::Blue,
        "magenta" => Color::Magenta,
        "cyan" => Color::Cyan,
        "white" => Color::Gray,
        "bright black" => Color::DarkGray,
        "bright red" => Color::LightRed,
        "bright green" => Color::LightGreen,
        "bright yellow" => Color::LightYellow,
        "bright blue" => Color::LightBlue,
        "bright magenta" => Color::LightMagenta,
        "bright cyan" => Color::LightCyan,
        "bright white" => Color::White,
        _ => {
            return Err(format!(
                "`{text}` is none of the sixteen colours: expected `red`, `bright blue`, `default`, …"
            ));
        }
    })
}

/// The nearest colour of the xterm palette's cube (16 to 231) and greys (232 to 255).
fn nearest_indexed(r: u8, g: u8, b: u8) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |(r2, g2, b2): (u8, u8, u8)| {
        let d = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        d(r, r2) + d(g, g2) + d(b, b2)
    };
    let level = |index: u8| LEVELS[usize::from(index)];
    let cube = (0..216u8).map(|i| (16 + i, (level(i / 36), level(i / 6 % 6), level(i % 6))));
    let greys = (0..24u8).map(|i| (232 + i, (8 + 10 * i, 8 + 10 * i, 8 + 10 * i)));
    cube.chain(greys).min_by_key(|&(_, color)| distance(color)).map_or(15, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_come_out_as_the_terminal_can_show_them() {
        let color =
            ThemeColor::try_from(("#ff8700".to_owned(), "bright yellow".to_owned())).expect("a colour");
        assert_eq!(color.at(Depth::TrueColor), Some(Color::Rgb(255, 135, 0)));
        assert_eq!(color.at(Depth::Palette256), Some(Color::Indexed(208)));
        assert_eq!(color.at(Depth::Ansi16), Some(Color::LightYellow));
        assert_eq!(color.at(Depth::None), None);
    }

    #[test]
    fn a_wrong_colour_is_named() {
        let error = ThemeColor::try_from(("#12345".to_owned(), "red".to_owned())).expect_err("five digits");
        assert!(error.contains("#12345"), "{error}");
    }
}
