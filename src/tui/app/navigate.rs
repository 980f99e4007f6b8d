//! Moving between failures, groups, panes and screens, and making what is shown of the place one arrives at.
//!
//! A key opens its screen from any other; on its own screen it leads back to triage, as `esc` does. Whatever can be done on a
//! screen is done there by the same keys as on the others (search, filter, sort, marks, the way back); for the rest
//! the command table has a sentence, which keys and the palette say.

use super::action::{Mouse, MouseKind};
use super::detail::code::{CodeView, Document, DocumentKey};
use super::layout::Pane;
use super::list::group::{ListRow, ListRows};
use super::{App, Command, Cx, Job, Modal, Phase, Session, Triage, layout};
use crate::model::FailureId;
use std::sync::Arc;

/// Rows that one notch of the wheel scrolls.
const WHEEL: isize = 3;

impl Session {
    pub(super) fn selected_position(&self) -> usize {
        self.current_group().map_or(0, |(_, group)| group.selected)
    }
}

impl Cx {
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

    /// Moves the selection by so many rows of the list.
    pub(super) fn step(&mut self, by: isize) {
        let rows = self.session.list_rows();
        let index = rows.index_of(self.session.selected_position()).saturating_add_signed(by);
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
                self.messages.info(format!("this is the {end} group{that}"));
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

    /// Asks for the current group's explanations, once.
    pub(super) fn ask_why(&mut self) {
        let Some(&index) = self.session.order.get(self.session.current) else { return };
        let group = &mut self.session.groups[index];
        let Some(features) = group.features.clone() else { return };
        if group.explanations.ask() {
            self.start(Job::Explain { group: index, features });
        }
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

    /// Says why nothing scrolls sideways.
    pub(super) fn say_wrapped(&mut self) {
        let said = self.keys.fill("long lines are wrapped: {wrap-lines} scrolls them again");
        self.messages.info(said);
    }

    /// Half a page in the focused pane.
    pub(super) fn half_page(&self) -> isize {
        let height = self.layout().map_or(2, |layout| layout.content_height(self.panes.focus));
        isize::try_from(height / 2).unwrap_or(1).max(1)
    }
}

impl Triage {
    /// Makes the code pane's document, scrolled to the line that failed, and asks for its colours and its neighbours'.
    pub(super) fn show_code(&mut self, cx: &mut Cx) {
        self.viewer.opening = None;
        self.detail.source = None;
        self.detail.search = None;
        self.detail.brackets = None;
        let Some((index, failure)) = cx.session.selected() else {
            self.detail.document = None;
            return;
        };
        let document = Document::new(index, failure, self.viewer.view);
        let failed = document.failed.map_or(0, |failed| failed.line);
        self.detail.code_column = 0;
        if self.viewer.highlights.request(document.key) {
            cx.start(Job::Highlight { key: document.key, lines: Arc::clone(&document.lines) });
        }
        cx.ask_code_read(&document);
        self.detail.document = Some(document);
        self.lay_code(cx);
        self.show_code_line(failed, cx);
        self.prefetch_colours(cx);
    }

    /// Colours for the failures that the next keys are likely to go to.
    fn prefetch_colours(&mut self, cx: &mut Cx) {
        let Some((_, group)) = cx.session.current_group() else { return };
        let rows = ListRows::of(group, cx.session.list.top);
        let here = rows.index_of(group.selected);
        let near = [here + 1, here.wrapping_sub(1)].into_iter().filter_map(|index| rows.position(index));
        let neighbours: Vec<FailureId> = near.filter_map(|position| group.failure_at(position)).collect();
        let corpus = Arc::clone(&cx.session.corpus);
        for index in neighbours {
            let key = DocumentKey::Text(index, self.viewer.view);
            if self.viewer.highlights.request(key) {
                let lines = super::detail::code::document_lines(&corpus.failures[index], self.viewer.view);
                cx.start(Job::Highlight { key, lines: Arc::new(lines) });
            }
        }
    }

    /// Asks how the selected failure differs from those it is most like.
    pub(super) fn ask_contrast(&mut self, cx: &mut Cx) {
        let Some(&group) = cx.session.order.get(cx.session.current) else { return };
        let state = &cx.session.groups[group];
        let (Some(features), Some(failure)) = (&state.features, state.selected_failure()) else { return };
        if self.viewer.contrast.as_ref().is_none_or(|(of, ..)| *of != failure) {
            cx.start(Job::Contrast { group, failure, features: Arc::clone(features) });
        }
    }

    /// Shows another text of the failure in the code pane; the same one again goes back to the test.
    pub(super) fn show_view(&mut self, view: CodeView, cx: &mut Cx) {
        let again = self.viewer.view == view && self.detail.source.is_none();
        self.viewer.view = if again { CodeView::Test } else { view };
        cx.panes.detail = Pane::Code;
        if cx.panes.focus != Pane::Candidates {
            cx.panes.focus = Pane::Code;
        }
        cx.dirty.code = true;
    }

    /// Rows of content that a pane has, shown or not.
    fn content_rows(&self, pane: Pane, cx: &Cx) -> usize {
        match pane {
            Pane::Candidates => cx.session.list_rows().count(),
            Pane::Code => self.detail.code_rows.count(),
            Pane::Trace => self.detail.trace.rows.len(),
            Pane::Why => self.detail.why.lines(),
        }
    }

    /// Describes the rows of a pane that are shown, where some are not.
    pub fn rows_in_words(&self, pane: Pane, cx: &Cx) -> Option<String> {
        let (first, height) = match pane {
            Pane::Candidates => return None,
            Pane::Code => (self.detail.code_offset, self.code_height(cx)),
            Pane::Trace => (self.detail.trace_offset, cx.layout()?.content_height(pane)),
            Pane::Why => (self.detail.why_offset, cx.layout()?.content_height(pane)),
        };
        layout::rows_in_words(first, height, self.content_rows(pane, cx))
    }

    /// Scrolls a pane by so many rows, as far as there is content.
    pub(super) fn scroll(&mut self, pane: Pane, by: isize, cx: &mut Cx) {
        let height = match pane {
            Pane::Code => self.code_height(cx),
            _ => cx.layout().map_or(0, |layout| layout.content_height(pane)),
        };
        let last = self.content_rows(pane, cx).saturating_sub(height);
        let offset = match pane {
            Pane::Candidates => match cx.session.order.get(cx.session.current) {
                Some(&index) => &mut cx.session.groups[index].offset,
                None => return,
            },
            Pane::Code => &mut self.detail.code_offset,
            Pane::Trace => &mut self.detail.trace_offset,
            Pane::Why => &mut self.detail.why_offset,
        };
        *offset = offset.saturating_add_signed(by).min(last);
    }

    /// Scrolls long lines of code sideways.
    pub(super) fn scroll_sideways(&mut self, by: isize, cx: &mut Cx) {
        if self.viewer.wraps {
            cx.say_wrapped();
            return;
        }
        let area = cx.layout().and_then(|layout| layout.pane(Pane::Code));
        let room = area.map_or(0, |area| usize::from(area.width).saturating_sub(8));
        let width = self.detail.document.as_ref().map_or(0, |document| document.width);
        self.detail.code_column =
            self.detail.code_column.saturating_add_signed(by).min(width.saturating_sub(room));
    }

    /// Up and down in the focused pane: moves the selection in the list, scrolls elsewhere.
    pub(super) fn move_in_focus(&mut self, by: isize, cx: &mut Cx) {
        if cx.panes.focus == Pane::Candidates {
            return cx.step(by);
        }
        if cx.panes.focus == Pane::Trace {
            self.move_frame(by, cx);
        } else {
            self.scroll(cx.panes.focus, by, cx);
        }
    }

    fn triage_mouse(&mut self, mouse: Mouse, cx: &mut Cx) {
        if mouse.kind == MouseKind::Click && self.click_tab(mouse.column, mouse.row, cx) {
            return;
        }
        if cx.drag(mouse) {
            return;
        }
        let Some(layout) = cx.layout() else { return };
        let Some(pane) = layout.pane_at(mouse.column, mouse.row) else { return };
        match mouse.kind {
            MouseKind::ScrollDown => self.scroll(pane, WHEEL, cx),
            MouseKind::ScrollUp => self.scroll(pane, -WHEEL, cx),
            MouseKind::Click => self.click(pane, mouse, cx),
            MouseKind::Drag | MouseKind::Release => {}
        }
    }

    fn click(&mut self, pane: Pane, mouse: Mouse, cx: &mut Cx) {
        let area = cx.layout().and_then(|layout| layout.pane(pane)).unwrap_or_default();
        cx.focus(pane);
        if pane == Pane::Candidates && mouse.row > area.y {
            let offset = cx.session.current_group().map_or(0, |(_, group)| group.offset);
            let row = offset + usize::from(mouse.row - area.y - 1);
            if let Some(ListRow::Failure(position)) = cx.session.list_rows().at(row) {
                cx.select(position);
            }
        }
        if pane == Pane::Trace && mouse.row > area.y {
            self.choose_frame(self.detail.trace_offset + usize::from(mouse.row - area.y - 1));
        }
    }
}

impl App {
    pub(super) fn mouse(&mut self, mouse: Mouse) {
        if self.cx.layout().is_none() {
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
        match self.cx.screen {
            Screen::Triage if self.triage.viewer.compare.is_some() => match mouse.kind {
                MouseKind::ScrollDown => self.triage.scroll_compare(WHEEL, &mut self.cx),
                MouseKind::ScrollUp => self.triage.scroll_compare(-WHEEL, &mut self.cx),
                MouseKind::Click | MouseKind::Drag | MouseKind::Release => {}
            },
            Screen::Triage => self.triage.triage_mouse(mouse, &mut self.cx),
            Screen::Groups => self.groups_mouse(mouse),
            Screen::Map => self.map.map_mouse(mouse, &mut self.cx),
            Screen::Quality => match mouse.kind {
                MouseKind::ScrollDown => self.quality.scroll_quality(WHEEL, &mut self.cx),
                MouseKind::ScrollUp => self.quality.scroll_quality(-WHEEL, &mut self.cx),
                MouseKind::Click | MouseKind::Drag | MouseKind::Release => {}
            },
        }
    }
}

/// The screen that is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Screen {
    /// The candidates, and all about the selected one.
    #[default]
    Triage,
    /// The quality of the list.
    Quality,
    /// All groups as a table.
    Groups,
    /// The failures of a group as points.
    Map,
}

impl Screen {
    /// In the order of their keys.
    pub const ALL: [Screen; 4] = [Screen::Triage, Screen::Quality, Screen::Groups, Screen::Map];

    /// A word for the header.
    pub fn title(self) -> &'static str {
        match self {
            Screen::Triage => "triage",
            Screen::Quality => "quality",
            Screen::Groups => "groups",
            Screen::Map => "map",
        }
    }

    /// The command that opens it.
    pub fn command(self) -> Command {
        match self {
            Screen::Triage => Command::Triage,
            Screen::Quality => Command::Quality,
            Screen::Groups => Command::Groups,
            Screen::Map => Command::Map,
        }
    }
}

impl App {
    /// After a failure was gone to by name: shows it on the map while that is shown, else on the triage screen.
    pub(super) fn show_arrival(&mut self) {
        if matches!(self.cx.screen, Screen::Quality | Screen::Groups) {
            self.turn_to(Screen::Triage);
        }
    }

    /// Shows a screen; the one that is shown already gives way to triage.
    pub(super) fn turn_to(&mut self, page: Screen) {
        if self.cx.session.phase != Phase::Ready || self.cx.session.order.is_empty() {
            if page != Screen::Triage {
                self.cx.messages.info(format!("there is nothing to show under {} yet", page.title()));
            }
            return;
        }
        self.cx.screen = if page == self.cx.screen { Screen::Triage } else { page };
        match self.cx.screen {
            Screen::Triage => self.cx.dirty.layout = true,
            Screen::Quality => self.quality.open_quality(&mut self.cx),
            Screen::Groups => self.table.open_groups(&mut self.cx),
            Screen::Map => self.cx.dirty.group = true,
        }
    }
}
