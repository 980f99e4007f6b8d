//! What is behind a failure: the innermost exception of a chain of causes, or the members of a group of exceptions.
//!
//! ```text
//! thrown ◀── Caused by ◀── Caused by: the root cause
//!    └── Suppressed, if the exception is a group: its members, each with its own root cause
//! ```
//!
//! Traces in the form of a JVM have the causes in sections of their own; Python's are brought into that form. Other tools print
//! them in the middle of their text, each behind words of its own ([`MARKERS`], [`HEADINGS`]).
//!
//! The place of a failure is the topmost call of the project in the innermost exception that has one. It is never searched
//! below the test's own call. Frames of libraries count only if there are no others. An assertion that fails in a helper of
//! the tests has no place: the helper is the same for many tests.

use memchr::memmem;

use super::calls::{calls, mentioned};
use super::calls::{Call, Place};
use super::lines::test_class;
use super::{ExceptionRole, Frame, Origin, Section, TraceLineKind, sections, trace_lines};
use crate::model::text::first_bytes;
use crate::model::{CPP_EXCEPTION, StackTrace, is_named_like_assertion_error, split_caption};

/// The beginnings of lines behind which a tool prints the exception that caused the one above.
///
/// Node and vitest, Playwright, Mocha, xUnit, NUnit, MSTest.
const MARKERS: [&str; 6] = ["[cause]: ", "cause: ", "Caused by: ", "---> ", "----> ", "---- "];

/// The words within a line behind which a tool prints the exception that it is about.
const WITHIN: [&str; 4] = [" ---> ", " threw exception: ", " threw exception. ", "nested exception is "];

/// The lines above the exception that caused the one before: Jest, `PHPUnit`, RSpec, and `anyhow`.
const HEADINGS: [&str; 4] = ["Cause:", "Caused by", "Caused by:", "--- Caused by: ---"];

/// The words that NUnit writes before an exception that did not happen in the test itself.
const PHASES: [&str; 5] = ["SetUp : ", "TearDown : ", "OneTimeSetUp: ", "OneTimeSetUp : ", "OneTimeTearDown : "];

/// The words that tools without exceptions have in place of a name.
const UNNAMED: [&str; 3] = ["", "failure", "Failed"];

/// Parts of the names of exceptions that only collect others.
const GROUPS: [&str; 6] =
    ["ExceptionGroup", "Multiple", "Composite", "AggregateE", "MultiException", "SoftAssertion"];

/// The maximum number of members of a group that are looked at, and of groups within each other.
const MAX_MEMBERS: usize = 64;
const MAX_DEPTH: usize = 8;

/// The exception that is behind a failure.
#[derive(Debug, Clone)]
pub(crate) struct Cause<'a> {
    /// Its name with its package; of a group the name of the group.
    pub exception: &'a str,
    /// Its text, from its name on: the message, and mostly its calls.
    pub text: &'a str,
    /// The exceptions around it, the one that ended the test first.
    pub wrappers: Vec<&'a str>,
    /// The members of a group of several, each with what is behind it.
    pub members: Vec<Cause<'a>>,
    calls: Calls<'a>,
}

/// Where the calls of a cause are.
#[derive(Debug, Clone)]
enum Calls<'a> {
    /// In the lines of a trace with a single exception, which are read only as far as they are needed.
    Lines(&'a str),
    /// In these exceptions, the innermost first.
    Frames(Vec<Vec<Frame<'a>>>),
    /// In these texts of another language, the innermost exception's first.
    Printed(Vec<&'a str>),
}

/// The place of a failure: calls by their names, the one that threw first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CallPlace {
    /// Calls of the project.
    Project(Vec<String>),
    /// The place of the test itself, as `file:line`.
    Test(String),
    /// Calls of libraries, because there are no others.
    Library(Vec<String>),
    /// None of the project's: an assertion failed in a helper of the tests.
    Helper,
    /// The trace names none.
    Unknown,
}

impl StackTrace {
    /// Returns the exception that is behind the failure; mostly the one that was thrown.
    pub(crate) fn cause(&self) -> Cause<'_> {
        let thrown = self.thrown(usize::MAX);
        if !may_have_causes(self) {
            return thrown;
        }
        let sections = sections(self);
        let is_of_jvm = sections.iter().any(|section| !section.frames.is_empty());
        match sections.first() {
            Some(first) if is_of_jvm && (sections.len() > 1 || first.within().is_some()) => root(&sections, 0, 0),
            _ if is_of_jvm => thrown,
            _ => printed_root(thrown),
        }
    }

    /// Returns the exception that ended the test, whatever is behind it. At most so many bytes of the trace are read.
    pub(crate) fn thrown(&self, most: usize) -> Cause<'_> {
        let trace = first_bytes(&self.0, most);
        Cause {
            exception: self.exception(),
            text: self.thrown_text(),
            wrappers: Vec::new(),
            members: Vec::new(),
            calls: Calls::Lines(trace),
        }
    }
}

