//! Files beside the reports of Surefire and Failsafe that say that tests did not run: `failsafe-summary.xml`,
//! and the dumps of a forked JVM that ended. A class whose JVM died has no report, so nothing else names it.
//!
//! ```text
//! failsafe-summary.xml ──read──▶ classes that crashed, and the number of failures ──┐
//! *.dumpstream, *.dump ──read──▶ a JVM ended ──────────────────────────────────────┴─tell──▶ rows in the report
//!                                    └── test classes of the module without a report
//! ```
//!
//! The dumps stay until the next `clean`, and no time in them or in the reports says which are of this run. A
//! dump of an earlier run is therefore told, too: a red build must not look green.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use super::ReadReport;
use super::tests::{Beside, Failed, FailureText, Report, Reported, ReportedFailure, ReportedTest};
use crate::encoding::decode;
use crate::import::formats::xml::{Piece, TextBuffer, XmlReader};
use crate::model::Extent;
use crate::model::text::plural;
use crate::project::walk::{files, folder_of, name_of, walk};
use crate::regular_file;
use crate::trace::{CLASS_AS_A_WHOLE, is_identifier};

/// The name of Failsafe's summary of all its tests.
const SUMMARY: &str = "failsafe-summary.xml";

/// The folders in which Surefire and Failsafe write.
const FOLDERS: [&str; 2] = ["surefire-reports", "failsafe-reports"];

/// The endings of the files into which Surefire and Failsafe write about the JVM that runs the tests.
const DUMPS: [&str; 2] = ["dumpstream", "dump"];

/// The number of bytes of a dump in which the sentence is looked for: a broken channel fills them with the
/// output of tests.
const LOOK: u64 = 4 * 1024 * 1024;

/// The text that is written if a JVM that ran tests ended, and the reason why no test of it has a result.
const ENDS: [(&str, &str); 3] = [
    ("The forked VM terminated", "the forked VM terminated"),
    ("There was a timeout", "the time for its fork was over"),
    ("The fork has been killed", "its fork was killed"),
];

/// The line above the names of the classes that ran when a JVM ended.
const CRASHED: &str = "Crashed tests:";

/// The value of `result` in a summary of tests that failed.
const RESULT_OF_FAILURES: &str = "255";

/// The end of the name of a result of Allure.
pub(crate) const RESULT: &str = "-result.json";

/// Returns true for the name of a result of Allure: all of a folder are read together.
pub(crate) fn is_result(file: &Path) -> bool {
    name_of(file).is_some_and(|name| name.ends_with(RESULT))
}

/// Returns true for a summary, and for a dump that says that a JVM ended. Most dumps say something else.
pub(crate) fn is_beside(file: &Path) -> bool {
    is_summary(file) || read_dump(file).is_some()
}

fn is_summary(file: &Path) -> bool {
    file.file_name() == Some(OsStr::new(SUMMARY))
}

/// Reads such a file as a report without tests; None for any other file.
pub(crate) fn read(file: &Path) -> Option<Report> {
    let beside = if is_summary(file) {
        read_summary(&regular_file::read_head(file, LOOK).ok()?)
    } else {
        read_dump(file)?
    };
    Some(Report { beside: Some(beside), ..Report::default() })
}

fn read_dump(file: &Path) -> Option<Beside> {
    let ending = file.extension().and_then(OsStr::to_str)?;
    let folder = folder_of(file).file_name().and_then(OsStr::to_str)?;
    if !DUMPS.contains(&ending) || !FOLDERS.contains(&folder) {
        return None;
    }
    let head = regular_file::read_head(file, LOOK).ok()?;
    reason(&String::from_utf8_lossy(&head)).map(Beside::Dump)
}

