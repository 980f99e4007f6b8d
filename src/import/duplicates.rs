//! Which tests are duplicates of others.
//!
//! Among all executed tests of a group with the same generated test, passed ones too, the first in plain string order of
//! the test name stays (TEval+, section 4.2). Tests without source are never duplicates of each other.

use sha2::{Digest, Sha256};

use super::executions::SourceHash;

/// A test that may be a duplicate: its group, a hash of its source, and its place in the order of reading.
#[derive(Debug)]
pub(super) struct Candidate {
    group: usize,
    source: [u8; 16],
    sequence: usize,
}

impl Candidate {
    /// None for a test without source.
    pub(super) fn new(group: usize, generated_test: &str, sequence: usize) -> Option<Candidate> {
        Some(Candidate { group, source: hash(generated_test)?, sequence })
    }
}

/// The part of the hash that tells sources of one name apart; none for a test without source.
pub(super) fn source_hash(generated_test: &str) -> Option<SourceHash> {
    hash(generated_test).and_then(|hash| hash[..8].try_into().ok())
}

fn hash(generated_test: &str) -> Option<[u8; 16]> {
    if generated_test.trim().is_empty() {
        return None;
    }
    let digest = Sha256::digest(generated_test.as_bytes());
    let mut hash = [0; 16];
    hash.copy_from_slice(&digest[..16]);
    Some(hash)
}

/// The places of the tests to drop, ascending; `name` gives the name of the test at a place.
pub(super) fn duplicates<'a>(mut candidates: Vec<Candidate>, name: impl Fn(usize) -> &'a str) -> Vec<usize> {
    candidates.sort_unstable_by(|a, b| {
        (a.group, a.source)
            .cmp(&(b.group, b.source))
            .then_with(|| name(a.sequence).cmp(name(b.sequence)))
            .then_with(|| a.sequence.cmp(&b.sequence))
    });
    let mut dropped: Vec<usize> = candidates
        .windows(2)
        .filter(|pair| (pair[0].group, pair[0].source) == (pair[1].group, pair[1].source))
        .map(|pair| pair[1].sequence)
        .collect();
    dropped.sort_unstable();
    dropped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dropped(tests: &[(usize, &str, &str)]) -> Vec<usize> {
        let candidates = tests.iter().enumerate();
        let candidates =
            candidates.filter_map(|(sequence, (group, _, source))| Candidate::new(*group, source, sequence));
        duplicates(candidates.collect(), |sequence| tests[sequence].1)
    }

    #[test]
    fn the_first_name_in_string_order_stays_wherever_it_stands() {
        let tests = [(0, "A::test2", "x"), (0, "A::test10", "x"), (0, "A::test1", "y"), (0, "A::test3", "x")];
        assert_eq!(dropped(&tests), [0, 3], "test10 comes before test2 in string order");
    }

    #[test]
    fn other_groups_and_other_texts_are_no_duplicates() {
        assert_eq!(dropped(&[(0, "a", "x"), (1, "b", "x"), (0, "c", "x "), (0, "d", "X")]), [] as [usize; 0]);
    }

    #[test]
    fn tests_without_source_are_never_duplicates() {
        assert_eq!(
            dropped(&[(0, "a", ""), (0, "b", ""), (0, "c", " \n"), (0, "d", " \n")]),
            [] as [usize; 0]
        );
    }

    #[test]
    fn of_equal_names_the_one_read_first_stays() {
        assert_eq!(dropped(&[(0, "a", "x"), (0, "a", "x"), (0, "a", "x")]), [1, 2]);
    }
}
