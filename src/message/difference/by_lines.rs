//! Comparisons line by line, of which those with `-` are only on one side and those with `+` only on the other.
//!
//! ```text
//! a message ──legend──▶ which side is the expected one
//!        └──its lines──▶ ByLines: common lines open and close parts; a Run of others ──flush──▶ differences
//! ```

use std::mem::take;

use super::matchers::fits;
use super::parts::{
    MOST_COUNTED, MOST_LEVELS, Matcher, Parts, item_fits, key_and_value, of_values, order_of_items, step,
    within,
};
use crate::message::differing_words::{
    BLANKS, Difference, LONG, MISSING, ORDER, differing_words, shortened, unseen_difference,
};
use crate::message::python_values::{remark_of_unittest, sides};
use crate::model::text::is_number;

/// The number of blanks by which libraries of JavaScript indent the parts of a value.
const INDENT: usize = 2;

/// The beginning of a comparison by lines, and true if its lines with `-` are the expected ones.
struct Legend {
    start: usize,
    minus_is_expected: bool,
}

fn legend(lines: &[&str]) -> Option<Legend> {
    let word = |line: &str, sign: char| {
        let word = line.strip_prefix(sign)?.trim_start_matches([sign, ' ']);
        Some(word.split([' ', ':', '\t']).next().unwrap_or("").to_ascii_lowercase())
    };
    for (at, line) in lines.iter().map(|line| line.trim()).enumerate() {
        let found = |rows, minus_is_expected| Some(Legend { start: at + rows, minus_is_expected });
        let next = lines.get(at + 1).map_or("", |line| line.trim());
        // Jest, vitest, PHPUnit and testify.
        match (word(line, '-').as_deref(), word(next, '+').as_deref()) {
            (Some("expected" | "snapshot"), Some("received" | "actual")) => return found(2, true),
            (Some("actual" | "received"), Some("expected")) => return found(2, false),
            _ => {}
        }
        match line {
            // Node, Mocha.
            "+ actual - expected" | "+ actual - expected ... Lines skipped" => return found(1, true),
            "+ expected - actual" => return found(1, false),
            // Playwright, of a text in a file.
            _ if line.starts_with("@@ -")
                && lines[..at].iter().any(|line| line.contains(".toMatchSnapshot(")) =>
            {
                return found(1, true);
            }
            // Vitest, of the arguments of a call.
            _ if is_of_call_number(line) && lines[..at].iter().any(|line| line.trim() == "Received:") => {
                return found(1, true);
            }
            // go-cmp.
            _ if line.contains("(-want +got)") => return found(1, true),
            _ if line.contains("(-got +want)") => return found(1, false),
            _ => {}
        }
    }
    let first = lines.iter().position(|line| line.starts_with("assert ") || line.contains(" != "))?;
    lines[first + 1..].iter().any(|line| line.trim_start().starts_with(['-', '+'])).then(|| Legend {
        start: first + 1,
        // unittest: the first value is mostly the actual one.
        minus_is_expected: lines[first].starts_with("assert "),
    })
}

/// Returns true if the lines above a comparison of pytest or unittest say that it is one of texts: `assert 'ink' == 'nib'`.
fn are_texts(above: &[&str]) -> bool {
    let compared = above.iter().rfind(|line| line.starts_with("assert ") || line.contains(" != "));
    let values = compared.map_or("", |line| line.strip_prefix("assert ").unwrap_or(line));
    values.starts_with(['\'', '"'])
}

/// Returns true for the line above the arguments of a call of a mock: `1st vi.fn() call:`.
fn is_of_call_number(line: &str) -> bool {
    let number = line.trim().strip_suffix(" call:").and_then(|call| call.split(' ').next());
    number.is_some_and(|number| {
        let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
        is_number(digits) && matches!(&number[digits.len()..], "st" | "nd" | "rd" | "th")
    })
}

/// A line of a comparison.
#[derive(Debug, Clone, Copy)]
struct Line<'a> {
    indent: usize,
    text: &'a str,
    /// All that follows its sign.
    whole: &'a str,
}

impl<'a> Line<'a> {
    /// Reads what follows the sign of a line.
    fn new(content: &'a str) -> Line<'a> {
        let indent = content.len() - content.trim_start().len();
        Line { indent, text: content.trim(), whole: content }
    }
}

/// The part of a value in which a line of a comparison is.
struct Level {
    indent: usize,
    step: String,
    is_list: bool,
    /// The number of its parts above.
    count: usize,
    /// True if lines above were left out, so that the number is not known.
    is_cut: bool,
}

/// The first line of two texts in a comparison by lines.
#[derive(Default)]
enum FirstLine {
    /// It is not read, is the same in both, or is told.
    #[default]
    Passed,
    /// It differs, which is told if further lines show that the values have several.
    Differs(Difference),
    /// An empty line follows: what stands below it may be no part of the values.
    IsAlone,
}

/// The kind of value that is compared by lines.
#[derive(Default, PartialEq, Eq)]
enum Whole {
    #[default]
    Value,
    /// The list of the arguments of a call.
    Arguments,
}

/// The kind of values whose lines are compared, as far as it is known.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Values {
    /// A line began a part of a value.
    #[default]
    WithParts,
    /// No line has begun a part of a value yet.
    MayBeTexts,
    /// No line begins a part, and none is a key with its value.
    Texts,
}

