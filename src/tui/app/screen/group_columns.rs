//! The columns of the groups screen: what they are, and where they stand on a screen of some width.

use crate::tui::app::{Cx, GroupTable};

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GroupColumn {
    /// The place in the input.
    #[default]
    Number,
    /// Project and bug.
    Name,
    /// Failed tests.
    Failures,
    /// Different failures among them.
    Signatures,
    /// The share of the top K that has a label.
    Judged,
    /// Labelled true positive, in the top K or below.
    TruePositives,
    /// The highest score.
    Best,
    /// All scores, highest first, as a line; sorts by how far they span.
    Scores,
}

impl GroupColumn {
    /// From left to right.
    pub const ALL: [GroupColumn; 8] = [
        GroupColumn::Number,
        GroupColumn::Name,
        GroupColumn::Failures,
        GroupColumn::Signatures,
        GroupColumn::Judged,
        GroupColumn::TruePositives,
        GroupColumn::Best,
        GroupColumn::Scores,
    ];

    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            GroupColumn::Number => "#",
            GroupColumn::Name => "group",
            GroupColumn::Failures => "failures",
            GroupColumn::Signatures => "signatures",
            GroupColumn::Judged => "judged",
            GroupColumn::TruePositives => "TP",
            GroupColumn::Best => "best",
            GroupColumn::Scores => "scores",
        }
    }

    /// The key that sorts by it: its first letter, where no other column has that.
    pub fn letter(self) -> char {
        match self {
            GroupColumn::Scores => 'c',
            column => column.title().chars().next().unwrap_or_default(),
        }
    }

    /// Returns true if the largest value is what one looks for first.
    pub(in crate::tui::app) fn starts_descending(self) -> bool {
        !matches!(self, GroupColumn::Number | GroupColumn::Name | GroupColumn::Judged)
    }

    pub(in crate::tui::app) fn depends_on_ranking(self) -> bool {
        matches!(self, GroupColumn::Signatures | GroupColumn::Best | GroupColumn::Scores)
    }
}

/// A column on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacedColumn {
    /// The column.
    pub column: GroupColumn,
    /// Its first cell.
    pub x: u16,
    /// Its cells, without the blank before it.
    pub width: u16,
}

/// Narrower, a name says too little.
const NARROWEST_NAME: u16 = 14;
/// The line of scores, at least and at most.
const SCORES: (u16, u16) = (8, 40);
/// From this width of the screen on there is room for a bar beside the count of labels.
const WITH_BARS: u16 = 100;

impl GroupTable {
    /// The columns that fit, from left to right. Where room is short, the place in the input goes first, then the signatures,
    /// then the line of scores.
    pub fn group_columns(&self, cx: &Cx) -> Vec<PlacedColumn> {
        let width = cx.panes.size.0;
        let digits = u16::try_from(cx.session.order.len().to_string().len()).unwrap_or(9);
        let name = u16::try_from(self.name_cells()).unwrap_or(u16::MAX).max(7);
        // Headings have room for the sign that says what the table is sorted by.
        let least = |column: GroupColumn| match column {
            GroupColumn::Number => digits.max(3),
            GroupColumn::Name => name.min(NARROWEST_NAME),
            GroupColumn::Failures => 10,
            GroupColumn::Signatures => 12,
            GroupColumn::Judged => {
                if width >= WITH_BARS {
                    16
                } else {
                    8
                }
            }
            GroupColumn::TruePositives => 4,
            GroupColumn::Best => 6,
            GroupColumn::Scores => SCORES.0,
        };
        let mut shown: Vec<GroupColumn> = GroupColumn::ALL.to_vec();
        let needed = |shown: &[GroupColumn]| 1 + shown.iter().map(|&column| least(column) + 2).sum::<u16>();
        for dropped in [GroupColumn::Number, GroupColumn::Signatures, GroupColumn::Scores] {
            if needed(&shown) > width {
                shown.retain(|&column| column != dropped);
            }
        }
        let mut spare = width.saturating_sub(needed(&shown));
        let mut x = 1;
        let mut placed = Vec::with_capacity(shown.len());
        for column in shown {
            let wanted = match column {
                GroupColumn::Name => name,
                GroupColumn::Scores => SCORES.1,
                _ => 0,
            };
            let more = wanted.saturating_sub(least(column)).min(spare);
            spare -= more;
            placed.push(PlacedColumn { column, x, width: least(column) + more });
            x += least(column) + more + 2;
        }
        placed
    }
}
