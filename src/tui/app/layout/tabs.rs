//! The tabs in the panes' title lines: where each stands, for drawing and for clicks alike.
//!
//! ```text
//! ━ Purse::test02 · expects a throw ━━━━━━━━━━━ test ▸ focal ▸ prefix ━    the code pane's own title
//! ─ test ▸ focal ▸ prefix ─ trace ─ why ───────────── Purse::test02 ─    a small screen's detail panes
//! ```

use super::Pane;
use crate::tui::app::detail::code::CodeView;
use crate::tui::app::{Cx, Triage, text};

/// On both sides of the code pane's tabs.
pub const MARGIN: &str = " ";
/// Between two of them.
pub const BETWEEN: &str = " ▸ ";
/// Cells of a title that stay readable beside what stands at its right.
pub const LEAST_TITLE: usize = 12;

/// The tab of a detail pane on a small screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaneTab {
    /// The pane that it shows.
    pub pane: Pane,
    /// The title; the code pane has a tab for each of its texts instead.
    pub title: &'static str,
    /// Its pane is the one that is shown.
    pub is_shown: bool,
    /// Its first cell in the line.
    pub x: u16,
    /// Its cells.
    pub width: u16,
}

/// The target of a click on a tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tab {
    Text(CodeView),
    Pane(Pane),
}

impl Triage {
    /// The code pane's tabs, and which of them is shown: the texts of a failure, behind them a source file that is open.
    pub fn code_tabs(&self) -> Vec<(CodeView, bool)> {
        let is_open = self.detail.source.is_some();
        let texts = CodeView::ALL.map(|view| (view, view == self.viewer.view && !is_open));
        texts.into_iter().chain(is_open.then_some((CodeView::Source, true))).collect()
    }

    /// The tabs of a small screen, from left to right: one for each pane that is not shown with a title of its own.
    pub fn pane_tabs(&self, cx: &Cx) -> Vec<PaneTab> {
        let layout = cx.layout();
        let tabbed = layout.and_then(|layout| layout.tabbed());
        let mut x = 1;
        let mut tabs = Vec::new();
        for (pane, title) in [(Pane::Code, ""), (Pane::Trace, " trace "), (Pane::Why, " why ")] {
            let is_shown = tabbed == Some(pane);
            if !is_shown && layout.is_some_and(|layout| layout.pane(pane).is_some()) {
                continue;
            }
            let width = if pane == Pane::Code { self.code_tabs_width() } else { cells(title) };
            tabs.push(PaneTab { pane, title, is_shown, x, width });
            x += width + 1;
        }
        tabs
    }

    fn code_tabs_width(&self) -> u16 {
        let tabs = self.code_tabs();
        let titles: u16 = tabs.iter().map(|(view, _)| cells(view.title())).sum();
        let gaps = u16::try_from(tabs.len().saturating_sub(1)).unwrap_or(0) * cells(BETWEEN);
        titles + gaps + 2 * cells(MARGIN)
    }

    /// The text whose tab is at a cell of the line; `start` is where the code pane's tabs begin.
    fn code_tab_at(&self, column: u16, start: u16) -> Option<CodeView> {
        let mut x = start + cells(MARGIN);
        self.code_tabs().into_iter().map(|(view, _)| view).find(|view| {
            let tab = x..x + cells(view.title());
            x = tab.end + cells(BETWEEN);
            tab.contains(&column)
        })
    }

    fn tab_at(&self, column: u16, row: u16, cx: &Cx) -> Option<Tab> {
        let layout = cx.layout()?;
        if let Some(area) = layout.tabs {
            let at = column.checked_sub(area.x).filter(|_| row == area.y)?;
            let tab = self.pane_tabs(cx).into_iter().find(|tab| (tab.x..tab.x + tab.width).contains(&at))?;
            return match self.code_tab_at(at, tab.x).filter(|_| tab.pane == Pane::Code) {
                Some(view) => Some(Tab::Text(view)),
                None => Some(Tab::Pane(tab.pane)),
            };
        }
        let area = layout.pane(Pane::Code).filter(|area| row == area.y)?;
        let width = self.code_tabs_width();
        // Where they don't fit beside the title they are not there.
        let end = area.x + area.width - 1;
        let start = end
            .checked_sub(width)
            .filter(|_| usize::from(width) + LEAST_TITLE + 5 <= usize::from(area.width))?;
        self.code_tab_at(column, start).map(Tab::Text)
    }

    /// Shows what the tab at a cell names. Returns false where there is none.
    pub(in crate::tui::app) fn click_tab(&mut self, column: u16, row: u16, cx: &mut Cx) -> bool {
        let Some(tab) = self.tab_at(column, row, cx) else { return false };
        match tab {
            Tab::Pane(pane) => cx.focus(pane),
            Tab::Text(view) => {
                cx.focus(Pane::Code);
                if self.code_tabs().contains(&(view, false)) {
                    self.show_view(view, cx);
                }
            }
        }
        true
    }
}

fn cells(title: &str) -> u16 {
    u16::try_from(text::width(title)).unwrap_or(u16::MAX)
}
