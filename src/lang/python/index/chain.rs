//! Expressions as chains, `a.b().c`, which tell without a syntax tree what a value is made of, and the
//! variables that are replaced in them.
//!
//! An operator stands for the method that it calls: `pens[0]` is `pens.__getitem__()`. Arguments are left out.

use std::collections::BTreeMap;

use tree_sitter::Node;

use crate::lang::python::syntax::{children, field, text};
use crate::lang::syntax::descendants;

/// The end of a chain behind the class of an object that an annotation declares.
pub(super) const DECLARED: &str = "__declared__";

/// The ends of a chain behind the class of the elements of a list, and of the values of a mapping, that an annotation declares.
pub(super) const LISTED: &str = "__listed__";
pub(super) const MAPPED: &str = "__mapped__";

/// The end of a chain for a part of a list: `pens[1:]`.
pub(super) const SLICE: &str = "__slice__";

/// The end of a chain behind the base of a class that a call makes: `Form.__type__()` of `type("F", (Form,), fields)`.
pub(in crate::lang::python) const MADE_CLASS: &str = "__type__";

/// The head of a chain for a module that is imported by a name which only a run knows.
pub(super) const IMPORTED: &str = "__imported__";

/// The head of a chain for a fixture that is asked for by its name: `__fixture__."pens"`, or `__fixture__.name` for what a
/// variable names.
pub(in crate::lang::python) const FIXTURE: &str = "__fixture__";

/// The longest chain that is kept.
const LONGEST: usize = 200;

/// The values of a function's variables and of the attributes that it sets, as chains, in the order of its assignments.
#[derive(Debug, Default)]
pub(in crate::lang::python) struct Assigned {
    /// By the variable as written: the bytes behind its assignments, and its values; empty if nothing is
    /// known of a value.
    values: BTreeMap<String, Vec<(usize, String)>>,
}

impl Assigned {
    /// Reads the assignments of a function, without those of functions within it.
    pub(in crate::lang::python) fn read(definition: Node<'_>, source: &str) -> Assigned {
        let mut assigned = Assigned::default();
        let parameters = definition.child_by_field_name("parameters").into_iter().flat_map(children);
        for parameter in parameters {
            let name = parameter.child_by_field_name("name").or_else(|| parameter.named_child(0));
            let class =
                parameter.child_by_field_name("type").and_then(|class| annotated(text(class, source)));
            let default = parameter.child_by_field_name("value").and_then(|value| chain(value, source));
            let class = class.or(default);
            assigned.values.extend(
                name.zip(class).map(|(name, class)| (text(name, source).to_owned(), vec![(0, class)])),
            );
        }
        for node in own_nodes(definition) {
            let new: Vec<(Node<'_>, Option<String>)> = match node.kind() {
                "assignment" => pairs(node)
                    .map(|(left, right)| {
                        let value = right.and_then(|right| assigned.chain(right, source));
                        (left, value.or_else(|| annotation(node, source)))
                    })
                    .collect(),
                "as_pattern" => {
                    let variable = node.child_by_field_name("alias").and_then(|alias| alias.named_child(0));
                    let value = node
                        .named_child(0)
                        .and_then(|value| assigned.chain(value, source).map(|value| value + ".__enter__()"));
                    variable.map(|variable| (variable, value)).into_iter().collect()
                }
                _ => continue,
            };
            for (variable, value) in new {
                if matches!(variable.kind(), "identifier" | "attribute") {
                    let value = value.filter(|value| value.len() < LONGEST).unwrap_or_default();
                    let variable = text(variable, source).split_whitespace().collect();
                    assigned.values.entry(variable).or_default().push((node.end_byte(), value));
                }
            }
        }
        assigned
    }

