//! The map: the failures of a group as points, which shows those that differ from the others, and how.
//!
//! ```text
//! features ──Job::Project──▶ Projection (a worker) ──App::derive──▶ MapGrid: a cell of the screen each
//! ```
//!
//! The projection is computed once per group, the grid whenever the screen, the labels or the colours change: a frame
//! draws cells, however many failures they contain. Selection, search and filter are shared with the triage screen:
//! failures that match the search and pass the filter are highlighted, the others are faint dots. Failures that don't
//! pass the filter can't be selected.

use super::layout::map_areas;
use super::{Cx, Job, Session, text};
use crate::model::{FailureId, FeatureVector, Label, Truth};
pub use crate::rank::{Axis, Projection};
use crate::tui::app::Screen;
use crate::tui::app::{Mouse, MouseKind};
use ratatui::layout::{Position, Rect};
use std::collections::HashMap;
use std::sync::Arc;

/// The meaning of the glyphs and colours of the points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colouring {
    /// The label.
    #[default]
    Labels,
    /// The truth from the fixed version, while it is shown.
    Truth,
    /// The signature, with a colour for each of the most frequent ones.
    Signatures,
}

/// The number of signatures that have their own glyph.
pub const NAMED_SIGNATURES: usize = 6;

/// The kind of point shown by a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PointKind {
    /// No label, or a signature without a glyph of its own.
    Plain,
    /// A label. Of different ones in a cell, TP takes precedence over unsure, and that over FP.
    Label(Label),
    /// The outcome on the fixed version.
    Truth(Truth),
    /// The signature with this position by frequency.
    Signature(usize),
}

impl PointKind {
    /// Returns the precedence if several share a cell: the rarest kind comes first.
    fn weight(self) -> usize {
        match self {
            PointKind::Label(Label::TruePositive) | PointKind::Truth(Truth::TruePositive) => 3,
            PointKind::Label(Label::Unsure) => 2,
            PointKind::Label(Label::FalsePositive) | PointKind::Truth(Truth::FalsePositive) => 1,
            PointKind::Plain => 0,
            PointKind::Signature(place) => 1 + place,
        }
    }
}

/// A cell of the plot with failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MapCell {
    /// The column within the plot.
    pub x: u16,
    /// The row within the plot.
    pub y: u16,
    /// The position in the list of its first selectable failure, highlighted ones first.
    pub first: Option<usize>,
    /// The number of its selectable failures.
    pub count: usize,
    /// The number of these that are highlighted.
    pub lit: usize,
    /// The kind of the highlighted ones.
    pub kind: PointKind,
}

/// The plot, cell by cell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MapGrid {
    /// The cells with failures, from left to right and from top to bottom.
    pub cells: Vec<MapCell>,
    /// The index into `cells` by position in the list.
    cell_of: Vec<usize>,
    /// The cell of the mean of the group.
    pub middle: (u16, u16),
    /// The signatures with their own glyph: their description, and their number of failures.
    pub signatures: Vec<(String, usize)>,
    /// The names of clusters: the frequent exceptions, each with the index of the cell that most failures with it fall on.
    pub names: Vec<(String, usize)>,
}

impl MapGrid {
    /// Returns the cell of a position in the list.
    pub fn cell_of(&self, position: usize) -> Option<&MapCell> {
        self.cells.get(*self.cell_of.get(position)?)
    }

    /// Returns the cell at a location of the plot.
    pub fn at(&self, x: u16, y: u16) -> Option<&MapCell> {
        self.cells.binary_search_by_key(&(y, x), |cell| (cell.y, cell.x)).ok().map(|index| &self.cells[index])
    }

    /// Returns the nearest cell in a direction: within a quarter of the plane if there is one, otherwise on that side
    /// of it.
    fn towards(&self, from: MapCell, (right, down): (i32, i32)) -> Option<&MapCell> {
        let ahead = |cell: &&MapCell| {
            let (across, below) = distance(from, (cell.x, cell.y));
            let (along, aside) = if right == 0 { (down * below, across) } else { (right * across, below) };
            (along > 0).then_some((along, aside.abs()))
        };
        let near = |cell: &&MapCell| {
            let (along, aside) = ahead(cell).unwrap_or((i32::MAX, 0));
            let is_aside = aside > along;
            (is_aside, if is_aside { along + 3 * aside } else { along * along + aside * aside })
        };
        self.cells.iter().filter(|cell| cell.first.is_some() && ahead(cell).is_some()).min_by_key(near)
    }

