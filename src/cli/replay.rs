//! `fossick replay`: the judging of results whose truth is known, played under several policies.

use clap::Args;

use super::approach_args::{ApproachArgs, KnownApproach};
use super::format::Format;
use super::policies::Policy;
use super::{CliError, named, tell};
use crate::evaluate::{Replay, replay};
use crate::rank::Ranker;
use crate::report::replay::{self as output, Report};

/// Arguments of `fossick replay`.
#[derive(Debug, Args)]
#[command(
    override_usage = "fossick replay [OPTIONS] <INPUT>...\n       fossick replay [OPTIONS] --approach <NAME=PATH>..."
)]
pub(super) struct ReplayArgs {
    #[command(flatten)]
    from: ApproachArgs,
    /// What decides which failure is shown next, repeatable: a ranker (its list stays as it is; `forest` is short for
    /// isolation-forest), or `feedback`, the isolation forest that learns from every label [default: all whose figures are
    /// the same every time]
    #[arg(long = "policy", value_name = "NAME,…", value_delimiter = ',', value_parser = named::policy(), hide_possible_values = true)]
    policies: Vec<Policy>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let mut remarks: Vec<String> =
        args.policies().into_iter().filter_map(Policy::caveat).map(str::to_owned).collect();
    let replays = args.from.for_each(&mut remarks, |approach| args.play(approach))?;
    let report = Report {
        replays: &replays,
        ks: args.from.ks([]),
        seeds: args.from.seeds,
        definition: args.from.definition,
        truth: args.from.truth.name(),
    };
    let written = args.format.print(|format, out| match format {
        Format::Table => output::table(&report, out),
        Format::Json => output::json(&report, out),
        Format::Csv => output::csv(&report, out),
        Format::Markdown => output::markdown(&report, out),
    });
    tell(&remarks);
    Ok(written?)
}

impl ReplayArgs {
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

    /// Plays an approach under every policy.
    fn play(&self, approach: KnownApproach) -> Replay {
        let KnownApproach { name, corpus, verdicts, features } = approach;
        let ks = self.from.ks([]);
        let policies = self.policies().into_iter();
        let played: Vec<_> =
            policies.map(|policy| policy.play(&corpus, &features, &verdicts, self.from.seeds, &ks)).collect();
        replay(name, &corpus, &verdicts, &played, &ks, Ranker::IsolationForest.name())
    }
}
