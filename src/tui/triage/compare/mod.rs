//! The comparison of the selected failure with another one: their tests, and below them their traces.
//!
//! The other failure is initially a neighbour. Neighbours are those of the why pane, computed by the forest that gave
//! the score (`Neighbours`): first the nearest of those with other features, because they show the differences; after
//! them those with the same features. Alternatively it is a marked failure of any group, which stays while the user
//! steps through the list. Its texts come first (`-`), those of the selected one second (`+`), side by side if there is
//! room ([`Sides`]). Lines that differ only in generated names (`reader0`, `reader1`) are equal. The focal methods come
//! last, and before long tests that have nothing in common.

pub mod diff;
pub(crate) mod draw;
pub mod sides;

use std::collections::BTreeSet;
use std::sync::Arc;

use ratatui::layout::Rect;

use super::code::{CodeView, DocumentKey, document_lines, is_long};
use crate::lang::FailingLine;
use crate::lang::failing_line;
use crate::model::{Corpus, Failure, FailureId, Group, VerdictWords, text};
use crate::parallel;
use crate::rank::{Likeness, Neighbours, Traits, Values, rare_in_common};
use crate::trace::Origin;
use crate::tui::frame::layout::scrolled;
use crate::tui::triage::code::rows::{Part, parts_of};
use crate::tui::triage::code::thrown::first_frame;
use crate::tui::triage::compare::sides::{CompareRow, CompareText, SIGN_CELLS, Sides};
use crate::tui::{Command, Cx, Direction, Lists, Pane};

#[derive(Debug, Default)]
pub struct ComparePane {
    pub open: Option<Compare>,
}

/// The width from which on the texts are side by side.
const LEAST_WIDTH_OF_TWO: u16 = 110;
/// The number of rows from which on a part of the list stays above the texts: its heading and five failures.
const TALL: u16 = 26;
const LIST: u16 = 6;
const ROOMY: u16 = 43;
/// The rows that most traces without sources and the nearest failures need.
const TRACES: u16 = 26;
/// The rows that long texts leave to the nearest failures: the title and five failures.
const NEAREST: u16 = 6;

/// The neighbours of a failure, as indices into the corpus's failures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Near {
    /// Failures with other features, the nearest first.
    pub nearest: Vec<FailureId>,
    pub same_features: Vec<FailureId>,
    /// The first of the nearest, with the trait that each shares with the failure, the surest first; none for generated tests.
    pub(in crate::tui) alike: Vec<Alike>,
}

/// A failure of another signature, and what it has in common with one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui) struct Alike {
    pub(in crate::tui) failure: FailureId,
    pub(in crate::tui) likeness: Likeness,
    /// The number of words that both say.
    words: usize,
}

/// The number of failures of a group among which those that are alike are searched.
const MOST_SEARCHED: usize = 2000;
/// The number of failures that are told to be alike: more than a person goes through.
const MOST_ALIKE: usize = 100;
/// The number of failures that may share a function, if they are more than one of this many of the group.
const FEW_OF_FUNCTION: usize = 4;
const SHARE_OF_FUNCTION: usize = 3;

/// The number of cases of the same test that stand before other neighbours.
const MOST_CASES: usize = 40;

/// Returns the function of a test that is one case of it, by its name: of `TestParse/12_EUR` and
/// `test_parse[12]` what stands before; None for a test that is no case.
pub(crate) fn function_of_case(test: &str) -> Option<&str> {
    let start = test.find("::").map_or(0, |end| end + 2);
    let name = &test[start..];
    let is_words = name.contains(char::is_whitespace);
    let end = name.find(|c: char| c == '[' || c == '/' && !is_words).filter(|end| *end > 0)?;
    Some(&test[..start + end])
}

impl Near {
    pub fn new(group: &Group, neighbours: &Neighbours) -> Near {
        let failures =
            |rows: &[usize]| rows.iter().filter_map(|&row| group.failures.get(row).copied()).collect();
        let (nearest, same_features) = (failures(&neighbours.nearest), failures(&neighbours.equal));
        Near { nearest, same_features, alike: Vec::new() }
    }

