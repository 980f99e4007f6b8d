//! The class, the name and the file of a `<testcase>` as the sources have them: each tool has its own way to write them.
//!
//! ```text
//! attributes ──▶ a fixture that was torn is joined ──▶ a class within the name is split off
//!     ──▶ a class that says nothing becomes that of the suite ──▶ titles, scenarios, quotes ──▶ CaseName
//! ```

use std::borrow::Cow;

use crate::import::formats::report::totals::StatedOutcome;
use crate::import::formats::xml::{DAMAGED, Tag};

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
    pub(super) fn owned(&self) -> [String; 2] {
        [self.class.clone().into_owned(), self.name.clone().into_owned()]
    }

    /// Takes the titles around a test of node-tap out of its class, in which only the file belongs.
    pub(super) fn take_titles_from_class(&mut self) {
        let Some((file, titles)) = self.class.split_once(" > ") else { return };
        let (file, name) = (file.to_owned(), format!("{titles} > {}", self.name));
        self.class_in_version_1 = Some(std::mem::replace(&mut self.class, Cow::Owned(file)));
        self.name = Cow::Owned(name);
    }

    /// Resolves the quotes that Node escapes twice.
    pub(super) fn resolve_quotes(&mut self) {
        if !self.name.contains("&quot;") {
            return;
        }
        let class = self.class_in_version_1.as_deref().unwrap_or(&self.class);
        self.name_elsewhere = Some([class.to_owned(), self.name.clone().into_owned()]);
        self.name = Cow::Owned(self.name.replace("&quot;", "\""));
    }
}

/// Returns the class and the name of a fixture that nose2 tore at its last dot: `setUpClass (tests.test_pen` and `NibTest)`.
pub(super) fn fixture_of_nose2(class: &str, name: &str) -> Option<[String; 2]> {
    let (fixture, module) = class.split_once(" (")?;
    let rest = name.strip_suffix(')')?;
    let is_fixture = ["setUpClass", "tearDownClass", "setUpModule", "tearDownModule"].contains(&fixture);
    (is_fixture && !module.contains(')')).then(|| [format!("{module}.{rest}"), fixture.to_owned()])
}
