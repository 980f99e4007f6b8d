//! Value parsers for arguments that take a name: parsed by their types, completed by shells.

use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};

use crate::config::{PRESETS, Preset, ThemeChoice};
use crate::features::Definition;
use crate::rank::Ranker;
use crate::tui::view::theme::BUNDLED;

/// Reads a value of this type. The names are what shells offer; there may be more, such as a person's own themes.
#[derive(Debug, Clone)]
pub(super) struct Named<T> {
    names: Vec<&'static str>,
    read_as: PhantomData<T>,
}

impl<T> Named<T> {
    fn of(names: impl IntoIterator<Item = &'static str>) -> Named<T> {
        Named { names: names.into_iter().collect(), read_as: PhantomData }
    }
}

pub(super) fn ranker() -> Named<Ranker> {
    Named::of(Ranker::ALL.map(Ranker::name))
}

pub(super) fn definition() -> Named<Definition> {
    Named::of(Definition::ALL.map(Definition::name))
}

pub(super) fn theme() -> Named<ThemeChoice> {
    Named::of(BUNDLED.map(|(name, _)| name))
}

pub(super) fn preset() -> Named<Preset> {
    Named::of(PRESETS.map(|preset| preset.name))
}

impl<T> TypedValueParser for Named<T>
where
    T: FromStr<Err: Display> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let read = |text: String| text.parse::<T>().map_err(|error| error.to_string());
        StringValueParser::new().try_map(read).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}
