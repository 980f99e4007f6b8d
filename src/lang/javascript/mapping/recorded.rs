//! Records of the test's own callbacks, and the call that made them.
//!
//! ```text
//! bell.on('rung', (tone) => heard.push(tone));   on: only registers the callback
//! bell.ring('low').tone;                         ring: called it back
//! expect(heard).toEqual(['low']);
//! ```

use std::iter;

use tree_sitter::Node;

use super::body::Body;
use super::code::parameters_of;
use super::focal::Context;
use super::names::{begins, is_adjective, is_tidying};
use super::node_at;
use super::observe::is_changing;
use crate::lang::javascript::index::{FunctionId, Index, Target};
use crate::lang::javascript::syntax::{arguments, bare, descendants, field, is_function, text};

/// A function that a statement calls for its effect, and the variable on whose object it does.
pub(super) struct Done {
    pub function: FunctionId,
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
        context: &Context<'t>,
    ) -> Option<(FunctionId, usize)> {
        let given_to = self.records(statement, variable)?;
        if self.object_of(given_to) == Some(variable) {
            return None;
        }
        let later = self.called_later(statement, given_to, end);
        later.or_else(|| self.ran_later(statement, given_to, end, context)).or_else(|| {
            let function = self.function_called(given_to)?;
            let index = self.code.index;
            let registers = index.changes_state(function) || index.keeps_argument(function);
            let later =
                self.before(end).into_iter().rev().take_while(|later| registers && *later > statement);
            { later }.find_map(|later| Some((self.done_by(later)?.function, later)))
        })
    }

    /// Returns the call of a statement that is given a function of the test which changes a variable, also in an object of options or by
    /// its name.
    pub(super) fn records(&self, statement: usize, variable: &str) -> Option<Node<'t>> {
        let changes =
            |function: Node<'t>| descendants(function).any(|part| self.code.changes(part, variable));
        let parts = self.statements[statement].expressions_or_self().into_iter().flat_map(descendants);
        { parts }.find(|call| {
            let mut given = arguments(*call).into_iter().flat_map(descendants);
            given.any(|part| match part.kind() {
                "identifier" => {
                    self.code.local_function(self.code.text(part), part.start_byte()).is_some_and(changes)
                }
                _ => is_function(part) && changes(part),
            })
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

    /// Returns the call that a statement makes for its effect alone, unless it only tidies up.
    fn done_by(&self, statement: usize) -> Option<Done> {
        self.effect_of(statement).filter(|done| !is_tidying(&self.code.index.function(done.function).name))
    }

    /// Returns the call that a statement makes for its effect alone, by itself or in a helper of the tests.
    pub(super) fn effect_of(&self, statement: usize) -> Option<Done> {
        self.called_alone(statement).or_else(|| {
            let act = self.acts_of_helper(self.alone_in(statement)?).into_iter().next()?;
            Some(Done { function: act.function, object: self.name_of(&act.on) })
        })
    }

    /// Returns the call that a statement is, also where it reads a member of what that gives: `bell.ring('low').tone;`. A getter that changes
    /// something, or for which the statement waits, is called by that.
    pub(super) fn called_alone(&self, statement: usize) -> Option<Done> {
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

    /// Returns the function with which a title begins, or which registered the test's callback (`a once listener`), if a statement
    /// before a byte calls it and checks nothing. Later calls only make it happen.
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

    /// Returns the subject of the title where a check asks a variable that production code was given, such as a mock.
    pub(super) fn subject_of_given(
        &self,
        variables: &[Node<'t>],
        end: usize,
        context: &Context<'t>,
    ) -> Option<FunctionId> {
        let is_given = variables.iter().any(|variable| self.is_given_away(*variable, end));
        self.subject_before(end, context).filter(|_| is_given)
    }

    /// Returns true for a variable that a statement before a byte gives to production code, which may call it.
    fn is_given_away(&self, variable: Node<'t>, end: usize) -> bool {
        let name = self.code.text(variable);
        let parts = self.ran_before(end).into_iter().flat_map(|ran| self.parts_run(ran));
        let calls = parts.filter(|part| self.code.target_of(*part).is_some());
        { calls }.flat_map(arguments).flat_map(descendants).any(|given| {
            self.code.text(given) == name
                && matches!(given.kind(), "identifier" | "shorthand_property_identifier")
        })
    }
}

impl Index {
    /// Returns true for a function that puts something it is given into something else: `this.ringers.set(name, [ringer])`.
    fn keeps_argument(&self, function: FunctionId) -> bool {
        let source = &self.file(function.file).text;
        let tree = self.tree(function.file);
        node_at(tree.root_node(), &self.function(function).node).is_some_and(|node| {
            let given: Vec<&str> = parameters_of(node).into_iter().map(|name| text(name, source)).collect();
            let puts = descendants(node).filter(|call| {
                let called = call.child_by_field_name("function").map(bare);
                called.is_some_and(|called| is_changing(field(called, "property", source)))
            });
            let mut kept = puts.flat_map(arguments).flat_map(descendants);
            kept.any(|part| part.kind() == "identifier" && given.contains(&text(part, source)))
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
