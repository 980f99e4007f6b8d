//! The lines around the failures of tests in languages that are not parsed, and of modules that could not be loaded.
//!
//! ```text
//! trace, message, `file` and `line` of the report ──▶ places ──▶ a file of the project ──▶ the lines around
//! ```

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::import::formats::report::code::{Code, Excerpt, FoundTest, Missing};
use crate::import::formats::report::go_functions::{GoFunction, tests_of_package};
use crate::import::formats::report::loading::is_package;
use crate::import::formats::report::matrix::CountedTest;
use crate::import::formats::report::rust_functions::RustFunction;
use crate::import::formats::report::tests::ReportedTest;
use crate::lang::plain::{lines_around, named_places};
use crate::message::missing_module;
use crate::model::{Extent, Language, Location, Phase, PrintedPath, ProjectSources, Tool};
use crate::parallel;
use crate::project::sources::{files_in, read};
use crate::trace::test_code::is_test_code;

/// The number of lines of the longest function of Rust that is shown as a whole.
const LONGEST_FUNCTION: usize = 60;

/// The number of places in code of tests of which that of the test itself is searched for.
const MOST_OWN: usize = 16;

/// Shows the lines around the failures of tests whose code was not found because their language is not
/// parsed, or because a module could not be loaded, which has no test. Their files are added to the sources,
/// so that they can be opened.
pub(crate) fn show_lines(
    tests: &[CountedTest<'_>],
    found: &mut [Option<Box<FoundTest<'_>>>],
    sources: &mut ProjectSources,
) {
    let mut open: Vec<(&CountedTest<'_>, &mut FoundTest<'_>)> = tests
        .iter()
        .zip(found)
        .filter_map(|(counted, found)| {
            let found = found.as_deref_mut()?;
            let extent = counted.test.failed().map(|failed| failed.extent);
            let is_shown = match &found.code {
                Code::Missing(Missing::Code(missing)) => {
                    let has_lines =
                        found.language != Language::Python && found.language != Language::default();
                    missing.may_be_elsewhere && has_lines || extent == Some(Extent::Module)
                }
                Code::None => is_package(&counted.test.name),
                // A module has no test, nor has a hook of a suite; their text has no part in features.
                Code::File(location) => {
                    extent == Some(Extent::Module)
                        || location.failing_line.is_none() && is_of_suite(counted.test)
                }
                _ => false,
            };
            is_shown.then_some((counted, found))
        })
        .collect();
    if open.is_empty() {
        return;
    }
    let folder = sources.folder().to_owned();
    let others = files_in(&folder, Language::Other);
    for file in [Language::JavaScript, Language::Python]
        .into_iter()
        .flat_map(|language| files_in(&folder, language))
        .chain(others.iter().cloned())
    {
        sources.add_unread(Arc::from(file));
    }
    let places: Vec<Vec<(Arc<Path>, Option<usize>)>> =
        parallel::map(&open, |(counted, found)| match &found.code {
            Code::File(location) => vec![(Arc::from(Path::new(&*location.file)), location.failing_line)],
            _ => {
                let mut places = places_of(counted.test, &found.trace, &counted.read.place.module, sources);
                // Where no place is named, the test is found by its name, and a package that was not built by its path.
                if places.is_empty() && counted.read.report.tool == Some(Tool::Go) {
                    let package = counted.test.name.split("::").next().unwrap_or("");
                    let files = tests_of_package(&others, package);
                    places.extend(files.into_iter().map(|file| (Arc::from(file.as_path()), None)));
                }
                places
            }
        });
    let mut sources_read: HashMap<&Path, Option<String>> = HashMap::new();
    for (file, _) in places.iter().flatten() {
        sources_read.entry(file).or_insert_with(|| read(&folder, file));
    }
    for ((counted, found), places) in open.iter_mut().zip(&places) {
        let suite = match &found.code {
            Code::File(location) if is_of_suite(counted.test) => Some(location.line),
            _ => None,
        };
        let text_of = |file: &Path| sources_read.get(file)?.as_deref();
        let name = &*counted.test.name;
        let excerpts = places.iter().filter_map(|(file, line)| {
            let text = text_of(file)?;
            let line = line
                .or_else(|| line_of_hook(text, suite?, counted.test))
                .or_else(|| line_of_import(text, &found.trace, found.language));
            match line_of_function(file, text, name).filter(|_| line.is_none()) {
                Some(begins) => Some((&**file, excerpt(file, Some(begins), text)?.without_failing_line())),
                // Of the files of a package of Go that is shown that has the test.
                None if line.is_none() && is_of_go(file) && !is_package(name) => None,
                None if place_of_documentation(name).is_some() => {
                    Some((&**file, excerpt(file, line, text)?.without_failing_line()))
                }
                None => Some((&**file, excerpt(file, line, text)?)),
            }
        });
        let excerpts: Vec<(&Path, Excerpt)> = excerpts.collect();
        match best_of(&excerpts, text_of, name, found.language.is_parsed()) {
            Some(excerpt) => found.code = Code::Shown(Box::new(excerpt)),
            None if matches!(found.code, Code::File(_)) => {}
            None => found.code = Code::Missing(Missing::Place),
        }
    }
}

/// Returns the first of some excerpts, and the first one of other code; of Go and Rust that of the test's own function, whatever failed
/// in it.
fn best_of<'t>(
    excerpts: &[(&Path, Excerpt)],
    text_of: impl Fn(&Path) -> Option<&'t str>,
    test: &str,
    is_parsed: bool,
) -> Option<Excerpt> {
    let (file, first) = excerpts.first()?;
    let thrown_in = excerpts
        .iter()
        .skip(1)
        .find(|(other, _)| other != file && !is_test_code(&Location::file_of(other)) && !is_parsed);
    let thrown_in = thrown_in.map(|(_, excerpt)| Box::new(excerpt.clone()));
    if let Some(own) = text_of(file).and_then(|source| test_of_rust(file, first, source, test)) {
        return Some(own);
    }
    let function_at = |file: &Path, excerpt: &Excerpt| {
        GoFunction::around(file, text_of(file)?, excerpt.location.failing_line?)
    };
    let beside = function_at(file, first).filter(|function| !function.is_test(test));
    let Some(beside) = beside else { return Some(Excerpt { thrown_in, ..first.clone() }) };
    let own = excerpts.iter().skip(1).find_map(|(file, excerpt)| {
        function_at(file, excerpt).filter(|function| function.is_test(test))?;
        Some(excerpt.clone())
    });
    let (phase, name) = (beside.phase(), Some(beside.name.to_owned()));
    let own = match own {
        own if phase == Phase::Test => own,
        Some(own) => Some(own.without_failing_line()),
        None => {
            let source = text_of(file)?;
            let begins = GoFunction::of_test(file, source, test).map(|function| function.line);
            begins.and_then(|line| Some(excerpt(file, Some(line), source)?.without_failing_line()))
        }
    };
    // The test of a suite may be in another file than its set-up, and a helper may not say who called it.
    let Some(own) = own else { return Some(Excerpt { phase, thrown_in, ..first.clone() }) };
    let failed = Box::new(Excerpt { name, ..first.clone() });
    let thrown_in = thrown_in.filter(|_| phase == Phase::Test).or(Some(failed));
    Some(Excerpt { phase, thrown_in, ..own })
}

/// Returns the test in the file of an excerpt that shows another function of Rust, which failed; None if it shows the test.
fn test_of_rust(file: &Path, failed: &Excerpt, source: &str, test: &str) -> Option<Excerpt> {
    let function = RustFunction::around(file, source, failed.location.failing_line?)?;
    let own = RustFunction::of_test(file, source, test)?;
    if own.rows.contains(&function.rows.start) {
        return None;
    }
    let shown = excerpt(file, Some(own.line), source)?.without_failing_line();
    Some(Excerpt { thrown_in: Some(Box::new(failed.clone())), ..shown })
}

fn is_of_go(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "go")
}

