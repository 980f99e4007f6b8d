//! The line that threw, where that is neither in the test nor in the focal method: in code that these call. It is shown
//! below the focal method.

use super::source::{SourceLocation, SourceText};
use crate::model::{Failure, FailureId, FocalLocation, Frame, Location, Origin, TraceLineKind};
use crate::tui::app::{Cx, Job, Session, Ticket, text};

#[derive(Debug)]
pub struct ThrownLine {
    failure: FailureId,
    ticket: Ticket,
    /// Without sources, the first failure of the list that tests the method that threw.
    pub tested: Option<FailureId>,
    /// `CsvReader.java:68`, or `CsvReader.split` without sources.
    pub place: String,
    line: usize,
    /// The line, without its indentation; empty until it is read.
    pub source: String,
}

fn first_frame(failure: &Failure) -> Option<Frame<'_>> {
    let mut frames = failure.trace.parse_on().filter_map(|line| match line.kind {
        TraceLineKind::Frame(frame) => Some(frame),
        _ => None,
    });
    frames.find(|frame| matches!(frame.origin, Origin::Project | Origin::Test))
}

impl Session {
    /// Returns the line that threw for the selected failure, if it is shown nowhere else.
    pub fn thrown(&self) -> Option<&ThrownLine> {
        let (selected, _) = self.selected()?;
        self.thrown.as_ref().filter(|thrown| thrown.failure == selected)
    }

    /// Returns the method that threw, where only the trace tells that it is not the focal one.
    fn method_of_throw(&self, id: FailureId, failure: &Failure) -> Option<String> {
        let sentence = self.sentence(id);
        let (frame, focal) = (first_frame(failure)?, &*sentence.focal);
        let is_focal =
            frame.is_in_method(focal) || (frame.method == "<init>" && frame.simple_class() == focal);
        let is_another = frame.origin == Origin::Project && !focal.is_empty() && !is_focal;
        let method = frame.method.replace("<init>", "constructor");
        (is_another && failure.focal_location == FocalLocation::Unknown)
            .then(|| text::sanitize(&format!("{}.{method}", frame.simple_class())).into_owned())
    }

    /// Returns the first failure of the list with the method that threw as its focal method, whose code it shows.
    fn test_of_throw(&self, failure: &Failure) -> Option<FailureId> {
        let called = format!(" {}(", first_frame(failure)?.method);
        let declares =
            |of: &Failure| of.focal_method.split(['{', ';']).next().is_some_and(|it| it.contains(&called));
        let (_, group) = self.current_group()?;
        group.list().entries.iter().map(|entry| entry.failure).find(|&id| declares(&self.corpus.failures[id]))
    }

    fn place_of_throw(&self, failure: &Failure) -> Option<SourceLocation> {
        let frame = first_frame(failure)?;
        let place = self.place_of_frame(&frame).ok().filter(|_| frame.origin == Origin::Project)?;
        let FocalLocation::At(focal) = &failure.focal_location else { return None };
        let lines = focal.line..focal.line + failure.focal_method.lines().count();
        let is_in_focal = focal.file == Location::file_of(&place.file) && lines.contains(&place.line?);
        (!is_in_focal).then_some(place)
    }
}

impl Cx {
    pub(in crate::tui::app) fn ask_thrown(&mut self) {
        self.session.thrown = None;
        let Some((failure, of)) = self.session.selected() else { return };
        let Some(place) = self.session.place_of_throw(of) else {
            let place = self.session.method_of_throw(failure, of);
            let (ticket, line, source) = Default::default();
            let tested = self.session.test_of_throw(of);
            self.session.thrown =
                place.map(|place| ThrownLine { failure, ticket, tested, place, line, source });
            return;
        };
        let (Some(line), Some(file)) = (place.line, place.file.file_name()) else { return };
        let name = text::sanitize(&file.to_string_lossy()).into_owned();
        let ticket = self.session.tickets.next();
        let (tested, source) = Default::default();
        self.session.thrown =
            Some(ThrownLine { failure, ticket, tested, place: format!("{name}:{line}"), line, source });
        self.start(Job::ReadSource { ticket, place });
    }

    /// Stores the line, if it is the requested one.
    pub(in crate::tui::app) fn thrown_read(&mut self, ticket: Ticket, read: Result<&SourceText, &String>) {
        let thrown = self.session.thrown.as_mut().filter(|thrown| thrown.ticket == ticket);
        if let (Some(thrown), Ok(read)) = (thrown, read) {
            let line = read.text.lines().nth(thrown.line - 1).filter(|_| !read.has_changed);
            thrown.source = text::sanitize(line.unwrap_or_default().trim()).into_owned();
        }
    }
}
