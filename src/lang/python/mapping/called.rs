//! The functions of production code that a test calls, the likeliest first: those of which a developer opens one.

use std::collections::HashSet;

use tree_sitter::Node;

use super::code::Code;
use crate::lang::python::index::{FunctionId, Kind};
use crate::lang::python::syntax::parse;
use crate::lang::syntax::descendants;
use crate::model::MOST_CALLED;

/// The number of functions of one name among which nothing decides, up to which they are listed.
const MOST_OF_ONE_NAME: usize = 3;

impl<'a> Code<'a> {
    /// Returns the functions that a test calls up to the statement that failed, if that is known: the focal one, those that
    /// do more than read an attribute, from that statement upwards, then the others, then `thrown`, those in which it threw.
    pub(super) fn functions_called(
        &self,
        focal: Option<FunctionId>,
        failed: Option<usize>,
        thrown: &[FunctionId],
    ) -> Vec<FunctionId> {
        let end = failed.map_or(usize::MAX, |failed| self.end_of_run(failed));
        let statements = self.simple_statements().filter(|statement| {
            let mut around = std::iter::successors(statement.parent(), Node::parent);
            statement.start_byte() < end || around.any(|around| around.kind() == "finally_clause")
        });
        let mut statements: Vec<Node<'a>> = statements.collect();
        statements.reverse();
        let own = statements.iter().flat_map(|statement| self.called_in(*statement));
        let of_helpers = statements.iter().flat_map(|statement| self.called_by_helpers(*statement));
        let (read, acts): (Vec<FunctionId>, Vec<FunctionId>) =
            own.chain(of_helpers).partition(|function| self.is_creation_or_read(*function));
        let mut found: Vec<FunctionId> =
            focal.into_iter().chain(acts).chain(read).chain(thrown.iter().copied()).collect();
        let mut known = HashSet::new();
        found.retain(|function| known.insert(*function));
        found.truncate(MOST_CALLED);
        found
    }

    /// Returns the byte behind which a test ran nothing: the end of the statement that failed, or of the outermost loop
    /// around it, of which another part may have run.
    fn end_of_run(&self, failed: usize) -> usize {
        let around = |statement: &usize| self.statements[*statement].around.map(|(around, _)| around);
        let all = std::iter::successors(Some(failed), around);
        let loops = all.filter(|around| {
            matches!(self.statements[*around].node.kind(), "for_statement" | "while_statement")
        });
        self.statements[loops.last().unwrap_or(failed)].end
    }

    fn is_creation_or_read(&self, function: FunctionId) -> bool {
        matches!(&*self.index.function(function).name, "__init__" | "__new__")
            || self.index.only_reads(function)
    }

    /// Returns the functions that a statement calls; of a method of an unknown object, those that may be
    /// meant by its name.
    fn called_in(&self, statement: Node<'a>) -> Vec<FunctionId> {
        let mut calls = self.production_calls(statement);
        let functions = descendants(statement).filter(|node| node.kind() == "call");
        for function in functions.filter_map(|call| call.child_by_field_name("function")) {
            self.called(function, &mut calls);
        }
        let mut found: Vec<FunctionId> =
            [calls.named, calls.properties, calls.operators, calls.makers].into_iter().flatten().collect();
        let package = |file| self.index.module_name(file).split('.').next().map(str::to_owned);
        let used: HashSet<_> = self.index.imported_modules(self.file()).map(package).collect();
        for call in descendants(statement).filter(|node| node.kind() == "call") {
            let function = call.child_by_field_name("function").filter(|node| node.kind() == "attribute");
            let Some(function) = function.filter(|function| self.value(*function).is_none()) else {
                continue;
            };
            let methods = self.index.methods_named(self.field(function, "attribute"), Kind::Called);
            let methods: Vec<FunctionId> =
                methods.filter(|method| used.contains(&package(method.file))).collect();
            found.extend(methods.into_iter().take(MOST_OF_ONE_NAME));
        }
        found
    }

    fn called_by_helpers(&self, statement: Node<'a>) -> Vec<FunctionId> {
        let calls = descendants(statement).filter(|node| node.kind() == "call");
        let helpers = calls.filter_map(|call| Some((call, self.own_helper(call)?)));
        let called = helpers.flat_map(|(call, (helper, own))| {
            let tree = parse(self.index.source(helper));
            let Some(code) = self.of_helper(helper, own, Some(call), &tree) else { return Vec::new() };
            let mut statements: Vec<Node<'_>> = code.simple_statements().collect();
            statements.reverse();
            statements.into_iter().flat_map(|statement| code.called_in(statement)).collect()
        });
        called.collect()
    }
}