/// Reads a summary, which may be given alone.
pub(crate) fn read_summary(bytes: &[u8]) -> Beside {
    let decoded = decode(bytes);
    let mut xml = XmlReader::new(&decoded.text);
    let (mut failed, mut message, mut is_of_failures, mut is_over_time) = (0, String::new(), false, false);
    let mut element: Option<(&str, TextBuffer<'_>)> = None;
    loop {
        match xml.next() {
            Piece::Open(tag) if tag.name == "failsafe-summary" => {
                let says = |attribute: &str, value: &str| {
                    tag.attribute(attribute).is_some_and(|(own, _)| own == value)
                };
                is_of_failures = says("result", RESULT_OF_FAILURES);
                is_over_time = says("timeout", "true");
            }
            Piece::Open(tag) if !tag.is_empty => element = Some((tag.name, TextBuffer::default())),
            Piece::Text(text) => {
                if let Some((_, content)) = &mut element {
                    content.push(text);
                }
            }
            Piece::Reference(name) => {
                if let Some((_, content)) = &mut element {
                    content.push_reference(name);
                }
            }
            Piece::Close(_) => {
                let Some((name, content)) = element.take() else { continue };
                let (text, _) = content.finish();
                match name {
                    "failures" | "errors" => failed += text.trim().parse::<usize>().unwrap_or(0),
                    "failureMessage" => text.trim().clone_into(&mut message),
                    _ => {}
                }
            }
            Piece::End => break,
            Piece::Open(_) | Piece::Entities | Piece::Comment(_) | Piece::Broken { .. } => {}
        }
    }
    let ended = Some(message).filter(|message| !message.is_empty());
    let ended = ended.or_else(|| is_over_time.then(|| "There was a timeout".to_owned()));
    // It says that tests failed, and nothing of how many.
    let is_uncounted = is_of_failures && failed == 0 && ended.is_none();
    Beside::Summary { failed: failed.max(usize::from(is_uncounted)), ended }
}

fn reason(text: &str) -> Option<&'static str> {
    ENDS.iter().find(|(words, _)| text.contains(words)).map(|(_, reason)| *reason)
}

/// Returns the classes that a text lists as crashed.
fn crashed_classes(text: &str) -> BTreeSet<String> {
    let listed = text.split(CRASHED).skip(1);
    let listed = listed.flat_map(|below| {
        below.lines().skip(1).map(str::trim).take_while(|line| line.split(['.', '$']).all(is_identifier))
    });
    listed.map(str::to_owned).collect()
}

/// Adds rows for what the files beside the reports say, and no report has.
pub(crate) fn tell(reads: &mut [ReadReport]) {
    let mut order: Vec<usize> =
        (0..reads.len()).filter(|&index| reads[index].report.beside.is_some()).collect();
    // Summaries first: they name the classes.
    order.sort_by_key(|&index| !matches!(reads[index].report.beside, Some(Beside::Summary { .. })));
    for index in order {
        let rows = match reads[index].report.beside.clone() {
            Some(Beside::Summary { failed, ended }) => {
                rows_of_summary(reads, index, failed, ended.as_deref())
            }
            Some(Beside::Dump(reason)) => rows_of_dump(reads, index, reason),
            None => Vec::new(),
        };
        reads[index].report.tests.extend(rows);
    }
}

fn rows_of_summary(
    reads: &[ReadReport],
    index: usize,
    failed: usize,
    ended: Option<&str>,
) -> Vec<ReportedTest> {
    let folder = folder_of(Path::new(&*reads[index].file));
    let beside = reads.iter().filter(|read| folder_of(Path::new(&*read.file)) == folder);
    let seen: usize = beside.map(|read| read.report.failures).sum();
    let mut rows = Vec::new();
    if let Some(message) = ended {
        let reason = reason(message).unwrap_or("its JVM ended");
        rows.extend(crashed_classes(message).iter().map(|class| row_of_class(class, reason, message)));
        if rows.is_empty() {
            let first = message.lines().next().unwrap_or(message);
            rows.push(row_of_run("failsafe", &format!("the summary says: {first}"), message));
        }
    }
    if failed > seen + rows.len() {
        let missing = plural(failed - seen, "failure");
        rows.push(row_of_run(
            "failsafe",
            &format!("the summary counts {missing} that none of its reports has"),
            "",
        ));
    }
    rows
}

fn rows_of_dump(reads: &[ReadReport], index: usize, reason: &str) -> Vec<ReportedTest> {
    let ReadReport { file, place, .. } = &reads[index];
    let of_module = || reads.iter().filter(|read| read.place.module == place.module);
    let is_reported = of_module().filter(|read| read.report.beside.is_some()).any(|read| {
        let failed = read.report.tests.iter().filter_map(|test| test.failed());
        failed.into_iter().any(|failed| failed.extent != Extent::Test)
    });
    if is_reported {
        return Vec::new();
    }
    let known: BTreeSet<&str> = of_module().flat_map(|read| &read.report.tests).map(class_of).collect();
    let missing = test_classes(Path::new(&**file)).into_iter().filter(|class| !known.contains(&**class));
    let rows: Vec<ReportedTest> = missing.map(|class| row_of_class(&class, reason, "")).collect();
    if !rows.is_empty() {
        return rows;
    }
    let name = name_of(Path::new(&**file)).unwrap_or_default();
    vec![row_of_run("surefire", &format!("{reason}, says {name}: which tests it ran is not known"), "")]
}

