//! Objects that a name, an export or another object holds, and those that functions make, with their members.

use std::mem;

use tree_sitter::Node;

use super::extended::{Extension, extension};
use super::holder::{held_name, holder};
use super::{Around, Class, Expr, Field, Method, Reader};
use crate::lang::javascript::syntax::{bare, is_function, key_name, named, text};

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
        let maker = if holder.is_none() { maker(node, self.source) } else { None };
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
        for (class, maker) in mem::take(&mut self.returned) {
            let object = &mut self.file.classes[class];
            for field in mem::take(&mut object.fields) {
                let is_short = field.value.as_ref() == Some(&Expr::Name(field.name.clone()));
                let beside = self
                    .file
                    .functions
                    .iter()
                    .position(|function| function.name == field.name && function.is_declared_in(&maker));
                match beside.filter(|_| is_short) {
                    Some(function) => {
                        found.push(Beside { function, object: class });
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

/// Returns the function that returns an object with functions.
fn maker<'n>(node: Node<'n>, source: &str) -> Option<Node<'n>> {
    let mut at = node;
    let mut parent = at.parent()?;
    while matches!(parent.kind(), "parenthesized_expression" | "as_expression" | "satisfies_expression") {
        at = parent;
        parent = at.parent()?;
    }
    let maker = match parent.kind() {
        "return_statement" => {
            let mut around = parent.parent()?;
            while !is_function(around) {
                around = around.parent()?;
            }
            around
        }
        "arrow_function" if parent.child_by_field_name("body") == Some(at) => parent,
        _ => return None,
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
    has_function.then_some(maker)
}

/// Returns true for code that declares a function of a name, as it is usually written.
fn declares_function(code: &str, name: &str) -> bool {
    [format!("function {name}("), format!("function {name} ("), format!("const {name} = ")]
        .iter()
        .any(|start| code.contains(start))
}
