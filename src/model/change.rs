//! The differences between the code that a failure ran through and an earlier version of the project.

use std::ops::Range;
use std::sync::Arc;

/// The nearest code of a failure that was changed, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Changed {
    /// A file in the trace or that of the focal method, in other places.
    File,
    /// A method in the trace.
    Method,
    /// The focal method.
    FocalMethod,
    /// The line of a frame.
    Line,
}

impl Changed {
    /// Returns the name in outputs and filters. The two kinds of methods share one.
    pub fn name(self) -> &'static str {
        match self {
            Changed::Line => "line",
            Changed::FocalMethod | Changed::Method => "method",
            Changed::File => "file",
        }
    }
}

/// The changes that concern a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    /// The nearest changed code of the project; None if none of it was changed.
    pub code: Option<Changed>,
    /// The changed methods among the focal method and those in the trace, each by its file and first line.
    pub methods: Vec<(Arc<str>, usize)>,
    /// The changed lines of the focal method, by their numbers in its file, ascending; an empty range is the
    /// place of deleted ones.
    pub focal_lines: Vec<Range<usize>>,
    /// True if the test itself was changed.
    pub is_test: bool,
    /// The version that the project is compared with, as part of a sentence: `in your work tree`.
    pub since: Arc<str>,
}

impl Changes {
    /// Returns the changed lines of the focal method, from 0, where it begins on a line of its file: deleted
    /// ones mark the line that follows them.
    pub(crate) fn lines_from(&self, first: usize) -> impl Iterator<Item = usize> {
        let lines = self.focal_lines.iter().flat_map(|lines| lines.start..lines.end.max(lines.start + 1));
        lines.filter_map(move |line| line.checked_sub(first))
    }

    /// Returns what was changed, in sentences; empty if nothing was.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let code = self.code.map(|code| match code {
            Changed::Line => "A line in the trace",
            Changed::FocalMethod => "The focal method",
            Changed::Method => "A method in the trace",
            Changed::File => "Another part of a file in the trace",
        });
        let test = self.is_test.then_some("The test itself");
        code.into_iter().chain(test).map(|code| format!("{code} was changed {}.", self.since)).collect()
    }

    /// Returns the name of what was changed, for outputs; empty if nothing was.
    pub(crate) fn name(&self) -> &'static str {
        match (self.code, self.is_test) {
            (Some(code), _) => code.name(),
            (None, true) => "test",
            (None, false) => "",
        }
    }
}
