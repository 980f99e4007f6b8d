//! The progress screen: the groups, the failures to judge next, and the quality of the list, as far as it is known.
//!
//! `2` opens it and requests the figures, which [`evaluate`](crate::evaluate) computes on a worker. The screen only
//! shows them: label keys have no effect here. `tab` shows the generated oracles instead.

pub mod curves;
pub(crate) mod draw;
pub(crate) mod draw_chart;

use super::{App, Cx, GroupState, Job, Judging, Lists, Screen};
use crate::evaluate::{
    Agreement, Averaged, Estimate, EvaluatedCorpus, Figure, Figures, Intervals, Looks, Quality, RankedLists,
    RankingResult, VerdictSource, Walk, bugs_within, known_truth, quality,
};
use crate::model::{Cancel, Corpus, Failure, FailureId, Label, Phase, Ranking, Truth, VerdictWords, text};
use crate::rank::{Ranker, Signatures};
use crate::tui::frame::layout::{SIDE_BY_SIDE, below_headline, progress_areas, scrolled};
use crate::tui::progress::curves::Curves;
use crate::tui::triage::compare::TestText;
use crate::tui::triage::judging::{Look, Marks, Progress};
use crate::tui::triage::list::across::AcrossOrder;
use crate::tui::triage::list::names::{error_in_words, given_name};
use crate::tui::triage::list::order::ListOrder;
use ratatui::layout::Rect;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    corpus: Arc<Corpus>,
    labels: Marks,
    signatures: Vec<Option<Arc<Signatures>>>,
    source: VerdictSource,
    /// The lists of all groups by order, with the shown order first.
    lists: Vec<(ListOrder, Vec<Arc<Ranking>>)>,
    results: JudgedResults,
    /// The number of bugs that were labelled.
    bugs: usize,
    /// The looks of the annotator, the earliest first.
    looks: Vec<Look>,
    /// True if the list shows all groups.
    is_across: bool,
    /// The order over all groups; none before it is known.
    across: Arc<AcrossOrder>,
    /// The ranker's lists of all groups.
    ranked: Vec<Arc<Ranking>>,
    top: usize,
    /// The number of failures that pass the filter and are still to be judged; None without one.
    passing: Option<usize>,
    /// The number of tests that were fixed since the workbench was opened.
    fixed: usize,
    /// The progress in the rows of the list, of all groups.
    progress: Progress,
    /// The progress per signature where one group of whole tests is all there is, and folded.
    causes: Option<Progress>,
    /// True if the figures have a column of their own, in which blank rows part them.
    is_wide: bool,
    /// The file of the labels, on a screen that has no row of its own for it.
    labels_named: Option<String>,
}

/// The judged failures by verdict, in lines.
#[derive(Debug, Clone, PartialEq)]
struct JudgedResults {
    /// The lines above the figures: the missed bugs, what to do if all is judged, and wrong labels.
    first: Vec<ProgressLine>,
    others: Vec<ProgressLine>,
    /// The labels compared with the truth, bug by bug, in a sentence; empty while that is hidden.
    found_and_missed: String,
}

/// The room for the lines of judged failures.
#[derive(Debug, Clone, Copy)]
struct Room {
    width: usize,
    /// True if all groups have a row above. On a low screen, the rows are for more failures.
    has_rows: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredProgress {
    pub headline: String,
    /// The chart; None if too few bugs were found, or there are too few failures to rank.
    pub curves: Option<Curves>,
    /// The figures, and the tests that were fixed.
    pub lines: Vec<ProgressLine>,
    /// False while nothing is judged: then there are no figures.
    pub is_begun: bool,
}

#[derive(Debug, Default)]
pub struct ProgressScreen {
    pub measured: Option<Box<MeasuredProgress>>,
    pub offset: usize,
    /// The tests of the failures to judge next. If none is left, of the judged ones, the bugs first; without a bug, of the
    /// first one below the top K of each group.
    pub next: Vec<TestText>,
}

impl Measure {
    /// Measures the lists, which takes longer than a frame if there are many failures. Stops early if requested.
    pub fn answer(self, cancel: &Cancel) -> MeasuredProgress {
        let labels: Vec<Option<Label>> =
            self.corpus.failures_with_ids().map(|(id, _)| self.labels.label(id)).collect();
        let list = |ranker: &str, rankings| RankedLists {
            ranker: ranker.to_owned(),
            averaged: Averaged::Scores,
            lists: vec![rankings],
        };
        let mut lists: Vec<RankedLists> = self
            .lists
            .iter()
            .map(|(order, rankings)| {
                let rankings = rankings.iter().map(|ranking| Ranking::clone(ranking));
                list(order.title(), rankings.map(|list| order.as_measured(list)).collect())
            })
            .collect();
        let random = self.ranked.iter().map(|ranking| {
            let failures: Vec<FailureId> = ranking.entries.iter().map(|entry| entry.failure).collect();
            Ranking::from_scores(&failures, &vec![0.0; failures.len()])
        });
        lists.push(list("random", random.collect()));
        let signatures = self.signature_numbers();
        let verdicts = self.source.verdicts(&self.corpus, &labels);
        let evaluated =
            EvaluatedCorpus { corpus: &self.corpus, verdicts: &verdicts, signatures: &signatures };
        let (source, left_out) = (self.source, Intervals::LeftOut);
        let quality = quality(evaluated, source, &labels, &lists, self.top, left_out, cancel);
        let is_truth = self.source == VerdictSource::Fixed;
        let has_curves = self.ranks() && (is_truth || bugs_found(&quality) >= LEAST_BUGS);
        // Below the top K nothing is judged, so that the curve would be flat.
        let end = if is_truth { usize::MAX } else { self.top };
        let curves =
            has_curves.then(|| Curves::of(&quality, end, bugs_found(&quality), title_of_bugs(&quality)));
        let all_labels = self.labels_of(|_| true);
        let is_begun = is_truth || all_labels.judged > 0;
        let looks = self.bugs_within_looks(&signatures);
        let words = self.corpus.verdict_words();
        let over_all =
            looks.headline().filter(|_| self.passing.is_none() && words == VerdictWords::Generated);
        let so_far = self.judged_so_far(&quality, words);
        let mut headline = over_all.unwrap_or_else(|| match self.causes.filter(|_| !is_truth) {
            Some(causes) => headline_of_causes(all_labels, causes),
            None => self.headline(&quality),
        });
        let JudgedResults { first, others, .. } = self.results;
        // The purpose of the list over all groups.
        let mut all = if is_begun { looks.lines() } else { Vec::new() };
        all.extend(first);
        if let Some(agreement) = quality.against_truth.filter(|_| is_truth) {
            all.extend(against_truth(agreement, words));
        }
        all.extend(others);
        if is_begun {
            all.extend(so_far);
            // The rows of causes are counted above.
            let has_causes = self.causes.is_some();
            all.extend(lines(&quality, words, has_curves, has_causes));
        }
        let file = self.labels_named.filter(|file| is_begun && !file.is_empty());
        all.extend(file.map(ProgressLine::Text));
        let blank = ProgressLine::Text(String::new());
        all.pop_if(|line| *line == blank);
        if !self.is_wide {
            all.retain(|line| *line != blank);
        }
        if self.fixed > 0 {
            headline += &format!("; {} fixed", text::number(self.fixed));
        }
        MeasuredProgress { headline, curves, lines: all, is_begun }
    }

