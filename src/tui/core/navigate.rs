//! Moving between failures, groups, panes and screens, and updating what is shown for the new selection.
//!
//! The key of a screen opens it from any other screen; on its own screen, it returns to triage, like `esc`. Commands
//! available on a screen have the same keys there as elsewhere (search, filter, sort, marks, going back); for the
//! others, the command table has a sentence, which keys and the palette show.

use std::sync::Arc;

use crate::model::VerdictWords;
use crate::tui::core::command::table::Scope;
use crate::tui::frame::layout::Pane;
use crate::tui::triage::list::group::ListRow;
use crate::tui::triage::list::row_heights::RowHeights;
use crate::tui::triage::panes;
use crate::tui::{App, CodeView, Command, Cx, Direction, Job, Lists, Modal, Mouse, MouseKind, Phase, Triage};

impl Lists {
    pub(crate) fn selected_position(&self) -> usize {
        self.current_group().map_or(0, |(_, group)| group.selected)
    }
}

impl Cx {
    /// Selects a position of the current group, at most the last one; in a folded list its signature is unfolded.
    pub(crate) fn select(&mut self, position: usize) {
        let Some(index) = self.lists.current_index() else { return };
        self.update_current_rows();
        let group = &mut self.lists.groups[index];
        group.selected = group.listed_near(position.min(group.list().entries.len().saturating_sub(1)));
        let selected = group.selected;
        self.make_visible(selected);
        self.lists.groups[index].selected = selected;
        self.lists.selections += 1;
    }

    /// Selects a position of the list that is shown.
    pub(crate) fn select_in_list(&mut self, position: usize) {
        if self.lists.is_across() {
            self.select_across(position);
        } else {
            self.select(position);
        }
    }

    pub(crate) fn step(&mut self, by: isize) {
        let rows = self.lists.list_rows();
        let index = rows.index_of(self.lists.selected_in_list()).saturating_add_signed(by);
        let position = rows.position(index.min(rows.shown().saturating_sub(1)));
        self.select_in_list(position.unwrap_or(0));
    }

    pub(crate) fn go_to_group(&mut self, position: usize) {
        if position < self.lists.order.len() {
            self.lists.current = position;
        }
    }

    /// Goes to the list of the next group, or of the previous one.
    pub(crate) fn next_group(&mut self, by: isize) {
        self.show_across(false);
        let (current, groups) = (self.lists.current, self.lists.order.len());
        let is_filtered = self.lists.listing.active_filter.is_some();
        let mut has_rows = |&place: &usize| !is_filtered || self.has_rows(self.lists.order[place]);
        let (next, end) = if by > 0 {
            ((current + 1..groups).find(&mut has_rows), "last")
        } else {
            ((0..current).rev().find(&mut has_rows), "first")
        };
        let that = if is_filtered { " with a failure that passes the filter" } else { "" };
        match next {
            Some(place) => self.go_to_group(place),
            None => self.messages.info(format!("this is the {end} group{that}")),
        }
    }

    pub(crate) fn scroll_list_to_selection(&mut self) {
        let (height, heights) = self.list_heights();
        let (selected, offset) = (self.lists.selected_in_list(), self.lists.list_offset());
        let offset = self.lists.list_rows().scrolled_to(selected, offset, height, &heights);
        self.lists.set_list_offset(offset);
    }

    pub(in crate::tui) fn scroll_list(&mut self, by: isize) {
        let (height, heights) = self.list_heights();
        let last = self.lists.list_rows().last_offset(height, &heights);
        let offset = self.lists.list_offset().saturating_add_signed(by).min(last);
        self.lists.set_list_offset(offset);
    }

    /// Returns the number of lines of the list, and of each of its rows.
    pub(crate) fn list_heights(&self) -> (usize, RowHeights) {
        let area = self.layout().and_then(|layout| layout.pane(Pane::List)).unwrap_or_default();
        let heights = self.list_columns(area).map_or(RowHeights::SINGLE, |(_, heights)| heights);
        (usize::from(area.height.saturating_sub(1)), heights)
    }

    /// Returns the line of the screen below the selected row of the list in `area`.
    pub(crate) fn end_of_selected_row(&self, area: ratatui::layout::Rect) -> usize {
        let (rows, (_, heights)) = (self.lists.list_rows(), self.list_heights());
        let (selected, first) = (self.lists.selected_in_list(), self.lists.list_offset());
        let lines = |row| rows.lines_above(row, &heights);
        usize::from(area.y) + 1 + lines(rows.row_of(selected) + 1).saturating_sub(lines(first))
    }

    pub(crate) fn ask_why(&mut self) {
        let Some(index) = self.lists.current_index() else { return };
        let group = &mut self.lists.groups[index];
        let Some(features) = group.features.clone() else { return };
        if group.explanations.ask() {
            self.start(Job::Explain { group: index, features });
        }
    }

