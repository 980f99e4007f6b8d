//! Arguments that several subcommands share: the inputs and how to read them, and the ranking.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};

use super::{CliError, expected, tell};
use crate::assess::{self, Grouping, Unit};
use crate::config::{self, PRESETS, Preset, ThemeChoice};
use crate::evaluate::{Alternative, VerdictSource};
use crate::features::{Definition, corpus_features};
use crate::import;
use crate::import::{Import, Input, Options, Reading};
use crate::model::text::plural;
use crate::model::{FeatureVector, Ranking};
use crate::project::Base;
use crate::project::how_to_write_reports;
use crate::rank::{CorpusSignatures, DEFAULT_SEEDS, Need, Ranker, Rankers, join_modules, rank_groups};
use crate::report::{self, CsvReaders, write_csv_for};
use crate::tui::frame::theme::BUNDLED;

/// Real executed results; `assets/demo/README.md` describes how they were made.
pub(super) const DEMO: &[u8] = include_bytes!("../../assets/demo/demo.jsonl");

#[derive(Debug, Clone, Args)]
pub(super) struct InputArgs {
    #[arg(value_name = "INPUT", help = help_of_inputs())]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub fixed: FixedArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

fn help_of_inputs() -> String {
    format!(
        "Results: {}; several, a folder or a pattern in quotes; `-` is standard input [default: those in this folder]",
        import::expected_inputs()
    )
}

#[derive(Debug, Clone, Args)]
pub(super) struct FixedArgs {
    /// Results of a fixed version (of any kind; another branch, another checkout): failed tests that pass there are
    /// true positives, those that fail there are false positives; repeatable, for several runs of that version
    #[arg(long = "fixed", value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

impl FixedArgs {
    pub(super) fn inputs(&self) -> Vec<Input> {
        to_inputs(&self.paths)
    }
}

#[derive(Debug, Clone, Copy, Args)]
pub(super) struct FlakyArgs {
    /// Leave out flaky tests, which failed and passed on the same version, before features and ranks are computed
    #[arg(long)]
    pub no_flaky: bool,
}

impl FlakyArgs {
    /// Returns a remark with the number of failures that were left out.
    pub(super) fn remark(import: &Import) -> Option<String> {
        let left_out = import.flaky_left_out;
        (left_out > 0).then(|| format!("left out {}, as --no-flaky asks", plural(left_out, "flaky failure")))
    }
}

#[derive(Debug, Clone, Args)]
pub(super) struct ChangesArgs {
    /// Put failures first whose code differs from BASE in git (a commit, a branch or a tag); by default what is not
    /// committed, or else the last commit. Inputs are written before this option
    #[arg(long, value_name = "BASE", num_args = 0..=1, default_missing_value = "")]
    changes: Option<String>,
}

impl ChangesArgs {
    /// Returns the version to compare with, if changes are asked for.
    pub(super) fn base(&self) -> Option<Base> {
        let named = self.changes.clone()?;
        Some(if named.is_empty() { Base::Uncommitted } else { Base::Named(named) })
    }
}

#[derive(Debug, Clone, Copy, Args)]
pub(super) struct ReadingArgs {
    /// Stop at the first record that can't be used, instead of reporting and skipping it
    #[arg(long)]
    pub strict: bool,
    /// Join a run folder's raw parts, even if its finished tables exist
    #[arg(long)]
    pub rebuild: bool,
}

#[derive(Debug, Clone, Copy, Args)]
pub(super) struct RankingArgs {
    /// The order of the failures of a group [default: by-cause for whole tests; isolation-forest for those of
    /// a generator, in JUnit XML diversified]
    #[arg(long, value_name = "NAME", value_parser = ranker())]
    ranker: Option<Ranker>,
    /// Average the scores of seeds 0 to N - 1; N is at most 1000, because every seed is held in memory
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEEDS, value_parser = config::parse_seeds, allow_negative_numbers = true)]
    pub seeds: NonZeroU32,
    /// The definition of the features: `paper`, or `teval-plus` as the paper's replication package computes them
    #[arg(long, value_name = "NAME", default_value_t, value_parser = definition(), hide_possible_values = true)]
    pub definition: Definition,
}

impl RankingArgs {
    /// Reads the inputs for this ranker.
    pub(super) fn load(
        self,
        inputs: &InputArgs,
        flaky: FlakyArgs,
        changes: Option<Base>,
    ) -> Result<Import, CliError> {
        let options = options(inputs.reading, self.ranker.as_slice());
        let without_flaky = flaky.no_flaky;
        load(&Reading { options, without_flaky, changes, ..inputs.reading()? })
    }

