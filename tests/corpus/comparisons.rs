//! Expected and actual in the messages of real failures. Reads the tables of `$FOSSICK_CORPUS`.

use fossick::message::{Comparison, marks_differences};
use fossick::model::{Language, StackTrace};
use fossick::trace::TraceLineKind;

use crate::corpus_folder::corpus;
use crate::tables::failed_tests;

/// Returns the name of a trace's first exception, its whole message, and true if brackets in it mark the difference.
fn message(trace: &StackTrace) -> (String, String, bool) {
    let (mut exception, mut message, mut has_marks) = (String::new(), String::new(), false);
    for line in trace.parse() {
        match &line.kind {
            TraceLineKind::Exception(thrown) if exception.is_empty() => {
                thrown.name.clone_into(&mut exception);
                line.content().split_once(": ").map_or("", |(_, message)| message).clone_into(&mut message);
            }
            TraceLineKind::Message => message.extend(["\n", line.content()]),
            TraceLineKind::Frame(frame) => {
                has_marks = marks_differences(&exception, Some(frame));
                break;
            }
            _ => {}
        }
    }
    (exception, message, has_marks)
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn every_comparison_of_the_corpus_is_read() {
    let folder = corpus(&["dev"]);
    let (mut read, mut marked) = (0, 0);
    for name in ["naive_run1", "template_run1"] {
        for failure in &failed_tests(&folder, name).failures {
            let (_, message, has_marks) = message(&failure.trace);
            // A message without its end was cut off when it was stored.
            let is_whole = message.trim_end().ends_with('>');
            if !(is_whole && message.contains("expected:<") && message.contains("> but was:<")) {
                continue;
            }
            let comparison = Comparison::read(&message, Language::Java, has_marks)
                .unwrap_or_else(|| panic!("{message:?}"));
            let (expected, actual) = (comparison.expected, comparison.actual);
            assert_ne!(expected, actual, "{message:?}");
            read += 1;
            if has_marks && expected.len() + actual.len() + "expected:<> but was:<>".len() < message.len() {
                marked += 1;
            }
        }
    }
    println!("{read} comparisons, {marked} of them with marks");
    assert!(read > 1_000 && marked > 0, "{read} comparisons, {marked} with marks");
}
