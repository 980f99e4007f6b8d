//! How figures are printed: for people, for programs, for papers.

use std::io::{self, BufWriter, Write};

use clap::ValueEnum;

/// A way to print figures.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Format {
    /// For a person
    Table,
    /// For a program: one object with everything
    Json,
    /// For a program: one flat table
    Csv,
    /// For a paper or a pull request
    Markdown,
}

impl Format {
    /// Has something printed on standard output in this way.
    pub(super) fn print(
        self,
        write: impl FnOnce(Format, &mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut out = BufWriter::new(io::stdout().lock());
        write(self, &mut out)?;
        out.flush()
    }
}