    /// Returns the result in a sentence: `1 bug found; 14 failures judged, 106 still to judge`.
    fn headline(&self, quality: &Quality) -> String {
        let words = self.corpus.verdict_words();
        let (judged, top) = (quality.all.labelled(), quality.top_k);
        let found = |ranking: Option<&RankingResult>| ranking?.overall.value(Figure::Found(top));
        let rankings = &quality.result.rankings;
        let [list, random] = [rankings.first(), rankings.last()].map(|ranking| shown(found(ranking)));
        if quality.source == VerdictSource::Labels {
            // The list of whole tests also has rows that are no tests, as of a module that was not loaded.
            let left = match words {
                VerdictWords::Written => self.progress.total.saturating_sub(self.progress.judged),
                VerdictWords::Generated => quality.top.failures.saturating_sub(quality.top.labelled()),
            };
            let with = if self.passing.is_some() { " with this filter" } else { "" };
            let to_judge = format!("to judge{with}");
            let count = text::number(self.passing.unwrap_or(left));
            if judged == 0 {
                let failed = text::plural(self.corpus.failures.len(), "test");
                return format!("nothing is judged yet: {failed} failed, {count} {to_judge}");
            }
            let found = match words {
                VerdictWords::Written => self.bugs.to_string(),
                VerdictWords::Generated => shown(Some(bugs_found(quality))),
            };
            let found = format!("{found} bug{}", if found == "1" { "" } else { "s" });
            let judged = text::plural(judged, "failure");
            if left > 0 {
                return format!("{found} found; {judged} judged, {count} still {to_judge}");
            }
            let bugs = quality.all.true_positives;
            let of = if bugs > 0 { format!("{} of ", text::number(bugs)) } else { String::new() };
            let others = self.corpus.failures.len() - quality.all.labelled();
            let [all, least] = if others > 0 { [&*format!("Top {top}"), "at least "] } else { ["All", ""] };
            let sentence = format!("{all} judged: {found} in {of}{judged}.");
            // Of hand-written tests, failures are counted, but by chance only groups.
            if !self.ranks() || words == VerdictWords::Written || bugs_found(quality) == 0.0 {
                return sentence;
            }
            return format!("{sentence} A random top {top} would hold {least}{random} of them.");
        }
        let yours = &self.results.found_and_missed;
        let [judged, all] = [quality.top.labelled(), quality.top.failures];
        let judged =
            (judged < all).then(|| format!("judged {} of {}", text::number(judged), text::number(all)));
        let judged = judged.into_iter();
        let did: Vec<String> = judged.chain((!yours.is_empty()).then(|| yours.clone())).collect();
        let yours = if did.is_empty() { String::new() } else { format!(" You {}.", did.join(", ")) };
        let [bugs, groups] =
            [Figure::BugsFound, Figure::Groups].map(|figure| shown(quality.result.overall.value(figure)));
        if !self.ranks() {
            return format!("{bugs} of {groups} groups have a bug.{yours}");
        }
        format!("{list} of {bugs} bugs in the top {top}; random: {random}.{yours}")
    }

    /// Returns true unless every group has too few failed tests for a score.
    fn ranks(&self) -> bool {
        !self.corpus.is_too_small_to_rank()
    }

    /// Counts the labels of all failures, of the top K, of each kind of oracle if there are several, and of what failed before its
    /// test ran.
    fn judged_so_far(&self, quality: &Quality, words: VerdictWords) -> Vec<ProgressLine> {
        use ProgressLine::{Columns, Heading, Row};
        let all = self.labels_of(|_| true);
        if all.judged == 0 {
            return Vec::new();
        }
        let in_top = self.lists[0].1.iter().flat_map(|list| list.entries.iter().take(self.top));
        let mut rows = vec![("all failures".to_owned(), all)];
        rows.push(match self.causes {
            Some(causes) => ("causes".to_owned(), causes),
            None => (format!("top {}", self.top), self.labels_on(in_top.map(|entry| entry.failure))),
        });
        // A failed tear-down is one of these, too.
        let before = self.labels_of(|failure| failure.phase != Phase::Test);
        // A single kind has the counts of all. What people's tests expect, they do not sort by.
        let kinds = if words == VerdictWords::Generated { &quality.kinds[..] } else { &[] };
        let has_kinds = quality.kinds.len() + usize::from(before.total > 0) > 1;
        if has_kinds {
            rows.extend(kinds.iter().map(|&(kind, _)| {
                let of_kind = self
                    .labels_of(|failure| failure.phase == Phase::Test && failure.oracle_kind() == Some(kind));
                (kind.words().to_owned(), of_kind)
            }));
            rows.extend(AROUND_TESTS.into_iter().filter_map(|(phase, name)| {
                let failed = self.labels_of(|failure| failure.phase == phase);
                (failed.total > 0).then(|| (name.to_owned(), failed))
            }));
        }
        // For generated tests it is one of the reasons of a false positive.
        let is_apart = words == VerdictWords::Written && all.verdicts.environment > 0;
        let [bug, wrong] = words.names();
        let environment = is_apart.then_some("environment");
        // Both have room side by side.
        let wrong = if is_apart { "wrong" } else { wrong };
        let names = ["judged", "of", bug, wrong].into_iter().chain(environment).chain(["unsure"]);
        let mut lines = vec![
            Heading("failures judged so far".to_owned()),
            Columns(String::new(), names.map(str::to_owned).collect()),
        ];
        for (name, Progress { total, judged, verdicts: counts }) in rows {
            let environment = is_apart.then_some(counts.environment);
            let wrong = counts.false_positives - environment.unwrap_or(0);
            let cells = [judged, total, counts.true_positives, wrong].into_iter().chain(environment);
            lines.push(Row(name, cells.chain([counts.unsure]).map(text::number).collect()));
        }
        lines
    }

