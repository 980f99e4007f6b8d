//! The project's source files in the code pane, opened at a line from a frame of the trace or from the shown code,
//! and passed to the user's editor.
//!
//! ```text
//! frame, test ──▶ SourceLocation ──Job::ReadSource──▶ a worker reads ──Action::SourceRead──▶ OpenSource in the code pane
//!                      └───────Request::Edit──▶ the user's editor
//! ```
//!
//! A [`SourceLocation`] names a file that was found when the project was read; a trace can only select one of these.

use std::path::Path;
use std::sync::Arc;

use crate::lang::plain::named_places;
use crate::lang::{Certainty, FailingLine, Grammar};
use crate::model::{Failure, FocalLocation, Language, Location, NoSourceFile, PrintedPath};
use crate::trace::{Frame, Origin, TraceLineKind, source_method};
use crate::tui::frame::layout::Pane;
use crate::tui::search::document::Search;
use crate::tui::triage::code::{CodeView, Document, DocumentKey};
use crate::tui::{CodePane, Cx, Job, Lists, Message, Request, Ticket, Triage, text};

const NO_FRAME_SOURCE: &str = "no source file is known for this frame";
const NO_FOCAL_SOURCE: &str = "no source file is known for the focal method";
const NO_TEST_SOURCE: &str = "no source file is known for this test";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLocation {
    /// The run whose project contains the file, as an index into the corpus's runs.
    pub run: usize,
    /// The file, relative to the project's folder.
    pub file: Arc<Path>,
    /// The line, from 1; None if only the file is known.
    pub line: Option<usize>,
    pub mark: SourceMark,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceMark {
    Frame,
    /// The test failed in this line.
    Failed,
    /// The test begins in this line.
    Test,
    /// The focal method begins in this line.
    FocalMethod,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceText {
    pub text: String,
    /// True if the text has changed since the project was read.
    pub has_changed: bool,
}

#[derive(Debug)]
pub(in crate::tui) struct Opening {
    ticket: Ticket,
    place: SourceLocation,
}

#[derive(Debug, Default)]
pub struct SourcePane {
    pub open: Option<OpenSource>,
    pub(in crate::tui) opening: Option<Opening>,
}

#[derive(Debug)]
pub struct OpenSource {
    pub place: SourceLocation,
    /// True if the text has changed since the project was read.
    pub has_changed: bool,
    /// The focus and the detail pane to go back to.
    back: (Pane, Pane),
}

impl OpenSource {
    pub fn title(&self) -> String {
        let path = shown(&self.place.file);
        if self.has_changed { format!("{path} · changed") } else { path }
    }
}

/// Returns the message for code without a file: `unknown`, unless several files are possible.
fn no_file(reason: NoSourceFile, unknown: &str) -> String {
    match reason {
        NoSourceFile::Unknown => unknown.to_owned(),
        NoSourceFile::Ambiguous => reason.to_string(),
    }
}

fn shown(path: &Path) -> String {
    text::sanitize(&path.display().to_string()).into_owned()
}

impl Lists {
    /// Returns the location of a frame of the selected failure's trace, or the reason why there is none.
    pub(in crate::tui) fn place_of_frame(&self, frame: &Frame<'_>) -> Result<SourceLocation, String> {
        let (group, _) = self.current_group().ok_or(NO_FRAME_SOURCE)?;
        let sources = self.corpus.sources_of(group.run).ok_or(NO_FRAME_SOURCE)?;
        let file = sources.file_of_frame(frame, &group.bug);
        let file = file.map_err(|reason| no_file(reason, NO_FRAME_SOURCE))?;
        let line = frame.line.filter(|&line| line > 0).and_then(|line| usize::try_from(line).ok());
        Ok(SourceLocation { run: group.run, file: Arc::clone(file), line, mark: SourceMark::Frame })
    }

    /// Returns the first place in a file of the project that a line of a failure's trace names, in a language
    /// that is not parsed.
    pub(in crate::tui) fn place_named(
        &self,
        line: &str,
        failure: &Failure,
    ) -> Result<SourceLocation, String> {
        let (group, _) = self.current_group().ok_or(NO_FRAME_SOURCE)?;
        let sources = self.corpus.sources_of(group.run).ok_or(NO_FRAME_SOURCE)?;
        let own = failure.location.as_ref().and_then(|location| location.file.rsplit_once('/'));
        let near = own.map_or("", |(folder, _)| folder);
        let place = named_places(line).find_map(|named| {
            let printed = PrintedPath { path: named.path, hints: [&failure.test, named.before], near };
            let file = Arc::clone(sources.file_printed(printed).ok()?);
            Some(SourceLocation { run: group.run, file, line: Some(named.line), mark: SourceMark::Frame })
        });
        place.ok_or_else(|| NO_FRAME_SOURCE.to_owned())
    }

    pub(in crate::tui) fn has_sources(&self) -> bool {
        self.current_group().is_some_and(|(group, _)| self.corpus.sources_of(group.run).is_some())
    }

    /// Returns a location named by the input, if the file belongs to the project.
    fn place_in_project(&self, place: &Location, line: usize, mark: SourceMark) -> Option<SourceLocation> {
        let (group, _) = self.current_group()?;
        let file = self.corpus.sources_of(group.run)?.file(Path::new(&*place.file))?;
        Some(SourceLocation { run: group.run, file: Arc::clone(file), line: Some(line), mark })
    }

    /// Returns the location where the test failed, or at least its file.
    fn place_of_test(&self, failure: &Failure) -> Result<SourceLocation, String> {
        if let Some(place) = &failure.location {
            let (line, mark) =
                place.failing_line.map_or((place.line, SourceMark::Test), |line| (line, SourceMark::Failed));
            if let Some(place) = self.place_in_project(place, line, mark) {
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
                return Ok(SourceLocation { mark: SourceMark::Failed, ..place });
            }
        }
        let class = source_method(&failure.test, &failure.trace).class;
        let file = sources.file_of_class(&class, &group.bug);
        let file = file.map_err(|reason| no_file(reason, NO_TEST_SOURCE))?;
        let mark = SourceMark::Failed;
        Ok(SourceLocation { run: group.run, file: Arc::clone(file), line: None, mark })
    }
}

impl Triage {
    /// Returns the location that would be opened: that of the selected frame, or of the shown code.
    pub(crate) fn place_here(&self, cx: &Cx) -> Result<SourceLocation, String> {
        let (_, failure) = cx.lists.selected().ok_or("there is no failure to show the source of")?;
        if cx.panes.focus == Pane::Trace {
            let frame =
                self.trace.frames.selected().ok_or("there is no frame to open: a unfolds them all")?;
            return frame.place.clone();
        }
        let view = if cx.panes.focus == Pane::Focal { self.focal.view } else { self.code.view };
        match view {
            CodeView::FocalMethod => {
                let FocalLocation::At(place) = &failure.focal_location else {
                    return Err(NO_FOCAL_SOURCE.to_owned());
                };
                let place = cx.lists.place_in_project(place, place.line, SourceMark::FocalMethod);
                place.ok_or(NO_FOCAL_SOURCE.to_owned())
            }
            CodeView::Called(place) => {
                let called = failure.called().get(usize::from(place)).map(|called| &called.location);
                let place = called
                    .and_then(|place| cx.lists.place_in_project(place, place.line, SourceMark::FocalMethod));
                place.ok_or(NO_FOCAL_SOURCE.to_owned())
            }
            CodeView::Test | CodeView::Source => cx.lists.place_of_test(failure),
        }
    }

    /// Opens the source of the shown text; if it is already open, goes back.
    pub(in crate::tui) fn toggle_source(&mut self, cx: &mut Cx) {
        if self.code.source.open.is_some() && cx.panes.focus != Pane::Trace {
            return self.code.close_source(cx);
        }
        self.open_source(cx);
    }

    pub(in crate::tui) fn open_source(&mut self, cx: &mut Cx) {
        match self.place_here(cx) {
            Ok(place) => self.code.read_source(place, cx),
            Err(reason) => cx.messages.info(reason),
        }
    }

    /// Opens the shown location in the user's editor: the frame, the visible line of the file, or the test.
    pub(in crate::tui) fn edit(&mut self, cx: &mut Cx) {
        let place = match &self.code.source.open {
            Some(open) if cx.panes.focus != Pane::Trace => {
                Ok(SourceLocation { line: Some(self.code.visible_line(cx) + 1), ..open.place.clone() })
            }
            _ => self.place_here(cx),
        };
        match place {
            Ok(place) => cx.ask(Request::Edit { place }),
            Err(reason) => cx.messages.info(reason),
        }
    }
}

impl CodePane {
    fn read_source(&mut self, place: SourceLocation, cx: &mut Cx) {
        let ticket = cx.tickets.next();
        self.source.opening = Some(Opening { ticket, place: place.clone() });
        cx.start(Job::ReadSource { ticket, place });
    }

    /// Shows a file that was read at its line, if it is still the requested one.
    pub(in crate::tui) fn source_read(
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
            Err(reason) => cx.messages.say(Message::error(text::sanitize(&reason))),
        }
    }

    fn show_source(&mut self, opening: Opening, source: &SourceText, cx: &mut Cx) {
        let Opening { ticket, place } = opening;
        let lines = text::sanitize_lines(source.text.trim_end_matches(['\n', '\r']));
        let line = place.line.map(|line| line - 1).filter(|&line| line < lines.len());
        if let (Some(wanted), None) = (place.line, line) {
            let only = text::plural(lines.len(), "line");
            let path = shown(&place.file);
            cx.messages.say(Message::warning(format!("there is no line {wanted}: {path} now has {only}")));
        }
        let failed = line.map(|line| FailingLine { line, certainty: Certainty::Known });
        let language = Language::of_file(&place.file).unwrap_or(Language::Other);
        let document = Document { failed, ..Document::plain(DocumentKey::Source(ticket), language, lines) };
        cx.highlight_as(Grammar::of(language, &place.file), document.key, || Arc::clone(&document.lines));
        cx.ask_code_read(&document);
        let before = self.source.open.take();
        let is_open = before.as_ref().is_some_and(|open| open.place == place);
        let back = before.map_or((cx.panes.focus, cx.panes.detail), |open| open.back);
        self.source.open = Some(OpenSource { place, has_changed: source.has_changed, back });
        self.document = Some(document);
        self.search.found = None;
        if is_open {
            // After a reload, nothing moves.
            self.lay_out_code(cx);
            return self.scroll(0, cx);
        }
        self.column = 0;
        cx.focus(Pane::Code);
        self.lay_out_code(cx);
        self.show_code_line(line.unwrap_or(0), cx);
    }

    pub(in crate::tui) fn close_source(&mut self, cx: &mut Cx) {
        let Some(open) = self.source.open.take() else { return };
        (cx.panes.focus, cx.panes.detail) = open.back;
    }

    pub(in crate::tui) fn read_again(&mut self, cx: &mut Cx) {
        if let Some(open) = &self.source.open {
            self.read_source(open.place.clone(), cx);
        }
    }

    /// Returns the line of code to open: the match or the marked line if it is visible, otherwise the first visible
    /// line.
    pub(in crate::tui) fn visible_line(&self, cx: &Cx) -> usize {
        let visible = self.visible_lines(cx);
        let found = self.search.found.as_ref().and_then(Search::current).map(|found| found.line);
        let marked = self.document.as_ref().and_then(|document| document.failed);
        let lines = [found, marked.map(|failed| failed.line)];
        lines.into_iter().flatten().find(|line| visible.contains(line)).unwrap_or(visible.start)
    }
}
