//! From the inputs to ranked groups, on threads of their own, with word sent at every step.
//!
//! The group that is on the screen first is ranked first; the others follow on all cores.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use rayon::prelude::*;
use tokio::sync::mpsc::UnboundedSender;

use super::recorder::Recorder;
use super::{Incoming, Options, send};
use crate::app::action::{Imported, Progress, RankedGroup};
use crate::app::{Action, ListOrder, Message, State};
use crate::features::{self, Definition};
use crate::import::{self, Import};
use crate::model::{Corpus, Group};
use crate::rank::{self, Ranker};
use crate::report::counted;

/// How the list comes about, for the help.
pub(super) fn in_words(options: &Options) -> String {
    let definition = match options.definition {
        Definition::Paper => "the paper's features",
        Definition::TevalPlus => "the features as TEval+ computes them",
    };
    let caveat = options.ranker.caveat().map_or(String::new(), |caveat| format!("; {caveat}"));
    let ranker = options.ranker.scored_by().name();
    format!("ranked by {ranker} over {} seeds, by {definition}{caveat}", options.seeds)
}

/// A workbench that has read nothing yet.
pub(super) fn state(options: &Options, screen: (u16, u16)) -> State {
    let mut state = State::new(screen, options.top, in_words(options));
    if options.ranker == Ranker::Diversified {
        state.list_order = ListOrder::Diversified;
    }
    state
}

/// Finds the near signatures of a group.
pub(super) fn near_signatures(corpus: &Corpus, group: usize, signatures: &rank::Signatures) -> Action {
    let failures: Vec<_> =
        corpus.groups[group].failures.iter().map(|&failure| &corpus.failures[failure]).collect();
    Action::NearSignatures { group, clusters: rank::signature::near_signatures(&failures, signatures) }
}

/// Starts loading; everything that comes of it goes to `sender`.
pub(super) fn start(options: &Options, sender: UnboundedSender<Incoming>) {
    let options = options.clone();
    thread::spawn(move || {
        if let Err(message) = load(&options, &sender) {
            send(&sender, Incoming::LoadFailed(message));
        }
    });
}

/// Reads and ranks on this thread, with word sent at every step.
pub(super) fn load(options: &Options, sender: &UnboundedSender<Incoming>) -> Result<(), String> {
    let progress = |progress: import::Progress| {
        let progress = Progress { read: progress.read, total: progress.total };
        send(sender, Incoming::Action(Action::Progress(progress)));
    };
    let mut import = import::load_versions(&options.inputs, &options.fixed, options.reading, &progress)
        .map_err(|error| error.to_string())?;
    if options.without_flaky {
        import.leave_out_flaky();
    }
    let mut notices: Vec<Message> = options.greeting.iter().map(Message::info).collect();
    notices.extend(self::notices(&import));
    let input = import.sources.iter().map(|source| source.run.clone()).collect::<Vec<_>>().join(", ");
    let journal = |source: &import::Source| options.labels.as_ref().unwrap_or(&source.labels).clone();
    let journals: Vec<PathBuf> = import.sources.iter().map(journal).collect();
    let corpus = Arc::new(import.corpus);
    let (recorder, marks, repaired) =
        Recorder::open(&journals, &options.annotator, &corpus).map_err(|error| error.to_string())?;
    notices.extend(repaired);
    let imported = Imported { corpus: Arc::clone(&corpus), marks, notices, input };
    send(sender, Incoming::Loaded(imported, recorder));
    rank_all(options, &corpus, sender);
    Ok(())
}

/// What a person should know of the reading before judging.
fn notices(import: &Import) -> Vec<Message> {
    let dropped: usize = import.sources.iter().map(|source| source.rejected.len()).sum();
    let example = import.sources.iter().find_map(|source| source.rejected.first());
    let rejected = example.map(|example| {
        Message::warning(format!(
            "{} could not be used, the first: {example}; `fossick check` lists them",
            counted(dropped, "record")
        ))
    });
    let unknown = import.corpus.failures.iter().filter(|failure| failure.truth.is_none()).count();
    let unmatched = (import.fixed.is_some() && unknown > 0).then(|| {
        let failures = counted(import.corpus.failures.len(), "failed test");
        Message::info(format!(
            "of {failures}, the fixed results don't tell {unknown}; `fossick check` says which and why"
        ))
    });
    rejected.into_iter().chain(unmatched).collect()
}

fn rank_all(options: &Options, corpus: &Corpus, sender: &UnboundedSender<Incoming>) {
    let rank = |index: usize, group: &Group| {
        let failures = rank::failures_of(corpus, group);
        let features = features::group_features(&failures, options.definition);
        let ranking = crate::model::Ranking::from_scores(
            &group.failures,
            &rank::scores(&failures, &features, options.ranker, options.seeds),
        );
        let ranked = RankedGroup { group: index, features, ranking };
        send(sender, Incoming::Action(Action::Ranked(ranked)));
        let signatures = Arc::new(rank::Signatures::of(&failures));
        send(sender, Incoming::Action(Action::Signatures { group: index, signatures }));
    };
    let mut groups = corpus.groups.iter().enumerate().filter(|(_, group)| !group.failures.is_empty());
    if let Some((index, group)) = groups.next() {
        rank(index, group);
    }
    groups.collect::<Vec<_>>().into_par_iter().for_each(|(index, group)| rank(index, group));
}
