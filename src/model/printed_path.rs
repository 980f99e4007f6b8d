//! The file of the project that a report, a trace or a message names by a path, as it was printed on some machine.
//!
//! A path may be relative to any folder, absolute on another machine, or only a file's name. It is foreign
//! text: no part of it becomes a path, it only selects one of the project's files.

use std::path::Path;
use std::sync::Arc;

use super::{NoSourceFile, ProjectSources};

/// A path as it was printed, and what tells files of one name apart.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PrintedPath<'a> {
    /// The path as it was printed.
    pub path: &'a str,
    /// Texts such as the name of the test that failed: files in folders that they name are meant.
    pub hints: [&'a str; 2],
    /// The folder, relative to the project, of the report or of the test: files below it are meant.
    pub near: &'a str,
}

/// The number of parts of a path that are compared.
const MOST_PARTS: usize = 64;

impl ProjectSources {
    /// Finds the file that a printed path names.
    pub(crate) fn file_printed(&self, printed: PrintedPath<'_>) -> Result<&Arc<Path>, NoSourceFile> {
        let wanted = parts(printed.path);
        let Some(name) = wanted.first() else { return Err(NoSourceFile::Unknown) };
        let fitting: Vec<&Arc<Path>> = self
            .named(name)
            .filter(|file| {
                let own = file.iter().rev().map(|part| part.to_string_lossy());
                // One of them is the end of the other.
                own.zip(&wanted).all(|(own, wanted)| own == *wanted)
            })
            .collect();
        let words: Vec<&str> = printed
            .hints
            .iter()
            .flat_map(|hint| hint.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')))
            .collect();
        let closeness = |file: &Path| {
            let folders =
                file.parent().into_iter().flat_map(Path::iter).map(|folder| folder.to_string_lossy());
            let depth = file.iter().count();
            (
                depth.min(wanted.len()),
                depth == wanted.len(),
                !printed.near.is_empty() && file.starts_with(printed.near),
                folders.filter(|folder| words.contains(&&**folder)).count(),
            )
        };
        let most = fitting.iter().map(|file| closeness(file)).max();
        let mut nearest = fitting.into_iter().filter(|file| Some(closeness(file)) == most);
        match (nearest.next(), nearest.next()) {
            (None, _) => Err(NoSourceFile::Unknown),
            (Some(file), None) => Ok(file),
            _ => Err(NoSourceFile::Ambiguous),
        }
    }
}

/// Returns the parts of a printed path, the file's name first, without what only says where the project was.
fn parts(printed: &str) -> Vec<&str> {
    let path = printed.strip_prefix("file://").unwrap_or(printed);
    // What a bundler adds: `cart.ts?v=1`.
    let path = path.split('?').next().unwrap_or(path);
    let parts = path.rsplit(['/', '\\']).filter(|part| !matches!(*part, "" | "." | ".."));
    parts.take(MOST_PARTS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Modules;

    fn found(path: &str, test: &str, near: &str) -> Result<String, NoSourceFile> {
        let mut sources = ProjectSources::new(Path::new("shop"), Modules::default());
        for file in [
            "src/pen.test.ts",
            "packages/ink/src/pen.test.ts",
            "packages/nib/src/nib.test.ts",
            "a/main_test.go",
            "b/main_test.go",
        ] {
            sources.add_unread(Arc::from(Path::new(file)));
        }
        let file = sources.file_printed(PrintedPath { path, hints: [test, ""], near });
        file.map(|file| file.display().to_string().replace('\\', "/"))
    }

    #[test]
    fn a_path_of_another_machine_names_the_projects_file() {
        let nib = "packages/nib/src/nib.test.ts";
        for path in [nib, "./src/nib.test.ts", "nib.test.ts", "/ci/shop/packages/nib/src/nib.test.ts?v=3"] {
            assert_eq!(found(path, "", ""), Ok(nib.to_owned()), "{path}");
        }
        let windows = "file:///C:\\shop\\packages\\nib\\src\\nib.test.ts";
        assert_eq!(found(windows, "", ""), Ok(nib.to_owned()));
        assert_eq!(found("/ci/other/lib/nib.test.ts", "", ""), Err(NoSourceFile::Unknown), "another folder");
        assert_eq!(found("/ci/shop/src/pen.test.ts", "", ""), Ok("src/pen.test.ts".to_owned()));
        assert_eq!(found("", "", ""), Err(NoSourceFile::Unknown));
    }

    #[test]
    fn of_files_with_one_name_the_nearest_is_meant() {
        assert_eq!(found("src/pen.test.ts", "", ""), Ok("src/pen.test.ts".to_owned()), "the whole path");
        assert_eq!(found("pen.test.ts", "", "packages/ink"), Ok("packages/ink/src/pen.test.ts".to_owned()));
        assert_eq!(
            found("main_test.go", "example.org/shop/b::TestMain", ""),
            Ok("b/main_test.go".to_owned())
        );
        assert_eq!(found("main_test.go", "TestMain", ""), Err(NoSourceFile::Ambiguous));
    }
}
