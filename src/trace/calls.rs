//! The calls in printed traces that have no frames of a JVM: JavaScript, Python, Ruby, Go, PHP, Rust, C++ and .NET.
//!
//! ```text
//! text ──call (a form per language)──▶ Call: file, line, function ──origin──▶ project, test, library
//! ```
//!
//! Each tool prints calls in its own form; none says whose code a file is. A file is a library's by its path
//! ([`LIBRARIES`]), and a test's by its name or by the test's own name. The place of a failure is never
//! searched below the test's own call.

use super::Origin;
use super::test_code::{is_test_class, is_test_code};
use crate::model::text::is_number;

/// The parts of a path, with `/` between and before its folders, that occur only in libraries and runtimes.
#[rustfmt::skip]
const LIBRARIES: [&str; 40] = [
    "/node_modules/", "/.yarn/", "/.pnpm/", "/internal/process/", "/internal/modules/", "/internal/timers", "/node:", "/bun:", "/deno:", "/ext:",
    "/webpack/bootstrap", "/site-packages/", "/dist-packages/", "/lib/python", "/usr/lib/", "/usr/share/php/", "/usr/include/",
    "/usr/local/go/", "/go/pkg/mod/", "/go_sdk/", "/src/testing/", "/src/runtime/", "/src/reflect/", "/testing/testing.go", "/runtime/panic.go",
    "/rustc/", "/rustlib/", "/.cargo/registry/", "/gems/", "/rubygems/", "/lib/ruby/", "/.rbenv/", "/.rvm/", "/vendor/", "/phar:", "/.pub-cache/",
    "/dart-sdk/", "/opt/hostedtoolcache/", "/external/com_google_googletest/", "/_/src/libraries/",
];

/// The files of Node's own code as its versions before 16 print them, without a folder.
#[rustfmt::skip]
const NODE_CORE: [&str; 14] = [
    "_stream_readable.js", "_stream_writable.js", "_http_client.js", "assert.js", "async_hooks.js", "bootstrap_node.js", "child_process.js",
    "domain.js", "events.js", "fs.js", "module.js", "net.js", "timers.js", "vm.js",
];

/// The namespaces of .NET's runtime and of the libraries with which its tests are written.
#[rustfmt::skip]
const DOTNET: [&str; 14] = [
    "System", "Microsoft", "Xunit", "NUnit", "FluentAssertions", "Shouldly", "Moq", "NSubstitute", "FakeItEasy", "AutoFixture", "Castle", "SpecFlow",
    "Reqnroll", "TechTalk",
];

/// The endings of the files in which calls are searched for.
const ENDINGS: [&str; 25] = [
    "c", "cc", "cjs", "cpp", "cs", "cts", "cxx", "dart", "feature", "fs", "go", "h", "hpp", "js", "jsx",
    "mjs", "mts", "php", "py", "rb", "rs", "swift", "ts", "tsx", "vb",
];

/// The number of lines in which calls are searched for.
const LOOK: usize = 10_000;

/// A call in a printed trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Call<'a> {
    /// The place of the call; its file is empty if the trace does not name it.
    pub place: Place<'a>,
    /// The function as it is printed; empty if it is not known.
    pub function: &'a str,
    /// True if the function is named with its namespace and class, and with its parameters, as in .NET.
    pub is_qualified: bool,
    /// The origin of the code: the test, the project or a library.
    pub origin: Origin,
}

/// A file and a line as a trace names them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    /// The path as it is printed.
    pub file: &'a str,
    /// The number of the line, from 1.
    pub line: &'a str,
}

/// Returns the calls of a trace, the one that failed first; `test` is the name of the test that failed.
pub(crate) fn calls<'a>(trace: &'a str, test: &str) -> Vec<Call<'a>> {
    let mut calls: Vec<Call<'_>> = Vec::new();
    // Go and Rust name a function on the line above its place, Python shows the source of the function that failed.
    let (mut above, mut definition) = ("", "");
    // Python prints the call that failed last.
    let mut is_reversed = false;
    for line in trace.lines().take(LOOK) {
        if let Some((mut call, is_python)) = call(line, above, definition) {
            is_reversed |= is_python;
            call.origin = origin(&call, test);
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
    if is_reversed {
        calls.reverse();
    }
    calls
}

/// Returns a place that a text mentions within a line: `[purse_test.rb:22]:`, `cart_test.go:15:2: undefined: total`.
pub(crate) fn mentioned(text: &str) -> Option<Place<'_>> {
    let mut words = text.lines().take(LOOK).flat_map(str::split_whitespace);
    words.find_map(|word| Place::read(word.trim_matches(['[', ']', '(', ')', ':', ',', '.'])))
}

