//! `fossick assess`: the quality of generated oracles, compared with references and under execution.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use indexmap::IndexMap;

use super::approaches::{PlannedApproach, in_approaches, plan};
use super::args::{self, CsvArgs, FixedArgs, ReadingArgs, named_or_found, options, tell_losses};
use super::format::Format;
use super::{CliError, checked, expected, tell};
use crate::assess::inputs::adequacy::{AdequacyRow, Pooling, read_reports};
use crate::assess::inputs::cases::GeneratedTests;
use crate::assess::inputs::generated::TestInputs;
use crate::assess::inputs::instances;
use crate::assess::inputs::instances::{
    Assessable, GivenFigures, Instance, read_adequacy, read_assessable, read_lines,
};
use crate::assess::{
    Correlated, Definition, Grouping, TestGate, Unit, case_groups, compare, correlations, figures,
    given_figures, measure,
};
use crate::config;
use crate::evaluate::Alternative;
use crate::import::{Import, ImportError, Input, Options, Reading, ReadingError};
use crate::model::Cancel;
use crate::model::text::plural;
use crate::report::assess::{self, Adequacy, DataSet, Pairs, Report, TestReport};

#[derive(Debug, Args)]
#[command(
    override_usage = "fossick assess [OPTIONS] [INPUT]...\n       fossick assess [OPTIONS] --reference <FILE> <FILE>...\n       fossick assess [OPTIONS] --approach <NAME=PATH>..."
)]
pub(super) struct AssessArgs {
    /// Results, as for all commands, of which run folders and JSON Lines can have references; tables (CSV) of pairs,
    /// with the columns `reference` and `generated`, or of whole tests, with the column `test_prefix`; build logs, and
    /// reports of coverage and mutants of single tests; with --reference, text files of generated oracles,
    /// one per line; `-` is standard input [default: the results in this folder]
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// An approach and its inputs: paths or quoted patterns, the first with a name in front; repeatable
    #[arg(long = "approach", value_name = "NAME=PATH", num_args = 1..)]
    approaches: Vec<String>,
    #[command(flatten)]
    fixed: FixedArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    /// A text file with the reference oracles, one per line: line i is the reference of line i of every input
    #[arg(long, value_name = "FILE")]
    reference: Option<PathBuf>,
    /// A table (CSV) with `approach`, `project`, `lc_before`, `lc_after`, `ms_before` and `ms_after`: line coverage
    /// and mutation score with the reference oracles and with the generated ones, in percent
    #[arg(long, value_name = "FILE", conflicts_with = "before")]
    adequacy: Option<PathBuf>,
    /// Reports of coverage and mutation tests with the reference oracles: the folder of a project, or one with a folder
    /// for each project; PIT, `JaCoCo` and coverage.py
    #[arg(long, value_name = "DIR", requires = "after")]
    before: Option<PathBuf>,
    /// The same reports with the generated oracles of an approach; repeatable
    #[arg(long, value_name = "[NAME=]DIR", requires = "before")]
    after: Vec<String>,
    /// Also print the figures of groups
    #[arg(long, value_parser = args::grouping())]
    by: Option<Grouping>,
    /// The definition of measures and kinds: the papers', or that of their packages
    #[arg(long, default_value = "paper", value_parser = args::definition_of_measures())]
    definition: Definition,
    /// Print each pair with its measures instead of figures, beginning with those whose similarity and outcome
    /// disagree
    #[arg(long)]
    pairs: bool,
    /// The output format; jsonl requires --pairs
    #[arg(long, default_value = "table", value_parser = Format::among(&Format::OF_LISTS))]
    format: Format,
    #[command(flatten)]
    csv: CsvArgs,
    /// The numbers of tests whose joint coverage is estimated, cov@k
    #[arg(long = "k", value_name = "K,…", value_delimiter = ',', default_value = "1,2,5", value_parser = config::parse_top, allow_negative_numbers = true)]
    ks: Vec<NonZeroUsize>,
    /// The unit that pairs the figures of two approaches for the significance tests
    #[arg(long, default_value = "test", value_parser = args::unit())]
    paired: Unit,
    /// Compare every two approaches, instead of the first with each other one
    #[arg(long)]
    pairwise: bool,
    /// The alternative hypothesis of the significance tests
    #[arg(long, default_value = "two-sided", value_parser = args::alternative())]
    alternative: Alternative,
    /// Fail (exit code 1) unless this holds, such as `compile>=80%` or `toga:success>0.5`; repeatable. WHO is an
    /// approach, by default each one
    #[arg(long = "gate", value_name = "[WHO:]FIGURE>=N")]
    gates: Vec<TestGate>,
}

