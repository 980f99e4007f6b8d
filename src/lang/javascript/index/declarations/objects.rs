//! Objects that a name, an export or another object holds, and those that functions make, with their members.

use std::{iter, mem};

use tree_sitter::Node;

use super::extended::{Extension, extension};
use super::holder::{held_name, holder};
use super::{Around, Class, Expr, Field, Method, Reader, returns};
use crate::lang::javascript::syntax::{
    bare, descendants, field, is_function, key_name, named, outcomes, text,
};

impl Reader<'_> {
    /// Adds an object; one that is the prototype of a class has members of that class.
    pub(super) fn object(&mut self, node: Node<'_>, around: &Around) -> usize {
        let holder = holder(node, self.source);
        let assigned = holder.and_then(|holder| holder.child_by_field_name("left"));
        let owner = assigned.and_then(|left| text(left, self.source).strip_suffix(".prototype"));
        if let Some(class) = owner.map(|owner| self.prototype(owner)) {
            let members = self.object_members(node, false);
            self.file.classes[class].fields.extend(members.fields);
            return class;
        }
        let own = holder.and_then(|holder| held_name(holder, self.source)).unwrap_or_default();
        let maker = maker(node, self.source);
        let name = match (around.class.map(|_| &*around.name), &*own) {
            _ if maker.is_some() => around.name.trim_end_matches(".<anonymous>").to_owned(),
            (_, "default") => String::new(),
            (Some(outer), own) if !outer.is_empty() => format!("{outer}.{own}"),
            (_, own) => own.to_owned(),
        };
        let ObjectMembers { fields, spread } = self.object_members(node, true);
        let is_given = node.parent().is_some_and(|parent| parent.kind() == "arguments") && holder.is_some();
        let class = Class { name, is_object: true, is_given, fields, spread, ..Class::default() };
        let index = self.file.classes.len();
        self.file.classes.push(class);
        self.of_node.insert(node.id(), Expr::Class(index));
        self.returned.extend(maker.map(|maker| (index, maker.byte_range())));
        // A nested object is a member that its own functions are found in.
        if let (Some(outer), Some(holder)) = (around.class, holder)
            && holder.kind() == "pair"
        {
            for field in &mut self.file.classes[outer].fields {
                if field.name == own && field.value.is_none() {
                    field.value = Some(Expr::Class(index));
                }
            }
        }
        index
    }

    fn object_members(&self, object: Node<'_>, is_static: bool) -> ObjectMembers {
        let mut members = ObjectMembers::default();
        for member in named(object) {
            match member.kind() {
                "shorthand_property_identifier" => {
                    let name = self.text(member);
                    members.fields.push(Field { value: Some(Expr::Name(name.clone())), name, is_static });
                }
                "pair" => {
                    if let Some(key) = member.child_by_field_name("key")
                        && let Some(value) = member.child_by_field_name("value")
                        && !is_function(bare(value))
                    {
                        let name = key_name(key, self.source).to_owned();
                        members.fields.push(Field { name, value: self.expr(value), is_static });
                    }
                }
                "spread_element" => {
                    members.spread.extend(named(member).next().and_then(|value| self.expr(value)));
                }
                _ => {}
            }
        }
        members
    }

    /// Gives the objects that functions return the functions that are declared beside them, and returns those.
    pub(super) fn members_declared_beside(&mut self) -> Vec<Beside> {
        let mut found = Vec::new();
        for (class, maker) in &self.returned {
            let object = &mut self.file.classes[*class];
            for field in mem::take(&mut object.fields) {
                let beside = match &field.value {
                    Some(Expr::Name(name)) => self
                        .file
                        .functions
                        .iter()
                        .position(|function| function.name == *name && function.is_declared_in(maker)),
                    _ => None,
                };
                match beside {
                    Some(function) => {
                        found.push(Beside { function, object: *class });
                        object.methods.push(Method { name: field.name, function, is_static: true });
                    }
                    None => object.fields.push(field),
                }
            }
        }
        found
    }
}

/// A function that is declared beside the object of which it is a member.
pub(super) struct Beside {
    pub function: usize,
    pub object: usize,
}

/// The members of an object.
#[derive(Default)]
struct ObjectMembers {
    /// Those that are no functions.
    fields: Vec<Field>,
    /// The objects whose members it has as well.
    spread: Vec<Expr>,
}

/// Returns true for an object that a name, an export or another such object holds, or that a function makes with functions.
pub(super) fn is_named_object(node: Node<'_>, source: &str) -> bool {
    named(node).next().is_some()
        && (holder(node, source).is_some() || maker(node, source).is_some() || is_added(node, source))
}

/// Returns true for an object that a call adds to another one: `Object.assign(Pen.prototype, {…})`.
fn is_added(node: Node<'_>, source: &str) -> bool {
    let call = node.parent().filter(|parent| parent.kind() == "arguments").and_then(|given| given.parent());
    call.is_some_and(|call| extension(call, source) == Some(Extension::Adds))
}

/// Returns the function that makes an object with functions: it returns the object, or the variable of its own that holds it.
fn maker<'n>(node: Node<'n>, source: &str) -> Option<Node<'n>> {
    let mut at = node;
    let mut parent = at.parent()?;
    while matches!(parent.kind(), "parenthesized_expression" | "as_expression" | "satisfies_expression") {
        at = parent;
        parent = at.parent()?;
    }
    let held = holder(node, source).filter(|holder| holder.kind() == "variable_declarator");
    let maker = match parent.kind() {
        "return_statement" => function_around(parent)?,
        "arrow_function" if parent.child_by_field_name("body") == Some(at) => parent,
        _ => function_around(held?)?,
    };
    let body = text(maker, source);
    let has_function = named(node).any(|member| match member.kind() {
        "method_definition" => true,
        "pair" => member.child_by_field_name("value").is_some_and(|value| {
            let value = bare(value);
            is_function(value) || value.kind() == "identifier" && declares_function(body, text(value, source))
        }),
        // A function of the same name is declared beside the object.
        "shorthand_property_identifier" => declares_function(body, text(member, source)),
        _ => false,
    });
    let is_returned = held.is_none_or(|variable| returns_variable(maker, variable, source));
    (has_function && is_returned).then_some(maker)
}

/// Returns the innermost function around a node.
fn function_around(node: Node<'_>) -> Option<Node<'_>> {
    iter::successors(node.parent(), Node::parent).find(|around| is_function(*around))
}

/// Returns true for a function that returns a variable of its own by its name, and gives it no other value.
fn returns_variable(function: Node<'_>, variable: Node<'_>, source: &str) -> bool {
    let name = field(variable, "name", source);
    let Some(body) = function.child_by_field_name("body") else { return false };
    let is_variable =
        |value: Node<'_>| bare(value).kind() == "identifier" && text(bare(value), source) == name;
    let is_returned = returns(body).flatten().flat_map(|value| outcomes(value, source)).any(is_variable);
    let is_const = variable.parent().is_some_and(|declared| field(declared, "kind", source) == "const");
    if is_const || !is_returned {
        return is_returned;
    }
    let mut assignments = descendants(body).filter(|node| node.kind() == "assignment_expression");
    !assignments.any(|node| node.child_by_field_name("left").is_some_and(is_variable))
}

/// Returns true for code that declares a function of a name, as it is usually written.
fn declares_function(code: &str, name: &str) -> bool {
    [format!("function {name}("), format!("function {name} ("), format!("const {name} = ")]
        .iter()
        .any(|start| code.contains(start))
}
