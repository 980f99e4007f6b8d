//! The code of failed Python tests, compared with an independent implementation.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use fossick::model::{Focal, StackTrace, Undecided};
use fossick::python::{Index, Source};
use rayon::prelude::*;

fn sources(folder: &Path, root: &Path, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, root, found);
        } else if path.extension().is_some_and(|ending| ending == "py") {
            let text = String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned();
            found.push(Source { path: path.strip_prefix(root).expect("below").to_owned(), text });
        }
    }
}

#[test]
fn python_code_is_that_of_the_reference() {
    let Some(corpus) = crate::corpus_folder::corpus(&["python"]) else { return };
    let (mut wrong, mut compared) = (0, 0);
    let corpus = corpus.join("python");
    for suite in ["purse", "oddities", "toolz", "simplejson"] {
        let folder = corpus.join(suite);
        let mut found = Vec::new();
        sources(&folder, &folder, &mut found);
        let index = Index::build(found.into_par_iter());
        let traces: BTreeMap<String, BTreeMap<String, String>> =
            serde_json::from_str(&fs::read_to_string(folder.join("traces.json")).expect("traces"))
                .expect("JSON");
        let mut reader = csv::Reader::from_path(folder.join("expected.csv")).expect("a table");
        for row in reader.records() {
            let row = row.expect("a row");
            let Some(trace) = traces.get(&row[0]).and_then(|tests| tests.get(&row[1])) else { continue };
            compared += 1;
            let (class, name) = row[1].split_once("::").expect("a test");
            let trace = StackTrace(Arc::from(trace.as_str()));
            let located = index.locate(class, name, None, &trace);
            let mut own = vec![String::new(); 7];
            own[6] = "0".to_owned();
            if let Some(located) = located {
                let focal = match &located.focal {
                    Focal::Decided(focal) => {
                        let file = index.file_of(&focal.file.display().to_string()).expect("a file");
                        let module = format!("{}.", index.module_name(file));
                        format!(
                            "{}:{}",
                            focal.file.display(),
                            focal.name.strip_prefix(&module).expect("in the module")
                        )
                    }
                    Focal::Undecided(Undecided::Several(names)) => format!("? several: {}", names.join(", ")),
                    Focal::Undecided(Undecided::NoFailingLine) => {
                        "? the trace does not say where the test failed".to_owned()
                    }
                    Focal::Undecided(_) => {
                        "? no call of this project's production code is seen in the test".to_owned()
                    }
                };
                own = vec![
                    located.file.display().to_string(),
                    located.start_line.to_string(),
                    located
                        .failing_line
                        .map_or(String::new(), |line| (located.start_line + line).to_string()),
                    located.category.map_or(String::new(), |category| category.name().to_owned()),
                    located.assertion().to_owned(),
                    focal,
                    (located.prefix.matches('\n').count() + 1).to_string(),
                ];
            }
            for (at, own) in own.iter().enumerate() {
                if *own != row[5 + at] {
                    wrong += 1;
                    println!("{suite} {} {} [{at}]\n  own  {own}\n  want {}", &row[0], &row[1], &row[5 + at]);
                }
            }
        }
    }
    assert_eq!((wrong, compared), (0, 172));
}
