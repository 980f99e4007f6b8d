//! Expressions, as far as they name what they are: names, members, calls, objects of classes, functions.

use tree_sitter::Node;

use crate::lang::javascript::syntax::{
    arguments, bare, descendants, field, is_function, key_name, named, outcomes, string_text, text,
};

/// The most steps of an expression that are kept.
const LONGEST: usize = 24;

/// An expression, as far as it names what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::lang::javascript) enum Expr {
    Name(String),
    /// A module as a whole.
    Module(String),
    /// A name that a module exports.
    Import(String, String),
    Member(Box<Expr>, String),
    Call(Box<Expr>),
    /// A call that may pass on the only function, class or object that it is given: `curry(draw)`.
    Wrapped {
        call: Box<Expr>,
        given: Box<Expr>,
    },
    /// Values one of which it is: `a ? b : c`.
    Either(Vec<Expr>),
    /// An object of a class.
    New(Box<Expr>),
    /// A value with an annotation, which may say less of it.
    Typed {
        class: Box<Expr>,
        value: Box<Expr>,
    },
    Function(usize),
    Class(usize),
}

/// Returns an expression, as far as it names what it is; `of_node` knows functions, classes and objects.
pub(super) fn expr(node: Node<'_>, source: &str, of_node: &dyn Fn(Node<'_>) -> Option<Expr>) -> Option<Expr> {
    enum Step {
        Member(String),
        Call,
        Wrap(Expr),
        New,
    }
    let mut steps = Vec::new();
    let mut at = node;
    let head = loop {
        if steps.len() > LONGEST {
            return None;
        }
        if at.kind() == "as_expression"
            && let Some(class) = named(at).nth(1)
            && let Some(found) = typed(class, source)
        {
            break found;
        }
        let inner = bare(at);
        if inner != at {
            at = inner;
            continue;
        }
        if let Some(known) = of_node(at) {
            break known;
        }
        match at.kind() {
            "identifier" | "this" => break Expr::Name(text(at, source).to_owned()),
            "member_expression" => {
                steps.push(Step::Member(field(at, "property", source).trim_start_matches('#').to_owned()));
                at = at.child_by_field_name("object")?;
            }
            "call_expression" => {
                let function = at.child_by_field_name("function")?;
                let given = arguments(at);
                let called = text(function, source);
                if matches!(called, "require" | "import" | "jest.requireActual" | "vi.importActual") {
                    let names = outcomes(*given.first()?, source).into_iter();
                    let names: Vec<String> =
                        names.filter_map(|name| string_text(bare(name), source)).collect();
                    break match &names[..] {
                        [] => return None,
                        [only] => Expr::Module(only.clone()),
                        _ => Expr::Either(names.into_iter().map(Expr::Module).collect()),
                    };
                }
                if matches!(called, "Object.freeze" | "Object.seal") {
                    at = *given.first()?;
                    continue;
                }
                // `Object.create(Pen.prototype)`
                if called == "Object.create" {
                    break prototype_of(*given.first()?, source)
                        .map_or_else(|| expr(*given.first()?, source, of_node), Some)?;
                }
                // `draw.bind(pen)`
                if field(function, "property", source) == "bind" {
                    at = function.child_by_field_name("object")?;
                    continue;
                }
                // `(() => {…; return pen; })()`
                if is_function(bare(function))
                    && let Some(body) = bare(function).child_by_field_name("body")
                {
                    at = if body.kind() == "statement_block" { returns(body).last()?? } else { body };
                    continue;
                }
                steps.push(passed_on(&given, source, of_node).map_or(Step::Call, Step::Wrap));
                at = function;
            }
            "new_expression" => {
                steps.push(Step::New);
                at = at.child_by_field_name("constructor")?;
            }
            "ternary_expression" | "binary_expression" => {
                let sides = outcomes(at, source);
                let known: Vec<Expr> = sides
                    .into_iter()
                    .filter(|side| *side != at)
                    .filter_map(|side| expr(side, source, of_node))
                    .collect();
                break Some(Expr::Either(known)).filter(|known| *known != Expr::Either(Vec::new()))?;
            }
            "sequence_expression" => at = named(at).last()?,
            "assignment_expression" => at = at.child_by_field_name("right")?,
            _ => return None,
        }
    };
    Some(steps.into_iter().rev().fold(head, |value, step| match (step, value) {
        (Step::Member(name), Expr::Module(module)) => Expr::Import(module, name),
        (Step::Member(name), value) => Expr::Member(Box::new(value), name),
        (Step::Call, value) => Expr::Call(Box::new(value)),
        (Step::Wrap(given), value) => {
            Expr::Wrapped { call: Box::new(Expr::Call(Box::new(value))), given: Box::new(given) }
        }
        (Step::New, value) => Expr::New(Box::new(value)),
    }))
}

