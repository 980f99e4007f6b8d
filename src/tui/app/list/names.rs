//! Names of failures as shown in the list.

use crate::model::text;
use crate::model::{Corpus, Failure, Group};
use crate::rank::Sentence;
use rayon::prelude::*;

/// Returns a group's name on the screen: project and bug, and the run if there are several.
pub(in crate::tui::app) fn group_title(corpus: &Corpus, group: &Group) -> String {
    let name = group.name();
    let name = text::sanitize(&name);
    match corpus.runs.get(group.run) {
        Some(run) if corpus.runs.len() > 1 => format!("{name} · {}", text::sanitize(&run.name)),
        _ => name.into_owned(),
    }
}

/// The mark before the name of a flaky test.
pub const FLAKY: &str = "≈ ";

/// The mark before the message of a failure whose code was changed.
pub const CHANGED: &str = "Δ ";

/// Returns the method of a test's unique name.
pub fn test_method(test: &str) -> &str {
    test.rsplit("::").next().unwrap_or(test)
}

/// Returns class and method of a test's unique name: everything after the package.
pub fn qualified_method(test: &str) -> &str {
    let class_end = test.rfind("::").unwrap_or(test.len());
    test[..class_end].rfind('.').map_or(test, |dot| &test[dot + 1..])
}

/// Returns a failure's message as one sentence without the part that repeats its exception, and at most `most` bytes of
/// it.
pub fn headline(failure: &Failure, most: usize) -> String {
    text::sanitize(text::first_bytes(&failure.trace.headline(), most)).into_owned()
}

/// Returns the exception as shown in the list.
pub fn exception(failure: &Failure) -> String {
    let shown = text::sanitize(failure.trace.short_exception_name());
    if shown.is_empty() { "–".to_owned() } else { shown.into_owned() }
}

/// Returns the exception of a failure with its message, cut to about `room` cells: the same for all tests that fail alike.
pub fn error_of_message(failure: &Failure, room: usize) -> String {
    match headline(failure, 4 * room) {
        message if message.is_empty() => exception(failure),
        message => format!("{}: {message}", exception(failure)),
    }
}

/// Returns what failed, cut to about `room` cells.
pub fn error_in_words(failure: &Failure, room: usize) -> String {
    in_words(failure, &Sentence::of(failure), room)
}

/// Returns what failed, with the sentence of the failure.
pub fn in_words(failure: &Failure, sentence: &Sentence, room: usize) -> String {
    let said = sentence.with_exception(&exception(failure));
    text::sanitize(text::first_bytes(&said, 4 * room)).into_owned()
}

/// Returns the width of the longest exception of a group in the list: its column has the same width for all rows, so
/// that nothing moves while the selection does.
pub(in crate::tui::app) fn longest_exception(group: &Group, failures: &[Failure]) -> usize {
    let widths =
        group.failures.par_iter().map(|&failure| text::width(failures[failure].trace.short_exception_name()));
    widths.max().unwrap_or(0)
}
