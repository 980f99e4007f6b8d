//! The screens: which one is shown, and the keys that lead from one to another.
//!
//! A key opens its screen from any other; on its own screen it leads back to triage, as `esc` does.

use super::action::Effect;
use super::keymap::Command;
use super::{Message, Phase, State};

/// Which screen is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Page {
    /// The candidates, and all about the selected one.
    #[default]
    Triage,
    /// How good the list is.
    Quality,
    /// All groups as a table.
    Groups,
    /// The failures of a group as points.
    Map,
}

impl Page {
    /// In the order of their keys.
    pub const ALL: [Page; 4] = [Page::Triage, Page::Quality, Page::Groups, Page::Map];

    /// A word for the header.
    pub fn title(self) -> &'static str {
        match self {
            Page::Triage => "triage",
            Page::Quality => "quality",
            Page::Groups => "groups",
            Page::Map => "map",
        }
    }

    /// What opens it.
    pub fn command(self) -> Command {
        match self {
            Page::Triage => Command::Triage,
            Page::Quality => Command::Quality,
            Page::Groups => Command::Groups,
            Page::Map => Command::Map,
        }
    }

    fn opened_by(command: Command) -> Option<Page> {
        Page::ALL.into_iter().find(|page| page.command() == command)
    }
}

impl State {
    /// What a command does on the screen that is shown.
    pub(super) fn command_here(&mut self, command: Command) -> Vec<Effect> {
        if let Some(why) = self.why_no_label(command) {
            self.message = Some(Message::error(why.to_owned()));
            return Vec::new();
        }
        match self.page {
            Page::Triage if self.beside.is_some() => self.beside_command(command),
            Page::Triage => self.command(command),
            Page::Quality | Page::Groups | Page::Map => self.page_command(command),
        }
    }

    /// What a command does on a screen other than triage.
    fn page_command(&mut self, command: Command) -> Vec<Effect> {
        if let Some(page) = Page::opened_by(command) {
            return self.turn_to(page);
        }
        match command {
            Command::Back => self.turn_to(Page::Triage),
            Command::Help
            | Command::Tour
            | Command::ChooseTheme
            | Command::Palette
            | Command::ToggleMouse
            | Command::Quit
            | Command::Suspend
            | Command::Reload => self.command(command),
            _ => match self.page {
                Page::Triage => self.command(command),
                Page::Quality => self.quality_command(command),
                Page::Groups => self.groups_command(command),
                Page::Map => self.map_command(command),
            },
        }
    }

    /// Shows a screen; the one that is shown already gives way to triage.
    pub(super) fn turn_to(&mut self, page: Page) -> Vec<Effect> {
        if self.phase != Phase::Ready || self.order.is_empty() {
            if page != Page::Triage {
                self.message =
                    Some(Message::info(format!("there is nothing to show under {} yet", page.title())));
            }
            return Vec::new();
        }
        self.page = if page == self.page { Page::Triage } else { page };
        match self.page {
            Page::Triage => self.fit(),
            Page::Quality => self.open_quality(),
            Page::Groups => self.open_groups(),
            Page::Map => self.open_map(),
        }
    }

    /// Says where labels are given, on a screen where they are not.
    pub(super) fn say_where_labels_are_given(&mut self) {
        self.message = Some(Message::info(
            self.keys.fill("labels are given on the triage screen: {triage} leads back to it"),
        ));
    }
}
