//! Functions that decide what they tell of an object: they compare its parts with each other, with its state or by a rule of their own.
//!
//! ```text
//! if (!best || row.at > best.at) best = row;      decides
//! rows.find((row) => row.state === 'open')        decides
//! rows.find((row) => row.name === name)           looks up: the argument says which part is meant
//! if (this.rows.length === 0) return null;        only guards
//! ```

use std::collections::HashSet;
use std::iter;

use tree_sitter::Node;

use crate::lang::javascript::syntax::{arguments, bare, descendants, field, is_function, text};

/// The methods that ask a function which part is meant.
const SEARCHING: [&str; 4] = ["find", "findIndex", "findLast", "findLastIndex"];

/// The methods that ask a function which parts are.
const FILTERING: [&str; 3] = ["filter", "some", "every"];

/// Returns true for a function that decides what it tells; `given` are its parameters.
pub(super) fn decides(function: Node<'_>, source: &str, given: &HashSet<&str>) -> bool {
    decides_by(function, source, given, &[&SEARCHING[..], &FILTERING].concat())
}

/// Returns true for a function that decides which one of several parts it tells of.
pub(super) fn searches(function: Node<'_>, source: &str, given: &HashSet<&str>) -> bool {
    decides_by(function, source, given, &SEARCHING)
}

fn decides_by(function: Node<'_>, source: &str, given: &HashSet<&str>, methods: &[&str]) -> bool {
    let Some(body) = function.child_by_field_name("body") else { return false };
    let comparisons = descendants(body).filter(|node| is_comparison(*node, source));
    { comparisons }.any(|comparison| {
        let condition = condition_of(comparison, body, source, methods);
        condition.is_some_and(|condition| is_rule(comparison, source, given, condition))
    })
}

/// The place of a comparison that says what a function does next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Condition {
    /// For each part of something.
    Repeated,
    Once,
}

/// Returns true for a comparison by which a function decides: with no argument for equality, with nothing that is missing, and with a
/// literal only where each part is asked.
fn is_rule(comparison: Node<'_>, source: &str, given: &HashSet<&str>, condition: Condition) -> bool {
    let operator = field(comparison, "operator", source);
    let sides = ["left", "right"].into_iter().filter_map(|side| comparison.child_by_field_name(side));
    let sides: Vec<Node<'_>> = sides.map(bare).collect();
    let is_no_rule = sides.iter().any(|side| {
        let is_missing = matches!(side.kind(), "null" | "undefined");
        let is_type = field(*side, "operator", source) == "typeof";
        let is_count = matches!(field(*side, "property", source), "length" | "size");
        is_missing || is_type || is_count
    });
    let mut parts = sides.iter().flat_map(|side| descendants(*side));
    let has_given = parts.any(|part| part.kind() == "identifier" && given.contains(text(part, source)));
    let looks_up = operator.ends_with("==") && has_given;
    let has_literal = sides
        .iter()
        .any(|side| matches!(side.kind(), "number" | "string" | "true" | "false" | "unary_expression"));
    let is_guard = condition == Condition::Once && has_literal;
    !(is_no_rule || looks_up || is_guard)
}

/// Returns the condition of which a comparison in a body is a part; None for one that only guards, bounds a loop, or is a value.
fn condition_of(comparison: Node<'_>, body: Node<'_>, source: &str, methods: &[&str]) -> Option<Condition> {
    let mut at = comparison;
    let mut is_condition = false;
    let mut is_value = false;
    let mut is_repeated = false;
    for around in iter::successors(comparison.parent(), Node::parent) {
        match around.kind() {
            "throw_statement" => return None,
            "if_statement" | "ternary_expression" if around.child_by_field_name("condition") == Some(at) => {
                if around.child_by_field_name("consequence").is_some_and(only_throws) {
                    return None;
                }
                is_condition = true;
                is_value |= around.kind() == "ternary_expression";
            }
            "while_statement" | "do_statement" => {
                is_condition |= around.child_by_field_name("condition") == Some(at);
                is_repeated = true;
            }
            "for_statement" if around.child_by_field_name("condition") == Some(at) => return None,
            "for_statement" | "for_in_statement" => is_repeated = true,
            _ if is_function(around) && around != body.parent().unwrap_or(body) => {
                let call = around.parent().and_then(|given| given.parent());
                let call = call.filter(|call| arguments(*call).contains(&around));
                let called = call.and_then(|call| call.child_by_field_name("function")).map(bare);
                is_condition |=
                    called.is_some_and(|called| methods.contains(&field(called, "property", source)));
                is_repeated |= called.is_some();
            }
            _ => {}
        }
        if around == body {
            break;
        }
        at = around;
    }
    // What is made for each part of something is no decision between them.
    is_condition &= !(is_repeated && is_value);
    is_condition.then_some(if is_repeated { Condition::Repeated } else { Condition::Once })
}

fn is_comparison(node: Node<'_>, source: &str) -> bool {
    node.kind() == "binary_expression"
        && matches!(field(node, "operator", source), "===" | "!==" | "==" | "!=" | "<" | ">" | "<=" | ">=")
}

/// Returns true for a branch that only throws.
fn only_throws(branch: Node<'_>) -> bool {
    let first = if branch.kind() == "statement_block" { branch.named_child(0) } else { Some(branch) };
    first.is_some_and(|first| first.kind() == "throw_statement")
}
