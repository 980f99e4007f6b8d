//! The first failures of each group for the tools of a build: SARIF 2.1.0, and lines that editors and problem
//! matchers read.
//!
//! Neither says what the fixed version knows. Paths are those of the project's sources, relative to its folder.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::escape::{escape_markdown, sarif_message};
use super::texts;
use super::writers::write_json;
use crate::lang::{line_of_called, method_name};
use crate::model::{Corpus, Failure, FocalLocation, Group, Location, Phase, PlaceInGroup, Ranking};
use crate::rank::{Explanation, Sentence, Signature, signature_of_version_1};
use crate::trace::{Frame, Origin, TraceLineKind};

const MOST_FRAMES: usize = 10;

/// The first failures of a level: up to the third an error, up to the tenth a warning.
const LEVELS: [(usize, &str); 3] = [(3, "error"), (10, "warning"), (usize::MAX, "note")];

/// The rule of a failure without an exception.
const NO_EXCEPTION: &str = "failed-test";

pub(crate) struct Findings<'a> {
    pub corpus: &'a Corpus,
    pub rankings: &'a [Ranking],
    /// The number of failures of each group.
    pub top: usize,
    /// The explanations of these failures; none for lines.
    pub explanations: &'a [Vec<Explanation>],
    /// The order over all groups, of which the first `top` are written. None to write the first `top` of each group.
    pub across: Option<&'a [PlaceInGroup]>,
}

struct Finding<'a> {
    group: &'a Group,
    failure: &'a Failure,
    rank: usize,
    explanation: Option<&'a Explanation>,
}

impl<'a> Findings<'a> {
    fn all(&self) -> impl Iterator<Item = Finding<'a>> {
        let &Findings { corpus, rankings, top, explanations, across } = self;
        let by_group = across.is_none().then(|| {
            let groups = rankings.iter().enumerate();
            groups.flat_map(move |(group, ranking)| {
                (0..ranking.entries.len().min(top)).map(move |place| PlaceInGroup { group, place })
            })
        });
        let across = across.unwrap_or_default().iter().copied().take(top);
        by_group.into_iter().flatten().chain(across).map(move |PlaceInGroup { group, place }| Finding {
            group: &corpus.groups[group],
            failure: &corpus.failures[rankings[group].entries[place].failure],
            rank: place + 1,
            explanation: explanations.get(group).and_then(|explained| explained.get(place)),
        })
    }

    /// Writes a line for each failure: `file:line: error: message [rank 1 of Lang-7]`. Without sources the
    /// place is that of the first frame of the project or the test, as far as the trace knows it.
    pub(crate) fn write_lines(&self, out: &mut dyn Write) -> io::Result<()> {
        for finding in self.all() {
            let (place, rank) = (finding.place_for_editors(), finding.rank);
            let (error, group) = (texts::name(&finding.error()), texts::name(&finding.group.name()));
            writeln!(out, "{place}: error: {error} [rank {rank} of {group}]")?;
        }
        Ok(())
    }

    pub(crate) fn write_sarif(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut rules: BTreeMap<&str, usize> = self.all().map(|finding| (finding.rule(), 0)).collect();
        rules.values_mut().enumerate().for_each(|(number, index)| *index = number);
        let results: Vec<Value> = self.all().map(|finding| finding.result(self.corpus, &rules)).collect();
        let rules = rules.keys().map(|rule| {
            let name = texts::name(rule);
            let text = sarif_message(&format!("A test failed with {name}."));
            json!({ "id": name, "shortDescription": { "text": text } })
        });
        let driver = json!({
            "name": "fossick",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules.collect::<Vec<_>>(),
        });
        let run = json!({ "tool": { "driver": driver }, "columnKind": "utf16CodeUnits", "results": results });
        let log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [run],
        });
        write_json(&log, out)
    }
}

impl<'a> Finding<'a> {
    fn error(&self) -> String {
        let sentence = Sentence::of(self.failure);
        let sentence = match &*self.failure.exception_in_words() {
            "" => sentence.beside_exception(usize::MAX),
            exception => sentence.with_exception(exception, usize::MAX),
        };
        format!("{}{sentence}", self.failure.remarks_before())
    }

