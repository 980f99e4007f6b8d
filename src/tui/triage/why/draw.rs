//! The why pane: what is rare about the failure, after the share of its group, with how much that moved it up as a bar.
//!
//! ```text
//!   6 of 28  fail with an unexpected exception     ██████
//!   3 of 28  fail with this exception              ████▌
//! ```
//!
//! On demand, or if there is room, it shows the features with their values and effects. The longest bar of
//! the group fills its side. On a low screen, a summary has the exception with its message above them.

use ratatui::layout::Rect;

use crate::rank::{ReasonRow, Statement, failing_call};
use crate::tui::frame::canvas::{Canvas, below as free};
use crate::tui::frame::canvas::{fitted, fitted_end};
use crate::tui::frame::layout::Layout;
use crate::tui::triage;
use crate::tui::triage::code::{is_told_by_assertion, what_differs};
use crate::tui::triage::list::names::headline;
use crate::tui::triage::why::Why;
use crate::tui::{Cx, ListOrder, Pane, Triage, text};

const TITLE: usize = 27;

pub(crate) fn draw(triage: &Triage, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let Some((_, group)) = cx.lists.current_group() else { return };
    let why = &triage.why.content;
    let shows_all = triage.why.shows_all(usize::from(area.height - 1));
    if cx.layout().is_some_and(|layout| layout.tabbed() != Some(Pane::Why)) {
        let title = match group.shown {
            _ if group.is_by_cause() => "what fails like it".to_owned(),
            _ if why.hides_features => "signature".to_owned(),
            ListOrder::By(ranker) if !ranker.shows_scores_of(cx.lists.listing.ranked_by) => {
                format!("why rank {} by {}", why.rank, cx.lists.listing.ranked_by)
            }
            _ => "why it is suspicious".to_owned(),
        };
        let rows = triage.rows_in_words(Pane::Why, cx);
        let all = cx.keys.fill(" {all-features}: all features ");
        let mut right = vec![(signs(why, shows_all), theme.dim)];
        let compare = cx.keys.fill(" {compare} compare ");
        if group.is_by_cause() && !why.members.is_empty() {
            right.push((&compare, theme.dim));
        }
        if !shows_all && !why.hides_features && !why.is_unknown() {
            right.push((&all, theme.dim));
        }
        canvas.title(area, &[&title], rows, &right, cx.panes.focus == Pane::Why);
    }
    let (x, room) = (area.x + 1, area.width.saturating_sub(2));
    if why.is_unknown() {
        canvas.put(x, area.y + 1, room, "computing …", theme.dim);
        return;
    }
    let first = why.first_lines();
    let lines = triage.why.lines(usize::from(area.height - 1));
    // The rows that the lines leave free have the tests behind them.
    let mut spare = area.height.saturating_sub(u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(1));
    let mut y = area.y;
    for line in triage.why.offset.. {
        y += 1;
        if y >= area.bottom() {
            break;
        }
        let row = Rect { x, y, width: room, height: 1 };
        if let Some(statement) = why.statements.get(line) {
            draw_statement(statement, why, shows_all, canvas, row);
        } else if let Some(sentence) =
            line.checked_sub(why.statements.len()).and_then(|line| why.sentences.get(line))
        {
            canvas.put(x, y, room, sentence, theme.dim);
        } else if let Some(member) = line
            .checked_sub(why.statements.len() + why.sentences.len())
            .and_then(|line| why.members.get(line))
        {
            let style = if member.failure.is_some() { theme.text } else { theme.dim };
            canvas.put(x, y, room, &member.line, style);
            let below = Rect { x: area.x + 2, y: y + 1, width: area.width.saturating_sub(2), height: spare };
            let used = member.failure.map_or(0, |id| triage::draw_tests::draw_member(id, cx, canvas, below));
            (y, spare) = (y + used, spare - used);
        } else if !shows_all {
            break;
        } else if let Some(feature) = line.checked_sub(first + 1).and_then(|line| why.rows.get(line)) {
            draw_feature(feature, why, canvas, row);
        } else if let Some(sentence) =
            line.checked_sub(first + why.rows.len() + 2).and_then(|line| why.compared.get(line))
        {
            canvas.put(x, y, room, sentence, theme.dim);
        }
    }
    if why.shows_tests(cx) {
        return;
    }
    // The wider column first, so that less of the tests is cut.
    let middle = cx.layout().filter(Layout::has_three_columns).and_then(|layout| {
        let last = if cx.has_focal_pane() { (Pane::Focal, 1) } else { (Pane::Code, 0) };
        Some(free(layout.pane(last.0)?, cx.panes.content[last.1] + 1))
    });
    let few = cx.layout().filter(|_| cx.lists_few()).and_then(|layout| layout.pane(Pane::List));
    let below = few.and_then(|list| cx.below_list(list)).unwrap_or_default();
    let tests = Rect { height: cx.similar_below_list(below).saturating_sub(1), ..below };
    let others = few.and_then(|list| cx.next_bugs(list)).map_or(below, |next| next.area);
    let last =
        free(Rect { y: others.y, height: below.bottom() - others.y, ..below }, others.height.max(1).into());
    let areas = [middle.unwrap_or_default(), tests, free(area, lines + 1), last];
    let hint =
        if cx.lists.selected().is_some() { cx.keys.fill(" {compare} compare ") } else { String::new() };
    triage::draw_tests::draw(&hint, cx, canvas, &areas);
}

