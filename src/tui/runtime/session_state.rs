//! The session state: a small file that keeps layout, theme, filters, searches and marks between sessions.
//!
//! It is read when the workbench opens. Filters, searches and marks are written immediately, the layout when
//! the workbench is closed. Each change is applied to the current content of the file, so that changes of other
//! sessions are kept.
//!
//! Nothing else depends on it. An unreadable file is reported once, renamed to `….broken` and replaced; an unwritable
//! file is reported once, when it is first written or, at the latest, when the terminal is restored.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{fs, process};

use super::Workbench;
use crate::import::Input;
use crate::regular_file;
use crate::tui::core::session_state::{SessionChange, SessionState};
use crate::tui::{Action, App, Message};

/// The size of the largest file that is read, in bytes; the program never writes one of that size.
const MAX_STATE_BYTES: u64 = 16 * 1024 * 1024;

pub(super) struct SessionStateFile {
    path: PathBuf,
    first: SessionState,
}

impl SessionStateFile {
    /// Reads the file. Returns the state, and a message if the file can't be used.
    fn read(path: PathBuf) -> (SessionStateFile, SessionState, Option<Message>) {
        let (first, complaint) = match read(&path) {
            Ok(state) => (state.unwrap_or_default(), None),
            Err(reason) => {
                let complaint =
                    format!("the session state can't be read and starts empty: {}: {reason}", path.display());
                (SessionState::default(), Some(Message::warning(complaint)))
            }
        };
        (SessionStateFile { path, first: first.clone() }, first, complaint)
    }

    /// Applies a change to the file, unless the file already contains it.
    fn change(&self, change: impl FnOnce(&mut SessionState)) -> Result<(), String> {
        let found = read(&self.path);
        let before = found.as_ref().ok().cloned().flatten().unwrap_or_default();
        let mut after = before.clone();
        change(&mut after);
        if after == before {
            return Ok(());
        }
        let aside = self.path.with_extension("json.broken");
        let kept = if found.is_err() && self.path.is_file() { fs::rename(&self.path, aside) } else { Ok(()) };
        kept.and_then(|()| write(&self.path, &after)).map_err(|error| {
            format!(
                "can't save the layout, filters and marks for the next session: {}: {error}",
                self.path.display()
            )
        })
    }

    pub(super) fn keep_screen(&self, last: &SessionState) -> Result<(), String> {
        self.change(|state| state.take_screen(&self.first, last))
    }
}

pub(super) fn restore(path: PathBuf, inputs: &[Input], app: &mut App) -> SessionStateFile {
    let (file, state, complaint) = SessionStateFile::read(path);
    (app.cx.last_session, app.cx.place) = (state, results_key(inputs));
    if let Some(complaint) = complaint {
        app.update(Action::Notice(complaint));
    }
    file
}

fn results_key(inputs: &[Input]) -> String {
    inputs
        .iter()
        .map(|input| match input {
            Input::Path(path) => {
                fs::canonicalize(path).unwrap_or_else(|_| path.clone()).display().to_string()
            }
            Input::Stdin => "-".to_owned(),
            Input::Bytes { .. } => "demo".to_owned(),
        })
        .collect::<Vec<_>>()
        .join("\n")
}

impl Workbench {
    /// Saves a change for later sessions; a failure is reported once.
    pub(super) fn remember(&mut self, change: SessionChange) {
        let Some(file) = &self.session_state else { return };
        if let Err(complaint) = file.change(|state| state.apply(change)) {
            self.session_state = None;
            self.act(Action::Notice(Message::warning(complaint)));
        }
    }
}

