//! Checks in a function of the test that production code called back, as the trace shows it.
//!
//! ```text
//! expect(label).toBe('sweep')   in a function of the test
//! Chore.run                     called it: the answer
//! Timeout                       nothing of the test
//! ```
//!
//! The text says only to what the function was given; a constructor, or a helper of the tests in another file, may have passed it on.

use tree_sitter::Node;

use super::body::Body;
use super::focal::{CalledBack, Context};
use super::names::has_word;
use super::{FoundCall, row_of};
use crate::lang::javascript::index::{FileId, Index, Target};
use crate::trace::Frame;

impl Index {
    /// Returns the call back into a test by the frames from its own innermost one on: by the first production code that they lead to
    /// through nothing but tests. Of its functions it is the one that the next code of tests calls by its name, or else the innermost:
    /// what a timer runs, nobody called.
    pub(super) fn call_back(&self, frames: &[Frame<'_>], test: FoundCall<'_>) -> Option<CalledBack> {
        let mut called_at = None;
        let mut production = Vec::new();
        let mut caller = None;
        let places = frames.iter().filter_map(|frame| Some((self.file_of_frame(frame)?, row_of(frame)?)));
        for (file, row) in places {
            if self.is_production(file) {
                production.extend(self.function_at(file, row).map(Target::Function));
            } else if production.is_empty() {
                let is_own = file == test.file && test.call.rows.contains(&row);
                called_at = Some(row).filter(|_| is_own).or(called_at);
            } else {
                caller = Some((file, row));
                break;
            }
        }
        let outermost = production.last().filter(|function| {
            caller.is_some_and(|caller| self.has_name_at(caller, self.target_name(**function)))
        });
        let by = *outermost.or(production.first())?;
        Some(CalledBack { by, row: called_at? })
    }

    /// Returns true if a row has a function's name.
    fn has_name_at(&self, (file, row): (FileId, usize), name: &str) -> bool {
        let line = self.file(file).text.lines().nth(row).unwrap_or_default();
        has_word(line, name.rsplit('.').next().unwrap_or(name))
    }
}

impl<'t> Body<'_, 't> {
    /// Returns the function that called back the function of the test in which a check failed, unless the check itself, or something
    /// before it in there, calls production code. What the title begins with comes first, as for everything that is called back.
    pub(super) fn heard_from(&self, failed: usize, context: &Context<'t>) -> Option<Target> {
        let back = context.called_back.filter(|_| self.check(failed).is_some())?;
        let called = self.statement_at(back.row)?;
        let start = self.start_of_function(self.statements[called].node);
        let end = self.statements[failed].node.end_byte();
        let own = self.before(end).into_iter().filter(|own| self.statements[*own].node.start_byte() > start);
        let own: Vec<Node<'t>> = own.flat_map(|own| self.statements[own].expressions_or_self()).collect();
        if self.decided(&own, context).is_some() || self.given_by_helpers(&own, context).is_some() {
            return None;
        }
        let titled = self.subject_before(start, context).map(Target::Function);
        titled.or(Some(back.by))
    }
}
