//! The exception of a failure in words: that which ended the test, and the one behind it or expected in its place.

use std::borrow::Cow;

use crate::message::lines::message_line;
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
        let says_more = !is_collected && !self.is_wrapped_in_own_call();
        match cause.wrapper().filter(|_| says_more).map(|wrapper| self.name_in_rows(wrapper)) {
            Some(wrapper) if wrapper != name && self.is_root_in_words() => Cow::Borrowed(wrapper),
            Some(wrapper) if wrapper != name => Cow::Owned(format!("{wrapper} ← {name}")),
            _ => Cow::Borrowed(name),
        }
    }

    /// Returns true if the exception that ended the test says only how its runner called it, `draws("red" <from INKS[2]>)`, and another one is
    /// behind it.
    pub(crate) fn is_wrapped_in_own_call(&self) -> bool {
        let method = self.test.rsplit("::").next().unwrap_or(&self.test);
        let method = method.split(['(', '[']).next().unwrap_or(method);
        let message = message_line(self.trace.thrown(usize::MAX).text, false);
        let is_call =
            message.strip_prefix(method).is_some_and(|rest| rest.starts_with('(') && rest.ends_with(')'));
        is_call && !method.is_empty() && self.trace.headline_cause().wrapper().is_some()
    }

    fn name_in_rows<'e>(&self, exception: &'e str) -> &'e str {
        if is_generated(self) { brief_exception_name(exception) } else { short_exception_name(exception) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exception_that_says_only_how_the_test_was_called_is_not_told() {
        for (outer, told) in [
            ("draws(\"red\" <from INKS[2]>)", "DryException"),
            ("the desk is closed", "RunnerError ← DryException"),
        ] {
            let trace = format!(
                "a.PenTest::draws\nx.RunnerError: {outer}\n\tat x.Runner.run(Runner.java:3)\nCaused by: a.DryException: no ink\n\tat a.Pen.draw(Pen.java:2)\n\tat a.PenTest.draws(PenTest.java:4)\n"
            );
            let failure = Failure { test: "a.PenTest::draws".into(), ..Failure::with_trace(&trace) };
            assert_eq!(failure.exception_in_words(), told, "{outer}");
        }
    }
}
