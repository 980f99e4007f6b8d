//! `fossick evaluate`: how good the rankings of one or more approaches are, and gates for CI.

use std::io;

use clap::{Args, ValueEnum};

use super::approaches::{ApproachArgs, KnownApproach};
use super::args::Format;
use super::ranked_lists::ranked_lists;
use super::{CliError, expected, tell, value_parser};
use crate::evaluate::{Alternative, Approach, Gate, evaluate};
use crate::rank::Ranker;
use crate::rank::signature::corpus_signatures;
use crate::report::evaluation::{self, Report};

/// Arguments of `fossick evaluate`.
#[derive(Debug, Args)]
#[command(
    override_usage = "fossick evaluate [OPTIONS] <INPUT>...\n       fossick evaluate [OPTIONS] --approach <NAME=PATH>..."
)]
pub(super) struct EvaluateArgs {
    #[command(flatten)]
    from: ApproachArgs,
    /// A ranker to evaluate, repeatable: isolation-forest, extended-isolation-forest, diversified, random,
    /// input-order [default: isolation-forest and random]
    #[arg(long = "ranker", value_name = "NAME", value_parser = value_parser::ranker(), hide_possible_values = true)]
    rankers: Vec<Ranker>,
    /// The alternative hypothesis of the significance tests
    #[arg(long, value_enum, default_value_t = Side::TwoSided)]
    alternative: Side,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Fail (exit code 1) unless this holds, such as `found@5>=9`, `precision>=0.5%` or
    /// `toga/isolation-forest/per-seed:found@1>12`; repeatable. WHO is an approach, a ranker, or both with a `/` between, and
    /// behind a ranker with seeds `/one-list` or `/per-seed`; by default every approach, its first ranker, the one list
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

pub(super) fn run(args: &EvaluateArgs) -> Result<(), CliError> {
    let mut remarks: Vec<String> =
        args.rankers().into_iter().filter_map(Ranker::caveat).map(str::to_owned).collect();
    let measured = args.from.for_each(&mut remarks, |approach| args.measure(approach))?;
    let evaluation = evaluate(&measured, args.alternative.into());
    let mut violations = Vec::new();
    for gate in &args.gates {
        violations.extend(gate.check(&evaluation).map_err(|error| expected(&error))?);
    }
    let report = Report {
        evaluation: &evaluation,
        ks: args.ks(),
        seeds: args.from.seeds,
        definition: args.from.definition,
        truth: args.from.truth.name(),
        alternative: args.alternative.into(),
    };
    let written = args.format.print(|format, out| match format {
        Format::Table => evaluation::table(&report, out),
        Format::Json => evaluation::json(&report, out),
        Format::Csv => evaluation::csv(&report, out),
        Format::Markdown => evaluation::markdown(&report, out),
    });
    tell(&remarks);
    // Whether a gate holds does not depend on who reads the figures.
    let is_closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    if violations.is_empty() || written.as_ref().is_err_and(|error| !is_closed(error)) {
        return Ok(written?);
    }
    Err(CliError::CheckFailed(violations.iter().map(ToString::to_string).collect()))
}

impl EvaluateArgs {
    /// Those that were asked for, with those of gates.
    fn ks(&self) -> Vec<usize> {
        self.from.ks(self.gates.iter().filter_map(Gate::k))
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

    /// Ranks and measures an approach.
    fn measure(&self, approach: KnownApproach) -> Approach {
        let KnownApproach { name, corpus, verdicts, features } = approach;
        let rankers = self.rankers().into_iter();
        let lists: Vec<_> =
            rankers.flat_map(|ranker| ranked_lists(&corpus, &features, ranker, self.from.seeds)).collect();
        Approach::measure(name, &corpus, &verdicts, &corpus_signatures(&corpus), &lists, &self.ks())
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