    /// Returns the cell nearest to a location of the plot, if it is close.
    fn near(&self, x: u16, y: u16) -> Option<&MapCell> {
        let square = |cell: &&MapCell| {
            let (across, below) = distance(**cell, (x, y));
            across * across + below * below
        };
        let cells = self.cells.iter().filter(|cell| cell.first.is_some());
        cells.min_by_key(square).filter(|cell| square(cell) <= NEAR * NEAR)
    }
}

/// The maximum number of named clusters.
const MOST_NAMES: usize = 8;
/// The minimum number of failures of a named cluster.
const LEAST_NAMED: usize = 3;

/// The maximum distance of a click from its point, in widths of a cell; a row counts as two.
const NEAR: i32 = 6;

/// Returns the distance of a location to the right of a cell and below it; a cell is twice as high as wide.
fn distance(from: MapCell, (x, y): (u16, u16)) -> (i32, i32) {
    (i32::from(x) - i32::from(from.x), 2 * (i32::from(y) - i32::from(from.y)))
}

/// The state of the map screen.
#[derive(Debug, Default)]
pub struct Map {
    /// The meaning of glyphs and colours.
    pub colouring: Colouring,
    /// The features of the last requested projection.
    asked: Option<Arc<Vec<FeatureVector>>>,
    /// Their projection; None until it is computed.
    projection: Option<Arc<Projection>>,
    /// The plot; None until the projection is computed.
    pub grid: Option<MapGrid>,
}

impl Session {
    /// Returns true if points are highlighted because of a search or a filter.
    pub fn lights_points(&self) -> bool {
        self.search.is_some() || self.list.active_filter.is_some()
    }
}

impl Cx {
    /// Selects the next failure of the list, even if a folded list has no row for it.
    pub(in crate::tui::app) fn step_on_map(&mut self, by: isize) {
        self.select(self.session.selected_position().saturating_add_signed(by));
    }
}

impl Map {
    /// Returns the projection of the current group; None until it is computed.
    pub fn projection(&self, cx: &Cx) -> Option<&Arc<Projection>> {
        let (_, group) = cx.session.current_group()?;
        let (own, asked) = (group.features.as_ref()?, self.asked.as_ref()?);
        self.projection.as_ref().filter(|_| Arc::ptr_eq(own, asked))
    }

    /// Builds the plot for the current screen, and requests the projection of the current group.
    pub(in crate::tui::app) fn make_map(&mut self, cx: &mut Cx) {
        self.grid = self.map_grid(cx);
        let Some(features) = cx.session.current_group().and_then(|(_, group)| group.features.clone()) else {
            return;
        };
        if self.asked.as_ref().is_some_and(|asked| Arc::ptr_eq(asked, &features)) {
            return;
        }
        self.asked = Some(Arc::clone(&features));
        self.projection = None;
        cx.start(Job::Project { features });
    }

    /// Stores a projection, if it is the one requested last.
    pub(in crate::tui::app) fn projected(
        &mut self,
        features: &Arc<Vec<FeatureVector>>,
        projection: Arc<Projection>,
        cx: &mut Cx,
    ) {
        if self.asked.as_ref().is_some_and(|asked| Arc::ptr_eq(asked, features)) {
            self.projection = Some(projection);
            cx.dirty.group = true;
        }
    }

