//! The compiler's errors in the log of a build: javac's own, Maven's, Gradle's and Ant's, with English messages.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Read};

use crate::model::text::is_number;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BuildLog {
    /// The distinct messages about each file, by the path that the compiler printed.
    pub(crate) files: BTreeMap<String, BTreeSet<String>>,
    /// The end of the build: true if it succeeded; None if the log does not say.
    pub(crate) succeeded: Option<bool>,
    /// True if the build compiled tests, as Maven's and Gradle's logs say.
    pub(crate) compiles_tests: bool,
    /// True if the compiler left errors out: javac stops at a hundred.
    pub(crate) is_cut: bool,
}

/// The tasks that compile tests: the goal of Maven, the task of Gradle.
const OF_TESTS: [&[u8]; 2] = [b"testCompile", b"compileTestJava"];

/// The longest part of a line that is read; no message comes near it.
const MAX_LINE_BYTES: u64 = 64 * 1024;

impl BuildLog {
    /// Reads a log; None if nothing in it looks like one.
    pub(crate) fn read(mut input: impl BufRead) -> io::Result<Option<BuildLog>> {
        let mut log = BuildLog::default();
        let mut line = Vec::new();
        while next_line(&mut input, &mut line)? {
            if let Some(succeeded) = end_of_build(&line) {
                // A build of several parts failed if one of them did.
                log.succeeded = Some(succeeded && log.succeeded != Some(false));
            }
            let has = |text: &[u8]| memchr::memmem::find(&line, text).is_some();
            log.compiles_tests |= OF_TESTS.into_iter().any(has);
            log.is_cut |= has(b"only showing the first ");
            if !has(b".java:") {
                continue;
            }
            let text = without_colours(&String::from_utf8_lossy(&line));
            if let Some((file, message)) = error(text.trim_end()) {
                log.files.entry(file.replace('\\', "/")).or_default().insert(message.to_owned());
            }
        }
        Ok((!log.files.is_empty() || log.succeeded.is_some()).then_some(log))
    }
}

/// Reads the next line without its end; returns false at the end of the file.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', line)?;
    if line.pop_if(|byte| *byte == b'\n').is_none() {
        input.skip_until(b'\n')?;
    }
    Ok(read > 0)
}

fn end_of_build(line: &[u8]) -> Option<bool> {
    let at = memchr::memmem::find(line, b"BUILD ")?;
    let before = without_colours(&String::from_utf8_lossy(&line[..at]));
    // Elsewhere in a line it may be the output of a test.
    if !["", "[INFO]", "[ERROR]"].contains(&before.trim()) {
        return None;
    }
    let rest = &line[at + b"BUILD ".len()..];
    let failed = rest.starts_with(b"FAILURE") || rest.starts_with(b"FAILED");
    (failed || rest.starts_with(b"SUCCESS")).then_some(!failed)
}

/// Removes the escape sequences with which tools colour their lines.
fn without_colours(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        plain.push_str(rest.get(1..).unwrap_or_default());
    }
    plain
}

/// Returns the file and the message of a compiler's error.
fn error(line: &str) -> Option<(&str, &str)> {
    match line.strip_prefix("[ERROR] ") {
        Some(line) => of_maven(line),
        None => of_javac(line),
    }
}

/// Parses `FILE.java:[LINE,COLUMN] MESSAGE`.
fn of_maven(line: &str) -> Option<(&str, &str)> {
    let (file, rest) = split_file(line, ".java:[")?;
    let (position, message) = rest.split_once("] ")?;
    let (line, column) = position.split_once(',').unwrap_or((position, ""));
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let is_position = is_number(line) && (column.is_empty() || is_number(column));
    (is_position && !message.is_empty()).then_some((file, message))
}

/// Parses `FILE.java:LINE: error: MESSAGE`, also behind Ant's `[javac]` and glued to a task of Gradle 4.
fn of_javac(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let line = line.strip_prefix("[javac] ").unwrap_or(line);
    let (file, rest) = split_file(line, ".java:")?;
    let (line, message) = rest.split_once(": error: ")?;
    (is_number(line) && !message.is_empty()).then_some((without_task(file), message))
}

/// Splits a line behind a path that ends in `.java`.
fn split_file<'a>(line: &'a str, separator: &str) -> Option<(&'a str, &'a str)> {
    let at = line.find(separator)?;
    let file = &line[..at + ".java".len()];
    (at > 0).then_some((file, &line[at + separator.len()..]))
}

