//! The ranked failures of the current group.
//!
//! ```text
//!    #  score         oracle  exception         test
//! ▌  1  ████████ .712 throws  AssertionFailed   test0202     F
//!    5 ╮███████  .640 ∅       StringIndexOutOf… test0114
//!    6 ╯███████  .640 ∅       StringIndexOutOf… test0115
//! ── top 10 ──────────────────────────────────────────────────
//! ```
//!
//! Folded by signature, a row stands for several tests; `▸` can be unfolded, `▾` is, and `┄` are its tests:
//!
//! ```text
//!    3 ▸███████▋ .671 ∅       NullPointer      test0202 ×12 · 1T 3F · the purse is null
//! ```
//!
//! Names come first: exception and test get what the longest of the list need. The bars take what is left and are left out
//! first; the number beside them says the same. Where even the names don't fit, the room is split so that the whole list loses
//! least by it. Widths follow from the list, never from the row that is selected.

use super::canvas::{Canvas, FOUND};
use super::{fitted, fitted_end};
use crate::model::{Failure, Label, OracleKind, Ranking, Truth};
use crate::tui::app::labelling::{Mark, Progress};
use crate::tui::app::list::fold::FoldedRow;
use crate::tui::app::list::group::{GroupState, ListRow, ListRows};
use crate::tui::app::list::names::{BESIDE_NAMES, FLAKY, qualified_method, short_exception, test_method};
use crate::tui::app::list::order::Column;
use crate::tui::app::{Cx, ListOrder, Pane, Session, text};
use ratatui::layout::Rect;
use ratatui::style::Modifier;

/// Returns the sign of an oracle kind in the list.
pub(super) fn oracle_glyph(kind: Option<OracleKind>) -> &'static str {
    match kind {
        Some(OracleKind::Exception) => "throws",
        Some(OracleKind::Assertion) => "=",
        Some(OracleKind::NoException) => "∅",
        None => "·",
    }
}

/// Returns the letter of a label.
pub(super) fn label_letter(label: Label) -> &'static str {
    match label {
        Label::TruePositive => "T",
        Label::FalsePositive => "F",
        Label::Unsure => "?",
    }
}

pub(super) fn draw(cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let Some((_, group)) = cx.session.current_group() else { return };
    let columns = Columns::new(usize::from(area.width), group, cx.session.truth_shown);
    draw_heading(cx, &columns, canvas, area);
    let rows = cx.session.list_rows();
    if rows.count() == 0 {
        draw_nothing(cx, canvas, area);
    }
    // Other orders show the scores of the ranker's list.
    let scores = Scores::of(if group.shown() == ListOrder::Forest { group.list() } else { &group.ranking });
    for line in 1..area.height {
        let y = area.y + line;
        match rows.at(group.offset + usize::from(line) - 1) {
            Some(ListRow::TopLine) => {
                let what = if rows.folded.is_some() { " signatures" } else { "" };
                let said = format!(" top {}{what} ", cx.session.list.top);
                let rule = "─".repeat(usize::from(area.width));
                let theme = canvas.theme;
                let pieces =
                    [("──", theme.border), (said.as_str(), theme.dim), (rule.as_str(), theme.border)];
                canvas.pieces(area.x, y, area.width, &pieces);
            }
            Some(ListRow::Failure(position)) => {
                draw_row(
                    &cx.session,
                    group,
                    position,
                    &columns,
                    &scores,
                    canvas,
                    Rect { y, height: 1, ..area },
                );
            }
            None => break,
        }
    }
}

/// Draws the advice for a list in which nothing passes the filter.
fn draw_nothing(cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let elsewhere = cx.session.groups.iter().map(GroupState::shown_failures).sum::<usize>();
    let what = match elsewhere {
        0 => "nothing passes the filter",
        _ => "nothing of this group passes the filter",
    };
    let how = if elsewhere > 0 {
        cx.keys.fill("{next-group} {previous-group} go to groups with some")
    } else {
        cx.keys.fill("{filter} changes it, {back} takes it away")
    };
    for (line, y, style) in [(&what.to_owned(), area.y + 2, theme.text), (&how, area.y + 3, theme.dim)] {
        if y < area.y + area.height {
            canvas.put(area.x + 2, y, area.width.saturating_sub(2), line, style);
        }
    }
}

