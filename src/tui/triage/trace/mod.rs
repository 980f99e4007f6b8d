//! The trace pane: a failure's stack trace as rows, with frames outside the project folded, and the values of a
//! failed comparison below its message. A message of several rows is told in brief above its frames; as a
//! whole it stands below them (`short_form.rs`).

pub(crate) mod draw;
pub(crate) mod expected_actual;
pub mod row;
mod short_form;

use std::ops::Range;

use crate::lang::plain::named_places;
use crate::message::{Comparison, REPORT, ValueOrder, marks_differences};
use crate::model::{Failure, Language, StackTrace, is_generated, text};
use crate::trace::{
    Call, Exception, ExceptionRole, FoldKind, FoldedLine, Frame, Origin, TraceFold, TraceLine, TraceLineKind,
    call_in, fold, fold_printed, further_failure,
};
use crate::tui::Cx;
use crate::tui::frame::layout::{Pane, scrolled};
use crate::tui::search::query::Query;
use crate::tui::triage::code::source::SourceLocation;
use crate::tui::triage::trace::row::{TraceClass, TraceRow};
use crate::tui::triage::trace::short_form::WholeMessage;

#[derive(Debug, Default)]
pub struct TracePane {
    pub content: TraceRows,
    /// The words of the search for which folded frames are shown; none if no frames are.
    pub(crate) unfolding_query: Query,
    pub offset: usize,
    pub frames: Frames,
}

