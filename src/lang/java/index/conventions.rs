//! Naming conventions of Java projects: the class that a test class is named after.

use super::{ClassId, Index, MethodId};
use crate::model::Phase;
use crate::trace::test_code::tested_name;

/// Returns true if the annotations before a method mark it as a test: `@Test`, `@ParameterizedTest`, `@TestFactory`.
pub(in crate::lang::java) fn marks_test(source: &str) -> bool {
    annotations(source).any(|name| name.contains("Test") || name.ends_with("Property"))
}

/// Returns the names of the annotations before a method.
fn annotations(source: &str) -> impl Iterator<Item = &str> {
    let before = source.split('(').next().unwrap_or("").trim_start();
    let parts = before.starts_with('@').then(|| before.split('@')).into_iter().flatten();
    parts.map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '.').next().unwrap_or(""))
}

/// The annotations of methods that run before tests, in JUnit and TestNG.
const BEFORE: [&str; 8] = [
    "Before",
    "BeforeEach",
    "BeforeAll",
    "BeforeClass",
    "BeforeMethod",
    "BeforeTest",
    "BeforeSuite",
    "BeforeGroups",
];

impl Index {
    /// Returns the phase of a method that runs before or after tests: its annotations say so, or its name as
    /// in JUnit 3, or it makes the object of a test. None for any other method.
    pub(in crate::lang::java) fn phase_of(&self, method: MethodId) -> Option<Phase> {
        let declared = self.method(method);
        let mut names = annotations(self.source(method)).map(|name| name.rsplit('.').next().unwrap_or(name));
        let annotated = names.find_map(|name| match name.strip_prefix("After") {
            _ if BEFORE.contains(&name) => Some(Phase::SetUp),
            Some(rest) => BEFORE.iter().any(|before| before.ends_with(rest)).then_some(Phase::TearDown),
            None => None,
        });
        annotated.or(match &*declared.name {
            "setUp" => Some(Phase::SetUp),
            "tearDown" => Some(Phase::TearDown),
            _ if declared.is_constructor => Some(Phase::SetUp),
            _ => None,
        })
    }

    /// Returns the production class that `test`, or else the class around it, is named after: of its package,
    /// or imported.
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
    fn methods_that_run_before_and_after_tests_are_known() {
        for (method, phase) in [
            ("@BeforeEach void open() { }", Some(Phase::SetUp)),
            ("@org.junit.BeforeClass public static void open() { }", Some(Phase::SetUp)),
            ("@Deprecated @BeforeMethod(alwaysRun = true) void open() { }", Some(Phase::SetUp)),
            ("protected void setUp() { }", Some(Phase::SetUp)),
            ("PenTest() { }", Some(Phase::SetUp)),
            ("@AfterEach void close() { }", Some(Phase::TearDown)),
            ("@After public void close() { }", Some(Phase::TearDown)),
            ("@Override protected void tearDown() { }", Some(Phase::TearDown)),
            ("@Afterwards void close() { }", None),
            ("@Test void draws() { }", None),
            ("void helper() { }", None),
        ] {
            let index = index(&[("src/test/java/PenTest.java", &format!("class PenTest {{ {method} }}"))]);
            let class = index.classes_named("PenTest")[0];
            let found = index.declared(class).next().and_then(|(id, _)| index.phase_of(id));
            assert_eq!(found, phase, "{method}");
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
