//! Reruns of the tests while the workbench is open: what was fixed since it was opened.
//!
//! ```text
//! reload ──▶ tests that failed and pass now ──▶ rows with a ✓ in the list, until the next key
//!                                          └──▶ the end card, when no failure is left
//! ```
//!
//! A failure that was not run again is still a failure of the cx, with its label and its note: see
//! [`Failure::not_run`].

pub(crate) mod draw;

use std::collections::HashSet;
use std::ops::Range;

use ratatui::layout::Rect;

use crate::model::{Corpus, Failure, FailureId, Label, TestOfRun, VerdictCounts, VerdictWords};
use crate::tui::core::navigate::Screen;
use crate::tui::core::reloaded::CorpusDiff;
use crate::tui::progress::results::MESSAGE;
use crate::tui::progress::words::ProgressLine;
use crate::tui::triage::judging::{Labels, Mark, label_letter};
use crate::tui::triage::list::group::{FixedRow, ListRow};
use crate::tui::triage::list::names::{class_name, error_in_words, given_name};
use crate::tui::{Cx, text};

/// The tests that were fixed, and those that are gone, since the workbench was opened.
#[derive(Debug, Default)]
pub struct Reruns {
    /// The fixed tests, in the order in which they were fixed.
    pub fixed: Vec<FixedTest>,
    gone: Vec<TestOfRun>,
    /// The group with the rows of those that were fixed since the last key.
    rows_in: Option<usize>,
    /// The first visible test of the end card.
    pub offset: usize,
    /// The names of the labels of the last failures.
    words: Option<VerdictWords>,
}

/// A test that failed, as it was when it failed last.
#[derive(Debug, Clone)]
pub struct FixedTest {
    pub test: TestOfRun,
    pub failure: Failure,
    /// Its label and its note; None without either.
    pub mark: Option<Mark>,
}

/// The list on the screen before a reload.
#[derive(Debug, Default)]
pub(crate) struct ListBefore {
    /// The failures of each row, from top to bottom.
    rows: Vec<Vec<FailureId>>,
    /// The place of the selected row among these.
    selected: usize,
    words: Option<VerdictWords>,
}

impl Reruns {
    /// Takes over what a reload has changed: the fixed failures of `old` with their marks, and those that
    /// fail again in `new`.
    pub(crate) fn follow(
        &mut self,
        changes: &CorpusDiff,
        (old, new): (&Corpus, &Corpus),
        before: &ListBefore,
        mark: impl Fn(FailureId) -> Option<Mark>,
    ) {
        self.words = before.words.or(self.words);
        let test_of = |corpus: &Corpus, group: usize, failure: FailureId| {
            TestOfRun::new(corpus.run_name(&corpus.groups[group]), &corpus.failures[failure])
        };
        let groups_of = |corpus: &Corpus, failures: &[FailureId]| -> Vec<(usize, FailureId)> {
            let wanted: HashSet<FailureId> = failures.iter().copied().collect();
            let groups = corpus.groups.iter().enumerate().filter(|_| !wanted.is_empty());
            let members = groups.flat_map(|(index, group)| group.failures.iter().map(move |&id| (index, id)));
            members.filter(|(_, failure)| wanted.contains(failure)).collect()
        };
        let failing: HashSet<TestOfRun> = groups_of(new, &changes.new)
            .into_iter()
            .map(|(group, failure)| test_of(new, group, failure))
            .collect();
        self.fixed.retain(|fixed| !failing.contains(&fixed.test));
        self.gone.retain(|test| !failing.contains(test));
        for (group, failure) in groups_of(old, &changes.fixed) {
            let test = test_of(old, group, failure);
            self.fixed.push(FixedTest { test, failure: old.failures[failure].clone(), mark: mark(failure) });
        }
        let gone = groups_of(old, &changes.gone);
        self.gone.extend(gone.into_iter().map(|(group, failure)| test_of(old, group, failure)));
        self.offset = 0;
    }

