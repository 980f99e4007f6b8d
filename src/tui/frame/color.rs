//! Theme colours, and their conversion for terminals with fewer colours.
//!
//! Readability on a background is measured by the contrast of WCAG 2, from 1 (none) to 21 (black on white).

use std::fmt;

use ratatui::style::Color;
use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    TrueColor,
    Palette256,
    /// The sixteen colours that the user chose for the terminal.
    Ansi16,
    /// No colours, because of `NO_COLOR` or because the terminal has none.
    None,
}

/// A colour of a theme: the true colour, and its replacement among the sixteen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThemeColor {
    full: Color,
    ansi: Color,
}

impl ThemeColor {
    /// Returns red, green and blue; None for the terminal's own colour.
    pub(crate) fn rgb(self) -> Option<[u8; 3]> {
        rgb(self.full)
    }

    /// Returns the colour for text on these backgrounds on this terminal. If the nearest colour of the xterm palette
    /// can't be read there, it is the nearest one with sufficient contrast, as far as the theme's own colour has it.
    pub(crate) fn on(self, grounds: &[[u8; 3]], depth: Depth) -> Option<Color> {
        match (depth, self.full) {
            (Depth::Palette256, Color::Rgb(r, g, b)) => {
                Some(Color::Indexed(nearest_readable([r, g, b], grounds)))
            }
            _ => self.at(depth),
        }
    }

    /// Returns the colour for this terminal; None if only the terminal's own colours may be used.
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

/// A true colour: red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct PlainColor(pub [u8; 3]);

impl PlainColor {
    /// Returns the nearest colour of a terminal with at least 256 colours.
    pub(crate) fn at(self, depth: Depth) -> Color {
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
            _ => Err(format!("`{text}` is not a true colour: expected `#rrggbb`")),
        }
    }
}

impl<'de> Deserialize<'de> for ThemeColor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ThemeColor, D::Error> {
        deserializer.deserialize_seq(ThemeColorVisitor)
    }
}

/// A visitor instead of a pair of strings, for a better error message.
struct ThemeColorVisitor;

impl<'de> Visitor<'de> for ThemeColorVisitor {
    type Value = ThemeColor;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("two colours, as in [\"#e0af68\", \"yellow\"]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut colors: A) -> Result<ThemeColor, A::Error> {
        let mut next = |count| {
            colors
                .next_element::<String>()?
                .ok_or_else(|| A::Error::invalid_length(count, &ThemeColorVisitor))
        };
        let (full, ansi) = (next(0)?, next(1)?);
        let full = parse_full(&full).map_err(A::Error::custom)?;
        let ansi = parse_ansi(&ansi).map_err(A::Error::custom)?;
        match colors.next_element::<IgnoredAny>()? {
            None => Ok(ThemeColor { full, ansi }),
            Some(_) => Err(A::Error::invalid_length(3, &self)),
        }
    }
}

fn parse_full(text: &str) -> Result<Color, String> {
    let color = match text {
        "default" => Some(Color::Reset),
        _ => text.parse().ok().filter(|color| matches!(color, Color::Rgb(..))),
    };
    color.ok_or_else(|| format!("`{text}` is not a colour: expected `#rrggbb` or `default`"))
}

fn parse_ansi(text: &str) -> Result<Color, String> {
    let color = match text {
        "default" => Some(Color::Reset),
        // The terminal's white is less bright than ratatui's.
        "white" => Some(Color::Gray),
        _ => text.parse().ok().filter(|color| !matches!(color, Color::Rgb(..) | Color::Indexed(_))),
    };
    color.ok_or_else(|| {
        format!("`{text}` is not one of the sixteen colours: expected `red`, `bright blue`, `default`, …")
    })
}

/// Returns red, green and blue of a colour; None if the terminal chooses it.
pub(crate) fn rgb(color: Color) -> Option<[u8; 3]> {
    match color {
        Color::Rgb(r, g, b) => Some([r, g, b]),
        Color::Indexed(index @ 16..) => Some(indexed(index)),
        _ => None,
    }
}

