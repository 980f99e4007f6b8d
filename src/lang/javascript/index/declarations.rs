//! Reads the declarations of a source file from its syntax tree: functions, classes and objects, names and exports.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::iter;
use std::mem;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use tree_sitter::{Node, Tree};

use super::super::syntax::{
    DEEPEST, Dialect, Role, arguments, bare, children, descendants, documentation_before, field, is_function,
    key_name, named, role_of, roles, string_text, text,
};
use super::super::titles::TestCall;
use super::Source;
use crate::lang::syntax::with_depth;
use crate::trace::test_code::is_test_code;

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
    /// An object of a class.
    New(Box<Expr>),
    Function(usize),
    Class(usize),
}

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
    pub base: Option<Expr>,
    /// The functions, with true for those of the class itself.
    pub members: Vec<(String, usize, bool)>,
    /// Other members with their values, with true for those of the class itself.
    pub fields: Vec<(String, Option<Expr>, bool)>,
    /// The objects whose members an object has as well.
    pub spread: Vec<Expr>,
    pub constructor: Option<usize>,
    pub docs: Option<String>,
    pub source: Range<usize>,
    pub first_row: usize,
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
        };
        if reader.declarations(tree, roles(dialect)).is_none() {
            return Declared::default();
        }
        reader.module(tree.root_node());
        declared
    }
}

