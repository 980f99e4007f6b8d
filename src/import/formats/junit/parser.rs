//! The tests of one report, read from its XML.
//!
//! Most reports of Python's tests are known by the name of their suite; others by a failure, and are then read again.
//!
//! A [`Parser`] reads the pieces of the document once. Markup within a message (some tools don't escape it)
//! is converted back to text; if a report breaks off, the tests before the break are kept. Whatever says that
//! something failed becomes a test that failed, or a row that stands for tests that were not executed: an
//! element, a status, a total that no element accounts for.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::case_name::{CaseAttributes, CaseName, fixture_of_nose2};
use super::element::{Element, Kind};
use super::node_totals::TotalsOfNode;
use super::scenarios::Scenarios;
use crate::import::formats::javascript::NAMELESS;
use crate::import::formats::report::builder::{Builder, Case, NewSuite};
use crate::import::formats::report::loading::{is_of_loading, is_script};
use crate::import::formats::report::plain::plain_of_pytest;
use crate::import::formats::report::suite_facts::SuiteFacts;
use crate::import::formats::report::test_name::qualified_name;
use crate::import::formats::report::tests::{Report, Writer};
use crate::import::formats::report::totals::Totals;
use crate::import::formats::report::trace::{Problem, is_skip};
use crate::import::formats::report::{javascript, python};
use crate::import::formats::robot::{SEVERAL, merged_by_robot, problems_in};
use crate::import::formats::tap::problem_of_block;
use crate::import::formats::xml::{
    CDATA, Piece, Tag, TextBuffer, XmlReader, damaged_attribute, tag, unescape,
};
use crate::model::text::plural;
use crate::model::{Language, Tool};

const MAX_SUITES: usize = 64;

/// The number of breaks after which a report is abandoned: each requires a search through the rest.
const MAX_BREAKS: usize = 100;

/// The name that node-tap gives to all its tests together.
const SUITE_OF_NODE_TAP: &str = "TAP Tests";

/// The beginning of the name of a report of behave.
const OF_BEHAVE: &str = "TESTS-";

/// The names that Cucumber's versions give to all their scenarios together.
const SUITES_OF_CUCUMBER: [&str; 2] = ["cucumber-js", "Cucumber"];

/// The words of Cucumber for steps that can't be run.
const NOT_RUN: [&str; 3] = ["undefined", "pending", "ambiguous"];

/// The word of jasmine-reporters for the type of whatever was thrown.
const THROWN: &str = "exception";

/// The words of Mocha for a test that called its function `done` more than once.
const DONE_TWICE: &str = "done() called multiple times";

/// The words for a test of which its runner wrote not even the name, because it was stopped.
const UNNAMED: &str = "the run was stopped in a test that has no name";

/// Reads a report; `class` is used if the report names no class.
pub(crate) fn read(text: &str, class: &str) -> Report {
    let report = read_as(Known::default(), text, class);
    report.unwrap_or_else(|known| read_as(known, text, class).unwrap_or_default())
}

/// The facts about a report before it is read: a failure in it may tell them.
#[derive(Clone, Copy, Default)]
struct Known {
    language: Language,
    tool: Option<Tool>,
}

/// Reads a report of tests in a language. Returns the language of the tests if it is another one.
fn read_as<'a>(known: Known, text: &'a str, class: &'a str) -> Result<Report, Known> {
    let mut parser = Parser {
        xml: XmlReader::new(text),
        scenarios: class.strip_prefix(OF_BEHAVE).map(Scenarios::Behave),
        builder: Builder::new(known.language, class),
        case: None,
        element: None,
        other_language: None,
        done_twice: None,
        parents: HashMap::new(),
        node: TotalsOfNode::default(),
        untested: 0,
        has_suite: false,
        has_element: false,
        knows_entities: false,
    };
    parser.builder.report.tool = known.tool;
    parser.document();
    match parser.other_language {
        Some(language) => Err(Known { language, tool: parser.builder.report.tool }),
        None => Ok(parser.builder.finish()),
    }
}

