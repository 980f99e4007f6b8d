//! The source files of a project, and the search for the one of a frame. A trace is foreign text: no part of
//! it becomes a path.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

/// The longest class name that is looked up. No real class has a longer name, but a trace may contain any text.
const LONGEST_NAME: usize = 1024;
/// The largest number of steps outwards from a nested class, each to the class around it.
const DEEPEST: usize = 64;

/// The modules of a project: their folders, relative to the project's with `/` as separator, and their dependencies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Modules {
    dependencies: BTreeMap<String, BTreeSet<String>>,
}

/// The distance from a module to a source file: code of the module itself is nearest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Distance {
    Own,
    /// It belongs to a module that this one depends on, directly or not.
    Dependency,
    Elsewhere,
}

/// The reason why no source file is found for a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoSourceFile {
    #[error("no source file of the project declares its class")]
    Unknown,
    #[error("several source files of the project declare its class: it is not known which one was executed")]
    Ambiguous,
}

impl Modules {
    /// Adds a module with the folders of those that it depends on directly.
    pub(crate) fn add(&mut self, folder: String, dependencies: impl IntoIterator<Item = String>) {
        self.dependencies.entry(folder).or_default().extend(dependencies);
    }

    /// Returns the distance from a module, as a group's bug names it (`-` for the root), to a file of the project.
    pub(crate) fn distance(&self, module: &str, file: &Path) -> Distance {
        let module = if module == "-" { "" } else { module };
        let owner = self.owner(file);
        if owner == module {
            return Distance::Own;
        }
        let mut reached = BTreeSet::from([module]);
        let mut open = vec![module];
        while let Some(next) = open.pop() {
            let dependencies = self.dependencies.get(next).into_iter().flatten();
            open.extend(dependencies.map(String::as_str).filter(|dependency| reached.insert(dependency)));
        }
        if reached.contains(owner) { Distance::Dependency } else { Distance::Elsewhere }
    }

    /// Returns the folder of the innermost module around a file.
    fn owner(&self, file: &Path) -> &str {
        let mut above = file.ancestors().skip(1).filter_map(Path::to_str);
        above.find_map(|folder| self.dependencies.get_key_value(folder)).map_or("", |(folder, _)| folder)
    }
}

/// The source files of one project, by the classes they declare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectSources {
    /// The project's folder, as given or found.
    folder: Arc<Path>,
    modules: Modules,
    files: Vec<KnownFile>,
    /// Indices into `files`, by their paths.
    by_path: HashMap<Arc<Path>, usize>,
    /// Indices into `files`, by the binary name of a class, `package.Outer$Inner`; several modules may declare it.
    classes: HashMap<Arc<str>, Vec<usize>>,
    /// Indices of the files in languages that are not parsed, by their names.
    by_name: HashMap<String, Vec<usize>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct KnownFile {
    path: Arc<Path>,
    /// None for a file that was not read with the project.
    fingerprint: Option<u64>,
}

impl ProjectSources {
    pub(crate) fn new(folder: &Path, modules: Modules) -> ProjectSources {
        ProjectSources {
            folder: Arc::from(folder),
            modules,
            files: Vec::new(),
            by_path: HashMap::new(),
            classes: HashMap::new(),
            by_name: HashMap::new(),
        }
    }

    /// Adds a file: its path relative to the folder, its text, and the binary names of the classes that it declares.
    pub(crate) fn add<'a>(
        &mut self,
        path: Arc<Path>,
        text: &str,
        classes: impl Iterator<Item = &'a Arc<str>>,
    ) {
        let file = self.push(KnownFile { path, fingerprint: Some(fingerprint(text)) });
        for class in classes {
            let files = self.classes.entry(class.clone()).or_default();
            if files.last() != Some(&file) {
                files.push(file);
            }
        }
    }

    /// Adds a file in a language that is not parsed, given by its path relative to the folder.
    pub(crate) fn add_unread(&mut self, path: Arc<Path>) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let known = self.by_path.get(&path).copied();
        let file = known.unwrap_or_else(|| self.push(KnownFile { path, fingerprint: None }));
        let of_name = self.by_name.entry(name).or_default();
        if !of_name.contains(&file) {
            of_name.push(file);
        }
    }

    fn push(&mut self, file: KnownFile) -> usize {
        let place = self.files.len();
        self.by_path.entry(Arc::clone(&file.path)).or_insert(place);
        self.files.push(file);
        place
    }

    /// Returns the files of this name in languages that are not parsed.
    pub(crate) fn named(&self, name: &str) -> impl Iterator<Item = &Arc<Path>> {
        self.by_name.get(name).into_iter().flatten().map(|&file| &self.files[file].path)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the file with this path, relative to the folder, if the project has one.
    pub(crate) fn file(&self, path: &Path) -> Option<&Arc<Path>> {
        self.by_path.get(path).map(|&file| &self.files[file].path)
    }

    /// Returns true if a file's text has changed since the project was read; false for files outside the project.
    pub(crate) fn has_changed(&self, path: &Path, text: &str) -> bool {
        let known = self.by_path.get(path).map(|&file| &self.files[file]);
        known.and_then(|file| file.fingerprint).is_some_and(|known| known != fingerprint(text))
    }

    pub(crate) fn distance(&self, module: &str, file: &Path) -> Distance {
        self.modules.distance(module, file)
    }

    /// Finds the file that declares a class, given by its binary name, as code of `module` sees it.
    pub(crate) fn file_of_class(&self, class: &str, module: &str) -> Result<&Arc<Path>, NoSourceFile> {
        self.nearest(class, module, |_| true)
    }

    /// Finds the nearest file that declares a class and fits.
    pub(crate) fn nearest(
        &self,
        class: &str,
        module: &str,
        fits: impl Fn(&Path) -> bool,
    ) -> Result<&Arc<Path>, NoSourceFile> {
        let files = self.declaring(class).unwrap_or_default().iter().map(|&file| &self.files[file].path);
        let mut fitting: Vec<&Arc<Path>> = files.filter(|path| fits(path)).collect();
        if fitting.len() > 1 {
            let distance = |path: &Arc<Path>| self.modules.distance(module, path);
            let nearest = fitting.iter().map(|path| distance(path)).min();
            fitting.retain(|path| Some(distance(path)) == nearest);
        }
        match fitting[..] {
            [] => Err(NoSourceFile::Unknown),
            [file] => Ok(file),
            _ => Err(NoSourceFile::Ambiguous),
        }
    }

    /// Returns the files that declare a class. Anonymous and local classes, lambdas and proxies belong to the
    /// one around.
    fn declaring(&self, class: &str) -> Option<&[usize]> {
        let mut name = Some(class).filter(|class| class.len() <= LONGEST_NAME)?;
        for _ in 0..DEEPEST {
            if let Some(files) = self.classes.get(name) {
                return Some(files);
            }
            name = &name[..name.rfind('$')?];
        }
        None
    }
}

/// Returns a hash that distinguishes texts within one run of the program.
fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
