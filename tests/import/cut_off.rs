//! Files that end too early: truncation is detected wherever a tool stopped writing.

use std::fs;

use fossick::import::{self, ImportError, Input, Options};

/// Checks that a file can end undetected only between records.
fn check_every_end(name: &str, content: &str, is_between_records: impl Fn(&str) -> bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    for end in 0..=content.len() {
        let Some(part) = content.get(..end) else { continue };
        fs::write(&file, part).expect("written");
        let read = import::load_versions(&[Input::Path(file.clone())], &[], Options::default(), &|_| {});
        let shows = match &read {
            Ok(import) => import.sources.iter().any(|source| !source.cut_off.is_empty()),
            Err(ImportError::NotFound { .. }) => panic!("it is there"),
            Err(_) => true,
        };
        if is_between_records(part) {
            assert!(!shows, "{read:?}");
        } else {
            assert!(shows, "{part:?} is taken for a whole file");
        }
    }
}

#[test]
fn json_lines_end_with_a_brace() {
    let line = |test: &str| {
        format!(r#"{{"project":"A","bug":"1","test":"a.B::{test}","outcome":"failed","oracle":{{}}}}"#) + "\n"
    };
    let content = line("c") + &line("größer");
    check_every_end("results.jsonl", &content, |part| {
        let whole = part.trim_end().rsplit('\n').next().unwrap_or_default();
        whole.ends_with("}}")
    });
}

#[test]
fn reports_end_with_their_suite() {
    let content = "<?xml version='1.0'?>\n<testsuite name='a.B'>\n<testcase classname='a.B' name='c'>\
                   <failure type='java.lang.Error'><![CDATA[java.lang.Error: no\n\tat a.B.c(B.java:1)]]></failure>\
                   </testcase>\n<testcase classname='a.B' name='d'/>\n</testsuite>\n";
    check_every_end("TEST-a.B.xml", content, |part| part.trim_end().ends_with("</testsuite>"));
}

#[test]
fn tables_end_with_a_row() {
    let header = "project,bug_num,unique_test_name,failed_buggy,buggy_test_trace,generated_test\n";
    let row =
        |test: &str| format!("A,1,a.B::{test},True,\"a.B::{test}\n\"\"no\"\"\",\"void {test}() {{ }}\"\n");
    let content = format!("{header}{}{}", row("c"), row("d"));
    check_every_end("results.csv", &content, |part| {
        part.len() > header.len() && part.trim_end().ends_with("}\"")
    });
}

#[test]
fn a_broken_but_terminated_record_is_not_a_truncated_file() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in [
        ("results.csv", "project,bug_num,unique_test_name,failed_buggy\nA,1,a.B::c,True\nA,1,a.B::d\n"),
        (
            "results.jsonl",
            "{\"project\":\"A\",\"bug\":\"1\",\"test\":\"t\",\"outcome\":\"failed\"}\n{\"project\"\n",
        ),
        ("TEST-a.B.xml", "<testsuite><testcase name='c'><failure/></testsuite>"),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, content).expect("written");
        let import = import::load_versions(&[Input::Path(file)], &[], Options::default(), &|_| {})
            .expect("one is usable");
        assert_eq!((import.sources[0].rejected.len(), import.sources[0].cut_off.len()), (1, 0), "{name}");
    }
}
