//! `fossick judge`: a command of the user judges failures, and its labels go to a journal of their own.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::args::{FlakyArgs, InputArgs, RankingArgs, tell_losses};
use super::before::BeforeArgs;
use super::own_journals::OwnJournals;
use super::rank::keep_groups;
use super::{CliError, expected, tell};
use crate::config;
use crate::import::Import;
use crate::judge::{self, Answer, Answered, Ended, JudgeCommand, Prompt, Question, Template};
use crate::labels::{Hold, Writer};
use crate::model::text::plural;
use crate::model::{
    Failure, FailureId, JudgedBy, Judgement, LabelEvent, PlaceInGroup, Ranking, TOP_K, Verdict, VerdictWords,
};
use crate::rank::{self, CorpusSignatures, Explainer, KnownBefore, Rankers, Signature, new_first_in_all};
use crate::regular_file;
use crate::report::failure::FailureReport;
use crate::tui::runtime::now_utc;

#[derive(Debug, Args)]
pub(super) struct JudgeArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The command, split into words as by a shell; it reads a prompt from its standard input and writes its
    /// answer to its standard output
    #[arg(long = "with", value_name = "COMMAND")]
    command: String,
    /// The name of the judge, under which its labels are kept; a name of its own, not that of a person
    #[arg(long, value_name = "NAME", value_parser = config::annotator_name)]
    annotator: String,
    /// The failures of each group to judge, from the top
    #[arg(long, value_name = "K", default_value_t = TOP_K, value_parser = config::parse_top, allow_negative_numbers = true)]
    top: NonZeroUsize,
    /// Only this group, such as Lang-7; repeatable
    #[arg(long = "group", value_name = "PROJECT-BUG")]
    groups: Vec<String>,
    /// The commands that run at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// The time for one answer; a command that takes longer is killed, with all that it started
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = clap::value_parser!(u32).range(1..))]
    timeout: u32,
    /// A prompt of your own, with the placeholders {failure}, {nonce} and {reasons} [default: assets/judge-prompt.md]
    #[arg(long, value_name = "FILE")]
    prompt: Option<PathBuf>,
    /// Print the prompt of the first failure, and run nothing
    #[arg(long)]
    dry_run: bool,
    /// Ask about failures that have a label of this judge as well
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    ranking: RankingArgs,
    #[command(flatten)]
    flaky: FlakyArgs,
    #[command(flatten)]
    before: BeforeArgs,
    /// Write to this journal [default: that of the annotator, next to the results]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
}

/// The size of the largest prompt that is read, in bytes.
const LARGEST_PROMPT: u64 = 1024 * 1024;

struct Asked {
    failure: FailureId,
    group: usize,
    place: usize,
    journal: PathBuf,
}

#[derive(Default)]
struct Counts {
    /// The failures to ask about.
    open: usize,
    /// The answers by label.
    labels: [usize; 3],
    none: usize,
    /// The time of all commands together, and the number of those that run at the same time.
    took: Duration,
    jobs: usize,
}

