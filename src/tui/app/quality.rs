//! The quality screen: the quality of the list, as far as labels or the fixed version determine it.
//!
//! `2` opens it and requests the figures, which [`evaluate`](crate::evaluate) computes on a worker. The screen only
//! shows them: label keys have no effect here. `tab` shows the generated oracles instead.

use super::labelling::Marks;
use super::layout::quality_areas;
use super::list::names::error_in_words;
use super::list::order::ListOrder;
use super::{Cx, GroupState, Job, Session};
use crate::evaluate::{
    Agreement, Averaged, Estimate, Figure, LabelsAssumed, Quality, RankedLists, RankingResult,
    SignatureCounts, VerdictSource, quality,
};
use crate::model::{Cancel, Corpus, FailureId, Group, Label, Ranking, Verdicts, text};
use crate::rank::Signatures;
use std::sync::Arc;

/// A job that measures the lists.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    corpus: Arc<Corpus>,
    labels: Marks,
    /// The known signatures, by group.
    signatures: Vec<Option<Arc<Signatures>>>,
    source: VerdictSource,
    /// The lists of all groups by order, with the shown order first.
    lists: Vec<(ListOrder, Vec<Arc<Ranking>>)>,
    /// The ranker's lists of all groups.
    ranked: Vec<Arc<Ranking>>,
    top: usize,
}

/// The measured quality of the lists.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// The result in a sentence; None while nothing is judged.
    pub headline: Option<String>,
    /// The chart; None if there are too few failures to rank.
    pub curves: Option<Curves>,
    /// The figures next to the chart.
    pub lines: Vec<QualityLine>,
}

/// The state of the quality screen.
#[derive(Debug, Default)]
pub struct QualityScreen {
    /// The quality of the lists; None until measured.
    pub measured: Option<Box<Measured>>,
    /// The first visible row of the figures.
    pub offset: usize,
}

impl Measure {
    /// Measures the lists. This takes longer than a frame if there are many failures. Stops early if requested; the figures
    /// are then incomplete.
    pub fn answer(self, cancel: &Cancel) -> Measured {
        let labels: Vec<Option<Label>> =
            self.corpus.failures_with_ids().map(|(id, _)| self.labels.label(id)).collect();
        let list =
            |ranker, rankings| RankedLists { ranker, averaged: Averaged::Scores, lists: vec![rankings] };
        let of_order = |(order, rankings): &(ListOrder, Vec<Arc<Ranking>>)| {
            let rankings = rankings.iter().map(|ranking| Ranking::clone(ranking));
            let rankings = match order {
                // It counts as shown, as in `evaluate`.
                ListOrder::Diversified | ListOrder::ChangeAware => {
                    rankings.map(Ranking::without_ties).collect()
                }
                _ => rankings.collect(),
            };
            list(order.title(), rankings)
        };
        let mut lists: Vec<RankedLists> = self.lists.iter().map(of_order).collect();
        let random = self.ranked.iter().map(|ranking| {
            let failures: Vec<FailureId> = ranking.entries.iter().map(|entry| entry.failure).collect();
            Ranking::from_scores(&failures, &vec![0.0; failures.len()])
        });
        lists.push(list("random", random.collect()));
        let signatures = self.signature_numbers();
        let verdicts = (labels.as_slice(), self.source);
        let quality = quality(&self.corpus, verdicts, &signatures, &lists, self.top, false, cancel);
        let verdicts = self.corpus.verdicts();
        let ranks = !self.corpus.is_too_small_to_rank();
        let mut lines = lines(&quality, verdicts, ranks);
        let bugs: Vec<String> =
            bugs_in_words(&self.corpus, |failure| self.labels.label(failure)).take(MOST_BUGS).collect();
        if !bugs.is_empty() {
            let heading = format!("judged {}", verdicts.name(Label::TruePositive));
            lines.extend([QualityLine::Text(String::new()), QualityLine::Heading(heading)]);
            lines.extend(bugs.into_iter().map(QualityLine::Text));
        }
        let curves = ranks.then(|| Curves::of(&quality));
        Measured { headline: headline(&quality, ranks), curves, lines }
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

/// Returns the failures labelled as bugs, in the order of their groups, each with its error.
pub(in crate::tui) fn bugs_in_words<'a>(
    corpus: &'a Corpus,
    label: impl Fn(FailureId) -> Option<Label> + Copy + 'a,
) -> impl Iterator<Item = String> + 'a {
    let bugs = move |group: &'a Group| {
        let is_bug = move |failure: &FailureId| label(*failure) == Some(Label::TruePositive);
        let bugs = group.failures.iter().copied().filter(is_bug).filter_map(|bug| corpus.failure(bug));
        bugs.map(move |failure| {
            let said = format!("{} · {}", group.name(), error_in_words(failure, MESSAGE));
            text::sanitize(&said).into_owned()
        })
    };
    corpus.groups.iter().flat_map(bugs)
}

