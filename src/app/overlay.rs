//! What can lie over a screen: help, a prompt, the list of themes.

use super::command_palette::CommandPalette;
use super::editor::LineEditor;
use super::filter::FilterPrompt;
use super::finding::Spot;
use super::prompt::Prompt;

/// At most one at a time; keys go to it first.
#[derive(Debug, Clone, PartialEq)]
pub enum Overlay {
    /// All keys, and what the signs mean; scrolled down by this many rows.
    Help(usize),
    /// A note on the failure of this index.
    Note {
        /// Index into the corpus's failures.
        failure: usize,
        /// What is being typed.
        editor: LineEditor,
    },
    /// A rank to jump to.
    Jump(LineEditor),
    /// What is searched in the failures.
    Find {
        /// What is being typed.
        prompt: Prompt,
        /// Where one was before.
        from: Spot,
    },
    /// The column to sort by is chosen.
    Sort,
    /// All actions.
    Palette(CommandPalette),
    /// The letter of a mark: to set it, or to go to it.
    Mark {
        /// It is set.
        sets: bool,
    },
    /// The filter line.
    Filter(Box<FilterPrompt>),
    /// What is searched in the source file.
    Search {
        /// What is being typed.
        editor: LineEditor,
        /// First line and first cell of the code that were shown before.
        from: (usize, usize),
    },
    /// The list of themes; the marked one is shown on the screen.
    Themes {
        /// Position of the marked theme in the list.
        selected: usize,
        /// First row shown.
        offset: usize,
    },
}
