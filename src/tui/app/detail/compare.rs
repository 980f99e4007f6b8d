//! The selected failure compared with another one: their tests, and below them their traces.
//!
//! The other is first one of its neighbours. They are those of the why pane, by the very forest that gave the score
//! (`Neighbours`): the nearest of those with other features first, as they show what sets the failure apart; after them those
//! with the same features. Or it is any failure that was marked, of any group: that one stays while one steps through the list.
//! The other comes first (`-`), the selected failure second (`+`): what is marked `+` is what this one has and the other has not.
//! Lines that differ only in generated names (`reader0`, `reader1`) are the same.
//!
//! ```text
//! wide enough: side by side                     else: one below the other
//! ━ compare · nearest 1 of 40 ━━━━━━━━━━━━      ━ compare · nearest 1 of 40 ━━
//!  - #7 F NullPointer   │  + #3 NullPointer      - #7 F NullPointer
//!   1 @Test             │   1 @Test              + #3 NullPointer
//! ▶ 2 void test05() {   │ ▶ 2 void test02() {      1 @Test
//! ```
//! [`Sides`] are two texts in rows, with the lines that belong together in the same row.

use super::TraceClass;
use super::code::{CodeView, DocumentKey, Part, parts_of};
use super::diff::Pair;
use super::trace::TraceRows;
use super::{code, diff};
use crate::model::{Failure, FailureId, Group, text};
use crate::rank::Neighbours;
use crate::tui::app::list::group::GroupState;
use crate::tui::app::{Command, ComparePane, Cx, Session};
use ratatui::layout::Rect;
use std::ops::Range;
use std::sync::Arc;

/// From this width on two texts stand side by side.
const WIDE: u16 = 110;
/// From so many rows on, a strip of the list stays above the texts: its heading and five failures.
const TALL: u16 = 26;
const LIST: u16 = 6;

/// The neighbours of a failure: indices into the corpus's failures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Near {
    /// Failures with other features, the nearest first.
    pub nearest: Vec<FailureId>,
    /// Failures with the very same features.
    pub alike: Vec<FailureId>,
}

impl Near {
    /// The neighbours of a failure of this group.
    pub fn new(group: &Group, neighbours: &Neighbours) -> Near {
        let failures =
            |rows: &[usize]| rows.iter().filter_map(|&row| group.failures.get(row).copied()).collect();
        Near { nearest: failures(&neighbours.nearest), alike: failures(&neighbours.equal) }
    }

    fn count(&self) -> usize {
        self.nearest.len() + self.alike.len()
    }

    fn get(&self, place: usize) -> Option<FailureId> {
        self.nearest.iter().chain(&self.alike).nth(place).copied()
    }

    /// `nearest 2 of 40`, `same features 1 of 3`.
    fn in_words(&self, place: usize) -> String {
        match place.checked_sub(self.nearest.len()) {
            None => format!("nearest {} of {}", place + 1, text::number(self.nearest.len())),
            Some(alike) => format!("same features {} of {}", alike + 1, text::number(self.alike.len())),
        }
    }
}

/// The difference of a failure from those it is most like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contrast {
    /// The failure.
    pub failure: FailureId,
    /// The difference in sentences.
    pub sentences: Vec<String>,
    /// Those it is most like.
    pub near: Near,
}

/// The kind of text that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareText {
    /// The generated tests.
    Tests,
    /// The stack traces.
    Traces,
}

impl CompareText {
    /// In the order in which they are shown.
    const ALL: [CompareText; 2] = [CompareText::Tests, CompareText::Traces];
}

/// The failure beside the selected one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Other {
    /// One of its neighbours, by its place among them.
    Neighbour(usize),
    /// A failure that was chosen, which stays while one steps on.
    Chosen {
        /// Index into the corpus's failures.
        failure: FailureId,
        /// The mark that it was chosen by; None for where one was before.
        letter: Option<char>,
    },
}

/// The view on two failures.
#[derive(Debug)]
pub struct Compare {
    /// The other failure.
    other: Other,
    /// A description of it.
    pub which: String,
    /// The tests and the traces; None until the neighbours are known, and where there are none.
    pub sides: Option<[Sides; 2]>,
    /// The rows for the width that there is, those of the traces below those of the tests.
    pub rows: Vec<CompareRow>,
    /// The difference that one has come to, from 0.
    difference: usize,
    /// The row in which it begins; None where nothing differs.
    pub difference_row: Option<usize>,
    /// First row shown.
    pub offset: usize,
    /// First cell shown of each line.
    pub column: usize,
}

