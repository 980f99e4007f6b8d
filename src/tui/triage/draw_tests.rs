//! Tests in the rows that other panes leave free: those most similar to the selected one, as evidence for it,
//! and on the other screens the first of a group or those to judge.

use std::cmp::Reverse;

use ratatui::layout::Rect;

use crate::model::{FailureId, VerdictWords};
use crate::rank::Likeness;
use crate::tui::frame::canvas::{Canvas, below};
use crate::tui::triage::code::draw::{SourceLine, code_spans, failed_sign};
use crate::tui::triage::code::rows::Part;
use crate::tui::triage::compare::{AROUND, TestText};
use crate::tui::triage::list;
use crate::tui::triage::list::fold::SEARCHED;
use crate::tui::triage::list::names::error_in_words;
use crate::tui::triage::trace;
use crate::tui::triage::trace::TraceRows;
use crate::tui::triage::trace::row::{TraceClass, TraceRow};
use crate::tui::{Cx, Screen, text};

/// The minimum number of rows: the title, an exception and a short test.
pub(crate) const LEAST_ROWS: u16 = 6;

pub(crate) fn draw(hint: &str, cx: &Cx, canvas: &mut Canvas<'_>, areas: &[Rect]) {
    let selected = cx.lists.shown_failure().map(|(failure, _)| failure);
    let Some(contrast) = cx.details.contrast.as_ref().filter(|contrast| Some(contrast.failure) == selected)
    else {
        return;
    };
    let (count, few) =
        (contrast.near.count(), cx.lists.current_group().filter(|(_, group)| group.is_too_small()));
    let is_by_cause = contrast.is_by_cause;
    // What fails for the same cause is said above; these are only the nearest texts, or what looks like it.
    let [near, more] = match cx.lists.verdict_words() {
        VerdictWords::Generated => ["similar failures", "more similar failures"],
        VerdictWords::Written if is_by_cause => ["failures like it", "more failures like it"],
        VerdictWords::Written => ["other failures, nearest first", "more of the other failures"],
    };
    // Of a build, only how many of all are shown.
    let counted = few.filter(|_| cx.lists.verdict_words() == VerdictWords::Generated);
    let title = counted.and_then(|_| cx.near_in_words()).unwrap_or_else(|| near.to_owned());
    // Of few, none is missed without a word.
    let all = few.map_or(0, |_| count);
    let titles = [&*title, more];
    let left = draw_titled((&contrast.tests, all), titles, hint, cx, canvas, areas);
    let hint = if contrast.tests.is_empty() { hint } else { "" };
    let is_other = few.is_some_and(|(group, _)| group.failures.len() == 2) && count == 1;
    let is_told = contrast.tests.len() >= count;
    let titles = match cx.lists.verdict_words() {
        _ if is_other => ["the other failure's trace", ""],
        VerdictWords::Generated => ["traces of similar failures", "nearest failures, one of each error"],
        // Their tests are shown above.
        VerdictWords::Written if is_told => ["traces of other failures", ""],
        VerdictWords::Written if is_by_cause => ["traces of failures like it", "more failures like it"],
        VerdictWords::Written => ["traces of other failures", "other failures, one of each error"],
    };
    let is_shown = |id| contrast.tests.iter().any(|test| test.failure == id);
    let is_near = |id| !is_by_cause || contrast.near.likeness(id).is_some() && !is_shown(id);
    let others = contrast.near.failures().filter(|&id| is_near(id));
    draw_failures(others, titles, hint, cx, canvas, left);
}

const LINES: u16 = 2;

