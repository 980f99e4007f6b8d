//! Reports of line coverage and of mutation tests, recognized by their content. Only their totals are read.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::import::error::{ImportError, Result};
use crate::import::formats::xml::root_element;
use crate::regular_file;

/// A number of lines or mutants, and how many of them are covered or detected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Share {
    pub part: u64,
    pub whole: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Jacoco,
    CoveragePy,
    PitPage,
    PitXml,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Report {
    pub path: PathBuf,
    pub format: Format,
    pub lines: Option<Share>,
    pub mutants: Option<Share>,
    /// Of the mutants that a test covers, those that are detected: PIT's test strength.
    pub strength: Option<Share>,
}

impl Report {
    /// Describes the totals of a report about the whole.
    pub(crate) fn describe(&self) -> String {
        let in_percent = |what: &str, share: Share| {
            let percent = 100.0 * share.part as f64 / share.whole.max(1) as f64;
            format!("{percent:.2}% of {} {what}", share.whole)
        };
        let lines = self.lines.map(|share| in_percent("lines are covered", share));
        let mutants = self.mutants.map(|share| in_percent("mutants are detected", share));
        let strength = self.strength.map(|share| in_percent("covered mutants are (test strength)", share));
        let totals: Vec<String> = lines.into_iter().chain(mutants).chain(strength).collect();
        format!("Of all tests together: {} ({}).", totals.join(", "), self.path.display())
    }
}

/// The number of bytes from which the format is recognized.
const HEAD: u64 = 4096;

/// The largest page that is read. It has a line for each package.
const LARGEST_PAGE: u64 = 16 * 1024 * 1024;

/// Reads a report; None for any other file.
pub(crate) fn read(path: &Path) -> Result<Option<Report>> {
    let Some(format) = format(path) else { return Ok(None) };
    let (lines, mutants, strength) = match format {
        Format::Jacoco => {
            (Some(jacoco(path)?.whole.ok_or_else(|| {
                let expected = "<counter type=\"LINE\"> directly in <report>: the classes of the report need line numbers";
                fault(path, 1, "the report has no counter of lines".to_owned(), expected)
            })?), None, None)
        }
        Format::CoveragePy => (Some(coverage_py(path)?), None, None),
        Format::PitXml => {
            let mutants = mutants(path)?;
            let part = mutants.iter().filter(|mutant| mutant.is_detected).count() as u64;
            let covered = mutants.iter().filter(|mutant| mutant.is_covered).count() as u64;
            (None, Some(Share { part, whole: mutants.len() as u64 }), Some(Share { part, whole: covered }))
        }
        Format::PitPage => match pit_page(path)? {
            Some(totals) => totals,
            None => return Ok(None),
        },
    };
    Ok(Some(Report { path: path.to_owned(), format, lines, mutants, strength }))
}

pub(crate) fn format(path: &Path) -> Option<Format> {
    let extension = path.extension()?.to_str()?;
    if !matches!(extension, "xml" | "json") && !path.ends_with("index.html") {
        return None;
    }
    let head = regular_file::read_head(path, HEAD).ok()?;
    let text = String::from_utf8_lossy(&head);
    match extension {
        "html" => text.contains("Pit Test Coverage Report").then_some(Format::PitPage),
        "json" => (text.trim_start().starts_with('{') && text.contains("\"branch_coverage\""))
            .then_some(Format::CoveragePy),
        _ => match &*root_element(&head)? {
            "mutations" => Some(Format::PitXml),
            "report" if text.contains("//JACOCO//") => Some(Format::Jacoco),
            _ => None,
        },
    }
}

/// Calls a function for the beginning of each element of a document and for each text, with its depth from 0.
fn for_each_part(path: &Path, mut work: impl FnMut(usize, &Event<'_>)) -> Result<()> {
    let mut reader = Reader::from_reader(open(path)?);
    let (mut buffer, mut depth) = (Vec::new(), 0_usize);
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer) {
            Ok(event @ Event::Start(_)) => {
                work(depth, &event);
                depth += 1;
            }
            Ok(event @ (Event::Empty(_) | Event::Text(_))) => work(depth, &event),
            Ok(Event::End(_)) => depth = depth.saturating_sub(1),
            Ok(Event::Eof) if depth == 0 => return Ok(()),
            Ok(Event::Eof) => return Err(truncated(path, "the document ends within an element")),
            Ok(_) => {}
            Err(error) => {
                let line = line_at(path, reader.error_position());
                return Err(fault(path, line, error.to_string(), "a complete XML document"));
            }
        }
    }
}

fn fault(path: &Path, line: u64, fault: String, expected: &'static str) -> ImportError {
    ImportError::BadRow { name: path.display().to_string(), line, fault, expected }
}

fn truncated(path: &Path, what: &str) -> ImportError {
    fault(path, line_at(path, u64::MAX), what.to_owned(), "a complete file: build the report again")
}

/// Returns the line of an offset in a file, from 1.
fn line_at(path: &Path, offset: u64) -> u64 {
    let Ok(file) = regular_file::open(path, OpenOptions::new().read(true)) else { return 1 };
    let before = BufReader::new(file).take(offset).bytes().map_while(Result::ok);
    1 + before.filter(|byte| *byte == b'\n').count() as u64
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = element.attributes().with_checks(false).flatten().find(|one| one.key.as_ref() == name)?;
    Some(found.value.into_owned())
}