struct Parser<'a> {
    xml: XmlReader<'a>,
    /// The tool whose scenarios are the tests, if they are some.
    scenarios: Option<Scenarios<'a>>,
    builder: Builder<'a>,
    case: Option<Case<'a>>,
    element: Option<Element<'a>>,
    /// The language that a failure tells, if the report is read as one of another language.
    other_language: Option<Language>,
    /// The last test, with the words for it, if Mocha says that it called `done` more than once.
    done_twice: Option<String>,
    /// The tests of node-tap that have tests of their own, and whether one of these failed.
    parents: HashMap<String, bool>,
    node: TotalsOfNode,
    /// The number of scenarios of behave in the current suite that were not run.
    untested: usize,
    has_suite: bool,
    /// True if the document has any element: a tool may be about to write one that has none.
    has_element: bool,
    knows_entities: bool,
}

impl<'a> Parser<'a> {
    fn document(&mut self) {
        let mut breaks = 0;
        while self.other_language.is_none() {
            match self.xml.next() {
                Piece::Open(tag) if !self.open(&tag) => return,
                Piece::Open(_) => {}
                Piece::Close(name) => self.close(name),
                Piece::Text(text) => self.text(text),
                Piece::Reference(name) => {
                    if let Some(text) = self.element.as_mut().and_then(Element::open_text) {
                        text.push_reference(name);
                    }
                }
                Piece::Entities => {
                    self.knows_entities = true;
                    self.repaired("the document type declares entities: none is resolved".to_owned());
                }
                Piece::Comment(comment) => self.node.read(comment),
                Piece::Broken { what, markup } => {
                    breaks += 1;
                    // A report that breaks off within the tag of a failure has said that the test failed.
                    if self.case.is_some() && self.element.is_none() {
                        let tag = tag(markup, false);
                        if matches!(Kind::of(tag.name), Some(Kind::Problem | Kind::Rerun)) {
                            self.open(&tag);
                        }
                    }
                    // A truncated trace still begins with the exception.
                    let text = markup.strip_prefix(CDATA).unwrap_or("");
                    self.text(text.trim_end_matches(']'));
                    let line = self.xml.line();
                    let kept = self.abandon();
                    self.builder.fault(line, format!("the report breaks off: {what}{kept}"), false);
                    if breaks == MAX_BREAKS {
                        self.builder.fault(line, "broken too often: the rest is left out".to_owned(), false);
                        return;
                    }
                }
                Piece::End => return self.end(),
            }
        }
    }

    fn end(&mut self) {
        let line = self.xml.line();
        if self.case.is_some() || self.builder.is_open() {
            let kept = self.abandon();
            self.builder.fault(line, format!("the report ends too early: it is truncated{kept}"), false);
            self.builder.report.is_cut_off = true;
        } else if !self.has_suite && self.builder.report.faults.iter().all(|fault| fault.is_repaired) {
            self.builder.fault(line, "no test suite: expected a <testsuite> element".to_owned(), false);
            self.builder.report.is_cut_off = !self.has_element;
        }
        let missing = self.node.missing();
        if missing > 0 && self.builder.report.tool == Some(Tool::Node) {
            self.builder.check_total("the report", missing, 0);
        }
    }

