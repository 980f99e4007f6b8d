//! Overload resolution: by the number of a call's arguments, then by their types as far as they are known.
//!
//! The order is that of the Java Language Specification (15.12.2): methods that accept the arguments without
//! conversion come before those that need boxing, and variadic methods come last; of several, the most specific one
//! is called. Unknown argument types neither exclude nor prefer a method.

use std::cmp::Reverse;

use super::{FoundMethod, Index, Type};

struct Candidate {
    method: FoundMethod,
    /// The parameter types, one for each argument.
    parameters: Vec<Type>,
    /// The quality, greater is better: a fixed number of parameters, fewer types that hardly fit, fewer types
    /// not known to fit, no boxing.
    fit: (bool, Reverse<usize>, Reverse<usize>, bool),
}

impl Index {
    /// Returns the methods that a call with these arguments may refer to; if the types fit none, those with
    /// as many parameters.
    pub(in crate::lang::java) fn overloads(
        &self,
        methods: Vec<FoundMethod>,
        arguments: &[Type],
    ) -> Vec<FoundMethod> {
        let fitting = fitting(methods.clone(), arguments, self);
        if !fitting.is_empty() {
            return fitting;
        }
        methods
            .into_iter()
            .filter(|method| {
                let declared = self.method(method.id);
                let count = declared.parameters.len();
                count == arguments.len() || (declared.is_variadic && arguments.len() + 1 >= count)
            })
            .collect()
    }

    pub(in crate::lang::java) fn common_result(&self, methods: &[FoundMethod]) -> Type {
        let mut types = methods.iter().map(|found| self.in_method(found, &self.method(found.id).returns));
        let first = types.next().unwrap_or_default();
        if types.all(|other| other == first) { first } else { Type::Unknown }
    }
}

/// Returns those of `methods` that fit a call with these arguments best; none if no method fits.
pub(super) fn fitting(methods: Vec<FoundMethod>, arguments: &[Type], index: &Index) -> Vec<FoundMethod> {
    let mut candidates: Vec<Candidate> =
        methods.into_iter().filter_map(|method| Candidate::of(method, arguments, index)).collect();
    let best = candidates.iter().map(|candidate| candidate.fit).max();
    candidates.retain(|candidate| Some(candidate.fit) == best);
    let is_beaten = |one: &Candidate| candidates.iter().any(|other| other.is_before(one, arguments, index));
    let is_beaten: Vec<bool> = candidates.iter().map(is_beaten).collect();
    let left = candidates.into_iter().zip(is_beaten).filter(|(_, is_beaten)| !is_beaten);
    left.map(|(candidate, _)| candidate.method).collect()
}

impl Candidate {
    /// Returns the candidate, or none if the method can't take these arguments.
    fn of(method: FoundMethod, arguments: &[Type], index: &Index) -> Option<Candidate> {
        let declared = index.parameter_types(&method);
        let of = |method: FoundMethod, parameters: Vec<Type>, is_fixed| {
            let pairs = arguments.iter().zip(&parameters);
            let passed = pairs.map(|(argument, parameter)| passes(argument, parameter, index));
            let passings = passed.collect::<Option<Vec<Passing>>>()?;
            let count = |wanted| Reverse(passings.iter().filter(|passing| **passing == wanted).count());
            let as_they_are = !passings.contains(&Passing::Boxed);
            let fit = (is_fixed, count(Passing::Unlikely), count(Passing::Guessed), as_they_are);
            Some(Candidate { method, parameters, fit })
        };
        if declared.len() == arguments.len()
            && let Some(fixed) = of(method.clone(), declared.clone(), true)
        {
            return Some(fixed);
        }
        let (last, before) = declared.split_last()?;
        if !index.method(method.id).is_variadic || arguments.len() < before.len() {
            return None;
        }
        // One more than there are arguments, so that variadic overloads compare even for a call without any.
        let elements = std::iter::repeat_n(last.element(), arguments.len() + 1 - before.len());
        of(method, before.iter().cloned().chain(elements).collect(), false)
    }

