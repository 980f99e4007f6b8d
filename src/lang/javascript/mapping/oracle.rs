//! The oracle of a test that failed, its category, and the prefix before it.
//!
//! The failing line determines the oracle: the check around the line, or the next one if the code before it threw.

use std::collections::HashSet;
use std::iter;

use tree_sitter::Node;

use super::body::{Around, Body, Part};
use super::checks::{Check, CheckKind, guarded_code};
use crate::lang::javascript::syntax::{arguments, bare, descendants, is_function};
use crate::model::OracleCategory;

/// An oracle in a test.
#[derive(Clone)]
pub(super) struct FoundOracle<'t> {
    pub category: OracleCategory,
    /// The statement that failed; None if it is not known.
    pub statement: Option<usize>,
    /// The statement that is the oracle; None if nothing in the body is.
    pub node: Option<usize>,
    /// The values that it checks.
    pub values: Vec<Node<'t>>,
    /// The code that must throw, or must not.
    pub guarded: Vec<Node<'t>>,
    /// The `try` whose body that is.
    attempt: Option<Node<'t>>,
}

impl<'t> FoundOracle<'t> {
    /// Returns the oracle that nothing is thrown, of a body that failed at a statement.
    pub(super) fn none(statement: Option<usize>) -> FoundOracle<'t> {
        FoundOracle {
            category: OracleCategory::NoException,
            statement,
            node: None,
            values: Vec::new(),
            guarded: Vec::new(),
            attempt: None,
        }
    }

    /// Returns the same oracle of a test that failed at another statement.
    pub(super) fn failed_at(self, statement: Option<usize>) -> FoundOracle<'t> {
        FoundOracle { statement, ..self }
    }

    /// Returns the same oracle as the check of another value.
    pub(super) fn about(self, value: Node<'t>) -> FoundOracle<'t> {
        FoundOracle { values: vec![value], ..self }
    }
}