    pub(crate) fn focus(&mut self, pane: Pane) {
        self.panes.focus = pane;
        if pane != Pane::List {
            self.panes.detail = pane;
        }
    }

    /// Returns false if the focal method is unknown, or a text of the code pane: one detail is shown at a time.
    pub(crate) fn has_focal_pane(&self) -> bool {
        let is_low = self.layout().is_some_and(|layout| layout.tabs.is_some());
        !is_low && self.panes.content[1] > 0
    }

    fn focus_next(&mut self, direction: Direction) {
        let panes: Vec<Pane> =
            Pane::ALL.into_iter().filter(|&pane| pane != Pane::Focal || self.has_focal_pane()).collect();
        let at = panes.iter().position(|&pane| pane == self.panes.focus).unwrap_or(0);
        self.focus(panes[direction.around(at, 1, panes.len())]);
    }

    pub(crate) fn say_wrapped(&mut self) {
        let message = self.keys.fill("long lines are wrapped: {wrap-lines} scrolls them again");
        self.messages.info(message);
    }

    pub(crate) fn ask_contrast(&mut self) {
        let Some(group) = self.lists.current_index() else { return };
        let state = &self.lists.groups[group];
        let (Some(features), Some(failure)) = (&state.features, state.failure_at(state.selected)) else {
            return;
        };
        if self.details.contrast.as_ref().is_none_or(|contrast| contrast.failure != failure) {
            self.start(Job::Contrast { group, failure, features: Arc::clone(features) });
        }
    }
}

impl Triage {
    pub(crate) fn rows_in_words(&self, pane: Pane, cx: &Cx) -> Option<String> {
        (panes::row_of(pane).rows_in_words)(self, cx)
    }

    pub(crate) fn scroll(&mut self, pane: Pane, by: isize, cx: &mut Cx) {
        (panes::row_of(pane).scroll)(self, by, cx);
    }

    fn move_in_focus(&mut self, by: isize, cx: &mut Cx) {
        (panes::row_of(cx.panes.focus).step)(self, by, cx);
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
        if mouse.kind == MouseKind::Click {
            self.click(pane, mouse, cx);
        } else {
            self.scroll(pane, mouse.kind.wheel(), cx);
        }
    }

    fn click(&mut self, pane: Pane, mouse: Mouse, cx: &mut Cx) {
        let area = cx.layout().and_then(|layout| layout.pane(pane)).unwrap_or_default();
        cx.focus(pane);
        if pane == Pane::List
            && let Some(next) = cx.next_bugs(area)
            && let Some(&(place, _)) =
                next.places.iter().find(|(_, area)| area.contains((mouse.column, mouse.row).into()))
        {
            return cx.go_to_group(place);
        }
        if pane == Pane::List && mouse.row > area.y {
            let offset = cx.lists.list_offset();
            let (rows, (_, heights)) = (cx.lists.list_rows(), cx.list_heights());
            let line = rows.lines_above(offset, &heights) + usize::from(mouse.row - area.y - 1);
            if let Some(ListRow::Failure(position)) = rows.at(rows.row_at_line(line, &heights)) {
                cx.select_in_list(position);
            }
        }
        if pane == Pane::Trace && mouse.row > area.y {
            let row = self.trace.offset + usize::from(mouse.row - area.y - 1);
            self.trace.frames.choose(row..row + 1, false);
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, strum::IntoStaticStr)]
pub enum Screen {
    /// The ranked failures, and the details of the selected one.
    #[default]
    Triage,
    Progress,
    Groups,
}

impl Screen {
    pub const ALL: [Screen; 3] = [Screen::Triage, Screen::Progress, Screen::Groups];

    pub fn title(self) -> &'static str {
        self.into()
    }

    pub fn command(self) -> Command {
        match self {
            Screen::Triage => Command::Triage,
            Screen::Progress => Command::Progress,
            Screen::Groups => Command::Groups,
        }
    }
}

impl App {
    /// Focuses the next or the previous pane. With one detail at a time, the focal method follows the test.
    pub(crate) fn step_pane(&mut self, direction: Direction) {
        use CodeView::{FocalMethod, Test};
        // The text that a step within the pane leaves, and the text and the pane with which one into the pane begins.
        let (leaves, enters, from) = match direction {
            Direction::Forward => (Test, FocalMethod, Pane::List),
            Direction::Backward => (FocalMethod, Test, Pane::Trace),
        };
        let view = self.code_view_on_low_screen().map(|view| match view {
            CodeView::Called(_) => FocalMethod,
            view => view,
        });
        let focus = self.cx.panes.focus;
        let is_within = view == Some(leaves) && focus == Pane::Code;
        if !is_within {
            self.cx.focus_next(direction);
        }
        if is_within || (view == Some(enters) && focus == from) {
            let next = if is_within { enters } else { leaves };
            self.triage.code.show_view(next, &mut self.cx);
        }
    }

