//! Files and packages that could not be loaded, as the runners of languages without a reader of their own
//! report them: as a test that is none.

use super::trace::Problem;
use crate::model::Phase;

/// The title under which Jest lists a file that it could not load, or in which there is no test.
const NOT_LOADED_BY_JEST: &str = "Test suite failed to run";

/// The beginning of the title under which jest-junit lists a hook that failed after the tests of a file.
const HOOKS_OF_JEST: &str = "Test execution failure: could be caused by test hooks";

/// The endings of files in JavaScript and TypeScript.
const SCRIPTS: [&str; 10] = ["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte"];

const LONGEST_ENDING: usize = 6;

/// The ends of the names under which a package of Go that does not compile is listed.
const NOT_BUILT: [&str; 2] = ["[build failed]", "[setup failed]"];

/// node's word for a test or a suite of which a hook failed.
const HOOK_FAILED: &str = "hookFailed";

/// Returns true for a test that stands for a file or a package that could not be loaded.
pub(crate) fn is_of_loading(class: &str, name: &str, problems: &[Problem<'_>]) -> bool {
    let name = name.trim();
    is_script(name)
        || [class.trim(), name].contains(&NOT_LOADED_BY_JEST)
        || is_package(name)
        || problems.iter().any(|problem| is_printed_by_jest(&problem.text) || is_printed_by_go(&problem.text))
}

/// Returns true for the name under which a package of Go that does not compile is listed.
pub(crate) fn is_package(name: &str) -> bool {
    NOT_BUILT.iter().any(|end| name.ends_with(end))
}

fn is_printed_by_jest(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    first.trim_start_matches(['●', ' ']) == NOT_LOADED_BY_JEST
}

fn is_printed_by_go(text: &str) -> bool {
    let line = text.trim();
    line.starts_with("FAIL\t") && !line.contains('\n') && NOT_BUILT.iter().any(|end| line.ends_with(end))
}

/// Returns true for a test that stands for the hooks of a file, by its name and the phase in
/// which it failed.
pub(crate) fn is_of_hooks(test: &str, phase: Phase) -> bool {
    let name = test.rsplit("::").next().unwrap_or(test).trim();
    is_of_hooks_of_jest(name) || matches!(phase, Phase::SetUp | Phase::TearDown) && is_script(name)
}

/// Returns true for that title, before which jest-junit may have the sign that joins titles.
fn is_of_hooks_of_jest(name: &str) -> bool {
    name.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(HOOKS_OF_JEST)
}

/// Returns the phase in which a test failed that stands for a hook: by its name, as Jest and Mocha write it,
/// or by node's word for the reason of the failure. A file failed so after its tests: what runs before them
/// fails each of them.
pub(crate) fn phase_of_hook(name: &str, reason: &str) -> Phase {
    let is_named = |words: [&str; 2]| words.iter().any(|words| name.contains(&format!("\"{words}\" hook")));
    if is_of_hooks_of_jest(name)
        || is_named(["after each", "after all"])
        || reason == HOOK_FAILED && is_script(name.trim())
    {
        Phase::TearDown
    } else if is_named(["before each", "before all"]) {
        Phase::SetUp
    } else {
        Phase::Test
    }
}

/// Returns true for the name of a hook that failed beside a test, as Mocha writes it: `Pen "after each" hook for "draws"`.
pub(crate) fn is_hook_of_test(test: &str) -> bool {
    ["\" hook for \"", "\" hook: "].iter().any(|words| test.contains(words))
}

fn has_blank(name: &str) -> bool {
    let has_ascii = name.bytes().any(|byte| byte.is_ascii_whitespace());
    has_ascii || !name.is_ascii() && name.contains(char::is_whitespace)
}

/// Returns true for the path of a script: Vitest and node name a test so that stands for its file.
pub(crate) fn is_script(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(path, ending)| {
        // A title ends with a dot now and then, and hardly ever with one of these.
        ending.len() <= LONGEST_ENDING && SCRIPTS.contains(&ending) && !path.is_empty() && !has_blank(name)
    })
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    fn is_loading(class: &str, name: &str, text: &'static str) -> bool {
        is_of_loading(class, name, &[Problem { text: Cow::Borrowed(text), ..Problem::default() }])
    }

    #[test]
    fn files_and_packages_that_were_not_loaded_are_told_from_tests() {
        for (class, name, text) in [
            ("test/ink.test.ts", "test/ink.test.ts", "Error: Cannot find module"),
            ("test", "/home/ada/ink/broken.test.mjs", "test failed"),
            (
                "Test suite failed to run",
                "lib/ink.test.js",
                "  ● Test suite failed to run\n\n    SyntaxError",
            ),
            ("lib/ink.test.js", " ", "  ● Test suite failed to run\n\n    SyntaxError"),
            ("ink/well", "[build failed]", "well/well_test.go:1:1: undefined: x"),
            ("ink/well", "TestMain", "FAIL\tink/well [setup failed]\n"),
        ] {
            assert!(is_loading(class, name, text), "{class} {name}");
        }
        for (class, name, text) in [
            ("test/ink.test.ts", "reads ink.ts", "AssertionError"),
            ("ink", "writes well.js and more", ""),
            ("ink/well", "TestBuild", "=== RUN TestBuild\nFAIL\tx [build failed]\n"),
            ("a.B", ".js", ""),
        ] {
            assert!(!is_loading(class, name, text), "{class} {name}");
        }
    }
}