    /// Returns the same neighbours of a failure of a test that people wrote, before them those that share what its
    /// bug would show in both: the same difference, line or function.
    pub(in crate::tui) fn with_alike_first(mut self, corpus: &Corpus, group: &Group, of: FailureId) -> Near {
        if !corpus.is_hand_written(group) {
            return self;
        }
        let traits = Traits::of(&corpus.failures[of]);
        let near: Vec<FailureId> = self.failures().collect();
        let tests = corpus.tests_of(group);
        let others = tests.iter().copied().filter(|id| *id != of && !near.contains(id));
        let searched: Vec<FailureId> = near.iter().copied().chain(others).take(MOST_SEARCHED).collect();
        let found = parallel::map(&searched, |&failure| {
            let other = Traits::of(&corpus.failures[failure]);
            let likeness = traits.likeness(&other)?;
            Some(Alike { failure, likeness, words: traits.words_in_common(&other) })
        });
        self.alike = found.into_iter().flatten().collect();
        let is_of_function = |alike: &Alike| matches!(alike.likeness, Likeness::Function(_));
        let of_function = self.alike.iter().filter(|alike| is_of_function(alike)).count();
        // What most of a group tests is nothing that few have in common.
        if of_function > FEW_OF_FUNCTION && of_function * SHARE_OF_FUNCTION > tests.len() {
            self.alike.retain(|alike| !is_of_function(alike));
        }
        self.alike.sort_by(|one, other| {
            one.likeness.cmp(&other.likeness).then_with(|| other.words.cmp(&one.words))
        });
        self.alike.truncate(MOST_ALIKE);
        let first: Vec<FailureId> = self.alike.iter().map(|alike| alike.failure).collect();
        self.put_first(first);
        self
    }

    /// Returns what a failure has in common with the one that it is near to, unless that is its signature.
    pub(in crate::tui) fn likeness(&self, failure: FailureId) -> Option<&Likeness> {
        self.alike.iter().find(|alike| alike.failure == failure).map(|alike| &alike.likeness)
    }

    fn put_first(&mut self, first: Vec<FailureId>) {
        for failures in [&mut self.nearest, &mut self.same_features] {
            failures.retain(|failure| !first.contains(failure));
        }
        self.nearest.splice(..0, first);
    }

    /// Returns the same neighbours, before them the other cases of the failure's own test: those of a test
    /// with parameters, or the subtests of one function.
    pub(in crate::tui) fn with_cases_first(mut self, corpus: &Corpus, group: &Group, of: FailureId) -> Near {
        let name = |id: FailureId| &*corpus.failures[id].test;
        let Some(function) = function_of_case(name(of)) else { return self };
        let others = corpus.tests_of(group).iter().copied().filter(|&id| id != of);
        let cases = others.filter(|&id| function_of_case(name(id)) == Some(function)).take(MOST_CASES);
        let cases: Vec<FailureId> = cases.collect();
        self.put_first(cases);
        self
    }

    /// Returns the same neighbours, those that are meant before the others.
    fn with_those_first(mut self, is_meant: impl Fn(FailureId) -> bool) -> Near {
        let first: Vec<FailureId> = self.failures().filter(|&id| is_meant(id)).collect();
        self.put_first(first);
        self
    }

    pub fn count(&self) -> usize {
        self.nearest.len() + self.same_features.len()
    }

    pub fn failures(&self) -> impl Iterator<Item = FailureId> {
        self.nearest.iter().chain(&self.same_features).copied()
    }

    /// Iterates over those that are alike, else over those with the same features before others.
    pub(in crate::tui) fn surest_first(&self) -> impl Iterator<Item = &FailureId> {
        let (first, more) = match self.alike[..] {
            [] => (&self.same_features, &self.nearest),
            _ => (&self.nearest, &self.same_features),
        };
        first.iter().chain(more)
    }

    pub fn get(&self, place: usize) -> Option<FailureId> {
        self.failures().nth(place)
    }

