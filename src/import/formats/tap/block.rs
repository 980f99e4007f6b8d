//! The block of YAML below a point: the keys that say something, whatever else stands around them.

use std::borrow::Cow;
use std::iter::Peekable;

use crate::import::formats::javascript::printed;
use crate::import::formats::report::compared::with_values;
use crate::import::formats::report::plain::plain;
use crate::import::formats::report::trace::Problem;

/// The words by which node says that a test was given up because of the test around it.
const UNFINISHED: [&str; 2] = ["cancelledByParent", "parentAlreadyFinished"];

/// The keys under which the versions of AVA show values.
const VALUES: [&str; 2] = ["values.", "details."];

/// The word for a text that was thrown, in place of the name of an error.
const TEXT: &str = "string";

/// Vitest's name for what was thrown and is no error.
const UNKNOWN: &str = "Unknown Error";

/// The lines above the differences of two values in a block of node-tap.
const SIDES: [&str; 2] = ["--- expected", "+++ actual"];

/// The beginning of a sequence of a terminal as node writes it.
const WRITTEN: &str = "\\x1B[";

/// The exception of a failed assertion.
const ASSERTION: &str = "AssertionError";

/// The messages that `QUnit` and node-tap give to comparisons that have none.
const WITHOUT_WORDS: [&str; 6] = [
    "failed",
    "should be equal",
    "should be equivalent",
    "should be equivalent strictly",
    "should be equal deeply",
    "should match pattern provided",
];

/// The longest values of which a sentence is made, in bytes.
const LONGEST_VALUE: usize = 200;

/// The keys of a block with their values, in order; a key within another one has that one's name before it.
#[derive(Debug, Default)]
pub(super) struct Block(Vec<(String, String)>);

impl Block {
    pub(super) fn of(lines: &[&str]) -> Block {
        let mut block = Block::default();
        // The key under which deeper ones stand, and its indentation.
        let mut around: Option<(usize, String)> = None;
        // Vitest, whose errors have keys of their own, writes texts as they are, but for quotes.
        let mut is_raw = false;
        let mut lines = lines.iter().copied().peekable();
        while let Some(line) = lines.next() {
            let indent = indentation(line);
            let Some((key, value)) = key_of(line.trim_start()) else { continue };
            if around.as_ref().is_some_and(|(outer, _)| indent <= *outer) {
                around = None;
            }
            let name = around.as_ref().map_or_else(|| key.to_owned(), |(_, outer)| format!("{outer}.{key}"));
            let is_deeper = |next: &&str| next.trim().is_empty() || indentation(next) > indent;
            let value = match value {
                "|-" | "|" | "|+" | "|2-" | ">-" | ">" | ">+" => {
                    let mut text: Vec<&str> = Vec::new();
                    while let Some(next) = lines.next_if(is_deeper) {
                        text.push(next);
                    }
                    let text = without_indentation(&text);
                    if value.starts_with('>') { folded(&text) } else { text }
                }
                "" => {
                    if lines.peek().is_some_and(|next| is_deeper(next) && key_of(next.trim_start()).is_some())
                    {
                        is_raw |= name == "error";
                        around = Some((indent, name.clone()));
                    }
                    continue;
                }
                value if value.starts_with(['"', '\'']) => quoted(value, is_raw, &mut lines),
                "{" | "[" => over_lines(value, indent, &mut lines),
                value => value.to_owned(),
            };
            block.0.push((name, without_written_colours(value)));
        }
        block
    }

    /// Returns the first value of a key; empty without one.
    pub(super) fn text(&self, key: &str) -> &str {
        self.0.iter().find(|(own, _)| own == key).map_or("", |(_, value)| value)
    }

    fn last(&self, key: &str) -> &str {
        self.0.iter().rfind(|(own, _)| own == key).map_or("", |(_, value)| value)
    }

    fn first_of(&self, keys: &[&str]) -> &str {
        keys.iter().map(|key| self.text(key)).find(|value| !value.trim().is_empty()).unwrap_or("")
    }

    /// Returns the file and the line in which the test is declared.
    pub(super) fn declared(&self) -> Option<(String, usize)> {
        let mut parts = self.text("location").rsplitn(3, ':');
        let (_, line, file) = (parts.next()?, parts.next()?, parts.next()?);
        Some((file.to_owned(), line.parse().ok()?))
    }

