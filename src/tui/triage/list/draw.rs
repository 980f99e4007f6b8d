//! The ranked failures of the current group, each row a sentence: rank, label, score, exception, and the call
//! that failed with its message.
//!
//! ```text
//! ▌  1 F  .712  AssertionFailed         expected:<3> but was:<2>
//!    5   ╮.640  StringIndexOutOfBounds  split: out of range: 13
//! ```
//!
//! In a narrow list the exception is followed by its message, and the focal method has the place of the
//! score. Column widths depend on the list, never on the selected row. A row equal to the one above it is
//! dim. The names that people gave to tests come first, and the message has a line of its own where there is
//! room.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::model::{Failure, FailureId, Group, Label, OracleKind, RankedFailure, Truth, VerdictWords};
use crate::rank::KnownBefore;
use crate::trace::CLASS_AS_A_WHOLE;
use crate::trace::javascript::is_javascript;
use crate::tui::core::reloaded::find;
use crate::tui::frame::canvas::{Canvas, FOUND};
use crate::tui::frame::canvas::{fitted, fitted_end};
use crate::tui::frame::layout::rows_in_words;
use crate::tui::frame::theme::Theme;
use crate::tui::reruns;
use crate::tui::triage::judging::Mark;
use crate::tui::triage::judging::before;
use crate::tui::triage::judging::label_letter;
use crate::tui::triage::list;
use crate::tui::triage::list::columns::Columns;
use crate::tui::triage::list::draw_groups::{MISSED, NO_BUG};
use crate::tui::triage::list::fold::{Folded, FoldedRow};
use crate::tui::triage::list::group::{GroupState, ListRow, ListRows};
use crate::tui::triage::list::names::{
    cut_alike, cut_name, exception, given_name, name_with_values, qualified_method, test_method,
};
use crate::tui::triage::list::order::Column;
use crate::tui::triage::list::row_heights::RowHeights;
use crate::tui::triage::why;
use crate::tui::{Cx, Lists, Pane, text};

pub(crate) fn draw(cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let offset = cx.lists.list_offset();
    let Some((columns, heights)) = cx.list_columns(area) else { return };
    draw_rows(cx, offset, &columns, &heights, cx.panes.focus == Pane::List, canvas, area);
    if let Some(next) = cx.next_bugs(area) {
        list::draw_groups::draw_others(cx, &next, canvas);
    }
}

/// Draws the list from a row on, with a line for each failure.
pub(crate) fn draw_strip(cx: &Cx, first: usize, canvas: &mut Canvas<'_>, area: Rect) {
    let Some(columns) = Columns::shown(cx, area.width) else { return };
    draw_rows(cx, first, &columns, &RowHeights::SINGLE, false, canvas, area);
}

