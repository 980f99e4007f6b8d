//! Loads the inputs and ranks their groups on separate threads, with a message at every step.
//!
//! The group shown first is ranked first; the others follow on all cores.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::error::Error;
use std::fs;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::UNIX_EPOCH;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::mpsc::UnboundedSender;

use super::label_writer::{LabelWriter, OpenedJournals};
use super::session_state::SessionStateFile;
use super::themes::Themes;
use super::{Incoming, Options, send, session_state};
use crate::assess::inputs::instances::instances_of;
use crate::features::Definition;
use crate::import::{FailureHistory, Import, OtherTest, Rejected, keyed_tests, passed_kinds};
use crate::labels::{JournalPaths, Judgements, RunJudgements, Strays, read_others};
use crate::lang::MethodNames;
use crate::model::text::plural;
use crate::model::{Corpus, FailureId, FeatureVector, Group, Judgement, PassedKinds, TestOfRun, Timestamp};
use crate::parallel;
use crate::project::sources::Indexes;
use crate::rank::{self, CorpusSignatures, GroupFacts, GroupRanker, Ordered, Ranker, Rankers};
use crate::report::check::superseded;
use crate::tui::core::action::{Imported, RankedGroup, SignedGroup};
use crate::tui::oracles::Approach;
use crate::tui::triage::judging::ShownJudge;
use crate::tui::triage::judging::before::ShownBefore;
use crate::tui::triage::list::across::OrderedAcross;
use crate::tui::{Action, App, GroupState, ListOrder, Message};
use crate::{features, import};

/// The threads of long computations. Jobs that the user waits for have other threads, which the system prefers.
pub(super) static BACKGROUND: LazyLock<&'static ThreadPool> =
    // `load` uses them first; if they can't be started, it fails and the workbench ends.
    LazyLock::new(|| background_threads().expect("threads that were started"));

/// Runs `work` on its own thread, or among the long computations if the system grants no more threads.
pub(super) fn spawn(work: impl FnOnce() + Send + 'static) {
    let work = Arc::new(Mutex::new(Some(work)));
    let run = move || {
        let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(work) = work {
            work();
        }
    };
    if thread::Builder::new().spawn(run.clone()).is_err() {
        BACKGROUND.spawn(run);
    }
}

fn background_threads() -> Result<&'static ThreadPool, String> {
    static STARTED: LazyLock<Result<ThreadPool, String>> = LazyLock::new(|| {
        let threads = ThreadPoolBuilder::new().thread_name(|number| format!("background-{number}"));
        #[cfg(target_os = "linux")]
        let threads = threads.start_handler(|_| _ = rustix::process::nice(5)); // On Linux it is the thread's own.
        threads.build().map_err(|error| no_threads(&error))
    });
    STARTED.as_ref().map_err(String::clone)
}

pub(super) fn no_threads(error: &dyn Error) -> String {
    format!("can't start threads: {error}; end other programs, or raise the limit of processes")
}

fn describe_ranking(options: &Options) -> String {
    let definition = match options.definition {
        Definition::Paper => "the paper's features",
        Definition::TevalPlus => "the features as TEval+ computes them",
    };
    let ranker = options.scores_by();
    let caveat = ranker.caveat().map_or(String::new(), |caveat| format!("; {caveat}"));
    format!("ranked by {ranker}, repeated with {} seeds, by {definition}{caveat}", options.seeds)
}

/// Creates a workbench without results, in the state that the last session left, and shows the theme chosen in that
/// session if none is configured. The second value is the file of that state; `None` if nothing is kept.
pub(super) fn app(
    options: &Options,
    size: (u16, u16),
    themes: &mut Themes,
) -> (App, Option<SessionStateFile>) {
    let mut app = App::new(size, options.top, describe_ranking(options));
    app.cx.lists.listing.ranked_by = options.scores_by();
    app.cx.lists.across.is_wanted = options.across;
    app.cx.keys = options.keys.clone();
    app.themes.names = options.themes.names();
    app.themes.current.clone_from(&themes.name);
    app.themes.configured_in.clone_from(&options.theme_configured_in);
    app.cx.lists.listing.order = ListOrder::By(options.ranker.unwrap_or_default());
    let path = options.session_state.clone();
    let file = path.map(|path| session_state::restore(path, &options.reading.inputs, &mut app));
    let remembered = app.cx.last_session.theme.clone().filter(|_| options.theme_configured_in.is_none());
    if let Some(name) = remembered.filter(|name| themes.keep(name)) {
        (app.themes.current, app.themes.chosen) = (name, true);
    }
    app.tour.offered = options.tour && !app.cx.last_session.tour_seen;
    (app, file)
}

