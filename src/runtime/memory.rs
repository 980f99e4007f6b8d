//! What is remembered from one session to the next, in a small file: read when the workbench opens, written when it is left.
//!
//! Nothing depends on it. A file that can't be read is told of once and begun anew; one that can't be written is told of when the
//! terminal is given back.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::app::remembered::Remembered;
use crate::app::{Action, Message, State};

/// Longer than any file of ours.
const LONGEST: u64 = 64 * 1024;

/// The file, and what it said.
pub(super) struct Memory {
    path: PathBuf,
    /// None where there is no file that can be used.
    said: Option<Remembered>,
}

impl Memory {
    /// Reads the file. Returns what is remembered, and what is to be said of a file that can't be used.
    fn read(path: PathBuf) -> (Memory, Remembered, Option<Message>) {
        match read(&path) {
            Ok(said) => (Memory { path, said }, said.unwrap_or_default(), None),
            Err(reason) => {
                let complaint = format!(
                    "what fossick remembers can't be read, and begins anew: {}: {reason}",
                    path.display()
                );
                (Memory { path, said: None }, Remembered::default(), Some(Message::warning(complaint)))
            }
        }
    }

    /// Writes what is to be remembered, unless the file says just that.
    pub(super) fn keep(&self, remembered: Remembered) -> Result<(), String> {
        if self.said == Some(remembered) || (self.said.is_none() && remembered == Remembered::default()) {
            return Ok(());
        }
        write(&self.path, remembered).map_err(|error| {
            format!("can't remember the layout for the next time: {}: {error}", self.path.display())
        })
    }
}

/// Reads the file, and has the state begin with what it says.
pub(super) fn recall(path: PathBuf, state: &mut State) -> Memory {
    let (memory, remembered, complaint) = Memory::read(path);
    state.remember(remembered);
    if let Some(complaint) = complaint {
        state.update(Action::Notice(complaint));
    }
    memory
}

/// What the file says; None if there is none.
fn read(path: &Path) -> Result<Option<Remembered>, String> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    // Reading a pipe could wait forever.
    if !metadata.is_file() {
        return Err("it is no file".to_owned());
    }
    let mut text = String::new();
    let file = fs::File::open(path).map_err(|error| error.to_string())?;
    file.take(LONGEST).read_to_string(&mut text).map_err(|error| error.to_string())?;
    serde_json::from_str(&text).map(Some).map_err(|error| error.to_string())
}

/// Whole or not at all: written beside the file, then put in its place.
fn write(path: &Path, remembered: Remembered) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let text = serde_json::to_string_pretty(&remembered).map_err(io::Error::other)?;
    let beside = path.with_extension(format!("{}.new", std::process::id()));
    let written = fs::write(&beside, text + "\n").and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // What can't be written may not be there to be removed either.
        drop(fs::remove_file(&beside));
    }
    written
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::app::borders::{Border, Borders};

    #[test]
    fn what_is_kept_is_there_the_next_time() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("state").join("fossick").join("state.json");
        let (memory, first, said) = Memory::read(path.clone());
        assert_eq!((first, said), (Remembered::default(), None));
        memory.keep(first).expect("nothing to write");
        assert!(!path.exists(), "who changes nothing leaves no file");
        let mut borders = Borders::default();
        borders.set(Border::Trace, 12, 43);
        let changed = Remembered { borders, tour_seen: true };
        memory.keep(changed).expect("a folder that can be written");
        let (memory, again, said) = Memory::read(path.clone());
        assert_eq!((again, said), (changed, None));
        memory.keep(Remembered::default()).expect("written again");
        assert_eq!(Memory::read(path).1, Remembered::default());
        let left = fs::read_dir(folder.path().join("state/fossick")).expect("a folder").count();
        assert_eq!(left, 1, "nothing is left beside the file");
    }

    #[test]
    fn a_broken_file_is_told_of_and_begun_anew() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("state.json");
        for broken in
            [&b"{"[..], b"\xff\xfe", b"[1]", br#"{"tour-seen":"yes"}"#, b"", br#"{"borders":{"list":-3}}"#]
        {
            fs::write(&path, broken).expect("written");
            let (memory, remembered, said) = Memory::read(path.clone());
            assert_eq!(remembered, Remembered::default());
            let said = said.expect("it is told").text;
            assert!(said.contains("begins anew") && said.contains("state.json"), "{said}");
            memory.keep(Remembered { tour_seen: true, ..Remembered::default() }).expect("written");
            assert!(Memory::read(path.clone()).2.is_none());
        }
        fs::remove_file(&path).and_then(|()| fs::create_dir(&path)).expect("a folder in its place");
        let (memory, _, said) = Memory::read(path);
        assert!(said.expect("it is told").text.contains("it is no file"));
        let error =
            memory.keep(Remembered { tour_seen: true, ..Remembered::default() }).expect_err("a folder");
        assert!(error.contains("can't remember"), "{error}");
    }

    #[test]
    fn what_a_newer_version_remembers_as_well_is_passed_over() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("state.json");
        fs::write(&path, r#"{"tour-seen":true,"colour":"plaid"}"#).expect("written");
        let (_, remembered, said) = Memory::read(path);
        assert_eq!((remembered.tour_seen, said), (true, None));
    }
}