    /// Returns the failure of the point `name`.
    pub(super) fn problem(&self, name: &str) -> Problem<'static> {
        let message = self.first_of(&["error", "error.message", "message"]);
        let exception = self.first_of(&["name", "error.name"]);
        let is_of_node = !self.text("failureType").is_empty();
        let of_ava = self.thrown_or_compared(message);
        let (exception, message) = of_ava.as_ref().map_or((exception, message), |shown| {
            (shown.exception.as_deref().unwrap_or(exception), &*shown.says)
        });
        let stack = self.last("stack");
        if exception == UNKNOWN && message == "undefined" {
            return printed("thrown: undefined");
        }
        let is_text = [TEXT, UNKNOWN].contains(&exception)
            || is_of_node && exception.is_empty() && self.is_thrown_text(message);
        if is_text {
            let (type_name, text) = (TEXT.to_owned(), Cow::Owned(message.to_owned()));
            return Problem { type_name, message: None, text, ..Problem::default() };
        }
        // node's word for a test that threw nothing itself.
        let word =
            Some(self.text("failureType")).filter(|word| exception.is_empty() && UNFINISHED.contains(word));
        let type_name = word.unwrap_or_default().to_owned();
        let first = stack.lines().next().unwrap_or("");
        let has_caption = !first.trim_start().starts_with("at ")
            && stack.lines().any(|line| line.trim_start().starts_with("at "));
        let values = if is_of_node { (Cow::Borrowed(""), Cow::Borrowed("")) } else { self.values() };
        let (actual, expected) = (&*values.0, &*values.1);
        if has_caption {
            return printed(&with_values(stack, actual, expected));
        }
        // QUnit alone has this key, and compares with both values.
        let is_of_qunit = !self.text("severity").is_empty() && !expected.is_empty();
        let has_ended = self.has_ended();
        let mut text = match (exception, message.trim_end()) {
            // An error without a message has calls.
            ("", "") if is_of_node && !stack.is_empty() => "Error".to_owned(),
            ("", "") if has_ended => "test failed".to_owned(),
            ("", "") if self.text("diff").is_empty() => self.comparison(name),
            ("", "") => {
                let says = in_words(name, actual, expected).map(|words| format!("{ASSERTION}: {words}"));
                let says = says.unwrap_or_else(|| name.to_owned());
                with_values(&says, actual, expected).trim_end().to_owned()
            }
            ("", message) if is_of_qunit => {
                let says = in_words(message, actual, expected).unwrap_or_else(|| message.to_owned());
                with_values(&format!("{ASSERTION}: {says}"), actual, expected).trim_end().to_owned()
            }
            ("", message) => with_values(message, actual, expected).trim_end().to_owned(),
            (exception, "") => exception.to_owned(),
            (exception, message) => format!("{exception}: {message}"),
        };
        if has_ended && (is_of_node || message.trim().is_empty()) {
            let end = [("exitCode", self.text("exitCode")), ("signal", self.text("signal"))];
            text.extend(end.map(|(key, value)| format!("\n{key}: {}", value.trim_matches('\''))));
        }
        for call in stack.lines().filter(|line| !line.trim().is_empty()) {
            // node writes calls without the word.
            let call = call.trim();
            text.push_str(&format!("\n    {}{call}", if call.starts_with("at ") { "" } else { "at " }));
        }
        if stack.trim().is_empty() {
            text.extend(self.place().map(|place| format!("\n    at {place}")));
        }
        if exception.is_empty() && !text.contains("\n    at ") {
            return Problem { type_name, text: Cow::Owned(text), ..Problem::default() };
        }
        Problem { type_name, ..printed(&text) }
    }

    /// Returns true if it tells what failed, and not only where.
    pub(super) fn has_failure(&self) -> bool {
        self.text("severity") != "todo"
            && ["name", "error", "message", "stack"].iter().any(|key| !self.text(key).is_empty())
    }

    /// Returns true if it tells how the process of a file ended.
    fn has_ended(&self) -> bool {
        ["exitCode", "signal"].iter().any(|key| !["", "~", "null"].contains(&self.text(key)))
    }

    /// Returns the actual and the expected value of a comparison; empty without one.
    fn values(&self) -> (Cow<'_, str>, Cow<'_, str>) {
        let written =
            (self.first_of(&["actual", "found", "got"]), self.first_of(&["expected", "wanted", "want"]));
        match written {
            ("", _) | (_, "") => {
                let (actual, expected) = differing(self.text("diff"));
                (Cow::Owned(actual), Cow::Owned(expected))
            }
            (actual, expected) => (Cow::Borrowed(actual), Cow::Borrowed(expected)),
        }
    }

    /// Returns true if node shows a text that was thrown: it has no calls, and is no other value.
    fn is_thrown_text(&self, message: &str) -> bool {
        let is_other = message.starts_with(['{', '[', '<', '('])
            || ["undefined", "null", "true", "false", "NaN"].contains(&message)
            || message.parse::<f64>().is_ok();
        self.text("failureType") == "testCodeFailure"
            && self.text("exitCode").is_empty()
            && self.text("stack").is_empty()
            && !message.is_empty()
            && !is_other
    }

    /// Returns what AVA shows in its values: what was thrown, below words that tell so, and of an assertion
    /// without a message of its own what differs.
    fn thrown_or_compared(&self, message: &str) -> Option<Shown> {
        let mut values = self.0.iter().filter_map(|(key, value)| {
            let label = VALUES.iter().find_map(|start| key.strip_prefix(start))?;
            Some((label, value.as_str()))
        });
        let (label, value) = values.next()?;
        if message.is_empty() {
            let says = value.split_whitespace().collect::<Vec<_>>().join(" ");
            // Newer versions tell which side has which sign.
            let label = label.split_once(" (").map_or(label, |(label, _)| label).trim_end_matches(':');
            return Some(Shown { exception: None, says: format!("{label}: {says}") });
        }
        let is_thrown =
            label.starts_with(message) && ["thrown", "Rejected"].iter().any(|word| label.contains(word));
        is_thrown.then(|| thrown_in(value))
    }

    fn place(&self) -> Option<String> {
        let (file, line) = (self.text("file"), self.text("line"));
        if !file.is_empty() && !line.is_empty() {
            return Some(format!("{file}:{line}"));
        }
        // Above its place, AVA has what a message of several lines goes on with.
        let at = self.text("at").lines().next_back().unwrap_or("");
        [at, self.text("location")].into_iter().find(|place| !place.is_empty()).map(str::to_owned)
    }

    /// Returns what a comparison without a message says.
    fn comparison(&self, name: &str) -> String {
        let values = [("expected", self.text("expected")), ("actual", self.text("actual"))];
        let values: Vec<String> = values
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(word, value)| format!("{word}: {value}"))
            .collect();
        std::iter::once(name.to_owned()).chain(values).collect::<Vec<_>>().join("\n")
    }
}

