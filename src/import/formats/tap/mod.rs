//! TAP, versions 12 to 14: points, plans, subtests, and blocks of YAML or comments below a point.
//!
//! ```text
//! lines ──levels by indentation──▶ points with those within ──leaves──▶ tests, and a row for a plan that does not hold
//! ```
//!
//! Subtests stand before the point of their parent (node, Perl, TAP 14) or in braces behind it (Vitest). The
//! blocks are looked into for the keys that say something: several tools write YAML that no library reads.

mod block;
mod lines;

use std::borrow::Cow;
use std::collections::HashMap;

use foldhash::fast::RandomState;
use memchr::memchr;

use block::Block;
use lines::{Footer, Line, line_of};

use super::head::Head;
use super::javascript::{NAMELESS, printed};
use super::pytest::{class_and_name, is_of_pytest, marked_by_pytest};
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite};
use super::report::javascript;
use super::report::loading::is_script;
use super::report::plain::{plain, plain_name};
use super::report::tests::{Report, Writer};
use super::report::trace::Problem;
use super::{OF_RUNNERS, Reader, Recognized, Row, Syntax};
use crate::model::text::plural;
use crate::model::{Extent, Language, Tool};

pub(super) const ROW: Row = Row {
    name: "tap",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "TAP",
    record: "points such as ok 1 - name",
    guide: &[[
        "TAP 12 to 14",
        "tests of node (`node --test --test-reporter=tap`), Vitest, Mocha, tape, bats, Perl, pytest-tap, Qt: subtests, plans that do not hold",
    ]],
    recognize,
    reader: Reader::Report(read),
    syntax: Syntax::LinesOfRuns("TAP version "),
    detail: 2,
    may_be_all_skipped: true,
    ..Row::FILE
};

/// The directive that Vitest gives to every test.
const TIME: &str = " # time=";

/// node's words for a test that failed because of those within it, and for one that did not run.
const SUBTESTS_FAILED: &str = "subtestsFailed";
const CANCELLED: &str = "cancelledByParent";

/// The length of the path of a test without others around it: its class and its name.
const MIN_WITH_PARENT: usize = 2;

/// The words of tape before the title of a test that did not end.
const UNFINISHED: &str = "test exited without ending: ";

/// The number of points in a row that are enough without a plan and a version.
const ENOUGH: usize = 3;

fn recognize(head: &Head<'_>) -> Recognized {
    let (mut has_version, mut has_plan, mut points) = (false, false, 0_usize);
    let mut has_failed = false;
    let mut is_below = false;
    for text in head.text.lines().filter(|line| !line.trim().is_empty()) {
        match line_of(text) {
            Some(Line::Version) => has_version = true,
            Some(Line::Plan { .. }) => has_plan = true,
            Some(Line::Point(point))
                if point.number == Some(points + 1) || has_plan && point.number.is_some() =>
            {
                points += 1;
                has_failed |= !point.is_ok;
            }
            _ => {}
        }
        let is_first = !has_version && !has_plan && points == 0 && !text.starts_with('#');
        if is_first && !text.contains("..") {
            // What the tests printed: only the version begins the output below it.
            if !head.text.contains("\nTAP version ") {
                return Recognized::No;
            }
            is_below = true;
        }
    }
    if is_below {
        return if has_version && (has_plan || points > 0) { Recognized::IfNamed } else { Recognized::No };
    }
    // A run that was cut has the plan nowhere, if that stands at the end; nothing else begins with such words.
    let are_enough = points >= ENOUGH || has_failed && points + 1 >= ENOUGH;
    let is_tap = has_version || has_plan && points > 0 || are_enough;
    if is_tap { Recognized::Certainly } else { Recognized::No }
}

