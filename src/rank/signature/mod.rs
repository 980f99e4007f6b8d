//! Signatures: they collect the failures of a group that are one failure seen by many tests (crash bucketing).
//!
//! ```text
//! stack trace ──Signature::of──▶ exception, masked message, top project frames ──Signatures::of──▶ a number per failure
//!                                                       └──near_signatures──▶ fewer numbers: similar signatures together
//! ```
//!
//! **The key.** What is behind the failure: the root cause of a chain of exceptions (`trace::Cause`), with its qualified name, the
//! first line of its message with all parts masked that vary from test to test (`message::mask`), and the topmost
//! `PROJECT_FRAMES` calls of the project as `class.method`, or `file:function` in other languages, without
//! line numbers. Of a group of exceptions the members count, as a set, also those of groups within it. The
//! exceptions around the root cause are shown, and are no part of the key.
//!
//! The test's own names say nothing about a failure and are hidden (`own_names`). Without a call of the
//! project, an assertion has a subject (`subject`), and an error in the test itself keeps the names that its
//! message quotes: `KeyError: 'ink'`.
//!
//! Version 1.0 had other keys; SARIF still has them beside these (`version_1`).
//!
//! **A signature is not a verdict.** In a run of template oracles, most signatures that contain a TP also contain FPs. Its
//! labels can be overruled test by test, and figures per signature never replace those per test.

mod near;
mod of_corpus;
mod own_names;
mod subject;
mod trace_sim;
mod version_1;

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::Path;

use foldhash::fast::RandomState;
use indexmap::IndexSet;

use crate::lang::{MethodNames, method_name};
use crate::message::mask::{mask, mask_all_but_names, without_random};
use crate::message::{message_line, message_lines};
use crate::model::text::first_bytes;
use crate::model::{Failure, FocalLocation};
use crate::parallel;
use crate::trace::{CallPlace, Cause};

pub use near::near_signatures;
pub(crate) use of_corpus::{CorpusSignatures, GroupSignatures};
use own_names::OwnNames;
pub(crate) use version_1::signature_of_version_1;

/// The largest number of project frames in a signature.
///
/// Measured on 37,000 failures of seven projects: of the signatures that contain a TP, those that also contain FPs
/// become fewer with the first frame and with the second (8, 6, 4 in a run without oracles; 20, 18, 15 in one of
/// template oracles), and no fewer with the third or with all; those only split one failure into several signatures.
const PROJECT_FRAMES: usize = 2;

/// The number of bytes of a message that are compared: messages written by people are shorter.
const MOST_OF_MESSAGE: usize = 16_384;

/// The number of failures whose signatures are computed before equal ones are found, which bounds the memory.
const AT_A_TIME: usize = 16_384;

/// The data that the failures of one signature have in common.
#[derive(Debug, Clone, Default)]
pub struct Signature {
    /// The qualified name of the root cause; empty if there is no trace.
    pub exception: String,
    /// The first line of its message, masked.
    pub message: String,
    /// The topmost project frames as `package.Class.method`, the one that threw first; of another language,
    /// as `file:function`.
    pub frames: Vec<String>,
    /// The subject of an assertion that failed without any project frame: the focal method, the statement
    /// that failed, or the test; in a table of generated tests the class of the test.
    pub subject: Option<String>,
    /// The members of a group of exceptions, each as a signature, ascending and once each.
    pub members: Vec<String>,
    /// The simple name of the exception that ended the test, if the root cause is another one. It is no part
    /// of the key.
    pub wrapper: Option<String>,
}

/// The parts of a signature by which two are equal.
type Key<'a> = (&'a str, &'a str, &'a [String], Option<&'a str>, &'a [String]);

impl PartialEq for Signature {
    fn eq(&self, other: &Signature) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Signature {}

impl Hash for Signature {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Signature {
    /// Returns the signature of a failure.
    pub fn of(failure: &Failure) -> Signature {
        Signature::with_names(failure, &MethodNames::default())
    }

    fn with_names<'a>(failure: &'a Failure, names: &MethodNames<'a>) -> Signature {
        Signature::of_root(failure, &failure.trace.cause(), names)
    }

