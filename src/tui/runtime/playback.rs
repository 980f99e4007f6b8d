//! Playback of a key script at a human pace, for talks and recordings, until the user presses a key.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use crate::tui::core::command::keys::key::{Key, Stroke};

pub(super) struct Playback {
    strokes: VecDeque<Stroke>,
    /// The time of the next key; `None` before the results are shown and after the last key.
    pub(super) due: Option<Instant>,
}

impl Playback {
    pub(super) fn new(strokes: Vec<Stroke>) -> Playback {
        Playback { strokes: strokes.into(), due: None }
    }

    /// Schedules the next key, the first one once the results are shown.
    pub(super) fn start(&mut self) {
        self.due = self.strokes.front().map(|stroke| Instant::now() + Duration::from_millis(stroke.after));
    }

    pub(super) fn press(&mut self) -> Option<Key> {
        let stroke = self.strokes.pop_front()?;
        self.start();
        Some(stroke.key)
    }

    /// Stops for good, because the user has taken over.
    pub(super) fn stop(&mut self) {
        self.strokes.clear();
        self.due = None;
    }
}