fn draw_heading(cx: &Cx, columns: &Columns, canvas: &mut Canvas<'_>, area: Rect) {
    let focused = cx.panes.focus == Pane::Candidates;
    let theme = canvas.theme;
    let heading = format!(
        " {:>rank$}  {} {} {} {}",
        "#",
        heading_of(&cx.session, Column::Score, columns.bar + 5),
        heading_of(&cx.session, Column::Oracle, 6),
        fitted(
            &with_arrow(&cx.session, Column::Exception, columns.exception_heading(), columns.exception),
            columns.exception
        ),
        columns.last_headings(
            &with_arrow(&cx.session, Column::Test, Column::Test.title(), columns.test),
            &with_arrow(&cx.session, Column::Label, Column::Label.title(), usize::MAX)
        ),
        rank = columns.rank,
    );
    let heading = format!("{heading:width$}", width = usize::from(area.width));
    let style = if focused { theme.accent } else { theme.dim };
    canvas.put(area.x, area.y, area.width, &heading, style.add_modifier(Modifier::UNDERLINED));
}

/// Returns the heading of a column in at most `width` cells, with an arrow if the list is sorted by it.
fn with_arrow(session: &Session, column: Column, title: &str, width: usize) -> String {
    match session.list.sorted.as_ref().filter(|sorted| sorted.column == column) {
        Some(sorted) => {
            let word = text::take_cells(title, width.saturating_sub(1));
            format!("{word}{}", if sorted.is_reversed { "▴" } else { "▾" })
        }
        None => text::take_cells(title, width).to_owned(),
    }
}

fn heading_of(session: &Session, column: Column, width: usize) -> String {
    fitted(&with_arrow(session, column, column.title(), width), width)
}

/// The range of a group's scores, for the bars.
struct Scores {
    lowest: f64,
    highest: f64,
}

impl Scores {
    fn of(ranking: &Ranking) -> Scores {
        let score = |entry: Option<&crate::model::RankedFailure>| entry.map_or(0.0, |entry| entry.score);
        Scores { lowest: score(ranking.entries.last()), highest: score(ranking.entries.first()) }
    }

    /// Returns the length of a score's bar, 0 to 1. The least suspicious failure of the group keeps a stub.
    fn share(&self, score: f64) -> f64 {
        let span = self.highest - self.lowest;
        if span > 0.0 { 0.08 + 0.92 * (score - self.lowest) / span } else { 0.5 }
    }
}

fn draw_row(
    session: &Session,
    group: &GroupState,
    position: usize,
    columns: &Columns,
    scores: &Scores,
    canvas: &mut Canvas<'_>,
    row: Rect,
) {
    let theme = canvas.theme;
    let Some(&entry) = group.list().entries.get(position) else { return };
    let Some(failure) = session.corpus.failure(entry.failure) else { return };
    let selected = position == group.selected;
    let folded = group.folded().map(|folded| folded.kind(position));
    let (is_judged, shows_label) = match folded {
        Some(FoldedRow::Signature { open: false, labels }) => (labels.judged > 0, labels.is_unanimous()),
        _ => (session.labels.label(entry.failure).is_some(), true),
    };
    let rows = session.list_rows();
    let is_below = !rows.is_in_top(position);
    let text_style = if is_judged || is_below { theme.dim } else { theme.text };
    let kind = failure.oracle_kind();
    let (bar, score) = if group.is_ranked() {
        (bar(scores.share(entry.score), columns.bar), crate::tui::app::detail::why::score(entry.score))
    } else {
        (" ".repeat(columns.bar), "    ".to_owned())
    };
    let (sign, test) = match folded {
        Some(FoldedRow::Signature { open, labels }) => {
            let said = in_folded_list(failure, Some(labels), columns.test);
            (if open { "▾" } else { "▸" }, fitted_end(&said, columns.test))
        }
        Some(FoldedRow::Single) => {
            (" ", fitted_end(&in_folded_list(failure, None, columns.test), columns.test))
        }
        Some(FoldedRow::Test) => ("┄", test_in_list(failure, columns)),
        None => (tie_bracket(group, rows, position), test_in_list(failure, columns)),
    };
    let exception = fitted_end(&exception(failure), columns.exception);
    let rank = (position + 1).to_string();
    let rank_style = match (has_match(session, group, position), selected) {
        (true, _) => theme.accent.add_modifier(FOUND),
        (false, true) => theme.strong,
        (false, false) => theme.dim,
    };
    let pieces = [
        (if selected { "▌" } else { " " }, theme.accent),
        (&*" ".repeat(columns.rank.saturating_sub(rank.len())), theme.dim),
        (&*rank, rank_style),
        (" ", text_style),
        (sign, theme.dim),
        (&*bar, theme.bar),
        (" ", text_style),
        (&*score, text_style),
        (" ", text_style),
        (&*fitted(oracle_glyph(kind), 6), kind.map_or(theme.dim, |kind| theme.oracle(kind))),
        (" ", text_style),
        (&*exception, text_style),
        (" ", text_style),
        (&*test, text_style),
        (" ", text_style),
    ];
    let used = canvas.pieces(row.x, row.y, row.width, &pieces);
    if has_match(session, group, position) {
        let test_x = (row.x + used).saturating_sub(cells(columns.test) + 1);
        let exception_x = test_x.saturating_sub(cells(columns.exception) + 1);
        let column = |x, width| Rect { x, width: cells(width), ..row };
        canvas.mark_found(session, &exception, column(exception_x, columns.exception));
        canvas.mark_found(session, &test, column(test_x, columns.test));
    }
    if shows_label {
        draw_label(session.labels.mark(entry.failure), canvas, row.x + used, row.y);
    }
    if columns.truth {
        let (word, style) = match failure.truth {
            Some(Truth::TruePositive) => ("TP", theme.label(Label::TruePositive)),
            Some(Truth::FalsePositive) => ("FP", theme.dim),
            None => ("–", theme.dim),
        };
        canvas.put(row.x + row.width.saturating_sub(2), row.y, 2, word, style);
    }
    if selected {
        canvas.tint(row.x, row.y, row.width, theme.selection);
    }
}

