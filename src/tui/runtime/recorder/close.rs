//! The end of a session: what is not on disk is written, or put where a person finds it.

use std::fs;

use super::{Recorder, Unsaved};
use crate::model::LabelEvent;

/// What came of it.
#[derive(Debug, Default)]
pub(in crate::tui::runtime) struct Closed {
    /// What another program had removed and is written again.
    pub(in crate::tui::runtime) told: Option<String>,
    /// What could not be written, and where it is.
    pub(in crate::tui::runtime) unsaved: Option<String>,
}

impl Recorder {
    /// Tries a last time to write what could not be written, and writes again what another program took away. What still can't be
    /// written is put where temporary files go, and the message says so.
    pub(in crate::tui::runtime) fn close(mut self) -> Closed {
        let mut told = Vec::new();
        let mut left: Vec<(usize, LabelEvent)> = Vec::new();
        for (index, journal) in
            self.journals.iter_mut().enumerate().filter(|(_, journal)| journal.was_written())
        {
            match journal.restore() {
                Ok(update) if update.restored.is_empty() => {}
                Ok(update) => told.extend(update.notices.iter().map(ToString::to_string)),
                Err(_) => left.extend(journal.missing().iter().map(|event| (index, event.clone()))),
            }
        }
        for Unsaved { journal, mut event, .. } in std::mem::take(&mut self.unsaved) {
            self.judgements[journal].put_last(&mut event);
            match self.journals[journal].append(&event) {
                Ok(update) => update.events.into_iter().for_each(|event| {
                    self.judgements[journal].apply(event);
                }),
                Err(_) => left.push((journal, event)),
            }
        }
        let told = (!told.is_empty()).then(|| told.join("\n"));
        Closed { told, unsaved: self.rescue(&left) }
    }

    /// Puts events into a file of their own; says where they are.
    fn rescue(&self, left: &[(usize, LabelEvent)]) -> Option<String> {
        let journal = self.journals[left.first()?.0].path().display();
        let lines = left.iter().filter_map(|(_, event)| serde_json::to_string(event).ok());
        let lines: Vec<String> = lines.map(|line| line + "\n").collect();
        let rescue = std::env::temp_dir().join(format!("fossick-{}.labels.jsonl", std::process::id()));
        Some(match fs::write(&rescue, lines.concat()) {
            Ok(()) => format!(
                "{} labels could not be written to {journal}; they are in {}: append that file to the journal",
                left.len(),
                rescue.display()
            ),
            Err(_) => format!(
                "{} labels could not be written to {journal}; here they are:\n{}",
                left.len(),
                lines.concat()
            ),
        })
    }
}
