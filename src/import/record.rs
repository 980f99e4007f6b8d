//! One test, as every reader passes it to the collector, and as a line of fossick's own JSON Lines has it.

use std::borrow::Cow;
use std::num::NonZeroU32;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};

use super::Outcome;
use super::rows::bug_name;
use crate::model::{
    Cells, Coverage, Extent, FocalMethod, FormerGroup, Language, Location, Oracle, OracleCategory, Phase,
    ReportTime, Stage, Tool,
};

/// The first 8 bytes of the SHA-256 of a generated test, as in a test's identity.
pub(crate) type SourceHash = [u8; 8];

/// One test as found by a reader. In a line of format 5, missing texts and `null` are empty; unknown fields
/// are ignored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "a JSON object")]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the format")]
pub(crate) struct TestRecord<'a> {
    /// The run that the test belongs to; only in files with several runs.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub run: Cow<'a, str>,
    /// The approach of the run, if known. Two approaches may each have a run with the same name.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub approach: Cow<'a, str>,
    #[serde(borrow, deserialize_with = "trimmed")]
    pub project: Cow<'a, str>,
    #[serde(borrow, deserialize_with = "bug")]
    pub bug: Cow<'a, str>,
    /// The test's unique name, `package.Class::method`.
    #[serde(borrow, deserialize_with = "trimmed")]
    pub test: Cow<'a, str>,
    /// The outcome on the version under test.
    pub outcome: Outcome,
    /// The outcome on the fixed version; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed_outcome: Option<Outcome>,
    /// The language of the test; absent for Java.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub language: Language,
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub focal_method: Cow<'a, str>,
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub docstring: Cow<'a, str>,
    /// The source of the test before an oracle was predicted.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub test_prefix: Cow<'a, str>,
    /// The prefix with the predicted oracle: the source that was executed.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub generated_test: Cow<'a, str>,
    /// The model's prediction; absent if there is none.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub oracle: Option<RecordedOracle<'a>>,
    /// The oracle that a developer or another tool wrote for the test prefix; absent if there is none.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<RecordedOracle<'a>>,
    /// The stage that the test reached, if it is known better than from the outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// The numbers of mutants that the test detected, and of all mutants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub killed: Option<(u64, u64)>,
    /// The exception that kept the test from being executed.
    #[serde(skip)]
    pub error: Cow<'a, str>,
    /// The stack trace of the failure; a line with the test's name may precede it.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub trace: Cow<'a, str>,
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub output: Cow<'a, str>,
    /// The part of the run that failed, if it is no test that was executed: the outcome is *not executed*
    /// then, and the record is a row.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub extent: Extent,
    /// The phase in which the test failed; absent for the test itself.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub phase: Phase,
    /// The names that version 1.0 gave to its failures, where they are others: 0 for the first, then the further ones.
    #[serde(skip)]
    pub former: Vec<(Cow<'a, str>, usize)>,
    /// The group in which version 1.0 listed it, if that is another one.
    #[serde(skip)]
    pub former_group: Option<Arc<FormerGroup>>,
    /// The other failures of the same test.
    #[serde(borrow, default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<RecordedFailure<'a>>,
    /// The location of the generated test in the project's sources.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Location>,
    /// The location of the focal method in the project's sources.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focal_place: Option<Location>,
    /// The class and the name of the focal method, where its file does not name the class.
    #[serde(skip)]
    pub focal_name: Cow<'a, str>,
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub focal_undecided: Cow<'a, str>,
    /// The methods that the test calls beside the focal method, as the sources of the project show them, the
    /// likeliest first.
    #[serde(borrow, default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    pub called: Vec<RecordedMethod<'a>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<OracleCategory>,
    /// True if the test failed and passed on one version.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "std::ops::Not::not")]
    pub flaky: bool,
    /// The cells of a matrix in which the test failed, if several reports of the run hold it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<Arc<Cells>>,
    /// The time at which a failed test was executed, as its report states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub executed: Option<ReportTime>,
    /// The tool that ran a failed test, if its report shows that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<Tool>,
    /// True if a failed test was executed more than a day before the newest test of its build.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "std::ops::Not::not")]
    pub is_old: bool,
    /// The first 16 hexadecimal digits of the SHA-256 of the source, for a test that did not fail.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub source_hash: Cow<'a, str>,
    /// True if the test's name identifies it in every run, whatever its source.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "std::ops::Not::not")]
    pub known_by_name: bool,
    /// True if duplicates were already removed: this test must not be dropped.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "std::ops::Not::not")]
    pub deduplicated: bool,
}

/// An oracle as predicted, or a reference.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "an object with `expects_exception` and `assertion`")]
pub(crate) struct RecordedOracle<'a> {
    /// True if the test is expected to throw.
    #[serde(default, deserialize_with = "or_default")]
    pub expects_exception: bool,
    /// The assertion, empty if there is none.
    #[serde(borrow, default, deserialize_with = "text")]
    pub assertion: Cow<'a, str>,
}

