//! The labels and notes that people give to failed tests, and the identity under which they are kept.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::{TestKey, UNNAMED_EXCEPTIONS, VerdictWords};

/// A person's verdict on a failed test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Label {
    /// The test reveals a bug.
    #[serde(rename = "TP")]
    TruePositive,
    /// The test is a false alarm.
    #[serde(rename = "FP")]
    FalsePositive,
    /// The person looked at the test and did not decide.
    #[serde(rename = "unsure")]
    Unsure,
}

impl Label {
    pub(crate) const ALL: [Label; 3] = [Label::TruePositive, Label::FalsePositive, Label::Unsure];

    /// Returns the label of this name, in any case.
    pub(crate) fn of_name(name: &str) -> Option<Label> {
        Label::ALL.into_iter().find(|label| label.name().eq_ignore_ascii_case(name.trim()))
    }

    /// Returns `TP`, `FP` or `unsure`, as written in every output.
    pub fn name(self) -> &'static str {
        match self {
            Label::TruePositive => "TP",
            Label::FalsePositive => "FP",
            Label::Unsure => "unsure",
        }
    }
}

/// The reason of a false positive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// The test could not run as it was meant: a file, a module or a service is missing, or the machine was too slow.
    #[serde(rename = "environment")]
    Environment,
    /// The test or its oracle is wrong, or the reason is not known.
    #[default]
    #[serde(rename = "test", other)]
    Test,
}

impl Reason {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(crate) fn is_of_test(&self) -> bool {
        *self == Reason::Test
    }
}

/// The verdict of a person on a failed test: a label, with the reason of a false positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// The label.
    pub label: Label,
    /// The reason; that of the test for other labels than a false positive.
    pub reason: Reason,
}

impl Verdict {
    /// A false positive because of the environment.
    pub const ENVIRONMENT: Verdict = Verdict { label: Label::FalsePositive, reason: Reason::Environment };

    /// Returns the verdict of this name, in any case: that of a label, `environment`, or a developer's `bug`
    /// and `wrong test`.
    pub(crate) fn of_name(name: &str) -> Option<Verdict> {
        let name = name.trim().replace('-', " ").to_ascii_lowercase();
        let [bug, wrong_test] = VerdictWords::Written.names();
        match &*name {
            ENVIRONMENT => Some(Verdict::ENVIRONMENT),
            name if name == bug => Some(Label::TruePositive.into()),
            name if name == wrong_test => Some(Label::FalsePositive.into()),
            name => Label::of_name(name).map(Verdict::from),
        }
    }

    pub(crate) fn is_environment(self) -> bool {
        self == Verdict::ENVIRONMENT
    }
}

/// The name of the reason, in outputs and on the screen.
pub(crate) const ENVIRONMENT: &str = "environment";

impl From<Label> for Verdict {
    fn from(label: Label) -> Verdict {
        Verdict { label, reason: Reason::Test }
    }
}

/// The test and the failure mode that a label belongs to. If only `hash` differs, or `mode` and `root` do,
/// the label is stale.
///
/// Two are equal whatever their roots are, and whether they say that the failure is the test's own: labels of
/// version 1.0 don't.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TestIdentity {
    /// The test.
    #[serde(flatten)]
    pub key: TestKey<String>,
    /// The first 16 hexadecimal digits of the SHA-256 of the generated test's text.
    pub hash: String,
    /// The failure mode, `Failure::mode`; empty if it is not known, which matches any mode.
    #[serde(rename = "way", default, skip_serializing_if = "String::is_empty")]
    pub mode: String,
    /// The root cause, `Failure::root`; empty if nothing is behind the exception that ended the test.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub root: String,
    /// True for the failure of the test itself. Version 1.0 listed the first failed subtest under the test's
    /// name too: its labels, which never have this, may be of either.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
}

/// Returns the first 8 bytes of the SHA-256 of a generated test.
pub(crate) fn source_hash(generated_test: &str) -> [u8; 8] {
    let digest = hmac_sha256::Hash::hash(generated_test.as_bytes());
    std::array::from_fn(|byte| digest[byte])
}

impl PartialEq for TestIdentity {
    fn eq(&self, other: &TestIdentity) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for TestIdentity {}

impl Hash for TestIdentity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts().hash(state);
    }
}

impl PartialOrd for TestIdentity {
    fn partial_cmp(&self, other: &TestIdentity) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TestIdentity {
    fn cmp(&self, other: &TestIdentity) -> Ordering {
        self.parts().cmp(&other.parts())
    }
}

impl TestIdentity {
    /// Returns the identity of a test with this source text, for any failure mode.
    pub fn new(project: &str, bug: &str, test: &str, generated_test: &str) -> TestIdentity {
        let hash = format!("{:016x}", u64::from_be_bytes(source_hash(generated_test)));
        TestIdentity {
            key: TestKey::owned(project, bug, test),
            hash,
            mode: String::new(),
            root: String::new(),
            own: false,
        }
    }