pub(super) fn run(args: &AssessArgs) -> Result<(), CliError> {
    if args.format == Format::Jsonl && !args.pairs {
        return Err(expected("jsonl is a list of pairs: add --pairs, or use --format json"));
    }
    let Assessed { instances, given, data_sets, tests } = args.read()?;
    let adequacy = args.adequacy(&instances)?;
    let measured = measure(&instances, args.definition, &Cancel::default());
    if args.format == Format::Jsonl && instances.is_empty() {
        return Err(expected(
            "jsonl is a list of pairs, and these results have no references to pair: use --format json",
        ));
    }
    // Without a reference there are no pairs: then every compiler error is listed.
    if args.pairs && (!instances.is_empty() || tests.cases.is_empty()) {
        return Ok(args.format.print_list(&Pairs::of(&measured), args.csv)?);
    }
    let grouping = args.by;
    let mut of_groups = figures(&measured, grouping, args.definition);
    of_groups.extend(given_figures(&given));
    let mut of_projects = figures(&measured, Some(Grouping::Project), args.definition);
    of_projects.extend(given_figures(&given));
    let score = |row: &AdequacyRow, measure| {
        let mut of_approach = of_projects.iter().filter(|one| one.approach == row.approach);
        let of_row = of_approach.find(|one| one.group.as_deref() == Some(&row.project));
        of_row?.means.score(measure)
    };
    let rows: Vec<&AdequacyRow> = adequacy.iter().flatten().collect();
    let correlated = correlations(&rows, score, args.definition);
    let mut of_approaches: IndexMap<&str, Vec<&AdequacyRow>> = IndexMap::new();
    for row in &rows {
        of_approaches.entry(&row.approach).or_default().push(row);
    }
    let of_approaches =
        of_approaches.into_iter().filter(|_| rows.iter().any(|row| row.approach != rows[0].approach));
    let by_approach: Vec<(String, Vec<Correlated>)> = of_approaches
        .map(|(name, rows)| (name.to_owned(), correlations(&rows, score, args.definition)))
        .collect();
    let compared = compare(&measured, &tests.cases, args.paired, args.pairwise, args.alternative);
    let mut ks: Vec<usize> = args.ks.iter().map(|k| k.get()).collect();
    ks.sort_unstable();
    ks.dedup();
    let groups = case_groups(&tests.cases, grouping);
    let mut violations = Vec::new();
    for gate in &args.gates {
        violations.extend(gate.check(&groups, args.definition).map_err(expected)?);
    }
    let report = Report {
        tests: TestReport {
            cases: &tests,
            groups: &groups,
            grouped_by: grouping.map_or("", Grouping::name),
            definition: args.definition,
            ks: &ks,
            all_labels: args.pairs,
        },
        measured: &measured,
        figures: &of_groups,
        // Given figures are those of projects.
        grouped_by: grouping.or((!given.is_empty()).then_some(Grouping::Project)).map_or("", Grouping::name),
        data_sets: &data_sets,
        adequacy: adequacy.as_deref().map(|rows| Adequacy {
            rows,
            correlated: &correlated,
            by_approach: &by_approach,
        }),
        compared: (&compared, args.paired),
        alternative: args.alternative,
        definition: args.definition,
    };
    let written = Format::print(|out| match args.format {
        Format::Json => assess::json(&report, out),
        Format::Csv => args.csv.write(out, |out| assess::csv(&report, out)),
        _ => args.format.print_sections(&report.sections(), out),
    });
    checked(written, violations)
}

#[derive(Default)]
struct Assessed {
    instances: Vec<Instance>,
    /// Figures that stand in the place of pairs.
    given: Vec<GivenFigures>,
    data_sets: Vec<DataSet>,
    tests: GeneratedTests,
}

impl AssessArgs {
    fn adequacy(&self, instances: &[Instance]) -> Result<Option<Vec<AdequacyRow>>, CliError> {
        let Some(before) = &self.before else {
            return Ok(self.adequacy.as_deref().map(read_adequacy).transpose()?);
        };
        let mut approaches: Vec<&str> = instances.iter().map(|instance| &*instance.approach).collect();
        approaches.dedup();
        let named = self.after.iter().map(|after| match (after.split_once('='), &*approaches) {
            (Some((name, folder)), _) if !Path::new(after).exists() => (name.to_owned(), folder.into()),
            (_, [only]) if self.after.len() == 1 => ((*only).to_owned(), after.into()),
            _ => (file_name(Path::new(after)), after.into()),
        });
        let pooling = match self.definition {
            Definition::Paper => Pooling::Sums,
            Definition::Package => Pooling::MeanOfModules,
        };
        Ok(Some(read_reports(before, &named.collect::<Vec<_>>(), pooling)?))
    }

