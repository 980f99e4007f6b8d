//! The code pane: its text, the relevant lines and the colours.
//!
//! Scrolling works by rows, so that a line longer than the pane can be read completely. The signature of a
//! method stays above the first row when it is scrolled out of view.

pub(crate) mod draw;
pub mod marks;
pub mod rows;
mod show;
pub mod source;
pub(crate) mod tabs;
pub mod thrown;

use std::collections::{HashMap, VecDeque};
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use crate::lang;
use crate::lang::{Certainty, FailingLine, Structure};
use crate::message::{OneOfSeveral, case_values, in_brief, values_alone};
use crate::model::{Failure, FailureId, FocalLocation, Language, Phase, is_generated, text};
use crate::rank::focal_in_words;
use crate::tui::frame::layout::{Pane, scrolled};
use crate::tui::search::document::CodeSearch;
use crate::tui::triage::code::rows::{Captioned, CodeRows, parts_of};
use crate::tui::triage::list::names::{cut_alike, error_in_words, error_of_message, headline};
use crate::tui::triage::trace::expected_actual::in_words;
use crate::tui::{Cx, Ticket};
use source::SourcePane;

#[derive(Debug, Default)]
pub struct CodePane {
    pub pane: Pane,
    /// The selected text of the failure, which is kept when the selection moves.
    pub view: CodeView,
    /// True if the user chose the methods beside the test, which the next failure shows too if it has any.
    pub(in crate::tui) prefers_methods: bool,
    pub document: Option<Document>,
    pub rows: CodeRows,
    pub offset: usize,
    /// True if the user chose it; otherwise it is chosen again when the pane gets another height.
    pub(crate) is_scrolled: bool,
    pub column: usize,
    /// The source file that replaces the failure's code.
    pub source: SourcePane,
    pub search: CodeSearch,
}

/// Texts with more lines or bytes than this are analysed by a worker.
const MOST_LINES: usize = 300;
const MOST_BYTES: usize = 1 << 15;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CodeView {
    /// The generated test: prefix and oracle.
    #[default]
    Test,
    /// The focal method, below its Javadoc.
    FocalMethod,
    /// Another method that the test calls, by its place in [`Failure::called`].
    Called(u8),
    /// A source file of the project, opened from the failure.
    Source,
}

impl CodeView {
    /// Iterates over the texts beside a test: its focal method, then the others that it calls. What failed
    /// before or after a test comes first, and its focal method is what that called. A focal method that is
    /// not decided has its reason in place of a text; one of which nothing is known is left out.
    pub(in crate::tui) fn beside_test(failure: &Failure) -> impl Iterator<Item = CodeView> + Clone + use<> {
        let mut called = (0..failure.called().len()).filter_map(|place| u8::try_from(place).ok());
        let first = failure.called().first().filter(|_| failure.phase != Phase::Test);
        let is_outside =
            first.is_some_and(|it| lang::line_within(failure, &it.location, &it.source).is_some());
        let outside = if is_outside { called.next() } else { None };
        let is_known =
            has_focal_text(failure) || matches!(failure.focal_location, FocalLocation::Undecided(_));
        let focal = is_known.then_some(CodeView::FocalMethod);
        let methods = focal.into_iter().chain(called.map(CodeView::Called));
        outside.map(CodeView::Called).into_iter().chain(methods)
    }

    /// Returns the text of a failure that stands first where there is room for one: what failed before or
    /// after the test, else the test.
    pub(in crate::tui) fn first_of(failure: &Failure) -> CodeView {
        let first = CodeView::beside_test(failure).next();
        first.filter(|view| *view == CodeView::Called(0) && failure.phase != Phase::Test).unwrap_or_default()
    }

    /// Returns the first text beside a test that has lines.
    pub(in crate::tui) fn shown_beside(failure: &Failure) -> Option<CodeView> {
        let mut views = CodeView::beside_test(failure);
        views.find(|view| *view != CodeView::FocalMethod || has_focal_text(failure))
    }

    pub fn title(self) -> &'static str {
        match self {
            CodeView::Test => "test",
            CodeView::FocalMethod | CodeView::Called(_) => "focal",
            CodeView::Source => "source",
        }
    }
}

/// Returns the reason why no focal method is shown.
pub(crate) fn no_focal_method(failure: &Failure) -> String {
    let reason = match &failure.focal_location {
        FocalLocation::Undecided(reason) => {
            format!("the focal method is undecided: {}", text::sanitize(reason))
        }
        _ => "no focal method is known for this failure".to_owned(),
    };
    failure.language.in_its_words(&reason).into_owned()
}

