//! The quality screen: how good the list is, as far as labels or the fixed version tell.
//!
//! `2` opens it and asks for the figures; they come from [`evaluate`](crate::evaluate), worked out beside the loop. The screen
//! shows them and gives no labels: the keys that judge do nothing here.

use std::collections::HashSet;
use std::num::NonZeroU32;
use std::sync::Arc;

use rayon::prelude::*;

use super::action::Effect;
use super::curves::Curves;
use super::keymap::Command;
use super::order::ListOrder;
use super::page::Page;
use super::{GroupState, State, text};
use crate::evaluate::{
    Agreement, Averaged, Estimate, Figure, Orders, PlayedPolicy, Quality, RankedLists, RankingResult,
    SignatureCounts, VerdictSource, has_true_positive, play_learning, quality, verdicts,
};
use crate::model::{Corpus, FeatureVector, Group, Label, OracleKind, Ranking};
use crate::rank::Feedback;

/// What the lists are measured by.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    corpus: Arc<Corpus>,
    labels: Vec<Option<Label>>,
    /// By failure.
    signatures: Vec<usize>,
    source: VerdictSource,
    /// The list on the screen; one ranking for each group.
    shown: Vec<Ranking>,
    /// The first one is that list; of a diversified one the ranking behind it.
    lists: Vec<RankedLists>,
    top: usize,
    /// The features of every group, where the judging is to be played with feedback as well: that takes longer.
    feedback: Option<Vec<Option<Arc<Vec<FeatureVector>>>>>,
}

/// What was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// The chart.
    pub curves: Curves,
    /// What stands beside it.
    pub lines: Vec<QualityLine>,
    /// What feedback makes of the list is still to be played.
    pub is_in_part: bool,
}

/// A line of the figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QualityLine {
    /// Begins a section.
    Heading(String),
    /// What the columns hold: a wide one and narrow ones.
    Columns(String, Vec<String>),
    /// A row of such a table.
    Row(String, Vec<String>),
    /// A sentence.
    Text(String),
}

/// The name of the order that follows a simulated person's labels.
pub(super) const FEEDBACK: &str = "feedback";

/// The Ks that stand in the table; the curve shows all.
const TABLE_KS: [usize; 4] = [1, 3, 5, 10];

impl Measure {
    /// Measures, the forests of feedback over the seeds `0..seeds`. This takes longer than a frame where there are many
    /// failures.
    pub fn answer(self, seeds: NonZeroU32) -> Measured {
        let played: Vec<PlayedPolicy> = self.play_feedback(seeds).into_iter().collect();
        let is_in_part = self.feedback.is_none();
        let quality = quality(
            &self.corpus,
            &self.labels,
            &self.signatures,
            self.source,
            Orders { shown: &self.shown, lists: &self.lists, played: &played },
            self.top,
            false,
        );
        Measured { curves: Curves::of(&quality), lines: lines(&quality, is_in_part), is_in_part }
    }

    /// What the list becomes if every label teaches the forest: up to the last K of the curve, not to the last TP.
    fn play_feedback(&self, seeds: NonZeroU32) -> Option<PlayedPolicy> {
        let features = self.feedback.as_ref()?;
        let verdicts = verdicts(&self.corpus, &self.labels, self.source);
        let ks = Quality::curve_ks(self.top);
        let most = ks.last().copied().unwrap_or(0);
        let play = |(group, features): (&Group, &Option<Arc<Vec<FeatureVector>>>)| {
            let features = features.as_ref().filter(|_| has_true_positive(&group.failures, &verdicts))?;
            let mut feedback = Feedback::new(features, seeds);
            let scores = feedback.scores();
            let mut learn = |row, label| feedback.learn(row, label);
            play_learning(&group.failures, scores, &mut learn, &verdicts, &ks, most)
        };
        let groups = self.corpus.groups.par_iter().zip(features).map(play);
        Some(PlayedPolicy { policy: FEEDBACK, groups: groups.collect() })
    }
}

