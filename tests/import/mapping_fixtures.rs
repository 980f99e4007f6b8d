//! Tests written by hand for each framework, in `tests/fixtures/sources`: a comment on the line that fails says how, and what
//! the mapping must find: `// fails: CATEGORY Class.method`, with a question mark where it must not decide.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use fossick::model::{Focal, Located};
use fossick::model::{OracleCategory, StackTrace};
use fossick::project::sources::index_sources;

const PROJECT: &str = "tests/fixtures/sources";

/// A line of a fixture that fails.
struct Case {
    file: String,
    /// The class that the report names.
    class: String,
    /// The class that declares the test.
    declaring: String,
    method: String,
    /// From 1.
    line: usize,
    /// `fails`, `unmet`, `throws a.B.c`, …
    how: String,
    category: String,
    focal: String,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(PROJECT).join("src/test/java/stock");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("fixtures").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files.iter().flat_map(|file| cases_in(file)).collect()
}

fn cases_in(path: &Path) -> Vec<Case> {
    let outer = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let file = format!("{outer}.java");
    let mut declaring = format!("stock.{outer}");
    let mut method = String::new();
    let mut cases = Vec::new();
    for (row, line) in fs::read_to_string(path).expect("a fixture").lines().enumerate() {
        if let Some((_, nested)) = line.split_once("    class ") {
            declaring = format!("stock.{outer}${}", nested.split(' ').next().expect("a name"));
        }
        if let Some((before, rest)) = line.split_once(" void ")
            && !before.contains("private")
        {
            rest.split('(').next().expect("a name").clone_into(&mut method);
        }
        let Some((_, comment)) = line.split_once(" // ") else { continue };
        let Some((how, expected)) = comment.split_once(": ") else { continue };
        let (category, focal) = expected.split_once(' ').expect("a category and a method");
        let class = how.split_once(" as ").map_or(declaring.as_str(), |(_, class)| class).to_owned();
        cases.push(Case {
            file: file.clone(),
            class,
            declaring: declaring.clone(),
            method: method.clone(),
            line: row + 1,
            how: how.to_owned(),
            category: category.to_owned(),
            focal: focal.to_owned(),
        });
    }
    cases
}

impl Case {
    fn name(&self) -> String {
        format!("{}::{} ({})", self.class, self.method, self.how)
    }

    /// The text that a JVM prints when the line fails in this way.
    fn trace(&self) -> StackTrace {
        let Case { declaring, method, file, line, .. } = self;
        let own = format!("\tat {declaring}.{method}({file}:{line})\n");
        let lambda = format!("\tat {declaring}.lambda${method}$0({file}:{line})\n");
        let framework = "\tat org.junit.Assert.fail(Assert.java:89)\n";
        let reflection = "\tat java.base/java.lang.reflect.Method.invoke(Method.java:569)\n";
        let thrower = |class_and_method: &str| format!("\tat {class_and_method}(Unknown Source)\n");
        let body = match self.how.split(' ').collect::<Vec<_>>()[..] {
            ["fails"] | ["fails", "as", _] => format!("java.lang.AssertionError: x\n{framework}{own}"),
            ["unmet"] => format!("java.lang.AssertionError: Expected exception: x\n{framework}"),
            ["throws", called] => format!("a.SomeException: x\n{}{own}", thrower(called)),
            ["throws", "in", "lambda", called] => {
                format!("a.SomeException: x\n{}{lambda}{framework}{own}", thrower(called))
            }
            ["throws", "in", "helper", called] => {
                let helper = format!("\tat {declaring}.made({file}:35)\n");
                format!("a.SomeException: x\n{}{helper}{own}", thrower(called))
            }
            ["unexpected", lines, called] => {
                let within = line + lines.parse::<usize>().expect("a number");
                let lambda = lambda.replace(&format!(":{line})"), &format!(":{within})"));
                format!(
                    "org.opentest4j.AssertionFailedError: Unexpected exception type thrown\n{framework}{own}{reflection}Caused by: a.SomeException: x\n{}{lambda}{framework}\t... 3 more\n",
                    thrower(called)
                )
            }
            ["suppressed"] => format!(
                "org.opentest4j.MultipleFailuresError: 1 failure\n{framework}{own}{reflection}\tSuppressed: java.lang.AssertionError: x\n\t{framework}\t{lambda}"
            ),
            _ => panic!("{}: no such way to fail", self.name()),
        };
        StackTrace(Arc::from(format!("{}::{method}\n{body}{reflection}", self.class)))
    }

    /// Found, and should not have been.
    fn fault(&self, found: &Located) -> Option<String> {
        let category = found.category.map_or("?", OracleCategory::name);
        let focal = match &found.focal {
            Focal::Decided(focal) => {
                let simple = focal.name.rsplit(['.', '$']).take(2).collect::<Vec<_>>();
                let head = focal.source.split('{').next().unwrap_or("");
                let parameter = head.split_once('(').and_then(|(_, rest)| rest.split([' ', ')']).next());
                let name = format!("{}.{}", simple[1], simple[0]);
                if self.focal.contains('(') { format!("{name}({})", parameter.unwrap_or("")) } else { name }
            }
            Focal::Undecided(_) => "?".to_owned(),
        };
        let expected = (self.category.as_str(), self.focal.as_str());
        (expected != (category, &focal))
            .then(|| format!("{}: expected {expected:?}, found {:?}", self.name(), (category, &found.focal)))
    }
}

#[test]
fn each_framework_is_understood() {
    let index = index_sources(Path::new(PROJECT));
    let mut faults = Vec::new();
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases() {
        let found = index
            .locate(&case.class, &case.method, &case.trace())
            .unwrap_or_else(|| panic!("{} is found", case.name()));
        faults.extend(case.fault(&found));
        *count.entry(case.category.clone()).or_default() += 1;
        let lines: Vec<&str> = found.test.lines().collect();
        match found.failing_line {
            Some(failing) => {
                assert_eq!(found.start_line + failing, case.line, "{}", case.name());
                assert!(lines[failing].contains(&case.how), "{}", case.name());
            }
            None => assert_eq!(case.how, "unmet", "{}", case.name()),
        }
    }
    assert!(faults.is_empty(), "{} faults of {count:?}:\n{}", faults.len(), faults.join("\n"));
    assert_eq!(count.len(), 7, "every category occurs: {count:?}");
}
