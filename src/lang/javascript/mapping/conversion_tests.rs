//! Tests that compare the plain value of an object: it tells of what made the object, unless they are named for the conversion.

use std::sync::Arc;

use super::tests::{focal, index};
use crate::lang::index::TestName;
use crate::model::StackTrace;

/// Inks with a factory, a constructor that reads a text, and one that only keeps what it is given.
const INK: &str = "\
const inkOf = function (text, form) {
  return new Ink(text, form);
};
export class Ink {
  constructor(text, form) {
    this.form = form;
    this.drops = Number(text.slice(1));
    this.check();
  }
  check() {
    return this.drops > 0;
  }
  thinned(part) {
    return inkOf(`x${this.drops / part}`);
  }
  pour(drops) {
    this.drops += drops;
  }
  valueOf() {
    return this.drops * 20;
  }
}
export class Rack {
  constructor(inks) {
    this.inks = inks;
  }
  valueOf() {
    return this.inks.reduce((sum, ink) => sum + ink, 0);
  }
}
export default inkOf;
";

/// Returns the focal function of a test with a title and a body that fails on its line with `// HERE`.
fn focal_of(title: &str, body: &str) -> String {
    let file = "test/any.test.js";
    let test = format!(
        "import inkOf, {{ Ink, Rack }} from '../src/ink.js';\nit('{title}', () => {{\n{body}\n}});\n"
    );
    let index = index(&[("src/ink.js", INK), (file, &test)]);
    let row = test.lines().position(|line| line.contains("// HERE")).expect("a line fails") + 1;
    let name = format!("{file}::{title}");
    let trace = StackTrace(Arc::from(format!("{name}\nError: m\n\tat test/x.<anonymous>({file}:{row})")));
    let found = index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found");
    focal(&found).trim_start_matches("src/ink.").to_owned()
}

#[test]
fn a_plain_value_is_about_what_made_its_object() {
    for (title, body, function) in [
        ("reads a drop", "  expect(inkOf('b3', 'x').valueOf()).toBe(60); // HERE", "inkOf"),
        (
            "reads a drop",
            "  const ink = inkOf('b3');\n  expect(ink.valueOf()).toBe(inkOf('b2').valueOf()); // HERE",
            "inkOf",
        ),
        ("halves", "  expect(inkOf('b4').thinned(2).valueOf()).toBe(40); // HERE", "Ink.thinned"),
        ("reads a drop", "  expect(new Ink('b3').valueOf()).toBe(60); // HERE", "Ink.constructor"),
        (
            "gets fuller",
            "  const ink = new Ink('b3');\n  ink.pour(2);\n  expect(ink.valueOf()).toBe(100); // HERE",
            "Ink.pour",
        ),
    ] {
        assert_eq!(focal_of(title, body), function, "{title}\n{body}");
    }
}

#[test]
fn a_plain_value_that_the_test_is_named_for_or_that_sums_what_was_given_is_that() {
    for (title, body) in [
        ("valueOf", "  expect(inkOf('b3').valueOf()).toBe(60); // HERE"),
        ("coerces to a number", "  expect(inkOf('b3').valueOf()).toBe(60); // HERE"),
        ("is known as a plain number", "  expect(new Ink('b3').valueOf()).toBe(60); // HERE"),
        ("sums its inks", "  expect(new Rack([1, 2]).valueOf()).toBe(3); // HERE"),
    ] {
        let found = focal_of(title, body);
        assert!(found.ends_with(".valueOf"), "{title}: {found}");
    }
}
