//! The line on top: which group, how many failures, how far the judging has come.
//!
//! ```text
//!  fossick   Lang-7 in lang   12 of 207   79 failed   top 10 ●●●○○○○○○○ 1 TP 2 FP     judged 45 of 1,830   1 triage  2 quality   ? help
//! ```
//!
//! Each part has forms, from the longest to the shortest; where room is short, parts are shortened in the order of [`SHORTENED`],
//! as far as needed. While the list is folded by signature, its progress is that per signature. An order that is not the paper's
//! is named. While a filter holds, it says how many of the failures are listed.

use ratatui::style::{Modifier, Style};

use super::canvas::Canvas;
use super::theme::Theme;
use crate::model::Group;
use crate::tui::app::judging::progress::Progress;
use crate::tui::app::keys::keymap::Command;
use crate::tui::app::layout::Area;
use crate::tui::app::page::Page;
use crate::tui::app::reload::Freshness;
use crate::tui::app::{GroupState, ListOrder, Phase, State, text};

/// Up to this many, the top K is shown as dots.
const MOST_DOTS: usize = 12;

/// Blanks between two parts.
const GAP: usize = 3;

/// Texts in their styles, one after the other.
type Pieces = Vec<(String, Style)>;

/// The parts, from left to right; those from [`Part::Said`] on stand at the right margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Program,
    Title,
    Place,
    Failed,
    Order,
    Progress,
    /// Whether this is what is on disk; how far the ranking is; what is shown beside the failures; how far everything is judged.
    Said,
    Pages,
}

const PARTS: [Part; 8] = [
    Part::Program,
    Part::Title,
    Part::Place,
    Part::Failed,
    Part::Order,
    Part::Progress,
    Part::Said,
    Part::Pages,
];

/// Which part is shortened first, and which then, each time to its next form.
const SHORTENED: [Part; 16] = [
    Part::Title,
    Part::Said,
    Part::Pages,
    Part::Program,
    Part::Said,
    Part::Failed,
    Part::Pages,
    Part::Place,
    Part::Failed,
    Part::Progress,
    Part::Failed,
    Part::Progress,
    Part::Pages,
    Part::Order,
    Part::Progress,
    Part::Said,
];

/// A part's forms as texts, the longest first, and which of them is shown.
struct Forms {
    part: Part,
    texts: Vec<Pieces>,
    shown: usize,
}

impl Forms {
    fn pieces(&self) -> &[(String, Style)] {
        self.texts.get(self.shown).map_or(&[], Vec::as_slice)
    }

    fn cells(&self) -> usize {
        self.pieces().iter().map(|(text, _)| text::width(text)).sum()
    }

    fn shorten(&mut self) {
        self.shown = (self.shown + 1).min(self.texts.len().saturating_sub(1));
    }
}

pub(super) fn draw(state: &State, canvas: &mut Canvas<'_>, area: Area) {
    let theme = canvas.theme;
    let mut parts = PARTS
        .map(|part| Forms { part, texts: forms(part, state, theme), shown: 0 })
        .into_iter()
        .collect::<Vec<_>>();
    let room = usize::from(area.width).saturating_sub(1);
    let mut shortened = Vec::new();
    for part in SHORTENED {
        if cells(&parts) <= room {
            break;
        }
        parts.iter_mut().filter(|forms| forms.part == part).for_each(Forms::shorten);
        shortened.push(part);
    }
    // What was shortened last may have left room for something that was shortened before.
    for part in shortened.into_iter().rev() {
        let Some(at) = parts.iter().position(|forms| forms.part == part) else { continue };
        let shown = parts[at].shown;
        parts[at].shown = shown.saturating_sub(1);
        if cells(&parts) > room {
            parts[at].shown = shown;
        }
    }
    let (left, right): (Vec<&Forms>, Vec<&Forms>) = parts
        .iter()
        .filter(|forms| forms.cells() > 0)
        .partition(|forms| !matches!(forms.part, Part::Said | Part::Pages));
    let right = joined(&right);
    let right_cells: usize = right.iter().map(|(text, _)| text::width(text)).sum();
    let end = area.width.saturating_sub(u16::try_from(right_cells).unwrap_or(u16::MAX));
    let mut x = area.x + 1;
    for (text, style) in joined(&left) {
        let room = end.saturating_sub(x - area.x);
        x += canvas.put(x, area.y, room, &text::cut_middle(&text, usize::from(room)), style);
    }
    let pieces: Vec<(&str, Style)> = right.iter().map(|(text, style)| (text.as_str(), *style)).collect();
    canvas.pieces(area.x + end, area.y, area.width, &pieces);
}