    /// Forgets what the annotations of parameters say whose values are known.
    pub(in crate::lang::python) fn forget<'n>(&mut self, parameters: impl Iterator<Item = &'n str>) {
        for parameter in parameters {
            self.values.entry(parameter.to_owned()).or_default().retain(|(behind, _)| *behind > 0);
        }
    }

    /// Returns an expression as a chain, its variables replaced by their values before it.
    pub(in crate::lang::python) fn chain(&self, node: Node<'_>, source: &str) -> Option<String> {
        let chain = chain(node, source)?;
        let ends = chain.match_indices(['.', '(']).map(|(at, _)| at);
        let mut found = ends.chain([chain.len()]).filter_map(|end| {
            let values = self.values.get(&chain[..end])?;
            let before = values.partition_point(|(behind, _)| *behind <= node.start_byte());
            Some((&values[before.checked_sub(1)?].1, end))
        });
        match found.next_back() {
            Some((value, _)) if value.is_empty() => None,
            Some((value, end)) => Some(format!("{value}{}", &chain[end..])),
            None => Some(chain),
        }
    }

    /// Returns the attributes that are set of the own object or class, or of the class that uses a fixture,
    /// with their values.
    pub(in crate::lang::python) fn attributes(self) -> impl Iterator<Item = (String, String)> {
        let attributes = self.values.into_iter().filter_map(|(name, values)| {
            let attribute =
                ["self.", "cls.", "request.cls."].iter().find_map(|own| name.strip_prefix(own))?;
            (!attribute.contains('.')).then(|| (attribute.to_owned(), values))
        });
        attributes.flat_map(|(name, values)| values.into_iter().map(move |(_, value)| (name.clone(), value)))
    }
}

/// Returns the variables of an assignment with their values, as far as it has one value for each.
pub(super) fn pairs(assignment: Node<'_>) -> impl Iterator<Item = (Node<'_>, Option<Node<'_>>)> {
    let mut value = assignment.child_by_field_name("right");
    while let Some(inner) = value.filter(|value| value.kind() == "assignment") {
        value = inner.child_by_field_name("right");
    }
    let left = assignment.child_by_field_name("left");
    let lefts: Vec<Node<'_>> = match left {
        Some(list) if list.kind().ends_with("_list") || list.kind() == "tuple_pattern" => {
            children(list).collect()
        }
        left => left.into_iter().collect(),
    };
    let rights: Vec<Option<Node<'_>>> = match value {
        Some(list) if lefts.len() > 1 && matches!(list.kind(), "expression_list" | "tuple") => {
            children(list).map(Some).collect()
        }
        value => vec![value.filter(|_| lefts.len() == 1); lefts.len()],
    };
    lefts.into_iter().zip(rights)
}

/// Returns the object that the annotation of an assignment declares.
pub(super) fn annotation(assignment: Node<'_>, source: &str) -> Option<String> {
    annotated(text(assignment.child_by_field_name("type")?, source))
}

/// Returns the values that a function returns; of a fixture or context manager also those that it yields.
pub(super) fn results(definition: Node<'_>, source: &str, yields: bool) -> Vec<String> {
    let written =
        definition.child_by_field_name("return_type").and_then(|written| annotated(text(written, source)));
    if let Some(written) = written {
        return vec![if is_type_of_own(definition, source) { "self".to_owned() } else { written }];
    }
    let nodes = || own_nodes(definition).filter(Node::is_named);
    if !yields && nodes().any(|node| node.kind() == "yield") {
        return Vec::new();
    }
    let mut open: Vec<Node<'_>> = nodes()
        .filter(|node| matches!(node.kind(), "return_statement" | "yield"))
        .filter_map(|node| children(node).next())
        .collect();
    if open.is_empty() {
        return Vec::new();
    }
    let assigned = Assigned::read(definition, source);
    let mut results = Vec::new();
    while let Some(value) = open.pop() {
        match value.kind() {
            "conditional_expression" => {
                open.extend(value.named_child(0).into_iter().chain(value.named_child(2)));
            }
            "boolean_operator" => open.extend(children(value)),
            _ => results.extend(assigned.chain(value, source).filter(|chain| chain.len() < LONGEST)),
        }
    }
    results.sort_unstable();
    results.dedup();
    results
}

