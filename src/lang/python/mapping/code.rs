//! A function's source as a tree: its statements, each with the one around it, and the checks that they make.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tree_sitter::{Node, Tree};

use crate::lang::python::index::{
    Assigned, ClassId, FIXTURE, FileId, FunctionId, Index, MADE_CLASS, Meaning, split_head,
};
use crate::lang::python::syntax;
use crate::lang::python::syntax::{children, docstring_statement, end_of};
use crate::lang::syntax::descendants;

/// The maximum number of statements of a function that are looked at.
const MOST: usize = 10_000;

/// The number of helpers that are followed for one test, so that helpers in a circle end.
const MOST_HELPERS: usize = 100;

/// The statements that made or changed a variable, by its name.
pub(super) type Changed<'a> = HashMap<&'a str, Vec<Node<'a>>>;

/// A function with its statements and the classes of its variables.
pub(super) struct Code<'a> {
    pub index: &'a Index,
    pub function: FunctionId,
    /// The class of `self`: of an inherited function, the one that inherits it.
    pub own: Option<ClassId>,
    pub source: &'a str,
    pub definition: Node<'a>,
    /// The text by which the name of a test tells this run from others: `memory` of `test_take[memory]`.
    pub run: &'a str,
    /// The statements in the order of the source, without those of nested functions and classes, and without
    /// the docstring.
    pub statements: Vec<Statement<'a>>,
    assigned: Assigned,
    parameters: HashMap<&'a str, Meaning>,
    /// The parameters and the variables of loops: each run may give them another value.
    given: HashSet<&'a str>,
    /// The parameters of a helper that are given what a function under test gave its caller.
    made: Vec<&'a str>,
    /// The place of the last operand of a failed `and` or `or` that was evaluated, if the report shows it.
    pub last_operand: Option<usize>,
    /// True if the report shows two compared values that print alike.
    pub prints_alike: bool,
    /// The number of helpers that may still be followed.
    helpers: Rc<Cell<usize>>,
    /// The meanings of chains, found once.
    known: RefCell<HashMap<String, Option<Meaning>>>,
}

/// A statement of a function.
pub(super) struct Statement<'a> {
    pub node: Node<'a>,
    /// The statement around it, and the part of that one in which it stands.
    pub around: Option<(usize, Part)>,
    /// The byte of the source, and the row, where it ends.
    pub end: usize,
    last_row: usize,
}

/// A part of a statement with blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Body,
    Else,
    Handler,
    Other,
}

/// The check that a statement makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Check {
    /// It fails whenever it is reached.
    Fail,
    /// The code that it guards must throw.
    Throws,
    Values,
}

/// The calls that require an exception, of any object.
const THROWS: [&str; 8] = [
    "raises",
    "RaisesGroup",
    "assertRaises",
    "assertRaisesRegex",
    "assertRaisesRegexp",
    "assert_raises",
    "assert_raises_regex",
    "assert_raises_regexp",
];