/// Cells of all parts with the blanks between them.
fn cells(parts: &[Forms]) -> usize {
    let shown = parts.iter().map(Forms::cells).filter(|cells| *cells > 0);
    shown.map(|cells| cells + GAP).sum::<usize>().saturating_sub(GAP)
}

fn joined(parts: &[&Forms]) -> Pieces {
    let mut pieces = Pieces::new();
    for part in parts {
        if !pieces.is_empty() {
            pieces.push((" ".repeat(GAP), Style::new()));
        }
        pieces.extend(part.pieces().iter().cloned());
    }
    pieces
}

/// The forms of a part, the longest first; none where there is nothing to say.
fn forms(part: Part, state: &State, theme: &Theme) -> Vec<Pieces> {
    let is_ready = state.phase == Phase::Ready;
    // These screens are about all groups.
    let group =
        state.current_group().filter(|_| is_ready && !matches!(state.page, Page::Groups | Page::Quality));
    match (part, group) {
        (Part::Program, _) => vec![vec![("fossick".to_owned(), theme.heading)], Vec::new()],
        (Part::Title, Some((group, _))) => {
            let name = (state.group_title(group), theme.strong);
            let mut forms = vec![vec![name.clone()]];
            let input = text::sanitize(&state.input);
            if state.corpus.runs.len() == 1 && input != name.0 {
                forms.insert(0, vec![name, (format!(" in {input}"), theme.dim)]);
            }
            forms
        }
        (Part::Title, None) if is_ready && state.current_group().is_some() => {
            vec![vec![(text::sanitize(&state.input).into_owned(), theme.strong)]]
        }
        (Part::Place, Some(_)) if state.order.len() > 1 => {
            let place = format!("{} of {}", state.current + 1, state.order.len());
            vec![vec![(place, theme.dim)], Vec::new()]
        }
        (Part::Failed, Some((group, shown))) => failed(state, group, shown, theme),
        (Part::Failed, None) if is_ready && state.listing.filtering.is_some() => {
            let (listed, all) = state.listed();
            let listed = format!("{} of {} · filter", text::number(listed), text::number(all));
            vec![vec![(listed, theme.accent)]]
        }
        (Part::Order, _) if is_ready && state.page != Page::Groups => {
            let order = state.current_group().map(|(_, group)| group.shown());
            let order = order.filter(|order| *order != ListOrder::Paper);
            order.map_or_else(Vec::new, |order| {
                vec![vec![(order.title().to_owned(), theme.accent)], Vec::new()]
            })
        }
        (Part::Progress, Some((_, shown))) => progress(state, shown, theme),
        (Part::Said, _) => said(state, theme),
        (Part::Pages, _) => [Pages::Named, Pages::Numbered, Pages::Keys, Pages::Left]
            .map(|how| pages(state, how, theme))
            .to_vec(),
        _ => Vec::new(),
    }
}

/// `79 failed · 2 flaky · 31 signatures`
fn failed(state: &State, group: &Group, shown: &GroupState, theme: &Theme) -> Vec<Pieces> {
    let all = text::number(group.failures.len());
    let failed = match &state.listing.filtering {
        Some(_) => (format!("{} of {all} · filter", text::number(shown.shown_failures())), theme.accent),
        None => (format!("{all} failed"), theme.text),
    };
    let flaky = flaky(state, group, shown).map(|words| (format!(" · {words}"), theme.dim));
    let signatures = shown.folded().map(|folded| {
        let what = if folded.near { "near signatures" } else { "signatures" };
        (format!(" · {} {what}", text::number(folded.signatures())), theme.accent)
    });
    let whole = std::iter::once(failed.clone()).chain(flaky).chain(signatures.clone()).collect();
    let without_flaky = std::iter::once(failed.clone()).chain(signatures).collect();
    // That not all failures are listed is always said.
    let last = state.listing.filtering.as_ref().map(|_| failed.clone()).into_iter().collect();
    vec![whole, without_flaky, vec![failed], last]
}

