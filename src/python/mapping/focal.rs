//! The focal function: the production function that a test's oracle is about.
//!
//! The trace shows it if the failed statement names a function that the test called. Otherwise it is in the checked value or the
//! guarded code, then in the statements before it, then in the set-ups. If several are equally close, those that the test is named
//! after are preferred; if more than one is left, the focal function is undecided.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use super::code::{Code, arguments, bare};
use super::oracle::{FoundOracle, Guarded};
use crate::java::descendants;
use crate::model::{OracleCategory, Undecided};
use crate::python::index::FunctionId;
use crate::python::syntax::{children, parse};

pub(super) type Decision = Result<FunctionId, Undecided>;

/// The functions of operators that run before the function which a statement is about, or on its result.
const AROUND: [&str; 8] =
    ["__init__", "__new__", "__call__", "__get__", "__getattr__", "__getattribute__", "__eq__", "__ne__"];

impl<'a> Code<'a> {
    /// Decides by the trace, then by the code. `called` are the production functions that the trace shows below the test, the one
    /// that the test called first.
    pub(super) fn focal(&self, oracle: Option<&FoundOracle<'a>>, called: &[FunctionId]) -> Decision {
        let named = oracle.and_then(|oracle| {
            let names = self.names(self.statements[oracle.statement].node);
            called.iter().find(|function| self.is_named_in(**function, &names))
        });
        // The first call is an operator's or a built-in's, which no statement names.
        let named = named.or_else(|| called.first().filter(|function| self.is_implicit(**function)));
        if let Some(named) = named {
            return Ok(*named);
        }
        let is_behind = |oracle: &FoundOracle<'a>| {
            let failed = &self.statements[oracle.statement];
            oracle.node.is_some_and(|node| self.statements[node].node.start_byte() >= failed.end)
        };
        // The oracle was never reached.
        if let (Some(first), true) = (called.first(), oracle.is_some_and(is_behind)) {
            return Ok(*first);
        }
        let by_code =
            oracle.map_or(Err(Undecided::NoFailingLine), |oracle| self.focal_by_code(oracle, called));
        by_code.or_else(|undecided| called.first().copied().ok_or(undecided))
    }

    /// Decides by the calls in and before an oracle. If the trace shows what the test called, helpers are not searched: it says what
    /// failed in them.
    pub(super) fn focal_by_code(&self, oracle: &FoundOracle<'a>, called: &[FunctionId]) -> Decision {
        let values = match self.checked_values(oracle) {
            Ok(values) => values,
            Err(called) => return Ok(called),
        };
        let changed = self.changed_before(oracle);
        let mut asked = HashSet::new();
        let own = |value: &Node<'a>| self.best(self.production_calls(*value));
        // Code that must throw is one value of several statements.
        let is_guarded = !matches!(oracle.guarded, Guarded::Nothing);
        let guarded = values.iter().filter(|_| is_guarded).find_map(own);
        let found = guarded.or_else(|| {
            values.iter().find_map(|value| {
                own(value)
                    .or_else(|| self.in_helpers(*value).filter(|_| called.is_empty()))
                    .or_else(|| self.set_before(*value, &changed, &mut asked))
            })
        });
        found
            .or_else(|| self.last_before(oracle))
            .or_else(|| self.in_set_ups())
            .unwrap_or(Err(Undecided::NoProductionCall))
    }

    /// Returns the checked or guarded expressions of an oracle, the likeliest first, or else the function that its call names.
    fn checked_values(&self, oracle: &FoundOracle<'a>) -> Result<Vec<Node<'a>>, FunctionId> {
        let node = |statement: usize| self.statements[statement].node;
        Ok(match (&oracle.guarded, oracle.category) {
            (Guarded::Call(call), _) => {
                let function = arguments(*call).0.get(1).copied();
                if let Some(called) = function.and_then(|function| self.called(function)) {
                    return Err(called);
                }
                function.into_iter().collect()
            }
            (Guarded::Statements(guarded), _) => guarded.iter().rev().map(|guarded| node(*guarded)).collect(),
            (Guarded::Nothing, OracleCategory::FailOnly) => Vec::new(),
            (Guarded::Nothing, _) => match oracle.node {
                Some(statement) => self.actual_values(statement),
                None => vec![node(oracle.statement)],
            },
        })
    }

    /// Returns the values that a statement checks, the actual one first.
    fn actual_values(&self, statement: usize) -> Vec<Node<'a>> {
        let node = self.statements[statement].node;
        if node.kind() == "assert_statement" {
            let mut value = children(node).next().map(bare);
            while let Some(negated) = value.filter(|value| value.kind() == "not_operator") {
                value = negated.child_by_field_name("argument").map(bare);
            }
            return match value {
                Some(value) if value.kind() == "comparison_operator" => children(value).collect(),
                value => value.into_iter().collect(),
            };
        }
        let Some((call, _)) = self.call_of(statement) else { return vec![node] };
        let (positional, named) = arguments(call);
        let function = call.child_by_field_name("function");
        let object = function.and_then(|function| function.child_by_field_name("object"));
        match (positional.is_empty(), named.is_empty()) {
            (false, _) => positional,
            (true, false) => named,
            (true, true) => object.into_iter().collect(),
        }
    }

    /// Returns the statements before an oracle that assign a variable, or call something on it.
    fn changed_before(&self, oracle: &FoundOracle<'a>) -> HashMap<&'a str, Vec<Node<'a>>> {
        let before = self.simple_statements_before(oracle);
        let mut changed: HashMap<&str, Vec<Node<'a>>> = HashMap::new();
        for statement in before {
            let mut names: Vec<&str> = descendants(statement).flat_map(|node| self.changes(node)).collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                changed.entry(name).or_default().push(statement);
            }
        }
        changed
    }

    /// Decides by the last statement that changed a variable of a checked value.
    fn set_before(
        &self,
        value: Node<'a>,
        changed: &HashMap<&str, Vec<Node<'a>>>,
        asked: &mut HashSet<&'a str>,
    ) -> Option<Decision> {
        let variables = descendants(value).filter(|node| node.kind() == "identifier");
        let mut variables = variables.map(|node| self.text(node));
        variables.find_map(|variable| {
            let statements = changed.get(variable).filter(|_| asked.insert(variable))?;
            statements.iter().rev().find_map(|statement| self.best(self.production_calls(*statement)))
        })
    }

    /// Returns the variables that a node assigns, or on which it calls something.
    fn changes(&self, node: Node<'a>) -> Vec<&'a str> {
        let (field, part) = match node.kind() {
            "assignment" | "augmented_assignment" => (Some(node), "left"),
            "call" => (
                node.child_by_field_name("function").filter(|function| function.kind() == "attribute"),
                "object",
            ),
            _ => return Vec::new(),
        };
        let mut open: Vec<Node<'a>> =
            field.and_then(|field| field.child_by_field_name(part)).into_iter().collect();
        let mut names = Vec::new();
        while let Some(target) = open.pop() {
            match target.kind() {
                "identifier" => names.push(self.text(target)),
                "attribute" | "subscript" if part == "left" => {
                    open.extend(target.named_child(0).filter(|object| object.kind() == "identifier"));
                }
                kind if kind.contains("pattern") => open.extend(children(target)),
                _ => {}
            }
        }
        names
    }

    /// Decides by the last statement before an oracle with a production call.
    fn last_before(&self, oracle: &FoundOracle<'a>) -> Option<Decision> {
        let mut before = self.simple_statements_before(oracle).into_iter().rev();
        before.find_map(|statement| self.best(self.production_calls(statement)))
    }

    /// Returns the statements without blocks that end before an oracle.
    fn simple_statements_before(&self, oracle: &FoundOracle<'a>) -> Vec<Node<'a>> {
        let end = self.statements[oracle.node.unwrap_or(oracle.statement)].node.start_byte();
        let has_block = |node: Node<'a>| {
            let mut cursor = node.walk();
            node.kind().ends_with("_definition")
                || node.children(&mut cursor).any(|child| child.kind() == "block")
        };
        let before = self.statements.iter().filter(|statement| statement.end <= end);
        before.map(|statement| statement.node).filter(|node| !has_block(*node)).collect()
    }

    /// Decides by the last statement with a production call of a function that the tests declare themselves and that a value calls.
    fn in_helpers(&self, value: Node<'a>) -> Option<Decision> {
        let calls = descendants(value).filter(|node| node.kind() == "call");
        calls.filter_map(|call| self.own_helper(call)).find_map(|helper| self.last_in(helper))
    }

    /// Decides by the last statement of a function with a production call.
    fn last_in(&self, function: FunctionId) -> Option<Decision> {
        let tree = parse(self.index.source(function));
        let code = Code::of(self.index, function, &tree)?;
        let mut body = code.block(None).into_iter().rev();
        body.find_map(|statement| self.best(code.production_calls(code.statements[statement].node)))
    }

    /// Decides by the last statement of the set-ups with a production call.
    fn in_set_ups(&self) -> Option<Decision> {
        self.set_ups().into_iter().rev().find_map(|set_up| self.last_in(set_up))
    }

    /// Decides between functions that are equally close; none if there is no function.
    fn best(&self, mut functions: Vec<FunctionId>) -> Option<Decision> {
        let mut known = HashSet::new();
        functions.retain(|function| known.insert(*function));
        if functions.len() > 1 {
            let tested = self.index.tested_file_name(self.file());
            prefer(&mut functions, |function| self.index.file_name(function.file) == tested);
            let test = self.index.function(self.function);
            let class = self.index.class_of(self.function).map_or("", |class| self.index.class_name(class));
            let words = plain(&format!("{} {class}", test.name));
            prefer(&mut functions, |function| {
                let name = &*self.index.function(function).name;
                name != "__init__" && words.contains(&plain(name))
            });
        }
        match functions[..] {
            [] => None,
            [only] => Some(Ok(only)),
            _ => {
                let name = |function: &FunctionId| self.index.function(*function).qualified.clone();
                Some(Err(Undecided::Several(functions.iter().map(name).collect())))
            }
        }
    }

    /// Returns the names in a statement that may be those of what it calls.
    fn names(&self, statement: Node<'a>) -> HashSet<&'a str> {
        let mut keywords = HashSet::new();
        let mut names = HashSet::new();
        for node in descendants(statement) {
            match node.kind() {
                "keyword_argument" => keywords.extend(node.child_by_field_name("name").map(|name| name.id())),
                "identifier" if !keywords.contains(&node.id()) => drop(names.insert(self.text(node))),
                _ => {}
            }
        }
        names
    }

    /// Returns true for `__repr__`, `__getitem__` and others that a test calls without their name; not for what a class or a
    /// decorator puts before the function that is meant, nor for what compares its result.
    fn is_implicit(&self, function: FunctionId) -> bool {
        let name = &*self.index.function(function).name;
        name.starts_with("__") && name.ends_with("__") && !AROUND.contains(&name)
    }

    fn is_named_in(&self, function: FunctionId, names: &HashSet<&str>) -> bool {
        let name = &*self.index.function(function).name;
        let creates = matches!(name, "__init__" | "__new__");
        let class = self.index.class_of(function).map(|class| self.index.class_name(class));
        names.contains(name)
            || creates
                && class.and_then(|class| class.rsplit('.').next()).is_some_and(|class| names.contains(class))
    }
}

/// Keeps the functions that fit, unless none does.
fn prefer(functions: &mut Vec<FunctionId>, fits: impl Fn(FunctionId) -> bool) {
    if functions.iter().any(|function| fits(*function)) {
        functions.retain(|function| fits(*function));
    }
}

/// Returns a name as it may stand in the name of a test.
fn plain(name: &str) -> String {
    name.to_lowercase().replace('_', "")
}
