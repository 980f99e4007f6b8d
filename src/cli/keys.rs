//! `fossick keys`: the keys in effect, including those of the configuration.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;

use super::format::Format;
use super::{CliError, args, columns};
use crate::config::{Config, Preset, quoted};
use crate::tui::app::commands::Section;
use crate::tui::app::keys::Keys;
use crate::tui::app::keys::key::Key;

#[derive(Debug, Args)]
pub(super) struct KeysArgs {
    /// The output format
    #[arg(long, default_value = "table", value_parser = Format::among(&FORMATS))]
    format: Format,
    /// The keys of this preset, instead of the configured one: default, vim or arrows
    #[arg(long, value_name = "NAME", value_parser = args::preset(), hide_possible_values = true)]
    keys_preset: Option<Preset>,
}

const FORMATS: [Format; 4] = [Format::Table, Format::Json, Format::Markdown, Format::Toml];

#[derive(Serialize)]
struct Row {
    action: String,
    keys: Vec<String>,
    section: &'static str,
    description: String,
}

pub(super) fn run(args: &KeysArgs) -> Result<(), CliError> {
    let mut config = Config::load()?;
    config.preset.flag(args.keys_preset, "--keys-preset");
    let keys = config.keys()?;
    let printed = match args.format {
        Format::Toml => toml(&keys),
        Format::Markdown => keys.markdown(),
        Format::Json => json(&keys)?,
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
            rows.push([format!("  {own}"), binding.command.name(), keys.fill(binding.description)]);
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
    printed
}

fn json(keys: &Keys) -> Result<String, CliError> {
    let rows: Vec<Row> = Section::ALL
        .into_iter()
        .flat_map(|section| keys.rows(section))
        .map(|(binding, own)| Row {
            action: binding.command.name(),
            keys: notations(own),
            section: binding.section.title(),
            description: keys.fill(binding.description),
        })
        .collect();
    let printed = serde_json::to_string_pretty(&rows).map_err(io::Error::from)?;
    Ok(printed + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_toml_output_gives_the_same_keys() {
        for preset in ["", "preset = \"default\"", "preset = \"vim\"", "preset = \"arrows\""] {
            let text = format!("[keys]\n{preset}\nundo = [\"`\", \"\\\"\"]\nquality = []\n");
            let keys = Config::parse("config.toml", &text).and_then(|config| config.keys()).expect("fine");
            let printed = toml(&keys);
            assert_eq!(
                Config::parse("printed", &printed).and_then(|config| config.keys()).expect(&printed),
                keys
            );
        }
    }
}
