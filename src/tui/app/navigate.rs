//! Moving between failures, groups and panes, and making what is shown of the place one arrives at.

use crate::model::FailureId;
use std::sync::Arc;

use super::detail::code::{CodeView, Document};
use super::layout::{self, Pane};
use super::list::group::{ListRow, ListRows};
use super::mouse::{Mouse, MouseKind};
use super::{App, Job, Message, Modal};
use crate::tui::app::Screen;

/// Rows that one notch of the wheel scrolls.
const WHEEL: isize = 3;

impl App {
    /// Moves the selection to a position of the current group, the last one at most; in a folded list its signature is unfolded.
    pub(super) fn select(&mut self, position: usize) {
        let Some(&index) = self.session.order.get(self.session.current) else { return };
        let group = &mut self.session.groups[index];
        group.selected = group.listed_near(position.min(group.list().entries.len().saturating_sub(1)));
        let selected = group.selected;
        self.make_visible(selected);
        self.session.groups[index].selected = selected;
        self.dirty.selection = true;
    }

    pub(super) fn selected_position(&self) -> usize {
        self.session.current_group().map_or(0, |(_, group)| group.selected)
    }

    /// Moves the selection by so many rows of the list.
    pub(super) fn step(&mut self, by: isize) {
        let rows = self.session.list_rows();
        let index = rows.index_of(self.selected_position()).saturating_add_signed(by);
        let position = rows.position(index.min(rows.shown().saturating_sub(1)));
        self.select(position.unwrap_or(0));
    }

    /// Goes to the group at a position of the screen's order.
    pub(super) fn go_to_group(&mut self, position: usize) {
        if position >= self.session.order.len() {
            return;
        }
        self.session.current = position;
        self.dirty.selection = true;
    }

    pub(super) fn next_group(&mut self, by: isize) {
        let has_rows = |position: &usize| {
            self.session.list.active_filter.is_none()
                || self.session.groups[self.session.order[*position]].shown_failures() > 0
        };
        let next = if by > 0 {
            (self.session.current + 1..self.session.order.len()).find(has_rows)
        } else {
            (0..self.session.current).rev().find(has_rows)
        };
        match next {
            Some(position) => self.go_to_group(position),
            _ => {
                let end = if by > 0 { "last" } else { "first" };
                let that = if self.session.list.active_filter.is_some() {
                    " in which something passes the filter"
                } else {
                    ""
                };
                self.messages.current = Some(Message::info(format!("this is the {end} group{that}")));
            }
        }
    }

    pub(super) fn scroll_list_to_selection(&mut self) {
        let height = self.layout().map_or(0, |layout| layout.content_height(Pane::Candidates));
        if let Some(&index) = self.session.order.get(self.session.current) {
            let group = &mut self.session.groups[index];
            group.offset =
                ListRows::of(group, self.session.list.top).scrolled_to(group.selected, group.offset, height);
        }
    }

    /// Makes the code pane's document, scrolled to the line that failed, and asks for its colours and its neighbours'.
    pub(super) fn show_code(&mut self) {
        self.triage.viewer.opening = None;
        self.triage.detail.source = None;
        self.triage.detail.search = None;
        self.triage.detail.brackets = None;
        let Some((index, failure)) = self.session.selected() else {
            self.triage.detail.document = None;
            return;
        };
        let document = Document::new(index, failure, self.triage.viewer.view);
        let failed = document.failed.map_or(0, |failed| failed.line);
        self.triage.detail.code_column = 0;
        if self.triage.viewer.highlights.request(document.key) {
            self.start(Job::Highlight { key: document.key, lines: Arc::clone(&document.lines) });
        }
        self.ask_code_read(&document);
        self.triage.detail.document = Some(document);
        self.lay_code();
        self.show_code_line(failed);
        self.prefetch_colours();
    }

    /// Colours for the failures that the next keys are likely to go to.
    fn prefetch_colours(&mut self) {
        let Some((_, group)) = self.session.current_group() else { return };
        let rows = ListRows::of(group, self.session.list.top);
        let here = rows.index_of(group.selected);
        let near = [here + 1, here.wrapping_sub(1)].into_iter().filter_map(|index| rows.position(index));
        let neighbours: Vec<FailureId> = near.filter_map(|position| group.failure_at(position)).collect();
        let corpus = Arc::clone(&self.session.corpus);
        for index in neighbours {
            let key = (index, self.triage.viewer.view);
            if self.triage.viewer.highlights.request(key) {
                let lines = super::detail::code::document_lines(&corpus.failures[index], key.1);
                self.start(Job::Highlight { key, lines: Arc::new(lines) });
            }
        }
    }