    /// Opens an element; returns false if the rest of the document must not be read.
    fn open(&mut self, tag: &Tag<'a>) -> bool {
        self.has_element = true;
        match tag.name {
            "testsuite" => return self.open_suite(tag),
            "testcase" => self.open_case(tag),
            "testsuites" | "testrun" => {
                self.has_suite = true;
                self.recognize(tag);
                let facts = SuiteFacts::default().within(|name| own_attribute(tag, name));
                self.builder.open_root(facts, Totals::stated(tag));
                if tag.is_empty {
                    self.builder.close_root();
                }
            }
            "property" if self.element.is_none() => self.recognize_property(tag),
            name => {
                if let Some(element) = &mut self.element {
                    if element.open(name, tag.raw, tag.is_empty) {
                        self.repaired("markup within a text: it is read as text".to_owned());
                    }
                } else if let Some(kind) = Kind::of(name) {
                    let type_name = self.attribute(tag, "type").unwrap_or_default();
                    if type_name == FAILURE_OF_NODE {
                        self.builder.report.tool = Some(Tool::Node);
                        let is_known = self.builder.report.language != Language::default();
                        self.other_language =
                            self.other_language.or((!is_known).then_some(Language::JavaScript));
                    }
                    let (message, text) = (self.attribute(tag, "message"), TextBuffer::default());
                    let (is_error, is_aside, has_markup) = (name.ends_with("rror"), false, false);
                    self.element =
                        Some(Element { kind, is_error, type_name, message, text, is_aside, has_markup });
                    if tag.is_empty {
                        self.close_element();
                    }
                }
            }
        }
        true
    }

    fn open_suite(&mut self, tag: &Tag<'_>) -> bool {
        let line = self.xml.line();
        self.drop_case("a <testsuite> begins within it");
        self.has_suite = true;
        self.recognize(tag);
        if self.builder.depth() == MAX_SUITES {
            let what = format!("suites are nested more than {MAX_SUITES} deep: the rest is left out");
            self.builder.fault(line, what, false);
            return false;
        }
        let name = self.attribute(tag, "name").unwrap_or_default();
        if has_attributes(tag.raw, &OF_NODE) {
            self.builder.report.tool = Some(Tool::Node);
            self.builder.report.language = Language::JavaScript;
        }
        self.node.open_suite();
        self.untested = 0;
        let around = self.builder.report.facts(self.builder.suite_number());
        let facts = around.within(|name| own_attribute(tag, name));
        if name == SUITE_OF_MOCHA && !self.builder.is_open() {
            // Its other reporters for JUnit XML have an element around all suites.
            self.builder.report.form = "xunit";
        }
        let is_of_playwright = self.builder.report.writer == Writer::Playwright;
        let project = own_attribute(tag, "hostname").filter(|_| is_of_playwright);
        let project = project.filter(|project| !project.trim().is_empty());
        self.builder.open_suite(NewSuite { name, project, line, facts, totals: Totals::stated(tag) });
        if tag.is_empty {
            self.builder.close_suite();
        }
        true
    }

    /// Sets the language by the name of the first suites.
    fn recognize(&mut self, tag: &Tag<'_>) {
        if !self.builder.report.tests.is_empty() {
            return;
        }
        let name = tag.attribute("name").map(|(name, _)| name).unwrap_or_default();
        if python::is_suite(tag.name, &name) {
            self.builder.report.language = Language::Python;
        }
        if tag.name.starts_with("testsuite") && javascript::is_suite(&name) {
            self.builder.report.language = Language::JavaScript;
        }
        if SUITES_OF_CUCUMBER.contains(&&*name) {
            self.scenarios.get_or_insert_with(|| Scenarios::Cucumber(HashSet::new()));
        }
        if tag.name == "testsuites" && name == SUITE_OF_NODE_TAP {
            self.builder.report.language = Language::JavaScript;
            self.builder.report.writer = Writer::NodeTap;
        }
        let by_name = TOOLS.iter().find(|(suite, _)| *suite == name).map(|(_, tool)| *tool);
        let by_schema = tag.raw.contains("surefire-test-report.xsd").then_some(Tool::Maven);
        if let Some(tool) = by_name.or(by_schema) {
            self.builder.report.tool = Some(tool);
        }
        if python::is_suite(tag.name, &name) || python::is_suite_of_unittest(&name) {
            self.builder.report.writer = Writer::PythonRunner;
        } else if self.builder.report.writer == Writer::Unknown {
            let by_attributes = BY_ATTRIBUTES.iter().find(|(_, names)| has_attributes(tag.raw, names));
            self.builder.report.writer = by_attributes.map_or(Writer::Unknown, |(writer, _)| *writer);
            let tool = match self.builder.report.writer {
                Writer::Gradle => Some(Tool::Gradle),
                Writer::Playwright => Some(Tool::Playwright),
                _ => None,
            };
            self.builder.report.tool = self.builder.report.tool.or(tool);
        }
    }

