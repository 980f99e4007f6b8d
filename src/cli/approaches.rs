//! Inputs with known truth, as the approaches that `evaluate` compares.
//!
//! `--approach NAME=PATH…` and plain inputs become lists of runs. A generator's folder in a run folder is a run of
//! that generator, so `evaluate 1/ 2/ 3/` on three run folders compares the generators over three runs each. JSON
//! Lines may name the approach of each run. All other plain inputs are the runs of one approach. Approaches are read
//! one at a time, each with its truth and its features.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::mem::take;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::Args;
use indexmap::IndexMap;

use super::args::{self, FixedArgs, FlakyArgs, ReadingArgs, named_or_found};
use super::before::BeforeArgs;
use super::rank::keep_groups;
use super::{CliError, expected, labels};
use crate::config;
use crate::evaluate::{Judge, JudgeAnswer, VerdictSource, known_truth, truth_of_label};
use crate::features::{Definition, corpus_features};
use crate::import::{Import, ImportError, Reading, discover, matching_paths};
use crate::labels::Lookup;
use crate::lang::MethodNames;
use crate::model::{Corpus, FeatureVector, TestIdentity, Truth};
use crate::rank::{DEFAULT_SEEDS, Earlier, Ranker, join_modules};
use crate::report::check;

#[derive(Debug, Args)]
pub(super) struct ApproachArgs {
    /// Results with truth, one run each: together one approach, except that each generator of a run folder is one
    /// [default: those in this folder]
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// An approach and its runs: paths or quoted patterns, the first preceded by a name; repeatable
    #[arg(long = "approach", value_name = "NAME=PATH", num_args = 1..)]
    approaches: Vec<String>,
    #[command(flatten)]
    fixed: FixedArgs,
    #[command(flatten)]
    flaky: FlakyArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Only this group, such as Lang-7; repeatable
    #[arg(long = "group", value_name = "PROJECT-BUG")]
    groups: Vec<String>,
    /// The source of the truth about failed tests
    #[arg(long, default_value = "fixed", value_parser = args::verdict_source())]
    pub(super) truth: VerdictSource,
    /// The label journal, with `--truth labels` [default: those of all annotators, next to the results]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
    #[command(flatten)]
    before: BeforeArgs,
    /// The annotator whose labels are the truth, with `--truth labels`, or those of earlier runs, with
    /// `--before` [default: all people; the newest label counts]
    #[arg(long, value_name = "NAME", value_parser = config::annotator_name)]
    annotator: Option<String>,
    /// A judge (an annotator) to measure: its labels against the truth, and the list that begins with what it calls TP;
    /// repeatable
    #[arg(long = "judge", value_name = "NAME", value_parser = config::annotator_name)]
    pub(super) judges: Vec<String>,
    /// The Ks of Found@K
    #[arg(long = "k", value_name = "K,…", value_delimiter = ',', default_value = "1,3,5,10", value_parser = config::parse_top, allow_negative_numbers = true)]
    ks: Vec<NonZeroUsize>,
    /// Average over seeds 0 to N - 1: the scores for one list, and the figures if lists per seed are evaluated
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEEDS, value_parser = config::parse_seeds, allow_negative_numbers = true)]
    pub(super) seeds: NonZeroU32,
    /// The definition of the features: `paper`, or `teval-plus` as the paper's replication package computes them
    #[arg(long, value_name = "NAME", default_value_t, value_parser = args::definition(), hide_possible_values = true)]
    pub(super) definition: Definition,
}

/// An approach that was read, with the truth and the features of its failures.
pub(super) struct KnownApproach {
    pub(super) name: String,
    pub(super) corpus: Corpus,
    pub(super) verdicts: Vec<Option<Truth>>,
    pub(super) features: Vec<FeatureVector>,
    pub(super) judges: Vec<Judge>,
    /// True for reports of builds, in which a group can have many bugs.
    pub(super) is_of_builds: bool,
}

