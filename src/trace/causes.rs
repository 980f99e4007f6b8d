//! Exceptions behind a failure: the innermost exception of a chain of causes, or the members of a group of exceptions.
//!
//! ```text
//! thrown ◀── Caused by ◀── Caused by: the root cause
//!    └── Suppressed, if the exception is a group: its members, each with its own root cause
//! ```
//!
//! Traces in the form of a JVM have the causes in sections of their own; Python's are brought into that form.
//! Other tools print them in the middle of their text, each behind words of its own ([`MARKERS`],
//! [`HEADINGS`]).
//!
//! The place of a failure is the topmost call of the project in the innermost exception that has one. It is
//! never searched below the test's own call. Frames of libraries count only if there are no others. An
//! assertion that fails in a helper of the tests has no place: the helper is the same for many tests.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::calls::Call;
use super::calls::{calls, mentioned};
use super::lines::test_class;
use super::{ExceptionRole, Frame, Origin, Section, TraceLineKind, sections, trace_lines};
use crate::model::text::first_bytes;
use crate::model::{
    CPP_EXCEPTION, StackTrace, UNNAMED_EXCEPTIONS, is_named_like_assertion_error, split_caption,
};

/// The beginnings of lines behind which a tool prints the exception that caused the one above.
///
/// Node and vitest, Playwright, Mocha, xUnit, `NUnit`, `MSTest`.
const MARKERS: [&str; 6] = ["[cause]: ", "cause: ", "Caused by: ", "---> ", "----> ", "---- "];

/// The words within a line behind which a tool prints the exception that it is about.
const WITHIN: [&str; 4] = [" ---> ", " threw exception: ", " threw exception. ", "nested exception is "];

/// The lines above the exception that caused the one before: Jest, `PHPUnit`, `RSpec`, and `anyhow`.
const HEADINGS: [&str; 4] = ["Cause:", "Caused by", "Caused by:", "--- Caused by: ---"];

/// The words that `NUnit` writes before an exception that did not happen in the test itself.
const PHASES: [&str; 5] =
    ["SetUp : ", "TearDown : ", "OneTimeSetUp: ", "OneTimeSetUp : ", "OneTimeTearDown : "];

/// The package of the exceptions of JUnit 5's assertions.
const JUNIT_ASSERTION: &str = "org.opentest4j.";

/// Parts of the names of exceptions that only collect others.
const GROUPS: [&str; 6] =
    ["ExceptionGroup", "Multiple", "Composite", "AggregateE", "MultiException", "SoftAssertion"];

/// The maximum number of members of a group that are looked at, and of groups within each other.
const MAX_MEMBERS: usize = 64;
const MAX_DEPTH: usize = 8;

/// The maximum number of frames that are read of a trace that does not name its test.
const MAX_FRAMES: usize = 10_000;

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

/// The place of the calls of a cause.
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
            Some(first) if is_of_jvm && (sections.len() > 1 || first.within().is_some()) => {
                root(&sections, 0, 0)
            }
            _ if is_of_jvm => thrown,
            _ => printed_root(thrown),
        }
    }

    /// Returns the exception whose words a row tells: the one that is behind the failure, or the assertion
    /// that ended the test if it says more of the same: `arrays first differed at element [1]; expected:<2> but was:<3>`.
    pub(crate) fn headline_cause(&self) -> Cause<'_> {
        let cause = self.cause();
        if cause.wrapper().is_none() {
            return cause;
        }
        let thrown = self.thrown(usize::MAX);
        // JUnit puts an exception of its own behind a time-out, to show where the thread was.
        if cause.exception.starts_with("org.junit.") && thrown.exception.starts_with(JUNIT_ASSERTION) {
            return thrown;
        }
        let [outer, inner] =
            [thrown.text, cause.text].map(|text| split_caption(text.lines().next().unwrap_or("")).1);
        if !cause.is_assertion() {
            // Vitest, of a promise that should have been kept.
            if outer.starts_with("promise rejected ") && !inner.is_empty() && outer.contains(inner) {
                return thrown;
            }
            let is_other = format!(" is a {}", cause.exception);
            // Hamcrest, of the message of an exception of the right class.
            let mut found = thrown.text.lines().take_while(|line| !line.starts_with("Caused by: "));
            let is_checked = found.any(|line| {
                line.trim_start().starts_with("but: ") && line.contains(inner) && !line.ends_with(&is_other)
            });
            let is_checked = is_checked && thrown.is_assertion() && !inner.is_empty();
            return if is_checked { thrown } else { cause };
        }
        let is_repeated = thrown.is_assertion() && !inner.is_empty() && outer.ends_with(inner);
        if is_repeated { thrown } else { cause }
    }

    /// Returns the exception that ended the test, whatever is behind it. At most so many bytes of the trace are read.
    pub(crate) fn thrown(&self, most: usize) -> Cause<'_> {
        let trace = first_bytes(&self.0, most);
        Cause {
            exception: self.exception(),
            text: self.without_test(),
            wrappers: Vec::new(),
            members: Vec::new(),
            calls: Calls::Lines(trace),
        }
    }
}

