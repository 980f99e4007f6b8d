//! The tabs of the code pane: one for each of its texts.

use super::{CodePane, CodeView};
use crate::tui::{Cx, text};

/// The text on both sides of the code pane's tabs.
pub(crate) const MARGIN: &str = " ";
pub(crate) const BETWEEN: &str = " ▸ ";

impl CodePane {
    /// Returns the code pane's tabs, true for the current one: a failure's texts, then an open source file.
    pub(crate) fn code_tabs(&self, cx: &Cx) -> Vec<(CodeView, bool)> {
        let is_open = self.source.open.is_some();
        let shown_failure = cx.lists.shown_failure().map(|(_, failure)| failure);
        let method = shown_failure.and_then(|failure| CodeView::beside_test(failure).next());
        let texts = [Some(CodeView::Test), method].into_iter().flatten();
        let texts = texts.map(|view| (view, view.title() == self.view.title() && !is_open));
        texts.chain(is_open.then_some((CodeView::Source, true))).collect()
    }

    pub(in crate::tui) fn code_tabs_width(&self, cx: &Cx) -> u16 {
        let tabs = self.code_tabs(cx);
        let titles: u16 = tabs.iter().map(|(view, _)| tab_cells(view.title())).sum();
        let gaps = u16::try_from(tabs.len().saturating_sub(1)).unwrap_or(0) * tab_cells(BETWEEN);
        titles + gaps + 2 * tab_cells(MARGIN)
    }

    /// Returns the text whose tab is at a cell of the line; `start` is the first cell of the code pane's tabs.
    pub(in crate::tui) fn code_tab_at(&self, column: u16, start: u16, cx: &Cx) -> Option<CodeView> {
        let mut x = start + tab_cells(MARGIN);
        self.code_tabs(cx).into_iter().map(|(view, _)| view).find(|view| {
            let tab = x..x + tab_cells(view.title());
            x = tab.end + tab_cells(BETWEEN);
            tab.contains(&column)
        })
    }
}

/// Returns the width of a title, in cells.
pub(in crate::tui) fn tab_cells(title: &str) -> u16 {
    u16::try_from(text::width(title)).unwrap_or(u16::MAX)
}
