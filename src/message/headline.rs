//! The sentence that a failure's message says: a message of several lines, in the wording of its assertion library,
//! becomes one line with the expected and the actual value.
//!
//! There is no list of libraries: lines are joined if they announce another one (`Expecting:`) or begin with
//! a word that completes a comparison (`but was:`); values that only a comparison line by line shows are the
//! first that differ. Length and time are bounded, whatever the message is.

use std::borrow::Cow;

use crate::lang::thrown_object;
use crate::message::difference::{
    ComparedArrays, FIRST_PLACES, all_differences, differences_in_words, explanation_of_pytest, outside,
    printed_alike, shortened_sides, sides_by_lines,
};
use crate::message::javascript::received_below;
use crate::message::lines::{first_line, heading_of_several, is_end, is_place, message_lines, whole_message};
use crate::message::own_words::words_before;
use crate::message::pytest::sentence_of_pytest;
use crate::message::python_values::remark_of_unittest;
use crate::message::testify::{Asserted, of_mock};
use crate::message::unittest::sentence_of_unittest;
use crate::message::values::marks_differences;
use crate::model::text::{cut_end, first_bytes};
use crate::model::{Failure, Language, split_caption};
use crate::trace::javascript::TEST_TIMEOUT;
use crate::trace::{Cause, Frame};

/// The maximum number of lines of a message that are read.
const MAX_LINES: usize = 40;

/// The maximum length of a line in bytes; the rest of it is left out.
const MAX_LINE_BYTES: usize = 300;

/// The maximum length of a sentence in bytes.
const SENTENCE: usize = 600;

/// The maximum width in cells of a person's words before two values: a whole document may stand there.
const MOST_WORDS: usize = 60;

/// The beginnings, in lower case, of lines that complete the line before them.
const HALVES: [&str; 18] = [
    "expected",
    "but ",
    "but:",
    "got:",
    "got ",
    "actual",
    "received",
    "to be ",
    "found:",
    "left:",
    "right:",
    "which is:",
    "wanted ",
    "never wanted ",
    "however",
    "assert ",
    "failed asserting ",
    "method was expected ",
];

/// The name of what ends a test of Go, and the process with it.
const PANIC: &str = "panic";

/// The name of what ends a test of pytest that passed, and that a person marked as one that fails, with the reason for its message.
const PASSED_STRICTLY: &str = "XPASS(strict)";

/// The length in bytes from which a line that begins the message is a repetition of it.
const REPEATED: usize = 8;

impl Failure {
    /// Returns the message of what is behind the failure as one sentence, without the part that repeats the
    /// exception; of a group of exceptions its members. Empty if there is none.
    pub(crate) fn headline(&self) -> Cow<'_, str> {
        let cause = self.trace.headline_cause();
        let several = self.several();
        // What ended the test is told, with the number of the assertions that failed before it.
        let is_panic = cause.exception == PANIC && !several.is_empty();
        if is_panic {
            let headline = headline_of(cause.exception, cause.text, self.language);
            return Cow::Owned(format!("{headline} +{}", several.len() - 1));
        }
        if several.is_empty() {
            let headline = match self.in_order(cause.text) {
                Cow::Borrowed(text) => headline_of(cause.exception, text, self.language),
                Cow::Owned(text) => {
                    Cow::Owned(headline_of(cause.exception, &text, self.language).into_owned())
                }
            };
            return match (self.words_around(&cause, &headline), self.thrown_before_warning(&headline)) {
                (Some(outer), _) => Cow::Owned(format!("{outer} ← {headline}")),
                (None, Some(thrown)) => Cow::Owned(format!("{headline} ← {thrown}")),
                (None, None) => headline,
            };
        }
        let count = several.len();
        let mut words: Vec<String> =
            several.into_iter().map(|one| one.words.trim_end_matches('.').to_owned()).collect();
        words.dedup();
        if cause.members.iter().all(Cause::is_assertion) {
            return Cow::Owned(format!("{count} failures: {}", words.join(", ")));
        }
        let others = count - words.len();
        let more = if others > 0 { format!(" +{others}") } else { String::new() };
        Cow::Owned(words.join(", ") + &more)
    }

    /// Returns the message of the exception that ended the test, if another one of the same name is behind
    /// it: its name alone would say that it was this one.
    fn words_around(&self, cause: &Cause<'_>, headline: &str) -> Option<String> {
        let thrown = self.trace.thrown(usize::MAX);
        let is_alike =
            cause.wrappers.first() == Some(&cause.exception) && thrown.exception == cause.exception;
        let outer = is_alike.then(|| headline_of(thrown.exception, thrown.text, self.language))?;
        let says_more = !outer.is_empty() && !outer.contains(headline) && !headline.contains(&*outer);
        says_more.then(|| outer.into_owned())
    }

    /// Returns the exception that ended a block of `pytest.warns` before its warning: pytest says only that the warning
    /// is missing.
    fn thrown_before_warning(&self, headline: &str) -> Option<&str> {
        let is_missing = headline.starts_with("did not warn ") || headline.starts_with("warned ");
        let (_, cause) = self
            .trace
            .without_test()
            .split_once("\nCaused by: ")
            .filter(|_| is_missing && self.language == Language::Python)?;
        cause.lines().next()
    }
}

