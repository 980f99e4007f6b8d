//! A project's sources: files of the languages that are parsed, read from disk for their indexes, and single
//! files for the user.
//!
//! Every file of such a language in the project's folder is read, even if git ignores it, except in hidden
//! folders and among the copies in the output folders of builds. Links are not followed, so that nothing
//! outside the project is read.
//!
//! A file may have been deleted since the index was built, or replaced by a link out of the project: it is
//! checked again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf, absolute};
use std::sync::Arc;

use super::walk::{files, walk};
use crate::lang::Source;
use crate::lang::index::{IndexedFile, SourceIndex};
use crate::lang::java::index::Index;
use crate::model::{Language, Modules, ProjectSources};
use crate::parallel;
use crate::regular_file::{self, Refused};

/// The extensions of sources in other JVM languages in which tests are written.
const OTHER_LANGUAGES: [&str; 3] = ["kt", "scala", "groovy"];

const DEEPEST: usize = 64;

/// The size of the largest file that is read or shown: larger files are not written by people or test generators.
const MAX_SOURCE_BYTES: u64 = 8 * 1024 * 1024;

/// The sources of a project, by language.
#[derive(Debug, Clone, Default)]
pub(crate) struct ProjectIndex {
    languages: BTreeMap<Language, Arc<dyn SourceIndex>>,
    /// The files that were too large to be read.
    pub left_out: Vec<PathBuf>,
}

impl ProjectIndex {
    /// Parses the sources in some languages: most projects have a few scripts in others.
    pub(crate) fn build(project: &Path, languages: impl IntoIterator<Item = Language>) -> ProjectIndex {
        let languages: BTreeSet<Language> = languages.into_iter().collect();
        let files: Vec<(Language, Vec<PathBuf>)> =
            languages.into_iter().map(|language| (language, files_in(project, language))).collect();
        let left_out = files
            .iter()
            .flat_map(|(_, paths)| paths)
            .filter(|path| {
                fs::symlink_metadata(project.join(path))
                    .is_ok_and(|file| file.is_file() && file.len() > MAX_SOURCE_BYTES)
            })
            .cloned()
            .collect();
        let indexes = parallel::map(&files, |(language, paths)| {
            let index = language.answers().index(paths, &|path| read(project, path));
            index.map(|index| (*language, index))
        });
        ProjectIndex { languages: indexes.into_iter().flatten().collect(), left_out }
    }

    /// Returns the index of a language. Tests of a language without one may be in the default language: not
    /// every report tells.
    pub(crate) fn of(&self, language: Language) -> Option<&dyn SourceIndex> {
        self.entry(language).map(|(_, index)| &**index)
    }

    fn entry(&self, language: Language) -> Option<(Language, &Arc<dyn SourceIndex>)> {
        let mut tried = [language, Language::default()].into_iter();
        tried.find_map(|language| Some((language, self.languages.get(&language)?)))
    }

    /// Returns the files in all languages.
    pub(crate) fn files(&self) -> impl Iterator<Item = IndexedFile<'_>> {
        self.languages.values().flat_map(|index| index.files())
    }

    /// Returns true if several modules may declare classes with the same name.
    pub(crate) fn repeats_classes(&self) -> bool {
        self.languages.values().any(|index| index.repeats_classes())
    }
}

impl PartialEq for ProjectIndex {
    fn eq(&self, other: &ProjectIndex) -> bool {
        self.left_out == other.left_out && self.files().eq(other.files())
    }
}

/// The indexes of a project as its modules see them, if several modules declare one class.
pub(crate) struct ModuleIndexes<'a> {
    index: &'a ProjectIndex,
    /// The views of each module, by language.
    seen: BTreeMap<Language, HashMap<&'a str, Arc<dyn SourceIndex>>>,
}

impl<'a> ModuleIndexes<'a> {
    pub(crate) fn new(
        index: &'a ProjectIndex,
        sources: &ProjectSources,
        modules: impl Iterator<Item = &'a str>,
    ) -> ModuleIndexes<'a> {
        let modules: BTreeSet<&str> = modules.collect();
        let repeating = index.languages.iter().filter(|(_, own)| own.repeats_classes());
        let seen = repeating.map(|(&language, own)| {
            let views = modules
                .iter()
                .filter_map(|&module| Some((module, own.seen_from(&|file| sources.distance(module, file))?)));
            (language, views.collect())
        });
        ModuleIndexes { index, seen: seen.collect() }
    }

    /// Returns the index of a language as a module sees it.
    pub(crate) fn of(&self, language: Language, module: &str) -> Option<&dyn SourceIndex> {
        let (language, own) = self.index.entry(language)?;
        Some(&**self.seen.get(&language).and_then(|views| views.get(module)).unwrap_or(own))
    }
}

