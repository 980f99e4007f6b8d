//! The tokens of Python source text, by the rules of the language reference (2, "Lexical analysis"). Any text
//! has tokens, however incomplete.
//!
//! Comments are not tokens, and neither are line ends and indentation, which have no text of their own. A
//! string is a single token with its prefix and quotes, also one with fields (`f"{x}"`), in which other
//! strings may stand.

use std::ops::Range;

/// Operators and delimiters of several characters, longest first.
const SIGNS: [&str; 24] = [
    "**=", "//=", ">>=", "<<=", "...", "!=", "->", ":=", "**", "//", ">>", "<<", "<=", ">=", "==", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=",
];

/// A piece of a source text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Token(Range<usize>),
    Comment(Range<usize>),
}

/// Returns the tokens of a text, in order.
pub(crate) fn tokens(source: &str) -> impl Iterator<Item = &str> {
    pieces(source).filter_map(|piece| match piece {
        Piece::Token(bytes) => Some(&source[bytes]),
        Piece::Comment(_) => None,
    })
}

/// Returns the tokens and comments of a text, in order, by their bytes.
pub(crate) fn pieces(source: &str) -> impl Iterator<Item = Piece> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let mut rest = source[at..].trim_start_matches(is_blank);
        while let Some(next) = ["\\\n", "\\\r\n"].into_iter().find_map(|end| rest.strip_prefix(end)) {
            rest = next.trim_start_matches(is_blank);
        }
        at = source.len() - rest.len();
        let first = rest.chars().next()?;
        let start = at;
        if first == '#' {
            at += rest.find(['\n', '\r']).unwrap_or(rest.len());
            return Some(Piece::Comment(start..at));
        }
        at += length(rest, first);
        Some(Piece::Token(start..at))
    })
}

/// Returns the length of the first token of a text.
fn length(rest: &str, first: char) -> usize {
    if let Some(length) = string(rest, 0) {
        length
    } else if is_of_name(first) && !first.is_ascii_digit() {
        rest.find(|c| !is_of_name(c)).unwrap_or(rest.len())
    } else if first.is_ascii_digit() || first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
        number(rest)
    } else {
        let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
        sign.map_or(first.len_utf8(), |sign| sign.len())
    }
}

/// Returns a text without comments and without strings that begin a statement, such as docstrings.
/// Indentation that all its lines share is left out, too.
pub(crate) fn without_comments(source: &str) -> String {
    let mut kept = String::with_capacity(source.len());
    let (mut end, mut brackets, mut begins_line) = (0, 0_usize, true);
    for piece in pieces(source) {
        let (Piece::Token(bytes) | Piece::Comment(bytes)) = piece.clone();
        let (before, text) = (&source[end..bytes.start], &source[bytes.clone()]);
        begins_line |= brackets == 0 && before.contains('\n') && !before.contains("\\\n");
        kept.push_str(before);
        end = bytes.end;
        if matches!(piece, Piece::Comment(_)) {
            continue;
        }
        match text {
            "(" | "[" | "{" => brackets += 1,
            ")" | "]" | "}" => brackets = brackets.saturating_sub(1),
            _ => {}
        }
        if !(begins_line && string(text, 0).is_some()) {
            kept.push_str(text);
        }
        begins_line = false;
    }
    kept.push_str(&source[end..]);
    dedented(&kept)
}

fn dedented(source: &str) -> String {
    let lines = || source.lines().filter(|line| !line.trim().is_empty());
    let shared =
        lines().map(|line| line.len() - line.trim_start_matches([' ', '\t']).len()).min().unwrap_or_default();
    lines().map(|line| &line[shared..]).collect::<Vec<_>>().join("\n")
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the length of the number that a text begins with.
fn number(text: &str) -> usize {
    let digits = |at: usize, is_digit: fn(char) -> bool| {
        at + text[at..].find(|c| !(is_digit(c) || c == '_')).unwrap_or(text.len() - at)
    };
    let is_decimal = |c: char| c.is_ascii_digit();
    if let Some(base) = text[1..].chars().next().filter(|_| text.starts_with('0')) {
        match base {
            'x' | 'X' => return digits(2, |c| c.is_ascii_hexdigit()),
            'o' | 'O' | 'b' | 'B' => return digits(2, is_decimal),
            _ => {}
        }
    }
    let mut end = digits(0, is_decimal);
    if text[end..].starts_with('.') {
        end = digits(end + 1, is_decimal);
    }
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        let exponent = end + 1 + sign;
        if text[exponent..].starts_with(is_decimal) {
            end = digits(exponent, is_decimal);
        }
    }
    end + usize::from(text[end..].starts_with(['j', 'J']))
}