/// Returns the message of an exception as one sentence; where two values differ in a part, the parts that differ.
pub(super) fn headline_of<'a>(exception: &str, text: &'a str, language: Language) -> Cow<'a, str> {
    let message = whole_message(text);
    if exception == TEST_TIMEOUT
        && let Some(time) = time_of_timeout(message)
    {
        return Cow::Owned(format!("timed out after {time}"));
    }
    if exception == PASSED_STRICTLY && language == Language::Python {
        let between = if message.is_empty() { "" } else { ": " };
        return Cow::Owned(format!("passed, but is marked xfail{between}{}", first_line(message)));
    }
    if let Some(asserted) = Asserted::of(exception, text) {
        return Cow::Owned(first_bytes(&asserted.in_words(language), SENTENCE).to_owned());
    }
    if let Some(call) = of_mock(text) {
        return Cow::Owned(first_bytes(&call, SENTENCE).to_owned());
    }
    let first_frame = text.lines().take(MAX_LINES).find_map(|line| Frame::read(line, ""));
    let has_marks = has_marks(exception, first_frame.as_ref(), text);
    let found = all_differences(message, language, has_marks);
    let difference = match printed_alike(message, language, has_marks) {
        Some(text) => format!("both print as {text}"),
        // The importer writes it so.
        None if found.is_empty() && language == Language::JavaScript => {
            let told = split_caption(first_line(text)).1;
            if let Some(object) = thrown_object(told).filter(|_| exception == "Error") {
                return Cow::Owned(format!("threw {object}"));
            }
            if let Some(unshown) = difference_not_shown(told) {
                return Cow::Borrowed(unshown);
            }
            let more = received_below(message).or_else(|| values_below_words(message, told));
            return match more {
                Some(more) => Cow::Owned(first_bytes(&format!("{told}{more}"), SENTENCE).to_owned()),
                None => Cow::Borrowed(told),
            };
        }
        None if found.is_empty() => {
            let sentence = sentence_of_pytest(message).or_else(|| sentence_of_unittest(message));
            if let Some(sentence) = sentence.filter(|_| language == Language::Python) {
                return Cow::Owned(first_bytes(&sentence, SENTENCE).to_owned());
            }
            return match value_in_assertion(message) {
                Some(value) => Cow::Owned(format!("{}, where {}", headline(text), without_arguments(&value))),
                None => headline(text),
            };
        }
        None => {
            let told = differences_in_words(&found, is_shortened(message));
            let are_lines = found.iter().all(|difference| difference.place.contains("line "));
            let is_cut = are_lines
                && language == Language::Python
                && message.lines().any(|line| line.trim_start().starts_with("...Full output truncated"));
            if is_cut { told + ", the rest is cut off" } else { told }
        }
    };
    let first = without_place(first_line(message)).trim();
    let remark = remark_of_unittest(first).filter(|_| language == Language::Python).map(|(_, remark)| remark);
    let remark = remark.or_else(|| ComparedArrays::read(message).map(|compared| compared.words));
    let sentence = match remark.unwrap_or_else(|| words_before(first)) {
        "" => difference,
        words => format!("{}: {difference}", cut_end(words, MOST_WORDS)),
    };
    Cow::Owned(first_bytes(&sentence, SENTENCE).to_owned())
}

/// Returns true if square brackets in a message mark the difference. Of two arrays JUnit 4 says what the exception behind
/// says of their elements: its name tells if these are marks or lists.
fn has_marks(exception: &str, first_frame: Option<&Frame<'_>>, text: &str) -> bool {
    if !exception.ends_with("ArrayComparisonFailure") {
        return marks_differences(exception, first_frame);
    }
    let mut behind = text.lines().filter_map(|line| line.strip_prefix("Caused by: "));
    behind.any(|line| marks_differences(split_caption(line).0, None))
}

/// Returns true if Chai shows only the beginnings of two values, and no report shows the rest below, or numpy only the first places.
fn is_shortened(message: &str) -> bool {
    message.contains(FIRST_PLACES)
        || shortened_sides(first_line(message)).is_some() && sides_by_lines(message).is_none()
}

/// Returns the words for a difference of which the report shows nothing, because Chai shortens values and the report has no more; None for another sentence.
fn difference_not_shown(sentence: &str) -> Option<&'static str> {
    let [actual, expected] = shortened_sides(sentence)?;
    let are = |starts: &[char]| [actual, expected].iter().all(|value| value.starts_with(starts));
    if are(&['\'', '"', '`']) {
        return Some("texts differ where the report does not show it");
    }
    are(&['{', '[']).then_some("objects differ where the report does not show it")
}

/// Returns the values that Node's `assert` writes below a person's words: `: 3 ≠ 0`.
fn values_below_words(message: &str, told: &str) -> Option<String> {
    let values = message.lines().skip(1).map(str::trim).find(|line| line.contains(" !== "))?;
    let (actual, expected) = values.split_once(" !== ")?;
    (!told.contains(" !== ") && !told.contains(actual)).then(|| format!(": {actual} ≠ {expected}"))
}

/// Returns the time after which a runner of JavaScript ended a test: `800 ms` of `Timeout of 800ms exceeded. For async tests …`.
fn time_of_timeout(message: &str) -> Option<String> {
    let line = first_line(message);
    let number = line.split(' ').find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    let digits = number.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = number[digits.len()..].trim_end_matches(['.', ',']);
    let is_of_milliseconds = unit == "ms" || unit.is_empty() && line.contains(&format!("{number} ms"));
    is_of_milliseconds.then(|| format!("{digits} ms"))
}

/// Returns what pytest says first of a value in a failed assertion: of `+  where False = is_full()` below
/// `assert False` the values. Nothing if it says only that a value prints as itself.
fn value_in_assertion(message: &str) -> Option<Cow<'_, str>> {
    let lines = message.lines().take(MAX_LINES).skip_while(|line| !line.starts_with("assert "));
    let told: Vec<&str> = lines.filter_map(explanation_of_pytest).collect();
    let values = told.iter().filter_map(|values| Some((*values, values.split_once(" = ")?)));
    let (values, (value, sides)) = values.into_iter().find(|(_, (value, sides))| value != sides)?;
    let called = call_of_built_in(sides, &told).or_else(|| read_of_mock(sides, &told));
    let called = called.map(|call| Cow::Owned(format!("{value} = {call}")));
    Some(called.unwrap_or(Cow::Borrowed(first_bytes(values, MAX_LINE_BYTES))))
}

/// Returns `'ink'.startswith('p')` of `<built-in method startswith of str object at 0x7f>('p')`, whose value another
/// explanation tells.
fn call_of_built_in(call: &str, told: &[&str]) -> Option<String> {
    let end = call.strip_prefix("<built-in method ")?.find(">(")? + "<built-in method >".len();
    let (method, arguments) = call.split_at(end);
    let name = method.strip_prefix("<built-in method ")?.split(' ').next()?;
    let of = told.iter().find_map(|line| line.strip_prefix(method)?.strip_prefix(" = "))?;
    of.ends_with(&format!(".{name}")).then(|| format!("{of}{arguments}"))
}

/// Returns `pen.draw.called` of `<MagicMock id='140'>.called`, which tells only where in memory the mock is: another explanation
/// tells of what it is a part.
fn read_of_mock(read: &str, told: &[&str]) -> Option<String> {
    let end = read.find("'>.")? + "'>".len();
    let (mock, attribute) = read.split_at(end);
    let is_mock = mock.starts_with('<') && mock.contains("Mock ") && mock.contains("id='");
    let of = told.iter().find_map(|line| line.strip_prefix(mock)?.strip_prefix(" = "))?;
    is_mock.then(|| format!("{of}{attribute}"))
}

