//! Reads the declarations of a source file from its syntax tree.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use tree_sitter::Node;

use super::Source;
use super::chain::{Assigned, annotation, chain, pairs, results};
use crate::lang::python::syntax::{children, docstring, dotted_name, end_of, field, parse, text};
use crate::trace::test_code::is_test_code;

/// The deepest nesting of blocks that is read: Python itself allows a hundred.
const DEEPEST: usize = 128;

/// A file of a project with what it declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::lang::python) struct SourceFile {
    /// The path relative to the project's root.
    pub path: Arc<Path>,
    /// The same path, with `/` as separator.
    pub name: String,
    pub text: Arc<str>,
    pub is_test_code: bool,
    /// The functions in the order of the source.
    pub functions: Vec<Function>,
    pub classes: Vec<Class>,
    /// The imports; those at the margin first, then those in blocks and functions.
    pub imports: Vec<Import>,
    /// The variables of the module with their values as chains; as `fixture.attribute` what a fixture gives
    /// to the class that uses it.
    pub variables: Vec<(String, String)>,
}

/// A function or method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::lang::python) struct Function {
    pub name: String,
    /// The other name that its class gives it: `text` of `text = property(get_text)`.
    pub alias: Option<String>,
    /// The byte of the source at which it gets the name by which it is called.
    pub named_at: usize,
    /// The name with those of the classes and functions around it: `Class.method`.
    pub qualified: String,
    /// The class that declares it, as an index into the classes of the file.
    pub class: Option<usize>,
    /// True for a function that another one declares.
    pub is_nested: bool,
    /// The rows of the file, from 0, from the first decorator to the last statement.
    pub rows: Range<usize>,
    /// The bytes of these rows, without the end of the last line.
    pub source: Range<usize>,
    /// The text of the docstring, without quotes.
    pub docstring: Option<String>,
    pub kind: Kind,
    pub is_fixture: bool,
    /// The values that it returns, as chains.
    pub results: Vec<String>,
    /// The values with one of which each run of a fixture is made.
    pub params: Vec<Param>,
}

/// A value with which a fixture is made, and the text by which the names of the runs tell it from others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::lang::python) struct Param {
    pub id: String,
    /// A written text in double quotes, or else a chain.
    pub value: String,
}

/// The kind of a function, by its decorators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lang::python) enum Kind {
    Called,
    /// A property: its name alone calls it.
    Property,
    /// The function that an assignment to a property calls.
    Setter,
    /// Part of another function of the same name: an overload, or what deletes a property.
    Part,
}

/// A class with the names of its bases as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::lang::python) struct Class {
    /// The name with those of the classes and functions around it.
    pub name: String,
    pub bases: Vec<String>,
    pub docstring: Option<String>,
    /// The attributes of the class and its objects, with their values as chains; empty if nothing is known of a value.
    pub attributes: Vec<(String, String)>,
    /// The names of the fixtures that it uses.
    pub fixtures: Vec<String>,
}

/// An imported name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::lang::python) struct Import {
    /// `a.b` of `import a.b` or `from a.b import c`.
    pub module: String,
    /// The number of dots before a relative module.
    pub level: usize,
    /// `c` of `from a.b import c`; none for `import a.b`. `*` imports every name.
    pub member: Option<String>,
    pub alias: Option<String>,
}

/// A place in the source where declarations are read.
#[derive(Clone)]
struct Scope {
    class: Option<usize>,
    is_in_function: bool,
    /// The names of the classes and functions around, each with a dot behind it.
    prefix: String,
    depth: usize,
}

