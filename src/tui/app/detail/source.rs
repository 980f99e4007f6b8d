//! The project's own source files in the code pane: opened from a frame of the trace or from the code that is shown, at its
//! line; and handed to the person's editor.
//!
//! ```text
//! frame, test ──▶ SourceLocation ──Job::ReadSource──▶ a worker reads ──Action::SourceRead──▶ OpenSource in the code pane
//!                      └───────Request::Edit──▶ the person's editor
//! ```
//!
//! A [`SourceLocation`] names a file that was found when the project was read; a trace only chooses among these.

use std::path::Path;
use std::sync::Arc;

use super::code::{CodeView, Document, DocumentKey, FailedLine};
use crate::model::{
    Failure, FocalLocation, Frame, Location, NoSourceFile, Origin, TraceLineKind, source_method,
};
use crate::tui::app::CodePane;
use crate::tui::app::layout::Pane;
use crate::tui::app::{Cx, Job, Message, Request, Session, Ticket, Triage, text};

/// Messages for the case that there is no file to open.
const NO_FRAME_SOURCE: &str = "no source file is known for this frame";
const NO_FOCAL_SOURCE: &str = "no source file is known for the focal method";
const NO_TEST_SOURCE: &str = "no source file is known for this test";

/// A line of a source file of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLocation {
    /// Index into the corpus's runs: whose project it is.
    pub run: usize,
    /// Relative to the project's folder.
    pub file: Arc<Path>,
    /// From 1; None where only the file is known.
    pub line: Option<usize>,
    /// The kind of line.
    pub mark: SourceMark,
}

/// The kind of the marked line of a source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceMark {
    /// A frame of the trace is there.
    Frame,
    /// The test failed there.
    Failed,
    /// The test begins there.
    Test,
    /// The focal method begins there.
    FocalMethod,
}

/// A source file as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceText {
    /// The whole file.
    pub text: String,
    /// It is another text than when the project was read.
    pub has_changed: bool,
}

/// A file that a worker is reading.
#[derive(Debug)]
pub(in crate::tui::app) struct Opening {
    ticket: Ticket,
    place: SourceLocation,
}

/// The source file in the code pane.
#[derive(Debug, Default)]
pub struct SourcePane {
    /// The file that is shown.
    pub open: Option<OpenSource>,
    /// The file that is being read.
    pub(in crate::tui::app) opening: Option<Opening>,
}

/// The file that the code pane shows.
#[derive(Debug)]
pub struct OpenSource {
    /// The place that was opened.
    pub place: SourceLocation,
    /// It is another text than when the project was read.
    pub has_changed: bool,
    /// The focus and the detail pane to go back to.
    back: (Pane, Pane),
}

impl OpenSource {
    /// Its path in the project, as it may be drawn.
    pub fn title(&self) -> String {
        let path = shown(&self.place.file);
        if self.has_changed { format!("{path} · changed") } else { path }
    }
}

/// The message for code that has no file: `unknown`, unless several files are possible.
fn no_file(reason: NoSourceFile, unknown: &str) -> String {
    match reason {
        NoSourceFile::Unknown => unknown.to_owned(),
        NoSourceFile::Ambiguous => reason.to_string(),
    }
}

fn shown(path: &Path) -> String {
    text::sanitize(&path.display().to_string()).into_owned()
}

impl Session {
    /// The place of a frame of the selected failure's trace, or the reason why there is none.
    pub(in crate::tui::app) fn place_of_frame(&self, frame: &Frame<'_>) -> Result<SourceLocation, String> {
        let (group, _) = self.current_group().ok_or(NO_FRAME_SOURCE)?;
        let sources = self.corpus.sources_of(group.run).ok_or(NO_FRAME_SOURCE)?;
        let file = sources.file_of_frame(frame, &group.bug);
        let file = file.map_err(|reason| no_file(reason, NO_FRAME_SOURCE))?;
        let line = frame.line.filter(|&line| line > 0).and_then(|line| usize::try_from(line).ok());
        Ok(SourceLocation { run: group.run, file: Arc::clone(file), line, mark: SourceMark::Frame })
    }

