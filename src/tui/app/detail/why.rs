//! The why pane: why the selected failure has its rank, in the terms of the ranker that made the list.
//!
//! The isolation forest and the list that is diversified from it show the features, each in the words of the group and with what
//! it contributes to the rank. Where a ranker gives no reasons, the features stand without bars, and a sentence says so.

use crate::model::{FEATURE_COUNT, Failure, FailureId, FeatureVector};
use crate::rank::{Firmness, Ranker, ReasonRow, Reasons, ValueCounts};
use crate::tui::app::layout::{Needs, WIDEST};
use crate::tui::app::layout::{Pane, scrolled};
use crate::tui::app::list::group::Explanations;
use crate::tui::app::list::names::BESIDE_NAMES;
use crate::tui::app::list::order::ListOrder;
use crate::tui::app::{Cx, Session, WhyPane, text};

/// The pane's content for one failure.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Why {
    /// The failure's rank in the ranker's own list, whatever the order shown; 0 while there is no failure.
    pub rank: usize,
    /// One row per feature, in their order.
    pub rows: Vec<ReasonRow>,
    /// The pull that fills a side: the largest of any failure in the group.
    pub scale: f64,
    /// True where the ranker gives reasons, and so bars.
    pub has_bars: bool,
    /// Sentences below, in lines of the pane: the sum of the pulls and the firmness of the rank, the order shown
    /// makes of it, what its neighbours share and what sets it apart from them. Empty until computed.
    pub said: Vec<String>,
}

impl WhyPane {
    /// Scrolls by so many rows, as far as there are any.
    pub(in crate::tui::app) fn scroll(&mut self, by: isize, cx: &Cx) {
        let height = cx.layout().map_or(0, |layout| layout.content_height(Pane::Why));
        self.offset = scrolled(self.offset, by, self.content.lines(), height);
    }
}

/// A score, rounded to four cells: three digits below one, fewer above.
pub fn score(value: f64) -> String {
    let rounded = |digits: usize| {
        let text = format!("{value:.digits$}");
        text.strip_prefix("0.").map_or_else(|| text.clone(), |digits| format!(".{digits}"))
    };
    (1..=3).rev().map(rounded).find(|text| text.len() <= 4).unwrap_or_else(|| rounded(0))
}

impl Why {
    /// The rows for row `row` of a group, which is this failure's: without pulls as long as `explanations` are not there.
    fn new(
        ranker: Ranker,
        failure: &Failure,
        (features, counts): (&[FeatureVector], Option<&ValueCounts>),
        row: usize,
        explanations: Option<&Explanations>,
    ) -> Why {
        let reasons = explanations.and_then(|explanations| explanations.reasons.get(row));
        let rows = reasons.unwrap_or(&Reasons::None).rows(failure, features, row, counts);
        let scale = explanations.map_or(0.0, |explanations| explanations.largest_credit);
        Why { rows, scale, has_bars: ranker.why_without_reasons().is_none(), ..Why::default() }
    }

    /// Rows of the pane: the rows, a blank one, and what is said below.
    pub fn lines(&self) -> usize {
        self.rows.len() + 1 + self.said.len()
    }
}

impl Session {
    /// Explains the order that is shown and the place of a failure in it; None where the order is by score.
    fn order_in_words(&self, failure: FailureId) -> Option<String> {
        let (group, state) = self.current_group()?;
        match state.shown() {
            ListOrder::Paper => None,
            ListOrder::Forest => Some(format!(
                "The list is in the paper's order, with its scores; what is said here is of the list by {}.",
                self.list.ranked_by
            )),
            ListOrder::Diversified => {
                let signatures = state.signatures.exact.as_ref()?;
                let number = signatures.of_failure.get(group.failures.binary_search(&failure).ok()?)?;
                let tests = signatures.of_failure.iter().filter(|other| *other == number).count();
                Some(match tests {
                    1 => "Diversified: no other test has its signature, so it is in the first round."
                        .to_owned(),
                    _ => format!(
                        "Diversified: one test of each signature, then the second of each; its signature has {tests}."
                    ),
                })
            }
        }
    }
}

impl Cx {
    /// Rows that the panes of the current group can fill.
    pub(in crate::tui::app) fn needs(&self) -> Needs {
        /// Cells of what is said of most failures: how firm the rank is, and how it differs from those it is most like.
        const SAID: [u16; 3] = [50, 100, 130];
        /// Cells in which a list is beside other panes, at least.
        const COLUMN: u16 = 44;
        // What it has of the width beside the code.
        let share = if self.panes.size.0 < WIDEST { 38 } else { 26 };
        let cells = (self.panes.size.0 * share / 100).max(COLUMN) - 2;
        let said: u16 = SAID.into_iter().map(|said| said.div_ceil(cells)).sum();
        let (list, names) = self.session.current_group().map_or((0, 0), |(_, group)| {
            let list = group.list().entries.len();
            (list, BESIDE_NAMES + list.max(99).to_string().len() + group.names.cells())
        });
        let cells = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        // Title and the line below the top K; title and a blank row.
        let why = 1 + cells(FEATURE_COUNT) + 1 + said;
        Needs { list: cells(list).saturating_add(2), why, names: cells(names) }
    }
}

impl WhyPane {
    /// Makes the why pane's rows from what is known so far.
    pub(in crate::tui::app) fn show_why(&mut self, cx: &mut Cx) {
        self.content = Self::why(cx).unwrap_or_default();
    }

    fn why(cx: &Cx) -> Option<Why> {
        let (group, state) = cx.session.current_group()?;
        let failure = state.selected_failure()?;
        let rank = state.paper_rank(failure)?;
        let (Some(features), Ok(row)) = (&state.features, group.failures.binary_search(&failure)) else {
            return Some(Why { rank, ..Why::default() });
        };
        let explanations = state.explanations.ready();
        let why = Why::new(
            cx.session.list.ranked_by,
            &cx.session.corpus.failures[failure],
            (features, state.counts.as_ref()),
            row,
            explanations,
        );
        let mut sentences: Vec<String> = Vec::new();
        let reasons = explanations.and_then(|explanations| explanations.reasons.get(row));
        if let Some(reasons) = reasons {
            let firmness = reasons.seed_ranks().map(|ranks| Firmness::of(&state.ranking, rank - 1, ranks));
            sentences.extend(reasons.summary(cx.session.list.ranked_by, firmness));
        }
        sentences.extend(cx.session.order_in_words(failure));
        if let Some(contrast) = cx.session.contrast.as_ref().filter(|contrast| contrast.failure == failure) {
            sentences.extend(contrast.sentences.iter().map(|said| text::sanitize(said).into_owned()));
        }
        let area = cx.layout().and_then(|layout| layout.pane(Pane::Why));
        let cells = area.map_or(0, |area| usize::from(area.width)).saturating_sub(2).max(20);
        let said = sentences.iter().flat_map(|said| text::wrap(said, cells)).collect();
        Some(Why { rank, said, ..why })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_rounded_to_four_cells() {
        for (value, shown) in [
            (0.7116, ".712"),
            (1.1667, "1.17"),
            (0.9996, "1.00"),
            (0.0, ".000"),
            (12.345, "12.3"),
            (1234.5, "1234"),
        ] {
            assert_eq!(score(value), shown);
        }
    }
}
