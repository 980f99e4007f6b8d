//! `fossick snapshot`: a screen of the workbench as a picture, for a README, a slide or a report.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::demo::demo_input;
use super::workbench::{self, ViewArgs};
use super::{CliError, FixedArgs, ReadingArgs};
use crate::app::key_script;
use crate::config::Config;
use crate::import::Input;
use crate::runtime::Headless;
use crate::ui::picture::{PictureFormat, picture};

/// Arguments of `fossick snapshot`.
#[derive(Debug, Args)]
pub(super) struct SnapshotArgs {
    /// Results to open [default: the demo]; `-` is standard input
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    fixed: FixedArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    view: ViewArgs,
    /// Keys to press first, separated by blanks, named ones in angle brackets; their labels are written nowhere
    #[arg(long, value_name = "KEYS", default_value = "", allow_hyphen_values = true)]
    keys: String,
    /// Width and height of the screen in cells
    #[arg(long, value_name = "WxH", default_value = "140x45", value_parser = size)]
    size: (u16, u16),
    /// Where to write; the ending says what: `.svg`, `.html` or `.txt` [default: text on standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Beyond this many cells a screen is a mistake, and its picture too large to be shown.
const LARGEST: u16 = 1000;

fn size(text: &str) -> Result<(u16, u16), String> {
    let side = |text: &str| text.parse::<u16>().ok().filter(|side| (1..=LARGEST).contains(side));
    text.split_once('x')
        .and_then(|(width, height)| Some((side(width)?, side(height)?)))
        .ok_or_else(|| format!("expected width and height from 1 to {LARGEST}, as in 140x45"))
}

pub(super) fn run(args: &SnapshotArgs) -> Result<(), CliError> {
    let expected = |reason: String| CliError::Expected(reason);
    let keys = key_script::parse(&args.keys).map_err(|error| expected(format!("in --keys: {error}")))?;
    let format = match &args.output {
        None => PictureFormat::Text,
        Some(path) => {
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            ending.parse().map_err(expected)?
        }
    };
    let inputs = match args.inputs.as_slice() {
        [] => vec![demo_input()],
        paths => paths.iter().map(|path| Input::from(path.as_path())).collect(),
    };
    // A picture shows the same for everybody: what a person has chosen for good has no say in it.
    let config = args.view.over(Config::default());
    let options = workbench::options([inputs, args.fixed.inputs()], args.reading, &args.view, config)?;
    let mut workbench = Headless::open(options, args.size)?;
    for key in keys {
        workbench.press(key);
    }
    let picture = picture(&workbench.screen()?, workbench.theme(), format);
    match &args.output {
        None => io::stdout().write_all(picture.as_bytes())?,
        Some(path) => fs::write(path, picture)
            .map_err(|error| expected(format!("can't write {}: {error}", path.display())))?,
    }
    Ok(())
}