/// Returns the list of a group, given by its index, in the order of a ranker; None if the data is not known
/// that it needs.
pub(super) fn ordered(
    signatures: &CorpusSignatures<'_>,
    index: usize,
    passed: &PassedKinds,
    ranker: &GroupRanker,
    features: &[FeatureVector],
) -> Option<Ordered> {
    let corpus = signatures.corpus();
    let (group, signature) = (&corpus.groups[index], |failure| signatures.number(index, failure));
    let facts = GroupFacts { corpus, group, passed, signature: &signature };
    let has_data = ranker.ranker().has_its_data(&facts);
    has_data.then(|| ranker.ranker().order(ranker.rank(group, features), &facts))
}

/// Finds the kinds of passed tests in the sources, and orders the groups with these features by them.
pub(super) fn pass_aware_orders(
    corpus: &Corpus,
    tests: &[OtherTest],
    features: &[Option<Arc<Vec<FeatureVector>>>],
    seeds: NonZeroU32,
) -> Action {
    let kinds = passed_kinds(corpus, tests, &mut Indexes::default());
    let (ranker, signatures) = (GroupRanker::new(Ranker::PASS_AWARE, seeds), CorpusSignatures::new(corpus));
    let found = parallel::indexes(kinds.len().min(features.len()), |index| {
        let features = features[index].as_ref()?;
        Some((index, ordered(&signatures, index, &kinds[index], &ranker, features)?))
    });
    Action::PassedFound(found.into_iter().flatten().collect())
}

pub(super) struct First {
    pub(super) history: FailureHistory,
    pub(super) messages: Vec<Message>,
    pub(super) unusable: Vec<Rejected>,
    pub(super) journals: Vec<PathBuf>,
}

/// Reads and ranks on this thread, with a message at every step; calls `before_it_is_shown` when all is read.
pub(super) fn load(
    options: &Options,
    sender: &UnboundedSender<Incoming>,
    before_it_is_shown: impl FnOnce(),
) -> Result<First, String> {
    let background = background_threads()?;
    let import = read(options, &|progress| send(sender, Incoming::Action(Action::Progress(progress))))?;
    let unusable = import.unusable().cloned().collect();
    let Read { mut imported, label_writer, strays, .. } = open_labels(options, import)?;
    // Later results are often those of a part of the tests.
    imported.notices.extend(strays.in_words().map(Message::info));
    let history = FailureHistory::new(Arc::clone(&imported.corpus), imported.read_at);
    let journals = label_writer.paths();
    before_it_is_shown();
    let messages = imported.notices.clone();
    let not_blind = imported.judge.as_ref().map(|judge| {
        let name = &judge.name;
        Message::warning(format!("the labels of {name} are shown: labels given now are no longer blind"))
    });
    let compared = imported.before.as_ref().map(|before| Message::info(before.counts()));
    let before_notices = options.greetings.iter().map(Message::info).chain(not_blind).chain(compared);
    imported.notices.splice(0..0, before_notices);
    let corpus = Arc::clone(&imported.corpus);
    send(sender, Incoming::Loaded(Box::new(imported), label_writer));
    background.install(|| {
        let names = MethodNames::default();
        rank(options, &corpus, &names, |ranked| {
            send(sender, Incoming::Action(Action::Ranked(ranked.clone())));
            let signed = SignedGroup::new(&corpus, &ranked, &names);
            send(sender, Incoming::Action(Action::Signatures(signed)));
        });
    });
    Ok(First { history, messages, unusable, journals })
}

pub(super) struct Read {
    pub(super) imported: Imported,
    pub(super) label_writer: LabelWriter,
    /// The tests that failed in earlier results of the session and pass now.
    pub(super) fixed: Vec<TestOfRun>,
    /// The labels of tests that these results do not have.
    pub(super) strays: Strays,
}

pub(super) fn read(
    options: &Options,
    progress: &(dyn Fn(import::Progress) + Sync),
) -> Result<Import, String> {
    options.reading.read(progress).map_err(|error| error.to_string())
}

/// Continues a session with results that were read again: failures whose tests were not run again stay.
pub(super) fn go_on(
    options: &Options,
    mut import: Import,
    history: &mut FailureHistory,
) -> Result<Read, String> {
    history.carry_into(&mut import);
    let read = open_labels(options, import)?;
    history.go_on(Arc::clone(&read.imported.corpus), read.imported.read_at);
    Ok(Read { fixed: history.fixed(), ..read })
}