    /// Returns true if this method is preferred to `other`: it is more specific, or it overrides it.
    fn is_before(&self, other: &Candidate, arguments: &[Type], index: &Index) -> bool {
        if self.method.id == other.method.id {
            return false;
        }
        let unknown = Type::Unknown;
        let arguments = arguments.iter().chain(std::iter::repeat(&unknown));
        let pairs = || self.parameters.iter().zip(&other.parameters);
        let is_no_wider = pairs().zip(arguments).all(|((one, two), argument)| {
            one == two
                || (!matches!(argument, Type::Unknown | Type::OfLibrary)
                    && passes(one, two, index) == Some(Passing::AsItIs))
        });
        let is_same = pairs().all(|(one, two)| one == two);
        is_no_wider && (!is_same || self.method.level < other.method.level)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Passing {
    /// The value has the parameter's type, or one that extends or widens to it.
    AsItIs,
    Boxed,
    /// No known fact excludes it: the index does not contain libraries.
    Guessed,
    /// A value of a library is an object of the project only if the library was given it.
    Unlikely,
    Unknown,
}

const PRIMITIVES: [&str; 8] = ["boolean", "char", "byte", "short", "int", "long", "float", "double"];

/// The classes of boxed primitives, in the same order.
pub(in crate::lang::java) const BOXES: [&str; 8] =
    ["Boolean", "Character", "Byte", "Short", "Integer", "Long", "Float", "Double"];

const NUMBERS: &[&str] = PRIMITIVES.split_at(2).1;

/// Returns the conversion needed to pass a value of type `argument` to `parameter`; none if it can't be passed.
fn passes(argument: &Type, parameter: &Type, index: &Index) -> Option<Passing> {
    use Passing::{AsItIs, Boxed, Guessed, Unlikely};
    match (argument, parameter) {
        (Type::OfLibrary, Type::Class(..)) => Some(Unlikely),
        (Type::Unknown | Type::OfLibrary, _) => Some(Passing::Unknown),
        // An unbounded type parameter accepts any object.
        (_, Type::Unknown | Type::OfLibrary) => Some(if argument.is_primitive() { Boxed } else { AsItIs }),
        (_, Type::Other(name, _)) if name == "Object" => {
            Some(if argument.is_primitive() { Boxed } else { AsItIs })
        }
        (Type::Other(null, _), _) if null == "null" => (!parameter.is_primitive()).then_some(AsItIs),
        (Type::Class(class, _), Type::Class(expected, _)) => {
            index.ancestry(*class).contains(expected).then_some(AsItIs)
        }
        (Type::Array(argument), Type::Array(parameter)) => {
            // The elements of an array are not converted.
            passes(argument, parameter, index)
                .filter(|passing| *passing != Boxed && (argument == parameter || !argument.is_primitive()))
        }
        (Type::Array(_), _) | (_, Type::Array(_)) => None,
        (Type::Other(argument, _), Type::Other(parameter, _)) => passes_by_name(argument, parameter),
        (Type::Class(_, _), Type::Other(name, _)) => {
            (!is_primitive(name) && !is_final(name)).then_some(Guessed)
        }
        // A library may return objects of the project, except for the language's own types.
        (Type::Other(name, _), Type::Class(_, _)) => {
            (!is_primitive(name) && !is_final(name) && name != "Object").then_some(Unlikely)
        }
    }
}

fn passes_by_name(argument: &str, parameter: &str) -> Option<Passing> {
    use Passing::{AsItIs, Boxed, Guessed};
    if argument == parameter {
        return Some(AsItIs);
    }
    match (is_primitive(argument), is_primitive(parameter)) {
        (true, true) => widens(argument, parameter).then_some(AsItIs),
        (true, false) => (unboxed(parameter) == Some(argument)).then_some(Boxed),
        (false, true) => {
            let unboxed = unboxed(argument)?;
            (unboxed == parameter || widens(unboxed, parameter)).then_some(Boxed)
        }
        (false, false) if argument == "Object" => None,
        // Of two library classes, one may extend the other, unless a class is final or its supertypes are known.
        (false, false) => match supertypes_of_final(argument) {
            Some(supertypes) => supertypes.contains(&parameter).then_some(AsItIs),
            // Libraries name a class after the one that it extends: `StringReader`, `ArrayList`.
            None if argument.ends_with(parameter) => Some(AsItIs),
            None => (!is_final(parameter)).then_some(Guessed),
        },
    }
}

fn widens(from: &str, to: &str) -> bool {
    let rank = |name: &str| NUMBERS.iter().position(|number| *number == name);
    match (rank(from), rank(to)) {
        (Some(from), Some(to)) => from < to,
        // A character widens to numbers, from `int` on.
        (None, Some(to)) => from == "char" && to >= 2,
        _ => false,
    }
}

fn is_primitive(name: &str) -> bool {
    PRIMITIVES.contains(&name) || name == "void"
}

impl Type {
    fn is_primitive(&self) -> bool {
        matches!(self, Type::Other(name, _) if is_primitive(name))
    }
}

fn is_final(name: &str) -> bool {
    supertypes_of_final(name).is_some()
}

/// Returns the supertypes of the final classes of the language itself, except `Object`.
fn supertypes_of_final(class: &str) -> Option<&'static [&'static str]> {
    Some(match class {
        "String" => &["CharSequence", "Comparable", "Serializable", "Constable", "ConstantDesc"],
        "Class" => {
            &["Type", "GenericDeclaration", "AnnotatedElement", "Serializable", "Constable", "OfField"]
        }
        "Boolean" | "Character" => &["Comparable", "Serializable", "Constable"],
        _ if unboxed(class).is_some() => {
            &["Number", "Comparable", "Serializable", "Constable", "ConstantDesc"]
        }
        _ => return None,
    })
}

fn unboxed(class: &str) -> Option<&'static str> {
    BOXES.iter().position(|known| *known == class).map(|at| PRIMITIVES[at])
}