    fn recognize_property(&mut self, tag: &Tag<'_>) {
        if self.case.is_none()
            && let Some(facts) = self.builder.facts_of_suite()
        {
            let text = |name| own_attribute(tag, name).unwrap_or_default();
            facts.add_property(&text("name"), &text("value"));
        }
        match tag.attribute("name").as_ref().map(|(name, _)| &**name) {
            Some("go.version") => {
                self.builder.report.writer = Writer::Go;
                self.builder.report.tool = Some(Tool::Go);
            }
            Some("QTestVersion") => self.builder.report.writer = Writer::QtTest,
            _ => {}
        }
    }

    fn open_case(&mut self, tag: &Tag<'a>) {
        let line = self.xml.line();
        self.drop_case("another <testcase> begins within it");
        self.has_suite = true;
        let attributes = CaseAttributes::of(tag);
        if let Some(damaged) = attributes.damaged {
            self.builder.fault(line, damaged_attribute(damaged), false);
        }
        let named = self.name_of_case(&attributes);
        let file_line = attributes.line.and_then(|line| unescape(line).0.trim().parse().ok());
        let unnamed = attributes.is_nameless().then(|| UNNAMED.to_owned());
        self.case = Some(Case {
            line,
            class: named.class,
            name_elsewhere: named.name_elsewhere,
            class_in_version_1: named.class_in_version_1.map(Cow::into_owned),
            name: named.name,
            file: named.file,
            file_line: file_line.filter(|&line| line > 0),
            is_skipped: attributes.outcome.is_skipped,
            failed_by: attributes.outcome.failed_by().or(unnamed),
            ..Case::default()
        });
        if attributes.is_untested && matches!(self.scenarios, Some(Scenarios::Behave(_))) {
            self.untested += 1;
        }
        if tag.is_empty {
            self.close_case();
        }
    }

    fn text(&mut self, text: &'a str) {
        if let Some(open) = self.element.as_mut().and_then(Element::open_text) {
            open.push(text);
        }
    }

    fn close(&mut self, name: &'a str) {
        match name {
            "testcase" => {
                self.close_element();
                self.close_case();
            }
            "testsuite" => {
                self.close_element();
                self.drop_case("its suite ends within it");
                self.tell_untested();
                self.node.close_suite();
                self.builder.close_suite();
            }
            "testsuites" | "testrun" if self.element.is_none() => self.builder.close_root(),
            name if self.element.as_mut().is_some_and(|element| element.close(name)) => self.close_element(),
            _ => {}
        }
    }

    /// Adds a row for the scenarios of behave that were not run, if nothing in their suite says why: a hook
    /// before them failed, and is nowhere in the report.
    fn tell_untested(&mut self) {
        let count = std::mem::take(&mut self.untested);
        if count == 0 || self.builder.has_failed_in_suite() {
            return;
        }
        let class = self.builder.class_of_suite();
        let were = if count == 1 { "was" } else { "were" };
        let says =
            format!("{} of {class} {were} not run, and no failure says why", plural(count, "scenario"));
        let line = self.xml.line();
        self.builder.add_row(line, &class, "<unfinished>", &says);
    }