/// A quoted text within a value that goes on over several lines, of which this many are read.
struct OpenText {
    place: String,
    lines: usize,
}

/// Returns true for a line that ends a quoted text.
fn closes_text(line: &str) -> bool {
    line.trim_end_matches(',').ends_with('"')
}

/// A comparison by lines, as far as it is read.
#[derive(Default)]
struct ByLines<'a> {
    levels: Vec<Level>,
    /// The number of expected lines above.
    line: usize,
    /// The number of empty lines behind the last one, which both values have if more follow.
    blank_lines: usize,
    /// True if lines above are left out, so that this number is not known.
    is_cut: bool,
    /// True if characters are left out before the lines.
    begins_later: bool,
    /// True if the last line is left out, or a part of it.
    ends_early: bool,
    /// The kind of values that the lines are of, as far as it is known.
    values: Values,
    /// The kind of value that the lines are.
    whole: Whole,
    /// The least indentation of a line that closes no part.
    least_indent: usize,
    first_line: FirstLine,
    /// The indentation of the object that all other lines are in, if the first line opens it.
    root: Option<usize>,
    /// The text in whose lines the next one is.
    text: Option<OpenText>,
    /// True if the expected text has the end of a line that is the same else, false if the actual one has it.
    end_is_expected: Option<bool>,
    /// Two lines that are the same but for an end.
    line_end: Option<Difference>,
    expected: Vec<Line<'a>>,
    actual: Vec<Line<'a>>,
    found: Vec<Difference>,
}

/// Returns the text of a line with which pytest explains a value: of ` +  where False = is_full()` the part
/// behind `where`. A line of a comparison is indented further.
pub(in crate::message) fn explanation_of_pytest(line: &str) -> Option<&str> {
    let text = line.strip_prefix(" +  ")?.trim_start();
    text.strip_prefix("where ").or_else(|| text.strip_prefix("and   ")).map(str::trim)
}

/// A comparison by lines in a message.
struct ComparedLines<'m> {
    /// The lines of the message above it.
    above: Vec<&'m str>,
    /// Its own, with their signs behind the margin.
    lines: Vec<&'m str>,
    /// The number of blanks before each sign.
    margin: usize,
    minus_is_expected: bool,
    /// True for two texts of one line.
    are_marked: bool,
}

impl<'m> ComparedLines<'m> {
    fn of(message: &'m str) -> Option<ComparedLines<'m>> {
        let mut above: Vec<&str> =
            message.lines().filter(|line| explanation_of_pytest(line).is_none()).collect();
        let Legend { start, minus_is_expected } = legend(&above)?;
        let mut lines = above.split_off(start);
        let end = lines.iter().position(|line| ends_comparison(line.trim()));
        lines.truncate(end.unwrap_or(lines.len()));
        // Node marks the place at which two texts of one line differ.
        let mut told = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty());
        let signs = [told.next(), told.next()].map(|line| line.and_then(|line| line.chars().next()));
        let mark = told.next().filter(|line| line.bytes().all(|byte| byte == b'^') && told.next().is_none());
        let mark = mark.filter(|_| signs == [Some('+'), Some('-')]);
        if let Some(mark) = mark {
            lines.retain(|line| line.trim() != mark);
        }
        let signed = lines.iter().find(|line| line.trim_start().starts_with(['-', '+']));
        let margin = signed.map_or(0, |line| line.len() - line.trim_start().len());
        Some(ComparedLines { above, lines, margin, minus_is_expected, are_marked: mark.is_some() })
    }
}

/// Returns the actual and the expected value whose lines a message compares; None if it leaves some out.
pub(in crate::message) fn sides_by_lines(message: &str) -> Option<[String; 2]> {
    let ComparedLines { lines, margin, minus_is_expected, .. } = ComparedLines::of(message)?;
    let sides = Sides::read(&lines, margin, minus_is_expected)?;
    Some([&sides.actual, &sides.expected].map(|lines| value_of_lines(lines)))
}

/// Returns the value that some lines are, in one line.
fn value_of_lines(lines: &[&str]) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
    joined_lines(&lines)
}