/// The words that announce another exception in a trace, those of a JVM first, and those of other tools.
///
/// Every trace of a run is searched for them: the searches are prepared once.
static ANNOUNCED: LazyLock<[Finder<'static>; 2]> =
    LazyLock::new(|| ["aused by", "Suppressed: "].map(Finder::new));
static ANNOUNCED_ELSEWHERE: LazyLock<[Finder<'static>; 6]> =
    LazyLock::new(|| ["ause: ", "ause]: ", "Cause:", "--- ", "---> ", "threw exception"].map(Finder::new));

/// The words within the first line of an exception that announce another one; the last three are in each of [`PHASES`].
static ANNOUNCED_WITHIN: LazyLock<[Finder<'static>; 5]> = LazyLock::new(|| {
    ["nested exception is ", "InitializerError: Exception ", "SetUp : ", "OneTimeSetUp: ", "TearDown : "]
        .map(Finder::new)
});

/// The beginning of a frame, which only a JVM begins with a tab.
static FRAME: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("\n\tat "));

/// Returns false if a trace has only one exception, as most have.
fn may_have_causes(trace: &StackTrace) -> bool {
    let text = trace.0.as_bytes();
    let are_in = |words: &[Finder<'static>], text: &[u8]| words.iter().any(|word| word.find(text).is_some());
    are_in(&*ANNOUNCED, text)
        || are_in(&*ANNOUNCED_WITHIN, trace.exception_line().as_bytes())
        || FRAME.find(text).is_none() && are_in(&*ANNOUNCED_ELSEWHERE, text)
}

/// Returns what is behind the exception at this place of a trace.
fn root<'a>(sections: &[Section<'a>], thrown: usize, depth: usize) -> Cause<'a> {
    let mut chain = vec![thrown];
    let own = sections[thrown].depth;
    for (at, section) in sections.iter().enumerate().skip(thrown + 1) {
        let is_next = section.depth == own && section.role == ExceptionRole::Cause;
        if section.depth < own || section.depth == own && (!is_next || section.was_handled) {
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
    let members =
        below.filter(|(_, section)| section.depth == own + 1 && section.role == ExceptionRole::Suppressed);
    let members: Vec<usize> = members.map(|(at, _)| at).collect();
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
    let wrappers: Vec<&str> =
        std::iter::once(thrown.exception).chain(around.iter().skip(1).map(|&at| named(at))).collect();
    let texts = starts.iter().rev().map(|&start| innermost(&thrown.text[start..])).collect();
    let text = &thrown.text[last..];
    let root =
        Cause { exception: named(last), text, wrappers, members: Vec::new(), calls: Calls::Printed(texts) };
    // Node repeats the exception's own name as its cause's.
    if root.wrappers.iter().all(|wrapper| *wrapper == root.exception) {
        Cause { wrappers: Vec::new(), ..root }
    } else {
        root
    }
}

/// Returns the part of a line that begins another exception: behind words that announce it, or below them.
fn printed_caption(line: &str, is_below_heading: bool) -> Option<&str> {
    let behind = MARKERS.iter().chain(&PHASES).find_map(|marker| line.strip_prefix(marker));
    // vitest writes its words twice.
    let behind = behind.map(|caption| caption.strip_prefix("Caused by: ").unwrap_or(caption));
    let caption = behind
        .or_else(|| {
            let (at, words) = WITHIN.iter().filter_map(|words| Some((line.rfind(words)?, words))).max()?;
            Some(&line[at + words.len()..])
        })
        .or(is_below_heading.then_some(line))?
        .trim_start();
    is_error_name(name_at(caption)).then_some(caption)
}

/// Returns the name of the exception with which a text begins, without the code that Node adds: `TypeError [ERR_X]: …`.
fn name_at(text: &str) -> &str {
    let (name, _) = split_caption(text.lines().next().unwrap_or(""));
    name.split(" [").next().unwrap_or(name)
}

/// Returns the part of the text of an exception that has its own calls: .NET prints those of all exceptions
/// in one piece.
fn innermost(text: &str) -> &str {
    let mut at = 0;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        let line = line.trim();
        let name = line.strip_prefix("--").unwrap_or("");
        if line.starts_with("----- Inner Stack Trace")
            || name.starts_with(char::is_uppercase) && is_error_name(name)
        {
            start = at;
        }
    }
    text[start..].split("--- End of inner exception").next().unwrap_or("")
}