    /// Returns the number of fixed tests, and of those among them that were judged: `38 fixed, 4 of them judged`.
    pub(crate) fn counted_in_words(&self) -> Option<String> {
        let judged = self.fixed.iter().filter_map(|fixed| fixed.mark.as_ref()?.judgement.verdict()).count();
        let judged = match judged {
            0 => String::new(),
            _ if judged == self.fixed.len() => ", all judged".to_owned(),
            _ => format!(", {} of them judged", text::number(judged)),
        };
        (!self.fixed.is_empty()).then(|| format!("{} fixed{judged}", text::number(self.fixed.len())))
    }

    /// Returns the number of labelled bugs that no test fails with any more. The labels that one key gave are one bug, which a
    /// test that still fails may have.
    pub(crate) fn repaired_bugs(&self, labels: &Labels) -> usize {
        let is_bug = |mark: &&Mark| !mark.stale && mark.judgement.label == Some(Label::TruePositive);
        let of_failing = labels.marks.all().filter(is_bug).map(|mark| mark.look);
        let mut seen: HashSet<u64> = of_failing.filter(|&look| look > 0).collect();
        let bugs = self.fixed.iter().filter_map(|fixed| fixed.mark.as_ref()).filter(is_bug);
        bugs.filter(|mark| mark.look == 0 || seen.insert(mark.look)).count()
    }

    /// Returns how many of the fixed tests have each label; None if none has.
    pub(crate) fn judged_in_words(&self) -> Option<String> {
        let mut counts = VerdictCounts::default();
        // The labels that one key gave are one verdict, as in the list.
        let mut seen = HashSet::new();
        for mark in self.fixed.iter().filter_map(|fixed| fixed.mark.as_ref()) {
            let is_counted = mark.look == 0 || seen.insert(mark.look);
            mark.judgement.verdict().filter(|_| is_counted).inspect(|verdict| counts.add(*verdict));
        }
        let counted = self.words?.counted(counts);
        (!counted.is_empty()).then(|| format!("judged: {}", counted.join(", ")))
    }

    /// Returns the tests that were fixed as lines of the progress screen: a title, their names with what
    /// failed, and a blank line.
    pub(crate) fn fixed_in_lines(&self) -> Vec<ProgressLine> {
        /// The tests that are named.
        const MOST: usize = 8;
        if self.fixed.is_empty() {
            return Vec::new();
        }
        let title = format!("fixed since you opened these results: {}", text::number(self.fixed.len()));
        let tests = self.fixed.iter().rev().take(MOST).map(|test| test.in_words(&self.fixed));
        let left_out = self.fixed.len().saturating_sub(MOST);
        let more = (left_out > 0).then(|| format!("… {} more", text::number(left_out)));
        let lines = tests.chain(more).chain([String::new()]).map(ProgressLine::Text);
        [ProgressLine::Heading(title)].into_iter().chain(lines).collect()
    }

    /// Returns the title of the end card: `all 16 fixed, 2 gone`.
    pub(crate) fn title(&self) -> String {
        let fixed = match self.fixed.len() {
            0 => "no failed test is left".to_owned(),
            1 => "the one failure is fixed".to_owned(),
            count => format!("all {} fixed", text::number(count)),
        };
        match self.gone.len() {
            0 => fixed,
            gone => format!("{fixed}, {} gone", text::number(gone)),
        }
    }
}

impl FixedTest {
    /// Returns its note; empty if it has none.
    pub(crate) fn note(&self) -> &str {
        self.mark.as_ref().map_or("", |mark| &mark.judgement.note)
    }

    /// Returns its name, with its class if a test of another one among these has the same.
    pub(crate) fn name(&self, others: &[FixedTest]) -> String {
        let (name, class) = (given_name(&self.failure), class_name(&self.failure));
        let mut same = others.iter().filter(|other| given_name(&other.failure) == name);
        let is_told = !class.is_empty() && same.any(|other| class_name(&other.failure) != class);
        if is_told { format!("{name} · {class}") } else { name }
    }