/// The bytes and lines of a text that have rows: nobody reads more, and rows take many times the memory of the text.
const MOST_BYTES: usize = 1_000_000;
const MOST_LINES: usize = 20_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FramesShown {
    /// The frames of the project and the test; the others are folded, and so is the output.
    Own,
    OwnAndOutput,
    All,
    /// All frames, with the packages of their classes.
    WithPackages,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TraceRows {
    pub rows: Vec<TraceRow>,
    pub folded: usize,
    pub frames: Vec<FrameRow>,
    /// The number of rows of folded frames that are left out for want of room.
    pub(in crate::tui) left_out: usize,
}

impl TracePane {
    pub(in crate::tui) fn scroll(&mut self, by: isize, cx: &Cx) {
        let height = cx.content_height(Pane::Trace);
        self.offset = scrolled(self.offset, by, self.content.rows.len(), height);
    }

    pub(in crate::tui) fn begin(&mut self) {
        self.offset = 0;
        self.frames = Frames::default();
    }

    /// Leaves out the rows of folded frames if not all rows have room: the frames of the project and the test say more.
    pub(in crate::tui) fn fit(&mut self, cx: &mut Cx) {
        let (height, rows) = (cx.content_height(Pane::Trace), &mut self.content.rows);
        if rows.len() <= height || cx.panes.focus == Pane::Trace || !self.unfolding_query.is_empty() {
            return;
        }
        let is_kept: Vec<bool> = rows.iter().map(|row| !row.is_foreign).collect();
        for frame in &mut self.content.frames {
            frame.row = is_kept[..frame.row].iter().filter(|is_kept| **is_kept).count();
        }
        let count = rows.len();
        rows.retain(|row| !row.is_foreign);
        self.content.left_out += count - rows.len();
        self.leave_out_cut_message(height);
        self.show_frames(cx);
    }

    /// Tells only the number of lines of a whole message below the frames, if the first of them alone would be seen.
    fn leave_out_cut_message(&mut self, height: usize) {
        /// The lines of a message of which nothing is left out.
        const SEEN: usize = 3;
        let rows = &mut self.content.rows;
        let heading = rows.iter().position(short_form::is_heading);
        let Some(heading) = heading.filter(|&at| at < height && height < rows.len() && height - at <= SEEN)
        else {
            return;
        };
        let count = rows.len() - heading - 1;
        rows.truncate(heading);
        self.content.frames.retain(|frame| frame.row < heading);
        let pieces = vec![(TraceClass::Dim, format!("  ┄ {} of the message", text::plural(count, "line")))];
        self.content.rows.push(TraceRow { pieces, ..TraceRow::default() });
        self.content.left_out += count;
    }

    /// Stores the frames of the trace pane's rows. The selected frame stays selected; otherwise the first one that
    /// can be opened is selected.
    pub(in crate::tui) fn show_frames(&mut self, cx: &mut Cx) {
        let chosen = self.frames.selected().map(|frame| frame.at.line);
        let Some((_, failure)) = cx.lists.shown_failure() else { return self.frames = Frames::default() };
        let trace = failure.whole_trace();
        let mut lines = trace.parse_on().enumerate();
        // Both are in the order of the trace; the places in a message may have later rows.
        let mut in_trace = self.content.frames.clone();
        in_trace.sort_by_key(|at| at.line);
        let mut frames: Vec<ShownFrame> = in_trace
            .into_iter()
            .map(|at| {
                let place = match lines.find(|(number, _)| *number == at.line).map(|(_, line)| line) {
                    Some(TraceLine { kind: TraceLineKind::Frame(frame), .. }) => {
                        cx.lists.place_of_frame(&frame)
                    }
                    Some(line) => cx.lists.place_named(line.content(), failure),
                    None => Err(String::new()),
                };
                ShownFrame { at, place }
            })
            .collect();
        frames.sort_by_key(|frame| frame.at.row);
        let cursor = chosen
            .and_then(|chosen| frames.iter().position(|frame| frame.at.line == chosen))
            .or_else(|| frames.iter().position(|frame| frame.place.is_ok()))
            .unwrap_or(0);
        self.frames = Frames { frames, cursor };
    }

    /// Moves the cursor of the trace pane, or scrolls towards the next frame.
    pub(in crate::tui) fn move_frame(&mut self, by: isize, cx: &mut Cx) {
        let down = by > 0;
        let Some(before) = self.visible_rows(cx) else { return };
        if by.unsigned_abs() == 1 && self.step_frame(down, cx) {
            return;
        }
        self.scroll(by, cx);
        let Some(rows) = self.visible_rows(cx) else { return };
        let frames = &mut self.frames;
        let is_hidden = frames.row().is_none_or(|row| !rows.contains(&row));
        if by.unsigned_abs() == 1 {
            self.step_frame(down, cx);
        } else if rows == before || by == isize::MIN || by == isize::MAX {
            frames.choose(rows, down);
        } else if is_hidden {
            frames.choose(rows, !down);
        }
    }

    fn step_frame(&mut self, down: bool, cx: &mut Cx) -> bool {
        let Some(rows) = self.visible_rows(cx) else { return false };
        let frames = &mut self.frames;
        match frames.row().filter(|row| rows.contains(row)) {
            Some(row) if down => frames.choose(row + 1..rows.end, false),
            Some(row) => frames.choose(rows.start..row, true),
            None => frames.choose(rows, !down),
        }
    }

    fn visible_rows(&self, cx: &Cx) -> Option<Range<usize>> {
        let height = cx.layout()?.content_height(Pane::Trace);
        let first = self.offset;
        Some(first..first + height)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameRow {
    pub row: usize,
    /// The index into the lines of the trace.
    pub line: usize,
}

impl TraceRows {
    pub fn new(failure: &Failure, shown: FramesShown, width: usize) -> TraceRows {
        let mut builder = Builder::new(failure, width, shown, Messages::WithValues);
        builder.trace();
        // Without its source, the output says most about a test.
        let is_without_code = failure.generated_test.is_empty();
        builder.folds_report = shown == FramesShown::OwnAndOutput && !is_without_code;
        builder.output(failure.output(), shown != FramesShown::Own || is_without_code);
        builder.pane
    }

    /// Creates the rows of the trace alone, for a comparison with another: of a test that people wrote the message in
    /// brief before the report, as the trace pane has it. Compared values are not added.
    pub(in crate::tui) fn compared(failure: &Failure, unfolded: bool) -> TraceRows {
        let shown = if unfolded { FramesShown::All } else { FramesShown::Own };
        let messages = if is_generated(failure) { Messages::AsTheyAre } else { Messages::InBrief };
        let mut builder = Builder::new(failure, usize::MAX, shown, messages);
        builder.trace();
        builder.pane
    }

    /// Creates the rows of the trace alone: nothing is added, and only messages are wrapped.
    pub(in crate::tui) fn bare(failure: &Failure, unfolded: bool, width: usize) -> TraceRows {
        let shown = if unfolded { FramesShown::All } else { FramesShown::Own };
        let mut builder = Builder::new(failure, width, shown, Messages::AsTheyAre);
        builder.trace();
        builder.pane
    }
}

/// The form in which messages are told, each with what those before it have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Messages {
    AsTheyAre,
    /// Long ones in brief, and as a whole below the frames.
    InBrief,
    /// Compared values below their message.
    WithValues,
}

struct Builder<'f> {
    failure: &'f Failure,
    pane: TraceRows,
    shown: FramesShown,
    unfolded: bool,
    width: usize,
    /// An exception's message that may continue on the next line.
    message: Option<Message>,
    /// The whole messages that are told in brief, in the order of their exceptions.
    whole: Vec<WholeMessage>,
    /// The row below the thrown exception and its message.
    below_thrown: usize,
    messages: Messages,
    folds_report: bool,
    language: Language,
}

struct Message {
    exception: String,
    text: String,
    depth: usize,
    /// The row of its exception.
    row: usize,
    /// True if a line that says the same as the first is left out.
    is_repeated: bool,
    /// The lines without rows, because the first has their words.
    told: Vec<String>,
}

impl Message {
    /// Returns true for a line whose words the message's first line has, as reports join the lines below it.
    fn has_words_of(&self, line: &str) -> bool {
        /// The number of bytes from which on words are no accident.
        const LEAST: usize = 10;
        let (first, line) = (self.text.lines().next().unwrap_or(""), line.trim());
        let line =
            line.strip_prefix(&self.exception).and_then(|line| line.strip_prefix(": ")).unwrap_or(line);
        let is_of_words = line.starts_with(char::is_alphabetic) && line.contains(' ') && line.len() >= LEAST;
        let mut places = first.match_indices(line).map(|(at, _)| (&first[..at], &first[at + line.len()..]));
        is_of_words
            && places.any(|(before, after)| {
                !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
            })
    }

    /// Returns true for a line that says the same again, as reports have it that state a message and below it
    /// the error as it was printed.
    fn is_repeated_in(&self, line: &str) -> bool {
        let message = self.text.trim();
        let line = line.trim();
        let line =
            line.strip_prefix(&self.exception).and_then(|line| line.strip_prefix(": ")).unwrap_or(line);
        let rest = line.strip_prefix(message).filter(|_| !message.is_empty() && !message.contains('\n'));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" // "))
    }
}