impl Session {
    /// Returns the lists of all groups in an order; None while that of any group is unknown.
    fn lists_in(&self, order: ListOrder) -> Option<Vec<Arc<Ranking>>> {
        let ranking = |group: &GroupState| match group.ranking_in(order) {
            None if group.ranking.entries.is_empty() => Some(Arc::default()),
            ranking => ranking.cloned(),
        };
        self.groups.iter().map(ranking).collect()
    }
}

impl Cx {
    /// Requests that the lists are measured.
    pub(in crate::tui::app) fn measure(&mut self) {
        let shown = self.session.current_group().map_or(ListOrder::Paper, |(_, group)| group.shown());
        // Failures hidden on the triage screen are not part of its list.
        let on_screen = self.session.groups.iter().map(|group| Arc::clone(group.shown_list())).collect();
        let others = ListOrder::ALL
            .into_iter()
            .filter(|&order| order != shown)
            .filter_map(|order| Some((order, self.session.lists_in(order)?)));
        let lists = std::iter::once((shown, on_screen)).chain(others).collect();
        let groups = &self.session.groups;
        self.start(Job::Measure(Measure {
            corpus: Arc::clone(&self.session.corpus),
            labels: self.session.labels.marks(),
            signatures: groups.iter().map(|group| group.signatures.known.clone()).collect(),
            ranked: groups.iter().map(|group| Arc::clone(&group.ranking)).collect(),
            source: if self.session.truth_shown { VerdictSource::Fixed } else { VerdictSource::Labels },
            lists,
            top: self.session.list.top,
        }));
    }
}

impl QualityScreen {
    /// Opens the quality screen and requests the figures.
    pub(in crate::tui::app) fn open_quality(&mut self, cx: &mut Cx) {
        self.offset = 0;
        cx.dirty.labels = true;
    }

    /// Shows the figures.
    pub(in crate::tui::app) fn measured(&mut self, measured: Box<Measured>) {
        self.measured = Some(measured);
    }

    /// Scrolls the figures, as far as there are any.
    pub(in crate::tui::app) fn scroll_quality(&mut self, by: isize, cx: &mut Cx) {
        let rows = self.measured.as_ref().map_or(0, |measured| measured.lines.len());
        let height = quality_areas(cx.panes.size, cx.session.order.len())[1].height;
        let last = rows.saturating_sub(usize::from(height));
        self.offset = self.offset.saturating_add_signed(by).min(last);
    }
}

/// Returns the result in a sentence: `1 bug in 14 failures judged; 106 still to judge`. None while nothing is judged.
fn headline(quality: &Quality, ranks: bool) -> Option<String> {
    let (judged, top) = (quality.all.labelled(), quality.top_k);
    if quality.source == VerdictSource::Labels {
        let bugs = quality.result.overall.get(Figure::BugsFound)?;
        // Figures over several runs are means.
        let runs = quality.result.runs.len().max(1) as f64;
        let found = bugs.bounds.and_then(|bounds| bounds[0]).or(bugs.value)? * runs;
        let left = quality.top.failures.saturating_sub(quality.top.labelled());
        let left = match left {
            0 if !ranks => "all are judged".to_owned(),
            0 => format!("the top {top} of every group is judged"),
            left => format!("{} still to judge", text::number(left)),
        };
        return (judged > 0).then(|| {
            let plural = if shown(Some(found)) == "1" { "" } else { "s" };
            format!(
                "{} bug{plural} in {} judged; {left}",
                shown(Some(found)),
                text::plural(judged, "failure")
            )
        });
    }
    let found = |ranking: Option<&RankingResult>| ranking?.overall.value(Figure::Found(top));
    let rankings = &quality.result.rankings;
    let bugs = quality.result.overall.value(Figure::BugsFound);
    let (list, random) = (found(rankings.first()), found(rankings.last()));
    if !ranks {
        return Some(format!(
            "{} of {} groups have a bug",
            shown(bugs),
            shown(quality.result.overall.value(Figure::Groups))
        ));
    }
    Some(format!(
        "{} of {} bugs are found in the top {top}; a random order finds {}",
        shown(list),
        shown(bugs),
        shown(random)
    ))
}

