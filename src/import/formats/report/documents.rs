//! The documents of a file: several runs may have written into one (`npm test --workspaces -- --json > jest.json`), and one may be damaged in its middle.
//!
//! ```text
//! text ──split, by the syntax of its format──▶ documents, each with its first line and its damage ──▶ the reader of each
//! ```
//!
//! A reader takes what it finds. Here it is told what it can't find: what stands behind the first document,
//! and where a document stops to follow the rules of its syntax. Failures may stand behind either.

use memchr::memmem;

use crate::import::formats::Syntax;
use crate::import::formats::json::{document, extent};
use crate::import::formats::short_text::count_lines;
use crate::import::formats::xml::{CDATA, root_element};

/// A document of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part<'t> {
    pub text: &'t str,
    /// The number of lines of the file before it.
    pub lines_before: u64,
    /// The line of the file, from 1, on which it stops to be what its syntax allows.
    pub damaged_at: Option<u64>,
}

/// Splits the text of a file into its documents, at least one. What a program printed before the first is a
/// part of that.
pub(super) fn documents(text: &str, syntax: Syntax) -> Vec<Part<'_>> {
    match syntax {
        Syntax::Lines => vec![whole(text)],
        Syntax::LinesOfRuns(first) => runs(text, first),
        Syntax::Json => json_documents(text),
        Syntax::Xml => xml_documents(text),
    }
}

fn whole(text: &str) -> Part<'_> {
    Part { text, lines_before: 0, damaged_at: None }
}

/// Splits a text before each line with which another run begins. Runs of TAP with other tests stay together, in which two tests of
/// one name are two.
fn runs<'t>(text: &'t str, first: &str) -> Vec<Part<'t>> {
    let lines = memmem::find_iter(text.as_bytes(), first).filter(|&at| at == 0 || text[..at].ends_with('\n'));
    let mut starts: Vec<usize> = lines.skip(1).collect();
    starts.insert(0, 0);
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    let parts = starts.iter().zip(ends).map(|(&start, end)| Part {
        text: &text[start..end],
        lines_before: count_lines(&text.as_bytes()[..start]),
        damaged_at: None,
    });
    let parts: Vec<Part<'_>> = parts.collect();
    let is_repeated =
        parts.windows(2).all(|pair| names_of_points(pair[0].text).eq(names_of_points(pair[1].text)));
    if is_repeated { parts } else { vec![whole(text)] }
}

/// Returns the descriptions of the outermost points in a text of TAP, without their directives; none of other texts.
fn names_of_points(text: &str) -> impl Iterator<Item = &str> {
    let points =
        text.lines().filter_map(|line| line.strip_prefix("not ").unwrap_or(line).strip_prefix("ok "));
    points.map(|point| point.split(" # ").next().unwrap_or(point).trim_end())
}

fn json_documents(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut start = 0;
    while let Some(found) = document(&text[start..]) {
        let begins = found.text.as_ptr() as usize - text.as_ptr() as usize;
        let (end, damaged_at) = match extent(found.text) {
            Ok(length) => (begins + length, None),
            // The reader tells it where a document only ends too early.
            Err(at) if begins + at == text.len() => (text.len(), None),
            Err(at) => (text.len(), Some(count_lines(&text.as_bytes()[..begins + at]) + 1)),
        };
        parts.push(Part {
            text: &text[start..end],
            lines_before: count_lines(&text.as_bytes()[..start]),
            damaged_at,
        });
        start = end;
    }
    if parts.is_empty() { vec![whole(text)] } else { parts }
}

/// Splits a text behind each element that another document follows, which begins with a declaration as every
/// tool writes it.
fn xml_documents(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut start = 0;
    for declaration in memmem::find_iter(text.as_bytes(), "<?xml ") {
        let before = text[start..declaration].trim_end();
        // A declaration within a text is none.
        if is_over(before) {
            let lines_before = count_lines(&text.as_bytes()[..start]);
            parts.push(Part { text: &text[start..declaration], lines_before, damaged_at: None });
            start = declaration;
        }
    }
    parts.push(Part {
        text: &text[start..],
        lines_before: count_lines(&text.as_bytes()[..start]),
        damaged_at: None,
    });
    parts
}

/// Returns true if the last tag of a document ends the element with which it begins.
fn is_over(document: &str) -> bool {
    let root = root_element(document.as_bytes());
    let end = document.rsplit_once("</").map(|(_, end)| end.trim_end_matches('>').trim());
    let ends_its_root =
        root.is_some() && root.as_deref() == end.map(|end| end.rsplit(':').next().unwrap_or(end));
    ends_its_root && document.rfind(CDATA) <= document.rfind("]]>")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, syntax: Syntax) -> Vec<(&str, u64, Option<u64>)> {
        let parts = documents(text, syntax).into_iter();
        parts.map(|part| (part.text, part.lines_before, part.damaged_at)).collect()
    }

    #[test]
    fn documents_of_several_runs_are_told_apart() {
        let text = "> test\n{\"a\":1}\n> test\n{\"b\":\n2}\nDone in 3 s\n";
        let expected = [("> test\n{\"a\":1}", 0, None), ("\n> test\n{\"b\":\n2}", 1, None)];
        assert_eq!(parts(text, Syntax::Json), expected);
        let one = "<?xml version=\"1.0\"?>\n<run><case>a text with &lt;?xml and <![CDATA[</run><?xml ?>]]></case></run>\n";
        let two = format!("{one}{one}");
        assert_eq!(parts(&two, Syntax::Xml), [(one, 0, None), (one, 2, None)]);
        assert_eq!(parts(one, Syntax::Xml), [(one, 0, None)]);
        assert_eq!(parts("{\"a\":1}\n{\"a\":2}\n", Syntax::Lines), [("{\"a\":1}\n{\"a\":2}\n", 0, None)]);
        let run = "TAP version 13\nok 1 - a # time=1ms\nnot ok 2 - b\n1..2\n";
        let again = format!("{run}{}", run.replace("1ms", "2ms").replace("not ok", "ok"));
        let starts = |text: &str| {
            let parts = documents(text, Syntax::LinesOfRuns("TAP version "));
            parts.iter().map(|part| part.lines_before).collect::<Vec<_>>()
        };
        assert_eq!((starts(run), starts(&again)), (vec![0], vec![0, 4]));
        assert_eq!(starts(&format!("{run}{}", run.replace("- b", "- c"))), [0], "other tests");
        assert_eq!(parts("no document", Syntax::Json), [("no document", 0, None)]);
    }

    #[test]
    fn damage_has_its_line_and_what_only_ends_too_early_has_none() {
        assert_eq!(parts("{\"a\":[\n{}},\n{}]}", Syntax::Json), [("{\"a\":[\n{}},\n{}]}", 0, Some(2))]);
        assert_eq!(parts("{\"a\":[\n{},\n", Syntax::Json), [("{\"a\":[\n{},\n", 0, None)]);
        let second = "{}\n{\"b\" 2}\n";
        assert_eq!(parts(second, Syntax::Json), [("{}", 0, None), ("\n{\"b\" 2}\n", 0, Some(2))]);
    }
}