fn read(path: &Path) -> Result<Option<SessionState>, String> {
    match regular_file::read_to_string(path, MAX_STATE_BYTES) {
        Ok(text) => serde_json::from_str(&text).map(Some).map_err(|error| error.to_string()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// Replaces the whole file: writes a new one next to it, then renames that.
fn write(path: &Path, state: &SessionState) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let names = (0..100).map(|number| path.with_extension(format!("{}.{number}.tmp", process::id())));
    let (mut file, new) = regular_file::create_new(names, true)?;
    let written = serde_json::to_writer_pretty(&mut file, state).map_err(io::Error::from);
    let replaced = written.and_then(|()| file.write_all(b"\n")).and_then(|()| fs::rename(&new, path));
    replaced.inspect_err(|_| drop(fs::remove_file(&new)))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::tui::frame::layout::borders::{Border, Borders};

    fn with_tour() -> SessionState {
        SessionState { tour_seen: true, ..SessionState::default() }
    }

    #[test]
    fn saved_state_is_restored() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("state").join("fossick").join("state.json");
        let (file, first, said) = SessionStateFile::read(path.clone());
        assert_eq!((&first, said), (&SessionState::default(), None));
        file.keep_screen(&first).expect("nothing to write");
        assert!(!path.exists(), "without changes no file is written");
        let mut borders = Borders::default();
        borders.set(Border::Stack, 12, 43);
        let changed = SessionState { borders, ..with_tour() };
        file.keep_screen(&changed).expect("a folder that can be written");
        let (file, again, said) = SessionStateFile::read(path.clone());
        assert_eq!((again, said), (changed, None));
        file.keep_screen(&with_tour()).expect("written again");
        assert_eq!(SessionStateFile::read(path).1, with_tour(), "the borders are where they were at first");
        let left = fs::read_dir(folder.path().join("state/fossick")).expect("a folder").count();
        assert_eq!(left, 1, "no other file is left");
    }

    #[test]
    fn concurrent_sessions_keep_each_others_state() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("state.json");
        let (one, mut of_one, _) = SessionStateFile::read(path.clone());
        let (other, of_other, _) = SessionStateFile::read(path.clone());
        one.change(|state| state.apply(SessionChange::Filtered("label:none".to_owned()))).expect("written");
        other.change(|state| state.apply(SessionChange::Searched("index".to_owned()))).expect("written");
        let mark =
            SessionChange::Mark { place: "/r".to_owned(), letter: 'é', test: [""; 4].map(str::to_owned) };
        other.change(|state| state.apply(mark)).expect("written");
        of_one.borders.set(Border::Stack, 12, 43);
        one.keep_screen(&of_one).expect("written");
        other.keep_screen(&of_other).expect("nothing to write");
        let (_, all, said) = SessionStateFile::read(path);
        assert_eq!(
            (&all.filtered.entries[..], &all.searched.entries[..], said),
            (&["label:none".to_owned()][..], &["index".to_owned()][..], None)
        );
        assert!(all.marks["/r"].contains_key(&'é'));
        assert_eq!(all.borders, of_one.borders);
    }

    #[test]
    fn a_broken_file_is_reported_renamed_and_replaced() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("state.json");
        for broken in
            [&b"{"[..], b"\xff\xfe", b"[1]", br#"{"tour-seen":"yes"}"#, b"", br#"{"borders":{"list":-3}}"#]
        {
            fs::write(&path, broken).expect("written");
            let (file, state, said) = SessionStateFile::read(path.clone());
            assert_eq!(state, SessionState::default());
            let said = said.expect("it is reported").text;
            assert!(said.contains("starts empty") && said.contains("state.json"), "{said}");
            file.keep_screen(&state).expect("nothing to write");
            assert_eq!(fs::read(&path).expect("still there"), broken, "there was nothing to save");
            file.keep_screen(&with_tour()).expect("written");
            assert!(SessionStateFile::read(path.clone()).2.is_none());
            let aside = folder.path().join("state.json.broken");
            assert_eq!(fs::read(aside).expect("set aside"), broken, "the user may want to repair it");
        }
        fs::remove_file(&path).and_then(|()| fs::create_dir(&path)).expect("a folder in its place");
        let (file, _, said) = SessionStateFile::read(path);
        assert!(said.expect("it is reported").text.contains("it is not a regular file"));
        let error = file.keep_screen(&with_tour()).expect_err("a folder");
        assert!(error.contains("can't save the layout"), "{error}");
    }

    #[test]
    fn unknown_fields_of_newer_versions_are_ignored() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("state.json");
        fs::write(&path, r#"{"tour-seen":true,"colour":"plaid"}"#).expect("written");
        let (_, state, said) = SessionStateFile::read(path);
        assert_eq!((state.tour_seen, said), (true, None));
    }
}