    /// Describes a neighbour: `nearest 2 of 40`, `1 of 3 with the same features`. In the order by cause it says what
    /// is alike, and features have no part.
    fn in_words(&self, place: usize, is_by_cause: bool) -> String {
        let likeness = self.get(place).and_then(|failure| self.likeness(failure));
        match place.checked_sub(self.nearest.len()) {
            _ if let Some(likeness) = likeness => likeness.to_string(),
            _ if is_by_cause && self.count() > 1 => {
                format!("other {} of {}", place + 1, text::number(self.count()))
            }
            None => format!("nearest {} of {}", place + 1, text::number(self.nearest.len())),
            Some(_) if self.count() == 1 => "the only other failure".to_owned(),
            Some(place) => {
                let all = text::number(self.same_features.len());
                format!("{} of {all} with the same features", place + 1)
            }
        }
    }
}

/// The differences of a failure from the most similar ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contrast {
    pub failure: FailureId,
    pub sentences: Vec<String>,
    pub near: Near,
    pub tests: Vec<TestText>,
    /// True if only those that are alike are evidence: the list was in the order by cause.
    pub(in crate::tui) is_by_cause: bool,
}

/// The test of a failure, shown as evidence for others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestText {
    pub failure: FailureId,
    pub lines: Arc<Vec<String>>,
    pub failed: Option<FailingLine>,
}

impl TestText {
    /// Returns the first `count` of these failures whose tests have a text that can be shown.
    pub(in crate::tui) fn of(
        corpus: &Corpus,
        failures: impl Iterator<Item = FailureId>,
        count: usize,
    ) -> Vec<TestText> {
        failures
            .filter_map(|failure| Some((failure, corpus.failure(failure)?)))
            .filter(|(_, failure)| (1..=LONGEST_TEST).contains(&failure.generated_test.len()))
            .take(count)
            .map(|(failure, tested)| {
                let lines = Arc::new(document_lines(tested, CodeView::Test));
                let failed = if is_long(&lines) { None } else { failing_line(tested) };
                TestText { failure, lines, failed }
            })
            .collect()
    }

    pub fn key(&self) -> DocumentKey {
        DocumentKey::Text(self.failure, CodeView::Test)
    }

    pub fn parts(&self, width: u16) -> impl Iterator<Item = Part> {
        let cells = usize::from(width.saturating_sub(AROUND));
        self.lines.iter().enumerate().flat_map(move |(line, source)| parts_of(line, source, cells))
    }

    pub fn rows(&self, width: u16) -> u16 {
        u16::try_from(self.parts(width).count()).unwrap_or(u16::MAX)
    }
}

/// The cells before and after the lines of a test.
pub(crate) const AROUND: u16 = 4;

/// The number of similar tests that may be shown below the reasons.
const SIMILAR: usize = 4;
/// The size in bytes up to which tests are shown next to others.
const LONGEST_TEST: usize = 1 << 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Other {
    Neighbour(usize),
    /// A chosen failure, which stays while the selection moves, and its mark; None for the previous failure.
    Chosen {
        failure: FailureId,
        letter: Option<char>,
    },
}

impl Default for Other {
    fn default() -> Other {
        Other::Neighbour(0)
    }
}

#[derive(Debug, Default)]
pub struct Compare {
    other: Other,
    pub which: String,
    /// The line that threw both, or else their rare traits in words, if they are of one group.
    alike: String,
    /// The tests, the traces and the focal methods; None until the neighbours are known, or if there are none.
    pub sides: Option<[Sides; 3]>,
    /// The rows for the available width, of one text after the other.
    pub rows: Vec<CompareRow>,
    difference: usize,
    pub offset: usize,
    pub column: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompareAreas {
    /// The rows of the list above it; empty if there is no room.
    pub list: Rect,
    /// The whole comparison; its first row is the title.
    pub whole: Rect,
    /// True if the texts are side by side, false if they are one below the other.
    pub is_split: bool,
    /// The first row below the names.
    pub top: u16,
    pub height: u16,
    /// The width of either column, or the whole width if there is only one.
    pub width: u16,
}

impl Lists {
    /// Returns the rank of a failure, unless its list hides it, and its group, unless that is the current one.
    pub(crate) fn rank_and_group(&self, failure: FailureId) -> (Option<String>, Option<String>) {
        let Some(group) = self.group_of(failure) else { return (None, None) };
        let state = &self.groups[group];
        let rank = state.position_of(failure).map(|position| self.number(state, position));
        let is_current = self.current_index() == Some(group);
        // A row of the list over all groups has another number.
        let is_named = !is_current || self.is_across();
        (rank, is_named.then(|| self.group_title(&self.corpus.groups[group])))
    }