/// The nodes between a value and the declaration as a whole.
const WITHIN_DECLARATIONS: [&str; 10] = [
    "export_statement",
    "ambient_declaration",
    "expression_statement",
    "parenthesized_expression",
    "as_expression",
    "satisfies_expression",
    "variable_declarator",
    "pair",
    "field_definition",
    "public_field_definition",
];

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
    fn text(&self, node: Node<'_>) -> String {
        text(node, self.source).to_owned()
    }

    /// Reads the functions, classes and objects; None of a tree that is nested too deeply.
    fn declarations(&mut self, tree: &Tree, roles: &[Role]) -> Option<()> {
        let mut around: Vec<Around> = vec![Around::default()];
        let mut functions: Vec<(usize, Node<'_>)> = Vec::new();
        let (mut assignments, mut variables): (Vec<Node<'_>>, Vec<Node<'_>>) = (Vec::new(), Vec::new());
        for (node, depth) in with_depth(tree.root_node()) {
            if depth > DEEPEST {
                return None;
            }
            while around.len() > 1 && around.last().is_some_and(|last| last.depth >= depth) {
                around.pop();
            }
            let role = role_of(node, roles);
            match role {
                Role::Call | Role::Other => continue,
                Role::Assignment => assignments.push(node),
                Role::Variable => variables.push(node),
                Role::Function | Role::Class | Role::Object => {}
            }
            let outer = around.last().cloned().unwrap_or_default();
            if role == Role::Class {
                let class = self.class(node, &outer);
                let name = self.file.classes[class].name.clone();
                around.push(Around { depth, name, class: Some(class), function: None });
            } else if role == Role::Object && self.is_named_object(node) {
                let class = self.object(node, &outer);
                let name = self.file.classes[class].name.clone();
                around.push(Around { depth, name, class: Some(class), function: None });
            } else if role == Role::Function {
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
        for assignment in assignments {
            self.named_member(assignment);
        }
        self.prototypes();
        self.made_elsewhere(&variables);
        self.returned();
        // What they return may be an object or a class within them.
        for (function, node) in functions {
            let declared = node.child_by_field_name("return_type");
            self.file.functions[function].result_type = declared.and_then(|declared| self.typed(declared));
            self.file.functions[function].results = self.results(node, function);
        }
        Some(())
    }

    /// Returns true for an object that a name, an export or another such object holds, or that a function makes with functions.
    fn is_named_object(&self, node: Node<'_>) -> bool {
        named(node).next().is_some() && (self.holder(node).is_some() || self.maker(node).is_some())
    }

    /// Returns the function that returns an object with functions.
    fn maker<'n>(&self, node: Node<'n>) -> Option<Node<'n>> {
        let mut at = node;
        let mut parent = at.parent()?;
        while matches!(parent.kind(), "parenthesized_expression" | "as_expression" | "satisfies_expression") {
            at = parent;
            parent = at.parent()?;
        }
        let maker = match parent.kind() {
            "return_statement" => {
                let mut around = parent.parent()?;
                while !is_function(around) {
                    around = around.parent()?;
                }
                around
            }
            "arrow_function" if parent.child_by_field_name("body") == Some(at) => parent,
            _ => return None,
        };
        let body = text(maker, self.source);
        let has_function = named(node).any(|member| match member.kind() {
            "method_definition" => true,
            "pair" => member.child_by_field_name("value").is_some_and(|value| {
                let value = bare(value);
                is_function(value)
                    || value.kind() == "identifier" && declares_function(body, text(value, self.source))
            }),
            // A function of the same name is declared beside the object.
            "shorthand_property_identifier" => declares_function(body, text(member, self.source)),
            _ => false,
        });
        has_function.then_some(maker)
    }

    /// Gives the objects that functions return the functions that are declared beside them.
    fn returned(&mut self) {
        for (class, maker) in mem::take(&mut self.returned) {
            let functions = &self.file.functions;
            let beside = |name: &str| {
                functions.iter().position(|function| {
                    let is_within = maker.start < function.node.start && function.node.end <= maker.end;
                    function.name == name && function.class.is_none() && is_within
                })
            };
            let object = &mut self.file.classes[class];
            let members = &mut object.members;
            object.fields.retain(|(name, value, _)| {
                let is_short = *value == Some(Expr::Name(name.clone()));
                let Some(function) = is_short.then(|| beside(name)).flatten() else { return true };
                members.push((name.clone(), function, true));
                false
            });
        }
    }

    /// Returns the node that gives a value its name: a variable, a pair, an assignment, a field or an export.
    fn holder<'n>(&self, node: Node<'n>) -> Option<Node<'n>> {
        let mut at = node;
        loop {
            let parent = at.parent()?;
            match parent.kind() {
                "parenthesized_expression"
                | "as_expression"
                | "satisfies_expression"
                | "non_null_expression"
                | "await_expression" => at = parent,
                // `Object.freeze({…})`, `memo(() => …)`: the name is that of what is given.
                "arguments" => {
                    let call = parent.parent()?;
                    let function = field(call, "function", self.source);
                    let is_passed_on = matches!(
                        function,
                        "Object.freeze"
                            | "Object.seal"
                            | "memo"
                            | "React.memo"
                            | "forwardRef"
                            | "React.forwardRef"
                            | "observer"
                            | "useCallback"
                    );
                    if !is_passed_on || named(parent).next() != Some(at) {
                        return None;
                    }
                    at = call;
                }
                "variable_declarator" | "field_definition" | "public_field_definition" | "pair" => {
                    return (parent.child_by_field_name("value") == Some(at)).then_some(parent);
                }
                "assignment_expression" => {
                    return (parent.child_by_field_name("right") == Some(at)).then_some(parent);
                }
                "export_statement" => return Some(parent),
                _ => return None,
            }
        }
    }

    /// Returns the name that a holder gives; None if it has none.
    fn held_name(&self, holder: Node<'_>) -> Option<String> {
        match holder.kind() {
            "variable_declarator" => {
                let name = holder.child_by_field_name("name")?;
                (name.kind() == "identifier").then(|| self.text(name))
            }
            "field_definition" => Some(
                key_name(holder.child_by_field_name("property")?, self.source)
                    .trim_start_matches('#')
                    .to_owned(),
            ),
            "public_field_definition" => Some(
                key_name(holder.child_by_field_name("name")?, self.source).trim_start_matches('#').to_owned(),
            ),
            "pair" => Some(key_name(holder.child_by_field_name("key")?, self.source).to_owned()),
            "assignment_expression" => {
                let left = holder.child_by_field_name("left")?;
                match left.kind() {
                    "identifier" => Some(self.text(left)),
                    "member_expression" => {
                        let property = field(left, "property", self.source);
                        let is_module = text(left, self.source) == "module.exports";
                        Some(if is_module {
                            "default".to_owned()
                        } else {
                            property.trim_start_matches('#').to_owned()
                        })
                    }
                    _ => None,
                }
            }
            "export_statement" => Some("default".to_owned()),
            _ => None,
        }
    }

    /// Returns the node of a declaration as a whole: with `export`, `const`, and a semicolon.
    fn declaration<'n>(&self, node: Node<'n>) -> Node<'n> {
        let mut at = node;
        while let Some(parent) = at.parent() {
            let is_part = match parent.kind() {
                "lexical_declaration" | "variable_declaration" => {
                    named(parent).filter(|child| child.kind() == "variable_declarator").count() == 1
                }
                // `exports.a = exports.b = …`
                "assignment_expression" => parent.child_by_field_name("right") == Some(at),
                "arguments" | "call_expression" => {
                    self.holder(node).is_some_and(|holder| holder.start_byte() < parent.start_byte())
                }
                kind => WITHIN_DECLARATIONS.contains(&kind),
            };
            if !is_part {
                break;
            }
            at = parent;
        }
        at
    }

    /// Returns the first row and the bytes of the whole lines of a declaration.
    fn lines(&self, start: usize, end: usize) -> Range<usize> {
        let first = self.source[..start].rfind('\n').map_or(0, |at| at + 1);
        let last = self.source[end..].find('\n').map_or(self.source.len(), |at| end + at);
        let last = if self.source[..last].ends_with('\r') { last - 1 } else { last };
        first..last.max(first)
    }

    /// Returns the place from which a declaration's documentation is searched upwards: before its decorators and overloads.
    fn start_of<'n>(&self, node: Node<'n>) -> usize {
        let mut first = node;
        let before = |node: Node<'n>| {
            let mut before = node.prev_named_sibling();
            while let Some(comment) = before.filter(|before| before.kind() == "comment") {
                before = comment.prev_named_sibling();
            }
            before
        };
        while let Some(before) = before(first) {
            match before.kind() {
                "decorator" => first = before,
                kind if kind.ends_with("_signature") && self.name_of(before) == self.name_of(node) => {
                    first = before;
                }
                "export_statement" if node.kind() == "export_statement" => {
                    let declared = |node: Node<'n>| node.child_by_field_name("declaration");
                    let is_overload = declared(before)
                        .is_some_and(|declared| declared.kind() == "function_signature")
                        && declared(before).map(|node| self.name_of(node))
                            == declared(node).map(|node| self.name_of(node));
                    if !is_overload {
                        break;
                    }
                    first = before;
                }
                _ => break,
            }
        }
        first.start_byte()
    }

    fn name_of(&self, node: Node<'_>) -> &str {
        field(node, "name", self.source)
    }

    /// Adds a function; returns None for one without a name.
    fn function(&mut self, node: Node<'_>, around: &Around) -> Option<usize> {
        let (name, class, is_static) = self.function_name(node, around)?;
        let kind = kind_of(node);
        let whole = self.declaration(node);
        let start = self.start_of(whole);
        let docs = documentation_before(self.source, start);
        let source = self.lines(start, whole.end_byte());
        let qualified = match class {
            Some(class) if !self.file.classes[class].name.is_empty() => {
                format!("{}.{name}", self.file.classes[class].name)
            }
            None if !around.name.is_empty() => {
                format!("{}.{name}", around.name.trim_end_matches(".<anonymous>"))
            }
            _ => name.clone(),
        };
        let function = Function {
            qualified,
            class,
            kind,
            is_static,
            first_row: self.source[..source.start].matches('\n').count(),
            source,
            node: node.byte_range(),
            docs,
            result_type: None,
            results: Vec::new(),
            name: name.clone(),
        };
        let index = self.file.functions.len();
        self.file.functions.push(function);
        if let Some(class) = class {
            let class = &mut self.file.classes[class];
            if name == "constructor" && !class.is_object {
                class.constructor = Some(index);
            } else {
                class.members.push((name, index, is_static || class.is_object));
            }
        }
        self.of_node.insert(node.id(), Expr::Function(index));
        Some(index)
    }

    /// Returns the name of a function, the class or object that it is a member of, and true if it is one of the class itself.
    fn function_name(&mut self, node: Node<'_>, around: &Around) -> Option<(String, Option<usize>, bool)> {
        match node.kind() {
            "method_definition" => {
                let name = key_name(node.child_by_field_name("name")?, self.source)
                    .trim_start_matches('#')
                    .to_owned();
                let is_static = children(node).any(|child| child.kind() == "static");
                // A method of an object without a name has one all the same.
                Some((name, around.class, is_static))
            }
            "function_declaration" | "generator_function_declaration" => {
                let name = self.name_of(node).to_owned();
                Some((if name.is_empty() { "default".to_owned() } else { name }, None, false))
            }
            _ => {
                let holder = self.holder(node)?;
                let name = self.held_name(holder)?;
                match holder.kind() {
                    "field_definition" | "public_field_definition" => {
                        Some((name, around.class, children(holder).any(|child| child.kind() == "static")))
                    }
                    "pair" => {
                        around.class.map(|class| (name, Some(class), self.file.classes[class].is_object))
                    }
                    "assignment_expression" => {
                        let left = holder.child_by_field_name("left")?;
                        if text(left, self.source) == "module.exports" {
                            let own = self.name_of(node);
                            let name = if own.is_empty() { name } else { own.to_owned() };
                            return Some((name, None, false));
                        }
                        Some(self.assigned_member(left, name))
                    }
                    _ => Some((name, None, false)),
                }
            }
        }
    }

    /// Returns the member that an assignment makes: of `Pen.prototype`, of `Pen`, of `exports`, or of `this`.
    fn assigned_member(&mut self, left: Node<'_>, name: String) -> (String, Option<usize>, bool) {
        let Some(object) = left.child_by_field_name("object") else { return (name, None, false) };
        let owner = text(object, self.source);
        if let Some(class) = owner.strip_suffix(".prototype") {
            return (name, Some(self.prototype(class)), false);
        }
        if matches!(owner, "exports" | "module.exports" | "this") || owner.contains('.') {
            return (name, None, false);
        }
        let known = self.file.classes.iter().position(|class| class.name == owner);
        // A function may have functions as its members.
        let mut functions = self.file.functions.iter();
        let is_function = functions.any(|function| function.name == owner && function.class.is_none());
        match known.or_else(|| is_function.then(|| self.prototype(owner))) {
            Some(class) => (name, Some(class), true),
            None => (name, None, false),
        }
    }

    /// Adds the member that an assignment of a name makes: `Pen.prototype.draw = draw`.
    fn named_member(&mut self, assignment: Node<'_>) {
        let (left, right) = (assignment.child_by_field_name("left"), assignment.child_by_field_name("right"));
        let Some((left, right)) = left
            .zip(right.map(bare))
            .filter(|(left, right)| left.kind() == "member_expression" && right.kind() == "identifier")
        else {
            return;
        };
        let owner = field(left, "object", self.source);
        let class = match owner.strip_suffix(".prototype") {
            Some(class) => Some((self.prototype(class), false)),
            None => {
                let known =
                    self.file.classes.iter().position(|class| class.name == owner && !owner.is_empty());
                known.map(|class| (class, true))
            }
        };
        if let Some((class, is_static)) = class {
            let name = field(left, "property", self.source).to_owned();
            let value = Expr::Name(self.text(right));
            self.file.classes[class].fields.push((name, Some(value), is_static));
        }
    }

    /// Gives classes that a call makes what that call gives: `const Pen = tool(…)`, of which `Pen.prototype` has more members.
    fn made_elsewhere(&mut self, variables: &[Node<'_>]) {
        for (name, class) in self.prototypes.clone() {
            if self.file.classes[class].constructor.is_some() {
                continue;
            }
            let value = variables
                .iter()
                .find(|variable| self.name_of(**variable) == name)
                .and_then(|variable| variable.child_by_field_name("value"))
                .filter(|value| bare(*value).kind() == "call_expression");
            self.file.classes[class].base = value.and_then(|value| self.expr(value));
        }
    }

    /// Returns the class that a function with a prototype is.
    fn prototype(&mut self, name: &str) -> usize {
        let simple = name.rsplit('.').next().unwrap_or(name).to_owned();
        if let Some(known) = self.file.classes.iter().position(|class| class.name == simple) {
            return known;
        }
        let index = self.file.classes.len();
        self.file.classes.push(Class { name: simple.clone(), ..Class::default() });
        self.prototypes.insert(simple, index);
        index
    }

    /// Gives classes that are functions their constructors.
    fn prototypes(&mut self) {
        for (name, class) in self.prototypes.clone() {
            let constructor = self
                .file
                .functions
                .iter()
                .position(|function| function.name == name && function.class.is_none());
            if let Some(constructor) = constructor {
                let Function { docs, source, first_row, node, .. } = self.file.functions[constructor].clone();
                let class_of = &mut self.file.classes[class];
                class_of.constructor = Some(constructor);
                class_of.docs = docs;
                class_of.source = source;
                class_of.first_row = first_row;
                let bytes = self.source.get(node).unwrap_or("").to_owned();
                let fields = fields_of_this(&bytes);
                self.file.classes[class].fields.extend(fields.into_iter().map(|field| (field, None, false)));
                for value in self.of_node.values_mut() {
                    if *value == Expr::Function(constructor) {
                        *value = Expr::Class(class);
                    }
                }
            }
        }
    }

    fn class(&mut self, node: Node<'_>, around: &Around) -> usize {
        let own = self.name_of(node).to_owned();
        let own = if own.is_empty() {
            self.holder(node).and_then(|holder| self.held_name(holder)).unwrap_or_default()
        } else {
            own
        };
        let own = if own.is_empty() && node.parent().is_some_and(|parent| parent.kind() == "export_statement")
        {
            "default".to_owned()
        } else {
            own
        };
        let name = match around.name.trim_end_matches(".<anonymous>") {
            "" | "<anonymous>" => own,
            outer => format!("{outer}.{own}"),
        };
        let heritage = children(node).find(|child| child.kind() == "class_heritage");
        let base = heritage.and_then(|heritage| {
            let clause = named(heritage).find(|child| child.kind() == "extends_clause");
            match clause {
                Some(clause) => clause.child_by_field_name("value"),
                None => named(heritage).next().filter(|child| child.kind() != "implements_clause"),
            }
        });
        let base = base.and_then(|base| self.expr(base));
        let whole = self.declaration(node);
        let start = self.start_of(whole);
        let source = self.lines(start, whole.end_byte());
        let mut class = Class {
            name,
            base,
            docs: documentation_before(self.source, start),
            first_row: self.source[..source.start].matches('\n').count(),
            source,
            ..Class::default()
        };
        for member in node.child_by_field_name("body").into_iter().flat_map(named) {
            let is_static = children(member).any(|child| child.kind() == "static");
            match member.kind() {
                "field_definition" | "public_field_definition" => {
                    let value = member.child_by_field_name("value");
                    if value.is_some_and(|value| is_function(bare(value))) {
                        continue;
                    }
                    let name =
                        member.child_by_field_name("name").or_else(|| member.child_by_field_name("property"));
                    let Some(name) = name.map(|name| key_name(name, self.source).to_owned()) else {
                        continue;
                    };
                    let declared =
                        member.child_by_field_name("type").and_then(|annotation| self.typed(annotation));
                    let value = declared.or_else(|| value.and_then(|value| self.expr(value)));
                    class.fields.push((name.trim_start_matches('#').to_owned(), value, is_static));
                }
                "method_definition" if self.name_of(member) == "constructor" => {
                    self.constructor_fields(member, &mut class);
                }
                _ => {}
            }
        }
        let index = self.file.classes.len();
        self.file.classes.push(class);
        self.of_node.insert(node.id(), Expr::Class(index));
        index
    }

    /// Adds the fields that a constructor declares or sets.
    fn constructor_fields(&self, constructor: Node<'_>, class: &mut Class) {
        for parameter in constructor.child_by_field_name("parameters").into_iter().flat_map(named) {
            let is_field = children(parameter)
                .any(|child| matches!(child.kind(), "accessibility_modifier" | "readonly"));
            if is_field && let Some(name) = parameter.child_by_field_name("pattern") {
                let declared =
                    parameter.child_by_field_name("type").and_then(|annotation| self.typed(annotation));
                class.fields.push((self.text(name), declared, false));
            }
        }
        for node in constructor.child_by_field_name("body").into_iter().flat_map(descendants) {
            if node.kind() != "assignment_expression" {
                continue;
            }
            let Some(left) = node.child_by_field_name("left") else { continue };
            let is_own = left.kind() == "member_expression" && field(left, "object", self.source) == "this";
            let value = node.child_by_field_name("right");
            if is_own && !value.is_some_and(|value| is_function(bare(value))) {
                let name = field(left, "property", self.source).trim_start_matches('#').to_owned();
                class.fields.push((name, value.and_then(|value| self.expr(value)), false));
            }
        }
    }

    /// Adds an object; one that is the prototype of a class has members of that class.
    fn object(&mut self, node: Node<'_>, around: &Around) -> usize {
        let holder = self.holder(node);
        let assigned = holder.and_then(|holder| holder.child_by_field_name("left"));
        let owner = assigned.and_then(|left| text(left, self.source).strip_suffix(".prototype"));
        if let Some(class) = owner.map(|owner| self.prototype(owner)) {
            let fields = self.object_members(node).0.into_iter();
            self.file.classes[class].fields.extend(fields.map(|(name, value)| (name, value, false)));
            return class;
        }
        let own = holder.and_then(|holder| self.held_name(holder)).unwrap_or_default();
        let maker = if holder.is_none() { self.maker(node) } else { None };
        let name = match (around.class.map(|_| &*around.name), &*own) {
            _ if maker.is_some() => around.name.trim_end_matches(".<anonymous>").to_owned(),
            (_, "default") => String::new(),
            (Some(outer), own) if !outer.is_empty() => format!("{outer}.{own}"),
            (_, own) => own.to_owned(),
        };
        let (fields, spread) = self.object_members(node);
        let fields = fields.into_iter().map(|(name, value)| (name, value, true)).collect();
        let class = Class { name, is_object: true, fields, spread, ..Class::default() };
        let index = self.file.classes.len();
        self.file.classes.push(class);
        self.of_node.insert(node.id(), Expr::Class(index));
        self.returned.extend(maker.map(|maker| (index, maker.byte_range())));
        // A nested object is a member that its own functions are found in.
        if let (Some(outer), Some(holder)) = (around.class, holder)
            && holder.kind() == "pair"
        {
            for field in &mut self.file.classes[outer].fields {
                if field.0 == own && field.1.is_none() {
                    field.1 = Some(Expr::Class(index));
                }
            }
        }
        index
    }

    /// Returns the members of an object that are no functions, and the objects whose members it has as well.
    fn object_members(&self, object: Node<'_>) -> (Vec<(String, Option<Expr>)>, Vec<Expr>) {
        let (mut fields, mut spread) = (Vec::new(), Vec::new());
        for member in named(object) {
            match member.kind() {
                "shorthand_property_identifier" => {
                    let name = self.text(member);
                    fields.push((name.clone(), Some(Expr::Name(name))));
                }
                "pair" => {
                    let (key, value) =
                        (member.child_by_field_name("key"), member.child_by_field_name("value"));
                    if let (Some(key), Some(value)) = (key, value)
                        && !is_function(bare(value))
                    {
                        fields.push((key_name(key, self.source).to_owned(), self.expr(value)));
                    }
                }
                "spread_element" => {
                    spread.extend(named(member).next().and_then(|value| self.expr(value)));
                }
                _ => {}
            }
        }
        (fields, spread)
    }

    /// Returns what a function returns; a function without a name that it makes is known by its maker.
    fn results(&self, function: Node<'_>, own: usize) -> Vec<Option<Expr>> {
        let Some(body) = function.child_by_field_name("body") else { return Vec::new() };
        let made = |value: Node<'_>| is_function(bare(value)).then_some(Expr::Function(own));
        if body.kind() != "statement_block" {
            return vec![self.expr(body).or_else(|| made(body))];
        }
        let within = function.byte_range();
        let result =
            |value| self.declared_within(value, &within).or_else(|| self.expr(value)).or_else(|| made(value));
        returns(body).map(|value| value.and_then(result)).collect()
    }

    /// Returns the function, or the class, that a function declares within itself and returns by its name.
    fn declared_within(&self, value: Node<'_>, maker: &Range<usize>) -> Option<Expr> {
        let mut value = bare(value);
        if value.kind() == "call_expression"
            && matches!(field(value, "function", self.source), "Object.freeze" | "Object.seal")
        {
            value = bare(*arguments(value).first()?);
        }
        let name = (value.kind() == "identifier").then(|| text(value, self.source))?;
        let class = self.prototypes.get(name).copied();
        let mut functions = self.file.functions.iter().enumerate();
        let function = functions.find(|(_, function)| {
            let is_within = maker.start < function.node.start && function.node.end <= maker.end;
            function.name == name && function.class.is_none() && is_within
        });
        match (function, class) {
            (Some((place, _)), Some(class)) if self.file.classes[class].constructor == Some(place) => {
                Some(Expr::Class(class))
            }
            (Some((place, _)), _) => Some(Expr::Function(place)),
            (None, Some(class)) if self.file.classes[class].base.is_some() => Some(Expr::Class(class)),
            (None, _) => None,
        }
    }

    /// Returns the object of an annotation.
    fn typed(&self, annotation: Node<'_>) -> Option<Expr> {
        typed(annotation, self.source)
    }

    /// Returns an expression, as far as it names what it is.
    fn expr(&self, node: Node<'_>) -> Option<Expr> {
        expr(node, self.source, &|node| self.of_node.get(&node.id()).cloned())
    }

    /// Reads the names and exports of the module.
    fn module(&mut self, root: Node<'_>) {
        for statement in named(root) {
            self.statement(statement, false);
        }
        // What `var` declares in a block is known at the margin, too.
        for statement in in_blocks(root) {
            self.statement(statement, false);
        }
        for run in run_at_once(root) {
            self.run_at_once(&run);
        }
    }

    /// Reads the names and exports of a function that runs at once, and of those that it is given: they are a module's, too.
    fn run_at_once(&mut self, run: &RunAtOnce<'_>) {
        let margin = self.file.names.clone();
        let parameters = run.function.child_by_field_name("parameters").into_iter().flat_map(named);
        let names: Vec<String> = parameters.map(|parameter| self.text(parameter)).collect();
        let functions = run.given.iter().map(|given| bare(*given)).filter(|given| is_function(*given));
        let functions: Vec<Node<'_>> = iter::once(run.function).chain(functions).collect();
        for body in functions.iter().filter_map(|function| function.child_by_field_name("body")) {
            for statement in named(body).chain(in_blocks(body)) {
                self.statement(statement, false);
            }
        }
        // What the margin itself declares counts.
        self.file.names.extend(margin);
        for (name, given) in names.into_iter().zip(&run.given) {
            let made = functions.contains(&bare(*given)).then(|| self.returned_last(bare(*given))).flatten();
            self.made.extend(made.map(|made| (name, made)));
        }
        // `typeof module === 'object' ? module.exports = make() : …`
        let assignments: Vec<Node<'_>> =
            descendants(run.function).filter(|node| node.kind() == "assignment_expression").collect();
        for assignment in assignments {
            if matches!(field(assignment, "left", self.source), "module.exports" | "exports") {
                self.exported_by_assignment(assignment);
            }
        }
    }

    /// Returns what the last `return` of a function gives.
    fn returned_last(&self, function: Node<'_>) -> Option<Expr> {
        let body = function.child_by_field_name("body")?;
        let value = if body.kind() == "statement_block" { returns(body).last()?? } else { body };
        self.of_node.get(&bare(value).id()).cloned().or_else(|| self.expr(value))
    }

    fn statement(&mut self, statement: Node<'_>, is_exported: bool) {
        match statement.kind() {
            "import_statement" => self.import(statement),
            "export_statement" => self.export(statement),
            "lexical_declaration" | "variable_declaration" => {
                for declarator in named(statement).filter(|child| child.kind() == "variable_declarator") {
                    for (name, value) in self.declared(declarator) {
                        self.name(name, value, is_exported);
                    }
                }
            }
            "expression_statement" => {
                if let Some(expression) = named(statement).next() {
                    self.exported_by_assignment(expression);
                    self.file.executed.extend(required(expression, self.source));
                }
            }
            "ambient_declaration" => {
                for inner in named(statement) {
                    self.statement(inner, is_exported);
                }
            }
            "internal_module" | "module" => {}
            _ => {
                if let Some(value) = self.of_node.get(&statement.id()).cloned() {
                    let name = self.name_of(statement).to_owned();
                    self.name(name, Some(value), is_exported);
                }
            }
        }
    }

    fn name(&mut self, name: String, value: Option<Expr>, is_exported: bool) {
        self.known.insert(name.clone());
        if is_exported {
            self.file.exports.insert(name.clone(), Expr::Name(name.clone()));
        }
        if let Some(value) = value {
            self.file.names.insert(name, value);
        }
    }

    /// Returns the names that a declaration gives, with their values.
    fn declared(&self, declarator: Node<'_>) -> Vec<(String, Option<Expr>)> {
        let (Some(name), value) =
            (declarator.child_by_field_name("name"), declarator.child_by_field_name("value"))
        else {
            return Vec::new();
        };
        let value = value.and_then(|value| self.expr(value));
        if name.kind() == "identifier" {
            let declared =
                declarator.child_by_field_name("type").and_then(|annotation| self.typed(annotation));
            let value = match value {
                Some(value @ (Expr::Function(_) | Expr::Class(_))) => Some(value),
                value => declared.or(value),
            };
            return vec![(self.text(name), value)];
        }
        destructured(name, self.source)
            .into_iter()
            .map(|(variable, key)| {
                let member = value.clone().map(|value| match (value, &key) {
                    (Expr::Module(module), Some(key)) => Expr::Import(module, key.clone()),
                    (value, Some(key)) => Expr::Member(Box::new(value), key.clone()),
                    (value, None) => Expr::Member(Box::new(value), String::new()),
                });
                (variable, member)
            })
            .collect()
    }

    fn import(&mut self, statement: Node<'_>) {
        let source = |node: Node<'_>| {
            node.child_by_field_name("source").and_then(|source| string_text(source, self.source))
        };
        if let Some(required) = named(statement).find(|child| child.kind() == "import_require_clause") {
            let module = source(required);
            let name = named(required).next().map(|name| self.text(name));
            self.file.names.extend(name.zip(module.map(Expr::Module)));
            return;
        }
        let Some(module) = source(statement) else { return };
        if !named(statement).any(|child| child.kind() == "import_clause") {
            self.file.executed.push(module.clone());
        }
        for clause in named(statement)
            .filter(|child| child.kind() == "import_clause")
            .flat_map(|clause| named(clause).collect::<Vec<_>>())
        {
            match clause.kind() {
                "identifier" => {
                    let name = self.text(clause);
                    self.file.names.insert(name, Expr::Import(module.clone(), "default".to_owned()));
                }
                "namespace_import" => {
                    if let Some(name) = named(clause).next() {
                        let name = self.text(name);
                        self.file.names.insert(name, Expr::Module(module.clone()));
                    }
                }
                "named_imports" => {
                    for specifier in named(clause).filter(|child| child.kind() == "import_specifier") {
                        let Some(name) = specifier.child_by_field_name("name") else { continue };
                        let alias = specifier.child_by_field_name("alias").unwrap_or(name);
                        let (name, alias) = (key_name(name, self.source).to_owned(), self.text(alias));
                        self.file.names.insert(alias, Expr::Import(module.clone(), name));
                    }
                }
                _ => {}
            }
        }
    }

    fn export(&mut self, statement: Node<'_>) {
        let module =
            statement.child_by_field_name("source").and_then(|source| string_text(source, self.source));
        let is_default = children(statement).any(|child| child.kind() == "default");
        if let Some(declaration) = statement.child_by_field_name("declaration") {
            if is_default {
                let name = self.name_of(declaration).to_owned();
                let value = self.of_node.get(&declaration.id()).cloned();
                if !name.is_empty() {
                    self.name(name, value.clone(), false);
                }
                self.file.exports.extend(value.map(|value| ("default".to_owned(), value)));
            } else {
                self.statement(declaration, true);
            }
            return;
        }
        if is_default {
            let value = statement.child_by_field_name("value").or_else(|| named(statement).next());
            let value =
                value.and_then(|value| self.of_node.get(&value.id()).cloned().or_else(|| self.expr(value)));
            self.file.exports.extend(value.map(|value| ("default".to_owned(), value)));
            return;
        }
        for child in named(statement) {
            match child.kind() {
                "export_clause" => {
                    for specifier in named(child).filter(|child| child.kind() == "export_specifier") {
                        let Some(name) = specifier.child_by_field_name("name") else { continue };
                        let alias = specifier.child_by_field_name("alias").unwrap_or(name);
                        let (name, alias) =
                            (key_name(name, self.source).to_owned(), key_name(alias, self.source).to_owned());
                        let value = match &module {
                            Some(module) => Expr::Import(module.clone(), name),
                            None => Expr::Name(name),
                        };
                        self.file.exports.insert(alias, value);
                    }
                }
                "namespace_export" => {
                    let name = named(child).next().map(|name| key_name(name, self.source).to_owned());
                    self.file.exports.extend(name.zip(module.clone().map(Expr::Module)));
                }
                // `export = x`
                "identifier" if children(statement).any(|child| child.kind() == "=") => {
                    self.file.whole = Some(Expr::Name(self.text(child)));
                }
                _ => {}
            }
        }
        if children(statement).any(|child| child.kind() == "*") {
            self.file.spread.extend(module.map(Expr::Module));
        }
    }

    /// Reads `module.exports = …`, `exports.a = …`, and assignments to names at the margin.
    fn exported_by_assignment(&mut self, expression: Node<'_>) {
        let mut at = expression;
        let mut targets = Vec::new();
        while at.kind() == "assignment_expression" {
            targets.extend(at.child_by_field_name("left"));
            match at.child_by_field_name("right") {
                Some(right) => at = right,
                None => return,
            }
        }
        let value = self.of_node.get(&at.id()).cloned().or_else(|| self.expr(at));
        let value = match value {
            Some(Expr::Call(called)) => match &*called {
                Expr::Name(name) if self.made.contains_key(name) => self.made.get(name).cloned(),
                _ => Some(Expr::Call(called)),
            },
            value => value,
        };
        for target in targets {
            let path = text(target, self.source);
            let global =
                ["global.", "globalThis.", "window."].iter().find_map(|start| path.strip_prefix(start));
            if let Some(global) = global.or_else(|| (!self.known.contains(path)).then_some(path))
                && is_name(global)
            {
                self.file.globals.extend(value.clone().map(|value| (global.to_owned(), value)));
                continue;
            }
            if target.kind() == "identifier" {
                if let Some(value) = &value {
                    self.file.names.entry(path.to_owned()).or_insert_with(|| value.clone());
                }
                continue;
            }
            let name = ["module.exports.", "exports."].iter().find_map(|start| path.strip_prefix(start));
            if path == "module.exports" || path == "exports" {
                self.file.whole = value.clone().or_else(|| self.file.whole.take());
            } else if let Some(name) = name.filter(|name| !name.contains(['.', '['])) {
                self.file.exports.extend(value.clone().map(|value| (name.to_owned(), value)));
            }
        }
    }
}