/// Builds the index of all Java sources in `project`. Unreadable files and folders are skipped: they have no
/// code to show.
pub fn index_sources(project: &Path) -> Index {
    Index::build(&files_in(project, Language::Java), |path| {
        Some(Source { text: read(project, path)?, path: path.clone() })
    })
}

/// The indexes of the sources of builds, kept from reading the builds until all questions about their tests
/// are answered.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Indexes(HashMap<PathBuf, ProjectIndex>);

impl Indexes {
    pub(crate) fn keep(&mut self, sources: &ProjectSources, index: Option<ProjectIndex>) {
        self.0.extend(absolute(sources.folder()).ok().zip(index));
    }

    /// Returns the indexes of the sources in a folder, which are built for these languages unless they were kept.
    pub(crate) fn take(&mut self, folder: &Path, languages: impl Iterator<Item = Language>) -> ProjectIndex {
        let kept = absolute(folder).ok().and_then(|folder| self.0.remove(&folder));
        kept.unwrap_or_else(|| ProjectIndex::build(folder, languages))
    }
}

/// Returns the files of an index of `project`, for looking up the frames of a trace.
pub(crate) fn project_sources(project: &Path, modules: Modules, index: &ProjectIndex) -> ProjectSources {
    let mut sources = ProjectSources::new(project, modules);
    for IndexedFile { path, text, classes } in index.files() {
        sources.add(Arc::clone(path), text, classes.into_iter());
    }
    sources
}

/// Returns the text of a source file, given relative to the project.
pub(crate) fn read(project: &Path, path: &Path) -> Option<String> {
    let file = project.join(path);
    if fs::symlink_metadata(&file).ok()?.is_symlink() {
        return None;
    }
    regular_file::read(&file, MAX_SOURCE_BYTES).ok().map(lossy)
}

fn lossy(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Returns the paths of all source files in a language, relative to `project`, ascending.
pub(crate) fn files_in(project: &Path, language: Language) -> Vec<PathBuf> {
    files_ending_in(project, language, language.answers().endings())
}

/// Returns the paths of all modules of tests in Python, relative to `project`, ascending: `test_*.py` and `*_test.py`.
pub(crate) fn python_tests(project: &Path) -> Vec<PathBuf> {
    files_in(project, Language::Python)
        .into_iter()
        .filter(|path| {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            stem.starts_with("test_") || stem.ends_with("_test")
        })
        .collect()
}

/// Returns the sources in languages that are not read: their names without extension, and the extensions.
pub(crate) fn sources_in_other_languages(project: &Path) -> HashMap<String, &'static str> {
    let files = files_ending_in(project, Language::Java, &OTHER_LANGUAGES);
    let named = files.iter().filter_map(|path| {
        let own = path.extension()?;
        let ending = OTHER_LANGUAGES.into_iter().find(|ending| own == *ending)?;
        Some((path.file_stem()?.to_str()?.to_owned(), ending))
    });
    named.collect()
}

/// Returns the paths of the files with one of the endings, in the folders that may have sources of a language.
fn files_ending_in(project: &Path, language: Language, endings: &[&str]) -> Vec<PathBuf> {
    let (root, answers) = (project.to_owned(), language.answers());
    files_below(
        project,
        move |folder| {
            folder.strip_prefix(&root).is_ok_and(|path| answers.may_have_sources(path))
                && !answers.mark_of_installed().is_some_and(|mark| folder.join(mark).exists())
        },
        |path| {
            path.extension().is_some_and(|extension| endings.iter().any(|ending| extension == *ending))
                && answers.is_source(path)
        },
    )
}

