//! Carries out the effects of the state: requests immediately, jobs on other threads than the event loop, or in place
//! for snapshots and tests.
//!
//! ```text
//! Executor::queued ──start──▶ a thread per kind of job, or the pool ──▶ Runner::run ──▶ Action, with the reading that it belongs to
//! Headless         ─────────────────────────────────────────────────▶ Runner::run ──▶ Action
//! ```
//!
//! Of the jobs that replace each other, only the newest is carried out, and a long-running older one is cancelled,
//! because the user may have moved on by the time it is done. Highlighting serves the newest first, and all others
//! after it.

use std::collections::HashMap;
use std::mem::{self, Discriminant, discriminant};
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::editor::TerminalOwner;
use super::highlight::Highlighter;
use super::label_writer::LabelWriter;
use super::load::BACKGROUND;
use super::{Incoming, Workbench, load, send};
use crate::model::text::sanitize;
use crate::model::{Cancel, Corpus, FailureId, FeatureVector};
use crate::project::sources as source_files;
use crate::rank::{self, Contrast, CorpusSignatures, GroupRanker, Ranker};
use crate::tui::core::action::Effect;
use crate::tui::core::command::own::RunsIn;
use crate::tui::triage::code::marks::find_distinct_lines;
use crate::tui::triage::code::source::{SourceLocation, SourceText};
use crate::tui::triage::compare::Near;
use crate::tui::triage::judging::NewJudgements;
use crate::tui::triage::list::filter::exceptions;
use crate::tui::triage::list::rows::all_rows;
use crate::tui::{Action, Job, ListOrder, Request};

/// Carries out jobs one after the other, and caches data for the next one.
pub(super) struct Runner {
    ranker: Ranker,
    seeds: NonZeroU32,
    highlighter: Option<Highlighter>,
}

impl Runner {
    pub(super) fn new(ranker: Ranker, seeds: NonZeroU32) -> Runner {
        Runner { ranker, seeds, highlighter: None }
    }

    /// Returns the result of a job; None if its corpus has no such failure, or a newer job has replaced it.
    pub(super) fn run(&mut self, job: Job, corpus: &Arc<Corpus>, cancel: &Cancel) -> Option<Action> {
        let is_replaced = job.is_replaced_by_newer();
        let answer = self.answer(job, corpus, cancel);
        // The result of a job that was cancelled may be incomplete.
        answer.filter(|_| !is_replaced || !cancel.is_requested())
    }

    fn finish(&mut self, task: Task, done: &dyn Fn(usize, Action)) {
        if let Some(answer) = self.run(task.job, &task.corpus, &task.cancel) {
            done(task.reading, answer);
        }
    }

    fn answer(&mut self, job: Job, corpus: &Arc<Corpus>, cancel: &Cancel) -> Option<Action> {
        Some(match job {
            Job::NearSignatures { group, signatures } => {
                let failures = corpus.failures_of(&corpus.groups[group]);
                let clusters = rank::signature::near_signatures(&failures, &signatures, cancel);
                Action::NearSignatures { group, clusters }
            }
            Job::Explain { group, features } => {
                let reasons = rank::reasons(self.ranker, &features, self.seeds, cancel);
                Action::Explained { group, reasons }
            }
            Job::Order { group: index, ranker, features } => {
                let (group, order) = (corpus.groups.get(index)?, ListOrder::By(ranker));
                if corpus.tests_of(group).len() != features.len() {
                    return None; // They belong to another import.
                }
                let ranker = GroupRanker::new(ranker, self.seeds);
                let ordered = load::ordered(
                    &CorpusSignatures::new(corpus),
                    index,
                    &group.passed.kinds,
                    &ranker,
                    &features,
                )?;
                Action::Ordered { group: index, order, ordered }
            }
            Job::FindPassed { tests, features } => {
                load::pass_aware_orders(corpus, &tests, &features, self.seeds)
            }
            Job::Contrast { group, failure, features } => {
                self.contrast(corpus, group, failure, &features, cancel)?
            }
            Job::DistinctLines { group } => find_distinct_lines(corpus, group, cancel)?,
            Job::Search(request) => request.answer(cancel),
            Job::Filter(request) => request.answer(cancel),
            Job::CountExceptions { group } => {
                Action::ExceptionsCounted(exceptions(corpus, corpus.groups.get(group)?, cancel))
            }
            Job::SortTexts(request) => request.answer(cancel),
            Job::MakeRows(request) => request.answer(cancel),
            Job::CountRows(request) => request.answer(cancel),
            Job::MakeAllRows(requests) => all_rows(&requests, cancel),
            Job::OrderAcross(request) => request.answer(),
            Job::Measure(request) => Action::Measured(Box::new(request.answer(cancel))),
            Job::Assess(request) => Action::Assessed(Box::new(request.answer(cancel))),
            Job::AnalyseCode(request) => request.answer(),
            Job::ReadSource { ticket, place } => {
                Action::SourceRead { ticket, read: read_source(corpus, &place) }
            }
            Job::Highlight { key, grammar, lines } => {
                let highlighter = self.highlighter.get_or_insert_default();
                Action::Highlighted { key, spans: highlighter.highlight(&lines, grammar) }
            }
        })
    }

