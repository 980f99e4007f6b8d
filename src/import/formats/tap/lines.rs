//! The lines of TAP.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};

use crate::import::formats::short_text::split_once;

/// A line of TAP, without its indentation.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Version,
    Plan {
        count: usize,
        is_skipped: bool,
    },
    Point(PointLine<'a>),
    Subtest(&'a str),
    /// The end of subtests in braces.
    Close,
    BailOut(&'a str),
    Comment(&'a str),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct PointLine<'a> {
    pub is_ok: bool,
    pub number: Option<usize>,
    pub name: Cow<'a, str>,
    /// True for the directives SKIP and TODO.
    pub is_excused: bool,
    /// The description with its directive, if that excuses a point that failed: it may be a part of the description.
    pub with_excuse: Option<Box<str>>,
    /// True if subtests in braces follow.
    pub opens: bool,
}

/// Reads a line; None for one that is none of TAP.
pub(super) fn line_of(line: &str) -> Option<Line<'_>> {
    let line = line.trim_end();
    if let Some(version) = line.strip_prefix("TAP version ") {
        return version.trim().parse::<u32>().is_ok().then_some(Line::Version);
    }
    if let Some(reason) = line.strip_prefix("Bail out!") {
        return Some(Line::BailOut(reason.trim()));
    }
    if line == "}" {
        return Some(Line::Close);
    }
    if let Some(comment) = line.strip_prefix('#') {
        let comment = comment.strip_prefix(' ').unwrap_or(comment);
        return Some(comment.strip_prefix("Subtest: ").map_or(Line::Comment(comment), Line::Subtest));
    }
    if let Some(rest) = line.strip_prefix("1..") {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (count, rest) = rest.split_at(digits);
        let rest = rest.trim();
        let is_plan = rest.is_empty() || rest.starts_with('#');
        let is_skipped = rest.to_ascii_lowercase().contains("skip");
        return count.parse().ok().filter(|_| is_plan).map(|count| Line::Plan { count, is_skipped });
    }
    point(line).map(Line::Point)
}

/// The words of a runner at its end about the tests before.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Footer {
    /// A number of tests that failed.
    Failed(usize),
    /// Another number.
    Count,
    /// The process of the tests failed, whatever its tests did.
    Ended,
}

/// The words before the numbers at the end of the output of node, tape and Mocha.
const COUNTED: [&str; 10] =
    ["tests", "suites", "pass", "fail", "cancelled", "skipped", "skip", "skip:", "todo", "duration_ms"];

/// Reads a comment, or a line of `prove`, that tells how the tests ended; None for any other.
pub(super) fn footer(text: &str) -> Option<Footer> {
    let text = text.trim();
    let is_ended =
        ["Looks like your test exited with ", "Looks like your test died", "Dubious, test returned "];
    if is_ended.iter().any(|start| text.starts_with(start)) {
        return Some(Footer::Ended);
    }
    let rest = text.strip_prefix("Looks like you failed ").or_else(|| text.strip_prefix("failed "));
    if let Some(rest) = rest {
        let (count, unit) = rest.split_once(' ')?;
        return count.parse().ok().filter(|_| unit.contains("test")).map(Footer::Failed);
    }
    let (word, count) = text.split_once(' ')?;
    let count = count.trim();
    if !COUNTED.contains(&word) || count.parse::<f64>().is_err() {
        return None;
    }
    match (word, count.parse()) {
        ("fail" | "cancelled", Ok(count)) => Some(Footer::Failed(count)),
        _ => Some(Footer::Count),
    }
}

fn point(line: &str) -> Option<PointLine<'_>> {
    let (is_ok, rest) = match line.strip_prefix("not ok") {
        Some(rest) => (false, rest),
        None => (true, line.strip_prefix("ok")?),
    };
    if !rest.is_empty() && !rest.starts_with(' ') {
        return None;
    }
    let rest = rest.trim_start();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, after) = rest.split_at(digits);
    let is_number = digits > 0 && (after.is_empty() || after.starts_with(' '));
    let (number, rest) = if is_number { (number.parse().ok(), after.trim_start()) } else { (None, rest) };
    // Without a number it is too much like a sentence, but for the dash that follows.
    if number.is_none() && !rest.is_empty() && !rest.starts_with("- ") {
        return None;
    }
    let rest = rest.strip_prefix("- ").unwrap_or(rest);
    let (rest, opens) = match rest.strip_suffix(" {") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let (name, directive) = split_directive(rest);
    let is_excused = directive.is_some_and(is_excuse);
    let with_excuse = (is_excused && !is_ok && !name.trim().is_empty()).then(|| rest.trim().into());
    // The sign before the names of a reporter of Jest.
    let name = name.trim();
    let name = name.strip_prefix("● ").unwrap_or(name);
    Some(PointLine { is_ok, number, name: unescaped(name), is_excused, with_excuse, opens })
}

