//! The evidence on each failure of a group, signal by signal.
//!
//! Each signal gets a number from the texts and the trace, or None if the input does not tell: a failure without a Javadoc
//! is not counted as unlike it.

use std::collections::HashMap;

use rayon::prelude::*;

use super::FailureKind;
use super::signal::{SIGNAL_COUNT, Signal};
use super::tokens::{has_negative_number, last_call};
use crate::java::{Token, tokens};
use crate::model::{Failure, Feature, FeatureVector, Frame, Origin, StackTrace, TraceLineKind};

/// The evidence on one failure.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Evidence {
    /// The way in which it failed.
    pub kind: FailureKind,
    /// The values by signal; None if the value is unknown.
    pub values: [Option<f64>; SIGNAL_COUNT],
}

/// Returns the evidence on each failure of a group, in the order given; `features` holds their features.
pub(super) fn evidence(failures: &[&Failure], features: &[FeatureVector]) -> Vec<Evidence> {
    let seen: Vec<(Evidence, Place<'_>)> =
        failures.par_iter().zip(features).map(|(failure, features)| see(failure, features)).collect();
    let mut at_place: HashMap<(FailureKind, Place<'_>), u32> = HashMap::new();
    for (evidence, place) in &seen {
        *at_place.entry((evidence.kind, *place)).or_insert(0) += 1;
    }
    seen.into_iter()
        .map(|(mut evidence, place)| {
            let count = at_place.get(&(evidence.kind, place)).map_or(0.0, |&count| f64::from(count));
            evidence.values[Signal::RarePlace as usize] = Some(-count);
            evidence
        })
        .collect()
}

/// The place where a test ended: the exception, and the place in the code under test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Place<'a> {
    exception: &'a str,
    /// For a crash: class, method and line of the project's last call.
    call: Option<(&'a str, &'a str, Option<u32>)>,
    /// For any other failure: the method that the prefix calls last.
    called: Option<&'a str>,
}

/// Returns all evidence but the rarity of the place, which depends on the whole group.
fn see<'a>(failure: &'a Failure, features: &FeatureVector) -> (Evidence, Place<'a>) {
    let kind = FailureKind::of(failure);
    let prefix = tokens(&failure.test_prefix);
    let focal_method = tokens(&failure.focal_method);
    let calls = calls_above_test(&failure.trace);
    let of_project = || calls.iter().filter(|call| call.origin == Origin::Project);
    let has_word = |tokens: &[Token<'_>], word: &str| tokens.contains(&Token::Word(word));
    let known = |source: &[Token<'_>], value: f64| (!source.is_empty()).then_some(value);
    let flag = |source: &[Token<'_>], is_so: bool| known(source, f64::from(is_so));

    let value = |signal: Signal| match signal {
        Signal::DocLikeness => {
            // A likeness is a sum, and its last digits are rounding errors.
            has_text(&failure.docstring).then(|| (features[Feature::TestDocSim] * 1e6).round() / 1e6)
        }
        Signal::Statements => {
            let ends = prefix.iter().filter(|token| **token == Token::Symbol(';'));
            known(&prefix, ends.count() as f64)
        }
        Signal::FocalMethodLength => known(&focal_method, focal_method.len() as f64),
        Signal::RarePlace => None,
        Signal::NullLiteral => flag(&prefix, has_word(&prefix, "null")),
        Signal::NegativeNumber => flag(&prefix, has_negative_number(&prefix)),
        Signal::Accident => {
            calls.first().map(|thrower| f64::from(is_accident(&failure.trace, thrower.origin)))
        }
        Signal::ThrownAtOnce => (!calls.is_empty()).then(|| f64::from(of_project().count() <= 1)),
        Signal::FocalMethodThrows => flag(&focal_method, has_word(&focal_method, "throw")),
        Signal::DocumentedException => has_text(&failure.docstring).then(|| {
            f64::from(failure.docstring.contains("@throws") || failure.docstring.contains("@exception"))
        }),
        Signal::GuessableValue => guessable(&failure.oracle.assertion),
    };
    let values = Signal::ALL.map(|signal| if signal.weight(kind) == 0 { None } else { value(signal) });
    let crash = kind == FailureKind::Crash;
    let place = Place {
        exception: failure.trace.exception_name(),
        call: of_project().next().filter(|_| crash).map(|call| (call.class, call.method, call.line)),
        called: if crash { None } else { last_call(&prefix) },
    };
    (Evidence { kind, values }, place)
}

fn has_text(text: &str) -> bool {
    !text.trim().is_empty()
}

/// Returns the calls that the test made, the one that threw first; without those of causes.
fn calls_above_test(trace: &StackTrace) -> Vec<Frame<'_>> {
    let lines = trace.parse().into_iter().map(|line| line.kind);
    let own = lines
        .skip_while(|kind| !matches!(kind, TraceLineKind::Exception(_)))
        .skip(1)
        .take_while(|kind| !matches!(kind, TraceLineKind::Exception(_)));
    let frames = own.filter_map(|kind| match kind {
        TraceLineKind::Frame(frame) => Some(frame),
        _ => None,
    });
    frames.take_while(|frame| frame.origin != Origin::Test).collect()
}

/// The exceptions that the JVM itself throws (Java Virtual Machine Specification, section 2.10, and the instructions of
/// chapter 6).
const THROWN_BY_THE_JVM: [&str; 8] = [
    "NullPointerException",
    "ArrayIndexOutOfBoundsException",
    "ClassCastException",
    "NegativeArraySizeException",
    "ArrayStoreException",
    "ArithmeticException",
    "StackOverflowError",
    "OutOfMemoryError",
];

/// Returns true if no `throw` of the project raised the exception: it comes from the Java runtime, or it is one that the JVM
/// itself throws, with the JVM's message or none.
fn is_accident(trace: &StackTrace, thrower: Origin) -> bool {
    match thrower {
        Origin::Jdk | Origin::Reflection => true,
        _ => THROWN_BY_THE_JVM.contains(&trace.exception_name()) && is_written_by_the_jvm(trace.message()),
    }
}

/// Returns true if a message is one of the JVM's (`HotSpot`'s), or empty.
fn is_written_by_the_jvm(message: &str) -> bool {
    let number = message.strip_prefix('-').unwrap_or(message);
    number.bytes().all(|byte| byte.is_ascii_digit())
        || message == "/ by zero"
        || message.starts_with("Cannot ")
        || message.contains("cannot be cast to")
        || message.contains("out of bounds for length")
}

/// Returns the value of [`Signal::GuessableValue`] for an assertion; None if there is no assertion.
fn guessable(assertion: &str) -> Option<f64> {
    let (name, _) = assertion.split_once('(')?;
    Some(match name.trim() {
        "assertTrue" | "assertFalse" => 2.0,
        "assertNull" | "assertNotNull" => 1.0,
        _ => 0.0,
    })
}