/// The areas of the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompareAreas {
    /// The rows of the list above it; empty where there is no room.
    pub list: Rect,
    /// All of it; its first row is the title.
    pub whole: Rect,
    /// Side by side, not one below the other.
    pub is_split: bool,
    /// First row below the names.
    pub top: u16,
    /// Rows for the texts.
    pub height: u16,
    /// Cells of either column; of the whole width where there is one.
    pub width: u16,
}

impl Session {
    /// The rank of a failure, where its list does not hide it, and its group, where that is not the current one.
    pub fn rank_and_group(&self, failure: FailureId) -> (Option<usize>, Option<String>) {
        let has = |group: &&Group| group.failures.binary_search(&failure).is_ok();
        let rank = |state: &GroupState| state.position_of(failure).map(|position| position + 1);
        match self.current_group() {
            Some((group, state)) if has(&group) => (rank(state), None),
            _ => {
                let group = self.corpus.groups.iter().zip(&self.groups).find(|(group, _)| has(group));
                group.map_or((None, None), |(group, state)| (rank(state), Some(self.group_title(group))))
            }
        }
    }
}

impl Cx {
    /// Returns the areas of the view on two failures; None when the screen is too small.
    pub fn compare_areas(&self) -> Option<CompareAreas> {
        let layout = self.layout()?;
        let bottom = layout.panel.map_or(layout.status.y, |panel| panel.y);
        let rows = bottom.saturating_sub(1);
        let list =
            Rect { x: 0, y: 1, width: layout.status.width, height: if rows < TALL { 0 } else { LIST } };
        let whole = Rect { y: list.bottom(), height: rows - list.height, ..list };
        let is_split = whole.width >= WIDE;
        let names = if is_split { 1 } else { 2 };
        let top = whole.y + 1 + names;
        Some(CompareAreas {
            list,
            whole,
            is_split,
            top,
            height: (whole.y + whole.height).saturating_sub(top),
            width: if is_split { (whole.width - 1) / 2 } else { whole.width },
        })
    }
}

impl ComparePane {
    /// Opens the view on two failures, or closes it.
    pub(in crate::tui::app) fn toggle_compare(&mut self, cx: &mut Cx) {
        if self.open.is_some() {
            return self.close_compare(cx);
        }
        let Some((group, _)) = cx.session.current_group() else { return };
        if group.failures.len() < 2 && cx.marks().next().is_none() {
            cx.messages.info("this is the only failure of its group: it has no neighbour");
            return;
        }
        self.open = Some(Compare {
            other: Other::Neighbour(0),
            which: String::new(),
            sides: None,
            rows: Vec::new(),
            difference: 0,
            difference_row: None,
            offset: 0,
            column: 0,
        });
        self.show_compare(cx);
    }

    pub(in crate::tui::app) fn close_compare(&mut self, cx: &mut Cx) {
        self.open = None;
        cx.dirty.layout = true;
    }

    /// Scrolls by half of the rows, down or up.
    pub(in crate::tui::app) fn scroll_compare_page(&mut self, down: bool, cx: &mut Cx) {
        let page = cx.compare_areas().map_or(1, |areas| (areas.height / 2).max(1));
        let page = isize::try_from(page).unwrap_or(1);
        self.scroll_compare(if down { page } else { -page }, cx);
    }

    /// Shows or folds the frames that are not the project's, in both traces.
    pub(in crate::tui::app) fn unfold_compared(&mut self, cx: &mut Cx) {
        cx.panes.unfolded = !cx.panes.unfolded;
        self.show_compare(cx);
        cx.dirty.layout = true;
    }

    /// Shows another of the neighbours; the first one after a failure that was chosen.
    pub(in crate::tui::app) fn step_neighbour(&mut self, by: isize, cx: &mut Cx) {
        let (Some(compare), Some(Contrast { near, .. })) = (&mut self.open, &cx.session.contrast) else {
            return;
        };
        let next = match compare.other {
            Other::Neighbour(place) => place.checked_add_signed(by),
            Other::Chosen { .. } => Some(0),
        };
        match next {
            Some(place) if place < near.count() => {
                compare.other = Other::Neighbour(place);
                self.show_compare(cx);
            }
            _ => {
                let end = if by > 0 { "last" } else { "nearest" };
                cx.messages.info(format!("this is the {end} neighbour"));
            }
        }
    }

