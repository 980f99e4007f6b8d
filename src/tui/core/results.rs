//! The owner of what was read besides the failures: where the results come from, when they were read, passed tests,
//! and the instances and approaches of an assessment.
//!
//! ```text
//! import ──Imported──▶ Cx::take_results ──▶ Results, Lists
//! ```

use std::collections::HashSet;
use std::mem;
use std::sync::Arc;

use super::action::{Imported, Progress as LoadProgress};
use crate::assess::inputs::Instance;
use crate::import::OtherTest;
use crate::model::{ClockTime, FailureId};
use crate::project::ProjectRunners;
use crate::tui::Cx;
use crate::tui::oracles::Approach;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Phase {
    Loading(LoadProgress),
    /// The failures are loaded; their ranking may still be computed.
    Ready,
}

impl Default for Phase {
    fn default() -> Phase {
        Phase::Loading(LoadProgress::default())
    }
}

#[derive(Debug, Default)]
pub struct Results {
    pub phase: Phase,
    pub input: String,
    /// False for results without any test, which say nothing.
    pub has_tests: bool,
    /// The failures whose test's file was edited after their report was written.
    pub edited: Arc<HashSet<FailureId>>,
    /// The local time at which the results were read, if it is known.
    pub read_at: Option<ClockTime>,
    /// True if the outcome of any failure on a fixed version is known.
    pub knows_outcomes: bool,
    /// The passed tests whose oracles must still be found in the sources.
    pub(crate) passed: Arc<Vec<OtherTest>>,
    pub(crate) finds_passed: bool,
    /// The test runners of the projects.
    pub(crate) runners: Arc<ProjectRunners>,
    pub(crate) instances: Arc<Vec<Instance>>,
    pub(crate) approaches: Arc<Vec<Approach>>,
}

impl Results {
    /// Returns true if the outcome of a failure on a fixed version, or a reference oracle, is known.
    pub(crate) fn knows_truth(&self) -> bool {
        !self.instances.is_empty() || self.knows_outcomes
    }

    fn take(&mut self, imported: &mut Imported) {
        *self = Results {
            phase: Phase::Ready,
            input: mem::take(&mut imported.input),
            has_tests: imported.has_tests,
            edited: mem::take(&mut imported.edited),
            read_at: imported.read_at,
            knows_outcomes: imported.groups.iter().any(|group| group.knows_truth),
            passed: mem::take(&mut imported.passed),
            finds_passed: false,
            runners: mem::take(&mut imported.runners),
            instances: mem::take(&mut imported.instances),
            approaches: mem::take(&mut imported.approaches),
        };
    }
}

impl Cx {
    /// Takes everything over that is the same for first and for reloaded results.
    pub(crate) fn take_results(&mut self, imported: &mut Imported) {
        self.results.take(imported);
        self.lists.take(imported);
        self.details.contrast = None;
        self.judging.counted.all_stale = true;
    }
}
