//! Assignability: the ways in which a value of one type can be passed as a parameter of another.

use super::declarations::ClassKind;
use super::members::LAMBDA;
use super::{ClassId, Index, Type};

/// The conversion by which a value is passed as a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passing {
    /// The value is of the parameter's type, or of one that extends or widens to it.
    AsItIs,
    /// The value is boxed or unboxed.
    Boxed,
    /// Nothing that is known rules it out.
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
        (Type::Other(lambda, _), _) if lambda.starts_with(LAMBDA) => passes_lambda(lambda, parameter, index),
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
        (Type::Array(_), Type::Other(name, _)) => {
            matches!(name.as_str(), "Cloneable" | "Serializable").then_some(AsItIs)
        }
        (Type::Array(_), _) | (_, Type::Array(_)) => None,
        (Type::Other(argument, _), Type::Other(parameter, _)) => passes_by_name(argument, parameter),
        (Type::Class(class, _), Type::Other(name, _)) => passes_to_library(*class, name, index),
        // What a library returns may be of the project, but for what the language itself knows.
        (Type::Other(name, _), Type::Class(_, _)) => {
            (!is_primitive(name) && !is_final(name) && name != "Object").then_some(Guessed)
        }
    }
}

/// Passes a lambda or method reference to a functional interface with as many parameters.
fn passes_lambda(lambda: &str, parameter: &Type, index: &Index) -> Option<Passing> {
    const NO_FUNCTIONS: [&str; 10] =
        ["Class", "Number", "Object", "CharSequence", "List", "Set", "Map", "Collection", "File", "Path"];
    let given: Option<usize> = lambda[LAMBDA.len()..].parse().ok();
    match parameter {
        Type::Class(class, _) if index.class(*class).kind == ClassKind::Interface => {
            let mut asked = index.functions(*class);
            let one = asked.next().filter(|_| asked.next().is_none());
            let fits = one.is_none_or(|one| given.is_none_or(|given| given == one));
            fits.then_some(Passing::AsItIs)
        }
        Type::Other(name, _) if NO_FUNCTIONS.contains(&name.as_str()) => None,
        Type::Other(name, _) if is_primitive(name) || is_final(name) => None,
        Type::Other(name, _) => {
            let asked = match name.as_str() {
                "Runnable" | "Callable" | "Supplier" | "BooleanSupplier" => Some(0),
                "Function" | "Predicate" | "Consumer" | "UnaryOperator" | "IntFunction" => Some(1),
                "BiFunction" | "BiPredicate" | "BiConsumer" | "BinaryOperator" | "Comparator" => Some(2),
                _ => None,
            };
            let fits = asked.is_none() || given.is_none() || asked == given;
            fits.then_some(Passing::AsItIs)
        }
        Type::Class(_, _) | Type::Array(_) | Type::Unknown => None,
    }
}

/// Passes a class of the project to a type of a library that it or an ancestor extends.
fn passes_to_library(class: ClassId, name: &str, index: &Index) -> Option<Passing> {
    if is_primitive(name) || is_final(name) {
        return None;
    }
    let ancestry = index.ancestry(class);
    let mut names = ancestry.iter().flat_map(|class| &index.class(*class).supertypes);
    if names.any(|above| above.simple_name() == name || is_kind_of(above.simple_name(), name)) {
        return Some(Passing::AsItIs);
    }
    if index.class(class).kind == ClassKind::Enum && matches!(name, "Comparable" | "Serializable" | "Enum") {
        return Some(Passing::AsItIs);
    }
    let has_unknown =
        ancestry.iter().any(|class| index.supertypes(*class).count() < index.class(*class).supertypes.len());
    has_unknown.then_some(Passing::Guessed)
}

fn passes_by_name(argument: &str, parameter: &str) -> Option<Passing> {
    use Passing::{AsItIs, Boxed, Guessed};
    if argument == parameter {
        return Some(AsItIs);
    }
    match (is_primitive(argument), is_primitive(parameter)) {
        (true, true) => widens(argument, parameter).then_some(AsItIs),
        (true, false) => {
            let boxed = boxed(argument)?;
            (boxed == parameter || is_above_final(boxed, parameter)).then_some(Boxed)
        }
        (false, true) => {
            let unboxed = unboxed(argument)?;
            (unboxed == parameter || widens(unboxed, parameter)).then_some(Boxed)
        }
        (false, false) if argument == "Object" => None,
        (false, false) if is_final(argument) => is_above_final(argument, parameter).then_some(AsItIs),
        (false, false) if is_kind_of(argument, parameter) => Some(AsItIs),
        // Two classes of libraries: one may extend the other, unless nothing can.
        (false, false) => (!is_final(parameter)).then_some(Guessed),
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

/// Returns true if a library's type is a supertype of one of the language's final classes.
fn is_above_final(class: &str, above: &str) -> bool {
    match above {
        "Comparable" | "Serializable" | "Constable" => true,
        "CharSequence" => class == "String",
        "Number" => !matches!(class, "String" | "Boolean" | "Character"),
        _ => false,
    }
}

/// Returns true if a class of a library extends another, as far as their names tell: an `ArrayList` is a `List`.
fn is_kind_of(argument: &str, parameter: &str) -> bool {
    let is_any = |names: &[&str]| names.iter().any(|name| argument.ends_with(name));
    argument.ends_with(parameter)
        || match parameter {
            "Iterable" | "Collection" => is_any(&["List", "Set", "Collection", "Queue", "Deque"]),
            "Appendable" => is_any(&["Writer", "StringBuilder", "StringBuffer", "PrintStream"]),
            "CharSequence" => is_any(&["StringBuilder", "StringBuffer", "CharBuffer"]),
            "OutputStream" => argument == "PrintStream",
            "Throwable" | "Exception" => is_any(&["Exception"]),
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

    /// Returns true for a known type of a value: a lambda has none but its parameter's.
    pub(super) fn is_value(&self) -> bool {
        match self {
            Type::Unknown => false,
            Type::Other(name, _) => !name.starts_with(LAMBDA),
            Type::Class(_, _) | Type::Array(_) => true,
        }
    }
}

/// Returns true for the language's own final classes.
fn is_final(name: &str) -> bool {
    name == "String" || unboxed(name).is_some()
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
