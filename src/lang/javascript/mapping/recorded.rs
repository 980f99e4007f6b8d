//! What the test's own callback records, and the call that made it do so.
//!
//! ```text
//! bell.on('rung', (tone) => heard.push(tone));   on: only registers the callback
//! bell.ring('low').tone;                         ring: called it back
//! expect(heard).toEqual(['low']);
//! ```

use std::iter;

use tree_sitter::Node;

use super::body::Body;
use super::focal::Context;
use super::names::{begins, is_adjective, is_tidying};
use crate::lang::javascript::index::{FunctionId, Target};
use crate::lang::javascript::syntax::{arguments, bare, descendants, is_function};

/// A function that a statement calls for its effect, and the variable on whose object it does.
struct Done {
    function: FunctionId,
    object: Option<String>,
}

impl<'t> Body<'_, 't> {
    /// Returns the function that called back what a statement gave an object to change a variable, `pens.on('dry', (pen) => dry.push(pen))`,
    /// and its statement: the last one before a byte that calls something on that object or, where the statement has only registered the
    /// callback, on another one.
    pub(super) fn called_back_by(
        &self,
        statement: usize,
        variable: &str,
        end: usize,
    ) -> Option<(FunctionId, usize)> {
        let given_to = self.statements[statement].expressions_or_self();
        let given_to = given_to.into_iter().flat_map(descendants).find(|call| {
            // In an object of options as well.
            let given = arguments(*call).into_iter().flat_map(descendants).filter(|part| is_function(*part));
            { given }.any(|given| descendants(given).any(|part| self.code.changes(part, variable)))
        })?;
        if self.object_of(given_to) == Some(variable) {
            return None;
        }
        self.called_later(statement, given_to, end).or_else(|| {
            let function = self.function_called(given_to)?;
            let registers = self.code.index.changes_state(function);
            let later =
                self.before(end).into_iter().rev().take_while(|later| registers && *later > statement);
            { later }.find_map(|later| Some((self.done_by(later)?.function, later)))
        })
    }

    /// Returns the function that was called last, before a byte, on the object to which a call of a statement gave something, or which
    /// the statement made with it; and the statement that called it.
    pub(super) fn called_later(
        &self,
        statement: usize,
        given_to: Node<'t>,
        end: usize,
    ) -> Option<(FunctionId, usize)> {
        let made = descendants(self.statements[statement].node)
            .filter(|part| part.kind() == "variable_declarator")
            .map(|part| self.code.field(part, "name"));
        let known = self.object_of(given_to).filter(|_| !begins_with_call(given_to));
        let root = known.or({ made }.next())?;
        let behind = self.statements[statement].node.end_byte();
        let later = self.before(end).into_iter().rev();
        { later }.take_while(|later| self.statements[*later].node.start_byte() >= behind).find_map(|later| {
            let done = self.done_by(later).filter(|done| done.object.as_deref() == Some(root))?;
            Some((done.function, later))
        })
    }

    /// Returns what a statement does for nothing but its effect, by itself or by a helper of the tests; not what only tidies up.
    fn done_by(&self, statement: usize) -> Option<Done> {
        let done = self.called_alone(statement).or_else(|| {
            let act = self.acts_of_helper(self.alone_in(statement)?).into_iter().next()?;
            Some(Done { function: act.function, object: self.name_of(&act.on) })
        });
        done.filter(|done| !is_tidying(&self.code.index.function(done.function).name))
    }

    /// Returns the call that a statement is, also where it reads a member of what that gives: `bell.ring('low').tone;`. A getter that changes
    /// something, or for which the statement waits, is called by that.
    fn called_alone(&self, statement: usize) -> Option<Done> {
        let reads = iter::successors(self.alone_in(statement), |node| {
            let object = node.child_by_field_name("object").filter(|_| node.kind() == "member_expression");
            object.map(bare)
        });
        { reads }.find_map(|node| {
            let target = self.code.target_of(node).filter(|call| !call.is_made)?;
            let Target::Function(function) = target.target else { return None };
            let is_awaited = node.parent().is_some_and(|parent| parent.kind() == "await_expression");
            let acts = !target.is_read || is_awaited || self.code.index.changes_state(function);
            acts.then(|| Done { function, object: self.object_of(node).map(str::to_owned) })
        })
    }

    /// Returns the function with which a title begins, or which says in what way the test's callback was registered, if a statement before a
    /// byte calls it that checks nothing: what was called behind it only lets it happen.
    pub(super) fn subject_before(&self, end: usize, context: &Context<'t>) -> Option<FunctionId> {
        let title = context.parts.last()?;
        self.ran_before(end).into_iter().rev().filter(|ran| self.check(ran.statement).is_none()).find_map(
            |ran| {
                self.parts_run(ran).find_map(|part| {
                    let function = self.function_called(part)?;
                    let name = &self.code.index.function(function).name;
                    (begins(name, title) || is_adjective(name, title)).then_some(function)
                })
            },
        )
    }

    /// Returns the variable on which a call is made, or a getter is read.
    pub(super) fn object_of(&self, call: Node<'t>) -> Option<&'t str> {
        let called = call.child_by_field_name("function").map_or(call, bare);
        self.code.chain_root(called.child_by_field_name("object")?).map(|(root, _)| root)
    }

    /// Returns true for a variable that a statement before a byte gives to production code, which may call it.
    pub(super) fn is_given_away(&self, variable: Node<'t>, end: usize) -> bool {
        let name = self.code.text(variable);
        let parts = self.ran_before(end).into_iter().flat_map(|ran| self.parts_run(ran));
        let calls = parts.filter(|part| self.code.target_of(*part).is_some());
        { calls }.flat_map(arguments).flat_map(descendants).any(|given| {
            self.code.text(given) == name
                && matches!(given.kind(), "identifier" | "shorthand_property_identifier")
        })
    }
}

/// Returns true for a chain of calls that begins with the call of a function, not with an object: `bellOf('brass').on('rung', hear)`.
fn begins_with_call(call: Node<'_>) -> bool {
    let chain = iter::successors(Some(call), |node| {
        let inner = node.child_by_field_name("object").or_else(|| node.child_by_field_name("function"));
        inner.map(bare)
    });
    let called = chain.filter(|node| node.kind() == "call_expression").last();
    called
        .and_then(|call| call.child_by_field_name("function"))
        .is_some_and(|function| function.kind() == "identifier")
}