/// Returns the differences that a comparison by lines shows; its indentation tells in which part of a value a line is.
pub(in crate::message) fn by_lines(message: &str) -> Vec<Difference> {
    let Some(compared) = ComparedLines::of(message) else { return Vec::new() };
    let ComparedLines { above, lines, margin, minus_is_expected, are_marked } = compared;
    if let Some(difference) = line_beside_several(&above, &lines) {
        return vec![difference];
    }
    let is_of_call = above.iter().any(|line| line.contains("called with ") || line.contains("CalledWith("));
    let sides = Sides::read(&lines, margin, minus_is_expected);
    let found = sides.map(|sides| sides.compare(is_of_call)).unwrap_or_default();
    if !found.is_empty() {
        return found;
    }
    if let Some(order) =
        order_of_lines(&lines, margin, minus_is_expected).filter(|_| are_lines_of_texts(&above, &lines))
    {
        return vec![order];
    }
    let ends_early = message.lines().any(|line| line.trim_start().starts_with("...Full output truncated"));
    let least_indent = least_indent(&lines, margin);
    let whole = if is_of_call { Whole::Arguments } else { Whole::Value };
    let values = if are_marked || are_texts(&above) { Values::Texts } else { Values::MayBeTexts };
    let mut compared = ByLines { values, whole, least_indent, ..ByLines::default() };
    let mut lines = lines.as_slice();
    while let Some((&line, rest_of_lines)) = lines.split_first() {
        lines = rest_of_lines;
        let text = line.trim();
        if let Some(skipped) = text.strip_prefix("Skipping ") {
            // pytest shortens long texts.
            compared.begins_later |= skipped.contains("leading");
            continue;
        }
        if text.starts_with("Omitting ") || text.starts_with("Use -v") || text.starts_with("Full diff:") {
            continue;
        }
        if compared.found.len() >= MOST_COUNTED {
            break;
        }
        let has_begun = compared.line > 0 || !compared.expected.is_empty() || !compared.actual.is_empty();
        if text.is_empty() && has_begun {
            compared.blank_lines += 1;
            compared.first_line = FirstLine::IsAlone;
        }
        if let Some(numbers) = text.strip_prefix("@@") {
            compared.flush();
            compared.begin_hunk(numbers);
            continue;
        }
        if text == "..." {
            // Node.
            compared.flush();
            compared.leave_lines_out();
            continue;
        }
        let Some(rest) = line.get(margin..).filter(|_| !text.is_empty()) else { continue };
        if text.starts_with("? ") {
            compared.read_marks(rest);
            continue;
        }
        if compared.expected.is_empty() && compared.actual.is_empty() {
            compared.line += take(&mut compared.blank_lines);
        }
        let sign = rest.chars().next().unwrap_or(' ');
        let content = Line::new(&rest[sign.len_utf8()..]);
        match sign {
            '-' | '+' => {
                let is_expected = (sign == '-') == minus_is_expected;
                let side = if is_expected { &mut compared.expected } else { &mut compared.actual };
                side.push(content);
            }
            _ => {
                compared.flush();
                compared.pass(content);
                if text.ends_with('[')
                    && let Some(list) = ReorderedList::read(lines, margin, content.indent, minus_is_expected)
                {
                    let place = compared.path() + &list.order.place;
                    compared.found.push(Difference { place, ..list.order });
                    compared.line += list.expected_lines;
                    lines = &lines[list.lines..];
                }
            }
        }
    }
    compared.ends_early = ends_early;
    compared.flush();
    if compared.found.is_empty() {
        compared.found.extend(compared.line_end.take());
    }
    compared.found.truncate(MOST_COUNTED);
    for difference in compared.found.iter_mut().filter(|_| is_of_call) {
        difference.place = argument(&difference.place);
    }
    compared.found
}

/// Returns the difference of a text of one line and one of several in a comparison of unittest, which before Python 3.13 gives a sign
/// only to the first line of the longer one.
fn line_beside_several(above: &[&str], lines: &[&str]) -> Option<Difference> {
    let compared = above.iter().rfind(|line| line.contains(" != ")).filter(|_| are_texts(above))?;
    let (actual, expected) =
        sides(remark_of_unittest(compared).map_or(compared, |(values, _)| values), " != ")?;
    if actual.contains("\\n") == expected.contains("\\n") {
        return None;
    }
    let second = lines.iter().position(|line| line.starts_with("+ "))?;
    lines.first().filter(|line| line.starts_with("- "))?;
    let text = |lines: &[&str]| {
        let lines = lines.iter().filter(|line| !line.starts_with("? "));
        lines.copied().collect::<Vec<_>>().join("\n").split_off("- ".len())
    };
    let (actual, expected) = (text(&lines[..second]), text(&lines[second..]));
    // With a sign at each line, the lines are told as others are.
    let has_signs = [&actual, &expected].iter().any(|text| text.contains("\n- ") || text.contains("\n+ "));
    (!has_signs && actual != expected).then(|| differing_words(&actual, &expected, false))
}

/// Returns true if the lines of a comparison are those of two texts, and not of objects or lists.
fn are_lines_of_texts(above: &[&str], lines: &[&str]) -> bool {
    const OF_PARTS: [char; 7] = ['{', '}', '[', ']', '(', ')', ','];
    are_texts(above) || !lines.iter().any(|line| line.trim_end().ends_with(OF_PARTS))
}

/// Returns the first line that stands before another one and not behind it, if two texts have the same lines in another order. Blanks at their ends, and the end of the last line, are no part of them.
fn order_of_lines(lines: &[&str], margin: usize, minus_is_expected: bool) -> Option<Difference> {
    let lines: Vec<&str> =
        lines.iter().copied().filter(|line| !line.trim_start().starts_with("? ")).collect();
    let sides = Sides::read(&lines, margin, minus_is_expected)?;
    let [actual, expected] = [&sides.actual, &sides.expected].map(|lines| {
        lines.iter().map(|line| line.trim_end()).filter(|line| !line.is_empty()).collect::<Vec<_>>()
    });
    let at = actual.iter().zip(&expected).position(|(one, other)| one != other)?;
    let sorted = |lines: &[&'_ str]| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        lines.sort_unstable();
        lines
    };
    (sorted(&actual) == sorted(&expected))
        .then(|| Difference::in_order(ORDER.to_owned(), actual[at], expected[at]))
}

