//! The quality screen: how good the list is, as far as labels or the fixed version tell.
//!
//! `2` opens it and asks for the figures; they come from [`evaluate`](crate::evaluate), worked out beside the loop. The screen
//! shows them and gives no labels: the keys that judge do nothing here.

use std::collections::HashSet;
use std::sync::Arc;

use super::curves::Curves;
use super::quality_lines::{QualityLine, lines};
use crate::evaluate::{Averaged, Orders, RankedLists, VerdictSource, quality};
use crate::model::{Corpus, FailureId, Label, Ranking};
use crate::tui::app::Command;
use crate::tui::app::list::order::ListOrder;
use crate::tui::app::{Cx, GroupState, Job, Session};

/// A request to measure the lists.
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
}

/// The measured quality of the lists.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// The chart.
    pub curves: Curves,
    /// The figures beside the chart.
    pub lines: Vec<QualityLine>,
}

/// The state of the quality screen.
#[derive(Debug, Default)]
pub struct QualityScreen {
    /// The quality of the lists; None until measured.
    pub measured: Option<Box<Measured>>,
    /// First row shown of the figures.
    pub offset: usize,
}

impl Measure {
    /// Measures. This takes longer than a frame where there are many failures.
    pub fn answer(self) -> Measured {
        let quality = quality(
            &self.corpus,
            &self.labels,
            &self.signatures,
            self.source,
            Orders { shown: &self.shown, lists: &self.lists },
            self.top,
            false,
        );
        Measured { curves: Curves::of(&quality), lines: lines(&quality) }
    }
}

impl Session {
    /// The lists of all groups in an order; None as long as that of a group is not known.
    fn lists_in(&self, order: ListOrder) -> Option<Vec<Ranking>> {
        let ranking = |group: &GroupState| match group.ranking_in(order) {
            None if group.ranking.entries.is_empty() => Some(Ranking::default()),
            ranking => ranking.cloned(),
        };
        self.groups.iter().map(ranking).collect()
    }
}

impl Cx {
    /// Has the lists measured.
    pub(in crate::tui::app) fn measure(&mut self) {
        let labels = self.session.corpus.failures_with_ids().map(|(id, _)| self.session.labels.label(id));
        let shown = self.session.current_group().map_or(ListOrder::Paper, |(_, group)| group.shown());
        let on_screen: Vec<Ranking> = self.session.groups.iter().map(|group| group.list().clone()).collect();
        // Of the diversified order the ranking behind it: its ties count by their expectation, as `evaluate` has it.
        let ranking_behind =
            || self.session.groups.iter().map(|group| group.ranking.clone()).collect::<Vec<_>>();
        // What is hidden on the triage screen takes no place in its list.
        let first = if shown == ListOrder::Diversified {
            let mut rankings = ranking_behind();
            rankings.iter_mut().zip(&on_screen).for_each(|(ranking, shown)| keep_only(ranking, shown));
            rankings
        } else {
            on_screen.clone()
        };
        let others = ListOrder::ALL.into_iter().filter(|&order| order != shown).filter_map(|order| {
            let known = self.session.lists_in(order)?;
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
        let random = self.session.groups.iter().map(|group| {
            let failures: Vec<FailureId> = group.ranking.entries.iter().map(|entry| entry.failure).collect();
            Ranking::from_scores(&failures, &vec![0.0; failures.len()])
        });
        lists.push(list("random", false, random.collect()));
        self.start(Job::Measure(Measure {
            corpus: Arc::clone(&self.session.corpus),
            labels: labels.collect(),
            signatures: self.session.signature_numbers(),
            source: if self.session.truth_shown { VerdictSource::Fixed } else { VerdictSource::Labels },
            shown: on_screen,
            lists,
            top: self.session.list.top,
        }));
    }
}

impl QualityScreen {
    /// Opens the quality screen and has it measured.
    pub(in crate::tui::app) fn open_quality(&mut self, cx: &mut Cx) {
        self.offset = 0;
        cx.dirty.labels = true;
    }

    /// Shows what was measured.
    pub(in crate::tui::app) fn measured(&mut self, measured: Box<Measured>) {
        self.measured = Some(measured);
    }

    /// Does what a command means on the quality screen. Returns false if that is what it means everywhere.
    pub(in crate::tui::app) fn quality_command(&mut self, command: Command, cx: &mut Cx) -> bool {
        let by = match command {
            Command::Down => 1,
            Command::Up => -1,
            Command::PageDown => 10,
            Command::PageUp => -10,
            Command::First => isize::MIN,
            Command::Last => isize::MAX,
            _ => return false,
        };
        self.scroll_quality(by, cx);
        true
    }

    /// Scrolls the figures, as far as there are any.
    pub(in crate::tui::app) fn scroll_quality(&mut self, by: isize, cx: &mut Cx) {
        let rows = self.measured.as_ref().map_or(0, |measured| measured.lines.len());
        let shown = crate::tui::app::layout::quality_areas(cx.panes.size).1.height;
        let last = rows.saturating_sub(usize::from(shown));
        self.offset = self.offset.saturating_add_signed(by).min(last);
    }
}

/// Leaves out of a ranking what is not among the failures shown.
fn keep_only(ranking: &mut Ranking, shown: &Ranking) {
    if shown.entries.len() < ranking.entries.len() {
        let kept: HashSet<FailureId> = shown.entries.iter().map(|entry| entry.failure).collect();
        ranking.entries.retain(|entry| kept.contains(&entry.failure));
    }
}