/// `top 10 ●●●○○○○○○○ 1 TP 2 FP`: of the failures, or of the signatures by which the list is folded.
fn progress(state: &State, shown: &GroupState, theme: &Theme) -> Vec<Pieces> {
    let folded = shown.folded().and(state.signature_progress);
    let progress = folded.unwrap_or(state.progress.0);
    let Progress { judged, total, .. } = progress;
    let what = if folded.is_some() { " signatures" } else { "" };
    let in_words =
        |what: &str| vec![(format!("top {}{what}: {judged} of {total} judged", state.top), theme.text)];
    let dots = if total <= MOST_DOTS {
        vec![
            (format!("top {}{what} ", state.top), theme.text),
            ("●".repeat(judged), theme.accent),
            ("○".repeat(total.saturating_sub(judged)), theme.text),
        ]
    } else {
        in_words(what)
    };
    let counted = dots.iter().cloned().chain(std::iter::once((counts(progress), theme.text))).collect();
    vec![counted, dots, in_words(""), vec![(format!("top {}: {judged} of {total}", state.top), theme.text)]]
}

/// What there is to say of everything that was read.
fn said(state: &State, theme: &Theme) -> Vec<Pieces> {
    let pieces = |said: &[&str], style: Style| vec![(said.join("   "), style)];
    match state.rereading.freshness {
        // Whether this is what is on disk is more important than anything else that can stand here.
        Freshness::BeingWritten => {
            return ["results are being written", "being written"]
                .map(|said| pieces(&[said], theme.warning))
                .to_vec();
        }
        Freshness::Broken(_) => {
            let how = state.keys.fill("not up to date   {reload} reload");
            return [how.as_str(), "not up to date"].map(|said| pieces(&[said], theme.warning)).to_vec();
        }
        Freshness::UpToDate => {}
    }
    if state.phase != Phase::Ready || state.order.is_empty() {
        return Vec::new();
    }
    let all = state.progress.1;
    let unranked = state.groups.len() - state.ranked;
    let judged = if unranked > 0 {
        Some(format!("ranking, {unranked} groups to go"))
    } else if state.page != Page::Groups && (state.order.len() > 1 || state.signature_progress.is_some()) {
        let tests = if state.signature_progress.is_some() { " tests" } else { "" };
        Some(format!("judged {} of {}{tests}", text::number(all.judged), text::number(all.total)))
    } else {
        None
    };
    let truth = state.truth_shown.then_some("truth shown");
    match (truth, &judged) {
        (Some(truth), Some(judged)) => {
            vec![pieces(&[truth, judged], theme.dim), pieces(&[truth], theme.dim), Vec::new()]
        }
        (Some(said), None) => vec![pieces(&[said], theme.dim), Vec::new()],
        (None, Some(said)) => vec![pieces(&[said], theme.dim), Vec::new()],
        (None, None) => Vec::new(),
    }
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
    let are_there = state.phase == Phase::Ready && !state.order.is_empty();
    for page in Page::ALL.into_iter().filter(|_| how != Pages::Left && are_there) {
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

/// How many tests of a group are flaky. Those that passed in the end are no failures, and not in the list.
fn flaky(state: &State, group: &Group, shown: &GroupState) -> Option<String> {
    let words = match (shown.flaky.count(), group.passed.flaky) {
        (0, 0) => return None,
        (0, passed) => format!("{} flaky, passed", text::number(passed)),
        (failed, _) if state.listing.flaky_hidden => format!("{} flaky hidden", text::number(failed)),
        (failed, _) => format!("{} flaky", text::number(failed)),
    };
    Some(words)
}

/// ` 1 TP 2 FP`
fn counts(progress: Progress) -> String {
    let counts =
        [(progress.true_positives, "TP"), (progress.false_positives, "FP"), (progress.unsure, "unsure")];
    let shown = counts.into_iter().filter(|(count, _)| *count > 0);
    shown.map(|(count, what)| format!(" {count} {what}")).collect()
}
