//! Members and bases that statements give to classes and objects after their declaration: assignments of names, `Object.assign`,
//! `util.inherits`, and their like.

use tree_sitter::Node;

use super::expression::{dotted, prototype_of};
use super::functions::Variables;
use super::holder::member_of;
use super::{Class, Expr, Field, Reader};
use crate::lang::javascript::syntax::{arguments, bare, field, is_function, named, string_text, text};

/// The change that a call makes to the object that it is given first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extension {
    /// It gets the members of the others.
    Adds,
    /// It inherits from the next one.
    Inherits,
    /// It gets a property of which a function tells the value.
    Defines,
    /// The names of a module are exported as well.
    Exports,
}

/// The functions that extend an object, by the last part of their names in small letters without `_`.
const EXTENSIONS: [(&str, Extension); 12] = [
    ("assign", Extension::Adds),
    ("extend", Extension::Adds),
    ("mixin", Extension::Adds),
    ("mixins", Extension::Adds),
    ("merge", Extension::Adds),
    ("defaults", Extension::Adds),
    ("inherits", Extension::Inherits),
    ("inherit", Extension::Inherits),
    ("extends", Extension::Inherits),
    ("setprototypeof", Extension::Inherits),
    ("defineproperty", Extension::Defines),
    ("exportstar", Extension::Exports),
];

/// Returns the change that a call makes to its first argument; None for any other call.
pub(super) fn extension(call: Node<'_>, source: &str) -> Option<Extension> {
    if call.kind() != "call_expression" {
        return None;
    }
    let called = field(call, "function", source);
    let name = called.rsplit('.').next().unwrap_or(called).trim_start_matches('_');
    let (_, extension) = EXTENSIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
    let least = if *extension == Extension::Exports { 1 } else { 2 };
    (arguments(call).len() >= least).then_some(*extension)
}

