//! The columns of the list: their widths for a terminal and a group, and the message that depends on these widths.

use std::cell::OnceCell;
use std::rc::Rc;

use super::fold::Folded;
use super::group::GroupState;
use super::names::{FLAKY, class_name, given_name, name_with_values, row_words, sign_of_change};
use crate::model::{Failure, FailureId, VerdictWords};
use crate::tui::frame::layout::{RowNeed, WIDE_LIST};
use crate::tui::{Cx, Lists, text};

/// The width below which a list can't show a failure in one line, in cells.
pub(super) const NARROW: usize = 56;

/// The widths of the columns of the list, left to right.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent property of the list")]
pub struct Columns {
    pub rank: usize,
    pub is_hand_written: bool,
    /// True if the name is that of the test.
    pub names_tests: bool,
    /// The width of the name of the group, or of the module in a build of several; 0 if the rows need none.
    pub group: usize,
    /// False if the list is so narrow that names and messages need the room of the score.
    pub score: bool,
    /// The width of the name of the test, or of the focal method where there is no score; 0 without.
    pub name: usize,
    /// The width of the expected behaviour; 0 if the list is too narrow for it.
    pub expected: usize,
    /// The width of the exception; 0 if the list is so narrow that it is followed by its message.
    pub exception: usize,
    /// The width of the message, on the line of the exception.
    pub message_cells: usize,
    /// The width of the line below the first one, if it has the message: it begins below the name of the group.
    pub line: usize,
    /// The number of lines for which a message is made.
    pub message_lines: usize,
    /// The number of lines that the row has for it; 0 before the row is drawn.
    pub row_lines: usize,
    /// True if the message is below the name or the exception.
    pub is_stacked: bool,
    /// The width of the truth, 0 if it is hidden.
    pub truth: u16,
    pub judge: bool,
    /// The width of what is known from earlier runs; 0 without.
    pub before: u16,
    /// The width of the words for a test that was not run again, including the blanks before it; 0 if there is none.
    pub not_run: usize,
    /// The cells between the sign of a tie or a fold and the texts.
    pub gap: usize,
    /// True if the rows are in the order of the list, with its ties and folds.
    pub is_list: bool,
    /// True for a group that is only looked at: nothing is selected.
    pub is_preview: bool,
    /// The messages from which those are told apart that are cut.
    pub beside: OnceCell<Vec<String>>,
    /// The names of the first tests of the group, each with its class.
    pub(super) classes: Rc<OnceCell<Vec<[String; 2]>>>,
}

/// The width of the outcome on the fixed version, including the blank before it, in cells.
const TRUTH_WIDTH: u16 = 3;
/// The same where the words are a developer's.
const WRITTEN_TRUTH_WIDTH: u16 = 6;
/// The width of the letter of a judge's label, including the blank behind it, in cells.
const JUDGE_WIDTH: usize = 2;
/// The width of what is known from earlier runs, including the blank before it, in cells.
const BEFORE_WIDTH: u16 = 8;
/// The width of the oracle's kind, in cells.
const EXPECTED_WIDTH: usize = 8;
/// The width of the narrowest list that shows the oracle's kind, in cells.
const LEAST_LIST_WITH_EXPECTED: usize = 79;
/// The width of the heading of the exceptions, in cells.
const EXCEPTION_HEADING: usize = 10;
/// The width of the longest name of an exception that is not cut, in cells.
const LONGEST_EXCEPTION: usize = 28;
/// The width of a message below which it follows the exception, in cells.
const LEAST_MESSAGE: usize = 18;
/// The minimum width of a list of tests that people wrote in which these have all columns, in cells.
const WIDE: usize = WIDE_LIST as usize;
/// The width of a row without rank and texts: marker, label, tie, score, and the blanks between, in cells.
const WITHOUT_TEXTS: usize = 1 + 3 + 1 + 4 + 2 + 2 + 1;
/// The least width of the numbers of the rows, in cells.
const LEAST_RANK: usize = 2;
/// The width of the score with the blanks behind it, in cells.
const SCORE_WIDTH: usize = 6;
/// The width of the narrowest list that shows scores, in cells.
const LEAST_LIST_WITH_SCORE: usize = 86;
/// The number of columns of a screen below which focal methods have the place of scores.
const LEAST_SCREEN_WITH_SCORE: u16 = 120;
/// The width of the name of a focal method, in cells.
const FOCAL_WIDTH: usize = 12;
/// The maximum width of the name of a module, in cells.
const LONGEST_MODULE: usize = 18;
/// The widths of the names that people gave to tests, in cells: at least, and at most.
const LEAST_NAME: usize = 8;
const LONGEST_NAME: usize = 36;