/// A point with what stands below it.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact")]
struct Point<'t> {
    line: u64,
    is_ok: bool,
    name: Cow<'t, str>,
    /// True for a directive that says that it is skipped or to be done.
    is_excused: bool,
    /// The words about it, of one that failed: a report can have hundreds of thousands of points.
    words: Option<Box<Words>>,
    children: Vec<Point<'t>>,
    /// The title of the test of tape whose assertion it is.
    title: Option<String>,
    /// True while the braces behind it are open.
    is_open: bool,
    /// True if the output ends before it: its subtests are there, and its result is not.
    is_unfinished: bool,
}

/// The words about a point that failed.
#[derive(Default)]
struct Words {
    /// The description with the directive that excuses it.
    with_excuse: Option<Box<str>>,
    /// The blocks below it: some runners write one for each failed assertion.
    blocks: Vec<Block>,
    text: String,
    /// The comments directly above the name of its subtests: what the process of a file printed.
    printed: String,
}

/// The words about a point of which nothing is said.
static NO_WORDS: Words =
    Words { with_excuse: None, blocks: Vec::new(), text: String::new(), printed: String::new() };

impl Point<'_> {
    fn words(&self) -> &Words {
        self.words.as_deref().unwrap_or(&NO_WORDS)
    }

    fn words_mut(&mut self) -> &mut Words {
        self.words.get_or_insert_default()
    }

    fn add_line(&mut self, line: &str) {
        let text = &mut self.words_mut().text;
        text.push_str(line);
        text.push('\n');
    }
}

/// The points of one indentation.
#[derive(Default)]
struct Level<'t> {
    indent: usize,
    points: Vec<Point<'t>>,
    /// The points of a deeper level whose parent is still to come.
    pending: Vec<Point<'t>>,
    plan: Option<usize>,
    /// The name that a comment gives to the subtests below it.
    subtest: Option<String>,
}

struct Parser<'t> {
    levels: Vec<Level<'t>>,
    /// The file of Perl that runs, as `prove` names it.
    file: Option<String>,
    documents: Vec<Finished<'t>>,
    bailed: Option<(u64, String)>,
    /// Comments before the first point.
    preamble: String,
    /// Comments since the last point.
    printed: String,
    /// The end of the current document.
    end: End,
    /// The line on which `prove` says that the run failed.
    failed_run: Option<u64>,
    /// True for the output of tape, in which comments are the titles of tests, and points their assertions.
    is_of_tape: bool,
    /// The title of the current test of tape.
    title: Option<String>,
}

/// The points of a document, or of a file of Perl.
struct Finished<'t> {
    file: Option<String>,
    level: Level<'t>,
    end: End,
}

/// The words of a runner below the points of a document.
#[derive(Default)]
struct End {
    /// The number of failed points that it counts.
    failed: usize,
    /// The line and the words that say that its process failed.
    ended: Option<(u64, String)>,
}

