//! The error's own text in that of a failure, without what its runner writes around it.

use std::borrow::Cow;

/// The words by which Node says why a test failed that threw no error.
const WORDS_OF_NODE: [&str; 3] = ["cancelledByParent", "parentAlreadyFinished", "hookFailed"];

/// The line that Jasmine has in place of its own calls.
const CALL_OF_JASMINE: &str = "at <Jasmine>";

/// The error's own text.
pub(super) struct OwnText {
    pub text: String,
    /// The name of the error where the text has none.
    pub name: String,
}

/// Returns true for a name that a runner gives to a failure without an error.
pub(super) fn is_word(name: &str) -> bool {
    WORDS_OF_NODE.contains(&name) || name == super::TEXT
}

pub(super) fn own_text(type_name: &str, message: Option<&str>, text: &str) -> OwnText {
    let text = plain(text);
    let name = type_name.trim().to_owned();
    if text.trim().is_empty() {
        return OwnText { text: plain(message.unwrap_or("")).replace("&quot;", "\""), name };
    }
    if let Some((text, word)) = of_node(&text) {
        // An object that was thrown and has no message is shown whole.
        let text =
            if text.is_empty() && word.is_none() { plain(message.unwrap_or("")).into_owned() } else { text };
        let text = with_calls_of_message_apart(&text, message.unwrap_or("")).unwrap_or(text);
        return OwnText { text, name: word.unwrap_or(name) };
    }
    if let Some(message) = message.filter(|_| has_only_calls(&text)) {
        let calls = text.lines().filter(|line| line.trim() != CALL_OF_JASMINE);
        let lines = std::iter::once(message.trim_end()).chain(calls);
        return OwnText { text: lines.collect::<Vec<_>>().join("\n"), name };
    }
    let own = of_playwright(&text)
        .or_else(|| of_jasmine(&text))
        .or_else(|| of_jest(&text))
        .or_else(|| of_object(&text))
        .or_else(|| repeated(&text))
        .or_else(|| without_remarks(&text));
    OwnText { text: own.unwrap_or_else(|| text.into_owned()), name }
}