/// Returns the call in a line below another one, which may name its function; `test` is the name of the test
/// that failed.
pub(super) fn call_below<'a>(line: &'a str, above: &'a str, test: &str) -> Option<Call<'a>> {
    let (call, _) = call(line, above, "")?;
    Some(Call { origin: origin(&call, test), ..call })
}

fn origin(call: &Call<'_>, test: &str) -> Origin {
    let class = test.split("::").next().unwrap_or("");
    if call.is_qualified {
        let first = call.function.split('.').next().unwrap_or("");
        return match call.class() {
            _ if DOTNET.contains(&first) => Origin::Library,
            Some(of) if of == class || is_of_tests(of) || call.place.is_test(class) => Origin::Test,
            _ => Origin::Project,
        };
    }
    if call.place.is_in_library() {
        Origin::Library
    } else if call.place.is_test(class) || call.function.contains("::tests::") {
        Origin::Test
    } else {
        Origin::Project
    }
}

/// Returns true for a class of .NET in code of tests: its own name is that of a test, or a class around it or
/// a namespace is.
fn is_of_tests(class: &str) -> bool {
    let (around, name) = class.rsplit_once('.').unwrap_or(("", class));
    is_test_class(name) || around.split('.').any(|part| part.ends_with("Tests"))
}

impl<'a> Call<'a> {
    /// Returns the call at a place that a message names.
    pub(crate) fn of_place(place: &'a str, test: &str) -> Option<Call<'a>> {
        let call = Call::at(Place::read(place)?, "");
        Some(Call { origin: origin(&call, test), ..call })
    }

    /// Returns the function as it is printed, without the folders of its package and its arguments; empty if
    /// it is not known.
    pub(crate) fn function_in_words(&self) -> &'a str {
        if self.is_qualified {
            return self.function.split('(').next().unwrap_or(self.function);
        }
        let folders = self.function.rfind('/').map_or(0, |end| end + 1);
        &self.function[folders..]
    }

    fn at(place: Place<'a>, function: &'a str) -> Call<'a> {
        Call { place, function, is_qualified: false, origin: Origin::Project }
    }

    /// Returns the call as `file:function`, or as `file:line` if the function is not known; of a qualified
    /// function its name.
    pub(crate) fn name(&self) -> String {
        if self.is_qualified {
            let (class, method) = self.class().zip(self.method()).unwrap_or(("", self.function));
            return format!("{class}.{method}");
        }
        let file = self.place.file_name();
        // Node adds the name of the property: `Object.get total [as total]`.
        let function = self.function.split(" [as ").next().unwrap_or("");
        let function = function.rsplit(['.', ':', ' ', '#']).next().unwrap_or("");
        // Ruby's own words for code without a name: `block (2 levels) in <top (required)>`.
        if function.is_empty() || function.starts_with(['<', '{']) || function.ends_with('>') {
            format!("{file}:{}", self.place.line)
        } else {
            format!("{file}:{function}")
        }
    }

    /// Returns the class of a qualified function with its namespace: of `Shop.Cart.<AddAsync>d__5.MoveNext()`
    /// `Shop.Cart`.
    fn class(&self) -> Option<&'a str> {
        let called = self.function.split('(').next()?;
        // The compiler moves asynchronous methods and lambdas into classes of their own.
        let (class, _) = called.split_once(".<").or_else(|| called.rsplit_once('.'))?;
        Some(class.trim_end_matches('.'))
    }

    fn method(&self) -> Option<&'a str> {
        let called = self.function.split('(').next()?;
        let (class, method) = called.rsplit_once('.')?;
        let inner = called.split('<').skip(1).filter_map(|part| part.split_once('>')).map(|(name, _)| name);
        let inner = inner.into_iter().find(|name| !name.is_empty() && *name != "c");
        Some(match (inner, method) {
            (Some(inner), _) => inner,
            (None, "ctor" | "cctor") => class.trim_end_matches('.').rsplit('.').next()?,
            (None, method) => method.split(['`', '[']).next()?,
        })
    }
}

