//! The layout of the panes for a given screen size: pure arithmetic, used by drawing, scrolling and the mouse alike.
//!
//! ```text
//! widest                            wide                      stacked             stacked and low
//! ┌ header ───────────────────┐     ┌ header ───────────┐     ┌ header ─────┐     ┌ header ─────┐
//! │ candidates │ code │ trace │     │ candidates │ code │     │ candidates  │     │ candidates  │
//! │            │      │       │     │            │      │     ├ tabs ───────┤     ├ tabs ───────┤
//! │            │      │       │     │            │      │     │ code, or    │     │ one of code,│
//! │            │      ├ why ──┤     ├ why ───────┤      │     │ why for both│     │ trace, why  │
//! │            │      │       │     │            ├ trace┤     ├ trace ──────┤     │             │
//! └ status ───────────────────┘     └ status ───────────┘     └ status ─────┘     └ status ─────┘
//! ```
//!
//! Columns are for screens on which the list has room for names beside the code; on others each has the whole width.

pub mod borders;
pub mod header;

use super::text;
use borders::{Border, Borders};
use ratatui::layout::{Position, Rect};

/// A part of the screen the person can move the focus to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pane {
    /// The ranked failures of the group.
    Candidates,
    /// The generated test, the focal method or the prefix.
    Code,
    /// The stack trace.
    Trace,
    /// The features and what each contributes to the rank.
    Why,
}

impl Pane {
    /// In the order in which Tab walks through them.
    pub const ALL: [Pane; 4] = [Pane::Candidates, Pane::Code, Pane::Trace, Pane::Why];
}

/// The size of the screen, the focused pane, and the sizes of all panes.
#[derive(Debug)]
pub struct Panes {
    /// Width and height of the screen in cells.
    pub size: (u16, u16),
    /// The pane that keys go to.
    pub focus: Pane,
    /// The detail pane shown where there is room for only one.
    pub detail: Pane,
    /// The border that the mouse holds.
    pub dragged: Option<Border>,
    /// The focused pane has the whole screen.
    pub zoomed: bool,
    /// Rows of the panel at the bottom; 0 without one.
    pub panel: u16,
    /// Long lines of code are wrapped.
    pub wraps: bool,
    /// Frames of frameworks and the JDK are shown.
    pub unfolded: bool,
}

impl Panes {
    /// Creates the panes of a screen with this width and height in cells.
    pub(in crate::tui::app) fn new(size: (u16, u16)) -> Panes {
        Panes {
            size,
            focus: Pane::Candidates,
            detail: Pane::Code,
            dragged: None,
            zoomed: false,
            panel: 0,
            wraps: false,
            unfolded: false,
        }
    }
}

/// The places of everything on the screen. A pane that is not shown has no area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// One line on top.
    pub header: Rect,
    /// One line at the bottom.
    pub status: Rect,
    /// The line with the names of the detail panes, when only one of them is shown.
    pub tabs: Option<Rect>,
    /// Each shown pane's area, its title line included.
    panes: [Option<Rect>; 4],
    /// The rows above the status line that something else takes.
    pub panel: Option<Rect>,
    /// The columns of the lines between left and right; where there is none, the area is empty.
    pub dividers: [Rect; 2],
    /// All panes together.
    pub body: Rect,
    /// The cells by which each border can be gripped: a line between columns, or the title of the pane below.
    borders: [Option<Rect>; 8],
    moved: Borders,
    needs: Needs,
}

/// The arguments of the layout besides the size of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrangement {
    /// The pane that keys go to.
    pub focus: Pane,
    /// The detail pane shown where there is room for only one.
    pub detail: Pane,
    /// The focused pane takes all the room.
    pub zoomed: bool,
    /// Rows above the status line that are taken by something else.
    pub panel: u16,
    /// Positions of borders that were moved.
    pub borders: Borders,
    /// Rows that panes can fill.
    pub needs: Needs,
}

