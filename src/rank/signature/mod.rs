//! Signatures: they collect the failures of a group that are one failure seen by many tests (crash bucketing).
//!
//! ```text
//! stack trace ──Signature::of──▶ exception, masked message, top project frames ──Signatures::of──▶ a number per failure
//!                                                       └──near_signatures──▶ fewer numbers: similar signatures together
//! ```
//!
//! **The key.** The exception's qualified name, the first line of its message with all parts masked that vary from
//! test to test (`mask`), and the topmost `PROJECT_FRAMES` frames of the project as `class.method`, without line
//! numbers. Frames of the test, of frameworks, of the JDK and of reflection are left out (`Origin`). Only the
//! exception that ended the test counts, not its causes. An assertion that fails in the test itself has no frame of
//! the project: its focal method, or else the class of the test, is used instead.
//!
//! A trace without any frame of a JVM is another language's: its calls count in place of frames (`script_frames`).
//!
//! **A signature is not a verdict.** In a run of template oracles, most signatures that contain a TP also contain FPs. Its
//! labels can be overruled test by test, and figures per signature never replace those per test.

mod near;
mod script_frames;
mod trace_sim;

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use foldhash::fast::RandomState;
use indexmap::IndexSet;

use crate::lang::{MethodNames, method_name};
use crate::model::text::first_bytes;
use crate::model::{Corpus, Failure, FocalLocation, StackTrace};
use crate::parallel;
use crate::trace::{ExceptionRole, Frame, Origin, TraceLineKind};

use crate::message::mask::mask;
pub use near::near_signatures;
use script_frames::project_calls;

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
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signature {
    /// The qualified exception; empty if there is no trace.
    pub exception: String,
    /// The first line of its message, masked.
    pub message: String,
    /// The topmost project frames as `package.Class.method`, the one that threw first; of another language, as `file:function`.
    pub frames: Vec<String>,
    /// The subject of an assertion that failed without any project frame: the focal method, else the class of the test.
    pub subject: Option<String>,
}

impl Signature {
    /// Returns the signature of a failure.
    pub fn of(failure: &Failure) -> Signature {
        Signature::with_names(failure, &MethodNames::default())
    }

    fn with_names<'a>(failure: &'a Failure, names: &MethodNames<'a>) -> Signature {
        let mut frames = project_frames(&failure.trace, PROJECT_FRAMES);
        frames.truncate(PROJECT_FRAMES);
        // With a different one for every failure, signatures take as much memory as traces.
        frames.shrink_to_fit();
        let exception = failure.trace.exception().to_owned();
        let has_subject = frames.is_empty() && failure.is_assertion_failure();
        Signature {
            subject: has_subject.then(|| subject(failure, names)),
            exception,
            message: mask(first_bytes(failure.message(), MOST_OF_MESSAGE)),
            frames,
        }
    }

    /// Returns the method of the project that was running when the test failed; None if it was the test itself.
    pub(crate) fn failing_call(&self) -> Option<String> {
        self.frames.first().map(|frame| call_of(frame))
    }

    /// Returns the place where the exception was thrown, without the package: `Purse.take`; None without a project frame.
    pub fn place(&self) -> Option<&str> {
        self.frames.first().map(|frame| without_package(frame))
    }
}

/// Returns the focal method of a failure, as `Class.method` if its file is known, or else the class of the test.
fn subject<'a>(failure: &'a Failure, names: &MethodNames<'a>) -> String {
    let method = names.get(failure);
    if method.is_empty() {
        return failure.test.split("::").next().unwrap_or("").to_owned();
    }
    focal_name_of(failure, &method)
}

/// Returns the name of a failure's focal method, as `Class.method` if its file is known; empty if there is none.
pub(crate) fn focal_name(failure: &Failure) -> String {
    focal_name_of(failure, &method_name(&failure.focal_method, failure.language))
}

/// Returns the name of a failure's focal method, which is the method of this name.
pub(crate) fn focal_name_of(failure: &Failure, method: &str) -> String {
    let class = match &failure.focal_location {
        FocalLocation::At(location) if !method.is_empty() => {
            Path::new(&*location.file).file_stem().and_then(OsStr::to_str)
        }
        _ => None,
    };
    class.map_or_else(|| method.to_owned(), |class| format!("{class}.{method}"))
}

