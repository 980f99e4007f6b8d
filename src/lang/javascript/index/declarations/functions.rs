//! Functions with names, and the classes and objects that they are members of.

use std::collections::HashMap;
use std::iter;
use std::ops::Range;

use tree_sitter::Node;

use super::holder::{
    has_word, held_name, holder, is_behind_code, member_name, member_of, name_of, start_with_decorators,
    whole_declaration, whole_lines,
};
use super::{Around, Class, Expr, Field, Function, Kind, Method, Reader, parameters_of, returns};
use crate::lang::javascript::syntax::{
    arguments, bare, documentation_before, field, is_function, key_name, outcomes, string_text, text,
};

impl Reader<'_> {
    /// Adds a function; returns None for one without a name.
    pub(super) fn function(&mut self, node: Node<'_>, around: &Around) -> Option<usize> {
        let Named { name, class, is_static, kind } = self.function_name(node, around)?;
        let whole = whole_declaration(node, self.source);
        let start = start_with_decorators(whole, self.source);
        let docs = documentation_before(self.source, start);
        // Of a member in a line with what it is a member of, the line says less than the member.
        let is_member = matches!(whole.kind(), "method_definition" | "pair");
        let source = if is_member && is_behind_code(start, self.source) {
            start..whole.end_byte()
        } else {
            whole_lines(start, whole.end_byte(), self.source)
        };
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
            kind,
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
        if let Some(property) = defined_property(node, self.source) {
            return Some(self.defined(&property));
        }
        match node.kind() {
            "method_definition" => {
                let name = member_name(node.child_by_field_name("name")?, self.source);
                // A method of an object without a name has one all the same.
                let is_static = has_word(node, "static");
                Some(Named { name, class: around.class, is_static, kind: kind_of(node) })
            }
            "function_declaration" | "generator_function_declaration" => {
                let name = name_of(node, self.source);
                Some(Named::alone(if name.is_empty() { "default" } else { name }))
            }
            _ => {
                let holder = holder(node, self.source)?;
                let held = held_name(holder, self.source)?;
                let own = name_of(node, self.source);
                let is_wrapped = node.parent().is_some_and(|parent| parent.kind() == "arguments");
                let name = if is_wrapped && !own.is_empty() { own.to_owned() } else { held };
                match holder.kind() {
                    "field_definition" | "public_field_definition" => {
                        Some(Named::member(name, around.class, has_word(holder, "static")))
                    }
                    "pair" => {
                        let class = around.class?;
                        Some(Named::member(name, Some(class), self.file.classes[class].is_object))
                    }
                    "assignment_expression" => {
                        let left = holder.child_by_field_name("left")?;
                        if text(left, self.source) == "module.exports" {
                            return Some(Named::alone(if own.is_empty() { &name } else { own }));
                        }
                        Some(self.assigned_member(left, name, around))
                    }
                    _ => Some(Named::alone(&name)),
                }
            }
        }
    }

    /// Returns the member that an assignment makes: of `Pen.prototype`, of `Pen`, of `exports`, or of `this`.
    fn assigned_member(&mut self, left: Node<'_>, name: String, around: &Around) -> Named {
        let Some(member) = member_of(left, self.source) else { return Named::alone(&name) };
        let owner = self.same_as.get(member.owner).map_or(member.owner, |same| &**same).to_owned();
        if let Some(class) = owner.strip_suffix(".prototype") {
            let class = self.prototype(class);
            return Named::member(name, Some(class), false);
        }
        if owner == "this" {
            let class = self.class_made_in(around);
            return Named::member(name, class, false);
        }
        if let Some(part) = owner.rsplit_once('.').and_then(|(whole, part)| self.part_of_object(whole, part))
        {
            return Named::member(name, Some(part), true);
        }
        let known = self.file.classes.iter().position(|class| class.name == owner);
        // `const self = function …` is none of the objects that a runtime gives.
        let is_own = known.is_some() || self.objects.contains(&owner);
        if GLOBAL.contains(&&*owner) && !is_own || owner.contains(['.', '(', '[']) || owner.is_empty() {
            return Named::alone(&name);
        }
        // A function, and what a function is given or makes, may have functions as its members.
        let class = known.unwrap_or_else(|| self.prototype(&owner));
        Named::member(name, Some(class), true)
    }

    /// Returns the object that is a member of another one, to which functions are added: `pens.blue` for `pens.blue.draw = function …`.
    fn part_of_object(&mut self, whole: &str, part: &str) -> Option<usize> {
        let name = format!("{whole}.{part}");
        if let Some(known) = self.file.classes.iter().position(|class| class.name == name) {
            return Some(known);
        }
        let owner = self.file.classes.iter().position(|class| class.name == whole && class.is_object)?;
        let class = self.file.classes.len();
        self.file.classes.push(Class { name, is_object: true, ..Class::default() });
        let value = Some(Expr::Class(class));
        self.file.classes[owner].fields.push(Field { name: part.to_owned(), value, is_static: true });
        Some(class)
    }

    /// Returns the class whose objects a function makes: of its constructor, of a function with a name like that of a class.
    fn class_made_in(&mut self, around: &Around) -> Option<usize> {
        let function = &self.file.functions[around.function?];
        if function.name == "constructor" {
            return function.class;
        }
        let name = function.name.clone();
        let is_class = function.class.is_none() && name.starts_with(char::is_uppercase);
        is_class.then(|| self.prototype(&name))
    }

    /// Returns the member that a call defines: `Object.defineProperty(Pen.prototype, 'ink', {…})`.
    fn defined(&mut self, property: &DefinedProperty<'_>) -> Named {
        let owner = self.same_as.get(property.owner).map_or(property.owner, |same| &**same).to_owned();
        let prototype = owner.strip_suffix(".prototype");
        let class = match prototype {
            Some(class) => Some(self.prototype(class)),
            None => self.file.classes.iter().position(|class| class.name == owner),
        };
        Named { name: property.name.clone(), class, is_static: prototype.is_none(), kind: property.kind }
    }

    /// Returns what a function returns; a function without a name that it makes is known by its maker.
    pub(super) fn results(
        &self,
        function: Node<'_>,
        own: usize,
        variables: &Variables<'_>,
    ) -> Vec<Option<Expr>> {
        let Some(body) = function.child_by_field_name("body") else { return Vec::new() };
        if let Some(copied) = self.copied(function) {
            return vec![Some(Expr::Class(copied))];
        }
        let within = function.byte_range();
        let result = |value: Node<'_>| {
            self.declared_within(value, &within, variables)
                .or_else(|| self.object_around(value, function, variables))
                .or_else(|| self.called_within(value, &within))
                .or_else(|| self.expr(value))
                .or_else(|| is_function(value).then_some(Expr::Function(own)))
        };
        if body.kind() != "statement_block" {
            return outcomes(body, self.source).into_iter().map(result).collect();
        }
        let values = returns(body).flatten().flat_map(|value| outcomes(value, self.source));
        values.map(result).collect()
    }

    /// Returns the call of a function that is declared within a function, or beside it in its maker.
    fn called_within(&self, value: Node<'_>, maker: &Range<usize>) -> Option<Expr> {
        let called = value.child_by_field_name("function").filter(|called| called.kind() == "identifier")?;
        let name = text(called, self.source);
        let mut functions = self.file.functions.iter().enumerate().filter(|(_, function)| {
            function.name == name && function.class.is_none() && function.node.start != maker.start
        });
        let (place, _) = functions.next().filter(|_| functions.next().is_none())?;
        Some(Expr::Call(Box::new(Expr::Function(place))))
    }

    /// Returns the object of a function around that a member of it returns by the name of its variable: `return box` of a method
    /// in `const box = {…}`, which a chain of calls goes on with.
    fn object_around(&self, value: Node<'_>, function: Node<'_>, variables: &Variables<'_>) -> Option<Expr> {
        let value = bare(value);
        let name = (value.kind() == "identifier").then(|| text(value, self.source))?;
        let declared = variables.get(name)?;
        let is_within = |variable: &Node<'_>, function: Node<'_>| {
            function.start_byte() < variable.start_byte() && variable.end_byte() <= function.end_byte()
        };
        let is_own = parameters_of(function).any(|parameter| text(parameter, self.source) == name)
            || declared.iter().any(|variable| is_within(variable, function));
        let around = iter::successors(function.parent(), Node::parent).filter(|node| is_function(*node));
        { around }.take_while(|_| !is_own).find_map(|around| {
            let variable = declared.iter().rfind(|variable| is_within(variable, around))?;
            let made = self.expr(variable.child_by_field_name("value")?);
            made.filter(|made| match made {
                Expr::Class(class) => self.returned.iter().any(|(returned, _)| returned == class),
                _ => false,
            })
        })
    }

    /// Returns what a function declares within itself and returns by its name: a function, a class, or the value of a variable.
    fn declared_within(
        &self,
        value: Node<'_>,
        maker: &Range<usize>,
        variables: &Variables<'_>,
    ) -> Option<Expr> {
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
                return Some(Expr::Class(class));
            }
            (Some((place, _)), _) => return Some(Expr::Function(place)),
            (None, Some(class)) => {
                let declared = &self.file.classes[class];
                if declared.base.is_some() || !declared.methods.is_empty() {
                    return Some(Expr::Class(class));
                }
            }
            (None, None) => {}
        }
        let mut classes = self.file.classes.iter();
        let of_name = classes.position(|class| {
            !class.is_object
                && class.name.rsplit('.').next() == Some(name)
                && maker.start < class.source.start
                && class.source.end <= maker.end
        });
        if let Some(class) = of_name {
            return Some(Expr::Class(class));
        }
        let variable = variables
            .get(name)?
            .iter()
            .rfind(|variable| maker.start < variable.start_byte() && variable.end_byte() <= maker.end)?;
        let value = bare(variable.child_by_field_name("value")?);
        if value.kind() == "this" {
            return Some(Expr::Name("this".to_owned()));
        }
        self.expr(value)
    }
}