    /// Returns the signature of a failure, of whose trace `cause` is the root cause.
    fn of_root<'a>(failure: &'a Failure, cause: &Cause<'_>, names: &MethodNames<'a>) -> Signature {
        let own = OwnNames::of(failure);
        let wrapper = cause.wrapper().map(|wrapper| simple_name(wrapper).to_owned());
        let mut members: Vec<Signature> = members_of(cause)
            .into_iter()
            .map(|member| Signature::of_cause(failure, member, names, &own))
            .collect();
        members.sort_by_cached_key(Signature::to_string);
        members.dedup();
        match members.len() {
            0 => Signature { wrapper, ..Signature::of_cause(failure, cause, names, &own) },
            // The same exception several times is one cause.
            1 => {
                let group = wrapper.or_else(|| Some(simple_name(cause.exception).to_owned()));
                Signature { wrapper: group, ..members.remove(0) }
            }
            _ => {
                let members = members.iter().map(Signature::to_string).collect();
                Signature { exception: cause.exception.to_owned(), members, wrapper, ..Signature::default() }
            }
        }
    }

    fn of_cause<'a>(
        failure: &'a Failure,
        cause: &Cause<'_>,
        names: &MethodNames<'a>,
        own: &OwnNames<'_>,
    ) -> Signature {
        let place = cause.place(&failure.test, PROJECT_FRAMES);
        let is_assertion = failure.is_assertion(cause.exception);
        // Without any place, the names in the message of an error tell what it is about.
        let keeps_names = failure.is_reported && !is_assertion && place == CallPlace::Unknown;
        let message = match relation_of_assertj(cause.text).filter(|_| failure.is_reported) {
            Some(relation) => Cow::Owned(relation),
            None => Cow::Borrowed(without_file_of_mocha(message_line(cause.text, failure.is_reported))),
        };
        let message = with_closed_quotes(first_bytes(&message, MOST_OF_MESSAGE));
        let message = without_random(&message);
        let message = own.hidden(&message);
        let subject = match &place {
            CallPlace::Unknown | CallPlace::Helper if is_assertion => {
                Some(subject::subject(failure, names, own, place == CallPlace::Helper))
            }
            CallPlace::Unknown if own_names::are_hidden_in(&message) => subject::imported(failure),
            _ => None,
        };
        let mut frames = match place {
            CallPlace::Project(calls) | CallPlace::Library(calls) => calls,
            CallPlace::Test(place) => vec![place],
            CallPlace::Helper | CallPlace::Unknown => Vec::new(),
        };
        // With a different one for every failure, signatures take as much memory as traces.
        frames.shrink_to_fit();
        let message = if keeps_names { mask_all_but_names(&message) } else { mask(&message) };
        let exception = cause.exception.to_owned();
        Signature { exception, message, frames, subject, ..Signature::default() }
    }

    /// Returns the key in words: the signature without the exception around the root cause.
    pub(crate) fn key_in_words(&self) -> String {
        Signature { wrapper: None, ..self.clone() }.to_string()
    }

    fn key(&self) -> Key<'_> {
        (&self.exception, &self.message, &self.frames, self.subject.as_deref(), &self.members)
    }

    /// Returns the project's method that was running when the exception was thrown; None if it was the test itself.
    pub(crate) fn call(&self) -> Option<String> {
        self.frames.first().map(|frame| call_of(frame))
    }

    /// Returns the place where the exception was thrown, without the package: `Purse.take`; None without a
    /// project frame.
    pub fn place(&self) -> Option<&str> {
        self.frames.first().map(|frame| without_package(frame))
    }
}

/// Returns the words of AssertJ around its values, `Expecting: to contain:`: its first line is the same for all checks. None for other
/// messages.
fn relation_of_assertj(text: &str) -> Option<String> {
    let mut lines = message_lines(text).filter(|line| !line.trim().is_empty());
    let first = lines.next().filter(|line| line.starts_with("Expecting") && line.ends_with(':'))?;
    // The values are indented; below the relation stands what was not found and what was not expected.
    let relation = lines.find(|line| !line.starts_with(char::is_whitespace));
    Some(relation.map_or_else(|| first.to_owned(), |relation| format!("{first} {relation}")))
}

