//! What can be pressed here and now, for the status line.

use super::State;
use super::keymap::{self, Command};

impl State {
    /// Keys and their words, most useful first; what would do nothing now is left out.
    pub fn hints(&self) -> Vec<(String, &'static str)> {
        let always = [Command::Help, Command::Quit];
        let commands = if self.selected().is_some() { keymap::hinted(self.focus) } else { &always };
        commands
            .iter()
            .filter(|&&command| self.does_something(command))
            .filter_map(|&command| keymap::find(command))
            .filter_map(|binding| Some((binding.keys.first()?.to_string(), binding.hint)))
            .collect()
    }

    fn does_something(&self, command: Command) -> bool {
        match command {
            Command::Undo => self.judging.can_undo(),
            Command::Redo => self.judging.can_redo(),
            Command::Clear => {
                self.selected().is_some_and(|(failure, _)| self.judging.label(failure).is_some())
            }
            Command::NextGroup => self.current + 1 < self.order.len(),
            Command::ChooseGroup => self.order.len() > 1,
            Command::UnfoldFrames => self.unfolded || self.detail.trace.folded > 0,
            Command::NextUnlabelled => self.progress.1.judged < self.progress.1.total,
            _ => true,
        }
    }
}
