//! The place of a function, class or object in the source: what gives it its name, and its declaration with documentation.

use std::ops::Range;

use tree_sitter::Node;

use crate::lang::javascript::syntax::{children, field, key_name, named, text};

/// The nodes between a value and the declaration as a whole.
const WITHIN_DECLARATIONS: [&str; 10] = [
    "export_statement",
    "ambient_declaration",
    "expression_statement",
    "parenthesized_expression",
    "as_expression",
    "satisfies_expression",
    "variable_declarator",
    "pair",
    "field_definition",
    "public_field_definition",
];

/// Returns the name that a declaration writes; empty if it has none.
pub(super) fn name_of<'s>(node: Node<'_>, source: &'s str) -> &'s str {
    field(node, "name", source)
}

/// Returns the node that gives a value its name: a variable, a pair, an assignment, a field or an export.
pub(super) fn holder<'n>(node: Node<'n>, source: &str) -> Option<Node<'n>> {
    let mut at = node;
    loop {
        let parent = at.parent()?;
        match parent.kind() {
            "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression"
            | "non_null_expression"
            | "await_expression" => at = parent,
            // `Object.freeze({…})`, `memo(() => …)`: the name is that of what is given.
            "arguments" => {
                let call = parent.parent()?;
                let function = field(call, "function", source);
                let is_passed_on = matches!(
                    function,
                    "Object.freeze"
                        | "Object.seal"
                        | "memo"
                        | "React.memo"
                        | "forwardRef"
                        | "React.forwardRef"
                        | "observer"
                        | "useCallback"
                );
                if !is_passed_on || named(parent).next() != Some(at) {
                    return None;
                }
                at = call;
            }
            "variable_declarator" | "field_definition" | "public_field_definition" | "pair" => {
                return (parent.child_by_field_name("value") == Some(at)).then_some(parent);
            }
            "assignment_expression" => {
                return (parent.child_by_field_name("right") == Some(at)).then_some(parent);
            }
            "export_statement" => return Some(parent),
            _ => return None,
        }
    }
}

/// Returns true for a declaration with a word such as `static` or `get`.
pub(super) fn has_word(declaration: Node<'_>, word: &str) -> bool {
    children(declaration).any(|child| child.kind() == word)
}

/// Returns the name of a member, without the mark of a private one.
pub(super) fn member_name(key: Node<'_>, source: &str) -> String {
    key_name(key, source).trim_start_matches('#').to_owned()
}

/// Returns the name that a holder gives; None if it has none.
pub(super) fn held_name(holder: Node<'_>, source: &str) -> Option<String> {
    match holder.kind() {
        "variable_declarator" => {
            let name = holder.child_by_field_name("name")?;
            (name.kind() == "identifier").then(|| text(name, source).to_owned())
        }
        "field_definition" => Some(member_name(holder.child_by_field_name("property")?, source)),
        "public_field_definition" => Some(member_name(holder.child_by_field_name("name")?, source)),
        "pair" => Some(key_name(holder.child_by_field_name("key")?, source).to_owned()),
        "assignment_expression" => {
            let left = holder.child_by_field_name("left")?;
            match left.kind() {
                "identifier" => Some(text(left, source).to_owned()),
                "member_expression" if text(left, source) == "module.exports" => Some("default".to_owned()),
                "member_expression" => {
                    Some(field(left, "property", source).trim_start_matches('#').to_owned())
                }
                _ => None,
            }
        }
        "export_statement" => Some("default".to_owned()),
        _ => None,
    }
}

/// Returns the node of a declaration as a whole: with `export`, `const`, and a semicolon.
pub(super) fn whole_declaration<'n>(node: Node<'n>, source: &str) -> Node<'n> {
    let mut at = node;
    while let Some(parent) = at.parent() {
        let is_part = match parent.kind() {
            "lexical_declaration" | "variable_declaration" => {
                named(parent).filter(|child| child.kind() == "variable_declarator").count() == 1
            }
            // `exports.a = exports.b = …`
            "assignment_expression" => parent.child_by_field_name("right") == Some(at),
            "arguments" | "call_expression" => {
                holder(node, source).is_some_and(|holder| holder.start_byte() < parent.start_byte())
            }
            kind => WITHIN_DECLARATIONS.contains(&kind),
        };
        if !is_part {
            break;
        }
        at = parent;
    }
    at
}

/// Returns the place from which a declaration's documentation is searched upwards: before its decorators and overloads.
pub(super) fn start_with_decorators(node: Node<'_>, source: &str) -> usize {
    let mut first = node;
    while let Some(before) = before_comments(first) {
        match before.kind() {
            "decorator" => first = before,
            kind if kind.ends_with("_signature") && name_of(before, source) == name_of(node, source) => {
                first = before;
            }
            "export_statement" if node.kind() == "export_statement" => {
                let Some(signature) = before
                    .child_by_field_name("declaration")
                    .filter(|declared| declared.kind() == "function_signature")
                else {
                    break;
                };
                let exported = node.child_by_field_name("declaration");
                if exported.is_none_or(|exported| name_of(exported, source) != name_of(signature, source)) {
                    break;
                }
                first = before;
            }
            _ => break,
        }
    }
    first.start_byte()
}

/// Returns the node before a node, without comments.
fn before_comments(node: Node<'_>) -> Option<Node<'_>> {
    let mut before = node.prev_named_sibling()?;
    while before.kind() == "comment" {
        before = before.prev_named_sibling()?;
    }
    Some(before)
}

/// Returns the bytes of the whole lines from `start` to `end`, without the end of the last one.
pub(super) fn whole_lines(start: usize, end: usize, source: &str) -> Range<usize> {
    let first = source[..start].rfind('\n').map_or(0, |at| at + 1);
    let last = source[end..].find('\n').map_or(source.len(), |at| end + at);
    let last = if source[..last].ends_with('\r') { last - 1 } else { last };
    first..last.max(first)
}