/// The prefixes of strings, in lower case.
const PREFIXES: [&str; 11] = ["r", "u", "b", "f", "t", "br", "rb", "fr", "rf", "tr", "rt"];

/// The deepest nesting of strings with fields in fields; Python's own limit is 150.
const DEEPEST: usize = 150;

/// Returns the length of the string that a text begins with; None if it begins with none.
fn string(text: &str, nesting: usize) -> Option<usize> {
    let prefix = text.bytes().take(3).position(|byte| matches!(byte, b'"' | b'\''))?;
    let letters = text[..prefix].to_ascii_lowercase();
    if prefix > 0 && !PREFIXES.contains(&&*letters) {
        return None;
    }
    let mut has_fields = nesting <= DEEPEST && letters.contains(['f', 't']);
    let rest = &text[prefix..];
    let quote = ["\"\"\"", "'''"].into_iter().find(|quote| rest.starts_with(quote)).unwrap_or(&rest[..1]);
    let mut at = prefix + quote.len();
    while let Some(c) = text[at..].chars().next() {
        if text[at..].starts_with(quote) {
            return Some(at + quote.len());
        }
        at += match c {
            // An open string ends with its line.
            '\n' | '\r' if quote.len() == 1 => return Some(at),
            '\\' => 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
            '{' if has_fields && text[at..].starts_with("{{") => 2,
            '{' if has_fields => field(&text[at..], quote.len() == 1, nesting).unwrap_or_else(|| {
                has_fields = false;
                1
            }),
            _ => c.len_utf8(),
        };
    }
    Some(text.len())
}

/// Returns the length of a field `{…}` of a string, which may contain strings with the same quotes; None if
/// it does not end.
fn field(text: &str, ends_with_line: bool, nesting: usize) -> Option<usize> {
    let mut depth = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            '\n' if ends_with_line => return None,
            _ => {}
        }
        at += string(&text[at..], nesting + 1).unwrap_or(c.len_utf8());
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// As `tokenize` of Python gives them; strings with fields, in which other strings may stand, as that of
    /// 3.12 and newer.
    #[test]
    fn tokens_are_those_of_the_language_reference() {
        for (source, expected) in [
            ("assert x // 2 == 3  # half", "assert x // 2 == 3"),
            ("a**=b//c>>1 if not d is not e else...", "a **= b // c >> 1 if not d is not e else ..."),
            ("x: int = .5e-3+1_000.0j-0xFF*1.e5*0b_11", "x : int = .5e-3 + 1_000.0j - 0xFF * 1.e5 * 0b_11"),
            (r##"f(rb'\x', B"#", u'''a'b'#''')# c"##, r##"f ( rb'\x' , B"#" , u'''a'b'#''' )"##),
            ("a = 'it\\'s' \\\n + größe", "a = 'it\\'s' + größe"),
            (r#"f'{x!r:>{w}} {{' in"y""#, r#"f'{x!r:>{w}} {{' in "y""#),
            (r#"f"{d["a"]}"+f"{a:'>9} {b}""#, r#"f"{d["a"]}" + f"{a:'>9} {b}""#),
            (
                "with raises(E) as e:\n    g(lambda: (yield))\n",
                "with raises ( E ) as e : g ( lambda : ( yield ) )",
            ),
            ("x = 'open\ny != z", "x = 'open y != z"),
            ("if (n:=len(a))<=3@m->k!", "if ( n := len ( a ) ) <= 3 @ m -> k !"),
        ] {
            assert_eq!(tokens(source).collect::<Vec<_>>().join(" "), expected, "{source}");
        }
        assert_eq!(pieces(" # all\n").collect::<Vec<_>>(), [Piece::Comment(1..6)]);
    }

    proptest! {
        #[test]
        fn any_text_has_tokens_that_follow_each_other(source in "[a0frb'\"{}(\\\\ \n#.eE+xß*/=:]{0,60}") {
            let mut end = 0;
            for piece in pieces(&source) {
                let (Piece::Token(bytes) | Piece::Comment(bytes)) = piece;
                prop_assert!(end <= bytes.start && bytes.start < bytes.end, "{source:?}");
                prop_assert!(source[end..bytes.start].chars().all(|c| is_blank(c) || c == '\\'));
                end = bytes.end;
            }
        }
    }
}
