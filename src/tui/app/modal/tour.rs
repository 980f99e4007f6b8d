//! The tour: six cards over the real screen, each beside the pane that it speaks of.
//!
//! It is shown once, when the demo opens for the first time, and whenever it is asked for. It takes only the keys that it names;
//! all others do what they always do, so that what a card says can be tried while it is there.

use crate::tui::app::Command;
use crate::tui::app::Screen;
use crate::tui::app::layout::Pane;
use crate::tui::app::{App, Phase, text};
use ratatui::layout::{Position, Rect};

/// A card of the tour.
#[derive(Debug)]
pub struct TourStep {
    /// The heading of the card.
    pub title: &'static str,
    /// The pane that it speaks of; None for the line on top.
    pane: Option<Pane>,
    /// The text; `{name}` stands for the key of the command of that name.
    said: &'static str,
}

/// All cards, in order.
pub const TOUR: [TourStep; 6] = [
    TourStep {
        title: "the list",
        pane: Some(Pane::Candidates),
        said: "The failed tests of one bug, the least ordinary first. {down} and {up} step through them. You judge those \
               above the line: the top K.",
    },
    TourStep {
        title: "the test",
        pane: Some(Pane::Code),
        said: "A mark in the gutter is the line that failed; tinted lines are the oracle that was predicted. \
               {show-focal-method} shows the focal method with its Javadoc, again the test.",
    },
    TourStep {
        title: "the trace",
        pane: Some(Pane::Trace),
        said: "Where it failed. Frames of frameworks and the JDK are folded: {unfold-frames} shows them. {next-pane} goes \
               from pane to pane, {zoom} gives one the whole screen.",
    },
    TourStep {
        title: "why it stands there",
        pane: Some(Pane::Why),
        said: "Each feature in the counts of its own bug. Bars to the right make the failure unusual, bars to the left \
               ordinary.",
    },
    TourStep {
        title: "judging",
        pane: Some(Pane::Candidates),
        said: "{true-positive}: it reveals a bug. {false-positive}: a false alarm. {unsure}: unsure. The label is saved at \
               once and the next failure follows; {undo} takes it back.",
    },
    TourStep {
        title: "the other screens",
        pane: None,
        said: "{quality}: how good the list is. {groups}: all bugs. {map}: the failures as points. {triage} leads back here. \
               {help} shows every key, {tour} this tour again.",
    },
];

/// The state of the tour.
#[derive(Debug, Default)]
pub struct Tour {
    /// The card that is shown, from 0.
    pub card: Option<usize>,
    /// The tour begins when the results are there.
    pub(in crate::tui::app) offered: bool,
}

/// A card on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TourCard {
    /// The number of the card, from 0.
    pub step: usize,
    /// Its frame included.
    pub area: Rect,
    /// The text, line by line.
    pub lines: Vec<String>,
    /// The cell in which its frame points to the pane, and the sign; None where there is no room for it.
    pub tip: Option<(u16, u16, &'static str)>,
}

/// Cells of a card with its frame, if the screen has them.
const WIDTH: u16 = 54;

impl App {
    /// Shows the tour when the first results are there, unless it was shown before.
    pub fn offer_tour(&mut self) {
        self.tour.offered = !self.cx.last_session.tour_seen;
    }

    /// Begins the tour that was offered.
    pub(in crate::tui::app) fn begin_offered_tour(&mut self) {
        if std::mem::take(&mut self.tour.offered) && !self.cx.session.order.is_empty() {
            self.begin_tour();
        }
    }

    /// Begins the tour.
    pub(in crate::tui::app) fn begin_tour(&mut self) {
        if self.cx.session.phase != Phase::Ready || self.cx.session.order.is_empty() {
            return;
        }
        if self.cx.screen != Screen::Triage {
            self.turn_to(Screen::Triage);
        }
        self.cx.last_session.tour_seen = true;
        self.show_step(0);
    }

