//! A watcher of folders, which reports changes of the files in them.
//!
//! A watch on a folder ends when the folder is deleted or replaced, which is what builds do with their reports. So the folders
//! above are watched as well, and [`Watch::resync`] is called whenever something happened: it watches the wanted folders that
//! are there, or the nearest folder above that is there. Reading a file is no event, or reading the
//! results again would go on without end.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{Config, ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// The number of folders above a wanted one that are watched.
const ABOVE: usize = 2;

/// The number of times that `resync` looks again whether its folders are still as they were when it began.
const MOST_ROUNDS: usize = 8;

/// The parts of every name of a label journal, and of the temporary files beside one.
const JOURNAL: [&str; 2] = [".labels.", ".jsonl"];

/// Events for the reload worker.
#[derive(Debug)]
pub(in crate::tui::runtime) enum WatchEvent {
    /// Something changed on disk.
    Changed(Event),
    /// The system can't watch any more.
    Failed(notify::Error),
    /// A person has asked for a reload.
    ReloadRequested,
}

/// The paths to be watched, absolute and without links. A missing one is watched as soon as it is there.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(in crate::tui::runtime) struct Wanted {
    /// Folders with everything below them.
    pub(in crate::tui::runtime) trees: BTreeSet<PathBuf>,
    /// Folders with the files in them.
    pub(in crate::tui::runtime) folders: BTreeSet<PathBuf>,
    /// Label journals: no results, though they may lie among them. Their changes are handled apart.
    pub(in crate::tui::runtime) journals: BTreeSet<PathBuf>,
}

impl Wanted {
    /// Returns `true` if a change of `path` can change the results.
    pub(in crate::tui::runtime) fn concerns(&self, path: &Path) -> bool {
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let is_journal = |journal: &PathBuf| {
            let journals_name = journal.file_name().unwrap_or_default().to_string_lossy();
            path.parent() == journal.parent() && name.starts_with(&*journals_name)
        };
        let is_ours = JOURNAL.iter().all(|part| name.contains(part)) || self.journals.iter().any(is_journal);
        let is_gits = || path.components().any(|part| part.as_os_str() == ".git");
        let is_within = || {
            self.trees.iter().any(|tree| path.starts_with(tree) || tree.starts_with(path))
                || self.folders.iter().any(|folder| path.parent() == Some(folder) || folder.starts_with(path))
        };
        !is_ours && is_within() && !is_gits()
    }

    /// Returns `true` if a change of `path` can change the labels.
    pub(in crate::tui::runtime) fn concerns_labels(&self, path: &Path) -> bool {
        self.journals.iter().any(|journal| journal.starts_with(path))
    }

    /// Returns the folders to watch now.
    fn goal(&self) -> BTreeMap<PathBuf, RecursiveMode> {
        let mut goal = BTreeMap::new();
        for tree in self.trees.iter().filter(|tree| tree.is_dir()) {
            goal.insert(tree.clone(), RecursiveMode::Recursive);
        }
        let here = env::current_dir().unwrap_or_default();
        let of_journals: BTreeSet<PathBuf> =
            self.journals.iter().filter_map(|journal| journal.parent().map(Path::to_owned)).collect();
        for wanted in self.trees.iter().chain(&self.folders).chain(&of_journals) {
            // The folder that a program runs in is not replaced.
            let above = if here.starts_with(wanted) { 0 } else { ABOVE };
            let there = wanted.ancestors().filter(|folder| folder.is_dir());
            let missing = usize::from(!wanted.is_dir());
            for folder in there.take(1 + above.max(missing)) {
                let is_within_tree = self.trees.iter().any(|tree| folder.starts_with(tree) && tree.is_dir());
                if !is_within_tree {
                    goal.insert(folder.to_owned(), RecursiveMode::NonRecursive);
                }
            }
        }
        goal
    }
}

