//! The borders between panes: where a person has moved them, by the mouse or by keys.
//!
//! A border's place is kept as a share of the screen, one for each arrangement of the panes, so that it holds on a screen of
//! another size; [`Layout`] keeps every pane large enough to be read.

use super::{Layout, Pane};
use crate::tui::app::Cx;
use crate::tui::app::{Mouse, MouseKind};
use ratatui::layout::{Position, Rect};
use serde::{Deserialize, Serialize};

/// A border that can be moved.
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
    /// All of them.
    pub const ALL: [Border; 4] = [Border::List, Border::FirstColumn, Border::LastColumn, Border::Stack];

    /// Returns true if it stands upright and moves to the left and to the right.
    pub fn is_upright(self) -> bool {
        matches!(self, Border::List | Border::FirstColumn | Border::LastColumn)
    }
}

/// The whole width or height, in the parts that shares are counted in.
const WHOLE: u32 = 10_000;

/// Positions of the borders that were moved: shares of the width or height of all panes, in ten-thousandths. The others are where
/// the layout puts them.
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

    /// Puts a border behind so many of `extent` cells.
    pub fn set(&mut self, border: Border, cells: u16, extent: u16) {
        let whole = u32::from(extent.max(1));
        let share = (u32::from(cells.min(extent)) * WHOLE + whole / 2) / whole;
        *self.share(border) = u16::try_from(share).ok();
    }
}

/// Columns that a key moves a border by; rows are moved one by one.
const COLUMNS: i32 = 2;

impl Cx {
    /// The border by which a cell of the screen can be gripped.
    fn border_at(&self, column: u16, row: u16) -> Option<Border> {
        let layout = self.layout()?;
        layout.borders().find(|(_, area)| area.contains(Position::new(column, row))).map(|(border, _)| border)
    }

    /// A border is gripped, dragged, or let go. Whether that is what the mouse did.
    pub(in crate::tui::app) fn drag(&mut self, mouse: Mouse) -> bool {
        match mouse.kind {
            MouseKind::Click => {
                self.panes.dragged = self.border_at(mouse.column, mouse.row);
                // A title is a border as well: the click still goes to its pane.
                self.panes.dragged.is_some_and(Border::is_upright)
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

    /// Moves a border to a cell of the screen, as far as the panes leave it room.
    fn put_border(&mut self, border: Border, column: u16, row: u16) {
        let Some(layout) = self.layout() else { return };
        let body = layout.body;
        let (cells, extent) = if border.is_upright() {
            (column.saturating_sub(body.x), body.width)
        } else {
            (row.saturating_sub(body.y), body.height)
        };
        self.last_session.borders.set(border, cells, extent);
        // Where it came to a stop is where it is: the way back is not longer than the way there.
        if let Some(area) = self.layout().and_then(|layout| layout.border(border)) {
            let cells = if border.is_upright() { area.x - body.x } else { area.y - body.y };
            self.last_session.borders.set(border, cells, extent);
        }
        self.dirty.layout = true;
    }

    /// Moves the border of the focused pane: to the right and down by so many steps.
    pub(in crate::tui::app) fn move_border(&mut self, right: i32, down: i32) {
        let Some(layout) = self.layout() else { return };
        if self.panes.zoomed {
            let said = self.keys.fill("this pane has the whole screen: {zoom} takes it back");
            self.messages.info(said);
            return;
        }
        let Some((border, area)) = nearest(&layout, self.panes.focus, right != 0) else {
            let way = if right == 0 { "above or below it" } else { "beside it" };
            self.messages.info(format!("this pane has no border {way}"));
            return;
        };
        let moved = |at: u16, by: i32| u16::try_from((i32::from(at) + by).max(0)).unwrap_or(u16::MAX);
        self.put_border(border, moved(area.x, right * COLUMNS), moved(area.y, down));
    }

    /// Puts all borders where the layout has them.
    pub(in crate::tui::app) fn reset_borders(&mut self) {
        self.last_session.borders = Borders::default();
        self.messages.info("all panes have their own sizes again");
        self.dirty.layout = true;
    }
}

/// The border that keys move while a pane has the focus: one that it touches, of two the farther one.
fn nearest(layout: &Layout, focus: Pane, upright: bool) -> Option<(Border, Rect)> {
    let pane = layout.pane(focus)?;
    let touches = |area: Rect| {
        if upright {
            let is_compare = area.x + 1 == pane.x || area.x == pane.x + pane.width;
            is_compare && area.y < pane.y + pane.height && pane.y < area.y + area.height
        } else {
            let is_across = area.x < pane.x + pane.width && pane.x < area.x + area.width;
            is_across && (area.y == pane.y || area.y == pane.y + pane.height)
        }
    };
    layout.borders().filter(|(border, area)| border.is_upright() == upright && touches(*area)).last()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_border_stays_where_it_was_put(extent in 1u16..1000, cells in 0u16..1000, border in 0usize..4) {
            let cells = cells.min(extent);
            let mut borders = Borders::default();
            borders.set(Border::ALL[border], cells, extent);
            prop_assert_eq!(borders.cells(Border::ALL[border], extent), Some(cells));
        }
    }

    #[test]
    fn any_number_in_a_file_is_a_place() {
        let borders: Borders = serde_json::from_str(r#"{"list":65535,"new":1}"#).expect("borders");
        assert_eq!(borders.cells(Border::List, 140), Some(140));
        assert_eq!(borders.cells(Border::Stack, 40), None);
        assert_eq!(serde_json::to_string(&borders).expect("JSON"), r#"{"list":65535}"#);
    }
}
