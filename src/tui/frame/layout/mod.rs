//! The layout of the panes for a given screen size: pure arithmetic, used by drawing, scrolling and the mouse.
//!
//! ```text
//! from 180 columns                  from 100 columns          below, or below 28 rows
//! ┌ header ───────────────────┐     ┌ header ───────────┐     ┌ header ─────┐
//! │ failures   │ code  │trace │     │ candidates │ code │     │ candidates  │
//! │            │       │      │     │            ├ focal┤     ├ tabs ───────┤
//! │            ├ focal ┼ why ─┤     │            ├ trace┤     │ one of code,│
//! │            │       │      │     │            ├ why ─┤     │ trace, why  │
//! └ status ───────────────────┘     └ status ───────────┘     └ status ─────┘
//! ```
//!
//! A low screen shows the trace below a short test, and a summary: the exception with its message, and the
//! reasons. The list of a few failures is above everything else on a wide one. Stacked panes are as tall as
//! their content, if possible.

pub mod borders;

use ratatui::layout::{Position, Rect};

use crate::tui::text;
use borders::{Border, Borders};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pane {
    /// The failures.
    #[default]
    List,
    /// The generated test, the focal method or the prefix.
    Code,
    /// The focal method with its Javadoc; the test while the code pane shows the focal method.
    Focal,
    Trace,
    /// The features and their contributions to the rank.
    Why,
}

impl Pane {
    /// All panes, in the order of the tab key.
    pub const ALL: [Pane; 5] = [Pane::List, Pane::Code, Pane::Focal, Pane::Trace, Pane::Why];

    /// The panes with the details of the selected failure, from top to bottom.
    pub const DETAILS: [Pane; 4] = [Pane::Code, Pane::Focal, Pane::Trace, Pane::Why];
}

/// The cells that the texts of a row of the list need: the name of its test, and what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowNeed {
    pub name: usize,
    pub says: usize,
}

#[derive(Debug, Default)]
pub struct Panes {
    pub size: (u16, u16),
    pub focus: Pane,
    /// The detail pane shown if there is room for only one.
    pub detail: Pane,
    pub dragged: Option<Border>,
    pub zoomed: bool,
    /// The number of rows of the panel at the bottom; 0 without one.
    pub panel: u16,
    pub wraps: bool,
    /// The number of lines that the list of whole tests and its heading can fill, as wide as the screen.
    pub(crate) list: usize,
    /// The cells that the texts of its first rows need.
    pub(crate) rows: Vec<RowNeed>,
    /// The cells in which each of its rows is shown whole, in one line.
    pub(crate) list_width: usize,
    /// True if frames of frameworks and the JDK are shown.
    pub unfolded: bool,
    /// The number of content rows of each of [`Pane::DETAILS`].
    pub content: [usize; 4],
}

impl Panes {
    /// Gives the focused pane the whole screen, or restores the panes.
    pub(crate) fn toggle_zoom(&mut self) {
        self.zoomed = !self.zoomed;
    }

    /// Creates the panes of a screen with this width and height in cells.
    pub(crate) fn new(size: (u16, u16)) -> Panes {
        Panes { size, detail: Pane::Code, wraps: true, ..Panes::default() }
    }
}

/// The areas of everything on the screen. A pane that is not shown has no area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Layout {
    pub header: Rect,
    pub status: Rect,
    /// The line with the names of the detail panes, if only one of them is shown.
    pub tabs: Option<Rect>,
    /// The area of each visible pane, including its title line.
    panes: [Option<Rect>; 5],
    /// The rows that describe the error and its reasons, if the corresponding panes are not shown.
    pub summary: Option<Rect>,
    pub panel: Option<Rect>,
    /// The columns of the lines between left and right; empty if there is none.
    pub dividers: [Rect; 2],
    pub body: Rect,
    /// The cells by which each border can be dragged: a line between columns, or the title of the pane below.
    borders: [Option<Rect>; Border::ALL.len()],
    moved: Borders,
    needs: Needs,
}