impl SourceFile {
    /// Reads a file. A broken file has the declarations that the parser recognized.
    pub(super) fn read(Source { path, text }: Source) -> SourceFile {
        let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        let name = parts.join("/");
        let mut file = SourceFile {
            path: Arc::from(path),
            is_test_code: is_test_code(&name),
            name,
            text: Arc::from(text),
            functions: Vec::new(),
            classes: Vec::new(),
            imports: Vec::new(),
            variables: Vec::new(),
        };
        let source = Arc::clone(&file.text);
        let tree = parse(&source);
        let mut inner_imports = Vec::new();
        let scope = Scope { class: None, is_in_function: false, prefix: String::new(), depth: 0 };
        let mut open = vec![(tree.root_node(), scope)];
        while let Some((node, scope)) = open.pop() {
            let mut below = Vec::new();
            for child in children(node) {
                let definition = match child.kind() {
                    "decorated_definition" => child.child_by_field_name("definition").unwrap_or(child),
                    _ => child,
                };
                let inner = match definition.kind() {
                    "function_definition" => {
                        file.functions.push(function(child, definition, &scope, &source));
                        let attributes = || Assigned::read(definition, &source).attributes();
                        match (scope.class, file.functions.last()) {
                            (Some(class), _) => file.classes[class].attributes.extend(attributes()),
                            (None, Some(Function { is_fixture: true, name, .. })) => file.variables.extend(
                                attributes().map(|(given, value)| (format!("{name}.{given}"), value)),
                            ),
                            _ => (),
                        }
                        Scope { class: None, is_in_function: true, ..scope.inside(definition, &source) }
                    }
                    "class_definition" => {
                        file.classes.push(class(child, definition, &scope, &source));
                        let class = Some(file.classes.len() - 1);
                        let inner =
                            Scope { class, is_in_function: false, ..scope.inside(definition, &source) };
                        file.functions.extend(initializer(child, definition, &inner, &source));
                        inner
                    }
                    "import_statement" | "import_from_statement" => {
                        let is_inner = scope.is_in_function || scope.class.is_some();
                        let imports = if is_inner { &mut inner_imports } else { &mut file.imports };
                        imports.extend(imported(definition, &source));
                        continue;
                    }
                    "expression_statement" if !scope.is_in_function => {
                        let to = match scope.class {
                            Some(class) => &mut file.classes[class].attributes,
                            None => &mut file.variables,
                        };
                        to.extend(children(definition).flat_map(|value| variables(value, &source)));
                        let mut assigned: Vec<Function> = Vec::new();
                        for value in children(definition) {
                            assigned
                                .extend(scope.class.into_iter().flat_map(|class| file.aliases(class, value)));
                            assigned.extend(without_name(value, &scope, &source));
                        }
                        file.functions.extend(assigned);
                        continue;
                    }
                    kind if holds_statements(kind) => Scope { depth: scope.depth + 1, ..scope.clone() },
                    _ => continue,
                };
                if inner.depth < DEEPEST {
                    let body = definition.child_by_field_name("body");
                    let is_declared = inner.prefix != scope.prefix;
                    below.extend(if is_declared { body } else { Some(definition) }.map(|body| (body, inner)));
                }
            }
            open.extend(below.into_iter().rev());
        }
        file.functions.sort_by_key(|function| (function.source.start, function.rows.end));
        file.imports.append(&mut inner_imports);
        file
    }

    /// Returns the functions of a class under the names that an assignment gives them: `__str__ = text`,
    /// `text = property(get, set)`, `mean = Statistic("mean", compute_mean)`.
    fn aliases(&self, class: usize, assignment: Node<'_>) -> Vec<Function> {
        let (mut names, mut value) = (Vec::new(), assignment);
        while value.kind() == "assignment" {
            names.extend(value.child_by_field_name("left"));
            let Some(right) = value.child_by_field_name("right") else { return Vec::new() };
            value = right;
        }
        let text = |node| text(node, &self.text);
        let given: Vec<(&str, Option<Kind>)> = match value.kind() {
            "identifier" => vec![(text(value), None)],
            "call" if field(value, "function", &self.text) == "property" => {
                let given = value.child_by_field_name("arguments").into_iter().flat_map(children).map(text);
                given.zip([Some(Kind::Property), Some(Kind::Setter)]).collect()
            }
            "call" => {
                let function = text(value.child_by_field_name("function").unwrap_or(value));
                let kind = self.gives_property(function).then_some(Kind::Property);
                let is_wrapper =
                    kind.is_some() || WRAPPERS.contains(&function.rsplit('.').next().unwrap_or(function));
                let given = value
                    .child_by_field_name("arguments")
                    .into_iter()
                    .flat_map(children)
                    .filter(|_| is_wrapper);
                given
                    .filter(|given| given.kind() == "identifier")
                    .map(|given| (text(given), kind))
                    .take(1)
                    .collect()
            }
            _ => Vec::new(),
        };
        names
            .into_iter()
            .flat_map(|name| {
                let alias = Some(text(name).to_owned());
                let given = given.iter().filter_map(|(name, kind)| {
                    let mut functions = self.functions.iter();
                    let function = functions
                        .rfind(|function| function.class == Some(class) && function.name == *name)?;
                    Some((function.clone(), kind))
                });
                given.map(move |(function, kind)| Function {
                    alias: alias.clone(),
                    named_at: assignment.start_byte(),
                    kind: kind.unwrap_or(function.kind),
                    ..function
                })
            })
            .collect()
    }
}

