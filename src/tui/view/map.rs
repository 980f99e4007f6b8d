//! The map: the failures of a group as points, the selected one with a ring, and next to it the features that
//! distinguish it.
//!
//! ```text
//! ─ 79 failures of Lang-7 ───────── 63.2% of the variance ───┬─ #3 ───────────────────────────
//!  ▴ many own lines, like its Javadoc           22.0% up     │ NumberUtils_ESTest.test0202
//!     •         •3        │                                  │ throw · AssertionFailed
//!   (T)                   │       ●12    •                   │ alone at its point
//!  ───────────────────────┼───────────────────────────       │
//!        •                │   •                              │ how it differs from the others
//!  ▾ few own lines, unlike its Javadoc                       │  distinct lines   ▕███▌    3.1
//!  ◂ rare exception        41.2% across  common exception ▸  │  same message   ███▏      −2.0
//! ```
//!
//! During a search, or with a filter, matching failures are highlighted and counted; the others are faint dots.
//!
//! The cross marks the means of all features. If several failures share a cell, their number is next to it if there
//! is room.

use super::canvas::Canvas;
use super::list::{expected, label_letter, test_name};
use super::theme::Theme;
use super::{fitted, similar};
use crate::model::{Failure, Feature, Label, Truth};
use crate::rank::feature_words;
use crate::tui::app::detail::code::CodeClass;
use crate::tui::app::detail::compare::TestText;
use crate::tui::app::detail::why;
use crate::tui::app::layout::map_areas;
use crate::tui::app::map::{Axis, Colouring, MapCell, MapGrid, PointKind, Projection};
use crate::tui::app::{Cx, Map, Session, text};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// The symbols of the most frequent signatures, and the code colours that distinguish them.
const SIGNATURES: [(&str, CodeClass); 6] = [
    ("●", CodeClass::Keyword),
    ("■", CodeClass::String),
    ("◆", CodeClass::Function),
    ("▲", CodeClass::Number),
    ("▼", CodeClass::Type),
    ("★", CodeClass::Annotation),
];
/// The distance, in standard deviations, at which a bar is full.
const FULL_BAR: f64 = 4.0;

pub(super) fn draw(map: &Map, cx: &Cx, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let (plot, panel) = map_areas(cx.panes.size);
    let Some((group, group_state)) = cx.session.current_group() else { return };
    let count = group_state.list().entries.len();
    let top = Rect { y: 1, height: 1, ..plot };
    let title = format!("{} of {}", text::plural(count, "failure"), cx.session.group_title(group));
    let (Some(grid), Some(projection)) = (&map.grid, map.projection(cx)) else {
        canvas.title(top, &[&title], None, &[], false);
        canvas.put(plot.x + 2, plot.y, plot.width, "computing the positions …", theme.dim);
        return;
    };
    let explained = projection.axes.iter().map(|axis| axis.share).sum::<f64>();
    let shown = format!(" {} of the variance ", text::percent(explained));
    let right = [(shown.as_str(), theme.dim)];
    canvas.title(top, &[&title], None, if projection.varying() > 0 { &right } else { &[] }, false);
    draw_axes(projection, count, canvas, plot);
    draw_points(&cx.session, grid, canvas, plot);
    let Some((_, failure)) = cx.session.selected() else {
        let said = cx.keys.fill("nothing of this group passes the filter: {filter} changes it");
        canvas.put(
            panel.x,
            panel.y + 1,
            panel.width,
            &text::cut_end(&said, usize::from(panel.width)),
            theme.dim,
        );
        return;
    };
    if panel.x > plot.x {
        canvas.vertical(Rect { x: panel.x - 2, y: 1, width: 1, height: panel.height });
        draw_panel(map, cx, failure, grid, projection, canvas, panel);
    } else {
        draw_lines(map, &cx.session, failure, grid, projection, canvas, panel);
    }
}

/// Returns the title of a feature in a form that is understandable on its own.
fn named(feature: Feature) -> &'static str {
    match feature {
        Feature::FocalUnexpTraceECount => "unexpected, method",
        _ => feature_words::title(feature),
    }
}