    /// Puts any failure beside the selected one, and beside those that are selected from now on.
    pub(in crate::tui::app) fn choose_other(
        &mut self,
        failure: FailureId,
        letter: Option<char>,
        cx: &mut Cx,
    ) {
        let Some(compare) = &mut self.open else { return };
        compare.other = Other::Chosen { failure, letter };
        let said = "it stays beside what you step to; {next-match} goes back to the neighbours";
        cx.messages.info(cx.keys.fill(said));
        self.show_compare(cx);
    }

    /// Returns true if the other failure is one that was chosen.
    pub(in crate::tui::app) fn is_compare_chosen(&self) -> bool {
        self.open.as_ref().is_some_and(|compare| matches!(compare.other, Other::Chosen { .. }))
    }

    /// After another failure was selected: beside its nearest neighbour, or beside the one that was chosen.
    pub(in crate::tui::app) fn show_compare_selected(&mut self, cx: &mut Cx) {
        if let Some(Compare { other: Other::Neighbour(place), .. }) = &mut self.open {
            *place = 0;
        }
        self.show_compare(cx);
    }

    /// The neighbours of the selected failure are known.
    pub(in crate::tui::app) fn neighbours_known(&mut self, cx: &mut Cx) {
        if !self.is_compare_chosen() {
            self.show_compare_selected(cx);
        }
    }

    /// After the results were read again; `moved` says where each failure is now.
    pub(in crate::tui::app) fn keep_compare(&mut self, moved: &[Option<FailureId>]) {
        let Some(compare) = &mut self.open else { return };
        if let Other::Chosen { failure, letter } = compare.other {
            let place = moved.get(failure.index()).copied().flatten();
            compare.other = place.map_or(Other::Neighbour(0), |failure| Other::Chosen { failure, letter });
        }
    }

    /// The failure that is beside the selected one, if it is known, and who that is in words.
    fn other(other: Other, selected: Option<FailureId>, cx: &Cx) -> (Option<FailureId>, String) {
        match other {
            Other::Chosen { failure, .. } if Some(failure) == selected => {
                (None, cx.keys.fill("this is the other one itself: {next-candidate} steps on"))
            }
            Other::Chosen { failure, letter: Some(letter) } => (Some(failure), format!("marked {letter}")),
            Other::Chosen { failure, letter: None } => (Some(failure), "where you were".to_owned()),
            Other::Neighbour(place) => {
                let near = cx.session.contrast.as_ref().filter(|contrast| Some(contrast.failure) == selected);
                match near {
                    None => (None, "looking for the nearest neighbour …".to_owned()),
                    Some(Contrast { near, .. }) if near.count() == 0 => {
                        let marked =
                            "the only failure of its group; {go-to-mark} and a letter take a marked one";
                        (None, cx.keys.fill(marked))
                    }
                    Some(Contrast { near, .. }) => (near.get(place), near.in_words(place)),
                }
            }
        }
    }

    /// Makes the view on the selected failure and the other one, as soon as that is known; asks for the colours of both tests.
    fn show_compare(&mut self, cx: &mut Cx) {
        let Some(mut compare) = self.open.take() else { return };
        (compare.difference, compare.offset, compare.column, compare.sides) = (0, 0, 0, None);
        let selected = cx.session.selected().map(|(index, _)| index);
        let (other, which) = Self::other(compare.other, selected, cx);
        compare.which = which;
        if let (Some(this), Some(other)) = (selected, other) {
            let key = |failure| DocumentKey::Text(failure, CodeView::Test);
            let sides = CompareText::ALL
                .map(|text| Sides::new(&cx.session.corpus.failures, [other, this], text, cx.panes.unfolded));
            for side in &sides[0].texts {
                cx.highlight(key(side.failure), || Arc::clone(&side.lines));
            }
            compare.sides = Some(sides);
        }
        self.open = Some(compare);
        self.lay_compare(cx);
        self.show_difference(cx);
    }

    /// Makes the rows of the view anew, after its texts or its width have changed.
    pub(in crate::tui::app) fn lay_compare(&mut self, cx: &mut Cx) {
        let (Some(areas), wraps) = (cx.compare_areas(), cx.panes.wraps) else { return };
        let Some(compare) = self.open.as_mut() else { return };
        let Some([tests, traces]) = &compare.sides else { return };
        let rows = |text, sides: &Sides| sides.rows(text, usize::from(areas.width), areas.is_split, wraps);
        compare.rows = rows(CompareText::Tests, tests);
        compare.rows.push(CompareRow { text: CompareText::Traces, pair: 0, parts: [None, None] });
        compare.rows.extend(rows(CompareText::Traces, traces));
        self.note_difference();
        self.scroll_compare(0, cx);
        self.scroll_compare_sideways(0, cx);
    }

