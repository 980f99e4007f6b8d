//! Messages of several rows in brief: what decides is visible in a pane of a few rows.
//!
//! ```text
//! IllegalStateException                              IllegalStateException  Failed to load …
//!   Failed to load …                   tell_in_brief Root cause NoSuchBean  no bean of type …
//!   (ten rows)                        ──────────────▶  at OrderIT.answers
//!   at OrderIT.answers                bring_up_root  Caused by UnsatisfiedDependency
//! Caused by UnsatisfiedDependency                      …
//!   …                                                the whole message of IllegalStateException
//! Caused by NoSuchBean  no bean of type …              (ten rows)
//! ```

use super::{Builder, FrameRow, Message, indented};
use crate::message::{in_brief, short_message};
use crate::model::{Language, text};
use crate::tui::triage::list::names::without_packages;
use crate::tui::triage::trace::row::{TraceClass, TraceRow};

/// The number of rows of a message in brief, below its exception.
const MOST_ROWS: usize = 2;
/// The number of rows of which the last one may be that of the root cause.
const SEEN: usize = 4;

/// A message with all its lines, which stands below the frames.
#[derive(Debug)]
pub(super) struct WholeMessage {
    exception: String,
    rows: Vec<TraceRow>,
    /// The places that its rows name: each row is counted from the first of them.
    frames: Vec<FrameRow>,
}

/// Returns the name of an exception as a row has it.
fn simple_name(exception: &str) -> &str {
    exception.rsplit('.').next().unwrap_or(exception)
}

/// The heading of a whole message, below the frames.
const HEADING: &str = "  ┄ the whole message";

/// Returns true for the row above a whole message.
pub(super) fn is_heading(row: &TraceRow) -> bool {
    row.pieces.iter().any(|(_, piece)| piece.starts_with(HEADING))
}

