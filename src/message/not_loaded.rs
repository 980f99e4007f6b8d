//! The sentence on a module, a file or a package that could not be loaded.

use std::borrow::Cow;

use crate::message::compile_error::CompileError;
use crate::model::{Extent, Failure, Language, short_exception_name};
use crate::trace::CLASS_AS_A_WHOLE;

/// Exceptions that say no more than that something could not be loaded.
const ONLY_NOT_LOADED: [&str; 5] = ["ImportError", "ModuleNotFoundError", "Error", "failure", "Failed"];

/// All that older versions of Go say of a package that does not compile: the compiler's words are elsewhere.
const NOT_BUILT: &str = "build failed";

/// The word in place of an exception where a report names none.
const NO_EXCEPTION: &str = "failure";

/// The words of Jest and Vitest for a file whose process ended while its tests ran.
const PROCESS_ENDED: [&str; 6] = [
    "Call retries were exceeded",
    "worker process ",
    "Worker exited unexpectedly",
    "Worker forks exited unexpectedly",
    "Worker terminated due to ",
    "process.exit unexpectedly called",
];

/// Returns true if the trace of a file tells that its process ended, and not that it could not be loaded.
pub(crate) fn is_of_process(trace: &str) -> bool {
    trace.contains("exitCode: ") || PROCESS_ENDED.iter().any(|words| trace.contains(words))
}

impl Failure {
    /// Returns what could not be loaded, and why: `tests/test_pen.py could not be imported: No module named ink`. None for everything else.
    pub(crate) fn not_loaded(&self) -> Option<String> {
        if self.extent != Extent::Module {
            return None;
        }
        let (what, verb) = self.what_was_not_loaded();
        let printed = self.error_of_process();
        if let Some(end) = self.end_of_process().filter(|_| printed.is_none()) {
            return Some(format!("{what} {end}"));
        }
        let message = printed.map_or_else(|| self.headline(), Cow::Borrowed);
        if PROCESS_ENDED.iter().any(|words| message.contains(words)) {
            return Some(format!("{what} did not finish: {message}"));
        }
        if self.language == Language::JavaScript
            && let Some(missing) = missing_module(&message)
        {
            return Some(format!("{what} could not be {verb}: cannot find '{missing}'"));
        }
        let error = CompileError::in_message(&message);
        if let Some(error) = error.or_else(|| CompileError::in_text(self.trace.without_test())) {
            return Some(format!("{what} could not be {verb}: {}", error.beside(&what)));
        }
        let reason = match (short_exception_name(self.trace.exception()), &*message) {
            (_, message) if printed.is_some() => message.to_owned(),
            (name, "") => name.to_owned(),
            (_, NOT_BUILT) => "the report does not say why".to_owned(),
            (name, message) if ONLY_NOT_LOADED.contains(&name) => message.to_owned(),
            (name, message) => format!("{name}: {message}"),
        };
        Some(format!("{what} could not be {verb}: {reason}"))
    }

    /// Returns the same without what could not be loaded, for a row that has its name beside it: `not imported:
    /// No module named ink`. None if it was loaded, and its process ended.
    pub(crate) fn not_loaded_in_brief(&self) -> Option<String> {
        let whole = self.not_loaded()?;
        let (_, reason) = whole.split_once(" could not be ")?;
        Some(format!("not {reason}"))
    }

    /// Returns how the process of a file ended, where node knows no more: the file could not be loaded, or it
    /// ended itself.
    fn end_of_process(&self) -> Option<String> {
        let trace = &self.trace.0;
        let (_, code) = trace
            .split_once("\nexitCode: ")
            .or_else(|| trace.split_once("cause: 'test failed', exitCode: "))?;
        let digits = code.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        if !digits.is_empty() {
            return Some(format!("ended with exit code {digits}"));
        }
        let (_, signal) = code.lines().take(2).find_map(|line| line.split_once("signal: "))?;
        let signal: String =
            signal.trim_matches('\'').chars().take_while(char::is_ascii_alphanumeric).collect();
        signal.starts_with("SIG").then(|| format!("was ended by {signal}"))
    }

    /// Returns the error that node printed when it could not load a file, which stands below the end of its process.
    fn error_of_process(&self) -> Option<&str> {
        let (_, end) = self.trace.0.split_once("\nexitCode: ")?;
        let below = end.lines().skip_while(|line| !line.starts_with("signal: ")).nth(1)?.trim();
        let error = below.strip_prefix("Error: ").unwrap_or(below);
        Some(error).filter(|error| !error.is_empty() && !error.starts_with("at "))
    }

    /// Returns the file or the package that could not be loaded, and what should have been done with it.
    fn what_was_not_loaded(&self) -> (String, &'static str) {
        let (class, name) = self.test.split_once("::").unwrap_or(("", &self.test));
        if self.language == Language::Python {
            let file = |module: &str| match &self.location {
                Some(location) => location.file.to_string(),
                None => format!("{}.py", module.replace('.', "/")),
            };
            // unittest and nose2 name their own class.
            let is_of_loader = class.is_empty() || class.contains(".loader.");
            // What is no exception was found in a module that is there: a test asks for what it has not.
            let is_exception = self.trace.exception() != NO_EXCEPTION;
            return if is_of_loader {
                (file(name), if is_exception { "imported" } else { "collected" })
            } else {
                (format!("{}::{name}", file(class)), "collected")
            };
        }
        if name.ends_with(']') && name.starts_with('[') || name == "TestMain" {
            return (class.to_owned(), "built");
        }
        let is_named = !name.trim().is_empty() && name != CLASS_AS_A_WHOLE;
        (if is_named { name } else { class }.to_owned(), "loaded")
    }
}

