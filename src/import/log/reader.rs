//! Cuts a log into records: a line `--- package.Class::method`, then the stack trace as the JVM prints it.
//!
//! Messages may span lines, and such a line may begin with `---` or look like a frame: only what has the form of a
//! test's name begins a new record.

use std::io::{self, BufRead};

/// One failed test of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::import) struct LogRecord {
    /// On which the record begins, from 1.
    pub line: u64,
    /// `package.Class::method`; only the class when it failed as a whole.
    pub test: String,
    /// The test's name, then what the JVM printed. As in the finished TEval+ tables there is a blank before the name, line
    /// ends are `\n`, and only the last record of a log keeps its last one.
    pub trace: String,
    /// Some bytes were not UTF-8 and became U+FFFD.
    pub repaired: bool,
}

/// What stands in a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::import) enum LogItem {
    Record(LogRecord),
    /// Text before the first record.
    Stray {
        line: u64,
    },
}

/// Reads a log record by record.
pub(in crate::import) struct LogReader<R> {
    input: R,
    current: Option<Line>,
    /// Whether a line is a header can depend on the next.
    following: Option<Line>,
    lines: u64,
}

struct Line {
    number: u64,
    /// With its line end, which is `\n`.
    text: String,
    repaired: bool,
}

impl<R: BufRead> LogReader<R> {
    pub(crate) fn new(input: R) -> io::Result<LogReader<R>> {
        let mut reader = LogReader { input, current: None, following: None, lines: 0 };
        reader.advance()?;
        reader.advance()?;
        Ok(reader)
    }

    /// The next record, or the text before the first.
    pub(crate) fn next(&mut self) -> io::Result<Option<LogItem>> {
        loop {
            let test = self.header();
            let Some(line) = self.advance()? else { return Ok(None) };
            if let Some(test) = test {
                return Ok(Some(LogItem::Record(self.record(&line, test)?)));
            }
            if !line.text.trim().is_empty() {
                while self.current.is_some() && self.header().is_none() {
                    self.advance()?;
                }
                return Ok(Some(LogItem::Stray { line: line.number }));
            }
        }
    }

    fn record(&mut self, header: &Line, test: String) -> io::Result<LogRecord> {
        let mut trace = header.text.strip_prefix("---").unwrap_or(&header.text).to_owned();
        let mut repaired = header.repaired;
        while self.header().is_none() {
            let Some(line) = self.advance()? else { break };
            trace.push_str(&line.text);
            repaired |= line.repaired;
        }
        if self.current.is_some() && trace.ends_with('\n') {
            trace.pop();
        }
        Ok(LogRecord { line: header.number, test, trace, repaired })
    }

    fn header(&self) -> Option<String> {
        let following = self.following.as_ref().map(|line| &*line.text);
        test_name(&self.current.as_ref()?.text, following).map(str::to_owned)
    }

    /// Gives the current line and moves on.
    fn advance(&mut self) -> io::Result<Option<Line>> {
        let line = self.current.take();
        self.current = self.following.take();
        self.following = self.read_line()?;
        Ok(line)
    }

    fn read_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.lines += 1;
        let (text, repaired) = match String::from_utf8(bytes) {
            Ok(text) => (text, false),
            Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), true),
        };
        let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text };
        Ok(Some(Line { number: self.lines, text, repaired }))
    }
}

/// The test whose record this line begins, if it begins one.
///
/// `--- package.Class::method` always does. Without a package, or without a method (a class that failed as a whole), it
/// could be a line of a message: then the next line must look like an exception.
pub(in crate::import) fn test_name<'a>(line: &'a str, following: Option<&str>) -> Option<&'a str> {
    let name = line.strip_prefix("--- ")?.trim();
    let begins = match name.split_once("::") {
        Some((class, method)) => {
            is_java_name(class)
                && !method.is_empty()
                && (class.contains('.') || following.is_none_or(is_exception_line))
        }
        None => is_java_name(name) && name.contains('.') && following.is_some_and(is_exception_line),
    };
    begins.then_some(name)
}

