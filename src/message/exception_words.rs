//! The exception of a failure in words: that which ended the test, and the one behind it or expected in its place.

use std::borrow::Cow;

use crate::model::{Failure, brief_exception_name, is_generated, short_exception_name};

impl Failure {
    /// Returns the short name of the exception that ended the test.
    pub(crate) fn last_exception(&self) -> &str {
        let cause = self.trace.cause();
        self.name_in_rows(cause.wrapper().unwrap_or(cause.exception))
    }

    /// Returns the short name of the exception behind the failure; before it that of the exception that ended
    /// the test, if it is another one: `IllegalStateException ← ConnectException`. Where a test expected another
    /// exception, it follows: `IllegalStateException, not IOException`.
    pub(crate) fn exception_in_words(&self) -> Cow<'_, str> {
        let cause = self.trace.headline_cause();
        let name = self.name_in_rows(cause.exception);
        if let Some(met) = self.met_exception() {
            let [name, expected] = [met.exception, &met.expected].map(short_exception_name);
            return Cow::Owned(format!("{name}, not {expected}"));
        }
        // An assertion around another one collects those that fail, and says no more than it.
        let is_collected =
            cause.wrapper().is_some_and(|wrapper| self.is_assertion(wrapper)) && cause.is_assertion();
        match cause.wrapper().filter(|_| !is_collected).map(|wrapper| self.name_in_rows(wrapper)) {
            Some(wrapper) if wrapper != name && self.is_root_in_words() => Cow::Borrowed(wrapper),
            Some(wrapper) if wrapper != name => Cow::Owned(format!("{wrapper} ← {name}")),
            _ => Cow::Borrowed(name),
        }
    }

    fn name_in_rows<'e>(&self, exception: &'e str) -> &'e str {
        if is_generated(self) { brief_exception_name(exception) } else { short_exception_name(exception) }
    }
}