impl Why {
    /// Returns true if the tests like the selected one follow their lines, as far as there is room.
    fn shows_tests(&self, cx: &Cx) -> bool {
        let is_by_cause = cx.details.contrast.as_ref().is_some_and(|contrast| contrast.is_by_cause);
        !self.members.is_empty() && is_by_cause
    }
}

/// The width of a reason in cells: that of the longest one, so that all bars of a list begin at one column.
const REASON: usize = 34;
/// The smallest width of the longest bar, in cells.
const LEAST_BAR: usize = 5;
/// The largest width of the longest bar, in cells.
const MAX_BAR: usize = 24;

/// Draws a reason: the share of its group, the words, and its strength as a bar, which above the features
/// follows its number, the sum of those of its features.
fn draw_statement(statement: &Statement, why: &Why, shows_all: bool, canvas: &mut Canvas<'_>, row: Rect) {
    let theme = canvas.theme;
    let room = usize::from(row.width);
    let longest = why.statements.iter().map(|statement| statement.share.len()).max().unwrap_or(0);
    let (width, gap) = if shows_all { (longest, " ") } else { (why.share_width, "  ") };
    let share = format!("{:>width$}{gap}", statement.share);
    let (number, before) = if shows_all {
        (number(statement.pull) + " ", TITLE + of_values(why, room) + 2)
    } else {
        (String::new(), share.len() + REASON + 1)
    };
    let room = room.saturating_sub(number.len());
    // Words are worth more than long bars.
    let least = if shows_all { room.saturating_sub(share.len() + REASON).clamp(1, 3) } else { LEAST_BAR };
    let bar = (room / 3).min(room.saturating_sub(before)).clamp(least, MAX_BAR);
    let before = room.saturating_sub(bar).min(before);
    let words = fitted_end(&statement.text, before.saturating_sub(share.len() + 1));
    let pieces = [
        (&*share, theme.dim),
        (&*words, theme.text),
        (" ", theme.text),
        (&*number, theme.raises),
        (&*to_the_right(statement.pull, why.scale, bar), theme.raises),
    ];
    canvas.pieces(row.x, row.y, row.width, &pieces);
}

