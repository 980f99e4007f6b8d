//! The source of an evaluation's truth: the fixed version, or the labels of people.

use std::collections::HashSet;
use std::path::Path;

use clap::ValueEnum;

use super::{CliError, labels};
use crate::evaluate::verdict;
use crate::import::Import;
use crate::labels::Lookup;
use crate::model::{TestIdentity, Truth};

/// The source of the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TruthSource {
    /// The fixed version: true positives pass on it
    Fixed,
    /// Labels of people: tests without a label, or labelled `unsure`, are not known
    Labels,
}

impl TruthSource {
    /// The name on the command line and in outputs.
    pub(super) fn name(self) -> &'static str {
        match self {
            TruthSource::Fixed => "fixed",
            TruthSource::Labels => "labels",
        }
    }
}

/// Returns the label of each failure as its truth: from the journals beside an approach's results, or from the one that is
/// named.
pub(super) fn labelled_truth(
    import: &Import,
    named: Option<&Path>,
    remarks: &mut Vec<String>,
) -> Result<Vec<Option<Truth>>, CliError> {
    let (judgements, notices) = labels::read(import, named)?;
    remarks.extend(notices);
    let corpus = &import.corpus;
    let mut verdicts = vec![None; corpus.failures.len()];
    let mut stale = 0;
    for (judgements, failures) in judgements.by_input(corpus) {
        let identities: Vec<TestIdentity> =
            failures.iter().map(|&failure| corpus.failures[failure].identity()).collect();
        let loaded: HashSet<TestIdentity> =
            identities.iter().flat_map(|identity| [identity.clone(), identity.in_any_mode()]).collect();
        for (&failure, identity) in failures.iter().zip(&identities) {
            verdicts[failure] = match judgements.lookup(identity, |other| loaded.contains(other)) {
                Lookup::Current(event) => event.judgement.label.and_then(verdict),
                Lookup::Stale(_) => {
                    stale += 1;
                    None
                }
                Lookup::None => None,
            };
        }
    }
    if stale > 0 {
        let (tests, were) = if stale == 1 { ("test has", "it was") } else { ("tests have", "they were") };
        remarks.push(format!("{stale} {tests} changed since {were} labelled: that label doesn't count"));
    }
    Ok(verdicts)
}

/// Refuses an approach with failed tests if the truth of none is known.
pub(super) fn check_verdicts(
    name: &str,
    verdicts: &[Option<Truth>],
    truth: TruthSource,
) -> Result<(), CliError> {
    if verdicts.is_empty() || verdicts.iter().any(Option::is_some) {
        return Ok(());
    }
    let why = match truth {
        TruthSource::Fixed => {
            "nothing is known of the fixed version: name its results with --fixed, or label tests in the workbench and use \
             --truth labels"
        }
        TruthSource::Labels => {
            "none of its failed tests is labelled TP or FP: label some in the workbench first"
        }
    };
    Err(CliError::Expected(format!("can't evaluate {name}: {why}")))
}
