//! The cause in a message of the operating system: what is missing or refused comes first, the words that
//! every such message has are left out, and a long path keeps its end. For rows that have no room for the
//! whole message.

use std::borrow::Cow;

use crate::message::rust::ErrorOfSystem;
use crate::model::short_exception_name;

/// The words of the operating system for what is missing, and those that say the same in fewer.
const SHORTER: [(&str, &str); 8] = [
    (NAMES[0], "no file "),
    (NAMES[1], "no file "),
    ("No such file or directory: ", "no file "),
    ("No such file or directory", "no such file"),
    ("Connection refused", "connection refused"),
    ("Permission denied: ", "permission denied: "),
    ("No module named ", "no module "),
    ("Is a directory: ", "is a directory: "),
];

/// The words of the operating system at the end of a message of Go, and those that say the same in fewer.
const OF_GO: [(&str, &str); 8] = [
    (": no such file or directory", "no file "),
    (": permission denied", "permission denied: "),
    (": is a directory", "is a directory: "),
    (": not a directory", "no directory "),
    (": connection refused", "connection refused: "),
    (": no such host", "no host "),
    (": i/o timeout", "timed out: "),
    (": address already in use", "already in use: "),
];

/// The calls whose name stands before the file or the address in such a message.
const OPERATIONS: [&str; 20] = [
    "open",
    "stat",
    "lstat",
    "read",
    "write",
    "mkdir",
    "chdir",
    "remove",
    "unlinkat",
    "rename",
    "readlink",
    "exec",
    "fork/exec",
    "chmod",
    "truncate",
    "readdirent",
    "fdopendir",
    "dial",
    "lookup",
    "listen",
];

/// The exceptions whose names say what is missing, and their messages only the path.
const NAMES: [&str; 2] = ["NoSuchFileException: ", "NoSuchFile: "];

/// The exceptions that say no more than these words.
const SAID: [&str; 7] = [
    "FileNotFoundError",
    "ConnectionRefusedError",
    "ConnectException",
    "PermissionError",
    "ModuleNotFoundError",
    "IsADirectoryError",
    "OSError",
];

/// The number of the last parts of a long path that are kept.
const KEPT_PARTS: usize = 2;

/// Returns a message with the cause alone: `setup: database: FileNotFoundError: [Errno 2] No such file or directory: '/tmp/run-7/store/pens.db'` is `setup: database: no file '…/store/pens.db'`. None if it has
/// nothing to leave out.
pub(crate) fn cause_alone(message: &str) -> Option<String> {
    let fewer = in_fewer_words(message);
    let words: Vec<String> = fewer.split(' ').map(with_short_path).collect();
    let shorter = words.join(" ");
    (shorter != message).then_some(shorter)
}

/// Returns a message in which the words of the operating system are fewer: `no file '/tmp/run-7/store/pens.db'`.
pub(crate) fn in_fewer_words(message: &str) -> Cow<'_, str> {
    let mut shorter = match ErrorOfSystem::find(message) {
        Some(error) => [error.before, error.message, error.behind].concat(),
        None => message.to_owned(),
    };
    if let Some(start) = shorter.find("[Errno ")
        && let Some(end) = shorter[start..].find("] ")
    {
        shorter.replace_range(start..start + end + 2, "");
    }
    if let Some(fewer) = in_fewer_words_of_go(&shorter) {
        return Cow::Owned(fewer);
    }
    if let Some(fewer) = in_fewer_words_of_node(&shorter) {
        shorter = fewer;
    }
    for (words, fewer) in SHORTER {
        let Some(at) = shorter.find(words) else { continue };
        // Between a name and its own message stand the words of the exception around it.
        if NAMES.contains(&words) && shorter[at..].contains(" ← ") {
            continue;
        }
        shorter.replace_range(at..at + words.len(), fewer);
        let before = shorter[..at].strip_suffix(": ").unwrap_or_default();
        if let Some(name) = SAID.iter().find(|name| before.ends_with(**name)) {
            shorter.replace_range(at - name.len() - 2..at, "");
        }
        break;
    }
    // What a test of JavaScript met is an error without a name of its own.
    for words in [" Error: connection refused: ", " Error: no file "] {
        shorter = shorter.replace(words, &words.replacen("Error: ", "", 1));
    }
    if shorter == message { Cow::Borrowed(message) } else { Cow::Owned(shorter) }
}

/// Returns a message of Go with what the operating system says before the file or the address that it is about, and without the name of
/// the call: `no file pens.json` of `open pens.json: no such file or directory`. None for other messages.
fn in_fewer_words_of_go(message: &str) -> Option<String> {
    OF_GO.iter().find_map(|(words, fewer)| {
        let (before, behind) = message.split_once(words)?;
        // Behind it may stand what else a row tells.
        let ends = behind.is_empty() || behind.starts_with([' ', ',', ';', ')', '\n']);
        let before = before.strip_suffix(": connect").unwrap_or(before);
        let start = before.rfind(": ").map_or(0, |colon| colon + 2);
        let (call, about) = before[start..].split_once(' ')?;
        let about = about.rsplit(' ').next().filter(|_| OPERATIONS.contains(&call) && ends)?;
        Some(format!("{}{fewer}{about}{behind}", &before[..start]))
    })
}