    fn rule(&self) -> &'a str {
        match self.failure.trace.exception() {
            "" => NO_EXCEPTION,
            exception => exception,
        }
    }

    fn frames(&self) -> impl Iterator<Item = Frame<'a>> {
        let lines = self.failure.trace.parse_on();
        lines.filter_map(|line| match line.kind {
            TraceLineKind::Frame(frame) if matches!(frame.origin, Origin::Project | Origin::Test) => {
                Some(frame)
            }
            _ => None,
        })
    }

    /// Returns the file and the line that failed, also of a set-up or a tear-down elsewhere and of code that a test which is not parsed
    /// calls, or else on which the test begins.
    fn place(&self) -> Option<(&'a str, usize)> {
        let location = self.failure.location.as_ref();
        if let Some(location) = location
            && let Some(line) = location.failing_line
        {
            return Some((&location.file, line));
        }
        let is_elsewhere = matches!(self.failure.phase, Phase::SetUp | Phase::TearDown)
            || !self.failure.language.is_parsed();
        if is_elsewhere
            && let Some(first) = self.failure.called().first()
            && let Some(row) = line_of_called(self.failure, first)
        {
            return Some((&first.location.file, first.location.line + row));
        }
        location.map(|location| (&*location.file, location.line))
    }

    fn place_for_editors(&self) -> String {
        if let Some((file, line)) = self.place() {
            return format!("{}:{line}", texts::name(file));
        }
        let of_frame = self.frames().find_map(|frame| {
            let (file, line) = (frame.file?, frame.line?);
            // Only Java's have a name without folders, which the package tells.
            let package = frame.class.rsplit_once('.').filter(|_| !file.contains('/'));
            let folder = package.map_or(String::new(), |(name, _)| format!("{}/", name.replace('.', "/")));
            Some(format!("{folder}{file}:{line}"))
        });
        texts::name(&of_frame.unwrap_or_else(|| format!("{}:1", self.failure.test)))
    }

    fn result(&self, corpus: &Corpus, rules: &BTreeMap<&str, usize>) -> Value {
        let level = LEVELS.iter().find(|(last, _)| self.rank <= *last).map_or("note", |(_, level)| level);
        let count = self.group.failures.len();
        let priority = 100.0 * (count + 1 - self.rank) as f64 / count as f64;
        let sentence = texts::sentence(&self.error());
        let reasons = self.explanation.iter().flat_map(|explanation| &explanation.sentences);
        let reasons = reasons.map(|reason| format!("\n- {}", escape_markdown(&texts::sentence(reason))));
        let heading = format!("Rank {} of {count} in {}", self.rank, self.group.name());
        let markdown = format!(
            "**{}**\n\n{}:\n{}",
            escape_markdown(&sentence),
            escape_markdown(&texts::name(&heading)),
            reasons.collect::<String>()
        );
        let mut location = json!({
            "logicalLocations": [{ "fullyQualifiedName": texts::name(&self.failure.test), "kind": "function" }],
        });
        if let Some((file, line)) = self.place() {
            location["physicalLocation"] = physical(file, line);
        }
        let mut result = json!({
            "ruleId": texts::name(self.rule()),
            "ruleIndex": rules.get(self.rule()),
            "kind": "fail",
            "level": level,
            "rank": priority,
            "message": { "text": sarif_message(&sentence), "markdown": markdown },
            "locations": [location],
            "partialFingerprints": {
                "fossickSignature/v1": fingerprint(&signature_of_version_1(self.failure)),
                "fossickSignature/v2": fingerprint(&Signature::of(self.failure).key_in_words()),
            },
            "properties": { "group": Group::name_of(&self.failure.project, &self.failure.bug), "rankInGroup": self.rank, "test": self.failure.test },
        });
        let related = self.related(corpus);
        if !related.is_empty() {
            result["relatedLocations"] = Value::Array(related);
        }
        result
    }

    /// Returns the focal method and the frames whose files are known.
    fn related(&self, corpus: &Corpus) -> Vec<Value> {
        let mut related = Vec::new();
        if let FocalLocation::At(location) = &self.failure.focal_location {
            let name = method_name(&self.failure.focal_method, self.failure.language);
            related.push((physical(&location.file, location.line), format!("the focal method {name}")));
        }
        if let Some(sources) = corpus.sources_of(self.group.run) {
            let known = self.frames().filter_map(|frame| {
                let file = sources.file_of_frame(&frame, &self.failure.bug).ok()?;
                let place = physical(&Location::file_of(file), usize::try_from(frame.line?).ok()?);
                Some((place, format!("at {}.{}", frame.class, frame.method)))
            });
            related.extend(known.take(MOST_FRAMES));
        }
        related.into_iter().enumerate().map(|(number, (place, said)): (usize, (Value, String))| json!({ "id": number, "physicalLocation": place, "message": { "text": sarif_message(&texts::name(&said)) } })).collect()
    }
}

/// Returns a number that the failures of one signature share, in every build.
fn fingerprint(signature: &str) -> String {
    let digest = hmac_sha256::Hash::hash(signature.as_bytes());
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

fn physical(file: &str, line: usize) -> Value {
    json!({
        "artifactLocation": { "uri": uri(file), "uriBaseId": "%SRCROOT%" },
        "region": { "startLine": line.max(1) },
    })
}

fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