/// Returns the class and the method of a frame; a frame of another language than the JVM's, which has a colon, is returned whole.
fn without_package(frame: &str) -> &str {
    if frame.contains(':') {
        return frame;
    }
    let class = frame.rfind('.').and_then(|method| frame[..method].rfind('.')).map_or(0, |dot| dot + 1);
    &frame[class..]
}

impl fmt::Display for Signature {
    /// Writes `NullPointerException: no "…" · Purse.take ◂ Purse.empty`: names without packages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.exception.rsplit('.').next().unwrap_or("");
        f.write_str(if name.is_empty() { "no exception" } else { name })?;
        if !self.message.is_empty() {
            write!(f, ": {}", self.message)?;
        }
        for (index, frame) in self.frames.iter().enumerate() {
            write!(f, "{}{}", if index == 0 { " · " } else { " ◂ " }, without_package(frame))?;
        }
        self.subject.iter().try_for_each(|subject| write!(f, " · {subject}"))
    }
}

/// Returns the project's method that was running when the test failed, by its trace; None if it was the test itself.
pub(crate) fn failing_call(failure: &Failure) -> Option<String> {
    /// The number of bytes that are read, for every row of a list: the top of a long trace is sufficient.
    const MOST: usize = 16_384;
    let trace = &failure.trace;
    let frames = match trace.0.len() {
        0..=MOST => project_frames(trace, 1),
        _ => project_frames(&StackTrace(first_bytes(&trace.0, MOST).into()), 1),
    };
    frames.first().map(|frame| call_of(frame))
}

/// Returns the method of a frame: `take`, `new Purse`, the class of a static initializer; another language's frame whole.
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
        _ => method.to_owned(),
    }
}

/// Returns the project's frames of the exception that ended the test, topmost first; of a JVM's trace at most `most`.
fn project_frames(trace: &StackTrace, most: usize) -> Vec<String> {
    let mut frames = Vec::new();
    let mut is_of_jvm = false;
    for line in trace.parse_on() {
        match line.kind {
            TraceLineKind::Exception(exception) if exception.role != ExceptionRole::Thrown => break,
            TraceLineKind::Frame(frame) => {
                is_of_jvm = true;
                if frame.origin == Origin::Project {
                    frames.push(named(&frame));
                    if frames.len() >= most {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    if is_of_jvm { frames } else { project_calls(trace) }
}

/// Returns a frame without the numbers that the compiler or the JVM changes: a lambda is named after the method that holds
/// it, a hidden class after the class that made it.
fn named(frame: &Frame<'_>) -> String {
    let class = frame.class.split("$$Lambda").next().unwrap_or(frame.class);
    format!("{class}.{}", frame.lambda_within().unwrap_or(frame.method))
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
        let mut all: IndexSet<Signature, RandomState> = IndexSet::default();
        let mut of_failure = Vec::with_capacity(failures.len());
        for failures in failures.chunks(AT_A_TIME) {
            let each = parallel::map(failures, |failure| Signature::with_names(failure, names));
            of_failure.extend(each.into_iter().map(|signature| all.insert_full(signature).0));
        }
        let all = all.into_iter().collect();
        Signatures { all, of_failure }
    }
}

/// Returns the number of the signature of each failure of a corpus; the numbers are comparable only within a group.
pub(crate) fn corpus_signatures<'c>(corpus: &'c Corpus, names: &MethodNames<'c>) -> Vec<usize> {
    let mut numbers = vec![0; corpus.failures.len()];
    for group in &corpus.groups {
        let signatures = super::group_signatures(corpus, group, names);
        for (&failure, number) in group.failures.iter().zip(signatures.of_failure) {
            numbers[failure] = number;
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Location;

    fn signature(trace: &str) -> String {
        Signature::of(&Failure::with_trace(trace)).to_string()
    }

    #[test]
    fn the_key_is_exception_masked_message_and_two_project_frames() {
        let trace = "a.B_ESTest::test0\njava.lang.IllegalArgumentException: no coin 7 in \"old\" purse3\n\
            \tat java.base/java.util.Objects.check(Objects.java:3)\n\tat shop.Purse.take(Purse.java:31)\n\
            \tat org.junit.Assert.run(Assert.java:1)\n\tat shop.Purse.lambda$all$4(Purse.java:99)\n\
            \tat shop.Shop.sell(Shop.java:5)\n\tat a.B_ESTest.test0(B_ESTest.java:12)\n\
            Caused by: x.Y: other\n\tat shop.Deep.down(Deep.java:1)\n";
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
