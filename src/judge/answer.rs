//! The answer in the output of a judge.

use serde_json::{Map, Value};

use crate::model::Verdict;
use crate::model::text::sanitize;

const MOST_OF_REASON: usize = 2_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub verdict: Verdict,
    /// The reason as one line that is safe to show; empty if none was given.
    pub reason: String,
}

/// Returns the answer of the last JSON object with a `label` in an output; None if there is none, or its
/// label is not one.
pub(super) fn answer_in(output: &str) -> Option<Answer> {
    let mut last = None;
    let mut rest = output;
    while let Some(start) = rest.find('{') {
        let mut objects =
            serde_json::Deserializer::from_str(&rest[start..]).into_iter::<Map<String, Value>>();
        match objects.next() {
            Some(Ok(object)) => {
                rest = &rest[start + objects.byte_offset()..];
                last = field(&object, "label").is_some().then_some(object).or(last);
            }
            _ => rest = &rest[start + 1..],
        }
    }
    let object = last?;
    let verdict = Verdict::of_name(field(&object, "label")?.as_str()?)?;
    let reason = field(&object, "reason").and_then(Value::as_str).unwrap_or_default();
    let words: Vec<&str> = reason.split_whitespace().collect();
    let reason = sanitize(&words.join(" ")).chars().take(MOST_OF_REASON).collect();
    Some(Answer { verdict, reason })
}

/// Returns the field of this name, in any case.
fn field<'a>(object: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    object.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::VerdictWords;

    fn answer(output: &str) -> Option<(&'static str, String)> {
        answer_in(output).map(|answer| (VerdictWords::Generated.name(answer.verdict), answer.reason))
    }

    #[test]
    fn the_last_object_with_a_label_counts_whatever_stands_around_it() {
        let given = |label, reason: &str| Some((label, reason.to_owned()));
        assert_eq!(answer(r#"{"label": "TP", "reason": "off by one"}"#), given("TP", "off by one"));
        assert_eq!(answer(r#"{"label": "Environment"}"#), given("environment", ""));
        assert_eq!(
            answer("Let me think {…}.\n```json\n{\"Label\":\" fp \"}\n```\nDone: {}"),
            given("FP", "")
        );
        let two =
            r#"First I thought {"label":"TP"}, but {"label":"unsure","see":{"label":"TP"},"reason":"a\n b"}"#;
        assert_eq!(answer(two), given("unsure", "a b"));
        assert_eq!(
            answer("{\"x\":1}{\"label\":\"FP\",\"reason\":\"\u{1b}\u{202e}[2J\"}"),
            None,
            "an escape is no JSON"
        );
        let escapes = r#"{"label":"FP","reason":"\u001b[2J\u202e"}"#;
        assert_eq!(answer(escapes), given("FP", "␛[2J‹U+202E›"));
        let long = format!(r#"{{"label":"TP","reason":"{}"}}"#, "ä".repeat(3_000));
        assert_eq!(answer(&long).map(|(_, reason)| reason.chars().count()), Some(2_000));
    }

    #[test]
    fn anything_else_is_no_answer() {
        for output in [
            "",
            "TP",
            "{",
            r#"{"label": "TP" | "FP"}"#,
            r#"{"label": 1}"#,
            r#"{"verdict": "TP"}"#,
            r#"{"label": "true positive"}"#,
            r#"{"label": "TP"} {"label": "maybe"}"#,
            r#"{"label": "TP""#,
        ] {
            assert_eq!(answer(output), None, "{output}");
        }
    }

    #[test]
    fn an_output_of_braces_takes_no_longer_than_it_must() {
        let nested = "{\"a\":[".repeat(150_000);
        assert_eq!(answer(&format!("{nested}{{\"label\":\"TP\"}}")), Some(("TP", String::new())));
        assert_eq!(answer(&"{".repeat(1_000_000)), None);
    }
}
