//! The quality screen: how good the list is, as far as labels or the fixed version tell.
//!
//! `2` opens it and asks for the figures; they come from [`evaluate`](crate::evaluate), worked out beside the loop. The screen
//! shows them and gives no labels: the keys that judge do nothing here.

use std::sync::Arc;

use super::action::Effect;
use super::curves::Curves;
use super::keymap::Command;
use super::order::ListOrder;
use super::page::Page;
use super::{GroupState, State, text};
use crate::evaluate::{Agreement, Averaged, Estimate, Figure, Quality, RankedLists, VerdictSource, quality};
use crate::model::{Corpus, Label, OracleKind, Ranking};

/// What the lists are measured by.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    corpus: Arc<Corpus>,
    labels: Vec<Option<Label>>,
    /// By failure.
    signatures: Vec<usize>,
    source: VerdictSource,
    /// The first one is the list on the screen; one ranking for each group.
    lists: Vec<(&'static str, Vec<Ranking>)>,
    top: usize,
}

/// What was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// The chart.
    pub curves: Curves,
    /// What stands beside it.
    pub lines: Vec<QualityLine>,
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

/// The Ks that stand in the table; the curve shows all.
const TABLE_KS: [usize; 4] = [1, 3, 5, 10];

impl Measure {
    /// Measures. This takes longer than a frame where there are many failures.
    pub fn answer(self) -> Measured {
        let lists = self.lists.into_iter().map(|(ranker, lists)| RankedLists {
            ranker,
            averaged: Averaged::Scores,
            diversified: false,
            lists: vec![lists],
        });
        let lists: Vec<RankedLists> = lists.collect();
        let quality =
            quality(&self.corpus, &self.labels, &self.signatures, self.source, &lists, self.top, false);
        Measured { curves: Curves::of(&quality), lines: lines(&quality) }
    }
}

impl State {
    /// Opens the quality screen and has it measured.
    pub(super) fn open_quality(&mut self) -> Vec<Effect> {
        self.quality_offset = 0;
        self.measure()
    }

    /// Has the lists measured if the quality screen is open.
    pub(super) fn measure(&self) -> Vec<Effect> {
        if self.page != Page::Quality {
            return Vec::new();
        }
        let labels = (0..self.corpus.failures.len()).map(|failure| self.judging.label(failure));
        let shown = self.current_group().map_or(ListOrder::Paper, |(_, group)| group.shown());
        let others = ListOrder::ALL.into_iter().filter(|&order| order != shown);
        let known = std::iter::once(shown).chain(others);
        let mut lists: Vec<(&'static str, Vec<Ranking>)> =
            known.filter_map(|order| Some((order.title(), self.lists_in(order)?))).collect();
        // What is hidden on the triage screen takes no place in its list.
        if let Some((_, list)) = lists.first_mut() {
            *list = self.groups.iter().map(|group| group.list().clone()).collect();
        }
        let random = self.groups.iter().map(|group| {
            let failures: Vec<usize> = group.ranking.entries.iter().map(|entry| entry.failure).collect();
            Ranking::from_scores(&failures, &vec![0.0; failures.len()])
        });
        lists.push(("random", random.collect()));
        vec![Effect::Measure(Box::new(Measure {
            corpus: Arc::clone(&self.corpus),
            labels: labels.collect(),
            signatures: self.signature_numbers(),
            source: if self.truth_shown { VerdictSource::Fixed } else { VerdictSource::Labels },
            lists,
            top: self.top,
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

/// The figures as a person reads them.
fn lines(quality: &Quality) -> Vec<QualityLine> {
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
    lines.push(Heading(format!("Bugs found in the top K, {}", by_whom(quality.source))));
    let rankings = &quality.result.rankings;
    lines.push(Columns("K".to_owned(), rankings.iter().map(|ranking| ranking.ranker.to_owned()).collect()));
    for k in TABLE_KS.into_iter().filter(|k| quality.ks.contains(k)) {
        let of = rankings.iter().map(|ranking| estimate(ranking.overall.get(Figure::Found(k))));
        lines.push(Row(k.to_string(), of.collect()));
    }
    let first = rankings.iter().map(|ranking| estimate(ranking.overall.get(Figure::FirstTruePositive)));
    lines.push(Row("first TP at".to_owned(), first.collect()));
    let bugs = estimate(quality.result.overall.get(Figure::BugsFound));
    let groups = quality.result.overall.value(Figure::Groups).unwrap_or_default();
    lines.push(Text(format!("{bugs} of {groups:.0} groups have a true positive at all")));
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
    if quality.source == VerdictSource::Fixed {
        lines.push(Text(String::new()));
        lines.push(Heading("Labels beside the truth".to_owned()));
        lines.extend(beside_truth(quality.against_truth).into_iter().map(Text));
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
            format!("{} to {}", shown(*least), shown(*most))
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