/// The variables of a file by their names.
pub(super) type Variables<'n> = HashMap<&'n str, Vec<Node<'n>>>;

/// The objects that a runtime gives to all files, and those of the module.
const GLOBAL: [&str; 12] = [
    "exports",
    "module",
    "window",
    "global",
    "globalThis",
    "root",
    "process",
    "console",
    "document",
    "self",
    "Object",
    "Promise",
];

/// A property that a call defines with a function.
struct DefinedProperty<'s> {
    owner: &'s str,
    name: String,
    kind: Kind,
}

/// Returns the property that `Object.defineProperty` or `Object.defineProperties` defines by a function.
fn defined_property<'s>(function: Node<'_>, source: &'s str) -> Option<DefinedProperty<'s>> {
    let is_method = function.kind() == "method_definition";
    let member = if is_method { function } else { function.parent().filter(|pair| pair.kind() == "pair")? };
    let key = member.child_by_field_name(if is_method { "name" } else { "key" })?;
    let kind = match key_name(key, source) {
        "get" => Kind::Getter,
        "set" => Kind::Setter,
        "value" => Kind::Called,
        _ => return None,
    };
    let around = member.parent()?.parent()?;
    let of_several = (around.kind() == "pair").then_some(around);
    let given = of_several.map_or(Some(around), |pair| pair.parent()?.parent())?;
    let call =
        given.parent().filter(|call| given.kind() == "arguments" && call.kind() == "call_expression")?;
    let given = arguments(call);
    let name = match (field(call, "function", source), of_several) {
        ("Object.defineProperty" | "Reflect.defineProperty", None) => string_text(*given.get(1)?, source)?,
        ("Object.defineProperties", Some(pair)) => {
            key_name(pair.child_by_field_name("key")?, source).to_owned()
        }
        _ => return None,
    };
    Some(DefinedProperty { owner: text(*given.first()?, source), name, kind })
}

/// The name of a function.
struct Named {
    name: String,
    /// The class or object that it is a member of.
    class: Option<usize>,
    /// True for a member of the class itself.
    is_static: bool,
    kind: Kind,
}

impl Named {
    /// Returns the name of a function that is no member.
    fn alone(name: &str) -> Named {
        Named::member(name.to_owned(), None, false)
    }

    /// Returns the name of a function that is called, a member of a class or object if there is one.
    fn member(name: String, class: Option<usize>, is_static: bool) -> Named {
        Named { name, class, is_static, kind: Kind::Called }
    }
}

fn kind_of(node: Node<'_>) -> Kind {
    match node.kind() {
        "method_definition" if has_word(node, "get") => Kind::Getter,
        "method_definition" if has_word(node, "set") => Kind::Setter,
        _ => Kind::Called,
    }
}
