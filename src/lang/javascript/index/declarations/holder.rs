//! The place of a function, class or object in the source: what gives it its name, and its declaration with documentation.

use std::ops::Range;

use tree_sitter::Node;

use crate::lang::javascript::index::is_built_in;
use crate::lang::javascript::syntax::{
    arguments, bare, children, field, is_function, key_name, named, string_text, text,
};

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
                if !is_passed_on(at, call, source) {
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

/// The functions that return what they are given first, under its name.
const PASSING: [&str; 8] = [
    "Object.freeze",
    "Object.seal",
    "memo",
    "React.memo",
    "forwardRef",
    "React.forwardRef",
    "observer",
    "useCallback",
];

/// Returns true for what a call is given whose name is that of what the call makes.
fn is_passed_on(given: Node<'_>, call: Node<'_>, source: &str) -> bool {
    let function = field(call, "function", source);
    let adds_to_function = function == "Object.assign" && is_function(bare(given));
    if PASSING.contains(&function) || adds_to_function {
        return arguments(call).first() == Some(&given);
    }
    is_wrapped(given, call, source)
}

/// Returns true for the only function, class or object with functions that a call at the margin is given: it makes its own value of
/// it, such as a curried function, or a class with these members.
pub(super) fn is_wrapped(given: Node<'_>, call: Node<'_>, source: &str) -> bool {
    let Some(called) = call.child_by_field_name("function").map(bare) else { return false };
    let makes = match called.kind() {
        "identifier" => !matches!(text(called, source), "require" | "define" | "import"),
        "member_expression" => !is_built_in(field(called, "property", source)),
        kind => kind == "call_expression",
    };
    let is_code = |node: &Node<'_>| is_function(bare(*node)) || matches!(bare(*node).kind(), "class");
    let all = arguments(call);
    let code = all.iter().filter(|given| is_code(given)).count();
    let is_only = if is_code(&given) {
        code == 1
    } else {
        code == 0
            && has_functions(given)
            && all
                .iter()
                .filter(|given| bare(**given).kind() == "object" && has_functions(bare(**given)))
                .count()
                == 1
    };
    makes && is_only && is_at_margin(call)
}

/// Returns true for an object with functions, also in objects within it.
fn has_functions(object: Node<'_>) -> bool {
    let value_in = |members: &[Node<'_>], is_wanted: fn(Node<'_>) -> bool| {
        let values = members.iter().filter_map(|member| member.child_by_field_name("value"));
        { values }.any(|value| is_wanted(bare(value)))
    };
    let members: Vec<Node<'_>> = named(object).collect();
    object.kind() == "object"
        && (members.iter().any(|member| member.kind() == "method_definition")
            || value_in(&members, is_function)
            || value_in(&members, |value| value.kind() == "object" && has_functions(value)))
}

/// Returns true for an expression whose value a name, a member or an export at the margin gets: also in a function that runs at once.
fn is_at_margin(expression: Node<'_>) -> bool {
    let mut at = expression;
    while let Some(parent) = at.parent() {
        match parent.kind() {
            "program" => return true,
            "statement_block" => {
                let function = parent.parent().filter(|function| is_function(*function));
                match function.and_then(called_at_once) {
                    Some(call) => at = call,
                    None => return false,
                }
                continue;
            }
            "arguments"
            | "call_expression"
            | "object"
            | "variable_declarator"
            | "lexical_declaration"
            | "variable_declaration"
            | "assignment_expression"
            | "class_body"
            | "class_declaration" => {}
            kind if WITHIN_DECLARATIONS.contains(&kind) => {}
            _ => return false,
        }
        at = parent;
    }
    false
}

/// Returns the call of a function where it is written, or of the function that it is given to.
fn called_at_once(function: Node<'_>) -> Option<Node<'_>> {
    let mut at = function;
    let mut parent = at.parent()?;
    while matches!(parent.kind(), "parenthesized_expression" | "member_expression" | "unary_expression") {
        at = parent;
        parent = at.parent()?;
    }
    let call = if parent.kind() == "arguments" { parent.parent()? } else { parent };
    let called = call.child_by_field_name("function").map(bare)?;
    let called = match called.kind() {
        "member_expression" => called.child_by_field_name("object").map(bare)?,
        _ => called,
    };
    (call.kind() == "call_expression" && is_function(called)).then_some(call)
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
                _ => Some(member_of(left, source)?.name),
            }
        }
        "export_statement" => Some("default".to_owned()),
        _ => None,
    }
}

/// A member as it is written: `pen.draw`, `pen['draw']`.
pub(super) struct WrittenMember<'s> {
    pub owner: &'s str,
    pub name: String,
}

/// Returns the member that an expression is.
pub(super) fn member_of<'s>(node: Node<'_>, source: &'s str) -> Option<WrittenMember<'s>> {
    let owner = field(node, "object", source);
    let name = match node.kind() {
        "member_expression" => field(node, "property", source).trim_start_matches('#').to_owned(),
        "subscript_expression" => string_text(node.child_by_field_name("index")?, source)?,
        _ => return None,
    };
    Some(WrittenMember { owner, name })
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

/// Returns true for a place behind other code of its line.
pub(super) fn is_behind_code(start: usize, source: &str) -> bool {
    let line = source[..start].rfind('\n').map_or(0, |at| at + 1);
    !source[line..start].trim().is_empty()
}

/// Returns the bytes of the whole lines from `start` to `end`, without the end of the last one.
pub(super) fn whole_lines(start: usize, end: usize, source: &str) -> Range<usize> {
    let first = source[..start].rfind('\n').map_or(0, |at| at + 1);
    let last = source[end..].find('\n').map_or(source.len(), |at| end + at);
    let last = if source[..last].ends_with('\r') { last - 1 } else { last };
    first..last.max(first)
}
