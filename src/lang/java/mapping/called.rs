//! The methods of production code that a test calls, the likeliest first: those of which a developer opens one.

use std::collections::BTreeSet;

use super::code::{Call, Code, ancestors};
use super::stack::method_of;
use super::{DEEPEST, Examined};
use crate::lang::java::index::{Index, MethodId};
use crate::lang::java::syntax::Snippet;
use crate::model::MOST_CALLED;
use crate::trace::Section;

impl Index {
    /// Returns the methods that a test calls up to its failed line: the focal method, the calls that do more than read a
    /// field, from that line upwards, those of its helpers, the others, then those in which it threw.
    pub(super) fn methods_called(
        &self,
        test: MethodId,
        examined: &Examined,
        sections: &[Section<'_>],
    ) -> Vec<MethodId> {
        let snippet = Snippet::parse(self.source(test));
        let mut found: Vec<MethodId> = examined.focal.iter().copied().collect();
        if let Some(code) = Code::of(self, test, &snippet) {
            let end = examined.row.map_or(usize::MAX, |row| end_of_run(&code, row));
            let calls = code.all_calls().iter().filter(|call| {
                let is_at_last = ancestors(call.node).any(|around| around.kind() == "finally_clause");
                call.node.start_byte() < end || is_at_last
            });
            let mut calls: Vec<&Call<'_>> = calls.collect();
            calls.sort_by_key(|call| std::cmp::Reverse(code.row_of(call.node)));
            let targets = calls.iter().filter_map(|call| call.targets().first().copied());
            let (own, helpers): (Vec<_>, Vec<_>) =
                targets.partition(|method| self.is_production(method.class));
            let of_helpers = helpers.into_iter().collect::<BTreeSet<_>>();
            let inner = of_helpers
                .into_iter()
                .filter(|helper| *helper != test)
                .flat_map(|helper| self.called_in(helper));
            let (acts, others): (Vec<_>, Vec<_>) =
                own.into_iter().chain(inner).partition(|method| self.is_act(*method));
            found.extend(acts.into_iter().chain(others));
        }
        let frames = sections.first().map_or(&[][..], |section| &section.frames);
        found.extend(frames.iter().filter_map(|frame| {
            let mut classes = self.classes_named(frame.class).iter();
            method_of(frame, *classes.find(|class| self.is_production(**class))?, self)
        }));
        let mut known = BTreeSet::new();
        found.retain(|method| known.insert(*method));
        found.truncate(MOST_CALLED);
        found
    }

    /// Returns the production methods that a method of the tests calls, the last first.
    pub(super) fn called_in(&self, helper: MethodId) -> Vec<MethodId> {
        let snippet = Snippet::parse(self.source(helper));
        let Some(code) = Code::of(self, helper, &snippet) else { return Vec::new() };
        let calls = code.all_calls().iter().rev().filter(|call| code.is_production_call(call));
        calls.filter_map(|call| call.targets().first().copied()).collect()
    }

    fn is_act(&self, method: MethodId) -> bool {
        !self.method(method).is_constructor && self.field_read_by(method, DEEPEST).is_none()
    }
}

/// Returns the byte behind which a test that failed on a row ran nothing: the end of the statement, or of the outermost loop or
/// lambda around it, of which another part may have run.
fn end_of_run(code: &Code<'_>, row: usize) -> usize {
    let failed = code.statement_at(row, false).or_else(|| code.statement_at(row, true));
    failed.map_or(usize::MAX, |failed| {
        let again = ancestors(failed).filter(|around| {
            let is_loop = around.kind().starts_with("while") || around.kind().starts_with("do_");
            is_loop || around.kind().ends_with("for_statement") || around.kind() == "lambda_expression"
        });
        let last = again.last().and_then(|around| code.statement_of(around)).unwrap_or(failed);
        last.end_byte()
    })
}
