//! Defects4J logs of failing tests (format 3: `failing_tests`, `*.trigger.log`).
//!
//! A record is a line `--- package.Class::method`, followed by the stack trace as printed by the JVM.
//! Messages may span lines, and such a line may begin with `---` or look like a frame: only a test's name
//! begins a record.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::head::{Content, Head};
use super::trace_header::{is_exception_line, is_java_name};
use super::{Reader, Recognized, Row, Stream};
use crate::encoding::{self, repaired_bytes};
use crate::import::Outcome;
use crate::import::account::Notes;
use crate::import::error::Result;
use crate::import::input::Opened;
use crate::import::merge::collector::Collector;
use crate::import::record::TestRecord;
use crate::project::walk::{name_of, stem};
use crate::regular_file;

pub(super) const ROW: Row = Row {
    name: "log",
    input: "a Defects4J log of failing tests",
    in_folder: "Defects4J logs",
    description: "Defects4J log of failing tests",
    record: "records that begin with a line `--- package.Class::method`",
    guide: &[["Defects4J logs", "`failing_tests`, `*.trigger.log`"]],
    recognize,
    reader: Reader::OneRun(read),
    // The log of the buggy version is read together with that of the fixed one.
    is_repeated: |log| is_of_fixed_version(log) && partner(log).is_some(),
    names_only_failures: true,
    ..Row::FILE
};

fn recognize(head: &Head<'_>) -> Recognized {
    let Content::Text { text, .. } = &head.content else { return Recognized::No };
    let next = text.lines().skip(1).map(Some).chain([None]);
    let has_test = text.lines().zip(next).any(|(line, next)| test_name(line, next).is_some());
    if has_test { Recognized::Certainly } else { Recognized::No }
}

/// A log, read whole. Its records borrow their texts from it, so that only the failures made from them are copies.
pub(crate) struct LogFile {
    name: Arc<str>,
    bytes: Vec<u8>,
}

impl LogFile {
    pub(crate) fn read(input: Opened<'_>) -> Result<LogFile> {
        Ok(LogFile { name: input.name.clone(), bytes: input.bytes()? })
    }

    /// Returns all records in order. The last one of a test is kept at the position of the first, as the
    /// reference does.
    pub(crate) fn records(&self, notes: &mut Notes) -> Result<Vec<LogRecord<'_>>> {
        let file = &self.name;
        let (found, stray) = parse(&self.bytes);
        if let Some(line) = stray {
            notes.records += 1;
            notes.reject(file, line, "text before the first record; expected `--- package.Class::method`")?;
        }
        let mut records: Vec<LogRecord<'_>> = Vec::new();
        let mut positions: HashMap<String, usize> = HashMap::new();
        for record in found {
            notes.records += 1;
            if record.repaired {
                notes.repair(file, record.line, repaired_bytes("the record", "UTF-8"));
            }
            if let Some(&position) = positions.get(&record.test) {
                let reason = "a test has several records in one log: the last one is used";
                notes.unjoined(reason, || format!("{} ({file}, line {})", record.test, record.line));
                records[position] = record;
            } else {
                positions.insert(record.test.clone(), records.len());
                records.push(record);
            }
        }
        Ok(records)
    }
}