/// Describes the failures at one end of an axis by the features that have the most influence, as many as fit into `room`.
fn end_of(axis: &Axis, sign: f64, room: usize) -> String {
    let words =
        |feature: Feature| feature_words::extreme(feature, axis.loadings[feature as usize] * sign > 0.0);
    let mut said = String::new();
    for words in axis.leading().into_iter().filter_map(words) {
        let longer = if said.is_empty() { words.to_owned() } else { format!("{said}, {words}") };
        if text::width(&longer) > room && !said.is_empty() {
            break;
        }
        said = longer;
    }
    if said.is_empty() { "the others".to_owned() } else { text::cut_end(&said, room).into_owned() }
}

/// Draws the features that the axes depend on at their ends.
fn draw_axes(projection: &Projection, count: usize, canvas: &mut Canvas<'_>, plot: Rect) {
    let theme = canvas.theme;
    let [across, up] = &projection.axes;
    let width = usize::from(plot.width.saturating_sub(2));
    let (above, below) = (plot.y - 1, plot.y + plot.height);
    if projection.varying() == 0 {
        let said = if count == 1 {
            "a single failure: there is nothing to compare it with"
        } else {
            "all eleven features are the same for all of them"
        };
        canvas.put(plot.x + 1, below + 1, plot.width, &text::cut_end(said, width), theme.dim);
        return;
    }
    if up.share > 0.0 {
        let share = format!("{} up", text::percent(up.share));
        let room = width.saturating_sub(text::width(&share) + 4);
        let pieces = [("▴ ", theme.accent), (&*end_of(up, 1.0, room), theme.dim)];
        canvas.pieces(plot.x + 1, above, plot.width, &pieces);
        canvas.put_right(plot.x, plot.x + plot.width - 1, above, &share, theme.dim);
        let pieces = [("▾ ", theme.accent), (&*end_of(up, -1.0, room), theme.dim)];
        canvas.pieces(plot.x + 1, below, plot.width, &pieces);
    } else {
        canvas.put(plot.x + 1, above, plot.width, "they differ along one line only", theme.dim);
    }
    let share = format!("{} across", text::percent(across.share));
    let share_cells = u16::try_from(text::width(&share)).unwrap_or(0);
    // The share is between the two ends.
    let side = width.saturating_sub(text::width(&share) + 10) / 2;
    let y = below + 1;
    let pieces = [("◂ ", theme.accent), (&*end_of(across, -1.0, side), theme.dim)];
    canvas.pieces(plot.x + 1, y, plot.width, &pieces);
    let end = plot.x + plot.width - 1;
    let x = canvas.put_right(plot.x, end, y, &format!("{} ▸", end_of(across, 1.0, side)), theme.dim);
    if x < end {
        canvas.put(end - 1, y, 1, "▸", theme.accent);
    }
    canvas.put(plot.x + plot.width.saturating_sub(share_cells) / 2, y, share_cells, &share, theme.dim);
}

fn draw_points(session: &Session, grid: &MapGrid, canvas: &mut Canvas<'_>, plot: Rect) {
    let theme = canvas.theme;
    let (x, y) = (plot.x + grid.middle.0, plot.y + grid.middle.1);
    if grid.cells.len() > 1 {
        canvas.put(plot.x, y, plot.width, &"─".repeat(usize::from(plot.width)), theme.border);
        for y in plot.y..plot.bottom() {
            canvas.put(x, y, 1, "│", theme.border);
        }
        canvas.put(x, y, 1, "┼", theme.border);
    }
    let is_listed = session.selected().is_some();
    let selected = session.current_group().and_then(|(_, group)| grid.cell_of(group.selected)).copied();
    let (selected, lights) = (selected.filter(|_| is_listed), session.lights_points());
    let mut taken: Vec<Rect> = Vec::new();
    for cell in &grid.cells {
        taken.extend(draw_point(cell, grid, selected.as_ref(), lights, canvas, plot));
    }
    taken.extend(selected.map(|cell| Rect::new(cell.x.saturating_sub(1), cell.y, 3, 1)));
    for (name, cell) in &grid.names {
        taken.extend(draw_name(name, &grid.cells[*cell], grid, &taken, canvas, plot));
    }
    if let Some(cell) = selected {
        let (glyph, style) = glyph(&cell, theme);
        let (x, y) = (plot.x + cell.x, plot.y + cell.y);
        canvas.tint(x.saturating_sub(1), y, 3, theme.selection);
        canvas.put(x, y, 1, glyph, style.add_modifier(Modifier::BOLD));
        canvas.put(x.saturating_sub(1), y, 1, "(", theme.heading);
        canvas.put(x + 1, y, 1, ")", theme.heading);
    }
}

