//! Arguments that several subcommands share: inputs and how they are read, and the ranking.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use clap::Args;

use super::{CliError, tell, value_parser};
use crate::config::numbers;
use crate::features::{Definition, corpus_features};
use crate::import::{self, Import, ImportError, Input, Options};
use crate::model::text::plural;
use crate::model::{Corpus, FeatureVector, Ranking};
use crate::rank::{DEFAULT_SEEDS, Ranker, rank_corpus};
use crate::report;

/// Real executed results: how they were made is in `assets/demo/README.md`.
pub(super) const DEMO: &[u8] = include_bytes!("../../assets/demo/demo.jsonl");

/// The inputs that most subcommands take, and how strictly they are read.
#[derive(Debug, Clone, Args)]
pub(super) struct InputArgs {
    /// Results: a TEval+ table or run folder, Defects4J logs, JUnit XML (a report, a folder, a project, a pattern in
    /// quotes), or JSON Lines; `-` is standard input [default: those in this folder]
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub fixed: FixedArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// The results of another version.
#[derive(Debug, Clone, Args)]
pub(super) struct FixedArgs {
    /// Results of a fixed version (of any kind; another branch, another checkout): failed tests that pass there are true
    /// positives, those that fail there false ones; repeatable, for several runs of that version
    #[arg(long = "fixed", value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

impl FixedArgs {
    pub(super) fn inputs(&self) -> Vec<Input> {
        self.paths.iter().map(|path| Input::from(path.as_path())).collect()
    }
}

/// The option that leaves out flaky tests.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct FlakyArgs {
    /// Leave out flaky tests, which failed and passed on the same version, before features and ranks are computed
    #[arg(long)]
    pub no_flaky: bool,
}

impl FlakyArgs {
    /// Removes flaky tests if that was asked for; returns a remark with their number.
    pub(super) fn apply(self, import: &mut Import) -> Option<String> {
        let left_out = if self.no_flaky { import.leave_out_flaky() } else { 0 };
        (left_out > 0).then(|| format!("left out {}, as --no-flaky asks", plural(left_out, "flaky failure")))
    }
}

/// The options of reading inputs.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct ReadingArgs {
    /// Stop at the first record that can't be used, instead of reporting and skipping it
    #[arg(long)]
    pub strict: bool,
    /// Join a run folder's raw parts, even where its finished tables exist
    #[arg(long)]
    pub rebuild: bool,
}

/// The options of ranking failures.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct RankingArgs {
    /// The order of the failures of a group: isolation-forest, extended-isolation-forest, diversified, random,
    /// input-order
    #[arg(long, value_name = "NAME", default_value_t, value_parser = value_parser::ranker(), hide_possible_values = true)]
    pub ranker: Ranker,
    /// Average the scores of seeds 0 to N - 1; N is at most 1000, for every seed is held in memory
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEEDS, value_parser = numbers::seeds, allow_negative_numbers = true)]
    pub seeds: NonZeroU32,
    /// The definition of the features: `paper`, or `teval-plus` as the paper's replication package computes them
    #[arg(long, value_name = "NAME", default_value_t, value_parser = value_parser::definition(), hide_possible_values = true)]
    pub definition: Definition,
}

impl RankingArgs {
    /// Returns the features of all failures, and the ranking of each group.
    pub(super) fn rank(self, corpus: &Corpus) -> (Vec<FeatureVector>, Vec<Ranking>) {
        let features = corpus_features(corpus, self.definition);
        let rankings = rank_corpus(corpus, &features, self.ranker, self.seeds);
        (features, rankings)
    }
}

/// Returns the inputs that are named, or else the results in this folder.
pub(super) fn named_or_here(named: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let inputs = if named.is_empty() { import::discover(Path::new(".")) } else { named.to_vec() };
    if inputs.is_empty() {
        return Err(CliError::Expected(
            "there are no results in this folder: name some, or try `fossick demo --write FOLDER`, which writes the \
             results of the demo into it"
                .to_owned(),
        ));
    }
    Ok(inputs)
}

impl InputArgs {
    /// Reads all inputs.
    pub(super) fn load(&self) -> Result<Import, CliError> {
        let inputs: Vec<Input> =
            named_or_here(&self.inputs)?.iter().map(|path| Input::from(path.as_path())).collect();
        Ok(import::load_versions(&inputs, &self.fixed.inputs(), self.reading.into(), &|_| {})?)
    }
}

/// Prints on standard error what was left out of the inputs, if anything was.
pub(super) fn tell_losses(import: &Import) {
    tell(report::check::losses(import));
}

impl From<ReadingArgs> for Options {
    fn from(args: ReadingArgs) -> Options {
        Options { strict: args.strict, rebuild: args.rebuild }
    }
}

impl From<ImportError> for CliError {
    fn from(error: ImportError) -> CliError {
        CliError::Expected(error.to_string())
    }
}

/// Returns the bundled results as an input.
pub(super) fn demo_input() -> Input {
    Input::Bytes { name: "demo".to_owned(), bytes: DEMO }
}
