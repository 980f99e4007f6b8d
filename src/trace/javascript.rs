//! Paths of JavaScript and TypeScript in traces: whose code a file is.

use super::Origin;

/// The name that the importer gives to the failure of a test that passed and had to fail.
pub(crate) const UNEXPECTED_PASS: &str = "UnexpectedPass";

/// The exception of a test that took too long.
pub(crate) const TEST_TIMEOUT: &str = "TestTimeout";

/// The endings of files of JavaScript and TypeScript.
pub(crate) const ENDINGS: [&str; 8] = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"];

/// The packages that run tests, or that check, replace or translate code in them; `*` stands for any ending.
const FRAMEWORKS: [&str; 27] = [
    "vitest",
    "@vitest",
    "vite",
    "vite-node",
    "jest",
    "jest-*",
    "@jest",
    "expect",
    "mocha",
    "chai",
    "sinon",
    "playwright",
    "playwright-core",
    "@playwright",
    "jasmine*",
    "tinypool",
    "tinyspy",
    "tap",
    "ava",
    "uvu",
    "@testing-library",
    "ts-jest",
    "@babel",
    "babel-jest",
    "esbuild",
    "ts-node",
    "tsx",
];

/// The folder in which packages are installed.
const INSTALLED: &str = "node_modules/";

/// Returns true for the name of a file of JavaScript or TypeScript.
pub(crate) fn is_javascript(file: &str) -> bool {
    // Every frame of a JVM is asked: the last letter answers for nearly all of them.
    file.ends_with(['s', 'x']) && file.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

/// Code that is not the project's: the word for it where a JVM writes the module, its origin, and its path there.
pub(crate) struct Foreign<'p> {
    pub word: &'static str,
    pub path: &'p str,
}

/// Returns what code at a path is that is not the project's; None for any other path.
pub(crate) fn foreign(path: &str) -> Option<Foreign<'_>> {
    if let Some(path) = path.strip_prefix("node:") {
        return Some(Foreign { word: "node", path });
    }
    if path.starts_with("internal/") || path.starts_with("async_hooks") || path.starts_with("bun:") {
        return Some(Foreign { word: "node", path });
    }
    let mut folders = path.rmatch_indices(INSTALLED);
    let (start, _) = folders.find(|(at, _)| *at == 0 || path[..*at].ends_with('/'))?;
    let path = &path[start + INSTALLED.len()..];
    let package = path.split('/').next().unwrap_or(path);
    let is_framework = FRAMEWORKS.iter().any(|known| match known.strip_suffix('*') {
        Some(start) => package.starts_with(start),
        None => package == *known,
    });
    Some(Foreign { word: if is_framework { "framework" } else { "library" }, path })
}

/// Returns the origin of code in a file of the project, by its path and by the class of the test, which is its file.
pub(super) fn origin(file: &str, test_class: &str) -> Origin {
    let is_own = file.strip_suffix(test_class).filter(|_| !test_class.is_empty());
    if is_own.is_some_and(|rest| rest.is_empty() || rest.ends_with('/')) {
        Origin::Test
    } else {
        Origin::Project
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_code_is_known_by_its_path() {
        for (path, word, rest) in [
            ("node:internal/timers", "node", "internal/timers"),
            ("/x/node_modules/jest-circus/build/a.js", "framework", "jest-circus/build/a.js"),
            ("node_modules/.pnpm/@vitest+a@1/node_modules/@vitest/a/b.js", "framework", "@vitest/a/b.js"),
            ("node_modules/react-dom/cjs/a.js", "library", "react-dom/cjs/a.js"),
        ] {
            let found = foreign(path).expect("foreign");
            assert_eq!((found.word, found.path), (word, rest), "{path}");
        }
        assert!(foreign("src/my_node_modules/a.js").is_none());
    }
}
