//! The options of the workbench.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::OwnEditor;
use crate::config::{ThemeChoice, Themes};
use crate::features::Definition;
use crate::import::Reading;
use crate::labels::JournalPaths;
use crate::model::ClockTime;
use crate::rank::{Earlier, Ranker};
use crate::tui::core::command::keys::Keys;
use crate::tui::core::command::keys::key::Stroke;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelStorage {
    /// Next to the inputs, in a journal for each annotator.
    WithInputs,
    /// In a journal for each annotator next to this shared one, whatever the inputs are.
    NextTo(PathBuf),
    In(PathBuf),
    /// Nowhere: labels are neither read nor written.
    Nowhere,
}

#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent option")]
pub struct Options {
    pub reading: Reading,
    pub definition: Definition,
    /// The ranker that orders the failures; None for the default one of the inputs.
    pub ranker: Option<Ranker>,
    pub seeds: NonZeroU32,
    /// The K of the top K, if a person chose one.
    pub top: Option<usize>,
    /// The theme, or a pair from which the terminal's background selects one.
    pub theme: ThemeChoice,
    pub themes: Themes,
    /// The configuration file that names a theme, in words; without one a chosen theme is remembered.
    pub theme_configured_in: Option<String>,
    /// Shows all groups in one list at first.
    pub across: bool,
    pub mouse: bool,
    /// The user's editor with its origin; `None` for that of `VISUAL` or `EDITOR`.
    pub editor: Option<OwnEditor>,
    pub labels: LabelStorage,
    pub annotator: String,
    pub show_judge: Option<String>,
    /// Earlier runs, with which the failures are compared.
    pub before: Option<Arc<Earlier>>,
    pub greetings: Vec<String>,
    pub watch: bool,
    /// Returns the local time; None where it is not known.
    pub clock: fn() -> Option<ClockTime>,
    pub session_state: Option<PathBuf>,
    /// Starts the tour, unless the session state says that it has been shown.
    pub tour: bool,
    pub keys: Keys,
    /// The keys that are played once the results are shown.
    pub play: Vec<Stroke>,
}

impl Options {
    /// Returns the ranker of the scores, which the why pane explains: without a choice the forest.
    pub(super) fn scores_by(&self) -> Ranker {
        self.ranker.unwrap_or_default().starts_from()
    }

    /// Returns an annotator's journals of an input whose shared journal is at `shared`, if labels are stored.
    pub(super) fn journal_paths(&self, shared: &Path, annotator: &str) -> Option<JournalPaths> {
        match &self.labels {
            LabelStorage::WithInputs => Some(JournalPaths::for_annotator(shared, annotator)),
            LabelStorage::NextTo(shared) => Some(JournalPaths::for_annotator(shared, annotator)),
            LabelStorage::In(only) => Some(JournalPaths::only(only)),
            LabelStorage::Nowhere => None,
        }
    }
}