    fn parts(&self) -> (&TestKey<String>, &str, &str) {
        (&self.key, &self.hash, &self.mode)
    }

    /// Returns true if the test failed here as there: in the same mode, or because of the same root cause.
    /// An unknown one matches anything.
    pub(crate) fn fails_like(&self, other: &TestIdentity) -> bool {
        let [own, others] = [self, other].map(TestIdentity::root_cause);
        own == others || modes_agree(&self.mode, &other.mode)
    }

    /// Returns true if a label of this identity may have been given to the failure `other`.
    pub(crate) fn may_be_of(&self, other: &TestIdentity) -> bool {
        self.hash == other.hash && (other.own || !self.own) && self.fails_like(other)
    }

    /// Returns the root cause, which is the exception that ended the test if nothing is behind it.
    fn root_cause(&self) -> &str {
        if self.root.is_empty() { &self.mode } else { &self.root }
    }

    #[must_use]
    pub(crate) fn in_any_mode(&self) -> TestIdentity {
        TestIdentity { mode: String::new(), root: String::new(), ..self.clone() }
    }
}

/// The names that failures of JavaScript have in place of `Error` since their own are read.
const NAMED_SINCE: [&str; 4] = ["AssertionError", "TestTimeout", "UnexpectedPass", "string"];

/// The kinds of failures of Node, which were their names before.
const KINDS_OF_NODE: [&str; 3] = ["testCodeFailure", "testTimeoutFailure", "hookFailed"];

/// Returns true if two failure modes, `EXCEPTION at METHOD`, contradict each other in nothing. Of one run,
/// some forms of results have no names of exceptions, some no frames, and some neither.
fn modes_agree(one: &str, other: &str) -> bool {
    let [(one, place), (other, others)] = [one, other]
        .map(|mode| mode.split_once(" at ").map_or((mode, None), |(name, place)| (name, Some(place))));
    let is_unnamed = |name: &str| UNNAMED_EXCEPTIONS.contains(&name) || KINDS_OF_NODE.contains(&name);
    let is_named_since = |former: &str, name: &str| former == "Error" && NAMED_SINCE.contains(&name);
    let is_one = one == other || is_named_since(one, other) || is_named_since(other, one);
    (is_one || is_unnamed(one) || is_unnamed(other))
        && (place == others || place.is_none() || others.is_none())
}

/// The state of a person's work on one test: a label, a note, or both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Judgement {
    /// The label; None if there is only a note, or if a label was removed.
    pub label: Option<Label>,
    /// The reason of a false positive. Version 1.0 did not know it, and reads such a label as a false positive.
    #[serde(default, skip_serializing_if = "Reason::is_of_test")]
    pub reason: Reason,
    /// A note as free text; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// True if the label was given to all tests of a signature at once and no person has looked at this test since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_signature: bool,
    /// True if the person saw the truth or a judge's label when giving the label: it is not blind.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub informed: bool,
}

impl Judgement {
    /// Returns what it says of the test; None without a label.
    pub fn verdict(&self) -> Option<Verdict> {
        Some(Verdict { label: self.label?, reason: self.reason })
    }
}

/// One line of the label journal: the test has this judgement from then on, until the next event.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "EventLine")]
pub struct LabelEvent {
    /// The test that the event is about.
    #[serde(flatten)]
    pub identity: TestIdentity,
    /// The test's new judgement.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// The name of the person who made the judgement.
    pub annotator: String,
    /// The time of the event, RFC 3339 in UTC.
    pub time: String,
    /// True if the event settles a disagreement of several annotators. Without a label it revokes the decision.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub decision: bool,
    /// The command that answered, if `fossick judge` asked one; None for the label of a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Box<JudgedBy>>,
}

/// The command that gave a label.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct JudgedBy {
    /// The command, as the user named it.
    pub command: String,
    /// The SHA-256 of the template of its prompt, as `sha256:` and hexadecimal digits.
    pub prompt: String,
    /// The time that the command took.
    #[serde(rename = "seconds", with = "seconds")]
    pub milliseconds: u64,
}

/// Milliseconds, written as seconds.
mod seconds {
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
    pub(super) fn serialize<S: Serializer>(milliseconds: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(*milliseconds as f64 / 1000.0)
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a time is positive and below 2^52 ms"
    )]
    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        Ok((f64::deserialize(deserializer)? * 1000.0).round() as u64)
    }
}