/// Returns true for a method that returns the type of its own object: `def of(cls: type[T]) -> T`.
fn is_type_of_own(definition: Node<'_>, source: &str) -> bool {
    let parameters = definition.child_by_field_name("parameters");
    let own = parameters.and_then(|parameters| children(parameters).next());
    let declared = own.map_or("", |own| field(own, "type", source));
    let name = declared.split_once('[').map_or(declared, |(_, inner)| inner.trim_end_matches(']'));
    let returned = field(definition, "return_type", source).trim_matches(['"', '\'']);
    !name.is_empty() && name.trim_matches(['"', '\'']) == returned
}

/// Returns the nodes of a function without those of functions and classes within it.
fn own_nodes(definition: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let mut end = 0;
    descendants(definition).filter(move |node| {
        if node.start_byte() < end {
            return false;
        }
        if *node != definition && node.kind().ends_with("_definition") {
            end = node.end_byte();
        }
        true
    })
}

/// Returns an expression as a chain; none for a literal, a comprehension, or another expression of which
/// nothing is known.
pub(super) fn chain(node: Node<'_>, source: &str) -> Option<String> {
    // The ends of the chain, from the last to the first.
    let mut ends: Vec<String> = Vec::new();
    let mut at = node;
    let head = loop {
        let part = |name| at.child_by_field_name(name);
        at = match at.kind() {
            "identifier" => break text(at, source).to_owned(),
            "parenthesized_expression" | "await" => children(at).next()?,
            "attribute" => {
                ends.push(format!(".{}", field(at, "attribute", source)));
                part("object")?
            }
            "subscript" => {
                let is_slice = part("subscript").is_some_and(|subscript| subscript.kind() == "slice");
                ends.push(format!(".{}()", if is_slice { SLICE } else { "__getitem__" }));
                part("value")?
            }
            "binary_operator" => {
                ends.push(format!(".{}()", binary(field(at, "operator", source)).0));
                part("left")?
            }
            "unary_operator" => {
                ends.push(format!(".{}()", unary(field(at, "operator", source))));
                part("argument")?
            }
            "call" => {
                let function = part("function")?;
                let given = || part("arguments").into_iter().flat_map(children);
                match text(function, source) {
                    "type" if given().count() == 3 => {
                        ends.push(format!(".{MADE_CLASS}()"));
                        at = children(given().nth(1)?).next()?;
                        continue;
                    }
                    "pytest.importorskip"
                    | "importorskip"
                    | "importlib.import_module"
                    | "import_module"
                    | "__import__" => break IMPORTED.to_owned(),
                    asked if asked.ends_with(".getfixturevalue") => {
                        let name = text(given().next()?, source);
                        let is_written = name.starts_with(['"', '\'']);
                        let name = name.trim_matches(['"', '\'']);
                        break if is_written {
                            format!("{FIXTURE}.\"{name}\"")
                        } else {
                            format!("{FIXTURE}.{name}")
                        };
                    }
                    "reduce" | "functools.reduce" if given().count() == 3 => {
                        ends.extend(reduced(given().next()?, source));
                        at = given().nth(2)?;
                        continue;
                    }
                    _ => {}
                }
                let (end, is_of_first) = match text(function, source) {
                    // The value that is copied or wrapped.
                    "copy" | "deepcopy" | "copy.copy" | "copy.deepcopy" | "staticmethod" | "classmethod"
                    | "partial" | "functools.partial" => ("", true),
                    "getattr" => (".?", true),
                    "iter" => (".__iter__()", true),
                    "next" => (".__next__()", true),
                    "type" => (".__class__", true),
                    "object.__new__" | "super().__new__" => ("()", true),
                    _ => ("()", false),
                };
                ends.push(end.to_owned());
                if is_of_first { given().next()? } else { function }
            }
            _ => return None,
        };
        if ends.len() > LONGEST {
            return None;
        }
    };
    Some(std::iter::once(head).chain(ends.into_iter().rev()).collect())
}

