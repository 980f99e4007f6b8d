//! The exception line of a failure, with the other lines of its message.
//!
//! pytest puts it into the attribute `message`, whole but for the name of an assertion that it explained
//! itself. Other tools write only a part of it there, and it is found in the printed text.

use std::borrow::Cow;

use super::frames;
use crate::message::sides;
use crate::model::split_caption;

/// Messages that say nothing about the failure.
const GENERIC: [&str; 6] =
    ["", "test failure", "test error", super::NOT_LOADED, "test setup failure", "test teardown failure"];

/// The beginning of the message of a test that passed and should not.
const PASSED_STRICTLY: &str = "[XPASS(strict)]";

/// Returns the exception and its message.
pub(crate) fn caption(type_name: &str, message: &str, text: &str) -> String {
    let whole = whole_message(message, text);
    separate_lines(&caption_of(type_name, &whole, text)).into_owned()
}

fn caption_of(type_name: &str, message: &str, text: &str) -> String {
    // behave writes the names of Python's nothing.
    let type_name = Some(type_name).filter(|name| *name != "NoneType").unwrap_or("");
    let message = without_phase(Some(message).filter(|message| *message != "None").unwrap_or(""));
    let mut marked = text.lines().filter_map(|line| Some(line.strip_prefix("E ")?.trim()));
    let missing = marked.find(|line| line.starts_with("fixture '") && line.ends_with("' not found"));
    if let Some(missing) = missing {
        return format!("FixtureLookupError: {missing}");
    }
    // pytest names the member of a group of one; what was thrown is the group.
    let is_of_group = message.ends_with("Group]") && message.contains(" [single exception in ");
    if let Some(group) = frames::sections(text).last().filter(|_| is_of_group) {
        return in_text(&group.own_text()).unwrap_or_else(|| message.to_owned());
    }
    let is_generic = GENERIC.contains(&message);
    let caption = if is_generic || !type_name.is_empty() {
        in_text(text).unwrap_or_else(|| match (type_name, message) {
            ("", "") => {
                let line = text.lines().map(str::trim).find(|line| !line.is_empty());
                line.map_or_else(|| "failure".to_owned(), |line| format!("failure: {line}"))
            }
            ("", super::NOT_LOADED) if !text.trim().is_empty() => {
                let line = text.lines().map(str::trim).find(|line| !line.is_empty());
                format!("failure: {}", line.unwrap_or_default())
            }
            ("", message) => message.to_owned(),
            (type_name, "") => type_name.to_owned(),
            (type_name, message) => format!("{type_name}: {message}"),
        })
    } else if message == "assert" || message.starts_with("assert ") {
        format!("AssertionError: {message}")
    } else if let Some(reason) = message.strip_prefix(PASSED_STRICTLY) {
        format!("{}: {}", PASSED_STRICTLY.trim_matches(['[', ']']), reason.trim())
    } else if is_caption(message) {
        message.to_owned()
    } else {
        in_text(text).unwrap_or_else(|| {
            if is_bare(message, text) { format!("Failed: {message}") } else { message.to_owned() }
        })
    };
    caption.trim().to_owned()
}

/// Returns a message of which pytest 9.2 wrote only the beginning into the attribute as its printed text has it.
fn whole_message<'m>(message: &'m str, text: &str) -> Cow<'m, str> {
    let Some((beginning, remark)) = message.rsplit_once("\n[+") else { return Cow::Borrowed(message) };
    if !remark.ends_with("; full report in element text]") {
        return Cow::Borrowed(message);
    }
    let lines: Vec<&str> = text.lines().collect();
    let printed = lines.iter().rposition(|line| is_marked(line)).map(|last| {
        let block = marked_block(&lines, last);
        block.iter().map(|line| line.get(indent_of(block)..).unwrap_or("")).collect::<Vec<_>>().join("\n")
    });
    let first = beginning.lines().next().unwrap_or("");
    match printed.filter(|printed| printed.lines().next() == Some(first)) {
        Some(printed) => Cow::Owned(printed),
        None => Cow::Borrowed(beginning),
    }
}

/// Returns a comparison of unittest with each line below the other: before Python 3.13 the last line of a text that has no line end is
/// written together with what follows, `- ink+ nib`.
fn separate_lines(caption: &str) -> Cow<'_, str> {
    let Some((first, compared)) = caption.split_once('\n') else { return Cow::Borrowed(caption) };
    let values = split_caption(first).1;
    let sides = sides(values, " != ").filter(|(one, other)| one.contains("\\n") || other.contains("\\n"));
    let Some((one, other)) = sides else { return Cow::Borrowed(caption) };
    let ends: Vec<&str> =
        [one, other].into_iter().map(end_of_text).filter(|end| end.len() >= LEAST_END).collect();
    let place = |line: &str| {
        let joints = ends.iter().flat_map(|end| ["- ", "+ ", "? "].map(|sign| format!("{end}{sign}")));
        { joints }.find_map(|joint| Some(line.find(&joint)? + joint.len() - "+ ".len()))
    };
    if !compared.lines().any(|line| place(line).is_some()) {
        return Cow::Borrowed(caption);
    }
    let separate = compared.lines().map(|line| match place(line) {
        Some(at) => format!("\n{}\n{}", &line[..at], &line[at..]),
        None => format!("\n{line}"),
    });
    Cow::Owned(format!("{first}{}", separate.collect::<String>()))
}

/// The number of bytes of the end of a text by which it is recognized.
const LEAST_END: usize = 3;

