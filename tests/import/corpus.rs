//! Real results from the folder `FOSSICK_CORPUS`.

use std::path::Path;

use fossick::import::{Import, Options, discover};
use fossick::report;

use crate::corpus_folder::corpus;
use crate::junit::announced;
use crate::support::{groups, load, load_paths};

fn load_all(path: &Path, rebuild: bool) -> Import {
    load_paths(&[path], Options { strict: true, rebuild, ..Options::default() })
        .expect("the corpus is in order")
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn rebuilding_a_run_folder_gives_the_failures_of_its_finished_tables() {
    let corpus = corpus(&["run-folder"]);
    let folder = corpus.join("run-folder");
    let finished = load_all(&folder, false);
    let mut rebuilt = load_all(&folder, true);
    for failure in &mut rebuilt.corpus.failures {
        assert!(failure.reference.take().is_some(), "only the raw parts have references");
    }
    let failed = |import: &Import| -> Vec<(String, usize)> {
        import.sources.iter().map(|source| (source.run.clone(), source.failed)).collect()
    };
    assert_eq!(failed(&finished), [("naive".to_owned(), 85), ("template".to_owned(), 550)]);
    assert_eq!(failed(&rebuilt), failed(&finished));
    for (rebuilt, finished) in rebuilt.corpus.failures.iter().zip(&finished.corpus.failures) {
        assert_eq!(rebuilt, finished);
    }
    assert_eq!(rebuilt.corpus, finished.corpus, "groups and passed tests, too");
    for (rebuilt, finished) in rebuilt.sources.iter().zip(&finished.sources) {
        assert_eq!(rebuilt.not_executed, finished.not_executed);
        assert_eq!(rebuilt.unjoined, []);
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn every_table_is_read_whole() {
    let corpus = corpus(&["dev"]);
    let expected = [
        ("naive_run1", 1981, 192),
        ("naive_run2", 1982, 188),
        ("naive_run3", 1989, 188),
        ("template_run1", 10541, 207),
        ("template_run2", 10162, 206),
        ("template_run3", 10371, 208),
    ];
    let tables = discover(&corpus.join("dev"));
    assert_eq!(tables.len(), expected.len(), "{tables:?}");
    for (table, (run, failed, groups)) in tables.iter().zip(expected) {
        let import = load_all(table, false);
        let source = &import.sources[0];
        assert_eq!((&*source.run, source.failed, import.corpus.groups.len()), (run, failed, groups));
        assert_eq!((source.records, source.supplied.truth, source.repaired.len()), (failed, failed, 0));
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn written_as_json_lines_real_results_read_back_the_same() {
    let corpus = corpus(&["run-folder", "dev"]);
    for input in
        ["run-folder", "dev/naive_run1.failed_test_data.csv", "dev/template_run1.failed_test_data.csv"]
    {
        let first = load_all(&corpus.join(input), false);
        let mut lines = Vec::new();
        report::jsonl::write(&first, &mut lines).expect("memory can be written");
        let second = load(&lines).expect("what was written can be read");
        assert_eq!(second.corpus.failures, first.corpus.failures, "{input}");
        assert_eq!(second.corpus.groups, first.corpus.groups, "{input}");
        assert_eq!(second.others, first.others, "{input}");
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn every_test_of_real_reports_is_counted() {
    let corpus = corpus(&["junit-xml"]);
    let folder = corpus.join("junit-xml");
    let import = load_all(&folder, false);
    let project = import.corpus.runs[0].name.clone();
    // Failed and passed tests, counted with grep in each report.
    let expected = [
        ("Csv-4/ant", 2, 25),
        ("Csv-4/surefire", 2, 25),
        ("Lang-51/ant", 120, 101),
        ("Lang-51/surefire", 120, 101),
    ];
    assert_eq!(
        groups(&import),
        expected.map(|(bug, failed, passed)| (project.as_str(), bug, failed, passed))
    );
    let source = &import.sources[0];
    assert_eq!([source.records, source.failed, source.not_executed], announced(&folder));
    // The sources of the tests are not there, which is said.
    assert_eq!((source.repaired.len(), source.unjoined.len(), source.supplied.trace), (0, 1, 244));
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn two_tools_report_the_same_failures_of_the_same_tests() {
    let corpus = corpus(&["junit-xml"]);
    let import = load_all(&corpus.join("junit-xml/Lang-51"), false);
    let of = |tool: &str| -> Vec<(&str, &str)> {
        let failures = import.corpus.failures.iter().filter(|failure| &*failure.bug == tool);
        let mut failures: Vec<_> =
            failures.map(|failure| (&*failure.test, failure.trace.message())).collect();
        failures.sort_unstable();
        failures
    };
    assert_eq!(of("ant").len(), 120);
    assert_eq!(of("ant"), of("surefire"));
}
