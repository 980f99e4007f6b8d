//! A script of keys that is played at a human pace, for talks and recordings, until somebody presses a key.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use crate::tui::app::keys::key::Key;
use crate::tui::app::keys::key_script::Stroke;

/// The keys that are still to come.
pub(super) struct Playback {
    strokes: VecDeque<Stroke>,
    /// When the next one is pressed; None before the results are there and after the last key.
    due: Option<Instant>,
}

impl Playback {
    /// Begins with [`Playback::start`].
    pub(super) fn new(strokes: Vec<Stroke>) -> Playback {
        Playback { strokes: strokes.into(), due: None }
    }

    /// Begins: the results are there.
    pub(super) fn start(&mut self) {
        self.wait();
    }

    /// When the next key is pressed, if one is.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// The key that is due.
    pub(super) fn press(&mut self) -> Option<Key> {
        let stroke = self.strokes.pop_front()?;
        self.wait();
        Some(stroke.key)
    }

    /// Somebody took over: the keys that are left are pressed by nobody.
    pub(super) fn stop(&mut self) {
        self.strokes.clear();
        self.due = None;
    }

    fn wait(&mut self) {
        self.due = self.strokes.front().map(|stroke| Instant::now() + Duration::from_millis(stroke.after));
    }
}