    /// Scrolls the view on two failures, as far as there are rows.
    pub(in crate::tui::app) fn scroll_compare(&mut self, by: isize, cx: &mut Cx) {
        let height = cx.compare_areas().map_or(0, |areas| usize::from(areas.height));
        let Some(compare) = &mut self.open else { return };
        compare.offset =
            compare.offset.saturating_add_signed(by).min(compare.rows.len().saturating_sub(height));
    }

    /// Scrolls both texts sideways, in step.
    pub(in crate::tui::app) fn scroll_compare_sideways(&mut self, by: isize, cx: &mut Cx) {
        let width = cx.compare_areas().map_or(0, |areas| usize::from(areas.width));
        let wraps = cx.panes.wraps;
        if wraps && by != 0 {
            cx.say_wrapped();
        }
        let Some(compare) = &mut self.open else { return };
        let sides = compare.sides.iter().flatten();
        let widest =
            sides.map(|sides| (sides.width + sides.gutter()).saturating_sub(width)).max().unwrap_or(0);
        compare.column = if wraps { 0 } else { compare.column.saturating_add_signed(by).min(widest) };
    }
}

/// Rows that stay in sight above a difference.
const ABOVE: usize = 2;

impl Compare {
    /// `difference 2 of 17`; empty where there is none.
    pub fn difference_in_words(&self) -> String {
        match self.differences() {
            0 => String::new(),
            count => format!("difference {} of {count}", self.difference + 1),
        }
    }

    /// Counts the differences of tests and traces.
    pub(in crate::tui::app) fn differences(&self) -> usize {
        self.sides.iter().flatten().map(|sides| sides.differences.len()).sum()
    }

    /// The first row of a difference; those of the traces come after those of the tests.
    fn row_of_difference(&self, difference: usize) -> Option<usize> {
        let [tests, traces] = self.sides.as_ref()?;
        let (text, pair) = match difference.checked_sub(tests.differences.len()) {
            None => (CompareText::Tests, *tests.differences.get(difference)?),
            Some(difference) => (CompareText::Traces, *traces.differences.get(difference)?),
        };
        // Where the texts stand one below the other, rows follow the pairs block by block.
        self.rows.iter().position(|row| row.text == text && !row.is_heading() && row.pair >= pair)
    }
}

impl Cx {
    fn beside_height(&self) -> usize {
        self.compare_areas().map_or(0, |areas| usize::from(areas.height))
    }
}

impl ComparePane {
    /// Notes the row of the difference that one has come to, after the rows were made.
    pub(super) fn note_difference(&mut self) {
        let Some(compare) = &mut self.open else { return };
        compare.difference_row = compare.row_of_difference(compare.difference);
    }

    /// Scrolls so that the difference that one has come to is in sight, if it is not yet.
    pub(super) fn show_difference(&mut self, cx: &mut Cx) {
        let Some(row) = self.open.as_ref().and_then(|compare| compare.difference_row) else {
            return;
        };
        let height = cx.beside_height();
        let Some(compare) = &mut self.open else { return };
        if !(compare.offset..compare.offset + height.saturating_sub(ABOVE).max(1)).contains(&row) {
            compare.offset = row.saturating_sub(ABOVE);
        }
        self.scroll_compare(0, cx);
    }

    /// Goes to the next difference or the one before: seen from the one that one has come to, or, where that was scrolled
    /// away, from what is in sight.
    pub(in crate::tui::app) fn step_difference(&mut self, on: bool, cx: &mut Cx) {
        let height = cx.beside_height();
        let Some(compare) = &mut self.open else { return };
        let sight = compare.offset..compare.offset + height;
        let next = match compare.difference_row {
            Some(row) if sight.contains(&row) => {
                compare.difference.checked_add_signed(if on { 1 } else { -1 })
            }
            _ => {
                let row = |difference: &usize| compare.row_of_difference(*difference);
                let mut all = 0..compare.differences();
                if on {
                    all.find(|difference| row(difference) >= Some(sight.start))
                } else {
                    all.rfind(|difference| row(difference).is_some_and(|row| row < sight.end))
                }
            }
        };
        match next.filter(|&next| next < compare.differences()) {
            Some(next) => {
                compare.difference = next;
                self.note_difference();
                self.show_difference(cx);
            }
            None => {
                let end = if on { "last" } else { "first" };
                let said = if compare.differences() == 0 {
                    "nothing differs".to_owned()
                } else {
                    format!("this is the {end} difference")
                };
                cx.messages.info(said);
            }
        }
    }
}