    /// Counts the labels of failures.
    fn labels_on(&self, failures: impl Iterator<Item = FailureId>) -> Progress {
        let mut progress = Progress::default();
        failures.for_each(|failure| progress.add(self.labels.verdict(failure)));
        progress
    }

    /// Counts the labels of those failures that are of a kind.
    fn labels_of(&self, is_of_kind: impl Fn(&Failure) -> bool) -> Progress {
        let failures = self.corpus.failures_with_ids().filter(|(_, failure)| is_of_kind(failure));
        self.labels_on(failures.map(|(id, _)| id))
    }

    /// Counts the groups with a bug within the annotator's first looks; with the truth, also those that the orders find.
    /// Nothing unless the list shows all groups.
    fn bugs_within_looks(&self, signatures: &[usize]) -> BugsWithinLooks {
        /// The most columns.
        const MOST: usize = 5;
        if !self.is_across {
            return BugsWithinLooks::default();
        }
        let given = self.looks.len();
        let mut counts: Vec<usize> = Looks::usual(&self.corpus);
        if self.source == VerdictSource::Labels {
            counts.retain(|&count| count < given);
        }
        if given > 0 && !counts.contains(&given) {
            counts.push(given);
            counts.sort_unstable();
        }
        // The column of all looks so far is always among those that have room.
        let own = counts.iter().position(|&count| count == given).map_or(0, |place| place + 1);
        counts.truncate(own.max(MOST));
        counts.drain(..counts.len().saturating_sub(MOST));
        let mut rows = Vec::new();
        if !self.looks.is_empty() {
            let found = counts.iter().map(|count| match self.looks.get(..*count) {
                Some(looks) => {
                    let bugs = looks.iter().filter(|look| look.is_bug).map(|look| look.group);
                    bugs.collect::<HashSet<usize>>().len().to_string()
                }
                None => String::new(),
            });
            rows.push((YOU.to_owned(), found.collect()));
        }
        let order = self.across.places();
        if self.source == VerdictSource::Fixed && !order.is_empty() {
            let verdicts = known_truth(&self.corpus);
            let evaluated = EvaluatedCorpus { corpus: &self.corpus, verdicts: &verdicts, signatures };
            let lists: Vec<Ranking> = self.lists[0].1.iter().map(|list| Ranking::clone(list)).collect();
            let looks = Looks { counts: counts.clone(), top_k: self.top, counts_causes: false };
            let shown_order = bugs_within(evaluated, &lists, Walk::Shown(&order), &looks);
            let random = bugs_within(evaluated, &lists, Walk::Random, &looks);
            let mut add = |name: &str, figures: &Figures, figure: fn(usize) -> Figure| {
                let found = counts.iter().map(|&count| shown(figures.value(figure(count))));
                rows.push((name.to_owned(), found.collect()));
            };
            add(ACROSS, &shown_order, Figure::Within);
            add("group by group", &shown_order, Figure::ByGroup);
            add(RANDOM, &random, Figure::Within);
        }
        BugsWithinLooks { given, counts, rows }
    }

    /// Returns the number of each failure's signature within its group; 0 while that is unknown.
    fn signature_numbers(&self) -> Vec<usize> {
        let mut numbers = vec![0; self.corpus.failures.len()];
        for (group, exact) in self.corpus.groups.iter().zip(&self.signatures) {
            let Some(exact) = exact else { continue };
            for (&failure, &number) in group.failures.iter().zip(&exact.of_failure) {
                numbers[failure] = number;
            }
        }
        numbers
    }
}

/// The phases around a test in which it can fail, and the names of their rows.
const AROUND_TESTS: [(Phase, &str); 3] =
    [(Phase::SetUp, "set-up"), (Phase::TearDown, "tear-down"), (Phase::Loading, "not loaded")];

/// The rows of the annotator's looks, of the order over all groups, and of a random one.
const YOU: &str = "you";
const ACROSS: &str = "all groups in one list";
const RANDOM: &str = "at random";

/// The groups with a bug within numbers of looks over all groups.
#[derive(Debug, Default)]
struct BugsWithinLooks {
    /// The number of looks of the annotator.
    given: usize,
    counts: Vec<usize>,
    /// For each order its name, and the number of bugs within each of the counts.
    rows: Vec<(String, Vec<String>)>,
}

impl BugsWithinLooks {
    /// Returns the number of bugs that an order finds within the looks so far.
    fn so_far(&self, name: &str) -> Option<&str> {
        let place = self.counts.iter().position(|&count| count == self.given)?;
        let (_, found) = self.rows.iter().find(|(row, _)| row == name)?;
        found.get(place).map(String::as_str)
    }

    /// Returns the result in a sentence; None before the first look.
    fn headline(&self) -> Option<String> {
        let looks = text::plural(self.given, "look");
        let yours = self.so_far(YOU)?;
        let bugs = if yours == "1" { "bug" } else { "bugs" };
        let others = self.so_far(ACROSS).zip(self.so_far(RANDOM));
        let others = others.map(|(list, random)| {
            format!("; the first {} of this list find {list}, at random {random}", text::number(self.given))
        });
        Some(format!("{yours} {bugs} found in {looks}{}", others.unwrap_or_default()))
    }

