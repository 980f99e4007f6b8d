//! fossick's own JSON Lines.

use std::path::Path;

use fossick::import::{Import, Options, OtherTest};
use fossick::model::{FocalLocation, OracleCategory, Passed, Truth};
use fossick::report;
use serde_json::{Value, json};

use crate::schema;
use crate::support::{COLUMNS, csv, groups, load, load_paths, load_with, rejected, row, tests, write};

fn written(import: &Import) -> String {
    let mut out = Vec::new();
    report::jsonl::write(import, &mut out).expect("memory can be written");
    String::from_utf8(out).expect("JSON is UTF-8")
}

fn lines(objects: &[Value]) -> String {
    objects.iter().map(|object| format!("{object}\n")).collect()
}

#[test]
fn only_four_fields_are_needed() {
    let file = "{\"project\":\"p\",\"bug\":7,\"test\":\"a.B::t\",\"outcome\":\"failed\"}\r\n\n  \n\
        {\"unknown\":[1,{}],\"outcome\":\"failed\",\"bug\":7.0,\"test\":\"a.B::u\",\"project\":\"p\",\"docstring\":null,\"oracle\":null}";
    let import = load(file).expect("good lines");
    assert_eq!(groups(&import), [("p", "7", 2, 0)]);
    let failure = &import.corpus.failures[0];
    assert_eq!((&*failure.generated_test, &*failure.trace.0, failure.truth), ("", "", None));
    assert_eq!(import.sources[0].supplied.prediction, 0);
}

#[test]
fn every_field_is_read() {
    let file = lines(&[json!({
        "project": "p", "bug": "7", "test": "a.B::t", "outcome": "failed", "fixed_outcome": "failed",
        "focal_method": "f\r\n", "docstring": "d\t", "test_prefix": "x", "generated_test": "g\u{1F600}",
        "oracle": {"expects_exception": true, "assertion": "assertTrue(b)"}, "trace": "a.B::t\nE: m", "deduplicated": true
    })]);
    let import = load(file).expect("a good line");
    let failure = &import.corpus.failures[0];
    assert_eq!((&*failure.focal_method, &*failure.docstring, &*failure.test_prefix), ("f\r\n", "d\t", "x"));
    assert_eq!((&*failure.generated_test, failure.trace.message()), ("g\u{1F600}", "m"));
    assert!(failure.oracle.expects_exception);
    assert_eq!(&*failure.oracle.assertion, "assertTrue(b)");
    assert_eq!(failure.truth, Some(Truth::FalsePositive));
}

#[test]
fn a_trace_may_begin_with_its_exception() {
    let test = |test: &str, trace: &str| json!({"project": "p", "bug": "1", "test": test, "outcome": "failed", "trace": trace});
    let import = load(lines(&[
        test("a.B::t", "x.E: no: m\n\tat a.B.t(B.java:3)"),
        test("a.B::u", "a.B::u\nx.E: no: m\n\tat a.B.u(B.java:4)"),
        test("a.B::v", "it went wrong"),
    ]))
    .expect("good lines");
    let failures = &import.corpus.failures;
    for failure in &failures[..2] {
        assert_eq!((failure.trace.exception(), failure.trace.message()), ("x.E", "no: m"));
        assert_eq!(failure.trace.test_class(), "a.B");
    }
    let supplied = import.sources[0].supplied;
    assert_eq!((supplied.trace, supplied.exception), (3, 2));
    let mut said = Vec::new();
    report::check::text(&import, &mut said).expect("memory can be written");
    let said = String::from_utf8(said).expect("text");
    assert!(said.contains("… exception          2   1 without: the features"), "{said}");
    assert_eq!(load(written(&import)).expect("good lines").corpus.failures, import.corpus.failures);
}

#[test]
fn duplicates_are_dropped_among_all_executed_tests() {
    let test = |name: &str, outcome: &str, source: &str| json!({"project": "p", "bug": "1", "test": name, "outcome": outcome, "generated_test": source});
    let import = load(lines(&[
        test("t9", "failed", "same"),
        test("t2", "failed", "same"),
        test("t1", "passed", "same"),
        test("t0", "not executed", "same"),
        test("t4", "failed", "other"),
        test("t5", "passed", "other"),
        test("t6", "failed", ""),
        test("t7", "failed", ""),
    ]))
    .expect("good lines");
    assert_eq!(tests(&import), ["t4", "t6", "t7"], "t1 passed and comes first; t0 was never executed");
    let source = &import.sources[0];
    assert_eq!((source.failed, source.passed, source.not_executed, source.duplicates), (3, 1, 1, Some(3)));
    assert_eq!(import.corpus.groups[0].passed, Passed { unknown: 1, ..Passed::default() });
}