/// The numbers of rows that panes can fill, including their titles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs {
    pub list: u16,
    /// The number of rows of each of [`Pane::DETAILS`]; 0 without a pane.
    pub details: [u16; 4],
    /// True if the test or its focal method is known; otherwise they need no column of their own.
    pub has_code: bool,
    /// True if `list` includes the rows of other groups, if there are any.
    pub is_whole_list: bool,
    /// True if `list` counts all lines of its messages, as of tests that people wrote: a short one leaves the
    /// others to the details.
    pub counts_lines: bool,
    /// The cells in which each row of such a list is shown whole.
    pub list_width: u16,
}

pub(crate) const LEAST_SCREEN: (u16, u16) = (60, 15);
/// The largest number of columns and of rows that is drawn, whatever size a terminal claims to have.
pub(crate) const MAX_SCREEN_SIDE: u16 = 1000;
const WIDE_SCREEN: (u16, u16) = (100, 28);
/// The minimum width of a screen that shows two texts side by side.
pub(crate) const SIDE_BY_SIDE: u16 = 116;
/// The minimum width of a screen whose list is wide enough for most messages.
const ROOMY: u16 = 120;
/// The minimum width of a screen on which trace and reasons have their own column.
pub(crate) const WIDEST: u16 = 180;
/// The minimum width of a screen that shows a short list above everything else, and the rows below it.
const ABOVE: (u16, u16) = (WIDE_LIST, 24);
/// The width from which on a list shows everything about a failure in one line, in cells.
pub(crate) const WIDE_LIST: u16 = 132;
/// A list is short if it needs no more than one of this number of parts of the screen.
const SHORT_LIST_PARTS: u16 = 3;
/// The minimum width of each of two columns of code and trace beside a list of tests that people wrote.
const LEAST_COLUMN: u16 = 60;
/// The minimum numbers of columns and rows of a pane, wherever a border is moved.
const LEAST_PANE: (u16, u16) = (30, 3);
/// The height of the list on a low screen: the heading and eight failures.
const STACKED_LIST_HEIGHT: u16 = 9;
/// The minimum height of the details on a low screen.
const STACKED_DETAIL_HEIGHT: u16 = 7;
/// The minimum height of the list: its heading and the top ten, with the line below them.
const LIST_HEIGHT: u16 = 12;
/// The rows that stacked panes keep while they have content for them: their titles and the first rows.
const KEPT_ROWS: [u16; 4] = [6, 5, 5, 4];
/// The rows of the test that take precedence over everything but the focused pane.
const CODE_FIRST: u16 = 12;
/// The rows of the focal method that take precedence over more frames of the trace and the reasons.
const FOCAL_FIRST: u16 = 7;
/// The rows of the focal method that take precedence over the rest of the others.
const MORE_FOCAL: u16 = 9;
/// The rows of the trace that take precedence over the reasons: its title, the exception with its message and
/// four frames.
const TRACE_FIRST: u16 = 7;
/// The rows below the test from which on a low screen shows the trace too: its title, the exception and four
/// frames; two frames of whole tests, whose reasons are one sentence.
const KEPT_TRACE: [u16; 2] = [6, 4];
/// The number of rows from which on all details fit below each other.
const TALL: u16 = 20;
/// The minimum number of rows of the summary.
const LEAST_SUMMARY: u16 = 2;
/// The maximum number of its rows, if a short test leaves room.
const MAX_SUMMARY: u16 = 6;

impl Layout {
    /// Creates the layout; None if the screen is too small.
    pub fn new(shown: &Panes, moved: Borders, needs: Needs) -> Option<Layout> {
        let (&Panes { size: (width, height), focus, .. }, Needs { list, .. }) = (shown, needs);
        if width < LEAST_SCREEN.0 || height < LEAST_SCREEN.1 {
            return None;
        }
        let rows = shown.panel.min((height - 2) / 2);
        let body = Rect::new(0, 1, width, height - 2 - rows);
        let mut layout = Layout {
            header: Rect::new(0, 0, width, 1),
            status: Rect::new(0, height - 1, width, 1),
            panel: (rows > 0).then(|| Rect::new(0, height - 1 - rows, width, rows)),
            body,
            moved,
            needs,
            ..Layout::default()
        };
        let is_short =
            needs.is_whole_list && list <= body.height / SHORT_LIST_PARTS && list + ABOVE.1 <= body.height;
        if shown.zoomed {
            layout.place(focus, body);
        } else if is_short && width >= ABOVE.0 {
            layout.place_below_list(body, focus);
        } else if layout.has_room_for_three_columns(body) && height >= WIDE_SCREEN.1 && body.height >= TALL {
            layout.place_three_columns(body, focus);
        } else if width >= WIDE_SCREEN.0 && height >= WIDE_SCREEN.1 && body.height >= TALL {
            layout.place_columns(body, focus);
        } else {
            layout.place_stacked(body, focus, shown.detail);
        }
        Some(layout)
    }