impl Builder<'_> {
    /// Tells a message in brief if its own rows, the last ones so far, are more than that.
    pub(super) fn tell_in_brief(&mut self, message: &Message) {
        let is_thrown = self.below_thrown == 0;
        let first = message.row + 1;
        let brief = self.in_rows(message, is_thrown);
        let count = self.pane.rows.len() - first;
        let begun = self.pane.rows[message.row].pieces.last();
        let begun = begun.map_or("", |(_, piece)| piece.trim()).to_owned();
        let has_fewer = brief.as_ref().is_some_and(|(beside, below)| {
            let is_as_it_is = *beside == begun && count < SEEN;
            below.len() < count && !is_as_it_is
        });
        if let Some((beside, below)) = brief.filter(|_| has_fewer) {
            let own = if self.is_made_of_lines(message) { self.rows_of_first_line(message) } else { None };
            let pieces = &mut self.pane.rows[message.row].pieces;
            let begun = pieces.iter().position(|(class, _)| *class == TraceClass::Message);
            let begun: String = begun
                .map_or_else(Vec::new, |at| pieces.split_off(at))
                .into_iter()
                .map(|(_, piece)| piece)
                .collect();
            pieces.extend((!beside.is_empty()).then(|| (TraceClass::Message, format!("  {beside}"))));
            let indent = 2 + 2 * message.depth;
            let row = |line: &str| TraceRow {
                pieces: vec![(TraceClass::Message, format!("{}{}", " ".repeat(indent), line.trim_start()))],
                ..TraceRow::default()
            };
            let is_as_it_was = begun.trim() == beside;
            let is_told = begun.trim().is_empty() || begun.trim() == beside;
            let begun = (!is_told && own.is_none()).then(|| row(&begun));
            let mut rows: Vec<TraceRow> = begun.into_iter().collect();
            let moved = rows.len();
            rows.extend(self.pane.rows.drain(first..).skip(own.unwrap_or(0)));
            let told_above = if own.is_some() && !is_as_it_was { message.told.len() } else { 0 };
            rows.splice(
                moved..moved,
                message.told[..told_above].iter().map(|line| row(&text::sanitize(line))),
            );
            let moved = moved + told_above;
            let kept = self.pane.frames.partition_point(|frame| frame.row < first);
            let frames = self.pane.frames.split_off(kept);
            let gone = first + own.unwrap_or(0);
            let frames = frames.into_iter().filter(|at| at.row >= gone);
            let frames = frames.map(|at| FrameRow { row: at.row - gone + moved, ..at }).collect();
            self.pane.rows.extend(below.iter().map(|line| row(line)));
            self.whole.push(WholeMessage { exception: message.exception.clone(), rows, frames });
        }
        if is_thrown {
            self.below_thrown = self.pane.rows.len();
        }
    }

    /// Returns true for a message of JavaScript whose first line is a sentence that was made of the lines below it: only these are the tool's.
    fn is_made_of_lines(&self, message: &Message) -> bool {
        self.language == Language::JavaScript && message.text.contains('\n') && !message.is_repeated
    }

    /// Returns the number of rows below that of an exception that its message's first line has; None if they can't be
    /// told from those of the others.
    fn rows_of_first_line(&self, message: &Message) -> Option<usize> {
        let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
        let first = letters(message.text.lines().next().unwrap_or_default());
        let mut begun = self.pane.rows[message.row]
            .pieces
            .iter()
            .filter(|(class, _)| *class == TraceClass::Message)
            .map(|(_, piece)| letters(piece))
            .sum::<usize>();
        let mut rows = 0;
        while begun < first {
            let row = self.pane.rows.get(message.row + 1 + rows)?;
            begun += row.pieces.iter().map(|(_, piece)| letters(piece)).sum::<usize>();
            rows += 1;
        }
        (begun == first).then_some(rows)
    }

    /// Returns what stands of a message in brief beside its exception, and the rows below it. None if it
    /// says nothing.
    fn in_rows(&self, message: &Message, is_thrown: bool) -> Option<(String, Vec<String>)> {
        let told = short_message(self.failure, is_thrown, &message.exception, &message.text);
        let briefer = in_brief(&told, self.language);
        let is_short = self.pane.rows.len() - message.row <= SEEN + 1;
        let is_whole = told == message.text.trim() && briefer.is_empty() && is_short;
        let told = Some(told).filter(|told| !told.is_empty() && !is_whole)?;
        let mut forms = vec![told.clone(), without_packages(&told)];
        forms.extend(briefer.iter().map(|brief| without_packages(brief)));
        let mut forms: Vec<String> = forms.iter().map(|form| text::sanitize(form).into_owned()).collect();
        let used = self.pane.rows[message.row]
            .pieces
            .iter()
            .filter(|(class, _)| *class != TraceClass::Message)
            .map(|(_, piece)| text::width(piece))
            .sum::<usize>();
        if let Some(fitting) = forms.iter().position(|form| used + 2 + text::width(form) <= self.width) {
            return Some((forms.swap_remove(fitting), Vec::new()));
        }
        let room = self.width.saturating_sub(2 + 2 * message.depth);
        // Below the exception, the longest one that has room in a row, or in all rows.
        let fitting =
            (1..=MOST_ROWS).find_map(|rows| forms.iter().find(|form| text::wrap(form, room).len() <= rows));
        let shown = fitting.or(forms.last()).unwrap_or(&told);
        Some((String::new(), text::wrap_into(shown, room, MOST_ROWS)))
    }

    /// Puts the root cause below the thrown exception, if other rows would hide it in a pane of a few rows.
    pub(super) fn bring_up_root(&mut self) {
        let cause = self.failure.trace.cause();
        // The exception that was met is the one that is told.
        if self.failure.exception_in_words().contains(", not ") {
            return;
        }
        if cause.wrappers.is_empty() || !cause.members.is_empty() {
            return;
        }
        let name = simple_name(cause.exception);
        let root = self.pane.rows.iter().rposition(|row| match &*row.pieces {
            [(TraceClass::Section, section), (TraceClass::Exception, exception), ..] => {
                section == "Caused by " && exception == name
            }
            _ => false,
        });
        let Some(root) = root else { return };
        let seen = self.pane.rows[..root].iter().filter(|row| !row.is_foreign).count();
        let messages = self.pane.rows[root + 1..].iter();
        let below = messages.take_while(|row| matches!(&*row.pieces, [(TraceClass::Message, _)])).count();
        if seen < SEEN || below > MOST_ROWS || self.below_thrown > root {
            return;
        }
        let mut rows: Vec<TraceRow> = self.pane.rows.drain(root + 1..=root + below).collect();
        let (to, moved) = (self.below_thrown, rows.len() + 1);
        let pieces = &mut self.pane.rows[root].pieces;
        let message = pieces.split_off(2);
        pieces.push((TraceClass::Dim, "  see above".to_owned()));
        // The frames below are those of the thrown exception.
        let heading = (TraceClass::Section, "Root cause ".to_owned());
        let exception = self.pane.rows[root].pieces[1].clone();
        let named = [heading, exception].into_iter().chain(message).collect();
        rows.insert(0, TraceRow { pieces: named, ..TraceRow::default() });
        for frame in &mut self.pane.frames {
            frame.row = match frame.row {
                row if row > root => row + 1,
                row if row >= to => row + moved,
                row => row,
            };
        }
        self.pane.rows.splice(to..to, rows);
    }

    /// Adds the whole messages below all frames.
    pub(super) fn add_whole_messages(&mut self) {
        // An exception and the one behind it often say the same.
        self.whole.dedup_by(|next, whole| next.exception == whole.exception && next.rows == whole.rows);
        let is_only = self.whole.len() == 1;
        for whole in std::mem::take(&mut self.whole) {
            let name = text::sanitize(simple_name(&whole.exception));
            let of = if is_only { String::new() } else { format!(" of {name}") };
            self.dim(indented(0, &format!("{HEADING}{of}")));
            let first = self.pane.rows.len();
            self.pane.rows.extend(whole.rows);
            self.pane
                .frames
                .extend(whole.frames.into_iter().map(|at| FrameRow { row: first + at.row, ..at }));
        }
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{Failure, Language, StackTrace};
    use crate::tui::triage::trace::{FrameRow, FramesShown, TraceRows};

    fn shown(language: Language, trace: &str, shown: FramesShown) -> (Vec<String>, Vec<FrameRow>) {
        let failure = Failure {
            language,
            test: "shop.OrderTest::pays".into(),
            trace: StackTrace(format!("shop.OrderTest::pays\n{trace}").into()),
            is_reported: true,
            ..Failure::default()
        };
        let pane = TraceRows::new(&failure, shown, 60);
        let text = |row: &super::TraceRow| row.pieces.iter().map(|(_, piece)| piece.as_str()).collect();
        (pane.rows.iter().map(text).collect(), pane.frames)
    }

    const WRAPPED: &str = "java.lang.IllegalStateException: no context for [Configuration@5c41d037 testClass = shop.OrderTest, locations = [], classes = [shop.App], loader = x]\n\tat shop.OrderTest.pays(OrderTest.java:7)\nCaused by: x.Unsatisfied: no bean for the constructor of the controller, which is needed for the test\n\tat x.Resolver.resolve(Resolver.java:3)\nCaused by: x.NoBean: no bean of type Order\n\tat x.Factory.raise(Factory.java:9)\n";

    #[test]
    fn the_short_form_and_the_root_cause_stand_first_and_the_whole_message_last() {
        let (rows, frames) = shown(Language::Java, WRAPPED, FramesShown::Own);
        let first = ["IllegalStateException  no context", "Root cause NoBean  no bean of type Order"];
        assert_eq!(rows[..2], first);
        assert_eq!(rows[2], "  at OrderTest.pays");
        assert_eq!(frames[0], FrameRow { row: 2, line: 2 });
        let whole =
            rows.iter().position(|row| row.starts_with("  ┄ the whole message")).expect("it is below");
        assert!(rows[whole..].concat().contains("loader = x]"), "nothing is lost: {rows:?}");
        assert_eq!(rows.iter().filter(|row| row.contains("no bean of type Order")).count(), 1);
        // Whoever wants all frames wants the trace as it is.
        let (rows, _) = shown(Language::Java, WRAPPED, FramesShown::All);
        assert!(!rows.concat().contains("the whole message"), "{rows:?}");
    }

    #[test]
    fn a_sentence_that_was_made_of_the_lines_of_the_tool_is_not_told_beside_them() {
        let trace = "AssertionError: toThrow: expected substring \"bad voucher XX\", received message \"Cannot read properties of null\"\nexpect(received).toThrow(expected)\n\nExpected substring: \"bad voucher XX\"\nReceived message:   \"Cannot read properties of null\"\n\tat shop.test.<anonymous>(test/shop.test.ts:66)\n";
        let (rows, _) = shown(Language::JavaScript, trace, FramesShown::Own);
        let whole = rows.iter().position(|row| row.contains("the whole message")).expect("it is below");
        assert!(rows[whole + 1].contains("expect(received).toThrow(expected)"), "{rows:?}");
        assert!(!rows.concat().contains("expected substring"), "{rows:?}");
    }

    #[test]
    fn a_message_that_two_exceptions_have_stands_as_a_whole_once() {
        let message = "Exceeded timeout of 300 ms for a test.\nAdd a timeout value to this test to increase the timeout, if this is a long-running test.\nSee the documentation.";
        let trace = format!(
            "TestTimeout: {message}\n\tat shop.test.<anonymous>(test/shop.test.ts:68)\nCaused by: TestTimeout: {message}\n\tat shop.test.<anonymous>(test/shop.test.ts:14)\n"
        );
        let (rows, _) = shown(Language::JavaScript, &trace, FramesShown::Own);
        assert_eq!(rows.iter().filter(|row| row.contains("See the documentation")).count(), 1, "{rows:?}");
    }

    #[test]
    fn words_that_a_report_joins_above_them_are_told_once() {
        let trace = "Error: Snapshot `tree 1` mismatched: expected 2, received 3\nSnapshot `tree 1` mismatched\n\n- Expected\n+ Received\n\n- 2\n+ 3\n";
        let (rows, _) = shown(Language::JavaScript, trace, FramesShown::Own);
        assert_eq!(rows.iter().filter(|row| row.contains("mismatched")).count(), 1, "{rows:?}");
        assert!(rows.iter().any(|row| row.contains("- 2")), "{rows:?}");
    }
}
