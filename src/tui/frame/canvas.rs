//! The basic drawing operations used by every part of the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};

use super::theme::Theme;
use crate::tui::frame::header::LEAST_TITLE;
use crate::tui::modal::prompt::LineEditor;
use crate::tui::search::failures::FailureSearch;
use crate::tui::text;

/// The modifiers of a search match, which is visible without colours.
pub(crate) const FOUND: Modifier = Modifier::UNDERLINED.union(Modifier::BOLD);

/// The sign before typed text.
pub(crate) const INPUT: &str = "› ";

/// The screen to draw on. Everything beyond its edges is cut off.
pub(crate) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    pub(crate) theme: &'a Theme,
}

impl<'a> Canvas<'a> {
    pub(crate) fn new(buffer: &'a mut Buffer, theme: &'a Theme) -> Canvas<'a> {
        Canvas { buffer, theme }
    }

    /// Writes `text` starting at a cell, in at most `room` cells; returns the number of cells used.
    pub(crate) fn put(&mut self, x: u16, y: u16, room: u16, text: &str, style: Style) -> u16 {
        let screen = self.buffer.area;
        if y >= screen.height || x >= screen.width {
            return 0;
        }
        let room = room.min(screen.width - x);
        if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return self.put_ascii(x, y, room, text, style);
        }
        let (end, _) = self.buffer.set_stringn(x, y, text, usize::from(room), style);
        end - x
    }

    /// Writes printable ASCII, one character per cell. Most texts are ASCII, and finding the grapheme
    /// clusters of a whole screen took a third of the time of a frame.
    fn put_ascii(&mut self, x: u16, y: u16, room: u16, text: &str, style: Style) -> u16 {
        let first = self.buffer.index_of(x, y);
        let cells = self.buffer.content[first..first + usize::from(room)].iter_mut();
        let mut used = 0;
        for (cell, at) in cells.zip(0..text.len()) {
            cell.set_symbol(&text[at..=at]).set_style(style);
            used += 1;
        }
        used
    }

    /// Writes pieces of text one after the other; returns the number of cells used.
    pub(crate) fn pieces(&mut self, x: u16, y: u16, room: u16, pieces: &[(&str, Style)]) -> u16 {
        let mut used = 0;
        for (text, style) in pieces {
            used += self.put(x + used, y, room.saturating_sub(used), text, *style);
        }
        used
    }

    /// Writes `text` so that it ends before column `end`, unless it would begin before `start`; returns the first
    /// column used, or `end` if there was no space.
    pub(crate) fn put_right(&mut self, start: u16, end: u16, y: u16, text: &str, style: Style) -> u16 {
        let width = u16::try_from(text::width(text)).unwrap_or(u16::MAX);
        match end.checked_sub(width) {
            Some(x) if x >= start => {
                self.put(x, y, width, text, style);
                x
            }
            _ => end,
        }
    }

    /// Applies a style to cells of a row that are already drawn. A background gets a text colour that is readable on
    /// it.
    pub(crate) fn tint(&mut self, x: u16, y: u16, width: u16, style: Style) {
        let row = Rect::new(x, y, width, 1).intersection(self.buffer.area);
        self.buffer.set_style(row, style);
        if matches!(style.bg, None | Some(Color::Reset)) {
            return;
        }
        for position in row.positions() {
            let cell = &mut self.buffer[position];
            if cell.fg == Color::Reset {
                cell.set_style(self.theme.tinted_text);
            }
        }
    }

    pub(crate) fn is_blank(&self, area: Rect) -> bool {
        area.intersection(self.buffer.area).positions().all(|at| self.buffer[at].symbol() == " ")
    }

    pub(crate) fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        Clear.render(area, self.buffer);
        self.buffer.set_style(area, self.theme.text);
    }

    /// Draws a vertical line in the first column of an area, if titles have no tint that separates columns.
    pub(crate) fn vertical(&mut self, area: Rect) {
        if self.theme.title_bar.bg.is_some() {
            return;
        }
        for y in area.y..area.y + area.height {
            self.put(area.x, y, 1, "│", self.theme.border);
        }
    }

    /// Draws an empty box with a title on top and a line of keys below; returns the area inside.
    pub(crate) fn framed(&mut self, area: Rect, title: &str, foot: &str) -> Rect {
        let theme = self.theme;
        let border = theme.accent;
        self.clear(area);
        let corner = || Span::styled("─", border);
        let title = Line::from(vec![corner(), Span::styled(format!(" {title} "), theme.heading)]);
        let has_foot = !foot.is_empty();
        let foot = Line::from(vec![Span::styled(format!(" {foot} "), theme.dim), corner()]);
        let mut block = Block::bordered().border_type(BorderType::Rounded).border_style(border).title(title);
        // A line of keys that would be cut off is left out.
        if has_foot && foot.width() + 3 <= usize::from(area.width) {
            block = block.title_bottom(foot.right_aligned());
        }
        block.render(area.intersection(self.buffer.area), self.buffer);
        area.inner(Margin::new(2, 1))
    }

    /// Draws an empty box for a prompt or a list, with this number of rows inside: above the lower edge, over
    /// the status line, whose keys have no effect while it is open. It has the whole width, as text beside it
    /// would be torn. Returns the area inside.
    pub(crate) fn panel(&mut self, rows: usize, title: &str, keys: &str) -> Rect {
        let screen = self.buffer.area;
        let height = u16::try_from(rows + 2).unwrap_or(u16::MAX).min(screen.height);
        self.framed(Rect { y: screen.height - height, height, ..screen }, title, keys)
    }

    pub(crate) fn prompt(&mut self, title: &str, keys: &str, hint: &str, editor: &LineEditor) -> (u16, u16) {
        let inside = self.panel(1, title, keys);
        self.input(editor, hint, inside)
    }

    /// Draws an input line with a hint at its right end; returns the cell of the cursor.
    pub(crate) fn input(&mut self, editor: &LineEditor, hint: &str, area: Rect) -> (u16, u16) {
        let theme = self.theme;
        let mut x = area.x + self.put(area.x, area.y, area.width, INPUT, theme.heading);
        let room = usize::from(area.right().saturating_sub(x));
        let (before, after) = editor.split();
        // The text scrolls left if the cursor would leave the line.
        let overflow = text::width(before).saturating_sub(room.saturating_sub(1));
        let (_, before) = text::skip_cells(before, overflow);
        x += self.put(x, area.y, area.right().saturating_sub(x), before, theme.text);
        let cursor = x;
        x += self.put(x, area.y, area.right().saturating_sub(x), after, theme.text);
        self.put_right(x + 3, area.right(), area.y, hint, theme.dim);
        (cursor.min(area.right() - 1), area.y)
    }

    pub(crate) fn mark_found(&mut self, search: Option<&FailureSearch>, drawn: &str, area: Rect) {
        let Some(search) = search else { return };
        for span in search.words.spans(drawn) {
            self.mark(span, drawn, FOUND, area);
        }
    }

    /// Marks a piece of a text, given by its start and end byte, that is drawn in an area.
    pub(crate) fn mark(&mut self, span: (usize, usize), drawn: &str, modifier: Modifier, area: Rect) {
        let cell = |at: usize| {
            let cells = drawn.get(..at).map_or(0, text::width);
            u16::try_from(cells).unwrap_or(u16::MAX).min(area.width)
        };
        let (start, end) = (cell(span.0), cell(span.1));
        self.tint(area.x + start, area.y, end.saturating_sub(start), Style::new().add_modifier(modifier));
    }

    /// Highlights the vertical border that is dragged with the mouse.
    pub(crate) fn mark_border(&mut self, area: Rect) {
        if area.width == 1 {
            for y in area.y..area.y + area.height {
                self.put(area.x, y, 1, "┃", self.theme.accent);
            }
        }
    }

    /// Draws lines into an area, as far as there is room.
    pub(crate) fn lines(&mut self, area: Rect, lines: &[String], style: Style) {
        for (line, y) in lines.iter().zip(area.y..area.bottom()) {
            self.put(area.x, y, area.width, line, style);
        }
    }

    /// Draws the last of these lines in this row and the other lines in the rows above.
    pub(crate) fn upwards(&mut self, row: Rect, lines: &[String], style: Style) {
        for (line, y) in lines.iter().rev().zip((0..=row.y).rev()) {
            self.clear(Rect { y, ..row });
            self.put(row.x + 1, y, row.width - 1, line, style);
            self.tint(row.x, y, row.width, self.theme.title_bar);
        }
    }

    pub(crate) fn centred(&mut self, y: u16, width: u16, line: &str, style: Style) {
        let cells = u16::try_from(text::width(line)).unwrap_or(u16::MAX).min(width);
        self.put((width - cells) / 2, y, cells, line, style);
    }

    /// Draws the background of a title: a tint if the terminal has one, otherwise a rule. The focused one begins with
    /// a bar, or is bold.
    pub(crate) fn title_line(&mut self, area: Rect, focused: bool) {
        if self.theme.title_bar.bg.is_some() {
            self.put(area.x, area.y, area.width, &" ".repeat(usize::from(area.width)), self.theme.text);
            self.tint(area.x, area.y, area.width, self.theme.title_bar);
            if focused {
                self.put(area.x, area.y, 1, "▌", self.theme.accent);
            }
        } else {
            let rule = if focused { "━" } else { "─" }.repeat(usize::from(area.width));
            let style = if focused { self.theme.accent } else { self.theme.border };
            self.put(area.x, area.y, area.width, &rule, style);
        }
    }

    /// Draws a pane's title line: the title, a rule, and at the right margin the visible rows, then `right`. Uses the
    /// longest form of the title that fits together with both; if none fits, the rows are left out, then `right`.
    pub(crate) fn title(
        &mut self,
        area: Rect,
        titles: &[&str],
        rows: Option<String>,
        right: &[(&str, Style)],
        focused: bool,
    ) {
        self.title_line(area, focused);
        let Some(&shortest) = titles.last() else { return };
        let rows = rows.map(|rows| format!(" {rows} ")).unwrap_or_default();
        let with_rows: Vec<(&str, Style)> =
            std::iter::once((&*rows, self.theme.dim)).chain(right.iter().copied()).collect();
        let whole = |title: &&&str| title_end_fits(area.width, text::width(title), &with_rows);
        let title = titles.iter().find(whole).map_or(shortest, |title| *title);
        let title_cells = text::width(title).min(LEAST_TITLE);
        let right = match titles.iter().any(|title| whole(&title)) {
            true => &with_rows[..],
            false if title_end_fits(area.width, title_cells, right) => right,
            false => &[],
        };
        let right_width: usize = right.iter().map(|(text, _)| text::width(text)).sum();
        let right_width = u16::try_from(right_width).unwrap_or(u16::MAX);
        let title_style = match (focused, self.theme.title_bar.bg) {
            (false, _) => self.theme.strong,
            (true, Some(_)) => self.theme.heading,
            // Without a tint, a rule alone is overlooked.
            (true, None) => self.theme.heading.add_modifier(Modifier::REVERSED),
        };
        let title_room = area.width.saturating_sub(3 + if right_width > 0 { right_width + 1 } else { 0 });
        let shown = text::cut_middle(title, usize::from(title_room));
        self.put(area.x + 1, area.y, title_room + 2, &format!(" {shown} "), title_style);
        self.pieces((area.x + area.width).saturating_sub(right_width + 1), area.y, right_width, right);
    }
}

/// Returns the rows of an area below those that are used and a blank one.
pub(crate) fn below(area: Rect, used: usize) -> Rect {
    let used = u16::try_from(used).unwrap_or(u16::MAX).saturating_add(1).min(area.height);
    Rect { y: area.y + used, height: area.height - used, ..area }
}

/// Returns true if a title line of this width has room for `pieces` next to `title_cells` cells of its title.
fn title_end_fits(width: u16, title_cells: usize, pieces: &[(&str, Style)]) -> bool {
    let cells: usize = pieces.iter().map(|(text, _)| text::width(text)).sum();
    cells + 4 + title_cells <= usize::from(width)
}

/// Returns `text` cut at its end or padded to exactly `cells`.
pub(crate) fn fitted_end(text: &str, cells: usize) -> String {
    fitted(&text::cut_end(text, cells), cells)
}

/// Returns `text` cut or padded to exactly `cells`.
pub(crate) fn fitted(text: &str, cells: usize) -> String {
    let cut = text::cut_middle(text, cells);
    let blanks = cells - text::width(&cut).min(cells);
    format!("{cut}{}", " ".repeat(blanks))
}
