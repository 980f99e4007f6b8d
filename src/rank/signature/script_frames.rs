//! The calls in the traces of other languages than the JVM's: JavaScript, Python, Ruby, Go, PHP, Rust and C++.
//!
//! A call of the project is identified by its file's name and its function, as in a JVM's trace; those of libraries
//! and of tests are left out. A failure without such a call is identified by the place that failed: many tools print
//! the same message for every assertion (`expect(received).toBe(expected)`), and only the place distinguishes them.

use crate::model::text::is_number;
use crate::model::{CPP_EXCEPTION, StackTrace};

/// The parts of a path that occur only in libraries and runtimes.
#[rustfmt::skip]
const LIBRARIES: [&str; 12] = [
    "/node_modules/", "node:", "/site-packages/", "/dist-packages/", "/lib/python", "/usr/lib/",
    "/usr/local/go/", "/go/pkg/mod/", "/rustc/", "/.cargo/registry/", "/gems/", "/vendor/",
];

/// The endings of the files in which calls are searched for.
const ENDINGS: [&str; 20] = [
    "c", "cc", "cjs", "cpp", "cs", "cxx", "dart", "go", "h", "hpp", "js", "jsx", "mjs", "php", "py", "rb",
    "rs", "swift", "ts", "tsx",
];

const LOOK: usize = 10_000;

struct Call<'a> {
    place: Place<'a>,
    /// Empty if it is not known.
    function: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Place<'a> {
    file: &'a str,
    line: &'a str,
}

/// Returns the project's calls, the one that failed first, as `purse.py:split`; or else the place, as `test_purse.py:12`.
pub(super) fn project_calls(trace: &StackTrace) -> Vec<String> {
    // The importer puts the further failures of a test below the first.
    let text = trace.0.split("\n\tSuppressed: ").next().unwrap_or("");
    let mut calls: Vec<Call<'_>> = Vec::new();
    // Go and Rust name a function on the line above its place, Python shows the source of the function that failed.
    let (mut above, mut definition) = ("", "");
    // Python prints the call that failed last.
    let mut is_reversed = false;
    for line in text.lines().take(LOOK) {
        if let Some((call, is_python)) = call(line, above, definition) {
            is_reversed |= is_python;
            // Playwright shows a place before the calls.
            if calls.last().is_some_and(|last| last.function.is_empty() && last.place.is_same(call.place)) {
                calls.pop();
            }
            calls.push(call);
        }
        let code = line.trim();
        if let Some(defined) = code.strip_prefix("def ").or_else(|| code.strip_prefix("async def ")) {
            definition = defined.split('(').next().unwrap_or("");
        }
        above = line;
    }
    calls.retain(|call| !call.place.is_in_library());
    if is_reversed {
        calls.reverse();
    }
    let of_project: Vec<String> =
        calls.iter().filter(|call| !call.place.is_test()).map(Call::named).collect();
    if !of_project.is_empty() {
        return of_project;
    }
    // For an exception in C++, only the test's place is known.
    if trace.exception() == CPP_EXCEPTION {
        return Vec::new();
    }
    // A place within a message: `[purse_test.rb:22]:`.
    let mut words = text.lines().take(LOOK).flat_map(str::split_whitespace);
    let mentioned =
        || words.find_map(|word| Place::read(word.trim_matches(['[', ']', '(', ')', ':', ',', '.'])));
    let failed = calls.first().map(|call| call.place).or_else(mentioned);
    failed.iter().map(|place| format!("{}:{}", place.file_name(), place.line)).collect()
}

impl Call<'_> {
    fn named(&self) -> String {
        let file = self.place.file_name();
        let function = self.function.rsplit(['.', ':', ' ', '#']).next().unwrap_or("");
        if function.is_empty() || function.starts_with(['<', '{']) {
            format!("{file}:{}", self.place.line)
        } else {
            format!("{file}:{function}")
        }
    }
}

impl<'a> Place<'a> {
    /// Reads `file:line` or `file:line:column`.
    fn read(text: &'a str) -> Option<Place<'a>> {
        let (file, last) = text.rsplit_once(':').filter(|(_, number)| is_number(number))?;
        let (file, line) =
            file.rsplit_once(':').filter(|(_, number)| is_number(number)).unwrap_or((file, last));
        let place = Place { file, line };
        (ENDINGS.contains(&place.ending()) && !file.contains(char::is_whitespace)).then_some(place)
    }

    fn file_name(self) -> &'a str {
        self.file.rsplit(['/', '\\']).next().unwrap_or(self.file)
    }