impl State {
    /// Opens the quality screen and has it measured.
    pub(super) fn open_quality(&mut self) -> Vec<Effect> {
        self.quality_offset = 0;
        self.measure()
    }

    /// Shows what was measured; what takes longer is asked for then.
    pub(super) fn measured(&mut self, measured: Box<Measured>) -> Vec<Effect> {
        let is_in_part = measured.is_in_part;
        self.quality = Some(measured);
        if is_in_part { self.measure_with(Some(self.features_of_groups())) } else { Vec::new() }
    }

    fn features_of_groups(&self) -> Vec<Option<Arc<Vec<FeatureVector>>>> {
        self.groups.iter().map(|group| group.features.clone()).collect()
    }

    /// Has the lists measured if the quality screen is open.
    pub(super) fn measure(&self) -> Vec<Effect> {
        self.measure_with(None)
    }

    fn measure_with(&self, feedback: Option<Vec<Option<Arc<Vec<FeatureVector>>>>>) -> Vec<Effect> {
        if self.page != Page::Quality {
            return Vec::new();
        }
        let labels = (0..self.corpus.failures.len()).map(|failure| self.judging.label(failure));
        let shown = self.current_group().map_or(ListOrder::Paper, |(_, group)| group.shown());
        let on_screen: Vec<Ranking> = self.groups.iter().map(|group| group.list().clone()).collect();
        // Of the diversified order the ranking behind it: its ties count by their expectation, as `evaluate` has it.
        let ranking_behind = || self.groups.iter().map(|group| group.ranking.clone()).collect::<Vec<_>>();
        // What is hidden on the triage screen takes no place in its list.
        let first = if shown == ListOrder::Diversified {
            let mut rankings = ranking_behind();
            rankings.iter_mut().zip(&on_screen).for_each(|(ranking, shown)| keep_only(ranking, shown));
            rankings
        } else {
            on_screen.clone()
        };
        let others = ListOrder::ALL.into_iter().filter(|&order| order != shown).filter_map(|order| {
            let known = self.lists_in(order)?;
            Some((order, if order == ListOrder::Diversified { ranking_behind() } else { known }))
        });
        let list = |ranker, diversified, list| RankedLists {
            ranker,
            averaged: Averaged::Scores,
            diversified,
            lists: vec![list],
        };
        let of_order = |(order, rankings): (ListOrder, Vec<Ranking>)| {
            list(order.title(), order == ListOrder::Diversified, rankings)
        };
        let mut lists: Vec<RankedLists> =
            std::iter::once((shown, first)).chain(others).map(of_order).collect();
        let random = self.groups.iter().map(|group| {
            let failures: Vec<usize> = group.ranking.entries.iter().map(|entry| entry.failure).collect();
            Ranking::from_scores(&failures, &vec![0.0; failures.len()])
        });
        lists.push(list("random", false, random.collect()));
        vec![Effect::Measure(Box::new(Measure {
            corpus: Arc::clone(&self.corpus),
            labels: labels.collect(),
            signatures: self.signature_numbers(),
            source: if self.truth_shown { VerdictSource::Fixed } else { VerdictSource::Labels },
            shown: on_screen,
            lists,
            top: self.top,
            feedback,
        }))]
    }

    /// The lists of all groups in an order; None as long as that of a group is not known.
    fn lists_in(&self, order: ListOrder) -> Option<Vec<Ranking>> {
        let ranking = |group: &GroupState| match group.ranking_in(order) {
            None if group.ranking.entries.is_empty() => Some(Ranking::default()),
            ranking => ranking.cloned(),
        };
        self.groups.iter().map(ranking).collect()
    }

    /// What a command does on the quality screen.
    pub(super) fn quality_command(&mut self, command: Command) -> Vec<Effect> {
        let by = match command {
            Command::RevealTruth
            | Command::MoreTop
            | Command::FewerTop
            | Command::NextOrder
            | Command::PaperOrder => {
                let effects = self.command(command);
                return effects.into_iter().chain(self.measure()).collect();
            }
            Command::Down => 1,
            Command::Up => -1,
            Command::PageDown => 10,
            Command::PageUp => -10,
            Command::First => isize::MIN,
            Command::Last => isize::MAX,
            _ => {
                self.say_where_labels_are_given();
                return Vec::new();
            }
        };
        self.scroll_quality(by);
        Vec::new()
    }

