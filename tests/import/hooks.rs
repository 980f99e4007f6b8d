//! Failed hooks and fixtures of the runners of JavaScript: reports that real runners wrote of the project in
//! `tests/fixtures/javascript-runs/hooks`.

use std::path::Path;

use fossick::import::Options;
use fossick::model::{Failure, Phase};

use crate::support::load_paths;

/// Returns the failures of a runner's report: phase, test, the hook that is shown first with its place, and what else is shown.
fn hooks(runner: &str) -> Vec<String> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/javascript-runs/hooks").join(runner);
    let options = Options { strict: true, ..Options::default() };
    let import = load_paths(&[&folder.join("junit.xml")], options).expect("it can be read");
    let line = |failure: &Failure| {
        let phase = match failure.phase {
            Phase::SetUp => "set-up",
            Phase::TearDown => "tear-down",
            _ => "test",
        };
        let hook = failure.called().first().map_or_else(String::new, |hook| {
            let first = hook.source.lines().next().unwrap_or("").trim();
            format!("{} at {}:{}: {first}", hook.name, hook.location.file, hook.location.line)
        });
        let focal = failure.focal_method.lines().next().unwrap_or("").trim();
        format!("{phase} | {} | {hook} | {focal}", failure.test)
    };
    let mut lines: Vec<String> = import.corpus.failures.iter().map(line).collect();
    lines.sort();
    lines
}

#[test]
fn failed_hooks_of_every_runner_of_javascript_are_shown_with_their_code() {
    let runners = ["vitest", "jest", "mocha", "node", "playwright"];
    let lines = runners.map(|runner| format!("{runner}\n{}", hooks(runner).join("\n")));
    insta::assert_snapshot!(lines.join("\n\n"));
}
