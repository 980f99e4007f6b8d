//! The message of a row of the list: of a folded one the number of its tests first, and what they differ in.
//!
//! ```text
//! Folded ──▶ ×2, two values: ──▶ ×2, two values: ADULT ≠ CHILD, ADULT ≠ SENIOR
//! ```

use super::columns::Columns;
use super::fold::{FoldedRow, tests_in_words};
use super::group::GroupState;
use crate::tui::{Lists, text};

impl Columns {
    /// Returns what a row says: of a folded one first the number of its tests, `×12 · `, and what they differ in.
    /// Returns the number of bytes before the message, too.
    pub(super) fn row_message(
        &self,
        lists: &Lists,
        group: &GroupState,
        position: usize,
        begins: &str,
    ) -> (String, usize) {
        /// The most differences that are told in a row.
        const MOST: usize = 3;
        let failure_at = |position: usize| {
            let id = group.failure_at(position)?;
            Some((id, lists.corpus.failure(id)?))
        };
        let in_row = |position: usize, used: usize| {
            failure_at(position).map_or(String::new(), |failure| self.message_in_row(lists, failure, used))
        };
        let folded = group.folded().filter(|_| self.is_list);
        let row = folded.and_then(|folded| Some((folded.kind(position), folded.signature(position)?)));
        let Some((FoldedRow::Signature { open, labels }, signature)) = row else {
            return (format!("{begins}{}", in_row(position, text::width(begins))), begins.len());
        };
        let closed = Some(&signature.differing).filter(|_| !open);
        let count = closed.map_or(" · ".to_owned(), |differing| differing.in_words(labels));
        let begins = format!("{begins}{}{count}", tests_in_words(labels));
        let values = closed.map_or(&[][..], |differing| &differing.values);
        let used = text::width(&begins);
        let says = match values {
            [] => in_row(position, used),
            values => {
                let told: Vec<String> = values
                    .iter()
                    .take(MOST)
                    .filter_map(|&position| failure_at(position))
                    .map(|failure| self.message(lists, failure, used))
                    .collect();
                let others = values.len() - told.len();
                let more = if others > 0 { format!(" +{others}") } else { String::new() };
                told.join(", ") + &more
            }
        };
        (format!("{begins}{says}"), begins.len())
    }
}
