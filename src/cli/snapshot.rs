//! `fossick snapshot`: a picture of a screen of the workbench, for a README, a slide or a report.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::args::{demo_input, named_or_here, to_inputs};
use super::workbench::WorkbenchArgs;
use super::{CliError, expected, workbench};
use crate::config::Config;
use crate::tui::core::command::keys::key::{Stroke, parse_script};
use crate::tui::frame::layout::MAX_SCREEN_SIDE;
use crate::tui::runtime::snapshot::{Frame, SnapshotFormat, picture, recording};
use crate::tui::runtime::{Headless, LabelStorage};
use crate::written_file;

#[derive(Debug, Args)]
pub(super) struct SnapshotArgs {
    #[command(flatten)]
    session: WorkbenchArgs,
    /// Keys to press first, separated by blanks, named keys in angle brackets; their labels are not saved
    #[arg(long, value_name = "KEYS", default_value = "", allow_hyphen_values = true)]
    keys: String,
    /// Width and height of the screen in cells
    #[arg(long, value_name = "WxH", default_value = "140x45", value_parser = size)]
    size: (u16, u16),
    /// The file to write; its extension selects the format: `.svg` or `.txt` [default: text on standard
    /// output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the whole session as an animated SVG: each key at a human pace, `<pause>` to read
    #[arg(long, requires = "output")]
    animate: bool,
}

fn size(text: &str) -> Result<(u16, u16), String> {
    let side = |text: &str| text.parse::<u16>().ok().filter(|side| (1..=MAX_SCREEN_SIDE).contains(side));
    text.split_once('x')
        .and_then(|(width, height)| Some((side(width)?, side(height)?)))
        .ok_or_else(|| format!("expected width and height from 1 to {MAX_SCREEN_SIDE}, as in 140x45"))
}

pub(super) fn run(args: &SnapshotArgs) -> Result<(), CliError> {
    let strokes = parse_script(&args.keys).map_err(|error| expected(format!("in --keys: {error}")))?;
    let format = match &args.output {
        None => SnapshotFormat::Text,
        Some(path) => {
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            ending.parse().map_err(expected)?
        }
    };
    let WorkbenchArgs { inputs: named, fixed, reading, view } = &args.session;
    let inputs = to_inputs(&named_or_here(named));
    let inputs = if inputs.is_empty() { vec![demo_input()] } else { inputs };
    // A picture is the same for everyone: the configuration is ignored.
    let config = view.settings.over(Config::default());
    let labels = match &view.labels {
        Some(labels) => LabelStorage::In(labels.clone()),
        None if named.is_empty() => LabelStorage::Nowhere,
        None => LabelStorage::WithInputs,
    };
    let options = workbench::options([inputs, fixed.inputs()], *reading, view, config, labels)?;
    let mut workbench = Headless::open(options, args.size)?;
    let picture = if args.animate {
        if format != SnapshotFormat::Svg {
            return Err(expected("--animate writes an SVG: name a file that ends in .svg"));
        }
        session(&mut workbench, &strokes)?
    } else {
        for stroke in &strokes {
            workbench.press(stroke.key);
        }
        picture(&workbench.screen()?, workbench.theme(), format)
    };
    let Some(path) = &args.output else { return Ok(io::stdout().write_all(picture.as_bytes())?) };
    written_file::write(path, |out| out.write_all(picture.as_bytes()))
        .map_err(|error| expected(format!("can't write {}: {error}", path.display())))
}

/// The time that the last screen is shown before the session is repeated, in milliseconds.
const LAST: u64 = 4000;

/// Returns all screens, from the first to the one after the last key, as one picture.
fn session(workbench: &mut Headless, strokes: &[Stroke]) -> Result<String, CliError> {
    let shown = |workbench: &Headless, key: String, number: usize| -> Result<Frame, CliError> {
        let (screen, theme) = (workbench.screen()?, workbench.theme().clone());
        let lasts = strokes.get(number).map_or(LAST, |stroke| stroke.after);
        Ok(Frame { screen, theme, key, lasts })
    };
    let mut frames = vec![shown(workbench, String::new(), 0)?];
    for (number, stroke) in strokes.iter().enumerate() {
        workbench.press(stroke.key);
        frames.push(shown(workbench, stroke.key.to_string(), number + 1)?);
    }
    Ok(recording(&frames))
}