    /// Returns true if the selected failure's project has sources.
    pub(in crate::tui::app) fn has_sources(&self) -> bool {
        self.current_group().is_some_and(|(group, _)| self.corpus.sources_of(group.run).is_some())
    }

    /// A place that the input names, if the file is one of the project's.
    fn place_in_project(&self, place: &Location, line: usize, mark: SourceMark) -> Option<SourceLocation> {
        let (group, _) = self.current_group()?;
        let file = self.corpus.sources_of(group.run)?.file(Path::new(&*place.file))?;
        Some(SourceLocation { run: group.run, file: Arc::clone(file), line: Some(line), mark })
    }

    /// Returns the place at which the test failed, or at least its file.
    fn place_of_test(&self, failure: &Failure) -> Result<SourceLocation, String> {
        if let Some(place) = &failure.location {
            let (line, mark) =
                place.failing_line.map_or((place.line, SourceMark::Test), |line| (line, SourceMark::Failed));
            if let Some(place) = self.place_in_project(place, line, mark) {
                return Ok(place);
            }
        }
        for line in failure.trace.parse() {
            if let TraceLineKind::Frame(frame) = &line.kind
                && frame.origin == Origin::Test
                && let Ok(place) = self.place_of_frame(frame)
            {
                return Ok(SourceLocation { mark: SourceMark::Failed, ..place });
            }
        }
        let (group, _) = self.current_group().ok_or(NO_TEST_SOURCE)?;
        let sources = self.corpus.sources_of(group.run).ok_or(NO_TEST_SOURCE)?;
        let class = source_method(&failure.test, &failure.trace).class;
        let file = sources.file_of_class(&class, &group.bug);
        let file = file.map_err(|reason| no_file(reason, NO_TEST_SOURCE))?;
        let mark = SourceMark::Failed;
        Ok(SourceLocation { run: group.run, file: Arc::clone(file), line: None, mark })
    }
}

impl Triage {
    /// Returns the place that would be opened here: the frame under the trace's cursor, else the code that is shown.
    fn place_here(&self, cx: &Cx) -> Result<SourceLocation, String> {
        let (_, failure) = cx.session.selected().ok_or("there is no failure to show the source of")?;
        if cx.panes.focus == Pane::Trace {
            let frame =
                self.trace.frames.selected().ok_or("there is no frame to open: a unfolds them all")?;
            return frame.place.clone();
        }
        match self.code.view {
            CodeView::FocalMethod => match &failure.focal_location {
                FocalLocation::At(place) => cx
                    .session
                    .place_in_project(place, place.line, SourceMark::FocalMethod)
                    .ok_or(NO_FOCAL_SOURCE.to_owned()),
                FocalLocation::Unknown | FocalLocation::Undecided(_) => Err(NO_FOCAL_SOURCE.to_owned()),
            },
            CodeView::Test | CodeView::Prefix | CodeView::Source => cx.session.place_of_test(failure),
        }
    }

    /// Opens the source of what is shown; where it is open already, goes back.
    pub(in crate::tui::app) fn toggle_source(&mut self, cx: &mut Cx) {
        if self.code.source.open.is_some() && cx.panes.focus != Pane::Trace {
            return self.code.close_source(cx);
        }
        self.open_source(cx);
    }

    /// Has the source of what is shown read.
    pub(in crate::tui::app) fn open_source(&mut self, cx: &mut Cx) {
        match self.place_here(cx) {
            Ok(place) => self.code.read_source(place, cx),
            Err(reason) => {
                cx.messages.info(reason);
            }
        }
    }

    /// Has the person's editor open what is shown here: the frame, the file at the line one looks at, the test.
    pub(in crate::tui::app) fn edit(&mut self, cx: &mut Cx) {
        let place = match &self.code.source.open {
            Some(open) if cx.panes.focus != Pane::Trace => {
                Ok(SourceLocation { line: Some(self.code.line_in_sight(cx) + 1), ..open.place.clone() })
            }
            _ => self.place_here(cx),
        };
        match place {
            Ok(place) => cx.ask(Request::Edit { place }),
            Err(reason) => {
                cx.messages.info(reason);
            }
        }
    }
}

