//! How the width of the list is shared out among its columns.
//!
//! Names come first: exception and test get what the longest of the list need. The bars take what is left and are left out first;
//! the number beside them says the same. Where even the names don't fit, the room is split so that the whole list loses
//! least by it. Everything follows from the list, nothing from the row that is selected.

use super::fitted;
use crate::model::text;
use crate::tui::app::list::group::GroupState;
use crate::tui::app::list::name_widths::BESIDE_NAMES;

/// Widths of the columns for a pane, left to right.
pub(super) struct Columns {
    pub(super) rank: usize,
    pub(super) bar: usize,
    pub(super) exception: usize,
    pub(super) test: usize,
    pub(super) truth: bool,
    /// Tests are named with their classes.
    pub(super) qualified: bool,
}

/// What the fixed version says, with the blanks before it.
const TRUTH: usize = 4;
/// Cells of the heading of the exceptions.
const EXCEPTION: usize = 9;
/// Cells of the shortest heading of the tests, and of `label`, which stands partly above them.
const TEST: usize = 6;
/// A shorter bar says nothing.
const LEAST_BAR: usize = 4;
/// What a folded row says behind the name of its first test: ` ×4 · 1T 3F`, and where there is room the message.
const FOLDED: (usize, usize) = (11, 40);

/// A test that lost a part of its name may be taken for another; an exception is known by its beginning.
const TEST_WEIGHT: f64 = 4.0;

impl Columns {
    pub(super) fn new(width: usize, group: &GroupState, truth: bool) -> Columns {
        let rank = group.list().entries.len().max(99).to_string().len();
        let rest = width.saturating_sub(BESIDE_NAMES + rank + if truth { TRUTH } else { 0 });
        let names = &group.names;
        let longest = names.exception.longest().max(EXCEPTION);
        let is_folded = group.folded().is_some();
        let qualified = !is_folded && longest + names.test.longest() + LEAST_BAR <= rest;
        let tests = if qualified { &names.test } else { &names.method };
        let wanted = if is_folded { tests.longest() + FOLDED.1 } else { tests.longest().max(TEST) };
        let widest_bar = (width / 8).clamp(LEAST_BAR, 8);
        let bar = rest.saturating_sub(longest + wanted).min(widest_bar);
        let bar = if bar < LEAST_BAR { 0 } else { bar };
        let rest = rest - bar;
        let exception = if is_folded {
            longest.min(rest.saturating_sub(tests.longest() + FOLDED.0)).max(EXCEPTION.min(rest / 2))
        } else {
            let most = longest.min(rest.saturating_sub(TEST));
            let loss = |exception: usize| {
                names.exception.loss_in(exception) + TEST_WEIGHT * tests.loss_in(rest - exception)
            };
            // Of splits that lose as much, the one that leaves the heading whole.
            let better = |&a: &usize, &b: &usize| {
                loss(a).total_cmp(&loss(b)).then((a < EXCEPTION, a).cmp(&(b < EXCEPTION, b)))
            };
            (TEST.min(most)..=most).min_by(better).unwrap_or(most)
        };
        Columns { rank, bar, exception, test: rest - exception, truth, qualified }
    }

    /// The heading of the exceptions.
    pub(super) fn exception_heading(&self) -> &'static str {
        if self.exception < EXCEPTION { "thrown" } else { "exception" }
    }

    /// The headings of tests and labels, with the blank between them: those of the labels end where the row ends, and begin
    /// above the tests.
    pub(super) fn last_headings(&self, test: &str, label: &str) -> String {
        let cells = self.test + 1 + 3 + if self.truth { TRUTH } else { 0 };
        let labels = match self.truth {
            true if cells < 6 + text::width(label) + text::width("truth") => "truth".to_owned(),
            true => format!("{label} truth"),
            false => label.to_owned(),
        };
        let room = cells.saturating_sub(text::width(&labels) + 1);
        format!("{} {labels}", fitted(text::take_cells(test, room), room))
    }
}