    fn contrast(
        &self,
        corpus: &Corpus,
        group: usize,
        failure: FailureId,
        features: &[FeatureVector],
        cancel: &Cancel,
    ) -> Option<Action> {
        let group = corpus.groups.get(group)?;
        let tests = corpus.tests_of(group);
        // A row without a test of its own has no features to be compared.
        let row = tests.binary_search(&failure).ok()?;
        if tests.len() != features.len() {
            return None; // The failure belongs to another import.
        }
        let neighbours = rank::neighbours(features, &[row], self.seeds, cancel)?;
        let neighbours = neighbours.first()?;
        let contrast = Contrast::new(&corpus.executed_of(group), features, row, neighbours);
        let near = Near::new(group, neighbours)
            .with_cases_first(corpus, group, failure)
            .with_alike_first(corpus, group, failure);
        Some(Action::Contrasted { failure, sentences: contrast.sentences(), near })
    }
}

/// A job with its corpus, and the number of the import that showed this corpus.
struct Task {
    reading: usize,
    job: Job,
    corpus: Arc<Corpus>,
    cancel: Cancel,
}

type Done = Arc<dyn Fn(usize, Action) + Send + Sync>;

pub(super) struct Executor {
    ranker: Ranker,
    seeds: NonZeroU32,
    done: Done,
    /// The channels to the threads, one for each kind of job that has its own.
    threads: HashMap<Discriminant<Job>, Sender<Task>>,
    /// The newest job of each kind that a newer one cancels.
    newest: HashMap<Discriminant<Job>, Cancel>,
    /// The jobs that [`Executor::start`] will start.
    queued: Vec<Task>,
}

impl Executor {
    /// Creates an executor for lists with this ranker and these seeds; `done` receives the results.
    pub(super) fn new(ranker: Ranker, seeds: NonZeroU32, done: Done) -> Executor {
        Executor { ranker, seeds, done, threads: HashMap::new(), newest: HashMap::new(), queued: Vec::new() }
    }

    /// Starts the queued jobs. This follows the frame that answers a key, so that the jobs don't compete with it.
    pub(super) fn start(&mut self) {
        for task in mem::take(&mut self.queued) {
            let (mut runner, done) = (Runner::new(self.ranker, self.seeds), Arc::clone(&self.done));
            let kind = discriminant(&task.job);
            if task.job.is_cancelled_by_newer()
                && let Some(older) = self.newest.insert(kind, task.cancel.clone())
            {
                older.request();
            }
            let has_thread = task.job.is_replaced_by_newer() || matches!(task.job, Job::Highlight { .. });
            if !has_thread {
                BACKGROUND.spawn(move || runner.finish(task, &*done));
                continue;
            }
            let thread = self.threads.entry(kind).or_insert_with(|| {
                let (sender, tasks) = channel();
                load::spawn(move || serve(&tasks, &mut runner, &*done));
                sender
            });
            // The thread ends only with the program.
            drop(thread.send(task));
        }
    }
}