    fn close_element(&mut self) {
        let Some(element) = self.element.take() else { return };
        let (kind, is_error) = (element.kind, element.is_error);
        let (mut problem, foreign) = element.finish();
        if let Some(merged) = problem.message.as_deref().and_then(merged_by_robot) {
            problem.message = Some(merged.message);
        }
        if self.builder.report.language == Language::Python {
            problem.text = plain_of_pytest(problem.text);
            problem.message = problem.message.map(|message| plain_of_pytest(message.into()).into_owned());
        }
        let is_of_javascript = self.builder.report.language == Language::JavaScript;
        if problem.type_name == THROWN && (is_of_javascript || javascript::is_printed(&problem.text)) {
            name_thrown(&mut problem);
        }
        let is_block = kind == Kind::Problem && self.builder.report.writer == Writer::NodeTap;
        if let Some(case) = self.case.as_ref().filter(|_| is_block) {
            let title = case.name.rsplit(" > ").next().unwrap_or(&case.name);
            problem = problem_of_block(&problem.text, title);
        }
        if matches!(kind, Kind::Problem | Kind::Rerun | Kind::Flaky) {
            self.builder.count_failure(is_error);
        }
        self.note_foreign(foreign);
        if kind == Kind::Problem
            && self.builder.report.language != Language::Python
            && python::is_printed_by_python(&problem.text)
        {
            self.other_language = Some(Language::Python);
        } else if kind == Kind::Problem
            && self.builder.report.language == Language::default()
            && javascript::is_printed(&problem.text)
        {
            self.other_language = Some(Language::JavaScript);
        }
        let is_printed_as_error = kind == Kind::Err;
        match (kind, &mut self.case) {
            (Kind::Out | Kind::Err, Some(case)) => {
                if let Some(first) = case.problems.first_mut()
                    && self.scenarios.as_ref().is_some_and(Scenarios::are_of_cucumber)
                {
                    tell_step(first, &problem.text);
                }
                case.output.add(is_printed_as_error, &problem.text);
            }
            (Kind::Out | Kind::Err, None) => {
                if let Some(output) = self.builder.output_of_suite() {
                    output.add(is_printed_as_error, &problem.text);
                }
            }
            (Kind::Problem, Some(case)) if is_skip(&problem) => case.skips += 1,
            (Kind::Problem, Some(case)) if is_of_robot(&problem) => {
                case.problems.extend(problems_in(problem.message.as_deref().unwrap_or_default()));
            }
            (Kind::Problem, Some(case)) => case.problems.push(problem),
            (Kind::Problem, None) => {
                let line = self.xml.line();
                self.builder.fail_suite(&problem, line);
            }
            (Kind::Rerun, Some(case)) => case.reruns.push(problem),
            (Kind::Flaky, Some(case)) => case.is_flaky = true,
            (Kind::Skipped, Some(case)) => {
                case.skips += 1;
                case.skipped_at = python::place_of_skip(&problem);
                case.is_todo |= problem.type_name == "todo";
            }
            (_, None) => {}
        }
    }

    fn close_case(&mut self) {
        let Some(mut case) = self.case.take() else { return };
        self.node.add(&case);
        if self.builder.report.tool == Some(Tool::Node) {
            name_file_of_node(&mut case);
        }
        let is_of_javascript = self.builder.report.language == Language::JavaScript;
        if is_of_javascript && is_blank(&case.name) && !is_of_loading(&case.class, &case.name, &case.problems)
        {
            // Vitest's and Jest's test without a title stands for no file.
            let written = [case.class.clone().into_owned(), case.name.clone().into_owned()];
            case.name_elsewhere = case.name_elsewhere.or(Some(written));
            case.name = NAMELESS.into();
        }
        // Mocha's xunit has the test as it ended, once for its passing and once for its failure.
        let done_twice = case.problems.first().filter(|problem| problem.text.starts_with(DONE_TWICE));
        let done_twice = done_twice.map(|problem| format!("{}\n{}\n{}", case.class, case.name, problem.text));
        if self.builder.report.writer == Writer::NodeTap && self.is_parent(&case) {
            return;
        }
        if done_twice.is_none() || self.done_twice != done_twice {
            self.done_twice = done_twice;
            self.builder.add(case);
        }
    }