    pub(crate) fn has_three_columns(&self) -> bool {
        self.dividers[1].width > 0
    }

    /// Returns the area of a pane, including its title line; None if it is not shown.
    pub fn pane(&self, pane: Pane) -> Option<Rect> {
        self.panes[pane as usize]
    }

    pub(crate) fn content_height(&self, pane: Pane) -> usize {
        self.pane(pane).map_or(0, |area| usize::from(area.height.saturating_sub(1)))
    }

    pub(crate) fn pane_at(&self, column: u16, row: u16) -> Option<Pane> {
        Pane::ALL
            .into_iter()
            .find(|&pane| self.pane(pane).is_some_and(|area| area.contains(Position::new(column, row))))
    }

    /// Returns the borders that can be moved, each with the cells by which it can be dragged.
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
        let least = if border.is_vertical() { LEAST_PANE.0 } else { LEAST_PANE.1 };
        let most = extent.saturating_sub(least + u16::from(border.is_vertical()));
        self.moved.cells(border, extent).unwrap_or(usual).min(most).max(least)
    }

    fn place(&mut self, pane: Pane, area: Rect) {
        self.panes[pane as usize] = Some(area);
    }

    /// Returns the cells that a list of tests that people wrote has on a wide screen: as many as its rows need, at
    /// most half of them.
    fn needed_by_list(&self, body: Rect) -> u16 {
        self.needs.list_width.max(body.width * 38 / 100).min(body.width / 2)
    }

    /// Returns true if trace and reasons can have a column of their own, beside the code. Where rows of people's tests
    /// need the room, all details are below each other: code that is wrapped is hard to read.
    fn has_room_for_three_columns(&self, body: Rect) -> bool {
        let rest = body.width.saturating_sub(self.needed_by_list(body));
        let has_room = !self.needs.counts_lines || rest >= 2 * (LEAST_COLUMN + 1);
        body.width >= WIDEST && self.needs.has_code && has_room
    }

    fn place_columns(&mut self, body: Rect, focus: Pane) {
        // On a narrow screen the code needs the room more.
        let wide = body.width.saturating_sub(ROOMY) * 7 / 10;
        let usual = (40 + (body.width - WIDE_SCREEN.0) * 60 / 100 + wide).min(body.width * 14 / 25);
        let usual = if self.needs.has_code { usual } else { usual + body.width / 20 };
        let usual =
            if self.needs.counts_lines && body.width >= WIDEST { self.needed_by_list(body) } else { usual };
        let left = self.before(Border::List, body.width, usual);
        self.place(Pane::List, Rect { width: left, ..body });
        self.place_divider(0, Border::List, body, left);
        let right = Rect { x: left + 1, width: body.width - left - 1, ..body };
        self.place_stack(right, &Pane::DETAILS, focus);
    }

    fn place_three_columns(&mut self, body: Rect, focus: Pane) {
        let usual = if self.needs.counts_lines {
            self.needed_by_list(body)
        } else {
            (body.width * 44 / 100).clamp(60, 110)
        };
        // Whatever is moved, the column in the middle keeps enough.
        let first =
            self.before(Border::FirstColumn, body.width, usual).min(body.width - 2 * LEAST_PANE.0 - 2);
        let usual = body.width - (body.width * 11 / 40).clamp(50, 84) - 1;
        let last = self.before(Border::LastColumn, body.width, usual).max(first + 1 + LEAST_PANE.0);
        self.place(Pane::List, Rect { width: first, ..body });
        let middle = Rect { x: first + 1, width: last - first - 1, ..body };
        self.place_stack(middle, &[Pane::Code, Pane::Focal], focus);
        let right = Rect { x: last + 1, width: body.width - last - 1, ..body };
        self.place_stack(right, &[Pane::Trace, Pane::Why], focus);
        self.place_divider(0, Border::FirstColumn, body, first);
        self.place_divider(1, Border::LastColumn, body, last);
    }

    fn place_below_list(&mut self, body: Rect, focus: Pane) {
        // Wherever the border is moved, all details keep enough.
        let list = self.before(Border::Stack, body.height, self.needs.list).min(body.height - TALL);
        self.place(Pane::List, Rect { height: list, ..body });
        let rest = Rect { y: body.y + list, height: body.height - list, ..body };
        self.borders[Border::Stack as usize] = Some(Rect { height: 1, ..rest });
        let left = self.before(Border::LastColumn, body.width, body.width / 2);
        // The trace has the room of the code if there is none, and that of a focal method below a short test.
        let [test, focal, trace, _] = self.needs.details;
        let has_room = focal == 0 && test + trace <= rest.height;
        let (first, second) = Pane::DETAILS.split_at(if self.needs.has_code && !has_room { 2 } else { 3 });
        self.place_stack(Rect { width: left, ..rest }, first, focus);
        let right = Rect { x: left + 1, width: body.width - left - 1, ..rest };
        self.place_stack(right, second, focus);
        self.place_divider(1, Border::LastColumn, rest, left);
    }

    fn place_stack(&mut self, area: Rect, panes: &[Pane], focus: Pane) {
        let mut y = area.y;
        for (&pane, height) in panes.iter().zip(self.stacked_heights(area.height, panes, focus)) {
            if height > 0 {
                self.place(pane, Rect { y, height, ..area });
            }
            y += height;
        }
    }

    /// Returns the heights of stacked panes: first the rows that each keeps, then those that the focused one can
    /// fill, then the others from the top. The last pane gets the remaining rows.
    fn stacked_heights(&self, height: u16, panes: &[Pane], focus: Pane) -> Vec<u16> {
        let needs = |pane: Pane| Pane::DETAILS.iter().position(|&other| other == pane).unwrap_or(0);
        let wanted: Vec<u16> = panes
            .iter()
            .map(|&pane| match self.needs.details[needs(pane)] {
                0 if pane == Pane::Focal => 0,
                rows => rows.max(LEAST_PANE.1),
            })
            .collect();
        let mut left = height;
        let mut heights: Vec<u16> = Vec::new();
        for (&pane, &wanted) in panes.iter().zip(&wanted) {
            heights.push(KEPT_ROWS[needs(pane)].min(wanted).min(left));
            left -= heights[heights.len() - 1];
        }
        // The heads of focal method and trace precede the reasons, then comes more of either, then long code.
        let claims = [
            (focus, u16::MAX),
            (Pane::Code, CODE_FIRST),
            (Pane::Focal, FOCAL_FIRST),
            (Pane::Trace, TRACE_FIRST),
            (Pane::Why, u16::MAX),
            (Pane::Focal, MORE_FOCAL),
            (Pane::Trace, u16::MAX),
            (Pane::Code, u16::MAX),
            (Pane::Focal, u16::MAX),
        ];
        for (pane, most) in claims {
            let Some(at) = panes.iter().position(|&other| other == pane) else { continue };
            let more = wanted[at].min(most).saturating_sub(heights[at]).min(left);
            heights[at] += more;
            left -= more;
        }
        // A pane without content is not shown.
        if let Some(last) = wanted.iter().rposition(|&rows| rows > 0) {
            heights[last] += left;
        }
        heights
    }

    fn place_stacked(&mut self, body: Rect, focus: Pane, detail: Pane) {
        let usual = if body.height >= LIST_HEIGHT + TALL {
            self.needs.list.min(LIST_HEIGHT.max(body.height / 3))
        } else {
            // A short list leaves the rows to the details.
            let lines = if self.needs.counts_lines { self.needs.list } else { u16::MAX };
            let list = lines.clamp(LEAST_PANE.1, STACKED_LIST_HEIGHT);
            list.min(body.height.saturating_sub(STACKED_DETAIL_HEIGHT + LEAST_SUMMARY))
        };
        let list = self.before(Border::Stack, body.height, usual);
        self.place(Pane::List, Rect { height: list, ..body });
        let rest = Rect { y: body.y + list, height: body.height - list, ..body };
        self.borders[Border::Stack as usize] = Some(Rect { height: 1, ..rest });
        if rest.height >= TALL {
            return self.place_stack(rest, &Pane::DETAILS, focus);
        }
        self.tabs = Some(Rect { height: 1, ..rest });
        let summary = if rest.height >= LEAST_PANE.1 + LEAST_SUMMARY { LEAST_SUMMARY } else { 0 };
        // The tabs contain the focal method as a text of the code pane.
        let detail = if detail == Pane::Focal { Pane::Code } else { detail };
        let area = Rect { height: rest.height - summary, ..rest };
        // A short test, or none, leaves room for the trace.
        let short = self.needs.details[0].max(LEAST_PANE.1).min(area.height);
        let below = if detail == Pane::Code { area.height - short } else { 0 };
        let kept = KEPT_TRACE[usize::from(self.needs.counts_lines)];
        let has_room = below >= kept;
        let trace = if has_room { self.needs.details[2].clamp(kept, below) } else { 0 };
        // The rest shows more of the reasons.
        let more = if summary > 0 { (below - trace).min(MAX_SUMMARY - summary) } else { 0 };
        let (area, summary) = (Rect { height: area.height - more, ..area }, summary + more);
        let height = if has_room { short } else { area.height };
        self.place(detail, Rect { height, ..area });
        if has_room {
            self.place(Pane::Trace, Rect { y: area.y + height, height: area.height - height, ..area });
        }
        if summary > 0 {
            self.summary = Some(Rect { y: rest.bottom() - summary, height: summary, ..rest });
        }
    }

    /// Returns the pane whose title consists of the tabs.
    pub(crate) fn tabbed(&self) -> Option<Pane> {
        let tabs = self.tabs?;
        Pane::ALL.into_iter().find(|&pane| self.pane(pane).is_some_and(|area| area.y == tabs.y))
    }

    fn place_divider(&mut self, number: usize, border: Border, body: Rect, x: u16) {
        let area = Rect::new(x, body.y, 1, body.height);
        self.dividers[number] = area;
        self.borders[border as usize] = Some(area);
    }
}

