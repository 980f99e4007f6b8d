//! `fossick evaluate`: how good the rankings of one or more approaches are, and gates for CI.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::approaches::{ApproachError, PlannedApproach, common_name, plan};
use super::ranked_lists::ranked_lists;
use super::verdicts::{TruthSource, check_verdicts, labelled_truth};
use super::{CliError, FixedArgs, FlakyArgs, ReadingArgs};
use crate::evaluate::{Alternative, Approach, Gate, evaluate, known_truth};
use crate::features::{Definition, corpus_features};
use crate::import::{self, Input};
use crate::rank::signature::corpus_signatures;
use crate::rank::{DEFAULT_SEEDS, Ranker};
use crate::report::evaluation::{self, Report};
use crate::report::{check, printable};

/// Arguments of `fossick evaluate`.
#[derive(Debug, Args)]
#[command(
    override_usage = "fossick evaluate [OPTIONS] <INPUT>...\n       fossick evaluate [OPTIONS] --approach <NAME=PATH>..."
)]
pub(super) struct EvaluateArgs {
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
    /// The label journal, with `--truth labels` [default: those of all annotators, which lie with the results]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
    /// The Ks of Found@K
    #[arg(long = "k", value_name = "K,…", value_delimiter = ',', default_value = "1,3,5,10")]
    ks: Vec<NonZeroUsize>,
    /// A ranker to evaluate, repeatable: isolation-forest, extended-isolation-forest, best, diversified, random,
    /// input-order [default: isolation-forest and random]
    #[arg(long = "ranker", value_name = "NAME")]
    rankers: Vec<Ranker>,
    /// Average over seeds 0 to N - 1: the figures of a list per seed, and the scores for one list
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEEDS)]
    seeds: NonZeroU32,
    /// Which reading of the features: `paper`, or `teval-plus` as the paper's replication package computes them
    #[arg(long, value_name = "NAME", default_value_t)]
    definition: Definition,
    /// What the tests of significance hold against "no difference"
    #[arg(long, value_enum, default_value_t = Side::TwoSided)]
    alternative: Side,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Fail (exit code 1) unless this holds, such as `found@5>=9`, `precision>=0.5%` or
    /// `toga/isolation-forest/metrics:found@1>12`; repeatable
    #[arg(long = "gate", value_name = "[WHO:]FIGURE>=N")]
    gates: Vec<Gate>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Side {
    /// The two differ
    TwoSided,
    /// The first is greater than the second
    Greater,
    /// The first is less than the second
    Less,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// For a person
    Table,
    /// For a program: one object with everything
    Json,
    /// A row per figure, and per comparison of a figure
    Csv,
    /// For a paper or a pull request
    Markdown,
}

pub(super) fn run(args: &EvaluateArgs) -> Result<(), CliError> {
    if args.labels.is_some() && args.truth != TruthSource::Labels {
        return Err(CliError::Expected("--labels is read with --truth labels only: give both".to_owned()));
    }
    let planned = plan(&args.inputs, &args.approaches).map_err(|error| expected(&error))?;
    let mut remarks = Vec::new();
    let mut measured: Vec<Approach> = Vec::new();
    for approach in &planned {
        let approach = args.measure(approach, &mut remarks)?;
        if measured.iter().any(|other| other.name == approach.name) {
            return Err(expected(&ApproachError::SameName(approach.name)));
        }
        measured.push(approach);
    }
    let evaluation = evaluate(&measured, args.alternative.into());
    let mut violations = Vec::new();
    for gate in &args.gates {
        violations.extend(gate.check(&evaluation).map_err(|error| expected(&error))?);
    }
    let report = Report {
        evaluation: &evaluation,
        ks: args.ks(),
        seeds: args.seeds,
        definition: args.definition,
        truth: args.truth.name(),
        alternative: args.alternative.into(),
    };
    let written = args.format.write(&report);
    let mut err = io::stderr().lock();
    for remark in &remarks {
        // Standard error may be closed; then there is nobody to tell, and gates decide all the same.
        drop(writeln!(err, "fossick: {}", printable(remark)));
    }
    // Whether a gate holds does not depend on who reads the figures.
    let is_closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    if violations.is_empty() || written.as_ref().is_err_and(|error| !is_closed(error)) {
        return Ok(written?);
    }
    let violations: Vec<String> =
        violations.iter().map(|violation| printable(&violation.to_string()).to_string()).collect();
    Err(CliError::CheckFailed(violations.join("\nfossick: ")))
}

/// An error that speaks of names from outside.
fn expected(error: &dyn std::error::Error) -> CliError {
    CliError::Expected(printable(&error.to_string()).to_string())
}

impl Format {
    fn write(self, report: &Report<'_>) -> io::Result<()> {
        let mut out = BufWriter::new(io::stdout().lock());
        match self {
            Format::Table => evaluation::table(report, &mut out)?,
            Format::Json => evaluation::json(report, &mut out)?,
            Format::Csv => evaluation::csv(report, &mut out)?,
            Format::Markdown => evaluation::markdown(report, &mut out)?,
        }
        out.flush()
    }
}

impl EvaluateArgs {
    /// Ascending, each once, with those that gates ask for.
    fn ks(&self) -> Vec<usize> {
        let asked = self.ks.iter().map(|k| k.get()).chain(self.gates.iter().filter_map(Gate::k));
        asked.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// In the order given, each once.
    fn rankers(&self) -> Vec<Ranker> {
        let mut rankers = Vec::new();
        let default = [Ranker::IsolationForest, Ranker::Random];
        for &ranker in if self.rankers.is_empty() { &default[..] } else { &self.rankers } {
            if !rankers.contains(&ranker) {
                rankers.push(ranker);
            }
        }
        rankers
    }

    /// Reads, ranks and measures one approach; its texts are not kept.
    fn measure(&self, planned: &PlannedApproach, remarks: &mut Vec<String>) -> Result<Approach, CliError> {
        let inputs: Vec<Input> = planned.inputs.iter().map(|path| Input::from(path.as_path())).collect();
        let fixed = self.fixed.inputs();
        let mut import = import::load_versions(&inputs, &fixed, self.reading.into(), &|_| {})?;
        remarks.extend(self.flaky.apply(&mut import));
        let fixed = import.fixed.iter().flat_map(|fixed| &fixed.sources);
        if import.sources.iter().chain(fixed).any(|source| !source.rejected.is_empty()) {
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
        let signatures = corpus_signatures(corpus);
        let rankers = self.rankers();
        for caveat in rankers.iter().filter_map(|ranker| ranker.caveat()) {
            if !remarks.iter().any(|remark| remark == caveat) {
                remarks.push(caveat.to_owned());
            }
        }
        let lists: Vec<_> = rankers
            .into_iter()
            .flat_map(|ranker| ranked_lists(corpus, &features, ranker, self.seeds))
            .collect();
        Ok(Approach::measure(name, corpus, &verdicts, &signatures, &lists, &self.ks()))
    }
}

impl From<Side> for Alternative {
    fn from(side: Side) -> Alternative {
        match side {
            Side::TwoSided => Alternative::TwoSided,
            Side::Greater => Alternative::Greater,
            Side::Less => Alternative::Less,
        }
    }
}
