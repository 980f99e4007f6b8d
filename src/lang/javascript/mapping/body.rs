//! The statements of a test, a hook or a helper, each with what is around it.

use std::iter;
use std::ops::Range;

use tree_sitter::Node;

use super::checks::{Check, CheckKind};
use super::code::Code;
use crate::lang::javascript::syntax::{arguments, bare, descendants, is_function, named};

/// The maximum number of statements that are looked at.
const MOST: usize = 10_000;

/// A function's body with its statements.
pub(super) struct Body<'c, 't> {
    pub code: &'c Code<'t>,
    /// The bytes of the function, or of the call that it is given to.
    pub bytes: Range<usize>,
    /// The statements in the order of the source, with those of functions within it.
    pub statements: Vec<Statement<'t>>,
}

/// A statement, the head of one with a block, or the expression that an arrow function is.
#[derive(Clone, Copy)]
pub(super) struct Statement<'t> {
    pub node: Node<'t>,
    /// The byte where it ends: of one with a block, its head.
    pub end: usize,
    last_row: usize,
}

impl<'t> Statement<'t> {
    fn of(node: Node<'t>) -> Option<Statement<'t>> {
        let body = match node.kind() {
            "expression_statement"
            | "lexical_declaration"
            | "variable_declaration"
            | "return_statement"
            | "throw_statement" => None,
            "if_statement" => node.child_by_field_name("consequence"),
            "for_statement" | "for_in_statement" | "while_statement" | "switch_statement" => {
                node.child_by_field_name("body")
            }
            _ => return None,
        };
        let (end, last_row) = match body {
            Some(body) => (body.start_byte(), body.start_position().row),
            None => (node.end_byte(), node.end_position().row),
        };
        Some(Statement { node, end, last_row })
    }

    /// Returns the expressions of the statement, without those of its block.
    pub(super) fn expressions(self) -> Vec<Node<'t>> {
        let end = self.end;
        named(self.node).filter(|part| part.start_byte() < end && part.end_byte() <= end).collect()
    }
}

/// A statement that has run, or whose call has.
#[derive(Clone, Copy)]
pub(super) struct Ran<'t> {
    pub statement: usize,
    /// The function that its call was given and that still runs.
    pub running: Option<Node<'t>>,
}

impl<'t> Ran<'t> {
    /// Returns the parts of a node of the statement that ran.
    pub(super) fn parts(self, node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
        let running = self.running.map_or(0..0, |running| running.byte_range());
        descendants(node).filter(move |part| {
            part.start_byte() < running.start
                || running.end < part.end_byte()
                || running.end <= part.start_byte()
        })
    }
}

/// A place in a statement around another one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Body,
    Handler,
}

impl<'c, 't> Body<'c, 't> {
    /// Reads the statements of a function.
    pub(super) fn of(code: &'c Code<'t>, function: Node<'t>, bytes: Range<usize>) -> Body<'c, 't> {
        Body::of_all(code, &[function], bytes)
    }

