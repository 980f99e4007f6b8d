//! The conditions under which commands are enabled, each with the reason why it does not hold.
//!
//! ```text
//! commands (a row names its condition) ──▶ condition(&App) ──▶ Ok, or the message of why not
//! ```

use crate::model::VerdictWords;
use crate::tui::frame::layout::Pane;
use crate::tui::search::failures::FailureSearch;
use crate::tui::{App, CodeView, Screen};

/// The reason why a command is not available; `{name}` stands for the key of the command of that name.
pub(crate) type Enabled = Result<(), &'static str>;

pub(crate) fn check(can: bool, why_not: &'static str) -> Enabled {
    if can { Ok(()) } else { Err(why_not) }
}

pub(crate) fn has_selection(app: &App) -> Enabled {
    check(app.cx.lists.selected().is_some(), "no failure is selected")
}

pub(crate) fn has_label(app: &App) -> Enabled {
    let label = app.cx.lists.selected().and_then(|(failure, _)| app.cx.judging.labels.label(failure));
    check(label.is_some(), "no label here")
}

pub(crate) fn has_closed_source(app: &App) -> Enabled {
    check(app.cx.lists.has_sources(), "no sources are known")?;
    check(app.triage.code.source.open.is_none(), "it is already open")
}

pub(crate) fn can_open(app: &App) -> Enabled {
    let is_frame = app.cx.screen == Screen::Triage && app.cx.panes.focus == Pane::Trace;
    let opens = app.triage.trace.frames.selected().is_some_and(|frame| frame.place.is_ok());
    check(!is_frame || opens, "no source is known here")
}

pub(crate) fn can_edit(app: &App) -> Enabled {
    if app.cx.panes.focus == Pane::Trace {
        can_open(app)
    } else {
        check(app.cx.lists.has_sources(), "no sources are known")?;
        let opens = app.triage.code.source.open.is_some() || app.triage.place_here(&app.cx).is_ok();
        check(opens, "no source file is known for this test")
    }
}

/// The failure has another text beside its test: a method that it calls, or the one that failed.
pub(crate) fn has_methods(app: &App) -> Enabled {
    let has_any = app
        .cx
        .lists
        .shown_failure()
        .is_none_or(|(_, failure)| CodeView::beside_test(failure).next().is_some());
    check(has_any, "no focal method is known for this failure")
}

/// There is another failure to compare with, in the group or by a mark.
pub(crate) fn has_other_failure(app: &App) -> Enabled {
    has_selection(app)?;
    let has_other = app.cx.lists.current_group().is_none_or(|(group, _)| group.failures.len() > 1);
    check(
        has_other || app.cx.marks().next().is_some(),
        "this is the only failure of its group: it has no neighbour",
    )
}

pub(crate) fn has_something_to_close(app: &App) -> Enabled {
    let is_open = app.triage.code.source.open.is_some()
        || !app.cx.judging.marked_rows.is_empty()
        || app.cx.search.is_some()
        || app.triage.compare.open.is_some();
    let is_away = app.cx.panes.zoomed
        || app.cx.panes.focus != Pane::List
        || !app.cx.judging.disagreements.is_empty()
        || app.cx.screen != Screen::Triage;
    check(is_open || is_away || app.cx.lists.listing.active_filter.is_some(), "nothing is open")
}

pub(crate) fn has_match(app: &App) -> Enabled {
    let has_match = if app.cx.screen == Screen::Groups {
        app.table.search.is_some()
    } else if app.triage.code.steps_in_code(&app.cx) {
        app.triage.code.search.found.as_ref().is_some_and(|search| search.current().is_some())
    } else {
        app.cx.search.as_ref().is_some_and(FailureSearch::has_match)
    };
    check(has_match, "there is no search")
}

pub(crate) fn has_neighbour(app: &App) -> Enabled {
    let Some(compare) = &app.triage.compare.open else { return Err("nothing is compared: {compare} does") };
    let contrast = app.cx.details.contrast.as_ref();
    let is_only = compare.place().is_some() && contrast.is_some_and(|contrast| contrast.near.count() < 2);
    check(!is_only, "there is no other failure to compare with")
}

pub(crate) fn has_next_group(app: &App) -> Enabled {
    let is_last = app.cx.lists.current + 1 >= app.cx.lists.order.len();
    check(app.cx.lists.listed().0 > 0, "nothing passes the filter")?;
    check(app.cx.screen == Screen::Groups || !is_last, "this is the last group")
}

pub(crate) fn has_previous_group(app: &App) -> Enabled {
    check(app.cx.screen == Screen::Groups || app.cx.lists.current > 0, "this is the first group")
}

pub(crate) fn has_folded_frames(app: &App) -> Enabled {
    let trace = &app.triage.trace;
    check(trace.shows_all_frames(&app.cx) || trace.content.folded > 0, "nothing is folded")
}

pub(crate) fn has_unlabelled(app: &App) -> Enabled {
    let is_across = app.cx.lists.is_across();
    check(
        is_across || app.cx.judging.progress.all.judged < app.cx.judging.progress.all.total,
        "every top K is judged",
    )
}

pub(crate) fn has_references(app: &App) -> Enabled {
    let lack = match app.cx.lists.verdict_words() {
        VerdictWords::Generated => "no reference oracles are known",
        // Nobody who reads a build knows what these are.
        VerdictWords::Written => "the progress has no other view",
    };
    check(!app.cx.results.instances.is_empty(), lack)
}

pub(crate) fn has_another_difference(app: &App) -> Enabled {
    match (&app.triage.compare.open, app.cx.screen) {
        (Some(compare), Screen::Triage) => check(compare.differences() > 1, "there is no other difference"),
        (_, Screen::Progress) => has_references(app),
        _ => Ok(()),
    }
}