fn read(document: &Document<'_>) -> Report {
    let text = plain(document.text);
    let mut parser = Parser {
        levels: vec![Level::default()],
        file: None,
        documents: Vec::new(),
        bailed: None,
        preamble: String::new(),
        printed: String::new(),
        end: End::default(),
        failed_run: None,
        is_of_tape: is_of_tape(&text),
        title: None,
    };
    let is_cut = parser.lines(&text);
    parser.finish_document();
    let Parser { documents, bailed, preamble, failed_run, is_of_tape, .. } = parser;
    let points = || documents.iter().flat_map(|document| &document.level.points);
    let is_of_pytest = points().any(|point| is_of_pytest(&point.name));
    let is_of_node = text.contains("failureType: ");
    let has_scripts = points().any(|point| is_script(split_at_sign(&point.name).0));
    let language = if is_of_pytest {
        Language::Python
    } else if is_of_node || has_scripts || javascript::is_printed(&text) {
        Language::JavaScript
    } else {
        Language::default()
    };
    let mut builder = Builder::new(language, document.class);
    if is_of_node {
        builder.report.tool = Some(Tool::Node);
    } else if has_scripts && text.contains(TIME) {
        builder.report.tool = Some(Tool::Vitest);
    }
    if is_of_pytest {
        builder.report.writer = Writer::PythonRunner;
        builder.report.tool = Some(Tool::Pytest);
    }
    let has_plan = documents.iter().any(|document| document.level.plan.is_some());
    for Finished { file, mut level, end } in documents {
        take_back_excuses(&mut level.points, end.failed);
        builder.open_suite(NewSuite { line: 1, ..NewSuite::default() });
        let before = builder.report.tests.len();
        let class = file.unwrap_or_default();
        let count = level.points.len();
        let failed = failed_points(&level.points);
        let counts_tests_of_ended =
            level.points.iter().any(|point| !point.is_ok && lines::about_file(&point.name).is_some());
        let last = level.points.last().map_or(1, |point| point.line);
        let mut planned = count;
        if is_of_pytest || is_of_tape {
            let tests = if is_of_pytest { by_name(level.points) } else { by_title(level.points) };
            // pytest-tap plans tests, and writes a point for each of their subtests.
            planned = if is_of_pytest && level.plan != Some(count) { tests.len() } else { count };
            for points in tests {
                match &*points {
                    [point] if point.title.is_none() => add(&points, &class, &mut builder),
                    _ => builder.add(case_of_points(&points, &class)),
                }
            }
        } else {
            add(&level.points, &class, &mut builder);
        }
        check_plan(level.plan, planned, &class, last, &mut builder);
        let what = if class.is_empty() { "the end of the output" } else { &class };
        // Beside a file whose process ended, AVA counts the tests that did not run.
        if !(counts_tests_of_ended && builder.has_failed_since(before)) {
            builder.check_total(what, end.failed, failed);
        }
        if let Some((line, words)) = end.ended.filter(|_| !builder.has_failed_since(before)) {
            let class = if class.is_empty() { "tap" } else { &class };
            builder.add_row(line, class, "<exit>", &words);
        }
        builder.close_suite();
    }
    if let Some(line) = failed_run.filter(|_| !builder.has_failed_since(0)) {
        builder.add_row(line, "tap", "<run>", "the run failed, and none of its tests did: Result: FAIL");
    }
    if let Some((line, reason)) = bailed {
        builder.add_row(line, "tap", "<bail out>", &format!("the run was given up: {reason}"));
    } else if !has_plan {
        let words = if preamble.trim().is_empty() { String::new() } else { format!(": {}", preamble.trim()) };
        builder.fault(
            text.lines().count().max(1) as u64,
            format!("no plan such as 1..9: the run may have ended before all of its tests{words}"),
            false,
        );
    }
    if let Some(line) = is_cut {
        builder.fault(line, "the file ends within this block: it is truncated".to_owned(), false);
        builder.report.is_cut_off = true;
    }
    builder.finish()
}

/// Returns true for the output of tape: it counts its tests at the end, as others do, and says there that all
/// is well, or names the operator of an assertion that failed; one that ended before has the calls of tape
/// itself.
fn is_of_tape(text: &str) -> bool {
    let names_operator = text.contains("\n    operator: ");
    if names_operator && text.contains("/tape/lib/") {
        return true;
    }
    // The points of others, in which a comment may stand anywhere, have a dash before their names.
    let mut points = text.lines().map(|line| line.strip_prefix("not ").unwrap_or(line));
    let first = points.find_map(|line| line.strip_prefix("ok 1 "));
    if first.is_some_and(|name| name.starts_with("- ")) {
        return false;
    }
    let has_line = |start: &str| text.lines().any(|line| line.starts_with(start));
    has_line("# tests ") && has_line("# pass ") && (names_operator || text.lines().any(|line| line == "# ok"))
}

