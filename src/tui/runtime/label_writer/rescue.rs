//! The end of a session: labels that are not on disk yet are written to their journal or to a rescue file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{process, thread};

use tokio::time::Instant;

use super::{LOCK_PATIENCE, LOCK_PAUSE, LabelWriter, Unsaved};
use crate::labels::{LabelError, Update};
use crate::model::LabelEvent;
use crate::regular_file;

impl LabelWriter {
    /// Makes a last attempt to write the labels, if need be to a new temporary file, which the message names.
    pub(in crate::tui::runtime) fn close(mut self) -> Option<String> {
        let deadline = Instant::now() + LOCK_PATIENCE;
        let mut left: Vec<(usize, LabelEvent)> = Vec::new();
        for Unsaved { journal, mut event, .. } in std::mem::take(&mut self.unsaved) {
            self.judgements[journal].put_last(&mut event);
            match while_locked(deadline, || self.journals[journal].append(&event)) {
                Ok(update) => update.events.into_iter().for_each(|event| {
                    self.judgements[journal].apply(event);
                }),
                Err(_) => left.push((journal, event)),
            }
        }
        self.rescue(&left)
    }

    fn rescue(&self, left: &[(usize, LabelEvent)]) -> Option<String> {
        let journal = self.journals[left.first()?.0].path().display();
        let lines = left.iter().filter_map(|(_, event)| serde_json::to_string(event).ok());
        let lines: String = lines.map(|line| line + "\n").collect();
        let labels = if left.len() == 1 { "1 label".to_owned() } else { format!("{} labels", left.len()) };
        Some(match write_new(&std::env::temp_dir(), &lines) {
            Ok(rescue) => format!(
                "{labels} could not be written to {journal}; saved in {}: append that file to the journal",
                rescue.display()
            ),
            Err(_) => format!("{labels} could not be written to {journal}; here they are:\n{lines}"),
        })
    }
}

/// Retries until the deadline while another program has locked the journal.
pub(crate) fn while_locked(
    deadline: Instant,
    mut write: impl FnMut() -> Result<Update, LabelError>,
) -> Result<Update, LabelError> {
    loop {
        match write() {
            Err(error) if error.is_locked() && Instant::now() < deadline => thread::sleep(LOCK_PAUSE),
            done => return done,
        }
    }
}

/// Writes a new file that only this user can access.
fn write_new(folder: &Path, text: &str) -> io::Result<PathBuf> {
    let id = process::id();
    let names = std::iter::once(format!("fossick-{id}.labels.jsonl"))
        .chain((1..1000).map(|number| format!("fossick-{id}.{number}.labels.jsonl")));
    let (mut file, path) = regular_file::create_new(names.map(|name| folder.join(name)), true)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map(|()| path)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_rescue_file_is_new_and_private_and_follows_no_link() {
        let folder = tempfile::tempdir().expect("a folder");
        let victim = folder.path().join("victim");
        fs::write(&victim, "precious").expect("written");
        let name = format!("fossick-{}.labels.jsonl", process::id());
        symlink(&victim, folder.path().join(&name)).expect("a link");
        let path = write_new(folder.path(), "label\n").expect("written");
        assert_eq!(fs::read_to_string(&victim).expect("still there"), "precious");
        assert_eq!(path, folder.path().join(format!("fossick-{}.1.labels.jsonl", process::id())));
        assert_eq!(fs::read_to_string(&path).expect("a file"), "label\n");
        assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
        let next = write_new(folder.path(), "other\n").expect("written");
        assert_ne!(next, path, "nothing is overwritten");
    }
}