    /// Returns its sign, its label, its name among others and what failed.
    fn in_words(&self, others: &[FixedTest]) -> String {
        let verdict = self.mark.as_ref().and_then(|mark| mark.judgement.verdict());
        let label = verdict.map_or(" ", label_letter);
        let error = error_in_words(&self.failure, MESSAGE);
        text::sanitize(&format!("✓ {label} {}  {error}", self.name(others))).into_owned()
    }

    /// Returns the number of its lines on the end card.
    fn lines(&self) -> usize {
        1 + usize::from(!self.note().is_empty())
    }
}

/// The number of tests, from the first or the last on, that have room in so many lines.
fn fitting<'a>(tests: impl Iterator<Item = &'a FixedTest>, height: usize) -> usize {
    let mut used = 0;
    tests
        .take_while(|test| {
            used += test.lines();
            used <= height
        })
        .count()
}

/// The end card on the screen.
#[derive(Debug)]
pub(crate) struct EndCard {
    /// The line of the title, the rule, the tests, and the lines below a blank one.
    pub area: Rect,
    /// The number of lines of the tests.
    pub height: u16,
    /// The tests that are shown.
    pub tests: Range<usize>,
    /// The lines below the tests.
    pub below: Vec<String>,
}

impl EndCard {
    /// The cells before the names: the label, and the blanks around it.
    pub(crate) const INDENT: u16 = 4;
    const WIDEST: u16 = 132;
    /// The lines of the title and its rule, and the blank one below the tests.
    const OTHERS: usize = 3;
}

impl Cx {
    /// Lays the end card out: in the middle of the screen, as large as its content.
    pub(crate) fn end_card(&self) -> EndCard {
        let (columns, rows) = self.panes.size;
        let width = columns.saturating_sub(4).min(EndCard::WIDEST);
        // The header and the status line stay.
        let room = usize::from(rows.saturating_sub(2));
        let below = self.below_fixed_tests(usize::from(width.saturating_sub(EndCard::INDENT)));
        let fixed = &self.reruns.fixed;
        let lines: usize = fixed.iter().map(FixedTest::lines).sum();
        let height = lines.min(room.saturating_sub(EndCard::OTHERS + below.len()));
        // The last page is full.
        let first = self.reruns.offset.min(fixed.len() - fitting(fixed.iter().rev(), height));
        let tests = first..first + fitting(fixed[first..].iter(), height);
        let used = (height + EndCard::OTHERS + below.len()).min(room);
        let cells = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        // The middle of a screen looks lower than it is.
        let y = 1 + cells((room - used) * 2 / 5);
        let area = Rect { x: (columns - width) / 2, y, width, height: cells(used) };
        EndCard { area, height: cells(height), tests, below }
    }

    /// Returns what else is to be said when all is fixed: what passed, how the tests were judged, what happens next.
    fn below_fixed_tests(&self, room: usize) -> Vec<String> {
        let passed: usize = self.lists.corpus.groups.iter().map(|group| group.passed.total()).sum();
        let read =
            self.results.read_at.map_or(String::new(), |time| format!(", read at {}", time.in_words(time)));
        let (passed, input) = (text::plural(passed, "test"), text::sanitize(&self.results.input));
        let passed = format!("{passed} passed in the last results of {input}{read}");
        let judged = self.reruns.judged_in_words();
        let labels = judged.iter().map(|_| text::sanitize(&self.judging.labels_named).into_owned());
        let labels = labels.filter(|labels| !labels.is_empty());
        let next = "a test that fails again comes back to the list".to_owned();
        let lines = [passed].into_iter().chain(judged.clone()).chain(labels).chain([next]);
        lines.flat_map(|line| text::wrap(&line, room)).collect()
    }