#[test]
fn lines_that_cannot_be_used_are_reported() {
    let good = r#"{"project":"p","bug":"1","test":"t","outcome":"failed"}"#;
    let file = [
        good,
        "not json",
        "[]",
        "null",
        r#"{"project":"p","bug":"1","test":5,"outcome":"failed"}"#,
        r#"{"project":"p","bug":"1","outcome":"failed"}"#,
        r#"{"project":" ","bug":"1","test":"t","outcome":"failed"}"#,
        r#"{"project":"p","bug":"1","test":"t","outcome":"crashed"}"#,
        r#"{"project":"p","bug":"1","test":"t","outcome":"failed","oracle":{"expects_exception":"yes"}}"#,
        r#"{"project":"p","bug":"1","test":"t","outcome":"failed","trace":"cut o"#,
    ]
    .join("\n");
    let import = load(&file).expect("the first line is good");
    assert_eq!(import.corpus.failures.len(), 1);
    let reasons = rejected(&import);
    let expected = [
        (2, "not JSON"),
        (3, "a JSON array, expected one object per line: `jq -c '.[]'"),
        (4, "invalid type: null, expected a JSON object"),
        (5, "invalid type: integer `5`, expected a string (column"),
        (6, "missing field `test`"),
        (7, "`project` is empty"),
        (8, "unknown variant `crashed`"),
        (9, "expected a boolean"),
        (10, "the line is truncated"),
    ];
    for ((line, reason), (at, part)) in reasons.iter().zip(expected) {
        assert!(*line == at && reason.contains(part), "line {line}: {reason}");
    }
    assert_eq!(reasons.len(), expected.len());
    assert!(load_with(&file, Options { strict: true, ..Options::default() }).is_err());
}

#[test]
fn bytes_that_are_not_utf8_are_repaired() {
    let mut file =
        lines(&[json!({"project": "p", "bug": "1", "test": "t", "outcome": "failed", "trace": "x?"})])
            .into_bytes();
    let place = file.iter().position(|&byte| byte == b'?').expect("it is there");
    file[place] = 0xC3;
    let import = load(&file).expect("a good line");
    assert_eq!(&*import.corpus.failures[0].trace.0, "x\u{FFFD}");
    assert_eq!(import.sources[0].repaired.len(), 1);
}

