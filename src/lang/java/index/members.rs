//! The methods and fields of a class, declared or inherited, with their types for a given receiver.

use std::collections::HashMap;

use super::{ClassId, Index, MethodId, TypeRef};

/// The deepest nesting of types that is followed.
const DEEPEST: usize = 16;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::lang::java) enum Type {
    /// A class of the project, with its type arguments.
    Class(ClassId, Vec<Type>),
    /// Any other type, by its simple name: `int`, `String`, `List` with arguments.
    Other(String, Vec<Type>),
    Array(Box<Type>),
    /// The type of a library's result, whose name is not known.
    OfLibrary,
    #[default]
    Unknown,
}

/// A method of a class, with the values of the class's type parameters in this use.
#[derive(Debug, Clone)]
pub(in crate::lang::java) struct FoundMethod {
    pub id: MethodId,
    bindings: Bindings,
    /// The number of supertypes between it and the class where the search began.
    pub level: usize,
}

type Bindings = HashMap<String, Type>;

impl Type {
    pub(in crate::lang::java) fn other(name: &str) -> Type {
        Type::Other(name.to_owned(), Vec::new())
    }

    pub(in crate::lang::java) fn class(&self) -> Option<ClassId> {
        match self {
            Type::Class(class, _) => Some(*class),
            _ => None,
        }
    }

    pub(in crate::lang::java) fn element(&self) -> Type {
        match self {
            Type::Array(element) => (**element).clone(),
            _ => Type::Unknown,
        }
    }
}

impl Index {
    pub(in crate::lang::java) fn type_in(&self, scope: ClassId, written: &TypeRef) -> Type {
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
            return self.bound_type(scope, &variable.type_ref, bindings, fuel);
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

    /// Returns the methods of this name that a value of `class` has, nearest first, without constructors and
    /// overridden ones.
    pub(in crate::lang::java) fn methods(
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
                // Within one class, equal names are type parameters with different meanings.
                let is_overridden = found.iter().any(|nearer| {
                    nearer.level < level && self.method(nearer.id).parameters == method.parameters
                });
                if !is_overridden {
                    found.push(FoundMethod { id, bindings: bindings.clone(), level });
                }
            }
        }
        found
    }

    pub(in crate::lang::java) fn constructors(&self, class: ClassId) -> Vec<FoundMethod> {
        let constructors = self.declared(class).filter(|(_, method)| method.is_constructor);
        constructors.map(|(id, _)| FoundMethod { id, bindings: Bindings::new(), level: 0 }).collect()
    }

    pub(in crate::lang::java) fn field_type(
        &self,
        class: ClassId,
        arguments: &[Type],
        name: &str,
    ) -> Option<Type> {
        self.bound_ancestry(class, arguments).into_iter().find_map(|(class, bindings)| {
            let field = self.class(class).fields.iter().find(|field| field.name == name)?;
            Some(self.bound_type(class, &field.type_ref, &bindings, DEEPEST))
        })
    }

    pub(in crate::lang::java) fn parameter_types(&self, found: &FoundMethod) -> Vec<Type> {
        let parameters = self.method(found.id).parameters.iter();
        parameters.map(|parameter| self.in_method(found, parameter)).collect()
    }

    pub(super) fn in_method(&self, found: &FoundMethod, written: &TypeRef) -> Type {
        let mut bindings = found.bindings.clone();
        for variable in &self.method(found.id).type_parameters {
            let bound = self.bound_type(found.id.class, &variable.type_ref, &found.bindings, DEEPEST);
            bindings.insert(variable.name.clone(), bound);
        }
        self.bound_type(found.id.class, written, &bindings, DEEPEST)
    }

    /// Returns a class and its ancestors, nearest first, each with the values of its type parameters.
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
                    found.push((above, self.bind(above, &arguments)));
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
