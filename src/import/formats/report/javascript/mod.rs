//! Reports of JavaScript's tests: Vitest, Jest, Mocha, Node, Playwright, and what runs one of them.
//!
//! ```text
//! type, message, text ──message::javascript──▶ exception, headline, calls ──trace──▶ the trace in the form that Java's have
//! ```
//!
//! No tool says which code is the project's, and translated code names its functions wrongly. The trace is
//! therefore made when the sources are known; the printed text is then kept with the test's output. Without
//! sources, calls have the names that the tool printed, and every file that is no library's is the project's.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use super::trace::{Problem, first_line};
use crate::lang::index::SourceIndex;
use crate::message::CompileError;
use crate::message::javascript::{PrintedCall, PrintedError, Section, is_printed_by_javascript};
use crate::model::Location;
use crate::trace::javascript::foreign;
use crate::trace::test_code::is_test_code;

/// A failed test of a report of JavaScript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Printed {
    error: PrintedError,
    /// The text of the failure.
    pub text: String,
    /// The trace without sources: what the tool printed, below the line that names the test.
    pub trace: String,
    /// The file of the test, if the report names it.
    pub file: Option<String>,
}

impl Printed {
    pub(crate) fn of(problem: &Problem<'_>, file: Option<&str>, trace: String) -> Printed {
        let error = PrintedError::read(&problem.type_name, problem.message.as_deref(), &problem.text);
        let text = if problem.text.trim().is_empty() {
            problem.message.clone().unwrap_or_default()
        } else {
            problem.text.replace("\r\n", "\n")
        };
        Printed { error, text, trace, file: file.map(str::to_owned) }
    }

    /// Returns the location in a file that could not be loaded; None if the project does not have it.
    pub(crate) fn place_of_loading(&self, test: &str, paths: &PrintedPaths<'_>) -> Option<Location> {
        let (class, name) = test.split_once("::").unwrap_or((test, ""));
        let named = self.file.iter().map(String::as_str).chain([class, name]);
        let file = named.into_iter().find_map(|path| paths.file(path))?;
        if let Some(error) = self.place_of_compile_error(paths) {
            return Some(error);
        }
        let mut lines =
            self.calls().filter(|call| paths.file(&call.path) == Some(file)).map(|call| call.line);
        let line = lines.next_back().and_then(|line| usize::try_from(line).ok()).filter(|line| *line > 0);
        // A set-up file that threw, and not the file that names the module.
        if line.is_none()
            && let Some(thrown) = self.place_of_throw(paths)
        {
            return Some(thrown);
        }
        Some(Location { file: Location::file_of(file), line: line.unwrap_or(1), failing_line: line })
    }

    /// Returns the line of the project in which a compiler found an error.
    fn place_of_compile_error(&self, paths: &PrintedPaths<'_>) -> Option<Location> {
        let CompileError { file, line, .. } =
            self.error.sections.iter().find_map(|section| CompileError::in_message(&section.message))?;
        let file = Location::file_of(paths.file(file)?);
        Some(Location { file, line, failing_line: Some(line) })
    }

    /// Returns the location in test code at which a hook failed that is of no test; None if no call names one.
    pub(crate) fn place_of_hook(&self, paths: &PrintedPaths<'_>) -> Option<Location> {
        let (file, line) = self.calls().find_map(|call| {
            let file = paths.file(&call.path).filter(|file| is_test_code(&file.to_string_lossy()))?;
            Some((file, usize::try_from(call.line).ok()?))
        })?;
        Some(Location { file: Location::file_of(file), line, failing_line: Some(line) })
    }

    /// Returns the innermost call in a file of the project.
    fn place_of_throw(&self, paths: &PrintedPaths<'_>) -> Option<Location> {
        let (file, line) = self.calls().find_map(|call| Some((paths.file(&call.path)?, call.line)))?;
        let line = usize::try_from(line).ok().filter(|line| *line > 0)?;
        Some(Location { file: Location::file_of(file), line, failing_line: Some(line) })
    }

    fn calls(&self) -> impl DoubleEndedIterator<Item = &PrintedCall> + Clone {
        self.error.sections.iter().flat_map(|section| &section.calls)
    }

    /// Returns the test that ran when an error was thrown outside of tests, as Vitest tells it below the error.
    pub(crate) fn test_in_text(&self) -> Option<String> {
        let between = |start: &str| Some(self.text.split_once(start)?.1.split_once('"')?.0);
        let file = between("This error originated in \"")?;
        let test = between("test to run before this error was \"")
            .or_else(|| between("latest test that might've caused the error is \""))?;
        Some(format!("{file}::{test}"))
    }

    /// Returns the trace of the test of this name.
    pub(crate) fn trace(&self, test: &str, paths: &PrintedPaths<'_>) -> String {
        let paths = &paths.as_written(self.calls());
        let mut trace = first_line(test);
        for (at, section) in self.error.sections.iter().enumerate() {
            trace.push('\n');
            if at > 0 {
                trace.push_str("Caused by: ");
            }
            trace.push_str(&caption(section));
            // The line says what the message says in several.
            if section.message.trim() != section.headline {
                for line in section.message.trim().lines() {
                    trace.push('\n');
                    trace.push_str(line);
                }
            }
            for call in &section.calls {
                let (name, path) = paths.named(call);
                // Memory takes everything.
                let _ = write!(trace, "\n\tat {name}({path}:{})", call.line);
            }
        }
        trace
    }
}

fn caption(section: &Section) -> String {
    if section.headline.is_empty() {
        section.exception.clone()
    } else {
        format!("{}: {}", section.exception, section.headline)
    }
}

