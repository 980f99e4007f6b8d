//! The functions of production code that a test calls, the likeliest first: those of which a developer opens one.

use std::collections::HashSet;

use tree_sitter::Node;

use super::body::Body;
use super::code::{CalledTarget, Code};
use super::node_at;
use super::oracle::FoundOracle;
use crate::lang::javascript::index::Target;
use crate::lang::javascript::syntax::{bare, descendants};
use crate::model::MOST_CALLED;

/// The number of functions of one name among which nothing decides, up to which they are listed.
const MOST_OF_ONE_NAME: usize = 3;

/// The depth to which helpers of tests that call each other are looked into.
const DEEPEST: usize = 3;

/// The functions that were decided and seen before the code is asked.
#[derive(Clone, Copy)]
pub(super) struct Known<'k> {
    pub focal: Option<Target>,
    /// The functions in which the test threw.
    pub thrown: &'k [Target],
}

impl<'t> Body<'_, 't> {
    /// Returns the functions that a test calls: the focal one, those that do more than make an object or read a member, from the
    /// failed oracle upwards, then those of its helpers, then the others, then those in which it threw.
    pub(super) fn functions_called(&self, known: Known<'_>, oracle: Option<&FoundOracle<'t>>) -> Vec<Target> {
        let last = oracle.and_then(|oracle| oracle.node.or(oracle.statement));
        let end = last.map_or(usize::MAX, |last| self.statements[last].end);
        let (mut before, after): (Vec<usize>, Vec<usize>) = (0..self.statements.len())
            .partition(|statement| self.statements[*statement].node.start_byte() < end);
        before.reverse();
        let nodes: Vec<Node<'t>> = before
            .into_iter()
            .chain(after)
            .flat_map(|statement| self.statements[statement].expressions_or_self())
            .collect();
        let own = nodes.iter().flat_map(|node| self.code.all_calls(*node));
        let of_helpers = nodes.iter().flat_map(|node| self.code.calls_of_helpers(*node, DEEPEST));
        let (read, acts): (Vec<CalledTarget>, Vec<CalledTarget>) =
            own.chain(of_helpers).partition(|call| call.is_made || call.is_read);
        let called = acts.into_iter().chain(read).map(|call| call.target);
        let mut found: Vec<Target> =
            known.focal.into_iter().chain(called).chain(known.thrown.iter().copied()).collect();
        let mut seen = HashSet::new();
        found.retain(|target| seen.insert(*target));
        found.truncate(MOST_CALLED);
        found
    }
}

impl<'t> Code<'t> {
    /// Returns the production functions that an expression calls, the outermost first; of a method of an unknown object, those that
    /// may be meant by its name.
    fn all_calls(&self, node: Node<'t>) -> Vec<CalledTarget> {
        descendants(node)
            .flat_map(|node| match self.target_of(node) {
                Some(call) => vec![call],
                None => self.may_be_called(node),
            })
            .collect()
    }

    /// Returns the methods that the call of a member of an unknown object may mean: those of the modules that the file imports.
    fn may_be_called(&self, call: Node<'t>) -> Vec<CalledTarget> {
        let function = call.child_by_field_name("function").map(bare);
        let member = function.filter(|function| function.kind() == "member_expression");
        let Some((member, object)) =
            member.and_then(|member| Some((member, member.child_by_field_name("object")?)))
        else {
            return Vec::new();
        };
        if self.is_known(object) {
            return Vec::new();
        }
        let name = self.field(member, "property");
        let methods = self.index.methods_imported(self.file, name);
        if methods.len() > MOST_OF_ONE_NAME {
            return Vec::new();
        }
        let called = methods.into_iter().map(Target::Function);
        called.map(|target| CalledTarget { target, is_made: false, is_read: false }).collect()
    }

    /// Returns the production functions that the helpers call which an expression calls: functions of test code, in any file.
    pub(super) fn calls_of_helpers(&self, node: Node<'t>, depth: usize) -> Vec<CalledTarget> {
        let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
        let calls = descendants(node).filter(|node| node.kind() == "call_expression");
        let functions = calls.filter_map(|call| call.child_by_field_name("function")).map(bare);
        functions
            .flat_map(|function| {
                let local = (function.kind() == "identifier")
                    .then(|| self.local_function(self.text(function), function.start_byte()))
                    .flatten();
                match local {
                    Some(local) => self.calls_within(local, depth),
                    None => self.helper_called(function).map_or_else(Vec::new, |helper| {
                        let tree = self.index.tree(helper.file);
                        let code = Code::of(self.index, helper.file, &tree);
                        let node = node_at(code.root, &self.index.function(helper).node);
                        node.map_or_else(Vec::new, |node| code.calls_within(node, depth))
                    }),
                }
            })
            .collect()
    }

    fn calls_within(&self, function: Node<'t>, depth: usize) -> Vec<CalledTarget> {
        let Some(body) = function.child_by_field_name("body") else { return Vec::new() };
        let mut found = self.all_calls(body);
        found.extend(self.calls_of_helpers(body, depth));
        found
    }
}
