//! Groups with the labels of their top K, their first bugs and next failures to judge: below a list, and on their own.

use std::collections::HashSet;

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::model::{FailureId, Label, Truth, Verdict};
use crate::tui::frame::canvas::Canvas;
use crate::tui::frame::canvas::fitted;
use crate::tui::frame::theme::Theme;
use crate::tui::triage::judging::label_letter;
use crate::tui::triage::list::group::GroupState;
use crate::tui::triage::list::names::error_in_words;
use crate::tui::triage::list::next_bugs::NextBugs;
use crate::tui::{Cx, text};

/// The maximum width of a group's name, and the minimum width of an error next to it.
const LONGEST_NAME: usize = 24;
const LEAST_ERROR: u16 = 20;
/// The cells of the number of a group, and of the blanks around its name and its letters.
const MARGINS: usize = 9;
/// The number of bytes of the ranks of an error from which on no more are named.
const MOST_RANKS: usize = 10;
/// The number of failures among which different errors are searched, on every frame.
const SEARCHED: usize = 100;

pub(crate) fn draw_others(cx: &Cx, next: &NextBugs, canvas: &mut Canvas<'_>) {
    let has_next = next.places.iter().all(|&(place, _)| place > cx.lists.current);
    let (title, keys) = if has_next {
        ("next groups", " {next-group} next ")
    } else {
        ("other groups", " {previous-group} previous ")
    };
    // None is left out without a sign.
    let (shown, all) = (&next.places, cx.lists.order.len());
    let title = match &shown[..] {
        &[(first, _), .., (last, _)] if shown.len() + 1 < all => {
            let between = (first..=last).filter(|&place| place != cx.lists.current).count();
            let are_all = between == shown.len();
            if are_all { format!("{title} {}–{} of {all}", first + 1, last + 1) } else { title.to_owned() }
        }
        _ => title.to_owned(),
    };
    draw(cx, next, &[&title], &cx.keys.fill(keys), Some(""), canvas);
}

/// Draws groups below a title with words at its right end, and a word before the first failure to judge: each
/// on a row, or with its errors in the rows below it. Without that word, no errors.
pub(crate) fn draw(
    cx: &Cx,
    next: &NextBugs,
    titles: &[&str],
    right: &str,
    next_word: Option<&str>,
    canvas: &mut Canvas<'_>,
) {
    let theme = canvas.theme;
    canvas.title(Rect { height: 1, ..next.area }, titles, None, &legend(right, theme), false);
    let groups: Vec<_> = next
        .places
        .iter()
        .map(|&(place, area)| {
            let index = cx.lists.order[place];
            ((place, area), cx.lists.group_title(&cx.lists.corpus.groups[index]), &cx.lists.groups[index])
        })
        .collect();
    let longest = groups.iter().map(|(_, name, _)| text::width(name)).max().unwrap_or(0);
    let failures = groups.iter().map(|(.., group)| group.list().entries.len()).max().unwrap_or(0);
    let width = next.places.first().map_or(0, |(_, area)| usize::from(area.width));
    let judged_of = groups.iter().map(|(.., group)| cx.lists.to_judge(group).count());
    let judged_of = judged_of.max().unwrap_or(0);
    let counted = text::plural(failures, "failure").len() + 2;
    let is_below = next.errors > 0 && !next.is_wide;
    let is_any_judged = groups
        .iter()
        .any(|(.., group)| cx.lists.to_judge(group).any(|failure| judged(cx, failure).is_some()));
    // Where nothing is judged, no letter is missed: the words need the cells.
    let has_letters = next.errors > 0 || next_word != Some("") || is_any_judged;
    // Beside errors they have a part of the row, else what the name leaves.
    let beside = longest.min(LONGEST_NAME) + counted + MARGINS;
    let alone = if is_below || next_word.is_none() { width.saturating_sub(beside) } else { 0 };
    let letters = if has_letters { judged_of.min(alone.max(width / 3)) } else { 0 };
    let room = if is_below { width.saturating_sub(9 + letters + counted) } else { width / 4 };
    let longest = longest.min(room.max(LONGEST_NAME));
    for ((place, area), name, group) in groups {
        let y = area.y;
        let style = if place == cx.lists.current { theme.strong } else { theme.text };
        let number = format!("{:>3}  ", text::number(place + 1));
        let pieces = [(&*number, theme.dim), (&*fitted(&name, longest), style), ("  ", theme.text)];
        let mut x = area.x + canvas.pieces(area.x, y, area.width, &pieces);
        let entries = &group.list().entries;
        for (at, failure) in cx.lists.to_judge(group).take(letters).enumerate() {
            let (letter, style) = match judged(cx, failure) {
                _ if at + 1 == letters && letters < judged_of => ("…", theme.dim),
                Some((letter, _)) => (letter, mark_style(letter, theme)),
                None => ("·", theme.dim),
            };
            canvas.put(x + u16::try_from(at).unwrap_or(0), y, 1, letter, style);
        }
        x += if letters > 0 { u16::try_from(letters + 2).unwrap_or(u16::MAX) } else { 0 };
        let listed = cx.lists.listed_in(cx.lists.order[place]);
        let count = match cx.lists.listing.active_filter.is_some() {
            true => format!("{} of {}  ", text::number(listed), text::number(entries.len())),
            false if next.errors > 0 => format!("{:<counted$}", text::plural(entries.len(), "failure")),
            false => String::new(),
        };
        let room = area.right().saturating_sub(x);
        if text::width(count.trim_end()) <= usize::from(room) {
            x += canvas.put(x, y, room, &count, theme.dim);
        }
        // Errors below the name have the whole width.
        let (left, first) = if is_below { (area.x + 5, y + 1) } else { (x, y) };
        let room = area.right().saturating_sub(left + 1);
        let Some(next_word) = next_word.filter(|_| room >= LEAST_ERROR) else { continue };
        let blank = u16::from(is_below && next.errors > 1);
        let errors = Rect::new(left, first, room, next.errors.max(1).min(area.bottom() - first - blank));
        draw_errors(cx, group, next_word, canvas, errors);
    }
}

