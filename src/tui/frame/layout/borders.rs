//! The borders between panes, which the mouse drags.
//!
//! The position of a border is stored as a share of the screen, separately for each arrangement of the panes, so that
//! it applies to screens of other sizes; the layout keeps every pane large enough to be readable.

use ratatui::layout::Position;
use serde::{Deserialize, Serialize};

use crate::tui::{Cx, Mouse, MouseKind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Border {
    /// Two columns: right of the list.
    List,
    /// Three columns: right of the list.
    FirstColumn,
    /// Three columns: left of the trace.
    LastColumn,
    /// One column: below the list.
    Stack,
}

impl Border {
    pub const ALL: [Border; 4] = [Border::List, Border::FirstColumn, Border::LastColumn, Border::Stack];

    pub(crate) fn is_vertical(self) -> bool {
        matches!(self, Border::List | Border::FirstColumn | Border::LastColumn)
    }
}

/// The whole width or height, in the unit of the shares.
const WHOLE: u32 = 10_000;

/// The moved borders, in ten-thousandths of the size of all panes; the layout places the other borders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Borders {
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_column: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_column: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stack: Option<u16>,
}

impl Borders {
    fn share(&mut self, border: Border) -> &mut Option<u16> {
        match border {
            Border::List => &mut self.list,
            Border::FirstColumn => &mut self.first_column,
            Border::LastColumn => &mut self.last_column,
            Border::Stack => &mut self.stack,
        }
    }

    /// Returns the number of cells before a border, out of `extent`; None if it was not moved.
    pub fn cells(mut self, border: Border, extent: u16) -> Option<u16> {
        let share = u32::from((*self.share(border))?).min(WHOLE);
        u16::try_from((share * u32::from(extent) + WHOLE / 2) / WHOLE).ok()
    }

    pub fn set(&mut self, border: Border, cells: u16, extent: u16) {
        let whole = u32::from(extent.max(1));
        let share = (u32::from(cells.min(extent)) * WHOLE + whole / 2) / whole;
        *self.share(border) = u16::try_from(share).ok();
    }
}

impl Cx {
    fn border_at(&self, column: u16, row: u16) -> Option<Border> {
        let layout = self.layout()?;
        layout.borders().find(|(_, area)| area.contains(Position::new(column, row))).map(|(border, _)| border)
    }

    /// Handles dragging a border; returns true if the mouse event did that.
    pub(in crate::tui) fn drag(&mut self, mouse: Mouse) -> bool {
        match mouse.kind {
            MouseKind::Click => {
                self.panes.dragged = self.border_at(mouse.column, mouse.row);
                // A title is a border as well: the click is also passed to its pane.
                self.panes.dragged.is_some_and(Border::is_vertical)
            }
            MouseKind::Drag => {
                if let Some(border) = self.panes.dragged {
                    self.put_border(border, mouse.column, mouse.row);
                }
                true
            }
            MouseKind::Release => {
                self.panes.dragged = None;
                true
            }
            MouseKind::ScrollUp | MouseKind::ScrollDown => false,
        }
    }

    /// Moves a border to a cell of the screen, as far as the panes leave room.
    fn put_border(&mut self, border: Border, column: u16, row: u16) {
        let Some(layout) = self.layout() else { return };
        let body = layout.body;
        let is_vertical = border.is_vertical();
        let cells =
            |x: u16, y: u16| if is_vertical { x.saturating_sub(body.x) } else { y.saturating_sub(body.y) };
        let extent = if is_vertical { body.width } else { body.height };
        self.last_session.borders.set(border, cells(column, row), extent);
        // A border at its limit is stored there, so that moving it back takes effect immediately.
        if let Some(area) = self.layout().and_then(|layout| layout.border(border)) {
            self.last_session.borders.set(border, cells(area.x, area.y), extent);
        }
    }

    pub(in crate::tui) fn reset_borders(&mut self) {
        self.last_session.borders = Borders::default();
        self.messages.info("all borders are reset");
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_border_keeps_its_position(extent in 1u16..1000, cells in 0u16..1000, border in 0usize..4) {
            let cells = cells.min(extent);
            let mut borders = Borders::default();
            borders.set(Border::ALL[border], cells, extent);
            prop_assert_eq!(borders.cells(Border::ALL[border], extent), Some(cells));
        }
    }

    #[test]
    fn any_number_in_a_file_is_a_valid_position() {
        let borders: Borders = serde_json::from_str(r#"{"list":65535,"new":1}"#).expect("borders");
        assert_eq!(borders.cells(Border::List, 140), Some(140));
        assert_eq!(borders.cells(Border::Stack, 40), None);
        assert_eq!(serde_json::to_string(&borders).expect("JSON"), r#"{"list":65535}"#);
    }
}