fn draw_rows(
    cx: &Cx,
    offset: usize,
    columns: &Columns,
    heights: &RowHeights,
    focused: bool,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let Some((_, group)) = cx.lists.current_group() else { return };
    draw_heading(cx, columns, focused, canvas, area);
    let rows = cx.lists.list_rows();
    let bookmarks = cx.marks().filter_map(|(letter, test)| Some((letter, find(&cx.lists.corpus, &test)?.1)));
    let bookmarks: Vec<_> = bookmarks.collect();
    let (mut above, mut title_above, mut drawn) = (None, None, 0);
    let mut y = area.y + 1;
    for row in offset.. {
        if y >= area.bottom() {
            break;
        }
        let height = rows.lines_above(row + 1, heights) - rows.lines_above(row, heights);
        let height = u16::try_from(height).unwrap_or(1).min(area.bottom() - y);
        match rows.at(row) {
            Some(ListRow::TopLine) => {
                let noun = match (rows.folded, cx.lists.verdict_words()) {
                    (None, _) => "",
                    (Some(_), VerdictWords::Generated) => " signatures",
                    (Some(_), VerdictWords::Written) => " causes",
                };
                let title = format!(" below the top {}{noun} ", cx.lists.top());
                let rule = "─".repeat(usize::from(area.width));
                let theme = canvas.theme;
                let pieces =
                    [("──", theme.border), (title.as_str(), theme.dim), (rule.as_str(), theme.border)];
                canvas.pieces(area.x, y, area.width, &pieces);
                above = None;
            }
            Some(ListRow::Failure(position)) => {
                drawn += 1;
                let row = Rect { y, height, ..area };
                let Some(place) = Place::in_list(cx, position) else { break };
                let failure = place.group.failure_at(place.position);
                // What repeats the row above is dim, but not in another group.
                let title = place.across.as_ref().map(|across| across.group_title.clone());
                let is_other_group = std::mem::replace(&mut title_above, title.clone()) != title;
                above = above.filter(|_| !is_other_group);
                above = if place.group.is_ranked() || place.across.is_none() {
                    draw_row(cx, &place, columns, above.as_ref(), canvas, row)
                } else {
                    draw_unranked(&place, columns, canvas, row)
                };
                let sign = Rect { width: 1, height: 1, ..row };
                let bookmark = bookmarks.iter().find(|(_, marked)| failure == Some(*marked));
                if let Some((letter, _)) = bookmark.filter(|_| canvas.is_blank(sign)) {
                    canvas.put(row.x, y, 1, &letter.to_string(), canvas.theme.accent);
                }
            }
            Some(ListRow::Fixed(place)) => {
                above = None;
                let fixed = group.fixed_rows[place];
                if let Some(test) = cx.reruns.fixed.get(fixed.test) {
                    reruns::draw::draw_row(test, fixed.count, columns, canvas, Rect { y, height, ..area });
                }
            }
            None => break,
        }
        y += height;
    }
    let first = rows.failures_above(offset);
    let place = rows_in_words(first, drawn, rows.shown()).map(|place| format!("  {place} "));
    if let Some(place) = place {
        let width = u16::try_from(text::width(&place)).unwrap_or(u16::MAX);
        let free = Rect { x: area.right().saturating_sub(width), width, height: 1, ..area };
        if canvas.is_blank(free) {
            canvas.put(free.x, area.y, width, &place, canvas.theme.dim);
        }
    }
}

/// Draws the heading and the first failures of a group that is not the current one.
pub(crate) fn draw_first(cx: &Cx, group: &GroupState, count: usize, canvas: &mut Canvas<'_>, area: Rect) {
    let columns = Columns::new(cx, area.width, group);
    // One sign tells the label and the truth; ties have none.
    let message_cells = columns.message_cells + usize::from(columns.truth + columns.before) + columns.gap;
    let columns =
        Columns { is_list: false, is_preview: true, truth: 0, before: 0, gap: 0, message_cells, ..columns };
    draw_heading(cx, &columns, false, canvas, area);
    let rows = ListRows::of(group, cx.lists.top());
    let mut above = None;
    for (index, y) in (0..count).zip(area.y + 1..area.bottom()) {
        // Without a failure that passes the filter, all are.
        let Some(position) = rows.position(index).or((rows.shown() == 0).then_some(index)) else { break };
        let row = Rect { y, height: 1, ..area };
        let place = Place { group, rows, position, across: None };
        above = draw_row(cx, &place, &columns, above.as_ref(), canvas, row);
    }
}

/// Draws one of the current group's failures outside the list.
pub(crate) fn draw_one(cx: &Cx, position: usize, canvas: &mut Canvas<'_>, row: Rect) {
    let Some((_, group)) = cx.lists.current_group() else { return };
    // The columns stand below those of the list above it, whatever follows the row.
    let columns = Columns::new(cx, cx.panes.size.0, group);
    let rank = group.folded().map_or(0, Folded::widest_number).max(columns.rank);
    let less = usize::from(cx.panes.size.0.saturating_sub(row.width)) + rank - columns.rank;
    let message_cells = columns.message_cells.saturating_sub(less);
    let columns = Columns { is_list: false, rank, message_cells, ..columns };
    let rows = ListRows::of(group, cx.lists.top());
    draw_row(cx, &Place { group, rows, position, across: None }, &columns, None, canvas, row);
}

