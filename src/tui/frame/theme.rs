//! Themes: the semantic names of a theme file, converted to styles for this terminal.
//!
//! Without colours, bold, dim and reversed text replaces some of them; letters and symbols show the rest in any case.

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

use crate::model::{Label, OracleKind};
use crate::tui::frame::color::{Depth, Faintest, PlainColor, ThemeColor, contrast};
use crate::tui::triage::code::CodeClass;

/// The bundled themes: name and TOML.
pub const BUNDLED: [(&str, &str); 11] = [
    ("dark", include_str!("../../../themes/dark.toml")),
    ("light", include_str!("../../../themes/light.toml")),
    ("high-contrast", include_str!("../../../themes/high-contrast.toml")),
    ("colour-blind", include_str!("../../../themes/colour-blind.toml")),
    ("catppuccin-mocha", include_str!("../../../themes/catppuccin-mocha.toml")),
    ("catppuccin-latte", include_str!("../../../themes/catppuccin-latte.toml")),
    ("gruvbox-dark", include_str!("../../../themes/gruvbox-dark.toml")),
    ("gruvbox-light", include_str!("../../../themes/gruvbox-light.toml")),
    ("nord", include_str!("../../../themes/nord.toml")),
    ("solarized-dark", include_str!("../../../themes/solarized-dark.toml")),
    ("solarized-light", include_str!("../../../themes/solarized-light.toml")),
];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThemeFile {
    #[serde(rename = "inherits")]
    _inherits: Option<String>,
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

impl ThemeFile {
    /// Returns the backgrounds of text with their names in the file, the page first.
    fn grounds(&self) -> [(&'static str, [u8; 3]); 5] {
        let tint = |color: ThemeColor| color.rgb().unwrap_or(self.page.color.0);
        [
            ("page", self.page.color.0),
            ("selection", tint(self.selection)),
            ("oracle_line", tint(self.oracle_line)),
            ("failed_line", tint(self.failed_line)),
            ("title bar", self.title_bar()),
        ]
    }

    /// Returns the background of titles: the page's, blended with a little of the borders' colour.
    fn title_bar(&self) -> [u8; 3] {
        let page = self.page.color.0;
        let border = self.border.rgb().unwrap_or(page);
        let mixed = |part: usize| {
            let (page, border) = (u16::from(page[part]), u16::from(border[part]));
            u8::try_from((page * 3 + border * 2) / 5).unwrap_or(u8::MAX)
        };
        [mixed(0), mixed(1), mixed(2)]
    }

    /// Returns the colours of text with their names in the file, and the number of backgrounds that they are used on:
    /// the page, all, or all except that of titles.
    fn texts(&self) -> [(&'static str, ThemeColor, usize); 23] {
        let code = &self.code;
        let (page, lines, all) = (1, 4, 5);
        [
            ("text", self.text, page),
            ("raises", self.raises, page),
            ("lowers", self.lowers, page),
            ("dim", self.dim, all),
            ("accent", self.accent, all),
            ("tinted_text", self.tinted_text, lines),
            ("oracle_exception", self.oracle_exception, lines),
            ("oracle_assertion", self.oracle_assertion, lines),
            ("oracle_no_exception", self.oracle_no_exception, lines),
            ("true_positive", self.true_positive, lines),
            ("false_positive", self.false_positive, lines),
            ("unsure", self.unsure, lines),
            ("warning", self.warning, lines),
            ("error", self.error, lines),
            ("code.keyword", code.keyword, lines),
            ("code.type", code.r#type, lines),
            ("code.function", code.function, lines),
            ("code.string", code.string, lines),
            ("code.number", code.number, lines),
            ("code.comment", code.comment, lines),
            ("code.doc_tag", code.doc_tag, lines),
            ("code.annotation", code.annotation, lines),
            ("code.operator", code.operator, lines),
        ]
    }

    fn faintest(&self) -> Faintest {
        let grounds = self.grounds();
        let mut faintest = Faintest { text: "page.text", ground: "page", contrast: f64::INFINITY };
        let own = self.page.text.0;
        for (text, color, grounds_used) in self.texts() {
            let color = color.rgb().unwrap_or(own);
            for &(ground, below) in &grounds[..grounds_used] {
                let contrast = contrast(color, below);
                if contrast < faintest.contrast {
                    faintest = Faintest { text, ground, contrast };
                }
            }
        }
        faintest
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table `[page]`")]
struct Page {
    color: PlainColor,
    text: PlainColor,
    /// True if the screen is painted with it. Otherwise only pictures use it, and the terminal keeps its own.
    painted: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table `[code]`")]
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

#[derive(Debug, Clone)]
pub struct Theme {
    /// The style of the page; empty if the page is the terminal's own.
    pub page: Style,
    /// The background that the theme's colours are made for; empty if the terminal has too few colours to paint it.
    own_page: Style,
    pub faintest: Faintest,
    /// The background of pictures, painted or not.
    pub picture_page: [u8; 3],
    /// The colour of text without a colour of its own in pictures.
    pub picture_text: [u8; 3],
    pub text: Style,
    pub dim: Style,
    pub accent: Style,
    pub heading: Style,
    pub border: Style,
    pub bar: Style,
    pub selection: Style,
    /// The background of titles; empty if the terminal has too few colours, and titles have a rule.
    pub title_bar: Style,
    pub tinted_text: Style,
    pub oracle_line: Style,
    pub failed_line: Style,
    pub strong: Style,
    pub warning: Style,
    pub error: Style,
    pub raises: Style,
    pub lowers: Style,
    /// By kind, by label and by class, each in the order of its type.
    oracles: [Style; 3],
    labels: [Style; 3],
    code: [Style; 9],
}

impl Theme {
    pub fn bundled(name: &str, depth: Depth) -> Option<Result<Theme, toml::de::Error>> {
        BUNDLED.iter().find(|(known, _)| *known == name).map(|(_, toml)| Theme::parse(toml, depth))
    }

    /// Reads a complete theme file.
    pub fn parse(toml: &str, depth: Depth) -> Result<Theme, toml::de::Error> {
        Ok(Theme::new(&toml::from_str(toml)?, depth))
    }

    pub fn new(file: &ThemeFile, depth: Depth) -> Theme {
        let plain = Style::new();
        let bare = depth == Depth::None;
        let grounds = file.grounds().map(|(_, ground)| ground);
        let on = |grounds: &[[u8; 3]], color: ThemeColor, without: Modifier| match color.on(grounds, depth) {
            Some(color) => plain.fg(color),
            None if bare => plain.add_modifier(without),
            None => plain,
        };
        let fg = |color, without| on(&grounds, color, without);
        let bare_page = |color, without| on(&grounds[..1], color, without);
        let bg = |color: ThemeColor, without: Modifier| match color.at(depth) {
            Some(color) => plain.bg(color),
            None => plain.add_modifier(without),
        };
        let none = Modifier::empty();
        let bold = Modifier::BOLD;
        let dim = Modifier::DIM;
        let code = &file.code;
        let page = &file.page;
        let own_page = match depth {
            Depth::TrueColor | Depth::Palette256 => plain.bg(page.color.at(depth)).fg(page.text.at(depth)),
            Depth::Ansi16 | Depth::None => plain,
        };
        Theme {
            page: if page.painted { own_page } else { plain },
            own_page,
            faintest: file.faintest(),
            picture_page: page.color.0,
            picture_text: page.text.0,
            text: bare_page(file.text, none),
            dim: fg(file.dim, dim),
            accent: fg(file.accent, bold),
            heading: fg(file.accent, none).add_modifier(bold),
            border: on(&[], file.border, dim),
            bar: on(&[], file.bar, none),
            selection: match depth {
                // A palette may make any pair unreadable, but not the reverse of its own text and page.
                Depth::Ansi16 | Depth::None => {
                    plain.fg(Color::Reset).bg(Color::Reset).add_modifier(Modifier::REVERSED)
                }
                _ => bg(file.selection, Modifier::REVERSED),
            },
            title_bar: match depth {
                Depth::TrueColor | Depth::Palette256 => plain.bg(PlainColor(file.title_bar()).at(depth)),
                Depth::Ansi16 | Depth::None => plain,
            },
            tinted_text: fg(file.tinted_text, none),
            // Without tints, the marks in the gutter and the captions show the same.
            oracle_line: bg(file.oracle_line, none),
            failed_line: bg(file.failed_line, Modifier::UNDERLINED).add_modifier(bold),
            strong: bare_page(file.text, none).add_modifier(bold),
            warning: fg(file.warning, bold),
            error: fg(file.error, bold),
            raises: bare_page(file.raises, none),
            lowers: bare_page(file.lowers, dim),
            oracles: [
                fg(file.oracle_exception, none),
                fg(file.oracle_assertion, none),
                fg(file.oracle_no_exception, none),
            ],
            // Most failures are FP: these do not stand out.
            labels: [
                fg(file.true_positive, none).add_modifier(bold),
                fg(file.false_positive, dim),
                fg(file.unsure, none).add_modifier(bold),
            ],
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

    pub fn is_light(&self) -> bool {
        let [r, g, b] = self.picture_page.map(u32::from);
        299 * r + 587 * g + 114 * b > 127_500
    }

    #[must_use]
    pub fn on_its_own_page(self) -> Theme {
        Theme { page: self.own_page, ..self }
    }

    pub fn oracle(&self, kind: OracleKind) -> Style {
        self.oracles[kind as usize]
    }

    pub fn label(&self, label: Label) -> Style {
        self.labels[label as usize]
    }

    pub fn code(&self, class: CodeClass) -> Style {
        self.code[class as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::frame::color::READABLE;
    use crate::tui::frame::color::rgb;

    #[test]
    fn bundled_themes_can_be_read_at_every_depth() {
        for (name, _) in BUNDLED {
            for depth in [Depth::TrueColor, Depth::Palette256, Depth::Ansi16, Depth::None] {
                Theme::bundled(name, depth).expect("it is bundled").expect("it can be read");
            }
        }
    }

    #[test]
    fn without_colours_the_selection_is_still_visible() {
        let theme = Theme::bundled("dark", Depth::None).expect("bundled").expect("readable");
        assert!(theme.selection.add_modifier.contains(Modifier::REVERSED));
        assert_eq!(theme.label(Label::TruePositive).fg, None);
    }

    #[test]
    fn an_unknown_key_is_reported_with_its_line() {
        let toml = BUNDLED[0].1.replace("dim =", "dimm =");
        let error = Theme::parse(&toml, Depth::TrueColor).expect_err("misspelt").to_string();
        assert!(error.contains("dimm") && error.contains("line"), "{error}");
    }

    /// If the page is the terminal's own, this must hold for every likely background.
    #[test]
    fn text_can_be_read_on_its_background() {
        for (name, toml) in BUNDLED {
            let pages = match name {
                "dark" => vec!["#101014", "#16171d", "#1e1e1e"],
                "light" => vec!["#ffffff", "#fafafa"],
                _ => vec![""],
            };
            for page in pages {
                let mut table: toml::Table = toml.parse().expect("TOML");
                if !page.is_empty() {
                    table["page"]["color"] = page.into();
                }
                let file = ThemeFile::deserialize(table).expect("a theme");
                let faintest = Theme::new(&file, Depth::TrueColor).faintest;
                let least = if name == "high-contrast" { 7.0 } else { READABLE };
                assert!(faintest.contrast >= least, "{name} on {page}: {faintest}");
            }
        }
    }

    #[test]
    fn with_256_colours_text_can_be_read_as_well() {
        for (name, toml) in BUNDLED {
            let table: toml::Table = toml.parse().expect("TOML");
            let file = ThemeFile::deserialize(table).expect("a theme");
            let grounds = file.grounds();
            let shown = |color: Option<Color>| color.and_then(rgb).expect("a colour of the palette");
            for (text, color, grounds_used) in file.texts() {
                let of = &grounds.map(|(_, ground)| ground)[..grounds_used];
                let Some(Color::Indexed(index)) = color.on(of, Depth::Palette256) else { continue };
                for &ground in of {
                    let ground = shown(Some(PlainColor(ground).at(Depth::Palette256)));
                    let contrast = contrast(shown(Some(Color::Indexed(index))), ground);
                    assert!(contrast >= READABLE, "{name}: {text} has {contrast:.2} on {ground:?}");
                }
            }
        }
    }
}