    /// Returns the rare traits that failures have in common; None if they are not of the current group.
    fn rare_in_common(&self, failures: [FailureId; 2]) -> Option<String> {
        let (group, state) = self.current_group()?;
        let rows = state.features.as_ref()?;
        let tests = self.corpus.tests_of(group);
        let [this, other] = failures.map(|failure| tests.binary_search(&failure).ok());
        let values = [this?, other?].map(|row| Values { rows, counts: state.counts.as_ref(), row });
        Some(rare_in_common(&values, failures.map(|failure| &self.corpus.failures[failure])))
    }
}

impl Cx {
    /// Returns `nearest 2 of 3 others` if there are more: none is missed without a word.
    pub(crate) fn near_in_words(&self) -> Option<String> {
        let others = self.lists.current_group()?.0.failures.len() - 1;
        let near = self.details.contrast.as_ref()?.near.count();
        (near < others).then(|| format!("nearest {near} of {} others", text::number(others)))
    }

    pub(crate) fn compare_areas(&self) -> Option<CompareAreas> {
        let layout = self.layout()?;
        let bottom = layout.panel.map_or(layout.status.y, |panel| panel.y);
        let rows = bottom.saturating_sub(1);
        let failures = self.lists.current_group().map_or(0, |(_, group)| group.list().entries.len());
        // Without sources, traces leave it more rows.
        let is_short = self.lists.current_group().is_none_or(|(_, group)| group.knows_code);
        // A tall one has room for more of both.
        let more = rows.saturating_sub(ROOMY);
        let most = if is_short { LIST + more / 5 } else { rows.saturating_sub(TRACES).max(rows / 3) };
        let height = if rows < TALL { 0 } else { most.min(u16::try_from(failures + 2).unwrap_or(most)) };
        let list = Rect { x: 0, y: 1, width: layout.status.width, height };
        let whole = Rect { y: list.bottom(), height: rows - list.height, ..list };
        let is_split = whole.width >= LEAST_WIDTH_OF_TWO;
        // The names of both sides, or for each its name and its error.
        let top = whole.y + 1 + 2;
        let neighbours = self.neighbours();
        let numbers = self.details.contrast.iter().flat_map(|contrast| contrast.near.failures());
        let numbers = numbers.filter_map(|id| self.lists.signature_number(id)).collect::<BTreeSet<_>>();
        // More of them are one of each signature.
        let is_few = neighbours < usize::from(NEAREST + more / 2) || numbers.len() < 2;
        let nearest = 1 + if is_few { neighbours } else { numbers.len() };
        let nearest = if neighbours > 1 && is_split && rows >= TALL { nearest } else { 0 };
        let nearest = u16::try_from(nearest).unwrap_or(u16::MAX).min(NEAREST + more / 2);
        Some(CompareAreas {
            list,
            whole,
            is_split,
            top,
            height: whole.bottom().saturating_sub(top + nearest),
            width: if is_split { (whole.width - 1) / 2 } else { whole.width },
        })
    }

    pub fn neighbours(&self) -> usize {
        self.details.contrast.as_ref().map_or(0, |contrast| contrast.near.count())
    }

