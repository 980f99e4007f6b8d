//! A source file of the project, read for the code pane.

use crate::import::sources::{self as source_files};
use crate::model::Corpus;
use crate::tui::app::detail::source::{SourceLocation, SourceText};

/// Reads a file that a location names; only those that were found when the project was read are. The error says why not.
pub(in crate::tui::runtime) fn read(
    corpus: &Corpus,
    location: &SourceLocation,
) -> Result<SourceText, String> {
    let unknown = || format!("{} is no source file of the project", location.file.display());
    let sources = corpus.sources_of(location.run).ok_or_else(unknown)?;
    let file = sources.file(&location.file).ok_or_else(unknown)?;
    let text = source_files::read_text(sources.folder(), file).map_err(|error| error.to_string())?;
    let has_changed = sources.has_changed(file, &text);
    Ok(SourceText { text, has_changed })
}