/// Returns a message of Node in which what is missing or refused stands for the code and the name of the call:
/// `connection refused: 127.0.0.1:5432` of `connect ECONNREFUSED 127.0.0.1:5432`. None for other messages.
pub(super) fn in_fewer_words_of_node(message: &str) -> Option<String> {
    const REFUSED: &str = "connect ECONNREFUSED ";
    const MISSING: &str = "ENOENT: no such file or directory, ";
    if let Some((before, address)) = message.split_once(REFUSED) {
        return Some(format!("{before}connection refused: {address}"));
    }
    let (before, called) = message.split_once(MISSING)?;
    let (_, path) = called.split_once(' ')?;
    Some(format!("{before}no file {path}"))
}

/// Returns true for a message of Go that ends with what the operating system says, and of Rust if it is what was unwrapped or
/// returned; an assertion compares it.
pub(crate) fn is_of_system(message: &str) -> bool {
    let of_rust = ErrorOfSystem::find(message).filter(|error| !error.before.contains("assertion "));
    of_rust.is_some() || in_fewer_words_of_go(message).is_some()
}

/// Returns the message of an exception in words that say what its name says, `no file /pens/ink` of a `NoSuchFileException`. None
/// if its name says more.
pub(super) fn with_words_for_name(exception: &str, message: &str) -> Option<String> {
    let name = short_exception_name(exception);
    let fewer = in_fewer_words(&format!("{name}: {message}")).into_owned();
    (!message.is_empty() && !fewer.starts_with(name)).then_some(fewer)
}

/// Returns a word; a long path in it begins behind `…`, one that does already keeps only its last part.
fn with_short_path(word: &str) -> String {
    let Some(start) = word.find('/').filter(|_| !word.contains("://")) else { return word.to_owned() };
    let parts: Vec<&str> = word[start..].split('/').collect();
    let is_path = word[..start].chars().all(|c| matches!(c, '\'' | '"' | '(' | '<' | '.' | '…'));
    let is_cut = word[..start].ends_with('…');
    let (kept, most) = if is_cut { (1, 2) } else { (KEPT_PARTS, KEPT_PARTS + 2) };
    if !is_path || parts.len() <= most {
        return word.to_owned();
    }
    let quote = word[..start].trim_end_matches(['.', '…']);
    format!("{quote}…/{}", parts[parts.len() - kept..].join("/"))
}

#[cfg(test)]
mod tests {
    use super::{cause_alone, is_of_system};

    #[test]
    fn what_is_missing_stays() {
        for (message, shorter) in [
            (
                "setup: database: FileNotFoundError: [Errno 2] No such file or directory: '/tmp/run-7/store/pens.db'",
                Some("setup: database: no file '…/store/pens.db'"),
            ),
            ("ConnectionRefusedError: [Errno 111] Connection refused", Some("connection refused")),
            (
                "setup: connect: ConnectException: Connection refused: pens:5432",
                Some("setup: connect: connection refused: pens:5432"),
            ),
            (
                "setup: OSError: [Errno 28] No space left on device",
                Some("setup: OSError: No space left on device"),
            ),
            (
                "setup: before: Error: no file 'data/pens.json'",
                Some("setup: before: no file 'data/pens.json'"),
            ),
            (
                "rejected with Error: connect ECONNREFUSED 127.0.0.1:5432",
                Some("rejected with connection refused: 127.0.0.1:5432"),
            ),
            (
                "rejected with Error: ENOENT: no such file or directory, open 'data/pens.json'",
                Some("rejected with no file 'data/pens.json'"),
            ),
            ("InkError: connect ECONNREFUSED pens:9", Some("InkError: connection refused: pens:9")),
            ("load: open pens.json: no such file or directory", Some("load: no file pens.json")),
            (
                "pens: dial tcp 127.0.0.1:5432: connect: connection refused",
                Some("pens: connection refused: 127.0.0.1:5432"),
            ),
            ("dial tcp: lookup pens.example: no such host", Some("dial tcp: no host pens.example")),
            ("the pen: no such file or directory", None),
            (
                "the pens: Os { code: 2, kind: NotFound, message: \"No such file or directory\" }",
                Some("the pens: no such file"),
            ),
            ("no file '…/store/pens.db'", Some("no file '…/pens.db'")),
            ("no file '…/pens.db'", None),
            (
                "Unchecked ← NoSuchFile: no pens ← no file /tmp/run-7/store/pens.db",
                Some("Unchecked ← NoSuchFile: no pens ← no file …/store/pens.db"),
            ),
            ("expected 3 of /pens but was 4", None),
            ("see http://a.example/b/c/d/e for 1/2", None),
        ] {
            assert_eq!(cause_alone(message).as_deref(), shorter, "{message}");
        }
    }

    #[test]
    fn an_error_of_the_system_is_told_by_its_form() {
        let error = "Os { code: 13, kind: PermissionDenied, message: \"Permission denied\" }";
        assert!(is_of_system(&format!("panicked at src/pen.rs:3:4: the pens: {error}")));
        assert!(is_of_system("open pens.json: no such file or directory"));
        let compared = format!("assertion `left == right` failed left: Err({error}) right: Ok(3)");
        assert!(!is_of_system(&compared), "compared by an assertion");
        assert!(!is_of_system("the pens: Dry { kind: NotFound }"));
    }
}
