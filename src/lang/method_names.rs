//! The names of methods, each parsed only once even if many tests share its source, or groups, in several threads.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::method_name;
use crate::model::{Failure, Language};
use crate::parallel;

type Names<'a> = HashMap<(Language, &'a str), Arc<str>, foldhash::fast::RandomState>;

/// The names of methods by their language and source, as returned by `method_name`.
#[derive(Debug, Default)]
pub struct MethodNames<'a> {
    /// Divided by source length, so that threads rarely wait for each other.
    names: [Mutex<Names<'a>>; 32],
}

impl<'a> MethodNames<'a> {
    /// Returns the name of a failure's focal method; empty if there is none.
    pub(crate) fn get(&self, failure: &'a Failure) -> Arc<str> {
        let (language, source) = (failure.language, &*failure.focal_method);
        let names = || {
            // A panic in another thread has already ended the program.
            self.names[source.len() % self.names.len()].lock().unwrap_or_else(PoisonError::into_inner)
        };
        let known = names().get(&(language, source)).cloned();
        known.unwrap_or_else(|| {
            // The lock is not held while parsing.
            let name: Arc<str> = method_name(source, language).into();
            names().insert((language, source), Arc::clone(&name));
            name
        })
    }

    pub(crate) fn of_all(&self, failures: &[&'a Failure]) -> Vec<Arc<str>> {
        parallel::map(failures, |failure| self.get(failure))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_source_has_its_name() {
        let sources = [
            ("int size() { return 0; }", Language::Java),
            ("int head() { return 0; }", Language::Java),
            ("", Language::Java),
            ("int size() { return 0; }", Language::Java),
            ("def size(self):\n    return 0", Language::Python),
        ];
        let failures = sources.map(|(source, language)| Failure {
            focal_method: source.into(),
            language,
            ..Failure::default()
        });
        let names = MethodNames::default();
        let found = names.of_all(&failures.each_ref());
        assert_eq!(
            found.iter().map(|name| &**name).collect::<Vec<_>>(),
            ["size", "head", "", "size", "size"]
        );
    }
}
