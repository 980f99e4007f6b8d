//! Whether results that were read again are whole, or a half-written or broken state that must not take the place of a whole one.

use std::collections::HashMap;
use std::path::Path;

use crate::import::{Import, Rejected};

/// The first record that shows that the results are not whole: one at which a file ends that is another one now, or one that
/// can't be used, in a file that has more of these than in the results that are shown (where `unusable` could not be).
/// `is_unchanged` tells of a file whether it is the same as in these.
pub(super) fn first_broken<'a>(
    import: &'a Import,
    unusable: &[Rejected],
    is_unchanged: impl Fn(&Path) -> bool,
) -> Option<&'a Rejected> {
    // What was cut off when it was last shown is not for that reason being written.
    let cut_off = import.read_sources().flat_map(|source| &source.cut_off);
    let mut cut_off = cut_off.filter(|record| !is_unchanged(Path::new(&*record.file)));
    cut_off.next().or_else(|| first_new(import.unusable(), unusable))
}

/// Of the first file with more such records than before, the first that was not among them; lines may have moved.
fn first_new<'a>(now: impl Iterator<Item = &'a Rejected>, before: &[Rejected]) -> Option<&'a Rejected> {
    let mut by_file: HashMap<&str, Vec<&Rejected>> = HashMap::new();
    for record in before {
        by_file.entry(&record.file).or_default().push(record);
    }
    let mut files: Vec<(&str, Vec<&Rejected>)> = Vec::new();
    for record in now {
        match files.last_mut() {
            Some((file, records)) if *file == &*record.file => records.push(record),
            _ => files.push((&record.file, vec![record])),
        }
    }
    files.into_iter().find_map(|(file, records)| {
        let before = by_file.get(file).map_or(&[][..], |records| records);
        let mut new = records.iter().copied().filter(|record| !before.contains(record));
        (records.len() > before.len()).then(|| new.next()).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejected(file: &str, line: u64) -> Rejected {
        Rejected { file: file.into(), line, reason: "no JSON".to_owned() }
    }

    #[test]
    fn a_file_is_broken_that_has_more_unusable_records_than_before() {
        let before = [rejected("a", 2), rejected("a", 5), rejected("b", 1)];
        let first = |now: &[Rejected]| first_new(now.iter(), &before).cloned();
        assert_eq!(first(&before), None);
        assert_eq!(first(&[rejected("a", 3), rejected("a", 9)]), None, "as many, elsewhere");
        assert_eq!(first(&[]), None);
        let more = [rejected("a", 2), rejected("a", 4), rejected("a", 5)];
        assert_eq!(first(&more), Some(rejected("a", 4)));
        assert_eq!(first(&[rejected("b", 1), rejected("c", 7)]), Some(rejected("c", 7)));
    }
}
