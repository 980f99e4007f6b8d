//! The output formats: all commands use the same names, and each offers those that it can write.

use std::io::{self, BufWriter, Write};

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::args::CsvArgs;
use crate::report::List;
use crate::report::latex::latex;
use crate::report::layout;
use crate::report::section::Section;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    #[value(alias = "text")]
    Table,
    /// For programs: a table with a header
    Csv,
    /// For programs: one object or list with everything
    Json,
    /// For programs: one JSON object per line
    Jsonl,
    /// For a paper or a pull request
    Markdown,
    /// For a paper: tables with the rules of booktabs
    Latex,
    /// For a configuration file
    Toml,
    /// For an editor or a problem matcher: `file:line: error: message`
    Quickfix,
    /// For the code scanning of a host: SARIF 2.1.0
    Sarif,
    /// For a browser
    Html,
}

impl Format {
    pub(super) const OF_LISTS: [Format; 6] =
        [Format::Table, Format::Csv, Format::Json, Format::Jsonl, Format::Markdown, Format::Latex];
    /// The formats of figures, which are more than one list.
    pub(super) const OF_FIGURES: [Format; 5] =
        [Format::Table, Format::Csv, Format::Json, Format::Markdown, Format::Latex];

    /// Returns a parser that accepts these formats, and rejects others with a list of names.
    pub(super) fn among(formats: &[Format]) -> impl TypedValueParser<Value = Format> + use<> {
        PossibleValuesParser::new(formats.iter().filter_map(Format::to_possible_value))
            .try_map(|name| <Format as ValueEnum>::from_str(&name, false))
    }

    pub(super) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut out = BufWriter::new(io::stdout().lock());
        write(&mut out)?;
        out.flush()
    }

    /// Writes Markdown or LaTeX if this is the format, or else text.
    pub(super) fn print_sections(self, sections: &[Section], out: &mut dyn Write) -> io::Result<()> {
        match self {
            Format::Markdown => layout::markdown(sections, out),
            Format::Latex => latex(sections, out),
            _ => layout::text(sections, out),
        }
    }

    pub(super) fn print_list(self, list: &impl List, csv: CsvArgs) -> io::Result<()> {
        Format::print(|out| match self {
            // The parser rejects the formats that are not those of lists.
            Format::Table | Format::Toml | Format::Quickfix | Format::Sarif | Format::Html => list.table(out),
            Format::Csv => csv.write(out, |out| list.csv(out)),
            Format::Json => list.json(out),
            Format::Jsonl => list.jsonl(out),
            Format::Markdown => list.markdown(out),
            Format::Latex => list.latex(out),
        })
    }
}