/// Reads the labels of the results, and prepares what the screens show of them.
pub(super) fn open_labels(options: &Options, mut import: Import) -> Result<Read, String> {
    rank::join_modules(&mut import);
    let edited = edited_since(&import);
    let said_of_results = said_of_results(&import, &edited);
    let order = options.ranker.is_none().then(|| Rankers::default_for(&import).of_most());
    let unfound = Arc::new(
        import
            .others
            .iter()
            .filter(|other| other.kind().is_none() && import.corpus.sources_of(other.run()).is_some())
            .cloned()
            .collect(),
    );
    let input = import.sources.iter().map(|source| source.run.clone()).collect::<Vec<_>>().join(", ");
    let journals: Vec<JournalPaths> = import
        .sources
        .iter()
        .filter_map(|source| options.journal_paths(&source.labels, &options.annotator))
        .collect();
    let judge = options.show_judge.as_deref().map(|name| shown_judge(options, name, &import)).transpose()?;
    let before = options.before.as_ref().map(|earlier| ShownBefore::new(earlier, &import));
    let approaches = approaches(&import);
    let instances =
        Arc::new(approaches.iter().flat_map(|(name, runs)| instances_of(&import, name, runs)).collect());
    let approaches =
        Arc::new(approaches.into_iter().map(|(name, runs)| Approach::new(name, runs, &import)).collect());
    let runners = Arc::new(import.runners());
    let has_tests = import.has_tests();
    let corpus = Arc::new(import.corpus);
    let OpenedJournals { writer: label_writer, marks, notices } =
        LabelWriter::open(&journals, &options.annotator, &corpus).map_err(|error| error.to_string())?;
    let strays = label_writer.strays(&keyed_tests(&corpus, &import.others));
    let groups = GroupState::of(&corpus);
    let across = OrderedAcross::by_sizes(&corpus, &groups);
    Ok(Read {
        imported: Imported {
            corpus,
            read_at: (options.clock)(),
            groups,
            across,
            marks,
            judge: judge.map(Arc::new),
            before: before.map(Arc::new),
            notices,
            said_of_results,
            input,
            has_tests,
            edited: Arc::new(edited),
            order: order.map(ListOrder::By),
            passed: unfound,
            runners,
            instances,
            approaches,
        },
        label_writer,
        fixed: Vec::new(),
        strays,
    })
}

/// Reads the labels of a judge. Fails if it has none, because a name may be mistyped.
fn shown_judge(options: &Options, name: &str, import: &Import) -> Result<ShownJudge, String> {
    let mut journals: IndexMap<PathBuf, Judgements> = IndexMap::new();
    let mut journal_of_run = Vec::new();
    let mut others = BTreeSet::new();
    for source in &import.sources {
        let paths = options.journal_paths(&source.labels, name);
        let paths = paths.ok_or("labels are not read here, and no judge can be shown")?;
        let journal = journals.entry(paths.own.clone());
        journal_of_run.push(journal.index());
        let Entry::Vacant(journal) = journal else { continue };
        let mut judgements = Judgements::default();
        for event in [&paths.own].into_iter().chain(&paths.others).flat_map(|path| read_others(path).0) {
            if event.annotator == name {
                judgements.apply(event);
            } else {
                others.insert(event.annotator);
            }
        }
        journal.insert(judgements);
    }
    let judged = RunJudgements::new(journals.into_values().collect(), journal_of_run, &import.corpus);
    let events = judged.last_events(&import.corpus).into_iter().enumerate();
    let judgements = events.filter_map(|(failure, event)| {
        let judgement = event.map(|event| &event.judgement).filter(|judgement| judgement.label.is_some())?;
        Some((FailureId::new(failure), judgement.clone()))
    });
    let judgements: HashMap<FailureId, Judgement> = judgements.collect();
    if judgements.is_empty() {
        let others = others.into_iter().collect::<Vec<_>>().join(", ");
        let known = if others.is_empty() { "no one" } else { &others };
        return Err(format!("{name} labelled none of these failures; annotators with labels: {known}"));
    }
    Ok(ShownJudge { name: name.to_owned(), judgements })
}

/// Returns the approaches by name, each with its runs; a run without an approach is one.
fn approaches(import: &Import) -> Vec<(String, Vec<usize>)> {
    let mut approaches: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (run, (source, own)) in import.sources.iter().zip(&import.corpus.runs).enumerate() {
        approaches.entry(source.approach.as_ref().unwrap_or(&own.name)).or_default().push(run);
    }
    approaches.into_iter().map(|(name, runs)| (name.to_owned(), runs)).collect()
}

