//! `--before`: results of an earlier run, with the labels beside them, for all commands that compare failures with them.

use std::collections::HashSet;
use std::path::PathBuf;

use clap::Args;

use super::{CliError, labels};
use crate::import::{self, Import, Input, Options, OtherTest, Outcome};
use crate::model::TestKey;
use crate::rank::{Earlier, Known};

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

    /// Reads the earlier runs, and the labels of this annotator, or of all people; None if no run is named.
    pub(super) fn read(&self, annotator: Option<&str>) -> Result<Option<Earlier>, CliError> {
        if !self.is_given() {
            return Ok(None);
        }
        let mut earlier = Earlier::default();
        for path in &self.before {
            let import =
                import::load_versions(&[Input::from(path.as_path())], &[], Options::default(), &|_| {})?;
            let (judgements, _) = labels::read(&import, None, annotator)?;
            let events = judgements.last_events(&import.corpus);
            let given: Vec<_> =
                events.iter().map(|event| event.and_then(|event| event.judgement.label)).collect();
            earlier.add(&import.corpus, &given);
        }
        Ok(Some(earlier))
    }

    /// Returns the counts of what is new and what is not, for people.
    pub(super) fn compared(&self, earlier: &Earlier, import: &Import, known: &[Known]) -> String {
        let passed: HashSet<TestKey<&str>> =
            import.others.iter().filter(|test| test.outcome == Outcome::Passed).map(OtherTest::key).collect();
        let counts = earlier.in_words(&import.corpus, known, &|test| passed.contains(test));
        let names: Vec<String> = self.before.iter().map(|path| path.display().to_string()).collect();
        format!("compared with {}: {counts}", names.join(", "))
    }
}
