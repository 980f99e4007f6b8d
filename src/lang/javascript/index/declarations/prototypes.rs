//! Classes that are functions: with a prototype, with members, or made by a call.

use tree_sitter::Node;

use super::holder::name_of;
use super::{Class, Expr, Field, Function, Reader};
use crate::lang::javascript::syntax::bare;

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
