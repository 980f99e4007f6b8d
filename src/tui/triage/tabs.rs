//! The tabs of a small screen's detail panes, for drawing and for clicks.
//!
//! ```text
//!   test ▸ focal   trace   why                Purse.test02
//! ```

use super::code::tabs::tab_cells;
use super::panes;
use crate::tui::frame::layout::Pane;
use crate::tui::{Cx, Triage};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PaneTab {
    pub pane: Pane,
    /// The title; the code pane has a tab for each of its texts instead.
    pub title: &'static str,
    pub is_shown: bool,
    pub x: u16,
    pub width: u16,
}

impl Triage {
    /// Returns the tabs of a small screen, from left to right: one for each pane without a title of its own.
    pub(crate) fn pane_tabs(&self, cx: &Cx) -> Vec<PaneTab> {
        let layout = cx.layout();
        let tabbed = layout.and_then(|layout| layout.tabbed());
        let mut x = 1;
        let mut tabs = Vec::new();
        for (pane, title) in panes::tabs() {
            let is_shown = tabbed == Some(pane);
            if !is_shown && layout.is_some_and(|layout| layout.pane(pane).is_some()) {
                continue;
            }
            let width = if pane == Pane::Code { self.code.code_tabs_width(cx) } else { tab_cells(title) };
            tabs.push(PaneTab { pane, title, is_shown, x, width });
            x += width + 1;
        }
        tabs
    }

    /// Shows the pane or text of the tab at a cell. Returns false if there is none.
    pub(in crate::tui) fn click_tab(&mut self, column: u16, row: u16, cx: &mut Cx) -> bool {
        let line = cx.layout().and_then(|layout| layout.tabs).filter(|line| line.y == row);
        let Some(at) = line.and_then(|line| column.checked_sub(line.x)) else { return false };
        let mut tabs = self.pane_tabs(cx).into_iter();
        let Some(tab) = tabs.find(|tab| (tab.x..tab.x + tab.width).contains(&at)) else { return false };
        cx.focus(tab.pane);
        let text = self.code.code_tab_at(at, tab.x, cx).filter(|_| tab.pane == Pane::Code);
        if let Some(view) = text.filter(|&view| self.code.code_tabs(cx).contains(&(view, false))) {
            self.code.show_view(view, cx);
        }
        true
    }
}
