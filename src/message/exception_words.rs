//! The exception of a failure in words: that which ended the test, and the one behind it or expected in its place.

use std::borrow::Cow;

use crate::message::plain::is_root_in_words;
use crate::model::{Failure, short_exception_name};

impl Failure {
    /// Returns the short name of the exception that ended the test.
    pub(crate) fn last_exception(&self) -> &str {
        let cause = self.trace.cause();
        short_exception_name(cause.wrapper().unwrap_or(cause.exception))
    }

    /// Returns the short name of the exception behind the failure; before it that of the exception that ended
    /// the test, if it is another one: `IllegalState ← Connect`. Where a test expected another exception, it
    /// follows: `IllegalState, not IO`.
    pub(crate) fn exception_in_words(&self) -> Cow<'_, str> {
        let cause = self.trace.headline_cause();
        let name = short_exception_name(cause.exception);
        if let Some(met) = self.met_exception() {
            let [name, expected] =
                [met.exception, &met.expected].map(|name| without_ending(short_exception_name(name)));
            return Cow::Owned(format!("{name}, not {expected}"));
        }
        match cause.wrapper().map(short_exception_name) {
            Some(wrapper) if wrapper != name && is_root_in_words(self) => Cow::Borrowed(wrapper),
            Some(wrapper) if wrapper != name => Cow::Owned(format!("{wrapper} ← {}", without_ending(name))),
            _ => Cow::Borrowed(name),
        }
    }
}

/// Returns the name of an exception without `Exception`, if a word is left.
fn without_ending(name: &str) -> &str {
    name.strip_suffix("Exception").filter(|rest| rest.contains(char::is_lowercase)).unwrap_or(name)
}