/// Draws failures, one of each error, in the first area with room: with their traces and the first title, if
/// all fit; else below the second title, or not at all if that is empty.
pub(crate) fn draw_failures(
    failures: impl Iterator<Item = FailureId>,
    [traces, without]: [&str; 2],
    hint: &str,
    cx: &Cx,
    canvas: &mut Canvas<'_>,
    areas: &[Rect],
) {
    let Some(&area) = areas.iter().find(|area| area.height >= LEAST_ROWS) else { return };
    let mut failures: Vec<FailureId> = failures.take(SEARCHED).collect();
    let has_room = failures.len() * usize::from(LEAST_ROWS) <= usize::from(area.height);
    // Few that pass a filter are all asked for.
    if cx.screen != Screen::Groups || !cx.lists.is_narrowed() || !has_room {
        failures = cx
            .lists
            .one_of_each(failures.into_iter(), area.width)
            .iter()
            .map(|failures| failures[0])
            .collect();
    }
    // Few failures without code have their whole messages.
    let is_bare =
        cx.screen == Screen::Triage && cx.lists.current_group().is_some_and(|(_, group)| group.is_bare());
    let room = area.width.saturating_sub(5);
    let width = if is_bare { usize::from(room) } else { usize::MAX };
    let frames = |failure| {
        let rows = TraceRows::bare(failure, false, width).rows.into_iter();
        rows.skip(usize::from(!is_bare)).map(|frame| frame.fitting(usize::from(room))).collect()
    };
    let rows = failures.iter().take(area.height.into());
    let rows = rows.filter_map(|&id| Some((id, frames(cx.lists.corpus.failure(id)?))));
    let mut rows: Vec<(FailureId, Vec<TraceRow>)> = rows.collect();
    let error = if is_bare { 0 } else { usize::from(LINES) };
    let fits = |rows: &[(FailureId, Vec<TraceRow>)]| {
        rows.iter().map(|(_, frames)| frames.len() + error + 1).sum::<usize>() <= usize::from(area.height)
    };
    if !fits(&rows) {
        for (_, frames) in &mut rows {
            frames.retain(|row| {
                row.pieces.iter().any(|(class, _)| match class {
                    TraceClass::Project | TraceClass::Test => true,
                    TraceClass::Exception | TraceClass::Message => is_bare,
                    _ => false,
                })
            });
        }
    }
    // Where nothing else is asked for, as many as have room.
    while traces == without && !fits(&rows) {
        rows.pop();
    }
    if rows.is_empty() {
        return;
    }
    let has_traces = fits(&rows);
    if !has_traces && without.is_empty() {
        return;
    }
    let title = if has_traces { traces } else { without };
    canvas.title(Rect { height: 1, ..area }, &[title], None, &[(hint, canvas.theme.dim)], false);
    let theme = canvas.theme;
    let mut y = area.y + 1;
    for (failure, frames) in &rows {
        let row = Rect { y, height: LINES.min(area.bottom().saturating_sub(y)), ..area };
        if row.height == 0 {
            return;
        }
        if !has_traces {
            y += draw_error(*failure, cx, canvas, row);
            continue;
        }
        let mut x = area.x + 4;
        if is_bare && !frames.is_empty() {
            x = draw_rank(*failure, cx, canvas, row);
        } else {
            y += draw_error(*failure, cx, canvas, row);
        }
        let widest = frames.iter().map(|frame| frame.cells() + 2 + text::width(&frame.location)).max();
        let end = area.x + 4 + u16::try_from(widest.unwrap_or(0)).unwrap_or(u16::MAX).min(room);
        for frame in frames {
            let pieces =
                frame.pieces.iter().map(|(class, piece)| (&**piece, trace::draw::style(*class, theme)));
            let used = canvas.pieces(x, y, room, &pieces.collect::<Vec<_>>());
            canvas.put_right(x + 2 + used, end, y, &frame.location, theme.dim);
            (x, y) = (area.x + 4, y + 1);
        }
        y += 1;
    }
}

/// Draws a failure of the current group as in its list, or only its error if the list does not have it now.
pub(crate) fn draw_row(id: FailureId, cx: &Cx, canvas: &mut Canvas<'_>, row: Rect) {
    let current = cx.lists.current_group().filter(|_| !cx.lists.is_across());
    match current.and_then(|(_, group)| group.position_of(id)) {
        Some(position) => list::draw::draw_one(cx, position, canvas, row),
        None => _ = draw_error(id, cx, canvas, row),
    }
}

/// Draws tests below titles in two columns, which few share; returns the areas below them, the higher one first.
pub(crate) fn draw_in_columns(
    tests: &[TestText],
    titles: [&str; 2],
    hint: &str,
    cx: &Cx,
    canvas: &mut Canvas<'_>,
    areas: [Rect; 2],
) -> [Rect; 2] {
    let rows = tests.iter().map(|test| test.rows(areas[0].width).saturating_add(2));
    let is_few = areas[1].height >= LEAST_ROWS && rows.fold(1, u16::saturating_add) <= areas[0].height;
    let (first, others) = tests.split_at(if is_few { tests.len().div_ceil(2) } else { tests.len() });
    draw_titled((first, 0), titles, hint, cx, canvas, &areas[..if is_few { 1 } else { 2 }]);
    draw_titled((others, 0), [titles[1]; 2], "", cx, canvas, &areas[1..]);
    let mut free = areas.map(|area| {
        let last = area.rows().rev().find(|row| !canvas.is_blank(*row));
        last.map_or(area, |row| below(area, usize::from(row.y + 1 - area.y)))
    });
    free.sort_by_key(|area| Reverse(area.height));
    free
}

