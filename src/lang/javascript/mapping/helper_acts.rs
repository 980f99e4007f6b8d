//! Helpers of the tests that act: on what they are given, on what they return, or on a variable around them.
//!
//! ```text
//! function fill(purse, ...coins) {
//!   for (const coin of coins) purse.put(coin);     put: the act of a test that calls fill(purse, 1, 2)
//!   return purse;
//! }
//! ```
//!
//! A call of such a helper counts as the calls in its body, a loop once.

use tree_sitter::Node;

use super::body::Body;
use super::code::{Code, parameters_of, returned_by};
use crate::lang::javascript::index::{FunctionId, Kind, Target};
use crate::lang::javascript::syntax::{arguments, bare, descendants, is_alone};

/// A function that a helper calls to change something.
pub(super) struct HelperAct<'t> {
    pub function: FunctionId,
    pub on: ActedOn<'t>,
    /// True if the helper returns that object.
    pub is_returned: bool,
}

/// The object on which a helper acts, as the test that calls it knows it.
#[derive(Clone)]
pub(super) enum ActedOn<'t> {
    /// An argument, which the test gives it.
    Given(Node<'t>),
    /// A variable around it.
    Around(String),
    /// An object of its own.
    Own,
}

/// The object on which a helper acts, as the helper knows it.
enum Owner {
    Parameter(usize),
    Around(String),
    Own,
}

/// A call in a helper that may act.
struct CallInHelper {
    /// The function, as far as the helper's file says.
    function: Option<FunctionId>,
    name: String,
    owner: Owner,
    is_returned: bool,
    /// True if nothing uses what it gives.
    is_alone: bool,
}

impl<'t> Body<'_, 't> {
    /// Returns the acts of the helper of the tests that an expression calls, the last first.
    pub(super) fn acts_of_helper(&self, call: Node<'t>) -> Vec<HelperAct<'t>> {
        let call = bare(call);
        let Some(called) = call.child_by_field_name("function").map(bare) else { return Vec::new() };
        let found = self.code.with_helper(called, &mut |code, helper| code.calls_in_helper(helper));
        let given = arguments(call);
        let index = self.code.index;
        let acts = found.into_iter().flatten().rev().filter_map(|act| {
            let on = match act.owner {
                Owner::Parameter(place) => ActedOn::Given(*given.get(place)?),
                Owner::Around(name) => ActedOn::Around(name),
                Owner::Own => ActedOn::Own,
            };
            // What the test gives says more than a name does.
            let of_given = match &on {
                ActedOn::Given(given) => self.code.method_of(*given, &act.name),
                ActedOn::Around(_) | ActedOn::Own => None,
            };
            let function = of_given.or(act.function)?;
            let declared = index.function(function);
            let is_method = declared.class.is_some();
            let acts = index.changes_state(function) || act.is_alone && index.observation(function).is_none();
            (is_method && acts).then_some(HelperAct { function, on, is_returned: act.is_returned })
        });
        acts.collect()
    }

    /// Returns the last act of a helper that some nodes call.
    pub(super) fn acted_by_helper(&self, nodes: &[Node<'t>]) -> Option<FunctionId> {
        let calls = nodes.iter().flat_map(|node| descendants(*node));
        let acts =
            calls.filter(|node| node.kind() == "call_expression").map(|call| self.acts_of_helper(call));
        acts.flatten().next().map(|act| act.function)
    }

    /// Returns the last act of a helper that a statement calls on the object of a variable.
    pub(super) fn acted_on(&self, statement: usize, variable: &str) -> Option<FunctionId> {
        let acts = self.acts_of_helper(self.alone_in(statement)?).into_iter();
        let mut own = acts.filter(|act| self.name_of(&act.on).as_deref() == Some(variable));
        own.next().map(|act| act.function)
    }

    /// Returns the variable of the test on whose object a helper acts.
    pub(super) fn name_of(&self, on: &ActedOn<'t>) -> Option<String> {
        match on {
            ActedOn::Given(given) => self.code.chain_root(*given).map(|(root, _)| root.to_owned()),
            ActedOn::Around(name) => Some(name.clone()),
            ActedOn::Own => None,
        }
    }
}

impl<'t> Code<'t> {
    /// Returns the calls that a helper makes on objects, in the order of the source.
    fn calls_in_helper(&self, helper: Node<'t>) -> Vec<CallInHelper> {
        let parameters = parameters_of(helper);
        let within = helper.byte_range();
        let returned = returned_by(helper).into_iter().map(bare).filter(|value| value.kind() == "identifier");
        let returned: Vec<&str> = returned.map(|value| self.text(value)).collect();
        let body = helper.child_by_field_name("body");
        let calls = body.into_iter().flat_map(descendants).filter(|node| node.kind() == "call_expression");
        let found = calls.filter_map(|call| {
            let member = call.child_by_field_name("function").map(bare)?;
            let object = bare(member.child_by_field_name("object")?);
            let (root, at) = self.chain_root(object)?;
            let place = parameters.iter().position(|parameter| self.text(*parameter) == root);
            let is_returned = returned.contains(&root);
            let owner = match place {
                Some(place) => Owner::Parameter(place),
                None if self.is_declared_in(root, at, &within) => Owner::Own,
                None => Owner::Around(root.to_owned()),
            };
            let function = match self.target_of(call).map(|call| call.target) {
                Some(Target::Function(function)) => Some(function),
                _ => None,
            };
            // A chain of calls is known by what it gives, not by its first object.
            let is_plain = object.kind() == "identifier";
            let name = if is_plain { self.field(member, "property").to_owned() } else { String::new() };
            Some(CallInHelper { function, name, owner, is_returned, is_alone: is_alone(call) })
        });
        found.collect()
    }

    /// Returns the method of a name that an object has.
    fn method_of(&self, object: Node<'t>, name: &str) -> Option<FunctionId> {
        let member = self.index.member_of(self.meaning(object)?, name)?;
        match self.index.called(member)? {
            Target::Function(function) if self.index.function(function).kind == Kind::Called => {
                Some(function)
            }
            _ => None,
        }
    }

    /// Returns what a helper puts into a list that it returns: `row.push(next)`.
    pub(super) fn put_into(&self, list: Node<'t>, helper: Node<'t>) -> Vec<Node<'t>> {
        let list = bare(list);
        let is_list = list.kind() == "identifier"
            && self.given_as(list).is_some_and(|value| bare(value).kind() == "array");
        let calls = descendants(helper).filter(|node| node.kind() == "call_expression" && is_list);
        let puts = calls.filter(|call| {
            let called = call.child_by_field_name("function").map(bare);
            called.is_some_and(|called| {
                self.field(called, "object") == self.text(list)
                    && matches!(self.field(called, "property"), "push" | "unshift")
            })
        });
        puts.flat_map(arguments).filter_map(|value| self.given_as(value)).collect()
    }
}
