//! Assignability: the ways in which a value of one type can be passed as a parameter of another.

use super::{Index, Type};

/// The conversion by which a value is passed as a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passing {
    /// The value is of the parameter's type, or of one that extends or widens to it.
    AsItIs,
    /// The value is boxed or unboxed.
    Boxed,
    /// Nothing that is known rules it out: the index has no libraries.
    Guessed,
    /// The type of the value is not known.
    Unknown,
}

const NUMBERS: [&str; 6] = ["byte", "short", "int", "long", "float", "double"];

/// Returns the conversion by which a value of the type `argument` is passed to `parameter`; none if it can't be.
pub(super) fn passes(argument: &Type, parameter: &Type, index: &Index) -> Option<Passing> {
    use Passing::{AsItIs, Boxed, Guessed};
    match (argument, parameter) {
        (Type::Unknown, _) => Some(Passing::Unknown),
        // A type parameter without a bound stands for any object.
        (_, Type::Unknown) => Some(if argument.is_primitive() { Boxed } else { AsItIs }),
        (_, Type::Other(name, _)) if name == "Object" => {
            Some(if argument.is_primitive() { Boxed } else { AsItIs })
        }
        (Type::Other(null, _), _) if null == "null" => (!parameter.is_primitive()).then_some(AsItIs),
        (Type::Class(class, _), Type::Class(expected, _)) => {
            index.ancestry(*class).contains(expected).then_some(AsItIs)
        }
        (Type::Array(argument), Type::Array(parameter)) => {
            // The elements of an array are what they are.
            passes(argument, parameter, index)
                .filter(|passing| *passing != Boxed && (argument == parameter || !argument.is_primitive()))
        }
        (Type::Array(_), _) | (_, Type::Array(_)) => None,
        (Type::Other(argument, _), Type::Other(parameter, _)) => passes_by_name(argument, parameter),
        (Type::Class(_, _), Type::Other(name, _)) => {
            (!is_primitive(name) && !is_final(name)).then_some(Guessed)
        }
        // What a library returns may be of the project, but for what the language itself knows.
        (Type::Other(name, _), Type::Class(_, _)) => {
            (!is_primitive(name) && !is_final(name) && name != "Object").then_some(Guessed)
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
        (true, false) => (boxed(argument) == Some(parameter)).then_some(Boxed),
        (false, true) => {
            let unboxed = unboxed(argument)?;
            (unboxed == parameter || widens(unboxed, parameter)).then_some(Boxed)
        }
        (false, false) if argument == "Object" => None,
        // Two classes of libraries: one may extend the other, unless nothing can, or it is known what a class extends.
        (false, false) => match supertypes_of_final(argument) {
            Some(supertypes) => supertypes.contains(&parameter).then_some(AsItIs),
            None => (!is_final(parameter)).then_some(Guessed),
        },
    }
}

/// Returns true if a primitive type widens to another.
fn widens(from: &str, to: &str) -> bool {
    let rank = |name: &str| NUMBERS.iter().position(|number| *number == name);
    match (rank(from), rank(to)) {
        (Some(from), Some(to)) => from < to,
        // A character is a number, from `int` on.
        (None, Some(to)) => from == "char" && to >= 2,
        _ => false,
    }
}

fn is_primitive(name: &str) -> bool {
    NUMBERS.contains(&name) || matches!(name, "char" | "boolean" | "void")
}

impl Type {
    fn is_primitive(&self) -> bool {
        matches!(self, Type::Other(name, _) if is_primitive(name))
    }
}

/// Returns true for the language's own final classes.
fn is_final(name: &str) -> bool {
    supertypes_of_final(name).is_some()
}

/// Returns the supertypes of the language's own final classes, but for `Object`.
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
    ["boolean", "char"].into_iter().chain(NUMBERS).find(|primitive| boxed(primitive) == Some(class))
}

fn boxed(primitive: &str) -> Option<&'static str> {
    Some(match primitive {
        "byte" => "Byte",
        "short" => "Short",
        "int" => "Integer",
        "long" => "Long",
        "float" => "Float",
        "double" => "Double",
        "char" => "Character",
        "boolean" => "Boolean",
        _ => return None,
    })
}
