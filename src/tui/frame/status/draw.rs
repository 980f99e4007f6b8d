//! The status line, the tabs of a small screen, and the screen while nothing is loaded or nothing has failed.
//!
//! The panel of disagreements, above the status line: the annotators' labels and notes for the selected failure.
//!
//! ```text
//! ━ disagreement 2 of 7 · not decided ━━━━━━━━━━━━━━━━━━━━━━━━━━━━ : next disagreement next · esc ends ━
//!  ada    F FP                 the Javadoc allows null
//!  ben    T TP                 null is checked nowhere
//! ```

use ratatui::layout::Rect;

use crate::tui::core::action::{MessageKind, Progress};
use crate::tui::core::command::keys::Hint;
use crate::tui::core::command::table::Command;
use crate::tui::frame::canvas::Canvas;
use crate::tui::frame::canvas::fitted;
use crate::tui::frame::header;
use crate::tui::triage::code;
use crate::tui::triage::judging::label_letter;
use crate::tui::triage::why;
use crate::tui::{App, Cx, Pane, Triage, text};

/// Draws the position in the list, the keys that can be pressed here, and a message.
pub(crate) fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let mut x = area.x;
    for (piece, class) in app.status_pieces() {
        x += canvas.put(x, area.y, area.width, &piece, crate::tui::frame::header::draw::style(class, theme));
    }
    if let (Some(message), Some((shown, start))) = (&app.cx.messages.current, app.placed_message()) {
        let style = match message.kind {
            MessageKind::Info | MessageKind::Summary => theme.accent,
            MessageKind::Warning => theme.warning,
            MessageKind::Error => theme.error,
        };
        match start {
            Some(start) => _ = canvas.put(start, area.y, area.width, &shown, style),
            None => canvas.upwards(Rect { y: area.y - 1, ..area }, &app.message_above(), style),
        }
    }
    for (x, Hint { key, word, command }) in app.placed_hints() {
        let style = if command == Command::Help { theme.dim } else { theme.heading };
        let used = canvas.put(x, area.y, area.width, &key, style);
        canvas.put(x + used, area.y, area.width, &format!(" {word}"), theme.dim);
    }
}

/// Draws `test ▸ focal   trace   why`, the tabs of the detail panes on a screen without space for all.
pub(crate) fn tabs(triage: &Triage, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let tabbed = cx.layout().and_then(|layout| layout.tabbed());
    let focused = tabbed == Some(cx.panes.focus);
    canvas.title_line(area, focused);
    let end = area.x + area.width;
    let mut next = area.x + 1;
    for tab in triage.pane_tabs(cx) {
        let x = area.x + tab.x;
        let pieces = match (tab.pane, tab.is_shown) {
            (Pane::Code, _) => code::draw::tabs(triage, cx, canvas),
            (_, is_shown) => vec![(tab.title, if is_shown { theme.heading } else { theme.dim })],
        };
        next = x + canvas.pieces(x, area.y, end.saturating_sub(x), &pieces) + 1;
    }
    let rows = tabbed.and_then(|pane| triage.rows_in_words(pane, cx)).map(|rows| format!(" {rows} "));
    let rows = rows.unwrap_or_default();
    let mut end = canvas.put_right(next, end - 1, area.y, &rows, theme.dim);
    if tabbed == Some(Pane::Why) {
        let height = cx.content_height(Pane::Why);
        let signs = why::draw::signs(&triage.why.content, triage.why.shows_all(height));
        end = canvas.put_right(next, end, area.y, signs, theme.dim);
    }
    if let Some((_, failure)) = cx.lists.shown_failure() {
        let titles = match tabbed {
            Some(Pane::Trace | Pane::Why) => code::draw::test_titles(failure),
            _ => code::draw::titles(&triage.code, failure),
        };
        let room = usize::from(end.saturating_sub(next + 2));
        let fitting = titles.iter().find(|title| text::width(title) <= room).or(titles.last());
        if let Some(title) = fitting.filter(|_| room >= header::LEAST_TITLE) {
            let title = text::cut_middle(title, room);
            canvas.put_right(next, end, area.y, &format!(" {title} "), theme.strong);
        }
    }
}