/// Draws the reason why the list is empty, in place of all panes: whatever they showed would be taken for what passes.
pub(crate) fn draw_nothing(cx: &Cx, is_typing: bool, canvas: &mut Canvas<'_>, area: Rect) {
    let Some(columns) = Columns::shown(cx, area.width) else { return };
    draw_heading(cx, &columns, cx.panes.focus == Pane::List, canvas, Rect { height: 1, ..area });
    let (listed, all) = cx.lists.listed();
    let subject = if listed > 0 { "nothing of this group" } else { "nothing" };
    let filter = cx.lists.listing.active_filter.as_ref().map_or("", |filter| &*filter.text);
    let mut sentence = format!("{subject} passes {}", text::sanitize(filter));
    // While it is typed, its keys are in the prompt; nothing moves.
    if !is_typing {
        let groups = if listed > 0 { ", {next-group} {previous-group} go to groups with some" } else { "" };
        let advice = format!("{{back}} shows all {}, {{filter}} changes it{groups}", text::number(all));
        sentence = format!("{sentence}: {}", cx.keys.fill(&advice));
    }
    let (x, room) = (area.x + 2, area.width.saturating_sub(3));
    let lines = text::wrap(&sentence, usize::from(room));
    canvas.lines(
        Rect { x, y: area.y + 2, width: room, height: area.height.saturating_sub(2) },
        &lines,
        canvas.theme.text,
    );
}

fn draw_heading(cx: &Cx, columns: &Columns, focused: bool, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let heading_of = |column, width| fitted(&with_arrow(&cx.lists, column, width), width);
    let titled = |column, width| match width {
        0 => String::new(),
        width => format!("{}  ", heading_of(column, width)),
    };
    let expected = titled(Column::Oracle, columns.expected);
    let exception = titled(Column::Exception, columns.exception);
    let name = match columns.name {
        width @ 1.. if !columns.names_tests => format!("{}  ", fitted("method", width)),
        width => titled(Column::Test, width),
    };
    let before = format!(
        " {:>rank$}   {}",
        "#",
        if columns.score { heading_of(Column::Score, 7) } else { " ".repeat(1 + columns.gap) },
        rank = columns.rank,
    );
    let title = if cx.lists.is_across() { "group" } else { "module" };
    let group = match columns.group {
        0 => String::new(),
        width => format!("{}  ", fitted(title, width)),
    };
    let before = before + &group;
    let name = if columns.is_stacked && columns.is_hand_written { "test · " } else { &name };
    let before = format!("{before}{name}{expected}{exception}");
    let room = usize::from(area.width).saturating_sub(text::width(&before) + 1);
    let heading = before + &message_heading(columns, &cx.lists, room);
    if theme.title_bar.bg.is_some() {
        canvas.title_line(area, focused);
        canvas.put(area.x + 1, area.y, area.width - 1, &heading[1..], theme.dim);
    } else {
        let heading = format!("{heading:width$}", width = usize::from(area.width));
        let style = if focused { theme.accent } else { theme.dim };
        canvas.put(area.x, area.y, area.width, &heading, style.add_modifier(Modifier::UNDERLINED));
    }
}

/// Returns the heading of the last columns; it names the column that the list is sorted by if that has no
/// separate heading.
fn message_heading(columns: &Columns, lists: &Lists, room: usize) -> String {
    let title = if columns.exception > 0 { "says" } else { "fails with" };
    let sorted = lists.listing.sorted.as_ref().map(|sorted| sorted.column);
    let without_heading = sorted.filter(|column| match column {
        Column::Score => !columns.score,
        Column::Exception => columns.exception == 0,
        Column::Oracle => columns.expected == 0,
        Column::Test => columns.name == 0 || !columns.names_tests,
        Column::Label => true,
    });
    let title = match without_heading {
        Some(column) => format!("{title} · by {}", with_arrow(lists, column, usize::MAX)),
        None => title.to_owned(),
    };
    let words = [(columns.before > 0, " before"), (columns.judge, " judge"), (columns.truth > 0, " truth")];
    let truth = words.into_iter().filter(|(is_shown, _)| *is_shown).map(|(_, word)| word);
    let truth = truth.collect::<Vec<_>>().join(",");
    let room = room.saturating_sub(truth.len());
    format!("{}{truth}", fitted(text::take_cells(&title, room), room))
}