impl SourceFile {
    /// Returns true for what makes a property of a function: by its name, or a class of this file with `__get__`.
    fn gives_property(&self, function: &str) -> bool {
        let last = function.rsplit('.').next().unwrap_or(function);
        let is_named = ["property", "descriptor"].iter().any(|word| last.to_lowercase().contains(word));
        is_named
            || self.functions.iter().any(|declared| {
                declared.name == "__get__"
                    && declared.class.is_some_and(|class| self.classes[class].name == last)
            })
    }
}

/// The functions that give a method of a class another name, or some of its arguments.
const WRAPPERS: [&str; 5] = ["staticmethod", "classmethod", "partialmethod", "partial", "lru_cache"];

/// Returns the function without a name that an assignment gives to a variable, alone or within a property.
fn without_name(assignment: Node<'_>, scope: &Scope, source: &str) -> Option<Function> {
    let name = assignment.child_by_field_name("left").filter(|left| left.kind() == "identifier")?;
    let value = assignment.child_by_field_name("right")?;
    let is_property =
        value.kind() == "call" && field(value, "function", source).to_lowercase().contains("property");
    let lambda = if is_property {
        children(value.child_by_field_name("arguments")?).find(|given| given.kind() == "lambda")?
    } else {
        Some(value).filter(|value| value.kind() == "lambda")?
    };
    let start = source[..assignment.start_byte()].rfind('\n').map_or(0, |line| line + 1);
    let end = assignment.end_byte();
    let end = source[end..].find('\n').map_or(source.len(), |line| end + line);
    let name = text(name, source);
    Some(Function {
        name: name.to_owned(),
        alias: None,
        named_at: assignment.start_byte(),
        qualified: format!("{}{name}", scope.prefix),
        class: scope.class,
        is_nested: false,
        rows: assignment.start_position().row..assignment.end_position().row + 1,
        source: start..start + source[start..end].trim_end_matches('\r').len(),
        docstring: None,
        kind: if is_property { Kind::Property } else { Kind::Called },
        is_fixture: false,
        results: lambda
            .child_by_field_name("body")
            .and_then(|body| chain(body, source))
            .into_iter()
            .collect(),
        params: Vec::new(),
    })
}

impl Function {
    /// Returns the name by which code calls it.
    pub(in crate::lang::python) fn known_as(&self) -> &str {
        self.alias.as_ref().unwrap_or(&self.name)
    }
}

impl Scope {
    fn inside(&self, definition: Node<'_>, source: &str) -> Scope {
        let prefix = format!("{}{}.", self.prefix, field(definition, "name", source));
        Scope { prefix, depth: self.depth + 1, ..self.clone() }
    }
}

/// Returns true for a node that has statements below it, other than declarations.
fn holds_statements(kind: &str) -> bool {
    matches!(
        kind,
        "block"
            | "if_statement"
            | "for_statement"
            | "while_statement"
            | "with_statement"
            | "try_statement"
            | "match_statement"
            | "ERROR"
    ) || kind.ends_with("_clause")
}

/// Reads a function; `whole` has its decorators as well.
fn function(whole: Node<'_>, definition: Node<'_>, scope: &Scope, source: &str) -> Function {
    let (end, last) = end_of(definition);
    let first = whole.start_position().row;
    let start = source[..whole.start_byte()].rfind('\n').map_or(0, |line| line + 1);
    let end = source[end..].find('\n').map_or(source.len(), |line| end + line);
    let line_end = source[start..end].trim_end_matches('\r').len();
    let decorators: Vec<&str> = children(whole)
        .filter(|child| child.kind() == "decorator")
        .map(|decorator| text(decorator, source).trim_start_matches('@').trim_start())
        .map(|decorator| decorator.split(['(', '\n']).next().unwrap_or_default().trim_end())
        .collect();
    let last_parts = || decorators.iter().filter_map(|decorator| decorator.rsplit('.').next());
    let kind = if last_parts().any(|name| matches!(name, "deleter" | "overload" | "expression")) {
        Kind::Part
    } else if last_parts().any(|name| name == "setter") {
        Kind::Setter
    } else if last_parts()
        .any(|name| name.to_lowercase().contains("property") || matches!(name, "reify" | "getter"))
    {
        Kind::Property
    } else {
        Kind::Called
    };
    let is_fixture = || last_parts().any(|name| name.contains("fixture"));
    let name = field(definition, "name", source);
    Function {
        name: name.to_owned(),
        alias: None,
        named_at: start,
        qualified: format!("{}{name}", scope.prefix),
        class: scope.class,
        is_nested: scope.is_in_function,
        rows: first..last + 1,
        source: start..start + line_end,
        docstring: docstring(definition, source),
        kind,
        is_fixture: is_fixture(),
        results: results(
            definition,
            source,
            is_fixture() || last_parts().any(|name| name.contains("contextmanager")),
        ),
        params: if is_fixture() { params(whole, name, source) } else { Vec::new() },
    }
}

