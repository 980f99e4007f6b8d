//! Tests that fail by an error that they made before, or before they reach production code.

use std::sync::Arc;

use super::tests::{focal, index};
use crate::lang::index::TestName;
use crate::model::{Focal, Located, StackTrace, Undecided};

const BELL: &str = "export class Bell {\n  ears = [];\n  on(ear) {\n    this.ears.push(ear);\n  }\n  ring(tone) {\n    for (const ear of this.ears) ear(tone);\n    return this.ears.length;\n  }\n}\nexport function tried(work) {\n  return work();\n}\n";

/// Returns the code of a test whose trace only has its line with `// HERE`.
fn located(body: &str, error: &str) -> Located {
    let file = "test/any.test.js";
    let test = format!("import {{ Bell, tried }} from '../src/bell.js';\nit('x', () => {{\n{body}\n}});\n");
    let index = index(&[("src/bell.js", BELL), (file, &test)]);
    let row = test.lines().position(|line| line.contains("// HERE")).expect("a line fails") + 1;
    let name = format!("{file}::x");
    let trace = StackTrace(Arc::from(format!("{name}\n{error}\n\tat test/x.<anonymous>({file}:{row})")));
    index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found")
}

#[test]
fn an_error_that_was_made_before_fails_where_something_runs_what_throws_it() {
    let on = "  const bell = new Bell();\n  const failure = new Error('torn'); // HERE\n  bell.on(() => {\n    throw failure;\n  });\n";
    for (body, line) in [
        (format!("{on}  const heard = bell.ring('low'); // FAILED\n  expect(heard).toBe(1);"), "bell.ring"),
        (format!("{on}  const ear = vi.fn();\n  bell.on(ear);\n  bell.ring('low');\n  expect(bell.ears).toBe(1);"), "bell.ring"),
        (
            "  const failure = new Error('torn'); // HERE\n  tried(() => {\n    throw failure;\n  });\n  tried(() => 1);"
                .to_owned(),
            "tried(() => {",
        ),
    ] {
        let found = located(&body, "Error: torn");
        let failing = found.failing_line.expect("a line fails");
        let shown = found.test.lines().nth(failing).expect("the line is there");
        assert!(shown.contains(line), "{shown}\n{body}");
    }
}

#[test]
fn a_missing_function_of_the_test_library_names_no_function_of_the_project() {
    let body = "  console.warn = jest.gone(); // HERE\n  const bell = new Bell();\n  expect(bell.ring('low')).toBe(0);";
    let found = located(body, "TypeError: jest.gone is not a function");
    assert_eq!(found.focal, Focal::Undecided(Undecided::MissingFunction));
    let own = "  const bell = new Bell();\n  expect(bell.ring('low').gone()).toBe(0); // HERE";
    let found = located(own, "TypeError: bell.ring(...).gone is not a function");
    assert_eq!(focal(&found).rsplit('.').next(), Some("ring"));
}
