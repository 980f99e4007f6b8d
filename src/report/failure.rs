//! Everything about one failure: as Markdown for a ticket or a language model, and as a JSON object for a script.
//!
//! `fossick show`, the copy of the workbench and the prompts of `fossick judge` all come from here. The
//! object is described by `assets/show.schema.json`; `schema` in it is raised with each breaking change.
//! Markdown cuts long texts; JSON has them whole.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};

use super::escape::{code_span, escape_markdown};
use super::layout::fenced;
use super::texts::{self, Limits, Texts};
use crate::lang::Certainty;
use crate::lang::{failing_line, line_within, method_name, oracle_lines};
use crate::message::whole_message;
use crate::model::text::{plural, sanitize};
use crate::model::{
    CalledMethod, ENVIRONMENT, Failure, FocalLocation, FurtherFailure, Group, Judgement, Label, Location,
    OracleKind, Phase, Truth, VerdictWords,
};
use crate::rank::{KnownBefore, Sentence, Signature, module_in};

const SCHEMA: u32 = 1;

/// The number of lines of a focal method, or of its documentation, that Markdown shows.
const MOST_LINES: usize = 400;

/// The number of similar tests that Markdown names.
const MOST_SIMILAR: usize = 2;

/// The name of the command that runs a test again.
const RUN_AGAIN: &str = "run again";

pub(crate) struct FailureReport<'a> {
    /// The name of its run, if there are several.
    pub run: Option<&'a str>,
    pub group: &'a Group,
    pub failure: &'a Failure,
    /// Its place in the list; None where the reader is to judge without it.
    pub place: Option<Place>,
    /// Its signature, and the number of failures that have it, if they were counted.
    pub signature: (Signature, Option<usize>),
    /// The names of the most similar failed tests.
    pub similar: Vec<&'a str>,
    /// The judgement to show, if there is one.
    pub judgement: Option<&'a Judgement>,
    /// The verdict of the fixed version, if it is to be shown.
    pub truth: Option<Truth>,
    /// The knowledge of it from earlier runs.
    pub known: Option<&'a KnownBefore>,
    /// The words for label and truth in Markdown.
    pub words: VerdictWords,
    /// The command that runs the test again, if it is known.
    pub rerun: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(crate) struct Place {
    /// The rank, from 1.
    pub rank: usize,
    pub of: usize,
    /// The score by which the list is ordered.
    pub score: f64,
    /// False if the group has too few failed tests for the score to say something to people.
    #[serde(skip)]
    pub shows_score: bool,
    /// The first and the last rank with the same score, if there are several.
    pub tied: Option<(usize, usize)>,
    pub reasons: Vec<String>,
}