/// Returns the heading of a column in at most `width` cells, with an arrow if the list is sorted by it.
fn with_arrow(lists: &Lists, column: Column, width: usize) -> String {
    let title = column.title();
    match lists.listing.sorted.as_ref().filter(|sorted| sorted.column == column) {
        Some(sorted) => {
            let word = text::take_cells(title, width.saturating_sub(1));
            format!("{word}{}", if sorted.is_reversed { "▴" } else { "▾" })
        }
        None => text::take_cells(title, width).to_owned(),
    }
}

/// The texts of a row that describe the error.
#[derive(Default)]
struct ErrorWords {
    /// The test's name, or that of the focal method.
    name: String,
    exception: String,
    /// The text after the name or the exception where the message is below: the class of the test, or the name.
    after: String,
    /// The count of a folded row, if it is one, and the message.
    message: String,
    /// The number of bytes of that count.
    count: usize,
}

impl ErrorWords {
    fn of(
        cx: &Cx,
        group: &GroupState,
        position: usize,
        (id, failure): (FailureId, &Failure),
        folded: Option<FoldedRow>,
        columns: &Columns,
    ) -> ErrorWords {
        // Where the time at which the test was last run has no room.
        let is_told = columns.not_run == 0 && failure.not_run().is_some();
        let not_run = if is_told { "not run · " } else { "" };
        // The generated tests of a signature have one error, and differ in their names. Where these have no
        // room, parameters stay.
        let (message, count) = if folded == Some(FoldedRow::Test) && !columns.has_names() {
            let name = test_name(failure, true);
            (text::cut_middle(&name, columns.message_width()).into_owned(), 0)
        } else {
            columns.row_message(&cx.lists, group, position, not_run)
        };
        let focal = || text::sanitize(&cx.lists.sentence(id).focal).into_owned();
        match (columns.is_stacked, columns.names_tests) {
            (true, _) if columns.is_hand_written => ErrorWords {
                name: name_with_values(failure),
                after: columns.telling_class(&cx.lists, group, failure).unwrap_or_default(),
                message,
                count,
                ..ErrorWords::default()
            },
            (true, names) => {
                let after = if names { given_name(failure) } else { focal() };
                ErrorWords { exception: exception(failure), after, message, count, ..ErrorWords::default() }
            }
            (false, names) => {
                let name = match names {
                    _ if columns.name == 0 => String::new(),
                    true => columns.row_name(&cx.lists, group, failure),
                    false => focal(),
                };
                let gap = if columns.exception == 0 { "" } else { "  " };
                let exception = format!("{}{gap}", fitted_end(&exception(failure), columns.exception));
                ErrorWords { name, exception, message, count, ..ErrorWords::default() }
            }
        }
    }
}

/// The place of a failure in the list of its group, and in the list over all groups.
struct Place<'a> {
    group: &'a GroupState,
    rows: ListRows<'a>,
    position: usize,
    /// None in the list of one group.
    across: Option<RowAcross>,
}

struct RowAcross {
    look: usize,
    group_title: String,
    is_current_group: bool,
}

impl Place<'_> {
    /// Returns the place of a position of the list that is shown.
    fn in_list(cx: &Cx, position: usize) -> Option<Place<'_>> {
        let place = cx.lists.place_in_list(position)?;
        let group = cx.lists.groups.get(place.group)?;
        let across = cx.lists.is_across().then(|| RowAcross {
            look: cx.lists.across.look_of(position),
            group_title: cx.lists.group_title(&cx.lists.corpus.groups[place.group]),
            is_current_group: cx.lists.current_index() == Some(place.group),
        });
        let rows = ListRows::of(group, cx.lists.top());
        Some(Place { group, rows, position: place.place, across })
    }
}

/// Returns the name of a failure's module, or the number of modules of a folded row: `214 modules`.
fn modules_of_row(failure: &Failure, group: &GroupState, position: usize) -> String {
    match group.folded().and_then(|folded| folded.modules_of(position)) {
        Some(count @ 2..) => text::plural(count, "module"),
        _ => Group::name_of(&failure.project, &failure.bug),
    }
}

