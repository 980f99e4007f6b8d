//! Tests of the filter's language: its meaning, its errors, and its completions.

use std::sync::Arc;

use proptest::prelude::*;

use super::language::{FIELDS, Facts, Filter, parse};
use super::prompt::{KnownValues, complete};
use crate::model::{Cancel, Cells, Execution, Failure, FailureId, Judgement, Label, Oracle, StackTrace};
use crate::rank::{EarlierLabels, KnownBefore, Since};
use crate::tui::triage::judging::Mark;

fn failure() -> Failure {
    Failure {
        test: "shop.Purse_ESTest::test07".into(),
        focal_method: "int take(int amount)".into(),
        generated_test: "purse0.take(7);".into(),
        oracle: Oracle { expects_exception: true, assertion: "".into() },
        trace: StackTrace("shop.Purse_ESTest::test07\njava.lang.IllegalStateException: not enough: 7 \"<\" 15|x\n\tat shop.Purse.take(Purse.java:31)\n".into()),
        is_flaky: true,
        execution: Some(
            Execution {
                cells: Some(Arc::new(Cells { failed: vec!["windows".into()], passed: vec!["linux".into()] })),
                ..Execution::default()
            }
            .into(),
        ),
        ..Failure::default()
    }
}

fn read(text: &str) -> Filter {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn passes(text: &str, label: Option<Label>) -> bool {
    let (filter, failure) = (read(text), failure());
    let corpus = crate::model::Corpus { failures: vec![failure.clone()], ..Default::default() };
    let judgement = Judgement { label, note: "look again".to_owned(), ..Judgement::default() };
    let mark = Mark { judgement, stale: false, saved: true, look: 0 };
    let judged = EarlierLabels { false_positives: 2, ..EarlierLabels::default() };
    let known = KnownBefore { since: Since::Changed, judged };
    let facts = Facts {
        failure: &failure,
        mark: Some(&mark),
        judged: Some(Label::FalsePositive),
        known: Some(&known),
        group: "Lang-10",
        rank: 3,
        score: 0.62,
        top: 10,
    };
    filter.find(&corpus, &Cancel::default()).has(FailureId::new(0)) && filter.given_passes(facts)
}

#[test]
fn every_field_has_its_documented_meaning() {
    for text in [
        "",
        "exc:state",
        "exc:IllegalState",
        "msg:enough",
        "test:test07",
        "test:windows",
        "\"windows, not linux\"",
        "code:take(7)",
        "trace:java:31",
        "focal:amount",
        "note:again",
        "group:lang",
        "group:Lang-10",
        "-group:Lang-1",
        "label:NONE",
        "oracle:throws",
        "label:none",
        "is:top",
        "is:flaky|stale",
        "-is:not-run",
        "-is:earlier",
        "-is:environment",
        "phase:test|teardown",
        "-phase:setup|loading",
        "score>0.6",
        "score<=0.62",
        "rank=3",
        "rank:3",
        "rank<=3",
        "rank<4 rank>2",
        "enough",
        "-exc:null",
        "!oracle:value|none",
        "exc:Null|State",
        "msg:\"not enough\"",
        "msg:\"\\\"<\\\" 15|x\"",
        "purse0|nowhere",
        "\"7 \"",
    ] {
        assert!(passes(text, None), "{text}");
    }
    for text in [
        "exc:STATE",
        "-exc:state",
        "msg:illegal",
        "oracle:value",
        "label:tp",
        "label:any",
        "is:stale",
        "score>0.62",
        "rank>3",
        "kind:fail",
        "enough nowhere",
        "-purse0|nowhere",
    ] {
        assert!(!passes(text, None), "{text}");
    }
    assert!(passes("label:any -label:none label:tp|fp", Some(Label::FalsePositive)));
    assert!(passes("judge:fp|none -judge:disagrees", Some(Label::FalsePositive)));
    assert!(passes("judge:disagrees -judge:tp", Some(Label::TruePositive)));
    assert!(passes("before:fp before:changed -before:tp -before:new|as-before", None));
    assert!(!passes("judge:disagrees", None), "only a label can differ");
    assert!(!passes("label:none|unsure", Some(Label::TruePositive)));
}

/// Returns the column of the error, the text there, and the expectation.
fn wrong(text: &str) -> (usize, String, String) {
    let error = parse(text).expect_err(text);
    (error.column, text[error.start..error.end.min(text.len())].to_owned(), error.expected)
}

#[test]
fn an_error_points_at_its_column() {
    assert_eq!(wrong("oracle:throws ex:Null").0, 15);
    assert_eq!(wrong("oracle:throws ex:Null").1, "ex");
    assert_eq!(wrong("größe label:maybe").1, "maybe");
    assert_eq!(wrong("größe label:maybe").0, 13, "characters are counted, not bytes");
    assert_eq!(wrong("score>much"), (7, "much".into(), "expected a number, such as 0.6".into()));
    assert_eq!(wrong("score>inf").0, 7);
    assert_eq!(wrong("score=1").0, 6);
    assert_eq!(wrong("rank>-1").0, 6);
    assert_eq!(wrong("exc:"), (5, String::new(), "a text is missing here".into()));
    assert_eq!(wrong("exc:a|"), (7, String::new(), "a text is missing here".into()));
    assert_eq!(wrong("a msg:\"open").0, 7);
    assert_eq!(wrong("exc=a").0, 4);
    assert_eq!(wrong("-").0, 2);
}

#[test]
fn a_text_has_the_same_meaning_as_in_a_search() {
    for text in [
        "^test07",
        "test:^Purse_ESTest",
        "test:07$",
        "exc:^Illegal",
        "exc:^java.lang",
        "^purse0",
        "7);$",
        "msg:15\\|x",
    ] {
        assert!(passes(text, None), "{text}");
    }
    for text in ["^est07", "test:^ESTest", "test:0$", "exc:^App", "\\^test07", "\"^test07\"", "\\-test07"] {
        assert!(!passes(text, None), "{text}");
    }
    assert!(passes("EXC:state", None) && passes("rank==3", None));
    assert_eq!(wrong("rank!=3"), (5, "!=".into(), "`-rank=…` means `!=`".into()));
    assert_eq!(wrong("score >0.6"), (6, " ".into(), "there must be no blank after `score`".into()));
    assert!(!passes("IllegalStateException:x", None), "with a capital letter it is a text");
}

#[test]
fn matching_words_are_offered_at_the_cursor() {
    let known = KnownValues {
        exceptions: vec![("NullPointerException".to_owned(), 7), ("IOException".to_owned(), 2)],
        groups: vec!["Lang-1".to_owned(), "Lang-1 · second run".to_owned()],
        ..KnownValues::default()
    };
    let offered = |text: &str| {
        let completions = complete(text, text.len(), &known);
        let words = completions.choices.into_iter().map(|choice| choice.word).collect::<Vec<_>>();
        (words, completions.from)
    };
    assert_eq!(offered("").0.len(), FIELDS.len());
    assert_eq!(offered("or"), (vec!["oracle:".to_owned()], 0));
    assert_eq!(offered("x -la"), (vec!["label:".to_owned()], 3));
    assert_eq!(offered("exc:null"), (vec!["NullPointerException".to_owned()], 4));
    assert_eq!(offered("exc:Null|").0, ["NullPointerException", "IOException"]);
    assert_eq!(offered("label:t"), (vec!["tp".to_owned()], 6));
    assert_eq!(offered("group:la").0, ["Lang-1", "\"Lang-1 · second run\""]);
    assert_eq!(offered("msg:\"or").0, [""; 0], "within quotes nothing is offered");
    assert_eq!(offered("oracle:none").0, [""; 0], "nor text that is already there");
}

proptest! {
    #[test]
    fn any_text_is_a_filter_or_an_error_with_its_position(text in "\\PC{0,40}|([a-z]{1,6}[:<>=]|[-!@|\" \\\\a0.é]){0,12}") {
        if let Err(error) = parse(&text) {
            prop_assert!(error.start <= text.len());
            prop_assert!(text.get(..error.start).is_some());
            prop_assert_eq!(error.column, text[..error.start].chars().count() + 1);
        }
    }

    #[test]
    fn a_term_and_its_opposite_never_both_pass(field in 0..FIELDS.len(), value in "[a-z0-9]{1,6}") {
        let term = format!("{}{value}", FIELDS[field].word);
        if parse(&term).is_ok() {
            prop_assert_ne!(passes(&term, None), passes(&format!("-{term}"), None));
        }
    }

    #[test]
    fn a_quoted_text_is_literal(text in "[^\\x00-\\x1f]{1,20}") {
        let quoted = format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let failure = Failure { generated_test: text.as_str().into(), ..Failure::default() };
        let corpus = crate::model::Corpus { failures: vec![failure], ..Default::default() };
        prop_assert!(read(&quoted).find(&corpus, &Cancel::default()).has(FailureId::new(0)));
    }

    #[test]
    fn completing_never_fails(text in "\\PC{0,30}|[a-z:|\"@ é-]{0,20}") {
        for cursor in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
            let completions = complete(&text, cursor, &KnownValues::default());
            prop_assert!(completions.choices.is_empty() || text.get(completions.from..completions.to).is_some());
        }
    }
}
