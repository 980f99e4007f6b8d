//! Naming conventions of Java projects: test folders, and the class that a test class is named after.

use std::path::Path;

use super::{ClassId, Index};

const FRAMEWORKS: &str = "org.junit. junit. org.testng. org.hamcrest. org.assertj. com.google.common.truth. org.mockito. \
    org.evosuite.";

/// Returns true if the source root that contains the file at `path`, relative to the project, is one of tests.
///
/// A root ends where the folders of the package begin, so a package named `test` does not count. If the folders above don't
/// decide, a file that imports a test framework is a test, except below `src/main`.
pub(super) fn is_of_tests<'a>(
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
    let source_set = folders.iter().rposition(|folder| *folder == "src").and_then(|src| folders.get(src + 1));
    let mut imports_framework =
        || imports.any(|import| FRAMEWORKS.split(' ').any(|framework| import.starts_with(framework)));
    match source_set {
        Some(&"main") => false,
        Some(set) if is_test(set) => true,
        _ => folders.iter().any(|folder| is_test(folder)) || imports_framework(),
    }
}

fn is_test(folder: &str) -> bool {
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

const ENDINGS: [&str; 6] = ["_ESTest", "TestCase", "Tests", "Test", "ITCase", "IT"];

/// Returns `Foo` for `FooTest`, `FooTests`, `TestFoo`, `Foo_ESTest`; none for other names.
pub(crate) fn tested_name(simple_name: &str) -> Option<&str> {
    let ending = ENDINGS.iter().find_map(|ending| simple_name.strip_suffix(ending));
    let name = ending.or_else(|| simple_name.strip_prefix("Test"))?;
    (!name.is_empty()).then_some(name)
}

/// Returns true if the annotations before a method mark it as a test: `@Test`, `@ParameterizedTest`, `@TestFactory`.
pub(in crate::lang::java) fn marks_test(source: &str) -> bool {
    let annotations = source.split('(').next().unwrap_or("").trim_start();
    annotations.starts_with('@')
        && annotations.split('@').any(|annotation| {
            let name = annotation.split(|c: char| !c.is_alphanumeric() && c != '.').next().unwrap_or("");
            name.contains("Test") || name.ends_with("Property")
        })
}

impl Index {
    /// Returns the production class that `test`, or else the class around it, is named after: of its package, or imported.
    pub(in crate::lang::java) fn class_under_test(&self, test: ClassId) -> Option<ClassId> {
        let name = &self.class(test).name;
        let package = &self.file(test).package;
        let local = name.strip_prefix(package.as_str()).unwrap_or(name).trim_start_matches('.');
        local.rsplit('$').find_map(|simple| {
            let tested = tested_name(simple)?;
            let qualified =
                if package.is_empty() { tested.to_owned() } else { format!("{package}.{tested}") };
            let beside = self.classes_named(&qualified).iter().copied();
            beside.chain(self.resolve(tested, test)).find(|class| self.is_production(*class))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::index;
    use super::*;

    fn of(path: &str, package: &str, import: &str) -> bool {
        is_of_tests(Path::new(path), package, std::iter::once(import))
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
            assert!(of(path, package, "java.util.List"), "{path}");
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
            assert!(!of(path, package, "java.util.List"), "{path}");
        }
    }

    #[test]
    fn imports_decide_if_folders_do_not() {
        assert!(of("src/a/BTest.java", "a", "org.junit.Test"));
        assert!(!of("src/main/java/a/BRule.java", "a", "org.junit.Rule"), "a library for tests");
    }

    #[test]
    fn tests_are_named_after_the_tested_class() {
        for (test, tested) in [
            ("PenTest", Some("Pen")),
            ("PenTests", Some("Pen")),
            ("TestPen", Some("Pen")),
            ("Pen_ESTest", Some("Pen")),
            ("PenTestCase", Some("Pen")),
            ("Test", None),
            ("Drawing", None),
        ] {
            assert_eq!(tested_name(test), tested, "{test}");
        }
    }

    #[test]
    fn the_class_under_test_is_in_the_same_package_or_imported() {
        let index = index(&[
            ("src/main/java/a/Pen.java", "package a; class Pen { }"),
            ("src/main/java/b/Pen.java", "package b; class Pen { }"),
            ("src/main/java/b/Ink.java", "package b; class Ink { }"),
            (
                "src/test/java/b/PenTest.java",
                "package b; class PenTest { class WhenDry { } class InkTest { } }",
            ),
            ("src/test/java/c/PenTest.java", "package c; class PenTest { }"),
            ("src/test/java/c/InkTest.java", "package c; import b.Ink; class InkTest { }"),
        ]);
        let tested = |name: &str| {
            index
                .class_under_test(index.classes_named(name)[0])
                .map(|class| index.class(class).name.to_string())
        };
        assert_eq!(tested("b.PenTest").as_deref(), Some("b.Pen"));
        assert_eq!(tested("b.PenTest$WhenDry").as_deref(), Some("b.Pen"));
        assert_eq!(tested("b.PenTest$InkTest").as_deref(), Some("b.Ink"));
        assert_eq!(tested("c.PenTest"), None);
        assert_eq!(tested("c.InkTest").as_deref(), Some("b.Ink"), "it is imported");
    }
}