/// Draws the row of a failure that is not known before its group is ranked.
fn draw_unranked(
    place: &Place<'_>,
    columns: &Columns,
    canvas: &mut Canvas<'_>,
    row: Rect,
) -> Option<ErrorWords> {
    let across = place.across.as_ref()?;
    let failures = text::plural(place.group.list().entries.len(), "failure");
    let words = format!(
        " {:>rank$}    {}  ranking {failures} …",
        across.look,
        fitted(&across.group_title, columns.group),
        rank = columns.rank,
    );
    canvas.put(row.x, row.y, row.width, &words, canvas.theme.dim);
    None
}

/// The state of a row, by which its parts are drawn.
struct RowState<'a> {
    entry: RankedFailure,
    failure: &'a Failure,
    /// None in a list that is not folded.
    folded: Option<FoldedRow>,
    is_selected: bool,
    /// False for a folded signature whose tests have different labels.
    shows_label: bool,
    /// True if a search found something in the row.
    is_found: bool,
    /// The sign at the left: of a marked row, or of the selected one.
    marker: &'static str,
    text_style: Style,
}

impl<'a> RowState<'a> {
    fn of(cx: &'a Cx, place: &Place<'_>, columns: &Columns, theme: &Theme) -> Option<RowState<'a>> {
        let Place { group, rows, position, ref across } = *place;
        let entry = *group.list().entries.get(position)?;
        let folded = group.folded().filter(|_| columns.is_list).map(|folded| folded.kind(position));
        let (is_judged, shows_label) = match folded {
            Some(FoldedRow::Signature { open: false, labels }) => {
                (labels.is_complete(), labels.is_unanimous())
            }
            _ => (cx.judging.labels.label(entry.failure).is_some(), true),
        };
        let failure = cx.lists.corpus.failure(entry.failure)?;
        let is_current_group = across.as_ref().is_none_or(|across| across.is_current_group);
        let is_selected = is_current_group && position == group.selected && !columns.is_preview;
        let is_below_top = across.is_none() && !rows.is_in_top(position);
        let is_faint = is_judged || is_below_top || failure.not_run().is_some();
        Some(RowState {
            entry,
            failure,
            folded,
            is_selected,
            shows_label,
            is_found: cx.is_row_found(group, position),
            marker: match (cx.judging.marked_rows.contains(&entry.failure), is_selected) {
                (true, _) => "◆",
                (false, true) => "▌",
                (false, false) => " ",
            },
            text_style: if is_faint { theme.dim } else { theme.text },
        })
    }
}

/// Draws a row. Returns its texts.
fn draw_row(
    cx: &Cx,
    place: &Place<'_>,
    columns: &Columns,
    above: Option<&ErrorWords>,
    canvas: &mut Canvas<'_>,
    row: Rect,
) -> Option<ErrorWords> {
    let theme = canvas.theme;
    let state = RowState::of(cx, place, columns, theme)?;
    let RowState { entry, failure, folded, .. } = state;
    let common = columns;
    let lines = usize::from(row.height).saturating_sub(usize::from(columns.is_stacked));
    let columns = &common.of_row(failure, lines);
    let words = ErrorWords::of(cx, place.group, place.position, (entry.failure, failure), folded, columns);
    let x = draw_place(cx, place, &state, columns, canvas, row);
    let texts = Rect { x, width: row.right().saturating_sub(x), ..row };
    let room = columns.message_width();
    let is_cut = row.height == 1 + u16::from(columns.is_stacked) && text::width(&words.message) > room;
    let message = is_cut.then(|| {
        let (count, message) = words.message.split_at(words.count);
        let others = common.messages_beside(&cx.lists, place.group, place.position);
        format!("{count}{}", cut_alike(message, others, room.saturating_sub(text::width(count))))
    });
    let message = message.as_ref().unwrap_or(&words.message);
    let (name_style, message_style) = styles_of_texts(&words, above, columns, theme, state.text_style);
    let row_texts = RowTexts { words: &words, message, is_found: state.is_found, name_style, message_style };
    draw_texts(cx, failure, columns, row_texts, canvas, texts);
    if let Some(not_run) = failure.not_run().filter(|_| columns.not_run > 0) {
        let end = row.right().saturating_sub(u16::try_from(columns.verdicts()).unwrap_or(0) + 1);
        canvas.put_right(texts.x, end, row.y, &not_run.in_words(cx.results.read_at), theme.dim);
    }
    let alike = if columns.before > 0 { represented(place.group, place.position) } else { Vec::new() };
    draw_verdicts(cx, (entry.failure, failure), &alike, columns, state.shows_label, canvas, row);
    for y in (row.y..row.bottom()).filter(|_| state.is_selected) {
        if y > row.y {
            canvas.put(row.x, y, 1, state.marker, theme.accent);
        }
        canvas.tint(row.x, y, row.width, theme.selection);
    }
    Some(words)
}