/// Returns the module that a file imports and that does not exist, by the words of the tools that load files
/// of JavaScript.
pub(crate) fn missing_module(message: &str) -> Option<&str> {
    const WORDS: [&str; 6] = [
        "Cannot find module ",
        "Cannot find package ",
        "Failed to resolve import ",
        "Failed to load url ",
        "Could not resolve ",
        "Could not locate module ",
    ];
    let rest = WORDS.iter().find_map(|words| message.split_once(words).map(|(_, rest)| rest))?;
    let name = match rest.chars().next()? {
        quote @ ('\'' | '"') => rest[1..].split(quote).next()?,
        _ => rest.split([' ', '(']).next()?,
    };
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::StackTrace;

    fn module(test: &str, language: Language, thrown: &str) -> Failure {
        Failure {
            test: Arc::from(test),
            language,
            extent: Extent::Module,
            trace: StackTrace(Arc::from(format!("x::y\n{thrown}"))),
            ..Failure::default()
        }
    }

    #[test]
    fn what_could_not_be_loaded_is_said_in_a_sentence() {
        let python = Language::Python;
        for (test, language, thrown, said) in [
            (
                "::tests.test_pen",
                python,
                "ModuleNotFoundError: No module named 'ink'",
                "tests/test_pen.py could not be imported: No module named 'ink'",
            ),
            (
                "::tests.test_pen",
                python,
                "SyntaxError: invalid syntax",
                "tests/test_pen.py could not be imported: SyntaxError: invalid syntax",
            ),
            (
                "unittest.loader._FailedTest::test_pen",
                python,
                "ImportError: no ink",
                "test_pen.py could not be imported: no ink",
            ),
            (
                "tests.test_pen::TestPen",
                python,
                "TypeError: x",
                "tests/test_pen.py::TestPen could not be collected: TypeError: x",
            ),
            (
                "test/ink.ts::test/ink.ts",
                Language::Java,
                "Error: gone",
                "test/ink.ts could not be loaded: gone",
            ),
            (
                "test/ink.ts::test/ink.ts",
                Language::JavaScript,
                "Error: Cannot find module '../src/pen' imported from '/lab/test/ink.ts'",
                "test/ink.ts could not be loaded: cannot find '../src/pen'",
            ),
            (
                "test/ink.ts::test/ink.ts",
                Language::JavaScript,
                "Error: Failed to resolve import \"./pen\" from \"test/ink.ts\". Does the file exist?",
                "test/ink.ts could not be loaded: cannot find './pen'",
            ),
            (
                "test::/lab/ink.test.mjs",
                Language::Java,
                "testCodeFailure: test failed\n[Error: test failed] { code: 'ERR_TEST_FAILURE', cause: 'test failed', exitCode: 3, signal: null }",
                "/lab/ink.test.mjs ended with exit code 3",
            ),
            (
                "test/ink.test.js::test/ink.test.js",
                Language::JavaScript,
                "Error: test failed\ntest failed\nexitCode: null\nsignal: SIGKILL",
                "test/ink.test.js was ended by SIGKILL",
            ),
            (
                "test/ink.test.js::test/ink.test.js",
                Language::JavaScript,
                "Error: test failed\nexitCode: 1\nsignal: ~\nSyntaxError: Unexpected token ';'\n\tat x (ink.js:1)",
                "test/ink.test.js could not be loaded: SyntaxError: Unexpected token ';'",
            ),
            (
                "test/ink.test.js::test/ink.test.js",
                Language::JavaScript,
                "Error: Call retries were exceeded",
                "test/ink.test.js did not finish: Call retries were exceeded",
            ),
            (
                "test/ink.test.ts::test/ink.test.ts",
                Language::JavaScript,
                "Error: test/ink.test.ts:2:47 - error TS2322: Type 'number' is not assignable to type 'string'.",
                "test/ink.test.ts could not be loaded: line 2: Type 'number' is not assignable to type 'string'.",
            ),
            (
                "test/ink.test.ts::test/ink.test.ts",
                Language::JavaScript,
                "Error: src/ink.ts:34:5 - error TS2322: Type 'number' is not assignable to type 'string'.",
                "test/ink.test.ts could not be loaded: src/ink.ts:34: Type 'number' is not assignable to type 'string'.",
            ),
            (
                "test/ink.test.ts::test/ink.test.ts",
                Language::JavaScript,
                "Error: Transform failed with 1 error: /lab/test/ink.test.ts:4:20: ERROR: Unexpected \";\"\nTransform failed with 1 error:\n/lab/test/ink.test.ts:4:20: ERROR: Unexpected \";\"",
                "test/ink.test.ts could not be loaded: line 4: Unexpected \";\"",
            ),
            (
                "w/ink::[build failed]",
                Language::Java,
                "failure: Build error",
                "w/ink could not be built: Build error",
            ),
        ] {
            assert_eq!(module(test, language, thrown).not_loaded().as_deref(), Some(said));
        }
        assert_eq!(Failure::with_trace("a.B::c\nx.E: m").not_loaded(), None);
        let pen = module("::tests.test_pen", python, "SyntaxError: invalid syntax");
        assert_eq!(pen.not_loaded_in_brief().as_deref(), Some("not imported: SyntaxError: invalid syntax"));
    }
}
