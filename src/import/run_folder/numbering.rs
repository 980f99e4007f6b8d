//! Which row belongs to which test.
//!
//! The package numbers the tests of a bug in the order of the rows: the first `a.B::test0` of `meta.csv` becomes
//! `a.B::test01` in `uniq_test_names.csv`, the second `a.B::test02`. So a row can be checked to the last digit, and a file
//! that was sorted or cut does not give tests the texts of others.

use std::collections::HashMap;

use super::super::cell::bug_name;
use super::super::error::ImportError;
use super::super::input::Meter;
use super::super::source::Notes;
use super::super::table::key;
use super::RunFolder;
use super::join::TestName;
use super::part::{Part, PartRow};

/// Follows the numbering of one file, row by row.
pub(super) struct Numbering {
    counts: HashMap<(String, String, String), usize>,
    /// Someone numbered in another way, yet every row fits: any number will do.
    any_number: bool,
}

impl Numbering {
    pub(super) fn new(any_number: bool) -> Numbering {
        Numbering { counts: HashMap::new(), any_number }
    }

    /// Whether the next row, which is about the test `original` of a bug, became the test `name`.
    pub(super) fn is_next(&mut self, name: TestName<'_>, project: &str, bug: &str, original: &str) -> bool {
        let (project, bug, original) = (project.trim(), bug_name(bug), original.trim());
        let count = self.counts.entry(key(project, bug, original)).or_default();
        *count += 1;
        let fits = match number_of(name.test, original) {
            Some(number) => self.any_number || number == count.to_string(),
            None => false,
        };
        fits && (project, bug) == (name.project, name.bug)
    }
}

/// Whether `unique` is `original` with a number behind it.
pub(super) fn is_numbered_from(unique: &str, original: &str) -> bool {
    number_of(unique, original).is_some()
}

/// The number that makes `unique` of `original`.
fn number_of<'a>(unique: &'a str, original: &str) -> Option<&'a str> {
    let number = unique.strip_prefix(original)?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(number)
}

/// Whether the tests were numbered in another way than the package does it: not every row carries the number that it
/// should, yet every row carries a number behind the name of its own row, and there is a row for each.
pub(super) fn is_any_number(folder: &RunFolder) -> Result<bool, ImportError> {
    let (Some(names), Some(originals)) = (folder.names(), folder.meta().or_else(|| folder.predictions()))
    else {
        return Ok(false);
    };
    // This is a look ahead: what is wrong with the files is noted down when they are read.
    let meter = Meter::new(None, &|_| {});
    let mut notes = Notes::new(false);
    let mut names = Part::open(&names, ["project", "bug_num", "unique_test_name"], 3, &meter)?;
    let mut originals = Part::open(&originals, ["project", "bug_num", "test_name"], 0, &meter)?;
    let (mut as_the_package, mut in_any_way) = (Numbering::new(false), Numbering::new(true));
    let mut all_as_the_package = true;
    loop {
        match (names.next(&mut notes)?, originals.next(&mut notes)?) {
            (
                PartRow::Cells { cells: [project, bug, test], .. },
                PartRow::Cells { cells: [of, number, original], .. },
            ) => {
                let name = TestName { project: project.trim(), bug: bug_name(&bug), test: test.trim() };
                if !in_any_way.is_next(name, &of, &number, &original) {
                    return Ok(false);
                }
                all_as_the_package &= as_the_package.is_next(name, &of, &number, &original);
            }
            (PartRow::End, PartRow::End) => return Ok(!all_as_the_package),
            _ => return Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(numbering: &mut Numbering, test: &str, original: &str) -> bool {
        numbering.is_next(TestName { project: "p", bug: "7", test }, "p", "7.0", original)
    }

    #[test]
    fn rows_are_counted_by_name() {
        let mut numbering = Numbering::new(false);
        assert!(fits(&mut numbering, "a::test11", "a::test1"));
        assert!(fits(&mut numbering, "a::test111", "a::test11"));
        assert!(!fits(&mut numbering, "a::test13", "a::test1"), "this is the second of its name");
        assert!(fits(&mut numbering, "a::test13", "a::test1"));
        assert!(!fits(&mut numbering, "a::test1", "a::test1"));
        assert!(!numbering.is_next(TestName { project: "p", bug: "8", test: "b1" }, "p", "7", "b"));
    }

    #[test]
    fn with_another_numbering_any_number_will_do() {
        let mut numbering = Numbering::new(true);
        assert!(fits(&mut numbering, "a::test10", "a::test1"));
        assert!(!fits(&mut numbering, "a::test1x", "a::test1"));
    }
}