/// Draws the name of a cluster next to its point where it covers nothing: to the right, to the left, above or below.
/// Returns the area of the name within the plot.
fn draw_name(
    name: &str,
    cell: &MapCell,
    grid: &MapGrid,
    taken: &[Rect],
    canvas: &mut Canvas<'_>,
    plot: Rect,
) -> Option<Rect> {
    let cells = u16::try_from(text::width(name)).ok()?;
    let count = taken.iter().filter(|other| other.y == cell.y && other.x > cell.x && other.x <= cell.x + 2);
    let right = count.map(|other| other.x + other.width).max().unwrap_or(cell.x + 1) + 1;
    let centred = cell.x.saturating_sub(cells / 2).min(plot.width.checked_sub(cells)?);
    let places = [
        Some((right, cell.y)),
        cell.x.checked_sub(cells + 2).map(|x| (x, cell.y)),
        cell.y.checked_sub(1).map(|y| (centred, y)),
        Some((centred, cell.y + 1)),
    ];
    let is_free = |&(x, y): &(u16, u16)| {
        let own = Rect::new(x.saturating_sub(1), y, cells + 2, 1);
        x + cells <= plot.width
            && y < plot.height
            && (own.x..own.x + own.width)
                .all(|x| grid.at(x, y).is_none_or(|other| (other.x, other.y) == (cell.x, cell.y)))
            && taken.iter().all(|other| !other.intersects(own))
    };
    let (x, y) = places.into_iter().flatten().find(is_free)?;
    canvas.put(plot.x + x, plot.y + y, cells, name, canvas.theme.dim);
    Some(Rect::new(x, y, cells, 1))
}

/// Draws a point, and the number of its failures if there is room; returns the area of that number within the plot.
fn draw_point(
    cell: &MapCell,
    grid: &MapGrid,
    selected: Option<&MapCell>,
    lights: bool,
    canvas: &mut Canvas<'_>,
    plot: Rect,
) -> Option<Rect> {
    let theme = canvas.theme;
    let (glyph, style) = glyph(cell, theme);
    let (x, y) = (plot.x + cell.x, plot.y + cell.y);
    let style = if lights && cell.lit > 0 { style.add_modifier(Modifier::BOLD) } else { style };
    canvas.put(x, y, 1, glyph, style);
    if cell.lit < 2 {
        return None;
    }
    let is_selected = selected == Some(cell);
    let count = cell.lit.to_string();
    let cells = u16::try_from(count.len()).unwrap_or(u16::MAX);
    // After the ring, if there is one.
    let first = cell.x + 1 + u16::from(is_selected);
    let ring = selected.filter(|_| !is_selected).filter(|other| other.y == cell.y).map(|other| other.x);
    let is_free = |x: u16| {
        x < plot.width && grid.at(x, cell.y).is_none() && ring.is_none_or(|ring| x.abs_diff(ring) > 1)
    };
    // One cell more, so that the number does not seem to belong to the next point.
    (first..=first.saturating_add(cells)).all(is_free).then(|| {
        canvas.put(plot.x + first, y, cells, &count, theme.dim);
        Rect::new(first, cell.y, cells, 1)
    })
}