/// Returns a message with the closing quotes of texts that a runner cut: of `key "GM1h6k… { …(2) }` `key "GM1h6k…" { …(2) }`. Like any
/// quoted text, what is left of one may differ in each run.
fn with_closed_quotes(message: &str) -> Cow<'_, str> {
    let mut from = 0;
    let opening = |(at, c): &(usize, char)| {
        matches!(c, '"' | '\'' | '`') && !message[..*at].ends_with(char::is_alphanumeric)
    };
    while let Some((at, quote)) = message[from..].char_indices().map(|(at, c)| (from + at, c)).find(opening) {
        let (start, quoted) = (at + 1, &message[at + 1..]);
        match (quoted.find(quote), quoted.find(CUT)) {
            (Some(end), _) => from = start + end + 1,
            (None, Some(cut)) => {
                let (text, rest) = message.split_at(start + cut + CUT.len_utf8());
                return Cow::Owned(format!("{text}{quote}{rest}"));
            }
            (None, None) => from = start,
        }
    }
    Cow::Borrowed(message)
}

/// The sign with which a runner cuts a text.
const CUT: char = '…';

/// Returns the exceptions that a group collects, also in groups within it; none for another exception.
fn members_of<'c, 'f>(cause: &'c Cause<'f>) -> Vec<&'c Cause<'f>> {
    cause
        .members
        .iter()
        .flat_map(|member| {
            let within = members_of(member);
            if within.is_empty() { vec![member] } else { within }
        })
        .collect()
}

/// Returns the name of a failure's focal method, as `Class.method` if its file is known; empty if there is none.
pub(crate) fn focal_name(failure: &Failure) -> String {
    focal_name_of(failure, &method_name(&failure.focal_method, failure.language))
}

/// Returns the name of a failure's focal method, which is the method of this name.
pub(crate) fn focal_name_of(failure: &Failure, method: &str) -> String {
    let class = match &failure.focal_location {
        FocalLocation::At(location) if !method.is_empty() => module_of(Path::new(&*location.file)),
        _ => None,
    };
    class.map_or_else(|| method.to_owned(), |class| format!("{class}.{method}"))
}

/// Returns the name of a file without its ending; of the file that stands for a package of Python that of its folder.
fn module_of(file: &Path) -> Option<&str> {
    let stem = file.file_stem().and_then(OsStr::to_str)?;
    let folder = file.parent().and_then(Path::file_name).and_then(OsStr::to_str);
    Some(folder.filter(|_| stem == "__init__").unwrap_or(stem))
}

/// Returns the name of a failure's focal method as people read it: with its class, as in traces, or else with its file.
pub(crate) fn focal_in_words(failure: &Failure, method: &str) -> String {
    match &*failure.focal_name {
        "" => focal_name_of(failure, method),
        name => name.to_owned(),
    }
}

/// Returns the class and the method of a frame; a frame of another language than the JVM's, which has a
/// colon, is returned whole.
fn without_package(frame: &str) -> &str {
    if frame.contains(':') {
        return frame;
    }
    let class = frame.rfind('.').and_then(|method| frame[..method].rfind('.')).map_or(0, |dot| dot + 1);
    &frame[class..]
}

/// Returns the name of an exception without its package.
fn simple_name(exception: &str) -> &str {
    exception.rsplit('.').next().unwrap_or("")
}

impl fmt::Display for Signature {
    /// Writes `NullPointerException: no "…" · Purse.take ◂ Purse.empty`: names without packages. The
    /// exception that ended the test stands before its root cause: `IllegalStateException ← ConnectException: refused`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.wrapper.iter().try_for_each(|wrapper| write!(f, "{wrapper} ← "))?;
        let name = simple_name(&self.exception);
        f.write_str(if name.is_empty() { "no exception" } else { name })?;
        if !self.message.is_empty() {
            write!(f, ": {}", self.message)?;
        }
        if !self.members.is_empty() {
            write!(f, " of [{}]", self.members.join("] and ["))?;
        }
        for (index, frame) in self.frames.iter().enumerate() {
            write!(f, "{}{}", if index == 0 { " · " } else { " ◂ " }, without_package(frame))?;
        }
        self.subject.iter().try_for_each(|subject| write!(f, " · {subject}"))
    }
}

/// Returns the project's method that was running when the test failed, by the trace of the exception that
/// ended the test; None if it was the test itself.
pub(crate) fn failing_call(failure: &Failure) -> Option<String> {
    /// The number of bytes that are read, for every row of a list: the top of a long trace is sufficient.
    const MOST: usize = 16_384;
    root_call(failure, &failure.trace.thrown(MOST))
}

