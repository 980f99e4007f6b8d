//! `fossick rank --before … --only healed`: tests that pass, or are left out, because they were edited.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use super::args::{InputArgs, load, tell_losses};
use super::before::BeforeArgs;
use super::format::Format;
use super::{CliError, expected, labels};
use crate::import::{Import, Options};
use crate::model::text::plural;
use crate::model::{Failure, FocalLocation, Language, Location, ProjectSources};
use crate::project::sources::read_text;
use crate::project::walk::{files, walk};
use crate::report::healed::{self, Answers, Edits, FixedBy, FixedTest};
use crate::trace::TraceLineKind;
use crate::trace::test_code::is_test_code;

pub(super) fn run(input: &InputArgs, before: &BeforeArgs, format: Format) -> Result<(), CliError> {
    if !matches!(format, Format::Table | Format::Json | Format::Jsonl) {
        return Err(expected("healed tests are a table, json or jsonl: choose one of them with --format"));
    }
    let mut reading = input.reading()?;
    reading.options = Options { all_tests: true, ..reading.options };
    let now = load(&reading)?;
    before.are_apart_from(&reading)?;
    let earlier = before.imports(reading.options)?;
    let mut fixed: Vec<FixedTest<'_>> = Vec::new();
    for before in &earlier {
        let (judgements, _) = labels::read(before, None, None)?;
        let events = judgements.last_events(&before.corpus);
        let current = Current::of(&now);
        let known: RefCell<HashMap<usize, Rc<Edits>>> = RefCell::default();
        let answers = Answers {
            edits: &|run| {
                let mut known = known.borrow_mut();
                let edits = known.entry(run).or_insert_with(|| {
                    Rc::new(before.corpus.sources_of(run).map(|old| current.edits(old)).unwrap_or_default())
                });
                Rc::clone(edits)
            },
            code_changed: &|run, failure| {
                before.corpus.sources_of(run).is_some_and(|old| current.changes_code(old, failure))
            },
            is_gone: &|failure, function| current.lacks(failure, function),
            judged: &|id| {
                let event = events[id.index()]?;
                let verdict = before.corpus.verdict_words().name(event.judgement.verdict()?).to_owned();
                Some(format!("judged {verdict} on {}", event.time.split('T').next().unwrap_or_default()))
            },
        };
        fixed.extend(healed::fixed_tests(before, &now, &answers));
    }
    fixed.sort_by_key(|test| test.fixed_by);
    Format::print(|out| match format {
        Format::Json => healed::write_json(&fixed, out),
        Format::Jsonl => healed::write_json_lines(&fixed, out),
        _ => healed::write_table(&fixed, out),
    })?;
    tell_losses(&now);
    let count = |by: FixedBy| fixed.iter().filter(|test| test.fixed_by == by).count();
    let found = [
        (count(FixedBy::Test), "repaired by editing the test alone"),
        (count(FixedBy::LeftOut), "left out: skipped, or no longer in its source"),
    ];
    let found = found.into_iter().filter(|(count, _)| *count > 0);
    let found: Vec<String> = found.map(|(count, how)| format!("{} {how}", plural(count, "test"))).collect();
    if found.is_empty() { Ok(()) } else { Err(CliError::CheckFailed(found)) }
}

/// The sources of the current results.
struct Current<'a>(Vec<&'a ProjectSources>);

impl<'a> Current<'a> {
    fn of(now: &'a Import) -> Current<'a> {
        Current(now.corpus.sources.iter().flatten().map(|sources| &**sources).collect())
    }

    /// Returns today's texts of a file of the project; mostly one.
    fn texts(&self, file: &Path) -> impl Iterator<Item = String> {
        self.0.iter().filter_map(move |sources| read_text(sources.folder(), file).ok())
    }

    /// Returns the files of tests and of code that have another text now, or are gone.
    fn edits(&self, old: &ProjectSources) -> Edits {
        let mut edits = Edits::default();
        let mut all = walk(old.folder());
        all.filter_entry(|entry| entry.depth() == 0 || !is_left_out(entry.path()));
        for path in files(&all) {
            let Ok(file) = path.strip_prefix(old.folder()) else { continue };
            let name = Location::file_of(file).to_string();
            let is_of_tests = is_test_code(&name);
            let is_meant = is_of_tests && !is_report(file) || Language::of_file(file).is_some();
            if is_meant
                && let Ok(before) = read_text(old.folder(), file)
                && !self.texts(file).any(|today| today == before)
            {
                let edited = if is_of_tests { &mut edits.tests } else { &mut edits.code };
                edited.push(name);
            }
        }
        edits
    }

    /// Returns true if a file that a failure names has another text now: that of its focal method, or one in
    /// its trace. Whole files are compared, because what was repaired may be behind the named method: of 49
    /// commits that change tests and code, comparing the method alone takes 38 for edits of a test.
    fn changes_code(&self, old: &ProjectSources, failure: &Failure) -> bool {
        let test = failure.location.as_deref().map(|place| Path::new(&*place.file));
        let frames = failure.trace.parse_on().filter_map(|line| match line.kind {
            TraceLineKind::Frame(frame) => {
                old.file_of_frame(&frame, &failure.bug).ok().map(|file| file.to_path_buf())
            }
            _ => None,
        });
        let focal = match &failure.focal_location {
            FocalLocation::At(place) => Some(Path::new(&*place.file).to_path_buf()),
            FocalLocation::Unknown | FocalLocation::Undecided(_) => None,
        };
        let named = frames.chain(focal);
        let mut named = named.filter(|file| Some(&**file) != test && !is_test_code(&Location::file_of(file)));
        named.any(|file| {
            read_text(old.folder(), &file).is_ok_and(|before| !self.texts(&file).any(|today| today == before))
        })
    }

    /// Returns true if today's file of a failed test has no function, or title, of its name.
    fn lacks(&self, failure: &Failure, function: &str) -> bool {
        let Some(place) = failure.location.as_deref().filter(|_| !self.0.is_empty()) else { return false };
        let name = function.rsplit("::").next().unwrap_or(function);
        let name = name.rsplit(" > ").next().unwrap_or(name).trim();
        !name.is_empty() && !self.texts(Path::new(&*place.file)).any(|today| today.contains(name))
    }
}

/// Returns true for a folder of what was built or installed.
fn is_left_out(path: &Path) -> bool {
    const FOLDERS: [&str; 7] =
        ["node_modules", "target", "build", "dist", "venv", "__pycache__", "site-packages"];
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    path.is_dir() && (name.starts_with('.') || FOLDERS.contains(&name))
}

/// Returns true for a report of tests in a folder of tests.
fn is_report(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "xml" || ending == "jsonl")
}
