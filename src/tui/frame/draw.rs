//! Drawing: reads the state without changing it, and computes nothing that grows with the data.
//!
//! ```text
//! App ──▶ header, status
//!      ──▶ a screen: triage (list, code, trace, why, compare, judging), progress, groups, oracles
//!      ──▶ what is over it: help, menu, palette, prompt, tour
//!                                            all through canvas ──▶ ratatui's buffer ──▶ terminal, or snapshot
//! ```
//!
//! Each screen, pane and overlay has its `draw.rs` beside its state. `theme` has the styles, made from the
//! colours that a theme names; `runtime::snapshot` writes a drawn screen to a file.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use crate::tui::core::command::table::Command;
use crate::tui::core::navigate::Screen;
use crate::tui::frame::canvas::Canvas;
use crate::tui::frame::header;
use crate::tui::frame::status;
use crate::tui::frame::theme::Theme;
use crate::tui::groups;
use crate::tui::modal;
use crate::tui::oracles;
use crate::tui::progress;
use crate::tui::reruns;
use crate::tui::triage::code;
use crate::tui::triage::compare;
use crate::tui::triage::list;
use crate::tui::triage::trace;
use crate::tui::triage::why;
use crate::tui::{App, Pane, Phase, text};

type DrawPane = fn(&App, &mut Canvas<'_>, Rect);

/// The panes of the triage screen, each with what draws it.
#[rustfmt::skip]
const PANES: [(Pane, DrawPane); Pane::ALL.len()] = [
    (Pane::List, |app, canvas, area| list::draw::draw(&app.cx, canvas, area)),
    (Pane::Code, |app, canvas, area| code::draw::draw(&app.triage.code, &app.triage, &app.cx, canvas, area)),
    (Pane::Focal, |app, canvas, area| code::draw::draw(&app.triage.focal, &app.triage, &app.cx, canvas, area)),
    (Pane::Trace, |app, canvas, area| trace::draw::draw(&app.triage, &app.cx, canvas, area)),
    (Pane::Why, |app, canvas, area| why::draw::draw(&app.triage, &app.cx, canvas, area)),
];

pub fn draw(app: &App, theme: &Theme, frame: &mut Frame<'_>) {
    draw_all(app, theme, frame);
    // On a painted background, the terminal's own text colour may be unreadable.
    if let Style { fg: Some(text), bg: Some(page), .. } = theme.page {
        for cell in &mut frame.buffer_mut().content {
            if cell.fg == Color::Reset {
                cell.set_fg(text);
            }
            if cell.bg == Color::Reset {
                cell.set_bg(page);
            }
        }
    }
}

fn draw_all(app: &App, theme: &Theme, frame: &mut Frame<'_>) {
    let area = frame.area();
    let mut canvas = Canvas::new(frame.buffer_mut(), theme);
    let Some(layout) = app.cx.layout() else {
        let (width, height) = crate::tui::frame::layout::LEAST_SCREEN;
        let message = format!(
            "fossick needs {width} x {height} cells, but there are {} x {} · {} quits",
            area.width,
            area.height,
            app.cx.keys.shown(Command::Quit)
        );
        let lines = text::wrap(&message, usize::from(area.width).max(1));
        let first = (area.height / 2).saturating_sub(u16::try_from(lines.len() / 2).unwrap_or(0));
        for (line, y) in lines.iter().zip(first..area.height) {
            canvas.centred(y, area.width, line, theme.dim);
        }
        return;
    };
    header::draw::draw(app, &mut canvas, layout.header);
    match &app.cx.results.phase {
        Phase::Loading(progress) => status::draw::loading(*progress, &mut canvas, area),
        Phase::Ready if app.cx.is_all_fixed() => reruns::draw::draw(&app.cx, &mut canvas),
        Phase::Ready if app.cx.lists.order.is_empty() => status::draw::empty(&app.cx, &mut canvas, area),
        Phase::Ready if app.shows_oracles() => oracles::draw::draw(&app.oracles, &app.cx, &mut canvas),
        Phase::Ready if app.cx.screen == Screen::Progress => {
            progress::draw::draw(&app.progress, &app.cx, &mut canvas);
        }
        Phase::Ready if app.cx.screen == Screen::Groups => {
            groups::draw::draw(&app.table, &app.cx, &mut canvas);
        }
        Phase::Ready if app.triage.compare.open.is_some() => {
            compare::draw::draw(&app.triage, &app.cx, &mut canvas);
            if let Some(area) = layout.panel {
                status::draw::draw_disagreement(&app.cx, &mut canvas, area);
            }
        }
        // Nothing is selected, and nothing else is looked at.
        Phase::Ready if app.cx.lists.hides_all() => {
            let area = layout.body;
            list::draw::draw_nothing(&app.cx, app.modal.is_some(), &mut canvas, area);
        }
        Phase::Ready => {
            for area in layout.dividers {
                canvas.vertical(area);
            }
            if let Some(area) = app.cx.panes.dragged.and_then(|border| layout.border(border)) {
                canvas.mark_border(area);
            }
            for pane in Pane::ALL {
                let Some(area) = layout.pane(pane) else { continue };
                if let Some((_, draw)) = PANES.iter().find(|(drawn, _)| *drawn == pane) {
                    draw(app, &mut canvas, area);
                }
            }
            if let Some(area) = layout.panel {
                status::draw::draw_disagreement(&app.cx, &mut canvas, area);
            }
            if let Some(area) = layout.summary {
                why::draw::draw_summary(&app.triage, &app.cx, &mut canvas, area);
            }
            if let Some(area) = layout.tabs {
                status::draw::tabs(&app.triage, &app.cx, &mut canvas, area);
            }
        }
    }
    status::draw::draw(app, &mut canvas, layout.status);
    modal::draw::tour(app, &mut canvas);
    modal::draw::summary(&app.cx, &mut canvas);
    let cursor = modal::draw::draw(app, &mut canvas);
    if let Some((column, row)) = cursor {
        frame.set_cursor_position((column, row));
    }
}
