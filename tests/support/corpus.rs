//! The folder of real results that the environment variable `FOSSICK_CORPUS` names.

#![allow(unreachable_pub, reason = "each test file includes it as its own")]

use std::path::PathBuf;

/// Returns the folder of the real results; None, with a line on standard error, if nothing names one.
///
/// # Panics
/// If one of the files or folders that a test needs is not in it.
pub fn corpus(needed: &[&str]) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("FOSSICK_CORPUS").filter(|folder| !folder.is_empty()) else {
        eprintln!("skipped: FOSSICK_CORPUS is not set");
        return None;
    };
    let folder = PathBuf::from(folder);
    for name in needed {
        assert!(
            folder.join(name).exists(),
            "FOSSICK_CORPUS is {}, but {name} is not in it: name the folder of the real results, or unset it to skip \
             this test",
            folder.display()
        );
    }
    Some(folder)
}
