//! Groups made by hand with points and scores computed on paper, and properties that hold for every group.

use proptest::prelude::*;

use super::*;
use crate::model::{Failure, Feature, FeatureVector, Oracle, StackTrace};

/// Returns a failure with no data.
fn unknown() -> Failure {
    Failure { test: "a.B_ESTest::test0".into(), ..Failure::default() }
}

/// Returns a trace of a test of `a.B`, its frames innermost first.
fn trace(exception_line: &str, frames: &[&str]) -> StackTrace {
    let frames: String = frames.iter().map(|frame| format!("\tat {frame}\n")).collect();
    let text =
        format!("a.B_ESTest::test0\n{exception_line}\n{frames}\tat a.B_ESTest.test0(B_ESTest.java:9)\n");
    StackTrace(text.into())
}

fn crash(exception_line: &str, frames: &[&str]) -> Failure {
    Failure { trace: trace(exception_line, frames), ..unknown() }
}

fn oracle(expects_exception: bool, assertion: &str) -> Oracle {
    Oracle { expects_exception, assertion: assertion.into() }
}

/// Returns the explanations of a group whose features are all 0 and whose failures the paper ranks in the order given.
fn explained(failures: &[Failure]) -> Vec<BestReasons> {
    let paper: Vec<f64> = (0..failures.len()).map(|row| -(row as f64)).collect();
    explain(&failures.iter().collect::<Vec<_>>(), &vec![FeatureVector::default(); failures.len()], &[paper])
}

fn points(explanation: &BestReasons, signal: Signal) -> Option<(Option<f64>, i64)> {
    let count = explanation.signals.iter().find(|count| count.signal == signal)?;
    Some((count.value, count.points))
}

/// Returns the values of one signal, failure by failure.
fn values(failures: &[Failure], signal: Signal) -> Vec<Option<f64>> {
    explained(failures).iter().map(|one| points(one, signal).expect("it counts for this kind").0).collect()
}

#[test]
fn kinds_by_trace_and_oracle() {
    let fails = |exception: &str, oracle: Oracle| Failure { oracle, ..crash(exception, &[]) };
    let assertion = "junit.framework.AssertionFailedError: Expecting exception";
    for (failure, kind) in [
        (fails("java.lang.NullPointerException", oracle(false, "")), FailureKind::Crash),
        (fails("java.lang.StackOverflowError", oracle(true, "")), FailureKind::Crash),
        (fails("java.io.IOException: x", oracle(false, "assertNull(x)")), FailureKind::Crash),
        (fails(assertion, oracle(true, "")), FailureKind::NothingThrown),
        (fails(assertion, oracle(true, "assertNull(x)")), FailureKind::NothingThrown),
        (fails("org.junit.ComparisonFailure: x", oracle(false, "assertNull(x)")), FailureKind::WrongValue),
        (fails("java.lang.AssertionError", oracle(false, "")), FailureKind::WrongValue),
        (unknown(), FailureKind::Crash),
        (Failure { oracle: oracle(true, ""), ..unknown() }, FailureKind::NothingThrown),
        (Failure { oracle: oracle(false, "assertTrue(x)"), ..unknown() }, FailureKind::WrongValue),
    ] {
        assert_eq!(FailureKind::of(&failure), kind, "{:?}, {:?}", failure.trace, failure.oracle);
    }
}

