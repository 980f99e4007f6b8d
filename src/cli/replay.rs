//! `fossick replay`: the judging of results whose truth is known, played under several policies.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::approaches::{ApproachError, PlannedApproach, common_name, plan};
use super::policies::Policy;
use super::verdicts::{TruthSource, check_verdicts, labelled_truth};
use super::{CliError, FixedArgs, FlakyArgs, ReadingArgs, numbers};
use crate::evaluate::{Replay, known_truth, replay};
use crate::features::{Definition, corpus_features};
use crate::import::{self, Input};
use crate::rank::{DEFAULT_SEEDS, Ranker};
use crate::report::replay::{self as output, Report};
use crate::report::{check, printable};

/// Arguments of `fossick replay`.
#[derive(Debug, Args)]
#[command(
    override_usage = "fossick replay [OPTIONS] <INPUT>...\n       fossick replay [OPTIONS] --approach <NAME=PATH>..."
)]
pub(super) struct ReplayArgs {
    /// Results with truth, a run each: together one approach, but for run folders, of which each generator is one
    #[arg(value_name = "INPUT", required_unless_present = "approaches")]
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
    truth: TruthSource,
    /// The label journal, with `--truth labels` [default: `<INPUT>.labels.jsonl` beside each input]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
    /// What decides which failure is shown next, repeatable: a ranker (its list stays as it is; `forest` is short for
    /// isolation-forest), or `feedback`, the isolation forest that learns from every label [default: all whose figures are
    /// the same every time]
    #[arg(long = "policy", value_name = "NAME,…", value_delimiter = ',')]
    policies: Vec<Policy>,
    /// The Ks of Found@K
    #[arg(long = "k", value_name = "K,…", value_delimiter = ',', default_value = "1,3,5,10")]
    ks: Vec<NonZeroUsize>,
    /// Average the scores of seeds 0 to N - 1
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEEDS, value_parser = numbers::seeds, allow_negative_numbers = true)]
    seeds: NonZeroU32,
    /// Which reading of the features: `paper`, or `teval-plus` as the paper's replication package computes them
    #[arg(long, value_name = "NAME", default_value_t)]
    definition: Definition,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// For a person
    Table,
    /// For a program: one object with everything
    Json,
    /// A row per figure, per comparison of a figure, and per bug and policy
    Csv,
    /// For a paper or a pull request
    Markdown,
}

pub(super) fn run(args: &ReplayArgs) -> Result<(), CliError> {
    if args.labels.is_some() && args.truth != TruthSource::Labels {
        return Err(CliError::Expected("--labels is read with --truth labels only: give both".to_owned()));
    }
    let expected = |error: ApproachError| CliError::Expected(printable(&error.to_string()).to_string());
    let planned = plan(&args.inputs, &args.approaches).map_err(expected)?;
    let mut remarks: Vec<String> =
        args.policies().into_iter().filter_map(Policy::caveat).map(str::to_owned).collect();
    let mut replays: Vec<Replay> = Vec::new();
    for approach in &planned {
        let played = args.play(approach, &mut remarks)?;
        if replays.iter().any(|other| other.name == played.name) {
            return Err(expected(ApproachError::SameName(played.name)));
        }
        replays.push(played);
    }
    let report = Report {
        replays: &replays,
        ks: args.ks(),
        seeds: args.seeds,
        definition: args.definition,
        truth: args.truth.name(),
    };
    let written = args.format.write(&report);
    for remark in &remarks {
        // Standard error may be closed; then there is nobody to tell.
        drop(writeln!(io::stderr().lock(), "fossick: {}", printable(remark)));
    }
    Ok(written?)
}

impl Format {
    fn write(self, report: &Report<'_>) -> io::Result<()> {
        let mut out = BufWriter::new(io::stdout().lock());
        match self {
            Format::Table => output::table(report, &mut out)?,
            Format::Json => output::json(report, &mut out)?,
            Format::Csv => output::csv(report, &mut out)?,
            Format::Markdown => output::markdown(report, &mut out)?,
        }
        out.flush()
    }
}

impl ReplayArgs {
    /// Ascending, each once.
    fn ks(&self) -> Vec<usize> {
        self.ks.iter().map(|k| k.get()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// In the order given, each once.
    fn policies(&self) -> Vec<Policy> {
        let asked = if self.policies.is_empty() { Policy::reproducible() } else { self.policies.clone() };
        let mut policies = Vec::new();
        for policy in asked {
            if !policies.contains(&policy) {
                policies.push(policy);
            }
        }
        policies
    }

    /// Reads one approach and plays it under every policy; its texts are not kept.
    fn play(&self, planned: &PlannedApproach, remarks: &mut Vec<String>) -> Result<Replay, CliError> {
        let inputs: Vec<Input> = planned.inputs.iter().map(|path| Input::from(path.as_path())).collect();
        let fixed = self.fixed.inputs();
        let mut import = import::load_versions(&inputs, &fixed, self.reading.into(), &|_| {})?;
        remarks.extend(self.flaky.apply(&mut import));
        if import.sources.iter().any(|source| !source.rejected.is_empty()) {
            let losses = check::losses(&import).unwrap_or_default();
            remarks.push(format!("{losses}; `fossick check` says which"));
        }
        let corpus = &import.corpus;
        let name = planned.name.clone().unwrap_or_else(|| {
            common_name(&corpus.runs.iter().map(|run| run.name.clone()).collect::<Vec<_>>())
        });
        let verdicts = match self.truth {
            TruthSource::Fixed => known_truth(corpus),
            TruthSource::Labels => labelled_truth(&import, self.labels.as_deref(), remarks)?,
        };
        check_verdicts(&name, &verdicts, self.truth)?;
        let features = corpus_features(corpus, self.definition);
        let ks = self.ks();
        let played: Vec<_> = self
            .policies()
            .into_iter()
            .map(|policy| policy.play(corpus, &features, &verdicts, self.seeds, &ks))
            .collect();
        Ok(replay(name, corpus, &verdicts, &played, &ks, Ranker::IsolationForest.name()))
    }
}
