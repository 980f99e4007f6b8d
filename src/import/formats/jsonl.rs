//! fossick's own JSON Lines (format 5): one test per line, documented by `assets/failure.schema.json`.
//!
//! [`TestRecord`] is the only definition of that line, for reading here and for writing in `report::jsonl`.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};
use std::mem;
use std::sync::Arc;

use indexmap::IndexMap;
use memchr::{memchr, memrchr};
use serde::Deserialize;

use super::head::{Content, Head};
use super::short_text::count_lines;
use super::trace_header::with_header;
use super::{Reader, Recognized, Row, Stream};
use crate::encoding::{self, repaired_bytes};
use crate::import::account::Notes;
use crate::import::error::{ImportError, Result};
use crate::import::input::CHUNK;
use crate::import::merge::collector::{Collector, Shared};
use crate::import::record::TestRecord;
use crate::parallel;

pub(super) const ROW: Row = Row {
    name: "json-lines",
    input: "fossick's JSON Lines",
    in_folder: "JSON Lines",
    description: "fossick JSON Lines",
    record: r#"one JSON object per line, such as {"project":"Lang","bug":"7","test":"a.B_ESTest::test0","outcome":"failed"}"#,
    guide: &[[
        "JSON Lines",
        "one test per line, as `assets/failure.schema.json` describes; `fossick convert` writes it",
    ]],
    recognize,
    reader: Reader::NamedRuns(|stream, shared, notes| {
        let Stream { input, .. } = stream;
        let file = input.name.clone();
        read(BufReader::with_capacity(CHUNK, input), &file, shared, notes)
    }),
    may_be_all_skipped: true,
    ..Row::FILE
};

/// The fields of every line.
const TEST: [&str; 4] = ["project", "bug", "test", "outcome"];

/// Fields of every line of a label journal, which has no outcome.
const JOURNAL: [&str; 3] = ["test", "hash", "annotator"];

fn recognize(head: &Head<'_>) -> Recognized {
    let Content::Json(line) = &head.content else { return Recognized::No };
    if line.has(&JOURNAL) && !line.has(&["outcome"]) {
        Recognized::Unusable(ImportError::LabelJournal { name: head.name.to_owned() })
    } else if line.has(&TEST) || line.begins_with(&["project", "test"]) {
        // A long first line may extend beyond the head; then its first fields must suffice.
        Recognized::Certainly
    } else if line.is_of_several_lines() {
        Recognized::No
    } else {
        Recognized::IfNamed
    }
}

/// One run of a file: its tests, and its number of lines.
pub(crate) struct JsonRun {
    pub collector: Collector,
    pub records: usize,
}

/// Reads a file into one collector per run named by its lines, in order of first appearance. Blocks of lines
/// are parsed on all cores while the next ones are read, and appended in the order of the file.
pub(crate) fn read(
    input: impl BufRead + Send,
    file: &Arc<str>,
    shared: Shared,
    notes: &mut Notes,
) -> Result<NamedRuns> {
    let parser = Parser { file, is_strict: notes.strict, shared };
    let mut batches = Batches { input, parser: &parser, rest: Vec::new(), line: 1, is_over: false };
    let mut runs = NamedRuns::default();
    let mut parsed = Vec::new();
    let mut batch = batches.next()?;
    while let Some(lines) = batch {
        let (blocks, (appended, next)) = rayon::join(
            || parser.parse(lines),
            || (runs.append(mem::take(&mut parsed), file, notes), batches.next()),
        );
        appended?;
        parsed = blocks;
        batch = match next {
            Ok(next) => next,
            Err(error) => {
                // An error in the previous lines comes first.
                runs.append(parsed, file, notes)?;
                return Err(error);
            }
        };
    }
    runs.append(parsed, file, notes)?;
    Ok(runs)
}

/// The runs of a file, or of a part of it, by their names and approaches, which are empty if the lines name none.
#[derive(Default)]
pub(crate) struct NamedRuns(pub IndexMap<[String; 2], JsonRun>);