pub(crate) struct Jacoco {
    pub id: Option<String>,
    /// The counter of the whole report, which those of packages, classes and methods repeat.
    pub whole: Option<Share>,
    /// The counters of classes, by their names with dots.
    pub classes: HashMap<String, Share>,
}

pub(crate) fn jacoco(path: &Path) -> Result<Jacoco> {
    let mut report = Jacoco { id: None, whole: None, classes: HashMap::new() };
    let mut class = String::new();
    for_each_part(path, |depth, part| {
        let (Event::Start(element) | Event::Empty(element)) = part else { return };
        let lines = || counter(element).filter(|_| attribute(element, "type").as_deref() == Some("LINE"));
        match (depth, element.name().as_ref()) {
            (1, "sessioninfo") => report.id = attribute(element, "id"),
            (2, "class") => class = attribute(element, "name").unwrap_or_default().replace('/', "."),
            (1, "counter") => report.whole = lines().or(report.whole),
            (3, "counter") => report.classes.extend(lines().map(|lines| (class.clone(), lines))),
            _ => {}
        }
    })?;
    Ok(report)
}

/// Returns the covered lines and all lines of a `counter` of `JaCoCo`.
fn counter(element: &BytesStart<'_>) -> Option<Share> {
    let number = |name| attribute(element, name)?.parse::<u64>().ok();
    let (part, missed) = (number("covered")?, number("missed")?);
    Some(Share { part, whole: part.saturating_add(missed) })
}

#[derive(Debug, Default)]
pub(crate) struct Mutant {
    pub class: String,
    pub is_detected: bool,
    /// True unless no test executed its line.
    pub is_covered: bool,
    pub has_matrix: bool,
    /// The tests that detect it, by the names of their methods.
    pub killed_by: Vec<String>,
}

pub(crate) fn mutants(path: &Path) -> Result<Vec<Mutant>> {
    let (mut element, mut mutants) = (String::new(), Vec::<Mutant>::new());
    for_each_part(path, |depth, part| match (depth, part) {
        (1, Event::Start(start) | Event::Empty(start)) if start.name().as_ref() == "mutation" => {
            let is_detected = attribute(start, "detected").as_deref() == Some("true");
            let is_covered = attribute(start, "status").as_deref() != Some("NO_COVERAGE");
            mutants.push(Mutant { is_detected, is_covered, ..Mutant::default() });
        }
        (2, Event::Start(start)) => {
            start.name().as_ref().clone_into(&mut element);
            if let Some(mutant) = mutants.last_mut().filter(|_| element == "killingTests") {
                mutant.has_matrix = true;
            }
        }
        (3, Event::Text(text)) => match (mutants.last_mut(), &*element) {
            (Some(mutant), "mutatedClass") => (**text).clone_into(&mut mutant.class),
            (Some(mutant), "killingTests") => mutant.killed_by.extend(text.split('|').map(test_of_pit)),
            _ => {}
        },
        _ => {}
    })?;
    Ok(mutants)
}

/// Returns the name of a test, which PIT writes as `a.BTest.c(a.BTest)`, or with JUnit 5 as `[method:c()]` at the end.
fn test_of_pit(name: &str) -> String {
    let method = name.rsplit_once("[method:").map_or(name, |(_, method)| method);
    method.split('(').next().unwrap_or_default().to_owned()
}

/// The totals of a page; None where it says `n/a`.
type PageTotals = (Option<Share>, Option<Share>, Option<Share>);

/// Reads the summary of a project's page; None for the page of a package.
fn pit_page(path: &Path) -> Result<Option<PageTotals>> {
    let bytes = regular_file::read(path, LARGEST_PAGE)
        .map_err(|error| ImportError::from_io(&path.display().to_string(), error))?;
    let text = String::from_utf8_lossy(&bytes);
    let Some((_, summary)) = text.split_once("Project Summary") else { return Ok(None) };
    let row = summary.split_once("<tbody>").and_then(|(_, body)| body.split_once("</tr>"));
    let Some((row, _)) = row else { return Err(truncated(path, "the page ends before its summary")) };
    let cells: Vec<_> = row
        .split("<td>")
        .skip(1)
        .map(|cell| {
            let (_, legend) = cell.split_once("coverage_legend\">")?;
            let (part, whole) = legend.split('<').next()?.trim().split_once('/')?;
            Some(Share { part: part.parse().ok()?, whole: whole.parse().ok()? })
        })
        .collect();
    // Older pages have no fourth cell.
    let cell = |place: usize| cells.get(place).copied().flatten();
    Ok(Some((cell(1), cell(2), cell(3))))
}

fn coverage_py(path: &Path) -> Result<Share> {
    #[derive(Deserialize)]
    struct Totals {
        covered_lines: u64,
        num_statements: u64,
    }
    #[derive(Deserialize)]
    struct Document {
        totals: Totals,
    }
    let document: Document = read_json(path, "the report of `coverage json`, with its totals")?;
    Ok(Share { part: document.totals.covered_lines, whole: document.totals.num_statements })
}

pub(crate) fn read_json<T: DeserializeOwned>(path: &Path, expected: &'static str) -> Result<T> {
    serde_json::from_reader(open(path)?)
        .map_err(|error| fault(path, error.line() as u64, error.to_string(), expected))
}

fn open(path: &Path) -> Result<BufReader<File>> {
    regular_file::open(path, OpenOptions::new().read(true))
        .map(BufReader::new)
        .map_err(|error| ImportError::from_io(&path.display().to_string(), error))
}
