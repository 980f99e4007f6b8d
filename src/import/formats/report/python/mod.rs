//! Reports of Python's tests: pytest, unittest-xml-reporting, nose2, and what runs one of them (Django, tox, nox).
//!
//! ```text
//! <failure type message>text ──caption──▶ exception and message ──┐
//!                             ──frames───▶ calls, by exception ───┴─trace──▶ the trace in the form that Java's have
//! ```
//!
//! The tools print five styles, and none says which code is the project's. The trace is therefore made when the
//! sources are known, and is the same in every style that prints calls. The printed text is kept with the
//! test's output.

mod caption;
mod frames;
mod source;
pub(crate) mod subtests;
mod trace;

use super::test_name::escaped;
use super::trace::{Problem, has_frames};
use crate::lang::index::SourceIndex;
use crate::lang::python::class_and_name;
use crate::model::{Location, Phase, Stage};
use crate::trace::CLASS_AS_A_WHOLE;

/// The message with which pytest reports a module that it can't load, as a test without a class.
const NOT_LOADED: &str = "collection failure";

/// The beginnings of the classes under which unittest and nose2 report a module that they can't load.
const LOADERS: [&str; 3] =
    ["unittest.loader._FailedTest", "nose2.loader.ModuleImportFailure", "nose2.loader.LoadTestsFailure"];

/// The methods that unittest calls before a test, and those after it.
const SET_UP: [&str; 4] = ["setUp", "asyncSetUp", "setUpClass", "setUpModule"];
const TEAR_DOWN: [&str; 5] = ["tearDown", "asyncTearDown", "tearDownClass", "tearDownModule", "doCleanups"];

/// The words for a test whose worker of pytest-xdist crashed. They name neither, so that they are the same
/// for every such test.
const CRASHED: &str = "the worker crashed while running the test";

/// A failed test of a report of Python.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Printed {
    /// The type of the exception; empty if the report has none.
    type_name: String,
    message: String,
    /// The text of the failure.
    pub text: String,
    /// The file of the test, if the report names it.
    pub file: Option<String>,
}

impl Printed {
    pub(crate) fn of(problem: Problem<'_>, file: Option<String>) -> Printed {
        let text = problem.text.replace("\r\n", "\n");
        let message = problem.message.unwrap_or_default().replace("\r\n", "\n");
        let message = if is_of_crash(&text) { CRASHED.to_owned() } else { message };
        Printed { type_name: problem.type_name, message, text, file }
    }

    /// Returns the phase in which it failed: pytest says it in the message, of unittest the outermost method tells it.
    pub(crate) fn phase(&self) -> Phase {
        if self.message == NOT_LOADED {
            return Phase::Loading;
        }
        let phases = [("setup", Phase::SetUp), ("teardown", Phase::TearDown)];
        let by_message = phases.into_iter().find(|(word, _)| {
            self.message.starts_with(&format!("failed on {word} with "))
                || self.message == format!("test {word} failure")
        });
        if let Some((_, phase)) = by_message {
            return phase;
        }
        match frames::sections(&self.text).last().and_then(|thrown| thrown.frames.first()?.function) {
            Some(function) if SET_UP.contains(&function) => Phase::SetUp,
            Some(function) if TEAR_DOWN.contains(&function) => Phase::TearDown,
            _ => Phase::Test,
        }
    }

    /// Returns the stage that stopped the tests of a module that could not be loaded, and the exception.
    pub(crate) fn loading(&self, test: &str) -> (Stage, String) {
        let caption = self.caption();
        let exception = caption.split(':').next().unwrap_or_default().trim().to_owned();
        let (class, name) = class_and_name(test);
        let module = if class.is_empty() { name } else { class };
        let module = module.rsplit('.').next().unwrap_or_default().to_owned();
        let place = self.text.lines().rfind(|line| line.contains("File \""));
        let is_own = place.is_some_and(|place| place.contains(&format!("{module}.py\"")));
        let is_syntax = ["SyntaxError", "IndentationError", "TabError"].contains(&&*exception);
        (if is_syntax && is_own { Stage::Syntax } else { Stage::Compile }, exception)
    }

