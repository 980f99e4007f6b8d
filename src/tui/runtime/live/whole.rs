//! Whether results that were read again are whole, or a half-written or broken state that must not take the place of a whole one.
//!
//! What was repaired is whole: every test is there, only its form was odd.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::import::{Import, Rejected};

/// The first record that shows that the results are not whole: one at which a file ends that is another one now, or one that
/// can't be used, unless there are as many of its kind in the results that are shown (where `unusable` could not be).
/// `is_unchanged` tells of a file whether it is the same as in these.
pub(in crate::tui::runtime) fn first_broken<'a>(
    import: &'a Import,
    unusable: &[Rejected],
    is_unchanged: impl Fn(&Path) -> bool,
) -> Option<&'a Rejected> {
    // What was cut off when it was last shown is not for that reason being written.
    let cut_off = import.read_sources().flat_map(|source| &source.cut_off);
    let mut cut_off = cut_off.filter(|record| !is_unchanged(Path::new(&*record.file)));
    cut_off.next().or_else(|| first_new(import.unusable(), unusable))
}

/// Of the first kind with more such records than before, the first that was not among them; lines may have moved.
fn first_new<'a>(now: impl Iterator<Item = &'a Rejected>, before: &[Rejected]) -> Option<&'a Rejected> {
    let now: Vec<&Rejected> = now.collect();
    let known: HashSet<&Rejected> = before.iter().collect();
    let mut more: HashMap<Kind<'_>, isize> = HashMap::new();
    for (records, change) in [(now.clone(), 1), (before.iter().collect(), -1)] {
        for record in records {
            *more.entry(kind(record)).or_default() += change;
        }
    }
    now.into_iter().find(|record| !known.contains(record) && more[&kind(record)] > 0)
}

/// A record's file, and why it can't be used: numbers in the reason tell places, which move.
type Kind<'a> = (&'a str, Vec<&'a str>);

fn kind(record: &Rejected) -> Kind<'_> {
    let words = record.reason.split(|c: char| c.is_ascii_digit()).filter(|word| !word.is_empty());
    (&record.file, words.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejected(file: &str, line: u64, reason: &str) -> Rejected {
        Rejected { file: file.into(), line, reason: reason.to_owned() }
    }

    #[test]
    fn what_can_not_be_used_is_new_unless_it_was_there_before() {
        let no_json = |file, line| rejected(file, line, &format!("no JSON at column {line}"));
        let before = [no_json("a", 2), no_json("a", 5), no_json("b", 1)];
        let first = |now: &[Rejected]| first_new(now.iter(), &before).cloned();
        assert_eq!(first(&before), None);
        assert_eq!(first(&[no_json("a", 3), no_json("a", 19)]), None, "the same, elsewhere");
        assert_eq!(first(&[]), None);
        assert_eq!(first(&[no_json("a", 2), no_json("a", 4), no_json("a", 5)]), Some(no_json("a", 4)));
        assert_eq!(first(&[no_json("b", 1), no_json("c", 7)]), Some(no_json("c", 7)));
        let another = rejected("a", 9, "the test has no name");
        assert_eq!(first(&[no_json("a", 2), another.clone()]), Some(another), "as many, but not the same");
    }
}
