//! Methods and fields of a class, its own and inherited ones, and what types they have for a given receiver.

use std::collections::HashMap;

use super::{ClassId, Index, MethodId, TypeRef};

/// The deepest nesting of types that is followed.
const DEEPEST: usize = 16;

/// The beginning of a lambda's type; the number of its parameters follows, if it is written.
pub(in crate::java) const LAMBDA: &str = "->";

/// The type of an expression, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::java) enum Type {
    /// A class of the project, with its type arguments.
    Class(ClassId, Vec<Type>),
    /// Any other type, by its simple name: `int`, `String`, `List` with arguments.
    Other(String, Vec<Type>),
    Array(Box<Type>),
    /// Nothing is known.
    #[default]
    Unknown,
}

/// A method of some class, and what the type parameters of its class stand for there.
#[derive(Debug, Clone)]
pub(in crate::java) struct FoundMethod {
    pub id: MethodId,
    bindings: Bindings,
    /// The number of supertypes between it and the class in which the search began.
    pub level: usize,
}

type Bindings = HashMap<String, Type>;

impl Type {
    pub(in crate::java) fn other(name: &str) -> Type {
        Type::Other(name.to_owned(), Vec::new())
    }

    pub(in crate::java) fn class(&self) -> Option<ClassId> {
        match self {
            Type::Class(class, _) => Some(*class),
            _ => None,
        }
    }

    /// Returns the type of an element: of an array, or of a collection of a library.
    pub(in crate::java) fn element(&self) -> Type {
        match self {
            Type::Array(element) => (**element).clone(),
            Type::Other(_, arguments) if arguments.len() == 1 => arguments[0].clone(),
            _ => Type::Unknown,
        }
    }

    /// Returns the type of a constant of the language's own classes, `Integer.MAX_VALUE`.
    pub(in crate::java) fn of_constant(class: &str, name: &str) -> Type {
        let primitive = match class {
            _ if name == "TYPE" => return Type::other("Class"),
            "Integer" => "int",
            "Character" => "char",
            "Byte" | "Short" | "Long" | "Float" | "Double" => &class.to_lowercase(),
            "Boolean" if matches!(name, "TRUE" | "FALSE") => "Boolean",
            _ => return Type::Unknown,
        };
        Type::other(primitive)
    }

    /// Returns the type of a static method of the language's own classes: `Integer.valueOf`, `Integer.parseInt`.
    pub(in crate::java) fn of_static(class: &str, method: &str) -> Type {
        match (class, method) {
            ("String", "valueOf" | "format" | "join" | "copyValueOf") => Type::other("String"),
            ("Arrays", "asList")
            | ("List", "of" | "copyOf")
            | ("Collections", "emptyList" | "singletonList") => Type::other("List"),
            ("Integer", "parseInt") => Type::other("int"),
            ("Long", "parseLong") => Type::other("long"),
            ("Double", "parseDouble") => Type::other("double"),
            ("Boolean", "parseBoolean") => Type::other("boolean"),
            (
                "Integer" | "Long" | "Double" | "Float" | "Short" | "Byte" | "Character" | "Boolean",
                "valueOf",
            ) => Type::other(class),
            // Whatever is made in such a way is of the class that makes it: `ByteBuffer.wrap`, `LocalDate.of`.
            (
                _,
                "of" | "valueOf" | "wrap" | "allocate" | "allocateDirect" | "parse" | "now" | "create"
                | "ofNullable" | "compile",
            ) if class.starts_with(char::is_uppercase) && !class.contains('.') => Type::other(class),
            ("Paths", "get") => Type::other("Path"),
            _ => Type::Unknown,
        }
    }