impl NamedRuns {
    fn get(&mut self, name: &str, approach: &str, shared: &Shared) -> &mut JsonRun {
        // Nearly all files name neither, and comparing two empty texts is slow if their address is no real one.
        let is = |known: &str, name: &str| known.is_empty() && name.is_empty() || known == name;
        let is_last = self.0.last().is_some_and(|([run, by], _)| is(run, name) && is(by, approach));
        let last = self.0.len().checked_sub(1).filter(|_| is_last);
        let index = last.unwrap_or_else(|| {
            let entry = self.0.entry([name.to_owned(), approach.to_owned()]);
            let index = entry.index();
            entry.or_insert_with(|| JsonRun { collector: Collector::sharing(shared), records: 0 });
            index
        });
        &mut self.0[index]
    }

    fn append(&mut self, blocks: Vec<Block>, file: &Arc<str>, notes: &mut Notes) -> Result<()> {
        for block in blocks {
            notes.append(block.notes, file)?;
            if let Some(error) = block.error {
                return Err(error);
            }
            for ([name, approach], run) in block.runs.0 {
                let known = self.get(&name, &approach, &block.shared);
                known.records += run.records;
                known.collector.append(run.collector);
            }
        }
        Ok(())
    }
}

/// The number of bytes that are read in one step. A longer line is parsed while it is read: otherwise it and
/// its decoded texts, which become those of a failure, would be in memory at the same time.
const BATCH: usize = 1024 * 1024;

/// The number of bytes that are parsed by one thread at a time.
const BLOCK: usize = 64 * 1024;

enum Batch {
    /// A block of complete lines, and the number of the first one.
    Lines(Vec<u8>, u64),
    Parsed(Box<Block>),
}

/// Splits a file into batches of complete lines.
struct Batches<'a, R> {
    input: R,
    parser: &'a Parser<'a>,
    /// The beginning of a line.
    rest: Vec<u8>,
    line: u64,
    is_over: bool,
}

impl<R: BufRead> Batches<'_, R> {
    fn next(&mut self) -> Result<Option<Batch>> {
        let failed = |error| ImportError::from_io(self.parser.file, error);
        loop {
            let mut bytes = mem::take(&mut self.rest);
            if !self.is_over {
                let read = self.input.by_ref().take(BATCH as u64).read_to_end(&mut bytes).map_err(failed)?;
                self.is_over = read < BATCH;
            }
            let end =
                if self.is_over { Some(bytes.len()) } else { memrchr(b'\n', &bytes).map(|end| end + 1) };
            let Some(end) = end else {
                if bytes.len() < BATCH {
                    self.rest = bytes;
                    continue;
                }
                let line = self.line;
                self.line += 1;
                let block = self.parser.long_line(bytes, line, &mut self.input).map_err(failed)?;
                return Ok(Some(Batch::Parsed(Box::new(block))));
            };
            self.rest = bytes.split_off(end);
            if bytes.is_empty() {
                return Ok(None);
            }
            let line = self.line;
            self.line += count_lines(&bytes);
            return Ok(Some(Batch::Lines(bytes, line)));
        }
    }
}

#[derive(Default)]
struct Block {
    shared: Shared,
    runs: NamedRuns,
    notes: Notes,
    /// The error that ended parsing before the last line.
    error: Option<ImportError>,
}

struct Parser<'a> {
    file: &'a Arc<str>,
    is_strict: bool,
    shared: Shared,
}

