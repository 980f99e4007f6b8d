//! The bundled demo is what it claims to be: enough failures, rare true positives, real and complete records.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

const DEMO: &str = include_str!("../../assets/demo/demo.jsonl");

fn records() -> Vec<Value> {
    DEMO.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn text<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field].as_str().unwrap_or("")
}

/// The executed tests without duplicates: of tests of a bug with the same source, the first name stays.
fn executed(records: &[Value]) -> Vec<&Value> {
    let mut executed: Vec<&Value> = records.iter().filter(|r| text(r, "outcome") != "not executed").collect();
    executed.sort_by_key(|r| text(r, "test"));
    let mut seen = HashSet::new();
    executed.retain(|record| {
        let source = text(record, "generated_test");
        source.is_empty() || seen.insert((text(record, "bug"), source))
    });
    executed
}

/// The failed tests of each bug, without duplicates.
fn failures(records: &[Value]) -> BTreeMap<&str, Vec<&Value>> {
    let mut groups = BTreeMap::<_, Vec<_>>::new();
    for record in executed(records) {
        if text(record, "outcome") == "failed" {
            groups.entry(text(record, "bug")).or_default().push(record);
        }
    }
    groups
}

/// The number of true positives among failures.
fn true_positives(failures: &[&Value]) -> usize {
    failures.iter().filter(|r| text(r, "fixed_outcome") == "passed").count()
}

#[test]
fn true_positives_are_few_among_many_failures() {
    let records = records();
    let groups = failures(&records);
    let failed: usize = groups.values().map(Vec::len).sum();
    let revealing: usize = groups.values().map(|group| true_positives(group)).sum();

    assert!(groups.len() >= 8, "{} bugs", groups.len());
    assert!(failed >= 300, "{failed} failures");
    assert!((0.02..=0.08).contains(&(revealing as f64 / failed as f64)), "{revealing} of {failed}");
    for (bug, group) in groups {
        assert!((15..=80).contains(&group.len()), "bug {bug} has {} failures", group.len());
    }
}

#[test]
fn the_figures_in_the_readme_are_those_of_the_file() {
    let readme = include_str!("../../assets/demo/README.md");
    let records = records();
    let executed = executed(&records);
    let groups = failures(&records);
    let found = groups.values().filter(|group| true_positives(group) > 0).count();
    let failed: usize = groups.values().map(Vec::len).sum();
    let revealing: usize = groups.values().map(|group| true_positives(group)).sum();
    let not_executed = records.iter().filter(|r| text(r, "outcome") == "not executed").count();
    let sizes = || groups.values().map(Vec::len);

    for figures in [
        format!("| {}, of which {found} have a true positive |", groups.len()),
        format!(
            "| {}: {} duplicates, {not_executed} not executed, {} passed, {failed} failed |",
            records.len(),
            records.len() - not_executed - executed.len(),
            executed.len() - failed,
        ),
        format!(
            "| {revealing} true positives ({:.1}%), {} false positives; {} to {} a group |",
            100.0 * revealing as f64 / failed as f64,
            failed - revealing,
            sizes().min().unwrap_or(0),
            sizes().max().unwrap_or(0),
        ),
    ] {
        assert!(readme.contains(&figures), "the README does not say: {figures}");
    }
}

#[test]
fn every_failure_is_complete() {
    let mut names = HashSet::new();
    for record in &records() {
        let test = text(record, "test");
        assert!(names.insert((text(record, "bug").to_owned(), test.to_owned())), "{test} occurs twice");
        if text(record, "outcome") != "failed" {
            continue;
        }
        let (trace, oracle) = (text(record, "trace"), &record["oracle"]);
        let frame = test.replace("::", ".");
        assert!(trace.starts_with(&format!("{test}\n")), "{test}: {trace}");
        assert!(trace.contains(&format!("\tat {frame}(")), "{test} is not in its own trace: {trace}");
        assert!(
            text(record, "focal_method").contains('{')
                && text(record, "test_prefix").contains("  throws Throwable  {")
        );

        let source = text(record, "generated_test");
        let assertion = oracle["assertion"].as_str().expect("an assertion, empty if there is none");
        let expects_exception = oracle["expects_exception"].as_bool().expect("a boolean");
        assert!(source.starts_with("@Test\n") && source.ends_with('}'), "{test}: {source}");
        assert!(source.contains(assertion), "{test}: {assertion}");
        assert_eq!(source.contains("fail(\"Expecting exception\")"), expects_exception, "{test}");
    }
}

#[test]
fn the_demo_contains_nothing_specific_to_a_machine_or_run() {
    for (number, line) in (1..).zip(DEMO.lines()) {
        for path in ["/home/", "/root", "/tmp/", "/usr/", "/var/", "/work", "C:\\\\"] {
            assert!(!line.contains(path), "line {number} holds the path {path}");
        }
        let is_hash = |word: &str| word.len() >= 6 && word.bytes().all(|b| b.is_ascii_hexdigit());
        for after in line.split('@').skip(1) {
            let word = after.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
            assert!(!is_hash(word), "line {number} holds an identity hash: @{word}");
        }
    }
}

#[test]
fn javadoc_and_traces_have_the_properties_of_real_ones() {
    let records = records();
    let count = |field, needle| records.iter().filter(|r| text(r, field).contains(needle)).count();
    assert!(count("trace", "\nCaused by: ") > 0, "a wrapped exception");
    assert!(count("test_prefix", "} catch(") > 0, "a prefix that threw when it was made");
    assert!(count("docstring", "@throws") > 100, "documentation that a similarity can be measured to");
    assert!(count("trace", "org.junit.") > 100, "frames to fold");
    let undocumented = |r: &&Value| text(r, "outcome") == "failed" && text(r, "docstring").is_empty();
    assert!(records.iter().filter(undocumented).count() > 0, "a focal method without Javadoc");
}