/// Returns the values that the decorator of a fixture lists: `@pytest.fixture(params=["a", "b"], ids=["one", "two"])`.
fn params(whole: Node<'_>, fixture: &str, source: &str) -> Vec<Param> {
    let calls = children(whole).filter(|child| child.kind() == "decorator").flat_map(children);
    let calls = calls.filter_map(|call| call.child_by_field_name("arguments"));
    let keywords: Vec<Node<'_>> =
        calls.flat_map(children).filter(|given| given.kind() == "keyword_argument").collect();
    let list = |name| {
        let given = keywords.iter().find(|given| field(**given, "name", source) == name);
        let values = given.and_then(|given| given.child_by_field_name("value"));
        let values = values.filter(|values| matches!(values.kind(), "list" | "tuple"));
        values.into_iter().flat_map(children).collect::<Vec<_>>()
    };
    let ids = list("ids");
    let values = list("params").into_iter().enumerate();
    let read = values.map(|(at, given)| {
        let value = match given.child_by_field_name("arguments") {
            Some(arguments) if field(given, "function", source).ends_with("param") => {
                children(arguments).next().unwrap_or(given)
            }
            _ => given,
        };
        Param {
            id: run_id(fixture, at, given, ids.get(at).copied(), source),
            value: literal(value, source)
                .map(|text| format!("\"{text}\""))
                .or_else(|| chain(value, source))
                .unwrap_or_default(),
        }
    });
    read.collect()
}

/// Returns the text by which the name of a run tells a value of a list: that of `param(…, id="…")`, that of a list of ids, the
/// value itself where it is a plain one or a class, or else the name of the parameter with the place.
pub(in crate::lang::python) fn run_id(
    parameter: &str,
    at: usize,
    given: Node<'_>,
    id: Option<Node<'_>>,
    source: &str,
) -> String {
    let arguments = given.child_by_field_name("arguments").into_iter().flat_map(children);
    let named = arguments.filter(|argument| field(*argument, "name", source) == "id").last();
    let named = named.and_then(|named| named.child_by_field_name("value"));
    if let Some(id) = named.into_iter().chain(id).find_map(|id| literal(id, source)) {
        return id.to_owned();
    }
    match given.kind() {
        "string" => literal(given, source).unwrap_or_default().to_owned(),
        "integer" | "float" | "true" | "false" | "none" => text(given, source).to_owned(),
        "identifier" if text(given, source).starts_with(char::is_uppercase) => text(given, source).to_owned(),
        _ => format!("{parameter}{at}"),
    }
}

/// Returns the text that a string without parts to be filled in writes down.
fn literal<'s>(string: Node<'_>, source: &'s str) -> Option<&'s str> {
    let is_plain = string.kind() == "string" && children(string).all(|part| part.kind() != "interpolation");
    Some(text(string, source).trim_matches(['"', '\''])).filter(|_| is_plain)
}

/// The decorators and bases of classes whose `__init__` is made of their fields.
const DATA_CLASSES: [&str; 9] =
    ["dataclass", "define", "mutable", "frozen", "attrs", "attr.s", "NamedTuple", "BaseModel", "Struct"];