/// Leaves out the arguments of a long value of which a part is asserted: `9 = Customer(…).points`.
fn without_arguments(value: &str) -> Cow<'_, str> {
    /// The length in bytes from which on a value is long.
    const LONG: usize = 60;
    // The part may have brackets as well: `date(2026, 5, 4) = Slot(…).end`.
    let signs = outside(value, '=').unwrap_or_default();
    let owner = signs.into_iter().rfind(|at| value[..*at].ends_with(' ')).unwrap_or(0);
    let open = value[owner..].find('(').map(|at| owner + at);
    match open.zip(value.rfind(')')) {
        Some((open, close)) if value.len() > LONG && value[close..].starts_with(").") && open < close => {
            Cow::Owned(format!("{}…{}", &value[..=open], &value[close..]))
        }
        _ => Cow::Borrowed(value),
    }
}

/// Returns the message in the text of an exception as one sentence, without the part that repeats the
/// exception. Empty if there is none.
pub(crate) fn headline(text: &str) -> Cow<'_, str> {
    let first = without_place(split_caption(first_line(text)).1);
    let lines = message_lines(text).take(MAX_LINES);
    let lines: Vec<&str> =
        lines.map(|line| without_place(first_bytes(line, MAX_LINE_BYTES)).trim()).collect();
    let sentence = of_several_failures(&lines, &|| first_suppressed(text))
        .or_else(|| of_matcher(&lines))
        .or_else(|| of_equality(&lines));
    if let Some(sentence) = sentence {
        return Cow::Owned(sentence);
    }
    // Reports of other tools repeat the message below it as it was printed, with all its lines.
    let repeated = lines.iter().skip(1).position(|line| {
        !line.is_empty() && first.starts_with(line) && line.len() >= REPEATED.min(first.len())
    });
    let mut sentence = joined(lines[repeated.map_or(0, |above| above + 1)..].iter().copied());
    if !sentence.to_ascii_lowercase().contains("expected")
        && let Some(halves) = difference(&lines)
    {
        sentence = format!("{}: {}", sentence.trim_end_matches('.'), both(halves));
    }
    match sentence {
        // Most messages are as long as their first line, which is not copied.
        sentence if first.starts_with(&*sentence) => Cow::Borrowed(reason(&first[..sentence.len()])),
        sentence => Cow::Owned(sentence),
    }
}

/// Returns the message of the first exception that the thrown one suppressed, as one sentence.
fn first_suppressed(text: &str) -> Option<String> {
    let (_, suppressed) = text.split_once("\n\tSuppressed: ")?;
    let mut lines = suppressed.lines().take(MAX_LINES).map(|line| first_bytes(line, MAX_LINE_BYTES));
    let (_, message) = split_caption(lines.next()?);
    Some(joined(std::iter::once(message).chain(lines.take_while(|line| !is_end(line)))))
}

/// Returns what a JDK's message says beyond its exception: of `Cannot invoke "List.size()" because "list" is null` the reason.
fn reason(message: &str) -> &str {
    let reason = message.split_once(" because ").filter(|(called, _)| called.starts_with("Cannot "));
    let reason = reason.map_or(message, |(_, reason)| reason);
    reason.strip_prefix("String index ").filter(|rest| rest.starts_with("out of ")).unwrap_or(reason)
}

/// Returns the first of several failures that one assertion reports, and the number of others: `cart: expected: <6> +1`.
fn of_several_failures(lines: &[&str], suppressed: &dyn Fn() -> Option<String>) -> Option<String> {
    let (at, heading) = lines.iter().enumerate().find(|(_, line)| !line.is_empty())?;
    let (name, count) = heading_of_several(heading)?;
    let mut below = lines[at + 1..].iter().copied().skip_while(|line| is_rule(line)).peekable();
    let message = match below.peek().and_then(|line| caption(line)) {
        Some(message) => {
            let first: Vec<&str> = std::iter::once(message).chain(below.skip(1)).collect();
            // A heading within another one.
            of_several_failures(&first, &|| None)
                .unwrap_or_else(|| joined(first.into_iter().take_while(|line| caption(line).is_none())))
        }
        None => joined(below.take_while(|line| !is_rule(line) || line.is_empty())),
    };
    let message = Some(message).filter(|message| !message.is_empty()).or_else(suppressed).unwrap_or_default();
    let between = if name.is_empty() || message.is_empty() { "" } else { ": " };
    // TestNG does not count them, but ends all but the last one with a comma.
    let others = count.map_or_else(
        || lines.iter().filter(|line| line.ends_with(',')).count(),
        |count| count.saturating_sub(1),
    );
    let others = if others > 0 { format!(" +{others}") } else { String::new() };
    let numbered = message.strip_prefix("1) ").or_else(|| message.strip_prefix("1. "));
    Some(format!("{name}{between}{}{others}", numbered.unwrap_or(&message)))
}

/// Returns the message in a line that begins with an exception: opentest4j writes several failures so,
/// `AssertJ` without.
fn caption(line: &str) -> Option<&str> {
    let (name, message) = split_caption(line);
    (name.contains('.') && !name.contains(char::is_whitespace)).then_some(message)
}

/// The expected and the received value, as far as the message says them.
type Halves<'a> = (Option<Cow<'a, str>>, Option<Cow<'a, str>>);

/// Returns the sentence of a matcher of JavaScript, `expect(received).toBe(expected)`: `toBe: expected 5, received -1`.
fn of_matcher(lines: &[&str]) -> Option<String> {
    let called = lines.first()?;
    let matcher = match called.strip_prefix("expect(") {
        Some(called) => called.split_once(").")?.1,
        None => called.strip_prefix("assert.")?,
    };
    let (matcher, rest) = matcher.split_once('(')?;
    // The importer joins the two halves with the first line.
    if let Some((_, values)) = rest.split_once(" Expected")
        && let Some((expected, actual)) = values.split_once(" Received")
    {
        return Some(format!("{matcher}: {}", both((Some(labelled(expected)), Some(labelled(actual))))));
    }
    let mut halves: Halves<'_> = (None, None);
    let mut below = lines[1..].iter().copied().filter(|line| !line.is_empty()).peekable();
    while let Some(line) = below.next() {
        let value = if line.ends_with(':') { below.peek().copied().unwrap_or_default() } else { "" };
        if let Some(rest) = line.strip_prefix("Expected") {
            // `Expected path: "a"` precedes `Expected value: 2`.
            halves.0 = Some(labelled(rest) + value);
        } else if let Some(rest) = line.strip_prefix("Received").filter(|_| halves.1.is_none()) {
            halves.1 = Some(labelled(rest) + value);
        }
    }
    if halves == (None, None) {
        halves = difference(lines)?;
    }
    Some(format!("{matcher}: {}", both(halves)))
}

/// Returns the label and the value behind the first word of `Expected length: 2`.
fn labelled(rest: &str) -> Cow<'_, str> {
    let (label, value) = rest.split_once(':').unwrap_or((rest, ""));
    let between = if label.trim().is_empty() { "" } else { " " };
    Cow::Owned(format!("{}{between}{}", label.trim(), value.trim()))
}