/// The maximum width of a message in cells; only one line of it is shown.
const MESSAGE: usize = 400;
/// The number of bugs that a person reads here; `fossick labels export` lists all.
const MOST_BUGS: usize = 40;
/// The values of K in the table; the curve shows all.
const TABLE_KS: [usize; 4] = [1, 3, 5, 10];

/// A line of the figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QualityLine {
    /// The heading of a section.
    Heading(String),
    /// Headings of the columns: a wide one and narrow ones.
    Columns(String, Vec<String>),
    /// A row of such a table.
    Row(String, Vec<String>),
    /// A sentence.
    Text(String),
}

/// Returns the figures as lines for people; those of a list only if it `ranks`.
pub(in crate::tui::app) fn lines(quality: &Quality, verdicts: Verdicts, ranks: bool) -> Vec<QualityLine> {
    use QualityLine::{Columns, Heading, Row, Text};
    let [bug, wrong] = verdicts.names();
    let cells = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<String>>();
    let mut lines = vec![
        Heading("failures judged so far".to_owned()),
        Columns(String::new(), cells(&["judged", "of", bug, wrong, "unsure"])),
    ];
    let top = format!("top {}", quality.top_k);
    for (name, judged) in [(top, quality.top), ("all failures".to_owned(), quality.all)] {
        lines.push(Row(name, judged.counts().map(text::number).to_vec()));
    }
    let decided = quality.all.true_positives + quality.all.false_positives;
    lines.push(Text(match quality.all.precision() {
        Some(share) => {
            format!(
                "precision so far {} ({} {bug} of {decided})",
                text::percent(share),
                quality.all.true_positives
            )
        }
        None => format!("no precision yet: nothing is judged {bug} or {wrong}"),
    }));
    lines.push(Text(String::new()));
    if ranks {
        lines.extend(found(quality));
    }
    lines.extend(by_kind(quality, verdicts, ranks));
    lines.push(Text(String::new()));
    lines.extend(by_signature(quality, ranks));
    if quality.source == VerdictSource::Fixed {
        lines.push(Text(String::new()));
        lines.push(Heading("labels compared with the truth".to_owned()));
        lines.extend(against_truth(quality.against_truth, verdicts).into_iter().map(Text));
    }
    lines
}

/// Returns the values of K in the tables.
fn ks(quality: &Quality) -> Vec<usize> {
    TABLE_KS.into_iter().filter(|k| quality.ks.contains(k)).collect()
}

/// Lists the bugs found in the top K of each list.
fn found(quality: &Quality) -> Vec<QualityLine> {
    use QualityLine::{Columns, Heading, Row, Text};
    let mut lines = vec![Heading(format!("bugs found in the top K, {}", by_whom(quality.source)))];
    let runs = quality.result.runs.len();
    if runs > 1 {
        lines.push(Text(format!("means of {runs} runs")));
    }
    let rankings = &quality.result.rankings;
    let of_all = |cell: &dyn Fn(&RankingResult) -> String| rankings.iter().map(cell).collect::<Vec<String>>();
    lines.push(Columns("in the top".to_owned(), of_all(&|ranking| ranking.ranker.to_owned())));
    let ks = ks(quality);
    for &k in &ks {
        let found = |ranking: &RankingResult| estimate(ranking.overall.get(Figure::Found(k)));
        lines.push(Row(k.to_string(), of_all(&found)));
    }
    // The lower bound of the first TP carries no information.
    let first = |ranking: &RankingResult| {
        let first = ranking.overall.get(Figure::FirstTruePositive);
        if first.is_some_and(is_open) { "–".to_owned() } else { estimate(first) }
    };
    lines.push(Row("rank of the first bug".to_owned(), of_all(&first)));
    let bugs = bounds_in_words(quality.result.overall.get(Figure::BugsFound));
    let groups = quality.result.overall.value(Figure::Groups).unwrap_or_default();
    let groups = if runs > 1 { format!("{groups:.1} a run") } else { format!("{groups:.0}") };
    if let (Some(&k), Some(list)) = (ks.last(), rankings.first()) {
        let found = list.overall.get(Figure::Found(k));
        if found.is_some_and(is_open) {
            lines.push(Text(format!("after all labels, in the top {k}: {}", bounds_in_words(found))));
        }
    }
    lines.push(Text(format!("groups with a bug: {bugs} of {groups}")));
    lines.push(Text(String::new()));
    lines
}