    fn lines(self) -> Vec<ProgressLine> {
        if self.rows.is_empty() {
            return Vec::new();
        }
        let heading = ProgressLine::Heading("bugs within N looks, over all groups".to_owned());
        let counts = self.counts.into_iter().map(text::number).collect();
        let columns = ProgressLine::Columns(String::new(), counts);
        let rows = self.rows.into_iter().map(|(name, found)| ProgressLine::Row(name, found));
        [heading, columns].into_iter().chain(rows).chain([ProgressLine::Text(String::new())]).collect()
    }
}

impl Judging {
    /// Iterates over the failures with a label, by group and rank, with their errors in words.
    fn labelled_in_words(&self, lists: &Lists, label: Label) -> impl Iterator<Item = JudgedFailure> {
        let has_groups = lists.corpus.groups.len() > 1;
        lists.corpus.groups.iter().zip(&lists.groups).flat_map(move |(group, state)| {
            let head = if has_groups { format!("{} ", lists.group_title(group)) } else { String::new() };
            let ranked = state.list().entries.iter().zip(1..);
            let judged = ranked.filter(move |(entry, _)| self.labels.label(entry.failure) == Some(label));
            judged.map(move |(entry, rank)| {
                let place = text::sanitize(&format!("{head}#{rank}")).into_owned();
                JudgedFailure {
                    id: entry.failure,
                    place,
                    error: lists.error_in_words(entry.failure, MESSAGE),
                }
            })
        })
    }

    /// Returns the bugs that are labelled, and their number in words; with the truth, only those that are bugs.
    pub(in crate::tui) fn found_bugs(&self, lists: &Lists) -> (String, Vec<JudgedFailure>) {
        let all = self.labelled_in_words(lists, Label::TruePositive).filter(|judged| {
            !self.truth_shown || lists.corpus.failures[judged.id].truth == Some(Truth::TruePositive)
        });
        let all: Vec<_> = all.collect();
        let (count, found) = (all.len(), lists.by_bug(all));
        let mut words = text::plural(found.len(), "bug");
        if count > found.len() {
            let bug = match lists.verdict_words() {
                VerdictWords::Generated => "a group",
                VerdictWords::Written => "what fails alike",
            };
            words += &format!(" ({count} failures; {bug} is one bug)");
        }
        (words, found)
    }

    /// Returns the comparison with earlier runs as lines: the counts, the tests that are fixed, and a blank line.
    fn before_in_lines(&self) -> Vec<ProgressLine> {
        use ProgressLine::{Heading, Text};
        /// The tests that are named.
        const MOST: usize = 8;
        let Some(before) = &self.labels.marks.before else { return Vec::new() };
        let fixed = before.fixed();
        let named = fixed.iter().take(MOST).map(|test| format!("✓ {}", text::sanitize(test)));
        let left_out = fixed.len().saturating_sub(MOST);
        let more = (left_out > 0).then(|| format!("… {} more", text::number(left_out)));
        let lines = named.chain(more).chain([String::new()]).map(Text);
        [Heading(before.counts().to_owned())].into_iter().chain(lines).collect()
    }

    /// Returns true if something is judged, and nothing of the top K is left.
    pub(crate) fn is_all_judged(&self) -> bool {
        let all = self.progress.all;
        all.judged > 0 && all.judged == all.total
    }

    /// Returns true if the rows of the groups tell their bugs, and not only the next failures to judge.
    pub(in crate::tui) fn rows_tell_bugs(&self, lists: &Lists) -> bool {
        (self.truth_shown || self.is_all_judged()) && lists.verdict_words() == VerdictWords::Generated
    }

    /// Lists judged failures, below a title and above a blank line: many have a row each.
    fn judged_in_lines(
        &self,
        lists: &Lists,
        title: String,
        failures: Vec<JudgedFailure>,
        room: Room,
    ) -> Vec<ProgressLine> {
        use ProgressLine::{Heading, Text};
        const MANY: usize = 8;
        if failures.is_empty() {
            return Vec::new();
        }
        // A message of many rows would hide the other failures.
        let most = if failures.len() > MANY || !room.has_rows { 1 } else { 2 };
        let mut lines = vec![Heading(title)];
        for JudgedFailure { id, place, .. } in failures {
            let note = self.labels.note(id);
            let note = (!note.is_empty()).then(|| format!("note: {}", text::sanitize(note)));
            // Lines end between words.
            let cells = (most * room.width).saturating_sub(text::width(&place) + 12 * most - 11);
            let line = format!("{place} {}", lists.error_in_words(id, cells));
            let mut rows = text::wrap_into(&line, room.width, most).into_iter();
            lines.extend(rows.next().map(Text));
            lines.extend(rows.chain(note).map(|row| Text(format!("   {row}"))));
        }
        lines.push(Text(String::new()));
        lines
    }