/// A list that is shown whole, and has the same items in both values in another order. Item by item, one would be unexpected behind the
/// end of the list.
struct ReorderedList {
    /// The first item that stands before another one, without the place of the list.
    order: Difference,
    /// The number of its items' lines in the expected value, and of those in the comparison.
    expected_lines: usize,
    lines: usize,
}

impl ReorderedList {
    /// Reads the lines below the one that opens a list, which is indented so far; None for another list.
    fn read(below: &[&str], margin: usize, indent: usize, minus_is_expected: bool) -> Option<ReorderedList> {
        let closes = |line: &&'_ str| {
            let rest = line.get(margin..).and_then(|rest| rest.strip_prefix(' '));
            let content = rest.map(Line::new);
            content.is_some_and(|content| content.indent == indent && content.text.starts_with(']'))
        };
        let lines = below.iter().position(closes)?;
        let sides = Sides::read(&below[..lines], margin, minus_is_expected)?;
        let expected_lines = sides.expected.len();
        let [actual, expected] = [sides.actual, sides.expected].map(|lines| {
            let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
            let Fragment { items, fields, open, .. } = Fragment::read_lines(&lines, MOST_LEVELS);
            (fields.is_empty() && open.is_none()).then_some(items)
        });
        let [actual, expected] = [actual?, expected?];
        let [actual, expected] =
            [&actual, &expected].map(|items| items.iter().map(String::as_str).collect::<Vec<_>>());
        let order = order_of_items(&actual, &expected, "")?;
        Some(ReorderedList { order, expected_lines, lines })
    }
}

/// Returns the least indentation of these lines, but for those that close a part.
fn least_indent(lines: &[&str], margin: usize) -> usize {
    let contents = lines.iter().filter_map(|line| {
        let rest = line
            .get(margin..)
            .filter(|rest| !["", "..."].contains(&rest.trim()) && !rest.starts_with("@@"))?;
        let content = Line::new(&rest[rest.chars().next()?.len_utf8()..]);
        (!content.text.is_empty() && !content.text.starts_with(['}', ']', ')', '.']))
            .then_some(content.indent)
    });
    contents.min().unwrap_or(0)
}

/// Returns true for a line behind a comparison: a call, a mark of Vitest, or the number of the next call of a mock.
fn ends_comparison(text: &str) -> bool {
    text.starts_with(['❯', '#'])
        || text.starts_with("at ") && text.contains('(')
        || text.starts_with("Number of calls:")
        || is_of_call_number(text)
}

/// The lines of both values, each without its sign.
#[derive(Default)]
struct Sides<'a> {
    actual: Vec<&'a str>,
    expected: Vec<&'a str>,
}