/// Lists the failures by what their tests expect.
fn by_kind(quality: &Quality, verdicts: Verdicts, ranks: bool) -> Vec<QualityLine> {
    use QualityLine::{Columns, Heading, Row};
    let [bug, wrong] = verdicts.names();
    let rankings = &quality.result.rankings;
    let found = ranks.then(|| format!("bugs in top {}", quality.top_k));
    let columns = ["failures", "judged", bug, wrong].map(str::to_owned).into_iter().chain(found).collect();
    let mut lines =
        vec![Heading("failures by the kind of their oracle".to_owned()), Columns(String::new(), columns)];
    for (kind, judged) in &quality.kinds {
        let of_kind = rankings.first().and_then(|ranking| {
            ranking
                .kinds
                .iter()
                .find(|(of, _)| of == kind)
                .map(|(_, figures)| figures.get(Figure::Found(quality.top_k)))
        });
        let counts = [judged.failures, judged.labelled(), judged.true_positives, judged.false_positives];
        let found = ranks.then(|| estimate(of_kind.flatten()));
        lines.push(Row(kind.words().to_owned(), counts.map(text::number).into_iter().chain(found).collect()));
    }
    lines
}

/// Lists the tests per signature, and the figures of the list per test and per signature side by side.
fn by_signature(quality: &Quality, ranks: bool) -> Vec<QualityLine> {
    use QualityLine::{Columns, Heading, Row, Text};
    let SignatureCounts { signatures, single, largest, labelled, true_positives, mixed } = quality.signatures;
    let mean = if signatures == 0 { 0.0 } else { quality.all.failures as f64 / signatures as f64 };
    let number = text::number;
    let mut lines = vec![
        Heading("tests per signature".to_owned()),
        Text(format!(
            "{} tests, {} {}: {mean:.1} each, at most {}",
            number(quality.all.failures),
            number(signatures),
            if signatures == 1 { "signature" } else { "signatures" },
            number(largest)
        )),
        Text(format!("{} have one test, {} are judged", number(single), number(labelled))),
        Text(format!(
            "{} with a bug; {} of them also with false alarms",
            text::plural(true_positives, "signature"),
            number(mixed)
        )),
    ];
    if let Some(list) = quality.result.rankings.first().filter(|_| ranks) {
        lines
            .push(Columns("bugs in the top".to_owned(), ["tests", "signatures"].map(str::to_owned).to_vec()));
        for k in ks(quality) {
            let of =
                [&list.overall, &list.per_signature].map(|figures| estimate(figures.get(Figure::Found(k))));
            lines.push(Row(k.to_string(), of.to_vec()));
        }
    }
    lines
}

fn by_whom(source: VerdictSource) -> &'static str {
    match source {
        VerdictSource::Labels => "by the labels",
        VerdictSource::Fixed => "by the fixed version",
    }
}

/// Formats a value with one digit, or without any if it is whole.
fn shown(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| {
        let text = format!("{value:.1}");
        text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
    })
}

/// Returns true if missing labels can still change an estimate.
fn is_open(estimate: &Estimate) -> bool {
    estimate.bounds.is_some_and(|[least, most]| shown(least) != shown(most))
}

/// Formats a value, or its certain part.
fn estimate(estimate: Option<&Estimate>) -> String {
    match estimate {
        None => "–".to_owned(),
        Some(open) if is_open(open) => open.bounds.map_or("–".to_owned(), |[least, _]| shown(least)),
        Some(Estimate { value, .. }) => shown(*value),
    }
}

/// Formats a value, or `at least 1, at most 12`.
fn bounds_in_words(of: Option<&Estimate>) -> String {
    match of.and_then(|of| of.bounds.filter(|_| is_open(of))) {
        Some([least, most]) => format!("at least {}, at most {}", shown(least), shown(most)),
        None => estimate(of),
    }
}