/// Tells whether the failure of a row matches the search; of a folded signature, any of its tests.
fn has_match(session: &Session, group: &GroupState, position: usize) -> bool {
    if session.search.is_none() {
        return false;
    }
    let fits = |position: usize| group.failure_at(position).is_some_and(|failure| session.is_found(failure));
    match group.folded() {
        Some(folded) => folded.spoken_for(folded.row_of(position)).iter().any(|&position| fits(position)),
        None => fits(position),
    }
}

fn cells(width: usize) -> u16 {
    u16::try_from(width).unwrap_or(u16::MAX)
}

/// Returns the test's name in the width of its column.
fn test_in_list(failure: &Failure, columns: &Columns) -> String {
    fitted(&marked_test_name(failure, columns.qualified), columns.test)
}

/// Returns the text of a signature's row: its first test, the number of tests, their labels, and the message
/// where at least its beginning can be read.
fn in_folded_list(failure: &Failure, labels: Option<Progress>, width: usize) -> String {
    /// Cells in which a message begins to say something.
    const BEGINNING: usize = 12;
    let mut said = marked_test_name(failure, false);
    if let Some(labels) = labels {
        said.push_str(&format!(" ×{}", text::number(labels.total)));
        let counts = [
            (labels.true_positives, Label::TruePositive),
            (labels.false_positives, Label::FalsePositive),
            (labels.unsure, Label::Unsure),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let labels: Vec<String> =
            counts.map(|(count, label)| format!("{}{}", text::number(count), label_letter(label))).collect();
        if !labels.is_empty() {
            said.push_str(&format!(" · {}", labels.join(" ")));
        }
    }
    let message = text::sanitize(failure.trace.message());
    let room = width.saturating_sub(text::width(&said) + 3);
    if !message.is_empty() && text::width(&message).min(BEGINNING) <= room {
        said.push_str(&format!(" · {message}"));
    }
    said
}

/// Draws the label's letter, then `s` for one given to a whole signature, `~` for stale or `!` for not saved, then `n` for a note.
fn draw_label(mark: Option<&Mark>, canvas: &mut Canvas<'_>, x: u16, y: u16) {
    let Some(mark) = mark else { return };
    let theme = canvas.theme;
    if let Some(label) = mark.judgement.label {
        let style = if mark.stale { theme.dim } else { theme.label(label) };
        canvas.put(x, y, 1, label_letter(label), style);
    }
    if !mark.saved {
        canvas.put(x + 1, y, 1, "!", theme.error);
    } else if mark.stale {
        canvas.put(x + 1, y, 1, "~", theme.dim);
    } else if mark.judgement.by_signature {
        canvas.put(x + 1, y, 1, "s", theme.dim);
    }
    if !mark.judgement.note.is_empty() {
        canvas.put(x + 2, y, 1, "n", theme.accent);
    }
}

/// Ties are held together: `╮` begins a block of equal scores, `╯` ends it.
fn tie_bracket(group: &GroupState, rows: ListRows<'_>, position: usize) -> &'static str {
    if !group.is_ranked() {
        return " ";
    }
    let entries = &group.list().entries;
    let tie = |position: usize| entries.get(position).map(|entry| entry.tie);
    let own = tie(position);
    let index = rows.index_of(position);
    let in_row = |index: Option<usize>| index.and_then(|index| rows.position(index)).and_then(tie);
    match (in_row(index.checked_sub(1)) == own, in_row(Some(index + 1)) == own) {
        (false, false) => " ",
        (false, true) => "╮",
        (true, true) => "│",
        (true, false) => "╯",
    }
}

/// A bar of so many cells, filled to an eighth of a cell.
fn bar(share: f64, cells: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the share is clamped to 0..=1"
    )]
    let eighths = (share.clamp(0.0, 1.0) * (cells * 8) as f64).round() as usize;
    fitted(&format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8]), cells)
}

