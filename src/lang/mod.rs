//! Source text: what every language answers (`answers`), and the table of languages.
//!
//! ```text
//! source, failed test ──Language::answers──▶ a row of the table ──▶ java, python, javascript: parsed with their grammar
//!                                                         └──▶ plain: every other language, not parsed
//! ```
//!
//! A language is a folder and a row; the sources of a project in it are an index (`index`); no folder uses
//! another. What languages share is here: the nodes of their syntax trees (`syntax`), tokens (`lexer`), and
//! what is found (`located`). Any text is accepted, and nothing is executed.

mod acts;
mod alike;
pub(crate) mod answers;
pub(crate) mod index;
pub mod java;
mod javascript;
pub(crate) mod lexer;
mod lines;
pub(crate) mod located;
mod method_names;
pub(crate) mod plain;
pub mod python;
pub(crate) mod syntax;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::path::Path;

use crate::model::{CalledMethod, Failure, FocalLocation, Language, Location, Phase};
use crate::trace::{Origin, TraceLineKind};
use answers::Answers;
use lexer::{Token, located_tokens};

pub(crate) use javascript::thrown_object;
pub(crate) use lines::body_lines;
pub use located::{Certainty, FailingLine, Source};
pub(crate) use located::{Structure, TestedCall};
pub use method_names::MethodNames;
pub(crate) use syntax::is_too_long;

/// The languages. Of a file whose ending no other one has, the last one is that.
const TABLE: [Language; 4] = [Language::Java, Language::Python, Language::JavaScript, Language::Other];

impl Language {
    /// Returns the languages whose sources are parsed.
    pub(crate) fn parsed() -> impl Iterator<Item = Language> {
        TABLE.into_iter().filter(|language| language.is_parsed())
    }

    /// Returns what the language answers.
    pub(crate) fn answers(self) -> &'static dyn Answers {
        match self {
            Language::Java => &java::Java,
            Language::Python => &python::Python,
            Language::JavaScript => &javascript::JavaScript,
            Language::Other => &plain::Plain,
        }
    }

    /// Returns the language of a file with sources, by the ending of its name; None for a file without sources.
    pub(crate) fn of_file(file: &Path) -> Option<Language> {
        let ending = file.extension()?.to_str()?;
        TABLE.into_iter().find(|language| language.answers().endings().contains(&ending))
    }

    /// Returns the name that Markdown knows; empty if none is known.
    pub(crate) fn name(self) -> &'static str {
        self.answers().name()
    }

    /// Returns a sentence about code in the words of the language. Names in it, such as `get_method`, stay as they are.
    pub(crate) fn in_its_words(self, sentence: &str) -> Cow<'_, str> {
        self.answers().in_its_words(sentence)
    }
}

/// The grammar that colours a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Grammar {
    /// The language of the text.
    pub(crate) language: Language,
    /// The ending of the names of files by which the grammar is known; empty if there is none.
    pub(crate) ending: &'static str,
}

impl Grammar {
    /// Returns the grammar of a text in a language, from a file of this name.
    pub(crate) fn of(language: Language, file: &Path) -> Grammar {
        Grammar { language, ending: language.answers().grammar(file) }
    }

    /// Returns the name that Markdown knows: that of the language, or else the ending of its files.
    pub(crate) fn name(self) -> &'static str {
        Some(self.language.name()).filter(|name| !name.is_empty()).unwrap_or(self.ending)
    }

    /// Returns the beginning of a comment that ends with its line.
    pub(crate) fn comment(self) -> &'static str {
        self.language.answers().comment(self.ending)
    }

    /// Returns the grammar of a failure's code.
    pub(crate) fn of_failure(failure: &Failure) -> Grammar {
        Grammar::of(
            failure.language,
            Path::new(failure.location.as_ref().map_or("", |location| &*location.file)),
        )
    }
}

/// Returns the name of the first method in a source; empty if there is none, or if the source can't be parsed.
pub(crate) fn method_name(source: &str, language: Language) -> String {
    language.answers().method_name(source)
}

/// Returns true if a source has a clause that catches exceptions.
pub(crate) fn has_catch_clause(source: &str, language: Language) -> bool {
    language.answers().has_catch_clause(source)
}