/// Draws the first errors of a group, a row each; long ones have a second row where others need none.
pub(crate) fn draw_errors(
    cx: &Cx,
    group: &GroupState,
    mut next_word: &str,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let theme = canvas.theme;
    let width = usize::from(area.width);
    // Where the next one is asked for, the bugs that are judged have a list of their own.
    let next_only = !next_word.is_empty() && !cx.judging.truth_shown;
    let errors = errors(cx, group, width, next_word.len(), usize::from(area.height), next_only);
    let mut free = usize::from(area.height).saturating_sub(errors.len());
    let mut y = area.y;
    for RankedError { ranks, words, mark } in &errors {
        let (letter, style) = match mark {
            Some((letter, _)) => (format!("{letter} "), (mark_style(letter, theme), theme.text)),
            // The one to judge stands out among those after it.
            None if next_word.is_empty() => (String::new(), (theme.dim, theme.dim)),
            None => (std::mem::take(&mut next_word).to_owned(), (theme.dim, theme.text)),
        };
        let x = area.x + canvas.pieces(area.x, y, area.width, &[(&*letter, style.0), (ranks, theme.dim)]);
        let room = area.right().saturating_sub(x);
        let lines = text::wrap_into(words, usize::from(room), 1 + free.min(1));
        canvas.lines(Rect { x, y, width: room, height: area.bottom() - y }, &lines, style.1);
        free -= lines.len() - 1;
        y += u16::try_from(lines.len()).unwrap_or(1);
    }
}

/// The signs of labels that the truth shows to be wrong: of a missed bug, and of a false alarm.
pub(crate) const MISSED: &str = "✗";
pub(crate) const NO_BUG: &str = "○";

pub(crate) fn mark_style(letter: &str, theme: &Theme) -> Style {
    match letter {
        MISSED => theme.error,
        NO_BUG => theme.warning,
        "F" => theme.label(Label::FalsePositive),
        "?" => theme.label(Label::Unsure),
        "" | "T" | "●" => theme.label(Label::TruePositive),
        _ => theme.dim,
    }
}

/// Returns the signs in the top K of these groups, in words. If not all have room, letters are left out: keys
/// name them.
pub(crate) fn signs<'a>(cx: &Cx, groups: impl Iterator<Item = &'a usize>, width: usize) -> String {
    let failures = groups.flat_map(|&group| cx.lists.to_judge(&cx.lists.groups[group]));
    let shown = failures.map(|failure| judged(cx, failure).map_or("·", |(sign, _)| sign));
    // The truth also tells of bugs below the top K.
    let shown: HashSet<&str> = shown.chain(cx.judging.truth_shown.then_some("●")).collect();
    let [bug, wrong] = cx.lists.verdict_words().names();
    let words = [
        ("T", bug),
        ("F", wrong),
        ("E", "environment"),
        ("?", "unsure"),
        ("·", "to judge"),
        ("●", "bug"),
        (NO_BUG, "T, no bug"),
        (MISSED, "F, a bug"),
    ];
    let signs =
        words.iter().filter(|(sign, _)| shown.contains(sign)).map(|(sign, what)| format!("{sign} {what}  "));
    let mut signs: Vec<String> = signs.collect();
    while signs.iter().map(|sign| text::width(sign)).sum::<usize>() > width && !signs.is_empty() {
        signs.remove(0);
    }
    format!(" {} ", signs.concat().trim_end())
}

/// Returns pieces of a title's right end: the signs in it have their colours.
pub(crate) fn legend<'a>(words: &'a str, theme: &Theme) -> Vec<(&'a str, Style)> {
    words.split_inclusive(' ').map(|word| (word, mark_style(word.trim_end(), theme))).collect()
}