/// Returns true for a directive that says that a point is skipped or to be done: the first word alone does
/// (`# todos` is a part of a description). Old writers have `skipped`.
fn is_excuse(directive: &str) -> bool {
    let word = directive.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
    ["skip", "skipped", "todo"].iter().any(|excuse| word.eq_ignore_ascii_case(excuse))
}

/// Splits a description at its directive: a sign `#` that is not escaped, with a word that is one.
fn split_directive(text: &str) -> (&str, Option<&str>) {
    let is_directive = |rest: &str| {
        is_excuse(rest)
            || ["time=", "unexpected success"]
                .iter()
                .any(|word| rest.get(..word.len()).is_some_and(|own| own.eq_ignore_ascii_case(word)))
    };
    let bytes = text.as_bytes();
    for at in memchr_iter(b'#', bytes) {
        let escapes = bytes[..at].iter().rev().take_while(|&&byte| byte == b'\\').count();
        let rest = text[at + 1..].trim_start();
        if escapes % 2 == 0 && is_directive(rest) {
            // The time may stand before another directive.
            let other = rest.split_once(" # ").map(|(_, other)| other).filter(|other| is_directive(other));
            return (&text[..at], Some(other.unwrap_or(rest)));
        }
    }
    (text, None)
}

fn unescaped(name: &str) -> Cow<'_, str> {
    if memchr(b'\\', name.as_bytes()).is_none() {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.replace("\\#", "#").replace("\\\\", "\\"))
}

/// Returns the file that `prove -v` names before its output: `t/pen.t .. `.
pub(super) fn file_of_prove(line: &str) -> Option<&str> {
    // Most lines have no dot at their end, which is found faster than two signs in their middle.
    let (file, dots) = line.trim_end().strip_suffix('.').and_then(|_| line.trim_end().split_once(" ."))?;
    let is_file =
        !file.is_empty() && !file.contains(' ') && (file.strip_suffix(".t").is_some() || file.contains('/'));
    (is_file && dots.bytes().all(|byte| byte == b'.')).then_some(file)
}

/// Returns the file that AVA names in a point about its process, or about its lack of tests, and what that says: the end of a
/// process in the words of node.
pub(super) fn about_file(name: &str) -> Option<(&str, String)> {
    const NO_TESTS: &str = "No tests found in ";
    const ENDS: [(&str, &str); 2] = [
        (" exited with a non-zero exit code: ", "exitCode: "),
        (" exited due to ", "exitCode: null\nsignal: "),
    ];
    if let Some(rest) = name.strip_prefix(NO_TESTS) {
        return rest.split_once(", ").map(|(file, _)| (file, name.to_owned()));
    }
    ENDS.iter().find_map(|(words, key)| {
        let (file, end) = split_once(name, words)?;
        Some((file, format!("test failed\n{key}{end}\n    at {file}:1:1")))
    })
}

/// Returns what node printed when it could not load a file: it ends with the version of node only if nothing
/// catches the error, as the tests do once they run.
pub(super) fn error_of_loading(printed: &str) -> Option<&str> {
    let (error, _) = printed.rsplit_once("\nNode.js v")?;
    Some(error.trim_end())
}