/// Returns a colour of the xterm palette: its cube (16 to 231) and its greys (232 to 255).
fn indexed(index: u8) -> [u8; 3] {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match index {
        0..16 => [0; 3],
        16..232 => {
            let i = index - 16;
            [i / 36, i / 6 % 6, i % 6].map(|level| LEVELS[usize::from(level)])
        }
        232.. => [8 + 10 * (index - 232); 3],
    }
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

fn nearest_indexed(r: u8, g: u8, b: u8) -> u8 {
    (16..=255).min_by_key(|&index| distance(indexed(index), [r, g, b])).unwrap_or(15)
}

/// Returns the nearest colour of the xterm palette that is readable on these backgrounds, which are converted too, or
/// at least as readable as the true colour on the true backgrounds.
fn nearest_readable(color: [u8; 3], grounds: &[[u8; 3]]) -> u8 {
    let grounds: Vec<([u8; 3], f64)> = grounds
        .iter()
        .map(|&[r, g, b]| (indexed(nearest_indexed(r, g, b)), contrast(color, [r, g, b]).min(READABLE)))
        .collect();
    let mut palette: Vec<u8> = (16..=255).collect();
    palette.sort_by_key(|&index| distance(indexed(index), color));
    palette
        .iter()
        .find(|index| grounds.iter().all(|&(ground, least)| contrast(indexed(**index), ground) >= least))
        .or(palette.first())
        .copied()
        .unwrap_or(15)
}

/// The minimum contrast of readable text (WCAG 2, level AA).
pub(crate) const READABLE: f64 = 4.5;

/// Returns the contrast of two colours, each as red, green and blue.
pub fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Returns the relative luminance, 0 to 1.
fn luminance(rgb: [u8; 3]) -> f64 {
    let [r, g, b] = rgb.map(|channel| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// The text of a theme with the lowest contrast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Faintest {
    /// The name of the text in the theme's file.
    pub text: &'static str,
    /// The name of its background in the theme's file.
    pub ground: &'static str,
    pub contrast: f64,
}

impl Faintest {
    pub(crate) fn is_readable(&self) -> bool {
        self.contrast >= READABLE
    }
}

impl fmt::Display for Faintest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Faintest { text, ground, contrast } = self;
        // Truncated instead of rounded, so that an insufficient contrast is never shown as sufficient.
        let contrast = (contrast * 10.0).floor() / 10.0;
        write!(f, "`{text}` on `{ground}` is hard to read: contrast {contrast:.1}, text needs {READABLE}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn color(full: &str, ansi: &str) -> Result<ThemeColor, toml::de::Error> {
        let value: toml::Value = vec![full, ansi].into();
        ThemeColor::deserialize(value)
    }

    #[test]
    fn colours_are_converted_for_the_terminal() {
        let color = color("#ff8700", "bright yellow").expect("a colour");
        assert_eq!(color.at(Depth::TrueColor), Some(Color::Rgb(255, 135, 0)));
        assert_eq!(color.at(Depth::Palette256), Some(Color::Indexed(208)));
        assert_eq!(color.at(Depth::Ansi16), Some(Color::LightYellow));
        assert_eq!(color.at(Depth::None), None);
    }

    #[test]
    fn the_nearest_readable_colour_of_the_palette_is_used() {
        let grey = color("#969ca7", "white").expect("a colour");
        assert_eq!(grey.at(Depth::Palette256), Some(Color::Indexed(247)));
        let on = |grounds: &[[u8; 3]]| grey.on(grounds, Depth::Palette256);
        assert_eq!(on(&[[22, 23, 29]]), Some(Color::Indexed(247)));
        assert_eq!(on(&[[22, 23, 29], [45, 51, 67]]), Some(Color::Indexed(248)), "on the selection as well");
        assert_eq!(on(&[[140, 140, 140]]), Some(Color::Indexed(247)), "not better than in the theme");
    }

    #[test]
    fn a_wrong_colour_is_named() {
        let error = color("#12345", "red").expect_err("five digits").to_string();
        assert!(error.contains("#12345"), "{error}");
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        let rounded = |a, b| format!("{:.2}", contrast(a, b));
        assert_eq!(rounded([0; 3], [255; 3]), "21.00");
        assert_eq!(rounded([119, 119, 119], [255; 3]), "4.48", "the grey that is just too light");
        assert_eq!(rounded([255, 0, 0], [255, 0, 0]), "1.00");
    }

    #[test]
    fn an_insufficient_contrast_is_not_rounded_up() {
        let faintest = Faintest { text: "dim", ground: "page", contrast: 4.49 };
        assert!(!faintest.is_readable());
        assert_eq!(faintest.to_string(), "`dim` on `page` is hard to read: contrast 4.4, text needs 4.5");
    }
}