impl<'a> Cause<'a> {
    /// Returns true if another exception ended the test, or if this one is a group of several.
    pub(crate) fn is_behind_another(&self) -> bool {
        !self.wrappers.is_empty() || !self.members.is_empty()
    }

    /// Returns the exception that ended the test, if this one is behind it and if it has a name of its own.
    pub(crate) fn wrapper(&self) -> Option<&'a str> {
        self.wrappers
            .first()
            .copied()
            .filter(|wrapper| !UNNAMED_EXCEPTIONS.contains(wrapper) && *wrapper != self.exception)
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
            Calls::Printed(texts) => {
                innermost_place(texts.iter().map(|text| self.place_in_text(text, test, most)))
            }
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
                    if frames.len() == MAX_FRAMES || end < trace.len() && needed >= most {
                        break;
                    }
                }
                TraceLineKind::Exception(exception) if exception.role != ExceptionRole::Thrown => break,
                _ => {}
            }
        }
        if frames.is_empty() {
            self.place_in_text(trace, test, most)
        } else {
            self.place_in_frames(&frames, test, most)
        }
    }

    fn place_in_frames(&self, frames: &[Frame<'_>], test: &str, most: usize) -> CallPlace {
        let test_call = frames.iter().rposition(|frame| frame.is_of_test(test));
        let above = &frames[..test_call.unwrap_or_else(|| below_runner(frames, test))];
        if self.is_assertion() && is_in_helper(above) {
            return CallPlace::Helper;
        }
        let callers = |origin: Origin| -> Vec<String> {
            let wanted = above.iter().filter(|frame| frame.origin == origin && !frame.is_generated());
            wanted.take(most).map(Frame::name).collect()
        };
        let project = callers(Origin::Project);
        if !project.is_empty() {
            return CallPlace::Project(project);
        }
        let library = if self.is_assertion() { Vec::new() } else { callers(Origin::Library) };
        if library.is_empty() { CallPlace::Unknown } else { CallPlace::Library(library) }
    }

    fn place_in_text(&self, trace: &str, test: &str, most: usize) -> CallPlace {
        let calls = calls(trace, test);
        let end = calls.iter().rposition(|call| call.origin == Origin::Test).unwrap_or(calls.len());
        let callers = |origin: Origin| -> Vec<String> {
            let wanted = calls[..end].iter().filter(|call| call.origin == origin);
            wanted.take(most).map(Call::name).collect()
        };
        let project = callers(Origin::Project);
        if !project.is_empty() {
            return CallPlace::Project(project);
        }
        // For an exception in C++, only the test's place is known.
        if self.exception == CPP_EXCEPTION {
            return CallPlace::Unknown;
        }
        let of_test = calls.iter().find(|call| call.origin == Origin::Test && !call.place.file.is_empty());
        let place = of_test.map(|call| call.place).or_else(|| mentioned(trace));
        if let Some(place) = place.filter(|place| of_test.is_some() || !place.is_in_library()) {
            return CallPlace::Test(format!("{}:{}", place.file_name(), place.line));
        }
        let library = callers(Origin::Library);
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

/// Returns the end of the last line of the trace's first exception that is a frame of the test's class; the
/// trace's end without one.
fn end_of_test(trace: &str) -> usize {
    let class = test_class(trace);
    if class.is_empty() {
        return trace.len();
    }
    let mut end = trace.len();
    for line in trace.split_inclusive('\n').rev() {
        let called = line.trim_start().strip_prefix("at ").unwrap_or("");
        let called = &called[..called.find('(').unwrap_or(called.len())];
        // A module may precede the class, and a hidden class has a slash itself.
        let below_module = called.rfind('/').map_or(called, |slash| &called[slash + 1..]);
        let is_own = [called, below_module]
            .iter()
            .any(|called| called.strip_prefix(class).is_some_and(|rest| rest.starts_with(['.', '$'])));
        if is_own {
            return end;
        }
        end -= line.len();
    }
    trace.len()
}

/// Returns the number of frames above the call by which a runner calls a test whose class has no frame; all
/// without one.
fn below_runner(frames: &[Frame<'_>], test: &str) -> usize {
    let Some(first) =
        frames.iter().position(|frame| frame.origin == Origin::Project && !frame.is_generated())
    else {
        return frames.len();
    };
    let called = frames[first..].iter().position(|frame| frame.origin == Origin::Reflection);
    let called = called.map_or(frames.len(), |called| first + called);
    // A test that its class inherits.
    let is_test = called < frames.len()
        && test.rsplit("::").next().is_some_and(|name| name == frames[called - 1].method);
    if is_test { called - 1 } else { called }
}

/// Returns true if the frames above the test show that an assertion failed in a helper of the tests: it
/// called a library of assertions, which production code does not, or its file is one of tests.
fn is_in_helper(above: &[Frame<'_>]) -> bool {
    let first =
        above.iter().find(|frame| !matches!(frame.origin, Origin::Jdk | Origin::Python | Origin::Reflection));
    first.is_some_and(|frame| frame.origin == Origin::Framework || frame.is_in_test_code())
}

/// Returns true for a possible name of an error: it has a package, a typical ending, or two words.
pub(crate) fn is_error_name(name: &str) -> bool {
    const WORDS: [&str; 3] = ["Error", "Failed", "panic"];
    const ENDINGS: [&str; 4] = ["Error", "Exception", "Warning", "Exit"];
    let parts: Vec<&str> = name.split(['.', '\\']).flat_map(|part| part.split("::")).collect();
    let are_identifiers = parts.iter().all(|part| {
        part.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_alphanumeric() || c == '_')
    });
    let Some(last) = parts.last().filter(|_| are_identifiers) else { return false };
    let has_two_words =
        last.chars().zip(last.chars().skip(1)).any(|(one, next)| one.is_lowercase() && next.is_uppercase());
    WORDS.contains(&name)
        || (last.starts_with(char::is_uppercase)
            && (parts.len() > 1 || has_two_words || ENDINGS.iter().any(|ending| last.ends_with(ending))))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    const TEST: &str = "shop.PenTest::draws";

    /// Returns the exceptions around the root cause, the root cause and its place.
    fn root(trace: &str) -> (String, String, CallPlace) {
        let trace = StackTrace(Arc::from(format!("{TEST}\n{trace}")));
        let cause = trace.cause();
        (cause.wrappers.join(" ← "), cause.exception.to_owned(), cause.place(TEST, 2))
    }

    fn project(calls: &[&str]) -> CallPlace {
        CallPlace::Project(calls.iter().map(|call| (*call).to_owned()).collect())
    }

    fn place(trace: &str) -> CallPlace {
        root(trace).2
    }

    #[test]
    fn the_innermost_cause_is_the_root_and_its_place_is_the_innermost_of_the_project() {
        let chain = "a.Failed: no context\n\tat org.springframework.Load.run(Load.java:1)\n\tat shop.PenTest.draws(PenTest.java:3)\n\
            Caused by: b.NoBean: ink\n\tat shop.Inks.make(Inks.java:3)\n\t... 1 more\n\
            Caused by: java.net.ConnectException: refused\n\tat java.base/java.net.Socket.connect(Socket.java:3)\n\t... 2 more\n";
        assert_eq!(
            root(chain),
            (
                "a.Failed ← b.NoBean".to_owned(),
                "java.net.ConnectException".to_owned(),
                project(&["shop.Inks.make"])
            )
        );
        assert_eq!(
            root("a.Failed: m\n\tat shop.Pen.draw(P.java:1)\nCaused by: [CIRCULAR REFERENCE: a.Failed]").1,
            "a.Failed"
        );
        let closing = "a.Failed: m\n\tat shop.Pen.draw(P.java:1)\n\tSuppressed: b.Close: m\n\t\tat shop.Pen.close(P.java:2)\n";
        assert_eq!(root(closing), (String::new(), "a.Failed".to_owned(), project(&["shop.Pen.draw"])));
    }

    #[test]
    fn an_error_that_repeats_another_one_is_that_one() {
        let first = "java.lang.ExceptionInInitializerError\n\tat shop.PenTest.draws(PenTest.java:3)\nCaused by: a.NoInk: empty\n\tat shop.Pen.<clinit>(Pen.java:3)\n\t... 1 more\n";
        let later = "java.lang.NoClassDefFoundError: Could not initialize class shop.Pen\n\tat shop.PenTest.draws(PenTest.java:3)\n\
            Caused by: java.lang.ExceptionInInitializerError: Exception a.NoInk: empty [in thread \"main\"]\n\tat shop.Pen.<clinit>(Pen.java:3)\n\t... 1 more\n";
        assert_eq!(root(first).1, "a.NoInk");
        assert_eq!((root(later).1, root(later).2), (root(first).1, root(first).2));
        let nested =
            "a.NoBean: no pen; nested exception is b.Refused: no\n\tat shop.PenTest.draws(PenTest.java:3)\n";
        assert_eq!(root(nested).1, "b.Refused");
    }

    #[test]
    fn an_assertion_that_says_more_than_its_cause_is_told_itself() {
        let told = |trace: &str| {
            let trace = StackTrace(Arc::from(format!("{TEST}\n{trace}")));
            trace.headline_cause().exception.to_owned()
        };
        let array = "org.junit.internal.ArrayComparisonFailure: arrays first differed at element [1]; expected:<2> but was:<3>\n\tat shop.PenTest.draws(PenTest.java:3)\n\
            Caused by: java.lang.AssertionError: expected:<2> but was:<3>\n\t... 1 more\n";
        assert_eq!(told(array), "org.junit.internal.ArrayComparisonFailure");
        assert_eq!(root(array).1, "java.lang.AssertionError", "labels know it by that");
        let step = "java.lang.AssertionError: step 2\n\tat shop.PenTest.draws(PenTest.java:3)\n\
            Caused by: java.lang.AssertionError: expected:<2> but was:<3>\n\t... 1 more\n";
        assert_eq!(told(step), "java.lang.AssertionError");
        let nested = "a.Failed: no ink: empty\n\tat shop.PenTest.draws(PenTest.java:3)\nCaused by: b.Dry: empty\n\t... 1 more\n";
        assert_eq!(told(nested), "b.Dry");
    }

    #[test]
    fn a_group_of_one_is_its_member() {
        let group = "ExceptionGroup: errors (1 sub-exception)\n\tat jobs.run(jobs.py:6)\n\tSuppressed: ValueError: no ink\n\t\tat jobs.draw(jobs.py:12)";
        assert_eq!(
            root(group),
            ("ExceptionGroup".to_owned(), "ValueError".to_owned(), project(&["jobs.draw"]))
        );
        let two = format!(
            "{group}\n\tSuppressed: KeyError: 'pen'\n\t\tat jobs.fill(jobs.py:20)\n\t\tat jobs.all(jobs.py:30)"
        );
        let trace = StackTrace(Arc::from(format!("{TEST}\n{two}")));
        let members: Vec<&str> = trace.cause().members.iter().map(|member| member.exception).collect();
        assert_eq!(members, ["ValueError", "KeyError"]);
        let counted = "a.Jobs: 2 jobs failed\n\tat shop.Pen.all(P.java:1)\n\tSuppressed: b.E: m\n\t\tat shop.Pen.one(P.java:2)\n\tSuppressed: b.F: m\n\t\tat shop.Pen.two(P.java:3)\n";
        let trace = StackTrace(Arc::from(format!("{TEST}\n{counted}")));
        assert_eq!(trace.cause().members.len(), 2, "its message counts them");
    }

    #[test]
    fn the_place_is_never_below_the_test() {
        for (trace, expected) in [
            (
                "a.E: m\n\tat shop.PenTest.draws(PenTest.java:3)\n\tat other.Runner.run(Runner.java:1)\n",
                CallPlace::Unknown,
            ),
            (
                "a.E: m\n\tat shop.Pen.draw(Pen.java:3)\n\tat shop.BasePens.draws(BasePens.java:7)\n\
                 \tat java.base/java.lang.reflect.Method.invoke(Method.java:5)\n\tat other.Runner.run(Runner.java:1)\n",
                project(&["shop.Pen.draw"]),
            ),
            (
                "Error: m\n    at draw (src/pen.js:3:1)\n    at Object.<anonymous> (test/pen.test.js:5:1)\n    at run (lib/runner.js:9:9)",
                project(&["pen.js:draw"]),
            ),
            (
                "E: m\n./spec/pen_spec.rb:7:in `block (2 levels) in <top (required)>'\n./spec/support/inks.rb:3:in `block in <top (required)>'",
                CallPlace::Test("pen_spec.rb:7".to_owned()),
            ),
        ] {
            assert_eq!(place(trace), expected, "{trace}");
        }
    }

    #[test]
    fn frames_of_libraries_count_only_without_others() {
        assert_eq!(
            place(
                "a.E: m\n\tat groovy.lang.MetaClassImpl.call(M.java:3)\n\tat shop.Pen.draw(Pen.groovy:3)\n\tat shop.Pen$draw.call(Unknown Source)\n"
            ),
            project(&["shop.Pen.draw"])
        );
        assert_eq!(
            place(
                "a.E: m\n\tat org.springframework.Load.run(Load.java:3)\n\tat shop.PenTest.draws(PenTest.java:3)\n"
            ),
            CallPlace::Library(vec!["org.springframework.Load.run".to_owned()])
        );
        assert_eq!(
            place(
                "Error: m\n    at check (node_modules/inks/src/check.js:3:1)\n    at processTicks (internal/process/task_queues.js:97:5)"
            ),
            CallPlace::Library(vec!["check.js:check".to_owned(), "task_queues.js:processTicks".to_owned()])
        );
    }

    #[test]
    fn an_assertion_in_a_helper_of_the_tests_has_no_place() {
        let helper = "java.lang.AssertionError: m\n\tat org.junit.Assert.fail(Assert.java:1)\n\tat shop.Pens.isFull(Pens.java:3)\n\tat shop.PenTest.draws(PenTest.java:3)\n";
        assert_eq!(place(helper), CallPlace::Helper);
        assert_eq!(place("AssertionError\n\tat tests.common.check(tests/common.py:3)"), CallPlace::Helper);
        assert_eq!(
            place("OSError: m\n\tat tests.common.load(tests/common.py:3)"),
            project(&["tests.common.load"])
        );
        let of_production = helper.replace("\tat org.junit.Assert.fail(Assert.java:1)\n", "");
        assert_eq!(place(&of_production), project(&["shop.Pens.isFull"]), "it asserts itself");
    }

    #[test]
    fn tools_without_a_jvm_print_causes_in_their_own_words() {
        for (tool, trace, exception, expected) in [
            (
                "node:test",
                "testCodeFailure: no pen\nError [ERR_TEST_FAILURE]: no pen\n    at new Promise (<anonymous>) {\n  code: 'ERR_TEST_FAILURE',\n  cause: TypeError [Error]: no pen\n      at draw (/x/pen.js:7:3)\n      at TestContext.<anonymous> (/x/pen.test.js:9:31)\n}",
                "TypeError",
                project(&["pen.js:draw"]),
            ),
            (
                "Node",
                "Error: no context\n    at load (/x/load.js:1:1) {\n  [cause]: RangeError: no ink\n      at fill (/x/ink.js:7:3)\n}",
                "RangeError",
                project(&["ink.js:fill"]),
            ),
            (
                "vitest",
                "AssertionError: promise rejected\n ❯ pen.test.ts:37:60\n\nCaused by: Caused by: TypeError: no ink\n ❯ fill src/ink.ts:23:13",
                "TypeError",
                project(&["ink.ts:fill"]),
            ),
            (
                "Jest",
                "Error: no context\n    at load (/x/load.js:1:1)\n\nCause:\nRangeError: no ink\n    at fill (/x/ink.js:7:3)",
                "RangeError",
                project(&["ink.js:fill"]),
            ),
            (
                "RSpec",
                "RuntimeError: no context\n./lib/load.rb:4:in `load'\n# --- Caused by: ---\n# KeyError:\n#   no ink\n# ./lib/ink.rb:7:in `fill'",
                "KeyError",
                project(&["ink.rb:fill"]),
            ),
            (
                "PHPUnit",
                "RuntimeException: no context\n\n/x/Load.php:10\n\nCaused by\nInkException: none\n\n/x/Ink.php:7",
                "InkException",
                project(&["Ink.php:7"]),
            ),
            (
                "MSTest",
                "failure: Test method Shop.PenTests.Draws threw exception: System.NullReferenceException: no\n   at Shop.Pen.Draw() in /src/shop/Pen.cs:line 9\n   at Shop.PenTests.Draws() in /src/shop/PenTests.cs:line 30",
                "System.NullReferenceException",
                project(&["Shop.Pen.Draw"]),
            ),
            (
                "xUnit",
                "Shop.LoadException : no context\n---- Shop.NoInkException : none\n   at Shop.Load.Run() in /src/Load.cs:line 4\n----- Inner Stack Trace -----\n   at Shop.Ink.Fill(Int32 ml) in C:\\src\\Ink.cs:line 7",
                "Shop.NoInkException",
                project(&["Shop.Ink.Fill"]),
            ),
            (
                "NUnit",
                "SetUp : Shop.NoInkException : none\n   at Shop.Ink.Fill() in /src/Ink.cs:line 7",
                "Shop.NoInkException",
                project(&["Shop.Ink.Fill"]),
            ),
        ] {
            let (_, found, place) = root(trace);
            assert_eq!((&*found, place), (exception, expected), "{tool}");
        }
        assert_eq!(
            root("Error: m\n    at a (/x/a.js:1:1)\n  cause: 'it was cancelled'").1,
            "Error",
            "no exception"
        );
    }

    #[test]
    fn an_assertion_is_identified_by_its_place() {
        for (text, expected) in [
            ("Error: m\n\nExpected: 10\n    at Object.toBe (/x/purse.test.js:9:19)", "purse.test.js:9"),
            ("AssertionError: m\ntest_purse.py:16: AssertionError", "test_purse.py:16"),
            ("Failed: purse_test.go:16: got 9, want 10", "purse_test.go:16"),
            ("test failure: panicked at src/lib.rs:20:9: m", "lib.rs:20"),
            ("failure: m\nFailure:\ntest_adds(PurseTest) [purse_test.rb:22]:", "purse_test.rb:22"),
            ("REQUIRE: m\nFAILED:\n  REQUIRE( m )\nat purse_test.cpp:16", "purse_test.cpp:16"),
            ("X: m\n\n/x/PurseTest.php:37", "PurseTest.php:37"),
        ] {
            assert_eq!(place(text), CallPlace::Test(expected.to_owned()), "{text}");
        }
    }
}