/// Returns an object of the class whose prototype an expression is.
pub(super) fn prototype_of(node: Node<'_>, source: &str) -> Option<Expr> {
    let class = text(node, source).strip_suffix(".prototype")?;
    Some(Expr::New(Box::new(dotted(class)?)))
}

/// Returns the name, or the member of a name, that a text is.
pub(super) fn dotted(text: &str) -> Option<Expr> {
    let is_name =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
    let mut parts = text.split('.');
    let first =
        parts.next().filter(|first| is_name(first) && !first.starts_with(|c: char| c.is_ascii_digit()))?;
    parts.try_fold(Expr::Name(first.to_owned()), |owner, part| {
        is_name(part).then(|| Expr::Member(Box::new(owner), part.to_owned()))
    })
}

/// Returns what a call may pass on of what it is given: its only function, class or object with functions, or else its only name.
fn passed_on(given: &[Node<'_>], source: &str, of_node: &dyn Fn(Node<'_>) -> Option<Expr>) -> Option<Expr> {
    let mut known = given.iter().filter_map(|given| of_node(bare(*given)));
    if let Some(only) = known.next() {
        return known.next().is_none().then_some(only);
    }
    if given.iter().any(|given| is_function(bare(*given))) {
        return None;
    }
    let mut names = given.iter().filter_map(|given| dotted(text(bare(*given), source)));
    names.next().filter(|_| names.next().is_none())
}

/// Returns the object of an annotation: that of a `Pen` for `: Pen`, `: Promise<Pen>`, `: Pen | undefined`.
pub(in crate::lang::javascript) fn typed(annotation: Node<'_>, source: &str) -> Option<Expr> {
    let mut at = annotation;
    for _ in 0..LONGEST {
        match at.kind() {
            "type_annotation" | "parenthesized_type" | "readonly_type" => at = named(at).next()?,
            "type_identifier" => return Some(Expr::New(Box::new(Expr::Name(text(at, source).to_owned())))),
            "nested_type_identifier" => {
                let module = field(at, "module", source);
                let name = field(at, "name", source).to_owned();
                let mut parts = module.split('.');
                let first = Expr::Name(parts.next()?.to_owned());
                let owner = parts.fold(first, |owner, part| Expr::Member(Box::new(owner), part.to_owned()));
                return Some(Expr::New(Box::new(Expr::Member(Box::new(owner), name))));
            }
            "generic_type" => {
                let name = field(at, "name", source);
                if matches!(name, "Promise" | "PromiseLike" | "Awaited" | "Readonly" | "Partial" | "Required")
                {
                    at = named(at.child_by_field_name("type_arguments")?).next()?;
                } else {
                    at = at.child_by_field_name("name")?;
                }
            }
            "union_type" => {
                let mut parts = named(at).filter(|part| !matches!(text(*part, source), "undefined" | "null"));
                at = parts.next()?;
                if parts.next().is_some() {
                    return None;
                }
            }
            _ => return None,
        }
    }
    None
}

/// Returns the values of the `return` statements of a body, without those of functions within it.
pub(in crate::lang::javascript) fn returns(body: Node<'_>) -> impl Iterator<Item = Option<Node<'_>>> {
    let mut end = 0;
    descendants(body).filter_map(move |node| {
        if node.start_byte() < end {
            return None;
        }
        if is_function(node) || matches!(node.kind(), "class_declaration" | "class") {
            end = node.end_byte();
            return None;
        }
        (node.kind() == "return_statement").then(|| named(node).next())
    })
}

/// Returns the variables of a pattern, each with the key of what it takes; None for a part of a list.
pub(in crate::lang::javascript) fn destructured(
    pattern: Node<'_>,
    source: &str,
) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    for part in named(pattern) {
        match part.kind() {
            "shorthand_property_identifier_pattern" => {
                let name = text(part, source).to_owned();
                found.push((name.clone(), Some(name)));
            }
            "object_assignment_pattern" => {
                let name = field(part, "left", source).to_owned();
                found.push((name.clone(), Some(name)));
            }
            "pair_pattern" => {
                let key = part.child_by_field_name("key").map(|key| key_name(key, source).to_owned());
                if let Some(value) = part.child_by_field_name("value") {
                    let value = if value.kind() == "assignment_pattern" {
                        value.child_by_field_name("left").unwrap_or(value)
                    } else {
                        value
                    };
                    if value.kind() == "identifier" {
                        found.push((text(value, source).to_owned(), key));
                    }
                }
            }
            "identifier" if pattern.kind() == "array_pattern" => {
                found.push((text(part, source).to_owned(), None));
            }
            _ => {}
        }
    }
    found
}
