//! What each thing on the screen looks like: a theme file's semantic names, made into styles for this terminal.
//!
//! Where there are no colours, weight, dimming and reversal carry what they can; the rest is told by letters and signs,
//! which are there in any case.

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

use super::palette::{Depth, PlainColor, ThemeColor};
use crate::app::code::CodeClass;
use crate::model::{Label, OracleKind};

/// The themes that come with the program: name and TOML.
pub const BUNDLED: [(&str, &str); 11] = [
    ("dark", include_str!("../../themes/dark.toml")),
    ("light", include_str!("../../themes/light.toml")),
    ("high-contrast", include_str!("../../themes/high-contrast.toml")),
    ("colour-blind", include_str!("../../themes/colour-blind.toml")),
    ("catppuccin-mocha", include_str!("../../themes/catppuccin-mocha.toml")),
    ("catppuccin-latte", include_str!("../../themes/catppuccin-latte.toml")),
    ("gruvbox-dark", include_str!("../../themes/gruvbox-dark.toml")),
    ("gruvbox-light", include_str!("../../themes/gruvbox-light.toml")),
    ("nord", include_str!("../../themes/nord.toml")),
    ("solarized-dark", include_str!("../../themes/solarized-dark.toml")),
    ("solarized-light", include_str!("../../themes/solarized-light.toml")),
];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ThemeFile {
    page: Page,
    text: ThemeColor,
    dim: ThemeColor,
    accent: ThemeColor,
    border: ThemeColor,
    bar: ThemeColor,
    selection: ThemeColor,
    tinted_text: ThemeColor,
    oracle_line: ThemeColor,
    failed_line: ThemeColor,
    oracle_exception: ThemeColor,
    oracle_assertion: ThemeColor,
    oracle_no_exception: ThemeColor,
    true_positive: ThemeColor,
    false_positive: ThemeColor,
    unsure: ThemeColor,
    warning: ThemeColor,
    error: ThemeColor,
    raises: ThemeColor,
    lowers: ThemeColor,
    code: CodeColors,
}

/// What everything stands on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    color: PlainColor,
    text: PlainColor,
    /// Whether the screen is painted with it; else it is the terminal's own, and this is what pictures show.
    painted: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CodeColors {
    keyword: ThemeColor,
    r#type: ThemeColor,
    function: ThemeColor,
    string: ThemeColor,
    number: ThemeColor,
    comment: ThemeColor,
    doc_tag: ThemeColor,
    annotation: ThemeColor,
    operator: ThemeColor,
}

/// A theme file that can't be used.
#[derive(Debug, thiserror::Error)]
#[error("theme `{name}` can't be read: {reason}")]
pub struct ThemeError {
    name: String,
    reason: String,
}

/// Styles by what they are for.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the names are those of the theme files")]
pub struct Theme {
    /// Under everything; empty where the page is the terminal's own.
    pub page: Style,
    /// What the page is where the theme's colours need it; empty where there are too few colours to paint it.
    own_page: Style,
    /// Red, green and blue of the page in pictures, painted or not.
    pub picture_page: [u8; 3],
    /// Red, green and blue of text without a colour of its own in pictures.
    pub picture_text: [u8; 3],
    pub text: Style,
    pub dim: Style,
    pub accent: Style,
    pub heading: Style,
    pub border: Style,
    pub bar: Style,
    pub selection: Style,
    pub tinted_text: Style,
    pub oracle_line: Style,
    pub failed_line: Style,
    pub strong: Style,
    pub warning: Style,
    pub error: Style,
    pub raises: Style,
    pub lowers: Style,
    oracles: [Style; 3],
    labels: [Style; 3],
    code: [Style; 9],
}

impl Theme {
    /// The theme that a whole table describes.
    pub fn of(name: &str, table: toml::Table, depth: Depth) -> Result<Theme, ThemeError> {
        let file = ThemeFile::deserialize(table)
            .map_err(|error| ThemeError { name: name.to_owned(), reason: error.to_string() })?;
        Ok(Theme::new(&file, depth))
    }

