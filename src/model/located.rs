//! The code of a failed test as it is found in the sources of its project, in any language that is read.

use std::path::Path;
use std::sync::Arc;

use super::{Location, OracleCategory};

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
    /// The line, from 1, at which a set-up method or a field initializer failed, so that the test never began.
    pub set_up_line: Option<usize>,
    /// The category of the oracle that failed, or of the only one; None if the trace matches none of several.
    pub category: Option<OracleCategory>,
    /// The source of that oracle; empty if there is none.
    pub oracle: String,
    /// The source of the test before the oracle.
    pub prefix: String,
    /// The method under test.
    pub focal: Focal,
}

/// The method that the failed oracle checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Focal {
    /// The oracle checks this method.
    Decided(FocalMethod),
    /// No single method was found. Features treat such a focal method as empty.
    Undecided(Undecided),
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

    /// Returns the oracle as used by features: the checking statement without its semicolon; empty if it is about throwing.
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

/// The reason why the focal method is undecided.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what each means")]
pub enum Undecided {
    #[error("the test shows no call of the project's production code")]
    NoProductionCall,
    #[error("the checked value or code is that of the tests or of a library, and shows no production call")]
    OwnCode,
    #[error("several methods are checked together: {}", .0.join(", "))]
    Several(Vec<String>),
    #[error("the arguments fit several overloads: {}", .0.join(", "))]
    Overloads(Vec<String>),
    #[error("the trace does not say where the test failed")]
    NoFailingLine,
}