pub(super) fn run(args: &JudgeArgs) -> Result<(), CliError> {
    let command = JudgeCommand::parse(&args.command)?;
    let template = args.prompt.as_deref().map_or_else(|| Ok(Template::default()), read_template)?;
    let mut import = args.ranking.load(&args.input, args.flaky, None)?;
    let left_out = FlakyArgs::remark(&import);
    keep_groups(&args.groups, &mut import.corpus)?;
    let rankers = args.ranking.prepare(&mut import);
    let import = &import;
    let signatures = CorpusSignatures::new(&import.corpus);
    let (features, mut rankings) = args.ranking.rank_to_explain(&signatures, &rankers);
    let mut journals = OwnJournals::new(import, args.labels.as_deref(), Writer::Judge);
    let earlier = args.before.read(None, &args.input.reading()?)?;
    let known = earlier.map(|earlier| earlier.known(&import.corpus)).unwrap_or_default();
    new_first_in_all(&mut rankings, &rankers, &known, import.is_of_builds());
    let mut asked = asked((import, &signatures), (&rankings, &rankers), args, &known, &journals);
    let explainer = template
        .has_reasons()
        .then(|| Explainer::new(&signatures, &features, &rankings, 0, &rankers, args.ranking.seeds));
    let prompts = Prompts { import, template: &template, explainer };
    tell_losses(import);
    tell(left_out);
    if args.dry_run {
        return match asked.first() {
            Some(first) => Ok(io::stdout().write_all(prompts.of(first).text.as_bytes())?),
            None => Err(expected("there is no failed test to judge")),
        };
    }
    let paths: BTreeSet<PathBuf> = asked.iter().map(|one| one.journal.clone()).collect();
    // Nobody else of this name asks about the same failures meanwhile.
    let _held = paths.iter().map(|path| Hold::take(path)).collect::<Result<Vec<_>, _>>().map_err(expected)?;
    for path in &paths {
        tell(journals.open(path)?.iter().map(ToString::to_string));
    }
    let all = asked.len();
    asked.retain(|one| {
        let labelled = journals.of_failure(&one.journal, &import.corpus.failures[one.failure]);
        args.again || labelled.is_none_or(|event| event.judgement.label.is_none())
    });
    let mut answers = Answers {
        args,
        import,
        asked: &asked,
        prompt: template.hash(),
        counts: Counts { open: asked.len(), jobs: args.jobs.into(), ..Counts::default() },
        kept: Kept { journals, events: BTreeMap::new() },
    };
    let mut questions = asked.iter().enumerate();
    let ended = judge::ask(
        &command,
        args.jobs.into(),
        Duration::from_secs(args.timeout.into()),
        || -> Result<Option<Question>, CliError> {
            Ok(questions.next().map(|(number, one)| Question { number, prompt: prompts.of(one) }))
        },
        |answered| answers.take(answered),
    );
    let Answers { counts, mut kept, .. } = answers;
    clear_progress();
    kept.restore()?;
    let places = paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
    tell([if counts.open == 0 {
        let (named, failures) = (&args.annotator, plural(all, "failure"));
        format!("{named} has judged all of these {failures}; --again asks anew")
    } else {
        format!("{}; {places}", counts.in_words())
    }]);
    match ended? {
        Ended::Interrupted(signal) => Err(CliError::Signalled(signal)),
        Ended::Asked if counts.open > 0 && counts.answers() == 0 => {
            Err(CliError::CheckFailed(vec!["no failure got an answer".to_owned()]))
        }
        Ended::Asked => Ok(()),
    }
}

/// The maker of the prompts.
struct Prompts<'a> {
    import: &'a Import,
    template: &'a Template,
    /// None if the template has no place for reasons.
    explainer: Option<Explainer<'a>>,
}

impl Prompts<'_> {
    fn of(&self, asked: &Asked) -> Prompt {
        let place = asked.place..asked.place + 1;
        let reasons =
            self.explainer.iter().flat_map(|explainer| explainer.of_places(asked.group, place.clone()));
        let reasons: Vec<String> = reasons.flat_map(|explanation| explanation.sentences).collect();
        self.template.fill(&described(self.import, asked), &reasons.join("\n"))
    }
}

/// The taker of the answers.
struct Answers<'a> {
    args: &'a JudgeArgs,
    import: &'a Import,
    asked: &'a [Asked],
    /// The hash of the prompt's template.
    prompt: String,
    counts: Counts,
    kept: Kept<'a>,
}

impl Answers<'_> {
    /// Writes answers that came together, which wait for the disk once, and tells of those that are none.
    fn take(&mut self, answered: Vec<Answered>) -> Result<(), CliError> {
        let mut events: BTreeMap<&Path, Vec<LabelEvent>> = BTreeMap::new();
        for Answered { number, answer, took } in answered {
            let asked = &self.asked[number];
            let failure = &self.import.corpus.failures[asked.failure];
            self.counts.took += took;
            match answer {
                Ok(answer) => {
                    let event = event(self.args, failure, answer, self.prompt.clone(), took);
                    events.entry(&asked.journal).or_default().push(event);
                }
                Err(reason) => {
                    self.counts.none += 1;
                    clear_progress();
                    let (group, rank) = (self.import.corpus.groups[asked.group].name(), asked.place + 1);
                    tell([format!("no answer for {group} rank {rank}, {}: {reason}", failure.test)]);
                }
            }
        }
        for (journal, events) in events {
            self.kept.keep(journal, &events)?;
            for label in events.iter().filter_map(|event| event.judgement.label) {
                self.counts.labels[label as usize] += 1;
            }
        }
        show_progress(&self.counts);
        Ok(())
    }
}

/// The journals of a run, and what it has written to them.
struct Kept<'a> {
    journals: OwnJournals<'a>,
    events: BTreeMap<PathBuf, Vec<LabelEvent>>,
}