    pub(super) fn is_ranker_named(self) -> bool {
        self.ranker.is_some()
    }

    /// Finds the data that the ranker needs and that reading leaves out, and makes each build one list.
    /// Returns the ranker of each group: the requested one, or else its default one.
    pub(super) fn prepare(self, import: &mut Import) -> Rankers {
        if let Some(ranker) = self.ranker {
            find_what_is_needed(ranker, import);
        }
        join_modules(import);
        self.ranker
            .map_or_else(|| Rankers::default_for(import), |ranker| Rankers::named(ranker, &import.corpus))
    }

    /// Returns the features of the failures of the signatures' corpus.
    pub(super) fn features(self, signatures: &CorpusSignatures<'_>) -> Vec<FeatureVector> {
        corpus_features(signatures.corpus(), signatures.names(), self.definition)
    }

    /// Returns the features of the failures of the signatures' corpus, and their lists. If no
    /// ranker uses them, the features are left out.
    pub(super) fn rank(
        self,
        signatures: &CorpusSignatures<'_>,
        rankers: &Rankers,
    ) -> (Vec<FeatureVector>, Vec<Ranking>) {
        let features = if rankers.use_features() { self.features(signatures) } else { Vec::new() };
        let rankings = rank_groups(signatures, &features, rankers, self.seeds);
        (features, rankings)
    }

    /// Ranks each group, with the features of all failures, which explanations need.
    pub(super) fn rank_to_explain(
        self,
        signatures: &CorpusSignatures<'_>,
        rankers: &Rankers,
    ) -> (Vec<FeatureVector>, Vec<Ranking>) {
        let features = self.features(signatures);
        let rankings = rank_groups(signatures, &features, rankers, self.seeds);
        (features, rankings)
    }
}

pub(super) fn options(reading: ReadingArgs, rankers: &[Ranker]) -> Options {
    let ReadingArgs { strict, rebuild } = reading;
    Options {
        strict,
        rebuild,
        keep_indexes: rankers.iter().any(|&ranker| needs_passed_tests(ranker)),
        ..Options::default()
    }
}

/// Finds the data that a ranker needs and that reading leaves out, because it takes long.
pub(super) fn find_what_is_needed(ranker: Ranker, import: &mut Import) {
    if needs_passed_tests(ranker) {
        import.find_passed_kinds();
    }
}

fn needs_passed_tests(ranker: Ranker) -> bool {
    ranker.row().needs == Some(Need::PassedTests)
}

/// Returns the named inputs, or else the results in this folder, if there are any.
pub(super) fn named_or_here(named: &[PathBuf]) -> Vec<PathBuf> {
    if named.is_empty() { import::discover(Path::new(".")) } else { named.to_vec() }
}

/// Returns the named inputs, or else the results in this folder, which must exist.
pub(super) fn named_or_found(named: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let inputs = named_or_here(named);
    if inputs.is_empty() {
        import::refuse_known(Path::new("."))?;
        let how = how_to_write_reports(Path::new("."));
        return Err(how.map_or_else(
            || expected("there are no results in this folder: give their path, or try `fossick demo --write FOLDER`, which writes the results of the demo into it"),
            |how| expected(format!("there are no reports of tests in this folder; {how}")),
        ));
    }
    Ok(inputs)
}

/// Converts paths to inputs: `-` is standard input.
pub(super) fn to_inputs(paths: &[PathBuf]) -> Vec<Input> {
    paths.iter().map(|path| Input::from(path.as_path())).collect()
}

impl InputArgs {
    /// Returns what is to be read: the named inputs, or else those in this folder.
    pub(super) fn reading(&self) -> Result<Reading, CliError> {
        let inputs = to_inputs(&named_or_found(&self.inputs)?);
        let options = options(self.reading, &[]);
        Ok(Reading { inputs, fixed: self.fixed.inputs(), options, ..Reading::default() })
    }

    pub(super) fn load(&self) -> Result<Import, CliError> {
        load(&self.reading()?)
    }
}

/// Reads results without showing the progress.
pub(super) fn load(reading: &Reading) -> Result<Import, CliError> {
    Ok(reading.read(&|_| {})?)
}

/// Prints a line about what was left out of the inputs, if anything was, on standard error.
pub(super) fn tell_losses(import: &Import) {
    tell(report::check::losses(import));
}

