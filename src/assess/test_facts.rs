//! The facts about a whole test that its source alone tells. Its variant is one of `TOGBench`: tests with
//! several oracles of one sort, of both sorts, or with the project's own assertions.

use strum::IntoStaticStr;

use super::kinds::kinds;
use super::similarity::Definition;
use super::structure::{Metrics, measure_snippet};
use crate::lang::java::Snippet;
use crate::lang::python;
use crate::lang::syntax::descendants;
use crate::model::{Language, OracleCategory};

pub(crate) struct TestFacts {
    /// None for a text without a method, or with one that is nested too deep.
    pub(crate) metrics: Option<Metrics>,
    /// The kinds of its oracles; empty for a text that is no test.
    pub(crate) kinds: Vec<OracleCategory>,
    /// None for a language whose oracles are not read.
    pub(crate) variant: Option<Variant>,
    pub(crate) has_custom_assertion: bool,
    pub(crate) language: Language,
}

impl TestFacts {
    /// Returns the facts of a test whose language, if it is given, has no such measures.
    pub(crate) fn of(source: &str, definition: Definition, language: Option<Language>) -> TestFacts {
        if let Some(language) = language {
            let (metrics, kinds, variant, has_custom_assertion) = (None, Vec::new(), None, false);
            return TestFacts { metrics, kinds, variant, has_custom_assertion, language };
        }
        if let Some(kinds) = python::oracle_kinds(source) {
            // The metrics, custom assertions and the rule of TOGBench's script are for Java.
            return TestFacts {
                metrics: None,
                variant: Some(variant(&kinds)),
                has_custom_assertion: false,
                kinds: if definition == Definition::Paper { kinds } else { Vec::new() },
                language: Language::Python,
            };
        }
        let test = Snippet::parse(source);
        // The variants have no other definition.
        let of_tree = kinds(&test, Definition::Paper);
        TestFacts {
            metrics: measure_snippet(&test),
            variant: Some(variant(&of_tree)),
            has_custom_assertion: !of_tree.is_empty() && calls_custom_assertion(&test),
            kinds: match definition {
                Definition::Paper => of_tree,
                Definition::Package => kinds(&test, definition),
            },
            language: Language::Java,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Variant {
    /// At most one assertion and one check for an exception, but not both.
    Single,
    /// At least two assertions, or at least two checks for exceptions.
    Multiple,
    /// At least one of each.
    Mixed,
}

impl Variant {
    pub(crate) const ALL: [Variant; 3] = [Variant::Single, Variant::Multiple, Variant::Mixed];

    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

/// The assertion methods of JUnit, TestNG, Hamcrest, AssertJ and Truth.
#[rustfmt::skip]
const KNOWN: [&str; 33] = [
    "assertAll", "assertArrayEquals", "assertDoesNotThrow", "assertEquals", "assertEqualsDeep",
    "assertEqualsNoOrder", "assertFalse", "assertInstanceOf", "assertIterableEquals", "assertLinesMatch",
    "assertNotEquals", "assertNotEqualsDeep", "assertNotNull", "assertNotSame", "assertNull", "assertSame",
    "assertSoftly", "assertThat", "assertThatCode", "assertThatException", "assertThatExceptionOfType",
    "assertThatIllegalArgumentException", "assertThatIllegalStateException", "assertThatIOException",
    "assertThatNoException", "assertThatNullPointerException", "assertThatObject", "assertThatThrownBy",
    "assertThrows", "assertThrowsExactly", "assertTimeout", "assertTimeoutPreemptively", "assertTrue",
];

pub(super) fn variant(kinds: &[OracleCategory]) -> Variant {
    let no_checks = [OracleCategory::AssertionOnly, OracleCategory::FailOnly, OracleCategory::NoException];
    let assertions = kinds.iter().filter(|kind| **kind == OracleCategory::AssertionOnly).count();
    let checks = kinds.iter().filter(|kind| !no_checks.contains(kind)).count();
    match (assertions, checks) {
        (1.., 1..) => Variant::Mixed,
        (2.., _) | (_, 2..) => Variant::Multiple,
        _ => Variant::Single,
    }
}

/// Returns true if a test calls an assertion method that is none of a framework's.
pub(super) fn calls_custom_assertion(test: &Snippet) -> bool {
    // Searching for the word is much faster than walking through the tree.
    test.source().contains("assert")
        && descendants(test.root()).any(|node| {
            let call = Some(node).filter(|node| node.kind() == "method_invocation");
            let name = call.and_then(|call| call.child_by_field_name("name"));
            let name = name.map(|name| test.text(name)).unwrap_or_default();
            name.starts_with("assert") && !KNOWN.contains(&name)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assess::{Definition, TestFacts};

    #[test]
    fn checks_of_a_caught_exception_belong_to_the_oracle_that_caught_it() {
        use OracleCategory::{AssertionOnly, MustThrow, MustThrowWithProperties};
        let kinds = |test: &str| TestFacts::of(test, Definition::Paper, None).kinds;
        let java = |body: &str| kinds(&format!("@Test void t() {{ {body} }}"));
        let caught = "EmptyPen e = assertThrows(EmptyPen.class, () -> pen.draw());";
        assert_eq!(
            java(&format!("{caught} assertEquals(\"dry\", e.getMessage());")),
            [MustThrowWithProperties]
        );
        let message =
            "String said = e.getMessage(); assertEquals(\"dry\", said); assertTrue(said.isBlank());";
        assert_eq!(java(&format!("{caught} {message}")), [MustThrowWithProperties]);
        assert_eq!(java(&format!("{caught} assertTrue(pen.isDry());")), [MustThrow, AssertionOnly]);
        assert_eq!(
            java(
                "Throwable e = catchThrowable(() -> pen.draw()); assertThat(e).isInstanceOf(EmptyPen.class);"
            ),
            [MustThrow]
        );
        assert_eq!(java("thrown.expect(EmptyPen.class); pen.draw();"), [MustThrow]);
        let with_message = "thrown.expect(EmptyPen.class); thrown.expectMessage(\"dry\"); pen.draw();";
        assert_eq!(java(with_message), [MustThrowWithProperties]);
        assert_eq!(
            java("server.expect(once()); pen.draw(); assertTrue(b);"),
            [AssertionOnly],
            "it is no rule"
        );
        let python = "def test_t():\n    with pytest.raises(EmptyPen) as e:\n        pen.draw()\n    said = str(e.value)\n    assert said\n    assert pen.dry\n";
        assert_eq!(kinds(python), [MustThrowWithProperties, AssertionOnly]);
    }

    #[test]
    fn tests_of_several_oracles_are_variants() {
        let throws = "try { f(); fail(); } catch (E e) { }";
        for (body, expected) in [
            (String::new(), (Variant::Single, false)),
            ("assertTrue(a);".to_owned(), (Variant::Single, false)),
            ("assertTrue(a); assertSorted(b);".to_owned(), (Variant::Multiple, true)),
            (format!("{throws} {throws}"), (Variant::Multiple, false)),
            (format!("assertTrue(a); {throws}"), (Variant::Mixed, false)),
            (format!("assertTrue(a); assertTrue(b); {throws}"), (Variant::Mixed, false)),
        ] {
            let facts = TestFacts::of(&format!("@Test void t() {{ {body} }}"), Definition::Paper, None);
            assert_eq!((facts.variant.expect("it is Java"), facts.has_custom_assertion), expected, "{body}");
        }
    }
}
