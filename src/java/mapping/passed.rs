//! The kinds of a test that passed: the form of each of its oracles, with the method under test.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::code::Code;
use super::focal::{Decision, FocalSearch, Tested};
use super::oracle::FoundOracle;
use super::{oracle_text, oracles};
use crate::java::index::{Index, MethodId};
use crate::java::syntax::Snippet;
use crate::model::{TestKind, Undecided, assertion_of};

impl Index {
    /// Returns the kinds of a passed test; none if it is not in the project. `class` and `method` are as in [`Index::locate`].
    pub(crate) fn passed_kinds(&self, class: &str, method: &str) -> BTreeSet<TestKind> {
        let Some((tested, test)) = self.test_method(class, method, &[]) else { return BTreeSet::new() };
        let about = self.about(tested, test);
        let snippet = Snippet::parse(self.source(test));
        let Some(code) = Code::of(self, test, &snippet) else { return BTreeSet::new() };
        let kind = |oracle| {
            let focal = decision(&code, &oracle, about);
            let category = Some(oracle.category);
            let statement = oracle_text(&code, &oracle, category);
            let source = focal.map_or("", |focal| self.source(focal));
            TestKind::new(oracle.category.expects_exception(), assertion_of(category, &statement), source)
        };
        oracles(&code).into_iter().map(kind).collect()
    }

    pub(crate) fn source_of(&self, class: &str, method: &str) -> Option<&str> {
        self.test_method(class, method, &[]).map(|(_, test)| self.source(test))
    }

    /// Returns true if no oracle of a test checks or follows a call of production code; None if the test is not in the project.
    pub(crate) fn calls_nothing(&self, class: &str, method: &str) -> Option<bool> {
        let (tested, test) = self.test_method(class, method, &[])?;
        if self.creates_production_object(test) {
            return Some(false);
        }
        let about = self.about(tested, test);
        let snippet = Snippet::parse(self.source(test));
        let code = Code::of(self, test, &snippet)?;
        let is_nothing = |oracle| decision(&code, &oracle, about) == Err(Undecided::NoProductionCall);
        Some(oracles(&code).into_iter().all(is_nothing))
    }

    /// Returns true if the text of a test names a class of production code behind `new`. Most tests do, and need not be parsed.
    fn creates_production_object(&self, test: MethodId) -> bool {
        let words = self.source(test).split(|c: char| !c.is_alphanumeric() && c != '_');
        let mut words = words.filter(|word| !word.is_empty());
        std::iter::from_fn(|| words.find(|word| *word == "new").and_then(|_| words.next()))
            .any(|name| self.resolve(name, test.class).is_some_and(|class| self.is_production(class)))
    }
}

/// Decides by all calls in and before an oracle, without a trace.
fn decision<'a>(code: &Code<'a>, oracle: &FoundOracle<'a>, tested: Tested) -> Decision {
    let search = FocalSearch { code, oracle, tested, seen: &RefCell::default() };
    let inside = search.inside().or_else(|| search.inside_helpers());
    inside.unwrap_or_else(|| search.before())
}