/// Returns false if a trace has only one exception, as most have.
fn may_have_causes(trace: &StackTrace) -> bool {
    let has = |words: &str| memmem::find(trace.0.as_bytes(), words.as_bytes()).is_some();
    let line = trace.exception_line();
    let within = ["nested exception is ", "InitializerError: Exception "];
    has("aused by")
        || has("Suppressed: ")
        || within.iter().any(|words| line.contains(words))
        || PHASES.iter().any(|phase| line.contains(phase))
        // Only a JVM's frames begin with a tab.
        || !has("\n\tat ") && ["ause: ", "ause]: ", "Cause:", "--- ", "---> ", "threw exception"].into_iter().any(has)
}

/// Returns what is behind the exception at this place of a trace.
fn root<'a>(sections: &[Section<'a>], thrown: usize, depth: usize) -> Cause<'a> {
    let mut chain = vec![thrown];
    let own = sections[thrown].depth;
    for (at, section) in sections.iter().enumerate().skip(thrown + 1) {
        let is_next = section.depth == own && section.role == ExceptionRole::Cause;
        if section.depth < own || section.depth == own && !is_next {
            break;
        }
        // A circular cause is only mentioned.
        if is_next && !section.exception.starts_with('[') {
            chain.push(at);
        }
    }
    let group = chain.iter().position(|&at| depth < MAX_DEPTH && !members(sections, at).is_empty());
    let wrappers = |end: usize| chain[..end].iter().map(|&at| sections[at].exception).collect::<Vec<_>>();
    let calls = |end: usize| {
        Calls::Frames(chain[..=end].iter().rev().map(|&at| sections[at].frames.clone()).collect())
    };
    if let Some(end) = group {
        let members = members(sections, chain[end]).into_iter().take(MAX_MEMBERS);
        let members: Vec<Cause<'a>> = members.map(|at| root(sections, at, depth + 1)).collect();
        let group = sections[chain[end]].exception;
        return match <[Cause<'a>; 1]>::try_from(members) {
            Ok([member]) => {
                let wrappers = [wrappers(end), vec![group], member.wrappers].concat();
                Cause { wrappers, ..member }
            }
            Err(members) => {
                let text = sections[chain[end]].text;
                Cause { exception: group, text, wrappers: wrappers(end), members, calls: calls(end) }
            }
        };
    }
    let last = chain.len() - 1;
    let section = &sections[chain[last]];
    let (mut wrappers, mut exception, mut text) = (wrappers(last), section.exception, section.text);
    if let Some(within) = section.within() {
        // An error that only says that a class could not be initialized names what it stands for.
        wrappers.push(exception);
        (exception, text) = (split_caption(within.lines().next().unwrap_or("")).0, within);
    }
    Cause { exception, text, wrappers, members: Vec::new(), calls: calls(last) }
}

/// Returns the places of the exceptions that a group collects; none for another exception.
fn members(sections: &[Section<'_>], group: usize) -> Vec<usize> {
    let own = sections[group].depth;
    let below = sections.iter().enumerate().skip(group + 1).take_while(|(_, section)| section.depth > own);
    let is_member = |section: &Section<'_>| section.depth == own + 1 && section.role == ExceptionRole::Suppressed;
    let members: Vec<usize> = below.filter(|(_, section)| is_member(section)).map(|(at, _)| at).collect();
    let first = sections[group].text.lines().next().unwrap_or("");
    let mut words = first.split(|c: char| !c.is_alphanumeric());
    let is_counted = members.len() > 1 && words.any(|word| word == members.len().to_string());
    if is_group(sections[group].exception) || is_counted { members } else { Vec::new() }
}

fn is_group(exception: &str) -> bool {
    let name = exception.rsplit('.').next().unwrap_or(exception);
    GROUPS.iter().any(|part| name.contains(part))
}

impl<'a> Section<'a> {
    /// Returns the text of the exception that this one only repeats: `Exception x.Y: z [in thread "main"]`.
    fn within(&self) -> Option<&'a str> {
        let (_, message) = split_caption(self.text.lines().next()?);
        let within = if self.exception.ends_with("ExceptionInInitializerError") {
            message.strip_prefix("Exception ")?.split(" [in thread ").next()?
        } else {
            message.rsplit_once("nested exception is ")?.1
        };
        is_error_name(split_caption(within).0).then_some(within)
    }
}