/// Returns the project's method that was running when an exception of a failure was thrown; None if it was
/// the test itself.
pub(crate) fn root_call(failure: &Failure, cause: &Cause<'_>) -> Option<String> {
    match cause.place(&failure.test, 1) {
        CallPlace::Project(calls) | CallPlace::Library(calls) => calls.first().map(|frame| call_of(frame)),
        CallPlace::Test(place) => Some(place),
        CallPlace::Helper | CallPlace::Unknown => None,
    }
}

/// Returns the method of a frame: `take`, `new Purse`, the class of a static initializer; another language's
/// frame whole.
fn call_of(frame: &str) -> String {
    if frame.contains(':') {
        return frame.to_owned();
    }
    let mut parts = frame.rsplit('.');
    let (method, class) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    match method {
        "<init>" => format!("new {class}"),
        "<clinit>" => class.to_owned(),
        "__init__" => format!("{class}()"),
        // An arrow of JavaScript is known by the function around it: `src/text.parse.<anonymous>`.
        "<anonymous>" => {
            let around = frame.trim_end_matches(".<anonymous>");
            let own = around.rsplit('/').next().unwrap_or(around);
            let function = own.split_once('.').and_then(|(_, path)| path.rsplit('.').next());
            function.unwrap_or(method).to_owned()
        }
        _ => method.to_owned(),
    }
}

/// The signatures of a group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signatures {
    /// The distinct signatures, in order of first appearance.
    pub all: Vec<Signature>,
    /// The index into `all` for each failure of the group, in the order of its failures.
    pub of_failure: Vec<usize>,
}

impl Signatures {
    /// Returns the signatures of a group's failures, in the order given. `names` is shared by all groups of a corpus.
    pub fn of<'a>(failures: &[&'a Failure], names: &MethodNames<'a>) -> Signatures {
        let Numbered { distinct, of_failure, .. } = Numbered::of(failures, names);
        Signatures { all: distinct.into_iter().collect(), of_failure }
    }
}

/// The signatures of a group as they are numbered: there can be as many as failures, so that they are not copied.
struct Numbered {
    distinct: IndexSet<Signature, RandomState>,
    of_failure: Vec<usize>,
    /// True for each failure whose exception has another one behind it, or is a group of several.
    has_root: Vec<bool>,
}

impl Numbered {
    fn of<'a>(failures: &[&'a Failure], names: &MethodNames<'a>) -> Numbered {
        let mut distinct: IndexSet<Signature, RandomState> = IndexSet::default();
        let mut of_failure = Vec::with_capacity(failures.len());
        let mut has_root = Vec::with_capacity(failures.len());
        for failures in failures.chunks(AT_A_TIME) {
            let each = parallel::map(failures, |failure| {
                let cause = failure.trace.cause();
                (Signature::of_root(failure, &cause, names), cause.is_behind_another())
            });
            for (signature, is_behind_another) in each {
                of_failure.push(distinct.insert_full(signature).0);
                has_root.push(is_behind_another);
            }
        }
        Numbered { distinct, of_failure, has_root }
    }
}