/// Returns true for code that declares a function of a name, as it is usually written.
fn declares_function(code: &str, name: &str) -> bool {
    [format!("function {name}("), format!("function {name} ("), format!("const {name} = ")]
        .iter()
        .any(|start| code.contains(start))
}

/// A function that runs while its module is loaded, and the functions that it is given.
struct RunAtOnce<'n> {
    function: Node<'n>,
    given: Vec<Node<'n>>,
}

/// Returns the functions that statements call where they are written: `(function (root, make) {…})(this, function () {…})`.
fn run_at_once(root: Node<'_>) -> Vec<RunAtOnce<'_>> {
    let mut found = Vec::new();
    for statement in named(root) {
        let values: Vec<Node<'_>> = match statement.kind() {
            "expression_statement" => named(statement).collect(),
            "lexical_declaration" | "variable_declaration" => {
                named(statement).filter_map(|declarator| declarator.child_by_field_name("value")).collect()
            }
            _ => continue,
        };
        for mut value in values {
            while value.kind() == "unary_expression"
                && let Some(inner) = value.child_by_field_name("argument")
            {
                value = inner;
            }
            let call = bare(value);
            if call.kind() != "call_expression" {
                continue;
            }
            let given = arguments(call);
            let called = call.child_by_field_name("function").map(bare);
            // `(function () {…}).call(this)`
            let called = called.and_then(|called| match called.kind() {
                "member_expression" => called.child_by_field_name("object").map(bare),
                _ => Some(called),
            });
            if let Some(function) = called.filter(|called| is_function(*called)) {
                found.push(RunAtOnce { function, given });
            }
        }
    }
    found
}