/// Returns what is behind an exception of which a tool without a JVM printed the text.
fn printed_root(thrown: Cause<'_>) -> Cause<'_> {
    let mut starts = vec![0];
    let mut at = 0;
    let mut is_below_heading = false;
    for line in thrown.text.split_inclusive('\n') {
        let content = line.trim().strip_prefix("# ").unwrap_or(line.trim());
        if let Some(caption) = printed_caption(content, is_below_heading) {
            let start = at + (caption.as_ptr() as usize - line.as_ptr() as usize);
            if start > 0 {
                starts.push(start);
            }
        }
        if !content.is_empty() {
            is_below_heading = HEADINGS.contains(&content);
        }
        at += line.len();
    }
    let Some((&last, around)) = starts.split_last().filter(|(last, _)| **last > 0) else { return thrown };
    let named = |start: usize| name_at(&thrown.text[start..]);
    let wrappers: Vec<&str> = std::iter::once(thrown.exception).chain(around.iter().skip(1).map(|&at| named(at))).collect();
    let texts = starts.iter().rev().map(|&start| innermost(&thrown.text[start..])).collect();
    let text = &thrown.text[last..];
    let root = Cause { exception: named(last), text, wrappers, members: Vec::new(), calls: Calls::Printed(texts) };
    // Node repeats the exception's own name as its cause's.
    if root.wrappers.iter().all(|wrapper| *wrapper == root.exception) { Cause { wrappers: Vec::new(), ..root } } else { root }
}

/// Returns the part of a line that begins another exception: behind words that announce it, or below them.
fn printed_caption(line: &str, is_below_heading: bool) -> Option<&str> {
    let behind = MARKERS.iter().chain(&PHASES).find_map(|marker| line.strip_prefix(marker));
    let within = || WITHIN.iter().filter_map(|words| Some((line.rfind(words)?, words))).max();
    let within = || within().map(|(at, words)| &line[at + words.len()..]);
    let caption = behind.or_else(within).or(is_below_heading.then_some(line))?.trim_start();
    is_error_name(name_at(caption)).then_some(caption)
}

/// Returns the name of the exception with which a text begins, without the code that Node adds: `TypeError [ERR_X]: …`.
fn name_at(text: &str) -> &str {
    let (name, _) = split_caption(text.lines().next().unwrap_or(""));
    name.split(" [").next().unwrap_or(name)
}

/// Returns the part of the text of an exception that has its own calls: .NET prints those of all exceptions in one piece.
fn innermost(text: &str) -> &str {
    let is_separator = |line: &str| {
        let line = line.trim();
        line.starts_with("----- Inner Stack Trace")
            || line.strip_prefix("--").is_some_and(|name| name.starts_with(char::is_uppercase) && is_error_name(name))
    };
    let mut at = 0;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        if is_separator(line) {
            start = at;
        }
    }
    text[start..].split("--- End of inner exception").next().unwrap_or("")
}

impl<'a> Cause<'a> {
    /// Returns the exception that ended the test, if this one is behind it and if it has a name of its own.
    pub(crate) fn wrapper(&self) -> Option<&'a str> {
        self.wrappers.first().copied().filter(|wrapper| !UNNAMED.contains(wrapper) && *wrapper != self.exception)
    }

    /// Returns true if an assertion failed, or what is named like one.
    pub(crate) fn is_assertion(&self) -> bool {
        is_named_like_assertion_error(self.exception)
    }

    /// Returns the place of the failure of the test `test`, with at most so many calls.
    pub(crate) fn place(&self, test: &str, most: usize) -> CallPlace {
        match &self.calls {
            Calls::Lines(trace) => self.place_in_lines(trace, test, most),
            Calls::Frames(exceptions) => {
                let places = exceptions.iter().map(|frames| self.place_in_frames(frames, test, most));
                innermost_place(places)
            }
            Calls::Printed(texts) => innermost_place(texts.iter().map(|text| self.place_in_text(text, test, most))),
        }
    }

    fn place_in_lines(&self, trace: &str, test: &str, most: usize) -> CallPlace {
        let mut frames = Vec::new();
        // The frames below the test are not read: a trace can have very many.
        let end = end_of_test(trace);
        let mut needed = 0;
        for line in trace_lines(&trace[..end]) {
            match line.kind {
                TraceLineKind::Frame(frame) => {
                    needed += usize::from(frame.origin == Origin::Project && !frame.is_generated());
                    frames.push(frame);
                    if end < trace.len() && needed >= most {
                        break;
                    }
                }
                TraceLineKind::Exception(exception) if exception.role != ExceptionRole::Thrown => break,
                _ => {}
            }
        }
        if frames.is_empty() { self.place_in_text(trace, test, most) } else { self.place_in_frames(&frames, test, most) }
    }

    fn place_in_frames(&self, frames: &[Frame<'_>], test: &str, most: usize) -> CallPlace {
        let above = &frames[..frames.iter().rposition(|frame| frame.is_of_test(test)).unwrap_or_else(|| below_runner(frames))];
        if self.is_assertion() && is_in_helper(above) {
            return CallPlace::Helper;
        }
        let of = |origin: Origin| -> Vec<String> {
            let wanted = above.iter().filter(|frame| frame.origin == origin && !frame.is_generated());
            wanted.take(most).map(Frame::name).collect()
        };
        let project = of(Origin::Project);
        if !project.is_empty() {
            return CallPlace::Project(project);
        }
        let library = if self.is_assertion() { Vec::new() } else { of(Origin::Library) };
        if library.is_empty() { CallPlace::Unknown } else { CallPlace::Library(library) }
    }

    fn place_in_text(&self, text: &str, test: &str, most: usize) -> CallPlace {
        let calls = calls(text, test);
        let end = calls.iter().rposition(|call| call.origin == Origin::Test).unwrap_or(calls.len());
        let of = |origin: Origin| -> Vec<String> {
            let wanted = calls[..end].iter().filter(|call| call.origin == origin);
            wanted.take(most).map(Call::name).collect()
        };
        let project = of(Origin::Project);
        if !project.is_empty() {
            return CallPlace::Project(project);
        }
        // For an exception in C++, only the test's place is known.
        if self.exception == CPP_EXCEPTION {
            return CallPlace::Unknown;
        }
        let at_line = |place: Place<'_>| format!("{}:{}", place.file_name(), place.line);
        let of_test = calls.iter().find(|call| call.origin == Origin::Test && !call.place.file.is_empty());
        let place = of_test.map(|call| call.place).or_else(|| mentioned(text));
        if let Some(place) = place.filter(|place| of_test.is_some() || !place.is_in_library()) {
            return CallPlace::Test(at_line(place));
        }
        let library = of(Origin::Library);
        if library.is_empty() { CallPlace::Unknown } else { CallPlace::Library(library) }
    }
}

