//! A small checker of JSON Schema: the keywords that the schemas in `assets` and that of SARIF use.

use serde_json::{Map, Value};

/// Keywords without an effect on what is valid, or that the documents of the tests don't need.
const IGNORED: [&str; 10] = [
    "$schema",
    "$id",
    "$defs",
    "definitions",
    "title",
    "description",
    "default",
    "format",
    "additionalProperties",
    "uniqueItems",
];

/// Checks a value against a schema; objects have no fields but those that are described.
pub(crate) fn check(schema: &Value, value: &Value) -> Result<(), String> {
    check_part(schema, value, schema)
}

fn check_part(schema: &Value, value: &Value, root: &Value) -> Result<(), String> {
    let nothing = Map::new();
    let keywords = schema.as_object().unwrap_or(&nothing);
    for (keyword, wanted) in keywords {
        check_keyword(keyword, wanted, value, root)?;
    }
    let Value::Object(object) = value else { return Ok(()) };
    let is_closed = keywords.contains_key("properties")
        && keywords.get("additionalProperties") != Some(&Value::Bool(true));
    let properties = keywords.get("properties").and_then(Value::as_object).unwrap_or(&nothing);
    for (field, value) in object {
        match (properties.get(field), keywords.get("additionalProperties")) {
            (Some(schema), _) => {
                check_part(schema, value, root).map_err(|error| format!("{field}: {error}"))?;
            }
            (None, Some(schema @ Value::Object(_))) => check_part(schema, value, root)?,
            (None, _) if is_closed => return Err(format!("{field} is not described")),
            (None, _) => {}
        }
    }
    Ok(())
}

fn check_keyword(keyword: &str, wanted: &Value, value: &Value, root: &Value) -> Result<(), String> {
    let fails = || Err(format!("{value} against {keyword} {wanted}"));
    let choices = || wanted.as_array().into_iter().flatten();
    let length = value.as_array().map(Vec::len);
    let holds = match keyword {
        "$ref" => {
            let reference = wanted.as_str().unwrap_or_default();
            let target = root.pointer(reference.trim_start_matches('#'));
            return check_part(target.ok_or(format!("{reference} leads nowhere"))?, value, root);
        }
        "anyOf" | "oneOf" => choices().any(|choice| check_part(choice, value, root).is_ok()),
        "enum" => choices().any(|choice| choice == value),
        "type" => match wanted {
            Value::Array(_) => choices().any(|kind| is_of_type(value, kind)),
            kind => is_of_type(value, kind),
        },
        "minimum" => value.as_f64().is_none_or(|number| Some(number) >= wanted.as_f64()),
        "maximum" => value.as_f64().is_none_or(|number| Some(number) <= wanted.as_f64()),
        "minItems" => length.is_none_or(|length| Some(length as u64) >= wanted.as_u64()),
        "maxItems" => length.is_none_or(|length| Some(length as u64) <= wanted.as_u64()),
        "pattern" => value.as_str().is_none_or(|text| {
            regex::Regex::new(wanted.as_str().unwrap_or_default()).expect("a pattern").is_match(text)
        }),
        "required" => choices().all(|field| value.get(field.as_str().unwrap_or_default()).is_some()),
        "items" => {
            return value
                .as_array()
                .into_iter()
                .flatten()
                .try_for_each(|item| check_part(wanted, item, root));
        }
        "properties" => true,
        // Only that no more than one of the branches is needed: SARIF's say which of two names is required.
        keyword => {
            assert!(IGNORED.contains(&keyword), "the checker does not know {keyword}");
            true
        }
    };
    if holds { Ok(()) } else { fails() }
}

fn is_of_type(value: &Value, kind: &Value) -> bool {
    match kind.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    }
}