    /// Asks how the selected failure differs from those it is most like.
    pub(super) fn ask_contrast(&mut self) {
        let Some(&group) = self.session.order.get(self.session.current) else { return };
        let state = &self.session.groups[group];
        let (Some(features), Some(failure)) = (&state.features, state.selected_failure()) else { return };
        if self.triage.viewer.contrast.as_ref().is_none_or(|(of, ..)| *of != failure) {
            self.start(Job::Contrast { group, failure, features: Arc::clone(features) });
        }
    }

    /// Asks for the current group's explanations, once.
    pub(super) fn ask_why(&mut self) {
        let Some(&index) = self.session.order.get(self.session.current) else { return };
        let group = &mut self.session.groups[index];
        let Some(features) = group.features.clone() else { return };
        if group.explanations.ask() {
            self.start(Job::Explain { group: index, features });
        }
    }

    /// Shows another text of the failure in the code pane; the same one again goes back to the test.
    pub(super) fn show_view(&mut self, view: CodeView) {
        let again = self.triage.viewer.view == view && self.triage.detail.source.is_none();
        self.triage.viewer.view = if again { CodeView::Test } else { view };
        self.panes.detail = Pane::Code;
        if self.panes.focus != Pane::Candidates {
            self.panes.focus = Pane::Code;
        }
        self.dirty.code = true;
    }

    /// Gives the focus to another pane.
    pub(super) fn focus(&mut self, pane: Pane) {
        self.panes.focus = pane;
        if pane != Pane::Candidates {
            self.panes.detail = pane;
        }
        self.dirty.layout = true;
    }

    pub(super) fn focus_next(&mut self, by: usize) {
        let at = Pane::ALL.iter().position(|&pane| pane == self.panes.focus).unwrap_or(0);
        self.focus(Pane::ALL[(at + by) % Pane::ALL.len()]);
    }

    /// Rows of content that a pane has, shown or not.
    fn content_rows(&self, pane: Pane) -> usize {
        match pane {
            Pane::Candidates => self.session.list_rows().count(),
            Pane::Code => self.triage.detail.code_rows.count(),
            Pane::Trace => self.triage.detail.trace.rows.len(),
            Pane::Why => self.triage.detail.why.lines(),
        }
    }

    /// Describes the rows of a pane that are shown, where some are not.
    pub fn rows_in_words(&self, pane: Pane) -> Option<String> {
        let (first, height) = match pane {
            Pane::Candidates => return None,
            Pane::Code => (self.triage.detail.code_offset, self.code_height()),
            Pane::Trace => (self.triage.detail.trace_offset, self.layout()?.content_height(pane)),
            Pane::Why => (self.triage.detail.why_offset, self.layout()?.content_height(pane)),
        };
        layout::rows_in_words(first, height, self.content_rows(pane))
    }

    /// Scrolls a pane by so many rows, as far as there is content.
    pub(super) fn scroll(&mut self, pane: Pane, by: isize) {
        let height = match pane {
            Pane::Code => self.code_height(),
            _ => self.layout().map_or(0, |layout| layout.content_height(pane)),
        };
        let last = self.content_rows(pane).saturating_sub(height);
        let offset = match pane {
            Pane::Candidates => match self.session.order.get(self.session.current) {
                Some(&index) => &mut self.session.groups[index].offset,
                None => return,
            },
            Pane::Code => &mut self.triage.detail.code_offset,
            Pane::Trace => &mut self.triage.detail.trace_offset,
            Pane::Why => &mut self.triage.detail.why_offset,
        };
        *offset = offset.saturating_add_signed(by).min(last);
    }

    /// Scrolls long lines of code sideways.
    pub(super) fn scroll_sideways(&mut self, by: isize) {
        if self.triage.viewer.wraps {
            self.say_wrapped();
            return;
        }
        let area = self.layout().and_then(|layout| layout.pane(Pane::Code));
        let room = area.map_or(0, |area| usize::from(area.width).saturating_sub(8));
        let width = self.triage.detail.document.as_ref().map_or(0, |document| document.width);
        self.triage.detail.code_column =
            self.triage.detail.code_column.saturating_add_signed(by).min(width.saturating_sub(room));
    }

