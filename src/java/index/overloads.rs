//! Which of several methods of one name a call means: by the number of its arguments, then by what is known of their types.

use super::{FoundMethod, Index, Type};

/// The methods that a call may mean; the first is as good as any.
#[derive(Debug, Clone)]
pub(in crate::java) struct Overloads(Vec<FoundMethod>);

const NUMBERS: [&str; 6] = ["byte", "short", "int", "long", "float", "double"];

impl Overloads {
    /// Those of `methods` that fit a call with these arguments best; none if none fits.
    pub(in crate::java) fn fitting(
        methods: Vec<FoundMethod>,
        arguments: &[Type],
        index: &Index,
    ) -> Option<Overloads> {
        let mut best: Vec<FoundMethod> = Vec::new();
        let mut best_fit = None;
        for method in methods {
            let fit = fit(&method, arguments, index);
            if fit.is_none() || fit < best_fit {
                continue;
            }
            if fit > best_fit {
                best.clear();
                best_fit = fit;
            }
            best.push(method);
        }
        // An overriding method can name the type that a type parameter of the overridden one stands for.
        let nearest = best.iter().map(|method| method.level).min()?;
        if best.iter().filter(|method| method.level == nearest).count() == 1 {
            best.retain(|method| method.level == nearest);
        }
        Some(Overloads(best))
    }

    /// For a call whose arguments can't be seen, as in `Pen::draw`.
    pub(in crate::java) fn all(methods: Vec<FoundMethod>) -> Option<Overloads> {
        (!methods.is_empty()).then_some(Overloads(methods))
    }

    pub(in crate::java) fn methods(&self) -> &[FoundMethod] {
        &self.0
    }

    /// The type that all of them return.
    pub(in crate::java) fn result_type(&self, index: &Index) -> Type {
        let mut types = self.0.iter().map(|method| index.result_type(method));
        let first = types.next().unwrap_or_default();
        if types.all(|other| other == first) { first } else { Type::Unknown }
    }
}

/// How well a method fits: a fixed number of parameters is better than a variable one, then the sum over the arguments
/// counts. None if it does not fit at all.
fn fit(method: &FoundMethod, arguments: &[Type], index: &Index) -> Option<(bool, usize)> {
    let parameters = index.parameter_types(method);
    let sum = |parameters: &mut dyn Iterator<Item = &Type>| {
        arguments
            .iter()
            .zip(parameters)
            .map(|(argument, parameter)| closeness(argument, parameter, index))
            .sum()
    };
    let fixed = || -> Option<usize> { sum(&mut parameters.iter()) };
    if parameters.len() == arguments.len()
        && let Some(sum) = fixed()
    {
        return Some((true, sum));
    }
    if !index.method(method.id).is_variadic || arguments.len() + 1 < parameters.len() {
        return None;
    }
    let (last, before) = parameters.split_last()?;
    let element = last.element();
    let sum: Option<usize> = sum(&mut before.iter().chain(std::iter::repeat(&element)));
    sum.map(|sum| (false, sum))
}

/// How close an argument's type is to a parameter's, from 0; none if it can't be passed.
fn closeness(argument: &Type, parameter: &Type, index: &Index) -> Option<usize> {
    const EXACT: usize = 12;
    const MAYBE: usize = 4;
    const ANYTHING: usize = 2;
    match (argument, parameter) {
        (Type::Unknown, _) | (_, Type::Unknown) => Some(MAYBE),
        (Type::Other(null, _), _) if null == "null" => match parameter {
            Type::Other(name, _) if is_primitive(name) => None,
            Type::Other(name, _) if name == "Object" => Some(ANYTHING),
            _ => Some(MAYBE),
        },
        (Type::Class(class, _), Type::Class(expected, _)) => {
            let steps = index.ancestry(*class).iter().position(|ancestor| ancestor == expected)?;
            Some(EXACT.saturating_sub(steps).max(MAYBE))
        }
        (_, Type::Other(name, _)) if name == "Object" => {
            Some(if is_primitive_type(argument) { 1 } else { ANYTHING })
        }
        (Type::Array(argument), Type::Array(parameter)) => closeness(argument, parameter, index),
        (Type::Other(argument, _), Type::Other(parameter, _)) => named(argument, parameter),
        // An interface of a library, which the class of the project may implement.
        (Type::Class(class, _), Type::Other(name, _)) => (!is_primitive(name) && !is_final(name))
            .then(|| if has_supertype(*class, name, index) { EXACT - 2 } else { 1 }),
        // What a library returns may be of the project, but for what the language itself knows.
        (Type::Other(name, _), Type::Class(_, _)) => (!is_primitive(name) && !is_final(name)).then_some(1),
        (Type::Array(_), _) | (_, Type::Array(_)) => None,
    }
}

fn named(argument: &str, parameter: &str) -> Option<usize> {
    if argument == parameter {
        return Some(12);
    }
    let rank = |name: &str| NUMBERS.iter().position(|number| *number == name);
    match (rank(argument), rank(parameter)) {
        (Some(from), Some(to)) => return (from < to).then(|| 11 - (to - from)),
        // The only other widening: a character is a number.
        (None, Some(to)) if argument == "char" => return (to >= 2).then(|| 11 - to),
        _ => {}
    }
    match (is_primitive(argument), is_primitive(parameter)) {
        (true, true) => None,
        (true, false) => match boxed(argument) {
            Some(boxed) if boxed == parameter => Some(4),
            Some(boxed) if parameter == "Number" && boxed != "Boolean" && boxed != "Character" => Some(3),
            _ => matches!(parameter, "Comparable" | "Serializable").then_some(2),
        },
        (false, true) => (boxed(parameter) == Some(argument)).then_some(4),
        (false, false) if is_final(argument) => match parameter {
            "CharSequence" if argument == "String" => Some(10),
            "Comparable" | "Serializable" => Some(8),
            "Number" if !matches!(argument, "String" | "Boolean" | "Character") => Some(8),
            _ => None,
        },
        (false, false) if is_kind_of(argument, parameter) => Some(9),
        // Two classes of libraries: one may extend the other, unless nothing can.
        (false, false) => (!is_final(parameter)).then_some(3),
    }
}

/// Whether a class of a library extends another, as far as their names tell: an `ArrayList` is a `List`.
fn is_kind_of(argument: &str, parameter: &str) -> bool {
    let is_any = |names: &[&str]| names.iter().any(|name| argument.ends_with(name));
    argument.ends_with(parameter)
        || match parameter {
            "Iterable" | "Collection" => is_any(&["List", "Set", "Collection", "Queue", "Deque"]),
            "Appendable" => is_any(&["Writer", "StringBuilder", "StringBuffer", "PrintStream"]),
            "CharSequence" => is_any(&["StringBuilder", "StringBuffer", "CharBuffer"]),
            "OutputStream" => argument == "PrintStream",
            _ => false,
        }
}

fn has_supertype(class: super::ClassId, name: &str, index: &Index) -> bool {
    index
        .ancestry(class)
        .iter()
        .any(|class| index.class(*class).supertypes.iter().any(|above| above.simple_name() == name))
}

fn is_primitive_type(found: &Type) -> bool {
    matches!(found, Type::Other(name, _) if is_primitive(name))
}

fn is_primitive(name: &str) -> bool {
    NUMBERS.contains(&name) || matches!(name, "char" | "boolean" | "void")
}

/// Classes of the language that nothing extends.
fn is_final(name: &str) -> bool {
    name == "String"
        || ["boolean", "char"].iter().chain(&NUMBERS).any(|primitive| boxed(primitive) == Some(name))
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
