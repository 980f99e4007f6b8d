//! The Java sources of a project, read from disk for the source index.
//!
//! Every `.java` file below the project's folder is read, whatever its modules are called and whether or not there is a
//! build file: the index tells tests from main code. Links are not followed, so nothing outside the project is read and no
//! loop is walked. What git ignores is read as well: generated sources are ignored as a rule, and they ran all the same.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::java::index::{Index, Source};
use crate::model::{Modules, ProjectSources};

/// Folders of build tools; of what lies in them, only `generated…` holds sources that are not copies.
const BUILD_OUTPUT: [&str; 4] = ["target", "build", "out", "bin"];

/// How deep folders are walked.
const DEEPEST: usize = 64;

/// Larger files are no sources that a person or a test generator wrote.
const LARGEST: u64 = 8 * 1024 * 1024;

/// The index of all sources below `project`. Files and folders that can't be read are passed over: they have no code to
/// show.
pub fn index_sources(project: &Path) -> Index {
    let paths = source_files(project);
    Index::build(paths.into_par_iter().filter_map(|path| read(project, path)))
}

/// The files of an index of `project`, as they are looked up for the frames of a trace.
pub fn project_sources(project: &Path, modules: Modules, index: &Index) -> ProjectSources {
    let mut sources = ProjectSources::new(project, modules);
    for (path, text, classes) in index.files() {
        sources.add(Arc::clone(path), text, classes);
    }
    sources
}

/// One source of the project, by its path relative to the project's folder, as [`Index::updated`] takes it; none if it can't
/// be read or is reached over a link.
pub fn read_source(project: &Path, path: PathBuf) -> Option<Source> {
    let project = project.canonicalize().ok()?;
    let file = project.join(&path);
    // Neither a link on the way nor `..` leads out, or to a second name of the same file.
    (file.canonicalize().ok()? == file).then(|| read(&project, path)).flatten()
}

fn read(project: &Path, path: PathBuf) -> Option<Source> {
    let file = project.join(&path);
    let metadata = fs::symlink_metadata(&file).ok()?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return None;
    }
    let bytes = fs::read(&file).ok()?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    Some(Source { path, text })
}

/// The paths of all source files, relative to `project`, ascending.
pub(super) fn source_files(project: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![(PathBuf::new(), Place::Project, 0)];
    while let Some((folder, place, depth)) = open.pop() {
        for entry in fs::read_dir(project.join(&folder)).into_iter().flatten().flatten() {
            // The kind of a link is a link, wherever it leads.
            let Ok(kind) = entry.file_type() else { continue };
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let path = folder.join(entry.file_name());
            if kind.is_dir() && depth < DEEPEST {
                if let Some(place) = place.within(&name) {
                    open.push((path, place, depth + 1));
                }
            } else if kind.is_file() && name.ends_with(".java") && place != Place::BuildOutput {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Where in a project a folder lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Above any source folder.
    Project,
    /// In a folder that holds sources: a package can be called `build`.
    Sources,
    /// Directly in what a build tool writes.
    BuildOutput,
}

impl Place {
    fn within(self, name: &str) -> Option<Place> {
        match self {
            _ if name.starts_with('.') || name == "node_modules" => None,
            Place::BuildOutput => name.starts_with("generated").then_some(Place::Sources),
            Place::Sources => Some(Place::Sources),
            Place::Project if BUILD_OUTPUT.contains(&name) => Some(Place::BuildOutput),
            Place::Project if matches!(name, "src" | "java" | "test" | "tests") => Some(Place::Sources),
            Place::Project => Some(Place::Project),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for name in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it has a parent")).expect("a folder");
            fs::write(path, "class A { }").expect("written");
        }
        folder
    }

    fn found(folder: &Path) -> Vec<String> {
        source_files(folder).iter().map(|path| path.display().to_string().replace('\\', "/")).collect()
    }

    #[test]
    fn sources_of_all_modules_are_found() {
        let folder = project(&[
            "core/src/main/java/a/build/A.java",
            "core/src/test/java/a/ATest.java",
            "core/target/classes/a/Copy.java",
            "core/target/generated-sources/x/a/G.java",
            "evosuite-tests/a/A_ESTest.java",
            "flat/A.java",
            "build/tmp/A.java",
            ".git/A.java",
            "node_modules/x/A.java",
            "src/notes.txt",
        ]);
        assert_eq!(
            found(folder.path()),
            [
                "core/src/main/java/a/build/A.java",
                "core/src/test/java/a/ATest.java",
                "core/target/generated-sources/x/a/G.java",
                "evosuite-tests/a/A_ESTest.java",
                "flat/A.java",
            ]
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere() {
        let outside = project(&["Outside.java"]);
        let folder = project(&["src/A.java"]);
        let link = |to: &Path, name: &str| {
            std::os::unix::fs::symlink(to, folder.path().join(name)).expect("a link");
        };
        link(folder.path(), "src/loop");
        link(outside.path(), "src/outside");
        link(&outside.path().join("Outside.java"), "src/Linked.java");
        assert_eq!(found(folder.path()), ["src/A.java"]);
        for path in
            ["src/Linked.java", "src/outside/Outside.java", "src/loop/src/A.java", "src/../src/A.java"]
        {
            assert_eq!(read_source(folder.path(), path.into()), None, "{path}");
        }
        assert!(read_source(folder.path(), "src/A.java".into()).is_some());
    }

    #[test]
    fn other_encodings_are_read_as_far_as_they_can_be() {
        let folder = project(&[]);
        fs::write(folder.path().join("A.java"), b"class A { String s = \"\xE4\"; }").expect("written");
        let index = index_sources(folder.path());
        assert!(index.file_of("A").is_some());
        assert_eq!(index_sources(&folder.path().join("not there")).file_count(), 0);
    }
}