/// The values of a failure that AVA shows.
struct Shown {
    /// The name of what was thrown, if something was.
    exception: Option<String>,
    says: String,
}

/// Returns what was thrown, from the form in which AVA shows a value: of an error `RangeError {`, its message and `}`.
fn thrown_in(value: &str) -> Shown {
    let value = value.trim();
    let first = value.lines().next().unwrap_or("");
    let (message, is_whole) = match value.split_once("\n  message: ") {
        Some((_, message)) => (message, false),
        None => (value, true),
    };
    let quote = message.chars().next().filter(|quote| ['\'', '`', '"'].contains(quote));
    let text = quote.and_then(|quote| within_quotes(&message[1..], quote));
    // AVA shows the end of a line by a sign.
    let text = text.map(|text| text.lines().map(str::trim_start).collect::<String>().replace('␊', "\n"));
    match (text, first.strip_suffix(" {")) {
        (Some(says), Some(name)) if !is_whole => {
            let name = name.split(' ').next().unwrap_or(name);
            Shown { exception: Some(name.to_owned()), says }
        }
        (Some(says), _) if is_whole => Shown { exception: Some(TEXT.to_owned()), says },
        _ => Shown {
            exception: Some("Error".to_owned()),
            says: value.split_whitespace().collect::<Vec<_>>().join(" "),
        },
    }
}

/// Returns what differs in two values, the actual one first, from their differences line by line.
fn differing(diff: &str) -> (String, String) {
    let mut lines = diff.lines();
    if !SIDES.iter().all(|side| lines.next().is_some_and(|line| line.trim_end() == *side)) {
        return (String::new(), String::new());
    }
    let with_sign = |sign: char| {
        let lines = lines.clone().filter_map(|line| line.strip_prefix(sign));
        let lines: Vec<&str> = lines.map(|line| line.trim().trim_end_matches(',')).collect();
        lines.join("\n")
    };
    (with_sign('+'), with_sign('-'))
}

/// Returns the text up to the quote that ends it, in which the same sign may stand with a backslash before it.
fn within_quotes(text: &str, quote: char) -> Option<String> {
    let mut inner = String::new();
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => match signs.next()? {
                escaped if escaped == quote || escaped == '\\' => inner.push(escaped),
                other => inner.extend([sign, other]),
            },
            sign if sign == quote => return Some(inner),
            sign => inner.push(sign),
        }
    }
    None
}

