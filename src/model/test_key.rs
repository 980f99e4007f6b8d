//! The key of a test: what tells one test from another.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The name of a test, with the project and the bug that it belongs to. `S` is owned or borrowed text.
///
/// Several runs can have a test of one key, and one run can have several failures of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TestKey<S> {
    /// The project's name.
    pub project: S,
    /// The bug's number or name.
    pub bug: S,
    /// The test's unique name, mostly `package.Class::method`.
    pub test: S,
}

impl TestKey<String> {
    /// Returns a key with its own copy of these parts.
    pub fn owned(project: &str, bug: &str, test: &str) -> TestKey<String> {
        TestKey { project: project.to_owned(), bug: bug.to_owned(), test: test.to_owned() }
    }
}

impl<S: AsRef<str>> TestKey<S> {
    /// Returns the same key with borrowed parts.
    pub fn borrowed(&self) -> TestKey<&str> {
        TestKey { project: self.project.as_ref(), bug: self.bug.as_ref(), test: self.test.as_ref() }
    }
}

/// A test of one run: what failures of two readings of the same results are matched by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TestOfRun {
    /// The run's name.
    pub run: String,
    /// The test.
    pub key: TestKey<Arc<str>>,
}
