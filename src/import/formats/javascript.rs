//! The parts that reports of JavaScript's runners share: the paths of their files, the title of a test, the
//! text of an error.

use std::borrow::Cow;
use std::path::Path;

use super::report::builder::{Builder, Case};
use super::report::plain::{plain, plain_name};
use super::report::suite_facts::SuiteFacts;
use super::report::trace::Problem;
use crate::model::{Extent, ReportTime, Timestamp};

/// The files that mark the folder from which the paths of a project begin.
const MARKS: [&str; 4] = ["package.json", "deno.json", "pyproject.toml", ".git"];

/// The names of folders below a project's, in which tests are.
const FOLDERS: [&str; 14] = [
    "test",
    "tests",
    "__tests__",
    "spec",
    "specs",
    "src",
    "lib",
    "e2e",
    "unit",
    "integration",
    "functional",
    "cypress",
    "component",
    "components",
];

/// The name of a test without a title, as node writes it: it stands for no file.
pub(crate) const NAMELESS: &str = "<anonymous>";

/// The folder from which the paths of a report's files are shown.
pub(crate) struct Paths(String);

impl Paths {
    /// Finds the folder: that of the project in which the report is, if it has such a file, or else the one
    /// that is common to all of them.
    pub(crate) fn of<'f>(files: impl IntoIterator<Item = Cow<'f, str>>, report: Option<&Path>) -> Paths {
        // The tests of a file follow each other.
        let mut different: Vec<Cow<'_, str>> = Vec::new();
        for file in files {
            if different.last() != Some(&file) {
                different.push(file);
            }
        }
        let files: Vec<String> =
            different.iter().map(|file| with_slashes(file)).filter(|file| is_absolute(file)).collect();
        let Some(first) = files.first() else { return Paths(String::new()) };
        Paths(
            report
                .and_then(|report| folder_in_project(first, report))
                .unwrap_or_else(|| common_folder(&files)),
        )
    }

    /// Returns the path of a file from that folder.
    pub(crate) fn relative(&self, file: &str) -> String {
        let file = with_slashes(file);
        let below = file
            .strip_prefix(&*self.0)
            .and_then(|rest| rest.strip_prefix('/'))
            .filter(|_| !self.0.is_empty());
        below.map_or_else(|| file.trim_start_matches("./").to_owned(), str::to_owned)
    }
}

fn with_slashes(path: &str) -> String {
    let path = path.strip_prefix("file://").unwrap_or(path);
    // The path in a URL of Windows begins with a slash.
    let path = path.strip_prefix('/').filter(|rest| has_drive(rest)).unwrap_or(path);
    path.replace('\\', "/")
}

fn has_drive(path: &str) -> bool {
    path.as_bytes().get(..2).is_some_and(|start| start[0].is_ascii_alphabetic() && start[1] == b':')
}

fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || has_drive(path)
}

/// Returns the folder of the first path on whatever machine that is the project's here, because the rest of
/// the path exists in it.
fn folder_in_project(file: &str, report: &Path) -> Option<String> {
    let real = report.canonicalize().ok()?;
    let folder =
        real.ancestors().skip(1).find(|folder| MARKS.iter().any(|mark| folder.join(mark).exists()))?;
    let at = file.match_indices('/').map(|(at, _)| at).find(|at| {
        let rest = &file[at + 1..];
        !rest.is_empty() && !rest.split('/').any(|part| part == "..") && folder.join(rest).is_file()
    })?;
    Some(file[..at].to_owned())
}

/// Returns the folder of all files, or the one above it that is no folder of tests.
fn common_folder(files: &[String]) -> String {
    let parts = |file: &str| file.split('/').map(str::to_owned).collect::<Vec<_>>();
    let mut common = parts(&files[0]);
    common.pop();
    for file in &files[1..] {
        // Most are in the folder of the first.
        let is_within = file.strip_prefix(&*common.join("/")).is_some_and(|rest| rest.starts_with('/'));
        if is_within {
            continue;
        }
        let same = common.iter().zip(parts(file)).take_while(|(one, other)| *one == other).count();
        common.truncate(same);
    }
    if let Some(first) = common.iter().position(|part| FOLDERS.contains(&&**part)).filter(|&first| first > 1)
    {
        common.truncate(first);
    }
    common.join("/")
}

