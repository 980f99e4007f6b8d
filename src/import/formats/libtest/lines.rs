//! The lines of Cargo and of Rust's test harness, each by itself.

use memchr::memchr;

use crate::import::formats::short_text::{contains, rfind, rsplit_once, split_once};

/// Returns the crate and the target that did not compile: ``error: could not compile `ink` (lib test) due to
/// 1 previous error``.
pub(super) fn not_compiled(line: &str) -> Option<String> {
    let (name, rest) = line.strip_prefix("error: could not compile `")?.split_once('`')?;
    let target = rest.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'));
    Some(target.map_or_else(|| name.to_owned(), |(target, _)| format!("{name} ({target})")))
}

/// Returns the number in `running 3 tests`.
pub(super) fn tests_of(line: &str) -> Option<usize> {
    let (count, unit) = line.strip_prefix("running ")?.split_once(' ')?;
    matches!(unit.trim(), "test" | "tests").then(|| count.parse().ok())?
}

/// Returns the counts behind `test result: `.
pub(super) fn end_of(line: &str) -> Option<&str> {
    line.strip_prefix("test result: ")
}

/// Returns true for the line above what tests printed, and above the list of them.
pub(super) fn is_section(line: &str) -> bool {
    line == "failures:" || line == "successes:"
}

/// The word of Cargo before a binary.
pub(super) const RUNNING: &str = "     Running ";

/// Returns the name of a binary or a crate that Cargo is about to run. What its tests print may stand before
/// it on the line.
pub(super) fn binary_of(line: &str) -> Option<&str> {
    let path = match line.trim_start().strip_prefix("Running ") {
        Some(path) => path,
        // Most lines have no such letter, and one byte is found faster than twelve.
        None => memchr(b'R', line.as_bytes()).and_then(|_| split_once(line, RUNNING))?.1,
    };
    let is_file = path.ends_with(')') && contains(path, " (") || contains(path, "/deps/");
    is_file.then(|| binary_name(path))
}

/// Returns the source file that Cargo names with a binary, `tests/ink.rs` of `Running tests/ink.rs (target/debug/deps/ink-1a2b3c)`.
pub(super) fn source_of(line: &str) -> Option<&str> {
    let (_, named) = line.split_once("Running ")?;
    let (source, _) = named.strip_prefix("unittests ").unwrap_or(named).rsplit_once(" (")?;
    source.strip_suffix(".rs").map(|_| source)
}

/// Returns the name of a crate whose documentation Cargo is about to test.
pub(super) fn crate_of(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("Doc-tests ").map(str::trim)
}

/// Returns the name of a binary, from `unittests src/lib.rs (target/debug/deps/ink-1a2b3c)` or `tests/ink.rs (…)`.
fn binary_name(path: &str) -> &str {
    let deps = path.rsplit_once('(').map_or(path, |(_, path)| path.trim_end_matches(')'));
    let file = deps.rsplit(['/', '\\']).next().unwrap_or(deps);
    file.rsplit_once('-').map_or(file, |(name, _)| name)
}

/// The words for the outcome of a test.
const OUTCOMES: [&str; 3] = ["ok", "FAILED", "ignored"];

/// A test that a line names, with its outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TestLine<'a> {
    /// The length of what another test printed before it, on the same line.
    pub printed: usize,
    pub name: &'a str,
    pub outcome: &'a str,
}

/// Returns the test of a line such as `test a::b ... ok`.
pub(super) fn result_of(line: &str) -> Option<TestLine<'_>> {
    let (name, outcome) = rsplit_once(line.strip_prefix("test ")?, " ... ")?;
    let outcome = outcome.trim();
    let is_outcome = OUTCOMES.iter().any(|word| outcome.starts_with(word)) || outcome.starts_with("bench:");
    is_outcome.then(|| TestLine { printed: 0, name: name_of(name), outcome })
}

