//! `fossick demo`: the workbench on results bundled with the program.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{DEMO, ReadingArgs, demo_input};
use super::workbench::ViewArgs;
use super::{CliError, expected, workbench};
use crate::model::text::sanitize;
use crate::regular_file;
use crate::tui::core::command::keys::key::{Stroke, parse_script};

/// The size of the largest script of keys that is read, in bytes.
const LARGEST_SCRIPT: u64 = 1024 * 1024;

#[derive(Debug, Args)]
pub(super) struct DemoArgs {
    #[command(flatten)]
    view: ViewArgs,
    /// Press the keys of this file at a human pace: `<pause>` waits, lines that begin with `//` are comments; your
    /// first key takes over. Only the options count, not the configuration, and without --labels its labels are not
    /// kept
    #[arg(long, value_name = "SCRIPT")]
    play: Option<PathBuf>,
    /// Write the demo's results into this folder as `demo.jsonl`, for all other commands, and open nothing
    #[arg(long, value_name = "FOLDER", conflicts_with = "play")]
    write: Option<PathBuf>,
}

pub(super) fn run(args: &DemoArgs) -> Result<(), CliError> {
    if let Some(folder) = &args.write {
        return write(folder);
    }
    let reading = ReadingArgs { strict: false, rebuild: false };
    let play = args.play.as_deref().map(script).transpose()?;
    workbench::open([vec![demo_input()], Vec::new()], reading, &args.view, None, play)
}

/// Writes the results to a file and prints its path; an existing file is not changed.
fn write(folder: &Path) -> Result<(), CliError> {
    let file = folder.join("demo.jsonl");
    let written = fs::create_dir_all(folder)
        .and_then(|()| File::create_new(&file))
        .and_then(|mut created| created.write_all(DEMO));
    written.map_err(|error| expected(format!("can't write {}: {error}", file.display())))?;
    Ok(writeln!(io::stdout(), "{}", sanitize(&file.display().to_string()))?)
}

/// Reads the keys of a file, written as for `snapshot --keys`.
fn script(path: &Path) -> Result<Vec<Stroke>, CliError> {
    let wrong = |fault: &str| expected(format!("{}: {fault}", path.display()));
    let text = regular_file::read_named(path, LARGEST_SCRIPT)
        .map_err(|error| wrong(&format!("can't read the script: {error}")))?;
    let strokes = parse_script(&text).map_err(|error| wrong(&error.to_string()))?;
    if strokes.is_empty() {
        return Err(wrong("expected keys, as in `j j <pause> t`; there are none"));
    }
    Ok(strokes)
}