impl<'f> Builder<'f> {
    fn new(failure: &'f Failure, width: usize, shown: FramesShown, messages: Messages) -> Builder<'f> {
        Builder {
            failure,
            pane: TraceRows::default(),
            unfolded: matches!(shown, FramesShown::All | FramesShown::WithPackages),
            shown,
            width,
            message: None,
            whole: Vec::new(),
            below_thrown: 0,
            messages,
            folds_report: false,
            language: failure.language,
        }
    }

    fn trace(&mut self) {
        let failure = self.failure;
        let trace = failure.whole_trace();
        let ShownLines { lines, numbers, left_out } = ShownLines::of(&trace);
        let all = (0..lines.len()).map(FoldedLine::Line);
        let rows = if self.unfolded { all.collect() } else { fold(&lines) };
        let is_printed = !self.unfolded && !self.language.is_parsed();
        let rows = if is_printed { fold_printed(rows, &lines, &failure.test) } else { rows };
        let mut left_out = left_out.into_iter().peekable();
        for row in rows {
            let (FoldedLine::Line(first)
            | FoldedLine::Call(first)
            | FoldedLine::Fold(TraceFold { lines: Range { start: first, .. }, .. })) = &row;
            while let Some((_, count)) = left_out.next_if(|(before, _)| before <= first) {
                self.left_out(count, "line");
            }
            match row {
                FoldedLine::Line(index) => {
                    let line = &lines[index];
                    self.line(&line.kind, line.content(), line.depth);
                    // Traces of languages that are not parsed have frames of all forms.
                    let is_frame = matches!(line.kind, TraceLineKind::Frame(_))
                        || !self.language.is_parsed() && named_places(line.content()).next().is_some();
                    // A frame is always the last row so far.
                    if let Some(row) = self.pane.rows.len().checked_sub(1).filter(|_| is_frame) {
                        self.pane.frames.push(FrameRow { row, line: numbers[index] });
                    }
                }
                FoldedLine::Call(index) => {
                    let Some(call) = call_in(&lines, index, &failure.test) else { continue };
                    self.compare(None);
                    self.call(&call, lines[index].depth);
                    let row = self.pane.rows.len() - 1;
                    self.pane.frames.push(FrameRow { row, line: numbers[index] });
                }
                FoldedLine::Fold(fold) => self.fold(&fold, &lines),
            }
        }
        self.compare(None);
        for (_, count) in left_out {
            self.left_out(count, "line");
        }
        self.end();
        if self.messages >= Messages::InBrief && !self.unfolded {
            self.bring_up_root();
            self.add_whole_messages();
        }
    }

    fn line(&mut self, kind: &TraceLineKind<'_>, content: &str, depth: usize) {
        if *kind == TraceLineKind::Message
            && let Some(told) = self.message.as_mut().filter(|told| told.is_repeated_in(content))
        {
            told.is_repeated = true;
            return;
        }
        match (&mut self.message, kind) {
            (Some(message), TraceLineKind::Message) => {
                let is_told = self.messages >= Messages::InBrief && message.has_words_of(content);
                message.text.extend(["\n", content]);
                if is_told {
                    message.told.push(content.to_owned());
                    return;
                }
            }
            (_, TraceLineKind::Frame(frame)) => self.compare(Some(frame)),
            _ => self.compare(None),
        }
        match kind {
            // The test's name is in the title of the code pane.
            TraceLineKind::Test => {}
            TraceLineKind::Exception(exception) => {
                let row = self.pane.rows.len();
                self.exception(exception, content, depth);
                // Blanks at the end of the line belong to a message that continues.
                let message = content.len().min(content.trim_end().len() - exception.message.len());
                self.message = Some(Message {
                    exception: exception.name.to_owned(),
                    text: text::first_bytes(&content[message..], MOST_BYTES).to_owned(),
                    depth,
                    row,
                    is_repeated: false,
                    told: Vec::new(),
                });
            }
            TraceLineKind::Message => self.message(content, 0, depth),
            TraceLineKind::Frame(frame) => self.frame(frame, depth),
            TraceLineKind::Omitted | TraceLineKind::Other => {
                let shown = text::sanitize(content.trim_start()).into_owned();
                if !shown.is_empty() || !self.pane.rows.is_empty() {
                    let text = if shown.is_empty() { shown } else { indented(depth, &shown) };
                    self.dim(text);
                }
            }
        }
    }

    /// Handles the end of the message, before this frame or without one: shows the values that it compares.
    fn compare(&mut self, next: Option<&Frame<'_>>) {
        let Some(message) = self.message.take().filter(|_| self.messages >= Messages::InBrief) else {
            return;
        };
        if !self.unfolded {
            self.tell_in_brief(&message);
        }
        if self.messages < Messages::WithValues {
            return;
        }
        let has_marks = marks_differences(&message.exception, next);
        let text = self.failure.in_order(&message.text);
        if let Some(comparison) = Comparison::read(&text, self.language, has_marks) {
            let indent = 2 + 2 * message.depth;
            let is_unknown = self.failure.value_order() == Some(ValueOrder::Unknown);
            let rows = if is_unknown { expected_actual::rows_in_order } else { expected_actual::rows };
            self.pane.rows.extend(rows(&comparison, self.width, indent, self.unfolded));
        }
    }

    /// Adds the row of an exception, whose line in the trace is `content`.
    fn exception(&mut self, exception: &Exception<'_>, content: &str, depth: usize) {
        let role = match exception.role {
            ExceptionRole::Thrown => None,
            ExceptionRole::Cause => Some("Caused by".to_owned()),
            ExceptionRole::Suppressed => Some("Suppressed".to_owned()),
            ExceptionRole::Further => further_failure(content).map(|(caption, _)| caption.to_owned()),
        };
        let mut pieces: Vec<_> = role
            .map(|role| (TraceClass::Section, indented(depth, &format!("{role} "))))
            .into_iter()
            .collect();
        let name = text::sanitize(exception.name);
        let (package, simple) = name.rsplit_once('.').unwrap_or(("", &name));
        pieces.push((TraceClass::Exception, simple.to_owned()));
        if self.unfolded && self.messages == Messages::WithValues && !package.is_empty() {
            pieces.push((TraceClass::Dim, format!("  {package}")));
        }
        let used: usize = pieces.iter().map(|(_, piece)| text::width(piece)).sum();
        self.pane.rows.push(TraceRow { pieces, ..TraceRow::default() });
        self.message(exception.message, used, depth);
    }

    /// Adds a line of a message: next to the exception if it fits there, otherwise in separate rows.
    fn message(&mut self, message: &str, used: usize, depth: usize) {
        if message.trim().is_empty() {
            return;
        }
        let read = text::first_bytes(message, MOST_BYTES);
        let shown = text::sanitize(read);
        if used > 0 && used + 2 + text::width(&shown) <= self.width {
            if let Some(row) = self.pane.rows.last_mut() {
                row.pieces.push((TraceClass::Message, format!("  {shown}")));
            }
            return;
        }
        let indent = 2 + 2 * depth;
        for line in text::wrap(&shown, self.width.saturating_sub(indent)) {
            let pieces = vec![(TraceClass::Message, format!("{}{line}", " ".repeat(indent)))];
            self.pane.rows.push(TraceRow { pieces, ..TraceRow::default() });
        }
        if read.len() < message.len() {
            self.left_out(message.len() - read.len(), "byte");
        }
    }

    fn frame(&mut self, frame: &Frame<'_>, depth: usize) {
        let class = match frame.origin {
            Origin::Project => TraceClass::Project,
            Origin::Test => TraceClass::Test,
            _ => TraceClass::Dim,
        };
        let (module, class_shown) = if self.shown == FramesShown::WithPackages {
            (frame.module, frame.class)
        } else {
            ("", frame.simple_class())
        };
        let call = format!("{module}{class_shown}.{}", frame.method);
        let location = match (frame.file, frame.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            (Some(file), None) => file.to_owned(),
            (None, _) => String::new(),
        };
        self.pane.rows.push(TraceRow {
            pieces: vec![
                (TraceClass::Dim, indented(depth, "  at ")),
                (class, text::sanitize(&call).into_owned()),
            ],
            location: text::sanitize(&location).into_owned(),
            ..TraceRow::default()
        });
    }

    /// Adds the row of a call in a language that is not parsed; one whose function is not known has its place alone.
    fn call(&mut self, call: &Call<'_>, depth: usize) {
        let class = if call.origin == Origin::Test { TraceClass::Test } else { TraceClass::Project };
        let place = match call.place.file_name() {
            "" => String::new(),
            file => text::sanitize(&format!("{file}:{}", call.place.line)).into_owned(),
        };
        let function = text::sanitize(call.function_in_words()).into_owned();
        let (called, location) = if function.is_empty() { (place, String::new()) } else { (function, place) };
        self.pane.rows.push(TraceRow {
            pieces: vec![(TraceClass::Dim, indented(depth, "  at ")), (class, called)],
            location,
            ..TraceRow::default()
        });
    }

    /// Adds a remark on a part of a huge text that has no rows.
    fn left_out(&mut self, count: usize, unit: &str) {
        let text = format!("  ┄ {} not shown: copies have the whole text", text::plural(count, unit));
        self.dim(text);
    }

    /// Adds a row of dim text; a blank one without text.
    fn dim(&mut self, text: String) {
        let pieces = Some((TraceClass::Dim, text)).filter(|(_, text)| !text.is_empty());
        self.pane.rows.push(TraceRow { pieces: pieces.into_iter().collect(), ..TraceRow::default() });
    }

    fn fold(&mut self, fold: &TraceFold, lines: &[TraceLine<'_>]) {
        let first = lines.get(fold.lines.start);
        self.compare(first.and_then(|line| match &line.kind {
            TraceLineKind::Frame(frame) => Some(frame),
            _ => None,
        }));
        self.pane.folded += fold.frames;
        let line = indented(first.map_or(0, |line| line.depth), &format!("  ┄ {fold}"));
        self.pane.rows.push(TraceRow {
            pieces: vec![(TraceClass::Dim, line)],
            is_foreign: matches!(fold.kind, FoldKind::Foreign(_)),
            ..TraceRow::default()
        });
    }

    fn end(&mut self) {
        while self.pane.rows.last().is_some_and(|row| row.pieces.is_empty()) {
            self.pane.rows.pop();
        }
    }

    fn output(&mut self, output: &str, is_shown: bool) {
        if output.trim().is_empty() {
            return;
        }
        if !is_shown {
            return self.dim(format!("  ┄ {}", output_in_words(output)));
        }
        // What the tool printed for the failure repeats the test and the message, which are shown beside and above it.
        let (output, report) = match output.split_once(REPORT).filter(|_| self.folds_report) {
            Some((output, report)) => (output, report.lines().filter(|line| !line.trim().is_empty()).count()),
            None => (output, 0),
        };
        self.printed(output);
        if report > 0 {
            self.dim(format!("  ┄ {} of the report", text::plural(report, "line")));
        }
    }

    fn printed(&mut self, output: &str) {
        if output.trim().is_empty() {
            return;
        }
        if !self.pane.rows.is_empty() {
            self.dim(String::new());
        }
        let read = text::first_bytes(output, MOST_BYTES);
        for line in read.lines() {
            for row in text::wrap(&text::sanitize(line), self.width.saturating_sub(2)) {
                self.dim(format!("  {row}"));
            }
        }
        if read.len() < output.len() {
            self.left_out(output.len() - read.len(), "byte");
        }
        self.end();
    }
}

/// Returns how much a test printed, and how much its tool did for the failure: `4 lines of output, 18 of the report`.
fn output_in_words(output: &str) -> String {
    let (printed, report) = output.split_once(REPORT).unwrap_or((output, ""));
    let reported = report.lines().filter(|line| !line.trim().is_empty()).count();
    match (printed.trim_end().lines().count(), reported) {
        (0, report) => format!("{} of the report", text::plural(report, "line")),
        (printed, 0) => format!("{} of output", text::plural(printed, "line")),
        (printed, report) => format!("{} of output, {report} of the report", text::plural(printed, "line")),
    }
}

struct ShownLines<'t> {
    lines: Vec<TraceLine<'t>>,
    /// The number of each of them in the trace, from 0.
    numbers: Vec<usize>,
    /// The lines that are left out: the index of the shown line that follows them, and their number.
    left_out: Vec<(usize, usize)>,
}

impl<'t> ShownLines<'t> {
    /// Leaves out the end of huge messages, and that of a trace with very many lines besides messages.
    fn of(trace: &'t StackTrace) -> ShownLines<'t> {
        let mut shown = ShownLines { lines: Vec::new(), numbers: Vec::new(), left_out: Vec::new() };
        // The lines and the bytes of the message, the other lines, and the bytes of all of them.
        let (mut message, mut bytes, mut others, mut read) = (0, 0, 0, 0);
        for (number, line) in trace.parse_on().enumerate() {
            read += line.text.len();
            let is_message = line.kind == TraceLineKind::Message;
            if matches!(line.kind, TraceLineKind::Exception(_)) {
                (message, bytes) = (0, 0);
            }
            let is_shown = if is_message {
                message += 1;
                bytes += line.text.len();
                message <= MOST_LINES && bytes <= MOST_BYTES
            } else {
                others += 1;
                others <= MOST_LINES
            };
            let next = shown.lines.len();
            if is_shown {
                shown.lines.push(line);
                shown.numbers.push(number);
            } else if !is_message {
                // Everything below is left out: only its lines are counted.
                shown.left_out.push((next, 1 + trace.0[read..].lines().count()));
                break;
            } else if let Some((_, count)) = shown.left_out.last_mut().filter(|(before, _)| *before == next) {
                *count += 1;
            } else {
                shown.left_out.push((next, 1));
            }
        }
        shown
    }
}

fn indented(depth: usize, text: &str) -> String {
    format!("{}{text}", "  ".repeat(depth))
}

#[derive(Debug, Default)]
pub struct Frames {
    frames: Vec<ShownFrame>,
    cursor: usize,
}

#[derive(Debug)]
pub struct ShownFrame {
    pub at: FrameRow,
    /// Its location in the project's sources, or the reason why it is unknown.
    pub place: Result<SourceLocation, String>,
}

impl Frames {
    pub fn selected(&self) -> Option<&ShownFrame> {
        self.frames.get(self.cursor)
    }