impl<'a> Sides<'a> {
    /// Reads the lines of a comparison; None if it may leave some out.
    fn read(lines: &[&'a str], margin: usize, minus_is_expected: bool) -> Option<Sides<'a>> {
        const REMARKS: [&str; 7] = ["...", "@@", "Skipping ", "Omitting ", "Use -v", "Full diff:", "? "];
        let mut sides = Sides::default();
        for line in lines {
            if REMARKS.iter().any(|remark| line.trim_start().starts_with(remark)) {
                return None;
            }
            let rest = line.get(margin..).unwrap_or("");
            let sign = rest.chars().next().unwrap_or(' ');
            let content = rest.get(sign.len_utf8()..).unwrap_or("");
            let is_of_expected = (sign == '-') == minus_is_expected;
            if !matches!(sign, '-' | '+') || is_of_expected {
                sides.expected.push(content);
            }
            if !matches!(sign, '-' | '+') || !is_of_expected {
                sides.actual.push(content);
            }
        }
        Some(sides)
    }

    /// Returns the differences of the values that the lines of each side are: of objects and lists, or of
    /// quoted texts. None of others, which may be parts of values. The arguments of a call are told by their
    /// number.
    fn compare(&self, are_arguments: bool) -> Vec<Difference> {
        let [actual, expected] = [&self.actual, &self.expected].map(|lines| {
            let joined = value_of_lines(lines);
            let is_list = are_arguments && Parts::of(&joined).is_none();
            if is_list { format!("[{joined}]") } else { joined }
        });
        if Parts::of(&actual).is_some() && Parts::of(&expected).is_some() {
            let mut found = of_values(&actual, &expected);
            for difference in found.iter_mut().filter(|_| are_arguments) {
                difference.place = argument(&difference.place);
            }
            return found;
        }
        // A value in place of an object or a list.
        let has_parts = |value: &str| Parts::of(value).is_some();
        if has_parts(&actual) && has_one_line(&self.expected)
            || has_parts(&expected) && has_one_line(&self.actual)
        {
            return vec![shortened(&actual, &expected)];
        }
        match [&self.actual, &self.expected].map(|lines| quoted_text(lines)) {
            [Some(actual), Some(expected)] if actual != expected => {
                vec![differing_words(&actual, &expected, false)]
            }
            _ => Vec::new(),
        }
    }
}

fn has_one_line(lines: &[&str]) -> bool {
    lines.iter().filter(|line| !line.trim().is_empty()).count() == 1
}

/// Returns the quoted text that some lines are: one of several lines, or one that Node writes in pieces,
/// `'ink\n' +`. None of other lines, and of a text without line ends.
fn quoted_text(lines: &[&str]) -> Option<String> {
    const QUOTES: [char; 3] = ['"', '\'', '`'];
    let lines = lines.iter().map(|line| line.strip_prefix(' ').unwrap_or(line));
    let text = lines.collect::<Vec<_>>().join("\n");
    let text = text.trim();
    let quote = text.chars().next().filter(|first| QUOTES.contains(first))?;
    let mut lines: Vec<&str> = text.lines().map(str::trim).collect();
    let last = lines.pop()?;
    let pieces = lines.iter().map(|line| line.strip_suffix(" +")).chain([Some(last)]);
    let pieces = pieces.map(|piece| piece?.strip_prefix(quote)?.strip_suffix(quote));
    let text = match pieces.collect::<Option<Vec<&str>>>() {
        Some(pieces) => format!("{quote}{}{quote}", pieces.concat()),
        // Several texts, one below the other, are no text of several lines.
        None if [lines.first().copied()?, last].iter().any(|line| line.matches(quote).count() % 2 == 0) => {
            return None;
        }
        None => text.to_owned(),
    };
    let has_lines = text.contains('\n') || text.contains("\\n");
    (has_lines && text.len() > 1 && text.ends_with(quote)).then_some(text)
}

/// Returns a place in the list of arguments, `[2].ink`, as that in an argument: `argument 3.ink`.
fn argument(place: &str) -> String {
    let parts = place.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let numbered = parts.and_then(|(index, rest)| Some((index.parse::<usize>().ok()?, rest)));
    numbered.map_or_else(|| place.to_owned(), |(index, rest)| format!("argument {}{rest}", index + 1))
}

impl OpenText {
    /// Returns the differences of the next lines of the text, and counts those that are expected.
    fn differences(&mut self, run: &Run<'_>) -> Vec<Difference> {
        let mut found = Vec::new();
        for at in 0..run.len() {
            // The quote at the end is none of the text's.
            let [actual, expected] = [&run.actual, &run.expected].map(|lines| {
                let line = lines.get(at).map_or(MISSING, |line| line.text);
                let text = line.trim_end_matches(',').strip_suffix('"');
                text.unwrap_or(line)
            });
            let place = format!("{} line {}", self.place, self.lines + at + 1);
            found.extend((actual != expected).then(|| of_words(place, actual, expected)));
        }
        self.lines += run.expected.len();
        found
    }
}

/// Lines one below another that only one side has.
struct Run<'a> {
    expected: Vec<Line<'a>>,
    actual: Vec<Line<'a>>,
}

impl Run<'_> {
    fn len(&self) -> usize {
        self.expected.len().max(self.actual.len())
    }

    /// Returns true if it is clear which line stands for which.
    fn is_clear(&self) -> bool {
        self.expected.len() == self.actual.len() || self.len() == 1
    }

    /// Returns true if both sides have one line, which is the same: what differs is that its end is missing.
    fn is_same_line(&self) -> bool {
        match (&*self.actual, &*self.expected) {
            ([actual, ..], [expected, ..]) => actual.whole == expected.whole,
            _ => false,
        }
    }

    /// Returns true if the lines are items of a list whose beginning is left out: further in than a text's.
    fn has_items(&self) -> bool {
        let mut lines = self.expected.iter().chain(&self.actual);
        lines.all(|line| line.indent > 1 && line.text.ends_with(','))
    }

    fn begins_part(&self) -> bool {
        self.expected.iter().chain(&self.actual).any(|line| line.text.ends_with(['{', '[', '(']))
    }

    /// Adds the differences of the values that the lines of both sides hold.
    fn compare_parts(&self, path: &str, found: &mut Vec<Difference>) {
        let [actual, expected] = [&self.actual, &self.expected].map(|lines| Fragment::read(lines));
        match (actual.whole(), expected.whole()) {
            (Some(actual), Some(expected)) if path.is_empty() => found.extend(of_values(actual, expected)),
            _ => actual.compare(&expected, path, found),
        }
    }
}

/// Returns a line as a part of a value; None if there is none.
fn part_in<'a>(lines: &[Line<'a>], at: usize) -> Option<&'a str> {
    lines.get(at).map(|line| line.text.trim_end_matches(','))
}

/// Returns the difference of two fields with one key, or of one that the other side lacks; None for other lines.
fn of_keyed(actual: Option<&str>, expected: Option<&str>, path: &str) -> Option<Difference> {
    let field = |text: Option<&str>| {
        let (key, value) = key_and_value(text?)?;
        Some((step(key), value.to_owned()))
    };
    let (key, actual, expected) = match (field(actual), field(expected)) {
        (Some((key, actual)), Some((other, expected))) if key == other => (key, actual, expected),
        (Some((key, actual)), None) if expected.is_none() => (key, actual, MISSING.to_owned()),
        (None, Some((key, expected))) if actual.is_none() => (key, MISSING.to_owned(), expected),
        _ => return None,
    };
    Some(of_words(format!("{path}{key}"), &actual, &expected))
}