impl<'t> Body<'_, 't> {
    /// Returns the oracle of a body that failed at a statement; without one, its only oracle, or that nothing is thrown.
    pub(super) fn failed_oracle(&self, statement: Option<usize>) -> Option<FoundOracle<'t>> {
        let Some(statement) = statement else {
            let mut oracles = self.all_oracles();
            // What fails whenever it is reached would have said so.
            if oracles.iter().any(|oracle| !self.fails_at_once(oracle)) {
                oracles.retain(|oracle| !self.fails_at_once(oracle));
            }
            return match oracles.len() {
                0 => Some(self.only_kind_of_helpers().unwrap_or_else(|| FoundOracle::none(None))),
                1 => oracles.pop().map(|only| only.failed_at(None)),
                // What a chain of promises loses is one of its checks.
                _ if oracles
                    .iter()
                    .all(|oracle| oracle.category == oracles[0].category && self.is_in_chain(oracle)) =>
                {
                    Some(oracles.swap_remove(0).failed_at(None))
                }
                _ => None,
            };
        };
        let found = self
            .oracle(statement)
            .or_else(|| self.next_oracle(statement))
            .map(|found| found.failed_at(Some(statement)));
        Some(found.unwrap_or_else(|| FoundOracle::none(Some(statement))))
    }

    /// Returns the oracle of a body that only helpers of the tests check, if all do so in one way; which one failed is not known.
    fn only_kind_of_helpers(&self) -> Option<FoundOracle<'t>> {
        let statements = 0..self.statements.len();
        let mut categories =
            statements.filter_map(|statement| self.oracle_of_helper(statement)).map(|oracle| oracle.category);
        let first = categories.next()?;
        categories
            .all(|other| other == first)
            .then(|| FoundOracle { category: first, ..FoundOracle::none(None) })
    }

    fn is_in_chain(&self, oracle: &FoundOracle<'t>) -> bool {
        let around = oracle.node.map_or_else(Vec::new, |node| self.around(node));
        { around }.into_iter().any(|around| match around {
            Around::Given(function) => self.step_of(function).is_some(),
            Around::Try(..) => false,
        })
    }

    fn fails_at_once(&self, oracle: &FoundOracle<'t>) -> bool {
        let check = oracle.node.and_then(|node| self.check(node));
        check.is_some_and(|check| check.kind == CheckKind::Fail)
    }

    /// Returns the first oracle in or behind a statement that is no check itself: whether a check stands in the body or in a helper of
    /// the tests, what throws before it fails in its place.
    pub(super) fn next_oracle(&self, statement: usize) -> Option<FoundOracle<'t>> {
        let mut later = statement + 1..self.statements.len();
        let by_helper = self.oracle_of_helper(statement);
        by_helper
            .or_else(|| later.find_map(|later| self.oracle(later).or_else(|| self.oracle_of_helper(later))))
    }

    /// Returns the oracle of a statement that calls a helper of the tests which checks.
    fn oracle_of_helper(&self, statement: usize) -> Option<FoundOracle<'t>> {
        let call = self.statements[statement].expressions_or_self().into_iter().map(bare).next()?;
        let function = call.child_by_field_name("function").filter(|_| call.kind() == "call_expression")?;
        let category = self.code.with_helper(bare(function), &mut |code, helper| {
            let body = Body::of(code, helper, helper.byte_range());
            body.all_oracles().first().map(|first| first.category)
        })??;
        Some(FoundOracle {
            category,
            node: Some(statement),
            values: arguments(call),
            ..FoundOracle::none(Some(statement))
        })
    }

    /// Returns the first oracle of the body; that nothing is thrown if it has none.
    pub(super) fn first_oracle(&self) -> FoundOracle<'t> {
        (0..self.statements.len())
            .find_map(|statement| self.oracle(statement))
            .unwrap_or_else(|| FoundOracle::none(None))
    }

    /// Returns the oracle of a test that had to fail as a whole.
    pub(super) fn expected_failure(&self) -> FoundOracle<'t> {
        let mut end = 0;
        let mut guarded = Vec::new();
        for statement in &self.statements {
            if statement.node.start_byte() >= end {
                end = statement.node.end_byte();
                guarded.push(statement.node);
            }
        }
        FoundOracle { category: OracleCategory::MustThrow, guarded, ..FoundOracle::none(None) }
    }

    /// Returns the oracles in the order of the source.
    pub(super) fn all_oracles(&self) -> Vec<FoundOracle<'t>> {
        let mut known = HashSet::new();
        let checks = (0..self.statements.len()).filter(|statement| self.check(*statement).is_some());
        checks.filter_map(|check| self.oracle(check)).filter(|oracle| known.insert(oracle.node)).collect()
    }

    /// Returns the oracle that fails when a statement does, going outwards from it; None if nothing around it is one.
    pub(super) fn oracle(&self, statement: usize) -> Option<FoundOracle<'t>> {
        let check = self.check(statement);
        for around in self.around(statement) {
            match around {
                Around::Given(function) if check.is_none() => {
                    // What a check is given to run belongs to that check.
                    let outer = self.statement_of(function)?;
                    if let Some(given) = self.check(outer)
                        && is_given(&given, function)
                    {
                        return self.oracle(outer).map(|oracle| oracle.failed_at(Some(statement)));
                    }
                }
                Around::Given(function) => {
                    let fails = check.as_ref().is_some_and(|check| check.kind == CheckKind::Fail);
                    if fails && let Some(oracle) = self.oracle_of_promise(function, statement) {
                        return Some(oracle);
                    }
                }
                Around::Try(attempt, part) => {
                    let fails =
                        |kind: Option<&Check<'t>>| kind.is_some_and(|check| check.kind == CheckKind::Fail);
                    let category = if self.must_throw(attempt) {
                        Some(OracleCategory::throwing(self.checks_thrown(attempt)))
                    } else if part == Part::Handler && fails(check.as_ref()) {
                        Some(OracleCategory::MustNotThrow)
                    } else if part == Part::Handler && check.is_some() {
                        Some(OracleCategory::IfThrownAssert)
                    } else {
                        None
                    };
                    let Some(category) = category else { continue };
                    let body = attempt.child_by_field_name("body")?;
                    let own = self.in_block(body);
                    let guarded = own.into_iter().take_while(|inner| !fails(self.check(*inner).as_ref()));
                    let guarded = guarded.map(|inner| self.statements[inner].node).collect();
                    let values = check.map(|check| check.values).unwrap_or_default();
                    return Some(FoundOracle {
                        category,
                        statement: Some(statement),
                        node: Some(statement),
                        values,
                        guarded,
                        attempt: Some(attempt),
                    });
                }
            }
        }
        let check = check?;
        let category = match check.kind {
            CheckKind::Values => OracleCategory::AssertionOnly,
            CheckKind::Fail => OracleCategory::FailOnly,
            CheckKind::NotThrows => OracleCategory::MustNotThrow,
            CheckKind::Throws(with_properties) => {
                OracleCategory::throwing(with_properties || self.is_checked_later(statement))
            }
        };
        let guarded = check.guarded.map(|guarded| guarded_code(self.code, guarded)).unwrap_or_default();
        Some(FoundOracle {
            category,
            statement: Some(statement),
            node: Some(statement),
            values: check.values,
            guarded,
            attempt: None,
        })
    }

    /// Returns the oracle of a statement that fails whenever a step of a chain of promises runs it: what the chain begins with must be
    /// rejected, or must not.
    fn oracle_of_promise(&self, function: Node<'t>, statement: usize) -> Option<FoundOracle<'t>> {
        let node = self.statements[statement].node;
        let is_own = node.parent().is_some_and(|parent| {
            parent == function
                || parent.child_by_field_name("body").is_none() && parent.parent() == Some(function)
        });
        let step = self.step_of(function).filter(|_| is_own)?;
        let category = if step.is_resolved {
            let is_checked = (0..self.statements.len()).any(|other| {
                let other_node = self.statements[other].node;
                let step_of_other = self.around(other).into_iter().find_map(|around| match around {
                    Around::Given(function) => self.step_of(function),
                    Around::Try(..) => None,
                });
                let is_handler =
                    step_of_other.is_some_and(|other| !other.is_resolved && other.head == step.head);
                is_handler
                    && other_node != node
                    && self.check(other).is_some_and(|check| check.kind == CheckKind::Values)
            });
            OracleCategory::throwing(is_checked)
        } else {
            OracleCategory::MustNotThrow
        };
        Some(FoundOracle {
            category,
            node: Some(statement),
            guarded: vec![step.head],
            ..FoundOracle::none(Some(statement))
        })
    }

    /// Returns true for a `try` whose body fails unless it throws before.
    fn must_throw(&self, attempt: Node<'t>) -> bool {
        let Some(body) =
            attempt.child_by_field_name("body").filter(|_| attempt.child_by_field_name("handler").is_some())
        else {
            return false;
        };
        self.fails_at(body).is_some()
    }

    /// Returns true if the handler of a `try` checks values.
    fn checks_thrown(&self, attempt: Node<'t>) -> bool {
        let Some(handler) = attempt.child_by_field_name("handler") else { return false };
        let mut inner = (0..self.statements.len()).filter(|statement| {
            let node = self.statements[*statement].node;
            handler.start_byte() <= node.start_byte() && node.end_byte() <= handler.end_byte()
        });
        inner.any(|statement| self.check(statement).is_some_and(|check| check.kind == CheckKind::Values))
    }

    /// Returns true if the variable that a statement declares stands in a later check.
    fn is_checked_later(&self, statement: usize) -> bool {
        let node = self.statements[statement].node;
        if !node.kind().ends_with("_declaration") {
            return false;
        }
        let names = self.changed(statement);
        (statement + 1..self.statements.len()).any(|later| {
            self.check(later).is_some_and(|check| {
                let used = check.values.iter().flat_map(|value| descendants(*value));
                let mut used = used.filter(|part| part.kind() == "identifier");
                used.any(|part| names.contains(&self.code.text(part)))
            })
        })
    }

    /// Returns the source of an oracle.
    pub(super) fn oracle_text(&self, oracle: &FoundOracle<'t>) -> &'t str {
        oracle.node.map_or("", |node| self.code.text(self.statements[node].node))
    }

    /// Returns the test, which begins at a byte of the file, before its oracle, with the code that the oracle guards. Without an
    /// oracle, the failed statement is the last.
    pub(super) fn prefix(&self, oracle: &FoundOracle<'t>, start: usize, test: &str) -> String {
        let Some(at) = oracle.node.or(oracle.statement) else { return test.to_owned() };
        let between = |from: usize, to: usize| self.code.source.get(from..to).unwrap_or("");
        if let Some(attempt) = oracle.attempt.filter(|_| oracle.category.expects_exception())
            && let Some(body) = attempt.child_by_field_name("body")
            && let Some(end) = self.fails_at(body)
        {
            // What ends the body of the `try` is the oracle; the handlers are part of the prefix.
            let close = body.end_byte().saturating_sub(1);
            let column = body.end_position().column.saturating_sub(1);
            let indentation = " ".repeat(column);
            let before = between(start, end).trim_end();
            return format!("{before}\n{indentation}{}", between(close, attempt.end_byte()));
        }
        let node = self.statements[at].node;
        let end = if oracle.node.is_some() { node.start_byte() } else { node.end_byte() };
        let mut prefix = between(start, end).trim_end().to_owned();
        let guarded = match (oracle.guarded.first(), oracle.guarded.last()) {
            // What a chain of promises begins with is a part of the prefix.
            (Some(first), _)
                if first.start_byte() < node.start_byte() && is_in_statement_of(*first, node) =>
            {
                ""
            }
            (Some(first), Some(last)) => between(first.start_byte(), last.end_byte()),
            // A promise that a check is given is made by the statement itself.
            _ if oracle.category.expects_exception() || oracle.category == OracleCategory::MustNotThrow => {
                self.code.text(node)
            }
            _ => "",
        };
        if oracle.node.is_some() && oracle.attempt.is_none() && !guarded.is_empty() {
            prefix.extend(["\n", &" ".repeat(node.start_position().column), guarded]);
        }
        prefix
    }

    /// Returns the byte at which a block fails unless it throws before.
    fn fails_at(&self, body: Node<'t>) -> Option<usize> {
        let mut inner = self.in_block(body).into_iter();
        let fails =
            inner.find(|statement| self.check(*statement).is_some_and(|check| check.kind == CheckKind::Fail));
        fails.map(|statement| self.statements[statement].node.start_byte())
    }

    /// Returns the values that an oracle checks, or the code that it guards, each with the parts in which calls are searched for.
    pub(super) fn searched(&self, oracle: &FoundOracle<'t>) -> Vec<Vec<Node<'t>>> {
        let one_by_one = |nodes: &[Node<'t>]| nodes.iter().map(|node| vec![*node]).collect::<Vec<_>>();
        // Of code that must throw, the last statement with a call.
        let from_the_end =
            |nodes: &[Node<'t>]| nodes.iter().rev().map(|node| vec![*node]).collect::<Vec<_>>();
        let is_in_handler = oracle.attempt.is_some();
        match oracle.category {
            OracleCategory::AssertionOnly | OracleCategory::FailOnly => one_by_one(&oracle.values),
            OracleCategory::NoException => {
                let failed = oracle.statement.map(|statement| self.statements[statement].expressions());
                failed.into_iter().collect()
            }
            _ if is_in_handler => {
                let checked = oracle
                    .values
                    .iter()
                    .copied()
                    .filter(|value| !self.is_thrown(*value))
                    .map(|value| vec![value]);
                checked.chain(from_the_end(&oracle.guarded)).collect()
            }
            _ if oracle.guarded.is_empty() => one_by_one(&oracle.values),
            _ => from_the_end(&oracle.guarded),
        }
    }

    /// Returns true for an error that is made to be thrown.
    fn is_thrown(&self, value: Node<'t>) -> bool {
        let value = bare(value);
        value.kind() == "new_expression" && self.code.field(value, "constructor").ends_with("Error")
            || is_function(value)
    }
}

/// Returns true if a check is given a function, or a value that holds it.
fn is_given(check: &Check<'_>, function: Node<'_>) -> bool {
    check
        .values
        .iter()
        .chain(&check.guarded)
        .any(|value| value.start_byte() <= function.start_byte() && function.end_byte() <= value.end_byte())
}

/// Returns true for a node within the statement that holds another one.
fn is_in_statement_of(other: Node<'_>, node: Node<'_>) -> bool {
    let mut around = iter::successors(Some(other), Node::parent);
    let statement =
        around.find(|node| node.kind().ends_with("_statement") || node.kind().ends_with("_declaration"));
    statement.is_some_and(|statement| {
        statement.start_byte() <= node.start_byte() && node.end_byte() <= statement.end_byte()
    })
}