/// The fields of a line as written: parsing this flat struct takes a third of the time of nested structs.
#[derive(Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the format")]
struct EventLine {
    project: String,
    bug: String,
    test: String,
    hash: String,
    #[serde(rename = "way", default)]
    mode: String,
    #[serde(default)]
    root: String,
    #[serde(default)]
    own: bool,
    label: Option<Label>,
    #[serde(default)]
    reason: Reason,
    #[serde(default)]
    note: String,
    #[serde(default)]
    by_signature: bool,
    #[serde(default)]
    informed: bool,
    annotator: String,
    time: String,
    #[serde(default)]
    decision: bool,
    by: Option<Box<JudgedBy>>,
}

impl From<EventLine> for LabelEvent {
    fn from(line: EventLine) -> LabelEvent {
        let key = TestKey { project: line.project, bug: line.bug, test: line.test };
        LabelEvent {
            identity: TestIdentity { key, hash: line.hash, mode: line.mode, root: line.root, own: line.own },
            judgement: Judgement {
                label: line.label,
                reason: line.reason,
                note: line.note,
                by_signature: line.by_signature,
                informed: line.informed,
            },
            annotator: line.annotator,
            time: line.time,
            decision: line.decision,
            by: line.by,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identity_hashes_the_generated_test() {
        let identity = TestIdentity::new("Lang", "7", "a.B::test0", "abc");
        assert_eq!(identity.hash, "ba7816bf8f01cfea", "the first half of the published SHA-256 test vector");
    }

    #[test]
    fn what_a_form_of_results_lacks_contradicts_no_label() {
        let identity = |mode: &str| TestIdentity {
            mode: mode.to_owned(),
            ..TestIdentity::new("Lang", "7", "a.B::test0", "abc")
        };
        let fail_alike = |one: &str, other: &str| identity(one).fails_like(&identity(other));
        for (one, other) in [
            ("KeyError at pens.Pens.take", "failure"),
            ("panic", "failure"),
            ("TypeError at pen.draw", "TypeError"),
            ("Failed at pens.Pens.take", "KeyError at pens.Pens.take"),
            ("", "KeyError"),
        ] {
            assert!(fail_alike(one, other) && fail_alike(other, one), "{one} {other}");
        }
        for (one, other) in [
            ("KeyError", "TypeError"),
            ("KeyError at pens.Pens.take", "KeyError at pens.Pens.put"),
            ("failure at pens.Pens.take", "KeyError at pens.Pens.put"),
        ] {
            assert!(!fail_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn an_event_is_one_flat_json_object() {
        let event = LabelEvent {
            identity: TestIdentity::new("Lang", "7", "a.B::test0", "abc"),
            judgement: Judgement { label: Some(Label::FalsePositive), ..Judgement::default() },
            annotator: "ada".to_owned(),
            time: "2026-01-02T03:04:05Z".to_owned(),
            decision: false,
            by: None,
        };
        let line = serde_json::to_string(&event).expect("an event can be written");
        assert_eq!(
            line,
            r#"{"project":"Lang","bug":"7","test":"a.B::test0","hash":"ba7816bf8f01cfea","label":"FP","annotator":"ada","time":"2026-01-02T03:04:05Z"}"#
        );
        assert_eq!(serde_json::from_str::<LabelEvent>(&line).expect("and read back"), event);
        let by_signature = LabelEvent {
            judgement: Judgement { by_signature: true, ..event.judgement.clone() },
            ..event.clone()
        };
        let line = serde_json::to_string(&by_signature).expect("it can be written");
        assert!(line.contains(r#""label":"FP","by_signature":true,"annotator""#), "{line}");
        assert_eq!(serde_json::from_str::<LabelEvent>(&line).expect("and read back"), by_signature);
        let by =
            JudgedBy { command: "./judge".to_owned(), prompt: "sha256:00".to_owned(), milliseconds: 1_900 };
        let judged = LabelEvent { by: Some(Box::new(by)), ..event.clone() };
        let line = serde_json::to_string(&judged).expect("it can be written");
        let by = r#","by":{"command":"./judge","prompt":"sha256:00","seconds":1.9}}"#;
        assert!(line.ends_with(by), "{line}");
        assert_eq!(serde_json::from_str::<LabelEvent>(&line).expect("and read back"), judged);
        let decision = LabelEvent { decision: true, ..event };
        let line = serde_json::to_string(&decision).expect("a decision can be written");
        assert!(line.ends_with(r#","decision":true}"#), "{line}");
        assert_eq!(serde_json::from_str::<LabelEvent>(&line).expect("and read back"), decision);
    }
}