pub(crate) fn loading(progress: Progress, canvas: &mut Canvas<'_>, area: ratatui::layout::Rect) {
    let theme = canvas.theme;
    let megabytes = |bytes: u64| format!("{:.1} MB", bytes as f64 / 1e6);
    let y = area.height / 2;
    let line = match progress.total {
        Some(total) if total > 0 && progress.read >= total => {
            "reading sources, ordering failures …".to_owned()
        }
        Some(total) if total > 0 => format!("reading {} of {}", megabytes(progress.read), megabytes(total)),
        _ if progress.read < 100_000 => "reading …".to_owned(),
        _ => format!("reading {}", megabytes(progress.read)),
    };
    canvas.centred(y, area.width, &line, theme.text);
    if let Some(total) = progress.total.filter(|&total| total > 0) {
        const CELLS: usize = 40;
        let done = usize::try_from(progress.read * CELLS as u64 / total).unwrap_or(0).min(CELLS);
        let bar = format!("{}{}", "━".repeat(done), "─".repeat(CELLS - done));
        canvas.centred(y + 1, area.width, &bar, theme.accent);
    }
}

/// Draws the screen for results without a failed test.
pub(crate) fn empty(cx: &Cx, canvas: &mut Canvas<'_>, area: ratatui::layout::Rect) {
    let theme = canvas.theme;
    let passed: usize = cx.lists.corpus.groups.iter().map(|group| group.passed.total()).sum();
    let y = area.height / 2;
    let flaky: usize = cx.lists.corpus.groups.iter().map(|group| group.passed.flaky).sum();
    let (nothing, end) = match flaky {
        0 => ("no failed tests", ": nothing to triage"),
        _ => ("no test failed to the end", ""),
    };
    let input = text::sanitize(&cx.results.input);
    let line = if cx.results.has_tests {
        format!("{nothing} among {} in {input}{end}", text::number(passed))
    } else {
        format!("no tests in {input}: nothing failed, and nothing passed")
    };
    canvas.centred(y.saturating_sub(1), area.width, &line, theme.text);
    if flaky > 0 {
        let line =
            format!("{} of them failed before: flaky, `fossick check` names them", text::number(flaky));
        canvas.centred(y, area.width, &line, theme.warning);
    }
    let quits = cx.keys.fill("{quit} quits · `fossick demo` opens an example");
    canvas.centred(y + 1, area.width, &quits, theme.dim);
}

/// The maximum width of a name in cells.
const LONGEST_NAME: usize = 24;

pub(crate) fn draw_disagreement(cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    canvas.clear(area);
    let keys = cx.keys.fill(" {next-disagreement} next · {back} ends ");
    let Some((number, disagreed)) = cx.judging.disagreement(&cx.lists) else {
        let right = [(&*keys, theme.dim)];
        let title =
            format!("disagreements: {} of {} left", cx.judging.undecided(), cx.judging.disagreements.len());
        canvas.title(area, &[&title], None, &right, true);
        let line = cx
            .keys
            .fill(" none on this failure: {true-positive} {false-positive} {unsure} give your own label");
        canvas.put(area.x, area.y + 1, area.width, &line, theme.dim);
        return;
    };
    let decide = cx.keys.fill(" {true-positive} {false-positive} {unsure} decide ·");
    let right = [(&*decide, theme.dim), (&*keys, theme.dim)];
    let decided = match &disagreed.decision {
        Some(decision) => {
            let label =
                decision.judgement.verdict().map_or("", |verdict| cx.lists.verdict_words().name(verdict));
            format!("decided: {label} ({})", text::sanitize(&decision.annotator))
        }
        None => "not decided".to_owned(),
    };
    let title = format!("disagreement {} of {} · {decided}", number + 1, cx.judging.disagreements.len());
    canvas.title(area, &[&title], None, &right, true);
    let names: Vec<String> =
        disagreed.opinions.iter().map(|opinion| text::sanitize(&opinion.annotator).into_owned()).collect();
    let width = names.iter().map(|name| text::width(name)).max().unwrap_or(0).min(LONGEST_NAME);
    for ((opinion, name), y) in disagreed.opinions.iter().zip(&names).zip(area.y + 1..area.y + area.height) {
        let Some(verdict) = opinion.judgement.verdict() else { continue };
        let letter = format!(" {} ", label_letter(verdict));
        let word = fitted(cx.lists.verdict_words().name(verdict), 11);
        let note = text::sanitize(&opinion.judgement.note);
        let name = format!(" {} ", fitted(name, width));
        let used = canvas.pieces(
            area.x,
            y,
            area.width,
            &[(&name, theme.strong), (&letter, theme.label(verdict.label)), (&word, theme.text)],
        );
        let room = area.width.saturating_sub(used + 1);
        canvas.put(area.x + used, y, room, &text::cut_end(&note, usize::from(room)), theme.dim);
    }
}