impl Reader<'_> {
    /// Reads what a call changes.
    pub(super) fn extended(&mut self, call: Node<'_>) {
        let Some(extension) = extension(call, self.source) else { return };
        let mut given = arguments(call);
        // `extend(true, pen, …)`
        given.retain(|given| !matches!(given.kind(), "true" | "false"));
        let Some((target, others)) = given.split_first() else { return };
        match extension {
            Extension::Exports => {
                let module = self.expr(*target);
                self.file.spread.extend(module);
            }
            Extension::Defines => self.defined_export(*target, others),
            Extension::Inherits => self.inherits(text(*target, self.source), others.first().copied()),
            Extension::Adds => self.adds(call, *target, others),
        }
    }

    fn adds(&mut self, call: Node<'_>, target: Node<'_>, others: &[Node<'_>]) {
        let owner = text(target, self.source);
        let is_class = |node: &Node<'_>| text(*node, self.source).starts_with(char::is_uppercase);
        if let [base] = others
            && field(call, "function", self.source).trim_start_matches('_').to_lowercase().ends_with("extend")
            && is_class(&target)
            && is_class(base)
            && !owner.contains('.')
        {
            return self.inherits(owner, Some(*base));
        }
        let values: Vec<Expr> = others.iter().filter_map(|other| self.expr(*other)).collect();
        if matches!(owner, "exports" | "module.exports") {
            self.file.spread.extend(values);
            return;
        }
        let class = match self.class_of(owner).or_else(|| self.class_of_function(target)) {
            Some(class) => class,
            // `Object.assign({}, pens, caps)`
            None if target.kind() == "object" => {
                let own = self.of_node.get(&target.id()).cloned();
                self.file.classes.push(Class {
                    is_object: true,
                    spread: own.into_iter().collect(),
                    ..Class::default()
                });
                let class = self.file.classes.len() - 1;
                self.of_node.insert(call.id(), Expr::Class(class));
                class
            }
            None => return,
        };
        if is_function(bare(target)) {
            self.of_node.insert(call.id(), Expr::Class(class));
        } else if target.kind() != "object" {
            self.of_node.extend(dotted(owner).map(|owner| (call.id(), owner)));
        }
        self.file.classes[class].spread.extend(values);
    }

    /// Returns the class or object that an expression means: of a prototype, of a name; a function becomes a class.
    fn class_of(&mut self, owner: &str) -> Option<usize> {
        let owner = self.same_as.get(owner).cloned().unwrap_or_else(|| owner.to_owned());
        if let Some(class) = owner.strip_suffix(".prototype") {
            return Some(self.prototype(class));
        }
        let known = self.file.classes.iter().position(|class| class.name == owner && !owner.is_empty());
        let mut functions = self.file.functions.iter();
        let is_function = functions.any(|function| function.name == owner && function.class.is_none());
        known.or_else(|| is_function.then(|| self.prototype(&owner)))
    }

    /// Returns the class that a function becomes which is given members where it is written: `Object.assign((line) => …, {…})`.
    fn class_of_function(&mut self, function: Node<'_>) -> Option<usize> {
        let Some(Expr::Function(place)) = self.of_node.get(&bare(function).id()) else { return None };
        let declared = &self.file.functions[*place];
        let name = declared.name.clone();
        declared.class.is_none().then(|| self.prototype(&name))
    }

    fn inherits(&mut self, class: &str, base: Option<Node<'_>>) {
        let Some(base) = base.and_then(|base| self.base_in(base)) else { return };
        if let Some(class) = self.class_of(class) {
            self.file.classes[class].base.get_or_insert(base);
        }
    }

    /// Returns the class from which an expression lets inherit: `Pen`, `Pen.prototype`, `new Pen()`, `Object.create(Pen.prototype)`.
    fn base_in(&self, value: Node<'_>) -> Option<Expr> {
        let value = bare(value);
        if let Some(Expr::New(class)) = prototype_of(value, self.source) {
            return Some(*class);
        }
        match self.expr(value)? {
            Expr::New(class) => Some(*class),
            base => Some(base),
        }
    }

    /// Reads what a call exports by a function: `Object.defineProperty(exports, 'draw', { get: function () { return pen.draw; } })`.
    fn defined_export(&mut self, target: Node<'_>, others: &[Node<'_>]) {
        let [name, descriptor, ..] = others else { return };
        let Some(name) = string_text(*name, self.source) else { return };
        if !matches!(text(target, self.source), "exports" | "module.exports") {
            return;
        }
        let value = named(*descriptor).find_map(|member| {
            let value = member.child_by_field_name("value").map_or(member, bare);
            if !is_function(value) {
                return self.expr(value);
            }
            let body = value.child_by_field_name("body")?;
            let given = if body.kind() == "statement_block" { super::returns(body).last()?? } else { body };
            self.expr(given)
        });
        self.file.exports.extend(value.map(|value| (name, value)));
    }

    /// Adds the member, or the base, that an assignment gives: `Pen.prototype.draw = draw`, `Pen.prototype = Object.create(…)`.
    pub(super) fn assigned(&mut self, assignment: Node<'_>, variables: &Variables<'_>) {
        let Some(left) = assignment.child_by_field_name("left") else { return };
        let Some(first) = assignment.child_by_field_name("right").map(bare) else { return };
        let Some(member) = member_of(left, self.source) else { return };
        if matches!(&*member.name, "prototype" | "__proto__") {
            if matches!(first.kind(), "call_expression" | "new_expression" | "member_expression") {
                self.inherits(member.owner.trim_end_matches(".prototype"), Some(first));
            }
            return;
        }
        let mut right = first;
        while right.kind() == "assignment_expression"
            && let Some(inner) = right.child_by_field_name("right")
        {
            right = bare(inner);
        }
        // What is a function itself is a method already; the members that are no functions are not asked for.
        if is_function(first)
            || !matches!(right.kind(), "identifier" | "member_expression" | "call_expression")
                && !is_function(right)
        {
            return;
        }
        let owner = self.same_as.get(member.owner).cloned().unwrap_or_else(|| member.owner.to_owned());
        let prototype = owner.strip_suffix(".prototype");
        let class = match prototype {
            Some(class) => Some(self.prototype(class)),
            None => self.file.classes.iter().position(|class| class.name == owner && !owner.is_empty()),
        };
        let Some(value) = self.of_node.get(&right.id()).cloned().or_else(|| self.expr(right)) else { return };
        // `pens.blue = penOf('blue')`, where `pens` is what such a function made.
        let is_made = |value: Node<'_>| {
            let called = bare(value).child_by_field_name("function");
            called.is_some_and(|called| called.kind() == "identifier")
        };
        let mut values = variables.get(&*owner).into_iter().flatten();
        let is_of_made = is_made(right)
            && values.any(|variable| variable.child_by_field_name("value").is_some_and(is_made));
        let Some(class) = class.or_else(|| is_of_made.then(|| self.prototype(&owner))) else { return };
        let field = Field { name: member.name, value: Some(value), is_static: prototype.is_none() };
        self.file.classes[class].fields.push(field);
    }

    /// Remembers the names that stand for `this`, or for a prototype.
    pub(super) fn stands_for(&mut self, name: Option<Node<'_>>, value: Option<Node<'_>>) {
        let (Some(name), Some(value)) = (name, value.map(bare)) else { return };
        let value = match value.kind() {
            "assignment_expression" => value.child_by_field_name("left").unwrap_or(value),
            _ => value,
        };
        let written = text(value, self.source);
        let is_known =
            value.kind() == "this" || value.kind() == "member_expression" && written.ends_with(".prototype");
        if is_known && matches!(name.kind(), "identifier" | "member_expression") {
            self.same_as.insert(self.text(name), written.to_owned());
        }
    }
}