    /// Returns true for a test of node-tap whose own tests say what it says: they stand in a suite before it.
    fn is_parent(&mut self, case: &Case<'_>) -> bool {
        let has_failed = !case.problems.is_empty();
        let path = format!("{} > {}", case.class, case.name);
        let parent = case.class_in_version_1.as_deref().unwrap_or(&case.class);
        *self.parents.entry(parent.to_owned()).or_default() |= has_failed;
        self.parents.get(&path).is_some_and(|has_failed_within| *has_failed_within || !has_failed)
    }

    /// Drops a test that is never closed, unless it has already failed.
    fn drop_case(&mut self, why: &str) {
        let Some(line) = self.case.as_ref().map(|case| case.line) else { return };
        let kept = self.abandon();
        self.builder.fault(line, format!("the test never ends: {why}{kept}"), false);
    }

    /// Abandons the current test, and returns for a message whether it is kept.
    fn abandon(&mut self) -> String {
        self.close_element();
        let Some(case) = &self.case else { return String::new() };
        let name = self.builder.name_of(case);
        if !case.problems.is_empty() || !case.reruns.is_empty() || case.failed_by.is_some() {
            self.close_case();
            format!("; {name} had failed before, and is kept")
        } else {
            self.case = None;
            format!("; {name} is left out")
        }
    }

    fn attribute(&mut self, tag: &Tag<'_>, name: &str) -> Option<String> {
        let (value, foreign) = tag.attribute(name)?;
        self.note_foreign(foreign);
        Some(value)
    }

    fn note_foreign(&mut self, entity: Option<String>) {
        if let Some(entity) = entity {
            let own = if self.knows_entities { " of the document's own" } else { "" };
            self.repaired(format!("the entity &{entity};{own} is not resolved"));
        }
    }

    fn repaired(&mut self, what: String) {
        let line = self.xml.line();
        self.builder.fault(line, what, true);
    }
}

impl<'a> Parser<'a> {
    /// Returns the names of a test by its attributes, the suite around it and the tool.
    fn name_of_case(&mut self, attributes: &CaseAttributes<'a>) -> CaseName<'a> {
        let name =
            if attributes.is_nameless() { "<unfinished>" } else { attributes.name.unwrap_or_default() };
        let name = self.unescaped(name);
        let class = attributes.classname.map(|class| self.unescaped(class)).filter(|class| !is_blank(class));
        let torn = class.as_deref().and_then(|class| fixture_of_nose2(class, &name));
        let mut named = match torn {
            Some([fixture_class, fixture]) => {
                let written = [class.unwrap_or_default().into_owned(), name.into_owned()];
                let mut named =
                    self.with_class(attributes, Some(Cow::Owned(fixture_class)), Cow::Owned(fixture));
                named.name_elsewhere = Some(written);
                named
            }
            None => self.with_class(attributes, class, name),
        };
        if self.builder.report.writer == Writer::NodeTap {
            named.take_titles_from_class();
        }
        let scenario = self.scenarios.as_mut();
        if let Some([class, name]) =
            scenario.and_then(|scenarios| scenarios.name_in_json(&named.class, &named.name))
        {
            named.name_elsewhere = named.name_elsewhere.take().or_else(|| Some(named.owned()));
            (named.class, named.name) = (Cow::Owned(class), Cow::Owned(name));
        }
        if self.builder.report.tool == Some(Tool::Node) {
            named.resolve_quotes();
        }
        named.name_elsewhere = named.name_elsewhere.take().or_else(|| {
            let in_other_form = self.name_in_other_form(&named.class, &named.name);
            in_other_form.map(|names| names.map(str::to_owned))
        });
        named
    }

    /// Returns a test with its class: the one that it names, one within its name, or that of the suite.
    fn with_class(
        &mut self,
        attributes: &CaseAttributes<'a>,
        class: Option<Cow<'a, str>>,
        name: Cow<'a, str>,
    ) -> CaseName<'a> {
        let has_classes_in_names = self.builder.language().has_classes_in_names;
        let is_open = class.is_none() && has_classes_in_names;
        // Codeception's name for it.
        let other = attributes.class.filter(|_| is_open).map(|class| self.unescaped(class));
        let other = other.filter(|class| !is_blank(class));
        let qualified = if is_open { qualified_name(&name) } else { None };
        let (class, name) = match (class, qualified) {
            (class, _) if !has_classes_in_names => (class.or(Some(Cow::Borrowed(""))), name),
            (_, Some((class, method))) => (Some(Cow::Owned(class.to_owned())), Cow::Owned(method.to_owned())),
            (class, None) => (class, name),
        };
        let file = attributes.file.map(|file| unescape(file).0);
        let file = file.or_else(|| self.file_of_suite(class.as_deref()));
        let class_of_suite = || Cow::Owned(self.builder.class_of_suite());
        let (class, class_in_version_1) = match (class, other) {
            (class, Some(other)) => (other, Some(class.unwrap_or_else(class_of_suite))),
            (Some(class), None) if self.is_told_by_suite(&class, &name) => (class_of_suite(), Some(class)),
            (class, None) => (class.unwrap_or_else(class_of_suite), None),
        };
        CaseName { class, name, class_in_version_1, name_elsewhere: None, file }
    }

