//! The production calls in helpers, the tests' own methods, as they are written: no trace leads into them.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::code::{Code, named};
use super::focal::{Decision, FocalSearch, Reach, Undecided, name, overloads};
use super::oracle::FoundOracle;
use crate::java::index::{ClassId, MethodId};
use crate::java::syntax::{Snippet, descendants};

/// The oracle that counts in a method with several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    First,
    Last,
}

/// The deepest chain of calls that is followed.
const DEEPEST: usize = 2;

impl<'a> FocalSearch<'_, 'a> {
    /// Returns the focal method of the last helper that `value` calls.
    pub(super) fn through_helpers(&self, value: Node<'a>) -> Option<Decision> {
        helper_call(self.code, value, self.class_under_test, Which::Last, DEEPEST)
    }

    /// Returns the focal method of the first oracle in a helper that was never reached.
    pub(super) fn first_in_helper(&self, value: Node<'a>) -> Option<Decision> {
        helper_call(self.code, value, self.class_under_test, Which::First, DEEPEST)
    }

    pub(super) fn helpers_before(&self, end: usize) -> Option<Decision> {
        let is_call = |node: &Node<'a>| node.kind() == "method_invocation" && node.end_byte() <= end;
        let mut calls: Vec<Node<'a>> = descendants(self.code.body).filter(is_call).collect();
        calls.sort_by_key(|call| std::cmp::Reverse(call.end_byte()));
        calls.into_iter().find_map(|call| self.through_helpers(call))
    }
}

fn helper_call<'a>(
    code: &Code<'a>,
    value: Node<'a>,
    tested: Option<ClassId>,
    which: Which,
    depth: usize,
) -> Option<Decision> {
    let depth = depth.checked_sub(1)?;
    let is_written = |method: &MethodId| code.index.method(*method).implicit.is_none();
    let helper = code.project_calls(value).iter().rev().find_map(super::calls::Call::target)?;
    if code.index.is_production(helper.class) || !is_written(&helper) {
        return None;
    }
    let snippet = Snippet::parse(code.index.source(helper));
    let inner = Code::of(code.index, helper, &snippet)?;
    let mut oracles = inner.all_oracles();
    if which == Which::First {
        oracles.truncate(1);
    }
    let oracle = match oracles.pop() {
        Some(oracle) => oracle,
        None => match returned(&inner, tested) {
            Some(Err(several)) => return Some(Err(several)),
            _ => FoundOracle::none(result_of(&inner)?),
        },
    };
    let search = FocalSearch { code: &inner, oracle: &oracle, class_under_test: tested, is_setup: false };
    let decision = search.inside().or_else(|| search.on_variable(Reach::Helpers)).unwrap_or_else(|| {
        match search.before() {
            Err(Undecided::NoProductionCall) => helper_call(&inner, inner.body, tested, which, depth)
                .unwrap_or(Err(Undecided::NoProductionCall)),
            decision => decision,
        }
    });
    (decision != Err(Undecided::NoProductionCall)).then_some(decision)
}

/// Returns the method that makes the returned value; undecided if several `return` statements differ.
fn returned(code: &Code<'_>, tested: Option<ClassId>) -> Option<Decision> {
    let returns = descendants(code.body).filter(|node| node.kind() == "return_statement");
    let mut decisions: Vec<MethodId> = Vec::new();
    for statement in returns {
        let oracle = FoundOracle::none(statement);
        let search = FocalSearch { code, oracle: &oracle, class_under_test: tested, is_setup: false };
        match search.inside() {
            Some(Ok(method)) if !decisions.contains(&method) => decisions.push(method),
            Some(Err(undecided)) => return Some(Err(undecided)),
            _ => {}
        }
    }
    let names: BTreeSet<String> = decisions.iter().map(|method| name(*method, code.index)).collect();
    match (decisions.as_slice(), names.len()) {
        ([], _) => None,
        ([method], _) => Some(Ok(*method)),
        (_, 1) => Some(Err(overloads(decisions.iter(), code.index))),
        _ => Some(Err(Undecided::Several(names.into_iter().collect()))),
    }
}

/// Returns the statement that makes a helper's result: the last `return`, else the last that does more than close something.
fn result_of<'a>(code: &Code<'a>) -> Option<Node<'a>> {
    let returned = || descendants(code.body).filter(|node| node.kind() == "return_statement").last();
    let statements = named(code.body);
    let only_ends = |statement: &&Node<'a>| {
        let call = statement.named_child(0).filter(|call| call.kind() == "method_invocation");
        call.is_some_and(|call| matches!(code.field(call, "name"), "close" | "flush"))
    };
    returned()
        .or_else(|| statements.iter().rfind(|statement| !only_ends(statement)).copied())
        .or_else(|| statements.last().copied())
}