    /// Says why nothing scrolls sideways.
    pub(super) fn say_wrapped(&mut self) {
        let said = self.keys.fill("long lines are wrapped: {wrap-lines} scrolls them again");
        self.messages.current = Some(Message::info(said));
    }

    /// Up and down in the focused pane: moves the selection in the list, scrolls elsewhere.
    pub(super) fn move_in_focus(&mut self, by: isize) {
        if self.panes.focus == Pane::Candidates {
            return self.step(by);
        }
        if self.panes.focus == Pane::Trace {
            self.move_frame(by);
        } else {
            self.scroll(self.panes.focus, by);
        }
    }

    /// Half a page in the focused pane.
    pub(super) fn half_page(&self) -> isize {
        let height = self.layout().map_or(2, |layout| layout.content_height(self.panes.focus));
        isize::try_from(height / 2).unwrap_or(1).max(1)
    }

    pub(super) fn mouse(&mut self, mouse: Mouse) {
        if self.layout().is_none() {
            return;
        }
        match self.modal {
            Some(Modal::Help(offset)) => {
                match mouse.kind {
                    MouseKind::ScrollDown => self.scroll_help(offset, WHEEL),
                    MouseKind::ScrollUp => self.scroll_help(offset, -WHEEL),
                    MouseKind::Click => self.modal = None,
                    MouseKind::Drag | MouseKind::Release => {}
                }
                return;
            }
            Some(Modal::Themes { selected, offset }) => {
                return match mouse.kind {
                    MouseKind::ScrollDown => self.preview(selected, offset, selected + 1),
                    MouseKind::ScrollUp => self.preview(selected, offset, selected.saturating_sub(1)),
                    _ => {}
                };
            }
            Some(_) => return,
            None => {}
        }
        if mouse.kind == MouseKind::Click && self.tour_click(mouse.column, mouse.row) {
            return;
        }
        if mouse.kind == MouseKind::Click && self.click_header(mouse.column, mouse.row) {
            return;
        }
        match self.screen {
            Screen::Triage if self.triage.viewer.compare.is_some() => match mouse.kind {
                MouseKind::ScrollDown => self.scroll_compare(WHEEL),
                MouseKind::ScrollUp => self.scroll_compare(-WHEEL),
                MouseKind::Click | MouseKind::Drag | MouseKind::Release => {}
            },
            Screen::Triage => self.triage_mouse(mouse),
            Screen::Groups => self.groups_mouse(mouse),
            Screen::Map => self.map_mouse(mouse),
            Screen::Quality => match mouse.kind {
                MouseKind::ScrollDown => self.scroll_quality(WHEEL),
                MouseKind::ScrollUp => self.scroll_quality(-WHEEL),
                MouseKind::Click | MouseKind::Drag | MouseKind::Release => {}
            },
        }
    }

    fn triage_mouse(&mut self, mouse: Mouse) {
        if mouse.kind == MouseKind::Click && self.click_tab(mouse.column, mouse.row) {
            return;
        }
        if self.drag(mouse) {
            return;
        }
        let Some(layout) = self.layout() else { return };
        let Some(pane) = layout.pane_at(mouse.column, mouse.row) else { return };
        match mouse.kind {
            MouseKind::ScrollDown => self.scroll(pane, WHEEL),
            MouseKind::ScrollUp => self.scroll(pane, -WHEEL),
            MouseKind::Click => self.click(pane, mouse),
            MouseKind::Drag | MouseKind::Release => {}
        }
    }

    fn click(&mut self, pane: Pane, mouse: Mouse) {
        let area = self.layout().and_then(|layout| layout.pane(pane)).unwrap_or_default();
        self.focus(pane);
        if pane == Pane::Candidates && mouse.row > area.y {
            let offset = self.session.current_group().map_or(0, |(_, group)| group.offset);
            let row = offset + usize::from(mouse.row - area.y - 1);
            if let Some(ListRow::Failure(position)) = self.session.list_rows().at(row) {
                self.select(position);
            }
        }
        if pane == Pane::Trace && mouse.row > area.y {
            self.choose_frame(self.triage.detail.trace_offset + usize::from(mouse.row - area.y - 1));
        }
    }
}