/// The line can be an exception's: a name, with a package or an ending that says so, up to its end or a colon.
pub(in crate::import) fn is_exception_line(line: &str) -> bool {
    let exception = line.split(':').next().unwrap_or("").trim();
    is_java_name(exception)
        && (exception.contains('.') || exception.ends_with("Exception") || exception.ends_with("Error"))
}

/// Identifiers with dots between them.
fn is_java_name(name: &str) -> bool {
    name.split('.').all(|part| {
        !part.starts_with(|c: char| c.is_ascii_digit())
            && !part.is_empty()
            && part.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(log: &str) -> Vec<LogItem> {
        let mut reader = LogReader::new(log.as_bytes()).expect("memory can be read");
        std::iter::from_fn(|| reader.next().expect("memory can be read")).collect()
    }

    fn records(log: &str) -> Vec<(u64, String, String)> {
        let records = read(log).into_iter().map(|item| match item {
            LogItem::Record(record) => (record.line, record.test, record.trace),
            LogItem::Stray { line } => panic!("stray text on line {line}"),
        });
        records.collect()
    }

    fn record(line: u64, test: &str, trace: &str) -> (u64, String, String) {
        (line, test.to_owned(), trace.to_owned())
    }

    #[test]
    fn a_trace_keeps_the_form_of_the_finished_tables() {
        let log = "--- a.B::one\njava.lang.Error: x\n\tat a.B.one(B.java:1)\n--- a.B::two\njava.lang.Error\n";
        let expected = [
            record(1, "a.B::one", " a.B::one\njava.lang.Error: x\n\tat a.B.one(B.java:1)"),
            record(4, "a.B::two", " a.B::two\njava.lang.Error\n"),
        ];
        assert_eq!(records(log), expected);
        assert_eq!(records(&log.replace('\n', "\r\n")), expected, "Windows line ends");
    }

    #[test]
    fn messages_may_span_lines_that_look_like_headers_and_frames() {
        let message = "org.junit.ComparisonFailure: expected:<--- a\n--- b/File.java\n---\n\tat sign\n--- \n--- std::out\nmore>";
        let log = format!("--- a.B::one\n{message}\n\tat a.B.one(B.java:1)\n");
        assert_eq!(records(&log), [record(1, "a.B::one", &log[3..])]);
    }

    #[test]
    fn names_may_be_nested_parameterized_or_without_a_package() {
        let log =
            "--- a.B$C::parse(String)[3]\njava.lang.Error\n--- Plain::x\njava.lang.Error\n--- a.B::last";
        let names: Vec<String> = records(log).into_iter().map(|(_, test, _)| test).collect();
        assert_eq!(names, ["a.B$C::parse(String)[3]", "Plain::x", "a.B::last"]);
    }

    #[test]
    fn a_class_that_failed_as_a_whole_is_a_record() {
        let log = "--- a.B\njava.lang.ExceptionInInitializerError\n\tat a.B.<clinit>(B.java:1)\n";
        assert_eq!(records(log), [record(1, "a.B", &log[3..])]);
    }

    #[test]
    fn text_before_the_first_record_is_reported_once() {
        let log = "\nRunning ant (run.dev.tests)\nOK\n--- a.B::one\njava.lang.Error\n";
        let items = read(log);
        assert_eq!(items[0], LogItem::Stray { line: 2 });
        assert!(matches!(&items[1], LogItem::Record(record) if record.line == 4), "{items:?}");
        assert_eq!(items.len(), 2);
    }

    #[test]
    fn bytes_that_are_not_utf8_are_replaced_and_said_so() {
        let mut reader =
            LogReader::new(&b"--- a.B::one\njava.lang.Error: \xFF\n"[..]).expect("memory can be read");
        let Ok(Some(LogItem::Record(record))) = reader.next() else { panic!("expected a record") };
        assert!(record.repaired);
        assert!(record.trace.ends_with(": \u{FFFD}\n"), "{:?}", record.trace);
    }
}