/// Reads the log at a path, if it has one, as failures of one bug, and with it the log of the fixed version next to it.
pub(crate) fn read(stream: Stream<'_>, collector: &mut Collector, notes: &mut Notes) -> Result<()> {
    let Stream { input, path, meter } = stream;
    let LogPath { project, bug, version } = path.map_or_else(LogPath::unknown, LogPath::of);
    let fixed = path.and_then(partner).filter(|_| version == Some(Version::Buggy));
    let failed_fixed: Option<HashSet<String>> = match fixed {
        None => None,
        Some(path) => {
            // Its records are not tests of this run: neither they nor their repairs are counted.
            let mut fixed_notes = Notes::new(notes.strict);
            let log = LogFile::read(Opened::path(&path, meter)?)?;
            let records = log.records(&mut fixed_notes)?;
            notes.rejected.append(&mut fixed_notes.rejected);
            Some(records.into_iter().map(|record| record.test).collect())
        }
    };
    for record in LogFile::read(input)?.records(notes)? {
        let fixed_outcome = failed_fixed
            .as_ref()
            .map(|failed| if failed.contains(&record.test) { Outcome::Failed } else { Outcome::Passed });
        collector.add(&TestRecord {
            outcome: Outcome::Failed,
            fixed_outcome,
            trace: Cow::Borrowed(&record.trace),
            ..TestRecord::not_executed(&project, &bug, &record.test)
        });
    }
    Ok(())
}

pub(crate) struct LogRecord<'a> {
    /// The line where the record begins, from 1.
    pub line: u64,
    /// `package.Class::method`; only the class if it failed as a whole.
    pub test: String,
    /// The test's name, followed by the output of the JVM. As in the finished TEval+ tables there is a blank
    /// before the name, line ends are `\n`, and only the last record of a log keeps its last one.
    pub trace: Cow<'a, str>,
    /// True if some bytes were not UTF-8 and became U+FFFD.
    pub repaired: bool,
}

/// Returns the records of a log, and the line where text before the first record begins, from 1, if there is such text.
fn parse(bytes: &[u8]) -> (Vec<LogRecord<'_>>, Option<u64>) {
    let mut stray = None;
    // The start, the line and the test of each record.
    let mut headers: Vec<(usize, u64, String)> = Vec::new();
    let mut start = 0;
    for (number, line) in (1..).zip(encoding::lines(bytes)) {
        let next = start + line.len();
        if line.starts_with(b"--- ")
            && let following = encoding::lines(&bytes[next..]).next().map(text)
            && let Some(test) = test_name(&text(line), following.as_deref())
        {
            headers.push((start, number, test.to_owned()));
        } else if headers.is_empty() && stray.is_none() && !text(line).trim().is_empty() {
            stray = Some(number);
        }
        start = next;
    }
    let ends = headers.iter().skip(1).map(|(start, ..)| *start).chain([bytes.len()]);
    let records = headers.iter().zip(ends).map(|((start, line, test), end)| {
        let own = &bytes[*start..end];
        let trace = |text: &str| {
            let from = text.strip_prefix("---").map_or(0, |_| "---".len());
            from..text.len() - usize::from(end < bytes.len() && text.ends_with('\n'))
        };
        LogRecord {
            line: *line,
            test: test.clone(),
            trace: match text(own) {
                Cow::Borrowed(text) => Cow::Borrowed(&text[trace(text)]),
                Cow::Owned(text) => Cow::Owned(text[trace(&text)].to_owned()),
            },
            repaired: std::str::from_utf8(own).is_err(),
        }
    });
    (records.collect(), stray)
}

/// Decodes a text, with its line ends as `\n`. Bytes that are not UTF-8 become U+FFFD.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(bytes);
    if !text.contains('\r') {
        return text;
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// Returns the test whose record begins with this line, if any. Without a package, or without a method (a
/// class that failed as a whole), it could be a line of a message: then the next line must look like an
/// exception.
pub(crate) fn test_name<'a>(line: &'a str, following: Option<&str>) -> Option<&'a str> {
    let name = line.strip_prefix("--- ")?.trim();
    let begins = match name.split_once("::") {
        Some((class, method)) => {
            is_java_name(class)
                && !method.is_empty()
                && (class.contains('.') || following.is_none_or(is_exception_line))
        }
        None => is_java_name(name) && name.contains('.') && following.is_some_and(is_exception_line),
    };
    begins.then_some(name)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Version {
    Buggy,
    Fixed,
}

