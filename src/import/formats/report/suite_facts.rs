//! The facts that a report states about the execution of a suite: two executions of a test are told apart by it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::model::ReportTime;

/// The names and the properties are hashes: a report can have a hundred thousand suites.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SuiteFacts {
    pub environment: Environment,
    pub executed: Option<ReportTime>,
}

/// The facts that are the same in two executions of one suite.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Environment {
    /// The names of the document, of the suites around it and of the suite itself.
    names: u64,
    pub hostname: Arc<str>,
    /// The sum over its properties, which have no order.
    properties: u64,
}

impl SuiteFacts {
    /// Returns the facts of a suite within this one that has these attributes. What it does not state is that
    /// of this one.
    pub(crate) fn within(&self, attribute: impl Fn(&str) -> Option<String>) -> SuiteFacts {
        let Environment { names, ref hostname, properties } = self.environment;
        let names = hash(&(names, attribute("name").map(|name| without_numbers_of_a_run(&name))));
        let hostname = attribute("hostname").map_or_else(|| Arc::clone(hostname), Arc::from);
        SuiteFacts {
            environment: Environment { names, hostname, properties },
            executed: attribute("timestamp")
                .filter(|time| is_of_a_run(time))
                .and_then(|time| time.parse().ok())
                .or(self.executed),
        }
    }

    pub(crate) fn add_property(&mut self, name: &str, value: &str) {
        let properties = &mut self.environment.properties;
        *properties = properties.wrapping_add(hash(&(name, without_numbers_of_a_run(value))));
    }
}

/// Returns false for the first time that a clock can show, which tools write for a suite that never began.
fn is_of_a_run(time: &str) -> bool {
    !["0001-01-01T", "1970-01-01T"].iter().any(|first| time.trim_start().starts_with(first))
}

/// Returns a hash that is the same in every process.
fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The number of digits from which a number is that of a process, a time or a build, and not a version.
const NUMBER_OF_A_RUN: usize = 5;

/// Returns a text with `#` in place of what differs in every run: dates with their times, and long numbers,
/// as in the name of a temporary file.
fn without_numbers_of_a_run(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        kept.push_str(&rest[..start]);
        rest = &rest[start..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length = date(rest).max(digits);
        kept.push_str(if length < NUMBER_OF_A_RUN { &rest[..length] } else { "#" });
        rest = &rest[length..];
    }
    kept.push_str(rest);
    kept
}

/// Returns the length of the date at the beginning of a text, with the time that follows it: `2026-11-28T10-00-00_123`.
pub(crate) fn date(text: &str) -> usize {
    /// The number of digits of year, month and day, and the characters of a time.
    const DATE: &[u8] = b"9999-99-99";
    let bytes = text.as_bytes();
    let is_date = bytes.len() >= DATE.len()
        && DATE.iter().zip(bytes).all(|(form, byte)| {
            if *form == b'9' { byte.is_ascii_digit() } else { matches!(byte, b'-' | b'_' | b'.') }
        });
    if !is_date {
        return 0;
    }
    let time = bytes[DATE.len()..].iter().take_while(|byte| byte.is_ascii_digit() || b"T-_:.".contains(byte));
    DATE.len() + time.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_every_run_is_no_other_environment() {
        for (one, other, is_same) in [
            ("17.0.2", "1.8.0_292", false),
            ("py310", "py311", false),
            (
                "/p/surefire/surefirebooter-20261128100000123_3.jar",
                "/p/surefire/surefirebooter-20261129110000456_3.jar",
                true,
            ),
            ("boot.jar 2026-11-28T10-00-00_123-jvmRun1", "boot.jar 2026-11-29T11-10-00_7-jvmRun1", true),
            ("pens.PenTest-20261128100000", "pens.PenTest-20261128120000", true),
            ("é2026-1", "é2026-1", true),
            ("linux", "windows", false),
        ] {
            let named =
                |name: &str| SuiteFacts::default().within(|_| Some(name.to_owned())).environment.names;
            let with_property = |value: &str| {
                let mut facts = SuiteFacts::default();
                facts.add_property("ink", value);
                facts
            };
            assert_eq!(named(one) == named(other), is_same, "{one} {other}");
            assert_eq!(with_property(one) == with_property(other), is_same, "{one} {other}");
        }
    }

    #[test]
    fn properties_have_no_order() {
        let facts = |names: [&str; 2]| {
            let mut facts = SuiteFacts::default();
            for name in names {
                facts.add_property(name, "1");
            }
            facts
        };
        assert_eq!(facts(["a", "b"]), facts(["b", "a"]));
        assert_ne!(facts(["a", "b"]), facts(["a", "c"]));
    }
}