/// The files of the project that the paths of a report mean. Of a workspace, runners write some from the root
/// and others from the folder of a member, several of which may have files of the same names.
pub(crate) struct PrintedPaths<'i> {
    /// The sources of the project; None if it has none of these tests.
    index: Option<&'i dyn SourceIndex>,
    /// The file of the test, if the report names it.
    pub test_file: Option<&'i Arc<Path>>,
    /// The folders from which a path may be written, the likeliest first, each with `/` at its end.
    folders: Vec<String>,
    /// The file of the test as the report writes it, and the folder of the project on the machine that wrote it, with `/` at its
    /// end.
    named_file: Option<String>,
    root: String,
}

impl<'i> PrintedPaths<'i> {
    /// Returns the paths of a test whose file `named` may be, in a report of a module.
    pub(crate) fn of<'n>(
        index: Option<&'i dyn SourceIndex>,
        module: &str,
        named: impl Iterator<Item = &'n str> + Clone,
    ) -> PrintedPaths<'i> {
        let of_module = (module != "-").then(|| format!("{module}/"));
        let mut paths = PrintedPaths {
            index,
            test_file: None,
            folders: of_module.into_iter().collect(),
            named_file: named.clone().next().map(str::to_owned),
            root: String::new(),
        };
        paths.test_file = named.into_iter().find_map(|path| paths.file(path));
        if let Some(file) = paths.test_file {
            let around = file.ancestors().skip(1).map(with_slashes).filter(|folder| !folder.is_empty());
            let around: Vec<String> = around.map(|folder| format!("{folder}/")).collect();
            paths.folders.splice(0..0, around);
        }
        paths
    }

    /// Returns the same paths, with the folder first from which the calls write that of the test.
    fn as_written<'c>(&self, calls: impl Iterator<Item = &'c PrintedCall> + Clone) -> PrintedPaths<'i> {
        let mut folders = self.folders.clone();
        let root = calls.clone().find_map(|call| self.root_in(call)).unwrap_or_default();
        let test = self.test_file.map(|file| with_slashes(file)).unwrap_or_default();
        // Of `pen.js` and `test/pen.js`, the longer one is the test's.
        let folder = calls.filter_map(|call| {
            let path = call.path.strip_prefix("./").unwrap_or(&call.path);
            test.strip_suffix(path).filter(|folder| folder.is_empty() || folder.ends_with('/'))
        });
        folders.splice(0..0, folder.min_by_key(|folder| folder.len()).map(str::to_owned));
        PrintedPaths { folders, root, named_file: self.named_file.clone(), ..*self }
    }

    /// Returns the folder of the project on the machine that wrote the report, if a call is in the file of the test.
    fn root_in(&self, call: &PrintedCall) -> Option<String> {
        let folder = call.path.strip_suffix(self.named_file.as_deref()?)?;
        folder.ends_with('/').then(|| folder.to_owned())
    }

    /// Returns the file of the project that a path means.
    fn file(&self, path: &str) -> Option<&'i Arc<Path>> {
        let index = self.index?;
        let below = path.strip_prefix("./").unwrap_or(path);
        let exact = self.folders.iter().find_map(|folder| {
            let path = format!("{folder}{below}");
            index.file_printed(&path).filter(|file| with_slashes(file) == path)
        });
        exact.or_else(|| index.file_printed(path))
    }

    /// Returns the name of a call and its path: of one in the project, the function around its line; of
    /// another, what is printed behind a word for the kind of code.
    fn named(&self, call: &PrintedCall) -> (String, String) {
        if let Some(foreign) = foreign(&call.path) {
            let name = printed_name(&call.function);
            let module = plain(module_of(foreign.path));
            return (format!("{}/{module}.{name}", foreign.word), plain(foreign.path));
        }
        if let Some(file) = self.file(&call.path) {
            let path = with_slashes(file);
            let name = self.index.and_then(|index| index.function_at(&path, call.line));
            return (name.unwrap_or_else(|| format!("{}.?", module_of(&path))), path);
        }
        let path = call.path.strip_prefix(&*self.root).unwrap_or(&call.path).trim_start_matches(['.', '/']);
        let kind = if self.index.is_some() { "library/" } else { "" };
        (format!("{kind}{}.{}", plain(module_of(path)), printed_name(&call.function)), plain(path))
    }
}

fn with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

fn module_of(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(stem, _)| stem)
}

/// Returns a name without what a frame can't have.
fn plain(name: &str) -> String {
    name.chars()
        .map(|c| {
            if c.is_whitespace() || matches!(c, '(' | ')' | ':' | ';' | '[' | ']' | '<' | '>') {
                '_'
            } else {
                c
            }
        })
        .collect()
}

/// Returns the last part of a function as it is printed: `undo` of `async Till.undo [as x]`.
fn printed_name(function: &str) -> String {
    let function = function.split(" [as ").next().unwrap_or(function);
    let name = function.rsplit(['.', ' ', '/']).next().unwrap_or(function);
    if name.is_empty() || name.contains(['<', '>']) { "<anonymous>".to_owned() } else { plain(name) }
}

/// Returns true for the text of a failure that JavaScript's tools print.
pub(crate) fn is_printed(text: &str) -> bool {
    is_printed_by_javascript(text)
}

/// Returns true for the name that a tool gives to all its reports.
pub(crate) fn is_suite(name: &str) -> bool {
    matches!(name, "vitest tests" | "jest tests" | "Mocha Tests")
}
