//! The kind of a test: the form of its oracle and the method that it is about.
//!
//! Tests of one kind in a group make the same demand on the same code. The share that fails shows the significance of
//! one failure: if most pass, the failure is unusual; if most fail, the oracle is wrong for this method.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::Failure;

/// The form of a test's oracle, and the header of its focal method.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TestKind {
    form: Box<str>,
    header: Box<str>,
}

/// The numbers of a group's passed tests by their kind.
pub(crate) type PassedKinds = BTreeMap<Arc<TestKind>, usize>;

const THROWS: &str = "throws";

impl TestKind {
    /// Returns the kind of a test that expects an exception, or that makes this assertion, or neither; of the
    /// source of the focal method, the part before the first brace counts.
    pub(crate) fn new(expects_exception: bool, assertion: &str, focal_method: &str) -> TestKind {
        let form = if expects_exception { THROWS } else { called(assertion) };
        let header = focal_method.split('{').next().unwrap_or_default();
        let header = header.split_whitespace().collect::<Vec<_>>().join(" ");
        TestKind { form: form.into(), header: header.into() }
    }

    pub(crate) fn expects_exception(&self) -> bool {
        &*self.form == THROWS
    }

    /// Returns the name of the assertion; empty if the test makes none.
    pub(crate) fn assertion(&self) -> &str {
        if self.expects_exception() { "" } else { &self.form }
    }

    /// Returns the header of the focal method; empty if the method is not known.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// Returns the form of the oracle, which tests of several focal methods can share.
    pub fn form(&self) -> &str {
        &self.form
    }
}

impl fmt::Display for TestKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.form.is_empty() { "throws nothing" } else { &self.form })
    }
}

/// Returns the name of the method that an assertion calls, without its class.
fn called(assertion: &str) -> &str {
    let assertion = assertion.trim_start();
    let name = assertion
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.')))
        .next()
        .unwrap_or_default();
    name.rsplit('.').next().unwrap_or_default()
}

impl Failure {
    /// Returns the kind of the test; None if its oracle is not known.
    pub(crate) fn test_kind(&self) -> Option<TestKind> {
        self.oracle_kind()?;
        Some(TestKind::new(self.oracle.expects_exception, &self.oracle.assertion, &self.focal_method))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_the_form_of_the_oracle_and_the_header_of_the_method() {
        let method = "  @Override\n    public int\tskip(int n) { if (n < 0) { return 0; } return n; }";
        let kind = TestKind::new(false, " org.junit.Assert.assertEquals(3, a.b(1))", method);
        assert_eq!((kind.form(), kind.header()), ("assertEquals", "@Override public int skip(int n)"));
        for (expects_exception, assertion, form, words) in [
            (true, "assertNull(x)", "throws", "throws"),
            (false, "", "", "throws nothing"),
            (false, "assert x > 0", "assert", "assert"),
            (false, "assertThat(x).isEmpty()", "assertThat", "assertThat"),
        ] {
            let kind = TestKind::new(expects_exception, assertion, "");
            assert_eq!((kind.form(), kind.to_string().as_str()), (form, words), "{assertion}");
            let again = TestKind::new(kind.expects_exception(), kind.assertion(), kind.header());
            assert_eq!(again, kind, "its own parts say the same");
        }
    }
}