    pub(crate) fn scroll_end_card(&mut self, by: isize) {
        let first = self.end_card().tests.start;
        self.reruns.offset = first.saturating_add_signed(by);
        // At most to the last page.
        self.reruns.offset = self.end_card().tests.start;
    }

    /// Returns true if all failures that were seen since the workbench was opened are fixed.
    pub(crate) fn is_all_fixed(&self) -> bool {
        self.lists.order.is_empty() && !self.reruns.fixed.is_empty()
    }

    /// Returns the part of the list that is on the screen.
    pub(crate) fn list_on_screen(&self) -> ListBefore {
        if self.lists.current_group().is_none() {
            return ListBefore::default();
        }
        let words = Some(self.lists.verdict_words());
        if self.screen != Screen::Triage {
            return ListBefore { words, ..ListBefore::default() };
        }
        let (rows, (height, heights)) = (self.lists.list_rows(), self.list_heights());
        let lines = |row: usize| rows.lines_above(row, &heights);
        let offset = self.lists.list_offset();
        let end = lines(offset) + height;
        let on_screen = (offset..rows.count()).take_while(|&row| lines(row + 1) <= end);
        let failures = on_screen.filter_map(|row| {
            let Some(ListRow::Failure(position)) = rows.at(row) else { return None };
            let positions = match rows.folded {
                Some(folded) => folded.represented(folded.row_of(position)).to_vec(),
                None => vec![position],
            };
            Some(positions.into_iter().filter_map(|position| self.lists.failure_in_list(position)).collect())
        });
        let selected = rows.row_of(self.lists.selected_in_list()).saturating_sub(offset);
        ListBefore { rows: failures.collect(), selected, words }
    }

    /// Puts the rows that a reload has fixed back in their places, until the next key.
    pub(crate) fn keep_fixed_rows(&mut self, before: &ListBefore, changes: &CorpusDiff, old: &Corpus) {
        let Some(current) = self.lists.current_index().filter(|_| !self.lists.is_across()) else { return };
        let rows = self.lists.list_rows();
        let group = &self.lists.groups[current];
        let index_now = |failure: FailureId| {
            let position = group.position_of(changes.moved[failure]?)?;
            group.has_row(position).then(|| rows.index_of(position))
        };
        let is_fixed: HashSet<FailureId> = changes.fixed.iter().copied().collect();
        let mut fixed_rows = Vec::new();
        // The row that follows, in the list as it is now; at first the one behind the last that is left.
        let last = before.rows.iter().rev().flatten().find_map(|&failure| index_now(failure));
        let mut next = last.map_or(0, |last| last + 1);
        for failures in before.rows.iter().rev() {
            if let Some(index) = failures.iter().find_map(|&failure| index_now(failure)) {
                next = index;
            } else if let Some(&first) = failures.iter().find(|failure| is_fixed.contains(failure)) {
                let test = &old.failures[first];
                let fixed = self.reruns.fixed.iter().rposition(|fixed| fixed.failure.test == test.test);
                fixed_rows.extend(fixed.map(|test| FixedRow { before: next, test, count: failures.len() }));
            }
        }
        fixed_rows.reverse();
        fixed_rows.sort_by_key(|row| row.before);
        if fixed_rows.is_empty() {
            return;
        }
        self.lists.groups[current].fixed_rows = fixed_rows;
        self.reruns.rows_in = Some(current);
        // No row moves on the screen.
        let selected = self.lists.list_rows().row_of(self.lists.selected_position());
        self.lists.groups[current].offset = selected.saturating_sub(before.selected);
    }

    /// Removes the rows of fixed tests from the list: a key was pressed.
    pub(crate) fn drop_fixed_rows(&mut self) {
        let Some(group) = self.reruns.rows_in.take().and_then(|index| self.lists.groups.get_mut(index))
        else {
            return;
        };
        let above =
            group.fixed_rows.iter().enumerate().filter(|(place, row)| row.before + place < group.offset);
        group.offset -= above.count();
        group.fixed_rows.clear();
        self.lists.changed();
    }
}