/// The project, bug and version of a log, as far as its path contains them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LogPath {
    pub project: String,
    pub bug: String,
    /// The version; None if the file name does not contain it, which means the version under test.
    pub version: Option<Version>,
}

impl LogPath {
    pub(crate) fn unknown() -> LogPath {
        LogPath { project: "unknown".to_owned(), bug: "unknown".to_owned(), version: None }
    }

    /// Parses `<Project>/<generator>/<bug>b.<bug>.trigger.log`, or the `.defects4j.config` of a Defects4J working
    /// folder; for other logs the folder is the project and the file the bug.
    pub(crate) fn of(path: &Path) -> LogPath {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let folder = path.parent();
        if let Some((bug, version)) = trigger_log(&path) {
            let project =
                folder.and_then(Path::parent).and_then(name_of).or_else(|| folder.and_then(name_of));
            return LogPath { project: project.unwrap_or("unknown".to_owned()), bug, version: Some(version) };
        }
        if let Some((project, bug, version)) = folder.and_then(working_folder) {
            return LogPath { project, bug, version };
        }
        let project = folder.and_then(name_of).unwrap_or("unknown".to_owned());
        LogPath { project, bug: stem(&path), version: None }
    }
}

/// Returns bug and version of a file `<bug>b.<bug>.trigger.log` or `<bug>f.<bug>.trigger.log`.
pub(crate) fn trigger_log(path: &Path) -> Option<(String, Version)> {
    let (version, bug) = path.file_name()?.to_str()?.strip_suffix(".trigger.log")?.split_once('.')?;
    match version.strip_prefix(bug)? {
        "b" => Some((bug.to_owned(), Version::Buggy)),
        "f" => Some((bug.to_owned(), Version::Fixed)),
        _ => None,
    }
}

/// Returns the log of the other version next to a trigger log, if it exists.
pub(crate) fn partner(path: &Path) -> Option<PathBuf> {
    let (bug, version) = trigger_log(path)?;
    let other = if version == Version::Buggy { "f" } else { "b" };
    let partner = path.with_file_name(format!("{bug}{other}.{bug}.trigger.log"));
    partner.is_file().then_some(partner)
}

pub(crate) fn is_of_fixed_version(log: &Path) -> bool {
    trigger_log(log).is_some_and(|(_, version)| version == Version::Fixed)
}

/// Reads the configuration written by `defects4j checkout`: `pid=Lang`, `vid=7b`.
fn working_folder(folder: &Path) -> Option<(String, String, Option<Version>)> {
    const LARGEST: u64 = 1024 * 1024;
    let config = regular_file::read_to_string(&folder.join(".defects4j.config"), LARGEST).ok()?;
    let value =
        |key: &str| config.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('=')).map(str::trim);
    let (project, id) = (value("pid")?, value("vid")?);
    let (bug, version) = match (id.strip_suffix('b'), id.strip_suffix('f')) {
        (Some(bug), _) => (bug, Some(Version::Buggy)),
        (_, Some(bug)) => (bug, Some(Version::Fixed)),
        _ => (id, None),
    };
    (!project.is_empty() && !bug.is_empty()).then(|| (project.to_owned(), bug.to_owned(), version))
}

#[cfg(test)]
mod reader_tests {
    use super::*;

    fn records(log: &str) -> Vec<(u64, String, String)> {
        let (records, stray) = parse(log.as_bytes());
        assert_eq!(stray, None);
        let parts = |record: LogRecord<'_>| (record.line, record.test, record.trace.into_owned());
        records.into_iter().map(parts).collect()
    }

    fn record(line: u64, test: &str, trace: &str) -> (u64, String, String) {
        (line, test.to_owned(), trace.to_owned())
    }

