//! The focal method: the production method that a test's oracle is about.
//!
//! For an assertion, the call inside it; else the last call before it on the variable that is checked; else the last call
//! before it at all. For an exception oracle, the call inside the guarded code. Where several calls are as good, those on the
//! class under test win; where still more than one method is left, the focal method is undecided.

use std::collections::BTreeSet;
use std::fmt;

use tree_sitter::Node;

use super::assertions::Check;
use super::calls::Call;
use super::code::Code;
use super::oracle::FoundOracle;
use crate::java::index::{ClassId, Index, MethodId};
use crate::java::syntax::descendants;
use crate::model::{Frame, OracleCategory};

/// The search for the focal method of one oracle.
pub(super) struct FocalSearch<'c, 'a> {
    pub code: &'c Code<'a>,
    pub oracle: &'c FoundOracle<'a>,
    pub class_under_test: Option<ClassId>,
    /// True for code that runs before the test.
    pub is_setup: bool,
}

/// The code through which a variable's value is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// The code itself.
    Direct,
    /// The code itself and the helpers that it calls.
    Helpers,
}

pub(super) type Decision = Result<MethodId, Undecided>;

impl<'a> FocalSearch<'_, 'a> {
    /// Decides by the calls inside the oracle.
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

    /// Decides by the call that gave a variable of the oracle its value or its state.
    pub(super) fn on_variable(&self, reach: Reach) -> Option<Decision> {
        match self.oracle.category {
            OracleCategory::NoException => self.state_of(&[self.oracle.statement], reach),
            OracleCategory::AssertionOnly => {
                let (actual, others) = self.oracle.values.split_first()?;
                // What the actual value is compared with says less: often it is no more than a literal.
                let other = || {
                    others
                        .iter()
                        .find_map(|other| self.in_values(other).or_else(|| self.state_of(other, reach)))
                };
                self.state_of(actual, reach).or_else(other)
            }
            _ => None,
        }
    }

    /// Decides by the calls inside the helpers that the oracle calls, as they are written: no trace leads into them.
    pub(super) fn inside_helpers(&self) -> Option<Decision> {
        let in_all = |values: &[Node<'a>]| values.iter().find_map(|value| self.through_helpers(*value));
        match self.oracle.category {
            _ if self.oracle.is_in_helper => self.first_in_helper(self.oracle.statement),
            OracleCategory::AssertionOnly => self.oracle.values.iter().find_map(|values| in_all(values)),
            OracleCategory::NoException => in_all(&[self.oracle.statement]),
            OracleCategory::FailOnly => None,
            _ => in_all(&self.oracle.guarded),
        }
    }

    /// Returns true if the call in which an assertion threw makes the value that it checks, and not its message.
    pub(super) fn is_for_actual(&self, called: &Frame<'_>) -> bool {
        let (OracleCategory::AssertionOnly, Some(actual)) =
            (self.oracle.category, self.oracle.values.first())
        else {
            return true;
        };
        actual.iter().flat_map(|value| descendants(*value)).any(|call| match call.kind() {
            "method_invocation" => self.code.field(call, "name") == called.method,
            // What is made for another call is no more than its argument.
            "object_creation_expression" => called.method == "<init>" && actual.contains(&call),
            "method_reference" => self.code.text(call).ends_with(called.method),
            _ => false,
        })
    }

    fn in_values(&self, values: &[Node<'a>]) -> Option<Decision> {
        self.best(values.iter().flat_map(|value| self.code.production_calls(*value)).collect())
    }

    /// Decides by the last call before the oracle.
    pub(super) fn before(&self) -> Decision {
        let end = self.start();
        let mut calls = self.code.production_calls(self.code.body);
        calls.retain(|call| call.node.end_byte() <= end);
        let last = calls.iter().rfind(|call| !self.only_ends(call.node)).or(calls.last());
        match last {
            Some(last) => self.decide(last),
            None => self.helpers_before(end).unwrap_or(Err(Undecided::NoProductionCall)),
        }
    }

    pub(super) fn start(&self) -> usize {
        self.oracle.statement.start_byte()
    }

    /// Decides by the last statement of the guarded code that calls production code: it is the one meant to throw.
    fn in_guarded(&self) -> Option<Decision> {
        let mut calls: Vec<Call<'a>> =
            self.oracle.guarded.iter().flat_map(|guarded| self.code.production_calls(*guarded)).collect();
        calls.retain(|call| !self.is_in_check(call.node));
        if calls.iter().any(|call| !self.only_ends(call.node)) {
            calls.retain(|call| !self.only_ends(call.node));
        }
        let last = calls.last()?;
        let statement = self.code.statement_of(last.node).unwrap_or(last.node);
        calls.retain(|call| statement.byte_range().contains(&call.node.start_byte()));
        let last = calls.last().cloned()?;
        match self.best(calls) {
            Some(Err(Undecided::Several(_))) => Some(self.decide(&last)),
            decision => decision,
        }
    }

    /// Returns true if a call is an argument of a `fail` or an assertion.
    fn is_in_check(&self, call: Node<'a>) -> bool {
        let Some(statement) = self.code.statement_of(call) else { return false };
        let is_guarded = |guarded: &Node<'a>| guarded.byte_range().contains(&statement.start_byte());
        self.oracle.guarded.iter().any(is_guarded)
            && matches!(self.code.check(statement), Some(Check::Fail | Check::Values(_)))
    }

    /// Returns true for a call that only closes or flushes its object.
    pub(super) fn only_ends(&self, call: Node<'a>) -> bool {
        call.kind() == "method_invocation" && matches!(self.code.field(call, "name"), "close" | "flush")
    }

    /// Decides between calls that are made in one place.
    pub(super) fn best(&self, mut calls: Vec<Call<'a>>) -> Option<Decision> {
        // A method of the class under test stands out wherever it is called; an instance of it is often no more than an argument.
        let is_tested_method =
            |call: &Call<'a>| call.node.kind() != "object_creation_expression" && self.is_under_test(call);
        if calls.iter().any(is_tested_method) {
            calls.retain(is_tested_method);
        }
        // Of `compose(f).apply(x)`, the method without a body only runs what the other one made.
        let has_body = |call: &Call<'a>| {
            let mut targets = call.targets().into_iter();
            targets.any(|method| self.code.index.has_body(self.implementation(method)))
        };
        let made: Vec<_> = calls.iter().filter(|call| has_body(call)).map(|call| call.node).collect();
        calls.retain(|call| {
            let object = call.node.child_by_field_name("object");
            has_body(call) || !object.is_some_and(|object| made.contains(&object))
        });
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

    pub(super) fn decide(&self, call: &Call<'a>) -> Decision {
        let target = call.target().map(|method| self.implementation(method));
        target.ok_or_else(|| overloads(call.targets().iter(), self.code.index))
    }

    /// Returns the method of the class under test that implements a method without a body.
    fn implementation(&self, method: MethodId) -> MethodId {
        let index = self.code.index;
        let Some(tested) = self.class_under_test.filter(|_| !index.has_body(method)) else { return method };
        if !index.ancestry(tested).contains(&method.class) {
            return method;
        }
        let declared = index.method(method);
        let found = index
            .methods(tested, &[], &declared.name)
            .into_iter()
            .find(|own| index.method(own.id).parameters == declared.parameters && index.has_body(own.id));
        found.map_or(method, |own| own.id)
    }

    pub(super) fn is_under_test(&self, call: &Call<'a>) -> bool {
        let Some(tested) = self.class_under_test else { return false };
        // What is nested in the class under test is a part of it: a builder, an iterator.
        let is_tested = |class: ClassId| class == tested || self.code.index.is_within(class, tested);
        call.targets().iter().any(|method| is_tested(method.class)) || call.receiver.is_some_and(is_tested)
    }
}

/// The reason for which no focal method was decided.
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
            Undecided::NoProductionCall => {
                f.write_str("no call of this project's production code is seen in the test")
            }
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

/// Returns `Class.method`.
pub(super) fn name(method: MethodId, index: &Index) -> String {
    format!("{}.{}", index.class(method.class).simple_name(), index.method(method).name)
}

pub(super) fn overloads<'m>(methods: impl Iterator<Item = &'m MethodId>, index: &Index) -> Undecided {
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