    pub(crate) fn at_row(&self, row: usize) -> Option<&ShownFrame> {
        let index = self.frames.partition_point(|frame| frame.at.row < row);
        self.frames.get(index).filter(|frame| frame.at.row == row)
    }

    pub(in crate::tui) fn choose_line(&mut self, line: Option<usize>) {
        let found = self.frames.iter().position(|frame| Some(frame.at.line) == line);
        self.cursor = found.unwrap_or(self.cursor);
    }

    fn row(&self) -> Option<usize> {
        self.selected().map(|frame| frame.at.row)
    }

    /// Selects the first or the last frame whose row is in the range; returns true if there is one.
    pub(in crate::tui) fn choose(&mut self, rows: Range<usize>, last: bool) -> bool {
        let within = |frame: &ShownFrame| rows.contains(&frame.at.row);
        let found =
            if last { self.frames.iter().rposition(within) } else { self.frames.iter().position(within) };
        self.cursor = found.unwrap_or(self.cursor);
        found.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Execution, Location};

    fn rows(pane: &TraceRows) -> Vec<String> {
        pane.rows
            .iter()
            .map(|row| row.pieces.iter().map(|(_, piece)| piece.as_str()).collect::<String>())
            .collect()
    }

    const TRACE: &str = "a.B_ESTest::test0\njava.lang.IllegalStateException: bad\tstate\n\tat java.base/java.util.List.get(List.java:3)\n\tat org.junit.Assert.fail(Assert.java:89)\n\tat a.B.run(B.java:7)\n\tat a.B_ESTest.test0(B_ESTest.java:12)\nCaused by: java.io.IOException\n\tat a.B.read(B.java:3)\n\t... 2 more\n";