/// Returns the top class of a test.
fn class_of(test: &ReportedTest) -> &str {
    let class = test.name.split("::").next().unwrap_or("");
    class.split('$').next().unwrap_or("")
}

/// Returns the test classes in the sources of the module whose output has this dump, by the names that
/// Surefire looks for, or Failsafe.
fn test_classes(dump: &Path) -> BTreeSet<String> {
    let is_of_failsafe = folder_of(dump).file_name() == Some(OsStr::new(FOLDERS[1]));
    let module = folder_of(dump).parent().map_or(Path::new("."), folder_of);
    let sources = module.join("src/test/java");
    files(&walk(&sources)).filter_map(|file| test_class(&file, &sources, is_of_failsafe)).collect()
}

/// Returns the class in a source file below `sources`, if its name is one of those that are run, and it has tests.
fn test_class(file: &Path, sources: &Path, is_of_failsafe: bool) -> Option<String> {
    let name = file.file_stem()?.to_str()?;
    let is_run = if is_of_failsafe {
        name.starts_with("IT") || name.ends_with("IT") || name.ends_with("ITCase")
    } else {
        name.starts_with("Test") || ["Test", "Tests", "TestCase"].iter().any(|end| name.ends_with(end))
    };
    let is_java = file.extension() == Some(OsStr::new("java"));
    if !is_java || !is_run || !has_tests(file, name) {
        return None;
    }
    let below = file.strip_prefix(sources).ok()?.with_extension("");
    let parts: Vec<String> = below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    Some(parts.join("."))
}

/// Returns true for a class that is run: it is not abstract, and has tests.
fn has_tests(file: &Path, name: &str) -> bool {
    let Ok(text) = regular_file::read_to_string(file, LOOK) else { return true };
    !text.contains(&format!("abstract class {name}")) && (text.contains('@') || text.contains("extends "))
}

fn row_of_class(class: &str, reason: &str, message: &str) -> ReportedTest {
    row(
        &format!("{class}::{CLASS_AS_A_WHOLE}"),
        &format!("{class} was not executed: {reason}"),
        message,
        Extent::Class,
    )
}

fn row_of_run(tool: &str, says: &str, message: &str) -> ReportedTest {
    row(&format!("{tool}::<run>"), says, message, Extent::Count)
}

fn row(name: &str, says: &str, message: &str, extent: Extent) -> ReportedTest {
    let text = FailureText::Trace(format!("{name}\nfailure: {says}"));
    let output = if message.is_empty() { String::new() } else { format!("summary:\n{message}\n") };
    let first = ReportedFailure { text, ..ReportedFailure::default() };
    let failed = Failed { extent, first, output: Arc::from(output), ..Failed::default() };
    ReportedTest::new(name.to_owned(), 1, Reported::Failed(Box::new(failed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(attributes: &str, content: &str) -> Beside {
        read_summary(
            format!("<?xml version='1.0'?>\n<failsafe-summary {attributes}>{content}</failsafe-summary>")
                .as_bytes(),
        )
    }

    #[test]
    fn a_summary_says_how_many_failed_and_what_ended_the_tests() {
        let says = |failed, ended: Option<&str>| Beside::Summary { failed, ended: ended.map(str::to_owned) };
        let counts = "<completed>3</completed><errors>1</errors><failures>2</failures><skipped>1</skipped>";
        assert_eq!(summary("result='255' timeout='false'", counts), says(3, None));
        assert_eq!(summary("", "<errors>0</errors><failureMessage/>"), says(0, None));
        assert_eq!(
            summary("result='254'", "<failureMessage> The VM&#10;ended </failureMessage>"),
            says(0, Some("The VM\nended"))
        );
        assert_eq!(summary("timeout='true'", ""), says(0, Some("There was a timeout")));
        assert_eq!(summary("result='255'", "<errors>0</errors>"), says(1, None));
    }

    #[test]
    fn classes_are_listed_below_a_line_and_end_with_another() {
        let text = "Process Exit Code: 1\nCrashed tests:\norg.inkwell.PenIT\n  org.inkwell.Pen$InkIT\norg.x.ForkException: The VM\n\tat a.b\nCrashed tests:\nBareIT";
        let found = crashed_classes(text);
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            ["BareIT", "org.inkwell.Pen$InkIT", "org.inkwell.PenIT"]
        );
        assert!(crashed_classes("no crash").is_empty());
    }
}
