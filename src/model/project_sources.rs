//! The source files of a project: which of them a frame of a trace stands in.
//!
//! A trace is foreign text. It only ever chooses among files that were found below the project's folder when it was read:
//! nothing that it says becomes a path.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

use super::Frame;

/// No class has a longer name, and none is nested deeper by a person: a trace may say anything.
const LONGEST_NAME: usize = 1024;
const DEEPEST: usize = 64;

/// The source files of one project, by the classes they declare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectSources {
    /// The project's folder, as it was given or found.
    folder: Arc<Path>,
    files: Vec<KnownFile>,
    /// Indices into `files`, by the binary name of a class, `package.Outer$Inner`; modules can repeat each other's classes.
    classes: HashMap<Arc<str>, Vec<usize>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct KnownFile {
    /// Relative to the folder.
    path: Arc<Path>,
    fingerprint: u64,
}

impl ProjectSources {
    /// A project without files.
    pub fn new(folder: &Path) -> ProjectSources {
        ProjectSources { folder: Arc::from(folder), files: Vec::new(), classes: HashMap::new() }
    }

    /// Adds a file: its path relative to the folder, its text, the binary names of the classes that it declares. Of files
    /// with a class of one name, those added earlier are preferred.
    pub fn add<'a>(&mut self, path: Arc<Path>, text: &str, classes: impl Iterator<Item = &'a Arc<str>>) {
        let file = self.files.len();
        self.files.push(KnownFile { path, fingerprint: fingerprint(text) });
        for class in classes {
            let files = self.classes.entry(class.clone()).or_default();
            if files.last() != Some(&file) {
                files.push(file);
            }
        }
    }

    /// The project's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of this path, relative to the folder, if it is one of the project's.
    pub fn file(&self, path: &Path) -> Option<&Arc<Path>> {
        self.files.iter().map(|file| &file.path).find(|known| ***known == *path)
    }

    /// Whether a file's text is another one than when the project was read; false for files that are none of the project's.
    pub fn has_changed(&self, path: &Path, text: &str) -> bool {
        let known = self.files.iter().find(|file| *file.path == *path);
        known.is_some_and(|file| file.fingerprint != fingerprint(text))
    }

    /// The file that a frame's call stands in; none if the project has no source of its class. Where several modules have
    /// such a class, that of `module`, a path relative to the folder, is preferred.
    pub fn file_of_frame(&self, frame: &Frame<'_>, module: &str) -> Option<&Arc<Path>> {
        self.choose(frame.class, module, |path| {
            // Generated and woven classes name other files than those that declare the class.
            frame.file.is_none_or(|file| path.file_name().is_some_and(|name| name == file))
        })
    }

    /// The file that declares a class, given by its binary name.
    pub fn file_of_class(&self, class: &str, module: &str) -> Option<&Arc<Path>> {
        self.choose(class, module, |_| true)
    }

    fn choose(&self, class: &str, module: &str, fits: impl Fn(&Path) -> bool) -> Option<&Arc<Path>> {
        let files = self.declaring(class)?.iter().map(|&file| &self.files[file].path);
        let fitting: Vec<&Arc<Path>> = files.filter(|path| fits(path)).collect();
        let in_module = fitting.iter().find(|path| path.starts_with(module));
        in_module.or(fitting.first()).copied()
    }

    /// Anonymous and local classes, lambdas and proxies stand in the class around them.
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

/// Tells texts apart, within one run of the program.
fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{StackTrace, TraceLineKind};

    fn sources() -> ProjectSources {
        let mut sources = ProjectSources::new(Path::new("shop"));
        for (path, classes) in [
            ("core/src/main/java/a/Pen.java", &["a.Pen", "a.Pen$Cap", "a.Ink"][..]),
            ("tools/src/main/java/a/Pen.java", &["a.Pen"]),
            ("core/src/test/java/a/PenTest.java", &["a.PenTest"]),
        ] {
            let names: Vec<Arc<str>> = classes.iter().map(|name| Arc::from(*name)).collect();
            sources.add(Arc::from(Path::new(path)), "class", names.iter());
        }
        sources
    }

    fn file(frame: &str, module: &str) -> Option<String> {
        let trace = StackTrace(Arc::from(format!("a.PenTest::t\na.E: m\n\tat {frame}\n")));
        let lines = trace.parse();
        let Some(TraceLineKind::Frame(frame)) = lines.last().map(|line| &line.kind) else {
            panic!("{frame} is no frame")
        };
        sources().file_of_frame(frame, module).map(|path| path.display().to_string())
    }

    #[test]
    fn a_frame_is_in_the_file_that_declares_its_class() {
        let core = Some("core/src/main/java/a/Pen.java".to_owned());
        for frame in [
            "a.Pen.draw(Pen.java:3)",
            "app//a.Pen.draw(Pen.java:3)",
            "a.Pen$Cap.<init>(Pen.java:3)",
            "a.Pen$1.run(Pen.java:3)",
            "a.Pen$Cap$2Local.run(Pen.java:3)",
            "a.Pen$$Lambda$14/0x0000000800c8.run(Unknown Source)",
            "a.Ink.dry(Pen.java:9)",
            "a.Pen.draw(Native Method)",
        ] {
            assert_eq!(file(frame, "-"), core, "{frame}");
        }
        assert_eq!(file("a.Pen.draw(Pen.java:3)", "tools"), Some("tools/src/main/java/a/Pen.java".into()));
        assert_eq!(file("a.Pen.draw(Pen.java:3)", "too"), core, "a module is a whole folder");
    }

    #[test]
    fn what_a_trace_says_never_becomes_a_path() {
        for frame in [
            "a.Pen.draw(../../../etc/passwd:1)",
            "a.Pen.draw(/etc/passwd:1)",
            "etc.passwd.read(passwd:1)",
            "../../etc/passwd.read(passwd:1)",
            "core/src/main/java/a/Pen.java.draw(Pen.java:1)",
            "a.Pen.draw(Pen.kt:3)",
            "$.x(Pen.java:1)",
            "$$$.x(Pen.java:1)",
            "a.PenTestHelper.x(PenTest.java:1)",
        ] {
            assert_eq!(file(frame, "-"), None, "{frame}");
        }
        let long = format!("{}.x(Pen.java:1)", "$a".repeat(100_000));
        assert_eq!(file(&long, "-"), None);
        assert_eq!(sources().file(Path::new("core/src/main/java/a/../a/Pen.java")), None);
        assert_eq!(sources().file(Path::new("/etc/passwd")), None);
    }

    #[test]
    fn a_file_that_was_written_anew_has_changed() {
        let sources = sources();
        let path = Path::new("core/src/main/java/a/Pen.java");
        assert!(!sources.has_changed(path, "class"));
        assert!(sources.has_changed(path, "class "));
    }
}
