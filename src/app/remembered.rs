//! What is remembered from one session to the next. Labels and settings are not among it: those are a person's own files.

use serde::{Deserialize, Serialize};

use super::State;
use super::borders::Borders;

/// What is remembered. What a file does not say is as at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Remembered {
    /// Where the borders between panes were moved to.
    pub borders: Borders,
    /// The tour was shown.
    pub tour_seen: bool,
}

impl State {
    /// What is to be remembered of this session.
    pub fn remembered(&self) -> Remembered {
        Remembered { borders: self.borders, tour_seen: self.tour_seen }
    }

    /// Begins where an earlier session ended.
    pub fn remember(&mut self, remembered: Remembered) {
        self.borders = remembered.borders;
        self.tour_seen = remembered.tour_seen;
    }
}
