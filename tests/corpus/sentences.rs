//! The sentences of rows: in a list of generated tests, rows can be told apart.

use std::collections::{BTreeMap, BTreeSet};

use fossick::model::text;
use fossick::rank::Sentence;

use crate::corpus_folder::corpus;
use crate::tables::failed_tests;

/// The cells of a usual list that say what failed: no test is told apart by what is cut.
const CELLS: usize = 60;

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn four_rows_of_five_can_be_told_apart() {
    let folder = corpus(&["dev"]);
    let table = failed_tests(&folder, "template_run1");
    let (mut rows, mut alike) = (0, 0);
    for group in &table.groups {
        let mut said: BTreeMap<(&str, String), Vec<String>> = BTreeMap::new();
        for &failure in &group.failures {
            let failure = &table.failures[failure];
            let sentence = Sentence::of(failure).beside_exception(CELLS);
            let shown = text::cut_end(&sentence, CELLS).into_owned();
            // Tests that differ only in their name and in blanks are one test.
            let code = failure.generated_test.split_once('(').map_or("", |(_, code)| code);
            let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
            said.entry((failure.trace.exception(), shown)).or_default().push(code);
        }
        for tests in said.values() {
            rows += tests.len();
            if tests.iter().collect::<BTreeSet<_>>().len() > 1 {
                alike += tests.len();
            }
        }
    }
    eprintln!("{alike} of {rows} rows look like another one of their group");
    assert!(rows > 10_000 && alike * 5 <= rows, "{alike} of {rows}");
}