fn both((expected, received): Halves<'_>) -> String {
    let halves = [("expected", expected), ("received", received)];
    let words = halves.iter().filter_map(|(word, value)| Some(format!("{word} {}", value.as_ref()?.trim())));
    words.collect::<Vec<_>>().join(", ")
}

/// Returns the first lines that differ in a comparison by lines below `- Expected` and `+ Received`; None without one.
fn difference<'a>(lines: &[&'a str]) -> Option<Halves<'a>> {
    let legend = lines.windows(2).position(|pair| {
        pair[0].starts_with('-')
            && starts_with(pair[0].trim_start_matches(['-', ' ']), "expected")
            && pair[1].starts_with('+')
    })?;
    let mut signed = lines[legend + 2..].iter().filter(|line| line.starts_with(['-', '+']));
    let first = signed.next()?;
    let value = |line: &&'a str| Cow::Borrowed(line[1..].trim().trim_end_matches(','));
    if first.starts_with('+') {
        return Some((None, Some(value(first))));
    }
    Some((Some(value(first)), signed.find(|line| line.starts_with('+')).map(value)))
}

/// Returns the sentence of an equality of `GoogleTest`: `expected 6 to equal total(), which is 5`.
fn of_equality(lines: &[&str]) -> Option<String> {
    let heading = lines.iter().position(|line| *line == "Expected equality of these values:")?;
    let mut sides: Vec<String> = Vec::new();
    for line in &lines[heading + 1..] {
        match line.strip_prefix("Which is: ") {
            Some(value) => {
                let side = sides.last_mut()?;
                if !side.contains(value) {
                    side.extend([", which is ", value]);
                }
            }
            None if sides.len() == 2 => break,
            None => sides.push((*line).to_owned()),
        }
    }
    let [one, other] = &*sides else { return None };
    let comma = if one.contains(", which is ") { "," } else { "" };
    Some(format!("expected {one}{comma} to equal {other}"))
}

/// Returns a line of a message without the place that some tools write before it, and without remarks behind it.
fn without_place(line: &str) -> &str {
    let message = match line.split_once(": ") {
        Some((place, message)) if is_place(place.strip_prefix("panicked at ").unwrap_or(place)) => message,
        // TestNG describes the test first.
        _ if line.starts_with("Method ") => {
            line.split_once(")[pri:").and_then(|(_, rest)| Some(rest.split_once("] ")?.1)).unwrap_or(line)
        }
        _ => line,
    };
    let message = message.strip_suffix(" // Object.is equality").unwrap_or(message);
    message.split(" with backtrace:").next().unwrap_or(message).trim_end_matches(" [recovered]")
}

/// Joins the first line with text and those that complete it.
fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut joined = JoinedLines::default();
    // Lines that lead from the parts of an asserted expression to their values.
    let mut is_diagram = false;
    for line in lines.map(str::trim) {
        if joined.is_in_text {
            joined.go_on_with_text(line);
            continue;
        }
        if is_rule(line) {
            continue;
        }
        let line = line.trim_start_matches(SIGNS);
        if line.chars().all(|c| matches!(c, '|' | ' ')) {
            is_diagram = true;
        } else if is_diagram {
            let values = line.split_whitespace().filter(|value| !["|", "true", "false"].contains(value));
            let values: Vec<&str> = values.collect();
            if !values.is_empty() {
                joined.text.extend([" (", &values.join(", "), ")"]);
            }
            break;
        } else if !joined.add(line) {
            break;
        }
    }
    joined.finished()
}

/// The lines of a message that are one text.
#[derive(Default)]
struct JoinedLines<'a> {
    text: String,
    /// True for a sentence over several lines, in which colons only announce values.
    is_sentence: bool,
    /// True within a quoted text of several lines of such a sentence.
    is_in_text: bool,
    last: &'a str,
}

impl<'a> JoinedLines<'a> {
    /// Adds a line. Returns false if it does not complete the text.
    fn add(&mut self, line: &'a str) -> bool {
        // Catch2 repeats the assertion as it is written, XMLUnit names a class first.
        if self.last == "FAILED:" || line.starts_with("[different]") {
            (self.text, self.is_sentence) = (String::new(), self.last == "FAILED:");
        } else if self.text.is_empty() {
            self.is_sentence = begins_sentence(line);
        } else if line == "FAILED:" {
            self.last = line;
            return true;
        } else if !self.link(line) {
            return false;
        }
        self.push(line);
        self.last = line;
        let quoted = line.strip_prefix('<').unwrap_or(line).strip_prefix('"');
        self.is_in_text = self.is_sentence && quoted.is_some_and(|quoted| !closes_text(quoted));
        true
    }

    /// Adds a further line of a text, whatever it is; its end is written as two characters, as Python does.
    fn go_on_with_text(&mut self, line: &'a str) {
        self.is_in_text = !closes_text(line);
        if self.text.len() <= SENTENCE {
            self.text.extend(["\\n", line]);
        }
        self.last = line;
    }

    /// Adds the signs between the text and a further line. Returns false if the line does not complete the text.
    fn link(&mut self, line: &str) -> bool {
        let JoinedLines { text, is_sentence, last, .. } = self;
        let is_described = text.starts_with('[') && text.ends_with(']');
        *is_sentence |= is_described && begins_sentence(line);
        // Mockito writes a call over several lines.
        let is_call = (last.ends_with(['(', ',']) || line.starts_with(')'))
            && text.matches('(').count() > text.matches(')').count();
        let is_cut = is_call || is_open(text) || last.ends_with(" where");
        let is_again = starts_with(text, "expected ")
            && line.strip_prefix("Expected:").is_some_and(|value| {
                // The sentence has named the value.
                text.contains(value.trim().trim_matches(['"', '\'']))
            });
        let completes = is_half(line) && !is_again && !text.contains(line);
        let belongs = *is_sentence || is_described || is_cut || last.ends_with(':') || completes;
        if !belongs || text.len() > SENTENCE {
            return false;
        }
        // A reason that was given to the assertion stands before the values.
        let is_reason = completes && !*is_sentence && !is_half(last) && !text.ends_with([':', ';', '!', ']']);
        text.truncate(text.trim_end_matches(|c| c == '.' && is_reason).len());
        let is_joined = is_call && (last.ends_with('(') || line.starts_with(')'));
        text.push_str(match (is_reason, is_joined) {
            (true, _) => ": ",
            (false, true) => "",
            (false, false) => " ",
        });
        true
    }

