//! A stack trace as text, and the parts of it that features are made of.
//!
//! First line `package.Class::method` (the test), second line the exception line, then the rest of a message that spans
//! lines, the frames, and `Caused by:` sections.

use std::sync::Arc;

/// What the JVM printed for a failed test; empty when nothing is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackTrace(pub Arc<str>);

impl Default for StackTrace {
    fn default() -> Self {
        StackTrace(Arc::from(""))
    }
}

impl StackTrace {
    /// The second line: exception and, after a colon, its message. Empty when there is none.
    pub fn exception_line(&self) -> &str {
        self.0.lines().nth(1).unwrap_or("")
    }

    /// The qualified exception: what stands before the first colon of the exception line, trimmed.
    pub fn exception(&self) -> &str {
        self.exception_line().split(':').next().unwrap_or("").trim()
    }

    /// The exception's name without its package (`Outer$Inner` stays whole). EvoSuite's mocks of JDK exceptions lose
    /// their `Mock`.
    pub fn exception_name(&self) -> &str {
        let exception = self.exception();
        let name = exception.rsplit('.').next().unwrap_or("");
        if exception.starts_with("org.evosuite") { name.strip_prefix("Mock").unwrap_or(name) } else { name }
    }

    /// What stands after the first colon of the exception line, trimmed; empty if there is none.
    pub fn message(&self) -> &str {
        self.exception_line().split_once(':').map_or("", |(_, message)| message.trim())
    }
}