fn kind_of(node: Node<'_>) -> Kind {
    let has =
        |word: &str| node.kind() == "method_definition" && children(node).any(|child| child.kind() == word);
    if has("get") {
        Kind::Getter
    } else if has("set") {
        Kind::Setter
    } else {
        Kind::Called
    }
}

/// Returns true for a plain name.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
        && text != "exports"
}

/// Returns the module of which a statement requires nothing but that it is executed.
fn required(expression: Node<'_>, source: &str) -> Option<String> {
    let call = Some(bare(expression)).filter(|call| call.kind() == "call_expression")?;
    (field(call, "function", source) == "require")
        .then(|| string_text(*arguments(call).first()?, source))
        .flatten()
}

/// Returns the declarations with `var`, and the expressions, in the blocks of statements at the margin.
fn in_blocks(root: Node<'_>) -> Vec<Node<'_>> {
    let mut open: Vec<Node<'_>> = named(root)
        .filter(|statement| matches!(statement.kind(), "if_statement" | "try_statement"))
        .collect();
    let mut found = Vec::new();
    while let Some(next) = open.pop() {
        for inner in named(next) {
            match inner.kind() {
                "variable_declaration" | "expression_statement" => found.push(inner),
                "if_statement" | "try_statement" | "statement_block" | "else_clause" | "catch_clause" => {
                    open.push(inner);
                }
                _ => {}
            }
        }
    }
    found
}

/// Returns the names that the fields of a function's objects have, from its text: `this.ink = …`.
fn fields_of_this(text: &str) -> Vec<String> {
    let found = text.match_indices("this.").filter_map(|(at, word)| {
        let rest = &text[at + word.len()..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).unwrap_or(rest.len());
        let after = rest[end..].trim_start();
        let is_set = after.starts_with('=') && !after.starts_with("==");
        let value = after.trim_start_matches('=').trim_start();
        (is_set && !value.starts_with("function")).then(|| rest[..end].to_owned())
    });
    found.collect()
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
                let is_nothing = |part: &Node<'_>| matches!(text(*part, source), "undefined" | "null");
                let mut parts = named(at).filter(|part| !is_nothing(part));
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

/// Returns an expression, as far as it names what it is; `of_node` knows functions, classes and objects.
pub(in crate::lang::javascript) fn expr(
    node: Node<'_>,
    source: &str,
    of_node: &dyn Fn(Node<'_>) -> Option<Expr>,
) -> Option<Expr> {
    enum Step {
        Member(String),
        Call,
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
                    break Expr::Module(string_text(*given.first()?, source)?);
                }
                if matches!(called, "Object.freeze" | "Object.seal") {
                    at = *given.first()?;
                    continue;
                }
                // `(() => {…; return pen; })()`
                if is_function(bare(function))
                    && let Some(body) = bare(function).child_by_field_name("body")
                {
                    at = if body.kind() == "statement_block" { returns(body).last()?? } else { body };
                    continue;
                }
                steps.push(Step::Call);
                at = function;
            }
            "new_expression" => {
                steps.push(Step::New);
                at = at.child_by_field_name("constructor")?;
            }
            _ => return None,
        }
    };
    Some(steps.into_iter().rev().fold(head, |value, step| match (step, value) {
        (Step::Member(name), Expr::Module(module)) => Expr::Import(module, name),
        (Step::Member(name), value) => Expr::Member(Box::new(value), name),
        (Step::Call, value) => Expr::Call(Box::new(value)),
        (Step::New, value) => Expr::New(Box::new(value)),
    }))
}
