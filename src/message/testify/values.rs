//! Values as Go and testify print them, with what says nothing left out.

use std::borrow::Cow;

/// The months as Go writes them in a time.
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Returns the lines of an error without addresses in memory and the marks of values that Go could not format, and with times as people
/// write them.
pub(super) fn plain(error: &str) -> Cow<'_, str> {
    const SIGNS: [&str; 6] = ["(0x", "%!", "time.Date(", "<nil>(<nil>)", "interface {}", ")(nil)"];
    let is_plain = !SIGNS.iter().any(|sign| error.contains(sign));
    if is_plain {
        return Cow::Borrowed(error);
    }
    let error = without_verbs(error);
    let error = with_plain_times(&without_addresses(&error));
    Cow::Owned(error.replace("<nil>(<nil>)", "nil").replace("interface {}", "any"))
}

/// Returns a text with pointers as Go's source has them, of what they point to only the type: `&pens.Pen{…}` of `(*pens.Pen)(0xc00)`.
fn without_addresses(text: &str) -> String {
    let mut pieces = text.split("(*");
    let mut kept = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let typed = piece.split_once(")(").filter(|(name, _)| !name.contains(['(', ' ']));
        let pointer = typed.and_then(|(name, rest)| {
            let (address, behind) = rest.split_once(')')?;
            let told = if address == "nil" { "nil".to_owned() } else { format!("&{name}{{…}}") };
            (address == "nil" || address.starts_with("0x")).then_some((told, behind))
        });
        match pointer {
            Some((told, behind)) => kept.extend([&*told, behind]),
            None => kept.extend(["(*", piece]),
        }
    }
    kept
}

/// Returns a text with the values that Go could not format as they are: `red` of `%!s(int=red)`.
fn without_verbs(text: &str) -> String {
    let mut pieces = text.split("%!");
    let mut kept = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let marked = piece.split_once('(').filter(|(verb, _)| verb.len() <= 1);
        let value = marked.and_then(|(verb, rest)| Some((verb, rest, closing(rest)?)));
        match value {
            // What was too much for a text is no part of it.
            Some(("", rest, end)) => kept += &rest[end + 1..],
            Some((_, rest, end)) => {
                let (kind, value) = rest[..end].split_once('=').unwrap_or(("", &rest[..end]));
                kept += if value.starts_with("0x") { kind.strip_prefix('*').unwrap_or(kind) } else { value };
                kept += &rest[end + 1..];
            }
            None => kept.extend(["%!", piece]),
        }
    }
    kept
}

/// Returns the place of the bracket that closes the one before a text.
fn closing(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    text.char_indices().find_map(|(at, c)| match c {
        '(' => {
            open += 1;
            None
        }
        ')' if open == 0 => Some(at),
        ')' => {
            open -= 1;
            None
        }
        _ => None,
    })
}

/// Returns a text with its times as `2026-05-01 08:00 UTC`, of `time.Date(2026, time.May, 1, 8, 0, 0, 0, time.UTC)`.
fn with_plain_times(text: &str) -> String {
    let mut pieces = text.split("time.Date(");
    let mut kept = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        match closing(piece).and_then(|end| Some((plain_time(&piece[..end])?, &piece[end + 1..]))) {
            Some((time, behind)) => kept.extend([&*time, behind]),
            None => kept.extend(["time.Date(", piece]),
        }
    }
    kept
}

fn plain_time(arguments: &str) -> Option<String> {
    let arguments: Vec<&str> = arguments.splitn(8, ", ").collect();
    let [year, month, numbers @ .., zone] = &*arguments else { return None };
    let month = MONTHS.iter().position(|name| month.strip_prefix("time.") == Some(name))? + 1;
    let numbers: Vec<u32> = numbers.iter().map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let [day, hour, minute, second, nanosecond] = numbers[..] else { return None };
    let seconds = match (second, nanosecond) {
        (0, 0) => String::new(),
        (second, 0) => format!(":{second:02}"),
        _ => format!(":{second:02}.{nanosecond:09}"),
    };
    let name = zone.strip_prefix("time.LoadLocation(").and_then(|zone| zone.strip_suffix(')'));
    let zone = name.or_else(|| zone.strip_prefix("time.")).unwrap_or(zone).trim_matches('"');
    Some(format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}{seconds} {zone}"))
}

