//! Names of failures as the list shows them.

use crate::model::text;
use crate::model::{Failure, Group};
use rayon::prelude::*;

/// Stands before the name of a flaky test.
pub const FLAKY: &str = "≈ ";

/// The method in a test's unique name.
pub fn test_method(test: &str) -> &str {
    test.rsplit("::").next().unwrap_or(test)
}

/// Class and method in a test's unique name: all that follows the package.
pub fn qualified_method(test: &str) -> &str {
    let class_end = test.rfind("::").unwrap_or(test.len());
    test[..class_end].rfind('.').map_or(test, |dot| &test[dot + 1..])
}

/// The exception's name without what all names end in.
pub fn short_exception(failure: &Failure) -> &str {
    let name = failure.trace.exception_name();
    let short = name.strip_suffix("Exception").or_else(|| name.strip_suffix("Error"));
    short.filter(|rest| !rest.is_empty()).unwrap_or(name)
}

/// The first line of a failure's message without what its exception says as well, and no more of it than `most` bytes.
pub fn short_message(failure: &Failure, most: usize) -> String {
    let message = failure.trace.message();
    // `Cannot invoke "List.size()" because "list" is null`: the reason is what one looks for.
    let reason = message.split_once(" because ").filter(|(called, _)| called.starts_with("Cannot "));
    let said = reason.map_or(message, |(_, reason)| reason);
    let said = said.strip_prefix("String ").filter(|rest| rest.starts_with("index out of ")).unwrap_or(said);
    text::sanitize(text::first_bytes(said, most)).into_owned()
}

/// Cells of the longest exception of a group, as the list shows them: its column is as wide for all rows, so that nothing moves while
/// one steps through them.
pub(in crate::tui::app) fn longest_exception(group: &Group, failures: &[Failure]) -> usize {
    let widths = group.failures.par_iter().map(|&failure| text::width(short_exception(&failures[failure])));
    widths.max().unwrap_or(0)
}