impl Parser<'_> {
    fn block(&self) -> Block {
        Block { shared: self.shared.clone(), notes: Notes::new(self.is_strict), ..Block::default() }
    }

    /// Parses a batch on all cores. The blocks are in the order of the file.
    fn parse(&self, batch: Batch) -> Vec<Block> {
        let (bytes, mut line) = match batch {
            Batch::Lines(bytes, line) => (bytes, line),
            Batch::Parsed(block) => return vec![*block],
        };
        let mut blocks = Vec::new();
        let mut rest = &*bytes;
        while !rest.is_empty() {
            let end = rest.get(BLOCK..).and_then(|after| memchr(b'\n', after));
            let (block, after) = rest.split_at(end.map_or(rest.len(), |end| BLOCK + end + 1));
            blocks.push((block, line));
            line += count_lines(block);
            rest = after;
        }
        parallel::map(&blocks, |(lines, first)| self.parse_lines(lines, *first))
    }

    fn parse_lines(&self, lines: &[u8], first: u64) -> Block {
        let mut block = self.block();
        for (bytes, line) in encoding::lines(lines).zip(first..) {
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            block.notes.records += 1;
            let done = if bytes.trim_ascii_start().starts_with(b"[") {
                block.notes.reject(self.file, line, ARRAY)
            } else {
                let (json, is_repaired) = match str::from_utf8(bytes) {
                    Ok(json) => (Cow::Borrowed(json), false),
                    Err(_) => (String::from_utf8_lossy(bytes), true),
                };
                block.add(self.file, line, &serde_json::from_str(&json), is_repaired, bytes.ends_with(b"\n"))
            };
            if let Err(error) = done {
                block.error = Some(error);
                break;
            }
        }
        block
    }

    /// Parses a line whose beginning `start` is already read, and reads all of it.
    fn long_line(&self, start: Vec<u8>, line: u64, input: &mut impl BufRead) -> io::Result<Block> {
        let mut block = self.block();
        block.notes.records += 1;
        block.error = if start.trim_ascii_start().starts_with(b"[") {
            input.skip_until(b'\n')?;
            block.notes.reject(self.file, line, ARRAY).err()
        } else {
            let mut long = LongLine::default();
            let parsed = long.parse(start, input)?;
            block.add(self.file, line, &parsed, long.is_repaired, long.is_ended).err()
        };
        Ok(block)
    }
}

impl Block {
    fn add(
        &mut self,
        file: &Arc<str>,
        line: u64,
        parsed: &serde_json::Result<TestRecord<'_>>,
        is_repaired: bool,
        is_ended: bool,
    ) -> Result<()> {
        let test = match parsed {
            Ok(test) => test,
            Err(error) => {
                self.notes.reject(file, line, describe(error))?;
                if !is_ended {
                    self.notes.cut_off();
                }
                return Ok(());
            }
        };
        if let Err(reason) = test.check() {
            return self.notes.reject(file, line, reason);
        }
        if is_repaired {
            self.notes.repair(file, line, repaired_bytes("the line", "UTF-8"));
        }
        let run = self.runs.get(&test.run, &test.approach, &self.shared);
        run.records += 1;
        run.collector.add(test);
        Ok(())
    }
}

/// The text of a line that is being read. Bytes that are not UTF-8 become U+FFFD.
#[derive(Default)]
struct LongLine {
    /// The text that was not requested yet, and the end of the requested part.
    text: String,
    taken: usize,
    /// A character whose last bytes are not read yet.
    part: Vec<u8>,
    is_repaired: bool,
    is_ended: bool,
    is_over: bool,
}

impl LongLine {
    fn parse(
        &mut self,
        start: Vec<u8>,
        input: &mut impl BufRead,
    ) -> io::Result<serde_json::Result<TestRecord<'static>>> {
        self.part = start;
        self.decode();
        let mut reader = LongLineReader { line: self, input };
        let parsed = {
            // It asks for one byte at a time.
            let mut json = serde_json::Deserializer::from_reader(BufReader::new(&mut reader));
            TestRecord::deserialize(&mut json).and_then(|test| json.end().map(|()| test))
        };
        match parsed {
            Err(error) if error.is_io() => Err(error.into()),
            Err(error) => {
                io::copy(&mut reader, &mut io::sink())?;
                Ok(Err(error))
            }
            Ok(mut test) => {
                // The collector would copy it again.
                test.trace = Cow::Owned(with_header(&test.test, &test.trace).into_owned());
                Ok(Ok(test))
            }
        }
    }

    /// Decodes `part`, except for an incomplete character at its end.
    fn decode(&mut self) {
        self.text.clear();
        self.taken = 0;
        let bytes = mem::take(&mut self.part);
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.text.push_str(chunk.valid());
            if chunk.invalid().is_empty() {
                continue;
            }
            if chunks.peek().is_none() && !self.is_over {
                chunk.invalid().clone_into(&mut self.part);
            } else {
                self.text.push('\u{fffd}');
                self.is_repaired = true;
            }
        }
    }
}

struct LongLineReader<'a, R> {
    line: &'a mut LongLine,
    input: &'a mut R,
}