    /// Scrolls the figures, as far as there are any.
    pub(super) fn scroll_quality(&mut self, by: isize) {
        let rows = self.quality.as_ref().map_or(0, |measured| measured.lines.len());
        let shown = super::layout::quality_areas(self.screen).1.height;
        let last = rows.saturating_sub(usize::from(shown));
        self.quality_offset = self.quality_offset.saturating_add_signed(by).min(last);
    }
}

/// Leaves out of a ranking what is not among the failures shown.
fn keep_only(ranking: &mut Ranking, shown: &Ranking) {
    if shown.entries.len() < ranking.entries.len() {
        let kept: HashSet<usize> = shown.entries.iter().map(|entry| entry.failure).collect();
        ranking.entries.retain(|entry| kept.contains(&entry.failure));
    }
}

/// The figures as a person reads them; where they are there only in part, what feedback makes of the list is still to come.
fn lines(quality: &Quality, is_in_part: bool) -> Vec<QualityLine> {
    use QualityLine::{Columns, Heading, Row, Text};
    let cells = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<String>>();
    let mut lines = vec![
        Heading("Labels so far".to_owned()),
        Columns(String::new(), cells(&["judged", "of", "TP", "FP", "unsure"])),
    ];
    let top = format!("top {}", quality.top_k);
    for (name, judged) in [(top, quality.top), ("all failures".to_owned(), quality.all)] {
        let counts = [
            judged.labelled(),
            judged.failures,
            judged.true_positives,
            judged.false_positives,
            judged.unsure,
        ];
        lines.push(Row(name, counts.map(text::grouped).to_vec()));
    }
    let decided = quality.all.true_positives + quality.all.false_positives;
    lines.push(Text(match quality.all.precision() {
        Some(share) => {
            format!("precision so far {} ({} TP of {decided})", percent(share), quality.all.true_positives)
        }
        None => "no precision yet: nothing is labelled TP or FP".to_owned(),
    }));
    lines.push(Text(String::new()));
    let runs = quality.result.runs.len();
    lines.push(Heading(format!("Bugs found in the top K, {}", by_whom(quality.source))));
    if runs > 1 {
        lines.push(Text(format!("means of {runs} runs")));
    }
    let rankings = &quality.result.rankings;
    // Feedback keeps its column while it is played: nothing moves when it is done.
    let of_all = |cell: &dyn Fn(&RankingResult) -> String, waiting: &str| -> Vec<String> {
        let mut cells: Vec<String> = rankings.iter().map(cell).collect();
        if is_in_part {
            cells.insert(cells.len().saturating_sub(1), waiting.to_owned());
        }
        cells
    };
    lines.push(Columns("K".to_owned(), of_all(&|ranking| ranking.ranker.to_owned(), FEEDBACK)));
    let ks: Vec<usize> = TABLE_KS.into_iter().filter(|k| quality.ks.contains(k)).collect();
    for &k in &ks {
        let found = |ranking: &RankingResult| estimate(ranking.overall.get(Figure::Found(k)));
        lines.push(Row(k.to_string(), of_all(&found, "…")));
    }
    let first = |ranking: &RankingResult| estimate(ranking.overall.get(Figure::FirstTruePositive));
    lines.push(Row("first TP".to_owned(), of_all(&first, "…")));
    let bugs = estimate(quality.result.overall.get(Figure::BugsFound));
    let groups = quality.result.overall.value(Figure::Groups).unwrap_or_default();
    let groups = if runs > 1 { format!("{groups:.1} groups a run") } else { format!("{groups:.0} groups") };
    lines.push(Text(format!("{bugs} of {groups} have a true positive at all")));
    lines.push(Text(String::new()));
    lines.push(Heading("By oracle kind".to_owned()));
    lines.push(Columns(
        String::new(),
        cells(&["failed", "judged", "TP", "FP"])
            .into_iter()
            .chain([format!("top {}", quality.top_k)])
            .collect(),
    ));
    for (kind, judged) in &quality.kinds {
        let of_kind = rankings.first().and_then(|ranking| {
            ranking
                .kinds
                .iter()
                .find(|(of, _)| of == kind)
                .map(|(_, figures)| figures.get(Figure::Found(quality.top_k)))
        });
        let counts = [judged.failures, judged.labelled(), judged.true_positives, judged.false_positives];
        let found = estimate(of_kind.flatten());
        lines.push(Row(
            kind_in_words(*kind).to_owned(),
            counts.map(text::grouped).into_iter().chain([found]).collect(),
        ));
    }
    lines.push(Text(String::new()));
    lines.extend(by_signature(quality, &ks));
    if quality.source == VerdictSource::Fixed {
        lines.push(Text(String::new()));
        lines.push(Heading("Labels beside the truth".to_owned()));
        lines.extend(beside_truth(quality.against_truth).into_iter().map(Text));
    }
    lines
}