/// Returns the symbol for the failures of a cell.
fn glyph(cell: &MapCell, theme: &Theme) -> (&'static str, Style) {
    if cell.lit == 0 { ("·", theme.dim) } else { kind_glyph(cell.kind, cell.lit, theme) }
}

/// Returns the symbol for `count` failures of a kind.
fn kind_glyph(kind: PointKind, count: usize, theme: &Theme) -> (&'static str, Style) {
    match kind {
        PointKind::Label(label) => (label_letter(label), theme.label(label)),
        PointKind::Truth(Truth::TruePositive) => ("▲", theme.label(Label::TruePositive)),
        PointKind::Truth(Truth::FalsePositive) => ("•", theme.dim),
        PointKind::Signature(place) => match SIGNATURES.get(place) {
            Some(&(glyph, class)) => (glyph, theme.code(class)),
            None => ("•", theme.dim),
        },
        PointKind::Plain if count > 1 => ("●", theme.text),
        PointKind::Plain => ("•", theme.text),
    }
}

/// Describes the other failures at the same point.
fn company(selected: Option<&MapCell>) -> String {
    match selected.map_or(1, |cell| cell.count) {
        1 => "alone at its point".to_owned(),
        count => format!("one of {} at this point", text::number(count)),
    }
}

/// Returns the features of a failure with their distances from the group's mean, the farthest first; those at the
/// mean are left out.
fn farthest(session: &Session, projection: &Projection) -> Vec<(Feature, f64)> {
    let row = || {
        let (group, group_state) = session.current_group()?;
        let row = group.failures.binary_search(&group_state.selected_failure()?).ok()?;
        group_state.features.as_ref()?.get(row).copied()
    };
    let Some(row) = row() else { return Vec::new() };
    let standardized = projection.standardized(&row);
    let mut farthest: Vec<(Feature, f64)> = Feature::ALL.into_iter().zip(standardized).collect();
    farthest.retain(|(_, distance)| distance.abs() >= 0.05);
    farthest.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    farthest
}

/// Formats a distance with its sign, to one decimal.
fn signed(distance: f64) -> String {
    format!("{}{:.1}", if distance < 0.0 { "−" } else { "+" }, distance.abs())
}

/// Returns the entries of the legend: symbol, style, meaning.
fn legend(map: &Map, session: &Session, grid: &MapGrid, theme: &Theme) -> Vec<(&'static str, Style, String)> {
    match map.colouring {
        Colouring::Labels => {
            let labels = [Label::TruePositive, Label::FalsePositive, Label::Unsure];
            let words = ["TP", "FP", "unsure"];
            let of_label = labels.into_iter().zip(words);
            let entries =
                of_label.map(|(label, words)| (label_letter(label), theme.label(label), words.to_owned()));
            entries
                .chain([("•", theme.text, "not judged".to_owned()), ("●", theme.text, "several".to_owned())])
                .collect()
        }
        Colouring::Truth => {
            let kinds = [
                (Truth::TruePositive, "TP on the fixed version"),
                (Truth::FalsePositive, "FP on the fixed version"),
            ];
            let entries = kinds.map(|(truth, words)| {
                let (sign, style) = kind_glyph(PointKind::Truth(truth), 1, theme);
                (sign, style, words.to_owned())
            });
            entries.into()
        }
        Colouring::Signatures => {
            let shown = grid.signatures.iter().zip(SIGNATURES);
            let entries = shown.map(|((signature, count), (glyph, class))| {
                (
                    glyph,
                    theme.code(class),
                    format!("{:>4}  {}", text::number(*count), text::sanitize(signature)),
                )
            });
            let mut entries: Vec<_> = entries.collect();
            let named: usize = grid.signatures.iter().map(|(_, count)| count).sum();
            let all = session.current_group().map_or(0, |(group, _)| group.failures.len());
            if all > named {
                entries.push(("•", theme.text, format!("{:>4}  others", text::number(all - named))));
            }
            entries
        }
    }
}

