//! Tests with handmade groups whose features were computed by hand, and tests of properties that hold for every group.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::lang::MethodNames;
use crate::model::{FailureId, Group, Oracle, Passed, Run, StackTrace};

/// Returns a failure whose texts are all empty.
pub(super) fn failure() -> Failure {
    let empty: Arc<str> = Arc::from("");
    Failure {
        project: "Lang".into(),
        bug: "7".into(),
        test: "a.B::test0".into(),
        generated_test: empty,
        ..Failure::default()
    }
}

fn thrown(exception_line: &str) -> StackTrace {
    StackTrace(format!(" a.B::test0\n{exception_line}\n\tat a.B.test0(B.java:3)\n").into())
}

fn features(failures: &[Failure], definition: Definition) -> Vec<FeatureVector> {
    group_features(&failures.iter().collect::<Vec<_>>(), &MethodNames::default(), definition)
}

/// Returns the values of one feature for all failures.
fn column(failures: &[Failure], definition: Definition, feature: Feature) -> Vec<f64> {
    features(failures, definition).iter().map(|vector| vector[feature]).collect()
}

/// Returns six failed tests of one bug; the comments name the counted properties.
fn six_failures() -> Vec<Failure> {
    let size = "public int size() throws IOException { return n; }";
    let oracle =
        |expects_exception, assertion: &str| Oracle { expects_exception, assertion: assertion.into() };
    vec![
        // An unexpected exception; no prediction.
        Failure {
            focal_method: size.into(),
            docstring: "Counts the elements of the range.".into(),
            test_prefix: "@Test\npublic void test0() {\n  Range range = null;\n  range.size();\n}\n".into(),
            generated_test: "@Test\npublic void test0() {\n  Range range = null;\n  range.size();\n}\n".into(),
            trace: thrown("java.lang.NullPointerException"),
            ..failure()
        },
        // Another method of the same name; an assertion failure.
        Failure {
            focal_method: "public int size(int from) { return n - from; }".into(),
            test_prefix: "@Test\npublic void test1() {\n  Range range = new Range(3);\n  range.size(7);\n}\n".into(),
            generated_test: "@Test\npublic void test1() {\n  Range range = new Range(3);\n  try {\n    range.size(7);\n    fail(\"Expecting exception\");\n  } catch (Exception e) { }\n}\n".into(),
            oracle: oracle(true, ""),
            trace: thrown("junit.framework.AssertionFailedError: Expecting exception"),
            ..failure()
        },
        // Its exception is in the method's signature; the message continues on a second line.
        Failure {
            focal_method: size.into(),
            docstring: "Counts the elements of the range.".into(),
            test_prefix: "@Test\npublic void test2() {\n  Range range = new Range(3);\n  try { range.close(); } catch (IOException e) { }\n}\n".into(),
            generated_test: "@Test\npublic void test2() {\n  Range range = new Range(3);\n  try { range.close(); } catch (IOException e) { }\n  assertEquals(3, range.size());\n}\n".into(),
            oracle: oracle(false, "assertEquals(3, range.size());"),
            trace: thrown("java.io.IOException: closed: größe\njava.lang.Other: second line of the message"),
            ..failure()
        },
        // A constructor; the message is present but empty.
        Failure {
            focal_method: "@Deprecated\npublic Range(int n) { this.n = n; }".into(),
            test_prefix: "@Test\npublic void test3() {\n  new Range(3);\n}\n".into(),
            generated_test: "@Test\npublic void test3() {\n  new Range(3);\n}\n".into(),
            trace: thrown("java.lang.NullPointerException: "),
            ..failure()
        },
        // A failure without any information.
        failure(),
        // An incomplete method, and a trace of one line.
        Failure {
            focal_method: "public int size(".into(),
            docstring: "Zählt.".into(),
            trace: StackTrace("a.B::test5".into()),
            ..failure()
        },
    ]
}

