//! The folder of real results that the environment variable `FOSSICK_CORPUS` names.

#![allow(unreachable_pub, reason = "each test file includes it as its own")]

use std::path::PathBuf;

/// Returns the folder of the real results.
///
/// # Panics
/// If nothing names it, or if one of the files or folders that a test needs is not in it.
pub fn corpus(needed: &[&str]) -> PathBuf {
    let folder = std::env::var_os("FOSSICK_CORPUS").filter(|folder| !folder.is_empty());
    let folder = folder.map(PathBuf::from).expect("FOSSICK_CORPUS names the folder of the real results");
    for name in needed {
        assert!(
            folder.join(name).exists(),
            "FOSSICK_CORPUS is {}, but {name} is not in it: name the folder of the real results, or leave out \
             --include-ignored",
            folder.display()
        );
    }
    folder
}
