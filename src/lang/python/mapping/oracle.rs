//! The oracle of a test that failed, its category, and the prefix before it.
//!
//! The failing line determines the oracle: the one around the line, or the next one if the prefix before it threw.

use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::Node;

use super::code::{Check, Code, Part, arguments};
use crate::lang::syntax::descendants;
use crate::model::OracleCategory;

/// An oracle in a test.
#[derive(Clone)]
pub(super) struct FoundOracle<'a> {
    pub category: OracleCategory,
    /// The statement that failed.
    pub statement: usize,
    /// The statement that is the oracle; none if nothing in the body is.
    pub node: Option<usize>,
    /// The statement that makes the check of an assertion.
    pub check: usize,
    pub guarded: Guarded<'a>,
}

/// The code that must throw, or must not throw.
#[derive(Clone)]
pub(super) enum Guarded<'a> {
    Nothing,
    Statements(Vec<usize>),
    /// A call that is given what it is to call: `assertRaises(ValueError, parse, "x")`.
    Call(Node<'a>),
}

impl<'a> FoundOracle<'a> {
    /// Returns the oracle that a failed statement itself is.
    pub(super) fn new(category: OracleCategory, statement: usize) -> FoundOracle<'a> {
        let guarded = Guarded::Nothing;
        FoundOracle { category, statement, node: Some(statement), check: statement, guarded }
    }
}