    /// Keeps the contrast of a failure, and requests the colours of similar tests if a column has room for them.
    pub(in crate::tui) fn contrasted(&mut self, failure: FailureId, sentences: Vec<String>, near: Near) {
        // What fails for the same cause is nearer than what only looks alike.
        let near = match self.lists.verdict_words() {
            VerdictWords::Generated => near,
            VerdictWords::Written => {
                let mut near = near.with_those_first(|id| self.lists.have_one_cause(id, failure));
                near.alike.retain(|alike| !self.lists.have_one_cause(alike.failure, failure));
                near
            }
        };
        let is_by_cause = self.lists.is_by_cause();
        let tests = match self.lists.verdict_words() {
            VerdictWords::Generated => TestText::of(&self.lists.corpus, near.failures(), SIMILAR),
            // Many tests that people wrote fail for one cause: a second one of it says nothing more. In the order
            // by cause, what is not alike is no evidence.
            VerdictWords::Written => {
                let code = |id: FailureId| self.lists.corpus.failure(id).map(|it| &it.generated_test);
                let others = near.failures().filter(|&id| {
                    let is_alike = near.likeness(id).is_some() || self.lists.have_one_cause(id, failure);
                    !is_by_cause || is_alike && code(id) != code(failure)
                });
                let causes = self.lists.one_of_each(others, self.panes.size.0);
                TestText::of(&self.lists.corpus, causes.iter().map(|failures| failures[0]), SIMILAR)
            }
        };
        if self.layout().is_some_and(|layout| layout.pane(Pane::Why).is_some()) {
            self.highlight_tests(&tests);
        }
        self.details.contrast = Some(Contrast { failure, sentences, near, tests, is_by_cause });
    }

    pub(in crate::tui) fn text_rows(&self) -> usize {
        self.compare_areas().map_or(0, |areas| usize::from(areas.height))
    }
}

impl ComparePane {
    pub(in crate::tui) fn toggle_compare(&mut self, cx: &mut Cx) {
        if self.open.is_some() {
            return self.close_compare();
        }
        let Some((group, _)) = cx.lists.current_group() else { return };
        if group.failures.len() < 2 && cx.marks().next().is_none() {
            cx.messages.info("this is the only failure of its group: it has no neighbour");
            return;
        }
        // Another row that is marked is meant.
        let selected = cx.lists.selected_id();
        let marked = cx.judging.marked_rows.iter().copied().find(|&failure| Some(failure) != selected);
        self.open = Some(Compare {
            other: marked.map_or(Other::default(), |failure| Other::Chosen { failure, letter: Some('1') }),
            ..Compare::default()
        });
        self.show_compare(cx);
    }

    pub(in crate::tui) fn close_compare(&mut self) {
        self.open = None;
    }

    pub(in crate::tui) fn unfold_compared(&mut self, cx: &mut Cx) {
        cx.panes.unfolded = !cx.panes.unfolded;
        self.show_compare(cx);
    }