#[test]
fn a_group_computed_by_hand() {
    let failures = six_failures();
    #[rustfmt::skip]
    let expected: [[f64; 10]; 6] = [
        // focal name, distinct lines, exception, no exception, catch,
        // trace exception, message, expected, unexpected, unexpected and focal
        [3.0, 2.0, 0.0, 1.0, 0.0, 2.0, 4.0, 0.0, 2.0, 1.0],
        [3.0, 4.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0],
        [3.0, 2.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0, 1.0, 0.0, 2.0, 4.0, 0.0, 2.0, 1.0],
        [2.0, 0.0, 0.0, 1.0, 0.0, 2.0, 4.0, 1.0, 0.0, 0.0],
        [2.0, 0.0, 0.0, 1.0, 0.0, 2.0, 4.0, 1.0, 0.0, 0.0],
    ];
    for definition in Definition::ALL {
        let vectors = features(&failures, definition);
        let counts: Vec<&[f64]> = vectors.iter().map(|vector| &vector.0[..10]).collect();
        assert_eq!(counts, expected, "{definition}");
        // Only the first and the third have Javadoc and a test; the values are scikit-learn's for these two.
        let similar: Vec<f64> = vectors.iter().map(|vector| vector[Feature::TestDocSim]).collect();
        assert!((similar[0] - 0.220_234_657_878_655_18).abs() < 1e-15, "{similar:?}");
        assert!((similar[2] - 0.233_063_327_908_869_16).abs() < 1e-15, "{similar:?}");
        assert_eq!(
            similar.iter().filter(|similarity| **similarity > 0.0).count(),
            2,
            "no Javadoc or no test: 0"
        );
    }
}

#[test]
fn windows_line_ends_make_no_difference() {
    let failures = six_failures();
    let windows = |text: &Arc<str>| -> Arc<str> { text.replace('\n', "\r\n").into() };
    let with_windows_ends: Vec<Failure> = failures
        .iter()
        .map(|failure| Failure {
            focal_method: windows(&failure.focal_method),
            docstring: windows(&failure.docstring),
            test_prefix: windows(&failure.test_prefix),
            generated_test: windows(&failure.generated_test),
            trace: StackTrace(windows(&failure.trace.0)),
            ..failure.clone()
        })
        .collect();
    for definition in Definition::ALL {
        assert_eq!(features(&with_windows_ends, definition), features(&failures, definition));
    }
}