impl ApproachArgs {
    /// Calls a function with every approach, one after the other: the texts of one are dropped before the next is
    /// read. The approaches are read for these rankers. `remarks` are for the reader of the figures.
    pub(super) fn for_each<T>(
        &self,
        rankers: &[Ranker],
        remarks: &mut Vec<String>,
        mut work: impl FnMut(KnownApproach) -> T,
    ) -> Result<Vec<T>, CliError> {
        let is_of_truth = self.annotator.is_some() && !self.before.is_given();
        let of_labels = [("--labels", self.labels.is_some()), ("--annotator", is_of_truth)];
        if let Some((option, _)) = of_labels.into_iter().find(|&(_, is_given)| is_given)
            && self.truth != VerdictSource::Labels
        {
            return Err(expected(format!("{option} is read with --truth labels only: give both")));
        }
        let inputs =
            if self.approaches.is_empty() { named_or_found(&self.inputs)? } else { self.inputs.clone() };
        let planned = plan(&inputs, &self.approaches).map_err(expected)?;
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut done = Vec::with_capacity(planned.len());
        for approach in &planned {
            for known in self.read(approach, rankers, remarks)? {
                if !names.insert(known.name.clone()) {
                    return Err(expected(ApproachError::SameName(known.name)));
                }
                done.push(work(known));
            }
        }
        Ok(done)
    }

    /// Reads the earlier runs, if any are named.
    pub(super) fn earlier(&self) -> Result<Option<Earlier>, CliError> {
        let current = Reading { inputs: args::to_inputs(&self.inputs), ..Reading::default() };
        self.before.read(self.annotator.as_deref(), &current)
    }

    /// Returns the Ks in ascending order, each once, together with `others`.
    pub(super) fn ks(&self, others: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let all = self.ks.iter().map(|k| k.get()).chain(others);
        all.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Reads an approach; several if the lines of plain inputs name their approaches.
    fn read(
        &self,
        planned: &PlannedApproach,
        rankers: &[Ranker],
        remarks: &mut Vec<String>,
    ) -> Result<Vec<KnownApproach>, CliError> {
        let mut import = args::load(&Reading {
            inputs: args::to_inputs(&planned.inputs),
            fixed: self.fixed.inputs(),
            options: args::options(self.reading, rankers),
            without_flaky: self.flaky.no_flaky,
            changes: None,
        })?;
        keep_groups(&self.groups, &mut import.corpus)?;
        remarks.extend(FlakyArgs::remark(&import));
        for &ranker in rankers {
            args::find_what_is_needed(ranker, &mut import);
            remarks.extend(ranker.lacks(&import.corpus));
        }
        join_modules(&mut import);
        remarks.extend(check::losses(&import));
        let approaches = in_approaches(planned, &import).map_err(expected)?;
        let mut verdicts = match self.truth {
            VerdictSource::Fixed => known_truth(&import.corpus),
            VerdictSource::Labels => self.labelled_truth(&import, remarks)?,
        };
        let judges = self.judges.iter().map(|name| judge(&import, name, remarks));
        let judges: Vec<Judge> = judges.collect::<Result<_, CliError>>()?;
        let is_of_builds = import.is_of_builds();
        let known = approaches.into_iter().map(|(name, runs)| {
            let is_whole = self.groups.is_empty() && runs.len() == import.corpus.runs.len();
            let (corpus, verdicts, judges) = if is_whole {
                (take(&mut import.corpus), take(&mut verdicts), judges.clone())
            } else {
                let (corpus, kept) = import.corpus.of_runs(&runs);
                let judges = judges.iter().map(|judge| judge.of_failures(&kept)).collect();
                (corpus, kept.into_iter().map(|failure| verdicts[failure]).collect(), judges)
            };
            check_verdicts(&name, &verdicts, self.truth)?;
            let features = corpus_features(&corpus, &MethodNames::default(), self.definition);
            Ok(KnownApproach { name, corpus, verdicts, features, judges, is_of_builds })
        });
        known.collect()
    }

    /// Returns the label of each failure as its truth: from the journals next to an approach's results, or
    /// from the named one.
    fn labelled_truth(
        &self,
        import: &Import,
        remarks: &mut Vec<String>,
    ) -> Result<Vec<Option<Truth>>, CliError> {
        let (judgements, notices) = labels::read(import, self.labels.as_deref(), self.annotator.as_deref())?;
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
                match judgements.lookup(identity, |other| loaded.contains(other)) {
                    Lookup::Current(event) => {
                        verdicts[failure] = event.judgement.label.and_then(truth_of_label);
                    }
                    Lookup::Stale(_) => stale += 1,
                    Lookup::None => {}
                }
            }
        }
        if stale > 0 {
            let (tests, were) = if stale == 1 { ("test has", "it was") } else { ("tests have", "they were") };
            remarks.push(format!("{stale} {tests} changed since {were} labelled: that label doesn't count"));
        }
        Ok(verdicts)
    }
}