/// Returns the first row of the progress screen below its headline. On a low screen one of a line leaves no
/// row for the file of labels.
pub(crate) fn below_headline(screen: (u16, u16), is_one_line: bool) -> u16 {
    if is_one_line && screen.1 < WIDE_SCREEN.1 { 2 } else { 3 }
}

/// Returns the areas of this number of groups, of the chart below them if it has any rows, and of the
/// figures, from the row `top` on; where these are below the groups, they have their rows first.
pub(crate) fn progress_areas(
    screen: (u16, u16),
    top: u16,
    groups: usize,
    chart: u16,
    figures: usize,
) -> [Rect; 3] {
    /// The rows of a chart of many bugs at least, and of the screen that has one below the other.
    const CHART: (u16, u16) = (14, 44);
    /// The minimum width of the figures next to the groups.
    const FIGURES: u16 = 58;
    let (width, height) = (screen.0, screen.1.saturating_sub(top + 1));
    let is_wide = width >= SIDE_BY_SIDE;
    // The title, and a row or two for each.
    let [wanted, most] = [1, 2].map(|rows| u16::try_from(rows * groups + 1).unwrap_or(u16::MAX));
    let has_chart = chart > 0 && if is_wide { height >= 2 * CHART.0 } else { screen.1 >= CHART.1 };
    let (groups, chart) = match (is_wide, has_chart) {
        (true, false) => (height, 0),
        (true, true) => {
            let chart = chart.min(height.saturating_sub(most.saturating_add(1)).max(CHART.0)).min(height / 2);
            (height - chart, chart)
        }
        (false, _) => {
            let chart = if has_chart { chart.min(CHART.0) } else { 0 };
            let rest =
                height.saturating_sub(chart.saturating_add(u16::try_from(figures).unwrap_or(u16::MAX)));
            let groups = wanted.min(rest.max(height / 2));
            (groups, chart.min(height - groups))
        }
    };
    let left = if is_wide { (width * 55 / 100).min(width - 2 - FIGURES) } else { width };
    let figures = if is_wide {
        Rect::new(left + 2, top, width - left - 3, height)
    } else {
        Rect::new(1, top + groups + chart, width.saturating_sub(2), height - groups - chart)
    };
    let below = u16::from(has_chart);
    let rows = Rect::new(0, top, left, groups.saturating_sub(below));
    [rows, Rect::new(0, top + groups, left, chart), figures]
}

