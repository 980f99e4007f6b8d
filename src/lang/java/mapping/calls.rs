//! The types and the calls of a method's expressions, as far as the index knows them.

use tree_sitter::Node;

use super::code::{Call, Code, arguments};
use crate::lang::java::index::{ClassId, Type, TypeRef};
use crate::lang::syntax::named;

const DEEPEST: usize = 256;

impl<'a> Code<'a> {
    /// Returns the calls in `node`, including itself, of the project's production code, in the order of execution.
    pub(super) fn production_calls(&self, node: Node<'a>) -> Vec<Call<'a>> {
        let mut calls: Vec<Call<'a>> = self.project_calls(node);
        calls.retain(|call| self.is_production_call(call));
        calls
    }

    pub(super) fn is_production_call(&self, call: &Call<'a>) -> bool {
        call.targets().first().is_some_and(|method| self.index.is_production(method.class))
    }

    /// Returns all calls of any method of the project, in the order of execution.
    pub(super) fn all_calls(&self) -> &[Call<'a>] {
        self.calls.get_or_init(|| self.project_calls(self.body))
    }

    /// Returns the calls within `node`, including itself, of any method of the project, in the order of execution.
    pub(super) fn project_calls(&self, node: Node<'a>) -> Vec<Call<'a>> {
        let mut calls: Vec<Call<'a>> = self.within(node).filter_map(|node| self.project_call(node)).collect();
        // Arguments and receiver of a call are evaluated before it.
        calls.sort_by_key(|call| (call.node.end_byte(), std::cmp::Reverse(call.node.start_byte())));
        calls
    }

    /// Returns the call of a method of the project that `node` itself represents.
    pub(super) fn project_call(&self, node: Node<'a>) -> Option<Call<'a>> {
        self.call(node, DEEPEST).filter(|call| !call.overloads.is_empty())
    }

    fn call(&self, node: Node<'a>, fuel: usize) -> Option<Call<'a>> {
        let fuel = fuel.checked_sub(1)?;
        match node.kind() {
            "method_invocation" => {
                let name = self.field(node, "name");
                let types = self.argument_types(node, fuel);
                let Some(object) = node.child_by_field_name("object") else {
                    return self.unqualified(node, name, &types);
                };
                let Type::Class(mut class, bound) = self.receiver(object, fuel) else { return None };
                let mut methods = self.index.methods(class, &bound, name);
                // An interface's method is that of the class whose object the test or its set-up made.
                if !methods.iter().any(|method| self.index.method(method.id).has_body)
                    && let Some(made) = self.made_class_at(object, fuel)
                    && self.index.ancestry(made).contains(&class)
                {
                    let own = self.index.methods(made, &[], name);
                    if own.iter().any(|method| self.index.method(method.id).has_body) {
                        (class, methods) = (made, own);
                    }
                }
                let mut overloads = self.index.overloads(methods.clone(), &types);
                if overloads.is_empty() && methods.len() == 1 {
                    // An overload that the class inherits from a library, where it leads to the class's own.
                    overloads = methods;
                }
                Some(Call { node, overloads, receiver: Some(class) })
            }
            "object_creation_expression" => {
                let class = self.index.type_in(self.class, &self.written_type(node)).class()?;
                let types = self.argument_types(node, fuel);
                let overloads = self.index.overloads(self.index.constructors(class), &types);
                Some(Call { node, overloads, receiver: Some(class) })
            }
            "method_reference" => {
                let parts: Vec<Node<'a>> = named(node).collect();
                let Type::Class(class, bound) = self.receiver(*parts.first()?, fuel) else { return None };
                let overloads = match parts.last() {
                    Some(name) if name.kind() == "identifier" && parts.len() > 1 => {
                        self.index.methods(class, &bound, self.text(*name))
                    }
                    _ => self.index.constructors(class),
                };
                Some(Call { node, overloads, receiver: Some(class) })
            }
            _ => None,
        }
    }

    fn argument_types(&self, call: Node<'a>, fuel: usize) -> Vec<Type> {
        let types = arguments(call).into_iter().map(|value| match self.type_at(value, fuel) {
            Type::Unknown if self.is_of_library(value, fuel) => Type::OfLibrary,
            known => known,
        });
        types.collect()
    }

    /// Returns true for the result of a library's method that was given no object of the project, and none
    /// that may be one.
    fn is_of_library(&self, value: Node<'a>, fuel: usize) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        let Some(object) =
            value.child_by_field_name("object").filter(|_| value.kind() == "method_invocation")
        else {
            return false;
        };
        let is_own = match self.type_at(object, fuel) {
            Type::Other(_, of) => !of.is_empty(),
            Type::Unknown => {
                let is_class =
                    object.kind() == "identifier" && self.text(object).starts_with(char::is_uppercase);
                !is_class && !self.is_of_library(object, fuel)
            }
            _ => true,
        };
        !is_own
            && arguments(value).into_iter().all(|given| match self.type_at(given, fuel) {
                Type::Other(name, of) => name != "Class" && of.is_empty(),
                _ => false,
            })
    }

    /// Returns a call without a receiver: of the class itself, an enclosing class, or a statically imported one.
    fn unqualified(&self, node: Node<'a>, name: &str, types: &[Type]) -> Option<Call<'a>> {
        for class in std::iter::successors(Some(self.class), |class| self.index.outer(*class)) {
            let methods = self.index.methods(class, &[], name);
            if !methods.is_empty() {
                let overloads = self.index.overloads(methods, types);
                return Some(Call { node, overloads, receiver: Some(class) });
            }
        }
        self.index.file(self.class).imports.iter().filter(|import| import.is_static).find_map(|import| {
            let class = self.index.resolve(import.owner_of(name)?, self.class)?;
            let overloads = self.index.overloads(self.index.methods(class, &[], name), types);
            (!overloads.is_empty()).then_some(Call { node, overloads, receiver: Some(class) })
        })
    }

    pub(super) fn type_of(&self, node: Node<'a>) -> Type {
        self.type_at(node, DEEPEST)
    }

    /// Returns the type of a call's receiver: of a value, or a class given by its name.
    fn receiver(&self, node: Node<'a>, fuel: usize) -> Type {
        match self.type_at(node, fuel) {
            Type::Unknown if is_name(node) => {
                let name: String = self.text(node).split_whitespace().collect();
                let class = self.index.resolve(name.split('<').next().unwrap_or(""), self.class);
                class.map_or(Type::Unknown, |class| Type::Class(class, Vec::new()))
            }
            Type::Other(..) if node.kind() == "identifier" => {
                let declared = self.variable(self.text(node), node).and_then(|local| local.value);
                let value = declared.or_else(|| self.value_before(node, self.statement_of(node)?));
                value.and_then(|value| self.created(value, fuel)).unwrap_or_default()
            }
            Type::Other(name, of) if node.kind() == "method_invocation" => match self.class_given(node, fuel)
            {
                Some(class) => Type::Class(class, Vec::new()),
                None => Type::Other(name, of),
            },
            known => known,
        }
    }

    /// Returns the class of the project's object that an expression creates, or that a method of the tests which it
    /// calls creates: a library's type, `InputStream`, does not show which class's methods are called.
    fn created(&self, value: Node<'a>, fuel: usize) -> Option<Type> {
        if value.kind() == "object_creation_expression" {
            return Some(self.type_at(value, fuel)).filter(|created| created.class().is_some());
        }
        self.class_given(value, fuel).map(|class| Type::Class(class, Vec::new()))
    }

    /// Returns the project's class of the object that a call gives, whatever type its method declares.
    fn class_given(&self, call: Node<'a>, fuel: usize) -> Option<ClassId> {
        let method = self.call(call, fuel.checked_sub(1)?)?.target()?;
        let is_of_super = self.field(call, "object") == "super";
        let known = self.given.borrow().get(&(method, is_of_super)).copied();
        known.unwrap_or_else(|| {
            let giver = if is_of_super { method } else { self.index.in_run(method, self.ran) };
            let class = self.index.class_given_by(giver, self.ran);
            self.given.borrow_mut().insert((method, is_of_super), class);
            class
        })
    }

    /// Returns the class of the object that a variable, or a field of the test's class, is given.
    pub(super) fn made_class(&self, variable: Node<'a>) -> Option<ClassId> {
        self.made_class_at(variable, DEEPEST)
    }

    fn made_class_at(&self, variable: Node<'a>, fuel: usize) -> Option<ClassId> {
        let name = Some(self.text(variable)).filter(|_| variable.kind() == "identifier")?;
        match self.variable(name, variable) {
            Some(local) => self.created(local.value?, fuel)?.class(),
            None => self.index.made_for_field(self.class, name),
        }
    }

    fn type_at(&self, node: Node<'a>, fuel: usize) -> Type {
        if let Some(known) = self.types.borrow().get(&node.id()) {
            return known.clone();
        }
        let Some(fuel) = fuel.checked_sub(1) else { return Type::Unknown };
        let found = self.find_type(node, fuel);
        self.types.borrow_mut().insert(node.id(), found.clone());
        found
    }

    fn find_type(&self, node: Node<'a>, fuel: usize) -> Type {
        let part = |name: &str| node.child_by_field_name(name);
        let type_of_part = |name: &str| part(name).map_or(Type::Unknown, |part| self.type_at(part, fuel));
        match node.kind() {
            kind if kind.ends_with("_integer_literal") => {
                Type::other(if self.text(node).ends_with(['l', 'L']) { "long" } else { "int" })
            }
            kind if kind.ends_with("_floating_point_literal") => {
                Type::other(if self.text(node).ends_with(['f', 'F']) { "float" } else { "double" })
            }
            "true" | "false" | "instanceof_expression" => Type::other("boolean"),
            "character_literal" => Type::other("char"),
            "string_literal" | "text_block" => Type::other("String"),
            "null_literal" => Type::other("null"),
            "class_literal" => Type::other("Class"),
            "identifier" => self.type_of_name(node, fuel),
            "this" => Type::Class(self.class, Vec::new()),
            "super" => self.index.supertypes(self.class).next().map_or(Type::Unknown, |(above, written)| {
                let arguments =
                    written.arguments.iter().map(|argument| self.index.type_in(self.class, argument));
                Type::Class(above, arguments.collect())
            }),
            "field_access" => {
                let field = self.field(node, "field");
                if field == "length" && matches!(type_of_part("object"), Type::Array(_)) {
                    return Type::other("int");
                }
                match part("object").map(|object| self.receiver(object, fuel)) {
                    Some(Type::Class(class, bound)) => {
                        self.index.field_type(class, &bound, field).unwrap_or_default()
                    }
                    _ => Type::Unknown,
                }
            }
            "method_invocation" => match self.call(node, fuel) {
                Some(call) => {
                    let iterator = call.target().and_then(|method| self.index.iterator_given_by(method));
                    match iterator {
                        Some(class) => Type::Class(class, Vec::new()),
                        None => self.index.common_result(&call.overloads),
                    }
                }
                None if is_list_of_library(self.field(node, "object"), self.field(node, "name")) => {
                    Type::other("List")
                }
                // A library's collection returns its elements.
                None if matches!(self.field(node, "name"), "get" | "next") => match type_of_part("object") {
                    Type::Other(_, arguments) => arguments.into_iter().next_back().unwrap_or_default(),
                    _ => Type::Unknown,
                },
                None => Type::Unknown,
            },
            "object_creation_expression" | "cast_expression" => {
                self.index.type_in(self.class, &self.written_type(node))
            }
            "array_creation_expression" => {
                let mut cursor = node.walk();
                let dimensions = node.children_by_field_name("dimensions", &mut cursor);
                let count = dimensions.map(|part| self.text(part).matches('[').count()).sum();
                self.index.type_in(self.class, &self.written_type(node).array(count))
            }
            "parenthesized_expression" => {
                named(node).next().map_or(Type::Unknown, |inner| self.type_at(inner, fuel))
            }
            "binary_expression" if self.field(node, "operator") == "+" => {
                let is_text = |name| type_of_part(name) == Type::other("String");
                if is_text("left") || is_text("right") { Type::other("String") } else { Type::Unknown }
            }
            "assignment_expression" => type_of_part("left"),
            "array_access" => type_of_part("array").element(),
            _ => Type::Unknown,
        }
    }

    fn type_of_name(&self, node: Node<'a>, fuel: usize) -> Type {
        let name = self.text(node);
        let Some(local) = self.variable(name, node) else {
            let around = std::iter::successors(Some(self.class), |class| self.index.outer(*class));
            let found = { around }.find_map(|class| self.index.field_type(class, &[], name));
            return found.unwrap_or_default();
        };
        let declared = self.index.type_in(self.class, &local.type_ref);
        // A value that contains its own declaration is broken code.
        let value = local.value.filter(|value| !value.byte_range().contains(&node.start_byte()));
        match value {
            Some(value) if declared == Type::Unknown => {
                let of_value = self.type_at(value, fuel);
                if local.is_element { of_value.element() } else { of_value }
            }
            _ => declared,
        }
    }

    fn written_type(&self, node: Node<'a>) -> TypeRef {
        node.child_by_field_name("type").map(|written| self.type_ref(written)).unwrap_or_default()
    }
}

/// Returns true for the library's functions that make a list of what they are given: `Arrays.asList`.
fn is_list_of_library(class: &str, function: &str) -> bool {
    matches!(
        (class, function),
        ("Arrays", "asList")
            | ("List", "of" | "copyOf")
            | ("Collections", "emptyList" | "singletonList" | "unmodifiableList" | "nCopies")
            | ("Lists", "newArrayList")
    )
}

/// Returns true for `Pen`, `org.acme.Pen`, and a node that the grammar marks as a type.
fn is_name(node: Node<'_>) -> bool {
    match node.kind() {
        "identifier" | "type_identifier" | "scoped_type_identifier" | "generic_type" => true,
        "field_access" => node.child_by_field_name("object").is_some_and(is_name),
        _ => false,
    }
}
