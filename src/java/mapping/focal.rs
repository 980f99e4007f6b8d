//! Which production method a test's oracle is about.
//!
//! For an assertion, the call inside it; else the last call before it on the variable that is checked; else the last call
//! before it at all. For an exception oracle, the call inside the guarded code. Where several calls are as good, those on the
//! class under test win; where still more than one method is left, the focal method is undecided.

use std::collections::BTreeSet;
use std::fmt;

use tree_sitter::Node;

use super::calls::Call;
use super::check::Check;
use super::code::{Code, arguments};
use super::oracle::FoundOracle;
use crate::java::index::{ClassId, Index, MethodId, Type};
use crate::java::snippet::Snippet;
use crate::java::test_code::descendants;
use crate::model::{Frame, OracleCategory};

/// Why a focal method could not be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undecided {
    /// The test calls nothing of the project's production code.
    NoProductionCall,
    /// Several methods are checked at once: `Class.method`, in their order.
    Several(Vec<String>),
    /// The arguments don't tell which of several methods of one name is called: `Class.method(Parameter, …)`.
    Overloads(Vec<String>),
    /// Neither the trace nor the test says which of the test's oracles failed.
    NoFailingLine,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::NoProductionCall => f.write_str("the test calls no production code of this project"),
            Undecided::Several(methods) => {
                write!(f, "several methods are checked at once: {}", methods.join(", "))
            }
            Undecided::Overloads(methods) => {
                write!(f, "the arguments don't tell overloads apart: {}", methods.join(", "))
            }
            Undecided::NoFailingLine => f.write_str("the trace does not say where the test failed"),
        }
    }
}

/// The production method that a frame is in.
pub(super) fn production_of(frame: &Frame<'_>, index: &Index) -> Option<MethodId> {
    let mut classes = index.classes_named(frame.class).iter().filter(|class| index.is_production(**class));
    classes.find_map(|class| method_of(frame, *class, index))
}

/// The method of `class` that a frame is in: by name, and by line where there are overloads.
pub(super) fn method_of(frame: &Frame<'_>, class: ClassId, index: &Index) -> Option<MethodId> {
    let name = frame.lambda_within().unwrap_or(frame.method);
    let named: Vec<_> = index
        .declared(class)
        .filter(|(_, method)| if name == "<init>" { method.is_constructor } else { method.name == name })
        .collect();
    let row = frame.line.and_then(|line| usize::try_from(line).ok()?.checked_sub(1));
    let holds = |lines: &std::ops::Range<usize>| row.is_some_and(|row| lines.contains(&row));
    match named[..] {
        [(method, _)] => Some(method),
        _ => named.iter().find(|(_, method)| holds(&method.lines)).map(|(method, _)| *method),
    }
}

/// The search for the focal method of one oracle.
pub(super) struct FocalSearch<'c, 'a> {
    pub code: &'c Code<'a>,
    pub oracle: &'c FoundOracle<'a>,
    pub class_under_test: Option<ClassId>,
}

type Decision = Result<MethodId, Undecided>;