/// Rows that the panes of a group can fill, their titles included: so many that no row stays empty in one while another hides
/// something; and columns. They are the same for all failures of a group, so that nothing jumps from one to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs {
    /// All failures of the group.
    pub list: u16,
    /// The rows that the explanation of most failures needs.
    pub why: u16,
    /// Columns in which the list names every exception and test in full.
    pub names: u16,
}

/// Below this nothing useful can be shown.
pub const SMALLEST: (u16, u16) = (60, 15);
/// No more columns and no more rows than this are drawn, whatever size a terminal claims to have.
pub const LARGEST: u16 = 1000;
const WIDE: (u16, u16) = (120, 28);
/// Rows of all panes from which on a stacked screen shows code and trace at once.
const TALL: u16 = 28;
/// From this width on, a screen of two texts has them side by side.
const BESIDE: u16 = 100;
/// From this width on, a column for what is only glanced at costs the code nothing that it needs.
pub const WIDEST: u16 = 200;
/// Columns that the code keeps beside a list with long names.
const CODE_WIDTH: u16 = 80;
/// However a border is moved, a pane keeps so many columns and rows.
const LEAST: (u16, u16) = (30, 3);
const STACKED_LIST_HEIGHT: u16 = 8;
/// Title, eleven features and their sum.
const WHY_HEIGHT: u16 = 14;
/// Rows by which some explanations are longer than most.
const MORE_SAID: u16 = 6;
/// A list keeps its heading and the top ten, with the line below them.
const LIST_HEIGHT: u16 = 12;
/// A trace keeps its title, the exception and the topmost frames; on a stacked screen its message has one line.
const TRACE_HEIGHT: u16 = 8;
const STACKED_TRACE_HEIGHT: u16 = 6;

impl Layout {
    /// The layout for a screen of `width` x `height` cells; None when that is too small for any.
    pub fn new(width: u16, height: u16, arrangement: Arrangement) -> Option<Layout> {
        if width < SMALLEST.0 || height < SMALLEST.1 {
            return None;
        }
        let header = Rect::new(0, 0, width, 1);
        let status = Rect::new(0, height - 1, width, 1);
        let rows = arrangement.panel.min((height - 2) / 2);
        let panel = (rows > 0).then(|| Rect::new(0, height - 1 - rows, width, rows));
        let body = Rect::new(0, 1, width, height - 2 - rows);
        let mut layout = Layout {
            header,
            status,
            tabs: None,
            panel,
            panes: [None; 4],
            dividers: [Rect::default(); 2],
            body,
            borders: [None; 8],
            moved: arrangement.borders,
            needs: arrangement.needs,
        };
        if arrangement.zoomed {
            layout.place(arrangement.focus, body);
        } else if width >= WIDEST && height >= WIDE.1 {
            layout.place_three_columns(body);
        } else if width >= WIDE.0 && height >= WIDE.1 {
            layout.place_columns(body);
        } else {
            layout.place_stacked(body, arrangement.detail);
        }
        Some(layout)
    }

    /// The area of a pane, its title line included; None when it is not shown.
    pub fn pane(&self, pane: Pane) -> Option<Rect> {
        self.panes[pane as usize]
    }

    /// Returns the number of content rows that a pane shows.
    pub fn content_height(&self, pane: Pane) -> usize {
        self.pane(pane).map_or(0, |area| usize::from(area.height.saturating_sub(1)))
    }

    /// The pane at a cell.
    pub fn pane_at(&self, column: u16, row: u16) -> Option<Pane> {
        Pane::ALL
            .into_iter()
            .find(|&pane| self.pane(pane).is_some_and(|area| area.contains(Position::new(column, row))))
    }

    /// The borders that can be moved here, each with the cells by which it can be gripped.
    pub fn borders(&self) -> impl Iterator<Item = (Border, Rect)> {
        let areas = self.borders;
        Border::ALL.into_iter().zip(areas).filter_map(|(border, area)| Some((border, area?)))
    }

    /// The cells by which a border can be gripped; None where there is no such border.
    pub fn border(&self, border: Border) -> Option<Rect> {
        self.borders[border as usize]
    }