/// Joins the assertions of each test of tape, which follow each other below its title; any other point is a test.
fn by_title(points: Vec<Point<'_>>) -> Vec<Vec<Point<'_>>> {
    let mut tests: Vec<Vec<Point<'_>>> = Vec::new();
    for point in points {
        match tests.last_mut().filter(|test| point.title.is_some() && test[0].title == point.title) {
            Some(test) => test.push(point),
            None => tests.push(vec![point]),
        }
    }
    tests
}

/// Joins the points of each test of pytest: those of its subtests have its name, and a test that runs again
/// has no further point.
fn by_name(points: Vec<Point<'_>>) -> Vec<Vec<Point<'_>>> {
    let mut tests: Vec<Vec<Point<'_>>> = Vec::new();
    let mut by_name: HashMap<Cow<'_, str>, usize, RandomState> = HashMap::default();
    for point in points {
        let next = tests.len();
        let index = *by_name.entry(point.name.clone()).or_insert(next);
        match tests.get_mut(index) {
            Some(test) => test.push(point),
            None => tests.push(vec![point]),
        }
    }
    tests
}

/// Returns a test with the failures of its points: the assertions of one of tape, the subtests of one of pytest.
fn case_of_points<'p>(points: &'p [Point<'_>], class: &'p str) -> Case<'p> {
    let path = [class, points[0].title.as_deref().unwrap_or(&points[0].name)];
    let mut failed = points.iter().filter(|point| has_failed(point)).map(|point| case_of(point, &path));
    let Some(mut case) = failed.next() else {
        let is_skipped = points.iter().all(|point| point.is_excused);
        let case = case_of(&points[0], &path);
        return Case { is_skipped, problems: Vec::new(), ..case };
    };
    case.problems.extend(failed.flat_map(|other| other.problems));
    case
}

fn check_plan(plan: Option<usize>, count: usize, class: &str, line: u64, builder: &mut Builder<'_>) {
    let Some(plan) = plan.filter(|&plan| plan != count) else { return };
    let says = other_number(count, plan);
    let class = if class.is_empty() { "tap" } else { class };
    builder.add_row(line, class, "<plan>", &says);
}

/// Says that other tests ran than were planned.
fn other_number(count: usize, plan: usize) -> String {
    if count < plan {
        format!("{} of {} did not run", plan - count, plural(plan, "planned test"))
    } else {
        format!(
            "{} ran, but {plan} {} planned",
            plural(count, "test"),
            if plan == 1 { "was" } else { "were" }
        )
    }
}

/// Takes back the excuses of points that failed and have a block with a failure, if the runner counts that many
/// failures more than there are: AVA does not escape what looks like a directive in the title of a test.
fn take_back_excuses(points: &mut [Point<'_>], stated: usize) {
    let failed = points.iter().filter(|point| has_failed(point)).count();
    let is_excused = |point: &Point<'_>| {
        let Words { blocks, with_excuse, .. } = point.words();
        let has_failure = blocks.first().is_some_and(Block::has_failure);
        !point.is_ok && point.is_excused && with_excuse.is_some() && has_failure
    };
    let excused = points.iter().filter(|point| is_excused(point)).count();
    // Those within others may be counted, too.
    let is_flat = points.iter().all(|point| point.children.is_empty());
    if !is_flat || failed + excused > stated {
        return;
    }
    for point in points.iter_mut().filter(|point| is_excused(point)) {
        point.is_excused = false;
        if let Some(name) = point.words_mut().with_excuse.take() {
            point.name = Cow::Owned(name.into());
        }
    }
}

/// Counts the points that a runner may count as failed: those that did, and those whose directive leaves it
/// open, with those within others.
fn failed_points(points: &[Point<'_>]) -> usize {
    let mut open: Vec<&Point<'_>> = points.iter().collect();
    let mut count = 0;
    while let Some(point) = open.pop() {
        count += usize::from(!point.is_ok || point.is_excused);
        open.extend(&point.children);
    }
    count
}

impl<'t> Parser<'t> {
    /// Reads all lines. Returns the line of a block that does not end.
    fn lines(&mut self, text: &'t str) -> Option<u64> {
        let mut lines = (1_u64..).zip(text.lines());
        while let Some((number, text)) = lines.next() {
            let indent = text.len() - text.trim_start_matches(' ').len();
            if text.trim() == "---" && self.has_point() {
                let mut blocks: Vec<Vec<&str>> = vec![Vec::new()];
                let is_whole = loop {
                    let Some((_, text)) = lines.next() else { break false };
                    let is_sign = text.len() - text.trim_start().len() == indent;
                    match text.trim() {
                        "..." if is_sign => break true,
                        // Vitest ends only the last of several.
                        "---" if is_sign => blocks.push(Vec::new()),
                        _ => blocks.last_mut().into_iter().for_each(|block| block.push(text)),
                    }
                };
                // Of a test that passed, a block says nothing that is used.
                if let Some(point) = self.last_point(indent).filter(|point| !point.is_ok) {
                    point.words_mut().blocks.extend(blocks.iter().map(|block| Block::of(block)));
                }
                if !is_whole {
                    return Some(number);
                }
                continue;
            }
            self.line(text, indent, number);
        }
        None
    }

    fn line(&mut self, text: &'t str, indent: usize, number: u64) {
        if let Some(file) = lines::file_of_prove(text) {
            self.finish_document();
            self.file = Some(file.to_owned());
            return;
        }
        let is_text_below = !indent.is_multiple_of(4);
        match line_of(text.trim_start()).filter(|_| !is_text_below) {
            Some(Line::Version) if indent == 0 => {
                let has_points =
                    self.levels.iter().any(|level| !level.points.is_empty() || level.plan.is_some());
                if has_points {
                    self.finish_document();
                }
            }
            Some(Line::Plan { count, is_skipped }) => {
                let level = self.level(indent);
                if indent == 0 && level.plan.is_some() {
                    self.finish_document();
                }
                self.level(indent).plan = Some(if is_skipped { 0 } else { count });
            }
            // `prove` ends each file with this word.
            Some(Line::Point(point))
                if self.file.is_some() && point.number.is_none() && point.name.is_empty() => {}
            Some(Line::Point(point)) => {
                let printed = std::mem::take(&mut self.printed);
                let children = {
                    let level = self.level(indent);
                    level.subtest = None;
                    std::mem::take(&mut level.pending)
                };
                // At the end tape names the tests that did not.
                let unfinished = point.name.strip_prefix(UNFINISHED).map(str::to_owned);
                let title = self.title.as_ref().filter(|_| indent == 0);
                let title = title.map(|title| unfinished.unwrap_or_else(|| title.clone()));
                let printed = if point.is_ok || !children.is_empty() { String::new() } else { printed };
                let has_words = point.with_excuse.is_some() || !printed.is_empty();
                let words = Words { with_excuse: point.with_excuse, printed, ..Words::default() };
                let point = Point {
                    title,
                    line: number,
                    is_ok: point.is_ok,
                    name: match point.name {
                        Cow::Borrowed(name) => plain_name(name),
                        Cow::Owned(name) => Cow::Owned(plain_name(&name).into_owned()),
                    },
                    is_excused: point.is_excused,
                    is_open: point.opens,
                    words: has_words.then(|| Box::new(words)),
                    children,
                    ..Point::default()
                };
                self.level(indent).points.push(point);
            }
            Some(Line::Subtest(name)) => self.level(indent).subtest = Some(name.to_owned()),
            Some(Line::Close) => {
                self.level(indent);
                if let Some(point) = self.levels.last_mut().and_then(|level| level.points.last_mut()) {
                    point.is_open = false;
                }
            }
            Some(Line::BailOut(reason)) => self.bailed = Some((number, reason.to_owned())),
            Some(Line::Comment(comment)) if indent == 0 && lines::footer(comment).is_some() => {
                self.footer(comment, number);
            }
            Some(Line::Comment(comment)) if indent == 0 && self.is_of_tape => {
                self.title = Some(plain_name(comment).into_owned()).filter(|title| !title.trim().is_empty());
            }
            Some(Line::Comment(comment)) => {
                self.printed.push_str(comment);
                self.printed.push('\n');
                self.comment(comment, indent);
            }
            None if text.trim_end() == "Result: FAIL" => self.failed_run = Some(number),
            None if indent == 0 && lines::footer(text) == Some(Footer::Ended) => self.footer(text, number),
            Some(Line::Version) | None => {
                if indent >= 2
                    && let Some(point) = self.last_point(indent).filter(|point| !point.is_ok)
                {
                    point.add_line(text.get(2..).unwrap_or(""));
                }
            }
        }
    }

    /// Reads what a runner says below the points.
    fn footer(&mut self, text: &str, number: u64) {
        match lines::footer(text) {
            Some(Footer::Failed(count)) => self.end.failed += count,
            Some(Footer::Ended) if self.end.ended.is_none() => {
                self.end.ended = Some((number, text.trim().to_owned()));
            }
            _ => {}
        }
    }

    fn comment(&mut self, comment: &str, indent: usize) {
        match self.last_point(indent + 1) {
            Some(point) if !point.is_ok => point.add_line(comment),
            Some(_) => {}
            None => {
                self.preamble.push_str(comment);
                self.preamble.push('\n');
            }
        }
    }

    fn has_point(&self) -> bool {
        self.levels.iter().any(|level| !level.points.is_empty())
    }

    /// Returns the last point of the deepest level above an indentation.
    fn last_point(&mut self, indent: usize) -> Option<&mut Point<'t>> {
        self.levels
            .iter_mut()
            .rev()
            .filter(|level| level.indent < indent)
            .find_map(|level| level.points.last_mut())
    }

    /// Closes deeper levels, and returns that of an indentation.
    fn level(&mut self, indent: usize) -> &mut Level<'t> {
        while self.levels.len() > 1 && self.levels.last().is_some_and(|level| level.indent > indent) {
            self.close_level();
        }
        if self.levels.last().is_none_or(|level| level.indent < indent) {
            self.levels.push(Level { indent, ..Level::default() });
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn close_level(&mut self) {
        let Some(mut level) = self.levels.pop() else { return };
        if let Some(plan) = level.plan.filter(|&plan| plan != level.points.len()) {
            let says = other_number(level.points.len(), plan);
            level.points.push(Point {
                name: Cow::Borrowed("<plan>"),
                words: Some(Box::new(Words { text: says, ..Words::default() })),
                line: level.points.last().map_or(1, |point| point.line),
                ..Point::default()
            });
        }
        let mut points = std::mem::take(&mut level.pending);
        points.append(&mut level.points);
        let Some(parent) = self.levels.last_mut() else { return };
        match parent.points.last_mut().filter(|point| point.is_open) {
            Some(point) => point.children.append(&mut points),
            None => parent.pending.append(&mut points),
        }
    }

    fn finish_document(&mut self) {
        while self.levels.len() > 1 {
            self.close_level();
        }
        let mut level = std::mem::take(&mut self.levels[0]);
        // Subtests whose parent never came.
        if !level.pending.is_empty() {
            let name = level.subtest.take().unwrap_or_default();
            let children = std::mem::take(&mut level.pending);
            let line = children.last().map_or(1, |child| child.line);
            let what = if is_script(&name) { &*name } else { "the test" };
            let text = format!("{what} did not finish: the output ends before");
            // If the run was given up, that is told.
            let is_ok = self.bailed.is_some();
            let is_unfinished = !is_ok;
            let words = Some(Box::new(Words { text, ..Words::default() }));
            level.points.push(Point {
                line,
                is_ok,
                name: name.into(),
                words,
                children,
                is_unfinished,
                ..Point::default()
            });
        }
        let (file, end) = (self.file.take(), std::mem::take(&mut self.end));
        if !level.points.is_empty() || level.plan.is_some() || end.ended.is_some() {
            self.documents.push(Finished { file, level, end });
        }
    }
}

fn has_failed(point: &Point<'_>) -> bool {
    !point.is_ok && !point.is_excused
}

/// Adds the leaves of points. A parent counts only if it failed for another reason than one of them.
fn add(points: &[Point<'_>], class: &str, builder: &mut Builder<'_>) {
    // The names of the points around the current one, which are as many as it is deep, and its own.
    let mut path = vec![class];
    let mut open: Vec<(&Point<'_>, usize)> = Vec::new();
    let mut points = points.iter();
    while let Some((point, depth)) = open.pop().or_else(|| Some((points.next()?, 1))) {
        path.truncate(depth);
        path.push(&point.name);
        let has_failed_child = point.children.iter().any(has_failed);
        let is_own = has_failed(point) && (!has_failed_child || has_own_failure(point));
        if point.children.is_empty() || is_own {
            builder.add(case_of(point, &path));
        }
        open.extend(point.children.iter().rev().map(|child| (child, depth + 1)));
    }
}

/// Returns true if a point failed by itself, whatever the points within it did: node tells the reason, and the
/// output may end before the point.
fn has_own_failure(point: &Point<'_>) -> bool {
    let reason = point.words().blocks.first().map_or("", |block| block.text("failureType"));
    let is_by_others = ["", SUBTESTS_FAILED, CANCELLED].contains(&reason);
    point.is_unfinished || !is_by_others
}

fn case_of<'p>(point: &'p Point<'_>, path: &[&'p str]) -> Case<'p> {
    // What passed says nothing about a file, and most points passed.
    let about_file = if point.is_ok { None } else { lines::about_file(&point.name) };
    let mut parts: Vec<&str> = path.iter().copied().filter(|part| !part.is_empty()).collect();
    if let Some((file, _)) = &about_file {
        parts = vec![file];
    } else if point.name.is_empty() && !parts.is_empty() && path.len() > MIN_WITH_PARENT {
        // A test without a title, in a file or a suite that has one.
        parts.push(NAMELESS);
    }
    let (class, name) = names_of(&parts);
    // In the JUnit XML of node, a test has its title alone; in that of bats, its file.
    let words = point.words();
    let block = words.blocks.first();
    let is_of_node = block.is_some_and(|block| !block.text("failureType").is_empty());
    let message = block.map_or(&*words.text, |block| block.text("message"));
    let class_elsewhere = match message {
        _ if is_of_node => Some("test".to_owned()),
        "" => None,
        message => lines::file_of_bats(message).map(str::to_owned),
    };
    let name_elsewhere = class_elsewhere.map(|class| [class, point.name.clone().into_owned()]);
    let extent = match &*point.name {
        "<plan>" => Extent::Count,
        name if point.is_unfinished && is_script(name) => Extent::CutOff,
        _ => Extent::Test,
    };
    let case = Case { line: point.line, class, name, name_elsewhere, extent, ..Case::default() };
    if point.is_excused {
        return Case { is_skipped: true, ..case };
    }
    if point.is_ok {
        return case;
    }
    let file_line = block.and_then(Block::declared);
    let (file, line) = file_line.map_or((None, None), |(file, line)| (Some(file), Some(line)));
    let file = file.or_else(|| is_script(&case.class).then(|| case.class.clone().into_owned()));
    let is_python = is_of_pytest(&point.name);
    let mut problems = match (about_file, &*words.blocks) {
        (Some((_, says)), []) => vec![Problem { text: says.into(), ..Problem::default() }],
        (None, []) if is_python => vec![problem_of_pytest(&words.text)],
        (None, []) => vec![problem_of_text(&words.text)],
        (_, blocks) => blocks.iter().map(|block| block.problem(&point.name)).collect(),
    };
    let not_loaded = lines::error_of_loading(&words.printed).filter(|_| is_of_node && is_script(&point.name));
    if let (Some(error), Some(first)) = (not_loaded, problems.first_mut()) {
        *first = with_error(first, from_error(error));
    }
    let reason = block.map(|block| block.text("failureType").to_owned());
    Case { problems, reason, file: file.map(Cow::Owned), file_line: line, ..case }
}

/// Returns the end of a process with the error that node printed before it, whose calls are those of the failure.
fn with_error(end: &Problem<'_>, error: &str) -> Problem<'static> {
    let end = end.text.lines().filter(|line| !line.trim_start().starts_with("at "));
    printed(&end.chain(error.lines()).collect::<Vec<_>>().join("\n"))
}

/// Returns the failure that a block of YAML tells of the test `name`, as it stands in the reports of node-tap too.
pub(crate) fn problem_of_block(block: &str, name: &str) -> Problem<'static> {
    let lines: Vec<&str> = block.lines().collect();
    Block::of(&lines).problem(name)
}

/// Returns the class and the name of a test: of a file of tests the file, of pytest as in JUnit XML.
fn names_of<'p>(parts: &[&'p str]) -> (Cow<'p, str>, Cow<'p, str>) {
    if let [node] = parts
        && is_of_pytest(node)
    {
        // The class stands before the method with a dot.
        let (file, rest) = node.split_once("::").unwrap_or((node, ""));
        let parameters = rest.find('[').unwrap_or(rest.len());
        let (method, parameters) = rest.split_at(parameters);
        let (class, name) = class_and_name(&format!("{file}::{}{parameters}", method.replace('.', "::")));
        return (class.into(), name.into());
    }
    let joined = if let [only] = parts { Cow::Borrowed(*only) } else { Cow::Owned(parts.join(" > ")) };
    let (first, rest) = split_at_sign(&joined);
    if !is_script(first) && (first.strip_suffix(".t").is_none() || first.contains(' ')) {
        return (Cow::Borrowed("tap"), joined);
    }
    let name = if rest.is_empty() { first } else { rest };
    (Cow::Owned(first.to_owned()), Cow::Owned(name.to_owned()))
}