/// Returns the labels of a judge next to an approach's results.
fn judge(import: &Import, name: &str, remarks: &mut Vec<String>) -> Result<Judge, CliError> {
    let (judgements, notices) = labels::read(import, None, Some(name))?;
    remarks.extend(notices);
    let answers = judgements
        .last_events(&import.corpus)
        .into_iter()
        .map(|event| {
            let event = event?;
            let milliseconds = event.by.as_ref().map(|by| by.milliseconds);
            Some(JudgeAnswer { label: event.judgement.label?, milliseconds })
        })
        .collect();
    Ok(Judge { name: name.to_owned(), answers })
}

/// Rejects an approach with failed tests if the truth of none is known.
fn check_verdicts(name: &str, verdicts: &[Option<Truth>], truth: VerdictSource) -> Result<(), CliError> {
    if verdicts.is_empty() || verdicts.iter().any(Option::is_some) {
        return Ok(());
    }
    let why = if truth == VerdictSource::Fixed {
        "nothing is known of the fixed version: name its results with --fixed, or label tests in the workbench and use \
         --truth labels"
    } else {
        "none of its failed tests is labelled TP or FP: label some in the workbench first"
    };
    Err(expected(format!("can't evaluate {name}: {why}")))
}

/// The suffix of a generator's folder in a run folder, which follows the generator's name.
const GENERATED: &str = "_generated";

pub(super) struct PlannedApproach {
    /// The name; None if the inputs determine it: JSON Lines that name their run, otherwise the common
    /// beginning of the runs' names.
    pub name: Option<String>,
    /// The inputs to read, one run each.
    pub inputs: Vec<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum ApproachError {
    #[error("`{0}` names no approach: expected --approach NAME=PATH, followed by further paths")]
    NoName(String),
    #[error(transparent)]
    Pattern(#[from] ImportError),
    #[error("no file matches `{0}`: put patterns in quotes, or name the files")]
    NoMatch(String),
    #[error(
        "{input} contains several generators ({generators}), none named {approach}: name the approach like one of them, or give the path of a generator's folder"
    )]
    SeveralGenerators { approach: String, input: String, generators: String },
    #[error("{path} is listed twice in the approach {approach}: each run counts once")]
    Twice { approach: String, path: String },
    #[error("two approaches are named {0}: give the plain inputs another name with --approach")]
    SameName(String),
}

/// Forms approaches, plain inputs first. `named` holds the values of all `--approach` options, in order.
pub(super) fn plan(plain: &[PathBuf], named: &[String]) -> Result<Vec<PlannedApproach>, ApproachError> {
    // One approach per generator, and one of all other inputs.
    let mut of_generators: IndexMap<Option<String>, Vec<PathBuf>> = IndexMap::new();
    for input in plain.iter().flat_map(|given| runs_of(given)) {
        of_generators.entry(generator(&input)).or_default().push(input);
    }
    let of_generators = of_generators.into_iter();
    let mut approaches: Vec<PlannedApproach> =
        of_generators.map(|(name, inputs)| PlannedApproach { name, inputs }).collect();
    let mut of_names: IndexMap<&str, Vec<PathBuf>> = IndexMap::new();
    for (name, pattern) in names_and_patterns(named)? {
        let inputs = of_names.entry(name).or_default();
        for path in matching(pattern)? {
            inputs.extend(of_approach(name, &path)?);
        }
    }
    let of_names = of_names.into_iter();
    approaches.extend(of_names.map(|(name, inputs)| PlannedApproach { name: Some(name.to_owned()), inputs }));
    for (index, approach) in approaches.iter().enumerate() {
        let name = approach.name.as_deref().unwrap_or("of the plain inputs");
        if approach.name.is_some() && approaches[..index].iter().any(|other| other.name == approach.name) {
            return Err(ApproachError::SameName(name.to_owned()));
        }
        let mut inputs = approach.inputs.iter().enumerate();
        if let Some((_, path)) = inputs.find(|(index, path)| approach.inputs[..*index].contains(path)) {
            let path = path.display().to_string();
            return Err(ApproachError::Twice { approach: name.to_owned(), path });
        }
    }
    Ok(approaches)
}