impl<'a> From<&'a Oracle> for RecordedOracle<'a> {
    fn from(oracle: &'a Oracle) -> RecordedOracle<'a> {
        RecordedOracle::new(oracle.expects_exception, &oracle.assertion)
    }
}

impl<'a> RecordedOracle<'a> {
    pub(crate) fn new(expects_exception: bool, assertion: &'a str) -> RecordedOracle<'a> {
        RecordedOracle { expects_exception, assertion: Cow::Borrowed(assertion) }
    }
}

/// A further failure of a test.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "an object with `trace`")]
pub(crate) struct RecordedFailure<'a> {
    /// The phase in which it happened; absent for the test itself.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub phase: Phase,
    /// The attempt, from 2; absent for the attempt whose failure counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<NonZeroU32>,
    /// Its stack trace; a line with the test's name may precede it.
    #[serde(borrow, deserialize_with = "text")]
    pub trace: Cow<'a, str>,
}

/// A method of production code that a test calls.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "an object with `name`, `source` and `place`")]
pub(crate) struct RecordedMethod<'a> {
    /// `Class.method`, or the name of a function.
    #[serde(borrow, deserialize_with = "text")]
    pub name: Cow<'a, str>,
    #[serde(borrow, deserialize_with = "text")]
    pub source: Cow<'a, str>,
    pub place: Location,
}

impl<'a> From<&'a FocalMethod> for RecordedMethod<'a> {
    fn from(method: &'a FocalMethod) -> RecordedMethod<'a> {
        RecordedMethod {
            name: method.short_name().into(),
            source: (&method.source).into(),
            place: method.location(),
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a string or a number")]
enum TextOrNumber<'a> {
    #[serde(borrow)]
    Text(Text<'a>),
    Number(serde_json::Number),
}

/// Deserializes a text; `null` is empty.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'de, str>, D::Error> {
    Ok(Option::<Text<'de>>::deserialize(deserializer)?.map(|text| text.0).unwrap_or_default())
}

fn trimmed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'de, str>, D::Error> {
    Ok(part_of(text(deserializer)?, str::trim))
}

/// Deserializes the name of a bug, which may be a number.
fn bug<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'de, str>, D::Error> {
    Ok(match Option::<TextOrNumber<'de>>::deserialize(deserializer)? {
        Some(TextOrNumber::Text(text)) => part_of(text.0, bug_name),
        Some(TextOrNumber::Number(number)) => part_of(Cow::Owned(number.to_string()), bug_name),
        None => Cow::Borrowed(""),
    })
}

fn part_of(text: Cow<'_, str>, part: fn(&str) -> &str) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(part(text)),
        Cow::Owned(text) => Cow::Owned(part(&text).to_owned()),
    }
}

/// Deserializes a value; `null` is its default.
fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

impl<'a> TestRecord<'a> {
    /// Returns a record of a test that was never executed, without further data.
    pub(crate) fn not_executed(project: &'a str, bug: &'a str, test: &'a str) -> TestRecord<'a> {
        let [project, bug, test] = [project, bug, test].map(Cow::Borrowed);
        TestRecord { project, bug, test, ..TestRecord::default() }
    }

    /// Checks a line that was read; the error is the reason why it can't be used.
    pub(crate) fn check(&self) -> Result<(), String> {
        for (text, field) in [(&self.project, "project"), (&self.bug, "bug"), (&self.test, "test")] {
            if text.is_empty() {
                return Err(format!("`{field}` is empty"));
            }
        }
        for (place, field) in [(&self.place, "place"), (&self.focal_place, "focal_place")] {
            if place.as_ref().is_some_and(|place| place.line == 0 || place.failing_line == Some(0)) {
                return Err(format!("a line of `{field}` is 0: lines count from 1"));
            }
        }
        if self.called.iter().any(|method| method.place.line == 0) {
            return Err("a line of `called` is 0: lines count from 1".to_owned());
        }
        if self.extent != Extent::Test && self.outcome != Outcome::NotExecuted {
            return Err(
                "`extent` is that of tests that were not executed, but `outcome` is another".to_owned()
            );
        }
        let digits = &self.source_hash;
        if !digits.is_empty() && self.hash().is_none() {
            return Err(format!("`source_hash` is `{digits}`, expected 16 hexadecimal digits"));
        }
        Ok(())
    }

    /// Returns true for a record that becomes a row of the list: a failed test, or what stands for tests that
    /// were not executed.
    pub(crate) fn is_row(&self) -> bool {
        self.outcome == Outcome::Failed || self.extent != Extent::Test
    }

    pub(crate) fn hash(&self) -> Option<SourceHash> {
        let hash =
            u64::from_str_radix(&self.source_hash, 16).ok().filter(|_| self.source_hash.len() == 16)?;
        Some(hash.to_be_bytes())
    }
}