    /// Adds the words of a line.
    fn push(&mut self, line: &str) {
        let text = &mut self.text;
        let (label, value) = line.split_once(':').unwrap_or((line, ""));
        if text.is_empty() && label.trim_end().eq_ignore_ascii_case("value of") {
            text.push_str(value.trim());
        } else if line == "with expansion:" {
            text.truncate(text.trim_end().len());
            text.push(':');
        } else if self.is_sentence && value.is_empty() {
            text.push_str(label);
        } else if is_half(line) && line.contains(':') {
            // Columns of labels are padded, `but was : 3`, and some have capital letters.
            let label = match label {
                "Expected" => "expected",
                "Actual" => "actual",
                label => label.trim_end(),
            };
            text.extend([label, if value.starts_with(' ') { ": " } else { ":" }, value.trim_start()]);
        } else {
            text.push_str(line);
        }
    }

    fn finished(mut self) -> String {
        self.text.truncate(first_bytes(&self.text, SENTENCE).len());
        let end = self.text.trim_end_matches([':', ' ']);
        let end = [" where", " at"].iter().fold(end, |end, word| end.strip_suffix(word).unwrap_or(end));
        self.text.truncate(end.trim_end_matches(',').len());
        self.text
    }
}

/// The signs that tools write before a line of a message.
const SIGNS: [char; 6] = ['✗', '×', '●', '└', '─', ' '];

/// Returns true for a sentence that ends within a value of several lines: `expected: <a`.
fn is_open(headline: &str) -> bool {
    let Some(at) = headline.rfind(['<', '>']) else { return false };
    let (before, mark) = headline.split_at(at);
    mark.starts_with('<') && !mark.starts_with("< ") && before.trim_end().ends_with(':')
}

/// Returns true for the last line of a quoted text: `and dry">`.
fn closes_text(line: &str) -> bool {
    line.strip_suffix('>').unwrap_or(line).ends_with('"')
}

/// Returns true for the first line of a sentence of `AssertJ`.
fn begins_sentence(line: &str) -> bool {
    line.starts_with("Expecting") && line.ends_with(':')
        || line == "Expecting"
        || line.ends_with(':') && line.contains(" is not sorted because element ")
}

fn is_half(line: &str) -> bool {
    HALVES.iter().any(|half| starts_with(line, half))
}

/// Compares without case.
fn starts_with(line: &str, beginning: &str) -> bool {
    line.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning))
}