    /// Returns the text that the code pane shows, where one detail is shown at a time and there is a focal method.
    fn code_view_on_low_screen(&self) -> Option<CodeView> {
        let is_low = self.cx.layout().is_some_and(|layout| layout.tabs.is_some());
        let has_focal = self.cx.lists.selected().is_some_and(|(_, failure)| !failure.focal_method.is_empty());
        let is_source = self.triage.code.source.open.is_some();
        (is_low && has_focal && !is_source).then_some(self.triage.code.view)
    }

    pub(crate) fn mouse(&mut self, mouse: Mouse) {
        if self.cx.layout().is_none() {
            return;
        }
        let (wheel, is_click) = (mouse.kind.wheel(), mouse.kind == MouseKind::Click);
        match self.modal {
            Some(Modal::Help { offset, .. }) => {
                return if is_click { self.modal = None } else { self.scroll_help(offset, wheel) };
            }
            Some(Modal::Themes { selected, offset }) if wheel != 0 => {
                return self.preview(selected, offset, wheel.signum());
            }
            Some(_) => return,
            None => {}
        }
        let (column, row) = (mouse.column, mouse.row);
        if is_click && self.tour_click(column, row) {
            return;
        }
        if is_click
            && let Some(command) = self.header_command(column, row).or_else(|| self.hint_command(column, row))
        {
            return self.run(command);
        }
        if self.cx.is_all_fixed() {
            return self.move_by(wheel);
        }
        match self.scope() {
            None => self.triage.triage_mouse(mouse, &mut self.cx),
            Some(Scope::Groups) => self.groups_mouse(mouse),
            Some(Scope::Oracles) if is_click => self.oracles.click(column, row, &mut self.cx),
            Some(Scope::Compare | Scope::Progress | Scope::Oracles) => self.move_by(wheel),
        }
    }

    pub(crate) fn move_by(&mut self, by: isize) {
        if self.cx.is_all_fixed() {
            return self.cx.scroll_end_card(by);
        }
        match self.scope() {
            None => self.triage.move_in_focus(by, &mut self.cx),
            Some(Scope::Compare) => self.triage.compare.scroll_compare(by, &mut self.cx),
            Some(Scope::Progress) => self.progress.scroll_lines(by, &mut self.cx),
            Some(Scope::Oracles) => self.oracles.step(by, &mut self.cx),
            Some(Scope::Groups) => self.table.step(by, &mut self.cx),
        }
    }

    pub(crate) fn half_page(&self) -> isize {
        let rows = match self.scope() {
            None => {
                let focus = self.cx.panes.focus;
                let height = self.cx.layout().map_or(2, |layout| layout.content_height(focus));
                if focus == Pane::List { height / self.cx.list_heights().1.each } else { height }
            }
            Some(Scope::Compare) => self.cx.text_rows(),
            Some(Scope::Progress | Scope::Oracles) => 20,
            Some(Scope::Groups) => usize::from(self.cx.group_areas().0.height),
        };
        isize::try_from(rows / 2).unwrap_or(1).max(1)
    }

    pub(crate) fn shows_oracles(&self) -> bool {
        self.cx.screen == Screen::Progress && self.oracles.is_open
    }

    /// Returns false for the groups where one group of whole tests is all there is: the list and its causes
    /// say the same.
    pub(crate) fn is_offered(&self, page: Screen) -> bool {
        let lists = &self.cx.lists;
        page != Screen::Groups
            || lists.order.len() > 1
            || lists.verdict_words() == VerdictWords::Generated
            || lists.current_group().is_some_and(|(_, group)| group.module_width > 0)
    }

    /// Shows a screen; if it is already shown, returns to triage.
    pub(crate) fn turn_to(&mut self, page: Screen) {
        if self.cx.results.phase != Phase::Ready || self.cx.lists.order.is_empty() {
            if self.cx.is_all_fixed() {
                self.cx.messages.info("all failures are fixed: this is all there is to show");
            } else if page != Screen::Triage {
                self.cx.messages.info(format!("there is nothing to show for {} yet", page.title()));
            }
            return;
        }
        if !self.is_offered(page) {
            return self
                .cx
                .messages
                .info(self.cx.keys.fill("there is one group: {triage} shows its failures"));
        }
        if page == Screen::Progress && self.shows_oracles() {
            return self.toggle_oracles();
        }
        self.cx.screen = if page == self.cx.screen { Screen::Triage } else { page };
        match self.cx.screen {
            Screen::Triage => {}
            Screen::Progress => {
                (self.oracles.is_open, self.progress.offset) = (false, 0);
            }
            Screen::Groups => self.table.open_groups(&mut self.cx),
        }
    }
}