    /// Returns the file that a suite names in place of its tests, as jest-junit may be told to.
    fn file_of_suite(&self, class: Option<&str>) -> Option<Cow<'a, str>> {
        if self.builder.report.language != Language::JavaScript || class.is_some_and(is_script) {
            return None;
        }
        let suite = self.builder.class_of_suite();
        is_script(&suite).then_some(Cow::Owned(suite))
    }

    /// Returns true for a class of which the suite says more: green has the module only there, Node 20 gives one class to all
    /// tests, and its later versions the innermost suite.
    fn is_told_by_suite(&self, class: &str, name: &str) -> bool {
        let module = self.builder.name_of_suite().strip_suffix(class);
        let is_of_green = name.starts_with("test") && module.is_some_and(|module| module.ends_with('.'));
        let is_of_node = class == CLASS_OF_NODE && self.builder.report.tool == Some(Tool::Node);
        is_of_green || is_of_node && self.builder.depth() > 0
    }

    /// Returns the class and the name of a test in the other form of its tool, where that says less: the TAP
    /// of bats has no file, the output of `cargo test` no package, the JSON of Cucumber no rule.
    fn name_in_other_form<'n>(&self, class: &'n str, name: &'n str) -> Option<[&'n str; 2]> {
        if class.strip_suffix(".bats").is_some() {
            return Some(["tap", name]);
        }
        if self.builder.report.tool == Some(Tool::Nextest) {
            return class.rsplit_once("::").map(|(_, binary)| [binary, name]);
        }
        self.scenarios.as_ref().filter(|scenarios| scenarios.are_of_cucumber())?;
        let behind_rule = [" - ", ": "].iter().find_map(|sign| name.split_once(sign));
        behind_rule.map(|(_, scenario)| [class, scenario])
    }

    /// Returns the value of an attribute as it is meant.
    fn unescaped(&mut self, value: &'a str) -> Cow<'a, str> {
        let (value, foreign) = unescape(value);
        self.note_foreign(foreign);
        value
    }
}

/// Names what was thrown, for which jasmine-reporters has one word: the message begins with the name of an error, and behind anything
/// else Jasmine says that it was thrown.
fn name_thrown(problem: &mut Problem<'_>) {
    let message = problem.message.take().unwrap_or_default();
    let message = message.strip_prefix("Uncaught exception: ").unwrap_or(&message);
    let thrown = message.strip_suffix(" thrown").filter(|_| !javascript::is_printed(&problem.text));
    problem.message = Some(thrown.unwrap_or(message).to_owned());
    problem.type_name = String::new();
    if let Some(thrown) = thrown {
        problem.type_name.push_str("string");
        problem.text = Cow::Owned(thrown.to_owned());
    }
}