/// Returns a bar of at most this number of cells, at least of half a one.
fn to_the_right(pull: f64, scale: f64, cells: usize) -> String {
    let share = if scale > 0.0 { (pull.abs() / scale).min(1.0) } else { 0.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is at most 1")]
    let halves = ((share * (2 * cells) as f64).round() as usize).max(1);
    "█".repeat(halves / 2) + &"▌".repeat(halves % 2)
}

/// Returns an effect in five cells.
fn number(pull: f64) -> String {
    let number = format!("{pull:+.2}");
    format!("{:>5}", if number.ends_with("0.00") { "0.00" } else { &*number })
}

/// Returns the width of the values of features in a row of `width` cells.
fn of_values(why: &Why, width: usize) -> usize {
    let longest = why.rows.iter().map(|row| text::width(&row.value)).max().unwrap_or(0);
    // The words of a reason have the same room.
    longest.max(why.share_width + REASON + 1 - TITLE).min(width.saturating_sub(TITLE + 7)).max(8)
}

fn draw_feature(feature: &ReasonRow, why: &Why, canvas: &mut Canvas<'_>, row: Rect) {
    let theme = canvas.theme;
    let title = fitted(&feature.title, TITLE);
    let shown = fitted(&feature.value, of_values(why, usize::from(row.width)));
    let pull = feature.pull.filter(|_| why.has_bars);
    let effect = pull.map(number).unwrap_or_default();
    let style = if pull.is_some_and(|pull| pull > 0.0) { theme.raises } else { theme.lowers };
    let pieces =
        [(&*title, theme.dim), (" ", theme.dim), (&*shown, theme.text), (" ", theme.dim), (&*effect, style)];
    canvas.pieces(row.x, row.y, row.width, &pieces);
}

/// Draws the summary of a low screen: the error, unless the trace above begins with it, and the reasons why
/// it is suspicious, each in a row if there is room.
pub(crate) fn draw_summary(triage: &Triage, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let Some((_, failure)) = cx.lists.shown_failure() else { return };
    let (x, room) = (area.x + 1, area.width.saturating_sub(2));
    let cells = usize::from(room);
    let exception = match failure.trace.exception_name() {
        "" => "the input has no trace of this failure".to_owned(),
        name => text::sanitize(name).into_owned(),
    };
    let message = headline(failure, 4 * cells);
    let call =
        failing_call(failure).map(|call| format!(" · in {}", text::sanitize(&call))).unwrap_or_default();
    let separator = if message.is_empty() { "" } else { ": " };
    let other_cells = text::width(&exception) + text::width(separator) + text::width(&call);
    let message = text::cut_end(&message, cells.saturating_sub(other_cells).max(8));
    let pieces =
        [(&*exception, theme.error), (separator, theme.dim), (&*message, theme.text), (&*call, theme.strong)];
    let shows_trace = cx
        .layout()
        .is_some_and(|layout| layout.tabbed() != Some(Pane::Trace) && layout.pane(Pane::Trace).is_some());
    if !shows_trace && is_told_by_assertion(failure) {
        canvas.put(x, area.y, room, &what_differs(failure, cells), theme.error);
    } else if !shows_trace {
        canvas.pieces(x, area.y, room, &pieces);
    }
    let why = &triage.why.content;
    let mut rows =
        (area.y + u16::from(!shows_trace)..area.bottom()).map(|y| Rect { x, y, width: room, height: 1 });
    let mut sentences = why.sentences.join(" ");
    if rows.len() > 1 {
        let statements = rows.by_ref().take(why.statements.len()).zip(&why.statements);
        statements.for_each(|(row, statement)| draw_statement(statement, why, false, canvas, row));
    } else if !why.statements.is_empty() {
        let words: Vec<_> = why.statements.iter().map(Statement::to_string).collect();
        let all = (1..=words.len()).rev().map(|count| words[..count].join(" · "));
        sentences =
            all.into_iter().find(|statements| text::width(statements) <= cells).unwrap_or(words[0].clone());
    }
    // No sentence is cut in the middle that another one follows.
    let ends = sentences.match_indices(". ").map(|(end, _)| end + 1).chain([sentences.len()]);
    let whole = ends.filter(|&end| text::wrap(&sentences[..end], cells).len() == rows.len()).last();
    let lines = text::wrap_into(&sentences[..whole.unwrap_or(sentences.len())], cells, rows.len());
    rows.zip(lines).for_each(|(row, line)| _ = canvas.put(x, row.y, room, &line, theme.dim));
}

/// Returns the meanings of the signs of effects.
pub(crate) fn signs(why: &Why, shows_all: bool) -> &'static str {
    if why.has_bars && shows_all { " + unusual  - ordinary " } else { "" }
}
