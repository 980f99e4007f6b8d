//! The text of the selected failure that the code pane shows, and the line from which on it does.

use std::sync::Arc;

use super::{CodePane, CodeView, Document, DocumentKey, document_lines, documentation_lines};
use crate::model::{FailureId, text};
use crate::tui::Cx;
use crate::tui::frame::layout::Pane;

impl CodePane {
    /// Builds the code pane's document, scrolled to the failed line; requests its colours and those of its neighbours.
    pub(crate) fn show_code(&mut self, cx: &mut Cx) {
        self.source.opening = None;
        self.source.open = None;
        self.search.found = None;
        self.is_scrolled = false;
        if self.view == CodeView::FocalMethod
            && let Some((_, failure)) = cx.lists.shown_failure()
        {
            cx.details.find_method_name(failure);
        }
        let Some((index, failure)) = cx.lists.shown_failure() else {
            self.document = None;
            return;
        };
        let document = Document::new(index, failure, self.view, cx.details.method_name(failure));
        self.column = 0;
        cx.highlight(document.key, || Arc::clone(&document.lines));
        cx.ask_code_read(&document);
        self.document = Some(document);
        self.lay_out_code(cx);
        self.show_failed_line(cx);
        self.prefetch_colours(cx);
    }

    /// Scrolls to the line that failed, or else to the top. A focal method that does not fit begins with its signature,
    /// below its Javadoc, if the failed line is visible then; in Python the docstring below the signature is
    /// scrolled away. Above the overload that the test calls, others are scrolled away.
    pub(crate) fn show_failed_line(&mut self, cx: &mut Cx) {
        let Some(document) = &self.document else { return };
        let failed = document.failed.map(|failed| failed.line);
        let [first, last] =
            [document.may_throw.first(), document.may_throw.last()].map(|line| failed.or(line.copied()));
        let (tested, height) = (document.tested, self.code_height(cx));
        if self.rows.count() > height && tested > 0 {
            self.offset = self.rows.row_of((tested, 0));
            return;
        }
        if let (CodeView::FocalMethod, Some((_, failure))) = (self.view, cx.lists.shown_failure()) {
            let documentation = documentation_lines(failure);
            // The signature above stays in the first row, in the place of the documentation's last one.
            let sticky = usize::from(documentation.start > 0);
            let first = self.rows.row_of((documentation.end, 0)).saturating_sub(sticky);
            if self.rows.count() > height
                && last.is_none_or(|line| self.rows.row_of((line, 0)) + 1 < first + height)
            {
                self.offset = first;
                return;
            }
        }
        self.show_code_line(first.unwrap_or(0), cx);
    }

    fn prefetch_colours(&mut self, cx: &mut Cx) {
        let rows = cx.lists.list_rows();
        let here = rows.index_of(cx.lists.selected_in_list());
        let near = [here + 1, here.wrapping_sub(1)].into_iter().filter_map(|index| rows.position(index));
        let neighbours: Vec<FailureId> =
            near.filter_map(|position| cx.lists.failure_in_list(position)).collect();
        let corpus = Arc::clone(&cx.lists.corpus);
        for index in neighbours {
            cx.highlight(DocumentKey::Text(index, self.view), || {
                Arc::new(document_lines(&corpus.failures[index], self.view))
            });
        }
    }

    /// Shows another text of the failure in the code pane; requesting the same one again returns to the test.
    pub(crate) fn show_view(&mut self, view: CodeView, cx: &mut Cx) {
        let again = self.view == view && self.source.open.is_none();
        self.view = if again { CodeView::Test } else { view };
        self.prefers_methods = self.view != CodeView::Test;
        cx.panes.detail = Pane::Code;
        if cx.panes.focus != Pane::List {
            cx.panes.focus = Pane::Code;
        }
    }

    pub(crate) fn scroll_sideways(&mut self, by: isize, cx: &mut Cx) {
        if cx.panes.wraps {
            return cx.say_wrapped();
        }
        let area = cx.layout().and_then(|layout| layout.pane(Pane::Code));
        let room = area.map_or(0, |area| usize::from(area.width).saturating_sub(8));
        let width = self.document.as_ref().map_or(0, |document| document.width);
        self.column = self.column.saturating_add_signed(by).min(width.saturating_sub(room));
    }

    /// Describes the lines that are shown, where some are not, counted from the first one of the text.
    pub(in crate::tui) fn lines_in_words(&self, cx: &Cx) -> Option<String> {
        let height = self.code_height(cx);
        let lines = self.visible_lines(cx);
        let [first, last, all] = [lines.start + 1, lines.end, self.rows.lines].map(text::number);
        (height > 0 && self.rows.count() > height).then(|| format!("{first}–{last} of {all}"))
    }
}