fn serve(tasks: &Receiver<Task>, runner: &mut Runner, done: &(dyn Fn(usize, Action) + Sync)) {
    let mut waiting: Vec<Task> = Vec::new();
    loop {
        if waiting.is_empty() {
            let Ok(task) = tasks.recv() else { return };
            waiting.push(task);
        }
        // The tasks of one step are in order of urgency; a later step is more urgent than an earlier one.
        let newer: Vec<Task> = tasks.try_iter().collect();
        if newer.last().is_some_and(|newest| newest.job.is_replaced_by_newer()) {
            waiting = newer.into_iter().last().into_iter().collect();
        } else {
            waiting.extend(newer.into_iter().rev());
        }
        let Some(task) = waiting.pop() else { continue };
        match task.job {
            // The user waits for these.
            Job::Search(_)
            | Job::Filter(_)
            | Job::SortTexts(_)
            | Job::MakeRows(_)
            | Job::MakeAllRows(_)
            | Job::OrderAcross(_)
            | Job::CountRows(_) => {
                runner.finish(task, done);
            }
            _ => BACKGROUND.install(|| runner.finish(task, done)),
        }
    }
}

/// Reads a file at a location; only files found when the project was read are allowed.
fn read_source(corpus: &Corpus, location: &SourceLocation) -> Result<SourceText, String> {
    let unknown = || format!("{} is not a source file of the project", location.file.display());
    let sources = corpus.sources_of(location.run).ok_or_else(unknown)?;
    let file = sources.file(&location.file).ok_or_else(unknown)?;
    let text = source_files::read_text(sources.folder(), file).map_err(|error| error.to_string())?;
    let has_changed = sources.has_changed(file, &text);
    Ok(SourceText { text, has_changed })
}

impl Workbench {
    fn record(&mut self, judgements: NewJudgements, is_decision: bool) {
        let Some(label_writer) = &mut self.label_writer else { return };
        let file = label_writer.own_file().filter(|file| !file.exists()).map(Path::to_owned);
        for answer in label_writer.record(&self.state.cx.lists.corpus, judgements, is_decision) {
            self.act(answer);
        }
        // A person is told once where the labels are: when their file is new.
        if let Some(file) = file.filter(|file| file.exists()) {
            let message = format!("saved in {}", sanitize(&file.display().to_string()));
            self.act(Action::LabelsFileCreated(message));
        }
    }

    pub(super) fn with_labels(&mut self, work: fn(&mut LabelWriter, &Corpus) -> Vec<Action>) {
        let Some(label_writer) = &mut self.label_writer else { return };
        for action in work(label_writer, &self.state.cx.lists.corpus) {
            self.act(action);
        }
    }

