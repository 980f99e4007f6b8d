//! Two values that a failed check compared and that print alike: then the comparison is what is wrong, and not how either of
//! them was made.
//!
//! The message says so in the words of the framework: `expected: <a> but was: <a>`, `assert a == a`, `a != a`.

/// Returns true for the message of a failed check that shows two values which print alike, but for their addresses.
pub(crate) fn print_alike(message: &str) -> bool {
    let of_java = message.split_once("but was:").and_then(|(before, actual)| {
        let (_, expected) = before.rsplit_once("xpected:")?;
        Some((expected, actual))
    });
    let line = message.lines().next().unwrap_or_default();
    let checked = line.strip_prefix("AssertionError: ").unwrap_or(line);
    let compared = checked.strip_prefix("assert ").unwrap_or(checked);
    let sides = of_java.or_else(|| halves(compared, " == ")).or_else(|| halves(compared, " != "));
    sides.is_some_and(|(one, other)| {
        let (one, other) = (without_address(one), without_address(other));
        // A literal that prints like another one is another type of it.
        one == other && one.len() > 1 && !one.bytes().all(|letter| letter.is_ascii_digit())
    })
}

/// Returns what is on both sides of the middle one of an operator.
fn halves<'t>(text: &'t str, operator: &str) -> Option<(&'t str, &'t str)> {
    let places: Vec<usize> = text.match_indices(operator).map(|(at, _)| at).collect();
    let middle = *places.get(places.len() / 2).filter(|_| places.len() % 2 == 1)?;
    Some((&text[..middle], &text[middle + operator.len()..]))
}

/// Returns a printed value without the brackets and quotes around it, and without addresses: `Pen@1b6d<red>`, `<Pen at 0x7f3a>`.
fn without_address(value: &str) -> String {
    let value = value.trim().trim_matches(['"', '\'']);
    let mut kept = String::new();
    let mut rest = value.strip_prefix('<').and_then(|inner| inner.strip_suffix('>')).unwrap_or(value);
    while let Some(at) = rest.find(['@', 'x']) {
        let (before, after) = rest.split_at(at + 1);
        let digits = after.bytes().take_while(u8::is_ascii_hexdigit).count();
        let is_address = before.ends_with("0x") && digits > 3 || before.ends_with('@') && digits > 0;
        kept.push_str(before);
        rest = if is_address { &after[digits..] } else { after };
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_print_alike_are_told_from_others() {
        for message in [
            "expected: <Pen red> but was: <Pen red>",
            "colours ==> expected: shop.Pen@1b6d3586<red> but was: shop.Pen@4554617c<red>",
            "expected:<Pen@1b> but was:<Pen@4f>",
            "\nexpected: \"Pen (Pen@1b6d)\"\n but was: \"Pen (Pen@4554)\"",
            "AssertionError: assert Pen('a == b') == Pen('a == b')",
            "assert <Pen object at 0x7f01aa> == <Pen object at 0x7f02bb>",
            "Pen(1) != Pen(1)",
        ] {
            assert!(print_alike(message), "{message}");
        }
        for message in [
            "expected: <Pen red> but was: <Pen blue>",
            "expected: <Pen red>",
            "assert Pen(1) == Pen(2)",
            "expected: java.lang.Long<3> but was: java.lang.Integer<3>",
            "1 != 1",
            "",
        ] {
            assert!(!print_alike(message), "{message}");
        }
    }
}
