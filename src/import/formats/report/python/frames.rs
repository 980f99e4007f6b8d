//! The calls that a tool printed, by the exceptions of a chain, and the members of a group of exceptions.
//!
//! Python prints a group in margins: `  | ` before its own lines, and below `+-+--- 1 ---` two more columns
//! for those of its members.

use std::borrow::Cow;

/// The lines between an exception and the one that was thrown while it was handled, or because of it.
const CHAINED: [&str; 2] = [
    "During handling of the above exception, another exception occurred:",
    "The above exception was the direct cause of the following exception:",
];

/// An exception of a chain, with the calls that led to it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Section<'a> {
    /// The calls, the outermost first.
    pub frames: Vec<PrintedFrame<'a>>,
    /// The printed text.
    text: &'a str,
    /// The members of a group of exceptions, in the order of the text; those of a group within it follow it.
    pub members: Vec<Member>,
    /// True if the next exception was thrown while this one was handled, and does not name it as its cause.
    pub was_handled: bool,
}

/// An exception that a group collects.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Member {
    /// The number of groups around it.
    pub depth: usize,
    /// The printed text, without the margin.
    pub text: String,
}

/// The columns of a margin.
const MARGIN: usize = 2;

impl Section<'_> {
    /// Returns the text of the exception itself, without the margin and the members of a group.
    pub(crate) fn own_text(&self) -> Cow<'_, str> {
        if self.members.is_empty() {
            return Cow::Borrowed(self.text);
        }
        let own = self.text.lines().take_while(|line| !begins_members(line)).map(without_margin);
        Cow::Owned(own.collect::<Vec<_>>().join("\n"))
    }

    /// Reads a line of the members of a group, whose margin has this many columns.
    fn read_member(&mut self, line: &str, margin: usize) {
        let content = line.trim_start();
        let columns = (line.len() - content.len()).saturating_sub(margin);
        if content.starts_with("+-") && content.contains(|c: char| c.is_ascii_digit()) {
            let depth = columns / MARGIN + usize::from(begins_members(line));
            self.members.push(Member { depth, text: String::new() });
        } else if let Some(member) = self.members.last_mut().filter(|_| content.starts_with('|')) {
            member.text.push_str(content.strip_prefix("| ").unwrap_or(""));
            member.text.push('\n');
        }
    }
}

/// Returns true for the line above the first member of a group.
fn begins_members(line: &str) -> bool {
    line.trim_start().starts_with("+-+-")
}

/// Returns true for a line of a group of exceptions.
fn is_in_margin(line: &str) -> bool {
    let content = line.trim_start();
    content.starts_with('|') || content.starts_with("+-")
}

fn without_margin(line: &str) -> &str {
    line.strip_prefix("  | ").or_else(|| line.strip_prefix("  + ")).unwrap_or(line)
}

/// A call as a tool printed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PrintedFrame<'a> {
    pub path: &'a str,
    pub line: u32,
    /// The function; None if the text does not say it.
    pub function: Option<&'a str>,
    /// The text of the line, if it is shown.
    pub code: Option<&'a str>,
}

/// Returns true for a line that names a call.
pub(crate) fn is_call(line: &str) -> bool {
    call(line).is_some()
}

/// Reads a line that names a call.
pub(crate) fn call(line: &str) -> Option<PrintedFrame<'_>> {
    native(line).or_else(|| at_margin(line))
}

/// Returns the exceptions of a printed text; the last is the one that was thrown.
pub(crate) fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections = Vec::new();
    let mut section = Section { text, ..Section::default() };
    // The margin of the group whose members are read.
    let mut group = None;
    // The first function whose source the current entry shows, and the line of it that is marked.
    let (mut defined, mut marked) = (None, None);
    let (mut start, mut at) = (0, 0);
    for ended in text.split_inclusive('\n') {
        let line_start = at;
        at += ended.len();
        let line = ended.trim_end_matches(['\n', '\r']);
        if begins_members(line) && group.is_none() {
            group = Some(line.len() - line.trim_start().len());
        }
        // One rule ends all groups whose last members are groups: a line without a margin is behind them.
        group = group.filter(|_| is_in_margin(line));
        if let Some(margin) = group {
            section.read_member(line, margin);
            continue;
        }
        let line = without_margin(line);
        if line.starts_with("E ") {
            continue;
        }
        if CHAINED.contains(&line) {
            let was_handled = line == CHAINED[0];
            sections.push(Section { text: &text[start..line_start], was_handled, ..section });
            section = Section { text: &text[at..], ..Section::default() };
            (start, defined, marked) = (at, None, None);
        } else if line.starts_with("_ _ ") {
            (defined, marked) = (None, None);
        } else if let Some(frame) = native(line) {
            section.frames.push(PrintedFrame { code: code_below(&text[at..]), ..frame });
            (defined, marked) = (None, None);
        } else if let Some(frame) = at_margin(line) {
            // The line stands above the place with the source of its function, or alone below it.
            let code = if frame.function.is_some() { code_below(&text[at..]) } else { marked };
            section.frames.push(PrintedFrame { function: frame.function.or(defined), code, ..frame });
            (defined, marked) = (None, None);
        } else {
            defined = defined.or_else(|| definition(line));
            marked = line.strip_prefix('>').map(str::trim).or(marked);
        }
    }
    sections.push(section);
    sections
}

/// Returns the line of source with which a text begins, as tools print it below the place of a call.
fn code_below(text: &str) -> Option<&str> {
    let line = text.lines().next().map(without_margin)?;
    line.strip_prefix("    ").map(str::trim).filter(|code| !code.is_empty())
}

/// Reads `  File "PATH", line N, in FUNCTION`, as Python prints it.
fn native(line: &str) -> Option<PrintedFrame<'_>> {
    let (path, rest) = line.trim_start().strip_prefix("File \"")?.split_once("\", line ")?;
    let (number, function) = match rest.split_once(", in ") {
        Some((number, function)) => (number, Some(function.trim_end())),
        None => (rest, None),
    };
    let line = number.trim_end().parse().ok()?;
    (!path.is_empty()).then_some(PrintedFrame { path, line, function, code: None })
}

/// Reads `PATH:N: in FUNCTION`, or `PATH.py:N: ErrorName` below the source of a function.
fn at_margin(line: &str) -> Option<PrintedFrame<'_>> {
    if line.starts_with([' ', '>', '\t', ':']) || line.starts_with("E ") {
        return None;
    }
    // A path may contain a drive; the first number between colons is the line.
    let (path, number, rest) = line.match_indices(':').find_map(|(colon, _)| {
        let (number, rest) = line[colon + 1..].split_once(':')?;
        let is_place =
            (rest.is_empty() || rest.starts_with(' ')) && number.bytes().all(|digit| digit.is_ascii_digit());
        is_place.then_some((&line[..colon], number.parse().ok()?, rest))
    })?;
    let function = rest.strip_prefix(" in ").map(str::trim_end);
    let is_of_python = path.rsplit_once('.').is_some_and(|(_, ending)| matches!(ending, "py" | "pyi"));
    let is_name = rest.trim_start().chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    let is_call = function.is_some() || is_of_python && is_name;
    is_call.then_some(PrintedFrame { path, line: number, function, code: None })
}

/// Returns the name of the function whose definition a line of source begins.
fn definition(line: &str) -> Option<&str> {
    let code = line.strip_prefix('>').unwrap_or(line).trim_start();
    let rest = code.strip_prefix("async ").unwrap_or(code).trim_start().strip_prefix("def ")?.trim_start();
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    (end > 0).then_some(&rest[..end])
}
