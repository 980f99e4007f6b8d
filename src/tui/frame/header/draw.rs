//! The top line: the group, its number of failures, the progress of judging, and the screens.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::tui::frame::canvas::Canvas;
use crate::tui::frame::header::Class;
use crate::tui::frame::theme::Theme;
use crate::tui::{App, text};

pub(crate) fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let header = app.header();
    let end = area.x + header.right_start;
    let mut x = area.x + 1;
    for (piece, class) in &header.left {
        let room = end.saturating_sub(x);
        x += canvas.put(x, area.y, room, &text::cut_middle(piece, usize::from(room)), style(*class, theme));
    }
    let right: Vec<(&str, Style)> =
        header.right.iter().map(|(piece, class)| (piece.as_str(), style(*class, theme))).collect();
    canvas.pieces(end, area.y, area.width, &right);
}

pub(crate) fn style(class: Class, theme: &Theme) -> Style {
    match class {
        Class::Heading => theme.heading,
        Class::Strong => theme.strong,
        Class::Text => theme.text,
        Class::Dim | Class::Opens(_) => theme.dim,
        Class::Accent => theme.accent,
        Class::Label(label) => theme.label(label),
        Class::Warning => theme.warning,
        Class::Current => theme.heading.add_modifier(Modifier::UNDERLINED),
    }
}
