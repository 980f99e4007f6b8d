//! The evidence on each failure of a group, signal by signal.
//!
//! Each signal gets a number from the texts and the trace, or None if the input lacks it: a failure without a Javadoc
//! is not counted as unlike it.

use std::collections::HashMap;

use rayon::prelude::*;

use super::signal::{FailureKind, SIGNAL_COUNT, Signal};
use crate::java::{Token, tokens};
use crate::model::{Failure, Feature, FeatureVector, Frame, Origin, StackTrace, TraceLineKind};

/// The evidence on one failure.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Evidence {
    /// The kind of the failure.
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
    let thrown = lines
        .skip_while(|kind| !matches!(kind, TraceLineKind::Exception(_)))
        .skip(1)
        .take_while(|kind| !matches!(kind, TraceLineKind::Exception(_)));
    let frames = thrown.filter_map(|kind| match kind {
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

/// Returns true if a number is negative: the minus before it is its sign, not an operator between two values.
fn has_negative_number(tokens: &[Token<'_>]) -> bool {
    let is_number = |&place: &usize| tokens[place] == Token::Number;
    (0..tokens.len()).filter(is_number).any(|place| ends_in_sign(&tokens[..place]))
}

/// Returns true if the tokens before a number end in its sign.
fn ends_in_sign(before: &[Token<'_>]) -> bool {
    let signs = before.iter().rev().take_while(|token| matches!(token, Token::Symbol('+' | '-'))).count();
    let (before, signs) = before.split_at(before.len() - signs);
    if signs.last() != Some(&Token::Symbol('-')) {
        return false;
    }
    // After a value the first sign is an operator: `a - -1`. Before it, the value may be incremented or decremented:
    // `a++ - 1`.
    let is_counted = signs.len() > 2 && signs[0] == signs[1];
    !ends_in_value(before) || signs.len() - if is_counted { 2 } else { 0 } > 1
}

/// Returns true if the tokens end in a value; a cast is not a value, nor is a keyword.
fn ends_in_value(tokens: &[Token<'_>]) -> bool {
    match tokens {
        [.., Token::Symbol('('), Token::Word(word), Token::Symbol(')')] => !PRIMITIVES.contains(word),
        [.., Token::Word(word)] => !BEFORE_VALUES.contains(word),
        [.., Token::Number | Token::Quoted | Token::Symbol(')' | ']')] => true,
        _ => false,
    }
}

/// The types whose casts may be followed by a sign (Java Language Specification, section 15.16); other casts may not.
const PRIMITIVES: [&str; 7] = ["byte", "short", "int", "long", "float", "double", "char"];

/// The keywords that can stand before a value.
const BEFORE_VALUES: [&str; 5] = ["return", "case", "assert", "else", "do"];

/// Returns the method, or the class of the constructor, that the last statement calls last: `c` in `x = a.b().c(d());`. None
/// if that statement does not end in a call.
fn last_call<'a>(tokens: &[Token<'a>]) -> Option<&'a str> {
    let closes = |token: &Token<'_>| matches!(token, Token::Symbol(';' | '}'));
    let end = tokens.iter().rposition(|token| !closes(token))?;
    if tokens[end] != Token::Symbol(')') {
        return None;
    }
    let mut open = 0_usize;
    for place in (0..=end).rev() {
        match tokens[place] {
            Token::Symbol(')') => open += 1,
            Token::Symbol('(') => {
                open -= 1; // the walk began at a `)` and ends where this becomes 0
                if open == 0 {
                    return match tokens.get(place.checked_sub(1)?)? {
                        Token::Word(name) => Some(name),
                        _ => None,
                    };
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_minus_is_a_sign_where_no_value_stands_before_it() {
        for source in [
            "-1",
            "f(-3)",
            "f(a, -3)",
            "a[-1]",
            "{-1, 2}",
            "x = -1;",
            "return -1;",
            "case -1:",
            "b ? -1 : 2",
            "b ? 1 : - 2",
            "x * -1",
            "x - -1",
            "1 - -2.5",
            "x + -1",
            "x += -1",
            "x < -1",
            "i++ + -1",
            "(byte) -1",
            "(double)-1.5",
            "i -> -1",
            "; -1",
        ] {
            assert!(has_negative_number(&tokens(source)), "{source}");
        }
        for source in [
            "4 - 3",
            "x -1",
            "a[i-1]",
            "f(x)-1",
            "a[0] - 1",
            "length() * 4 - 3",
            "(x) - 3",
            "\"a\".length() -1",
            "i-- - 1",
            "i++ - 1",
            "x + 1",
            "+1",
            "-x",
            "f(\"-1\")",
            "a - /* - */ 1",
            "1",
            "",
        ] {
            assert!(!has_negative_number(&tokens(source)), "{source}");
        }
    }

    #[test]
    fn the_last_call_is_the_outermost_of_the_last_statement() {
        let call = |source| last_call(&tokens(source));
        for (source, name) in [
            ("void t() { a(); int i = b.c(d(1), (e) f()); }", "c"),
            ("void t() { a.b().c(); } }", "c"),
            ("void t() { X x = new X(y()); }", "X"),
            ("void t() {\n  try { a(); }\n}", "a"),
        ] {
            assert_eq!(call(source), Some(name), "{source}");
        }
        for source in ["", "}", "void t() { int i = 1; }", "void t() { (a); (); }", "c()) ;", ")"] {
            assert!(call(source).is_none_or(|name| name == "c"), "{source}");
        }
        assert_eq!(call("x = (a)"), None);
    }

    proptest! {
        #[test]
        fn any_text_has_tokens(source in "[a\"'/*\\\\ \n;()0-9ß.+-]{0,60}") {
            last_call(&tokens(&source));
            has_negative_number(&tokens(&source));
        }
    }
}
