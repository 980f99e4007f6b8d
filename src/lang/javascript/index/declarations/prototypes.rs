//! Classes that are functions: with a prototype, with members, or made by a call.

use std::iter;

use tree_sitter::Node;

use super::holder::name_of;
use super::{Class, Expr, Field, Function, Reader, parameters_of};
use crate::lang::javascript::syntax::{bare, descendants, field, named, text};

impl Reader<'_> {
    /// Returns the class that a function with a prototype is.
    pub(super) fn prototype(&mut self, name: &str) -> usize {
        let simple = name.rsplit('.').next().unwrap_or(name).to_owned();
        if let Some(known) = self.file.classes.iter().position(|class| class.name == simple) {
            return known;
        }
        let index = self.file.classes.len();
        self.file.classes.push(Class { name: simple.clone(), ..Class::default() });
        self.prototypes.insert(simple, index);
        index
    }

    /// Gives classes that are functions their constructors.
    pub(super) fn prototypes(&mut self) {
        for (name, class) in self.prototypes.clone() {
            let mut functions = self.file.functions.iter();
            let Some(constructor) =
                functions.position(|function| function.name == name && function.class.is_none())
            else {
                self.file.classes[class].parameter = self.parameters.get(&name).copied();
                continue;
            };
            let Function { docs, source, first_row, node, .. } = self.file.functions[constructor].clone();
            let class_of = &mut self.file.classes[class];
            class_of.constructor = Some(constructor);
            class_of.docs = docs;
            class_of.source = source;
            class_of.first_row = first_row;
            class_of.fields.extend(fields_of_this(self.source.get(node).unwrap_or("")));
            for value in self.of_node.values_mut() {
                if *value == Expr::Function(constructor) {
                    *value = Expr::Class(class);
                }
            }
        }
    }

    /// Returns the class or object whose members a function gives, one by one, to the object that it returns: `bound[key] =
    /// pens[key].bind(pens, line)`. That object has them, too.
    pub(super) fn copied(&self, function: Node<'_>) -> Option<usize> {
        let mut parts = descendants(function);
        parts.find_map(|part| {
            let (left, right) = (part.child_by_field_name("left")?, part.child_by_field_name("right")?);
            // What a function with a name does within it, it does for itself.
            let mut around = iter::successors(part.parent(), Node::parent).take_while(|at| *at != function);
            let is_own = around.all(|at| !matches!(self.of_node.get(&at.id()), Some(Expr::Function(_))));
            let key = computed_key(left, self.source)?;
            let copy = field(left, "object", self.source);
            let is_member = |part: &Node<'_>| computed_key(*part, self.source) == Some(key);
            let whole = descendants(right).find(is_member)?;
            let whole = field(whole, "object", self.source);
            let mut classes = self.file.classes.iter();
            let class = classes.position(|class| class.name == whole && !class.methods.is_empty())?;
            let mut returned = descendants(function).filter(|part| part.kind() == "return_statement");
            let is_returned =
                returned.any(|part| named(part).next().is_some_and(|given| text(given, self.source) == copy));
            let is_given = parameters_of(function).any(|given| text(given, self.source) == whole);
            let is_copy = part.kind() == "assignment_expression" && is_own && copy != whole && !is_given;
            (is_copy && is_returned).then_some(class)
        })
    }

    /// Gives classes that a call makes what that call gives: `const Pen = tool(…)`, of which `Pen.prototype` has more members.
    pub(super) fn made_elsewhere(&mut self, variables: &[Node<'_>]) {
        for (name, class) in self.prototypes.clone() {
            if self.file.classes[class].constructor.is_some() {
                continue;
            }
            let values = variables.iter().filter(|variable| name_of(**variable, self.source) == name);
            let values = values.filter_map(|variable| variable.child_by_field_name("value"));
            let made =
                values.filter(|value| matches!(bare(*value).kind(), "call_expression" | "new_expression"));
            let known: Vec<Expr> = made.filter_map(|value| self.expr(value)).collect();
            let base = (!known.is_empty()).then_some(Expr::Either(known));
            self.file.classes[class].base = self.file.classes[class].base.take().or(base);
        }
    }
}

/// Returns the variable that is the key of `pens[key]`.
fn computed_key<'s>(member: Node<'_>, source: &'s str) -> Option<&'s str> {
    let key = member.child_by_field_name("index").filter(|_| member.kind() == "subscript_expression")?;
    (key.kind() == "identifier").then(|| text(key, source))
}

/// Returns the fields of a function's objects, from its text: `this.ink = …`.
fn fields_of_this(text: &str) -> impl Iterator<Item = Field> {
    text.match_indices("this.").filter_map(|(at, word)| {
        let rest = &text[at + word.len()..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).unwrap_or(rest.len());
        let after = rest[end..].trim_start();
        let is_set = after.starts_with('=') && !after.starts_with("==");
        let value = after.trim_start_matches('=').trim_start();
        (is_set && !value.starts_with("function")).then(|| Field {
            name: rest[..end].to_owned(),
            value: None,
            is_static: false,
        })
    })
}