/// Returns the line of the generated test that failed; none if the trace and the source don't identify a single one.
pub fn failing_line(failure: &Failure) -> Option<FailingLine> {
    failure.language.answers().failing_line(failure)
}

/// Returns the lines of the generated test, from 0 and ascending, that are its predicted oracle; none of a
/// test that never began.
pub fn oracle_lines(failure: &Failure) -> Vec<usize> {
    match failure.phase {
        Phase::Loading | Phase::SetUp => Vec::new(),
        Phase::Test | Phase::TearDown => failure.language.answers().oracle_lines(failure),
    }
}

/// The number of lines of a trace in which the focal method is searched for: only an endless recursion has more.
const MOST_TRACE_LINES: usize = 3000;

/// The lines, from 0, of a focal method's source of which one threw the exception or passed it on, and the
/// method that they call; None if they throw it themselves.
pub(crate) type FocalLines<'t> = (Vec<FailingLine>, Option<&'t str>);

/// Returns the line of the focal method's frame, or else those that call what is above it in the trace or
/// make the exception. `name` is that of the method. None if the trace does not lead through it.
pub(crate) fn focal_lines<'t>(failure: &'t Failure, name: &str) -> Option<FocalLines<'t>> {
    located_line(failure)
        .map(|line| (vec![FailingLine { line, certainty: Certainty::Known }], None))
        .or_else(|| calling_lines(failure, name))
}

fn calling_lines<'t>(failure: &'t Failure, name: &str) -> Option<FocalLines<'t>> {
    let language = failure.language.answers();
    if !language.may_call_focal_method(failure) {
        return None;
    }
    let (mut called, mut is_reached) = (None, false);
    for line in failure.trace.parse_on().take(MOST_TRACE_LINES) {
        let TraceLineKind::Frame(frame) = line.kind else { continue };
        let is_constructor = frame.method == "<init>" && frame.simple_class() == name;
        match frame.origin {
            Origin::Project if frame.is_in_method(name) || is_constructor => {
                // At a known place, the frame would have told the line.
                is_reached = failure.focal_location == FocalLocation::Unknown;
                break;
            }
            Origin::Test if language.may_run_later() => break,
            Origin::Test => return None,
            _ if frame.method == "<init>" => called = Some(frame.simple_class()),
            _ => called = Some(frame.method),
        }
    }
    let word = called.unwrap_or_else(|| failure.trace.exception_name());
    let source = &*failure.focal_method;
    let tokens: Vec<_> = located_tokens(source).collect();
    let calls =
        tokens.windows(2).filter(|pair| pair[0].0 == Token::Word(word) && pair[1].0 == Token::Symbol('('));
    let lines = calls.map(|pair| source[..pair[0].1.start].matches('\n').count());
    let mut lines: Vec<_> = lines.map(|line| FailingLine { line, certainty: Certainty::Inferred }).collect();
    lines.dedup();
    (is_reached || (called.is_some() && lines.len() == 1)).then_some((lines, called))
}

fn located_line(failure: &Failure) -> Option<usize> {
    let FocalLocation::At(location) = &failure.focal_location else { return None };
    line_within(failure, location, &failure.focal_method)
}

/// Returns the line of a method beside a test, from 0, at which the failure passed through it; in a language that is
/// not parsed, the place that the failure names.
pub(crate) fn line_of_called(failure: &Failure, called: &CalledMethod) -> Option<usize> {
    let named = called.location.failing_line.and_then(|line| line.checked_sub(called.location.line));
    line_within(failure, &called.location, &called.source).or(named)
}

/// Returns the line, from 0, of a source at a location in which the innermost call of a trace was.
pub(crate) fn line_within(failure: &Failure, location: &Location, source: &str) -> Option<usize> {
    let count = source.lines().count();
    failure.trace.telling_frames().take(MOST_TRACE_LINES).find_map(|frame| {
        let file = failure.language.answers().file_of(&frame)?;
        let line = usize::try_from(frame.line?).ok()?.checked_sub(location.line)?;
        (line < count && Path::new(&*location.file).ends_with(file)).then_some(line)
    })
}
