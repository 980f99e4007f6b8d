//! Copying by way of the terminal: the sequence OSC 52 hands text to the clipboard of the machine that the terminal runs on,
//! also over ssh. No terminal says whether it took it.
//!
//! Within tmux and GNU Screen the sequence has to be wrapped to reach the terminal outside. tmux takes the plain one where
//! `set-clipboard` is on, and the wrapped one where `allow-passthrough` is: it gets both. Screen takes strings of a few
//! hundred bytes: it gets many.

/// Many terminals take no more than 100,000 bytes in one sequence: so many bytes of text make no more than that.
pub(in crate::tui::runtime) const LONGEST: usize = 74_994;

/// Bytes of a sequence that Screen takes at a time, with room for what is put around them.
const SCREEN_PIECE: usize = 240;

/// The multiplexer between the program and its terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::runtime) enum Multiplexer {
    Nothing,
    Tmux,
    Screen,
}

impl Multiplexer {
    /// Finds the multiplexer that the environment names.
    pub(in crate::tui::runtime) fn of(variable: impl Fn(&str) -> Option<String>) -> Multiplexer {
        let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        match (is_set("TMUX"), is_set("STY")) {
            (true, _) => Multiplexer::Tmux,
            (false, true) => Multiplexer::Screen,
            (false, false) => Multiplexer::Nothing,
        }
    }
}

/// Returns the sequence that copies a text of at most [`LONGEST`] bytes.
pub(in crate::tui::runtime) fn sequence(text: &str, multiplexer: Multiplexer) -> String {
    let plain = format!("\x1b]52;c;{}\x07", base64(text.as_bytes()));
    match multiplexer {
        Multiplexer::Nothing => plain,
        Multiplexer::Tmux => format!("{plain}\x1bPtmux;\x1b{plain}\x1b\\"),
        Multiplexer::Screen => {
            let mut pieces = String::new();
            let mut rest = plain.as_str();
            while !rest.is_empty() {
                // All of it is ASCII.
                let (piece, behind) = rest.split_at(rest.len().min(SCREEN_PIECE));
                pieces.push_str(&format!("\x1bP{piece}\x1b\\"));
                rest = behind;
            }
            pieces
        }
    }
}

/// Returns as much of a text as one sequence can copy: whole lines, if there is one.
pub(in crate::tui::runtime) fn beginning(text: &str) -> &str {
    if text.len() <= LONGEST {
        return text;
    }
    let mut end = LONGEST;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let cut = &text[..end];
    cut.rfind('\n').map_or(cut, |last| &cut[..=last])
}

/// Encodes bytes as base64 (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut encoded = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let index = bits >> (18 - 6 * digit) & 63;
            encoded.push(if digit <= three.len() { char::from(DIGITS[index as usize]) } else { '=' });
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_as_the_standard_has_it() {
        for (text, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
            ("?>ÿ~", "Pz7Dv34="),
        ] {
            assert_eq!(base64(text.as_bytes()), encoded, "{text}");
        }
    }

    #[test]
    fn the_sequence_is_wrapped_for_what_stands_between() {
        assert_eq!(sequence("foo", Multiplexer::Nothing), "\x1b]52;c;Zm9v\x07");
        assert_eq!(
            sequence("foo", Multiplexer::Tmux),
            "\x1b]52;c;Zm9v\x07\x1bPtmux;\x1b\x1b]52;c;Zm9v\x07\x1b\\",
            "the escape is doubled within"
        );
        let pieces = sequence(&"foo".repeat(200), Multiplexer::Screen);
        let inner: Vec<&str> =
            pieces.split("\x1b\\").filter_map(|piece| piece.strip_prefix("\x1bP")).collect();
        assert!(inner.len() == 4 && inner.iter().all(|piece| piece.len() <= SCREEN_PIECE));
        assert_eq!(inner.concat(), sequence(&"foo".repeat(200), Multiplexer::Nothing));
    }

    #[test]
    fn a_long_text_is_cut_behind_a_line() {
        let line = "ä".repeat(50) + "\n";
        let text = line.repeat(1000);
        let cut = beginning(&text);
        assert!(cut.len() <= LONGEST && cut.len() > LONGEST - line.len() && cut.ends_with('\n'));
        assert!(sequence(cut, Multiplexer::Nothing).len() <= 100_000);
        assert_eq!(beginning(&text[..LONGEST - LONGEST % 101]), &text[..LONGEST - LONGEST % 101]);
        assert!(beginning(&"ä".repeat(LONGEST)).len() >= LONGEST - 1, "one endless line");
    }

    #[test]
    fn the_environment_tells_what_stands_between() {
        let of = |name: &'static str| Multiplexer::of(move |asked| (asked == name).then(|| "x".to_owned()));
        assert_eq!(
            (of("TMUX"), of("STY"), of("TERM")),
            (Multiplexer::Tmux, Multiplexer::Screen, Multiplexer::Nothing)
        );
        assert_eq!(Multiplexer::of(|_| Some(String::new())), Multiplexer::Nothing);
    }
}
