//! Code of tests is told from production code: by the names that each language gives to files, folders and
//! classes of tests.
//!
//! ```text
//! a path ──────────────────────────────────▶ is_test_code ──▶ a row of the table, by the file's ending
//! a class of a JVM or .NET, without a path ─▶ is_test_class
//! a source of Java, with its package ───────▶ is_in_test_root
//! ```
//!
//! Helpers and fixtures of tests are of tests too. Everybody asks here, but for `rank::signature::version_1`,
//! which keeps what version 1.0 answered, and for readers that ask which files a runner takes for tests.

use std::path::Path;

use super::javascript;

/// The convention of a language.
struct Convention {
    /// The endings of its files; empty in the last row, which is that of every other language.
    endings: &'static [&'static str],
    /// The folders that have only what belongs to tests.
    folders: &'static [&'static str],
    /// Returns true for the name of a file of tests.
    is_test_name: fn(&str) -> bool,
}

const TABLE: [Convention; 3] = [
    Convention { endings: &["py"], folders: &["test", "tests", "testing"], is_test_name: is_test_module },
    Convention {
        endings: &javascript::ENDINGS,
        folders: &["test", "tests", "__tests__", "__mocks__", "spec", "specs", "e2e", "cypress"],
        is_test_name,
    },
    Convention {
        endings: &[],
        folders: &["test", "tests", "spec", "specs", "__tests__", "e2e", "features", "androidTest"],
        is_test_name,
    },
];

/// Returns true for a file of tests or of what belongs to them, by its path in the project, with slashes.
pub(crate) fn is_test_code(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let mut rows = TABLE.iter();
    rows.find(|row| row.endings.contains(&ending) || row.endings.is_empty()).is_some_and(|row| {
        (row.is_test_name)(name) || folders.split('/').any(|folder| row.folders.contains(&folder))
    })
}

/// Returns true for the name of a module of tests in Python.
fn is_test_module(name: &str) -> bool {
    name.starts_with("test") || name.ends_with("_test.py") || name == "conftest.py"
}