#[test]
fn who_raised_an_exception() {
    let jdk = "java.base/java.lang.String.charAt(String.java:1)";
    let project = "a.B.draw(B.java:5)";
    let cases = [
        (crash("java.io.IOException: Pipe not connected", &[jdk, project]), Some(1.0)),
        (crash("java.lang.NullPointerException", &[project]), Some(1.0)),
        (crash("java.lang.NullPointerException: Cannot invoke \"a.B.c()\"", &[project]), Some(1.0)),
        (crash("java.lang.NullPointerException: the pen must not be null", &[project]), Some(0.0)),
        (crash("java.lang.ArrayIndexOutOfBoundsException: 7", &[project]), Some(1.0)),
        (crash("java.lang.NegativeArraySizeException: -3", &[project]), Some(1.0)),
        (crash("java.lang.ArithmeticException: / by zero", &[project]), Some(1.0)),
        (crash("java.lang.ArithmeticException: overflow", &[project]), Some(0.0)),
        (crash("java.lang.IllegalStateException", &[project]), Some(0.0)),
        (crash("java.lang.IllegalStateException", &[]), None),
        (unknown(), None),
    ];
    let failures: Vec<Failure> = cases.iter().map(|(failure, _)| failure.clone()).collect();
    let expected: Vec<Option<f64>> = cases.iter().map(|(_, value)| *value).collect();
    assert_eq!(values(&failures, Signal::Accident), expected);
}

#[test]
fn how_deep_an_exception_came_from() {
    let jdk = "java.base/java.lang.String.charAt(String.java:1)";
    let failures = [
        crash("x.Y", &["a.B.draw(B.java:5)"]),
        crash("x.Y", &[jdk, "a.B.draw(B.java:5)"]),
        crash("x.Y", &["a.C.ink(C.java:7)", "a.B.draw(B.java:5)"]),
        crash("x.Y", &[jdk]),
        crash("x.Y", &[]),
    ];
    assert_eq!(values(&failures, Signal::ThrownAtOnce), [Some(1.0), Some(1.0), Some(0.0), Some(1.0), None]);
    let caused = StackTrace(
        "a.B_ESTest::test0\nx.Y\n\tat a.B.draw(B.java:5)\nCaused by: x.Z\n\tat a.C.ink(C.java:7)\n".into(),
    );
    assert_eq!(values(&[Failure { trace: caused, ..unknown() }], Signal::ThrownAtOnce), [Some(1.0)]);
}

#[test]
fn failures_at_one_place_are_counted() {
    let here = || crash("x.Y: 1", &["a.B.draw(B.java:5)", "a.B.main(B.java:80)"]);
    let failures = [
        here(),
        crash("x.Y: 2", &["java.base/java.lang.String.charAt(String.java:1)", "a.B.draw(B.java:5)"]),
        crash("x.Y", &["a.B.draw(B.java:6)"]),
        crash("x.Z", &["a.B.draw(B.java:5)"]),
        here(),
    ];
    let counts = values(&failures, Signal::RarePlace);
    assert_eq!(
        counts,
        [Some(-3.0), Some(-3.0), Some(-1.0), Some(-1.0), Some(-3.0)],
        "line and exception count"
    );

    let missing = |prefix: &str| Failure {
        test_prefix: prefix.into(),
        oracle: oracle(true, ""),
        ..crash("junit.framework.AssertionFailedError", &["org.junit.Assert.fail(Assert.java:89)"])
    };
    let failures =
        [missing("a.draw(1);"), missing("b(); a.draw(x());"), missing("x();"), missing("int i = 1;")];
    let counts = values(&failures, Signal::RarePlace);
    assert_eq!(counts, [Some(-2.0), Some(-2.0), Some(-1.0), Some(-1.0)], "by what is called last");
}

