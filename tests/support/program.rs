//! The program as a command, without the configuration of the user who runs the tests.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// Returns a command for fossick with an empty configuration.
pub fn fossick() -> Command {
    // A folder of the build without a configuration.
    fossick_in(Path::new(env!("CARGO_TARGET_TMPDIR")))
}

/// Runs the program with these arguments.
pub fn output(arguments: &[&str]) -> Output {
    fossick().args(arguments).output().expect("the program can be started")
}

/// Standard output of a run that must succeed without a word on standard error.
pub fn printed(arguments: &[&str]) -> String {
    let output = output(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The same, of a report as JSON.
pub fn object(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[arguments, &["--format", "json"]].concat())).expect("JSON")
}

/// fossick, to be run with the configuration in `fossick/config.toml` of this folder.
pub fn fossick_in(config: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fossick"));
    for (name, _) in std::env::vars_os() {
        let is_own =
            name.to_str().is_some_and(|name| name.starts_with("FOSSICK_") && name != "FOSSICK_CORPUS");
        if is_own {
            command.env_remove(name);
        }
    }
    // The tests of the list over all groups ask for it.
    command.env("XDG_CONFIG_HOME", config).env("FOSSICK_ACROSS", "false");
    command
}
