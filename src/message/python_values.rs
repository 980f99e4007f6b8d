//! The two values of a comparison of Python's that failed, as pytest and unittest write them: the actual one first.
//!
//! ```text
//! assert 19 == 18                     3 != 4 : the total        Obtained: 0.33            Expected regex: 'left$'
//!  +  where 19 = purse.total()                                  Expected: 0.3 ± 0.001     Actual message: 'nothing'
//! ```

/// The words before the two values of sequences.
pub(super) const CAPTIONS: [&str; 4] = ["Lists differ: ", "Tuples differ: ", "Sequences differ: ", ""];

/// The words above the items of which two lists have not as many.
pub(super) const COUNTS: &str = "Element counts were not equal:";

const NAMED: [[&str; 2]; 2] = [["Obtained: ", "Expected: "], ["Actual message: ", "Expected regex: "]];

/// Returns the expected and the actual value of a message; None if it does not say both clearly.
pub(crate) fn values(message: &str) -> Option<(&str, &str)> {
    named(message).or_else(|| asserted(message)).or_else(|| unequal(message))
}

fn named(message: &str) -> Option<(&str, &str)> {
    let value = |name: &str| message.lines().find_map(|line| line.trim_start().strip_prefix(name));
    NAMED.iter().find_map(|[actual, expected]| Some((value(expected)?.trim_end(), value(actual)?.trim_end())))
}

/// Reads `assert actual == expected`, with explanations of the values below it, and a person's message above it.
fn asserted(message: &str) -> Option<(&str, &str)> {
    let mut lines = message.lines().skip_while(|line| !line.starts_with("assert "));
    let (actual, expected) = sides(lines.next()?.strip_prefix("assert ")?, " == ")?;
    let is_explained = lines.all(|line| {
        let rest = line.trim_start().strip_prefix('+').map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with("where ") || rest.starts_with("and "))
    });
    let is_cut = [actual, expected].iter().any(|value| value.ends_with("..."));
    (is_explained && !is_cut).then_some((expected, actual))
}

/// Reads `actual != expected`, with a person's message behind it.
fn unequal(message: &str) -> Option<(&str, &str)> {
    let line = Some(message).filter(|message| !message.contains('\n') && !message.starts_with("assert "))?;
    let compared = sides(line, " : ").map_or(line, |(compared, _)| compared);
    let (actual, expected) = sides(compared, " != ")?;
    // `assertAlmostEqual` goes on behind the value.
    (!expected.contains(" within ")).then_some((expected, actual))
}

/// Splits `3 != 4 : the total` of unittest into what it compares and what a person says of it; None without a remark.
pub(super) fn remark_of_unittest(line: &str) -> Option<(&str, &str)> {
    let (compared, remark) = sides(line, " : ")?;
    let is_comparison =
        !remark.is_empty() && !line.starts_with("assert ") && sides(compared, " != ").is_some();
    is_comparison.then_some((compared, remark))
}

/// Splits a text at a sign that it has once outside of quotes and brackets.
pub(crate) fn sides<'a>(text: &'a str, sign: &str) -> Option<(&'a str, &'a str)> {
    // Most texts have none, and some are a megabyte long.
    memchr::memmem::find(text.as_bytes(), sign.as_bytes())?;
    let (mut depth, mut quote, mut is_escaped) = (0_usize, None, false);
    let mut found = Vec::new();
    for (at, character) in text.char_indices() {
        match (quote, character) {
            _ if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(open), close) if open == close => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (None, '(' | '[' | '{' | '<') => depth += 1,
            (None, ')' | ']' | '}' | '>') => depth = depth.saturating_sub(1),
            (None, _) if depth == 0 && text[at..].starts_with(sign) => found.push(at),
            _ => {}
        }
    }
    let &[at] = &found[..] else { return None };
    let (left, right) = text.split_at(at);
    Some((left.trim(), right[sign.len()..].trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_are_found_if_the_message_says_them() {
        for (message, expected, actual) in [
            ("assert 19 == 18\n +  where 19 = <Purse at 0x7f>.total\n +  and   18 = x", "18", "19"),
            ("of one digit\nassert 0 == 9\n +  where 0 = f('9')", "9", "0"),
            ("assert 'a == b' == [1, (2 == 3)]", "[1, (2 == 3)]", "'a == b'"),
            ("assert 'it\\'s' == {}", "{}", "'it\\'s'"),
            ("3 != 4", "4", "3"),
            ("'a' != 'b : c' : the pen", "'b : c'", "'a'"),
            (
                "assert 0.3333 == 0.3 ± 0.001\n  \n  comparison failed\n  Obtained: 0.3333\n  Expected: 0.3 ± 0.001",
                "0.3 ± 0.001",
                "0.3333",
            ),
            (
                "Regex pattern did not match.\n  Expected regex: 'left$'\n  Actual message: 'no'",
                "'left$'",
                "'no'",
            ),
        ] {
            assert_eq!(values(message), Some((expected, actual)), "{message}");
        }
        for message in [
            "",
            "assert x",
            "assert 1 == 1 == 2",
            "assert [1, 2, ... == [1, 2, 3...",
            "assert 'a' == 'b'\n  \n  - b\n  + a",
            "0.33 != 0.25 within 3 places (0.08 difference) : the rate",
            "a != b != c",
            "assert 1 != 1",
            "DID NOT RAISE",
        ] {
            assert_eq!(values(message), None, "{message}");
        }
    }
}