fn has_focal_text(failure: &Failure) -> bool {
    !failure.focal_method.trim().is_empty() || !failure.documentation_above().trim().is_empty()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DocumentKey {
    Text(FailureId, CodeView),
    /// A source file, identified by the request that read it.
    Source(Ticket),
}

impl DocumentKey {
    pub fn failure(self) -> Option<FailureId> {
        match self {
            DocumentKey::Text(failure, _) => Some(failure),
            DocumentKey::Source(_) => None,
        }
    }

    pub fn is_test(self) -> bool {
        matches!(self, DocumentKey::Text(_, CodeView::Test))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum CodeClass {
    Keyword,
    Type,
    Function,
    String,
    Number,
    Comment,
    DocTag,
    Annotation,
    Operator,
}

/// A coloured piece of a line, as byte positions in the drawn line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeSpan {
    pub start: usize,
    pub end: usize,
    pub class: CodeClass,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub key: DocumentKey,
    pub language: Language,
    /// Its lines as drawn; empty if there is no such text.
    pub lines: Arc<Vec<String>>,
    /// The number of the first line: in its file, if that is known.
    pub first: usize,
    pub failed: Option<FailingLine>,
    /// The failures of a test that has several, each with its line; none of another one.
    pub(crate) several: Vec<OneOfSeveral>,
    /// The lines of a focal method of which one threw, ascending; none if it is known, or if they are many.
    pub may_throw: Vec<usize>,
    /// The method that threw in such a line, and empty if the line itself did; None if nothing was thrown in
    /// the method.
    pub called: Option<String>,
    /// The lines that are the predicted oracle and not the prefix, ascending.
    pub oracle: Vec<usize>,
    /// The values with which a parametrized test failed; None of another test.
    pub case: Option<CaseValues>,
    /// The lines of a focal method that were changed since another version, ascending; none if nobody asked
    /// for changes.
    pub changed: Vec<usize>,
    /// The name of a focal method, as `Class.method`.
    pub name: String,
    /// The lines of its documentation that may be folded, or those before the overload that the test calls.
    pub(crate) foldable: Range<usize>,
    /// The first line of the documentation of that overload; 0 if there is only one.
    pub(in crate::tui) tested: usize,
    pub width: usize,
    pub(crate) is_too_long: bool,
    pub(crate) structure: Option<Structure>,
}

/// The values with which a parametrized test failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseValues {
    /// The line beside which they stand, if they have room there: the shorter one of the signature and the line above
    /// it, where a table of all cases ends.
    pub line: usize,
    /// The last line of the signature, below which they stand otherwise.
    pub signature: usize,
    pub values: String,
}

impl CaseValues {
    fn of(failure: &Failure, lines: &[String]) -> Option<CaseValues> {
        /// The number of lines of a signature.
        const MOST: usize = 8;
        let values = case_values(failure)?;
        let signature = lines.iter().position(|line| {
            let line = line.trim_start();
            ["def ", "async def "].iter().any(|start| line.starts_with(start))
                || line.ends_with('{') && line.contains('(') && !line.starts_with('@')
        })?;
        let above = signature.checked_sub(1);
        let shorter = above.filter(|&above| lines[above].len() < lines[signature].len());
        let mut ends = lines.iter().enumerate().skip(signature).take(MOST);
        let end = ends.find(|(_, line)| line.trim_end().ends_with([':', '{']));
        Some(CaseValues {
            line: shorter.unwrap_or(signature),
            signature: end.map_or(signature, |(line, _)| line),
            values: text::sanitize(&values).into_owned(),
        })
    }

    fn below(&self, lines: &[String], cells: usize) -> Option<CaseRows> {
        const MOST_ROWS: usize = 2;
        let beside = lines.get(self.line)?;
        let last = parts_of(self.line, beside, cells).last()?;
        let used = last.indent + text::width(beside[last.bytes].trim_end());
        if used + usize::from(CAPTION_GAP) + text::width(&self.values) <= cells {
            return None;
        }
        let signature = lines.get(self.signature)?;
        let blanks = (signature.len() - signature.trim_start().len() + CASE_INDENT).min(cells / 2);
        let rows = text::wrap_into(&self.values, cells - blanks, MOST_ROWS);
        Some(CaseRows { line: self.signature, blanks, rows })
    }
}

/// The values of a case below a line of its signature, where they have no room beside one.
pub(crate) struct CaseRows {
    pub line: usize,
    /// The cells before each row.
    pub blanks: usize,
    pub rows: Vec<String>,
}

/// The cells before the values of a case below its signature.
const CASE_INDENT: usize = 4;

impl Document {
    /// Returns the number of cells before the code: two marks, the line number, a blank.
    pub(crate) fn gutter(&self) -> usize {
        self.digits() + 3
    }

    pub fn digits(&self) -> usize {
        (self.first + self.lines.len()).saturating_sub(1).to_string().len().max(2)
    }

    /// Returns the lines of the failed statement of a test, as far as they follow its failed line; None if no
    /// line failed.
    pub(crate) fn failed_lines(&self) -> Option<RangeInclusive<usize>> {
        const MOST: usize = 10;
        let first = self.failed?.line;
        let is_oracle = |line| self.oracle.binary_search(&line).is_ok();
        let ends = self.language.answers().statement_ends();
        let last = (first..self.lines.len().min(first + MOST)).find(|&line| match self.lines.get(line) {
            Some(text) if !ends.is_empty() => text.trim_end().ends_with(ends),
            _ => !ends.is_empty() || !is_oracle(line) || !is_oracle(line + 1),
        });
        Some(first..=last.filter(|_| self.key.is_test()).unwrap_or(first))
    }

    /// Returns the lines of which one threw: `17 or 19`; empty if they are many.
    pub(crate) fn thrown_in(&self) -> String {
        let lines = self.failed.iter().map(|failed| &failed.line).chain(&self.may_throw);
        lines.map(|line| (self.first + line).to_string()).collect::<Vec<_>>().join(" or ")
    }

    /// Returns the cells before the error below the failed statement that ends in `line`, or below the line of one of several
    /// failures, and the rows that this has in `cells`.
    pub(crate) fn caption(&self, line: usize, failure: &Failure, cells: usize) -> (usize, Vec<String>) {
        let own = self.words_of_several(line);
        let begins = if own.is_some() { Some(line) } else { self.failed.map(|failed| failed.line) };
        let begun = begins.and_then(|begins| self.lines.get(begins));
        let blanks = begun.map_or(0, |begun| begun.len() - begun.trim_start().len()).min(cells / 2);
        let room = cells - blanks;
        let words = match own {
            Some(own) => text::sanitize(own).into_owned(),
            None => failing_words(failure, room).unwrap_or_else(|| {
                if is_told_by_assertion(failure) {
                    what_differs(failure, room)
                } else {
                    error_of_message(failure, 2 * room)
                }
            }),
        };
        (blanks, text::wrap_into(&words, room, 2))
    }

    /// Returns the cells that are free behind a line whose last row has `cells`, for a caption.
    fn free_behind(&self, line: usize, cells: usize) -> Option<usize> {
        let text = self.lines.get(line)?;
        let last = parts_of(line, text, cells).last()?;
        let end = last.indent + text::width(text[last.bytes].trim_end());
        Some(cells.saturating_sub(end + usize::from(CAPTION_GAP)))
    }

    /// Returns the rows with the values of a case in `cells`; None if they stand beside a line, and where the error
    /// of the failed line has the rows below it.
    pub(crate) fn case_below(&self, cells: usize) -> Option<CaseRows> {
        let below = self.case.as_ref()?.below(&self.lines, cells)?;
        self.failed_lines().is_none_or(|lines| *lines.end() != below.line).then_some(below)
    }

    /// Returns what one of several failures says, which is that of this line.
    pub(crate) fn words_of_several(&self, line: usize) -> Option<&str> {
        let one = self.several.iter().find(|one| one.line == Some(line))?;
        Some(&one.words)
    }

    /// Returns true if the failed line is that of one of several failures, each of which has its words at its line.
    pub(crate) fn has_words_at_each_line(&self) -> bool {
        self.failed.is_some_and(|failed| self.words_of_several(failed.line).is_some())
    }

    /// Creates the document of one view of a failure. The marks of a long test are left to a worker.
    pub(in crate::tui) fn new(index: FailureId, failure: &Failure, view: CodeView, method: &str) -> Document {
        let lines = document_lines(failure, view);
        let mut document = Document::plain(DocumentKey::Text(index, view), failure.language, lines);
        document.first = first_number(failure, view);
        match view {
            CodeView::Test if !is_long(&document.lines) => {
                (document.failed, document.oracle) = marks(failure);
                document.several = failure.several();
                document.several.retain(|one| one.line.is_some());
                document.case = CaseValues::of(failure, &document.lines);
            }
            CodeView::FocalMethod => {
                let above = source_lines(&failure.documentation_above()).len();
                if let Some(found) = lang::focal_lines(failure, method) {
                    let some = found.0.iter().filter(|_| (2..=3).contains(&found.0.len()));
                    document.may_throw = some.map(|found| above + found.line).collect();
                    document.called = Some(text::sanitize(found.1.unwrap_or_default()).into_owned());
                    let only = found.0.first().filter(|_| found.0.len() == 1);
                    document.failed = only.map(|only| FailingLine { line: above + only.line, ..*only });
                }
                if let (Some(changes), FocalLocation::At(location)) =
                    (&failure.changes, &failure.focal_location)
                {
                    document.changed = changes.lines_from(location.line).map(|line| above + line).collect();
                }
                let name = focal_in_words(failure, method);
                // A package's own file is no name.
                document.name = text::sanitize(name.strip_prefix("__init__.").unwrap_or(&name)).into_owned();
                document.foldable = foldable_lines(failure, &document.lines);
                if let Some(line) = failure.language.answers().tested_overload(failure) {
                    document.begin_at_overload(above + line);
                }
            }
            CodeView::Called(place) => {
                let called = failure.called().get(usize::from(place));
                document.name =
                    called.map_or_else(String::new, |called| text::sanitize(&called.name).into_owned());
                let line = called.and_then(|it| lang::line_of_called(failure, it));
                document.failed = line.map(|line| FailingLine { line, certainty: Certainty::Known });
            }
            CodeView::Test | CodeView::Source => {}
        }
        document
    }

    /// Names the overload on a line by the types of its parameters; its documentation begins below a blank line.
    fn begin_at_overload(&mut self, line: usize) {
        let signature = self.lines[line..].join(" ");
        let parameters = signature.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
        let kinds = parameters.map_or("", |(parameters, _)| parameters).split(", ");
        let kinds: Vec<&str> =
            kinds.map(|it| it.trim().rsplit_once(' ').map_or("", |(kind, _)| kind)).collect();
        self.name += &format!("({})", kinds.join(", "));
        self.tested =
            (0..line).rev().find(|&above| self.lines[above].trim().is_empty()).map_or(line, |it| it + 1);
        self.foldable = 0..self.tested;
    }

    pub(crate) fn plain(key: DocumentKey, language: Language, lines: Vec<String>) -> Document {
        let width = lines.iter().map(|line| text::width(line)).max().unwrap_or(0);
        let is_too_long = lang::is_too_long(bytes(&lines));
        let lines = Arc::new(lines);
        Document {
            key,
            language,
            lines,
            first: 1,
            failed: None,
            several: Vec::new(),
            may_throw: Vec::new(),
            called: None,
            oracle: Vec::new(),
            case: None,
            changed: Vec::new(),
            name: String::new(),
            foldable: 0..0,
            tested: 0,
            width,
            is_too_long,
            structure: None,
        }
    }
}

/// Returns the number of the first line of a view in its file; 1 if that is not known.
fn first_number(failure: &Failure, view: CodeView) -> usize {
    let first = match view {
        CodeView::Test => failure.location.as_ref().map(|location| location.line),
        CodeView::FocalMethod => match &failure.focal_location {
            FocalLocation::At(location) => {
                let above = source_lines(&failure.documentation_above()).len();
                location.line.checked_sub(above)
            }
            FocalLocation::Unknown | FocalLocation::Undecided(_) => None,
        },
        CodeView::Called(place) => failure.called().get(usize::from(place)).map(|it| it.location.line),
        CodeView::Source => None,
    };
    first.filter(|first| *first > 0).unwrap_or(1)
}

/// Returns the line of a test that failed, if it can be determined, and those of its predicted oracle.
pub(in crate::tui) fn marks(failure: &Failure) -> (Option<FailingLine>, Vec<usize>) {
    (lang::failing_line(failure), lang::oracle_lines(failure))
}

pub(crate) fn document_lines(failure: &Failure, view: CodeView) -> Vec<String> {
    match view {
        CodeView::Test => at_margin(source_lines(&failure.generated_test), failure.language),
        CodeView::FocalMethod => focal_lines(failure),
        CodeView::Called(place) => {
            let source = failure.called().get(usize::from(place)).map_or("", |called| &called.source);
            at_margin(source_lines(source), failure.language)
        }
        CodeView::Source => Vec::new(),
    }
}

/// Returns the lines of documentation in the view of a focal method: above it, or in Python below its signature.
pub(crate) fn documentation_lines(failure: &Failure) -> Range<usize> {
    let (above, method) = (failure.documentation_above(), &failure.focal_method);
    let docstring = failure.docstring.trim_end();
    let within = method.find(docstring).filter(|_| above.is_empty() && !docstring.is_empty());
    let Some(start) = within else { return 0..source_lines(&above).len() };
    let rest = &method[start + docstring.len()..];
    let quotes = rest.find(|c: char| !c.is_whitespace()).filter(|&at| rest[at..].starts_with(['"', '\'']));
    let end = start + docstring.len() + quotes.map_or(0, |at| at + 1);
    method[..=start].lines().count() - 1..method[..end].lines().count()
}

/// Returns the lines of the documentation in `lines`, the view of a focal method, that follow its first
/// sentence or paragraph.
pub(crate) fn foldable_lines(failure: &Failure, lines: &[String]) -> Range<usize> {
    let all = documentation_lines(failure);
    let mut has_begun = false;
    let last = all.clone().find(|line| {
        let words = in_comment(&lines[*line]);
        let next = lines.get(line + 1).map_or("", |next| in_comment(next));
        has_begun |= !words.is_empty();
        has_begun
            && (words.ends_with('.') || words.contains(". ") || next.is_empty() || next.starts_with('@'))
    });
    last.map_or(all.end, |last| last + 1)..all.end
}

fn in_comment(line: &str) -> &str {
    line.trim().trim_start_matches(['/', '*', '"', '\'', ' '])
}

/// Returns true for a line of documentation with which a paragraph or the list of tags begins.
fn starts_paragraph(lines: &[String], line: usize) -> bool {
    let words = in_comment(&lines[line]);
    words.is_empty() || words.starts_with(['@', ':']) && !in_comment(&lines[line - 1]).is_empty()
}

pub(crate) fn folded_in_words(lines: usize) -> String {
    format!("    ┄ {}", text::plural(lines, "more line"))
}

fn source_lines(source: &str) -> Vec<String> {
    if source.trim().is_empty() {
        Vec::new()
    } else {
        text::sanitize_lines(source.trim_end_matches(['\n', '\r']))
    }
}

/// Returns the lines of Javadoc and method, each moved to the left margin.
fn focal_lines(failure: &Failure) -> Vec<String> {
    let mut lines = Vec::new();
    for line in source_lines(&failure.documentation_above()) {
        let line = line.trim_start();
        lines.push(if line.starts_with('*') { format!(" {line}") } else { line.to_owned() });
    }
    lines.extend(at_margin(source_lines(&failure.focal_method), failure.language));
    lines
}

/// Moves lines to the left margin: extraction keeps the indentation of the class, in Java on all lines except
/// the first.
fn at_margin(mut lines: Vec<String>, language: Language) -> Vec<String> {
    let indentation = |line: &String| line.len() - line.trim_start_matches(' ').len();
    let first = usize::from(language.answers().begins_within_line() && lines.len() > 1);
    // Below an annotation, the last brace often has less than the signature.
    let has_annotation = lines.first().is_some_and(|line| line.starts_with('@'));
    let indented = lines.iter().skip(first).filter(|line| match line.trim() {
        "" => false,
        "}" => !has_annotation,
        _ => true,
    });
    let margin = indented.map(indentation).min().unwrap_or(0);
    for line in &mut lines {
        line.drain(..margin.min(indentation(line)));
    }
    lines
}

/// The colours of recently shown documents, so that stepping back and forth never shows plain text first.
#[derive(Debug, Default)]
pub struct Highlights {
    known: HashMap<DocumentKey, Arc<Vec<Vec<CodeSpan>>>>,
    pending: Vec<DocumentKey>,
    age: VecDeque<DocumentKey>,
}

impl Highlights {
    const KEPT: usize = 64;

    pub fn get(&self, key: DocumentKey) -> Option<&Arc<Vec<Vec<CodeSpan>>>> {
        self.known.get(&key)
    }

    /// Records that colours are being computed; returns false if they are known, which makes them the newest,
    /// or already requested.
    pub fn request(&mut self, key: DocumentKey) -> bool {
        if self.known.contains_key(&key) || self.pending.contains(&key) {
            let place = self.age.iter().position(|&other| other == key);
            let newest = place.and_then(|place| self.age.remove(place));
            self.age.extend(newest);
            return false;
        }
        self.pending.push(key);
        true
    }

    /// Returns the colours of documents that are the same after a reload, where failures are `moved`.
    #[must_use]
    pub fn reload(self, moved: impl Fn(FailureId) -> Option<FailureId>) -> Highlights {
        let mut kept = Highlights::default();
        let mut known = self.known;
        for key in self.age {
            // A source file is read again.
            let DocumentKey::Text(failure, view) = key else { continue };
            if let (Some(place), Some(spans)) = (moved(failure), known.remove(&key)) {
                let key = DocumentKey::Text(place, view);
                kept.known.insert(key, spans);
                kept.age.push_back(key);
            }
        }
        kept
    }

    pub fn insert(&mut self, key: DocumentKey, spans: Vec<Vec<CodeSpan>>) {
        self.pending.retain(|&other| other != key);
        if self.known.insert(key, Arc::new(spans)).is_none() {
            self.age.push_back(key);
        }
        while self.age.len() > Self::KEPT {
            if let Some(oldest) = self.age.pop_front() {
                self.known.remove(&oldest);
            }
        }
    }
}

pub(in crate::tui) fn is_long(lines: &[String]) -> bool {
    lines.len() > MOST_LINES || bytes(lines) > MOST_BYTES
}

fn bytes(lines: &[String]) -> usize {
    lines.iter().map(String::len).sum()
}

/// The cells between a line and the words beside it.
pub(crate) const CAPTION_GAP: u16 = 2;

/// Returns true for an assertion of a test that people wrote, with a message: the name of its exception says no more
/// than that it failed.
pub(crate) fn is_told_by_assertion(failure: &Failure) -> bool {
    let is_assertion = failure.is_assertion(failure.trace.headline_cause().exception);
    is_assertion && !is_generated(failure) && !failure.plain_headline().is_empty()
}

/// Returns what an assertion says, cut to `room` as in a row of the list: where two values begin alike, only what
/// differs.
pub(crate) fn what_differs(failure: &Failure, room: usize) -> String {
    let words = error_in_words(failure, room);
    if text::width(&words) > room { cut_alike(&words, &[], room) } else { words }
}

/// Returns what fits in `room`: the exception with its message, or the message alone if it is a sentence; of
/// an assertion also the message in brief, or its values alone.
pub(crate) fn failing_words(failure: &Failure, room: usize) -> Option<String> {
    // The longest message that is read: what is cut here would look as if it ended so.
    const MOST: usize = 600;
    // Its file is that of the code, and what tools say first of it is advice.
    if let Some(reason) = failure.not_loaded_in_brief().filter(|reason| text::width(reason) <= room) {
        return Some(reason);
    }
    let message = headline(failure, MOST);
    let whole = if is_told_by_assertion(failure) {
        message.clone()
    } else {
        error_of_message(failure, room.max(MOST))
    };
    let is_assertion = failure.is_assertion(failure.trace.headline_cause().exception);
    let is_told_briefly = is_assertion || !is_generated(failure);
    let briefer = if is_told_briefly { in_brief(&message, failure.language) } else { Vec::new() };
    // An error keeps its name.
    let briefer: Vec<String> = if is_assertion {
        briefer
    } else {
        briefer.iter().map(|brief| whole.replacen(&message, brief, 1)).collect()
    };
    let values = if is_assertion { values_alone(&message, failure.language) } else { None };
    // The key that is missing, alone beside the code, would look like its value.
    let is_sentence = is_assertion || message.contains(' ') && message.starts_with(char::is_alphabetic);
    let message = if is_sentence { message } else { String::new() };
    // Beside its line, a value that is cut says less than all of it below.
    let briefer = briefer.into_iter().filter(|brief| !brief.contains('…'));
    let mut all = [whole, message].into_iter().chain(briefer).chain(values);
    all.find(|words| !words.is_empty() && text::width(words) <= room)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Footer {
    Remark(String),
    /// The line that threw in code that the focal method calls.
    Thrown,
}

/// The minimum number of rows of code next to a signature or to the line that threw.
const LEAST_CODE: usize = 4;
/// The number of rows that stay visible below a line that is scrolled to.
const BELOW: usize = 3;

impl CodePane {
    /// Returns the place of the shown method among those that the test calls: `2 of 5`; None where it is the only one.
    pub(crate) fn place_of_method(&self, failure: &Failure) -> Option<String> {
        let is_decided = !matches!(failure.focal_location, FocalLocation::Undecided(_));
        let views = CodeView::beside_test(failure);
        let shown: Vec<_> = views.filter(|view| is_decided || *view != CodeView::FocalMethod).collect();
        let place = shown.iter().position(|view| *view == self.view)? + 1;
        (shown.len() > 1).then(|| format!("{place} of {}", shown.len()))
    }

    /// Shows the focal method, then one after another the other methods that the test calls, then the test again.
    pub(in crate::tui) fn step_methods(&mut self, cx: &mut Cx) {
        let Some((_, failure)) = cx.lists.shown_failure() else { return };
        // Where only the reason could be shown why the focal method is unknown, the test stays.
        let mut views = CodeView::beside_test(failure)
            .filter(|view| *view != CodeView::FocalMethod || has_focal_text(failure));
        let is_method = views.clone().any(|view| view == self.view) && self.source.open.is_none();
        let next = if is_method {
            views.skip_while(|view| *view != self.view).nth(1).unwrap_or(CodeView::Test)
        } else {
            views.next().unwrap_or_default()
        };
        if next == CodeView::Test && !is_method {
            return cx.messages.info(no_focal_method(failure));
        }
        self.show_view(next, cx);
    }

    pub(crate) fn code_height(&self, cx: &Cx) -> usize {
        let height = cx.content_height(self.pane);
        height.saturating_sub(usize::from(self.shown_footer(cx).is_some()))
    }

    pub(crate) fn shown_footer(&self, cx: &Cx) -> Option<Footer> {
        let height = cx.content_height(self.pane);
        let has_room = height > LEAST_CODE.min(self.rows.count());
        self.footer(cx).filter(|footer| has_room || matches!(footer, Footer::Remark(_)))
    }

    /// Returns the line below the code: a note and the reference, or the line that threw.
    pub(crate) fn footer(&self, cx: &Cx) -> Option<Footer> {
        if self.document.as_ref().is_some_and(|document| document.is_too_long) {
            return Some(Footer::Remark("not parsed, because it is longer than 1 MB: no marks".to_owned()));
        }
        match self.view {
            _ if self.source.open.is_some() => None,
            // Its name and its place among the others are in the title.
            CodeView::Source | CodeView::Called(_) => None,
            CodeView::FocalMethod => {
                let document = self.document.as_ref().filter(|_| self.rows.count() > 0)?;
                if cx.thrown().is_some() {
                    return Some(Footer::Thrown);
                }
                let called = document.called.as_deref().filter(|_| document.failed.is_none())?;
                let remark = match (&*document.thrown_in(), called) {
                    ("", _) => "the line that threw is not known".to_owned(),
                    (lines, "") => format!("thrown in line {lines}"),
                    (lines, called) => format!("thrown by {called}, called in line {lines}"),
                };
                Some(Footer::Remark(document.language.in_its_words(&remark).into_owned()))
            }
            CodeView::Test => {
                let (id, failure) = cx.lists.shown_failure()?;
                let note = Some(cx.judging.labels.note(id)).filter(|note| !note.is_empty());
                let reference = failure.reference.as_ref().filter(|_| cx.judging.truth_shown);
                let file = failure.location.as_ref().filter(|_| cx.results.edited.contains(&id));
                let remark = [
                    file.map(|it| {
                        let name = it.file.rsplit('/').next().unwrap_or(&it.file);
                        format!("{name} edited after the run: lines may have moved")
                    }),
                    note.map(|note| format!("note  {note}")),
                    reference.map(|it| format!("reference  {}", in_words(it, failure.language))),
                ];
                let remark = remark.into_iter().flatten().collect::<Vec<_>>().join("  ·  ");
                (!remark.is_empty()).then(|| Footer::Remark(text::sanitize(&remark).into_owned()))
            }
        }
    }

    /// Rebuilds the rows after text, width or wrapping have changed; the first visible row stays.
    pub(in crate::tui) fn lay_out_code(&mut self, cx: &mut Cx) {
        let area = cx.layout().and_then(|layout| layout.pane(self.pane));
        let width = usize::from(area.map_or(cx.panes.size.0, |area| area.width));
        let height = self.code_height(cx);
        let Some(document) = &self.document else {
            self.rows = CodeRows::default();
            return;
        };
        let top = self.rows.part(self.offset, &document.lines);
        // Nothing touches the border.
        let cells = cx.panes.wraps.then(|| width.saturating_sub(document.gutter() + 1));
        let below = cells.and_then(|cells| document.case_below(cells));
        let below = below.map(|below| Captioned { line: below.line, rows: below.rows.len() });
        let captioned: Vec<Captioned> =
            self.captioned_lines(document, cells, cx).into_iter().chain(below).collect();
        let mut rows = CodeRows::new(&document.lines, cells, &captioned);
        // A focused pane shows everything.
        if rows.count() > height
            && document.tested == 0
            && cx.panes.focus != self.pane
            && self.search.found.is_none()
            && !document.key.failure().is_some_and(|failure| cx.is_found(failure))
        {
            rows.fold(document.foldable.clone(), |line| starts_paragraph(&document.lines, line), height);
        }
        self.offset = top.map_or(0, |part| rows.row_of((part.line, part.bytes.start)));
        let scrolls = rows.count() > height;
        self.rows = rows;
        if scrolls {
            self.know_structure();
        }
    }

    /// Returns the failed lines of a test whose errors have no room beside them or below the pane, with the rows of each.
    fn captioned_lines(&self, document: &Document, cells: Option<usize>, cx: &Cx) -> Vec<Captioned> {
        let shown = cx.lists.shown_failure().filter(|_| cx.layout().is_some_and(|it| it.tabs.is_none()));
        let (Some((_, failure)), Some(cells)) = (shown, cells) else { return Vec::new() };
        if !document.key.is_test() || self.pane != Pane::Code {
            return Vec::new();
        }
        let lines: Vec<usize> = if document.has_words_at_each_line() {
            let mut lines: Vec<usize> = document.several.iter().filter_map(|one| one.line).collect();
            lines.sort_unstable();
            lines.dedup();
            lines
        } else {
            document.failed_lines().map(|failed| *failed.end()).into_iter().collect()
        };
        let has_room = |line: usize, free: usize| match document.words_of_several(line) {
            Some(words) => text::width(&text::sanitize(words)) <= free,
            None => failing_words(failure, free).is_some(),
        };
        let below = lines
            .into_iter()
            .filter(|&line| document.free_behind(line, cells).is_some_and(|free| !has_room(line, free)));
        below.map(|line| Captioned { line, rows: document.caption(line, failure, cells).1.len() }).collect()
    }

    /// Computes the methods of the shown text; None while a worker analyses a long one.
    fn know_structure(&mut self) -> Option<&Structure> {
        let document = self.document.as_mut()?;
        if document.structure.is_none() && !is_long(&document.lines) {
            document.structure = Some(document.language.answers().structure(&document.lines));
        }
        document.structure.as_ref()
    }

    /// Returns the line with the signature of the method around the first visible row, which stays in that row.
    pub(crate) fn sticky_line(&self, cx: &Cx) -> Option<usize> {
        let (document, rows) = (self.document.as_ref()?, &self.rows);
        let structure = document.structure.as_ref()?;
        let first = self.offset;
        if first == 0 || self.code_height(cx) < LEAST_CODE {
            return None;
        }
        // It replaces the first row: the readable rows begin below it.
        structure.signature_above(rows.line(first + 1)).filter(|&above| above < rows.line(first))
    }

    pub(in crate::tui) fn visible_lines(&self, cx: &Cx) -> Range<usize> {
        let first = self.offset + usize::from(self.sticky_line(cx).is_some());
        let last = (self.offset + self.code_height(cx)).saturating_sub(1);
        self.rows.line(first)..self.rows.line(last) + 1
    }

    pub(in crate::tui) fn show_code_line(&mut self, line: usize, cx: &mut Cx) {
        self.show_code_row(self.rows.row_of((line, 0)), cx);
    }

    fn show_code_row(&mut self, row: usize, cx: &mut Cx) {
        let (height, rows) = (self.code_height(cx), self.rows.count());
        // A pane that is not shown has no height: whatever it gets, the signature in its first row must not hide this
        // row.
        let above = (height / 2).max(2);
        // The row must not be at the lower edge either, where the following rows would be invisible.
        let below = BELOW.min(height / 3);
        let is_first_page = row + below < height.max(above + below);
        self.offset =
            if is_first_page { 0 } else { row.saturating_sub(above).min(rows.saturating_sub(height)) };
        // Nothing begins inside a wrapped line.
        let sticky = usize::from(self.sticky_line(cx).is_some());
        let start = self.rows.row_of((self.rows.line(self.offset + sticky), 0)).saturating_sub(sticky);
        if row + 1 < start + height {
            self.offset = start;
        }
    }

    pub(in crate::tui) fn show_code_place(&mut self, line: usize, bytes: Range<usize>, cx: &mut Cx) {
        const MARGIN: usize = 8;
        let Some(area) = cx.layout().and_then(|layout| layout.pane(self.pane)) else { return };
        let Some(source) = self.document.as_ref().and_then(|document| document.lines.get(line)) else {
            return;
        };
        let cells = |to: usize| source.get(..to).map_or(0, text::width);
        let (start, end) = (cells(bytes.start), cells(bytes.end));
        let room = usize::from(area.width).saturating_sub(MARGIN);
        let column = self.column;
        if !cx.panes.wraps && (end + 1 > column + room || start < column) {
            self.column = if end < room { 0 } else { start.saturating_sub(MARGIN) };
        }
        let row = self.rows.row_of((line, bytes.start));
        let first = self.offset + usize::from(self.sticky_line(cx).is_some());
        if !(first..self.offset + self.code_height(cx)).contains(&row) {
            self.show_code_row(row, cx);
            self.is_scrolled = true;
        }
    }

    pub(in crate::tui) fn scroll(&mut self, by: isize, cx: &Cx) {
        let offset = scrolled(self.offset, by, self.rows.count(), self.code_height(cx));
        // A short method begins with its signature, with blank rows below it; nothing begins inside a wrapped line.
        let tested = self.document.as_ref().map_or(0, |document| document.tested);
        self.offset = match by {
            0 => (offset..=self.offset)
                .find(|row| {
                    self.rows.row_of((self.rows.line(*row), 0)) == *row && self.rows.line(*row) >= tested
                })
                .unwrap_or(offset),
            by if by > 0 => offset.max(self.offset),
            _ => offset,
        };
        self.is_scrolled |= by != 0;
    }

    /// Removes the text and everything derived from it; returns the old state.
    pub(in crate::tui) fn take_text(&mut self) -> CodePane {
        let query = std::mem::take(&mut self.search.query);
        let search = CodeSearch { query, found: None };
        let kept = CodePane {
            pane: self.pane,
            view: self.view,
            prefers_methods: self.prefers_methods,
            search,
            ..CodePane::default()
        };
        std::mem::replace(self, kept)
    }

    pub(in crate::tui) fn toggle_wrap(&mut self, cx: &mut Cx) {
        cx.panes.wraps = !cx.panes.wraps;
        self.column = 0;
        let message = if cx.panes.wraps {
            "long lines are wrapped"
        } else {
            "long lines are scrolled: {left} and {right}"
        };
        cx.messages.info(cx.keys.fill(message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::CalledMethod;
    use crate::model::{Extent, Location, StackTrace};

    #[test]
    fn the_colours_of_a_text_that_is_shown_again_are_kept() {
        let key = |at| DocumentKey::Text(FailureId::new(at), CodeView::Test);
        let mut highlights = Highlights::default();
        for at in 0..2 * Highlights::KEPT {
            highlights.request(key(at));
            highlights.insert(key(at), Vec::new());
            assert!(!highlights.request(key(0)), "it is on the screen all the time");
        }
        assert!(highlights.get(key(0)).is_some() && highlights.get(key(1)).is_none());
    }

    #[test]
    fn an_error_of_peoples_tests_is_told_in_brief_beside_its_line_and_keeps_its_name() {
        let trace = "shop.PenTest::draws\njava.lang.NullPointerException: Cannot invoke \"String.trim()\" because the return value of \"shop.Pen.ink()\" is null\n\tat shop.Pen.draw(Pen.java:4)\n\tat shop.PenTest.draws(PenTest.java:9)\n";
        let failure = Failure {
            test: "shop.PenTest::draws".into(),
            trace: StackTrace(trace.into()),
            is_reported: true,
            ..Failure::default()
        };
        assert_eq!(failing_words(&failure, 40).as_deref(), Some("NullPointerException: Pen.ink() is null"));
        assert_eq!(failing_words(&failure, 20), None, "nothing is cut");
    }

    #[test]
    fn a_file_that_was_not_loaded_is_told_with_the_error_and_not_with_its_own_path() {
        let trace = "test/pen.test.js::test/pen.test.js\nError: Jest encountered an unexpected token\nDetails:\nSyntaxError: /home/ada/pens/src/pen.js: Unexpected token (2:4)\n";
        let failure = Failure {
            test: "test/pen.test.js::test/pen.test.js".into(),
            trace: StackTrace(trace.into()),
            extent: Extent::Module,
            language: Language::JavaScript,
            is_reported: true,
            ..Failure::default()
        };
        assert_eq!(
            failing_words(&failure, 60).as_deref(),
            Some("not loaded: src/pen.js:2: Unexpected token")
        );
        let own =
            Failure { trace: StackTrace(trace.replace("src/pen.js", "test/pen.test.js").into()), ..failure };
        assert_eq!(failing_words(&own, 60).as_deref(), Some("not loaded: line 2: Unexpected token"));
    }

    #[test]
    fn each_of_several_failures_has_its_words_at_its_line() {
        let trace = "shop.OrderTest::pays\norg.assertj.core.error.AssertJMultipleFailuresError: \nMultiple Failures (2 failures)\n-- failure 1 --\n[total] \nexpected: 20\n but was: 10\nat OrderTest.pays(OrderTest.java:59)\n-- failure 2 --\n[city] \nexpected: \"Paris\"\n but was: \"London\"\nat OrderTest.pays(OrderTest.java:61)\n\tat shop.OrderTest.pays(OrderTest.java:58)\n";
        let location = Location { file: "test/shop/OrderTest.java".into(), line: 57, failing_line: Some(59) };
        let failure = Failure {
            test: "shop.OrderTest::pays".into(),
            trace: StackTrace(trace.into()),
            generated_test: "@Test\nvoid pays() {\n  total();\n  lines();\n  city();\n}\n".into(),
            location: Some(Box::new(location)),
            is_reported: true,
            ..Failure::default()
        };
        let shown = Document::new(FailureId::new(0), &failure, CodeView::Test, "");
        assert_eq!(shown.words_of_several(2), Some("[total]: 10 ≠ 20"));
        assert_eq!(shown.words_of_several(3), None);
        assert_eq!(shown.words_of_several(4), Some("[city]: \"London\" ≠ \"Paris\""));
        assert!(shown.has_words_at_each_line(), "{:?}", shown.failed);
    }

    #[test]
    fn what_failed_before_a_test_comes_before_what_it_calls() {
        let called = |name: &str, file: &str, source: &str| CalledMethod {
            name: name.into(),
            source: source.into(),
            location: Location { file: file.into(), line: 5, failing_line: None },
        };
        let trace = "test_pen::test_draws\nOSError: no ink\n\tat inkwell.fill(src/inkwell.py:40)\n\tat conftest.pen(tests/conftest.py:7)\n";
        let failure = Failure {
            phase: Phase::SetUp,
            language: Language::Python,
            test: "test_pen::test_draws".into(),
            trace: StackTrace(trace.into()),
            called: Some(Box::from([
                called("pen", "tests/conftest.py", "@fixture\ndef pen():\n    return fill()\n"),
                called("draw", "src/inkwell.py", "def draw():\n    pass\n"),
            ])),
            ..Failure::default()
        };
        let views = |failure: &Failure| CodeView::beside_test(failure).collect::<Vec<_>>();
        let [fixture, other] = [0, 1].map(CodeView::Called);
        assert_eq!(views(&failure), [fixture, other], "no focal method is known");
        let failure = Failure { focal_method: "def draw():\n    pass".into(), ..failure };
        assert_eq!(views(&failure), [fixture, CodeView::FocalMethod, other]);
        let shown = Document::new(FailureId::new(0), &failure, fixture, "");
        assert_eq!(shown.failed, Some(FailingLine { line: 2, certainty: Certainty::Known }));
        let failed_itself = Failure { phase: Phase::Test, ..failure };
        assert_eq!(views(&failed_itself), [CodeView::FocalMethod, fixture, other]);
    }
}