/// Returns the difference of two values at a place; of long ones the words that differ.
fn of_words(place: String, actual: &str, expected: &str) -> Difference {
    Difference { place, ..shortened(actual, expected) }
}

impl ByLines<'_> {
    /// Leaves the parts that end above a line indented so far.
    fn leave(&mut self, indent: usize) {
        while self.levels.last().is_some_and(|level| level.indent >= indent) {
            self.levels.pop();
        }
    }

    /// Begins lines behind others that are left out; `numbers` are those of the first one, `-31,7 +31,7 @@`.
    fn begin_hunk(&mut self, numbers: &str) {
        self.levels.clear();
        let first = numbers.trim_start().strip_prefix('-').and_then(|rest| rest.split([',', ' ']).next());
        match first.and_then(|first| first.parse::<usize>().ok()) {
            Some(first) => self.line = first.saturating_sub(1),
            None => self.is_cut = true,
        }
        // Only the bracket that opens the list is left out.
        if self.whole == Whole::Arguments && self.line == 1 {
            let step = String::new();
            self.levels.push(Level { indent: 0, step, is_list: true, count: 0, is_cut: false });
            self.values = Values::WithParts;
        }
    }

    /// Reads the marks of Python below a line: one behind its last character stands for the end of the line.
    fn read_marks(&mut self, marks: &str) {
        let last = |lines: &[Line<'_>]| lines.last().map_or(0, |line| line.whole.chars().count());
        let column = marks.trim_end().chars().count();
        self.end_is_expected = match (last(&self.expected), last(&self.actual)) {
            (expected, _) if column > expected + 1 && marks.trim_end().ends_with('-') => Some(true),
            (_, actual) if column > actual + 1 && marks.trim_end().ends_with('+') => Some(false),
            _ => self.end_is_expected,
        };
    }

    /// Returns the place of the part that is read, as far as it is known.
    fn path(&self) -> String {
        self.levels.iter().map(|level| &*level.step).collect()
    }

    /// Notes that lines are left out here.
    fn leave_lines_out(&mut self) {
        self.levels.iter_mut().for_each(|level| level.is_cut = true);
        self.is_cut = true;
    }

    /// Passes a line that both values have.
    fn pass(&mut self, Line { indent, text, .. }: Line<'_>) {
        self.line += 1;
        if let Some(open) = &mut self.text {
            open.lines += 1;
            if closes_text(text) {
                self.text = None;
            }
            return;
        }
        self.leave(indent);
        if self.line == 1 && text.ends_with('{') {
            self.root = Some(indent);
        }
        if text.starts_with(['}', ']', ')']) {
            return;
        }
        let first_line = take(&mut self.first_line);
        if let FirstLine::Differs(difference) = first_line
            && !text.ends_with(['{', '[', '('])
        {
            self.found.push(difference);
        }
        let at = self.levels.last_mut().map(|level| {
            level.count += 1;
            (level.is_list, level.count - 1)
        });
        let Some(head) = text.strip_suffix(['{', '[', '(']).filter(|_| self.values != Values::Texts) else {
            let keyed = text.split_once(": ").filter(|_| self.values == Values::WithParts);
            if let Some((key, _)) =
                keyed.filter(|(_, value)| value.starts_with('"') && value.matches('"').count() == 1)
            {
                self.text = Some(OpenText { place: self.path() + &step(key), lines: 1 });
            }
            return;
        };
        self.values = Values::WithParts;
        let key = key_and_value(text.get(..text.len() - 1).unwrap_or(""))
            .or_else(|| key_and_value(&text[..text.len()]));
        let key = key.map(|(key, _)| key).or_else(|| head.trim_end().strip_suffix([':', '=']).map(str::trim));
        let step = match (key, at) {
            (Some(key), _) => step(key),
            (None, Some((true, index))) => {
                let is_cut = self.levels.last().is_some_and(|level| level.is_cut);
                if is_cut { "[…]".to_owned() } else { format!("[{index}]") }
            }
            _ => String::new(),
        };
        self.levels.push(Level { indent, step, is_list: text.ends_with('['), count: 0, is_cut: false });
    }

    /// Ends a run of lines that differ: each is told if as many were replaced as there are.
    fn flush(&mut self) {
        let run = Run { expected: take(&mut self.expected), actual: take(&mut self.actual) };
        let lines_above = self.line;
        self.line += run.expected.len() + take(&mut self.blank_lines);
        let Some(&Line { indent, .. }) = run.expected.first().or(run.actual.first()) else { return };
        if self.ends_early && (run.expected.is_empty() || run.actual.is_empty()) {
            return; // The line of the other side may be left out.
        }
        if let Some(open) = &mut self.text {
            self.found.extend(open.differences(&run));
            if run.expected.last().is_some_and(|line| closes_text(line.text)) {
                self.text = None;
            }
            return;
        }
        self.leave(indent);
        // Lines above may be left out that name the parts around the first one.
        let outermost = self.levels.first().map_or(indent, |level| level.indent);
        let is_in_root = self.root.is_some_and(|root| outermost == root + INDENT);
        let unknown = if outermost > self.least_indent && !is_in_root { "…" } else { "" };
        let path = unknown.to_owned() + &self.path();
        let begins_part = run.begins_part() && self.values != Values::Texts;
        if begins_part || !run.is_clear() && self.values == Values::WithParts {
            self.values = Values::WithParts;
            run.compare_parts(&path, &mut self.found);
        } else if self.values == Values::WithParts {
            for at in 0..run.len() {
                let difference = self.of_item(&run, at, &path);
                let is_one = !difference.place.is_empty()
                    && fits(&difference.actual, &difference.expected) != Some(true);
                self.found.extend(Some(difference).filter(|_| is_one));
            }
        } else if let Some(unseen) = self.unseen_in(&run, lines_above) {
            if run.is_same_line() {
                self.line_end = self.line_end.take().or(Some(self.of_end(unseen)));
            } else {
                self.found.push(unseen);
            }
        } else {
            self.tell_lines_of_text(&run, lines_above);
        }
    }

    /// Returns the difference of two lines of a value at a path.
    fn of_item(&mut self, run: &Run<'_>, at: usize, path: &str) -> Difference {
        let [actual, expected] = [&run.actual, &run.expected].map(|lines| part_in(lines, at));
        let list = self.levels.last_mut().filter(|level| level.is_list);
        let index = list.map(|level| {
            level.count += 1;
            if level.is_cut { "[…]".to_owned() } else { format!("[{}]", level.count - 1) }
        });
        of_keyed(actual, expected, path).unwrap_or_else(|| {
            let place = path.to_owned() + &index.unwrap_or_default();
            of_words(place, actual.unwrap_or(MISSING), expected.unwrap_or(MISSING))
        })
    }

    /// Returns the difference of two lines of a text that looks like none, or behind characters that are left out.
    fn unseen_in(&self, run: &Run<'_>, lines_above: usize) -> Option<Difference> {
        let (actual, expected) = (run.actual.first()?, run.expected.first()?);
        let is_unseen = self.begins_later
            || actual.text == expected.text
            || unseen_difference(actual.text, expected.text).is_some();
        is_unseen.then(|| self.of_lines(actual.whole, expected.whole, lines_above))
    }

    /// Tells the lines of a run in a text, of which those of both sides are as many, or else its first ones; that of the first line of
    /// all if further lines show that it has several.
    fn tell_lines_of_text(&mut self, run: &Run<'_>, lines_above: usize) {
        let [actual, expected] = [&run.actual, &run.expected].map(|lines| part_in(lines, 0));
        if let Some(keyed) = of_keyed(actual, expected, "").filter(|_| self.values != Values::Texts) {
            return self.found.push(keyed);
        }
        let has_items = run.has_items() && self.values != Values::Texts;
        let place = |at: usize| {
            if has_items {
                "[…]".to_owned()
            } else if self.is_cut {
                "a line".to_owned()
            } else {
                format!("line {}", lines_above + at + 1)
            }
        };
        let is_alone = lines_above + run.expected.len() <= 1 && run.len() == 1;
        let told = if run.is_clear() && !has_items { run.len() } else { 1 };
        let mut found: Vec<Difference> = (0..told)
            .map(|at| {
                let [actual, expected] = [&run.actual, &run.expected].map(|lines| part_in(lines, at));
                of_words(place(at), actual.unwrap_or(MISSING), expected.unwrap_or(MISSING))
            })
            .filter(|difference| difference.actual != difference.expected)
            .collect();
        if self.is_cut || !is_alone {
            self.found.append(&mut found);
        } else if self.values == Values::Texts {
            let [actual, expected] = [actual, expected].map(Option::unwrap_or_default);
            self.found.push(shortened(actual, expected));
        } else if !matches!(self.first_line, FirstLine::IsAlone)
            && let Some(difference) = found.pop()
        {
            self.first_line = FirstLine::Differs(difference);
        }
    }

    /// Returns the difference of two lines of which one side has the end.
    fn of_end(&self, told: Difference) -> Difference {
        let [mut actual, mut expected] = [told.actual, told.expected];
        match self.end_is_expected {
            Some(true) => expected.push('⏎'),
            Some(false) => actual.push('⏎'),
            None => {}
        }
        Difference { place: told.place, actual, expected }
    }

    /// Returns the difference of two lines of a text, that of the actual value first.
    fn of_lines(&self, actual: &str, expected: &str, lines_above: usize) -> Difference {
        // Most tools write a blank behind the sign.
        let [actual, expected] = match (actual.strip_prefix(' '), expected.strip_prefix(' ')) {
            (Some(actual), Some(expected)) => [actual, expected],
            _ => [actual, expected],
        };
        if self.begins_later {
            let told = differing_words(actual, expected, true);
            // Below a line that is told, they are whole.
            let are_whole = lines_above > 0 && told.place.is_empty();
            let are_short = [actual, expected].iter().all(|line| line.chars().count() <= LONG);
            return if are_whole && are_short {
                Difference { actual: actual.to_owned(), expected: expected.to_owned(), ..told }
            } else {
                told
            };
        }
        let told = shortened(actual, expected);
        let unseen = unseen_difference(actual, expected).unwrap_or(BLANKS);
        let place =
            if self.is_cut { unseen.to_owned() } else { format!("{unseen} in line {}", lines_above + 1) };
        Difference { place, ..told }
    }
}