/// Draws tests, of `all` if that is a number, below a title and its hint, the rest in further areas with a
/// title of their own; returns the areas left.
pub(crate) fn draw_titled<'a>(
    (mut tests, all): (&[TestText], usize),
    [mut title, more]: [&str; 2],
    mut hint: &str,
    cx: &Cx,
    canvas: &mut Canvas<'_>,
    areas: &'a [Rect],
) -> &'a [Rect] {
    let mut shown = 0;
    for (place, &area) in areas.iter().enumerate().filter(|(_, area)| area.height >= LEAST_ROWS) {
        if tests.is_empty() {
            return &areas[place..];
        }
        let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
        let count = draw_tests(tests, cx, canvas, below);
        (tests, shown) = (&tests[count..], shown + count);
        let is_last = areas[place + 1..].iter().all(|area| area.height < LEAST_ROWS);
        let rows = (shown < all && is_last).then(|| format!("{shown} of {all}"));
        let row = Rect { height: 1, ..area };
        canvas.title(row, &[title], rows, &list::draw_groups::legend(hint, canvas.theme), false);
        (title, hint) = (more, "");
    }
    &[]
}

/// Draws as many tests as there is room for, the last one cut if enough of it is visible; returns their number.
pub(crate) fn draw_tests(tests: &[TestText], cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) -> usize {
    let mut y = area.y;
    for (index, test) in tests.iter().enumerate() {
        let rows = test.rows(area.width).saturating_add(1);
        let room = area.bottom().saturating_sub(y);
        if room == 0 || (index > 0 && room < rows.min(LEAST_ROWS - 1)) {
            return index;
        }
        let error = draw_error(test.failure, cx, canvas, Rect { y, height: LINES.min(room), ..area });
        let rows = rows.saturating_add(error - 1);
        let height = rows.min(room);
        let hidden = draw_lines(test, cx, canvas, Rect { y: y + error, height: height - error, ..area });
        if height + hidden < rows {
            let more = |rows: u16| format!(" … {} ", text::plural(usize::from(rows), "more line"));
            let below = rows - height - hidden;
            let mut remark = more(below);
            let width = u16::try_from(text::width(&remark)).unwrap_or(u16::MAX).min(area.width);
            let end = Rect { y: area.bottom() - 1, height: 1, ..area };
            // No line is cut for it: it has the row of one.
            if height > 2 && !canvas.is_blank(Rect { x: end.right() - width, width, ..end }) {
                canvas.clear(end);
                remark = more(below + 1);
            }
            canvas.put_right(end.x, end.right(), end.y, &remark, canvas.theme.dim);
        }
        y = y.saturating_add(rows + 1);
    }
    tests.len()
}

/// Draws the test of a failure that is like the selected one below its line, as far as there is room for enough of
/// it; returns the number of rows that it has, with a blank one.
pub(crate) fn draw_member(id: FailureId, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    /// The rows of a test that are worth showing, with the blank one.
    const LEAST: u16 = 4;
    let contrast = cx.details.contrast.as_ref();
    let test = contrast.and_then(|contrast| contrast.tests.iter().find(|test| test.failure == id));
    let Some((test, rows)) = test.map(|test| (test, test.rows(area.width).saturating_add(1))) else {
        return 0;
    };
    if area.height < rows.min(LEAST) {
        return 0;
    }
    let height = rows.min(area.height);
    draw_lines(test, cx, canvas, Rect { height: height - 1, ..area });
    height
}

