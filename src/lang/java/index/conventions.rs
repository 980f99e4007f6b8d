//! Naming conventions of Java projects: the class that a test class is named after.

use super::{ClassId, Index};
use crate::trace::test_code::tested_name;

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
