//! `fossick demo`: the workbench on results that come with the program.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::workbench::{self, ViewArgs};
use super::{CliError, ReadingArgs};
use crate::app::key_script::{self, Stroke};
use crate::import::Input;
use crate::report::printable;

/// Real executed results: how they were made stands in `assets/demo/README.md`.
const DEMO: &[u8] = include_bytes!("../../assets/demo/demo.jsonl");

/// Arguments of `fossick demo`.
#[derive(Debug, Args)]
pub(super) struct DemoArgs {
    #[command(flatten)]
    view: ViewArgs,
    /// Press the keys of this file at a human pace, `<pause>` to let people read, lines that begin with `//` for yourself; your
    /// first key takes over. It goes by these flags and by no configuration, and without --labels its labels are not kept
    #[arg(long, value_name = "SCRIPT")]
    play: Option<PathBuf>,
}

pub(super) fn run(args: &DemoArgs) -> Result<(), CliError> {
    let reading = ReadingArgs { strict: false, rebuild: false };
    let play = args.play.as_deref().map(script).transpose()?;
    let greeting = play.is_none().then_some("this is the demo; {help} explains the screen");
    workbench::open([vec![demo_input()], Vec::new()], reading, &args.view, greeting, play)
}

/// The keys of a file, written as for `snapshot --keys`.
fn script(path: &Path) -> Result<Vec<Stroke>, CliError> {
    let expected =
        |said: String| CliError::Expected(printable(&format!("{}: {said}", path.display())).to_string());
    let text =
        fs::read_to_string(path).map_err(|error| expected(format!("can't read the script: {error}")))?;
    let strokes = key_script::parse(&text).map_err(|error| expected(error.to_string()))?;
    if strokes.is_empty() {
        return Err(expected("expected keys, as in `j j <pause> t`; there are none".to_owned()));
    }
    Ok(strokes)
}

/// The bundled results as an input.
pub(super) fn demo_input() -> Input {
    Input::Bytes { name: "demo".to_owned(), bytes: DEMO }
}