    fn read(&self) -> Result<Assessed, CliError> {
        let has_adequacy = self.adequacy.is_some() || self.before.is_some();
        let inputs = match &self.approaches[..] {
            // A table of adequacy stands for itself.
            [] if has_adequacy => self.inputs.clone(),
            [] => named_or_found(&self.inputs)?,
            _ => self.inputs.clone(),
        };
        let mut assessed = Assessed::default();
        let mut is_fixed_used = false;
        for planned in plan(&inputs, &self.approaches).map_err(expected)? {
            let (mut results, mut of_tests) = (Vec::new(), TestInputs::default());
            for (run, path) in planned.inputs.iter().enumerate() {
                let input = instances::in_memory(Input::from(path.as_path()))?;
                let name = planned.name.as_deref();
                if of_tests.take(&input)? {
                    continue;
                }
                match &self.reference {
                    Some(reference) => {
                        let lines = read_lines(&Input::from(reference.as_path()), &input)?;
                        assessed.add(name, path, run, lines);
                    }
                    None => match read_assessable(&input)? {
                        Assessable::Instances(instances) => assessed.add(name, path, run, instances),
                        Assessable::Figures(figures) => assessed.given.extend(figures),
                        Assessable::Tests(tests) => {
                            let name = name.map_or_else(|| file_name(path), str::to_owned);
                            assessed.data_sets.push(DataSet { name, tests, without_source: 0 });
                        }
                        Assessable::Results => results.push(input),
                    },
                }
            }
            is_fixed_used |= !results.is_empty();
            self.load(&planned, &results, of_tests, &mut assessed)?;
        }
        if !self.fixed.paths.is_empty() && !is_fixed_used {
            return Err(expected(
                "--fixed is for results of tests; a table of pairs has the column fixed_outcome",
            ));
        }
        Ok(assessed)
    }

    /// Reads the results of a planned approach, and what other inputs tell about its tests.
    fn load(
        &self,
        planned: &PlannedApproach,
        results: &[Input],
        mut of_tests: TestInputs,
        assessed: &mut Assessed,
    ) -> Result<(), CliError> {
        let options = Options { all_tests: true, keep_indexes: true, ..options(self.reading, &[]) };
        let has_sources = of_tests.take_projects(results);
        let loaded = match results {
            [] => Ok(Import::default()),
            results => {
                let (inputs, fixed) = (results.to_vec(), self.fixed.inputs());
                Reading { inputs, fixed, options, ..Reading::default() }.read(&|_| {})
            }
        };
        let mut import = match loaded {
            // A build that failed before any test ran.
            Err(ReadingError::Import(
                ImportError::NoReports { .. } | ImportError::NothingInFolder { .. },
            )) if has_sources => Import::default(),
            loaded => loaded?,
        };
        tell_losses(&import);
        let left_out = instances::not_measured(&import);
        if left_out > 0 {
            tell([format!(
                "{} in JavaScript or another language: left out, because oracles are compared in Java and Python only",
                plural(left_out, "reference")
            )]);
        }
        let approaches = in_approaches(planned, &import).map_err(expected)?;
        // TestBench's package forgets the semicolon behind the imports that it adds.
        let ends = if self.definition == Definition::Paper { ";" } else { "" };
        assessed.tests.add(&mut import, &approaches, planned.name.as_deref(), &of_tests, ends)?;
        for (name, runs) in approaches {
            assessed.instances.extend(instances::instances_of(&import, &name, &runs));
            let (tests, without_source) = instances::whole_tests_of(&import, &runs);
            if !tests.is_empty() {
                assessed.data_sets.push(DataSet { name, tests, without_source });
            }
        }
        Ok(())
    }
}

impl Assessed {
    /// Adds the instances of a table, under the given name, or the one in the table, or that of the file.
    fn add(&mut self, name: Option<&str>, path: &Path, run: usize, mut instances: Vec<Instance>) {
        for instance in &mut instances {
            instance.run = run;
            match name {
                Some(name) => name.clone_into(&mut instance.approach),
                None if instance.approach.is_empty() => instance.approach = file_name(path),
                None => {}
            }
        }
        self.instances.extend(instances);
    }
}

fn file_name(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
