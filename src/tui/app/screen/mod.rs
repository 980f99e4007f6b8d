//! The screens: which one is shown, and the keys that lead from one to another.
//!
//! A key opens its screen from any other; on its own screen it leads back to triage, as `esc` does. Whatever can be done on a
//! screen is done there by the same keys as on the others (search, filter, sort, marks, the way back); for the rest
//! the command table has a sentence, which keys and the palette say.

pub mod groups;
pub mod map;
pub mod quality;

use super::{App, Phase};
use crate::tui::app::Command;

/// The screen that is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Screen {
    /// The candidates, and all about the selected one.
    #[default]
    Triage,
    /// The quality of the list.
    Quality,
    /// All groups as a table.
    Groups,
    /// The failures of a group as points.
    Map,
}

impl Screen {
    /// In the order of their keys.
    pub const ALL: [Screen; 4] = [Screen::Triage, Screen::Quality, Screen::Groups, Screen::Map];

    /// A word for the header.
    pub fn title(self) -> &'static str {
        match self {
            Screen::Triage => "triage",
            Screen::Quality => "quality",
            Screen::Groups => "groups",
            Screen::Map => "map",
        }
    }

    /// The command that opens it.
    pub fn command(self) -> Command {
        match self {
            Screen::Triage => Command::Triage,
            Screen::Quality => Command::Quality,
            Screen::Groups => Command::Groups,
            Screen::Map => Command::Map,
        }
    }
}

impl App {
    /// After a failure was gone to by name: shows it on the map while that is shown, else on the triage screen.
    pub(super) fn show_arrival(&mut self) {
        if matches!(self.cx.screen, Screen::Quality | Screen::Groups) {
            self.turn_to(Screen::Triage);
        }
    }

    /// Shows a screen; the one that is shown already gives way to triage.
    pub(super) fn turn_to(&mut self, page: Screen) {
        if self.cx.session.phase != Phase::Ready || self.cx.session.order.is_empty() {
            if page != Screen::Triage {
                self.cx.messages.info(format!("there is nothing to show under {} yet", page.title()));
            }
            return;
        }
        self.cx.screen = if page == self.cx.screen { Screen::Triage } else { page };
        match self.cx.screen {
            Screen::Triage => self.cx.dirty.layout = true,
            Screen::Quality => self.quality.open_quality(&mut self.cx),
            Screen::Groups => self.table.open_groups(&mut self.cx),
            Screen::Map => self.cx.dirty.group = true,
        }
    }
}