    /// Returns the type of a method of a library, as far as its name tells: the index has no libraries.
    pub(in crate::java) fn result_of(&self, method: &str) -> Type {
        let Type::Other(name, arguments) = self else { return Type::Unknown };
        match (method, arguments.as_slice()) {
            (
                "get" | "next" | "previous" | "first" | "last" | "getFirst" | "getLast" | "remove"
                | "removeFirst" | "removeLast" | "poll" | "pollFirst" | "pollLast" | "peek" | "peekFirst"
                | "peekLast" | "pop" | "element" | "elementAt" | "firstElement" | "lastElement" | "take"
                | "call" | "join" | "orElse" | "orElseThrow" | "orElseGet",
                [element],
            ) => element.clone(),
            ("get" | "remove" | "put" | "getOrDefault" | "getValue", [_, value]) => value.clone(),
            ("getKey" | "firstKey" | "lastKey", [key, _]) => key.clone(),
            ("keySet", [key, _]) => Type::Other("Set".to_owned(), vec![key.clone()]),
            ("values", [_, value]) => Type::Other("Collection".to_owned(), vec![value.clone()]),
            ("entrySet", [_, _]) => {
                let entry = Type::Other("Entry".to_owned(), arguments.clone());
                Type::Other("Set".to_owned(), vec![entry])
            }
            ("iterator" | "listIterator", _) => Type::Other("Iterator".to_owned(), arguments.clone()),
            (
                "stream" | "subList" | "filter" | "sorted" | "findFirst" | "findAny" | "distinct" | "limit"
                | "skip",
                [_],
            ) => Type::Other("Iterable".to_owned(), arguments.clone()),
            (
                "toString" | "trim" | "substring" | "concat" | "replace" | "toLowerCase" | "toUpperCase",
                [],
            ) if matches!(name.as_str(), "String" | "StringBuilder" | "StringBuffer" | "StringWriter") => {
                Type::other("String")
            }
            ("duplicate" | "slice" | "asReadOnlyBuffer", []) if name.ends_with("Buffer") => self.clone(),
            ("getBytes", []) if name == "String" => Type::Array(Box::new(Type::other("byte"))),
            ("toCharArray", []) if name == "String" => Type::Array(Box::new(Type::other("char"))),
            ("length" | "size" | "indexOf" | "lastIndexOf" | "hashCode", _) => Type::other("int"),
            ("charAt", []) => Type::other("char"),
            ("isEmpty" | "contains" | "equals" | "startsWith" | "endsWith" | "containsKey", _) => {
                Type::other("boolean")
            }
            ("toString", _) => Type::other("String"),
            _ => Type::Unknown,
        }
    }
}

impl Index {
    /// Returns the type that a name written in `scope` stands for.
    pub(in crate::java) fn type_in(&self, scope: ClassId, written: &TypeRef) -> Type {
        self.bound_type(scope, written, &Bindings::new(), DEEPEST)
    }

    fn bound_type(&self, scope: ClassId, written: &TypeRef, bindings: &Bindings, fuel: usize) -> Type {
        let Some(fuel) = fuel.checked_sub(1) else { return Type::Unknown };
        if written.dimensions > 0 {
            let element = TypeRef { dimensions: written.dimensions - 1, ..written.clone() };
            return Type::Array(Box::new(self.bound_type(scope, &element, bindings, fuel)));
        }
        if let Some(bound) = bindings.get(&written.name) {
            return bound.clone();
        }
        let variables = &self.class(scope).type_parameters;
        if let Some(variable) = variables.iter().find(|variable| variable.name == written.name) {
            return self.bound_type(scope, &variable.bound, bindings, fuel);
        }
        let arguments = || {
            written
                .arguments
                .iter()
                .map(|argument| self.bound_type(scope, argument, bindings, fuel))
                .collect()
        };
        match self.resolve(&written.name, scope) {
            Some(class) => Type::Class(class, arguments()),
            None if matches!(written.name.as_str(), "" | "var") => Type::Unknown,
            None => Type::Other(written.simple_name().to_owned(), arguments()),
        }
    }

