//! A watcher of folders that reports changes of the files in them.
//!
//! A watch on a folder ends when the folder is deleted or replaced, as builds do with their reports. Therefore the
//! parent folders are watched as well, and [`Watch::resync`] is called when changes are handled: it watches the wanted
//! folders that exist, or their nearest existing parents. Reading a file is not an event; otherwise reloading would
//! trigger itself endlessly.
//!
//! The decision to read results again is made in `reload`, with what is kept here: changes are debounced, so
//! that files are read after a quiet moment or after a maximum delay, and the stamps of files show, without
//! reading them, which have changed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs};

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{Config, ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

const ABOVE: usize = 2;

/// The maximum number of times that `resync` checks whether its folders have changed meanwhile.
const MOST_ROUNDS: usize = 8;

/// The parts of the name of every label journal, and of the temporary files next to it.
const JOURNAL: [&str; 2] = [".labels.", ".jsonl"];

#[derive(Debug)]
pub(super) enum WatchEvent {
    Changed(Event),
    Failed(notify::Error),
    ReloadRequested,
}

/// The paths to watch, absolute and without links. A missing path is watched as soon as it exists.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    /// Folders to watch recursively.
    pub(super) trees: BTreeSet<PathBuf>,
    /// Folders to watch with the files directly in them.
    pub(super) folders: BTreeSet<PathBuf>,
    /// Label journals: no results, even in the same folder. Their changes are handled separately.
    pub(super) journals: BTreeSet<PathBuf>,
}

impl Wanted {
    pub(super) fn concerns(&self, path: &Path) -> bool {
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let is_ours = JOURNAL.iter().all(|part| name.contains(part))
            || self.journals.iter().any(|journal| {
                let journals_name = journal.file_name().unwrap_or_default().to_string_lossy();
                path.parent() == journal.parent() && name.starts_with(&*journals_name)
            });
        if is_ours || path.components().any(|part| part.as_os_str() == ".git") {
            return false;
        }
        self.trees.iter().any(|tree| path.starts_with(tree) || tree.starts_with(path))
            || self.folders.iter().any(|folder| path.parent() == Some(folder) || folder.starts_with(path))
    }

    pub(super) fn concerns_labels(&self, path: &Path) -> bool {
        self.journals.iter().any(|journal| journal.starts_with(path))
    }