/// Returns the end of a text that Python prints, behind its last escape and behind characters that are left out: `nib` of `'a pen\n[27 chars] nib'`.
fn end_of_text(printed: &str) -> &str {
    let text = printed.trim_end_matches(['\'', '"']);
    let line = text.rfind('\\').map_or(text, |escape| text.get(escape + 2..).unwrap_or(""));
    line.rsplit(" chars]").next().unwrap_or(line)
}

/// Returns true for the reason of `pytest.fail(…, pytrace=False)`, which is all that pytest prints of it.
fn is_bare(message: &str, text: &str) -> bool {
    message.trim() == text.trim() && !message.trim().contains('\n')
}

/// Removes the words that pytest writes around the message of a failed fixture, which may be cut off.
fn without_phase(message: &str) -> &str {
    let within = ["failed on setup with \"", "failed on teardown with \""]
        .iter()
        .find_map(|opening| message.strip_prefix(opening));
    within.map_or(message, |within| within.strip_suffix('"').unwrap_or(within))
}

/// Returns true for a line of an exception, which pytest marks.
pub(crate) fn is_marked(line: &str) -> bool {
    line.starts_with("E  ")
}

/// Returns true for a text that begins with the name of an exception, alone or before a colon.
fn is_caption(text: &str) -> bool {
    let line = text.lines().next().unwrap_or("");
    let name = line.split(':').next().unwrap_or("").trim();
    name.split('.').enumerate().all(|(place, part)| {
        let is_identifier = part.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_identifier || place > 0 && part == "<locals>"
    })
}

/// Returns the exception and its message from a printed text.
pub(crate) fn in_text(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    if let Some(last) = lines.iter().rposition(|line| is_marked(line)) {
        return marked(&lines, last);
    }
    if let Some(call) = lines.iter().rposition(|line| frames::is_call(line) && line.contains("File \"")) {
        let from = lines[call..].iter().position(|line| !line.is_empty() && !line.starts_with(' '))?;
        return Some(lines[call + from..].join("\n").trim_end().to_owned());
    }
    let (place, name) = lines.last()?.rsplit_once(": ")?;
    let is_place = place.rsplit_once(':').is_some_and(|(_, number)| number.parse::<u32>().is_ok());
    (is_place && is_caption(name)).then(|| name.to_owned())
}

/// Returns the marked lines one below another that end with this one.
fn marked_block<'l, 't>(lines: &'l [&'t str], last: usize) -> &'l [&'t str] {
    let first = lines[..last].iter().rposition(|line| !is_marked(line)).map_or(0, |before| before + 1);
    &lines[first..=last]
}

/// Returns the number of characters before the text of the first of some marked lines.
fn indent_of(block: &[&str]) -> usize {
    block[0].len() - block[0][1..].trim_start().len()
}

/// Returns the caption of the last block of marked lines. Lines below a single one continue it if they are
/// indented as far: the short styles mark only the first.
fn marked(lines: &[&str], last: usize) -> Option<String> {
    let block = marked_block(lines, last);
    let indent = indent_of(block);
    let content = |line: &&str| line.get(indent..).unwrap_or("").to_owned();
    if !is_caption(&content(&block[0])) {
        // A syntax error shows the code before its name.
        let named = block.iter().rev().map(|line| line[1..].trim()).find(|line| is_caption(line));
        return named.map(str::to_owned);
    }
    let mut caption: Vec<String> = block.iter().map(content).collect();
    if block.len() == 1 {
        caption.extend(
            lines[last + 1..]
                .iter()
                .take_while(|line| line.bytes().take_while(|byte| *byte == b' ').count() >= indent)
                .map(content),
        );
    }
    Some(caption.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_that_the_attribute_cuts_is_whole_in_the_printed_text() {
        let text = "    def test_pen():\n>       assert 'red' == 'blue'\nE       AssertionError: assert 'red' == 'blue'\nE         \nE         - blue\nE         + red\n\ntest_pen.py:2: AssertionError";
        let remark = "[+2 more lines; full report in element text]";
        let cut = format!("AssertionError: assert 'red' == 'blue'\n  \n{remark}");
        let whole = "AssertionError: assert 'red' == 'blue'\n  \n  - blue\n  + red";
        assert_eq!(caption("", &cut, text), whole);
        // A text in another style has other lines: then the remark alone is left out.
        assert_eq!(caption("", &format!("InkError: dry\nagain\n{remark}"), text), "InkError: dry\nagain");
        assert_eq!(caption("", "InkError: [+2 more pens]", text), "InkError: [+2 more pens]");
    }

    #[test]
    fn lines_that_unittest_joins_are_told_apart() {
        for (message, separate) in [
            (
                "AssertionError: 'a pen\\nred ink' != 'a pen\\nred ink, dry'\n  a pen\n- red ink+ red ink, dry",
                "AssertionError: 'a pen\\nred ink' != 'a pen\\nred ink, dry'\n  a pen\n- red ink\n+ red ink, dry",
            ),
            (
                "AssertionError: 'a pen[40 chars]d ink' != 'a pen[40 chars]nib'\n- red ink+ nib\n?      ^\n",
                "AssertionError: 'a pen[40 chars]d ink' != 'a pen[40 chars]nib'\n- red ink+ nib\n?      ^",
            ),
            (
                "AssertionError: 'pen\\n[40 chars]d ink' != 'pen\\n[40 chars]nib'\n- red ink+ nib",
                "AssertionError: 'pen\\n[40 chars]d ink' != 'pen\\n[40 chars]nib'\n- red ink\n+ nib",
            ),
            ("AssertionError: 3 != 4\na- b", "AssertionError: 3 != 4\na- b"),
        ] {
            assert_eq!(caption("", message, ""), separate);
        }
    }
}
