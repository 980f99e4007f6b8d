//! The one path from named inputs to an [`Import`], for commands and for the workbench.

use super::error::ImportError;
use super::input::{Input, Progress};
use super::{Import, Options, load_versions};
use crate::project::{Base, ChangesError, mark_changes};

/// The results to read.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The results, each as a run of one version.
    pub inputs: Vec<Input>,
    /// The results of a fixed version, all together.
    pub fixed: Vec<Input>,
    /// The options for reading them.
    pub options: Options,
    /// Removes flaky failures: they are neither shown nor counted by any feature.
    pub without_flaky: bool,
    /// The version that the sources are compared with, if changes are asked for.
    pub changes: Option<Base>,
}

/// An error of the inputs, or of the version that they are compared with.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each is named for where it comes from")]
pub enum ReadingError {
    #[error(transparent)]
    Import(#[from] ImportError),
    #[error(transparent)]
    Changes(#[from] ChangesError),
}

impl Reading {
    /// Reads the results. `progress` is called for every chunk, from several threads.
    pub(crate) fn read(&self, progress: &(dyn Fn(Progress) + Sync)) -> Result<Import, ReadingError> {
        let mut import = load_versions(&self.inputs, &self.fixed, self.options, progress)?;
        if self.without_flaky {
            import.leave_out_flaky();
        }
        if let Some(base) = &self.changes {
            mark_changes(&mut import.corpus, base)?;
        }
        Ok(import)
    }
}
