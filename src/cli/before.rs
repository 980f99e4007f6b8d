//! `--before`: results of an earlier run, with the labels beside them, for all commands that compare failures
//! with them.

use std::path::PathBuf;

use clap::Args;

use super::args::load;
use super::{CliError, expected, labels};
use crate::import::{self, Import, Input, Options, Reading};
use crate::rank::Earlier;

#[derive(Debug, Clone, Args)]
pub(super) struct BeforeArgs {
    /// Results of an earlier run, of any format, with the labels beside them: says of each failure whether it
    /// is new, and what was judged of failures like it; in one list over all groups, what was judged comes
    /// last. Repeatable
    #[arg(long = "before", value_name = "PATH")]
    before: Vec<PathBuf>,
}

impl BeforeArgs {
    pub(super) fn is_given(&self) -> bool {
        !self.before.is_empty()
    }

    /// Returns an error if results of an earlier run are read as current ones too: a folder in a project is
    /// searched with it, and its reports would be cells of a matrix.
    pub(super) fn are_apart_from(&self, current: &Reading) -> Result<(), CliError> {
        if !self.is_given() {
            return Ok(());
        }
        let read = import::files(current).unwrap_or_default();
        let read: Vec<PathBuf> = read.into_iter().filter_map(|file| file.canonicalize().ok()).collect();
        for earlier in &self.before {
            let Ok(folder) = earlier.canonicalize() else { continue };
            if folder.is_dir() && read.iter().any(|file| file.starts_with(&folder)) {
                let name = earlier.display();
                return Err(expected(format!(
                    "{name} is in the folder whose results are the current ones, so that its reports would be current ones too: \
                     move it out of that folder (mv {name} ../{}), or name the report of the current run",
                    earlier.file_name().unwrap_or_default().display()
                )));
            }
        }
        Ok(())
    }

    /// Reads the results of the earlier runs.
    pub(super) fn imports(&self, options: Options) -> Result<Vec<Import>, CliError> {
        self.before
            .iter()
            .map(|path| {
                load(&Reading { inputs: vec![Input::from(path.as_path())], options, ..Reading::default() })
            })
            .collect()
    }

    /// Reads the earlier runs, and the labels of this annotator, or of all people; None if no run is named.
    pub(super) fn read(
        &self,
        annotator: Option<&str>,
        current: &Reading,
    ) -> Result<Option<Earlier>, CliError> {
        if !self.is_given() {
            return Ok(None);
        }
        self.are_apart_from(current)?;
        let mut earlier = Earlier::default();
        for path in &self.before {
            let import = load(&Reading { inputs: vec![Input::from(path.as_path())], ..Reading::default() })?;
            let (judgements, _) = labels::read(&import, None, annotator)?;
            let events = judgements.last_events(&import.corpus);
            let given: Vec<_> =
                events.iter().map(|event| event.and_then(|event| event.judgement.verdict())).collect();
            earlier.add(path.display().to_string(), &import.corpus, &given);
        }
        Ok(Some(earlier))
    }
}
