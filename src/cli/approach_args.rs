//! The approaches that `evaluate` reads: inputs whose truth is known, with their features.

use std::collections::BTreeSet;
use std::mem::take;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::Args;

use super::approaches::{ApproachError, PlannedApproach, in_approaches, plan};
use super::load::named_or_here;
use super::verdicts::{TruthSource, check_verdicts, labelled_truth};
use super::{CliError, FixedArgs, FlakyArgs, ReadingArgs, named, numbers};
use crate::evaluate::known_truth;
use crate::features::{Definition, corpus_features};
use crate::import::{self, Input};
use crate::model::{Corpus, FeatureVector, Truth};
use crate::rank::DEFAULT_SEEDS;
use crate::report::check;

/// The arguments.
#[derive(Debug, Args)]
pub(super) struct ApproachArgs {
    /// Results with truth, a run each: together one approach, but for run folders, of which each generator is one [default: those in
    /// this folder]
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// An approach and its runs: paths or quoted patterns, the first with a name in front; repeatable
    #[arg(long = "approach", value_name = "NAME=PATH", num_args = 1..)]
    approaches: Vec<String>,
    #[command(flatten)]
    fixed: FixedArgs,
    #[command(flatten)]
    flaky: FlakyArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    /// What says which failed tests are true positives
    #[arg(long, value_enum, default_value_t = TruthSource::Fixed)]
    pub(super) truth: TruthSource,
    /// The label journal, with `--truth labels` [default: those of all annotators, which lie with the results]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
    /// The Ks of Found@K
    #[arg(long = "k", value_name = "K,…", value_delimiter = ',', default_value = "1,3,5,10", value_parser = numbers::top, allow_negative_numbers = true)]
    ks: Vec<NonZeroUsize>,
    /// Average over seeds 0 to N - 1: the scores for one list, and where lists per seed are evaluated, their figures
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEEDS, value_parser = numbers::seeds, allow_negative_numbers = true)]
    pub(super) seeds: NonZeroU32,
    /// Which reading of the features: `paper`, or `teval-plus` as the paper's replication package computes them
    #[arg(long, value_name = "NAME", default_value_t, value_parser = named::definition(), hide_possible_values = true)]
    pub(super) definition: Definition,
}

/// An approach that was read, and what is known of its failures.
pub(super) struct KnownApproach {
    pub(super) name: String,
    pub(super) corpus: Corpus,
    /// One per failure.
    pub(super) verdicts: Vec<Option<Truth>>,
    /// One per failure.
    pub(super) features: Vec<FeatureVector>,
}

impl ApproachArgs {
    /// Does something with every approach, one after the other: the texts of one are not kept while the next is read. `remarks`
    /// are for whoever reads the figures.
    pub(super) fn for_each<T>(
        &self,
        remarks: &mut Vec<String>,
        mut work: impl FnMut(KnownApproach) -> T,
    ) -> Result<Vec<T>, CliError> {
        if self.labels.is_some() && self.truth != TruthSource::Labels {
            return Err(CliError::Expected(
                "--labels is read with --truth labels only: give both".to_owned(),
            ));
        }
        let inputs =
            if self.approaches.is_empty() { named_or_here(&self.inputs)? } else { self.inputs.clone() };
        let planned = plan(&inputs, &self.approaches).map_err(|error| expected(&error))?;
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut done = Vec::with_capacity(planned.len());
        for approach in &planned {
            for known in self.read(approach, remarks)? {
                if !names.insert(known.name.clone()) {
                    return Err(expected(&ApproachError::SameName(known.name)));
                }
                done.push(work(known));
            }
        }
        Ok(done)
    }

    /// Ascending, each once, with `others`.
    pub(super) fn ks(&self, others: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let asked = self.ks.iter().map(|k| k.get()).chain(others);
        asked.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Several where the lines of plain inputs name their approaches.
    fn read(
        &self,
        planned: &PlannedApproach,
        remarks: &mut Vec<String>,
    ) -> Result<Vec<KnownApproach>, CliError> {
        let inputs: Vec<Input> = planned.inputs.iter().map(|path| Input::from(path.as_path())).collect();
        let fixed = self.fixed.inputs();
        let mut import = import::load_versions(&inputs, &fixed, self.reading.into(), &|_| {})?;
        remarks.extend(self.flaky.apply(&mut import));
        if import.unusable().next().is_some() {
            let losses = check::losses(&import).unwrap_or_default();
            remarks.push(format!("{losses}; `fossick check` says which"));
        }
        let approaches = in_approaches(planned, &import).map_err(|error| expected(&error))?;
        let mut verdicts = match self.truth {
            TruthSource::Fixed => known_truth(&import.corpus),
            TruthSource::Labels => labelled_truth(&import, self.labels.as_deref(), remarks)?,
        };
        let known = approaches.into_iter().map(|(name, runs)| {
            let (corpus, verdicts) = if runs.len() == import.corpus.runs.len() {
                (take(&mut import.corpus), take(&mut verdicts))
            } else {
                let (corpus, kept) = import.corpus.of_runs(&runs);
                (corpus, kept.into_iter().map(|failure| verdicts[failure]).collect())
            };
            check_verdicts(&name, &verdicts, self.truth)?;
            let features = corpus_features(&corpus, self.definition);
            Ok(KnownApproach { name, corpus, verdicts, features })
        });
        known.collect()
    }
}

/// Converts an error that the input or the command line causes.
pub(super) fn expected(error: &dyn std::error::Error) -> CliError {
    CliError::Expected(error.to_string())
}