/// Returns the letter and the label of a judged failure; where the fixed version reveals more, a sign and the
/// true label.
pub(crate) fn judged(cx: &Cx, failure: FailureId) -> Option<(&'static str, Label)> {
    let truth = cx.lists.corpus.failure(failure)?.truth.filter(|_| cx.judging.truth_shown);
    match (cx.judging.labels.verdict(failure), truth) {
        (Some(Verdict { label: Label::FalsePositive, .. }), _) if cx.judging.is_wrong(&cx.lists, failure) => {
            Some((MISSED, Label::TruePositive))
        }
        (Some(_), _) if cx.judging.is_wrong(&cx.lists, failure) => Some((NO_BUG, Label::FalsePositive)),
        (Some(verdict), _) => Some((label_letter(verdict), verdict.label)),
        (None, truth) => (truth? == Truth::TruePositive).then_some(("●", Label::TruePositive)),
    }
}

/// An error of a group's list.
pub(crate) struct RankedError {
    /// The ranks of the failures with it, as in `#5, #8 `.
    ranks: String,
    words: String,
    /// The mark of a bug, or of a judged error.
    mark: Option<(&'static str, Label)>,
}

/// Returns at most `count` different errors of the top K of a ranked group, cut to about `room` cells with
/// their ranks and what is before these: the bugs, then those to judge; with `next_only`, only these, if
/// there are any.
pub(crate) fn errors(
    cx: &Cx,
    group: &GroupState,
    room: usize,
    before: usize,
    count: usize,
    next_only: bool,
) -> Vec<RankedError> {
    if !group.is_ranked() {
        return Vec::new();
    }
    let is_narrowed = cx.lists.is_narrowed();
    let entries = group.list().entries.iter().zip(1..);
    // Of each cause one is named.
    let examples =
        cx.lists.causes_of(group).map(|causes| causes.examples(is_narrowed).collect::<HashSet<_>>());
    let listed = entries.filter(|(_, rank)| match &examples {
        Some(examples) => examples.contains(&(rank - 1)),
        None => !is_narrowed || group.has_row(rank - 1),
    });
    let marked = listed.map(|(entry, rank)| (entry.failure, rank, judged(cx, entry.failure)));
    let top = if is_narrowed { usize::MAX } else { cx.lists.top() };
    let bugs = marked.clone().filter(|(_, rank, mark)| {
        let is_bug = mark.is_some_and(|(_, label)| label == Label::TruePositive);
        // The truth also tells of bugs below the top K.
        is_bug && (cx.judging.truth_shown || *rank <= top)
    });
    let mut errors: Vec<RankedError> = Vec::new();
    // Equal errors are shortened alike, whatever their ranks are.
    let cells = text::number(group.list().entries.len().min(SEARCHED)).len() + 2;
    // If all is judged, the first one that is not.
    let is_done = next_only && cx.judging.is_all_judged();
    let first = marked.clone().skip(if is_done { top } else { 0 });
    // Where there is room for more, those below the top K follow.
    let reach = if count > top { usize::MAX } else { top };
    let mut next = marked.take(reach).filter(|(.., mark)| mark.is_none()).peekable();
    let has_next = next.peek().is_some();
    let mut bugs: Vec<_> = bugs.filter(|_| !next_only || !has_next).take(SEARCHED).collect();
    // A bug that is found is not missed, in whichever failure; without any bug, a group has the first error.
    bugs.sort_by_key(|(.., mark)| {
        cx.judging.rows_tell_bugs(&cx.lists) && mark.is_some_and(|(letter, _)| letter != "T")
    });
    let first = first.take(usize::from(bugs.is_empty() && !has_next));
    for (failure, rank, mark) in bugs.into_iter().chain(next).chain(first).take(SEARCHED) {
        // A row of its own has the other ranks, too.
        let is_wanted = count > 1 || errors.is_empty();
        let Some(failure) = cx.lists.corpus.failure(failure).filter(|_| is_wanted) else { break };
        let before = if mark.is_some() { 2 } else { before };
        let words = error_in_words(failure, room.saturating_sub(before + cells));
        let same =
            errors.iter_mut().find(|error| error.words == words && error.mark.is_some() == mark.is_some());
        match same.map(|error| &mut error.ranks) {
            Some(ranks) if ranks.ends_with("… ") => {}
            Some(ranks) if ranks.len() > MOST_RANKS => ranks.insert_str(ranks.len() - 1, ", …"),
            Some(ranks) => *ranks = format!("{}, #{} ", ranks.trim_end(), cx.lists.number(group, rank - 1)),
            None => {
                let ranks = format!("#{} ", cx.lists.number(group, rank - 1));
                errors.push(RankedError { ranks, words, mark });
            }
        }
    }
    errors.truncate(count);
    errors
}