    /// The bundled theme of this name, for a terminal with so many colours.
    pub fn bundled(name: &str, depth: Depth) -> Option<Result<Theme, ThemeError>> {
        BUNDLED.iter().find(|(known, _)| *known == name).map(|(name, toml)| Theme::parse(name, toml, depth))
    }

    /// Reads a theme file. The error names the line and the key.
    pub fn parse(name: &str, toml: &str, depth: Depth) -> Result<Theme, ThemeError> {
        let file: ThemeFile = toml::from_str(toml)
            .map_err(|error| ThemeError { name: name.to_owned(), reason: error.to_string() })?;
        Ok(Theme::new(&file, depth))
    }

    fn new(file: &ThemeFile, depth: Depth) -> Theme {
        let plain = Style::new();
        let bare = depth == Depth::None;
        let fg = |color: ThemeColor, without: Modifier| match color.at(depth) {
            Some(color) => plain.fg(color),
            None if bare => plain.add_modifier(without),
            None => plain,
        };
        let bg = |color: ThemeColor, without: Modifier| match color.at(depth) {
            Some(color) => plain.bg(color),
            None => plain.add_modifier(without),
        };
        let none = Modifier::empty();
        let bold = Modifier::BOLD;
        let dim = Modifier::DIM;
        let code = &file.code;
        // Without tints the marks in the gutter and the captions say it.
        let tint = |color: ThemeColor| bg(color, none);
        let page = &file.page;
        let own_page = match depth {
            Depth::TrueColor | Depth::Palette256 => plain.bg(page.color.at(depth)).fg(page.text.at(depth)),
            Depth::Ansi16 | Depth::None => plain,
        };
        Theme {
            page: if page.painted { own_page } else { plain },
            own_page,
            picture_page: page.color.0,
            picture_text: page.text.0,
            text: fg(file.text, none),
            dim: fg(file.dim, dim),
            accent: fg(file.accent, bold),
            heading: fg(file.accent, none).add_modifier(bold),
            border: fg(file.border, dim),
            bar: fg(file.bar, none),
            selection: match depth {
                // A chosen palette may make any pair unreadable, but not the reverse of its own text and page.
                Depth::Ansi16 | Depth::None => {
                    plain.fg(Color::Reset).bg(Color::Reset).add_modifier(Modifier::REVERSED)
                }
                _ => bg(file.selection, Modifier::REVERSED),
            },
            tinted_text: fg(file.tinted_text, none),
            oracle_line: tint(file.oracle_line),
            failed_line: tint(file.failed_line).add_modifier(bold),
            strong: fg(file.text, none).add_modifier(bold),
            warning: fg(file.warning, bold),
            error: fg(file.error, bold),
            raises: fg(file.raises, none),
            lowers: fg(file.lowers, dim),
            oracles: [
                fg(file.oracle_exception, none),
                fg(file.oracle_assertion, none),
                fg(file.oracle_no_exception, none),
            ],
            labels: [file.true_positive, file.false_positive, file.unsure]
                .map(|color| fg(color, none).add_modifier(bold)),
            code: [
                fg(code.keyword, bold),
                fg(code.r#type, none),
                fg(code.function, none),
                fg(code.string, none),
                fg(code.number, none),
                fg(code.comment, dim),
                fg(code.doc_tag, none),
                fg(code.annotation, none),
                fg(code.operator, none),
            ],
        }
    }

    /// Whether it is made for a light page.
    pub fn is_light(&self) -> bool {
        let [r, g, b] = self.picture_page.map(u32::from);
        299 * r + 587 * g + 114 * b > 127_500
    }

    /// The same with its own page painted.
    #[must_use]
    pub fn on_its_own_page(self) -> Theme {
        Theme { page: self.own_page, ..self }
    }

    /// The style of an oracle's glyph.
    pub fn oracle(&self, kind: OracleKind) -> Style {
        self.oracles[match kind {
            OracleKind::Exception => 0,
            OracleKind::Assertion => 1,
            OracleKind::NoException => 2,
        }]
    }

    /// The style of a label's letter.
    pub fn label(&self, label: Label) -> Style {
        self.labels[match label {
            Label::TruePositive => 0,
            Label::FalsePositive => 1,
            Label::Unsure => 2,
        }]
    }

    /// The style of a piece of code.
    pub fn code(&self, class: CodeClass) -> Style {
        self.code[match class {
            CodeClass::Keyword => 0,
            CodeClass::Type => 1,
            CodeClass::Function => 2,
            CodeClass::String => 3,
            CodeClass::Number => 4,
            CodeClass::Comment => 5,
            CodeClass::DocTag => 6,
            CodeClass::Annotation => 7,
            CodeClass::Operator => 8,
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_themes_can_be_read_at_every_depth() {
        for (name, _) in BUNDLED {
            for depth in [Depth::TrueColor, Depth::Palette256, Depth::Ansi16, Depth::None] {
                Theme::bundled(name, depth).expect("it is bundled").expect("it can be read");
            }
        }
    }

    #[test]
    fn without_colours_the_selection_is_still_seen() {
        let theme = Theme::bundled("dark", Depth::None).expect("bundled").expect("readable");
        assert!(theme.selection.add_modifier.contains(Modifier::REVERSED));
        assert_eq!(theme.label(Label::TruePositive).fg, None);
    }

    #[test]
    fn an_unknown_key_is_told_with_its_line() {
        let toml = BUNDLED[0].1.replace("dim =", "dimm =");
        let error = Theme::parse("mine", &toml, Depth::TrueColor).expect_err("misspelt").to_string();
        assert!(error.contains("dimm") && error.contains("line"), "{error}");
    }

    /// WCAG 2 contrast of every text colour against the page (without one of its own: a black, dark grey or white one) and
    /// against the theme's tints.
    #[test]
    fn text_can_be_read_on_its_background() {
        for (name, toml) in BUNDLED {
            let theme = Theme::parse(name, toml, Depth::TrueColor).expect("readable");
            let pages = match name {
                "dark" => vec![0x10_10_14, 0x1e_1e_1e],
                "light" => vec![0xff_ff_ff, 0xfa_fa_fa],
                _ => vec![rgb(theme.page.bg).expect("it is painted")],
            };
            for style in [theme.raises, theme.lowers] {
                let text = rgb(style.fg).expect("text has a colour");
                assert!(pages.iter().all(|&page| contrast(text, page) >= 4.5), "{name}: {text:06x}");
            }
            let tints = [theme.selection, theme.oracle_line, theme.failed_line].map(|style| rgb(style.bg));
            let pages: Vec<u32> = pages.into_iter().chain(tints.into_iter().flatten()).collect();
            let least = if name == "high-contrast" { 7.0 } else { 4.5 };
            let texts = [theme.dim, theme.accent, theme.warning, theme.error, theme.tinted_text].into_iter();
            for style in texts.chain(theme.oracles).chain(theme.labels).chain(theme.code) {
                let text = rgb(style.fg).expect("text has a colour");
                for &page in &pages {
                    let contrast = contrast(text, page);
                    assert!(
                        contrast >= least,
                        "{name}: {text:06x?} on {page:06x} has contrast {contrast:.2}"
                    );
                }
            }
        }
    }

    fn rgb(color: Option<Color>) -> Option<u32> {
        match color {
            Some(Color::Rgb(r, g, b)) => Some(u32::from_be_bytes([0, r, g, b])),
            _ => None,
        }
    }

    fn contrast(a: u32, b: u32) -> f64 {
        let luminance = |rgb: u32| {
            let [_, r, g, b] = rgb.to_be_bytes().map(|channel| {
                let c = f64::from(channel) / 255.0;
                if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}