/// Draws the details of the selected failure next to the plot.
fn draw_panel(
    map: &Map,
    cx: &Cx,
    failure: &Failure,
    grid: &MapGrid,
    projection: &Projection,
    canvas: &mut Canvas<'_>,
    panel: Rect,
) {
    let theme = canvas.theme;
    let width = usize::from(panel.width);
    let Some((_, group)) = cx.session.current_group() else { return };
    let end = panel.y + panel.height;
    let mut y = panel.y;
    let entry = group.list().entries.get(group.selected);
    let score = entry.filter(|_| group.is_ranked()).map_or(String::new(), |entry| why::score(entry.score));
    let title = format!("#{}", group.selected + 1);
    canvas.title(Rect { x: panel.x - 1, y, width: panel.width + 1, height: 1 }, &[&title], None, &[], false);
    canvas.put_right(panel.x, panel.x + panel.width - 1, y, &format!(" score {score} "), theme.dim);
    let label = entry.and_then(|entry| cx.session.labels.label(entry.failure));
    let exception = text::sanitize(failure.trace.short_exception_name());
    let said = match failure.oracle_kind() {
        None => exception.into_owned(),
        kind => format!("{} · {exception}", expected(kind)),
    };
    let lines = [
        (text::cut_middle(&test_name(failure, true), width).into_owned(), theme.strong),
        (text::cut_end(&said, width).into_owned(), theme.text),
        (company(grid.cell_of(group.selected)), theme.text),
        (
            label
                .map_or("not judged".to_owned(), |label| format!("{} {}", label_letter(label), label.name()))
                + match failure.truth.filter(|_| cx.session.truth_shown) {
                    Some(Truth::TruePositive) => " · truth: TP",
                    Some(Truth::FalsePositive) => " · truth: FP",
                    None => "",
                },
            label.map_or(theme.dim, |label| theme.label(label)),
        ),
    ];
    for (line, style) in lines {
        y += 1;
        if y < end {
            canvas.put(panel.x, y, panel.width, &line, style);
        }
    }
    y += 2;
    let farthest = farthest(&cx.session, projection);
    let legend = legend(map, &cx.session, grid, theme);
    // The legend stays at the bottom.
    let legend_rows = u16::try_from(legend.len() + 1).unwrap_or(0);
    let legend_y = end.saturating_sub(legend_rows);
    if !farthest.is_empty() && y + 2 < legend_y {
        canvas.title(
            Rect { x: panel.x - 1, y, width: panel.width + 1, height: 1 },
            &["how it differs from the others"],
            None,
            &[],
            false,
        );
        let title = 18.min(width / 2);
        let side = width.saturating_sub(title + 9) / 2;
        for &(feature, distance) in &farthest {
            y += 1;
            if y + 1 >= legend_y {
                break;
            }
            let named = fitted(named(feature), title);
            let used = canvas.pieces(panel.x, y, panel.width, &[(&named, theme.dim), (" ", theme.dim)]);
            draw_distance(distance, side, canvas, panel.x + used, y);
            canvas.put_right(panel.x + used, panel.right() - 1, y, &signed(distance), theme.text);
        }
        if y + 2 < legend_y {
            canvas.put(panel.x, y + 1, panel.width, "in standard deviations from the mean", theme.dim);
            y += 1;
        }
    }
    // A blank row above and below.
    let free =
        Rect { x: panel.x - 1, y: y + 2, width: panel.width + 1, height: legend_y.saturating_sub(y + 3) };
    let own = TestText::of(&cx.session.corpus, entry.map(|entry| entry.failure).into_iter(), 1);
    similar::draw_titled(&own, ["generated test", ""], "", cx, canvas, &[free]);
    // The title, the error, and a blank row.
    let used = own.first().map_or(0, |test| test.lines.len() + 3);
    let used = u16::try_from(used).unwrap_or(u16::MAX).min(free.height);
    similar::draw("", cx, canvas, &[Rect { y: free.y + used, height: free.height - used, ..free }]);
    if legend_y > panel.y + 5 {
        let title = match map.colouring {
            Colouring::Labels => cx.keys.fill("symbols: labels ({list-menu}: signatures)"),
            Colouring::Truth => cx.keys.fill("symbols: truth ({list-menu}: labels)"),
            Colouring::Signatures if cx.session.truth_shown => {
                cx.keys.fill("symbols: signatures ({list-menu}: truth)")
            }
            Colouring::Signatures => cx.keys.fill("symbols: signatures ({list-menu}: labels)"),
        };
        canvas.title(
            Rect { x: panel.x - 1, y: legend_y, width: panel.width + 1, height: 1 },
            &[&title],
            None,
            &[],
            false,
        );
        for ((sign, style, words), y) in legend.into_iter().zip(legend_y + 1..end) {
            let words = text::cut_middle(&words, width.saturating_sub(2)).into_owned();
            canvas.pieces(panel.x, y, panel.width, &[(sign, style), (" ", theme.dim), (&words, theme.dim)]);
        }
    }
}

