//! `test_distinct_code_line`: which lines of a generated test are its alone.

use std::collections::HashMap;

/// The code lines of each test that no other of `tests` has: trimmed, each once, in the order of the source.
///
/// Code lines are the lines that aren't blank, without the first two (`@Test` and the signature) and the last (`}`).
pub fn distinct_code_lines<'a>(tests: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut owners: HashMap<&str, Owner> = HashMap::new();
    for (test, source) in tests.iter().enumerate() {
        for line in code_lines(source) {
            owners
                .entry(line)
                .and_modify(|owner| {
                    if *owner != Owner::One(test) {
                        *owner = Owner::Several;
                    }
                })
                .or_insert(Owner::One(test));
        }
    }
    let mut distinct = vec![Vec::new(); tests.len()];
    for (test, source) in tests.iter().enumerate() {
        for line in code_lines(source) {
            // The owner is taken out, so that a line that stands twice in its test is given once.
            if owners.get(line) == Some(&Owner::One(test)) {
                owners.remove(line);
                distinct[test].push(line);
            }
        }
    }
    distinct
}

/// Which tests have a line.
#[derive(PartialEq)]
enum Owner {
    /// The test of this index alone.
    One(usize),
    Several,
}

fn code_lines(source: &str) -> impl Iterator<Item = &str> {
    // A line of Java ends at a line feed, a carriage return, or both; between the two of both stands a blank line.
    let mut lines = source.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    lines.next_back();
    lines.skip(2)
}