impl FailureReport<'_> {
    /// Writes Markdown: a list of facts, then test, focal method, trace and reasons. Foreign text in it is
    /// safe to show.
    pub(crate) fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let failure = self.failure;
        let text = |text: &str| escape_markdown(&texts::sentence(text));
        let run = self.run.map_or(String::new(), |run| format!("{run}: "));
        let rank = |place: &Place| format!(", rank {} of {}", place.rank, place.of);
        let rank = self.place.as_ref().map_or(String::new(), rank);
        writeln!(out, "# {}{rank}\n", text(&format!("{run}{}", self.group.name())))?;
        for (name, value) in self.facts() {
            // A command is pasted: nothing in it is escaped.
            let value = if name == RUN_AGAIN { code_span(&sanitize(&value)) } else { text(&value) };
            writeln!(out, "- {name}: {value}")?;
        }
        writeln!(out)?;
        let texts = Texts::of(failure, Limits::OF_ONE);
        section("Test", texts.grammar.name(), &texts.marked_test(true), out)?;
        let documentation = failure.documentation_above();
        let method = [&*documentation, &failure.focal_method];
        let documented = shown_lines(method[0]).len();
        let mut method: Vec<String> = method.iter().flat_map(|text| shown_lines(text)).collect();
        if let (Some(changes), FocalLocation::At(location)) = (&failure.changes, &failure.focal_location) {
            for line in changes.lines_from(location.line) {
                let changed =
                    method.get_mut(documented + line).filter(|line| !line.ends_with(&*changes.since));
                if let Some(line) = changed {
                    line.push_str(&format!("  {} ◀ changed {}", texts.grammar.comment(), changes.since));
                }
            }
        }
        section("Focal method", failure.language.name(), &method, out)?;
        section("Stack trace", "text", &texts.trace_lines(), out)?;
        let reasons = self.place.iter().flat_map(|place| &place.reasons);
        for (number, reason) in reasons.enumerate() {
            let heading = if number == 0 { "## Why it has this rank\n\n" } else { "" };
            writeln!(out, "{heading}- {}", text(reason))?;
        }
        Ok(())
    }

    /// Returns the facts of the list at the top: a name and foreign text each.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let failure = self.failure;
        let exception = match failure.trace.exception() {
            "" => "none".to_owned(),
            exception => exception.to_owned(),
        };
        let (signature, count) = &self.signature;
        let shared = match count {
            None => String::new(),
            Some(0 | 1) => " (no other test has it)".to_owned(),
            Some(count) => format!(" (shared by {})", plural(*count, "test")),
        };
        let module = module_in(self.group, failure).map(|module| ("module", module));
        let mut facts: Vec<(&'static str, String)> = module.into_iter().collect();
        facts.extend([
            ("test", at(&failure.test, failure.location.as_deref(), failed_line)),
            ("says", Sentence::of(failure).beside_exception(usize::MAX)),
            ("exception", exception),
        ]);
        facts.extend(failure.cells().iter().map(|cells| ("fails in", cells.to_string())));
        let tool = failure.tool().map(|tool| format!("by {}", tool.name()));
        let written = failure.executed().map(|time| format!("of {time}")).into_iter().chain(tool);
        let written = written.collect::<Vec<_>>().join(", ");
        facts.extend((!written.is_empty()).then_some(("results", written)));
        facts.extend(failure.old_report().map(|time| {
            ("report", format!("of {}, more than a day older than the newest of its build", time.day()))
        }));
        facts.extend(failure.oracle_kind().map(|kind| (self.words.oracle(), kind.words().to_owned())));
        facts.extend(self.focal_method().map(|(name, location)| {
            let name = Some(&*failure.focal_name).filter(|name| !name.is_empty()).unwrap_or(&name);
            ("focal method", at(name, location, |location| location.line))
        }));
        if let FocalLocation::Undecided(why) = &failure.focal_location {
            facts.push(("focal method", format!("not known: {why}")));
        }
        if !failure.called().is_empty() {
            let called = failure.called().iter();
            let called =
                called.map(|called| at(&called.name, Some(&called.location), |location| location.line));
            let mut called: Vec<String> = called.collect();
            // What failed around a test, or a place in a language that is not parsed, is not what the test calls.
            let first = failure.called().first();
            let is_hook = failure.phase != Phase::Test
                && first.is_some_and(|it| line_within(failure, &it.location, &it.source).is_some());
            if is_hook || !failure.language.is_parsed() {
                facts.push((if is_hook { "failed in" } else { "where it failed" }, called.remove(0)));
            }
            if !called.is_empty() {
                facts.push(("also calls", called.join(", ")));
            }
        }
        if let Some(place) = self.place.as_ref().filter(|place| place.shows_score) {
            let tied = |(first, last)| format!(", the same as ranks {first} to {last}");
            let tied = place.tied.map_or(String::new(), tied);
            facts.push(("score", format!("{:.3}{tied}", place.score)));
        }
        facts.push(("signature", format!("{signature}{shared}")));
        facts.extend(self.rerun.clone().map(|line| (RUN_AGAIN, line)));
        if !self.similar.is_empty() {
            let shown = &self.similar[..self.similar.len().min(MOST_SIMILAR)];
            facts.push(("most similar", shown.join(", ")));
        }
        if let Some(judgement) = self.judgement {
            facts.extend(judgement.verdict().map(|verdict| ("label", self.words.name(verdict).to_owned())));
            facts.extend((!judgement.note.is_empty()).then(|| ("note", judgement.note.clone())));
        }
        if let Some(known) = self.known {
            facts.push(("since the run before", known.since.name().to_owned()));
            facts.extend(known.in_words().map(|judged| ("judged before", judged)));
        }
        facts.extend(self.truth.map(|truth| ("fixed version", self.words.truth(truth).to_owned())));
        facts
    }

    /// Returns the name of the focal method, with its location if that is known.
    fn focal_method(&self) -> Option<(String, Option<&Location>)> {
        let name = method_name(&self.failure.focal_method, self.failure.language);
        let location = match &self.failure.focal_location {
            FocalLocation::At(location) => Some(&**location),
            FocalLocation::Unknown | FocalLocation::Undecided(_) => None,
        };
        (!name.is_empty()).then_some((name, location))
    }

    /// Writes one JSON object, on one line.
    pub(crate) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let failure = self.failure;
        let failed = failing_line(failure);
        let test = (!failure.generated_test.trim().is_empty()).then(|| {
            json!({
                "source": failure.generated_test,
                "first_line": failure.location.as_ref().map(|location| location.line),
                "failed_line": failed.map(|failed| failed.line + 1),
                "failed_line_is_inferred": failed.is_some_and(|failed| failed.certainty == Certainty::Inferred),
                "oracle_lines": oracle_lines(failure).iter().map(|line| line + 1).collect::<Vec<_>>(),
            })
        });
        let focal_method = self.focal_method().map(|(name, location)| {
            json!({
                "name": name,
                "source": failure.focal_method,
                "documentation": failure.docstring,
                "file": location.map(|location| &location.file),
                "line": location.map(|location| location.line),
            })
        });
        let (signature, count) = &self.signature;
        let mut object = json!({
            "schema": SCHEMA,
            "run": self.run,
            "group": Group::name_of(&self.failure.project, &self.failure.bug),
            "project": self.failure.project,
            "bug": self.failure.bug,
            "test": failure.test,
            "file": failure.location.as_ref().map(|location| &location.file),
            "line": failure.location.as_deref().map(failed_line),
            "says": Sentence::of(failure).beside_exception(usize::MAX),
            "exception": failure.trace.exception(),
            "message": failure.whole_message(),
            "expected": failure.oracle_kind().map(OracleKind::short),
            "generated_test": test,
            "focal_method": focal_method,
            "also_calls": failure.called().iter().map(called).collect::<Vec<_>>(),
            "trace": failure.trace.0,
            "output": failure.output(),
            "phase": failure.phase,
            "further": failure.further().iter().map(further).collect::<Vec<_>>(),
            "signature": { "text": signature.to_string(), "tests": count },
            "similar": self.similar,
            "place": self.place,
            "label": self.judgement.and_then(|judgement| judgement.label).map(Label::name),
            "note": self.judgement.map_or("", |judgement| &judgement.note),
        });
        if let Value::Object(fields) = &mut object {
            fields.extend(self.truth.map(|truth| ("truth".to_owned(), json!(truth.abbreviation()))));
            if let Some(known) = self.known {
                fields.insert("since".to_owned(), json!(known.since.name()));
                fields.insert("before".to_owned(), json!(known.judged.to_string()));
            }
            let is_environment = self.judgement.is_some_and(|judgement| !judgement.reason.is_of_test());
            fields.extend(is_environment.then(|| ("reason".to_owned(), json!(ENVIRONMENT))));
            fields.extend(self.rerun.as_ref().map(|line| ("rerun".to_owned(), json!(line))));
            fields.extend(failure.cells().iter().map(|cells| ("cells".to_owned(), json!(cells))));
            fields.extend(failure.executed().map(|time| ("executed".to_owned(), json!(time))));
            fields.extend(failure.tool().map(|tool| ("tool".to_owned(), json!(tool))));
            fields.extend(failure.old_report().map(|_| ("is_old".to_owned(), json!(true))));
        }
        serde_json::to_writer(&mut *out, &object)?;
        out.write_all(b"\n")
    }

    pub(crate) fn markdown(&self) -> String {
        let mut written = Vec::new();
        // Memory takes everything, and all of it is text.
        drop(self.write_markdown(&mut written));
        String::from_utf8_lossy(&written).into_owned()
    }
}

