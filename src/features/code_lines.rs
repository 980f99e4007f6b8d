//! `test_distinct_code_line`: the lines of a generated test that no other test has.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::lang::body_lines;
use crate::model::{Cancel, Failure, Language};

pub(crate) type TestSource<'a> = (&'a str, Language);

/// Returns the number of distinct code lines ([`body_lines`]) of each failure's test that no other test has.
pub(super) fn distinct_line_counts(failures: &[&Failure]) -> Vec<u32> {
    let tests = failures.iter().map(|failure| (&*failure.generated_test, failure.language));
    let mut counts = vec![0; failures.len()];
    for owner in owners(tests).into_values() {
        if let Owner::One(test) = owner {
            counts[test] += 1;
        }
    }
    counts
}

/// Returns the rows of each test, counted from 0 and ascending, that hold the code lines that no other test
/// has: a line that occurs twice in its test has two rows. A row ends at a line feed. None if that was
/// cancelled.
pub(crate) fn distinct_code_rows(tests: &[TestSource<'_>], cancel: &Cancel) -> Option<Vec<Vec<usize>>> {
    let owners = owners(tests.iter().copied().take_while(|_| !cancel.is_requested()));
    let rows = |(test, &(source, language)): (usize, &TestSource<'_>)| {
        let (mut at, mut row, mut rows) = (0, 0, Vec::new());
        for line in body_lines(source, language) {
            if owners.get(line) != Some(&Owner::One(test)) {
                continue;
            }
            let start = line.as_ptr().addr() - source.as_ptr().addr();
            row += source.get(at..start).unwrap_or("").matches('\n').count();
            at = start;
            rows.push(row);
        }
        rows.dedup();
        rows
    };
    tests.iter().enumerate().map(|test| (!cancel.is_requested()).then(|| rows(test))).collect()
}

#[derive(PartialEq)]
enum Owner {
    One(usize),
    Several,
}

fn owners<'a>(tests: impl Iterator<Item = TestSource<'a>>) -> HashMap<&'a str, Owner, RandomState> {
    let mut owners = HashMap::default();
    for (test, (source, language)) in tests.enumerate() {
        for line in body_lines(source, language) {
            let owner = owners.entry(line).or_insert(Owner::One(test));
            if *owner != Owner::One(test) {
                *owner = Owner::Several;
            }
        }
    }
    owners
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_java<'a>(tests: &[&'a str]) -> Vec<TestSource<'a>> {
        tests.iter().map(|test| (*test, Language::Java)).collect()
    }

    /// Returns the lines that are counted, in the order of the source.
    fn distinct_code_lines<'a>(tests: &[&'a str]) -> Vec<Vec<&'a str>> {
        let owners = owners(in_java(tests).into_iter());
        let of_test = |(test, source)| {
            let mut lines: Vec<&str> = body_lines(source, Language::Java).collect();
            lines.retain(|line| owners[line] == Owner::One(test));
            lines.dedup();
            lines
        };
        let lines: Vec<Vec<&str>> = tests.iter().copied().enumerate().map(of_test).collect();
        let failures: Vec<Failure> =
            tests.iter().map(|&test| Failure { generated_test: test.into(), ..Failure::default() }).collect();
        let counts = distinct_line_counts(&failures.iter().collect::<Vec<_>>());
        assert!(lines.iter().map(Vec::len).eq(counts.iter().map(|&count| count as usize)), "{counts:?}");
        lines
    }

    fn distinct_code_rows(tests: &[&str]) -> Vec<Vec<usize>> {
        super::distinct_code_rows(&in_java(tests), &Cancel::default()).expect("it is never cancelled")
    }

    #[test]
    fn a_cancelled_search_reads_no_test() {
        let cancel = Cancel::default();
        cancel.request();
        let test = "@Test\nvoid a() {\n  x();\n}";
        assert_eq!(super::distinct_code_rows(&in_java(&[test]), &cancel), None);
    }

    #[test]
    fn a_line_is_distinct_when_no_other_test_has_it() {
        let first = "@Test\npublic void test0() {\n  int x = 1;\n  x.a();\n\n  x.a();\n  common();\n}\n";
        let second = "@Test(timeout = 4000)\npublic void test1() {\n\tcommon();\n\tother();\n}";
        assert_eq!(distinct_code_lines(&[first, second]), [vec!["int x = 1;", "x.a();"], vec!["other();"]]);
    }

    #[test]
    fn the_rows_of_distinct_lines_are_found_however_lines_end() {
        let first = "@Test\npublic void test0() {\r\n  int x = 1;\n  x.a();\n\n  x.a();\n  common();\n}\n";
        let second = "\n\n@Test\nvoid b() {\n  common();\n }\n  é();\r  c();\n\n}";
        let tests = [first, second];
        assert_eq!(distinct_code_rows(&tests), [vec![2, 3, 5], vec![5, 6]]);
        for (test, (rows, lines)) in
            tests.iter().zip(distinct_code_rows(&tests).iter().zip(distinct_code_lines(&tests)))
        {
            let all: Vec<&str> = test.split('\n').collect();
            let shown: Vec<&str> = rows.iter().flat_map(|&row| all[row].split('\r')).map(str::trim).collect();
            assert!(lines.iter().all(|line| shown.contains(line)), "{rows:?} {lines:?}");
        }
    }

    #[test]
    fn frame_lines_are_not_code_lines() {
        // Blank lines are removed before the first two lines and the last line are dropped.
        let test = "\n\n@Test\n \t\npublic void test0() {\n}\n\n";
        assert_eq!(distinct_code_lines(&[test]), [Vec::<&str>::new()]);
        // A line that is code in one test but part of the frame in another counts as code of the first test only.
        let a = "@Test\nvoid a() {\nx();\n}";
        let b = "x();\nvoid b() {\ny();\nx();";
        assert_eq!(distinct_code_lines(&[a, b]), [vec!["x();"], vec!["y();"]]);
    }

    #[test]
    fn tests_with_the_same_text_have_no_distinct_lines() {
        let test = "@Test\nvoid a() {\nx();\n}";
        assert_eq!(distinct_code_lines(&[test, test]), [Vec::<&str>::new(), Vec::new()]);
    }

    #[test]
    fn too_few_lines_leave_none() {
        let tests = ["", "\n", "@Test", "@Test\nvoid a() { x(); }", "@Test\nvoid a() {\n}"];
        assert!(distinct_code_lines(&tests).iter().all(Vec::is_empty));
    }

    #[test]
    fn lines_end_as_java_ends_them() {
        for end in ["\r\n", "\r"] {
            let tests = ["@Test\nvoid a() {\n x(); \ny();\n}\n", "@Test\nvoid b() {\nx();\nz();\n}"];
            let ended = tests[0].replace('\n', end);
            assert_eq!(distinct_code_lines(&[&ended, tests[1]]), [vec!["y();"], vec!["z();"]]);
        }
        let test = "@Test\nvoid a() {\nString s = \"\u{2028}\u{85}\";\n}";
        assert_eq!(distinct_code_lines(&[test])[0].len(), 1, "other separators do not end a line of Java");
    }
}