    /// The cells before a border: where it was moved to, else `usual`, but so that the panes on both sides keep enough.
    fn before(&self, border: Border, extent: u16, usual: u16) -> u16 {
        let least = if border.is_upright() { LEAST.0 } else { LEAST.1 };
        let most = extent.saturating_sub(least + u16::from(border.is_upright()));
        self.moved.cells(border, extent).unwrap_or(usual).min(most).max(least)
    }

    fn place(&mut self, pane: Pane, area: Rect) {
        self.panes[pane as usize] = Some(area);
    }

    fn place_columns(&mut self, body: Rect) {
        let most = body.width * 45 / 100;
        let usual = self.needs.names.max(body.width * 38 / 100).min(most).min(84);
        let left = self.before(Border::List, body.width, usual);
        let right = body.width - left - 1;
        let above = self.needs.list.min(LIST_HEIGHT);
        // Some failures have more to be said of; where the list is short, that costs nothing.
        let spare = body.height.saturating_sub(self.needs.list).saturating_sub(self.needs.why).min(MORE_SAID);
        let why = (self.needs.why + spare).max(WHY_HEIGHT).min(body.height - above);
        let list = self.before(Border::Why, body.height, body.height - why);
        let trace = (body.height * 35 / 100).max(TRACE_HEIGHT);
        let code = self.before(Border::Trace, body.height, body.height - trace);
        self.place(Pane::Candidates, Rect::new(body.x, body.y, left, list));
        self.place_below(Border::Why, Pane::Why, Rect::new(body.x, body.y + list, left, body.height - list));
        self.place_divider(0, Border::List, body, left);
        self.place(Pane::Code, Rect::new(left + 1, body.y, right, code));
        let trace = Rect::new(left + 1, body.y + code, right, body.height - code);
        self.place_below(Border::Trace, Pane::Trace, trace);
    }

    fn place_three_columns(&mut self, body: Rect) {
        let side = (body.width * 26 / 100).clamp(48, 84);
        let most = body.width.saturating_sub(side + CODE_WIDTH + 2);
        let usual = self.needs.names.min(most).max(body.width * 28 / 100).min(100);
        // Whatever is moved, the column in the middle keeps enough.
        let first = self.before(Border::FirstColumn, body.width, usual).min(body.width - 2 * LEAST.0 - 2);
        let usual = body.width - side - 1;
        let last = self.before(Border::LastColumn, body.width, usual).max(first + 1 + LEAST.0);
        let (second, third) = (first + 1, last + 1);
        let why = self.needs.why.max(WHY_HEIGHT).max(body.height * 40 / 100);
        let why = why.min(body.height - TRACE_HEIGHT);
        let trace = self.before(Border::WhyInColumn, body.height, body.height.saturating_sub(why));
        let right = body.width - third;
        self.place(Pane::Candidates, Rect::new(body.x, body.y, first, body.height));
        self.place(Pane::Code, Rect::new(second, body.y, last - second, body.height));
        self.place(Pane::Trace, Rect::new(third, body.y, right, trace));
        let why = Rect::new(third, body.y + trace, right, body.height - trace);
        self.place_below(Border::WhyInColumn, Pane::Why, why);
        self.place_divider(0, Border::FirstColumn, body, first);
        self.place_divider(1, Border::LastColumn, body, last);
    }

    fn place_stacked(&mut self, body: Rect, detail: Pane) {
        let is_tall = body.height >= TALL;
        let usual = if is_tall {
            self.needs.list.min(LIST_HEIGHT.max(body.height / 3))
        } else {
            STACKED_LIST_HEIGHT.min(body.height / 2).max(body.height / 3)
        };
        let list = self.before(Border::Stack, body.height, usual);
        self.place(Pane::Candidates, Rect::new(body.x, body.y, body.width, list));
        let rest = Rect::new(body.x, body.y + list, body.width, body.height - list);
        self.tabs = Some(Rect { height: 1, ..rest });
        if !is_tall || detail == Pane::Why || rest.height < 2 * LEAST.1 {
            self.place_below(Border::Stack, detail, rest);
            return;
        }
        let trace = (rest.height * 35 / 100).max(STACKED_TRACE_HEIGHT);
        let above = self.before(Border::BelowCode, body.height, body.height.saturating_sub(trace));
        let code = above.max(list + LEAST.1) - list;
        self.place_below(Border::Stack, Pane::Code, Rect { height: code, ..rest });
        let trace = Rect { y: rest.y + code, height: rest.height - code, ..rest };
        self.place_below(Border::BelowCode, Pane::Trace, trace);
    }

