//! `fossick completions` and `fossick man`: generated from the definition of the command line.

use std::io::{self, Write};

use clap::{Args, Command, CommandFactory};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use super::{Cli, CliError};

#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(super) fn completions(args: &CompletionsArgs) -> Result<(), CliError> {
    // The script goes to memory first, because the generator panics if its output is closed early.
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "fossick", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

/// The sections of the manual that are not part of the command line's definition.
const FILES_AND_STATUS: &str = r#".SH FILES
.TP
\fIRESULTS\fR.labels.\fINAME\fR.jsonl
The labels of the annotator NAME, next to the results; of a folder or a project, fossick.labels.NAME.jsonl in it.
.TP
$XDG_CONFIG_HOME/fossick/config.toml
The settings of the workbench, below ~/.config where the variable is not set; \fBfossick config path\fR prints the path.
.TP
$XDG_CONFIG_HOME/fossick/themes/\fINAME\fR.toml
Your own themes.
.TP
$XDG_STATE_HOME/fossick/state.json
The state that is kept between sessions, below ~/.local/state where the variable is not set; next to it the labels of the
demo, demo.labels.\fINAME\fR.jsonl.
.SH "EXIT STATUS"
.TP
0
Done.
.TP
1
A gate of \fBevaluate\fR or \fBassess\fR does not hold.
.TP
2
The input or the command line is wrong; one message describes the error and the remedy.
.TP
70
An internal error of fossick.
.TP
128 + \fIN\fR
Signal \fIN\fR ended the workbench.
"#;

/// Prints one page for everything: the options of the program first, then a section for each subcommand.
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
    page.extend_from_slice(FILES_AND_STATUS.as_bytes());
    man.render_version_section(&mut page)?;
    Ok(io::stdout().write_all(&page)?)
}

/// Writes a section for each subcommand, including nested ones.
fn subcommands(parent: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    for command in parent.get_subcommands().filter(|command| command.get_name() != "help") {
        let mut section = Vec::new();
        let man = Man::new(command.clone());
        man.render_synopsis_section(&mut section)?;
        man.render_description_section(&mut section)?;
        if command.get_arguments().any(|argument| !argument.is_hide_set()) {
            man.render_options_section(&mut section)?;
        }
        if command.get_after_help().is_some() {
            man.render_extra_section(&mut section)?;
        }
        let name = command.get_bin_name().unwrap_or(command.get_name());
        writeln!(page, ".SH \"{name}\"")?;
        for line in String::from_utf8_lossy(&section).lines() {
            // The sections of a separate page are subsections here.
            match line.strip_prefix(".SH ") {
                // The text below the help becomes a paragraph.
                Some("EXTRA") => writeln!(page, ".PP")?,
                Some(title) => writeln!(page, ".SS {title}")?,
                None => writeln!(page, "{line}")?,
            }
        }
        subcommands(command, page)?;
    }
    Ok(())
}
