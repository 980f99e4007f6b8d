//! The Java sources of a project, read from disk for the source index.
//!
//! Every `.java` file below the project's folder is read, whatever its modules are called and whether or not there is a
//! build file: the index distinguishes tests from main code. Links are not followed, so nothing outside the project is read.
//! Files that git ignores are read as well, because generated sources usually are ignored.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::walk::{files, walk};
use crate::java::index::{Index, Source};
use crate::model::{Modules, ProjectSources};
use crate::regular_file;

/// Output folders of build tools. Of the folders in them, only `generated…` holds sources that are not copies.
const BUILD_OUTPUT: [&str; 4] = ["target", "build", "out", "bin"];

/// The number of levels that folders are walked.
const DEEPEST: usize = 64;

/// The size of the largest file that is read: larger ones are no sources that a person or a test generator wrote.
const LARGEST: u64 = 8 * 1024 * 1024;

/// Builds the index of all sources below `project`. Files and folders that can't be read are skipped: they have no code to show.
pub fn index_sources(project: &Path) -> Index {
    let paths = source_files(project);
    Index::build(paths.into_par_iter().filter_map(|path| read(project, path)))
}

/// Returns the files of an index of `project`, as they are looked up for the frames of a trace.
pub(super) fn project_sources(project: &Path, modules: Modules, index: &Index) -> ProjectSources {
    let mut sources = ProjectSources::new(project, modules);
    for (path, text, classes) in index.files() {
        sources.add(Arc::clone(path), text, classes);
    }
    sources
}

fn read(project: &Path, path: PathBuf) -> Option<Source> {
    let file = project.join(&path);
    if fs::symlink_metadata(&file).ok()?.is_symlink() {
        return None;
    }
    let bytes = regular_file::read(&file, LARGEST).ok()?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    Some(Source { path, text })
}

/// Returns the paths of all source files, relative to `project`, ascending.
pub(super) fn source_files(project: &Path) -> Vec<PathBuf> {
    let root = project.to_owned();
    let mut walk = walk(project);
    walk.max_depth(Some(DEEPEST)).filter_entry(move |entry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        !is_folder || entry.path().strip_prefix(&root).is_ok_and(|path| region(path).is_some())
    });
    let is_source = |path: &Path| {
        path.extension().is_some_and(|extension| extension == "java")
            && path.parent().and_then(region) != Some(Region::BuildOutput)
    };
    let relative = |path: PathBuf| path.strip_prefix(project).map(Path::to_owned).ok();
    let mut found: Vec<PathBuf> = files(&walk).filter_map(relative).filter(|path| is_source(path)).collect();
    found.sort();
    found
}

/// The region of a project in which a folder lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Region {
    /// Above any source folder.
    Project,
    /// In a folder that holds sources: a package can be called `build`.
    Sources,
    /// Directly in an output folder of a build tool.
    BuildOutput,
}

/// Returns the region of a folder, given relative to the project; none for a folder whose files are no sources.
fn region(folder: &Path) -> Option<Region> {
    folder.iter().try_fold(Region::Project, |region, name| match (region, &*name.to_string_lossy()) {
        (_, name) if name.starts_with('.') || name == "node_modules" => None,
        (Region::BuildOutput, name) => name.starts_with("generated").then_some(Region::Sources),
        (Region::Project, name) if BUILD_OUTPUT.contains(&name) => Some(Region::BuildOutput),
        (Region::Sources, _) | (Region::Project, "src" | "java" | "test" | "tests") => Some(Region::Sources),
        (Region::Project, _) => Some(Region::Project),
    })
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