impl<'a> FocalSearch<'_, 'a> {
    /// The calls inside the oracle.
    pub(super) fn inside(&self) -> Option<Decision> {
        match self.oracle.category {
            OracleCategory::AssertionOnly => {
                self.oracle.values.first().and_then(|actual| self.in_values(actual))
            }
            OracleCategory::NoException => self.best(self.code.production_calls(self.oracle.statement)),
            OracleCategory::FailOnly => None,
            _ => self.in_guarded(),
        }
    }

    /// The call that a variable of the oracle got its value or its state from.
    pub(super) fn on_variable(&self) -> Option<Decision> {
        match self.oracle.category {
            OracleCategory::NoException => self.state_of(&[self.oracle.statement]),
            OracleCategory::AssertionOnly => {
                let (actual, others) = self.oracle.values.split_first()?;
                // What the actual value is compared with says less: often it is no more than a literal.
                let other =
                    || others.iter().find_map(|other| self.in_values(other).or_else(|| self.state_of(other)));
                self.state_of(actual).or_else(other)
            }
            _ => None,
        }
    }

    /// The calls inside the tests' own methods that the oracle calls, as they are written: no trace leads into them.
    pub(super) fn inside_helpers(&self) -> Option<Decision> {
        let in_all = |values: &[Node<'a>]| values.iter().find_map(|value| self.through_helpers(*value, 2));
        match self.oracle.category {
            OracleCategory::AssertionOnly => in_all(self.oracle.values.first()?),
            OracleCategory::NoException => in_all(&[self.oracle.statement]),
            OracleCategory::FailOnly => None,
            _ => in_all(&self.oracle.guarded),
        }
    }

    fn in_values(&self, values: &[Node<'a>]) -> Option<Decision> {
        self.best(values.iter().flat_map(|value| self.code.production_calls(*value)).collect())
    }

    /// The last call before the oracle.
    pub(super) fn before(&self) -> Decision {
        let end = self.start();
        let mut calls = self.code.production_calls(self.code.body);
        calls.retain(|call| call.node.end_byte() <= end);
        match calls.pop() {
            Some(last) => self.decide(&last),
            None => self.helpers_before(end).unwrap_or(Err(Undecided::NoProductionCall)),
        }
    }

    fn start(&self) -> usize {
        self.oracle.statement.start_byte()
    }

    /// In the last statement of the guarded code that calls production code: that is the one meant to throw.
    fn in_guarded(&self) -> Option<Decision> {
        let mut calls: Vec<Call<'a>> =
            self.oracle.guarded.iter().flat_map(|guarded| self.code.production_calls(*guarded)).collect();
        calls.retain(|call| !self.is_in_check(call.node));
        let last = calls.last()?;
        let statement = self.code.statement_of(last.node).unwrap_or(last.node);
        calls.retain(|call| statement.byte_range().contains(&call.node.start_byte()));
        let last = calls.last().cloned()?;
        match self.best(calls) {
            Some(Err(Undecided::Several(_))) => Some(self.decide(&last)),
            decision => decision,
        }
    }

    /// Whether a call is made for the sake of a `fail` or an assertion.
    fn is_in_check(&self, call: Node<'a>) -> bool {
        let Some(statement) = self.code.statement_of(call) else { return false };
        let is_guarded = |guarded: &Node<'a>| guarded.byte_range().contains(&statement.start_byte());
        self.oracle.guarded.iter().any(is_guarded)
            && matches!(self.code.check(statement), Some(Check::Fail | Check::Values(_)))
    }

    /// The one method that these calls, made in one place, are about.
    fn best(&self, mut calls: Vec<Call<'a>>) -> Option<Decision> {
        let ranges: Vec<_> = calls.iter().map(|call| call.node.byte_range()).collect();
        let is_inner = |call: &Call<'a>| {
            let own = call.node.byte_range();
            ranges.iter().any(|other| *other != own && other.start <= own.start && own.end <= other.end)
        };
        calls.retain(|call| !is_inner(call));
        if calls.iter().any(|call| self.is_under_test(call)) {
            calls.retain(|call| self.is_under_test(call));
        }
        let first = calls.first()?;
        let distinct: BTreeSet<Vec<MethodId>> = calls.iter().map(Call::targets).collect();
        if distinct.len() == 1 {
            return Some(self.decide(first));
        }
        let mut names: Vec<String> = Vec::new();
        for method in calls.iter().filter_map(|call| call.targets().first().copied()) {
            let name = name(method, self.code.index);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if names.len() == 1 {
            let methods: BTreeSet<MethodId> = distinct.into_iter().flatten().collect();
            return Some(Err(overloads(methods.iter(), self.code.index)));
        }
        Some(Err(Undecided::Several(names)))
    }

    fn decide(&self, call: &Call<'a>) -> Decision {
        call.target().ok_or_else(|| overloads(call.targets().iter(), self.code.index))
    }

    fn is_under_test(&self, call: &Call<'a>) -> bool {
        let Some(tested) = self.class_under_test else { return false };
        let declares = call.targets().iter().any(|method| method.class == tested);
        declares || call.receiver.is_some_and(|receiver| receiver == tested)
    }

    /// Walks back from the oracle over what was done to the variables in `values`.
    fn state_of(&self, values: &[Node<'a>]) -> Option<Decision> {
        let mut names: BTreeSet<&str> = values.iter().flat_map(|value| self.names_in(*value)).collect();
        let end = self.start();
        self.add_wrappers(&mut names, end);
        let mut nodes: Vec<Node<'a>> =
            descendants(self.code.body).filter(|node| node.end_byte() <= end && is_event(*node)).collect();
        nodes.sort_by_key(|node| std::cmp::Reverse((node.end_byte(), std::cmp::Reverse(node.start_byte()))));
        for node in nodes {
            let Some((name, value)) = self.assigned(node) else {
                if let Some(call) = self.changes_one_of(node, &names) {
                    return Some(self.decide(&call));
                }
                continue;
            };
            if !names.contains(name) {
                continue;
            }
            if let Some(decision) = self.best(self.code.production_calls(value)) {
                return Some(decision);
            }
            if let Some(decision) = self.through_helpers(value, 2) {
                return Some(decision);
            }
            names.extend(self.names_in(value));
        }
        None
    }

    /// Adds the variables that hold what was made around one of `names`, as a printer is around its buffer: what is done to
    /// them changes it.
    fn add_wrappers(&self, names: &mut BTreeSet<&'a str>, end: usize) {
        let made = descendants(self.code.body).filter(|node| node.start_byte() < end);
        for (wrapper, value) in made.filter_map(|node| self.assigned(node)) {
            let calls = self.code.production_calls(value);
            if calls.iter().any(|call| self.is_given_one_of(call.node, names)) {
                names.insert(wrapper);
            }
        }
    }

    /// The variable that `node` gives a value, and the value.
    fn assigned(&self, node: Node<'a>) -> Option<(&'a str, Node<'a>)> {
        let (name, value) = match node.kind() {
            "variable_declarator" | "enhanced_for_statement" | "resource" => ("name", "value"),
            "assignment_expression" => ("left", "right"),
            _ => return None,
        };
        Some((self.code.field(node, name), node.child_by_field_name(value)?))
    }

    /// The production call that `node` is, if it is made on one of these variables, or is given one that it can change.
    fn changes_one_of(&self, node: Node<'a>, names: &BTreeSet<&str>) -> Option<Call<'a>> {
        let call = self.code.production_calls(node).pop().filter(|call| call.node == node)?;
        let on_one = node
            .child_by_field_name("object")
            .is_some_and(|object| names.contains(self.code.text(root_of(object))));
        (on_one || self.is_given_one_of(node, names)).then_some(call)
    }

    /// Whether a call is given one of these variables, and it is of a library's type that can be changed.
    fn is_given_one_of(&self, call: Node<'a>, names: &BTreeSet<&str>) -> bool {
        let is_changeable = |argument: &Node<'a>| match self.code.type_of(*argument) {
            Type::Other(name, _) => name.starts_with(char::is_uppercase) && name != "String",
            Type::Array(_) => true,
            _ => false,
        };
        arguments(call)
            .iter()
            .filter(|argument| argument.kind() == "identifier" && names.contains(self.code.text(**argument)))
            .any(is_changeable)
    }

    /// The variables and fields that an expression names.
    fn names_in(&self, value: Node<'a>) -> Vec<&'a str> {
        let is_variable = |node: &Node<'a>| {
            node.kind() == "identifier"
                && node.parent().is_none_or(|parent| match parent.kind() {
                    "method_invocation" => parent.child_by_field_name("name") != Some(*node),
                    "field_access" => {
                        parent.child_by_field_name("field") != Some(*node)
                            || self.code.field(parent, "object") == "this"
                    }
                    _ => true,
                })
        };
        descendants(value).filter(is_variable).map(|node| self.code.text(node)).collect()
    }

    /// The last production call in the test's own methods that `value` calls.
    fn through_helpers(&self, value: Node<'a>, depth: usize) -> Option<Decision> {
        helper_call(self.code, value, self.class_under_test, depth)
    }

    fn helpers_before(&self, end: usize) -> Option<Decision> {
        let is_call = |node: &Node<'a>| node.kind() == "method_invocation" && node.end_byte() <= end;
        let mut calls: Vec<Node<'a>> = descendants(self.code.body).filter(is_call).collect();
        calls.sort_by_key(|call| std::cmp::Reverse(call.end_byte()));
        calls.into_iter().find_map(|call| self.through_helpers(call, 2))
    }
}

fn helper_call<'a>(
    code: &Code<'a>,
    value: Node<'a>,
    tested: Option<ClassId>,
    depth: usize,
) -> Option<Decision> {
    let depth = depth.checked_sub(1)?;
    let helper = code.project_calls(value).iter().rev().find_map(Call::target)?;
    let class = code.index.class(helper.class);
    if code.index.is_production(helper.class) || class.methods.is_empty() {
        return None;
    }
    let source = code.index.source(helper);
    let snippet = Snippet::parse(source);
    let inner = Code::of(code.index, helper, &snippet)?;
    let returned = || descendants(inner.body).filter(|node| node.kind() == "return_statement").last();
    let last = || super::code::named(inner.body).last().copied();
    let oracle = match inner.all_oracles().pop() {
        Some(oracle) => oracle,
        None => FoundOracle::none(returned().or_else(last)?),
    };
    let search = FocalSearch { code: &inner, oracle: &oracle, class_under_test: tested };
    let decision =
        search.inside().or_else(|| search.on_variable()).unwrap_or_else(|| match search.before() {
            Err(Undecided::NoProductionCall) => {
                helper_call(&inner, inner.body, tested, depth).unwrap_or(Err(Undecided::NoProductionCall))
            }
            decision => decision,
        });
    (decision != Err(Undecided::NoProductionCall)).then_some(decision)
}

/// What can change a variable.
fn is_event(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "variable_declarator"
            | "enhanced_for_statement"
            | "resource"
            | "assignment_expression"
            | "method_invocation"
            | "object_creation_expression"
    )
}

/// What a chain of calls, fields and elements begins with.
fn root_of(node: Node<'_>) -> Node<'_> {
    std::iter::successors(Some(node), |node| below(*node)).last().unwrap_or(node)
}

fn below(node: Node<'_>) -> Option<Node<'_>> {
    let object = node.child_by_field_name("object");
    match node.kind() {
        "field_access" if object.is_some_and(|object| object.kind() == "this") => {
            node.child_by_field_name("field")
        }
        "method_invocation" | "field_access" => object,
        "array_access" => node.child_by_field_name("array"),
        _ => None,
    }
}

/// `Class.method`.
pub(super) fn name(method: MethodId, index: &Index) -> String {
    format!("{}.{}", index.class(method.class).simple_name(), index.method(method).name)
}

fn overloads<'m>(methods: impl Iterator<Item = &'m MethodId>, index: &Index) -> Undecided {
    let signature = |method: &MethodId| {
        let parameters: Vec<String> = index
            .method(*method)
            .parameters
            .iter()
            .map(|written| format!("{}{}", written.simple_name(), "[]".repeat(written.dimensions)))
            .collect();
        format!("{}({})", name(*method, index), parameters.join(", "))
    };
    Undecided::Overloads(methods.map(signature).collect())
}