    /// Returns all methods of this name that a value of `class` has, nearest first, without constructors and
    /// overridden methods.
    pub(in crate::java) fn methods(
        &self,
        class: ClassId,
        arguments: &[Type],
        name: &str,
    ) -> Vec<FoundMethod> {
        let mut found: Vec<FoundMethod> = Vec::new();
        for (level, (class, bindings)) in self.bound_ancestry(class, arguments).into_iter().enumerate() {
            for (id, method) in self.declared(class) {
                if method.name != name || method.is_constructor {
                    continue;
                }
                // Within one class, equal words are type parameters that stand for different types.
                let overriding = found.iter_mut().find(|nearer| {
                    nearer.level < level && self.method(nearer.id).parameters == method.parameters
                });
                match overriding {
                    None => found.push(FoundMethod { id, bindings: bindings.clone(), level }),
                    // What an interface only asks for, a superclass further up has.
                    Some(nearer) if !self.has_body(nearer.id) && self.has_body(id) => {
                        *nearer = FoundMethod { id, bindings: bindings.clone(), level: nearer.level };
                    }
                    Some(_) => {}
                }
            }
        }
        found
    }

    /// Returns the constructors that a class declares.
    pub(in crate::java) fn constructors(&self, class: ClassId) -> Vec<FoundMethod> {
        self.declared(class)
            .filter(|(_, method)| method.is_constructor)
            .map(|(id, _)| FoundMethod { id, bindings: Bindings::new(), level: 0 })
            .collect()
    }

    /// Returns the number of parameters of each method that a class of the interface must write.
    pub(in crate::java) fn functions(&self, interface: ClassId) -> impl Iterator<Item = usize> {
        let all = self.ancestry(interface).into_iter().flat_map(|class| self.declared(class));
        all.filter(|(id, _)| !self.has_body(*id)).map(|(_, method)| method.parameters.len())
    }

    /// Returns the type of a field that a value of `class` has.
    pub(in crate::java) fn field_type(&self, class: ClassId, arguments: &[Type], name: &str) -> Option<Type> {
        self.bound_ancestry(class, arguments).into_iter().find_map(|(class, bindings)| {
            let field = self.class(class).fields.iter().find(|field| field.name == name)?;
            let declared = self.bound_type(class, &field.type_ref, &bindings, DEEPEST);
            // What it was made as says more than what it was declared as.
            let made = field.made.as_ref().map(|made| self.bound_type(class, made, &bindings, DEEPEST));
            Some(match made {
                Some(made @ Type::Class(_, _)) if made.class() != declared.class() => made,
                _ => declared,
            })
        })
    }

    pub(in crate::java) fn result_type(&self, found: &FoundMethod) -> Type {
        self.in_method(found, &self.method(found.id).returns)
    }

    pub(in crate::java) fn parameter_types(&self, found: &FoundMethod) -> Vec<Type> {
        let parameters = self.method(found.id).parameters.iter();
        parameters.map(|parameter| self.in_method(found, parameter)).collect()
    }

    fn in_method(&self, found: &FoundMethod, written: &TypeRef) -> Type {
        let mut bindings = found.bindings.clone();
        for variable in &self.method(found.id).type_parameters {
            let bound = self.bound_type(found.id.class, &variable.bound, &found.bindings, DEEPEST);
            bindings.insert(variable.name.clone(), bound);
        }
        self.bound_type(found.id.class, written, &bindings, DEEPEST)
    }

    /// Returns a class and its ancestors, nearest first, each with what its type parameters stand for.
    fn bound_ancestry(&self, class: ClassId, arguments: &[Type]) -> Vec<(ClassId, Bindings)> {
        let mut found = vec![(class, self.bind(class, arguments))];
        let mut next = 0;
        while let Some((class, bindings)) = found.get(next).cloned() {
            for (above, written) in self.supertypes(class) {
                if found.iter().all(|(known, _)| *known != above) {
                    let arguments: Vec<Type> = written
                        .arguments
                        .iter()
                        .map(|argument| self.bound_type(class, argument, &bindings, DEEPEST))
                        .collect();
                    let bindings = self.bind(above, &arguments);
                    found.push((above, bindings));
                }
            }
            next += 1;
        }
        found
    }

    fn bind(&self, class: ClassId, arguments: &[Type]) -> Bindings {
        let variables = self.class(class).type_parameters.iter();
        let names = variables.map(|variable| variable.name.clone());
        names.zip(arguments.iter().cloned()).collect()
    }
}