/// Returns true if a command leaves the view on two failures open: labels are given and failures stepped through as ever, whatever
/// belongs to the panes below closes it.
pub(in crate::tui::app) fn stays_open(command: Command) -> bool {
    command.judges()
        || matches!(
            command,
            Command::NextCandidate
                | Command::PreviousCandidate
                | Command::NextUnlabelled
                | Command::NextGroup
                | Command::PreviousGroup
                | Command::JumpToRank
                | Command::SetMark
                | Command::GoToMark
                | Command::JumpBack
                | Command::JumpForward
                | Command::Palette
                | Command::Groups
                | Command::ChooseTheme
                | Command::ToggleMouse
                | Command::CopyTest
                | Command::CopyTrace
                | Command::WrapLines
                | Command::Compare
                | Command::GoMenu
                | Command::CopyMenu
                | Command::Help
                | Command::Reload
                | Command::Suspend
                | Command::Quit
        )
}

/// Cells before a line, beside its number: the sign, and blanks.
const SIGNS: usize = 3;

/// One of the texts.
#[derive(Debug)]
pub struct Side {
    /// Index into the corpus's failures.
    pub failure: FailureId,
    /// As they are drawn.
    pub lines: Arc<Vec<String>>,
    /// Of a test, the line that failed.
    pub failed: Option<usize>,
    /// Of a trace, what the pieces of each line are; of a test nothing, its colours come from elsewhere.
    pub classes: Vec<Vec<(Range<usize>, TraceClass)>>,
    /// Of a trace, the rows that stand for folded frames, ascending, and the lines of the trace that these are.
    folds: Vec<(usize, Range<usize>)>,
}

impl Side {
    /// The lines as they are compared.
    fn compared(&self) -> Vec<&str> {
        let mut lines: Vec<&str> = self.lines.iter().map(String::as_str).collect();
        for (row, _) in &self.folds {
            lines[*row] = FOLD;
        }
        for (line, pieces) in lines.iter_mut().zip(&self.classes) {
            if pieces.iter().any(|(_, class)| *class == TraceClass::Test) {
                *line = TEST;
            }
        }
        lines
    }

    /// The lines of the trace that are folded away in a row.
    fn folded<'a>(&self, row: usize, trace: &[&'a str]) -> Vec<&'a str> {
        let fold = self.folds.binary_search_by_key(&row, |(row, _)| *row);
        let lines = fold.ok().and_then(|fold| trace.get(self.folds[fold].1.clone()));
        lines.map_or_else(Vec::new, <[&str]>::to_vec)
    }
}

/// A row of the view: a piece of either text, or of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompareRow {
    /// The text that it is of.
    pub text: CompareText,
    /// Index into its pairs.
    pub pair: usize,
    /// The lines of the neighbour's text and of the selected failure's; none in the heading of the traces.
    pub parts: [Option<Part>; 2],
}

impl CompareRow {
    /// Returns true if it is the heading of a text.
    pub fn is_heading(&self) -> bool {
        self.parts == [None, None]
    }
}

/// Both texts.
#[derive(Debug)]
pub struct Sides {
    /// The neighbour's, and the selected failure's.
    pub texts: [Side; 2],
    /// Their lines side by side.
    pub pairs: Vec<Pair>,
    /// Cells of the widest line.
    pub width: usize,
    /// The pairs with which stretches of changed lines begin, ascending.
    pub differences: Vec<usize>,
    /// Frames that are folded away differ.
    pub folds_differ: bool,
}

/// A row of folded frames, when traces are compared: what is folded away makes no difference.
const FOLD: &str = "┄";
/// A call in the test itself: each test has another name, which makes no difference either.
const TEST: &str = "test";

