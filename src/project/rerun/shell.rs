//! Words of a command line for a POSIX shell, and texts in patterns.

/// Returns a word for a POSIX shell. Control characters of foreign names don't reach a terminal.
pub(super) fn quoted(word: &str) -> String {
    let word: String = word.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./:=,@%+".contains(c));
    if is_plain && !word.is_empty() {
        return word;
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Returns a text with its characters that mean something in a pattern behind backslashes.
pub(super) fn in_pattern(text: &str) -> String {
    behind_backslashes(text, "\\^$.|?*+()[]{}")
}

/// Returns a text with these characters behind backslashes.
pub(super) fn behind_backslashes(text: &str, special: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if special.contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