/// Returns every value with its own name or that of the value before; a path that exists as given has no name.
fn names_and_patterns(values: &[String]) -> Result<Vec<(&str, &str)>, ApproachError> {
    let mut current = None;
    let mut pairs = Vec::new();
    for value in values {
        let is_path = current.is_some() && (value == "-" || Path::new(value).exists());
        let named = value.split_once('=').filter(|(name, _)| !is_path && !name.trim().is_empty());
        let (name, pattern) = match (named, current) {
            (Some((name, pattern)), _) => (name.trim(), pattern),
            (None, Some(name)) => (name, value.as_str()),
            (None, None) => return Err(ApproachError::NoName(value.clone())),
        };
        current = Some(name);
        pairs.push((name, pattern));
    }
    Ok(pairs)
}

/// Returns the paths that match a pattern, except label journals; a path that exists as given is not a pattern.
fn matching(pattern: &str) -> Result<Vec<PathBuf>, ApproachError> {
    let paths = matching_paths(Path::new(pattern)).filter(|_| !Path::new(pattern).exists());
    let Some(paths) = paths else { return Ok(vec![PathBuf::from(pattern)]) };
    let mut found = paths?;
    found.retain(|path| !crate::import::is_journal(path));
    found.sort_by_cached_key(|path| by_number(path));
    if found.is_empty() { Err(ApproachError::NoMatch(pattern.to_owned())) } else { Ok(found) }
}

/// Returns the runs of an input of a named approach; of several generators, those of the one with its name.
fn of_approach(name: &str, input: &Path) -> Result<Vec<PathBuf>, ApproachError> {
    let runs = runs_of(input);
    let generators: BTreeSet<String> = runs.iter().filter_map(|run| generator(run)).collect();
    if generators.len() < 2 {
        return Ok(runs);
    }
    let of_name: Vec<PathBuf> =
        runs.into_iter().filter(|run| generator(run).as_deref() == Some(name)).collect();
    if of_name.is_empty() {
        return Err(ApproachError::SeveralGenerators {
            approach: name.to_owned(),
            input: input.display().to_string(),
            generators: Vec::from_iter(generators).join(", "),
        });
    }
    Ok(of_name)
}

/// Returns the runs of an input: every result in a folder of results, every generator's folder in a run folder.
fn runs_of(input: &Path) -> Vec<PathBuf> {
    if !input.is_dir() {
        return vec![input.to_owned()];
    }
    let found = discover(input);
    let mut runs: Vec<PathBuf> = if found == [input] {
        let entries = fs::read_dir(input).into_iter().flatten();
        let inside = entries.filter_map(|entry| Some(entry.ok()?.path()));
        // An empty generator's folder is not a run.
        inside
            .filter(|path| generator_of_folder(path).is_some() && discover(path) == [path.as_path()])
            .collect()
    } else {
        found.iter().flat_map(|path| runs_of(path)).collect()
    };
    if runs.is_empty() {
        runs.push(input.to_owned());
    }
    runs.sort_by_cached_key(|path| by_number(path));
    runs
}

fn generator(path: &Path) -> Option<String> {
    let absolute = std::path::absolute(path).ok()?;
    absolute.ancestors().find_map(generator_of_folder)
}

