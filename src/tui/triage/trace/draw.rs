//! The trace pane: exception and message, then the frames with their source locations.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::tui::frame::canvas::Canvas;
use crate::tui::frame::theme::Theme;
use crate::tui::triage::trace::row::TraceClass;
use crate::tui::{Cx, Pane, Triage, text};

/// The number of free cells from which on locations are not at the right margin.
const FAR: u16 = 60;

pub(crate) fn draw(triage: &Triage, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let pane = &triage.trace.content;
    if cx.lists.shown_failure().is_none() {
        return;
    }
    if cx.layout().is_some_and(|layout| layout.tabbed() != Some(Pane::Trace)) {
        let folded = match (triage.trace.shows_all_frames(cx), pane.folded) {
            (true, _) => " all frames ".to_owned(),
            (false, 0) => String::new(),
            (false, folded) => format!(" {folded} folded "),
        };
        let rows = triage.rows_in_words(Pane::Trace, cx);
        let has_code = triage.trace.frames.selected().is_some_and(|frame| frame.place.is_ok());
        let opens = cx.keys.fill(" {open-or-zoom} on a frame opens its code ");
        let right = [(if has_code { &*opens } else { "" }, theme.dim), (&*folded, theme.dim)];
        canvas.title(area, &["trace"], rows, &right, cx.panes.focus == Pane::Trace);
    }
    if pane.rows.is_empty() {
        let remark = "the input has no trace of this failure";
        canvas.put(area.x + 2, area.y + 2, area.width.saturating_sub(2), remark, theme.dim);
        return;
    }
    let first = triage.trace.offset;
    let located = pane.rows.iter().filter(|row| !row.location.is_empty());
    let widest = located.map(|row| row.cells() + 2 + text::width(&row.location)).max().unwrap_or(0);
    let widest = u16::try_from(widest).unwrap_or(u16::MAX);
    // A location far from its frame is hard to find.
    let locations = if area.width.saturating_sub(widest) > FAR { widest + 1 } else { area.width - 1 };
    for line in 1..area.height {
        let index = first + usize::from(line) - 1;
        let Some(row) = pane.rows.get(index) else { break };
        let row = &row.clone().fitting(usize::from(area.width.saturating_sub(2)));
        let frame = triage.trace.frames.at_row(index);
        let y = area.y + line;
        let mut x = area.x + 1;
        let end = area.x + area.width - 1;
        let end = if row.location.is_empty() { end } else { area.x + locations };
        let whole = end.saturating_sub(x);
        let room = usize::from(whole).saturating_sub(row.cells() + 2).max(usize::from(whole / 2));
        let location = text::cut_middle(&row.location, room);
        // The name is shortened rather than the location, which can be opened.
        let gap = if location.is_empty() { 0 } else { 2 };
        let names_end = end.saturating_sub(u16::try_from(text::width(&location) + gap).unwrap_or(u16::MAX));
        let mut drawn = String::new();
        for (class, piece) in &row.pieces {
            let room = names_end.saturating_sub(x);
            let shown = text::cut_middle(piece, usize::from(room));
            x += canvas.put(x, y, room, &shown, style(*class, theme));
            drawn += &shown;
        }
        canvas.mark_found(
            cx.search.as_ref(),
            &drawn,
            Rect { x: area.x + 1, y, width: x - area.x - 1, height: 1 },
        );
        if !location.is_empty() {
            // A location that can be opened looks like a link.
            let opens = frame.is_some_and(|frame| frame.place.is_ok());
            let style = if opens { theme.dim.add_modifier(Modifier::UNDERLINED) } else { theme.dim };
            let x = canvas.put_right(x + 2, end, y, &location, style);
            canvas.mark_found(cx.search.as_ref(), &location, Rect { x, y, width: end - x, height: 1 });
        }
        let chosen = triage.trace.frames.selected().map(|frame| frame.at.row);
        if cx.panes.focus == Pane::Trace && chosen == Some(index) {
            canvas.put(area.x, y, 1, "▌", theme.accent);
            canvas.tint(area.x + 1, y, area.width - 1, theme.selection);
        }
    }
}

pub(crate) fn style(class: TraceClass, theme: &Theme) -> Style {
    match class {
        TraceClass::Exception => theme.error,
        TraceClass::Message => theme.text,
        TraceClass::Section => theme.warning,
        TraceClass::Project => theme.strong,
        TraceClass::Test => theme.accent,
        TraceClass::Expected => theme.lowers,
        TraceClass::OnlyExpected => theme.lowers.add_modifier(Modifier::UNDERLINED),
        TraceClass::Actual => theme.raises,
        TraceClass::OnlyActual => theme.raises.add_modifier(Modifier::UNDERLINED),
        TraceClass::Dim => theme.dim,
    }
}