/// Returns a text without colours, also those whose first character XML can't have, and without Windows' ends of lines.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(['\u{1b}', '\r']) && !text.contains('[') {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\u{1b}', '[', '\r']) {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        let sequence = rest.strip_prefix('\u{1b}').unwrap_or(rest);
        let numbers = sequence
            .strip_prefix('[')
            .map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
        let after = numbers.and_then(|rest| rest.strip_prefix('m'));
        // Without its first character, `[m` may be anything.
        let is_colour =
            after.is_some_and(|after| rest.starts_with('\u{1b}') || sequence.len() - after.len() > 2);
        match after.filter(|_| is_colour) {
            Some(after) => rest = after,
            None => {
                let first = rest.chars().next().unwrap_or_default();
                if first != '\u{1b}' && !(first == '\r' && rest.starts_with("\r\n")) {
                    kept.push(first);
                }
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

/// Removes as many blanks from the beginning of each line.
fn dedented<'a>(lines: impl Iterator<Item = &'a str>, columns: usize) -> String {
    lines
        .map(|line| {
            let blanks = line.bytes().take_while(|byte| *byte == b' ').count();
            &line[blanks.min(columns)..]
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the text below Playwright's heading, `[project] › file:line:column › titles ────`.
fn of_playwright(text: &str) -> Option<String> {
    let mut lines = text.lines().skip_while(|line| line.trim().is_empty());
    let heading = lines.next()?;
    if !heading.contains(" › ") || !heading.starts_with("  ") {
        return None;
    }
    let remarks = ["    Error Context: ", "    attachment #", "    Retry #", "    Usage:"];
    let lines = lines.take_while(|line| !remarks.iter().any(|start| line.starts_with(start)));
    Some(dedented(lines, 4))
}

/// Returns true for calls alone, as jasmine-reporters writes them beside the message.
fn has_only_calls(text: &str) -> bool {
    text.lines().filter(|line| !line.trim().is_empty()).all(|line| line.trim_start().starts_with("at "))
}

/// Returns what Jest's old runner, which is Jasmine, writes of what is no error, and of a test that took too
/// long: the message once, without the name of the error that it made to have calls.
fn of_jasmine(text: &str) -> Option<String> {
    let trimmed = text.trim_start();
    let of_timeout = trimmed.strip_prefix(": ").filter(|rest| rest.starts_with("Timeout - "));
    if of_timeout.is_none() && !trimmed.starts_with("thrown: ") {
        return None;
    }
    let (message, calls) = of_timeout.unwrap_or(trimmed).split_once("Error: \n")?;
    let message = message.trim_end();
    let half = message.get(..message.len() / 2).filter(|half| half.repeat(2) == message);
    Some(format!("Error: {}\n{calls}", half.unwrap_or(message)))
}

/// Returns what Jest writes of a file that it could not run, below `● Test suite failed to run`, and the
/// stack of an error that stands as JSON.
fn of_jest(text: &str) -> Option<String> {
    let trimmed = text.trim();
    if trimmed.starts_with('{')
        && let Ok(error) = serde_json::from_str::<serde_json::Value>(trimmed)
    {
        let field =
            |name: &str| error.get(name).and_then(|value| value.as_str()).filter(|text| !text.is_empty());
        return field("stack")
            .or_else(|| field("message"))
            .or_else(|| field("_originalMessage"))
            .map(str::to_owned);
    }
    let rest = trimmed.strip_prefix("● ")?;
    let lines = rest.lines().skip(1);
    let columns = lines
        .clone()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()?;
    Some(dedented(lines, columns))
}

/// Returns the stack in an error without message, which Vitest prints as an object.
fn of_object(text: &str) -> Option<String> {
    let inner = text.trim().strip_prefix('{')?.trim_start().strip_prefix("stack: ")?;
    let mut stack = String::new();
    for line in inner.lines() {
        let line = line.trim();
        let end = line.strip_suffix(" +").or_else(|| line.strip_suffix(',')).unwrap_or(line);
        let quote = end.chars().next().filter(|quote| ['\'', '"', '`'].contains(quote))?;
        stack.push_str(&end[1..].strip_suffix(quote)?.replace("\\n", "\n"));
        if !line.ends_with(" +") {
            return Some(stack);
        }
    }
    None
}

/// Returns the error that Node shows as the cause of its own, and the word for it if it is none.
fn of_node(text: &str) -> Option<(String, Option<String>)> {
    let failure_type = text.split_once("failureType: '")?.1.split('\'').next()?.to_owned();
    // The message before may show an error that has a cause.
    let behind = text.find("failureType: '").unwrap_or(0);
    let at = ["\n  cause: ", " cause: "].iter().find_map(|word| {
        let own = text[behind..].find(word).map(|at| behind + at).or_else(|| text.find(word));
        own.map(|at| at + word.len())
    })?;
    let cause = &text[at..];
    if let Some(word) = cause.strip_prefix('\'') {
        let word = word.split('\'').next().unwrap_or("");
        let (_, end) = text.split_once("exitCode: ").filter(|_| failure_type == "testCodeFailure").unzip();
        if let Some(end) = end {
            let end = end.trim_end().trim_end_matches('}').replace(", ", "\n").replace('\'', "");
            return Some((format!("{word}\nexitCode: {}", end.trim_end()), Some("Error".to_owned())));
        }
        let is_text = failure_type == "testCodeFailure";
        let name = if is_text { super::TEXT.to_owned() } else { failure_type };
        return Some((word.to_owned(), Some(name)));
    }
    if cause.starts_with('{') {
        let field = |name: &str| {
            let rest = cause.split_once(&format!("{name}: "))?.1;
            let quote = rest.chars().next().filter(|quote| ['\'', '"', '`'].contains(quote))?;
            Some(rest[1..].split(quote).next().unwrap_or("").to_owned())
        };
        return Some((field("message").unwrap_or_default(), field("name")));
    }
    let lines = cause.lines().take_while(|line| !line.starts_with('}'));
    // A value that is no error stands on one line with what is around it.
    let first = cause.lines().next().unwrap_or("");
    let value = first.strip_suffix(" }").map(|value| value.split(", code: '").next().unwrap_or(value));
    if let Some(value) = value.filter(|_| !text.contains("\n  cause: ")) {
        // An error without calls stands in brackets.
        let error = value.strip_prefix('[').filter(|error| !error.starts_with(' '));
        return Some((error.map_or(value, |error| error.trim_end_matches(']')).to_owned(), None));
    }
    let own = dedented(lines, 2);
    let own = own.strip_prefix('[').unwrap_or(&own);
    // What a check got is the error that has the calls of production code.
    let (own, got) = own.split_once("\n  actual: ").unwrap_or((own, ""));
    let calls: Vec<&str> =
        got.lines().skip(1).take_while(|line| line.trim_start().starts_with("at ")).collect();
    if calls.is_empty() {
        return Some((own.to_owned(), None));
    }
    let message = own.lines().take_while(|line| super::call(line).is_none());
    Some((
        message.map(str::to_owned).chain([dedented(calls.into_iter(), 2)]).collect::<Vec<_>>().join("\n"),
        None,
    ))
}

/// Returns a text in which the calls that its message shows, of an error that a check got, are further in
/// than the error's own; None if the text does not begin with the message, in which a report leaves out the
/// ends of lines, or if that has no calls.
fn with_calls_of_message_apart(text: &str, message: &str) -> Option<String> {
    let message = plain(message).replace("&quot;", "\"");
    let start = text.find(": ")? + 2;
    let mut own = text[start..].char_indices().filter(|(_, c)| !c.is_whitespace());
    let mut end = 0;
    for wanted in message.chars().filter(|c| !c.is_whitespace()) {
        let (at, c) = own.next()?;
        if c != wanted {
            return None;
        }
        end = start + at;
    }
    let lines_of_message = text[..end].matches('\n').count() + usize::from(end > 0);
    let has_calls = text.lines().take(lines_of_message).any(|line| super::call(line).is_some());
    let lines = text.lines().enumerate().map(|(at, line)| {
        let is_of_message = at < lines_of_message && super::call(line).is_some();
        if is_of_message { format!("    {line}") } else { line.to_owned() }
    });
    has_calls.then(|| lines.collect::<Vec<_>>().join("\n"))
}

/// Returns the part of a text of Mocha from where the message is repeated with its error's name. The comparison of both
/// values, which Mocha writes above it, is put behind the message, where its other reports have it.
fn repeated(text: &str) -> Option<String> {
    let text = text.trim_start_matches('\n');
    let first = text.lines().next()?.trim_end();
    if first.is_empty() {
        return None;
    }
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let before = line.trim_end().strip_suffix(first).and_then(|before| before.strip_suffix(": "));
        // Node's errors have a code behind their name.
        let name = before.map_or("", |before| before.split(" [").next().unwrap_or(before));
        let is_repeated = !name.is_empty() && name.chars().all(super::is_of_name);
        if at > 0 && is_repeated {
            let (above, own) = text.split_at(at);
            let (_, compared) = super::split_diff_of_mocha(above);
            // What Node compares stands in its message.
            if compared.is_empty() || own.contains("+ actual - expected") {
                return Some(own.to_owned());
            }
            let message: usize =
                own.split_inclusive('\n').take_while(|line| super::call(line).is_none()).map(str::len).sum();
            let (message, calls) = own.split_at(message);
            return Some(format!("{}\n\n{}\n\n{calls}", message.trim_end(), compared.trim_end()));
        }
        at += line.len();
    }
    None
}

/// Removes what Vitest writes below an error, its properties and where it was caught, up to the cause that may follow.
fn without_remarks(text: &str) -> Option<String> {
    const RULE: &str = "⎯⎯⎯⎯";
    text.find(&format!("\n{RULE}"))?;
    let mut is_remark = false;
    let lines = text.lines().filter(|line| {
        is_remark = line.starts_with(RULE) || is_remark && !line.starts_with("Caused by: ");
        !is_remark
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}
