//! Readability of text on its background: contrast as WCAG 2 defines it, from 1 (none) to 21 (black on white).

use std::fmt;

/// The least contrast of readable text (WCAG 2, level AA).
pub const READABLE: f64 = 4.5;

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

/// The text of a theme that is hardest to read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Faintest {
    /// The text, by its name in the theme's file.
    pub text: &'static str,
    /// Its background, by its name there.
    pub ground: &'static str,
    /// The contrast of the two.
    pub contrast: f64,
}

impl Faintest {
    /// Tells whether all text of the theme can be read.
    pub fn is_readable(&self) -> bool {
        self.contrast >= READABLE
    }
}

impl fmt::Display for Faintest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Faintest { text, ground, contrast } = self;
        // Cut and not rounded: what falls short is not said to be enough.
        let contrast = (contrast * 10.0).floor() / 10.0;
        write!(f, "`{text}` on `{ground}` is hard to read: contrast {contrast:.1}, text needs {READABLE}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_the_standard() {
        let rounded = |a, b| format!("{:.2}", contrast(a, b));
        assert_eq!(rounded([0; 3], [255; 3]), "21.00");
        assert_eq!(rounded([119, 119, 119], [255; 3]), "4.48", "the grey that is just too light");
        assert_eq!(rounded([255, 0, 0], [255, 0, 0]), "1.00");
    }

    #[test]
    fn what_falls_short_is_not_rounded_up() {
        let faintest = Faintest { text: "dim", ground: "page", contrast: 4.49 };
        assert!(!faintest.is_readable());
        assert_eq!(faintest.to_string(), "`dim` on `page` is hard to read: contrast 4.4, text needs 4.5");
    }
}
