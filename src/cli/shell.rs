//! `fossick completions` and `fossick man`: what a shell and `man` want to know, made from the command line's definition.

use std::io::{self, Write};

use clap::{Args, Command, CommandFactory};
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

/// One page for all: options of the program first, then a section for each subcommand.
pub(super) fn man() -> Result<(), CliError> {
    let mut cli = Cli::command();
    cli.build();
    let mut page = Vec::new();
    let man = Man::new(cli.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    subcommands(&cli, &mut page)?;
    man.render_version_section(&mut page)?;
    Ok(io::stdout().write_all(&page)?)
}

/// A section for each subcommand, and for those of subcommands.
fn subcommands(parent: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    for command in parent.get_subcommands().filter(|command| command.get_name() != "help") {
        let mut section = Vec::new();
        let man = Man::new(command.clone());
        man.render_synopsis_section(&mut section)?;
        man.render_description_section(&mut section)?;
        if command.get_arguments().any(|argument| !argument.is_hide_set()) {
            man.render_options_section(&mut section)?;
        }
        man.render_extra_section(&mut section)?;
        let name = command.get_bin_name().unwrap_or(command.get_name());
        writeln!(page, ".SH \"{name}\"")?;
        for line in String::from_utf8_lossy(&section).lines() {
            // The sections of a page of its own are parts of one here.
            match line.strip_prefix(".SH ") {
                Some(title) => writeln!(page, ".SS {title}")?,
                None => writeln!(page, "{line}")?,
            }
        }
        subcommands(command, page)?;
    }
    Ok(())
}
