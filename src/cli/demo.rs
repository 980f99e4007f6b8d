//! `fossick demo`: the workbench on results that come with the program.

use clap::Args;

use super::workbench::{self, ViewArgs};
use super::{CliError, ReadingArgs};
use crate::import::Input;

/// Real executed results: how they were made stands in `assets/demo/README.md`.
const DEMO: &[u8] = include_bytes!("../../assets/demo/demo.jsonl");

/// Arguments of `fossick demo`.
#[derive(Debug, Args)]
pub(super) struct DemoArgs {
    #[command(flatten)]
    view: ViewArgs,
}

pub(super) fn run(args: &DemoArgs) -> Result<(), CliError> {
    let reading = ReadingArgs { strict: false, rebuild: false };
    workbench::open(
        [vec![demo_input()], Vec::new()],
        reading,
        &args.view,
        Some("this is the demo; {help} explains the screen"),
    )
}

/// The bundled results as an input.
pub(super) fn demo_input() -> Input {
    Input::Bytes { name: "demo".to_owned(), bytes: DEMO }
}
