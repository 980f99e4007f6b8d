//! The block of YAML below a point: the keys that say something, whatever else stands around them.

use std::borrow::Cow;

use crate::import::formats::javascript::printed;
use crate::import::formats::report::compared::with_values;
use crate::import::formats::report::trace::Problem;

/// The words by which node says that a test was given up because of the test around it.
const UNFINISHED: [&str; 2] = ["cancelledByParent", "parentAlreadyFinished"];

/// The keys under which the versions of AVA show values.
const VALUES: [&str; 2] = ["values.", "details."];

/// The word for a text that was thrown, in place of the name of an error.
const TEXT: &str = "string";

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
                value => value.to_owned(),
            };
            block.0.push((name, value));
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
        let is_text = exception == TEXT || is_of_node && exception.is_empty() && self.is_thrown_text(message);
        if is_text {
            let (type_name, text) = (TEXT.to_owned(), Cow::Owned(message.to_owned()));
            return Problem { type_name, message: None, text };
        }
        // node's word for a test that threw nothing itself.
        let word =
            Some(self.text("failureType")).filter(|word| exception.is_empty() && UNFINISHED.contains(word));
        let type_name = word.unwrap_or_default().to_owned();
        let first = stack.lines().next().unwrap_or("");
        let has_caption = !first.trim_start().starts_with("at ")
            && stack.lines().any(|line| line.trim_start().starts_with("at "));
        let value = |keys: &[&str]| if is_of_node { "" } else { self.first_of(keys) };
        let (actual, expected) = (value(&["actual", "found", "got"]), value(&["expected", "wanted", "want"]));
        if has_caption {
            return printed(&with_values(stack, actual, expected));
        }
        let mut text = match (exception, message.trim_end()) {
            // An error without a message has calls.
            ("", "") if is_of_node && !stack.is_empty() => "Error".to_owned(),
            ("", "") => self.comparison(name),
            ("", message) => with_values(message, actual, expected).trim_end().to_owned(),
            (exception, "") => exception.to_owned(),
            (exception, message) => format!("{exception}: {message}"),
        };
        let code = self.text("exitCode");
        if is_of_node && !code.is_empty() {
            let end = [("exitCode", code), ("signal", self.text("signal"))];
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
    let text = quote.and_then(|quote| Some(message[1..].split_once(quote)?.0));
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

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Splits `key: value`; the key is one word, or any in quotes.
fn key_of(line: &str) -> Option<(&str, &str)> {
    if let Some((key, value)) = line.strip_prefix('\'').and_then(|line| line.split_once("': ")) {
        return (!key.contains('\'')).then(|| (key, value.trim()));
    }
    let (key, value) = line.split_once(':')?;
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