    /// The pane whose title are the tabs.
    pub fn tabbed(&self) -> Option<Pane> {
        let tabs = self.tabs?;
        Pane::ALL.into_iter().find(|&pane| self.pane(pane).is_some_and(|area| area.y == tabs.y))
    }

    /// A pane below a border: its title is where that can be gripped.
    fn place_below(&mut self, border: Border, pane: Pane, area: Rect) {
        self.place(pane, area);
        self.borders[border as usize] = Some(Rect { height: 1, ..area });
    }

    fn place_divider(&mut self, number: usize, border: Border, body: Rect, x: u16) {
        let area = Rect::new(x, body.y, 1, body.height);
        self.dividers[number] = area;
        self.borders[border as usize] = Some(area);
    }
}

/// On the quality screen: where the chart is, and where the figures.
pub fn quality_areas(screen: (u16, u16)) -> (Rect, Rect) {
    let (width, height) = (screen.0, screen.1.saturating_sub(2));
    if width >= BESIDE {
        // The figures need so much beside it.
        let chart = (width * 55 / 100).min(width - 2 - 58);
        (Rect::new(0, 1, chart, height), Rect::new(chart + 2, 1, width - chart - 4, height))
    } else {
        let rows = (height / 2).max(8).min(height);
        (Rect::new(0, 1, width, rows), Rect::new(1, 1 + rows, width.saturating_sub(2), height - rows))
    }
}

/// On the map: where the points stand, and where what is said of them: beside them, or in three lines below.
pub fn map_areas(screen: (u16, u16)) -> (Rect, Rect) {
    let (width, height) = screen;
    // Above the points the title and the upper end of an axis, below them the lower end and the other axis.
    let points =
        |width: u16, below: u16| Rect::new(0, 3, width, height.saturating_sub(3 + 2 + below + 1).max(1));
    if width >= BESIDE {
        let panel = (width * 32 / 100).clamp(38, 60);
        let plot = width - panel - 2;
        (points(plot, 0), Rect::new(plot + 2, 1, panel, height.saturating_sub(2)))
    } else {
        (points(width, 3), Rect::new(0, height.saturating_sub(4), width, 3))
    }
}

/// A first row `offset`, scrolled by so many of `rows` rows, of which `height` are shown.
pub(in crate::tui::app) fn scrolled(offset: usize, by: isize, rows: usize, height: usize) -> usize {
    offset.saturating_add_signed(by).min(rows.saturating_sub(height))
}

/// `12–40 of 96`: which rows of a text are shown, where some are not.
pub fn rows_in_words(first: usize, height: usize, count: usize) -> Option<String> {
    (count > height && height > 0).then(|| {
        format!(
            "{}–{} of {}",
            text::number(first + 1),
            text::number((first + height).min(count)),
            text::number(count)
        )
    })
}

/// Cells and rows of help that fit on a screen, inside the frame.
pub fn help_size(screen: (u16, u16)) -> (usize, usize) {
    let width = HELP_WIDTH.min(screen.0.saturating_sub(2));
    (usize::from(width.saturating_sub(4)), usize::from(screen.1.saturating_sub(4)))
}