    #[test]
    fn frames_outside_the_project_are_folded() {
        let pane = TraceRows::new(&Failure::with_trace(TRACE), FramesShown::Own, 60);
        assert_eq!(
            rows(&pane),
            [
                "IllegalStateException  bad state",
                "  ┄ 2 framework, JDK frames",
                "  at B.run",
                "  at B_ESTest.test0",
                "Caused by IOException",
                "  at B.read",
            ]
        );
        assert_eq!(pane.folded, 2);
        assert_eq!(pane.rows[2].location, "B.java:7");
    }

    #[test]
    fn unfolding_shows_every_frame() {
        let pane = TraceRows::new(&Failure::with_trace(TRACE), FramesShown::All, 60);
        assert_eq!(pane.folded, 0);
        assert_eq!(rows(&pane).iter().filter(|row| row.contains(" at ")).count(), 5);
        assert!(rows(&pane).iter().any(|row| row.contains("... 2 more")));
    }

    #[test]
    fn a_long_message_is_wrapped_and_shown_in_full() {
        let trace = format!("t::t\nx.Y: {}end\n", "word ".repeat(20));
        let shown = rows(&TraceRows::new(&Failure::with_trace(&trace), FramesShown::Own, 30)).join(" ");
        assert!(shown.contains("end"), "{shown}");
        assert_eq!(shown.matches("word").count(), 20);
    }