/// Returns the words of a comparison that has none of its own: its values, as other libraries write them.
fn in_words(message: &str, actual: &str, expected: &str) -> Option<String> {
    let is_short = [actual, expected].iter().all(|value| !value.is_empty() && value.len() <= LONGEST_VALUE);
    let on_line = |value: &str| value.split_whitespace().collect::<Vec<_>>().join(" ");
    let verb = if actual.contains('\n') || expected.contains('\n') { "deeply equal" } else { "equal" };
    (is_short && WITHOUT_WORDS.contains(&message))
        .then(|| format!("expected {} to {verb} {}", on_line(actual), on_line(expected)))
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Splits `key: value`; the key is one word, or any in quotes.
fn key_of(line: &str) -> Option<(&str, &str)> {
    if let Some((key, value)) = line.strip_prefix('\'').and_then(|line| line.split_once("': ")) {
        return (!key.contains('\'')).then(|| (key, value.trim()));
    }
    let (key, value) = line.split_once(':')?;
    // QUnit has blanks behind one that is shorter than the next.
    let key = key.trim_end();
    let is_key = !key.is_empty()
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    (is_key && (value.is_empty() || value.starts_with(' '))).then(|| (key, value.trim()))
}

fn without_indentation(lines: &[&str]) -> String {
    let shared =
        lines.iter().filter(|line| !line.trim().is_empty()).map(|line| indentation(line)).min().unwrap_or(0);
    lines
        .iter()
        .map(|line| line.get(shared..).unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n")
        .trim_end()
        .to_owned()
}

/// Returns a text that is written in lines of no meaning: an empty one, or one that is indented, ends its line.
fn folded(text: &str) -> String {
    let mut folded = String::new();
    let mut before = "";
    for line in text.lines() {
        let goes_on =
            !line.is_empty() && !line.starts_with(' ') && !before.is_empty() && !before.starts_with(' ');
        if !folded.is_empty() {
            folded.push(if goes_on { ' ' } else { '\n' });
        }
        folded.push_str(line);
        before = line;
    }
    folded
}

/// Returns a value without colours whose escapes node has written, as in everything that it inspects.
fn without_written_colours(value: String) -> String {
    if value.contains(WRITTEN) { plain(&value.replace(WRITTEN, "\u{1b}[")).into_owned() } else { value }
}

/// Returns a value that begins with a bracket alone, and goes on up to the line that closes it, as `QUnit` writes
/// one; the bracket without such a line.
fn over_lines<'l>(
    first: &str,
    indent: usize,
    lines: &mut Peekable<impl Iterator<Item = &'l str> + Clone>,
) -> String {
    let end = if first == "{" { "}" } else { "]" };
    let last = lines.clone().position(|line| line.trim() == end && indentation(line) == indent);
    let Some(last) = last else { return first.to_owned() };
    let mut text = vec![first];
    text.extend(lines.take(last + 1).map(|line| line.get(indent..).unwrap_or("")));
    text.join("\n")
}

/// Returns a text in quotes, which may go on over raw lines.
fn quoted<'l>(first: &str, is_raw: bool, lines: &mut impl Iterator<Item = &'l str>) -> String {
    let quote = first.as_bytes()[0];
    let mut text = first[1..].to_owned();
    while end_of(&text, quote).is_none() {
        let Some(next) = lines.next() else { return text };
        text.push('\n');
        text.push_str(next);
    }
    text.truncate(end_of(&text, quote).unwrap_or(text.len()));
    if quote == b'\'' {
        return text.replace("''", "'");
    }
    if is_raw {
        return text.replace("\\\"", "\"");
    }
    text.replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\")
}

/// Returns the place of the quote that ends a text.
fn end_of(text: &str, quote: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 1,
            b'\'' if quote == b'\'' && bytes.get(at + 1) == Some(&b'\'') => at += 1,
            byte if byte == quote => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_in_what_no_library_reads() {
        let lines = [
            "  duration_ms: 1.5",
            "  location: '/ci/ink/pen.test.js:12:3'",
            "  error: |-",
            "    two lines",
            "      deep",
            "  name: 'InkError'",
            "  cause:",
            "    error: 'inner'",
            "  stack: |-",
            "    draw (/ci/ink/pen.js:3:1)",
        ];
        let block = Block::of(&lines);
        assert_eq!(block.text("error"), "two lines\n  deep");
        assert_eq!(block.text("cause.error"), "inner");
        assert_eq!(block.declared(), Some(("/ci/ink/pen.test.js".to_owned(), 12)));
        assert_eq!(block.problem("x").text, "InkError: two lines\n  deep\n    at draw (/ci/ink/pen.js:3:1)");
        let raw = [
            "  error:",
            "    name: \"InkError\"",
            "    message: \"first",
            "second \\\"quoted\\\"\"",
            "  at: \"/ci/pen.js:1:2\"",
        ];
        let block = Block::of(&raw);
        assert_eq!(block.text("error.message"), "first\nsecond \"quoted\"");
        assert_eq!(block.problem("x").text, "InkError: first\nsecond \"quoted\"\n    at /ci/pen.js:1:2");
        let written = Block::of(&["  error:", r#"    message: "expected 'a\nb' to be \"a\"""#]);
        assert_eq!(written.text("error.message"), r#"expected 'a\nb' to be "a""#);
        assert_eq!(Block::of(&[r#"  message: "a\nb""#]).text("message"), "a\nb");
    }
}
