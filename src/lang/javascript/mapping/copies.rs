//! Functions that give the parts of an object in a list of their own, and do nothing else: they tell no more than one that gives the field.
//!
//! ```text
//! return this.pens.map((pen) => ({ ...pen }));
//! return [...this.names.keys()].sort();
//! const all = []; this.pens.forEach((pen) => all.push(pen)); return all;
//! ```

use tree_sitter::Node;

use super::code::parameters_of;
use crate::lang::javascript::syntax::{arguments, bare, field, is_function, named, text};

/// Returns the list that a value is a copy of: without the order in which it is shown, and with each element copied for itself.
pub(super) fn copied<'t>(value: Node<'t>, source: &str) -> Option<Node<'t>> {
    let called = bare(value).child_by_field_name("function").map(bare)?;
    let list = called.child_by_field_name("object");
    let is_copy = match (field(called, "property", source), &arguments(bare(value))[..]) {
        ("sort" | "toSorted", []) => true,
        ("map", [each]) => gives_what_it_is_given(bare(*each)),
        _ => false,
    };
    list.filter(|_| is_copy)
}

/// Returns the list of which a value tells one member of each element, and nothing else, as a list or as a text:
/// `this.pens.map((pen) => pen.name).join(', ')`.
pub(super) fn told_by_member<'t>(value: Node<'t>, source: &str) -> Option<Node<'t>> {
    let value = bare(value);
    let called = value.child_by_field_name("function").map(bare)?;
    let list = called.child_by_field_name("object")?;
    match (field(called, "property", source), &arguments(value)[..]) {
        ("join", _) | ("sort" | "toSorted", []) => told_by_member(list, source),
        ("map", [each]) if gives_member(bare(*each), source) => Some(list),
        _ => None,
    }
}

/// Returns true for a function that gives a member of its parameter.
fn gives_member(function: Node<'_>, source: &str) -> bool {
    let body = function.child_by_field_name("body").filter(|_| is_function(function));
    let member = body.and_then(only_expression).map(bare);
    member.filter(|member| member.kind() == "member_expression").is_some_and(|member| {
        let object = member.child_by_field_name("object").filter(|object| object.kind() == "identifier");
        let mut parameters = parameters_of(function).into_iter();
        object.is_some_and(|object| parameters.any(|own| text(own, source) == text(object, source)))
    })
}

/// Returns what a function's body repeats over, if it only puts each element of that into a list and returns the list.
pub(super) fn copied_in_loop<'t>(body: Node<'t>, source: &str) -> Option<Node<'t>> {
    let statements: Vec<Node<'t>> = named(body).filter(|part| part.kind() != "comment").collect();
    let [declaration, repeated, result] = statements[..] else { return None };
    let declared = named(declaration).next().filter(|_| declaration.kind() == "lexical_declaration")?;
    let value = declared.child_by_field_name("value")?;
    let list = field(declared, "name", source);
    let is_empty = value.kind() == "array" && named(value).next().is_none();
    let is_result = result.kind() == "return_statement"
        && named(result).next().is_some_and(|result| text(result, source) == list);
    let (all, each) = match repeated.kind() {
        "for_in_statement" => (repeated.child_by_field_name("right")?, repeated.child_by_field_name("body")?),
        _ => {
            let call = named(repeated).next()?;
            let called = call.child_by_field_name("function").map(bare)?;
            let function = arguments(call).first().copied().filter(|given| is_function(*given))?;
            let all = called.child_by_field_name("object");
            let all = all.filter(|_| field(called, "property", source) == "forEach")?;
            (all, function.child_by_field_name("body")?)
        }
    };
    let put = only_expression(each)?;
    let is_put = field(put, "function", source).strip_suffix(".push") == Some(list)
        && arguments(put).into_iter().all(is_element);
    (is_empty && is_result && is_put).then_some(all)
}

/// Returns true for a function that gives its parameter, or a copy of it.
fn gives_what_it_is_given(function: Node<'_>) -> bool {
    let body = function.child_by_field_name("body").filter(|_| is_function(function));
    body.is_some_and(|body| is_element(body))
}

/// Returns true for a variable, and for an object with only what is in one: `{ ...pen }`.
fn is_element(value: Node<'_>) -> bool {
    let value = bare(value);
    match value.kind() {
        "identifier" => true,
        "object" => {
            let mut parts = named(value);
            let spread = parts.next().filter(|part| part.kind() == "spread_element");
            let of = spread.and_then(|spread| named(spread).next());
            parts.next().is_none() && of.is_some_and(|of| of.kind() == "identifier")
        }
        _ => false,
    }
}

/// Returns the only expression of a block, or the one in its place.
fn only_expression(block: Node<'_>) -> Option<Node<'_>> {
    let inner = match block.kind() {
        "statement_block" => block.named_child(0).filter(|_| block.named_child_count() == 1)?,
        _ => block,
    };
    if inner.kind() == "expression_statement" { named(inner).next() } else { Some(inner) }
}