impl<'a> Place<'a> {
    /// Reads `file:line` or `file:line:column`.
    pub(crate) fn read(text: &'a str) -> Option<Place<'a>> {
        let (file, last) = text.rsplit_once(':').filter(|(_, number)| is_number(number))?;
        let (file, line) =
            file.rsplit_once(':').filter(|(_, number)| is_number(number)).unwrap_or((file, last));
        let place = Place { file, line };
        (ENDINGS.contains(&place.ending()) && !file.contains(char::is_whitespace)).then_some(place)
    }

    /// Returns the name of the file without its folders.
    pub(crate) fn file_name(self) -> &'a str {
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

    pub(super) fn is_in_library(self) -> bool {
        let file = format!("/{}", self.file.replace('\\', "/"));
        LIBRARIES.iter().any(|library| file.contains(library))
            || NODE_CORE.contains(&self.file)
            || self.file.starts_with("internal/")
    }

    fn is_same(self, other: Place<'_>) -> bool {
        self.file_name() == other.file_name() && self.line == other.line
    }

    /// Returns true if the file is one of tests, or the one that a test's class names: `spec.models.purse_spec`.
    fn is_test(self, class: &str) -> bool {
        let path = self.file.replace('\\', "/");
        // The outer folders of an absolute path are no part of the project, unless only projects have such.
        let inner = path.rmatch_indices('/').nth(1).filter(|_| self.is_absolute());
        is_test_code(inner.map_or(&path, |(at, _)| &path[at + 1..]))
            || path.contains("/__tests__/")
            || self.is_of_class(class)
    }

    /// Returns true if a test's class names the file: with its ending, or as a module of Python, Ruby or PHP.
    fn is_of_class(self, class: &str) -> bool {
        let ending = self.ending();
        let named = class.strip_suffix(ending).and_then(|class| class.strip_suffix('.'));
        let is_module = ["py", "rb", "php"].contains(&ending) && class.contains(['.', '/', '\\']);
        let Some(class) = named.or(is_module.then_some(class)) else { return false };
        let path = self.file.strip_suffix(ending).unwrap_or(self.file).trim_end_matches('.');
        let [path, class] = [path, class].map(|name| name.replace(['.', '\\'], "/"));
        path.strip_suffix(&*class).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    }
}

/// Reads a line of a trace. The flag is true for Python's.
fn call<'a>(line: &'a str, above: &'a str, definition: &'a str) -> Option<(Call<'a>, bool)> {
    let trimmed = line.trim();
    let found = |place, function| Some((Call::at(Place::read(place)?, function), false));
    if let Some(call) = dotnet(trimmed) {
        return Some((call, false));
    }
    if let Some(rest) = trimmed.strip_prefix("at ") {
        // Node: `at split (/x/purse.js:7:11)` or `at /x/purse.js:7:11`.
        if let Some((function, place)) = rest.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")) {
            return found(place, function);
        }
        // Rust: `3: purse::split`, and below it `at ./src/lib.rs:6:5`.
        let function = above.trim().split_once(": ").filter(|(number, _)| is_number(number));
        return found(
            rest.strip_prefix("async ").unwrap_or(rest),
            function.map_or("", |(_, function)| function),
        );
    }
    if let Some(rest) = trimmed.strip_prefix("❯ ") {
        let (function, place) = rest.rsplit_once(' ').unwrap_or(("", rest));
        return found(place, function);
    }
    if let Some((file, rest)) = trimmed.strip_prefix("File \"").and_then(|rest| rest.split_once("\", line "))
    {
        let (line, function) = rest.split_once(", in ")?;
        return Some((Call::at(Place { file, line }, function), true));
    }
    if let Some((place, rest)) = trimmed.split_once(": ").or_else(|| Some((trimmed.strip_suffix(':')?, ""))) {
        // pytest: `purse.py:6: in share`, and below a function's source `purse.py:10: ZeroDivisionError`.
        let place = Place::read(place).filter(|place| place.ending() == "py" && !line.starts_with(' '))?;
        return Some((Call::at(place, rest.strip_prefix("in ").unwrap_or(definition)), true));
    }
    // RSpec marks the calls that it prints below its own words with a number sign.
    let ruby = trimmed.strip_prefix("# ").unwrap_or(trimmed);
    if let Some((place, function)) = ruby.split_once(":in ") {
        return found(place, function.trim_matches(['`', '\'', '"']));
    }
    // PHP: `/x/Purse.php:10`; Go: `inkwell/purse.split(...)`, and below it `/x/purse.go:8 +0x1d`.
    let place = trimmed.split(" +0x").next().unwrap_or(trimmed);
    let function = above.rsplit_once('(').filter(|_| place.contains(".go:"));
    found(place, function.map_or("", |(function, _)| function)).filter(|(call, _)| call.place.is_absolute())
}