impl<'a> Code<'a> {
    /// Returns the oracle of a function that failed at a statement; without one, its only oracle.
    pub(super) fn failed_oracle(&self, statement: Option<usize>) -> Option<FoundOracle<'a>> {
        let Some(statement) = statement else { return self.only_oracle() };
        let next = || {
            let behind = self.within(statement).start + 1..self.statements.len();
            behind.filter(|later| self.check(*later).is_some()).find_map(|later| self.oracle(later))
        };
        let next = self.oracle(statement).or_else(|| next().map(|next| FoundOracle { statement, ..next }));
        let none = FoundOracle { node: None, ..FoundOracle::new(OracleCategory::NoException, statement) };
        Some(next.unwrap_or(none))
    }

    /// Returns the oracle of a test that had to fail as a whole.
    pub(super) fn expected_failure(&self) -> Option<FoundOracle<'a>> {
        let body = self.block(None);
        let oracle = FoundOracle::new(OracleCategory::MustThrow, *body.last()?);
        Some(FoundOracle { node: None, guarded: Guarded::Statements(body), ..oracle })
    }

    /// Returns the oracles of the function in the order of the source.
    pub(super) fn all_oracles(&self) -> impl Iterator<Item = FoundOracle<'a>> {
        let checks = (0..self.statements.len()).filter(|statement| self.check(*statement).is_some());
        let mut known = HashSet::new();
        checks.filter_map(|check| self.oracle(check)).filter(move |oracle| known.insert(oracle.node))
    }

    /// Returns the oracles as a reader counts them: a check of an exception that another one caught belongs to that.
    pub(super) fn counted_oracles(&self) -> impl Iterator<Item = FoundOracle<'a>> {
        let (mut names, mut checks_thrown) = (Vec::new(), HashSet::new());
        for (place, statement) in self.statements.iter().enumerate() {
            let is_about_thrown = !names.is_empty()
                && descendants(statement.node)
                    .any(|node| node.kind() == "identifier" && names.contains(&self.text(node)));
            if let Some((_, variable)) = self.required_by_with(statement.node) {
                names.extend(variable);
            } else if self.check(place) == Some(Check::Throws) {
                names.extend(self.assigned(place));
            } else if is_about_thrown && self.check(place).is_some() {
                checks_thrown.insert(place);
            } else if is_about_thrown {
                // Its value, its arguments.
                names.extend(self.assigned(place));
            }
        }
        self.all_oracles().filter(move |oracle| !checks_thrown.contains(&oracle.statement))
    }

    fn only_oracle(&self) -> Option<FoundOracle<'a>> {
        let mut oracles = self.all_oracles();
        let first = oracles.next().filter(|_| oracles.next().is_none())?;
        let statement = first.node.unwrap_or(first.statement);
        Some(FoundOracle { statement, ..first })
    }

    /// Returns the oracle that failed when `statement` did, going outwards from it.
    fn oracle(&self, statement: usize) -> Option<FoundOracle<'a>> {
        let check = self.check(statement);
        let found = |category, node, guarded| {
            Some(FoundOracle { node: Some(node), guarded, ..FoundOracle::new(category, statement) })
        };
        let mut inner = statement;
        loop {
            if let Some((call, variable)) = self.required_by_with(self.statements[inner].node) {
                let body = self.block(Some((inner, Part::Body)));
                return found(self.throwing(inner, call, variable), inner, Guarded::Statements(body));
            }
            let Some((around, part)) = self.statements[inner].around else { break };
            let category = match part {
                Part::Body | Part::Else | Part::Handler if self.must_throw(around) => {
                    Some(self.throwing_attempt(around))
                }
                Part::Handler if check == Some(Check::Fail) => Some(OracleCategory::MustNotThrow),
                Part::Handler if check.is_some() => Some(OracleCategory::IfThrownAssert),
                _ => None,
            };
            if let Some(category) = category {
                let body = self.block(Some((around, Part::Body)));
                let guarded = body.into_iter().take_while(|inner| self.check(*inner) != Some(Check::Fail));
                return found(category, around, Guarded::Statements(guarded.collect()));
            }
            inner = around;
        }
        match check? {
            Check::Throws => {
                let (call, is_matched) = self.throws(self.call_of(statement)?.0)?;
                let category = if is_matched {
                    OracleCategory::MustThrowWithProperties
                } else {
                    self.throwing(statement, call, self.assigned(statement))
                };
                found(category, statement, Guarded::Call(call))
            }
            Check::Values => found(OracleCategory::AssertionOnly, statement, Guarded::Nothing),
            Check::Fail => found(OracleCategory::FailOnly, statement, Guarded::Nothing),
        }
    }

    /// Returns true for a `try` whose body fails unless it throws before.
    fn must_throw(&self, attempt: usize) -> bool {
        let fails = |statement: &usize| self.check(*statement) == Some(Check::Fail);
        let node = self.statements[attempt].node;
        let mut cursor = node.walk();
        node.kind() == "try_statement"
            && node.children(&mut cursor).any(|child| child.kind().starts_with("except_"))
            && (self.block(Some((attempt, Part::Body))).iter().any(fails)
                || self.block(Some((attempt, Part::Else))).last().is_some_and(fails))
    }

    /// Returns the category of a `try` that must throw: with properties if a handler checks values.
    fn throwing_attempt(&self, attempt: usize) -> OracleCategory {
        let mut checks = self.within(attempt).filter(|inner| self.check(*inner) == Some(Check::Values));
        OracleCategory::throwing(checks.any(|check| {
            let mut around = std::iter::successors(self.statements[check].around, |(around, _)| {
                self.statements[*around].around
            });
            around.any(|place| place == (attempt, Part::Handler))
        }))
    }

    /// Returns the category of a statement that requires an exception by a call.
    fn throwing(&self, statement: usize, call: Node<'a>, variable: Option<&'a str>) -> OracleCategory {
        OracleCategory::throwing(
            self.called_name(call).contains("egex")
                || arguments(call)
                    .1
                    .iter()
                    .any(|keyword| matches!(self.field(*keyword, "name"), "match" | "check"))
                || variable.is_some_and(|variable| self.is_checked_after(statement, variable)),
        )
    }

    /// Returns true if statements after one check a variable, or what is made of it: its value, its arguments.
    fn is_checked_after(&self, statement: usize, variable: &'a str) -> bool {
        let mut names = vec![variable];
        (statement + 1..self.statements.len()).any(|later| {
            let is_used = descendants(self.statements[later].node)
                .any(|node| node.kind() == "identifier" && names.contains(&self.text(node)));
            if !is_used {
                return false;
            }
            names.extend(self.assigned(later));
            self.check(later) == Some(Check::Values)
                || self.call_of(later).is_some_and(|(call, _)| self.called_name(call) == "match")
        })
    }

    /// Returns the source of an oracle: of a check in a handler, the check alone.
    pub(super) fn oracle_text(&self, oracle: &FoundOracle<'a>) -> &'a str {
        let is_check = oracle.category == OracleCategory::IfThrownAssert;
        let node = if is_check { oracle.node.map(|_| oracle.check) } else { oracle.node };
        let statement = node.map(|node| &self.statements[node]);
        statement.map_or("", |found| self.between(found.node.start_byte()..found.end))
    }

    /// Returns the test before its oracle, with the code that the oracle guards. Without an oracle, the
    /// failed statement is the last.
    pub(super) fn prefix(&self, oracle: &FoundOracle<'a>) -> String {
        let at = oracle.node.unwrap_or(oracle.statement);
        let oracle_node = &self.statements[at];
        let start = oracle_node.node.start_byte();
        let end = if oracle.node.is_some() { start } else { oracle_node.end };
        let mut prefix = self.between(0..end).trim_end().to_owned();
        let guarded = match &oracle.guarded {
            Guarded::Statements(statements) => {
                statements.first().zip(statements.last()).map(|(first, last)| {
                    let (first, last) = (&self.statements[*first], &self.statements[*last]);
                    self.between(first.node.start_byte()..last.end).to_owned()
                })
            }
            Guarded::Call(call) => self.called_by(*call),
            Guarded::Nothing => None,
        };
        if let Some(guarded) = guarded.filter(|_| oracle.node.is_some()) {
            let column = oracle_node.node.start_position().column;
            prefix.extend(["\n", &" ".repeat(column), &guarded]);
        }
        // A `try` is incomplete without the part after its body.
        let mut inner = at;
        while let Some((around, part)) = self.statements[inner].around {
            let attempt = &self.statements[around];
            if attempt.node.kind() == "try_statement"
                && part == Part::Body
                && let Some(last) = self.block(Some((around, Part::Body))).last()
            {
                prefix.push_str(self.between(self.statements[*last].end..attempt.end));
            }
            inner = around;
        }
        prefix
    }

    /// Returns the call that another call is given to make: `parse("x")`.
    fn called_by(&self, call: Node<'a>) -> Option<String> {
        let (positional, named) = arguments(call);
        let (function, rest) = positional.get(1..)?.split_first()?;
        let rest: Vec<&str> = rest.iter().chain(&named).map(|argument| self.text(*argument)).collect();
        Some(format!("{}({})", self.text(*function), rest.join(", ")))
    }

    fn between(&self, range: Range<usize>) -> &'a str {
        self.source.get(range).unwrap_or_default()
    }
}
