//! fossick's own JSON Lines (format 5): one test a line, documented by `assets/failure.schema.json`.
//!
//! [`JsonTest`] is the one definition of that line, for reading here and for writing in [`crate::report::jsonl`].

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, BufRead, Read};
use std::mem;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, de};

use super::Outcome;
use super::account::Notes;
use super::error::ImportError;
use super::merge::collector::{Collector, Mapped, SourceHash, TestRecord};
use super::rows::bug_name;
use super::trace_header::with_header;
use crate::model::{Location, OracleCategory};

/// A line of format 5. Absent texts and `null` are empty; fields of other names are passed over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "a JSON object")]
pub(crate) struct JsonTest<'a> {
    /// The run that the test belongs to; only in files that hold several.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub run: Cow<'a, str>,
    /// The approach that the run belongs to, if it is known. Two approaches may each have a run of one name.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub approach: Cow<'a, str>,
    #[serde(borrow, deserialize_with = "text")]
    pub project: Cow<'a, str>,
    #[serde(borrow, deserialize_with = "text_or_number")]
    pub bug: Cow<'a, str>,
    /// The test's unique name, `package.Class::method`.
    #[serde(borrow, deserialize_with = "text")]
    pub test: Cow<'a, str>,
    /// On the version under test.
    pub outcome: Outcome,
    /// On the fixed version; absent when unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed_outcome: Option<Outcome>,
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub focal_method: Cow<'a, str>,
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub docstring: Cow<'a, str>,
    /// Source of the test before an oracle was predicted.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub test_prefix: Cow<'a, str>,
    /// Prefix and predicted oracle: the source that was executed.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub generated_test: Cow<'a, str>,
    /// The model's prediction; absent when there is none.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub oracle: Option<JsonOracle<'a>>,
    /// The trace that the JVM printed; a line with the test's name may stand first.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub trace: Cow<'a, str>,
    /// The text that the test wrote to its output streams.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub output: Cow<'a, str>,
    /// The location of the generated test in the project's sources.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Location>,
    /// The location of the focal method in them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focal_place: Option<Location>,
    /// The reason why the focal method is not known.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub focal_undecided: Cow<'a, str>,
    /// The kind of the oracle that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<OracleCategory>,
    /// The test failed and passed on one version.
    #[serde(default, deserialize_with = "flag", skip_serializing_if = "is_false")]
    pub flaky: bool,
    /// The first 16 hexadecimal digits of the SHA-256 of the source, for a test that did not fail.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "str::is_empty")]
    pub source_hash: Cow<'a, str>,
    /// The test's name identifies it in every run, whatever its source.
    #[serde(default, deserialize_with = "flag", skip_serializing_if = "is_false")]
    pub known_by_name: bool,
    /// The tests were searched for duplicates before: this one must not be dropped.
    #[serde(default, deserialize_with = "flag", skip_serializing_if = "is_false")]
    pub deduplicated: bool,
}

/// The oracle in a line of format 5.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "an object with `expects_exception` and `assertion`")]
pub(crate) struct JsonOracle<'a> {
    /// The test is expected to throw.
    #[serde(default, deserialize_with = "flag")]
    pub expects_exception: bool,
    /// The predicted assertion, empty if there is none.
    #[serde(borrow, default, deserialize_with = "text")]
    pub assertion: Cow<'a, str>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A text that is not `null`.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a string or a number")]
enum TextOrNumber<'a> {
    #[serde(borrow)]
    Text(Text<'a>),
    Number(serde_json::Number),
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected true or false")]
enum Flag {
    Bool(bool),
    Number(u64),
}

/// Deserializes a text; `null` is empty.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'de, str>, D::Error> {
    Ok(Option::<Text<'de>>::deserialize(deserializer)?.map(|text| text.0).unwrap_or_default())
}

/// Deserializes a text or a number, which becomes its digits.
fn text_or_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'de, str>, D::Error> {
    Ok(match Option::<TextOrNumber<'de>>::deserialize(deserializer)? {
        Some(TextOrNumber::Text(text)) => text.0,
        Some(TextOrNumber::Number(number)) => Cow::Owned(number.to_string()),
        None => Cow::Borrowed(""),
    })
}

/// Deserializes a boolean, or 1 or 0; `null` is false.
fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    match Option::<Flag>::deserialize(deserializer)? {
        Some(Flag::Bool(flag)) => Ok(flag),
        Some(Flag::Number(number @ (0 | 1))) => Ok(number == 1),
        Some(Flag::Number(number)) => {
            Err(de::Error::invalid_value(de::Unexpected::Unsigned(number), &"true or false"))
        }
        None => Ok(false),
    }
}

impl JsonTest<'_> {
    fn record(&self) -> Result<TestRecord<'_>, String> {
        for (text, field) in [(&self.project, "project"), (&self.bug, "bug"), (&self.test, "test")] {
            if text.trim().is_empty() {
                return Err(format!("`{field}` is empty"));
            }
        }
        for (place, field) in [(&self.place, "place"), (&self.focal_place, "focal_place")] {
            let lines = place.iter().flat_map(|place| [Some(place.line), place.failing_line]).flatten();
            if lines.into_iter().any(|line| line == 0) {
                return Err(format!("a line of `{field}` is 0: lines count from 1"));
            }
        }
        Ok(TestRecord {
            project: self.project.trim(),
            bug: bug_name(&self.bug),
            test: self.test.trim(),
            outcome: self.outcome,
            fixed_outcome: self.fixed_outcome,
            focal_method: &self.focal_method,
            docstring: &self.docstring,
            test_prefix: &self.test_prefix,
            generated_test: &self.generated_test,
            oracle: self.oracle.as_ref().map(|oracle| (oracle.expects_exception, &*oracle.assertion)),
            trace: &self.trace,
            output: &self.output,
            mapped: Mapped {
                location: self.place.as_ref(),
                focal_location: self.focal_place.as_ref(),
                focal_undecided: &self.focal_undecided,
                category: self.category,
            },
            is_flaky: self.flaky && self.outcome != Outcome::NotExecuted,
            source: parse_hash(&self.source_hash)?,
            deduplicated: self.deduplicated,
            is_known_by_name: self.known_by_name,
        })
    }
}