    /// Returns the failures to judge that have no label: down the list over all groups and then from its top, or group by group,
    /// from the selected one on.
    fn next_to_judge<'l>(&self, lists: &'l Lists) -> impl Iterator<Item = FailureId> {
        let from_here = |here: usize, count: usize| (0..count).map(move |step| (here + step) % count);
        let next: Box<dyn Iterator<Item = FailureId> + 'l> = if lists.is_across() {
            let rows = from_here(lists.selected_across(), lists.list_rows().count());
            Box::new(rows.filter_map(|row| lists.failure_in_list(row)))
        } else {
            let groups = from_here(lists.current, lists.order.len());
            let groups = groups.filter_map(|place| lists.groups.get(*lists.order.get(place)?));
            Box::new(groups.flat_map(|group| lists.to_judge(group)))
        };
        next.filter(|&failure| self.labels.label(failure).is_none())
    }

    /// Returns the failures that are shown when all is judged: bugs first, with the truth the missed ones before others;
    /// without a bug, the first one below the top K of each group. None while something is left to judge.
    fn judged_tests(&self, lists: &Lists) -> Option<Vec<FailureId>> {
        if !self.is_all_judged() {
            return None;
        }
        let (_, bugs) = self.found_bugs(lists);
        let found: HashSet<_> = bugs.iter().map(|bug| lists.group_of(bug.id)).collect();
        let below = |group: &GroupState| Some(group.list().entries.get(lists.top())?.failure);
        let below: Vec<_> = lists.groups.iter().filter_map(below).collect();
        if found.is_empty() && !self.truth_shown && !below.is_empty() {
            return Some(below);
        }
        let listed = lists.groups.iter().flat_map(|group| lists.looks_at(group, false));
        let judged = listed.filter_map(|failure| Some((self.labels.label(failure)?, failure)));
        let mut judged: Vec<_> = judged.collect();
        let is_bug = |id: FailureId| lists.corpus.failures[id].truth == Some(Truth::TruePositive);
        judged.sort_by_key(|&(label, id)| match label {
            _ if !self.truth_shown => (false, label as usize),
            Label::TruePositive => (!is_bug(id), 2),
            // Another failure of a bug that is found is not missed.
            _ => (!is_bug(id), usize::from(found.contains(&lists.group_of(id)))),
        });
        Some(judged.into_iter().map(|(_, id)| id).collect())
    }
}

impl Lists {
    /// Returns the error of a failure in about `room` cells, after the name that a person gave to its test.
    fn error_in_words(&self, id: FailureId, room: usize) -> String {
        let failure = &self.corpus.failures[id];
        let is_named = self.group_of(id).is_some_and(|group| self.groups[group].is_hand_written);
        let test = if is_named { format!("{} · ", given_name(failure)) } else { String::new() };
        let room = room.saturating_sub(text::width(&test));
        text::sanitize(&format!("{test}{}", error_in_words(failure, room))).into_owned()
    }

    /// Returns the number of a failure's bug. The failures of a group have one bug, but each hand-written test is a case of its own;
    /// where the rows are causes, those that fail alike are one.
    fn bug_of(&self, failure: FailureId) -> Option<usize> {
        let group = self.group_of(failure);
        match self.verdict_words() {
            VerdictWords::Generated => group,
            VerdictWords::Written => {
                Some(group.and_then(|group| self.first_of_cause(group, failure)).unwrap_or(failure).index())
            }
        }
    }

    /// Returns the first failure with the signature of this one, if the rows of the group are causes.
    pub(in crate::tui) fn first_of_cause(&self, index: usize, failure: FailureId) -> Option<FailureId> {
        let (group, state) = (&self.corpus.groups[index], &self.groups[index]);
        let signatures = state.signatures.exact.as_ref().filter(|_| self.causes_of(state).is_some())?;
        let number = signatures.of_failure.get(group.row_of(failure)?)?;
        let first = signatures.of_failure.iter().position(|other| other == number)?;
        group.failures.get(first).copied()
    }

    /// Returns true if two failures have one signature, and so one cause.
    pub(in crate::tui) fn have_one_cause(&self, one: FailureId, other: FailureId) -> bool {
        let number = |failure: FailureId| {
            let index = self.group_of(failure)?;
            let signatures = self.groups[index].signatures.exact.as_ref()?;
            Some((index, *signatures.of_failure.get(self.corpus.groups[index].row_of(failure)?)?))
        };
        number(one).is_some_and(|one| Some(one) == number(other))
    }

    /// Joins the failures of each bug, whose errors may differ: `Satchel-1 #2 (and #5)` and the error of the first.
    fn by_bug(&self, failures: Vec<JudgedFailure>) -> Vec<JudgedFailure> {
        /// The failures of a bug that are named.
        const MOST: usize = 5;
        let mut bugs: Vec<JudgedFailure> = Vec::new();
        // By bug: its index among them, and the number of its failures.
        let mut known: HashMap<Option<usize>, (usize, usize)> = HashMap::new();
        for failure in failures {
            let (index, count) = known.entry(self.bug_of(failure.id)).or_insert((bugs.len(), 0));
            *count += 1;
            let Some(JudgedFailure { place, .. }) = bugs.get_mut(*index) else {
                bugs.push(failure);
                continue;
            };
            if self.counts_causes() {
                continue;
            }
            if *count > MOST {
                place.truncate(place.trim_end_matches([')', '…', ' ', ',']).len());
                place.push_str(", …)");
            } else {
                let before = if place.ends_with(')') { ", " } else { " (and " };
                place.truncate(place.trim_end_matches(')').len());
                let rank = &failure.place[failure.place.rfind('#').unwrap_or_default()..];
                *place += &format!("{before}{rank})");
            }
        }
        // A row of causes has a number, whatever those of its tests are.
        let of_causes = known.into_values().filter(|(_, count)| *count > 1 && self.counts_causes());
        for (index, count) in of_causes {
            bugs[index].place += &format!(" ×{}", text::number(count));
        }
        bugs
    }

    /// Returns the lists of all groups in an order; None while that of any group is unknown.
    fn lists_in(&self, order: ListOrder) -> Option<Vec<Arc<Ranking>>> {
        self.groups
            .iter()
            .map(|group| match group.ranking_in(order) {
                None if group.ranking.entries.is_empty() => Some(Arc::default()),
                ranking => ranking.cloned(),
            })
            .collect()
    }
}