/// Returns true for a suite of which a hook failed.
fn is_of_suite(test: &ReportedTest) -> bool {
    test.failed().is_some_and(|failed| {
        failed.extent == Extent::Test && matches!(failed.first.phase, Phase::SetUp | Phase::TearDown)
    })
}

/// Returns the line of the first hook for all tests of the suite that begins on a line, in the phase in which it failed.
fn line_of_hook(source: &str, suite: usize, test: &ReportedTest) -> Option<usize> {
    let is_tear_down = test.failed()?.first.phase == Phase::TearDown;
    let hook = if is_tear_down { "afterAll(" } else { "beforeAll(" };
    let lines = source.lines().enumerate().skip(suite.saturating_sub(1));
    lines.map(|(row, line)| (row + 1, line)).find(|(_, line)| line.contains(hook)).map(|(number, _)| number)
}

/// Returns the line on which the function of a test begins in a file of Rust, whose reports name no line, or of Go, where a report
/// names none.
fn line_of_function(file: &Path, text: &str, name: &str) -> Option<usize> {
    if is_of_go(file) {
        return GoFunction::of_test(file, text, name).map(|function| function.line);
    }
    RustFunction::of_test(file, text, name).map(|function| function.line)
}

/// Returns the line on which a file of JavaScript names a module that does not exist, if the trace of its loading says so.
fn line_of_import(text: &str, trace: &str, language: Language) -> Option<usize> {
    let module = missing_module(trace).filter(|_| language == Language::JavaScript)?;
    let named = ['\'', '"'].map(|quote| format!("{quote}{module}{quote}"));
    let row = text.lines().position(|line| named.iter().any(|named| line.contains(named)))?;
    Some(row + 1)
}

