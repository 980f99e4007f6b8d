//! Memory stays within a small multiple of the input, whatever the input looks like.
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program;

/// The memory that the program takes for an input of a few bytes, with the grammars that a report colours code with,
/// unoptimized and with the stack of a thread, in megabytes.
const PROGRAM: u64 = 26;

/// Runs fossick where its data may not outgrow three times the input.
fn run_within_bounds(arguments: &[&str], input: &Path) {
    let bytes = fs::metadata(input).expect("the input").len();
    run_within(3 * bytes, arguments, input);
}

/// Runs fossick where its data may not outgrow so many bytes.
fn run_within(bytes: u64, arguments: &[&str], input: &Path) {
    let megabytes = bytes / 1_000_000;
    let kilobytes = (megabytes + PROGRAM) * 1_000;
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -d {kilobytes} && exec \"$@\""), "sh"])
        .arg(program::fossick().get_program())
        .args(arguments)
        .arg(input)
        .env("RAYON_NUM_THREADS", "1")
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .expect("sh can be started");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} in {megabytes} MB: {said}");
}

fn line(trace: &str) -> String {
    format!(
        "{{\"project\":\"p\",\"bug\":\"1\",\"test\":\"a.B::t\",\"outcome\":\"failed\",\"trace\":\"{trace}\"}}\n"
    )
}

#[test]
fn a_huge_test_on_one_line_is_not_copied_repeatedly() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("line.jsonl");
    let trace =
        format!("java.lang.AssertionError: {}\\n\\tat a.B.t(B.java:3)\\n", "x y,z ".repeat(2_500_000));
    fs::write(&input, line(&trace)).expect("written");
    run_within_bounds(&["rank"], &input);
}

#[test]
fn a_message_of_millions_of_lines_is_not_a_list_of_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = "y\n".repeat(3_000_000);
    let log = folder.path().join("log.failing_tests");
    fs::write(&log, format!("--- a.B::t\njava.lang.Error: x\n{lines}\tat a.B.t(B.java:3)\n"))
        .expect("written");
    run_within_bounds(&["rank"], &log);
    let output = folder.path().join("report.html").display().to_string();
    run_within_bounds(&["report", "-o", &output], &log);
}

#[test]
fn a_trace_of_many_frames_is_not_a_list_of_frames() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut trace = "java.lang.StackOverflowError\\n".to_owned();
    for frame in 0..500_000 {
        write!(trace, "\\tat a.C.t{frame}(C.java:3)\\n").expect("memory");
    }
    let input = folder.path().join("frames.jsonl");
    fs::write(&input, line(&trace)).expect("written");
    let output = folder.path().join("report.md").display().to_string();
    run_within_bounds(&["report", "-o", &output], &input);
}

#[test]
fn a_huge_failure_in_a_report_is_not_copied_repeatedly() {
    let folder = tempfile::tempdir().expect("a folder");
    // The frames of a test are looked up in the sources of its project.
    fs::write(folder.path().join("pom.xml"), "<project/>").expect("written");
    let frames: String = (0..250_000).map(|frame| format!("\tat a.C.t{frame}(C.java:3)\n")).collect();
    for (name, text) in
        [("line", "x y,z ".repeat(2_000_000)), ("lines", "y\n".repeat(2_000_000)), ("frames", frames)]
    {
        let report = folder.path().join(format!("TEST-{name}.xml"));
        let trace = format!("java.lang.Error: x\n{text}\n\tat a.B.t(B.java:3)");
        let case = format!("<testcase classname=\"a.B\" name=\"t\"><error>{trace}</error></testcase>");
        fs::write(&report, format!("<testsuite name=\"a.B\">{case}</testsuite>")).expect("written");
        run_within_bounds(&["rank"], &report);
    }
}

#[test]
fn many_small_logs_are_written_row_by_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bytes = 0;
    for bug in 0..400 {
        let failures: String = (0..8)
            .map(|test| {
                let exception = format!("java.lang.IllegalStateException: at {bug} {test}");
                let frames = "\tat a.C.m(C.java:3)\n\tat a.D.n(D.java:7)\n".repeat(4);
                format!("--- a.B{bug}::t{test}\n{exception}\n{frames}\tat a.B{bug}.t{test}(B.java:3)\n")
            })
            .collect();
        bytes += u64::try_from(failures.len()).expect("small");
        fs::write(folder.path().join(format!("{bug}b.{bug}.trigger.log")), failures).expect("written");
    }
    run_within(10 * bytes, &["features"], folder.path());
    let output = folder.path().join("report.html").display().to_string();
    run_within(10 * bytes, &["report", "-o", &output], folder.path());
}

#[test]
fn a_huge_group_of_small_failures_takes_twice_its_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let failure = |number: usize| {
        let frames: String =
            (0..9).map(|frame| format!("\\tat a.pack.Class{frame}.method(Class{frame}.java:3)\\n")).collect();
        let trace =
            format!("java.lang.IllegalStateException: value {number}\\n{frames}\\tat a.B.t(B.java:3)\\n");
        line(&trace).replace("a.B::t", &format!("a.B::t{number}"))
    };
    let input = folder.path().join("group.jsonl");
    fs::write(&input, (0..40_000).map(failure).collect::<String>()).expect("written");
    let bytes = fs::metadata(&input).expect("the input").len();
    // Without a report's grammars the program takes much less for itself: together this is twice the input.
    run_within(4 * bytes / 3, &["rank", "--top", "3"], &input);
}
