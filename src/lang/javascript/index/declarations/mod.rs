//! Reads the declarations of a source file from its syntax tree: functions, classes and objects, names and exports.
//!
//! ```text
//! tree ──walk──▶ functions, classes, objects ──prototypes, objects──▶ members, classes that are functions ──module──▶ names, exports
//!                   └─ holder: what gives a node its name      └─ extended: members and bases that statements give later
//! ```

mod classes;
mod expression;
mod extended;
mod functions;
mod holder;
mod module;
mod objects;
mod prototypes;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::iter;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use tree_sitter::{Node, Tree};

pub(in crate::lang::javascript) use expression::{Expr, destructured, returns, typed};

use super::Source;
use crate::lang::javascript::syntax::{
    DEEPEST, Dialect, Role, arguments, bare, is_function, named, role_of, roles, text,
};
use crate::lang::javascript::titles::TestCall;
use crate::lang::syntax::with_depth;
use crate::trace::test_code::is_test_code;
use functions::Variables;
use holder::name_of;
use objects::{Beside, is_named_object};

/// A file of a project. It is parsed when it is first asked for what it declares: of most files of a large project, nothing is.
#[derive(Debug)]
pub(in crate::lang::javascript) struct SourceFile {
    /// The path relative to the project's root.
    pub path: Arc<Path>,
    /// The same path, with `/` as separator.
    pub name: String,
    pub text: Arc<str>,
    pub is_test_code: bool,
    pub(super) declared: OnceLock<Declared>,
    /// The calls that declare tests and suites.
    pub(super) tests: OnceLock<Vec<TestCall>>,
}

/// The declarations of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::lang::javascript) struct Declared {
    pub functions: Vec<Function>,
    pub classes: Vec<Class>,
    /// The names at the margin, with what they mean.
    pub names: BTreeMap<String, Expr>,
    pub exports: BTreeMap<String, Expr>,
    /// The modules and objects that are exported with all their names: `export * from`, a spread.
    pub spread: Vec<Expr>,
    /// The value of `module.exports`.
    pub whole: Option<Expr>,
    /// The names that the file sets for all files: `global.pen = …`, and `pen = …` without a declaration.
    pub globals: BTreeMap<String, Expr>,
    /// The modules that are executed for what they do, not for what they export.
    pub executed: Vec<String>,
    /// The classes that are given to a function which is itself a parameter, as a plugin is, and what is given beside them, each with its
    /// place among the arguments.
    pub given_away: Vec<(String, usize)>,
    /// The interfaces that classes implement, each with its class.
    pub implemented: Vec<(String, usize)>,
    /// All functions, also those without a name, in the order of the source.
    pub spans: Vec<Span>,
}

/// The rows of a function, from 0, and the name by which a trace names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::lang::javascript) struct Span {
    pub rows: Range<usize>,
    pub name: String,
    /// The function, or the one with a name around it.
    pub function: Option<usize>,
}

/// A function with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::lang::javascript) struct Function {
    pub name: String,
    /// The name with that of its class or object.
    pub qualified: String,
    pub class: Option<usize>,
    pub kind: Kind,
    pub is_static: bool,
    /// The row, from 0, on which its source begins.
    pub first_row: usize,
    /// The bytes of its whole lines, without the end of the last one.
    pub source: Range<usize>,
    /// The bytes of the function itself.
    pub node: Range<usize>,
    pub docs: Option<String>,
    /// The type that it declares.
    pub result_type: Option<Expr>,
    /// The values that it returns, one for each `return`.
    pub results: Vec<Option<Expr>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lang::javascript) enum Kind {
    Called,
    Getter,
    Setter,
}

/// A class, a function with a prototype, or an object with functions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::lang::javascript) struct Class {
    pub name: String,
    pub is_object: bool,
    /// True for an object that a call is given to make something with its members.
    pub is_given: bool,
    pub base: Option<Expr>,
    pub methods: Vec<Method>,
    /// The members that are no functions.
    pub fields: Vec<Field>,
    /// The objects whose members an object has as well.
    pub spread: Vec<Expr>,
    pub constructor: Option<usize>,
    /// The place of the parameter that it is, in a function that adds members to any class that it is given.
    pub parameter: Option<usize>,
    pub docs: Option<String>,
    pub source: Range<usize>,
    pub first_row: usize,
}

impl Class {
    /// Returns true for members that are added to a class which another file declares.
    pub(super) fn is_added(&self) -> bool {
        !self.is_object && self.constructor.is_none() && self.source.is_empty()
    }
}

