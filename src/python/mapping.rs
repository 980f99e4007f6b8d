//! From a failed test to its code.

use super::index::Index;
use crate::model::{Focal, Located, StackTrace, Undecided};

impl Index {
    /// Returns the code of a failed test; none if the project has no such test. `classname`, `name` and `file` are as the report gives
    /// them; the trace is in its canonical form.
    pub fn locate(
        &self,
        classname: &str,
        name: &str,
        file: Option<&str>,
        _trace: &StackTrace,
    ) -> Option<Located> {
        let function = name.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        let test = self.tests(classname, function, file).pop()?;
        let declared = self.function(test);
        Some(Located {
            file: self.path(test.file).clone(),
            start_line: declared.rows.start + 1,
            test: self.source(test).to_owned(),
            failing_line: None,
            set_up_line: None,
            category: None,
            oracle: String::new(),
            prefix: self.source(test).to_owned(),
            focal: Focal::Undecided(Undecided::NoFailingLine),
        })
    }
}
