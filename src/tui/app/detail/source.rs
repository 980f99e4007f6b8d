//! The project's source files, opened in the user's editor at the line of a frame or of the shown code.
//!
//! ```text
//! frame, test, focal method ──▶ SourceLocation ──Request::Edit──▶ the user's editor
//! ```
//!
//! A [`SourceLocation`] names a file that was found when the project was read; a trace can only select one of these.

use std::path::Path;
use std::sync::Arc;

use super::code::CodeView;
use crate::model::{
    Failure, FocalLocation, Frame, Location, NoSourceFile, Origin, TraceLineKind, source_method,
};
use crate::tui::app::layout::Pane;
use crate::tui::app::{Cx, Request, Session, Triage};

/// The messages if there is no file to open.
const NO_FRAME_SOURCE: &str = "no source file is known for this frame";
const NO_FOCAL_SOURCE: &str = "no source file is known for the focal method";
const NO_TEST_SOURCE: &str = "no source file is known for this test";

/// A line of a source file of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLocation {
    /// The run whose project contains the file, as an index into the corpus's runs.
    pub run: usize,
    /// The file, relative to the project's folder.
    pub file: Arc<Path>,
    /// The line, from 1; None if only the file is known.
    pub line: Option<usize>,
}

/// Returns the message for code without a file: `unknown`, unless several files are possible.
fn no_file(reason: NoSourceFile, unknown: &str) -> String {
    match reason {
        NoSourceFile::Unknown => unknown.to_owned(),
        NoSourceFile::Ambiguous => reason.to_string(),
    }
}

impl Session {
    /// Returns the location of a frame of the selected failure's trace, or the reason why there is none.
    pub(in crate::tui::app) fn place_of_frame(&self, frame: &Frame<'_>) -> Result<SourceLocation, String> {
        let (group, _) = self.current_group().ok_or(NO_FRAME_SOURCE)?;
        let sources = self.corpus.sources_of(group.run).ok_or(NO_FRAME_SOURCE)?;
        let file = sources.file_of_frame(frame, &group.bug);
        let file = file.map_err(|reason| no_file(reason, NO_FRAME_SOURCE))?;
        let line = frame.line.filter(|&line| line > 0).and_then(|line| usize::try_from(line).ok());
        Ok(SourceLocation { run: group.run, file: Arc::clone(file), line })
    }

    /// Returns true if the selected failure's project has sources.
    pub(in crate::tui::app) fn has_sources(&self) -> bool {
        self.current_group().is_some_and(|(group, _)| self.corpus.sources_of(group.run).is_some())
    }

    /// Returns a location named by the input, if the file belongs to the project.
    fn place_in_project(&self, place: &Location, line: usize) -> Option<SourceLocation> {
        let (group, _) = self.current_group()?;
        let file = self.corpus.sources_of(group.run)?.file(Path::new(&*place.file))?;
        Some(SourceLocation { run: group.run, file: Arc::clone(file), line: Some(line) })
    }

    /// Returns the location where the test failed, or at least its file.
    fn place_of_test(&self, failure: &Failure) -> Result<SourceLocation, String> {
        if let Some(place) = &failure.location {
            let line = place.failing_line.unwrap_or(place.line);
            if let Some(place) = self.place_in_project(place, line) {
                return Ok(place);
            }
        }
        let (group, _) = self.current_group().ok_or(NO_TEST_SOURCE)?;
        let sources = self.corpus.sources_of(group.run).ok_or(NO_TEST_SOURCE)?;
        for line in failure.trace.parse_on() {
            if let TraceLineKind::Frame(frame) = &line.kind
                && frame.origin == Origin::Test
                && let Ok(place) = self.place_of_frame(frame)
            {
                return Ok(place);
            }
        }
        let class = source_method(&failure.test, &failure.trace).class;
        let file = sources.file_of_class(&class, &group.bug);
        let file = file.map_err(|reason| no_file(reason, NO_TEST_SOURCE))?;
        Ok(SourceLocation { run: group.run, file: Arc::clone(file), line: None })
    }
}

impl Triage {
    /// Returns the location that would be opened: that of the selected frame, or of the shown code.
    fn place_here(&self, cx: &Cx) -> Result<SourceLocation, String> {
        let (_, failure) = cx.session.selected().ok_or("there is no failure to show the source of")?;
        if cx.panes.focus == Pane::Trace {
            let frame =
                self.trace.frames.selected().ok_or("there is no frame to open: a unfolds them all")?;
            return frame.place.clone();
        }
        match self.code.view {
            CodeView::FocalMethod => match &failure.focal_location {
                FocalLocation::At(place) => {
                    cx.session.place_in_project(place, place.line).ok_or(NO_FOCAL_SOURCE.to_owned())
                }
                FocalLocation::Unknown | FocalLocation::Undecided(_) => Err(NO_FOCAL_SOURCE.to_owned()),
            },
            CodeView::Test => cx.session.place_of_test(failure),
        }
    }

    /// Opens the shown location in the user's editor: the frame, the test or the focal method.
    pub(in crate::tui::app) fn edit(&self, cx: &mut Cx) {
        match self.place_here(cx) {
            Ok(place) => cx.ask(Request::Edit { place }),
            Err(reason) => {
                cx.messages.info(reason);
            }
        }
    }
}