fn against_truth(agreement: Option<Agreement>, verdicts: Verdicts) -> Vec<String> {
    let Some(agreement) = agreement else {
        return vec!["no label yet on a failure known on the fixed version".to_owned()];
    };
    let decided = agreement.decided();
    let [[hit, raised], [missed, rejected], _] = [0, 1, 2].map(|row| [decided.0[row][0], decided.0[row][1]]);
    let kappa = decided.kappa().map_or("–".to_owned(), |kappa| format!("{kappa:.2}"));
    vec![
        format!(
            "{} of {} labels agree ({}), kappa {kappa}",
            decided.agreed(),
            decided.total(),
            decided.observed().map_or("–".to_owned(), text::percent)
        ),
        you_said(verdicts.names()[0], hit, raised),
        you_said(verdicts.names()[1], rejected, missed),
    ]
}

/// Returns how often a verdict was given, and how often it was right.
fn you_said(verdict: &str, right: usize, wrong: usize) -> String {
    let times = |count: usize| match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{} times", text::number(count)),
    };
    match (right, right + wrong) {
        (_, 0) => format!("You never said {verdict}."),
        (0, all) => format!("You said {verdict} {}: never right.", times(all)),
        (right, all) => format!("You said {verdict} {}: right {}.", times(all), times(right)),
    }
}

/// The points of a curve: K, and the number of groups with a true positive among the first K.
pub type Curve = Vec<(f64, f64)>;

/// The curves of the chart.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curves {
    /// The heading of the chart.
    pub title: String,
    /// The name of the shown list.
    pub list: &'static str,
    /// The bugs that the list has found for certain.
    pub known: Curve,
    /// The most that missing labels could add; empty if they change nothing.
    pub most: Curve,
    /// The diversified order by name, if it finds more or fewer than the list; otherwise empty.
    pub others: Vec<(&'static str, Curve)>,
    /// The bugs that a random order is expected to find.
    pub chance: Curve,
    /// The last K: that of the longest curve, but at most the number of failures in the largest group.
    pub last_k: f64,
    /// The number of bugs at the upper end of the chart, at least 1. Only [`Curves::most`] can be above it.
    pub highest: f64,
}

/// The possible bugs are in the chart if they are at most this many times those found.
const MOST_TIMES_FOUND: f64 = 5.0;

impl Curves {
    /// Returns the curves: of the list, which is the first ranking, and of the random order, which is the last.
    pub(in crate::tui::app) fn of(quality: &Quality) -> Curves {
        let by = match quality.source {
            VerdictSource::Labels => "by the labels",
            VerdictSource::Fixed => "by the fixed version",
        };
        let rankings = &quality.result.rankings;
        let (Some(list), Some(random)) = (rankings.first(), rankings.last()) else {
            return Curves::default();
        };
        let ks = quality.reachable_ks();
        let known = list.overall.found_curve(&ks, LabelsAssumed::None);
        let most = list.overall.found_curve(&ks, LabelsAssumed::Most);
        let chance = random.overall.found_curve(&ks, LabelsAssumed::None);
        let is_open = most.iter().zip(&known).any(|(most, known)| most.1 > known.1);
        let most = if is_open { most } else { Curve::new() };
        let other = |ranker: &'static str| {
            let ranking = rankings[1..].iter().find(|ranking| ranking.ranker == ranker)?;
            let curve = ranking.overall.found_curve(&ks, LabelsAssumed::None);
            let differs = curve.iter().zip(&known).any(|(other, list)| (other.1 - list.1).abs() > 1e-9);
            differs.then_some((ranker, curve))
        };
        let others: Vec<_> = other(ListOrder::Diversified.title()).into_iter().collect();
        let of_others = others.iter().flat_map(|(_, curve): &(&str, Curve)| curve);
        let highest_of = |curve: &Curve| curve.last().map_or(0.0, |point| point.1);
        let found =
            known.iter().chain(&chance).chain(of_others).map(|point| point.1).fold(1.0, f64::max).ceil();
        // With few labels, the possible bugs are so many that nothing else could be seen below them.
        let highest = if highest_of(&most) > MOST_TIMES_FOUND * found {
            2.0 * found
        } else {
            highest_of(&most).max(found).ceil()
        };
        Curves {
            title: format!("bugs found in the top K, {by}"),
            list: list.ranker,
            highest,
            last_k: ks.last().map_or(1.0, |&k| k as f64),
            known,
            most,
            others,
            chance,
        }
    }
}
