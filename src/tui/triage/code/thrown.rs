//! The line that threw in code that the focal method calls, which is shown below it.

use super::source::SourceText;
use crate::model::{Failure, FailureId, FocalLocation, Location};
use crate::trace::{Frame, Origin};
use crate::tui::{Cx, Job, Ticket, text};

#[derive(Debug)]
pub struct ThrownLine {
    failure: FailureId,
    ticket: Ticket,
    /// Without sources, the first failure of the list that tests the method that threw.
    pub tested: Option<FailureId>,
    /// `CsvReader.java:68`; without sources `CsvReader.split` or `new CsvReader`.
    pub place: String,
    line: usize,
    /// The line, without its indentation; empty until it is read.
    pub source: String,
}

pub(crate) fn first_frame(failure: &Failure) -> Option<Frame<'_>> {
    failure.trace.telling_frames().find(|frame| matches!(frame.origin, Origin::Project | Origin::Test))
}

impl Cx {
    /// Returns the line that threw for the selected failure, if it is shown nowhere else.
    pub fn thrown(&self) -> Option<&ThrownLine> {
        let (selected, _) = self.lists.shown_failure()?;
        self.details.thrown.as_ref().filter(|thrown| thrown.failure == selected)
    }

    pub(in crate::tui) fn ask_thrown(&mut self) {
        self.details.thrown = None;
        let Some((failure, failed)) = self.lists.shown_failure() else { return };
        let Some(frame) = first_frame(failed).filter(|frame| frame.origin == Origin::Project) else { return };
        match &failed.focal_location {
            FocalLocation::At(focal) => {
                let Ok(place) = self.lists.place_of_frame(&frame) else { return };
                let (Some(line), Some(file)) = (place.line, place.file.file_name()) else { return };
                let lines = focal.line..focal.line + failed.focal_method.lines().count();
                let threw_in = Location::file_of(&place.file);
                // A test that a base class of the tests has is shown itself.
                let is_failing_line = failed
                    .location
                    .as_ref()
                    .is_some_and(|test| test.file == threw_in && test.failing_line == Some(line));
                if is_failing_line || focal.file == threw_in && lines.contains(&line) {
                    return;
                }
                let shown = format!("{}:{line}", text::sanitize(&file.to_string_lossy()));
                let ticket = self.tickets.next();
                self.details.thrown = Some(ThrownLine {
                    failure,
                    ticket,
                    tested: None,
                    place: shown,
                    line,
                    source: String::new(),
                });
                self.start(Job::ReadSource { ticket, place });
            }
            // Only the trace tells that another method threw. A failure that tests it shows its code.
            FocalLocation::Unknown => {
                let (sentence, called) = (self.lists.sentence(failure), format!(" {}(", frame.method));
                let focal = &*sentence.focal;
                let is_constructor = frame.method == "<init>" && frame.simple_class() == focal;
                let Some((_, group)) = self.lists.current_group() else { return };
                if focal.is_empty() || frame.is_in_method(focal) || is_constructor {
                    return;
                }
                let tested = group.list().entries.iter().map(|entry| entry.failure).find(|id| {
                    let method = &self.lists.corpus.failures[*id].focal_method;
                    method.split(['{', ';']).next().is_some_and(|it| it.contains(&called))
                });
                let class = frame.simple_class();
                let shown = match frame.method {
                    "<init>" => format!("new {class}"),
                    method => format!("{class}.{method}"),
                };
                let shown = text::sanitize(&shown).into_owned();
                self.details.thrown = Some(ThrownLine {
                    failure,
                    ticket: Ticket::default(),
                    tested,
                    place: shown,
                    line: 0,
                    source: String::new(),
                });
            }
            FocalLocation::Undecided(_) => {}
        }
    }

    pub(in crate::tui) fn thrown_read(&mut self, ticket: Ticket, read: Result<&SourceText, &String>) {
        let thrown = self.details.thrown.as_mut().filter(|thrown| thrown.ticket == ticket);
        if let (Some(thrown), Ok(read)) = (thrown, read) {
            let line = read.text.lines().nth(thrown.line - 1).filter(|_| !read.has_changed);
            thrown.source = text::sanitize(line.unwrap_or_default().trim()).into_owned();
        }
    }
}
