//! The file of what is remembered from one session to the next: `memory.json` in the folder for a program's state
//! (`$XDG_STATE_HOME/fossick`, else `~/.local/state/fossick`; `%LOCALAPPDATA%\fossick`). Nothing of it is needed: where it can't
//! be kept, the program says so once and goes on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Workbench;
use crate::app::Message;
use crate::app::memory::{Memory, Remembered};
use crate::import::Input;

/// Where it lies; None where there is no such folder. `variable` looks a variable of the environment up.
pub(super) fn file(variable: impl Fn(&str) -> Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    let known = |name: &str| variable(name).filter(|path| path.is_absolute());
    let state = known("XDG_STATE_HOME")
        .or_else(|| known("LOCALAPPDATA"))
        .or_else(|| home.map(|home| home.join(".local").join("state")))?;
    Some(state.join("fossick").join("memory.json"))
}

/// What is remembered: nothing where there is no file yet.
pub(super) fn read(file: &Path) -> Result<Memory, String> {
    let said = |error: &dyn std::fmt::Display| format!("can't read {}: {error}", file.display());
    match fs::read(file) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| said(&error)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Memory::default()),
        Err(error) => Err(said(&error)),
    }
}

/// Takes a change over into the file, whole or not at all; other sessions' changes stay.
fn change(file: &Path, change: Remembered) -> Result<(), String> {
    // A file that can't be read is somebody's who may want to mend it.
    let mut memory = read(file)?;
    memory.apply(change);
    let said = |error: &dyn std::fmt::Display| format!("can't write {}: {error}", file.display());
    let text = serde_json::to_vec_pretty(&memory).map_err(|error| said(&error))?;
    let folder = file.parent().ok_or_else(|| said(&"it has no folder"))?;
    let new = folder.join(format!("memory.json.{}", std::process::id()));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&new, text))
        .and_then(|()| fs::rename(&new, file))
        .map_err(|error| said(&error))
}

/// Which results these are: where they lie, on this machine.
fn place(inputs: &[Input]) -> String {
    let name = |input: &Input| match input {
        Input::Path(path) => fs::canonicalize(path).unwrap_or_else(|_| path.clone()).display().to_string(),
        Input::Stdin => "-".to_owned(),
        Input::Bytes { .. } => "demo".to_owned(),
    };
    inputs.iter().map(name).collect::<Vec<_>>().join("\n")
}

impl Workbench {
    /// Takes over what earlier sessions left.
    pub(super) fn recall(&mut self) {
        self.memory = file(|name| std::env::var_os(name).map(PathBuf::from), std::env::home_dir());
        match self.memory.as_deref().map(read) {
            Some(Ok(memory)) => self.state.recall(memory, place(&self.options.inputs)),
            Some(Err(said)) => self.do_not_remember(&said),
            None => {}
        }
    }

    /// Remembers something for later sessions.
    pub(super) fn remember(&mut self, remembered: Remembered) {
        if let Some(Err(said)) = self.memory.as_deref().map(|file| change(file, remembered)) {
            self.do_not_remember(&said);
        }
    }

    fn do_not_remember(&mut self, said: &str) {
        self.memory = None;
        self.notice(Message::warning(format!("{said}; filters and marks are kept for this session only")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(name: &str, filter: &str) -> Remembered {
        Remembered::Filter { name: name.to_owned(), filter: Some(filter.to_owned()) }
    }

    #[test]
    fn what_is_remembered_is_there_in_the_next_session() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("fossick").join("memory.json");
        assert_eq!(read(&file), Ok(Memory::default()), "no file yet");
        change(&file, saved("mine", "label:none")).expect("written");
        change(&file, Remembered::Searched("index".to_owned())).expect("written");
        let memory = read(&file).expect("readable");
        assert_eq!(memory.filters["mine"], "label:none");
        assert_eq!(memory.searched, ["index"]);
        let left: Vec<_> = fs::read_dir(folder.path().join("fossick")).expect("a folder").collect();
        assert_eq!(left.len(), 1, "nothing else lies there");
    }

    #[test]
    fn a_file_that_can_not_be_read_is_left_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("memory.json");
        fs::write(&file, "{ my own").expect("written");
        let said = change(&file, saved("mine", "label:none")).expect_err("it is broken");
        assert!(said.contains("memory.json") && said.contains("line 1"), "{said}");
        assert_eq!(fs::read_to_string(&file).expect("there"), "{ my own");
        fs::write(&file, r#"{"filters":{"a":"b"},"later":1}"#).expect("written");
        assert!(read(&file).is_ok(), "a later version may know more");
    }

    #[test]
    fn the_folder_is_the_persons() {
        let at = |set: &'static str| {
            file(move |name| (name == set).then(|| PathBuf::from("/state")), Some(PathBuf::from("/home/ada")))
        };
        assert_eq!(at("XDG_STATE_HOME"), Some(PathBuf::from("/state/fossick/memory.json")));
        assert_eq!(at("LOCALAPPDATA"), Some(PathBuf::from("/state/fossick/memory.json")));
        assert_eq!(at("HOME"), Some(PathBuf::from("/home/ada/.local/state/fossick/memory.json")));
        assert_eq!(file(|_| None, None), None);
    }
}