impl Kept<'_> {
    fn keep(&mut self, journal: &Path, events: &[LabelEvent]) -> Result<(), CliError> {
        let update = self.journals.append(journal, events)?;
        let own = update.events.len() - events.len();
        self.events.entry(journal.to_owned()).or_default().extend_from_slice(&update.events[own..]);
        Ok(())
    }

    /// Writes the answers again that another program has removed meanwhile: what is counted is on disk.
    fn restore(&mut self) -> Result<(), CliError> {
        for (journal, events) in &self.events {
            let restored = self.journals.restore(journal, events)?.events.len();
            if restored > 0 {
                let (labels, place) = (plural(restored, "label"), journal.display());
                tell([format!("another program removed {labels} of this run from {place}: written again")]);
            }
        }
        Ok(())
    }
}

/// Returns the failures to ask about: those of the top K of each group, in the order over all groups.
fn asked(
    (import, signatures): (&Import, &CorpusSignatures<'_>),
    (rankings, rankers): (&[Ranking], &Rankers),
    args: &JudgeArgs,
    known: &[KnownBefore],
    journals: &OwnJournals<'_>,
) -> Vec<Asked> {
    let corpus = &import.corpus;
    let step = rank::steps(known, import.is_of_builds());
    let order = rank::list_across(signatures, rankings, rankers, &step);
    let (mut asked, mut seen) = (Vec::new(), BTreeSet::new());
    for PlaceInGroup { group, place } in order.into_iter().filter(|shown| shown.place < args.top.get()) {
        let failure = rankings[group].entries[place].failure;
        let journal = journals.path(corpus.groups[group].run, &args.annotator);
        // Failures that have one identity have one label.
        if seen.insert((journal.clone(), corpus.failures[failure].identity())) {
            asked.push(Asked { failure, group, place, journal });
        }
    }
    asked
}

fn event(args: &JudgeArgs, failure: &Failure, answer: Answer, prompt: String, took: Duration) -> LabelEvent {
    let command = args.command.clone();
    let Verdict { label, reason } = answer.verdict;
    let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    LabelEvent {
        identity: failure.identity(),
        judgement: Judgement { label: Some(label), reason, note: answer.reason, ..Judgement::default() },
        annotator: args.annotator.clone(),
        time: now_utc(),
        decision: false,
        by: Some(Box::new(JudgedBy { command, prompt, milliseconds })),
    }
}

/// Returns a failure as `show` prints it, without anything that the ranking or people say about it.
fn described(import: &Import, asked: &Asked) -> String {
    let failure = &import.corpus.failures[asked.failure];
    let report = FailureReport {
        run: None,
        group: &import.corpus.groups[asked.group],
        failure,
        place: None,
        signature: (Signature::of(failure), None),
        similar: Vec::new(),
        judgement: None,
        truth: None,
        known: None,
        words: VerdictWords::Generated,
        rerun: None,
    };
    report.markdown()
}

fn read_template(path: &Path) -> Result<Template, CliError> {
    let fails = |error: &str| expected(format!("can't use the prompt {}: {error}", path.display()));
    let text = regular_file::read_named(path, LARGEST_PROMPT).map_err(|error| fails(&error.to_string()))?;
    Template::parse(&text).map_err(|error| fails(&error))
}

impl Counts {
    fn answers(&self) -> usize {
        self.labels.iter().sum()
    }

    fn in_words(&self) -> String {
        let (answers, none, [tp, fp, unsure]) = (self.answers(), self.none, self.labels);
        format!(
            "{answers} of {} answered: {tp} TP, {fp} FP, {unsure} unsure; {none} without an answer; {:.1} s each",
            self.open,
            self.seconds_each()
        )
    }

    fn seconds_each(&self) -> f64 {
        self.took.as_secs_f64() / (self.answers() + self.none).max(1) as f64
    }

    fn seconds_left(&self) -> f64 {
        let left = self.open.saturating_sub(self.answers() + self.none);
        self.seconds_each() * left.div_ceil(self.jobs.max(1)) as f64
    }
}

/// Replaces the line of progress, if a person can see it.
fn show_progress(counts: &Counts) {
    if io::stderr().is_terminal() {
        let left = counts.seconds_left();
        let left = if left < 90.0 { format!("{left:.0} s") } else { format!("{:.0} min", left / 60.0) };
        // Nobody reads what can't be written.
        drop(write!(io::stderr(), "\r\u{1b}[K{}; {left} left", counts.in_words()));
    }
}

fn clear_progress() {
    if io::stderr().is_terminal() {
        drop(write!(io::stderr(), "\r\u{1b}[K"));
    }
}
