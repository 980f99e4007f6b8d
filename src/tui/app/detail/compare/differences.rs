//! From one difference of two texts to the next, as one goes from hunk to hunk in a diff.

use super::Compare;
use crate::tui::app::{Cx, Triage};

/// Rows that stay in sight above a difference.
const ABOVE: usize = 2;

impl Compare {
    /// `difference 2 of 17`; empty where there is none.
    pub fn difference_in_words(&self) -> String {
        match self.sides.as_ref().map(|sides| sides.differences.len()) {
            None | Some(0) => String::new(),
            Some(count) => format!("difference {} of {count}", self.difference + 1),
        }
    }
}

impl Cx {
    fn beside_height(&self) -> usize {
        self.compare_areas().map_or(0, |areas| usize::from(areas.height))
    }
}

impl Triage {
    /// Notes the row of the difference that one has come to, after the rows were made.
    pub(super) fn note_difference(&mut self) {
        let Some(compare) = &mut self.viewer.compare else { return };
        let sides = compare.sides.as_ref();
        compare.difference_row = sides.and_then(|sides| sides.row_of_difference(compare.difference));
    }

    /// Scrolls so that the difference that one has come to is in sight, if it is not yet.
    pub(super) fn show_difference(&mut self, cx: &mut Cx) {
        let Some(row) = self.viewer.compare.as_ref().and_then(|compare| compare.difference_row) else {
            return;
        };
        let height = cx.beside_height();
        let Some(compare) = &mut self.viewer.compare else { return };
        if !(compare.offset..compare.offset + height.saturating_sub(ABOVE).max(1)).contains(&row) {
            compare.offset = row.saturating_sub(ABOVE);
        }
        self.scroll_compare(0, cx);
    }

    /// Goes to the next difference or the one before: seen from the one that one has come to, or, where that was scrolled
    /// away, from what is in sight.
    pub(in crate::tui::app) fn step_difference(&mut self, on: bool, cx: &mut Cx) {
        let height = cx.beside_height();
        let Some(compare) = &mut self.viewer.compare else { return };
        let Some(sides) = &compare.sides else { return };
        let sight = compare.offset..compare.offset + height;
        let next = match compare.difference_row {
            Some(row) if sight.contains(&row) => {
                compare.difference.checked_add_signed(if on { 1 } else { -1 })
            }
            _ => {
                let row = |difference: &usize| sides.row_of_difference(*difference);
                let mut all = 0..sides.differences.len();
                if on {
                    all.find(|difference| row(difference) >= Some(sight.start))
                } else {
                    all.rfind(|difference| row(difference).is_some_and(|row| row < sight.end))
                }
            }
        };
        match next.filter(|&next| next < sides.differences.len()) {
            Some(next) => {
                compare.difference = next;
                self.note_difference();
                self.show_difference(cx);
            }
            None => {
                let end = if on { "last" } else { "first" };
                let said = if sides.are_same() {
                    "nothing differs".to_owned()
                } else {
                    format!("this is the {end} difference")
                };
                cx.messages.info(said);
            }
        }
    }
}