/// Tells what did not run at all before what was lost: nothing may look as if all were well.
pub(super) fn tell_what_is_missing(import: &Import) {
    tell(report::check::without_test(import));
    tell_losses(import);
}

pub(super) fn demo_input() -> Input {
    Input::Bytes { name: "demo".to_owned(), bytes: DEMO.into() }
}

#[derive(Debug, Clone, Copy, Args)]
pub(super) struct CsvArgs {
    /// For a spreadsheet: in a CSV, put an apostrophe before each cell that it could mistake for a formula
    #[arg(long)]
    csv_safe: bool,
}

impl CsvArgs {
    /// Writes a CSV to `out`, which is standard output: on a terminal, control characters become symbols.
    pub(super) fn write(
        self,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let readers = CsvReaders { terminal: io::stdout().is_terminal(), spreadsheet: self.csv_safe };
        write_csv_for(readers, out, write)
    }
}

/// A parser of values of this type. Shells complete the names; other values, such as a user's own themes, may be valid.
#[derive(Debug, Clone)]
pub(super) struct Named<T> {
    /// The names, each with its help, which is empty where the names say all.
    names: Vec<(&'static str, &'static str)>,
    read_as: PhantomData<T>,
}

impl<T> Named<T> {
    fn of(names: impl IntoIterator<Item = &'static str>) -> Named<T> {
        Named::explained(names.into_iter().map(|name| (name, "")))
    }

    fn explained(names: impl IntoIterator<Item = (&'static str, &'static str)>) -> Named<T> {
        Named { names: names.into_iter().collect(), read_as: PhantomData }
    }
}

pub(super) fn ranker() -> Named<Ranker> {
    Named::explained(Ranker::all().map(|ranker| (ranker.name(), ranker.row().help)))
}

pub(super) fn definition() -> Named<Definition> {
    Named::of(Definition::ALL.map(Definition::name))
}

pub(super) fn theme() -> Named<ThemeChoice> {
    Named::of(BUNDLED.map(|(name, _)| name))
}

pub(super) fn preset() -> Named<Preset> {
    Named::of(PRESETS.map(|preset| preset.name))
}

/// A parser of the values of a type that are all known, each with its help.
fn one_of<T, const N: usize>(values: [(T, &'static str); N]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Into<&'static str> + Send + Sync + 'static,
{
    let names = values.map(|(value, help)| PossibleValue::new(value.into()).help(help));
    PossibleValuesParser::new(names).map(move |name| {
        let of_name = values.iter().find(|(value, _)| (*value).into() == name.as_str());
        of_name.map(|(value, _)| *value).expect("the parser of names takes no other one")
    })
}

pub(super) fn verdict_source() -> impl TypedValueParser<Value = VerdictSource> {
    one_of([
        (VerdictSource::Fixed, "The fixed version: true positives pass on it"),
        (
            VerdictSource::Labels,
            "Labels of people: tests without a label, or labelled `unsure`, are not known",
        ),
    ])
}

pub(super) fn alternative() -> impl TypedValueParser<Value = Alternative> {
    one_of([
        (Alternative::TwoSided, "The two differ"),
        (Alternative::Greater, "The first is greater than the second"),
        (Alternative::Less, "The first is less than the second"),
    ])
}

pub(super) fn definition_of_measures() -> impl TypedValueParser<Value = assess::Definition> {
    one_of([
        (assess::Definition::Paper, "The definitions of the measures' authors, over Java tokens"),
        (assess::Definition::Package, "As the packages of the papers compute them"),
    ])
}

pub(super) fn grouping() -> impl TypedValueParser<Value = Grouping> {
    one_of([
        (Grouping::Project, "A group for each project"),
        (Grouping::Bug, "A group for each bug of a project"),
        (Grouping::Kind, "A group for each kind of reference"),
    ])
}

pub(super) fn unit() -> impl TypedValueParser<Value = Unit> {
    one_of([
        (Unit::Test, "The tests that both have"),
        (Unit::Project, "The projects that both have, each with the mean over its tests"),
    ])
}

impl<T> TypedValueParser for Named<T>
where
    T: FromStr<Err: Display> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        StringValueParser::new()
            .try_map(|text| text.parse::<T>().map_err(|error| error.to_string()))
            .parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(|&(name, help)| {
            let value = PossibleValue::new(name);
            if help.is_empty() { value } else { value.help(help) }
        })))
    }
}
