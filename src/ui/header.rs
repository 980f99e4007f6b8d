//! The line on top: which group, how many failures, how far the judging has come.
//!
//! ```text
//!  fossick  Lang-7   12 of 207   79 failed  top 10 ●●●○○○○○○○ 1 TP 2 FP     judged 45 of 1,830   1 triage  2 quality   ? help
//! ```
//!
//! While the list is folded by signature, progress per signature stands beside that per test. An order that is not the
//! paper's is named. While a filter holds, it says how many of the failures are listed.

use ratatui::style::{Modifier, Style};

use super::canvas::Canvas;
use super::theme::Theme;
use crate::app::folded::Folded;
use crate::app::judging::Progress;
use crate::app::keymap::Command;
use crate::app::layout::Area;
use crate::app::page::Page;
use crate::app::reload::Freshness;
use crate::app::{GroupState, ListOrder, Phase, State, text};
use crate::model::Group;

/// Up to this many, the top K is shown as dots.
const MOST_DOTS: usize = 12;

/// From here on there is room for the name of the program.
const NAMED: u16 = 100;

/// From here on there is room for the name of the input.
const ROOMY: u16 = 120;

/// On narrower screens it is a number.
const NARROW: u16 = 60;

pub(super) fn draw(state: &State, canvas: &mut Canvas<'_>, area: Area) {
    let theme = canvas.theme;
    let mut left: Vec<(String, Style)> = Vec::new();
    // The screens' keys matter more than the program's name.
    if area.width >= NAMED || state.phase != Phase::Ready {
        left.push((" fossick ".to_owned(), theme.heading));
    }
    let mut notes = Vec::new();
    if let (Phase::Ready, Some((group, group_state))) = (&state.phase, state.current_group()) {
        match state.page {
            Page::Groups => {
                left.push((format!(" {} ", text::display_flat(&state.input)), theme.strong));
                if state.filtering.is_some() {
                    let (listed, all) = state.listed();
                    let listed = format!("  {} of {} · filter ", text::grouped(listed), text::grouped(all));
                    left.push((listed, theme.accent));
                }
            }
            _ => left.extend(of_group(state, group, group_state, canvas)),
        }
        notes = notes_on_all(state);
    }
    let pieces: Vec<(&str, Style)> = left.iter().map(|(text, style)| (text.as_str(), *style)).collect();
    let used = canvas.pieces(area.x, area.y, area.width, &pieces);
    let (start, end) = (area.x + used + 1, area.x + area.width);
    // Whether this is what is on disk is more important than anything else that can stand here.
    let (said, briefly) = match state.freshness {
        Freshness::UpToDate => (None, None),
        Freshness::BeingWritten => (Some("results are being written".to_owned()), Some("being written")),
        Freshness::Broken(_) => {
            (Some(state.keys.fill("not up to date   {reload} reload")), Some("not up to date"))
        }
    };
    let pages = |how| pages(state, how, canvas.theme);
    let note = |note: &str, style: Style, rest: Vec<(String, Style)>| {
        std::iter::once((format!("{note}   "), style)).chain(rest).collect::<Vec<_>>()
    };
    let mut choices: Vec<Vec<(String, Style)>> = Vec::new();
    for how in [Pages::Named, Pages::Numbered, Pages::Keys, Pages::Left] {
        match (&said, briefly) {
            (Some(said), Some(briefly)) => {
                choices.push(note(said, theme.warning, pages(how)));
                choices.push(note(briefly, theme.warning, pages(how)));
            }
            _ if notes.is_empty() => choices.push(pages(how)),
            _ => {
                choices.extend(notes.iter().map(|said| note(said, theme.dim, pages(how))));
                choices.push(pages(how));
            }
        }
    }
    let width = |pieces: &[(String, Style)]| pieces.iter().map(|(text, _)| text::width(text)).sum::<usize>();
    let room = usize::from(end.saturating_sub(start));
    if let Some(shown) = choices.iter().find(|pieces| width(pieces) <= room) {
        let pieces: Vec<(&str, Style)> = shown.iter().map(|(text, style)| (text.as_str(), *style)).collect();
        let cells = u16::try_from(width(shown)).unwrap_or(0);
        canvas.pieces(end - cells, area.y, cells, &pieces);
    }
}