/// A function that is a member of a class or an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::lang::javascript) struct Method {
    pub name: String,
    pub function: usize,
    /// True for a member of the class itself.
    pub is_static: bool,
}

/// Another member of a class or an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::lang::javascript) struct Field {
    pub name: String,
    /// Its value; None where it is not known.
    pub value: Option<Expr>,
    /// True for a member of the class itself.
    pub is_static: bool,
}

impl Declared {
    /// Returns true for the name of a class, also of one that is declared beside an interface of its name.
    pub(super) fn is_class(&self, name: &str) -> bool {
        let mut classes = self.classes.iter().filter(|class| class.name == name && !class.is_object);
        classes.any(|class| match class.constructor {
            Some(constructor) => self.functions[constructor].class.is_some(),
            None => !class.source.is_empty(),
        })
    }
}

impl Function {
    /// Returns true for a function that is no member and is declared within another one, whose bytes are given.
    fn is_declared_in(&self, outer: &Range<usize>) -> bool {
        self.class.is_none() && outer.start < self.node.start && self.node.end <= outer.end
    }
}

impl SourceFile {
    pub(super) fn new(source: Source) -> SourceFile {
        let name = source.path.to_string_lossy().replace('\\', "/");
        SourceFile {
            is_test_code: is_test_code(&name),
            name,
            text: Arc::from(source.text),
            path: Arc::from(source.path),
            declared: OnceLock::new(),
            tests: OnceLock::new(),
        }
    }

    pub(super) fn dialect(&self) -> Dialect {
        Dialect::of(&self.path)
    }
}

impl Declared {
    /// Reads the declarations of a tree; none of one that is nested too deeply.
    pub(super) fn read(tree: &Tree, source: &str, dialect: Dialect) -> Declared {
        let mut declared = Declared::default();
        let mut reader = Reader {
            file: &mut declared,
            source,
            of_node: HashMap::new(),
            prototypes: HashMap::new(),
            returned: Vec::new(),
            known: HashSet::new(),
            made: HashMap::new(),
            same_as: HashMap::new(),
            objects: HashSet::new(),
            parameters: HashMap::new(),
        };
        if reader.declarations(tree, roles(dialect)).is_none() {
            return Declared::default();
        }
        reader.module(tree.root_node());
        declared
    }
}

struct Reader<'r> {
    file: &'r mut Declared,
    source: &'r str,
    /// The functions, classes and objects by their nodes.
    of_node: HashMap<usize, Expr>,
    /// The classes that functions with prototypes or members are, by name.
    prototypes: HashMap<String, usize>,
    /// The objects that functions return, each with the bytes of its function.
    returned: Vec<(usize, Range<usize>)>,
    /// The names that the file declares at its margin.
    known: HashSet<String>,
    /// The results of the functions that a function which runs at once is given, by the names of its parameters.
    made: HashMap<String, Expr>,
    /// The names that stand for `this` or a prototype: `const proto = Pen.prototype`.
    same_as: HashMap<String, String>,
    /// The variables that are declared as an object or a function, whose members are not those of a runtime's object of that name.
    objects: HashSet<String>,
    /// The places of the parameters of functions, by name.
    parameters: HashMap<String, usize>,
}

/// The surroundings of a node: the class or object, and the named function.
#[derive(Clone, Default)]
struct Around {
    depth: usize,
    name: String,
    class: Option<usize>,
    function: Option<usize>,
}

