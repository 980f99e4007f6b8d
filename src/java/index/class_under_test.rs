//! The class that a test class is named after.

use super::{ClassId, Index};

const ENDINGS: [&str; 6] = ["_ESTest", "TestCase", "Tests", "Test", "ITCase", "IT"];

/// `Foo` for `FooTest`, `FooTests`, `TestFoo`, `Foo_ESTest`; none if the name says nothing.
fn tested_name(simple_name: &str) -> Option<&str> {
    let ending = ENDINGS.iter().find_map(|ending| simple_name.strip_suffix(ending));
    let name = ending.or_else(|| simple_name.strip_prefix("Test"))?;
    (!name.is_empty()).then_some(name)
}

impl Index {
    /// The production class that `test` is named after; for a nested test class, the one that the class around it is named
    /// after. A class of the same package is preferred; in others, there must be only one of that name.
    pub(in crate::java) fn class_under_test(&self, test: ClassId) -> Option<ClassId> {
        let name = &self.class(test).name;
        let package = &self.file(test).package;
        let local = name.strip_prefix(package.as_str()).unwrap_or(name).trim_start_matches('.');
        local.rsplit('$').find_map(|simple| {
            let tested = tested_name(simple)?;
            let qualified =
                if package.is_empty() { tested.to_owned() } else { format!("{package}.{tested}") };
            let beside = self.classes_named(&qualified).iter().find(|class| self.is_production(**class));
            beside.copied().or_else(|| {
                let mut elsewhere = self
                    .by_simple_name
                    .get(tested)?
                    .iter()
                    .copied()
                    .filter(|class| self.is_production(*class));
                let found = elsewhere.next()?;
                elsewhere.next().is_none().then_some(found)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::index;
    use super::*;

    #[test]
    fn tests_are_named_after_what_they_test() {
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
    fn the_class_beside_it_is_preferred() {
        let index = index(&[
            ("src/main/java/a/Pen.java", "package a; class Pen { }"),
            ("src/main/java/b/Pen.java", "package b; class Pen { }"),
            ("src/main/java/b/Ink.java", "package b; class Ink { }"),
            (
                "src/test/java/b/PenTest.java",
                "package b; class PenTest { class WhenDry { } class InkTest { } }",
            ),
            ("src/test/java/c/PenTest.java", "package c; class PenTest { }"),
            ("src/test/java/c/TestInk.java", "package c; class TestInk { }"),
        ]);
        let tested = |name: &str| {
            index
                .class_under_test(index.classes_named(name)[0])
                .map(|class| index.class(class).name.to_string())
        };
        assert_eq!(tested("b.PenTest").as_deref(), Some("b.Pen"));
        assert_eq!(tested("b.PenTest$WhenDry").as_deref(), Some("b.Pen"));
        assert_eq!(tested("b.PenTest$InkTest").as_deref(), Some("b.Ink"));
        assert_eq!(tested("c.PenTest"), None, "there are two of that name");
        assert_eq!(tested("c.TestInk").as_deref(), Some("b.Ink"));
    }
}
