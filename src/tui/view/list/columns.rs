//! The columns of the list: their widths for a terminal and a group, and the texts that depend on these widths.

use super::with_arrow;
use crate::model::Verdicts;
use crate::tui::app::layout::WIDE_LIST;
use crate::tui::app::list::group::GroupState;
use crate::tui::app::list::order::Column;
use crate::tui::app::list::row_heights::NARROW;
use crate::tui::app::{Cx, Session, text};
use crate::tui::view::fitted;

/// The widths of the columns of the list, left to right.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent property of the list")]
pub(super) struct Columns {
    pub(super) rank: usize,
    pub(super) is_hand_written: bool,
    /// False if the list is so narrow that names and messages need the room of the score.
    pub(super) score: bool,
    /// The width of the test's name if a person gave it, else of the focal method where there is no score; 0 without.
    pub(super) name: usize,
    /// The width of the expected behaviour; 0 if the list is too narrow for it.
    pub(super) expected: usize,
    /// The width of the exception; 0 if the list is so narrow that it is followed by its message.
    pub(super) exception: usize,
    pub(super) says: usize,
    /// The width of the lines below the first one.
    pub(super) line: usize,
    /// The width of the truth, 0 if it is hidden.
    pub(super) truth: u16,
    pub(super) judge: bool,
    /// The cells between the sign of a fold and the texts.
    pub(super) gap: usize,
    /// True if the rows are in the order of the list, with its ties and folds.
    pub(super) is_list: bool,
}

/// The width of the outcome on the fixed version, including the blank before it, in cells.
const TRUTH: (u16, u16) = (3, 6);
/// The width of the letter of a judge's label, including the blank behind it, in cells.
const JUDGE: usize = 2;
/// The width of the oracle's kind, and the minimum width of a list that shows it, in cells.
const EXPECTED: (usize, usize) = (8, 79);
/// The width of a message below which it follows the exception, in cells.
const SAYS: usize = 18;
/// The minimum width of a list of tests that people wrote in which these have all columns, in cells.
const WIDE: usize = WIDE_LIST as usize;
/// The width of a row without rank and texts: marker, label, tie, score, and the blanks between, in cells.
const WITHOUT_TEXTS: usize = 1 + 3 + 1 + 4 + 2 + 2 + 1;
/// The width of the score with the blanks behind it, and the minimum width of a list that shows it, in cells.
const SCORE: (usize, usize) = (6, 86);
/// The number of columns of a screen below which focal methods have the place of scores, and their width, in cells.
const FOCAL: (u16, usize) = (120, 12);
/// The widths of the names that people gave to tests in cells: at least, and at most.
const NAME: (usize, usize) = (8, 32);
impl Columns {
    pub(super) fn new(cx: &Cx, width: u16, group: &GroupState) -> Columns {
        let (is_narrow, width) = (cx.panes.size.0 < FOCAL.0, usize::from(width));
        let is_hand_written = group.is_hand_written;
        let truth = match cx.session.verdicts() {
            _ if !cx.session.truth_shown => 0,
            Verdicts::Generated => TRUTH.0,
            Verdicts::Written => TRUTH.1,
        };
        let judge = cx.session.labels.shown_judge().is_some();
        let rank = group.rank_width();
        // The other columns give way to the messages, the score first. All groups have the same ones.
        let has_columns = if is_hand_written { width >= WIDE } else { !is_narrow && width >= EXPECTED.1 };
        let expected = if has_columns && group.knows_oracles { EXPECTED.0 } else { 0 };
        let score = !is_narrow && width >= SCORE.1 && !group.is_too_small();
        let gap = usize::from(!score && group.folded().is_some());
        let knows_method = group.knows_focal_methods && (is_narrow || width >= WIDE);
        let fixed = WITHOUT_TEXTS
            + if expected > 0 { expected + 2 } else { 0 }
            + usize::from(truth)
            + if judge { JUDGE } else { 0 }
            + usize::from(!score)
            + gap;
        let rest = (width + if score { 0 } else { SCORE.0 }).saturating_sub(fixed + rank);
        let exception = group.exception_width();
        let name = if is_hand_written {
            group.longest_name.clamp(NAME.0, NAME.1.min(rest * 2 / 5).max(NAME.0))
        } else if !score && knows_method && width >= usize::from(NARROW) {
            FOCAL.1
        } else {
            0
        };
        let rest = rest.saturating_sub(if name > 0 { name + 2 } else { 0 });
        let columns = Columns {
            rank,
            is_hand_written,
            score,
            name,
            expected,
            exception: 0,
            says: rest + 2,
            line: width.saturating_sub(rank + 6 + gap),
            truth,
            judge,
            gap,
            is_list: true,
        };
        if (is_hand_written && !has_columns) || rest < exception + SAYS {
            return columns;
        }
        Columns { exception, says: rest - exception, ..columns }
    }

    pub(super) fn without_exception(self) -> Columns {
        let name = if self.is_hand_written { self.name } else { 0 };
        let freed = if name < self.name { self.name + 2 } else { 0 };
        Columns { name, exception: 0, says: self.says + self.exception + freed, ..self }
    }

    /// Returns the width of the truth and the judge's label at the end of a row.
    pub(super) fn verdicts(&self) -> usize {
        usize::from(self.truth) + if self.judge { JUDGE } else { 0 }
    }

    /// Returns the cells at the end of a first line that texts leave to truth and judge.
    pub(super) fn kept(&self) -> u16 {
        let cells = self.verdicts();
        u16::try_from(if cells > 0 { cells + 1 } else { 0 }).unwrap_or(0)
    }

    /// Returns the heading of the last columns; it names the column that the list is sorted by if that has no
    /// separate heading.
    pub(super) fn says_heading(&self, session: &Session) -> String {
        let sorted = session.list.sorted.as_ref().map(|sorted| sorted.column);
        let has_heading = |column| match column {
            Column::Score => self.score,
            Column::Exception => self.exception > 0,
            Column::Oracle => self.expected > 0,
            Column::Test => self.is_hand_written,
            Column::Label => false,
        };
        let says = if self.exception > 0 { "says" } else { "fails with" };
        let says = match sorted.filter(|&column| !has_heading(column)) {
            Some(column) => {
                format!("{says} · by {}", with_arrow(session, column, column.title(), usize::MAX))
            }
            None => says.to_owned(),
        };
        let truth = match (self.judge, self.truth > 0) {
            (true, true) => " judge, truth",
            (true, false) => " judge",
            (false, true) => " truth",
            (false, false) => "",
        };
        let room = (self.says + self.verdicts()).saturating_sub(truth.len());
        format!("{}{truth}", fitted(text::take_cells(&says, room), room))
    }
}
