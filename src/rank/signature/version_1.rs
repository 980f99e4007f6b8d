//! The signatures of version 1.0, which SARIF keeps beside today's: services that show findings know them by these.
//!
//! They are made of the exception that ended the test, whatever caused it, and of all calls that are not in a
//! known library, also of those below the test.

use crate::lang::method_name;
use crate::message::mask::mask;
use crate::model::text::first_bytes;
use crate::model::{CPP_EXCEPTION, Failure};
use crate::trace::{Call, ExceptionRole, TraceLineKind, calls, mentioned};

use super::{MOST_OF_MESSAGE, PROJECT_FRAMES, focal_name_of, simple_name, without_package};

/// The parts of a path that version 1.0 knew as libraries.
#[rustfmt::skip]
const LIBRARIES: [&str; 12] = [
    "/node_modules/", "node:", "/site-packages/", "/dist-packages/", "/lib/python", "/usr/lib/",
    "/usr/local/go/", "/go/pkg/mod/", "/rustc/", "/.cargo/registry/", "/gems/", "/vendor/",
];

/// The endings of files that version 1.0 did not know.
const LATER_ENDINGS: [&str; 5] = [".cts", ".mts", ".feature", ".fs", ".vb"];

/// Returns the signature of a failure as version 1.0 wrote it.
pub(crate) fn signature_of_version_1(failure: &Failure) -> String {
    let frames = frames(failure);
    let name = simple_name(failure.trace.exception_in_version_1());
    let mut signature = if name.is_empty() { "no exception".to_owned() } else { name.to_owned() };
    let message = mask(first_bytes(failure.message(), MOST_OF_MESSAGE));
    if !message.is_empty() {
        signature.extend([": ", &message]);
    }
    for (index, frame) in frames.iter().enumerate() {
        signature.extend([if index == 0 { " · " } else { " ◂ " }, without_package(frame)]);
    }
    if frames.is_empty() && failure.is_assertion_failure() {
        let method = method_name(&failure.focal_method, failure.language);
        let class = failure.test.split("::").next().unwrap_or("");
        let subject = if method.is_empty() { class.to_owned() } else { focal_name_of(failure, &method) };
        signature.extend([" · ", &subject]);
    }
    signature
}

fn frames(failure: &Failure) -> Vec<String> {
    let mut frames = Vec::new();
    let mut is_of_jvm = false;
    for line in failure.trace.parse_on() {
        match line.kind {
            TraceLineKind::Exception(exception) if exception.role != ExceptionRole::Thrown => break,
            TraceLineKind::Frame(frame) if frame.was_read_by_version_1() => {
                is_of_jvm = true;
                if frame.was_projects_in_version_1() {
                    frames.push(frame.name());
                    if frames.len() >= PROJECT_FRAMES {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    if is_of_jvm { frames } else { calls_of_project(failure) }
}

fn calls_of_project(failure: &Failure) -> Vec<String> {
    let text = failure.trace.0.split("\n\tSuppressed: ").next().unwrap_or("");
    let calls: Vec<Call<'_>> = calls(text, "").into_iter().filter(was_found).collect();
    let of_project = calls.iter().filter(|call| !is_test(call.place.file_name()));
    let names: Vec<String> = of_project.take(PROJECT_FRAMES).map(named).collect();
    if !names.is_empty() || failure.trace.exception() == CPP_EXCEPTION {
        return names;
    }
    let place = calls.first().map(|call| call.place).or_else(|| mentioned(text));
    place.iter().map(|place| format!("{}:{}", place.file_name(), place.line)).collect()
}

/// Returns true for a call that version 1.0 found, in a file that it did not know as a library's.
fn was_found(call: &Call<'_>) -> bool {
    let file = call.place.file.replace('\\', "/");
    !call.is_qualified
        && !LIBRARIES.iter().any(|library| file.contains(library))
        && !LATER_ENDINGS.iter().any(|ending| file.ends_with(ending))
}

fn named(call: &Call<'_>) -> String {
    let file = call.place.file_name();
    let function = call.function.rsplit(['.', ':', ' ', '#']).next().unwrap_or("");
    let is_line = function.is_empty() || function.starts_with(['<', '{']);
    format!("{file}:{}", if is_line { call.place.line } else { function })
}

fn is_test(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    stem.starts_with("test_")
        || ["_test", "_spec", "Test", "Tests", "Spec"].iter().any(|ending| stem.ends_with(ending))
        || name.contains(".test.")
        || name.contains(".spec.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exception_that_ended_the_test_and_all_calls_count() {
        let failure = Failure::with_trace(
            "a.B::c\nx.Wrapped: no pen 7\n\tat org.springframework.Load.run(Load.java:1)\n\tat a.B.c(B.java:3)\n\tat own.Runner.run(R.java:1)\nCaused by: y.Refused: no\n\tat shop.Pen.draw(Pen.java:3)\n",
        );
        assert_eq!(signature_of_version_1(&failure), "Wrapped: no pen # · Load.run ◂ Runner.run");
        let printed = Failure::with_trace(
            "a.B::c\nError: m\n    at a (/x/a.js:1:2)\n    at b (/x/b.test.js:3:4)\n    at c (node_modules/c.js:1:1)\n",
        );
        assert_eq!(signature_of_version_1(&printed), "Error: m · a.js:a ◂ c.js:c");
    }
}