    /// Reads the statements of functions that run one after another.
    pub(super) fn of_all(code: &'c Code<'t>, functions: &[Node<'t>], bytes: Range<usize>) -> Body<'c, 't> {
        let mut statements = Vec::new();
        let bodies = functions.iter().filter_map(|function| function.child_by_field_name("body"));
        for node in bodies.flat_map(descendants) {
            if statements.len() == MOST {
                break;
            }
            match Statement::of(node) {
                Some(statement) => statements.push(statement),
                None if node.is_named() && is_expression_body(node) => {
                    statements.push(Statement {
                        node,
                        end: node.end_byte(),
                        last_row: node.end_position().row,
                    });
                }
                None => {}
            }
        }
        statements.sort_by_key(|statement: &Statement<'_>| statement.node.start_byte());
        Body { code, bytes, statements }
    }

    /// Reads a statement alone.
    pub(super) fn of_part(code: &'c Code<'t>, statement: Statement<'t>) -> Body<'c, 't> {
        Body { code, bytes: statement.node.byte_range(), statements: vec![statement] }
    }

    /// Returns the innermost statement around a row; on a row with several, a check that it makes, or else the last one.
    pub(super) fn statement_at(&self, row: usize) -> Option<usize> {
        self.statements
            .iter()
            .rposition(|statement| (statement.node.start_position().row..=statement.last_row).contains(&row))
    }

    /// Returns the row on which a test failed, if a trace only shows the row that made its error: of a statement that gives an error
    /// to a mock or keeps it, the first one behind it that calls production code or checks something.
    pub(super) fn row_behind_error(&self, row: usize) -> Option<usize> {
        let statement = self.statement_at(row)?;
        let is_tried = |statement: usize| {
            let parts = self.statements[statement].expressions_or_self();
            self.check(statement).is_some()
                || parts.iter().any(|part| !self.code.calls(*part, &self.bytes, None).named.is_empty())
        };
        let parts = self.statements[statement].expressions_or_self();
        let error = parts.into_iter().flat_map(descendants).find(|part| self.makes_error(*part, row))?;
        let is_kept = matches!(
            self.statements[statement].node.kind(),
            "expression_statement" | "lexical_declaration" | "variable_declaration"
        );
        let rejects = error
            .parent()
            .and_then(|given| given.parent())
            .is_some_and(|call| self.code.field(call, "function").rsplit('.').next() == Some("reject"));
        if !is_kept || rejects || is_tried(statement) || self.is_within_function(error, statement) {
            return None;
        }
        let later = statement + 1..self.statements.len();
        let mut registering = None;
        let failed = { later }.find(|later| {
            let own = self.called_alone(*later).map(|done| done.function);
            if own.is_some() && self.is_run_later(*later) {
                registering = own;
            }
            is_tried(*later) && (own.is_none() || own != registering)
        })?;
        Some(self.statements[failed].node.start_position().row)
    }

    /// Returns true for a statement that only gives an object a function which another call on that object runs later: `bell.on(() =>
    /// {…});` before `bell.ring();`.
    fn is_run_later(&self, statement: usize) -> bool {
        let call = named(self.statements[statement].node).next();
        let call = call.filter(|call| call.kind() == "call_expression" && self.check(statement).is_none());
        let call = call.filter(|call| arguments(*call).into_iter().map(bare).any(is_function));
        let Some((function, object)) =
            call.and_then(|call| Some((self.function_called(call)?, self.object_of(call)?)))
        else {
            return false;
        };
        let mut later = (statement + 1..self.statements.len()).filter(|later| {
            self.statements[*later].node.start_byte() >= self.statements[statement].end
                && self.check(*later).is_none()
        });
        later.any(|later| {
            let parts = self.statements[later].expressions_or_self().into_iter().flat_map(descendants);
            { parts }.any(|part| {
                self.function_called(part).is_some_and(|called| called != function)
                    && self.object_of(part) == Some(object)
            })
        })
    }

    /// Returns true for a statement that calls what is no function, of an object that comes from outside of the project: `jest.gone()`.
    pub(super) fn calls_missing(&self, statement: usize, called: &str) -> bool {
        let parts = self.statements[statement].expressions_or_self().into_iter().flat_map(descendants);
        let calls = parts.filter(|part| part.kind() == "call_expression");
        let functions = calls.filter_map(|call| call.child_by_field_name("function").map(bare));
        { functions }.any(|function| {
            let object = function.child_by_field_name("object");
            self.code.text(function) == called
                && object.is_some_and(|object| {
                    let root = self.code.chain_root(object);
                    root.is_some_and(|(root, at)| self.code.given(root, at).is_empty())
                        && self.code.is_of_others(object)
                })
        })
    }

    /// Returns true for a call or a constructor on a row that makes an error.
    fn makes_error(&self, part: Node<'t>, row: usize) -> bool {
        matches!(part.kind(), "new_expression" | "call_expression")
            && (part.start_position().row..=part.end_position().row).contains(&row)
            && ["constructor", "function"].iter().any(|name| self.code.field(part, name).ends_with("Error"))
    }

    /// Returns true for a part of a function that a statement declares or gives.
    fn is_within_function(&self, part: Node<'t>, statement: usize) -> bool {
        let around = iter::successors(part.parent(), Node::parent);
        { around }.take_while(|around| *around != self.statements[statement].node).any(is_function)
    }

    /// Returns the check that a statement makes.
    pub(super) fn check(&self, statement: usize) -> Option<Check<'t>> {
        let node = self.statements[statement].node;
        match node.kind() {
            "expression_statement" | "return_statement" => self.code.check_of(named(node).next()?),
            "throw_statement" => self.is_of_test(node).then(|| Check {
                kind: CheckKind::Fail,
                values: named(node).collect(),
                guarded: None,
            }),
            "lexical_declaration" | "variable_declaration" => {
                let value = named(node).find_map(|declarator| declarator.child_by_field_name("value"))?;
                let check = self.code.check_of(value)?;
                matches!(check.kind, CheckKind::Throws(_)).then_some(check)
            }
            "if_statement" | "for_statement" | "for_in_statement" | "while_statement"
            | "switch_statement" => None,
            _ => self.code.check_of(node),
        }
    }

    /// Returns true for a statement of the test itself, or of a function in which it goes on: not of one that another call is given.
    fn is_of_test(&self, statement: Node<'t>) -> bool {
        let mut at = statement;
        let mut is_caught = false;
        while let Some(parent) = at.parent().filter(|parent| parent.start_byte() >= self.bytes.start) {
            is_caught |= parent.kind() == "try_statement"
                && parent.child_by_field_name("body") == Some(at)
                && parent.child_by_field_name("handler").is_some();
            if is_function(at) && parent.kind() == "arguments" {
                let Some(call) = parent.parent() else { return false };
                let function = call.child_by_field_name("function");
                let name = function.map_or("", |function| self.code.field(function, "property"));
                if call.byte_range() == self.bytes || call.start_byte() <= self.bytes.start {
                    return true;
                }
                // What is thrown again is not the test's own.
                let thrown = named(statement).next().map(bare);
                let is_own = thrown.is_some_and(|thrown| thrown.kind() != "identifier");
                let goes_on = matches!(name, "then" | "catch" | "finally") || is_own && self.goes_on_in(at);
                if !goes_on {
                    return false;
                }
            } else if is_function(at) && at.byte_range() == self.bytes {
                return true;
            } else if is_function(at) {
                // A function of the test's own that checks throws what it catches itself, and returns.
                return is_caught
                    && (at.kind() == "function_declaration" || parent.kind() == "variable_declarator");
            }
            at = parent;
        }
        true
    }

    /// Returns the `try` statements and calls of checks around a statement, from the inside, up to the function itself.
    pub(super) fn around(&self, statement: usize) -> Vec<Around<'t>> {
        let mut found = Vec::new();
        let mut at = self.statements[statement].node;
        while let Some(parent) = at
            .parent()
            .filter(|parent| parent.start_byte() >= self.bytes.start && parent.end_byte() <= self.bytes.end)
        {
            if parent.kind() == "try_statement" {
                found.extend(
                    (parent.child_by_field_name("body") == Some(at))
                        .then_some(Around::Try(parent, Part::Body)),
                );
                found.extend(
                    (parent.child_by_field_name("handler") == Some(at))
                        .then_some(Around::Try(parent, Part::Handler)),
                );
            } else if is_function(at) && parent.byte_range() != self.bytes {
                found.push(Around::Given(at));
            }
            at = parent;
        }
        found
    }

