//! Callbacks that what is given them only keeps, and the call that ran them.
//!
//! ```text
//! const chore = new Chore(() => count++);   Chore: only keeps the callback
//! const shift = new Shift(20, chore);       Shift: keeps what keeps it
//! foreman.add(shift);                       add: ran it
//! vi.advanceTimersByTime(20000);
//! expect(count).toBe(1);
//! foreman.close();                          only tidies up
//! ```
//!
//! A constructor that does not call what it is given has run nothing, whatever a variable of the test tells afterwards.

use std::collections::HashSet;
use std::iter;

use tree_sitter::Node;

use super::body::{Body, Ran};
use super::code::parameters_of;
use super::focal::Context;
use super::names::is_tidying;
use crate::lang::javascript::index::{FunctionId, Index, Meaning, Target};
use crate::lang::javascript::syntax::{arguments, bare, descendants, field, is_function, text};

/// The statements behind the one that gave a callback away, and the variables whose objects keep it.
struct Later<'t> {
    ran: Vec<Ran<'t>>,
    keepers: HashSet<&'t str>,
}

impl<'t> Body<'_, 't> {
    /// Returns the function that ran what a call of a statement was given and only keeps, and its statement: the last one before a byte
    /// that is called on what keeps the callback, or is given that, or else the last one that is called for its effect.
    pub(super) fn ran_later(
        &self,
        statement: usize,
        given_to: Node<'t>,
        end: usize,
        context: &Context<'t>,
    ) -> Option<(FunctionId, usize)> {
        if !self.only_keeps(given_to) {
            return None;
        }
        let behind = self.statements[statement].node.end_byte();
        let ran = self.ran_before(end).into_iter();
        let ran = ran.filter(|ran| self.statements[ran.statement].node.start_byte() >= behind);
        let later = self.with_keepers(statement, ran.collect());
        let of_keepers = |ran: Ran<'t>| self.called_with(ran, &later.keepers);
        let of_any = |ran: Ran<'t>| self.effect_of(ran.statement).map(|done| done.function);
        self.last_act_of(&later.ran, of_keepers, context)
            .or_else(|| self.last_act_of(&later.ran, of_any, context))
    }

    /// Returns the last function that statements call, as `called` says, and its statement: none that only tidies up directly before they
    /// end.
    fn last_act_of(
        &self,
        later: &[Ran<'t>],
        called: impl Fn(Ran<'t>) -> Option<FunctionId>,
        context: &Context<'t>,
    ) -> Option<(FunctionId, usize)> {
        let mut is_awaited = false;
        for ran in later.iter().rev() {
            if let Some(function) = called(*ran) {
                let name = &self.code.index.function(function).name;
                if is_awaited || !is_tidying(name) || self.is_evident(function, context) {
                    return Some((function, ran.statement));
                }
            }
            // Behind what ends something, a test waits to see that it has.
            is_awaited |= self.lets_time_pass(ran.statement);
        }
        None
    }

    /// Returns true for a statement that only calls something from outside of the project: a clock, or a pause. `done()` ends the test.
    fn lets_time_pass(&self, statement: usize) -> bool {
        let call = self.alone_in(statement).filter(|_| self.check(statement).is_none());
        let called = call.and_then(|call| call.child_by_field_name("function"));
        called.is_some_and(|called| !self.is_input(called)) && self.effect_of(statement).is_none()
    }

    /// Returns statements with the variables that keep what a statement made: those that it sets, those that are made with one of them,
    /// and those whose objects are given one.
    fn with_keepers(&self, statement: usize, ran: Vec<Ran<'t>>) -> Later<'t> {
        let mut keepers: HashSet<&'t str> = self.set_in(statement).into_iter().collect();
        for later in &ran {
            let calls = self.parts_run(*later).filter(|part| {
                let given = arguments(*part).into_iter().flat_map(descendants);
                { given }.any(|given| keepers.contains(self.code.text(given)))
            });
            let calls: Vec<Node<'t>> = calls.collect();
            keepers.extend(calls.iter().filter_map(|call| self.object_of(*call)));
            if !calls.is_empty() {
                keepers.extend(self.set_in(later.statement));
            }
        }
        Later { ran, keepers }
    }

    /// Returns the variables that a statement declares or assigns.
    fn set_in(&self, statement: usize) -> Vec<&'t str> {
        let parts = self.statements[statement].expressions_or_self().into_iter().flat_map(descendants);
        let set = parts.filter_map(|part| match part.kind() {
            "variable_declarator" => part.child_by_field_name("name"),
            "assignment_expression" => part.child_by_field_name("left"),
            _ => None,
        });
        set.map(|name| self.code.text(name)).collect()
    }

    /// Returns the function that a statement calls on what keeps a callback, or that it gives that, and that does more than observe.
    fn called_with(&self, ran: Ran<'t>, keepers: &HashSet<&'t str>) -> Option<FunctionId> {
        self.parts_run(ran).find_map(|part| {
            let function = self.function_called(part)?;
            let mut given = arguments(part).into_iter().flat_map(descendants);
            let is_of_keeper = self.object_of(part).is_some_and(|object| keepers.contains(object))
                || given.any(|given| keepers.contains(self.code.text(given)));
            let index = self.code.index;
            let only_observes = index.observation(function).is_some() && !index.changes_state(function);
            (is_of_keeper && !only_observes).then_some(function)
        })
    }

    /// Returns true for a call that makes an object and calls nothing that it is given: a constructor, or a function that stands for one.
    fn only_keeps(&self, call: Node<'t>) -> bool {
        let index = self.code.index;
        let function = match self.code.target_of(call).map(|call| call.target) {
            Some(Target::Function(function)) => Some(function),
            Some(Target::Class(_)) => return true,
            None => None,
        };
        let makes_object = call.kind() == "new_expression" && function.is_some()
            || function.is_none_or(|function| index.function(function).class.is_none())
                && matches!(self.code.meaning(call), Some(Meaning::Object(_) | Meaning::Class(_)));
        makes_object && !function.is_some_and(|function| index.calls_argument(function))
    }
}

impl Index {
    /// Returns true for a function that calls what it is given while it runs, also as a member in which it has put that. What a function
    /// within it does may be done later.
    fn calls_argument(&self, function: FunctionId) -> bool {
        let source = &self.file(function.file).text;
        let calls = self.with_node(function, |node| {
            let given: HashSet<&str> = parameters_of(node)
                .into_iter()
                .flat_map(descendants)
                .map(|name| text(name, source))
                .collect();
            let Some(body) = node.child_by_field_name("body") else { return false };
            let is_member_of = |member: &str| {
                let puts = descendants(body).filter(|part| part.kind() == "assignment_expression");
                let mut values = puts
                    .filter(|put| field(*put, "left", source) == member)
                    .filter_map(|put| put.child_by_field_name("right"));
                // `constructor(private readonly draw: () => void)`
                given.contains(member.trim_start_matches("this."))
                    || values.any(|value| descendants(value).any(|part| given.contains(text(part, source))))
            };
            let mut called =
                descendants(body).filter(|part| part.kind() == "call_expression").filter(|call| {
                    let around = iter::successors(call.parent(), Node::parent);
                    !{ around }.take_while(|around| *around != node).any(is_function)
                });
            called.any(|call| {
                let called = call.child_by_field_name("function").map(bare);
                called.is_some_and(|called| match called.kind() {
                    "identifier" => given.contains(text(called, source)),
                    "member_expression" => {
                        field(called, "object", source) == "this" && is_member_of(text(called, source))
                    }
                    _ => false,
                })
            })
        });
        calls.unwrap_or(false)
    }
}
