//! What the workbench is to open, and how.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use super::OwnEditor;
use crate::config::{ThemeChoice, Themes};
use crate::features::Definition;
use crate::import;
use crate::labels::JournalPaths;
use crate::rank::Ranker;
use crate::tui::app::keys::Keys;
use crate::tui::app::keys::key_script::Stroke;

/// Where labels are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelStorage {
    /// With the inputs, a journal for each annotator.
    WithInputs,
    /// A journal for each annotator beside this common one, whatever the inputs are.
    Beside(PathBuf),
    /// In one journal for all inputs and annotators.
    In(PathBuf),
    /// Nowhere: none are read either.
    Nowhere,
}

/// What to open, and how.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the command line")]
pub struct Options {
    /// What to read.
    pub inputs: Vec<import::Input>,
    /// Results of a fixed version, which tell true positives from false ones.
    pub fixed: Vec<import::Input>,
    /// How to read it.
    pub reading: import::Options,
    /// Flaky tests are neither shown nor counted by any feature.
    pub without_flaky: bool,
    /// Which reading of the features.
    pub definition: Definition,
    /// How failures are ordered.
    pub ranker: Ranker,
    /// Seeds 0 to this less one.
    pub seeds: NonZeroU32,
    /// The K of the top K.
    pub top: usize,
    /// Which theme, or which two: then the terminal is asked whether it is dark or light.
    pub theme: ThemeChoice,
    /// The themes that there are.
    pub themes: Themes,
    /// Where a choice of theme is kept for good, as a sentence names it.
    pub config_file: String,
    /// The mouse is taken.
    pub mouse: bool,
    /// The person's editor, and what it was named by; else what `VISUAL` and `EDITOR` say.
    pub editor: Option<OwnEditor>,
    /// Where labels are kept.
    pub labels: LabelStorage,
    /// Who labels.
    pub annotator: String,
    /// What a person should be told first, one after the other.
    pub greetings: Vec<String>,
    /// Results that change are read again.
    pub watch: bool,
    /// The file with what is remembered from one session to the next; None remembers nothing.
    pub memory: Option<PathBuf>,
    /// The tour begins, unless it is remembered that it was shown.
    pub tour: bool,
    /// The keys in effect.
    pub keys: Keys,
    /// Keys that are pressed by themselves once the results are there.
    pub play: Vec<Stroke>,
}

impl Options {
    /// The journals of an input whose common one is at `shared`, if labels are kept.
    pub(super) fn places(&self, shared: &Path) -> Option<JournalPaths> {
        match &self.labels {
            LabelStorage::WithInputs => Some(JournalPaths::beside(shared, &self.annotator)),
            LabelStorage::Beside(shared) => Some(JournalPaths::beside(shared, &self.annotator)),
            LabelStorage::In(only) => Some(JournalPaths::only(only)),
            LabelStorage::Nowhere => None,
        }
    }
}
