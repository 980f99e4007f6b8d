//! The panel of disagreements, above the status line: the annotators' labels and notes for the selected failure.
//!
//! ```text
//! ━ disagreement 2 of 7 · not decided ━━━━━━━━━━━━━━━━━━━━━━━━━━━━ D next · esc ends ━
//!  ada    F false positive   the Javadoc allows null
//!  ben    T true positive    null is checked nowhere
//! ```

use ratatui::layout::Rect;

use super::canvas::Canvas;
use super::fitted;
use super::list::label_letter;
use crate::model::Label;
use crate::tui::app::{Cx, Triage, text};

/// Cells for a name, at most.
const LONGEST_NAME: usize = 24;

pub(super) fn draw(triage: &Triage, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    canvas.clear(area);
    let keys = cx.keys.fill(" {next-disagreement} next · {back} ends ");
    let Some((number, disagreed)) = triage.disagreement(cx) else {
        let right = [(&*keys, theme.dim)];
        let title = format!("disagreements: {} of {} left", triage.undecided(), triage.disagreements.len());
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
            let label = decision.judgement.label.map_or("", in_words);
            format!("decided: {label} ({})", text::sanitize(&decision.annotator))
        }
        None => "not decided".to_owned(),
    };
    let title = format!("disagreement {} of {} · {decided}", number + 1, triage.disagreements.len());
    canvas.title(area, &[&title], None, &right, true);
    let names: Vec<String> =
        disagreed.opinions.iter().map(|opinion| text::sanitize(&opinion.annotator).into_owned()).collect();
    let width = names.iter().map(|name| text::width(name)).max().unwrap_or(0).min(LONGEST_NAME);
    for ((opinion, name), y) in disagreed.opinions.iter().zip(&names).zip(area.y + 1..area.y + area.height) {
        let Some(label) = opinion.judgement.label else { continue };
        let letter = format!(" {} ", label_letter(label));
        let word = fitted(in_words(label), 16);
        let note = text::sanitize(&opinion.judgement.note);
        let name = format!(" {} ", fitted(name, width));
        let used = canvas.pieces(
            area.x,
            y,
            area.width,
            &[(&name, theme.strong), (&letter, theme.label(label)), (&word, theme.text)],
        );
        let room = area.width.saturating_sub(used + 1);
        canvas.put(area.x + used, y, room, &text::cut_end(&note, usize::from(room)), theme.dim);
    }
}

fn in_words(label: Label) -> &'static str {
    match label {
        Label::TruePositive => "true positive",
        Label::FalsePositive => "false positive",
        Label::Unsure => "unsure",
    }
}
