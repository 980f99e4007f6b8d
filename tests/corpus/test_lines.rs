//! Checks the marks on single lines of a generated test against real tests.
//!
//! There is no truth for failing lines to compare with, but the line numbers of the traces refer to a class file with all
//! tests in order, separated by one blank line. The position of one test therefore determines that of the next:
//! if two neighbours failed, their marks confirm each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use fossick::lang::{failing_line, oracle_lines};
use fossick::model::{Failure, Oracle, OracleKind, StackTrace};
use fossick::trace::TraceLineKind;

use crate::corpus_folder::corpus;

#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    failures: usize,
    marked: usize,
    /// Marks that agree with a neighbour's.
    confirmed: usize,
    /// Marks that can't be right if those of both neighbours are.
    contradicted: usize,
}

/// A failed test in its class file.
struct Placed {
    /// Position among the tests of its class, those that passed included.
    position: usize,
    /// Lines of the generated test.
    length: usize,
    /// The failing line in the class file.
    line_in_file: usize,
    mark: Option<usize>,
    failure: &'static Failure,
}

impl Placed {
    /// The test's first line in the class file, if the mark is right.
    fn start(&self) -> Option<isize> {
        self.mark.map(|mark| self.line_in_file.cast_signed() - mark.cast_signed())
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn marks_agree_with_the_line_numbers_of_class_files() {
    let corpus = corpus(&["dev"]);
    let mut total = Tally::default();
    for (file, rows) in tables(&corpus.join("dev")) {
        let tally = check(rows);
        eprintln!("{}: {tally:?}", file.display());
        total.failures += tally.failures;
        total.marked += tally.marked;
        total.confirmed += tally.confirmed;
        total.contradicted += tally.contradicted;
    }
    eprintln!("total: {total:?}");
    assert!(total.confirmed > 1000, "a corpus without neighbours proves nothing");
    assert_eq!(total.contradicted, 0, "a wrong mark is worse than none");
    assert!(total.marked * 1000 >= total.failures * 995, "nearly every failure has a mark");
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn lines_outside_the_oracle_are_in_the_prefix() {
    let corpus = corpus(&["dev"]);
    for (_, rows) in tables(&corpus.join("dev")) {
        for Row { failure, .. } in rows {
            let oracle = oracle_lines(failure);
            let expected = match failure.oracle.kind() {
                OracleKind::NoException => 0,
                OracleKind::Exception => 2,
                OracleKind::Assertion => 1,
            };
            assert_eq!(oracle.len(), expected, "{}\n{}", failure.test, failure.generated_test);
            let prefix: BTreeSet<&str> = failure.test_prefix.lines().map(str::trim).collect();
            for (index, line) in failure.generated_test.lines().enumerate() {
                let code = line.trim();
                let is_frame = matches!(code, "" | "@Test" | "}");
                assert!(
                    is_frame || oracle.contains(&index) || prefix.contains(code),
                    "{} line {index}: {line}",
                    failure.test
                );
            }
        }
    }
}

/// A row of a table.
struct Row {
    project: String,
    bug: String,
    /// Position among the tests of its class, those that passed included.
    position: usize,
    failure: Failure,
}

/// Returns the rows of each table of the folder, read once for all tests.
fn tables(folder: &Path) -> &'static [(PathBuf, Vec<Row>)] {
    static TABLES: OnceLock<Vec<(PathBuf, Vec<Row>)>> = OnceLock::new();
    TABLES.get_or_init(|| files(folder).into_iter().map(|file| (file.clone(), rows(&file))).collect())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the corpus has a folder dev");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.to_string_lossy().ends_with(".failed_test_data.csv"))
        .collect();
    files.sort();
    files
}

fn rows(file: &Path) -> Vec<Row> {
    let reader = csv::Reader::from_path(file).expect("a readable table");
    let row = |row: csv::Result<BTreeMap<String, String>>| {
        let row = row.expect("a readable row");
        Row {
            project: row["project"].clone(),
            bug: row["bug_num"].clone(),
            position: row["test_id"].parse().expect("a number"),
            failure: failure(&row),
        }
    };
    reader.into_deserialize().map(row).collect()
}

fn check(rows: &'static [Row]) -> Tally {
    let mut tally = Tally::default();
    let mut classes: BTreeMap<(&str, &str, &str), Vec<Placed>> = BTreeMap::new();
    for Row { project, bug, position, failure } in rows {
        let mark = failing_line(failure).map(|found| found.line);
        tally.failures += 1;
        tally.marked += usize::from(mark.is_some());
        let Some(line_in_file) = own_line(failure) else { continue };
        classes.entry((project, bug, failure.trace.test_class())).or_default().push(Placed {
            position: *position,
            length: failure.generated_test.split('\n').count(),
            line_in_file,
            mark,
            failure,
        });
    }
    for mut tests in classes.into_values() {
        tests.sort_by_key(|test| test.position);
        let mut confirmed = vec![false; tests.len()];
        for index in 1..tests.len() {
            if follows(&tests[index - 1], &tests[index]) == Some(true) {
                confirmed[index - 1] = true;
                confirmed[index] = true;
            }
        }
        tally.confirmed += confirmed.into_iter().filter(|sure| *sure).count();
        for three in tests.windows(3) {
            if leaves_room_for_another(three) && follows(&three[0], &three[1]) == Some(false) {
                eprintln!("wrong mark: {}\n{}", three[1].failure.test, three[1].failure.generated_test);
                tally.contradicted += 1;
            }
        }
    }
    tally
}

/// Returns true if the marks of two neighbours place one directly after the other in a class file; None if there is no
/// evidence. Even correct marks may not, because tests of a class that don't compile together are in several files.
fn follows(before: &Placed, after: &Placed) -> Option<bool> {
    let neighbours = before.position + 1 == after.position;
    let end = before.start()? + before.length.cast_signed();
    neighbours.then_some(end + 1 == after.start()?)
}

/// Returns true if the marks of the outer two of three neighbours leave exactly the lines that the middle one needs: then
/// it is there, whatever its own mark says.
fn leaves_room_for_another(tests: &[Placed]) -> bool {
    let [before, between, after] = tests else { return false };
    let neighbours = before.position + 1 == between.position && between.position + 1 == after.position;
    let length = (before.length + 1 + between.length + 1).cast_signed();
    neighbours && before.start().zip(after.start()).is_some_and(|(start, next)| start + length == next)
}

fn failure(row: &BTreeMap<String, String>) -> Failure {
    let text = |column: &str| Arc::<str>::from(row[column].as_str());
    Failure {
        project: text("project"),
        bug: text("bug_num"),
        test: text("unique_test_name"),
        focal_method: text("focal_method"),
        docstring: text("docstring"),
        test_prefix: text("test_prefix"),
        generated_test: text("generated_test"),
        oracle: Oracle { expects_exception: row["except_pred"] == "1", assertion: text("assert_pred") },
        trace: StackTrace(text("buggy_test_trace")),
        ..Failure::default()
    }
}

/// The line number of the test's own frame.
fn own_line(failure: &Failure) -> Option<usize> {
    let (class, method) = failure.test.trim().split_once("::")?;
    failure
        .trace
        .parse()
        .iter()
        .find_map(|line| match &line.kind {
            TraceLineKind::Frame(frame) if frame.class == class && frame.method == method => frame.line,
            _ => None,
        })?
        .try_into()
        .ok()
}