/// Returns a place that is told in words: `at t/pen.t line 5.`, `in test file test/pen.bats, line 5`.
pub(super) fn place_in_words(text: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let (before, after) = line.split_once(" line ")?;
        let file = before.trim_end_matches(',').split_whitespace().next_back()?;
        let number: String = after.chars().take_while(char::is_ascii_digit).collect();
        (!number.is_empty() && file.contains('.')).then(|| format!("{file}:{number}"))
    })
}

/// Returns the file of a test that bats names below its failure: `(in test file test/pen.bats, line 5)`.
pub(super) fn file_of_bats(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("in test file ")?;
    rest.split_once(", line ").map(|(file, _)| file).filter(|file| file.ends_with(BATS))
}

/// The ending of the files of bats.
const BATS: &str = ".bats";

#[cfg(test)]
mod tests {
    use super::*;

    fn point_of(line: &str) -> (bool, Option<usize>, String, bool, bool) {
        match line_of(line) {
            Some(Line::Point(PointLine { is_ok, number, name, is_excused, opens, .. })) => {
                (is_ok, number, name.into_owned(), is_excused, opens)
            }
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn the_end_of_a_run_is_told_from_other_comments() {
        for (text, expected) in [
            ("fail  2", Some(Footer::Failed(2))),
            ("cancelled 1", Some(Footer::Failed(1))),
            ("tests 3", Some(Footer::Count)),
            ("duration_ms 12.5", Some(Footer::Count)),
            ("failed 1 of 2 tests", Some(Footer::Failed(1))),
            ("Looks like you failed 3 tests of 4.", Some(Footer::Failed(3))),
            ("Looks like your test exited with 255 just after 2.", Some(Footer::Ended)),
            ("Dubious, test returned 3 (wstat 768, 0x300)", Some(Footer::Ended)),
            ("fail to fill 2", None),
            ("failed to fill", None),
            ("tests of pens", None),
        ] {
            assert_eq!(footer(text), expected, "{text}");
        }
    }

    #[test]
    fn points_are_read_as_every_tool_writes_them() {
        for (line, is_ok, number, name, is_excused, opens) in [
            ("ok 1 - pens write", true, Some(1), "pens write", false, false),
            ("not ok 2 caps # close", false, Some(2), "caps # close", false, false),
            ("not ok 3 - nib \\# two # TODO later", false, Some(3), "nib # two", true, false),
            ("ok 4 # skip no ink", true, Some(4), "", true, false),
            ("not ok 5 - ink.test.js # time=3.1ms {", false, Some(5), "ink.test.js", false, true),
            ("ok 6 - a # time=1ms # SKIP", true, Some(6), "a", true, false),
            ("not ok 7 ● nib › writes", false, Some(7), "nib › writes", false, false),
            ("not ok - nib", false, None, "nib", false, false),
            ("ok", true, None, "", false, false),
        ] {
            assert_eq!(point_of(line), (is_ok, number, name.to_owned(), is_excused, opens), "{line}");
        }
        assert_eq!(line_of("ok then"), None);
        assert_eq!(line_of("okay 1"), None);
        assert_eq!(line_of("1..3"), Some(Line::Plan { count: 3, is_skipped: false }));
        assert_eq!(line_of("1..0 # SKIP no pens"), Some(Line::Plan { count: 0, is_skipped: true }));
        assert_eq!(line_of("1..3 apples"), None);
        assert_eq!(line_of("TAP version 14"), Some(Line::Version));
    }

    #[test]
    fn places_and_files_are_told_in_words() {
        assert_eq!(place_in_words("  Failed test 'ink'\n  at t/pen.t line 5.").as_deref(), Some("t/pen.t:5"));
        assert_eq!(
            place_in_words("(in test file test/pen.bats, line 7)").as_deref(),
            Some("test/pen.bats:7")
        );
        assert_eq!(place_in_words("one line more"), None);
        assert_eq!(file_of_prove("t/pen.t .. "), Some("t/pen.t"));
        assert_eq!(file_of_prove("All tests successful."), None);
    }
}