    /// Returns the location in the module `test` at which it could not be loaded; None if no file of the
    /// project is that module.
    pub(crate) fn place_of_loading(&self, test: &str, index: &dyn SourceIndex) -> Option<Location> {
        let (class, name) = class_and_name(test);
        let is_of_loader = class.is_empty() || LOADERS.iter().any(|loader| class.starts_with(loader));
        let module = if is_of_loader { name } else { class };
        let path = module.replace('.', "/");
        let file = [format!("{path}.py"), format!("{path}/__init__.py")];
        let file = file.iter().find_map(|path| index.file_printed(path))?;
        // A syntax error is shown among the marked lines.
        let mut calls =
            self.text.lines().filter_map(|line| frames::call(line.strip_prefix("E ").unwrap_or(line)));
        let line = calls.rfind(|call| index.file_printed(call.path) == Some(file));
        let line = line.and_then(|call| usize::try_from(call.line).ok()).filter(|&line| line > 0);
        Some(Location { file: Location::file_of(file), line: line.unwrap_or(1), failing_line: line })
    }

    /// Returns the exception and its message, as one text.
    pub(crate) fn caption(&self) -> String {
        caption::caption(&self.type_name, &self.message, &self.text)
    }
}

/// Returns true for the text of a test whose worker crashed: `worker 'gw0' crashed while running 'test_pen.py::test_ink'`.
fn is_of_crash(text: &str) -> bool {
    text.trim().strip_prefix("worker '").is_some_and(|rest| rest.contains("' crashed while running '"))
}

/// Returns true for the names that tools give to the suites of a report.
pub(crate) fn is_suite(element: &str, name: &str) -> bool {
    match element {
        "testsuites" => name == "pytest tests",
        _ => matches!(name, "pytest" | "nose2-junit"),
    }
}

/// Returns true for the name of a suite of unittest-xml-reporting: a class, and the time.
pub(crate) fn is_suite_of_unittest(name: &str) -> bool {
    let time = name.rsplit_once('-').map_or("", |(_, time)| time);
    time.len() == "20260101000000".len() && time.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the place that pytest names before the reason of a skip, `test_pen.py:13`; None for an expected failure.
pub(crate) fn place_of_skip(skip: &Problem<'_>) -> Option<Box<str>> {
    let line = skip.text.lines().next().filter(|_| skip.type_name == "pytest.skip")?;
    let mut places = line.match_indices(": ").map(|(end, _)| &line[..end]);
    let place = places.find(|place| {
        let number = place.rsplit_once(':').map_or("", |(_, number)| number);
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    place.map(Box::from)
}

/// Returns true for the failure of a module that pytest could not load.
pub(crate) fn is_collection_failure(problem: &Problem<'_>) -> bool {
    problem.message.as_deref() == Some(NOT_LOADED)
}

/// Returns true for a test that stands for a module, or a class in it, that could not be loaded.
pub(crate) fn is_of_loading(class: &str, failure: &Printed) -> bool {
    failure.message == NOT_LOADED || LOADERS.iter().any(|loader| class.starts_with(loader))
}

/// Returns true for the text of a failure that Python's tools print.
pub(crate) fn is_printed_by_python(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("E   ") || frames::is_call(line) && line.contains(".py"))
        && !has_frames(text)
}

/// Returns the name and the message of the exception that a printed text ends with.
pub(crate) fn exception_in(text: &str) -> Option<(String, String)> {
    let caption = caption::in_text(text)?;
    let (name, message) = caption.split_once(": ").unwrap_or((&caption, ""));
    Some((name.to_owned(), message.to_owned()))
}

/// Returns the name of a test with these attributes, as pytest wrote them: parameters have any form. What
/// unittest reports of a class as a whole has no class.
pub(crate) fn test_name(class: &str, name: &str) -> String {
    match (escaped(class.trim()), escaped(name.trim())) {
        (class, name) if class.is_empty() => format!("{name}::{CLASS_AS_A_WHOLE}"),
        (class, name) => format!("{class}::{name}"),
    }
}
