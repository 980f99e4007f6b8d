//! The class, the name and the file of a `<testcase>` as the sources have them: each tool has its own way to write them.
//!
//! ```text
//! attributes ──▶ a fixture that was torn is joined ──▶ a class within the name is split off
//!     ──▶ a class that says nothing becomes that of the suite ──▶ titles, scenarios, quotes ──▶ CaseName
//! ```

use std::borrow::Cow;

use super::parser::{Parser, is_blank};
use crate::import::formats::report::loading::is_script;
use crate::import::formats::report::test_name::qualified_name;
use crate::import::formats::report::tests::Writer;
use crate::import::formats::report::totals::StatedOutcome;
use crate::import::formats::xml::{DAMAGED, Tag, unescape};
use crate::model::{Language, Tool};

/// The class that Node gives to a test outside of suites.
const CLASS_OF_NODE: &str = "test";

/// The attributes of a test, as they are written. Reports have hundreds of thousands of tests: those of each
/// are read once.
#[derive(Default)]
pub(super) struct CaseAttributes<'a> {
    pub name: Option<&'a str>,
    pub classname: Option<&'a str>,
    pub class: Option<&'a str>,
    pub file: Option<&'a str>,
    pub line: Option<&'a str>,
    /// The attribute whose value has no quotes: the tag may go on over tests that are not known.
    pub damaged: Option<&'a str>,
    /// True for the word of behave for a scenario that was not run.
    pub is_untested: bool,
    pub outcome: StatedOutcome,
}

impl<'a> CaseAttributes<'a> {
    pub(super) fn of(tag: &Tag<'a>) -> CaseAttributes<'a> {
        let mut attributes = CaseAttributes::default();
        for attribute in tag.attributes() {
            let kept = match attribute.name {
                "name" => &mut attributes.name,
                "classname" => &mut attributes.classname,
                "class" => &mut attributes.class,
                "file" => &mut attributes.file,
                "line" => &mut attributes.line,
                DAMAGED => &mut attributes.damaged,
                name => {
                    attributes.is_untested |= name == "status" && attribute.value == "untested";
                    attributes.outcome.add(&attribute);
                    continue;
                }
            };
            kept.get_or_insert(attribute.value);
        }
        attributes
    }

    /// Returns true if no attribute names the test.
    pub(super) fn is_nameless(&self) -> bool {
        self.name.or(self.classname).or(self.class).is_none()
    }
}

/// The names of a test.
pub(super) struct CaseName<'a> {
    pub class: Cow<'a, str>,
    pub name: Cow<'a, str>,
    /// The class that version 1.0 read, if it is another.
    pub class_in_version_1: Option<Cow<'a, str>>,
    /// The class and the name that another report of the same run gives to it.
    pub name_elsewhere: Option<[String; 2]>,
    pub file: Option<Cow<'a, str>>,
}

impl CaseName<'_> {
    fn owned(&self) -> [String; 2] {
        [self.class.clone().into_owned(), self.name.clone().into_owned()]
    }

    /// Takes the titles around a test of node-tap out of its class, in which only the file belongs.
    fn take_titles_from_class(&mut self) {
        let Some((file, titles)) = self.class.split_once(" > ") else { return };
        let (file, name) = (file.to_owned(), format!("{titles} > {}", self.name));
        self.class_in_version_1 = Some(std::mem::replace(&mut self.class, Cow::Owned(file)));
        self.name = Cow::Owned(name);
    }

    /// Resolves the quotes that Node escapes twice.
    fn resolve_quotes(&mut self) {
        if !self.name.contains("&quot;") {
            return;
        }
        let class = self.class_in_version_1.as_deref().unwrap_or(&self.class);
        self.name_elsewhere = Some([class.to_owned(), self.name.clone().into_owned()]);
        self.name = Cow::Owned(self.name.replace("&quot;", "\""));
    }
}

impl<'a> Parser<'a> {
    /// Returns the names of a test by its attributes, the suite around it and the tool.
    pub(super) fn name_of_case(&mut self, attributes: &CaseAttributes<'a>) -> CaseName<'a> {
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

/// Returns the class and the name of a fixture that nose2 tore at its last dot: `setUpClass (tests.test_pen` and `NibTest)`.
fn fixture_of_nose2(class: &str, name: &str) -> Option<[String; 2]> {
    let (fixture, module) = class.split_once(" (")?;
    let rest = name.strip_suffix(')')?;
    let is_fixture = ["setUpClass", "tearDownClass", "setUpModule", "tearDownModule"].contains(&fixture);
    (is_fixture && !module.contains(')')).then(|| [format!("{module}.{rest}"), fixture.to_owned()])
}