/// Returns the place in the innermost exception that has calls of the project; else the first that is known.
fn innermost_place(places: impl Iterator<Item = CallPlace>) -> CallPlace {
    let mut known = CallPlace::Unknown;
    for place in places {
        match place {
            CallPlace::Project(_) => return place,
            place if known == CallPlace::Unknown => known = place,
            _ => {}
        }
    }
    known
}

/// Returns the end of the last line of the trace's first exception that is a frame of the test's class; the trace's end without one.
fn end_of_test(trace: &str) -> usize {
    let class = test_class(trace);
    if class.is_empty() {
        return trace.len();
    }
    let bytes = trace.as_bytes();
    let places = memmem::rfind_iter(bytes, class.as_bytes());
    let is_frame = |at: &usize| {
        matches!(bytes.get(at + class.len()), Some(b'.' | b'$'))
            && at.checked_sub(1).is_some_and(|before| matches!(bytes[before], b' ' | b'/'))
    };
    let end_of_line = |at: usize| memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end + 1);
    let found = places.take(MAX_MEMBERS).find(is_frame).map(end_of_line);
    found.unwrap_or(bytes.len())
}

/// Returns the number of frames above the call by which a runner calls a test whose class has no frame; all without one.
fn below_runner(frames: &[Frame<'_>]) -> usize {
    let is_own = |frame: &Frame<'_>| frame.origin == Origin::Project && !frame.is_generated();
    let Some(first) = frames.iter().position(is_own) else { return frames.len() };
    let called = frames[first..].iter().position(|frame| frame.origin == Origin::Reflection);
    called.map_or(frames.len(), |called| first + called)
}

/// Returns true if the frames above the test show that an assertion failed in a helper of the tests: it called a library of
/// assertions, which production code does not, or its file is one of tests.
fn is_in_helper(above: &[Frame<'_>]) -> bool {
    let first = above.iter().find(|frame| !matches!(frame.origin, Origin::Jdk | Origin::Python | Origin::Reflection));
    first.is_some_and(|frame| frame.origin == Origin::Framework || frame.is_in_test_code())
}

/// Returns true for a possible name of an error: it has a package, a typical ending, or two words.
pub(crate) fn is_error_name(name: &str) -> bool {
    const WORDS: [&str; 3] = ["Error", "Failed", "panic"];
    const ENDINGS: [&str; 4] = ["Error", "Exception", "Warning", "Exit"];
    let is_identifier = |part: &str| {
        part.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let parts: Vec<&str> = name.split(['.', '\\']).flat_map(|part| part.split("::")).collect();
    let Some(last) = parts.last().filter(|_| parts.iter().all(|part| is_identifier(part))) else {
        return false;
    };
    let has_two_words =
        last.chars().zip(last.chars().skip(1)).any(|(one, next)| one.is_lowercase() && next.is_uppercase());
    WORDS.contains(&name)
        || (last.starts_with(char::is_uppercase)
            && (parts.len() > 1 || has_two_words || ENDINGS.iter().any(|ending| last.ends_with(ending))))
}