/// Draws the beginning of a row: the marker, the rank, the label, the score, the group or module. Returns the
/// cell behind it.
fn draw_place(
    cx: &Cx,
    place: &Place<'_>,
    state: &RowState<'_>,
    columns: &Columns,
    canvas: &mut Canvas<'_>,
    row: Rect,
) -> u16 {
    let theme = canvas.theme;
    let Place { group, rows, position, ref across } = *place;
    let look = across.as_ref().map(|across| across.look.to_string());
    let rank = look.unwrap_or_else(|| cx.lists.number(group, position));
    let rank_style = match (state.is_found, state.is_selected) {
        (true, _) => theme.accent.add_modifier(FOUND),
        (false, true) => theme.strong,
        (false, false) => theme.dim,
    };
    let before = [
        (state.marker, theme.accent),
        (&*" ".repeat(columns.rank.saturating_sub(rank.len())), theme.dim),
        (&*rank, rank_style),
        ("   ", state.text_style),
    ];
    let label_x = row.x + canvas.pieces(row.x, row.y, row.width, &before).saturating_sub(2);
    let failure = state.entry.failure;
    let judged = list::draw_groups::judged(cx, failure).filter(|_| columns.is_preview);
    if let Some((letter, _)) = judged {
        canvas.put(label_x, row.y, 1, letter, list::draw_groups::mark_style(letter, theme));
    } else if state.shows_label {
        let is_wrong = cx.judging.is_wrong(&cx.lists, failure);
        // That one key judged all is seen in the row of all.
        let is_folded = matches!(state.folded, Some(FoldedRow::Signature { open: false, .. }));
        draw_label(cx.judging.labels.mark(failure), is_wrong, is_folded, canvas, label_x, row.y);
    }
    let sign = match state.folded {
        None if columns.is_list && across.is_none() => tie_bracket(group, rows, position),
        folded => fold_sign(folded),
    };
    let score = match (columns.score, group.is_ranked()) {
        (false, _) => " ".repeat(columns.gap),
        (true, false) => " ".repeat(6),
        (true, true) => format!("{}  ", why::score(state.entry.score)),
    };
    let mut x = label_x + 2;
    let room = |x: u16| row.right().saturating_sub(x);
    x += canvas.pieces(x, row.y, room(x), &[(sign, theme.dim), (&*score, state.text_style)]);
    if columns.group > 0 {
        let title = match across {
            Some(across) => across.group_title.clone(),
            None => modules_of_row(state.failure, group, position),
        };
        let title = format!("{}  ", fitted(&text::sanitize(&title), columns.group));
        let style = if state.is_selected { theme.text } else { theme.dim };
        x += canvas.put(x, row.y, room(x), &title, style);
    }
    x
}

/// Returns the styles of the name and of the message: what repeats the row above is dim.
fn styles_of_texts(
    words: &ErrorWords,
    above: Option<&ErrorWords>,
    columns: &Columns,
    theme: &Theme,
    text_style: Style,
) -> (Style, Style) {
    let is_same = |text: fn(&ErrorWords) -> &String| above.is_some_and(|above| text(above) == text(words));
    let has_same_error = is_same(|words| &words.exception) && is_same(|words| &words.message);
    let has_same_method =
        !columns.names_tests && is_same(|words| &words.name) && is_same(|words| &words.after);
    let unless = |is_same| if is_same { theme.dim } else { text_style };
    let name_style = if columns.is_hand_written || columns.names_tests {
        theme.dim
    } else {
        unless(has_same_error && has_same_method)
    };
    (name_style, unless(has_same_error && (has_same_method || !columns.is_stacked)))
}

