//! The words for the outcome of a test: every tool has its own, and a word that nobody knows is never taken
//! for one that is not red.

/// The outcome that a word tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Passed,
    Failed,
    Skipped,
    /// The word is not known.
    Unknown,
}

/// The words, as letters in lower case. Those of most tests come first.
const WORDS: [(Status, &[&str]); 3] = [
    (
        Status::Passed,
        &["passed", "pass", "ok", "success", "successful", "succeeded", "xpassed", "warning", "completed"],
    ),
    (
        Status::Failed,
        &[
            "failed",
            "failure",
            "fail",
            "notok",
            "error",
            "errored",
            "broken",
            "crashed",
            "aborted",
            "timedout",
            "timeout",
            "interrupted",
            "cancelled",
            "canceled",
            "unexpected",
            "callfailed",
            "setupfailed",
            "teardownfailed",
            "hookerror",
            "cleanuperror",
            "inprogress",
            // A test that its runner refuses, and one whose machine was lost before its end.
            "notrunnable",
            "disconnected",
        ],
    ),
    (
        Status::Skipped,
        &[
            "skipped",
            "skip",
            "pending",
            "todo",
            "disabled",
            "ignored",
            "ignore",
            "other",
            "unknown",
            "notrun",
            "notexecuted",
            "inconclusive",
            "explicit",
            "focused",
            "only",
            "queued",
            "xfailed",
            "untested",
            "suppressed",
            "deselected",
        ],
    ),
];

impl Status {
    /// Returns the status of a word, however it is written: `timedOut`, `timed_out`, `TIMED OUT`.
    pub(crate) fn of(word: &str) -> Status {
        let letters = word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
        // Most tools write it as it stands in the table.
        known(word).or_else(|| known(&letters.collect::<String>())).unwrap_or(Status::Unknown)
    }
}

/// Returns the status of a word of the table.
fn known(word: &str) -> Option<Status> {
    WORDS.iter().find(|(_, words)| words.contains(&word)).map(|(status, _)| *status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_however_they_are_written() {
        for (word, status) in [
            ("passed", Status::Passed),
            ("FAILED", Status::Failed),
            ("timedOut", Status::Failed),
            ("timed out", Status::Failed),
            ("setup_failed", Status::Failed),
            ("hook_error", Status::Failed),
            ("xfailed", Status::Skipped),
            ("Not Run", Status::Skipped),
            ("dried", Status::Unknown),
            ("", Status::Unknown),
        ] {
            assert_eq!(Status::of(word), status, "{word}");
        }
    }
}