    #[test]
    fn a_trace_keeps_the_form_of_the_finished_tables() {
        let log = "--- a.B::one\njava.lang.Error: x\n\tat a.B.one(B.java:1)\n--- a.B::two\njava.lang.Error\n";
        let expected = [
            record(1, "a.B::one", " a.B::one\njava.lang.Error: x\n\tat a.B.one(B.java:1)"),
            record(4, "a.B::two", " a.B::two\njava.lang.Error\n"),
        ];
        assert_eq!(records(log), expected);
        assert_eq!(records(&log.replace('\n', "\r\n")), expected, "Windows line ends");
    }

    #[test]
    fn messages_may_span_lines_that_look_like_headers_and_frames() {
        let message = "org.junit.ComparisonFailure: expected:<--- a\n--- b/File.java\n---\n\tat sign\n--- \n--- std::out\nmore>";
        let log = format!("--- a.B::one\n{message}\n\tat a.B.one(B.java:1)\n");
        assert_eq!(records(&log), [record(1, "a.B::one", &log[3..])]);
    }

    #[test]
    fn names_may_be_nested_parameterized_or_without_a_package() {
        let log =
            "--- a.B$C::parse(String)[3]\njava.lang.Error\n--- Plain::x\njava.lang.Error\n--- a.B::last";
        let names: Vec<String> = records(log).into_iter().map(|(_, test, _)| test).collect();
        assert_eq!(names, ["a.B$C::parse(String)[3]", "Plain::x", "a.B::last"]);
    }

    #[test]
    fn a_class_that_failed_as_a_whole_is_a_record() {
        let log = "--- a.B\njava.lang.ExceptionInInitializerError\n\tat a.B.<clinit>(B.java:1)\n";
        assert_eq!(records(log), [record(1, "a.B", &log[3..])]);
    }

    #[test]
    fn text_before_the_first_record_is_reported_once() {
        let log = "\nRunning ant (run.dev.tests)\nOK\n--- a.B::one\njava.lang.Error\n";
        let (records, stray) = parse(log.as_bytes());
        assert_eq!(stray, Some(2));
        assert_eq!(records.iter().map(|record| record.line).collect::<Vec<_>>(), [4]);
    }

    #[test]
    fn invalid_utf8_is_replaced_and_reported() {
        let (records, _) = parse(b"--- a.B::one\njava.lang.Error: \xFF\n");
        let [record] = &records[..] else { panic!("expected a record") };
        assert!(record.repaired);
        assert!(record.trace.ends_with(": \u{FFFD}\n"), "{:?}", record.trace);
    }
}

#[cfg(test)]
mod path_tests {
    use super::*;

    fn place(path: &str) -> (String, String, Option<Version>) {
        let LogPath { project, bug, version } = LogPath::of(Path::new(path));
        (project, bug, version)
    }

    #[test]
    fn a_trigger_log_is_identified_by_its_path() {
        let expected = ("Csv".to_owned(), "7".to_owned(), Some(Version::Buggy));
        assert_eq!(place("/logs/Csv/naive/7b.7.trigger.log"), expected);
        assert_eq!(place("/logs/Csv/naive/7f.7.trigger.log").2, Some(Version::Fixed));
        for other in
            ["/x/y/7b.8.trigger.log", "/x/y/7.7.trigger.log", "/x/y/7bb.7.trigger.log", "/x/y/trigger.log"]
        {
            assert_eq!(place(other).2, None, "{other}");
        }
    }

    #[test]
    fn of_other_logs_the_folder_is_the_project_and_the_file_the_bug() {
        assert_eq!(
            place("/builds/lang_1/failing_tests"),
            ("lang_1".to_owned(), "failing_tests".to_owned(), None)
        );
    }

    #[test]
    fn a_working_folder_is_identified_by_its_config() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join(".defects4j.config"), "#made by checkout\npid=Lang\r\nvid=12f\n")
            .expect("written");
        let log = folder.path().join("failing_tests");
        let expected = LogPath { project: "Lang".into(), bug: "12".into(), version: Some(Version::Fixed) };
        assert_eq!(LogPath::of(&log), expected);
    }
}