    #[test]
    fn compared_values_are_below_their_message() {
        let trace = "t::t\norg.junit.ComparisonFailure: pen expected:<[black] ink> but was:<[red] ink>\n\tat a.B.run(B.java:7)\nCaused by: x.Y: \nexpected: \"a  \n  b\"\n but was: \"a  \n  c\"\n";
        assert_eq!(
            rows(&TraceRows::new(&Failure::with_trace(trace), FramesShown::Own, 80))[1..],
            [
                "Root cause Y  line 2:   c ≠   b",
                "  - expected  black ink",
                "  + actual    red ink",
                "  at B.run",
                "Caused by Y  see above",
                "  - expected  ┄ 1 line in common",
                "  -             b\"",
                "  + actual    ┄ 1 line in common",
                "  +             c\"",
                "  ┄ the whole message",
                "  expected: \"a  ",
                "    b\"",
                "   but was: \"a  ",
                "    c\"",
            ]
        );
        assert_eq!(
            rows(&TraceRows::new(
                &Failure::with_trace("t::t\nx.Y: expected:<3> but was:<4>\n"),
                FramesShown::Own,
                80
            ))
            .len(),
            1
        );
    }

    #[test]
    fn values_of_which_nobody_knows_the_expected_one_are_first_and_second() {
        let location = Location { file: "test_pen.py".into(), line: 3, failing_line: Some(4) };
        let compared = |statement: &str| {
            let trace = "test_pen.PenTest::test_ink\nAssertionError: 'red ink' != 'black ink'\n";
            let failure = Failure {
                language: Language::Python,
                generated_test: format!("def test_ink(self):\n    {statement}\n").into(),
                location: Some(Box::new(location.clone())),
                is_reported: true,
                ..Failure::with_trace(trace)
            };
            rows(&TraceRows::new(&failure, FramesShown::Own, 60))[1..].to_vec()
        };
        let unknown = compared("self.assertEqual(pen.ink(), other.ink())");
        assert_eq!(unknown, ["  - first     'red ink'", "  + second    'black ink'"]);
        let turned = compared("self.assertEqual('red ink', pen.ink())");
        assert_eq!(turned, ["  - expected  'red ink'", "  + actual    'black ink'"]);
    }