/// Folders that are being watched.
pub(in crate::tui::runtime) struct Watch {
    watcher: RecommendedWatcher,
    watched: BTreeMap<PathBuf, RecursiveMode>,
}

impl Watch {
    /// Creates a watcher of no folders, which sends its events to `worker`.
    pub(in crate::tui::runtime) fn new(worker: Sender<WatchEvent>) -> notify::Result<Watch> {
        let report = move |result: notify::Result<Event>| {
            let event = match result {
                Ok(event) if matches!(event.kind, EventKind::Access(kind) if !is_end_of_writing(kind)) => {
                    return;
                }
                Ok(event) => WatchEvent::Changed(event),
                Err(error) => WatchEvent::Failed(error),
            };
            // The worker lives as long as the program.
            drop(worker.send(event));
        };
        let config = Config::default().with_follow_symlinks(false);
        Ok(Watch { watcher: RecommendedWatcher::new(report, config)?, watched: BTreeMap::new() })
    }

    /// Watches what is wanted, as far as it is there. Changes from before this call are not reported.
    pub(in crate::tui::runtime) fn resync(&mut self, wanted: &Wanted) -> notify::Result<()> {
        // A folder may come or go while the one above it is only about to be watched.
        for _ in 0..MOST_ROUNDS {
            let goal = wanted.goal();
            if goal == self.watched {
                return Ok(());
            }
            let kept = |path: &PathBuf, mode: &RecursiveMode| goal.get(path) == Some(mode);
            let left: Vec<PathBuf> = self
                .watched
                .iter()
                .filter(|(path, mode)| !kept(path, mode))
                .map(|(path, _)| path.clone())
                .collect();
            for path in left {
                self.forget(&path);
            }
            for (path, mode) in goal {
                if self.watched.contains_key(&path) {
                    continue;
                }
                match self.watcher.watch(&path, mode) {
                    Ok(()) => {
                        self.watched.insert(path, mode);
                    }
                    // It went in this moment.
                    Err(_) if !path.is_dir() => self.forget(&path),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Forgets the watches of what was removed or moved away, even if something of the same name stands there by now.
    pub(in crate::tui::runtime) fn forget_lost(&mut self, event: &Event) {
        // Of what was moved to a name, there is nothing to forget.
        let is_loss = match event.kind {
            EventKind::Remove(_) => true,
            EventKind::Modify(ModifyKind::Name(mode)) => !matches!(mode, RenameMode::To | RenameMode::Both),
            _ => false,
        };
        if !is_loss {
            return;
        }
        for path in &event.paths {
            let lost: Vec<PathBuf> =
                self.watched.keys().filter(|watched| watched.starts_with(path)).cloned().collect();
            for watched in lost {
                self.forget(&watched);
            }
        }
    }

    fn forget(&mut self, path: &Path) {
        self.watched.remove(path);
        // The system may have ended the watch before.
        drop(self.watcher.unwatch(path));
    }
}

/// Returns `true` for the end of writing. Events come in the order of what happens: from the first change until this one, a program
/// is writing.
pub(in crate::tui::runtime) fn is_end_of_writing(kind: AccessKind) -> bool {
    kind == AccessKind::Close(AccessMode::Write)
}

/// Returns the message that nothing can be watched, with what to do: `reload` is the key that reads again.
pub(in crate::tui::runtime) fn unavailable(error: &notify::Error, reload: &str) -> String {
    let out_of_watches = "the system is out of watches (fs.inotify.max_user_watches)";
    match &error.kind {
        ErrorKind::MaxFilesWatch => {
            format!("{out_of_watches}: changes are not seen; {reload} reads the results again")
        }
        ErrorKind::Io(error) => {
            format!("can't watch the results ({error}): changes are not seen; {reload} reads them again")
        }
        _ => format!("can't watch the results ({error}): changes are not seen; {reload} reads them again"),
    }
}

/// Returns `true` if a folder lies on another machine, where files change without an event.
#[cfg(target_os = "linux")]
pub(in crate::tui::runtime) fn is_remote(folder: &Path) -> bool {
    /// NFS, SMB, CIFS, SMB2, 9P, AFS, Coda, Ceph, and FUSE (sshfs), as `statfs` names them.
    const REMOTE: [u32; 9] = [
        0x6969,
        0x517B,
        0xFF53_4D42,
        0xFE53_4D42,
        0x0102_1997,
        0x5346_414F,
        0x7375_7245,
        0x00C3_6400,
        0x6573_5546,
    ];
    let kind = rustix::fs::statfs(folder).map(|status| status.f_type);
    kind.is_ok_and(|kind| u32::try_from(kind & 0xFFFF_FFFF).is_ok_and(|kind| REMOTE.contains(&kind)))
}

#[cfg(not(target_os = "linux"))]
pub(in crate::tui::runtime) fn is_remote(_folder: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use super::*;
    use crate::tui::runtime::live::file_stamp::real_path;

    #[test]
    fn labels_and_other_folders_are_no_results() {
        let wanted = Wanted {
            trees: BTreeSet::from([PathBuf::from("/shop/core")]),
            folders: BTreeSet::from([PathBuf::from("/results")]),
            journals: BTreeSet::from([PathBuf::from("/results/mine.jsonl")]),
        };
        for (path, concerns) in [
            ("/shop/core/target/TEST-a.xml", true),
            ("/shop/core", true),
            ("/shop", true),
            ("/results/a.csv", true),
            ("/results/deeper/a.csv", false),
            ("/results/a.csv.labels.jsonl", false),
            ("/results/a.csv.labels.ada.jsonl", false),
            ("/results/a.csv.labels.jsonl.12.0.tmp", false),
            ("/results/a.csv.labels.jsonl.torn", false),
            ("/results/mine.jsonl", false),
            ("/shop/core/.git/index", false),
            ("/shop/other/TEST-a.xml", false),
            ("/elsewhere", false),
        ] {
            assert_eq!(wanted.concerns(Path::new(path)), concerns, "{path}");
        }
    }

    /// Handles events until the condition holds.
    fn handle(
        watch: &mut Watch,
        events: &Receiver<WatchEvent>,
        wanted: &Wanted,
        is_it: impl Fn(&Watch) -> bool,
    ) {
        loop {
            let event = events.recv_timeout(Duration::from_secs(60)).expect("an event");
            let WatchEvent::Changed(event) = event else { panic!("{event:?}") };
            watch.forget_lost(&event);
            watch.resync(wanted).expect("there are watches left");
            if is_it(watch) {
                return;
            }
        }
    }

    #[test]
    fn a_folder_is_watched_again_after_it_was_deleted_moved_or_replaced() {
        let root = tempfile::tempdir().expect("a folder");
        let root = real_path(root.path());
        let reports = root.join("build/reports");
        let wanted = Wanted { trees: BTreeSet::from([reports.clone()]), ..Wanted::default() };
        let (sender, events) = channel();
        let mut watch = Watch::new(sender).expect("the system can watch");
        watch.resync(&wanted).expect("there are watches left");
        let is_watched = |watch: &Watch| watch.watched.contains_key(&reports);
        for round in 0..6 {
            assert!(!is_watched(&watch), "it is not there");
            if round % 2 == 0 {
                fs::create_dir_all(&reports).expect("a folder");
            } else {
                fs::create_dir_all(root.join("elsewhere/reports")).expect("a folder");
                fs::rename(root.join("elsewhere"), root.join("build")).expect("moved");
            }
            handle(&mut watch, &events, &wanted, is_watched);
            if round < 3 {
                fs::remove_dir_all(root.join("build")).expect("removed");
            } else {
                fs::rename(root.join("build"), root.join(format!("old{round}"))).expect("moved");
            }
            handle(&mut watch, &events, &wanted, |watch| !is_watched(watch));
        }
    }
}