/// The rows of the screen that are none of the list's: its heading, the header, the status line, and one that stays free.
const AROUND_LIST: usize = 4;

/// The properties of a list, of one group or of all, that decide about its columns.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent property of the list")]
struct ListFacts<'a> {
    /// The cells that the texts of its first rows need, if it is the list that is shown and people wrote its tests.
    rows: &'a [RowNeed],
    /// The width of the widest number of a row.
    rank: usize,
    is_hand_written: bool,
    knows_oracles: bool,
    knows_focal_methods: bool,
    shows_score: bool,
    longest_exception: usize,
    longest_name: usize,
    /// The width of the words for a test that was not run again.
    not_run: usize,
    /// The width of the name of the group or module; 0 if the rows need none.
    group: usize,
}

impl<'a> ListFacts<'a> {
    fn of(group: &GroupState, cx: &'a Cx) -> ListFacts<'a> {
        let causes = cx.lists.causes_of(group).map(Folded::number_width);
        let is_shown = cx.lists.current_group().is_some_and(|(_, shown)| std::ptr::eq(shown, group));
        ListFacts {
            rows: if is_shown && !cx.lists.is_across() { &cx.panes.rows } else { &[] },
            rank: causes.unwrap_or_else(|| group.list().entries.len().to_string().len()),
            is_hand_written: group.is_hand_written,
            knows_oracles: group.knows_oracles,
            knows_focal_methods: group.knows_focal_methods,
            shows_score: !group.is_too_small() && group.shows_score(),
            longest_exception: group.longest_exception,
            longest_name: group.longest_name,
            not_run: group.not_run_width(cx.results.read_at),
            group: group.module_width.min(LONGEST_MODULE),
        }
    }

    /// Returns those of the list over all groups. Scores of different groups can't be compared, and are not shown.
    fn of_all(cx: &'a Cx) -> ListFacts<'a> {
        let (across, groups) = (&cx.lists.across, &cx.lists.all_groups);
        ListFacts {
            rows: &cx.panes.rows,
            // Rows have the numbers of their looks, whatever a filter leaves.
            rank: across.all().to_string().len(),
            is_hand_written: groups.verdict_words == VerdictWords::Written,
            knows_oracles: groups.knows_oracles,
            knows_focal_methods: groups.knows_focal_methods,
            shows_score: false,
            longest_exception: groups.longest_exception,
            longest_name: groups.longest_name,
            not_run: groups.not_run_width(cx.results.read_at),
            group: across.title_width,
        }
    }
}

/// Returns the words for a tear-down that failed after its test, before or behind what the row says of the
/// test, as there is room.
fn failed_teardown(failure: &Failure, room: usize) -> [String; 2] {
    let Some(also) = failure.failed_teardown() else { return [String::new(), String::new()] };
    let thrown = also.trace.without_test().lines().next().unwrap_or_default();
    let whole = format!(" · teardown: {}", text::sanitize(thrown));
    let brief = " · also failed in teardown".to_owned();
    let behind = [whole, brief].into_iter().find(|words| text::width(words) <= room);
    match behind {
        Some(words) => [String::new(), words],
        None => ["also failed in teardown: ".to_owned(), String::new()],
    }
}

/// Returns the width of the names of tests of `room` cells for these and for what the rows say: that with which least
/// is cut. What rows say goes on in further lines as long as the list's `lines` last.
fn width_of_names(rows: &[RowNeed], room: usize, lines: usize) -> usize {
    let longest = rows.iter().map(|row| row.name).max().unwrap_or(0);
    let most = longest.min(room.saturating_sub(LEAST_MESSAGE)).max(LEAST_NAME);
    let width = (LEAST_NAME..=most).min_by_key(|&width| {
        let says = room.saturating_sub(width);
        let mut free = lines.saturating_sub(rows.len());
        let lost = rows.iter().map(|row| {
            let further = row.says.div_ceil(says.max(1)).saturating_sub(1);
            let has_lines = further <= free;
            free -= if has_lines { further } else { 0 };
            row.lost(width, says, has_lines)
        });
        lost.sum::<usize>()
    });
    width.unwrap_or(LEAST_NAME)
}

impl RowNeed {
    /// Returns what is lost of a row where its name and what it says have these cells, in cells that count.
    fn lost(self, name: usize, says: usize, has_lines: bool) -> usize {
        /// A text that is cut, and with it those of its cells that are, as far as they matter: one that is much too
        /// long is cut anyway.
        const CUT: usize = 10;
        const MOST: usize = 40;
        /// A text that goes on in the next line.
        const WRAPPED: usize = 6;
        let over = [self.name.saturating_sub(name), self.says.saturating_sub(says)];
        let [name, says] = over.map(|over| if over > 0 { CUT + over.min(MOST) } else { 0 });
        // What is cut of a reason may be its second value.
        name + if has_lines { says.min(WRAPPED) } else { says + says / 2 }
    }
}

impl Columns {
    /// Returns the columns of the list of a group.
    pub fn new(cx: &Cx, width: u16, group: &GroupState) -> Columns {
        Columns::of(cx, width, &ListFacts::of(group, cx))
    }

    /// Returns the columns of the list that is shown: of the current group, or of all groups.
    pub fn shown(cx: &Cx, width: u16) -> Option<Columns> {
        let facts = match cx.lists.current_group() {
            Some(_) if cx.lists.is_across() => ListFacts::of_all(cx),
            group => ListFacts::of(group?.1, cx),
        };
        Some(Columns::of(cx, width, &facts))
    }

    fn of(cx: &Cx, width: u16, list: &ListFacts<'_>) -> Columns {
        let (is_narrow, width) = (cx.panes.size.0 < LEAST_SCREEN_WITH_SCORE, usize::from(width));
        let is_hand_written = list.is_hand_written;
        let truth = match cx.lists.verdict_words() {
            _ if !cx.judging.truth_shown => 0,
            VerdictWords::Generated => TRUTH_WIDTH,
            VerdictWords::Written => WRITTEN_TRUTH_WIDTH,
        };
        let judge = cx.judging.labels.shown_judge().is_some();
        let before = if cx.judging.labels.marks.before.is_some() { BEFORE_WIDTH } else { 0 };
        let rank = list.rank.max(LEAST_RANK);
        let not_run = if width >= WIDE { list.not_run } else { 0 };
        // The other columns give way to the messages, the score first. All groups have the same ones.
        let has_columns =
            if is_hand_written { width >= WIDE } else { !is_narrow && width >= LEAST_LIST_WITH_EXPECTED };
        // What people expect of their tests, the tests say.
        let expected = if has_columns && list.knows_oracles && !is_hand_written { EXPECTED_WIDTH } else { 0 };
        let score = !is_narrow && width >= LEAST_LIST_WITH_SCORE && list.shows_score;
        let gap = usize::from(!score);
        let knows_method = list.knows_focal_methods && (is_narrow || width >= WIDE);
        let fixed = WITHOUT_TEXTS
            + if expected > 0 { expected + 2 } else { 0 }
            + usize::from(truth)
            + if judge { JUDGE_WIDTH } else { 0 }
            + usize::from(before)
            + not_run
            + if list.group > 0 { list.group + 2 } else { 0 }
            + gap;
        let rest = (width + if score { 0 } else { SCORE_WIDTH }).saturating_sub(fixed + rank);
        // Beside the names of groups, the widest part is still for what failed.
        let most = if list.group > 0 {
            (rest / 3).clamp(EXCEPTION_HEADING, LONGEST_EXCEPTION)
        } else {
            LONGEST_EXCEPTION
        };
        let exception = list.longest_exception.clamp(EXCEPTION_HEADING, most);
        let names_tests = list.longest_name > 0;
        let name = if is_hand_written || (names_tests && rest >= exception + 2 * LEAST_MESSAGE + FOCAL_WIDTH)
        {
            let lines = usize::from(cx.panes.size.1).saturating_sub(AROUND_LIST);
            match list.rows {
                [] => list.longest_name.clamp(LEAST_NAME, LONGEST_NAME.min(rest / 3).max(LEAST_NAME)),
                rows => width_of_names(rows, rest, lines),
            }
        } else if !score && knows_method && width >= NARROW && !(is_narrow && list.group > 0) {
            FOCAL_WIDTH
        } else {
            0
        };
        let rest = rest.saturating_sub(if name > 0 { name + 2 } else { 0 });
        let columns = Columns {
            rank,
            is_hand_written,
            names_tests,
            group: list.group,
            score,
            name,
            expected,
            exception: 0,
            message_cells: rest + 2,
            line: width.saturating_sub(rank + 6 + if score { SCORE_WIDTH } else { gap }),
            message_lines: 1,
            row_lines: 0,
            is_stacked: false,
            truth,
            judge,
            before,
            not_run,
            gap,
            is_list: true,
            is_preview: false,
            beside: OnceCell::new(),
            classes: Rc::default(),
        };
        // What people's tests throw is mostly their assertions' exception: the message names any other one.
        if is_hand_written || rest < exception + LEAST_MESSAGE {
            return columns;
        }
        Columns { exception, message_cells: rest - exception, ..columns }
    }

    /// Returns the columns of the row of a failure: that of what was not run is the message's unless it was not.
    pub(crate) fn of_row(&self, failure: &Failure, row_lines: usize) -> Columns {
        let not_run = if failure.not_run().is_some() { self.not_run } else { 0 };
        let message_cells = self.message_cells + self.not_run - not_run;
        Columns {
            message_cells,
            row_lines,
            not_run,
            beside: OnceCell::new(),
            classes: Rc::clone(&self.classes),
            ..*self
        }
    }

    /// Returns the name of a test in its row: after its class, if another test of the list has the same one. Groups and
    /// modules stand before it.
    pub fn row_name(&self, lists: &Lists, group: &GroupState, failure: &Failure) -> String {
        let class = self.telling_class(lists, group, failure).filter(|_| self.group == 0);
        let name = name_with_values(failure);
        class.map_or(name.clone(), |class| format!("{class}.{name}"))
    }

    /// Returns the class of a test, or its file, if the test of another one has the same name.
    pub fn telling_class(&self, lists: &Lists, group: &GroupState, failure: &Failure) -> Option<String> {
        /// The number of failures among which it is searched.
        const SEARCHED: usize = 200;
        let names = self.classes.get_or_init(|| {
            let entries = group.list().entries.iter().take(SEARCHED);
            let failures = entries.filter_map(|entry| lists.corpus.failure(entry.failure));
            failures.map(|failure| [given_name(failure), class_name(failure)]).collect()
        });
        let (name, class) = (given_name(failure), class_name(failure));
        let mut same = names.iter().filter(|[other, of]| *other == name && *of != class);
        (!class.is_empty() && same.next().is_some()).then_some(class)
    }

    /// Returns the message of a row after `used` cells, in all lines that the row has if it has no room in fewer.
    pub(super) fn message_in_row(
        &self,
        lists: &Lists,
        failure: (FailureId, &Failure),
        used: usize,
    ) -> String {
        let message = self.message(lists, failure, used);
        let room = (self.message_width() * self.message_lines).saturating_sub(used);
        if self.row_lines <= self.message_lines || text::width(&message) <= room {
            return message;
        }
        let longer = self.message_in(self.row_lines, lists, failure, used);
        let lines = text::wrap(&format!("{}{longer}", "·".repeat(used)), self.message_width()).len();
        if lines <= self.row_lines { longer } else { message }
    }

    /// Returns the message of a row, with the exception if that is not shown elsewhere in the row, after `used` cells.
    pub fn message(&self, lists: &Lists, failure: (FailureId, &Failure), used: usize) -> String {
        self.message_in(self.message_lines, lists, failure, used)
    }

    fn message_in(
        &self,
        lines: usize,
        lists: &Lists,
        (id, failure): (FailureId, &Failure),
        used: usize,
    ) -> String {
        let has_exception = self.exception > 0 || (self.is_stacked && !self.is_hand_written);
        let room = (self.message_width() * lines).saturating_sub(used);
        let flaky = if failure.is_flaky { FLAKY } else { "" };
        let changed = failure.changes.as_ref().and_then(|changes| changes.code).map_or("", sign_of_change);
        let remarks = failure.remarks_in_list();
        let remarks = text::sanitize(&remarks);
        let room = room.saturating_sub(text::width(&remarks));
        let sentence = lists.sentence(id);
        let words = row_words(failure, &sentence, !has_exception, room);
        let [also, teardown] = failed_teardown(failure, room.saturating_sub(text::width(&words)));
        // Below or beside the name of the focal method, the same name before the message may be left out.
        let is_named =
            if self.is_stacked { !self.is_hand_written } else { self.name > 0 && !self.names_tests };
        let is_cut = is_named && used == 0 && text::width(&words) > room;
        let message = words.split_once(": ").filter(|(call, _)| {
            is_cut && call.trim_start_matches("new ").split('(').next() == Some(&*sentence.focal)
        });
        let message = message.map_or(&*words, |(_, message)| message);
        format!("{changed}{flaky}{also}{remarks}{message}{teardown}")
    }

    /// Returns the messages above and below the first row for which they are asked.
    pub(crate) fn messages_beside(&self, lists: &Lists, group: &GroupState, position: usize) -> &[String] {
        /// The number of rows on either side.
        const BESIDE: usize = 40;
        let rows = position.saturating_sub(BESIDE)..=position + BESIDE;
        self.beside.get_or_init(|| {
            // A folded row says what all its tests say.
            let shown = rows.filter(|at| {
                group.folded().is_none_or(|folded| folded.position(folded.row_of(*at)) == Some(*at))
            });
            shown
                .filter_map(|at| group.failure_at(at))
                .filter_map(|id| Some(self.message(lists, (id, lists.corpus.failure(id)?), 0)))
                .collect()
        })
    }

    /// Returns true if the names of tests stand before what their rows say.
    pub(crate) fn has_names(&self) -> bool {
        if self.is_stacked { self.is_hand_written } else { self.name > 0 && self.names_tests }
    }

    pub(crate) fn message_width(&self) -> usize {
        if self.is_stacked { self.line } else { self.message_cells }
    }

    /// Returns the width of the truth, the judge's label and what is known from earlier runs at the end of a row.
    pub fn verdicts(&self) -> usize {
        self.judge_and_truth() + usize::from(self.before)
    }

    /// Returns the width of the truth and the judge's label at the end of a row.
    pub(super) fn judge_and_truth(&self) -> usize {
        usize::from(self.truth) + if self.judge { JUDGE_WIDTH } else { 0 }
    }

    /// Returns the cells at the end of a first line that texts leave to truth and judge, and to what was not run.
    pub fn kept(&self) -> u16 {
        let cells = self.verdicts() + self.not_run;
        u16::try_from(if cells > 0 { cells + 1 } else { 0 }).unwrap_or(0)
    }

    /// Returns the cells of a row in which its rank ends, its label stands, and its texts begin.
    pub(crate) fn cells(&self) -> [u16; 3] {
        let texts = self.rank + 5 + if self.score { SCORE_WIDTH } else { self.gap };
        [self.rank, self.rank + 2, texts].map(|cell| u16::try_from(cell).unwrap_or(u16::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_room_as_long_as_reasons_can_go_on_in_further_lines() {
        let rows = vec![RowNeed { name: 20, says: 52 }; 10];
        assert_eq!(width_of_names(&rows, 60, 20), 20, "each reason has a second line");
        assert!(width_of_names(&rows, 60, 10) < 12, "what fails is told before the name");
        let brief = vec![RowNeed { name: 20, says: 30 }; 10];
        assert_eq!(width_of_names(&brief, 60, 10), 20, "both have room in a line");
    }
}