impl CodePane {
    fn read_source(&mut self, place: SourceLocation, cx: &mut Cx) {
        let ticket = cx.session.tickets.next();
        self.source.opening = Some(Opening { ticket, place: place.clone() });
        cx.start(Job::ReadSource { ticket, place });
    }

    /// A file was read: shows it at its line, if it is still the one that is waited for.
    pub(in crate::tui::app) fn source_read(
        &mut self,
        ticket: Ticket,
        read: Result<SourceText, String>,
        cx: &mut Cx,
    ) {
        let Some(opening) = self.source.opening.take_if(|opening| opening.ticket == ticket) else {
            return;
        };
        match read {
            Ok(source) => self.show_source(opening, &source, cx),
            Err(reason) => {
                cx.messages.say(Message::error(text::sanitize(&reason)));
            }
        }
    }

    fn show_source(&mut self, opening: Opening, source: &SourceText, cx: &mut Cx) {
        let Opening { ticket, place } = opening;
        let lines = text::sanitize_lines(source.text.trim_end_matches(['\n', '\r']));
        let line = place.line.map(|line| line - 1).filter(|&line| line < lines.len());
        if let (Some(wanted), None) = (place.line, line) {
            let only = match lines.len() {
                1 => "one line".to_owned(),
                n => format!("{n} lines"),
            };
            let path = shown(&place.file);
            cx.messages.say(Message::warning(format!("there is no line {wanted}: {path} now has {only}")));
        }
        let failed = line.map(|line| FailedLine { line, inferred: false });
        let document = Document { failed, ..Document::plain(DocumentKey::Source(ticket), lines) };
        cx.highlight(document.key, || Arc::clone(&document.lines));
        cx.ask_code_read(&document);
        let back = match self.source.open.take() {
            // Read again: nothing moves.
            Some(open) if open.place == place => {
                self.document = Some(document);
                self.source.open =
                    Some(OpenSource { place, has_changed: source.has_changed, back: open.back });
                self.search.found = None;
                self.lay_code(cx);
                self.scroll(0, cx);
                return;
            }
            Some(open) => open.back,
            None => (cx.panes.focus, cx.panes.detail),
        };
        self.source.open = Some(OpenSource { place, has_changed: source.has_changed, back });
        self.document = Some(document);
        self.search.found = None;
        self.column = 0;
        cx.dirty.terms = true;
        cx.focus(Pane::Code);
        self.lay_code(cx);
        self.show_code_line(line.unwrap_or(0), cx);
    }

    /// Leaves the source file and shows what was shown before it was opened.
    pub(in crate::tui::app) fn close_source(&mut self, cx: &mut Cx) {
        let Some(open) = self.source.open.take() else { return };
        (cx.panes.focus, cx.panes.detail) = open.back;
        (cx.dirty.code, cx.dirty.layout) = (true, true);
    }

    /// The editor was left: what is shown may be another text now.
    pub(in crate::tui::app) fn edited(&mut self, cx: &mut Cx) {
        if let Some(open) = &self.source.open {
            self.read_source(open.place.clone(), cx);
        }
    }

    /// Goes on showing a file after the results were read again, and has it read again as well.
    pub(in crate::tui::app) fn keep_source(&mut self, open: OpenSource, cx: &mut Cx) {
        let place = open.place.clone();
        self.source.open = Some(open);
        self.read_source(place, cx);
    }

    /// The line of code one looks at: the match or the marked line if it is in sight, else the first that is.
    pub(in crate::tui::app) fn line_in_sight(&self, cx: &Cx) -> usize {
        let sight = self.lines_in_sight(cx);
        let found = self
            .search
            .found
            .as_ref()
            .and_then(crate::tui::app::search::document::Search::current)
            .map(|found| found.line);
        let marked = self.document.as_ref().and_then(|document| document.failed);
        let lines = [found, marked.map(|failed| failed.line)];
        lines.into_iter().flatten().find(|line| sight.contains(line)).unwrap_or(sight.start)
    }
}