    #[test]
    fn a_message_that_a_report_has_twice_is_shown_once() {
        let vitest = "t::t\nAssertionError: expected 9 to be 7\nexpected 9 to be 7 // Object.is equality\n\n- 7\n+ 9\n";
        let shown = rows(&TraceRows::new(&Failure::with_trace(vitest), FramesShown::Own, 60));
        assert_eq!(shown.join("|").matches("expected 9 to be 7").count(), 1, "{shown:?}");
        let playwright = "t::t\nError: no pen\n\nError: no pen\n";
        assert_eq!(
            rows(&TraceRows::new(&Failure::with_trace(playwright), FramesShown::Own, 60)),
            ["Error  no pen"]
        );
        let other = "t::t\nError: no pen\nno pens at all\n";
        assert_eq!(rows(&TraceRows::new(&Failure::with_trace(other), FramesShown::Own, 60)).len(), 2);
    }

    #[test]
    fn how_much_a_test_and_its_tool_printed_is_counted_apart() {
        for (output, words) in [
            ("system-out:\nred\n", "2 lines of output"),
            ("system-out:\nred\n--- report ---\n\n> draw()\n", "2 lines of output, 1 of the report"),
            ("--- report ---\n> draw()\nE   dry\n", "2 lines of the report"),
        ] {
            assert_eq!(output_in_words(output), words);
        }
    }