impl Cx {
    /// Returns the judged failures by verdict.
    fn results(&self, room: Room) -> JudgedResults {
        let [bug, wrong] = self.lists.verdict_words().names();
        let labelled = |label| self.judging.labelled_in_words(&self.lists, label);
        let list = |title: String, failures| self.judging.judged_in_lines(&self.lists, title, failures, room);
        // What the row of its group tells is not told again, unless there is a note to it.
        let is_told = room.has_rows && self.judging.rows_tell_bugs(&self.lists);
        let is =
            |truth| move |judged: &JudgedFailure| self.lists.corpus.failures[judged.id].truth == Some(truth);
        let (count_of_bugs, found) = self.judging.found_bugs(&self.lists);
        let mut next = Vec::new();
        if self.judging.is_all_judged() {
            next.push(ProgressLine::Heading("done: next steps".to_owned()));
            let steps = self.what_is_next().into_iter();
            next.extend(
                steps.map(|(key, what)| ProgressLine::Step(self.keys.fill(&key), self.keys.fill(&what))),
            );
            if self.lists.verdict_words() == VerdictWords::Written {
                next.push(ProgressLine::Text(RUN_AGAIN.to_owned()));
            }
            next.push(ProgressLine::Text(String::new()));
        }
        let known: HashSet<_> = found.iter().map(|bug| self.lists.bug_of(bug.id)).collect();
        let bugs = found.len();
        let is_hidden = is_told && found.iter().all(|bug| self.judging.labels.note(bug.id).is_empty());
        let mut lines = self.reruns.fixed_in_lines();
        lines.extend(self.judging.before_in_lines());
        if !is_hidden {
            lines.extend(list(format!("found: {count_of_bugs}"), found));
        }
        let mut unsure: Vec<_> = labelled(Label::Unsure).collect();
        if self.lists.counts_causes() {
            unsure = self.lists.by_bug(unsure);
        }
        lines.extend(list(format!("unsure: {}", unsure.len()), unsure));
        if !self.judging.truth_shown {
            return JudgedResults { first: next, others: lines, found_and_missed: String::new() };
        }
        let alarms: Vec<_> = labelled(Label::TruePositive).filter(is(Truth::FalsePositive)).collect();
        let others = labelled(Label::FalsePositive).filter(is(Truth::TruePositive));
        let (more, missed): (Vec<_>, Vec<_>) =
            others.partition(|judged| known.contains(&self.lists.bug_of(judged.id)));
        let missed = self.lists.by_bug(missed);
        let found_and_missed = match (bugs, missed.len()) {
            (0, 0) => String::new(),
            (0, missed) => format!("found none and labelled {} {wrong}", text::plural(missed, "bug")),
            (found, 0) => format!("found {found}"),
            (found, missed) => {
                format!("found {found} and labelled {} {wrong}", text::plural(missed, "other"))
            }
        };
        let title_of_more = format!("more failures of bugs you found, labelled {wrong}: {}", more.len());
        let title_of_alarms = format!("labelled {bug}, but no bug: {}", alarms.len());
        let title_of_missed = format!("missed: {}", text::plural(missed.len(), "bug"));
        let mistakes = [(title_of_missed, missed), (title_of_more, more), (title_of_alarms, alarms)];
        let mut mistakes = mistakes.into_iter().map(|(title, failures)| list(title, failures));
        let missed = mistakes.next().unwrap_or_default();
        let first = [missed, next, mistakes.flatten().collect()].concat();
        JudgedResults { first, others: lines, found_and_missed }
    }

    /// Returns the commands for the time when all is judged, and what they do.
    pub(crate) fn what_is_next(&self) -> Vec<(String, String)> {
        let top = self.lists.top();
        let of_each = if self.lists.order.len() > 1 { " of each group" } else { "" };
        let rows = self.lists.groups.iter().map(|group| match group.folded() {
            Some(folded) => folded.signatures(),
            None => group.list().entries.len(),
        });
        let left = rows.max().unwrap_or(0).saturating_sub(top).min(top);
        let more =
            (format!("{{palette}}top {}", top.saturating_mul(2)), format!("adds {left} more{of_each}"));
        let export = [("report", "writes a report"), ("export", "writes the labels as CSV")];
        let export = export.map(|(name, what)| (format!("{{palette}}{name}"), what.to_owned()));
        let mut next: Vec<_> = export.into_iter().chain((left > 0).then_some(more)).collect();
        // Without a bug, there is nothing to report yet.
        next.rotate_right(usize::from(left > 0 && self.judging.found_bugs(&self.lists).1.is_empty()));
        let truth = (self.results.knows_truth() && !self.judging.truth_shown)
            .then(|| ("{reveal-truth}".to_owned(), "compares with the truth".to_owned()));
        let unsure = self.judging.progress.all.verdicts.unsure;
        let unsure =
            (unsure > 0).then(|| ("{filter} label:unsure".to_owned(), format!("lists the {unsure} unsure")));
        unsure.into_iter().chain(truth).chain(next).collect()
    }
}

impl Cx {
    /// Returns the progress per cause, if the rows of the only list are causes.
    fn causes_to_judge(&self) -> Option<Progress> {
        let is_only = self.lists.order.len() == 1 && self.lists.verdict_words() == VerdictWords::Written;
        self.judging.progress.signatures.filter(|_| is_only && !self.lists.is_narrowed())
    }

    fn measure(&mut self) {
        let by_score = ListOrder::By(self.lists.listing.ranked_by);
        let shown = self.lists.current_group().map_or(by_score, |(_, group)| group.shown);
        // Failures hidden on the triage screen are not part of its list.
        let on_screen = self.lists.groups.iter().map(|group| Arc::clone(group.list())).collect();
        let others = [by_score, ListOrder::By(Ranker::DIVERSIFIED)]
            .into_iter()
            .filter(|&order| order != shown)
            .filter_map(|order| Some((order, self.lists.lists_in(order)?)));
        let lists = std::iter::once((shown, on_screen)).chain(others).collect();
        let groups = &self.lists.groups;
        let count = self.lists.shown_places().count();
        let [rows, _, figures] = progress_areas(self.panes.size, 3, count, u16::MAX, usize::MAX);
        let room = Room { width: usize::from(figures.width), has_rows: usize::from(rows.height) > count };
        let results = self.results(room);
        self.start(Job::Measure(Box::new(Measure {
            corpus: Arc::clone(&self.lists.corpus),
            labels: self.judging.labels.marks(),
            signatures: groups.iter().map(|group| group.signatures.exact.clone()).collect(),
            ranked: groups.iter().map(|group| Arc::clone(&group.ranking)).collect(),
            source: if self.judging.truth_shown { VerdictSource::Fixed } else { VerdictSource::Labels },
            lists,
            results,
            bugs: self.judging.found_bugs(&self.lists).1.len(),
            looks: self.judging.looks.clone(),
            is_across: self.lists.is_across(),
            across: self.lists.across.order(),
            top: self.lists.listing.top,
            passing: self.lists.is_narrowed().then(|| self.judging.next_to_judge(&self.lists).count()),
            fixed: self.reruns.fixed.len(),
            progress: self.judging.progress.all,
            causes: self.causes_to_judge(),
            is_wide: self.panes.size.0 >= SIDE_BY_SIDE,
            labels_named: (below_headline(self.panes.size, true) < 3).then(|| {
                let file = text::sanitize(&self.judging.labels_named);
                text::cut_middle(&file, usize::from(self.panes.size.0.saturating_sub(3))).into_owned()
            }),
        })));
    }
}