/// Draws the rank and the label of a failure; returns the first cell behind them.
fn draw_rank(id: FailureId, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let theme = canvas.theme;
    let (rank, _) = cx.lists.rank_and_group(id);
    let rank = rank.map_or("hidden".to_owned(), |rank| format!("#{rank}"));
    // Elsewhere, all tests are of one group.
    let has_many = cx.screen == Screen::Progress || (cx.screen == Screen::Groups && cx.lists.is_narrowed());
    let is_of_many = has_many && cx.lists.shown_places().nth(1).is_some();
    let group = cx.lists.group_of(id).filter(|_| is_of_many);
    let rank = match group.and_then(|group| cx.lists.corpus.groups.get(group)) {
        Some(group) => format!("{} {rank}", cx.lists.group_title(group)),
        None => rank,
    };
    let judged = list::draw_groups::judged(cx, id);
    let letter = judged.map_or(String::new(), |(letter, _)| format!("{letter} "));
    let heading = [
        (&*format!("{rank} "), theme.dim),
        (&*letter, judged.map_or(theme.dim, |(letter, _)| list::draw_groups::mark_style(letter, theme))),
    ];
    area.x + 1 + canvas.pieces(area.x + 1, area.y, area.width.saturating_sub(2), &heading)
}

/// Draws the rank, the label and the error of a failure, wrapped into the rows of an area; returns the number of rows.
fn draw_error(id: FailureId, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let Some(failure) = cx.lists.corpus.failure(id) else { return 1 };
    let x = draw_rank(id, cx, canvas, area);
    let width = area.right().saturating_sub(x + 1);
    // It says more only where it needs a second row anyway, or would not name its call.
    let likeness = likeness_to_selected(id, cx);
    let error = [1, area.height].map(|rows| match likeness {
        // What it says is what the selected one says.
        Some(words @ (Likeness::Difference | Likeness::Message)) => words.to_string(),
        Some(words) => format!("{words} · {}", error_in_words(failure, usize::from(width * rows))),
        None => error_in_words(failure, usize::from(width * rows)),
    });
    let has_call = |error: &String| error.contains(" in ");
    let is_short = text::width(&error[0]) <= usize::from(width) && has_call(&error[0]) == has_call(&error[1]);
    let error = &error[usize::from(!is_short)];
    let lines = text::wrap_into(error, usize::from(width), usize::from(area.height));
    canvas.lines(Rect { x, width, ..area }, &lines, canvas.theme.text);
    u16::try_from(lines.len()).unwrap_or(1)
}

/// Returns what a failure has in common with the selected one, beside which it is shown.
fn likeness_to_selected(id: FailureId, cx: &Cx) -> Option<&Likeness> {
    let contrast = cx.details.contrast.as_ref().filter(|_| cx.screen == Screen::Triage)?;
    contrast.near.likeness(id)
}

/// Draws the lines of a test, wrapped, as far as there is room, and marks the one that failed. If that has none, lines
/// before it are left out; returns their number of rows.
fn draw_lines(test: &TestText, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let theme = canvas.theme;
    let failed_in = |part: &Part| test.failed.filter(|failed| failed.line == part.line);
    let failed = test.parts(area.width).position(|part| failed_in(&part).is_some()).unwrap_or(0);
    let failed = u16::try_from(failed).unwrap_or(0);
    let over = test.rows(area.width).saturating_sub(area.height);
    // The last row then says how many follow.
    let last = 1 + u16::from(over > 0);
    let is_out = area.height > 2 && failed + last > area.height;
    let hidden = if is_out { failed.saturating_sub(area.height / 3).min(over) } else { 0 };
    let above = u16::from(hidden > 0);
    if hidden > 0 {
        let lines = text::plural(usize::from(hidden + above), "line");
        canvas.put(area.x + 3, area.y, area.width - 3, &format!("┄ {lines} above"), theme.dim);
    }
    let shown = test.parts(area.width).skip(usize::from(hidden + above));
    for (part, y) in shown.zip(area.y + above..area.bottom()) {
        let failed = failed_in(&part);
        if let Some(failed) = failed.filter(|_| part.bytes.start == 0) {
            canvas.put(area.x + 1, y, 1, failed_sign(failed), theme.error);
        }
        let row = Rect { x: area.x + 3, y, width: area.width.saturating_sub(AROUND), height: 1 };
        let spans = code_spans(test.key(), part.line, cx, theme);
        SourceLine::new(&test.lines[part.line], part, 0, row).draw(spans, theme.text, canvas);
        let is_dimmed = cx.screen == Screen::Groups && cx.lists.listed().0 == 0;
        if failed.is_some() && !is_dimmed && theme.failed_line.bg.is_some() {
            canvas.tint(area.x + 2, y, area.width - 3, theme.failed_line);
        }
    }
    hidden
}