/// Parses a hash of 16 hexadecimal digits.
fn parse_hash(digits: &str) -> Result<Option<SourceHash>, String> {
    if digits.is_empty() {
        return Ok(None);
    }
    let hash = u64::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 16);
    let hash = hash.ok_or_else(|| format!("`source_hash` is `{digits}`, expected 16 hexadecimal digits"))?;
    Ok(Some(hash.to_be_bytes()))
}

/// One run of a file: its name if the lines name it, its tests, and its number of lines.
pub(super) struct JsonRun {
    pub name: String,
    /// Empty if the lines name none.
    pub approach: String,
    pub collector: Collector,
    pub records: usize,
}

/// Reads a file into one collector per run that its lines name, in order of first appearance.
pub(super) fn read(
    mut input: impl BufRead,
    file: &Arc<str>,
    notes: &mut Notes,
) -> Result<Vec<JsonRun>, ImportError> {
    let mut runs: Vec<JsonRun> = Vec::new();
    let mut by_name: HashMap<[String; 2], usize> = HashMap::new();
    let mut bytes = Vec::new();
    let mut line = 0;
    let failed = |error| ImportError::from_io(file, error);
    loop {
        bytes.clear();
        if input.by_ref().take(LONG_LINE).read_until(b'\n', &mut bytes).map_err(failed)? == 0 {
            return Ok(runs);
        }
        line += 1;
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        notes.records += 1;
        if bytes.trim_ascii_start().starts_with(b"[") {
            notes.reject(file, line, ARRAY)?;
            continue;
        }
        let mut long = LongLine::default();
        let json;
        let parsed = if bytes.len() as u64 == LONG_LINE && !bytes.ends_with(b"\n") {
            let parsed = long.parse(mem::take(&mut bytes), &mut input).map_err(failed)?;
            (parsed, long.is_repaired, long.is_ended)
        } else {
            json = String::from_utf8_lossy(&bytes);
            (serde_json::from_str(&json), matches!(json, Cow::Owned(_)), bytes.ends_with(b"\n"))
        };
        let (test, is_repaired, is_ended): (Result<JsonTest<'_>, _>, bool, bool) = parsed;
        let test = match test {
            Ok(test) => test,
            Err(error) => {
                notes.reject(file, line, describe(&error))?;
                if !is_ended {
                    notes.cut_off();
                }
                continue;
            }
        };
        let record = match test.record() {
            Ok(record) => record,
            Err(reason) => {
                notes.reject(file, line, reason)?;
                continue;
            }
        };
        if is_repaired {
            notes.repair(file, line, "the line is not UTF-8: the odd bytes became U+FFFD");
        }
        let [name, approach] = [&test.run, &test.approach].map(|text| (**text).to_owned());
        let run = *by_name.entry([name, approach]).or_insert_with_key(|[name, approach]| {
            let (name, approach) = (name.clone(), approach.clone());
            runs.push(JsonRun { name, approach, collector: Collector::default(), records: 0 });
            runs.len() - 1
        });
        runs[run].records += 1;
        runs[run].collector.add(&record);
    }
}

/// The number of bytes from which a line is parsed while it is read. The line and its decoded texts, which then become those
/// of a failure, would otherwise be in memory at the same time.
const LONG_LINE: u64 = 4 * 1024 * 1024;

/// The text of a line that is being read. Bytes that are not UTF-8 become U+FFFD.
#[derive(Default)]
struct LongLine {
    /// Text that was not asked for yet, and the end of the part of it that was.
    text: String,
    taken: usize,
    /// A character whose last bytes are still to be read.
    part: Vec<u8>,
    is_repaired: bool,
    /// The line has a line end.
    is_ended: bool,
    is_over: bool,
}

impl LongLine {
    /// Parses a line of which `start` is already read, and reads all of it.
    fn parse(
        &mut self,
        start: Vec<u8>,
        input: &mut impl BufRead,
    ) -> io::Result<serde_json::Result<JsonTest<'static>>> {
        self.part = start;
        self.decode();
        let mut reader = LongLineReader { line: self, input };
        let parsed = {
            let mut json = serde_json::Deserializer::from_reader(&mut reader);
            JsonTest::deserialize(&mut json).and_then(|test| json.end().map(|()| test))
        };
        match parsed {
            Err(error) if error.is_io() => Err(error.into()),
            Err(error) => {
                io::copy(&mut reader, &mut io::sink())?;
                Ok(Err(error))
            }
            Ok(mut test) => {
                // The collector would copy it once more.
                test.trace = Cow::Owned(with_header(&test.test, &test.trace).into_owned());
                Ok(Ok(test))
            }
        }
    }

    /// Decodes `part`, but for a character at its end that may be incomplete.
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

const ARRAY: &str = "a JSON array, expected one object a line: `jq -c '.[]' FILE` splits an array";

/// Describes the fault of a line, without serde's own count of lines, which is always 1.
fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(&*text, |(what, _)| what);
    match error.classify() {
        serde_json::error::Category::Data => format!("{what} (column {})", error.column()),
        serde_json::error::Category::Eof => {
            format!("the JSON object ends too early ({what}): the line is cut off")
        }
        serde_json::error::Category::Syntax | serde_json::error::Category::Io => {
            format!("not JSON: {what} (column {})", error.column())
        }
    }
}