    fn show_step(&mut self, step: usize) {
        let Some(shown) = TOUR.get(step) else {
            self.tour.card = None;
            self.cx.panes.detail = Pane::Code;
            return self.cx.focus(Pane::Candidates);
        };
        self.tour.card = Some(step);
        self.cx.panes.zoomed = false;
        self.cx.panes.detail = Pane::Code;
        // Where there is room for one pane only, the one that is spoken of is shown.
        self.cx.focus(shown.pane.unwrap_or(Pane::Candidates));
    }

    /// Runs a command of the tour. Returns false if the command is not one of the tour.
    pub(in crate::tui::app) fn tour_command(&mut self, command: Option<Command>) -> bool {
        let (Some(card), Some(command)) = (self.tour_card(), command) else { return false };
        match command {
            Command::OpenOrZoom | Command::Right => self.show_step(card.step + 1),
            Command::Left => self.show_step(card.step.saturating_sub(1)),
            Command::Back => self.show_step(TOUR.len()),
            _ => return false,
        }
        true
    }

    /// Goes on where the click was on the card. Returns false if it was not.
    pub(in crate::tui::app) fn tour_click(&mut self, column: u16, row: u16) -> bool {
        let card = self.tour_card().filter(|card| card.area.contains(Position::new(column, row)));
        if let Some(card) = &card {
            self.show_step(card.step + 1);
        }
        card.is_some()
    }

    /// The keys that the tour takes, in a line.
    pub fn tour_keys(&self) -> String {
        let next = if self.tour.card == Some(TOUR.len() - 1) { "ends" } else { "next" };
        let arrow = |command| {
            self.cx.keys.of(command).last().map_or_else(|| Command::name(command), ToString::to_string)
        };
        let back = if self.tour.card == Some(0) {
            String::new()
        } else {
            format!("{} back · ", arrow(Command::Left))
        };
        self.cx.keys.fill(&format!("{{open-or-zoom}} {next} · {back}{{back}} skips"))
    }

    /// The card that lies over the screen, if there is one.
    pub fn tour_card(&self) -> Option<TourCard> {
        let step =
            self.tour.card.filter(|_| self.modal.is_none() && self.cx.session.phase == Phase::Ready)?;
        let shown = TOUR.get(step)?;
        if self.cx.screen != Screen::Triage && shown.pane.is_some() {
            return None;
        }
        let layout = self.cx.layout()?;
        let target = match shown.pane {
            Some(pane) => layout.pane(pane).or_else(|| layout.pane(self.cx.panes.detail))?,
            None => layout.header,
        };
        let width = WIDTH.min(self.cx.panes.size.0 - 2);
        let lines = text::wrap(&self.cx.keys.fill(shown.said), usize::from(width - 4));
        let height = u16::try_from(lines.len()).ok()? + 2;
        let (area, tip) = place_card(target, (width, height), self.cx.panes.size);
        Some(TourCard { step, area, lines, tip })
    }
}

/// Places a card of this size beside a pane without covering it. Returns its area and the sign that points to the pane.
fn place_card(
    pane: Rect,
    (width, height): (u16, u16),
    screen: (u16, u16),
) -> (Rect, Option<(u16, u16, &'static str)>) {
    let last_row = screen.1 - 1;
    let upright = |x: u16| Rect { x, y: (pane.y + 2).min(last_row.saturating_sub(height)), width, height };
    let level = |y: u16| Rect { x: (pane.x + 2).min(screen.0 - width), y, width, height };
    let (end, below) = (pane.x + pane.width, pane.y + pane.height);
    if end + width < screen.0 {
        let area = upright(end + 1);
        return (area, Some((area.x, area.y + 1, "◂")));
    }
    if pane.x > width {
        let area = upright(pane.x - 1 - width);
        return (area, Some((area.x + width - 1, area.y + 1, "▸")));
    }
    if below + height <= last_row {
        // The line on top names the screens at its right end.
        let area =
            if pane.height == 1 { Rect { x: screen.0 - width - 1, ..level(below) } } else { level(below) };
        return (area, Some((area.x + width - 6, area.y, "▴")));
    }
    if pane.y > height {
        let area = level(pane.y - height);
        return (area, Some((area.x + 4, area.y + height - 1, "▾")));
    }
    (level(below.min(last_row).saturating_sub(height)), None)
}
