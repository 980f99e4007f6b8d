//! The trace of a failure in the form that Java's have: the test, the exception and its message, the calls
//! with the innermost first, below `Caused by:` the exceptions before it, and below `Suppressed:` the members
//! of a group of exceptions.
//!
//! A call of the project is named by the function around its line in the source, because the styles differ in
//! what they say about it. Of other calls the kind of code is written where a JVM writes the module:
//! `python/`, `library/`, `framework/`.

use std::fmt::Write;

use super::Printed;
use super::caption::in_text;
use super::frames::{Member, PrintedFrame, Section, sections};
use crate::import::formats::report::trace::first_line;
use crate::lang::index::SourceIndex;
use crate::trace::WHILE_HANDLING;

/// Packages that run tests, or that check or replace values in them.
const FRAMEWORKS: &str = "_pytest pytest pluggy unittest doctest xmlrunner nose nose2 hypothesis mock testtools twisted.trial \
    stestr asynctest green ward";

/// The beginning of the names of pytest's plugins.
const PLUGIN: &str = "pytest_";

/// The folders in which installed packages lie.
const INSTALLED: [&str; 2] = ["site-packages/", "dist-packages/"];

impl Printed {
    /// Returns the trace of the test of this name; `index` has the sources of the project, if they are known.
    pub(crate) fn trace(&self, test: &str, index: Option<&dyn SourceIndex>) -> String {
        let index = index.filter(|index| !index.files().is_empty());
        let mut trace = format!("{}\n{}", first_line(test), self.caption());
        let mut sections = sections(&self.text);
        let thrown = sections.pop().unwrap_or_default();
        let writer = Writer { index };
        writer.calls(&thrown.frames, 0, &mut trace);
        writer.members(&thrown.members, 0, &mut trace);
        for before in sections.iter().rev() {
            if before.was_handled {
                trace.extend(["\n", WHILE_HANDLING]);
            }
            writer.exception("Caused by", before, 0, &mut trace);
            writer.members(&before.members, 0, &mut trace);
        }
        trace
    }
}

/// Writes parts of a trace, each below this many groups.
struct Writer<'i> {
    index: Option<&'i dyn SourceIndex>,
}

impl Writer<'_> {
    /// Writes the members of a group, each with the exceptions that it names as its causes.
    fn members(&self, members: &[Member], depth: usize, out: &mut String) {
        for member in members {
            let depth = depth + member.depth;
            let mut sections = sections(&member.text);
            let thrown = sections.pop().unwrap_or_default();
            self.exception("Suppressed", &thrown, depth, out);
            for before in sections.iter().rev().take_while(|before| !before.was_handled) {
                self.exception("Caused by", before, depth, out);
            }
        }
    }

    fn exception(&self, role: &str, section: &Section<'_>, depth: usize, out: &mut String) {
        let text = section.own_text();
        // One that was never raised has no calls.
        let caption = in_text(&text).unwrap_or_else(|| text.trim().to_owned());
        let _ = write!(out, "\n{}{role}: {caption}", "\t".repeat(depth));
        self.calls(&section.frames, depth, out);
    }

    fn calls(&self, frames: &[PrintedFrame<'_>], depth: usize, out: &mut String) {
        for frame in frames.iter().rev() {
            let frame = self.index.map_or(*frame, |index| now(*frame, index));
            let call = match self.index {
                Some(index) => in_project(&frame, index),
                None => without_sources(&frame),
            };
            let (name, path) = call.unwrap_or_else(|| outside(&frame));
            // Memory takes everything.
            let _ = write!(out, "\n{}\tat {name}({path}:{})", "\t".repeat(depth), frame.line);
        }
    }
}

/// Returns a call with the line that its code has now: the file may have been edited since the tests ran.
fn now<'f>(frame: PrintedFrame<'f>, index: &dyn SourceIndex) -> PrintedFrame<'f> {
    let function = frame.function.unwrap_or("");
    let line = frame.code.and_then(|code| index.line_of_code(frame.path, frame.line, code, function));
    PrintedFrame { line: line.unwrap_or(frame.line), ..frame }
}

/// Returns the name and the path of a call in a file of the project.
fn in_project(frame: &PrintedFrame<'_>, index: &dyn SourceIndex) -> Option<(String, String)> {
    let path = index.file_printed(frame.path)?.to_string_lossy().replace('\\', "/");
    Some((index.function_at(frame.path, frame.line)?, path))
}

/// Returns the name and the path of a call if no sources are known: all code is taken to be the project's
/// that is not installed.
fn without_sources(frame: &PrintedFrame<'_>) -> Option<(String, String)> {
    let path = frame.path.replace('\\', "/");
    let is_elsewhere = path.starts_with('<')
        || of_python(&path).is_some()
        || INSTALLED.iter().any(|folder| path.contains(folder));
    (!is_elsewhere).then(|| (named(&dotted(path.trim_start_matches(['.', '/'])), frame), path))
}

/// Returns the name and the path of a call outside the project.
fn outside(frame: &PrintedFrame<'_>) -> (String, String) {
    let path = frame.path.replace('\\', "/");
    let installed = INSTALLED.iter().find_map(|folder| Some(path.split_once(folder)?.1));
    let (kind, rest) = match (installed, of_python(&path)) {
        (Some(rest), _) => ("library", rest),
        (None, Some(rest)) => ("python", rest),
        (None, None) => ("library", path.trim_start_matches(['.', '/'])),
    };
    let module = dotted(rest);
    let is_framework = module.starts_with(PLUGIN)
        || FRAMEWORKS.split(' ').any(|package| {
            module.strip_prefix(package).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        });
    let kind = if is_framework { "framework" } else { kind };
    (format!("{kind}/{}", named(&module, frame)), rest.to_owned())
}

/// Returns the part of a path within Python's standard library: behind `/python3.11/`, or in `<frozen importlib>`.
fn of_python(path: &str) -> Option<&str> {
    if let Some(name) = path.strip_prefix("<frozen ").and_then(|rest| rest.strip_suffix('>')) {
        return Some(name);
    }
    path.match_indices("/python").find_map(|(start, word)| {
        let (version, rest) = path[start + word.len()..].split_once('/')?;
        let mut numbers = version.split('.');
        (numbers.clone().count() <= 2
            && numbers.all(|part| !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit())))
        .then_some(rest)
    })
}

/// Returns the name of the module in a file.
fn dotted(path: &str) -> String {
    let path =
        ["src/", "lib/", "python/"].iter().find_map(|folder| path.strip_prefix(folder)).unwrap_or(path);
    let module = path.strip_suffix(".py").unwrap_or(path);
    let module =
        if path.len() > module.len() { module.strip_suffix("/__init__").unwrap_or(module) } else { module };
    module.replace('/', ".").trim_matches('.').to_owned()
}

fn named(module: &str, frame: &PrintedFrame<'_>) -> String {
    format!("{module}.{}", frame.function.unwrap_or("?"))
}