#[test]
fn unexpected_exceptions_are_counted_by_name_and_trace_exceptions_with_their_package() {
    let throws = |exception: &str, focal_method: &str| Failure {
        trace: thrown(exception),
        focal_method: focal_method.into(),
        ..failure()
    };
    let failures = [
        throws("a.OddException: m", "void a() { }"),
        throws("b.OddException: m", "void a() { }"),
        throws("OddException: m", "void b() { }"),
        throws("b.OddException: n", "void c() throws OddException { }"),
    ];
    for definition in Definition::ALL {
        assert_eq!(column(&failures, definition, Feature::TraceExceptionCount), [1.0, 2.0, 1.0, 2.0]);
        assert_eq!(column(&failures, definition, Feature::TraceExceptionMsgCount), [3.0, 3.0, 3.0, 1.0]);
        assert_eq!(column(&failures, definition, Feature::IsExpTraceException), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(column(&failures, definition, Feature::UnexpTraceECount), [3.0, 3.0, 3.0, 0.0]);
        assert_eq!(column(&failures, definition, Feature::FocalUnexpTraceECount), [2.0, 2.0, 1.0, 0.0]);
    }
}

#[test]
fn only_teval_plus_counts_unexpected_exceptions_for_an_expected_one() {
    let throws = |docstring: &str, focal_method: &str| Failure {
        trace: thrown("java.lang.ArithmeticException: / by zero"),
        focal_method: focal_method.into(),
        docstring: docstring.into(),
        ..failure()
    };
    // The same method; one test has its Javadoc, the others (for example, of an overriding class) have none.
    let failures = [
        throws("@throws ArithmeticException if b is 0", "int a(int b) { return 1 / b; }"),
        throws("", "int a(int b) { return 1 / b; }"),
        throws("", "int a(int b) { return 1 / b; }"),
        throws("", "int c(int b) { return 2 / b; }"),
    ];
    for definition in Definition::ALL {
        assert_eq!(column(&failures, definition, Feature::IsExpTraceException), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(column(&failures, definition, Feature::UnexpTraceECount), [0.0, 3.0, 3.0, 3.0]);
    }
    let count = Feature::FocalUnexpTraceECount;
    assert_eq!(column(&failures, Definition::Paper, count), [0.0, 2.0, 2.0, 1.0]);
    assert_eq!(column(&failures, Definition::TevalPlus, count), [2.0, 2.0, 2.0, 1.0]);
}

#[test]
fn only_the_paper_expects_junit_4s_assertion_failures() {
    let failures = [
        Failure { trace: thrown("java.lang.AssertionError: expected:<1> but was:<2>"), ..failure() },
        Failure { trace: thrown("org.junit.ComparisonFailure: expected:<[a]> but was:<[b]>"), ..failure() },
        Failure { trace: thrown("java.lang.AssertionError"), ..failure() },
    ];
    assert_eq!(column(&failures, Definition::Paper, Feature::IsExpTraceException), [1.0, 1.0, 1.0]);
    assert_eq!(column(&failures, Definition::Paper, Feature::UnexpTraceECount), [0.0, 0.0, 0.0]);
    assert_eq!(column(&failures, Definition::TevalPlus, Feature::IsExpTraceException), [0.0, 0.0, 0.0]);
    assert_eq!(column(&failures, Definition::TevalPlus, Feature::UnexpTraceECount), [2.0, 1.0, 2.0]);
    assert_eq!(column(&failures, Definition::TevalPlus, Feature::FocalUnexpTraceECount), [2.0, 1.0, 2.0]);
}

#[test]
fn an_expected_exception_wins_over_an_assertion_predicted_with_it() {
    let both = Oracle { expects_exception: true, assertion: "assertTrue(a);".into() };
    let blank = Oracle { expects_exception: false, assertion: " \n".into() };
    let failures = [Failure { oracle: both, ..failure() }, Failure { oracle: blank, ..failure() }];
    assert_eq!(column(&failures, Definition::Paper, Feature::IsException), [1.0, 0.0]);
    assert_eq!(column(&failures, Definition::Paper, Feature::IsNoException), [0.0, 1.0]);
}

#[test]
fn groups_are_counted_separately_and_vectors_ordered_by_failure() {
    let mut failures = six_failures();
    failures.extend(six_failures().into_iter().take(3));
    let group = |run, failures: Vec<usize>| Group {
        is_predicted: false,
        run,
        project: "Lang".into(),
        bug: "7".into(),
        failures: failures.into_iter().map(FailureId::new).collect(),
        passed: Passed::default(),
    };
    // The same project and bug in two runs, with interleaved failures, and a group in which all tests passed.
    let corpus = Corpus {
        runs: vec![Run { name: "a".to_owned() }, Run { name: "b".to_owned() }],
        groups: vec![group(0, vec![0, 2, 4, 6, 8]), group(0, vec![]), group(1, vec![1, 3, 5, 7])],
        failures,
        ..Corpus::default()
    };
    let vectors = corpus_features(&corpus, &MethodNames::default(), Definition::Paper);
    assert_eq!(vectors.len(), corpus.failures.len());
    for group in &corpus.groups {
        let members: Vec<&Failure> = group.failures.iter().map(|&index| &corpus.failures[index]).collect();
        let alone = group_features(&members, &MethodNames::default(), Definition::Paper);
        let together: Vec<FeatureVector> = group.failures.iter().map(|&index| vectors[index]).collect();
        assert_eq!(together, alone);
    }
    assert!(corpus_features(&Corpus::default(), &MethodNames::default(), Definition::Paper).is_empty());
}

/// Generates text from pieces that affect the features, in any order, with any characters between them.
fn hostile_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\n"),
        Just("\r\n"),
        Just("\t"),
        Just(":"),
        Just("."),
        Just("java.lang.AssertionError"),
        Just("org.evosuite.Mock"),
        Just("public void test0() {"),
        Just("}"),
        Just("@Test"),
        Just("try { a(); } catch (E e) {"),
        Just("catch"),
        Just("/*"),
        Just("\""),
        Just("İσΣ"),
        Just("\u{0}"),
        Just("\u{202e}\u{301}"),
        Just("x = alpha_1 + the;"),
    ]
    .prop_map(str::to_owned);
    proptest::collection::vec(prop_oneof![4 => piece, 1 => any::<String>()], 0..12)
        .prop_map(|pieces| pieces.concat())
}