    fn map_grid(&self, cx: &Cx) -> Option<MapGrid> {
        let (group, state) = cx.session.current_group()?;
        let projection = self.projection(cx)?;
        let (plot, _) = map_areas(cx.panes.size);
        let entries = &state.list().entries;
        let rows: Vec<usize> = entries.iter().map(|entry| group.row_of(entry.failure).unwrap_or(0)).collect();
        let points = || rows.iter().filter_map(|&row| projection.points.get(row));
        let across = Scale::new(points().map(|point| point[0]), plot.width, 2);
        let up = Scale::new(points().map(|point| -point[1]), plot.height, 1);
        let (frequent, signatures) = self.frequent_signatures(cx);
        let kind = |failure: FailureId, row: usize| match self.colouring {
            Colouring::Labels => cx.session.labels.label(failure).map_or(PointKind::Plain, PointKind::Label),
            Colouring::Truth => {
                let truth = cx.session.corpus.failure(failure).and_then(|failure| failure.truth);
                let truth = truth.filter(|_| cx.session.truth_shown);
                truth.map_or(PointKind::Plain, PointKind::Truth)
            }
            Colouring::Signatures => {
                let number = state.signatures.exact.as_ref().and_then(|exact| exact.of_failure.get(row));
                number
                    .and_then(|number| frequent.get(number))
                    .map_or(PointKind::Plain, |&at| PointKind::Signature(at))
            }
        };
        // The cell at each location of the plot.
        let width = usize::from(plot.width.max(1));
        let mut at_place: Vec<Option<usize>> = vec![None; width * usize::from(plot.height.max(1))];
        let mut cells: Vec<MapCell> = Vec::new();
        let mut cell_of = Vec::with_capacity(rows.len());
        for (position, (entry, &row)) in entries.iter().zip(&rows).enumerate() {
            let point = projection.points.get(row).copied().unwrap_or_default();
            let (x, y) = (across.cell(point[0]), up.cell(-point[1]));
            let place = &mut at_place[usize::from(y) * width + usize::from(x)];
            let at = *place.get_or_insert_with(|| {
                cells.push(MapCell { x, y, first: None, count: 0, lit: 0, kind: PointKind::Plain });
                cells.len() - 1
            });
            cell_of.push(at);
            if !state.has_row(position) {
                continue;
            }
            let cell = &mut cells[at];
            cell.count += 1;
            if cx.session.search.is_some() && !cx.session.is_found(entry.failure) {
                cell.first = cell.first.or(Some(position));
                continue;
            }
            let kind = kind(entry.failure, row);
            if cell.lit == 0 {
                (cell.first, cell.kind) = (Some(position), kind);
            } else if kind.weight() > cell.kind.weight() {
                cell.kind = kind;
            }
            cell.lit += 1;
        }
        // In the order of the screen, so that a location can be looked up.
        let order: Vec<usize> = at_place.into_iter().flatten().collect();
        let mut moved = vec![0; cells.len()];
        for (new, &old) in order.iter().enumerate() {
            moved[old] = new;
        }
        let cell_of = cell_of.into_iter().map(|at| moved[at]).collect();
        let cells = order.into_iter().map(|at| cells[at]).collect();
        let mut grid = MapGrid {
            cells,
            cell_of,
            middle: (across.cell(0.0), up.cell(0.0)),
            signatures,
            names: Vec::new(),
        };
        grid.names = cluster_names(cx, &grid);
        Some(grid)
    }

    /// Returns the most frequent signatures of the current group: their positions by number, and their descriptions.
    fn frequent_signatures(&self, cx: &Cx) -> (HashMap<usize, usize>, Vec<(String, usize)>) {
        let exact = cx.session.current_group().and_then(|(_, state)| state.signatures.exact.as_ref());
        let Some(exact) = exact.filter(|_| self.colouring == Colouring::Signatures) else {
            return (HashMap::new(), Vec::new());
        };
        let mut counts = vec![0; exact.all.len()];
        for &number in &exact.of_failure {
            counts[number] += 1;
        }
        let mut order: Vec<usize> = (0..counts.len()).collect();
        order.sort_by_key(|&number| std::cmp::Reverse(counts[number]));
        order.truncate(NAMED_SIGNATURES);
        let named = order.iter().map(|&number| (exact.all[number].to_string(), counts[number])).collect();
        (order.into_iter().enumerate().map(|(place, number)| (number, place)).collect(), named)
    }

    /// Returns true if the selected failure shares its point with others.
    pub(in crate::tui::app) fn falls_together(&self, cx: &Cx) -> bool {
        let cell = self.grid.as_ref().and_then(|grid| grid.cell_of(cx.session.selected_position()));
        cell.is_some_and(|cell| cell.count > 1)
    }

    /// Returns true if a position represents its point on the map, where the selection steps from point to point.
    /// Elsewhere every position does.
    pub(in crate::tui::app) fn is_first_at_point(&self, position: usize, cx: &Cx) -> bool {
        let grid = self.grid.as_ref().filter(|_| cx.screen == Screen::Map);
        let cell = grid.and_then(|grid| grid.cell_of(position));
        cell.is_none_or(|cell| cell.first == Some(position))
    }

    /// Switches the meaning of glyphs and colours.
    pub(in crate::tui::app) fn change_colouring(&mut self, cx: &mut Cx) {
        self.colouring = match self.colouring {
            Colouring::Labels => Colouring::Signatures,
            Colouring::Signatures if cx.session.truth_shown => Colouring::Truth,
            Colouring::Signatures | Colouring::Truth => Colouring::Labels,
        };
        cx.dirty.group = true;
    }

