//! The source file that a frame's call is in.

use std::path::Path;
use std::sync::Arc;

use crate::model::{NoSourceFile, PrintedPath, ProjectSources};
use crate::trace::Frame;
use crate::trace::javascript::is_javascript;

impl ProjectSources {
    /// Finds the file that a frame's call is in, as code of `module` sees it.
    pub(crate) fn file_of_frame(&self, frame: &Frame<'_>, module: &str) -> Result<&Arc<Path>, NoSourceFile> {
        // A frame of Python or JavaScript names its file by the path in the project.
        let named = frame
            .file
            .filter(|file| file.strip_suffix(".py").is_some() || is_javascript(file))
            .map(Path::new);
        if let Some(file) = named.and_then(|file| self.file(file)) {
            return Ok(file);
        }
        let declaring = self.nearest(frame.class, module, |path| {
            // Generated and woven classes name other files than those that declare the class.
            frame.file.is_none_or(|file| path.file_name().is_some_and(|name| name == file))
        });
        match (declaring, frame.file) {
            (Err(NoSourceFile::Unknown), Some(file)) => {
                // In other languages of the JVM.
                self.file_printed(PrintedPath { path: file, hints: [frame.class, ""], near: "" })
            }
            (declaring, _) => declaring,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Modules, StackTrace};
    use crate::trace::TraceLineKind;

    fn sources() -> ProjectSources {
        let mut modules = Modules::default();
        modules.add("core".to_owned(), []);
        modules.add("tools".to_owned(), []);
        modules.add("tools/more".to_owned(), []);
        modules.add("shop".to_owned(), ["till".to_owned()]);
        modules.add("till".to_owned(), ["core".to_owned()]);
        let mut sources = ProjectSources::new(Path::new("shop"), modules);
        for (path, classes) in [
            ("core/src/main/java/a/Pen.java", &["a.Pen", "a.Pen$Cap", "a.Ink"][..]),
            ("tools/src/main/java/a/Pen.java", &["a.Pen"]),
            ("tools/more/src/main/java/a/Pen.java", &["a.Pen"]),
            ("core/src/test/java/a/PenTest.java", &["a.PenTest"]),
        ] {
            let names: Vec<Arc<str>> = classes.iter().map(|name| Arc::from(*name)).collect();
            sources.add(Arc::from(Path::new(path)), "class", names.iter());
        }
        sources
    }

    fn file(frame: &str, module: &str) -> Result<String, NoSourceFile> {
        let trace = StackTrace(Arc::from(format!("a.PenTest::t\na.E: m\n\tat {frame}\n")));
        let lines = trace.parse();
        let Some(TraceLineKind::Frame(frame)) = lines.last().map(|line| &line.kind) else {
            panic!("{frame} is no frame")
        };
        sources().file_of_frame(frame, module).map(|path| path.display().to_string())
    }

    #[test]
    fn a_frame_is_in_the_file_that_declares_its_class() {
        let core = Ok("core/src/main/java/a/Pen.java".to_owned());
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
            assert_eq!(file(frame, "core"), core, "{frame}");
        }
    }

    #[test]
    fn the_file_nearest_to_the_module_is_preferred() {
        let pen = "a.Pen.draw(Pen.java:3)";
        for (module, owner) in
            [("core", "core"), ("tools", "tools"), ("tools/more", "tools/more"), ("shop", "core")]
        {
            assert_eq!(file(pen, module), Ok(format!("{owner}/src/main/java/a/Pen.java")), "{module}");
        }
        for module in ["-", "too", "elsewhere"] {
            assert_eq!(file(pen, module), Err(NoSourceFile::Ambiguous), "{module}");
            assert_eq!(file("a.Ink.dry(Pen.java:9)", module), file("a.Ink.dry(Pen.java:9)", "core"));
        }
    }

    #[test]
    fn a_trace_never_becomes_a_path() {
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
            assert_eq!(file(frame, "-"), Err(NoSourceFile::Unknown), "{frame}");
        }
        let long = format!("{}.x(Pen.java:1)", "$a".repeat(100_000));
        assert_eq!(file(&long, "-"), Err(NoSourceFile::Unknown));
        assert_eq!(sources().file(Path::new("core/src/main/java/a/../a/Pen.java")), None);
        assert_eq!(sources().file(Path::new("/etc/passwd")), None);
    }

    #[test]
    fn a_rewritten_file_has_changed() {
        let sources = sources();
        let path = Path::new("core/src/main/java/a/Pen.java");
        assert!(!sources.has_changed(path, "class"));
        assert!(sources.has_changed(path, "class "));
    }
}