/// Returns true for a line between parts, `-- failure 1 --`, `-----` and an empty one, and for one without information.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    let place = line.strip_prefix("-> ").unwrap_or(line).strip_prefix("at ");
    line.is_empty()
        || line == "Failed"
        || place.is_some_and(|place| !place.contains(' '))
        || (line.starts_with("--") && line.ends_with("--"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headline(message: &str) -> String {
        Failure::with_trace(&format!("a.B::c\n{message}\n\tat a.B.c(B.java:3)\n")).headline().into_owned()
    }

    /// The first lines of traces, as these libraries write them.
    #[test]
    fn an_exception_in_the_place_of_another_is_told_with_that() {
        let other = "a.B::c\norg.opentest4j.AssertionFailedError: Unexpected exception type thrown, expected: <java.lang.IllegalArgumentException> but was: <java.lang.IllegalStateException>\n\tat org.junit.jupiter.api.AssertThrows.assertThrows(AssertThrows.java:67)\n\tat a.B.c(B.java:3)\nCaused by: java.lang.IllegalStateException: no ink\n\tat a.Pen.draw(Pen.java:4)\n";
        let failure = Failure::with_trace(other);
        assert_eq!(
            (&*failure.exception_in_words(), &*failure.headline()),
            ("IllegalStateException, not IllegalArgumentException", "no ink")
        );
    }

    #[test]
    fn a_time_out_of_junit_is_told_in_the_words_of_the_assertion() {
        let slow = "a.B::c\norg.opentest4j.AssertionFailedError: execution timed out after 50 ms\n\tat org.junit.jupiter.api.AssertTimeoutPreemptively.createAssertionFailure(AssertTimeoutPreemptively.java:156)\n\tat a.B.c(B.java:3)\nCaused by: org.junit.jupiter.api.AssertTimeoutPreemptively$ExecutionTimeoutException: Execution timed out in thread junit-timeout-thread-1\n\tat java.base/java.lang.Thread.sleep(Native Method)\n\tat a.Pen.draw(Pen.java:4)\n";
        let failure = Failure::with_trace(slow);
        assert_eq!(failure.headline(), "execution timed out after 50 ms");
        assert_eq!(failure.exception_in_words(), "AssertionFailedError");
    }

    #[test]
    fn a_message_of_several_lines_becomes_a_sentence_with_both_values() {
        for (message, sentence) in [
            // AssertJ 3.14 and 3.24.
            (
                "java.lang.AssertionError: \nExpecting code to raise a throwable.",
                "Expecting code to raise a throwable.",
            ),
            (
                "org.opentest4j.AssertionFailedError: \nExpecting:\n <\"ink\">\nto be equal to:\n <\"pen\">\nbut was not.",
                "Expecting <\"ink\"> to be equal to <\"pen\"> but was not.",
            ),
            (
                "java.lang.AssertionError: [cart] \nExpecting:\n <[]>\nto contain:\n <[1]>\nbut could not find:\n <[1]>\n",
                "[cart]: missing 1",
            ),
            (
                "org.opentest4j.AssertionFailedError: \nexpected: \"pen\"\n but was: \"ink\"",
                "expected: \"pen\" but was: \"ink\"",
            ),
            (
                "java.lang.AssertionError: \nExpecting actual:\n  \"ink\"\nto start with:\n  \"pe\"\n",
                "Expecting actual \"ink\" to start with \"pe\"",
            ),
            // Hamcrest, without and with a reason.
            (
                "java.lang.AssertionError: \nExpected: is <2>\n     but: was <3>",
                "expected: is <2> but: was <3>",
            ),
            (
                "java.lang.AssertionError: size\nExpected: is <2>\n     but: was <3>",
                "size: expected: is <2> but: was <3>",
            ),
            // JUnit marks what differs in two strings, under another name in some runners; a list has no such
            // first frame.
            (
                "junit.framework.AssertionFailedError: expected:<[--]> but was:<[]>\n\tat org.junit.Assert.assertEquals(Assert.java:117)",
                "expected:<[--]> but was:<[]>",
            ),
            (
                "java.lang.AssertionError: expected:<[1, 2]> but was:<[1]>\n\tat org.junit.Assert.fail(Assert.java:89)",
                "missing [1]: 2",
            ),
            // Truth.
            (
                "com.google.common.truth.ComparisonFailureWithFacts: value of: cart.size()\nexpected: 2\nbut was : 3",
                "cart.size(): expected: 2 but was: 3",
            ),
            // Mockito.
            (
                "org.mockito.exceptions.verification.WantedButNotInvoked: \nWanted but not invoked:\nmail.send(\"x\");\n-> at a.B.c(B.java:3)\n\nHowever, there was exactly 1 interaction with this mock:\nmail.send(\"y\");\n-> at a.B.c(B.java:4)\n",
                "Wanted but not invoked: mail.send(\"x\"); However, there was exactly 1 interaction with this mock: mail.send(\"y\");",
            ),
            (
                "org.mockito.exceptions.verification.TooFewActualInvocations: \nmail.send(\n    <any string>,\n    \"x\"\n);\nWanted *at least* 3 times:\n-> at a.B.c(B.java:3)\nBut was 2 times:\n-> at a.B.d(B.java:4)\n",
                "mail.send(<any string>, \"x\"); Wanted *at least* 3 times: But was 2 times",
            ),
            // TestNG.
            (
                "org.testng.TestException: \nMethod BTest.c()[pri:0, instance:a.BTest@5f282abb] should have thrown an exception of type class a.E",
                "should have thrown an exception of type class a.E",
            ),
            // Several lines within a value, as opentest4j and JUnit 4 write them.
            (
                "x.Y: \nArgument(s) are different! Wanted:\npens.draw(\"Ada\", 2);\n-> at a.PenTest.draws(PenTest.java:51)\nActual invocations have different arguments:\npens.draw(\"Ada\", 1);\n-> at a.Pen.draw(Pen.java:5)\n",
                "pens.draw, argument 2: 1 ≠ 2",
            ),
            ("x.Y: expected: <a\nb> but was: <a\nc>", "line 2: c ≠ b"),
            ("x.Y: expected:<[a\nb]> but was:<[c]>", "expected:<[a b]> but was:<[c]>"),
            // XMLUnit 1.
            (
                "x.Y: org.custommonkey.xmlunit.Diff\n[different] Expected text value '1' but was '2'",
                "[different] Expected text value '1' but was '2'",
            ),
            // Kotest.
            ("x.Y: Element differ at index: [1]\nexpected:<[1, 3]> but was:<[1, 2]>", "[1]: 2 ≠ 3"),
            // ZIO.
            ("x.Y: ✗ 5 was not equal to 6\ntotal == 6\n", "5 was not equal to 6"),
            // JSONAssert.
            ("java.lang.AssertionError: total\nExpected: 6\n     got: 5\n", "total: expected: 6 got: 5"),
            // Spock, and Groovy's own assertion.
            (
                "org.spockframework.runtime.SpockComparisonFailure: Condition not satisfied:\n\ncart.total() == 6\n|    |       |\n|    5       false\na.Cart@1\n",
                "Condition not satisfied: cart.total() == 6 (5)",
            ),
            ("Assertion failed: \n\nassert x == 6\n       | |\n       5 false\n", "assert x == 6 (5)"),
        ] {
            assert_eq!(headline(message), sentence, "{message}");
        }
    }

    #[test]
    fn arrays_of_junit_4_differ_at_an_element() {
        let trace = "arrays first differed at element [1]; expected:<2> but was:<3>\n\tat a.B.c(B.java:3)\nCaused by: java.lang.AssertionError: expected:<2> but was:<3>\n\t... 1 more";
        assert_eq!(headline(&format!("org.junit.internal.ArrayComparisonFailure: {trace}")), "[1]: 3 ≠ 2");
        for (behind, told) in [
            ("org.junit.ComparisonFailure", "[0]: blue ≠ red"),
            ("java.lang.AssertionError", "[0]: [blue] ≠ [red]"),
        ] {
            let values = "expected:<[red]> but was:<[blue]>";
            let trace = format!(
                "a.B::c\norg.junit.internal.ArrayComparisonFailure: arrays first differed at element [0]; {values}\n\tat a.B.c(B.java:3)\nCaused by: {behind}: {values}\n\t... 1 more\n"
            );
            assert_eq!(Failure::with_trace(&trace).plain_headline(), told, "{behind}");
        }
    }

    #[test]
    fn a_test_that_passed_and_should_not_says_so() {
        for (message, told) in [
            ("XPASS(strict): the pen leaks", "passed, but is marked xfail: the pen leaks"),
            ("XPASS(strict): ", "passed, but is marked xfail"),
        ] {
            let trace = format!("t::draws\n{message}\n");
            let failure = Failure { language: Language::Python, ..Failure::with_trace(&trace) };
            assert_eq!(failure.plain_headline(), told);
        }
    }

    #[test]
    fn differences_that_are_not_told_are_counted() {
        for (count, told) in [
            (3, "[0]: 0 ≠ 1, [1]: 0 ≠ 1, [2]: 0 ≠ 1"),
            (8, "[0]: 0 ≠ 1, [1]: 0 ≠ 1, [2]: 0 ≠ 1, and 5 more"),
            (90, "[0]: 0 ≠ 1, [1]: 0 ≠ 1, [2]: 0 ≠ 1, and more"),
        ] {
            let [actual, expected] = ["0", "1"].map(|value| vec![value; count].join(", "));
            let message = format!("expected: <[{expected}]> but was: <[{actual}]>");
            assert_eq!(headline(&format!("x.Y: {message}")), told, "{count}");
        }
    }

    #[test]
    fn no_line_of_a_text_is_lost() {
        assert_eq!(
            headline(
                "java.lang.AssertionError: \nExpecting:\n <\"Pens of Ada\nred ink\n--\n\nat the desk\">\nto contain:\n <\"blue\"> "
            ),
            "Expecting <\"Pens of Ada\\nred ink\\n--\\n\\nat the desk\"> to contain <\"blue\">"
        );
    }

    #[test]
    fn values_of_two_kinds_and_dates_are_told_whole() {
        for (message, told) in [
            (
                "assert datetime.datetime(2026, 3, 23, 12, 0) == (datetime.datetime(2026, 3, 16, 12, 0) + datetime.timedelta(days=6))",
                "2026-03-23 12:00 ≠ (2026-03-16 12:00 + 6 days, 0:00:00)",
            ),
            (
                "assert None == datetime.datetime(2026, 3, 23, 12, 0, 5, 490785, tzinfo=datetime.timezone.utc)",
                "None ≠ 2026-03-23 12:00:05.490785 UTC",
            ),
            (
                "assert None == Pen(ink=[Ink('red', 3)], tips=[Tip('a'), Tip('b')])",
                "None ≠ Pen(ink=[Ink('red', 3)], tips=[Tip('a'),…",
            ),
            (
                "assert <Pen(3) object at 0x7fb2c198ed50> == <Pen(3) object at 0x7fb2c198c650>",
                "both print as <Pen(3) object>",
            ),
            (
                "assert False\n +  where False = <built-in method startswith of str object at 0x7f>('ink')\n +    where <built-in method startswith of str object at 0x7f> = 'no ink'.startswith",
                "'no ink' does not start with 'ink'",
            ),
        ] {
            let failure = Failure {
                test: "t::draws".into(),
                language: Language::Python,
                ..Failure::with_trace(&format!("t::draws\nAssertionError: {message}\n\tat t.draws(t.py:3)\n"))
            };
            assert_eq!(failure.plain_headline(), told, "{message}");
        }
    }

    #[test]
    fn what_a_person_says_behind_values_and_what_pytest_cuts_off_is_told() {
        for (message, told) in [
            (
                "AssertionError: datetime.datetime(2026, 6, 1, 8, 15) != datetime.datetime(2026, 6, 1, 8, 25) : with ink",
                "with ink: 2026-06-01 08:15 ≠ 2026-06-01 08:25",
            ),
            ("AssertionError: [1, 2] != [1, 3] : of the pens", "of the pens: [1]: 2 ≠ 3"),
            (
                "AssertionError: assert 'red\\n...' == 'red\\n...'\n  \n    red\n  - 5.2 % blue\n  ?   ^\n  + 5.3 % blue\n  ?   ^\n    ...\n  \n  ...Full output truncated (2 lines hidden), use '-vv' to show",
                "line 2: 5.3 % blue ≠ 5.2 % blue, the rest is cut off",
            ),
        ] {
            let failure = Failure {
                test: "t::draws".into(),
                language: Language::Python,
                ..Failure::with_trace(&format!("t::draws\n{message}\n\nt.py:3: AssertionError\n"))
            };
            assert_eq!(failure.plain_headline(), told, "{message}");
        }
    }

    #[test]
    fn what_pytest_says_of_a_value_is_told_behind_the_assertion() {
        for (message, sentence) in [
            (
                "AssertionError: assert False\n +  where False = is_full()\n +    where is_full = Pen(3).is_full",
                "assert False, where False = is_full()",
            ),
            (
                "AssertionError: assert False\n +  where False = <built-in method isdigit of str object at 0x7f>()\n +    where <built-in method isdigit of str object at 0x7f> = 'x3'.isdigit\n +      where 'x3' = Pen(3).ink",
                "assert False, where False = 'x3'.isdigit()",
            ),
            ("AssertionError: assert 5 < 4\n +  where 5 = Pen(5).ink", "assert 5 < 4, where 5 = Pen(5).ink"),
            (
                "AssertionError: assert Ink(5) < Ink(4)\n +  where Ink(5) = Pen(ink=Ink(3), kind='a long name of a pen', price=Price(2, 1)).left",
                "assert Ink(5) < Ink(4), where Ink(5) = Pen(…).left",
            ),
            (
                "AssertionError: assert not True\n +  where True = <MagicMock id='140'>.called\n +    where <MagicMock id='140'> = desk.draw",
                "assert not True, where True = desk.draw.called",
            ),
            (
                "AssertionError: too dry\nassert 3 > 5\n +  where 3 = Pen(3).ink",
                "too dry: assert 3 > 5, where 3 = Pen(3).ink",
            ),
            (
                "AssertionError: assert Pen(3) == Pen(4)\n +  where Pen(3) = Pen(3)\n +  and   Pen(4) = refilled(1)",
                "assert Pen(3) == Pen(4), where Pen(4) = refilled(1)",
            ),
            // Lines of a comparison may begin with the same word.
            (
                "AssertionError: assert 'select\\n  where a = 1' == 'select\\n  where a = 2'\n  \n    select\n  -   where a = 2\n  +   where a = 1",
                "line 2: where a = 1 ≠ where a = 2",
            ),
            (
                "AssertionError: assert [1, 2] == [1, 3]\n  \n  At index 1 diff: 2 != 3\n +  where [1, 2] = parts()",
                "[1]: 2 ≠ 3",
            ),
        ] {
            let failure = Failure {
                language: Language::Python,
                ..Failure::with_trace(&format!("a.B::c\n{message}\n\nt.py:3: AssertionError\n"))
            };
            assert_eq!(failure.headline(), sentence, "{message}");
        }
    }

    #[test]
    fn several_failures_are_told_or_the_first_of_them_with_the_number_of_others() {
        for (message, sentence) in [
            (
                "org.opentest4j.MultipleFailuresError: cart (1 failure)\n\torg.opentest4j.AssertionFailedError: expected: <6> but was: <5>",
                "cart: expected: <6> but was: <5>",
            ),
            (
                "org.opentest4j.MultipleFailuresError: Multiple Failures (3 failures)\n\tjava.lang.AssertionError: \nExpecting:\n <1>\nto be equal to:\n <2>\n\tx.Y: z",
                "Expecting <1> to be equal to <2> +2",
            ),
            (
                "org.assertj.core.error.AssertJMultipleFailuresError: \nMultiple Failures (2 failures)\n-- failure 1 --\nExpecting:\n <1>\nto be equal to:\n <2>\nbut was not.\nat B.c(B.java:3)\n-- failure 2 --\nx",
                "2 failures: 1 ≠ 2, x",
            ),
            ("org.opentest4j.MultipleFailuresError: cart (2 failures)", "cart +1"),
            (
                "org.opentest4j.MultipleFailuresError: Multiple Failures (1 failure)\n\torg.opentest4j.MultipleFailuresError: cart (1 failure)\n\torg.opentest4j.AssertionFailedError: expected: <5> but was: <4>",
                "cart: expected: <5> but was: <4>",
            ),
            (
                "java.lang.AssertionError: The following asserts failed:\nblack expected [285] but found [275],\nwhite expected [295] but found [290]",
                "black expected [285] but found [275] +1",
            ),
            (
                "java.lang.AssertionError: 2 expectations failed:\n  1. Not true that <\"b\"> starts with <\"a\">\n  2. Not true that <\"b\"> is empty\n",
                "Not true that <\"b\"> starts with <\"a\"> +1",
            ),
            (
                "x.Y: \nThe following 2 assertions failed:\n1) expected:<6> but was:<5>\n2) x",
                "2 failures: 5 ≠ 6, x",
            ),
        ] {
            assert_eq!(headline(message), sentence, "{message}");
        }
    }

    /// The lines that reports of other languages have in place of a trace.
    #[test]
    fn reports_of_other_languages_say_both_values() {
        for (message, sentence) in [
            // GoogleTest.
            (
                "failure: t.cc:5: Expected equality of these values: 6 total() Which is: 5\nt.cc:5\nExpected equality of these values:\n  6\n  total()\n    Which is: 5\nafter two",
                "expected 6 to equal total(), which is 5",
            ),
            (
                "failure: t.cc:5\nExpected equality of these values:\n  a\n    Which is: { 1 }\n  b\n    Which is: { 2 }",
                "expected a, which is { 1 }, to equal b, which is { 2 }",
            ),
            (
                "failure: t.cc:5: even(n) evaluates to false, where\nt.cc:5\neven(n) evaluates to false, where\nn evaluates to 5",
                "even(n) evaluates to false, where n evaluates to 5",
            ),
            (
                "failure: t.cc:5: Value of: b()\nActual: true\nExpected: false",
                "b(): actual: true expected: false",
            ),
            ("failure: t.cc:5: Failed\nt.cc:5\nFailed\nnot yet", "not yet"),
            // Catch2.
            (
                "CHECK: total()==6\n\nFAILED:\n  CHECK( total()==6 )\nwith expansion:\n  5 == 6\nafter two\nat t.cc:9",
                "CHECK( total()==6 ): 5 == 6 after two",
            ),
            (
                "CHECK_NOTHROW: f()\n\nFAILED:\n  CHECK_NOTHROW( f() )\nno pen\nat t.cc:9",
                "CHECK_NOTHROW( f() ) no pen",
            ),
            // PHPUnit.
            (
                "A\\B: Failed asserting that two arrays are equal.\nT::t\nFailed asserting that two arrays are equal.\n--- Expected\n+++ Actual\n@@ @@\n Array (\n-    'b' => 2\n+    'b' => 3\n )\n\n/x/T.php:8",
                "['b']: 3 ≠ 2",
            ),
            (
                "A\\B: after two\nT::t\nafter two\nFailed asserting that 5 matches expected 6.\n\n/x/T.php:8",
                "after two: Failed asserting that 5 matches expected 6.",
            ),
            // RSpec.
            ("A::B: expected true\n     got false\nFailure/Error: x", "expected true got false"),
            (
                "A::B: (Double \"mail\").write(\"x\")\nFailure/Error: y\n\n  (Double \"mail\").write(\"x\")\n      expected: 1 time\n      received: 0 times\n./a_spec.rb:2:in `z'",
                "(Double \"mail\").write(\"x\"): expected: 1 time received: 0 times",
            ),
            (
                "A::B: expected E, got #<R: no pen> with backtrace:\n  # ./a_spec.rb:12:in `block'",
                "expected E, got #<R: no pen>",
            ),
            ("A::B\n\n./a_spec.rb:16:in `block (2 levels) in <top (required)>'", ""),
            ("A::B: expected: < 3\n     got:   5\n./a_spec.rb:2:in `z'", "expected: < 3 got: 5"),
            // Rust.
            (
                "e: panicked at src/lib.rs:5:23: assertion `left == right` failed left: 5 right: 6\nthread 't' (7) panicked at src/lib.rs:5:23:\nassertion `left == right` failed\n  left: 5\n right: 6\nstack backtrace:",
                "assertion `left == right` failed: left: 5 right: 6",
            ),
            // Go.
            (
                "Failed: a_test.go:4: f() = 5, want 6\n=== RUN   TestF\n    a_test.go:4: f() = 5, want 6",
                "f() = 5, want 6",
            ),
            ("panic: no pen [recovered]\n\tpanic: no pen", "no pen"),
            // pytest.
            ("AssertionError: after two\nassert 5 == 6", "after two: assert 5 == 6"),
            (
                "AssertionError: Regex pattern did not match.\n  Expected regex: 'ink'\n  Actual message: 'no pen'",
                "Regex pattern did not match: Expected regex: 'ink' Actual message: 'no pen'",
            ),
            // Vitest.
            (
                "AssertionError: expected 'a' to be 'b' // Object.is equality\n\nExpected: \"b\"\nReceived: \"a\"",
                "expected 'a' to be 'b'",
            ),
        ] {
            assert_eq!(headline(message), sentence, "{message}");
        }
    }

    #[test]
    fn matchers_of_javascript_are_told_by_their_names() {
        for (message, sentence) in [
            (
                "Error: expect(received).toHaveLength(expected)\n\nExpected length: 2\nReceived length: 1\nReceived array:  [1]\n    at f (/x/a.test.js:1:2)",
                "toHaveLength: expected length 2, received length 1",
            ),
            (
                "Error: expect(received).toHaveProperty(path, value)\n\nExpected path: \"a\"\n\nExpected value: 2\nReceived value: 1",
                "toHaveProperty: expected value 2, received value 1",
            ),
            ("Error: expect(received).toBeNull()\n\nReceived: 5\n", "toBeNull: received 5"),
            (
                "failure: assert.strictEqual(received, expected)\n\nExpected value to strictly be equal to:\n  6\nReceived:\n  5\n",
                "strictEqual: expected value to strictly be equal to 6, received 5",
            ),
            (
                "Error: expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n  Object {\n-   \"b\": 3,\n+   \"b\": 2,\n  }\n",
                "toEqual: .b: 2 ≠ 3",
            ),
            (
                "Error: expect(received).toBe(expected) // Object.is equality Expected: 5 Received: -1",
                "toBe: expected 5, received -1",
            ),
            (
                "Error: expect(a).not.toContain(b) Expected value: not 5 Received array: [5]",
                "not.toContain: expected value not 5, received array [5]",
            ),
        ] {
            assert_eq!(headline(message), sentence, "{message}");
        }
    }

    #[test]
    fn a_message_of_one_line_stays_as_it_is() {
        for message in [
            "expected:<1> but was:<0>",
            "Expecting exception: Foo",
            "cart (2 items)",
            "no (1 failure of 2)",
            "Index 2 out of bounds for length 2",
            "a: b",
        ] {
            assert_eq!(headline(&format!("x.Y: {message}")), message);
            assert_eq!(headline(&format!("x.Y: {message}\nmore\n")), message, "a second sentence");
        }
        assert_eq!(headline("x.Y: Cannot invoke \"A.b()\" because \"a\" is null"), "\"a\" is null");
        assert_eq!(headline("x.Y: String index out of range: 3"), "out of range: 3");
        assert_eq!(headline("x.Y"), "");
    }

    #[test]
    fn a_long_message_is_read_and_told_to_a_bound() {
        let long = format!("x.Y: \nExpecting:\n{}", " <é>\n".repeat(1_000_000));
        assert!(headline(&long).len() <= SENTENCE);
        let wide = format!("x.Y: \nExpecting:\n{}\n", "é".repeat(1_000_000));
        assert!(headline(&wide).len() <= SENTENCE);
    }
}
