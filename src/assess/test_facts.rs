//! The facts about a whole test that its source alone tells.

use super::kinds::kinds;
use super::similarity::Definition;
use super::structure::{Metrics, measure_snippet};
use super::variants::{Variant, calls_custom_assertion, variant};
use crate::java::Snippet;
use crate::model::{Language, OracleCategory};
use crate::python;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TestFacts {
    /// None for a text without a method, or with one that is nested too deep.
    pub(crate) metrics: Option<Metrics>,
    /// The kinds of its oracles; empty for a text that is no test.
    pub(crate) kinds: Vec<OracleCategory>,
    pub(crate) variant: Variant,
    /// True if it calls an assertion method that is none of a framework's.
    pub(crate) has_custom_assertion: bool,
    pub(crate) language: Language,
}

impl TestFacts {
    pub(crate) fn of(source: &str, definition: Definition) -> TestFacts {
        if let Some(kinds) = python::oracle_kinds(source) {
            // The metrics, custom assertions and the rule of TOGBench's script are for Java.
            return TestFacts {
                metrics: None,
                variant: variant(&kinds),
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
            variant: variant(&of_tree),
            has_custom_assertion: !of_tree.is_empty() && calls_custom_assertion(&test),
            kinds: match definition {
                Definition::Paper => of_tree,
                Definition::Package => kinds(&test, definition),
            },
            language: Language::Java,
        }
    }
}