impl Sides {
    /// The texts of two failures: the neighbour, and the selected one.
    pub(super) fn new(failures: &[Failure], of: [FailureId; 2], text: CompareText, unfolded: bool) -> Sides {
        let texts = of.map(|index| {
            let failure = &failures[index];
            match text {
                CompareText::Tests => {
                    let lines = Arc::new(code::document_lines(failure, CodeView::Test));
                    let failed = if code::is_long(&lines) { None } else { code::marks(failure).0 };
                    let failed = failed.map(|failed| failed.line);
                    Side { failure: index, lines, failed, classes: Vec::new(), folds: Vec::new() }
                }
                CompareText::Traces => trace(index, failure, unfolded),
            }
        });
        let [before, after] = texts.each_ref().map(Side::compared);
        let pairs = match text {
            CompareText::Tests => diff::lines(&before, &after),
            CompareText::Traces => diff::frames(&before, &after),
        };
        let lines = texts.iter().flat_map(|side| side.lines.iter());
        let width = lines.map(|line| text::width(line)).max().unwrap_or(0);
        let begins = |pair: &usize| !pairs[*pair].is_same && (*pair == 0 || pairs[*pair - 1].is_same);
        let differences = (0..pairs.len()).filter(begins).collect();
        let traces = of.map(|index| failures[index].trace.0.lines().collect::<Vec<&str>>());
        let folds_differ = pairs.iter().any(|pair| match (pair.before, pair.after) {
            (Some(before), Some(after)) => {
                texts[0].folded(before, &traces[0]) != texts[1].folded(after, &traces[1])
            }
            _ => false,
        });
        Sides { texts, pairs, width, differences, folds_differ }
    }

    /// Digits of the line numbers; 0 for traces, whose lines have none.
    pub fn digits(&self) -> usize {
        if self.texts.iter().any(|side| !side.classes.is_empty()) {
            return 0;
        }
        let lines = self.texts.iter().map(|side| side.lines.len()).max().unwrap_or(0);
        lines.to_string().len().max(2)
    }

    /// Cells before a line.
    pub fn gutter(&self) -> usize {
        self.digits().max(1) + SIGNS
    }

    /// Returns true if nothing differs that is shown.
    pub fn are_same(&self) -> bool {
        self.differences.is_empty()
    }

    /// Makes the rows for columns of so many cells.
    fn rows(&self, text: CompareText, width: usize, is_split: bool, wraps: bool) -> Vec<CompareRow> {
        let cells = wraps.then(|| width.saturating_sub(self.gutter()));
        let parts = |side: usize, line: Option<usize>| -> Vec<Part> {
            let Some(line) = line else { return Vec::new() };
            let source = &self.texts[side].lines[line];
            match cells {
                Some(cells) => parts_of(line, source, cells),
                None => vec![Part { line, bytes: 0..source.len(), indent: 0 }],
            }
        };
        let mut rows = Vec::new();
        if is_split {
            for (index, pair) in self.pairs.iter().enumerate() {
                let (mut left, mut right) =
                    (parts(0, pair.before).into_iter(), parts(1, pair.after).into_iter());
                loop {
                    let parts = [left.next(), right.next()];
                    if parts.iter().all(Option::is_none) {
                        break;
                    }
                    rows.push(CompareRow { text, pair: index, parts });
                }
            }
        } else {
            let mut from = 0;
            for block in self.pairs.chunk_by(|a, b| a.is_same == b.is_same) {
                let indices = from..from + block.len();
                from = indices.end;
                if !block[0].is_same {
                    for index in indices.clone() {
                        let before = parts(0, self.pairs[index].before).into_iter();
                        rows.extend(before.map(|part| CompareRow {
                            text,
                            pair: index,
                            parts: [Some(part), None],
                        }));
                    }
                }
                for index in indices {
                    let after = parts(1, self.pairs[index].after).into_iter();
                    rows.extend(after.map(|part| CompareRow {
                        text,
                        pair: index,
                        parts: [None, Some(part)],
                    }));
                }
            }
        }
        rows
    }
}

fn trace(index: FailureId, failure: &Failure, unfolded: bool) -> Side {
    let mut lines = Vec::new();
    let mut classes = Vec::new();
    let mut folds = Vec::new();
    for row in TraceRows::bare(failure, unfolded).rows {
        if !row.folded.is_empty() {
            folds.push((lines.len(), row.folded));
        }
        let mut line = String::new();
        let mut pieces = Vec::new();
        let location = format!("  {}", row.location);
        let place = (!row.location.is_empty()).then_some((TraceClass::Dim, location));
        for (class, piece) in row.pieces.into_iter().chain(place) {
            let start = line.len();
            line += &piece;
            pieces.push((start..line.len(), class));
        }
        lines.push(line);
        classes.push(pieces);
    }
    Side { failure: index, lines: Arc::new(lines), failed: None, classes, folds }
}
