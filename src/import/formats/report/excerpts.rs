//! The lines around the failures of tests in languages that are not parsed, and of modules that could not be loaded.
//!
//! ```text
//! trace, message, `file` and `line` of the report ──▶ places ──▶ a file of the project ──▶ the lines around
//! ```

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::import::formats::report::code::{Code, Excerpt, FoundTest, Missing};
use crate::import::formats::report::matrix::CountedTest;
use crate::import::formats::report::tests::ReportedTest;
use crate::lang::plain::{lines_around, named_places};
use crate::message::missing_module;
use crate::model::{Extent, Language, Location, Phase, PrintedPath, ProjectSources};
use crate::parallel;
use crate::project::sources::{files_in, read};
use crate::trace::test_code::is_test_code;

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
                    missing.may_be_elsewhere && !found.language.is_parsed() || extent == Some(Extent::Module)
                }
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
    for language in [Language::Other, Language::JavaScript, Language::Python] {
        for file in files_in(&folder, language) {
            sources.add_unread(Arc::from(file));
        }
    }
    let places: Vec<Vec<(Arc<Path>, Option<usize>)>> =
        parallel::map(&open, |(counted, found)| match &found.code {
            Code::File(location) => vec![(Arc::from(Path::new(&*location.file)), location.failing_line)],
            _ => places_of(counted.test, &found.trace, &counted.read.place.module, sources),
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
        let excerpts = places.iter().filter_map(|(file, line)| {
            let text = sources_read.get(&**file)?.as_ref()?;
            let line = line
                .or_else(|| line_of_hook(text, suite?, counted.test))
                .or_else(|| line_of_import(text, &found.trace, found.language));
            match line_of_function(file, text, &counted.test.name).filter(|_| line.is_none()) {
                Some(begins) => Some((file, excerpt(file, Some(begins), text)?.without_failing_line())),
                None => Some((file, excerpt(file, line, text)?)),
            }
        });
        let mut excerpts = excerpts.peekable();
        match excerpts.next() {
            Some((file, excerpt)) => {
                let mut thrown_in = excerpts.filter(|(other, _)| {
                    *other != file && !is_test_code(&Location::file_of(other)) && !found.language.is_parsed()
                });
                let thrown_in = thrown_in.next().map(|(_, excerpt)| Box::new(excerpt));
                found.code = Code::Shown(Box::new(Excerpt { thrown_in, ..excerpt }));
            }
            None if matches!(found.code, Code::File(_)) => {}
            None => found.code = Code::Missing(Missing::Place),
        }
    }
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

/// Returns the line on which the function of a test begins in a file of Rust, whose reports name no line.
fn line_of_function(file: &Path, text: &str, name: &str) -> Option<usize> {
    let name = name.rsplit("::").next().filter(|_| file.extension().is_some_and(|ending| ending == "rs"))?;
    let declared = format!("fn {name}(");
    Some(text.lines().position(|line| line.contains(&declared))? + 1)
}

/// Returns the line on which a file of JavaScript names a module that does not exist, if the trace of its loading says so.
fn line_of_import(text: &str, trace: &str, language: Language) -> Option<usize> {
    let module = missing_module(trace).filter(|_| language == Language::JavaScript)?;
    let named = ['\'', '"'].map(|quote| format!("{quote}{module}{quote}"));
    let row = text.lines().position(|line| named.iter().any(|named| line.contains(named)))?;
    Some(row + 1)
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
    let mut places: Vec<_> = own.into_iter().take(1).map(as_failed).collect();
    places.extend(declared);
    places.extend(thrown_in.map(as_failed));
    places
}

/// Returns the lines around a place; without a line, of a file that is not longer than a block, all of it.
fn excerpt(file: &Path, line: Option<usize>, text: &str) -> Option<Excerpt> {
    let shown = lines_around(text, line.unwrap_or(1) - 1)?;
    let lines: Vec<&str> = text.lines().skip(shown.start).take(shown.len()).collect();
    let location = Location { file: Location::file_of(file), line: shown.start + 1, failing_line: line };
    Some(Excerpt { location, text: lines.join("\n"), thrown_in: None })
}