/// Returns a method that the test calls as an object.
fn called(method: &CalledMethod) -> Value {
    let CalledMethod { name, location, .. } = method;
    json!({ "name": name, "file": location.file, "line": location.line })
}

/// Returns another failure of the same test as an object.
fn further(failure: &FurtherFailure) -> Value {
    json!({
        "caption": failure.caption(),
        "phase": failure.phase,
        "attempt": failure.attempt,
        "exception": failure.trace.exception(),
        "message": whole_message(failure.trace.without_test()),
        "trace": failure.trace.0,
    })
}

/// Returns the line of the test's file that failed, or else the one on which the test begins.
pub(super) fn failed_line(location: &Location) -> usize {
    location.failing_line.unwrap_or(location.line)
}

fn at(name: &str, location: Option<&Location>, line: impl Fn(&Location) -> usize) -> String {
    location.map_or_else(|| name.to_owned(), |at| format!("{name} at {}:{}", at.file, line(at)))
}

/// Returns the sanitized lines of a text, cut if there are very many.
fn shown_lines(text: &str) -> Vec<String> {
    let lines = text.trim_end().lines().count();
    let shown = text.trim_end().lines().take(MOST_LINES).map(texts::code_line);
    let more = (lines > MOST_LINES).then(|| format!("// … {} more", plural(lines - MOST_LINES, "line")));
    shown.chain(more).collect()
}

fn section(title: &str, language: &str, lines: &[String], out: &mut dyn Write) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "## {title}\n")?;
    fenced(language, lines, "", out)
}