/// Joins the lines of a value; some tools write no commas at their ends.
fn joined_lines(lines: &[&str]) -> String {
    let mut joined = String::new();
    for (at, line) in lines.iter().enumerate() {
        joined.push_str(line);
        let next = lines.get(at + 1).filter(|next| !next.starts_with(['}', ']', ')']));
        let is_item = !line.ends_with([',', '{', '[', '(']) && next.is_some();
        joined.push_str(if is_item {
            ", "
        } else if at + 1 < lines.len() {
            " "
        } else {
            ""
        });
    }
    joined
}

/// Lines of one side of a comparison: the fields that they hold, and the one that they open and do not close.
#[derive(Default)]
struct Fragment {
    /// The word before the bracket with which it begins, as `ObjectContaining`, and true for a list.
    head: Option<(String, bool)>,
    fields: Vec<(String, String)>,
    items: Vec<String>,
    open: Option<(String, Box<Fragment>)>,
}

impl Fragment {
    fn read(lines: &[Line<'_>]) -> Fragment {
        let lines: Vec<&str> = lines.iter().map(|line| line.text).collect();
        Fragment::read_lines(&lines, MOST_LEVELS)
    }

    fn read_lines(lines: &[&str], depth: usize) -> Fragment {
        let mut fragment = Fragment::default();
        let Some(depth) = depth.checked_sub(1) else { return fragment };
        let mut rest = lines;
        while let Some(first) = rest.first() {
            let opens = first.ends_with(['{', '[', '(']);
            let mut open = 0_usize;
            let end = rest.iter().position(|line| {
                let last = line.trim_end_matches(',');
                let closes = last.starts_with(['}', ']', ')']) && last.len() == 1;
                open = if line.ends_with(['{', '[', '(']) {
                    open + 1
                } else {
                    open.saturating_sub(usize::from(closes))
                };
                open == 0
            });
            let head = first.trim_end_matches(['{', '[', '(']).trim();
            let keyed = key_and_value(if opens { head } else { first.trim_end_matches(',') });
            let key = keyed.map(|(key, _)| key).or_else(|| head.strip_suffix(':').filter(|_| opens));
            match (end, key) {
                (Some(end), Some(key)) => {
                    let text = joined_lines(&rest[..=end]);
                    let value = text[text.find(key).map_or(0, |at| at + key.len())..]
                        .trim_start_matches([':', '=', '>', ' ']);
                    fragment.fields.push((
                        key.to_owned(),
                        value.trim_end_matches(',').replace(", ]", "]").replace(", }", "}"),
                    ));
                    rest = &rest[end + 1..];
                }
                (Some(end), None) => {
                    fragment.items.push(joined_lines(&rest[..=end]).trim_end_matches(',').to_owned());
                    rest = &rest[end + 1..];
                }
                (None, key) => {
                    let mut inner = Fragment::read_lines(&rest[1..], depth);
                    let own = keyed.map_or_else(|| if key.is_some() { "" } else { head }, |(_, value)| value);
                    inner.head = Some((own.to_owned(), first.ends_with('[')));
                    fragment.open = Some((key.unwrap_or("").to_owned(), Box::new(inner)));
                    break;
                }
            }
        }
        fragment
    }

    /// Returns the value that all lines are: `Array []`.
    fn whole(&self) -> Option<&str> {
        let is_alone = self.fields.is_empty() && self.open.is_none();
        self.items.first().filter(|_| is_alone && self.items.len() == 1).map(String::as_str)
    }

    /// Adds the fields in which these lines, those of the actual value, differ from the expected ones.
    fn compare(&self, expected: &Fragment, path: &str, found: &mut Vec<Difference>) {
        let matcher = expected.head.as_ref().and_then(|(head, _)| Matcher::of(head));
        let open = |side: &Fragment, key: &str| side.open.as_ref().is_some_and(|(name, _)| name == key);
        let value = |side: &Fragment, key: &str| {
            side.fields.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone())
        };
        let only_actual = self.fields.iter().filter(|_| matcher != Some(Matcher::Fields));
        let only_actual = only_actual.filter(|(key, _)| value(expected, key).is_none());
        for (key, _) in expected.fields.iter().chain(only_actual) {
            if open(self, key) || open(expected, key) {
                continue;
            }
            let [actual, wanted] =
                [self, expected].map(|side| value(side, key).unwrap_or_else(|| MISSING.to_owned()));
            found.extend(within(&format!("{path}{}", step(key)), &actual, &wanted));
        }
        if matcher == Some(Matcher::Items)
            && let Some(missing) =
                expected.items.iter().find(|item| !self.items.iter().any(|own| item_fits(own, item)))
        {
            found.push(Difference::in_list(path, missing));
        }
        if let (Some((key, actual)), Some((other, expected))) = (&self.open, &expected.open)
            && key == other
        {
            let path = if key.is_empty() { path.to_owned() } else { format!("{path}{}", step(key)) };
            actual.compare(expected, &path, found);
        }
    }
}