    pub(super) fn act(&mut self, action: Action) {
        let effects = self.state.update(action);
        self.carry_out(effects);
    }

    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Job(job) => {
                    let corpus = Arc::clone(&self.state.cx.lists.corpus);
                    let task = Task { reading: self.shown, job: *job, corpus, cancel: Cancel::default() };
                    self.executor.queued.push(task);
                }
                Effect::Request(request) => self.carry_out_request(request),
            }
        }
    }

    fn carry_out_request(&mut self, request: Request) {
        match request {
            Request::Quit => self.ending = Some(Ok(())),
            Request::Suspend => self.terminal_owner = TerminalOwner::ShellRequested,
            Request::ShowTheme(name) => {
                if let Some(failed) = self.themes.show(&name) {
                    self.act(failed);
                }
            }
            Request::Record { judgements, is_decision } => self.record(judgements, is_decision),
            Request::Edit { place } => self.edit(&place),
            Request::RunProgram(program) => match program.runs_in {
                RunsIn::Terminal => self.run_in_terminal(*program),
                RunsIn::Background => self.run_in_background(&program),
            },
            Request::Copy { what, text } => self.copy(what, text),
            Request::WriteFile(what) => self.write_file(what),
            Request::FindDisagreements => {
                if let Some(label_writer) = &self.label_writer {
                    let (reader, corpus) =
                        (label_writer.inputs.clone(), Arc::clone(&self.state.cx.lists.corpus));
                    let (sender, shown) = (self.sender.clone(), self.shown);
                    load::spawn(move || send(&sender, Incoming::Made(shown, reader.find(&corpus))));
                }
            }
            Request::Remember(change) => self.remember(change),
            Request::Reload => self.reload(),
            Request::Discard(corpus) => load::spawn(move || drop(corpus)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::lang::{Grammar, MethodNames};
    use crate::model::{Failure, Group, Passed, StackTrace};
    use crate::tui::CodeView;
    use crate::tui::triage::code::DocumentKey;

    /// Returns groups of one failure with an exception of its own.
    fn with_groups(count: usize) -> Corpus {
        let failure = |number| Failure {
            trace: StackTrace(format!("a.PurseTest::t\nError{number}: m\n").into()),
            ..Failure::default()
        };
        let group = |number| Group {
            is_predicted: false,
            run: 0,
            project: "P".into(),
            bug: "1".into(),
            failures: vec![FailureId::new(number)],
            passed: Passed::default(),
        };
        let (groups, failures) = ((0..count).map(group).collect(), (0..count).map(failure).collect());
        Corpus { groups, failures, ..Corpus::default() }
    }

    fn answers(jobs: impl IntoIterator<Item = Job>) -> Vec<String> {
        let (sender, tasks) = channel();
        let corpus = Arc::new(with_groups(5));
        for job in jobs {
            sender
                .send(Task { reading: 0, job, corpus: Arc::clone(&corpus), cancel: Cancel::default() })
                .expect("the receiver is there");
        }
        drop(sender);
        let answers = Mutex::new(Vec::new());
        let mut runner = Runner::new(Ranker::default(), NonZeroU32::MIN);
        serve(&tasks, &mut runner, &|_, answer| {
            answers.lock().expect("no panic").push(match answer {
                Action::Highlighted { key, .. } => format!("colours of {key:?}"),
                Action::ExceptionsCounted(counts) => format!("{counts:?}"),
                answer => panic!("{answer:?}"),
            });
        });
        answers.into_inner().expect("no panic")
    }

    #[test]
    fn only_the_newest_of_replaceable_jobs_is_carried_out() {
        let newest = answers([3, 2, 4].map(|group| Job::CountExceptions { group }));
        assert_eq!(newest, ["[(\"Error4\", 1)]"]);
    }

    fn highlight(failure: usize) -> Job {
        let key = DocumentKey::Text(FailureId::new(failure), CodeView::default());
        Job::Highlight { key, grammar: Grammar::default(), lines: Arc::default() }
    }

    #[test]
    fn all_documents_are_highlighted() {
        assert_eq!(answers([7, 8].map(highlight)).len(), 2);
    }

    #[test]
    fn a_newer_job_cancels_the_older_ones_that_nobody_waits_for() {
        let was_first_cancelled = |jobs: [Job; 2]| {
            let mut executor = Executor::new(Ranker::default(), NonZeroU32::MIN, Arc::new(|_, _| {}));
            for job in jobs {
                let cancel = Cancel::default();
                executor.queued.push(Task { reading: 0, job, corpus: Arc::default(), cancel });
            }
            let cancels: Vec<Cancel> = executor.queued.iter().map(|task| task.cancel.clone()).collect();
            executor.start();
            assert!(!cancels[1].is_requested(), "nothing follows the newest");
            cancels[0].is_requested()
        };
        assert!(was_first_cancelled([0, 1].map(|group| Job::DistinctLines { group })));
        assert!(was_first_cancelled([0, 1].map(|group| Job::CountExceptions { group })));
        assert!(!was_first_cancelled([0, 1].map(highlight)), "each is a text on the screen");
    }

    #[test]
    fn a_cancelled_job_has_no_result() {
        let cancel = Cancel::default();
        cancel.request();
        let corpus = Arc::new(with_groups(1));
        let run = |job| Runner::new(Ranker::default(), NonZeroU32::MIN).run(job, &corpus, &cancel);
        assert!(run(Job::CountExceptions { group: 0 }).is_none());
        // The group can be asked about again.
        let lines = run(Job::DistinctLines { group: 0 });
        assert!(matches!(lines, Some(Action::DistinctLines { group: 0, lines: None })));
        let signatures =
            Arc::new(rank::group_signatures(&corpus, &corpus.groups[0], &MethodNames::default()));
        let near = run(Job::NearSignatures { group: 0, signatures });
        assert!(matches!(near, Some(Action::NearSignatures { group: 0, clusters: None })));
    }
}