/// Draws a bar from an axis in the middle: to the right above the mean, to the left below it.
fn draw_distance(distance: f64, side: usize, canvas: &mut Canvas<'_>, x: u16, y: u16) {
    let theme = canvas.theme;
    let cells = u16::try_from(side).unwrap_or(0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the share is clamped to 0..=1"
    )]
    let halves = ((distance.abs() / FULL_BAR).min(1.0) * (2 * side) as f64).round() as usize;
    let (full, half) = (halves / 2, halves % 2 == 1);
    if distance < 0.0 {
        let bar = format!("{}{}", if half { "▐" } else { "" }, "█".repeat(full));
        canvas.put_right(x, x + cells, y, &bar, theme.bar);
    } else {
        let bar = format!("{}{}", "█".repeat(full), if half { "▌" } else { "" });
        canvas.put(x + cells + 1, y, cells, &bar, theme.bar);
    }
    canvas.put(x + cells, y, 1, "│", theme.border);
}

/// Draws the same details in three lines below the plot.
fn draw_lines(
    map: &Map,
    session: &Session,
    failure: &Failure,
    grid: &MapGrid,
    projection: &Projection,
    canvas: &mut Canvas<'_>,
    panel: Rect,
) {
    let theme = canvas.theme;
    let Some((_, group)) = session.current_group() else { return };
    let company = company(grid.cell_of(group.selected));
    let room = usize::from(panel.width).saturating_sub(text::width(&company) + 4);
    let place = format!(" #{} ", group.selected + 1);
    let name = test_name(failure, true);
    let name = text::cut_middle(&name, room.saturating_sub(place.len())).into_owned();
    canvas.pieces(panel.x, panel.y, panel.width, &[(&place, theme.heading), (&name, theme.strong)]);
    canvas.put_right(panel.x, panel.x + panel.width - 1, panel.y, &company, theme.dim);
    let differs = farthest(session, projection);
    let mut pieces: Vec<(String, Style)> = Vec::new();
    for (feature, distance) in differs {
        pieces.push((format!(" {} ", named(feature)), theme.dim));
        pieces.push((format!("{} ", signed(distance)), theme.text));
    }
    let mut x = panel.x;
    for pair in pieces.chunks(2) {
        let cells = pair.iter().map(|(text, _)| text::width(text)).sum::<usize>();
        if usize::from(x) + cells > usize::from(panel.x + panel.width) {
            break;
        }
        for (text, style) in pair {
            x += canvas.put(x, panel.y + 1, panel.width, text, *style);
        }
    }
    let mut x = panel.x + 1;
    let each = match map.colouring {
        Colouring::Labels | Colouring::Truth => usize::from(panel.width),
        Colouring::Signatures => usize::from(panel.width) / 3,
    };
    for (sign, style, words) in legend(map, session, grid, theme) {
        let words = text::cut_end(words.trim_start(), each.saturating_sub(5)).into_owned();
        let cells = u16::try_from(text::width(&words) + 4).unwrap_or(u16::MAX);
        if x + cells > panel.x + panel.width {
            break;
        }
        x +=
            canvas.pieces(x, panel.y + 2, cells, &[(sign, style), (" ", theme.dim), (&words, theme.dim)]) + 2;
    }
}
