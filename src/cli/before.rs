//! `--before`: results of an earlier run, with the labels beside them, for all commands that compare failures with them.

use std::path::PathBuf;

use clap::Args;

use super::args::load;
use super::{CliError, labels};
use crate::import::{Import, Input, Options, Reading};
use crate::rank::Earlier;

#[derive(Debug, Clone, Args)]
pub(super) struct BeforeArgs {
    /// Results of an earlier run, of any format, with the labels beside them: says of each failure whether it is new, and what was
    /// judged of failures like it; in one list over all groups, what was judged comes last. Repeatable
    #[arg(long = "before", value_name = "PATH")]
    before: Vec<PathBuf>,
}

impl BeforeArgs {
    pub(super) fn is_given(&self) -> bool {
        !self.before.is_empty()
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
    pub(super) fn read(&self, annotator: Option<&str>) -> Result<Option<Earlier>, CliError> {
        if !self.is_given() {
            return Ok(None);
        }
        let mut earlier = Earlier::default();
        for path in &self.before {
            let import = load(&Reading { inputs: vec![Input::from(path.as_path())], ..Reading::default() })?;
            let (judgements, _) = labels::read(&import, None, annotator)?;
            let events = judgements.last_events(&import.corpus);
            let given: Vec<_> =
                events.iter().map(|event| event.and_then(|event| event.judgement.label)).collect();
            earlier.add(path.display().to_string(), &import.corpus, &given);
        }
        Ok(Some(earlier))
    }
}
