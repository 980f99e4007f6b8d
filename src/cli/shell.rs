//! `fossick completions` and `fossick man`: what a shell and `man` want to know, made from the command line's definition.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_complete::generate;
use clap_mangen::Man;

use super::{Cli, CliError};

/// Arguments of `fossick completions`.
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// Which shell
    shell: Shell,
}

pub(super) fn completions(args: &CompletionsArgs) -> Result<(), CliError> {
    // Into memory first: the generator panics when its output is closed early.
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "fossick", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

pub(super) fn man() -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    let mut cli = Cli::command();
    cli.build();
    Man::new(cli.clone()).render(&mut out)?;
    for command in cli.get_subcommands().filter(|command| command.get_name() != "help") {
        Man::new(command.clone()).render(&mut out)?;
    }
    Ok(())
}
