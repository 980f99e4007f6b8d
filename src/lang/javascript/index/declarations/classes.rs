//! Classes, with their bases and the fields that they or their constructors declare.

use tree_sitter::Node;

use super::holder::{
    has_word, held_name, holder, member_name, name_of, start_with_decorators, whole_declaration, whole_lines,
};
use super::{Around, Class, Expr, Field, Reader};
use crate::lang::javascript::syntax::{
    bare, children, descendants, documentation_before, field, is_function, named,
};

impl Reader<'_> {
    pub(super) fn class(&mut self, node: Node<'_>, around: &Around) -> usize {
        let own = own_name(node, self.source);
        let name = match around.name.trim_end_matches(".<anonymous>") {
            "" | "<anonymous>" => own,
            outer => format!("{outer}.{own}"),
        };
        let heritage = children(node).find(|child| child.kind() == "class_heritage");
        let base = heritage.and_then(|heritage| {
            let clause = named(heritage).find(|child| child.kind() == "extends_clause");
            match clause {
                Some(clause) => clause.child_by_field_name("value"),
                None => named(heritage).next().filter(|child| child.kind() != "implements_clause"),
            }
        });
        let base = base.and_then(|base| self.expr(base));
        let implemented: Vec<String> = heritage
            .into_iter()
            .flat_map(named)
            .filter(|child| child.kind() == "implements_clause")
            .flat_map(named)
            .map(|interface| interface.child_by_field_name("name").unwrap_or(interface))
            .map(|interface| self.text(interface))
            .collect();
        let whole = whole_declaration(node, self.source);
        let start = start_with_decorators(whole, self.source);
        let source = whole_lines(start, whole.end_byte(), self.source);
        let mut class = Class {
            name,
            base,
            docs: documentation_before(self.source, start),
            first_row: self.source[..source.start].matches('\n').count(),
            source,
            ..Class::default()
        };
        for member in node.child_by_field_name("body").into_iter().flat_map(named) {
            match member.kind() {
                "field_definition" | "public_field_definition" => {
                    let value = member.child_by_field_name("value");
                    if value.is_some_and(|value| is_function(bare(value))) {
                        continue;
                    }
                    let name =
                        member.child_by_field_name("name").or_else(|| member.child_by_field_name("property"));
                    let Some(name) = name.map(|name| member_name(name, self.source)) else { continue };
                    let declared =
                        member.child_by_field_name("type").and_then(|annotation| self.typed(annotation));
                    let value = declared.or_else(|| value.and_then(|value| self.expr(value)));
                    class.fields.push(Field { name, value, is_static: has_word(member, "static") });
                }
                "method_definition" if name_of(member, self.source) == "constructor" => {
                    self.constructor_fields(member, &mut class);
                }
                _ => {}
            }
        }
        let index = self.file.classes.len();
        self.file.classes.push(class);
        self.file.implemented.extend(implemented.into_iter().map(|interface| (interface, index)));
        self.of_node.insert(node.id(), Expr::Class(index));
        index
    }

    /// Adds the fields that a constructor declares or sets.
    fn constructor_fields(&self, constructor: Node<'_>, class: &mut Class) {
        for parameter in constructor.child_by_field_name("parameters").into_iter().flat_map(named) {
            let is_field = children(parameter)
                .any(|child| matches!(child.kind(), "accessibility_modifier" | "readonly"));
            if is_field && let Some(name) = parameter.child_by_field_name("pattern") {
                let value =
                    parameter.child_by_field_name("type").and_then(|annotation| self.typed(annotation));
                class.fields.push(Field { name: self.text(name), value, is_static: false });
            }
        }
        for node in constructor.child_by_field_name("body").into_iter().flat_map(descendants) {
            if node.kind() != "assignment_expression" {
                continue;
            }
            let Some(left) = node.child_by_field_name("left") else { continue };
            let is_own = left.kind() == "member_expression" && field(left, "object", self.source) == "this";
            let value = node.child_by_field_name("right");
            if is_own && !value.is_some_and(|value| is_function(bare(value))) {
                let name = field(left, "property", self.source).trim_start_matches('#').to_owned();
                let value = value.and_then(|value| self.expr(value));
                class.fields.push(Field { name, value, is_static: false });
            }
        }
    }
}

/// Returns the name of a class: its own, or that of what holds it; empty if it has none.
fn own_name(class: Node<'_>, source: &str) -> String {
    let written = name_of(class, source);
    if !written.is_empty() {
        return written.to_owned();
    }
    let held = holder(class, source).and_then(|holder| held_name(holder, source)).unwrap_or_default();
    let is_exported = class.parent().is_some_and(|parent| parent.kind() == "export_statement");
    if held.is_empty() && is_exported { "default".to_owned() } else { held }
}