/// The exception in the list.
fn exception(failure: &Failure) -> String {
    let shown = text::sanitize(short_exception(failure));
    if shown.is_empty() { "–".to_owned() } else { shown.into_owned() }
}

/// The test's method, with its class (but not its package) when there is room; marked if it is flaky.
fn marked_test_name(failure: &Failure, qualified: bool) -> String {
    let name = test_name(failure, qualified);
    if failure.is_flaky { format!("{FLAKY}{name}") } else { name }
}

/// The test's method, with its class (but not its package) when there is room.
pub(super) fn test_name(failure: &Failure, qualified: bool) -> String {
    let name = if qualified { qualified_method(&failure.test) } else { test_method(&failure.test) };
    text::sanitize(name.trim()).into_owned()
}

/// Widths of the columns of the list, left to right.
struct Columns {
    rank: usize,
    bar: usize,
    exception: usize,
    test: usize,
    truth: bool,
    /// Tests are named with their classes.
    qualified: bool,
}

/// Cells of the outcome on the fixed version, with the blanks before it.
const TRUTH: usize = 4;
/// Cells of the heading of the exceptions.
const EXCEPTION: usize = 9;
/// Cells of the shortest heading of the tests, and of `label`, which is partly above them.
const TEST: usize = 6;
/// A shorter bar says nothing.
const LEAST_BAR: usize = 4;
/// Cells behind the name of a folded row's first test: for ` ×4 · 1T 3F`, and for the message as well.
const FOLDED: (usize, usize) = (11, 40);

/// A test that lost a part of its name may be taken for another; an exception is known by its beginning.
const TEST_WEIGHT: f64 = 4.0;

impl Columns {
    fn new(width: usize, group: &GroupState, truth: bool) -> Columns {
        let rank = group.list().entries.len().max(99).to_string().len();
        let rest = width.saturating_sub(BESIDE_NAMES + rank + if truth { TRUTH } else { 0 });
        let names = &group.names;
        let longest = names.exception.longest().max(EXCEPTION);
        let is_folded = group.folded().is_some();
        let qualified = !is_folded && longest + names.test.longest() + LEAST_BAR <= rest;
        let tests = if qualified { &names.test } else { &names.method };
        let wanted = if is_folded { tests.longest() + FOLDED.1 } else { tests.longest().max(TEST) };
        let widest_bar = (width / 8).clamp(LEAST_BAR, 8);
        let bar = rest.saturating_sub(longest + wanted).min(widest_bar);
        let bar = if bar < LEAST_BAR { 0 } else { bar };
        let rest = rest - bar;
        let exception = if is_folded {
            longest.min(rest.saturating_sub(tests.longest() + FOLDED.0)).max(EXCEPTION.min(rest / 2))
        } else {
            let most = longest.min(rest.saturating_sub(TEST));
            let loss = |exception: usize| {
                names.exception.loss_in(exception) + TEST_WEIGHT * tests.loss_in(rest - exception)
            };
            // Of splits that lose as much, the one that leaves the heading whole.
            let better = |&a: &usize, &b: &usize| {
                loss(a).total_cmp(&loss(b)).then((a < EXCEPTION, a).cmp(&(b < EXCEPTION, b)))
            };
            (TEST.min(most)..=most).min_by(better).unwrap_or(most)
        };
        Columns { rank, bar, exception, test: rest - exception, truth, qualified }
    }

    /// Returns the heading of the exceptions.
    fn exception_heading(&self) -> &'static str {
        if self.exception < EXCEPTION { "thrown" } else { "exception" }
    }

    /// Returns the headings of tests and labels. The one of the labels ends where the row ends, and begins above the tests.
    fn last_headings(&self, test: &str, label: &str) -> String {
        let cells = self.test + 1 + 3 + if self.truth { TRUTH } else { 0 };
        let labels = match self.truth {
            true if cells < 6 + text::width(label) + text::width("truth") => "truth".to_owned(),
            true => format!("{label} truth"),
            false => label.to_owned(),
        };
        let room = cells.saturating_sub(text::width(&labels) + 1);
        format!("{} {labels}", fitted(text::take_cells(test, room), room))
    }
}
