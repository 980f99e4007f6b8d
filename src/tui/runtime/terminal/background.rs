//! Asks the terminal for its background, dark or light, without blocking.
//!
//! The question is the xterm sequence OSC 11; terminals that support it answer with their background colour,
//! others send nothing. The answer arrives among the keys: [`Parser`](super::parser::Parser) finds it there.

pub(in crate::tui::runtime) const QUESTION: &str = "\x1b]11;?\x07";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::runtime) enum Background {
    Dark,
    Light,
}

/// Reads the background from the environment variable `COLORFGBG`, which some terminals set.
pub(in crate::tui::runtime) fn from_environment(colorfgbg: Option<&str>) -> Option<Background> {
    let index: u8 = colorfgbg?.rsplit(';').next()?.parse().ok()?;
    // Of the sixteen colours, white and the bright ones except black are light.
    Some(if index == 7 || (9..16).contains(&index) { Background::Light } else { Background::Dark })
}

/// Parses `rgb:1e1e/1e1e/2e2e` or `rgba:…`, with one to four hexadecimal digits per channel.
pub(super) fn parse(color: &str) -> Option<Background> {
    let channels = color.strip_prefix("rgb")?.trim_start_matches('a').strip_prefix(':')?;
    let mut parts = channels.split('/').map(|digits| {
        let value = u32::from_str_radix(digits, 16).ok()?;
        let bits = u32::try_from(digits.len()).ok()? * 4;
        (bits <= 16).then(|| f64::from(value) / f64::from((1u32 << bits) - 1))
    });
    let mut channel = || parts.next().flatten();
    let luminance = 0.2126 * channel()? + 0.7152 * channel()? + 0.0722 * channel()?;
    Some(if luminance > 0.5 { Background::Light } else { Background::Dark })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_dark_or_light() {
        assert_eq!(parse("rgb:fafa/f4f4/eded"), Some(Background::Light));
        assert_eq!(parse("rgba:ff/fd/f6/ff"), Some(Background::Light));
        assert_eq!(parse("rgb:1/1/2"), Some(Background::Dark));
        for unreadable in ["", "white", "rgb:", "rgb:10/10", "rgb:00000/0/0", "rgb:x/0/0", "rgb:ü/0/0"] {
            assert_eq!(parse(unreadable), None, "{unreadable}");
        }
    }

    #[test]
    fn the_environment_can_define_the_background() {
        assert_eq!(from_environment(Some("15;0")), Some(Background::Dark));
        assert_eq!(from_environment(Some("0;default;15")), Some(Background::Light));
        assert_eq!(from_environment(None), None);
    }
}
