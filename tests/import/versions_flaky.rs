//! Tests that failed and passed on one version: found, counted, kept, left out.

use fossick::import::Import;
use serde_json::Value;
use tempfile::TempDir;

use crate::folder::{folder, write};
use crate::support::{COLUMNS, Run, csv, fossick, row};
use crate::versions::{load, report};

/// The flaky tests of each run: failures, then others.
fn flaky(import: &Import) -> Vec<(usize, String)> {
    let groups = import.corpus.groups.iter();
    let failures = groups.flat_map(|group| group.failures.iter().map(|&failure| (group.run, failure)));
    let failed = failures
        .map(|(run, failure)| (run, &import.corpus.failures[failure]))
        .filter(|(_, failure)| failure.is_flaky)
        .map(|(run, failure)| (run, format!("failed {}", failure.test)));
    let others = import.others.iter().filter(|other| other.is_flaky);
    failed.chain(others.map(|other| (other.run(), format!("passed {}", other.test)))).collect()
}

/// Three runs of a project's tests, kept apart by the build.
fn three_runs() -> TempDir {
    folder(&[
        ("pom.xml", "<project><artifactId>p</artifactId></project>"),
        ("target/run-1/TEST-a.B.xml", &report("a.B", &["!sure", "!sometimes", "passes", "-late"])),
        ("target/run-2/TEST-a.B.xml", &report("a.B", &["!sure", "sometimes", "passes", "!late"])),
        ("target/run-3/TEST-a.B.xml", &report("a.B", &["!sure", "!sometimes", "passes", "-late"])),
    ])
}

const RUNS: [&str; 3] = ["target/run-1", "target/run-2", "target/run-3"];

fn run(folder: &TempDir, arguments: &[&str]) -> Run {
    let run = fossick(folder.path(), &[arguments, &RUNS[..]].concat(), b"");
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
    run
}

#[test]
fn a_test_that_failed_in_one_run_and_passed_in_another_is_flaky() {
    let folder = three_runs();
    let import = load(folder.path(), &RUNS, &[]).expect("all can be read");
    let expected = [(0, "failed a.B::sometimes"), (2, "failed a.B::sometimes"), (1, "passed a.B::sometimes")];
    assert_eq!(flaky(&import), expected.map(|(run, test)| (run, test.to_owned())), "skipped is neither");
    assert_eq!(import.corpus.groups[1].passed.flaky, 1);
    let alone = load(folder.path(), &RUNS[..1], &[]).expect("it can be read");
    assert_eq!(flaky(&alone), []);
}

#[test]
fn check_counts_and_names_them_in_each_run() {
    let folder = three_runs();
    let text = run(&folder, &["check"]).stdout;
    assert!(text.contains("failed                 2   1 flaky\n"), "{text}");
    assert!(text.contains("passed                 2   1 flaky\n"), "{text}");
    assert_eq!(text.matches("p - a.B::sometimes (failed)\n").count(), 2, "{text}");
    let json: Value =
        serde_json::from_str(&run(&folder, &["check", "--format", "json"]).stdout).expect("JSON");
    assert_eq!(json["runs"][1]["flaky_tests"][0], "p - a.B::sometimes (passed)");
    assert_eq!((&json["runs"][0]["flaky_failed"], &json["runs"][0]["flaky_passed"]), (&1.into(), &0.into()));
}

#[test]
fn flaky_failures_are_ranked_unless_they_are_left_out() {
    let folder = three_runs();
    let with = run(&folder, &["rank", "--format", "csv"]).stdout;
    let without = run(&folder, &["rank", "--format", "csv", "--no-flaky"]);
    assert_eq!((with.matches("sometimes").count(), without.stdout.matches("sometimes").count()), (2, 0));
    assert_eq!((with.lines().count(), without.stdout.lines().count()), (1 + 6, 1 + 4));
    assert!(without.stderr.contains("left out 2 flaky failures, as --no-flaky asks"), "{}", without.stderr);
    let counted = |arguments: &[&str]| {
        let csv = run(&folder, arguments).stdout;
        let mut rows = csv::Reader::from_reader(csv.as_bytes());
        let column =
            rows.headers().expect("a header").iter().position(|name| name == "trace_exception_count");
        let sure = rows
            .records()
            .map(|row| row.expect("a row"))
            .find(|row| row.iter().any(|cell| cell == "a.B::sure"));
        sure.expect("it failed")[column.expect("a feature")].to_owned()
    };
    let shared = counted(&["features", "--format", "csv"]);
    assert_eq!(
        (&*shared, &*counted(&["features", "--no-flaky", "--format", "csv"])),
        ("2", "1"),
        "features count those that are there"
    );
}

