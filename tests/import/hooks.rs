//! Failed hooks and fixtures of the runners of JavaScript: reports that real runners wrote of the project in
//! `tests/fixtures/javascript-runs/hooks`.

use std::path::Path;

use fossick::import::Options;
use fossick::model::{Failure, Phase};

use crate::folder::folder;
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

/// Vitest before 2 writes the tests of a suite whose `beforeAll` failed as if they had passed.
#[test]
fn the_source_tells_a_set_up_where_the_tests_of_its_suite_seem_to_have_run() {
    let test = "import { draw } from '../src/pen';\n\ndescribe('pen', () => {\n  let ink;\n  HOOK(() => { ink = draw(); });\n  it('draws', () => { expect(ink).toBe(1); });\n});\n";
    let report = "<testsuites name=\"vitest tests\"><testsuite name=\"test/pen.test.ts\"><testcase classname=\"test/pen.test.ts\" name=\"pen &gt; draws\"></testcase><testcase classname=\"test/pen.test.ts\" name=\"pen\"><failure message=\"dry\" type=\"Error\">Error: dry\n ❯ Module.draw src/pen.ts:1:32\n ❯ test/pen.test.ts:5:22</failure></testcase></testsuite></testsuites>";
    for (hook, phase) in [("beforeAll", Phase::SetUp), ("afterAll", Phase::TearDown)] {
        let folder = folder(&[
            ("package.json", "{\"name\": \"pens\"}"),
            ("src/pen.ts", "export function draw() { throw new Error('dry'); }\n"),
            ("test/pen.test.ts", &test.replace("HOOK", hook)),
            ("junit.xml", report),
        ]);
        let import = load_paths(&[folder.path()], Options::default()).expect("it can be read");
        assert_eq!(import.corpus.failures[0].phase, phase, "{hook}");
    }
}