/// Returns the paths of the files that are sources, relative to `project` and ascending, in the folders that
/// are walked.
fn files_below(
    project: &Path,
    is_walked: impl Fn(&Path) -> bool + Send + Sync + 'static,
    is_source: impl Fn(&Path) -> bool,
) -> Vec<PathBuf> {
    let mut walk = walk(project);
    walk.max_depth(Some(DEEPEST)).filter_entry(move |entry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        !is_folder || entry.depth() == 0 || is_walked(entry.path())
    });
    let mut found: Vec<PathBuf> = files(&walk)
        .filter_map(|path| path.strip_prefix(project).map(Path::to_owned).ok())
        .filter(|path| is_source(path))
        .collect();
    found.sort();
    found
}

/// The number of bytes that are searched for signs of a binary file.
const HEAD: usize = 8 * 1024;

#[derive(Debug, thiserror::Error)]
pub(crate) enum ProjectFileError {
    #[error("can't open {path}: it is no longer there")]
    Gone { path: String },
    #[error("{path} is not opened: it is a link, or is reached through one, and may be outside the project")]
    Outside { path: String },
    #[error("{path} is not opened: it is not a file")]
    NoFile { path: String },
    #[error("{path} is not shown: it has {megabytes} MB, more than {} MB", MAX_SOURCE_BYTES / 1024 / 1024)]
    TooLarge { path: String, megabytes: u64 },
    #[error("{path} is not shown: it is not a text file")]
    Binary { path: String },
    #[error("can't read {path}: {source}")]
    Unreadable { path: String, source: io::Error },
}

/// Returns the absolute path of a file, given relative to the project's folder, if it is still a file of the project.
pub(crate) fn checked_path(project: &Path, path: &Path) -> Result<PathBuf, ProjectFileError> {
    let name = || path.display().to_string();
    let unreadable = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ProjectFileError::Gone { path: name() },
        _ => ProjectFileError::Unreadable { path: name(), source },
    };
    let project = if project.as_os_str().is_empty() { Path::new(".") } else { project };
    let is_plain = path.components().all(|component| matches!(component, Component::Normal(_)));
    if !is_plain || path.as_os_str().is_empty() {
        return Err(ProjectFileError::Outside { path: name() });
    }
    let real_project = project.canonicalize().map_err(unreadable)?;
    let real = project.join(path).canonicalize().map_err(unreadable)?;
    if real != real_project.join(path) {
        return Err(ProjectFileError::Outside { path: name() });
    }
    if !fs::symlink_metadata(&real).map_err(unreadable)?.is_file() {
        return Err(ProjectFileError::NoFile { path: name() });
    }
    // An editor gets the path by which the user knows the project.
    absolute(project.join(path)).map_err(unreadable)
}