/// Draws the truth, the judge's label and what is known from earlier runs at the end of a row.
fn draw_verdicts(
    cx: &Cx,
    (id, failure): (FailureId, &Failure),
    alike: &[FailureId],
    columns: &Columns,
    shows_label: bool,
    canvas: &mut Canvas<'_>,
    row: Rect,
) {
    let theme = canvas.theme;
    if columns.truth > 0 {
        let word = failure.truth.map_or("–", |truth| {
            cx.lists.verdict_words().truth(truth).split(' ').next().unwrap_or_default()
        });
        let is_bug = failure.truth == Some(Truth::TruePositive);
        let style = match is_bug {
            _ if shows_label && cx.judging.is_wrong(&cx.lists, id) => theme.error,
            true => theme.label(Label::TruePositive),
            false => theme.dim,
        };
        let x = row.x + row.width.saturating_sub(columns.truth);
        canvas.put(x, row.y, columns.truth - 1, word, style);
    }
    if let Some(judged) = cx.judging.labels.judged(id).filter(|_| columns.judge && shows_label) {
        let x = row.right().saturating_sub(u16::try_from(columns.judge_and_truth()).unwrap_or(0));
        canvas.put(x, row.y, 1, label_letter(judged), theme.dim);
    }
    if columns.before > 0 {
        let marks = &cx.judging.labels.marks;
        let known: Vec<&KnownBefore> = alike.iter().filter_map(|&id| marks.known_before(id)).collect();
        let x = row.right().saturating_sub(u16::try_from(columns.verdicts()).unwrap_or(0));
        canvas.put(x, row.y, columns.before - 1, &before::in_folded_row(&known), theme.dim);
    }
}

/// Returns the failures that a row stands for: its own, or those of its folded signature, the first of them.
fn represented(group: &GroupState, position: usize) -> Vec<FailureId> {
    /// The most that are looked at, for every row.
    const MOST: usize = 1000;
    match group.folded() {
        Some(folded) => {
            let positions = folded.represented(folded.row_of(position)).iter().take(MOST);
            positions.filter_map(|&position| group.failure_at(position)).collect()
        }
        None => group.failure_at(position).into_iter().collect(),
    }
}

fn fold_sign(folded: Option<FoldedRow>) -> &'static str {
    match folded {
        Some(FoldedRow::Signature { open: true, .. }) => "▾",
        Some(FoldedRow::Signature { open: false, .. }) => "▸",
        Some(FoldedRow::Test) => "┄",
        Some(FoldedRow::Single) | None => " ",
    }
}

/// The texts of a row that describe the error.
struct RowTexts<'a> {
    words: &'a ErrorWords,
    /// The message, as far as the row shows it.
    message: &'a str,
    /// True if a search found something in the row.
    is_found: bool,
    name_style: Style,
    message_style: Style,
}