#[test]
fn lines_that_name_runs_give_several() {
    let test = |run: &str, test: &str| json!({"run": run, "project": "p", "bug": "1", "test": test, "outcome": "failed"});
    let import = load(lines(&[test("b", "t1"), test("a", "t1"), test("b", "t2")])).expect("good lines");
    let runs: Vec<(&str, usize)> =
        import.sources.iter().map(|source| (&*source.run, source.failed)).collect();
    assert_eq!(runs, [("b", 2), ("a", 1)]);
    assert_eq!(tests(&import), ["t1", "t2", "t1"], "one run after the other");
    assert_eq!(import.corpus.groups.iter().map(|group| group.run).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn runs_of_one_name_in_two_approaches_stay_apart() {
    let test = |approach: &str| json!({"run": "1", "approach": approach, "project": "p", "bug": "1", "test": "t", "outcome": "failed"});
    let import = load(lines(&[test("naive"), test("toga"), test("naive")])).expect("good lines");
    let runs = |import: &Import| -> Vec<(Option<String>, usize)> {
        import.sources.iter().map(|source| (source.approach.clone(), source.failed)).collect()
    };
    assert_eq!(runs(&import), [(Some("naive".to_owned()), 2), (Some("toga".to_owned()), 1)]);
    assert_eq!(runs(&load(written(&import)).expect("what was written can be read")), runs(&import));
}

/// A table whose rows exercise everything that has to survive.
fn awkward_table() -> String {
    let test = |name: &str, bug: &str, cells: &[(&str, &str)]| {
        let names = [("project", "Lang"), ("bug_num", bug), ("unique_test_name", name)];
        row(&[&names, cells].concat())
    };
    csv(
        &COLUMNS,
        &[
            test("t0", "3", &[("failed_buggy", "False"), ("TN", "True")]),
            test("t2", "7", &[("failed_buggy", "True"), ("generated_test", "same"), ("except_pred", "0")]),
            test(
                "t1",
                "7",
                &[("failed_buggy", "True"), ("generated_test", "same"), ("TP", "True"), ("except_pred", "1")],
            ),
            test("t3", "7", &[("failed_buggy", "False"), ("generated_test", "same")]),
            test("t4", "9", &[]),
            test(
                "t5",
                "3",
                &[
                    ("FP", "1.0"),
                    ("docstring", "\u{0}\u{1B}[31m\u{2028}\"\\\r\n\t"),
                    ("assert_pred", " "),
                    ("except_pred", "False"),
                ],
            ),
            test("t6", "5", &[("FN", "True")]),
        ],
    )
}

#[test]
fn what_is_written_reads_back_the_same() {
    let first = load(awkward_table()).expect("a good table");
    let lines = written(&first);
    let second = load(&lines).expect("what was written can be read");
    assert_eq!(second.corpus, first.corpus);
    assert_eq!(second.others, first.others);
    let (first, second) = (&first.sources[0], &second.sources[0]);
    assert_eq!(first.supplied, second.supplied);
    assert_eq!(first.duplicates, second.duplicates);
    assert_eq!(first.not_executed, second.not_executed);
}

#[test]
fn the_kinds_of_passed_tests_survive() {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/pass_aware/table.csv");
    let first = load_paths(&[Path::new(table)], Options::default()).expect("a good table");
    let kinds = &first.corpus.groups[0].passed.kinds;
    assert_eq!(kinds.values().sum::<usize>(), 22);
    assert!(
        kinds.keys().any(|kind| (kind.form(), kind.header()) == ("assertNotNull", "abstract void open();"))
    );
    let second = load(written(&first)).expect("what was written can be read");
    assert_eq!(second.others, first.others);
    assert_eq!(second.corpus.groups[0].passed, first.corpus.groups[0].passed);
}

/// Measures the memory of each passed test in addition to its name, because there are many.
#[test]
fn a_passed_test_takes_little_memory() {
    assert!(size_of::<OtherTest>() <= 60, "{} bytes", size_of::<OtherTest>());
}

#[test]
fn several_runs_stay_apart_when_written_and_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = write(folder.path(), "one.csv", awkward_table());
    let two = write(folder.path(), "two.csv", awkward_table());
    let first = load_paths(&[&one, &two], Options::default()).expect("good tables");
    let second = load(written(&first)).expect("what was written can be read");
    assert_eq!(second.corpus, first.corpus);
    assert_eq!(second.others, first.others);
    assert_eq!(second.corpus.runs.iter().map(|run| &*run.name).collect::<Vec<_>>(), ["one", "two"]);
}

#[test]
fn what_sources_say_survives_byte_for_byte() {
    let schema: Value =
        serde_json::from_str(include_str!("../../assets/failure.schema.json")).expect("it is JSON");
    let places = [
        json!({"place": {"file": "m/src/test/java/a/BTest.java", "line": 3, "failing_line": 7}, "focal_place": {"file": "m/B.java", "line": 1}, "category": "IF_THROWN_ASSERT"}),
        json!({"place": {"file": "größe/BTest.java", "line": 3}, "focal_undecided": "several methods are checked together: B.a, B.b", "category": "NO_EXCEPTION"}),
        json!({"place": {"file": "B.java", "line": 1}}),
    ];
    let test = |(number, place): (usize, &Value)| {
        let mut object =
            json!({"project": "p", "bug": "-", "test": format!("a.B::t{number}"), "outcome": "failed"});
        object.as_object_mut().expect("it is one").extend(place.as_object().expect("it is one").clone());
        object
    };
    let import = load(lines(&places.iter().enumerate().map(test).collect::<Vec<_>>())).expect("good lines");
    let failures = &import.corpus.failures;
    let place = failures[0].location.as_ref().expect("it has one");
    assert_eq!((&*place.file, place.line, place.failing_line), ("m/src/test/java/a/BTest.java", 3, Some(7)));
    assert_eq!(failures[0].category, Some(OracleCategory::IfThrownAssert));
    assert!(matches!(&failures[0].focal_location, FocalLocation::At(place) if &*place.file == "m/B.java"));
    assert!(
        matches!(&failures[1].focal_location, FocalLocation::Undecided(why) if why.ends_with("B.a, B.b"))
    );
    assert_eq!(failures[2].focal_location, FocalLocation::Unknown);
    let first = written(&import);
    for line in first.lines() {
        let value = serde_json::from_str(line).expect("it is JSON");
        schema::check(&schema, &value).unwrap_or_else(|error| panic!("{error} in {line}"));
    }
    let again = load(&first).expect("what was written can be read");
    assert_eq!(again.corpus, import.corpus);
    assert_eq!(written(&again), first);
}

#[test]
fn the_schema_describes_what_is_written_and_what_can_be_read() {
    let schema: Value =
        serde_json::from_str(include_str!("../../assets/failure.schema.json")).expect("it is JSON");
    let import = load(awkward_table()).expect("a good table");
    for line in written(&import).lines() {
        let value = serde_json::from_str(line).expect("it is JSON");
        schema::check(&schema, &value).unwrap_or_else(|error| panic!("{error} in {line}"));
    }
    let good = json!({"project": "p", "bug": 7, "test": "t", "outcome": "failed"});
    let change = |field: &str, value: Value| {
        let mut object = good.clone();
        object[field] = value;
        object
    };
    let mut cases = vec![
        good.clone(),
        change("outcome", json!("crashed")),
        change("project", json!("")),
        change("bug", Value::Null),
        change("oracle", json!({"expects_exception": true})),
        change("oracle", json!("assertTrue(x)")),
        change("fixed_outcome", Value::Null),
        change("fixed_outcome", json!(true)),
        change("deduplicated", json!("true")),
        change("trace", json!(["a"])),
        change("docstring", Value::Null),
        change("place", Value::Null),
        change("place", json!({"file": "a/B.java", "line": 3})),
        change("place", json!({"file": "a/B.java", "line": 3, "failing_line": 5})),
        change("place", json!({"file": "a/B.java", "line": 3, "failing_line": null})),
        change("place", json!({"file": "a/B.java", "line": 0})),
        change("place", json!({"file": "a/B.java", "line": 3, "failing_line": 0})),
        change("place", json!({"file": "a/B.java", "line": "3"})),
        change("place", json!({"line": 3})),
        change("focal_place", json!({"file": "a/B.java"})),
        change("category", json!("MUST_THROW_WITH_PROPERTIES")),
        change("category", Value::Null),
        change("category", json!("MUST_FLY")),
        change("focal_undecided", json!("why")),
    ];
    for field in ["project", "bug", "test", "outcome"] {
        let mut object = good.clone();
        object.as_object_mut().expect("it is one").remove(field);
        cases.push(object);
    }
    for case in cases {
        let described = schema::check(&schema, &case).is_ok();
        assert_eq!(
            load(lines(std::slice::from_ref(&case))).is_ok(),
            described,
            "schema and reader agree on {case}"
        );
    }
}

/// A line of many megabytes is parsed while it is read; nothing else is different about it.
#[test]
fn a_long_line_is_read_like_any_other() {
    let text = "größe 😀 \\n".repeat(500_000);
    let line = |test: &str, text: &str| {
        format!(
            "{{\"project\":\"p\",\"bug\":\"1\",\"test\":\"a.B::{test}\",\"outcome\":\"failed\",\"output\":\"{text}\"}}\n"
        )
    };
    let (broken, cut_off) = (format!("{text}\" oops"), format!("{{\"output\":\"{text}"));
    let mut file =
        [line("t", &text), line("u", &broken), line("v", "short"), line("w", &text)].concat().into_bytes();
    let odd = file.len() - 100;
    file[odd] = 0xff;
    file.extend(cut_off.into_bytes());
    let import = load(file).expect("three good lines");
    let failures = &import.corpus.failures;
    assert_eq!(
        failures.iter().map(|failure| &*failure.test).collect::<Vec<_>>(),
        ["a.B::t", "a.B::v", "a.B::w"]
    );
    assert_eq!(failures[0].output(), text.replace("\\n", "\n"));
    assert!(failures[2].output().contains('\u{fffd}') && failures[2].output().starts_with("größe 😀 \n"));
    let source = &import.sources[0];
    assert_eq!(source.repaired.iter().map(|note| note.line).collect::<Vec<_>>(), [4]);
    let rejected = rejected(&import);
    assert_eq!(rejected.len(), 2, "{rejected:?}");
    assert!(rejected[0].1.contains("not JSON: expected `,` or `}`"), "{rejected:?}");
    assert!(rejected[1].1.contains("the line is truncated"), "{rejected:?}");
}
