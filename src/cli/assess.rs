//! `fossick assess`: the quality of generated oracles, compared with references and under execution.

use std::path::{Path, PathBuf};

use clap::Args;

use super::approaches::plan;
use super::args::CsvArgs;
use super::format::Format;
use super::{CliError, expected};
use crate::assess::{Definition, Grouping, correlations, figures, measure};
use crate::import::Input;
use crate::import::instances::{Assessable, Instance, read_adequacy, read_assessable, read_lines};
use crate::report::assess::{self, DataSet, Pairs, Report};

/// Arguments of `fossick assess`.
#[derive(Debug, Args)]
#[command(
    override_usage = "fossick assess [OPTIONS] <TABLE.csv>...\n       fossick assess [OPTIONS] --reference <FILE> <FILE>...\n       fossick assess [OPTIONS] --approach <NAME=PATH>..."
)]
pub(super) struct AssessArgs {
    /// Tables (CSV) of pairs, with the columns `reference` and `generated`, or of whole tests, with the column
    /// `test_prefix`; with --reference, text files of generated oracles, one per line; `-` is standard input
    #[arg(value_name = "INPUT", required_unless_present = "approaches")]
    inputs: Vec<PathBuf>,
    /// An approach and its inputs: paths or quoted patterns, the first with a name in front; repeatable
    #[arg(long = "approach", value_name = "NAME=PATH", num_args = 1..)]
    approaches: Vec<String>,
    /// A text file with the reference oracles, one per line: line i is the reference of line i of every input
    #[arg(long, value_name = "FILE")]
    reference: Option<PathBuf>,
    /// A table (CSV) with `approach`, `project`, `lc_before`, `lc_after`, `ms_before` and `ms_after`: line coverage
    /// and mutation score with the reference oracles and with the generated ones, in percent
    #[arg(long, value_name = "FILE")]
    adequacy: Option<PathBuf>,
    /// Also print the figures of groups
    #[arg(long, value_enum)]
    by: Option<Grouping>,
    /// The definition of measures and kinds: the papers', or that of their packages
    #[arg(long, value_enum, default_value_t = Definition::Paper)]
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
}

pub(super) fn run(args: &AssessArgs) -> Result<(), CliError> {
    if args.format == Format::Jsonl && !args.pairs {
        return Err(CliError::Expected(
            "jsonl is a list of pairs: add --pairs, or use --format json".to_owned(),
        ));
    }
    let (instances, data_sets) = args.read()?;
    let adequacy = args.adequacy.as_deref().map(read_adequacy).transpose()?;
    let measured = measure(&instances, args.definition);
    if args.pairs {
        return Ok(args.format.print_list(&Pairs::of(&measured), args.csv)?);
    }
    let grouping = args.by;
    let of_groups = figures(&measured, grouping, args.definition);
    let correlated = adequacy.as_ref().map(|rows| {
        let of_projects = figures(&measured, Some(Grouping::Project), args.definition);
        correlations(
            rows,
            |row, measure| {
                let is_of_row = |one: &&crate::assess::GroupFigures| {
                    one.approach == row.approach && one.group.as_deref() == Some(&row.project)
                };
                of_projects.iter().find(is_of_row)?.means.score(measure)
            },
            args.definition,
        )
    });
    let report = Report {
        measured: &measured,
        figures: &of_groups,
        grouped_by: grouping.map_or("", Grouping::name),
        data_sets: &data_sets,
        adequacy: adequacy.as_deref().zip(correlated.as_deref()),
        definition: args.definition,
    };
    Ok(Format::print(|out| match args.format {
        Format::Json => assess::json(&report, out),
        Format::Csv => args.csv.write(out, |out| assess::csv(&report, out)),
        Format::Markdown => assess::markdown(&report, out),
        _ => assess::table(&report, out),
    })?)
}

impl AssessArgs {
    /// Reads all instances, and the data sets of whole tests with their names. The name of an approach is the given
    /// one, or the one in its table, or that of its file.
    fn read(&self) -> Result<(Vec<Instance>, Vec<DataSet>), CliError> {
        let (mut instances, mut data_sets) = (Vec::new(), Vec::new());
        let planned = plan(&[], &self.approaches).map_err(|error| expected(&error))?;
        let named = planned.into_iter().flat_map(|approach| {
            let name = approach.name;
            approach.inputs.into_iter().map(move |path| (name.clone(), path))
        });
        for (name, path) in self.inputs.iter().map(|path| (None, path.clone())).chain(named) {
            let input = Input::from(path.as_path());
            let mut read = match &self.reference {
                Some(reference) => read_lines(&Input::from(reference.as_path()), &input)?,
                None => match read_assessable(&input)? {
                    Assessable::Instances(instances) => instances,
                    Assessable::Tests(tests) => {
                        data_sets.push((name.unwrap_or_else(|| file_name(&path)), tests));
                        continue;
                    }
                },
            };
            for instance in &mut read {
                match &name {
                    Some(name) => instance.approach.clone_from(name),
                    None if instance.approach.is_empty() => instance.approach = file_name(&path),
                    None => {}
                }
            }
            instances.extend(read);
        }
        Ok((instances, data_sets))
    }
}

/// Returns the name of a file without its extension.
fn file_name(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