/// Returns the areas of the oracles on the progress screen: the table with this number of lines, the list of
/// at most this number of rows below its title and its headings, and below it the selected oracle and its
/// measures, without those while they are hidden.
pub(crate) fn oracle_areas(screen: (u16, u16), lines: usize, listed: usize, has_measures: bool) -> [Rect; 4] {
    /// The rows of the oracle, and the least of the list.
    const ROWS: (u16, u16) = (5, 8);
    /// The width of the measures.
    const MEASURES: u16 = 78;
    let (width, bottom) = (screen.0, screen.1.saturating_sub(1));
    let lines = u16::try_from(lines).unwrap_or(u16::MAX).min(bottom / 5);
    let table = Rect::new(1, 2, width.saturating_sub(2), lines);
    // On a low screen, no blank row is above the title.
    let top = (table.bottom() + 2 + u16::from(screen.1 >= 30)).min(bottom);
    let height = bottom - top;
    let is_wide = width >= WIDE_SCREEN.0;
    if width >= ROOMY && !has_measures {
        // The list is narrow: the selected oracle is next to it.
        let left = width * 3 / 5;
        let right = Rect::new(left + 1, top.saturating_sub(2), width - left - 1, bottom + 2 - top);
        return [table, Rect::new(0, top, left, height), right, Rect::default()];
    }
    // The measures with their title, or more of the test.
    let most = if has_measures { 14 } else { 4 };
    let below = if is_wide { 14 } else { most + ROWS.0 };
    let below = below.min(height.saturating_sub(ROWS.1)).max(height.min(4));
    let rows = u16::try_from(listed + 1).unwrap_or(u16::MAX).min(height - below);
    let list = Rect::new(0, top, width, rows);
    let below = height - rows;
    let pair = Rect::new(0, list.bottom(), width, below);
    if !is_wide || !has_measures {
        let height = if has_measures { below.saturating_sub(ROWS.0).min(most) } else { 0 };
        let measures = Rect { y: pair.bottom() - height, height, ..pair };
        return [table, list, Rect { height: below - height, ..pair }, measures];
    }
    let right = MEASURES.min(width * 3 / 5);
    let measures = Rect { x: width - right, width: right - 1, ..pair };
    [table, list, Rect { width: width - right - 1, ..pair }, measures]
}