    fn goal(&self) -> BTreeMap<PathBuf, RecursiveMode> {
        let mut goal = BTreeMap::new();
        for tree in self.trees.iter().filter(|tree| tree.is_dir()) {
            goal.insert(tree.clone(), RecursiveMode::Recursive);
        }
        let here = env::current_dir().unwrap_or_default();
        let of_journals: BTreeSet<PathBuf> =
            self.journals.iter().filter_map(|journal| journal.parent().map(Path::to_owned)).collect();
        for wanted in self.trees.iter().chain(&self.folders).chain(&of_journals) {
            // The working folder of a program is not replaced.
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

pub(super) struct Watch {
    watcher: RecommendedWatcher,
    watched: BTreeMap<PathBuf, RecursiveMode>,
}

impl Watch {
    /// Creates a watcher of no folders, which sends its events to `worker`.
    pub(super) fn new(worker: Sender<WatchEvent>) -> notify::Result<Watch> {
        let config = Config::default().with_follow_symlinks(false);
        let watcher = RecommendedWatcher::new(
            move |result: notify::Result<Event>| {
                let event = match result {
                    Ok(event) if matches!(event.kind, EventKind::Access(kind) if !is_end_of_writing(kind)) => {
                        return;
                    }
                    Ok(event) => WatchEvent::Changed(event),
                    Err(error) => WatchEvent::Failed(error),
                };
                // The worker lives as long as the program.
                drop(worker.send(event));
            },
            config,
        )?;
        Ok(Watch { watcher, watched: BTreeMap::new() })
    }

    /// Watches the wanted folders that exist. Changes before this call are not reported.
    pub(super) fn resync(&mut self, wanted: &Wanted) -> notify::Result<()> {
        // A folder may appear or disappear before the watch on its parent takes effect.
        for _ in 0..MOST_ROUNDS {
            let goal = wanted.goal();
            if goal == self.watched {
                return Ok(());
            }
            self.forget(|path, mode| goal.get(path) != Some(mode));
            for (path, mode) in goal {
                if self.watched.contains_key(&path) {
                    continue;
                }
                match self.watcher.watch(&path, mode) {
                    Ok(()) => {
                        self.watched.insert(path, mode);
                    }
                    // It was removed just now.
                    Err(_) if !path.is_dir() => drop(self.watcher.unwatch(&path)),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Removes the watches of folders that were removed or moved, even if something else has the same name by now.
    pub(super) fn forget_lost(&mut self, event: &Event) {
        // The target of a move has no watch to remove.
        let is_loss = match event.kind {
            EventKind::Remove(_) => true,
            EventKind::Modify(ModifyKind::Name(mode)) => !matches!(mode, RenameMode::To | RenameMode::Both),
            _ => false,
        };
        if !is_loss {
            return;
        }
        for path in &event.paths {
            self.forget(|watched, _| watched.starts_with(path));
        }
    }

    fn forget(&mut self, is_lost: impl Fn(&Path, &RecursiveMode) -> bool) {
        let Watch { watcher, watched } = self;
        watched.retain(|path, mode| {
            let is_kept = !is_lost(path, mode);
            if !is_kept {
                // The system may already have ended the watch.
                drop(watcher.unwatch(path));
            }
            is_kept
        });
    }
}

/// Returns `true` for the end of writing: from the first change until this event, a program is writing.
pub(super) fn is_end_of_writing(kind: AccessKind) -> bool {
    kind == AccessKind::Close(AccessMode::Write)
}

/// Returns the message that nothing can be watched, with a remedy: `reload` is the key that reloads.
pub(super) fn unavailable(error: &notify::Error, reload: &str) -> String {
    let out_of_watches = "the system has no more file watches (fs.inotify.max_user_watches)";
    let why = match &error.kind {
        ErrorKind::MaxFilesWatch => {
            return format!("{out_of_watches}: changes are not noticed; {reload} reloads the results");
        }
        ErrorKind::Io(error) => error.to_string(),
        _ => error.to_string(),
    };
    format!("can't watch the results ({why}): changes are not noticed; {reload} reloads them")
}

/// Returns `true` if a folder is on another machine, where files change without events.
#[cfg(target_os = "linux")]
pub(super) fn is_remote(folder: &Path) -> bool {
    /// NFS, SMB, CIFS, SMB2, 9P, AFS, Coda, Ceph, and FUSE (sshfs), as numbered by `statfs`.
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
pub(super) fn is_remote(_folder: &Path) -> bool {
    false
}

/// The time without changes after which files are read.
const QUIET: Duration = Duration::from_millis(300);

/// The time after which files are read even if they keep changing.
pub(super) const MAX_DELAY: Duration = Duration::from_secs(2);

/// A series of changes: the times of the first and the last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Debounce {
    first: Instant,
    last: Instant,
}

impl Debounce {
    /// Extends a series with a change that happens now, or starts one.
    pub(super) fn start_or_extend(series: Option<Debounce>) -> Debounce {
        let now = Instant::now();
        Debounce { first: series.map_or(now, |series| series.first), last: now }
    }

    /// Returns the time to read if nothing else happens.
    pub(super) fn due(self, max_delay: Duration) -> Instant {
        (self.last + QUIET).min(self.first + max_delay)
    }

    /// Returns `true` if it is time to read even if changes continue.
    pub(super) fn is_overdue(self, now: Instant, max_delay: Duration) -> bool {
        self.first + max_delay <= now
    }
}

/// The metadata by which changes of a file are recognized.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FileStamp {
    bytes: u64,
    modified: Option<SystemTime>,
    /// It differs if a file was replaced.
    inode: u64,
}

/// The stamps of all files that results are read from, by path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FileStamps(BTreeMap<PathBuf, Option<FileStamp>>);

impl FileStamps {
    /// Takes the stamps of these files, including missing ones.
    pub(super) fn of(files: Vec<PathBuf>) -> FileStamps {
        let stamp = |file: PathBuf| {
            let metadata = fs::metadata(&file).ok();
            let stamp = metadata.map(|metadata| FileStamp {
                bytes: metadata.len(),
                modified: metadata.modified().ok(),
                inode: inode(&metadata),
            });
            (file, stamp)
        };
        FileStamps(files.into_iter().map(stamp).collect())
    }

    pub(super) fn agree_on(&self, other: &FileStamps, file: &Path) -> bool {
        self.0.get(file) == other.0.get(file)
    }

    pub(super) fn are_within(&self, other: &FileStamps) -> bool {
        self.0.keys().all(|file| self.agree_on(other, file))
    }

    /// Returns the absolute paths of the files, links followed.
    pub(super) fn real_paths(&self) -> impl Iterator<Item = PathBuf> {
        let mut folders: HashMap<PathBuf, PathBuf> = HashMap::new();
        self.0.keys().map(move |file| {
            if file.is_symlink() {
                return real_path(file);
            }
            let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
                return real_path(file);
            };
            // Most files share their folder with others.
            folders.entry(folder.to_owned()).or_insert_with(|| real_path(folder)).join(name)
        })
    }
}

/// Returns the absolute path of a file that may not exist, with links resolved.
pub(super) fn real_path(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let real = absolute.ancestors().find_map(|above| {
        let rest = absolute.strip_prefix(above).ok()?;
        Some(above.canonicalize().ok()?.components().chain(rest.components()).collect())
    });
    real.unwrap_or(absolute)
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_metadata: &Metadata) -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::fs::File;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    #[test]
    fn labels_and_other_folders_are_not_results() {
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

    #[test]
    fn a_file_replaced_by_one_of_the_same_age_and_length_has_another_stamp() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.csv");
        let write = |path: &Path, content: &str| {
            fs::write(path, content).expect("written");
            let opened = File::options().write(true).open(path).expect("it is there");
            opened.set_modified(SystemTime::UNIX_EPOCH).expect("its age can be set");
        };
        let look = || FileStamps::of(vec![file.clone()]);
        let missing = look();
        write(&file, "one");
        let first = look();
        assert_eq!(look(), first);
        assert_ne!(first, missing);
        if cfg!(unix) {
            let new = folder.path().join("new");
            write(&new, "two");
            fs::rename(&new, &file).expect("renamed");
            assert!(!look().agree_on(&first, &file));
        }
        write(&file, "three");
        assert!(!look().are_within(&first));
        assert!(first.are_within(&first) && FileStamps::default().are_within(&first));
    }

    #[test]
    fn a_missing_path_is_resolved_as_far_as_it_exists() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("it is there");
        assert_eq!(real_path(&folder.path().join("a/b")), root.join("a/b"));
        assert_eq!(real_path(Path::new("")), real_path(Path::new(".")));
    }
}
