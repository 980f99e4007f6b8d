//! What is watched of the disk, and which files a program is writing.

use std::path::{Path, PathBuf};

use notify::event::ModifyKind;
use notify::{Event, EventKind};

use super::Follower;
use crate::import;
use crate::tui::app::Message;
use crate::tui::app::commands::Command;
use crate::tui::runtime::LabelPlace;
use crate::tui::runtime::live::prints::{Prints, real};
use crate::tui::runtime::live::unrest::Unrest;
use crate::tui::runtime::live::watch::{Watch, is_end_of_writing, is_remote, why_not};

impl Follower {
    pub(super) fn start_watching(&mut self) {
        let mut folders = self.wanted.trees.iter().chain(&self.wanted.folders);
        if let Some(folder) = folders.find(|path| is_remote(path)) {
            let what = "changes made on other machines are not seen; {reload} reads the results again";
            let what = self.options.keys.fill(what);
            self.notify(Message::info(format!("{} is a network folder: {what}", folder.display())));
        }
        match Watch::new(self.told.sender.clone()) {
            Ok(watch) => {
                self.watch = Some(watch);
                self.settle();
                // Whatever happened in the meantime.
                self.unrest = self.follows_results().then(|| Unrest::goes_on(None));
            }
            Err(error) => self.stop_watching(&error),
        }
    }

    /// Which files are open for writing. Only Linux tells when they are closed.
    pub(super) fn note_writing(&mut self, event: &Event) {
        if !cfg!(target_os = "linux") {
            return;
        }
        if event.need_rescan() {
            self.written.clear();
        }
        for path in &event.paths {
            match event.kind {
                EventKind::Modify(ModifyKind::Data(_)) => {
                    self.written.insert(path.clone());
                }
                EventKind::Access(kind) if is_end_of_writing(kind) => {
                    self.written.remove(path);
                }
                EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)) => {
                    self.written.retain(|written| !written.starts_with(path));
                }
                _ => {}
            }
        }
    }

    /// From now on, these files and whatever may appear beside them are watched.
    pub(super) fn want(&mut self, prints: &Prints) {
        let trees = import::folders(&self.options.inputs, &self.options.fixed, self.options.reading);
        self.wanted.trees.extend(trees.iter().map(|tree| real(tree)));
        let given = self.options.inputs.iter().chain(&self.options.fixed).filter_map(|input| match input {
            import::Input::Path(path) => real(path).parent().map(Path::to_owned),
            _ => None,
        });
        let folders = prints.real_paths().filter_map(|file| file.parent().map(Path::to_owned));
        let is_within = |folder: &PathBuf| self.wanted.trees.iter().any(|tree| folder.starts_with(tree));
        let folders: Vec<PathBuf> = folders.chain(given).filter(|folder| !is_within(folder)).collect();
        self.wanted.folders.extend(folders);
        if let LabelPlace::In(labels) = &self.options.labels {
            self.wanted.journals.insert(real(labels));
        }
    }

    pub(super) fn want_journals(&mut self, journals: &[PathBuf]) {
        self.wanted.journals.extend(journals.iter().map(|journal| real(journal)));
    }

    pub(super) fn settle(&mut self) {
        if let Some(watch) = &mut self.watch
            && let Err(error) = watch.settle(&self.wanted)
        {
            self.stop_watching(&error);
        }
    }

    /// Gives back what watches there are, and says so once.
    pub(super) fn stop_watching(&mut self, error: &notify::Error) {
        let had_watch = self.watch.take().is_some();
        let is_first = std::mem::take(&mut self.options.watch);
        self.written.clear();
        if had_watch || is_first {
            self.notify(Message::warning(why_not(error, &self.options.keys.shown(Command::Reload))));
        }
    }
}