#[test]
fn evaluate_can_leave_flaky_failures_out_of_every_count() {
    let line = |test: &str, outcome: &str, flaky: bool| {
        format!(
            "{{\"project\":\"p\",\"bug\":\"1\",\"test\":\"a::{test}\",\"outcome\":\"{outcome}\",\"fixed_outcome\":\"{}\",\"flaky\":{flaky}}}\n",
            if outcome == "passed" { "passed" } else { "failed" }
        )
    };
    let lines = [
        line("t1", "failed", false),
        line("t2", "failed", true),
        line("t3", "passed", false),
        line("t4", "passed", true),
        line("t5", "passed", false),
    ];
    let folder = folder(&[("run.jsonl", &lines.concat())]);
    let figures = |arguments: &[&str]| {
        let run = fossick(
            folder.path(),
            &[&["evaluate", "--format", "json", "run.jsonl"], arguments].concat(),
            b"",
        );
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let figures: Value = serde_json::from_str(&run.stdout).expect("JSON");
        ["fp", "fpr"].map(|figure| figures["approaches"][0][figure].to_string())
    };
    assert_eq!(figures(&[]), ["2.0", "0.4"]);
    assert_eq!(figures(&["--no-flaky"]), ["1.0", "0.3333333333333333"]);
}

#[test]
fn a_generators_tests_of_one_name_are_only_compared_when_their_source_is_the_same() {
    let of_run = |failed: &str, source: &str| {
        let cells = |test: &'static str, source: &str| {
            row(&[
                ("project", "p"),
                ("bug_num", "1"),
                ("unique_test_name", test),
                ("generated_test", source),
                ("failed_buggy", failed),
            ])
        };
        csv(&COLUMNS, &[cells("a::same", "x"), cells("a::other", source), cells("a::none", "")])
    };
    let folder = folder(&[("1.csv", &of_run("True", "y")), ("2.csv", &of_run("False", "z"))]);
    let import = load(folder.path(), &["1.csv", "2.csv"], &[]).expect("both can be read");
    let expected = [(0, "failed a::same".to_owned()), (1, "passed a::same".to_owned())];
    assert_eq!(flaky(&import), expected, "without a source it is unknown");
    // Nor is that lost with the source of the tests that passed.
    for name in ["1", "2"] {
        let lines = fossick(folder.path(), &["convert", &format!("{name}.csv")], b"").stdout;
        write(folder.path(), &format!("{name}.jsonl"), lines);
    }
    let import = load(folder.path(), &["1.jsonl", "2.jsonl"], &[]).expect("both can be read");
    assert_eq!(flaky(&import), expected);
}

#[test]
fn json_lines_keep_flaky_marks() {
    let folder = three_runs();
    let lines = run(&folder, &["convert"]).stdout;
    assert_eq!(lines.matches("\"flaky\":true").count(), 3, "{lines}");
    write(folder.path(), "all.jsonl", &lines);
    let again = load(folder.path(), &["all.jsonl"], &[]).expect("it can be read");
    let before = load(folder.path(), &RUNS, &[]).expect("they can be read");
    assert_eq!(again.corpus.failures, before.corpus.failures);
    assert_eq!(again.others, before.others);
    assert_eq!(again.corpus.groups, before.corpus.groups);
    let wrong = lines.replacen("\"known_by_name\"", "\"source_hash\":\"12\",\"known_by_name\"", 1);
    write(folder.path(), "wrong.jsonl", wrong);
    let import = load(folder.path(), &["wrong.jsonl"], &[]).expect("the rest can be read");
    assert_eq!(import.sources[0].rejected[0].reason, "`source_hash` is `12`, expected 16 hexadecimal digits");
}