fn is_test_name(name: &str) -> bool {
    const STEMS: [&str; 2] = ["test", "tests"];
    const STARTS: [&str; 2] = ["test_", "test-"];
    const PARTS: [&str; 4] = [".test.", ".spec.", ".e2e.", ".cy."];
    #[rustfmt::skip]
    const ENDS: [&str; 12] =
        ["_test", "_tests", "_spec", "-test", "-tests", "-spec", "Test", "Tests", "TestCase", "Spec", "Cest", "Cept"];
    /// Files that have nothing else than tests, such as the features of Cucumber.
    const ENDINGS: [&str; 4] = [".feature", ".robot", ".bats", ".t"];
    let stem = name.split('.').next().unwrap_or(name);
    STEMS.contains(&stem)
        || STARTS.iter().any(|start| stem.starts_with(start))
        || ENDS.iter().any(|end| stem.ends_with(end))
        || PARTS.iter().any(|part| name.contains(part))
        || ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// The endings of the names of test classes.
const CLASS_ENDINGS: [&str; 7] = ["_ESTest", "TestCase", "Tests", "Test", "Spec", "ITCase", "IT"];

/// Returns true for the name of a test class, without its package.
pub(crate) fn is_test_class(name: &str) -> bool {
    CLASS_ENDINGS.iter().any(|ending| name.ends_with(ending))
        || name.strip_prefix("Test").is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

/// Returns `Foo` for `FooTest`, `FooTests`, `TestFoo`, `Foo_ESTest`; none for other names.
pub(crate) fn tested_name(class: &str) -> Option<&str> {
    let ending = CLASS_ENDINGS.iter().find_map(|ending| class.strip_suffix(ending));
    let name = ending.or_else(|| class.strip_prefix("Test"))?;
    (!name.is_empty()).then_some(name)
}

const FRAMEWORKS_OF_JAVA: [&str; 8] = [
    "org.junit.",
    "junit.",
    "org.testng.",
    "org.hamcrest.",
    "org.assertj.",
    "com.google.common.truth.",
    "org.mockito.",
    "org.evosuite.",
];

/// The words in the name of a module that has what other modules' tests use.
const OF_HELPERS: [&str; 6] = ["util", "utils", "support", "helper", "helpers", "fixtures"];

/// Returns true if the source root that contains a file of Java, at `path` relative to the project, is one of tests.
///
/// A root ends where the folders of the package begin, so a package named `test` does not count. If the
/// folders above don't decide, a file that imports a test framework is a test; below `src/main` only in a
/// module whose name says that it is for tests.
pub(crate) fn is_in_test_root<'a>(
    path: &Path,
    package: &str,
    mut imports: impl Iterator<Item = &'a str>,
) -> bool {
    let mut folders: Vec<&str> =
        path.parent().into_iter().flat_map(Path::iter).map(|folder| folder.to_str().unwrap_or("")).collect();
    for part in package.split('.').rev() {
        if folders.last() != Some(&part) {
            break;
        }
        folders.pop();
    }
    // The folder between `src` and `java` is the source set of a module, whatever the module is named.
    let source = folders.iter().rposition(|folder| *folder == "src");
    let source_set = source.and_then(|source| folders.get(source + 1));
    let module = source.and_then(|source| folders.get(source.checked_sub(1)?));
    let mut imports_framework =
        || imports.any(|import| FRAMEWORKS_OF_JAVA.iter().any(|framework| import.starts_with(framework)));
    match source_set {
        Some(&"main") => module.is_some_and(|module| {
            is_test_root(module)
                && (words(module).any(|word| OF_HELPERS.contains(&word)) || imports_framework())
        }),
        Some(set) if is_test_root(set) => true,
        _ => folders.iter().any(|folder| is_test_root(folder)) || imports_framework(),
    }
}

fn is_test_root(folder: &str) -> bool {
    matches!(folder, "it" | "itest" | "junit" | "testng")
        || words(folder).any(|word| matches!(word, "test" | "tests" | "Test" | "Tests"))
}

/// Splits `integrationTest`, `evosuite-tests`, `src_test` into words.
fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphanumeric()).flat_map(|part| {
        let mut starts: Vec<usize> =
            part.char_indices().filter(|(_, c)| c.is_uppercase()).map(|(at, _)| at).collect();
        starts.insert(0, 0);
        starts.push(part.len());
        starts.windows(2).map(|pair| &part[pair[0]..pair[1]]).collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_names_its_files_of_tests() {
        for file in [
            "src/pen.test.ts",
            "pen.spec.jsx",
            "test.js",
            "pen_test.js",
            "pen-test.mjs",
            "a/__tests__/b/c.js",
            "e2e/a.ts",
            "pen.cy.ts",
            "test_pen.py",
            "ink/testing/fakes.py",
            "conftest.py",
            "ink/testutil.py",
            "pen_test.go",
            "spec/pen_spec.rb",
            "spec/support/inks.rb",
            "tests/pen.rs",
            "src/pen/tests.rs",
            "PenTest.kt",
            "PenCest.php",
            "a/pen.feature",
        ] {
            assert!(is_test_code(file), "{file}");
        }
        for file in [
            "src/pen.ts",
            "contest.js",
            "src/latest.js",
            "testing.js",
            "src/features/pen.tsx",
            "ink/contest.py",
            "ink/pen.py",
            "src/latest.rs",
            "inspector.go",
        ] {
            assert!(!is_test_code(file), "{file}");
        }
    }

    #[test]
    fn classes_of_tests_are_known_by_their_names() {
        for class in ["PenTest", "PenTests", "Pen_ESTest", "PenIT", "PenSpec", "TestPen", "PenTestCase"] {
            assert!(is_test_class(class), "{class}");
        }
        for class in ["Pen", "Testament", "Contest", "PenTester"] {
            assert!(!is_test_class(class), "{class}");
        }
    }

    fn is_in_test_root_of(path: &str, package: &str, import: &str) -> bool {
        is_in_test_root(Path::new(path), package, std::iter::once(import))
    }

    #[test]
    fn folders_decide() {
        for (path, package) in [
            ("src/test/java/a/B.java", "a"),
            ("core/src/integrationTest/java/a/B.java", "a"),
            ("src/testFixtures/java/a/B.java", "a"),
            ("test/a/B.java", "a"),
            ("evosuite-tests/a/B.java", "a"),
            ("src/java/test/a/B.java", "a"),
            ("src/it/java/a/B.java", "a"),
            ("target/generated-test-sources/a/B.java", "a"),
        ] {
            assert!(is_in_test_root_of(path, package, "java.util.List"), "{path}");
        }
        for (path, package) in [
            ("src/main/java/a/B.java", "a"),
            ("src/a/B.java", "a"),
            ("a/test/B.java", "a.test"),
            ("src/main/java/test/B.java", "test"),
            ("test-tools/src/main/java/a/B.java", "a"),
            ("latest/a/B.java", "a"),
            ("B.java", ""),
        ] {
            assert!(!is_in_test_root_of(path, package, "java.util.List"), "{path}");
        }
    }

    #[test]
    fn imports_decide_if_folders_do_not() {
        assert!(is_in_test_root_of("src/a/BTest.java", "a", "org.junit.Test"));
        assert!(
            !is_in_test_root_of("src/main/java/a/BRule.java", "a", "org.junit.Rule"),
            "a library for tests"
        );
        let helper = "pens-test-util/src/main/java/a/DrawingTestCase.java";
        assert!(is_in_test_root_of(helper, "a", "java.util.List"), "helpers of other modules' tests");
        let kit = "pens-test-kit/src/main/java/a/DrawingTestCase.java";
        assert!(is_in_test_root_of(kit, "a", "org.junit.Assert"));
        assert!(!is_in_test_root_of(kit, "a", "java.util.List"), "it may be what the project is about");
    }
}