/// The current group, and how far it is judged.
fn of_group(
    state: &State,
    group: &Group,
    group_state: &GroupState,
    canvas: &Canvas<'_>,
) -> Vec<(String, Style)> {
    let theme = canvas.theme;
    let mut left = vec![(format!(" {} ", state.group_title(group)), theme.strong)];
    let folded = group_state.folded();
    if state.corpus.runs.len() == 1 && state.screen.0 >= ROOMY && folded.is_none() {
        left.push((format!("in {} ", text::display_flat(&state.input)), theme.dim));
    }
    if state.order.len() > 1 {
        left.push((format!(" {} of {} ", state.current + 1, state.order.len()), theme.dim));
    }
    let is_brief = folded.is_some() && state.screen.0 < ROOMY;
    if !is_brief {
        let failed = text::grouped(group.failures.len());
        left.push(match &state.filtering {
            Some(_) => {
                let listed = text::grouped(group_state.shown_failures());
                (format!("  {listed} of {failed} · filter  "), theme.accent)
            }
            None => (format!("  {failed} failed  "), theme.text),
        });
        left.extend(flaky(state, group, group_state).map(|words| (words, theme.dim)));
    }
    if let Some(folded) = folded.filter(|_| !is_brief) {
        let signatures = format!("{} {}  ", text::grouped(folded.signatures()), signatures(folded));
        left.push((signatures, theme.accent));
    }
    if group_state.shown() != ListOrder::Paper {
        left.push((format!("{}  ", group_state.shown().title()), theme.accent));
    }
    if is_brief && state.filtering.is_some() {
        let listed = text::grouped(group_state.shown_failures());
        left.push((format!("  {listed} · filter"), theme.accent));
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
    left
}

/// What else there is to say of all groups, the longest way first.
fn notes_on_all(state: &State) -> Vec<String> {
    let all = state.progress.1;
    let unranked = state.groups.len() - state.ranked;
    let mut notes = Vec::new();
    if unranked > 0 {
        notes.push(format!("ranking, {unranked} groups to go"));
    } else if state.order.len() > 1 && state.page != Page::Groups {
        notes.push(format!("judged {} of {}", text::grouped(all.judged), text::grouped(all.total)));
    }
    if state.truth_shown {
        let whole: Vec<String> = notes.iter().map(|note| format!("truth shown   {note}")).collect();
        notes = whole.into_iter().chain(["truth shown".to_owned()]).collect();
    }
    notes
}

/// How the screens are listed.
#[derive(Clone, Copy, PartialEq)]
enum Pages {
    /// `1 triage  2 quality  3 groups  4 map`
    Named,
    /// `1 triage 2 3 4`
    Numbered,
    /// `1 2 3 4`
    Keys,
    /// Not at all.
    Left,
}

/// The screens by their keys, the current one marked, and the key of the help.
fn pages(state: &State, how: Pages, theme: &Theme) -> Vec<(String, Style)> {
    let mut pieces = Vec::new();
    for page in Page::ALL.into_iter().filter(|_| how != Pages::Left && state.phase == Phase::Ready) {
        let Some(key) = state.keys.of(page.command()).first() else { continue };
        let is_shown = page == state.page;
        let style = if is_shown { theme.heading.add_modifier(Modifier::UNDERLINED) } else { theme.dim };
        let named = how == Pages::Named || (is_shown && how == Pages::Numbered);
        pieces.push((if named { format!("{key} {}", page.title()) } else { key.to_string() }, style));
        pieces.push((if how == Pages::Named { "  " } else { " " }.to_owned(), theme.dim));
    }
    let help = state.keys.shown(Command::Help);
    pieces.push((if how == Pages::Named { format!(" {help} help ") } else { format!("{help} ") }, theme.dim));
    pieces
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
