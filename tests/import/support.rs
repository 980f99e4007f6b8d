//! Inputs made on the spot, and the program run from outside.

#[path = "../support/program.rs"]
mod command;

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use fossick::import::{self, Import, ImportError, Input, Options};
use tempfile::TempDir;

pub(crate) use crate::folder::write;

/// The columns of format 1, in the order of the package.
pub(crate) const COLUMNS: [&str; 25] = [
    "project",
    "bug_num",
    "test_id",
    "unique_test_name",
    "focal_method",
    "test_prefix",
    "docstring",
    "generated_test",
    "except_pred",
    "except_logit_0",
    "except_logit_1",
    "assert_pred",
    "assert_logit_0",
    "assert_logit_1",
    "bug_exception_triggered",
    "bug_assertion_triggered",
    "failed_buggy",
    "fixed_exception_triggered",
    "fixed_assertion_triggered",
    "failed_fixed",
    "buggy_test_trace",
    "TP",
    "FP",
    "TN",
    "FN",
];

/// A CSV file in which every cell is quoted.
pub(crate) fn csv<Row: AsRef<[Cell]>, Cell: AsRef<str>>(header: &[&str], rows: &[Row]) -> String {
    let line = |cells: Vec<&str>| {
        let cells: Vec<String> =
            cells.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
        cells.join(",") + "\n"
    };
    let rows = rows.iter().map(|row| line(row.as_ref().iter().map(AsRef::as_ref).collect()));
    std::iter::once(line(header.to_vec())).chain(rows).collect()
}

/// A row of format 1 in which only the named cells hold something.
pub(crate) fn row(cells: &[(&str, &str)]) -> Vec<String> {
    for (column, _) in cells {
        assert!(COLUMNS.contains(column), "{column} is a column of format 1");
    }
    let cell = |column: &&str| cells.iter().find(|(name, _)| name == column).map_or("", |(_, cell)| *cell);
    COLUMNS.iter().map(|column| cell(column).to_owned()).collect()
}

/// Imports one file with this content.
pub(crate) fn load(content: impl AsRef<[u8]>) -> Result<Import, ImportError> {
    load_with(content, Options::default())
}

pub(crate) fn load_with(content: impl AsRef<[u8]>, options: Options) -> Result<Import, ImportError> {
    let folder = TempDir::new().expect("a folder");
    let path = write(folder.path(), "input", content);
    load_paths(&[&path], options)
}

pub(crate) fn load_paths(paths: &[&Path], options: Options) -> Result<Import, ImportError> {
    let inputs: Vec<Input> = paths.iter().map(|path| Input::from(*path)).collect();
    import::load_versions(&inputs, &[], options, &|_| {})
}

/// The names of all failed tests, in input order.
pub(crate) fn tests(import: &Import) -> Vec<&str> {
    import.corpus.failures.iter().map(|failure| &*failure.test).collect()
}

/// Project, bug, failed and passed tests of each group.
pub(crate) fn groups(import: &Import) -> Vec<(&str, &str, usize, usize)> {
    let groups = import.corpus.groups.iter();
    groups.map(|group| (&*group.project, &*group.bug, group.failures.len(), group.passed.total())).collect()
}

/// Line and reason of each rejected record of the first run.
pub(crate) fn rejected(import: &Import) -> Vec<(u64, &str)> {
    import.sources[0].rejected.iter().map(|rejected| (rejected.line, &*rejected.reason)).collect()
}

/// The output of the program and its exit code.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program in `folder`, with `stdin` piped in.
pub(crate) fn fossick(folder: &Path, args: &[&str], stdin: &[u8]) -> Run {
    let mut child = command::fossick()
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("stdin is piped");
    let stdin = stdin.to_owned();
    let writer = std::thread::spawn(move || {
        // A program that stops at an error need not read everything.
        drop(pipe.write_all(&stdin));
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the pipe was written");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}