/// Removes `:compileTestJava` from the beginning of a path.
fn without_task(file: &str) -> &str {
    if !file.starts_with(':') {
        return file;
    }
    let drive =
        file.find(":\\").and_then(|colon| colon.checked_sub(1)).filter(|drive| file.is_char_boundary(*drive));
    file.find('/').or(drive).map_or(file, |start| &file[start..])
}

/// Returns true for a message of javac's parser, which comes before types are looked at.
pub(crate) fn is_of_parser(message: &str) -> bool {
    const BEGINNINGS: &str = "illegal start of |reached end of file while parsing|not a statement|\
        invalid method declaration; return type required|unclosed |illegal character: |illegal escape character|\
        empty character literal|malformed |integer number too large|orphaned |'else' without 'if'|\
        'try' without 'catch'|'catch' without 'try'|'finally' without 'try'|variable declaration not allowed here";
    message.ends_with(" expected") || BEGINNINGS.split('|').any(|beginning| message.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(log: &str) -> BuildLog {
        BuildLog::read(log.as_bytes()).expect("readable").expect("a log")
    }

    #[test]
    fn every_tool_writes_errors_in_its_own_way() {
        let log = read(
            "\u{1b}[1;31m[ERROR] \u{1b}[m/p/A.java:[3,7] error: cannot find symbol\n  symbol: x\n\
             [ERROR] /p/A.java:[3,7] cannot find symbol\n[ERROR] /p/A.java:[4,7] cannot find symbol\r\n\
             [WARNING] /p/A.java:[4,7] deprecated\n[INFO] BUILD FAILURE\n\
             p/B.java:1: error: ';' expected\n    [javac] C.java:2: error: not a statement\n\
             :a:compileTestJava/p/D.java:6: error: cannot find symbol\n:compileJavaC:\\p\\E.java:6: error: x\n\
             p/B.java:1: warning: [deprecation] y\n\tat a.B.c(B.java:6)\nNote: A.java uses z\n",
        );
        let messages =
            log.files.iter().flat_map(|(file, own)| own.iter().map(move |message| (&**file, &**message)));
        let expected = [
            ("/p/A.java", "cannot find symbol"),
            ("/p/D.java", "cannot find symbol"),
            ("C.java", "not a statement"),
            ("C:/p/E.java", "x"),
            ("p/B.java", "';' expected"),
        ];
        assert_eq!(messages.collect::<Vec<_>>(), expected);
        assert_eq!(log.succeeded, Some(false));
    }

    #[test]
    fn a_log_is_known_by_an_error_or_by_its_end() {
        assert_eq!(read("BUILD SUCCESSFUL in 3s\n").succeeded, Some(true));
        assert_eq!(read("[INFO] BUILD SUCCESS\n\u{1b}[1mBUILD FAILED\u{1b}[m").succeeded, Some(false));
        for other in
            ["", "my BUILD SUCCESS\n", "A.java:x: error: y", ".java:1: error: y", "A.java:1: error: "]
        {
            assert_eq!(BuildLog::read(other.as_bytes()).expect("readable"), None, "{other}");
        }
    }

    #[test]
    fn a_long_line_is_cut() {
        let log = format!("A.java:1: error: {}\nB.java:1: error: x\n", "y".repeat(1_000_000));
        let log = read(&log);
        assert_eq!(log.files.len(), 2);
        assert!(log.files["A.java"].iter().all(|message| (message.len() as u64) < MAX_LINE_BYTES));
    }

    #[test]
    fn messages_of_the_parser_are_known() {
        for message in [
            "';' expected",
            "illegal start of expression",
            "'try' without 'catch', 'finally' or resource declarations",
        ] {
            assert!(is_of_parser(message), "{message}");
        }
        for message in ["type T does not take parameters", "cannot find symbol", ""] {
            assert!(!is_of_parser(message), "{message}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_a_log_or_none(
            pieces in proptest::collection::vec(
                proptest::sample::select(vec![
                    &b"[ERROR] "[..], b"/a/B.java", b":[1,2] ", b":3: error: ", b"x expected", b"\n", b"\r", b"\x1b[", b"1;31m", b"\xff",
                    b"BUILD ", b"FAILED", b"SUCCESS", b":task", b"C:\\", b".java:", b"[javac] ", b" ", b"\xc3\xa9",
                ]),
                0..40,
            ),
        ) {
            let bytes = pieces.concat();
            let log = BuildLog::read(&*bytes).expect("readable");
            let errors = log.map_or(0, |log| log.files.values().map(BTreeSet::len).sum());
            proptest::prop_assert!(errors <= bytes.split(|byte| *byte == b'\n').count());
        }
    }
}