/// Returns the first row `offset`, scrolled by a number of `rows` rows, of which `height` are shown.
pub(crate) fn scrolled(offset: usize, by: isize, rows: usize, height: usize) -> usize {
    offset.saturating_add_signed(by).min(rows.saturating_sub(height))
}

/// Returns the visible rows of a text, as in `12–40 of 96`, if not all are visible.
pub(crate) fn rows_in_words(first: usize, height: usize, count: usize) -> Option<String> {
    (count > height && height > 0).then(|| {
        format!(
            "{}–{} of {}",
            text::number(first + 1),
            text::number((first + height).min(count)),
            text::number(count)
        )
    })
}

/// Returns the number of cells and rows of help that fit on a screen, inside the frame.
pub(crate) fn help_size(screen: (u16, u16)) -> (usize, usize) {
    (usize::from(screen.0.saturating_sub(4)), usize::from(screen.1.saturating_sub(3)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn placed(panes: &Panes, needs: Needs) -> Layout {
        Layout::new(panes, Borders::default(), needs).expect("large enough")
    }

    #[test]
    fn figures_stay_beside_more_groups_than_any_screen_has_rows() {
        for screen in [(80, 24), (140, 45)] {
            let [groups, _, figures] = progress_areas(screen, 3, 60_000, u16::MAX, usize::MAX);
            assert!(groups.height > 8 && figures.height > 8, "{groups} {figures}");
        }
    }

    #[test]
    fn a_wide_screen_shows_all_panes_and_a_small_one_two() {
        let shown = |w, h, test| {
            let needs = Needs { list: 30, details: [test, 8, 8, 8], has_code: true, ..Needs::default() };
            let layout = placed(&Panes::new((w, h)), needs);
            Pane::ALL.into_iter().filter(|&p| layout.pane(p).is_some()).count()
        };
        assert_eq!(shown(140, 45, 12), 5);
        assert_eq!(shown(80, 24, 12), 2);
        assert_eq!(shown(80, 24, 0), 3, "the trace below a test that is not in the input");
        assert_eq!(shown(100, 30, 12), 5);
        assert_eq!(Layout::new(&Panes::new((30, 8)), Borders::default(), Needs::default()), None);
    }

    fn heights(size: (u16, u16), focus: Pane, details: [u16; 4]) -> [u16; 5] {
        let needs = Needs { list: 30, details, has_code: true, ..Needs::default() };
        let layout = placed(&Panes { focus, ..Panes::new(size) }, needs);
        Pane::ALL.map(|pane| layout.pane(pane).map_or(0, |area| area.height))
    }

    #[test]
    fn stacked_panes_are_as_tall_as_their_content() {
        let list = Pane::List;
        assert_eq!(
            heights((140, 45), list, [10, 12, 8, 9]),
            [43, 10, 12, 8, 13],
            "the last one gets the remaining rows"
        );
        assert_eq!(heights((140, 45), list, [10, 40, 8, 9]), [43, 10, 16, 8, 9], "a long method is scrolled");
        assert_eq!(
            heights((140, 45), list, [90, 40, 8, 9]),
            [43, 17, 9, 8, 9],
            "a long test leaves the others enough to be understood"
        );
        assert_eq!(heights((140, 30), list, [90, 40, 8, 9]), [28, 12, 7, 5, 4], "it comes first in few rows");
        assert_eq!(heights((140, 30), Pane::Why, [90, 40, 8, 9]), [28, 9, 5, 5, 9], "the focused one does");
        assert_eq!(heights((200, 60), list, [10, 40, 8, 9]), [58, 10, 48, 8, 50]);
    }

    #[test]
    fn a_low_screen_has_one_detail_and_a_summary() {
        let at = |width, height| {
            let needs = Needs { list: 30, details: [10, 12, 8, 9], has_code: true, ..Needs::default() };
            placed(&Panes::new((width, height)), needs)
        };
        let low = at(80, 24);
        assert_eq!(low.pane(Pane::List).map(|area| area.height), Some(9), "eight failures and the heading");
        assert_eq!(low.pane(Pane::Code).map(|area| area.height), Some(10));
        assert_eq!(
            low.summary.map(|area| (area.y, area.height)),
            Some((20, 3)),
            "the row that the test leaves"
        );
        assert_eq!(at(80, 45).summary, None, "all details are shown");
        assert!(at(60, 15).summary.is_some());
    }

    proptest! {
        #[test]
        fn panes_cover_the_body_without_overlap(
            w in 60u16..300, h in 15u16..120, focus in 0usize..5, detail in 1usize..5, zoomed: bool, panel in 0u16..6,
            moved in prop::collection::vec((0usize..4, 0u16..300), 0..8), list in 0u16..200,
            details in prop::array::uniform4(0u16..200), has_code: bool, is_whole_list: bool, counts_lines: bool, list_width in 0u16..300,
        ) {
            let needs = Needs { list, details, has_code, is_whole_list, counts_lines, list_width };
            let mut borders = Borders::default();
            for (border, cells) in moved {
                borders.set(Border::ALL[border], cells, 300);
            }
            let (focus, detail) = (Pane::ALL[focus], Pane::ALL[detail]);
            let panes = Panes { focus, detail, zoomed, panel, ..Panes::new((w, h)) };
            let layout = Layout::new(&panes, borders, needs).expect("large enough");
            for pane in Pane::ALL {
                if let Some(area) = layout.pane(pane) {
                    prop_assert!(area.width >= LEAST_PANE.0 && area.height >= LEAST_PANE.1, "{:?}: {:?}", pane, area);
                }
            }
            for row in 1..h - 1 {
                for column in 0..w {
                    let panes = Pane::ALL.into_iter().filter(|&p| layout.pane(p).is_some_and(|a| a.contains(Position::new(column, row)))).count();
                    let dividers = layout.dividers.iter().filter(|a| a.contains(Position::new(column, row))).count();
                    let panel = usize::from(layout.panel.is_some_and(|a| a.contains(Position::new(column, row))));
                    let summary = usize::from(layout.summary.is_some_and(|a| a.contains(Position::new(column, row))));
                    prop_assert_eq!(panes + dividers + panel + summary, 1, "cell {},{}", column, row);
                }
            }
        }
    }
}