/// Reads a call of .NET, `at Shop.Cart.Add(Int32 price) in /src/Cart.cs:line 7`, whose words are those of the
/// user's language.
fn dotnet(line: &str) -> Option<Call<'_>> {
    let (_, called) = line.split_once(' ').filter(|(word, _)| word.chars().all(char::is_alphabetic))?;
    let close = called.find(')').filter(|close| called[..*close].contains('('))?;
    let (function, rest) = called.split_at(close + 1);
    let (name, parameters) = function.strip_suffix(')')?.split_once('(')?;
    let is_qualified =
        name.contains('.') && name.chars().all(|c| c.is_alphanumeric() || "._<>`|[],+".contains(c));
    if !is_qualified || parameters.contains([':', '/', '\\']) {
        return None;
    }
    let call = |place| Call { place, function, is_qualified: true, origin: Origin::Project };
    if rest.is_empty() {
        // A JVM and Node write the place within the brackets.
        let is_of_dotnet = parameters.is_empty() || parameters.split(',').all(|one| one.trim().contains(' '));
        return (line.starts_with("at ") && is_of_dotnet).then(|| call(Place::default()));
    }
    let (_, place) = rest.strip_prefix(' ')?.split_once(' ')?;
    let (file, number) = place.rsplit_once(':')?;
    let line = number.rsplit(' ').next().filter(|line| is_number(line))?;
    let place = Place { file, line };
    ENDINGS.contains(&place.ending()).then(|| call(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the calls of the project above the test.
    fn found(text: &str) -> Vec<String> {
        let calls = calls(text, "");
        let end = calls.iter().rposition(|call| call.origin == Origin::Test).unwrap_or(calls.len());
        calls[..end].iter().filter(|call| call.origin == Origin::Project).map(Call::name).collect()
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
    fn the_calls_of_a_test_are_known_by_file_or_class() {
        let origin = |call: &str, test: &str| calls(call, test).first().map(|call| call.origin);
        for (line, test, expected) in [
            ("    at Object.<anonymous> (C:\\u\\__tests__\\pens.js:10:21)", "", Origin::Test),
            ("    at fill (/u/test/pens/__tests__/support/inks.js:3:1)", "", Origin::Test),
            ("    at fill (/u/test/pens/src/inks.js:3:1)", "", Origin::Project),
            ("    at fill (/x/pens/ink.js:1:2)", "pens/ink.js::fills", Origin::Test),
            ("    at fill (/x/ink.js:1:2)", "ink::fills", Origin::Project),
            ("./spec/models/pens.rb:7:in `x'", "spec.models.pens::fills", Origin::Test),
            ("   at Shop.PenTests.Draws() in /src/PenTests.cs:line 3", "Shop.PenTests::Draws", Origin::Test),
            (
                "   bei Shop.Pen.Draw(Int32 ml) in C:\\src\\Pen.cs:Zeile 3",
                "Shop.PenTests::Draws",
                Origin::Project,
            ),
            ("   at System.Linq.ThrowHelper.ThrowNoElements()", "", Origin::Library),
            ("    at run (node_modules/pens/x.js:1:2)", "", Origin::Library),
            ("    at emit (events.js:315:20)", "", Origin::Library),
            ("\t/opt/hostedtoolcache/go/1.21/x64/src/testing/testing.go:1595 +0x1", "", Origin::Library),
        ] {
            assert_eq!(origin(line, test), Some(expected), "{line}");
        }
    }

    #[test]
    fn functions_of_dotnet_are_named_as_they_are_written() {
        for (function, name) in [
            ("Shop.Pen.Draw(Int32 ml)", "Shop.Pen.Draw"),
            ("Shop.Pen.<DrawAsync>d__5.MoveNext()", "Shop.Pen.DrawAsync"),
            ("Shop.Pen.<>c.<Draw>b__0_0(String x)", "Shop.Pen.Draw"),
            ("Shop.Pen..ctor()", "Shop.Pen.Pen"),
            ("Shop.Pen.Draw[T](T x)", "Shop.Pen.Draw"),
        ] {
            let line = format!("   at {function} in /src/Pen.cs:line 3");
            assert_eq!(calls(&line, "").first().map(Call::name).as_deref(), Some(name), "{function}");
        }
    }
}