impl<'a> Code<'a> {
    /// Returns the code of a function, whose source alone has this tree; none if that is no function.
    pub(super) fn of(
        index: &'a Index,
        function: FunctionId,
        tree: &'a Tree,
        own: Option<ClassId>,
        run: &'a str,
    ) -> Option<Code<'a>> {
        let source = index.source(function);
        let definition = syntax::function(tree)?;
        let mut code = Code {
            index,
            function,
            own: own.or_else(|| index.class_of(function)),
            source,
            definition,
            run,
            statements: statements(definition),
            assigned: Assigned::read(definition, source),
            parameters: HashMap::new(),
            given: HashSet::new(),
            made: Vec::new(),
            last_operand: None,
            prints_alike: false,
            helpers: Rc::new(Cell::new(MOST_HELPERS)),
            known: RefCell::default(),
        };
        code.parameters = code.parameters();
        code.add_elements();
        let loops = code.statements.iter().filter(|statement| statement.node.kind() == "for_statement");
        let variables = loops.map(|statement| code.field(statement.node, "left"));
        code.given = code.parameter_names().chain(variables).collect();
        code.assigned.forget(code.parameters.keys().copied());
        Some(code)
    }

    /// Adds the meanings of the variables of loops over lists whose elements have a known class: each may be of one that an
    /// outer loop gives.
    fn add_elements(&mut self) {
        let loops = descendants(self.definition)
            .filter(|node| matches!(node.kind(), "for_statement" | "for_in_clause"));
        for node in loops {
            let variable = node.child_by_field_name("left").filter(|left| left.kind() == "identifier");
            let values = node.child_by_field_name("right").and_then(|values| self.value(values));
            if let (Some(variable), Some(Meaning::List(class))) = (variable, values) {
                self.parameters.insert(self.text(variable), Meaning::Object(class, true));
            }
        }
    }

    pub(super) fn file(&self) -> FileId {
        self.function.file
    }

    pub(super) fn text(&self, node: Node<'_>) -> &'a str {
        syntax::text(node, self.source)
    }

    pub(super) fn field(&self, node: Node<'_>, name: &str) -> &'a str {
        syntax::field(node, name, self.source)
    }

    /// Returns what an expression means, as far as the sources show it.
    pub(super) fn value(&self, expression: Node<'a>) -> Option<Meaning> {
        self.meaning(self.chain(expression)?)
    }

    /// Returns an expression as a chain, its variables replaced by their values.
    pub(super) fn chain(&self, expression: Node<'a>) -> Option<String> {
        self.assigned.chain(expression, self.source)
    }

    /// Returns true for an object as its class made it.
    fn is_new(&self, expression: Node<'a>) -> bool {
        let chain = self.chain(expression);
        let maker = chain.as_deref().and_then(|chain| chain.strip_suffix("()"));
        matches!(maker.and_then(|maker| self.meaning(maker.to_owned())), Some(Meaning::Class(_)))
    }

    /// Returns the meaning of the longest known part of an expression: of the function that made a value of
    /// which nothing is known.
    pub(super) fn origin(&self, expression: Node<'a>) -> Option<Meaning> {
        let chain = self.chain(expression)?;
        let ends = chain.match_indices(['.', '(']).map(|(at, _)| at);
        ends.filter_map(|end| self.meaning(chain[..end].to_owned())).last()
    }

    pub(super) fn meaning(&self, chain: String) -> Option<Meaning> {
        if let Some(known) = self.known.borrow().get(&chain) {
            return *known;
        }
        let (head, rest) = split_head(&chain);
        // The fixture that a variable of the test names.
        if let Some(variable) =
            rest.strip_prefix('.').filter(|rest| head == FIXTURE && !rest.starts_with('"'))
        {
            let (variable, rest) = split_head(variable);
            let found = self.fixture_named_by(variable).and_then(|given| self.index.follow(given, rest));
            self.known.borrow_mut().insert(chain, found);
            return found;
        }
        let start = match (head, self.own) {
            ("self", Some(own)) => Some(Meaning::Object(own, false)),
            ("cls", Some(own)) => Some(Meaning::Class(own)),
            _ => self.parameters.get(head).copied(),
        };
        let start = start.or_else(|| self.index.class_within(self.function, head).map(Meaning::Class));
        let found = match start {
            Some(start) => self.index.follow(start, rest),
            None => self.index.resolve(self.file(), &chain),
        };
        let found = found.or_else(|| self.given_to_class(&chain));
        self.known.borrow_mut().insert(chain, found);
        found
    }

    /// Returns what an attribute of an object means that was given to the call which made the object's class: `name` of
    /// `make_form(name=TextField())().name`.
    fn given_to_class(&self, chain: &str) -> Option<Meaning> {
        let (at, _) = chain.match_indices("()().").last()?;
        let (maker, rest) = (&chain[..at + 2], &chain[at + 5..]);
        if !matches!(self.meaning(maker.to_owned()), Some(Meaning::Class(_))) {
            return None;
        }
        let (name, rest) = split_head(rest);
        let calls = descendants(self.definition)
            .filter(|node| node.kind() == "call" && self.chain(*node).as_deref() == Some(maker));
        let mut values = calls.filter_map(|call| {
            let (positional, by_keyword) = arguments(call);
            let fields = positional.get(2).filter(|_| maker.ends_with(&format!(".{MADE_CLASS}()")));
            let fields = fields.map(|fields| match fields.kind() {
                "call" => arguments(*fields).1,
                _ => children(*fields).collect(),
            });
            let given = fields.unwrap_or(by_keyword).into_iter().find(|given| {
                let key = given.child_by_field_name("name").or_else(|| given.child_by_field_name("key"));
                key.is_some_and(|key| self.text(key).trim_matches(['"', '\'']) == name)
            });
            self.value(given?.child_by_field_name("value")?)
        });
        let first = values.next()?;
        if values.any(|other| other != first) { None } else { self.index.follow(first, rest) }
    }

    /// Returns the innermost statement around a row of the function's source.
    pub(super) fn statement_at(&self, row: usize) -> Option<usize> {
        self.statements
            .iter()
            .rposition(|statement| (statement.node.start_position().row..=statement.last_row).contains(&row))
    }

    /// Returns the statements directly in a part of another one, or in the function's body.
    pub(super) fn block(&self, around: Option<(usize, Part)>) -> Vec<usize> {
        (0..self.statements.len()).filter(|inner| self.statements[*inner].around == around).collect()
    }

    /// Returns the statements in a statement, itself included, by their positions.
    pub(super) fn within(&self, statement: usize) -> std::ops::Range<usize> {
        let end = self.statements[statement].end;
        let inner = self.statements[statement..].partition_point(|inner| inner.node.start_byte() < end);
        statement..statement + inner.max(1)
    }

    /// Returns the check that a statement makes; none if it makes no check.
    pub(super) fn check(&self, statement: usize) -> Option<Check> {
        let node = self.statements[statement].node;
        match node.kind() {
            "assert_statement" => {
                let value = children(node).next().map(bare)?;
                let is_never_true = match value.kind() {
                    "false" | "none" => true,
                    "integer" => self.text(value) == "0",
                    "string" => !descendants(value).any(|part| part.kind() == "string_content"),
                    _ => false,
                };
                Some(if is_never_true { Check::Fail } else { Check::Values })
            }
            "raise_statement" => {
                let raised = children(node).next().map(bare)?;
                let class = raised.child_by_field_name("function").unwrap_or(raised);
                let name = self.text(class).rsplit('.').next()?.trim();
                matches!(name, "AssertionError" | "failureException").then_some(Check::Fail)
            }
            "with_statement" => self.required_by_with(node).map(|_| Check::Throws),
            _ => {
                let (call, is_assigned) = self.call_of(statement)?;
                let name = self.called_name(call);
                if self.throws(call).is_some() {
                    Some(Check::Throws)
                } else if is_assigned {
                    None
                } else if name == "fail" {
                    Some(Check::Fail)
                } else {
                    let is_check = name.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("assert"));
                    (is_check && self.own_helper(call).is_none()).then_some(Check::Values)
                }
            }
        }
    }

    /// Returns the call that requires an exception, and true if it is given what the message must match:
    /// `raises(E, f).match("x")`.
    pub(super) fn throws(&self, call: Node<'a>) -> Option<(Node<'a>, bool)> {
        let is_throws = |call: &Node<'a>| call.kind() == "call" && THROWS.contains(&self.called_name(*call));
        if is_throws(&call) {
            return Some((call, false));
        }
        let function = call.child_by_field_name("function").filter(|_| self.called_name(call) == "match")?;
        function.child_by_field_name("object").filter(is_throws).map(|call| (call, true))
    }

    /// Returns the function that a call means if the tests declare it themselves, and the class of its object.
    pub(super) fn own_helper(&self, call: Node<'a>) -> Option<(FunctionId, Option<ClassId>)> {
        let Some(Meaning::Function(helper, own)) = self.value(call.child_by_field_name("function")?) else {
            return None;
        };
        // A stub, as of a protocol, only says that something else has the method.
        (!self.index.is_production(helper) && !self.index.is_stub(helper)).then_some((helper, own))
    }

    /// Returns the call in a statement that means a helper.
    pub(super) fn call_to(&self, statement: usize, helper: FunctionId) -> Option<Node<'a>> {
        let mut calls = descendants(self.statements[statement].node).filter(|node| node.kind() == "call");
        calls.find(|call| self.own_helper(*call).is_some_and(|(called, _)| called == helper))
    }

    /// Returns the code of a helper, whose source alone has this tree and whose parameters mean what a call gives it.
    pub(super) fn of_helper<'t>(
        &self,
        helper: FunctionId,
        own: Option<ClassId>,
        call: Option<Node<'a>>,
        tree: &'t Tree,
    ) -> Option<Code<'t>>
    where
        'a: 't,
    {
        let mut code = Code::of(self.index, helper, tree, own, "")?;
        code.helpers = Rc::clone(&self.helpers);
        code.helpers.set(code.helpers.get().checked_sub(1)?);
        let (positional, by_keyword) = call.map(arguments).unwrap_or_default();
        let mut parameters: Vec<&str> = code.parameter_names().collect();
        if own.is_some() && matches!(parameters.first(), Some(&"self" | &"cls")) {
            parameters.remove(0);
        }
        let by_keyword = by_keyword.iter().filter_map(|argument| {
            let name = self.field(*argument, "name");
            let parameter = parameters.iter().find(|parameter| **parameter == name)?;
            Some((*parameter, argument.child_by_field_name("value")?))
        });
        let positional = positional.iter().copied().take_while(|argument| argument.kind() != "list_splat");
        let given: Vec<_> = parameters.iter().copied().zip(positional).chain(by_keyword).collect();
        code.made = given
            .iter()
            .filter(|(_, value)| !self.is_given(self.text(*value)) && !self.is_new(*value))
            .map(|(name, _)| *name)
            .collect();
        let given = given.into_iter().filter_map(|(name, value)| Some((name, self.value(value)?)));
        code.parameters.extend(given);
        code.assigned.forget(code.parameters.keys().copied());
        Some(code)
    }

    /// Returns the names of the parameters.
    pub(super) fn parameter_names(&self) -> impl Iterator<Item = &'a str> + use<'_, 'a> {
        let parameters = self.definition.child_by_field_name("parameters").into_iter().flat_map(children);
        let names = parameters.filter_map(|parameter| match parameter.kind() {
            "typed_parameter" => parameter.named_child(0),
            "default_parameter" | "typed_default_parameter" => parameter.child_by_field_name("name"),
            _ => Some(parameter),
        });
        names.filter(|name| name.kind() == "identifier").map(|name| self.text(name))
    }

    /// Returns true if the function calls a parameter of which nothing is known.
    pub(super) fn calls_parameter(&self) -> bool {
        let mut called = descendants(self.definition).filter(|node| node.kind() == "call");
        called.any(|call| {
            let function = call.child_by_field_name("function");
            function
                .is_some_and(|function| self.is_given(self.text(function)) && self.value(function).is_none())
        })
    }

    /// Returns true for a parameter or the variable of a loop: each run may give it another value.
    pub(super) fn is_given(&self, name: &str) -> bool {
        self.given.contains(name)
    }

    /// Returns true for what a function gave a test, and the test a helper: what the helper reads of it says
    /// less than that function.
    pub(super) fn is_made(&self, node: Node<'a>) -> bool {
        self.made.contains(&self.text(node))
    }

    /// Returns the call that a statement consists of, and true if its result is assigned.
    pub(super) fn call_of(&self, statement: usize) -> Option<(Node<'a>, bool)> {
        let node = self.statements[statement].node;
        let mut parts = children(node).filter(|_| node.kind() == "expression_statement");
        let mut value = parts.next().filter(|_| parts.next().is_none())?;
        let is_assigned = value.kind() == "assignment";
        while value.kind() == "assignment" {
            value = value.child_by_field_name("right")?;
        }
        Some(bare(value)).filter(|call| call.kind() == "call").map(|call| (call, is_assigned))
    }

    /// Returns the name of the variable that a statement assigns.
    pub(super) fn assigned(&self, statement: usize) -> Option<&'a str> {
        let value = children(self.statements[statement].node).next()?;
        let left = value.child_by_field_name("left").filter(|left| left.kind() == "identifier")?;
        Some(self.text(left))
    }

    /// Returns the last part of the name that a call calls; empty for other callees.
    pub(super) fn called_name(&self, call: Node<'_>) -> &'a str {
        let Some(function) = call.child_by_field_name("function") else { return "" };
        match function.kind() {
            "identifier" => self.text(function),
            "attribute" => self.field(function, "attribute"),
            _ => "",
        }
    }

    /// Returns the function of a `with`, around a statement or itself, that requires its body to throw: the project's own `raises`.
    pub(super) fn expecting(&self, statement: usize) -> Option<FunctionId> {
        let around = |statement: &usize| self.statements[*statement].around.map(|(around, _)| around);
        std::iter::successors(Some(statement), around).find_map(|statement| {
            let (call, _) = self.required_by_with(self.statements[statement].node)?;
            match self.value(call.child_by_field_name("function")?)? {
                Meaning::Function(function, _) => Some(function),
                _ => None,
            }
        })
    }

    /// Returns the call in a `with` that requires its body to throw, and the variable bound to the exception.
    pub(super) fn required_by_with(&self, with: Node<'a>) -> Option<(Node<'a>, Option<&'a str>)> {
        with_items(with).find_map(|(value, variable)| {
            let is_required = value.kind() == "call" && THROWS.contains(&self.called_name(value));
            is_required.then(|| (value, variable.map(|variable| self.text(variable))))
        })
    }
}