fn draw_texts(
    cx: &Cx,
    failure: &Failure,
    columns: &Columns,
    RowTexts { words, message, is_found, name_style, message_style }: RowTexts<'_>,
    canvas: &mut Canvas<'_>,
    row: Rect,
) {
    let kind = failure.oracle_kind();
    let expected = if columns.expected == 0 {
        String::new()
    } else {
        let expected = failure.language.in_its_words(kind.map_or("·", OracleKind::short));
        format!("{}  ", fitted(&expected, columns.expected))
    };
    let theme = canvas.theme;
    let (mut x, room) = (row.x, |x: u16| row.right().saturating_sub(x));
    let width = |x: u16| room(x).saturating_sub(columns.kept());
    let group = if columns.group > 0 { columns.group + 2 } else { 0 };
    let below_x = x.saturating_sub(u16::try_from(group).unwrap_or(0));
    let name = match columns.name {
        0 => text::cut_end(&words.name, usize::from(width(x))).into_owned(),
        // The names of tests often begin alike, and end with their values.
        cells if columns.names_tests => format!("{}  ", fitted(&cut_name(&words.name, cells), cells)),
        cells => format!("{}  ", fitted_end(&words.name, cells)),
    };
    x += canvas.put(x, row.y, width(x), &name, name_style);
    x += canvas.put(x, row.y, room(x), &expected, kind.map_or(theme.dim, |kind| theme.oracle(kind)));
    let exception_x = x;
    x += canvas.put(
        x,
        row.y,
        width(x),
        &text::cut_end(&words.exception, usize::from(width(x))),
        message_style,
    );
    if !words.after.is_empty() && width(x) > 3 {
        let after = format!(" · {}", words.after);
        canvas.put(x, row.y, width(x), &text::cut_end(&after, usize::from(width(x))), theme.dim);
    }
    let (message_x, message_y) = if columns.is_stacked { (below_x, row.y + 1) } else { (x, row.y) };
    let lines = usize::from(row.bottom().saturating_sub(message_y));
    let mut wrapped = text::wrap_into(message, columns.message_width(), lines);
    let elsewhere = is_found
        .then(|| cx.found_elsewhere(failure, &([&*name, &*words.exception, &*wrapped.join(" ")].join(" "))))
        .flatten();
    if let (Some(field), Some(last)) = (elsewhere, wrapped.last_mut()) {
        let place = format!("  in {field}");
        *last = text::cut_end(last, columns.message_width().saturating_sub(text::width(&place))).into_owned();
        let end = row.right().saturating_sub(columns.kept() + 1);
        canvas.put_right(message_x, end, row.bottom() - 1, &place, theme.dim);
    }
    for (line, y) in wrapped.iter().zip(message_y..row.bottom()) {
        canvas.put(message_x, y, room(message_x), line, message_style);
        if is_found {
            let found = Rect { x: message_x, y, width: room(message_x), height: 1 };
            canvas.mark_found(cx.search.as_ref(), line, found);
        }
    }
    if is_found {
        let found = Rect { x: exception_x, y: row.y, width: room(exception_x), height: 1 };
        canvas.mark_found(cx.search.as_ref(), words.exception.trim_end(), found);
    }
}

/// Draws the letter of a label and a sign of what is special about it.
fn draw_label(mark: Option<&Mark>, is_wrong: bool, is_folded: bool, canvas: &mut Canvas<'_>, x: u16, y: u16) {
    let Some(mark) = mark else { return };
    let theme = canvas.theme;
    let is_bug = mark.judgement.label == Some(Label::TruePositive);
    let (wrong, wrong_style) = if is_bug { (NO_BUG, theme.warning) } else { (MISSED, theme.error) };
    if let Some(verdict) = mark.judgement.verdict() {
        let style = if mark.stale { theme.dim } else { theme.label(verdict.label) };
        canvas.put(x, y, 1, label_letter(verdict), style);
    }
    let signs = [
        (!mark.saved, "!", theme.error),
        (is_wrong, wrong, wrong_style),
        (mark.stale, "~", theme.dim),
        (!mark.judgement.note.is_empty(), "n", theme.accent),
        (mark.judgement.by_signature && !is_folded, "s", theme.dim),
    ];
    if let Some((_, sign, style)) = signs.into_iter().find(|(is_so, ..)| *is_so) {
        canvas.put(x + 1, y, 1, sign, style);
    }
}

/// Returns the bracket of a tie: `╮` begins a block of equal scores, `╯` ends it.
fn tie_bracket(group: &GroupState, rows: ListRows<'_>, position: usize) -> &'static str {
    if !group.is_ranked() || group.is_too_small() {
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

/// Returns the test's method, with its class (but not its package) if there is room.
pub(crate) fn test_name(failure: &Failure, qualified: bool) -> String {
    let name = if qualified { qualified_method(&failure.test) } else { test_method(&failure.test) };
    // A module that could not be loaded has no class, or no method.
    let name = name.trim().trim_start_matches("::");
    // A file keeps its ending, behind which a dot would look like another one.
    let is_of_file = name.split_once("::").is_some_and(|(file, _)| is_javascript(file));
    let between = if is_of_file { " > " } else { "." };
    text::sanitize(name.strip_suffix(CLASS_AS_A_WHOLE).map_or(name, |class| class.trim_end_matches("::")))
        .replace("::", between)
}
