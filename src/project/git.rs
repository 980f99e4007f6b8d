//! Git in a project's folder: the lines that differ from another version. This is the one file of the core
//! that starts a program.
//!
//! Git runs only if a user asks for changes, and none of the programs that a repository's configuration or
//! attributes can name runs with it: no external diff, text conversion, filter, file system monitor, hook, or
//! fetch of missing objects.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::{self, FileType};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ignore::DirEntry;

use super::walk::{entries, walk};
use crate::model::Language;

/// The reasons why changes are not known.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what each is")]
pub enum ChangesError {
    #[error(
        "changes are found in the sources of a project, and none of these results has any: name its folder, or a report in it"
    )]
    NoSources,
    #[error("can't run git in {folder} to find what changed: {source}")]
    NoGit { folder: String, source: std::io::Error },
    #[error("git can't tell what changed in {folder}: {message}")]
    Refused { folder: String, message: String },
    #[error(
        "git would wait for ever for {file}, which is not a regular file: remove it, or do without changes"
    )]
    Endless { file: String },
    #[error("the repository of {folder} has no version `{base}`: name a commit, a branch or a tag")]
    NoBase { folder: String, base: String },
    #[error(
        "nothing in {folder} is uncommitted, and the commit before the last one is not there: fetch more of the history, or name a version"
    )]
    NoParent { folder: String },
}

/// The changed lines of each file, from 1, by its path relative to the project's folder, with `/` between the parts.
pub(super) type ChangedLines = BTreeMap<String, Vec<Range<usize>>>;

/// The name of a repository's own folder, or of the file that says where it is.
const GIT: &str = ".git";

pub(super) struct Git<'a> {
    folder: &'a Path,
    /// The settings that switch off the programs which a repository's configuration names.
    settings: Vec<(String, &'static str)>,
}

