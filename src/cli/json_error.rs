//! Errors of commands that were asked for JSON: an object on standard error, on one line.

use std::ffi::OsStr;

use serde::Serialize;

use super::CliError;
use crate::config::ConfigError;
use crate::import::{ImportError, ReadingError};

/// An error, its place in an input, and the remedy, as far as they are known.
#[derive(Debug, Serialize, PartialEq, Eq)]
pub(super) struct JsonError<'e> {
    error: &'e str,
    file: Option<String>,
    line: Option<u64>,
    hint: Option<&'e str>,
}

/// Returns true if a command line asks for JSON. It need not be valid: an error of it is JSON as well.
pub(super) fn is_wanted<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> bool {
    let mut is_value = false;
    arguments.into_iter().any(|argument| {
        let argument = argument.as_ref().to_string_lossy();
        let value = argument.strip_prefix("--format=").or(is_value.then_some(&*argument));
        let is_json = matches!(value, Some("json" | "jsonl"));
        is_value = argument == "--format";
        is_json
    })
}

impl<'e> JsonError<'e> {
    /// Splits the message of an error: the remedy stands behind its last semicolon.
    pub(super) fn of(error: &CliError, message: &'e str) -> JsonError<'e> {
        let (file, line) = place(error);
        match message.rsplit_once("; ").filter(|_| !matches!(error, CliError::CheckFailed(_))) {
            Some((error, hint)) => JsonError { error, file, line, hint: Some(hint) },
            None => JsonError { error: message, file, line, hint: None },
        }
    }

    /// Splits a message about a command line: the remedy is the first tip.
    pub(super) fn of_command_line(message: &'e str) -> JsonError<'e> {
        let line = |start: &str| message.lines().find_map(|line| line.trim_start().strip_prefix(start));
        let error = line("error: ").unwrap_or_else(|| message.trim());
        let hint = line("tip: ").or(line("[possible values: ").map(|values| values.trim_end_matches(']')));
        JsonError {
            error,
            file: None,
            line: None,
            hint: hint.or(Some("`fossick COMMAND --help` explains the options")),
        }
    }

    pub(super) fn print(&self) {
        // An object of texts and numbers is JSON. If standard error is closed, there is no reader.
        let object = serde_json::to_string(self).unwrap_or_default();
        drop(std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{object}\n")));
    }
}

/// Returns the file and the line that an error is about.
fn place(error: &CliError) -> (Option<String>, Option<u64>) {
    match error {
        CliError::Import(error) | CliError::Reading(ReadingError::Import(error)) => of_import(error),
        CliError::Config(ConfigError::Wrong { location, .. }) => {
            (Some(location.file.clone()), Some(location.line as u64))
        }
        CliError::Config(ConfigError::Unreadable { file, .. } | ConfigError::Missing(file)) => {
            (Some(file.display().to_string()), None)
        }
        _ => (None, None),
    }
}

fn of_import(error: &ImportError) -> (Option<String>, Option<u64>) {
    use ImportError as E;
    let (file, line) = match error {
        E::NoInput | E::StdinTwice | E::NoMatch { .. } | E::Pattern { .. } => return (None, None),
        E::Twice { name }
        | E::BothVersions { name }
        | E::NotFound { name }
        | E::Unreadable { name, .. }
        | E::Empty { name }
        | E::UnknownKind { name, .. }
        | E::OtherReport { name, .. }
        | E::NoReport { name, .. }
        | E::NoCoverage { name }
        | E::RunFolderPart { name, .. }
        | E::LabelJournal { name }
        | E::NothingInFolder { name }
        | E::NoReports { name, .. }
        | E::OneProject { one: name, .. }
        | E::RunFolderIncomplete { name, .. } => (name.clone(), None),
        E::Columns { name, .. } => (name.clone(), Some(1)),
        E::BadRow { name, line, .. } | E::NothingUsable { name, line, .. } => (name.clone(), Some(*line)),
        E::DifferentLengths { shorter, lines, .. } => (shorter.clone(), Some(*lines as u64 + 1)),
        E::Rejected(rejected) => (rejected.file.to_string(), Some(rejected.line)),
    };
    (Some(file), line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_asks_for_json_by_its_format() {
        assert!(is_wanted(["fossick", "rank", "--format", "json"]));
        assert!(is_wanted(["fossick", "rank", "--format=jsonl", "x"]));
        assert!(!is_wanted(["fossick", "rank", "json", "--format", "csv"]));
    }

    #[test]
    fn the_remedy_is_apart() {
        let message = "can't find x: expected results; check the spelling";
        let error = CliError::Import(ImportError::NotFound { name: "x".to_owned() });
        let split = JsonError::of(&error, message);
        assert_eq!(
            split,
            JsonError {
                error: "can't find x: expected results",
                file: Some("x".to_owned()),
                line: None,
                hint: Some("check the spelling")
            }
        );
    }
}
