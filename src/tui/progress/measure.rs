//! Measures the lists for the progress screen: a job of a worker, because with many failures it takes longer
//! than a frame.

use std::collections::HashSet;
use std::sync::Arc;

use super::curves::Curves;
use super::results::{JudgedResults, Room};
use super::words::{ProgressLine, against_truth, bugs_found, lines, shown, title_of_bugs};
use crate::evaluate::{
    Averaged, EvaluatedCorpus, Figure, Figures, Intervals, Looks, Quality, RankedLists, RankingResult,
    VerdictSource, Walk, bugs_within, known_truth, quality,
};
use crate::model::{Cancel, Corpus, Failure, FailureId, Label, Phase, Ranking, VerdictWords, text};
use crate::rank::{Ranker, Signatures};
use crate::tui::frame::layout::{SIDE_BY_SIDE, below_headline, progress_areas};
use crate::tui::triage::judging::{Look, Marks, Progress};
use crate::tui::triage::list::across::OverallOrder;
use crate::tui::triage::list::order::ListOrder;
use crate::tui::{Cx, Job, Lists};

/// The number of bugs found from which on lists are compared: fewer are no curve.
const LEAST_BUGS: f64 = 3.0;

/// The numbers of bugs that were labelled.
#[derive(Debug, Clone, Copy, PartialEq)]
struct FoundBugs {
    /// Of those that still fail.
    failing: usize,
    /// Of those whose tests pass again since the workbench was opened.
    repaired: usize,
}

impl FoundBugs {
    /// Returns them in words: `3 bugs found, 2 of them repaired`.
    fn in_words(self) -> String {
        let all = self.failing + self.repaired;
        let found = format!("{} found", text::plural(all, "bug"));
        match self.repaired {
            0 => found,
            repaired if repaired == all && all > 1 => format!("{found}, all repaired"),
            1 if all == 1 => format!("{found} and repaired"),
            repaired => format!("{found}, {} of them repaired", text::number(repaired)),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    corpus: Arc<Corpus>,
    labels: Marks,
    signatures: Vec<Option<Arc<Signatures>>>,
    source: VerdictSource,
    /// The lists of all groups by order, with the shown order first.
    lists: Vec<(ListOrder, Vec<Arc<Ranking>>)>,
    results: JudgedResults,
    bugs: FoundBugs,
    /// The looks of the annotator, the earliest first.
    looks: Vec<Look>,
    /// True if the list shows all groups.
    is_across: bool,
    /// The order over all groups; none before it is known.
    across: Arc<OverallOrder>,
    /// The ranker's lists of all groups.
    ranked: Vec<Arc<Ranking>>,
    top: usize,
    /// The number of failures that pass the filter and are still to be judged; None without one.
    passing: Option<usize>,
    /// The tests that were fixed since the workbench was opened, counted; None without any.
    fixed: Option<String>,
    /// The progress in the rows of the list, of all groups.
    progress: Progress,
    /// The progress per signature where one group of whole tests is all there is, and folded.
    causes: Option<Progress>,
    /// True if the figures have a column of their own, in which blank rows part them.
    is_wide: bool,
    /// The file of the labels, on a screen that has no row of its own for it.
    labels_named: Option<String>,
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
            Some(causes) => headline_of_causes(all_labels, causes, self.bugs),
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
        if let Some(fixed) = &self.fixed {
            // What was repaired was judged in its way.
            headline = match headline.strip_prefix("nothing is judged yet: ") {
                Some(left) => format!("{fixed}; {left}"),
                None => format!("{headline}; {fixed}"),
            };
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
            let groups = shown(Some(bugs_found(quality)));
            let found = match words {
                VerdictWords::Written => text::plural(self.bugs.failing, "bug"),
                VerdictWords::Generated => format!("{groups} bug{}", if groups == "1" { "" } else { "s" }),
            };
            let judged = text::plural(judged, "failure");
            if left > 0 {
                let found = match words {
                    VerdictWords::Written => self.bugs.in_words(),
                    VerdictWords::Generated => format!("{found} found"),
                };
                return format!("{found}; {judged} judged, {count} still {to_judge}");
            }
            let bugs = quality.all.true_positives;
            let bugs_of = if bugs > 0 { format!("{} of ", text::number(bugs)) } else { String::new() };
            let others = self.corpus.failures.len() - quality.all.labelled();
            let [all, least] = if others > 0 { [&*format!("Top {top}"), "at least "] } else { ["All", ""] };
            let sentence = format!("{all} judged: {found} in {bugs_of}{judged}.");
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

    /// Counts the labels of all failures, of the top K, of each kind of oracle if there are several, and of
    /// what failed before its test ran.
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

    /// Counts the groups with a bug within the annotator's first looks; with the truth, also those that the
    /// orders find. Nothing unless the list shows all groups.
    fn bugs_within_looks(&self, signatures: &[usize]) -> BugsWithinLooks {
        /// The most columns.
        const MOST: usize = 5;
        if !self.is_across {
            return BugsWithinLooks::default();
        }
        let given = self.looks.len();
        let mut counts: Vec<usize> = Looks::default_counts(&self.corpus);
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

/// Returns the result in a sentence where the rows are causes: `3 bugs found; 2 of 6 causes judged (25 of 40 failures)`.
fn headline_of_causes(all: Progress, causes: Progress, bugs: FoundBugs) -> String {
    let (failures, judged) = (text::number(all.total), text::number(all.judged));
    let Progress { total, judged: done, .. } = causes;
    let (found, causes) = (bugs.in_words(), text::plural(total, "cause"));
    if all.judged == 0 {
        let left = format!("{}, {causes} to judge", text::plural(all.total, "failure"));
        // What was repaired was judged in its way.
        return if bugs.repaired > 0 {
            format!("{found}; {left}")
        } else {
            format!("nothing is judged yet: {left}")
        };
    }
    format!("{found}; {done} of {causes} judged ({judged} of {failures} failures)")
}

impl Lists {
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
    /// Returns the progress per cause, if the rows of the only list are causes.
    fn causes_to_judge(&self) -> Option<Progress> {
        let is_only = self.lists.order.len() == 1 && self.lists.verdict_words() == VerdictWords::Written;
        self.judging.progress.signatures.filter(|_| is_only && !self.lists.is_narrowed())
    }

    pub(super) fn request_figures(&mut self) {
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
            bugs: FoundBugs {
                failing: self.judging.found_bugs(&self.lists).1.len(),
                repaired: self.reruns.repaired_bugs(&self.judging.labels),
            },
            looks: self.judging.looks.clone(),
            is_across: self.lists.is_across(),
            across: self.lists.across.order(),
            top: self.lists.listing.top,
            passing: self.lists.is_narrowed().then(|| self.judging.next_to_judge(&self.lists).count()),
            fixed: self.reruns.counted_in_words(),
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