/// Returns the file and the line at which a test in the documentation of Rust begins: `src/well.rs - well::fill (line 12)`.
fn place_of_documentation(test: &str) -> Option<(&str, usize)> {
    let (place, line) = test.strip_suffix(')')?.rsplit_once(" (line ")?;
    let (path, _) = place.split_once(" - ")?;
    let path = path.rsplit("::").next()?;
    Some((path.strip_suffix(".rs").map(|_| path)?, line.parse().ok()?))
}

/// Returns the places of a failure in files of the project, the best one first: where the test failed, where
/// the test begins, and where other code failed.
fn places_of(
    test: &ReportedTest,
    trace: &str,
    module: &str,
    sources: &ProjectSources,
) -> Vec<(Arc<Path>, Option<usize>)> {
    let near = if module == "-" { "" } else { module };
    let file_of = |path: &str, before: &str| {
        sources.file_printed(PrintedPath { path, hints: [&test.name, before], near }).ok().cloned()
    };
    // What is printed of a test in documentation counts the lines of the program that was made of it.
    if let Some((path, line)) = place_of_documentation(&test.name)
        && let Some(file) = file_of(path, "")
    {
        return vec![(file, Some(line))];
    }
    let output = test.failed().map_or("", |failed| &*failed.output);
    let mut named: Vec<(Arc<Path>, usize)> = Vec::new();
    // What a test of Go logged before it panicked is not where it failed.
    let panicked = trace.rfind("\npanic: ").map_or("", |at| &trace[at..]);
    for text in [panicked, trace, output] {
        named.extend(
            named_places(text).filter_map(|place| Some((file_of(place.path, place.before)?, place.line))),
        );
        // What a test printed names places of all kinds.
        if !named.is_empty() {
            break;
        }
    }
    let declared = test
        .rare
        .as_ref()
        .and_then(|rare| rare.declared_in.as_ref())
        .and_then(|place| Some((file_of(&place.file, "")?, place.line)));
    let (own, others): (Vec<_>, Vec<_>) = named.iter().cloned().partition(|(file, _)| {
        is_test_code(&Location::file_of(file))
            || declared.as_ref().is_some_and(|(declared, _)| **declared == **file)
    });
    let as_failed = |(file, line): (Arc<Path>, usize)| (file, Some(line));
    // What stands below the test's own place called the test.
    let first_own = named.iter().position(|place| own.contains(place)).unwrap_or(named.len());
    let thrown_in = named[..first_own].iter().find(|place| others.contains(place)).cloned();
    let thrown_in = thrown_in.or_else(|| others.first().filter(|_| own.is_empty()).cloned());
    // Above the test itself may stand a helper.
    let mut places: Vec<_> = own.into_iter().take(MOST_OWN).map(as_failed).collect();
    places.extend(declared);
    places.extend(thrown_in.map(as_failed));
    places
}

/// Returns the lines around a place; without a line, of a file that is not longer than a block, all of it.
fn excerpt(file: &Path, line: Option<usize>, text: &str) -> Option<Excerpt> {
    let function = line.and_then(|line| RustFunction::around(file, text, line));
    let name = function.as_ref().map(RustFunction::full_name);
    let of_function = function.map(|function| function.rows).filter(|rows| rows.len() <= LONGEST_FUNCTION);
    let shown = of_function.or_else(|| lines_around(text, line.unwrap_or(1) - 1))?;
    let lines: Vec<&str> = text.lines().skip(shown.start).take(shown.len()).collect();
    let location = Location { file: Location::file_of(file), line: shown.start + 1, failing_line: line };
    Some(Excerpt { location, text: lines.join("\n"), name, phase: Phase::Test, thrown_in: None })
}
