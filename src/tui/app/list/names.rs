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

/// The first line of a failure's message without what its exception says as well, and no more of it than `most` bytes.
pub fn short_message(failure: &Failure, most: usize) -> String {
    text::sanitize(text::first_bytes(failure.trace.short_message(), most)).into_owned()
}

/// Cells of the longest exception of a group, as the list shows them: its column is as wide for all rows, so that nothing moves while
/// one steps through them.
pub(in crate::tui::app) fn longest_exception(group: &Group, failures: &[Failure]) -> usize {
    let widths =
        group.failures.par_iter().map(|&failure| text::width(failures[failure].trace.short_exception_name()));
    widths.max().unwrap_or(0)
}
