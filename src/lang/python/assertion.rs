//! The lines of a test that are its assertion.

use crate::model::{Failure, OracleKind};

/// Returns the lines of a test that are its assertion; none if it is there several times and the trace tells none.
pub(super) fn assertion_lines(failure: &Failure) -> Vec<usize> {
    let (test, assertion) = (&*failure.generated_test, failure.oracle.assertion.trim());
    if failure.oracle.kind() != OracleKind::Assertion || assertion.is_empty() {
        return Vec::new();
    }
    let row = |place: usize| test[..place].matches('\n').count();
    let rows = |(start, text): (usize, &str)| row(start)..=row(start + text.len());
    let found: Vec<_> = test.match_indices(assertion).map(rows).collect();
    let failed = failure.known_line();
    let chosen = found
        .iter()
        .find(|rows| failed.is_some_and(|line| rows.contains(&line)))
        .or(found.first().filter(|_| found.len() == 1));
    chosen.map_or_else(Vec::new, |rows| rows.clone().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Language, Location, Oracle};

    #[test]
    fn the_assertion_of_a_test_is_the_one_that_failed() {
        let test = "def test():\n    assert pen\n    use(\n        pen)\n    assert pen\n";
        let lines = |assertion: &str, failing_line| {
            assertion_lines(&Failure {
                language: Language::Python,
                generated_test: test.into(),
                oracle: Oracle { expects_exception: false, assertion: assertion.into() },
                location: Some(Location { file: "t.py".into(), line: 7, failing_line }.into()),
                ..Failure::default()
            })
        };
        assert_eq!(lines("assert pen", Some(11)), [4]);
        assert_eq!(lines("assert pen", None), [0; 0], "either could have failed");
        assert_eq!(lines("use(\n        pen)", None), [2, 3]);
    }
}