/// How many tests a signature has, and the list by tests and by signatures side by side.
fn by_signature(quality: &Quality, ks: &[usize]) -> Vec<QualityLine> {
    use QualityLine::{Columns, Heading, Row, Text};
    let SignatureCounts { signatures, single, largest, labelled, true_positives, mixed } = quality.signatures;
    let mean = if signatures == 0 { 0.0 } else { quality.all.failures as f64 / signatures as f64 };
    let grouped = text::grouped;
    let mut lines = vec![
        Heading("Tests per signature".to_owned()),
        Text(format!(
            "{} tests have {} signatures: {mean:.1} each, at most {}",
            grouped(quality.all.failures),
            grouped(signatures),
            grouped(largest)
        )),
        Text(format!("{} of them have one test; {} are labelled", grouped(single), grouped(labelled))),
        Text(format!("{} have a TP, {} of these FPs as well", grouped(true_positives), grouped(mixed))),
    ];
    if let Some(list) = quality.result.rankings.first() {
        lines.push(Columns("K".to_owned(), ["tests", "signatures"].map(str::to_owned).to_vec()));
        for &k in ks {
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

fn kind_in_words(kind: OracleKind) -> &'static str {
    match kind {
        OracleKind::Exception => "expects a throw",
        OracleKind::Assertion => "asserts a value",
        OracleKind::NoException => "expects no throw",
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// A value, or what it can still become.
fn estimate(estimate: Option<&Estimate>) -> String {
    let shown = |value: Option<f64>| {
        value.map_or("–".to_owned(), |value| {
            let text = format!("{value:.1}");
            text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
        })
    };
    match estimate {
        None => "–".to_owned(),
        Some(Estimate { bounds: Some([least, most]), .. }) if shown(*least) != shown(*most) => {
            format!("{}–{}", shown(*least), shown(*most))
        }
        Some(Estimate { value, .. }) => shown(*value),
    }
}

fn beside_truth(agreement: Option<Agreement>) -> Vec<String> {
    let Some(agreement) = agreement else {
        return vec!["nothing is labelled that the fixed version says something of".to_owned()];
    };
    let decided = agreement.decided();
    let [[hit, raised], [missed, rejected], _] = [0, 1, 2].map(|row| [decided.0[row][0], decided.0[row][1]]);
    let kappa = decided.kappa().map_or("–".to_owned(), |kappa| format!("{kappa:.2}"));
    vec![
        format!(
            "{} of {} labels agree ({}), kappa {kappa}",
            decided.agreed(),
            decided.total(),
            decided.observed().map_or("–".to_owned(), percent)
        ),
        format!("labelled TP: {hit} are TPs, {raised} are FPs"),
        format!("labelled FP: {rejected} are FPs, {missed} are TPs"),
    ]
}