    /// Selects the nearest point in a direction: its steps to the right and down.
    pub(in crate::tui::app) fn move_on_map(&mut self, direction: (i32, i32), cx: &mut Cx) {
        let Some(grid) = &self.grid else { return };
        let Some(&from) = grid.cell_of(cx.session.selected_position()) else { return };
        match grid.towards(from, direction).and_then(|cell| cell.first) {
            Some(first) => cx.select(first),
            None => {
                cx.messages.info("there is no point further in that direction");
            }
        }
    }

    /// Selects the next failure in the same cell, wrapping around.
    pub(in crate::tui::app) fn next_at_point(&mut self, forward: bool, cx: &mut Cx) {
        let Some(grid) = &self.grid else { return };
        let here = cx.session.selected_position();
        let Some(&cell) = grid.cell_of.get(here) else { return };
        let group = cx.session.current_group().map(|(_, group)| group);
        let has_row = |position: usize| group.is_some_and(|group| group.has_row(position));
        let is_here = |position: &usize| grid.cell_of[*position] == cell && has_row(*position);
        let all = 0..grid.cell_of.len();
        let next = if forward {
            (here + 1..all.end).chain(0..here).find(is_here)
        } else {
            (0..here).rev().chain((here + 1..all.end).rev()).find(is_here)
        };
        match next {
            Some(position) => cx.select(position),
            None => {
                cx.messages.info("this failure is alone at this point");
            }
        }
    }

    pub(in crate::tui::app) fn map_mouse(&mut self, mouse: Mouse, cx: &mut Cx) {
        match mouse.kind {
            MouseKind::ScrollDown => cx.step_on_map(1),
            MouseKind::ScrollUp => cx.step_on_map(-1),
            MouseKind::Drag | MouseKind::Release => {}
            MouseKind::Click => {
                let (plot, _) = map_areas(cx.panes.size);
                let Some(grid) =
                    self.grid.as_ref().filter(|_| plot.contains(Position::new(mouse.column, mouse.row)))
                else {
                    return;
                };
                let place = |area: Rect| (mouse.column - area.x, mouse.row - area.y);
                let (x, y) = place(plot);
                if let Some(first) = grid.near(x, y).and_then(|cell| cell.first) {
                    cx.select(first);
                }
            }
        }
    }
}

/// Names the clusters of a plot by their exceptions, the most frequent first.
fn cluster_names(cx: &Cx, grid: &MapGrid) -> Vec<(String, usize)> {
    let Some((_, group)) = cx.session.current_group() else { return Vec::new() };
    // By exception: the number of its failures, in total and in each cell.
    let mut clusters: HashMap<&str, (usize, HashMap<usize, usize>)> = HashMap::new();
    for (entry, &cell) in group.list().entries.iter().zip(&grid.cell_of) {
        let Some(failure) = cx.session.corpus.failure(entry.failure).filter(|_| grid.cells[cell].lit > 0)
        else {
            continue;
        };
        let (count, cells) = clusters.entry(failure.trace.short_exception_name()).or_default();
        *count += 1;
        *cells.entry(cell).or_default() += 1;
    }
    let mut clusters: Vec<_> =
        clusters.into_iter().filter(|(name, (count, _))| *count >= LEAST_NAMED && !name.is_empty()).collect();
    clusters.sort_by_key(|(name, (count, _))| (std::cmp::Reverse(*count), *name));
    clusters.truncate(MOST_NAMES);
    let densest = |cells: HashMap<usize, usize>| {
        cells.into_iter().max_by_key(|&(cell, count)| (count, std::cmp::Reverse(cell))).map(|(cell, _)| cell)
    };
    let name = |(name, (_, cells))| Some((text::sanitize(name).into_owned(), densest(cells)?));
    clusters.into_iter().filter_map(name).collect()
}

/// The mapping from values to cells: the lowest value is `margin` cells from the beginning, the highest as far from
/// the end.
#[derive(Debug, Clone, Copy)]
struct Scale {
    low: f64,
    span: f64,
    margin: u16,
    last: u16,
}

impl Scale {
    fn new(values: impl Iterator<Item = f64> + Clone, cells: u16, margin: u16) -> Scale {
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.fold(f64::NEG_INFINITY, f64::max);
        Scale { low, span: high - low, margin, last: cells.saturating_sub(1) }
    }

    fn cell(self, value: f64) -> u16 {
        let cells = self.last.saturating_sub(2 * self.margin);
        // If all values are equal, they are in the middle.
        let share = if self.span > 1e-9 { ((value - self.low) / self.span).clamp(0.0, 1.0) } else { 0.5 };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of `cells`")]
        let cell = (share * f64::from(cells)).round() as u16;
        (self.margin + cell).min(self.last)
    }
}
