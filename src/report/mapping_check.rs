//! The part of `fossick check` about the mapping from failed tests to the sources of their project.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::import::Import;
use crate::model::text::{number, sanitize};
use crate::model::{FocalLocation, OracleCategory};

/// Counts of a run's failed tests by what the sources tell about them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct MappingCheck {
    /// Their own source was found.
    tests: usize,
    /// The kind of the test's oracle, by the paper's names: of the one that failed, or, where the test died before any, of the
    /// only one it has.
    oracle_categories: BTreeMap<&'static str, usize>,
    /// Their source was found, but the kind of the oracle can't be told.
    oracle_undecided: usize,
    /// The focal method was found.
    focal_methods: usize,
    /// Why it could not be told, and how often.
    focal_undecided: BTreeMap<String, usize>,
}

impl MappingCheck {
    /// Of the run with this index; none if its input has no sources.
    pub(super) fn of(import: &Import, run: usize) -> Option<MappingCheck> {
        let mut counts = MappingCheck::default();
        let groups = import.corpus.groups.iter().filter(|group| group.run == run);
        for &failure in groups.flat_map(|group| &group.failures) {
            let failure = &import.corpus.failures[failure];
            if failure.location.is_none() {
                continue;
            }
            counts.tests += 1;
            match failure.category.map(OracleCategory::name) {
                Some(name) => *counts.oracle_categories.entry(name).or_default() += 1,
                None => counts.oracle_undecided += 1,
            }
            match &failure.focal_location {
                FocalLocation::At(_) => counts.focal_methods += 1,
                FocalLocation::Undecided(reason) => {
                    // What stands behind the colon is of one test.
                    let kind = reason.split(':').next().unwrap_or(reason);
                    *counts.focal_undecided.entry(kind.to_owned()).or_default() += 1;
                }
                FocalLocation::Unknown => {}
            }
        }
        (counts.tests > 0).then_some(counts)
    }

    /// For a person.
    pub(super) fn text(&self, out: &mut impl Write) -> io::Result<()> {
        let undecided: usize = self.focal_undecided.values().sum();
        let rows = [
            (self.tests, "with the test's own source"),
            (self.tests - self.oracle_undecided, "with the kind of their oracle"),
            (self.focal_methods, "with the focal method"),
        ];
        writeln!(out, "\n  the sources tell of the failed tests")?;
        for (count, what) in rows {
            writeln!(out, "    {:>7}   {what}", number(count))?;
        }
        let mut kinds: Vec<(&&str, &usize)> = self.oracle_categories.iter().collect();
        kinds.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), **name));
        writeln!(
            out,
            "\n  their oracles: the one that failed, or the only one of a test that died before it"
        )?;
        for (name, count) in kinds {
            writeln!(out, "    {:>7}   {name}", number(*count))?;
        }
        if self.oracle_undecided > 0 {
            writeln!(out, "    {:>7}   can't be told", number(self.oracle_undecided))?;
        }
        if undecided > 0 {
            writeln!(out, "\n  focal methods that can't be told, and count as empty")?;
            for (reason, count) in &self.focal_undecided {
                writeln!(out, "    {:>7}   {}", number(*count), sanitize(reason))?;
            }
        }
        Ok(())
    }
}