/// Splits titles behind the first one; the rest is empty if there is no other.
fn split_at_sign(titles: &str) -> (&str, &str) {
    // Most tests have one title, and one byte is found faster than three.
    if memchr(b'>', titles.as_bytes()).is_none() {
        return (titles, "");
    }
    titles.split_once(" > ").unwrap_or((titles, ""))
}

/// Returns the failure that pytest-tap writes as comments below a point, up to what was captured.
fn problem_of_pytest(text: &str) -> Problem<'static> {
    let end = text.find("--- Captured ").unwrap_or(text.len());
    let text = text[..end].trim_end().to_owned();
    let message = marked_by_pytest(&text);
    let message = message.or_else(|| Some(text.clone()).filter(|text| !text.contains('\n')));
    // The blanks before the first line are lost.
    let is_of_group = text.starts_with("+ Exception Group Traceback");
    let text = if is_of_group { format!("  {text}") } else { text };
    let message = message.or_else(|| caption_of_group(&text).filter(|_| is_of_group));
    Problem { message, text: Cow::Owned(text), ..Problem::default() }
}

/// Returns the name and the message of a group of exceptions, behind the calls of its traceback: `  | ExceptionGroup: jobs (2 sub-exceptions)`.
fn caption_of_group(text: &str) -> Option<String> {
    let mut own = text.lines().filter_map(|line| line.trim_start().strip_prefix("| "));
    own.find(|line| !line.starts_with(' ')).map(str::to_owned)
}

/// Returns the failure that a tool writes as comments or indented text below a point.
fn problem_of_text(text: &str) -> Problem<'static> {
    let stack = text.lines().any(|line| line.trim_start().starts_with("at ") && line.contains(':'));
    let mut text = text.trim_end().to_owned();
    if let Some(place) = lines::place_in_words(&text) {
        text.push_str(&format!("\n    at {place}"));
    }
    let text = if text.trim().is_empty() { "not ok: nothing is said about it".to_owned() } else { text };
    if stack {
        // Mocha writes the message, and the error below it.
        return printed(from_error(&text));
    }
    Problem { text: Cow::Owned(text), ..Problem::default() }
}

/// Returns a text from the line on that names the error whose message stands above it.
fn from_error(text: &str) -> &str {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let name = line.split([':', ' ']).next().unwrap_or("");
        if name.ends_with("Error") || name.ends_with("Exception") {
            return &text[at..];
        }
        at += line.len();
    }
    text
}