/// Returns what a function without a name does to the first of its two arguments: `.add()` of `lambda all, one: all.add(one)`.
fn reduced(function: Node<'_>, source: &str) -> Option<String> {
    let body = function.child_by_field_name("body").filter(|_| function.kind() == "lambda")?;
    let body = chain(Some(body).filter(|body| body.byte_range().len() < LONGEST)?, source)?;
    let first = children(function.child_by_field_name("parameters")?).next()?;
    body.strip_prefix(text(first, source)).filter(|step| step.starts_with('.')).map(str::to_owned)
}

/// Returns the method of an operator with one side.
pub(in crate::lang::python) fn unary(operator: &str) -> &'static str {
    match operator {
        "-" => "__neg__",
        "+" => "__pos__",
        _ => "__invert__",
    }
}

/// Returns the methods of an operator with two sides: of the left side's class, and of the right one's.
pub(in crate::lang::python) fn binary(operator: &str) -> (&'static str, &'static str) {
    match operator.trim_end_matches('=') {
        "+" => ("__add__", "__radd__"),
        "-" => ("__sub__", "__rsub__"),
        "*" => ("__mul__", "__rmul__"),
        "/" => ("__truediv__", "__rtruediv__"),
        "//" => ("__floordiv__", "__rfloordiv__"),
        "%" => ("__mod__", "__rmod__"),
        "**" => ("__pow__", "__rpow__"),
        "@" => ("__matmul__", "__rmatmul__"),
        "&" => ("__and__", "__rand__"),
        "|" => ("__or__", "__ror__"),
        "^" => ("__xor__", "__rxor__"),
        "<<" => ("__lshift__", "__rlshift__"),
        ">>" => ("__rshift__", "__rrshift__"),
        _ => ("", ""),
    }
}

/// The annotations of what holds objects of one class, in an order or by keys.
const LISTS: &str =
    "List list Sequence MutableSequence Collection Deque deque Set set FrozenSet frozenset Tuple tuple";
const MAPPINGS: &str = "Dict dict Mapping MutableMapping DefaultDict defaultdict OrderedDict";

/// Returns the object of an annotation as a chain: that of a `Pen` for `Pen`, `"Pen"`, `Optional[Pen]` or `Pen | None`, and
/// the list of them for `List[Pen]`.
fn annotated(written: &str) -> Option<String> {
    let mut written = written.trim_matches(['"', '\'']).trim();
    while let Some((outer, inner)) = written.strip_suffix(']').and_then(|written| written.split_once('[')) {
        let outer = outer.rsplit('.').next().unwrap_or(outer);
        let is_one_of = |all: &str| all.split(' ').any(|known| known == outer);
        let of_class = |class: &str, end: &str| {
            let class = class.trim().trim_matches(['"', '\'']);
            is_class(class).then(|| format!("{class}.{end}"))
        };
        written = match outer {
            "Optional" => inner,
            "Iterator" | "Generator" | "Iterable" => inner.split(',').next()?.trim(),
            "Type" | "type" => return is_class(inner).then(|| inner.to_owned()),
            _ if is_one_of(LISTS) => return of_class(inner.strip_suffix(", ...").unwrap_or(inner), LISTED),
            _ if is_one_of(MAPPINGS) => return of_class(inner.split_once(',')?.1, MAPPED),
            _ => return None,
        };
    }
    let mut classes = written.split('|').map(str::trim).filter(|class| *class != "None");
    let class = classes.next().filter(|class| classes.next().is_none() && is_class(class))?;
    Some(if class.ends_with("Self") { "self".to_owned() } else { format!("{class}.{DECLARED}") })
}

/// Returns true for the name of a class. A variable for types has a short name: `T`, `_T`.
fn is_class(text: &str) -> bool {
    text.split('.').all(|part| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_'))
        && text.trim_start_matches('_').len() > 1
}