fn hostile_failure() -> impl Strategy<Value = Failure> {
    (proptest::array::uniform6(hostile_text()), any::<bool>()).prop_map(|(texts, expects_exception)| {
        let [focal_method, docstring, test_prefix, generated_test, trace, assertion] =
            texts.map(Arc::<str>::from);
        let oracle = Oracle { expects_exception, assertion };
        let trace = StackTrace(trace);
        Failure { focal_method, docstring, test_prefix, generated_test, oracle, trace, ..failure() }
    })
}

proptest! {
    #[test]
    fn any_text_has_features(failures in proptest::collection::vec(hostile_failure(), 0..6)) {
        for definition in Definition::ALL {
            let vectors = features(&failures, definition);
            prop_assert_eq!(vectors.len(), failures.len());
            for vector in &vectors {
                for feature in [Feature::FocalMethodNameCount, Feature::TraceExceptionCount, Feature::TraceExceptionMsgCount] {
                    prop_assert!((1.0..=failures.len() as f64).contains(&vector[feature]), "a test counts itself");
                }
                prop_assert!((0.0..=1.0).contains(&vector[Feature::TestDocSim]));
                prop_assert!(vector[Feature::FocalUnexpTraceECount] <= failures.len() as f64);
                prop_assert!(definition == Definition::TevalPlus
                    || vector[Feature::FocalUnexpTraceECount] <= vector[Feature::UnexpTraceECount]);
            }
        }
    }

    #[test]
    fn the_order_of_a_group_does_not_matter(failures in proptest::collection::vec(hostile_failure(), 0..6)) {
        let vectors = features(&failures, Definition::Paper);
        let reversed: Vec<Failure> = failures.into_iter().rev().collect();
        for (vector, other) in vectors.iter().rev().zip(features(&reversed, Definition::Paper)) {
            prop_assert_eq!(&vector.0[..10], &other.0[..10]);
            prop_assert!((vector[Feature::TestDocSim] - other[Feature::TestDocSim]).abs() < 1e-12);
        }
    }
}

#[test]
fn the_message_of_a_report_is_its_first_line_with_text_but_not_in_the_replication_package() {
    let failed = |said: &str, is_reported| Failure {
        trace: thrown(&format!("java.lang.AssertionError: \n{said}\nbut was not.")),
        is_reported,
        ..failure()
    };
    let counts = |is_reported, definition| {
        let failures = [failed("Expecting ink", is_reported), failed("Expecting a pen", is_reported)];
        column(&failures, definition, Feature::TraceExceptionMsgCount)
    };
    assert_eq!(counts(true, Definition::Paper), [1.0, 1.0]);
    assert_eq!(counts(true, Definition::TevalPlus), [2.0, 2.0]);
    for definition in Definition::ALL {
        assert_eq!(counts(false, definition), [2.0, 2.0], "tables and logs keep an empty line");
    }
}
