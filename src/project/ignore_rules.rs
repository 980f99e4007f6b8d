//! The rules of `.gitignore` that are in force in a folder: those of its own file and of the files above it,
//! up to the root of the repository.
//!
//! The files are read here and not by the walk of the crate `ignore`, which opens whatever has the name: a
//! named pipe would hold it for ever, and a link to a device without end would fill the memory.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::regular_file::{self, Refused};

const NAME: &str = ".gitignore";

/// The number of bytes of the largest file of rules that is read.
const MAX_RULES_BYTES: u64 = 8 * 1024 * 1024;

#[derive(Debug, Clone)]
pub(crate) struct IgnoreRules {
    own: Gitignore,
    /// The rules of the folder above; None at the root of the repository.
    above: Option<Arc<IgnoreRules>>,
}

/// A file of rules that is not read, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RefusedRules {
    pub file: PathBuf,
    pub reason: String,
}

impl IgnoreRules {
    /// Reads the rules of a folder and of those above it. Files that can't be used are added to `refused`.
    pub(crate) fn around(folder: &Path, refused: &mut Vec<RefusedRules>) -> Arc<IgnoreRules> {
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let mut folders: Vec<&Path> = Vec::new();
        for above in real.ancestors() {
            folders.push(above);
            if above.join(".git").exists() {
                break;
            }
        }
        let mut rules: Option<Arc<IgnoreRules>> = None;
        for above in folders.into_iter().rev() {
            let shown = if above == real { folder } else { above };
            rules = Some(Arc::new(IgnoreRules { own: read(above, shown, refused), above: rules }));
        }
        rules.unwrap_or_else(|| Arc::new(IgnoreRules { own: Gitignore::empty(), above: None }))
    }

    /// Returns the rules of a folder in the one that has these; `shown` is its path in messages.
    pub(crate) fn of_folder(
        self: &Arc<Self>,
        folder: &Path,
        shown: &Path,
        refused: &mut Vec<RefusedRules>,
    ) -> Arc<IgnoreRules> {
        let above = (!folder.join(".git").exists()).then(|| Arc::clone(self));
        Arc::new(IgnoreRules { own: read(folder, shown, refused), above })
    }

    /// Returns true for a folder in the one that has these rules, if they exclude it, or if it is hidden and
    /// none names it.
    pub(crate) fn exclude(&self, folder: &Path) -> bool {
        let mut rules = Some(self);
        while let Some(IgnoreRules { own, above }) = rules {
            match own.matched(folder, true) {
                Match::Ignore(_) => return true,
                Match::Whitelist(_) => return false,
                Match::None => rules = above.as_deref(),
            }
        }
        folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
    }
}

fn read(folder: &Path, shown: &Path, refused: &mut Vec<RefusedRules>) -> Gitignore {
    let file = shown.join(NAME);
    match regular_file::read(&file, MAX_RULES_BYTES) {
        Ok(bytes) => rules(folder, &String::from_utf8_lossy(&bytes)),
        Err(error) => {
            if error.kind() != io::ErrorKind::NotFound || Refused::of(&error).is_some() {
                refused.push(RefusedRules { file, reason: error.to_string() });
            }
            Gitignore::empty()
        }
    }
}

/// Returns the rules of a text. Lines that are no patterns are left out, as git does.
fn rules(folder: &Path, text: &str) -> Gitignore {
    let mut builder = GitignoreBuilder::new(folder);
    for line in text.strip_prefix('\u{feff}').unwrap_or(text).lines() {
        drop(builder.add_line(None, line));
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::walk::tests::folder_with;

    #[test]
    fn the_nearest_rule_counts_up_to_the_root_of_the_repository() {
        let folder = folder_with([
            (".gitignore", "beyond\nout\n"),
            ("shop/.git/HEAD", ""),
            ("shop/.gitignore", "*.bak\nink/\nmade\n[\n!.kept\n"),
            ("shop/core/.gitignore", "!made\n/own\n"),
        ]);
        let shop = folder.path().canonicalize().expect("a folder").join("shop");
        let mut refused = Vec::new();
        let rules = IgnoreRules::around(&shop, &mut refused);
        let core = rules.of_folder(&shop.join("core"), &shop.join("core"), &mut refused);
        for (name, in_shop, in_core) in [
            ("ink", true, true),
            ("x.bak", true, true),
            ("made", true, false),
            ("own", false, true),
            (".hidden", true, true),
            (".kept", false, false),
            ("out", false, false),
        ] {
            let excluded = (rules.exclude(&shop.join(name)), core.exclude(&shop.join("core").join(name)));
            assert_eq!(excluded, (in_shop, in_core), "{name}");
        }
        assert_eq!(refused, []);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_told_and_neither_read_nor_waited_for() {
        use std::os::unix::fs::symlink;
        let folder =
            folder_with([("dangling/x", ""), ("device/x", ""), ("folder/.gitignore/x", ""), ("pipe/x", "")]);
        let at = |name: &str| folder.path().join(name).join(NAME);
        symlink("/dev/zero", at("device")).expect("a link");
        symlink("nowhere", at("dangling")).expect("a link");
        assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().expect("a program").success());
        for (name, reason) in [
            ("device", Some("it is not a regular file")),
            ("folder", Some("it is not a regular file")),
            ("pipe", Some("it is not a regular file")),
            ("dangling", Some("it is a symbolic link to a file that does not exist")),
        ] {
            let mut refused = Vec::new();
            let rules = IgnoreRules::around(&folder.path().join(name), &mut refused);
            assert!(!rules.exclude(&folder.path().join(name).join("target")));
            assert_eq!(refused.iter().map(|refused| &*refused.reason).next(), reason, "{name}");
        }
    }
}