/// Gives a test of node that stands for a file its name as the class, and how its process ended, as the TAP of node has both.
fn name_file_of_node(case: &mut Case<'_>) {
    let Some(problem) = case.problems.first_mut().filter(|_| is_script(&case.name)) else { return };
    let Some((_, end)) = problem.text.split_once("cause: 'test failed', exitCode: ") else { return };
    let end = end.trim_end().trim_end_matches('}').replace(", signal: ", "\nsignal: ").replace('\'', "");
    // The place in its TAP, by which files are told apart.
    let text = format!("test failed\nexitCode: {}\n    at {}:1:1", end.trim_end(), case.name).into();
    *problem = Problem { text, ..Problem::default() };
    case.class_in_version_1 =
        case.class_in_version_1.take().or_else(|| Some(case.class.clone().into_owned()));
    case.class = case.name.clone();
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Says which step of a scenario was not run, as the JSON of Cucumber does, where a failure has no words: the
/// output lists all.
fn tell_step(problem: &mut Problem<'_>, steps: &str) {
    if problem.message.is_some() || !problem.type_name.is_empty() || !is_blank(&problem.text) {
        return;
    }
    problem.message = steps.lines().find_map(|line| {
        let status = NOT_RUN.iter().find(|status| line.trim_end().ends_with(*status))?;
        let step = line.trim_end().strip_suffix(status)?.strip_suffix("..")?.trim_end_matches('.');
        let title = step.trim_start().split_once(' ')?.1;
        Some(format!("{status} step: {title}"))
    });
}

/// Returns true for several failures of a test that Robot Framework writes as one.
fn is_of_robot(problem: &Problem<'_>) -> bool {
    problem.message.as_deref().is_some_and(|message| message.starts_with(SEVERAL))
}

/// Returns the value of an attribute; entities that are not resolved are not worth a message here.
fn own_attribute(tag: &Tag<'_>, name: &str) -> Option<String> {
    tag.attribute(name).map(|(value, _)| value)
}

/// The attributes of a suite in the order in which a tool writes them, and nobody else.
const BY_ATTRIBUTES: [(Writer, [&str; 8]); 2] = [
    (Writer::Gradle, ["name", "tests", "skipped", "failures", "errors", "timestamp", "hostname", "time"]),
    (Writer::Playwright, ["name", "timestamp", "hostname", "tests", "failures", "skipped", "time", "errors"]),
];

/// The attributes of a suite of Node, in their order.
const OF_NODE: [&str; 8] = ["name", "time", "disabled", "errors", "tests", "failures", "skipped", "hostname"];

/// The class that Node gives to a test outside of suites.
const CLASS_OF_NODE: &str = "test";

/// The name that Mocha gives to the suite of all tests.
const SUITE_OF_MOCHA: &str = "Mocha Tests";

/// The tools that give the outermost suite a name of its own.
const TOOLS: [(&str, Tool); 6] = [
    ("pytest", Tool::Pytest),
    ("pytest tests", Tool::Pytest),
    ("vitest tests", Tool::Vitest),
    ("jest tests", Tool::Jest),
    (SUITE_OF_MOCHA, Tool::Mocha),
    ("nextest-run", Tool::Nextest),
];

/// The type that Node's test runner gives to a failure.
const FAILURE_OF_NODE: &str = "testCodeFailure";

/// Returns true if a tag has these attributes in this order.
fn has_attributes(tag: &str, names: &[&str]) -> bool {
    let mut last = 0;
    names.iter().all(|name| {
        let place = tag.find(&format!(" {name}=")).filter(|&place| place >= last);
        last = place.unwrap_or(last);
        place.is_some()
    })
}