/// Reads a file of the project, given relative to the project's folder. Bytes that are not UTF-8 become U+FFFD.
pub(crate) fn read_text(project: &Path, path: &Path) -> Result<String, ProjectFileError> {
    let name = || path.display().to_string();
    let unreadable = |source| ProjectFileError::Unreadable { path: name(), source };
    let checked = checked_path(project, path)?;
    // It may have been replaced since it was checked.
    let opened = regular_file::open(&checked, File::options().read(true));
    let file = opened.map_err(|error| match Refused::of(&error) {
        Some(_) => ProjectFileError::NoFile { path: name() },
        None => unreadable(error),
    })?;
    let mut bytes = Vec::new();
    // It may be growing, so at most the limit is read.
    let length = file.metadata().map_err(unreadable)?.len();
    file.take(MAX_SOURCE_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_SOURCE_BYTES {
        let megabytes = length.max(MAX_SOURCE_BYTES + 1).div_ceil(1024 * 1024);
        return Err(ProjectFileError::TooLarge { path: name(), megabytes });
    }
    if bytes[..bytes.len().min(HEAD)].contains(&0) {
        return Err(ProjectFileError::Binary { path: name() });
    }
    Ok(lossy(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::walk::tests::folder_with;

    fn project(files: &[&str]) -> tempfile::TempDir {
        folder_with(files.iter().map(|name| (*name, "class A { }")))
    }

    fn found(folder: &Path) -> Vec<String> {
        files_in(folder, Language::Java)
            .iter()
            .map(|path| path.display().to_string().replace('\\', "/"))
            .collect()
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

    #[test]
    fn installed_and_copied_files_of_python_are_left_out() {
        let folder = project(&[
            "src/ink/pen.py",
            "src/ink/build/tool.py",
            "tests/test_pen.py",
            "setup.py",
            "build/lib/ink/pen.py",
            "dist/x/pen.py",
            ".tox/py/pen.py",
            "env/pyvenv.cfg",
            "env/lib/pen.py",
            "lib/site-packages/pen.py",
            "src/ink.egg-info/pen.py",
            "src/ink/__pycache__/pen.py",
            "src/ink/pen.pyc",
        ]);
        let found = files_in(folder.path(), Language::Python);
        let found: Vec<String> =
            found.iter().map(|path| path.display().to_string().replace('\\', "/")).collect();
        assert_eq!(found, ["setup.py", "src/ink/build/tool.py", "src/ink/pen.py", "tests/test_pen.py"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
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
    fn other_encodings_are_read_as_far_as_possible() {
        let folder = project(&[]);
        fs::write(folder.path().join("A.java"), b"class A { String s = \"\xE4\"; }").expect("written");
        let index = index_sources(folder.path());
        assert!(index.file_of("A").is_some());
        assert_eq!(index_sources(&folder.path().join("not there")).files().count(), 0);
    }

    fn library() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(folder.path().join("src/a")).expect("a folder");
        fs::write(folder.path().join("src/a/A.java"), "class A { }\n").expect("written");
        fs::write(folder.path().join("outside.txt"), "secret").expect("written");
        folder
    }

    fn refusal(folder: &Path, path: &str) -> String {
        read_text(folder, Path::new(path)).expect_err(path).to_string()
    }

    #[test]
    fn a_file_of_the_project_is_read() {
        let folder = library();
        let path = Path::new("src/a/A.java");
        assert_eq!(read_text(folder.path(), path).expect("a text"), "class A { }\n");
        assert_eq!(checked_path(folder.path(), path).expect("a file"), folder.path().join(path));
        fs::write(folder.path().join(path), b"// \xE4").expect("written");
        assert_eq!(read_text(folder.path(), path).expect("a text"), "// \u{fffd}");
    }

    #[test]
    fn files_outside_are_not_read() {
        let folder = library();
        let inside = folder.path().join("src");
        let absolute = folder.path().join("outside.txt").display().to_string();
        for path in ["../outside.txt", "a/../../outside.txt", "./a/A.java", &absolute, ""] {
            assert!(refusal(&inside, path).contains("is not opened"), "{path}");
        }
        assert!(refusal(&inside, "a").contains("not a file"));
        for path in ["a/B.java", "a/A.java/B.java", "b/A.java"] {
            assert!(refusal(&inside, path).contains("no longer there"), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_replaced_a_file_or_folder_is_not_followed() {
        let folder = library();
        let link = |to: &str, name: &str| {
            std::os::unix::fs::symlink(folder.path().join(to), folder.path().join(name)).expect("a link");
        };
        link("outside.txt", "src/a/Linked.java");
        link("src/a", "src/b");
        link("nowhere", "src/a/Dangling.java");
        let inside = folder.path().join("src");
        for path in ["a/Linked.java", "b/A.java"] {
            assert!(refusal(&inside, path).contains("is a link"), "{path}");
        }
        assert!(refusal(&inside, "a/Dangling.java").contains("no longer there"));
        // The project itself may be reached through one.
        link("src", "project");
        let project = folder.path().join("project");
        assert_eq!(read_text(&project, Path::new("a/A.java")).expect("a text"), "class A { }\n");
        assert_eq!(checked_path(&project, Path::new("a/A.java")).expect("a file"), project.join("a/A.java"));
    }

    #[cfg(unix)]
    #[test]
    fn binary_files_are_not_shown() {
        let folder = library();
        fs::write(folder.path().join("src/a/A.java"), b"\xCA\xFE\xBA\xBE\x00\x00").expect("written");
        assert!(refusal(folder.path(), "src/a/A.java").contains("not a text"));
        let large = File::create(folder.path().join("src/a/Large.java")).expect("a file");
        large.set_len(MAX_SOURCE_BYTES + 1).expect("a sparse file");
        assert!(refusal(folder.path(), "src/a/Large.java").contains("9 MB, more than 8 MB"));
        let pipe = folder.path().join("src/a/Pipe.java");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("there is one").success());
        assert!(refusal(folder.path(), "src/a/Pipe.java").contains("not a file"), "and does not block");
    }
}