/// Returns lines of a value without the types and lengths before each part, `Ink: "red"` of `Ink: (string) (len=3) "red"`; a list begins with a
/// square bracket, whatever closes it.
pub(super) fn without_types(lines: &str) -> String {
    let lines = lines.lines().map(|line| {
        let is_heading = ["--- ", "+++ ", "@@ "].iter().any(|start| line.starts_with(start));
        if is_heading { line.to_owned() } else { without_types_in_line(line) }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn without_types_in_line(line: &str) -> String {
    let start = line.find(|c: char| !matches!(c, ' ' | '-' | '+')).unwrap_or(line.len());
    let (margin, mut rest) = line.split_at(start);
    let mut kept = margin.to_owned();
    let mut is_list = false;
    loop {
        // A pointer stands before the brackets of what it points to: `(*pens.Pen)({`.
        while let Some(end) = rest.strip_prefix('(').and_then(closing) {
            let behind = &rest[end + 2..];
            is_list |= rest.starts_with("([");
            match behind.strip_prefix('(').filter(|behind| *behind == "{") {
                Some(object) => rest = object,
                None if behind.starts_with(' ') => rest = behind.trim_start(),
                None => break,
            }
        }
        if rest == "{" && is_list {
            return kept + "[";
        }
        let Some(colon) = rest.find(": (") else { break };
        kept.push_str(&rest[..colon + 2]);
        rest = &rest[colon + 2..];
    }
    let closed = rest.strip_suffix("})").map(|rest| format!("{rest}}}"));
    kept + &closed
        .unwrap_or_else(|| rest.strip_suffix("}),").map_or(rest.to_owned(), |rest| format!("{rest}}},")))
}

/// Returns a sentence with its numbers without quotes: `2 is not greater than 3`.
pub(super) fn unquoted(sentence: &str) -> String {
    let words = sentence.split(' ').map(|word| {
        let inner = word.strip_prefix('"').and_then(|word| word.strip_suffix('"'));
        inner.filter(|inner| inner.parse::<f64>().is_ok()).unwrap_or(word)
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_nothing_is_left_out() {
        for (printed, told) in [
            ("[%!s(int=1) %!s(int=2)]", "[1 2]"),
            ("\"-3\" is not positive%!(EXTRA int=0)", "\"-3\" is not positive"),
            ("%!q(**pens.InkError=0xc000)", "*pens.InkError"),
            ("{Cap:(*pens.Cap)(0xc000)} of 0xc000", "{Cap:&pens.Cap{…}} of 0xc000"),
            ("{Cap:(*pens.Cap)(nil)}", "{Cap:nil}"),
            ("time.Date(2026, time.May, 1, 8, 5, 7, 0, time.Local)", "2026-05-01 08:05:07 Local"),
            ("a 100%! sure <nil>(<nil>)", "a 100%! sure nil"),
        ] {
            assert_eq!(plain(printed), told);
        }
        for (line, told) in [
            ("- (string) (len=3) \"red\",", "- \"red\","),
            (" (map[string][]int) (len=2) {", " {"),
            ("+ (string) (len=3) \"ink\": ([]int) (len=1) {", "+ \"ink\": ["),
            ("  (*pens.Pen)({", "  {"),
            ("  }),", "  },"),
            ("+ Cap: (*pens.Cap)(<nil>)", "+ Cap: (*pens.Cap)(<nil>)"),
        ] {
            assert_eq!(without_types(line), told);
        }
    }
}
