//! The code of a failed test as it is found in the sources of its project, in any language that is read.

use std::path::Path;
use std::sync::Arc;

use super::text::plural;
use super::{Location, OracleCategory, Phase};

/// A failed test's code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The file that contains the test, relative to the project's root; for an inherited test its superclass's.
    pub file: Arc<Path>,
    /// The line of that file, from 1, where [`Located::test`] begins.
    pub start_line: usize,
    /// The source of the test, including annotations or decorators, without Javadoc.
    pub test: String,
    /// The line of it, from 0, that failed, by the trace's own line number; None if that does not match the source.
    pub failing_line: Option<usize>,
    /// The phase in which it failed, as the code shows it.
    pub phase: Phase,
    /// The line of the test's file, from 1, at which code that runs before or after the test failed.
    pub set_up_line: Option<usize>,
    /// The category of the oracle that failed, or of the only one; None if the trace matches none of several.
    pub category: Option<OracleCategory>,
    /// The source of that oracle; empty if there is none.
    pub oracle: String,
    /// The source of the test before the oracle.
    pub prefix: String,
    /// The method under test.
    pub focal: Focal,
    /// The methods of production code that the test calls, and those in which it threw, the likeliest first:
    /// the focal method, if it is decided. The hook, fixture or method for set-up or tear-down that failed
    /// comes before them. At most nine.
    pub called: Vec<FocalMethod>,
}

/// The greatest number of methods that are kept of those that a test calls.
pub(crate) const MOST_CALLED: usize = 9;

/// The method that the failed oracle checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Focal {
    /// The oracle checks this method.
    Decided(FocalMethod),
    /// No single method was found. Features treat such a focal method as empty.
    Undecided(Undecided),
}

impl Focal {
    /// Returns the reason of a focal method that is one of several that the test calls, by their names,
    /// `Class.method`. The class is left out where the method's name alone tells them apart.
    pub(crate) fn unclear(called: impl Iterator<Item = impl AsRef<str>>) -> Focal {
        let called: Vec<_> = called.collect();
        let simple = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
        let mut names: Vec<String> = Vec::new();
        for name in called.iter().map(AsRef::as_ref) {
            let alike = called.iter().filter(|other| simple(other.as_ref()) == simple(name)).count();
            let name = if alike == 1 { simple(name) } else { name.to_owned() };
            let name = format!("`{name}`");
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Focal::Undecided(Undecided::Unclear(names))
    }
}

/// A method, constructor or function of production code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FocalMethod {
    /// `package.Class.method`; in Java, nested classes have a `$`, and a constructor has the simple name of its class.
    pub name: String,
    /// The file, relative to the project's root.
    pub file: Arc<Path>,
    /// The line of that file, from 1, where [`FocalMethod::source`] begins.
    pub start_line: usize,
    /// The source, including annotations or decorators and the blanks before its first line.
    pub source: String,
    /// Its Javadoc comment, or the text of its docstring; empty if it has none.
    pub docstring: String,
}

impl FocalMethod {
    pub(crate) fn location(&self) -> Location {
        Location { file: Location::file_of(&self.file), line: self.start_line, failing_line: None }
    }

    /// Returns `Class.method` without packages and outer classes; of a function, `module.function`.
    pub(crate) fn short_name(&self) -> &str {
        let class = self.name.rmatch_indices(['.', '$']).nth(1);
        class.map_or(&self.name, |(at, _)| &self.name[at + 1..])
    }
}

impl Located {
    /// Leaves out the code of the test: it passed, and what failed is an error beside it, which no oracle of it shows.
    pub(crate) fn leave_out_test(&mut self) {
        self.category = Some(OracleCategory::NoException);
        self.test.clear();
        self.prefix.clear();
        self.oracle.clear();
    }

    pub(crate) fn location(&self) -> Location {
        Location {
            file: Location::file_of(&self.file),
            line: self.start_line,
            failing_line: self.failing_line.map(|failing| self.start_line + failing).or(self.set_up_line),
        }
    }

    /// Returns the oracle as used by features: the checking statement without its semicolon; empty if it is
    /// about throwing.
    pub fn assertion(&self) -> &str {
        assertion_of(self.category, &self.oracle)
    }
}

/// Returns the checking statement of an oracle; empty if it only expects a throw, or none.
pub(crate) fn assertion_of(category: Option<OracleCategory>, oracle: &str) -> &str {
    match category {
        Some(OracleCategory::AssertionOnly | OracleCategory::IfThrownAssert | OracleCategory::FailOnly) => {
            oracle.trim_end_matches(';')
        }
        _ => "",
    }
}

/// Names the methods that a test calls, where none of them is known to be the one that it checks.
fn unclear(names: &[String]) -> String {
    match names {
        [only] => format!("the test calls {only} of the project, but it is not clear that it checks that"),
        _ => {
            let methods = plural(names.len(), "method");
            format!(
                "the test calls {methods} of the project; which one is meant is not clear: {}",
                names.join(", ")
            )
        }
    }
}

/// The reason why the focal method is undecided.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what each means")]
pub enum Undecided {
    #[error("the test shows no call of the project's production code")]
    NoProductionCall,
    #[error("{}", unclear(.0))]
    Unclear(Vec<String>),
    #[error("the checked value or code is that of the tests or of a library, and shows no production call")]
    OwnCode,
    #[error("several methods are checked together: {}", .0.join(", "))]
    Several(Vec<String>),
    #[error("the arguments fit several overloads: {}", .0.join(", "))]
    Overloads(Vec<String>),
    #[error("the trace does not say where the test failed")]
    NoFailingLine,
    #[error("the test calls a function that is missing and that is none of the project")]
    MissingFunction,
}
