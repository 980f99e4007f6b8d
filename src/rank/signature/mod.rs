//! Signatures: they collect the failures of a group that are one failure seen by many tests (crash bucketing).
//!
//! ```text
//! stack trace ──Signature::of──▶ exception, masked message, top project frames ──Signatures::of──▶ a number per failure
//!                                                       └──near_signatures──▶ fewer numbers: similar signatures together
//! ```
//!
//! **The key.** The exception's qualified name, the first line of its message with all parts masked that vary from test to
//! test (`mask`), and the topmost `PROJECT_FRAMES` frames of the project as `class.method`, without line numbers.
//! Frames of the test, of frameworks, of the JDK and of reflection are left out ([`Origin`]). Only the exception that ended
//! the test counts, not its causes.
//!
//! **A signature is no verdict.** Assertions that fail in a test have no project frame: in a run of template oracles, most
//! signatures that hold a TP hold FPs as well. Labels of a whole signature can be overruled test by test, and figures per
//! signature never replace those per test.

mod mask;
mod near;
mod trace_sim;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use rayon::prelude::*;

use crate::model::{Corpus, ExceptionRole, Failure, Frame, Origin, StackTrace, TraceLineKind};

use mask::mask;
pub use near::near_signatures;

/// The largest number of project frames in a signature.
///
/// Measured on 37,000 failures of seven projects: of the signatures that hold a TP, those that hold FPs as well become fewer
/// with the first frame and with the second (8, 6, 4 in a run without oracles; 20, 18, 15 in one of template oracles), and
/// no fewer with the third or with all; those only split one failure into several signatures.
const PROJECT_FRAMES: usize = 2;

/// The data that the failures of one signature have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signature {
    /// The qualified exception; empty if there is no trace.
    pub exception: String,
    /// The first line of its message, masked.
    pub message: String,
    /// The topmost project frames as `package.Class.method`, the one that threw first.
    pub frames: Vec<String>,
}

impl Signature {
    /// Returns the signature of a failure.
    pub fn of(failure: &Failure) -> Signature {
        Signature {
            exception: failure.trace.exception().to_owned(),
            message: mask(failure.trace.message()),
            frames: project_frames(&failure.trace).take(PROJECT_FRAMES).collect(),
        }
    }

    /// Returns the place where the exception was thrown, without the package: `Purse.take`; None without a project frame.
    pub fn place(&self) -> Option<&str> {
        self.frames.first().map(|frame| without_package(frame))
    }
}

/// Returns the class and the method of a frame.
fn without_package(frame: &str) -> &str {
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
        Ok(())
    }
}

/// Returns the project's frames of the exception that ended the test, topmost first, in the form that a signature uses.
fn project_frames(trace: &StackTrace) -> impl Iterator<Item = String> {
    let is_cause = |kind: &TraceLineKind<'_>| matches!(kind, TraceLineKind::Exception(exception) if exception.role != ExceptionRole::Thrown);
    trace.parse_on().take_while(move |line| !is_cause(&line.kind)).filter_map(|line| match line.kind {
        TraceLineKind::Frame(frame) if frame.origin == Origin::Project => Some(named(&frame)),
        _ => None,
    })
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
    /// Returns the signatures of a group's failures, in the order given.
    pub fn of(failures: &[&Failure]) -> Signatures {
        let each: Vec<Signature> = failures.par_iter().map(|failure| Signature::of(failure)).collect();
        let mut numbers: HashMap<Signature, usize> = HashMap::new();
        let mut all = Vec::new();
        let of_failure = each
            .into_iter()
            .map(|signature| {
                let next = numbers.len();
                match numbers.entry(signature) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        all.push(new.key().clone());
                        *new.insert(next)
                    }
                }
            })
            .collect();
        Signatures { all, of_failure }
    }
}

/// Returns the number of the signature of each failure of a corpus; the numbers are comparable only within a group.
pub(crate) fn corpus_signatures(corpus: &Corpus) -> Vec<usize> {
    let mut numbers = vec![0; corpus.failures.len()];
    for group in &corpus.groups {
        let signatures = super::group_signatures(corpus, group);
        for (&failure, number) in group.failures.iter().zip(signatures.of_failure) {
            numbers[failure] = number;
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn hidden_classes_go_by_the_class_that_made_them() {
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
    fn numbers_go_by_first_appearance() {
        let failures =
            ["t::t\nx.E: 1", "t::t\nx.F: 1", "t::t\nx.E: 2", "t::t\nx.F: z"].map(Failure::with_trace);
        let signatures = Signatures::of(&failures.each_ref());
        assert_eq!(signatures.of_failure, [0, 1, 0, 2]);
        assert_eq!(
            signatures.all.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["E: #", "F: #", "F: z"]
        );
        assert_eq!(Signatures::of(&[]), Signatures::default());
    }
}