/// Returns the message of a time-out of Mocha without the path of the test's file at its end, which differs from machine to machine.
fn without_file_of_mocha(message: &str) -> &str {
    const END: &str = "ensure it resolves.";
    match message.strip_prefix("Timeout of ").and_then(|_| message.split_once(END)) {
        Some((before, _)) => &message[..before.len() + END.len()],
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Execution, Language, Location, StackTrace};

    fn signature(trace: &str) -> String {
        Signature::of(&Failure::with_trace(trace)).to_string()
    }

    #[test]
    fn an_arrow_is_known_by_the_function_around_it() {
        for (frame, call) in [
            ("src/text.parse.<anonymous>", "parse"),
            ("src/text.Texts.parse.<anonymous>", "parse"),
            ("src/text.<anonymous>", "<anonymous>"),
            ("text.parse", "parse"),
        ] {
            assert_eq!(call_of(frame), call, "{frame}");
        }
    }

    #[test]
    fn a_quoted_text_that_was_cut_is_closed() {
        for (message, closed) in [
            ("no key \"GM1h6k… { …(2) } here", "no key \"GM1h6k…\" { …(2) } here"),
            ("can't put 'x7… in", "can't put 'x7…' in"),
            ("pen `a` not in `b… now", "pen `a` not in `b…` now"),
            ("'blue…' and \"red… ink\"", "'blue…' and \"red… ink\""),
            ("it's blue… and dry", "it's blue… and dry"),
            ("“blue… and dry", "“blue… and dry"),
        ] {
            assert_eq!(with_closed_quotes(message), closed);
        }
    }

    #[test]
    fn the_key_is_exception_masked_message_and_two_project_frames() {
        let trace = "a.B_ESTest::test0\njava.lang.IllegalArgumentException: no coin 7 in \"old\" purse3\n\
            \tat java.base/java.util.Objects.check(Objects.java:3)\n\tat shop.Purse.take(Purse.java:31)\n\
            \tat org.junit.Assert.run(Assert.java:1)\n\tat shop.Purse.lambda$all$4(Purse.java:99)\n\
            \tat shop.Shop.sell(Shop.java:5)\n\tat a.B_ESTest.test0(B_ESTest.java:12)\n";
        let key = Signature::of(&Failure::with_trace(trace));
        assert_eq!(key.exception, "java.lang.IllegalArgumentException");
        assert_eq!(key.message, "no coin # in \"…\" purse#");
        assert_eq!(key.frames, ["shop.Purse.take", "shop.Purse.all"]);
        assert_eq!(
            key.to_string(),
            "IllegalArgumentException: no coin # in \"…\" purse# · Purse.take ◂ Purse.all"
        );
        let other_lines = trace.replace(":31)", ":77)").replace("coin 7", "coin -12").replace("$4", "$11");
        assert_eq!(
            Signature::of(&Failure::with_trace(&other_lines)),
            key,
            "line numbers and values make no difference"
        );
        let other_frame = trace.replace("Purse.take", "Purse.put");
        assert_ne!(Signature::of(&Failure::with_trace(&other_frame)), key);
    }

    #[test]
    fn a_time_out_of_mocha_is_the_same_on_every_machine() {
        let message = |folder: &str| {
            let trace = format!(
                "pen.js::draws\nTestTimeout: Timeout of 40ms exceeded. For async tests and hooks, ensure \"done()\" is called; if returning a Promise, ensure it resolves. ({folder}/test/pen.js)"
            );
            Signature::of(&Failure::with_trace(&trace)).message
        };
        assert_eq!(message("/home/ann/pens"), message("/builds/7/pens"));
        assert!(message("/home/ann/pens").ends_with("ensure it resolves."), "{}", message("/home/ann/pens"));
    }

    #[test]
    fn checks_of_assertj_are_told_apart_by_their_relation() {
        let check = |values: &str| {
            let trace = format!("a.B::c\njava.lang.AssertionError: \n{values}\n\tat a.B.c(B.java:3)\n");
            Signature::of(&Failure { is_reported: true, ..Failure::with_trace(&trace) }).message
        };
        assert_eq!(check("Expecting:\n <\"red\">\nto contain:\n <\"blue\"> "), "Expecting: to contain:");
        assert_eq!(check("Expecting actual:\n  [1]\nto be empty\n"), "Expecting actual: to be empty");
        assert_eq!(
            check("Expecting:\n <[1]>\nto contain only:\n <[2]>\nbut could not find:\n <[2]>"),
            check("Expecting:\n <[3]>\nto contain only:\n <[4]>\nand others were not expected:\n <[3]>"),
            "one relation, whatever differs"
        );
    }

    #[test]
    fn reports_have_the_first_line_of_a_message_with_text() {
        let trace = "a.B::c\njava.lang.AssertionError: \nExpecting 3\nbut was not.\n\tat a.B.c(B.java:3)\n";
        let table = Failure::with_trace(trace);
        let report = Failure { is_reported: true, ..table.clone() };
        assert_eq!([report, table].map(|failure| Signature::of(&failure).message), ["Expecting #", ""]);
    }

    #[test]
    fn hidden_classes_have_the_name_of_their_host_class() {
        let of = |number: &str| {
            signature(&format!("t.T::t\nx.E\n\tat a.B$$Lambda$14/0x{number}.run(Unknown Source)\n"))
        };
        assert_eq!(of("0000000800c8"), "E · B.run");
        assert_eq!(of("0000000800d0"), of("0000000800c8"));
    }

    #[test]
    fn without_a_trace_there_is_still_a_key() {
        assert_eq!(signature(""), "no exception");
        assert_eq!(signature("a.B_ESTest::test0\n"), signature("a.B_ESTest::test0"));
        assert_eq!(signature("a.B_ESTest::test0\nx.E: m\n\tat Pen.draw(Pen.java:1)\n"), "E: m · Pen.draw");
    }

    #[test]
    fn an_assertion_that_failed_in_the_test_is_identified_by_its_subject() {
        let trace = "a.B_ESTest::test0\norg.junit.ComparisonFailure: expected:<1> but was:<2>\n\tat org.junit.Assert.fail(Assert.java:1)\n\tat a.B_ESTest.test0(B.java:3)\n";
        let mut failure = Failure::with_trace(trace);
        assert_eq!(
            Signature::of(&failure).to_string(),
            "ComparisonFailure: expected:<…> but was:<…> · a.B_ESTest"
        );
        failure.focal_method = "int draw() { return 1; }".into();
        assert_eq!(Signature::of(&failure).subject.as_deref(), Some("draw"));
        let file = Location { file: "src/main/java/a/Pen.java".into(), line: 1, failing_line: None };
        failure.focal_location = FocalLocation::At(file.into());
        assert_eq!(Signature::of(&failure).subject.as_deref(), Some("Pen.draw"));
        failure.trace = StackTrace(trace.replace("org.junit.Assert.fail", "a.Pen.check").into());
        assert_eq!(Signature::of(&failure).subject, None, "a frame of the project takes precedence");
    }

    /// Returns the signature of a failure in a report.
    fn reported(test: &str, thrown: &str) -> Signature {
        let failure = Failure {
            test: test.into(),
            is_reported: true,
            ..Failure::with_trace(&format!("{test}\n{thrown}"))
        };
        Signature::of(&failure)
    }

    #[test]
    fn methods_of_one_name_of_two_classes_in_a_file_are_two_places() {
        let trace =
            "t::t\nAssertionError: assert 1 == 2\n\tat tests.test_pen.test_draws(tests/test_pen.py:3)\n";
        let subject = |file: &str, name: &str| {
            let file = Location { file: file.into(), line: 1, failing_line: None };
            let failure = Failure {
                language: Language::Python,
                is_reported: true,
                focal_method: "def __call__(self):\n    return 1".into(),
                focal_name: name.into(),
                focal_location: FocalLocation::At(file.into()),
                ..Failure::with_trace(trace)
            };
            Signature::of(&failure).subject.unwrap_or_default()
        };
        assert_eq!(subject("ink/pen.py", "Pen.__call__"), "pen.Pen.__call__");
        assert_eq!(subject("ink/pen.py", "Brush.__call__"), "pen.Brush.__call__");
        assert_eq!(subject("ink/__init__.py", ""), "ink.__call__", "a package is named by its folder");
    }

    const REFUSED: &str = "a.Failed: no context\n\tat shop.PenTest.draws(PenTest.java:3)\nCaused by: b.Refused: no pen 7\n\tat shop.Pen.draw(Pen.java:3)\n\t... 1 more\n";

    #[test]
    fn the_root_cause_decides_and_what_is_around_it_is_shown() {
        let refused = reported("shop.PenTest::draws", REFUSED);
        assert_eq!(refused.to_string(), "Failed ← Refused: no pen # · Pen.draw");
        assert_eq!(refused.key_in_words(), "Refused: no pen # · Pen.draw");
        let direct =
            "b.Refused: no pen 8\n\tat shop.Pen.draw(Pen.java:3)\n\tat shop.PenTest.fills(PenTest.java:9)\n";
        assert_eq!(reported("shop.PenTest::fills", direct), refused, "whatever is around it");
        assert_ne!(reported("shop.PenTest::draws", &REFUSED.replace("b.Refused", "b.Spilt")), refused);
    }

    #[test]
    fn the_members_of_a_group_are_a_set() {
        let member = |name: &str| format!("\n\tSuppressed: {name}: m\n\t\tat jobs.{name}(jobs.py:3)");
        let group = |members: &[&str]| {
            let members: String = members.iter().map(|name| member(name)).collect();
            reported("t::t", &format!("ExceptionGroup: jobs\n\tat jobs.run(jobs.py:1){members}"))
        };
        let two = group(&["KeyError", "ValueError"]);
        assert_eq!(
            two.to_string(),
            "ExceptionGroup of [KeyError: m · jobs.KeyError] and [ValueError: m · jobs.ValueError]"
        );
        assert_eq!(group(&["ValueError", "KeyError", "KeyError"]), two);
        assert_ne!(group(&["ValueError", "OSError"]), two);
        assert_eq!(group(&["KeyError"]).to_string(), "ExceptionGroup ← KeyError: m · jobs.KeyError");
        assert_eq!(group(&["KeyError", "KeyError"]), group(&["KeyError"]));
    }

    #[test]
    fn the_names_of_a_test_say_nothing() {
        let of = |module: &str| {
            let message = format!("class {module}.Pen has no label");
            reported(
                &format!("tests.{module}::test_a"),
                &format!("RuntimeError: {message}\n\tat pens.build(pens.py:3)"),
            )
        };
        assert_eq!(of("test_q1zx"), of("test_k_9u"));
        assert_eq!(of("test_q1zx").message, "class ‹test›.Pen has no label");
    }

    #[test]
    fn a_test_that_could_not_be_imported_is_identified_by_what_it_imports() {
        let of = |module: &str, import: &str| {
            let test = format!("{module}::test_a");
            let output = format!(
                "{}\nTraceback (most recent call last):\n  File \"tests/{module}.py\", line 1, in <module>\n    {import}\n",
                crate::message::REPORT
            );
            let failure = Failure {
                test: test.as_str().into(),
                execution: Some(Box::new(Execution { output: output.into(), ..Execution::default() })),
                language: Language::Python,
                is_reported: true,
                ..Failure::with_trace(&format!("{test}\nImportError: Failed to import test module: {module}"))
            };
            Signature::of(&failure)
        };
        let ink = of("test_q1zx", "from ink.pens import Pen");
        assert_eq!(ink.to_string(), "ImportError: Failed to import test module: ‹test› · import ink");
        assert_eq!(of("test_k_9u", "import ink"), ink);
        assert_ne!(of("test_k_9u", "from paper import Sheet"), ink);
    }

    #[test]
    fn an_error_without_a_place_keeps_the_names_in_its_message() {
        let of = |key: &str| {
            reported("test_pen::test_a", &format!("KeyError: '{key}'\n\tat test_pen.test_a(test_pen.py:3)"))
        };
        assert_eq!(of("ink").to_string(), "KeyError: 'ink'");
        assert_ne!(of("ink"), of("tip"));
    }

    #[test]
    fn in_reports_the_statement_or_the_test_is_the_subject() {
        let failed = |test: &str, source: &str| {
            let location =
                Location { file: "test_pen.py".into(), line: 1, failing_line: Some(source.lines().count()) };
            let failure = Failure {
                test: test.into(),
                language: Language::Python,
                is_reported: true,
                generated_test: source.into(),
                location: Some(location.into()),
                ..Failure::with_trace(&format!("{test}\nAssertionError\n\tat test_pen.test_a(test_pen.py:3)"))
            };
            Signature::of(&failure).subject.expect("a subject")
        };
        assert_eq!(
            failed("test_pen::test_a", "ink = pen.fill(3)\ncheck(ink, 'x')"),
            "check(pen.fill(#), \"…\")"
        );
        assert_eq!(failed("test_pen::test_a[3]", "assert ink == 3"), "test_pen.test_a");
    }

    #[test]
    fn signatures_are_numbered_by_first_appearance() {
        let failures =
            ["t::t\nx.E: 1", "t::t\nx.F: 1", "t::t\nx.E: 2", "t::t\nx.F: z"].map(Failure::with_trace);
        let signatures = Signatures::of(&failures.each_ref(), &MethodNames::default());
        assert_eq!(signatures.of_failure, [0, 1, 0, 2]);
        assert_eq!(
            signatures.all.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["E: #", "F: #", "F: z"]
        );
        assert_eq!(Signatures::of(&[], &MethodNames::default()), Signatures::default());
    }
}
