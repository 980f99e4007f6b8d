//! The calls that a tool printed, by the exceptions of a chain.

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
    pub text: &'a str,
    /// True if the next exception was thrown while this one was handled, and does not name it as its cause.
    pub was_handled: bool,
}

/// A call as a tool printed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PrintedFrame<'a> {
    pub path: &'a str,
    pub line: u32,
    /// The function; None if the text does not say it.
    pub function: Option<&'a str>,
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
    let mut frames = Vec::new();
    // The first function whose source the current entry shows.
    let mut defined = None;
    let (mut start, mut at) = (0, 0);
    for ended in text.split_inclusive('\n') {
        let line_start = at;
        at += ended.len();
        let line = ended.trim_end_matches(['\n', '\r']);
        // The members of an exception group follow.
        if line.trim_start().starts_with("+-+-") {
            break;
        }
        let line = line.strip_prefix("  | ").or_else(|| line.strip_prefix("  + ")).unwrap_or(line);
        if line.starts_with("E ") {
            continue;
        }
        if CHAINED.contains(&line) {
            let was_handled = line == CHAINED[0];
            let section =
                Section { frames: std::mem::take(&mut frames), text: &text[start..line_start], was_handled };
            sections.push(section);
            (start, defined) = (at, None);
        } else if line.starts_with("_ _ ") {
            defined = None;
        } else if let Some(frame) = native(line) {
            frames.push(frame);
            defined = None;
        } else if let Some(frame) = at_margin(line) {
            frames.push(PrintedFrame { function: frame.function.or(defined), ..frame });
            defined = None;
        } else {
            defined = defined.or_else(|| definition(line));
        }
    }
    sections.push(Section { frames, text: &text[start..], was_handled: false });
    sections
}

/// Reads `  File "PATH", line N, in FUNCTION`, as Python prints it.
fn native(line: &str) -> Option<PrintedFrame<'_>> {
    let (path, rest) = line.trim_start().strip_prefix("File \"")?.split_once("\", line ")?;
    let (number, function) = match rest.split_once(", in ") {
        Some((number, function)) => (number, Some(function.trim_end())),
        None => (rest, None),
    };
    let line = number.trim_end().parse().ok()?;
    (!path.is_empty()).then_some(PrintedFrame { path, line, function })
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
    let ends_entry = || {
        let name = rest.trim_start();
        path.rsplit_once('.').is_some_and(|(_, ending)| matches!(ending, "py" | "pyi"))
            && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
    };
    (function.is_some() || ends_entry()).then_some(PrintedFrame { path, line: number, function })
}

/// Returns the name of the function whose definition a line of source begins.
fn definition(line: &str) -> Option<&str> {
    let code = line.strip_prefix('>').unwrap_or(line).trim_start();
    let rest = code.strip_prefix("async ").unwrap_or(code).trim_start().strip_prefix("def ")?.trim_start();
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    (end > 0).then_some(&rest[..end])
}