impl Reader<'_> {
    /// Reads the functions, classes and objects; None of a tree that is nested too deeply.
    fn declarations(&mut self, tree: &Tree, roles: &[Role]) -> Option<()> {
        let mut around: Vec<Around> = vec![Around::default()];
        let mut functions: Vec<(usize, Node<'_>)> = Vec::new();
        let mut assignments: Vec<Node<'_>> = Vec::new();
        let mut variables: Vec<Node<'_>> = Vec::new();
        let mut calls: Vec<Node<'_>> = Vec::new();
        for (node, depth) in with_depth(tree.root_node()) {
            if depth > DEEPEST {
                return None;
            }
            while around.len() > 1 && around.last().is_some_and(|last| last.depth >= depth) {
                around.pop();
            }
            let role = role_of(node, roles);
            match role {
                Role::Other => continue,
                Role::Call => {
                    calls.push(node);
                    continue;
                }
                Role::Assignment => {
                    self.stands_for(node.child_by_field_name("left"), node.child_by_field_name("right"));
                    assignments.push(node);
                    continue;
                }
                Role::Variable => {
                    let value = node.child_by_field_name("value").map(bare);
                    if value.is_some_and(|value| is_function(value) || value.kind() == "object") {
                        self.objects.insert(name_of(node, self.source).to_owned());
                    }
                    self.stands_for(node.child_by_field_name("name"), value);
                    variables.push(node);
                    continue;
                }
                Role::Function | Role::Class | Role::Object => {}
            }
            let outer = around.last().cloned().unwrap_or_default();
            if role == Role::Class {
                let class = self.class(node, &outer);
                let name = self.file.classes[class].name.clone();
                around.push(Around { depth, name, class: Some(class), function: None });
            } else if role == Role::Object && is_named_object(node, self.source) {
                let class = self.object(node, &outer);
                let name = self.file.classes[class].name.clone();
                around.push(Around { depth, name, class: Some(class), function: None });
            } else if role == Role::Function {
                let names = parameters_of(node).map(|parameter| text(parameter, self.source).to_owned());
                self.parameters.extend(names.enumerate().map(|(place, name)| (name, place)));
                let function = self.function(node, &outer);
                functions.extend(function.map(|function| (function, node)));
                let name = match function {
                    Some(function) => self.file.functions[function].qualified.clone(),
                    None if outer.name.is_empty() || outer.name == "<anonymous>" => "<anonymous>".to_owned(),
                    None => format!("{}.<anonymous>", outer.name.trim_end_matches(".<anonymous>")),
                };
                let owner = function.or(outer.function);
                self.file.spans.push(Span {
                    rows: node.start_position().row..node.end_position().row + 1,
                    name: name.clone(),
                    function: owner,
                });
                around.push(Around { depth, name, class: None, function: owner });
            }
        }
        let mut by_name: Variables<'_> = HashMap::new();
        for variable in &variables {
            by_name.entry(name_of(*variable, self.source)).or_default().push(*variable);
        }
        for assignment in assignments {
            self.assigned(assignment, &by_name);
        }
        for call in calls {
            self.extended(call);
            self.given_away(call);
        }
        self.prototypes();
        self.made_elsewhere(&variables);
        let beside = self.members_declared_beside();
        // What they return may be an object or a class within them.
        for (function, node) in functions {
            let declared = node.child_by_field_name("return_type");
            self.file.functions[function].result_type = declared.and_then(|declared| self.typed(declared));
            self.file.functions[function].results = self.results(node, function, &by_name);
        }
        // Until here they are found as functions of their maker.
        for Beside { function, object } in beside {
            let function = &mut self.file.functions[function];
            (function.class, function.is_static) = (Some(object), true);
        }
        Some(())
    }

    /// Remembers the classes that a call gives to a function that it knows only as a parameter, and what it gives beside them:
    /// `plugin(Pen, penOf)`.
    fn given_away(&mut self, call: Node<'_>) {
        let given = arguments(call).into_iter().enumerate().filter(|(_, given)| given.kind() == "identifier");
        let given: Vec<(usize, &str)> = given.map(|(place, name)| (place, text(name, self.source))).collect();
        let has_class = given.iter().any(|(_, name)| name.starts_with(char::is_uppercase));
        let Some(called) = call.child_by_field_name("function").filter(|_| has_class) else { return };
        let mut around = iter::successors(call.parent(), Node::parent).filter(|node| is_function(*node));
        let is_parameter = called.kind() == "identifier"
            && around.any(|function| {
                let mut parameters = parameters_of(function);
                parameters.any(|parameter| text(parameter, self.source) == text(called, self.source))
            });
        if is_parameter {
            let given = given.into_iter().map(|(place, name)| (name.to_owned(), place));
            self.file.given_away.extend(given);
        }
    }

    fn text(&self, node: Node<'_>) -> String {
        text(node, self.source).to_owned()
    }

    /// Returns the object of an annotation.
    fn typed(&self, annotation: Node<'_>) -> Option<Expr> {
        typed(annotation, self.source)
    }

    /// Returns an expression, as far as it names what it is.
    fn expr(&self, node: Node<'_>) -> Option<Expr> {
        expression::expr(node, self.source, &|node| self.of_node.get(&node.id()).cloned())
    }
}

/// Returns the names of a function's parameters that have one, in their order.
fn parameters_of(function: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let only = function.child_by_field_name("parameter");
    let listed = function.child_by_field_name("parameters").into_iter().flat_map(named);
    only.into_iter().chain(listed).map(|parameter| match parameter.kind() {
        "required_parameter" | "optional_parameter" => {
            parameter.child_by_field_name("pattern").unwrap_or(parameter)
        }
        "assignment_pattern" => parameter.child_by_field_name("left").unwrap_or(parameter),
        _ => parameter,
    })
}