/// Returns a failure that its runner printed as the text of an error, with its stack.
pub(crate) fn printed(text: &str) -> Problem<'static> {
    let text = plain(text).into_owned();
    // What was thrown need not be an error.
    let text = if text.trim().is_empty() { "Error".to_owned() } else { without_code(text) };
    let message = message_of(&text).trim_end().to_owned();
    Problem {
        message: Some(message).filter(|message| !message.is_empty()),
        text: Cow::Owned(text),
        ..Problem::default()
    }
}

/// Returns the text above the stack, and above a comparison line by line.
fn message_of(text: &str) -> &str {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let is_call = content.starts_with("at ") && content.contains(':');
        if end > 0 && (is_call || content == "+ expected - actual") {
            break;
        }
        end += line.len();
    }
    &text[..end]
}

/// Removes what Node prints between the name of an error and its message: `AssertionError [ERR_ASSERTION]: …`.
fn without_code(text: String) -> String {
    let first = text.lines().next().unwrap_or("");
    let first = first.strip_prefix("Uncaught ").unwrap_or(first);
    let code = first.split_once(" [").and_then(|(name, rest)| Some((name, rest.split_once("]: ")?)));
    let Some((name, (code, message))) = code else { return text };
    let is_code = code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    if !is_code || name.contains(char::is_whitespace) {
        return text;
    }
    let rest = text.split_once('\n').map_or(String::new(), |(_, rest)| format!("\n{rest}"));
    format!("{name}: {message}{rest}")
}

/// Joins the titles of a test; old versions of Vitest begin with an empty one.
pub(crate) fn joined(titles: impl IntoIterator<Item = impl AsRef<str>>, between: &str) -> String {
    // Most names are shorter.
    let mut joined = String::with_capacity(64);
    let mut is_first = true;
    for title in titles {
        let title = title.as_ref();
        if title.is_empty() {
            continue;
        }
        if !is_first {
            joined.push_str(between);
        }
        is_first = false;
        joined.push_str(&plain_name(title));
    }
    joined
}

/// Returns the facts of a file of tests that began at this time, in milliseconds.
pub(crate) fn facts_of(name: &str, start: Option<usize>) -> SuiteFacts {
    let mut facts = SuiteFacts::default().within(|attribute| (attribute == "name").then(|| name.to_owned()));
    facts.executed = start
        .filter(|&start| start > 0)
        .map(|start| ReportTime { at: Timestamp::of_millis(start as u64), has_offset: true });
    facts
}

/// Adds a row for a file of tests that could not be loaded.
pub(crate) fn add_file(builder: &mut Builder<'_>, line: u64, file: &str, problem: Problem<'_>) {
    let (class, name) = (file.to_owned(), file.to_owned());
    builder.add(Case {
        line,
        class: class.into(),
        name: name.into(),
        problems: vec![problem],
        extent: Extent::Module,
        ..Case::default()
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::walk::tests::folder_with;

    #[test]
    fn paths_are_shown_from_the_folder_of_the_project() {
        let relative = |files: &[&str]| {
            let files: Vec<Cow<'_, str>> = files.iter().map(|file| Cow::Borrowed(*file)).collect();
            let paths = Paths::of(files.clone(), None);
            files.iter().map(|file| paths.relative(file)).collect::<Vec<_>>()
        };
        assert_eq!(
            relative(&["/ci/ink/test/pen.test.js", "/ci/ink/test/cap.test.js"]),
            ["test/pen.test.js", "test/cap.test.js"]
        );
        assert_eq!(
            relative(&["/ci/ink/src/pen.test.ts", "/ci/ink/e2e/cap.spec.ts"]),
            ["src/pen.test.ts", "e2e/cap.spec.ts"]
        );
        assert_eq!(relative(&["C:\\ci\\ink\\src\\pen.test.ts"]), ["src/pen.test.ts"]);
        assert_eq!(relative(&["file:///ci/ink/pen.test.mjs"]), ["pen.test.mjs"]);
        assert_eq!(relative(&["test/pen.test.js", "./cap.js"]), ["test/pen.test.js", "cap.js"]);
    }

    #[test]
    fn paths_of_another_machine_are_those_of_the_project() {
        let project = folder_with([
            ("package.json", "{}"),
            ("packages/nib/pen.test.ts", ""),
            ("out/report.json", "{}"),
        ]);
        let files = [Cow::Borrowed("/builds/ink/packages/nib/pen.test.ts")];
        let paths = Paths::of(files.clone(), Some(&project.path().join("out/report.json")));
        assert_eq!(paths.relative(&files[0]), "packages/nib/pen.test.ts");
    }
}
