//! The quality screen: how good the list is, as far as labels or the fixed version tell.
//!
//! `2` opens it and asks for the figures; they come from [`evaluate`](crate::evaluate), worked out beside the loop. The screen
//! shows them and gives no labels: the keys that judge do nothing here.

use std::sync::Arc;

use super::Screen;
use super::curves::Curves;
use super::quality_lines::{QualityLine, lines};
use crate::evaluate::{Averaged, RankedLists, VerdictSource, quality};
use crate::model::{Corpus, FailureId, Label, Ranking};
use crate::tui::app::Command;
use crate::tui::app::list::order::ListOrder;
use crate::tui::app::{App, GroupState, Job};

/// A request to measure the lists.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    corpus: Arc<Corpus>,
    labels: Vec<Option<Label>>,
    /// By failure.
    signatures: Vec<usize>,
    source: VerdictSource,
    /// The list on the screen first.
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
        let quality =
            quality(&self.corpus, &self.labels, &self.signatures, self.source, &self.lists, self.top, false);
        Measured { curves: Curves::of(&quality), lines: lines(&quality) }
    }
}

impl App {
    /// Opens the quality screen and has it measured.
    pub(in crate::tui::app) fn open_quality(&mut self) {
        self.quality.offset = 0;
        self.measure();
    }

    /// Shows what was measured.
    pub(in crate::tui::app) fn measured(&mut self, measured: Box<Measured>) {
        self.quality.measured = Some(measured);
    }

    /// Has the lists measured if the quality screen is open.
    pub(in crate::tui::app) fn measure(&mut self) {
        if self.screen != Screen::Quality {
            return;
        }
        let labels = self.session.corpus.failures_with_ids().map(|(id, _)| self.session.labels.label(id));
        let shown = self.session.current_group().map_or(ListOrder::Paper, |(_, group)| group.shown());
        // What is hidden on the triage screen takes no place in its list.
        let on_screen = self.session.groups.iter().map(|group| group.list().clone()).collect();
        let others = ListOrder::ALL
            .into_iter()
            .filter(|&order| order != shown)
            .filter_map(|order| Some((order, self.lists_in(order)?)));
        let list =
            |ranker, rankings| RankedLists { ranker, averaged: Averaged::Scores, lists: vec![rankings] };
        let of_order = |(order, mut rankings): (ListOrder, Vec<Ranking>)| {
            if order == ListOrder::Diversified {
                // It counts as it is shown, as `evaluate` has it.
                rankings = rankings.into_iter().map(Ranking::without_ties).collect();
            }
            list(order.title(), rankings)
        };
        let mut lists: Vec<RankedLists> =
            std::iter::once((shown, on_screen)).chain(others).map(of_order).collect();
        let random = self.session.groups.iter().map(|group| {
            let failures: Vec<FailureId> = group.ranking.entries.iter().map(|entry| entry.failure).collect();
            Ranking::from_scores(&failures, &vec![0.0; failures.len()])
        });
        lists.push(list("random", random.collect()));
        self.start(Job::Measure(Measure {
            corpus: Arc::clone(&self.session.corpus),
            labels: labels.collect(),
            signatures: self.signature_numbers(),
            source: if self.session.truth_shown { VerdictSource::Fixed } else { VerdictSource::Labels },
            lists,
            top: self.session.list.top,
        }));
    }

    /// The lists of all groups in an order; None as long as that of a group is not known.
    fn lists_in(&self, order: ListOrder) -> Option<Vec<Ranking>> {
        let ranking = |group: &GroupState| match group.ranking_in(order) {
            None if group.ranking.entries.is_empty() => Some(Ranking::default()),
            ranking => ranking.cloned(),
        };
        self.session.groups.iter().map(ranking).collect()
    }

    /// Does what a command means on the quality screen. Returns false if that is what it means everywhere.
    pub(in crate::tui::app) fn quality_command(&mut self, command: Command) -> bool {
        let by = match command {
            Command::RevealTruth
            | Command::MoreTop
            | Command::FewerTop
            | Command::ToggleFlaky
            | Command::NextOrder
            | Command::PaperOrder => {
                self.run_everywhere(command);
                self.measure();
                return true;
            }
            Command::Down => 1,
            Command::Up => -1,
            Command::PageDown => 10,
            Command::PageUp => -10,
            Command::First => isize::MIN,
            Command::Last => isize::MAX,
            _ => return false,
        };
        self.scroll_quality(by);
        true
    }

    /// Scrolls the figures, as far as there are any.
    pub(in crate::tui::app) fn scroll_quality(&mut self, by: isize) {
        let rows = self.quality.measured.as_ref().map_or(0, |measured| measured.lines.len());
        let shown = crate::tui::app::layout::quality_areas(self.panes.size).1.height;
        let last = rows.saturating_sub(usize::from(shown));
        self.quality.offset = self.quality.offset.saturating_add_signed(by).min(last);
    }
}