impl App {
    /// Opens the next failure to judge on the triage screen, or the first of the judged ones that are shown.
    pub(super) fn judge_next(&mut self) {
        let next = self.cx.judging.next_to_judge(&self.cx.lists).next();
        let shown = self.progress.next.first().map(|test| test.failure);
        if let Some(failure) = next.or(shown) {
            // Its failures are those without the filter, which none passes.
            if !self.cx.lists.is_narrowed() {
                self.cx.end_filter();
            }
            self.cx.go_to_failure(failure);
        }
        self.turn_to(Screen::Triage);
    }
}

impl ProgressScreen {
    /// Requests the figures, and the tests of the failures to judge next.
    pub(super) fn measure(&mut self, cx: &mut Cx) {
        let is_narrowed = cx.lists.is_narrowed();
        for group in (0..cx.lists.groups.len()).filter(|_| is_narrowed) {
            cx.freshen_small(group);
        }
        self.next = match cx.judging.judged_tests(&cx.lists) {
            Some(tests) => TestText::of(&cx.lists.corpus, tests.into_iter(), MOST_TESTS),
            None => TestText::of(&cx.lists.corpus, cx.judging.next_to_judge(&cx.lists), MOST_TESTS),
        };
        cx.highlight_tests(&self.next);
        cx.measure();
    }

    pub(crate) fn areas(&self, cx: &Cx) -> [Rect; 3] {
        /// The rows of the advice that is shown without figures, at the usual width.
        const ADVICE: usize = 7;
        let measured = self.measured.as_deref();
        let curves = measured.and_then(|measured| measured.curves.as_ref());
        let is_begun = measured.is_some_and(|measured| measured.is_begun);
        let advice = if is_begun { 0 } else { ADVICE };
        let lines = advice + measured.map_or(0, |measured| measured.lines.len());
        let room = usize::from(cx.panes.size.0.saturating_sub(3));
        let is_one_line = measured.is_some_and(|measured| text::width(&measured.headline) <= room);
        let top = below_headline(cx.panes.size, is_one_line);
        let groups = cx.lists.shown_places().count();
        progress_areas(cx.panes.size, top, groups, curves.map_or(0, Curves::rows), lines)
    }

    pub(super) fn scroll_lines(&mut self, by: isize, cx: &mut Cx) {
        let rows = self.measured.as_ref().map_or(0, |measured| measured.lines.len());
        // The last row says how many are above and below.
        let height = usize::from(self.areas(cx)[2].height).saturating_sub(1);
        self.offset = if rows > height + 1 { scrolled(self.offset, by, rows, height) } else { 0 };
    }
}

/// A judged failure, or several of one bug.
pub(in crate::tui) struct JudgedFailure {
    /// The first one.
    pub(in crate::tui) id: FailureId,
    /// The place in its list: `Satchel-1 #2`, and those of the others: `Satchel-1 #2 (and #5)`.
    pub(in crate::tui) place: String,
    pub(in crate::tui) error: String,
}

/// Returns the result in a sentence where the rows are causes: `3 bugs found; 2 of 6 causes judged (25 of 40 failures)`.
fn headline_of_causes(all: Progress, causes: Progress) -> String {
    let (failures, judged) = (text::number(all.total), text::number(all.judged));
    let Progress { total, judged: done, verdicts } = causes;
    if all.judged == 0 {
        let failed = text::plural(all.total, "failure");
        return format!("nothing is judged yet: {failed}, {} to judge", text::plural(total, "cause"));
    }
    let bugs = text::plural(verdicts.true_positives, "bug");
    format!(
        "{bugs} found; {done} of {} judged ({judged} of {failures} failures)",
        text::plural(total, "cause")
    )
}

/// Returns the number of bugs that labels have found for certain.
fn bugs_found(quality: &Quality) -> f64 {
    let certain = certain(quality.result.overall.get(Figure::BugsFound));
    // Figures over several runs are means.
    certain.unwrap_or(0.0) * quality.result.runs.len().max(1) as f64
}

/// The advice for the time when all failures of whole tests are judged.
pub(in crate::tui) const RUN_AGAIN: &str = "run the tests again: this list updates itself";

/// The maximum width of a message in cells; only one line of it is shown.
pub(super) const MESSAGE: usize = 400;
const MOST_TESTS: usize = 16;
/// The number of bugs found from which on lists are compared: fewer are no curve.
const LEAST_BUGS: f64 = 3.0;
/// The values of K in the table, above the one that is judged; the curve shows all.
const TABLE_KS: [usize; 4] = [1, 3, 5, 10];

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgressLine {
    Heading(String),
    /// Headings of the columns: a wide one and narrow ones.
    Columns(String, Vec<String>),
    Row(String, Vec<String>),
    /// A key or a command, and what it does.
    Step(String, String),
    Text(String),
}