impl Git<'_> {
    pub(super) fn in_folder(folder: &Path) -> Result<Git<'_>, ChangesError> {
        let off = [("core.fsmonitor", "false"), ("core.hooksPath", "/dev/null"), ("core.quotePath", "false")];
        let mut git = Git { folder, settings: off.map(|(name, value)| (name.to_owned(), value)).to_vec() };
        if let Some(file) = endless_file(folder) {
            return Err(ChangesError::Endless { file: file.display().to_string() });
        }
        git.run(&["rev-parse", "--is-inside-work-tree"])?;
        let filters =
            git.run(&["config", "--null", "--name-only", "--get-regexp", r"^filter\."]).unwrap_or_default();
        for name in filters.split('\0').filter(|name| !name.is_empty()) {
            let value = if name.ends_with(".required") { "false" } else { "" };
            git.settings.push((name.to_owned(), value));
        }
        Ok(git)
    }

    /// Returns the folder, for messages.
    pub(super) fn name(&self) -> String {
        self.folder.display().to_string()
    }

    fn run(&self, arguments: &[&str]) -> Result<String, ChangesError> {
        let mut git = Command::new("git");
        git.arg("--no-pager").args(arguments).current_dir(self.folder).stdin(Stdio::null());
        git.env("GIT_OPTIONAL_LOCKS", "0").env("GIT_NO_LAZY_FETCH", "1").env("LC_ALL", "C");
        // The user's own settings in the environment stay, such as a `safe.directory`; the last one of a name counts.
        let first =
            std::env::var("GIT_CONFIG_COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(0_usize);
        git.env("GIT_CONFIG_COUNT", (first + self.settings.len()).to_string());
        for (number, (name, value)) in (first..).zip(&self.settings) {
            git.env(format!("GIT_CONFIG_KEY_{number}"), name)
                .env(format!("GIT_CONFIG_VALUE_{number}"), value);
        }
        let output = git.output().map_err(|source| ChangesError::NoGit { folder: self.name(), source })?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        Err(ChangesError::Refused {
            folder: self.name(),
            message: reason(&String::from_utf8_lossy(&output.stderr)),
        })
    }

    /// Returns the hash of a version.
    pub(super) fn commit(&self, name: &str) -> Result<String, ChangesError> {
        let wanted = format!("{name}^{{commit}}");
        let hash = self.run(&["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted]);
        hash.map(|hash| hash.trim().to_owned()).map_err(|error| match error {
            ChangesError::Refused { folder, .. } => ChangesError::NoBase { folder, base: name.to_owned() },
            error => error,
        })
    }

    /// Returns the changed lines of the work tree, new files that git does not know included.
    pub(super) fn changed_since(&self, commit: &str) -> Result<ChangedLines, ChangesError> {
        let flags =
            ["diff", "--unified=0", "--inter-hunk-context=0", "--no-ext-diff", "--no-textconv", "--no-color"];
        let scope =
            ["--find-renames", "--ignore-submodules=all", "--relative", "--src-prefix=a/", "--dst-prefix=b/"];
        let diff = self.run(&[&flags[..], &scope, &["--end-of-options", commit, "--"]].concat())?;
        let mut lines = changed_lines(&diff);
        let new = self.run(&["ls-files", "-z", "--others", "--exclude-standard"])?;
        let new = new.split('\0').filter(|file| Language::of_file(Path::new(file)).is_some());
        lines.extend(new.map(|file| (file.to_owned(), std::iter::once(1..usize::MAX).collect())));
        Ok(lines)
    }
}

/// The files of rules that git opens in every folder, whatever they are.
const RULES: [&str; 2] = [".gitignore", ".gitattributes"];
/// The same within `.git`.
const OWN_RULES: [&str; 3] = ["config", "info/exclude", "info/attributes"];

/// Returns a file of the repository around a folder that git would open and never read to its end: a named
/// pipe or a device.
fn endless_file(folder: &Path) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    let root = folder.ancestors().find(|above| above.join(GIT).exists())?;
    let is_endless = |kind: FileType| !kind.is_file() && !kind.is_dir() && !kind.is_symlink();
    let own = OWN_RULES.iter().map(|name| root.join(GIT).join(name));
    let mut own = own.filter(|file| fs::metadata(file).is_ok_and(|there| is_endless(there.file_type())));
    let mut walk = walk(root);
    walk.filter_entry(|entry| entry.file_name() != GIT);
    own.next().or_else(|| {
        let mut entries = entries(&walk);
        let found = entries.find(|entry| {
            entry.file_type().is_some_and(is_endless) && RULES.iter().any(|name| entry.file_name() == *name)
        });
        found.map(DirEntry::into_path)
    })
}

/// Returns why git refuses: what it says from its error on, such as that another user owns the repository and
/// how to trust it.
fn reason(errors: &str) -> String {
    let lines: Vec<&str> = errors.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let first = lines
        .iter()
        .position(|line| line.starts_with("fatal: ") || line.starts_with("error: "))
        .unwrap_or(lines.len().saturating_sub(1));
    let reason = lines[first..].join(" ");
    if reason.is_empty() { "it gave no reason".to_owned() } else { reason }
}

/// Reads a diff without context: the lines of each file's new version. Deleted ones are an empty range before
/// the next line.
fn changed_lines(diff: &str) -> ChangedLines {
    let mut changed = ChangedLines::new();
    let mut file = None;
    // A changed line can begin like a header.
    let mut left_of_hunk = 0;
    for line in diff.lines() {
        if left_of_hunk > 0 {
            left_of_hunk -= usize::from(!line.starts_with('\\'));
        } else if let Some(path) = line.strip_prefix("+++ ") {
            let path = unquoted(path.trim_end_matches('\t'));
            file = path.strip_prefix("b/").map(str::to_owned);
        } else if let Some((old, new)) = hunk(line) {
            left_of_hunk = old.len() + new.len();
            if let Some(file) = &file {
                changed.entry(file.clone()).or_default().push(new);
            }
        }
    }
    changed
}

/// Returns a path as git writes it: with a quote, a backslash or a control character it stands in quotes,
/// escaped as in C.
fn unquoted(path: &str) -> Cow<'_, str> {
    let Some(quoted) = path.strip_prefix('"').and_then(|path| path.strip_suffix('"')) else {
        return Cow::Borrowed(path);
    };
    let mut bytes = Vec::new();
    let mut rest = quoted.bytes();
    while let Some(byte) = rest.next() {
        let escaped = if byte == b'\\' { rest.next() } else { None };
        bytes.push(match escaped {
            None => byte,
            Some(b'a') => 0x07,
            Some(b'b') => 0x08,
            Some(b't') => b'\t',
            Some(b'n') => b'\n',
            Some(b'v') => 0x0b,
            Some(b'f') => 0x0c,
            Some(b'r') => b'\r',
            // Three octal digits are a byte.
            Some(first @ b'0'..=b'3') => {
                let digit = |byte: u8| byte.wrapping_sub(b'0') & 7;
                let [second, third] = [rest.next(), rest.next()].map(|byte| byte.map_or(0, digit));
                digit(first) << 6 | second << 3 | third
            }
            Some(other) => other,
        });
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads the header of a hunk, `@@ -3,2 +3 @@ …`: its lines in the old and in the new version.
fn hunk(line: &str) -> Option<(Range<usize>, Range<usize>)> {
    let (ranges, _) = line.strip_prefix("@@ -")?.split_once(" @@")?;
    let (old, new) = ranges.split_once(" +")?;
    let range = |text: &str| {
        let (start, count) = text.split_once(',').unwrap_or((text, "1"));
        let (start, count) = (start.parse::<usize>().ok()?, count.parse::<usize>().ok()?);
        // Git names the line before an empty range.
        let start = if count == 0 { start.checked_add(1)? } else { start };
        Some(start..start.checked_add(count)?)
    };
    Some((range(old)?, range(new)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_are_read_from_a_diff() {
        let diff = "diff --git a/src/A.java b/src/A.java\nindex 1..2 100644\n--- a/src/A.java\n+++ b/src/A.java\n\
                    @@ -3 +3,2 @@ class A {\n-  int x;\n+++ b/other.java\n+  int y;\n@@ -9,2 +10,0 @@ void f()\n-a\n-b\n\
                    \\ No newline at end of file\n\
                    diff --git a/Gone.java b/Gone.java\n--- a/Gone.java\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\
                    diff --git a/a b.py b/a b.py\n--- a/a b.py\t\n+++ b/a b.py\t\n@@ -0,0 +1 @@\n+x\n";
        let first: Vec<Range<usize>> = std::iter::once(1..2).collect();
        let expected = [("a b.py", first), ("src/A.java", vec![3..5, 11..11])];
        let expected: ChangedLines =
            expected.into_iter().map(|(file, lines)| (file.to_owned(), lines)).collect();
        assert_eq!(changed_lines(diff), expected);
    }

    #[test]
    fn names_that_git_quotes_are_read() {
        for (quoted, path) in [
            (r#""b/a\"b\\c\t.py""#, "b/a\"b\\c\t.py"),
            (r#""b/\303\274\001.py""#, "b/ü\u{1}.py"),
            ("b/a b.py", "b/a b.py"),
            ("\"", "\""),
            (r#""b/\""#, "b/\\"),
        ] {
            assert_eq!(unquoted(quoted), path);
        }
        let diff = "--- \"a/a\\\"b.py\"\n+++ \"b/a\\\"b.py\"\n@@ -1 +1 @@\n-x\n+y\n";
        assert_eq!(changed_lines(diff).keys().collect::<Vec<_>>(), ["a\"b.py"]);
    }

    #[test]
    fn the_reason_of_git_begins_with_its_error() {
        let errors = "warning: slow\nfatal: detected dubious ownership in repository at '/pen'\nTo trust it, call:\n\n\tgit config --add /pen\n";
        assert_eq!(
            reason(errors),
            "fatal: detected dubious ownership in repository at '/pen' To trust it, call: git config --add /pen"
        );
        assert_eq!((reason("\n"), reason("a\nb\n")), ("it gave no reason".to_owned(), "b".to_owned()));
    }
}
