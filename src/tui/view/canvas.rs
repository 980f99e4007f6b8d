//! The strokes that every part of the screen is drawn with.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::widgets::Widget;

use super::theme::Theme;
use crate::model::text;
use crate::tui::app::layout::Area;
use crate::tui::app::layout::tabs::LEAST_TITLE;

/// The screen to draw on. Nothing drawn ever leaves the screen; text is cut where its room ends.
pub(super) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    pub(super) theme: &'a Theme,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(buffer: &'a mut Buffer, theme: &'a Theme) -> Canvas<'a> {
        Canvas { buffer, theme }
    }

    /// Writes `text` from a cell on, at most `room` cells; returns the cells used.
    pub(super) fn put(&mut self, x: u16, y: u16, room: u16, text: &str, style: Style) -> u16 {
        let screen = self.buffer.area;
        if y >= screen.height || x >= screen.width {
            return 0;
        }
        let room = room.min(screen.width - x);
        let (end, _) = self.buffer.set_stringn(x, y, text, usize::from(room), style);
        end - x
    }

    /// Writes pieces one after the other; returns the cells used.
    pub(super) fn pieces(&mut self, x: u16, y: u16, room: u16, pieces: &[(&str, Style)]) -> u16 {
        let mut used = 0;
        for (text, style) in pieces {
            used += self.put(x + used, y, room.saturating_sub(used), text, *style);
        }
        used
    }

    /// Writes `text` so that it ends before column `end`, if that leaves `gap` cells after `start`; returns the first column
    /// used, or `end` when there was no room.
    pub(super) fn put_right(&mut self, start: u16, end: u16, y: u16, text: &str, style: Style) -> u16 {
        let width = u16::try_from(text::width(text)).unwrap_or(u16::MAX);
        match end.checked_sub(width) {
            Some(x) if x >= start => {
                self.put(x, y, width, text, style);
                x
            }
            _ => end,
        }
    }

    /// Lays a style over what stands in a row already. A page of its own gets a text colour that fits it.
    pub(super) fn tint(&mut self, x: u16, y: u16, width: u16, style: Style) {
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

    /// Empties an area.
    pub(super) fn clear(&mut self, area: Area) {
        let blank = " ".repeat(usize::from(area.width));
        for y in area.y..area.y + area.height {
            if y < self.buffer.area.height {
                // Reset, so that nothing of the colours below shines through.
                self.buffer.set_style(
                    Rect::new(area.x, y, area.width, 1).intersection(self.buffer.area),
                    Style::reset(),
                );
            }
            self.put(area.x, y, area.width, &blank, self.theme.text);
        }
    }

    /// Draws one of ratatui's widgets into an area.
    pub(super) fn widget(&mut self, area: Area, widget: impl Widget) {
        let area = Rect::new(area.x, area.y, area.width, area.height).intersection(self.buffer.area);
        widget.render(area, self.buffer);
    }

    /// A line from top to bottom of an area's first column.
    pub(super) fn vertical(&mut self, area: Area) {
        for y in area.y..area.y + area.height {
            self.put(area.x, y, 1, "│", self.theme.border);
        }
    }

    /// An empty box with a title on top and a line of keys below; returns the area inside.
    pub(super) fn framed(&mut self, area: Area, title: &str, foot: &str, border: Style) -> Area {
        let theme = self.theme;
        let Area { x, y, width, height } = area;
        self.clear(area);
        let inner = usize::from(width.saturating_sub(2));
        self.put(x, y, width, &format!("╭{}╮", "─".repeat(inner)), border);
        for y in y + 1..y + height - 1 {
            self.put(x, y, 1, "│", border);
            self.put(x + width - 1, y, 1, "│", border);
        }
        self.put(x, y + height - 1, width, &format!("╰{}╯", "─".repeat(inner)), border);
        self.put(x + 2, y, width.saturating_sub(4), &format!(" {title} "), theme.heading);
        self.put_right(x + 2, x + width - 2, y + height - 1, &format!(" {foot} "), theme.dim);
        Area { x: x + 2, y: y + 1, width: width.saturating_sub(4), height: height.saturating_sub(2) }
    }

    /// Shows that a line between panes is held: the one from top to bottom is drawn in the accent.
    pub(super) fn mark_border(&mut self, area: Area) {
        if area.width == 1 {
            for y in area.y..area.y + area.height {
                self.put(area.x, y, 1, "┃", self.theme.accent);
            }
        }
    }

    /// A text that ends in this row, and where it is longer begins in rows above: whatever stands there gives way.
    pub(super) fn upwards(&mut self, row: Area, text: &str, style: Style) {
        let lines = text::wrap(text, usize::from(row.width.saturating_sub(2)));
        for (line, y) in lines.iter().rev().zip((0..=row.y).rev()) {
            self.clear(Area { y, ..row });
            self.put(row.x + 1, y, row.width - 1, line, style);
        }
    }

    /// A text in the middle of a row.
    pub(super) fn centred(&mut self, y: u16, width: u16, line: &str, style: Style) {
        let cells = u16::try_from(text::width(line)).unwrap_or(u16::MAX).min(width);
        self.put((width - cells) / 2, y, cells, line, style);
    }

    /// A pane's title line: the title, a rule, and at the right margin which rows are shown, then `right`. Of the forms of the
    /// title, the longest first, it is the first that fits beside both. Where none does, the rows are left out, then `right`. The
    /// content starts below.
    pub(super) fn title(
        &mut self,
        area: Area,
        titles: &[&str],
        rows: Option<String>,
        right: &[(&str, Style)],
        focused: bool,
    ) {
        let rule = if focused { "━" } else { "─" };
        let line_style = if focused { self.theme.accent } else { self.theme.border };
        self.put(area.x, area.y, area.width, &rule.repeat(usize::from(area.width)), line_style);
        let Some(&shortest) = titles.last() else { return };
        let rows = rows.map(|rows| format!(" {rows} ")).unwrap_or_default();
        let with_rows: Vec<(&str, Style)> =
            std::iter::once((&*rows, self.theme.dim)).chain(right.iter().copied()).collect();
        let whole = |title: &&&str| title_end_fits(area.width, text::width(title), &with_rows);
        let title = titles.iter().find(whole).map_or(shortest, |title| *title);
        let title_cells = text::width(title).min(LEAST_TITLE);
        let fits = |pieces: &[(&str, Style)]| title_end_fits(area.width, title_cells, pieces);
        let right = match titles.iter().any(|title| whole(&title)) {
            true => &with_rows[..],
            false if fits(right) => right,
            false => &[],
        };
        let right_width: usize = right.iter().map(|(text, _)| text::width(text)).sum();
        let right_width = u16::try_from(right_width).unwrap_or(u16::MAX);
        let title_style = if focused { self.theme.heading } else { self.theme.strong };
        let title_room = area.width.saturating_sub(3 + if right_width > 0 { right_width + 2 } else { 0 });
        let shown = text::cut_middle(title, usize::from(title_room));
        self.put(area.x + 1, area.y, title_room + 2, &format!(" {shown} "), title_style);
        self.pieces((area.x + area.width).saturating_sub(right_width + 1), area.y, right_width, right);
    }
}

/// Whether a title line has room for this beside so many cells of its title.
fn title_end_fits(width: u16, title_cells: usize, pieces: &[(&str, Style)]) -> bool {
    let cells: usize = pieces.iter().map(|(text, _)| text::width(text)).sum();
    cells + 5 + title_cells <= usize::from(width)
}