/// Returns the figures as lines for people; lists are compared only if `has_curves`, signatures counted unless `has_causes`.
fn lines(quality: &Quality, words: VerdictWords, has_curves: bool, has_causes: bool) -> Vec<ProgressLine> {
    use ProgressLine::{Heading, Row, Text};
    let [bug, wrong] = words.names();
    let mut lines = Vec::new();
    // Of hand-written tests, it is no usual figure.
    let precision = quality.all.precision().filter(|_| words == VerdictWords::Generated);
    lines.extend(precision.map(|share| {
        let [found, wrong] = [quality.all.true_positives, quality.all.false_positives].map(text::number);
        let unsure = if quality.all.unsure > 0 { "; unsure not counted" } else { "" };
        Text(format!("precision so far {} ({found} TP, {wrong} FP{unsure})", text::percent(share)))
    }));
    if quality.all.labelled() > 0 {
        lines.push(Text(String::new()));
    }
    if has_curves {
        lines.extend(bugs_by_order(quality));
    }
    if has_causes {
        return lines;
    }
    let counts = quality.signatures;
    let [title, signatures] = match words {
        VerdictWords::Generated => ["failures that look alike (signatures)", "signatures"],
        VerdictWords::Written => ["causes: tests that fail alike are one", "causes"],
    };
    lines.push(Heading(title.to_owned()));
    // The truth also knows the verdicts of those without a label.
    let of = if quality.source == VerdictSource::Fixed { ", by the truth" } else { "" };
    let [with_bug, with_both] = [format!("with a {bug}{of}"), format!("with both {bug} and {wrong}{of}")];
    let rows = [
        (signatures, counts.signatures),
        ("with a label", counts.labelled),
        (&*with_bug, counts.true_positives),
        (&*with_both, counts.mixed),
    ];
    let known = rows.into_iter().filter(|&(name, count)| count > 0 || name == with_bug);
    lines.extend(known.map(|(name, count)| Row(name.to_owned(), vec![text::number(count)])));
    lines.push(Text(String::new()));
    lines
}

fn title_of_bugs(quality: &Quality) -> String {
    let source = if quality.source == VerdictSource::Fixed { "the truth" } else { "your labels" };
    format!("bugs in the top K, by {source}")
}

/// Lists the bugs found in the top K of each list, and among the first K signatures of the shown one.
fn bugs_by_order(quality: &Quality) -> Vec<ProgressLine> {
    use ProgressLine::{Columns, Heading, Row, Text};
    let mut lines = vec![Heading(title_of_bugs(quality))];
    let runs = quality.result.runs.len();
    if runs > 1 {
        lines.push(Text(format!("means of {runs} runs")));
    }
    let rankings = &quality.result.rankings;
    let signatures = rankings.first().map(|list| &list.per_signature);
    let results: Vec<&Figures> = rankings.iter().map(|ranking| &ranking.overall).chain(signatures).collect();
    let names = rankings.iter().map(|ranking| &*ranking.ranker).chain(["per signature"]).map(str::to_owned);
    lines.push(Columns("in the top".to_owned(), names.collect()));
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    let last = Some(quality.top_k).filter(|top| !TABLE_KS.contains(top));
    for k in TABLE_KS.into_iter().chain(last).filter(|k| quality.ks.contains(k)) {
        let found = results.iter().map(|figures| certain(figures.get(Figure::Found(k)))).enumerate();
        // A random order finds parts of bugs.
        let cells = found.map(|(place, found)| match found {
            Some(found) if (place + 1 == rankings.len()) => format!("{found:.1}"),
            found => shown(found),
        });
        rows.push((k.to_string(), cells.collect()));
    }
    let parts = rows.iter().filter_map(|(_, cells)| cells.first()).find(|cell| cell.contains('.'));
    let parts = parts.map(|part| format!("{part}: failures with the same score share a rank"));
    lines.extend(rows.into_iter().map(|(name, cells)| Row(name, cells)));
    let bugs = bounds_in_words(quality.result.overall.get(Figure::BugsFound));
    let groups = quality.result.overall.value(Figure::Groups).unwrap_or_default();
    let groups = if runs > 1 { format!("{groups:.1} a run") } else { format!("{groups:.0}") };
    let alike = "per signature: those that look alike are one row".to_owned();
    // Without cells, it is dim.
    let notes = parts.into_iter().chain([alike, format!("groups with a bug: {bugs} of {groups}")]);
    lines.extend(notes.map(|note| Columns(note, Vec::new())));
    lines.push(Text(String::new()));
    lines
}

/// Formats a value with one digit, or without any if it is whole.
fn shown(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| {
        let text = format!("{value:.1}");
        text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
    })
}

/// Returns the part of an estimate that missing labels can't change.
fn certain(estimate: Option<&Estimate>) -> Option<f64> {
    estimate.and_then(|estimate| estimate.bounds.and_then(|bounds| bounds[0]).or(estimate.value))
}

/// Formats a value, or `at least 1, at most 12`.
fn bounds_in_words(estimate: Option<&Estimate>) -> String {
    match estimate.and_then(|estimate| estimate.bounds).map(|bounds| bounds.map(shown)) {
        Some([least, most]) if least != most => format!("at least {least}, at most {most}"),
        _ => shown(certain(estimate)),
    }
}

/// Compares the labels with the truth: how many of each verdict are right, and kappa.
fn against_truth(agreement: Agreement, words: VerdictWords) -> Vec<ProgressLine> {
    use ProgressLine::{Columns, Heading, Row, Text};
    let decided = agreement.decided();
    let counts = |right: usize, all: usize| [right, all - right].map(text::number).to_vec();
    let mut lines = vec![
        Heading("labels compared with the truth".to_owned()),
        Columns(String::new(), ["right", "wrong"].map(str::to_owned).to_vec()),
    ];
    let rows = words.names().into_iter().zip(decided.0).enumerate();
    lines.extend(rows.map(|(row, (name, labels))| {
        Row(format!("labelled {name}"), counts(labels[row], labels.iter().sum()))
    }));
    lines.push(Row("all labels".to_owned(), counts(decided.agreed(), decided.total())));
    let kappa = decided.kappa();
    // Rounded, zero has no sign.
    let kappa = kappa.map(|kappa| (kappa * 100.0).round() / 100.0 + 0.0);
    lines.extend(kappa.map(|kappa| Text(format!("kappa {kappa:.2} (1 is full agreement, 0 is chance)"))));
    lines.push(Text(String::new()));
    lines
}
