//! Functions with names, and the classes and objects that they are members of.

use std::ops::Range;

use tree_sitter::Node;

use super::holder::{
    has_word, held_name, holder, member_name, name_of, start_with_decorators, whole_declaration, whole_lines,
};
use super::{Around, Expr, Field, Function, Kind, Method, Reader, returns};
use crate::lang::javascript::syntax::{arguments, bare, documentation_before, field, is_function, text};

impl Reader<'_> {
    /// Adds a function; returns None for one without a name.
    pub(super) fn function(&mut self, node: Node<'_>, around: &Around) -> Option<usize> {
        let Named { name, class, is_static } = self.function_name(node, around)?;
        let whole = whole_declaration(node, self.source);
        let start = start_with_decorators(whole, self.source);
        let docs = documentation_before(self.source, start);
        let source = whole_lines(start, whole.end_byte(), self.source);
        let qualified = match class {
            Some(class) if !self.file.classes[class].name.is_empty() => {
                format!("{}.{name}", self.file.classes[class].name)
            }
            None if !around.name.is_empty() => {
                format!("{}.{name}", around.name.trim_end_matches(".<anonymous>"))
            }
            _ => name.clone(),
        };
        let function = Function {
            qualified,
            class,
            kind: kind_of(node),
            is_static,
            first_row: self.source[..source.start].matches('\n').count(),
            source,
            node: node.byte_range(),
            docs,
            result_type: None,
            results: Vec::new(),
            name: name.clone(),
        };
        let index = self.file.functions.len();
        self.file.functions.push(function);
        if let Some(class) = class {
            let class = &mut self.file.classes[class];
            if name == "constructor" && !class.is_object {
                class.constructor = Some(index);
            } else {
                class.methods.push(Method { name, function: index, is_static: is_static || class.is_object });
            }
        }
        self.of_node.insert(node.id(), Expr::Function(index));
        Some(index)
    }

    /// Returns the name of a function, with the class or object that it is a member of; None for one without a name.
    fn function_name(&mut self, node: Node<'_>, around: &Around) -> Option<Named> {
        match node.kind() {
            "method_definition" => {
                let name = member_name(node.child_by_field_name("name")?, self.source);
                // A method of an object without a name has one all the same.
                Some(Named { name, class: around.class, is_static: has_word(node, "static") })
            }
            "function_declaration" | "generator_function_declaration" => {
                let name = name_of(node, self.source);
                Some(Named::alone(if name.is_empty() { "default" } else { name }))
            }
            _ => {
                let holder = holder(node, self.source)?;
                let name = held_name(holder, self.source)?;
                match holder.kind() {
                    "field_definition" | "public_field_definition" => {
                        Some(Named { name, class: around.class, is_static: has_word(holder, "static") })
                    }
                    "pair" => {
                        let class = around.class?;
                        Some(Named {
                            name,
                            class: Some(class),
                            is_static: self.file.classes[class].is_object,
                        })
                    }
                    "assignment_expression" => {
                        let left = holder.child_by_field_name("left")?;
                        if text(left, self.source) == "module.exports" {
                            let own = name_of(node, self.source);
                            return Some(Named::alone(if own.is_empty() { &name } else { own }));
                        }
                        Some(self.assigned_member(left, name))
                    }
                    _ => Some(Named::alone(&name)),
                }
            }
        }
    }

    /// Returns the member that an assignment makes: of `Pen.prototype`, of `Pen`, of `exports`, or of `this`.
    fn assigned_member(&mut self, left: Node<'_>, name: String) -> Named {
        let Some(object) = left.child_by_field_name("object") else { return Named::alone(&name) };
        let owner = text(object, self.source);
        if let Some(class) = owner.strip_suffix(".prototype") {
            return Named { name, class: Some(self.prototype(class)), is_static: false };
        }
        if matches!(owner, "exports" | "module.exports" | "this") || owner.contains('.') {
            return Named::alone(&name);
        }
        let known = self.file.classes.iter().position(|class| class.name == owner);
        // A function may have functions as its members.
        let mut functions = self.file.functions.iter();
        let is_function = functions.any(|function| function.name == owner && function.class.is_none());
        match known.or_else(|| is_function.then(|| self.prototype(owner))) {
            Some(class) => Named { name, class: Some(class), is_static: true },
            None => Named::alone(&name),
        }
    }

    /// Adds the member that an assignment of a name makes: `Pen.prototype.draw = draw`.
    pub(super) fn named_member(&mut self, assignment: Node<'_>) {
        let Some(left) = assignment.child_by_field_name("left") else { return };
        let Some(right) = assignment.child_by_field_name("right").map(bare) else { return };
        if left.kind() != "member_expression" || right.kind() != "identifier" {
            return;
        }
        let owner = field(left, "object", self.source);
        let prototype = owner.strip_suffix(".prototype");
        let class = match prototype {
            Some(class) => Some(self.prototype(class)),
            None => self.file.classes.iter().position(|class| class.name == owner && !owner.is_empty()),
        };
        if let Some(class) = class {
            let name = field(left, "property", self.source).to_owned();
            let value = Some(Expr::Name(self.text(right)));
            self.file.classes[class].fields.push(Field { name, value, is_static: prototype.is_none() });
        }
    }

    /// Returns what a function returns; a function without a name that it makes is known by its maker.
    pub(super) fn results(&self, function: Node<'_>, own: usize) -> Vec<Option<Expr>> {
        let Some(body) = function.child_by_field_name("body") else { return Vec::new() };
        let made = |value: Node<'_>| is_function(bare(value)).then_some(Expr::Function(own));
        if body.kind() != "statement_block" {
            return vec![self.expr(body).or_else(|| made(body))];
        }
        let within = function.byte_range();
        let results = returns(body).map(|value| {
            let value = value?;
            self.declared_within(value, &within).or_else(|| self.expr(value)).or_else(|| made(value))
        });
        results.collect()
    }

    /// Returns the function, or the class, that a function declares within itself and returns by its name.
    fn declared_within(&self, value: Node<'_>, maker: &Range<usize>) -> Option<Expr> {
        let mut value = bare(value);
        if value.kind() == "call_expression"
            && matches!(field(value, "function", self.source), "Object.freeze" | "Object.seal")
        {
            value = bare(*arguments(value).first()?);
        }
        let name = (value.kind() == "identifier").then(|| text(value, self.source))?;
        let class = self.prototypes.get(name).copied();
        let mut functions = self.file.functions.iter().enumerate();
        let function =
            functions.find(|(_, function)| function.name == name && function.is_declared_in(maker));
        match (function, class) {
            (Some((place, _)), Some(class)) if self.file.classes[class].constructor == Some(place) => {
                Some(Expr::Class(class))
            }
            (Some((place, _)), _) => Some(Expr::Function(place)),
            (None, Some(class)) if self.file.classes[class].base.is_some() => Some(Expr::Class(class)),
            (None, _) => None,
        }
    }
}

/// The name of a function.
struct Named {
    name: String,
    /// The class or object that it is a member of.
    class: Option<usize>,
    /// True for a member of the class itself.
    is_static: bool,
}

impl Named {
    /// Returns the name of a function that is no member.
    fn alone(name: &str) -> Named {
        Named { name: name.to_owned(), class: None, is_static: false }
    }
}

fn kind_of(node: Node<'_>) -> Kind {
    match node.kind() {
        "method_definition" if has_word(node, "get") => Kind::Getter,
        "method_definition" if has_word(node, "set") => Kind::Setter,
        _ => Kind::Called,
    }
}