    pub(in crate::tui) fn step_neighbour(&mut self, by: isize, cx: &mut Cx) {
        let (Some(compare), Some(Contrast { near, .. })) = (&mut self.open, &cx.details.contrast) else {
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

    /// Compares the selected failure, and those selected from now on, with the given one.
    pub(in crate::tui) fn choose_other(&mut self, failure: FailureId, letter: Option<char>, cx: &mut Cx) {
        let Some(compare) = &mut self.open else { return };
        compare.other = Other::Chosen { failure, letter };
        let message = "it stays while you move through the list; {next-match} returns to the neighbours";
        cx.messages.info(cx.keys.fill(message));
        self.show_compare(cx);
    }

    pub(in crate::tui) fn is_compare_chosen(&self) -> bool {
        matches!(self.open, Some(Compare { other: Other::Chosen { .. }, .. }))
    }

    /// Compares another selected failure with its nearest neighbour, or with the chosen failure.
    pub(in crate::tui) fn show_compare_selected(&mut self, cx: &mut Cx) {
        if let Some(Compare { other: Other::Neighbour(place), .. }) = &mut self.open {
            *place = 0;
        }
        self.show_compare(cx);
    }

    pub(in crate::tui) fn neighbours_known(&mut self, cx: &mut Cx) {
        if !self.is_compare_chosen() {
            self.show_compare_selected(cx);
        }
    }

    /// Updates the comparison after a reload; `moved` gives the new index of each failure.
    pub(in crate::tui) fn keep_compare(&mut self, moved: &[Option<FailureId>]) {
        let Some(compare) = &mut self.open else { return };
        if let Other::Chosen { failure, letter } = compare.other {
            let place = moved.get(failure.index()).copied().flatten();
            compare.other = place.map_or(Other::default(), |failure| Other::Chosen { failure, letter });
        }
    }

    fn other(other: Other, selected: Option<FailureId>, cx: &Cx) -> (Option<FailureId>, String) {
        match other {
            Other::Chosen { failure, .. } if Some(failure) == selected => (
                None,
                cx.keys.fill("this is the other failure itself: {next-candidate} selects the next one"),
            ),
            Other::Chosen { failure, letter: Some('1'..='9') } => (Some(failure), "a marked row".to_owned()),
            Other::Chosen { failure, letter: Some(letter) } => (Some(failure), format!("bookmark {letter}")),
            Other::Chosen { failure, letter: None } => (Some(failure), "where you were".to_owned()),
            Other::Neighbour(place) => {
                let near = cx.details.contrast.as_ref().filter(|contrast| Some(contrast.failure) == selected);
                let is_executed = cx.lists.selected().is_none_or(|(_, failure)| failure.is_executed());
                match near {
                    None if !is_executed => {
                        (None, "its tests were not executed: there is nothing to compare".to_owned())
                    }
                    None => (None, "looking for the nearest neighbour …".to_owned()),
                    Some(Contrast { near, .. }) if near.count() == 0 => {
                        let marked = "the only failure of its group; {go-to-mark} and a letter compare with a bookmark";
                        (None, cx.keys.fill(marked))
                    }
                    Some(Contrast { near, failure, .. }) => {
                        let is_by_cause = cx.lists.is_by_cause();
                        let other = near.get(place);
                        // What both say is in the title.
                        let has_cause = is_by_cause
                            && other.is_some_and(|other| cx.lists.have_one_cause(*failure, other));
                        let words = if has_cause {
                            "same cause".to_owned()
                        } else {
                            near.in_words(place, is_by_cause)
                        };
                        (other, words)
                    }
                }
            }
        }
    }

    /// Builds the comparison as soon as the other failure is known; requests the colours of both tests.
    fn show_compare(&mut self, cx: &mut Cx) {
        let Some(mut compare) = self.open.take() else { return };
        (compare.difference, compare.offset, compare.column, compare.sides) = (0, 0, 0, None);
        let selected = cx.lists.selected_id();
        let (other, which) = Self::other(compare.other, selected, cx);
        compare.which = which;
        if let (Some(this), Some(other)) = (selected, other) {
            let corpus = Arc::clone(&cx.lists.corpus);
            let room = if cx.panes.unfolded { usize::MAX } else { cx.text_rows() / 2 };
            let same = same_line([this, other].map(|id| &corpus.failures[id]));
            // Where a generator wrote the tests, these words are of signatures.
            let is_one_cause = matches!(cx.lists.verdict_words(), VerdictWords::Written)
                && cx.lists.have_one_cause(this, other);
            let of_cause = is_one_cause.then(|| same_cause([this, other].map(|id| &corpus.failures[id])));
            // Shares of features say nothing of tests that people wrote.
            let is_generated = matches!(cx.lists.verdict_words(), VerdictWords::Generated);
            let alike =
                same.or(of_cause).or_else(|| cx.lists.rare_in_common([this, other]).filter(|_| is_generated));
            compare.alike = alike.unwrap_or_default();
            let thrown = cx.thrown().filter(|thrown| !thrown.source.is_empty());
            let thrown = thrown.map(|thrown| format!("{}  {}", thrown.place, thrown.source));
            let cells = cx.compare_areas().map_or(0, |areas| {
                // One below the other, what the neighbour has instead stands beside a frame.
                let beside = 1 + SIGN_CELLS + if areas.is_split { 0 } else { NAMES };
                usize::from(areas.width).saturating_sub(beside)
            });
            let new = |room| {
                let (of, thrown) = ([other, this], thrown.as_deref());
                CompareText::ALL.map(|text| Sides::new(&corpus.failures, of, text, room, cells, thrown))
            };
            let sides = new(room);
            let all = (sides[0].is_empty() && sides[2].is_empty()).then(|| new(usize::MAX));
            // Traces alone are whole where they leave half of the rows.
            let sides = all.filter(|all| 2 * all[1].pairs.len() < cx.text_rows()).unwrap_or(sides);
            for key in sides.iter().flat_map(|sides| &sides.texts).map(|side| side.key) {
                if let DocumentKey::Text(failure, view) = key
                    && view != CodeView::Source
                {
                    cx.highlight(key, || Arc::new(document_lines(&corpus.failures[failure], view)));
                }
            }
            compare.sides = Some(sides);
        }
        // Tests that have nothing in common are read from their tops.
        let is_unlike = compare.sides.as_ref().is_some_and(|[tests, ..]| tests.few_in_common.is_some());
        self.open = Some(compare);
        self.lay_out_compare(cx);
        if !is_unlike {
            self.show_difference(cx);
        }
    }

    pub(in crate::tui) fn lay_out_compare(&mut self, cx: &mut Cx) {
        let (Some(areas), wraps) = (cx.compare_areas(), cx.panes.wraps) else { return };
        let Some(compare) = self.open.as_mut() else { return };
        let Some([tests, traces, methods]) = &mut compare.sides else { return };
        let rows = |sides: &Sides, titled| {
            let width = if sides.is_shared { areas.whole.width } else { areas.width };
            sides.rows(usize::from(width), areas.is_split, wraps, titled)
        };
        let is_unlike = tests.few_in_common.is_some();
        let mut parts = [rows(tests, is_unlike), rows(traces, true), rows(methods, !methods.is_empty())];
        let room = usize::from(areas.height).saturating_sub(parts[0].len() + parts[1].len());
        let folds = areas.is_split && !cx.panes.unfolded;
        if folds && methods.begin_at_marks(&parts[2], room) {
            parts[2] = rows(methods, true);
        }
        compare.rows = parts.concat();
        self.scroll_compare(0, cx);
        self.scroll_compare_sideways(0, cx);
    }

    pub(in crate::tui) fn scroll_compare(&mut self, by: isize, cx: &mut Cx) {
        let Some(compare) = &mut self.open else { return };
        compare.offset = scrolled(compare.offset, by, compare.rows.len(), cx.text_rows());
    }

    pub(in crate::tui) fn scroll_compare_sideways(&mut self, by: isize, cx: &mut Cx) {
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

    fn show_difference(&mut self, cx: &mut Cx) {
        let height = cx.text_rows();
        let Some(compare) = &mut self.open else { return };
        let Some(row) = compare.difference_row() else { return };
        if !(compare.offset..compare.offset + height.saturating_sub(ABOVE).max(1)).contains(&row) {
            compare.offset = row.saturating_sub(ABOVE);
        }
        self.scroll_compare(0, cx);
    }

    /// Goes to the next or previous difference from the current one or, if that is not visible, from the
    /// visible rows; after the last one to the first.
    pub(in crate::tui) fn step_difference(&mut self, direction: Direction, cx: &mut Cx) {
        let height = cx.text_rows();
        let Some(compare) = &mut self.open else { return };
        let (sight, count) = (compare.offset..compare.offset + height, compare.differences());
        if count == 0 {
            return cx.messages.info("there is no difference");
        }
        let next = match compare.difference_row() {
            Some(row) if sight.contains(&row) => {
                let by = if direction.is_forward() { 1 } else { -1 };
                compare.difference.checked_add_signed(by).filter(|next| *next < count)
            }
            _ => {
                let row = |difference: &usize| compare.row_of_difference(*difference);
                let mut all = 0..count;
                if direction.is_forward() {
                    all.find(|difference| row(difference) >= Some(sight.start))
                } else {
                    all.rfind(|difference| row(difference).is_some_and(|row| row < sight.end))
                }
            }
        };
        compare.difference = next.unwrap_or(if direction.is_forward() { 0 } else { count - 1 });
        self.show_difference(cx);
    }
}

/// The cells beside a frame for the names of the neighbour's test and line.
const NAMES: usize = 26;

/// The number of rows that stay visible above a difference.
const ABOVE: usize = 2;

impl Compare {
    pub fn place(&self) -> Option<usize> {
        match self.other {
            Other::Neighbour(place) => Some(place),
            Other::Chosen { .. } => None,
        }
    }

    /// Returns `difference 2 of 17`, and the line that threw both or the traits that failures with unlike tests have in
    /// common, if that fits in `room`.
    pub(crate) fn title_in_words(&self, room: usize) -> String {
        let is_said = ["same ", "the same "].iter().any(|same| self.alike.starts_with(same))
            || self.differences() < 2
                && self.sides.as_ref().is_some_and(|[tests, ..]: &[Sides; 3]| {
                    tests.few_in_common.is_some() || tests.is_empty()
                });
        let alike = Some(self.alike.clone()).filter(|it| is_said && (1..=room).contains(&text::width(it)));
        let count = self.differences();
        let difference = (count > 1).then(|| format!("difference {} of {count}", self.difference + 1));
        alike.into_iter().chain(difference).collect::<Vec<_>>().join(" · ")
    }

    pub(crate) fn differences(&self) -> usize {
        self.sides.iter().flatten().map(|sides| sides.differences.len()).sum()
    }

    pub(crate) fn difference_row(&self) -> Option<usize> {
        self.row_of_difference(self.difference)
    }

    /// Returns the first row of a difference; those of the traces follow those of the tests.
    fn row_of_difference(&self, difference: usize) -> Option<usize> {
        let [tests, traces, _] = self.sides.as_ref()?;
        let (text, pair) = match difference.checked_sub(tests.differences.len()) {
            None => (CompareText::Tests, *tests.differences.get(difference)?),
            Some(difference) => (CompareText::Traces, *traces.differences.get(difference)?),
        };
        // If the texts are one below the other, rows follow the pairs block by block.
        self.rows.iter().position(|row| row.text == text && !row.is_heading() && row.pair >= pair)
    }
}

/// Returns `same exception, message and line: Purse.take:12` if one line of the project threw both failures.
fn same_line(failures: [&Failure; 2]) -> Option<String> {
    let [one, other] = failures.map(|failure| Some((first_frame(failure)?, &failure.trace)));
    let ((frame, trace), (other, of_other)) = (one?, other?);
    let is_same = frame.origin == Origin::Project
        && (frame.class, frame.method, frame.line) == (other.class, other.method, other.line)
        && trace.exception_name() == of_other.exception_name();
    let message = if trace.message() == of_other.message() { ", message" } else { "" };
    let (class, method, line) = (frame.simple_class(), frame.method, frame.line.filter(|_| is_same)?);
    Some(text::sanitize(&format!("same exception{message} and line: {class}.{method}:{line}")).into_owned())
}

/// Returns `the same cause: only the message differs` for two failures of one cause.
fn same_cause(failures: [&Failure; 2]) -> String {
    let [one, other] = failures.map(|failure| {
        let frame = first_frame(failure);
        let line = frame.and_then(|frame| Some((frame.file?, frame.line?)));
        (failure.message(), line)
    });
    match (one.0 != other.0, one.1 != other.1) {
        (true, true) => "the same cause: message and line differ".to_owned(),
        (true, false) => "the same cause: only the message differs".to_owned(),
        (false, true) => "the same cause: only the line differs".to_owned(),
        (false, false) => "the same cause, message and line".to_owned(),
    }
}

/// The commands that leave the comparison open: they go to other failures, or open something else for a moment.
#[rustfmt::skip]
const STAY: [Command; 20] = [
    Command::NextFailure, Command::PreviousFailure, Command::NextUnlabelled, Command::NextGroup,
    Command::PreviousGroup, Command::GoToMark, Command::JumpBack, Command::Palette, Command::Groups,
    Command::ChooseTheme, Command::NextNeighbour, Command::PreviousNeighbour, Command::WrapLines, Command::Compare, Command::GoMenu, Command::CopyMenu,
    Command::Help, Command::Reload, Command::Suspend, Command::Quit,
];

pub(in crate::tui) fn stays_open(command: Command) -> bool {
    command.judges() || command.rows(1).is_some() || STAY.contains(&command)
}