fn generator_of_folder(folder: &Path) -> Option<String> {
    let name = folder.file_name()?.to_str()?.strip_suffix(GENERATED)?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// Returns the approaches of a planned one with their runs: several if JSON Lines name them and the command line none.
pub(super) fn in_approaches(
    planned: &PlannedApproach,
    import: &Import,
) -> Result<Vec<(String, Vec<usize>)>, ApproachError> {
    let mut approaches: IndexMap<Option<&str>, Vec<usize>> = IndexMap::new();
    for (run, source) in import.sources.iter().enumerate() {
        approaches.entry(source.approach.as_deref()).or_default().push(run);
    }
    let Some(name) = &planned.name else {
        return Ok(approaches
            .into_iter()
            .map(|(approach, runs)| {
                let name = match approach {
                    Some(approach) => approach.to_owned(),
                    None => {
                        let names = runs.iter().map(|&run| import.corpus.runs[run].name.clone());
                        common_name(&names.collect::<Vec<_>>())
                    }
                };
                (name, runs)
            })
            .collect());
    };
    let mut runs = Vec::new();
    for (run, source) in import.sources.iter().enumerate() {
        let of_path = || import.sources.iter().filter(|other| other.path == source.path);
        let approach = source.approach.as_deref();
        if approach == Some(name) || of_path().all(|other| other.approach.as_deref() == approach) {
            runs.push(run);
        } else if !of_path().any(|other| other.approach.as_deref() == Some(name)) {
            let mut approaches: Vec<&str> = of_path().filter_map(|other| other.approach.as_deref()).collect();
            approaches.dedup();
            let path = source.path.as_ref().map(|path| path.display().to_string());
            return Err(ApproachError::SeveralGenerators {
                approach: name.clone(),
                input: path.unwrap_or("standard input".into()),
                generators: approaches.join(", "),
            });
        }
    }
    Ok(vec![(name.clone(), runs)])
}

/// Returns a name for all plain inputs: the common beginning of their runs' names.
pub(super) fn common_name(runs: &[String]) -> String {
    let Some((first, others)) = runs.split_first() else { return "inputs".to_owned() };
    let shared = others.iter().fold(first.as_str(), |shared, other| {
        let end = shared.char_indices().zip(other.chars()).find(|((_, a), b)| a != b);
        let length = end.map_or(shared.len().min(other.len()), |((at, _), _)| at);
        &shared[..length]
    });
    let name = if others.is_empty() { first } else { shared.trim_end_matches(|c: char| !c.is_alphabetic()) };
    if name.is_empty() { "inputs".to_owned() } else { name.to_owned() }
}

/// Returns the text by which paths are sorted, so that `run2` comes before `run10`: a one for each digit
/// precedes a number.
fn by_number(path: &Path) -> String {
    let text: Vec<char> = path.to_string_lossy().chars().collect();
    text.chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit())
        .map(|part| {
            let text: String = part.iter().collect();
            let number = text.trim_start_matches('0');
            if part[0].is_ascii_digit() { format!("{}0{number}", "1".repeat(number.len())) } else { text }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::walk::tests::folder_with;

    const TABLE: &str = "project,bug_num,unique_test_name,failed_buggy\n";

    /// Creates a folder with some files.
    fn folder(files: &[&str]) -> tempfile::TempDir {
        folder_with(files.iter().map(|file| (*file, TABLE)))
    }

    /// Returns the planned approaches as text, with paths relative to the folder.
    fn planned(folder: &Path, plain: &[&str], named: &[&str]) -> Result<Vec<String>, String> {
        let plain: Vec<PathBuf> = plain.iter().map(|path| folder.join(path)).collect();
        let root = folder.display().to_string();
        let named: Vec<String> = named.iter().map(|value| value.replace('@', &root)).collect();
        let approaches = plan(&plain, &named).map_err(|error| error.to_string())?;
        let describe = |approach: PlannedApproach| {
            let relative =
                |path: &PathBuf| path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
            let inputs: Vec<String> = approach.inputs.iter().map(relative).collect();
            format!("{}: {}", approach.name.as_deref().unwrap_or("?"), inputs.join(" "))
        };
        Ok(approaches.into_iter().map(describe).collect())
    }

    #[test]
    fn a_pattern_may_be_expanded_by_fossick_or_by_a_shell() {
        let folder = folder(&[
            "run10.csv",
            "run2.csv",
            "run2.csv.labels.jsonl",
            "run2.csv.labels.ada.jsonl",
            "b=1.csv",
            "other.csv",
            "x[1].csv",
        ]);
        let plan = |named: &[&str]| planned(folder.path(), &[], named);
        let expected = Ok(vec!["n: run2.csv run10.csv".to_owned()]);
        assert_eq!(plan(&["n=@/run*.csv*"]), expected);
        assert_eq!(plan(&["n=@/run2.csv", "@/run10.csv"]), expected);
        assert_eq!(plan(&["n=@/run2.csv", "n=@/run10.csv"]), expected);
        assert_eq!(
            plan(&["n=@/run2.csv", "@/b=1.csv", "m=@/other.csv"]),
            Ok(vec!["n: run2.csv b=1.csv".to_owned(), "m: other.csv".to_owned()])
        );
        assert_eq!(plan(&["n=@/x[1].csv"]), Ok(vec!["n: x[1].csv".to_owned()]));
        assert_eq!(plan(&["n=-"]), Ok(vec!["n: -".to_owned()]));
    }

    #[test]
    fn the_generators_of_run_folders_are_approaches() {
        let results = "merged_results/failed_test_data.csv";
        let files: Vec<String> = ["1", "2", "10"]
            .into_iter()
            .flat_map(|run| ["naive", "toga"].map(|name| format!("{run}/{name}_generated/{results}")))
            .collect();
        let folder = folder(&files.iter().map(String::as_str).collect::<Vec<_>>());
        fs::create_dir(folder.path().join("2/empty_generated")).expect("a folder");
        let both = Ok(vec![
            "naive: 1/naive_generated 2/naive_generated 10/naive_generated".to_owned(),
            "toga: 1/toga_generated 2/toga_generated 10/toga_generated".to_owned(),
        ]);
        assert_eq!(planned(folder.path(), &["1", "2", "10"], &[]), both);
        assert_eq!(planned(folder.path(), &[""], &[]), both, "the folder that holds the runs");
        let table = format!("2/toga_generated/{results}");
        assert_eq!(planned(folder.path(), &[&table], &[]), Ok(vec![format!("toga: {table}")]));
        assert_eq!(
            planned(folder.path(), &[], &["toga=@/*", "mine=@/1/naive_generated"]),
            Ok(vec![
                "toga: 1/toga_generated 2/toga_generated 10/toga_generated".to_owned(),
                "mine: 1/naive_generated".to_owned()
            ])
        );
        let error = planned(folder.path(), &[], &["mine=@/1"]).expect_err("two generators");
        assert!(error.contains("(naive, toga), none named mine"), "{error}");
    }

    #[test]
    fn invalid_approaches_are_reported() {
        let folder = folder(&["a.csv", "b.csv", "toga_generated/merged_results/failed_test_data.csv"]);
        let error =
            |plain: &[&str], named: &[&str]| planned(folder.path(), plain, named).expect_err("no approaches");
        assert!(error(&[], &["@/a.csv"]).contains("names no approach"));
        assert!(error(&[], &["=@/a.csv"]).contains("names no approach"));
        assert!(error(&[], &["n=@/c*.csv"]).contains("no file matches"));
        assert!(error(&[], &["n=@/[.csv"]).contains("can't understand the pattern"));
        assert!(error(&[], &["n=@/*.csv", "@/b.csv"]).contains("b.csv is listed twice in the approach n"));
        assert!(error(&["a.csv", "a.csv"], &[]).contains("is listed twice"));
        assert!(error(&["toga_generated"], &["toga=@/a.csv"]).contains("two approaches are named toga"));
    }

    #[test]
    fn plain_inputs_are_named_by_the_common_beginning_of_their_runs() {
        let name = |runs: &[&str]| common_name(&runs.iter().map(|&run| run.to_owned()).collect::<Vec<_>>());
        assert_eq!(name(&["naive_run1"]), "naive_run1");
        assert_eq!(name(&["naive_run1", "naive_run12"]), "naive_run");
        assert_eq!(name(&["größe-1", "größer"]), "größe");
        assert_eq!(name(&["toga", "naive"]), "inputs");
        assert_eq!(name(&[]), "inputs");
    }
}
