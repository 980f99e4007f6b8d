//! The tests of the demo were generated for known methods. The mapping sees only their sources and traces.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use fossick::import::{Input, Options, load_versions};
use fossick::lang::java::index::Index;
use fossick::lang::{Source, failing_line};
use fossick::model::{Failure, OracleCategory, OracleKind, StackTrace};
use fossick::model::{Focal, Located};

const IMPORTS: &str = "package satchel; import static org.junit.Assert.*; import org.junit.Test; import java.util.*; import java.time.*;";

fn library() -> Vec<Source> {
    let folder = fs::read_dir("assets/demo/library/satchel").expect("the demo's library");
    let files = folder.map(|entry| entry.expect("an entry").path());
    files
        .map(|file| Source {
            path: PathBuf::from("src/main/java/satchel").join(file.file_name().expect("a name")),
            text: fs::read_to_string(&file).expect("a source"),
        })
        .collect()
}

fn failures() -> Vec<Failure> {
    let input = Input::Path("assets/demo/demo.jsonl".into());
    load_versions(&[input], &[], Options::default(), &|_| {}).expect("the demo").corpus.failures
}

/// The failure's code, found in the library and a file that holds the test alone. The trace's line, which counts in a file
/// that is not there, is replaced by the one that fits, if it is known.
fn located(library: &[Source], failure: &Failure) -> Located {
    let (class, method) = failure.test.split_once("::").expect("a test's name");
    let simple = class.rsplit('.').next().expect("a name");
    let start = failure.generated_test.find("void ").expect("a method") + 5;
    let end = start + failure.generated_test[start..].find('(').expect("parameters");
    let renamed = format!("{}{method}{}", &failure.generated_test[..start], &failure.generated_test[end..]);
    let text = format!("{IMPORTS} class {simple} {{\n{renamed}\n}}\n");
    let file = Source { path: PathBuf::from(format!("src/test/java/satchel/{simple}.java")), text };
    let sources: Vec<&Source> = library.iter().chain([&file]).collect();
    let index = Index::build(&sources, |source| Some(Source::clone(source)));
    let place = match failing_line(failure) {
        Some(found) => format!("({simple}.java:{})", found.line + 2),
        None => format!("({simple}.java)"),
    };
    let lines = failure.trace.0.lines().map(|line| match line.find(&format!("({simple}.java:")) {
        Some(at) => format!("{}{place}", &line[..at]),
        None => line.to_owned(),
    });
    let trace = StackTrace(Arc::from(lines.collect::<Vec<_>>().join("\n")));
    index.locate(class, method, &trace).expect("the test is in the file")
}

/// A method up to its body: the bugs of the demo, which the library does not have, are in the bodies.
fn head(source: &str) -> &str {
    source.split('{').next().unwrap_or(source)
}

#[test]
fn focal_methods_of_the_demo() {
    let library = library();
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for failure in failures() {
        let found = located(&library, &failure);
        let verdict = match &found.focal {
            Focal::Decided(focal) if head(&focal.source) == head(&failure.focal_method) => {
                assert_eq!(focal.docstring, *failure.docstring, "{}", failure.test);
                "right"
            }
            Focal::Decided(_) => "wrong",
            Focal::Undecided(_) => "undecided",
        };
        let kind = match failure.oracle.kind() {
            OracleKind::Exception => "exception",
            OracleKind::Assertion => "assertion",
            OracleKind::NoException => "none",
        };
        *counts.entry((kind, verdict)).or_default() += 1;
        let category = found.category.map_or("?", OracleCategory::name);
        *counts.entry((kind, category)).or_default() += 1;
    }
    let expected = [
        (("assertion", "ASSERTION_ONLY"), 249),
        (("assertion", "right"), 249),
        (("exception", "MUST_THROW"), 76),
        (("exception", "right"), 76),
        (("none", "NO_EXCEPTION"), 33),
        (("none", "right"), 33),
    ];
    assert_eq!(counts, BTreeMap::from(expected));
}