#[test]
fn what_prefix_and_method_hold() {
    let failures = [
        Failure {
            test_prefix: "void t() { B b = new B(-1); b.draw((Pen) null); }".into(),
            focal_method: "void draw(Pen pen) { if (pen == null) throw new X(); }".into(),
            docstring: "@throws X if so".into(),
            ..unknown()
        },
        Failure {
            test_prefix: "void t() { b.draw(\"null; -1\", i - 1); }".into(),
            focal_method: "void draw() { throwing(\"throw\"); /* throw */ }".into(),
            docstring: " ".into(),
            ..unknown()
        },
        unknown(),
    ];
    assert_eq!(values(&failures, Signal::Statements), [Some(2.0), Some(1.0), None]);
    assert_eq!(values(&failures, Signal::NullLiteral), [Some(1.0), Some(0.0), None]);
    assert_eq!(values(&failures, Signal::NegativeNumber), [Some(1.0), Some(0.0), None]);
    assert_eq!(values(&failures, Signal::FocalMethodThrows), [Some(1.0), Some(0.0), None]);
    assert_eq!(values(&failures, Signal::DocLikeness), [Some(0.0), None, None]);
    let throws = failures.map(|failure| Failure { oracle: oracle(true, ""), ..failure });
    assert_eq!(values(&throws, Signal::DocumentedException), [Some(1.0), None, None]);
    let asserts =
        ["assertTrue(b)", "assertNotNull ( x )", "assertEquals(1, i)", "assertThat(x)", " ", "fail"];
    let asserts = asserts
        .map(|assertion| Failure { oracle: oracle(false, assertion), ..crash("a.AssertionError", &[]) });
    assert_eq!(
        values(&asserts, Signal::GuessableValue),
        [Some(2.0), Some(1.0), Some(0.0), Some(0.0), None, None]
    );
}

/// Three crashes and a missing exception. Among the crashes the tokens of the focal methods are 9, 5 and unknown, the
/// rest is equal or unknown: one point for, one against, none.
#[test]
fn points_and_score_by_hand() {
    let method = |source: &str| Failure { focal_method: source.into(), ..crash("x.Y", &[]) };
    let mut nothing_thrown = unknown();
    nothing_thrown.oracle = oracle(true, "");
    let failures = [method("a() { }"), method("a() { b(); }"), unknown(), nothing_thrown];
    let why = explained(&failures);
    assert_eq!(points(&why[0], Signal::FocalMethodLength), Some((Some(5.0), -1)));
    assert_eq!(points(&why[1], Signal::FocalMethodLength), Some((Some(9.0), 1)));
    assert_eq!(points(&why[2], Signal::FocalMethodLength), Some((None, 0)));
    // x.Y ended two of the crashes, and the third has no data: its place is the rarer.
    assert_eq!(
        why.iter().map(|one| points(one, Signal::RarePlace).expect("known").1).collect::<Vec<_>>(),
        [-1, -1, 2, 0]
    );
    assert_eq!(why.iter().map(|one| one.rank_in_kind).collect::<Vec<_>>(), [3.0, 2.0, 1.0, 1.0]);
    assert_eq!(why.iter().map(|one| one.paper_rank).collect::<Vec<_>>(), [1.0, 2.0, 3.0, 4.0]);
    let scores: Vec<f64> = why.iter().map(|one| one.share_of_kind + one.share_of_paper).collect();
    assert_eq!(scores, [1.0 / 3.0 + 0.5, 0.5 + 0.25, 1.0 + 0.5 / 3.0, 0.75 + 0.125]);
    assert_eq!(
        why[1].sentences(),
        [
            "It is number 2 of 3 crashes, by 0 points.",
            "Evidence for a bug: the focal method has 9 tokens (+1 of 2).",
            "Evidence against a bug: 2 failures ended at its place (−1 of 2).",
            "Not compared: no Javadoc, no test prefix, no call in the trace.",
            "The kinds take turns: its place among the crashes gives it 1/2 = .500, its place in the paper's list ½/2 = .250; \
             together .750.",
        ]
    );
    assert_eq!(
        why[3].sentences(),
        [
            "It is the only missing exception of its group.",
            "The kinds take turns: its place among the missing exceptions gives it ¾/1 = .750, its place in the paper's list \
             ½/4 = .125; together .875.",
        ]
    );
    assert_eq!(
        why.iter().map(|one| (one.ranks.best, one.ranks.worst)).collect::<Vec<_>>(),
        [(3, 3), (4, 4), (1, 1), (2, 2)]
    );
}