/// The frame around the help, at most.
pub const HELP_WIDTH: u16 = 98;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plain() -> Arrangement {
        let borders = Borders::default();
        let needs = Needs::default();
        Arrangement { focus: Pane::Candidates, detail: Pane::Code, zoomed: false, panel: 0, borders, needs }
    }

    #[test]
    fn a_wide_screen_shows_all_panes_and_a_small_one_two() {
        let shown = |w, h| {
            let layout = Layout::new(w, h, plain()).expect("large enough");
            Pane::ALL.into_iter().filter(|&p| layout.pane(p).is_some()).count()
        };
        assert_eq!(shown(140, 45), 4);
        assert_eq!(shown(80, 24), 2);
        assert_eq!(shown(100, 30), 3);
        assert_eq!(Layout::new(30, 8, plain()), None);
    }

    #[test]
    fn rows_that_the_list_leaves_empty_go_to_what_explains_it() {
        let heights = |size: (u16, u16), list, why| {
            let needs = Needs { list, why, names: 0 };
            let layout = Layout::new(size.0, size.1, Arrangement { needs, ..plain() });
            let layout = layout.expect("large enough");
            [Pane::Candidates, Pane::Trace, Pane::Why]
                .map(|pane| layout.pane(pane).map_or(0, |area| area.height))
        };
        assert_eq!(heights((120, 30), 100, 20)[2], 16, "a long list keeps its top ten");
        assert_eq!(heights((120, 30), 6, 20)[2], 22, "a short one needs no more");
        assert_eq!(heights((100, 30), 100, 20), [12, 6, 0]);
        assert_eq!(heights((100, 30), 6, 20), [6, 7, 0], "the code has the rest");
        assert_eq!(heights((140, 45), 100, 19), [24, 15, 19]);
        assert_eq!(heights((200, 28), 100, 18), [26, 8, 18], "so does the trace");
        assert_eq!(heights((140, 45), 100, 0)[2], 14);
    }

    #[test]
    fn a_list_with_long_names_has_what_the_code_can_spare() {
        let widths = |width, names| {
            let needs = Needs { list: 100, why: 19, names };
            let layout = Layout::new(width, 45, Arrangement { needs, ..plain() }).expect("large enough");
            [Pane::Candidates, Pane::Code].map(|pane| layout.pane(pane).map_or(0, |area| area.width))
        };
        assert_eq!(widths(140, 40), [53, 86]);
        assert_eq!(widths(140, 58), [58, 81]);
        assert_eq!(widths(140, 200), [63, 76]);
        assert_eq!(widths(180, 80), [80, 99]);
        assert_eq!(widths(200, 50), [56, 90]);
        assert_eq!(widths(200, 80), [66, 80]);
        assert_eq!(widths(240, 200), [96, 80]);
        assert_eq!(widths(110, 200), [110, 110]);
    }

    proptest! {
        #[test]
        fn panes_cover_the_body_without_overlap(
            w in 60u16..300, h in 15u16..120, focus in 0usize..4, detail in 1usize..4, zoomed: bool, panel in 0u16..6,
            moved in prop::collection::vec((0usize..8, 0u16..300), 0..8), list in 0u16..200, why in 0u16..40,
            names in 0u16..300,
        ) {
            let needs = Needs { list, why, names };
            let mut borders = Borders::default();
            for (border, cells) in moved {
                borders.set(Border::ALL[border], cells, 300);
            }
            let (focus, detail) = (Pane::ALL[focus], Pane::ALL[detail]);
            let layout = Layout::new(w, h, Arrangement { focus, detail, zoomed, panel, borders, needs }).expect("large enough");
            for pane in Pane::ALL {
                if let Some(area) = layout.pane(pane) {
                    prop_assert!(area.width >= LEAST.0 && area.height >= LEAST.1, "{:?}: {:?}", pane, area);
                }
            }
            for row in 1..h - 1 {
                for column in 0..w {
                    let panes = Pane::ALL.into_iter().filter(|&p| layout.pane(p).is_some_and(|a| a.contains(Position::new(column, row)))).count();
                    let dividers = layout.dividers.iter().filter(|a| a.contains(Position::new(column, row))).count();
                    let panel = usize::from(layout.panel.is_some_and(|a| a.contains(Position::new(column, row))));
                    prop_assert_eq!(panes + dividers + panel, 1, "cell {},{}", column, row);
                }
            }
        }
    }
}