fn said_of_results(import: &Import, edited: &HashSet<FailureId>) -> Vec<Message> {
    let refused = import.sources.iter().flat_map(|source| &source.refused);
    let left_out: Vec<_> = import.useless.iter().chain(refused).collect();
    let useless = left_out.first().map(|first| {
        let others = match left_out.len() - 1 {
            0 => String::new(),
            others => format!(" (and {} more)", plural(others, "file")),
        };
        Message::warning(format!("left out: {first}{others}"))
    });
    let dropped: usize = import.sources.iter().map(|source| source.rejected.len()).sum();
    let example = import.sources.iter().find_map(|source| source.rejected.first());
    let rejected = example.map(|example| {
        Message::warning(format!(
            "{} could not be used, the first: {example}; `fossick check` lists them",
            plural(dropped, "record")
        ))
    });
    let unknown = import.corpus.failures.iter().filter(|failure| failure.truth.is_none()).count();
    let unmatched = (import.fixed.is_some() && unknown > 0).then(|| {
        let failures = plural(import.corpus.failures.len(), "failed test");
        Message::info(format!(
            "the fixed results don't contain the outcome of {unknown} of {failures}; `fossick check` lists them with the reason"
        ))
    });
    let repeated =
        superseded(import).map(|counts| Message::info(format!("{counts}; `fossick check` lists them")));
    useless
        .into_iter()
        .chain(rejected)
        .chain(unmatched)
        .chain(repeated)
        .chain(edited_in_words(edited, &import.corpus))
        .collect()
}

/// Returns the failures whose test's file was edited after their report was written: what they do now is not known, and their lines
/// may have moved.
///
/// This is the only use of the time of a file. It neither orders nor leaves out anything.
fn edited_since(import: &Import) -> HashSet<FailureId> {
    /// The hours by which a report's time may be wrong if it has no offset: the zones of the world.
    const HOURS: i64 = 14;
    let mut times: HashMap<PathBuf, Option<Timestamp>> = HashMap::new();
    let runs = import.corpus.runs_of_failures();
    let edited = import.corpus.failures.iter().zip(runs).enumerate().filter(|(_, (failure, run))| {
        let known = failure.executed().zip(failure.location.as_ref()).zip(import.corpus.sources_of(*run));
        let Some(((executed, location), sources)) = known else { return false };
        let file = sources.folder().join(&*location.file);
        let time = *times.entry(file).or_insert_with_key(|file| modified(file));
        let hours = if executed.has_offset { 0 } else { HOURS };
        time.is_some_and(|time| executed.at.is_hours_before(time, hours))
    });
    edited.map(|(failure, _)| FailureId::new(failure)).collect()
}

/// Says which files of tests were edited after their report was written.
fn edited_in_words(edited: &HashSet<FailureId>, corpus: &Corpus) -> Option<Message> {
    let failures = edited.iter().filter_map(|&id| corpus.failure(id));
    let files: BTreeSet<&str> =
        failures.filter_map(|failure| Some(&*failure.location.as_ref()?.file)).collect();
    let first = files.first()?;
    let others = if files.len() > 1 { format!(" and {} more", files.len() - 1) } else { String::new() };
    Some(Message::info(format!("{first}{others} changed after the report was written: run the tests again")))
}

fn modified(file: &Path) -> Option<Timestamp> {
    let since = fs::metadata(file).and_then(|metadata| metadata.modified()).ok()?.duration_since(UNIX_EPOCH);
    Some(Timestamp::of_millis(u64::try_from(since.ok()?.as_millis()).ok()?))
}

/// Computes the features and the order of every group that has failures: the first group first, then all
/// others in parallel. Returns what `done` makes of them, in the order of the groups.
pub(super) fn rank<'a, R: Send>(
    options: &Options,
    corpus: &'a Corpus,
    names: &MethodNames<'a>,
    done: impl Fn(RankedGroup) -> R + Sync,
) -> Vec<R> {
    let ranker = GroupRanker::new(options.scores_by(), options.seeds);
    let rank = |(index, group): (usize, &Group)| {
        let tests = corpus.executed_of(group);
        let features = features::group_features(&tests, names, options.definition);
        let ranking = ranker.rank(group, &features);
        done(RankedGroup::new(index, features, options.scores_by(), ranking))
    };
    let mut groups = corpus.groups.iter().enumerate().filter(|(_, group)| !group.failures.is_empty());
    let mut results: Vec<R> = groups.next().map(&rank).into_iter().collect();
    results.extend(parallel::map(&groups.collect::<Vec<_>>(), |&group| rank(group)));
    results
}

pub(super) fn ranked(options: &Options, corpus: &Corpus) -> Vec<(RankedGroup, SignedGroup)> {
    let names = MethodNames::default();
    rank(options, corpus, &names, |ranked| {
        let signed = SignedGroup::new(corpus, &ranked, &names);
        (ranked, signed)
    })
}