/// Returns an expression without parentheses and `await` around it.
pub(super) fn bare(mut node: Node<'_>) -> Node<'_> {
    while matches!(node.kind(), "parenthesized_expression" | "await") {
        let Some(inner) = children(node).next() else { break };
        node = inner;
    }
    node
}

/// Returns the expressions of a `with`, each with the variable that it is bound to.
pub(super) fn with_items(with: Node<'_>) -> impl Iterator<Item = (Node<'_>, Option<Node<'_>>)> {
    let clause =
        children(with).filter(move |child| with.kind() == "with_statement" && child.kind() == "with_clause");
    clause.flat_map(children).filter_map(|item| {
        let value = item.child_by_field_name("value")?;
        if value.kind() != "as_pattern" {
            return Some((bare(value), None));
        }
        let alias = value.child_by_field_name("alias").and_then(|alias| children(alias).next());
        Some((bare(children(value).next()?), alias.filter(|alias| alias.kind() == "identifier")))
    })
}

/// Returns the arguments of a call: those by position, then those by keyword.
pub(super) fn arguments(call: Node<'_>) -> (Vec<Node<'_>>, Vec<Node<'_>>) {
    let Some(list) = call.child_by_field_name("arguments") else { return (Vec::new(), Vec::new()) };
    if list.kind() == "generator_expression" {
        return (vec![list], Vec::new());
    }
    children(list).partition(|argument| !matches!(argument.kind(), "keyword_argument" | "dictionary_splat"))
}

/// Returns the statements of a function in the order of the source.
fn statements(definition: Node<'_>) -> Vec<Statement<'_>> {
    let mut statements = Vec::new();
    let docstring = docstring_statement(definition);
    let mut open: Vec<(Node<'_>, Option<(usize, Part)>)> = Vec::new();
    let body = definition.child_by_field_name("body");
    open.extend(body.map(|body| (body, None)));
    while let Some((node, around)) = open.pop() {
        let part = |part| around.map(|(statement, _)| (statement, part));
        let mut below: Vec<(Node<'_>, Option<(usize, Part)>)> = match node.kind() {
            "block" => children(node).map(|child| (child, around)).collect(),
            "else_clause" => blocks(node, part(Part::Else)),
            "except_clause" | "except_group_clause" => blocks(node, part(Part::Handler)),
            "finally_clause" | "case_clause" => blocks(node, part(Part::Other)),
            _ if Some(node) == docstring => continue,
            _ if statements.len() == MOST => break,
            kind => {
                let (end, last_row) = end_of(node);
                statements.push(Statement { node, around, end, last_row });
                if kind.ends_with("_definition") {
                    continue;
                }
                let inner = Some((statements.len() - 1, Part::Body));
                children(node)
                    .filter(|child| match child.kind() {
                        "block" => true,
                        kind => kind.ends_with("_clause") && kind != "with_clause",
                    })
                    .map(|child| (child, inner))
                    .collect()
            }
        };
        below.reverse();
        open.append(&mut below);
    }
    statements
}

fn blocks(clause: Node<'_>, around: Option<(usize, Part)>) -> Vec<(Node<'_>, Option<(usize, Part)>)> {
    children(clause).filter(|child| child.kind() == "block").map(|block| (block, around)).collect()
}
