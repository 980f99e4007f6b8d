//! The names of methods, each parsed only once even if many tests share its source.
//!
//! Threads that rank groups, or find signatures, share one [`MethodNames`]: most groups of a project test the same methods.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::method_name;

/// The names of methods by their source, as returned by `method_name`.
#[derive(Debug)]
pub struct MethodNames<'a> {
    /// Divided by source length, so that threads rarely wait for each other.
    names: [Mutex<HashMap<&'a str, Arc<str>, foldhash::fast::RandomState>>; 64],
}

impl Default for MethodNames<'_> {
    fn default() -> Self {
        MethodNames { names: std::array::from_fn(|_| Mutex::default()) }
    }
}

impl<'a> MethodNames<'a> {
    /// Returns the name of a method; empty if there is none.
    pub(crate) fn get(&self, source: &'a str) -> Arc<str> {
        let names = || {
            // A panic in another thread has already ended the program.
            self.names[source.len() % self.names.len()].lock().unwrap_or_else(PoisonError::into_inner)
        };
        let known = names().get(source).cloned();
        known.unwrap_or_else(|| {
            // The lock is not held while parsing.
            let name: Arc<str> = method_name(source).into();
            names().insert(source, Arc::clone(&name));
            name
        })
    }

    /// Returns the names of several methods, parsed on all cores.
    pub(crate) fn of_all(&self, sources: &[&'a str]) -> Vec<Arc<str>> {
        sources.par_iter().with_min_len(64).map(|source| self.get(source)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_source_has_its_name() {
        let names = MethodNames::default();
        let sources =
            ["int size() { return 0; }", "int head() { return 0; }", "", "int size() { return 0; }"];
        assert_eq!(
            names.of_all(&sources).iter().map(|name| &**name).collect::<Vec<_>>(),
            ["size", "head", "", "size"]
        );
    }
}