/// Returns the test of a line on which the test printed something before without ending the line.
pub(super) fn result_below(line: &str) -> Option<TestLine<'_>> {
    let at = rfind(line, "test ").filter(|&at| at > 0)?;
    let test = result_of(&line[at..]).filter(|test| !test.name.contains(' '))?;
    Some(TestLine { printed: at, ..test })
}

/// Splits a line that a single thread begins before it runs the test, at what the test prints: `test a::b ... `.
pub(super) fn begun_of(line: &str) -> Option<(&str, &str)> {
    let (name, printed) = split_once(line.strip_prefix("test ")?, " ... ")?;
    Some((name_of(name), printed))
}

fn name_of(name: &str) -> &str {
    name.strip_suffix(" - should panic").unwrap_or(name)
}

/// Splits what a test printed at the outcome that the harness writes behind it.
pub(super) fn outcome_behind(printed: &str) -> Option<(&str, &str)> {
    let printed = printed.trim_end();
    OUTCOMES.iter().find_map(|outcome| Some((printed.strip_suffix(outcome)?, *outcome)))
}

/// Returns the name of the test whose output follows.
pub(super) fn header_of(line: &str) -> Option<&str> {
    let name = line.strip_prefix("---- ")?.strip_suffix(" ----")?;
    Some(name.strip_suffix(" stdout").unwrap_or(name))
}

/// Returns the name of a thread that panics.
pub(super) fn panicking(line: &str) -> Option<&str> {
    let (thread, rest) = line.strip_prefix("thread '")?.split_once('\'')?;
    contains(rest, "panicked at").then_some(thread)
}

/// Returns true for a line of a backtrace: that of another test may stand within it.
pub(super) fn is_of_backtrace(line: &str) -> bool {
    let call = line.trim_start();
    let number = call.len() - call.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_call = number > 0 && call[number..].starts_with(": ") || call.starts_with("at ");
    is_call && call.len() < line.len() || line.starts_with("note: ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binaries_are_named_by_every_version_of_cargo() {
        for (line, expected) in [
            ("     Running unittests src/lib.rs (target/debug/deps/ink-1a2b3c)", Some("ink")),
            ("     Running target/debug/deps/pen_nib-1a2b3c", Some("pen_nib")),
            ("test exits ...      Running tests/it.rs (target/debug/deps/it-17a6d5)", Some("it")),
            ("     Running tests\\it.rs (target\\debug\\deps\\it-17a6d5.exe)", Some("it")),
            ("Running migrations", None),
        ] {
            assert_eq!(binary_of(line), expected, "{line}");
        }
        assert_eq!(
            source_of("     Running unittests src/lib.rs (target/debug/deps/ink-1a2b3c)"),
            Some("src/lib.rs")
        );
        assert_eq!(source_of("     Running tests/it.rs (target/debug/deps/it-17a6d5)"), Some("tests/it.rs"));
        assert_eq!(source_of("     Running target/debug/deps/pen_nib-1a2b3c"), None);
        assert_eq!(crate_of("   Doc-tests ink"), Some("ink"));
    }

    #[test]
    fn results_are_told_from_what_tests_print() {
        let test = |printed, name, outcome| Some(TestLine { printed, name, outcome });
        assert_eq!(result_of("test a::b - should panic ... ok"), test(0, "a::b", "ok"));
        assert_eq!(result_of("test a::b ... ignored, slow"), test(0, "a::b", "ignored, slow"));
        assert_eq!(result_of("test a::b ... drawing"), None);
        assert_eq!(result_below("50%test a::b ... FAILED"), test(3, "a::b", "FAILED"));
        assert_eq!(result_below("a test of pens ... ok"), None);
        assert_eq!(begun_of("test a::b ... drawing"), Some(("a::b", "drawing")));
        assert_eq!(outcome_behind("drawing\n50%FAILED\n\n"), Some(("drawing\n50%", "FAILED")));
        assert_eq!(outcome_behind("drawing\n"), None);
    }
}