impl<R: BufRead> Read for LongLineReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let LongLineReader { line, input } = self;
        while line.taken == line.text.len() && !line.is_over {
            let bytes = input.fill_buf()?;
            let end = bytes.iter().position(|byte| *byte == b'\n');
            line.part.extend_from_slice(&bytes[..end.unwrap_or(bytes.len())]);
            line.is_ended = end.is_some();
            line.is_over = line.is_ended || bytes.is_empty();
            let read = end.map_or(bytes.len(), |end| end + 1);
            input.consume(read);
            line.decode();
        }
        let read = (&line.text.as_bytes()[line.taken..]).read(buffer)?;
        line.taken += read;
        Ok(read)
    }
}

const ARRAY: &str = "a JSON array, expected one object per line: `jq -c '.[]' FILE` splits an array";

/// Describes the error of a line, without serde's own line number, which is always 1.
fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(&*text, |(what, _)| what);
    match error.classify() {
        serde_json::error::Category::Data => format!("{what} (column {})", error.column()),
        serde_json::error::Category::Eof => {
            format!("the JSON object ends too early ({what}): the line is truncated")
        }
        serde_json::error::Category::Syntax | serde_json::error::Category::Io => {
            format!("not JSON: {what} (column {})", error.column())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::merge::collector::Order;

    fn line(run: usize, test: usize, source: &str) -> String {
        let filler = "x".repeat(900);
        format!(
            "{{\"run\":\"r{run}\",\"project\":\"P\",\"bug\":\"{}\",\"test\":\"a.B::t{test:05}\",\"outcome\":\"failed\",\"generated_test\":\"{source}\",\"docstring\":\"{filler}\"}}\n",
            test / 500,
        )
    }

    /// The file has several batches of several blocks each; the relevant lines are the first and the last.
    #[test]
    fn parallel_blocks_give_the_same_result_as_single_lines() {
        let mut file = String::new();
        for test in 0..9000 {
            match test {
                20 | 8900 => file += "not JSON\n",
                30 => file += "\n",
                _ => {
                    file += &line(test % 2, test, if test == 100 || test % 500 == 110 { "same" } else { "" });
                }
            }
        }
        let mut bytes = file.into_bytes();
        bytes.extend(line(2, 9000, "last").trim_end().as_bytes());
        *bytes.iter_mut().rfind(|byte| **byte == b'x').expect("a filler") = 0xff;
        let mut notes = Notes::default();
        let NamedRuns(runs) =
            read(&*bytes, &Arc::from("f"), Shared::default(), &mut notes).expect("most lines can be used");
        assert_eq!(notes.records, 9000);
        assert_eq!(notes.rejected.iter().map(|rejected| rejected.line).collect::<Vec<_>>(), [21, 8901]);
        assert_eq!(notes.repaired.iter().map(|repaired| repaired.line).collect::<Vec<_>>(), [9001]);
        assert_eq!(
            runs.iter().map(|([name, _], run)| (&**name, run.records)).collect::<Vec<_>>(),
            [("r0", 4497), ("r1", 4500), ("r2", 1)]
        );
        let collected: Vec<_> = runs.into_values().map(|run| run.collector.finish(Order::Input)).collect();
        assert_eq!(collected[0].duplicates, Some(1), "tests 100 and 110 have one source");
        let failures = &collected[0].failures;
        assert!(failures.is_sorted_by(|one, next| one.test < next.test), "in the order of the file");
        assert_eq!(collected[0].groups.len(), 18);
        assert!(collected[0].groups.iter().enumerate().all(|(bug, group)| *group.bug == *bug.to_string()));
        assert!(Arc::ptr_eq(&failures[0].docstring, &failures[4000].docstring), "equal texts are shared");
    }

    #[test]
    fn a_file_without_a_usable_line_is_rejected_wherever_its_blocks_end() {
        let bytes = b"nothing\n".repeat(200_000);
        let error = read(&*bytes, &Arc::from("f"), Shared::default(), &mut Notes::default())
            .err()
            .expect("nothing is usable");
        assert!(error.to_string().contains("records were rejected (the first, line 1: "), "{error}");
        let mut used = line(0, 1, "").into_bytes();
        used.extend_from_slice(&bytes);
        let mut notes = Notes::default();
        let NamedRuns(runs) =
            read(&*used, &Arc::from("f"), Shared::default(), &mut notes).expect("one line can be used");
        assert_eq!((runs.len(), notes.rejected.len()), (1, 200_000));
    }
}
