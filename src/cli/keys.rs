//! `fossick keys`: the keys in effect, including those of the configuration.

use std::io::{self, Write};

use clap::Args;

use super::format::Format;
use super::{CliError, args, columns};
use crate::config::{Config, Preset, quoted};
use crate::tui::core::command::keys::Keys;
use crate::tui::core::command::keys::key::Key;
use crate::tui::core::command::table::Section;

#[derive(Debug, Args)]
pub(super) struct KeysArgs {
    /// The output format
    #[arg(long, default_value = "table", value_parser = Format::among(&[Format::Table, Format::Markdown, Format::Toml]))]
    format: Format,
    /// The keys of this preset, instead of the configured one: default, vim or arrows
    #[arg(long, value_name = "NAME", value_parser = args::preset(), hide_possible_values = true)]
    keys_preset: Option<Preset>,
}

pub(super) fn run(args: &KeysArgs) -> Result<(), CliError> {
    let mut config = Config::load()?;
    config.preset.flag(args.keys_preset, "--keys-preset");
    let keys = config.keys()?;
    let printed = match args.format {
        Format::Toml => toml(&keys),
        Format::Markdown => keys.markdown(),
        _ => table(&keys),
    };
    Ok(io::stdout().write_all(printed.as_bytes())?)
}

fn notations(keys: &[Key]) -> Vec<String> {
    keys.iter().map(|key| key.notation()).collect()
}

fn table(keys: &Keys) -> String {
    let mut rows = Vec::new();
    for section in Section::ALL {
        rows.push([section.title().to_owned(), String::new(), String::new()]);
        for (binding, own) in keys.rows(section) {
            let own = if own.is_empty() { "–".to_owned() } else { notations(own).join(" ") };
            rows.push([
                format!("  {own}"),
                binding.command.name().to_owned(),
                keys.fill(binding.description),
            ]);
        }
    }
    if !keys.own().is_empty() {
        rows.push(["Your commands".to_owned(), String::new(), String::new()]);
        for own in keys.own() {
            let key = own.key.map_or_else(|| "–".to_owned(), Key::notation);
            let place: &str = own.runs_in.into();
            rows.push([format!("  {key}"), own.name.clone(), format!("{}, in {place}", own.run)]);
        }
    }
    columns(&rows)
}

/// Formats the keys as in `config.toml`; read back, they are the same.
fn toml(keys: &Keys) -> String {
    let mut printed = "[keys]\n".to_owned();
    for section in Section::ALL {
        printed.push_str(&format!("\n# {}\n", section.title()));
        for (binding, own) in keys.rows(section) {
            let own: Vec<String> = notations(own).into_iter().map(|key| quoted(&key)).collect();
            printed.push_str(&format!("{} = [{}]\n", binding.command.name(), own.join(", ")));
        }
    }
    for own in keys.own() {
        let place: &str = own.runs_in.into();
        printed.push_str(&format!("\n[commands.{}]\n", quoted(&own.name)));
        printed.push_str(
            &own.key.map_or_else(String::new, |key| format!("key = {}\n", quoted(&key.notation()))),
        );
        printed.push_str(&format!("run = {}\nin = {}\n", quoted(&own.run), quoted(place)));
    }
    printed
}