    #[test]
    fn output_is_below_the_trace_and_folded_first() {
        let printed = Failure {
            execution: Some(Box::new(Execution {
                output: "system-out:\nred \u{1b}[0m\n\nand more\n".into(),
                ..Execution::default()
            })),
            generated_test: "@Test void t() {}".into(),
            ..Failure::with_trace("t::t\nx.Y: m\n")
        };
        assert_eq!(rows(&TraceRows::new(&printed, FramesShown::Own, 60)), ["Y  m", "  ┄ 4 lines of output"]);
        assert_eq!(rows(&TraceRows::new(&printed, FramesShown::OwnAndOutput, 60)).len(), 6);
        let unfolded = rows(&TraceRows::new(&printed, FramesShown::All, 60));
        assert_eq!(unfolded[0], "Y  x  m");
        assert_eq!(unfolded[2], "  system-out:");
        assert_eq!(unfolded.len(), 6);
        assert!(!unfolded.concat().contains('\u{1b}'), "control characters are shown as symbols");
    }

    #[test]
    fn of_a_huge_trace_the_beginnings_are_shown_and_the_rest_is_counted() {
        let (lines, frames) = ("y\n".repeat(30_000), "\tat a.C.m(C.java:3)\n".repeat(30_000));
        let trace = format!("a.B_ESTest::test0\nx.Y: first\n{lines}\tat a.B.run(B.java:7)\n{frames}");
        let pane = TraceRows::new(&Failure::with_trace(&trace), FramesShown::All, 60);
        let shown = rows(&pane);
        let call = shown.iter().position(|row| row == "  at B.run").expect("the frame below the message");
        assert_eq!(shown[call - 1], "  ┄ 10,000 lines not shown: copies have the whole text");
        assert_eq!(call, 1 + MOST_LINES + 1);
        assert!(shown.last().is_some_and(|row| row.ends_with("lines not shown: copies have the whole text")));
        assert!(shown.len() < 2 * MOST_LINES + 10);
        // The frame is found in the trace by its line.
        assert_eq!(pane.frames[0], FrameRow { row: call, line: 30_002 });
    }

    #[test]
    fn the_end_of_a_huge_line_is_not_shown() {
        let trace =
            format!("a.B_ESTest::test0\nx.Y: {}end\n\tat a.B.run(B.java:7)\n", "z".repeat(MOST_BYTES));
        let shown = rows(&TraceRows::new(&Failure::with_trace(&trace), FramesShown::Own, 1_000));
        assert_eq!(shown[shown.len() - 1], "  ┄ 3 bytes not shown: copies have the whole text");
        assert!(
            shown[..4].contains(&"  at B.run".to_owned()),
            "what called it stands above the whole message"
        );
    }

    #[test]
    fn without_a_trace_there_are_no_rows() {
        assert_eq!(TraceRows::new(&Failure::with_trace(""), FramesShown::Own, 60).rows, []);
    }
}