    fn ending(self) -> &'a str {
        self.file.rsplit('.').next().unwrap_or("")
    }

    /// Returns true if the file begins at the root of a disk, on Windows as in `C:\x`.
    fn is_absolute(self) -> bool {
        let drive = self.file.split_once(':').filter(|(drive, _)| drive.len() == 1);
        drive.map_or(self.file, |(_, path)| path).starts_with(['/', '\\'])
    }

    fn is_in_library(self) -> bool {
        let file = self.file.replace('\\', "/");
        LIBRARIES.iter().any(|library| file.contains(library))
    }

    fn is_same(self, other: Place<'_>) -> bool {
        self.file_name() == other.file_name() && self.line == other.line
    }

    /// Returns true if the file has the name of a test.
    fn is_test(self) -> bool {
        let name = self.file_name();
        let stem = name.split('.').next().unwrap_or(name);
        stem.starts_with("test_")
            || ["_test", "_spec", "Test", "Tests", "Spec"].iter().any(|ending| stem.ends_with(ending))
            || name.contains(".test.")
            || name.contains(".spec.")
    }
}

/// Reads a line of a trace. The flag is true for Python's.
fn call<'a>(line: &'a str, above: &'a str, definition: &'a str) -> Option<(Call<'a>, bool)> {
    let trimmed = line.trim();
    let found = |place, function| Some((Call { place: Place::read(place)?, function }, false));
    if let Some(rest) = trimmed.strip_prefix("at ") {
        // Node: `at split (/x/purse.js:7:11)` or `at /x/purse.js:7:11`.
        if let Some((function, place)) = rest.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")) {
            return found(place, function);
        }
        // Rust: `3: purse::split`, and below it `at ./src/lib.rs:6:5`.
        let function = above.trim().split_once(": ").filter(|(number, _)| is_number(number));
        return found(rest, function.map_or("", |(_, function)| function));
    }
    if let Some(rest) = trimmed.strip_prefix("❯ ") {
        let (function, place) = rest.rsplit_once(' ').unwrap_or(("", rest));
        return found(place, function);
    }
    if let Some((file, rest)) = trimmed.strip_prefix("File \"").and_then(|rest| rest.split_once("\", line "))
    {
        let (line, function) = rest.split_once(", in ")?;
        return Some((Call { place: Place { file, line }, function }, true));
    }
    if let Some((place, rest)) = trimmed.split_once(": ").or_else(|| Some((trimmed.strip_suffix(':')?, ""))) {
        // pytest: `purse.py:6: in share`, and below a function's source `purse.py:10: ZeroDivisionError`.
        let place = Place::read(place).filter(|place| place.ending() == "py" && !line.starts_with(' '))?;
        return Some((Call { place, function: rest.strip_prefix("in ").unwrap_or(definition) }, true));
    }
    if let Some((place, function)) = trimmed.split_once(":in ") {
        return found(place, function.trim_matches(['`', '\'', '"']));
    }
    // PHP: `/x/Purse.php:10`; Go: `inkwell/purse.split(...)`, and below it `/x/purse.go:8 +0x1d`.
    let place = trimmed.split(" +0x").next().unwrap_or(trimmed);
    let function = above.rsplit_once('(').filter(|_| place.contains(".go:"));
    found(place, function.map_or("", |(function, _)| function)).filter(|(call, _)| call.place.is_absolute())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn found(text: &str) -> Vec<String> {
        project_calls(&StackTrace(Arc::from(text)))
    }

    #[test]
    fn the_projects_calls_are_found_in_the_trace_of_each_language() {
        for (language, text, calls) in [
            (
                "Node",
                "RangeError: none\n    at split (/x/purse.js:7:11)\n    at async Purse.share (/x/purse.js:2:10)\n    at Object.<anonymous> (/x/a.test.js:18:7)\n    at run (/x/node_modules/jest/a.js:1:1)",
                &["purse.js:split", "purse.js:share"][..],
            ),
            (
                "vitest",
                "RangeError: none\n ❯ split purse.js:7:11\n ❯ purse.test.js:19:7",
                &["purse.js:split"],
            ),
            (
                "Python",
                "Traceback (most recent call last):\n  File \"/usr/lib/python3.11/site-packages/a.py\", line 1, in run\n    run()\n  File \"steps/purse.py\", line 13, in share\n    split()\n  File \"steps/purse.py\", line 9, in split\n    1 // 0\nZeroDivisionError: zero",
                &["purse.py:split", "purse.py:share"],
            ),
            (
                "pytest",
                "def test_share():\n>       share(12, 0)\n\ntest_purse.py:25: \n_ _ _\npurse.py:6: in share\n    return split()\n\n    def split(coins):\n>       1 // 0\nE       ZeroDivisionError: zero\n\npurse.py:10: ZeroDivisionError",
                &["purse.py:split", "purse.py:share"],
            ),
            (
                "Ruby",
                "ZeroDivisionError:\n  divided by 0\n./purse.rb:4:in `split'\n./purse_spec.rb:21:in `block (3 levels) in <top (required)>'",
                &["purse.rb:split"],
            ),
            (
                "Go",
                "panic: zero\n\ngoroutine 19 [running]:\npanic({0x508da0, 0x5fda60})\n\t/usr/lib/go-1.19/src/runtime/panic.go:884 +0x212\ninkwell/purse.(*Purse).split(...)\n\t/x/purse.go:8\ninkwell.TestShare(0xc00?)\n\t/x/purse_test.go:12 +0x13",
                &["purse.go:split"],
            ),
            ("PHP", "X: zero\n\n/x/Purse.php:10\n/x/PurseTest.php:37", &["Purse.php:10"]),
            (
                "Rust",
                "stack backtrace:\n   0: core::panicking::panic_fmt\n             at /rustc/59/core/panicking.rs:80:14\n   3: purse::split\n             at ./src/lib.rs:6:5",
                &["lib.rs:split"],
            ),
            ("Playwright", "E: m\n   at purse.ts:7\n\n    at split (/x/purse.ts:7:11)", &["purse.ts:split"]),
            (
                "Node on Windows",
                "RangeError: none\r\n    at split (C:\\x\\purse.js:7:11)\r\n    at run (C:\\x\\node_modules\\jest\\a.js:1:1)",
                &["purse.js:split"],
            ),
            (
                "pytest on Windows",
                "test_purse.py:25: \r\n_ _ _\r\nC:\\x\\purse.py:6: in share\r\n    split()\r\nC:\\Lib\\site-packages\\a.py:1: in run",
                &["purse.py:share"],
            ),
            (
                "Go on Windows",
                "panic: zero\n\ninkwell/purse.(*Purse).split(...)\n\tC:/x/purse.go:8\ninkwell.TestShare(0xc00?)\n\tC:/x/purse_test.go:12 +0x13",
                &["purse.go:split"],
            ),
            ("PHP on Windows", "X: zero\r\n\r\nC:\\x\\Purse.php:10", &["Purse.php:10"]),
            ("none", "failure: no\nsee at 12:30 (or later), http://x.org:80\nExpected: a.B:10", &[]),
        ] {
            assert_eq!(found(text), calls, "{language}");
        }
    }

    #[test]
    fn an_assertion_is_identified_by_its_place() {
        for (text, place) in [
            ("Error: m\n\nExpected: 10\n    at Object.toBe (/x/purse.test.js:9:19)", "purse.test.js:9"),
            ("AssertionError: m\ntest_purse.py:16: AssertionError", "test_purse.py:16"),
            ("Failed: purse_test.go:16: got 9, want 10", "purse_test.go:16"),
            ("test failure: panicked at src/lib.rs:20:9: m", "lib.rs:20"),
            ("failure: m\nFailure:\ntest_adds(PurseTest) [purse_test.rb:22]:", "purse_test.rb:22"),
            ("REQUIRE: m\nFAILED:\n  REQUIRE( m )\nat purse_test.cpp:16", "purse_test.cpp:16"),
            ("X: m\n\n/x/PurseTest.php:37", "PurseTest.php:37"),
        ] {
            assert_eq!(found(text), [place], "{text}");
        }
    }
}
