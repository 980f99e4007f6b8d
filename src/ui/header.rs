//! The line on top: which group, how many failures, how far the judging has come.
//!
//! ```text
//!  fossick  Lang-7   12 of 207   79 failed · top 10 ●●●○○○○○○○ 1 TP 2 FP       judged 45 of 1,830   ? help
//! ```
//!
//! While the list is folded by signature, progress per signature stands beside that per test. An order that is not the
//! paper's is named.

use ratatui::style::Style;

use super::canvas::Canvas;
use crate::app::fold::Folded;
use crate::app::judging::Progress;
use crate::app::keymap::Command;
use crate::app::layout::Area;
use crate::app::reload::Freshness;
use crate::app::{GroupState, ListOrder, Phase, State, text};
use crate::model::Group;

/// Up to this many, the top K is shown as dots.
const MOST_DOTS: usize = 12;

/// From here on there is room for the name of the input.
const ROOMY: u16 = 120;

/// On narrower screens it is a number.
const NARROW: u16 = 60;

pub(super) fn draw(state: &State, canvas: &mut Canvas<'_>, area: Area) {
    let theme = canvas.theme;
    let mut left: Vec<(String, Style)> = vec![(" fossick ".to_owned(), theme.heading)];
    let key = state.keys.shown(Command::Help);
    let help = format!("{key} help ");
    let mut right = help.clone();
    if let (Phase::Ready, Some((group, group_state))) = (&state.phase, state.current_group()) {
        left.push((format!(" {} ", state.group_title(group)), theme.strong));
        let folded = group_state.folded();
        if state.corpus.runs.len() == 1 && state.screen.0 >= ROOMY && folded.is_none() {
            left.push((format!("in {} ", text::display_flat(&state.input)), theme.dim));
        }
        if state.order.len() > 1 {
            left.push((format!(" {} of {} ", state.current + 1, state.order.len()), theme.dim));
        }
        let is_brief = folded.is_some() && state.screen.0 < ROOMY;
        if !is_brief {
            left.push((format!("  {} failed  ", text::grouped(group.failures.len())), theme.text));
            left.extend(flaky(state, group, group_state).map(|words| (words, theme.dim)));
        }
        if let Some(folded) = folded.filter(|_| !is_brief) {
            let signatures = format!("{} {}  ", text::grouped(folded.signatures()), signatures(folded));
            left.push((signatures, theme.accent));
        }
        if group_state.shown() != ListOrder::Paper {
            left.push((format!("{}  ", group_state.shown().title()), theme.accent));
        }
        if is_brief {
            let Progress { judged, total, .. } = state.progress.0;
            left.push((format!("  top {}: {judged} of {total} tests", state.top), theme.text));
        } else {
            left.extend(progress(state.progress.0, state, theme.accent));
        }
        if let (Some(progress), Some(folded)) = (state.signature_progress, folded) {
            let Progress { judged, total, .. } = progress;
            left.push((format!(" · {judged} of {total} {}", signatures(folded)), theme.accent));
            if !is_brief {
                left.push((counts(progress), theme.text));
            }
        }
        let all = state.progress.1;
        if state.order.len() > 1 {
            right = format!("judged {} of {}   {help}", text::grouped(all.judged), text::grouped(all.total));
        }
        let unranked = state.groups.len() - state.ranked;
        if unranked > 0 {
            right = format!("ranking, {unranked} groups to go   {help}");
        }
        if state.truth_shown {
            right = format!("truth shown   {right}");
        }
    }
    let pieces: Vec<(&str, Style)> = left.iter().map(|(text, style)| (text.as_str(), *style)).collect();
    let used = canvas.pieces(area.x, area.y, area.width, &pieces);
    let (start, end) = (area.x + used + 1, area.x + area.width);
    let mut fits = |text: &str, style: Style| canvas.put_right(start, end, area.y, text, style) < end;
    // Whether this is what is on disk is more important than anything else that can stand here.
    let is_said = match state.freshness {
        Freshness::UpToDate => fits(&right, theme.dim),
        Freshness::BeingWritten => {
            fits(&format!("results are being written   {help}"), theme.warning)
                || fits(&format!("being written  {key} "), theme.warning)
        }
        Freshness::Broken(_) => {
            let reload = state.keys.shown(Command::Reload);
            fits(&format!("not up to date   {reload} reload   {help}"), theme.warning)
                || fits(&format!("not up to date  {key} "), theme.warning)
        }
    };
    if !is_said {
        fits(&format!("{key} "), theme.dim);
    }
}

/// What the rows of a folded list are.
fn signatures(folded: &Folded) -> &'static str {
    if folded.near { "near signatures" } else { "signatures" }
}

/// How many tests of a group are flaky. Those that passed in the end are no failures, and not in the list.
fn flaky(state: &State, group: &Group, shown: &GroupState) -> Option<String> {
    let words = match (shown.flaky.count(), group.passed.flaky) {
        (0, 0) => return None,
        (0, passed) => format!("{} flaky, passed", text::grouped(passed)),
        (failed, _) if state.flaky_hidden => format!("{} flaky hidden", text::grouped(failed)),
        (failed, _) => format!("{} flaky", text::grouped(failed)),
    };
    Some(format!("{words}  "))
}

/// `top 10 ●●●○○○○○○○ 1 TP 2 FP`
fn progress(progress: Progress, state: &State, accent: Style) -> Vec<(String, Style)> {
    let mut pieces = Vec::new();
    if progress.total <= MOST_DOTS && state.screen.0 >= NARROW {
        pieces.push((format!("top {} ", state.top), Style::new()));
        pieces.push(("●".repeat(progress.judged), accent));
        pieces.push(("○".repeat(progress.total - progress.judged), Style::new()));
    } else {
        pieces.push((
            format!("top {}: {} of {} judged", state.top, progress.judged, progress.total),
            Style::new(),
        ));
    }
    pieces.push((counts(progress), Style::new()));
    pieces
}

/// `  1 TP  2 FP`
fn counts(progress: Progress) -> String {
    let mut counts = String::new();
    if progress.true_positives > 0 {
        counts.push_str(&format!("  {} TP", progress.true_positives));
    }
    if progress.false_positives > 0 {
        counts.push_str(&format!("  {} FP", progress.false_positives));
    }
    if progress.unsure > 0 {
        counts.push_str(&format!("  {} unsure", progress.unsure));
    }
    counts
}