#[test]
fn a_weight_of_three_counts_thrice_and_a_negative_one_turns_a_win_into_a_loss() {
    let asserts = |assertion| Failure { oracle: oracle(false, assertion), ..crash("a.AssertionError", &[]) };
    let why =
        explained(&[asserts("assertTrue(b)"), asserts("assertEquals(1, i)"), asserts("assertEquals(2, i)")]);
    let given: Vec<i64> =
        why.iter().map(|one| points(one, Signal::GuessableValue).expect("known").1).collect();
    assert_eq!(given, [6, -3, -3]);
    let at_most =
        |signal| why[0].signals.iter().find(|count| count.signal == signal).map(|count| count.at_most);
    assert_eq!([Signal::GuessableValue, Signal::RarePlace].map(at_most), [Some(6), Some(2)]);
    let prefix = |source: &str| Failure { test_prefix: source.into(), ..crash("x.Y", &[]) };
    let why = explained(&[prefix("a(null);"), prefix("a(b);")]);
    assert_eq!(points(&why[0], Signal::NullLiteral), Some((Some(1.0), -1)));
    assert_eq!(points(&why[1], Signal::NullLiteral), Some((Some(0.0), 1)));
}

#[test]
fn a_group_of_one_and_of_none() {
    assert_eq!(Points::of(&[], &[]).scores(&[]), [0.0; 0]);
    assert_eq!(Points::of(&[&unknown()], &[FeatureVector::default()]).scores(&[0.5]), [1.5]);
}

fn any_failure() -> impl Strategy<Value = Failure> {
    let exceptions =
        prop::sample::select(vec!["", "x.Y", "java.lang.NullPointerException", "a.AssertionError: b"]);
    let frames = prop::sample::subsequence(
        vec!["a.B.c(B.java:1)", "java.lang.String.d(String.java:2)", "a.E.f(E.java:3)"],
        0..3,
    );
    let sources = prop::sample::select(vec!["", "a(null, -1);", "b(); c(1);", "x = \"y"]);
    (
        exceptions,
        frames,
        sources,
        any::<bool>(),
        prop::sample::select(vec!["", "assertTrue(x)", "assertEquals(1, x)"]),
    )
        .prop_map(|(exception, frames, source, expects, assertion)| Failure {
            test_prefix: source.into(),
            focal_method: source.into(),
            docstring: source.into(),
            oracle: oracle(expects, assertion),
            ..crash(exception, &frames)
        })
}

proptest! {
    #[test]
    fn what_is_equal_ties_and_the_order_given_does_not_matter(
        failures in prop::collection::vec((any_failure(), 0..4_u32), 1..30)
    ) {
        let given: Vec<&Failure> = failures.iter().map(|(failure, _)| failure).collect();
        let rows: Vec<FeatureVector> = failures
            .iter()
            .map(|(_, likeness)| {
                let mut row = FeatureVector::default();
                row[Feature::TestDocSim] = f64::from(*likeness) / 4.0;
                row
            })
            .collect();
        let paper: Vec<f64> = failures.iter().map(|(failure, likeness)| f64::from(*likeness) + failure.test_prefix.len() as f64).collect();
        let scores = Points::of(&given, &rows).scores(&paper);
        for (row, one) in failures.iter().enumerate() {
            for (other, another) in failures.iter().enumerate() {
                prop_assert!(one != another || scores[row].to_bits() == scores[other].to_bits());
            }
        }
        let reversed = |list: &[f64]| list.iter().rev().copied().collect::<Vec<_>>();
        let backwards = Points::of(
            &given.iter().rev().copied().collect::<Vec<_>>(),
            &rows.iter().rev().copied().collect::<Vec<_>>(),
        );
        prop_assert_eq!(reversed(&backwards.scores(&reversed(&paper))), scores.clone());
        for (explanation, score) in explain(&given, &rows, std::slice::from_ref(&paper)).iter().zip(&scores) {
            prop_assert_eq!((explanation.share_of_kind + explanation.share_of_paper).to_bits(), score.to_bits());
            for count in &explanation.signals {
                prop_assert!(count.points.abs() <= count.at_most, "{:?}", count);
            }
        }
    }
}