/// Returns the initializer that is made of the fields of a data class: its source is the class up to its
/// first function.
fn initializer(whole: Node<'_>, definition: Node<'_>, scope: &Scope, source: &str) -> Option<Function> {
    let decorators = children(whole).filter(|child| child.kind() == "decorator").map(|decorator| {
        text(decorator, source).trim_start_matches('@').split('(').next().unwrap_or_default().trim()
    });
    let bases = definition.child_by_field_name("superclasses").into_iter().flat_map(children);
    let mut names = decorators.chain(bases.map(|base| text(base, source)));
    let is_data = names.any(|name| {
        DATA_CLASSES.contains(&name) || DATA_CLASSES.contains(&name.rsplit('.').next().unwrap_or(name))
    });
    if !is_data {
        return None;
    }
    let body = definition.child_by_field_name("body")?;
    let is_function = |node: &Node<'_>| matches!(node.kind(), "function_definition" | "decorated_definition");
    let fields = children(body).take_while(|node| !is_function(node)).last()?;
    let functions = children(body).filter(is_function);
    let mut functions = functions.map(|node| node.child_by_field_name("definition").unwrap_or(node));
    let constructors = ["__init__", "__new__", "__post_init__", "__attrs_post_init__"];
    if functions.any(|function| constructors.contains(&field(function, "name", source))) {
        return None;
    }
    let first = whole.start_position().row;
    let start = source[..whole.start_byte()].rfind('\n').map_or(0, |line| line + 1);
    let (end, last) = end_of(fields);
    let end = source[end..].find('\n').map_or(source.len(), |line| end + line);
    Some(Function {
        name: "__init__".to_owned(),
        alias: None,
        named_at: start,
        qualified: format!("{}__init__", scope.prefix),
        class: scope.class,
        is_nested: false,
        rows: first..last + 1,
        source: start..start + source[start..end].trim_end_matches('\r').len(),
        docstring: docstring(definition, source),
        kind: Kind::Called,
        is_fixture: false,
        results: Vec::new(),
        params: Vec::new(),
    })
}

/// Returns the variables that an assignment outside of functions sets, with their values as chains.
fn variables(assignment: Node<'_>, source: &str) -> Vec<(String, String)> {
    let is_assignment = assignment.kind() == "assignment";
    let pairs = pairs(assignment).filter(|(variable, _)| is_assignment && variable.kind() == "identifier");
    pairs
        .map(|(variable, right)| {
            (
                text(variable, source).to_owned(),
                right
                    .and_then(|right| chain(right, source))
                    .or_else(|| annotation(assignment, source))
                    .unwrap_or_default(),
            )
        })
        .collect()
}

fn class(whole: Node<'_>, definition: Node<'_>, scope: &Scope, source: &str) -> Class {
    let decorators = children(whole).filter(|child| child.kind() == "decorator");
    let used = decorators.filter_map(|decorator| Some(text(decorator, source).split_once("usefixtures(")?.1));
    let bases = definition.child_by_field_name("superclasses").into_iter().flat_map(children);
    Class {
        name: format!("{}{}", scope.prefix, field(definition, "name", source)),
        // `Field[str]` is a `Field`.
        bases: bases
            .map(|base| {
                base.child_by_field_name("value").filter(|_| base.kind() == "subscript").unwrap_or(base)
            })
            .filter_map(|base| dotted_name(base, source))
            .collect(),
        docstring: docstring(definition, source),
        attributes: Vec::new(),
        fixtures: used
            .flat_map(|names| names.split(['"', '\'']).skip(1).step_by(2))
            .map(str::to_owned)
            .collect(),
    }
}

/// Returns the names that a statement imports.
fn imported(statement: Node<'_>, source: &str) -> Vec<Import> {
    let module = statement.child_by_field_name("module_name");
    let from = module.map(|module| text(module, source));
    // `from tabulate import tabulate` imports a name that its module has as well.
    let names = children(statement).filter(|child| Some(*child) != module);
    let mut imports = Vec::new();
    for node in names {
        let (name, alias) = match node.kind() {
            "aliased_import" => (field(node, "name", source), Some(field(node, "alias", source).to_owned())),
            "dotted_name" => (text(node, source), None),
            "wildcard_import" => ("*", None),
            _ => continue,
        };
        let name: String = name.split_whitespace().collect();
        imports.push(match from {
            Some(from) => {
                let module = from.trim_start_matches(['.', ' ']);
                let level = from[..from.len() - module.len()].matches('.').count();
                Import { module: module.split_whitespace().collect(), level, member: Some(name), alias }
            }
            None => Import { module: name, level: 0, member: None, alias },
        });
    }
    imports
}
