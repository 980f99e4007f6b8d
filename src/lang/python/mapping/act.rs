//! From an accessor to the act: the call that made or last changed the object whose state a check reads.
//!
//! ```text
//! billing.pay(invoice)                 pay: the act, which a developer opens first
//! assert invoice.status == "PAID"      status: a property that only returns an attribute
//! ```
//!
//! The act is searched in the expression that is read, then in the statements that made or changed a variable of it, then in those that
//! call what the test is named after. A test that calls nothing else is about the accessor.

use std::collections::HashMap;

use tree_sitter::Node;

use super::code::Code;
use super::focal::Decision;
use super::oracle::FoundOracle;
use crate::lang::python::index::{FunctionId, Index};
use crate::lang::python::syntax::{self, children, docstring_statement, parse};
use crate::lang::syntax::descendants;
use crate::model::OracleCategory;

/// The longest chain of variables that is followed.
const DEEPEST: usize = 8;

/// The longest source of an accessor, in bytes, without its docstring.
const LONGEST: usize = 400;

/// The built-in functions that only read or copy an attribute.
const READERS: [&str; 8] = ["len", "list", "tuple", "dict", "set", "frozenset", "bool", "str"];

impl<'a> Code<'a> {
    /// Returns the act behind a decision for an accessor that a value reads, or that decision.
    pub(super) fn act(
        &self,
        decision: Decision,
        value: Node<'a>,
        oracle: &FoundOracle<'a>,
        changed: &HashMap<&'a str, Vec<Node<'a>>>,
    ) -> Decision {
        let checks_value =
            matches!(oracle.category, OracleCategory::AssertionOnly | OracleCategory::FailOnly);
        let accessor = decision.as_ref().ok().filter(|found| checks_value && self.index.only_reads(**found));
        let Some(accessor) = accessor.copied() else { return decision };
        let end = self.start_of(oracle);
        let found = self
            .act_within(value, accessor)
            .or_else(|| self.last_change(value, end, changed, DEEPEST))
            .or_else(|| self.last_on_subject(oracle));
        found.unwrap_or(decision)
    }

    /// Decides by the call in the expression whose result is read: `billing.bill("ab").total`.
    fn act_within(&self, value: Node<'a>, accessor: FunctionId) -> Option<Decision> {
        let name = self.index.function(accessor).known_as();
        let mut reads = descendants(value)
            .filter(|node| node.kind() == "attribute" && self.field(*node, "attribute") == name);
        let object = reads.next()?.child_by_field_name("object")?;
        self.acts(object)
    }

    /// Decides by the functions that a node calls by name, without accessors.
    fn acts(&self, node: Node<'a>) -> Option<Decision> {
        let mut calls = self.production_calls(node);
        let read: Vec<FunctionId> =
            calls.named.iter().copied().filter(|named| self.index.only_reads(*named)).collect();
        calls.named.retain(|named| !read.contains(named));
        if calls.named.is_empty() {
            return read.iter().find_map(|accessor| self.act_within(node, *accessor));
        }
        self.named(calls.is_unsure, calls.named)
    }

    /// Decides by the last statement before a byte that made or changed a variable of a value.
    fn last_change(
        &self,
        value: Node<'a>,
        end: usize,
        changed: &HashMap<&'a str, Vec<Node<'a>>>,
        fuel: usize,
    ) -> Option<Decision> {
        let fuel = fuel.checked_sub(1)?;
        let variables = descendants(value).filter(|node| node.kind() == "identifier");
        let statements = |variable: Node<'a>| changed.get(self.text(variable)).into_iter().flatten().rev();
        { variables }.find_map(|variable| {
            let mut before = statements(variable).filter(|statement| statement.start_byte() < end);
            before.find_map(|statement| {
                // What a variable was made of may have been changed itself.
                self.acts(*statement).or_else(|| {
                    let assigned = children(*statement).find(|node| node.kind() == "assignment")?;
                    let right = assigned.child_by_field_name("right")?;
                    self.last_change(right, statement.start_byte(), changed, fuel)
                })
            })
        })
    }

    /// Decides by the last statement before an oracle that calls a method of the class that the test is named for, or of its own object.
    fn last_on_subject(&self, oracle: &FoundOracle<'a>) -> Option<Decision> {
        let mut before = self.simple_statements_before(oracle).into_iter().rev();
        before.find_map(|statement| {
            let is_own = self.text(statement).contains("self.");
            let mut named = self.production_calls(statement).named;
            named.retain(|named| {
                !self.index.only_reads(*named) && (is_own || self.is_named_for_class_of(*named))
            });
            self.best(named)
        })
    }
}

impl Index {
    /// Returns true for a function that only returns an attribute of its object, as it is, copied, negated or counted.
    pub(super) fn only_reads(&self, function: FunctionId) -> bool {
        let source = self.source(function);
        if !source.contains("return") || self.class_of(function).is_none() {
            return false;
        }
        let tree = parse(source);
        let Some(definition) = syntax::function(&tree) else { return false };
        let docstring = docstring_statement(definition);
        let body = definition.child_by_field_name("body").into_iter().flat_map(children);
        let mut statements = body.filter(|statement| Some(*statement) != docstring);
        let only = statements.next().filter(|_| statements.next().is_none());
        // A lock around it changes nothing.
        let locked = only.filter(|only| only.kind() == "with_statement").and_then(|with| {
            let mut inner = children(with.child_by_field_name("body")?);
            inner.next().filter(|_| inner.next().is_none())
        });
        let returned = locked
            .or(only)
            .filter(|only| only.kind() == "return_statement" && only.byte_range().len() < LONGEST)
            .and_then(|only| children(only).next());
        returned.is_some_and(|value| reads(value, source))
    }

    /// Returns true for a function without a body of its own: only a docstring, `...`, `pass` or `raise NotImplementedError`.
    pub(super) fn is_stub(&self, function: FunctionId) -> bool {
        let source = self.source(function);
        let tree = parse(source);
        let Some(definition) = syntax::function(&tree) else { return false };
        let docstring = docstring_statement(definition);
        let body = definition.child_by_field_name("body").into_iter().flat_map(children);
        let mut statements = body.filter(|statement| Some(*statement) != docstring);
        statements.all(|statement| {
            let text = syntax::text(statement, source);
            matches!(text, "..." | "pass") || text.starts_with("raise NotImplementedError")
        })
    }
}

/// Returns true for an attribute of `self`, as it is, copied, negated or counted.
fn reads(value: Node<'_>, source: &str) -> bool {
    let part = |name: &str| value.child_by_field_name(name);
    let inner = |node: Option<Node<'_>>| node.is_some_and(|node| reads(node, source));
    match value.kind() {
        "attribute" => {
            let object = part("object");
            object.is_some_and(|object| syntax::text(object, source) == "self") || inner(object)
        }
        "not_operator" => inner(part("argument")),
        "parenthesized_expression" => inner(children(value).next()),
        "comparison_operator" => {
            let sides: Vec<Node<'_>> = children(value).collect();
            let is_constant =
                |node: &Node<'_>| matches!(node.kind(), "none" | "true" | "false" | "string" | "integer");
            matches!(sides[..], [left, right] if reads(left, source) && is_constant(&right))
        }
        "call" => {
            let function = part("function").map_or("", |function| syntax::text(function, source));
            let given: Vec<Node<'_>> = part("arguments").into_iter().flat_map(children).collect();
            match given[..] {
                [only] => READERS.contains(&function) && reads(only, source),
                _ => false,
            }
        }
        _ => false,
    }
}
