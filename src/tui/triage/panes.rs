//! The panes of the triage screen: a row of the table has the tab of each, what keys and the wheel do in it,
//! and its hints.
//!
//! A new pane is a variant of `Pane` with its place in the layout, a row here, and its drawing in the table
//! of `frame::draw`.

use crate::tui::core::command::table::Command::{
    self, Back, Compare, Edit, Environment, FalsePositive, Groups, Help, ListMenu, NextFailure, NextGroup,
    NextMatch, NextPane, NextUnlabelled, Note, OpenOrZoom, Progress, Quit, Reload, Search, ShowFocalMethod,
    TruePositive, Undo, UnfoldFrames, Unsure, Zoom,
};
use crate::tui::frame::layout::{self, Pane};
use crate::tui::{Cx, Triage};

/// A pane.
pub(crate) struct PaneRow {
    pane: Pane,
    /// The tab by which a small screen shows it; empty where each text of it has a tab, None without one.
    pub tab: Option<&'static str>,
    /// Returns the rows that are shown, `1–20 of 40`; None if all are.
    pub rows_in_words: fn(&Triage, &Cx) -> Option<String>,
    /// Scrolls by rows, as the wheel does.
    pub scroll: fn(&mut Triage, isize, &mut Cx),
    /// Moves by rows, as the keys for the next and the previous row do.
    pub step: fn(&mut Triage, isize, &mut Cx),
    /// Opens what is selected, or zooms the pane.
    pub enter: fn(&mut Triage, &mut Cx),
    /// The commands that the status line names while the pane has the focus, the most useful first.
    pub hints: &'static [Command],
}

#[rustfmt::skip]
const OF_LIST: &[Command] = &[
    TruePositive, FalsePositive, Environment, Unsure, Note, Undo, Compare, NextUnlabelled, Quit, Search, NextPane,
    ListMenu, NextGroup, Groups, Progress, Reload, Help,
];

#[rustfmt::skip]
static TABLE: [PaneRow; 5] = [
    PaneRow {
        pane: Pane::List,
        tab: None,
        rows_in_words: |_, _| None,
        scroll: |_, by, cx| cx.scroll_list(by),
        step: |_, by, cx| cx.step(by),
        enter: |_, cx| cx.focus(Pane::Code),
        hints: OF_LIST,
    },
    PaneRow {
        pane: Pane::Code,
        tab: Some(""),
        rows_in_words: |triage, cx| triage.code.lines_in_words(cx),
        scroll: |triage, by, cx| triage.code.scroll(by, cx),
        step: |triage, by, cx| triage.code.scroll(by, cx),
        enter: |_, cx| cx.panes.toggle_zoom(),
        hints: &[
            TruePositive, FalsePositive, Environment, Unsure, NextMatch, Back, Edit, Note, ShowFocalMethod, Compare,
            NextFailure, Search, Zoom, NextPane, Help, Quit,
        ],
    },
    PaneRow {
        pane: Pane::Focal,
        tab: None,
        rows_in_words: |triage, cx| triage.focal.lines_in_words(cx),
        scroll: |triage, by, cx| triage.focal.scroll(by, cx),
        step: |triage, by, cx| triage.focal.scroll(by, cx),
        enter: |_, cx| cx.panes.toggle_zoom(),
        hints: OF_LIST,
    },
    PaneRow {
        pane: Pane::Trace,
        tab: Some(" trace "),
        rows_in_words: |triage, cx| {
            let height = cx.layout()?.content_height(Pane::Trace);
            layout::rows_in_words(triage.trace.offset, height, triage.trace.content.rows.len())
        },
        scroll: |triage, by, cx| triage.trace.scroll(by, cx),
        step: |triage, by, cx| triage.trace.move_frame(by, cx),
        enter: Triage::open_source,
        hints: &[
            TruePositive, FalsePositive, Environment, Unsure, OpenOrZoom, Note, Edit, UnfoldFrames, NextFailure, Search,
            Zoom, NextPane, Help, Quit,
        ],
    },
    PaneRow {
        pane: Pane::Why,
        tab: Some(" why "),
        rows_in_words: |triage, cx| {
            let height = cx.layout()?.content_height(Pane::Why);
            layout::rows_in_words(triage.why.offset, height, triage.why.lines(height))
        },
        scroll: |triage, by, cx| triage.why.scroll(by, cx),
        step: |triage, by, cx| triage.why.scroll(by, cx),
        enter: |_, cx| cx.panes.toggle_zoom(),
        hints: OF_LIST,
    },
];

/// Returns the row of a pane.
pub(crate) fn row_of(pane: Pane) -> &'static PaneRow {
    // A pane is its place in the table, which a test compares.
    &TABLE[pane as usize]
}

/// Returns the panes that have tabs on a small screen, from left to right, with these.
pub(crate) fn tabs() -> impl Iterator<Item = (Pane, &'static str)> {
    TABLE.iter().filter_map(|row| Some((row.pane, row.tab?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pane_has_its_row() {
        assert_eq!(TABLE.each_ref().map(|row| row.pane), Pane::ALL);
        assert!(Pane::ALL.into_iter().all(|pane| row_of(pane).pane == pane));
    }
}