    /// Returns the statement that a node is a part of: the innermost that holds all of it, and is none of its own parts.
    pub(super) fn statement_of(&self, node: Node<'t>) -> Option<usize> {
        let body = node.child_by_field_name("body");
        self.statements.iter().rposition(|statement| {
            statement.node.start_byte() <= node.start_byte()
                && node.end_byte() <= statement.node.end_byte()
                && statement.node != node
                && Some(statement.node) != body
        })
    }

    /// Returns the statements directly in a block.
    pub(super) fn in_block(&self, block: Node<'t>) -> Vec<usize> {
        self.statements
            .iter()
            .enumerate()
            .filter(|(_, statement)| statement.node.parent() == Some(block))
            .map(|(at, _)| at)
            .collect()
    }

    /// Returns the names that a statement uses.
    pub(super) fn words(&self, statement: usize) -> Vec<&'t str> {
        let Statement { node, end, .. } = self.statements[statement];
        descendants(node)
            .take_while(|node| node.start_byte() < end)
            .filter(|node| {
                matches!(
                    node.kind(),
                    "identifier"
                        | "property_identifier"
                        | "shorthand_property_identifier"
                        | "private_property_identifier"
                        | "type_identifier"
                )
            })
            .map(|node| self.code.text(node))
            .collect()
    }

    /// Returns the call around a function that is given to it, if it lies in this body.
    pub(super) fn call_given(&self, function: Node<'t>) -> Option<Node<'t>> {
        let given = function.parent().filter(|parent| parent.kind() == "arguments")?;
        given.parent().filter(|call| {
            self.bytes.start < call.start_byte()
                && call.end_byte() <= self.bytes.end
                && arguments(*call).contains(&function)
        })
    }

    /// Returns the step of a chain of promises that runs a function: `set(pen).then(draw, fail)`.
    pub(super) fn step_of(&self, function: Node<'t>) -> Option<PromiseStep<'t>> {
        let call = self.call_given(function)?;
        let after = |call: Node<'t>| {
            let member = call.child_by_field_name("function").map(bare)?;
            let is_step = matches!(self.code.field(member, "property"), "then" | "catch" | "finally");
            member.child_by_field_name("object").map(bare).filter(|_| is_step)
        };
        let head = iter::successors(after(call), |call| after(*call)).last()?;
        let member = call.child_by_field_name("function").map(bare)?;
        let is_resolved = self.code.field(member, "property") == "then" && arguments(call)[0] == function;
        Some(PromiseStep { head, is_resolved })
    }

    /// Returns true if the statement on a row calls something by a name.
    pub(super) fn calls_by_name(&self, row: usize, name: &str) -> bool {
        self.statement_at(row).is_some_and(|statement| self.words(statement).contains(&name))
    }

    /// Returns the variables that a statement which only calls a production function gives it: it may change them.
    pub(super) fn given_to(&self, statement: usize) -> Vec<&'t str> {
        let node = self.statements[statement].node;
        let call = named(node).next().map(bare).filter(|_| node.kind() == "expression_statement");
        let call =
            call.filter(|call| call.kind() == "call_expression" && self.code.target_of(*call).is_some());
        let given = call.into_iter().flat_map(arguments).filter(|given| given.kind() == "identifier");
        given.map(|given| self.code.text(given)).collect()
    }

    /// Returns the statements that ran before a byte: those that end before it, and those that gave a production call, or a promise, the
    /// function around it, as if that call stood one line above.
    pub(super) fn ran_before(&self, end: usize) -> Vec<Ran<'t>> {
        let before = self.before(end).into_iter();
        let mut ran: Vec<Ran<'t>> = before.map(|statement| Ran { statement, running: None }).collect();
        let at = self.code.root.descendant_for_byte_range(end, end);
        for function in iter::successors(at, Node::parent).filter(|node| is_function(*node)) {
            let call = self
                .call_given(function)
                .filter(|call| self.code.target_of(*call).is_some() || self.step_of(function).is_some());
            let statement = call.and_then(|call| self.statement_of(call));
            ran.extend(statement.map(|statement| Ran { statement, running: Some(function) }));
        }
        ran.sort_by_key(|ran| ran.statement);
        ran
    }

    /// Returns the parts of the expressions of a statement that ran.
    pub(super) fn parts_run(&self, ran: Ran<'t>) -> impl Iterator<Item = Node<'t>> {
        let expressions = self.statements[ran.statement].expressions_or_self();
        expressions.into_iter().flat_map(move |node| ran.parts(node))
    }

    /// Returns the variables that a statement declares, assigns or calls something on.
    pub(super) fn changed(&self, statement: usize) -> Vec<&'t str> {
        self.changed_by(Ran { statement, running: None })
    }

    /// Returns the variables that what ran of a statement declares, assigns or calls something on.
    pub(super) fn changed_by(&self, ran: Ran<'t>) -> Vec<&'t str> {
        let Statement { node, end, .. } = self.statements[ran.statement];
        let mut names = Vec::new();
        for part in ran.parts(node).take_while(|part| part.start_byte() < end) {
            match part.kind() {
                "variable_declarator" => {
                    let Some(name) = part.child_by_field_name("name") else { continue };
                    if name.kind() == "identifier" {
                        names.push(self.code.text(name));
                    } else {
                        let variables = descendants(name).filter(|part| {
                            matches!(part.kind(), "identifier" | "shorthand_property_identifier_pattern")
                        });
                        names.extend(variables.map(|part| self.code.text(part)));
                    }
                }
                "assignment_expression" | "augmented_assignment_expression" => {
                    let left = part.child_by_field_name("left").map(bare);
                    names.extend(
                        left.filter(|left| self.code.text(*left).starts_with("this."))
                            .map(|left| self.code.text(left)),
                    );
                    names.extend(left.and_then(|left| self.code.chain_root(left)).map(|(name, _)| name));
                }
                "update_expression" => {
                    let counted = part.child_by_field_name("argument");
                    names.extend(
                        counted.and_then(|counted| self.code.chain_root(counted)).map(|(name, _)| name),
                    );
                }
                "call_expression" => {
                    let function = part
                        .child_by_field_name("function")
                        .map(bare)
                        .filter(|function| function.kind() == "member_expression");
                    let Some(object) = function.and_then(|function| function.child_by_field_name("object"))
                    else {
                        continue;
                    };
                    match self.code.chain_root(object) {
                        Some((name, _)) => names.push(name),
                        None => names.push(self.code.text(object)),
                    }
                }
                _ => {}
            }
        }
        names
    }
}

/// Returns true for the expression that an arrow function has in place of a block.
fn is_expression_body(node: Node<'_>) -> bool {
    node.parent().is_some_and(|parent| {
        parent.kind() == "arrow_function"
            && parent.child_by_field_name("body") == Some(node)
            && node.kind() != "statement_block"
    })
}

/// A step of a chain of promises.
pub(super) struct PromiseStep<'t> {
    /// The expression that made the first promise of the chain.
    pub head: Node<'t>,
    /// True for what runs if the promise before it was kept.
    pub is_resolved: bool,
}

/// The surroundings of a statement.
#[derive(Clone, Copy)]
pub(super) enum Around<'t> {
    Try(Node<'t>, Part),
    /// A function that is given to a call, or is the value of a variable.
    Given(Node<'t>),
}
